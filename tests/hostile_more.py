"""Hostile saves, plural rules, variants, themes, names of files, facts and what an assistant is sent."""

from collections.abc import Callable

from hostile import MAIN, Files, cards, letters, many

SAVES = ("replay", "report")
CHECKS = (
    "validate",
    "docs",
    "simulate",
    "export",
    "diff",
    "graph",
    "stats",
    "perft",
    "solve",
    "lsp",
    "studio",
)
TEXTS = ("validate", "fmt", "translate", "export", "lsp", "studio")
LOOKS = ("validate", "docs", "play", "export", "print", "studio")
Made = Callable[[int], Files]


def _save(text: str) -> Files:
    return cards() | {"m.save": text}


def _plurals(said: str) -> Files:
    head = f'msgid ""\nmsgstr "Language: de\\nPlural-Forms: {said}\\n"\n\n'
    return cards('translation de from "de.po"\n') | {
        "de.po": head + 'msgid "Card"\nmsgid_plural "Cards"\nmsgstr[0] "a"\nmsgstr[1] "b"\n'
    }


def _languages(n: int) -> Files:
    return cards("".join(f'translation {letters(k).lower()} from "de.po"\n' for k in range(n))) | {
        "de.po": ""
    }


def _theme(text: str) -> Files:
    return cards('theme from "t.yaml"\n') | {"t.yaml": text}


def _facts(n: int) -> Files:
    return cards(
        main=many(n, "  my @ gains 1 if possible\n  my @ gains 1\n"),
        more="each player has\n" + many(n, "  @: 0 to 9, starts 0\n"),
    )


def _variant(text: str) -> Files:
    made = dict(cards())
    made["base.gdl"] = made.pop(MAIN)
    return made | {MAIN: f'edition 1\ngame "V" changes "base.gdl"\n{text}'}


def _art(n: int, each: bool) -> Files:
    made = str(cards(kind="")[MAIN]).replace("kind Card, 9 of them", 'kind Card from "a.yaml"')
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    names = [f"{letters(k)}.svg" if each else "x.svg" for k in range(n)]
    rows = "".join(
        f"- {{Name: {letters(k)}, Value: 1, Art: {name}}}\n" for k, name in zip(range(n), names, strict=True)
    )
    return {MAIN: made.replace(", starts 2", ""), "a.yaml": rows} | dict.fromkeys(names, drawn)


MORE: dict[str, tuple[Made, tuple[int, ...], tuple[str, ...]]] = {
    "lines of a save": (lambda n: _save('{"do":1}\n' * n), (1, 200_000), SAVES),
    "a long line of a save": (lambda n: _save("x" * n), (1, 9_000_000), SAVES),
    "deep saves": (lambda n: _save("[" * n + "\n"), (1, 900_000), SAVES),
    "digits in a save": (lambda n: _save("1" * n + "\n"), (1, 900_000), SAVES),
    "half characters of a save": (lambda n: _save("\\ud800" * n + "\n"), (1, 200_000), SAVES),
    "brackets of plurals": (
        lambda n: _plurals(f"nplurals=2; plural={'(' * n}n{')' * n};"), (1, 200_000), TEXTS,
    ),
    "signs of plurals": (lambda n: _plurals(f"nplurals=2; plural=n{'+n' * n};"), (1, 200_000), TEXTS),
    "powers of plurals": (lambda n: _plurals(f"nplurals=2; plural=9{'**9' * n};"), (1, 20), TEXTS),
    "many plurals": (lambda n: _plurals(f"nplurals={n}; plural=n;"), (2, 10**30), TEXTS),
    "translations by language": (_languages, (1, 900), TEXTS),
    "removed names": (lambda n: _variant(many(n, "remove @\n")), (1, 6_000), CHECKS),
    "removed alike": (lambda n: _variant("remove Hand\n" * n), (1, 6_000), CHECKS),
    "facts that change": (_facts, (2, 3_000), CHECKS),
    "letters in a name of a file": (lambda n: cards(f'use "{"x" * n}.gdl"\n'), (1, 900_000), CHECKS),
    "ways up": (lambda n: cards(f'use "{"../" * n}a.gdl"\n'), (1, 200_000), CHECKS),
    "files that are not there": (lambda n: cards(many(n, 'use "@.gdl"\n')), (1, 9_000), CHECKS),
    "deep themes": (lambda n: _theme("a: " + "{b: " * n + "1" + "}" * n + "\n"), (1, 200_000), LOOKS),
    "words of a theme": (lambda n: _theme(many(n, "@: 1\n")), (1, 60_000), LOOKS),
    "one picture in many cells": (lambda n: _art(n, each=False), (1, 1_900), LOOKS),
    "pictures in cells": (lambda n: _art(n, each=True), (1, 900), LOOKS),
    "deep messages": (lambda n: cards() | {"asked": "[" * n + "\n"}, (1, 900_000), ("mcp",)),
    "many messages": (
        lambda n: cards() | {"asked": '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n' * n}, (1, 9_000), ("mcp",),
    ),
    "long messages": (lambda n: cards() | {"asked": "x" * n + "\n"}, (1, 9_000_000), ("mcp",)),
}  # fmt: skip
"""How such files grow, the sizes that are tried, and the commands that they are given to."""
