"""Keeps the catalogues of what the program says to players, `gekido_dsl/languages/*.po`, with Babel.

    python tools/catalogues.py            take up new messages, drop old ones, and compile
    python tools/catalogues.py --check    say what is not as it should be, and change nothing

A sentence of Python is `text`, `says`, `plural`, `forms` or `message` of `gekido_dsl.languages`; one of a page's
modules is `says`, `many` or `pieces` of `words.js`.
"""

import ast
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from gekido_dsl.languages.grammar import GIVEN_ON, grammar_of, parts
from gekido_dsl.languages.language import SHIPPED
from gekido_dsl.languages.said import A_KIND

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "gekido_dsl" / "languages"
_PYTHON: Final = {"text": (0,), "says": (1,), "message": (0,), "plural": (0, 1), "forms": (0, 1)}
"""Which arguments of each function are messages."""
_PAGES: Final = {"says": None, "many": (1, 2), "pieces": None}
_ALSO_ON_PAGES: Final = ("gekido_dsl/play/kinds.py",)
"""Modules whose sentences pages tell, too, before there is a table."""
_CHANGES: Final = re.compile(
    r'"(POT-Creation|PO-Revision|Report-Msgid|Last-Translator|Language-Team|Generated-By|Project-Id)'
)
"""Lines of the head that say nothing, or something else each time."""
_SILENT: Final = re.compile(r"(\{\w*\}|\s)*")
"""What has nothing to translate."""
_RULES: Final = {
    "de": "nplurals=2; plural=(n != 1);",
    "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "pt-BR": "nplurals=2; plural=(n > 1);",
}
Message = str | tuple[str, str]


@cache
def messages() -> dict[Message, list[str]]:
    """Gives every message with the files that say it."""
    found: dict[Message, list[str]] = {}
    for place, message in [*_python(), *_pages()]:
        files = found.setdefault(message, [])
        if place not in files:
            files.append(place)
    return found


def page_messages() -> list[str]:
    """Lists the messages that pages tell themselves, by the English of a single one."""
    listed = [one for _, one in _pages()]
    listed += [one for place, one in _python() if place in _ALSO_ON_PAGES]
    return sorted({one if isinstance(one, str) else one[0] for one in listed})


@cache
def _python() -> list[tuple[str, Message]]:
    return list(_in_python())


def _in_python() -> Iterator[tuple[str, Message]]:
    yield "gekido_dsl/languages/said.py", A_KIND
    for path in sorted((ROOT / "gekido_dsl").rglob("*.py")):
        content = path.read_text("utf-8")
        if "from gekido_dsl.languages" in content and path.parent != FOLDER:
            yield from _said(path, said_in(content))


