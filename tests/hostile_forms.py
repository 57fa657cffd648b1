"""Hostile translations, CSV files, workbooks, betting rounds and shapes that grow in one dimension."""

import io
import zipfile
from collections.abc import Callable

from hostile import MAIN, Files, board, cards, letters, many

CHECKS = ("validate", "fmt", "lsp", "studio")
TABLES = ("validate", "docs", "simulate", "play", "export", "print", "diff", "stats", "lsp", "studio")
TOLD = ("validate", "docs", "play", "export", "diff", "translate", "lsp", "studio")
PLAYED = ("validate", "docs", "simulate", "play", "export", "graph", "odds", "test", "stats", "studio")
Made = Callable[[int], Files]


def _po(text: str) -> Files:
    head = 'msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
    return cards('translation de from "de.po"\n') | {"de.po": head + text}


def _table(name: str, data: str | bytes, given: str = "") -> Files:
    made = str(cards(kind="")[MAIN]).replace("kind Card, 9 of them", f'kind Card from "{name}"{given}')
    return {MAIN: made.replace(", starts 2", ""), name: data}


def _csv(text: str) -> Files:
    return _table("a.csv", "Name,Value\n" + text)


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOCUMENTS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def _workbook(rows: str, *, sheets: int = 1, more: dict[str, str] | None = None) -> Files:
    """A workbook with sheets of the same rows, and other parts beside them."""
    named = "".join(f'<sheet name="{letters(k)}" sheetId="{k + 1}" r:id="r{k}"/>' for k in range(sheets))
    leads = "".join(
        f'<Relationship Id="r{k}" Type="{_DOCUMENTS}/worksheet" Target="worksheets/s{k}.xml"/>'
        for k in range(sheets)
    )
    kinds = "".join(
        f'<Override PartName="/xl/worksheets/s{k}.xml" ContentType="application/vnd.openxmlformats-'
        'officedocument.spreadsheetml.worksheet+xml"/>'
        for k in range(sheets)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/xl/workbook.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
        f"{kinds}</Types>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="a" '
        f'Type="{_DOCUMENTS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOCUMENTS}"><sheets>{named}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{leads}</Relationships>',
    }
    for k in range(sheets):
        parts[f"xl/worksheets/s{k}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{_row(1, "Name", "Value")}{rows}</sheetData></worksheet>'
        )
    return _table("a.xlsx", _zipped(parts | (more or {})), f' sheet "{letters(0)}"')


def _row(number: int, *cells: str) -> str:
    inner = "".join(
        f'<c r="{chr(65 + at)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
        for at, cell in enumerate(cells)
    )
    return f'<row r="{number}">{inner}</row>'


