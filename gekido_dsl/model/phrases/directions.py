"""Directions and what is said with them: a turn, the space beside, the line from a space, arguments of names."""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.parameters import said_of, turn_of
from gekido_dsl.model.phrases.base import PhraseBase, unknown
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import BOOL, EnumType, SetType, ThingType, Type, UnknownType, item
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Directions(PhraseBase):
    """Resolves directions, and arguments."""

    def _turned(self, written: s.Turned, scope: Scope) -> m.Expr:
        base = self._direction(self.expr(written.base, scope))
        if not isinstance(base.type, EnumType):
            return unknown(written.span)
        by = turn_of(written.way, len(base.type.enum.members))
        return m.ops.Turned(base.type, written.span, direction=base, value=by)

    def _direction(self, found: m.Expr) -> m.Expr:
        """Reports what is no direction."""
        if said_of(item(found.type)) == "towards" or isinstance(found.type, UnknownType):
            return found
        self.index.report(
            codes.WRONG_TYPE,
            f"`{found.span.text}` is {found.type}, and a direction is needed",
            found.span,
            f"this is {found.type}",
            help="directions are the values of a compass: `values NAME: ..., clockwise`",
        )
        return unknown(found.span)

    def _beside(self, written: s.Beside, scope: Scope) -> m.Expr:
        noun = self._noun(written.noun, scope, None, every=True)
        one = item(noun.type)
        board = one.kind.board if isinstance(one, ThingType) else None
        if board is None:
            if not isinstance(one, UnknownType):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"{one} has nothing beside it: it is not a space of a board",
                    noun.span,
                    f"this is {one}",
                )
            return unknown(written.span)
        origin, direction = self._from(written.origin, written.towards, board, scope)
        return m.ops.Beside(one, written.span, origin=origin, direction=direction, ref=board)

    def _line(self, written: s.Line, scope: Scope) -> m.Expr:
        origin = self.expr(written.origin, scope)
        one = item(origin.type)
        board = one.kind.board if isinstance(one, ThingType) else None
        if board is None and len(self.game.boards) == 1:
            board = next(iter(self.game.boards.values()))
        if board is None:
            if not isinstance(one, UnknownType):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{origin.span.text}` is {origin.type}, and a line begins at a space of a board",
                    origin.span,
                    "on which board?",
                    help="name the space: `its ...`, with the kind of the spaces",
                )
            return unknown(written.span)
        start, direction = self._from(written.origin, written.towards, board, scope, several=written.any)
        space = ThingType(board.space)
        local = scope.fresh()
        test: m.Expr | None = None
        if written.test is not None:
            before, scope.it = scope.it, (local, space)
            subject = m.ops.Local(space, written.test.span, value=local)
            test = self.predicate(subject, written.test, scope)
            scope.it = before
        elif written.bound == "blocked":
            subject = m.ops.Local(space, written.span, value=local)
            test = m.ops.Not(
                BOOL, written.span, condition=self.adjective("empty", subject, written.span, scope)
            )
        return m.ops.Line(
            SetType(space),
            written.span,
            origin=start,
            direction=direction,
            test=test,
            ref=(board, "until" if written.bound == "blocked" else written.bound),
            value=local,
        )

    def _from(
        self, origin: s.Expr, towards: s.Expr, board: m.Board, scope: Scope, *, several: bool = False
    ) -> tuple[m.Expr, m.Expr]:
        """Resolves where a way begins and in which direction it goes; the compass has to suit the board."""
        start = self.expr(origin, scope)
        one = item(start.type)
        if not isinstance(one, ThingType | UnknownType):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{start.span.text}` is {start.type}, and a thing or a space of a board is needed",
                start.span,
                f"this is {start.type}",
            )
        elif isinstance(one, ThingType) and one.kind.board not in (None, board):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{start.span.text}` is {one}, and is on another board than a {board.space.name}",
                start.span,
                f"this is {one}",
            )
        if several and isinstance(towards, s.Noun):
            way = self._direction(self._noun(towards, scope, None, every=True))
        else:
            way = self._direction(self.expr(towards, scope))
        if isinstance(compass := item(way.type), EnumType):
            number = len(compass.enum.members)
            if number != board.shape.directions and (number, board.shape.directions) != (4, 8):
                self.index.report(
                    codes.WRONG_COMPASS,
                    f"`{compass.enum.name}` has {number} directions, and the spaces of `{board.name}` "
                    f"touch in {board.shape.directions}",
                    way.span,
                    "not a compass for this board",
                )
        return start, way

    def arguments(
        self, name: str, wanted: tuple[Type, ...], given: tuple[s.Argument, ...], span: Span, scope: Scope
    ) -> tuple[m.Expr, ...] | None:
        """Resolves what a name is asked with, in the order of the parameters; None when it does not fit."""
        open_ = list(range(len(wanted)))
        found: dict[int, m.Expr] = {}
        for argument in given:
            place = next((k for k in open_ if said_of(wanted[k]) == argument.word), None)
            if place is None:
                other = said_of(wanted[open_[0]]) if open_ else None
                self.index.report(
                    codes.WRONG_PARAMETER,
                    f"`{name}` needs `{other}` here"
                    if other
                    else f"`{name}` takes {f'only {len(wanted)}' if wanted else 'nothing'} with it",
                    argument.span,
                    f"write `{other}`" if other else "one too many",
                    help="write `towards` before a direction and `for` before anything else"
                    if other
                    else None,
                )
                return None
            open_.remove(place)
            value = self.expr(argument.value, scope, wanted[place])
            found[place] = self.expect(value, wanted[place])
        if open_:
            words = " ".join(f"{said_of(wanted[k])} ..." for k in open_)
            each = f"{said_of(wanted[open_[0]])} {wanted[open_[0]]}"
            phrase = f"{name} {words}"
            follows = span.source.text[span.end : span.end + len(words) + 2].split()[:1]
            step = f"write `{phrase}`"
            if follows and follows[0] in ("towards", "for"):
                around = f"the `{follows[0]}` here belongs to the phrase around it"
                step = f"write `({span.text} {words})` in parentheses: {around}"
            self.index.report(
                codes.MISSING_INDEX,
                f"`{name}` is asked {each}",
                span,
                "which one?",
                help=step,
            )
            return None
        return tuple(found[place] for place in range(len(wanted)))

    def _asked(self, written: s.Asked) -> m.Expr:
        """Reports arguments after a phrase that takes none."""
        argument = written.arguments[0]
        self.index.report(
            codes.WRONG_PARAMETER,
            f"`{written.base.span.text}` takes nothing with it",
            argument.span,
            "one too many",
        )
        return unknown(written.span)
