"""What a declaration means: reworded, moved or laid out otherwise it is the same; changed anywhere, it is another."""

import random
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.grammar.lexer import Piece, logical_lines
from gekido_dsl.model.canonical import canonical, readable, readable_lines
from gekido_dsl.model.row_words import canonical_row, cells
from gekido_dsl.source import MemoryProvider, Source
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.parse import parse

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml", ".csv", ".svg")
}
SAMPLE = 10

PUSH = """rule Push with 1 to 3 as the count, a Bot as the rival [GB p7]
  text "Push the target."
  only if the count is at least 2
  choose a Tile that is empty as the goal, asking "Where to?"
    otherwise stop
  move the rival to the goal  # past the others
  repeat up to the count times
    may "Push again" if the rival is on Arena
      the rival suffers 2 damage [reconstructed]
"""


def meant(text: str) -> list[str]:
    read = parse(Source("some.gdl", text))
    assert read.value is not None and read.diagnostics == (), [one.message for one in read.diagnostics]
    return [canonical(one) for one in read.value.declarations]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  only if the count", "  only  if the   count"),
        ("  # past the others", ""),
        (" [GB p7]", " [GB p8, p9]"),
        (" [reconstructed]", ""),
        ('  text "Push the target."\n', ""),
        ("Push the target.", "Push it."),
        (', asking "Where to?"', ', asking "To which Tile?"'),
        ('"Push again"', '"Once more"'),
        ("the goal", "the spot"),
        ("the rival", "the foe"),
        ("the count", "the goals"),
    ],
)
def test_what_only_tells_people_something_leaves_the_meaning(old: str, new: str) -> None:
    assert old in PUSH
    assert meant(PUSH.replace(old, new)) == meant(PUSH)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1 to 3", "1 to 4"),
        ("at least 2", "at least 1"),
        ("at least 2", "at most 2"),
        ("that is empty", "that is not empty"),
        ("    otherwise stop\n", ""),
        ("move the rival to the goal", "put the rival onto the goal"),
        ("move the rival to the goal", "move the goal to the rival"),
        ("on Arena", "on Field"),
        ("2 damage", "3 damage"),
        ("    may", "    me may"),
        ("up to the count times", "up to 2 times"),
        (" if the rival is on Arena\n", "\n"),
        ("rule Push", "effect Push"),
        ("rule Push", "rule Shove"),
    ],
)
def test_what_changes_play_changes_the_meaning(old: str, new: str) -> None:
    assert old in PUSH
    assert meant(PUSH.replace(old, new)) != meant(PUSH)


def declared(files: dict[str, str], name: str) -> list[str]:
    made = load(name, MemoryProvider(files))
    return sorted(canonical(one) for one in made.syntax if not isinstance(one, s.Use))


def test_where_something_stands_makes_no_difference() -> None:
    whole = {"game.gdl": 'edition 1\nuse "more.gdl"\nrule A\n  stop\n', "more.gdl": PUSH + "rule B\n  stop\n"}
    moved = {
        "game.gdl": 'edition 1\nuse "other.gdl"\n' + PUSH,
        "other.gdl": "rule B\n  stop\nrule A\n  stop\n",
    }
    assert declared(whole, "game.gdl") == declared(moved, "game.gdl")


def test_a_table_under_another_name_is_the_same_kind() -> None:
    assert meant('kind Bot from "a.yaml", 4 of them\n') == meant('kind Bot from "b/c.yaml", 4 of them\n')
    assert meant('kind Bot from "a.yaml", 4 of them\n') != meant("kind Bot, 4 of them\n")


def mutants(text: str, number: int) -> list[str]:
    """Exchanges a number, a name or a word of a condition in one place each."""
    rng = random.Random(9)
    lines, _ = logical_lines(text)
    found: list[Piece] = [piece for line in lines for piece in line.pieces]
    names = sorted({piece.text for piece in found if piece.kind == "name"})
    swaps = {"least": "most", "most": "least", "is": "is not", "if": "unless", "my": "its", "all": "some"}
    made = []
    while len(made) < number:
        piece = rng.choice(found)
        other = None
        if piece.kind == "number":
            other = str(int(piece.text) + 1)
        elif piece.kind == "name":
            other = rng.choice([name for name in names if name != piece.text])
        elif piece.kind == "word":
            other = swaps.get(piece.text)
        if other is not None:
            made.append(text[: piece.start] + other + text[piece.end :])
    return made


