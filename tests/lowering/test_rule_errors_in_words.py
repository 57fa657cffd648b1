"""What a compiled game says of a rule error where no match is at hand to name things: no placeholder is left."""

import re
from functools import cache
from pathlib import Path

import pytest
from lockstep import RULESETS

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider
from gekido_dsl.lowering import lower

ENGLISH = RULESETS.parent / "tests" / "english"
PATHS = sorted(ENGLISH.glob("*.gdl"))


@cache
def errors_of(path: Path) -> tuple[str, ...]:
    game = load(path.name, FolderProvider(ENGLISH)).game
    assert game is not None
    sites = lower(game, game.least_players, {}).sites
    return tuple(site.said() for site in sites.every if site.kind == "error")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_no_rule_error_has_a_gap(path: Path) -> None:
    assert [one for one in errors_of(path) if re.search(r"[{}]", one)] == []


def test_most_games_can_break_a_rule() -> None:
    assert sum(bool(errors_of(path)) for path in PATHS) > len(PATHS) / 2
