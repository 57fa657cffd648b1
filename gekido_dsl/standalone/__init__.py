"""A game as a page that plays by itself: Python, this package and the game travel along.

`making` and `packing` write such pages; `desk` is what runs in them.
"""
