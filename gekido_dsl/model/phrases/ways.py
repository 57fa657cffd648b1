"""Phrases about ways on a board: how far one thing is from another."""

from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases.base import unknown
from gekido_dsl.model.phrases.comparisons import Comparisons
from gekido_dsl.model.phrases.ranking import Ranking
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import BOOL, INT, IntType, SetType, ThingType, UnknownType, item
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

COST_LIMIT: Final = 1_000
"""The most that one way of a map, or one space, costs."""
FAR: Final = 1_000_000
"""No way is longer than this."""


class Ways(Comparisons, Ranking):
    """Resolves phrases about ways."""

    def distance(self, written: s.Distance, scope: Scope) -> m.Expr:
        """Resolves `the distance from X to Y over SPACES`; X and Y may be several each, and the nearest count."""
        ends = [self._placed(self.expr(end, scope)) for end in (written.origin, written.goal)]
        over = None if written.over is None else self._ground(self.every_one(written.over, scope))
        return self._far(ends, over, written.cost, written.span, scope)

    def within(self, subject: m.Expr, operand: m.Expr, predicate: s.Is, span: Span, scope: Scope) -> m.Expr:
        """Resolves `X is within 3 of Y over SPACES, each by NUMBER`: so far away at most, and not where Y is."""
        if predicate.reach is None and predicate.over is None and predicate.cost is None:
            return m.ops.Within(
                BOOL, span, thing=self._placed(subject), of=self._placed(operand), value=predicate.distance
            )
        ends = [self._placed(operand), self._placed(subject)]
        over = None if predicate.over is None else self._ground(self.every_one(predicate.over, scope))
        far = self._far(ends, over, predicate.cost, span, scope)
        most: m.Expr = m.ops.Const(
            IntType(predicate.distance, predicate.distance), span, value=predicate.distance
        )
        if predicate.reach is not None:
            most = self.expect(self.expr(predicate.reach, scope), INT)
        steps = self._steps(ends, None, span)
        if isinstance(item(far.type), UnknownType) or isinstance(item(steps.type), UnknownType):
            return unknown(span, BOOL)
        none = m.ops.Const(IntType(0, 0), span, value=0)
        parts = [m.made("more", BOOL, span, (steps, none)), m.made("at_most", BOOL, span, (far, most))]
        assert isinstance(far.type, IntType)
        beyond = far.type.high
        if not isinstance(most.type, IntType) or most.type.high is None or most.type.high >= (beyond or 0):
            away = m.ops.Const(IntType(beyond, beyond), span, value=beyond or 0)
            parts.append(m.made("less", BOOL, span, (far, away)))
        return m.made("and", BOOL, span, tuple(parts))

    def _far(
        self, ends: list[m.Expr], over: m.Expr | None, cost: s.Expr | None, span: Span, scope: Scope
    ) -> m.Expr:
        """Resolves how far it is: over ways of a map, over spaces of which each costs something, or in steps."""
        if over is not None and _is_way(over):
            return self._journey(cost, ends, over, None, span, scope)
        if cost is None:
            return self._steps(ends, over, span)
        network = next((part for part in ends if _map(part)), None)
        maps = [board for board in self.game.boards.values() if board.is_map]
        if over is None and (network is not None or len(maps) == len(self.game.boards) == 1):
            return self._journey(cost, ends, over, network, span, scope)
        return self._trek(cost, ends, over, span, scope)

    def _steps(self, ends: list[m.Expr], over: m.Expr | None, span: Span) -> m.Expr:
        """Resolves a distance over spaces of a board: each step counts 1."""
        parts = ends if over is None else [*ends, over]
        boards = list(dict.fromkeys(board for part in parts if (board := _board(part)) is not None))
        if len(boards) > 1:
            names = " and on ".join(f"`{board.name}`" for board in boards)
            return self._no_way(f"no way leads from board to board: this is on {names}", span)
        if not self.game.boards:
            return self._no_way("there is no board, and so no way", span)
        sizes = [board.size for board in boards or self.game.boards.values()]
        return m.ops.Distance(
            IntType(0, max(sizes)), span, origin=ends[0], goal=ends[1], spaces=over, value=max(sizes)
        )

    def _trek(
        self, cost: s.Expr, ends: list[m.Expr], over: m.Expr | None, span: Span, scope: Scope
    ) -> m.Expr:
        """Resolves a distance over spaces of a board that cost something each to enter."""
        boards = [board for part in (over, *ends) if part is not None and (board := _board(part)) is not None]
        boards = list(dict.fromkeys(boards)) or list(self.game.boards.values())
        if len(boards) != 1:
            names = " and on ".join(f"`{board.name}`" for board in boards)
            said = f"no way leads from board to board: this is on {names}" if boards else "there is no board"
            return self._no_way(said, span)
        board = boards[0]
        spaces = over
        if spaces is None:
            spaces = m.ops.Things(SetType(ThingType(board.space)), span, ref=board.space)
        number, local, high = self._cost(spaces, cost, scope)
        far = min(high * board.size + 1, FAR)
        return m.ops.Trek(
            IntType(0, far), span, origin=ends[0], goal=ends[1], spaces=spaces, number=number, ref=board,
            value=local,
        )  # fmt: skip

    def _journey(
        self,
        cost: s.Expr | None,
        ends: list[m.Expr],
        over: m.Expr | None,
        network: m.Expr | None,
        span: Span,
        scope: Scope,
    ) -> m.Expr:
        """Resolves a distance over the ways of a map: each counts its cost, or 1."""
        ways = over if over is not None else self._all_ways(network, span)
        board = _board(ways) if _is_way(ways) else None
        if board is None:
            if isinstance(item(ways.type), UnknownType):
                return ways
            return self._no_way("only the ways of a map have each a cost", span)
        if any(other not in (None, board) for other in map(_board, ends)):
            return self._no_way(f"no way of `{board.name}` leads there", span)
        number, local, high = self._cost(ways, cost, scope)
        far = min(self._longest(board, high) + 1, FAR)
        return m.ops.Journey(
            IntType(0, far), span, origin=ends[0], goal=ends[1], ways=ways, number=number, ref=board,
            value=local,
        )  # fmt: skip

    def longest(self, written: s.LongestWay, scope: Scope) -> m.Expr:
        """Resolves `the longest way over ROUTES, each by NUMBER`."""
        ways = self.every_one(written.over, scope)
        board = _board(ways)
        if board is None or not _is_way(ways):
            return unknown(written.span) if isinstance(item(ways.type), UnknownType) else self._no_ways(ways)
        number, local, high = self._cost(ways, written.cost, scope)
        most = min(self._longest(board, high), FAR)
        return m.ops.LongestWay(
            IntType(0, most), written.span, ways=ways, number=number, ref=board, value=local
        )

    def connected(
        self, subject: m.Expr, operand: m.Expr, over: s.Phrase | None, span: Span, scope: Scope
    ) -> m.Expr:
        """Resolves `X is connected to Y over ROUTES`."""
        ends = [self._placed(subject), self._placed(operand)]
        network = next((part for part in ends if _network(part)), None)
        ways = self.every_one(over, scope) if over is not None else self._all_ways(network, span)
        board = _board(ways)
        if board is None or not _is_way(ways):
            if not isinstance(item(ways.type), UnknownType):
                self._no_ways(ways)
            return unknown(span, BOOL)
        if any(other not in (None, board) for other in map(_board, ends)):
            self._no_way(f"no way of `{board.name}` leads there", span)
            return unknown(span, BOOL)
        return m.ops.Connected(BOOL, span, origin=ends[0], goal=ends[1], ways=ways, ref=board)

    def along(self, subject: m.Expr, operand: m.Expr, over: s.Phrase, span: Span, scope: Scope) -> m.Expr:
        """Resolves `X is next to Y along ROUTES`."""
        thing, of, ways = self._placed(subject), self._placed(operand), self.every_one(over, scope)
        board = _board(ways)
        if board is None or not _is_way(ways):
            if not isinstance(item(ways.type), UnknownType):
                self._no_ways(ways)
            return unknown(span, BOOL)
        if any(other not in (None, board) for other in map(_board, (thing, of))):
            self._no_way(f"no way of `{board.name}` leads there", span)
            return unknown(span, BOOL)
        return m.ops.Along(BOOL, span, thing=thing, of=of, ways=ways, ref=board)

    def _all_ways(self, network: m.Expr | None, span: Span) -> m.Expr:
        """Gives all ways of the map that something is on, or of the only one."""
        boards = [board for board in self.game.boards.values() if board.ways is not None]
        board = _board(network) if network is not None else boards[0] if len(boards) == 1 else None
        if board is None or board.ways is None:
            return self._no_way("say over which ways: `over Routes`", span)
        return m.ops.Things(SetType(ThingType(board.ways)), span, ref=board.ways)

    def _cost(self, ways: m.Expr, cost: s.Expr | None, scope: Scope) -> tuple[m.Expr, int, int]:
        """Gives what each way costs, the local that holds the way, and the highest cost."""
        if cost is None:
            return m.ops.Const(IntType(1, 1), ways.span, value=1), scope.fresh(), 1
        (number,), local = self.rates(ways, (s.Key(cost.span, cost, False),), scope)
        low, high = (number.type.low, number.type.high) if isinstance(number.type, IntType) else (0, 0)
        if low is None or high is None or not 0 <= low <= high <= COST_LIMIT:
            sort = "way" if _is_way(ways) else "space"
            self.index.report(
                codes.WRONG_COST,
                f"a {sort} costs 0 to {COST_LIMIT:,}, and `{cost.span.text}` may be another number",
                cost.span,
                f"this is {number.type}",
                help=f"give the fact of the {sort}s a range, as in `Length: 1 to 6`",
            )
        return number, local, high or 0

    def _longest(self, board: m.Board, high: int) -> int:
        shape = board.shape
        return high * len(shape.ends) if isinstance(shape, m.Network) else 0

    def _no_ways(self, found: m.Expr) -> m.Expr:
        return self._no_way(
            f"ways of a map join its spaces, and `{found.span.text}` is {item(found.type)}", found.span
        )

    def _ground(self, found: m.Expr) -> m.Expr:
        """Reports what a way cannot lead over."""
        if _board(found) is None and not isinstance(item(found.type), UnknownType):
            return self._no_way(
                f"a way leads over spaces of a board, and `{found.span.text}` is {item(found.type)}",
                found.span,
            )
        return found

    def _no_way(self, message: str, span: Span) -> m.Expr:
        self.index.report(codes.WRONG_TYPE, message, span, "no way")
        return unknown(span)


def _is_way(expr: m.Expr) -> bool:
    """Tells whether these are ways of a map."""
    kind, board = item(expr.type), _board(expr)
    return board is not None and isinstance(kind, ThingType) and kind.kind is board.ways


def _map(expr: m.Expr) -> bool:
    """Tells whether these are spaces or ways of a map, or corners or edges that are one."""
    kind, board = item(expr.type), _board(expr)
    if board is None or board.ways is None or not isinstance(kind, ThingType):
        return False
    return board.is_map or kind.kind is not board.space


def _network(expr: m.Expr) -> bool:
    """Tells whether these are spaces or ways of a map."""
    board = _board(expr)
    return board is not None and board.ways is not None


def _board(expr: m.Expr) -> m.Board | None:
    """Gives the board whose spaces these are."""
    kind = item(expr.type)
    return kind.kind.board if isinstance(kind, ThingType) else None
