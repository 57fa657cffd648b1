"""Hostile plurals, footnotes, sums, merged cells, archives that are not what they say, calls of tools, trained players
and spaces that are laid by hand, each of which grows in one dimension."""

import io
import json
import random
import zipfile
from collections.abc import Callable

from hostile import MAIN, Files, board, cards, letters, many
from hostile_forms import TABLES, TOLD, _workbook, _zipped
from hostile_lately import RULES, _called

BOOKS = ("validate", "docs", "pdf", "export", "studio")
LAID = ("validate", "docs", "play", "export", "print", "tts", "virtualtabletop", "images", "lsp", "studio")
Made = Callable[[int], Files]


def _trained(**changes: object) -> Files:
    one = {"players": 2, "options": {}, "looks": 1, "rounds": 1, "checked": {}, "weights": {"aim, mine": 5}}
    return _players(json.dumps({"schema_version": 1, "ruleset": "x", "players": [one | changes]}))


def _players(text: str) -> Files:
    return cards() | {"a.players.json": text}


def _laid(spaces: str, size: int = 9) -> Files:
    return board(size, 'theme from "t.yaml"\n') | {"t.yaml": f"spaces:\n  Board:\n{spaces}"}


def _plurals(rule: str, forms: int = 2) -> Files:
    head = f'msgid ""\nmsgstr "Language: de\\nPlural-Forms: nplurals={forms}; plural={rule};\\n"\n\n'
    said = 'msgid "Card"\nmsgid_plural "Cards"\nmsgstr[0] "Karte"\nmsgstr[1] "Karten"\n'
    return cards('translation de from "de.po"\n') | {"de.po": head + said}


def _book(text: str) -> Files:
    return cards('book from "book.md"\n') | {"book.md": f"# A\n\n{text}\n"}


def _merged(merges: str) -> Files:
    rows = "".join(
        f'<row r="{k}"><c r="A{k}" t="inlineStr"><is><t>{letters(k)}</t></is></c><c r="B{k}"><v>3</v></c></row>'
        for k in range(2, 9)
    )
    made = _workbook(rows)
    with zipfile.ZipFile(io.BytesIO(bytes(made["a.xlsx"]))) as archive:  # type: ignore[arg-type]
        parts = {one: archive.read(one).decode() for one in archive.namelist()}
    sheet = "xl/worksheets/s0.xml"
    parts[sheet] = parts[sheet].replace("</sheetData>", f"</sheetData>{merges}")
    return made | {"a.xlsx": _zipped(parts)}


def _damaged(n: int) -> Files:
    """An archive with so many bytes that are others."""
    made = bytearray(_zipped({"a.gdl": str(cards()[MAIN]) * 9, "b.csv": "Name,Value\nA,3\n" * 90}))
    chance = random.Random(n)
    for _ in range(n):
        made[chance.randrange(30, len(made))] = chance.randrange(256)
    return cards() | {"project.zip": bytes(made)}


def _packed_otherwise(n: int) -> Files:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for way in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_STORED):
            archive.writestr(f"{letters(way)}.gdl", "# " + "x" * n, way)
    return cards() | {"project.zip": made.getvalue()}


def _asked(messages: list[object]) -> Files:
    first = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    begun = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": first}
    lines = [begun, {"jsonrpc": "2.0", "method": "notifications/initialized"}, *messages]
    return cards() | {"asked": "".join(json.dumps(line) + "\n" for line in lines)}


