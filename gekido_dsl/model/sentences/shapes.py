"""Shapes of several squares: where they are put, how they lie, and what they must cover."""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.lies import WAYS, of_squares
from gekido_dsl.model.phrases import Chosen
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.acting import Said
from gekido_dsl.model.sentences.operands import Operands
from gekido_dsl.model.types import BOOL, EnumType, IntType, SetType, ThingType, item
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Shapes(Operands):
    """Resolves what is said of shapes."""

    def _on_squares(self, found: m.Expr | Chosen) -> bool:
        """Tells whether a phrase is about spaces of a board."""
        one = item(found.type)
        return isinstance(one, ThingType) and one.kind.board is not None

    def _cover(
        self, said: Said, thing: m.Expr, squares: m.Kind, goal: s.Phrase, found: m.Expr | Chosen
    ) -> m.AnyAct | None:
        """Resolves `put a Piece of my Hand onto empty Squares, turned or mirrored`."""
        w, scope, slots = said.w, said.scope, said.slots
        if isinstance(thing.type, SetType):
            return self._unfit(w, thing, "one thing")
        one = item(found.type)
        assert isinstance(one, ThingType)
        board = one.kind.board
        if board is None or one.kind is not board.space or not of_squares(board):
            self._wrong(
                w,
                f"`{thing.span.text}` is a shape of squares, and `{goal.span.text}` are none",
                goal.span,
                "put it onto the spaces of a board such as 8 by 8, which touch in 4 or 8 directions",
            )
            return None
        if isinstance(found, Chosen) and not found.every:
            self._wrong(
                w,
                f"`{thing.span.text}` covers several spaces",
                goal.span,
                f"say where all of them may be, as in `onto empty {one.kind.plural}`",
            )
            return None
        lies = WAYS[w.way] if w.way is not None else (0,)
        spaces = found.candidates if isinstance(found, Chosen) else found
        several = isinstance(spaces.type, SetType)
        space: m.Expr = spaces
        slot = None
        if several:
            slot = m.Slot(scope.fresh(), spaces)
            slots.append(slot)
            space = m.ops.Local(one, goal.span, value=slot.local)
        lie: m.Expr = m.ops.Const(IntType(lies[0], lies[0]), w.span, value=lies[0])
        if len(lies) > 1 and squares.lies is not None:
            kind = EnumType(squares.lies)
            local = scope.fresh()
            lie = m.ops.Local(kind, w.span, value=local)
            every = m.ops.Lies(SetType(kind), w.span, thing=thing, ref=(squares, lies))
            fits = self._fits_there(m.acts.Cover(thing, space, lie, squares, board), spaces, scope, w.span)
            candidates = m.ops.Filter(every.type, w.span, set=every, test=fits, value=local)
            slots.append(m.Slot(local, candidates))
        elif slot is not None:
            fits = self._fits_there(m.acts.Cover(thing, space, lie, squares, board), spaces, scope, w.span)
            slots[-1] = m.Slot(
                slot.local, m.ops.Filter(spaces.type, goal.span, set=spaces, test=fits, value=slot.local)
            )
        return m.acts.Cover(thing, space, lie, squares, board)

    def _fits_there(self, act: m.acts.Cover, spaces: m.Expr, scope: Scope, span: Span) -> m.Expr:
        """Resolves whether a shape lies on the board, and on nothing but some spaces."""
        covered = self._covered(act, span)
        there = m.ops.Member(BOOL, span, one=act.goal, set=covered)
        if not isinstance(spaces.type, SetType):
            return there
        local = scope.fresh()
        square = m.ops.Local(item(spaces.type), span, value=local)
        among = m.ops.Member(BOOL, span, one=square, set=spaces)
        return m.made(
            "and", BOOL, span, (there, m.ops.Every(BOOL, span, set=covered, test=among, value=local))
        )

    def _covered(self, act: m.acts.Cover, span: Span) -> m.Expr:
        return m.ops.Covered(
            SetType(ThingType(act.board.space)),
            span,
            thing=act.things,
            space=act.goal,
            lie=act.lie,
            ref=(act.squares, act.board),
        )

    def _covering(self, rung: s.Covering, act: m.Act, scope: Scope) -> m.Expr:
        """Resolves `must cover some Square that is corner`."""
        if not isinstance(act, m.acts.Cover):
            self.index.report(
                codes.WRONG_SENTENCE,
                "`must cover` is for a shape that is put onto several spaces",
                rung.span,
                "covers nothing",
                help="draw its shape: `kind Square of each KIND, drawn below`; then `put ... onto empty Squares`",
            )
            return m.ops.Const(BOOL, rung.span, value=1)
        several = self.phrases.every_one(rung.phrase, scope)
        one = item(several.type)
        if not isinstance(one, ThingType) or one.kind is not act.board.space:
            self.index.report(
                codes.WRONG_SENTENCE,
                f"a shape covers {act.board.space.plural}, not {several.type}",
                rung.phrase.span,
                "nothing that is covered",
                help=f"write `cover {rung.word} {act.board.space.name} that ...`",
            )
            return m.ops.Const(BOOL, rung.span, value=1)
        local = scope.fresh()
        among = m.ops.Member(BOOL, rung.span, one=m.ops.Local(one, rung.span, value=local), set=several)
        return m.made(rung.word, BOOL, rung.span, (self._covered(act, rung.span), among), value=local)
