"""What names mean: one index for a whole game, and the locals of one body."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.diagnostics import Code, Diagnostic, Label, Missing, codes, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article, plural
from gekido_dsl.model.types import Type, kind_name
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

FINDINGS_LIMIT: Final = 100
"""How many findings a whole game gives; who mends these asks again."""


@dataclass(frozen=True, slots=True)
class Member:
    """A value of an enum, found by its name."""

    enum: m.Enum
    value: int


@dataclass(frozen=True, slots=True)
class RowName:
    """The rows of a kind that share a name."""

    kind: m.Kind
    name: str


class Index:
    """Every name of a game. A name may have several meanings; what is expected where it stands tells them apart."""

    def __init__(self) -> None:
        self._meanings: dict[str, list[Any]] = {}
        self.removed: dict[str, Span] = {}
        """Names that a variant took away, and where."""
        self.removed_rows: dict[str, bool] = {}
        """Rows that a variant takes away, and whether they were found."""
        self.replaced: set[str] = set()
        """Rows that went with a table that another took the place of."""
        self.lost: frozenset[str] = frozenset()
        """Names in lines that could not be read: that they are not known has been reported already."""
        self.half_named: set[str] = set()
        """Values that rows would be called by which could not be made; what names such a row is no fault of its own."""
        self.excepted: frozenset[str] = frozenset()
        """Names that an exception stands to."""
        self.dangling: dict[str, list[Span]] = {}
        """Where names that were taken away are still used."""
        self.found: list[Diagnostic] = []
        self.written_out = Counter[str]()
        """How many rounds of betting, and offers, were written out; each becomes some nine statements."""
        self.variant = False
        """Whether the game changes another one."""
        self._broken: set[str] = set()

    def add(self, name: str, meaning: Any, *, with_plural: bool = False) -> None:
        """Adds a meaning of a name."""
        known = self._meanings.setdefault(name, [])
        if meaning not in known:
            known.append(meaning)
        if with_plural:
            self.add(plural(name), meaning)

    def meanings(self, name: str) -> list[Any]:
        """Lists what a name may mean; empty when it is not known. A rule writes `'` for a quote within a name."""
        return self._meanings.get(name) or self._meanings.get(name.replace("'", '"'), [])

    def names(self) -> Iterable[str]:
        """Lists every name."""
        return self._meanings

    def forget(self, decl: m.Decl) -> None:
        """Takes back a declaration with a mistake that was reported: its names mean nothing, and nobody asks."""
        for name, known in self._meanings.items():
            if decl in known:
                known.remove(decl)
                self._broken.add(name)

    def give_up(self, name: str) -> None:
        """Notes that what goes by a name has a mistake that was reported, so that what uses it is not."""
        self._broken.add(name)

    def find(self, name: s.Name, wanted: type[Any] | tuple[type[Any], ...], what: str) -> Any:
        """Finds the declaration of a certain sort, or reports that there is none."""
        for meaning in self.meanings(name.text):
            if isinstance(meaning, wanted):
                if isinstance(meaning, m.Decl):
                    meaning.used = True
                return meaning
        self.unknown(name, wanted, what)
        return None

    def unknown(
        self,
        name: s.Name,
        wanted: type[Any] | tuple[type[Any], ...] | None,
        what: str,
        values: Sequence[str] = (),
    ) -> None:
        """Reports a name that is not known, with the nearest ones that are.

        Args:
            values: those of which one is needed; none where anything may stand.
        """
        if self.is_broken(name.text) or len(self.found) >= FINDINGS_LIMIT:
            return
        if name.text in self.lost or any(plural(lost) == name.text for lost in self.lost):
            return
        if self.is_removed(name) or not self.half_named.isdisjoint(name.text.split()):
            return
        known = [
            text
            for text, found in self._meanings.items()
            if (wanted is None or any(isinstance(x, wanted) for x in found))
            and not all(
                isinstance(x, m.Definition) and x.name != text for x in found
            )  # no plural is said of one
        ]
        other = self.meanings(name.text)
        note = f"`{name.text}` is {describe(other[0])}" if other else None
        self.report(
            codes.UNKNOWN_NAME,
            f"no {what} is called `{name.text}`",
            name.span,
            "not declared as " + what if other else "not declared",
            help=self._with_a_small_word(name.span)
            or self._declared_in_the_plural(name.text)
            or self._run_together(name.text)
            or (suggest.did_you_mean(name.text, known) if len(self.found) < FINDINGS_LIMIT // 4 else None)
            or ("write `me`, or `the player` who acts" if name.text == "I" else None)
            or self._of_another_sort(name.text)
            or (
                f"write one of {', '.join(f'`{one}`' for one in values[:_VALUES_LISTED])}" if values else None
            )
            or (None if other else _to_define(name) or _to_declare(what, name.text)),
            notes=(note,) if note else (),
            missing=Missing(what.replace(",", "").split()[0], name.text),
        )

    def _with_a_small_word(self, span: Span) -> str | None:
        """Says how a row is named whose name has small words in it: `"Ring of Power"`."""
        source = span.source
        line0, at = source.position(span.start)
        line = source.line(line0)
        for text, found in self._meanings.items():
            if (
                text in line
                and any(word[:1].islower() for word in text.split(" ")[1:])
                and any(line.startswith(text, start) for start in range(max(0, at - len(text)), at + 1))
            ):
                return f'`{text}` is {describe(found[0])}; as it has a small word in it, write it in quotes: `"{text}"`'
        return None

    def _run_together(self, name: str) -> str | None:
        """Says that a word is missing where a name is two that are declared: `Tech Cards Deck`."""
        words = name.split(" ")
        for at in range(1, len(words)):
            first, second = " ".join(words[:at]), " ".join(words[at:])
            rows = [one for one in self.meanings(first) if isinstance(one, RowName)]
            if any(one.kind in self.meanings(second) for one in rows):
                return f"write `{plural(first)}`: they are {second} already"
            owner = first.removesuffix("s")
            if owner != first and self.meanings(owner) and self.meanings(second):
                return f"did you mean `{owner}'s {second}`?"
            if self.meanings(first) and self.meanings(second):
                return f"`{first}` and `{second}` are two names; put a word such as `from`, `to` or `is` between them"
        return None

    def _of_another_sort(self, name: str) -> str | None:
        """Offers a value or a row whose name is a letter or two away, whatever was looked for."""
        known = [
            text for text, found in self._meanings.items() if found and isinstance(found[0], Member | RowName)
        ]
        near = suggest.nearest(name, known, limit=1)
        return f"did you mean `{near[0]}`, {describe(self._meanings[near[0]][0])}?" if near else None

    def _declared_in_the_plural(self, name: str) -> str | None:
        """Says how to declare what was given its plural as a name, where one of it is meant."""
        several = plural(name)
        for one in self.meanings(several):
            if isinstance(one, m.Kind | m.Enum) and one.name == several:
                word = one.span.text.split(maxsplit=1)[0]
                return f"declare it in the singular, `{word} {name}`; then `{several}` means several of them"
        return None

    def is_removed(self, name: s.Name) -> bool:
        """Tells whether a variant took a name away, its plural included, and keeps the place for the finding."""
        gone = next((one for one in self.removed if name.text in (one, plural(one))), None)
        if gone is not None:
            self.dangling.setdefault(gone, []).append(name.span)
        return gone is not None

    def is_broken(self, name: str) -> bool:
        """Tells whether a name belongs to a declaration with a mistake; then what uses it is not reported."""
        return name in self._broken

    def taken(self, name: str, span: Span, twin: m.Decl) -> None:
        """Reports a name that means something else already."""
        sheet = isinstance(twin, m.Kind) and (twin.sheet or twin.table)
        has = "the game has" if isinstance(twin, m.Kind) and twin.table else "each player has"
        self.report(
            codes.DUPLICATE_NAME,
            f"what {has} is declared twice" if sheet else f"`{name}` is declared twice",
            span,
            "declared again here",
            Label(twin.name_span, "already here" if sheet else f"already {describe(twin)}"),
            help=f"write these facts under the first; a variant writes `add to {has}`"
            if sheet
            else "give one of them another name"
            if not self.variant or twin.span.source == span.source
            else "write `replace` before it to put it in the place of the other, `change` to add to that",
        )

    def report(
        self,
        code: Code,
        message: str,
        span: Span,
        label: str = "",
        *more: Label,
        help: str | None = None,
        notes: Iterable[str] = (),
        missing: Missing | None = None,
    ) -> None:
        """Adds a finding, up to a number that nobody reads through anyway."""
        if len(self.found) < FINDINGS_LIMIT:
            labels = (Label(span, label), *more)
            self.found.append(Diagnostic(code, message, labels, help, (), tuple(notes), missing))


_VALUES_LISTED: Final = 8
"""So many values are listed from which one is needed."""
_TO_DECLARE: Final = {
    "thing, value or rule": "declare it: a number as a fact, `{name}: 0 to 9, starts 0`, or an `amount {name} is ...`, "
    "things as a `kind {name}`, or a condition as in `a Card is {name} if ...`",
    "rule": "declare it: write `rule {name}` at the left margin, and what it does below it, indented",
    "phase": "declare it: write `phase {name}` at the left margin, and what happens below it, indented",
    "window": "declare it: write `window {name}` at the left margin, and who may use what below it",
    "action": "declare it: write `action {name}: a THING` at the left margin, and what it does below it",
    "effect": "declare it: write `effect {name}` at the left margin, and what it does below it",
    "kind": "declare it: write `kind {name}` at the left margin",
    "die": "declare it: write `die {name} of 1 to 6` at the left margin",
    "option": "declare it: write `option {name} is ONE or ANOTHER` at the left margin",
}
"""How to declare what a name was to be, where no other is near."""


def _to_define(name: s.Name) -> str | None:
    """Says how to define what something is said to be, as in `until me is a Winner`."""
    line = name.span.source.line(name.span.start_position[0])
    before = line[: name.span.start_position[1]]
    said = re.search(r"\b(?:(player|me|[A-Z][\w-]*) )?(?:is|are)(?: not)?(?: (an?))? $", before)
    if said is None or "'s" in before.split(" is ")[0].rsplit(" if ")[-1]:
        return None
    what = said[1] if said[1] and said[1] not in ("me", "player") else "player"
    some = "an" if what[0] in "AEIOU" else "a"
    condition = "my Score is at least 3" if what == "player" else "its Value is at least 3"
    article = f"{said[2]} " if said[2] else ""
    return f"define it at the left margin, as in `{some} {what} is {article}{name.text} if {condition}`"


def _to_declare(what: str, name: str) -> str | None:
    """Says how to declare what a name was to be, in the singular where it stands for several."""
    if what == "kind" and name.split(" ")[-1] == "Dice":
        what, name = "die", f"{name.removesuffix('Dice')}Die"
    elif what == "kind" and name.endswith("s"):
        name = name[:-1]
    return _TO_DECLARE[what].format(name=name) if what in _TO_DECLARE else None


def describe(meaning: Any) -> str:
    """Says in a few words what a name stands for."""
    match meaning:
        case Member(enum=enum):
            return f"a value of `{enum.name}`" if not enum.anonymous else "a value of a field"
        case RowName(kind=kind):
            return f"a row of `{kind.name}`"
        case m.Procedure():
            return article(meaning.word)
        case m.Enum(anonymous=False):
            return "a list of values"
        case m.Field(owner=owner):
            if isinstance(owner, m.Kind) and owner.sheet:
                return "a fact that each player has"
            if isinstance(owner, m.Kind) and owner.table:
                return "a fact of the game"
            return f"a fact of `{owner.name}`" if owner is not None else "a fact"
        case _:
            return article(type(meaning).__name__.strip("_").lower())


@dataclass(frozen=True, slots=True)
class Spoken:
    """A thing or a value that is spoken of by what it is: `the Robot`."""

    local: int
    type: Type
    span: Span
    """Where it is brought up."""


@dataclass(slots=True)
class Scope:
    """The locals of one body, and what `it` and `the word` mean there."""

    size: int = 1
    it: tuple[int, Type] | None = None
    known: m.Expr | None = None
    """The one thing that the sentence at hand is about, where nobody chooses it: `it` where no other `it` is around."""
    known_said: bool = False
    """Whether `it` was used for the thing that is known."""
    words: dict[str, tuple[int, Type]] = field(default_factory=dict)
    acting: bool = True
    """Whether there is an acting player, so that `my` means something."""
    spoken: tuple["Spoken", ...] = ()
    """What `the Robot` may mean: what is spoken of and has no word of its own."""
    unsure: bool = False
    """Whether a mistake was reported that may be why nothing is spoken of."""
    loops: tuple[frozenset[str], ...] = ()
    """The loops around the statement at hand, the outermost first, each by what it may be called."""
    given: dict[str, m.Word] = field(default_factory=dict)
    """The words whose use is noted."""

    def fresh(self) -> int:
        """Takes a new local."""
        self.size += 1
        return self.size - 1

    def name(self, word: str, kind: Type, noted: m.Word | None = None) -> int:
        """Takes a new local and gives it its word."""
        local = self.fresh()
        self.call(word, local, kind, noted)
        return local

    def call(self, word: str, local: int, kind: Type, noted: m.Word | None) -> None:
        """Gives a local its word; whether it is used is noted, if anybody asks."""
        self.words[word] = (local, kind)
        self.given.pop(word, None)
        if noted is not None:
            self.given[word] = noted

    def it_or(self, local: int, kind: Type) -> tuple[int, Type] | None:
        """Gives what `it` is where several are looked through: what it is already, else each of them."""
        return self.it or (None if self.known is not None else (local, kind))

    def speak(self, local: int, kind: Type, span: Span) -> None:
        """Makes the thing or value in a local one that is spoken of, until the block ends."""
        if kind_name(kind):
            self.spoken = (*self.spoken, Spoken(local, kind, span))
