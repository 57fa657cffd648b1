"""Phrases about ways on a board: how far one thing is from another."""

from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases.base import unknown
from gekido_dsl.model.phrases.comparisons import Comparisons
from gekido_dsl.model.phrases.ranking import Ranking
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import BOOL, IntType, SetType, ThingType, UnknownType, item
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

COST_LIMIT: Final = 1_000
"""The most that one way of a map costs."""
FAR: Final = 1_000_000
"""No way is longer than this."""


class Ways(Comparisons, Ranking):
    """Resolves phrases about ways."""

    def distance(self, written: s.Distance, scope: Scope) -> m.Expr:
        """Resolves `the distance from X to Y over SPACES`; X and Y may be several each, and the nearest count."""
        ends = [self._placed(self.expr(end, scope)) for end in (written.origin, written.goal)]
        over = None if written.over is None else self._ground(self.every_one(written.over, scope))
        network = next((part for part in (over, *ends) if part is not None and _network(part)), None)
        if written.cost is not None or (over is not None and _is_way(over)):
            return self._journey(written.cost, ends, over, network, written.span, scope)
        return self._steps(ends, over, written.span)

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
            self.index.report(
                codes.WRONG_COST,
                f"a way costs 0 to {COST_LIMIT:,}, and `{cost.span.text}` may be another number",
                cost.span,
                f"this is {number.type}",
                help="give the fact of the ways a range, as in `Length: 1 to 6`",
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


def _network(expr: m.Expr) -> bool:
    """Tells whether these are spaces or ways of a map."""
    board = _board(expr)
    return board is not None and board.ways is not None


def _board(expr: m.Expr) -> m.Board | None:
    """Gives the board whose spaces these are."""
    kind = item(expr.type)
    return kind.kind.board if isinstance(kind, ThingType) else None
