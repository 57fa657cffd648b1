"""Theme files and artwork become the look of a game: checked against a schema, every name against the game.

Invariants:
    Whatever the file holds, it gives a look; what does not fit is reported at its place and left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gekido_dsl.diagnostics import Diagnostic, Label, Outcome, codes, in_reading_order, suggest
from gekido_dsl.diagnostics.reading import unreadable
from gekido_dsl.drawing import laying
from gekido_dsl.drawing.art import Art, art
from gekido_dsl.drawing.look import COORDINATES, EFFECTS, PLAIN, Backdrop, Cover, Look, Mark, parted
from gekido_dsl.drawing.own_faces import ALWAYS_THERE, OwnFace, own_face
from gekido_dsl.drawing.pieces import SHAPES
from gekido_dsl.drawing.squares import GROUNDS
from gekido_dsl.drawing.theme import COLOURS, PLAYERS, Theme
from gekido_dsl.model import nodes as m
from gekido_dsl.model.map_places import box_of
from gekido_dsl.model.types import BoolType, EnumType
from gekido_dsl.source import ReadFailure, SourceProvider, Span, read_bytes
from gekido_dsl.tables.cells import Cell, short

Path = tuple[str | int, ...]
"""Keys and indexes that lead to a place in a file."""

FINDINGS_LIMIT: Final = 20
FACE_LIMIT_BYTES: Final = 1_000_000
ART_LIMIT_BYTES: Final = 32_000_000
"""How much artwork a game may have, each file counted once."""
"""How many findings a file gives."""
_COLOUR: Final = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
_SIGN: Final = {"type": "string", "minLength": 1, "maxLength": 2}
_BOTH: Final = {
    "anyOf": [
        _COLOUR,
        {
            "type": "object",
            "properties": {"light": _COLOUR, "dark": _COLOUR},
            "required": ["light", "dark"],
            "additionalProperties": False,
        },
    ]
}
_MARK: Final = {
    "glyph": _SIGN,
    "fill": _COLOUR,
    "ink": _COLOUR,
    "label": {"type": "string", "minLength": 1, "maxLength": 8},
    "art": {"type": "string", "minLength": 1},
}
ALWAYS: Final = "always"
_LINE: Final = {"type": "string", "minLength": 1, "maxLength": 200}
_SPOT: Final = {"type": "integer", "minimum": -laying.FURTHEST, "maximum": laying.FURTHEST}
_VALUE: Final = {"colour": _COLOUR, "glyph": _SIGN, "art": {"type": "string", "minLength": 1}}
SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Theme",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "colours": {
            "type": "object",
            "properties": dict.fromkeys(COLOURS, _BOTH),
            "additionalProperties": False,
        },
        "owners": {
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": _COLOUR},
        },
        "players": {"type": "array", "items": _COLOUR, "minItems": 1, "maxItems": len(PLAYERS)},
        "values": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": {
                    "anyOf": [
                        _COLOUR,
                        {"type": "object", "properties": _VALUE, "additionalProperties": False},
                    ]
                },
            },
        },
        "facts": {"type": "object", "additionalProperties": _SIGN},
        "pieces": {"type": "object", "additionalProperties": {"enum": list(SHAPES)}},
        "boards": {"type": "object", "additionalProperties": {"enum": list(GROUNDS)}},
        "coordinates": {"type": "object", "additionalProperties": {"enum": list(COORDINATES)}},
        "maps": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
        "spaces": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": _SPOT, "minItems": 2, "maxItems": 2},
            },
        },
        "signs": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": _MARK, "additionalProperties": False},
        },
        "art": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": {"type": "string", "minLength": 1},
            },
        },
        "faces": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
        "borders": {"type": "array", "items": _LINE, "maxItems": 100},
        "icons": {"type": "array", "items": _LINE, "maxItems": 100},
        "shows": {
            "type": "object",
            "additionalProperties": {
                "type": "array",
                "items": {
                    "anyOf": [
                        _LINE,
                        {"type": "object", "additionalProperties": {"const": ALWAYS}, "maxProperties": 1},
                    ]
                },
                "maxItems": 100,
            },
        },
        "cover": {
            "type": "object",
            "properties": {
                "art": _LINE,
                "minutes": {
                    "anyOf": [
                        {"type": "integer", "minimum": 1, "maximum": 9999},
                        {"type": "string", "pattern": "^[0-9]{1,4}-[0-9]{1,4}$"},
                    ]
                },
                "credits": {"type": "array", "items": _LINE, "maxItems": 12},
                "version": _LINE,
                "date": _LINE,
            },
            "additionalProperties": False,
        },
    },
}
"""What a theme file may hold; its names are those of the game."""


@dataclass(slots=True)
class Read:
    """What a theme file says."""

    colours: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For light and for dark screens."""
    players: tuple[str, ...] = ()
    owners: dict[tuple[str, str], str] = field(default_factory=dict)
    """By kind and row, the colour of whoever has it."""
    tints: dict[tuple[str, str], str] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)
    art: dict[tuple[str, str], tuple[str, Span]] = field(default_factory=dict)
    """By kind and row, a file and where it is named."""
    sign_art: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """By sign of a drawing."""
    glyphs: dict[tuple[str, str], str] = field(default_factory=dict)
    value_art: dict[tuple[str, str], tuple[str, Span]] = field(default_factory=dict)
    """By list of values and value, for things of which a fact has it."""
    badges: dict[tuple[str, str], str] = field(default_factory=dict)
    """By kind and fact."""
    pieces: dict[str, str] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)
    coordinates: dict[str, str] = field(default_factory=dict)
    maps: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """By board, the picture below it."""
    spots: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    """By board and space, how far across and down it is drawn."""
    faces: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """By kind, the file of the face that its things are drawn on."""
    borders: set[str] = field(default_factory=set)
    icons: set[str] = field(default_factory=set)
    shows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind, which of its facts stand on it."""
    always: set[tuple[str, str]] = field(default_factory=set)
    """By kind and fact, what is told even where it is zero or no."""

    cover: Cover = field(default_factory=Cover)
    cover_art: tuple[str, Span] | None = None

    def theme(self, base: Theme) -> Theme:
        """Puts the colours into a theme."""
        light = base.light | {name: one for name, (one, _) in self.colours.items()}
        dark = base.dark and base.dark | {name: one for name, (_, one) in self.colours.items()}
        players = self.players + base.players[len(self.players) :]
        return Theme(light, dark, players, tuple(dict.fromkeys(self.owners.values())))


def look(game: m.Game, themes: Sequence[tuple[str, Span]], provider: SourceProvider) -> Outcome[Look]:
    """Makes the look of a game from its themes, and from the artwork that they and its tables name.

    Args:
        themes: files, each with the place where the ruleset names it; a later one goes before an earlier one.
    """
    from gekido_dsl.tables import yaml

    found: list[Diagnostic] = []
    told = Read()
    for file, span in themes:
        got = provider.read(file, span.source.name)
        if isinstance(got, ReadFailure):
            found.append(unreadable(file, got, span))
            continue
        outcome = yaml.parse(got)
        found += outcome.diagnostics
        if outcome.value is not None:
            met = read(game, outcome.value, told)
            inherited = bool(game.own) and span.source.name not in game.own
            if inherited:  # a variant is not its base, and says itself what stands on its cover
                told.cover, told.cover_art = Cover(), None
            # a variant may have dropped what the theme of its base speaks of
            found += [one for one in met if not (inherited and one.code is codes.UNKNOWN_NAME)]
    files = dict(told.art)
    for kind in game.kinds.values():
        for row in kind.rows:
            if row.art and row.art_span is not None:
                files[kind.name, row.name] = (row.art, row.art_span)
    held: dict[tuple[str, ...], Art] = {}
    known: dict[tuple[str, str], Art | str] = {}
    left = ART_LIMIT_BYTES
    signs = {("", sign): named for sign, named in told.sign_art.items()}
    values = {("", "", *key): named for key, named in told.value_art.items()}
    below = {("", "", "", board): named for board, named in told.maps.items()}
    first = {("", "", "", "", "cover"): told.cover_art} if told.cover_art is not None else {}
    for key, (file, span) in (signs | values | below | first | files).items():
        made = known.get((file, span.source.name))
        if made is None:
            data = read_bytes(provider, file, span.source.name)
            if isinstance(data, ReadFailure):
                found.append(unreadable(file, data, span))
                continue
            left -= len(data)
            if left < 0:
                found.append(_too_much(span))
                break
            made = known[file, span.source.name] = art(data)
        if isinstance(made, Art):
            held[key] = made
        else:
            message = f"`{file}` cannot be used as a picture: {made}"
            help_ = "export it again, as SVG, PNG or JPEG"
            found.append(Diagnostic(codes.WRONG_ART, message, (Label(span, "named here"),), help_))
    marks = {sign: replace(mark, art=held.pop(("", sign), None)) for sign, mark in told.marks.items()}
    figures = {
        (kind.name, fact.name, value): mark
        for kind in game.kinds.values()
        for fact, list_, members in _facts_of(kind)
        for value in members
        if (mark := Mark(told.glyphs.get((list_, value), ""), art=held.get(("", "", list_, value)))) != Mark()
    }
    art_of = {(kind, row): one for (kind, row), one in ((key, held[key]) for key in held if len(key) == 2)}
    screen, printed = told.theme(PLAIN.screen), told.theme(PLAIN.printed)
    return Outcome(
        Look(
            screen,
            printed,
            told.tints,
            marks,
            art_of,
            figures,
            pieces=told.pieces,
            boards=told.boards,
            coordinates=told.coordinates,
            backdrops={
                name: Backdrop(one, box_of(game.boards[name]) or _below(one, name in told.spots))
                for name in told.maps
                if (one := held.get(("", "", "", name))) is not None
            },
            spots={name: laying.placed(game.boards[name], one) for name, one in told.spots.items()},
            cover=replace(told.cover, art=held.get(("", "", "", "", "cover"))),
            badges=told.badges,
            faces=_faces(game, told, provider, found),
            borders=frozenset(told.borders),
            icons=frozenset(told.icons),
            shows=told.shows,
            always=frozenset(told.always),
            owners={
                key: len(screen.players) + screen.more.index(colour) + 1
                for key, colour in told.owners.items()
            },
        ),
        tuple(in_reading_order(found)),
    )


def _below(picture: Art, laid: bool) -> tuple[float, float, float, float] | None:
    """Tells what a picture covers upon which spaces are laid by hand: all across, and down by its shape."""
    return (0.0, 0.0, 1.0, 1 / picture.ratio) if laid and picture.ratio else None


def _faces(game: m.Game, told: Read, provider: SourceProvider, found: list[Diagnostic]) -> dict[str, OwnFace]:
    """Reads the faces of a designer's own, and looks up their slots."""
    made: dict[str, OwnFace] = {}
    for name, (file, span) in told.faces.items():
        data = read_bytes(provider, file, span.source.name)
        if isinstance(data, ReadFailure):
            found.append(unreadable(file, data, span))
            continue
        face = own_face(data) if len(data) <= FACE_LIMIT_BYTES else "it is larger than a megabyte"
        if isinstance(face, str):
            message = f"`{file}` cannot be used as a face: {face}"
            help_ = "draw it as an SVG of 63 by 88, with elements that have a `data-slot`"
            found.append(Diagnostic(codes.WRONG_ART, message, (Label(span, "named here"),), help_))
            continue
        facts = [one.name for one in game.kinds[name].fields.values() if not one.kept]
        for slot in face.slots:
            if slot not in (*ALWAYS_THERE, *facts) and len(found) < FINDINGS_LIMIT:
                message = f"`{file}` has a slot `{short(slot)}`, and no printed fact of {name} is called so"
                known = [*ALWAYS_THERE, *facts]
                found.append(
                    Diagnostic(
                        codes.UNKNOWN_NAME,
                        message,
                        (Label(span, "named here"),),
                        suggest.did_you_mean(slot, known)
                        or f"there is {', '.join(f'`{one}`' for one in known)}",
                    )
                )
        made[name] = face
    return made


