"""The English of every construct, on one page that people can read through and judge: `golden/english.md`.

`tests/english/` holds small rulesets that together use every construct of the language and every verb. Each of
their declarations stands on the page as it is written, then as players read it, and, where it says more, as the
reference has it. `pytest tests/test_english.py --update` writes the page anew; read the difference.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl import rulesdoc
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.grammar import parse_declaration, parser, words
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english import Teller
from gekido_dsl.rulesdoc.english.words import plain

TESTS = Path(__file__).resolve().parent
FOLDER = TESTS / "english"
GOLDEN = TESTS / "golden" / "english.md"
RULESETS = TESTS.parent / "rulesets"
NOT_TOLD = re.compile(
    r"given|when|then|pick|scenario|step|item|list"  # examples, which have a page of their own
    r"|claim|winner_|how_often|bound_|length_word"  # claims, which stand there, too
    r"|add_|change|replace|remove|section|spot|value_list"  # what a variant does is told by what it makes
    r"|edition|game|changes|players|player_option|turn_limit|source|best_of|in_a_row|same_time|one_side|sides_"
    r"|use_file|translation|renaming|rulings|book|theme|order_key|named_number"  # the head of a ruleset
)
"""Parts of the grammar that are no declaration of a rule or a thing."""
CLUMSY = re.compile(
    r"\bmy\b|\basking\b|\bunlogged\b|\ban? an?\b|\bthe the\b|\ba [aeiou]\w*ing\b|\bis a (?:Dice|Bots)\b|\.\.|  "
    r"|\bas the row\b|\bof me\b|\bopen [A-Z]|\bset [A-Z]\w* to\b|\bthe source is it\b|\bif if\b|, ,|\( "
    r"|\ba (?:your|their|one of)\b|\beach (?:your|their|the|one of)\b|\bno (?:your|their)\b"
)
"""What nobody would print."""


@cache
def compilations() -> tuple[Compilation, ...]:
    provider = FolderProvider(FOLDER)
    return tuple(load(path.name, provider) for path in sorted(FOLDER.glob("*.gdl")))


def told(game: m.Game) -> Iterator[m.Decl]:
    """Lists the declarations of a game in the order in which a book tells of them."""
    singles = (game.setup, game.turn)
    yield from (one for one in singles if one is not None)
    yield from (*game.declarations(), *game.damages, *game.ends)
    if game.aim is not None:
        yield game.aim


def page() -> str:
    parts = ["# The English of every construct", f"Written by `pytest {Path(__file__).name} --update`."]
    for compilation in compilations():
        game = compilation.game
        assert game is not None, [found.message for found in compilation.diagnostics]
        parts.append(f"## {game.title}")
        writer = rulesdoc.writer_of(compilation)
        reference = Teller(writer, compilation.syntax)
        for decl in told(game):
            spans = [decl.span, *(one.span for one in getattr(decl, "exceptions", ()))]
            text = "\n".join(span.text.rstrip() for span in spans)
            player = plain(rulesdoc.passage(writer, decl))
            exact = plain("\n\n".join(reference.passage(decl)))
            parts += [f"```gdl\n{text}\n```", player or "*Nothing for players.*"]
            if exact != player:
                parts.append("> " + exact.replace("\n", "\n> ") if exact else "> *Nothing.*")
    return "\n\n".join(parts) + "\n"


def test_the_page_is_as_it_was_read(update: bool) -> None:
    text = page()
    if update:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_every_construct_occurs() -> None:
    used: set[str] = set()
    said: dict[str, set[str]] = {}
    for compilation in compilations():
        assert compilation.game is not None
        for _, file in compilation.files:
            for lines in file.lines:
                tree = parse_declaration(lines)
                used |= {part.data for part in tree.subtrees()}
                for token in tree.tokens():
                    said.setdefault(token.type, set()).add(str(token))
    inlined = {rule.origin for rule in parser().rules if rule.single}
    wanted = {rule.alias or rule.origin for rule in parser().rules}
    missing = {
        name for name in wanted - used - inlined if not name.startswith("_") and not NOT_TOLD.match(name)
    }
    assert missing == set()
    own = {"call"}  # `call X the word` is a line of its own in the grammar
    assert {words.VERBS[verb] for verb in said["VERB"]} | own == set(words.VERBS.values())
    assert said["ADJ"] == words.ADJECTIVES


@pytest.mark.parametrize(
    "name",
    [
        "",
        "gekido.gdl",
        "gekido_duel.gdl",
        pytest.param("aimbots.gdl", marks=pytest.mark.slow),
        "botwars.gdl",
        "geeko.gdl",
    ],
)
@pytest.mark.quick_in_turn(3)
def test_nothing_clumsy_is_printed(name: str) -> None:
    for compilation in (load(name, FolderProvider(RULESETS)),) if name else compilations():
        game = compilation.game
        assert game is not None
        writer = rulesdoc.writer_of(compilation)
        for english in (writer.players, Teller(writer, compilation.syntax)):
            for decl in told(game):
                text = plain("\n".join(english.passage(decl)))
                said = re.sub(r"“[^”]*”|\*\*[^*]*\*\*", "X", text).replace("\n", "\n\n")
                found = CLUMSY.search(re.sub(r"^ +", "", said, flags=re.M))
                assert found is None, (decl.name, found and found[0], text)


def test_what_is_counted_together_is_said_once_and_long_conditions_stand_one_below_the_other() -> None:
    compilation = load("classics/nine_mens_morris.gdl", FolderProvider(RULESETS))
    assert compilation.game is not None
    told = rulesdoc.passage(rulesdoc.writer_of(compilation), compilation.game.definitions["In A Mill"])
    said = plain(re.sub(r"\]\([^)]*\)|\[", "", told))
    assert "if either of these holds:" in said
    assert "- There are 2 Points in its Run towards West and its Run towards East together." in said
