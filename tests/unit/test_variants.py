"""What a variant adds, changes and removes stands where it says, with the places where it is written."""

import pytest

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.format import format
from gekido_dsl.rulesdoc import render
from gekido_dsl.source import MemoryProvider, Source

BASE = """edition 1

game "Orchard"
  players 2
  limit 50 turns

option Early "When it ends" is Never or Soon

values Colour: Red, Green
  drawn as "rg"

kind Card from "cards.yaml", 4 of them
  Worth: 1 to 9
  Price for each Colour: 0 to 9
  Colours: up to 3 Colour
  Effects: up to 2 rows of up to 2 Effect
  Effect: an Effect or none

kind Purse, 1 for each player
  Coins: 0 to 90, starts 0
  Paid for each Colour: 0 to 9, starts 0

deck Deck: all Cards, shuffled
hand Hand of each player, of Cards

setup
  each player
    my Purse's Coins gains 1
  each player
    my Purse's Coins gains 2

turn of each player
  Begin: Look, Take
  Pay if my Purse's Coins is at least 1

phase Begin
phase Look
  announce "looks" for me
phase Take
  draw 1 Card
    otherwise end Take
  if Early is Soon
    eliminate me
  otherwise
    do Gain
phase Pay
  choose one, asking "What do you pay?"
    "One"
      my Purse's Coins loses 1
    "Nothing"
      stop

rule Gain
  my Purse's Coins gains Income if possible

amount Income
  starts at 1
  add 1 if some Card in my Hand is Dear
  at most 3

a Card is Dear if any of
  its Worth is at least 8
  its Price for Red is 9

effect Pay Back with 1 to 3 as the number
  my Purse's Coins gains the number if possible

effect Rest
  my Purse's Paid for Green gains 1 if possible

whenever Counted: Pay ends
  choose a Card of my Hand
    otherwise stop
  apply the Card's Effect if the Card has an Effect

the game ends when Poor: Deck is empty
  the highest player by my Purse's Coins wins
"""
TABLE = """- {Name: Apple, Worth: 3, Copies: 3, Price: {Red: 1, Green: 2}, Colours: [Red], Effects: [], Effect: none}
- {Name: Plum, Worth: 4, Price: {Red: 1, Green: 2}, Colours: [], Effects: [[Rest]], Effect: {Pay Back: 2}}
"""


def made(text: str, **more: str) -> Compilation:
    files = {"base.gdl": BASE, "cards.yaml": TABLE}
    files |= {f"{name}.gdl": f'edition 1\n\ngame "{name}" {given}' for name, given in more.items()}
    files["more.yaml"] = TABLE.replace("Apple", "Pear").replace("Plum", "Fig")
    head = "" if text.startswith("edition") else 'edition 1\n\ngame "Other" changes "base.gdl"\n\n'
    return load("other.gdl", MemoryProvider(files | {"other.gdl": head + text}))


def told(compilation: Compilation) -> list[str]:
    found = []
    for one in compilation.diagnostics:
        assert one.span is not None
        line = one.span.source.line(one.span.start_position[0]).strip()
        found.append(f"{one.code.slug}: {one.message} @ {line}")
    return found


def errors(compilation: Compilation) -> list[str]:
    return [one.message for one in compilation.diagnostics if one.severity is Severity.ERROR]


def lines_of(compilation: Compilation, first: str) -> list[str]:
    """Gives the lines of a declaration as they are read, by its first line."""
    for woven in compilation.woven:
        said = [" " * line.indent + source.text[line.start : line.end] for source, line in woven]
        if said[0].startswith(first):
            return said[1:]
    raise AssertionError(first)


