"""Hostile books, tables, pictures and texts that grow in one dimension, and all classes with what is tried on them."""

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from hostile import DIMENSIONS, MAIN, Files, cards, letters, many
from hostile_forms import FORMS
from hostile_lately import LATELY
from hostile_more import MORE

RULES = (
    "validate", "fmt", "docs", "simulate", "play", "export", "print", "diff", "graph", "odds", "test", "stats", "lsp",
    "studio",
)  # fmt: skip
BOOKS = ("validate", "docs", "pdf", "export", "diff", "lsp", "studio")
LOOKS = ("validate", "docs", "play", "export", "print", "diff", "studio")
TEXTS = ("validate", "fmt", "lsp", "studio")
PLAYED = ("train", "exploits", "sensitivity", "sweep", "coverage", "compare", "lockstep")
"""Commands that play games; they get what `simulate` gets."""


@dataclass(frozen=True)
class Class:
    """How files grow, the sizes that are tried, and the commands that they are given to."""

    files: Callable[[int], Files]
    sizes: tuple[int, ...]
    commands: tuple[str, ...] = RULES


def _book(text: str) -> Files:
    return cards('book from "book.md"\n') | {"book.md": text}


def _art(data: str | bytes, name: str) -> Files:
    made = dict(cards())
    made[MAIN] = (
        made[MAIN]
        .replace("kind Card, 9 of them", 'kind Card from "a.yaml"')
        .replace(", starts 2", "")
        .replace("deck Deck", 'theme from "t.yaml"\ndeck Deck')
    )
    return made | {
        "a.yaml": f"- {{Name: Ann, Value: 1, Art: {name}}}\n",
        "t.yaml": 'colours: {ink: "#101820"}\n',
        name: data,
    }


def _svg(inner: str, size: str = 'viewBox="0 0 100 100"') -> Files:
    root = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {size}>'
    return _art(f"{root}{inner}</svg>", "x.svg")


