"""A tree that serves many worlds and rolls of dice: a choice is known by what can be seen of it, not by its number.

A node is who decides, after which choices, and it is counted how often each choice was open (information set search;
Cowling, Powley and Whitehouse 2012). Choices are found by hashes of both, in one table with open addressing.

Invariants:
    What players decide in secret is no part of what others know until the secret part is over.
"""

from typing import TYPE_CHECKING, Final

from gekido_dsl.backend.known_by import KnownBy
from gekido_dsl.backend.modes import DEPTH, OPTIONS, OUT
from gekido_dsl.model.types import ThingType
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Expr, Function, Stmt

if TYPE_CHECKING:
    from gekido_dsl.backend.tree import TreeMaker

EDGES: Final = 1 << 17
"""Choices for which there is room; of more the tree is not grown, and must be a power of two."""
_FULL: Final = EDGES * 3 // 4


class SharedTree:
    """The functions that choose in the tree, and grow it."""

    def __init__(self, maker: "TreeMaker") -> None:
        lowered, b = maker.lowered, maker.b
        self.maker, self.b, self.lowered, self.players = maker, b, lowered, maker.players
        self.edges = b.scratch("edges", EDGES, 64)
        self.visits = b.scratch("visits", EDGES)
        self.open = b.scratch("open", EDGES)
        self.worth = b.scratch("worth", EDGES, 64)
        self.filled = b.scratch("filled", EDGES)
        self.used = b.scratch("used")
        """How many choices the tree holds."""
        self.roots = b.scratch("roots", OPTIONS)
        """Of each option of the decision, its place in the tree; -1 if it was never tried."""
        self.listed = b.scratch("listed")
        """How many options of the decision have a place in `roots`."""
        self.histories = b.scratch("histories", self.players + 1, 64)
        self.unseen = b.scratch("unseen", 1, 64)
        self.node = b.scratch("node", 1, 64)
        self.node_options = b.scratch("node_options")
        """What the decision at hand is known by, and how many options it has."""
        self.option_keys = b.scratch("option_keys", OPTIONS, 64)
        self.option_places = b.scratch("option_places", OPTIONS)
        self.known_by = KnownBy(b, lowered, maker.control, self.option_keys)
        self.find = self._find()
        self.adopt = self._adopt()
        self.descends: dict[tuple[bool, ...], Function] = {}

    def asked(self, local: ir.Local, choose: ir.Choose, wait: list[Stmt]) -> list[Stmt]:
        """Gives what is done where the tree is to choose: the options are listed for it as for a player."""
        site = self.lowered.sites[choose.site]
        things = tuple(isinstance(kind, ThingType) or kind == "value" for kind in site.types)
        waits = wait[-1]
        return [
            *wait[:-1],
            ir.If(e.eq(local, -1), (waits,)),
            ir.Call(self._descend(things), (choose.seat,), local),
        ]

    def begins(self, f: FunctionBuilder) -> None:
        """Emits that a playout begins, of which nobody knows anything."""
        f.store(self.unseen, 0, e.constant(0, "i64"))
        with f.each(0, self.players + 1, "one") as one:
            f.store(self.histories, one, e.extend(e.add(one, 1)))

    def judged(self, f: FunctionBuilder, judge: Function) -> None:
        """Emits that where a playout came is judged."""
        f.call(judge)

    def ended(self, f: FunctionBuilder, lost: Expr) -> None:
        """Emits what else is counted of a playout."""

    def forget(self, f: FunctionBuilder) -> None:
        """Emits that the tree is emptied."""
        with f.each(0, e.load(self.used), "filled") as filled:
            at = f.let(e.load(self.filled, filled), "at")
            f.store(self.edges, at, e.constant(0, "i64"))
            f.store(self.visits, at, 0)
            f.store(self.worth, at, e.constant(0, "i64"))
        f.store(self.used, 0, 0)
        f.store(self.listed, 0, 0)

    def tell(self, f: FunctionBuilder) -> None:
        """Emits what was found of the options of the decision."""
        found = self.maker.found
        with f.each(0, e.load(self.listed), "k") as k:
            place = f.let(e.load(self.roots, k), "place")
            with f.if_(e.ge(place, 0)):
                times = f.let(e.load(self.visits, place), "times")
                for array, value in (
                    (found.visits, times),
                    (found.rank, times),
                    (found.worth, e.load(self.worth, place)),
                ):
                    f.store(array, k, value)

    # ------------------------------------------------------------ choosing

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
        depth = f.let(e.load(self.maker.path_length), "depth")
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
                with f.if_(e.eq(f.call_value(self.maker.pick, new), 0)):
                    f.set(fresh, k)
            with f.else_():
                times = f.let(e.load(self.visits, place), "times")
                opened = f.let(e.add(e.load(self.open, place), 1), "opened")
                f.store(self.open, place, opened)
                extra = self.maker.bounds.extra(f, opened, explores)
                bound = f.let(self.maker.bounds.of(f, e.load(self.worth, place), times, extra), "bound")
                with f.if_(e.gt(bound, most)):
                    f.set(most, bound)
                    f.set(best, k)
        with f.if_(e.eq(depth, 0)):
            f.store(self.listed, 0, number)
            f.store(self.maker.turn_here, 0, e.load(self.maker.turns))
        f.store(self.node_options, 0, number)
        f.store(self.node, 0, history)
        with f.if_(e.and_(e.gt(depth, 0), e.eq(new, number))):
            self.maker.first_time(f, seat, number)
        with f.if_(e.or_(new, e.ge(depth, DEPTH))):
            f.store(self.maker.mode, 0, OUT)
            f.set(best, e.select(new, fresh, best))
        with f.if_(e.load(self.maker.flat)):
            f.store(self.maker.mode, 0, OUT)
        f.call(self.adopt, seat, best)
        self.maker.chosen(f, best)
        f.return_(best)
        return f.finish()

    def _adopt(self) -> Function:
        """Makes the function that takes a choice in the tree, which joins it if it is new."""
        f = self.b.function("adopt", ["seat", "best"])
        seat, best = f.parameters
        depth = f.let(e.load(self.maker.path_length), "depth")
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
            f.store(self.maker.path, depth, place)
            f.store(self.maker.path_seat, depth, seat)
            f.store(self.maker.path_length, 0, e.add(depth, 1))
        self._remember(f, seat, f.let(e.load(self.option_keys, best), "key"))
        return f.finish()

    def _explores(self) -> Expr:
        """Gives how much a choice that was seldom taken is preferred: less in secret, where worths lie close."""
        explores = e.load(self.maker.explores)
        return e.select(e.load(self.maker.secret), e.div(e.mul(explores, 2), 3), explores)

    def _node_of(self, f: FunctionBuilder, seat: Expr, depth: Expr) -> Expr:
        """Gives what a node is known by: what was chosen, and for who searches what it alone knows by then."""
        history = f.variable(e.load(self.histories, seat), "history", "i64")
        if self.maker.hands_hidden and self.known_by.seen is not None:
            with f.if_(e.and_(e.gt(depth, 0), e.eq(seat, e.load(self.maker.path_seat)))):
                seen = f.call_value(self.known_by.seen, seat)
                f.set(history, chance.mix(f, e.add(history, seen)))
        return history

    def _tell_unseen(self, f: FunctionBuilder) -> None:
        """Emits that everybody knows what was decided in secret, once that is over."""
        with f.if_(
            e.and_(e.eq(e.load(self.maker.secret), 0), e.ne(e.load(self.unseen), e.constant(0, "i64")))
        ):
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
        with f.if_(e.load(self.maker.secret)):
            f.store(self.histories, seat, chance.mix(f, e.add(e.load(self.histories, seat), own)))
            f.store(self.unseen, 0, e.or_(chance.mix(f, e.add(e.load(self.unseen), own)), 1))
        with f.else_(), f.each(0, self.players + 1, "one") as one:
            f.store(self.histories, one, chance.mix(f, e.add(e.load(self.histories, one), own)))
