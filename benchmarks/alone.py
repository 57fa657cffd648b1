"""How large a game is as a page, and what its start costs: `python benchmarks/alone.py [GAME ...]`.

The CPU time is that of the whole browser, with all its processes, until the first question of a match stands there,
less that of opening an empty page; the median of some runs. Needs Playwright, Chromium and Linux.
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
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def opened(address: str) -> None:
    """Opens a page, and begins a match if it has a button for that."""
    from playwright.sync_api import sync_playwright

    program = next(found for name in BROWSERS if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page()
        page.set_default_timeout(300_000)
        began = time.perf_counter()
        page.goto(address)
        if address.startswith("file:"):
            page.get_by_role("button", name="Play").click()
            page.wait_for_selector(".question button", state="attached")
        print(_cpu_s(), time.perf_counter() - began)
        browser.close()


def _cpu_s() -> float:
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


def measured(address: str) -> tuple[float, float]:
    """Gives CPU time and time of opening a page, in seconds."""
    made = subprocess.run(
        [sys.executable, __file__, "--open", address], check=True, capture_output=True, text=True
    )
    used, took = map(float, made.stdout.split())
    return used, took


def main(games: list[str]) -> None:
    """Prints a table."""
    empty = statistics.median(measured("about:blank")[0] for _ in range(RUNS))
    print("| Game | Size | CPU time | Time |\n| --- | --: | --: | --: |")
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            place = Path(folder) / "game.html"
            command = [sys.executable, "-m", "gekido_dsl", "export", game, "-o", str(place), "--force"]
            subprocess.run(command, check=True, capture_output=True)
            runs = [measured(place.as_uri()) for _ in range(RUNS)]
            used = statistics.median(one for one, _ in runs) - empty
            took = statistics.median(one for _, one in runs)
            print(f"| {game} | {place.stat().st_size / 1e6:.1f} MB | {used:.1f} s | {took:.1f} s |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--open"]:
        opened(sys.argv[2])
    else:
        main(sys.argv[1:] or list(GAMES))
