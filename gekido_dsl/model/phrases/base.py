"""What the parts of the resolver of phrases share, and what a phrase with a choice becomes."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article
from gekido_dsl.model.namesakes import namesakes
from gekido_dsl.model.parameters import asked_with
from gekido_dsl.model.scope import Index, RowName, Scope
from gekido_dsl.model.types import (
    INT,
    NONE,
    UNKNOWN,
    BoolType,
    EnumType,
    IntType,
    ListType,
    PlaceType,
    SetType,
    ThingType,
    Type,
    fits,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

CHAIN_LIMIT: Final = 40
"""How many properties may wait for one another to be resolved."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A phrase that leaves a choice open, or names several."""

    candidates: m.Expr
    """Of several."""
    least: int = 1
    most: int | None = 1
    random: bool = False
    every: bool = False
    """`all X`: no choice."""
    as_many: m.Expr | None = None
    adding: m.ops.AddsUp | None = None
    """What they have to add up to, chosen in any number."""

    @property
    def type(self) -> Type:
        """The type of one of them."""
        return item(self.candidates.type)


class PhraseBase(ABC):
    """What the parts of the resolver share. Each part resolves phrases inside its own by these abstract methods."""

    def __init__(self, game: m.Game, index: Index) -> None:
        self.game = game
        self.index = index
        self.figures = False
        """In a scenario a thing stands for its owner too: `Slicer's Hand`."""
        self.unresolved: dict[int, Callable[[], None]] = {}
        """What resolves a property, by its id, as long as it is not resolved."""
        self._resolving = 0
        self.circles: list[tuple[m.Property, Span]] = []
        """Properties whose phrases ask for themselves, and where."""

    @abstractmethod
    def connected(
        self, subject: m.Expr, operand: m.Expr, over: s.Phrase | None, span: Span, scope: Scope
    ) -> m.Expr:
        """Resolves `X is connected to Y over ROUTES`."""

    @abstractmethod
    def within(self, subject: m.Expr, operand: m.Expr, predicate: s.Is, span: Span, scope: Scope) -> m.Expr:
        """Resolves `X is within 3 of Y over SPACES, each by NUMBER`."""

    @abstractmethod
    def along(self, subject: m.Expr, operand: m.Expr, over: s.Phrase, span: Span, scope: Scope) -> m.Expr:
        """Resolves `X is next to Y along ROUTES`."""

    @abstractmethod
    def phrase(self, phrase: s.Phrase, scope: Scope, wanted: Type | None = None) -> m.Expr | Chosen:
        """Resolves a phrase of a sentence: one thing, or a choice."""

    @abstractmethod
    def several(self, phrase: s.Phrase, scope: Scope, wanted: Type | None = None) -> m.Expr:
        """Resolves a phrase to all it may mean: the candidates of a choice."""

    @abstractmethod
    def every_one(
        self, phrase: s.Phrase, scope: Scope, wanted: Type | None = None, *, article: bool = False
    ) -> m.Expr:
        """Resolves a phrase to all that it means, where nothing is chosen."""

    @abstractmethod
    def spot(self, spot: s.Spot, span: Span, board: m.Expr | None = None) -> m.Expr:
        """Resolves a space by its place, on a board if one is named."""

    @abstractmethod
    def expr(self, written: s.Expr, scope: Scope, wanted: Type | None = None) -> m.Expr:
        """Resolves an expression; `wanted` tells names with several meanings apart."""

    @abstractmethod
    def attribute(self, base: m.Expr, attribute: s.Attribute, span: Span, scope: Scope) -> m.Expr:
        """Resolves what follows `'s`, `my` or `its`."""

    @abstractmethod
    def arguments(
        self, name: str, wanted: tuple[Type, ...], given: tuple[s.Argument, ...], span: Span, scope: Scope
    ) -> tuple[m.Expr, ...] | None:
        """Resolves what a name is asked with."""

    def row_meant(self, written: s.Expr) -> ThingType | None:
        """Gives the kind of the row that a bare name means where a thing has to stand, whatever else is called so."""
        head = written.head if isinstance(written, s.Phrase) and written.relative is None else written
        head = head.noun if isinstance(head, s.Indefinite | s.Several) else head
        if not isinstance(head, s.Noun) or head.name is None:
            return None
        rows = [one for one in self.index.meanings(head.name.text) if isinstance(one, RowName)]
        return ThingType(rows[0].kind) if rows else None

    def asked(
        self, meaning: Any, name: str, given: tuple[s.Argument, ...], span: Span, scope: Scope
    ) -> tuple[m.Expr, ...] | None:
        """Resolves what a meaning of a name is asked with; the values of several lists are one combination."""
        found = self.arguments(name, asked_with(meaning), given, span, scope)
        if found is not None and isinstance(meaning, m.Field) and isinstance(meaning.index, m.Combinations):
            return (m.ops.Combination(EnumType(meaning.index), span, values=found, ref=meaning),)
        return found

    @abstractmethod
    def _noun(self, noun: s.Noun, scope: Scope, wanted: Type | None, *, every: bool = False) -> m.Expr:
        """Resolves a noun and the adjectives before it."""

    @abstractmethod
    def predicate(self, subject: m.Expr, predicate: s.Predicate, scope: Scope) -> m.Expr:
        """Resolves what is said of a subject."""

    @abstractmethod
    def adjective(self, word: str, subject: m.Expr, span: Span, scope: Scope) -> m.Expr:
        """Resolves an adjective of the language."""

    def value_type(self, prop: m.Property, span: Span) -> Type:
        """Gives the type of a property, which is resolved now if it was not yet; unknown within its own phrase."""
        resolve = self.unresolved.pop(id(prop), None)
        if resolve is not None and self._resolving >= CHAIN_LIMIT:
            self.index.report(
                codes.TOO_DEEP,
                f"`{prop.name}` is asked through more than {CHAIN_LIMIT} other properties",
                span,
                "the chain is too long",
                help="put some of them together, or write those that are asked before those that ask",
            )
        elif resolve is not None:
            self._resolving += 1
            resolve()
            self._resolving -= 1
        value: m.Expr | None = prop.value
        if value is None and resolve is None:
            self.circles.append((prop, span))
        return value.type if value is not None else UNKNOWN

    def number(self, written: s.Expr, scope: Scope) -> m.Expr:
        """Resolves an expression that must be a number."""
        found = self.expr(written, scope)
        return self.expect(found, INT)

    def expect(self, found: m.Expr, wanted: Type) -> m.Expr:
        """Reports an expression of the wrong type."""
        if isinstance(found, m.ops.Const) and found.value == NONE and found.type is UNKNOWN:
            if isinstance(wanted, IntType | BoolType | PlaceType) and is_none(found):
                self.index.report(
                    codes.WRONG_TYPE, f"`none` is not {wanted}", found.span, f"{wanted} is needed"
                )
                return unknown(found.span)
            return found
        if not fits(found.type, wanted):
            several = isinstance(found.type, SetType) and not isinstance(wanted, SetType | ListType)
            alike = namesakes(found, found.span) if several else None
            if alike is not None:
                self.index.found.append(alike)
                return m.ops.Const(UNKNOWN, found.span, value=0)
            self.index.report(
                codes.WRONG_TYPE,
                f"`{found.span.text}` is {found.type}, and {wanted} is needed",
                found.span,
                f"this is {found.type}",
                help=_called(found.span.text, wanted) or _step(found.type, wanted, found.span.text),
            )
            return m.ops.Const(UNKNOWN, found.span, value=0)
        return found


