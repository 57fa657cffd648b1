"""Which questions offer the same to a seat in all worlds that others think possible.

If such a question has one choice only, everybody can work that out, and taking the choice at once tells nothing. Of any
other question the number of choices tells what a seat holds.

Invariants:
    A question that is called open offers what everybody can work out. One that is not may do so too.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from gekido_dsl.model import hidden, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.source import Span


class OpenQuestions:
    """The questions of a game, by where they stand."""

    def __init__(self, game: m.Game) -> None:
        self._game = game
        self._places = {one.holds for one in game.places.values() if one.seen != "everyone"}
        self.hides = _hides(game)
        """Whether anything of the game is hidden from anybody."""
        self._open: dict[Span, bool] = {}
        self._own: dict[Span, bool] = {}
        if self.hides:
            for decl in walk.declarations(game):
                self._read(decl)

    def is_open(self, span: Span | None) -> bool:
        """Tells whether everybody can work out what the question there offers."""
        return not self.hides or (span is not None and self._open.get(span, False))

    def is_own(self, span: Span | None) -> bool:
        """Tells whether whoever is asked can work out what it offers: it tells them nothing of what others hide."""
        return not self.hides or (span is not None and self._own.get(span, False))

    def _read(self, decl: m.Decl) -> None:
        if isinstance(decl, m.Window):
            for line in decl.lines:
                actions = [action for quota in line.quotas for action in quota.actions]
                asked = [one for action in actions for one in walk.nodes(action) if isinstance(one, m.Expr)]
                self._note(line.span, asked, own=())
        tried = {
            id(inner)
            for node in walk.nodes(decl)
            if isinstance(node, m.Repeat) and node.ends is not None
            for inner in walk.nodes(node.body)
        }
        for node in walk.nodes(decl):
            if isinstance(node, m.Menu):
                asked = [one for one in node.conditions if one is not None]
                self._note(node.span, asked, own=(), tried=id(node) in tried)
            elif isinstance(node, m.Sentence) and node.decision is not None:
                slots = node.decision.slots
                own = [slot.local for slot in slots]
                asked = [slot.candidates for slot in slots]
                asked += [slot.number for slot in slots if slot.number is not None]
                asked += [slot.adding for slot in slots if slot.adding is not None]
                asked += [rung for ladder in node.decision.ladders for rung in ladder if rung is not None]
                self._note(node.span, asked, own=own, tried=id(node) in tried)

    def _note(self, span: Span, asked: Iterable[m.Expr], own: Iterable[int], *, tried: bool = False) -> None:
        """Notes a question; the same sentence may stand in several bodies, and is open if it is in all of them."""
        who = {"nobody"} if tried else {self._reader(one, frozenset(own)) for one in asked}
        self._open[span] = self._open.get(span, True) and who <= {"everyone"}
        self._own[span] = self._own.get(span, True) and "nobody" not in who

    def _reader(self, expr: m.Expr, own: frozenset[int]) -> str:
        """Tells who knows the value of an expression, whatever else was chosen or gone through before."""
        if any(isinstance(one, m.ops.Leaves) or self._may_hide(one, own) for one in _below(expr)):
            return "nobody"
        return hidden.readers(self._game, expr)[0]

    def _may_hide(self, expr: m.Expr, own: frozenset[int]) -> bool:
        """Tells whether an expression is a word for a thing that may lie where not everybody sees it."""
        if not isinstance(expr, m.ops.Local) or expr.value in own:
            return False
        kind = item(expr.type)
        return isinstance(kind, ThingType) and kind.kind in self._places


@lru_cache(maxsize=8)
def of(game: m.Game) -> OpenQuestions:
    """Gives the questions of a game."""
    return OpenQuestions(game)


def _hides(game: m.Game) -> bool:
    """Tells whether a game hides anything from anybody."""
    for decl in walk.declarations(game):
        if getattr(decl, "seen", "everyone") != "everyone":
            return True
        if any(isinstance(node, m.Each) and node.secret for node in walk.nodes(decl)):
            return True
    return any(board.seen != "everyone" for board in game.boards.values())


def _below(expr: m.Expr) -> Iterator[m.Expr]:
    yield expr
    for arg in expr.args:
        yield from _below(arg)