def _facts_of(kind: m.Kind) -> Iterator[tuple[m.Field, str, Sequence[str]]]:
    """Gives the facts of a kind with a value of a list, each with what a theme calls the list, and its values."""
    for fact in kind.fields.values():
        if isinstance(fact.type, EnumType) and fact.index is None:
            enum = fact.type.enum
            yield fact, fact.name if enum.anonymous else enum.name, tuple(enum.members)


def _too_much(span: Span) -> Diagnostic:
    return Diagnostic(
        codes.TOO_LARGE,
        f"the pictures of a game have at most {ART_LIMIT_BYTES // 1_000_000} MB together",
        (Label(span, "this one and those after it are not read"),),
        "make them smaller: a card is printed with some 800 by 1,000 pixels",
    )


def read(game: m.Game, cell: Cell, read_: Read) -> list[Diagnostic]:
    """Reads a theme file, after others of the same game."""
    from jsonschema import Draft202012Validator

    found: list[Diagnostic] = []
    wrong: set[Path] = set()
    errors = Draft202012Validator(SCHEMA).iter_errors(_plain(cell))
    for error in sorted(errors, key=lambda one: [str(part) for part in one.path]):
        path = tuple(error.path)
        wrong.add(path)
        if len(found) < FINDINGS_LIMIT:
            found += _explained(cell, path, error)
    _Reader(game, read_, found, wrong).read(cell)
    return found[:FINDINGS_LIMIT]


