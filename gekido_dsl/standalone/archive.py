"""The program of a page as an archive: the modules that it needs, and the libraries beside them.

Invariants:
    What is in it follows from what its entry imports; see `reaching`.
    What is imported at the start is bytecode of the page's own Python, as far as `BYTECODE` holds it for exactly this
    text; all else is text, which is smaller, and is compiled in the page when it is imported.
    What `BYTECODE` says that a module imports is believed for exactly this text alone.
    The same texts give the same bytes.

Whoever installs this package has another Python than the page: so the bytecode is made beforehand, by
`tools/page_bytecode.py`. Without it, or with an old one, a page starts slower and does the same; of another Python it
would not run at all, and is left out.
"""

import ast
import gzip
import io
import json
import tokenize
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from typing import Any, Final

from gekido_dsl import store
from gekido_dsl.standalone.reaching import Imports, Modules

CHECKS: Final = (
    "lark", "interegular", "PyYAML", "jsonschema", "jsonschema-specifications", "referencing", "attrs",
    "typing-extensions", "networkx", "Markdown", "Pygments",
)  # fmt: skip
"""What reading, checking and telling a ruleset needs, all pure Python; see `_STAND_INS` for what is not."""
GAME: Final = (
    "gekido_dsl.standalone.page_table", "gekido_dsl.interpreter",
    "gekido_dsl.backend.executor", "gekido_dsl.play.search",
)  # fmt: skip
"""The modules that a page with a game imports at its start, or as soon as a seat searches."""
FIRST: Final = ("gekido_dsl.studio.in_page", "gekido_dsl.interpreter", "gekido_dsl.templates")
"""What the studio needs until the first question of a project that was made ready is asked."""
STUDIO: Final = (
    *FIRST, "gekido_dsl.studio.page_questions", "gekido_dsl.studio.helper",
    "gekido_dsl.syntax.parse", "gekido_dsl.model.from_syntax", "gekido_dsl.model.checks", "gekido_dsl.model.cascades",
    "gekido_dsl.model.repeated", "gekido_dsl.model.written_small", "gekido_dsl.tables", "interegular",
    "yaml", "jsonschema",
)  # fmt: skip
"""Those of the studio, which need `CHECKS`."""
FIRST_PART: Final = "first"
SECOND_PART: Final = "second"
BYTECODE: Final = "bytecode.zip.gz"
PYTHON: Final = "about.json"
"""What says which Python pages run."""
IMPORTS: Final = "imports.json"
"""What lists beside the bytecode what each module imports: the digest of its text, first, later."""
_STAND_INS: Final = {"rpds": "gekido_dsl.standalone.persistent", "nh3": "gekido_dsl.standalone.cleaning"}
"""What stands in for libraries of machine code, by their names."""
_TAKEN: Final = (
    ".py",
    ".lark",
    ".json",
    ".md",
    ".txt",
    ".gdl",
    ".yaml",
    ".csv",
    ".css",
    ".js",
    ".woff2",
    ".po",
)
"""How the files end that go along, with the packages that they lie in."""
_LEVEL: Final = 7
"""How thoroughly the program is compressed: the best takes four times as long, and makes it a fiftieth smaller."""
_HEAD: Final = 16
"""Bytes before the code in a file of bytecode; the last eight of them identify the text. Source: PEP 552."""


def program(libraries: tuple[str, ...] = ()) -> bytes:
    """Gives this package as a page runs it, with the libraries it needs, as an archive.

    Args:
        libraries: distributions of pure Python that go along, as they are installed here.
    """
    return gzip.decompress(_packed(libraries))


def packed(libraries: tuple[str, ...] = (), part: str = "") -> bytes:
    """Gives the same compressed; from the store of this process, if it is there.

    Args:
        part: of the studio `FIRST_PART`, what its first question needs, or `SECOND_PART`, the rest.
    """
    return _packed(libraries, part)


@cache
def _packed(libraries: tuple[str, ...], part: str = "") -> bytes:
    kept, version = store.current(), store.version()
    key = store.key("program", version, part, *libraries) if version is not None else ""
    found = kept.read(key) if kept is not None and key else None
    if found is None:
        found = gzip.compress(_archived(libraries, part), _LEVEL, mtime=0)
        if kept is not None and key:
            kept.write(key, found)
    return found


def version_of(content: bytes) -> str:
    """Identifies a program; what is kept for one is of no use to another."""
    return store.key("page", content)


def taken(libraries: tuple[str, ...] = ()) -> tuple[dict[str, bytes], frozenset[str]]:
    """Gives the files that go along, by their names in the archive, and which of them are imported at the start.

    Raises:
        ImportError: what a page begins with imports something that is not there.
    """
    return _taken(libraries)[:2]


