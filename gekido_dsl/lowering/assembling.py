"""All of a program: the entry, what it asks for, and what that asks for, until nothing waits to be written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gekido_dsl.ground.blocks import Block
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.spoken_of import given
from gekido_dsl.lowering.course.judging import Judge, write_judge
from gekido_dsl.lowering.course.phases import write_phase
from gekido_dsl.lowering.course.turn import write_entry
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.memory import Memory, Run
from gekido_dsl.lowering.game.rests import Rests
from gekido_dsl.lowering.game.sites import Sites
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import barred, derived_state
from gekido_dsl.lowering.kept.knowledge import is_open
from gekido_dsl.lowering.operators import positions
from gekido_dsl.lowering.statements.bodies import write_body
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program, and what its arrays and sites mean."""

    program: ir.Program
    layout: Layout
    sites: Sites
    cells: tuple[Run, ...]
    """Which cells of a position are in which arrays. What is in none does not change."""
    memory: Memory
    bodies: tuple[m.Procedure, ...]
    """The bodies that are listed while they run, by number: phases, and what reports are about."""
    deriving: Mapping[ir.Array, Callable[[Position], Sequence[int]]]
    """What the numbers of derived arrays are in a position; those of the others may be as when a match starts."""
    judge: Judge | None = None
    """What judges positions, if that was asked for."""
    blocks: tuple[Block, ...] = ()
    """The blocks of the ruleset, by number."""
    written: tuple[str | tuple[Any, ...], ...] = ()
    """Texts and lists of tables that are values, by their numbers."""
    hiding: frozenset[str] = frozenset()
    """The kinds of which somebody may not know which thing is which."""
    special: frozenset[Special] = frozenset()
    """The special cases that were taken; none in a plain program."""
    holders: Mapping[str, tuple[ir.Local, ...]] = field(default_factory=dict)
    """By the name of a function, its locals that hold things of such kinds while it runs; none where it may hold more
    than these."""


def assemble(lowering: Lowering, judged: bool, dealt: bool) -> Lowered:
    """Writes everything that the entry needs.

    Args:
        judged: whether to write what judges positions, too.
        dealt: whether worlds are dealt for it then.
    """
    if judged:
        lowering.rests = Rests(lowering, wanted=True)
        lowering.memory.rest = lowering.program.control("rest")
        lowering.memory.barred = barred.declare(lowering) if dealt else None
    code = lowering.program.function("play", (), "status")
    writer = Writer(lowering, code, None, {0: x.constant(0)}, "Turn")
    writer.body_cites = lowering.game.turn.cites if lowering.game.turn is not None else ()
    write_entry(writer)
    entry = writer.finish()
    judge = write_judge(lowering) if judged else None
    written = list(_write_waiting(lowering))
    while lowering.last:
        lowering.last.pop()()
        written += _write_waiting(lowering)
    if "check" in lowering.functions and lowering.takes(Special.END_WATCHED):
        derived_state.watch(lowering, lowering.functions["check"].function)
    positions.watch(lowering)
    record = [lowering.memory.system["over"], lowering.memory.system["turns"], lowering.memory.out]
    also = [judge.function] if judge is not None else []
    hiding = frozenset(kind.name for kind in lowering.game.kinds.values() if not is_open(writer, kind))
    holders = _holders(lowering, written, hiding)
    program = lowering.program.finish(entry, record, lowering.memory.system["eliminated"], also)
    program.plain = lowering.plain
    return Lowered(
        program,
        lowering.layout,
        lowering.sites,
        tuple(lowering.memory.runs),
        lowering.memory,
        tuple(lowering.bodies),
        lowering.deriving,
        judge,
        tuple(lowering.blocks.every),
        tuple(lowering.written),
        hiding,
        frozenset(lowering.taken_cases),
        holders,
    )


Written = tuple[m.Procedure, Writer]
"""A body, with what has written it."""


def _holders(
    lowering: Lowering, written: Sequence[Written], hiding: frozenset[str]
) -> dict[str, tuple[ir.Local, ...]]:
    """Finds the bodies whose locals hold things of some kinds; see `Lowered.holders`."""
    found: dict[str, tuple[ir.Local, ...]] = {}
    for procedure, writer in written:
        held, several = set[int](), False
        for node in walk.nodes(procedure):
            if isinstance(node, m.Expr) and isinstance(node, m.ops.Local) and _is_thing(node.type, hiding):
                held.add(node.value)
            elif isinstance(node, m.Each) and _is_thing(node.items.type, hiding):
                several = True
        given = lowering.functions[id(procedure)].parameters
        names = {number: local for number, local in enumerate(given) if number} | writer.variables
        ones = tuple(names[number] for number in sorted(held & set(names)))
        several = several or bool(held & set(writer.lists))
        if ones or several:
            found[writer.code.function.name] = () if several else ones
    return found


def _write_waiting(lowering: Lowering) -> Iterator[Written]:
    """Writes the bodies that were asked for, and those that they ask for."""
    while lowering.waiting:
        procedure = lowering.waiting.pop()
        lowering.at = procedure.span
        builder = lowering.functions[id(procedure)]
        held: dict[int, Held] = dict(enumerate(builder.parameters))
        own = Writer(lowering, builder, procedure, held)
        if procedure.word == "phase":
            write_phase(own, procedure)
        else:
            if not any(procedure is end for end in lowering.game.ends):
                own.standing = given(procedure)
            write_body(own, procedure)
        yield procedure, own
        own.finish()


def _is_thing(kind: Type, names: frozenset[str]) -> bool:
    """Tells whether values of a type are things of some kinds."""
    one = item(kind)
    return isinstance(one, ThingType) and one.kind.name in names
