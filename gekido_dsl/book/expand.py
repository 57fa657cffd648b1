"""A directive becomes Markdown: a name, a number, a list, a table, or what is generated.

Invariants:
    A number comes from the rule; one that is not fixed before a match is a finding and never a guess.
    What cannot be written out is reported at its place, and its words stand in the text instead.
"""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from html import unescape
from typing import Final

from gekido_dsl.book import generated, odds, tables
from gekido_dsl.book.marking import Signs, taken_from
from gekido_dsl.book.meaning import Meanings
from gekido_dsl.book.naming import Naming
from gekido_dsl.book.nodes import Directive
from gekido_dsl.book.parts import Parts
from gekido_dsl.book.phrases import Phrases
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Code, Diagnostic, Label, codes
from gekido_dsl.grammar.words import CARDINALS, ORDINALS
from gekido_dsl.languages import ENGLISH, figure, now, says, spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import FINDINGS_LIMIT
from gekido_dsl.model.types import IntType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import pictures, tell_rows, writer_of
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Span

WORDS: Final = ("none", *CARDINALS)
_SPOKEN: Final = (
    text("none"), "one", text("two"), text("three"), text("four"), text("five"), text("six"), text("seven"),
    text("eight"), text("nine"), text("ten"), text("eleven"), text("twelve"),
)  # fmt: skip
_OF_TABLES: Final = tuple(
    map(
        str,
        (
            text("Name"), text("Text"), text("Source"), text("Copies"), text("Answer"), text("Default"), text("yes"),
            text("no"), text("none"), text("nothing"),
        ),
    )
)  # fmt: skip
"""What stands in tables and comes from no ruleset."""
_NUMBER_IN: Final = re.compile(rf"(?:the )?(?P<ordinal>{'|'.join(ORDINALS)}) number in (?P<name>.+)")
_IN_WORDS: Final = re.compile(r"\s+in (?P<words>[wW])ords$")
_LABEL: Final = re.compile(r"(?<!!)\[(?P<label>[^\]\n]*)\]\(")


