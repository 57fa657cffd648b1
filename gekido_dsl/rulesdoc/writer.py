"""The parts of the pages of the reference: entries, where they come from, types and values, what mentions them."""

from collections.abc import Iterable, Sequence
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article, plural
from gekido_dsl.model.parameters import index_type, said_of
from gekido_dsl.model.row_texts import in_general
from gekido_dsl.model.types import (
    NONE,
    BoardType,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    ListType,
    PlaceType,
    PlayerType,
    SetType,
    TextType,
    ThingType,
    Type,
)
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.rulesdoc.wording import Wording

NOTE: Final = "note-line"
"""The class of paragraphs that stand back."""
FEW: Final = 8
"""As many names still stand in a line."""


class Writer(Wording):
    """Writes the parts of pages."""

    # ------------------------------------------------------------ entries

    def entry(self, decl: m.Decl) -> list[str]:
        """Writes a declaration in English; written once for a page, since nothing of it changes."""
        key = (self.page, id(decl))
        if key not in self._entries and self.english is not None:
            self._entries[key] = self.english.passage(decl)
        return list(self._entries.get(key, []))

    def as_written(self, decl: m.Decl) -> list[str]:
        """Writes the text of a declaration behind a fold, with the lines that a variant puts in."""
        lines, starts, _, _ = self._pieces(decl.span.source)
        shown = self.woven.lines(decl.span, lines, starts)
        for exception in getattr(decl, "exceptions", ()):
            lines, starts, _, _ = self._pieces(exception.span.source)
            shown += self.woven.lines(exception.span, lines, starts)
        text = [
            " " * indent + source.text[pieces[0].start : pieces[-1].end] for indent, pieces, source in shown
        ]
        where = self.where(decl.span)
        return [md.folded(f"As written in {where}", md.fenced(text, "gdl"))] if text else []

    # ------------------------------------------------------------ sources

    def small(self, text: str) -> str:
        """Writes a paragraph that stands back, where pages have styles."""
        return text if self.single or not text else f"{text}\n{{ .{NOTE} }}"

    def source(self, decl: m.Decl, more: str = "") -> str:
        """Writes the paragraph that says where a declaration comes from."""
        said = self.source_of([str(cite) for cite in decl.cites], decl.reconstructed, decl.ruling)
        own = {str(cite) for cite in decl.cites} | {f"ruling {decl.ruling}"}
        spans = [decl.span, *(one.span for one in getattr(decl, "exceptions", ()))]
        inner = [
            piece.text[1:-1].strip()
            for span in spans
            for piece in self.pieces_of(span)
            if piece.kind == "cite"
        ]
        inner = [mark for mark in dict.fromkeys(inner) if mark not in own]
        if decl.reconstructed and "reconstructed" in inner:
            inner.remove("reconstructed")
        if inner and not isinstance(decl, m.Kind):
            said += f" Single lines: {self.marks(self._together(inner))}."
        return self.small(f"{said} {more}".strip())

    def _together(self, marks: Sequence[str]) -> list[str]:
        """Puts the pages of one source together."""
        found: dict[str, list[str]] = {}
        for mark in marks:
            key, _, rest = mark.partition(" ")
            cited = key in self.game.sources and rest
            found.setdefault(key if cited else mark, []).extend([rest] if cited else [])
        return [f"{key} {', '.join(rest)}".strip() for key, rest in found.items()]

    def source_of(self, cites: Sequence[str], reconstructed: bool, ruling: str | None = None) -> str:
        """Says where something comes from: source and pages, ruling, whether it is reconstructed."""
        parts = [self.cite(cite) for cite in cites if cite]
        said = f"Source: {'; '.join(parts)}." if parts else ""
        if reconstructed:
            said += " **Reconstructed**: the sources do not print it." if not parts else " **Reconstructed.**"
        if ruling is not None:
            said += f" Settled by ruling {self.ruling(ruling)}."
        if not said and self.game.sources:
            said = "No page of a source is given."
        return said.strip()

    # ------------------------------------------------------------ types and values

    def type(self, kind: Type) -> str:
        """Says in words what a value may be."""
        match kind:
            case IntType():
                return str(kind)
            case EnumType(enum=enum) if enum.anonymous:
                return md.joined([md.escape(member) for member in enum.members], "or")
            case EnumType(enum=enum):
                return self._a(enum, enum.name)
            case ThingType(kind=thing):
                return self._a(thing, thing.name)
            case EffectType():
                return f"an {self._effects('effect')}"
            case ListType(item=item, most=most):
                return f"up to {most} {self._several(item, most)}"
            case SetType(item=item):
                return f"several {self._several(item, 2)}"
            case PlaceType(holds=holds):
                return f"a place for {self.link(holds, holds.plural)}"
            case PlayerType():
                return "a player"
            case BoolType():
                return "yes or no"
            case TextType():
                return "a text"
            case BoardType():
                return "a board"
            case _:
                return md.escape(str(kind))

    def _a(self, key: Key, name: str) -> str:
        return f"{article(name).split(' ')[0]} {self.link(key)}"

    def _several(self, kind: Type, number: int) -> str:
        match kind:
            case ListType(item=item, most=most):
                return f"{'row' if number == 1 else 'rows'} of up to {most} {self._several(item, most)}"
            case EffectType():
                return self._effects("effect" if number == 1 else "effects")
            case ThingType(kind=thing):
                return self.link(thing, thing.name if number == 1 else thing.plural)
            case EnumType(enum=enum):
                return self.link(enum, enum.name if number == 1 else plural(enum.name))
            case _:
                return {"a number": "numbers", "a player": "players"}.get(str(kind), md.escape(str(kind)))

    def field_type(self, field: m.Field) -> str:
        """Says in words what a column or a fact holds."""
        said = self.type(field.type) + (" or none" if field.optional else "")
        if field.index is not None:
            word = said_of(index_type(field.index))
            said = f"{word} each {self.link(field.index)}: {said}"
        return said

    def value(self, kind: Type, value: object) -> str:
        """Writes a value of a table."""
        match kind, value:
            case TextType(), _:
                return md.escape(str(value))
            case ListType(item=item), tuple():
                return ", ".join(self.value(item, each) for each in value) or "nothing"
            case BoolType(), _:
                return "yes" if value else "no"
            case EnumType(enum=enum), int() if 0 <= value < len(enum.members):
                return self.link((enum, value), enum.members[value])
            case ThingType(kind=thing), int() if 0 <= value < len(thing.rows):
                return self.link((thing, value), thing.rows[value].name)
            case EffectType(), int() if 0 <= value < len(self.game.effect_calls):
                return self.call(*self.game.effect_calls[value])
            case IntType(), _:
                return str(value)
            case _:
                return "none" if value == NONE else md.escape(str(value))

    def call(self, effect: m.Procedure, args: Sequence[int]) -> str:
        """Writes an effect with its numbers: `Draw And Keep: 5 as the drawn, 2 as the kept`."""
        said = [
            f"{self.value(param.type, arg)}{f' as {md.escape(param.called)}' if param.word else ''}"
            for param, arg in zip(effect.params, args, strict=False)
        ]
        return self.link(effect) + (f" with {', '.join(said)}" if said else "")

    def fields(self, given: Iterable[m.Field]) -> str:
        """Writes columns or facts as a table."""
        rows = []
        for field in given:
            notes = []
            if field.text:
                notes.append(md.escape(field.text))
            if field.start is not None:
                notes.append(f"starts at {self.said(field.start.span)}")
            if field.numbered:
                notes.append("numbered")
            if field.kept and isinstance(field.owner, m.Kind):
                notes.append("changes during the game")
            if field.unlogged:
                notes.append("bookkeeping: its changes are not told")
            if field.seen != "everyone":
                notes.append({"owner": "seen by its owner", "nobody": "seen by nobody"}[field.seen])
            if field.ruling is not None:
                notes.append(f"ruling {self.ruling(field.ruling)}")
            if field.reconstructed:
                notes.append("**reconstructed**")
            source = "; ".join(self.cite(str(cite)) for cite in field.cites)
            name = f"{self.anchor(field)}{md.escape(field.name)}"
            rows.append((name, self.field_type(field), "; ".join(notes), source))
        return md.table(("Name", "Holds", "Notes", "Source"), rows)

    # ------------------------------------------------------------ around a declaration

    def text(self, decl: m.Decl, *titles: str | None) -> list[str]:
        """Writes what players read of a declaration: its title, and its text."""
        said = decl.text
        if said and isinstance(decl, m.Procedure):
            said = in_general(decl, said)
        told = [one for one in dict.fromkeys((*titles, said)) if one]
        return [f"“{md.escape(one)}”" for one in told]

    def mentions(self, key: Key, *, rows: bool = True, lead: str = "Mentioned by") -> list[str]:
        """Lists what mentions something, and the examples that do, as the first writing found them."""
        self.waiting.setdefault(self.page)
        found = self.known.get(self.names[key].slug, {}).values()
        rules = [other for other in found if not isinstance(other, m.Scenario | m.Claim)]
        if not rows:
            rules = [other for other in rules if not isinstance(other, tuple)]
        examples = [other for other in found if isinstance(other, m.Scenario | m.Claim)]
        parts = []
        if rules:
            links = [self.link(other, count=False) for other in rules]
            if len(rules) <= FEW:
                parts.append(self.small(f"{lead}: {', '.join(links)}."))
            else:
                told = md.listed([(0, link) for link in links], numbered=False)
                parts.append(md.folded(f"{lead} {len(rules)} others", told))
        if examples:
            told = md.listed([(0, self.link(one, count=False)) for one in examples], numbered=False)
            parts.append(md.folded(md.counted(len(examples), "example"), told))
        return parts