def _zipped(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _bets(n: int, *, players: int = 4, rounds: int = 3) -> Files:
    round_ = "  in turn each player that is Live bets at least 1 Chip as my Stake\n    otherwise set my Folded to yes\n"
    made = cards(
        main="  each player\n    pay 1 Chip, or all that is left, to my Stake\n"
        + round_ * rounds
        + "  share all Stakes among players that are Live by their Chips, highest first, as Chips\n",
        more="a player is Live if my Folded is no\neach player has\n"
        f"  Chips: 0 to {n}, starts {n}\n  Stake: 0 or more, starts 0\n  Folded: yes or no, starts no\n",
    )
    return {MAIN: str(made[MAIN]).replace("players 2", f"players {players}")}


def _shapes(rows: list[str], size: int, how: str) -> Files:
    made = board(
        size,
        f'kind Bed from "beds.yaml", {len(rows)} for each player\nkind Plant of each Bed, drawn as Shape\n'
        "pool Barrow of each player: all Beds\n",
        f"  put a Bed of my Barrow onto empty Squares{how}\n    otherwise stop\n",
    )
    return {MAIN: made[MAIN], "beds.yaml": "".join(rows)}


def _shape(name: str, cells: list[str]) -> str:
    drawn = ", ".join(f'"{one}"' for one in cells)
    return f"- {{Name: {name}, Shape: [{drawn}]}}\n"


def _many_shapes(n: int) -> Files:
    return _shapes([_shape(letters(k), ["##", "#."]) for k in range(n)], 8, ", turned or mirrored")


FORMS: dict[str, tuple[Made, tuple[int, ...], tuple[str, ...]]] = {
    "translated": (lambda n: _po(many(n, 'msgid "@"\nmsgstr "a @"\n\n')), (9, 60_000), TOLD),
    "translated alike": (lambda n: _po('msgid "Deck"\nmsgstr "Stapel"\n\n' * n), (9, 60_000), TOLD),
    "long translations": (lambda n: _po(f'msgid "Deck"\nmsgstr "{"x" * n}"\n'), (9, 900_000), TOLD),
    "translations in pieces": (lambda n: _po('msgid "Deck"\nmsgstr ""\n' + '"x"\n' * n), (9, 200_000), TOLD),
    "open translations": (lambda n: _po('msgid "Deck\n' * n), (9, 90_000), TOLD),
    "holes in translations": (
        lambda n: _po(f'msgid "Deck"\nmsgstr "{"{" * n}{"}" * n}"\n'), (9, 400_000), TOLD,
    ),
    "plurals in translations": (
        lambda n: _po('msgid "Card"\nmsgid_plural "Cards"\n' + many(n, 'msgstr[#] "x"\n')), (2, 50_000), TOLD,
    ),
    "comments in translations": (lambda n: _po("#. x\n" * n), (2, 200_000), TOLD),
    "rows of a CSV": (lambda n: _csv(many(n, "@,3\n")), (9, 60_000), TABLES),
    "cells of a CSV": (lambda n: _csv("A," + "1," * n + "1\n"), (9, 400_000), TABLES),
    "columns of a CSV": (lambda n: _table("a.csv", many(n, "@", ",") + "\n"), (9, 100_000), TABLES),
    "quotes of a CSV": (lambda n: _csv('"' * n + ",3\n"), (9, 900_000), TABLES),
    "open quotes of a CSV": (lambda n: _csv('"A,3\n' * n), (9, 150_000), TABLES),
    "long cells of a CSV": (lambda n: _csv(f"{'A' * n},3\n"), (9, 900_000), TABLES),
    "bad rows of a CSV": (lambda n: _csv(many(n, "@,many\n")), (9, 60_000), TABLES),
    "lists in a CSV": (lambda n: _csv(f'A,"{"1; " * n}1"\n'), (9, 250_000), TABLES),
    "rows of a workbook": (
        lambda n: _workbook("".join(_row(k + 2, letters(k), "3") for k in range(n))), (9, 30_000), TABLES,
    ),
    "far cells of a workbook": (
        lambda n: _workbook(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>'), (9, 1_048_576), TABLES,
    ),
    "long cells of a workbook": (lambda n: _workbook(_row(2, "A" * n, "3")), (9, 50_000_000), TABLES),
    "empty workbooks": (lambda n: _workbook(" " * n), (9, 200_000_000), TABLES),
    "sheets": (lambda n: _workbook(_row(2, "A", "3"), sheets=n), (1, 2_000), TABLES),
    "parts of a workbook": (
        lambda n: _workbook(_row(2, "A", "3"), more={f"xl/{k}.xml": "<a/>" for k in range(n)}), (1, 20_000), TABLES,
    ),
    "deep workbooks": (lambda n: _workbook("<a>" * n + "</a>" * n), (9, 900_000), TABLES),
    "entities of a workbook": (
        lambda n: _workbook(
            _row(2, "A", "3"),
            more={
                "xl/sharedStrings.xml": "<!DOCTYPE a ["
                + '<!ENTITY e0 "x">'
                + "".join(f'<!ENTITY e{k + 1} "{f"&e{k};" * 10}">' for k in range(n))
                + f']><sst xmlns="{_MAIN}"><si><t>&e{n};</t></si></sst>'
            },
        ),
        (1, 9),
        TABLES,
    ),
    "halves of workbooks": (lambda n: _table("a.xlsx", b"PK\3\4" + b"\0" * n), (9, 900_000), TABLES),
    "chips": (lambda n: _bets(n), (9, 999_999_999), PLAYED),
    "betting rounds": (lambda n: _bets(90, rounds=n), (1, 600), PLAYED),
    "players who bet": (lambda n: _bets(90, players=n), (2, 12), PLAYED),
    "large shapes": (
        lambda n: _shapes([_shape("Bar", ["#" * n] * n)], 40, ", turned or mirrored"), (1, 20, 600), TABLES,
    ),
    "shapes on large boards": (
        lambda n: _shapes([_shape("Nook", ["#.", "##"])], n, ", turned or mirrored"), (6, 40), TABLES,
    ),
    "many shapes": (_many_shapes, (2, 900, 9_000), TABLES),
    "shapes with holes": (
        lambda n: _shapes([_shape("Net", ["#." * n, ".#" * n] * n)], 40, ", turned"), (1, 19, 300), TABLES,
    ),
    "names in quotes": (lambda n: cards(many(n, 'kind "Ring of @", 1 of them\n')), (9, 900), CHECKS),
}  # fmt: skip
"""How such files grow, the sizes that are tried, and the commands that they are given to."""
