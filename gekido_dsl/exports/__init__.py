"""Rulesets as environments of other libraries: `exports.pettingzoo` and `exports.openspiel`, each with its extra.

`learning` says what both give to those who learn: numbers for what a seat sees, for choices and for how a match ends.
"""
