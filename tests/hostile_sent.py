"""Hostile messages to a table, edits of workbooks, saves that a page resumes, translations and drawings."""

import json
from collections.abc import Callable

from hostile import MAIN, Files, cards, letters, many
from hostile_files import BOOKS, LOOKS, _book, _svg, _theme
from hostile_forms import TOLD, _po, _row, _workbook
from hostile_lately import _ASKED, SAVES, _match

Made = Callable[[int], Files]
TABLE = ("table",)
EDITED = ("cells",)
RESUMED = (*SAVES, "table")


def _sent(*messages: object) -> Files:
    """What somebody sends to a table, a line for each message."""
    texts = (one if isinstance(one, str) else json.dumps(one) for one in messages)
    made = {MAIN: str(cards(main=_ASKED, count="60")[MAIN])}
    return made | {"asked": "".join(f"{text}\n" for text in texts)}


def _resumed(choices: list[object]) -> Files:
    """The same match as a file, and as what an exported page is to go on with."""
    made = dict(_match(choices))
    return made | {"asked": json.dumps({"do": "resume", "record": made["m.save"]}) + "\n"}


def _edited(rows: int, text: str) -> Files:
    """A workbook, and what its sheet is to say."""
    made = dict(_workbook("".join(_row(k + 2, letters(k), "3") for k in range(rows))))
    return made | {"edited": text}


def _lines(rows: int, value: str) -> str:
    return "Name\tValue\n" + "".join(f"{letters(k)}\t{value}\n" for k in range(rows))


