"""A name becomes a note in Markdown: what it is, what it means, its range, where it is printed."""

import re
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.language.mentions import Mention, Mentions
from gekido_dsl.language.odds import odds_of
from gekido_dsl.language.words import note, word_at
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import UNKNOWN, Type, item
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.rulesdoc.passage import PassageWriter, passage, writer_of
from gekido_dsl.source import Source, Span

_LINK: Final = re.compile(r"\[([^\]\n]*)\]\([^)\n]*\)")
_ODDS: Final = "Odds, kept and rolled again as serves best:"
_MOST_LINES: Final = 14
"""How much of a long declaration is shown."""


def hover(mentions: Mentions, key: Key) -> str:
    """Writes what something is, as Markdown.

    What players read comes first. A ruleset with errors has its declarations alone, as the English of a game
    is written of a whole one.
    """
    game = mentions.game
    if game is None:
        return ""
    blocks = [_heading(mentions, key)]
    if isinstance(key, m.Decl):
        blocks += _declaration(mentions.compilation, key)
        blocks.append(_code(key.span, "gdl"))
    elif isinstance(key, tuple) and isinstance(key[0], m.Kind):
        row = key[0].rows[key[1]]
        blocks.append(md.alone(row.text) if row.text else "")
        blocks.append(_code(row.span, "yaml") if "\n" in row.span.text else "")
        cite = [row.cite] if row.cite else []
        blocks.append(_source(game, cite, row.reconstructed))
    elif isinstance(key, tuple) and isinstance(key[0], m.Enum):
        place = mentions.place(key)
        blocks.append(_code(_line(place), "gdl") if place is not None else "")
        owner = next((one for one in game.patterns.values() if one.enum is key[0]), None)
        blocks.append(_source_of(game, owner) if owner is not None else "")
    return "\n\n".join(block for block in blocks if block)


@dataclass(frozen=True, slots=True)
class Note:
    """What is told of a place."""

    span: Span
    text: str
    """Markdown."""


class Notes:
    """Writes notes; odds are counted once for a ruleset as it stands."""

    def __init__(self) -> None:
        """Begins without any."""
        self._odds: dict[tuple[str, str], tuple[str, ...]] = {}

    def of_name(self, mentions: Mentions, mention: Mention) -> Note | None:
        """Writes what a name means; of a pattern of dice also how likely it is."""
        text = hover(mentions, mention.key)
        odds = self._counted(mentions, mention.key)
        if odds:
            text += f"\n\n{_ODDS}\n\n" + "\n".join(f"- {one}" for one in odds)
        return Note(mention.span, text) if text else None

    def of_word(self, source: Source, at: int) -> Note | None:
        """Writes what a word of the language does."""
        found = word_at(source, at)
        return Note(found.span, note(found)) if found is not None else None

    def _counted(self, mentions: Mentions, key: Key) -> tuple[str, ...]:
        game = mentions.compilation.game
        if game is None or not isinstance(key, tuple) or not isinstance(key[0], m.Enum):
            return ()
        asked = (mentions.compilation.identity, f"{key[0].name} {key[1]}")
        if asked not in self._odds:
            self._odds[asked] = odds_of(game, key)
        return self._odds[asked]


def _heading(mentions: Mentions, key: Key) -> str:
    if key not in mentions.names:
        return f"**{md.escape(key.name)}**" if isinstance(key, m.Decl) else ""
    target = mentions.names[key]
    name = target.name
    if isinstance(key, tuple) and isinstance(key[0], m.Enum):
        name = key[0].members[key[1]]
        if key[0].anonymous:
            return f"**{md.escape(name)}**: a value of {md.escape(target.name)}"
    of = target.of
    whole = f" of {md.escape(mentions.names[of].name)}" if of is not None and of in mentions.names else ""
    if isinstance(key, tuple) and isinstance(key[0], m.Kind):
        return f"**{md.escape(name)}**: {md.escape(key[0].name)}{whole if of is not key[0] else ''}"
    return f"**{md.escape(name)}**: {target.what}{whole}"


def _declaration(compilation: Compilation, decl: m.Decl) -> list[str]:
    """Says what a declaration means: in English where the game is whole, and what values it may have."""
    blocks = []
    game = compilation.model.value
    assert game is not None
    if isinstance(decl, m.Option):
        answers = decl.answers.members
        blocks.append(
            f"{md.escape(answers[0])} by default; else {md.joined([md.escape(one) for one in answers[1:]], 'or')}."
        )
    kind = _type(decl)
    if kind is not None:
        blocks.append(f"{md.alone(str(kind)[:1].upper() + str(kind)[1:])}.")
    if isinstance(decl, m.Amount) and decl.low is not None and decl.high is not None:
        blocks.append(f"A number from {decl.low} to {decl.high}.")
    if decl.text:
        blocks.append(md.alone(decl.text))
    writer = _writer(compilation)
    if writer is not None and not isinstance(decl, m.Field | m.Option):
        blocks.append(_LINK.sub(r"\1", passage(writer, decl)))
    blocks.append(_source_of(game, decl))
    return blocks


def _type(decl: m.Decl) -> Type | None:
    """Gives the type of a column, fact or property where it says something."""
    kind = decl.type if isinstance(decl, m.Field) else None
    if isinstance(decl, m.Property):
        value: m.Expr | None = decl.value  # a property that could not be resolved has none
        kind = value.type if value is not None else None
    return None if kind is None or item(kind) == UNKNOWN else kind


@lru_cache(maxsize=2)
def _writer(compilation: Compilation) -> PassageWriter | None:
    return None if compilation.game is None else writer_of(compilation)


def _source_of(game: m.Game, decl: m.Decl) -> str:
    return _source(game, [str(cite) for cite in decl.cites], decl.reconstructed)


def _source(game: m.Game, cites: list[str], reconstructed: bool) -> str:
    """Says where something is printed: the source by its title, and the pages."""
    said = []
    for cite in cites:
        key, _, pages = cite.partition(" ")
        title = game.sources.get(key)
        said.append(md.escape(f"{title}, {pages}" if title and pages else cite))
    if reconstructed:
        said.append("reconstructed where no source prints it")
    return f"Source: {'; '.join(said)}." if said else ""


def _code(span: Span, language: str) -> str:
    """Shows a declaration as it is written."""
    indent = " " * span.start_position[1] if "\n" in span.text else ""
    lines = textwrap.dedent(indent + span.text).splitlines()
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], "..."]
    return md.fenced(lines, language) if lines else ""


def _line(span: Span) -> Span:
    """Gives the whole line of a place, without the blanks around it."""
    line, column = span.start_position
    text = span.source.line(line)
    start = span.start - column + len(text) - len(text.lstrip())
    return Span(span.source, start, start + len(text.strip()))