@pytest.mark.parametrize(
    ("where", "section", "expected"),
    [
        ("", "phase Look", ['  announce "looks" for me', "  stop"]),
        (", first", "phase Look", ["  stop", '  announce "looks" for me']),
        (', before "draw 1"', "phase Take", ["  stop", "  draw 1 Card", "    otherwise end Take"]),
        (', after "draw 1"', "phase Take", ["  draw 1 Card", "    otherwise end Take", "  stop"]),
        (", first", "phase Begin", ["  stop"]),
        ("", "Gain", ["  my Purse's Coins gains Income if possible", "  stop"]),
        ("", "rule Gain", ["  my Purse's Coins gains Income if possible", "  stop"]),
        ("", "Counted", ["  choose a Card of my Hand", "    otherwise stop"]),
    ],
)
def test_lines_are_added_where_it_says(where: str, section: str, expected: list[str]) -> None:
    said = made(f"add to {section}{where}\n  stop\n")
    name = section.split()[-1]
    first = {"Gain": "rule Gain", "Counted": "whenever Counted"}.get(name, section)
    assert lines_of(said, first)[: len(expected)] == expected


def test_lines_are_added_after_what_is_done_otherwise() -> None:
    said = lines_of(made('add to phase Take, after "if Early"\n  do Gain\n'), "phase Take")
    assert said[-3:] == ["  otherwise", "    do Gain", "  do Gain"]


def test_lines_are_added_under_a_line_that_has_a_block_and_one_that_has_none() -> None:
    said = lines_of(made('add to phase Pay, under "choose one"\n  "Two"\n    do Gain\n'), "phase Pay")
    assert said[-2:] == ['    "Two"', "      do Gain"]
    said = lines_of(made('add to phase Look, under "announce"\n  otherwise stop\n'), "phase Look")
    assert said == ['  announce "looks" for me', "    otherwise stop"]


def test_what_is_added_is_played() -> None:
    said = made(
        """add to setup
  each player
    my Purse's Coins gains 30
add to turn, after Look
  Sing
add to turn, before Pay
  Pause
change "at most 3" of amount Income
  at most 2
add to Dear
  its Worth is at least 3
phase Sing
  my Purse's Coins gains 5
phase Pause
  my Purse's Coins gains 7

scenario "Thirty more"
  given the turn of the first player
  then (the first player)'s Purse's Coins is 47
"""
    )
    assert errors(said) == []
    assert [one.message for one in scenario.run(said) if not one.passed] == []


def test_one_line_keeps_the_block_of_the_line_it_replaces() -> None:
    said = lines_of(made('change "if Early" of phase Take\n  if Early is Never\n'), "phase Take")
    assert said[2:4] == ["  if Early is Never", "    eliminate me"]
    said = lines_of(made('change "if Early" of phase Take\n  if Early is Never\n    stop\n'), "phase Take")
    assert said[2:4] == ["  if Early is Never", "    stop"]


def test_the_first_line_is_changed_and_the_others_stay() -> None:
    said = made('change "a Card is Dear" of Dear\n  a Card is Dear if all of\n')
    assert lines_of(said, "a Card is Dear if all of")[0] == "  its Worth is at least 8"
    assert errors(said) == []


def test_a_declaration_without_a_name_is_removed_by_its_first_line() -> None:
    said = made('remove "the game ends when Poor"\nremove "whenever Counted"\n')
    assert errors(said) == ["no rule ends the game or lets anybody win"] or len(errors(said)) <= 1
    assert said.model.value is not None
    assert said.model.value.ends == []
    assert said.model.value.triggers == []


def test_a_line_may_be_told_by_the_line_after_it() -> None:
    said = made('change "each player my Purse\'s Coins gains 2" of setup\n  each player, last first\n')
    assert lines_of(said, "setup")[2:] == ["  each player, last first", "    my Purse's Coins gains 2"]


def test_a_line_that_stands_further_in_is_told_where() -> None:
    found = made('change "its Worth" of setup\n  stop\nremove "draw 1 Card"\n').diagnostics
    steps = [one.help for one in found if "`draw 1 Card`" in one.message and "begins with" in one.message]
    assert steps == ['that line stands further in: `"draw 1 Card" of phase Take`']


