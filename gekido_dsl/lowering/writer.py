"""Writes one function of the program: expressions and statements of the model, as seen from one body.

A writer knows where it stands: the function, what the locals of the body hold, who acts, what is due once the step at
hand is done. What is asked inside another declaration (a definition, an amount) is written by a writer of its own into
the same function.

Invariants:
    An expression that a writer gives may read state; it holds until the next statement that changes what it reads.
    `fixed` keeps it.
    Local 0 is the acting player. A local that holds several holds a `Set` that never changes.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from gekido_dsl.ground.spoken_of import spoken_of
from gekido_dsl.lowering.due import Due
from gekido_dsl.lowering.registry import OPERATORS, VERBS, NotLowered
from gekido_dsl.lowering.sets import Frozen, Nothing, Set, Single
from gekido_dsl.lowering.sites import HOLE, LISTED, Listed, Site
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.source import Span

if TYPE_CHECKING:
    from gekido_dsl.lowering.flow import Around
    from gekido_dsl.lowering.looking_ahead import Direct
    from gekido_dsl.lowering.lowering import Lowering

T = TypeVar("T")
Held = ir.Expr | Set
"""What a local of a body holds."""


class Writer:
    """Writes into one function."""

    def __init__(
        self,
        lowering: "Lowering",
        code: FunctionBuilder,
        decl: m.Decl | None,
        locals_: dict[int, Held] | None = None,
        name: str | None = None,
    ) -> None:
        self.lowering = lowering
        self.code = code
        self.memory = lowering.memory
        self.layout = lowering.layout
        self.game = lowering.game
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
        self.rounds = 1
        """How often, at most, what is written here runs within the step at hand."""
        self.region = 0
        """The outermost loop of the step that is written in; 0 outside of all."""
        self.around: list[Around] = []
        """What is around the statement at hand, the body itself first."""
        self.phase: tuple[int, ir.Label] | None = None
        """In the body of a phase: its status, and where to go when something ends it."""
        self.given = frozenset(self.locals)
        """The locals that the function begins with."""
        self.standing: dict[int, Type] = {}
        """What the body at hand was given, and what each `each` around the statement at hand holds."""
        self.window: m.Window | None = None
        """The window that is known to be open."""
        self.ahead: Direct | None = None
        """In the function of a loop that looks ahead, that loop."""
        self.doer: ir.Expr | None = None
        """Who does what is told here, where it is not the acting player."""
        self.laying = False
        """Whether boards are being laid, so that all their spaces are there to be laid."""
        self.span: Span | None = None
        self.cites: tuple[m.Citation, ...] = ()

    # ------------------------------------------------------------ expressions

    def lower(self, e: m.Expr) -> Held:
        """Lowers an expression: a number, or several."""
        function = OPERATORS.get(e.op)
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

    def apart(self, write: Callable[[], ir.Expr]) -> tuple[ir.Expr, ir.Body]:
        """Gives an expression, and the statements that work it out, without putting these here."""
        with self.code.nested() as level:
            found = write()
        return found, tuple(level.body)

    def unwritten(self, lower: Callable[[], T]) -> T:
        """Gives what lowering gives, and writes nothing of it: for what is known of it beforehand."""
        with self.code.nested():
            return lower()

    def put(self, statements: ir.Body) -> None:
        """Puts statements that were written apart here."""
        for statement in statements:
            self.code.emit(statement)

    @property
    def actor(self) -> ir.Expr:
        """Who acts."""
        found = self.locals[0]
        assert not isinstance(found, Set)
        return found

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
        if before is None:
            del self.locals[local]
        else:
            self.locals[local] = before

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

    # ------------------------------------------------------------ acts

    def act(self, sentence: m.Sentence) -> None:
        """Writes the act of a sentence, once everything is chosen."""
        function = VERBS.get(type(sentence.act))
        if function is None:
            raise NotLowered(f"the verb `{sentence.act.record.name}`", sentence.span)
        function(self, sentence, sentence.act)

    @contextmanager
    def step(self, span: Span | None = None, cites: tuple[m.Citation, ...] = ()) -> Iterator[None]:
        """Writes a step: what it makes due runs when it is done."""
        outer = self.due, self.rounds, self.region, self.span, self.cites
        self.due, self.rounds, self.region = Due(), 1, 0
        self.span, self.cites = span or self.span, cites or self.cites
        yield
        due = self.due
        self.due, self.rounds, self.region = outer[:3]
        due.run(self)
        self.span, self.cites = outer[3:]

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
            used = {one.value for one in walk.inside(why) if one.op == "local" and one.value}
            held = {local: self.locals.get(local) for local in sorted(used)}
            known = {local: value for local, value in held.items() if isinstance(value, ir.Expr)}
            asked, numbers = (why, tuple(known)), [*numbers, *known.values()]
        site = Site("tell", kind, self.rule, span or self.span, self.body_cites, static, asked)
        self.code.tell(self.lowering.sites.add(site), self.doer or self.actor, *numbers)

    def trigger(self, kind: str, name: str, actor: ir.Expr, *given: ir.Expr) -> None:
        """Makes the triggers of an event due, whose conditions hold now."""
        for trigger in self.lowering.triggers.get((kind, name), ()):
            self.make_due(self.lowering.body_of(trigger), trigger, actor, *given)

    def make_due(self, function: ir.Function, trigger: m.Procedure, actor: ir.Expr, *given: ir.Expr) -> None:
        """Makes a trigger due if its condition holds now."""
        assert self.due is not None
        if trigger.condition is None:
            self.due.add(self, function, trigger, (actor, *given))
            return
        asked = self.within(trigger, {0: actor, **dict(enumerate(given, 1))})
        with self.code.if_(asked.test(trigger.condition)):
            self.due.add(self, function, trigger, (actor, *given))

    # ------------------------------------------------------------ chance and choices

    def draw(self, count: ir.Expr | int, kind: str, what: str) -> ir.Local:
        """Draws one of equally likely numbers."""
        from gekido_dsl.lowering import looking_ahead

        looking_ahead.refuse_chance(self)
        site = Site("draw", what, self.rule, self.span, args=(kind,))
        return self.code.draw(count, self.lowering.sites.add(site))

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

    def choose(
        self,
        seat: ir.Expr,
        count: ir.Expr | int,
        site: Site,
        options: Sequence[Callable[[ir.Expr], ir.Expr]],
        declines: ir.Expr | bool = False,
        about: Sequence[ir.Expr] = (),
    ) -> ir.Local:
        """Asks for one of several options; declining comes last.

        Args:
            options: for each slot, what gives its value of an option by its number.
            declines: whether declining is offered besides, or how many options without a value are.
            about: the things that the question is about.
        """
        from gekido_dsl.lowering import coverage

        number = self.lowering.sites.add(site)
        seat = self.code.let(seat)
        if self.lowering.tries:
            from gekido_dsl.lowering import looking_ahead

            return looking_ahead.choose(self, seat, count, number, options, declines, about)
        self.refuse_automaton(seat, site)
        with self.code.listing() as level, self.code.each(0, count, "option") as k:
            self.code.emit(ir.Offer(tuple(value(k) for value in options)))
        listing, every = tuple(level.body), x.constant(count)
        if declines is not False:
            more = x.constant(int(declines)) if isinstance(declines, bool) else declines
            with self.code.nested() as level, self.code.each(0, more):
                self.code.emit(ir.Offer(()))
            listing, every = (*listing, *level.body), x.add(every, more)
        local = self.code.local("k")
        coverage.count_in_force(self, seat)
        self.code.emit(ir.Choose(local, x.constant(seat), every, number, listing, tuple(about)))
        return local


def _is_known(told: Any) -> bool:
    return not isinstance(told, ir.Expr | Listed)


def _told(told: Any) -> Any:
    return LISTED if isinstance(told, Listed) else HOLE if isinstance(told, ir.Expr) else told
