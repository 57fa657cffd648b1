"""Many games of what is written, alone or beside what is saved: what is played, and what a page is told of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.drawing import document
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.engine import Setting
from gekido_dsl.insight import comparison_page, verdicts
from gekido_dsl.insight.comparing import compare
from gekido_dsl.insight.pairs import PairChunk, Pairs, paired
from gekido_dsl.insight.report_page import charts
from gekido_dsl.simulate import Chunk, Experiment, Maker, Totals, report_of
from gekido_dsl.simulate.report import data
from gekido_dsl.source import Recording, SourceProvider
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.refusal import Refused

MOST_GAMES: Final = 1_000_000
_CONFIDENCE: Final = 0.95
_WITHIN: Final = 0.02
"""What counts as no change; both are those of `gdl compare`."""

MakerOf = Callable[[str], Maker]
"""Makes the bots of simulated games, by their kind."""


class Outcome(Protocol):
    """Games that are played, and what they have come to so far."""

    experiment: Experiment

    def take(self, chunk: Chunk) -> None:
        """Counts games that have been played."""
        ...

    def report(self) -> dict[str, Any] | None:
        """Writes what they came to as a page shows it; None before the first."""
        ...


class Simulated:
    """Games of one ruleset."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.totals = Totals()
        self._by: WhoPlays | None = None

    def take(self, chunk: Chunk) -> None:
        """Counts games; see `Outcome`."""
        self._by = chunk.by if self._by is None else self._by.beside(chunk.by)
        self.totals.merge(chunk.totals)

    def report(self) -> dict[str, Any] | None:
        """Writes who won, how long it took and what happened; see `Outcome`."""
        if not self.totals.games:
            return None
        made = report_of(self.totals, self.experiment.setting.players, played_by=self._by)
        return {**data(made), "charts": drawn(charts(made))}


class Compared:
    """Games of what is saved and of what is written now, game beside game with the same shuffles and dice."""

    def __init__(self, saved: Experiment, written: Experiment) -> None:
        self.experiment = paired(saved, written)
        self._pairs = Pairs()
        self._by: WhoPlays | None = None

    def take(self, chunk: Chunk) -> None:
        """Counts pairs of games; see `Outcome`."""
        assert isinstance(chunk, PairChunk)
        self._by = chunk.by if self._by is None else self._by.beside(chunk.by)
        self._pairs.merge(chunk.pairs)

    def report(self) -> dict[str, Any] | None:
        """Writes what became different, in sentences, numbers and pictures; see `Outcome`."""
        if not (self._pairs.games or any(self._pairs.failed)):
            return None
        found = compare(self._pairs, _CONFIDENCE, _WITHIN)
        return {
            **verdicts.data(found),
            "rows": verdicts.table(found)[1:],
            "charts": drawn(comparison_page.charts(found)),
            "executor": str(self._by or ""),
        }


@dataclass(frozen=True)
class Many:
    """Many games that are to be played: how many, and of what, which is read when they begin."""

    games: int
    make: Callable[[], Outcome]


def drawn(pictures: Sequence[Picture]) -> list[dict[str, str]]:
    """Writes charts as a page shows them."""
    return [{"title": one.title, "svg": document(one, PLAIN.screen, alone=False)} for one in pictures]


def experiment(
    drafts: Drafts,
    provider: SourceProvider,
    setting: Setting,
    kinds: Sequence[str],
    maker_of: MakerOf,
) -> Experiment:
    """Makes what is played of a ruleset as a provider reads it.

    Raises:
        Refused: it has errors.
    """
    reading = Recording(provider)
    made = load(drafts.main, reading)
    if made.game is None or has_errors(made.diagnostics):
        raise Refused("The ruleset has errors, so nothing can be played by it.")
    bots = tuple(maker_of(kind) for kind in kinds)
    return Experiment(made.name, reading.recorded(without=".md"), setting, bots, True)