def _called(text: str, wanted: Type) -> str:
    """Says how a row is called that is named after this value: `Good Wool`."""
    one = item(wanted)
    if not isinstance(one, ThingType):
        return ""
    name = f"{one.kind.name} {text}"
    return f"write `{name}`" if any(row.name == name for row in one.kind.rows) else ""


def is_none(found: m.Expr) -> bool:
    """Tells whether `none` itself is written there."""
    return isinstance(found, m.ops.Const) and found.value == NONE and found.span.text == "none"


def unknown(span: Span, kind: Type = UNKNOWN) -> m.Expr:
    """Gives the expression of what could not be resolved."""
    return m.ops.Const(kind, span, value=0)


def replace_source(things: m.Expr, narrowed: m.Expr, kind: m.Kind) -> m.Expr:
    """Puts a narrower set under the adjectives and definitions of a noun."""
    if isinstance(things, m.ops.Filter):
        inner = replace_source(things.set, narrowed, kind)
        return m.ops.Filter(inner.type, things.span, set=inner, test=things.test, value=things.value)
    if isinstance(things, m.ops.Called):
        local = -1
        return m.ops.Called(SetType(ThingType(kind)), things.span, set=narrowed, ref=things.ref, value=local)
    return narrowed


def face_type(kind: m.Kind) -> Type:
    """Gives the type of a die's face."""
    if isinstance(kind.faces, m.Enum):
        return EnumType(kind.faces)
    return IntType(*kind.faces) if kind.faces is not None else UNKNOWN


def _step(actual: Type, wanted: Type, said: str) -> str | None:
    """Says what can be written instead of a phrase of the wrong type, where that is the usual mistake."""
    if isinstance(wanted, ThingType) and isinstance(actual, SetType) and item(actual) == wanted:
        return f"write `{article(said)}` for one that a player chooses"
    if isinstance(wanted, IntType) and isinstance(actual, PlaceType):
        return f"to count what is there, write `number of {actual.holds.plural} in {said}`"
    if isinstance(wanted, IntType) and isinstance(actual, SetType) and isinstance(item(actual), IntType):
        return "ask it of some or of all, as in `some Card's Value is ...`, `every Card's Value is ...`"
    if isinstance(wanted, IntType) and isinstance(actual, SetType | ListType | ThingType):
        return "to count them, write `the number of ...`; to compare a fact, name it: `its ...`"
    return None
