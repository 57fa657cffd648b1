"""Where the rules stand in a state, for whoever counts the chances of dice from there.

What counts is loaded only when somebody asks: most matches are played without.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter.asking import AskSeveral
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE
from gekido_dsl.telling.question import Question

if TYPE_CHECKING:
    from gekido_dsl.odds.report import PartReport
    from gekido_dsl.odds.resuming import Running
    from gekido_dsl.odds.standing import Standing

_QUICK: Final = 20_000
"""So many situations are counted beside a choice, where nobody asked for them."""


def odds(s: State) -> e.Odds:
    """Tells whoever decides how likely it is what dice decide."""
    from gekido_dsl.odds import text as texts

    rows, notes = texts.here(reports(s))
    return e.Odds(tuple(rows), tuple(notes))


def reports(s: State, wanted: Sequence[str] = ()) -> "list[PartReport]":
    """Works out the chances from a state, for whoever decides there.

    Args:
        wanted: the names of what is asked; empty for all.
    """
    if s.question is None:
        return []
    make = s.program.evaluator.make

    def offered(candidates: m.Expr, player: int) -> Sequence[int] | None:
        try:
            return [
                int(value) for value in make(candidates)(s, [player, *[NONE] * (walk.room(candidates) - 1)])
            ]
        except e.RuleError:
            return None

    return _standing(s, s.question).reports(offered, wanted)


def chances(game: m.Game, state: Callable[[], State]) -> Callable[[m.Enum, int], str]:
    """Makes what tells in words how likely a pattern of dice is; nothing of one where that takes long.

    Args:
        state: gives the state; called once, and only if a pattern is asked for.
    """
    made: list[Standing] = []

    def told(enum: m.Enum, value: int) -> str:
        if all(one.enum is not enum for one in game.patterns.values()):
            return ""
        from gekido_dsl.odds import text as texts

        if not made:
            s = state()
            assert s.question is not None
            made.append(_standing(s, s.question))
        return texts.likely(made[0].chance(enum, value, _QUICK))

    return told


def _standing(s: State, question: Question) -> "Standing":
    from gekido_dsl.odds.standing import Standing

    return Standing(s.program.game, s.program.options, s, stack(s), question.seat)


def stack(s: State) -> "list[Running]":
    """Tells what runs in a state, and to where it has come; the innermost last."""
    from gekido_dsl.odds.resuming import Running

    found = []
    steps = {id(line.phase): line for line in s.program.game.turn.lines} if s.program.game.turn else {}
    for frame in s.frames:
        code, step = frame.code, frame.step
        span, asks = code.spans[step], code.steps[step]
        first = code.spans.index(span)
        begun, chosen = step != first, ()
        line = steps.get(id(code.phase))
        if line is not None and span == line.span:  # The steps that begin phases all stand in one line.
            span, begun = line.steps[step - first].name_span, False
        if begun and isinstance(asks, AskSeveral):
            chosen = frame.locals[asks.chosen]
        found.append(Running(code.decl, span, frame.locals, begun, chosen))
    return found
