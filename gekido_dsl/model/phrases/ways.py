"""Phrases about ways on a board: how far one thing is from another."""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases.base import unknown
from gekido_dsl.model.phrases.comparisons import Comparisons
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import IntType, ThingType, UnknownType, item
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Ways(Comparisons):
    """Resolves phrases about ways."""

    def distance(self, written: s.Distance, scope: Scope) -> m.Expr:
        """Resolves `the distance from X to Y over SPACES`; X and Y may be several each, and the nearest count."""
        ends = [self._placed(self.expr(end, scope)) for end in (written.origin, written.goal)]
        origin, goal = ends
        over = None if written.over is None else self._ground(self.every_one(written.over, scope))
        parts = ends if over is None else [*ends, over]
        boards = list(dict.fromkeys(board for part in parts if (board := _board(part)) is not None))
        if len(boards) > 1:
            names = " and on ".join(f"`{board.name}`" for board in boards)
            return self._no_way(f"no way leads from board to board: this is on {names}", written.span)
        if not self.game.boards:
            return self._no_way("there is no board, and so no way", written.span)
        sizes = [board.size for board in boards or self.game.boards.values()]
        return m.ops.Distance(
            IntType(0, max(sizes)), written.span, origin=origin, goal=goal, spaces=over, value=max(sizes)
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


def _board(expr: m.Expr) -> m.Board | None:
    """Gives the board whose spaces these are."""
    kind = item(expr.type)
    return kind.kind.board if isinstance(kind, ThingType) else None