class _Reader:
    """Takes over what fits, and looks up every name."""

    def __init__(self, game: m.Game, into: Read, found: list[Diagnostic], wrong: set[Path]) -> None:
        self.game, self.into, self.found, self.wrong = game, into, found, wrong

    def read(self, cell: Cell) -> None:
        """Reads all parts of a file."""
        self._colours(cell)
        self._owners(cell)
        self._values(cell)
        self._facts(cell)
        self._shapes(cell, "pieces", "kind", self.game.kinds, self.into.pieces)
        self._shapes(cell, "boards", "board", self.game.boards, self.into.boards)
        self._shapes(cell, "coordinates", "board", self.game.boards, self.into.coordinates)
        self._maps(cell)
        self._spaces(cell)
        self._signs(cell)
        self._art(cell)
        self._cover(cell)
        self._shows(cell)
        self._own_faces(cell)
        enums = self._enums()
        signed = {name: enum for name, enum in enums.items() if enum.glyphs and not enum.anonymous}
        self._listed(cell, "borders", "list of values", enums, self.into.borders)
        self._listed(cell, "icons", "list of values with signs", signed, self.into.icons)

    def _text(self, cell: Cell | None, *path: str | int) -> str:
        """Gives a text, unless it was found to be wrong."""
        if cell is None or not isinstance(cell.value, str) or path in self.wrong:
            return ""
        return cell.value

    def _colours(self, cell: Cell) -> None:
        for name, one in _entries(cell, "colours"):
            both = _map(one)
            light = self._text(both.get("light", one), "colours", name)
            dark = self._text(both.get("dark", one), "colours", name)
            if name in COLOURS and light and dark:
                self.into.colours[name] = (light, dark)
        players = _map(cell).get("players")
        if players is not None and isinstance(players.value, tuple):
            named = [self._text(one, "players", at) for at, one in enumerate(players.value)]
            if all(named) and len(named) <= len(PLAYERS):
                self.into.players = tuple(named)

    def _owners(self, cell: Cell) -> None:
        for name, one in _entries(cell, "owners"):
            kind = self.game.kinds.get(name)
            if kind is None:
                self._unknown(_map(cell)["owners"], name, "kind", self.game.kinds)
                continue
            rows = dict.fromkeys(row.name for row in kind.rows)
            for row, colour in _map(one).items():
                if row not in rows:
                    self._unknown(one, row, f"row of {name}", rows)
                elif said := self._text(colour, "owners", name, row):
                    self.into.owners[name, row] = said

    def _enums(self) -> dict[str, m.Enum]:
        """Lists the lists of values by name, those of a single column by the name of the column."""
        enums = {enum.name: enum for enum in self.game.enums.values()}
        for kind in self.game.kinds.values():
            for field_ in kind.fields.values():
                if isinstance(field_.type, EnumType) and field_.type.enum.anonymous:
                    enums.setdefault(field_.name, field_.type.enum)
        return enums

    def _values(self, cell: Cell) -> None:
        enums = self._enums()
        for name, one in _entries(cell, "values"):
            if name not in enums:
                self._unknown(_map(cell)["values"], name, "list of values", enums)
                continue
            for member, look in _map(one).items():
                if member not in enums[name].members:
                    self._unknown(one, member, f"value of {name}", enums[name].members)
                    continue
                both = _map(look)
                colour = both.get("colour", look)
                if said := self._text(colour, "values", name, member):
                    self.into.tints[name, member] = said
                if said := self._text(both.get("glyph"), "values", name, member, "glyph"):
                    self.into.glyphs[name, member] = said
                art = both.get("art")
                if art is not None and (said := self._text(art, "values", name, member, "art")):
                    self.into.value_art[name, member] = (said, art.span)

    def _facts(self, cell: Cell) -> None:
        known = {
            fact.name: None
            for kind in self.game.kinds.values()
            for fact in kind.fields.values()
            if isinstance(fact.type, BoolType) and fact.index is None
        }
        for name, one in _entries(cell, "facts"):
            if name not in known:
                self._unknown(_map(cell)["facts"], name, "fact that is yes or no", known)
            elif sign := self._text(one, "facts", name):
                for kind in self.game.kinds.values():
                    if name in kind.fields and isinstance(kind.fields[name].type, BoolType):
                        self.into.badges[kind.name, name] = sign

    def _shapes(self, cell: Cell, key: str, what: str, known: Iterable[str], into: dict[str, str]) -> None:
        """Takes what pieces of a kind or spaces of a board are drawn as."""
        for name, one in _entries(cell, key):
            if name not in known:
                self._unknown(_map(cell)[key], name, what, known)
            elif said := self._text(one, key, name):
                into[name] = said

    def _maps(self, cell: Cell) -> None:
        """Takes the pictures below maps, and below boards whose spaces are laid by hand."""
        by_hand = set(_map(_map(cell).get("spaces"))) | set(self.into.spots)
        known = [name for name, board in self.game.boards.items() if board.is_map or name in by_hand]
        for name, one in _entries(cell, "maps"):
            if name not in known:
                self._unknown(_map(cell)["maps"], name, "map", known)
            elif said := self._text(one, "maps", name):
                self.into.maps[name] = (said, one.span)

    def _spaces(self, cell: Cell) -> None:
        """Takes where spaces are drawn."""
        known = [name for name, board in self.game.boards.items() if laying.can_be_laid(board)]
        for name, one in _entries(cell, "spaces"):
            if name not in known:
                self._unknown(_map(cell)["spaces"], name, "map or board of squares", known)
                continue
            spaces = laying.usual(self.game.boards[name])
            laid = self.into.spots.setdefault(name, {})
            for space, spot in _map(one).items():
                if space not in spaces:
                    self._unknown(one, space, f"space of {name}", spaces)
                elif ("spaces", name, space) not in self.wrong and isinstance(spot.value, tuple):
                    numbers = [
                        each.value
                        for at, each in enumerate(spot.value)
                        if isinstance(each.value, int) and ("spaces", name, space, at) not in self.wrong
                    ]
                    if len(numbers) == 2:
                        laid[space] = (numbers[0], numbers[1])

    def _signs(self, cell: Cell) -> None:
        drawn = [sign.sign for kind in self.game.kinds.values() for sign in kind.signs]
        known = dict.fromkeys([*drawn, *(parted(sign)[1] for sign in drawn)])
        for name, one in _entries(cell, "signs"):
            if name not in known:
                self._unknown(_map(cell)["signs"], name, "sign of a drawing", known)
                continue
            told = _map(one)
            glyph, fill, ink, label = (
                self._text(told.get(key), "signs", name, key) for key in ("glyph", "fill", "ink", "label")
            )
            self.into.marks[name] = Mark(glyph, fill, ink, label)
            self.into.sign_art.pop(name, None)
            if file := self._text(art := told.get("art"), "signs", name, "art"):
                assert art is not None
                self.into.sign_art[name] = (file, art.span)

    def _art(self, cell: Cell) -> None:
        for name, one in _entries(cell, "art"):
            if name == EFFECTS:
                self._effects(one)
                continue
            kind = self.game.kinds.get(name)
            if kind is None and name in (enums := self._enums()):
                self._icons(name, one, enums[name].members)
                continue
            if kind is None:
                self._unknown(_map(cell)["art"], name, "kind", self.game.kinds)
                continue
            rows = dict.fromkeys(row.name for row in kind.rows)
            for row, file in _map(one).items():
                if row not in rows:
                    self._unknown(one, row, f"row of {name}", rows)
                elif text := self._text(file, "art", name, row):
                    self.into.art[name, row] = (text, file.span)

    def _cover(self, cell: Cell) -> None:
        """Takes what the cover of the book shows."""
        told = _map(_map(cell).get("cover"))
        cover = self.into.cover
        version, date = (self._text(told.get(key), "cover", key) for key in ("version", "date"))
        minutes, credits = told.get("minutes"), told.get("credits")
        if minutes is not None and ("cover", "minutes") not in self.wrong:
            cover = replace(cover, minutes=str(minutes.value).replace("-", "–"))
        if credits is not None and isinstance(credits.value, tuple):
            named = [self._text(one, "cover", "credits", at) for at, one in enumerate(credits.value)]
            cover = replace(cover, credits=tuple(filter(None, named)))
        self.into.cover = replace(cover, version=version or cover.version, date=date or cover.date)
        art = told.get("art")
        if art is not None and (file := self._text(art, "cover", "art")):
            self.into.cover_art = (file, art.span)

    def _own_faces(self, cell: Cell) -> None:
        """Takes what things of a kind are drawn on."""
        for name, one in _entries(cell, "faces"):
            if name not in self.game.kinds:
                self._unknown(_map(cell)["faces"], name, "kind", self.game.kinds)
            elif said := self._text(one, "faces", name):
                self.into.faces[name] = (said, one.span)

    def _listed(self, cell: Cell, key: str, what: str, known: Iterable[str], into: set[str]) -> None:
        """Takes names of lists of values."""
        listed = _map(cell).get(key)
        for at, one in enumerate(
            listed.value if listed is not None and isinstance(listed.value, tuple) else ()
        ):
            name = self._text(one, key, at)
            if name and name not in known:
                self._unknown(one, name, what, known)
            elif name:
                into.add(name)

    def _shows(self, cell: Cell) -> None:
        """Takes which facts stand on the things of a kind."""
        for name, one in _entries(cell, "shows"):
            kind = self.game.kinds.get(name)
            if kind is None:
                self._unknown(_map(cell)["shows"], name, "kind", self.game.kinds)
            elif isinstance(one.value, tuple):
                listed: list[str] = []
                for each in one.value:
                    held = _map(each)
                    fact = next(iter(held), each.value)
                    if not isinstance(fact, str) or fact in listed:
                        continue
                    if fact not in kind.fields:
                        self._unknown(each, fact, f"fact of {name}", kind.fields)
                        continue
                    listed.append(fact)
                    if held and held[fact].value == ALWAYS:
                        self.into.always.add((name, fact))
                self.into.shows[name] = tuple(listed)

    def _icons(self, listed: str, cell: Cell, members: Sequence[str]) -> None:
        """Takes the icons of values."""
        for name, file in _map(cell).items():
            if name not in members:
                self._unknown(cell, name, f"value of {listed}", members)
            elif text := self._text(file, "art", listed, name):
                self.into.art[listed, name] = (text, file.span)

    def _effects(self, cell: Cell) -> None:
        """Takes the artwork of effects, with or without a number that they are done with."""
        for name, file in _map(cell).items():
            if name.rstrip(" 0123456789") not in self.game.effects:
                self._unknown(cell, name, "effect", self.game.effects)
            elif text := self._text(file, "art", EFFECTS, name):
                self.into.art[EFFECTS, name] = (text, file.span)

    def _unknown(self, holder: Cell, name: str, what: str, known: Iterable[str]) -> None:
        if len(self.found) >= FINDINGS_LIMIT:
            return
        span = holder.key_spans.get(name, holder.span)
        self.found.append(
            Diagnostic(
                codes.UNKNOWN_NAME,
                f"no {what} is called `{short(name)}`",
                (Label(span, "not declared"),),
                suggest.did_you_mean(name, list(known)),
            )
        )


