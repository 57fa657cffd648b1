"""Verbs that run something else or leave it: rules, effects, windows and phases."""

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter import looking_ahead
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.model import nodes as m


@runs(m.acts.Open)
def _open(v: Acts, w: m.Sentence, it: m.acts.Open, code: Code) -> Act:
    window = v.program.by_decl[id(it.window)]

    def act(s: State, f: Frame) -> None:
        s.frames.append(window.start(f.locals[0]))

    return act


@runs(m.acts.Do)
def _do(v: Acts, w: m.Sentence, it: m.acts.Do, code: Code) -> Act:
    target = v.program.by_decl[id(it.rule)]
    args = [v.expr(arg) for arg in it.values]

    def act(s: State, f: Frame) -> None:
        s.frames.append(target.start(f.locals[0], *[arg(s, f.locals) for arg in args]))

    return act


@runs(m.acts.Apply)
def _apply(v: Acts, w: m.Sentence, it: m.acts.Apply, code: Code) -> Act:
    effects = v.things(it.effects)
    game = v.program.game

    def act(s: State, f: Frame) -> None:
        due = []
        for number in effects(s, f.locals):
            effect, args = game.effect_calls[number]
            due.append(v.program.by_decl[id(effect)].start(f.locals[0], *args))
        s.frames += reversed(due)

    return act


@runs(m.acts.End)
def _end(v: Acts, w: m.Sentence, it: m.acts.End, code: Code) -> Act:
    phase = it.phase

    def act(s: State, f: Frame) -> None:
        if all(frame.code.phase is not phase for frame in s.frames):
            raise RuleError(f"`{phase.name}` is not running, so it cannot end", w.span)
        while s.frames[-1].code.phase is not phase:
            s.frames.pop()
        s.frames[-1].step = s.frames[-1].code.exit
        looking_ahead.leave(s.frames[-1])

    return act


@runs(m.acts.Owe)
def _owe(v: Acts, w: m.Sentence, it: m.acts.Owe, code: Code) -> Act:
    def act(s: State, f: Frame) -> None:
        raise RuleError(f"this cannot be paid: {' '.join(w.span.text.split())}", w.span)

    return act
