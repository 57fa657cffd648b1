"""Phrases about the sides of tiles: whether they fit, which are open, and where they are as the tile lies."""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases.base import PhraseBase, unknown
from gekido_dsl.model.sides import compass_of, suits
from gekido_dsl.model.types import (
    BOOL,
    BoolType,
    EnumType,
    IntType,
    ListType,
    SetType,
    ThingType,
    UnknownType,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class SidesOf(PhraseBase):
    """Resolves what is said of tiles and their parts."""

    def lying(self, base: m.Expr, field: m.Field, span: Span) -> m.Expr:
        """Resolves `its Sides`: the directions that are printed, as the whole lies."""
        if isinstance(base.type, SetType):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{base.span.text}` are several, and each has its {field.name}",
                base.span,
                "of which one?",
                help="ask it of one after the other, as in `each ...`",
            )
            return unknown(span)
        assert isinstance(field.type, ListType)
        return m.ops.Lying(SetType(field.type.item), span, thing=base, ref=field)

    def fits_neighbours(self, subject: m.Expr, fact: s.Name, span: Span) -> m.Expr:
        """Resolves `the Tile fits its neighbours by Land`, said of a tile as it lies."""
        found = self._fitting(subject, fact)
        if found is None:
            return unknown(span, BOOL)
        field, boards = found
        kind = item(subject.type)
        assert isinstance(kind, ThingType)
        facing = kind.kind.facings()[0]
        way = m.ops.Field(facing.type, span, thing=subject, ref=facing)
        fits = tuple(
            m.ops.FitsNeighbours(
                BOOL,
                span,
                thing=subject,
                space=m.ops.Space(ThingType(board.space), span, thing=subject, ref=board),
                direction=way,
                ref=(field, board),
            )
            for board in boards
        )
        return fits[0] if len(fits) == 1 else m.made("or", BOOL, span, fits)

    def would_fit(self, act: m.acts.Lay, fact: s.Name, span: Span) -> m.Expr:
        """Resolves `must fit its neighbours by Land`, of what is put onto a space and turned."""
        found = self._fitting(act.things, fact)
        goal = item(act.goal.type)
        if found is None or not isinstance(goal, ThingType):
            return unknown(span, BOOL)
        field, boards = found
        board = goal.kind.board
        if board is None or board not in boards or goal.kind is not board.space:
            return self._unfit(span, f"it does not lie on {goal.kind.plural} by its sides")
        return m.ops.FitsNeighbours(
            BOOL, span, thing=act.things, space=act.goal, direction=act.direction, ref=(field, board)
        )

    def _fitting(self, tile: m.Expr, fact: s.Name) -> tuple[m.Field, list[m.Board]] | None:
        """Finds the fact by which sides agree, and the boards on which they touch."""
        one = item(tile.type)
        if isinstance(one, UnknownType):
            return None
        parts = [
            part
            for part in self.game.kinds.values()
            if isinstance(one, ThingType) and part.parent is one.kind and part.sides is not None
        ]
        if len(parts) != 1 or isinstance(tile.type, SetType):
            said = f"is {tile.type}" if parts else "has no parts with sides"
            self._unfit(tile.span, f"`{tile.span.text}` {said}, and a tile with sides fits its neighbours")
            return None
        field = parts[0].fields.get(fact.text)
        if field is None:
            self.index.unknown(fact, m.Field, f"fact of {parts[0].name}")
            return None
        plain = isinstance(field.type, EnumType | IntType | BoolType | ThingType)
        if field.kept or field.index is not None or not plain:
            self._unfit(fact.span, f"sides agree by one printed value, and `{field.name}` is something else")
            return None
        compass = compass_of(parts[0])
        boards = [
            board for board in self.game.boards.values() if compass is not None and suits(compass, board)
        ]
        field.used = True
        return (field, boards) if boards else None

    def open_side(self, subject: m.Expr, span: Span) -> m.Expr:
        """Resolves `the Feature has an open side`."""
        one = item(subject.type)
        compass = compass_of(one.kind) if isinstance(one, ThingType) else None
        if compass is None or isinstance(subject.type, SetType):
            reported = isinstance(one, ThingType) and one.kind.sides is not None
            if not reported and not isinstance(one, UnknownType):
                self._unfit(subject.span, f"`{subject.span.text}` is {subject.type}, and has no sides")
            return unknown(span, BOOL)
        return m.ops.OpenSide(BOOL, span, thing=subject)

    def _unfit(self, span: Span, why: str) -> m.Expr:
        self.index.report(
            codes.WRONG_TYPE,
            why,
            span,
            "has no sides that touch",
            help="sides belong to parts: `kind Edge of each Tile, listed as Edges`, with a list of directions "
            "`, turned with its Tile`",
        )
        return unknown(span, BOOL)
