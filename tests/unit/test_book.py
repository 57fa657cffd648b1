"""The book of a ruleset follows its rules, and says which of its passages no longer do."""

from pathlib import Path

import pytest

from gekido_dsl import book
from gekido_dsl.book.naming import Naming
from gekido_dsl.book.parts import Parts
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import passage, render, writer_of
from gekido_dsl.rulesdoc.english.asleep import fall_asleep
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent.parent / "rulesets"
SHIPPED = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml", ".csv", ".md", ".svg")
}
GAMES = sorted(name for name, text in SHIPPED.items() if name.endswith(".gdl") and "\ngame " in f"\n{text}")

GAME = """\
edition 1

game "Scouts"
  players 2 to 4

book from "book/first.md"
book from "book/second.md"

option Pace is Slow or Fast

kind Card from "cards.yaml"
  Strength: 1 to 9

deck Deck: all Cards, shuffled

pile Discards of Cards

kind Scout, 1 for each player
  Speed: 1 to 9, starts 3

phase Draw
  draw 2 Cards from Deck into Discards
  do Hurry if Pace is Fast

rule Hurry
  my Scout's Speed gains Hurried Steps if my Scout's Speed is less than 5

amount Hurried Steps
  starts at 2

turn of each player
  Draw

the game ends when Deck is empty
  all remaining players win
"""
CARDS = """\
- Name: Ant
  Strength: 1
- Name: Bear
  Strength: 7
- Name: Cat
  Strength: 3
- Name: Dog
  Strength: 4
"""
FIRST = """\
# Cards
<!-- tells of Card, Deck, Discards -->

There are {{number of Cards}} cards: {{list of Cards}}.

{{table of Cards: Name, Strength}}

## The strong one
<!-- tells of Bear -->

The bear has a strength of {{Bear's Strength in words}}.

## Scouts
<!-- tells of Scout -->

A {{Scout}} starts at {{Speed}}.
"""
SECOND = """\
# Your turn
<!-- tells of turn, Draw -->

Draw {{first number in Draw in words}} cards.

{{only with Pace is Fast}}
Then your Scout hurries: {{Hurried Steps}} steps.
{{end}}

{{only with 2 players}}
You are {{number of players in words}}.
{{end}}

# The pace
<!-- tells of Pace, Hurry -->

# The end
<!-- tells of the end of the game -->
"""
FILES = {"scouts.gdl": GAME, "cards.yaml": CARDS, "book/first.md": FIRST, "book/second.md": SECOND}


def compiled(files: dict[str, str], name: str = "scouts.gdl") -> Compilation:
    made = load(name, MemoryProvider(files))
    assert made.game is not None, [found.message for found in made.diagnostics]
    return made


def reviewed(files: dict[str, str], name: str = "scouts.gdl") -> dict[str, str]:
    """Gives the files with the record of a review of the whole book."""
    file, text = book.review(compiled(files, name))
    return files | {file: text}


def slugs(files: dict[str, str], name: str = "scouts.gdl") -> list[str]:
    return [found.code.slug for found in book.check(compiled(files, name))]


def stale(files: dict[str, str], name: str = "scouts.gdl") -> set[str]:
    """Gives the headings of stale passages."""
    found = [one for one in book.check(compiled(files, name)) if one.code.slug == "stale-passage"]
    return {one.labels[0].span.text.lstrip("# ") for one in found}


def text_of(files: dict[str, str], **given: object) -> str:
    return "\n".join(one.markdown for one in book.write(compiled(files), **given).chapters)  # type: ignore[arg-type]


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """Changes one text of a reviewed ruleset."""
    files = reviewed(FILES)
    assert old in files[name]
    return files | {name: files[name].replace(old, new)}


# ---------------------------------------------------------------- what is written


def test_a_reviewed_book_has_no_findings() -> None:
    assert slugs(FILES) == ["stale-passage"]
    assert slugs(reviewed(FILES)) == []


