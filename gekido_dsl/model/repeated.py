"""Declarations that a file makes twice, word for word."""

from collections.abc import Iterable, Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s

_NAMELESS: Final = (
    s.Use,
    s.Rulings,
    s.Book,
    s.Theme,
    s.Translation,
    s.Setup,
    s.Trigger,
    s.Replacement,
    s.GameEnd,
    s.Scenario,
)
"""What may come several times in a file; of anything else it is an error already when its name comes again."""


def repeated(files: Iterable[tuple[Source, s.File]]) -> Iterator[Diagnostic]:
    """Reports each declaration that says again what another of its file says."""
    for _, file in files:
        first: dict[s.Declaration, s.Declaration] = {}
        for one in file.declarations:
            if not isinstance(one, _NAMELESS) or getattr(one, "name", None) is not None:
                continue
            before = first.setdefault(one, one)
            if before is not one:
                yield Diagnostic(
                    codes.DECLARATION_REPEATED,
                    "this appears twice in the file",
                    (Label(one.span, "the same again"), Label(before.span, "here already")),
                    "leave one of the two out",
                )
