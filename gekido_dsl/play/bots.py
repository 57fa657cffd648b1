"""A view, a decision and a seed become a choice: players that know the rules and no game in particular.

Invariants:
    A bot is fair: it looks at nothing but the decision, the view of its own seat, and worlds that
    `Executor.sample` drew for that seat. The same of those, at the same point of a match, gives the same.
    The bots here have no memory: their chance comes from their seed and the number of decisions so far that their seat
    knows of, so that undoing and resuming find them as they were.
    The effort is counted in playouts, never in seconds.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Protocol

from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.engine import Decision, Executor, Outcome, PlayerView, RuleError, Seat, State, ThingView, View
from gekido_dsl.rng import Rng

WIN = 1_000.0
"""What the first rank is worth; the last is worth as much below nothing."""

LIFE = 200.0
"""What it is worth to be in the game still."""

_PLAIN = 0.45 * WIN
"""Up to which balance a position is worth as much; more is worth less than twice this, so that an end counts more."""

_LONGEST = 5
"""How many times as long as usual a playout may be, to come to the end of a turn."""

_SPREAD = 0xD134_2543_DE82_EF95
"""An odd number, to keep the seeds of neighbouring decisions apart."""


class Bot(Protocol):
    """Plays a seat."""

    def choose(
        self, executor: Executor, state: State, decision: Decision, taken: int, barred: Collection[int] = ()
    ) -> int:
        """Gives the number of a choice of the open decision.

        Args:
            state: of the match; not changed.
            taken: how many decisions of the match the seat knows of; see `Session.known_to`.
            barred: choices that cannot be carried out; at least one other is left.
        """
        ...


class RandomBot:
    """Takes any choice, each equally likely."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(
        self, executor: Executor, state: State, decision: Decision, taken: int, barred: Collection[int] = ()
    ) -> int:
        """Gives the number of a choice; see `Bot`."""
        candidates = open_choices(decision, barred)
        return candidates[rng_of(self.seed, taken).below(len(candidates))]