def test_numbers_names_lists_and_tables_come_from_the_rules() -> None:
    told = text_of(FILES, links=False)
    assert "There are 4 cards: Ant, Bear, Cat and Dog." in told
    assert "| Bear | 7 |" in told
    assert "The bear has a strength of seven." in told
    assert "A Scout starts at 3." in told
    assert "Draw two cards." in told
    assert "tells of" not in told
    assert "reference" not in told


def test_what_stands_only_with_an_answer_or_a_number_of_players() -> None:
    assert "hurries" not in text_of(FILES)
    assert "hurries: 2 steps" in text_of(FILES, options={"Pace": "Fast"})
    assert "You are two." in text_of(FILES)
    assert "You are two." in text_of(FILES, players=2)
    assert "You are two." not in text_of(FILES, players=3)


def test_passages_lead_to_their_rules_and_back() -> None:
    written = book.write(compiled(FILES))
    assert "Rules: [Scout](../reference/components.md#kind-scout)" in written.chapters[0].markdown
    assert [(one.chapter, one.passage) for one in written.told["kind-scout"]] == [("first", "scouts")]
    pages = render(compiled(FILES))
    for address in written.told:
        assert any(f"#{address} " in text or f'id="{address}"' in text for text in pages.values()), address


def test_writing_twice_gives_the_same_text() -> None:
    one, other = (book.write(compiled(FILES)) for _ in range(2))
    assert [each.markdown for each in one.chapters] == [each.markdown for each in other.chapters]


# ---------------------------------------------------------------- what follows a change


@pytest.mark.parametrize(
    ("name", "old", "new", "passages", "told"),
    [
        ("cards.yaml", "Strength: 7", "Strength: 8", set(), "a strength of eight"),
        ("cards.yaml", "- Name: Dog", "- Name: Eel", set(), "Ant, Bear, Cat and Eel."),
        ("cards.yaml", "- Name: Dog\n  Strength: 4\n", "", set(), "There are 3 cards"),
        ("scouts.gdl", "Speed: 1 to 9, starts 3", "Speed: 1 to 9, starts 4", set(), "starts at 4."),
        ("scouts.gdl", "draw 2 Cards", "draw 3 Cards", set(), "Draw three cards."),
        ("scouts.gdl", "less than 5", "more than 5", {"The pace"}, ""),
        ("scouts.gdl", "do Hurry if Pace is Fast", "do Hurry if Pace is Slow", {"Your turn"}, ""),
        ("scouts.gdl", "Pace is Slow or Fast\n", "Pace is Fast or Slow\n", {"The pace"}, "hurries: 2 steps"),
        ("scouts.gdl", "when Deck is empty", "when Discards is empty", {"The end"}, ""),
    ],
)
def test_a_change_makes_its_passages_stale_and_the_numbers_follow(
    name: str, old: str, new: str, passages: set[str], told: str
) -> None:
    files = changed(name, old, new)
    assert stale(files) == passages
    assert told in text_of(files, links=False)
    assert stale(reviewed(files)) == set()


TYPED = """\
# Your turn
<!-- tells of turn, Draw -->

Draw two cards.

# The pace
<!-- tells of Pace, Hurry -->

A Scout that is slower than 5 goes farther. The bear beats it: its strength of 7 is high.

# How fast
<!-- tells of Scout -->

Begin at a speed of 3, which leaves {{Hurried Steps}} steps for the 6 cards.
"""


