"""What an editor asks of a ruleset, on the shipped rulesets and on a small one."""

from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider, shipped_folder
from gekido_dsl.language.colours import colours
from gekido_dsl.language.hover import hover
from gekido_dsl.language.mentions import Mentions
from gekido_dsl.language.odds import odds_of
from gekido_dsl.language.outline import folds, outline, outline_of_table
from gekido_dsl.source import MemoryProvider, Source

SMALL = """edition 1

game "Small"
  players 2 to 2
  source RB "The rulebook"

values Suit: Red, Blue

kind Card from "cards.yaml" [RB p1]
  Suit: a Suit
  Worth: 1 to 9
  Deed: an Effect

# Two lines
# of a comment.
effect Cheer "cheer"
  my Seat's Points gains 1 if possible

kind Seat, 1 for each player
  Points: 0 to 9, starts 0

deck Stock: all Cards, shuffled

turn of each player
  Playing

phase Playing
  my Seat's Points gains 1 if possible

the game ends when some Seat is Done
  the highest player by my Seat's Points wins

a Seat is Done if its Points is at least 9
"""
CARDS = """- Name: Herald
  Suit: Red
  Worth: 3
  Deed: Cheer
- Name: "Piper"
  Suit: Blue
  Worth: 4
  Deed: Cheer
"""


@lru_cache
def shipped(name: str) -> Mentions:
    folder = shipped_folder()
    made = load(name, FolderProvider(folder, library=folder))
    return Mentions(made)


def small(text: str = SMALL, cards: str = CARDS) -> Mentions:
    return Mentions(load("small.gdl", MemoryProvider({"small.gdl": text, "cards.yaml": cards})))


def ending(mentions: Mentions, name: str) -> str:
    return next(one for one in mentions.sources if one.endswith(name))


def test_every_name_of_a_game_leads_to_its_declaration() -> None:
    mentions = shipped("gekido.gdl")
    assert mentions.game is not None
    for source in mentions.sources:
        for one in mentions.inside(source):
            place = mentions.place(one.key)
            assert place is not None, one
            if one.declares:
                assert place == one.span


def test_a_cell_of_a_table_leads_to_its_effect_and_the_effect_to_its_cells() -> None:
    mentions = shipped("gekido.gdl")
    source = mentions.sources[ending(mentions, "tech_cards.yaml")]
    at = source.text.index("Effect: {Add Damage") + len("Effect: {Add")
    found = mentions.at(source.name, at)
    assert found is not None and found.span.text == "Add Damage"
    place = mentions.place(found.key)
    assert place is not None and place.source.name.endswith("effects.gdl") and place.text == "Add Damage"
    tables = {one.span.source.name.rpartition("/")[2] for one in mentions.of(found.key)}
    assert {"effects.gdl", "tech_cards.yaml"} <= tables


@pytest.mark.parametrize("name", ["Suit", "Red", "Herald", "Piper", "Cheer", "Points", "Worth"])
def test_names_are_found_where_they_are_declared_and_used(name: str) -> None:
    mentions = small()
    key = mentions.names.find(name)
    found = mentions.of(key)
    assert [one.span.text for one in found if one.declares] == [name]
    assert mentions.place(key) == next(one.span for one in found if one.declares)
    assert all(one.span.text.rstrip("s") == name.rstrip("s") for one in found)


def test_a_name_is_found_at_both_of_its_ends_and_not_beside_it() -> None:
    mentions = small()
    at = SMALL.index("Points: 0")
    assert mentions.at("small.gdl", at) == mentions.at("small.gdl", at + len("Points")) is not None
    assert mentions.at("small.gdl", at + len("Points: ")) is None
    assert mentions.at("elsewhere.gdl", 0) is None


def test_a_ruleset_that_holds_nothing_is_answered() -> None:
    mentions = small(text="")
    assert mentions.at("small.gdl", 0) is None
    assert mentions.of("anything") == []


def test_a_ruleset_with_an_error_is_answered_all_the_same() -> None:
    mentions = small(SMALL.replace("Seat's Points", "Seat's Pints"))
    assert mentions.compilation.game is None
    key = mentions.names.find("Worth")
    assert "A number from 1 to 9." in hover(mentions, key)


def test_a_note_says_what_a_thing_is_what_values_it_has_and_where_it_is_printed() -> None:
    mentions = shipped("gekido.gdl")
    told = hover(mentions, mentions.names.find("Hand Limit"))
    assert told.startswith("**Hand Limit**: a column of Bot")
    assert "A number from 1 to 6." in told and "rulebook, p13" in told and "```gdl" in told
    told = hover(mentions, mentions.names.find("Central Tile"))
    assert "A Tile is a **Central Tile** if its Spot is Centre." in told
    assert "](" not in told
    told = hover(mentions, mentions.names.find("Starting Place"))
    assert "Anywhere by default; else Own Corner." in told
    told = hover(mentions, mentions.names.find("Servo Flip"))
    assert told.startswith("**Servo Flip**: Tech Card") and "```yaml\nName: Servo Flip\nColour: Red" in told


