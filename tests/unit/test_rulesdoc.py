"""The pages of a game: complete, linked, true to the numbers, and safe from what an author writes."""

import re
from pathlib import Path

import pytest

from gekido_dsl import rulesdoc
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import IntType, ListType, item
from gekido_dsl.rulesdoc import markdown
from gekido_dsl.rulesdoc.names import Names
from gekido_dsl.rulesdoc.wording import pages
from gekido_dsl.source import ReadFailure, Source

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAMES = sorted(
    path.relative_to(RULESETS).as_posix()
    for path in RULESETS.rglob("*.gdl")
    if re.search(r"^edition\b", path.read_text(encoding="utf-8"), re.M)
)
ANCHOR = re.compile(r'\{ #([\w-]+) \}|<a id="([\w-]+)">')
CODE = re.compile(r"^```.*?^```", re.M | re.S)
FOLD = re.compile(r'</?details(?: markdown="1")?>|</?(?:summary|code)>')
LINK = re.compile(r"\]\(([^)\s]*)\)")


class Texts:
    """Reads sources from texts."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        if name not in self.texts:
            return ReadFailure("there is no such file", "missing")
        return Source(name, self.texts[name])


class Kept:
    """Reads the shipped rulesets, each file once."""

    def __init__(self) -> None:
        self.folder = FolderProvider(RULESETS)
        self.known: dict[tuple[str, str | None], Source | ReadFailure] = {}

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        key = (name, relative_to)
        if key not in self.known:
            self.known[key] = self.folder.read(name, relative_to)
        return self.known[key]


SHIPPED = Kept()


LONG = ("aimbots.gdl", "botwars.gdl", "geeko.gdl")


@pytest.fixture(
    scope="module",
    params=[pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in GAMES],
)
def compilation(request: pytest.FixtureRequest) -> Compilation:
    made = load(request.param, SHIPPED)
    assert made.game is not None, [found.message for found in made.diagnostics]
    return made


@pytest.fixture(scope="module")
def site(compilation: Compilation) -> dict[str, str]:
    return rulesdoc.render(compilation)


def anchors(text: str) -> list[str]:
    return [heading or inline for heading, inline in ANCHOR.findall(text)]


@pytest.mark.quick_in_turn(6, together="sites")
def test_every_declaration_has_exactly_one_anchor(compilation: Compilation, site: dict[str, str]) -> None:
    game = compilation.game
    assert game is not None
    names = Names(game)
    found = [
        (name, anchor) for name, text in site.items() if name.endswith(".md") for anchor in anchors(text)
    ]
    assert len({anchor for _, anchor in found}) == len(found)
    places = {anchor: name for name, anchor in found}
    for decl in game.declarations():
        assert decl in names, decl.name
    for key, target in names:
        assert places.get(target.slug) == f"docs/{target.page}.md", (key, target)


@pytest.mark.quick_in_turn(3, together="sites")
def test_every_link_leads_somewhere(site: dict[str, str]) -> None:
    known = {f"docs/{name}": set(anchors(site[f"docs/{name}"])) for name in map(_file, site) if name}
    count = 0
    for name, text in site.items():
        if not name.endswith(".md"):
            continue
        for link in LINK.findall(text):
            page, _, anchor = link.partition("#")
            goal = f"docs/{page}" if page else name
            count += 1
            if page.endswith(".md") or not page:
                assert goal in known, (name, link)
                assert not anchor or anchor in known[goal], (name, link)
    assert count > 0


def _file(name: str) -> str:
    return name.removeprefix("docs/") if name.startswith("docs/") and name.endswith(".md") else ""


@pytest.mark.quick_in_turn(6, together="sites")
def test_the_single_page_holds_the_same_and_leads_nowhere_else(compilation: Compilation) -> None:
    files = rulesdoc.render(compilation, "single")
    (text,) = files.values()
    known = anchors(text)
    assert len(set(known)) == len(known)
    for link in LINK.findall(text):
        assert link.startswith("#") and link[1:] in known, link
    assert compilation.game is not None
    assert {target.slug for _, target in Names(compilation.game)} <= set(known)


@pytest.mark.quick_in_turn(3, together="sites")
def test_every_number_of_every_row_appears(compilation: Compilation, site: dict[str, str]) -> None:
    game = compilation.game
    assert game is not None
    names = Names(game)
    lines = site.get("docs/tables.md", "").splitlines()
    for kind in game.kinds.values():
        if kind.file is None and (not kind.column or kind.legend is not None):
            continue
        for number, row in enumerate(kind.rows):
            said = _row_text(lines, names[kind, number].slug)
            for field in kind.fields.values():
                value = row.values.get(field.name)
                for one in _numbers(field, value):
                    assert re.search(rf"(?<![\d-]){one}(?!\d)", said), (kind.name, row.name, field.name, one)
            if row.text:
                assert markdown.escape(row.text) in said


def _row_text(lines: list[str], slug: str) -> str:
    """Gives the line of a table, or the section, that a row has."""
    at = next(at for at, line in enumerate(lines) if f'"{slug}"' in line or f"{{ #{slug} }}" in line)
    if lines[at].startswith("|"):
        return lines[at]
    end = next((end for end in range(at + 1, len(lines)) if lines[end].startswith("#")), len(lines))
    return "\n".join(lines[at:end])


def _numbers(field: m.Field, value: object) -> list[int]:
    if isinstance(value, tuple):
        return [number for one in value for number in _numbers(field, one)]
    kind = item(field.type) if isinstance(field.type, ListType) else field.type
    return [value] if isinstance(kind, IntType) and isinstance(value, int) else []


@pytest.mark.quick_in_turn(3, together="sites")
def test_every_sentence_of_the_rules_appears(compilation: Compilation, site: dict[str, str]) -> None:
    """What a body or an exception says stands on a page, word by word."""
    plain = " ".join(_plain(text) for name, text in site.items() if name.endswith(".md"))
    assert compilation.game is not None
    for procedure in _procedures(compilation.game):
        bodies = [procedure.body, *(each.body for each in procedure.exceptions if each.body is not None)]
        for body in bodies:
            for statement in body.statements:
                first = statement.span.text.partition("\n")[0]
                assert _plain_source(first) in plain, first
    for definition in compilation.game.definitions.values():
        assert _plain_source(definition.test.span.text.partition("\n")[0]) in plain


def _procedures(game: m.Game) -> list[m.Procedure]:
    groups = (game.phases, game.rules, game.effects, game.actions)
    found = [each for group in groups for each in group.values()]
    return [*found, *game.triggers, *game.replacements, *game.ends, *([game.setup] if game.setup else [])]


def _plain(text: str) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text).replace("&amp;", "&")
    return re.sub(r"[^\w]+", " ", text).casefold()


def _plain_source(text: str) -> str:
    text = re.sub(r"#.*|\[[^\]]*\]", "", text)
    return re.sub(r"[^\w]+", " ", text).strip().casefold()


@pytest.mark.quick_in_turn(3, together="sites")
def test_rulings_options_and_citations_are_written_out(
    compilation: Compilation, site: dict[str, str]
) -> None:
    game = compilation.game
    assert game is not None
    for ruling in game.rulings:
        for text in (ruling.question, ruling.default, ruling.reason, *ruling.alternatives):
            assert markdown.escape(text) in site["docs/rulings.md"], text
    for option in game.options.values():
        for answer in option.answers.members:
            assert f"**{markdown.escape(answer)}**" in site["docs/options.md"]
    text = "".join(CODE.sub("", page) for page in site.values())
    for key in game.sources:
        assert not re.search(rf"[\[(]{key} p\d", text), "a citation is not written out"


@pytest.mark.quick_in_turn(6, together="sites")
def test_the_same_ruleset_gives_the_same_text(compilation: Compilation, site: dict[str, str]) -> None:
    again = Compilation(compilation.name, SHIPPED)
    assert rulesdoc.render(again) == site


@pytest.mark.quick_in_turn(3, together="sites")
def test_no_path_of_a_machine_appears(site: dict[str, str]) -> None:
    assert RULESETS.as_posix() not in "".join(site.values())


@pytest.mark.quick_in_turn(3, together="sites")
def test_the_site_asks_no_other_host(site: dict[str, str]) -> None:
    assert "font: false" in site["mkdocs.yml"]
    assert not re.search(r"https?://", "".join(site.values()))


@pytest.mark.quick_in_turn(6, together="sites")
def test_a_drawing_is_shown_only_when_there_is_one(compilation: Compilation, site: dict[str, str]) -> None:
    assert "turn.svg" not in site["docs/turn.md"]
    drawn = rulesdoc.render(compilation, drawing="<svg/>")
    assert "(assets/turn.svg)" in drawn["docs/turn.md"]
    assert drawn["docs/assets/turn.svg"] == "<svg/>"


def test_names_with_several_meanings_lead_to_the_right_one() -> None:
    compilation = load("gekido.gdl", SHIPPED)
    site = rulesdoc.render(compilation)
    use_power = re.search(r"Resolve its .*Power.*Effect.*", site["docs/windows.md"])
    assert use_power is not None
    assert "#field-slot-power" in use_power[0]
    assert "#field-power-effect" in use_power[0]
    declare = re.search(r"Choose a .*Startable.*", site["docs/rules.md"])
    assert declare is not None
    assert declare[0].index("#patterns-command") < declare[0].index("#fact-attack-command")


@pytest.mark.dear
def test_a_variant_lists_what_it_changes_and_shows_the_whole_game() -> None:
    duel = rulesdoc.render(load("gekido_duel.gdl", SHIPPED))
    assert "What the variant changes" in duel["mkdocs.yml"]
    assert "\nremove Tech Card" in duel["docs/changes.md"]
    assert "There are no Tech Cards" in duel["docs/changes.md"]
    assert "#phase-first-movement" in duel["docs/turn.md"]
    assert "kind-tech-card" not in "".join(duel.values())
    assert "docs/changes.md" not in rulesdoc.render(load("gekido.gdl", SHIPPED))


# ---------------------------------------------------------------- small texts

HOSTILE = '<b>&</b> | *a* _b_ `c` [d](e) {f} \\ ~g~ "h"'

TINY = f"""\
edition 1

