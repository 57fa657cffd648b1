"""The blocks of a ruleset: the bodies of its declarations and what stands below a branch, a loop or a choice.

How often each of them was begun is what tells the parts of a ruleset that were never played. Both executors count by
the same numbers: those of this order.

Definitions, properties and amounts do not begin: how often they are asked is up to the executor. An exception to one
of them counts whenever a player is asked while it is in force: while its condition holds, for that player and for
anything that it can be about.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Fails
from gekido_dsl.model.types import BOOL, PLAYER, EnumType, PlayerType, SetType, ThingType, Type
from gekido_dsl.source import Span

Statements = tuple[m.Statement, ...]


class Block(NamedTuple):
    """A block, as it is told from all others."""

    what: str
    """`phase`, `rule`, `effect`, `action`, `trigger`, `replacement`, `setup`, `end` or `window`: the body of one;
    `exception`: what happens instead; `if`, `else`, `way` of a menu, `otherwise`, `each`, `repeat`."""
    name: str
    """Of the declaration that it is in."""
    label: str
    """Of a way of a menu its text; empty otherwise."""
    at: str
    """Where it begins: file, line and column."""


class InForce(NamedTuple):
    """What tells whether an exception to a definition, property or amount is in force."""

    block: int
    exception: m.Exception_
    condition: m.Expr
    """Asked of the actor in local 0, and in local 1 if it is about a player; where the exception is noted, the note
    tells."""
    of_a_player: bool
    locals: int
    """How many the condition may use, besides these two."""


class Blocks:
    """All blocks of a game, by number."""

    def __init__(self, game: m.Game) -> None:
        self._game = game
        self.every: list[Block] = []
        self.spans: list[tuple[Span, ...]] = []
        """By block, where its statements stand, with the blocks in them; of a window the window."""
        self._numbers: dict[int, int] = {}
        """By the identity of the first statement of a block, or of a window."""
        procedures: list[tuple[str, m.Procedure]] = [
            (one.word, one)
            for group in (game.phases, game.rules, game.effects, game.actions)
            for one in group.values()
        ]
        procedures += [("trigger", one) for one in game.triggers]
        procedures += [("replacement", one) for one in game.replacements]
        procedures += [("setup", one) for one in (game.setup,) if one is not None]
        procedures += [("end", one) for one in game.ends]
        for word, procedure in procedures:
            for exception in procedure.exceptions:
                if exception.body is not None:
                    self._add("exception", procedure.name, exception.body.statements)
            self._add(word, procedure.name, procedure.body.statements)
        for window in game.windows.values():
            self._note(window, Block("window", window.name, "", _at(window.span)), (window.span,))
        self.in_force = [*self._exceptions()]
        """The exceptions to what is asked, not begun."""

    def of(self, statements: Statements) -> int | None:
        """Gives the number of a block; None for one without a statement."""
        return self._numbers.get(id(statements[0])) if statements else None

    def of_window(self, window: m.Window) -> int:
        """Gives the number of a window."""
        return self._numbers[id(window)]

    def _exceptions(self) -> Iterator[InForce]:
        """Adds the exceptions to definitions, properties and amounts."""
        game = self._game
        asked: list[m.Definition | m.Property | m.Amount] = [
            *game.definitions.values(),
            *game.properties.values(),
            *game.amounts.values(),
        ]
        for declared in asked:
            for one in declared.exceptions:
                condition = _for_anything(declared, one)
                spans = (one.test.span,) if one.test is not None else tuple(line.span for line in one.lines)
                if condition is not None and spans:
                    number = len(self.every)
                    self._note(one, Block("exception", declared.name, "", _at(spans[0])), spans)
                    about_a_player = isinstance(declared.subject, PlayerType)
                    yield InForce(number, one, condition, about_a_player, declared.locals + 8)

    def _note(self, known: object, block: Block, spans: tuple[Span, ...]) -> None:
        if id(known) not in self._numbers:
            self._numbers[id(known)] = len(self.every)
            self.every.append(block)
            self.spans.append(spans)

    def _add(self, what: str, name: str, statements: Statements, label: str = "") -> None:
        """Adds a block and those in it."""
        if statements:
            spans = tuple(_begin(one) for one in statements)
            self._note(statements[0], Block(what, name, label, _at(spans[0])), spans)
        for statement in statements:
            for inner, word, text in statement.named_blocks:
                self._add(word, name, inner, text)


def _for_anything(declared: "m.Definition | m.Property | m.Amount", one: m.Exception_) -> m.Expr | None:
    """Gives the condition of an exception, for anything that it can be about; None where that cannot be told."""
    if one.note >= 0:
        return one.condition
    if not _can_be_told(one.condition, ()):
        return None
    about = [declared.subject, *(param.type for param in declared.params)]
    condition = one.condition
    used = {inner.value for inner in walk.inside(condition) if isinstance(inner, m.ops.Local)}
    for local, kind in reversed(list(enumerate(about, start=1))):
        if local not in used or (local == 1 and isinstance(kind, PlayerType)):
            continue
        every = _every(kind, one.span)
        if every is None:
            return None
        condition = m.ops.Some(BOOL, one.span, set=every, test=condition, value=local)
    return condition


def _can_be_told(condition: m.Expr, within: tuple[object, ...], sure: bool = True) -> bool:
    """Tells whether a condition has an answer at any time.

    Args:
        sure: whether its locals are never none.
    """

    def is_there(one: m.Expr) -> bool:
        return isinstance(one, m.ops.Actor) or (isinstance(one, m.ops.Local) and sure)

    for one in walk.inside(condition):
        record = one.record
        if record.moment:
            return False
        if record.fails is Fails.OF_NONE and not all(
            isinstance(arg.type, SetType) or is_there(arg) for arg in one.args
        ):
            return False
        if record.fails is Fails.OUTSIDE and one.ref.of_numbers:
            return False
        if record.declared:
            if one.ref in within or any(line.operator == "divide" for line in _lines(one.ref)):
                return False
            given = all(is_there(arg) for arg in one.args)
            if not all(_can_be_told(inner, (*within, one.ref), given) for inner in walk.asked(one.ref)):
                return False
    return True


def _lines(declared: m.Decl) -> Iterator[m.AmountLine]:
    """Gives the lines of an amount, those of its exceptions included."""
    if isinstance(declared, m.Amount):
        yield from declared.lines
        for one in declared.exceptions:
            yield from one.lines


def _every(kind: Type | None, span: Span) -> m.Expr | None:
    """Gives all that are of a type; None of types of which there is no list."""
    match kind:
        case ThingType(kind=found):
            return m.ops.Things(SetType(kind), span, ref=found)
        case EnumType(enum=enum):
            return m.ops.Members(SetType(kind), span, ref=enum)
        case PlayerType():
            return m.ops.Players(SetType(PLAYER), span)
    return None


def _begin(statement: Any) -> Span:
    span: Span = statement.span
    return span


def _at(span: Span) -> str:
    found = place(span)
    return f"{found.file}:{found.line}:{found.column}"
