"""A shipped book, or a rule that it tells of, with one text changed gives the finding that belongs to the change."""

from pathlib import Path

import pytest

from gekido_dsl import book
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import codes
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml", ".csv", ".md", ".svg")
}
GEKIDO = "gekido.gdl"
TURN = "gekido/book/turn.md"
AID = "gekido/book/aid.md"

MUTANTS = [
    (TURN, "<!-- tells of ", "<!-- tells of Atack, ", "unknown-name"),
    ("gekido/book/attack.md", "{{Most Rolls in words}}", "{{Rolls in words}}", "wrong-directive"),
    (TURN, "## ", "# Damage\n\n## ", "duplicate-passage"),
    (TURN, "\n## ", "\n{{only with 2 players}}\n\n## ", "wrong-directive"),
    (TURN, "\n## ", "\n{{list of V-REX}}\n\n## ", "wrong-directive"),
    (GEKIDO, "Most Rolls: 3 to 5, starts 3", "Most Rolls: 3 to 5, starts 4", "stale-passage"),
    (GEKIDO, "it is empty and it is not central", "it is empty", "stale-passage"),
    ("gekido/tech_cards.yaml", "Effect: Gain Armor", "Effect: Gain Charge", "stale-text"),
    (GEKIDO, "draw 3 Tech Cards keeping 1", "draw 4 Tech Cards keeping 1", "stale-text"),
    (GEKIDO, 'book from "gekido/book/damage.md"\n', "", "untold-declaration"),
    ("gekido/book/attack.md", "{{Most Rolls in words}}", "three", "typed-number"),
    ("gekido/tech_cards.yaml", "deals you {{the cut}} less", "deals you 5 less", "unbacked-text"),
    ("gekido/book/attack.md", " the ", " the colour of the ", "mixed-spelling"),
    (TURN, "\n## ", "\n<iframe src='a'></iframe>\n\n## ", "html-left-out"),
]


def slugs(files: dict[str, str]) -> list[str]:
    compilation = load(GEKIDO, MemoryProvider(files))
    return [found.code.slug for found in (*compilation.diagnostics, *book.check(compilation))]


@pytest.mark.parametrize(
    ("file", "old", "new", "slug"), MUTANTS, ids=[f"{k}-{x[3]}" for k, x in enumerate(MUTANTS)]
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_mutant_gives_its_finding(file: str, old: str, new: str, slug: str) -> None:
    assert old in FILES[file], "the shipped book has changed: choose another text"
    assert slug in slugs(FILES | {file: FILES[file].replace(old, new, 1)})


@pytest.mark.dear
def test_a_shipped_book_gives_no_finding() -> None:
    assert slugs(FILES) == []


def test_every_code_of_a_book_has_a_mutant() -> None:
    every = list(codes.ALL)
    assert set(every[every.index("wrong-directive") :]) <= {slug for *_, slug in MUTANTS}
