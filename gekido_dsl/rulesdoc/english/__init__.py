"""Rules become English as one would print it: instructions to a reader who is called `you`.

Invariants:
    What is written follows from the resolved game and its text alone; no game is known here.
    One writer serves both books: with the options settled for players, with every option told for the reference.
"""

from gekido_dsl.rulesdoc.english.entries import Entries

__all__ = ["Entries"]
