"""Operators about boards: spaces, where they lie, what is near, lines and chains."""

from collections.abc import Callable

from gekido_dsl.interpreter.grid import neighbourhood, rays_of, region, rows_of
from gekido_dsl.interpreter.operators.making import Function
from gekido_dsl.interpreter.operators.players import Players
from gekido_dsl.interpreter.operators.sets import Sets
from gekido_dsl.interpreter.state import Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoardType, SetType, ThingType, item


class Boards(Sets, Players):
    """Operators about boards."""

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

    def _on(self, e: m.Expr) -> Function:
        base, things = self.make(e.args[0]), self.layout.things[e.ref.name]
        if isinstance(e.args[0].type, SetType | BoardType):
            return lambda s, L: [t for space in base(s, L) for t in s.contents[space] if t in things]

        def here(s: State, L: Locals) -> list[int]:
            space = base(s, L)
            return [t for t in s.contents[space] if t in things] if space != NONE else []

        return here

    def _arrived(self, e: m.Expr) -> Function:
        """Gives what moved together and still stands where it came to; the local tells of each whence and where."""
        local = e.value

        def arrived(s: State, L: Locals) -> list[int]:
            told = L[local]
            return [t for t, to in zip(told[::3], told[2::3], strict=True) if s.where[t] == to]

        return arrived

    def _origin(self, e: m.Expr) -> Function:
        thing, local = self.make(e.args[0]), e.value

        def origin(s: State, L: Locals) -> int:
            told = L[local]
            return next((told[k + 1] for k in range(0, len(told), 3) if told[k] == thing(s, L)), NONE)

        return origin

    def _at(self, e: m.Expr) -> Function:
        thing, space = self.make_all(e.args)
        return lambda s, L: thing(s, L) != NONE and s.where[thing(s, L)] == space(s, L)

    def _on_board(self, e: m.Expr) -> Function:
        thing, spaces = self.make(e.args[0]), self.layout.things[e.ref.space.name]
        return lambda s, L: thing(s, L) != NONE and s.where[thing(s, L)] in spaces

    def _in_place(self, e: m.Expr) -> Function:
        thing, place = self.make_all(e.args)
        return lambda s, L: thing(s, L) != NONE and s.where[thing(s, L)] == place(s, L)

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

    def _joins(self, e: m.Expr) -> Function:
        first, second = e.ref

        def on(board: m.Board) -> Callable[[set[int]], bool]:
            reach = neighbourhood(board, 1)
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

        return self._together(e.args[0], on)

    def _in_a_row(self, e: m.Expr) -> Function:
        length = e.value

        def on(board: m.Board) -> Callable[[set[int]], bool]:
            runs = rows_of(board, length)
            return lambda here: any(run <= here for run in runs)

        return self._together(e.args[0], on)

    def _together(self, several: m.Expr, on: Callable[[m.Board], Callable[[set[int]], bool]]) -> Function:
        """Makes the test whether spaces, or the things on them, do something together on one board.

        Args:
            on: makes the test of the positions on a board.
        """
        listed, cell, kind = self.make(several), self.layout.position_cell, item(several.type)
        if isinstance(kind, ThingType) and kind.kind.board is not None:
            themselves = on(kind.kind.board)
            return lambda s, L: themselves({s.cells[cell + space] for space in listed(s, L)})
        boards = [(self.layout.things[board.space.name], on(board)) for board in self.game.boards.values()]

        def test(s: State, L: Locals) -> bool:
            found, where = listed(s, L), s.where
            for spaces, holds in boards:
                if holds({s.cells[cell + where[thing]] for thing in found if where[thing] in spaces}):
                    return True
            return False

        return test
