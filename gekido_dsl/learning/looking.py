"""The module in which a seat looks: it takes each of its choices in turn, and weighs what it then sees.

A look is a run from the last rest with one choice more, up to where somebody decides next, in a world that was dealt
for the seat and with chance drawn anew. Where chance or a deal had a part in it, several looks are added up.

Invariants:
    A choice depends on what the seat sees, its seed, the number of decisions so far and the weights alone.
    The match, its stream and what others searched for are as they were before the look.
    A choice after which a rule cannot be carried out is worth less than any other.
"""

from typing import Final

from gekido_dsl.backend.control import DRAWN
from gekido_dsl.backend.modes import STOPS
from gekido_dsl.backend.policies import PolicyMaker
from gekido_dsl.learning.counting import After, Counter, clip
from gekido_dsl.learning.features import FAR, Features
from gekido_dsl.lowering import Lowered
from gekido_dsl.lowering.course.judging import ONE
from gekido_dsl.model.types import NONE
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Array, Function

UNIT: Final = 1024
"""What a weight of one is as a whole number."""
END: Final = 20 * UNIT
"""What it is worth to win; to lose is worth as much below nothing."""
WIDEST: Final = 1_024
"""So many choices are looked at, the first; of more, the others are not taken."""
DRAWS: Final = 16
"""So often chance or a deal is drawn for a decision, at most."""
NOTES: Final = 1 << 20
"""Numbers that may be noted of a game, for whoever learns from it."""
SETS: Final = 2
"""So many players that were trained may meet."""
FAILED: Final = -(1 << 40)
_LOOK: Final = 5
"""The mode in which a run stops where somebody decides next."""
_FRESH, _DEALING, _TRYING = 0, 1, 2
"""How far a look has come: it has not begun, a world is dealt, or choices are tried."""


