"""The chances from where a match stands."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from gekido_dsl.cli import loading, opening
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.odds import report as reports
from gekido_dsl.odds import text as texts
from gekido_dsl.odds.position import Running
from gekido_dsl.play import session
from gekido_dsl.play.record import Taken
from gekido_dsl.scenario.opening import FromExample


def told(ruleset: Ruleset, path: Path, patterns: tuple[str, ...], form: str) -> str:
    """Tells the chances from where a saved match stands."""
    _, record = opening.read_record(path)
    made = loading.compiled(ruleset)
    game, header = loading.game_of(made), record.header
    executor = (
        FromExample(game, opening.example_of(game, header.example))
        if header.example
        else Interpreter(game, trace=False)
    )
    try:
        resumed = session.resume(executor, header, record)
    except RuleError as error:
        raise click.ClickException(session.described(error)) from None
    if resumed.stopped is not None:
        raise click.ClickException(
            f"{path} is a match of another ruleset, or of this one as it was: {resumed.stopped}"
        )
    answers = {
        name: option.answers.members.index(header.options[name])
        for name, option in game.options.items()
        if header.options.get(name) in option.answers.members
    }
    found = standing_in(game, answers, resumed.session.state, patterns)
    if form == "json":
        return json.dumps(reports.data(found, game), ensure_ascii=False, indent=2) + "\n"
    if not found:
        return "Nothing is open there that dice decide.\n"
    return texts.text(found, game, thrown=False)


def standing_in(
    game: m.Game, answers: Mapping[str, int], state: State, patterns: Sequence[str] = ()
) -> list[reports.PartReport]:
    """Works out the chances from a state of the interpreter."""
    stack = [
        Running(frame.code.decl, frame.code.spans[min(frame.step, len(frame.code.spans) - 1)], frame.locals)
        for frame in state.frames
    ]
    return reports.standing(game, answers, state, stack, patterns)


def here(played: session.Session) -> list[str]:
    """Tells the chances from where a match that is being played stands, in lines."""
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
        lines += [f"{name}: {texts.percent(by[0])}" for name, by in part.chances.items()]
        lines += [f"{name}, on average: {texts.number(by[0])}" for name, by in part.expected.items()]
    return lines
