"""How soon a table is seen in a browser, and what moving things cost there. Needs Playwright and Chromium.

    python benchmarks/page.py [GAME ...]

The page is handed over by this program, so that the figures are those of the page alone. Chromium's own trace says how
much time of a processor was used, so that they hold on a machine that is busy with something else. For 60 frames a
second, a frame may take 16.7 ms on each of two threads: the one that runs the page, and the one that draws.

    update   one answer taken up: the picture read, put in, laid out and drawn, per decision
    page     the page's own thread, per frame, while things move after an update
    draw     all threads that draw, per frame, likewise
    drawn    how often the page was drawn anew, per frame; 0 is a browser that only moves what it has drawn
"""

import json
import shutil
import statistics
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from tests.browser.tables import Laid, seen, until

GAMES = ("gekido", "aimbots", "botwars", "classics/thirteen_rolls", "classics/backgammon", "classics/hex")
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
_MARKS = """() => {
  const picture = document.querySelector(".pictures");
  new MutationObserver(() => {
    performance.mark("gdl-shown");
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => performance.mark("gdl-settled"))));
  }).observe(picture, { childList: true, subtree: true });
}"""
_CATEGORIES = ["toplevel", "devtools.timeline", "cc", "blink.user_timing"]
_DECISIONS = 10
_WAIT_MS = 700
_LASTS_US = 500_000
"""How long things move after a picture has come."""
_DRAWS = (
    "CompositorTileWorker",
    "Compositor",
    "VizCompositorThread",
    "CrGpuMain",
    "ThreadPoolForegroundWorker",
)


def main() -> None:
    """Prints the figures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        print(f"{'':22}first paint   update   page   draw  drawn")
        for game in sys.argv[1:] or GAMES:
            try:
                print(f"{game:22}{_measured(browser, game)}", flush=True)
            except FileNotFoundError:
                print(f"{game:22}is not there")
        browser.close()


def _measured(browser: Any, game: str) -> str:
    laid = Laid(game, ("person", "random"))
    with seen(browser, laid) as page:
        paint = page.evaluate(_PAINT)
        for _ in range(3):
            _decide(page, laid)
        page.evaluate(_MARKS)
        browser.start_tracing(page=page, categories=_CATEGORIES)
        for _ in range(_DECISIONS):
            page.evaluate("performance.mark('gdl-decided')")
            _decide(page, laid)
            page.wait_for_timeout(_WAIT_MS)
        events = json.loads(browser.stop_tracing())["traceEvents"]
    found = figures(events)
    return f"{paint:8.0f} ms {found['update']:6.1f} {found['page']:6.2f} {found['draw']:6.2f} {found['drawn']:6.2f}"


def _decide(page: Any, laid: Laid) -> None:
    before = len(laid.sent("choose"))
    first = page.locator("button.choice:not(.back)").first
    if first.count():
        first.dispatch_event("click")
        until(page, lambda: len(laid.sent("choose")) > before)


def figures(events: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Reads a trace: milliseconds of a processor in updates, and for each frame while things move."""
    events = list(events)
    names = {
        (one["pid"], one["tid"]): one["args"]["name"] for one in events if one.get("name") == "thread_name"
    }
    pages = [one for one in events if names.get((one["pid"], one["tid"])) == "CrRendererMain"]
    tasks = [
        one for one in pages if one.get("name") == "ThreadControllerImpl::RunTask" and one.get("ph") == "X"
    ]
    marks = sorted((one["ts"], one["name"]) for one in pages if one.get("name", "").startswith("gdl-"))
    updates, windows = [], []
    for begin in (at for at, name in marks if name == "gdl-decided"):
        shown = next((at for at, name in marks if name == "gdl-shown" and at > begin), None)
        settled = next((at for at, name in marks if name == "gdl-settled" and at > begin), None)
        if shown is not None and settled is not None:
            # The first frames after a message lay out and draw what it brought; they are part of the update.
            updates.append(sum(one.get("tdur", 0) for one in tasks if begin <= one["ts"] < settled))
            windows.append((settled, shown + _LASTS_US))

    def moving(one: Mapping[str, Any]) -> bool:
        return any(begin <= one["ts"] < end for begin, end in windows)

    frames = [one for one in events if one.get("name") == "AnimationHost::TickAnimations" and moving(one)]
    number = max(len(frames), 1)
    draws = [
        one
        for one in events
        if one.get("ph") == "X"
        and one.get("name") in ("ThreadControllerImpl::RunTask", "TaskGraphRunner::RunTask")
        and names.get((one["pid"], one["tid"]), "").startswith(_DRAWS)
        and moving(one)
    ]
    return {
        "update": statistics.median(updates or [0]) / 1000,
        "page": sum(one.get("tdur", 0) for one in tasks if moving(one)) / 1000 / number,
        "draw": sum(one.get("tdur", 0) for one in draws) / 1000 / number,
        "drawn": sum(1 for one in pages if one.get("name") == "Paint" and moving(one)) / number,
    }


if __name__ == "__main__":
    main()