@pytest.mark.parametrize(
    "name", ["gekido.gdl", "aimbots/combat.gdl", "botwars/moves.gdl", "classics/whist.gdl"]
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_every_mutant_means_something_else(name: str) -> None:
    text = FILES[name]
    before = [canonical(one) for one in parse(Source(name, text)).value.declarations]  # type: ignore[union-attr]
    tried = 0
    for mutant in mutants(text, SAMPLE):
        read = parse(Source(name, mutant))
        if read.value is None or read.diagnostics:
            continue
        tried += 1
        changed = [one for one in read.value.declarations if not isinstance(one, s.Use | s.Rulings)]
        assert [canonical(one) for one in read.value.declarations] != before or not changed, mutant
    assert tried > SAMPLE // 3


def whole(name: str) -> Compilation:
    return load(name, MemoryProvider(FILES))


def test_what_is_readable_has_neither_comments_nor_citations() -> None:
    read = parse(Source("some.gdl", "# Pushing.\n" + PUSH))
    assert read.value is not None
    text = readable(read.value.declarations[0])
    assert "[" not in text and "#" not in text
    assert meant(text) == meant(PUSH)


def test_everything_that_a_game_names_is_found_as_it_is_written() -> None:
    made = whole("gekido_duel.gdl")
    assert made.game is not None
    declared = [one for one in made.game.declarations() if not (hasattr(one, "anonymous") and one.anonymous)]
    missing = [one.name for one in declared if not made.declared(one)]
    assert missing == []
    start = made.game.definitions["Legal Start"]
    assert [type(one).__name__ for one in made.declared(start)] == ["Definition", "Exception_"]
    limit = made.game.kinds["Bot"].fields["Upgrade Kind"]
    assert [type(one).__name__ for one in made.declared(limit)] == ["Field"]


@cache
def shipped() -> dict[tuple[str, str], str]:
    return rows_of("gekido.gdl", FILES)


def rows_of(name: str, files: dict[str, str]) -> dict[tuple[str, str], str]:
    game = load(name, MemoryProvider(files)).game
    assert game is not None
    return {
        (kind.name, f"{row.name} {number}"): canonical_row(game, kind, number)
        for kind in game.kinds.values()
        for number, row in enumerate(kind.rows)
        if kind.file is not None
    }


@pytest.mark.parametrize(
    ("file", "old", "new", "kind", "row"),
    [
        ("gekido/bots.yaml", "Hand Limit: 3", "Hand Limit: 5", "Bot", "V-REX"),
        ("gekido/bots.yaml", "Two Pairs: 3", "Two Pairs: 2", "Bot", "V-REX"),
        ("gekido/bots.yaml", "Maximum: 3", "Maximum: 2", "Bot", "V-REX"),
        ("gekido/bots.yaml", "[Gain Power, Gain Card]", "[Gain Power]", "Bot", "V-REX"),
        ("gekido/tech_cards.yaml", "Copies: 3", "Copies: 4", "Tech Card", "Servo Flip"),
    ],
)
def test_a_cell_changes_its_own_row_alone(file: str, old: str, new: str, kind: str, row: str) -> None:
    files = FILES | {file: FILES[file].replace(old, new, 1)}
    if "Copies" in old:
        files["gekido.gdl"] = files["gekido.gdl"].replace("46 of them", "47 of them")
    before, after = shipped(), rows_of("gekido.gdl", files)
    assert [key for key in before if before[key] != after[key]] == [(kind, f"{row} 0")]


def test_a_text_of_a_row_is_no_meaning() -> None:
    text = (
        FILES["gekido/bots.yaml"].replace("Hits hard and", "Hits").replace("Source: GB p9", "Source: GB p8")
    )
    assert rows_of("gekido.gdl", FILES | {"gekido/bots.yaml": text}) == shipped()


@pytest.mark.dear
def test_a_drawn_square_is_a_cell_of_its_plan() -> None:
    game = whole("botwars.gdl").game
    assert game is not None
    found = cells(game, game.kinds["Plan"], 0)
    assert found["Flags"] == "3"
    assert any(name == "r1c1" for name in found)


def test_a_declaration_that_a_variant_changes_is_shown_as_it_became() -> None:
    made = whole("gekido_duel.gdl")
    shown = {getattr(one, "name", None) and one.name.text: readable(one) for one in made.syntax}  # type: ignore[union-attr]
    assert "Hand Limit" not in shown["Bot"]
    assert shown["Ready Enemy"] == "a Bot is a Ready Enemy if it is enemy and it is on Arena\n"
    assert "Play" not in shown["Before First Roll"]


@pytest.mark.parametrize("name", ["gekido_duel.gdl", "botwars.gdl", "classics/hearts.gdl"])
@pytest.mark.dear
def test_lines_for_showing_go_with_lines_of_meaning(name: str) -> None:
    for one in whole(name).syntax:
        lines = readable_lines(one)
        assert [line.meaning for line in lines if line.meaning] == [
            x.strip() for x in canonical(one).splitlines()
        ]
