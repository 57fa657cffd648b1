"""Commands say which executor plays: a line on the error output, and a field in reports for programs."""

from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.cli import output


class Executors:
    """The executors that play what a command asked for."""

    def __init__(self) -> None:
        self._said: list[WhoPlays] = []

    def say(self, by: WhoPlays) -> None:
        """Says which executor plays, unless that was said before."""
        if by not in self._said:
            self._said.append(by)
            output.note(f"executor: {by}")

    @property
    def slowest(self) -> WhoPlays | None:
        """The slowest of those that played; None where nothing was played."""
        found: WhoPlays | None = None
        for by in self._said:
            found = by if found is None else found.beside(by)
        return found

    @property
    def field(self) -> str | None:
        """What a report for programs says of it; None where nothing was played."""
        return str(self.slowest) if self.slowest is not None else None