@pytest.mark.parametrize(
    ("name", "old", "new", "passages"),
    [
        ("cards.yaml", "Strength: 7", "Strength: 8", {"The pace"}),
        ("cards.yaml", "Strength: 3", "Strength: 2", set()),
        ("scouts.gdl", "Speed: 1 to 9, starts 3", "Speed: 1 to 9, starts 4", {"How fast"}),
        ("scouts.gdl", "draw 2 Cards", "draw 3 Cards", {"Your turn"}),
        ("scouts.gdl", "less than 5", "less than 6", {"The pace"}),
        ("scouts.gdl", "starts at 2", "starts at 4", {"How fast"}),
    ],
)
def test_a_number_that_is_typed_makes_its_passage_stale(
    name: str, old: str, new: str, passages: set[str]
) -> None:
    """Also where the passage only names the row, or takes one number from a rule and reckons with it."""
    files = reviewed(FILES | {"book/second.md": TYPED})
    assert stale(files | {name: files[name].replace(old, new)}) == passages


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("scouts.gdl", "phase Draw\n", "# what happens\nphase Draw\n"),
        ("scouts.gdl", "  draw 2 Cards", '  text "Draw."\n  draw 2 Cards'),
        ("cards.yaml", "- Name: Ant\n  Strength: 1", "- {Name: Ant, Strength: 1}"),
        ("book/first.md", "There are", "In all there are"),
    ],
)
def test_what_changes_nothing_in_play_makes_nothing_stale(name: str, old: str, new: str) -> None:
    assert stale(changed(name, old, new)) == set()


def test_a_stale_passage_shows_the_rule_as_it_was_and_as_it_is() -> None:
    files = reviewed(FILES | {"book/second.md": TYPED})
    changed_files = files | {"scouts.gdl": files["scouts.gdl"].replace("starts 3", "starts 4")}
    (found,) = [one for one in book.check(compiled(changed_files)) if one.code.slug == "stale-passage"]
    assert "Speed: 1 to 9, starts 3 |   Speed: 1 to 9, starts 4" in found.notes[0]
    assert [label.span.source.name for label in found.labels] == ["book/second.md", "scouts.gdl"]
    assert found.help is not None and "--reviewed how-fast" in found.help


def test_a_passage_is_settled_alone() -> None:
    files = changed("scouts.gdl", "when Deck is empty", "when Discards is empty")
    files |= {"scouts.gdl": files["scouts.gdl"].replace("less than 5", "more than 5")}
    assert stale(files) == {"The pace", "The end"}
    name, text = book.review(compiled(files), ["the-end"])
    assert stale(files | {name: text}) == {"The pace"}
    with pytest.raises(book.UnknownPassage):
        book.review(compiled(files), ["card"])


def test_a_record_is_the_same_whoever_writes_it() -> None:
    once = reviewed(FILES)
    assert reviewed(once) == once
    assert "\nthe-end:\n" in once["book/reviewed.yaml"]


@pytest.mark.parametrize("record", ["- a\n", "cards: 3\n", "a: [\n", "yes: {no: x}\n"])
def test_a_record_that_cannot_be_read_is_the_one_finding(record: str) -> None:
    found = book.check(compiled(FILES | {"book/reviewed.yaml": record}))
    assert {one.span.source.name for one in found if one.span is not None} == {"book/reviewed.yaml"}


def test_a_rule_that_is_told_nowhere_stands_in_the_book_as_the_program_words_it() -> None:
    files = FILES | {"book/second.md": SECOND.replace("Pace, Hurry", "Pace").replace("turn, Draw", "turn")}
    found = book.check(compiled(files))
    assert "no passage of the book covers `phase Draw`" in {one.message for one in found}
    written = book.write(compiled(files))
    assert "Draw" in "".join(one.markdown.partition("## Also in the rules")[2] for one in written.chapters)
    assert [one.chapter for one in written.told["phase-draw"]] == ["second"]


def test_a_ruleset_without_a_book_gets_one() -> None:
    plain = GAME.replace('book from "book/first.md"\nbook from "book/second.md"\n', "")
    compilation = compiled({"scouts.gdl": plain, "cards.yaml": CARDS})
    assert book.check(compilation) == []
    written = book.write(compilation)
    chapters = {one.slug: one.markdown for one in written.chapters}
    assert list(chapters) == ["overview", "components", "setup", "turn", "end", "options"]
    assert "# Scouts {" in chapters["overview"]
    assert "Slow" in chapters["options"] and "Fast" in chapters["options"]
    assert "win when the" in chapters["overview"]
    assert {"kind-card", "rule-hurry", "amount-hurried-steps", "the-turn"} <= set(written.told)
    assert "Speed" not in chapters["turn"]
    fast = {one.slug: one.markdown for one in book.write(compilation, options={"Pace": "Fast"}).chapters}
    assert "by 2" in fast["turn"], "a rule and a number are told where they are used"
    assert "Hurr" not in fast["turn"]
    assert all(f"pictures/{name}.svg" in "".join(chapters.values()) for name in written.pictures)