def _explained(cell: Cell, path: Path, error: Any) -> Iterator[Diagnostic]:
    """Says what does not fit, at its place."""
    at = _at(cell, path)
    about = " → ".join(f"`{short(str(part))}`" for part in path) or "the file"
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        for key in _map(at):
            if key not in known:
                yield Diagnostic(
                    codes.WRONG_THEME,
                    f"a theme has no `{short(key)}`" + (f" in {about}" if path else ""),
                    (Label(at.key_spans.get(key, at.span), "not known here"),),
                    suggest.did_you_mean(key, known) or f"there is {', '.join(f'`{one}`' for one in known)}",
                )
        return
    step = {
        "pattern": 'write a colour as `"#b3401f"`: six digits from 0 to f, in quotes',
        "anyOf": "name a fact, or one with `always`, as in `{Cost: always}`"
        if path[:1] == ("shows",)
        else 'write a colour as `"#b3401f"`, or one for `light` and one for `dark`',
        "maxLength": "one sign, such as `★`" if path[-1:] == ("glyph",) else "eight letters at most",
        "minLength": "write it out, or leave the line out",
        "enum": f"there is {', '.join(f'`{one}`' for one in error.schema.get('enum', ()))}",
        "maxItems": _TWO if path[:1] == ("spaces",) else f"name at most {len(PLAYERS)} colours",
        "minItems": _TWO if path[:1] == ("spaces",) else "name at least one colour",
        "minimum": _FAR,
        "maximum": _FAR,
        "type": f"write {_SORTS.get(str(error.schema.get('type')), 'something else')} here",
    }.get(error.validator, "see `gdl explain wrong-theme`")
    yield Diagnostic(
        codes.WRONG_THEME, f"{about} of a theme cannot be this", (Label(at.span, "does not fit"),), step
    )


_TWO: Final = "write how far across and how far down it lies, as in `[120, 340]`"
_FAR: Final = f"write a number from {-laying.FURTHEST:,} to {laying.FURTHEST:,}"
_SORTS: Final = {
    "integer": "a whole number",
    "object": "names with a value each",
    "array": "a list",
    "string": "a text in quotes",
}


def _at(cell: Cell, path: Path) -> Cell:
    for part in path:
        value = cell.value
        if isinstance(value, Mapping) and part in value:
            cell = value[str(part)]
        elif isinstance(value, tuple) and isinstance(part, int):
            cell = value[part]
    return cell


def _plain(cell: Cell) -> Any:
    if isinstance(cell.value, tuple):
        return [_plain(inner) for inner in cell.value]
    if isinstance(cell.value, Mapping):
        return {key: _plain(inner) for key, inner in cell.value.items()}
    return cell.value


def _map(cell: Cell | None) -> Mapping[str, Cell]:
    return cell.value if cell is not None and isinstance(cell.value, Mapping) else {}


def _entries(cell: Cell, key: str) -> list[tuple[str, Cell]]:
    return list(_map(_map(cell).get(key)).items())
