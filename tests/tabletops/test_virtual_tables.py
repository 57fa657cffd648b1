"""Tables for other programs: of the form that each reads, with every thing on it, and nothing told that is hidden."""

import json
import re
import zipfile
import zlib
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gekido_dsl import drawing, printing
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.languages import find, speaking
from gekido_dsl.languages.naming import named
from gekido_dsl.tabletops import cgs, dice, tts, vtt
from gekido_dsl.tabletops.addresses import Files
from gekido_dsl.tabletops.lying import Scene
from gekido_dsl.tabletops.scene import scene
from gekido_dsl.translations.naming import told

HERE = Path(__file__).resolve().parent
RULESETS = HERE.parents[1] / "rulesets"
GAMES = sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("*.gdl")) + sorted(
    path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("classics/*.gdl")
)


@cache
def made(name: str) -> Compilation:
    path = RULESETS / name
    return load(path.name, FolderProvider(path.parent, library=RULESETS))


@cache
def table(name: str) -> Scene:
    compilation = made(name)
    assert compilation.game is not None
    game = compilation.game
    players = max(game.least_players, min(2, game.most_players))
    return scene(game, players, 1, compilation.look.value or drawing.PLAIN)


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def save_of(name: str) -> tuple[tts.Save, dict[str, Any]]:
    files = Files(lambda file: f"https://example.org/{file}")
    save = tts.save(table(name), files, rules="https://example.org/rules.pdf", aid="[b]Aid[/b]")
    return save, json.loads(save.text)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(6, together="tables")
