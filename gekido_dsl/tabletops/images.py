"""What lies in the box of a game becomes pictures, one for each piece, and a list that says how many there are.

Invariants:
    Each side of each piece is made once, however many copies there are; the list names every file.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.faces import Shape, faced
from gekido_dsl.drawing.theme import PRINT, Theme
from gekido_dsl.languages import spoken, text
from gekido_dsl.printing.box import Group, Item, Size, Stock
from gekido_dsl.tabletops import rendering
from gekido_dsl.tabletops.names import file_name

MANIFEST: Final = "manifest.json"
WITH_BLEED: Final = text("with bleed")
_BLED: Final = ("cards", "tiles", "panels", "tokens", "boards")
"""What is cut out, and so is made with bleed as well."""


@dataclass(frozen=True, slots=True)
class Made:
    """A picture to be written, and where."""

    path: str
    picture: Picture
    bled: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece, and the files of its pictures."""

    item: Item
    group: Group
    cut: Shape
    front: str
    back: str | None
    front_bled: str | None
    back_bled: str | None


@dataclass(frozen=True, slots=True)
class Set_:
    """Everything that is made of a box."""

    pieces: tuple[Piece, ...]
    pictures: tuple[Made, ...]
    bleed: float


def pictures(
    things: Stock, *, ending: str = ".png", bleed: float = 3.0, cuts: dict[str, Shape] | None = None
) -> Set_:
    """Lists the pictures of a box.

    Args:
        ending: of their files.
        bleed: how many millimetres there are to be cut away; 0 for no such pictures.
        cuts: by sort, another shape than its own.
    """
    maker = _Maker(ending, bleed)
    pieces = [
        maker.piece(item, group, _cut(group, item, cuts or {}))
        for group in things.groups
        for item in group.items
    ]
    return Set_(tuple(pieces), tuple(maker.made), bleed)


def _cut(group: Group, item: Item, cuts: dict[str, Shape]) -> Shape:
    """Tells what a piece is cut to: as wide as its group, as high as its own picture where these differ."""
    if group.sort in cuts and group.sort in ("cards", "tiles"):
        return cuts[group.sort]
    if group.sort in ("cards", "tiles", "tokens"):
        return Shape(group.size.width, group.size.height)
    shown = Size(item.part[2], item.part[3]) if item.part else Size(item.front.width, item.front.height)
    scale = min(group.size.width / shown.width, group.size.height / shown.height)
    return Shape(shown.width * scale, shown.height * scale)


class _Maker:
    """Gives every picture its file; a picture that several pieces share has one."""

    def __init__(self, ending: str, bleed: float) -> None:
        self.ending, self.bleed = ending, bleed
        self.made: list[Made] = []
        self._taken: dict[str, set[str]] = {}
        self._known: dict[tuple[int, str, bool], str] = {}
        self._folders: dict[int, str] = {}

    def folder(self, group: Group) -> str:
        """Names the folder of a group."""
        if id(group) not in self._folders:
            taken = self._taken.setdefault("", set())
            name = file_name(spoken(group.name), taken=taken)
            taken.add(name.casefold())
            self._folders[id(group)] = name
        return self._folders[id(group)]

    def piece(self, item: Item, group: Group, cut: Shape) -> Piece:
        """Gives a piece its files."""
        title = _title(item)
        folder = self.folder(group)
        front = _parted(item)
        bled = self.bleed > 0 and group.sort in _BLED
        sides = [(front, title), *([(item.back, _other(item, group))] if item.back is not None else [])]
        files: list[tuple[str, str | None]] = []
        for side, name in sides:
            plain = self._file(side, folder, name, cut, bled=False)
            files.append((plain, self._file(side, folder, name, cut, bled=True) if bled else None))
        back = files[1] if len(files) > 1 else (None, None)
        return Piece(item, group, cut, files[0][0], back[0], files[0][1], back[1])

    def _file(self, side: Picture, folder: str, name: str, cut: Shape, *, bled: bool) -> str:
        key = (id(side), folder, bled)
        if key not in self._known:
            within = f"{folder}/{file_name(spoken(WITH_BLEED))}" if bled else folder
            taken = self._taken.setdefault(within, {spoken(WITH_BLEED).casefold()})
            made = file_name(spoken(name), self.ending, taken)
            taken.add(made.casefold())
            self._known[key] = f"{within}/{made}"
            drawn = faced(side, cut, self.bleed if bled else 0.0)
            self.made.append(Made(f"{within}/{made}", drawn, bled))
        return self._known[key]


