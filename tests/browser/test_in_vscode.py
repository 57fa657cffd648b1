"""The extension in a real VS Code: code-server, in Chromium."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.tables import window

ROOT = Path(__file__).resolve().parents[2]
GAME = """edition 1

game "Steps"
  players 2 to 2

option Speed "How fast" is Slow or Fast

kind Seat, 1 for each player
  Points: 0 to 9, starts 0

turn of each player
  Playing

phase Playing
  choose one
    "one"
      my Seat's Points gains 1 if possible
    "two" if Speed is Fast
      my Seat's Points gains 2 if possible

the game ends when some Seat is Done
  the highest player by my Seat's Points wins

a Seat is Done if its Points is at least 9

scenario "It goes on"
  given the turn of the second player
  given the second player's Seat's Points is 8
  then the second player can choose "one"

scenario "It does not"
  given the turn of the first player
  then the first player cannot choose "one"
"""


def code_server() -> list[str]:
    """Finds code-server: a program on the path, or the command in CODE_SERVER."""
    found = os.environ.get("CODE_SERVER", "").split() or [shutil.which("code-server") or ""]
    if not found[0]:
        pytest.skip("there is no code-server; `.ci/code-server FOLDER` makes one")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("vscode")
    (made / "games").mkdir()
    (made / "games" / "game.gdl").write_text(GAME, encoding="utf-8")
    program = made / "gdl"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m gekido_dsl "$@"\n')
    program.chmod(0o755)
    settings = {
        "gdl.path": str(program),
        "workbench.startupEditor": "none",
        "security.workspace.trust.enabled": False,
        "terminal.integrated.gpuAcceleration": "off",  # so that its text can be read
        "workbench.colorTheme": "Default Light Modern",
    }
    for part in ("User", "Machine"):
        (made / "data" / part).mkdir(parents=True)
        (made / "data" / part / "settings.json").write_text(json.dumps(settings))
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Where a code-server with the extension listens."""
    package = folder / "gekido-dsl.vsix"
    subprocess.run([sys.executable, "tools/vsix.py", str(package)], cwd=ROOT, check=True)
    command = [
        *code_server(),
        "--user-data-dir",
        str(folder / "data"),
        "--extensions-dir",
        str(folder / "ext"),
    ]
    env = {**os.environ, "HOME": str(folder)}
    subprocess.run([*command, "--install-extension", str(package)], env=env, check=True, timeout=240)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, *quiet, "--bind-addr", f"127.0.0.1:{port}", str(folder / "games")],
            env=env, stdout=log, stderr=log,
        )  # fmt: skip
        try:
            for _ in range(240):
                assert server.poll() is None, (folder / "log").read_text("utf-8")
                with socket.socket() as tried:
                    if not tried.connect_ex(("127.0.0.1", port)):
                        break
                time.sleep(0.5)
            yield f"http://127.0.0.1:{port}/?folder={folder / 'games'}"
        finally:
            server.terminate()
            server.wait(30)


@pytest.fixture(scope="module")
def page(browser: Any, address: str) -> Iterator[Any]:
    page = window(browser, viewport={"width": 1440, "height": 1000}).new_page()
    page.goto(address)
    page.get_by_role("treeitem", name=re.compile("game.gdl")).dblclick()
    page.locator(".codelens-decoration a", has_text="Run this example").first.wait_for()
    yield page
    page.context.close()


def kept(page: Any, name: str) -> None:
    """Keeps a picture where GDL_PICTURES says."""
    if (where := os.environ.get("GDL_PICTURES")) is not None:
        page.screenshot(path=str(Path(where) / f"vscode_{name}.png"))


def test_a_ruleset_has_colours_lenses_hints_and_findings(page: Any) -> None:
    lenses = page.locator(".codelens-decoration a").all_inner_texts()
    assert lenses == ["Run this example", "Play from here"] * 2
    page.locator(".view-line", has_text="(default").first.wait_for()
    looks = {
        one: page.locator(".view-line span span", has_text=re.compile(f"^{one}$")).first.get_attribute(
            "class"
        )
        for one in ("kind", "Playing", "Speed")
    }
    assert len(set(looks.values())) == 3, looks
    kept(page, "colours")


def test_an_example_is_run_and_played_from(page: Any) -> None:
    runs = page.locator(".codelens-decoration a", has_text="Run this example")
    runs.nth(1).click()
    page.locator(".codelens-decoration a", has_text="Failed – run again").wait_for()
    page.locator(".squiggly-error").first.wait_for()
    page.locator(".codelens-decoration a", has_text="Run this example").click()
    page.locator(".codelens-decoration a", has_text="Passed – run again").wait_for()
    kept(page, "ran")
    page.locator(".codelens-decoration a", has_text="Play from here").first.click()
    page.locator(".xterm-rows", has_text=re.compile(r"Player.2.wins\.")).wait_for()
    kept(page, "played")


def test_a_slip_is_marked_as_it_is_typed(page: Any) -> None:
    page.locator(".view-line", has_text="my Seat's Points gains 1").click()
    page.keyboard.press("End")
    page.keyboard.type(" iff")
    page.locator(".squiggly-error").first.wait_for()
    kept(page, "slip")
    for _ in range(4):
        page.keyboard.press("Backspace")
    page.locator(".squiggly-error").first.wait_for(state="detached")
