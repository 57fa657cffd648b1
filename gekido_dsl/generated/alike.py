"""Two matches that differ in hidden things alone are played side by side: a seat is told the same in both.

What a seat may know follows here from the declarations, and from what was shown or announced to it: not from what the
executors note about it. As long as that is the same in both matches, so is everything else that the seat is sent.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import ChanceRequest, Decision, Event, RuleError, Seat, Setting
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter, secret_part
from gekido_dsl.interpreter.state import State
from gekido_dsl.lockstep import Differs
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.play.record import Header
from gekido_dsl.play.session import Session
from gekido_dsl.rng import Rng
from gekido_dsl.table import Table, Viewer, answers

_STEPS: Final = 60
_SHOWING: Final = {"show": 1, "show_fact": 3}
"""Which value of an event lists those to whom something is shown."""


@dataclass
class Compared:
    """What came of it."""

    moments: int = 0
    """How often everything that a seat was sent was compared."""
    apart: int = 0
    """At how many of these the matches differed in what the seat may not know."""


class _Drawn:
    """Chance by numbers of its own, of which some are others."""

    def __init__(self, seed: int, others: int | None) -> None:
        self.seed, self.number = seed, 0
        self.others = Rng(others) if others is not None else None

    def draw(self, request: ChanceRequest) -> int | None:
        self.number += 1
        rng = Rng(self.seed * 100_003 + self.number)
        if self.others is not None and self.others.below(3) == 0:
            rng = self.others
        return rng.below(request.count)


class _Match:
    """One of the two."""

    def __init__(self, made: Compilation, executor: Interpreter, players: int, chance: _Drawn) -> None:
        setting = Setting(players, 1)
        header = Header(
            made.identity, made.name, executor.game.edition, players, 1, {}, ("person",) * players
        )
        self.session = Session(executor, header, chance=chance)
        assert self.session.header.setting == setting
        self.table = Table(made, self.session, takes_single_choices=False)
        self.events: list[Event] = list(self.session.start_events)
        self.asked: dict[Seat | None, int] = {}
        """Of how many lines a seat has asked why."""
        self.names = [*executor.game.kinds, "r1c1", "r1c2", "r2c1"]

    @property
    def state(self) -> State:
        return self.session.state  # type: ignore[no-any-return]

    @property
    def decision(self) -> Decision | None:
        return self.session.decision

    def choose(self, number: int) -> None:
        self.events += self.session.choose(number)
        self.table.changed()

    def others_decide(self, seat: Seat | None, rng: Rng) -> None:
        """Has others decide by chance what they decide in secret, to the end of the secret part."""
        begun = secret_part.of(self.state)
        for _ in range(_STEPS):
            asked, part = self.decision, secret_part.of(self.state)
            if asked is None or not asked.secret or asked.seat == seat:
                return
            if part is None or begun is None or part.start is not begun.start:
                return
            self.choose(asked.forward[rng.below(len(asked.forward))])

    def told(self, seat: Seat | None) -> str:
        """Gives all that a seat is shown and may ask for: pages of its own and of one that all share, and reasons."""
        viewer = Viewer(frozenset() if seat is None else frozenset({seat}))
        found = [self.table.shown(viewer), *self._reasons(seat, viewer)]
        shared = Viewer(frozenset(range(self.state.program.layout.players)))
        if seat is not None:
            self.table.do({"do": "see", "seat": seat}, shared)
            found.append(self.table.shown(shared))
        page = "\n".join(json.dumps(one, sort_keys=True, indent=1) for one in found)
        return f"{page}\n{self.session.view(seat)}\n{self._learnt(seat)}"

    def _reasons(self, seat: Seat | None, viewer: Viewer) -> list[Any]:
        """Asks why: of each line since this was asked last, and of what the seat cannot choose."""
        readable = sum(bool(event.read_by(seat)) for event in self.events)
        first, self.asked[seat] = self.asked.get(seat, 0), readable
        found: list[Any] = [
            answers.why(self.events, seat, str(number + 1)) for number in range(first, readable)
        ]
        found += self.table.do({"do": "why"}, viewer)
        if self.decision is not None and self.decision.seat == seat:
            for name in self.names:
                found += self.table.do({"do": "why", "text": f"not {name}"}, viewer)
        return found

    def _learnt(self, seat: Seat | None) -> str:
        """Gives what learners are told of a question: its words, and the names and words of actions."""
        asked = self.decision
        if asked is None or asked.seat != seat:
            return ""
        return "\n".join([asked.asked, *(f"{choice.id} {choice.label}" for choice in asked.choices)])

    def shown_to(self, seat: Seat | None) -> list[str]:
        """Lists what was shown or announced to a seat, as it may read it."""
        found: list[str] = []
        part, number = None, 0
        for event in self.events:
            if event.kind == "secret":
                part = event.seat
            secret = not event.text and not event.data
            if event.kind == "announce" and not secret:
                found.append(event.read_by(seat))
            elif event.kind in _SHOWING and event.data:
                players: Sequence[int] = event.data[_SHOWING[event.kind]]
                if seat in players or len(players) == self.state.program.layout.players:
                    found.append(event.read_by(seat))
            elif event.kind in (*_SHOWING, "set", "flip_link") and part == seat and secret:
                found.append(event.read_by(seat))
            elif event.kind in ("roll", "reroll") and seat in event.private:
                found.append(f"{number} {event.read_by(seat)}")
            elif event.kind == "set" and event.data and self._is_own(event.data[3], seat):
                found.append(f"{number} {event.read_by(seat)}")  # when one's own fact changes, one sees
            elif event.kind == "flip_link" and event.data and self._is_own(event.data[1], seat):
                found.append(f"{number} {event.read_by(seat)}")
            number += bool(event.read_by(seat))
        return found

    def _is_own(self, thing: int, seat: Seat | None) -> bool:
        return seat is not None and thing != NONE and self.state.owner(thing) == seat


def compared(made: Compilation, players: int, seed: int, into: Compared, steps: int = _STEPS) -> None:
    """Plays pairs of matches of a ruleset, one for each seat and one for who looks on.

    Args:
        steps: how far at most.
    Raises:
        Differs: a seat was told something that it may not know.
    """
    assert made.game is not None
    executor = Interpreter(made.game, trace=True)
    for at, seat in enumerate((*range(players), None)):
        rng = Rng(seed * 31 + at)
        try:
            one = _Match(made, executor, players, _Drawn(seed, None))
            two = _other(made, executor, one, seat, seed, rng)
            if two is not None:
                _side_by_side(one, two, seat, rng, into, steps)
        except RuleError:
            continue  # the checks warn of what may fail; what failed was told to whoever chose it


def _other(
    made: Compilation, executor: Interpreter, one: _Match, seat: Seat | None, seed: int, rng: Rng
) -> _Match | None:
    """Begins another match that is the same to a seat so far."""
    players = one.state.program.layout.players
    for attempt in range(30):
        two = _Match(made, executor, players, _Drawn(seed, rng.below(1 << 30) if attempt < 29 else None))
        if _may_know(one.state, seat) == _may_know(two.state, seat) and one.shown_to(seat) == two.shown_to(
            seat
        ):
            return two
    return None


def _side_by_side(one: _Match, two: _Match, seat: Seat | None, rng: Rng, into: Compared, steps: int) -> None:
    ways = (Rng(rng.below(1 << 30)), Rng(rng.below(1 << 30)))
    for _ in range(steps):
        for match, way in zip((one, two), ways, strict=True):
            match.others_decide(seat, way)
        if _may_know(one.state, seat) != _may_know(two.state, seat):
            return
        if one.shown_to(seat) != two.shown_to(seat):
            return
        first, second = one.decision, two.decision
        own = [asked is not None and asked.seat == seat for asked in (first, second)]
        if all(own) and _offered(first) != _offered(second):
            return  # what is offered to a player follows from rules that ask for what is hidden
        into.moments += 1
        into.apart += one.state.cells != two.state.cells or one.state.contents != two.state.contents
        told, told_too = one.told(seat), two.told(seat)
        if told != told_too:
            lines = list(unified_diff(told.splitlines(), told_too.splitlines(), lineterm="", n=2))
            who = "a spectator" if seat is None else f"player {seat + 1}"
            raise Differs(f"{who} is told what they may not know", "\n".join(lines[:40]))
        if first is None or second is None:
            return
        if first.secret and first.seat != seat:
            continue  # another secret part begins
        choice = _same_choice(first, second, rng)
        if choice is None:
            return
        for match, number in zip((one, two), choice, strict=True):
            match.choose(number)


def _offered(asked: Decision | None) -> list[tuple[str, str]]:
    return [(choice.id, choice.label) for choice in asked.choices] if asked is not None else []


def _same_choice(first: Decision, second: Decision, rng: Rng) -> tuple[int, int] | None:
    """Draws a choice that is the same in both: by name, or of what is hidden by its place."""
    ids = [choice.id for choice in second.choices]
    forward = first.forward
    number = forward[rng.below(len(forward))]
    name = first.choices[number].id
    if name in ids:
        return number, ids.index(name)
    return (number, number) if len(ids) == len(first.choices) else None


# ---------------------------------------------------------------- what a seat may know


def _may_know(s: State, seat: Seat | None) -> Any:
    """Gives what the declarations let a seat see of a position; while others decide in secret, as it was before."""
    part = secret_part.of(s)
    found: list[Any] = []
    if part is not None and part.player != seat:
        found.append(part.player)
        s = s.copy()
        s.cells, s.contents = list(part.start.cells), [list(things) for things in part.start.contents]
        s.find()
    layout = s.program.layout
    found += [s.cells[cell] for cell in (lay.ON_TURN, lay.TURNS, lay.OVER, lay.ELIMINATED, lay.ROUND)]
    for place, things in enumerate(s.contents):
        decl, owner = layout.place_names[place]
        board = decl.board if isinstance(decl, m.Kind) else None
        seen = board.seen if board is not None else getattr(decl, "seen", "everyone")
        if _sees(s, seen, decl, owner, seat):
            faces = [s.cells[layout.face_cell + one] for one in things]
            # Of pieces that are called alike a seat knows which it moved where; of cards it may not.
            names = [
                (layout.kind_of[one].name, layout.row_of[one] if board is None else one) for one in things
            ]
            found.append(list(zip(names, faces, strict=True)))
        elif board is None:  # of a hidden board nobody else knows where things stand
            found.append(len(things))
    for kind in layout.game.kinds.values():
        for fact in kind.fields.values():
            if not fact.kept:
                continue
            first, size = layout.field_cell[id(kind), fact.name], layout.index_size(fact.index)
            for at, thing in enumerate(layout.things[kind.name]):
                seen = hidden.seen(fact)
                if seen == "everyone" or (seen == "owner" and seat is not None and s.owner(thing) == seat):
                    found.append(s.cells[first + at * size : first + (at + 1) * size])
    for link in layout.game.links.values():
        first, many = layout.link_cell[link.name], len(layout.things[link.goal.name])
        for at, thing in enumerate(layout.things[link.origin.name]):
            if _sees(s, link.seen, link, thing, seat):
                found.append(s.cells[first + at * many : first + (at + 1) * many])
    return found


def _sees(s: State, seen: str, decl: m.Decl, owner: int, seat: Seat | None) -> bool:
    if seen != "owner":
        return seen == "everyone"
    if seat is None or (isinstance(decl, m.Place) and decl.owner is None):
        return False
    players = isinstance(decl, m.Place) and decl.owner == "player"
    whose = owner if players else s.owner(owner) if owner != NONE else NONE
    return bool(whose == seat)
