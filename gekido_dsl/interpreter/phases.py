"""Phases: what begins, what is cleared, what is noted."""

from typing import Any

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.start import initial_value
from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.bodies import BodyBuilder
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.players import check_end
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


def clear_scope(s: State, layout: lay.Layout, name: str) -> None:
    """Forgets what happened in a scope."""
    for first, count in layout.scope_cells.get(name, ()):
        s.cells[first : first + count] = [0] * count


def build_phase(builder: BodyBuilder, code: Code, phase: m.Procedure) -> None:
    """Makes the steps of a phase: enter, its body, its steps of the turn, leave."""
    program = builder.program
    layout = program.layout
    code.phase = phase
    bodies = [exception.body.locals for exception in phase.exceptions if exception.body is not None]
    before = max([code.locals, *bodies])
    opened, actor = before + 1, before + 2
    code.locals = before + 3
    starts = []
    for fact in phase.fields.values():
        cell = layout.field_cell[id(phase), fact.name]
        value = builder.make(fact.start) if fact.start is not None else None
        blank = initial_value(fact)
        starts.append((cell, layout.index_size(fact.index), value, blank))
    notes = [
        (layout.note_cell + number, builder.make(note.condition), note.locals)
        for number, note in enumerate(program.game.notes)
        if note.phase is phase
    ]
    line = next(
        (one for one in (program.game.turn.lines if program.game.turn else ()) if one.phase is phase), None
    )

    def enter(s: State, f: Frame) -> None:
        f.step += 1
        f.locals[before], f.locals[opened], f.locals[actor] = (
            s.cells[lay.SECRET],
            s.cells[lay.WINDOW],
            f.locals[0],
        )
        for cell, size, value, blank in starts:
            number = value(s, f.locals) if value is not None else blank
            for k in range(size):
                s.cells[cell + k] = number
        clear_scope(s, layout, phase.name)
        for cell, condition, size in notes:
            s.cells[cell] = int(bool(condition(s, [f.locals[0], *[NONE] * size])))
        builder.acts.tell(s, code, phase.name_span, "begin", phase)
        builder.acts.trigger(s, "begins", phase.name, f.locals[0])

    code.add(enter, phase.name_span, phase.cites)
    builder.procedure_body(code, phase)
    for step in line.steps if line is not None else ():
        code.add(_call(program.by_decl[id(step)]), line.span if line is not None else None)

    def leave(s: State, f: Frame) -> None:
        # What ended it may have stood in a block or a window: whoever acted there acts no longer, and it is closed.
        secret_part.end(s, f.locals[before])
        s.cells[lay.WINDOW], f.locals[0] = f.locals[opened], f.locals[actor]
        builder.acts.report(s, f)
        s.frames.pop()
        builder.acts.trigger(s, "ends", phase.name, f.locals[0])
        s.settled = not check_end(builder.acts, s) and not s.pending

    code.exit = code.add(leave, phase.name_span, phase.cites)


def _call(target: Code) -> Any:
    def call(s: State, f: Frame) -> None:
        f.step += 1
        s.frames.append(target.start(f.locals[0]))

    return call
