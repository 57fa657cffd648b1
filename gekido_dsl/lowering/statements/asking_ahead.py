"""A question that a loop that looks ahead asks itself, not a rule that it does.

What was chosen is noted by its values, so a run that tries a later choice comes past the question without its options.
Where it is known what can still be gained, an option that settles the end is not tried, and the listing stops at it.
"""

from collections.abc import Callable, Sequence

from gekido_dsl.ground.gains import Gains
from gekido_dsl.lowering.choosing.options import Options
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.writing import trying
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

Hook = Callable[[Sequence[ir.Expr]], None]
"""Writes what is to be done with the values of an option when it is listed."""


def fits(w: Writer, decision: m.Decision) -> bool:
    """Tells whether a question is asked in this way."""
    if w.ahead is None or decision.may or decision.slots[-1].random or len(decision.slots) > 2:
        return False
    leaves = any(
        rung is not None and isinstance(rung, m.ops.Leaves) for rungs in decision.ladders for rung in rungs
    )
    return not leaves and w.lowering.takes(Special.NOTED_BY_VALUES)


def ask(
    w: Writer,
    sentence: m.Sentence,
    decision: m.Decision,
    site: int,
    otherwise: ir.Label,
    options_of: Callable[[Hook], Options],
) -> list[ir.Local]:
    """Writes the question, and gives what fills its slots.

    Args:
        options_of: writes the options; the hook is called where one is listed.
    """
    assert w.ahead is not None
    code, ahead = w.code, trying.of(w.lowering)
    seat = code.let(w.actor)
    values = [code.variable(NONE, "chosen") for _ in decision.slots]
    with code.block("asked") as asked:
        with code.if_(x.load(ahead.leaving)):
            w.error("what a choice must leave is tried before it is chosen, and so nobody may be asked", None)
        exploring = code.let(x.load(ahead.exploring))
        at = code.let(x.load(ahead.at))
        with code.if_(x.and_(exploring, x.lt(at, x.load(ahead.length)))):
            code.store(ahead.at, 0, x.add(at, 1))
            code.br(otherwise, x.lt(x.load(ahead.trail, at), 0))
            for local, array in zip(values, ahead.values_of, strict=False):
                code.set(local, x.load(array, at))
            code.br(asked)
        settled = _Settled(w, sentence)
        with code.block("listed") as listed:
            with code.block("settled") as label:
                wanted = code.let(x.select(exploring, settled.left, -1))
                options = options_of(lambda given: settled.leave(given, wanted, label))
                code.br(listed)
            trying.refuse(w, seat)
            code.store(ahead.length, 0, at)
            code.store(ahead.reached, 0, settled.most)
            code.return_(ir.WAITS)
        count = code.let(options.count)
        with code.if_(x.not_(count)):
            if sentence.otherwise is None and not sentence.if_possible:
                w.error("there is nothing to choose: {}", sentence.span, decision.prompt)
            trying.note(w, NONE)
            code.br(otherwise)

        def take(k: ir.Expr, at: ir.Expr) -> None:
            code.store(ahead.trail, at, k)
            for array, value in zip(ahead.values_of, options.value, strict=False):
                code.store(array, at, value(k))
            code.store(ahead.length, 0, x.add(at, 1))
            code.call_value(trying.again(w))

        def try_one(k: ir.Expr, at: ir.Expr) -> None:
            with code.block("tried") as tried:
                if settled.known:
                    with code.if_(settled.by([value(k) for value in options.value], settled.left)):
                        code.store(ahead.reached, 0, settled.most)
                        code.br(tried)
                take(k, at)

        with code.if_(exploring):
            trying.refuse(w, seat)
            entry = _recalled(w, site, seat, at)
            best = code.variable(trying.WORST, "best")
            code.increase(ahead.depth)
            with code.block("found") as done, code.each(0, count, "option") as k:
                take(k, at)
                reached = code.let(x.load(ahead.reached))
                code.set(best, x.select(x.gt(reached, best), reached, best))
                if settled.known:
                    code.br(done, x.eq(best, settled.most))
            trying.found(w, at, best)
            if entry is not None:
                code.remember(entry, best)
            code.return_(ir.WAITS)
        w.refuse_automaton(seat, w.lowering.sites.every[site])
        kept = code.variable(NONE, "kept")
        with code.if_(x.and_(x.gt(count, 1), x.not_(settled.all))):
            code.set(kept, trying.narrowed(w, seat, count, try_one))
        taken = code.local("k")
        about = w.spoken_of((sentence.act, decision))
        trying.offer(w, seat, count, count, kept, site, options.value, about, taken)
        for local, value in zip(values, options.value, strict=True):
            code.set(local, value(taken))
        trying.note(w, taken, values)
    return values


