"""Values in words: what choices, events and views call things.

Invariants:
    A label is made of names that the ruleset gives and of places on a board, never of the number of a thing.
"""

from collections.abc import Sequence
from typing import Any

from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.languages import authored, joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.lies import LIES
from gekido_dsl.model.sides import compass_of
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import (
    NONE,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    PlaceType,
    PlayerType,
    ThingType,
    Type,
    item,
)
from gekido_dsl.telling import signs


def led(parts: Sequence[str], types: Sequence[Type | str]) -> str:
    """Joins what an option says of each of its values: what, where, how it lies."""
    said = ""
    for kind, part in zip(types, parts, strict=False):
        lie = isinstance(kind, EnumType) and kind.enum.members == LIES
        if not (lie and part == LIES[0]):
            said = joined(" " if lie else " → ", [said, part]) if said else joined(" ", [part])
    return said or LIES[0]


class Labels:
    """Names the values of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = layout.game

    def value(self, s: Position, kind: Type, value: Any) -> str:
        """Names a value of a type."""
        if isinstance(value, list | tuple):
            return joined(", ", (self.value(s, item(kind), one) for one in value)) or text("nothing")
        if value == NONE and not isinstance(kind, IntType):
            return text("none")
        match item(kind):
            case BoolType():
                return text("yes") if value else text("no")
            case EnumType(enum=enum):
                return str(enum.members[value])
            case PlayerType():
                return self.player(value)
            case ThingType():
                return self.called(s, value)
            case EffectType():
                effect, args = self.game.effect_calls[value]
                given = (
                    self.value(s, param.type, arg) for param, arg in zip(effect.params, args, strict=True)
                )
                return joined(" ", [effect.title or effect.name, *given])
            case PlaceType():
                return self.place(s, value)
            case _:
                return str(value)

    def values(self, s: Position, types: tuple[Type | str, ...], values: tuple[Any, ...]) -> str:
        """Names the values of an option."""
        parts = [
            self.value(s, kind, value) if not isinstance(kind, str) else kind
            for kind, value in zip(types, values, strict=False)
        ]
        return led(parts, types)

    def player(self, seat: int) -> str:
        """Names a player."""
        if seat != NONE and seat == self.layout.automaton:
            return text("Automaton")
        return text("Player {number}", number=seat + 1) if seat != NONE else text("nobody")

    @staticmethod
    def owned(owner: str, name: str) -> str:
        """Names something with whose it is."""
        return text("{owner}'s {thing}", owner=owner, thing=name)

    def thing(self, s: Position, thing: int) -> str:
        """Names a thing: its row, its face, or its space."""
        if thing == NONE:
            return text("none")
        kind = self.layout.kind_of[thing]
        if kind.faces is not None:
            return self.face(kind, s.cells[self.layout.face_cell + thing])
        if kind.board is not None:
            name = kind.rows[self.layout.row_of[thing]].name
            if list(kind.board.names.values()).count(name) == 1:
                return name
            label = self.space(s, thing)
            if kind.board.by_name(kind):
                return label
            # What a space of a hidden board is called is read off the board by whoever sees it.
            bare = name == kind.name or (label and kind.board.seen != "everyone")
            if bare:
                return label or name
            return text("{space} {name}", space=label, name=name) if label else name
        return kind.rows[self.layout.row_of[thing]].name

    def called(self, s: Position, thing: int) -> str:
        """Names a thing; one of many without a name of its own by where it stands, too: `Pawn r7c1`."""
        name = self.thing(s, thing)
        stands = thing != NONE and s.where[thing] in self.layout.base_of
        if not (stands and self.nameless(thing)):
            return name
        return text("{thing} {space}", thing=name, space=self.space(s, s.where[thing]))

    def nameless(self, thing: int) -> bool:
        """Tells whether a thing is one of many that are called by their kind alone."""
        kind = self.layout.kind_of[thing]
        if kind.faces is not None or kind.board is not None or self.layout.name_of(thing) != kind.name:
            return False
        return len(self.layout.called[kind.name, kind.name]) > 1

    def drawn(self, s: Position, thing: int) -> str:
        """Names one of many by the fact that pictures tell it apart by, as `Knight`; by its kind where none does."""
        known = signs.of(self.game).get(self.layout.kind_of[thing])
        if known is None or known.fact.seen != "everyone" or not self.nameless(thing):
            return self.thing(s, thing)
        return known.name(s.cells[self.layout.fact_cell(thing, known.fact)]) or self.thing(s, thing)

    def exact(self, s: Position, thing: int, detail: int) -> str:
        """Names a thing so that it can be told from others.

        Args:
            detail: what is said besides its name: 1 where it is, 2 of what it is a part, or whose, 3 its open facts.
        """
        name, layout = self.called(s, thing), self.layout
        if thing == NONE or not detail:
            return name
        kind, where, owner = layout.kind_of[thing], s.where[thing], s.owner(thing)
        if kind.board is not None:
            board: str = kind.board.name
            if kind.board.each_player:
                board = self.owned(self.player(owner), board)
            return text("{thing} of {place}", thing=name, place=board)
        if kind.sides is not None:
            name = self._at_sides(s, thing, name)
        if where in layout.base_of:
            if not self.nameless(thing):
                name = text("{thing} {space}", thing=name, space=self.space(s, where))
        elif where != NONE:
            name = text("{thing} of {place}", thing=name, place=self.place(s, where))
        parent = layout.parent_of[thing]
        if detail > 1 and (parent != NONE or owner != NONE):
            name = self.owned(self._whole_name(parent) if parent != NONE else self.player(owner), name)
        facts = [
            fact
            for fact in kind.fields.values()
            if fact.kept and fact.index is None and fact.seen == "everyone"
        ]
        if detail > 2 and facts:
            told = (
                text(
                    "{name} {value}",
                    name=authored(one.name, "fact"),
                    value=self.value(s, one.type, s.cells[layout.fact_cell(thing, one)]),
                )
                for one in facts
            )
            name = text("{thing} ({facts})", thing=name, facts=joined(", ", told))
        return name

    def _at_sides(self, s: Position, part: int, name: str) -> str:
        """Names a part with the sides of its tile that it is at, as the tile lies."""
        kind, layout = self.layout.kind_of[part], self.layout
        compass, whole = compass_of(kind), kind.parent
        assert kind.sides is not None and compass is not None and whole is not None
        facing = max(s.cells[layout.fact_cell(layout.parent_of[part], whole.facings()[0])], 0)
        number = len(compass.members)
        ways = kind.rows[layout.row_of[part]].values.get(kind.sides.name, ())
        said = [compass.members[(way + facing) % number] for way in ways]
        return text("{thing} at {sides}", thing=name, sides=both(said)) if said else name

    def face(self, kind: m.Kind, face: int) -> str:
        """Names a face of a die."""
        return kind.faces.members[face] if isinstance(kind.faces, m.Enum) else str(face)

    def sides(self, s: Position, thing: int) -> dict[str, str]:
        """Says which side of a solid die looks in each direction; nothing of another thing."""
        kind, cells, layout = self.layout.kind_of[thing], s.cells, self.layout
        facing = kind.fields.get(FACING)
        if facing is None or kind.faces is None or not isinstance(facing.type, EnumType):
            return {}
        at = cells[layout.fact_cell(thing, facing)]
        ring = kind.rings[cells[layout.face_cell + thing]]
        return {way: self.face(kind, ring[(k - at) % 4]) for k, way in enumerate(facing.type.enum.members)}

    def turned(self, s: Position, thing: int) -> str:
        """Says in short how a solid die lies: `N4 E1 S3 W6`; nothing of another thing."""
        sides = self.sides(s, thing)
        between = "" if all(face.isdigit() for face in sides.values()) else " "
        return " ".join(f"{way[0]}{between}{face}" for way, face in sides.items())

    def space(self, s: Position, space: int) -> str:
        """Names a space by its row and column: `r1c2`; one that does not lie there, with what it is drawn on."""
        board = self.layout.kind_of[space].board
        if board is None:
            return ""
        if board.by_name(self.layout.kind_of[space]):
            return self._row_name(space)
        position = s.cells[self.layout.position_cell + space]
        if position == NONE:
            position = self.layout.spots.get(space, NONE)
            if position == NONE:
                return ""
            whole = self.thing(s, self.layout.parent_of[space])
            return text("{thing} of {place}", thing=spot_name(board, position), place=whole)
        return spot_name(board, position)

    def board(self, space: int) -> str:
        """Names the board of a space, and whose it is."""
        board = self.layout.kind_of[space].board
        assert board is not None
        if board.each_player:
            return self.owned(self.player(self.layout.home_of(space)), board.name)
        return board.name

    def card(self, s: Position, thing: int) -> str:
        """Names a thing where others like it lie: a card that a thing of a table has, by that thing."""
        kind, parent = self.layout.kind_of[thing], self.layout.parent_of[thing]
        bare = kind.file is None and kind.faces is None and kind.board is None and not kind.column
        named = parent != NONE and self.layout.kind_of[parent].file is not None
        if bare and named and s.where[thing] >= self.layout.count:
            return self.owner_name(s, thing)
        return self.thing(s, thing)

    def place(self, s: Position, place: int) -> str:
        """Names a place, and whose it is."""
        decl, owner = self.layout.place_names[place]
        if isinstance(decl, m.Place) and decl.owner == "player":
            return self.owned(self.player(owner), decl.name)
        if isinstance(decl, m.Track | m.Counter) or (isinstance(decl, m.Place) and decl.owner is not None):
            space = self.layout.kind_of[owner].board is not None
            return self.owned(self.thing(s, owner) if space else self._row_name(owner), decl.name)
        return decl.name or text("the drawn things")

    def owner_name(self, s: Position, thing: int) -> str:
        """Names a thing with the thing it is part of."""
        parent = self.layout.parent_of[thing] if self.layout.kind_of[thing].board is None else NONE
        return (
            self.owned(self._whole_name(parent), self.thing(s, thing))
            if parent != NONE
            else self.called(s, thing)
        )

    def subject(self, s: Position, thing: int) -> str:
        """Names a thing so that it is known whose it is, where each player has one of the kind."""
        kind = self.layout.kind_of[thing]
        if kind.each_player is not None and kind.file is None:
            return self.owned(self.player(self.layout.born_to[thing]), self.thing(s, thing))
        return self.owner_name(s, thing)

    def _whole_name(self, thing: int) -> str:
        """Names what a part belongs to; what every player has one of goes by its player."""
        kind = self.layout.kind_of[thing]
        if kind.each_player == 1 and kind.file is None:
            return self.player(self.layout.born_to[thing])
        return self._row_name(thing)

    def _row_name(self, thing: int) -> str:
        """Names a thing by its row, and by the row of what it is part of where many have the same part."""
        kind, parent = self.layout.kind_of[thing], self.layout.parent_of[thing]
        name = kind.rows[self.layout.row_of[thing]].name
        return name if parent == NONE or kind.column else self.owned(self._whole_name(parent), name)


def both(names: Sequence[str]) -> str:
    """Puts names into one with `and` between them."""
    told = ""
    for name in names:
        told = text("{one} and {other}", one=told, other=name) if told else name
    return told


def spot_name(board: m.Board, position: int) -> str:
    """Names a position of a board by its row and column."""
    return board.spot_name(position)
