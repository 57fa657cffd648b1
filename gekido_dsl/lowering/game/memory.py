"""The arrays of a match: what the cells and places of a position become.

Invariants:
    An array holds the same numbers as the cells that it stands for, as wide as they need.
    What lies in a place is a chain in the order of arrival: by place its head, its tail and how many there are, by
    thing the next and the one before. Where a thing lies is by thing.
    What can never change is no state: it is a table, or known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground import positions
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.start import lay_drawn, put_in_boxes
from gekido_dsl.lowering.game import uses
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, PlayerType, ThingType, Type, item
from gekido_dsl.program.build import ProgramBuilder, width_for
from gekido_dsl.program.nodes import Array, Width

SYSTEM = (
    "on_turn", "turns", "window", "over", "eliminated", "first", "leads", "secret", "end", "joint", "round",
    "round_over", "game", "began", "match", "decides", "due",
)  # fmt: skip
"""The cells that every match has, by their numbers."""
_SMALL = frozenset(
    {
        "on_turn",
        "window",
        "over",
        "eliminated",
        "first",
        "leads",
        "secret",
        "end",
        "joint",
        "round_over",
        "began",
        "match",
        "decides",
        "due",
    }
)


@dataclass(frozen=True, slots=True)
class Run:
    """Cells of a position that an array stands for, from `cell` on."""

    cell: int
    array: Array
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Chains:
    """The arrays of the places."""

    head: Array
    tail: Array
    count: Array
    next: Array
    before: Array
    where: Array


@dataclass(frozen=True, slots=True)
class Barred:
    """The arrays of what cannot lie where; see `kept.barred`."""

    never: Array
    """By thing: in which places it cannot lie, a bit for each that has a number."""
    beside: Array
    """By thing: 1 more than the number of the place in which it lay when that was found last."""
    noted: Array
    """By number of a place: whether anything is known of it."""
    following: Array
    """1 while it is found out, 2 while something is tried for it; else 0."""
    numbers: Mapping[int, int]
    """Hidden places, by their number in the layout."""
    by_place: Array
    """The same as a table; -1 for others."""
    sorts: Array
    """By thing: which others may lie in its spot, as a number."""


class Memory:
    """The arrays of one game for one number of players."""

    def __init__(self, game: m.Game, layout: Layout, program: ProgramBuilder) -> None:
        self.game = game
        self.layout = layout
        self._program = program
        self.runs: list[Run] = []
        self.start = Position(layout)
        """How everything lies before the set-up."""
        put_in_boxes(self.start)
        if all(not board.layout for board in game.boards.values()):
            for board in game.boards.values():
                lay_drawn(self.start, board)
        self.start.cells[lay.GAME] = 1
        small = width_for(NONE, max(layout.players + 1, len(game.ends) + 1, len(game.windows) + 1))
        self.system: dict[str, Array] = {
            name: self._cells(name, cell, 1, small if name in _SMALL else 32)
            for cell, name in enumerate(SYSTEM)
        }
        of_player = width_for(NONE, layout.players)
        self.owner = self._cells("owner", layout.owner_cell, layout.count, of_player)
        self.face = self._cells("face", layout.face_cell, layout.count, self._faces())
        most = max((board.size for board in game.boards.values()), default=0)
        self.position = self._cells("position", layout.position_cell, layout.count, width_for(NONE, most))
        thing = width_for(NONE, layout.count)
        self.at: dict[str, Array] = {
            board.name: self._cells(
                f"at {board.name}", layout.at_cell[board.name], len(layout.cells_of(board)), thing
            )
            for board in game.boards.values()
        }
        out = width_for(lay.RANKED - layout.players - 1, layout.players)
        self.out = self._cells("out", layout.out_cell, layout.players, out)
        self.had = self._cells("had", layout.had_cell, layout.players, 8)
        self.last = self._cells("last", layout.last_cell, layout.players, 8)
        self.won = self._cells("won", layout.won_cell, layout.players, width_for(0, game.row or 1))
        self.fields: dict[tuple[int, str], Array] = {}
        """Facts by the id of the kind or phase and their name: of things, one after the other from the first."""
        self.fact_known: dict[tuple[int, str], Array] = {}
        self.fact_counted: dict[tuple[int, str], Array] = {}
        seats = width_for(NONE, 2 << layout.players)
        self._declare_facts(seats)
        self.links: dict[str, Array] = {
            link.name: self._cells(
                f"link {link.name}",
                layout.link_cell[link.name],
                len(layout.things[link.origin.name]) * len(layout.things[link.goal.name]),
                width_for(NONE, len(link.sides.members)),
            )
            for link in game.links.values()
        }
        self.notes = self._cells("notes", layout.note_cell, len(game.notes), 8)
        kept = game.position.kept if game.position is not None else 0
        self.position_log = self._optional("positions", layout.position_log, 1 + positions.CELLS * kept, 32)
        self.known = self._optional("known", layout.known_cell, layout.count, seats)
        self.alike = self._optional("alike", layout.alike_cell, layout.count + 1, 32)
        self._moved = {name: self._moved_in(name, cell) for name, cell in layout.moved_cell.items()}
        self.used = {
            key: self._cells(f"used {key[0]} {key[1]}", cell, layout.players, uses.width(game, *key))
            for key, cell in layout.used_cell.items()
        }
        self.chains = self._chains()
        self.play = program.state("play")
        """Where in the order of play the match stands at a boundary."""
        self.barred: Barred | None = None
        """None where nothing is kept of it."""
        self.rest: Array | None = None
        """From which rest the entry goes on; 0 from a boundary, and once it has come to the rest. None without any."""

    def _declare_facts(self, seats: Width) -> None:
        """Gives arrays to facts, and to who knows those that not everybody sees.

        Args:
            seats: how wide a bit for each seat and one for spectators is.
        """
        game, layout = self.game, self.layout
        keepers: list[m.Kind | m.Procedure] = [*game.kinds.values(), *game.phases.values()]
        for keeper in keepers:
            for fact in keeper.fields.values():
                key = (id(keeper), fact.name)
                if key not in layout.field_cell:
                    continue
                many = len(layout.things[keeper.name]) if isinstance(keeper, m.Kind) else 1
                many *= layout.index_size(fact.index)
                name = f"{keeper.name} {fact.name}"
                self.fields[key] = self._cells(name, layout.field_cell[key], many, self.width(fact.type))
                if key in layout.fact_known:
                    self.fact_known[key] = self._cells(f"known {name}", layout.fact_known[key], many, seats)
                if key in layout.fact_counted:
                    self.fact_counted[key] = self._cells(f"counted {name}", layout.fact_counted[key], 1, 8)

    def _moved_in(self, scope: str, cell: int) -> list[tuple[range, Array]]:
        """Gives an array to each kind that is asked about, so that what nobody asks for is dropped, and to the rest."""
        layout, kinds = self.layout, self.layout.moved_kinds[scope]
        asked = sorted(
            (layout.things[name] for name in kinds if layout.things[name]), key=lambda one: one.start
        )
        parts, at = [], 0
        for things in asked:
            parts += [range(at, things.start), things] if things.start > at else [things]
            at = things.stop
        parts += [range(at, layout.count)] if at < layout.count else []
        return [
            (part, self._cells(f"moved {scope} {part.start}", cell + part.start, len(part), 8))
            for part in parts
        ]

    def moved(self, kind: str, scope: str | None = None) -> list[tuple[Array, int]]:
        """Gives, by scope, the array that says which things of a kind have moved, and the thing that it begins with."""
        first = self.layout.things[kind].start
        return [
            (array, part.start)
            for name, parts in self._moved.items()
            if scope in (None, name)
            for part, array in parts
            if first in part
        ]

    def moved_parts(self) -> list[tuple[Array, int, int]]:
        """Gives the arrays that say which things have moved, with the things that each is about."""
        return [(array, part.start, part.stop) for parts in self._moved.values() for part, array in parts]

    def width(self, kind: Type) -> Width:
        """Gives how wide the values of a type are."""
        match item(kind):
            case BoolType():
                return 8
            case EnumType(enum=enum):
                return width_for(NONE, len(enum.members))
            case ThingType():
                return width_for(NONE, self.layout.count)
            case PlayerType():
                return width_for(NONE, self.layout.players)
            case IntType(low=int(low), high=int(high)):
                return width_for(low, high)
            case _:
                return 32

    def _faces(self) -> Width:
        low, high = 0, 0
        for kind in self.game.kinds.values():
            if isinstance(kind.faces, tuple):
                low, high = min(low, kind.faces[0]), max(high, kind.faces[1])
            elif kind.faces is not None:
                high = max(high, len(kind.faces.members))
        for track in self.game.tracks.values():
            high = max(high, track.showing)
        for counter in self.game.counters.values():
            low, high = min(low, counter.low), max(high, counter.high)
        return width_for(low, high)

    def _cells(self, name: str, cell: int, count: int, width: Width) -> Array:
        array = self._state(name, self.start.cells[cell : cell + count], width)
        if count:
            self.runs.append(Run(cell, array, 0, count))
        return array

    def _optional(self, name: str, cell: int, count: int, width: Width) -> Array | None:
        return self._cells(name, cell, count, width) if cell != NONE else None

    def _state(self, name: str, contents: Sequence[int], width: Width) -> Array:
        return self._program.state(name, max(len(contents), 1), width, contents=contents)

    def _chains(self) -> Chains:
        places, layout = self.start.contents, self.layout
        thing, place = width_for(NONE, layout.count), width_for(NONE, len(places))
        following, before = [NONE] * layout.count, [NONE] * layout.count
        for things in places:
            for one, other in pairwise(things):
                following[one], before[other] = other, one
        return Chains(
            self._state("head", [things[0] if things else NONE for things in places], thing),
            self._state("tail", [things[-1] if things else NONE for things in places], thing),
            self._state("count", [len(things) for things in places], thing),
            self._state("next", following, thing),
            self._state("before", before, thing),
            self._state("where", self.start.where, place),
        )
