"""How large a game is as a page, and what its start costs: `python benchmarks/alone.py [GAME ...]`.

The CPU time is that of the whole browser, with all its processes, less that of opening an empty page: until the first
question of a match stands there, and until a bot that searches for a second has made the first choice of another one.
The median of some runs. Needs Playwright, Chromium and Linux.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = ("gekido", "botwars", "classics/tic_tac_toe")
RUNS = 3
PERSON, SEARCHES = "person", "search:1s"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def opened(address: str, first: str) -> None:
    """Opens a page, and begins a match if it has a button for that.

    Args:
        first: who plays the first seat.
    """
    from playwright.sync_api import sync_playwright

    program = next(found for name in BROWSERS if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page()
        page.set_default_timeout(300_000)
        began = time.perf_counter()
        page.goto(address)
        if address.startswith("file:"):
            page.get_by_label("Player 1").select_option(first)
            page.get_by_role("button", name="Play").click()
            if first == PERSON:
                page.wait_for_selector(".question button", state="attached")
            else:
                page.wait_for_function("() => Number(document.querySelector('.time input')?.value) > 0")
        print(cpu_s(), time.perf_counter() - began)
        browser.close()


def cpu_s() -> float:
    """Gives the CPU time of all processes below this one."""
    ticks: dict[int, tuple[int, int]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks[int(place.parent.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    total = 0
    for parent, used in ticks.values():
        while parent in ticks and parent != os.getpid():
            parent = ticks[parent][0]
        total += used if parent == os.getpid() else 0
    return total / os.sysconf("SC_CLK_TCK")


def measured(address: str, first: str = PERSON) -> tuple[float, float]:
    """Gives CPU time and time of opening a page, in seconds."""
    made = subprocess.run(
        [sys.executable, __file__, "--open", address, first], check=True, capture_output=True, text=True
    )
    used, took = map(float, made.stdout.split())
    return used, took


def main(games: list[str]) -> None:
    """Prints a table."""
    empty = statistics.median(measured("about:blank")[0] for _ in range(RUNS))
    print("| Game | Size | First question, CPU | Time | First choice of a bot, CPU | Time |")
    print("| --- | --: | --: | --: | --: | --: |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            place = Path(folder) / "game.html"
            command = [sys.executable, "-m", "gekido_dsl", "export", game, "-o", str(place), "--force"]
            subprocess.run(command, check=True, capture_output=True)
            cells = [game, f"{place.stat().st_size / 1e6:.1f} MB"]
            for first in (PERSON, SEARCHES):
                runs = [measured(place.as_uri(), first) for _ in range(RUNS)]
                cells += [f"{statistics.median(used for used, _ in runs) - empty:.1f} s"]
                cells += [f"{statistics.median(took for _, took in runs):.1f} s"]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--open"]:
        opened(sys.argv[2], sys.argv[3])
    else:
        main(sys.argv[1:] or list(GAMES))