def _recalled(w: Writer, site: int, seat: ir.Expr, at: ir.Expr) -> ir.Local | None:
    """Writes that what was found of a position is not looked for again; gives where it is to be noted, if it can be.

    How the loop goes on depends on the position and on what its locals hold, if nothing is under way but the loop:
    then the question stands in its body and in no loop inside.
    """
    assert w.ahead is not None
    code, ahead = w.code, trying.of(w.lowering)
    if len(w.around) != w.ahead.depth + 1 or w.lists:
        return None
    held = {local: held for local, held in w.locals.items() if local in w.given or local in w.variables}
    if any(not isinstance(one, ir.Expr) for one in held.values()):
        return None
    if not w.lowering.takes(Special.RECALLED):
        return None
    numbers = [one for _, one in sorted(held.items()) if isinstance(one, ir.Expr)]
    entry = code.variable(-2, "entry")
    # After one choice hardly any position comes twice.
    with code.if_(x.gt(x.load(ahead.depth), 1)):
        code.set(entry, code.recall(ahead.reached, [x.constant(site), seat, *numbers]))
        with code.if_(x.eq(entry, -1)):
            code.store(ahead.length, 0, at)
            code.return_(ir.WAITS)
    return entry


class _Settled:
    """What the loop can still gain, worked out where its question is asked."""

    def __init__(self, w: Writer, sentence: m.Sentence) -> None:
        assert w.ahead is not None
        self.w = w
        gains = w.ahead.gains
        self.gains = gains if gains is not None and gains.sentence is sentence else None
        self.known = self.gains is not None
        self.left: ir.Expr = x.constant(-1)
        """What all things together show; -1 if that cannot be reached."""
        self.most: ir.Expr = x.constant(0)
        """How high the number can end."""
        self.all: ir.Expr = x.constant(0)
        """1 if every option settles it."""
        if self.gains is None:
            return
        code, chains = w.code, w.memory.chains
        place = w.layout.place_of[self.gains.place.name, NONE]
        total = code.variable(0, "left")
        ends = w.ahead.repeat.ends
        assert ends is not None

        def add(thing: ir.Expr, _: ir.Label) -> None:
            code.set(total, x.add(total, x.load(w.memory.face, thing)))

        w.several(_inside(sentence, self.gains)).each(w, add)
        self.most = code.let(x.add(w.value(ends), total))
        self.left = code.let(x.select(x.gt(self.most, self.gains.high), -1, total))
        alone = x.eq(x.load(chains.head, place), x.load(chains.tail, place))
        self.all = code.let(x.and_(x.ge(self.left, 0), alone))

    def by(self, values: Sequence[ir.Expr], left: ir.Expr) -> ir.Expr:
        """Tells whether a choice uses all that is left."""
        assert self.gains is not None
        return x.eq(x.load(self.w.memory.face, values[self.gains.slot]), left)

    def leave(self, values: Sequence[ir.Expr], left: ir.Expr, label: ir.Label) -> None:
        """Writes that the listing is left at an option that settles the end."""
        if self.gains is not None:
            self.w.code.br(label, self.by(values, left))


def _inside(sentence: m.Sentence, gains: Gains) -> m.Expr:
    """Gives the expression of all things that are still to be used."""
    assert sentence.decision is not None
    found = sentence.decision.slots[gains.slot].candidates
    while isinstance(found, m.ops.Filter):
        found = found.set
    return found
