"""One small mistake gives one finding, on its line: measured on a hundred mistakes in Gekido.

The mistakes are drawn from fixed seeds: a name or word misspelt, a token left out or exchanged, a number far out of
range, a line lost, a declaration repeated, a name of another sort, a line indented wrongly. A mistake counts as found
well when exactly one finding comes, and stands on the changed line; where a declaration is lost or its name misspelt,
it may stand on a line that uses it.
"""

import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from turns import Turns

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.grammar.lexer import Line, Piece, logical_lines
from gekido_dsl.model.english import plural
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml", ".csv", ".svg")
}
ALL = "\n".join(text for name, text in FILES.items() if name.startswith("gekido") and "duel" not in name)
NAME = "gekido.gdl"
TEXT = FILES[NAME]
SAMPLE = 15
WANTED = 0.9

SWAPS = {
    "to": "from", "if": "when", "is": "does", "each": "every", "phase": "rule", "open": "do", "do": "open",
    "choose": "draw", "next": "near", "a": "all", "into": "to", "then": "next", "first": "second", "with": "by",
    "set": "put", "and": "also", "or": "either", "all": "some", "my": "me", "from": "of", "as": "for",
}  # fmt: skip


@dataclass(frozen=True)
class Mutation:
    """A changed text, what was done, and the lines on which a finding is in its place."""

    what: str
    text: str
    lines: frozenset[int]
    names: frozenset[str] = frozenset()
    """Names that a line of a finding may use instead: those of a declaration that is lost."""


def pieces() -> list[tuple[Line, Piece]]:
    lines, broken = logical_lines(TEXT)
    assert not broken
    return [(line, piece) for line in lines for piece in line.pieces]


def line_of(offset: int, text: str = TEXT) -> int:
    return text.count("\n", 0, offset) + 1


def uses(name: str) -> set[int]:
    return {number for number, line in enumerate(TEXT.splitlines(), start=1) if name in line}


def replaced(piece: Piece, by: str) -> str:
    return TEXT[: piece.start] + by + TEXT[piece.end :]


def misspelt(word: str, rng: random.Random) -> str:
    """Swaps two neighbouring letters that differ, or doubles the last."""
    places = [
        k for k in range(1, len(word) - 1) if word[k] != word[k + 1] and (word[k] + word[k + 1]).islower()
    ]
    if not places:
        return word + word[-1]
    k = rng.choice(places)
    return word[:k] + word[k + 1] + word[k] + word[k + 2 :]


def declared(line: Line) -> str:
    """Gives the name that a declaration gives to something others refer to; empty for other declarations."""
    first, *rest = line.pieces
    word, name = first.text, next((piece.text for piece in rest if piece.kind == "name"), "")
    return (
        name if word not in ("game", "use", "rulings", "exception", "whenever", "a", "turn", "setup") else ""
    )


def beside(lines: list[Line], k: int) -> bool:
    """Whether a line has a neighbour in its block, so that its indentation is not free."""
    line = lines[k]
    after = lines[k + 1] if k + 1 < len(lines) else lines[0]
    return line.indent > 0 and (lines[k - 1].indent == line.indent or after.indent == line.indent)


def ranged(line: Line) -> bool:
    """Whether a number far too large is a mistake: a limit, an amount, a supply, a list or a quota may be so large."""
    if (
        line.pieces[0].kind == "name"
        and line.indent == 2
        and any(piece.text == "rows" for piece in line.pieces)
    ):
        return False
    return line.pieces[0].text not in (
        "limit",
        "die",
        "first",
        "then",
        "kind",
        "starts",
        "at",
        "becomes",
        "add",
        "subtract",
        "source",
    )


