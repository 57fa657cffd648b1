"""What the choices of an open question are about, by the addresses that the view of whoever is asked has for it.

Invariants:
    Of a thing that whoever is asked does not know, only the place where it lies is told.
"""

from collections.abc import Iterator
from typing import Any

from gekido_dsl.engine import spots as e
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, PlaceType, PlayerType, ThingType, item
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.question import TAKE_BACK, Question
from gekido_dsl.telling.view import listed_with_owner


def spots(s: Position, question: Question) -> tuple[tuple[tuple[e.Address, ...], ...], ...]:
    """Tells what each choice is about: for each slot that is about something on the table, where that is shown."""
    finder = _Finder(s, question.seat)
    made = []
    for option in question.options:
        slots = [tuple(dict.fromkeys(slot)) for slot in finder.about(question, option)]
        made.append(tuple(slot for slot in slots if slot))
    return tuple(made)


class _Finder:
    def __init__(self, s: Position, seat: int) -> None:
        self.s, self.seat = s, seat
        self.layout = s.layout
        self.labels = Labels(s.layout)

    def about(self, question: Question, option: Any) -> Iterator[Iterator[e.Address]]:
        """Addresses what an option is about, slot by slot."""
        if option is None or option == TAKE_BACK or question.labels:
            return
        if question.line is not None:
            action, value = question.used(option)
            yield self.value(action.item, value)
            return
        for kind, value in zip(question.types, option, strict=False):
            if not isinstance(kind, str):
                yield self.value(kind, value)

    def value(self, kind: Any, value: Any) -> Iterator[e.Address]:
        """Addresses a value of a type."""
        if isinstance(value, list | tuple):
            for one in value:
                yield from self.value(item(kind), one)
            return
        if not isinstance(value, int) or value == NONE:
            return
        match item(kind):
            case PlayerType():
                yield e.of_player(value)
            case EnumType(enum=enum):
                yield e.of_value(enum.name, enum.members[value])
            case PlaceType():
                yield from self.place(value)
            case ThingType():
                yield from self.thing(value)
                if self.s.where[value] == NONE:
                    yield from self._cards(value)

    def _cards(self, thing: int) -> Iterator[e.Address]:
        """Addresses what stands for a thing that lies nowhere itself: a card that bears its name."""
        layout = self.layout
        for kind in layout.game.kinds.values():
            if kind.parent is layout.kind_of[thing]:
                for part in layout.parts.get((kind.name, thing), ()):
                    if self.s.where[part] >= layout.count:
                        yield from self.thing(part)

    def place(self, place: int) -> Iterator[e.Address]:
        """Addresses a place, a track or a counter."""
        if place < self.layout.count:
            yield from self.thing(place)
            return
        decl, owner = self.layout.place_names[place]
        if isinstance(decl, m.Place):
            if decl.owner is None or decl.owner == "player":
                yield e.of_place(decl.name, owner if decl.owner == "player" else e.NOBODY)
            else:
                for whole in self.thing(owner):
                    yield e.place_of(whole, decl.name)
        elif isinstance(decl, m.Track | m.Counter):
            yield from self.thing(owner)
        elif not decl.name:  # what a rule has drawn and is asking about
            yield e.of_place(self.labels.place(self.s, place), owner)

    def thing(self, thing: int) -> Iterator[e.Address]:
        """Addresses a thing, everywhere it is shown; one that is not known, the place where it lies."""
        s, layout = self.s, self.layout
        kind, where = layout.kind_of[thing], s.where[thing]
        if kind.board is not None:
            if label := self.labels.space(s, thing):
                yield e.of_space(self.labels.board(thing), label)
            return
        if not knowledge.knows(s, self.seat, thing):
            if where >= layout.count:
                yield from self.place(where)
            return
        owner = s.cells[layout.owner_cell + thing]
        row = kind.rows[layout.row_of[thing]].name
        face = self.labels.face(kind, s.cells[layout.face_cell + thing]) if kind.faces is not None else None
        if 0 <= where < layout.count:
            space = e.of_space(self.labels.board(where), self.labels.space(s, where))
            yield e.on_space(space, kind.name, face or self.labels.card(s, thing), owner)
        if where >= layout.count:
            decl, holder = layout.place_names[where]
            if isinstance(decl, m.Track):
                for whole in self.thing(holder):
                    yield e.on_track(whole, decl.name, str(s.cells[layout.face_cell + thing]))
            elif isinstance(decl, m.Counter):
                for whole in self.thing(holder):
                    yield e.on_counter(whole, decl.name)
            else:
                for place in self.place(where):
                    yield e.in_place(place, kind.name, face or self.labels.card(s, thing))
        elif listed_with_owner(layout, kind):
            yield (
                e.with_player(owner, kind.name, face or row)
                if owner != NONE
                else e.loose(kind.name, face or row)
            )
        parent = layout.parent_of[thing]
        if parent != NONE:
            for whole in self.thing(parent):
                yield e.part_of(whole, kind.name, face or row)