def said_in(content: str) -> Iterator[Message]:
    """Gives the messages of a module.

    Raises:
        ValueError: one is put together, and so cannot be looked up.
    """
    tree = ast.parse(content)
    ours = {
        name.asname or name.name: _PYTHON[name.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "gekido_dsl.languages"
        for name in node.names
        if name.name in _PYTHON
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ours:
            parts = [node.args[at] for at in ours[node.func.id]]
            if not all(isinstance(one, ast.Constant) for one in parts):
                raise ValueError(f"line {node.lineno}: a message is put together: {ast.unparse(node)}")
            first, *more = (str(one.value) for one in parts if isinstance(one, ast.Constant))
            yield (first, more[0]) if more else first


def _pages() -> Iterator[tuple[str, Message]]:
    for path in sorted((ROOT / "gekido_dsl" / "web" / "static").glob("*.js")):
        found = extract(
            "javascript", io.BytesIO(path.read_bytes()), _PAGES, options={"parse_template_string": True}
        )
        yield from _said(path, (one if isinstance(one, str) else (one[0], one[1]) for _, one, _, _ in found))


def _said(path: Path, found: Iterable[Message]) -> Iterator[tuple[str, Message]]:
    place = path.relative_to(ROOT).as_posix()
    for message in found:
        first = message if isinstance(message, str) else message[0]
        if first and not _SILENT.fullmatch(first):
            yield place, message


def catalogue(code: str) -> Catalog:
    """Reads a catalogue."""
    path = FOLDER / f"{code}.po"
    with path.open("rb") as file:
        return read_po(file, locale=code.replace("-", "_"))


def renewed(code: str) -> tuple[Catalog, list[str]]:
    """Gives a catalogue with the messages of today, and what is to be said of it."""
    old = catalogue(code) if (FOLDER / f"{code}.po").exists() else Catalog()
    made = Catalog(
        locale=code.replace("-", "_"), project="Gekido DSL", fuzzy=False, creation_date=None,
        header_comment="# What Gekido DSL says to players. See docs/howto/translate.md.",
    )  # fmt: skip
    made.mime_headers = [("Plural-Forms", _RULES[code])]
    wrong = []
    everything = messages()
    for message, files in sorted(everything.items(), key=lambda one: (one[1][0], str(one[0]))):
        known = old.get(message if isinstance(message, str) else message[0])
        told: Any = known.string if known is not None and not known.fuzzy else ""
        told = tuple(told) if isinstance(told, list) else told
        if isinstance(message, tuple) != isinstance(told, tuple):
            told = ("", "") if isinstance(message, tuple) else ""
        if not (all(told) if isinstance(told, tuple) else told):
            wrong.append(f"{code}: not translated: {message}")
        made.add(message, told, locations=[(name, None) for name in files])
    ids = [one.id if isinstance(one.id, str) else tuple(one.id) for one in old if one.id]
    gone = [one for one in ids if one not in everything]
    wrong += [f"{code}: no longer said: {one}" for one in gone]
    return made, wrong


def compiled(code: str, made: Catalog) -> str:
    """Writes what the program reads of a catalogue."""
    from gettext import c2py

    rule = _RULES[code]
    form = c2py(rule.partition("plural=")[2].rstrip(";"))
    told = {}
    for one in made:
        if not one.id or not (all(one.string) if isinstance(one.string, tuple) else one.string):
            continue
        told[one.id if isinstance(one.id, str) else one.id[0]] = (
            one.string if isinstance(one.string, str) else list(one.string)
        )
    content = {
        "code": code,
        "forms": "".join(str(form(n)) for n in range(200)),
        "messages": dict(sorted(told.items())),
    }
    return json.dumps(content, ensure_ascii=False, indent=0) + "\n"


def misasked(code: str, made: Catalog) -> list[str]:
    """Says which translations ask for what they cannot have: a place or a form that is not there."""
    wrong, grammar, pages = [], grammar_of(code), set(page_messages())
    for one in made:
        ids = [one.id] if isinstance(one.id, str) else list(one.id)
        places = {name for english in ids for _, name, _ in parts(english)}
        for told in [one.string] if isinstance(one.string, str) else one.string or ():
            for _, name, form in parts(told):
                known = form.removesuffix(GIVEN_ON).strip()
                if one.id and name and name not in places:
                    wrong.append(f"{code}: there is no {{{name}}}: {ids[0]}")
                elif form and ids[0] in pages:
                    wrong.append(f"{code}: a page knows no forms: {ids[0]}")
                elif known and (grammar is None or known not in grammar.patterns):
                    wrong.append(f"{code}: there is no form `{known}`: {ids[0]}")
    return wrong


def written(made: Catalog) -> str:
    """Writes a catalogue without what changes each time."""
    out = io.BytesIO()
    write_po(
        out, made, width=100, omit_header=False, sort_output=False, include_lineno=False, ignore_obsolete=True
    )
    kept = [line for line in out.getvalue().decode().splitlines() if not _CHANGES.match(line)]
    return "\n".join(kept) + "\n"


def main(check: bool) -> int:
    """Writes everything anew, or says what differs."""
    texts = {FOLDER / "pages.json": json.dumps(page_messages(), ensure_ascii=False, indent=0) + "\n"}
    wrong = []
    for code, _ in SHIPPED:
        if code == "en":
            continue
        made, said = renewed(code)
        wrong += [*said, *misasked(code, made)]
        texts[FOLDER / f"{code}.po"] = written(made)
        texts[FOLDER / f"{code}.json"] = compiled(code, made)
    for path, text in texts.items():
        if not path.exists() or path.read_text("utf-8") != text:
            if check:
                wrong.append(f"{path.name} is not as its sources; run tools/catalogues.py")
            else:
                path.write_text(text, "utf-8")
    print("\n".join(wrong) or "every message is in every catalogue")
    return int(bool(wrong) and check)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
