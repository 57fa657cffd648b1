"""The chances from where a match stands."""

import json
from pathlib import Path

import click

from gekido_dsl.cli import loading, opening
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter import standing
from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.odds import report as reports
from gekido_dsl.odds import text as texts
from gekido_dsl.play import session
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
    state = resumed.session.state
    assert isinstance(state, State)
    found = standing.reports(state, patterns)
    if form == "json":
        return json.dumps(reports.data(found, game, ()), ensure_ascii=False, indent=2) + "\n"
    if not found:
        return "Nothing is open there that dice decide.\n"
    return texts.text(found, game)
