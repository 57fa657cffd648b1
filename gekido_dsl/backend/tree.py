"""The module that searches: a match module that grows a tree of choices, one playout at a time.

A playout runs from where the match stands. As long as it is in the tree, each choice is the one with the best bound of
what it may be worth; the first choice that is new to the tree joins it, and from there on chance chooses. What the end
is worth to whoever chose is added to each choice on the way (UCT; Kocsis and Szepesvári 2006).

The tree holds no positions. A node is who decides, after which choices; a choice is known by what can be seen of it,
not by its number, so that one tree serves many worlds and rolls of dice, and counts how often each choice was open
(information set search; Cowling, Powley and Whitehouse 2012).

Invariants:
    All is whole numbers: the same seed gives the same tree on every machine.
    What players decide in secret is no part of what others know until the secret part is over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.bounds import Bounds
from gekido_dsl.backend.known_by import KnownBy
from gekido_dsl.backend.match import MatchModule, made
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.lowering import Lowered
from gekido_dsl.model.types import ThingType
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Array, Expr, Function, Stmt

EDGES: Final = 1 << 17
"""Choices for which there is room; of more the tree is not grown, and must be a power of two."""
_FULL: Final = EDGES * 3 // 4
DEPTH: Final = 1 << 12
"""Choices of one playout that are in the tree, at most."""
OPTIONS: Final = 10_000

OFF, TREE, OUT = 0, 1, 2
"""What the module does with a choice that is not in the script: it waits, searches, or plays on at random."""
_OTHERS: Final = 128
"""Where hands are hidden, of 256 choices of others so many are left to chance: in the tree others answer a hand that
they do not see, since it is the same in all worlds."""
_IN_SECRET: Final = 64
"""And so many in a secret part, where nobody knows what there is to answer."""
ASKS, STOPS = -2, -3
"""What `take` gives when the tree is to choose, and when a playout is long enough."""


@dataclass(frozen=True, slots=True)
class TreeModule:
    """Exports besides what a match module does.

    `search(playouts, seed)` plays from where the match stands, `weigh()` judges the position, `give_up()` counts a
    playout in which a rule could not be carried out, `forget()` empties the tree.
    """

    match: MatchModule
    rewards: Array
    balances: Array
    base: Array
    scale: Array
    aimed: bool
    done: Array
    """How many playouts the last call of `search` has made."""
    used: Array
    """How many choices the tree holds."""
    roots: Array
    """Of each option of the decision, its place in the tree; -1 if it was never tried."""
    visits: Array
    """By place in the tree: in how many playouts it was taken."""
    worth: Array
    """By place in the tree: what it was worth in them, added up, to who chose."""
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
        super().__init__(lowered.program, traced=False)
        self.judge = self.parts.program.also[0]
        self.known_by = KnownBy(self.b, lowered, self.control, self.option_keys)
        self.resting = self.b.scratch("resting", self.parts.size, 8)
        """The position at that rest."""
        self.rested = self._rested()
        self.find = self._find()
        self.adopt = self._adopt()
        self.descends: dict[tuple[bool, ...], Function] = {}

    def declare(self) -> None:
        """Declares the tree and what a playout needs."""
        b = self.b
        self.mode = b.control("mode")
        self.left = b.control("left")
        self.done = b.control("done")
        self.used = b.control("used")
        self.until = b.control("until", 2)
        self.explores = b.control("explores")
        self.roots = b.control("roots", OPTIONS)
        self.edges = b.scratch("edges", EDGES, 64)
        self.visits = b.scratch("visits", EDGES)
        self.open = b.scratch("open", EDGES)
        self.worth = b.scratch("worth", EDGES, 64)
        self.histories = b.scratch("histories", self.players + 1, 64)
        self.unseen = b.scratch("unseen", 1, 64)
        self.path = b.scratch("path", DEPTH)
        self.path_seat = b.scratch("path_seat", DEPTH)
        self.path_length = b.scratch("path_length")
        self.listed = b.control("listed")
        """How many options of the decision have a place in `roots`."""
        self.filled = b.scratch("filled", EDGES)
        self.flat = b.control("flat")
        self.node = b.scratch("node", 1, 64)
        self.node_options = b.scratch("node_options")
        """What the decision at hand is known by, and how many options it has."""
        self.turn_here = b.scratch("turn_here")
        """In which turn the search decides."""
        self.root_end = b.control("root end")
        """How long the script is of where the match stands."""
        self.last_rest = b.scratch("last rest", 3)
        """The last rest that the match has come to since the boundary, 0 for none; how much of script and chances was
        before it."""
        self.option_keys = b.scratch("option_keys", OPTIONS, 64)
        self.option_places = b.scratch("option_places", OPTIONS)
        self.bounds = Bounds(b)

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
        """Gives what is done once `take` gave a number: the options are listed for the tree as for a player."""
        site = self.lowered.sites[choose.site]
        things = tuple(isinstance(kind, ThingType) or kind == "value" for kind in site.types)
        waits = ir.Return(ir.Const(ir.WAITS))
        assert wait[-1] == waits
        asked = [
            ir.If(e.eq(local, STOPS), (waits,)),
            *wait[:-1],
            ir.If(e.eq(local, -1), (waits,)),
            ir.Call(self._descend(things), (choose.seat,), local),
        ]
        return [ir.If(e.lt(local, 0), tuple(asked))]

    # ------------------------------------------------------------ rests

    def special(self, statement: Stmt) -> list[Stmt] | None:
        """Gives what a statement means here."""
        if isinstance(statement, ir.Rest):
            zero = ir.Const(0)
            number = ir.Const(statement.number)
            return [ir.Store(self.rest, zero, zero), ir.Call(self.rested, (number,))]
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

    # ------------------------------------------------------------ the tree

    def _find(self) -> Function:
        """Makes the function that gives the place of a choice in the tree: its own, or an empty one as -2 - place."""
        f = self.b.function("find", [("edge", "i64")], result="i32")
        (edge,) = f.parameters
        at = f.variable(e.and_(e.wrap(edge), EDGES - 1), "at")
        with f.loop("probe", bound=EDGES) as again:
            found = f.let(e.load(self.edges, at), "found")
            with f.if_(e.eq(found, edge)):
                f.return_(at)
            with f.if_(e.eq(found, e.constant(0, "i64"))):
                f.return_(e.sub(-2, at))
            f.set(at, e.and_(e.add(at, 1), EDGES - 1))
            f.br(again)
        f.return_(-2)
        return f.finish()

    def _descend(self, things: tuple[bool, ...]) -> Function:
        """Makes the function that chooses in the tree among the options that were listed."""
        if things in self.descends:
            return self.descends[things]
        f = self.b.function("descend", ["seat"], result="i32")
        self.descends[things] = f.function
        (seat,) = f.parameters
        number = self.known_by.options(f, things)
        depth = f.let(e.load(self.path_length), "depth")
        self._tell_unseen(f)
        history = self._node_of(f, seat, depth)
        explores = f.let(self._explores(), "explores")
        best, most = f.variable(-1, "best"), f.variable(e.constant(-1, "i64"), "most", "i64")
        new, fresh = f.variable(0, "new"), f.variable(-1, "fresh")
        with f.each(0, number, "k") as k:
            edge = f.let(e.or_(chance.mix(f, e.add(history, e.load(self.option_keys, k))), 1), "edge")
            place = f.let(f.call_value(self.find, edge), "place")
            f.store(self.option_places, k, place)
            with f.if_(e.lt(place, 0)):
                f.set(new, e.add(new, 1))
                with f.if_(e.eq(f.call_value(self.pick, new), 0)):
                    f.set(fresh, k)
            with f.else_():
                times = f.let(e.load(self.visits, place), "times")
                opened = f.let(e.add(e.load(self.open, place), 1), "opened")
                f.store(self.open, place, opened)
                bound = f.let(self.bounds.of(f, e.load(self.worth, place), times, opened, explores), "bound")
                with f.if_(e.gt(bound, most)):
                    f.set(most, bound)
                    f.set(best, k)
        with f.if_(e.eq(depth, 0)):
            f.store(self.listed, 0, number)
            f.store(self.turn_here, 0, e.load(self.turns))
        f.store(self.node_options, 0, number)
        f.store(self.node, 0, history)
        with f.if_(e.and_(e.gt(depth, 0), e.eq(new, number))):
            self.first_time(f, seat, number)
        with f.if_(e.or_(new, e.ge(depth, DEPTH))):
            f.store(self.mode, 0, OUT)
            f.set(best, e.select(new, fresh, best))
        with f.if_(e.load(self.flat)):
            f.store(self.mode, 0, OUT)
        f.call(self.adopt, seat, best)
        self.chosen(f, best)
        f.return_(best)
        return f.finish()

    def _adopt(self) -> Function:
        """Makes the function that takes a choice in the tree, which joins it if it is new."""
        f = self.b.function("adopt", ["seat", "best"])
        seat, best = f.parameters
        depth = f.let(e.load(self.path_length), "depth")
        place = f.let(e.load(self.option_places, best), "place")
        with f.if_(e.and_(e.lt(place, 0), e.lt(e.load(self.used), _FULL))):
            free = f.let(e.sub(-2, place), "free")
            history = e.load(self.node)
            edge = f.let(e.or_(chance.mix(f, e.add(history, e.load(self.option_keys, best))), 1), "edge")
            f.store(self.edges, free, edge)
            f.store(self.open, free, 1)
            f.store(self.option_places, best, free)
            f.store(self.filled, e.load(self.used), free)
            f.increase(self.used)
        with f.if_(e.eq(depth, 0)), f.each(0, e.load(self.node_options), "k") as k:
            one = f.let(e.load(self.option_places, k), "one")
            f.store(self.roots, k, e.select(e.lt(one, 0), -1, one))
        place = f.let(e.load(self.option_places, best), "place")
        with f.if_(e.and_(e.ge(place, 0), e.lt(depth, DEPTH))):
            f.store(self.path, depth, place)
            f.store(self.path_seat, depth, seat)
            f.store(self.path_length, 0, e.add(depth, 1))
        self._remember(f, seat, f.let(e.load(self.option_keys, best), "key"))
        return f.finish()

    def _explores(self) -> Expr:
        """Gives how much a choice that was seldom taken is preferred: less in secret, where worths lie close."""
        explores = e.load(self.explores)
        return e.select(e.load(self.secret), e.div(e.mul(explores, 2), 3), explores)

    def _node_of(self, f: FunctionBuilder, seat: Expr, depth: Expr) -> Expr:
        """Gives what a node is known by: what was chosen, and for who searches what it alone knows by then."""
        history = f.variable(e.load(self.histories, seat), "history", "i64")
        if self.hands_hidden and self.known_by.seen is not None:
            with f.if_(e.and_(e.gt(depth, 0), e.eq(seat, e.load(self.path_seat)))):
                seen = f.call_value(self.known_by.seen, seat)
                f.set(history, chance.mix(f, e.add(history, seen)))
        return history

    def _tell_unseen(self, f: FunctionBuilder) -> None:
        """Emits that everybody knows what was decided in secret, once that is over."""
        with f.if_(e.and_(e.eq(e.load(self.secret), 0), e.ne(e.load(self.unseen), e.constant(0, "i64")))):
            with f.each(0, self.players + 1, "one") as one:
                f.store(
                    self.histories,
                    one,
                    chance.mix(f, e.add(e.load(self.histories, one), e.load(self.unseen))),
                )
            f.store(self.unseen, 0, e.constant(0, "i64"))

    def _remember(self, f: FunctionBuilder, seat: Expr, key: Expr) -> None:
        """Emits who knows of a choice: everybody, or in a secret part who took it."""
        own = chance.mix(f, e.add(e.mul(key, chance.GOLDEN), e.extend(seat)))
        with f.if_(e.load(self.secret)):
            f.store(self.histories, seat, chance.mix(f, e.add(e.load(self.histories, seat), own)))
            f.store(self.unseen, 0, e.or_(chance.mix(f, e.add(e.load(self.unseen), own)), 1))
        with f.else_(), f.each(0, self.players + 1, "one") as one:
            f.store(self.histories, one, chance.mix(f, e.add(e.load(self.histories, one), own)))

    # ------------------------------------------------------------ playouts

    def exports(self, go: Function) -> dict[str, Function]:
        """Gives what the module exports besides what a match module does."""
        self.go = go
        count = self.b.function("count", ["lost"])
        (lost,) = count.parameters
        with count.each(0, e.load(self.path_length), "step") as step:
            place = count.let(e.load(self.path, step), "place")
            reward = e.load(self.lowered_rewards, e.load(self.path_seat, step))
            count.increase(self.visits, place)
            count.store(
                self.worth, place, e.add(e.load(self.worth, place), e.extend(e.select(lost, 0, reward)))
            )
        self.counted(count)
        count.store(self.path_length, 0, 0)
        count.increase(self.done)
        count.finish()

        search = self.b.function("search", ["playouts", ("seed", "i64")])
        playouts, seed = search.parameters
        search.store(self.done, 0, 0)
        search.store(self.root_end, 0, e.load(self.control.script_length))
        with search.each(0, playouts, "playout") as playout:
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
            search.store(self.unseen, 0, e.constant(0, "i64"))
            with search.each(0, self.players + 1, "one") as one:
                search.store(self.histories, one, e.extend(e.add(one, 1)))
            search.call(go)
            self.played_on(search, go)
            search.call(self.judge)
            search.call(count.function, 0)
        search.store(self.mode, 0, OFF)
        search.finish()

        give_up = self.b.function("give_up")
        give_up.call(count.function, 1)
        give_up.store(self.mode, 0, OFF)
        give_up.store(self.control.script_length, 0, e.load(self.root_end))
        give_up.finish()

        forget = self.b.function("forget")
        with forget.each(0, e.load(self.used), "filled") as filled:
            at = forget.let(e.load(self.filled, filled), "at")
            forget.store(self.edges, at, e.constant(0, "i64"))
            forget.store(self.visits, at, 0)
            forget.store(self.worth, at, e.constant(0, "i64"))
        forget.store(self.used, 0, 0)
        self.forgotten(forget)
        with forget.each(0, e.load(self.listed), "k") as k:
            forget.store(self.roots, k, -1)
        forget.store(self.listed, 0, 0)
        forget.finish()

        weigh = self.b.function("weigh")
        weigh.call(self.judge)
        weigh.finish()
        builders = {"search": search, "give_up": give_up, "forget": forget, "weigh": weigh}
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
    def lowered_rewards(self) -> Array:
        """What the judge gives."""
        assert self.lowered.judge is not None
        return self.lowered.judge.rewards


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
        maker.used,
        maker.roots,
        maker.visits,
        maker.worth,
        maker.until,
        maker.explores,
        lowered.memory.system["turns"],
        maker.flat,
    )
