"""Operators about boards: spaces, where they lie, what is near, lines and chains."""

from collections.abc import Callable, Container

from gekido_dsl.ground.charts import Chart
from gekido_dsl.ground.geometry import around, leaps, neighbourhood, rows_of, sides_of
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.operators.membership import membership
from gekido_dsl.interpreter.operators.narrowing import towards
from gekido_dsl.interpreter.operators.players import owner_of
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE, BoardType, SetType, ThingType, item


@gives(m.ops.Board)
def _board(ev: Evaluation, e: m.ops.Board) -> Function:
    layout, board = ev.layout, e.ref
    several = isinstance(e.type, SetType)
    if e.owner is not None:
        owner = ev.make(e.owner)
        cells = [layout.cells_of(board, player) for player in range(layout.players)]
        mine = [slice(one.start, one.stop) for one in cells]
        return lambda s, L: [space for space in s.cells[mine[owner(s, L)]] if space != NONE]
    if board.space.legend is not None or board.layout:
        left = board.size - board.bare_size if several else 0
        laid = slice(layout.cells_of(board).start, layout.cells_of(board).stop - left)
        return lambda s, L: [space for space in s.cells[laid] if space != NONE]
    spaces = list(layout.things[board.space.name] if several else layout.spaces[board.name])
    return lambda s, L: spaces


@gives(m.ops.Space)
def _space(ev: Evaluation, e: m.ops.Space) -> Function:
    base, kind = ev.make(e.thing), item(e.type)
    assert isinstance(kind, ThingType)
    spaces = ev.layout.things[kind.kind.name]

    def one(s: State, thing: int) -> int:
        where = s.where[thing] if thing != NONE else NONE
        return where if where in spaces else NONE

    if isinstance(e.thing.type, SetType):

        def all_of(s: State, L: Locals) -> list[int]:
            found = dict.fromkeys(one(s, thing) for thing in base(s, L))
            return [space for space in found if space != NONE]

        return all_of
    return lambda s, L: one(s, base(s, L))


@gives(m.ops.Spot)
def _spot(ev: Evaluation, e: m.ops.Spot) -> Function:
    cell, size = ev.layout.at_cell[e.ref.name] + e.value, e.ref.size
    if e.owner is not None:
        owner, number = ev.make(e.owner), ev.layout.players

        def of_player(s: State, L: Locals) -> int:
            whose = owner(s, L)
            return s.cells[cell + whose * size] if 0 <= whose < number else NONE

        return of_player
    if isinstance(e.type, SetType):
        each = range(cell, ev.layout.cells_of(e.ref).stop, size)
        return lambda s, L: [s.cells[one] for one in each if s.cells[one] != NONE]
    return lambda s, L: s.cells[cell]


@gives(m.ops.Row)
def _row(ev: Evaluation, e: m.ops.Row) -> Function:
    return _coordinate(ev, e, lambda board, position: board.row_number(position), True)


@gives(m.ops.Column)
def _column(ev: Evaluation, e: m.ops.Column) -> Function:
    return _coordinate(ev, e, lambda board, position: board.column_number(position), False)


def _coordinate(
    ev: Evaluation, e: m.ops.Row | m.ops.Column, part: Callable[[m.Board, int], int], turned: bool
) -> Function:
    """Counts rows from the side of the acting player where players face each other, else as the board says."""
    space, cell = ev.make(e.space), ev.layout.position_cell
    kind = item(e.space.type)
    board = kind.kind.board if isinstance(kind, ThingType) else None
    assert board is not None
    facing = ev.game.facing and turned
    spots = ev.layout.spots
    if board.space.legend is not None and not facing:
        number: dict[int, int] = {one: part(board, spots[one]) for one in ev.layout.spaces[board.name]}
        return lambda s, L: number.get(space(s, L), NONE)

    def count(s: State, L: Locals) -> int:
        one = space(s, L)
        position = s.cells[cell + one] if one != NONE else NONE
        if position == NONE:
            return NONE
        if not facing:
            return part(board, position)
        here: int = board.shape.row(position)
        return board.shape.rows - here if L[0] == 0 else here + 1

    return count


