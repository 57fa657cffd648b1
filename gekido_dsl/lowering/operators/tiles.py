"""The sides of tiles: which lie at each other, whether they agree, which are open; all by tables of printed sides."""

from collections.abc import Callable

from gekido_dsl.ground.tiles import Sides, sides_of
from gekido_dsl.lowering.operators.lines import step
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.sides import compass_of, suits
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


class Lie:
    """Writes how tiles lie beside each other."""

    def __init__(self, w: Writer, part: m.Kind) -> None:
        self.w = w
        self.part = part
        self.sides: Sides = w.lowering.remembered(("sides", part.name), lambda: sides_of(w.layout, part))
        self.wide = self.sides.headings
        compass = compass_of(part)
        assert compass is not None and part.parent is not None
        self.boards = [one for one in w.game.boards.values() if suits(compass, one)]
        self.faces = w.memory.fields[id(part.parent), self.sides.facing.name]

    def whole(self, part: ir.Expr) -> ir.Expr:
        """Gives the tile of a part that is there."""
        parts = self.w.layout.things[self.part.name]
        table = self.w.lowering.table(
            f"whole of {self.part.name}", [self.w.layout.parent_of[one] for one in parts]
        )
        return self.w.code.let(x.load(table, x.sub(part, parts.start)))

    def facing(self, tile: ir.Expr) -> ir.Expr:
        """Gives how a tile that is there lies."""
        way = self.w.code.let(x.load(self.faces, x.sub(tile, self.sides.tiles.start)))
        return self.w.code.let(x.select(x.lt(way, 0), 0, way))

    def turned(self, way: ir.Expr, by: ir.Expr) -> ir.Expr:
        """Gives a direction turned by another, both from 0."""
        there = self.w.code.let(x.add(way, by))
        return self.w.code.let(x.select(x.ge(there, self.wide), x.sub(there, self.wide), there))

    def printed(self, tile: ir.Expr, way: ir.Expr, facing: ir.Expr) -> ir.Expr:
        """Gives where the printed side of a tile stands in a table that looks in a direction."""
        back = self.w.code.let(x.sub(way, facing))
        back = x.select(x.lt(back, 0), x.add(back, self.wide), back)
        return self.w.code.let(x.add(x.mul(x.sub(tile, self.sides.tiles.start), self.wide), back))

    def tile_on(self, space: ir.Expr) -> ir.Expr:
        """Gives the first tile on a space; none of none."""
        code, chains, all_ = self.w.code, self.w.memory.chains, self.sides.tiles
        found = code.variable(NONE, "tile")
        with code.if_(x.ge(space, 0)):
            one = code.variable(x.load(chains.head, space), "on")
            with (
                code.block("first tile") as leave,
                code.loop("on the space", bound=self.w.layout.count + 1) as again,
            ):
                code.br(leave, x.lt(one, 0))
                with code.if_(x.within(one, all_.start, all_.stop - 1)):
                    code.set(found, one)
                    code.br(leave)
                code.set(one, x.load(chains.next, one))
                code.br(again)
        return found

    def beside(self, board: m.Board, space: ir.Expr, way: ir.Expr) -> ir.Expr:
        """Gives the space one step from a space of a board."""
        return step(self.w, board, self.wide, space, way)

    def each_board(self, space: ir.Expr, write: Callable[[m.Board], None]) -> None:
        """Does something on the board of a space, if tiles touch there by their sides."""
        for board in self.boards:
            spaces = self.w.layout.spaces[board.name]
            with self.w.code.if_(x.within(space, spaces.start, spaces.stop - 1)):
                write(board)

    def ways(self, part: ir.Expr, visit: Callable[[ir.Expr], None]) -> None:
        """Does something with each printed direction of a part that is there."""
        code, parts = self.w.code, self.w.layout.things[self.part.name]
        lists = [self.sides.ways[one] for one in parts]
        most = max(map(len, lists), default=0)
        if not most:
            return
        table = self.w.lowering.table(
            f"sides of {self.part.name}",
            [way for one in lists for way in [*one, *[NONE] * (most - len(one))]],
        )
        first = code.let(x.mul(x.sub(part, parts.start), most))
        with code.each(0, most, "side") as k:
            way = code.let(x.load(table, x.add(first, k)))
            with code.if_(x.ge(way, 0)):
                visit(way)

    def opposite(self, way: ir.Expr) -> ir.Expr:
        """Gives the side that touches a side."""
        return self.turned(way, x.constant(self.wide // 2))


@operator(m.ops.FitsNeighbours)
def fits_neighbours(w: Writer, e: m.ops.FitsNeighbours) -> ir.Expr:
    """Whether all sides that would touch agree."""
    code = w.code
    fact, board = e.ref
    assert isinstance(fact.owner, m.Kind)
    lie = Lie(w, fact.owner)
    flat = [value for one in lie.sides.values(w.layout, fact) for value in one]
    values = w.lowering.table(f"{fact.owner.name} {fact.name} by side", flat)
    tile, space, facing = (code.let(w.fixed(one)) for one in e.args)
    fits = code.variable(0, "fits")
    there = x.and_(x.ge(tile, 0), x.and_(x.ge(space, 0), x.ge(facing, 0)))
    with code.if_(there):
        code.set(fits, 1)
        with code.block("differs") as done, code.each(0, lie.wide, "way") as way:
            other = lie.tile_on(lie.beside(board, space, way))
            with code.if_(x.and_(x.ge(other, 0), x.ne(other, tile))):
                mine = x.load(values, lie.printed(tile, way, facing))
                theirs = x.load(values, lie.printed(other, lie.opposite(way), lie.facing(other)))
                with code.if_(x.ne(mine, theirs)):
                    code.set(fits, 0)
                    code.br(done)
    return fits


@operator(m.ops.OpenSide)
def open_side(w: Writer, e: m.ops.OpenSide) -> ir.Expr:
    """Whether a side of a part touches no tile."""
    code, kind = w.code, item(e.thing.type)
    assert isinstance(kind, ThingType)
    lie = Lie(w, kind.kind)
    part = code.let(w.fixed(e.thing))
    found = code.variable(0, "open")
    with code.if_(x.ge(part, 0)):
        tile = lie.whole(part)
        space, facing = code.let(x.load(w.memory.chains.where, tile)), lie.facing(tile)

        def on(board: m.Board) -> None:
            def visit(way: ir.Expr) -> None:
                other = lie.tile_on(lie.beside(board, space, lie.turned(way, facing)))
                with code.if_(x.lt(other, 0)):
                    code.set(found, 1)

            lie.ways(part, visit)

        lie.each_board(space, on)
    return found


@operator(m.ops.Lying)
def lying(w: Writer, e: m.ops.Lying) -> Set:
    """The directions of a part as its tile lies."""
    code = w.code
    assert isinstance(e.ref.owner, m.Kind)
    lie = Lie(w, e.ref.owner)
    part = code.let(w.fixed(e.thing))
    array, count = code.frame("sides", lie.wide), code.variable(0, "n")
    with code.if_(x.ge(part, 0)):
        facing = lie.facing(lie.whole(part))

        def visit(way: ir.Expr) -> None:
            code.store(array, count, lie.turned(way, facing))
            code.set(count, x.add(count, 1))

        lie.ways(part, visit)
    return Frozen(array, count, lie.wide, sure=True)


def joined(w: Writer, e: m.ops.Touching, one: ir.Expr) -> Set:
    """Those of some parts to which a chain of sides that lie at each other leads from one of them."""
    code, kind = w.code, item(e.type)
    assert isinstance(kind, ThingType)
    lie, parts = Lie(w, kind.kind), w.layout.things[kind.kind.name]
    size = max(len(parts), 1)
    several = w.several(e.things).freeze(w)
    mark, edge = code.frame("marks", size, 8), code.frame("edge", size)
    array, count = code.frame("touching", size, w.lowering.width), code.variable(0, "n")
    edges = code.variable(0, "edges")
    at = w.lowering.table(f"parts at sides of {kind.kind.name}", [p for row in lie.sides.at for p in row])
    with code.each(0, size, "part") as k:
        code.store(mark, k, 0)
    several.each(w, lambda part, _: code.store(mark, x.sub(part, parts.start), 1))

    def reach(part: ir.Expr) -> None:
        k = code.let(x.sub(part, parts.start))
        with code.if_(x.eq(x.load(mark, k), 1)):
            code.store(mark, k, 2)
            code.store(edge, edges, part)
            code.set(edges, x.add(edges, 1))

    start = code.let(one)
    with code.if_(x.ge(start, 0)):
        space = code.let(x.load(w.memory.chains.where, lie.whole(start)))
        lie.each_board(space, lambda _: reach(start))
        if len(lie.boards) < len(w.game.boards):
            # On a board of another sort it is there, and touches nothing.
            for board in (other for other in w.game.boards.values() if other not in lie.boards):
                spaces = w.layout.spaces[board.name]
                with code.if_(x.within(space, spaces.start, spaces.stop - 1)):
                    reach(start)
    with code.block("reached") as done, code.loop("edge", bound=size + 1) as again:
        code.br(done, x.not_(edges))
        code.set(edges, x.sub(edges, 1))
        part = code.let(x.load(edge, edges))
        tile = lie.whole(part)
        space, facing = code.let(x.load(w.memory.chains.where, tile)), lie.facing(tile)

        def on(board: m.Board) -> None:
            def visit(way: ir.Expr) -> None:
                towards = lie.turned(way, facing)
                other = lie.tile_on(lie.beside(board, space, towards))
                with code.if_(x.ge(other, 0)):
                    printed = lie.printed(other, lie.opposite(towards), lie.facing(other))
                    there = code.let(x.load(at, printed))
                    with code.if_(x.ge(there, 0)):
                        reach(there)

            lie.ways(part, visit)

        lie.each_board(space, on)
        code.br(again)
    with code.each(0, size, "part") as k, code.if_(x.eq(x.load(mark, k), 2)):
        code.store(array, count, x.add(k, parts.start))
        code.set(count, x.add(count, 1))
    return Frozen(array, count, size, sure=True, ascending=True)