NEWEST: dict[str, tuple[Made, tuple[int, ...], tuple[str, ...]]] = {
    "deep plurals": (lambda n: _plurals("(" * n + "n != 1" + ")" * n), (1, 200_000), TOLD),
    "long plurals": (lambda n: _plurals("n != 1" + " || n == 1" * n), (1, 60_000), TOLD),
    "plurals of plurals": (lambda n: _plurals("n == 1 ? 0 : " * n + "1"), (1, 60_000), TOLD),
    "numbers of plurals": (lambda n: _plurals("n % " + "9" * n), (1, 300_000), TOLD),
    "forms of plurals": (lambda n: _plurals("n != 1", n), (2, 10**18), TOLD),
    "cards that add up": (
        lambda n: cards(
            main=f"  draw {n} Cards if possible\n  discard any Cards of my Hand that add up to {n} by their Value\n"
            "    otherwise stop\n",
            count=str(2 * n + 2),
        ),
        (2, 20, 900),
        RULES,
    ),
    "sums of cards": (
        lambda n: cards(
            main=f"  draw 9 Cards if possible\n  if some Cards of my Hand add up to {n} by their Value\n    stop\n"
        ),
        (2, 1_000, 900_000),
        RULES,
    ),
    "merged cells": (
        lambda n: _merged(
            f'<mergeCells count="{n}">'
            + "".join(f'<mergeCell ref="A{k + 9}:B{k + 10}"/>' for k in range(n))
            + "</mergeCells>"
        ),
        (1, 300_000),
        TABLES,
    ),
    "a wide merged cell": (
        lambda n: _merged(f'<mergeCells count="1"><mergeCell ref="A2:B{n + 1}"/></mergeCells>'),
        (1, 1_048_570),
        TABLES,
    ),
    "footnotes": (
        lambda n: _book(
            "".join(f"a[^{letters(k)}]\n\n" for k in range(n))
            + "".join(f"[^{letters(k)}]: b\n\n" for k in range(n))
        ),
        (1, 9_000),
        BOOKS,
    ),
    "footnotes of footnotes": (
        lambda n: _book(
            "a[^aaaa]\n\n"
            + "".join(f"[^{letters(k)}]: b[^{letters(k + 1)}] c[^{letters(k + 2)}]\n\n" for k in range(n))
        ),
        (1, 60, 4_000),
        BOOKS,
    ),
    "footnotes that are long": (
        lambda n: _book(
            "a[^b]\n\n[^b]: " + "".join(f"c\n\n    - d {k}\n    > e\n\n    " for k in range(n)) + "\n"
        ),
        (1, 9_000),
        BOOKS,
    ),
    "lists in quotes": (
        lambda n: _book("".join("> " * k + "1. a\n" for k in range(1, n + 1))),
        (1, 19, 400),
        BOOKS,
    ),
    "definitions of a book": (lambda n: _book(many(n, "@\n: a\n: b\n\n")), (1, 20_000), BOOKS),
    "damaged archives": (_damaged, (1, 2_000), ("project",)),
    "archives packed otherwise": (_packed_otherwise, (9, 30_000_000), ("project",)),
    "archives in archives": (
        lambda n: (
            cards() | {"project.zip": _zipped({"a.gdl": _zipped({"b.gdl": "x" * n}).decode("latin-1")})}
        ),
        (9, 90_000_000),
        ("project",),
    ),
    "spaces on another table": (
        lambda n: board(n),
        (6, 40),
        ("tts", "virtualtabletop", "cgs", "images"),
    ),
    "letters of a trained player": (lambda n: _players("x" * n), (1, 3_000_000), ("quick",)),
    "deep trained players": (lambda n: _players("[" * n + "]" * n), (1, 500_000), ("quick",)),
    "digits of a trained player": (
        lambda n: _players(str(_trained()["a.players.json"]).replace('"rounds": 1', f'"rounds": {"9" * n}')),
        (1, 900_000),
        ("quick",),
    ),
    "weights of a trained player": (
        lambda n: _trained(weights={f"aim, mine {k}": k for k in range(n)}),
        (1, 40_000),
        ("quick",),
    ),
    "names that come twice in a player": (
        lambda n: _players("{" + ", ".join(f'"a{k // 2}": 1' for k in range(n)) + "}"),
        (2, 90_000),
        ("quick",),
    ),
    "opponents of a trained player": (
        lambda n: _trained(checked={f"search:{k}": {"won": 50, "within": 9, "games": 9} for k in range(n)}),
        (1, 9_000),
        ("quick",),
    ),
    "names of an opponent": (
        lambda n: _trained(checked={"\x1b[2J" * n: {"won": 50, "within": 9, "games": 9}}),
        (1, 90_000),
        ("quick",),
    ),
    "trained players of one ruleset": (
        lambda n: _players(
            json.dumps({"schema_version": 1, "ruleset": "x", "players": [{"players": k} for k in range(n)]})
        ),
        (1, 40_000),
        ("quick", "train"),
    ),
    "spaces laid by hand": (
        lambda n: _laid(
            "".join(f"    {chr(97 + k % n)}{k // n + 1}: [{k}, {n * n - k}]\n" for k in range(n * n)), n
        ),
        (2, 26),
        LAID,
    ),
    "spaces far apart": (lambda n: _laid(f"    a1: [0, 0]\n    b1: [{n}, {n}]\n"), (1, 10**18), LAID),
    "spaces that are not there": (lambda n: _laid(many(n, "    @: [1, 2]\n")), (1, 60_000), LAID),
    "numbers of a space": (lambda n: _laid(f"    a1: [{'1, ' * n}1]\n"), (1, 60_000), LAID),
    "deep spaces": (lambda n: _laid(f"    a1: {'[' * n}1{']' * n}\n"), (1, 60_000), LAID),
    "letters of a space": (lambda n: _laid(f"    {'a' * n}: [1, 2]\n"), (1, 200_000), LAID),
    "calls of no tool": (lambda n: _called(*[("x" * n, {})] * 9), (1, 900_000), ("mcp",)),
    "calls with many words": (
        lambda n: _called(("validate", {"path": MAIN} | {letters(k): k for k in range(n)})),
        (1, 60_000),
        ("mcp",),
    ),
    "names of calls": (
        lambda n: _asked([{"jsonrpc": "2.0", "id": "x" * n, "method": "tools/list", "params": {}}]),
        (1, 3_000_000),
        ("mcp",),
    ),
    "methods of calls": (
        lambda n: _asked(
            [{"jsonrpc": "2.0", "id": k, "method": "x" * 99, "params": {"a": k}} for k in range(n)]
        ),
        (1, 9_000),
        ("mcp",),
    ),
    "resources that lead away": (
        lambda n: _asked(
            [
                {
                    "jsonrpc": "2.0",
                    "id": 1,
                    "method": "resources/read",
                    "params": {"uri": "file:///" + "../" * n},
                }
            ]
        ),
        (1, 200_000),
        ("mcp",),
    ),
}
"""How such files grow, the sizes that are tried, and the commands that they are given to."""