@gives(m.ops.On)
def _on(ev: Evaluation, e: m.ops.On) -> Function:
    base, things = ev.make(e.spaces), ev.layout.things[e.ref.name]
    if isinstance(e.spaces.type, SetType | BoardType):
        return lambda s, L: [t for space in base(s, L) for t in s.contents[space] if t in things]

    def here(s: State, L: Locals) -> list[int]:
        space = base(s, L)
        return [t for t in s.contents[space] if t in things] if space != NONE else []

    return here


@gives(m.ops.Arrived)
def _arrived(ev: Evaluation, e: m.ops.Arrived) -> Function:
    """Gives what moved together and still stands on a space; the local tells of each whence and where."""
    local, spaces = e.value, range(ev.layout.count)

    def arrived(s: State, L: Locals) -> list[int]:
        told = L[local]
        return [t for t in told[::3] if s.where[t] in spaces]

    return arrived


@gives(m.ops.Origin)
def _origin(ev: Evaluation, e: m.ops.Origin) -> Function:
    thing, local = ev.make(e.thing), e.value

    def origin(s: State, L: Locals) -> int:
        told, one = L[local], thing(s, L)
        return next((told[k + 1] for k in range(0, len(told), 3) if told[k] == one), NONE)

    return origin


@gives(m.ops.At)
def _at(ev: Evaluation, e: m.ops.At) -> Function:
    thing, space = ev.make(e.thing), ev.make(e.space)

    def there(s: State, L: Locals) -> bool:
        one, where = thing(s, L), space(s, L)
        return bool(one != NONE != where and s.where[one] == where)

    return there


@gives(m.ops.OnBoard)
def _on_board(ev: Evaluation, e: m.ops.OnBoard) -> Function:
    """Tells whether a thing stands on a board, or a space lies there; of a player's board, on theirs."""
    layout, thing, board = ev.layout, ev.make(e.thing), e.ref
    spaces = layout.spaces[board.name]
    owner = ev.make(e.owner) if e.owner is not None else None
    home = {space: layout.home_of(space) for space in spaces} if owner is not None else {}
    kind, position = item(e.thing.type), layout.position_cell
    if isinstance(kind, ThingType) and kind.kind.board is board:

        def lies(s: State, L: Locals) -> bool:
            space, whose = thing(s, L), owner(s, L) if owner is not None else NONE
            there = space != NONE and s.cells[position + space] != NONE
            return bool(there and (owner is None or home[space] == whose))

        return lies
    if owner is not None:

        def on_theirs(s: State, L: Locals) -> bool:
            one, whose = thing(s, L), owner(s, L)
            return bool(one != NONE and home.get(s.where[one]) == whose)

        return on_theirs

    def on(s: State, L: Locals) -> bool:
        one = thing(s, L)
        return one != NONE and s.where[one] in spaces

    return on


@gives(m.ops.InPlace)
def _in_place(ev: Evaluation, e: m.ops.InPlace) -> Function:
    thing, place = ev.make(e.thing), ev.make(e.place)
    if isinstance(e.thing, m.ops.Local):
        local = e.thing.value
        return lambda s, L: (one := L[local]) != NONE and s.where[one] == place(s, L)
    return lambda s, L: (one := thing(s, L)) != NONE and s.where[one] == place(s, L)


@gives(m.ops.NextTo)
def _next_to(ev: Evaluation, e: m.ops.NextTo) -> Function:
    return _near(ev, e, 1)


@gives(m.ops.Within)
def _within(ev: Evaluation, e: m.ops.Within) -> Function:
    return _near(ev, e, e.value)


@gives(m.ops.Leap)
def _leap(ev: Evaluation, e: m.ops.Leap) -> Function:
    """Tells whether one thing is a leap from another, or from any of several, on the same board."""
    layout, several = ev.layout, isinstance(e.of.type, SetType)
    left, right = ev.make(e.thing), ev.make(e.of)
    ends = [leaps(chart, *e.ref) for chart in layout.charts]
    chart, base, position = layout.chart_of, layout.base_of, layout.position_cell

    def spot_of(s: State, one: int) -> tuple[int, int] | None:
        space = one if one in base else s.where[one] if one != NONE else NONE
        if space not in base or s.cells[position + space] == NONE:
            return None
        return space, s.cells[position + space]

    def test(s: State, L: Locals) -> bool:
        here, others = spot_of(s, left(s, L)), right(s, L)
        if here is None:
            return False
        for other in others if several else (others,):
            there = spot_of(s, other)
            if there is None or base[there[0]] != base[here[0]]:
                continue
            if here[1] in ends[chart[there[0]]][there[1]]:
                return True
        return False

    return test