def test_a_save_is_of_the_form_that_tabletop_simulator_reads(name: str) -> None:
    save, read = save_of(name)
    jsonschema.validate(read, schema("tts"))
    numbers: list[str] = []

    def check(objects: list[dict[str, Any]]) -> None:
        for one in objects:
            numbers.append(one["GUID"])
            for deck, sheet in one.get("CustomDeck", {}).items():
                ids = one.get("DeckIDs") or [one["CardID"]]
                mine = [number % 100 for number in ids if number // 100 == int(deck)]
                assert mine and max(mine) < sheet["NumWidth"] * sheet["NumHeight"]
                assert sheet["FaceURL"].removeprefix("https://example.org/") in save.pictures
            if "DeckIDs" in one:
                assert [card["CardID"] for card in one["ContainedObjects"]] == one["DeckIDs"]
            check(one.get("ContainedObjects", []))

    check(read["ObjectStates"])
    assert len(set(numbers)) == len(numbers)
    colours = [one["FogColor"] for one in read["ObjectStates"] if one["Name"] == "HandTrigger"]
    assert len(set(colours)) == len(colours) == table(name).players


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(6, together="tables")
def test_every_card_and_tile_lies_somewhere(name: str) -> None:
    game = made(name).game
    assert game is not None
    shown = table(name)
    layout = lay_out(game, shown.players)
    lying: Counter[str] = Counter()
    for one in shown.lying:
        for piece in one.pieces:
            if piece.sort in ("cards", "tiles"):
                lying[piece.kind] += 1
    for kind in game.kinds.values():
        if lying[kind.name]:
            assert lying[kind.name] == len(layout.things[kind.name])


@pytest.mark.dear
def test_nothing_is_told_of_what_lies_hidden() -> None:
    for name in ("classics/holdem.gdl", "classics/iron_valleys.gdl", "gekido.gdl"):
        for one in table(name).lying:
            if one.lies == "stack" and one.name in ("Pack", "Depot", "Tech Deck"):
                assert one.down
    cups = [one for one in table("classics/liars_dice.gdl").lying if one.lies == "die"]
    assert len(cups) == 10 and len({one.value for one in cups}) == 1


def test_the_same_table_comes_of_the_same_seed() -> None:
    game = made("classics/hearts.gdl").game
    assert game is not None
    one, same, other = (scene(game, 4, seed) for seed in (1, 1, 2))

    def hands(of: Scene) -> list[tuple[str, float, float]]:
        return [(each.name, each.x, each.y) for each in of.lying]

    assert hands(one) == hands(same) != hands(other)


def test_pieces_stand_on_their_spaces() -> None:
    lying = table("classics/chess.gdl").lying
    board = next(one for one in lying if one.lies == "board")
    spots = {(round(board.x + x), round(board.y + y)) for x, y in board.spots}
    pieces = [one for one in lying if one.lies == "piece"]
    assert len(spots) == 64 and len(pieces) == 32
    assert all((round(one.x), round(one.y)) in spots for one in pieces)
    assert Counter(one.name[-1] for one in pieces) == {"P": 16, "R": 4, "N": 4, "B": 4, "Q": 2, "K": 2}


def test_a_cube_is_closed_and_its_faces_look_outwards() -> None:
    lines = [line.split() for line in dice.cube().splitlines()]
    corners = [tuple(float(part) for part in line[1:]) for line in lines if line[0] == "v"]
    normals = [tuple(float(part) for part in line[1:]) for line in lines if line[0] == "vn"]
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for line in lines:
        if line[0] != "f":
            continue
        points = [[int(number) - 1 for number in part.split("/")] for part in line[1:]]
        a, b, c = (corners[point[0]] for point in points)
        u, v = [y - x for x, y in zip(a, b, strict=True)], [y - x for x, y in zip(a, c, strict=True)]
        across = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        assert sum(x * y for x, y in zip(across, normals[points[0][2]], strict=True)) > 0
        for start, end in ((a, b), (b, c), (c, a)):
            edges[start, end] += 1
    assert all(edges[end, start] == number == 1 for (start, end), number in edges.items())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(6, together="tables")
def test_a_room_is_of_the_form_that_virtualtabletop_reads(name: str) -> None:
    written = vtt.game(table(name))
    pictures = {stands: f"picture {stands}".encode() for stands in written.pictures}
    packed = vtt.packed(table(name), written, pictures, rules=b"%PDF-", language="de")
    archive = zipfile.ZipFile(BytesIO(packed))
    read = json.loads(archive.read("0.json"))
    jsonschema.validate(read, schema("vtt"))
    files = {f"/{file}" for file in archive.namelist() if file.startswith("assets/")}
    assert len(files) == len(pictures) + 1
    info = read["_meta"]["info"]
    assert archive.read(info["rules"][1:]) == b"%PDF-" and info["language"] == "de"
    assert set(re.findall(r"/assets/-?[0-9]+_[0-9]+", json.dumps(read))) == files
    for file in files:
        data = archive.read(file[1:])
        check = zlib.crc32(data)
        assert file == f"/assets/{check - (1 << 32) if check >> 31 else check}_{len(data)}"
    widgets = {key: one for key, one in read.items() if key != "_meta"}
    for key, one in widgets.items():
        assert one["id"] == key
        assert one.get("parent", key) in widgets
        if one.get("type") == "card":
            assert one["cardType"] in widgets[one["deck"]]["cardTypes"]
        if "parent" not in one and one.get("display", True):
            assert -1 <= one["x"] <= 1600 and -30 <= one["y"] <= 1000


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(6, together="tables")
def test_cards_are_of_the_form_that_card_game_simulator_reads(name: str) -> None:
    game = made(name).game
    assert game is not None
    things = printing.stock(game, printing.Wish())
    groups = [group for group in things.groups if group.sort in ("cards", "tiles")]
    if not groups:
        with pytest.raises(ValueError, match="no cards"):
            cgs.game(game, things)
        return
    for address in (None, lambda file: f"https://example.org/{file}"):
        written = cgs.game(game, things, address=address, rules="rules.pdf")
        said = json.loads(written.texts["cgs.json"])
        jsonschema.validate(said, schema("cgs"))
        assert said.get("rulesUrl") == (address("rules.pdf") if address is not None else None)
    cards = {card["id"]: card for card in json.loads(written.texts["AllCards.json"])}
    assert all(f"sets/{card['set']}/{key}.png" in written.pictures for key, card in cards.items())
    decks = [text for path, text in written.texts.items() if path.startswith("decks/")]
    listed = [line.split(" ", 2) for text in decks for line in text.splitlines()[1:]]
    assert {one[1].strip("[]") for one in listed} == set(cards)
    assert sum(int(one[0]) for one in listed) == sum(group.number for group in groups)


def test_names_are_told_in_the_language_of_the_reader() -> None:
    compilation = made("gekido.gdl")
    german = named(told(compilation)).find("de")
    assert compilation.game is not None and german is not None
    with speaking(german):
        save, read = save_of("gekido.gdl")
        cards = cgs.game(compilation.game, printing.stock(compilation.game, printing.Wish()))
        room = vtt.game(table("gekido.gdl"))
    assert save.pictures
    names = set(re.findall(r'"Nickname": "([^"]*)"', save.text))
    assert {"Gnadenstoß", "Energiestation"} <= names and not {"Finishing Move", "Energy Station"} & names
    assert "Gnadenstoß" in {card["name"] for card in json.loads(cards.texts["AllCards.json"])}
    assert any(path.startswith("decks/Tech-Karten") for path in cards.texts)
    assert "Gnadenstoß" in json.dumps(room.widgets, ensure_ascii=False)
    assert any("Regeln" in one.get("Nickname", "") for one in read["ObjectStates"])


def test_names_that_are_put_together_are_told_part_by_part() -> None:
    words = {"HP": "TP", "Stock": "Vorrat", "Black": "Schwarz", "Piece": "Figur"}
    german = find("de")
    assert german is not None
    with speaking(german.naming(lambda told: words.get(told, told))):
        room = json.dumps(vtt.game(table("botwars.gdl")).widgets, ensure_ascii=False)
        save, _ = save_of("classics/chess.gdl")
    assert "Schwarz: TP" in room and "Schwarz: Vorrat" in room
    assert "Spieler 1" in room and "Player 1" not in room
    names = set(re.findall(r'"Nickname": "([^"]*)"', save.text))
    assert any(name.startswith("Figur ") for name in names) and not any("Piece" in name for name in names)
    assert german.of(next(one.name for one in table("botwars.gdl").lying if one.lies == "hand")) == "Hand"
    french = find("fr")
    assert french is not None
    assert french.of(next(one.name for one in table("botwars.gdl").lying if one.lies == "hand")) == "Main"


@pytest.mark.dear
def test_hands_stay_within_their_zones() -> None:
    for name in ("classics/hearts.gdl", "classics/iron_valleys.gdl"):
        lying = table(name).lying
        zones = {one.seat: one for one in lying if one.lies == "hand"}
        for one in lying:
            if one.lies == "piece" and one.pieces[0].sort == "cards" and one.seat is not None:
                zone = zones[one.seat]
                assert abs(one.x - zone.x) + one.width / 2 <= zone.width / 2 + 0.1