def imported(libraries: tuple[str, ...]) -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Lists what the modules import that were looked at, by their files: for `BYTECODE` to say it."""
    return _taken(libraries)[2]


@cache
def of_first_part(libraries: tuple[str, ...]) -> frozenset[str]:
    """Lists the files of the first part, data with the packages that they lie in."""
    _, _, _, modules = _taken(libraries)
    at_once = modules.reached(FIRST, at_once=True)
    packages = modules.packages
    return frozenset(
        place
        for place in taken(libraries)[0]
        if (_module(place) if place.endswith(".py") else _package(place, packages)) in at_once
    )


@cache
def _taken(
    libraries: tuple[str, ...],
) -> tuple[
    dict[str, bytes], frozenset[str], dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]], Modules
]:
    everything = {**_own(), **dict(_of(libraries))}
    names = {place: _module(place) for place in everything if place.endswith(".py")}
    texts = {name: everything[place].decode() for place, name in names.items()}
    packages = [name for place, name in names.items() if place.endswith("/__init__.py")]
    if libraries:
        for name, own in _STAND_INS.items():
            texts[name] = texts[own]
            names[f"{name}.py"], everything[f"{name}.py"] = name, texts[own].encode()
    modules = Modules(texts, packages, _read_before(everything, names))
    entries = STUDIO if libraries else GAME
    every = modules.reached(entries)
    if not every.issuperset(entries):
        raise ImportError(
            f"a page cannot import {', '.join(sorted({*entries} - every))}: something is not there"
        )
    at_once = modules.reached(entries, at_once=True)
    found = {
        place: content
        for place, content in everything.items()
        # Data goes with the package that it lies in or under.
        if (names[place] in every if place in names else _package(place, packages) in every)
    }
    listed = {
        place: (digest(everything[place]).hex(), modules.known[name].first, modules.known[name].later)
        for place, name in names.items()
        if name in modules.known and name not in _STAND_INS
    }
    return found, frozenset(place for place, name in names.items() if name in at_once), listed, modules


def _read_before(texts: Mapping[str, bytes], names: Mapping[str, str]) -> dict[str, Imports]:
    """Gives what modules import whose texts are as they were when `BYTECODE` was made."""
    listed = json.loads(_compiled().get(IMPORTS, b"{}"))
    return {
        names[place]: Imports(tuple(first), tuple(later))
        for place, (identity, first, later) in listed.items()
        if place in texts and digest(texts[place]).hex() == identity
    }


def _archived(libraries: tuple[str, ...], part: str) -> bytes:
    found, at_once = taken(libraries)
    if part:
        first = of_first_part(libraries)
        found = {place: text for place, text in found.items() if (place in first) == (part == FIRST_PART)}
    compiled = _compiled()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:

        def put(name: str, content: bytes) -> None:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)

        for place, content in sorted(found.items()):
            code = compiled.get(f"{place}c") if place in at_once else None
            if code is not None and code[_HEAD - 8 : _HEAD] == digest(content):
                put(f"{place}c", code)
            else:
                put(place, spare(content.decode()).encode() if place.endswith(".py") else content)
    return made.getvalue()


def digest(text: bytes) -> bytes:
    """Identifies the text of a module, however its lines end; eight bytes."""
    return sha256(text.replace(b"\r\n", b"\n")).digest()[:8]


@cache
def _compiled() -> Mapping[str, bytes]:
    """Gives the bytecode that was made beforehand, by its names; nothing where there is none for the page's Python."""
    folder = files("gekido_dsl.web").joinpath("vendor", "pyodide")
    place = folder.joinpath(BYTECODE)
    if not place.is_file():
        return {}
    return made_for(folder.joinpath(PYTHON).read_bytes(), gzip.decompress(place.read_bytes()))


def made_for(python: bytes, content: bytes) -> Mapping[str, bytes]:
    """Gives the bytecode in an archive by its names; nothing where another Python made it, as this would not run it.

    Args:
        python: what says which Python it is.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    return found if found.pop(PYTHON, b"").split() == python.split() else {}


def current() -> tuple[list[str], list[str]]:
    """Lists the own files that a page imports at its start: those with bytecode of their text, and the others."""
    compiled = _compiled()
    there: dict[bool, list[str]] = {True: [], False: []}
    for libraries in ((), CHECKS):
        found, at_once = taken(libraries)
        for place in sorted(at_once):
            code = compiled.get(f"{place}c", b"")
            if place.startswith("gekido_dsl/"):
                there[code[_HEAD - 8 : _HEAD] == digest(found[place])].append(place)
    return sorted({*there[True]}), sorted({*there[False]})


def spare(text: str) -> str:
    """Leaves out comments and docstrings, which nobody reads in a page. Every line keeps its number."""
    lines = text.splitlines(keepends=True)
    cuts: list[tuple[int, int, int, int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            cuts.append((*token.start, *token.end, ""))
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            start = len(lines[node.lineno - 1].encode()[: node.col_offset].decode())
            end = len(lines[(node.end_lineno or 0) - 1].encode()[: node.end_col_offset].decode())
            cuts.append((node.lineno, start, node.end_lineno or 0, end, '""'))
    for first, start, last, end, instead in sorted(cuts, reverse=True):
        tail = lines[last - 1][end:]
        lines[first - 1] = (
            lines[first - 1][:start] + instead + (tail if first == last else "\n" * (last - first) + tail)
        )
        for between in range(first, last):
            lines[between] = ""
    return "".join(lines)


def _module(place: str) -> str:
    """Names the module of a file."""
    return place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _package(place: str, packages: Iterable[str]) -> str:
    """Names the innermost package that a file of data lies in or under."""
    known, parts = set(packages), place.split("/")[:-1]
    while parts and ".".join(parts) not in known:
        parts.pop()
    return ".".join(parts)


@cache
def _own() -> dict[str, bytes]:
    return dict(_under(files("gekido_dsl"), "gekido_dsl"))


def _under(folder: Any, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        place = f"{name}/{entry.name}"
        if entry.is_dir():
            if entry.name not in ("__pycache__", "vendor", "static", "_rulesets"):
                yield from _under(entry, place)
        elif entry.name.endswith(_TAKEN):
            yield place, entry.read_bytes()


def _of(libraries: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for library in libraries:
        try:
            listed = distribution(library).files or []
        except PackageNotFoundError:  # what needs it in an older Python does not here
            continue
        for one in listed:
            if one.suffix in (".py", ".json", ".lark") and ".." not in one.parts and "tests" not in one.parts:
                yield one.as_posix(), one.read_binary()