def test_a_line_is_removed_with_its_block_and_what_is_done_otherwise() -> None:
    said = lines_of(made('remove "if Early" of phase Take\n'), "phase Take")
    assert said == ["  draw 1 Card", "    otherwise end Take"]


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        ('add to setup, after "each player"\n  stop\n', "2 lines begin with `each player`"),
        ('add to phase Look, after "anounce"\n  stop\n', "no line of `phase Look` begins with `anounce`"),
        ("add to turn, after Lokk\n  Take\n", "no line of `turn of each player` begins with `Lokk`"),
        ("add to phase Nowhere\n  stop\n", "the base has no `Nowhere` of this sort"),
        ('add to "rule Lose"\n  stop\n', "no declaration of the base begins with `rule Lose`"),
        (
            'remove "its Worth" of Poor\n',
            "no line of `the game ends when Poor: Deck is empty` begins with `its Worth`",
        ),
        ('remove "announce" of setup\n', "no line of `setup` begins with `announce`"),
        ('remove "my Purse\'s" of rule Gain\n', "`rule Gain` would be left with nothing"),
        (
            "add to turn, after Look\n  Take if Early is Soon\n",
            "beside the step `Look` only names of steps fit",
        ),
        ("add to values Colour: Blue\n", "the values of `Colour` are drawn as signs"),
        ("add to values Color: Blue\n", "the base has no `Color` of this sort"),
        ("change Grape of Cards\n  Worth: 1\n", "no row of `Card` is called `Grape`"),
        ("add Grape to Carts\n  Worth: 1\n", "the base has no kind of things called `Carts`"),
        ("remove Copies\n", "the base has nothing called `Copies`"),
    ],
)
def test_what_the_base_does_not_have_is_reported(patch: str, message: str) -> None:
    found = [one.message for one in made(patch).diagnostics if one.code.slug == "variant-mismatch"]
    assert found == [message]


@pytest.mark.parametrize(
    ("patch", "line", "slug"),
    [
        ("add to phase Look\n  anounce me\n", "anounce me", "unknown-word"),
        ("add to phase Look\n  do Nothing\n", "do Nothing", "unknown-name"),
        ('change "draw 1" of phase Take\n  draw 1 Cart\n', "draw 1 Cart", "unknown-name"),
        ("change Apple of Cards\n  Worth: 12\n", "Worth: 12", "cell"),
        ("change Apple of Cards\n  Wort: 2\n", "Wort: 2", "column"),
        ("change Apple of Cards\n  Effect: Pay Back with 5\n", "Effect: Pay Back with 5", "cell"),
        ("change Apple of Cards\n  Worth 2\n", "Worth 2", "syntax-error"),
        ("change Apple of Cards\n  Worth: 2, 3\n", "Worth: 2, 3", "syntax-error"),
        ("change Apple of Cards\n  Worth: what\n", "Worth: what", "syntax-error"),
        ("change Apple of Cards\n  Price for Blue: 3\n", "Price for Blue: 3", "cell"),
        ("add Pear to Cards\n  Worth: 2\n", "add Pear to Cards", "missing-column"),
    ],
)
def test_a_mistake_is_reported_where_the_variant_makes_it(patch: str, line: str, slug: str) -> None:
    found = [one for one in told(made(patch)) if one.endswith(f"@ {line}")]
    assert found and all(slug in one for one in found), told(made(patch))


def test_rows_and_cells() -> None:
    said = made(
        """add to values Colour: Blue drawn as "b"
add "7 of Hearts" to Cards
  Worth: 2
  Price:
    Red: 3, Green: 4
    Blue: 1
  Colours: Red, Green
  Effects:
    Rest, Pay Back with 1
    Pay Back with 3
  Effect: Pay Back with 3
  Copies: 2
  Text: "Seven."
change Apple of Cards
  Worth: 9
  Price for Red: 5
  Price for Blue: 6
  Effect: none
change Plum of Cards
  Colours: none
  Price for Blue: 6
"""
    )
    assert errors(said) == []
    game = said.game
    assert game is not None
    card = game.kinds["Card"]
    apple, plum, seven = card.rows
    assert card.total == 6
    assert (seven.name, seven.copies, seven.text) == ("7 of Hearts", 2, "Seven.")
    assert (seven.values["Worth"], seven.values["Price"], seven.values["Colours"]) == (2, (3, 4, 1), (0, 1))
    assert [len(row) for row in seven.values["Effects"]] == [2, 1]
    assert (apple.values["Worth"], apple.values["Price"]) == (9, (5, 2, 6))
    assert plum.values["Colours"] == ()


