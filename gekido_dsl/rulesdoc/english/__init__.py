"""Rules become English as one would print it: instructions to a reader who is called `you`.

Each class of what is written is written by one function, registered in `teller`; modules have them by groups.

Invariants:
    What is written follows from the resolved game and its text alone; no game is known here.
    One writer serves both books: with the options settled for players, with every option told for the reference.
"""

from typing import get_args

from gekido_dsl.model.kernel.reading import Own, Part
from gekido_dsl.rulesdoc.english import (
    betting,
    blocks,
    comparing,
    conditions,
    ends,
    entries,
    holding,
    nouns,
    paying,
    phrases,
    predicates,
    sentences,
    things,
    verbs,
    windows,
)
from gekido_dsl.rulesdoc.english.teller import (
    CLAUSES,
    CONDITIONS,
    EXPRESSIONS,
    PARTS,
    PREDICATES,
    STATEMENTS,
    Teller,
)
from gekido_dsl.syntax import nodes as s

__all__ = [
    "Teller",
    "betting",
    "blocks",
    "comparing",
    "conditions",
    "ends",
    "entries",
    "holding",
    "nouns",
    "paying",
    "phrases",
    "predicates",
    "sentences",
    "things",
    "verbs",
    "windows",
]

for _written, _classes in (
    (EXPRESSIONS, s.Expr),
    (CONDITIONS, s.Cond),
    (PREDICATES, s.Predicate),
    (STATEMENTS, s.Statement),
):
    assert set(_written.known) == set(get_args(_classes)), "something cannot be written in English"
assert set(CLAUSES) == set(Own), "a sentence cannot be written in English"
assert set(PARTS) == set(Part), "a part of a sentence cannot be written in English"
