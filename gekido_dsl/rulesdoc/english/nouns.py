"""Names and nouns become English: with the article that they need, linked to what they mean where they stand.

Invariants:
    A name leads to what the resolved game says it is.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.types import PlayerType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.syntax import nodes as s

Person = Literal["you", "they"]
"""Who acts: the reader, or somebody who was named before."""

_COUNTS: Final = ("Turn", "Round", "Game")


class Nouns:
    """Writes nouns; knows who acts and which options are chosen."""

    def __init__(self, w: Writer, answers: Mapping[str, str] | None) -> None:
        """Begins with the reader as the one who acts.

        Args:
            answers: what is chosen for each option, and then never mentioned; None to tell of options.
        """
        self.w = w
        self.game = w.game
        self.answers = answers
        self.person: Person = "you"
        self.repeating = False
        """Whether the innermost block goes round and round."""
        self.taking = False
        """Whether things are taken from where they are."""
        self.numbers: frozenset[str] = frozenset()
        """The words of numbers that a rule is done with."""
        self.sided = w.game.sides is not None or w.game.partners

    @contextmanager
    def acting(self, person: Person) -> Iterator[None]:
        """Has somebody else act meanwhile."""
        before, self.person = self.person, person
        yield
        self.person = before

    @property
    def my(self) -> str:
        """Says `your`, or `their` of somebody who was named."""
        return "your" if self.person == "you" else "their"

    # ------------------------------------------------------------ names

    def meaning(self, name: s.Name, before: str = "") -> Key | None:
        """Tells what a name means where it stands."""
        return self.w.names.meaning(name.text, name.span, before)

    def linked(self, name: s.Name, before: str = "") -> str:
        """Writes a name as a link to its place."""
        key = self.meaning(name, before)
        return self.w.link(key, name.text) if key is not None else md.escape(name.text)

    def named(self, name: s.Name, before: str = "") -> str:
        """Writes a name with the article that it needs where it stands for one thing: `the Pool`."""
        key, link = self.meaning(name, before), self.linked(name, before)
        match key:
            case (
                m.Field(owner=m.Procedure())
                | m.Amount()
                | m.Board()
                | m.Property()
                | m.Damage()
                | m.Counter()
            ):
                return en.the(link)
            case m.Place(word=word, owner=owner) if owner is not None and name.text != key.name:
                return f"{self.w.link(key)} {plural(word)}" if en.describes(key.name) else link
            case m.Place(word=word):
                return en.the(f"{link} {word}" if en.describes(name.text) else link)
            case m.Kind(total=1, name=one) if one == name.text:
                return en.the(link)
            case m.Procedure(word="phase"):
                return self.phase(name, before)
            case _:
                return link

    def phase(self, name: s.Name, before: str = "") -> str:
        """Writes the name of a phase, or of a turn or round."""
        if name.text in ("Turn", "Round"):
            return f"the {self.stretch(name.text)}"
        link = self.linked(name, before)
        return en.the(link if name.text.casefold().endswith("phase") else f"{link} phase")

    def stretch(self, name: str) -> str:
        """Writes `turn` or `round`."""
        return name.casefold()

    # ------------------------------------------------------------ nouns

    def noun(self, noun: s.Noun, *, many: bool = False, alone: bool = True) -> str:
        """Writes a noun with its adjectives and what it is asked with.

        Args:
            many: whether several are meant, where the word does not show it.
            alone: whether it stands for one thing and takes the article that this needs.
        """
        if noun.name is None:
            text = "players" if many or noun.span.text.endswith("players") else "player"
        elif noun.definite and noun.name.text in _COUNTS:
            return f"the number of the {noun.name.text.casefold()}"
        elif noun.definite:
            text = self.linked(noun.name)
        else:
            text = self.named(noun.name) if alone and not noun.adjectives else self.linked(noun.name)
        behind = ""
        for adjective in reversed(noun.adjectives):
            if adjective == "remaining":
                behind += " still in the game"
            elif adjective == "friendly" and not self.sided and noun.name is not None:
                key = self.meaning(noun.name)
                text = self.w.link(key, key.plural) if isinstance(key, m.Kind) else text
                text = f"{self.my} {text}"
            elif adjective == "friendly":
                behind = f" of {self.my} side{behind}"
            else:
                text = f"{adjective} {text}"
        text += behind + self.arguments(noun.arguments)
        return en.the(text) if noun.definite else text

    def arguments(self, arguments: tuple[s.Argument, ...]) -> str:
        """Writes what something is asked with: ` towards the way`."""
        return "".join(f" {argument.word} {self.expr(argument.value)}" for argument in arguments)

    def one(self, noun: s.Noun) -> str:
        """Writes one of several: `a Tile`, `one of your Ships`."""
        text = self.noun(noun, alone=False)
        if text.startswith("other "):
            return f"an{text}"
        return f"one of {text}" if self.own(noun) else en.a(text)

    def own(self, head: s.Expr) -> bool:
        """Tells whether a noun is written as somebody's own things, in the plural: `your Bots`."""
        head = head.things if isinstance(head, s.Located) else head
        return isinstance(head, s.Noun) and "friendly" in head.adjectives and not self.sided

    def each(self, head: s.Expr, text: str) -> str:
        """Writes things one by one, for what stands behind `each`, `every` and `no`."""
        return f"of {text}" if self.own(head) else text

    def single(self, things: str) -> str:
        """Puts a counted noun in the singular, where a kind or `players` leads."""
        if things.startswith("players"):
            return "player" + things.removeprefix("players")
        for kind in self.game.kinds.values():
            if f"[{kind.plural}]" in things:
                return things.replace(f"[{kind.plural}]", f"[{kind.name}]", 1)
        return things

    def many(self, expr: s.Expr) -> bool:
        """Tells whether a phrase takes a verb in the plural."""
        match expr:
            case s.Me():
                return True
            case s.Noun(name=None):
                return expr.span.text.endswith("players")
            case s.Noun(name=name) if name is not None:
                return not isinstance(self.meaning(name), tuple) and en.several(name.text)
            case s.Several(number=number):
                return number != 1
            case s.Of(attribute=s.Attribute(name=name, built_in=built_in)):
                return not built_in and en.several(name)
            case s.Located(things=things):
                return self.many(things)
            case s.Inner(phrase=phrase):
                return self.many(phrase.head)
            case s.Local(word=word):
                return en.several(word)
            case s.Lines() | s.Line():
                return True
            case _:
                return False

    def expr(self, expr: s.Expr) -> str:
        """Writes an expression where it stands for something."""
        raise NotImplementedError

    def belonging(self, base: s.Expr, label: str, behind: str = "") -> str:
        """Writes that something is somebody's."""
        raise NotImplementedError

    def phrase(self, phrase: s.Phrase, *, counted: bool = False) -> str:
        """Writes a phrase with how many, and what is said of them."""
        raise NotImplementedError

    def attribute(self, attribute: s.Attribute) -> str:
        """Writes the name of what belongs to something, linked."""
        if attribute.built_in:
            return attribute.name
        key = self.w.names.meaning(attribute.name, attribute.span)
        return self.w.link(key, attribute.name) if key is not None else md.escape(attribute.name)

    def outermost(self, expr: s.Expr) -> Key | None:
        """Tells what a phrase names in the end: of `my Hand` the hand."""
        match expr:
            case s.Noun(name=name) if name is not None:
                return self.meaning(name)
            case s.Indefinite(noun=s.Noun(name=name)) if name is not None:
                return self.meaning(name)
            case s.Several(noun=s.Noun(name=name)) if name is not None:
                return self.meaning(name)
            case s.Of(attribute=attribute) if not attribute.built_in:
                return self.w.names.meaning(attribute.name, attribute.span)
            case s.Located(things=things):
                return self.outermost(things)
            case s.Inner(phrase=phrase):
                return self.outermost(phrase.head)
            case _:
                return None

    def is_player(self, expr: s.Expr) -> bool:
        """Tells whether somebody is meant who can act."""
        match expr:
            case s.Me() | s.Ordinal() | s.Automaton():
                return True
            case s.Noun(name=None) | s.Indefinite(noun=s.Noun(name=None)):
                return True
            case s.Noun(name=name) if name is not None:
                key = self.meaning(name)
                kind = (
                    key.subject
                    if isinstance(key, m.Definition)
                    else key.type
                    if isinstance(key, m.Field)
                    else None
                )
                return isinstance(kind, PlayerType)
            case s.Of(attribute=attribute) if attribute.built_in:
                return attribute.name not in ("face", "row", "column", "games won")
            case s.Of(attribute=attribute):
                key = self.w.names.meaning(attribute.name, attribute.span)
                return isinstance(key, m.Field) and isinstance(key.type, PlayerType)
            case s.Highest(things=things) | s.Located(things=things):
                return self.is_player(things)
            case s.Inner(phrase=phrase):
                return self.is_player(phrase.head)
            case _:
                return False