class LookingMaker(PolicyMaker):
    """Adds seats that look to whole matches."""

    def __init__(self, lowered: Lowered, features: Features) -> None:
        self.features = features
        super().__init__(lowered)

    def declare(self) -> None:
        """Declares weights and what a look keeps."""
        super().declare()
        b, players = self.b, self.players
        self.looks, self.labels = b.control("looks", players), b.control("labels", players)
        self.acts = b.control("acts", players)
        self.openings = b.control("openings")
        self.weights = b.control("weights", SETS * max(self.features.size, 1))
        self.sets = b.control("sets of weights", players)
        self.notes, self.notes_length = b.control("notes", NOTES + 64), b.control("notes length")
        self.next_seat, self.next_site = b.scratch("next seat"), b.scratch("next site")
        self.asked_site = b.scratch("asked site")
        self.scores = b.scratch("scores", WIDEST, 64)
        self.look_state, self.look_at = b.scratch("look state"), b.scratch("look at")
        self.look_draw, self.look_all = b.scratch("look draw"), b.scratch("look all")
        self.look_chance = b.scratch("look chance")
        """1 once chance had a part in what was looked at."""
        self.searched_best = b.scratch("searched best")
        self.stream_before = b.scratch("stream before", 4)
        self.noted_at = b.scratch("noted at")
        """Where the note of the choice that is tried begins."""
        self.ended_worth = b.scratch("ended worth")
        sites = self.lowered.sites.every
        numbers = [self.features.rule_numbers.get(site.rule, -1) for site in sites] or [-1]
        self.rule_of = b.table("rule of", numbers, 32)

    def handed(self) -> dict[str, Array]:
        """Gives what module and host hand each other besides.

        looks: by seat, in how many worlds, or draws of chance, it looks; 0 for who does not look.
        labels: by seat, 1 if each decision is noted that it searches for, with what it saw after each choice.
        acts: by seat, in how many of 256 of these it does what looking says, not what the search says.
        openings: how many decisions chance takes at the beginning of a game.
        weights: by number of what is counted, of one player that was trained after the other.
        sets: by seat, where its weights begin.
        notes: for each draw of a decision: choices, the one that the search took, which draw, the seat; then by choice:
            playouts, what an end was worth, how many pairs follow, and these: what was counted, and how much.
        """
        return {
            "looks": self.looks,
            "labels": self.labels,
            "acts": self.acts,
            "openings": self.openings,
            "weights": self.weights,
            "sets": self.sets,
            "notes": self.notes,
            "notes length": self.notes_length,
        }

    def _too_early(self, seat: ir.Expr) -> ir.Expr:
        """Whether chance chooses: for want of a turn, or to have games that differ."""
        return e.or_(super()._too_early(seat), e.lt(e.load(self.taken), e.load(self.openings)))

    # ------------------------------------------------------------ in a run

    def beyond(self, f: FunctionBuilder, seat: ir.Expr, count: ir.Expr) -> None:
        """Emits that a look stops where somebody decides."""
        with f.if_(e.and_(e.eq(e.load(self.mode), _LOOK), e.gt(count, 1))):
            f.store(self.next_seat, 0, seat)
            f.return_(STOPS)
        super().beyond(f, seat, count)

    def waiting_for(self, local: ir.Local, choose: ir.Choose, wait: list[ir.Stmt]) -> list[ir.Stmt]:
        """Gives what is done once `take` gave a number: a look notes which rule asks."""
        stopped = e.and_(e.eq(local, STOPS), e.eq(e.load(self.mode), _LOOK))
        note = ir.If(stopped, (ir.Store(self.next_site, ir.Const(0), ir.Const(choose.site)),))
        return [note, *super().waiting_for(local, choose, wait)]

    # ------------------------------------------------------------ a decision

    def _begin(self, f: FunctionBuilder, functions: dict[str, Function], seat: ir.Expr) -> None:
        """Emits that a search, or a look, begins."""
        f.store(self.look_state, 0, _FRESH)
        super()._begin(f, functions, seat)

    def _think(self, functions: dict[str, Function]) -> Function:
        """Makes the function that decides, or goes on with it."""
        search = super()._think(functions)
        look = self._looks_at_each()
        f = self.b.function("decide", result="i32")
        seat = f.let(e.load(self.thinker), "seat")
        looks = f.let(e.truth(e.load(self.looks, seat)), "looks")
        with f.if_(e.and_(looks, e.not_(e.load(self.labels, seat)))):
            f.return_(f.call_value(look, 0))
        with f.if_(e.eq(e.load(self.look_state), _FRESH)):
            f.store(self.searched_best, 0, f.call_value(search))
            few = e.le(e.load(self.open_count), WIDEST)
            with f.if_(e.not_(e.and_(looks, e.and_(e.load(self.labels, seat), few)))):
                f.return_(e.load(self.searched_best))
        found = f.call_value(look, 1)
        with f.if_(e.lt(f.call_value(self.pick, 256), e.load(self.acts, seat))):
            f.return_(found)
        f.return_(e.load(self.searched_best))
        return f.finish()

    def _looks_at_each(self) -> Function:
        """Makes the function that tries each choice, or goes on after one that could not be carried out."""
        c = self.control
        self.counter = Counter(self.b, self.lowered, self.features)
        tried = {noting: self._tried(noting) for noting in (False, True)}
        f = self.b.function("look", ["noting"], result="i32")
        (noting,) = f.parameters
        seat = f.let(e.load(self.thinker), "seat")
        count = f.let(e.load(self.open_count), "count")
        options = f.let(e.select(e.lt(count, WIDEST), count, WIDEST), "options")
        state = f.let(e.load(self.look_state), "state")
        with f.if_(e.eq(state, _FRESH)):
            f.store(self.asked_site, 0, e.load(c.waiting, 2))
            f.store(self.look_all, 0, e.load(self.looks, seat))
            for array in (self.look_draw, self.look_chance):
                f.store(array, 0, 0)
            f.store(self.look_at, 0, options)
            f.store(self.look_draw, 0, -1)
            with f.each(0, options, "k") as k:
                f.store(self.scores, k, e.constant(0, "i64"))
        with f.if_(e.eq(state, _TRYING)):
            # A rule could not be carried out after the last choice.
            failed = f.let(e.load(self.look_at), "failed")
            f.store(self.scores, failed, e.constant(FAILED, "i64"))
            with f.if_(noting):
                begin = f.let(e.load(self.noted_at), "begin")
                for at, value in enumerate(
                    (e.load(self.found.visits, failed), e.constant(-(1 << 30)), e.constant(0))
                ):
                    f.store(self.notes, e.add(begin, at), value)
                f.store(self.notes_length, 0, e.add(begin, 3))
            f.store(self.look_at, 0, e.add(failed, 1))
        with f.if_(e.eq(state, _DEALING)):
            f.store(self.look_at, 0, options)
        with f.block("seen") as seen, f.loop("looks", bound=(WIDEST + 2) * (DRAWS + 1)) as again:
            with f.if_(e.ge(e.load(self.look_at), options)):
                draw = f.let(e.add(e.load(self.look_draw), 1), "draw")
                f.store(self.look_draw, 0, draw)
                f.store(self.look_at, 0, 0)
                needs = e.or_(e.constant(int(self._deals)), e.load(self.look_chance))
                f.br(seen, e.ge(draw, e.load(self.look_all)))
                f.br(seen, e.and_(e.truth(draw), e.not_(needs)))
                f.store(c.script_length, 0, e.load(self.length))
                f.store(self.mode, 0, 0)
                if self._deals:
                    f.store(self.look_state, 0, _DEALING)
                    own = chance.mix(f, e.add(self._seed(f, seat), e.extend(e.add(draw, 1 << 20))))
                    f.call(self.seed_player, own)
                    with f.if_(e.not_(e.load(self.intact))):
                        f.copy(self.parts.position, 0, self.at_decision, 0, self.parts.size)
                    f.store(self.intact, 0, 0)
                    f.call(self.deal, seat)
                    f.copy(self.worlds, 0, self.parts.position, 0, self.parts.size)
                    end = f.let(e.load(self.length), "end")
                    f.store(c.script, end, DRAWN)
                    f.store(c.script_length, 0, e.add(end, 1))
                f.store(self.root_end, 0, e.load(c.script_length))
                f.store(self.look_state, 0, _TRYING)
                with f.if_(noting):
                    f.call(self._header(), options)
            with f.if_(noting):
                f.call(tried[True])
            with f.else_():
                f.call(tried[False])
            f.increase(self.look_at)
            f.br(again)
        f.store(self.mode, 0, 0)
        f.store(c.script_length, 0, e.load(self.length))
        f.store(self.look_state, 0, _FRESH)
        best, most = f.variable(0, "best"), f.variable(e.constant(-(1 << 62), "i64"), "most", "i64")
        with f.each(0, options, "k") as k:
            score = f.let(e.load(self.scores, k), "score")
            with f.if_(e.gt(score, most)):
                f.set(best, k)
                f.set(most, score)
        f.return_(best)
        return f.finish()

    def _header(self) -> Function:
        """Makes the function that begins the note of a decision, or of one more draw of it."""
        f = self.b.function("note_decision", ["options"])
        (options,) = f.parameters
        length = f.let(e.load(self.notes_length), "length")
        with f.if_(e.lt(length, NOTES - 8)):
            for at, value in enumerate(
                (options, e.load(self.searched_best), e.load(self.look_draw), e.load(self.thinker))
            ):
                f.store(self.notes, e.add(length, at), value)
            f.store(self.notes_length, 0, e.add(length, 4))
        return f.finish()

    def _tried(self, noting: bool) -> Function:
        """Makes the function that tries a choice and weighs what comes of it."""
        c = self.control
        f = self.b.function("try_noted" if noting else "try")
        k, seat = f.let(e.load(self.look_at), "k"), f.let(e.load(self.thinker), "seat")
        end = f.let(e.load(self.root_end), "end")
        own = chance.mix(f, e.add(self._seed(f, seat), e.extend(e.add(e.load(self.look_draw), 1))))
        own = f.let(own, "own")
        f.call(self.parts.seed, own)
        f.copy(self.stream_before, 0, self.parts.b.stream, 0, 16)
        f.store(self.reseed, 0, 1)
        f.store(self.reseed, 1, own)
        f.call(self.seed_player, own)
        f.store(c.script, end, k)
        f.store(c.script_length, 0, e.add(end, 1))
        for array, value in ((self.next_seat, NONE), (self.next_site, 0), (self.path_length, 0), (c.auto, 0)):
            f.store(array, 0, value)
        f.store(self.left, 0, 1 << 20)
        f.store(self.mode, 0, _LOOK)
        begin = f.let(e.load(self.notes_length), "begin")
        if noting:
            f.store(self.noted_at, 0, begin)
        self.playout_begins(f)
        f.call(self.go)
        f.store(self.reseed, 0, 0)
        f.store(self.mode, 0, 0)
        for word in range(4):
            same = e.eq(e.load(self.stream_before, word), e.load(self.parts.b.stream, word))
            f.store(self.look_chance, 0, e.or_(e.load(self.look_chance), e.not_(same)))
        # Before the first turn nobody may stand anywhere by the aim yet.
        judged = e.or_(e.load(self.lowered.memory.system["over"]), e.truth(e.load(self.turns)))
        with f.if_(judged):
            f.call(self.judge)
        score = f.variable(e.constant(0, "i64"), "score", "i64")
        ended = f.variable(0, "ended")
        if noting:
            f.store(self.notes_length, 0, e.add(begin, 3))
        with f.if_(e.eq(e.load(self.lowered.memory.system["over"]), 1)):
            reward = e.sub(e.load(self.rewards, seat), ONE // 2)
            f.set(ended, e.shr(e.mul(reward, END // UNIT), (ONE // 2 // UNIT).bit_length() - 1))
            f.set(score, e.extend(ended))
        with f.else_():
            self._weigh(f, seat, k, score, noting)
        f.increase(self.scores, k, score)
        if noting:
            told = e.div(e.sub(e.sub(e.load(self.notes_length), begin), 3), 2)
            for at, number in enumerate((e.load(self.found.visits, k), ended, told)):
                with f.if_(e.lt(e.add(begin, at), NOTES)):
                    f.store(self.notes, e.add(begin, at), number)
        return f.finish()

    # ------------------------------------------------------------ what is counted

    def _weigh(
        self, f: FunctionBuilder, seat: ir.Expr, choice: ir.Expr, score: ir.Local, noting: bool
    ) -> None:
        """Emits that everything is counted, and added up by its weight."""
        first = f.let(e.load(self.sets, seat), "first weight")

        def add(slot: ir.Expr, much: ir.Expr | None) -> None:
            slot = f.let(slot, "slot")
            value = e.constant(1) if much is None else f.let(clip(f.let(much), -FAR, FAR), "value")
            weight = e.extend(e.load(self.weights, e.add(first, slot)))
            f.set(score, e.add(score, e.mul(weight, e.extend(value))))
            if noting:
                end = f.let(e.load(self.notes_length), "end")
                with f.if_(e.and_(e.ne(value, 0), e.lt(end, NOTES - 2))):
                    f.store(self.notes, end, slot)
                    f.store(self.notes, e.add(end, 1), value)
                    f.store(self.notes_length, 0, e.add(end, 2))

        after = After(
            seat,
            choice,
            e.load(self.rule_of, e.load(self.asked_site)),
            f.let(e.load(self.next_seat), "next seat"),
            e.load(self.rule_of, e.load(self.next_site)),
        )
        self.counter.write(f, after, add)
