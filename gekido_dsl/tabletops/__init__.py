"""A game goes out to other tables: pictures of its pieces, and what virtual tabletops open. Data in, data out.

Invariants:
    Everything follows from the model and from the set-up that the ruleset says; no game is known by its name.
    Quantities are the ruleset's own, and what a rule hides lies face down.
    Whatever a ruleset says, names of files are such that every system can keep them, and no two are the same.
"""
