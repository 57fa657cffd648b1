"""Reaction windows: one function each, which asks the seats in their order, as often as they may act.

Whether a seat is asked depends on public facts alone: a seat that holds hidden things which might serve is asked
even when none of them does.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.limits import CHOICES_LIMIT
from gekido_dsl.languages import text
from gekido_dsl.lowering.choosing import distinct_choices
from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.lowering.kept import in_places, knowledge
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.sets.things import number_in
from gekido_dsl.lowering.verbs import effects
from gekido_dsl.lowering.writing.choices import choose
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.registry import lowers, operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Window)
def window(w: Writer, e: m.ops.Window) -> ir.Expr:
    """The open window; with a window, whether it is the open one."""
    if w.window is not None and e.ref is not None:
        return x.constant(int(e.ref is w.window))
    number = w.lowering.system("window")
    return number if e.ref is None else x.eq(number, e.ref.index + 1)


@operator(m.ops.Used)
def used(w: Writer, e: m.ops.Used) -> ir.Expr:
    """Whether a player has used one of the actions since a scope began."""
    actions, scope = e.ref
    player = w.fixed(e.player)
    found: ir.Expr = x.constant(0)
    for action in actions:
        array = w.memory.used[action.name, lay.scope_name(scope)]
        found = x.or_(found, x.gt(x.load(array, player), 0))
    return x.and_(x.ge(player, 0), found)


@operator(m.ops.Moved)
def moved(w: Writer, e: m.ops.Moved) -> ir.Expr:
    """Whether a thing has moved since a scope began."""
    thing = w.fixed(e.thing)
    kind = item(e.thing.type)
    assert isinstance(kind, ThingType)
    arrays = w.memory.moved(kind.kind.name, lay.scope_name(e.ref))
    if not arrays:
        return x.constant(0)
    ((array, first),) = arrays
    return x.gt(x.load(array, number_in(w, thing, first)), 0)


@lowers(m.acts.Open)
def open_(w: Writer, s: m.Sentence, act: m.acts.Open) -> None:
    """Runs a window."""
    decl = act.window
    key = ("window", id(decl))
    function = function_of(
        w.lowering, key, decl.name, ("actor",), "status", decl, lambda own: _Opening(own, decl).write()
    )
    w.call(function, w.actor)


@dataclass(frozen=True, slots=True)
class _Use:
    """What a seat may do: an action within a quota."""

    quota: int
    place: int
    """Which action of the quota it is."""
    action: m.Procedure


class _Opening:
    """Writes one window."""

    def __init__(self, w: Writer, decl: m.Window) -> None:
        self.w = w
        self.code = w.code
        self.decl = decl
        w.span, w.cites = decl.span, decl.cites
        w.window = decl

    def write(self) -> None:
        """Writes the lines, one after the other."""
        self.code.reach(self.w.lowering.blocks.of_window(self.decl))
        open_now = self.w.memory.system["window"]
        before = self.code.let(x.load(open_now, 0))
        self.code.store(open_now, 0, self.decl.index + 1)
        for line in self.decl.lines:
            self._line(line)
        self.code.store(open_now, 0, before)

    def _line(self, line: m.WindowLine) -> None:
        own = self.w.within(self.decl, {0: self.w.actor})
        if line.condition is not None:
            asked, statements = own.apart(lambda: own.test(line.condition))  # type: ignore[arg-type]
            if asked == ir.Const(0) and not statements:
                return
        if isinstance(line.seat.type, SetType):
            seats = own.several(line.seat).freeze(own)
            with self.code.each(0, seats.count(own), "seat", seats.most) as k:
                self._seat(line, self.code.let(seats.nth(own, k)))
            return
        with self.code.block("line") as after:
            # Who is asked is worked out when the line begins, whatever its condition says.
            self._seat(line, own.fixed(line.seat), after)

    def _seat(self, line: m.WindowLine, player: ir.Expr, after: ir.Label | None = None) -> None:
        """Asks one player, until they pass or can do nothing more."""
        w, code, layout = self.w, self.code, self.w.layout
        counts = [
            code.variable(0, "uses") if one.most is not None and one.scope is None else None
            for one in line.quotas
        ]
        with code.block("seat") as done, code.loop("seat") as again:
            own = w.within(self.decl, {0: w.actor})
            if line.condition is not None:
                code.br(done, x.not_(own.test(line.condition)))
            code.br(done, x.lt(player, 0))
            if layout.automaton != NONE:
                code.br(done, x.eq(player, layout.automaton))
            if w.lowering.may_go_out:
                code.br(done, x.load(w.memory.out, player))
            uses = [
                _Use(q, place, action)
                for q, quota in enumerate(line.quotas)
                for place, action in enumerate(quota.actions)
            ]
            most = sum(self._candidates(use.action, player).most for use in uses)
            array_use = code.frame("uses", max(most, 1))
            array_value = code.frame("values", max(most, 1))
            count, might = code.variable(0, "n"), code.variable(0, "might")
            at = 0
            for q, quota in enumerate(line.quotas):
                with code.block("quota") as out:
                    if quota.most is not None:
                        code.br(out, x.ge(self._uses(quota, counts[q], player), quota.most))
                    for action in quota.actions:
                        self._list(action, player, at, (array_use, array_value, count), might)
                        at += 1
            code.br(done, x.not_(x.or_(count, might)))
            if most > CHOICES_LIMIT:
                with code.if_(x.gt(count, CHOICES_LIMIT)):
                    message = f"there are more than {CHOICES_LIMIT:,} choices: {{}}"
                    w.error(message, line.span, _prompt(self.decl))
            picked = self._ask(line, player, count, uses, array_use, array_value)
            code.br(done, x.eq(picked, count))
            which = code.let(x.load(array_use, picked))
            value = code.let(x.load(array_value, picked))
            code.cases(which, [self._use(use, counts[use.quota], player, value) for use in uses])
            code.br(again)

    def _ask(
        self,
        line: m.WindowLine,
        player: ir.Expr,
        count: ir.Expr,
        uses: list[_Use],
        which: ir.Array,
        value: ir.Array,
    ) -> ir.Expr:
        w = self.w
        site = Site(
            "choose", _prompt(self.decl), self.decl.name, line.span, self.decl.cites, stop="pass",
            asked="window", labels=tuple(use.action.name for use in uses), source=(self.decl, line),
            types=("quota", "action", "value"),
        )  # fmt: skip
        quotas = w.lowering.table("quota", [use.quota for use in uses])
        places = w.lowering.table("action", [use.place for use in uses])
        options = (
            lambda k: x.load(quotas, x.load(which, k)),
            lambda k: x.load(places, x.load(which, k)),
            lambda k: x.load(value, k),
        )
        return choose(w, player, count, site, options, declines=True)

    # ------------------------------------------------------------ what can be used

    def _uses(self, quota: m.Quota, counted: ir.Local | None, player: ir.Expr) -> ir.Expr:
        if counted is not None:
            return counted
        assert quota.scope is not None
        found: ir.Expr = x.constant(0)
        for action in quota.actions:
            found = x.add(found, x.load(self.w.memory.used[action.name, lay.scope_name(quota.scope)], player))
        return found

    def _asking(self, action: m.Procedure, player: ir.Expr) -> Writer:
        return self.w.within(action, {0: player})

    def _candidates(self, action: m.Procedure, player: ir.Expr) -> Set:
        """Gives what an action may be done with, like things once; what working it out needs is not written."""
        assert action.candidates is not None
        asked, candidates = self._asking(action, player), action.candidates
        return asked.unwritten(lambda: asked.several(candidates))

    def _list(
        self,
        action: m.Procedure,
        player: ir.Expr,
        number: int,
        listed: tuple[ir.Array, ir.Array, ir.Local],
        might: ir.Local,
    ) -> None:
        """Lists what an action can be done with, and notes whether others must think that there may be something."""
        code, (uses, values, count) = self.code, listed
        asked = self._asking(action, player)
        assert action.candidates is not None
        with code.block("action") as out:
            if action.once_each is not None:
                array = self.w.memory.used[action.name, lay.scope_name(action.once_each)]
                code.br(out, x.gt(x.load(array, player), 0))
            with code.block("usable") as listed_all:
                for condition in action.only_if:
                    if not walk.reads(condition, 1):
                        code.br(listed_all, x.not_(asked.test(condition)))
                kind = item(action.candidates.type)
                found = distinct_choices.distinct(
                    asked, kind, in_places.listed(asked, action.candidates), player, action.candidates
                )

                def visit(value: ir.Expr, _: ir.Label) -> None:
                    with code.block("value") as no:
                        if not found.sure:
                            code.br(no, x.lt(value, 0))
                        with asked.bind(1, value):
                            for condition in action.only_if:
                                if walk.reads(condition, 1):
                                    code.br(no, x.not_(asked.test(condition)))
                            self._works(asked, action, player, no)
                        code.store(uses, count, number)
                        code.store(values, count, value)
                        code.set(count, x.add(count, 1))

                found.each(asked, visit)
            if _may_hide(self.w, kind):
                self._might(asked, action, count, might)

    def _works(self, asked: Writer, action: m.Procedure, player: ir.Expr, no: ir.Label) -> None:
        """Passes over what would do nothing."""
        for statement in action.body.statements:
            if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Apply):
                given = statement.act.effects
                if isinstance(given.type, SetType) or isinstance(given, m.ops.Items):
                    continue
                number = asked.lower(given)
                if isinstance(number, Set):
                    continue
                effect = self.code.let(number)
                with self.code.if_(x.ge(effect, 0)):
                    self.code.br(no, x.not_(effects.could_do(asked, player, effect)))

    def _might(self, asked: Writer, action: m.Procedure, count: ir.Expr, might: ir.Local) -> None:
        """Notes whether the seat holds hidden things that the action may be done with."""
        layout = self.w.layout
        hidden = [
            int(isinstance(decl, m.Place) and decl.seen != "everyone") for decl, _ in layout.place_names
        ]
        source = action.candidates
        while source is not None and isinstance(source, m.ops.Filter):
            source = source.set
        assert source is not None
        table = self.w.lowering.table("hidden", hidden, guard=0)

        def visit(thing: ir.Expr, leave: ir.Label) -> None:
            place = x.load(self.w.memory.chains.where, thing)
            with self.code.if_(x.load(table, place)):
                self.code.set(might, 1)
                self.code.br(leave)

        with self.code.if_(x.not_(x.or_(count, might))):
            asked.several(source).each(asked, visit)

    # ------------------------------------------------------------ using something

    def _use(
        self, use: _Use, counted: ir.Local | None, player: ir.Expr, value: ir.Expr
    ) -> Callable[[], None]:
        def write() -> None:
            w = self.w
            if counted is not None:
                self.code.set(counted, x.add(counted, 1))
            for (name, _), array in w.memory.used.items():
                if name == use.action.name:
                    self.code.increase(array, player)
            w.tell("use", use.action, value, player)
            w.call(w.lowering.body_of(use.action), player, value)

        return write


def _prompt(window: m.Window) -> str:
    return text("{window}: what do you use?", window=window.name)


def _may_hide(w: Writer, kind: object) -> bool:
    """Tells whether things of a kind may lie in places that not everybody sees."""
    if not isinstance(kind, ThingType):
        return False
    return any(
        place.seen != "everyone" and (place.holds is kind.kind) for place in w.game.places.values()
    ) and not knowledge.is_open(w, kind.kind)
