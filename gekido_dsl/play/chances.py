"""The chances of whatever is open in a match and dice decide."""

from collections.abc import Mapping, Sequence

from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.odds import report as reports
from gekido_dsl.odds import text as texts
from gekido_dsl.odds.position import Running
from gekido_dsl.play import session
from gekido_dsl.play.record import Taken


def standing_in(
    game: m.Game, answers: Mapping[str, int], state: State, patterns: Sequence[str] = ()
) -> list[reports.PartReport]:
    """Works out the chances from a state of the interpreter."""
    stack = [
        Running(frame.code.decl, frame.code.spans[min(frame.step, len(frame.code.spans) - 1)], frame.locals)
        for frame in state.frames
    ]
    return reports.standing(game, answers, state, stack, patterns)


def here(played: session.Session) -> list[tuple[str, str]]:
    """Tells the chances from where a match that is being played stands: of what, and how likely it is."""
    executor = played.executor
    reference = executor if isinstance(executor, Interpreter) else getattr(executor, "reference", None)
    if not isinstance(reference, Interpreter):
        return []
    state = played.state
    if not isinstance(state, State):
        # What is compiled does not tell where the rules stand: the reference goes the same way.
        again = session.Session(reference, played.header)
        for step in played.steps:
            if again.follow(Taken(step.decision.seat, step.choice.id, step.draws)) is not None:
                return []
        state = again.state
    if not isinstance(state, State):
        return []
    options = reference.game.options
    answers = {
        name: option.answers.members.index(played.header.options[name])
        for name, option in options.items()
        if played.header.options.get(name) in option.answers.members
    }
    lines = []
    for part in standing_in(reference.game, answers, state):
        lines += [(name, texts.percent(by[0])) for name, by in part.chances.items()]
        lines += [(f"{name}, on average", texts.number(by[0])) for name, by in part.expected.items()]
    return lines
