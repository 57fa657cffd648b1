"""Rulesets are made from a seed, and what is made goes through everything that a ruleset can go through.

A typed table of productions says which phrases, sentences and declarations there are; `making` writes a ruleset with
them, `gauntlet` has it read, played and told in every way and compares, `shrinking` makes what fails small.

Invariants:
    A seed gives the same ruleset on every machine, until a production is added or changed.
    Nothing here reads the clock; who calls it ends a process that takes too long.
"""

from typing import Final

MOST: Final = 1_000_000
"""How many rulesets one seed of a run has."""
