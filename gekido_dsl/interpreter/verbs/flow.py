"""Verbs that run something else or leave it: rules, effects, windows and phases."""

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter import looking_ahead
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Verbs, runs
from gekido_dsl.model import nodes as m


class Flow(Verbs):
    """Verbs about what runs next."""

    @runs(m.acts.Open)
    def _open(self, w: m.Sentence, it: m.acts.Open, code: Code) -> Act:
        window = self.program.by_decl[id(it.window)]

        def act(s: State, f: Frame) -> None:
            s.frames.append(window.start(f.locals[0]))

        return act

    @runs(m.acts.Do)
    def _do(self, w: m.Sentence, it: m.acts.Do, code: Code) -> Act:
        target = self.program.by_decl[id(it.rule)]
        args = [self.expr(arg) for arg in it.values]

        def act(s: State, f: Frame) -> None:
            s.frames.append(target.start(f.locals[0], *[arg(s, f.locals) for arg in args]))

        return act

    @runs(m.acts.Apply)
    def _apply(self, w: m.Sentence, it: m.acts.Apply, code: Code) -> Act:
        effects = self._things(it.effects)
        game = self.program.game

        def act(s: State, f: Frame) -> None:
            due = []
            for number in effects(s, f.locals):
                effect, args = game.effect_calls[number]
                due.append(self.program.by_decl[id(effect)].start(f.locals[0], *args))
            s.frames += reversed(due)

        return act

    @runs(m.acts.End)
    def _end(self, w: m.Sentence, it: m.acts.End, code: Code) -> Act:
        phase = it.phase

        def act(s: State, f: Frame) -> None:
            if all(frame.code.phase is not phase for frame in s.frames):
                raise RuleError(f"`{phase.name}` is not running, so it cannot end", w.span)
            while s.frames[-1].code.phase is not phase:
                s.frames.pop()
            s.frames[-1].step = s.frames[-1].code.exit
            looking_ahead.leave(s.frames[-1])

        return act