class GreedyBot:
    """Tries each choice in sampled worlds, plays on at random for a while, and takes what came out best."""

    policy: ClassVar[Policy] = GREEDY
    """How a module that plays whole games does likewise, in less time."""

    def __init__(self, seed: int, worlds: int = 6, playouts: int = 48, depth: int = 12) -> None:
        """Sets the effort.

        Args:
            worlds: in how many worlds each choice is tried, at most.
            playouts: how many a decision may take. Of more choices than that, some are not looked at.
            depth: how many decisions a playout goes on for. In a game with an aim, half as many at least, and on to
                the end of the turn: what an attack was good for is seen when it is over.
        """
        self.seed = seed
        self.worlds = worlds
        self.playouts = playouts
        self.depth = depth

    def choose(
        self, executor: Executor, state: State, decision: Decision, taken: int, barred: Collection[int] = ()
    ) -> int:
        """Gives the number of a choice; see `Bot`."""
        candidates = open_choices(decision, barred)
        if len(candidates) == 1:
            return candidates[0]
        rng = rng_of(self.seed, taken)
        rng.shuffle(candidates)
        candidates = candidates[: self.playouts]
        totals = dict.fromkeys(candidates, 0.0)
        for _ in range(max(1, min(self.worlds, self.playouts // len(candidates)))):
            world = executor.sample(state, decision.seat, rng.next_word())
            playout_seed = rng.next_word()
            turn = executor.turn(world)[0] if _has_aim(executor, world) else None
            for choice in candidates:
                trial = world.copy()
                totals[choice] += self._try(executor, trial, choice, decision.seat, Rng(playout_seed), turn)
        return max(candidates, key=totals.__getitem__)

    def _try(
        self, executor: Executor, trial: State, choice: int, seat: Seat, rng: Rng, turn: int | None
    ) -> float:
        """Takes a choice, plays on, and says what the end is worth to a seat.

        Args:
            turn: the number of the turn whose end is waited for, in a game with an aim.
        """
        try:
            executor.apply(trial, choice)
        except RuleError:
            return -2 * WIN
        for number in range(self.depth if turn is None else self.depth * _LONGEST):
            decision = executor.decision(trial)
            if decision is None or (
                turn is not None and number >= self.depth // 2 and executor.turn(trial)[0] > turn
            ):
                break
            try:
                forward = decision.forward
                executor.apply(trial, forward[rng.below(len(forward))])
            except RuleError:
                return 0.0
        return worth(executor, trial, seat)


def _has_aim(executor: Executor, world: State) -> bool:
    try:
        return executor.aims(world) is not None
    except RuleError:
        return True


def worth(executor: Executor, state: State, seat: Seat) -> float:
    """Values a position for a seat: its end, else by the aim of the game, else by what can be seen.

    Args:
        state: a sampled world, since an aim looks at hidden things too.
    """
    outcome = executor.outcome(state)
    if outcome is not None and outcome.finished:
        return placing(outcome, seat)
    try:
        aims = executor.aims(state)
    except RuleError:
        return 0.0
    return standing(executor.observe(state, seat), seat) if aims is None else striving(aims, seat)


def striving(aims: Sequence[int | None], seat: Seat) -> float:
    """Values a position by the aim: how well a seat stands, less how well others do on average.

    Being out is worth less than standing as badly as anybody in the game; the end of a match counts for more.
    """
    least = min((aim for aim in aims if aim is not None), default=0) - LIFE
    values = [least if aim is None else aim for aim in aims]
    others = [value for other, value in enumerate(values) if other != seat]
    balance = values[seat] - sum(others) / len(others) if others else values[seat]
    if abs(balance) <= _PLAIN:
        return balance
    return (2 * _PLAIN - _PLAIN**2 / abs(balance)) * (1 if balance > 0 else -1)


def placing(outcome: Outcome, seat: Seat) -> float:
    """Values the end of a match for a seat: `WIN` for the first rank, `-WIN` for the last, 0 if all tie.

    Shared ranks are worth the mean of the places they take up. All win or lose as one where rules say so.
    """
    if outcome.joint or len(outcome.lost) == len(outcome.ranks):
        return WIN if outcome.ranks[seat] == 1 else -WIN
    sides = outcome.sides or tuple(range(len(outcome.ranks)))
    others = [rank for other, rank in enumerate(outcome.ranks) if sides[other] != sides[seat]]
    if not others:
        return WIN if outcome.ranks[seat] == 1 else -WIN
    own = outcome.ranks[seat]
    beaten = sum((rank > own) - (rank < own) for rank in others)
    return WIN * beaten / len(others)


def standing(view: View, seat: Seat) -> float:
    """Values a position for a seat without knowing the game: what it has, less what others have on average.

    More is taken to be better: dice of tracks, counters, things on boards, cards in hand, and being in the
    game.
    """
    boards: dict[Seat, float] = {}
    for board in view.boards:
        for space in board.spaces:
            for thing in space.things:
                if thing.owner is not None:
                    boards[thing.owner] = boards.get(thing.owner, 0.0) + 2.0
    worth = {player.seat: _worth(player) + boards.get(player.seat, 0.0) for player in view.players}
    others = [value for other, value in worth.items() if other != seat]
    own = worth.get(seat, 0.0)
    return own - sum(others) / len(others) if others else own


def _worth(player: PlayerView) -> float:
    value = LIFE if player.remaining else 0.0
    value += sum(_thing_worth(thing) for thing in player.things)
    return value + sum(1.0 * held.count for held in player.places if held.word == "hand")


def _thing_worth(thing: ThingView) -> float:
    value = float(sum(sum(dice) for dice in thing.tracks.values()))
    value += _counted(thing.counters)
    return value + sum(_thing_worth(part) for part in thing.parts)


def _counted(counters: Mapping[str, int | None]) -> float:
    """Adds up counters; one in use is worth a little more than its number."""
    return sum(number + 0.5 for number in counters.values() if number is not None)


def open_choices(decision: Decision, barred: Collection[int]) -> list[int]:
    """Lists what a bot may choose: what is not barred and, if anything is left then, takes nothing back."""
    left = [number for number in range(len(decision.choices)) if number not in barred]
    return [number for number in decision.forward if number not in barred] or left


def rng_of(seed: int, taken: int) -> Rng:
    """Makes the chance of a bot at one point of a match."""
    return Rng(seed + (taken + 1) * _SPREAD)
