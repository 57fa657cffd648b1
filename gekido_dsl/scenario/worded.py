"""How a match stands, in the words of a scenario: what `given` and `then` lines say of things, facts and places.

Invariants:
    What is worded here may be read back; whether it means the same again is for whoever writes it down to try.
"""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, PlayerType, ThingType, Type, item
from gekido_dsl.telling.labels import Labels

_MOST_INDEXED: Final = 200
"""Of how many values of a fact it is said which it has."""

Standing = dict[str, str]
"""What something is, by how it is called; `none` of an empty place."""


def player(seat: int) -> str:
    """Names a player."""
    return f"the {ORDINALS[seat]} player"


class Words:
    """Words the states of one layout."""

    def __init__(self, layout: lay.Layout) -> None:
        """Keeps the layout."""
        self.layout = layout
        self.labels = Labels(layout)

    # ------------------------------------------------------------ names

    def thing(self, thing: int) -> str:
        """Names a thing by its row, and by the player or the whole that it belongs to from the start."""
        layout = self.layout
        name, parent, born = layout.name_of(thing), layout.parent_of[thing], layout.born_to[thing]
        if parent != NONE:
            return f"{self.thing(parent)}'s {name}"
        return f"({player(born)})'s {name}" if born not in (NONE, layout.automaton) else name

    def is_one(self, thing: int) -> bool:
        """Tells whether the name of a thing is that of no other."""
        layout = self.layout
        alike = layout.called[layout.kind_of[thing].name, layout.name_of(thing)]
        own = [
            one
            for one in alike
            if (layout.parent_of[one], layout.born_to[one])
            == (layout.parent_of[thing], layout.born_to[thing])
        ]
        parent = layout.parent_of[thing]
        return len(own) == 1 and (parent == NONE or self.is_one(parent))

    def value(self, s: Position, kind: Type, value: int) -> str | None:
        """Words a value; None if it has no words."""
        if value == NONE and not isinstance(kind, IntType):
            return "none"
        match item(kind):
            case IntType() | BoolType() | EnumType():
                return self.labels.value(s, kind, value)
            case PlayerType():
                return player(value) if 0 <= value < self.layout.players else None
            case ThingType(kind=of) if of.board is not None:
                return self.labels.space(s, value) or None
            case ThingType():
                return self.thing(value) if self.is_one(value) else None
            case _:
                return None

    def held(self, s: Position, thing: int) -> str:
        """Names a thing that lies in a place: a die by its face."""
        kind = self.layout.kind_of[thing]
        face = s.cells[self.layout.face_cell + thing]
        return self.labels.face(kind, face) if kind.faces is not None else self.layout.name_of(thing)

    # ------------------------------------------------------------ how it stands

    def standing(self, s: Position) -> Standing:
        """Words the places, tracks and counters, the facts of things, and the links."""
        found = dict(self._places(s))
        found |= dict(self._facts(s))
        found |= dict(self._links(s))
        return found

    def homes(self) -> set[str]:
        """Names the places that hold the rest: boxes that were full, and decks, of which only the top is given."""
        return {
            self._place(decl, owner)
            for decl, owner in self.layout.place_names
            if isinstance(decl, m.Place) and (decl.full or decl.word == "deck")
        }

    def decks(self) -> dict[str, int]:
        """Lists the decks by how they are called, with their numbers."""
        return {
            self._place(decl, owner): number
            for number, (decl, owner) in enumerate(self.layout.place_names)
            if isinstance(decl, m.Place) and decl.word == "deck"
        }

    def _place(self, decl: m.Decl, owner: int) -> str:
        if owner == NONE:
            return decl.name
        of_player = isinstance(decl, m.Place) and decl.owner == "player"
        return f"({player(owner)})'s {decl.name}" if of_player else f"{self.thing(owner)}'s {decl.name}"

    def _places(self, s: Position) -> Iterator[tuple[str, str]]:
        for number, (decl, owner) in enumerate(self.layout.place_names):
            if not isinstance(decl, m.Place | m.Track | m.Counter):
                continue
            of_thing = owner != NONE and not (isinstance(decl, m.Place) and decl.owner == "player")
            if of_thing and (self.layout.kind_of[owner].board is not None or not self.is_one(owner)):
                continue
            if owner == self.layout.automaton and not of_thing and owner != NONE:
                continue
            names = [self.held(s, thing) for thing in s.contents[number]]
            names = names if isinstance(decl, m.Track) else sorted(names)
            yield self._place(decl, owner), ", ".join(names) or "none"

    def _facts(self, s: Position) -> Iterator[tuple[str, str]]:
        layout = self.layout
        for kind in layout.game.kinds.values():
            facts = [
                one
                for one in kind.fields.values()
                if one.kept and layout.index_size(one.index) <= _MOST_INDEXED
            ]
            for thing in layout.things[kind.name] if facts and kind.board is None else ():
                if not self.is_one(thing) or kind.faces is not None:
                    continue
                for fact in facts:
                    first = layout.fact_cell(thing, fact)
                    for number, index in enumerate(self._indexes(fact)):
                        worded = self.value(s, fact.type, s.cells[first + number])
                        if worded is not None:
                            yield f"{self.thing(thing)}'s {fact.name}{index}", worded

    def _indexes(self, fact: m.Field) -> list[str]:
        match fact.index:
            case None:
                return [""]
            case m.Enum(members=members):
                return [f" for {one}" for one in members]
            case kind:
                return [f" for {self.thing(one)}" for one in self.layout.things[kind.name]]

    def _links(self, s: Position) -> Iterator[tuple[str, str]]:
        layout = self.layout
        for link in layout.game.links.values():
            at = layout.link_cell[link.name]
            for here in layout.things[link.origin.name]:
                for there in layout.things[link.goal.name]:
                    side = s.cells[at]
                    at += 1
                    if (
                        here != there
                        and 0 <= side < len(link.sides.members)
                        and self.is_one(here)
                        and self.is_one(there)
                    ):
                        yield (
                            f"{self.thing(here)}'s {link.name} for {self.thing(there)}",
                            link.sides.members[side],
                        )

    # ------------------------------------------------------------ boards

    def spots(self, s: Position) -> dict[int, str]:
        """Says on which space each thing stands that stands on one, and where tiles with names of their own lie."""
        found = {}
        for tile in self.layout.base_of:
            kind = self.layout.kind_of[tile]
            if kind.legend is None and self.layout.name_of(tile) != kind.name:
                found[tile] = self.labels.space(s, tile)
        for thing, where in enumerate(s.where):
            if where in self.layout.base_of and self.layout.kind_of[thing].board is None:
                found[thing] = self.labels.space(s, where)
        return found