def test_a_table_is_added_and_a_row_removed() -> None:
    said = made('add to Cards from "more.yaml"\nremove Plum\n')
    assert errors(said) == []
    assert said.game is not None
    card = said.game.kinds["Card"]
    assert [row.name for row in card.rows] == ["Apple", "Pear", "Fig"]
    assert card.total == 7


def test_a_total_that_the_variant_says_itself_has_to_fit() -> None:
    said = made("change kind Card, 5 of them\nadd Pear to Cards\n" + PEAR)
    assert errors(said) == []
    said = made("change kind Card, 6 of them\nadd Pear to Cards\n" + PEAR)
    assert [one.code.slug for one in said.diagnostics if one.severity is Severity.ERROR] == ["table-total"]


PEAR = """  Worth: 2
  Price:
    Red: 1
    Green: 1
  Colours: none
  Effects: none
  Effect: none
"""


@pytest.mark.parametrize(
    ("patch", "called"),
    [
        ("setup\n  the second player leads\n", "setup"),
        ("change setup\n  the second player leads\n", "setup"),
        ("change values Colour: Red, Blue\n", "values Colour"),
        ("change rule Gain\n  stop\n", "rule Gain"),
        ("change turn of all players\n  Pay\n", "turn"),
        ("turn of each player\n  Pay\n", "turn"),
        ("change phase Look\n  stop\n", "phase Look"),
        ("change amount Income\n  add 1\n", "amount Income"),
    ],
)
def test_what_would_be_dropped_is_said(patch: str, called: str) -> None:
    found = made(patch).diagnostics
    drops = [one for one in found if one.code.slug == "variant-drops"]
    assert [one.message for one in drops] == [f"this would drop the base's `{called}`"]
    assert drops[0].labels[1].span.source.name == "base.gdl"
    (edit,) = drops[0].edits
    text = edit.span.source.text
    mended = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    again = load("other.gdl", MemoryProvider({"base.gdl": BASE, "cards.yaml": TABLE, "other.gdl": mended}))
    assert "variant-drops" not in [one.code.slug for one in again.diagnostics]


def test_variants_are_combined_in_their_order() -> None:
    one = 'changes "base.gdl"\nadd to phase Look\n  announce "one" for me\n'
    two = 'changes "base.gdl"\nadd to phase Look\n  announce "two" for me\n'
    both = 'edition 1\ngame "Both" changes "two.gdl" and "one.gdl"\n'
    said = made(both, one=one, two=two)
    assert errors(said) == []
    assert [line.split('"')[1] for line in lines_of(said, "phase Look")] == ["looks", "two", "one"]


