"""A game as a page that plays by itself: Python, this package and the game travel along.

`packing`, `archive` and `games` make such pages; `page_table` and `playground` are what runs in them.
"""
