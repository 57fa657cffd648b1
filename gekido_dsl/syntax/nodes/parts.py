"""What every part of a text may have: a place, a name, a citation."""

from dataclasses import dataclass, field

from gekido_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything written."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """`Target Lock`: a run of capitalised words."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`[GB p5]`, `[reconstructed]`, `[ruling G01]`: the text between the brackets."""

    text: str


Marks = tuple[Cite, ...]
