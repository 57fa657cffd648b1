"""Operators about straight lines: one step in a direction, the line from a space to the rim, what lies between."""

from collections.abc import Callable, Sequence

from gekido_dsl.ground.charts import Chart
from gekido_dsl.ground.geometry import following_of, headings_of, opposite_of, steps_of
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards import rays
from gekido_dsl.lowering.boards.bitsets import field_of, spot_or_none
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.lifting import lifted, standing_bits
from gekido_dsl.lowering.sets.composed_sets import Distinct, Spread
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Nothing, Set, Visit
from gekido_dsl.lowering.sets.things import of_thing
from gekido_dsl.lowering.sets.words import Words
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, SetType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Turned)
def turned(w: Writer, e: m.ops.Turned) -> ir.Expr:
    """The direction one left, right or around of another; none of none."""
    way, number = w.fixed(e.direction), headings_of(e)
    there = w.code.let(x.add(way, e.value % number))
    wrapped = x.select(x.ge(there, number), x.sub(there, number), there)
    return w.code.let(x.select(x.lt(way, 0), NONE, wrapped))


@operator(m.ops.Beside)
def beside(w: Writer, e: m.ops.Beside) -> ir.Expr:
    """The space one step from a thing or space in a direction; none beyond the rim."""
    decl: m.Board = e.ref
    origin = w.fixed(e.origin)
    way = w.fixed(e.direction)
    space = geo.on_board(w, origin, e.origin.type, decl)
    return step(w, decl, headings_of(e.direction), space, way)


def step(w: Pen, decl: m.Board, number: int, space: ir.Expr, way: ir.Expr) -> ir.Expr:
    """Gives the space one step from a space of a board; none of none, beyond the rim, and from what is not laid.

    Args:
        number: how many directions the compass has.
    """
    code = w.code

    table, wide = geo.by_spot(w, decl, f"step {number}", lambda chart: steps_of(chart, number))
    found = code.variable(NONE, "beside")
    with code.if_(x.and_(x.ge(space, 0), x.ge(way, 0))):
        here = code.let(geo.position(w, space, decl))
        with code.if_(x.constant(1) if geo.is_still(w.lowering, decl) else x.ge(here, 0)):
            row = geo.row_of_table(decl, geo.chart_of(w, decl, space), here, wide)
            there = code.let(x.load(table, x.add(row, way)))
            with code.if_(x.ge(there, 0)):
                code.set(found, geo.space_at(w, decl, geo.base_of(w, decl, space), there))
    return found


@operator(m.ops.Opposite)
def opposite(w: Writer, e: m.ops.Opposite) -> ir.Expr:
    """The space straight across in the same column; none where there is none."""
    decl: m.Board = e.ref
    origin = w.fixed(e.origin)
    space = geo.on_board(w, origin, e.origin.type, decl)
    across = opposite_of(decl)
    if geo.is_still(w.lowering, decl) and not decl.each_player:
        return of_thing(w, "opposite", _opposites(w, decl, across), w.layout.spaces[decl.name].start, space)
    table, wide = geo.by_spot(w, decl, "opposite", lambda chart: [(one,) for one in across])
    found = w.code.variable(NONE, "opposite")
    with w.code.if_(x.ge(space, 0)):
        here = w.code.let(geo.position(w, space, decl))
        with w.code.if_(x.ge(here, 0)):
            row = geo.row_of_table(decl, geo.chart_of(w, decl, space), here, wide)
            there = w.code.let(x.load(table, row))
            with w.code.if_(x.ge(there, 0)):
                w.code.set(found, geo.space_at(w, decl, geo.base_of(w, decl, space), there))
    return found


def _opposites(w: Writer, decl: m.Board, across: list[int]) -> list[int]:
    """Gives the space opposite each space of a board whose spaces lie where they lie at first."""
    cell = w.layout.position_cell
    positions = [w.memory.start.cells[cell + space] for space in w.layout.spaces[decl.name]]
    at = dict(zip(positions, w.layout.spaces[decl.name], strict=True))
    return [at.get(across[position], NONE) if position >= 0 else NONE for position in positions]


@operator(m.ops.Following)
def following(w: Writer, e: m.ops.Following) -> Set:
    """The spaces that follow one round the rim, the nearest first."""
    origin = w.fixed(e.origin)
    return _Following(e.ref, e.value, geo.on_board(w, origin, e.origin.type, e.ref))


