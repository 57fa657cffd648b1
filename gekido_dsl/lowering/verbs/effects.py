"""Effects that tables name: running one by its number, and whether it could do something. A branch table each."""

from collections.abc import Callable

from gekido_dsl.lowering.choosing.options import Before, options_of
from gekido_dsl.lowering.choosing.options import most as most_chosen
from gekido_dsl.lowering.operators import adding
from gekido_dsl.lowering.sets.sets import Frozen, Nothing
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lowers(m.acts.Apply)
def apply(w: Writer, s: m.Sentence, act: m.acts.Apply) -> None:
    """Runs each effect in order; which ones is worked out before the first runs."""

    def run(number: ir.Expr, leave: ir.Label) -> None:
        if isinstance(number, ir.Const):
            effect, given = w.game.effect_calls[number.value]
            w.call(w.lowering.body_of(effect), w.actor, *given)
        else:
            w.call(_applied(w), w.actor, number)

    w.things(act.effects).freeze(w).each(w, run)


def _applied(w: Writer) -> ir.Function:
    """Gives the function that runs an effect by its number."""

    def write(own: Writer) -> None:
        actor, number = own.code.parameters

        def run(effect: m.Procedure, given: tuple[int, ...]) -> Callable[[], None]:
            return lambda: own.call(own.lowering.body_of(effect), actor, *given)

        own.code.cases(number, [run(effect, given) for effect, given in own.game.effect_calls])

    return function_of(w.lowering, "apply", "apply", ("actor", "effect"), "status", None, write)


def could_do(w: Writer, actor: ir.Expr, number: ir.Expr) -> ir.Expr:
    """Tells whether the effect with a number could do something. What is tried for that is taken back."""
    tried = any(
        isinstance(one, m.Expr) and isinstance(one, m.ops.Leaves)
        for effect, _ in w.game.effect_calls
        for one in walk.nodes(effect)
    )

    def write(own: Writer) -> None:
        own.code.pure = not tried
        who, which = own.code.parameters

        def ask(effect: m.Procedure, given: tuple[int, ...]) -> Callable[[], None]:
            def answer() -> None:
                held = {0: who, **{k: x.constant(one) for k, one in enumerate(given, 1)}}
                own.code.return_(_could(own.within(effect, dict(held)), effect))

            return answer

        own.code.cases(which, [ask(effect, given) for effect, given in own.game.effect_calls])
        own.code.return_(1)

    function = function_of(w.lowering, "could", "could do", ("actor", "effect"), "i32", None, write)
    return w.code.call_value(function, actor, number) if tried else x.ask(function, actor, number)


def _could(w: Writer, effect: m.Procedure) -> ir.Expr:
    """Asks the conditions of an effect, and whether its first choice has an option."""
    with w.code.block("could") as no:
        result = w.code.variable(0, "could")
        for condition in effect.only_if:
            w.code.br(no, x.not_(w.test(condition)))
        w.code.set(result, _has_option(w, effect))
    return result


def _has_option(w: Writer, effect: m.Procedure) -> ir.Expr:
    first = effect.body.statements[0] if effect.body.statements else None
    if not isinstance(first, m.Sentence) or first.decision is None or first.condition is not None:
        return x.constant(1)
    bodies = [one.body.statements for one in effect.exceptions if one.body is not None]
    asking_ones = [
        one
        for body in (*bodies, effect.body.statements)
        for one in walk.statements(body)
        if isinstance(one, m.Sentence) and one.decision is not None
    ]
    sentence = asking_ones[0]
    decision = sentence.decision
    assert decision is not None
    if sentence.each < 0:
        return x.gt(options_of(w, sentence, decision).count, 0)
    slot = next(one for one in decision.slots if one.local == sentence.each)
    if slot.adding is not None:
        rest = adding.total(w, slot.adding)
        before = Before(decision.slots.index(slot), Nothing(), rest)
        return x.or_(x.eq(rest, 0), x.gt(options_of(w, sentence, decision, before).count, 0))
    least: ir.Expr = x.constant(slot.least) if slot.number is None else w.fixed(slot.number)
    if sentence.if_possible:
        least = x.select(x.lt(least, 1), least, 1)
    if isinstance(least, ir.Const) and least.value <= 0:
        return x.constant(1)
    if least == ir.Const(1):
        return x.gt(options_of(w, sentence, decision).count, 0)
    if decision.ladders or len(decision.slots) > 1:
        return _enough(w, sentence, decision, slot, least)
    number = w.code.let(w.several(slot.candidates).count(w))
    return x.ge(number, least)


def _enough(w: Writer, sentence: m.Sentence, decision: m.Decision, slot: m.Slot, least: ir.Expr) -> ir.Expr:
    """Asks whether so many can be chosen one after the other, the first option each time."""
    code, place = w.code, decision.slots.index(slot)
    most = most_chosen(w, sentence, slot)
    number, found = code.variable(0, "chosen"), code.variable(1, "enough")
    chosen = Frozen(code.frame("chosen", max(most, 1)), number, most)
    with code.block("enough") as done, code.loop("choose", bound=most + 2) as again:
        code.br(done, x.ge(number, least))
        options = options_of(w, sentence, decision, Before(place, chosen))
        with code.if_(x.not_(code.let(options.count))):
            code.set(found, 0)
            code.br(done)
        code.store(chosen.array, number, options.value[place](x.constant(0)))
        code.set(number, x.add(number, 1))
        code.br(again)
    return found
