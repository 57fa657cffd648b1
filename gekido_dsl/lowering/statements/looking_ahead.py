"""Loops that look ahead: in them only choices are offered that still lead to the best end that can be reached.

Such a loop is a function of its own. Where it begins, the position is kept; to see where a choice leads, the position
is taken back and the loop runs once more, with the choices made in it since and this one. A choice after these tries
all its options in turn. What is tried is saved before and taken back, and uses no chance.

Where the loop itself asks, what was chosen is noted by its values, so that a run comes past a question without
working out its options again; where it is known what can still be gained (`ground.gains`), what is settled is not
tried, and nothing more is once the best was found.

See `interpreter.looking_ahead`.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from gekido_dsl.ground.gains import gains
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.statements.repeating import plain_repeat
from gekido_dsl.lowering.writing.around import Around, Direct
from gekido_dsl.lowering.writing.outlining import Apart
from gekido_dsl.lowering.writing.trying import Ahead
from gekido_dsl.lowering.writing.trying import of as shared_by
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def repeat(w: Writer, repeat: m.Repeat) -> None:
    """Writes a loop that looks ahead."""
    lowering, code, ahead = w.lowering, w.code, shared_by(w.lowering)
    number = len(ahead.loops)
    name = f"ahead {number}"
    apart, left = Apart(w, name), lowering.program.scratch(f"{name} left")
    function = lowering.program.function(name, (), "status", w.rule)
    own = apart.writer(function)
    gained = gains(w.game, repeat)
    if gained is not None and not lowering.takes(Special.GAINS):
        gained = None
    own.ahead = Direct(gained, repeat, len(w.around))
    apart.hand_back(own)
    labels: list[ir.Label] = []
    with function.block("done") as done, ExitStack() as stack:
        own.around = _ways_out(own, w.around, labels, stack, left, done)
        plain_repeat(own, repeat)
    apart.hand_back(own)
    function.return_(0)
    own.finish()
    ahead.loops.append(_run(lowering, number, apart, function.function, repeat))

    apart.hand_over()
    code.store(left, 0, -1)
    _begin(w, ahead, number)
    status = code.call_status(function.function)
    code.increase(ahead.running, 0, -1)
    w.hand_on(status)
    apart.take_back(own)
    for k, label in enumerate(labels):
        code.br(label, x.eq(x.load(left), k))


def _begin(w: Writer, ahead: Ahead, number: int) -> None:
    """Writes that a loop begins, and keeps the position unless it runs inside another, or is only tried."""
    code = w.code
    with code.if_(x.not_(x.or_(x.load(ahead.exploring), x.load(ahead.running)))):
        code.keep()
        code.store(ahead.loop, 0, number)
        code.store(ahead.length, 0, 0)
        code.store(ahead.at, 0, 0)
    code.increase(ahead.running)


def _ways_out(
    own: Writer,
    around: list[Around],
    labels: list[ir.Label],
    stack: ExitStack,
    left: ir.Array,
    done: ir.Label,
) -> list[Around]:
    """Gives what is around the loop, as the function leaves it: it notes where to go, and ends."""

    def out(label: ir.Label | None) -> ir.Label | None:
        if label is None:
            return None
        block = stack.enter_context(_leaving(own, len(labels), left, done))
        labels.append(label)
        return block

    return [Around(out(one.after), out(one.head), one.secret) for one in around]


@contextmanager
def _leaving(own: Writer, number: int, left: ir.Array, done: ir.Label) -> Iterator[ir.Label]:
    """Writes a block; who branches out of it notes a number and is done."""
    with own.code.block("out") as out:
        yield out
        own.code.br(done)
    own.code.store(left, 0, number)


def _run(
    lowering: Lowering, number: int, apart: Apart, function: ir.Function, repeat: m.Repeat
) -> Callable[[Writer], None]:
    """Gives what runs a loop once more, from where it began."""
    ends, sign = repeat.ends, -1 if repeat.lowest else 1
    assert ends is not None

    def write(w: Writer) -> None:
        w.code.call_status(function)
        reader = lowering.program.function(f"ahead {number} ends", (), "i32")
        own = apart.writer(reader, "left")
        reader.return_(x.mul(sign, own.fixed(ends)))
        value = w.code.call_value(own.finish())
        w.code.store(shared_by(lowering).reached, 0, value)

    return write
