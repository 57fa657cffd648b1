"""What a picture shows, named as an author names it: `V-REX`, `pattern Three Of A Kind`, `set-up with 3 players`.

Invariants:
    A name that several things have means the first of them in this order: boards, rows of tables, kinds, patterns,
    values, lists of values, tracks, counters, links, places, signs of drawn boards. The declaring word, or the kind of
    a row, in front says which is meant.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from gekido_dsl import drawing
from gekido_dsl.compilation import Compilation
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.grammar.words import CARDINALS
from gekido_dsl.graph import chart
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import table
from gekido_dsl.rulesdoc.english.charted import Charted
from gekido_dsl.rulesdoc.passage import writer_of
from gekido_dsl.tables.drawing import BLANK

_SET_UP: Final = re.compile(r"set-?up(?: (?:with|for) (\w+) players?)?", re.IGNORECASE)
_START: Final = re.compile(r"(?:the )?start (?:with|for) (\w+) players?", re.IGNORECASE)
_PARTS: Final = re.compile(r"(?:the )?parts of (?:an? |the )?(.+)", re.IGNORECASE)
_NUMBERS: Final = {word: number for number, word in enumerate(CARDINALS[:9], start=1)}
_ORDER: Final = frozenset({"turn", "round", "the turn", "the round"})

Draw = Callable[[], Picture | None]


def find(compilation: Compilation, subject: str, options: Mapping[str, str] | None = None) -> Picture | None:
    """Draws what a subject names; None where nothing of that name can be drawn.

    Args:
        options: the answers that are not the default.
    """
    game = compilation.game
    if game is None:
        return None
    wanted = " ".join(subject.split())
    if found := _SET_UP.fullmatch(wanted):
        return _laid(compilation, game, found[1], options or {}, table.set_up)
    if found := _START.fullmatch(wanted):
        return _laid(compilation, game, found[1], options or {}, table.start)
    if wanted.lower() in _ORDER:
        return turn(compilation, options)
    if (of := _PARTS.fullmatch(wanted)) is not None:
        return _anatomy(compilation, game, of[1])
    plain = wanted.lower()
    for names, draw in _subjects(compilation, game):
        if plain in (name.lower() for name in names):
            picture = draw()
            if picture is not None:
                return picture
    return None


def turn(compilation: Compilation, options: Mapping[str, str] | None = None) -> Picture | None:
    """Draws the order of play in the words of players.

    Args:
        options: the answers that are not the default.
    """
    if compilation.game is None:
        return None
    return chart(compilation.game, words=Charted(writer_of(compilation, options=options).players))


def subjects(compilation: Compilation) -> list[str]:
    """Lists everything that can be drawn, each by its plainest name."""
    game = compilation.game
    if game is None:
        return []
    numbers = range(game.least_players, game.most_players + 1)
    words = ("set-up", "start") if game.boards else ("set-up",)
    set_ups = [f"{word} with {n} player{'s' if n > 1 else ''}" for word in words for n in numbers]
    return list(dict.fromkeys([*set_ups, "turn", *(names[0] for names, _ in _subjects(compilation, game))]))


def _anatomy(compilation: Compilation, game: m.Game, name: str) -> Picture | None:
    """Draws a row, or the first of a kind, with its parts numbered."""
    plain = name.lower()
    for kind in game.kinds.values():
        if kind.faces is not None or not kind.rows:
            continue
        for number, row in enumerate(kind.rows):
            if plain in (row.name.lower(), f"{kind.name} {row.name}".lower()):
                if found := drawing.anatomy(game, kind, number, table.look_of(compilation)):
                    return found
        if plain in (kind.name.lower(), f"kind {kind.name}".lower()):
            if found := drawing.anatomy(game, kind, 0, table.look_of(compilation)):
                return found
    return None


def _laid(
    compilation: Compilation,
    game: m.Game,
    players: str | None,
    options: Mapping[str, str],
    draw: Callable[[Compilation, int, Mapping[str, str]], Picture | None],
) -> Picture | None:
    """Draws how a match lies at first, for a number of players."""
    number = game.least_players
    if players is not None:
        number = _NUMBERS.get(players.lower(), int(players) if players.isdigit() else 0)
    if not game.least_players <= number <= game.most_players:
        return None
    return draw(compilation, number, options)


def _subjects(compilation: Compilation, game: m.Game) -> Iterator[tuple[tuple[str, ...], Draw]]:
    """Gives the names of each thing that can be drawn, and what draws it."""
    for board in game.boards.values():
        yield (board.name, f"board {board.name}"), _board(compilation, board)
    for kind in sorted(game.kinds.values(), key=lambda kind: kind.parent is not None):
        for number, row in enumerate(kind.rows if kind.faces is None else ()):
            yield (row.name, f"{kind.name} {row.name}"), _row(compilation, game, kind, number)
    for kind in game.kinds.values():
        word = "die" if kind.faces is not None else "kind"
        yield (
            (kind.name, kind.plural, f"{word} {kind.name}", f"{word} {kind.plural}"),
            _kind(compilation, game, kind),
        )
    for patterns in game.patterns.values():
        for pattern in patterns.patterns:
            names = (pattern.name, f"pattern {pattern.name}", f"{patterns.name} {pattern.name}")
            yield names, _pattern(patterns, pattern)
    for patterns in game.patterns.values():
        yield (patterns.name, f"patterns {patterns.name}"), _patterns(patterns)
    for enum in game.enums.values():
        yield (enum.name, f"values {enum.name}"), _values(enum)
        for number, member in enumerate(enum.members):
            yield (member, f"{enum.name} {member}"), _value(enum, number)

    parts: list[tuple[str, m.Track | m.Counter | m.Link]] = [
        *(("track", one) for one in game.tracks.values()),
        *(("counter", one) for one in game.counters.values()),
        *(("link", one) for one in game.links.values()),
    ]
    for word, part in parts:
        yield (part.name, f"{word} {part.name}"), _part(game, part)
    for place in game.places.values():
        yield (place.name, f"{place.word} {place.name}"), _place(place)

    for kind in game.kinds.values():
        seen: set[str] = set()
        for sign in kind.signs:
            shorter = [
                name for name in (sign.name.rpartition(" ")[0], *sign.values) if name and name not in seen
            ]
            seen.update(shorter)
            called = [form for name in (sign.name, *shorter) for form in (name, f"sign {name}")]
            if sign.sign != BLANK:
                yield tuple(called), _sign(compilation, sign)


def _sign(compilation: Compilation, sign: m.Sign) -> Draw:
    if sign.edge is not None:
        return lambda: drawing.sign(
            sign.name, "", sign.edge.name if sign.edge else "", table.look_of(compilation)
        )
    return lambda: drawing.sign(sign.name, sign.sign, look=table.look_of(compilation))


def _part(game: m.Game, part: m.Track | m.Counter | m.Link) -> Draw:
    return lambda: drawing.part(game, part)


def _place(place: m.Place) -> Draw:
    return lambda: drawing.place(place)


def _board(compilation: Compilation, board: m.Board) -> Draw:
    return lambda: table.board(compilation, board)


def _row(compilation: Compilation, game: m.Game, kind: m.Kind, number: int) -> Draw:
    return lambda: drawing.thing(game, kind, number, table.look_of(compilation))


def _kind(compilation: Compilation, game: m.Game, kind: m.Kind) -> Draw:
    if kind.rings:
        return lambda: drawing.unfolded(kind, next(iter(kind.rings)))
    if kind.faces is not None:
        return lambda: drawing.die_faces(kind)
    return lambda: drawing.things(game, kind, table.look_of(compilation))


def _pattern(patterns: m.PatternSet, pattern: m.Pattern) -> Draw:
    return lambda: drawing.pattern(patterns, pattern)


def _patterns(patterns: m.PatternSet) -> Draw:
    return lambda: drawing.patterns(patterns)


def _values(enum: m.Enum) -> Draw:
    return lambda: drawing.values(enum) if enum.glyphs else None


def _value(enum: m.Enum, number: int) -> Draw:
    return lambda: drawing.value(enum, number) if enum.glyphs else None
