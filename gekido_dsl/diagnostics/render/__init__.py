"""Diagnostics become text, one module per output format: data in, text out.

Invariants:
    Nothing here prints, reads a file, or changes the order of what it is given.
    Lines and columns come out counted from 1, columns in code points; an end is the column just after.
    Text from a ruleset cannot break out of the format: control characters and the format's signs are escaped.
"""
