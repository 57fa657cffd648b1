"""A simulation asked for on the command line is played: here, in processes or on a cluster, kept in a file or not."""

import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from gekido_dsl import __version__, simulate
from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.cli import loading, output, settings
from gekido_dsl.cli.bots import maker_of, policy_of
from gekido_dsl.cli.paths import Ruleset, find
from gekido_dsl.cli.stopping import politely_stopped, tell_of_death
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.diagnostics.render.shell import joined, quoted
from gekido_dsl.engine import Setting
from gekido_dsl.play.kinds import GREEDY, PERSON, PLANNER, RANDOM
from gekido_dsl.simulate import Chunk, Experiment, Kind, Maker, Run, Totals
from gekido_dsl.simulate.mattering import DECISIONS
from gekido_dsl.source import Recorded, Recording

if TYPE_CHECKING:
    from gekido_dsl.cli.store import Store
    from gekido_dsl.compilation import Compilation
    from gekido_dsl.learning.player import Player
    from gekido_dsl.model import nodes as m

_ENOUGH: Final = 40
"""From how many games on several processes are worth starting."""
_KEPT: Final = ".sqlite"
_WORTH_WEIGHING: Final = 64
"""Of fewer games it is not told how often a decision mattered."""
_FIRST: Final = 4
"""When none of so many games comes to its end, others play who look further."""
_WORTH_COMPILING: Final = 32
"""For fewer games the interpreter is ready sooner."""
_UNDECIDED: Final = 5
"""After so many games that broke a rule before anybody decided no more are played: each may take all steps."""
_FEW: Final = f"fewer than {_WORTH_COMPILING} games start sooner without compiling"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is simulated, as it is written on a command line."""

    argument: str
    """The ruleset."""
    setting: Setting
    seats: tuple[str, ...]
    """The bot of each seat."""
    counted: bool = True
    """Whether the games are followed for the whole report."""
    random_setup: bool = False
    """Whether chance chooses before the first turn."""

    def command(self, *more: str) -> str:
        """Writes the command that plays it again."""
        words = settings.repeating("simulate", self.argument, self.setting, self.seats)
        return f"{words} {joined([*self._manner, *more])}"

    @property
    def _manner(self) -> list[str]:
        return [*(["--random-setup"] if self.random_setup else []), *([] if self.counted else ["--brief"])]


@dataclass
class Simulation:
    """A simulation on its way."""

    asked: Asked
    ruleset: Ruleset
    """Read through `texts`."""
    title: str
    texts: Recording
    games: int
    store: "Store | None" = None
    target: Path | None = None
    """The table of games that is written in the end."""
    totals: Totals = field(default_factory=Totals)
    kind: Kind = "any"
    stopped: bool = False
    seconds: float | None = None
    """After how long no further game is begun; None for as long as it takes."""
    late: bool = False
    """Whether that ended it."""
    left_out: list[int] = field(default_factory=list)
    further: str = ""
    """Who plays instead if none of the first games comes to its end; empty for nobody."""
    executors: Executors = field(default_factory=Executors)
    loaded: "Compilation | None" = None
    """The ruleset, if it is loaded already."""

    @cached_property
    def compilation(self) -> "Compilation":
        """The ruleset; a game from the store is loaded only for whoever asks."""
        return self.loaded or loading.compiled(self.ruleset)

    @property
    def played_by(self) -> WhoPlays | None:
        """The slowest executor that played its games, those that a file keeps included; None where nothing says."""
        return self.executors.slowest if self.store is None else self.store.executor

    def maker(self, bot: str) -> Maker:
        """Gives who plays a seat."""
        return maker_of(bot, self.asked.random_setup, lambda: self.trained)

    @cached_property
    def trained(self) -> "Player":
        """The trained player of what is played.

        Raises:
            click.UsageError: there is none.
        """
        from gekido_dsl.cli.trained import player_for

        return player_for(self.ruleset, self.compilation.identity, self.asked.setting, self.texts)

    def experiment(self) -> Experiment:
        """Gives what is played, as it is sent to others."""
        asked = self.asked
        makers = tuple(map(self.maker, asked.seats))
        made = Experiment(
            self.ruleset.name, recorded(self.texts), asked.setting, makers, asked.counted, self.kind
        )
        searches = any(settings.effort(bot) is not None for bot in asked.seats)
        if self.kind == "interpreter":
            made = replace(made, why="--executor-kind says so")
        if simulate.policies_of(made) is not None and self.kind != "interpreter":
            return replace(made, searches=searches)
        if searches:
            return replace(made, kind="interpreter", searches=True)
        if self.kind != "any":
            return made
        if any(makers):
            bots = sorted({bot for bot in asked.seats if bot != RANDOM})
            return replace(made, kind="interpreter", why=f"{' and '.join(bots)} cannot play inside a module")
        if self.games < _WORTH_COMPILING and not simulate.is_kept(made):
            return replace(made, kind="interpreter", why=_FEW)
        return made

    # ------------------------------------------------------------ playing

    def go(self, jobs: int | None, executor: str | None) -> None:
        """Plays the games that are left; Ctrl-C ends it early and keeps those that are over."""
        left = simulate.gaps(self.store.played if self.store is not None else [], self.games)
        count = sum(map(len, left))
        first = Totals()
        tried = self.further and self.store is None and self.games > _FIRST
        if tried:
            left = [range(_FIRST), range(_FIRST, self.games)]
        progress = output.Progress("games", self.games)
        done = self.games - count

        def hopeless() -> bool:
            return first.games == _FIRST and not (first.finished or first.failed)

        def undecided() -> bool:
            """Tells whether every game so far broke a rule before anybody decided: then the others do, too."""
            failed = self.totals.failed
            return _UNDECIDED <= failed == self.totals.games and not any(
                one.decisions for one in self.totals.errors
            )

        def keep(chunk: Chunk) -> None:
            nonlocal done
            if tried and chunk.end <= _FIRST:
                first.merge(chunk.totals)
            self.executors.say(chunk.by)
            if self.store is not None:
                self.store.keep(chunk)
            self.totals.merge(chunk.totals)
            done += chunk.end - chunk.first
            progress.at(done)

        begun = time.perf_counter()

        def over() -> bool:
            late = self.seconds is not None and time.perf_counter() - begun > self.seconds
            self.late = self.late or (late and self.totals.games > 0 and not stop.asked)
            return stop.asked or self.late or hopeless() or undecided()

        with politely_stopped() as stop:
            run = Run(
                self.experiment(), left, keep, time.perf_counter, self.store is not None, tell_of_death, over
            )
            self.left_out = run.left_out
            try:
                self._play(run, count, jobs, executor)
            except KeyboardInterrupt:
                run.stopped = True
            except simulate.WorkersDie:
                run.stopped = True
                output.note(
                    "processes that play games die again and again, maybe for want of memory: try --jobs 1"
                )
            finally:
                progress.done()
        if hopeless() and not stop.asked:
            self._look_further(jobs, executor)
            return
        endless = run.stopped and undecided() and not stop.asked
        if endless:
            output.note(
                f"each of the first {self.totals.games} games broke a rule before anybody decided; no more are played"
            )
        self.stopped = run.stopped and not self.late and not endless

    def _look_further(self, jobs: int | None, executor: str | None) -> None:
        """Begins again with players who look further, since those who play come to no end."""
        players = self.asked.setting.players
        output.note(
            f"none of the first {_FIRST} games came to its end with every seat {self.asked.seats[0]}; every seat is "
            f"{self.further} now, which takes far longer. `--seat {self.asked.seats[0]}` plays as before"
        )
        self.asked = replace(self.asked, seats=(self.further,) * players)
        self.totals, self.left_out, self.further, self.late = Totals(), [], "", False
        self.go(jobs, executor)

    def _play(self, run: Run, count: int, jobs: int | None, executor: str | None) -> None:
        if executor is not None:
            from gekido_dsl.cli import clusters

            if count:
                run.over(clusters.pool_of(executor))
            return
        jobs = jobs or (min(os.cpu_count() or 1, count) if count >= _ENOUGH else 1)
        if jobs == 1:
            experiment, game = run.experiment, lambda: loading.game_of(self.compilation)
            compiled = replace(experiment, kind="any")
            faster = (lambda: simulate.made(compiled, game)) if experiment.why == _FEW else None
            run.here(simulate.made(experiment, game), faster)
        else:
            from gekido_dsl.cli import workers

            asked = run.experiment
            random = simulate.policies_of(asked) is None
            if asked.kind != "interpreter" and random and asked.kept and not simulate.is_kept(asked):
                # Made once, it is there for all of them.
                simulate.made(asked, lambda: loading.game_of(self.compilation))
            run.over(workers.processes(jobs))

    def weighed(self) -> simulate.Mattering | None:
        """Finds how often a decision mattered; None where too few games were followed to tell."""
        if not self.asked.counted or self.stopped or self.totals.games < _WORTH_WEIGHING:
            return None
        from gekido_dsl.simulate.weighing import weigh  # what it brings along takes long to load

        progress = output.Progress("decisions played on", DECISIONS)
        with politely_stopped() as stop:
            try:
                return weigh(
                    self.experiment(),
                    loading.game_of(self.compilation),
                    self.totals.games,
                    lambda: stop.asked,
                    progress.at,
                )
            finally:
                progress.done()

    def answers(self, jobs: int | None) -> list[simulate.Answered]:
        """Plays as many games with each other answer of each option that was not given."""
        found: list[simulate.Answered] = []
        setting = self.asked.setting
        seats = setting.players
        for option, answers in loading.cover(self.ruleset).option_names.items():
            if option in setting.options:
                continue
            for answer in answers:
                chosen = answer == answers[0]
                totals = self.totals
                if not chosen and not self.stopped:
                    totals = self._with(option, answer, jobs)
                if totals.games:
                    found.append(simulate.answered(option, answer, chosen, totals, seats))
        return found

    def _with(self, option: str, answer: str, jobs: int | None) -> Totals:
        """Plays with another answer of an option."""
        setting = replace(self.asked.setting, options={**self.asked.setting.options, option: answer})
        other = replace(
            self,
            asked=replace(self.asked, setting=setting, counted=False),
            games=max(self.totals.games, 1),
            totals=Totals(),
            left_out=[],
            loaded=self.compilation,
            seconds=None,
            further="",
        )
        output.note(f"{option}: {answer}")
        other.go(jobs, None)
        self.stopped = self.stopped or other.stopped
        if other.totals.failed:
            output.note(f"{other.totals.failed:,} games came to a rule error: {other.totals.errors[0].error}")
        return other.totals

    # ------------------------------------------------------------ afterwards

    def finish(self) -> None:
        """Writes what is written in the end, and says how to go on."""
        store = self.store
        for number in self.left_out:
            output.note(f"game {number} kills the process that plays it, and is left out; to see it:")
            output.note(f"  {self.asked.command('--game', str(number))}")
        if store is None:
            if self.late:
                quicker = (
                    "; --seat greedy is quicker, but plays worse"
                    if settings.TRUSTED in self.asked.seats
                    else ""
                )
                output.note(
                    f"after {self.seconds:g} s there were {self.totals.games:,} games; "
                    f"-n {self.games} plays as many{quicker}"
                )
            if self.stopped:
                output.note(
                    f"stopped after {self.totals.games:,} of {self.games:,} games; "
                    "with --out FILE.sqlite a run can go on later"
                )
            return
        store.tallied(self.totals)
        if self.stopped or self.left_out:
            output.note(
                f"stopped after {self.totals.games:,} of {self.games:,} games; to go on:\n"
                f"  gdl simulate --resume {quoted(str(store.path))}"
            )
            store.close()
            return
        if self.target is not None and self.target != store.path:
            store.export(self.target)
            store.close()
            store.path.unlink()
        else:
            store.close()


# ---------------------------------------------------------------- from the command line


def new(
    ruleset: Ruleset,
    players: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    seed: int | None,
    games: int,
    counted: bool,
    out: Path | None,
    bot: str = RANDOM,
    random_setup: bool = False,
) -> Simulation:
    """Begins a simulation.

    Args:
        bot: plays the seats of which nothing is said.
        random_setup: whether chance chooses before the first turn.
    Raises:
        click.UsageError: something that was written is not possible.
    """
    texts = Recording(ruleset.provider)
    ruleset = replace(ruleset, provider=texts)
    cover = loading.cover(ruleset)
    drawn = settings.new_seed() if seed is None else seed
    setting = cover.setting(players, drawn, options, seats)
    further = ""
    if bot != RANDOM and not seats:
        game = loading.game_of(loading.compiled(ruleset))
        bot = _affordable(game, setting, bot)
        # A plan is judged by the aim; without one, those who look ahead play to the end of the game anyway.
        further = PLANNER if bot != RANDOM and game.aim is not None else ""
    kinds = settings.seat_kinds(seats, setting.players, [bot] * setting.players)
    if PERSON in kinds:
        raise click.BadParameter("a person does not play thousands of games", param_hint="--seat")
    simulation = Simulation(
        Asked(ruleset.argument, setting, kinds, counted, random_setup),
        ruleset,
        cover.title,
        texts,
        games,
        loaded=cover.made,
        further=further,
    )
    if out is not None:
        _keep_in(simulation, out)
    return simulation


def _affordable(game: "m.Game", setting: Setting, bot: str) -> str:
    """Gives who plays where nothing is said: a bot, or where that takes too long who is greedy, or at random."""
    # A run that is kept is begun without these.
    from gekido_dsl.backend.horizon import turns_of_a_round
    from gekido_dsl.interpreter import Interpreter

    effort = simulate.effort(Interpreter(game, trace=False), setting)
    around = turns_of_a_round(game, setting.players)
    why = ""
    for one in dict.fromkeys((bot, GREEDY)):
        policy = policy_of(one)
        turns = 1 + policy.rounds * around if game.aim is not None else None
        too_much = effort.too_much(policy.playouts, turns)
        if not too_much:
            break
        why = why or too_much
    else:
        one = RANDOM
    if why:
        output.note(f"every seat is {one}, as {why}; `--seat {bot}` plays it all the same, and takes long")
    return one


def _keep_in(simulation: Simulation, out: Path) -> None:
    from gekido_dsl.cli.store import SUFFIXES, Store  # what it brings along takes long to load

    if out.suffix not in SUFFIXES:
        raise click.BadParameter(f"`{out}` should end in {', '.join(SUFFIXES)}", param_hint="--out")
    asked = simulation.asked
    path = out if out.suffix == _KEPT else out.with_name(out.name + _KEPT)
    simulation.target = out
    simulation.store = Store.new(
        path,
        {
            "ruleset": asked.argument,
            "title": simulation.title,
            "texts": _digest(simulation.texts),
            "players": asked.setting.players,
            "seed": asked.setting.seed,
            "games": simulation.games,
            "seats": list(asked.seats),
            "options": dict(asked.setting.options),
            "tallies": asked.counted,
            "random_setup": asked.random_setup,
            "version": __version__,
        },
    )


def resumed(path: Path, games: int | None) -> Simulation:
    """Goes on with the simulation that a file keeps.

    Args:
        games: how many it is to have in the end; None for as many as it was to have.
    Raises:
        Unusable: the file or its ruleset is not what it was.
    """
    from gekido_dsl.cli.store import SUFFIXES, Store, Unusable

    store = Store.of(path)
    said = store.checked()
    ruleset = find(said["ruleset"])
    texts = Recording(ruleset.provider)
    ruleset = replace(ruleset, provider=texts)
    cover = loading.cover(ruleset)
    if _digest(texts) != said["texts"]:
        raise Unusable(
            f"{said['ruleset']} was changed since {path} was begun, so its games would be of two rulesets; "
            "begin a new file, or put the ruleset back"
        )
    if said["version"] != __version__:
        output.note(f"{path} was begun with version {said['version']} of gdl; games may differ")
    wanted = said["games"] if games is None else games
    if wanted < said["games"]:
        raise Unusable(f"{path} is to have {said['games']:,} games; give --games a larger number, or none")
    store.extend(wanted)
    try:
        answers = [f"{name}={answer}" for name, answer in said["options"].items()]
        setting = cover.setting(said["players"], said["seed"], answers, ())
        seats = [f"{number}={kind}" for number, kind in enumerate(said["seats"], start=1)]
        kinds = settings.seat_kinds(seats, setting.players, [PERSON] * setting.players)
    except click.BadParameter as error:
        raise Unusable(f"{path} cannot be gone on with: {error.message}; begin a new file") from None
    if PERSON in kinds:
        raise Unusable(f"{path} cannot be gone on with: it names no bot for each seat; begin a new file")
    asked = Asked(said["ruleset"], setting, kinds, said["tallies"], said.get("random_setup", False))
    inner = path.with_suffix("")
    target = inner if path.suffix == _KEPT and inner.suffix in SUFFIXES else path
    return Simulation(asked, ruleset, cover.title, texts, wanted, store, target, store.totals())


def recorded(texts: Recording) -> Recorded:
    """Gives the rules and the tables; a chapter of the book changes no game."""
    return texts.recorded(without=".md")


def _digest(texts: Recording) -> str:
    """Tells one ruleset from another by every letter of it, since a bot may read what no game depends on."""
    whole = "\0".join(f"{name}\0{text}" for name, text in sorted({told for _, told in recorded(texts).given}))
    return hashlib.sha256(whole.encode()).hexdigest()[:32]