class Expander:
    """Writes out the directives of one book."""

    def __init__(
        self,
        compilation: Compilation,
        options: Mapping[str, str],
        players: int | None = None,
        *,
        drawn: bool = True,
    ) -> None:
        """Begins with no picture and no finding.

        Args:
            options: the answers that are not the default.
            players: the number of players that the book is for; None for all.
            drawn: whether pictures are drawn.
        """
        game = compilation.game
        if game is None:
            raise ValueError(f"{compilation.name} has errors and has no book")
        self.compilation = compilation
        self.game = game
        self.options = options
        self.players = players
        self.drawn = drawn
        self.inherited = False
        """Whether the passage at hand is one of the base of a variant."""
        self.naming = Naming(game)
        self.parts = Parts(game)
        self.meanings = Meanings(compilation, self.parts)
        self.phrases = Phrases(compilation, options)
        tell_rows(compilation)
        self.writer = writer_of(compilation, options=options)
        self.pictures: dict[str, pictures.Picture] = {}
        self.found: list[Diagnostic] = []
        self.odds_told: set[m.PatternSet] = set()
        """The patterns whose chances a passage tells."""
        self.signs = Signs()
        """What stands in the texts for the rules that they are taken from."""
        self._by_word: dict[str, Callable[[Directive, str], str | None]] = {
            "list of": self._list,
            "choice of": self._choice,
            "table of": self._table,
            "picture of": self._picture,
            "odds of": self._odds,
            "example": self._example,
            "rule": self._rule,
            "ruling": self._ruling,
            "name of": self._name_of,
            "lowest": self._range,
            "highest": self._range,
        }

    @property
    def answers(self) -> dict[str, int]:
        """Gives the answers that are not the default, as their numbers."""
        return {
            name: option.answers.members.index(self.options[name])
            for name, option in self.game.options.items()
            if self.options.get(name) in option.answers.members
        }

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """What there are pictures of."""
        return tuple(pictures.subjects(self.compilation))

    def expand(self, directive: Directive, players: frozenset[int] | None = None) -> str:
        """Writes out a directive; what cannot be written stands as its words.

        Args:
            players: the numbers of players that the stretch around it is for; None for all.
        """
        made = self._made(directive, players) if len(self.found) < FINDINGS_LIMIT else None
        if made is None:
            return md.escape(directive.text)
        if "\n" in made or "](" in made or not made:
            return made  # it names what it is of, or is many paragraphs
        return made + self.signs.sign(taken_from(self.naming, directive.text))

    def _made(self, directive: Directive, players: frozenset[int] | None) -> str | None:
        text = directive.text
        if text == "rulings":
            return generated.rulings(self)
        if text == "glossary":
            return generated.glossary(self)
        if text == "what is different":
            return generated.different(self, directive)
        for word, write in self._by_word.items():
            rest = text.removeprefix(word)
            if text.startswith(f"{word} ") and rest.strip():
                if word in ("lowest", "highest") and not self.naming.find(_IN_WORDS.sub("", rest.strip())):
                    continue
                if word in ("rule", "example", "ruling") or rest.strip():
                    return write(directive, rest.strip())
        return self._value(directive, players)

    # ------------------------------------------------------------ findings

    def report(
        self, directive: Directive, message: str, label: str, help_: str | None = None, code: Code | None = None,
        part: str = "",
    ) -> None:  # fmt: skip
        """Adds a finding at a directive, or at a part of its text."""
        span = directive.inside
        at = directive.text.rfind(part) if part else -1
        if at >= 0:
            span = Span(span.source, span.start + at, span.start + at + len(part))
        self.found.append(Diagnostic(code or codes.WRONG_DIRECTIVE, message, (Label(span, label),), help_))

    def unknown(self, directive: Directive, name: str) -> None:
        """Reports a name that nothing goes by."""
        message = f"nothing in the ruleset is called `{name}`"
        self.report(directive, message, "not declared", self.naming.near(name), codes.UNKNOWN_NAME, name)

    def key(self, directive: Directive, name: str) -> Key | None:
        """Finds what a name means, or reports that there is nothing."""
        found = self.naming.find(name)
        if not found:
            self.unknown(directive, name)
            return None
        return found[0]

    # ------------------------------------------------------------ names and values

    def link(self, key: Key, label: str) -> str:
        """Writes a name that leads to its rule."""
        label = now().name(label)
        if isinstance(key, m.Game):
            return f"[{md.escape(label)}]({self.writer.href('index')})"
        return self.writer.link(key, label)

    def named(self, written: str, *roles: str) -> str:
        """Tells the names in a piece of Markdown: the labels of its links, or what stands there alone.

        Args:
            roles: what stands there, where one word is several things.
        """
        if now() is ENGLISH:
            return written
        if _LABEL.search(written) is None:
            return _told(written, roles)
        return _LABEL.sub(lambda match: f"[{_told(match['label'])}](", written)

    def _value(self, directive: Directive, players: frozenset[int] | None) -> str | None:
        text, words = directive.text, ""
        match = _IN_WORDS.search(text)
        if match is not None:
            text, words = text[: match.start()], match["words"]
        if text in ("number of players", "the number of players"):
            return self._count_of_players(players, words)
        if text in ("players", "the players"):
            many = "" if self.game.most_players == 1 else "s"
            count = self._count_of_players(players, words)
            told = (
                says("", "{count} players", count=count) if many else says("", "{count} player", count=count)
            )
            return now().of(told)
        within = _NUMBER_IN.fullmatch(text)
        if within is not None:
            return self._number_in(directive, within["ordinal"], within["name"], words)
        counted = text.removeprefix("the ").removeprefix("number of ")
        if counted != text:
            number = tables.number_of(self.game, self.naming.find(counted))
            if number is not None:
                return said(number, words)
        start = directive.inside.start
        span = Span(directive.inside.source, start, start + len(text))
        counted_for = sorted(players or ()) or ([self.players] if self.players else [])
        keys = self.naming.find(text)
        got = self.phrases.value(span, counted_for) if not keys or "'s " in text else None
        if keys and (got is None or isinstance(got, Diagnostic)):
            number = self.number_of(keys[0])
            if number is None and words:
                self.report(directive, f"`{text}` is no number", "has no words", part=text)
            label = text.split(" ", 1)[1] if self.naming.leads(text) else text
            return self.link(keys[0], label) if number is None else said(number, words)
        assert got is not None
        if isinstance(got, Diagnostic):
            simple = re.fullmatch(r"[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)*", text)
            if got.code is codes.UNKNOWN_NAME and simple and "'s " not in text and " of " not in text:
                self.unknown(directive, text)
            else:
                self.found.append(got)
            return None
        _, value = got
        return said(value, words) if isinstance(value, int) else md.escape(now().name(str(value)))

    def _number_in(self, directive: Directive, ordinal: str, name: str, words: str) -> str | None:
        """Gives a number that stands in a rule."""
        key = self.key(directive, name)
        if key is None:
            return None
        numbers = self.meanings.numbers(key)
        place = ORDINALS.index(ordinal)
        if place >= len(numbers):
            many = f"{len(numbers)} numbers" if len(numbers) != 1 else "one number"
            self.report(directive, f"`{name}` has {many}", f"no {ordinal} one", part=name)
            return None
        return said(numbers[place], words)

    def number_of(self, key: Key) -> int | None:
        """Gives the number that a declaration is: a fact that starts at one, an amount that never changes."""
        if isinstance(key, m.Field):
            start = key.start
            fixed = isinstance(key.type, IntType) and start is not None and isinstance(start, m.ops.Const)
            return start.value if fixed and start is not None and start.value != 0 else None
        if isinstance(key, m.Amount) and key.subject is None and not key.params:
            return self.phrases.of_amount(key)
        return None

    def _count_of_players(self, players: frozenset[int] | None, words: str) -> str:
        numbers = sorted(players or ()) or [self.players or self.game.least_players]
        low = numbers[0]
        high = numbers[-1] if players or self.players else self.game.most_players
        if low == high:
            return said(low, words)
        told = says("", "{low} to {high}", low=said(low, words), high=said(high, words.lower()))
        return now().of(told)

    def _name_of(self, directive: Directive, name: str) -> str | None:
        key = self.key(directive, name)
        return (
            None
            if key is None
            else self.link(key, name.split(" ", 1)[1] if self.naming.leads(name) else name)
        )

    def _range(self, directive: Directive, name: str) -> str | None:
        text, words = name, ""
        match = _IN_WORDS.search(text)
        if match is not None:
            text, words = text[: match.start()], match["words"]
        key = self.key(directive, text)
        if key is None:
            return None
        low, high = tables.bounds(key)
        number = low if directive.text.startswith("lowest") else high
        if number is None:
            self.report(directive, f"`{text}` has no range", "no number from one to another", part=text)
            return None
        return said(number, words)

    # ------------------------------------------------------------ lists and tables

    def _list(self, directive: Directive, name: str, word: str = "and") -> str | None:
        keys = self.naming.find(name)
        members = tables.members(self.game, keys) if keys else None
        if members is not None:
            told = [self.link(key, label) if key else md.escape(now().name(label)) for key, label in members]
            return md.joined(told, now().of(says("", "and") if word == "and" else says("", "or")))
        if keys:
            what = self.naming.target(keys[0]).what
            self.report(directive, f"`{name}` is {what}, and has nothing to list", "no list", part=name)
            return None
        start = directive.inside.start + directive.text.rfind(name)
        got = self.phrases.value(Span(directive.inside.source, start, start + len(name)))
        if isinstance(got, Diagnostic):
            if got.code is codes.UNKNOWN_NAME:
                self.unknown(directive, name)
            else:
                self.found.append(got)
            return None
        return md.escape(str(got[1]))

    def _choice(self, directive: Directive, name: str) -> str | None:
        return self._list(directive, name, "or")

    def _table(self, directive: Directive, text: str) -> str | None:
        return tables.table(self, directive, text)

    def _odds(self, directive: Directive, text: str) -> str | None:
        return odds.odds(self, directive, text)

    # ------------------------------------------------------------ what is generated

    def _picture(self, directive: Directive, subject: str) -> str | None:
        return generated.picture(self, directive, subject)

    def _example(self, directive: Directive, title: str) -> str | None:
        return generated.example(self, directive, title)

    def _rule(self, directive: Directive, name: str) -> str | None:
        key = self.key(directive, name)
        if key is None:
            return None
        if not isinstance(key, m.Decl):
            target = self.naming.target(key)
            self.report(
                directive, f"`{name}` is {target.what}, and no rule", "no passage of its own", part=name
            )
            return None
        return generated.rule(self, key)

    def _ruling(self, directive: Directive, name: str) -> str | None:
        return generated.ruling(self, directive, name)


def said(number: int, words: str = "") -> str:
    """Writes a number: in figures, or in words up to twelve; `W` begins it with a capital letter."""
    if not words or not 0 <= number < len(WORDS):
        return str(spoken(figure(f"{number:,}")))
    if number < 2 and now() is not ENGLISH:
        return f"{number}"  # elsewhere these take the form that their sentence needs
    if now() is not ENGLISH and not now().messages.get(WORDS[number]):
        return f"{number}"  # the program does not come in the language
    told = spoken(_SPOKEN[number])
    return told[:1].upper() + told[1:] if words == "W" else str(told)


def _told(written: str, roles: tuple[str, ...] = ()) -> str:
    """Tells a name that stands in Markdown; what is no name, or is told already, stays as it stands."""
    plain = unescape(written).replace("\\", "")
    told = now().name(plain, roles)
    if told == plain and plain in _OF_TABLES:
        told = now().message(plain)
    return written if told == plain else md.escape(told)