class _Following(Set):
    """The spaces after one, or before it."""

    def __init__(self, decl: m.Board, way: int, space: ir.Expr) -> None:
        self.decl = decl
        self.way = way
        self.space = space
        self.most = len(decl.shape.spots)

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if backwards:
            self.freeze(w).each(w, visit, backwards)
            return
        code, decl = w.code, self.decl
        order = [[*one, NONE] for one in following_of(decl, self.way)]
        table, wide = geo.by_spot(w, decl, f"following {self.way}", lambda chart: order)
        with code.block("following") as done:
            code.br(done, x.lt(self.space, 0))
            here = code.let(geo.position(w, self.space, decl))
            code.br(done, x.lt(here, 0))
            base = code.let(geo.base_of(w, decl, self.space))
            at = code.variable(geo.row_of_table(decl, geo.chart_of(w, decl, self.space), here, wide), "at")
            with code.loop("following", bound=wide + 1) as again:
                spot = code.let(x.load(table, at))
                code.br(done, x.lt(spot, 0))
                there = code.let(geo.space_at(w, decl, base, spot))
                with code.if_(x.ge(there, 0)):
                    visit(there, done)
                code.set(at, x.add(at, 1))
                code.br(again)


@operator(m.ops.Line)
def line(w: Writer, e: m.ops.Line) -> Set:
    """The spaces to the rim, the nearest first; as long as, or until, a test holds."""
    (decl, bound), passes = e.ref, e.test
    origin = w.fixed(e.origin)
    space = geo.on_board(w, origin, e.origin.type, decl)
    number = headings_of(e.direction)

    def test(there: ir.Expr) -> ir.Expr:
        assert passes is not None
        with w.bind(e.value, there):
            return w.test(passes)

    def bits(ways: Sequence[ir.Expr]) -> Words | None:
        """Gives the spaces of the lines in the directions of a compass that are told of: 1 where it is one of them."""
        field = lifted.field_of_kind(w, e.type)
        if field is None or field.laid or not rays.have_runs(field):
            return None
        over = None if passes is None else lifted.spaces_where(w, field, passes, e.value)
        if bound is not None and over is None:
            return None
        if not w.lowering.takes(Special.LINE_AS_BITS):
            return None
        spot = w.code.let(spot_or_none(w, field, space))
        return rays.fan(w, field, spot, ways, over, until=bound == "until")

    def towards(way: ir.Expr, bits: Callable[[], Words | None]) -> _Line:
        return _Line(
            decl, number, space, way, test if passes is not None else None, bits, until=bound == "until"
        )

    if isinstance(e.direction.type, SetType):
        several = w.several(e.direction)
        each: Set = Spread(several, lambda way: towards(way, lambda: None), decl.shape.longest * several.most)
        # Round a board that wraps, two lines may lead to one space.
        each = Distinct(each) if any(decl.shape.wraps) else each
        return _Fan(each, lambda: bits([w.code.let(several.has(w, x.constant(k))) for k in range(number)]))
    way = w.fixed(e.direction)
    known = isinstance(way, ir.Const) and way.value >= 0
    return towards(
        way, lambda: bits([x.constant(int(x.constant(k) == way)) for k in range(number)]) if known else None
    )


class _Bits(Set):
    """Spaces that may be had as bits without their order, as where only their number matters."""

    def count(self, w: Pen) -> ir.Expr:
        """By counting bits, where there are some."""
        words = self.bits(w)
        return super().count(w) if words is None else words.count()

    def some(self, w: Pen) -> ir.Expr:
        """Whether any bit is set, where there are bits."""
        words = self.bits(w)
        return super().some(w) if words is None else words.some()


class _Fan(_Bits):
    """The spaces of lines in several directions, one line after the other."""

    def __init__(self, lines: Set, bits: Callable[[], Words | None]) -> None:
        self.lines = lines
        self.most = lines.most
        self.as_bits = bits

    def bits(self, w: Pen) -> Words | None:
        """Gives them without their order; None where they cannot be had so."""
        return self.as_bits()

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        self.lines.each(w, visit, backwards)


