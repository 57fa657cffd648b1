"""What a choice must be, or must leave: ladders of rungs, of which the first that any choice reaches counts for all."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from gekido_dsl.ground.ladders import Ladder, joined
from gekido_dsl.lowering.boards.bitsets import Spaces
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.lifting import lifted
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.sets.words import Words, every, mask
from gekido_dsl.lowering.writing import trying
from gekido_dsl.lowering.writing.outlining import Apart
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def only_rung(decision: m.Decision) -> m.Expr | None:
    """Gives the condition that each option is asked by itself; None where one counts for the others, or is tried."""
    match decision.ladders:
        case ((m.Expr() as rung,),) if not isinstance(rung, m.ops.Leaves):
            return rung
    return None


def best(
    w: Writer,
    sentence: m.Sentence,
    decision: m.Decision,
    held: list[ir.Array],
    count: ir.Local,
    most: int,
) -> None:
    """Leaves those options in the lists that the ladders let through: of the first rung that leaves any."""
    for rungs in _joined(w, decision):
        with w.code.block("rungs") as done:
            for rung in rungs:
                if rung is None:
                    w.code.br(done)
                    break
                _rung(w, sentence, decision, rung, held, count, most, done)
            w.code.set(count, 0)


def _joined(w: Writer, decision: m.Decision) -> Sequence[Ladder]:
    """Gives the ladders, and has what must be left asked of one trial."""
    found = joined(decision.ladders)
    one = len(found) < len(decision.ladders) and w.lowering.takes(Special.TRIED_ONCE)
    return found if one else decision.ladders


def best_spaces(w: Writer, decision: m.Decision, give: Callable[[], Set]) -> Words | None:
    """Gives the spaces that the ladders let through, worked out for all at once; None where that cannot be."""
    local = decision.slots[0].local
    rungs = [rung for ladder in decision.ladders for rung in ladder if rung is not None]

    def lifts() -> bool:
        found = give()
        if not isinstance(found, Spaces):
            return False
        field = found.words.field
        return all(lifted.spaces_where(w, field, rung, local) is not None for rung in rungs)

    if any(isinstance(rung, m.ops.Leaves) for rung in rungs) or not w.unwritten(lifts):
        return None
    if not w.lowering.takes(Special.BEST_SPACES):
        return None
    found = give()
    assert isinstance(found, Spaces)
    words, field = found.words.kept(w), found.words.field
    for ladder in decision.ladders:
        left = Words(field, (w.code.variable(one, "passing", "i64") for one in mask(field, ()).words))
        with w.code.block("rungs") as done:
            for rung in ladder:
                passing: Words | None = words
                if rung is not None:
                    passing = lifted.spaces_where(w, field, rung, local)
                assert passing is not None
                for one, word in zip(left.words, (words & passing).words, strict=True):
                    assert isinstance(one, ir.Local)
                    w.code.set(one, word)
                if rung is None:
                    break
                w.code.br(done, left.some())
        words = left
    return words


def best_pairs(
    w: Writer, decision: m.Decision, outer: Set, inner: Callable[[], Set], room: int
) -> tuple[ir.Array, ir.Array, ir.Local, int] | None:
    """Lists the ways to fill two slots that a ladder lets through, where each rung gives spaces for the second at once.

    None where that cannot be.

    Args:
        inner: gives what may fill the second, once the first is bound.
        room: for how many there may be room.
    Returns:
        what fills the first and the second, how many there are, and how many there can be.
    """
    first, second = decision.slots
    if len(decision.ladders) != 1 or any(
        rung is not None and isinstance(rung, m.ops.Leaves) for rung in decision.ladders[0]
    ):
        return None
    code, rungs, most = w.code, decision.ladders[0], 1

    def spaces(rung: m.Expr | None) -> Words | None:
        among = inner()
        if isinstance(second.candidates, m.ops.Things):
            field = lifted.field_of_kind(w, second.candidates.type)
            among = among if field is None or field.laid else Spaces(every(field))
        if not isinstance(among, Spaces) or rung is None:
            return among.words if isinstance(among, Spaces) else None
        found = lifted.spaces_where(w, among.words.field, rung, second.local)
        return None if found is None else among.words & found

    with w.bind(first.local, code.local("probe")):
        if not w.unwritten(lambda: all(spaces(rung) is not None for rung in rungs)):
            return None
        most = max(outer.most * w.unwritten(inner).most, 1)
    if most > room or not w.lowering.takes(Special.BEST_PAIRS):
        return None
    listed = outer.freeze(w)
    firsts, seconds = code.frame("firsts", most), code.frame("seconds", most)
    number = code.variable(0, "n")
    with code.block("rungs") as done:
        for rung in rungs:

            def one(value: ir.Expr, _: ir.Label, rung: m.Expr | None = rung) -> None:
                def two(space: ir.Expr, _: ir.Label) -> None:
                    code.store(firsts, number, value)
                    code.store(seconds, number, space)
                    code.set(number, x.add(number, 1))

                with w.bind(first.local, value):
                    passing = spaces(rung)
                    assert passing is not None
                    Spaces(passing).each(w, two)

            listed.each(w, one)
            code.br(done, number)
    return firsts, seconds, number, most


def _rung(
    w: Writer,
    sentence: m.Sentence,
    decision: m.Decision,
    rung: m.Expr,
    held: list[ir.Array],
    count: ir.Local,
    most: int,
    done: ir.Label,
) -> None:
    """Keeps the options that a rung lets through, if any, and is done."""
    code = w.code
    passing, number = code.frame("passing", max(most, 1)), code.variable(0, "n")
    with code.each(0, count, "option", most) as k:
        with ExitStack() as filled:
            for slot, array in zip(decision.slots, held, strict=True):
                filled.enter_context(w.bind(slot.local, code.let(x.load(array, k))))
            passes = leaves(w, sentence, rung) if isinstance(rung, m.ops.Leaves) else w.test(rung)
        with code.if_(passes):
            code.store(passing, number, k)
            code.set(number, x.add(number, 1))
    with code.if_(number):
        with code.each(0, number, "kept", most) as k:
            for array in held:
                code.store(array, k, x.load(array, x.load(passing, k)))
        code.set(count, number)
        code.br(done)


def leaves(w: Writer, sentence: m.Sentence, rung: m.Expr) -> ir.Expr:
    """Writes that the act of a sentence is tried, with all that follows from it; gives whether a condition holds then.

    The position is saved before and taken back.
    """
    lowering, code = w.lowering, w.code
    number = len(lowering.remembered("tried", list))
    name = f"leaves {number}"
    lowering.remembered("tried", list).append(name)
    used = {0, *walk.locals_of(sentence)}
    outer = w.within(w.decl, {local: held for local, held in w.locals.items() if local in used})  # type: ignore[arg-type]
    outer.rule, outer.span, outer.cites = w.rule, sentence.span, sentence.cites
    apart = Apart(outer, name)

    tried = lowering.program.function(name, (), "status", w.rule)
    own = apart.writer(tried)
    if sentence.each < 0 or not sentence.act.record.late:
        with step(own, sentence.span, sentence.cites):
            own.act(sentence)
    apart.hand_back(own)
    tried.return_(0)
    body = own.finish()

    # What the act hands on, as the end of a phase, goes no further than here.
    asking = lowering.program.function(f"{name} asks", (), "i32", w.rule)
    apart.hand_back(apart.writer(asking))
    asking.call_status(body)
    reader = apart.writer(asking, "left")
    asking.return_(reader.test(rung.args[0] if rung.args else rung))
    asked = reader.finish()

    ahead = trying.of(lowering)
    apart.hand_over()
    code.save()
    code.increase(ahead.leaving)
    code.increase(ahead.trying)
    holds = code.call_value(asked)
    code.increase(ahead.trying, 0, -1)
    code.increase(ahead.leaving, 0, -1)
    code.restore()
    return holds
