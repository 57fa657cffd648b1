"""What the things of a table say to players: written with numbers of their rows and effects, or made of the effects.

Invariants:
    A number in braces is taken from the row itself, from its effect or from a rule; what nothing has is an error at its
    place in the table.
    Where an author wrote no text, a row with effects has what these say, with the numbers that it gives them.
    Rules know nothing of it: the same match is played whatever a text says.
"""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes, suggest
from gekido_dsl.grammar.words import CARDINALS, ORDINALS
from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import canonical
from gekido_dsl.model.row_words import value_words
from gekido_dsl.model.types import NONE, EffectType, IntType, ListType, Type
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

TAKEN: Final = re.compile(r"\{\{([^{}\n]*)\}\}")
NUMBERS: Final = ("no", *CARDINALS)
_FORM: Final = re.compile(r"\s+(in words|in Words|more or less)$")
_NUMBER_IN: Final = re.compile(rf"(?:the )?({'|'.join(ORDINALS)}) number in (.+)")
_NUMBER: Final = re.compile(r"(?<![\w-])(?<!thing )-?\d+(?![\w-])")
"""A number of the rules; `thing 1` is the canonical word for something that a rule names inside."""
_SINGLE: Final = ("1", "one", "1 more", "1 less")
Call = tuple[m.Procedure, tuple[object, ...]]


def numbers_of(written: str) -> list[int]:
    """Lists the numbers of a declaration in its canonical form, in their order."""
    return [int(one) for one in _NUMBER.findall(written)]


def fill(game: m.Game, declarations: Sequence[s.Declaration]) -> Iterator[Diagnostic]:
    """Puts numbers into the texts of all rows, and writes those that are made of effects; reports what it cannot."""
    work = _Work(game, declarations)
    yield from work.effects()
    for kind in game.kinds.values():
        for row in kind.rows:
            if row.text is not None and "{{" in row.text:
                row.written = row.text
                row.text = yield from work.written(kind, row)
            elif not row.text and (made := work.made(kind, row)):
                row.text, row.made = made, True


def calls_of(game: m.Game, kind: m.Kind, row: m.Row) -> Iterator[Call]:
    """Gives the effects of a row, with what it gives them."""
    return _Work(game, ()).calls(kind, row)


def said_by(
    game: m.Game, declarations: Sequence[s.Declaration], effect: m.Procedure, args: tuple[object, ...]
) -> str:
    """Gives what an effect says by the words of its author; empty where these need more than it is given."""
    return _Work(game, declarations).call(effect, args)


def in_general(effect: m.Procedure, text: str) -> str:
    """Gives what an effect says where no row gives it numbers: `Draw 1 to 4 cards`."""
    ranges = {param.called: _range(param.type) for param in effect.params}

    found = {match[0]: _FORM.sub("", match[1].strip()) for match in TAKEN.finditer(text)}
    return _filled(text, {taken: ranges.get(name, name) for taken, name in found.items()})


def _filled(text: str, parts: Mapping[str, str]) -> str:
    """Puts what is taken in its place; `(s)` behind a number becomes one thing or several."""
    made: list[str] = []
    at, one = 0, None
    for match in (*TAKEN.finditer(text), None):
        between = text[at : match.start() if match is not None else len(text)]
        made.append(between if one is None else between.replace("(s)", "" if one else "s"))
        if match is not None:
            said = parts.get(match[0], match[0])
            made.append(said)
            at, one = match.end(), said.lower().removeprefix("−") in _SINGLE
    return "".join(made)


def _range(kind: Type) -> str:
    if not isinstance(kind, IntType) or kind.low is None:
        return "any"
    if kind.high is None:
        return f"{kind.low} or more"
    return str(kind.low) if kind.low == kind.high else f"{kind.low} to {kind.high}"