@pytest.mark.parametrize(
    "text",
    ["{{" * 50_000, "` `` " * 40_000, "<!-- " * 40_000, "{{Nope}} " * 20_000, "# A\n" * 20_000],
    ids=["braces", "backticks", "comments", "directives", "headings"],
)
def test_a_chapter_that_is_all_signs_is_read_in_time(text: str) -> None:
    assert 0 < len(book.check(compiled(FILES | {"book/first.md": text}))) < 1_000


# ---------------------------------------------------------------- variants

VARIANT = """\
edition 1

game "Fast Scouts" changes "scouts.gdl"

book from "fast/fast.md"

remove Pace, Hurry, Hurried Steps

replace phase Draw
  draw 3 Cards from Deck into Discards
  my Scout's Speed gains 1 if my Scout's Speed is less than 9
"""
FAST = """\
# Fast Scouts

{{what is different}}

# Your turn
<!-- tells of turn, Draw -->

Draw {{first number in Draw}} cards and run.
"""


def variant(fast: str = FAST) -> dict[str, str]:
    return reviewed(FILES) | {"fast.gdl": VARIANT, "fast/fast.md": fast}


def test_a_variant_inherits_the_book_of_its_base() -> None:
    written = book.write(compiled(variant(), "fast.gdl"), links=False)
    told = "\n".join(one.markdown for one in written.chapters)
    assert "There are 4 cards" in told
    assert "# The pace" not in told
    assert "Draw 3 cards and run." in told
    assert "Draw three cards." not in told
    assert "fall away: Pace." in told
    assert [one.slug for one in written.chapters] == ["first", "second", "fast"]


def test_a_variant_of_a_variant_has_the_passages_of_the_nearer_one() -> None:
    third = 'edition 1\n\ngame "Faster Scouts" changes "fast.gdl"\n'
    written = book.write(compiled(variant() | {"third.gdl": third}, "third.gdl"), links=False)
    assert [one.message for one in written.diagnostics if one.code.slug == "duplicate-passage"] == []
    told = "\n".join(one.markdown for one in written.chapters)
    assert "Draw 3 cards and run." in told
    assert "Draw three cards." not in told


def test_a_chapter_has_the_title_that_a_variant_gives_it() -> None:
    own = "# Welcome, fast ones { #hello }\n\nRun.\n"
    base = FILES | {"book/first.md": "# Hello\n\n" + FIRST}
    written = book.write(compiled(base | {"fast.gdl": VARIANT, "fast/fast.md": own}, "fast.gdl"), links=False)
    assert written.chapters[0].title == "Welcome, fast ones"


def test_the_ends_of_a_range_can_be_written_in_words() -> None:
    assert "up to nine" in text_of(FILES | {"book/second.md": "# A\n\nup to {{highest Speed in words}}\n"})


def test_a_changed_passage_is_stale_until_it_is_rewritten_or_settled() -> None:
    plain = variant("# Fast Scouts\n\nFaster.\n")
    assert stale(plain, "fast.gdl") == {"Your turn"}
    settled = reviewed(plain, "fast.gdl")
    assert "fast/reviewed.yaml" in settled
    assert stale(settled, "fast.gdl") == set()
    rewritten = reviewed(variant(), "fast.gdl")
    assert stale(rewritten, "fast.gdl") == set()
    assert stale(rewritten) == set()


