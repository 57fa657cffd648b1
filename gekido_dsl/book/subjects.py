"""What each text for players tells of: passages, texts of rows, titles, labels, answers and rulings.

Invariants:
    A text of a row tells of its cells, its effects, the rules that name it or a value that it alone has, and the rules
    that these have done.
    What a text only touches on, since it says the number of a line beside the same word, is kept apart from what it
    tells of.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from gekido_dsl.book.bindings import Bindings
from gekido_dsl.book.meaning import Meanings
from gekido_dsl.book.nodes import Directive, Passage
from gekido_dsl.book.rule_lines import RuleLine, RuleLines, called_line, numbers_in
from gekido_dsl.book.saying import TAKEN, Saying, words_of
from gekido_dsl.compilation import Compilation
from gekido_dsl.model import nodes as m
from gekido_dsl.model.row_texts import TAKEN as TAKEN_IN_ROW
from gekido_dsl.model.row_words import canonical_row
from gekido_dsl.model.told_texts import MADE, Text, texts
from gekido_dsl.model.types import NONE, EnumType
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Span

Sort = Literal["passage", "row", "title", "label", "answer", "ruling"]
_RARE: Final = 2
"""How many rows of a kind may share a value for the rules that name it to be told of by their texts."""
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_DIRECTIVE: Final = re.compile(r"\{\{[^{}\n]*\}\}")
_ADDRESS: Final = re.compile(r"\]\([^)\s]*\)|\{[:#][^}\n]*\}|\{ #[^}\n]*\}")
_STRETCH: Final = re.compile(r"\{\{(?:only with [^{}\n]*|end)\}\}")
_CITED: Final = re.compile(r"\[ruling ([\w, ]+)\]")
_ORDINAL: Final = re.compile(r"(?:the )?(\w+) number in (.+?)(?: in [wW]ords)?$")
_BREAK: Final = re.compile(r"\n\s*\n|\||\n\s*>?\s*[-*\d]+[.)]?\s|\n>\s*\n")
_OF_PLAYERS: Final = re.compile(r"\w+(?:,? (?:or|to|and) \w+)* players")
_WHOLE: Final = 6
"""How many lines a declaration may have to be told of whole by a ruling on its option."""
_TITLED: Final = ("effect", "action")


@dataclass(slots=True)
class Teller:
    """A text for players, and what it tells of."""

    id: str
    sort: Sort
    saying: Saying
    span: Span
    told: dict[str, str] = field(default_factory=dict)
    """By what something is called: what it means."""
    keys: dict[str, Key] = field(default_factory=dict)
    touched: dict[str, None] = field(default_factory=dict)
    """Lines of rules that a number of the text seems to be taken from, each behind the name of its declaration."""
    beside: dict[str, None] = field(default_factory=dict)
    """Lines of rules that a number is taken from, beside others that are typed."""
    line: tuple[str, ...] = ()
    """Of a question or a choice: what its line of the rule says, with what stands beneath it."""
    passage: Passage | None = None


class Subjects:
    """What the texts of one game tell of."""

    def __init__(
        self, compilation: Compilation, bindings: Bindings, meanings: Meanings, hidden: re.Pattern[str]
    ) -> None:
        """Begins with nothing found.

        Args:
            hidden: names of the game that have a number in them.
        """
        self._compilation = compilation
        self._bindings = bindings
        self._naming = bindings.naming
        self._game = bindings.naming.game
        self._parts = bindings.parts
        self._meanings = meanings
        self._hidden = hidden
        self.lines = RuleLines(self._naming, self._parts, meanings)

    # ------------------------------------------------------------ texts of tables and rules

    def texts(self) -> Iterator[Teller]:
        """Gives the texts of rows and rules, in the order of their ids."""
        found: dict[str, Teller] = {}
        for one in texts(self._game):
            teller = self._text(one)
            if teller is not None and teller.told:
                known = found.setdefault(teller.id, teller)
                if known is not teller:
                    _join(known, teller)
        for ruling in self._game.rulings:
            teller = self._ruling(ruling)
            if teller.told or teller.touched:
                found.setdefault(teller.id, teller)
        yield from (found[one] for one in sorted(found))

    def _text(self, text: Text) -> Teller | None:
        if text.of is None or text.note == MADE:
            return None
        if isinstance(text.of, tuple):
            if text.of[0].rows[text.of[1]].made:
                return None  # it is made of what it tells of
            return self._row(text, *text.of)
        decl = text.of
        if decl in self._parts.machine or decl not in self._meaning_of:
            return None
        sort: Sort = "label"
        if text.context.startswith("title") and isinstance(decl, m.Procedure) and decl.word in _TITLED:
            sort = "title"
        elif text.context.startswith("answer"):
            sort = "answer"
        made = Teller(text.context, sort, Saying(TAKEN_IN_ROW.sub(TAKEN, text.text)), text.span)
        if sort == "answer":
            for line in self.lines.naming_it(text.text):
                if not isinstance(line.decl, m.Option):
                    self._tell(made, line.decl, self.lines.block(line))
            return made
        self._tell(made, decl, self.lines.of(decl))
        if text.context.startswith(("question", "choice")):
            made.line = tuple(self._line_of(decl, text.text))
        return made

    @cached_property
    def _meaning_of(self) -> frozenset[m.Decl]:
        return frozenset(self._parts.whole)

    def _line_of(self, decl: m.Decl, text: str) -> list[str]:
        """Gives the line of a rule that a label stands in, with what stands beneath it."""
        from gekido_dsl.model.canonical import readable_lines

        for written in self._compilation.declared(decl):
            for one in readable_lines(written):
                if f'"{text}"' in one.text and one.meaning:
                    for line in self.lines.of(decl):
                        if line.strip() == one.meaning.strip():
                            place = self.lines.of(decl).index(line)
                            return self.lines.block(RuleLine(decl, place, line))
        return []

    def _row(self, text: Text, kind: m.Kind, number: int) -> Teller:
        row = kind.rows[number]
        plain = TAKEN_IN_ROW.sub(TAKEN, row.written) if row.written is not None else text.text
        made = Teller(text.context, "row", Saying(plain), text.span)
        self._tell_key(made, f"row {row.name}", (kind, number), canonical_row(self._game, kind, number))
        for effect in self._parts.effects_of(kind, number):
            self._tell(made, effect, self.lines.of(effect))
            self._follow(made, self.lines.of(effect))
        for name in (row.name, *self._rare(kind, row)):
            for line in self.lines.naming_it(name):
                self._tell(made, line.decl, self.lines.block(line))
                self._follow(made, self.lines.block(line))
                if isinstance(line.decl, m.Definition) and line.decl.name:
                    for user in self.lines.naming_it(line.decl.name):
                        if user.decl is not line.decl:
                            self._tell(made, user.decl, self._around(user))
        self._touch(made)
        return made

    def _around(self, line: RuleLine) -> list[str]:
        """Gives what a line stands in, where that is short."""
        whole = self.lines.of(line.decl)
        return whole if len(whole) <= _WHOLE else self.lines.block(line)

    def _rare(self, kind: m.Kind, row: m.Row) -> Iterator[str]:
        """Gives the values that hardly another row has."""
        for name, value in row.values.items():
            column = kind.fields.get(name)
            if (
                column is None
                or not isinstance(column.type, EnumType)
                or not isinstance(value, int)
                or value == NONE
            ):
                continue
            several = {one.name for one in kind.rows if one.values.get(name) == value}
            if len(several) <= _RARE and 0 <= value < len(column.type.enum.members):
                yield column.type.enum.members[value]

    def _follow(self, made: Teller, lines: list[str]) -> None:
        """Adds the rules that lines have done, and the facts and amounts that they name."""
        for rule in self.lines.done(lines):
            self._tell(made, rule, self.lines.of(rule))
        for fact, line in self._facts:
            if any(fact.search(one) for one in lines):
                made.touched.setdefault(line)

    @cached_property
    def _facts(self) -> list[tuple[re.Pattern[str], str]]:
        """The numbers that phases and amounts have, with the line that says where they start."""
        found = []
        for decl in (*self._game.phases.values(), *self._game.amounts.values()):
            if decl in self._parts.machine:
                continue
            for place, line in enumerate(self.lines.of(decl)):
                if isinstance(decl, m.Amount):
                    name = decl.name if line.strip().startswith("starts at") else ""
                else:
                    name = (
                        line.partition(":")[0].strip() if line.startswith("  ") and ", starts" in line else ""
                    )
                if name and numbers_in(line):
                    found.append(
                        (
                            re.compile(rf"\b{re.escape(name)}\b"),
                            called_line(self._naming, RuleLine(decl, place, line)),
                        )
                    )
        return found

    # ------------------------------------------------------------ rulings

    def _ruling(self, ruling: m.Ruling) -> Teller:
        parts = (ruling.question, ruling.default, *ruling.alternatives, ruling.reason)
        said = " ".join(one if one.endswith((".", "?", "!")) else f"{one}." for one in parts)
        made = Teller(f"ruling {ruling.name}", "ruling", Saying(said, self._hidden), ruling.span)
        if ruling.option is not None:
            for line in self.lines.naming_it(ruling.option):
                if not isinstance(line.decl, m.Option):
                    self._tell(made, line.decl, self._around(line))
        for decl in self._citing.get(ruling.name, ()):
            if not isinstance(decl, m.Option):
                self._tell(made, decl, self.lines.of(decl))
                if isinstance(decl, m.Procedure) and decl.word == "effect":
                    self._follow(made, self.lines.of(decl))
        self._touch(made)
        return made

    @cached_property
    def _citing(self) -> dict[str, list[m.Decl]]:
        """By ruling: the declarations that cite it."""
        found: dict[str, list[m.Decl]] = {}
        for decl in self._parts.whole:
            for written in self._compilation.declared(decl):
                for match in _CITED.finditer(written.span.text):
                    for name in match[1].split(","):
                        found.setdefault(name.strip(), []).append(decl)
        return found

    # ------------------------------------------------------------ passages

    def passages(self) -> Iterator[Teller]:
        """Gives the passages of the book."""
        for passage in self._bindings.book.passages:
            if passage not in self._bindings.vanished:
                yield self.passage(passage)

    def passage(self, passage: Passage) -> Teller:
        """Gives what a passage tells of."""
        source = passage.source
        text = source.text[passage.body.start : passage.body.end]
        plain = _ADDRESS.sub("]", _DIRECTIVE.sub(TAKEN, _STRETCH.sub("", _COMMENT.sub("", text))))
        made = Teller(passage.id, "passage", Saying(plain, self._hidden), passage.heading, passage=passage)
        for key in self._bindings.keys.get(passage, ()):
            self._tell_key(made, self._naming.called(key), key, self._meanings.of(key).rstrip("\n"))
        self._touch(made)
        self._quotas(made)
        self._rows_named(made)
        for directive in passage.directives:
            self._taken(made, directive, source.text)
        return made

    def _quotas(self, made: Teller) -> None:
        """Adds how often may be done what a passage tells of, or what may be done in its phases."""
        keys = set(made.keys.values())
        for window in self._game.windows.values():
            lines = self.lines.of(window)
            opened = [
                one for one in keys
                if isinstance(one, m.Procedure) and f"open {window.name}" in {x.strip() for x in self.lines.of(one)}
            ]  # fmt: skip
            for place, line in enumerate(lines[1:], 1):
                acts = self._acts_in(line)
                if opened or any(one in keys for one in acts):
                    made.touched.setdefault(called_line(self._naming, RuleLine(window, place, line)))

    def _rows_named(self, made: Teller) -> None:
        """Adds the cells of rows that a passage reckons with or judges, though it is not bound to them."""
        bound = set(made.keys.values())
        for name, key in self._row_names.items():
            if key in bound or not _named(name, made.saying.text):
                continue
            kind, number = key
            for line in canonical_row(self._game, kind, number).splitlines()[1:]:
                if numbers_in(line):
                    made.touched.setdefault(f"row {name}: {line.strip()}")
            for rare in self._rare(kind, kind.rows[number]):
                for one in self.lines.naming_it(rare):
                    if numbers_in(one.text):
                        made.touched.setdefault(called_line(self._naming, one))

    def rows_behind(self, teller: Teller, line: str) -> list[str]:
        """Lists the rows that a text names and a line of a rule tells of, by a value that hardly another row has."""
        return [
            name
            for name, (kind, number) in self._row_names.items()
            if _named(name, teller.saying.text)
            and any(re.search(rf"\b{re.escape(one)}\b", line) for one in self._rare(kind, kind.rows[number]))
        ]

    def done(self, teller: Teller, line: str) -> tuple[str, bool]:
        """Gives what the actions in a line of a window apply, and whether a text tells of one of them."""
        acts = self._acts_in(line)
        lines = [said for one in acts for said in self.lines.of(one) if said.strip().startswith("apply ")]
        words = " ".join(word for said in lines for word in re.findall(r"[A-Z][\w'-]*", said))
        return words, any(one in teller.keys.values() for one in acts)

    def _acts_in(self, line: str) -> list[m.Procedure]:
        """Gives the actions that a line of a window names."""
        return [one for name, one in self._game.actions.items() if re.search(rf"\b{re.escape(name)}\b", line)]

    @cached_property
    def _row_names(self) -> dict[str, tuple[m.Kind, int]]:
        found: dict[str, tuple[m.Kind, int]] = {}
        for kind in self._game.kinds.values():
            if kind.column or not kind.file:
                continue
            for number, row in enumerate(kind.rows):
                if row.name != kind.name:
                    found.setdefault(row.name, (kind, number))
        return found

    def _taken(self, made: Teller, directive: Directive, text: str) -> None:
        """Adds what a directive takes a number from, if others are typed beside it."""
        starts = [one.end() for one in _BREAK.finditer(text, 0, directive.span.start)]
        begin = max(starts[-1] if starts else 0, made.passage.body.start if made.passage is not None else 0)
        after = _BREAK.search(text, directive.span.end)
        around = text[begin : after.start() if after is not None else len(text)]
        around = _OF_PLAYERS.sub("", _DIRECTIVE.sub(TAKEN, _COMMENT.sub("", around)))
        saying = Saying(around, self._hidden)
        if any(one.kind == "cardinal" and one.value > 1 and not one.times for one in saying.numbers):
            for line in self._lines_taken(directive.text):
                made.beside.setdefault(line)

    def _lines_taken(self, text: str) -> Iterator[str]:
        from gekido_dsl.grammar.words import ORDINALS

        match = _ORDINAL.fullmatch(text)
        if match is not None and match[1] in ORDINALS:
            wanted = ORDINALS.index(match[1])
            for key in self._naming.find(match[2])[:1]:
                seen = 0
                for line in self._meanings.own(key).splitlines():
                    seen += len(numbers_in(line))
                    if seen > wanted:
                        yield f"{self._naming.called(key)}: {line.strip()}"
                        return
            return
        plain = re.sub(r" in [wW]ords$", "", text)
        owner, mark, part = plain.rpartition("'s ")
        for key in self._naming.find(owner if mark else plain)[:1]:
            for line in self._meanings.own(key).splitlines():
                said = line.strip()
                if numbers_in(line) and (not mark or said.startswith(part)):
                    yield f"{self._naming.called(key)}: {said}"

    # ------------------------------------------------------------ all

    def own(self, key: Key) -> str:
        """Gives what something means by itself."""
        return self._meanings.own(key)

    def _touch(self, made: Teller) -> None:
        for number in made.saying.numbers:
            for line in self.lines.behind(number):
                made.touched.setdefault(called_line(self._naming, line))

    def _tell(self, made: Teller, decl: m.Decl, lines: Iterable[str]) -> None:
        text = "\n".join(lines)
        if text and decl not in self._parts.machine:
            self._tell_key(made, self._naming.called(decl), decl, text)

    def _tell_key(self, made: Teller, name: str, key: Key, text: str) -> None:
        known = made.told.get(name)
        text = text.rstrip("\n")
        if known is not None and text not in known:
            missing = [line for line in text.splitlines() if line not in known.splitlines()]
            text = "\n".join([known, *missing])
        elif known is not None:
            text = known
        made.told[name] = text
        made.keys.setdefault(name, key)


def _named(name: str, text: str) -> bool:
    """Tells whether a text names a row, as it is called or with a small letter behind `the`."""
    small = rf"[Tt]he {re.escape(name.casefold())}"
    return re.search(rf"(?<![\w-])(?:{re.escape(name)}|{small})(?![\w-])", text) is not None


def _join(known: Teller, other: Teller) -> None:
    """Puts texts of the same name together, as of a tile that is there twice."""
    for name, text in other.told.items():
        before = known.told.get(name, "")
        if text not in before:
            missing = [line for line in text.splitlines() if line not in before.splitlines()]
            known.told[name] = "\n".join([*([before] if before else []), *missing])
        known.keys.setdefault(name, other.keys[name])
    known.touched.update(other.touched)
    if other.saying.text not in known.saying.text:
        known.saying = Saying(f"{known.saying.text}. {other.saying.text}")


__all__ = ["Subjects", "Teller", "words_of"]
