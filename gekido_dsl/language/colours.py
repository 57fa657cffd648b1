"""A file of rules becomes coloured pieces: words by the grammar, names by what they mean."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pygments.token import Comment, Keyword, Name, Number, String, _TokenType

from gekido_dsl.language.mentions import Mentions
from gekido_dsl.model import nodes as m
from gekido_dsl.pages.code import GdlLexer
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Source

COLOURS: Final = (
    "keyword", "function", "class", "enumMember", "property", "variable", "event", "string", "number",
    "comment", "macro", "decorator",
)  # fmt: skip
"""The names of the colours, which are those of the protocol for editors."""


@dataclass(frozen=True, slots=True)
class Coloured:
    """A piece of a text with its colour. It never goes over the end of a line."""

    start: int
    end: int
    colour: str
    declares: bool = False


_KINDS: Final[dict[_TokenType, str]] = {
    Comment.Single: "comment",
    String: "string",
    Name.Label: "decorator",
    Number: "number",
    Name.Class: "class",
    Name.Function: "function",
    Keyword: "keyword",
    Keyword.Declaration: "keyword",
}


def colours(source: Source, mentions: Mentions | None) -> Iterator[Coloured]:
    """Colours a file of rules.

    Args:
        mentions: what its names mean, or meant a moment ago; None where that is not known, so that all names look
            the same.
    """
    known = {} if mentions is None else {one.span.start: one for one in mentions.inside(source.name)}
    for start, kind, text in GdlLexer().get_tokens_unprocessed(source.text):
        colour = _KINDS.get(kind)
        if colour is None or not text:
            continue
        mention = known.get(start)
        if kind is Name.Class and mention is not None and mention.span.text == text:
            yield Coloured(start, start + len(text), colour_of(mention.key), mention.declares)
        elif kind is Name.Class and mentions is not None and mentions.game is not None:
            key = mentions.names.find(text)
            yield Coloured(start, start + len(text), colour if key is None else colour_of(key))
        else:
            yield Coloured(start, start + len(text), colour)


def colour_of(key: Key) -> str:
    """Gives the colour of what a name means."""
    match key:
        case (m.Enum(), _) | (m.Kind(), _):
            return "enumMember"
        case m.Field() | m.Counter() | m.Track() | m.Link():
            return "property"
        case m.Place() | m.Board():
            return "variable"
        case m.Option():
            return "macro"
        case m.Window():
            return "event"
        case m.Procedure() | m.Definition() | m.Amount() | m.Property() | m.Report():
            return "function"
        case _:
            return "class"
