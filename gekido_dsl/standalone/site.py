"""Games and the playground as parts of a site: the parts that they have in common lie beside them once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from html import escape
from typing import Any, Final

from gekido_dsl.standalone import archive, packing
from gekido_dsl.standalone.games import Carriage
from gekido_dsl.standalone.packing import Beside

RUNTIME: Final = "runtime"
"""The folder of what all games have in common."""

_STYLE: Final = """\
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
ul { list-style: none; padding: 0; display: grid; gap: 1rem; }
@media (min-width: 40rem) { ul { grid-template-columns: 1fr 1fr; } }
li { border: 1px solid GrayText; border-radius: .6rem; padding: 1rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.15rem; margin: 0 0 .4rem; }
p { margin: .3rem 0; } a { display: inline-block; padding: .35rem .8rem .35rem 0; color: #0b4fb3; }
@media (prefers-color-scheme: dark) { a { color: #a8c7fa; } body { background: #121212; color: #eee; } }
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game as the front page lists it."""

    folder: str
    title: str
    players: str
    statistics: bool


@dataclass(frozen=True, slots=True)
class Example:
    """What the playground may begin from."""

    title: str
    main: str
    """The file with the game."""
    files: Mapping[str, str | None]
    """Texts by name; None for those of the library."""


class Shared:
    """The parts in common, by where they lie; each has its digest in its name, so that a browser may keep it."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, name: str, content: bytes) -> Beside:
        """Takes a part; gives its file, seen from the site."""
        place = f"{RUNTIME}/{name}-{sha256(content).hexdigest()[:12]}.gz"
        self.files[place] = content
        return Beside(place, len(content))

    def python(self, checks: bool = False) -> dict[str, Beside]:
        """Gives the files of Python itself; see `packing.runtime`."""
        return {name: self.add(name, content) for name, content in packing.runtime(checks).items()}


def game(
    shared: Shared, carriage: Carriage, rulebook: str | None, statistics: str | None = None
) -> dict[str, bytes]:
    """Writes a game into a folder of the site.

    Args:
        rulebook: where it is, seen from the game.
        statistics: where the report of many games is, likewise.
    """
    parts = shared.python()
    parts["program"] = shared.add("program", archive.packed())
    parts["front"] = shared.add("front", packing.compressed(packing.front()[0]))
    content = packing.compressed(carriage.content)
    seen = {name: Beside(f"../../{part.place}", part.size) for name, part in parts.items()}
    about = {**carriage.about, "rulebook": rulebook, "statistics": statistics}
    page = packing.page(about["title"], about, {**seen, "game": Beside("game.gz", len(content))})
    return {"index.html": page.encode(), "game.gz": content}


def playground(shared: Shared, library: Mapping[str, str], examples: Sequence[Example]) -> dict[str, bytes]:
    """Writes the playground.

    Args:
        library: texts of the shipped games by name, for variants of them.
        examples: what one may begin from.
    """
    parts = shared.python(checks=True)
    parts["program"] = shared.add("checks", archive.packed(archive.CHECKS))
    parts["front"] = shared.add("playground", packing.compressed(packing.front(packing.PLAYGROUND)[0]))
    parts["game"] = shared.add("library", packing.compressed(json.dumps(dict(library)).encode()))
    about: dict[str, Any] = {"title": "Playground", "examples": [asdict(one) for one in examples]}
    beside = {name: Beside(f"../{part.place}", part.size) for name, part in parts.items()}
    page = packing.page("Playground", about, beside)
    return {"index.html": page.encode()}


def studio(shared: Shared, library: Mapping[str, str], first: Example) -> dict[str, bytes]:
    """Writes the studio.

    Args:
        library: texts of the shipped games by name, for variants of them.
        first: what is open when somebody comes for the first time.
    """
    parts = shared.python(checks=True)
    parts["program"] = shared.add("checks", archive.packed(archive.CHECKS))
    parts["front"] = shared.add("studio", packing.compressed(packing.front(packing.STUDIO)[0]))
    parts["game"] = shared.add("library", packing.compressed(json.dumps(dict(library)).encode()))
    about: dict[str, Any] = {"title": "Studio", "first": {"main": first.main, "files": dict(first.files)}}
    beside = {name: Beside(f"../{part.place}", part.size) for name, part in parts.items()}
    return {"index.html": packing.page("Studio", about, beside, main=packing.STUDIO).encode()}


def forward(place: str, title: str) -> str:
    """Writes a page that leads to another one of the site."""
    at, named = escape(place, quote=True), escape(title)
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="0; url={at}"><title>{named}</title></head>\n'
        f'<body><p><a href="{at}">{named}</a></p></body></html>\n'
    )


def front(title: str, entries: Sequence[Entry], playground: bool) -> str:
    """Writes the page that lists the games."""
    lines = []
    for one in entries:
        at = escape(one.folder, quote=True)
        statistics = f'<a href="{at}/statistics.html">Statistics</a>' if one.statistics else ""
        lines.append(
            f"<li><h2>{escape(one.title)}</h2><p>{escape(one.players)}</p>"
            f'<p><a href="{at}/play/index.html">Play</a><a href="{at}/rules/index.html">Rulebook</a>'
            f"{statistics}</p></li>"
        )
    more = (
        '<p><a href="playground/index.html">Playground: change a game, and play it</a></p>'
        if playground
        else ""
    )
    style = packing.digest(_STYLE)
    policy = f"default-src 'none'; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1><ul>{''.join(lines)}</ul>{more}</main></body></html>\n"
    )
