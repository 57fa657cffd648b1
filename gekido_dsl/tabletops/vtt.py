"""A table becomes a game of virtualtabletop.io: one zip file with its widgets in JSON and its pictures.

Invariants:
    A picture is named by its check sum and its size, as the program itself names it.
    The same table gives the same bytes.

Source:
    The widgets and the reading of files in the public repository of the program.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.svg import placed
from gekido_dsl.drawing.theme import PLAYERS
from gekido_dsl.languages import spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.tabletops import dice
from gekido_dsl.tabletops.lying import Lying, Piece, Scene
from gekido_dsl.tabletops.places import ordinary

VERSION: Final = 8
"""Of the form of the file; later versions of the program read it."""
_RULES: Final = "rules"
"""What stands for the name of the rulebook."""
WIDTH: Final = 1600
HEIGHT: Final = 1000
_RIM: Final = 20
_SEAT: Final = (120, 26)
_WHEN: Final = (1980, 1, 1, 0, 0, 0)
_FILLED: Final = "background-size: 100% 100%; background-repeat: no-repeat"
MOST_FILE: Final = 10_485_759
"""How many bytes a picture has at most."""
Widget = dict[str, Any]


@dataclass(slots=True)
class Game:
    """What is written."""

    widgets: dict[str, Widget]
    pictures: dict[str, Picture]
    """By a name that stands in their place until they are made."""


@dataclass(slots=True)
class _Writer:
    scene: Scene
    scale: float
    widgets: dict[str, Widget] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    decks: dict[tuple[str, float, float], dict[int, Piece]] = field(default_factory=dict)
    _known: dict[int, str] = field(default_factory=dict)
    _dice: dict[str, list[str]] = field(default_factory=dict)
    _z: int = 0

    def image(self, picture: Picture) -> str:
        """Gives what stands for the name of a picture."""
        if id(picture) not in self._known:
            name = f"\0{len(self.pictures)}"
            self._known[id(picture)] = name
            self.pictures[name] = picture
        return self._known[id(picture)]

    def put(self, **given: Any) -> str:
        """Adds a widget."""
        self._z += 1
        name = given.get("id") or f"w{self._z}"
        self.widgets[name] = {"z": self._z, **given, "id": name}
        return name

    def at(self, one: Lying, *, rim: float = 0.0) -> Widget:
        """Says where something lies, in pixels from the upper left."""
        x = WIDTH / 2 + (one.x - one.width / 2) * self.scale - rim
        y = HEIGHT / 2 + (one.y - one.height / 2) * self.scale - rim
        place: Widget = {
            "x": round(x, 1),
            "y": round(y, 1),
            "width": round(one.width * self.scale + 2 * rim, 1),
            "height": round(one.height * self.scale + 2 * rim, 1),
        }
        if one.turn:
            place["rotation"] = one.turn
        return place

    # ------------------------------------------------------------ cards

    def deck_of(self, piece: Piece) -> str:
        """Names the deck of a card."""
        key = (piece.group, piece.cut.width, piece.cut.height)
        self.decks.setdefault(key, {})[id(piece)] = piece
        return f"deck{list(self.decks).index(key) + 1}"

    def card(self, piece: Piece, *, down: bool, **given: Any) -> None:
        """Adds a card."""
        deck = self.deck_of(piece)
        face = 0 if down else 1
        self.put(type="card", deck=deck, cardType=self.type_of(piece), activeFace=face, **given)

    def type_of(self, piece: Piece) -> str:
        """Names what is on a card."""
        key = (piece.group, piece.cut.width, piece.cut.height)
        return f"{list(self.decks[key]).index(id(piece)) + 1} {piece.name}"

    def all_decks(self) -> None:
        """Adds the decks, which say what their cards look like."""
        for number, ((_, width, height), pieces) in enumerate(self.decks.items(), start=1):
            wide, high = round(width * self.scale, 1), round(height * self.scale, 1)
            layer = {"type": "image", "x": 0, "y": 0, "width": wide, "height": high, "css": _FILLED}
            types = {
                self.type_of(piece): {
                    "front": self.image(piece.front),
                    **({"back": self.image(piece.back)} if piece.back is not None else {}),
                    "label": spoken(piece.name),
                }
                for piece in pieces.values()
            }
            sides = [
                {"objects": [{**layer, "dynamicProperties": {"value": side}}]} for side in ("back", "front")
            ]
            self.put(
                id=f"deck{number}",
                type="deck",
                display=False,
                x=0,
                y=0,
                cardDefaults={"width": wide, "height": high, "enlarge": 3},
                cardTypes=types,
                faceTemplates=sides,
            )

    # ------------------------------------------------------------ what lies on the table

    def lying(self, one: Lying) -> None:
        """Adds what lies on the table."""
        match one.lies:
            case "board":
                image = self.image(one.pieces[0].front)
                self.put(**self.at(one), image=image, css=_FILLED, movable=False, layer=-4, clickable=False)
            case "piece" if one.pieces[0].sort == "cards":
                self.card(one.pieces[0], down=one.down, **self.at(one))
            case "piece" | "bag":
                for number, piece in enumerate(one.pieces):
                    self.flat(piece, self._within(one, piece, number), down=one.down)
            case "stack":
                self.stack(one)
            case "zone":
                self.holder(one)
            case "die":
                self.die(one)
            case "counter":
                self.counter(one)
            case _:
                pass

    def _within(self, one: Lying, piece: Piece, number: int) -> Lying:
        """Lays what a bag holds on a heap."""
        if one.lies == "piece":
            return one
        aside = min(number, 6) * 1.2
        width, height = piece.cut.width, piece.cut.height
        return Lying(
            "piece", piece.name, one.x + aside, one.y + aside, width, height, (piece,), one.down, one.turn
        )

    def flat(self, piece: Piece, one: Lying, *, down: bool) -> None:
        """Adds a tile, a panel or a token."""
        given: Widget = {**self.at(one), "css": _FILLED, "layer": 1, "enlarge": 3}
        if piece.sort == "panels" or piece.sort == "tiles":
            given["layer"] = -2
        if piece.back is None and not down:
            self.put(**given, image=self.image(piece.front))
            return
        other = (
            {"image": self.image(piece.back)} if piece.back else {"image": "", "text": spoken(piece.group)}
        )
        faces = [{"image": self.image(piece.front)}, other]
        self.put(**given, faces=faces, activeFace=1 if down else 0)

    def holder(self, one: Lying) -> str:
        """Adds a place for cards, with its name above."""
        where = self.at(one, rim=4)
        name = self.put(type="holder", **where)
        self.put(
            type="label",
            text=spoken(one.name),
            x=where["x"],
            y=round(where["y"] - 14, 1),
            width=where["width"],
            height=14,
            css="font-size: 11px; color: white",
        )
        return name

    def stack(self, one: Lying) -> None:
        """Adds a pile of cards in its place."""
        holder = self.holder(one)
        size = {"width": round(one.width * self.scale, 1), "height": round(one.height * self.scale, 1)}
        pile = self.put(type="pile", parent=holder, x=4, y=4, **size)
        for piece in reversed(one.pieces):
            self.card(piece, down=one.down, parent=pile)

    def die(self, one: Lying) -> None:
        """Adds a die, ordinary or with pictures of its faces."""
        assert one.die is not None
        where = self.at(one)
        sides = ordinary(one.die)
        if sides is not None:
            up = min(max(one.value - 1, 0), sides - 1)
            self.put(
                type="dice", **where, faces=list(range(1, sides + 1)), activeFace=up, shape3d=f"d{sides}"
            )
            return
        faces = dice.faces(one.die)
        up = faces.index(one.value) if one.value in faces else 0
        images = [
            {"image": image, "value": name}
            for image, name in zip(self._faces(one.die), dice.names(one.die), strict=True)
        ]
        self.put(type="dice", **where, faces=images, activeFace=up, shape3d="d6", imageScale=1)

    def _faces(self, die: m.Kind) -> list[str]:
        if die.name not in self._dice:
            whole = dice.wrap(die)
            side = whole.width / 3
            self._dice[die.name] = [
                self.image(
                    Picture(
                        side, side, (placed(whole.shapes, -(at % 3) * side, -(at // 3) * side),), die.name
                    )
                )
                for at in range(6)
            ]
        return self._dice[die.name]

    def counter(self, one: Lying) -> None:
        """Adds a number that can be written over."""
        where = self.at(one)
        high = round(where["height"] / 2, 1)
        size = max(round(high * 0.7, 1), 8)
        css = f"font-size: {size}px; color: white"
        self.put(type="label", text=spoken(one.name), **{**where, "height": high}, css=css)
        below = {**where, "y": round(where["y"] + high, 1), "height": high}
        self.put(type="label", text=str(one.value), editable=True, **below, css=f"{css}; font-weight: bold")

    def hand(self, one: Lying) -> None:
        """Adds a seat and its hand, which nobody else sees."""
        seat = (one.seat or 0) + 1
        where = self.at(one)
        colour = PLAYERS[(seat - 1) % len(PLAYERS)]
        name = f"seat{seat}"
        self.put(
            id=f"hand{seat}",
            type="holder",
            **where,
            onEnter={"activeFace": 1, "onlyVisibleForSeat": name},
            onLeave={"onlyVisibleForSeat": None},
            stackOffsetX=round(20 * self.scale + 10, 1),
            css=f"border: 2px dashed {colour}",
        )
        x = round(where["x"] + where["width"] / 2 - _SEAT[0] / 2, 1)
        y = where["y"] - _SEAT[1] if one.turn == 0 else where["y"] + where["height"]
        self.put(
            id=name,
            type="seat",
            index=seat,
            x=x,
            y=round(y, 1),
            width=_SEAT[0],
            height=_SEAT[1],
            hand=f"hand{seat}",
            color=colour,
            colorEmpty=colour,
            displayEmpty=spoken(text("Player {number}", number=seat)),
        )


def game(scene: Scene) -> Game:
    """Writes the widgets of a table."""
    scale = min((WIDTH - 2 * _RIM) / max(scene.width, 1), (HEIGHT - 2 * _RIM) / max(scene.height, 1))
    writer = _Writer(scene, min(scale, 2.5))
    writer.put(
        id="cloth", x=0, y=0, width=WIDTH, height=HEIGHT, layer=-9, movable=False, clickable=False,
        css="background: #3d5a4c",
    )  # fmt: skip
    hands: dict[int, Lying] = {one.seat or 0: one for one in scene.lying if one.lies == "hand"}
    for one in hands.values():
        writer.hand(one)
    for one in scene.lying:
        holder = hands.get(one.seat) if one.seat is not None and one.lies == "piece" else None
        if holder is not None and _in(one, holder):
            for piece in one.pieces:
                inside = writer.at(one)
                rim = writer.at(holder)
                where = {"x": round(inside["x"] - rim["x"], 1), "y": round(inside["y"] - rim["y"], 1)}
                seat = f"seat{(one.seat or 0) + 1}"
                writer.card(
                    piece, down=False, parent=f"hand{(one.seat or 0) + 1}", onlyVisibleForSeat=seat, **where
                )
        else:
            writer.lying(one)
    writer.all_decks()
    return Game(writer.widgets, writer.pictures)


def _in(one: Lying, hand: Lying) -> bool:
    return abs(one.x - hand.x) <= hand.width / 2 and abs(one.y - hand.y) <= 1


def packed(
    scene: Scene, of: Game, pictures: Mapping[str, bytes], *, rules: bytes = b"", language: str = ""
) -> bytes:
    """Packs a game: its widgets, and its pictures under the names that the program gives them.

    Args:
        pictures: what was made of the pictures, by what stands for their names.
        rules: the rulebook, a PDF; the page of the game links to it.
        language: the code of the language that it is in; empty for that of the ruleset.

    Raises:
        ValueError: a picture, or the rulebook, is too large for the program.
    """
    names, files = dict[str, str](), dict[str, bytes]()
    if len(rules) > MOST_FILE:
        raise ValueError("the rulebook has more than 10 MB; --no-book leaves it out")
    for stands, data in (*pictures.items(), *([(_RULES, rules)] if rules else [])):
        if len(data) > MOST_FILE:
            raise ValueError("a picture has more than 10 MB; fewer pixels an inch help: --dpi 100")
        check = zlib.crc32(data)
        signed = check - (1 << 32) if check >= 1 << 31 else check
        name = f"assets/{signed}_{len(data)}"
        names[stands], files[name] = f"/{name}", data
    state: dict[str, Any] = {
        "_meta": {
            "version": VERSION,
            "info": {
                "name": scene.title, "image": names.get(_cover(of, pictures), ""), "rules": names.get(_RULES, ""),
                "bgg": "", "year": "", "mode": "", "time": "",
                "players": str(scene.players), "language": language, "variant": "", "link": "", "attribution": "",
            },
        },
        **{name: _named(widget, names) for name, widget in of.widgets.items()},
    }  # fmt: skip
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr(_entry("0.json"), json.dumps(state, ensure_ascii=False, indent=1).encode())
        for name, data in sorted(files.items()):
            archive.writestr(_entry(name), data)
    return made.getvalue()


def _cover(of: Game, pictures: Mapping[str, bytes]) -> str:
    """Finds what the shelf of the program shows of a game: the largest picture on the table, else the first of all."""
    there = [one for one in of.widgets.values() if one.get("image") in pictures]
    if there:
        return str(max(there, key=lambda one: one.get("width", 0) * one.get("height", 0))["image"])
    return next(iter(pictures), "")


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, _WHEN)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _named(given: Any, names: Mapping[str, str]) -> Any:
    """Puts the names of pictures where something stands for them."""
    if isinstance(given, str):
        return names.get(given, given)
    if isinstance(given, list):
        return [_named(one, names) for one in given]
    if isinstance(given, dict):
        return {key: _named(one, names) for key, one in given.items()}
    return given
