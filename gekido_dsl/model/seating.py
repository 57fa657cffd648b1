"""Who plays: which players are on one side, and who has turns in a round."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases import Phrases
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import PLAYER, SetType
from gekido_dsl.syntax import nodes as s


def resolve(game: m.Game, d: s.Game, phrases: Phrases) -> None:
    """Resolves by what players are on one side, where a phrase says so."""
    for line in d.lines:
        if isinstance(line, s.Players) and line.sides is not None and line.sides.by is not None:
            scope = Scope()
            by = phrases.expr(line.sides.by, scope)
            if isinstance(by.type, SetType):
                phrases.expect(by, PLAYER)
            game.sides = m.Sides("by", 0, by, scope.size)


def turns(written: s.Turns, phrases: Phrases) -> m.Turns:
    """Resolves who has turns in a round, and until when."""
    scope = Scope()
    each = None
    if written.relative is not None:
        noun = s.Noun(written.relative.span, (), None)
        each = phrases.every_one(s.Phrase(written.span, None, noun, written.relative), scope)
    until = phrases.cond(written.until, scope) if written.until is not None else None
    return m.Turns(each, until, written.span, scope.size)
