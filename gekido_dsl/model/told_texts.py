"""Lists every text of a ruleset that players read, each with a context that stays the same wherever it stands.

Invariants:
    A context is made of the sort of a text and the names around it, never of files, lines or numbers: what is moved or
    laid out anew keeps its translation.
    No two entries have the same context and the same text.
"""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import EnumType, TextType
from gekido_dsl.source import Span

_WORDS = re.compile(r"[^\W\d_]")
_NUMBERED = re.compile(r"r\d+c\d+")

SHOWN = ""
EXPLAINED = "players read it in explanations and in the log"
MADE = "the rule asks this itself; `asking` in the rule gives a better question"


@dataclass(frozen=True, slots=True)
class Text:
    """Something that players read."""

    context: str
    """What it is, and of what: `row of Bot`."""
    text: str
    span: Span
    """Where it stands."""
    plural: str = ""
    """Of a kind, what several are called."""
    note: str = ""
    """What a translator should know of it."""
    passage: str = ""
    """Of a paragraph, the heading above it."""
    of: "m.Decl | tuple[m.Kind, int] | None" = field(default=None, compare=False)
    """What it tells of: a declaration, or a row by its number; None for a name."""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all others."""
        return self.context, self.text


def texts(game: m.Game) -> list[Text]:
    """Lists the texts of a game, in an order that does not hang on files."""
    found: dict[tuple[str, str], Text] = {}
    for one in _all(game):
        if not _WORDS.search(one.text) or _NUMBERED.fullmatch(one.text):
            continue  # numbers and signs are the same everywhere
        known = found.setdefault(one.key, one)
        if known is not one and one.plural and not known.plural:
            found[one.key] = replace(known, plural=one.plural)
    return list(found.values())


def _all(game: m.Game) -> Iterator[Text]:
    yield Text("game", game.title, game.span, note="the title of the game")
    yield from _options(game)
    for enum in game.enums.values():
        yield from _values(enum)
    rows = {row.name for kind in game.kinds.values() if not kind.column for row in kind.rows}
    for kind in game.kinds.values():
        yield from _kind(kind, rows if kind.column else frozenset())
    for board in game.boards.values():
        yield from _named("board", board)
        yield from (Text(f"space of {board.name}", name, board.span) for name in board.names.values())
    yield from _every("place", game.places)
    yield from _every("track", game.tracks)
    yield from _every("counter", game.counters)
    for link in game.links.values():
        yield from _named("link", link)
        yield from _members(f"side of {link.name}", link.sides)
    for patterns in game.patterns.values():
        yield from _named("patterns", patterns)
        yield from _members(f"pattern of {patterns.name}", patterns.enum)
    yield from _procedures(game)
    for report in game.reports.values():
        yield from _named("report", report)
        yield from (Text(f"line of report {report.name}", line.title, line.span) for line in report.lines)
    yield from _every("definition", game.definitions, EXPLAINED)
    yield from _every("property", game.properties, EXPLAINED)
    yield from _every("amount", game.amounts, EXPLAINED)
    yield from _every("number", game.numbers, EXPLAINED)
    yield from _asked(game)


def _every(sort: str, group: Mapping[str, m.Decl], note: str = SHOWN) -> Iterator[Text]:
    for decl in group.values():
        yield from _named(sort, decl, note)


def _options(game: m.Game) -> Iterator[Text]:
    for option in game.options.values():
        yield Text("option", option.name, option.name_span)
        if option.title:
            yield Text(f"title of option {option.name}", option.title, option.span, of=option)
        for one in _members(f"answer of {option.name}", option.answers):
            yield replace(one, of=option)


def _named(sort: str, decl: m.Decl, note: str = SHOWN) -> Iterator[Text]:
    """Gives the name of a declaration and its text."""
    if decl.name[:1].isupper() and decl.name != m.GAME_END:  # others are made of the words of an event
        yield Text(sort, decl.name, decl.name_span, note=note)
    if decl.text and decl.text != getattr(decl, "title", None):
        yield Text(f"text of {sort} {decl.name}", decl.text, decl.span, of=decl)


def _values(enum: m.Enum) -> Iterator[Text]:
    if isinstance(enum, m.Numbers | m.Combinations):
        return
    if not enum.anonymous:
        yield from _named("values", enum)
    yield from _members(f"value of {enum.name}", enum)


def _members(context: str, enum: m.Enum) -> Iterator[Text]:
    spans = enum.member_spans if len(enum.member_spans) == len(enum.members) else ()
    for number, name in enumerate(enum.members):
        yield Text(context, name, spans[number] if spans else enum.span)


def _kind(kind: m.Kind, elsewhere: Set[str]) -> Iterator[Text]:
    """Gives the texts of a kind.

    Args:
        elsewhere: the names of rows that another kind has, and this one only lists.
    """
    whose = "each player" if kind.sheet else "the game" if kind.table else kind.name
    if not kind.sheet and not kind.table:
        for one in _named("kind", kind):
            yield replace(one, plural=kind.plural) if one.context == "kind" else one
        if isinstance(kind.faces, m.Enum):
            yield from _members(f"value of {kind.faces.name}", kind.faces)
    yield from _facts(whose, kind.fields)
    shown = [one for one in kind.fields.values() if isinstance(one.type, TextType)]
    sort = f"space of {kind.board.name}" if kind.board is not None else f"row of {kind.name}"
    for number, row in enumerate(kind.rows):
        if (
            row.name != kind.name
            and not numbered_like(kind, row.name)
            and not kind.combined
            and row.name not in elsewhere
        ):
            yield Text(sort, row.name, row.span)
        if row.text:
            yield Text(f"text of {kind.name} {row.name}", row.text, row.span, of=(kind, number))
        for column in shown:
            said = row.values.get(column.name)
            if isinstance(said, str) and said:
                yield Text(f"{column.name} of {kind.name} {row.name}", said, row.span)
    for sign in kind.signs:
        if sign.name != kind.name:
            yield Text(sort, sign.name, sign.span)
        if sign.text:
            yield Text(f"text of {kind.name} {sign.name}", sign.text, sign.span)


def numbered_like(kind: m.Kind, name: str) -> bool:
    """Tells whether a row is called by its kind and a number, as the lines of a board are."""
    rest = name.removeprefix(f"{kind.name} ")
    return rest != name and rest.isdecimal()


def _facts(whose: str, fields: dict[str, m.Field]) -> Iterator[Text]:
    for one in fields.values():
        yield from _named(f"fact of {whose}", one)
        if isinstance(one.type, EnumType) and one.type.enum.anonymous:
            yield from _members(f"value of {one.name} of {whose}", one.type.enum)
        if isinstance(one.index, m.Enum) and one.index.anonymous and not isinstance(one.index, m.Numbers):
            yield from _members(f"value of {one.name} of {whose}", one.index)


def _procedures(game: m.Game) -> Iterator[Text]:
    for sort, group, note in (
        ("phase", game.phases, SHOWN),
        ("action", game.actions, SHOWN),
        ("effect", game.effects, SHOWN),
        ("rule", game.rules, EXPLAINED),
    ):
        for decl in group.values():
            yield from _named(sort, decl, note)
            if decl.title:
                yield Text(f"title of {sort} {decl.name}", decl.title, decl.span, of=decl)
            yield from _facts(decl.name, decl.fields)
    for window in game.windows.values():
        yield from _named("window", window)
    for sort, several, note in (
        ("end of the game", game.ends, SHOWN),
        ("trigger", game.triggers, EXPLAINED),
        ("trigger", game.replacements, EXPLAINED),
    ):
        for decl in several:
            yield from _named(sort, decl, note)


def _asked(game: m.Game) -> Iterator[Text]:
    """Gives what rules ask, offer and announce."""
    for decl in walk.declarations(game):
        for node in walk.nodes(decl):
            match node:
                case m.Sentence(decision=m.Decision(prompt=prompt)):
                    made = prompt not in _quoted(node.span)
                    note = MADE if made else SHOWN
                    yield Text(f"question in {decl.name}", prompt, node.span, note=note, of=decl)
                case m.Menu(prompt=prompt, labels=labels):
                    made = prompt not in _quoted(node.span)
                    if prompt:
                        note = MADE if made else SHOWN
                        yield Text(f"question in {decl.name}", prompt, node.span, note=note, of=decl)
                    offered = [one for one in labels if one and one != m.DECLINED]
                    yield from (Text(f"choice in {decl.name}", one, node.span, of=decl) for one in offered)
                case m.acts.Announce(text=text):
                    yield Text(f"announcement in {decl.name}", text, decl.span, of=decl)
                case _:
                    pass


def _quoted(span: Span) -> set[str]:
    return set(re.findall(r'"([^"\n]*)"', span.text))
