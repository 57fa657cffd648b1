"""Hostile trades, scenarios, sheets, archives, messages, calls, addresses and matches that are to go on."""

import json
from collections.abc import Callable
from functools import cache

from hostile import MAIN, Files, board, cards, letters, many
from hostile_forms import TABLES, _table, _workbook, _zipped

from gekido_dsl.compilation import load
from gekido_dsl.play import record
from gekido_dsl.source import MemoryProvider

RULES = (
    "validate",
    "fmt",
    "docs",
    "simulate",
    "play",
    "export",
    "diff",
    "graph",
    "odds",
    "test",
    "stats",
    "lsp",
    "studio",
)
SAVES = ("replay", "report", "resume")
PIECES = ("validate", "print", "export", "tts", "virtualtabletop", "cgs", "images")
Made = Callable[[int], Files]
_ASKED = "  draw 1 Card if possible\n  discard a Card of my Hand\n"


def _traders(n: int, main: str) -> Files:
    """Players who have so many goods each and trade them."""
    return cards(
        "kind Good, 90 for each player\n  Ware: 1 to 9, starts 1\nbox Basket of each player: all Goods\n"
        f"each player has\n  Gold: 0 to {n}, starts {n}\n",
        main,
    )


@cache
def _identity(text: str) -> str:
    return load(MAIN, MemoryProvider({MAIN: text})).identity


def _match(choices: list[object]) -> Files:
    """A match of which all checksums are right, whatever was chosen."""
    made = cards(main=_ASKED, count="60")
    head = {
        "format": "gekido-match", "version": 1, "ruleset": MAIN, "identity": _identity(str(made[MAIN])), "edition": 1,
        "options": {}, "players": 2, "seed": 1, "seats": ["random", "random"], "engine": "0.1.0",
    }  # fmt: skip
    lines = [record._line(head)]
    for chosen in choices:
        values = {"seat": 0, "choice": chosen, "chance": []}
        lines.append(record._line(values | (chosen if isinstance(chosen, dict) else {}), lines[-1]))
    return made | {"m.save": "".join(f"{line.rstrip()}\n" for line in lines)}


def _sheet(rows: str) -> Files:
    office = "urn:oasis:names:tc:opendocument:xmlns"
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{office}:manifest:1.0"/>',
        "content.xml": f'<office:document-content xmlns:office="{office}:office:1.0" xmlns:table="{office}:table:1.0" '
        f'xmlns:text="{office}:text:1.0"><office:body><office:spreadsheet><table:table table:name="A">'
        f"{_row('Name', 'Value')}{rows}</table:table></office:spreadsheet></office:body></office:document-content>",
    }
    return _table("a.ods", _zipped(parts), ' sheet "A"')


def _row(*cells: str, given: str = "", of_row: str = "") -> str:
    inner = "".join(
        f'<table:table-cell office:value-type="string"{given}><text:p>{cell}</text:p></table:table-cell>'
        for cell in cells
    )
    return f"<table:table-row{of_row}>{inner}</table:table-row>"


def _shared(n: int, strings: str) -> Files:
    """A workbook with strings in a part of their own, the first of which stand in its rows."""
    rows = "".join(
        f'<row r="{k}"><c r="A{k}" t="s"><v>{k - 2}</v></c><c r="B{k}"><v>3</v></c></row>'
        for k in range(2, 2 + min(n, 9))
    )
    start = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return _workbook(rows, more={"xl/sharedStrings.xml": f"{start}{strings}</sst>"})


def _archive(parts: dict[str, str]) -> Files:
    return cards() | {"project.zip": _zipped(parts)}


def _called(*tools: tuple[str, dict[str, object]]) -> Files:
    """Calls of an assistant's tools."""
    first = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    lines = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": first},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    lines += [
        {"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": {"name": name, "arguments": given}}
        for at, (name, given) in enumerate(tools, 1)
    ]
    return cards() | {"asked": "".join(json.dumps(line) + "\n" for line in lines)}


def _deep(n: int) -> object:
    made: object = 1
    for _ in range(n):
        made = [made]
    return made