def _png(n: int, made: bool = True) -> Files:
    """A picture of n squared pixels of one colour, of one bit each."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    packer = zlib.compressobj(9)
    row = bytes(1 + (n + 7) // 8)
    rows = b"".join(packer.compress(row) for _ in range(n if made else 1)) + packer.flush()
    head = struct.pack(">IIBBBBB", n, n, 1, 0, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")
    return _art(data, "x.png")


def _use_bomb(n: int) -> Files:
    levels = "".join(
        f'<g id="g{k + 1}">' + f'<use href="#g{k}"/><use xlink:href="#g{k}"/>' * 5 + "</g>" for k in range(n)
    )
    return _svg(f'<defs><g id="g0"><rect width="9" height="9"/></g>{levels}</defs><use href="#g{n}"/>')


def _filters(n: int) -> Files:
    steps = "".join(f'<feGaussianBlur stdDeviation="{k + 50}"/>' for k in range(n))
    return _svg(f'<filter id="f">{steps}</filter><rect width="90" height="90" filter="url(#f)"/>')


def _filtered(n: int) -> Files:
    return _svg(
        '<filter id="f" x="-9" y="-9" width="99" height="99"><feTurbulence numOctaves="99"/></filter>'
        + '<rect width="90" height="90" filter="url(#f)"/>' * n
    )


def _theme(text: str) -> Files:
    made = dict(_svg("<rect/>"))
    return made | {"t.yaml": text}


def _table(text: str) -> Files:
    made = dict(_art("<svg/>", "x.svg"))
    return {MAIN: made[MAIN].replace('theme from "t.yaml"\n', ""), "a.yaml": text}


def _copies(n: int) -> Files:
    made = dict(_table(f"- {{Name: A, Value: 3, Copies: {n}}}\n"))
    return made | {MAIN: str(made[MAIN]).replace('from "a.yaml"', f'from "a.yaml", {n} of them')}


def _anchors(n: int) -> Files:
    lines = "".join(f"  a{k + 1}: &a{k + 1} [{f'*a{k}, ' * 9}*a{k}]\n" for k in range(n))
    return _table(f"- Name: A\n  a0: &a0 [x, x]\n{lines}")


def _rules_chain(n: int) -> Files:
    return cards(
        many(n, "rule @\n  do %\n") + f"rule {letters(n)}\n  discard all Cards of my Hand\n", "  do Kaaaa\n"
    )


def _definitions_twice(n: int) -> Files:
    return cards(
        many(n, "a Card is @ if no Card that is % is %\n") + f"a Card is {letters(n)} if it is in Heap\n",
        "  discard all Cards of my Hand if some Card is Kaaaa\n",
    )


def _variant_of_variants(n: int) -> Files:
    made = dict(cards("rule Leave\n  discard all Cards of my Hand\n", "  do Leave\n"))
    made[f"{letters(n)}.gdl"] = made.pop(MAIN)
    for k in range(n):
        made[f"{letters(k)}.gdl" if k else MAIN] = (
            f'edition 1\ngame "V" changes "{letters(k + 1)}.gdl"\n'
            "add to rule Leave\n  discard all Cards of my Hand\n"
        )
    return made


def _claims(n: int) -> Files:
    return cards(many(n, 'claim "@"\n  then at most # of 99999 games are drawn\n'))


def _given(n: int) -> Files:
    return cards(many(1, 'scenario "@"\n') + "  given the Round is 3\n" * n + "  then Deck is not empty\n")


def _drawn_spaces(n: int) -> Files:
    made = dict(
        cards(
            'kind Plot from "p.yaml"\nkind Square of each Plot, drawn as Rows with signs from "s.yaml"\n'
            f"  Mud: yes or no\nboard Bd: {min(n, 40)} by {n} Square, touching in 4 directions\n",
            setup="setup\n  lay out Bd as Farm\n",
        )
    )
    row = " ".join("." * n)
    return made | {
        "p.yaml": "- Name: Farm\n  Rows:\n" + f'    - "{row}"\n' * n,
        "s.yaml": "- {sign: m, name: mud, Mud: true}\n",
    }


def _linked_rules(n: int) -> Files:
    return _book("# A\n" + many(n, "<!-- tells of Card, Deck, Heap -->\n\n{{Deck}} and {{Heap}}\n\n"))


def _huge(n: int) -> Files:
    return {MAIN: cards()[MAIN] + "# " + "x" * n + "\n"}


def _huge_lines(n: int) -> Files:
    return {MAIN: cards()[MAIN] + "# x\n" * (n // 4)}


def _with_text(n: int) -> Files:
    return cards(
        many(1, 'rule Told\n  text "') + "y" * n + '"\n  discard all Cards of my Hand\n', "  do Told\n"
    )


def _files_of(n: int, text: Callable[[str], str]) -> Files:
    """A game that uses so many files, each of the same size."""
    made = dict(cards(many(n, 'use "@.gdl"\n')))
    return made | {f"{letters(k)}.gdl": text(letters(k)) for k in range(n)}


def _tables_of(n: int, text: str) -> Files:
    made = dict(cards(many(n, 'kind @ from "@.yaml"\n  Value: 0 to 6\n')))
    return made | {f"{letters(k)}.yaml": text for k in range(n)}


def _long_rules(n: int) -> Files:
    return cards(many(n, "rule @\n" + "  discard all Cards of my Hand if some Card is in Heap\n" * 1_900))


ROWS = "# A\n\n| a | b |\n| --- | --- |\n"
OTHERS: dict[str, Class] = {
    "chain of rules": Class(_rules_chain, (3, 45, 900)),
    "definitions that ask twice": Class(_definitions_twice, (3, 22, 900)),
    "variants that add": Class(_variant_of_variants, (2, 30, 300)),
    "claims": Class(_claims, (2, 3_000)),
    "givens": Class(_given, (2, 1_500)),
    "drawn spaces": Class(_drawn_spaces, (3, 20, 700)),
    "texts": Class(_with_text, (10, 900_000)),
    "one long comment": Class(_huge, (10, 900_000, 10_000_000), TEXTS),
    "comments": Class(_huge_lines, (100, 900_000, 10_000_000), TEXTS),
    "spaces at the margin": Class(lambda n: cards(main=" " * n + "stop\n"), (3, 900_000), TEXTS),
    "blank lines": Class(lambda n: cards("\n" * n), (3, 900_000), TEXTS),
    "long rules": Class(_long_rules, (1, 9)),
    "rules in one file": Class(
        lambda n: cards(many(n, "rule @\n  discard all Cards of my Hand\n")), (5, 20_000)
    ),
    "files of rules": Class(
        lambda n: _files_of(n, lambda name: many(700, f"rule X {name} @\n  stop\n")), (1, 60)
    ),
    "files of comments": Class(
        lambda n: _files_of(n, lambda name: "# x\n" * 200_000 + f"kind {name}, 1 of them\n"), (1, 60)
    ),
    "tables of rows": Class(lambda n: _tables_of(n, many(30_000, "- {Name: @, Value: 3}\n")), (1, 60)),
    "tables of lists": Class(lambda n: _tables_of(n, "- [" + "1," * 95_000 + "1]\n"), (1, 60)),
    "stairs": Class(
        lambda n: cards(main="".join("  " * (k + 1) + "each Card in Deck\n" for k in range(n))),
        (2, 1_300),
        TEXTS,
    ),
    "open brackets": Class(lambda n: cards(main=f"  stop if {'(' * n}\n"), (2, 900_000), TEXTS),
    "open quotes": Class(lambda n: cards(main='  announce "\n' * n), (2, 60_000), TEXTS),
    "unknown words": Class(lambda n: cards(main="  frobnicate the Deck\n" * n), (2, 40_000), TEXTS),
    "odd signs": Class(lambda n: cards(main="  $\u00a7\u2603\n" * n), (2, 90_000), TEXTS),
    "one long word": Class(lambda n: cards(main=f"  {'x' * n}\n"), (2, 900_000), TEXTS),
    "many small words": Class(lambda n: cards(main=f"  {'a ' * n}\n"), (2, 400_000), TEXTS),
    "nots": Class(lambda n: cards(main=f"  stop if {'not ' * n}Deck is empty\n"), (2, 200_000), TEXTS),
    "ofs": Class(lambda n: cards(main=f"  stop if {'the owner of ' * n}Deck is me\n"), (2, 60_000), TEXTS),
    "thats": Class(
        lambda n: cards(main=f"  stop if some Card {'that is a Card ' * n}is in Deck\n"), (2, 50_000), TEXTS
    ),
    "ands": Class(
        lambda n: cards(main=f"  stop if Deck is empty{' and Deck is empty' * n}\n"), (2, 50_000), TEXTS
    ),
    "a zero byte": Class(lambda n: {MAIN: cards()[MAIN] + "\0" * n}, (1, 900_000), TEXTS),
    "aliases": Class(_anchors, (2, 30, 3_000)),
    "deep maps": Class(lambda n: _table("- " + "{a: " * n + "1" + "}" * n + "\n"), (2, 100_000)),
    "deep dashes": Class(lambda n: _table("- " * n + "a\n"), (2, 400_000)),
    "open lists": Class(lambda n: _table("- [" * n), (2, 300_000)),
    "wide rows": Class(lambda n: _table("- {Name: A, " + many(n, "@: 1", ", ") + "}\n"), (2, 60_000)),
    "rows of one name": Class(lambda n: _table("- {Name: A, Value: 3}\n" * n), (2, 40_000)),
    "copies": Class(_copies, (2, 9_999, 10**9)),
    "long cells": Class(lambda n: _table(f"- {{Name: {'A' * n}, Value: 3}}\n"), (2, 900_000)),
    "quoted cells": Class(lambda n: _table('- {Name: "' + "\\n" * n + '", Value: 3}\n'), (2, 400_000)),
    "links in a book": Class(lambda n: _book("# A\n" + "[a](" * n + "\n"), (2, 30_000, 240_000), BOOKS),
    "brackets in a book": Class(
        lambda n: _book("# A\n" + "[" * n + "a" + "]" * n + "\n"), (2, 60_000, 450_000), BOOKS
    ),
    "pictures in a book": Class(lambda n: _book("# A\n" + "![a](" * n + "\n"), (2, 24_000, 190_000), BOOKS),
    "braces in a book": Class(lambda n: _book("# A\n" + "{{" * n + "\n"), (2, 60_000, 450_000), BOOKS),
    "footnotes": Class(lambda n: _book("# A\n" + "[^a" * n + "\n"), (2, 40_000, 300_000), BOOKS),
    "notes at the foot": Class(
        lambda n: _book("# A\n" + many(n, "x[^@]\n\n[^@]: y\n\n")), (2, 30_000), BOOKS
    ),
    "underlines": Class(
        lambda n: _book("# A\n" + "_" * n + "a" + "_" * n + "\n"), (2, 60_000, 450_000), BOOKS
    ),
    "underlines with words": Class(
        lambda n: _book("# A\n" + "_a " * n + "b_ " * n + "\n"), (2, 20_000, 160_000), BOOKS
    ),
    "stars with words": Class(
        lambda n: _book("# A\n" + "**a " * n + "b** " * n + "\n"), (2, 15_000, 120_000), BOOKS
    ),
    "stars": Class(lambda n: _book("# A\n" + "*a_" * n + "\n"), (2, 40_000, 300_000), BOOKS),
    "dashes": Class(lambda n: _book("# A\n\n" + "- " * n + "a\n"), (2, 60_000, 450_000), BOOKS),
    "numbers of lists": Class(lambda n: _book("# A\n\n" + "1. " * n + "a\n"), (2, 40_000, 300_000), BOOKS),
    "deep lists": Class(
        lambda n: _book("# A\n\n" + "".join("    " * k + "- a\n" for k in range(n))), (2, 200, 650), BOOKS
    ),
    "quotes": Class(lambda n: _book("# A\n\n" + "> " * n + "a\n"), (2, 60_000, 450_000), BOOKS),
    "deep quotes": Class(
        lambda n: _book("# A\n\n" + "".join("> " * k + "a\n" for k in range(n))), (2, 200, 900), BOOKS
    ),
    "ticks": Class(
        lambda n: _book("# A\n" + " ".join("`" * (k % 300 + 1) for k in range(n)) + "\n"), (2, 6_000), BOOKS
    ),
    "fences": Class(lambda n: _book("# A\n" + "```\n~~~\n" * n), (2, 100_000), BOOKS),
    "tags": Class(lambda n: _book("# A\n\n" + "<div>" * n + "\n"), (2, 24_000, 190_000), BOOKS),
    "tags with Markdown": Class(
        lambda n: _book("# A\n\n" + '<div markdown="1">\n' * n + "a\n" + "</div>\n" * n),
        (2, 900, 30_000),
        BOOKS,
    ),
    "open tags": Class(lambda n: _book("# A\n\n" + "<a " * n + "\n"), (2, 40_000, 300_000), BOOKS),
    "open comments": Class(lambda n: _book("# A\n\n" + "<!-- " * n + "\n"), (2, 24_000, 190_000), BOOKS),
    "processing": Class(
        lambda n: _book("# A\n\n" + "<?a " * n + "<![CDATA[" * n + "\n"), (2, 24_000, 60_000), BOOKS
    ),
    "entities": Class(lambda n: _book("# A\n\n" + "&#" * n + "&lt;" * n + "\n"), (2, 24_000, 150_000), BOOKS),
    "attributes": Class(lambda n: _book("# A\n\n" + "a {: " * n + "\n"), (2, 24_000, 190_000), BOOKS),
    "headings": Class(lambda n: _book(many(n, "@\n===\n\na\n\n")), (2, 490, 40_000), BOOKS),
    "headings of one name": Class(lambda n: _book("# A\n\na\n\n" * n), (2, 490, 40_000), BOOKS),
    "table directives": Class(
        lambda n: _book("# A\n\n" + "{{table of Cards}}\n\n" * n), (2, 1_900, 15_000), BOOKS
    ),
    "picture directives": Class(
        lambda n: _book("# A\n\n" + "{{picture of Deck}}\n\n" * n), (2, 1_900), BOOKS
    ),
    "turn directives": Class(lambda n: _book("# A\n\n" + "{{picture of turn}}\n\n" * n), (2, 1_900), BOOKS),
    "glossaries": Class(lambda n: _book("# A\n\n" + "{{glossary}}\n\n" * n), (2, 1_900), BOOKS),
    "rule directives": Class(lambda n: _book("# A\n\n" + "{{rule Main}}\n\n" * n), (2, 1_900), BOOKS),
    "only with": Class(
        lambda n: _book("# A\n\n" + "{{only with 2 players}}\n\n" * n + "a\n\n" + "{{end}}\n\n" * n),
        (2, 900),
        BOOKS,
    ),
    "long directives": Class(
        lambda n: _book("# A\n\n{{" + "the number of " * n + "Cards}}\n"), (2, 60_000), BOOKS
    ),
    "sums in directives": Class(lambda n: _book("# A\n\n{{1" + " plus 1" * n + "}}\n"), (2, 60_000), BOOKS),
    "tells of": Class(_linked_rules, (2, 900), BOOKS),
    "names told": Class(
        lambda n: _book("# A\n<!-- tells of " + "Card, Deck and " * n + "Heap -->\n"), (2, 50_000), BOOKS
    ),
    "bars": Class(lambda n: _book("# A\n\n" + "|" * n + "\n" + "|-" * n + "\n"), (2, 20_000, 300_000), BOOKS),
    "rows in a book": Class(lambda n: _book(ROWS + "| 1 | 2 |\n" * n), (2, 90_000), BOOKS),
    "cells in a book": Class(
        lambda n: _book("# A\n\n" + "|a" * n + "|\n" + "|-" * n + "|\n" + ("|b" * n + "|\n") * 9),
        (2, 9_000),
        BOOKS,
    ),
    "abbreviations": Class(
        lambda n: _book("# A\n\n" + many(n, "*[@]: a word\n") + "\n" + many(n, "@ ")), (2, 20_000), BOOKS
    ),
    "definitions in a book": Class(
        lambda n: _book("# A\n\n" + many(n, "@\n:   what\n\n")), (2, 30_000), BOOKS
    ),
    "references": Class(lambda n: _book("# A\n\n" + many(n, "[@][%]\n\n[@]: b.md\n\n")), (2, 20_000), BOOKS),
    "admonitions": Class(
        lambda n: _book("# A\n\n" + "".join("    " * k + "!!! note\n\n" for k in range(n))),
        (2, 200, 600),
        BOOKS,
    ),
    "paragraphs": Class(lambda n: _book("# A\n\n" + "a Card\n\n" * n), (2, 100_000), BOOKS),
    "one long line": Class(lambda n: _book("# A\n\n" + "a Card " * n), (2, 130_000), BOOKS),
    "raw pages": Class(
        lambda n: _book("# A\n\n" + '<meta http-equiv="refresh" content="0; url=x">\n\n<p>a</p>\n\n' * n),
        (2, 14_000),
        BOOKS,
    ),
    "nested groups": Class(lambda n: _svg("<g>" * n + "</g>" * n), (2, 2_000, 120_000), LOOKS),
    "filters": Class(_filters, (2, 20_000), LOOKS),
    "filtered shapes": Class(_filtered, (1, 15_000), LOOKS),
    "uses of uses": Class(_use_bomb, (2, 9, 90), LOOKS),
    "huge drawings": Class(lambda n: _svg("<rect/>", f'width="{n}" height="{n}"'), (10, 10**9), LOOKS),
    "huge boxes": Class(lambda n: _svg("<rect/>", f'viewBox="0 0 {n} 1"'), (10, 10**30), LOOKS),
    "long paths": Class(lambda n: _svg(f'<path d="M0 0{"L1 1" * n}"/>'), (2, 200_000), LOOKS),
    "dashed lines": Class(
        lambda n: _svg(f'<path stroke-dasharray="0.{"0" * n}1" stroke="#000" d="M0 0L999999999 9"/>'),
        (1, 6),
        LOOKS,
    ),
    "patterns of patterns": Class(
        lambda n: _svg(
            "".join(
                f'<pattern id="p{k + 1}" width=".01" height=".01">'
                f'<rect width="9" height="9" fill="url(#p{k})"/></pattern>'
                for k in range(n)
            )
            + f'<rect width="99" height="99" fill="url(#p{n})"/>'
        ),
        (1, 4, 900),
        LOOKS,
    ),
    "pictures in pictures": Class(
        lambda n: _svg('<image width="9" height="9" href="data:image/png;base64,iVBORw0KGgo="/>' * n),
        (1, 10_000),
        LOOKS,
    ),
    "words in pictures": Class(lambda n: _svg("<text>a</text>" * n), (1, 60_000), LOOKS),
    "attributes of pictures": Class(lambda n: _svg("<g " + many(n, '@="1"', " ") + "/>"), (1, 80_000), LOOKS),
    "styles": Class(lambda n: _svg("<style>" + many(n, ".@{fill:red}") + "</style>"), (1, 50_000), LOOKS),
    "squares of pixels": Class(_png, (9, 3_000, 20_000, 60_000), LOOKS),
    "squares of nothing": Class(lambda n: _png(n, made=False), (9, 2**31 - 1), LOOKS),
    "halves of pictures": Class(
        lambda n: _art(b"\x89PNG\r\n\x1a\n" + b"\0" * n, "x.png"), (9, 900_000), LOOKS
    ),
    "frames of a JPEG": Class(
        lambda n: _art(b"\xff\xd8\xff" + b"\xe0\0\2\xff" * n, "x.jpg"), (9, 240_000), LOOKS
    ),
    "colours": Class(
        lambda n: _theme("colours: {" + many(n, '@: "#101820"', ", ") + "}\n"), (1, 40_000), LOOKS
    ),
}


def _given(commands: tuple[str, ...]) -> tuple[str, ...]:
    """Gives to whom a file goes: what is played to all that play, what has pages to who makes a website."""
    played = PLAYED if "simulate" in commands else ()
    return tuple(
        dict.fromkeys((*commands, *played, *(("publish",) if {"docs", "export"} <= {*commands} else ())))
    )


@cache
def classes() -> dict[str, Class]:
    """Gives every class by its name."""
    from hostile_newest import NEWEST
    from hostile_sent import SENT  # they make some of their files of what is above

    found = (
        {name: Class(make, sizes) for name, (make, sizes) in DIMENSIONS.items()}
        | OTHERS
        | {name: Class(*form) for name, form in (FORMS | MORE | LATELY | SENT | NEWEST).items()}
    )
    return {name: replace(one, commands=_given(one.commands)) for name, one in found.items()}


def sizes_of(made: Class, count: int) -> list[int]:
    """Gives so many sizes of a class, the largest first; those between two are as far apart by their ratio."""
    if count <= 1:
        return [made.sizes[-1]]
    low, high = made.sizes[0], made.sizes[-1]
    steps = {round(low * (high / low) ** (k / (count - 1))) for k in range(count)}
    return sorted(steps | {high, low, *made.sizes[: max(0, count - len(steps))]}, reverse=True)
