"""`gdl solve`: what a small game is worth, and how it is played best."""

import json
from typing import Any, Final

import click

from gekido_dsl import solve as solving
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, WhoPlays
from gekido_dsl.cli import loading, opening, output, settings
from gekido_dsl.cli.main import FINDINGS, FINE
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.stopping import politely_stopped
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, RuleError, Setting
from gekido_dsl.model.hidden import hides
from gekido_dsl.play.session import described
from gekido_dsl.scenario.opening import FromExample, NoPosition

_POSITIONS: Final = 300_000
_MOST: Final = 20_000_000
_ROWS: Final = 60
"""As many choices and decisions are shown; `--format json` has all."""

_EPILOG: Final = """\b
Examples:
  gdl solve tic_tac_toe
  gdl solve my-game.gdl --positions 2000000
  gdl solve my-game.gdl --example "An ending"
"""


@click.command("solve", short_help="Solve a small game: who wins by best play, and how.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option(
    "--positions",
    type=click.IntRange(1, _MOST),
    default=_POSITIONS,
    show_default=True,
    help="Maximum number of positions to look at.",
)
@settings.players_option
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, help="Random seed of the set-up, if it uses chance."
)
@settings.answers_option
@click.option("--example", metavar="TITLE", help="Start from the position of an example, with its options.")
@output.format_option("text", "json")
def command(
    ruleset: Ruleset,
    positions: int,
    players: int | None,
    seed: int,
    options: tuple[str, ...],
    example: str | None,
    form: str,
) -> int:
    """Solve a small game: who wins by best play, and how.

    For two players who see everything, without chance during play. If there are more positions than --positions, the
    result is what is certain all the same. Ctrl-C ends the search and keeps what is known.
    """
    made = loading.compiled(ruleset)
    executor, setting = _begun(made, players, seed, options, example)
    _check(made, setting)
    walk, by = _walk(made, executor, setting, example is not None)
    progress = output.Progress("positions", None)
    with politely_stopped("what is known by now is worked out; Ctrl-C again ends it at once") as stop:
        try:
            solved = solving.solve(walk, positions, progress.at, lambda: stop.asked)
        except solving.Broken as broken:
            progress.done()
            return _broken(broken, executor, setting)
        finally:
            progress.done()
    Executors().say(by)
    words = solving.Worded(solved, executor, lambda: executor.initial(setting)[0])
    report = _report(loading.game_of(made).title, str(by), solved, words)
    output.result(
        json.dumps(report, ensure_ascii=False, indent=2) + "\n" if form == "json" else _text(report)
    )
    if not solved.graph.complete:
        why = "stopped" if stop.asked else f"stopped at {len(solved.graph):,} positions"
        output.note(f"{why}; --positions {min(10 * positions, _MOST)} looks further, with more memory")
    return FINE


def _begun(
    made: Compilation, players: int | None, seed: int, options: tuple[str, ...], example: str | None
) -> tuple[Executor, Setting]:
    """Gives the interpreter and the setting of the match.

    Raises:
        click.BadParameter: there is no such example, or nothing follows from it.
    """
    if example is None:
        return made.executor(), loading.setting_of(made, players, seed, options)
    game = loading.game_of(made)
    found = opening.example_of(game, example)
    count = found.players or game.least_players
    if players not in (None, count):
        raise click.BadParameter(f"the example is for {count} players", param_hint="'--players'")
    answers = {name: game.options[name].answers.members[k] for name, k in found.options.items()}
    executor, setting = FromExample(game, found), Setting(count, seed, answers)
    try:
        executor.initial(setting)
    except NoPosition as error:
        raise click.BadParameter(
            f"nothing can be played from `{found.name}`: {error}", param_hint="'--example'"
        ) from error
    return executor, setting


def _check(made: Compilation, setting: Setting) -> None:
    """Refuses games that have no such values.

    Raises:
        click.UsageError: this is one.
    """
    if setting.players != 2:
        raise click.UsageError(
            f"only games for two players can be solved, and this one is for {setting.players}; "
            "try `gdl simulate` instead"
        )
    if hides(loading.game_of(made)):
        raise click.UsageError(
            "players do not see everything in this game, so no choice is best by itself; "
            "try `gdl simulate` instead"
        )