def _framed(*bodies: str) -> Files:
    return cards() | {"asked": "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)}


def _scenario(text: str) -> Files:
    return cards(f'scenario "S"\n{text}  then Deck is not empty\n')


def _next_to(n: int) -> Files:
    return board(
        6,
        f"a Square is Far if it is next to {'a Square that is next to ' * n}an empty Square\n",
        "  put the next Mark of my Supply onto an empty Square that is Far\n    otherwise stop\n",
    )


LATELY: dict[str, tuple[Made, tuple[int, ...], tuple[str, ...]]] = {
    "offers": (
        lambda n: _traders(9, "  offer 1 Good for 1 Good to the others\n" * n),
        (1, 1_900),
        RULES,
    ),
    "things offered": (
        lambda n: _traders(9, f"  offer {n} Goods for {n} Goods to the others\n"),
        (1, 90),
        RULES,
    ),
    "offers in offers": (
        lambda n: _traders(
            9,
            "".join(
                f"{'  ' * (2 * k + 1)}offer 1 Good for 1 Good to the others\n{'  ' * (2 * k + 2)}otherwise\n"
                for k in range(n)
            )
            + "  " * (2 * n + 1)
            + "stop\n",
        ),
        (1, 12, 900),
        RULES,
    ),
    "next to next to": (_next_to, (1, 9, 6_000), RULES),
    "titles of scenarios": (
        lambda n: cards(f'scenario "{"x" * n}"\n  then Deck is not empty\n'),
        (1, 900_000),
        RULES,
    ),
    "steps of a scenario": (
        lambda n: _scenario("  then Deck is not empty\n" * n),
        (1, 20_000),
        RULES,
    ),
    "rows of a sheet that repeat": (
        lambda n: _sheet(_row("A", "3", of_row=f' table:number-rows-repeated="{n}"')),
        (1, 1_000_000_000),
        TABLES,
    ),
    "cells of a sheet that repeat": (
        lambda n: _sheet(_row("A", "3", given=f' table:number-columns-repeated="{n}"')),
        (1, 1_000_000_000),
        TABLES,
    ),
    "long cells of a sheet": (lambda n: _sheet(_row("A" * n, "3")), (9, 50_000_000), TABLES),
    "deep sheets": (
        lambda n: _sheet(_row("<text:span>" * n + "A" + "</text:span>" * n, "3")),
        (9, 400_000),
        TABLES,
    ),
    "strings of a workbook": (
        lambda n: _shared(n, "".join(f"<si><t>{letters(k)}</t></si>" for k in range(n))),
        (9, 900_000),
        TABLES,
    ),
    "deep strings of a workbook": (
        lambda n: _shared(1, "<si>" + "<r>" * n + "<t>a</t>" + "</r>" * n + "</si>"),
        (9, 900_000),
        TABLES,
    ),
    "workbooks that follow others": (
        lambda n: _workbook("", more={f"xl/externalLinks/externalLink{k}.xml": "<a/>" for k in range(n)}),
        (1, 1_900),
        TABLES,
    ),
    "archives of much": (lambda n: _archive({"a.gdl": "# " + "x" * n}), (9, 300_000_000), ("project",)),
    "archives of many": (
        lambda n: _archive({f"p/{letters(k)}.gdl": "" for k in range(n)}),
        (9, 60_000),
        ("project",),
    ),
    "deep archives": (
        lambda n: _archive({"a/" * n + "a.gdl": str(cards()[MAIN])}),
        (1, 30_000),
        ("project",),
    ),
    "archives that lead away": (
        lambda n: _archive({"../" * n + "etc/a.gdl": "x", "/" * n + "a.gdl": "x"}),
        (1, 20_000),
        ("project",),
    ),
    "choices of a match": (lambda n: _match(["Card 1"] * n), (1, 60_000), SAVES),
    "long choices of a match": (lambda n: _match(["x" * n]), (1, 900_000), SAVES),
    "deep choices of a match": (lambda n: _match([_deep(n)]), (1, 900), SAVES),
    "chance of a match": (
        lambda n: _match([{"choice": "Card 1", "chance": [["random", 1, 9, None]] * n}]),
        (1, 90_000),
        SAVES,
    ),
    "calls with long words": (
        lambda n: _called(
            *[
                (name, dict.fromkeys(("path", "name", "question", "code", "page", "old", "new"), "x" * n))
                for name in ("look_up", "validate", "new_ruleset", "explain", "diff", "read_file", "play")
            ]
        ),
        (1, 900_000),
        ("mcp",),
    ),
    "calls with deep words": (
        lambda n: _called(("validate", {"path": _deep(n)}), ("simulate", {"path": MAIN, "games": _deep(n)})),
        (1, 900),
        ("mcp",),
    ),
    "calls for many games": (
        lambda n: _called(
            ("simulate", {"path": MAIN, "games": n}), ("play", {"path": MAIN, "players": n, "seed": n})
        ),
        (1, 10**30),
        ("mcp",),
    ),
    "calls that lead away": (
        lambda n: _called(
            *[
                (name, {"path": "../" * n + "etc/passwd", "text": "x"})
                for name in ("read_file", "write_file", "validate")
            ]
        ),
        (1, 200_000),
        ("mcp",),
    ),
    "texts to be written": (
        lambda n: _called(("write_file", {"path": "b.gdl", "text": "x\n" * n})),
        (1, 4_000_000),
        ("mcp",),
    ),
    "lengths of messages": (
        lambda n: cards() | {"asked": f"Content-Length: 1{'0' * n}\r\n\r\n" + "{}"},
        (1, 9, 4_000),
        ("rpc",),
    ),
    "heads of messages": (
        lambda n: cards() | {"asked": many(n, "@: x\r\n") + "\r\n{}"},
        (1, 200_000),
        ("rpc",),
    ),
    "long heads of messages": (lambda n: cards() | {"asked": "x" * n}, (1, 20_000_000), ("rpc",)),
    "messages to an editor's server": (
        lambda n: _framed(*['{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}'] * n),
        (1, 9_000),
        ("rpc",),
    ),
    "deep messages to an editor's server": (
        lambda n: _framed(
            '{"jsonrpc":"2.0","id":1,"method":"initialize","params":' + "[" * n + "]" * n + "}"
        ),
        (1, 900_000),
        ("rpc",),
    ),
    "names of rulesets": (lambda n: cards() | {"asked": "x" * n}, (1, 100_000), ("new",)),
    "deep names of rulesets": (lambda n: cards() | {"asked": "a/" * n + "b"}, (1, 50_000), ("new",)),
    "addresses of tables": (
        lambda n: (
            dict(_table("a.csv", "Name,Value\nA,3\n"))
            | {"sheets.toml": many(n, '["@.csv"]\naddress = "https://127.0.0.1:9/@.csv"\n')}
        ),
        (1, 20_000),
        ("pull",),
    ),
    "deep settings of tables": (
        lambda n: dict(_table("a.csv", "Name,Value\nA,3\n")) | {"sheets.toml": "a = " + "[" * n + "]" * n},
        (1, 400_000),
        ("pull",),
    ),
    "long addresses of tables": (
        lambda n: (
            dict(_table("a.csv", "Name,Value\nA,3\n"))
            | {"sheets.toml": f'["a.csv"]\naddress = "https://127.0.0.1:9/{"x" * n}"\n'}
        ),
        (1, 900_000),
        ("pull",),
    ),
    "rows to be converted": (
        lambda n: _table("a.csv", "Name,Value\n" + many(n, "@,3\n")),
        (1, 9_900, 20_000),
        ("convert", "convert-ods", "convert-xlsx"),
    ),
    "cells to be converted": (
        lambda n: _table("a.csv", f'Name,Value\n"{"=" * n}",3\n'),
        (1, 400_000),
        ("convert", "convert-ods", "convert-xlsx"),
    ),
    "pieces": (lambda n: cards(count=str(n)), (9, 9_000), PIECES),
    "sorts of pieces": (
        lambda n: cards(many(n, "kind @, 9 of them\npile of @: all @s\n".replace("pile of", "pile P"))),
        (1, 300),
        PIECES,
    ),
    "wide pieces": (lambda n: cards(kind=many(n, "  @: 0 to 6, starts 1\n")), (1, 300), PIECES),
    "colours of players": (
        lambda n: (
            cards('theme from "t.yaml"\n') | {"t.yaml": "players: [" + '"#c2402a", ' * n + '"#1f5fa8"]\n'}
        ),
        (1, 60_000),
        ("validate", "docs", "play", "export", "print", "studio"),
    ),
    "chapters of chapters": (
        lambda n: (
            cards('book from "book.md"\n')
            | {"book.md": "".join(f"{'#' * (k % 6 + 1)} {letters(k)}\n\na Card\n\n" for k in range(n))}
        ),
        (1, 490, 20_000),
        ("validate", "docs", "pdf", "export"),
    ),
}
"""How such files grow, the sizes that are tried, and the commands that they are given to."""
