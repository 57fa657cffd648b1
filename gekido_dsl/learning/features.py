"""What a learned player counts in a position: found in the model, with no word of any game.

Everything is counted from the eyes of one seat: of a thing it matters whether it is mine, nobody's or another's. What
is counted has a number and a name. The numbers are of one layout; the names outlive a change of the rules.

Invariants:
    What is counted depends on cells, places, who decides next and what was chosen alone; never on an executor.
    `looking` counts in a module what `Features.noted` counts here.
    There are at most `MOST` numbers, however large a game is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, PlayerType, ThingType, item

MOST: Final = 1 << 17
_FAMILY: Final = 1 << 15
"""So many numbers one sort of count may have; with more, things or spaces are told apart less."""
FACES: Final = 12
"""Faces from this on count as one."""
MANY: Final = 12
"""So many things in a place, and more, count as one number."""
NTH: Final = 16
"""Choices from this on count as one."""
FAR: Final = 10_000
"""No value counts more."""
LINE: Final = 4
"""So many spaces in a row are a pattern."""
_RULES: Final = 512
_COUNTED: Final = 64
"""Spaces of which it is counted how many things lie there, at most."""
_WINDOWS: Final = 400
_PLACED: Final = 160
"""Patterns of a board with so many lines at most are told apart by where they are."""
MINE, NOBODYS, OTHERS = range(3)
_WHOSE: Final = ("mine", "nobody's", "another's")
_RELATIONS: Final = len(_WHOSE)
BY_SEAT: Final = -2
"""In `place_seat`: the code is of the seat that looks, where two look at a board from two sides."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one name in cells side by side."""

    cell: int
    slots: tuple[int, ...]
    """By cell: the first number of what is counted, for what is mine."""
    roots: tuple[int, ...]
    """By cell: the thing whose owner counts; NONE for none."""
    values: int
    """How many values are told apart; 0 for a number, which is added up."""
    player: bool = False
    """Whether the value is a player, so that it counts who that is."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a board, each of `LINE` positions."""

    at_cell: int
    windows: tuple[tuple[int, ...], ...]
    slots: tuple[int, ...]
    """By window: where the patterns of it begin."""
    placed: tuple[int, ...]
    """The same where patterns are told apart by where they are; empty where not."""


