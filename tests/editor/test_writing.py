"""What an editor helps to write: completion, quick fixes, other names."""

import pytest
from test_language import CARDS, SMALL, ending, shipped, small

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.language.cells import complete_cell
from gekido_dsl.language.completion import complete
from gekido_dsl.language.fixes import fixes
from gekido_dsl.language.hover import hover
from gekido_dsl.language.mentions import Mentions
from gekido_dsl.language.renaming import Refused, applied, rename
from gekido_dsl.source import MemoryProvider, Source


def offered(mentions: Mentions, tail: str) -> list[str]:
    text = f"{SMALL}\n{tail}"
    return [one.text for one in complete(Source("small.gdl", text), len(text), mentions)]


def test_a_line_at_the_margin_begins_a_declaration() -> None:
    found = offered(small(), "")
    assert {"phase", "kind", "effect", "scenario"} <= set(found)
    assert not {"Suit", "roll", "times"} & set(found)
    assert offered(small(), "ph") == ["phase"]


def test_what_the_grammar_allows_is_offered_and_nothing_else() -> None:
    found = offered(small(), "rule Foo\n  dra")
    assert found[:2] == ["draw", "draws"]
    assert offered(small(), "rule Foo\n  if its Suit is Re") == ["Red"]
    assert "kind" not in offered(small(), "rule Foo\n  ")


def test_names_of_the_right_kind_come_first() -> None:
    mentions = shipped("gekido.gdl")
    assert offered(mentions, "phase X\n  if its Upgrade Kind is ")[:2] == ["Attack", "Defense"]
    rules = list(mentions.game.rules) if mentions.game is not None else []
    assert set(offered(mentions, "rule X\n  do ")[: len(rules)]) == set(rules)


def test_after_a_thing_its_own_facts_come_first() -> None:
    assert offered(small(), "rule X\n  if my Seat's ")[0] == "Points"
    mentions = shipped("gekido.gdl")
    assert mentions.game is not None
    facts = set(mentions.game.kinds["Bot"].fields)
    assert set(offered(mentions, "rule X\n  if Slicer's ")[: len(facts)]) == facts


def test_a_name_of_several_words_is_completed_as_one() -> None:
    mentions = shipped("gekido.gdl")
    text = f"{SMALL}\nphase X\n  flip a Command D"
    found = complete(Source("small.gdl", text), len(text), mentions)
    assert {one.text for one in found} == {"Command Die", "Command Dice"}
    assert {text[one.start :] for one in found} == {"Command D"}


@pytest.mark.parametrize("tail", ["# wor", 'phase X "wor', "kind Card [RB p", "kind Neu"])
def test_nothing_is_offered_where_the_author_alone_knows(tail: str) -> None:
    assert offered(small(), tail) == []


def test_what_cannot_be_read_before_is_no_hindrance() -> None:
    assert "Points" in offered(small(), "rule F\n  % is of of\n  Po")
    assert [one.text for one in complete(Source("x.gdl", "ph"), 2, None)] == ["phase"]


@pytest.mark.parametrize(
    ("table", "tail", "first"),
    [
        ("tech_cards.yaml", "- Name: X\n  Col", ["Colour: "]),
        ("tech_cards.yaml", "- Name: X\n  Colour: ", ["Red", "Green", "Gray"]),
        ("tech_cards.yaml", "- Name: X\n  Colour: Gr", ["Green", "Gray"]),
        ("tech_cards.yaml", "- Name: X\n  Effect: {Add Da", ["Add Damage"]),
        ("bots.yaml", "- Name: X\n  Damage: {Two Pairs: 3, Thr", ["Three Of A Kind: "]),
        ("bots.yaml", "- Name: X\n  Damage: {Two Pairs: ", []),
        ("bots.yaml", "- Name: X\n  Powers:\n    - {Power: Flip", ["Flip A Die"]),
        ("bots.yaml", "- Name: X\n  Powers:\n    - {", ["Power: ", "Maximum: "]),
        ("bots.yaml", "- Name: X\n  Rows:\n    - [Gain Upg", ["Gain Upgrade"]),
        ("bots.yaml", '- Name: X\n  Text: "Gain Upg', []),
        ("bots.yaml", "- Name: X\n  # Sym", []),
    ],
)
def test_a_table_is_completed_by_its_columns(table: str, tail: str, first: list[str]) -> None:
    mentions = shipped("gekido.gdl")
    source = mentions.sources[ending(mentions, table)]
    text = f"{source.text}\n{tail}"
    found = complete_cell(Source(source.name, text), len(text), mentions)
    assert [one.text for one in found] == first


def test_a_row_is_offered_the_columns_that_it_lacks() -> None:
    text = CARDS + "- Name: New\n  Suit: Red\n  "
    found = complete_cell(Source("cards.yaml", text), len(text), small())
    assert [one.text for one in found][:2] == ["Worth: ", "Deed: "]
    assert not {"Name: ", "Suit: "} & {one.text for one in found}


