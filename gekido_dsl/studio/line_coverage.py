"""How often each line of the rules and each row of a table was played in the last simulation, for marks beside them.

Invariants:
    What is told is of the text that was played: a line that has moved since is told at its old place, until games are
    played again, and it is said that the rules are others now.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.ground.blocks import Blocks
from gekido_dsl.insight.coverage import Part, happenings, things
from gekido_dsl.simulate import Totals
from gekido_dsl.studio.refusal import Refused


class LineCoverage:
    """What the last games played of a ruleset."""

    def __init__(self) -> None:
        """Begins with no games."""
        self._identity: object = None
        self._says = ""
        self._lines: Mapping[str, Mapping[int, tuple[int, str]]] = {}

    def take(self, made: Compilation, totals: Totals, who: str) -> None:
        """Takes up what games came to.

        Args:
            made: the ruleset as it was played.
            who: played, in words.
        """
        game = made.game
        if game is None:
            return
        lines: dict[str, dict[int, tuple[int, str]]] = {}
        blocks = Blocks(game)
        # Inner parts come after those that they are in.
        for block, spans in zip(blocks.every, blocks.spans, strict=True):
            times = totals.tallies.reached.get((*block,), 0)
            for span in spans if block.what != "window" else ():
                at = place(span)
                told = Part(block.what, block.name, block.label, at.file, at.line, times, 0).told
                for line in range(at.line, at.end_line + (at.end_column > 1)):
                    lines.setdefault(span.source.name, {})[line] = times, f"{told}: {_said(times)}"
        for thing in things(game, happenings(totals.tallies), Counter()):
            times = thing.games
            came = f"something happened with it {_often(times)}" if times else "nothing happened with it"
            lines.setdefault(thing.file, {})[thing.line] = times, f"{thing.kind} {thing.name}: {came}"
        games = f"{totals.games:,} {'match' if totals.games == 1 else 'matches'}"
        self._identity, self._lines, self._says = made.identity, lines, f"in {games} {who}"

    def lines(self, asked: Mapping[str, Any], made: Compilation) -> dict[str, Any]:
        """Tells of the lines of a file; nothing where no games were played.

        Args:
            made: the ruleset as it is now.
        """
        name = asked.get("name")
        if not isinstance(name, str):
            raise Refused("Name a file.")
        found = self._lines.get(name)
        if found is None:
            return {}
        told = [{"line": line, "times": times, "text": text} for line, (times, text) in sorted(found.items())]
        return {"lines": told, "says": self._says, "old": made.identity != self._identity}


def _said(times: int) -> str:
    return f"played {_often(times)}" if times else "never played"


def _often(times: int) -> str:
    return "once" if times == 1 else f"{times:,} times"