class Features:
    """What is counted in the positions of one layout."""

    def __init__(self, layout: Layout) -> None:
        """Finds it."""
        self.layout = layout
        self.players = layout.players
        game = layout.game
        asking = (game.phases, game.rules, game.effects, game.actions, game.windows)
        self.rules = tuple(dict.fromkeys(name for named in asking for name in named))[:_RULES]
        """The rules in which somebody may decide."""
        self._parts: list[tuple[int, int, tuple[tuple[str, ...], ...]]] = []
        self.size = 0
        self._places()
        self._things()
        self.facts = tuple(self._facts())
        self.lines = tuple(self._lines())
        self.filled = self._take("there are", self.sorts, tuple(str(n) for n in range(MANY + 1)))
        self.next = self._take("next", self.rules, _WHOSE)
        self.chosen = self._take("chosen", self.rules, tuple(str(n) for n in range(NTH)))
        self.aim = self._take("aim", ("mine",))

    def _take(self, what: str, *axes: tuple[str, ...]) -> int:
        """Reserves numbers: one for each way to take a name from each axis."""
        first, size = self.size, 1
        for axis in axes:
            size *= len(axis)
        self._parts.append((first, size, ((what,), *axes)))
        self.size += size
        return first

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each number."""
        found: list[str] = []
        for _, size, axes in self._parts:
            for number in range(size):
                words: list[str] = []
                for axis in reversed(axes):
                    number, at = divmod(number, len(axis))
                    words.append(axis[at])
                found.append(", ".join(reversed(words)))
        return tuple(found)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of what has a name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def rule_numbers(self) -> dict[str, int]:
        """The rules by name."""
        return {rule: number for number, rule in enumerate(self.rules)}

    # ------------------------------------------------------------ places

    def _places(self) -> None:
        """Gives each place a code; those that only differ in whose they are have codes side by side."""
        layout = self.layout
        fine = sum(len(spaces) for spaces in layout.spaces.values()) <= 256
        by_name: dict[str, int] = {}
        codes, seats, holders = [], [], []
        first_of: dict[tuple[int, str], int] = {}
        spaces = {
            thing for kind in layout.game.kinds.values() if kind.board for thing in layout.things[kind.name]
        }
        for place, (decl, owner) in enumerate(layout.place_names):
            name, seat, holder = decl.name, NONE, NONE
            if place < layout.count:
                home = layout.home_of(place)
                if place in spaces:
                    first = first_of.setdefault((home, name), place)
                    name = f"{name} {place - first + 1}" if fine else name
                    seat = home if home != NONE or not fine or self.players != 2 else BY_SEAT
                else:
                    holder = layout.root_of[place]
            elif owner != NONE and isinstance(getattr(decl, "owner", None), m.Kind):
                holder = layout.root_of[owner]
            else:
                seat = owner
            codes.append(by_name.setdefault(name, len(by_name) * _RELATIONS))
            seats.append(seat)
            holders.append(holder)
        self.place_code, self.place_seat, self.place_holder = codes, seats, holders
        self.sorts = tuple(f"{name}, {whose}" for name in by_name for whose in _WHOSE)
        few = len(spaces) <= _COUNTED
        others = range(layout.count, len(layout.place_names))
        self.counted = [*(sorted(spaces) if few else ()), *(others if len(others) <= 4 * _COUNTED else ())]
        """Of which places it is counted how many things lie there."""

    # ------------------------------------------------------------ things

    def _things(self) -> None:
        layout = self.layout
        kinds = [kind for kind in layout.game.kinds.values() if not kind.board and layout.things[kind.name]]
        wide = len(self.sorts) * _RELATIONS
        rows = [f"{kind.name} {row.name}" for kind in kinds for row in kind.rows]
        by_row = len(rows) <= 256 and len(dict.fromkeys(rows)) * wide <= _FAMILY
        by_kind = len(kinds) * wide <= _FAMILY

        def sort_of(thing: int) -> str:
            kind = layout.kind_of[thing].name
            return f"{kind} {layout.name_of(thing)}" if by_row else kind if by_kind else "thing"

        things = [thing for kind in kinds for thing in layout.things[kind.name]]
        names = tuple(dict.fromkeys(map(sort_of, things))) or ("thing",)
        self.things = things
        number = {name: at for at, name in enumerate(names)}
        self.lies = self._take("lies", names, _WHOSE, self.sorts)
        self.lies_of = [self.lies + number[sort_of(thing)] * wide for thing in things]
        faced = [kind for kind in kinds if self._faced(kind)]
        self.faced = [thing for kind in faced for thing in layout.things[kind.name]]
        kind_names = tuple(kind.name for kind in faced) or ("thing",)
        self.shows = self._take("shows", kind_names, _WHOSE, tuple(str(n) for n in range(FACES)))
        self.shown = self._take("shown in all", kind_names, _WHOSE)
        of_kind = [kind_names.index(layout.kind_of[thing].name) for thing in self.faced]
        self.shows_of = [self.shows + at * _RELATIONS * FACES for at in of_kind]
        self.shown_of = [self.shown + at * _RELATIONS for at in of_kind]

    def _faced(self, kind: m.Kind) -> bool:
        holders = [*self.layout.game.tracks.values(), *self.layout.game.counters.values()]
        return kind.faces is not None or any(getattr(one, "kind", None) is kind for one in holders)

    # ------------------------------------------------------------ facts

    def _facts(self) -> Iterator[Facts]:
        layout = self.layout
        for kind in layout.game.kinds.values():
            things = layout.things[kind.name]
            for fact in kind.fields.values():
                cell = layout.field_cell.get((id(kind), fact.name))
                if cell is None or not things:
                    continue
                each = layout.index_size(fact.index)
                roots = [layout.root_of[thing] for thing in things for _ in range(each)]
                sorts = [layout.name_of(thing) for thing in things]
                if len(kind.rows) > 64:
                    sorts = [kind.name] * len(things)
                yield from self._fact(f"{kind.name} {fact.name}", fact, cell, sorts, each, roots)
        for phase in layout.game.phases.values():
            for fact in phase.fields.values():
                cell = layout.field_cell[id(phase), fact.name]
                each = layout.index_size(fact.index)
                yield from self._fact(f"{phase.name} {fact.name}", fact, cell, [""], each, [NONE] * each)

    def _fact(
        self, name: str, fact: m.Field, cell: int, sorts: list[str], each: int, roots: list[int]
    ) -> Iterator[Facts]:
        kind = item(fact.type)
        values, player = 0, False
        match kind:
            case BoolType():
                values = 0
            case EnumType(enum=enum):
                values = len(enum.members) + 1
            case PlayerType():
                values, player = _RELATIONS, True
            case ThingType():
                values = 2
            case IntType():
                values = 0
            case _:
                return
        told = tuple(dict.fromkeys(sorts))
        indices = tuple(str(n) for n in range(each)) if each <= 16 else ("",)
        wide = max(values, 1) * _RELATIONS
        if len(told) * len(indices) * wide > _FAMILY // 4 or self.size > MOST // 2:
            told, indices, sorts = ("",), ("",), [""] * len(sorts)
        if len(told) * len(indices) * wide > _FAMILY // 4:
            return
        words = tuple(str(n - 1) for n in range(values)) if values else ("",)
        first = self._take(name, told, indices, _WHOSE, words)
        slots = tuple(
            first + (told.index(sort) * len(indices) + min(index, len(indices) - 1)) * wide
            for sort in sorts
            for index in range(each)
        )
        yield Facts(cell, slots, tuple(roots), values, player)
        if values or len(slots) > _COUNTED:
            return
        # A small number counts for what it is, too: three may be worth more than three times one.
        first = self._take(f"{name} is", told, indices, _WHOSE, tuple(str(n - 1) for n in range(MANY + 2)))
        wide = (MANY + 2) * _RELATIONS
        slots = tuple(
            first + (told.index(sort) * len(indices) + min(index, len(indices) - 1)) * wide
            for sort in sorts
            for index in range(each)
        )
        yield Facts(cell, slots, tuple(roots), MANY + 2, player)

    # ------------------------------------------------------------ lines

    def _lines(self) -> Iterator[Lines]:
        layout = self.layout
        for board, owner in layout.boards():
            spaces = layout.spaces[board.name]
            if owner not in (NONE, 0) or board.is_map or isinstance(board.shape, m.Mesh) or not spaces:
                continue
            chart = layout.charts[layout.chart_of[spaces.start]]
            straight = [way for way in chart.directions if way > (0, 0)]
            if not 9 <= board.size <= 400 or not straight or board.each_player:
                continue
            windows: list[tuple[int, ...]] = []
            ways: list[int] = []
            for number, way in enumerate(straight):
                for start in board.shape.spots if board.shape.holes else range(board.size):
                    line = [start]
                    while len(line) < LINE and line[-1] != NONE:
                        line.append(chart.step(line[-1], *way))
                    if line[-1] != NONE:
                        windows.append(tuple(line))
                        ways.append(number)
            if not windows or len(windows) > _WINDOWS:
                continue
            patterns = tuple(
                "".join(".xo"[number // 3**at % 3] for at in reversed(range(LINE)))
                for number in range(3**LINE)
            )
            directions = tuple(f"way {number + 1}" for number in range(len(straight)))
            first = self._take(f"{board.name} line", directions, patterns)
            placed: tuple[int, ...] = ()
            if len(windows) <= _PLACED:
                lines = tuple(f"line {number + 1}" for number in range(len(windows)))
                begin = self._take(f"{board.name}", lines, patterns)
                placed = tuple(begin + number * 3**LINE for number in range(len(windows)))
            slots = tuple(first + way * 3**LINE for way in ways)
            yield Lines(layout.at_cell[board.name], tuple(windows), slots, placed)

    # ------------------------------------------------------------ in a position

    def relation(self, position: Position, thing: int, seat: int) -> int:
        """Tells whose a thing is; of nothing, nobody's."""
        return NOBODYS if thing == NONE else _relation(position.owner(thing), seat)

    def code(self, position: Position, place: int, seat: int) -> int:
        """Gives the code of a place as a seat sees it."""
        holder, owner = self.place_holder[place], self.place_seat[place]
        if owner == BY_SEAT:
            return self.place_code[place] + seat
        whose = _relation(owner, seat) if holder == NONE else self.relation(position, holder, seat)
        return self.place_code[place] + whose

    def noted(
        self, position: Position, seat: int, asked: tuple[int, str], chosen: tuple[str, int], balance: int
    ) -> dict[int, int]:
        """Counts in a position, after a choice.

        Args:
            asked: who decides next, NONE for nobody, and by which rule.
            chosen: by which rule something was chosen, and the number of the choice.
            balance: how well the seat stands by the aim, less how well others do; 0 without an aim.
        """
        found: dict[int, int] = {}

        def add(slot: int, value: int = 1) -> None:
            if value:
                found[slot] = found.get(slot, 0) + max(-FAR, min(FAR, value))

        layout, cells = self.layout, position.cells
        codes = len(self.sorts)
        for thing, slot in zip(self.things, self.lies_of, strict=True):
            place = position.where[thing]
            if place != NONE:
                whose = self.relation(position, thing, seat)
                add(slot + whose * codes + self.code(position, place, seat))
        for thing, slot, total in zip(self.faced, self.shows_of, self.shown_of, strict=True):
            if position.where[thing] != NONE:
                whose, face = self.relation(position, thing, seat), cells[layout.face_cell + thing]
                add(slot + whose * FACES + max(0, min(face, FACES - 1)))
                add(total + whose, face)
        for place in self.counted:
            number = min(len(position.contents[place]), MANY)
            add(self.filled + self.code(position, place, seat) * (MANY + 1) + number)
        for facts in self.facts:
            for at, (slot, root) in enumerate(zip(facts.slots, facts.roots, strict=True)):
                whose, value = self.relation(position, root, seat), cells[facts.cell + at]
                if not facts.values:
                    add(slot + whose, value)
                    continue
                told = _relation(value, seat) if facts.player else max(0, min(value + 1, facts.values - 1))
                add(slot + whose * facts.values + told)
        for board in self.lines:
            for number, window in enumerate(board.windows):
                pattern = 0
                for spot in window:
                    space = cells[board.at_cell + spot]
                    things = position.contents[space] if space != NONE else []
                    state = 0 if not things else 1 if self.relation(position, things[0], seat) == MINE else 2
                    pattern = pattern * 3 + state
                if pattern:
                    add(board.slots[number] + pattern)
                    if board.placed:
                        add(board.placed[number] + pattern)
        if asked[0] != NONE and asked[1] in self.rule_numbers:
            add(self.next + self.rule_numbers[asked[1]] * _RELATIONS + _relation(asked[0], seat))
        if chosen[0] in self.rule_numbers:
            add(self.chosen + self.rule_numbers[chosen[0]] * NTH + min(chosen[1], NTH - 1))
        add(self.aim, balance)
        return found


def _relation(owner: int, seat: int) -> int:
    return MINE if owner == seat else NOBODYS if owner == NONE else OTHERS
