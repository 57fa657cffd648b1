"""What variants did before is what a later one finds: tables stay where they are named, lines are as they were left."""

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.model import facts
from gekido_dsl.source import MemoryProvider

BASE = """edition 1

game "Orchard"
  players 2
  limit 50 turns

kind Card from "orchard/cards.yaml", 4 of them
  Worth: 1 to 9
  Weight: 1 to 9
  text "a fruit"

kind Floor from "orchard/floors.yaml"

kind Square of each Floor, drawn as Rows with signs from "orchard/signs.yaml"
  Dry: yes or no

board Field: 1 by 3 Square, touching in 4 directions

deck Deck: all Cards, shuffled
hand Hand of each player, of Cards

setup
  lay out Field as Ground

turn of each player
  Take

phase Take
  Pot: 0 to 5
  Pot gains 1 if possible
  draw 1 Card
    otherwise me wins
"""
FILES = {
    "shipped/base.gdl": BASE,
    "shipped/orchard/cards.yaml": "- {Name: Apple, Worth: 3, Weight: 1, Copies: 3}\n"
    "- {Name: Plum, Worth: 4, Weight: 2}\n",
    "shipped/orchard/floors.yaml": "- Name: Ground\n  Rows: |\n    s  .  .\n",
    "shipped/orchard/signs.yaml": "- {sign: s, name: sand, Dry: true}\n",
}


def made(*variants: str) -> Compilation:
    """Compiles variants in a folder beside the base's, each of the one before it."""
    files, base = dict(FILES), "../shipped/base.gdl"
    for number, text in enumerate(variants):
        name = f"{number}.gdl"
        files[f"own/{name}"] = f'edition 1\n\ngame "V{number}" changes "{base}"\n\n{text}'
        base = name
    return load(f"own/{base}", MemoryProvider(files))


def errors(made: Compilation) -> list[str]:
    return [one.message for one in made.diagnostics if one.severity is Severity.ERROR]


def test_a_changed_kind_keeps_the_tables_of_the_base() -> None:
    for kind, field in (("Card", "Worth: 1 to 12"), ("Square", "Dry: yes or no")):
        assert errors(made(f"change kind {kind}\n  {field}\n")) == []
        assert errors(made(f"change kind {kind}\n  {field}\n", f'add to kind {kind}\n  text "so"\n')) == []


def test_a_line_is_as_the_variant_before_left_it() -> None:
    first = 'change kind Card\n  Worth: 1 to 12\n  Size: 1 to 3\n  text "no fruit"\n'
    sized = "change Apple of Cards\n  Size: 1\nchange Plum of Cards\n  Size: 2\n"
    said = made(first + sized, 'change "Worth" of kind Card\n  Worth: 1 to 20\n')
    assert errors(said) == []
    assert said.game is not None
    assert [*said.game.kinds["Card"].fields] == ["Worth", "Weight", "Size"]
    assert "1 to 20" in str(said.game.kinds["Card"].fields["Worth"].type)
    assert said.game.kinds["Card"].text == "no fruit"
    said = made(first, 'remove "Size" of kind Card\n', 'remove "Size" of kind Card\n')
    assert errors(said) == ["no line of `kind Card from orchard/cards.yaml, 4 of them` begins with `Size`"]


def test_what_was_changed_and_removed_before_stays_so() -> None:
    said = made("change phase Take\n  Pot: 0 to 9\n", "add to phase Take\n  Pot gains 2 if possible\n")
    assert said.game is not None
    assert "0 to 9" in str(said.game.phases["Take"].fields["Pot"].type)


def test_a_field_that_was_removed_may_come_again() -> None:
    said = made("remove Weight\n", "add to kind Card\n  Weight: 1 to 3\n")
    assert said.game is not None
    assert "1 to 3" in str(said.game.kinds["Card"].fields["Weight"].type)


def test_facts_of_players_and_of_the_game_are_added_where_the_base_has_none() -> None:
    for word in ("", "add to "):
        said = made(
            f"{word}each player has\n  Luck: 0 to 3, starts 0\n{word}the game has\n  Storm: yes or no, starts no\n"
        )
        assert errors(said) == []
        again = made(
            f"{word}each player has\n  Luck: 0 to 3, starts 0\n",
            f"{word}each player has\n  Grit: 0 to 3, starts 1\nadd to phase Take\n  my Luck gains my Grit, up to 3\n",
        )
        assert errors(again) == []
        twice = made(
            "each player has\n  Luck: 0 to 3, starts 0\n",
            f"{word}each player has\n  Luck: 0 to 2, starts 0\n",
        )
        assert len(errors(twice)) == 1


def test_a_change_of_facts_that_the_base_has_not_says_what_to_write() -> None:
    for text, step in (
        ("change each player has\n  Luck: 0 to 3, starts 0\n", "write `each player has` without `change`"),
        (
            "change each player has\n  Worth: 0 to 3, starts 0\n",
            "`Worth` is a fact of `Card`: write `change kind Card`",
        ),
    ):
        (found,) = [one for one in made(text).diagnostics if one.severity is Severity.ERROR]
        assert found.message == "players of the base have no facts of their own"
        assert found.help == step


def test_a_definition_of_one_line_is_changed_and_keeps_its_exceptions() -> None:
    said = made(
        "a Card is Dear if its Worth is 4\nexception to Dear when Deck is empty\n  a Card is Dear if its Worth is 3\n"
        'change "draw 1 Card" of phase Take\n  draw 1 Card if no Card is Dear\n',
        "change a Card is Dear if its Worth is at least 4\n",
    )
    assert errors(said) == []
    assert said.game is not None
    assert len(said.game.definitions["Dear"].exceptions) == 1


def test_a_section_may_say_of_what_it_is() -> None:
    said = made(
        "amount Bulk of a Card\n  starts at its Weight\n\n"
        "amount Load of a player\n  starts at the sum of Cards of my Hand by Bulk\n"
        'add to phase Take\n  announce "carries" for me at my Load\n',
        'add to amount Bulk of a Card\n  add 1\nchange "starts at the sum" of amount Load of a player\n  starts at 1\n',
    )
    assert errors(said) == []


def test_a_line_is_named_by_what_is_done_otherwise() -> None:
    for lines in ("  me loses\n", '  announce "none left"\n  me loses\n', "  otherwise me loses\n"):
        one = made(f'change "me wins" of phase Take\n{lines}')
        assert errors(one) == []
        assert one.game is not None
        acts = {type(act).__name__ for act in facts.of(one.game).acts(one.game.phases["Take"])}
        assert "Win" not in acts
