"""Phases and the turn: what begins, what is cleared, what is noted, and who comes next."""

from typing import TYPE_CHECKING, Any

from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter import veil
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, item

if TYPE_CHECKING:
    from gekido_dsl.interpreter.build import Builder
    from gekido_dsl.interpreter.program import Code


def clear_scope(s: State, layout: lay.Layout, name: str) -> None:
    """Forgets what happened in a scope."""
    for first, count in layout.scope_cells.get(name, ()):
        s.cells[first : first + count] = [0] * count


def build_phase(builder: "Builder", code: "Code", phase: m.Procedure) -> None:
    """Makes the steps of a phase: enter, its body, its steps of the turn, leave."""
    program = builder.program
    layout = program.layout
    code.phase = phase
    bodies = [exception.body.locals for exception in phase.exceptions if exception.body is not None]
    before = max([code.locals, *bodies])
    code.locals = before + 1
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
        f.locals[before] = s.cells[lay.SECRET]
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
        veil.end(s, f.locals[before])
        builder.acts.report(s, f)
        s.frames.pop()
        builder.acts.trigger(s, "ends", phase.name, f.locals[0])
        builder.acts.check_end(s)

    code.exit = code.add(leave, phase.name_span, phase.cites)


def _call(target: "Code") -> Any:
    def call(s: State, f: Frame) -> None:
        f.step += 1
        s.frames.append(target.start(f.locals[0]))

    return call


def initial_value(fact: m.Field) -> int:
    """Gives what a fact starts with when nothing is said: none, no, or the number nearest to 0 in its range."""
    from gekido_dsl.model.types import BoolType, IntType

    if fact.optional or isinstance(item(fact.type), ThingType):
        return NONE
    match fact.type:
        case IntType(low=low, high=high):
            return min(max(0, low or 0), high if high is not None else 0)
        case BoolType():
            return 0
        case _:
            return 0


def build_turn(builder: "Builder", code: "Code") -> None:
    """Makes the steps of the turn: begin, each phase that its guard lets through, and on to the next player."""
    program = builder.program
    layout, game = program.layout, program.game
    turn = game.turn
    if turn is None:
        builder.end(code)
        return
    out = layout.out_cell

    def foremost(s: State) -> int:
        """Gives the first player who remains, from the one who is first in every round."""
        first = s.cells[lay.FIRST]
        order = [(first + k) % layout.players for k in range(layout.players)]
        return next((player for player in order if not s.cells[out + player]), first)

    def begin(s: State, f: Frame) -> None:
        if game.turn_limit is not None and s.cells[lay.TURNS] >= game.turn_limit * 1:
            s.cells[lay.OVER] = 2
            s.frames.clear()
            return
        if not s.cells[lay.TURNS] and s.cells[lay.LEADS]:  # said in the set-up
            s.cells[lay.ON_TURN] = s.cells[lay.FIRST] = s.cells[lay.LEADS] - 1
            s.cells[lay.LEADS] = 0
        s.cells[lay.TURNS] += 1
        if turn.together:
            s.cells[lay.ON_TURN] = foremost(s)
        f.locals[0] = s.cells[lay.ON_TURN]
        clear_scope(s, layout, "Turn")
        builder.acts.tell(s, code, turn.span, "turn", NONE if turn.together else s.cells[lay.ON_TURN])
        f.step += 1

    code.add(begin, turn.span, turn.cites)
    for line in turn.lines:
        condition = builder.make(line.condition) if line.condition is not None else None
        target = program.by_decl[id(line.phase)]

        def run(
            s: State, f: Frame, condition: Any = condition, target: "Code" = target, size: int = line.locals
        ) -> None:
            f.step += 1
            if turn.together:
                f.locals[0] = s.cells[lay.ON_TURN] = foremost(s)
            actor = f.locals[0]
            if s.cells[out + actor] == 0 and (
                condition is None or condition(s, [actor, *[NONE] * (size - 1)])
            ):
                s.frames.append(target.start(actor))

        code.add(run, line.span)

    def following(s: State, f: Frame) -> None:
        if builder.acts.check_end(s):
            return
        f.step = 0
        who = s.cells[lay.ON_TURN]
        if turn.together:
            if s.cells[lay.LEADS]:
                s.cells[lay.FIRST], s.cells[lay.LEADS] = s.cells[lay.LEADS] - 1, 0
            return
        if s.cells[lay.LEADS]:
            who, s.cells[lay.LEADS] = s.cells[lay.LEADS] - 2, 0
        for _ in range(layout.players):
            who = (who + 1) % layout.players
            if not s.cells[out + who]:
                break
        s.cells[lay.ON_TURN] = who

    code.add(following, turn.span)