@pytest.mark.parametrize(
    ("tail", "first"),
    [
        ("  Col", ["Colour: "]),
        ("  Colour: Red\n  Col", []),
        ("  Colour: ", ["Red", "Green", "Gray"]),
        ("  Colour: Gr", ["Green", "Gray"]),
        ("  Effect: Add Da", ["Add Damage"]),
        ("  Copies: ", []),
        ("  Copies: 3", []),
        ('  Text: "Add Da', []),
    ],
)
def test_a_row_of_a_variant_is_completed_by_the_columns_of_its_table(tail: str, first: list[str]) -> None:
    for head in ("add Gear to Tech Cards", "change Bracer of Tech Cards"):
        text = f'edition 1\ngame "Mine" changes "gekido.gdl"\n\n{head}\n{tail}'
        found = complete(Source("mine.gdl", text), len(text), shipped("gekido.gdl"))
        assert [one.text for one in found] == first


def test_nothing_is_offered_behind_a_number() -> None:
    assert offered(small(), "rule X\n  draw 3") == []
    assert offered(small(), "rule X\n  draw 3 ")


def test_a_finding_brings_its_step_along() -> None:
    mentions = small(SMALL.replace("Seat's Points", "Seat's Pints"))
    (found,) = [one for one in mentions.compilation.diagnostics if "`Pints`" in one.message][:1]
    (fix,) = fixes(found)
    assert fix.alone and fix.title == "Replace with `Points`"
    assert (
        applied(mentions.sources["small.gdl"].text, fix.edits).count("Pints")
        == SMALL.count("Seat's Points") - 1
    )


def test_steps_of_a_table_settle_its_findings() -> None:
    mentions = small(cards=CARDS.replace("Suit: Red", "Suit: Rad"))
    (found,) = [
        one for one in mentions.compilation.diagnostics if one.span is not None and one.span.text == "Rad"
    ]
    assert applied(CARDS.replace("Suit: Red", "Suit: Rad"), fixes(found)[0].edits) == CARDS


def test_a_finding_without_a_step_has_no_fix() -> None:
    mentions = small(SMALL.replace("deck Stock", "dack Stock of ("))
    assert (
        all(fix.edits for found in mentions.compilation.diagnostics for fix in fixes(found))
        and mentions.compilation.diagnostics
    )


def renamed(mentions: Mentions, old: str, new: str) -> dict[str, str]:
    """Gives the texts after a renaming."""
    edits = rename(mentions, mentions.names.find(old), new)
    assert not isinstance(edits, Refused), edits
    return {
        name: applied(source.text, [one for one in edits if one.span.source.name == name])
        for name, source in mentions.sources.items()
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [("Worth", "Price"), ("Red", "Crimson"), ("Card", "Story"), ("Herald", "Old Herald"), ("Piper", "Drummer"),
     ("Cheer", "Shout"), ("Points", "Fame"), ("Seat", "Chair"), ("Stock", "Pile Of All"), ("Done", "Ready")],
)  # fmt: skip
def test_another_name_changes_no_meaning_and_its_old_one_leads_back(old: str, new: str) -> None:
    mentions = small()
    before = [(one.code, one.severity) for one in mentions.compilation.diagnostics]
    assert not any(severity is Severity.ERROR for _, severity in before)
    texts = renamed(mentions, old, new)
    after = Mentions(load("small.gdl", MemoryProvider(texts)))
    assert [(one.code, one.severity) for one in after.compilation.diagnostics] == before
    assert renamed(after, new, old) == {"small.gdl": SMALL, "cards.yaml": CARDS}


def test_a_name_of_gekido_changes_in_rules_tables_and_examples() -> None:
    mentions = shipped("gekido.gdl")
    edits = rename(mentions, mentions.names.find("Full House"), "House Of Five")
    assert not isinstance(edits, Refused)
    files = {edit.span.source.name.rpartition("/")[2] for edit in edits}
    assert {"gekido.gdl", "bots.yaml", "scenarios.gdl"} <= files


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("Card", "Seat", "something else"), ("Card", "card", "no name"), ("Card", "A 7", "no name"),
     ("Card", "", "no name")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused(old: str, new: str, why: str) -> None:
    mentions = small()
    found = rename(mentions, mentions.names.find(old), new)
    assert isinstance(found, Refused) and why in found.why


def test_nothing_is_renamed_while_there_are_errors() -> None:
    mentions = small(SMALL.replace("Seat's Points", "Seat's Pints"))
    found = rename(mentions, mentions.names.find("Suit"), "Colour")
    assert isinstance(found, Refused) and "errors" in found.why


@pytest.mark.parametrize("at", range(5, len(SMALL), 23))
def test_a_ruleset_that_is_written_so_far_is_answered(at: int) -> None:
    for mentions in (small(SMALL[:at]), small(cards=CARDS[: at % len(CARDS)])):
        for source in mentions.sources.values():
            for one in mentions.inside(source.name):
                assert hover(mentions, one.key)
            end = len(source.text)
            found = complete_cell(source, end, mentions) if source.name != "small.gdl" else []
            found += complete(source, end, mentions) if source.name == "small.gdl" else []
            assert all(one.start <= end for one in found)
            assert all(fix.edits for one in mentions.compilation.diagnostics for fix in fixes(one))
