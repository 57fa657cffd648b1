"""How quick the studio is without a server: `python benchmarks/studio_page.py [RULESET]`.

A site is written and served here as over a line of 20 Mbit/s, and opened in Chromium: once with nothing kept, then
again, once the browser has kept what it does of the first visit. What is timed is the first paint, the first question
of a match, an edit until the table shows it, and a simulation beside that of the command line; and how much memory the
page has. Needs Playwright, Chromium and Linux.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from alone import cpu_s

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
A_SECOND = 20e6 / 8
"""So many bytes go over the line in a second."""
PIECE = 1 << 15
GAMES = 400
EDITS = 3
LIMIT_MS = 300_000
QUESTION = ".question button.choice"
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
WATCH = """() => {
  const Plain = self.Worker;
  self.shown = 0;
  self.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => { if (data.message?.shown) self.shown = performance.now(); });
    }
  };
}"""


KEPT = """async () => {
  const names = (await caches.keys()).filter((one) => one.startsWith("gekido-dsl started "));
  const found = await Promise.all(names.map(async (one) => (await (await caches.open(one)).keys()).length));
  return found.some((one) => one > 0);
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    protocol_version = "HTTP/1.1"

    line = threading.Lock()

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Sends a file no sooner than the line takes it, whatever else is sent meanwhile."""
        while piece := source.read(PIECE):
            with self.line:
                time.sleep(len(piece) / A_SECOND)
            outputfile.write(piece)


def memory_mb() -> float:
    """Gives what the processes of pages below this one have of the memory, what is shared counted in part."""
    parents, most = {}, 0.0
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(place.name)] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    for process in parents:
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        try:
            if above == os.getpid() and "--type=renderer" in Path(f"/proc/{process}/cmdline").read_text():
                told = Path(f"/proc/{process}/smaps_rollup").read_text()
                most = max(most, int(re.search(r"Pss:\s+(\d+)", told)[1]) / 1024)  # type: ignore[index]
        except OSError:
            continue
    return most


class Timed:
    """Time since it was made: by the clock, and of processors in the browser."""

    def __init__(self) -> None:
        self.began, self.used = time.perf_counter(), cpu_s()

    def __str__(self) -> str:
        return f"{time.perf_counter() - self.began:.1f} s, {cpu_s() - self.used:.1f} s of processors"


def started(context: Any, address: str) -> tuple[Any, str]:
    """Opens the studio; gives its page, and how soon it was painted and asked first."""
    page = context.new_page()
    page.set_default_timeout(LIMIT_MS)
    timed = Timed()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(QUESTION, state="attached")
    asked = str(timed)
    return page, f"first paint {page.evaluate(PAINT) / 1000:.2f} s, first question {asked}"


def edited(page: Any) -> str:
    """Types what makes another text, until the table shows it; says how long that took."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.evaluate("() => { self.shown = 0; }")
    timed = Timed()
    page.keyboard.insert_text("\n")
    page.wait_for_function("() => self.shown > 0")
    return str(timed)


def simulated(page: Any) -> str:
    """Plays games in the page; says how long that took."""
    page.get_by_role("tab", name="Simulation").click()
    page.locator("#games").fill(str(GAMES))
    page.locator("#sim-who").select_option("random")
    timed = Timed()
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.locator(".report svg").first.wait_for()
    return str(timed)


def by_command(game: str) -> str:
    """Plays as many games by the command line, in one process; says how long that took."""
    command = [sys.executable, "-m", "gekido_dsl", "simulate", game, "-n", str(GAMES)]
    command += ["--seat", "random", "--jobs", "1"]
    subprocess.run(command, check=True, capture_output=True)  # compiled now
    began, used = time.perf_counter(), os.times()
    subprocess.run(command, check=True, capture_output=True)
    now = os.times()
    spent = now.children_user + now.children_system - used.children_user - used.children_system
    return f"{time.perf_counter() - began:.1f} s, {spent:.1f} s of processors"


def main(game: str) -> None:
    """Prints the figures."""
    from playwright.sync_api import sync_playwright

    program = next(found for name in BROWSERS if (found := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "gekido_dsl", "studio", game, "--static", "-o", f"{folder}/site"]
        subprocess.run(command, check=True, capture_output=True)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=f"{folder}/site"))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/studio/index.html"
        browser = playwright.chromium.launch_persistent_context(f"{folder}/kept", executable_path=program)
        browser.add_init_script(f"({WATCH})()")
        for name in ("cold", "warm"):
            page, told = started(browser, address)
            print(f"{name}: {told}", flush=True)
            while not page.evaluate(KEPT):
                page.wait_for_timeout(500)
            page.wait_for_timeout(3_000)
            if name == "cold":
                page.close()
        print(f"memory: {memory_mb():.0f} MB", flush=True)
        print("\n".join(f"edit: {edited(page)}" for _ in range(EDITS)), flush=True)
        print(f"{GAMES} games in the page: {simulated(page)}", flush=True)
        print(f"memory after them: {memory_mb():.0f} MB", flush=True)
        browser.close()
        server.shutdown()
    print(f"{GAMES} games by the command line, in one process: {by_command(game)}")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["gekido"]))