@pytest.mark.parametrize(
    ("one", "two", "what"),
    [
        ("remove Early\n", "add to option Early: Late\n", None),
        ("change Apple of Cards\n  Worth: 2\n", "change Apple of Cards\n  Worth: 3\n", "`Worth` of `Apple`"),
        ("change Apple of Cards\n  Worth: 2\n", "change Apple of Cards\n  Effect: Rest\n", None),
        ("change Apple of Cards\n  Worth: 2\n", "remove Apple\n", "`Apple`"),
        (
            'change "at most" of Income\n  at most 4\n',
            "replace amount Income\n  starts at 1\n",
            "`amount Income`",
        ),
        ("replace rule Gain\n  stop\n", "add to rule Gain\n  stop\n", "`rule Gain`"),
        ("replace rule Gain\n  stop\n", "remove Gain\n", "`rule Gain`"),
        ("add to rule Gain\n  stop\n", "add to rule Gain\n  stop\n", None),
        (
            "change kind Purse\n  Coins: 0 to 8\n",
            "change kind Purse\n  Coins: 0 to 7\n",
            "`Coins` of `kind Purse`",
        ),
        ("change kind Purse\n  Coins: 0 to 8\n", "change kind Purse\n  Gems: 0 to 7, starts 0\n", None),
    ],
)
def test_what_two_variants_change_names_both(one: str, two: str, what: str | None) -> None:
    both = 'edition 1\ngame "Both" changes "one.gdl", "two.gdl"\n'
    said = made(both, one=f'changes "base.gdl"\n{one}', two=f'changes "base.gdl"\n{two}')
    found = [one for one in said.diagnostics if one.code.slug == "variant-conflict"]
    if what is None:
        assert found == []
    else:
        assert [one.message for one in found] == [f"`one.gdl` and `two.gdl` both change {what}"]
        assert [label.span.source.name for label in found[0].labels] == ["two.gdl", "one.gdl"]


def test_a_variant_of_a_variant_changes_what_it_likes() -> None:
    one = 'changes "base.gdl"\nchange Apple of Cards\n  Worth: 2\nadd to rule Gain\n  announce "x" for me\n'
    two = 'changes "one.gdl"\nchange Apple of Cards\n  Worth: 3\nremove "announce" of rule Gain\n'
    both = 'edition 1\ngame "Both" changes "one.gdl" and "two.gdl"\n'
    for said in (made(both, one=one, two=two), made('edition 1\ngame "X" ' + two, one=one)):
        assert errors(said) == []
        assert said.game is not None
        assert said.game.kinds["Card"].rows[0].values["Worth"] == 3


def test_games_of_different_bases_are_not_combined() -> None:
    other = "\n  players 2\nturn of each player\n  Go\nphase Go\n  me wins\n"
    both = 'edition 1\ngame "Both" changes "one.gdl" and "two.gdl"\n'
    said = made(both, one='changes "base.gdl"\n', two=other)
    assert "variant-conflict" in [one.code.slug for one in said.diagnostics]


def test_what_is_added_makes_another_ruleset() -> None:
    same = made("").identity
    assert made("change Apple of Cards\n  Worth: 9\n").identity != same
    assert made("add to phase Look\n  stop\n").identity != same
    assert made("add to phase Look\n  stop\n").identity == made("add to phase Look\n  stop # so\n").identity


def test_the_layout_of_patches_is_standard() -> None:
    text = 'edition 1\ngame "O" changes "base.gdl"\nadd  to  phase Look ,  after "announce"\n      stop\n'
    text += "change Apple of Cards\n    Worth :  2\n    Price for Red:3\n"
    result = format(Source("o.gdl", text))
    assert result.value is not None
    assert 'add to phase Look, after "announce"\n  stop\n' in result.value
    assert "change Apple of Cards\n  Worth: 2\n  Price for Red: 3\n" in result.value


def test_the_rules_page_shows_lines_where_they_stand() -> None:
    said = made('add to phase Pay, under "choose one"\n  "Two coins"\n    do Gain\n')
    pages = render(said)
    turn = next(text for name, text in pages.items() if name.endswith("turn.md"))
    assert turn.index("**Nothing**") < turn.index("**Two coins**")


def test_changes_and_the_lines_they_add_are_limited() -> None:
    said = made("".join("add to rule Gain\n  stop\n" for _ in range(1_001)))
    assert errors(said) == ["a variant has at most 1,000 changes"]
    said = made("add to rule Gain\n" + "  stop\n" * 1_990 + "add to rule Gain\n" + "  stop\n" * 100)
    assert errors(said) == ["a declaration may have at most 2,000 lines"]