def _near(ev: Evaluation, e: m.ops.NextTo | m.ops.Within, distance: int) -> Function:
    """Tells whether one thing is near another, or near any of several, on the same board; never to itself."""
    layout = ev.layout
    left, right = ev.make(e.thing), ev.make(e.of)
    several = isinstance(e.of.type, SetType)
    near = [neighbourhood(one, distance) for one in layout.charts]
    chart, base, position = layout.chart_of, layout.base_of, layout.position_cell
    one_step = [one.near for one in layout.charts]

    def reached(s: State, here: int) -> Container[int]:
        """Gives the positions around a space; where spaces have left the game, ways lead round them."""
        if distance == 1 or not any(space in base for space in s.contents[layout.gone]):
            return near[chart[here]][s.cells[position + here]]
        at = base[here]
        return around(
            one_step[chart[here]],
            s.cells[position + here],
            distance,
            lambda spot: s.cells[at + spot] != NONE,
        )

    def test(s: State, L: Locals) -> bool:
        # What cannot be worked out is a rule error, also where one stands nowhere.
        one, others = left(s, L), right(s, L)
        if one == NONE:
            return False
        here = one if one in base else s.where[one]
        if here not in base or s.cells[position + here] == NONE:
            return False
        spots, board = reached(s, here), base[here]
        for other in others if several else (others,):
            if other in (NONE, one):
                continue
            there = other if other in base else s.where[other]
            if base.get(there) == board and s.cells[position + there] in spots:
                return True
        return False

    return test


@gives(m.ops.Toward)
def _toward(ev: Evaluation, e: m.ops.Toward) -> Function:
    """Tells whether a space lies one step in a direction from a thing or space; ahead is away from its owner."""
    left, right = ev.make(e.one), ev.make(e.of)
    layout, facing = ev.layout, ev.game.facing
    base, chart, cell = layout.base_of, layout.chart_of, layout.position_cell
    owner = owner_of(ev, e.of)
    near, across = towards(ev, e.ref, False), towards(ev, e.ref, facing)

    def test(s: State, L: Locals) -> bool:
        a, b = left(s, L), right(s, L)
        if a == NONE or b == NONE:
            return False
        here = a if a in base else s.where[a]
        there = b if b in base else s.where[b]
        if here not in base or base[here] != base.get(there):
            return False
        spot = s.cells[cell + there]
        if spot == NONE:
            return False
        who = L[0] if not facing or b in base else owner(s, L)
        return s.cells[cell + here] in (across if who == 1 else near)[chart[here]][spot]

    return test


@gives(m.ops.Lines)
def _lines(ev: Evaluation, e: m.ops.Lines) -> Function:
    origin = ev.make(e.space)
    over, end = membership(ev, e.over), membership(ev, e.end)
    kind = item(e.space.type)
    board = kind.kind.board if isinstance(kind, ThingType) else None
    if board is None:
        return lambda s, L: []
    rays = [one.rays for one in ev.layout.charts]
    chart, base, cell = ev.layout.chart_of, ev.layout.base_of, ev.layout.position_cell
    wraps = any(board.shape.wraps)

    def between(s: State, L: Locals) -> list[int]:
        found: list[int] = []
        ev.work += 1
        here = origin(s, L)
        if here == NONE or s.cells[cell + here] == NONE:
            return found
        at = base[here]
        for ray in rays[chart[here]][s.cells[cell + here]]:
            ev.work += 1
            run: list[int] = []
            for position in ray:
                space = s.cells[at + position]
                if space == NONE:
                    break
                if over(s, L, space):
                    run.append(space)
                    continue
                if run and end(s, L, space):
                    found += run
                break
        return list(dict.fromkeys(found)) if wraps else found

    return between


