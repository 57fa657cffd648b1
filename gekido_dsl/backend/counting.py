"""Counters inside a batch module: what happens in its games and to whom, who is asked, and what is played of the rules.

They are fed where something is told and where somebody is asked, and count under the same names as on the interpreter;
see `simulate.tallies` for what is counted.

While a game goes on, its counters stand apart, as a game that comes to a rule error is not counted. When it is over
they are added to the totals, and it is noted which of them were touched; the host, which knows who won, then has these
counted as games, and as games that were won.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

from gekido_dsl.backend.course import Coursing
from gekido_dsl.backend.parts import Parts
from gekido_dsl.backend.rows import ROWS, Counters, Group
from gekido_dsl.backend.runtime import TooLarge
from gekido_dsl.ground.handling import work_of
from gekido_dsl.ground.tally_names import TallyNames
from gekido_dsl.ground.told import TOLD, About
from gekido_dsl.lowering import Lowered
from gekido_dsl.lowering.game.sites import HOLE, LISTED, Site
from gekido_dsl.model import hidden
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.addresses import Addresses
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Function, Stmt

MOST: Final = 1 << 20
"""How many counters there may be."""
_LOG: Final = 1 << 18
"""How many touched counters can be noted, of all games of a call, if there are no more counters than that."""

Key = tuple[str, str, str]
"""What happened, kind, name."""
_How = Literal["one", "thing", "source", "entered", "use"]


class Counting:
    """The counters of one game, as they are put into its batch module."""

    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered
        layout = lowered.layout
        self.seats = layout.players + 1
        """How many counters stand side by side: for nobody, and for each player."""
        names = TallyNames(layout).of
        self._names = list(dict.fromkeys([("", ""), *names]))
        number = {name: at for at, name in enumerate(self._names)}
        self._name_of = [number[name] for name in names]
        self._bases: dict[Key | str, int] = {}
        self._asks: dict[str, int] = {}
        self._size = 0

    # ------------------------------------------------------------ in the module

    def prepare(self, parts: Parts) -> None:
        """Gives every site its counters, and makes the functions that count."""
        for site in self._lowered.sites.every:
            if site.kind == "choose":
                self._asks.setdefault(site.rule, len(self._asks))
            elif site.kind == "tell":
                self._counted(site, [ir.Const(0)] * (len(site.args) + 1))
        if self._size > MOST:
            raise TooLarge(f"{self._size:,} things would be counted, and {MOST:,} is the most")
        b = self._b = parts.b
        self._name_numbers = b.table("name number", self._name_of, guard=0)
        roots = self._lowered.layout.root_of
        self._root = b.table("root of", roots) if roots != list(range(len(roots))) else None
        self._saved = parts.saved
        size, asks = max(self._size, 1), max(len(self._asks), 1)
        self._times, self._amounts = b.control("times", size), b.control("amounts", size, 64)
        self._touched, self._number = b.control("touched", size), b.control("touched number")
        self._asked = b.control("asked", 3 * asks, 64)
        """Of the game that is played, by rule: decisions, choices, and the most of one."""
        self._all_times, self._all_amounts = (
            b.control("all times", size, 64),
            b.control("all amounts", size, 64),
        )
        self._games, self._won = b.control("games", size), b.control("games won", size)
        self._all_asked = b.control("all asked", 3 * asks, 64)
        blocks = max(len(self._lowered.blocks), 1)
        self._reached, self._all_reached = b.control("reached", blocks), b.control("all reached", blocks, 64)
        self._saves = any(isinstance(one, ir.Save) for f in b.functions for one in walk.statements(f.body))
        self._log, self._logged = b.control("log", max(_LOG, size)), b.control("logged")
        self._ends, self._winners = b.control("ends", ROWS), b.control("winners", ROWS, 64)
        self._done = b.control("done")
        self._course = Coursing(self._lowered, parts, len(self._asks))
        self._note = self._note_function()
        self._functions: dict[_How, Function] = {
            "one": self._note,
            "thing": self._thing_function("note_thing"),
            "source": self._thing_function("note_source"),
            "entered": self._entered_function(),
            "use": self._use_function(),
        }
        self._note_asked = self._asked_function()
        self.forget = self._forget_function()
        """Forgets the game that was given up."""
        self.close = self._close_function()
        """Adds a game that is over, by its row, to the totals."""
        self.fold = self._fold_function()
        """Counts the games of some rows for those who won them, as the host has noted."""

    @property
    def full(self) -> ir.Expr:
        """Whether there may be no room to note what another game touches, until the host has had the games counted."""
        return e.gt(e.load(self._logged), self._log.length - self._touched.length)

    @property
    def read(self) -> tuple[ir.Array, ...]:
        """What the host alone reads."""
        return self._course.rows, self._course.blind

    def has_played(self, f: FunctionBuilder, end: e.Value) -> None:
        """Emits that the games up to a row are over."""
        f.store(self._done, 0, end)

    def told(self, site: int, values: tuple[ir.Expr, ...]) -> list[Stmt]:
        """Gives the statements that count something told."""
        told = self._lowered.sites[site]
        made: list[Stmt] = [
            ir.Call(self._functions[how], given) for how, given in self._counted(told, values)
        ]
        work = work_of(told.word, told.args)
        if work >= 0:
            made += self._not_tried(self._course.handled(work))
        return made

    def asked(self, site: int, seat: ir.Expr, count: ir.Expr, choice: ir.Expr) -> list[Stmt]:
        """Gives the statements that count a question."""
        asking = self._lowered.sites[site]
        rule = self._asks[asking.rule]
        counted = self._course.asked(seat, count, choice, rule, window=asking.asked == "window")
        return [ir.Call(self._note_asked, (ir.Const(3 * rule), count)), counted]

    def reached(self, block: int, condition: ir.Expr | None = None) -> list[Stmt]:
        """Gives the statements that count a block which begins, if it does; not while something is only tried."""
        at = ir.Const(block)
        count: Stmt = ir.Store(self._reached, at, e.add(e.load(self._reached, at), 1))
        return self._not_tried(count if condition is None else ir.If(condition, (count,)))

    def _not_tried(self, count: Stmt) -> list[Stmt]:
        """Gives a statement for what happens, not for what is only tried."""
        return [ir.If(e.not_(e.load(self._saved)), (count,))] if self._saves else [count]

    # ------------------------------------------------------------ what is counted

    def _of_names(self, what: str) -> ir.Const:
        """Gives the first counter of something that happens to things, of whatever name."""
        return self._base(what, len(self._names))

    def _of(self, what: str, kind: str = "", name: str = "") -> ir.Const:
        """Gives the first counter of something that happens to what has this name."""
        return self._base((what, kind, name), 1)

    def _base(self, key: Key | str, names: int) -> ir.Const:
        if key not in self._bases:
            self._bases[key] = self._size
            self._size += names * self.seats
        return ir.Const(self._bases[key])

    def _counted(self, site: Site, values: Sequence[ir.Expr]) -> list[tuple[_How, tuple[ir.Expr, ...]]]:
        """Tells what is counted of something told, as `interpreter.noticing` has it: how, and with which numbers."""
        actor, numbers = values[0], iter(values[1:])
        args: list[Any] = [next(numbers) if arg in (HOLE, LISTED) else arg for arg in site.args]
        kind, zero = site.word, ir.Const(0)

        def thing(what: str, one: ir.Expr, amount: ir.Expr = zero) -> tuple[_How, tuple[ir.Expr, ...]]:
            return "thing", (self._of_names(what), one, amount, actor)

        def one(base: ir.Const, seat: ir.Expr) -> tuple[_How, tuple[ir.Expr, ...]]:
            return "one", (e.add(base, e.add(seat, 1)), zero)

        match kind:
            case "damage":
                source = self._of_names("deals damage"), args[2], args[1], actor
                return [thing("damage", args[0], args[1]), ("source", source)]
            case "use":
                action, value, player = args
                if not isinstance(item(action.item), ThingType):
                    return [one(self._of(action.name), player)]
                of_names = self._of_names(action.name)
                return [("use", (of_names, value, player))]
            case "announce":
                text, whom, of_type = args[:3]
                text = text.removesuffix(f" at {hidden.UNREAD}")
                if of_type is None:
                    return [one(self._of(text), actor)]
                if isinstance(item(of_type), ThingType):
                    return [thing(text, whom)]
                return [one(self._of(text), e.select(e.lt(whom, 0), actor, whom))]
            case "begin":
                return [one(self._of("begin", "phase", args[0].name), actor)]
        told = TOLD[kind]
        match told.about:
            case About.MOVED:
                entered = self._of_names("is entered"), args[0], args[1], args[2], actor
                return [thing(kind, args[0]), ("entered", entered)]
            case About.THING:
                return [thing(kind, args[0], args[told.amount] if told.amount else zero)]
            case About.PLAYER:
                return [one(self._of(kind), args[0])]
            case About.ELSE:
                return []

    def meaning(self, addresses: Addresses) -> Counters:
        """Tells what the counters mean, and where they lie in the memory of the module."""
        at, names = addresses.by_array, tuple(self._names)
        groups = [
            Group(base, key, names) if isinstance(key, str) else Group(base, key[0], (key[1:],))
            for key, base in self._bases.items()
        ]
        return Counters(
            tuple(groups),
            tuple(self._asks),
            tuple((*block,) for block in self._lowered.blocks),
            self.seats,
            self._times.length,
            at[self._all_times],
            at[self._all_amounts],
            at[self._games],
            at[self._won],
            at[self._all_asked],
            at[self._all_reached],
            at[self._winners],
            at[self._done],
            at[self._course.rows],
            self._course.width,
            at[self._course.blind],
        )

    # ------------------------------------------------------------ the functions

    def _note_function(self) -> Function:
        f = self._b.function("note", ["counter", "amount"])
        counter, amount = f.parameters
        with f.if_(e.not_(e.load(self._saved))):
            with f.if_(e.not_(e.load(self._times, counter))):
                f.store(self._touched, e.load(self._number), counter)
                f.increase(self._number)
            f.increase(self._times, counter)
            f.increase(self._amounts, counter, e.extend(amount))
        return f.finish()

    def _thing_function(self, name: str) -> Function:
        f = self._b.function(name, ["base", "thing", "amount", "actor"])
        base, thing, amount, actor = f.parameters
        if name == "note_source":
            with f.if_(e.lt(thing, 0)):
                f.return_()
        f.call(self._note, self._counter(f, base, thing, thing, actor), amount)
        return f.finish()

    def _entered_function(self) -> Function:
        f = self._b.function("note_entered", ["base", "thing", "before", "after", "actor"])
        base, thing, before, after, actor = f.parameters
        inside = e.within(after, 0, self._lowered.layout.count - 1)
        with f.if_(e.and_(inside, e.ne(after, before))):
            f.call(self._note, self._counter(f, base, after, thing, actor), 0)
        return f.finish()

    def _use_function(self) -> Function:
        f = self._b.function("note_use", ["base", "thing", "player"])
        base, thing, player = f.parameters
        name = e.mul(e.load(self._name_numbers, thing), self.seats)
        f.call(self._note, e.add(base, e.add(name, e.add(player, 1))), 0)
        return f.finish()

    def _counter(
        self, f: FunctionBuilder, base: ir.Expr, thing: ir.Expr, whose: ir.Expr, actor: ir.Expr
    ) -> ir.Expr:
        """Gives the counter of something that happened to a thing: by its name, and by whose another one is."""
        root = whose if self._root is None else e.load(self._root, whose)
        owner = f.let(e.load(self._lowered.memory.owner, root), "owner")
        seat = e.add(e.select(e.lt(owner, 0), actor, owner), 1)
        return f.let(e.add(base, e.add(e.mul(e.load(self._name_numbers, thing), self.seats), seat)))

    def _asked_function(self) -> Function:
        f = self._b.function("note_asked", ["rule", "count"])
        rule, count = f.parameters
        wide = f.let(e.extend(count), "choices")
        f.increase(self._asked, rule)
        f.increase(self._asked, e.add(rule, 1), wide)
        _raise(f, self._asked, e.add(rule, 2), wide)
        return f.finish()

    def _forget_function(self) -> Function:
        f = self._b.function("forget")
        with f.each(0, e.load(self._number), "i") as i:
            counter = f.let(e.load(self._touched, i), "counter")
            f.store(self._times, counter, 0)
            f.store(self._amounts, counter, 0)
        f.store(self._number, 0, 0)
        for array in (self._asked, self._reached):
            with f.each(0, array.length) as i:
                f.store(array, i, 0)
        self._course.forget(f)
        return f.finish()

    def _close_function(self) -> Function:
        f = self._b.function("close", ["row"])
        (row,) = f.parameters
        self._course.close(f, row)
        logged = f.let(e.load(self._logged), "logged")
        with f.each(0, e.load(self._number), "i") as i:
            counter = f.let(e.load(self._touched, i), "counter")
            f.increase(self._all_times, counter, e.extend(e.load(self._times, counter)))
            f.increase(self._all_amounts, counter, e.load(self._amounts, counter))
            f.store(self._log, e.add(logged, i), counter)
        f.store(self._logged, 0, e.add(logged, e.load(self._number)))
        f.store(self._ends, row, e.load(self._logged))
        for rule in range(0, self._asked.length, 3):
            for part in (rule, rule + 1):
                f.increase(self._all_asked, part, e.load(self._asked, part))
            _raise(f, self._all_asked, rule + 2, e.load(self._asked, rule + 2))
        with f.each(0, self._reached.length) as i:
            f.increase(self._all_reached, i, e.extend(e.load(self._reached, i)))
        f.call(self.forget)
        return f.finish()

    def _fold_function(self) -> Function:
        f = self._b.function("fold", ["begin", "end"])
        begin, end = f.parameters
        at = f.variable(0, "at")
        with f.each(begin, end, "row") as row:
            winners = f.let(e.load(self._winners, row), "winners")
            stop = f.let(e.load(self._ends, row), "stop")
            with f.if_(e.ne(winners, 0)), f.each(at, stop, "i") as i:
                counter = f.let(e.load(self._log, i), "counter")
                f.increase(self._games, counter)
                seat = e.extend(e.rem(counter, self.seats))
                f.increase(self._won, counter, e.wrap(e.and_(e.shr_u(winners, seat), 1)))
            f.set(at, stop)
        f.store(self._logged, 0, 0)
        return f.finish()


def _raise(f: FunctionBuilder, array: ir.Array, index: e.Value, value: ir.Expr) -> None:
    """Emits that a number becomes another one that is greater."""
    with f.if_(e.gt(value, e.load(array, index))):
        f.store(array, index, value)
