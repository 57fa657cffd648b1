"""Verbs that roll and turn dice."""

from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter import randomness
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Verbs, runs
from gekido_dsl.model import nodes as m
from gekido_dsl.model.solid import FACING


class Dice(Verbs):
    """Verbs about the faces of dice."""

    def roll_die(self, s: State, die: int, number: int = 1, of: int = 1) -> None:
        """Rolls a die, one of several that are rolled together."""
        kind = self.layout.kind_of[die]
        low, count = die_faces(kind)
        goal = f"{number} of {of}" if of > 1 else ""
        face = randomness.draw(
            s, "roll", kind.name, count, lambda k: self.labels.face(kind, low + k), goal, of - number
        )
        s.cells[self.layout.face_cell + die] = low + face
        if FACING in kind.fields:
            s.cells[self.layout.fact_cell(die, kind.fields[FACING])] = 0
        knowledge.rolled(s, die)

    @runs(m.acts.Roll, m.acts.Reroll)
    def _roll(self, w: m.Sentence, it: m.acts.Rolling, code: Code) -> Act:
        things = self._things(it.dice)
        verb = it.record.name

        def act(s: State, f: Frame) -> None:
            dice = things(s, f.locals)
            for number, die in enumerate(dice, start=1):
                self.roll_die(s, die, number, len(dice))
            if dice:
                faces = tuple(s.cells[self.layout.face_cell + die] for die in dice)
                self.tell(s, code, w.span, verb, self.layout.kind_of[dice[0]], faces, tuple(dice))

        return act

    @runs(m.acts.Flip)
    def _flip(self, w: m.Sentence, it: m.acts.Flip, code: Code) -> Act:
        things = self._things(it.dice)

        def act(s: State, f: Frame) -> None:
            for die in things(s, f.locals):
                kind = self.layout.kind_of[die]
                cell = self.layout.face_cell + die
                before = s.cells[cell]
                s.cells[cell] = kind.opposite.get(before, before)
                knowledge.turned(s, die, f.locals[0])
                self.tell(s, code, w.span, "flip", kind, before, s.cells[cell], die)

        return act

    @runs(m.acts.Turn)
    def _turn(self, w: m.Sentence, it: m.acts.Turn, code: Code) -> Act:
        things, face = self._things(it.dice), self.expr(it.face)

        def act(s: State, f: Frame) -> None:
            for die in things(s, f.locals):
                cell = self.layout.face_cell + die
                before, s.cells[cell] = s.cells[cell], face(s, f.locals)
                knowledge.turned(s, die, f.locals[0])
                if s.cells[cell] != before or knowledge.readers(s, die) is not None:
                    self.tell(s, code, w.span, "flip", self.layout.kind_of[die], before, s.cells[cell], die)

        return act


def die_faces(kind: m.Kind) -> tuple[int, int]:
    """Gives the first face of a die and how many it has."""
    if isinstance(kind.faces, tuple):
        return kind.faces[0], kind.faces[1] - kind.faces[0] + 1
    return 0, len(kind.faces.members) if kind.faces is not None else 1