def _other(item: Item, group: Group) -> str:
    """Names the other side of a piece: one for all cards of a deck, its own for a token."""
    if group.sort in ("cards", "tiles"):
        return text("back of {things}", things=group.name)
    return text("{piece}, other side", piece=_title(item))


def _title(item: Item) -> str:
    """Names a piece, and whose it is."""
    return (
        item.name
        if item.seat is None
        else text("{piece} (player {number})", piece=item.name, number=item.seat + 1)
    )


def _parted(item: Item) -> Picture:
    """Gives the part of a picture that is printed; what lies outside is cut away by its edge."""
    if item.part is None:
        return item.front
    from gekido_dsl.drawing.svg import placed

    left, top, width, height = item.part
    return Picture(width, height, (placed(item.front.shapes, -left, -top),), item.name)


def written(
    of: Set_,
    theme: Theme = PRINT,
    *,
    dpi: int = 300,
    gray: bool = False,
    fonts: Sequence[str] = (),
) -> Iterator[tuple[str, bytes]]:
    """Makes the pictures, each with its path, one after the other.

    Raises:
        MissingTypst: typst is not installed, and the pictures are PNG.
        WrongTemplate: typst cannot make one of them.
    """
    if of.pictures and of.pictures[0].path.endswith(".svg"):
        for one in of.pictures:
            yield one.path, rendering.svg(one.picture, theme, gray=gray).encode()
        return
    shots = [rendering.shot(one.picture, dpi) for one in of.pictures]
    data = rendering.png(shots, theme, gray=gray, fonts=fonts)
    for one, made in zip(of.pictures, data, strict=True):
        yield one.path, made


def manifest(title: str, players: int, things: Stock, of: Set_, *, dpi: int) -> str:
    """Lists the pieces with their files and how many there are of each, in JSON."""
    sizes = {one.path: rendering.shot(one.picture, dpi) for one in of.pictures}
    scalable = any(path.endswith(".svg") for path in sizes)

    def pixels(path: str) -> dict[str, Any]:
        made = sizes[path]
        return {} if scalable else {"pixels": [made.width, made.height]}

    pieces = []
    for one in of.pieces:
        piece: dict[str, Any] = {
            "name": spoken(one.item.name),
            "kind": spoken(one.item.kind),
            "group": spoken(one.group.name),
            "sort": one.group.sort,
            "copies": one.item.copies,
            "width_mm": round(one.cut.width, 2),
            "height_mm": round(one.cut.height, 2),
            "shape": "hexagon" if one.cut.hexagon else "rectangle",
            "front": {"file": one.front, **pixels(one.front)},
        }
        if one.item.seat is not None:
            piece["player"] = one.item.seat + 1
        if one.back is not None:
            piece["back"] = {"file": one.back, **pixels(one.back)}
        if one.front_bled is not None:
            piece["front with bleed"] = {"file": one.front_bled, **pixels(one.front_bled)}
        if one.back_bled is not None:
            piece["back with bleed"] = {"file": one.back_bled, **pixels(one.back_bled)}
        if one.item.fields:
            piece["says"] = {spoken(name): spoken(value) for name, value in one.item.fields}
        if one.item.text:
            piece["text"] = spoken(one.item.text)
        pieces.append(piece)
    made = {
        "game": spoken(title),
        "players": players,
        "dpi": None if scalable else dpi,
        "bleed_mm": of.bleed,
        "pieces": pieces,
        "needed besides": list(things.besides),
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"
