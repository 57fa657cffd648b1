"""What the lowering refuses, and how it says so."""

from gekido_dsl.diagnostics.codes import TOO_LARGE_TO_COMPILE
from gekido_dsl.source import Span


class NotLowered(NotImplementedError):
    """Something that the lowering does not know yet; a fault of ours, never of a ruleset."""

    def __init__(self, what: str, span: Span | None) -> None:
        super().__init__(f"{what} is not lowered" + (f": {' '.join(span.text.split())}" if span else ""))
        self.what = what
        self.span = span


class CompilerFailed(NotLowered):
    """The lowering came to an error of its own; the interpreter plays the game."""

    def __init__(self, error: Exception, span: Span | None) -> None:
        text = str(error).strip().partition("\n")[0]
        said = f"{type(error).__name__}, {text}" if text else type(error).__name__
        NotImplementedError.__init__(self, f"the compiler failed: {said}")
        self.what = f"the compiler failed here ({said})"
        self.span = span


class TooMuch(NotLowered):
    """There is more of something than is lowered, though each is known; the interpreter plays it."""

    def __init__(self, message: str, span: Span | None) -> None:
        NotImplementedError.__init__(self, f"{message} [{TOO_LARGE_TO_COMPILE.slug}]")
        self.what = message
        self.span = span
