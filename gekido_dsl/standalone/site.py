"""Games and the studio as parts of a site: the parts that they have in common lie beside them once."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import Any, Final

from gekido_dsl import web
from gekido_dsl.standalone import archive, packing
from gekido_dsl.standalone import parts as own_parts
from gekido_dsl.standalone.games import Carriage
from gekido_dsl.standalone.packing import Beside

RUNTIME: Final = "runtime"
"""The folder of what all games have in common."""

_MANIFEST: Final = {
    "name": "Gekido DSL Studio",
    "short_name": "Studio",
    "start_url": "index.html",
    "display": "standalone",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}
_INSTALLED: Final = '<link rel="manifest" href="manifest.webmanifest"><link rel="icon" href="icon.svg">'
_STYLE: Final = """\
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
ul { list-style: none; padding: 0; display: grid; gap: 1rem; }
@media (min-width: 40rem) { ul { grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); } }
li { border: 1px solid GrayText; border-radius: .6rem; padding: 1rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.15rem; margin: 0 0 .4rem; }
.shown { display: block; height: 14rem; padding: 0; }
.shown img { width: 100%; height: 100%; object-fit: contain; background: #fff; border-radius: .4rem; }
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
    picture: str | None = None
    """A table of it, as SVG."""
    base: str | None = None
    """What it is called among the texts of the studio, which can make a variant of it."""


@dataclass(frozen=True, slots=True)
class Project:
    """What is open when somebody comes to the studio for the first time."""

    main: str
    """The file with the game."""
    files: Mapping[str, bytes]
    """By name."""


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
        """Gives the files of Python itself; see `parts.runtime`."""
        return {name: self.add(name, content) for name, content in own_parts.runtime(checks).items()}


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
    parts["front"] = shared.add("front", packing.compressed(own_parts.front()[0]))
    content = packing.compressed(carriage.content)
    seen = {name: Beside(f"../../{part.place}", part.size) for name, part in parts.items()}
    about = {**carriage.about, "rulebook": rulebook, "statistics": statistics}
    page = packing.page(
        about["title"], about, {**seen, "game": Beside("game.gz", len(content))}, own_parts.shell()
    )
    return {"index.html": page.encode(), "game.gz": content}


def studio(
    shared: Shared, library: Mapping[str, str], first: Project, ready: bytes, version: str
) -> dict[str, bytes]:
    """Writes the studio.

    Args:
        ready: what was worked out of the first project; see `studio.in_page.made_ready`.
        library: texts of games by name, for variants of them.
        first: what is open when somebody comes for the first time.
        version: that of this program; a project says which one it was last worked on with.
    """
    python = shared.python(checks=True)
    more = python.pop("more")
    program = {
        part: shared.add(f"checks-{part}", archive.packed(archive.CHECKS, part))
        for part in (archive.FIRST_PART, archive.SECOND_PART)
    }
    given = {name: b64encode(data).decode() for name, data in first.files.items()}
    # In the order in which they are needed.
    parts = {
        "front": shared.add("studio", packing.compressed(own_parts.front(own_parts.STUDIO)[0])),
        **python,
        "program": program[archive.FIRST_PART],
        "game": shared.add("ready", packing.compressed(ready)),
        "first": shared.add("first", packing.compressed(json.dumps(given).encode())),
        "second": program[archive.SECOND_PART],
        "more": more,
        "library": shared.add("library", packing.compressed(json.dumps(dict(library)).encode())),
        "sending": shared.add("sending", own_parts.sending()),
    }
    workbooks = shared.add("workbooks", own_parts.workbooks())
    made = sha256("".join(part.place for part in parts.values()).encode()).hexdigest()[:12]
    about: dict[str, Any] = {
        "title": "Studio",
        "workbooks": f"../{workbooks.place}",
        "version": version,
        "made": made,
        "first": first.main,
    }
    beside = {name: Beside(f"../{part.place}", part.size) for name, part in parts.items()}
    page = packing.page(
        "Studio", about, beside, own_parts.shell(own_parts.STUDIO), fetches=True, head=_INSTALLED
    )
    own = {
        "index.html": page.encode(),
        "manifest.webmanifest": json.dumps(_MANIFEST, indent=2).encode(),
        "icon.svg": web.assets()["icon.svg"],
    }
    kept = [*own, *(part.place for part in beside.values()), about["workbooks"]]
    digest = sha256(b"".join(own.values())).hexdigest()[:12]
    keeping = web.assets()["keeping.js"].decode()
    for name, value in {"VERSION": digest, "FILES": kept}.items():
        keeping = keeping.replace(f'"{name}"', json.dumps(value))
    return {**own, "keeping.js": keeping.encode()}


def forward(place: str, title: str) -> str:
    """Writes a page that leads to another one of the site."""
    at, named = escape(place, quote=True), escape(title)
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="0; url={at}"><title>{named}</title></head>\n'
        f'<body><p><a href="{at}">{named}</a></p></body></html>\n'
    )


def front(title: str, entries: Sequence[Entry], studio: bool) -> dict[str, bytes]:
    """Writes the page that lists the games, and their pictures beside it.

    Args:
        studio: whether the site has one.
    """
    files: dict[str, bytes] = {}
    lines = []
    for one in entries:
        at = escape(one.folder, quote=True)
        links = [("Play", f"{at}/play/index.html"), ("Rulebook", f"{at}/rules/index.html")]
        if one.statistics:
            links.append(("Statistics", f"{at}/statistics.html"))
        if studio and one.base is not None:
            links.append(("Change it", f"studio/index.html#change={escape(one.base, quote=True)}"))
        named = escape(one.title)
        shown = ""
        if one.picture is not None:
            files[f"{one.folder}/picture.svg"] = one.picture.encode()
            picture = f'<img src="{at}/picture.svg" alt="" loading="lazy">'
            shown = (
                f'<a class="shown" tabindex="-1" aria-hidden="true" href="{at}/play/index.html">{picture}</a>'
            )
        row = "".join(f'<a href="{where}" aria-label="{name}: {named}">{name}</a>' for name, where in links)
        lines.append(f"<li>{shown}<h2>{named}</h2><p>{escape(one.players)}</p><p>{row}</p></li>")
    more = '<p><a href="studio/index.html">Studio: write a game, and play it</a></p>' if studio else ""
    style = packing.digest(_STYLE)
    policy = (
        f"default-src 'none'; style-src {style}; img-src 'self' data:; base-uri 'none'; form-action 'none'"
    )
    page = (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1><ul>{''.join(lines)}</ul>{more}</main></body></html>\n"
    )
    return {"index.html": page.encode(), **files}
