"""Writes one function of the program: expressions and statements of the model, as seen from one body.

A writer knows where it stands: the function, what the locals of the body hold, who acts, what is due once the step at
hand is done. What is asked inside another declaration (a definition, an amount) is written by a writer of its own into
the same function.

Invariants:
    An expression that a writer gives may read state; it holds until the next statement that changes what it reads.
    `fixed` keeps it.
    Local 0 is the acting player. A local that holds several holds a `Set` that never changes.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from gekido_dsl.ground.spoken_of import spoken_of
from gekido_dsl.lowering.game.errors import NotLowered
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.sites import HOLE, LISTED, Listed, Site
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Frozen, Nothing, Set, Single
from gekido_dsl.lowering.writing.around import Around, Direct
from gekido_dsl.lowering.writing.due import Due
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.source import Span

Held = ir.Expr | Set
"""What a local of a body holds."""


class Writer(Pen):
    """Writes into one function."""

    def __init__(
        self,
        lowering: Lowering,
        code: FunctionBuilder,
        decl: m.Decl | None,
        locals_: dict[int, Held] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(lowering, code)
        self.decl = decl
        self.rule = name if name is not None else decl.name if decl is not None else ""
        """What a reader calls the body."""
        self.body_cites = decl.cites if decl is not None else ()
        self.locals: dict[int, Held] = dict(locals_ or {})
        self.variables: dict[int, ir.Local] = {}
        """The locals of the body that may be assigned to, by number."""
        self.lists: dict[int, Frozen] = {}
        self.sure: set[int] = set()
        """The locals that were just chosen and are never none, while what was chosen is done."""
        self.due: Due | None = None
        """What the step at hand makes due; None where nothing runs."""
        self.around: list[Around] = []
        """What is around the statement at hand, the body itself first."""
        self.phase: tuple[int, ir.Label] | None = None
        """In the body of a phase: its status, and where to go when something ends it."""
        self.given = frozenset(self.locals)
        """The locals that the function begins with."""
        self.kept: set[int] = set()
        """The locals that hold what sentences further on ask about; see `keep`."""
        self.standing: dict[int, Type] = {}
        """What the body at hand was given, and what each `each` around the statement at hand holds."""
        self.window: m.Window | None = None
        """The window that is known to be open."""
        self.ahead: Direct | None = None
        """In the function of a loop that looks ahead, that loop."""
        self.doer: ir.Expr | None = None
        """Who does what is told here, where it is not the acting player."""
        self.marked: dict[int, Set] = {}
        """Sets that were worked out before, by the identity of their expression."""
        self.laying = False
        """Whether boards are being laid, so that all their spaces are there to be laid."""
        self.span: Span | None = None
        self.cites: tuple[m.Citation, ...] = ()

    # ------------------------------------------------------------ expressions

    def lower(self, e: m.Expr) -> Held:
        """Lowers an expression: a number, or several."""
        function = OPERATORS.get(type(e))
        if function is None:
            raise NotLowered(f"the operator `{e.op}`", e.span)
        return function(self, e)

    def value(self, e: m.Expr) -> ir.Expr:
        """Lowers an expression that gives one number."""
        found = self.lower(e)
        if isinstance(found, Set):
            raise NotLowered(f"`{e.op}` as one value", e.span)
        return found

    def fixed(self, e: m.Expr) -> ir.Expr:
        """Lowers an expression and keeps its number, whatever changes afterwards."""
        return self.code.let(self.value(e))

    def several(self, e: m.Expr) -> Set:
        """Lowers an expression that gives several."""
        found = self.lower(e)
        return found if isinstance(found, Set) else Single(self.code.let(found))

    def things(self, e: m.Expr) -> Set:
        """Lowers what an act is done to: one or several; none is nothing."""
        found = self.lower(e)
        if isinstance(found, Set):
            return found
        return Nothing() if found == ir.Const(NONE) else Single(self.code.let(found))

    def one_of(self, e: m.Expr) -> ir.Expr:
        """Lowers where one is wanted and several may be given: then the first."""
        found = self.lower(e)
        return found.first(self) if isinstance(found, Set) else found

    def test(self, e: m.Expr) -> ir.Expr:
        """Lowers a condition: 0 or 1."""
        return x.truth(self.value(e))

    @property
    def actor(self) -> ir.Expr:
        """Who acts."""
        found = self.locals[0]
        assert not isinstance(found, Set)
        return found

    def exception(self, exception: m.Exception_) -> ir.Expr:
        """The condition of an exception: asked afresh, or as it was noted."""
        if exception.note < 0:
            return self.test(exception.condition)
        return x.load(self.memory.notes, exception.note)

    # ------------------------------------------------------------ locals

    def within(self, decl: m.Decl, locals_: dict[int, Held]) -> "Writer":
        """Gives the writer of another declaration that is asked here."""
        made = Writer(self.lowering, self.code, decl, locals_)
        made.rounds, made.region = self.rounds, self.region
        made.laying, made.window = self.laying, self.window
        return made

    @contextmanager
    def bind(self, local: int, held: Held) -> Iterator[None]:
        """Has a local hold what a loop gives, in what is written inside; afterwards it holds what it held before."""
        before = self.locals.get(local)
        self.locals[local] = held
        yield
        assert self.locals.get(local) is held, f"local {local} was assigned to where a loop holds it"
        if before is None:
            del self.locals[local]
        else:
            self.locals[local] = before

    def keep(self, local: int, held: Held) -> None:
        """Has a local hold something from here on, to the end of the function."""
        self.locals[local] = held
        self.kept.add(local)

    def assign(self, local: int, value: ir.Expr | int) -> None:
        """Writes a number into a local of the body."""
        if local not in self.variables:
            self.variables[local] = self.code.local(f"l{local}")
        self.code.set(self.variables[local], value)
        self.locals[local] = self.variables[local]

    def assign_several(self, local: int, held: Set) -> None:
        """Writes several into a local of the body."""
        frozen = self.lists.get(local)
        if frozen is None or frozen.most < held.most:
            count = self.code.local(f"n{local}")
            made = self.code.frame(f"l{local}", max(held.most, 1))
            self.lists[local] = frozen = Frozen(made, count, held.most, held.sure)
        taken = held.freeze(self)
        with self.code.each(0, taken.count(self), bound=taken.most) as k:
            self.code.store(frozen.array, k, taken.nth(self, k))
        assert isinstance(frozen.number, ir.Local)
        self.code.set(frozen.number, taken.count(self))
        self.locals[local] = frozen

    def finish(self) -> ir.Function:
        """Ends the function. What a loop or a question had a local hold has ended with it."""
        left = self.locals.keys() - self.given - self.variables.keys() - self.lists.keys() - self.kept - {0}
        assert not left, f"locals that outlive what they were bound in: {sorted(left)}"
        function = self.code.finish()
        begin = (*self.begin_locals(), *self.lowering.beginning_of(self.code))
        function.body = (*begin, *function.body)
        return function

    def begin_locals(self) -> ir.Body:
        """Gives the statements that a function begins with: what is not assigned yet is none."""
        empty = [
            ir.Set(one.number, ir.Const(0)) for one in self.lists.values() if isinstance(one.number, ir.Local)
        ]
        return (*(ir.Set(one, ir.Const(NONE)) for one in self.variables.values()), *empty)

    @contextmanager
    def acting(self, player: ir.Expr) -> Iterator[None]:
        """Has a player act in what is written inside."""
        before, self.locals[0] = self.locals[0], player
        yield
        self.locals[0] = before

    # ------------------------------------------------------------ acts and statements

    def block(self, statements: tuple[m.Statement, ...]) -> None:
        """Writes statements one after the other."""
        number = self.lowering.blocks.of(statements)
        if number is not None:
            self.code.reach(number)
        for statement in statements:
            self.lowering.at = statement.span
            for write in BEFORE:
                write(self, statement)
            STATEMENTS[type(statement)](self, statement)

    def body(self, statements: tuple[m.Statement, ...]) -> None:
        """Writes the statements of a body; `stop` outside of a loop leaves it."""
        outer = self.around
        with self.code.block("body") as after:
            self.around = [Around(after)]
            self.block(statements)
        self.around = outer

    def act(self, sentence: m.Sentence) -> None:
        """Writes the act of a sentence, once everything is chosen."""
        function = VERBS.get(type(sentence.act))
        if function is None:
            raise NotLowered(f"the verb `{sentence.act.record.name}`", sentence.span)
        function(self, sentence, sentence.act)

    def call(self, function: ir.Function, *arguments: ir.Expr | int) -> None:
        """Runs another body here; what it gives besides 0 is handed on, but for the end of one's own phase."""
        if self.phase is None:
            self.code.call(function, *arguments)
            return
        self.hand_on(self.code.call_status(function, *arguments))

    def hand_on(self, status: ir.Expr) -> None:
        """Hands on what another body gave, unless it ends one's own phase."""
        if self.phase is not None:
            own, leave = self.phase
            self.code.br(leave, x.eq(status, own))
        with self.code.if_(status):
            self.code.return_(status)

    def error(self, message: str, span: Span | None, *args: Any) -> None:
        """A rule cannot be carried out."""
        self.code.error(self.lowering.sites.error(message, self.rule, span, args))

    def tell(self, kind: str, *args: Any, span: Span | None = None, why: m.Expr | None = None) -> None:
        """Tells that something happened; numbers of the match and what is known are told apart.

        Args:
            why: what gave a number that is to be explained.
        """
        static = tuple(_told(one) for one in args)
        numbers = [one.count if isinstance(one, Listed) else one for one in args if not _is_known(one)]
        asked: tuple[m.Expr, tuple[int, ...]] | None = None
        if why is not None:
            used = {one.value for one in walk.inside(why) if isinstance(one, m.ops.Local) and one.value}
            held = {local: self.locals.get(local) for local in sorted(used)}
            known = {local: value for local, value in held.items() if isinstance(value, ir.Expr)}
            asked, numbers = (why, tuple(known)), [*numbers, *known.values()]
        site = Site("tell", kind, self.rule, span or self.span, self.body_cites, static, asked)
        self.code.tell(self.lowering.sites.add(site), self.doer or self.actor, *numbers)

    # ------------------------------------------------------------ what is asked

    def spoken_of(self, part: Any) -> list[ir.Expr]:
        """Gives the things at hand that part of a statement speaks of."""
        held = [self.locals.get(local) for local in spoken_of(self.standing, part)]
        return [one for one in held if one is not None and not isinstance(one, Set)]

    def is_out(self, seat: ir.Expr) -> ir.Expr:
        """Whether a player is out of the game, so that nothing is asked of them."""
        if not self.lowering.may_go_out:
            return x.constant(0)
        return x.ne(x.load(self.memory.out, self.code.let(seat)), 0)

    def refuse_automaton(self, seat: ir.Expr, site: Site) -> None:
        """Writes that the automaton may not be asked."""
        if self.layout.automaton != NONE:
            with self.code.if_(x.eq(seat, self.layout.automaton)):
                self.error(f"the automaton decides nothing, and is asked: {site.word}", site.span)


def _is_known(told: Any) -> bool:
    return not isinstance(told, ir.Expr | Listed)


def _told(told: Any) -> Any:
    return LISTED if isinstance(told, Listed) else HOLE if isinstance(told, ir.Expr) else told


Operator = Callable[[Writer, Any], Held]
Verb = Callable[[Writer, m.Sentence, Any], None]

OPERATORS: Final[dict[type[m.Expr], Operator]] = {}
"""What lowers operators of each class; see `registry`."""
VERBS: Final[dict[type[m.Act], Verb]] = {}
"""What lowers acts of each class."""
BEFORE: Final[list[Callable[["Writer", m.Statement], None]]] = []
"""What is written before any statement."""
STATEMENTS: Final[dict[type, Callable[[Writer, Any], None]]] = {}
"""What writes statements of each class."""