def _position_test(
    ev: Evaluation,
    e: m.ops.Central | m.ops.Outer | m.ops.Inner | m.ops.Corner,
    positions: dict[str, frozenset[int]],
) -> Function:
    thing, cell = ev.make(e.space), ev.layout.position_cell
    kind = item(e.space.type)
    wanted = (
        positions[kind.kind.board.name] if isinstance(kind, ThingType) and kind.kind.board else frozenset()
    )

    def lies(s: State, L: Locals) -> bool:
        one = thing(s, L)
        return one != NONE and s.cells[cell + one] in wanted

    return lies


@gives(m.ops.Central)
def _central(ev: Evaluation, e: m.ops.Central) -> Function:
    return _position_test(ev, e, {b.name: frozenset(region(b, "centre")) for b in ev.game.boards.values()})


@gives(m.ops.Outer)
def _outer(ev: Evaluation, e: m.ops.Outer) -> Function:
    return _rim_test(ev, e, True)


@gives(m.ops.Inner)
def _inner(ev: Evaluation, e: m.ops.Inner) -> Function:
    return _rim_test(ev, e, False)


def _rim_test(ev: Evaluation, e: m.ops.Outer | m.ops.Inner, outside: bool) -> Function:
    """Tells whether a space lies on the rim, or not: at first, or since a space beyond a side of it was removed."""
    kind, layout = item(e.space.type), ev.layout
    board = kind.kind.board if isinstance(kind, ThingType) else None
    if board is None:
        return _position_test(ev, e, {})
    every, rim = frozenset(region(board, "all")), frozenset(region(board, "outer"))
    charts = [sides_of(one) if one.board is board else [] for one in layout.charts]
    thing, cell, base, chart = ev.make(e.space), layout.position_cell, layout.base_of, layout.chart_of

    def lies(s: State, L: Locals) -> bool:
        one = thing(s, L)
        if one == NONE or (here := s.cells[cell + one]) not in every:
            return False
        first = base[one]
        gone = here in rim or any(s.cells[first + there] == NONE for there in charts[chart[one]][here])
        return gone is outside

    return lies


@gives(m.ops.Corner)
def _corner(ev: Evaluation, e: m.ops.Corner) -> Function:
    return _position_test(ev, e, {b.name: frozenset(region(b, "corners")) for b in ev.game.boards.values()})


@gives(m.ops.Joins)
def _joins(ev: Evaluation, e: m.ops.Joins) -> Function:
    first, second = e.ref

    def on(chart: Chart) -> Callable[[set[int]], bool]:
        board, reach = chart.board, chart.near
        start, goal = frozenset(region(board, first)), frozenset(region(board, second))

        def test(here: set[int]) -> bool:
            reached = here & start
            edge = list(reached)
            while edge:
                position = edge.pop()
                if position in goal:
                    return True
                for other in reach[position]:
                    if other in here and other not in reached:
                        reached.add(other)
                        edge.append(other)
            return False

        return test

    return _together(ev, e.things, on)


@gives(m.ops.InARow)
def _in_a_row(ev: Evaluation, e: m.ops.InARow) -> Function:
    length = e.value

    def on(chart: Chart) -> Callable[[set[int]], bool]:
        runs = rows_of(chart, length)
        return lambda here: len(here) >= length and any(map(here.issuperset, runs))

    return _together(ev, e.things, on)


def _together(ev: Evaluation, several: m.Expr, on: Callable[[Chart], Callable[[set[int]], bool]]) -> Function:
    """Makes the test whether spaces, or the things on them, do something together on one board.

    Args:
        on: makes the test of the positions on a board.
    """
    layout, listed, kind = ev.layout, ev.make(several), item(several.type)
    cell, chart, base = layout.position_cell, layout.chart_of, layout.base_of
    themselves = isinstance(kind, ThingType) and kind.kind.board is not None
    holds = [on(one) for one in layout.charts]

    def test(s: State, L: Locals) -> bool:
        found: dict[int, set[int]] = {}
        charts: dict[int, int] = {}
        for thing in listed(s, L):
            space = thing if themselves or thing == NONE else s.where[thing]
            if space in base and s.cells[cell + space] != NONE:
                found.setdefault(base[space], set()).add(s.cells[cell + space])
                charts[base[space]] = chart[space]
        return any(holds[charts[board]](here) for board, here in found.items())

    return test
