"""Sets of spaces as bits: space number k of a board is bit k of as many words of 64 as it takes; k is its spot.

Only for boards whose spaces always lie where they lie at first, in the order of their positions, and for those that are
laid once, when a match begins: there the spot is the position. Else it is, too, unless the board has holes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from gekido_dsl.ground.geometry import Terrain, step
from gekido_dsl.lowering import geometry as geo
from gekido_dsl.lowering.lowering import Lowering
from gekido_dsl.lowering.sets import Set, Visit
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

MOST = 512
"""Boards with more spaces than this have no bits: whatever is done with all words is written once for each."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A board whose spaces are bits."""

    board: m.Board
    spaces: range
    terrain: Terrain
    laid: bool = False
    """Whether its spaces are laid anew for each match, so that positions are state."""
    positions: Sequence[int] = ()
    """The position of each spot."""

    @property
    def regular(self) -> bool:
        """Whether every position has a space, and each step leads to the next."""
        return self.terrain.links is None and self.terrain.spaces is None

    @property
    def size(self) -> int:
        """How many spaces there are."""
        return len(self.spaces)

    @property
    def words(self) -> int:
        """How many words they take."""
        return -(-self.size // 64)

    def spots(self, positions: Iterable[int]) -> list[int]:
        """Gives the spots of positions, of those that have a space."""
        spot_at = {position: spot for spot, position in enumerate(self.positions)}
        return [spot_at[position] for position in positions if position in spot_at]

    def by_spot(self, give: Callable[[int], Iterable[int]]) -> list[list[int]]:
        """Lists for each spot the spots of the positions that are given for its position."""
        return [self.spots(give(position)) for position in self.positions]

    def strides(self, down: int, right: int) -> dict[int, list[int]]:
        """Gives by how many spots a step leads on, and from which spots it leads so far; borders part nothing."""
        terrain, found = replace(self.terrain, parted=frozenset()), dict[int, list[int]]()
        for spot, position in enumerate(self.positions):
            for there in self.spots([step(self.board, terrain, position, down, right)]):
                found.setdefault(there - spot, []).append(spot)
        return found


def field_of(lowering: Lowering, board: m.Board | None) -> Field | None:
    """Gives the board as bits; None where its spaces may lie elsewhere, are too many or lie on boards of players."""
    if board is None or board.each_player or (board.layout and board.holes):
        return None
    if not geo.is_still(lowering, board) and not _is_laid_once(lowering, board):
        return None
    spaces = lowering.layout.things[board.space.name]
    positions = [k for k in range(board.rows * board.columns) if k not in board.holes]
    if not 0 < len(spaces) <= MOST or len(spaces) != len(positions):
        return None
    terrain = lowering.layout.charts[lowering.layout.chart_of[spaces.start]][1]
    return Field(board, spaces, terrain, bool(board.layout), positions)


def _is_laid_once(lowering: Lowering, board: m.Board) -> bool:
    """Tells whether the spaces of a board are laid when a match begins, all of them and for good."""
    if not board.layout or board.drawing or board.space.legend is not None or lowering.game.row:
        return False
    spaces = lowering.layout.things[board.space.name]
    if lowering.may_leave(ThingType(board.space)) or len(geo.charts_of(lowering, board)) != 1:
        return False
    return not any(lowering.memory.start.contents[space] for space in spaces)


def spot_of(w: Writer, field: Field, space: ir.Expr) -> ir.Expr:
    """Gives the spot of a space that lies on the board."""
    return x.load(w.memory.position, space) if field.laid else x.sub(space, field.spaces.start)


def spot_or_none(w: Writer, field: Field, space: ir.Expr) -> ir.Expr:
    """Gives the spot of a space of the board; none of none."""
    if field.laid:
        return geo.position(w, space, field.board)
    return w.lowering.number_in(w, space, field.spaces.start)


def space_at(w: Writer, field: Field, spot: ir.Expr) -> ir.Expr:
    """Gives the space at a spot of the board."""
    return x.load(w.memory.at[field.board.name], spot) if field.laid else x.add(spot, field.spaces.start)


def is_on(field: Field, place: ir.Expr) -> ir.Expr:
    """Whether a place is a space of the board."""
    return x.within(place, field.spaces.start, field.spaces.stop - 1)


def spot_or_first(w: Writer, field: Field, place: ir.Expr, inside: ir.Expr) -> ir.Expr:
    """Gives the spot of a space; of what lies not inside the board, any spot."""
    if not field.laid:
        return w.code.let(x.select(inside, x.sub(place, field.spaces.start), 0))
    return w.code.let(x.load(w.memory.position, x.select(inside, place, field.spaces.start)))


class Words:
    """A set of spaces of a board, as words."""

    def __init__(self, field: Field, words: Iterable[ir.Expr]) -> None:
        self.field = field
        self.words = tuple(words)

    def kept(self, w: Writer) -> "Words":
        """Works the words out here, once."""
        return Words(self.field, (w.code.let(one, "bits") for one in self.words))

    def _with(self, other: "Words", run: Callable[[ir.Expr, ir.Expr], ir.Expr]) -> "Words":
        return Words(self.field, (run(a, b) for a, b in zip(self.words, other.words, strict=True)))

    def __and__(self, other: "Words") -> "Words":
        return self._with(other, x.and_)

    def __or__(self, other: "Words") -> "Words":
        return self._with(other, x.or_)

    def without(self, other: "Words") -> "Words":
        """Those that are not in the other."""
        return self._with(other, lambda a, b: x.and_(a, x.invert(b)))

    def complement(self) -> "Words":
        """All spaces that are not in it."""
        return every(self.field).without(self)

    def some(self) -> ir.Expr:
        """1 if there are any."""
        joined = self.words[0]
        for one in self.words[1:]:
            joined = x.or_(joined, one)
        return x.ne(joined, 0)

    def count(self) -> ir.Expr:
        """How many."""
        number: ir.Expr = x.constant(0)
        for one in self.words:
            number = x.add(number, x.popcount(one))
        return number

    def has(self, w: Writer, spot: ir.Expr) -> ir.Expr:
        """1 if a spot of the board is among them."""
        if len(self.words) == 1:
            return x.has_bit(self.words[0], spot)
        at = x.shr_u(spot, 6)
        if len(self.words) > 2:
            at = w.code.let(at)
        return x.has_bit(_word_of(self.words, at), x.and_(spot, 63))

    def shifted(self, by: int) -> "Words":
        """Each space moved on by so many spots; what leaves the words is lost."""
        whole, part = divmod(abs(by), 64)
        words, zero = self.words if by >= 0 else self.words[::-1], x.constant(0, "i64")
        on, back = (x.shl, x.shr_u) if by >= 0 else (x.shr_u, x.shl)

        def word(k: int) -> ir.Expr:
            here, before = (words[at] if at >= 0 else zero for at in (k - whole, k - whole - 1))
            return here if not part else x.or_(on(here, part), back(before, 64 - part))

        found = [word(k) for k in range(len(words))]
        return Words(self.field, found if by >= 0 else found[::-1])

    def stepped(self, down: int, right: int) -> "Words":
        """Each space moved one step; what would leave the board is lost."""
        if not self.field.regular:
            found = mask(self.field, ())
            for by, starts in self.field.strides(down, right).items():
                found = found | (self & mask(self.field, starts)).shifted(by)
            return found
        columns = self.field.board.columns
        kept = self
        if right:
            rim = columns - 1 if right > 0 else 0
            kept = self & mask(self.field, (k for k in range(self.field.size) if k % columns != rim))
        return kept.shifted(down * columns + right) & every(self.field)

    def near(self, w: Writer) -> "Words":
        """The spaces that touch one of them, by the steps of the board."""
        from gekido_dsl.ground.geometry import directions

        found: Words | None = None
        taken = self.kept(w)
        for down, right in directions(self.field.board):
            one = taken.stepped(down, right)
            found = one if found is None else found | one
        assert found is not None
        return found


def mask(field: Field, spots: Iterable[int]) -> Words:
    """Gives spots that are known."""
    bits = sum(1 << spot for spot in set(spots))
    return Words(field, (x.constant((bits >> 64 * k) & (1 << 64) - 1, "i64") for k in range(field.words)))


def lying(field: Field, positions: Iterable[int]) -> Words:
    """Gives the spaces that lie at positions which are known."""
    return mask(field, field.spots(positions))


def every(field: Field) -> Words:
    """Gives all spaces of a board."""
    return mask(field, range(field.size))


def one_bit(w: Writer, field: Field, spot: ir.Expr) -> Words:
    """Gives the set of one spot, which lies on the board."""
    if field.words == 1:
        return Words(field, [x.bit(spot)])
    one = w.code.let(x.bit(x.and_(spot, 63)), "bit")
    at, zero = w.code.let(x.shr_u(spot, 6)), x.constant(0, "i64")
    return Words(field, [x.select(x.eq(at, k), one, zero) for k in range(field.words)])


def _word_of(words: Sequence[ir.Expr], at: ir.Expr) -> ir.Expr:
    """Gives the word with a number."""
    found = words[-1]
    for k in range(len(words) - 2, -1, -1):
        found = x.select(x.le(at, k) if k else x.not_(at), words[k], found)
    return found


def chosen(condition: ir.Expr, words: Words) -> Words:
    """Gives the set if a condition holds, else nothing."""
    zero = x.constant(0, "i64")
    return Words(words.field, (x.select(condition, one, zero) for one in words.words))


def from_table(w: Writer, field: Field, name: str, sets: Sequence[Iterable[int]], index: ir.Expr) -> Words:
    """Gives one of several known sets, by a number; nothing for none."""
    found = []
    for k in range(field.words):
        contents = []
        for spots in sets:
            bits = sum(1 << spot for spot in set(spots))
            word = (bits >> 64 * k) & (1 << 64) - 1
            contents.append(word - (1 << 64) if word >> 63 else word)
        found.append(x.load(w.lowering.table64(f"{name} {k}", contents), index))
    return Words(field, found)


def lines_of_board(w: Writer, field: Field, line: str, number: ir.Expr) -> Words:
    """Gives the spaces of the row, or column, with a number, as who acts counts them; nothing if there is none."""
    board = field.board
    end = board.rows if line == "row" else board.columns

    def counted(give: Callable[[int], int]) -> Words:
        sets = [field.spots(k for k in field.positions if give(k) == one) for one in range(1, end + 1)]
        at = w.code.let(x.select(x.within(one_number, 1, end), x.sub(one_number, 1), NONE))
        return from_table(w, field, line, sets, at)

    one_number = w.code.let(number)
    if line == "column":
        return counted(lambda k: k % board.columns + 1)
    if not w.game.facing:
        return counted(board.row_number)
    first, second = (
        counted(lambda k: board.rows - k // board.columns),
        counted(lambda k: k // board.columns + 1),
    )
    up = w.code.let(x.eq(w.actor, 0))
    return Words(field, (x.select(up, a, b) for a, b in zip(first.words, second.words, strict=True)))


class Spaces(Set):
    """Spaces as a set: in the order of their spots."""

    quick = True

    def __init__(self, words: Words) -> None:
        self.words = words
        self.most = words.field.size
        self.ascending = not words.field.laid

    def _each(self, w: Writer, visit: Visit, backwards: bool) -> None:
        if backwards:
            super().freeze(w).each(w, visit, backwards)
            return
        field, words = self.words.field, self.words.words
        with w.code.block("spaces") as leave:
            if len(words) <= _IN_PLACE:
                for k, word in enumerate(words):
                    with w.code.each_bit(word) as bit:
                        visit(w.code.let(space_at(w, field, x.add(bit, 64 * k))), leave)
                return
            held = w.code.frame("words", len(words), 64)
            for k, word in enumerate(words):
                w.code.store(held, k, word)
            with w.code.each(0, len(words), "k") as at:
                start = w.code.let(x.shl(at, 6))
                with w.code.each_bit(w.code.let(x.load(held, at), "word")) as bit:
                    visit(w.code.let(space_at(w, field, x.add(bit, start))), leave)

    def bits(self, w: Writer) -> Words:
        """As they are."""
        return self.words

    def count(self, w: Writer) -> ir.Expr:
        """By counting bits."""
        return self.words.count()

    def nth(self, w: Writer, k: ir.Expr) -> ir.Expr:
        """Bit number k of those that are set."""
        field, words = self.words.field, self.words.words
        if len(words) == 1:
            return space_at(w, field, _kth(w, field.size, words[0], k))
        k = w.code.let(k)
        word, left, start, before = words[0], k, x.constant(0), x.constant(0)
        for number, one in enumerate(words[1:], 1):
            # Word by word: whether as many bits as that lie before it.
            before = w.code.let(x.add(before, x.popcount(words[number - 1])))
            beyond = w.code.let(x.ge(k, before))
            word = w.code.let(x.select(beyond, one, word), "bits")
            left = w.code.let(x.select(beyond, x.sub(k, before), left))
            start = w.code.let(x.select(beyond, 64 * number, start))
        return space_at(w, field, x.add(_kth(w, 64, word, left), start))

    def has(self, w: Writer, value: ir.Expr) -> ir.Expr:
        """Whether its bit is set."""
        field = self.words.field
        one = w.code.let(value)
        inside = w.code.let(is_on(field, one))
        return x.and_(inside, self.words.has(w, spot_or_first(w, field, one, inside)))

    def some(self, w: Writer) -> ir.Expr:
        """Whether any bit is set."""
        return self.words.some()

    def _end(self, w: Writer, backwards: bool) -> ir.Expr:
        field, found = self.words.field, w.code.variable(NONE, "end")
        for k, word in (
            reversed(list(enumerate(self.words.words))) if not backwards else enumerate(self.words.words)
        ):
            with w.code.if_(x.ne(word, 0)):
                bit = x.highest(word) if backwards else x.lowest(word)
                w.code.set(found, space_at(w, field, x.add(bit, 64 * k)))
        return found

    def freeze(self, w: Writer) -> Set:
        """Keeps the words."""
        return Spaces(self.words.kept(w))


class InTurn(Set):
    """Spaces of one set after those of another; none is in two of them."""

    quick = True

    def __init__(self, parts: list[Words]) -> None:
        self.parts = parts
        self.most = parts[0].field.size

    def _each(self, w: Writer, visit: Visit, backwards: bool) -> None:
        with w.code.block("parts") as done:
            for part in reversed(self.parts) if backwards else self.parts:
                Spaces(part).each(w, lambda value, _: visit(value, done), backwards)

    def bits(self, w: Writer) -> Words:
        """All parts together."""
        return self._whole()

    def _whole(self) -> Words:
        found = self.parts[0]
        for part in self.parts[1:]:
            found = found | part
        return found

    def count(self, w: Writer) -> ir.Expr:
        """All bits together."""
        return self._whole().count()

    def nth(self, w: Writer, k: ir.Expr) -> ir.Expr:
        """Bit number k of the part that it falls into."""
        words, left = self.parts[0].kept(w), w.code.variable(k, "left")
        code = w.code
        found = [code.variable(one, "bits") for one in words.words]
        for part in self.parts[1:]:
            number = code.let(Words(words.field, found).count())
            beyond = code.let(x.ge(left, number))
            for local, one in zip(found, part.words, strict=True):
                code.set(local, x.select(beyond, one, local))
            code.set(left, x.sub(left, x.select(beyond, number, 0)))
            # What lies in a part before stays: only the last that is reached is looked through.
        return Spaces(Words(words.field, found)).nth(w, left)

    def has(self, w: Writer, value: ir.Expr) -> ir.Expr:
        """Whether any part has it."""
        return Spaces(self._whole().kept(w)).has(w, value)

    def some(self, w: Writer) -> ir.Expr:
        """Whether any part has any."""
        return self._whole().some()

    def freeze(self, w: Writer) -> Set:
        """Keeps the words."""
        return InTurn([part.kept(w) for part in self.parts])


def in_turn(w: Writer, parts: "list[Spaces]") -> Set:
    """Gives spaces of several sets, each where it comes first."""
    taken: list[Words] = []
    before: Words | None = None
    for part in parts:
        own = part.words if before is None else part.words.without(before).kept(w)
        before = part.words if before is None else (before | part.words).kept(w)
        taken.append(own)
    return InTurn(taken)


def _kth(w: Writer, size: int, bits: ir.Expr, k: ir.Expr) -> ir.Expr:
    """Finds bit number k of those that are set, without a branch."""
    if size <= _TABLED:
        known = w.lowering.remembered(
            ("kth", size), lambda: w.lowering.table("kth of the bits", _kth_bits(size), guard=0)
        )
        return x.load(known, x.or_(x.shl(x.wrap(bits), 4), k))
    return _kth_of_64(w, bits, k)


_IN_PLACE = 2
"""For each of so many words what is done with a space is written by itself; for more, once, in a loop."""
_TABLED = 9
"""Of so many bits the bit looked for is in a table."""


def _kth_of_64(w: Writer, bits: ir.Expr, k: ir.Expr) -> ir.Expr:
    """Finds bit number k: its byte by the sums of bits up to each, then its place in the byte by a table.

    Source:
        S. Vigna, "Broadword Implementation of Rank/Select Queries" (2008).
    """
    code = w.code
    table = w.lowering.remembered(
        "kth of a byte", lambda: w.lowering.table("kth of a byte", _kth_of_a_byte(), guard=0)
    )
    ones, highs = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
    bits, k = code.let(bits, "bits"), code.let(k)
    pairs = code.let(x.sub(bits, x.and_(x.shr_u(bits, 1), ones * 0x55)))
    fours = code.let(x.add(x.and_(pairs, ones * 0x33), x.and_(x.shr_u(pairs, 2), ones * 0x33)))
    bytes_ = x.and_(x.add(fours, x.shr_u(fours, 4)), ones * 0x0F)
    sums = code.let(x.mul(bytes_, ones), "sums")
    # The high bit of a byte stays where k is not less than the sum.
    beyond = x.and_(x.sub(x.or_(x.mul(x.extend_u(k), ones), highs), sums), highs)
    at = code.let(x.shl(x.popcount(beyond), 3), "at")
    shift = x.extend_u(at)
    before = x.wrap(x.and_(x.shr_u(x.shl(sums, 8), shift), 255))
    byte = x.wrap(x.and_(x.shr_u(bits, shift), 255))
    entry = code.let(x.add(x.shl(byte, 3), x.sub(k, before)))
    return x.add(at, x.load(table, entry))


def _kth_bits(size: int) -> list[int]:
    """Gives bit number k of those that are set in each set of so many bits, sixteen to a set."""
    found: list[int] = []
    for number in range(1 << size):
        bits = [bit for bit in range(size) if number >> bit & 1]
        found += bits + [0] * (16 - len(bits))
    return found


def _kth_of_a_byte() -> list[int]:
    """Gives bit number k of those that are set in each byte, eight to a byte."""
    found: list[int] = []
    for byte in range(256):
        bits = [bit for bit in range(8) if byte >> bit & 1]
        found += bits + [0] * (8 - len(bits))
    return found
