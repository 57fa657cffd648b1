"""Citations among the marks of a line."""

from gekido_dsl.model import nodes as m
from gekido_dsl.syntax import nodes as s


def cite_list(marks: s.Marks) -> tuple[m.Citation, ...]:
    """Gives the citations among marks; the words `reconstructed` and `ruling` are none."""
    made = []
    for mark in marks:
        if mark.text == "reconstructed" or mark.text.startswith("ruling "):
            continue
        source, _, pages = mark.text.partition(" ")
        made.append(m.Citation(source, pages.strip(), mark.span))
    return tuple(made)