def mutations(number: int, seed: int = 20) -> list[Mutation]:
    """Draws so many mistakes, kind by kind in turn."""
    rng = random.Random(seed)
    every = pieces()
    lines, _ = logical_lines(TEXT)
    names = [pair for pair in every if pair[1].kind == "name" and ALL.count(pair[1].text) > 1]
    words = [pair for pair in every if pair[1].kind == "word" and len(pair[1].text) > 2]
    numbers = [pair for pair in every if pair[1].kind == "number" and ranged(pair[0])]
    starts = [line for line in lines if line.indent == 0]
    referred = [k for k, line in enumerate(starts) if declared(line) and ALL.count(declared(line)) > 1]
    found: list[Mutation] = []
    seen: set[str] = set()
    kinds = ("name", "word", "drop", "swap", "number", "line", "twice", "sort", "indent", "name")
    while len(found) < number:
        kind = kinds[len(found) % len(kinds)]
        made: Mutation | None = None
        if kind == "name":
            line, piece = rng.choice(names)
            at = {line_of(piece.start)} | (uses(piece.text) if piece.start <= line.start + 40 else set())
            made = Mutation(
                f"misspell `{piece.text}`", replaced(piece, misspelt(piece.text, rng)), frozenset(at)
            )
        elif kind == "word":
            _, piece = rng.choice(words)
            at = {line_of(piece.start)} | uses(f"the {piece.text} ") | uses(f"the {piece.text}'s")
            made = Mutation(
                f"misspell `{piece.text}`", replaced(piece, misspelt(piece.text, rng)), frozenset(at)
            )  # fmt: skip
        elif kind == "drop":
            line, piece = rng.choice([pair for pair in every if pair[1].kind in ("name", "word", "punct")])
            end = piece.end + (TEXT[piece.end : piece.end + 1] == " ")
            text = TEXT[: piece.start] + TEXT[end:]
            made = Mutation(f"drop `{piece.text}`", text, frozenset({line_of(piece.start)}))
        elif kind == "swap":
            _, piece = rng.choice([pair for pair in words if pair[1].text in SWAPS])
            by = SWAPS[piece.text]
            made = Mutation(
                f"`{piece.text}` to `{by}`", replaced(piece, by), frozenset({line_of(piece.start)})
            )
        elif kind == "number":
            _, piece = rng.choice(numbers)
            made = Mutation(f"{piece.text} to 999", replaced(piece, "999"), frozenset({line_of(piece.start)}))
        elif kind == "line":
            k = rng.choice(referred)
            end = starts[k + 1].start if k + 1 < len(starts) else len(TEXT)
            made = Mutation(
                f"lose `{TEXT[starts[k].start : end][:40]}`", TEXT[: starts[k].start] + TEXT[end:],
                frozenset(), frozenset(piece.text for piece in starts[k].pieces if piece.kind == "name"),
            )  # fmt: skip
        elif kind == "twice":
            k = rng.randrange(len(starts))
            end = starts[k + 1].start if k + 1 < len(starts) else len(TEXT)
            block_text = TEXT[starts[k].start : end].rstrip("\n") + "\n"
            text = TEXT[: starts[k].start] + block_text + TEXT[starts[k].start :]
            first = line_of(starts[k].start)
            height = block_text.count("\n")
            made = Mutation(f"repeat `{block_text[:40]}`", text, frozenset(range(first, first + 2 * height)))
        elif kind == "sort":
            line, piece = rng.choice([pair for pair in names if pair[0].indent > 0])
            other = rng.choice(["Arena", "Tech Deck", "Structure", "Attack Damage", "After Roll", "Symbol"])
            at = {line_of(piece.start)} | (uses(piece.text) if piece is line.pieces[0] else set())
            made = Mutation(f"`{piece.text}` to `{other}`", replaced(piece, other), frozenset(at))
        else:
            k = rng.choice([k for k, line in enumerate(lines[1:], start=1) if beside(lines, k)])
            text = TEXT[: lines[k].start] + " " + TEXT[lines[k].start :]
            at = line_of(lines[k].start)
            made = Mutation("indent one more", text, frozenset({at, at + 1}))
        if made.text != TEXT and made.text not in seen:
            seen.add(made.text)
            found.append(made)
    return found


def findings(text: str) -> tuple[Diagnostic, ...]:
    return load(NAME, MemoryProvider(FILES | {NAME: text})).diagnostics


def place(found: Diagnostic) -> tuple[str, int]:
    span = found.span
    return ("", 0) if span is None else (span.source.name, span.start_position[0] + 1)


def judge(mutation: Mutation) -> str | None:
    """Says what is not as it should be; None when one finding stands in its place."""
    given = findings(mutation.text)
    if len(given) != 1:
        return f"{len(given)} findings: " + "; ".join(f"{place(one)[1]} {one.message}" for one in given[:4])
    name, line = place(given[0])
    for label in given[0].labels[:3]:
        source, number = label.span.source, label.span.start_position[0]
        if source.name == NAME and number + 1 in mutation.lines:
            return None
        if any(form in source.line(number) for one in mutation.names for form in (one, plural(one))):
            return None
    return f"line {line} of {name}: {given[0].message}"


def share(every: list[Mutation]) -> tuple[float, list[str]]:
    failed = [
        f"{sorted(one.lines)[:3]} {one.what}: {why}" for one in every if (why := judge(one)) is not None
    ]
    return 1 - len(failed) / len(every), failed


@pytest.mark.dear
def test_a_sample_of_mistakes_is_found_well() -> None:
    part, failed = share(mutations(100)[:: 100 // SAMPLE][:SAMPLE])
    assert part >= 0.8, "\n".join(failed)


@pytest.mark.slow
def test_mistakes_are_found_well(in_turn: Turns) -> None:
    """Over so many that a line more in the ruleset, which draws other mistakes, makes no difference."""
    part, failed = share(in_turn([one for seed in (20, 33) for one in mutations(100, seed)], 2))
    print(f"{part:.0%} of the mistakes give exactly one finding in its place")
    assert part >= WANTED, "\n".join(failed)
