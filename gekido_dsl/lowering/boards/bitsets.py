"""Sets of spaces as bits: space number k of a board is bit k of as many words of 64 as it takes; k is its spot.

Only for boards whose spaces always lie where they lie at first, in the order of their positions, and for those that are
laid once, when a match begins: there the spot is the position. Else it is, too, unless the board has holes.
"""

from collections.abc import Callable

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Set, Visit
from gekido_dsl.lowering.sets.things import number_in
from gekido_dsl.lowering.sets.words import Field, Words, from_table
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

MOST = 512
"""Boards with more spaces than this have no bits: whatever is done with all words is written once for each."""


def field_of(lowering: Lowering, board: m.Board | None) -> Field | None:
    """Gives the board as bits; None where its spaces may lie elsewhere, are too many or lie on boards of players."""
    if (
        board is None
        or board.each_player
        or board.is_map
        or board.sides
        or (board.layout and board.shape.holes)
    ):
        return None
    if not geo.is_still(lowering, board) and not _is_laid_once(lowering, board):
        return None
    spaces = lowering.layout.spaces[board.name]
    positions = board.shape.spots
    if not 0 < len(spaces) <= MOST or len(spaces) != len(positions):
        return None
    if not lowering.takes(Special.SPACES_AS_BITS):
        return None
    chart = lowering.layout.charts[lowering.layout.chart_of[spaces.start]]
    return Field(board, spaces, chart, bool(board.layout), positions)


def _is_laid_once(lowering: Lowering, board: m.Board) -> bool:
    """Tells whether the spaces of a board are laid when a match begins, all of them and for good."""
    if lowering.does(m.acts.Swap):
        return False
    if not board.layout or board.drawing or board.space.legend is not None or lowering.game.row:
        return False
    spaces = lowering.layout.spaces[board.name]
    if lowering.may_leave(ThingType(board.space)) or len(geo.charts_of(lowering.layout, board)) != 1:
        return False
    return not any(lowering.memory.start.contents[space] for space in spaces)


def spot_of(w: Pen, field: Field, space: ir.Expr) -> ir.Expr:
    """Gives the spot of a space that lies on the board."""
    return x.load(w.memory.position, space) if field.laid else x.sub(space, field.spaces.start)


def spot_or_none(w: Pen, field: Field, space: ir.Expr) -> ir.Expr:
    """Gives the spot of a space of the board; none of none."""
    if field.laid:
        return geo.position(w, space, field.board)
    return number_in(w, space, field.spaces.start)


def space_at(w: Pen, field: Field, spot: ir.Expr) -> ir.Expr:
    """Gives the space at a spot of the board."""
    return x.load(w.memory.at[field.board.name], spot) if field.laid else x.add(spot, field.spaces.start)


def is_on(field: Field, place: ir.Expr) -> ir.Expr:
    """Whether a place is a space of the board."""
    return x.within(place, field.spaces.start, field.spaces.stop - 1)


def spot_or_first(w: Pen, field: Field, place: ir.Expr, inside: ir.Expr) -> ir.Expr:
    """Gives the spot of a space; of what lies not inside the board, any spot."""
    if not field.laid:
        return w.code.let(x.select(inside, x.sub(place, field.spaces.start), 0))
    return w.code.let(x.load(w.memory.position, x.select(inside, place, field.spaces.start)))


def lines_of_board(w: Writer, field: Field, line: str, number: ir.Expr) -> Words:
    """Gives the spaces of the row, or column, with a number, as who acts counts them; nothing if there is none."""
    board = field.board
    end = field.chart.rows if line == "row" else field.chart.columns

    def counted(give: Callable[[int], int]) -> Words:
        sets = [field.spots(k for k in field.positions if give(k) == one) for one in range(1, end + 1)]
        at = w.code.let(x.select(x.within(one_number, 1, end), x.sub(one_number, 1), NONE))
        return from_table(w, field, line, sets, at)

    one_number = w.code.let(number)
    if line == "column":
        return counted(board.column_number)
    if not w.game.facing:
        return counted(board.row_number)
    first, second = (
        counted(lambda k: board.shape.rows - board.shape.row(k)),
        counted(lambda k: board.shape.row(k) + 1),
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

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
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

    def bits(self, w: Pen) -> Words:
        """As they are."""
        return self.words

    def count(self, w: Pen) -> ir.Expr:
        """By counting bits."""
        return self.words.count()

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
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

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether its bit is set."""
        field = self.words.field
        one = w.code.let(value)
        inside = w.code.let(is_on(field, one))
        return x.and_(inside, self.words.has(w, spot_or_first(w, field, one, inside)))

    def some(self, w: Pen) -> ir.Expr:
        """Whether any bit is set."""
        return self.words.some()

    def _end(self, w: Pen, backwards: bool) -> ir.Expr:
        field, found = self.words.field, w.code.variable(NONE, "end")
        for k, word in (
            reversed(list(enumerate(self.words.words))) if not backwards else enumerate(self.words.words)
        ):
            with w.code.if_(x.ne(word, 0)):
                bit = x.highest(word) if backwards else x.lowest(word)
                w.code.set(found, space_at(w, field, x.add(bit, 64 * k)))
        return found

    def freeze(self, w: Pen) -> Set:
        """Keeps the words."""
        return Spaces(self.words.kept(w))


class InTurn(Set):
    """Spaces of one set after those of another; none is in two of them."""

    quick = True

    def __init__(self, parts: list[Words]) -> None:
        self.parts = parts
        self.most = parts[0].field.size

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("parts") as done:
            for part in reversed(self.parts) if backwards else self.parts:
                Spaces(part).each(w, lambda value, _: visit(value, done), backwards)

    def bits(self, w: Pen) -> Words:
        """All parts together."""
        return self._whole()

    def _whole(self) -> Words:
        found = self.parts[0]
        for part in self.parts[1:]:
            found = found | part
        return found

    def count(self, w: Pen) -> ir.Expr:
        """All bits together."""
        return self._whole().count()

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
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

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether any part has it."""
        return Spaces(self._whole().kept(w)).has(w, value)

    def some(self, w: Pen) -> ir.Expr:
        """Whether any part has any."""
        return self._whole().some()

    def freeze(self, w: Pen) -> Set:
        """Keeps the words."""
        return InTurn([part.kept(w) for part in self.parts])


def in_turn(w: Pen, parts: "list[Spaces]") -> Set:
    """Gives spaces of several sets, each where it comes first."""
    taken: list[Words] = []
    before: Words | None = None
    for part in parts:
        own = part.words if before is None else part.words.without(before).kept(w)
        before = part.words if before is None else (before | part.words).kept(w)
        taken.append(own)
    return InTurn(taken)


def _kth(w: Pen, size: int, bits: ir.Expr, k: ir.Expr) -> ir.Expr:
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


def _kth_of_64(w: Pen, bits: ir.Expr, k: ir.Expr) -> ir.Expr:
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