class _Line(_Bits):
    """The spaces from one on, in a direction."""

    def __init__(
        self,
        decl: m.Board,
        number: int,
        space: ir.Expr,
        way: ir.Expr,
        test: Callable[[ir.Expr], ir.Expr] | None,
        bits: Callable[[], Words | None],
        *,
        until: bool,
    ) -> None:
        self.decl = decl
        self.number = number
        self.space = space
        self.way = way
        self.test = test
        self.as_bits = bits
        self.until = until
        self.most = decl.shape.longest

    def bits(self, w: Pen) -> Words | None:
        """Gives them without their order; None where they cannot be had so."""
        return self.as_bits()

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if backwards:
            self.freeze(w).each(w, visit, backwards)
            return
        code = w.code
        there = code.variable(self.space, "space")
        with code.block("line") as leave, code.loop("line", bound=self.most + 1) as again:
            code.set(there, step(w, self.decl, self.number, there, self.way))
            code.br(leave, x.lt(there, 0))
            if any(self.decl.shape.wraps):
                code.br(leave, x.eq(there, self.space))
            if self.test is None:
                visit(there, leave)
            else:
                holds = code.let(self.test(there))
                if not self.until:
                    code.br(leave, x.not_(holds))
                visit(there, leave)
                if self.until:
                    code.br(leave, holds)
            code.br(again)


@operator(m.ops.Lines)
def lines(w: Writer, e: m.ops.Lines) -> Set:
    """Spaces between a space and an end, in unbroken straight lines of those that a line may lead over."""
    decl = geo.board_of(e.space.type)
    if decl is None:
        return Nothing()
    origin = w.fixed(e.space)
    found = _Lines(decl, origin, e.over, e.end, w)
    return Distinct(found) if any(decl.shape.wraps) else found


class _Lines(_Bits):
    """The spaces that straight lines from one lead over, up to an end."""

    def __init__(self, decl: m.Board, origin: ir.Expr, over: m.Expr, end: m.Expr, w: Writer) -> None:
        self.decl = decl
        self.origin = origin
        self.over = over
        self.end = end
        self.asked = w
        """Who asks; what a line leads over is asked where the line is gone through."""
        self.most = decl.size

    def bits(self, w: Pen) -> Words | None:
        """Gives them without their order; None where they cannot be had so."""
        field = field_of(w.lowering, self.decl)
        if field is None or not rays.have_runs(field):
            return None
        over, ends = (standing_bits.words_of(self.asked, one) for one in (self.over, self.end))
        if over is None or ends is None:
            return None
        if not w.lowering.takes(Special.LINES_AS_BITS):
            return None
        here = w.code.let(spot_or_none(w, field, self.origin))
        return rays.runs(w, here, over.words, ends.words)

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if backwards:
            self.freeze(w).each(w, visit, backwards)
            return
        code, decl = w.code, self.decl

        def numbers(chart: Chart) -> Sequence[Sequence[int]]:
            rays = chart.rays
            wide = max((len(ray) for spot in rays for ray in spot), default=0)
            return [
                [there for ray in spot for there in [*ray, *[NONE] * (wide - len(ray) + 1)]] for spot in rays
            ]

        table, wide = geo.by_spot(w, decl, "rays", numbers)
        ways = len(Chart(decl).directions)
        long = wide // ways
        with code.block("lines") as done:
            here = code.let(geo.position(w, self.origin, decl))
            code.br(done, x.lt(here, 0))
            base = code.let(geo.base_of(w, decl, self.origin))
            row = code.let(geo.row_of_table(decl, geo.chart_of(w, decl, self.origin), here, wide))
            with code.each(0, ways, "way") as way:
                start = code.let(x.add(row, x.mul(way, long)))
                length = code.variable(0, "over")
                ends = code.variable(0, "ends")
                with code.block("ray") as stop, code.loop("ray", bound=long + 1) as again:
                    spot = code.let(x.load(table, x.add(start, length)))
                    code.br(stop, x.lt(spot, 0))
                    space = code.let(geo.space_at(w, decl, base, spot))
                    code.br(stop, x.lt(space, 0))
                    with code.if_(self._among(w, self.over, space)):
                        code.set(length, x.add(length, 1))
                        code.br(again)
                    with code.if_(x.gt(length, 0)):
                        code.set(ends, self._among(w, self.end, space))
                with code.if_(ends), code.each(0, length, "k") as k:
                    visit(code.let(geo.space_at(w, decl, base, x.load(table, x.add(start, k)))), done)

    def _among(self, w: Pen, several: m.Expr, space: ir.Expr) -> ir.Expr:
        return self.asked.several(several).has(w, space)
