"""One seed and a player for each seat become one game, from the set-up to its end."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.engine import Decision, Event, Executor, RuleError, Setting, State, View

DECISIONS_LIMIT = 100_000
"""How many decisions a game may have before it counts as unfinished."""


class Player(Protocol):
    """Takes the decisions of a seat."""

    def choose(self, executor: Executor, state: State, decision: Decision, taken: int) -> int:
        """Gives the number of a choice of the open decision.

        Args:
            state: of the match; not to be changed.
            taken: how many decisions the match has had.
        """
        ...


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went."""

    number: int
    """Of the game in the experiment, from 0."""
    seed: int
    ranks: tuple[int, ...]
    """By seat, from 1; empty when the game did not end by its rules."""
    turns: int
    decisions: int
    owned: tuple[tuple[tuple[str, str], ...], ...] = ()
    """By seat, the kind and name of each named thing that its player had."""
    error: str | None = None
    """The rule that could not be carried out, in words."""
    most_choices: int = 0
    """Of all its decisions, the greatest number of choices."""
    label: str = ""
    """The label of the end of the game that held."""
    sides: tuple[int, ...] = ()
    """By seat, the side that it is on; empty where everybody plays for himself."""
    joint: bool = False
    """Whether all won or lost as one."""

    @property
    def finished(self) -> bool:
        """Whether the game ended by its rules."""
        return bool(self.ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def shared(self) -> bool:
        """Whether several who did not win as one share the first rank, or nobody has it."""
        if self.joint or not self.finished:
            return False
        return len({self.sides[seat] if self.sides else seat for seat in self.winners}) != 1

    @property
    def won(self) -> tuple[int, ...]:
        """The seats that won, alone or with their side."""
        return () if self.shared else self.winners


def seed_of(*parts: int | str) -> int:
    """Derives a seed from an experiment's seed and whatever tells it from the others.

    Units:
        0 to 2**63 - 1, so that it can be typed and stored anywhere.
    """
    written = "/".join(str(part) for part in parts).encode()
    return int.from_bytes(hashlib.blake2b(written, digest_size=8).digest(), "big") >> 1


def play(
    executor: Executor,
    setting: Setting,
    number: int,
    players: Sequence[Callable[[int], Player]],
    tell: Callable[[Event], None] = lambda event: None,
) -> GameResult:
    """Plays one game of an experiment.

    Args:
        setting: of the experiment; its seed is not the game's, which is derived from it and the number.
        players: makes the player of each seat from a seed.
        tell: is told every event.
    Raises:
        RuleError: never; it is a result.
    """
    seed = seed_of(setting.seed, number)
    seats = [make(seed_of(setting.seed, number, "seat", seat)) for seat, make in enumerate(players)]
    taken = most = 0
    state: State | None = None
    view: View | None = None
    try:
        state, events = executor.initial(replace(setting, seed=seed))
        owned = _owned(executor.observe(state, None), [set() for _ in seats])
        for event in events:
            tell(event)
        looked_at_turn = -1
        while (decision := executor.decision(state)) is not None and taken < DECISIONS_LIMIT:
            choice = seats[decision.seat].choose(executor, state, decision, taken)
            for event in executor.apply(state, choice):
                tell(event)
            taken += 1
            most = max(most, len(decision.choices))
            if looked_at_turn < 1:
                view = executor.observe(state, None)
                looked_at_turn = view.turn
                _owned(view, owned)
        view = executor.observe(state, None)
        _owned(view, owned)
    except RuleError as error:
        turns = executor.observe(state, None).turn if state is not None else 0
        return GameResult(number, seed, (), turns, taken, (), _described(error), most)
    except Exception as error:
        error.add_note(f"in game {number} of seed {setting.seed}, after {taken} decisions")
        raise
    outcome = executor.outcome(state)
    ranks = outcome.ranks if outcome is not None and outcome.finished else ()
    had = tuple(tuple(sorted(each)) for each in owned)
    result = GameResult(number, seed, ranks, view.turn, taken, had, None, most)
    if outcome is None or not outcome.finished:
        return result
    return replace(result, label=outcome.label, sides=outcome.sides, joint=outcome.joint)


def _described(error: RuleError) -> str:
    """Words a rule error, with its line."""
    if error.span is None:
        return error.message
    at = place(error.span)
    return f"{error.message} ({at.file}:{at.line})"


def _owned(view: View, owned: list[set[tuple[str, str]]]) -> list[set[tuple[str, str]]]:
    """Adds the named things that each player has: before the first turn and at the end."""
    for player in view.players:
        owned[player.seat] |= {(thing.kind, thing.name) for thing in player.things if thing.name}
    return owned
