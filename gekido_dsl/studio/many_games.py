"""Many games of what is written: what is played, and what a page is told that they came to."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.drawing import document
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.engine import Setting
from gekido_dsl.insight.report_page import charts
from gekido_dsl.simulate import Experiment, Maker, Totals, report_of
from gekido_dsl.simulate.report import data
from gekido_dsl.source import Recording, SourceProvider
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.refusal import Refused

MOST_GAMES: Final = 1_000_000

MakerOf = Callable[[str], Maker]
"""Makes the bots of simulated games, by their kind."""


def told_of_games(played: Experiment, totals: Totals, by: WhoPlays | None) -> dict[str, Any]:
    """Writes what games came to as a page shows it."""
    made = report_of(totals, played.setting.players, played_by=by)
    return {**data(made), "charts": drawn(charts(made))}


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
