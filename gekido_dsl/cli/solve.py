"""`gdl solve`: what a small game is worth, and how it is played best."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from gekido_dsl import solve as solving
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, WhoPlays
from gekido_dsl.cli import loading, opening, output, settings, trained
from gekido_dsl.cli.bots import bot_maker, executor_of
from gekido_dsl.cli.main import FINDINGS, FINE
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.stopping import politely_stopped
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import suggest
from gekido_dsl.engine import Executor, RuleError, Setting
from gekido_dsl.model.hidden import hides
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.session import described
from gekido_dsl.rng import bot_seed
from gekido_dsl.scenario.opening import FromExample, NoPosition, turn_begun
from gekido_dsl.simulate.intervals import wilson

_POSITIONS: Final = 300_000
_MOST: Final = 20_000_000
_CHECKS: Final = 500
_ROWS: Final = 60
"""As many choices and decisions are shown; `--format json` has all."""

_EPILOG: Final = """\b
Examples:
  gdl solve tic_tac_toe
  gdl solve my-game.gdl --positions 2000000
  gdl solve my-game.gdl --example "An ending" --forget "Quiet Moves"
  gdl solve my-game.gdl --check quick
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
@click.option(
    "--forget",
    multiple=True,
    metavar="FACT",
    help="Keep this fact as it is at the start, such as a count of moves; `position` forgets earlier positions.",
)
@click.option(
    "--check",
    metavar="BOT",
    help="Also measure how often this bot keeps the result: quick, search:60, greedy...",
)
@click.option(
    "--checks",
    type=click.IntRange(1, 100_000),
    default=_CHECKS,
    show_default=True,
    help="Positions in which the bot chooses.",
)
@output.format_option("text", "json")
def command(
    ruleset: Ruleset,
    positions: int,
    players: int | None,
    seed: int,
    options: tuple[str, ...],
    example: str | None,
    forget: tuple[str, ...],
    check: str | None,
    checks: int,
    form: str,
) -> int:
    """Solve a small game: who wins by best play, and how.

    For two players who see everything, without chance during play. If there are more positions than --positions, the
    result is what is certain all the same. Ctrl-C ends the search and keeps what is known.
    """
    made = loading.compiled(ruleset)
    executor, setting = _begun(made, players, seed, options, example)
    _check(made, setting)
    bot = _bot(ruleset, made, setting, check) if check is not None else None
    walk, by = _walk(made, executor, setting, _cells(made, setting, forget))
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
    if bot is not None:
        report["check"] = _checked(made, executor, setting, check or "", bot, solved, checks)
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


def _cells(made: Compilation, setting: Setting, forget: Sequence[str]) -> list[int]:
    """Gives the cells of what is to be forgotten.

    Raises:
        click.BadParameter: there is no such fact.
    """
    game, cells = loading.game_of(made), list[int]()
    for name in forget:
        found = solving.cells_of(game, setting.players, name)
        if not found:
            known = [fact for kind in game.kinds.values() for fact in kind.fields]
            known += [fact for phase in game.phases.values() for fact in phase.fields]
            near = suggest.did_you_mean(name, known) or f"there are {', '.join(known) or 'none'}"
            raise click.BadParameter(f"no fact is called `{name}`; {near}", param_hint="'--forget'")
        cells += found
    return cells


def _walk(
    made: Compilation, executor: Executor, setting: Setting, kept: Sequence[int]
) -> tuple[solving.CompiledWalk | solving.InterpretedWalk, WhoPlays]:
    """Gives what goes through the positions, and who carries out the rules in it."""
    by = WhoPlays("the example begins within a turn")
    try:
        if not isinstance(executor, FromExample):
            walk = solving.CompiledWalk(loading.game_of(made), setting, kept=kept)
            walk.start()
            return walk, COMPILED
        begin = turn_begun(executor, executor.scenario, setting.seed)
        if begin is not None:
            walk = solving.CompiledWalk(loading.game_of(made), setting, begin=begin, kept=kept)
            if walk.comes_to(executor.initial(setting)[0]):
                return walk, COMPILED
    except NotCompiled as error:
        by = WhoPlays(str(error), True)
    return solving.InterpretedWalk(executor, setting, kept), by


def _bot(ruleset: Ruleset, made: Compilation, setting: Setting, kind: str) -> Callable[[int], Bot]:
    """Gives what makes the bot that is checked.

    Raises:
        click.BadParameter: there is no such bot.
    """
    (named,) = settings.seat_kinds([kind], 1)
    found = bot_maker(named, lambda: trained.player_for(ruleset, made.identity, setting))
    if found is None:
        raise click.BadParameter(f"`{kind}` is no bot", param_hint="'--check'")
    return found


def _checked(
    made: Compilation,
    executor: Executor,
    setting: Setting,
    kind: str,
    maker: Callable[[int], Bot],
    solved: solving.Solved,
    many: int,
) -> dict[str, Any]:
    """Has a bot choose in positions where it matters, and counts how often it keeps the result."""
    player, state = executor, executor.initial(setting)[0]
    if not isinstance(executor, FromExample):
        player = executor_of(made, setting, [kind])[0]
        state = player.initial(setting)[0]
    words = solving.Worded(solved, player, lambda: state)
    positions = solving.mattering(solved, many, setting.seed)
    progress, kept = output.Progress("choices", len(positions)), 0
    for number, position in enumerate(positions):
        here = words.state(position)
        decision = player.decision(here)
        assert decision is not None
        taken = len(solved.graph.line_to(position))
        choice = maker(bot_seed(setting.seed, number)).choose(player, here, decision, taken)
        kept += solving.keeps(solved, position, choice)
        progress.at(number + 1)
    progress.done()
    low, high = wilson(kept, len(positions))
    return {"bot": kind, "positions": len(positions), "kept": kept, "interval": [low, high]}


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
        "result": _value(solved.verdict()),
        "choices": [
            {"id": step.choice.id, "player": step.seat + 1, **_value(step.verdict)}
            for step in (words.choices() if graph.opened else [])
        ],
        "line": [{"id": step.choice.id, "player": step.seat + 1} for step in words.line()],
    }


def _value(verdict: solving.Verdict) -> dict[str, Any]:
    """Gives what is known of a position."""
    winners: dict[int, int | str] = {1: 1, 0: "draw", -1: 2}
    return {
        "certain": verdict.certain,
        "winner": winners[verdict.least] if verdict.certain else None,
        "decisions": verdict.distance,
        "exact": verdict.exact,
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
    if "check" in report:
        check = report["check"]
        low, high = check["interval"]
        out += [
            "",
            f"{check['bot']} keeps the result in {check['kept']:,} of {check['positions']:,} positions",
        ]
        out[-1] += f" where a choice can lose it ({low:.0%} to {high:.0%})"
    return "\n".join(out) + "\n"
