"""What a variant makes of its base, as players read it."""

import re
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.rulesdoc import render
from gekido_dsl.rulesdoc.different import what_is_different

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ROOT / "rulesets"
HOUSE = ROOT / "tests" / "house"
NAMES = sorted(path.stem for path in HOUSE.glob("*.gdl"))

LONG = {"crazyhouse"}
"""Those that make another game of their base, so that the details stand behind what is noticed first."""


@cache
def house(name: str) -> str:
    told = what_is_different(compiled(HOUSE, name), links=False)
    assert not told.behind or name in LONG, "a house rule is short enough to be told in one"
    return told.noticed


def compiled(folder: Path, name: str) -> Compilation:
    return load(f"{name}.gdl", FolderProvider(folder, library=RULESETS))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("heavy_jet", "- **Jet**: Armor is 2 instead of 1."),
        pytest.param("mines", "- **Mines** are new: Each player has 1 Mine.", marks=pytest.mark.slow),
        pytest.param("five_robots", "Stock (0 to 5, at first 5). *(Before: ", marks=pytest.mark.slow),
        ("teams", "- It is for 4 players instead of 2 to 4."),
        ("wide_four", "- **Discs**: Each player has 27 Discs. *(Before: Each player has 21 Discs.)*"),
        pytest.param("ban", "- **The set-up**: Also: Each player removes", marks=pytest.mark.slow),
        pytest.param("hard_push", "- **Push**: Also: The Target suffers 1 damage", marks=pytest.mark.slow),
        pytest.param("mixed_tiles", "- These options fall away: Tile Layout.", marks=pytest.mark.slow),
        pytest.param("all_of_it", "- **Lucky Charm** is new", marks=pytest.mark.slow),
    ],
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_house_rule_is_told_with_both_values(name: str, said: str) -> None:
    assert said in house(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.in_turn(3)
def test_every_house_rule_has_something_to_tell_and_nothing_of_the_machine(name: str) -> None:
    told = house(name)
    assert told
    assert len([line for line in told.splitlines() if line.startswith("- ")]) <= 8
    assert " me " not in told and "asking" not in told and "](" not in told


def test_the_duel_names_what_falls_away_and_both_sizes_of_the_arena() -> None:
    both = what_is_different(compiled(RULESETS, "gekido_duel"), links=False)
    told = both.noticed
    assert "Ready Enemy" not in told and "Target's owner" not in told
    assert "**Ready Enemy**: A Bot is" in both.behind
    assert both.behind_count == both.behind.count("\n- ") + 1
    assert "There are no Tech Cards." in told
    assert "a board of 2 by 2 Tiles. *(Before: The Arena is a board of 3 by 3 Tiles.)*" in told
    assert "| Rows | 2: Gain Power; 3: Gain Charge | 2: Gain Power and Gain Card; 3: Gain Armor" in told


def test_a_game_of_its_own_is_different_from_nothing() -> None:
    assert what_is_different(compiled(RULESETS / "classics", "pig")).noticed == ""


@pytest.mark.dear
def test_the_page_of_a_variant_has_it_with_links_that_lead_somewhere() -> None:
    files = render(compiled(RULESETS, "gekido_duel"))
    page = files["docs/changes.md"]
    assert "Everything that is not named here is as in Gekido: Bot Battles" in page
    for name, slug in re.findall(r"\]\(([a-z]+\.md)#([^)]+)\)", page):
        assert (
            re.search(rf"#{re.escape(slug)}\b", files[f"docs/{name}"])
            or f'id="{slug}"' in files[f"docs/{name}"]
        )
