"""Worlds that agree with what a seat was told: how a match came about is played over, others deciding otherwise.

Where all that is hidden was set by players in secret, on things that they chose, the values of one fact bind those of
others: somebody laid one mine, and was told that there is none where I stepped. So their secret decisions are taken
anew by chance, from the beginning, until a match is found in which the seat was told the same. It is one of those that
are possible, as likely as chance would play it, as long as it is found in few attempts; else one that is possible.

Invariants:
    What is found depends on the seed and on what the seat was told and chose, and on nothing else of the match.
    No more than `MOST` choices are taken for one world.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.state import Past, State
from gekido_dsl.model import hidden
from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng

MOST: Final = 500
"""How many choices are taken to find a match in which a seat was told the same."""
_FROM_THE_START: Final = 300
"""For how many of them each attempt begins with the match; then it goes on from where the last one still agreed."""
_AGAIN: Final = 4
"""How often it goes on from one decision before it goes back to the one before."""


class Player(Protocol):
    """An interpreter that tells events."""

    def initial(self, setting: e.Setting) -> tuple[State, list[e.Event]]:
        """Sets up a match."""
        ...

    def apply(self, state: State, choice: int) -> list[e.Event]:
        """Takes a choice."""
        ...

    def decision(self, state: State) -> e.Decision | None:
        """Gives the open question."""
        ...


@dataclass(slots=True)
class _Point:
    """A decision that a seat knows of, and what it was told before."""

    lines: list[str] = field(default_factory=list)
    seat: int = NONE
    offered: tuple[str, ...] = ()
    """What was offered to the seat itself."""
    taken: str = ""
    """What was chosen; nothing of the one that is open."""


class Agreeing:
    """Finds worlds that agree with what seats were told; what one was told is worked out once for a decision."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._last: tuple[Past, int, list[_Point]] | None = None
        self.missed = 0
        """How many worlds were not found."""

    def values(self, s: State, past: Past, seat: int, seed: int) -> list[int] | None:
        """Gives the cells of a world; None where none was found, or nothing is hidden from whoever is asked."""
        if s.question is None or s.question.seat != seat or not _unknown(s, seat):
            return None
        if self._last is None or self._last[0] is not past or self._last[1] != seat:
            self._last = past, seat, _told(self._player, past, seat)
        found = _Search(self._player, past, seat, self._last[2], Rng(seed)).found()
        self.missed += found is None
        return found


def put(made: State, cells: Sequence[int], seat: int) -> None:
    """Takes over the hidden facts that a seat does not know."""
    for cell in _unknown(made, seat):
        made.cells[cell] = cells[cell]


def _unknown(s: State, seat: int) -> list[int]:
    """Lists the cells of the facts that a seat does not know."""
    layout, found = s.layout, []
    for kind in layout.game.kinds.values():
        for fact in kind.fields.values():
            if fact.kept and hidden.seen(fact) != "everyone":
                first, size = layout.field_cell[id(kind), fact.name], layout.index_size(fact.index)
                for at, thing in enumerate(layout.things[kind.name]):
                    for cell in range(at * size, (at + 1) * size):
                        if not knowledge.knows_fact(s, fact, thing, cell, seat):
                            found.append(first + cell)
    return found


def _read(events: Sequence[e.Event], seat: int) -> list[str]:
    return [line for event in events if (line := event.read_by(seat))]


def _knows_of(asked: e.Decision, seat: int) -> bool:
    return not asked.secret or asked.seat == seat


def _told(player: Player, past: Past, seat: int) -> list[_Point]:
    """Lists the decisions of a match that a seat knows of, the open one last."""
    s, events = player.initial(past.setting)
    points, here = list[_Point](), _Point(_read(events, seat))
    for choice in past.choices():
        asked = player.decision(s)
        assert asked is not None
        if _knows_of(asked, seat):
            _fill(here, asked, seat)
            here.taken = asked.choices[choice].id
            points.append(here)
            here = _Point()
        here.lines += _read(player.apply(s, choice), seat)
    asked = player.decision(s)
    assert asked is not None
    _fill(here, asked, seat)
    return [*points, here]


def _fill(point: _Point, asked: e.Decision, seat: int) -> None:
    point.seat = asked.seat
    point.offered = tuple(choice.id for choice in asked.choices) if asked.seat == seat else ()


class _Search:
    """Looks for a match in which a seat was told the same."""

    def __init__(self, player: Player, past: Past, seat: int, told: list[_Point], rng: Rng) -> None:
        self.player, self.past, self.seat, self.told, self.rng = player, past, seat, told, rng
        self.taken = 0

    def found(self) -> list[int] | None:
        """Gives the cells of the world that was found."""
        s, events = self.player.initial(self.past.setting)
        start = (s, _read(events, self.seat))
        while self.taken < _FROM_THE_START:
            reached = self._go_on(start, 0)
            if isinstance(reached, list):
                return reached
        kept, again = [start], [0]
        while kept and self.taken < MOST:
            reached = self._go_on(kept[-1], len(kept) - 1)
            if isinstance(reached, list):
                return reached
            if reached:
                kept += reached
                again += [0] * len(reached)
                continue
            again[-1] += 1
            while again and again[-1] >= _AGAIN and len(again) > 1:
                kept.pop()
                again.pop()
                again[-1] += 1
        return None

    def _go_on(
        self, begun: tuple[State, list[str]], point: int
    ) -> "list[int] | tuple[tuple[State, list[str]], ...]":
        """Plays on from a decision until the seat is told otherwise, or is asked what is asked now.

        Returns:
            The cells; else where the match stood at each decision of which the seat knows that it still agreed with.
        """
        s, lines = begun[0].copy(), list(begun[1])
        agreed: list[tuple[State, list[str]]] = []
        while self.taken < MOST:
            asked, here = self.player.decision(s), self.told[point]
            if asked is None or lines != here.lines[: len(lines)]:
                break
            if not _knows_of(asked, self.seat):
                choice = asked.forward[self.rng.below(len(asked.forward))]
                lines += _read(self._take(s, choice), self.seat)
                continue
            now = _Point()
            _fill(now, asked, self.seat)
            if (now.seat, now.offered) != (here.seat, here.offered) or len(lines) < len(here.lines):
                break
            if point == len(self.told) - 1:
                return secret_part.seen_by(s, self.seat).cells
            ids = [one.id for one in asked.choices]
            if here.taken not in ids:
                break
            lines = _read(self._take(s, ids.index(here.taken)), self.seat)
            point += 1
            agreed.append((s.copy(), list(lines)))
        return tuple(agreed[:-1])

    def _take(self, s: State, choice: int) -> list[e.Event]:
        self.taken += 1
        return self.player.apply(s, choice)
