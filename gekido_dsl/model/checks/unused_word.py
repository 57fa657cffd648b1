"""Finds words that are given to something and never said: what is meant is named without them, or not at all.

A parameter of a rule or effect that nothing reads in any way is found as an unused declaration, and so is a choice.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.checks.unused_declaration import of_this_game


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports every word that is never said."""
    unread = set(_unread(game))
    for word in game.words:
        if not word.used and word.span not in unread:
            found = Diagnostic(
                codes.UNUSED_WORD,
                f"nothing uses `the {word.word}`",
                (Label(word.span, "never said"),),
                f"leave `as the {word.word}` out",
            )
            if of_this_game(game, found):
                yield found


def _unread(game: m.Game) -> Iterator[object]:
    """Gives where parameters stand that nothing reads; see `unused_declaration`."""
    for decl in [*game.rules.values(), *game.effects.values()]:
        read = walk.locals_of(decl)
        yield from (param.span for number, param in enumerate(decl.params, 1) if number not in read)
