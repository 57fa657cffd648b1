"""Two rulesets are played beside one another, in processes where that helps, until there is a verdict or it is enough.

Invariants:
    What is judged are the pairs from the first one on, without a gap, up to where it is looked. So with the same seed
    the same is said, in however many processes the games were played, unless time or Ctrl-C ends it.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import click

from gekido_dsl import simulate
from gekido_dsl.cli import loading, output, settings, simulating
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.simulating import Asked, Simulation
from gekido_dsl.cli.stopping import politely_stopped, tell_of_death
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.insight import comparing, numbers
from gekido_dsl.insight.comparing import Comparison
from gekido_dsl.insight.pairs import PairChunk, Pairs, paired
from gekido_dsl.play.kinds import GREEDY
from gekido_dsl.simulate import Chunk, Run
from gekido_dsl.source import ReadFailure

ENOUGH: Final = 40
"""From how many pairs on several processes are worth starting."""


@dataclass(frozen=True, slots=True)
class Enough:
    """When it is enough."""

    games: int
    """At most so many pairs."""
    seconds: float
    """No look is begun after so long; 0 is for ever."""
    confidence: float
    within: float
    settled: bool = True
    """Whether it ends as soon as there is a verdict on everything."""


@dataclass
class Playing:
    """Pairs of games under way."""

    a: Simulation
    b: Simulation
    enough: Enough
    jobs: int | None = None
    pairs: Pairs = field(default_factory=Pairs)
    """Those up to the last look."""
    stopped: bool = False
    """Whether Ctrl-C ended it."""
    late: bool = False
    """Whether the time was over."""
    progress: Callable[[int], None] = lambda done: None
    executors: Executors = field(default_factory=Executors)

    def go(self) -> Comparison:
        """Plays, and judges what was played."""
        looks = comparing.looks(self.enough.games)
        ends = [look.stop for look in looks]
        waiting: dict[int, PairChunk] = {}
        gathered, at, looked = Pairs(), 0, 0
        verdict = self._judged()
        done = False
        begun_s = time.monotonic()

        def keep(chunk: Chunk) -> None:
            nonlocal at, looked, verdict, done, gathered
            assert isinstance(chunk, PairChunk)
            self.executors.say(chunk.by)
            waiting[chunk.first] = chunk
            while not done and at in waiting:
                ready = waiting.pop(at)
                gathered.merge(ready.pairs)
                at = ready.end
                if at == ends[looked]:
                    looked += 1
                    self.pairs.merge(gathered)
                    gathered = Pairs()
                    verdict = self._judged()
                    done = self.enough.settled and verdict.settled
            self.progress(at)

        def over() -> bool:
            limit_s = self.enough.seconds
            self.late = not done and 0 < limit_s < time.monotonic() - begun_s
            return done or self.late or stop.asked

        with politely_stopped() as stop:
            run = Run(
                paired(self.a.experiment(), self.b.experiment()), looks, keep, time.perf_counter, True,
                tell_of_death, over,
            )  # fmt: skip
            try:
                self._play(run)
            except KeyboardInterrupt:
                stop.asked = True
            except simulate.WorkersDie:
                output.note(
                    "processes that play games die again and again, maybe for want of memory: try --jobs 1"
                )
            self.stopped = stop.asked
        if not done and gathered.games:
            # Whoever stops it is told of all that was played.
            self.pairs.merge(gathered)
            verdict = self._judged()
        return verdict

    def _judged(self) -> Comparison:
        return comparing.compare(self.pairs, self.enough.confidence, self.enough.within)

    def _play(self, run: Run) -> None:
        jobs = self.jobs or (
            min(os.cpu_count() or 1, self.enough.games) if self.enough.games >= ENOUGH else 1
        )
        if jobs == 1:
            run.here(simulate.made(run.experiment, lambda: loading.game_of(self.a.compilation)))
            return
        from gekido_dsl.cli import workers

        for side in (self.a, self.b):
            _keep_module(side)
        run.over(workers.processes(jobs))


def _keep_module(side: Simulation) -> None:
    """Makes the module of a side, where processes take it from the cache: made once, it is there for all."""
    experiment = side.experiment()
    chance = simulate.policies_of(experiment) is None
    if experiment.kind != "interpreter" and chance and experiment.kept and not simulate.is_kept(experiment):
        simulate.made(experiment, lambda: loading.game_of(side.compilation))


# ---------------------------------------------------------------- two sides


@dataclass(frozen=True, slots=True)
class Side:
    """One of two that are compared, as it was asked for."""

    ruleset: Ruleset
    options: tuple[str, ...] = ()
    told: str = ""
    """What is different about it, in words."""

    @property
    def title(self) -> str:
        """What it is called in a report."""
        parts = [self.ruleset.argument, self.told]
        return ", ".join(part for part in parts if part)


def simulation(
    side: Side, players: int | None, seats: tuple[str, ...], seed: int, games: int, random_setup: bool = False
) -> Simulation:
    """Makes what is played for a side.

    Args:
        random_setup: whether chance chooses before the first turn.
    """
    return simulating.new(
        side.ruleset, players, seats, side.options, seed, games, False, None, GREEDY, random_setup
    )


def who_plays(asked: Asked) -> str:
    """Says how many play, which bots, and how they set up."""
    manner = ", set up at random" if asked.random_setup else ""
    return f"{asked.setting.players} players, {' and '.join(dict.fromkeys(asked.seats))}{manner}"


def with_changes(side: Side, changes: tuple[str, ...]) -> Side:
    """Gives a side with options answered and numbers turned, each written `NAME=VALUE`.

    Raises:
        click.BadParameter: there is no such option or number, or the value is none.
    """
    if not changes:
        return side
    cover = loading.cover(side.ruleset)
    options, told, turns = list(side.options), [], []
    known: list[numbers.Number] = []
    for written in changes:
        name, sign, value = written.partition("=")
        if not sign or not value.strip():
            raise click.BadParameter(f"`{written}` is not of the form NAME=VALUE", param_hint="--with")
        if settings.kebab(name) in {settings.kebab(one) for one in cover.option_names}:
            options.append(written)
            ((option, answer),) = settings.option_answers([written], cover.option_names).items()
            told.append(f"{option} is {answer}")
            continue
        if not known:
            known = numbers.numbers(loading.compiled(side.ruleset, whole=True))
        try:
            number = numbers.find(name, known)
        except numbers.UnknownNumber as error:
            raise click.BadParameter(str(error), param_hint="--with") from None
        turns.append((number, whole(value, number)))
        told.append(changed(number, value.strip()))
    return Side(turned(side.ruleset, turns), tuple(options), "; ".join(told))


def changed(number: numbers.Number, value: str) -> str:
    """Says that a number has another value."""
    at = "" if number.name == number.place else f" ({number.place})"
    return f"{number.name} is {value}, not {number.value}{at}"


def whole(value: str, number: numbers.Number) -> int:
    """Reads a whole number.

    Raises:
        click.BadParameter: it is none.
    """
    try:
        return int(value)
    except ValueError:
        raise click.BadParameter(
            f"`{value.strip()}` is no whole number; {number.name} is {number.value}, at {number.place}"
        ) from None


def turned(ruleset: Ruleset, values: list[tuple[numbers.Number, int]]) -> Ruleset:
    """Gives a ruleset with numbers turned; the same where nothing is.

    Raises:
        click.exceptions.Exit: with them it has errors, which have been shown.
    """
    if not values:
        return ruleset
    return replace(ruleset, provider=numbers.turned(ruleset.provider, values))


def same(a: Side, b: Side) -> bool:
    """Tells whether nothing is different."""
    one, other = a.ruleset.read(), b.ruleset.read()
    if isinstance(one, ReadFailure) or isinstance(other, ReadFailure) or one.text != other.text:
        return False
    made = [loading.compiled(side.ruleset) for side in (a, b)]
    return made[0].identity == made[1].identity and sorted(a.options) == sorted(b.options)