SENT: dict[str, tuple[Made, tuple[int, ...], tuple[str, ...]]] = {
    "deep messages to a table": (lambda n: _sent("[" * n + "]" * n, '{"do":' * n), (1, 100_000), TABLE),
    "words of a message": (
        lambda n: _sent({"do": "why", "text": "x" * n}, {"do": "x" * n}),
        (1, 900_000),
        TABLE,
    ),
    "fields of a message": (
        lambda n: _sent({"do": "choose"} | {letters(k): k for k in range(n)}),
        (1, 90_000),
        TABLE,
    ),
    "numbers of a message": (
        lambda n: _sent(
            *(
                f'{{"do":"{do}","step":{"9" * n},"choice":-{"9" * n},"text":"{"9" * n}"}}'
                for do in ("choose", "at", "why", "report", "see", "undo")
            )
        ),
        (1, 4_000, 90_000),
        TABLE,
    ),
    "players of a message": (
        lambda n: _sent({"do": "begin", "players": n, "seats": ["person"] * min(n, 90_000)}),
        (1, 10**30),
        TABLE,
    ),
    "messages to a table": (
        lambda n: _sent(*[{"do": do} for do in ("why", "show", "odds", "report", "undo", "redo", "at")] * n),
        (1, 900),
        TABLE,
    ),
    "what is asked for": (
        lambda n: _sent(
            {"do": "show", "text": "r" * n + "c1"},
            {"do": "why not", "text": "(" * n},
            {"do": "name", "text": "\u202e" * n},
            {"do": "language", "language": "d" * n},
        ),
        (1, 400_000),
        TABLE,
    ),
    "saves that a page resumes": (lambda n: _resumed(["Card 1"] * n), (1, 60_000), RESUMED),
    "notes of a match": (
        lambda n: _resumed([{"choice": "Card 1", "note": "x"}] * n + [{"choice": "y" * n}]),
        (1, 60_000),
        RESUMED,
    ),
    "takes back in a match": (
        lambda n: _resumed([{"undo": k} for k in range(n)]),
        (1, 60_000),
        RESUMED,
    ),
    "cells that are changed": (lambda n: _edited(n, _lines(n, "4")), (1, 19_000), EDITED),
    "rows that are added": (lambda n: _edited(9, _lines(n, "3")), (9, 900_000), EDITED),
    "columns that are added": (
        lambda n: _edited(9, "Name\tValue" + many(n, "\t@") + "\n"),
        (1, 90_000),
        EDITED,
    ),
    "signs in a cell": (
        lambda n: _edited(2, f"Name\tValue\n{chr(1) * n}\t3\n\ufffe\t\ud800\n"),
        (1, 40_000),
        EDITED,
    ),
    "formulas in a cell": (lambda n: _edited(2, f"Name\tValue\n={'(' * n}\t=cmd|x\n"), (1, 40_000), EDITED),
    "backslashes in translations": (
        lambda n: _po('msgid "Deck"\nmsgstr "' + "\\\\" * n + '"\n'),
        (1, 9_000),
        TOLD,
    ),
    "escapes in translations": (
        lambda n: _po('msgid "Deck"\nmsgstr "' + "\\n" * n + '"\n'),
        (1, 9_000),
        TOLD,
    ),
    "markup in translations": (
        lambda n: _po(f'msgid "Deck"\nmsgstr "{"<b>" * n}<script>{"</b>" * n}"\n'),
        (1, 2_000),
        TOLD,
    ),
    "contexts in translations": (
        lambda n: _po(many(n, 'msgctxt "@"\nmsgid "Deck"\nmsgstr "x"\n\n')),
        (1, 60_000),
        TOLD,
    ),
    "directions in translations": (
        lambda n: _po('msgid "Deck"\nmsgstr "' + "\u202e\u2066" * n + '"\n'),
        (1, 9_000),
        TOLD,
    ),
    "obsolete translations": (lambda n: _po(many(n, '#~ msgid "@"\n#~ msgstr "x"\n\n')), (1, 60_000), TOLD),
    "turns of pictures": (
        lambda n: _svg('<rect width="9" height="9" transform="' + "rotate(1) " * n + '"/>'),
        (1, 200_000),
        LOOKS,
    ),
    "numbers of paths": (
        lambda n: _svg(f'<path d="M0 0L{"9" * n} 1e{"9" * min(n, 4000)}"/>'),
        (1, 400_000),
        LOOKS,
    ),
    "colours of gradients": (
        lambda n: _svg(
            '<linearGradient id="a">'
            + '<stop offset="0.5" stop-color="red"/>' * n
            + '</linearGradient><rect width="9" height="9" fill="url(#a)"/>'
        ),
        (1, 40_000),
        LOOKS,
    ),
    "gradients of gradients": (
        lambda n: _svg(
            "".join(f'<linearGradient id="g{k}" href="#g{(k + 1) % n}"/>' for k in range(n))
            + '<rect width="9" height="9" fill="url(#g0)"/>'
        ),
        (1, 15_000),
        LOOKS,
    ),
    "masks of masks": (
        lambda n: _svg(
            "".join(
                f'<mask id="m{k}"><rect width="9" height="9" mask="url(#m{k + 1})"/></mask>' for k in range(n)
            )
            + '<rect width="9" height="9" mask="url(#m0)"/>'
        ),
        (1, 9_000),
        LOOKS,
    ),
    "patterns of patterns": (
        lambda n: _svg(
            "".join(
                f'<pattern id="p{k}" width="1" height="1"><rect width="9" height="9" fill="url(#p{k + 1})"/></pattern>'
                for k in range(n)
            )
            + '<rect width="90" height="90" fill="url(#p0)"/>'
        ),
        (1, 9_000),
        LOOKS,
    ),
    "letters of pictures": (lambda n: _svg(f'<text font-size="{n}">{"x" * n}</text>'), (1, 300_000), LOOKS),
    "comments of pictures": (lambda n: _svg("<!-- x -->" * n), (1, 90_000), LOOKS),
    "entities of pictures": (lambda n: _svg("&#120;" * n + "&x;"), (1, 150_000), LOOKS),
    "fonts of a theme": (lambda n: _theme("fonts: [" + '"x", ' * n + '"y"]\n'), (1, 60_000), LOOKS),
    "letters of a theme": (lambda n: _theme(f'fonts: "{"x" * n}"\n'), (1, 900_000), LOOKS),
    "tables in tables": (
        lambda n: _book("# A\n\n" + "<table><tr><td>" * n + "a" + "</td></tr></table>" * n + "\n"),
        (1, 3_000),
        BOOKS,
    ),
    "marks by turns": (
        lambda n: _book("# A\n\n" + "_a **b ~~c " * n + "d~~ e** f_ " * n + "\n"),
        (1, 3_000),
        BOOKS,
    ),
    "quotations by turns": (
        lambda n: _book("# A\n\n" + "<blockquote><ul><li>" * n + "a" + "</li></ul></blockquote>" * n + "\n"),
        (1, 3_000),
        BOOKS,
    ),
    "terms in a book": (lambda n: _book("# A\n\n" + "a\n:   b\n\n" * n), (1, 30_000), BOOKS),
    "abbreviations of one": (
        lambda n: _book("# A\n\n" + "*[Card]: x\n" * n + "Card " * min(n, 1_000) + "\n"),
        (1, 30_000),
        BOOKS,
    ),
}
"""How such files grow, the sizes that are tried, and the commands that they are given to."""
