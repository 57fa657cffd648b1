"""Decisions of some games are played on from each choice, to find which mattered and what a good choice is worth.

Decisions are drawn from those with two choices or more of the first games of an experiment, each as likely as another.
From each choice the game is played on to its end by players that choose at random, in worlds that whoever decides may
be in. A round has a playout for each choice, all with the same chance and in the same world.

Half of the rounds say which choice is best, the other half what it brings over a choice made at random, and the other
way round; so that luck with some playouts is not taken for a good choice. A decision mattered where that is more than
`MARGIN`, and more than chance explains (`SURE`).

Invariants:
    What is found is a function of the experiment and of how many games there were.

Source:
    Sample splitting with both halves in turn (cross-fitting): V. Chernozhukov et al., "Double/debiased machine learning
    for treatment and structural parameters", The Econometrics Journal 21, 2018.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.policy import GREEDY
from gekido_dsl.backend.who_plays import NotCompiled, compiling
from gekido_dsl.engine import Asked, Outcome, RuleError, Setting
from gekido_dsl.rng import Rng, game_seed, player_seed
from gekido_dsl.simulate.experiment import Experiment
from gekido_dsl.simulate.mattering import DECISIONS, Mattering, Weighed, mean_of
from gekido_dsl.simulate.policies import policies_of, policy_games

if TYPE_CHECKING:
    from gekido_dsl.backend.plans import CompiledState
    from gekido_dsl.model import nodes as m

OPENINGS: Final = 250
"""In the first games of so many it is counted what each seat chooses first."""
GAMES: Final = 40
"""From the first games of so many decisions are drawn."""
MARGIN: Final = 0.02
"""How much the best choice has to bring over one made at random."""
SURE: Final = 2.3263478740408408
"""By how many standard errors that has to exceed nothing: with luck alone, in 1 of 100 decisions."""
LEAST: Final = 32
"""Rounds, at least; half of them choose."""
AT_ONCE: Final = 8
"""Rounds in a world before the next one."""
CHOICES: Final = 16
"""Of a decision with more choices so many are drawn, and only these compared."""
LONGEST_GAME: Final = 5_000
"""Later decisions of a game are not drawn."""
MOST: Final = 1_024
WORK: Final = 100_000
"""After how many decisions in playouts no further rounds are begun, for each decision that is drawn."""
LONGEST: Final = 2_000
"""A playout takes no more decisions; one that does is won by nobody."""
WORLDS: Final = 4
"""How many are drawn for a decision; half of them for the rounds that choose."""


def weigh(
    experiment: Experiment,
    game: "m.Game",
    games: int,
    stop: Callable[[], bool] = lambda: False,
    told: Callable[[int], None] = lambda done: None,
) -> Mattering:
    """Finds how often a decision mattered in the first games of an experiment.

    Args:
        games: how many were played; the first quarter of them is looked at, at most
            `GAMES` for decisions, and `OPENINGS` for what is chosen first.
        stop: is asked between decisions; once it is true, what was found so far is given.
        told: is told how many decisions have been played on.
    """
    try:
        return _Weighing(experiment, game).go(max(games // 4, 1), stop, told)
    except NotCompiled as error:
        return Mattering(why_not=str(error))


class _Weighing:
    """Plays on from decisions of one experiment."""

    def __init__(self, experiment: Experiment, game: "m.Game") -> None:
        setting = self._setting = experiment.setting
        policies = policies_of(experiment)
        random = all(seat is None for seat in experiment.seats)
        if not random and policies is None:
            # A bot that goes by the clock or plans plays a game in minutes.
            policies = (GREEDY,) * setting.players
            self._players = "greedy players"
        else:
            self._players = "the same players"
        self._games = None if policies is None else policy_games(experiment, game, policies)
        self._executor = _executor(setting, game) if self._games is None else self._games.executor
        self._chance = Rng(setting.seed ^ 0x3C6E_F372_FE94_F82B)

    def go(self, games: int, stop: Callable[[], bool], told: Callable[[int], None]) -> Mattering:
        """Plays the games, and goes on from what is drawn of them."""
        found = Mattering(games=min(games, GAMES), players=self._players)
        drawn: list[_Drawn] = []
        for number in range(min(games, OPENINGS)):
            for one in self._decisions(number, found):
                if number >= GAMES:
                    continue
                found.decisions += 1
                if len(drawn) < DECISIONS:
                    drawn.append(one)
                elif (place := self._chance.below(found.decisions)) < DECISIONS:
                    drawn[place] = one
            if stop():
                break
        drawn.sort(key=lambda one: (one.game, one.taken))
        for done, one in enumerate(drawn):
            told(done)
            if stop():
                break
            weighed = self._weigh(one)
            if weighed is None:
                found.left_out += 1
            else:
                found.weighed.append(weighed)
        return found

    def _decisions(self, number: int, found: Mattering) -> Iterator["_Drawn"]:
        """Plays a game, and gives its decisions with two choices or more; what seats choose first is counted."""
        executor, seed = self._executor, game_seed(self._setting.seed, number)
        choices: Sequence[int] | None = None
        outcome: Outcome | None = None
        picks: dict[int, tuple[str, str]] = {}
        if self._games is not None:
            outcome = self._games.play(number).outcome
            choices = self._games.choices
        random, taken = Rng(player_seed(seed)), 0
        try:
            state, _ = executor.initial(replace(self._setting, seed=seed))
            while (asked := executor.asked(state)) is not None and taken < LONGEST_GAME:
                known = choices is not None and len(picks) == self._setting.players and number >= GAMES
                if known or (choices is not None and taken >= len(choices)):
                    break
                choice = random.below(asked.count) if choices is None else choices[taken]
                if asked.count > 1:
                    if asked.seat not in picks:
                        decision = executor.decision(state)
                        assert decision is not None
                        picks[asked.seat] = asked.rule, decision.choices[choice].label
                    yield _Drawn(number, taken, asked, state.copy())
                executor.apply(state, choice)
                taken += 1
            outcome = executor.outcome(state) or outcome
        except RuleError:
            return
        if outcome is not None and outcome.finished:
            for seat, pick in picks.items():
                counts = found.picks.setdefault(pick, [0, 0])
                counts[0] += 1
                counts[1] += seat in outcome.winners and not outcome.shared

    def _weigh(self, one: "_Drawn") -> Weighed | None:
        """Plays on from a decision; None where no world could be drawn from which that can be done."""
        worlds = self._worlds(one)
        if not worlds:
            return None
        choices = list(range(one.asked.count))
        if len(choices) > CHOICES:
            self._chance.shuffle(choices)
            choices = sorted(choices[:CHOICES])
        rounds: list[tuple[float, ...]] = []
        work = 0
        while len(rounds) < MOST and (len(rounds) < LEAST or work < WORK):
            some = []
            # Rounds of one world after the other, so that a world begins only once.
            for number in range(AT_ONCE * len(worlds)):
                some.append((number // AT_ONCE, self._chance.next_word() | self._chance.next_word() << 32))
            halves: list[list[tuple[float, ...]]] = [[], []]
            for place, world in enumerate(worlds):
                seeds = [seed for at, seed in some if at == place]
                played, took = self._rounds(world, one.asked.seat, choices, seeds)
                work += took
                for at, round_ in enumerate(played):
                    halves[place % 2 if len(worlds) > 1 else at % 2].append(round_)
            for pair in zip(*halves, strict=False):
                rounds += pair
            if not any(halves) or not all(halves):
                break
        gains = crossed(rounds)
        if not gains:
            return None
        brings = mean_of(gains)
        sure = brings.value > max(MARGIN, SURE * brings.sd / math.sqrt(len(gains)))
        return Weighed(one.game, one.taken, one.asked.rule, one.asked.count, len(rounds), brings.value, sure)

    def _worlds(self, one: "_Drawn") -> list["CompiledState"]:
        """Draws worlds that who decides may be in: one where all is open, else an even number, if it can be."""
        worlds: list[CompiledState] = []
        for _ in range(WORLDS):
            try:
                world = self._executor.sample(one.state, one.asked.seat, self._chance.next_word())
            except RuleError:
                continue
            if world.played is None and self._executor.count(world) == one.asked.count:
                worlds.append(world)
            if len(worlds) == 2 and worlds[0].stand == worlds[1].stand:
                return worlds[:1]
        return worlds if len(worlds) < 2 or len(worlds) % 2 == 0 else worlds[:-1]

    def _rounds(
        self, world: "CompiledState", seat: int, choices: Sequence[int], seeds: Sequence[int]
    ) -> tuple[list[tuple[float, ...]], int]:
        """Plays rounds in a world; gives by round what each choice came to, and how many decisions that took."""
        try:
            playouts = self._executor.playouts(world)
        except ValueError:
            return [], 0
        found = playouts.play_many(
            [(choice,) for _ in seeds for choice in choices],
            [seed for seed in seeds for _ in choices],
            LONGEST,
        )
        rounds = []
        for first in range(0, len(found), len(choices)):
            played = found[first : first + len(choices)]
            if all(playout.error is None for playout in played):
                rounds.append(tuple(_won(playout.outcome, seat) for playout in played))
        return rounds, sum(playout.decisions for playout in found)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A decision of a game."""

    game: int
    taken: int
    asked: Asked
    state: "CompiledState"


def crossed(rounds: Sequence[Sequence[float]]) -> list[float]:
    """Gives what the best choice of one half of the rounds brings in each round of the other, over the average choice.

    Args:
        rounds: what each choice came to, by round; the halves alternate.
    """
    halves = (rounds[0::2], rounds[1::2])
    gains: list[float] = []
    for chosen_by, measured in (halves, halves[::-1]):
        if not chosen_by or not measured:
            return []
        sums = [sum(column) for column in zip(*chosen_by, strict=True)]
        best = max(range(len(sums)), key=sums.__getitem__)
        gains += [one[best] - sum(one) / len(one) for one in measured]
    return gains


def _won(outcome: Outcome | None, seat: int) -> float:
    """Gives 1 for a win, a part of it for one that is shared, 0 for any other end and for none."""
    if outcome is None or seat not in outcome.winners:
        return 0.0
    return 1 / len(outcome.winners) if outcome.shared else 1.0


def _executor(setting: Setting, game: "m.Game") -> CompiledExecutor:
    with compiling():
        executor = CompiledExecutor(game, searches=True)
        executor.plan(setting)
    return executor