def test_everything_that_has_a_name_has_a_note() -> None:
    for name in ("gekido.gdl", "classics/pig.gdl", "classics/whist.gdl"):
        mentions = shipped(name)
        for key, target in mentions.names:
            if target.page not in ("rulings", "scenarios"):
                assert hover(mentions, key).startswith("**"), target


def test_the_note_on_a_pattern_has_its_odds() -> None:
    mentions = shipped("gekido.gdl")
    assert mentions.game is not None
    told = odds_of(mentions.game, mentions.names.find("Full House"))
    # Counted apart from this: 300 of the 7776 throws of five dice are three alike and a pair.
    assert told == ("Attack Phase: 4% in 1 roll, 19% in 2 rolls, 36% in 3 rolls",)
    assert odds_of(mentions.game, mentions.names.find("Bot")) == ()


def test_an_outline_has_every_declaration_with_its_parts() -> None:
    mentions = small()
    source = mentions.sources["small.gdl"]
    made = outline(source)
    assert [(one.word, one.name) for one in made] == [
        ("game", "Small"),
        ("values", "Suit"),
        ("kind", "Card"),
        ("effect", "Cheer"),
        ("kind", "Seat"),
        ("deck", "Stock"),
        ("turn", "turn of each player"),
        ("phase", "Playing"),
        ("the", "the game ends when some Seat is Done"),
        ("definition", "Done"),
    ]
    assert [part.name for part in made[2].parts] == ["Suit", "Worth", "Deed"]
    assert all(one.span.start <= one.name_span.start <= one.name_span.end <= one.span.end for one in made)


def test_an_outline_needs_no_ruleset_without_errors() -> None:
    text = "phase Begun\n  if %%\n\nwhenever Label: a Bot moves\n  stop\n\nwhenever a Bot moves [GB p1]\n  stop\n"
    found = [(one.word, one.name) for one in outline(Source("x.gdl", text))]
    assert found == [("phase", "Begun"), ("whenever", "Label"), ("whenever", "whenever a Bot moves")]


def test_an_outline_of_a_table_has_its_rows() -> None:
    assert [one.name for one in outline_of_table(Source("cards.yaml", CARDS))] == ["Herald", "Piper"]
    assert outline_of_table(Source("cards.yaml", "- [")) == []


def test_blocks_and_comments_and_rows_can_be_folded() -> None:
    source = Source("small.gdl", SMALL)
    lines = SMALL.splitlines()
    found = folds(source, table=False)
    assert (lines.index("# Two lines"), lines.index("# of a comment."), True) in found
    kind = lines.index('kind Card from "cards.yaml" [RB p1]')
    assert (kind, kind + 3, False) in found
    assert folds(Source("cards.yaml", CARDS), table=True) == [(0, 3, False), (4, 7, False)]


def test_names_are_coloured_by_what_they_mean() -> None:
    mentions = small()
    source = mentions.sources["small.gdl"]
    found = {source.text[one.start : one.end]: one for one in colours(source, mentions)}
    assert found["kind"].colour == "keyword"
    assert found["Red"].colour == "enumMember" and found["Red"].declares
    assert found["Cheer"].colour == "function"
    assert found["Stock"].colour == "variable"
    assert found["# Two lines"].colour == "comment"
    assert found["[RB p1]"].colour == "decorator"
    later = Source("small.gdl", "# new\n" + source.text)
    moved = {later.text[one.start : one.end]: one.colour for one in colours(later, mentions)}
    assert moved["Red"] == "enumMember" and moved["Stock"] == "variable"
    plain = {source.text[one.start : one.end]: one.colour for one in colours(source, None)}
    assert plain["Red"] == plain["Stock"] == "class"


@pytest.mark.parametrize(
    "path", sorted((shipped_folder() / "classics").glob("*.gdl")), ids=lambda path: path.stem
)
def test_every_classic_can_be_asked(path: Path) -> None:
    mentions = shipped(f"classics/{path.name}")
    for name, source in mentions.sources.items():
        found = mentions.inside(name)
        assert all(one.span.source == source for one in found)
        assert all(first.span.end <= second.span.start for first, second in pairwise(found))
        assert any(one.declares for one in found) or not found or not name.endswith(path.name)
