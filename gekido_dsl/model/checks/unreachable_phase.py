"""Finds phases, rules and windows that play never comes to, although something names them."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions, facts
from gekido_dsl.model import nodes as m


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports phases whose condition never holds, and what only unreachable rules lead to."""
    found = facts.of(game)
    if game.turn is not None:
        for line in game.turn.lines:
            if line.condition is not None and conditions.together([(line.condition, True)]) is None:
                yield Diagnostic(
                    codes.UNREACHABLE_PHASE,
                    f"the phase `{line.phase.name}` is never reached: its condition cannot be true",
                    (Label(line.condition.span, "this contradicts itself"),),
                    "correct the condition, or remove the phase from the turn",
                )
    reached = found.reachable()
    named: dict[m.Decl, list[m.Decl]] = {}
    for decl in found.decls:
        for called in found.calls(decl):
            if called is not decl:
                named.setdefault(called, []).append(decl)
    said: list[m.Decl] = []
    for decl in [*game.phases.values(), *game.rules.values(), *game.windows.values()]:
        if decl in reached or decl not in named:
            continue
        by = named[decl]
        if any(decl in found.closure(other) and other in found.closure(decl) for other in said):
            continue
        if not _circle(decl, found) and any(one not in reached and one in named for one in by):
            continue
        said.append(decl)
        yield Diagnostic(
            codes.UNREACHABLE_PHASE,
            f"play never reaches the {_word(decl)} `{decl.name}`",
            (
                Label(decl.name_span, "not reached from the turn"),
                Label(by[0].name_span, "only this leads to it"),
            ),
            "name it in the turn, or in a rule that the turn leads to",
        )


def _word(decl: m.Decl) -> str:
    return decl.word if isinstance(decl, m.Procedure) else "window"


def _circle(decl: m.Decl, found: facts.Facts) -> bool:
    """Tells whether a declaration leads back to itself."""
    return any(decl in found.closure(called) for called in found.calls(decl))
