"""The module that plays whole matches: each seat decides by chance, or by a search of its own, without the host.

A match goes on from decision to decision as choice by choice from outside; but who decides is told by the module, which
deals worlds for the seat, searches in them and takes what it found. Where it cannot deal (see `dealing`), and only
there, it waits for the host.

Invariants:
    A choice depends on what the seat sees, its seed and the number of decisions so far.
    Seats that choose at random draw from one stream, as in a batch.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.backend.control import DRAWN, SCRIPT
from gekido_dsl.backend.dealing import Dealing
from gekido_dsl.backend.guiding import GuidedMaker
from gekido_dsl.backend.horizon import turns_of_a_round
from gekido_dsl.backend.leading import Leading
from gekido_dsl.backend.match import MatchModule, made
from gekido_dsl.backend.modes import OPTIONS
from gekido_dsl.backend.parts import NO_ROOM
from gekido_dsl.backend.rows import DECISIONS
from gekido_dsl.lowering import Lowered
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Array, Function

OVER, ASKS, LIMIT = 0, 1, 2
"""What `advance` gives: the match is over, the host is to decide, or there were too many decisions."""
PLAYING, SEARCHING, WEIGHING, LEADING = 0, 1, 2, 3
"""What goes on where the module traps: a rule of the match, a playout, judging where the match stands, or `leading`."""
TRIED: Final = 2
"""What `following` is while something is tried."""
FAILURES: Final = 100
"""With so many playouts in which a rule could not be carried out, a search goes no further."""
STEPS: Final = 2_000
"""Decisions of a playout, at most."""
EXPLORES: Final = 179
"""How much a choice that was seldom taken is preferred, in 256ths."""
_TRIALS: Final = 8
"""Playouts that tell, before the first search of a seat, how far positions come apart by the aim."""
_MEMORY: Final = 1 << 12
"""Of how many balances it is remembered how far positions came apart."""


@dataclass(frozen=True, slots=True)
class PolicyModule:
    """Exports `begin(seed, chooser)`, `advance()`, `take_choice(choice)` and `give_up()`.

    `lead(seat)` tells whether a world can be dealt for who decides, and leads to where that is; `deal(seat)` deals one
    by the stream of `seed_player(seed)`, and `lead_back()` goes back.
    """

    match: MatchModule
    turns: Array
    """State: how many turns have begun."""
    turns_of_a_round: int
    balances: Array | None
    """By seat, once `weigh` was called: how well it stands by the aim, less how well others do; None without an aim."""
    budgets: Array
    """By seat: playouts for a decision; 0 chooses by chance."""
    each: Array
    """By seat: at least as many playouts for each choice."""
    slices: Array
    """By seat: playouts in a world."""
    horizons: Array
    """By seat: for how many turns a playout goes on in a game with an aim; less than 0 for its end."""
    flats: Array
    """By seat: 1 if a playout is random from the first choice on."""
    waits: Array
    """By seat: 1 if chance chooses for it before the first turn."""
    seeds: Array
    """By seat, 64 bits."""
    taken: Array
    """How many decisions there were."""
    choices: Array
    most: Array
    """Of all decisions, the greatest number of choices."""
    stage: Array
    failed: Array
    made: Array
    done: Array
    away: Array
    """Not 0 where the match is led elsewhere; see `leading`."""
    unseen: Array
    """How many decisions others took in secret that are left out there."""
    blind: Array
    """1 where that is not found out any more, as a rule could not be carried out in it."""
    following: Array | None
    """2 while it is tried what a choice tells of what lies hidden; see `lowering.kept.barred`."""
    why_not: str
    """Why the module cannot deal worlds; empty where it can."""
    more: Mapping[str, Array] = field(default_factory=dict)
    """What else module and host hand each other, by name."""


class PolicyMaker(GuidedMaker):
    """Adds whole matches to what searches."""

    def __init__(self, lowered: Lowered) -> None:
        super().__init__(lowered)
        self.at_decision = self.b.scratch("at decision", max(self.parts.size, 1), 8)
        """The position at the decision, while worlds are dealt in its place."""

    def declare(self) -> None:
        """Declares what players keep."""
        super().declare()
        b, players = self.b, self.players
        self.dealing = Dealing(b, self.lowered)
        self.follows, self.blind = b.control("follows"), b.control("blind")
        """Whether it is found out what choices tell of what lies hidden; and not any more, as a rule failed in that."""
        self.leading = Leading(b, self.control, self.secret, self.follows)
        self.budgets, self.each = b.control("budgets", players), b.control("each", players)
        self.slices = b.control("slices", players)
        self.horizons, self.flats = b.control("horizons", players), b.control("flats", players)
        self.waits = b.control("waits for turns", players)
        self.seeds = b.control("bot seeds", players, 64)
        self.chooser = b.scratch("chooser", 4)
        self.taken, self.choices = b.control("taken"), b.control("choices", DECISIONS)
        self.widest = b.control("widest")
        self.stage, self.failed, self.made = (
            b.control("stage"),
            b.control("failed"),
            b.control("playouts made"),
        )
        self.length = b.control("real length")
        self.onward = b.control("onward")
        """1 while the match goes on by a choice more."""
        self.far, self.far_number = b.scratch("far", players, 64), b.scratch("far number", players, 64)
        self.intact = b.scratch("intact")
        """Whether the position is still the one at the decision."""
        self.ready = b.scratch("scale known", players)
        self.thinker, self.open_count = b.scratch("thinker"), b.scratch("open count")

    @property
    def _deals(self) -> bool:
        """Whether worlds are dealt here."""
        return self.dealing.needed and not self.dealing.why_not

    def handed(self) -> Mapping[str, Array]:
        """Gives what else module and host hand each other, by name."""
        return {}

    def from_rest(self) -> ir.Expr:
        """Playouts begin at the last rest, and the match goes on from there unless it was led elsewhere."""
        return e.or_(super().from_rest(), e.load(self.onward))

    def before_run(self, f: FunctionBuilder) -> None:
        """Nothing is held when a run begins."""
        f.store(self.dealing.holding, 0, 0)
        barred = self.lowered.memory.barred
        if barred is not None:
            f.store(barred.following, 0, e.and_(e.load(self.follows), e.not_(e.load(self.blind))))

    def special(self, statement: ir.Stmt) -> list[ir.Stmt] | None:
        """Gives what a statement means here."""
        if isinstance(statement, ir.Reordered):
            return self.leading.reordered(statement.local, statement.place)
        return super().special(statement)

    def follow_holders(self) -> None:
        """Has bodies note what they hold."""
        self.dealing.follow(walk.reachable([self.parts.program.entry]))

    def beyond(self, f: FunctionBuilder, seat: ir.Expr, count: ir.Expr) -> None:
        """Takes the only choice of whoever does not choose by chance, without a run of its own for it."""
        c = self.control
        alone = e.and_(e.eq(count, 1), e.and_(e.load(c.looking), e.ne(e.load(self.budgets, seat), 0)))
        with f.if_(e.and_(alone, e.not_(self._too_early(seat)))):
            number, end = f.let(e.load(self.taken), "number"), f.let(e.load(c.script_length), "end")
            with f.if_(e.and_(e.lt(number, DECISIONS), e.lt(end, SCRIPT - 1))):
                self._note(f, number, end, e.constant(0))
                widest = f.let(e.load(self.widest), "widest")
                f.store(self.widest, 0, e.select(widest, widest, 1))
                f.store(c.script_at, 0, e.add(end, 1))
                f.return_(0)
        super().beyond(f, seat, count)

    def _too_early(self, seat: ir.Expr) -> ir.Expr:
        """Whether chance chooses, as no turn has begun."""
        return e.and_(e.load(self.waits, seat), e.eq(e.load(self.turns), 0))

    def _note(self, f: FunctionBuilder, number: ir.Expr, end: ir.Expr, choice: ir.Expr) -> None:
        """Emits that a choice was taken: of all so far, and of those since the boundary."""
        f.store(self.choices, number, choice)
        f.store(self.taken, 0, e.add(number, 1))
        f.store(self.control.script, end, choice)
        f.store(self.control.script_length, 0, e.add(end, 1))

    def counted(self, f: FunctionBuilder) -> None:
        """Remembers how far positions come apart by the aim."""
        judge = self.lowered.judge
        assert judge is not None
        if not judge.aimed:
            return
        seat = f.let(e.load(self.thinker), "seat")
        with f.if_(e.eq(e.load(self.lowered.memory.system["over"]), 0)):
            with f.each(0, self.players, "one") as one:
                apart = f.let(e.sub(e.load(judge.balances, one), e.load(judge.base, one)), "apart")
                size = e.select(e.lt(apart, 0), e.sub(0, apart), apart)
                f.increase(self.far, seat, e.extend(size))
                f.increase(self.far_number, seat, e.constant(1, "i64"))
            with f.if_(e.gt(e.load(self.far_number, seat), e.constant(_MEMORY, "i64"))):
                for array in (self.far, self.far_number):
                    f.store(array, seat, e.shr(e.load(array, seat), 1))

    # ------------------------------------------------------------ a match

    def more_exports(self, functions: dict[str, Function]) -> dict[str, Function]:
        """Gives the functions that play matches."""
        go, c, parts = self.go, self.control, self.parts
        seed_chooser = chance.seeding(self.b, self.chooser, "seed_chooser")
        choose = chance.drawing(self.b, self.chooser, "choose")

        begin = self.b.function("begin", [("seed", "i64"), ("chooser", "i64")])
        begin.store(self.stage, 0, PLAYING)
        for array in (
            c.script_length,
            c.chances_length,
            c.elsewhere,
            c.auto,
            c.looking,
            self.mode,
            self.reseed,
            self.onward,
        ):
            begin.store(array, 0, 0)
        for array in (self.taken, self.widest, self.blind):
            begin.store(array, 0, 0)
        with begin.each(0, self.players, "one") as one:
            begin.store(self.ready, one, 0)
            for array in (self.far, self.far_number):
                begin.store(array, one, e.constant(0, "i64"))
        begin.reset()
        begin.call(parts.seed, begin.parameters[0])
        begin.call(seed_chooser, begin.parameters[1])
        begin.copy(self.boundary, 0, parts.position, 0, parts.size)
        begin.store(self.leading.away, 0, 0)
        self._go_on(begin)
        begin.finish()

        take = self.b.function("take_choice", ["choice"])
        (choice,) = take.parameters
        take.store(self.stage, 0, PLAYING)
        take.store(self.onward, 0, e.not_(e.load(self.leading.away)))
        self.leading.put_back(take)
        number, end = take.let(e.load(self.taken), "number"), take.let(e.load(c.script_length), "end")
        with take.if_(e.ge(end, SCRIPT - 1)):
            self._fail(take, NO_ROOM)
        count = take.let(e.load(self.open_count), "count")
        take.store(self.widest, 0, e.select(e.gt(count, e.load(self.widest)), count, e.load(self.widest)))
        self._note(take, number, end, choice)
        self._go_on(take)
        take.store(self.onward, 0, 0)
        take.finish()

        again = self.b.function("go_on_blind")
        again.store(self.stage, 0, PLAYING)
        again.store(self.blind, 0, 1)
        again.store(self.onward, 0, 0)
        self._go_on(again)
        again.finish()

        self.deal = self.dealing.deal(self.pick)
        think = self._think(functions)
        sure = self.dealing.sure((c.waiting, c.offers, c.offers_length))
        back = self.leading.back(go)
        lead = self.leading.lead(go, back, sure)
        f = self.b.function("advance", result="i32")
        with f.if_(e.ne(e.load(self.stage), PLAYING)):
            # Something that was only tried came to a rule that cannot be carried out.
            f.call(take.function, f.call_value(think))
        with f.loop("decisions", bound=DECISIONS) as next_:
            seat = f.let(e.load(c.waiting), "seat")
            count = f.let(e.load(c.waiting, 1), "count")
            with f.if_(e.eq(count, 0)):
                f.return_(OVER)
            with f.if_(e.ge(e.load(self.taken), DECISIONS)):
                f.return_(LIMIT)
            f.store(self.open_count, 0, count)
            chosen = f.variable(0, "chosen")
            with f.if_(e.or_(e.eq(e.load(self.budgets, seat), 0), self._too_early(seat))):
                f.set(chosen, f.call_value(choose, count))
            with f.else_(), f.if_(e.gt(count, 1)):
                f.store(self.stage, 0, LEADING)
                may = f.call_value(lead, seat)
                f.store(self.stage, 0, PLAYING)
                with f.if_(e.not_(may)):
                    f.return_(ASKS)
                self._begin(f, functions, seat)
                f.set(chosen, f.call_value(think))
            f.call(take.function, chosen)
            f.br(next_)
        f.return_(LIMIT)
        f.finish()
        own = {
            "begin": begin.function,
            "take_choice": take.function,
            "advance": f.function,
            "go_on_blind": again.function,
        }
        return own | {
            "deal": self.deal,
            "lead": lead,
            "lead_back": back,
            "seed_player": self.seed_player,
        }

    def _go_on(self, f: FunctionBuilder) -> None:
        """Emits that the match goes on to its next decision; whoever begins to decide in secret is noted."""
        for array in (self.control.looking, self.follows):
            f.store(array, 0, 1)
        f.call(self.go)
        for array in (self.control.looking, self.follows):
            f.store(array, 0, 0)

    def _seed(self, f: FunctionBuilder, seat: ir.Expr) -> ir.Expr:
        """Gives the seed of the decision; what others have decided in secret does not count."""
        taken = e.extend(e.sub(e.load(self.taken), e.load(self.leading.unseen)))
        return chance.mix(f, e.add(e.load(self.seeds, seat), e.mul(e.add(taken, 1), chance.GOLDEN)))

    def _begin(self, f: FunctionBuilder, functions: dict[str, Function], seat: ir.Expr) -> None:
        """Emits that a search begins."""
        f.store(self.thinker, 0, seat)
        f.store(self.intact, 0, 1)
        if self._deals:
            f.copy(self.at_decision, 0, self.parts.position, 0, self.parts.size)
        f.store(self.length, 0, e.load(self.control.script_length))
        f.store(self.made, 0, 0)
        f.store(self.failed, 0, 0)
        f.store(self.explores, 0, EXPLORES)
        f.store(self.flat, 0, e.load(self.flats, seat))
        f.call(functions["forget"])
        judge = self.lowered.judge
        assert judge is not None
        f.store(self.until, 0, 1 << 30)
        f.store(self.until, 1, STEPS)
        if judge.aimed:
            horizon = f.let(e.load(self.horizons, seat), "horizon")
            with f.if_(e.ge(horizon, 0)):
                f.store(self.until, 0, e.add(e.load(self.turns), horizon))
            with f.each(0, self.players, "one") as one:
                f.store(judge.base, one, 0)
            f.store(self.stage, 0, WEIGHING)
            if self._deals and not self.dealing.aim_is_open:
                # What the seat does not see has no part in how it stands.
                f.call(self.seed_player, e.xor(self._seed(f, seat), -1))
                f.store(self.intact, 0, 0)
                f.call(self.deal, seat)
            with f.if_(e.load(self.turns)):
                f.call(functions["weigh"])
                with f.each(0, self.players, "one") as one:
                    f.store(judge.base, one, e.load(judge.balances, one))
        f.store(self.stage, 0, SEARCHING)

    def _think(self, functions: dict[str, Function]) -> Function:
        """Makes the function that searches, or goes on with it, and gives a choice."""
        c, judge = self.control, self.lowered.judge
        assert judge is not None
        f = self.b.function("think", result="i32")
        seat = f.let(e.load(self.thinker), "seat")
        count = f.let(e.load(self.open_count), "count")
        f.store(self.stage, 0, SEARCHING)
        seed = self._seed(f, seat)
        budget = f.let(e.load(self.budgets, seat), "budget")
        least = f.let(e.mul(e.load(self.each, seat), count), "least")
        budget = f.let(e.select(e.lt(budget, least), least, budget), "budget")
        with f.block("enough") as enough, f.loop("worlds") as again:
            done = f.let(e.load(self.made), "made")
            f.store(c.script_length, 0, e.load(self.length))
            f.br(enough, e.or_(e.ge(done, budget), e.ge(e.load(self.failed), FAILURES)))
            f.br(enough, e.load(self.settled))
            left = f.let(e.sub(budget, done), "left")
            some = f.variable(e.load(self.slices, seat), "some")
            own = chance.mix(f, e.add(seed, e.extend(done)))
            f.call(self.seed_player, own)
            f.store(self.mode, 0, 0)
            if self._deals:
                with f.if_(e.not_(e.load(self.intact))):
                    f.copy(self.parts.position, 0, self.at_decision, 0, self.parts.size)
                f.store(self.intact, 0, 0)
                f.call(self.deal, seat)
                f.copy(self.worlds, 0, self.parts.position, 0, self.parts.size)
                end = f.let(e.load(self.length), "end")
                f.store(c.script, end, DRAWN)
                f.store(c.script_length, 0, e.add(end, 1))
            if judge.aimed:
                known = f.let(e.load(self.far_number, seat), "known")
                scale = e.div(e.load(self.far, seat), e.select(e.gt(known, 0), known, e.constant(1, "i64")))
                scale = f.let(e.wrap(scale), "scale")
                f.store(judge.scale, 0, e.select(e.gt(scale, 0), scale, 1))
                with f.if_(e.not_(e.load(self.ready, seat))):
                    # How far positions come apart is not known yet: that is found first.
                    f.store(self.ready, seat, 1)
                    f.call(functions["search"], _TRIALS, own)
                    f.call(functions["forget"])
                    f.br(again)
            f.call(functions["search"], e.select(e.lt(left, some), left, some), own)
            f.store(self.made, 0, e.add(done, e.load(self.done)))
            f.br(again)
        options = f.let(e.select(e.lt(count, OPTIONS), count, OPTIONS), "options")
        f.call(functions["tell"], options)
        best, most, worth = (
            f.variable(0, "best"),
            f.variable(-(1 << 31), "most"),
            f.variable(e.constant(-1, "i64"), "worth", "i64"),
        )
        ties = f.variable(1, "ties")
        with f.each(0, options, "k") as k:
            times = f.let(e.load(self.found.visits, k), "times")
            with f.if_(times):
                rank = f.let(e.load(self.found.rank, k), "rank")
                mean = f.let(e.div(e.load(self.found.worth, k), e.extend(times)), "mean")
                more = e.or_(e.gt(rank, most), e.and_(e.eq(rank, most), e.gt(mean, worth)))
                with f.if_(more):
                    f.set(best, k)
                    f.set(most, rank)
                    f.set(worth, mean)
                    f.set(ties, 1)
                with f.else_(), f.if_(e.and_(e.eq(rank, most), e.eq(mean, worth))):
                    f.set(ties, e.add(ties, 1))
                    with f.if_(e.eq(f.call_value(self.pick, ties), 0)):
                        f.set(best, k)
        f.return_(best)
        return f.finish()


def policy_module(lowered: Lowered, make: Callable[[Lowered], PolicyMaker] = PolicyMaker) -> PolicyModule:
    """Makes the module of a game that was lowered with what judges positions."""
    maker = make(lowered)
    # Which things have moved is asked for by rules alone.
    notes = {array for array, _, _ in lowered.memory.moved_parts()}
    state = [one for one in lowered.program.arrays if one.kind in ("state", "derived")]
    match = made(maker, more=maker.exports, kept=[one for one in state if one not in notes])
    judge = lowered.judge
    balances = judge.balances if judge is not None and judge.aimed else None
    barred = lowered.memory.barred
    return PolicyModule(
        match, maker.turns, turns_of_a_round(lowered.layout.game, maker.players), balances, maker.budgets,
        maker.each, maker.slices, maker.horizons, maker.flats, maker.waits,
        maker.seeds, maker.taken, maker.choices, maker.widest, maker.stage, maker.failed, maker.made, maker.done,
        maker.leading.away, maker.leading.unseen, maker.blind,
        barred.following if barred is not None else None, maker.dealing.why_not, maker.handed(),
    )  # fmt: skip
