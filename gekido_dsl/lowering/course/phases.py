"""Phases: what begins, what is cleared, what is noted, and the end of the game that is asked about when they end."""

from gekido_dsl.ground.start import initial_value
from gekido_dsl.lowering.course import resting
from gekido_dsl.lowering.game.lowering import PHASE
from gekido_dsl.lowering.writing import ending, reporting
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.triggers import trigger
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x


def write_phase(w: Writer, phase: m.Procedure) -> None:
    """Writes a phase: enter, its body, its steps of the turn, leave."""
    code, memory = w.code, w.memory
    w.span, w.cites = phase.name_span, phase.cites
    before = code.let(w.lowering.system("secret")) if w.lowering.secrets else x.constant(0)
    closes = bool(w.game.windows) and any(one is phase for one, _ in w.lowering.ended)
    opened = code.let(w.lowering.system("window")) if closes else x.constant(0)
    parts = w.lowering.rests.inside(phase)
    own = PHASE + w.lowering.phases[id(phase)]
    with code.block("phase") as leave:
        w.phase = own, leave
        with resting.passing_over(w, resting.going_on(w) if parts else x.constant(0)):
            _enter(w, phase)
        with code.block("exceptions") as after:
            if len(parts) > 1:
                code.br(after, resting.passed(w, parts[0]))
            for exception in phase.exceptions:
                if exception.body is not None:
                    with code.if_(w.exception(exception)):
                        w.body(exception.body.statements)
                        code.br(after)
            w.body(phase.body.statements)
        turn = w.game.turn
        line = next((one for one in (turn.lines if turn is not None else ()) if one.phase is phase), None)
        for number, part in enumerate(line.steps if line is not None else (), 1):
            here = parts[number] if parts else range(0)
            with resting.passing_over(w, resting.passed(w, here)):
                if here:
                    with code.if_(x.not_(resting.inside(w, here))):
                        code.rest(here.start)
                w.call(w.lowering.body_of(part), w.actor)
    w.phase = None
    if w.lowering.secrets:
        code.store(memory.system["secret"], 0, before)
    if closes:
        code.store(memory.system["window"], 0, opened)
    reporting.at_end_of(w, phase)
    code.unlist()
    with step(w, phase.name_span, phase.cites):
        trigger(w, "ends", phase.name, w.actor)
        # One that a rule does may be another player's than the one on turn, of whom the end of the game is asked.
        done = any(isinstance(act, m.acts.Do) and act.rule is phase for _, act in w.lowering.acts)
        ending.check(w, None if done else w.actor)


def _enter(w: Writer, phase: m.Procedure) -> None:
    with step(w, phase.name_span, phase.cites):
        for fact in phase.fields.values():
            array = w.memory.fields[id(phase), fact.name]
            value = w.fixed(fact.start) if fact.start is not None else x.constant(initial_value(fact))
            with w.code.each(0, w.layout.index_size(fact.index)) as k:
                w.code.store(array, k, value)
        w.clear_scope(phase.name)
        for number, note in enumerate(w.game.notes):
            if note.phase is phase:
                asked = w.within(phase, {0: w.actor})
                w.code.store(w.memory.notes, number, asked.test(note.condition))
        w.tell("begin", phase)
        trigger(w, "begins", phase.name, w.actor)
