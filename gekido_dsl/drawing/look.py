"""How the pictures of one game look: its colours, its signs, its artwork."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.laying import Spots
from gekido_dsl.drawing.own_faces import OwnFace
from gekido_dsl.drawing.theme import PRINT, SCREEN, Theme, luminance
from gekido_dsl.drawing.values import columns, said
from gekido_dsl.engine import ThingView, View
from gekido_dsl.languages import spoken
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BoolType, EnumType, IntType

_APART: Final = 4.5
"""So much contrast tells two colours apart for everybody."""
EFFECTS: Final = "effects"
"""Under which word a theme names the artwork of effects; no kind is called so."""


LETTERS: Final = "letters"
COORDINATES: Final = (LETTERS, "numbers")


def column_name(column: int) -> str:
    """Gives the letter of a column, counted from 1: `a` to `z`, then `aa`."""
    over, last = divmod(column - 1, 26)
    return (chr(ord("a") + over - 1) if over else "") + chr(ord("a") + last)


def column_number(name: str) -> int:
    """Gives the column of a letter, counted from 1."""
    number = 0
    for letter in name.lower():
        number = 26 * number + ord(letter) - ord("a") + 1
    return number


@dataclass(frozen=True, slots=True)
class Mark:
    """How a sign of a drawing is drawn."""

    glyph: str = ""
    """Instead of its letters; empty for the letters."""
    fill: str = ""
    """The colour of a space that it is drawn on."""
    ink: str = ""
    """The colour of the sign."""
    label: str = ""
    """What stands in a corner of a space with artwork."""
    art: Art | None = None
    """A picture instead of the letters."""
    turns: bool = False
    """Whether the picture is turned to where the arrow of the sign points; it shows north."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A picture below a map."""

    art: Art
    box: tuple[float, float, float, float] | None = None
    """Its left, top, right and bottom, measured as spaces of the map are; None if it has the shape of the board."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What a theme says of the cover of the book."""

    art: Art | None = None
    """A picture that fills it."""
    minutes: str = ""
    """How long a match takes: a number, or a range such as `20–30`."""
    credits: tuple[str, ...] = ()
    version: str = ""
    date: str = ""


