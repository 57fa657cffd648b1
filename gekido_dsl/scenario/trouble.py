"""What a scenario fails with."""

from gekido_dsl.source import Span


class Failure(Exception):
    """A step that cannot be carried out, or that does not come out as it says."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        """None: the step at hand."""
