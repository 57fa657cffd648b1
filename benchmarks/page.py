"""How soon a table is seen in a browser, and how smoothly it moves while dice roll. Needs Playwright and Chromium.

    python benchmarks/page.py

The page is handed over by this program, so that the figures are those of the page alone: from the address to the first
picture, and how many frames a second are drawn while dice turn and things slide, one decision after the other.
"""

import shutil
import statistics
import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from tests.browser.tables import Laid, seen

_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
_FRAMES = """(forMs) => new Promise((done) => {
  const times = []; const begin = performance.now();
  const frame = (now) => { times.push(now); now - begin < forMs ? requestAnimationFrame(frame) : done(times); };
  requestAnimationFrame(frame);
})"""
_PRESS = """() => {
  const press = () => document.querySelector("[data-target], button.choice:not(.back)")
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  window.pressing = setInterval(press, 300);
}"""
_BUSY_MS = 2000


def main() -> None:
    """Prints the figures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for game in ("gekido", "aimbots", "botwars", "classics/hex"):
            paints, rates, worst = [], [], []
            for _ in range(3):
                laid = Laid(game, ("person", "random"))
                with seen(browser, laid) as page:
                    paints.append(page.evaluate(_PAINT))
                    page.evaluate(_PRESS)
                    times = page.evaluate(_FRAMES, _BUSY_MS)
                    page.evaluate("clearInterval(window.pressing)")
                    gaps = [after - before for before, after in pairwise(times)]
                    rates.append(1000 / statistics.mean(gaps))
                    worst.append(max(gaps))
            print(
                f"{game:14} first paint {min(paints):4.0f} ms, {max(rates):4.0f} frames a second while playing, "
                f"longest frame {min(worst):3.0f} ms"
            )
        browser.close()


if __name__ == "__main__":
    main()