@dataclass(frozen=True)
class Look:
    """Colours, signs and artwork."""

    screen: Theme = SCREEN
    printed: Theme = PRINT
    tints: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By list of values (or the column that has one of its own) and value, a colour for what has that value."""
    marks: Mapping[str, Mark] = field(default_factory=dict)
    """By sign of a drawing, without its arrow."""
    art: Mapping[tuple[str, str], Art] = field(default_factory=dict)
    """By kind and row; of an effect by `EFFECTS` and its name, or what a card says of it; of a value by its list."""

    figures: Mapping[tuple[str, str, str], Mark] = field(default_factory=dict)
    """By kind, fact and value, how things look of which the fact has this value."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """By kind, the shape of its pieces."""
    boards: Mapping[str, str] = field(default_factory=dict)
    """By board, how its spaces are drawn."""
    coordinates: Mapping[str, str] = field(default_factory=dict)
    """By board, what its columns are called by: `letters`, or `numbers` as where nothing is said."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """The same of a table in play; in books, whose text names spaces by numbers, nothing."""
    backdrops: Mapping[str, Backdrop] = field(default_factory=dict)
    """By board, for maps."""
    spots: Mapping[str, Spots] = field(default_factory=dict)
    """By board, where its spaces are drawn that are laid by hand."""
    cover: Cover = Cover()
    badges: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By kind and fact, a sign at the corner of things of which it is so."""
    owners: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By kind and row, in which colour whoever has it plays: which of the sheet, counted from 1."""
    shows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind, which of its facts stand on it, or on a sheet to note them, in this order."""
    faces: Mapping[str, OwnFace] = field(default_factory=dict)
    """By kind, what its things are drawn on."""
    icons: frozenset[str] = frozenset()
    """Of which lists of values the signs stand in place of words."""
    borders: frozenset[str] = frozenset()
    """Of which lists of values the colours run around cards."""
    always: frozenset[tuple[str, str]] = frozenset()
    """By kind and fact, what is told even where it is zero or no."""

    @cached_property
    def two_tone(self) -> bool:
        """Whether the first two players are told apart by how light their colours are, without a mark."""
        one, other = sorted(map(luminance, self.screen.players[:2]))
        return (other + 0.05) / (one + 0.05) >= _APART

    def has_letters(self, game: m.Game) -> bool:
        """Tells whether a space is called by a letter and a number wherever a game names one."""
        return bool(game.boards) and all(self.coordinates.get(name) == LETTERS for name in game.boards)

    def columns_of(self, kind: m.Kind) -> list[m.Field]:
        """Lists the printed facts that stand on things of a kind, in their order."""
        named = self.shows.get(kind.name)
        if named is None:
            return columns(kind)
        return [one for name in named if (one := kind.fields.get(name)) is not None and not one.kept]

    def told(self, game: m.Game, kind: m.Kind, fact: m.Field, value: object) -> str:
        """Writes a value of a fact for players; empty where it says nothing.

        A "no" says nothing, nor does a zero among several numbers, unless the theme says otherwise.
        """
        if (kind.name, fact.name) not in self.always:
            if isinstance(fact.type, BoolType) and not value:
                return ""
            counts = [one for one in columns(kind) if isinstance(one.type, IntType) and one.index is None]
            if value == 0 and isinstance(fact.type, IntType) and fact.index is None and len(counts) > 1:
                return ""
        return said(game, fact.type, value)

    def figure(self, thing: ThingView) -> Mark | None:
        """Tells how a thing looks by one of its facts; None where the theme says nothing of it."""
        marks = (self.figures.get((thing.kind, fact, text)) for fact, text in thing.facts.items())
        return next((mark for mark in marks if mark is not None), None) if self.figures else None

    def badge(self, thing: ThingView) -> str:
        """Gives the sign at the corner of a thing; the first, if there are several."""
        if not self.badges:
            return ""
        said = (
            self.badges.get((thing.kind, fact), "") for fact, text in thing.facts.items() if text == "yes"
        )
        return next(filter(None, said), "")

    def colours(self, view: View) -> dict[int, int]:
        """Gives the colours of players that they have by what they own, by their seats."""
        if not self.owners:
            return {}
        return {
            player.seat: number
            for player in view.players
            for thing in player.things
            if (number := self.owners.get((thing.kind, thing.name))) is not None
        }

    def tints_of(self, kind: m.Kind, row: m.Row) -> list[str]:
        """Lists the colours of the values of a row."""
        found = []
        for one in kind.fields.values():
            value = row.values.get(one.name)
            if isinstance(one.type, EnumType) and one.index is None and isinstance(value, int) and value >= 0:
                enum = one.type.enum
                tint = self.tints.get((one.name if enum.anonymous else enum.name, enum.members[value]))
                found += [tint] if tint is not None else []
        return found

    def with_signs(self, game: m.Game, told: str) -> str:
        """Puts the signs of values in place of their names, in a text of a card."""
        signs = {
            name: sign
            for enum in game.enums.values()
            if enum.name in self.icons and enum.glyphs
            for name, sign in zip(enum.members, enum.glyphs, strict=True)
        }
        if not signs or not told:
            return told
        names = "|".join(re.escape(name) for name in sorted(signs, key=len, reverse=True))
        return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda found: signs[found[0]], spoken(told))

    def border_of(self, kind: m.Kind, row: m.Row) -> str:
        """Gives the colour that runs around a card; empty where none does."""
        for one in kind.fields.values():
            value = row.values.get(one.name)
            if isinstance(one.type, EnumType) and one.index is None and isinstance(value, int) and value >= 0:
                enum = one.type.enum
                listed = one.name if enum.anonymous else enum.name
                if listed in self.borders:
                    return self.tints.get((listed, enum.members[value]), "")
        return ""

    def icon(self, field: m.Field, value: object) -> Art | None:
        """Gives the icon of a value, if the theme has one."""
        if not isinstance(field.type, EnumType) or not isinstance(value, int) or value < 0:
            return None
        enum = field.type.enum
        return self.art.get((field.name if enum.anonymous else enum.name, enum.members[value]))

    def mark(self, sign: str) -> Mark:
        """Tells how a sign of a drawing is drawn: as itself, or as it is without its arrow."""
        arrow, letters = parted(sign)
        own = self.marks.get(sign)
        if own is not None:
            return own
        plain = self.marks.get(letters)
        return Mark() if plain is None else replace(plain, turns=bool(arrow))


def parted(sign: str) -> tuple[str, str]:
    """Parts a sign of a drawing into its arrow, which may be missing, and its letters."""
    arrow = next((letter for letter in sign if letter in "^<>" and len(sign) > 1), "")
    if not arrow and "v" in sign[1:]:
        arrow = "v"
    return arrow, sign.replace(arrow, "", 1) if arrow else sign


PLAIN: Final = Look()
"""Of a game that says nothing of its looks."""
