"""A table becomes a save of Tabletop Simulator: decks with their sheets, tiles, boards, dice, bags, counters, hands.

Invariants:
    A card is number `100 * deck + place on its sheet`; a sheet has at most ten cards across and seven down.
    Every object has a number of its own, the same whenever the same table is written.

Source:
    The save format as kb.tabletopsimulator.com describes it, and saves that are public.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import ceil, sqrt
from typing import Any, Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.svg import placed, shape
from gekido_dsl.drawing.theme import PLAYERS
from gekido_dsl.languages import spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.tabletops import dice
from gekido_dsl.tabletops.addresses import Files
from gekido_dsl.tabletops.lying import Lying, Piece, Scene
from gekido_dsl.tabletops.places import ordinary

UNIT_MM: Final = 28.6
"""How long a unit of the table is, such that a card of its usual size is one of 63 mm."""
_CARD_MM: Final = 63.0
ACROSS: Final = 10
DOWN: Final = 7
SEATS: Final = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Orange", "Pink", "Teal", "Brown")
"""The colours of seats; no more can sit down."""
_TABLE: Final = 1.0
"""How high above nothing the table is."""
_FLAT, _CUBE_MM = 0.1, 16.0
_CARD_SHAPES: Final = {"rectangle": 0, "hexagon": 3, "round": 4}
_TILE_SHAPES: Final = {"rectangle": 0, "hexagon": 1, "round": 2}
_TAB_MOST: Final = 20_000
"""How many letters a page of the notebook has at most."""


@dataclass(slots=True)
class Save:
    """What is written."""

    text: str
    pictures: dict[str, Picture]
    """By name of the file."""
    others: dict[str, str]
    """Further files: shapes of dice."""


@dataclass(slots=True)
class _Writer:
    files: Files
    decks: dict[int, tuple[int, int, dict[str, Any]]] = field(default_factory=dict)
    """By piece, its deck, its place on the sheet, and what the save says of the sheet."""
    dice: dict[str, Picture] = field(default_factory=dict)
    made: int = 0

    def object(self, name: str, one: Lying | None, nickname: str = "", **given: Any) -> dict[str, Any]:
        """Makes an object that lies where something lies."""
        self.made += 1
        number = sha256(f"{self.made} {name} {nickname}".encode()).hexdigest()[:6]
        x, z = (one.x / UNIT_MM, -one.y / UNIT_MM) if one is not None else (0.0, 0.0)
        down = 180.0 if one is not None and one.down else 0.0
        turn = (180.0 + one.turn) % 360 if one is not None else 180.0
        return {
            "GUID": number,
            "Name": name,
            "Transform": _transform(x, _TABLE + 0.2, z, turn, down, (1.0, 1.0, 1.0)),
            "Nickname": spoken(nickname),
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "HideWhenFaceDown": True,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            **given,
        }

    # ------------------------------------------------------------ cards

    def sheets(self, pieces: Sequence[Piece], first: int) -> int:
        """Lays pieces of one group and size on sheets; gives the number of the next deck."""
        room = ACROSS * DOWN
        for start in range(0, len(pieces), room):
            part = pieces[start : start + room]
            across = min(ACROSS, max(2, ceil(sqrt(len(part))), ceil(len(part) / DOWN)))
            down = max(2, ceil(len(part) / across))
            name = part[0].group if len(pieces) <= room else f"{part[0].group}, sheet {start // room + 1}"
            cut = part[0].cut
            back = part[0].back or _plain(part[0])
            known = {
                "FaceURL": self.files.of(grid([one.front for one in part], across, down), f"{name}, cards"),
                "BackURL": self.files.of(back, f"{part[0].group}, back"),
                "NumWidth": across,
                "NumHeight": down,
                "BackIsHidden": True,
                "UniqueBack": False,
                "Type": _CARD_SHAPES[_shape(part[0])],
            }
            if len({id(one.back) for one in part}) > 1:
                backs = grid([one.back or _plain(one) for one in part], across, down)
                known |= {"UniqueBack": True, "BackURL": self.files.of(backs, f"{name}, backs")}
            for at, one in enumerate(part):
                self.decks[id(one)] = (first, at, {str(first): known})
            assert cut.width > 0
            first += 1
        return first

    def card(self, piece: Piece, lying: Lying | None = None) -> dict[str, Any]:
        """Makes a card."""
        deck, at, sheet = self.decks[id(piece)]
        made = self.object("CardCustom", lying, piece.name, CardID=100 * deck + at, SidewaysCard=False)
        made |= {"CustomDeck": sheet, "Hands": True, "Description": piece.text}
        _scale(made, piece.cut.width / _CARD_MM)
        return made

    def deck(self, one: Lying) -> dict[str, Any]:
        """Makes a deck, the first card on top."""
        cards = [self.card(piece) for piece in one.pieces]
        sheets: dict[str, Any] = {}
        for piece in one.pieces:
            sheets |= self.decks[id(piece)][2]
        made = self.object(
            "DeckCustom",
            one,
            one.name,
            SidewaysCard=False,
            DeckIDs=[card["CardID"] for card in cards],
            CustomDeck=sheets,
            ContainedObjects=cards,
        )
        _scale(made, one.pieces[0].cut.width / _CARD_MM)
        return made

    # ------------------------------------------------------------ everything else

    def flat(self, piece: Piece, lying: Lying | None, *, fixed: bool = False) -> dict[str, Any]:
        """Makes a tile: a board, a panel, a token, as large as it is."""
        image = {
            "ImageURL": self.files.of(piece.front, f"{piece.group}, {piece.name}"),
            "ImageSecondaryURL": self._other(piece),
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": _TILE_SHAPES[_shape(piece)],
                "Thickness": _FLAT,
                "Stackable": False,
                "Stretch": True,
            },
        }
        made = self.object("Custom_Tile", lying, piece.name, CustomImage=image, Locked=fixed)
        made["Description"] = piece.text
        made["Transform"] |= {
            "scaleX": round(piece.cut.width / UNIT_MM / 2, 4),
            "scaleZ": round(piece.cut.height / UNIT_MM / 2, 4),
            "posY": _TABLE if fixed else _TABLE + 0.4,
        }
        return made

    def _other(self, piece: Piece) -> str:
        if piece.back is None:
            return ""
        shared = piece.sort in ("cards", "tiles")
        return self.files.of(
            piece.back, f"{piece.group}, back" if shared else f"{piece.group}, {piece.name}, other side"
        )

    def board(self, one: Lying) -> dict[str, Any]:
        """Makes a board that stays where it is, with a point to snap to on each of its spaces."""
        made = self.flat(one.pieces[0], one, fixed=True)
        made["AttachedSnapPoints"] = [
            {"Position": {"x": round(-2 * x / one.width, 4), "y": 0.1, "z": round(2 * y / one.height, 4)}}
            for x, y in one.spots
        ]
        return made

    def bag(self, one: Lying) -> dict[str, Any]:
        """Makes a bag with what is in it."""
        inside = [self.piece(piece, None) for piece in one.pieces]
        made = self.object("Bag", one, one.name, ContainedObjects=inside, Number=0)
        made["Bag"] = {"Order": 2 if one.down else 0}
        made["Transform"]["rotZ"] = 0.0
        return made

    def die(self, one: Lying) -> dict[str, Any]:
        """Makes a die: an ordinary one, or a cube with a picture around it."""
        assert one.die is not None
        sides = ordinary(one.die)
        if sides is not None:
            made = self.object(f"Die_{sides}", one, one.name)
            made["Transform"]["posY"] = _TABLE + 1
            return made
        mesh = {
            "MeshURL": self.files.address("die.obj"),
            "DiffuseURL": self.files.of(self._wrapped(one.die), f"die {one.die.name}"),
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": 0,
            "TypeIndex": 2,
            "CastShadows": True,
        }
        made = self.object("Custom_Model", one, one.name, CustomMesh=mesh)
        _scale(made, round(_CUBE_MM / UNIT_MM, 4))
        made["Transform"]["scaleY"] = made["Transform"]["scaleX"]
        up = dice.faces(one.die).index(one.value) if one.value in dice.faces(one.die) else 0
        x, y, z = dice.TURNED[up]
        made["Transform"] |= {"rotX": float(x), "rotY": float(y), "rotZ": float(z), "posY": _TABLE + 1}
        made["RotationValues"] = [
            {"Value": name, "Rotation": {"x": float(x), "y": float(y), "z": float(z)}}
            for name, (x, y, z) in zip(dice.names(one.die), dice.TURNED, strict=True)
        ]
        return made

    def _wrapped(self, die: m.Kind) -> Picture:
        if die.name not in self.dice:
            self.dice[die.name] = dice.wrap(die)
        return self.dice[die.name]

    def hand(self, one: Lying, colour: str) -> dict[str, Any]:
        """Makes the zone of a hand."""
        made = self.object("HandTrigger", one, "", FogColor=colour, Locked=True)
        made["Transform"] = _transform(
            one.x / UNIT_MM,
            _TABLE + 2.5,
            -one.y / UNIT_MM,
            one.turn,
            0.0,
            (round(one.width / UNIT_MM, 3), 5.0, round(one.height / UNIT_MM + 1, 3)),
        )
        red, green, blue = _parts(PLAYERS[(one.seat or 0) % len(PLAYERS)])
        made["ColorDiffuse"] = {"r": red, "g": green, "b": blue, "a": 0.0}
        return made

    def piece(self, piece: Piece, lying: Lying | None) -> dict[str, Any]:
        """Makes a piece: a card where it has a place on a sheet, else a tile."""
        return self.card(piece, lying) if id(piece) in self.decks else self.flat(piece, lying)

    def lying(self, one: Lying, seats: Sequence[str]) -> dict[str, Any] | None:
        """Makes the object of what lies on the table; none for what is only a place."""
        match one.lies:
            case "board":
                return self.board(one)
            case "piece":
                return self.piece(one.pieces[0], one)
            case "stack":
                return self.deck(one)
            case "bag":
                return self.bag(one)
            case "die":
                return self.die(one)
            case "counter":
                made = self.object("Counter", one, one.name)
                return made | {"Counter": {"value": one.value}}
            case "hand":
                return self.hand(one, seats[one.seat or 0])
            case _:
                return None


def save(
    scene: Scene,
    files: Files,
    *,
    rules: str = "",
    aid: str = "",
    notes: str = "",
) -> Save:
    """Writes a save.

    Args:
        files: gives pictures their addresses.
        rules: the address of the rulebook, a PDF; empty for none.
        aid: the player aid, for the notebook.
        notes: what stands on the screen.

    Raises:
        ValueError: there are more players than seats.
    """
    if scene.players > len(SEATS):
        raise ValueError(f"Tabletop Simulator has {len(SEATS)} seats; name fewer with --players")
    writer = _Writer(files)
    number = 1
    for group in _on_sheets(scene):
        number = writer.sheets(group, number)
    objects = [made for one in scene.lying if (made := writer.lying(one, SEATS)) is not None]
    if rules:
        book = writer.object("Custom_PDF", None, text("{game}: rules", game=scene.title), Locked=True)
        book["CustomPDF"] = {"PDFUrl": rules, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        book["Transform"] |= {
            "posX": round((-scene.width / 2 - 150) / UNIT_MM, 3),
            "scaleX": 2.0,
            "scaleZ": 2.0,
        }
        objects.append(book)
    spots = [
        {
            "Position": {"x": round(one.x / UNIT_MM, 3), "y": _TABLE, "z": round(-one.y / UNIT_MM, 3)},
            "Rotation": {"x": 0.0, "y": (180.0 + one.turn) % 360, "z": 0.0},
        }
        for one in scene.lying
        if one.lies in ("zone", "stack")
    ]
    table = {
        "SaveName": scene.title,
        "EpochTime": 0,
        "Date": "",
        "VersionNumber": "",
        "GameMode": scene.title,
        "GameType": "",
        "GameComplexity": "",
        "PlayingTime": [0, 0],
        "PlayerCounts": [scene.players, scene.players],
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_None",
        "Sky": "Sky_Museum",
        "Note": notes,
        "TabStates": _tabs(aid, scene),
        "Grid": {"Type": 0, "Lines": False, "Snapping": False, "Offset": False, "xSize": 2.0, "ySize": 2.0},
        "Hands": {"Enable": True, "DisableUnused": True, "Hiding": 0},
        "Turns": {
            "Enable": True,
            "Type": 1,
            "TurnOrder": list(SEATS[: scene.players]),
            "Reverse": False,
            "SkipEmpty": False,
            "DisableInteractions": False,
            "PassTurns": True,
            "TurnColor": SEATS[0],
        },
        "SnapPoints": spots,
        "DecalPallet": [],
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": [_ground(writer, scene), *objects],
    }
    cubes = any(
        one.lies == "die" and one.die is not None and ordinary(one.die) is None for one in scene.lying
    )
    return Save(
        json.dumps(table, ensure_ascii=False, indent=1) + "\n",
        files.made,
        {"die.obj": dice.cube()} if cubes else {},
    )


def _on_sheets(scene: Scene) -> list[list[Piece]]:
    """Lists the groups that are cards: what is a card, and what lies on heaps or in hands."""
    cards: set[str] = set()
    for one in scene.lying:
        held = one.lies == "stack" or (one.lies == "piece" and one.seat is not None)
        cards |= {
            piece.group
            for piece in one.pieces
            if piece.sort == "cards" or (held and (piece.sort == "tiles" or one.lies == "stack"))
        }
    found: dict[tuple[str, float, float], dict[int, Piece]] = {}
    for one in scene.lying:
        for piece in one.pieces:
            if piece.group in cards and one.lies != "board":
                found.setdefault((piece.group, piece.cut.width, piece.cut.height), {})[id(piece)] = piece
    return [list(pieces.values()) for pieces in found.values()]


def grid(pictures: Sequence[Picture], across: int, down: int) -> Picture:
    """Lays pictures of one size in rows."""
    width, height = pictures[0].width, pictures[0].height
    shapes = [
        placed(one.shapes, at % across * width, at // across * height) for at, one in enumerate(pictures)
    ]
    return Picture(width * across, height * down, tuple(shapes), "cards")


def _plain(piece: Piece) -> Picture:
    """Draws the other side of what has none."""
    width, height = piece.cut.width, piece.cut.height
    return Picture(
        width, height, (shape("rect", "shade", x=0, y=0, width=width, height=height),), piece.group
    )


def _ground(writer: _Writer, scene: Scene) -> dict[str, Any]:
    """Makes what everything lies on."""
    width, height = scene.width + 120, scene.height + 120
    cloth = Picture(
        width, height, (shape("rect", "", x=0, y=0, width=width, height=height, fill="#3d5a4c"),), "table"
    )
    made = writer.object("Custom_Tile", None, "", Locked=True, Tooltip=False)
    made["CustomImage"] = {
        "ImageURL": writer.files.of(cloth, "table"),
        "ImageSecondaryURL": "",
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": _FLAT, "Stackable": False, "Stretch": True},
    }
    made["Transform"] |= {
        "scaleX": round(width / UNIT_MM / 2, 4),
        "scaleZ": round(height / UNIT_MM / 2, 4),
        "posY": _TABLE - 0.1,
    }
    return made


def _tabs(aid: str, scene: Scene) -> dict[str, Any]:
    """Writes the notebook: the player aid, and what is not on the table."""
    pages = [("Player aid", aid)] if aid else []
    if scene.left_over:
        pages.append(("Needed besides", "\n".join(scene.left_over)))
    return {
        str(at): {
            "title": title,
            "body": body[:_TAB_MOST],
            "color": "Grey",
            "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
            "id": at,
        }
        for at, (title, body) in enumerate(pages)
    }


def _shape(piece: Piece) -> str:
    return "hexagon" if piece.cut.hexagon else "round" if piece.round else "rectangle"


def _scale(made: dict[str, Any], scale: float) -> None:
    made["Transform"] |= {"scaleX": round(scale, 4), "scaleZ": round(scale, 4)}


def _transform(
    x: float, y: float, z: float, turn: float, over: float, scale: tuple[float, float, float]
) -> dict[str, float]:
    return {
        "posX": round(x, 3),
        "posY": round(y, 3),
        "posZ": round(z, 3),
        "rotX": 0.0,
        "rotY": turn,
        "rotZ": over,
        "scaleX": scale[0],
        "scaleY": scale[1],
        "scaleZ": scale[2],
    }


def _parts(colour: str) -> Iterable[float]:
    return (round(int(colour[at : at + 2], 16) / 255, 3) for at in (1, 3, 5))
