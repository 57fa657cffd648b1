"""The cards of a game become a game of Card Game Simulator: a folder with their data, their pictures and their decks.

Invariants:
    Every card has an id of its own; a deck lists the cards that the ruleset has, as often as it has them.
    The program knows one size of cards; cards of another stand in the middle of it.

Source:
    The specification that is public beside the program.
"""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.faces import Shape, faced
from gekido_dsl.languages import spoken
from gekido_dsl.model import nodes as m
from gekido_dsl.printing.box import Group, Item, Size, Stock
from gekido_dsl.tabletops.addresses import Address
from gekido_dsl.tabletops.names import file_name

_INCH_MM: Final = 25.4
_SORTS: Final = ("cards", "tiles")


@dataclass(frozen=True, slots=True)
class Game:
    """What is written."""

    texts: dict[str, str]
    pictures: dict[str, Picture]


def game(of: m.Game, things: Stock, *, address: Address | None = None, rules: str = "") -> Game:
    """Writes the cards of a game.

    Args:
        address: where each file will lie, if it is to be fetched from a host.
        rules: the file with the rulebook, beside the others; empty for none.

    Raises:
        ValueError: it has no cards.
    """
    groups = [group for group in things.groups if group.sort in _SORTS]
    if not groups:
        raise ValueError("the game has no cards, and Card Game Simulator knows nothing else")
    size = _size(groups)
    writer = _Writer(size)
    for group in groups:
        writer.group(group)
    texts = {
        "cgs.json": _written(_described(of, writer, size, address, rules)),
        "AllCards.json": _written(writer.cards),
        "AllSets.json": _written([{"code": code, "name": name} for name, code in writer.sets.items()]),
    } | writer.decks
    return Game(texts, writer.pictures)


def _size(groups: list[Group]) -> Size:
    """Chooses the size that most cards have."""
    sizes: Counter[tuple[float, float]] = Counter()
    for group in groups:
        sizes[group.size.width, group.size.height] += group.number
    return Size(*sizes.most_common(1)[0][0])


class _Writer:
    """Gives every card its id and its files."""

    def __init__(self, size: Size) -> None:
        self.cut = Shape(size.width, size.height)
        self.cards: list[dict[str, Any]] = []
        self.sets: dict[str, str] = {}
        self.decks: dict[str, str] = {}
        self.backs: dict[str, str] = {}
        """Files of backs by their id."""
        self.properties: dict[str, str] = {}
        """Of each property, what people read."""
        self.pictures: dict[str, Picture] = {}
        self._backs: dict[int, str] = {}

    def group(self, group: Group) -> None:
        """Writes the cards of a group as a set, and as a deck."""
        code = _code(group.name, set(self.sets.values()))
        self.sets[str(spoken(group.name))] = code
        lines = []
        for number, item in enumerate(group.items, start=1):
            name = f"{code}-{number}"
            self.pictures[f"sets/{code}/{name}.png"] = faced(item.front, self.cut)
            card: dict[str, Any] = {"id": name, "name": str(spoken(item.name)), "set": code}
            if item.back is not None:
                card["backs"] = [self._back(item.back, group)]
            card |= self._says(item)
            self.cards.append(card)
            lines.append(f"{item.copies} [{name}] {_line(spoken(item.name))}")
        title = file_name(spoken(group.name))
        self.decks[f"decks/{title}.txt"] = "\n".join([f"### {_line(spoken(group.name))}", *lines]) + "\n"

    def _back(self, picture: Picture, group: Group) -> str:
        if id(picture) not in self._backs:
            name = _code(group.name, set(self.backs))
            self._backs[id(picture)] = name
            self.backs[name] = f"backs/{name}.png"
            drawn = faced(picture, self.cut)
            self.pictures[self.backs[name]] = drawn
            self.pictures.setdefault("CardBack.png", drawn)
        return self._backs[id(picture)]

    def _says(self, item: Item) -> dict[str, str]:
        """Gives what the table says of a card, by property."""
        told = {}
        for name, value in (*item.fields, ("Text", item.text)):
            if value:
                key = _code(name, set())
                told[f"says-{key}"] = str(spoken(value))
                self.properties.setdefault(f"says-{key}", str(spoken(name)))
        return told


def _described(
    of: m.Game, writer: _Writer, size: Size, address: Address | None, rules: str
) -> dict[str, Any]:
    """Says what the game is: its cards, what is told of them, its decks."""
    made: dict[str, Any] = {
        "name": str(spoken(of.title)),
        "autoUpdate": -1,
        "cardBackFaceImageUrls": [{"id": name, "url": ""} for name in writer.backs],
        "cardImageFileType": "png",
        "cardNameIsUnique": False,
        "cardProperties": [
            {"name": name, "display": shown, "type": "string"} for name, shown in writer.properties.items()
        ],
        "cardSize": {"x": round(size.width / _INCH_MM, 3), "y": round(size.height / _INCH_MM, 3)},
        "deckFileTxtId": "id",
        "deckFileType": "txt",
        "deckSharePreference": "share",
        "deckUrls": [],
    }
    if address is None:
        del made["cardBackFaceImageUrls"], made["deckUrls"]
        return made
    made |= {
        "autoUpdate": 30,
        "autoUpdateUrl": address("cgs.json"),
        "allCardsUrl": address("AllCards.json"),
        "allSetsUrl": address("AllSets.json"),
        "cardImageUrl": address("sets/") + "{cardSet}/{cardId}.{cardImageFileType}",
        "cardBackFaceImageUrls": [{"id": name, "url": address(file)} for name, file in writer.backs.items()],
        "deckUrls": [
            {"name": path.removeprefix("decks/").removesuffix(".txt"), "url": address(path)}
            for path in writer.decks
        ],
    }
    if rules:
        made["rulesUrl"] = address(rules)
    if "CardBack.png" in writer.pictures:
        made["cardBackImageUrl"] = address("CardBack.png")
    return made


def _code(text: str, taken: set[str]) -> str:
    """Makes a short name of letters and digits."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text.lower())
    stem = "-".join(part for part in plain.split("-") if part)[:40] or "x"
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    return name


def _line(text: str) -> str:
    return " ".join(text.replace("[", "(").replace("]", ")").split())


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
