"""Python in a page plays every shipped game as Python here does, on both executors: every message says the same."""

import json
import time
from typing import Any

import pytest
from turns import Turns

from gekido_dsl.cli import paths
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.play.session import Session
from gekido_dsl.rng import Rng
from gekido_dsl.standalone.page_table import PageTable, opened_from
from gekido_dsl.table import opened
from tests.browser.alone_page import There, python_in

GAMES = sorted(paths.shipped())
ASKED = 2
"""So many decisions are answered one by one, each with all that is shown."""
LONGEST = 120
"""So many decisions of a recorded match are played again; every choice in it has to be offered, by its name."""
GROUPS = 2
OF = 3
"""Of so many games that carry nothing, one is played, in turn."""
CARRIED = ("gekido", "classics/pig")
"""Of these the compiled modules are brought along, as in every exported game; for the others the page compiles."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_games_in_a_page_agree(browser: Any, group: int, in_turn: Turns) -> None:
    games = [
        *CARRIED[group::GROUPS],
        *in_turn([one for one in GAMES if one not in CARRIED][group::GROUPS], OF),
    ]
    with python_in(browser, games[0]) as there:
        for name in games:
            here = opened_from(there.open(name, modules=name in CARRIED), time.monotonic)
            _agree(there, here, name, _players(here), {})


def _agree(there: There, here: PageTable, where: str, players: int, options: dict[str, str]) -> None:
    recorded = _recorded(here, players, options)
    for compiled in (False, True):
        _answered(there, here, f"{where}, {compiled=}", players, options, compiled)
        again = {"do": "resume", "record": recorded, "compiled": compiled}
        _same(there.say(again, "shown"), _taken(here, again), f"{where} played again, {compiled=}")


def _answered(
    there: There, here: PageTable, where: str, players: int, options: dict[str, str], compiled: bool
) -> None:
    """Begins a match in both places and takes the same choices."""
    begin = {
        "do": "begin",
        "players": players,
        "options": options,
        "seed": 11,
        "seats": ["person"] * 9,
        "compiled": compiled,
    }
    said, mine = there.say(begin, "shown"), _taken(here, begin)
    for step in range(ASKED):
        _same(said, mine, f"{where}, decision {step}")
        shown = mine[-1]["shown"]
        if shown["question"] is None:
            return
        choice = shown["question"]["choices"][-1]["number"]
        message = {"do": "choose", "step": shown["step"], "choice": choice}
        said, mine = there.say(message, "shown"), _taken(here, message)
    _same(said, mine, where)


def _taken(here: PageTable, message: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in json.loads(here.take(json.dumps(message))) if "keep" not in one]


def _same(there: list[dict[str, Any]], here: list[dict[str, Any]], where: str) -> None:
    assert json.dumps(there, sort_keys=True) == json.dumps(here, sort_keys=True), where


def _players(here: PageTable) -> int:
    assert here.made.game is not None
    return here.made.game.least_players


def _recorded(here: PageTable, players: int, options: dict[str, str]) -> str:
    """Plays a match by chance, and gives its record."""
    session: Session = opened(here.made, Setting(players, 3, options))
    rng = Rng(8)
    while session.decision is not None and len(session.steps) < LONGEST:
        number = rng.next_word() % len(session.decision.choices)
        if number not in session.failed:
            try:
                session.choose(number)
            except RuleError:
                continue
    return "".join(f"{line}\n" for line in session.log)
