"""Takes a picture of every shipped game's table in the middle of a match, and writes the page that shows them.

    python tools/table_pictures.py                 the pictures of the docs: docs/tables/*.png and docs/tables/index.md
    python tools/table_pictures.py -o DIR [GAME …] large ones, at 1440 and 390 pixels, light and dark, to look at

Needs Chromium and playwright, as the tests in `tests/browser` do.
"""

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from gekido_dsl.cli.paths import shipped  # noqa: E402
from gekido_dsl.rng import Rng  # noqa: E402
from tests.browser.tables import Laid, frames, seen  # noqa: E402

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SIZES = {"1440": {"width": 1440, "height": 900}, "390": {"width": 390, "height": 844}}
MOST, SEED = 160, 11
"""So many decisions are made at most before the picture; what all of them are drawn from."""


def middle(name: str) -> Laid:
    """Plays a match of random choices, and gives its table as it was half through, where the first player decides."""
    seats = ("person",)
    long = len(_played(Laid(shipped()[name], seats, SEED), MOST * 2, None))
    laid = Laid(shipped()[name], seats, SEED)
    _played(laid, min(long // 2, MOST), long)
    return laid


def _played(laid: Laid, most: int, long: int | None) -> list[int]:
    """Chooses by chance until so many choices of the person are made, and the match goes on."""
    rng, made = Rng(SEED), []
    while (decision := laid.table.session.decision) is not None and len(made) < most:
        made.append(rng.below(len(decision.choices)))
        laid.table.session.choose(made[-1])
        laid.table.changed()
        laid.move_bots()
    return made


def taken(browser: Any, name: str, folder: Path, sizes: Any, themes: Any, *, full: bool = False) -> None:
    """Takes the pictures of one game."""
    laid = middle(name)
    for size in sizes:
        for theme in themes:
            phone = {"device_scale_factor": 1, "has_touch": size == "390"}
            with seen(browser, laid, viewport=SIZES[size], color_scheme=theme, **phone) as page:
                frames(page)
                page.screenshot(path=str(folder / f"{name}-{size}-{theme}.png"), full_page=full)


def main() -> None:
    """Takes pictures."""
    from playwright import sync_api

    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("games", nargs="*")
    asked.add_argument("-o", type=Path)
    asked.add_argument("--sizes", default="1440,390")
    asked.add_argument("--themes", default="light,dark")
    given = asked.parse_args()
    names = given.games or sorted(name for name in shipped() if "/" not in name)
    program = next(found for one in BROWSERS if (found := shutil.which(one)))
    given.o.mkdir(parents=True, exist_ok=True)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        for name in names:
            try:
                taken(browser, name, given.o, given.sizes.split(","), given.themes.split(","))
            except AssertionError as wrong:
                print(f"{name}: {wrong}", file=sys.stderr)
        browser.close()


if __name__ == "__main__":
    main()
