"""Who writes English: the game and its text, the options that are chosen, who acts, and what is registered to write.

Each class of what is written has one function that writes it, registered with one of the tables here; the modules
beside this one have them by groups.

Invariants:
    A name leads to what the resolved game says it is.
    Every class of the syntax that can be written is registered; one that is not is a mistake of ours.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, Final, Generic, Literal, ParamSpec, TypeVar

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.reading import Own, Part
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english.steps import Step
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.syntax import nodes as s

Person = Literal["you", "they"]
"""Who acts: the reader, or somebody who was named before."""
Said = TypeVar("Said")
One = TypeVar("One")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Clause:
    """What is done: by somebody with a verb, or as a clause of its own."""

    verb: str
    """The verb and what follows, in its base form; empty where `whole` says it all."""
    whole: str = ""
    """A clause with its own subject."""


class Writing(Generic[Said]):
    """What writes nodes of a sort, by their class."""

    def __init__(self) -> None:
        self.known: dict[type[Any], Callable[..., Said]] = {}

    def of(
        self, written: type[One]
    ) -> Callable[
        [Callable[Concatenate["Teller", One, P], Said]], Callable[Concatenate["Teller", One, P], Said]
    ]:
        """Registers what writes nodes of a class."""

        def register(
            write: Callable[Concatenate["Teller", One, P], Said],
        ) -> Callable[Concatenate["Teller", One, P], Said]:
            assert written not in self.known, written
            self.known[written] = write
            return write

        return register


EXPRESSIONS: Final = Writing[str]()
CONDITIONS: Final = Writing[str]()
PREDICATES: Final = Writing[str]()
STATEMENTS: Final = Writing[list[Step]]()
PASSAGES: Final = Writing[list[str]]()
"""By the class of the text of a declaration."""
THINGS: Final = Writing[list[str]]()
"""By the class of a thing of the game."""
CLAUSES: Final[dict[Own, Callable[["Teller", s.Sentence], Clause]]] = {}
"""What writes a sentence that reads in a way of its own."""
PARTS: Final[dict[Part, Callable[["Teller", s.Sentence], str]]] = {}
"""What writes a part of a sentence that reads as its record says."""
WritesClause = TypeVar("WritesClause", bound=Callable[["Teller", s.Sentence], Clause])
WritesPart = TypeVar("WritesPart", bound=Callable[["Teller", s.Sentence], str])


def clause(own: Own) -> Callable[[WritesClause], WritesClause]:
    """Registers what writes a sentence that reads in a way of its own."""

    def register(write: WritesClause) -> WritesClause:
        assert own not in CLAUSES, own
        CLAUSES[own] = write
        return write

    return register


def part(part: Part) -> Callable[[WritesPart], WritesPart]:
    """Registers what writes a part of a sentence."""

    def register(write: WritesPart) -> WritesPart:
        assert part not in PARTS, part
        PARTS[part] = write
        return write

    return register


class Teller:
    """Writes one game in English; what writes a node is a registered function that is given this."""

    def __init__(
        self, w: Writer, declarations: Sequence[s.Declaration], answers: Mapping[str, str] | None = None
    ) -> None:
        """Begins with the text of the game, and with the reader as the one who acts.

        Args:
            declarations: the text of the whole ruleset, as its variants make it.
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
        self.declarations = declarations
        self.silent: dict[int, bool] = {}
        """By the identity of a rule, whether only the log hears of it."""
        self.within: set[int] = set()
        """The rules that are told where they are done."""
        self.not_at_once: set[int] = set()
        """The rules that are too long to be told there, so that nobody tries it again."""
        self.moves_on: Callable[[Teller, object], bool] = lambda _, __: False
        """Tells whether a rule moves the first thing that it is done with to the second."""
        self.whole_book = False
        """Whether all of a book is generated, which then reads as one text."""
        self.helpers: frozenset[m.Decl] = frozenset()
        """What is told where it is used, instead of its name."""
        self.empty: frozenset[object] = frozenset()
        """The places that stay empty under the options."""
        self.asleep: frozenset[m.Decl] = frozenset()
        """What takes no part under the options."""
        self.of_players: frozenset[m.Decl] = frozenset()
        """Words of things that depend on a player, and are asked for of any player."""
        self.opened: set[m.Decl] = set()
        """The helpers that are told at the moment."""
        self.bound: dict[str, str] = {}
        """What the words of the helper at hand stand for."""
        self.it = "it"
        """What `it` is where a helper is told."""
        self.sorts: frozenset[m.Field] = frozenset()
        """Facts whose values are sorts of pieces: a piece whose Rank is Pawn is a Pawn."""
        self.telling: m.Decl | None = None
        """The declaration whose passage is written."""
        self.explained: set[object] = set()
        """What the passage at hand has explained."""
        self.kept_in_mind: frozenset[Key | None] = frozenset()
        """Numbers of the game that are told where they are read, and not where they change."""
        self.added: Mapping[Key | None, s.Phrase] = {}
        """Of numbers that only serve to end as high or as low as possible: what is added each time."""
        self.numbers_of: Mapping[m.Amount, int] = {}
        """The amounts that are always the same number."""
        self.exceptions: dict[str, list[s.Exception_]] = {}
        """The exceptions to a rule, by its name."""
        for one in declarations:
            if isinstance(one, s.Exception_):
                for name in one.names:
                    self.exceptions.setdefault(name.text, []).append(one)
        self._texts = {(one.span.source.name, one.span.start): one for one in declarations}

    # ------------------------------------------------------------ what is registered

    def expr(self, expr: s.Expr) -> str:
        """Writes an expression where it stands for something."""
        return EXPRESSIONS.known[type(expr)](self, expr)

    def cond(self, cond: s.Cond) -> str:
        """Writes a condition."""
        return CONDITIONS.known[type(cond)](self, cond)

    def predicate(self, predicate: s.Predicate, *, many: bool) -> str:
        """Writes what is said of a subject, verb first.

        Args:
            many: whether the verb is in the plural.
        """
        return PREDICATES.known[type(predicate)](self, predicate, many=many)

    def statement(self, it: s.Statement) -> list[Step]:
        """Writes one statement, as one step or as none."""
        return STATEMENTS.known[type(it)](self, it)

    def passage(self, decl: m.Decl) -> list[str]:
        """Writes the blocks of a declaration; none when it serves the machine alone, or is told elsewhere."""
        self.telling, self.explained = decl, set()
        written = self.text_of(decl)
        if self.answers is not None and decl in self._machines:
            return []
        if type(written) in PASSAGES.known:
            return PASSAGES.known[type(written)](self, written, decl)
        write = THINGS.known.get(type(decl))
        return write(self, decl, written) if write is not None else []

    # ------------------------------------------------------------ the game and its text

    @contextmanager
    def acting(self, person: Person) -> Iterator[None]:
        """Has somebody else act meanwhile."""
        before, self.person = self.person, person
        yield
        self.person = before

    def for_player(self, decl: object) -> str:
        """Says of whom a word holds that depends on a player, where that is not the reader."""
        return " for them" if self.person == "they" and decl in self.of_players else ""

    @property
    def my(self) -> str:
        """Says `your`, or `their` of somebody who was named."""
        return "your" if self.person == "you" else "their"

    def meaning(self, name: s.Name, before: str = "") -> Key | None:
        """Tells what a name means where it stands."""
        return self.w.names.meaning(name.text, name.span, before)

    def linked(self, name: s.Name, before: str = "") -> str:
        """Writes a name as a link to its place."""
        key = self.meaning(name, before)
        return self.w.link(key, name.text) if key is not None else md.escape(name.text)

    def text_of(self, decl: m.Decl) -> s.Declaration | None:
        """Finds what was written of a declaration."""
        return self._texts.get((decl.span.source.name, decl.span.start))

    @cached_property
    def _machines(self) -> frozenset[m.Decl]:
        """The aim, and what nothing but the aim speaks of: they tell programs how well things stand."""
        game = self.game
        if game.aim is None:
            return frozenset()
        worked = (m.Amount, m.Definition, m.Property)
        decls = [one for one in (*game.declarations(), game.setup, game.turn, *game.ends) if one is not None]
        said = {one: set(self.w.names.spoken_of(one)) - {one} for one in decls}
        found: set[m.Decl] = {game.aim, game.aim.amount}
        while True:
            more = {
                one
                for one in decls
                if isinstance(one, worked)
                and one not in found
                and any(one in said.get(other, ()) for other in found)
                and not any(one in told for other, told in said.items() if other not in found)
            }
            if not more:
                break
            found |= more
        used = any(game.aim.amount in told for other, told in said.items() if other not in found)
        return frozenset({game.aim}) if used else frozenset(found)
