"""A ruleset without errors is tried on the compiler before anybody plays it; what stands in the way is a note.

It is lowered and its program is checked, with its fewest players and default options; no module is made of it.
"""

from gekido_dsl.backend import limits
from gekido_dsl.backend.runtime import TooLarge
from gekido_dsl.backend.who_plays import worded
from gekido_dsl.diagnostics import Code, Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Span


def not_compiled(game: m.Game) -> Diagnostic | None:
    """Tells that a game will not be compiled, and why; None where it will be."""
    from gekido_dsl.lowering import CompilerFailed, NotLowered, TooMuch, lower
    from gekido_dsl.program.verify import verify

    try:
        lowered = lower(game, game.least_players, {})
        limits.check(lowered.program)
        verify(lowered.program)
    except (TooMuch, TooLarge) as error:
        what = str(error).removesuffix(f" [{codes.TOO_LARGE_TO_COMPILE.slug}]")
        return _note(codes.TOO_LARGE_TO_COMPILE, f"the interpreter will play this game: {what}", game.span)
    except CompilerFailed as error:
        return _failed(error.what, error.span or game.span)
    except NotLowered as error:
        return _failed(f"{error.what} has no compiled form", error.span or game.span)
    except Exception as error:  # a fault of ours: the ruleset can be played all the same
        return _failed(f"the compiler failed ({worded(error)})", game.span)
    return None


def _failed(what: str, span: Span) -> Diagnostic:
    return _note(
        codes.NOT_COMPILED,
        f"the interpreter will play this game: {what}",
        span,
        "play it as it is, and report this with the ruleset: it is a fault of the compiler",
    )


def _note(code: Code, message: str, span: Span, step: str | None = None) -> Diagnostic:
    return Diagnostic(code, message, (Label(span, "cannot be compiled"),), step)
