"""`gdl train`: train a player of a ruleset."""

import os
from dataclasses import replace
from typing import Final

import click

from gekido_dsl.cli import loading, output, settings, trained, workers
from gekido_dsl.cli.main import FINE, INTERRUPTED
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.simulating import recorded
from gekido_dsl.cli.stopping import politely_stopped
from gekido_dsl.diagnostics.render.shell import quoted
from gekido_dsl.learning.looking import DRAWS
from gekido_dsl.learning.player import Player, Players, written
from gekido_dsl.source import Recording

_ROUNDS: Final = 6
_GAMES: Final = 400
_DECISIONS: Final = 15_000
_PLAYOUTS: Final = 200
_LOOKS: Final = 4
_PAIRS: Final = 100

_EPILOG: Final = """\b
Examples:
  gdl train my-game.gdl
  gdl train my-game.gdl --players 4 --rounds 3
  gdl train my-game.gdl --fresh --playouts 600
  gdl simulate my-game.gdl --seat quick
"""


@click.command("train", short_help="Train a player of a game.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@settings.players_option
@settings.answers_option
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=_ROUNDS,
    show_default=True,
    help="Maximum rounds of training.",
)
@click.option(
    "--games",
    type=click.IntRange(2, 1 << 20),
    default=_GAMES,
    show_default=True,
    help="Maximum games of a round.",
)
@click.option(
    "--decisions", type=click.IntRange(10, 200_000), default=_DECISIONS, show_default=True,
    help="Decisions after which a round has enough games.",
)  # fmt: skip
@click.option(
    "--playouts", type=click.IntRange(2, 1_000_000), default=_PLAYOUTS, show_default=True,
    help="Playouts of the search that it learns from.",
)  # fmt: skip
@click.option(
    "--looks", type=click.IntRange(1, DRAWS), default=_LOOKS, show_default=True,
    help="How often the player looks at each choice, where chance or hidden things have a part in it.",
)  # fmt: skip
@click.option(
    "--measure", "pairs", type=click.IntRange(2, 1 << 20), default=_PAIRS, show_default=True,
    help="Pairs of games that measure each round and, at the end, the player.",
)  # fmt: skip
@click.option("--fresh", is_flag=True, help="Begin anew instead of going on with the trained player.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Random seed.")
@click.option("--jobs", type=click.IntRange(1), help="Number of processes; does not affect the results.")
def command(
    ruleset: Ruleset,
    players: int | None,
    options: tuple[str, ...],
    rounds: int,
    games: int,
    decisions: int,
    playouts: int,
    looks: int,
    pairs: int,
    fresh: bool,
    seed: int,
    jobs: int | None,
) -> int:
    """Train a player of a game.

    A search plays, and the player learns to choose as it does, at a thousandth of the time. Each round is measured
    against the one before. What was learned is kept beside the ruleset, in a file of its name that ends in
    `.players.json`, and plays as `quick`: `--seat quick`. Run it again to go on; Ctrl-C keeps the rounds that are over.
    """
    try:
        from gekido_dsl.learning.training import Course, Plan, Training
    except ImportError as error:
        raise click.UsageError(
            f"training needs numpy ({error}); install it with `pip install 'gekido-dsl[numpy]'`"
        ) from None
    from gekido_dsl.backend.who_plays import NotCompiled, compiling

    target = trained.path_beside(ruleset)
    if target is None:
        raise click.UsageError(
            "what is learned is kept beside the ruleset, so that has to be a file of its own"
        )
    texts = Recording(ruleset.provider)
    made = loading.compiled(replace(ruleset, provider=texts))
    setting = loading.setting_of(made, players, seed, options)
    known = Players() if fresh else trained.beside(ruleset)
    start = known.of(setting)
    old = start is not None and known.ruleset != made.identity
    if old:
        output.note(
            "the rules have changed since it was trained: it begins with what it knew, and is measured anew"
        )
    if start is not None:
        start = replace(start, rounds=0 if old else start.rounds, looks=looks)
    found: Player | None = None
    jobs = jobs or os.cpu_count() or 1
    pool = workers.processes(jobs)
    executor = pool.open()
    whole = False
    try:
        with politely_stopped() as stop, compiling():
            told = _Told()
            course = Course(ruleset.name, recorded(texts), setting)
            plan = Plan(rounds, games, decisions, playouts, looks, pairs)
            training = Training(course, plan, executor, jobs, lambda: stop.asked, told.at)
            for one in training.rounds(start):
                told.done()
                against = "" if one.won is None else f"; it won {one.won} against the one before"
                output.result(
                    f"round {one.number}: {one.games} games, {one.decisions:,} decisions, "
                    f"as the search in {100 * one.agrees:.0f} of 100{against}\n"
                )
                if one.better or found is None:
                    known = known.having(one.player, made.identity)
                    target.write_text(written(known), encoding="utf-8", newline="\n")
                found = one.player
            if found is not None and not training.stopped:
                found = training.check(found, pairs)
                told.done()
                for name, won in found.checked:
                    output.result(f"it won {won} against {name}\n")
            whole = not training.stopped
    except NotCompiled as problem:
        raise click.UsageError(f"this game cannot be trained on: {problem}") from None
    finally:
        pool.close(executor, whole)
    if found is None:
        output.note("no round was over, so nothing was learned")
        return INTERRUPTED if not whole else FINE
    target.write_text(written(known.having(found, made.identity)), encoding="utf-8", newline="\n")
    output.note(
        f"{target} has {len(found.weights):,} weights; `gdl simulate {quoted(ruleset.argument)} --seat quick` plays it"
    )
    return FINE if whole else INTERRUPTED


class _Told:
    """Shows how far training is."""

    def __init__(self) -> None:
        self._what = ""
        self._progress: output.Progress | None = None

    def at(self, what: str, done: int, whole: int) -> None:
        """Says what goes on."""
        if what != self._what:
            self.done()
            self._what, self._progress = what, output.Progress(what, whole)
        assert self._progress is not None
        self._progress.at(done)

    def done(self) -> None:
        """Something else comes."""
        if self._progress is not None:
            self._progress.done()
        self._what, self._progress = "", None