OTHER = "- {Name: Apple, Worth: 5, Price: {Red: 1, Green: 2}, Colours: [Red], Effects: [], Effect: none}\n"


def with_other(patch: str) -> Compilation:
    head = 'edition 1\n\ngame "Other" changes "base.gdl"\n\n'
    base = BASE.replace("its Worth is at least 8", "it is Plum")
    files = {"base.gdl": base, "cards.yaml": TABLE, "few.yaml": OTHER, "other.gdl": head + patch}
    return load("other.gdl", MemoryProvider(files))


def test_a_table_in_the_place_of_another_says_so_and_counts_its_rows() -> None:
    said = with_other('replace Cards from "few.yaml"\nreplace a Card is Dear if its Worth is at least 3\n')
    assert errors(said) == []
    assert said.game is not None
    card = said.game.kinds["Card"]
    assert [(row.name, row.values["Worth"]) for row in card.rows] == [("Apple", 5)]
    assert card.total == 1
    said = with_other('replace Cards from "few.yaml", 2 of them\nremove Dear\nremove "add 1" of Income\n')
    assert errors(said) == ["the table of `Card` has 1 copy, not 2"] or len(errors(said)) == 1


def test_a_change_that_would_drop_rows_names_them_and_both_places() -> None:
    said = with_other('change kind Card from "few.yaml", 1 of them\n  Rank: 0 to 3, starts 0\n')
    (drop,) = [one for one in said.diagnostics if one.code.slug == "variant-drops"]
    assert drop.message == "this would drop the rows of `Card`: Apple, Plum"
    assert [label.span.source.name for label in drop.labels] == ["other.gdl", "base.gdl"]
    (edit,) = drop.edits
    assert edit.replacement == 'replace Cards from "few.yaml", 1 of them\nchange kind Card'


@pytest.mark.parametrize(
    "patch",
    [
        'replace Cards from "few.yaml"\n',
        'replace kind Card from "few.yaml"\n'
        + "".join(line + "\n" for line in BASE.split("4 of them\n")[1].split("\n\n")[0].splitlines()),
    ],
    ids=["table", "kind"],
)
def test_what_names_a_row_of_a_table_that_is_gone_is_told_at_the_new_one(patch: str) -> None:
    said = with_other(patch)
    (gone,) = [one for one in said.diagnostics if one.severity is Severity.ERROR]
    assert gone.code.slug == "removed-name"
    assert gone.message == "`Plum` is gone with the table that is replaced but still used in 1 place"
    first, use = gone.labels
    assert first.span.source.line(first.span.start_position[0]).startswith("replace")
    assert use.span.source.name == "base.gdl"


def test_a_row_that_a_variant_adds_again_is_not_gone() -> None:
    cells = "  Worth: 2\n  Price for Red: 1\n  Price for Green: 1\n  Colours: none\n  Effects: none\n  Effect: none\n"
    assert errors(with_other('replace Cards from "few.yaml"\nadd Plum to Cards\n' + cells)) == []


def test_only_a_table_is_replaced_by_one() -> None:
    assert errors(with_other('replace Purses from "few.yaml"\n')) == ["`Purse` has no table"]
    assert errors(with_other('replace Carts from "few.yaml"\n')) == [
        "the base has no kind of things called `Carts`"
    ]


DICE = """edition 1

game "Cubes"
  players 2
  limit 20 turns

die Cube of 1 to 6, 3 of them
box Tray: all Cubes
turn of each player
  Roll
phase Roll
  roll all Cubes
  flip a Cube that shows 1
    otherwise stop
  me wins if some Cube shows 3
"""


def with_dice(patch: str) -> Compilation:
    head = 'edition 1\n\ngame "Other" changes "base.gdl"\n\n'
    return load("other.gdl", MemoryProvider({"base.gdl": DICE, "other.gdl": head + patch}))