def _walk(
    made: Compilation, executor: Executor, setting: Setting, from_example: bool
) -> tuple[solving.CompiledWalk | solving.InterpretedWalk, WhoPlays]:
    """Gives what goes through the positions, and who carries out the rules in it."""
    if from_example:
        return solving.InterpretedWalk(executor, setting), WhoPlays("the match begins from an example")
    try:
        return solving.CompiledWalk(loading.game_of(made), setting), COMPILED
    except NotCompiled as error:
        return solving.InterpretedWalk(executor, setting), WhoPlays(str(error), True)


def _broken(broken: solving.Broken, executor: Executor, setting: Setting) -> int:
    """Says what stands in the way of a solution.

    Raises:
        click.UsageError: the game has none.
    """
    line, error = _names(executor, setting, broken.line)
    after = f" after {', '.join(line)}" if line else ""
    match broken.why:
        case solving.Chance():
            raise click.UsageError(
                f"play uses chance ({broken.why}{after}), so no result is certain; try `gdl simulate` instead"
            ) from None
        case solving.Shared():
            raise click.UsageError(
                f"the players win or lose together{after}, so they do not play against each other; "
                "try `gdl simulate` instead"
            ) from None
        case RuleError() as failed:
            output.note(f"error: {described(error or failed)}")
            return FINDINGS
    raise broken.why


def _names(executor: Executor, setting: Setting, line: tuple[int, ...]) -> tuple[list[str], RuleError | None]:
    """Gives the identities of the choices of a line, and the error at its end, if there is one."""
    state, names = executor.initial(setting)[0], list[str]()
    for number in line:
        decision = executor.decision(state)
        assert decision is not None
        names.append(decision.choices[number].id)
        try:
            executor.apply(state, number)
        except RuleError as error:
            return names, error
    return names, None


def _report(title: str, by: str, solved: solving.Solved, words: solving.Worded) -> dict[str, Any]:
    """Gathers what is told, as plain values."""
    graph = solved.graph
    return {
        "schema_version": 1,
        "executor": by,
        "title": title,
        "positions": len(graph) - len(graph.ends),
        "complete": graph.complete,
        "result": _value(solved.verdict(), graph.complete),
        "choices": [
            {"id": step.choice.id, "player": step.seat + 1, **_value(step.verdict, graph.complete)}
            for step in (words.choices() if graph.opened else [])
        ],
        "line": [{"id": step.choice.id, "player": step.seat + 1} for step in words.line()],
    }


def _value(verdict: solving.Verdict, complete: bool) -> dict[str, Any]:
    """Gives what is known of a position."""
    winners: dict[int, int | str] = {1: 1, 0: "draw", -1: 2}
    return {
        "certain": verdict.certain,
        "winner": winners[verdict.least] if verdict.certain else None,
        "decisions": verdict.distance,
        "exact": verdict.certain and complete,
        "for_player_1": [verdict.least, verdict.most],
    }


def _said(value: dict[str, Any]) -> str:
    """Words what is known of a position."""
    if not value["certain"]:
        return {(-1, 1): "unknown", (0, 1): "player 1 at least draws", (-1, 0): "player 2 at least draws"}[
            tuple(value["for_player_1"])
        ]
    number = value["decisions"]
    if value["winner"] == "draw":
        return "a draw" if number is not None else "a draw: nobody can force an end"
    if number is None:
        return f"player {value['winner']} wins"
    far = (
        f"{number} decision{'s' if number != 1 else ''}" if value["exact"] else f"at most {number} decisions"
    )
    return f"player {value['winner']} wins" + (f" in {far}" if number else " at once")


def _text(report: dict[str, Any]) -> str:
    """Lays a report out for a terminal."""
    out = [
        f"{report['title']}: {_said(report['result'])}",
        f"{report['positions']:,} positions, {'all there are' if report['complete'] else 'and there are more'}",
        "",
    ]
    rows = [("choice", "result")]
    rows += [(one["id"], _said(one)) for one in report["choices"][:_ROWS]]
    widest = max(len(name) for name, _ in rows)
    out += [f"{name:<{widest}}  {said}" for name, said in rows]
    out += [f"and {len(report['choices']) - _ROWS} more"] if len(report["choices"]) > _ROWS else []
    if report["line"]:
        line = report["line"]
        out += ["", "best play"]
        out += [
            f"{number:>3}  player {one['player']}  {one['id']}" for number, one in enumerate(line[:_ROWS], 1)
        ]
        out += [f"and {len(line) - _ROWS} more"] if len(line) > _ROWS else []
    return "\n".join(out) + "\n"
