"""A game as a page that plays by itself: Python, this package and the game travel along.

`parts`, `packing`, `archive` and `games` make such pages; `page_table` is what runs in them.
"""
