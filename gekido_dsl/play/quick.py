"""A bot that was trained: it takes each choice in worlds that `sample` drew for its seat, and weighs what it sees then.

It does choice by choice what `learning.looking` does in a module, on either executor. Where neither chance nor anything
hidden has a part in a decision, both choose the same.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.engine import Decision, Executor, Outcome, RuleError, Seat, State
from gekido_dsl.ground.position import Position
from gekido_dsl.learning.features import FAR, Features
from gekido_dsl.learning.games import Looking
from gekido_dsl.learning.looking import END, FAILED, UNIT, WIDEST
from gekido_dsl.learning.player import Player
from gekido_dsl.model.types import NONE
from gekido_dsl.play.bots import open_choices, rng_of

_AHEAD: Final = 200
"""Decisions with a single choice that follow one another, at most."""
_LIFE: Final = 200
_FARTHEST: Final = 1 << 24
_features: Final[dict[int, tuple[object, Features]]] = {}


@dataclass(frozen=True, slots=True)
class Quick:
    """Makes bots of a trained player from seeds; it can be sent to other processes."""

    player: Player

    @property
    def policy(self) -> Looking:
        """How a module plays that plays whole games."""
        return Looking(1, player=self.player, looks=self.player.looks)

    def __call__(self, seed: int) -> "QuickBot":
        """Makes a bot."""
        return QuickBot(seed, self.player)


class QuickBot:
    """Takes what its weights like best."""

    def __init__(self, seed: int, player: Player) -> None:
        self.seed, self.player = seed, player

    def choose(
        self, executor: Executor, state: State, decision: Decision, taken: int, barred: Collection[int] = ()
    ) -> int:
        """Gives the number of a choice; see `Bot`."""
        candidates = open_choices(decision, barred)[:WIDEST]
        if len(candidates) == 1:
            return candidates[0]
        rng = rng_of(self.seed, taken)
        features = _of(state)
        weights = dict(self.player.slots(features))
        scores = dict.fromkeys(candidates, 0)
        for _ in range(self.player.looks):
            world = executor.sample(state, decision.seat, rng.next_word())
            for choice in candidates:
                scores[choice] += _seen(executor, world.copy(), decision, choice, features, weights)
        return max(candidates, key=scores.__getitem__)


def _of(state: State) -> Features:
    layout = _position(state).layout
    found = _features.get(id(layout))
    if found is None or found[0] is not layout:
        if len(_features) >= 8:
            _features.clear()
        found = _features[id(layout)] = layout, Features(layout)
    return found[1]


def _position(state: State) -> Position:
    position: Position = state.position if isinstance(state, CompiledState) else state
    return position


def _seen(
    executor: Executor,
    world: State,
    decision: Decision,
    choice: int,
    features: Features,
    weights: dict[int, int],
) -> int:
    """Takes a choice and weighs what comes of it, where somebody decides next."""
    seat = decision.seat
    try:
        executor.apply(world, choice)
        next_ = executor.decision(world)
        for _ in range(_AHEAD):
            if next_ is None or len(next_.choices) > 1:
                break
            executor.apply(world, 0)
            next_ = executor.decision(world)
        outcome = executor.outcome(world)
        if outcome is not None and outcome.finished:
            return ended(outcome, seat)
        aims = executor.aims(world)
    except RuleError:
        return FAILED
    asked = (NONE, "") if next_ is None else (next_.seat, next_.rule)
    balance = 0 if aims is None else balance_of(aims, seat)
    noted = features.noted(_position(world), seat, asked, (decision.rule, choice), balance)
    return sum(weights.get(slot, 0) * value for slot, value in noted.items())


def ended(outcome: Outcome, seat: Seat) -> int:
    """Tells what an end is worth to a seat, as modules judge it."""
    ranks = outcome.ranks
    sides = outcome.sides or tuple(range(len(ranks)))
    others = [rank for rank, side in zip(ranks, sides, strict=True) if side != sides[seat]]
    half = 1 << 15
    if outcome.joint or seat in outcome.lost or not others:
        reward = half if ranks[seat] == 1 and seat not in outcome.lost else -half
    else:
        beaten = sum((rank > ranks[seat]) - (rank < ranks[seat]) for rank in others)
        reward = int(half * beaten / len(others))
    return (reward * (END // UNIT)) >> 5


def balance_of(aims: Sequence[int | None], seat: Seat) -> int:
    """Tells how well a seat stands by the aim, less how well others do, as modules judge it."""
    found = [None if aim is None else max(1 - _FARTHEST, min(_FARTHEST - 1, aim)) for aim in aims]
    least = min((aim for aim in found if aim is not None), default=0) - _LIFE
    values = [least if aim is None else aim for aim in found]
    if len(values) == 1:
        return max(-FAR, min(FAR, values[seat]))
    balance = values[seat] - int((sum(values) - values[seat]) / (len(values) - 1))
    return max(-FAR, min(FAR, balance))
