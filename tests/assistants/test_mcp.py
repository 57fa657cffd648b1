"""What an assistant can ask, as it asks it: a process that is spoken to over its standard input and output."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.assistants import reference
from gekido_dsl.assistants.folder import Folder, Refused
from gekido_dsl.assistants.running import run, told

mcp = pytest.importorskip("mcp")

GAME = """edition 1

game "Five Points"
  players 2

each player has
  Points: 0 to 9, starts 0

turn of each player
  Scoring

phase Scoring
  choose one
    "One point"
      my Points gains 1
    "Two points"
      my Points gains 2

the game ends when some player is a Winner
  the highest player by their Points wins

a player is a Winner if their Points is at least 5

scenario "two points"
  when the first player chooses "Two points"
  then the first player's Points is 2
"""


def asked(folder: Path, *calls: tuple[str, dict[str, Any]]) -> list[str]:
    """Gives what the server answers to calls of its tools, one after the other."""

    async def ask() -> list[str]:
        begun = mcp.StdioServerParameters(
            command=sys.executable, args=["-m", "gekido_dsl", "mcp", str(folder)], env=dict(os.environ)
        )
        async with mcp.stdio_client(begun) as streams, mcp.ClientSession(*streams) as session:
            await session.initialize()
            given = [await session.call_tool(name, words) for name, words in calls]
            return ["".join(part.text for part in one.content) for one in given]

    return asyncio.run(asyncio.wait_for(ask(), 120))


@pytest.mark.dear
def test_a_ruleset_is_written_checked_tested_and_played(tmp_path: Path) -> None:
    file = {"path": "five.gdl"}
    wrong, right, tested, played, many, read = asked(
        tmp_path,
        ("write_file", {**file, "text": GAME.replace("gains 2", "gains two")}),
        ("write_file", {**file, "text": GAME}),
        ("test", file),
        ("play", {**file, "choices": ["Two", "1"], "players": 2}),
        ("simulate", {**file, "games": 50}),
        ("rules_in_english", file),
    )
    assert "five.gdl:17" in wrong and "error" in wrong, wrong
    assert "no problems" in right, right
    assert "1 passed" in tested or "1 of 1" in tested or "all 1" in tested.lower(), tested
    assert "Two points" in played and "Player 1:" in played, played
    assert "50 games" in many, many
    assert "Five Points" in read and "<a id" not in read, read


def test_nothing_outside_of_the_folder_is_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "secret.gdl").write_text("secret", encoding="utf-8")
    inside = tmp_path / "games"
    inside.mkdir()
    (inside / "link.gdl").symlink_to(tmp_path / "secret.gdl")
    folder = Folder(inside)
    for name in ("../secret.gdl", str(tmp_path / "secret.gdl"), "link.gdl", "a/../../secret.gdl", "", "."):
        with pytest.raises(Refused):
            folder.read(name)
        with pytest.raises(Refused):
            folder.write(name, "changed")
    for name in ("run.sh", ".git/config.md", "a.py", ".hidden.gdl"):
        with pytest.raises(Refused):
            folder.write(name, "changed")
    assert (tmp_path / "secret.gdl").read_text(encoding="utf-8") == "secret"
    answers = asked(
        inside,
        ("validate", {"path": "../secret.gdl"}),
        ("validate", {"path": "--help"}),
        ("simulate", {"path": "pig", "bots": "--out=x"}),
        ("new_ruleset", {"name": "../out"}),
    )
    assert all(one.startswith("Not done") for one in answers), answers
    assert {path.name for path in tmp_path.iterdir()} == {"secret.gdl", "games"}


def test_a_name_that_no_system_takes_is_refused(tmp_path: Path) -> None:
    long = "x" * 200_000
    answers = asked(
        tmp_path,
        *((name, {"path": long}) for name in ("read_file", "validate", "simulate", "rules_in_english")),
        ("write_file", {"path": f"{'x/' * 600}a.gdl", "text": ""}),
        ("diff", {"old": long, "new": "pig"}),
        ("explain", {"code": long}),
        ("new_ruleset", {"name": long}),
    )
    assert all(one.startswith("Not done") and len(one) < 200 for one in answers), answers


def test_a_command_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    (tmp_path / "five.gdl").write_text(GAME, encoding="utf-8")
    ran = asyncio.run(run(tmp_path, ["simulate", "gekido", "--games", "100000"], seconds=1.5))
    assert ran.code is None
    assert "was ended" in told(ran, 1.5)


def test_each_page_of_the_reference_can_be_found_and_read() -> None:
    assert next(iter(reference.pages())) == reference.CARD
    for page, word in {
        "maps": "a map of ways",
        "windows": "a window for reactions",
        "claims": "claim",
    }.items():
        assert page in {one.page for one in reference.find(word)}, word
    assert not reference.find("xyzzy")
    assert reference.for_assistants().count("\n# ") == 0
