"""What triggers make due: noted while the step at hand is written, and run by its number in a list."""

from collections.abc import Callable
from functools import partial
from typing import Final

from gekido_dsl.ground.limits import MOST_DUE, TOO_MUCH_DUE
from gekido_dsl.lowering.writing.due import EVERYWHERE, WIDE, Many, Once
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

BEFORE_TRIGGERS: Final[list[Callable[[Writer, m.Procedure, ir.Expr], None]]] = []
"""What writes what comes before the condition of a trigger is asked, given who acts."""


def add(w: Writer, function: ir.Function, trigger: m.Decl, given: tuple[ir.Expr, ...]) -> None:
    """Makes something due, here."""
    due, code = w.due, w.code
    assert due is not None
    region = EVERYWHERE if w.game.order_span is not None else w.region
    if not region:
        flag = w.lowering.cleared(code, "due")
        numbers = [code.local("given") for _ in given]
        code.set(flag, 1)
        for local, number in zip(numbers, given, strict=True):
            code.set(local, number)
        w.lowering.begins(code, *(ir.Set(local, ir.Const(-1)) for local in numbers))
        due.parts.append(Once(function, flag, numbers))
        return
    last = due.parts[-1] if due.parts else None
    if not isinstance(last, Many) or last.region != region:
        last = Many(region, code.frame("due", WIDE * MOST_DUE), w.lowering.cleared(code, "dues"))
        due.parts.append(last)
    assert len(given) < WIDE
    with code.if_(x.ge(last.count, last.entries.length // WIDE)):
        w.error(TOO_MUCH_DUE, w.span)
    if (function, len(given)) not in last.functions:
        last.functions.append((function, len(given)))
        last.triggers.append(trigger)
    at = x.mul(last.count, WIDE)
    code.store(last.entries, at, last.functions.index((function, len(given))))
    for k, number in enumerate(given, 1):
        code.store(last.entries, x.add(at, k), number)
    for k in range(len(given) + 1, WIDE if region == EVERYWHERE else 0):
        code.store(last.entries, x.add(at, k), NONE)
    code.set(last.count, x.add(last.count, 1))


def trigger(w: Writer, kind: str, name: str, actor: ir.Expr, *given: ir.Expr) -> None:
    """Makes the triggers of an event due, whose conditions hold now."""
    for one in w.lowering.triggers.get((kind, name), ()):
        make_due(w, w.lowering.body_of(one), one, actor, *given)


def make_due(w: Writer, function: ir.Function, trigger: m.Procedure, actor: ir.Expr, *given: ir.Expr) -> None:
    """Makes a trigger due if its condition holds now; what it may write unseen is not known any more either way."""
    for write in BEFORE_TRIGGERS:
        write(w, trigger, actor)
    if trigger.condition is None:
        add(w, function, trigger, (actor, *given))
        return
    asked = w.within(trigger, {0: actor, **dict(enumerate(given, 1))})
    with w.code.if_(asked.test(trigger.condition)):
        add(w, function, trigger, (actor, *given))


def run_one(w: Writer, part: Many, at: ir.Expr) -> None:
    """Runs the entry of a list that begins somewhere."""

    def run(function: ir.Function, given: int) -> None:
        w.call(function, *(x.load(part.entries, x.add(at, k)) for k in range(1, given + 1)))

    if len(part.functions) == 1:
        run(*part.functions[0])
        return
    bodies = [partial(run, *one) for one in part.functions]
    w.code.cases(x.load(part.entries, at), bodies)