def test_a_die_gets_other_faces_and_its_opposite_faces_follow() -> None:
    said = with_dice("change die Cube of 1 to 8\n")
    assert errors(said) == []
    assert said.game is not None
    cube = said.game.kinds["Cube"]
    assert (cube.faces, cube.total, cube.opposite[1], cube.opposite[8]) == ((1, 8), 3, 8, 1)
    said = with_dice("change die Cube of 1 to 8, 5 of them\n")
    assert said.game is not None
    assert said.game.kinds["Cube"].total == 5


def test_faces_that_are_too_many_are_told_at_the_change() -> None:
    found = told(with_dice("change die Cube of 1 to 4000\n"))
    assert found and all(one.endswith("@ change die Cube of 1 to 4000") for one in found), found


def test_a_patch_that_fits_nothing_names_what_is_near() -> None:
    for patch, help in [
        ("change Aple of Cards\n  Worth: 1\n", "did you mean `Apple`?"),
        ("change Appels of Cards\n  Worth: 1\n", "did you mean `Apple`?"),
        ("change Zork of Cards\n  Worth: 1\n", "its rows: `Apple`, `Plum`"),
        ("remove Plumm\n", "did you mean `Plum`?"),
        ("remove Coin\n", "did you mean `Coins`?"),
        ("remove Countd\n", "did you mean `Counted`?"),
        ('remove "whenever Countd"\n', "did you mean `whenever Counted`?"),
        ("add to option Erly: Late\n", "did you mean `Early`?"),
        ('replace Crads from "more.yaml"\n', "did you mean `Cards`?"),
    ]:
        found = [one for one in made(patch).diagnostics if one.code.slug == "variant-mismatch"]
        assert [one.help for one in found] == [help], patch


def test_what_is_removed_is_told_at_the_variant_with_every_use() -> None:
    said = made("remove Gain\n")
    (gone,) = [one for one in said.diagnostics if one.code.slug == "removed-name"]
    assert gone.message == "`Gain` is removed but still used in 1 place"
    assert [label.span.source.name for label in gone.labels] == ["other.gdl", "base.gdl"]
    assert [label.text for label in gone.labels] == ["removed here", "still used here"]
    silenced = made("remove Gain  # gdl: ignore[removed-name] so be it\n")
    (kept,) = [one for one in silenced.diagnostics if one.code.slug == "removed-name"]
    assert "an error cannot be ignored by a comment" in kept.notes


def test_a_ruling_goes_with_its_option_unless_something_cites_it() -> None:
    ledger = """- {Ruling: R1, Question: When?, Default: so, Alternatives: [soon], Reason: so, Source: , Option: Early}
- {Ruling: R2, Question: Why?, Default: so, Alternatives: [not], Reason: said, Source: }
"""
    base = BASE.replace("option Early", 'rulings from "rulings.yaml"\noption Early', 1)
    head = 'edition 1\n\ngame "Other" changes "base.gdl"\n\nremove Early\nreplace phase Take'
    for mark, kept in [("", ["R2"]), (" [ruling R1]", ["R1", "R2"])]:
        text = f"{head}{mark}\n  draw 1 Card\n    otherwise end Take\n  do Gain\n"
        files = {"base.gdl": base, "cards.yaml": TABLE, "rulings.yaml": ledger, "other.gdl": text}
        said = load("other.gdl", MemoryProvider(files))
        assert errors(said) == []
        assert said.game is not None
        assert [one.name for one in said.game.rulings] == kept
        page = next(text for name, text in render(said).items() if name.endswith("rulings.md"))
        assert ("When?" in page) == ("R1" in kept)


def test_a_table_that_is_replaced_is_no_part_of_the_ruleset() -> None:
    same = with_other('replace Cards from "few.yaml"\nremove Dear\nremove "add 1" of Income\n')
    assert same.model.ok
    assert [table.name for table in same.tables] == ["few.yaml"]
    again = with_other('replace Cards from "few.yaml", 1 of them\nremove Dear\nremove "add 1" of Income\n')
    assert errors(same) == errors(again) == []
    assert same.identity != made("").identity
