"""Many matches of one ruleset are stepped together, and what can be told of them in numbers stands in arrays of numpy.

Invariants:
    Match `number` is game `number` of the experiment with the same seed: the same chance, and, where it is stepped with
    `random_choices` alone, the same choices.
    A step takes one choice in every match that is not over, or none at all.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gekido_dsl.engine import (
    Decision,
    Executor,
    IllegalChoice,
    Outcome,
    RuleError,
    Seat,
    Setting,
    State,
    View,
)
from gekido_dsl.rng import Rng, game_seed, player_seed

Numbers = NDArray[np.int64]


class Matches:
    """Several matches that go on side by side; see `Ruleset.matches`.

    Every array has a row for each match. They are changed in place by `step`, `begin` and `roll_out`: copy what is to
    be kept, and write into none of them.
    """

    numbers: Numbers
    """Which game of the experiment each one is."""
    seats: Numbers
    """Who decides, from 0; -1 when the match is over."""
    counts: Numbers
    """Among how many choices; 0 when the match is over."""
    done: NDArray[np.bool_]
    """Whether it is over, by its rules, a limit or a rule error."""
    ranks: Numbers
    """By seat, from 1, of a match that ended by its rules; else 0."""
    won: NDArray[np.bool_]
    """By seat: whether it won, alone or with its side; a first rank that is shared otherwise is no win."""
    turns: Numbers
    """How many have begun."""
    decisions: Numbers
    """How many were taken."""
    errors: list[RuleError | None]
    """The rule that could not be carried out, which ended the match."""

    def __init__(self, executor: Executor, setting: Setting, size: int, first: int = 0) -> None:
        """Sets up matches.

        Args:
            setting: of the experiment.
            first: the number of the first match.
        """
        if size < 1:
            raise ValueError(f"{size} matches cannot be played")
        self.executor = executor
        self.setting = setting
        self.numbers = np.zeros(size, np.int64)
        self.seats = np.full(size, -1, np.int64)
        self.counts = np.zeros(size, np.int64)
        self.done = np.ones(size, np.bool_)
        self.ranks = np.zeros((size, setting.players), np.int64)
        self.won = np.zeros((size, setting.players), np.bool_)
        self.turns = np.zeros(size, np.int64)
        self.decisions = np.zeros(size, np.int64)
        self.errors = [None] * size
        self._states: list[State] = [None] * size
        self._random = [Rng(0) for _ in range(size)]
        self._next = first
        self.begin()

    def __len__(self) -> int:
        return len(self._states)

    # ------------------------------------------------------------ going on

    def begin(self, which: ArrayLike | None = None) -> None:
        """Sets up new matches, with the next numbers of the experiment.

        Args:
            which: true for the matches that are replaced; those that are over if it is left out.
        """
        chosen = self.done.copy() if which is None else self._mask(which)
        for at in np.flatnonzero(chosen).tolist():
            seed = game_seed(self.setting.seed, self._next)
            self.numbers[at] = self._next
            self._next += 1
            self._random[at] = Rng(player_seed(seed))
            self.errors[at] = None
            self.decisions[at] = 0
            try:
                self._states[at] = self.executor.initial(replace(self.setting, seed=seed))[0]
            except RuleError as error:
                self._states[at] = None
                self._failed(at, error)
            else:
                self._look(at)

    def step(self, choices: ArrayLike) -> None:
        """Takes a choice in every match that is not over.

        A rule that cannot be carried out ends its match; see `errors`.

        Args:
            choices: a number for each match, below its count; what it says of a match that is over does not matter.
        Raises:
            IllegalChoice: there is no such choice in one of the matches; nothing was done in any.
        """
        wanted = np.asarray(choices)
        if wanted.shape != self.seats.shape or not np.issubdtype(wanted.dtype, np.integer):
            raise IllegalChoice(f"a whole number for each of {len(self)} matches is needed")
        wrong = np.flatnonzero(~self.done & ((wanted < 0) | (wanted >= self.counts)))
        if len(wrong):
            at = int(wrong[0])
            raise IllegalChoice(
                f"match {at} offers {self.counts[at]} choices, not one with the number {wanted[at]}"
            )
        for at in np.flatnonzero(~self.done).tolist():
            try:
                self.executor.apply(self._states[at], int(wanted[at]))
            except RuleError as error:
                self._failed(at, error)
            else:
                self.decisions[at] += 1
                self._look(at)

    def random_choices(self) -> Numbers:
        """Draws a choice for every match that is not over, each from its own stream; 0 for the others."""
        drawn = np.zeros(len(self), np.int64)
        for at in np.flatnonzero(~self.done).tolist():
            drawn[at] = self._random[at].below(int(self.counts[at]))
        return drawn

    def roll_out(self, decisions: int | None = None) -> None:
        """Plays on at random, up to the end of all matches or for so many decisions in each."""
        taken = 0
        while not self.done.all() and (decisions is None or taken < decisions):
            self.step(self.random_choices())
            taken += 1

    def copy(self, which: ArrayLike | None = None) -> "Matches":
        """Gives independent copies, of all matches or of those where `which` is true.

        What a copy draws at random is what its match would have drawn.
        """
        at = np.flatnonzero(self._mask(which) if which is not None else np.ones(len(self), np.bool_))
        made = Matches.__new__(Matches)
        made.executor, made.setting, made._next = self.executor, self.setting, self._next
        for name in ("numbers", "seats", "counts", "done", "ranks", "won", "turns", "decisions"):
            setattr(made, name, getattr(self, name)[at])
        made.errors = [self.errors[i] for i in at]
        made._states = [self._states[i].copy() if self._states[i] is not None else None for i in at]
        made._random = [Rng(0) for _ in at]
        for rng, i in zip(made._random, at, strict=True):
            rng.state = self._random[i].state
        return made

    # ------------------------------------------------------------ one of them

    def decision(self, at: int) -> Decision | None:
        """Gives the open question of a match, in words; None when it is over."""
        return None if self.done[at] else self.executor.decision(self._states[at])

    def view(self, at: int, seat: Seat | None) -> View:
        """Gives everything that a seat of a match may see; None is a spectator."""
        return self.executor.observe(self.state(at), seat)

    def outcome(self, at: int) -> Outcome | None:
        """Tells how a match ended; None while it goes on, and when it came to a rule error."""
        return None if self.errors[at] is not None else self.executor.outcome(self._states[at])

    def state(self, at: int) -> State:
        """Gives the position of a match; not to be changed.

        Raises:
            ValueError: its set-up could not be carried out.
        """
        if self._states[at] is None:
            raise ValueError(f"match {at} was not set up: {self.errors[at]}")
        return self._states[at]

    @property
    def outcomes(self) -> Sequence[Outcome | None]:
        """How each match ended."""
        return [self.outcome(at) for at in range(len(self))]

    # ------------------------------------------------------------ keeping the arrays

    def _look(self, at: int) -> None:
        """Notes in the arrays where a match stands."""
        executor, state = self.executor, self._states[at]
        asked = executor.asked(state)
        self.turns[at] = executor.turn(state)[0]
        self.done[at] = asked is None
        self.seats[at], self.counts[at] = (-1, 0) if asked is None else (asked.seat, asked.count)
        self.ranks[at] = 0
        self.won[at] = False
        if asked is None:
            outcome = executor.outcome(state)
            if outcome is not None and outcome.finished:
                self.ranks[at] = outcome.ranks
                self.won[at, list(() if outcome.shared else outcome.winners)] = True

    def _failed(self, at: int, error: RuleError) -> None:
        self.errors[at] = error
        self.done[at] = True
        self.seats[at], self.counts[at] = -1, 0
        self.ranks[at] = 0
        self.won[at] = False

    def _mask(self, which: ArrayLike) -> NDArray[np.bool_]:
        mask: NDArray[Any] = np.asarray(which)
        if mask.dtype != np.bool_ or mask.shape != self.seats.shape:
            raise ValueError(f"true or false for each of {len(self)} matches is needed")
        return mask
