"""Expressions of the kernel become functions of a state and the locals of a body.

Each operator of `model.nodes.OPERATORS` has one method here, which says what the operator means. The functions are
made once for a game; a match holds none of them.

Invariants:
    Evaluating changes nothing.
    A set is a list in the defined order: things by number, spaces by position, players from the one on turn.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.grid import neighbourhood, rays_of, region, rows_of
from gekido_dsl.interpreter.patterns import PatternTable
from gekido_dsl.interpreter.state import Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import (
    NONE,
    BoardType,
    PlaceType,
    PlayerType,
    SetType,
    ThingType,
    item,
)

if TYPE_CHECKING:
    from gekido_dsl.interpreter.program import Program

Value = Any
Function = Callable[[State, Locals], Value]
Lines = list[tuple[m.AmountLine, Function, Function | None]]
"""Lines of an amount, each with its operand and its condition."""


WORK_LIMIT: Final = 1_000_000
"""How many things may be looked at between two decisions."""


class Evaluator:
    """Makes the functions of one program."""

    def __init__(self, program: "Program") -> None:
        self.program = program
        self.layout = program.layout
        self.game = program.layout.game
        self._definitions: dict[int, Callable[[State, int, Any], bool]] = {}
        self._amounts: dict[int, Function] = {}
        self._properties: dict[int, Function] = {}
        self._patterns: dict[str, PatternTable] = {}
        self.work = 0
        """How many things were looked at since the last decision."""

    def counted(self, several: m.Expr) -> Function:
        """Makes the function that gives several to be looked at one by one; too many since a decision are an error."""
        give, span = self.make(several), several.span

        def listed(s: State, L: Locals) -> Any:
            found = give(s, L)
            self.work += len(found)
            if self.work > WORK_LIMIT:
                raise RuleError("there is far too much to look through before the next decision", span)
            return found

        return listed

    def make(self, expr: m.Expr) -> Function:
        """Makes the function of an expression."""
        method: Callable[[m.Expr], Function] = getattr(self, f"_{expr.op}")
        return method(expr)

    def make_all(self, exprs: tuple[m.Expr, ...]) -> list[Function]:
        """Makes the functions of several expressions."""
        return [self.make(expr) for expr in exprs]

    # ------------------------------------------------------------ values

    def _const(self, e: m.Expr) -> Function:
        value = e.value
        return lambda s, L: value

    def _option(self, e: m.Expr) -> Function:
        value = self.program.options[e.ref.name]
        return lambda s, L: value

    def _local(self, e: m.Expr) -> Function:
        local = e.value
        return lambda s, L: L[local]

    def _actor(self, e: m.Expr) -> Function:
        return lambda s, L: L[0]

    def _window(self, e: m.Expr) -> Function:
        if e.ref is None:
            return lambda s, L: s.cells[lay.WINDOW]
        wanted = e.ref.index + 1
        return lambda s, L: s.cells[lay.WINDOW] == wanted

    def _field(self, e: m.Expr) -> Function:
        fact: m.Field = e.ref
        kind: m.Kind = fact.owner  # type: ignore[assignment]
        if isinstance(e.args[0].type, SetType):
            one = self._field_of_one(fact, kind, e)
            base = self.make(e.args[0])
            return lambda s, L: [one(s, L, thing) for thing in base(s, L)]
        one = self._field_of_one(fact, kind, e)
        base = self.make(e.args[0])
        return lambda s, L: one(s, L, base(s, L))

    def _field_of_one(self, fact: m.Field, kind: m.Kind, e: m.Expr) -> Callable[[State, Locals, int], Value]:
        layout = self.layout
        first = layout.things[kind.name].start
        size = layout.index_size(fact.index)
        index = self.make(e.args[1]) if len(e.args) > 1 else None
        shift = 0
        if isinstance(fact.index, m.Kind):
            shift = layout.things[fact.index.name].start
        if fact.kept:
            cell = layout.field_cell[id(kind), fact.name]
            if index is None:
                return lambda s, L, t: s.cells[cell + t - first] if t >= 0 else NONE
            return lambda s, L, t: s.cells[cell + (t - first) * size + index(s, L) - shift]
        column = [
            self._printed(fact, kind.rows[layout.row_of[t]].values.get(fact.name, NONE))
            for t in layout.things[kind.name]
        ]
        if index is None:
            return lambda s, L, t: column[t - first] if t >= 0 else NONE
        if isinstance(fact.index, m.Kind):
            rows = layout.row_of
            return lambda s, L, t: column[t - first][rows[index(s, L)]]
        return lambda s, L, t: column[t - first][index(s, L)]

    def _printed(self, fact: m.Field, value: Any) -> Any:
        """Gives a printed value: rows of another kind become things."""
        kind = item(fact.type)
        if isinstance(kind, ThingType) and isinstance(value, int) and value != NONE:
            return self.layout.first_of_row.get((kind.kind.name, value), NONE)
        return value

    def _cell(self, e: m.Expr) -> Function:
        fact: m.Field = e.ref
        cell = self.layout.field_cell[id(fact.owner), fact.name]
        if e.args:
            index = self.make(e.args[0])
            return lambda s, L: s.cells[cell + index(s, L)]
        return lambda s, L: s.cells[cell]

    def _owner(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])
        first = self.layout.owner_cell
        parents = self.layout.parent_of
        if isinstance(item(e.args[0].type), PlaceType):
            names = self.layout.place_names
            return lambda s, L: names[base(s, L)][1]

        def one(s: State, thing: int) -> int:
            if thing == NONE:
                return NONE
            parent = parents[thing]
            return s.cells[first + (thing if parent == NONE else parent)]

        if isinstance(e.type, SetType):
            return lambda s, L: [one(s, thing) for thing in base(s, L)]
        return lambda s, L: one(s, base(s, L))

    def _face(self, e: m.Expr) -> Function:
        base, first = self.make(e.args[0]), self.layout.face_cell
        if isinstance(e.args[0].type, SetType):
            return lambda s, L: [s.cells[first + die] for die in base(s, L)]
        return lambda s, L: s.cells[first + base(s, L)]

    def _partner(self, e: m.Expr) -> Function:
        base, players = self.make(e.args[0]), self.layout.players
        return lambda s, L: (base(s, L) + players // 2) % players

    def _place(self, e: m.Expr) -> Function:
        layout, place = self.layout, e.ref
        if not e.args:
            number = layout.place_of[place.name, NONE]
            return lambda s, L: number
        base = self.make(e.args[0])
        numbers = {owner: number for (name, owner), number in layout.place_of.items() if name == place.name}
        return lambda s, L: numbers[base(s, L)]

    def _board(self, e: m.Expr) -> Function:
        spaces = list(self.layout.things[e.ref.space.name])
        return lambda s, L: spaces

    def _space(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])
        spaces = self.layout.things[e.ref.space.name]

        def one(s: State, thing: int) -> int:
            where = s.where[thing] if thing != NONE else NONE
            return where if where in spaces else NONE

        if isinstance(e.args[0].type, SetType):
            return lambda s, L: [one(s, thing) for thing in base(s, L)]
        return lambda s, L: one(s, base(s, L))

    def _counter(self, e: m.Expr) -> Function:
        place, face = self._holder(e), self.layout.face_cell

        def value(s: State, L: Locals) -> int:
            dice = s.contents[place(s, L)]
            return s.cells[face + dice[0]] if dice else 0

        return value

    def _holder(self, e: m.Expr) -> Function:
        """Gives the place of a track or counter."""
        base = self.make(e.args[0])
        first = self.layout.things[e.ref.owner.name].start
        start = self.layout.place_of[e.ref.name, first]
        return lambda s, L: start + base(s, L) - first

    def _track(self, e: m.Expr) -> Function:
        place = self._holder(e)
        return lambda s, L: s.contents[place(s, L)]

    def _link(self, e: m.Expr) -> Function:
        link: m.Link = e.ref
        base = self.make(e.args[0])
        start = self.layout.link_cell[link.name]
        origin, goals = self.layout.things[link.origin.name].start, self.layout.things[link.goal.name]
        width = len(goals)
        if len(e.args) == 1:
            return lambda s, L: [
                s.cells[start + (base(s, L) - origin) * width + goal - goals.start]
                for goal in goals
                if goal != base(s, L)
            ]
        other = self.make(e.args[1])

        def side(s: State, L: Locals) -> int:
            goal = other(s, L)
            return (
                s.cells[start + (base(s, L) - origin) * width + goal - goals.start] if goal != NONE else NONE
            )

        return side

    def _mine(self, e: m.Expr) -> Function:
        every = self._all_mine(e)

        def first(s: State, L: Locals) -> int:
            found = every(s, L)
            return found[0] if found else NONE

        return first

    def _all_mine(self, e: m.Expr) -> Function:
        base, things, cell = self.make(e.args[0]), self.layout.things[e.ref.name], self.layout.owner_cell

        def owned(s: State, L: Locals) -> list[int]:
            player = base(s, L)
            self.work += len(things)
            if isinstance(player, list):
                return [thing for thing in things if s.cells[cell + thing] in player]
            return [thing for thing in things if s.cells[cell + thing] == player]

        return owned

    def _things(self, e: m.Expr) -> Function:
        things = list(self.layout.things[e.ref.name])
        kind: m.Kind = e.ref
        if kind.board is not None and kind.board.layout:
            at, size = self.layout.at_cell[kind.board.name], kind.board.rows * kind.board.columns
            # Before a board is laid, all its spaces are there to be laid; afterwards, those that lie on it.
            return lambda s, L: [space for space in s.cells[at : at + size] if space != NONE] or things
        return lambda s, L: things

    def _called(self, e: m.Expr) -> Function:
        kind, name = e.ref
        things = self.layout.called.get((kind.name, name), [])
        if e.args:
            base = self.make(e.args[0])
            if not isinstance(e.type, SetType):
                return lambda s, L: next((thing for thing in base(s, L) if thing in things), NONE)
            return lambda s, L: [thing for thing in base(s, L) if thing in things]
        if isinstance(e.type, SetType):
            return lambda s, L: things
        thing = things[0] if things else NONE
        return lambda s, L: thing

    def _players(self, e: m.Expr) -> Function:
        number, out = self.layout.players, self.layout.out_cell

        def order(s: State, L: Locals) -> list[int]:
            first = s.cells[lay.ON_TURN]
            every = [(first + k) % number for k in range(number)]
            return [player for player in every if not s.cells[out + player]]

        return order

    def _members(self, e: m.Expr) -> Function:
        values = list(range(len(e.ref.members)))
        return lambda s, L: values

    def _nested(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])
        parts = {parent: things for (name, parent), things in self.layout.parts.items() if name == e.ref.name}
        if isinstance(e.args[0].type, SetType):
            return lambda s, L: [part for parent in base(s, L) for part in parts.get(parent, ())]
        return lambda s, L: parts.get(base(s, L), [])

    def _inside(self, e: m.Expr) -> Function:
        place = self.make(e.args[0])
        return lambda s, L: s.contents[place(s, L)]

    def _on(self, e: m.Expr) -> Function:
        base, things = self.make(e.args[0]), self.layout.things[e.ref.name]
        if isinstance(e.args[0].type, SetType | BoardType):
            return lambda s, L: [t for space in base(s, L) for t in s.contents[space] if t in things]

        def here(s: State, L: Locals) -> list[int]:
            space = base(s, L)
            return [t for t in s.contents[space] if t in things] if space != NONE else []

        return here

    def _items(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])

        def items(s: State, L: Locals) -> list[Any]:
            value = base(s, L)
            if isinstance(value, tuple | list):
                return list(value)
            return [] if value == NONE else [value]

        return items

    def _union(self, e: m.Expr) -> Function:
        parts = self.make_all(e.args)
        return lambda s, L: list(dict.fromkeys(value for part in parts for value in part(s, L)))

    def _next(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])

        def top(s: State, L: Locals) -> Any:
            found = base(s, L)
            return found[-1] if found else NONE

        return top

    def _last(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])

        def bottom(s: State, L: Locals) -> Any:
            found = base(s, L)
            return found[0] if found else NONE

        return bottom

    def _highest(self, e: m.Expr) -> Function:
        base, by, local = self.counted(e.args[0]), self.make(e.args[1]), e.value
        sign = -1 if e.ref else 1
        acting = isinstance(item(e.args[0].type), PlayerType)
        several = isinstance(e.type, SetType)

        def best(s: State, L: Locals) -> Any:
            actor = L[0]
            rated = []
            every = base(s, L)
            for value in every:
                L[local] = value
                if acting:
                    L[0] = value
                rate = by(s, L)
                rated.append(sign * (len(rate) if isinstance(rate, list) else rate))
            L[0] = actor
            most = max(rated, default=0)
            values = [value for value, rate in zip(every, rated, strict=True) if rate == most]
            return values if several else values[0] if values else NONE

        return best

    def _lines(self, e: m.Expr) -> Function:
        origin = self.make(e.args[0])
        over, end = self.membership(e.args[1]), self.membership(e.args[2])
        kind = item(e.args[0].type)
        board = kind.kind.board if isinstance(kind, ThingType) else None
        if board is None:
            return lambda s, L: []
        rays = rays_of(board)
        at, cell = self.layout.at_cell[board.name], self.layout.position_cell

        def between(s: State, L: Locals) -> list[int]:
            found: list[int] = []
            self.work += 1
            for ray in rays[s.cells[cell + origin(s, L)]]:
                self.work += 1
                run: list[int] = []
                for position in ray:
                    space = s.cells[at + position]
                    if over(s, L, space):
                        run.append(space)
                        continue
                    if run and end(s, L, space):
                        found += run
                    break
            return found

        return between

    def _spot(self, e: m.Expr) -> Function:
        cell = self.layout.at_cell[e.ref.name] + e.value
        return lambda s, L: s.cells[cell]

    def _row(self, e: m.Expr) -> Function:
        return self._coordinate(e, lambda board, position: position // board.columns, True)

    def _column(self, e: m.Expr) -> Function:
        return self._coordinate(e, lambda board, position: position % board.columns, False)

    def _coordinate(self, e: m.Expr, part: Callable[[m.Board, int], int], turned: bool) -> Function:
        """Counts rows from the side of the acting player where players face each other, else from the top."""
        space, cell = self.make(e.args[0]), self.layout.position_cell
        kind = item(e.args[0].type)
        board = kind.kind.board if isinstance(kind, ThingType) else None
        assert board is not None
        facing = self.game.facing and turned

        def count(s: State, L: Locals) -> int:
            here = part(board, s.cells[cell + space(s, L)])
            return board.rows - here if facing and L[0] == 0 else here + 1

        return count

    def _filter(self, e: m.Expr) -> Function:
        base, test, local = self.counted(e.args[0]), self.make(e.args[1]), e.value

        def kept(s: State, L: Locals) -> list[Any]:
            found = []
            for L[local] in base(s, L):
                if test(s, L):
                    found.append(L[local])
            return found

        return kept

    def _count(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])
        return lambda s, L: len(base(s, L))

    def _plus(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) + b(s, L)

    def _minus(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) - b(s, L)

    def _times(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) * b(s, L)

    # ------------------------------------------------------------ amounts, properties, definitions

    def _amount(self, e: m.Expr) -> Function:
        amount: m.Amount = e.ref
        run = self._amounts.get(id(amount))
        if run is None:
            ways: list[tuple[Function | None, Lines]] = []
            self._amounts[id(amount)] = run = lambda s, L: pipeline(
                s, L, lines_now(s, L, ways), amount.locals, None
            )
            ways += self._ways(amount)
        subject = self.make(e.args[0]) if e.args else None
        if subject is None:
            return lambda s, L: run(s, [L[0], NONE])
        if isinstance(amount.subject, PlayerType):
            return lambda s, L: run(s, [subject(s, L)] * 2)
        return lambda s, L: run(s, [L[0], subject(s, L)])

    def _ways(self, amount: m.Amount) -> list[tuple[Function | None, Lines]]:
        """Gives the lines of an amount: those of each exception with its condition, then its own."""

        def made(lines: tuple[m.AmountLine, ...]) -> Lines:
            layered = sorted(lines, key=lambda line: m.LAYERS[line.operator])
            return [
                (x, self.make(x.operand), self.make(x.condition) if x.condition else None) for x in layered
            ]

        ways: list[tuple[Function | None, Lines]] = [
            (self.exception(exception), made(exception.lines))
            for exception in amount.exceptions
            if exception.lines
        ]
        return [*ways, (None, made(amount.lines))]

    def explain(self, e: m.Expr, s: State, L: Locals) -> tuple[str, ...]:
        """Gives the lines of an amount that held, for `why`."""
        if e.op != "amount":
            cites = "".join(f" [{cite}]" for cite in getattr(e.ref, "cites", ()))
            return (f"{' '.join(e.span.text.split())}: {self.make(e)(s, L)}{cites}",)
        amount: m.Amount = e.ref
        told: list[str] = []
        subject = self.make(e.args[0])(s, L) if e.args else NONE
        L = [subject if isinstance(amount.subject, PlayerType) else L[0], subject]
        pipeline(s, L, lines_now(s, L, self._ways(amount)), amount.locals, told)
        return tuple(told)

    def _property(self, e: m.Expr) -> Function:
        prop: m.Property = e.ref
        subject = self.make(e.args[0])
        size = prop.locals
        if id(prop) not in self._properties:
            self._properties[id(prop)] = lambda s, L: NONE
            self._properties[id(prop)] = self.make(prop.value)
        run = self._properties[id(prop)]
        if isinstance(prop.subject, PlayerType):
            return lambda s, L: run(s, [*[subject(s, L)] * 2, *[NONE] * (size - 2)])
        return lambda s, L: run(s, [L[0], subject(s, L), *[NONE] * (size - 2)])

    def _defined(self, e: m.Expr) -> Function:
        definition: m.Definition = e.ref
        subject = self.make(e.args[0])
        run = self.definition(definition)
        return lambda s, L: run(s, L[0], subject(s, L))

    def definition(self, definition: m.Definition) -> Callable[[State, int, Any], bool]:
        """Makes the test of a definition, exceptions first: of the actor and the thing asked about."""
        key = id(definition)
        if key not in self._definitions:
            holder: list[Any] = []

            asked = isinstance(definition.subject, PlayerType)

            def run(s: State, actor: int, subject: Any) -> bool:
                L: Locals = [subject if asked else actor, subject, *blank]
                for when, instead in exceptions:
                    if when(s, L):
                        return bool(instead(s, L))
                return bool(holder[0](s, L))

            blank = [NONE] * (definition.locals - 2)
            exceptions: list[tuple[Function, Function]] = []
            self._definitions[key] = run
            holder.append(self.make(definition.test))
            for exception in definition.exceptions:
                if exception.test is not None:
                    exceptions.append((self.exception(exception), self.make(exception.test)))
        return self._definitions[key]

    def exception(self, exception: m.Exception_) -> Function:
        """Makes the condition of an exception: asked afresh, or as it was noted."""
        if exception.note < 0:
            return self.make(exception.condition)
        cell = self.layout.note_cell + exception.note
        return lambda s, L: s.cells[cell]

    # ------------------------------------------------------------ conditions

    def _is(self, e: m.Expr) -> Function:
        left, right = self.make(e.args[0]), self.make(e.args[1])
        if e.args[1].op == "const":
            value = e.args[1].value
            return lambda s, L: left(s, L) == value
        return lambda s, L: left(s, L) == right(s, L)

    def _at_least(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) >= b(s, L)

    def _at_most(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) <= b(s, L)

    def _more(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) > b(s, L)

    def _less(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) < b(s, L)

    def _and(self, e: m.Expr) -> Function:
        parts = self.make_all(e.args)
        if len(parts) == 2:
            a, b = parts
            return lambda s, L: a(s, L) and b(s, L)
        return lambda s, L: all(part(s, L) for part in parts)

    def _or(self, e: m.Expr) -> Function:
        parts = self.make_all(e.args)
        if len(parts) == 2:
            a, b = parts
            return lambda s, L: a(s, L) or b(s, L)
        return lambda s, L: any(part(s, L) for part in parts)

    def _not(self, e: m.Expr) -> Function:
        part = self.make(e.args[0])
        return lambda s, L: not part(s, L)

    def _member(self, e: m.Expr) -> Function:
        one, test = self.make(e.args[0]), self.membership(e.args[1])
        return lambda s, L: test(s, L, one(s, L))

    def membership(self, several: m.Expr) -> Callable[[State, Locals, Any], bool]:
        """Makes the test whether a value is among several, without listing them where that can be helped."""
        if several.op == "filter":
            base, test, local = self.membership(several.args[0]), self.make(several.args[1]), several.value

            def passes(s: State, L: Locals, value: Any) -> bool:
                if not base(s, L, value):
                    return False
                before, L[local] = L[local], value
                result = bool(test(s, L))
                L[local] = before
                return result

            return passes
        if several.op == "things" and not (several.ref.board is not None and several.ref.board.layout):
            things = self.layout.things[several.ref.name]
            return lambda s, L, value: value in things
        listed = self.make(several)
        return lambda s, L, value: value in listed(s, L)

    def _empty(self, e: m.Expr) -> Function:
        place = self.make(e.args[0])
        return lambda s, L: not s.contents[place(s, L)]

    def _full(self, e: m.Expr) -> Function:
        track = e.args[0]
        place = self._holder(track)
        spaces = self.track_spaces(track.ref)
        owner = self.make(track.args[0])
        return lambda s, L: len(s.contents[place(s, L)]) >= spaces(s, owner(s, L))

    def track_spaces(self, track: m.Track) -> Callable[[State, int], int]:
        """Makes the function that tells how many dice a track may hold, of its owner."""
        if track.spaces is not None:
            spaces = self.make(track.spaces)
            return lambda s, thing: spaces(s, [NONE, thing])
        rows = track.rows
        layout = self.layout
        return lambda s, thing: (
            len(track.owner.rows[layout.row_of[thing]].values.get(rows.name, ())) if rows else 0
        )

    def _next_to(self, e: m.Expr) -> Function:
        return self._near(e, 1)

    def _within(self, e: m.Expr) -> Function:
        return self._near(e, e.value)

    def _near(self, e: m.Expr, distance: int) -> Function:
        """Tells whether one thing is near another, or near any of several, on the same board; never to itself."""
        layout = self.layout
        left, right = self.make_all(e.args)
        several = isinstance(e.args[1].type, SetType)
        near: dict[int, list[frozenset[int]]] = {}
        for board in self.game.boards.values():
            reach = neighbourhood(board, distance)
            for space in layout.things[board.space.name]:
                near[space] = reach
        position = layout.position_cell

        def space_of(s: State, thing: int) -> int:
            return thing if thing in near else s.where[thing]

        def test(s: State, L: Locals) -> bool:
            one = left(s, L)
            here = space_of(s, one) if one != NONE else NONE
            if here not in near:
                return False
            around = near[here][s.cells[position + here]]
            for other in right(s, L) if several else (right(s, L),):
                if other in (NONE, one):
                    continue
                there = space_of(s, other)
                if there in near and near[there] is near[here] and s.cells[position + there] in around:
                    return True
            return False

        return test

    def _toward(self, e: m.Expr) -> Function:
        """Tells whether a space lies one step in a direction from a thing or space; ahead is away from its owner."""
        left, right = self.make_all(e.args)
        layout, facing, word = self.layout, self.game.facing, e.ref
        boards = {space: b for b in self.game.boards.values() for space in layout.things[b.space.name]}
        owner = self.owner_of(e.args[1])
        cell = layout.position_cell

        def test(s: State, L: Locals) -> bool:
            a, b = left(s, L), right(s, L)
            here = a if a in boards else s.where[a]
            there = b if b in boards else s.where[b]
            if here not in boards or boards[here] is not boards.get(there):
                return False
            columns = boards[here].columns
            row_a, column_a = divmod(s.cells[cell + here], columns)
            row_b, column_b = divmod(s.cells[cell + there], columns)
            step = (row_a - row_b, column_a - column_b)
            who = owner(s, L) if b not in boards else L[0]
            ahead = 1 if facing and who == 1 else -1
            match word:
                case "above":
                    return step == (-1, 0)
                case "below":
                    return step == (1, 0)
                case "left of":
                    return step == (0, -1)
                case "right of":
                    return step == (0, 1)
                case "ahead of":
                    return step == (ahead, 0)
                case "behind":
                    return step == (-ahead, 0)
                case _:
                    return step in ((ahead, -1), (ahead, 1))

        return test

    def _on_board(self, e: m.Expr) -> Function:
        thing, spaces = self.make(e.args[0]), self.layout.things[e.ref.space.name]
        return lambda s, L: thing(s, L) != NONE and s.where[thing(s, L)] in spaces

    def _at(self, e: m.Expr) -> Function:
        thing, space = self.make_all(e.args)
        return lambda s, L: thing(s, L) != NONE and s.where[thing(s, L)] == space(s, L)

    def _in_place(self, e: m.Expr) -> Function:
        thing, place = self.make_all(e.args)
        return lambda s, L: thing(s, L) != NONE and s.where[thing(s, L)] == place(s, L)

    def _some(self, e: m.Expr) -> Function:
        base, test, local = self.counted(e.args[0]), self.make(e.args[1]), e.value

        def run(s: State, L: Locals) -> bool:
            for L[local] in base(s, L):
                if test(s, L):
                    return True
            return False

        return run

    def _no(self, e: m.Expr) -> Function:
        some = self._some(e)
        return lambda s, L: not some(s, L)

    def _every(self, e: m.Expr) -> Function:
        base, test, local = self.counted(e.args[0]), self.make(e.args[1]), e.value

        def run(s: State, L: Locals) -> bool:
            for L[local] in base(s, L):
                if not test(s, L):
                    return False
            return True

        return run

    # ------------------------------------------------------------ dice

    def _pattern_table(self, patterns: m.PatternSet) -> PatternTable:
        if patterns.name not in self._patterns:
            faces = patterns.die.faces
            number = (
                len(faces.members) if isinstance(faces, m.Enum) else faces[1] - faces[0] + 1 if faces else 0
            )
            low = faces[0] if isinstance(faces, tuple) else 0
            self._patterns[patterns.name] = PatternTable(patterns, number, low)
        return self._patterns[patterns.name]

    def _pattern_parts(
        self, patterns: m.PatternSet
    ) -> tuple[int, list[Function | None], list[Function | None]]:
        place = self.layout.place_of[patterns.place.name, NONE]
        never = [self.make(p.never) if p.never is not None else None for p in patterns.patterns]
        other = [
            (self.make(p.other_condition) if p.other_condition is not None else lambda s, L: True)
            if p.other
            else None
            for p in patterns.patterns
        ]
        return place, never, other

    def _fits(self, e: m.Expr) -> Function:
        die, pattern = self.make_all(e.args)
        table = self._pattern_table(e.ref)
        place, never, other = self._pattern_parts(e.ref)
        face = self.layout.face_cell

        def test(s: State, L: Locals) -> bool:
            number = pattern(s, L)
            if number == NONE:
                return False
            locked = [s.cells[face + one] for one in s.contents[place]]
            locked.append(s.cells[face + die(s, L)])
            no, more = never[number], other[number]
            return table.fits(number, locked, no(s, L) if no else NONE, bool(more and more(s, L)))

        return test

    def _complete(self, e: m.Expr) -> Function:
        pattern = self.make(e.args[0])
        table = self._pattern_table(e.ref)
        place, never, other = self._pattern_parts(e.ref)
        face = self.layout.face_cell

        def test(s: State, L: Locals) -> bool:
            number = pattern(s, L)
            if number == NONE:
                return False
            locked = [s.cells[face + one] for one in s.contents[place]]
            no, more = never[number], other[number]
            return table.complete(number, locked, no(s, L) if no else NONE, bool(more and more(s, L)))

        return test

    def _shows(self, e: m.Expr) -> Function:
        die, value = self.make_all(e.args)
        face = self.layout.face_cell
        return lambda s, L: s.cells[face + die(s, L)] == value(s, L)

    def _shown_in(self, e: m.Expr) -> Function:
        value, place = self.make_all(e.args)
        face = self.layout.face_cell
        return lambda s, L: any(s.cells[face + die] == value(s, L) for die in s.contents[place(s, L)])

    # ------------------------------------------------------------ memory

    def _moved(self, e: m.Expr) -> Function:
        thing, first = self.make(e.args[0]), lay.track_moves(self.layout, e.ref)
        return lambda s, L: thing(s, L) != NONE and s.cells[first + thing(s, L)] > 0

    def _used(self, e: m.Expr) -> Function:
        actions, scope = e.ref
        player = self.make(e.args[0])
        cells = [lay.track_uses(self.layout, action, scope) for action in actions]

        def test(s: State, L: Locals) -> bool:
            who = player(s, L)
            return who != NONE and any(s.cells[cell + who] for cell in cells)

        return test

    # ------------------------------------------------------------ adjectives

    def owner_of(self, e: m.Expr) -> Function:
        """Makes the function that gives whose a thing is; a player is its own."""
        if isinstance(item(e.type), ThingType):
            return self._owner(m.Expr("owner", e.type, e.span, (e,)))
        return self.make(e)

    def _enemy(self, e: m.Expr) -> Function:
        owner, friends = self.owner_of(e.args[0]), self._friends()
        return lambda s, L: owner(s, L) != NONE and not friends(owner(s, L), L[0])

    def _friendly(self, e: m.Expr) -> Function:
        owner, friends = self.owner_of(e.args[0]), self._friends()
        return lambda s, L: owner(s, L) != NONE and friends(owner(s, L), L[0])

    def _friends(self) -> Callable[[int, int], bool]:
        if self.game.partners:
            half = self.layout.players // 2
            return lambda a, b: a % half == b % half
        return lambda a, b: a == b

    def _unclaimed(self, e: m.Expr) -> Function:
        owner = self.owner_of(e.args[0])
        return lambda s, L: owner(s, L) == NONE

    def _other(self, e: m.Expr) -> Function:
        owner = self.owner_of(e.args[0])
        return lambda s, L: owner(s, L) != L[0]

    def _remaining(self, e: m.Expr) -> Function:
        owner, out = self.owner_of(e.args[0]), self.layout.out_cell
        return lambda s, L: owner(s, L) != NONE and not s.cells[out + owner(s, L)]

    def _position_test(self, e: m.Expr, positions: dict[str, frozenset[int]]) -> Function:
        thing, cell = self.make(e.args[0]), self.layout.position_cell
        kind = item(e.args[0].type)
        wanted = (
            positions[kind.kind.board.name]
            if isinstance(kind, ThingType) and kind.kind.board
            else frozenset()
        )
        return lambda s, L: s.cells[cell + thing(s, L)] in wanted

    def _central(self, e: m.Expr) -> Function:
        return self._position_test(
            e, {b.name: frozenset(region(b, "centre")) for b in self.game.boards.values()}
        )

    def _corner(self, e: m.Expr) -> Function:
        return self._position_test(
            e, {b.name: frozenset(region(b, "corners")) for b in self.game.boards.values()}
        )

    def _active(self, e: m.Expr) -> Function:
        place = self._holder(e.args[0])
        return lambda s, L: bool(s.contents[place(s, L)])

    # ------------------------------------------------------------ boards

    def _joins(self, e: m.Expr) -> Function:
        first, second = e.ref
        things = self.make(e.args[0])
        kind = item(e.args[0].type)
        board = self._only_board()
        if board is None or not isinstance(kind, ThingType):
            return lambda s, L: False
        reach = neighbourhood(board, 1)
        start, goal = frozenset(region(board, first)), frozenset(region(board, second))
        spaces, cell = self.layout.things[board.space.name], self.layout.position_cell

        def test(s: State, L: Locals) -> bool:
            here = {s.cells[cell + s.where[t]] for t in things(s, L) if s.where[t] in spaces}
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

    def _only_board(self) -> m.Board | None:
        return next(iter(self.game.boards.values()), None)

    def _in_a_row(self, e: m.Expr) -> Function:
        things, length = self.make(e.args[0]), e.value
        board = self._only_board()
        if board is None:
            return lambda s, L: False
        spaces, cell = self.layout.things[board.space.name], self.layout.position_cell
        runs = rows_of(board, length)

        def test(s: State, L: Locals) -> bool:
            here = {s.cells[cell + s.where[t]] for t in things(s, L) if s.where[t] in spaces}
            return any(run <= here for run in runs)

        return test


def lines_now(s: State, L: Locals, ways: list[tuple[Function | None, Lines]]) -> Lines:
    """Gives the lines that count: those of the first exception that holds, else the amount's own."""
    for condition, lines in ways:
        if condition is None or condition(s, [*L, *[NONE] * 8]):
            return lines
    return []


def pipeline(
    s: State,
    L: Locals,
    parts: Lines,
    size: int,
    told: list[str] | None,
) -> int:
    """Runs an amount: its lines in the order of their layers.

    Args:
        told: takes up the lines that held, in words; None when nobody asks.
    """
    L = [*L, *[NONE] * (size - len(L))]
    total = 0
    for line, operand, condition in parts:
        if condition is not None and not condition(s, L):
            continue
        value = operand(s, L)
        match line.operator:
            case "start" | "set":
                total = value
            case "add":
                total += value
            case "subtract":
                total -= value
            case "multiply":
                total *= value
            case "divide":
                if value == 0:
                    raise RuleError("this divides by 0", line.span)
                total = -(-total // value) if line.rounding == "up" else total // value
            case "floor":
                total = max(total, value)
            case "cap":
                total = min(total, value)
        if told is not None:
            cites = "".join(f" [{cite}]" for cite in line.cites)
            told.append(f"{' '.join(line.span.text.split('[')[0].split())}: {value}, makes {total}{cites}")
    return total
