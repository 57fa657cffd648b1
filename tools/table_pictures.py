"""Takes a picture of every shipped game's table in the middle of a match, and writes the page that shows them.

    python tools/table_pictures.py [GAME ...]         small ones for the docs, and their page, docs/design/tables.md
    python tools/table_pictures.py -o DIR [GAME ...]  large ones, light and dark, to look at

Needs Chromium and playwright, as the tests in `tests/browser` do.
"""

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))

from gekido_dsl import api  # noqa: E402
from gekido_dsl.cli.paths import shipped  # noqa: E402
from gekido_dsl.rng import Rng  # noqa: E402
from tests.browser.tables import Laid, frames, seen  # noqa: E402

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SIZES = {"1440": {"width": 1440, "height": 900}, "390": {"width": 390, "height": 844}}
SMALL = {"1440": 0.36, "390": 0.5}
"""How large the pictures of the docs are."""
OF = {"light": "", "dark": "-dark"}
"""How the pictures of the docs are called by the colours of the screen."""
MOST, SEED = 50, 11
"""So many decisions are made at most before the picture; what all of them are drawn from."""


def middle(name: str) -> Laid:
    """Plays a match of random choices, and gives its table as it was half through, where the first player decides."""
    seats = ("person",)
    long = _played(Laid(shipped()[name], seats, SEED), MOST * 2)
    laid = Laid(shipped()[name], seats, SEED)
    _played(laid, min(long // 2, MOST))
    return laid


def _played(laid: Laid, most: int) -> int:
    """Chooses by chance until so many choices of the person are made, or the match is over; says how many."""
    rng, made = Rng(SEED), 0
    while (decision := laid.table.session.decision) is not None and made < most:
        laid.table.session.choose(rng.below(len(decision.choices)))
        made += 1
        laid.table.changed()
        laid.move_bots()
    return made


def taken(browser: Any, name: str, folder: Path, sizes: Any, themes: Any, *, small: bool = False) -> None:
    """Takes the pictures of one game.

    Args:
        small: whether they are those of the docs.
    """
    laid = middle(name)
    for size in sizes:
        phone = {"device_scale_factor": SMALL[size] if small else 1, "has_touch": size == "390"}
        with seen(browser, laid, viewport=SIZES[size], reduced_motion="reduce", **phone) as page:
            for theme in themes:
                page.emulate_media(color_scheme=theme)
                frames(page)
                file = folder / (f"{name}-{size}{OF[theme]}.jpg" if small else f"{name}-{size}-{theme}.png")
                page.screenshot(path=str(file), **({"type": "jpeg", "quality": 50} if small else {}))


def page_of(names: list[str]) -> str:
    """Writes the page that shows the pictures of the docs."""
    parts = [
        "# Every table",
        "Each shipped game in the middle of a match, on a wide screen and on a phone, light and dark. "
        "`python tools/table_pictures.py` takes these pictures anew. "
        "Take them when you change how tables look, and compare them in review.",
    ]
    for name in names:
        title = api.read(shipped()[name]).title
        pictures = " ".join(
            f"![{title} {where}{scheme}](../assets/tables/{name}-{size}{of}.jpg)"
            for of, scheme in (("", ""), ("-dark", ", in the dark"))
            for size, where in (("1440", "on a wide screen"), ("390", "on a phone"))
        )
        parts += [f"## {title}", pictures]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Takes pictures."""
    from playwright import sync_api

    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("games", nargs="*")
    asked.add_argument(
        "-o", type=Path, help="a folder for large pictures; without it those of the docs are made"
    )
    asked.add_argument("--sizes", default="1440,390")
    asked.add_argument("--themes", default="light,dark")
    given = asked.parse_args()
    every = sorted(name for name in shipped() if "/" not in name)
    small = given.o is None
    folder: Path = given.o or DOCS / "assets" / "tables"
    program = next(found for one in BROWSERS if (found := shutil.which(one)))
    folder.mkdir(parents=True, exist_ok=True)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        for name in given.games or every:
            try:
                taken(browser, name, folder, given.sizes.split(","), given.themes.split(","), small=small)
            except AssertionError as wrong:
                print(f"{name}: {wrong}", file=sys.stderr)
        browser.close()
    if small:
        (DOCS / "design" / "tables.md").write_text(page_of(every), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
