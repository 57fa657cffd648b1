"""The module that searches: a match module that grows a tree of choices, one playout at a time.

A playout runs from where the match stands. As long as it is in the tree, each choice is the one with the best bound of
what it may be worth; the first choice that is new to the tree joins it, and from there on chance chooses. What the end
is worth to whoever chose is added to each choice on the way (UCT; Kocsis and Szepesvári 2006).

The tree holds no positions. That of an open game has a place for each choice of a decision (`open_tree`); where
something is hidden or left to chance, one tree serves all worlds and rolls of dice (`shared_tree`).

Invariants:
    All is whole numbers: the same seed gives the same tree on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.bounds import Bounds
from gekido_dsl.backend.match import MatchModule, made
from gekido_dsl.backend.modes import ASKS, DEPTH, OFF, OPTIONS, OUT, STOPS, TREE
from gekido_dsl.backend.open_tree import OpenTree, is_open
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.backend.shared_tree import SharedTree
from gekido_dsl.lowering import Lowered
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Array, Expr, Function, Stmt

_OTHERS: Final = 128
"""Where hands are hidden, of 256 choices of others so many are left to chance: in the tree others answer a hand that
they do not see, since it is the same in all worlds."""
_IN_SECRET: Final = 64
"""And so many in a secret part, where nobody knows what there is to answer."""


@dataclass(frozen=True, slots=True)
class Found:
    """What `tell` tells, by option of the decision."""

    visits: Array
    """In how many playouts it was taken."""
    worth: Array
    """What it was worth in them, added up, to who decides."""
    certain: Array
    """What it is certain to be worth, and 1; 0 if that is not known."""
    rank: Array
    """The greater, the better it is to be taken."""


@dataclass(frozen=True, slots=True)
class TreeModule:
    """Exports besides what a match module does.

    `search(playouts, seed)` plays from where the match stands, `weigh()` judges the position, `give_up()` counts a
    playout in which a rule could not be carried out, `forget()` empties the tree, `tell(options)` says what was found.
    """

    match: MatchModule
    rewards: Array
    balances: Array
    base: Array
    scale: Array
    aimed: bool
    done: Array
    """How many playouts the last call of `search` has made."""
    found: Found
    settled: Array
    """Not 0 once it is certain what the decision is worth, so that to search on tells nothing."""
    until: Array
    """A playout stops in a later turn than this; and after how many decisions."""
    explores: Array
    """How much a choice that was seldom taken is preferred, as a share of what it is worth to win, in 256ths."""
    turns: Array
    """State: how many turns have begun."""
    flat: Array
    """Not 0 if the tree is the choices of the decision alone, and chance chooses from there on."""


class TreeMaker(Maker):
    """Adds a tree to a match module."""

    def __init__(self, lowered: Lowered) -> None:
        assert lowered.judge is not None, "nothing judges positions"
        self.lowered = lowered
        self.players = lowered.layout.players
        self.turns = lowered.memory.system["turns"]
        self.secret = lowered.memory.system["secret"]
        assert lowered.memory.rest is not None, "there are no rests"
        self.rest = lowered.memory.rest
        self.hands_hidden = lowered.memory.known is not None and not lowered.judge.aimed
        """Whether what is hidden decides the game: with an aim, playouts end long before much of it comes out."""
        self.open = is_open(lowered)
        # What is tried before it is chosen is listed in the tree alone: beyond it, ways are drawn until one passes.
        by_way = Function("beyond the tree", (), "i32") if self.open and _samples(lowered) else None
        super().__init__(lowered.program, traced=False, by_way=by_way)
        self.judge = self.parts.program.also[0]
        self.tree = OpenTree(self) if self.open else SharedTree(self)
        self.resting = self.b.scratch("resting", self.parts.size, 8)
        """The position at that rest."""
        self.rested = self._rested()

    def declare(self) -> None:
        """Declares the tree and what a playout needs."""
        b = self.b
        self.mode = b.control("mode")
        self.left = b.control("left")
        self.done = b.control("done")
        self.until = b.control("until", 2)
        self.explores = b.control("explores")
        self.found = Found(
            b.control("found visits", OPTIONS),
            b.control("found worth", OPTIONS, 64),
            b.control("found certain", OPTIONS),
            b.control("found rank", OPTIONS),
        )
        self.settled = b.control("settled")
        self.path = b.scratch("path", DEPTH)
        self.path_seat = b.scratch("path_seat", DEPTH)
        self.path_length = b.scratch("path_length")
        self.flat = b.control("flat")
        self.turn_here = b.scratch("turn_here")
        """In which turn the search decides."""
        self.root_end = b.control("root end")
        """How long the script is of where the match stands."""
        self.last_rest = b.scratch("last rest", 3)
        """The last rest that the match has come to since the boundary, 0 for none; how much of script and chances was
        before it."""
        self.bounds = Bounds(b)
        if self.by_way is not None:
            f, script_left = (
                FunctionBuilder(self.by_way),
                e.lt(e.load(self.control.script_at), e.load(self.control.script_length)),
            )
            f.return_(e.and_(e.eq(e.load(self.mode), OUT), e.not_(script_left)))
            f.finish()

    def going_on(self) -> Expr:
        """Whether nothing that happens stays."""
        return e.or_(e.load(self.control.auto), e.load(self.mode))

    def beyond(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits that the tree, or chance, chooses."""
        mode = f.let(e.load(self.mode), "mode")
        with f.if_(mode):
            with f.if_(e.eq(count, 1)):
                self.chosen(f, ir.Const(0))
                f.return_(0)
            with f.if_(e.and_(e.eq(mode, TREE), e.le(count, OPTIONS))):
                self._others_by_chance(f, seat, count)
                f.return_(ASKS)
            if self.open:
                # By so many choices no place of the tree is known, nor is that of what comes after.
                f.store(self.mode, 0, OUT)
            self.beyond_tree(f, seat, count)
            left = f.let(e.sub(e.load(self.left), 1), "left")
            f.store(self.left, 0, left)
            late = e.gt(e.load(self.turns), e.load(self.until))
            with f.if_(e.or_(e.lt(left, 0), late)):
                f.return_(STOPS)
            drawn = f.let(f.call_value(self.pick, count), "drawn")
            self.chosen(f, drawn)
            f.return_(drawn)

    def _others_by_chance(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits that others choose by chance now and then, of which the tree takes no note."""
        if not self.hands_hidden and self.decides is None:
            return
        share = e.select(e.load(self.secret), _IN_SECRET, _OTHERS if self.hands_hidden else 0)
        share = f.let(share, "share")
        other = e.and_(e.truth(e.load(self.path_length)), e.ne(seat, e.load(self.path_seat)))
        with f.if_(e.and_(other, e.truth(share))), f.if_(e.lt(f.call_value(self.pick, 256), share)):
            drawn = f.let(f.call_value(self.pick, count), "drawn")
            self.chosen(f, drawn)
            f.return_(drawn)

    def at_choice(self, f: FunctionBuilder, at: Expr) -> None:
        """From where the match stands, all chance comes from the seed of the playout."""
        ahead = e.and_(e.truth(e.load(self.mode)), e.ge(at, e.load(self.root_end)))
        with f.if_(e.and_(e.ne(e.load(self.reseed), 0), ahead)):
            f.store(self.reseed, 0, 0)
            f.call(self.parts.seed, e.load(self.reseed, 1))

    def waiting_for(self, local: ir.Local, choose: ir.Choose, wait: list[Stmt]) -> list[Stmt]:
        """Gives what is done once `take` gave a number."""
        waits = ir.Return(ir.Const(ir.WAITS))
        assert wait[-1] == waits
        asked = [ir.If(e.eq(local, STOPS), (waits,)), *self.tree.asked(local, choose, wait)]
        return [ir.If(e.lt(local, 0), tuple(asked))]

    # ------------------------------------------------------------ rests

    def special(self, statement: Stmt) -> list[Stmt] | None:
        """Gives what a statement means here."""
        if isinstance(statement, ir.Rest):
            zero = ir.Const(0)
            number = ir.Const(statement.number)
            return [ir.Store(self.rest, zero, zero), ir.Call(self.rested, (number,))]
        match statement:
            case ir.Picking() | ir.Unpicked():
                return []
            case ir.Pick(local=local, count=count):
                return [ir.Call(self.pick, (count,), local)]
            case ir.Picked():
                left = e.sub(e.load(self.left), 1)
                stops = e.or_(e.lt(e.load(self.left), 0), e.gt(e.load(self.turns), e.load(self.until)))
                waits = ir.Return(ir.Const(ir.WAITS))
                return [ir.Store(self.left, ir.Const(0), left), ir.If(stops, (waits,))]
        return super().special(statement)

    def _rested(self) -> Function:
        """Makes the function that notes that the match has come to a rest."""
        f, c = self.b.function("rested", ["number"]), self.control
        with f.if_(e.not_(self.going_on())):
            f.copy(self.resting, 0, self.parts.position, 0, self.parts.size)
            for at, value in enumerate((f.parameters[0], e.load(c.script_at), e.load(c.chances_at))):
                f.store(self.last_rest, at, value)
        return f.finish()

    def from_rest(self) -> Expr:
        """Whether a run may begin at the last rest: the script has become longer since, and nothing else."""
        return e.truth(e.load(self.mode))

    def set_out(self, f: FunctionBuilder) -> None:
        """Emits that a run begins at the last rest if it may."""
        c, number = self.control, e.load(self.last_rest)
        with f.if_(e.and_(self.from_rest(), e.truth(number))):
            f.copy(self.parts.position, 0, self.resting, 0, self.parts.size)
            for at, array in enumerate((self.rest, c.script_at, c.chances_at)):
                f.store(array, 0, e.load(self.last_rest, at))
        with f.else_():
            super().set_out(f)
            for array in (self.rest, self.last_rest):
                f.store(array, 0, 0)

    def marked(self, f: FunctionBuilder) -> None:
        """Emits that there was no rest since the boundary."""
        f.store(self.last_rest, 0, 0)

    def moved_on(self, f: FunctionBuilder) -> None:
        """Emits that what was before the boundary is in the script no more."""
        for at in (1, 2):
            f.increase(self.last_rest, at, e.sub(0, e.load(self.control.moved, at)))

    # ------------------------------------------------------------ playouts

    def exports(self, go: Function) -> dict[str, Function]:
        """Gives what the module exports besides what a match module does."""
        self.go = go
        tree = self.tree
        count = self.b.function("count", ["lost"])
        (lost,) = count.parameters
        with count.each(0, e.load(self.path_length), "step") as step:
            place = count.let(e.load(self.path, step), "place")
            reward = e.load(self.rewards, e.load(self.path_seat, step))
            count.increase(tree.visits, place)
            count.increase(tree.worth, place, e.extend(e.select(lost, 0, reward)))
        tree.ended(count, lost)
        self.counted(count)
        count.store(self.path_length, 0, 0)
        count.increase(self.done)
        count.finish()

        search = self.b.function("search", ["playouts", ("seed", "i64")])
        playouts, seed = search.parameters
        search.store(self.done, 0, 0)
        search.store(self.root_end, 0, e.load(self.control.script_length))
        with search.block("enough") as enough, search.each(0, playouts, "playout") as playout:
            search.br(enough, e.load(self.settled))
            nth = e.mul(e.add(e.extend(playout), 1), chance.GOLDEN)
            own = search.let(chance.mix(search, e.add(seed, nth)), "own")
            search.call(self.seed_player, own)
            search.store(self.reseed, 0, 1)
            search.store(self.reseed, 1, chance.mix(search, own))
            search.store(self.mode, 0, TREE)
            search.store(self.control.auto, 0, 0)
            search.store(self.left, 0, e.load(self.until, 1))
            search.store(self.path_length, 0, 0)
            self.playout_begins(search)
            tree.begins(search)
            search.call(go)
            self.played_on(search, go)
            tree.judged(search, self.judge)
            search.call(count.function, 0)
        search.store(self.mode, 0, OFF)
        search.finish()

        give_up = self.b.function("give_up")
        give_up.call(count.function, 1)
        give_up.store(self.mode, 0, OFF)
        give_up.store(self.control.script_length, 0, e.load(self.root_end))
        give_up.finish()

        forget = self.b.function("forget")
        tree.forget(forget)
        forget.store(self.settled, 0, 0)
        self.forgotten(forget)
        forget.finish()

        tell = self.b.function("tell", ["options"])
        found = self.found
        with tell.each(0, tell.parameters[0], "k") as k:
            for array in (found.visits, found.certain, found.rank):
                tell.store(array, k, 0)
            tell.store(found.worth, k, e.constant(0, "i64"))
        tree.tell(tell)
        tell.finish()

        weigh = self.b.function("weigh")
        weigh.call(self.judge)
        weigh.finish()
        builders = {"search": search, "give_up": give_up, "forget": forget, "tell": tell, "weigh": weigh}
        functions = {name: builder.function for name, builder in builders.items()}
        return functions | self.more_exports(functions)

    def more_exports(self, functions: dict[str, Function]) -> dict[str, Function]:
        """Gives what a module exports that does more than to search; `functions` are those of the search."""
        return {}

    def beyond_tree(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits what else there is to do with a decision that chance would take."""

    def first_time(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits what else there is to do with a decision that the tree comes to for the first time."""

    def chosen(self, f: FunctionBuilder, choice: Expr) -> None:
        """Emits what else there is to do with any choice of a playout."""

    def playout_begins(self, f: FunctionBuilder) -> None:
        """Emits what else there is to do before a playout."""

    def played_on(self, f: FunctionBuilder, go: Function) -> None:
        """Emits what else there is to do once a playout has run, before it is judged."""

    def forgotten(self, f: FunctionBuilder) -> None:
        """Emits what else is to be forgotten."""

    def counted(self, f: FunctionBuilder) -> None:
        """Emits what else there is to do with a playout that is over."""

    @property
    def rewards(self) -> Array:
        """What the judge gives."""
        assert self.lowered.judge is not None
        return self.lowered.judge.rewards


def _samples(lowered: Lowered) -> bool:
    """Whether any decision tries its choices before one is taken."""
    return any(
        isinstance(one, ir.Sampled)
        for function in walk.reachable([lowered.program.entry])
        for one in walk.statements(function.body)
    )


def tree_module(lowered: Lowered, make: Callable[[Lowered], TreeMaker]) -> TreeModule:
    """Makes the module of a game that was lowered with what judges positions."""
    maker = make(lowered)
    judge = lowered.judge
    assert judge is not None
    match = made(maker, more=maker.exports)
    return TreeModule(
        match,
        judge.rewards,
        judge.balances,
        judge.base,
        judge.scale,
        judge.aimed,
        maker.done,
        maker.found,
        maker.settled,
        maker.until,
        maker.explores,
        lowered.memory.system["turns"],
        maker.flat,
    )