game "Snip {HOSTILE.replace('"', "'")}"
  players 2, clockwise
  limit 40 turns
  source RB "A [rule] book"

option Way "How <i>it</i> | goes" is Short or Long [RB p2-3, p7]

kind Coin, 5 of them [RB p1]
  text "1. {HOSTILE.replace('"', "'")}"
pool Bank: all Coins
pool Purse of each player, of Coins [reconstructed]
  text "- not a list"

setup
  each player
    move a Coin of Bank to my Purse, asking "Which | <u>one</u>?"
turn of each player
  Grab
phase Grab "# Grab" [RB p9]
  move a Coin of Bank to my Purse if Way is Short, asking "Which?"
the game ends when Bank is empty
  all remaining players win
"""


def _tiny() -> dict[str, str]:
    compilation = load("tiny.gdl", Texts({"tiny.gdl": TINY}))
    if compilation.game is None:
        text = TINY.replace(', asking "Which?"', "").replace(', asking "Which | <u>one</u>?"', "")
        compilation = load("tiny.gdl", Texts({"tiny.gdl": text}))
    assert compilation.game is not None, [found.message for found in compilation.diagnostics]
    return rulesdoc.render(compilation)


def test_what_an_author_writes_is_neither_markdown_nor_html() -> None:
    site = _tiny()
    for name, text in site.items():
        if not name.endswith(".md"):
            continue
        rest = FOLD.sub("", re.sub(r'<a id="[\w-]+"></a>', "", CODE.sub("", text)))
        assert "<" not in rest, name
        for line in rest.splitlines():
            if line.startswith("|"):
                assert line.endswith("|")
        assert "*a*" not in rest and "`c`" not in rest and "[d](e)" not in rest


def test_a_table_keeps_its_columns_whatever_stands_in_a_cell() -> None:
    lines = _tiny()["docs/index.md"].splitlines()
    widths = {line.count("|") for line in lines if line.startswith("|")}
    assert len(widths) == 1


def test_a_file_is_named_by_itself_in_commands() -> None:
    assert "gdl play tiny.gdl" in _tiny()["docs/index.md"]


def test_a_ruleset_with_errors_is_refused() -> None:
    with pytest.raises(ValueError, match="has errors"):
        rulesdoc.render(load("bad.gdl", Texts({"bad.gdl": "edition 1\n"})))


@pytest.mark.parametrize(
    ("text", "slug"),
    [("Target Lock", "target-lock"), ("M3-OW", "m3-ow"), ("Größe", "grosse"), ("&", "x"), ("Ж", "u436")],
)
def test_slugs(text: str, slug: str) -> None:
    assert markdown.slug(text) == slug


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p5", "page 5"),
        ("p5, p16", "pages 5 and 16"),
        ("p6-7, p9", "pages 6–7 and 9"),
        ("p4, p5, p6", "pages 4, 5 and 6"),
        ("back cover", "back cover"),
    ],
)
def test_pages_are_written_out(text: str, said: str) -> None:
    assert pages(text) == said


@pytest.mark.parametrize("text", ["1. one", "- two", "# three", "+ four", "> five", ": six", "!!! note"])
def test_a_text_at_the_start_of_a_line_begins_nothing(text: str) -> None:
    assert markdown.alone(text)[:2] != text[:2]


@pytest.mark.dear
def test_an_end_with_a_label_goes_by_it() -> None:
    page = rulesdoc.render(load("botwars.gdl", SHIPPED))["docs/turn.md"]
    assert "## The end of the game: Home First" in page
    assert "The game ends when at least one [Robot]" in page