@dataclass
class _Work:
    game: m.Game
    declarations: Sequence[s.Declaration]

    def effects(self) -> Iterator[Diagnostic]:
        """Reports what the texts of effects take that these have not."""
        for effect in self.game.effects.values():
            known = [param.called for param in effect.params]
            for match in TAKEN.finditer(effect.text or ""):
                name, _ = _parted(match[1])
                if name not in known and self._in_rule(name) is None:
                    span = _inside(effect.span, match[0])
                    yield _unknown(name, f"`{effect.name}`", span, known)

    def written(self, kind: m.Kind, row: m.Row) -> Generator[Diagnostic, None, str]:
        """Gives the text of a row with its numbers in place, and reports those that nothing has."""
        assert row.written is not None
        known = self._own(kind, row)
        parts: dict[str, str] = {}
        for match in TAKEN.finditer(row.written):
            name, form = _parted(match[1])
            value = known.get(name, self._in_rule(name))
            said = None if value is None else _said(value, form)
            if said is None:
                span = _inside(row.span, match[0])
                if value is None:
                    yield _unknown(name, f"the row `{row.name}`", span, list(known))
                else:
                    yield Diagnostic(
                        codes.WRONG_DIRECTIVE, f"`{name}` of `{row.name}` is {value}, which is no number",
                        (Label(span, f"`{form}` works only for numbers"),),
                        f"write `{{{{{name}}}}}` alone",
                    )  # fmt: skip
            else:
                parts[match[0]] = said
        return _filled(row.written, parts)

    def made(self, kind: m.Kind, row: m.Row) -> str:
        """Writes what the effects of a row do, a sentence for each; nothing where one does not say it."""
        told = [self.call(*call) for call in self.calls(kind, row)]
        return " ".join(told) if all(told) else ""

    def call(self, effect: m.Procedure, args: tuple[object, ...]) -> str:
        """Writes what one effect says; empty where its author gave it no words, or these need numbers."""
        title = effect.title or ""
        if effect.text and effect.text != title:
            known = self._given(effect, args)

            parts: dict[str, str] = {}
            for match in TAKEN.finditer(effect.text):
                name, form = _parted(match[1])
                value = known.get(name, self._in_rule(name))
                parts[match[0]] = (None if value is None else _said(value, form)) or match[0]
            return _sentence(_filled(effect.text, parts))
        return "" if effect.params else _sentence(title)

    # ------------------------------------------------------------ what can be taken

    def _own(self, kind: m.Kind, row: m.Row) -> dict[str, int | str]:
        """Gives what a row has to take, by what it is called: its cells, and the numbers of its effects."""
        found: dict[str, int | str] = {}
        for name, value in row.values.items():
            field = kind.fields.get(name)
            if field is None or field.index is not None or isinstance(field.type, ListType | EffectType):
                continue
            if isinstance(value, int) and isinstance(field.type, IntType):
                found[name] = value
            elif value is not None and value != NONE:
                found[name] = value_words(self.game, field.type, value)
        taken: dict[str, list[int | str]] = {}
        for effect, args in self.calls(kind, row):
            for name, value in self._given(effect, args).items():
                taken.setdefault(name, []).append(value)
        # What two effects of a row call the same is neither's.
        found |= {name: values[0] for name, values in taken.items() if len(values) == 1}
        return found

    def _given(self, effect: m.Procedure, args: tuple[object, ...]) -> dict[str, int | str]:
        return {
            param.called: arg if isinstance(arg, int) and isinstance(param.type, IntType)
            else value_words(self.game, param.type, arg)
            for param, arg in zip(effect.params, args, strict=False)
        }  # fmt: skip

    def calls(self, kind: m.Kind, row: m.Row) -> Iterator[Call]:
        """Gives the effects of a row, with what it gives them."""
        for name, value in row.values.items():
            field = kind.fields.get(name)
            if field is None or field.index is not None:
                continue
            several = isinstance(field.type, ListType) and isinstance(field.type.item, EffectType)
            if not several and not isinstance(field.type, EffectType):
                continue
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, int) and 0 <= one < len(self.game.effect_calls):
                    yield self.game.effect_calls[one]

    def _in_rule(self, name: str) -> int | None:
        """Gives a number that stands in a rule, or that the ruleset names."""
        if name in self.game.numbers:
            return self.game.numbers[name].value
        match = _NUMBER_IN.fullmatch(name)
        if match is None:
            return None
        written = "".join(
            canonical(one) for one in self.declarations
            if isinstance(word := getattr(one, "name", None), s.Name) and word.text == match[2]
        )  # fmt: skip
        numbers, place = numbers_of(written), ORDINALS.index(match[1])
        return numbers[place] if place < len(numbers) else None


def _parted(inside: str) -> tuple[str, str]:
    """Parts what is taken from the form that it is to have."""
    name = inside.strip()
    form = _FORM.search(name)
    return (name, "") if form is None else (name[: form.start()], form[1])


def _said(value: int | str, form: str) -> str | None:
    """Says what is taken; None for a form that it cannot have."""
    if not form:
        return str(value).replace("-", "−") if isinstance(value, int) else value
    if not isinstance(value, int):
        return None
    if form == "more or less":
        return f"{abs(value)} {'less' if value < 0 else 'more'}"
    word = NUMBERS[value] if 0 <= value < len(NUMBERS) else str(value)
    return word.capitalize() if form == "in Words" else word


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def _inside(span: Span, text: str) -> Span:
    """Finds a text within a span; the whole where it is written in another way."""
    at = span.text.find(text)
    return span if at < 0 else Span(span.source, span.start + at, span.start + at + len(text))


def _unknown(name: str, whose: str, span: Span, known: Sequence[str]) -> Diagnostic:
    return Diagnostic(
        codes.WRONG_DIRECTIVE, f"{whose} has nothing called `{name}` to put into its text", (Label(span, "not known"),),
        suggest.did_you_mean(name, list(known))
        or (f"it has {', '.join(f'`{one}`' for one in known)}" if known else "write the number itself"),
    )  # fmt: skip
