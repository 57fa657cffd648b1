"""Finds seats of windows that belong to nobody whenever the window opens."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports seats that depend on a fact which starts with nobody and is never set before the window opens."""
    found = facts.of(game)
    written = {
        act.fact.ref
        for decl in found.decls
        for act in found.acts(decl)
        if isinstance(act, m.acts.Set) and isinstance(act.fact, m.ops.Cell)
    }
    for window in game.windows.values():
        for line in window.lines:
            for e in walk.inside(line.seat):
                if not isinstance(e, m.ops.Cell) or e.ref.start is not None:
                    continue
                if e.ref not in written:
                    yield Diagnostic(
                        codes.NOBODY_DECIDES,
                        f"`{line.seat.span.text}` is nobody: nothing ever sets `{e.ref.name}`",
                        (
                            Label(line.seat.span, "this seat is always empty"),
                            Label(e.ref.name_span, "starts with none"),
                        ),
                        f"set `{e.ref.name}` before the window opens",
                    )
                    break
