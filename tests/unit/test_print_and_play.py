"""Printed sheets hold what the ruleset says, as often as it says, at true size, and nothing outside of a page."""

import json
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pypdf
import pytest

from gekido_dsl import drawing, printing
from gekido_dsl.compilation import load
from gekido_dsl.drawing import svg
from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.squares import SPACE
from gekido_dsl.files import FolderProvider
from gekido_dsl.languages import ENGLISH, Language, find, speaking
from gekido_dsl.model import nodes as m
from gekido_dsl.printing import layout, nets, scripts, typeset
from gekido_dsl.printing.box import Group
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAMES = sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("*.gdl")) + sorted(
    path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("classics/*.gdl")
)
POINTS_PER_MM = 72 / 25.4


@cache
def game_of(name: str) -> m.Game:
    path = RULESETS / name
    game = load(path.name, FolderProvider(path.parent, library=RULESETS)).game
    assert game is not None
    return game


def read(pdf: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(BytesIO(pdf))


@pytest.mark.parametrize("paper", printing.PAPERS)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(6)
def test_everything_lies_on_its_sheet_once(name: str, paper: str) -> None:
    game = game_of(name)
    page = printing.PAPERS[paper]
    fits = printing.Size(page.width - 20, page.height - 20)
    things = printing.stock(game, printing.Wish(fits=fits))
    made = layout.sheets(things.groups, page, backs=True)
    for group in things.groups:
        mine = [
            one for sheet in made if sheet.side == "front" for one in sheet.pieces if one.item in group.items
        ]
        wanted = 0
        for item in group.items:
            parts = {one.shift for one in mine if one.item is item}
            wanted += item.copies * len(parts)
            assert len(parts) == 1 or group.sort == "boards"
        assert len(mine) == wanted
    for sheet in made:
        assert {sheet.paper.width, sheet.paper.height} == {page.width, page.height}
        for at, one in enumerate(sheet.pieces):
            assert one.x >= 5.9 and one.x + one.width <= sheet.paper.width - 5.9
            assert one.y >= 5.9 and one.y + one.height <= sheet.paper.height - 5.9
            for other in sheet.pieces[at + 1 :]:
                apart_x = one.x + one.width <= other.x + 1e-6 or other.x + other.width <= one.x + 1e-6
                apart_y = one.y + one.height <= other.y + 1e-6 or other.y + other.height <= one.y + 1e-6
                assert apart_x or apart_y


def test_quantities_are_those_of_the_ruleset() -> None:
    things = printing.stock(game_of("gekido.gdl"), printing.Wish())
    numbers = {group.name: group.number for group in things.groups}
    assert numbers["Tech Cards"] == 46
    assert numbers["Tiles"] == 9
    assert numbers["Bot panels"] == 6
    assert numbers["Command Dice, to fold"] == 6
    assert things.besides == ("28 ordinary dice with the numbers 1 to 6 (Structure Dice)",)


def test_things_of_each_player_are_printed_for_each() -> None:
    game = game_of("classics/goofspiel.gdl")
    for players in (2, 3):
        things = printing.stock(game, printing.Wish(players=players))
        numbers = {group.name: group.number for group in things.groups}
        assert (numbers["Prizes"], numbers["Bid Cards"]) == (13, 13 * players)


def test_a_back_lies_behind_its_front() -> None:
    things = printing.stock(game_of("gekido.gdl"), printing.Wish())
    made = layout.sheets(things.groups, printing.PAPERS["a4"], backs=True, duplex=True)
    for front, back in zip(made[::2], made[1::2], strict=True):
        assert (front.side, back.side) == ("front", "back")
        behind = {(round(one.x, 3), round(one.y, 3)): one.item for one in back.pieces}
        for one in front.pieces:
            if one.item.back is not None:
                lies = (
                    (front.paper.width - one.x - one.width, one.y)
                    if front.paper.height > front.paper.width
                    else (one.x, front.paper.height - one.y - one.height)
                )
                assert behind[round(lies[0], 3), round(lies[1], 3)] is one.item


def test_backs_go_on_beyond_the_cut_and_lie_on_no_other() -> None:
    things = printing.stock(game_of("classics/saltmarsh.gdl"), printing.Wish(back_bleed=printing.BACK_BLEED))
    made = layout.sheets(things.groups, printing.PAPERS["a4"], backs=True)
    backs = [sheet for sheet in made if sheet.side == "back"]
    assert {one.item.kind for sheet in backs for one in sheet.pieces} >= {"Chip", "Good", "Tale"}
    for sheet in backs:
        for one in sheet.pieces:
            left, above, right, below = one.bleed
            lies = (one.x - left, one.y - above, one.x + one.width + right, one.y + one.height + below)
            others = [other for other in sheet.pieces if other is not one]
            for other in others:
                clear = (
                    lies[2] <= other.x + 1e-3
                    or lies[0] >= other.x + other.width - 1e-3
                    or lies[3] <= other.y + 1e-3
                    or lies[1] >= other.y + other.height - 1e-3
                )
                assert clear
            beside = any(abs(other.x + other.width - one.x) < 1e-3 and other.y == one.y for other in others)
            assert left == (0 if beside else 3)


def test_with_bleed_fronts_go_on_beyond_the_cut() -> None:
    things = printing.stock(game_of("gekido.gdl"), printing.Wish(bleed=3, back_bleed=3))
    for sheet in layout.sheets(things.groups, printing.PAPERS["letter"], backs=True):
        if sheet.group.sort in ("cards", "tiles", "tokens"):
            assert {one.bleed for one in sheet.pieces} == {(3, 3, 3, 3)}
            assert all(
                (one.width, one.height) == (sheet.group.size.width, sheet.group.size.height)
                for one in sheet.pieces
            )
            assert all(one.whole.width == one.width + 6 and one.shift == (3, 3) for one in sheet.pieces)
            assert min(one.x for one in sheet.pieces) >= 3 + 6 + 2 - 0.1


def test_the_contents_name_the_pages_that_the_feet_count() -> None:
    game = game_of("classics/estate_sale.gdl")
    for duplex in (False, True):
        things = printing.stock(game, printing.Wish())
        pages = [
            " ".join(page.extract_text().split())
            for page in read(printing.print_and_play(game, things, duplex=duplex).pdf).pages
        ]
        for at, page in enumerate(pages[1:], start=2):
            assert f" · {at} / {len(pages)}" in page or (duplex and at == 2 and not page)
        told = re.search(r"Lots 20 (\d+) to (\d+)", pages[0])
        assert told is not None
        named = [at for at, page in enumerate(pages, start=1) if "Lots · " in page and "back" not in page]
        assert (int(told[1]), int(told[2])) == (named[0], named[-1])


def test_a_board_that_fits_no_page_is_printed_in_parts_that_overlap() -> None:
    things = printing.stock(game_of("botwars.gdl"), printing.Wish(only=frozenset({"boards"})))
    made = layout.sheets(things.groups, printing.PAPERS["a4"], backs=False)
    parts = [sheet for sheet in made if "part " in sheet.note]
    assert parts
    for board in {sheet.group.name for sheet in parts}:
        pieces = [sheet.pieces[0] for sheet in parts if sheet.group.name == board]
        covered = (
            max(one.shift[0] + one.width for one in pieces),
            max(one.shift[1] + one.height for one in pieces),
        )
        assert covered == pytest.approx((pieces[0].whole.width, pieces[0].whole.height))
        assert all(one.whole == pieces[0].whole for one in pieces)
    keys = next(group for group in things.groups if group.name == "What the signs mean")
    shown = {sheet.group.name for sheet in parts}
    assert shown <= {item.name.removeprefix("Key to ") for item in keys.items}


def holes(picture: drawing.Picture) -> list[float]:
    """Lists how wide the places for dice on a panel are, in the order in which they lie."""
    drawn = [
        one for shapes in picture.shapes for one in re.findall(r"<rect[^>]*stroke-dasharray[^>]*>", shapes)
    ]
    return [float(found[1]) + 0.4 for one in drawn if (found := re.search(r' width="([\d.]+)"', one))]


@pytest.mark.parametrize(("die", "paper"), [(16, "a4"), (16, "letter"), (12, "a4")])
def test_panels_take_the_dice_that_lie_on_them(die: float, paper: str) -> None:
    game = game_of("gekido.gdl")
    page = printing.PAPERS[paper]
    fits = printing.Size(page.width - 20, page.height - 20)
    things = printing.stock(game, printing.Wish(die=die, fits=fits))
    panels = next(group for group in things.groups if group.sort == "panels")
    assert panels.note == f"for dice up to {die} mm wide"
    assert panels.size.width <= fits.width and panels.size.height <= fits.height
    for item in panels.items:
        assert (item.front.width, item.front.height) == (panels.size.width, panels.size.height)
        armor = int(dict(item.fields)["Armor Spaces"])
        commands = 4 + 3 + 5 + 4 + 5 + 5
        assert holes(item.front) == pytest.approx([die] * (armor + 1 + 3 + commands))


def test_a_panel_made_smaller_says_which_dice_it_takes() -> None:
    things = printing.stock(game_of("gekido.gdl"), printing.Wish(panel=122, die=12))
    panels = next(group for group in things.groups if group.sort == "panels")
    assert panels.size.width == 122
    assert panels.note == "for dice up to 12 mm wide"
    assert {round(one, 3) for one in holes(panels.items[0].front)} == {12}


def group_of(game: m.Game, kind: str, sort: str, wish: printing.Wish, look: Look) -> Group:
    things = printing.stock(game, wish, look)
    return next(one for one in things.groups if one.sort == sort and one.items[0].kind == kind)


@pytest.mark.parametrize("die", [16.0, 12.0])
def test_tokens_take_the_dice_that_lie_on_them_and_spaces_take_the_tokens(die: float) -> None:
    game = game_of("aimbots.gdl")
    wish = printing.Wish(die=die)
    bots = group_of(game, "Bot", "tokens", wish, drawing.PLAIN)
    board = next(one for one in printing.stock(game, wish).groups if one.sort == "boards")
    picture = board.items[0].front
    space = SPACE * board.size.width / picture.width
    assert board.note == f"spaces {space:.3g} mm wide"
    assert die < bots.size.width <= space
    assert holes(bots.items[0].front) == pytest.approx([die + 0.4])
    scraps = group_of(game, "Scrap Token", "tokens", wish, drawing.PLAIN)
    assert scraps.size.width < space and scraps.number == 12
    assert all(item.back is not None and item.text for item in scraps.items)
    for kind in ("Power Core", "Damage Plate"):
        assert group_of(game, kind, "tokens", wish, drawing.PLAIN).size.width < die


def test_tokens_bear_the_colours_of_their_players() -> None:
    aimbots = game_of("aimbots.gdl")
    bots = group_of(aimbots, "Bot", "tokens", printing.Wish(players=2), drawing.PLAIN)
    assert [item.seat for item in bots.items] == [0] * 6 + [1] * 6
    houses = group_of(game_of("classics/saltmarsh.gdl"), "House", "tokens", printing.Wish(), drawing.PLAIN)
    assert {item.seat for item in houses.items} == {0, 1, 2, 3}
    for item in (*bots.items, *houses.items):
        assert f'class="player{item.seat + 1} ' in item.front.shapes[0]
    path = RULESETS / "botwars.gdl"
    look = load(path.name, FolderProvider(path.parent, library=RULESETS)).look.value
    assert look is not None
    robots = group_of(game_of("botwars.gdl"), "Robot", "tokens", printing.Wish(), look)
    rings = {re.search(r"player(\d+)-line", "".join(item.front.shapes))[1] for item in robots.items}
    assert len(rings) == len(robots.items)


def test_panels_of_a_variant_are_the_other_sides_of_those_of_its_base() -> None:
    base, duel = ((game_of(name), drawing.PLAIN) for name in ("gekido.gdl", "gekido_duel.gdl"))
    things = printing.two_sided(base, duel, printing.Wish())
    panels = next(group for group in things.groups if group.sort == "panels")
    alone = next(one for one in printing.stock(duel[0], printing.Wish()).groups if one.sort == "panels")
    for item, other in zip(panels.items, alone.items, strict=True):
        assert item.back is not None and item.name == other.name
        assert (item.back.width, item.back.height) == (item.front.width, item.front.height)
        assert ("Gekido Duel" in "".join(item.back.shapes), "Gekido Duel" in "".join(item.front.shapes)) == (
            True,
            False,
        )
        assert sorted(holes(item.back)) == sorted(holes(other.front))
    made = layout.sheets((panels,), printing.PAPERS["a4"], backs=True)
    assert [sheet.side for sheet in made] == ["front", "back"] * 6


def test_standees_are_folded_in_their_middle() -> None:
    path = RULESETS / "botwars.gdl"
    made = load(path.name, FolderProvider(path.parent, library=RULESETS))
    assert made.game is not None and made.look.value is not None
    wish = printing.Wish(standees=True, only=frozenset({"tokens"}))
    robots = group_of(made.game, "Robot", "tokens", wish, made.look.value)
    assert robots.number == 9
    for item in robots.items:
        width, height = item.front.width, item.front.height
        assert (robots.size.width, robots.size.height) == (width, height)
        drawn = "".join(item.front.shapes)
        folds = re.findall(r'<line [^>]*y1="([\d.]+)" x2="[\d.]+" y2="([\d.]+)"[^>]*dasharray', drawn)
        foot = width * 0.5
        assert [float(y) for y, _ in folds] == pytest.approx([foot, height / 2, height - foot], abs=0.01)
        turned = re.search(r"rotate\(180 ([\d.]+) ([\d.]+)\)", drawn)
        assert turned is not None
        # what stands at the foot of one side stands, turned, at the foot of the other
        assert 2 * float(turned[2]) == pytest.approx(height / 2, abs=0.02)
        assert len(re.findall("<image", drawn)) == 2
    lying = printing.stock(made.game, printing.Wish(only=frozenset({"tokens"})), made.look.value)
    assert "Robots, to fold" not in {group.name for group in lying.groups}


SHOWS = """edition 1

game "G"
  players 2

theme from "theme.yaml"

kind Card from "cards.yaml"
  Cost: 0 to 9
  Worth: 0 to 9
  Wild: yes or no

kind Pad, 1 for each player
  Score: 0 to 9, starts 0
  Turns: 0 to 9, starts 0

deck Deck: all Cards, shuffled

hand Hand of each player, of Cards

turn of each player
  Play

phase Play
  draw 1 Card from Deck if possible
    otherwise stop

the game ends when Deck is empty
  nobody wins
"""


def shown(theme: str) -> tuple[str, str, list[str]]:
    files = {
        "g.gdl": SHOWS,
        "cards.yaml": "- {Name: One, Cost: 0, Worth: 3, Wild: false}\n- {Name: Two, Cost: 2, Worth: 0, Wild: true}\n",
        "theme.yaml": theme,
    }
    made = load("g.gdl", MemoryProvider(files))
    assert made.game is not None and made.look.value is not None
    assert not [one for one in made.diagnostics if one.code.slug in ("wrong-theme", "unknown-name")]
    groups = printing.stock(made.game, printing.Wish(), made.look.value).groups
    cards = next(one for one in groups if one.sort == "cards")
    pads = [item.front.text for one in groups if one.sort == "sheets" for item in one.items]
    first, second = (item.front.text for item in cards.items)
    return first, second, pads


def test_a_theme_says_which_facts_stand_on_things() -> None:
    assert shown("{}\n") == ("Card One: Worth 3", "Card Two: Cost 2; Wild yes", ["Score, Turns"])
    assert shown("shows: {Card: [Worth, {Cost: always}], Pad: [Turns]}\n") == (
        "Card One: Worth 3; Cost 0",
        "Card Two: Cost 2",
        ["Turns"],
    )
    assert shown("shows: {Pad: []}\n")[2] == []


def test_facts_that_a_match_keeps_can_be_written_down() -> None:
    things = printing.stock(game_of("classics/thirteen_rolls.gdl"), printing.Wish(players=3))
    sheets = next(group for group in things.groups if group.sort == "sheets")
    assert sheets.number == 3
    assert sheets.items[0].front.text == "Filled, Points, Extra"


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    from gekido_dsl.cli.main import main

    monkeypatch.setitem(sys.modules, "typst", None)
    game = str(RULESETS / "classics" / "draughts.gdl")
    for words in (["print", game], ["docs", game, "--format", "pdf", "--force"]):
        assert main(words) == 2
        assert 'pip install "gekido-dsl[print]"' in capsys.readouterr().err


@pytest.mark.dear
def test_without_backs_no_page_is_empty() -> None:
    game = game_of("gekido.gdl")
    things = printing.stock(game, printing.Wish(only=frozenset({"cards"})))
    with_backs, without = (
        read(printing.print_and_play(game, things, backs=backs).pdf) for backs in (True, False)
    )
    assert len(with_backs.pages) == 2 * len(without.pages) - 1  # that with the contents has none
    assert all(page.extract_text().strip() for page in without.pages)


def test_sheets_with_backs_come_first_and_the_others_have_none() -> None:
    game = game_of("gekido.gdl")
    things = printing.stock(game, printing.Wish())
    made = layout.sheets(things.groups, printing.PAPERS["a4"], backs=True)
    both = printing.sheets.both_sides(made)
    assert 0 < both < len(made) and both % 2 == 0
    assert [sheet.side for sheet in made[:both]] == ["front", "back"] * (both // 2)
    assert {sheet.side for sheet in made[both:]} == {"front"}
    pages = read(printing.print_and_play(game, things).pdf).pages
    assert len(pages) == 1 + len(made)
    assert f"pages 2 to {both + 1} on both sides" in " ".join(pages[0].extract_text().split())
    whole = layout.sheets(things.groups, printing.PAPERS["a4"], backs=True, duplex=True)
    assert [sheet.side for sheet in whole] == ["front", "back"] * (len(whole) // 2)
    assert len(read(printing.print_and_play(game, things, duplex=True).pdf).pages) == 2 + len(whole)


def test_the_pdf_has_the_paper_and_its_own_fonts() -> None:
    game = game_of("gekido.gdl")
    things = printing.stock(game, printing.Wish())
    for paper, size in printing.PAPERS.items():
        made = read(printing.print_and_play(game, things, paper=paper).pdf)
        for page in made.pages:
            sides = {round(float(side) / POINTS_PER_MM, 1) for side in page.mediabox[2:]}
            assert sides == {size.width, size.height}
            fonts = page.get("/Resources", {}).get("/Font", {})
            for font in fonts.values():
                inner = font.get_object()["/DescendantFonts"][0].get_object()
                descriptor = inner["/FontDescriptor"].get_object()
                assert any(key.startswith("/FontFile") for key in descriptor)
    assert made.metadata is not None and made.metadata.title == f"{game.title}: print and play"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.in_turn(3)
def test_every_shipped_game_can_be_printed(name: str) -> None:
    game = game_of(name)
    things = printing.stock(game, printing.Wish())
    has_components = game.boards or game.places or any(not kind.sheet for kind in game.kinds.values())
    assert things.groups or things.besides or not has_components
    if things.groups:
        made = printing.print_and_play(game, things, paper="letter", gray=True)
        assert made.warnings == ()
        assert len(read(made.pdf).pages) >= 2


def test_the_same_sheets_have_the_same_bytes() -> None:
    game = game_of("classics/draughts.gdl")
    one, other = (printing.print_and_play(game, printing.stock(game, printing.Wish())).pdf for _ in range(2))
    assert one == other


def test_cards_are_cut_at_their_true_size() -> None:
    import typst

    from gekido_dsl.printing.sheets import data
    from gekido_dsl.printing.wording import wording

    game = game_of("gekido.gdl")
    things = printing.stock(game, printing.Wish(card=printing.Size(44, 68)))
    made = layout.sheets(things.groups, printing.PAPERS["letter"], backs=True)
    given = {**wording(), **data(game.title, things, made, paper="letter"), "fonts": ["Libertinus Serif"]}
    found = json.loads(
        typst.query(
            printing.source("sheets.typ").encode(),
            "<piece>",
            field="value",
            sys_inputs={"data": json.dumps(given)},
            ignore_system_fonts=True,
        )
    )
    cards = [one for one in found if one["kind"] == "Tech Card"]
    assert len([one for one in cards if one["side"] == "front"]) == 46
    assert len([one for one in cards if one["side"] == "back"]) == 46
    assert {(one["width"], one["height"]) for one in cards} == {(44, 68)}


@pytest.mark.parametrize("name", ["gekido.gdl", "classics/four_lamps.gdl", "aimbots.gdl"])
def test_the_faces_of_a_cube_are_opposite_as_the_ruleset_says(name: str) -> None:
    for die in game_of(name).kinds.values():
        if die.faces is not None and nets.is_cube(die):
            top, front, bottom, back, left, right = nets.around(die)
            assert len({top, front, bottom, back, left, right}) == 6
            for one, other in ((top, bottom), (front, back), (left, right)):
                assert die.opposite[one] == other
            if die.rings:
                assert die.rings[top] == (back, right, front, left)


HOSTILE = """edition 1

game "#panic(1) $x$ *b* `c` <t> & \\\\ @e"
  players 2

kind Card from "cards.yaml"
  Worth: 0 to 9

deck Deck: all Cards, shuffled

hand Hand of each player, of Cards

turn of each player
  Play

phase Play
  draw 1 Card from Deck if possible
    otherwise stop

the game ends when Deck is empty
  nobody wins
"""


def test_no_name_or_text_can_run_anything() -> None:
    long = "Very" + "long" * 45
    rows = "".join(
        f"- Name: {name}\n  Worth: 1\n  Text: {json.dumps(text)}\n"
        for name, text in (
            ("Plain", '#set page(fill: red) #read("/etc/passwd") $ x $ *bold* "quoted" \\u{41} <svg>'),
            (long, "word " * 120),
        )
    )
    made = load("g.gdl", MemoryProvider({"g.gdl": HOSTILE, "cards.yaml": rows}))
    assert made.game is not None, [found.message for found in made.diagnostics]
    done = printing.print_and_play(made.game, printing.stock(made.game, printing.Wish()))
    said = "".join(page.extract_text() for page in read(done.pdf).pages)
    assert "#panic(1) $x$" in said
    assert "#read(" in said.replace("\n", " ")
    assert "passwd" in said


def test_a_template_of_ones_own_gets_the_data() -> None:
    game = game_of("gekido.gdl")
    things = printing.stock(game, printing.Wish(only=frozenset({"cards"})))
    template = """#let data = json(bytes(sys.inputs.data))
#set page(width: 50mm, height: 50mm)
#for sheet in data.sheets { for piece in sheet.pieces [#piece.kind: #piece.name #pagebreak(weak: true)] }"""
    done = read(printing.print_and_play(game, things, template=template, backs=False).pdf)
    assert len(done.pages) == 46
    assert float(done.pages[0].mediabox[2]) == pytest.approx(50 * POINTS_PER_MM, abs=0.1)
    with pytest.raises(printing.WrongTemplate, match="unknown variable"):
        printing.print_and_play(game, things, template="#nothing")


@pytest.mark.dear
def test_the_card_of_the_page_on_templates_can_be_set() -> None:
    page = (RULESETS.parent / "docs" / "howto" / "print.md").read_text(encoding="utf-8")
    face = re.search(r"^```typ\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert face is not None
    ours = printing.source("sheets.typ")
    begin, end = ours.index("#let face(piece)"), ours.index("// Draws where to cut")
    game = game_of("gekido.gdl")
    things = printing.stock(game, printing.Wish(only=frozenset({"cards", "dice"})))
    done = printing.print_and_play(game, things, template=f"{ours[:begin]}{face[1]}{ours[end:]}")
    said = " ".join(page.extract_text() for page in read(done.pdf).pages)
    assert "Overcharge" in said and "Effect: Add Damage 3" in " ".join(said.split())


def test_signs_without_a_font_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "of_machine", lambda _program, _signs, _fonts=(): [])
    text = HOSTILE.replace("#panic(1)", "\u30b8\u30e3\u30d6 \u25cf")
    rows = "- Name: Plain\n  Worth: 1\n"
    made = load("g.gdl", MemoryProvider({"g.gdl": text, "cards.yaml": rows}))
    assert made.game is not None
    done = printing.print_and_play(made.game, printing.stock(made.game, printing.Wish()))
    assert [warning for warning in done.warnings if "\u30b8" in warning and "\u25cf" not in warning]


def test_every_sign_without_a_font_is_told_however_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "of_machine", lambda _program, _signs, _fonts=(): [])
    han = [chr(number) for number in range(0x4E00, 0x4E00 + 400)]
    shown = [chr(number) for number in range(0x410, 0x450)]
    assert typeset.missing({*han, *shown, "\U0001f409"}) == sorted({*han, "\U0001f409"})
    assert typeset.missing(shown) == []


def test_letters_that_nobody_can_read_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from gekido_dsl.cli.main import main

    (tmp_path / "g.gdl").write_text(HOSTILE.replace("#panic(1) $x$ *b* `c` <t> & \\\\ @e", "G"))
    word = "Donaudampfschifffahrtsgesellschaft"
    rows = {"Short": "Two", word: "Two", "Talker": "word " * 400}
    table = "".join(f"- {{Name: {name}, Worth: 1, Text: {text}}}\n" for name, text in rows.items())
    (tmp_path / "cards.yaml").write_text(table)
    assert main(["print", str(tmp_path / "g.gdl"), "-o", str(tmp_path / "g.pdf")]) == 0
    assert "warning: letters below 5 pt on Talker; " in capsys.readouterr().err
    drawn = svg.block(word * 2, 0, 0, 50, 8, 5.4)
    sizes = {float(size) for one in drawn for size in re.findall(r'font-size="([\d.]+)"', one)}
    assert len(drawn) > 1 and min(sizes) >= svg.LEAST_SIZE * 0.92
    assert "".join(re.sub(r"<[^>]*>", "", one).rstrip("-") for one in drawn) == word * 2


def test_gray_sheets_have_no_colour() -> None:
    from gekido_dsl.printing.sheets import data

    game = game_of("classics/draughts.gdl")
    things = printing.stock(game, printing.Wish())
    made = layout.sheets(things.groups, printing.PAPERS["a4"], backs=True)
    coloured, plain = (data("G", things, made, paper="a4", gray=gray)["pictures"] for gray in (False, True))
    assert any(is_coloured(svg) for svg in coloured.values())
    assert plain and not any(is_coloured(svg) for svg in plain.values())


def is_coloured(svg: str) -> bool:
    return any(
        len({found[0:2], found[2:4], found[4:6]}) > 1 for found in re.findall(r"#([0-9a-f]{6})\b", svg)
    )


def test_a_theme_and_artwork_of_the_ruleset_are_printed() -> None:
    text = HOSTILE.replace("players 2\n", 'players 2\n\ntheme from "theme.yaml"\n')
    theme = 'colours:\n  shade: "#123456"\n'
    files = {"g.gdl": text, "cards.yaml": "- Name: Plain\n  Worth: 1\n", "theme.yaml": theme}
    made = load("g.gdl", MemoryProvider(files))
    assert made.game is not None and made.look.value is not None, [
        found.message for found in made.diagnostics
    ]
    look = made.look.value
    done = printing.stock(made.game, printing.Wish(), look)
    from gekido_dsl.printing.sheets import data

    sheets = layout.sheets(done.groups, printing.PAPERS["a4"], backs=True)
    drawn = data("G", done, sheets, paper="a4", theme=look.printed)["pictures"]
    assert any("#123456" in svg for svg in drawn.values())


def test_tokens_that_are_about_as_wide_share_a_sheet() -> None:
    things = printing.stock(game_of("gekido.gdl"), printing.Wish(only=frozenset({"tokens"})))
    made = layout.sheets(things.groups, printing.PAPERS["a4"], backs=True)
    assert [(sheet.side, len(sheet.pieces)) for sheet in made] == [("front", 24), ("back", 18)]


@pytest.mark.dear
def test_more_rows_than_anybody_cuts_out_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from gekido_dsl.cli import print as printed
    from gekido_dsl.cli.main import main

    monkeypatch.setattr(printed, "_ROWS_LIMIT", 3)
    assert main(["print", "gekido", "-o", str(tmp_path / "a.pdf")]) == 1
    assert "at most 3 are printed" in capsys.readouterr().err
    assert not (tmp_path / "a.pdf").exists()


def test_sheets_speak_the_language() -> None:
    game = game_of("gekido.gdl")
    with speaking(find("de") or ENGLISH):
        things = printing.stock(game, printing.Wish(players=2, only=frozenset({"dice"})))
        made = printing.print_and_play(game, things)
    pdf = read(made.pdf)
    assert pdf.trailer["/Root"]["/Lang"] == "de"
    assert "Außerdem nötig" in pdf.pages[0].extract_text()
    assert "Needed besides" not in pdf.pages[0].extract_text()


def test_fonts_are_looked_for_by_script() -> None:
    assert scripts.scripts_of("Aé Жω") == []
    assert [one.name for one in scripts.scripts_of("שלום")] == ["Hebrew"]
    assert [one.name for one in scripts.scripts_of("漢字かな")] == ["Japanese"]  # and not Chinese beside it
    assert scripts.families(scripts.scripts_of("سلام"), {"DejaVu Sans", "Amiri"}) == ["Amiri"]
    assert scripts.wanted("漢") == "Noto Serif CJK SC (Chinese)"


def test_arabic_is_set_in_a_font_of_the_machine_rather_than_in_letters_of_one_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = SimpleNamespace(
        Fonts=lambda **_: SimpleNamespace(fonts=lambda: [SimpleNamespace(family="Amiri")])
    )
    monkeypatch.setattr(typeset, "_unshown", lambda *_, **_options: [])
    assert typeset.of_machine(program, set("سلام")) == ["Amiri"]
    assert typeset.of_machine(program, set("سلام"), ["own"]) == []
    assert typeset.of_machine(program, set("שלום")) == []


def test_sheets_of_a_language_from_right_to_left_have_their_pieces_where_they_are_cut() -> None:
    from gekido_dsl.printing.sheets import data

    game = game_of("classics/draughts.gdl")
    things = printing.stock(game, printing.Wish())
    made = layout.sheets(things.groups, printing.PAPERS["letter"], backs=True)
    ours = printing.source("sheets.typ")
    template = ours.replace("face(piece))", "context [#metadata(here().position()) <at>])")
    assert template != ours

    def placed() -> list[tuple[int, str, str]]:
        found = typeset.asked(template, data(game.title, things, made, paper="letter"), "<at>")
        return [(one["page"], one["x"], one["y"]) for one in found]

    usual = placed()
    with speaking(Language("ar")):
        assert placed() == usual
    assert len({x for _, x, _ in usual}) > 1
