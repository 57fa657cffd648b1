"""What a message offers where a slip is common: the word that was meant, and one message for one slip."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.source import MemoryProvider

HEAD = """edition 1

game "Slips"
  players 2

die Bone of 1 to 6, 1 of them

kind Sheet, 1 for each player
  Points: 0 to 9, starts 0

amount Worth of a Sheet
  starts at its Points

turn of each player
  Rolling

the game ends when some Sheet is Full
  the highest player by my Sheet's Worth wins

a Sheet is Full if its Points is at least 9

"""


def found(phase: str) -> list[Diagnostic]:
    """Gives what is reported of a phase, its lines after the first."""
    body = "\n".join(f"  {line}" for line in phase.splitlines())
    made = load("a.gdl", MemoryProvider({"a.gdl": f"{HEAD}phase Rolling\n{body}\n"}))
    return list(made.diagnostics)


FINE = "roll Bone\nmy Sheet's Points gains Bone's face if possible"
SLIPS = {
    "a fact of a thing": ("set my Sheet's Poinst to 3", "did you mean `Points`?"),
    "an amount": ("set my Sheet's Points to my Sheet's Wroth", "did you mean `Worth`?"),
    "a thing of a player": ("set my Sheat's Points to 3", "did you mean `Sheet`?"),
    "the second word": ("if my Sheet's Points is at leest 3\n  roll Bone", "did you mean `at least`?"),
    "a long list of words": ("secret each player\n  roll Bone", "`secretly` before"),
    "else": ("if my Sheet's Points is 3\n  roll Bone\nelse\n  stop", "`otherwise`"),
    "else of a sentence": ("choose a Sheet as the sheet\n  else stop", "`otherwise`"),
    "else without its comma": (
        "choose a Sheet as the sheet\n  must be Full else anywhere",
        "put a comma before",
    ),
    "a comparison without is": ("if my Sheet's Points at least 3\n  roll Bone", "write `is at least`"),
    "more without is": ("if my Sheet's Points more than 3\n  roll Bone", "write `is more than`"),
    "a short not": ("if my Sheet's Points isn't 3\n  roll Bone", "write `is not`"),
    "a long name for a definition": ("if my Sheet is Full Up\n  roll Bone", "did you mean `Full`?"),
    "an amount of nobody": ("set my Sheet's Points to Worth", "as in `its Worth`"),
    "a comma between conditions": ("if my Sheet is Full, Bone's face is 3\n  roll Bone", "put `and` between"),
    "that left out": ("each Sheet not Full\n  roll Bone", "write `that is not`"),
    "an equals sign": ("if my Sheet's Points == 3\n  roll Bone", "`is`"),
    "an assignment": ("my Sheet's Points = 3", "`set "),
    "a sum": ("set my Sheet's Points to Bone's face + 1", "`plus`"),
    "a difference": ("set my Sheet's Points to Bone's face -1", "`minus 1`"),
    "a mark left open": ("roll Bone [GB p5", "close it"),
    "a text left open": ('may "Roll again!\n  roll Bone', "close it with"),
    "braces": ("if Bone's face is 1 {\n  roll Bone", "two spaces"),
}


@pytest.mark.parametrize(("phase", "help"), SLIPS.values(), ids=SLIPS)
def test_a_slip_gives_one_message_that_says_what_to_write(phase: str, help: str) -> None:
    (only,) = (each for each in found(f"{FINE}\n{phase}") if each.severity.value == "error")
    assert help in (only.help or "")


def test_what_is_done_otherwise_goes_with_its_if() -> None:
    broken = (
        "if my Sheet's Points is is 3\n  roll Bone\notherwise if Bone's face is 2\n  stop\notherwise\n  stop"
    )
    assert [each.code.slug for each in found(f"{FINE}\n{broken}")] == ["syntax-error"]
    emptied = "if my Sheet's Points is 3\n  roll a random Bone\notherwise\n  stop"
    assert [each.code.slug for each in found(f"{FINE}\n{emptied}")] == ["syntax-error"]


def test_an_empty_range_is_one_finding() -> None:
    text = HEAD.replace("kind Sheet, 1 for each player", 'kind Sheet from "sheets.yaml"').replace(
        "0 to 9, starts 0", "9 to 0"
    )
    rows = "- Name: One\n  Points: 3\n- Name: Two\n  Points: 4\n"
    made = load("a.gdl", MemoryProvider({"a.gdl": text, "sheets.yaml": rows}))
    slugs = [each.code.slug for each in made.diagnostics]
    assert slugs.count("value-out-of-range") == 1
    assert "cell-range" not in slugs


def test_a_wrong_depth_names_both_that_would_do() -> None:
    (only,) = (
        each for each in found(f"{FINE}\nif 1 is 1\n      stop\n   stop") if each.severity.value == "error"
    )
    assert only.help == "indent it by 2 spaces or by 8, as the block has that it belongs to"


def test_a_column_that_is_misspelt_is_all_that_is_said_of_what_it_names() -> None:
    text = (
        HEAD.replace("kind Sheet,", 'kind Rank from "ranks.yaml"\n\nkind Sheet,')
        + "phase Rolling\n  roll Bone\n"
    )
    text += "  stop if some Rank is High or some Rank is Low\n"
    made = load("a.gdl", MemoryProvider({"a.gdl": text, "ranks.yaml": "- Nane: High\n- Name: Low\n"}))
    assert [each.code.slug for each in made.diagnostics] == ["unknown-column"]


def test_without_the_game_that_is_changed_nothing_else_is_known() -> None:
    variant = 'edition 1\n\ngamme "More" changes "a.gdl"\n\nkind Mark, 2 of them\n\nturn of each player\n  Rolling\n'
    texts = {"a.gdl": f"{HEAD}phase Rolling\n  roll Bone\n", "b.gdl": variant}
    made = load("b.gdl", MemoryProvider(texts))
    assert [each.code.slug for each in made.diagnostics] == ["unknown-word"]


RANKS = HEAD.replace("kind Sheet,", 'kind Rank from "ranks.yaml"\n\nkind Sheet,')
RANKED = RANKS + "phase Rolling\n  roll Bone\n  stop if some Rank is High or some Rank is Low\n"


def slugs(name: str, texts: dict[str, str]) -> list[str]:
    return [each.code.slug for each in load(name, MemoryProvider(texts)).diagnostics]


def test_what_a_table_lacks_is_said_once() -> None:
    assert slugs("a.gdl", {"a.gdl": RANKED, "ranks.yaml": "- High\n- Name: Low\n"}) == ["cell-type"]
    assert slugs("a.gdl", {"a.gdl": RANKED}) == ["file-missing"]


def test_what_a_missing_file_may_explain_is_not_said() -> None:
    used = (
        HEAD.replace("players 2", 'players 2\n\nuse "ways.gdl"') + "phase Rolling\n  do Step towards North\n"
    )
    more = "rule Step towards a Way\n  stop if the Way is North\n"
    assert slugs("a.gdl", {"a.gdl": f"{used}\n{more}"}) == ["file-missing"]


def test_a_variant_is_told_how_to_replace_what_there_is() -> None:
    text = HEAD + "phase Rolling\n  roll Bone\n"
    variant = 'edition 1\n\ngame "More" changes "a.gdl"\n\nphase Rolling\n  reroll Bone\n'
    (one,) = load("b.gdl", MemoryProvider({"a.gdl": text, "b.gdl": variant})).diagnostics
    assert one.code.slug == "duplicate-name" and "write `replace` before it" in (one.help or "")


def test_a_kind_that_is_named_in_the_plural_is_told_to_take_the_singular() -> None:
    text = f"{HEAD}phase Rolling\n  roll Bone\n  choose a Token as the token\n    otherwise stop\n"
    declared = {"kind": "kind Tokens, 9 of them\n", "values": "values Tokens: Red, Blue\n"}
    for word, line in declared.items():
        (one,) = load("a.gdl", MemoryProvider({"a.gdl": text + line})).diagnostics
        assert one.code.slug == "unknown-name"
        assert f"`{word} Token`" in (one.help or "") and "Tokenses" not in (one.help or "")
