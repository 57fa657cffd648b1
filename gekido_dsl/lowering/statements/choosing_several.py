"""Sentences in which several are chosen one after the other, until all are chosen or the player is done."""

from collections.abc import Callable

from gekido_dsl.lowering.choosing.options import Before, most, options_of
from gekido_dsl.lowering.game.sites import Stop
from gekido_dsl.lowering.operators import adding
from gekido_dsl.lowering.sets.sets import Frozen
from gekido_dsl.lowering.statements import asking
from gekido_dsl.lowering.writing.choices import choose, draw
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def write(w: Writer, sentence: m.Sentence) -> None:
    """Writes the sentence: a loop around one choice, an act for each or one at the end, and what else to do."""
    decision = sentence.decision
    assert decision is not None
    code = w.code
    slot = next(one for one in decision.slots if one.local == sentence.each)
    place = decision.slots.index(slot)
    late = sentence.act.record.late
    outside = w.actor
    limit = most(w, sentence, slot)
    chosen = Frozen(code.frame("chosen", max(limit, 1)), code.variable(0, "chosen"), limit)
    number = chosen.number
    assert isinstance(number, ir.Local)
    with code.block("decided") as after:
        if isinstance(sentence.act, m.acts.Bind):
            # Whoever chooses none has chosen none of them, now and in another round.
            w.assign_several(sentence.act.local, chosen)
        if sentence.condition is not None:
            code.br(after, x.not_(w.test(sentence.condition)))
        seat: ir.Expr = outside if sentence.actor is None else code.variable(NONE, "seat")
        with code.block("otherwise") as otherwise:
            with code.block("finish") as finish:
                # How many is asked of whoever chooses, before the first choice.
                fixed = slot.number is not None or slot.adding is not None
                if fixed and sentence.actor is not None:
                    _seated(w, sentence.actor, seat, finish)
                rest: ir.Local | None = None
                with w.acting(seat):
                    least, wanted = _numbers(w, slot)
                    if slot.adding is not None:
                        rest = code.variable(adding.total(w, slot.adding), "rest")
                with code.loop("choose", bound=limit + 1) as again:
                    if sentence.actor is not None:
                        _seated(w, sentence.actor, seat, finish)
                    if wanted is not None:
                        code.br(finish, x.ge(number, wanted))
                    if rest is not None:
                        code.br(finish, x.eq(rest, 0))
                    if not slot.random:
                        with code.if_(w.is_out(seat)):
                            code.br(finish, x.or_(x.ge(number, least), number))
                            code.br(otherwise)
                    with w.acting(seat):
                        before = Before(place, chosen, rest)
                        _one(w, sentence, decision, slot, before, least, (finish, otherwise), late)
                    code.br(again)
            if late:
                with code.if_(number):
                    w.assign_several(sentence.each, chosen)
                    with w.acting(seat), step(w, sentence.span, sentence.cites):
                        w.act(sentence)
            code.br(after)
        w.block(sentence.otherwise or ())


def _seated(w: Writer, actor: m.Expr, seat: ir.Expr, finish: ir.Label) -> None:
    """Writes who chooses; without anybody, nothing is chosen."""
    assert isinstance(seat, ir.Local)
    w.code.set(seat, w.value(actor))
    w.code.br(finish, x.eq(seat, NONE))


def _numbers(w: Writer, slot: m.Slot) -> tuple[ir.Expr, ir.Expr | None]:
    """Gives how many there have to be at least, and at most if there is a limit."""
    if slot.number is not None:
        given = w.fixed(slot.number)
        wanted = w.code.let(x.select(x.gt(given, 0), given, 0))
        return wanted, wanted
    return x.constant(slot.least), x.constant(slot.most) if slot.most is not None else None


def _one(
    w: Writer,
    sentence: m.Sentence,
    decision: m.Decision,
    slot: m.Slot,
    before: Before,
    least: ir.Expr,
    leaving: tuple[ir.Label, ir.Label],
    late: bool,
) -> None:
    """Writes one choice, and the act unless it is done at the end."""
    code, place, chosen, rest = w.code, before.place, before.chosen, before.rest
    assert isinstance(chosen, Frozen)
    number = chosen.number
    finish, otherwise = leaving
    assert isinstance(number, ir.Local)
    options = options_of(w, sentence, decision, before)
    count = code.let(options.count)
    enough = x.constant(1) if least == ir.Const(0) else code.let(x.ge(number, least))
    if rest is not None:
        enough = x.constant(0)
    with code.if_(x.not_(count)):
        if sentence.if_possible and sentence.otherwise is None:
            code.br(finish)
        else:
            code.br(finish, x.or_(enough, number))
            if sentence.otherwise is None and not decision.may:
                w.error("there is nothing to choose: {}", sentence.span, decision.prompt)
            else:
                code.br(otherwise)
    if slot.random:
        picked: ir.Expr = draw(w, count, "pick", decision.prompt)
    else:
        declines = code.let(x.or_(enough, x.not_(number))) if decision.may else enough
        about = w.spoken_of((sentence.act, decision))

        def ask(stop: Stop) -> ir.Local:
            site = asking.question(w, sentence, decision, stop)
            return choose(w, w.actor, count, site, options.value, declines, about)

        picked = ask("done") if not decision.may else _until_done(w, number, ask)
        with code.if_(x.eq(picked, count)):
            if decision.may:
                code.br(otherwise, x.not_(number))
            code.br(finish)
    for one, value in zip(decision.slots, options.value, strict=True):
        w.assign(one.local, value(picked))
    if slot.adding is not None and isinstance(rest, ir.Local):
        code.set(rest, x.sub(rest, adding.number(w, slot.adding, options.value[place](picked))))
    code.store(chosen.array, number, options.value[place](picked))
    code.set(number, x.add(number, 1))
    if not late:
        with step(w, sentence.span, sentence.cites):
            w.act(sentence)


def _until_done(w: Writer, number: ir.Expr, ask: Callable[[Stop], ir.Local]) -> ir.Local:
    """Writes a question that may be declined: at first that is a no, and once one is chosen the choice is done."""
    picked = w.code.local("k")
    with w.code.if_(number):
        w.code.set(picked, ask("done"))
    with w.code.else_():
        w.code.set(picked, ask("no"))
    return picked