def test_what_a_passage_of_the_base_takes_from_it_is_no_mistake_of_a_variant() -> None:
    scenario = '\nscenario "Two cards"\n  given the turn of the first player\n  then Deck is empty\n'
    first = FIRST.replace("A {{Scout}}", '{{example "Two cards"}}\n\nA {{Scout}}').replace(
        "{{Speed}}.", "{{Speed}}, {{Hurried Steps}}."
    )
    base = reviewed(FILES | {"scouts.gdl": GAME + scenario, "book/first.md": first})
    files = base | {"fast.gdl": VARIANT, "fast/fast.md": FAST}
    (found,) = [one for one in book.check(compiled(files, "fast.gdl")) if "`Hurried Steps`" in one.message]
    assert found.code.slug == "stale-passage"
    assert "“Scouts” is stale: nothing in the ruleset is called `Hurried Steps`" in found.message
    assert not [one for one in book.check(compiled(files, "fast.gdl")) if one.severity is Severity.ERROR]


def test_what_speaks_of_something_falls_away_with_it() -> None:
    second = SECOND.replace(
        "Draw {{first number in Draw in words}} cards.",
        "Draw cards{{only with Hurry}} and hurry {{Hurried Steps}} steps{{end}}, then stop.",
    ).replace("tells of turn, Draw", "tells of turn")
    files = reviewed(FILES | {"book/second.md": second})
    assert "Draw cards and hurry 2 steps, then stop." in text_of(files)
    files |= {"fast.gdl": VARIANT, "fast/fast.md": "# Fast Scouts\n\nFaster.\n"}
    written = book.write(compiled(files, "fast.gdl"), links=False)
    assert "Draw cards, then stop." in "\n".join(one.markdown for one in written.chapters)
    assert stale(files, "fast.gdl") == set()


def test_a_stretch_for_what_nothing_is_called_is_reported() -> None:
    files = FILES | {"book/second.md": SECOND.replace("only with 2 players", "only with Trumpets")}
    (found,) = [one for one in book.check(compiled(files)) if one.code.slug == "wrong-directive"]
    assert "`Trumpets` is no number of players" in found.message


@pytest.mark.parametrize(
    ("outcome", "told"),
    [("Deck is not empty", "no longer comes out"), ("Deck is empty", "nothing that could be drawn")],
)
def test_an_example_that_does_not_come_out_or_cannot_be_drawn_is_found_and_left_out(
    outcome: str, told: str
) -> None:
    scenario = f'\nscenario "Two cards"\n  given the turn of the first player\n  then {outcome}\n'
    second = SECOND + '\n{{example "Two cards"}}\n'
    files = reviewed(FILES | {"scouts.gdl": GAME + scenario, "book/second.md": second})
    (found,) = book.check(compiled(files))
    assert found.code.slug == "stale-passage"
    assert "“The end” is stale: its example “Two cards”" in found.message and told in found.message
    assert "Two cards" not in text_of(files) and "turn of the first" not in text_of(files)


def test_what_a_variant_removed_is_settled_by_a_review() -> None:
    told = FILES | {"book/second.md": SECOND.replace("tells of turn, Draw", "tells of turn, Pace")}
    files = reviewed(told) | {"fast.gdl": VARIANT, "fast/fast.md": "# Fast Scouts\n\nFaster.\n"}
    assert stale(files, "fast.gdl") == {"Your turn"}
    settled = reviewed(files, "fast.gdl")
    assert stale(settled, "fast.gdl") == set()
    assert "not in this game" in settled["fast/reviewed.yaml"]
    back = settled | {"fast.gdl": VARIANT.replace("remove Pace, Hurry", "remove Hurry")}
    assert "Your turn" not in stale(back, "fast.gdl"), "the base has been reviewed with it"


def test_a_variant_without_a_chapter_keeps_its_record_beside_itself() -> None:
    files = reviewed(FILES) | {"fast.gdl": VARIANT.replace('book from "fast/fast.md"\n\n', "")}
    assert stale(files, "fast.gdl") == {"Your turn"}
    settled = reviewed(files, "fast.gdl")
    assert "fast_reviewed.yaml" in settled
    assert stale(settled, "fast.gdl") == set()


