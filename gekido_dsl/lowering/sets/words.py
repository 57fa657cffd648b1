"""A set of spaces of a board as words of 64 bits: space number k is bit k, and k is its spot."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from gekido_dsl.ground.charts import Chart
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A board whose spaces are bits."""

    board: m.Board
    spaces: range
    chart: Chart
    laid: bool = False
    """Whether its spaces are laid anew for each match, so that positions are state."""
    positions: Sequence[int] = ()
    """The position of each spot."""

    @property
    def regular(self) -> bool:
        """Whether every position has a space, and each step leads to the next."""
        return self.chart.links is None and self.chart.spaces is None and not self.chart.wraps

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
        open_, found = replace(self.chart, parted=frozenset()), dict[int, list[int]]()
        for spot, position in enumerate(self.positions):
            for there in self.spots([open_.step(position, down, right)]):
                found.setdefault(there - spot, []).append(spot)
        return found


class Words:
    """A set of spaces of a board, as words."""

    def __init__(self, field: Field, words: Iterable[ir.Expr]) -> None:
        self.field = field
        self.words = tuple(words)

    def kept(self, w: Pen) -> "Words":
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

    def has(self, w: Pen, spot: ir.Expr) -> ir.Expr:
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
        columns = self.field.chart.columns
        kept = self
        if right:
            rim = columns - 1 if right > 0 else 0
            kept = self & mask(self.field, (k for k in range(self.field.size) if k % columns != rim))
        return kept.shifted(down * columns + right) & every(self.field)

    def near(self, w: Pen) -> "Words":
        """The spaces that touch one of them, by the steps of the board."""
        found: Words | None = None
        taken = self.kept(w)
        for down, right in self.field.chart.directions:
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


def one_bit(w: Pen, field: Field, spot: ir.Expr) -> Words:
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


def from_table(w: Pen, field: Field, name: str, sets: Sequence[Iterable[int]], index: ir.Expr) -> Words:
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
