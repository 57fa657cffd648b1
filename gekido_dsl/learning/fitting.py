"""Weights from what searches chose: each choice of a decision as likely as it was searched, by a softmax of what it
leads to.

What is the same after each choice of a decision tells nothing of it, and is left out before anything is fitted.
Everything is added up in a fixed order, so that the same notes give the same weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gekido_dsl.learning.looking import UNIT

FAILED: Final = -(1 << 29)
KEPT: Final = 1_500
"""So many weights are kept, those that say most."""
MOST: Final = 1 << 20
"""No weight is more, or less than this with a minus."""
_ROUNDS: Final = 80
_RATE: Final = 0.05
_SMALLER: Final = 2e-5
"""How much a weight is drawn towards nothing."""


@dataclass(slots=True)
class Notes:
    """What was noted of decisions, as arrays: pairs of what was counted and how much, by choice, by decision."""

    slots: list[NDArray[np.int32]] = field(default_factory=list)
    values: list[NDArray[np.float32]] = field(default_factory=list)
    rows: list[NDArray[np.int32]] = field(default_factory=list)
    """By pair, its choice."""
    decisions: list[NDArray[np.int32]] = field(default_factory=list)
    """By choice, its decision."""
    ends: list[NDArray[np.float32]] = field(default_factory=list)
    """By choice, what an end was worth, in weights."""
    targets: list[NDArray[np.float32]] = field(default_factory=list)
    """By choice, how likely it is to be."""
    choices: int = 0
    number: int = 0

    def read(self, notes: Sequence[int]) -> None:
        """Takes in what a module noted of a game; a decision that it had no room for is left out."""
        numbers = np.array(notes, np.int32)
        at, length = 0, len(numbers)
        decision: _Decision | None = None
        while at + 4 <= length:
            options, best, draw = (int(one) for one in numbers[at : at + 3])
            at += 4
            if draw == 0:
                self._add(decision)
                decision = _Decision(options, best)
            if decision is None:
                return
            for option in range(options):
                if at + 3 > length:
                    return
                visits, ended, pairs = (int(one) for one in numbers[at : at + 3])
                at += 3
                if at + 2 * pairs > length:
                    return
                decision.take(option, visits, ended, numbers[at : at + 2 * pairs])
                at += 2 * pairs
            decision.draws += 1
        self._add(decision)

    def _add(self, decision: "_Decision | None") -> None:
        if decision is None or decision.draws == 0:
            return
        found = decision.told()
        if found is None:
            return
        slots, values, rows, ends, targets = found
        self.slots.append(slots)
        self.values.append(values)
        self.rows.append(rows + np.int32(self.choices))
        self.decisions.append(np.full(len(ends), self.number, np.int32))
        self.ends.append(ends)
        self.targets.append(targets)
        self.choices += len(ends)
        self.number += 1

    def join(self, other: "Notes") -> None:
        """Takes in other notes, behind these."""
        self.slots += other.slots
        self.values += other.values
        self.rows += [one + np.int32(self.choices) for one in other.rows]
        self.decisions += [one + np.int32(self.number) for one in other.decisions]
        self.ends += other.ends
        self.targets += other.targets
        self.choices += other.choices
        self.number += other.number


class _Decision:
    """One decision, while its draws are read."""

    def __init__(self, options: int, best: int) -> None:
        self.options, self.best, self.draws = options, best, 0
        self.visits = np.zeros(options)
        self.ended = np.zeros(options)
        self.pairs: list[tuple[int, NDArray[np.int32]]] = []

    def take(self, option: int, visits: int, ended: int, pairs: NDArray[np.int32]) -> None:
        self.visits[option] = visits
        self.ended[option] = min(self.ended[option], ended) if ended < FAILED else self.ended[option] + ended
        self.pairs.append((option, pairs))

    def told(self) -> tuple[Any, ...] | None:
        """Gives what tells choices apart; None if nothing does."""
        whole = self.visits.sum()
        if whole <= 0 or self.best >= self.options:
            return None
        slots = np.concatenate([pairs[::2] for _, pairs in self.pairs])
        values = np.concatenate([pairs[1::2] for _, pairs in self.pairs]).astype(np.float64) / self.draws
        rows = np.concatenate([np.full(len(pairs) // 2, option, np.int64) for option, pairs in self.pairs])
        if len(slots):
            known, inverse = np.unique(slots, return_inverse=True)
            table = np.zeros((len(known), self.options))
            np.add.at(table, (inverse, rows), values)
            table -= table[:, :1]
            differs = np.abs(table).max(axis=1) > 1e-9
            known, table = known[differs], table[differs]
            which, rows = np.nonzero(table)
            slots, values = known[which], table[which, rows]
        ends = np.where(self.ended < FAILED, -100.0, self.ended / self.draws / UNIT)
        targets = 0.5 * self.visits / whole
        targets[self.best] += 0.5
        return (
            slots.astype(np.int32), values.astype(np.float32), rows.astype(np.int32),
            ends.astype(np.float32), targets.astype(np.float32),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fitted:
    """Weights, and how well they foretell."""

    weights: tuple[tuple[int, int], ...]
    agrees: float
    """In which share of decisions the likeliest choice is the likeliest of the search."""


def fit(notes: Notes, size: int, start: Sequence[tuple[int, int]] = (), rounds: int = _ROUNDS) -> Fitted:
    """Fits weights.

    Args:
        notes: of at least one decision.
        size: how many numbers of what is counted there are.
        start: weights to begin with.
    """
    slots, values = np.concatenate(notes.slots), np.concatenate(notes.values).astype(np.float64)
    rows, decisions = np.concatenate(notes.rows), np.concatenate(notes.decisions)
    ends, targets = np.concatenate(notes.ends).astype(np.float64), np.concatenate(notes.targets)
    seen = np.bincount(slots, minlength=size)
    scale = np.sqrt(np.bincount(slots, values * values, minlength=size) / np.maximum(seen, 1))
    scale = np.where((seen >= 5) & (scale > 0), 1 / np.maximum(scale, 1e-6), 0.0)
    values = values * scale[slots]
    weights = np.zeros(size)
    for slot, weight in start:
        weights[slot] = weight / UNIT / scale[slot] if scale[slot] else 0.0
    firsts = np.flatnonzero(np.diff(decisions, prepend=-1))
    mean, square = np.zeros(size), np.zeros(size)
    number = notes.number
    scores = ends
    # Adam (Kingma and Ba 2015), over all decisions at once.
    for step in range(1, rounds + 1):
        scores = ends + np.bincount(rows, values * weights[slots], minlength=len(ends))
        likely = _softmax(scores, decisions, firsts)
        gradient = np.bincount(slots, values * (likely - targets)[rows], minlength=size) / number
        gradient += _SMALLER * weights
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient * gradient
        rate = _RATE * (1 - 0.9 * step / rounds)
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    agrees = float(np.mean(_best(scores, decisions, firsts) == _best(targets, decisions, firsts)))
    say = np.abs(weights) * np.sqrt(seen)
    order = np.argsort(-say, kind="stable")[:KEPT]
    whole = np.clip(np.rint(weights * scale * UNIT), -MOST, MOST).astype(np.int64)
    return Fitted(tuple((int(slot), int(whole[slot])) for slot in sorted(order) if whole[slot]), agrees)


def _softmax(scores: NDArray[Any], decisions: NDArray[np.int32], firsts: NDArray[Any]) -> NDArray[Any]:
    most = np.maximum.reduceat(scores, firsts)
    powers = np.exp(scores - most[decisions])
    return np.asarray(powers / np.add.reduceat(powers, firsts)[decisions])


def _best(scores: NDArray[Any], decisions: NDArray[np.int32], firsts: NDArray[Any]) -> NDArray[Any]:
    """Gives the first choice of each decision that has the most."""
    most = np.maximum.reduceat(scores, firsts)
    where = np.where(scores >= most[decisions], np.arange(len(scores)), len(scores))
    return np.asarray(np.minimum.reduceat(where, firsts))