# ---------------------------------------------------------------- shipped rulesets


QUICK = ("gekido.gdl", "gekido_duel.gdl", "classics/whist.gdl", "classics/hex.gdl")


@pytest.fixture(
    scope="module",
    params=[name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in GAMES],
)
def shipped(request: pytest.FixtureRequest) -> Compilation:
    return compiled(SHIPPED, request.param)


@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_every_declaration_of_a_shipped_ruleset_stands_in_the_reference(shipped: Compilation) -> None:
    assert shipped.game is not None
    naming = Naming(shipped.game)
    reference = "\n".join(render(shipped).values())
    named = [one for one in Parts(shipped.game).whole if not isinstance(one, m.Enum) or not one.anonymous]
    assert len(named) > 5
    for decl in named:
        address = naming.target(decl).slug
        assert f"{{ #{address} }}" in reference or f'id="{address}"' in reference, address


@pytest.mark.in_turn(3)
def test_every_declaration_that_players_need_stands_in_the_book(shipped: Compilation) -> None:
    """It has a passage, or what it is a part of has one, or the program has no words for it at all."""
    assert shipped.game is not None
    naming = Naming(shipped.game)
    parts = Parts(shipped.game)
    told = set(book.write(shipped, drawn=False).told)
    writer = writer_of(shipped)
    # What the agreed answers to the options never use is told as what another answer brings, by no passage of its own.
    fall_asleep(writer.players)
    for decl in set(parts.needed()) - writer.players.asleep:
        wholes: list[m.Decl] = [decl]
        while wholes[-1] in parts.part_of:
            wholes.append(parts.part_of[wholes[-1]])
        wholes += [one for one in parts.users.get(decl, ()) if isinstance(one, m.Kind)]
        assert told.intersection(naming.target(one).slug for one in wholes) or not passage(writer, decl), decl


@pytest.mark.in_turn(3)
def test_a_shipped_book_has_no_errors(shipped: Compilation) -> None:
    found = book.check(shipped)
    assert [one.message for one in found if one.severity is Severity.ERROR] == []


def test_the_words_that_a_rule_gives_to_things_are_no_numbers_of_it() -> None:
    game = GAME.replace("do Hurry if Pace is Fast", "do Hurry with my Scout if Pace is Fast")
    game = game.replace(
        "rule Hurry\n  my Scout's Speed gains Hurried Steps if my Scout's Speed is less than 5",
        "rule Hurry with a Scout as the runner\n"
        "  the runner's Speed gains Hurried Steps if the runner's Speed is less than 5",
    )
    second = SECOND.replace("Then your Scout hurries", "Below {{first number in Hurry}} your Scout hurries")
    second = second.replace("{{only with Pace is Fast}}", "{{only with Pace is Slow}}")
    written = book.write(compiled(FILES | {"scouts.gdl": game, "book/second.md": second}), links=False)
    assert any("Below 5 your Scout hurries" in one.markdown for one in written.chapters)


def test_links_between_passages_lead_where_they_stand_in_a_variant() -> None:
    first = FIRST.replace(
        "A {{Scout}} starts", "See [the pace](second.md#the-pace) and [turn](#your-turn). A {{Scout}} starts"
    )
    base = reviewed(FILES | {"book/first.md": first})
    plain = book.write(compiled(base), links=False).chapters[0].markdown
    assert "See [the pace](second.md#the-pace) and [turn](second.md#your-turn)." in plain
    fast = FAST.replace("cards and run.", "cards and run, as [scouts](#scouts) do.")
    written = book.write(
        compiled(base | {"fast.gdl": VARIANT, "fast/fast.md": fast}, "fast.gdl"), links=False
    )
    told = {one.slug: one.markdown for one in written.chapters}
    assert "See the pace and [turn](second.md#your-turn)." in told["first"], (
        "the passage on the pace has vanished"
    )
    assert "as [scouts](first.md#scouts) do" in told["second"]
