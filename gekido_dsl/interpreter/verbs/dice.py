"""Verbs that roll and turn dice."""

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter import randomness
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.model import nodes as m
from gekido_dsl.model.solid import FACING


def roll_die(v: Acts, s: State, die: int, number: int = 1, of: int = 1) -> None:
    """Rolls a die, one of several that are rolled together."""
    kind = v.layout.kind_of[die]
    low, count = die_faces(kind)
    goal = f"{number} of {of}" if of > 1 else ""
    face = randomness.draw(
        s, "roll", kind.name, count, lambda k: v.labels.face(kind, low + k), goal, of - number
    )
    s.cells[v.layout.face_cell + die] = low + face
    if FACING in kind.fields:
        s.cells[v.layout.fact_cell(die, kind.fields[FACING])] = 0
    knowledge.rolled(s, die)


@runs(m.acts.Roll, m.acts.Reroll)
def _roll(v: Acts, w: m.Sentence, it: m.acts.Rolling, code: Code) -> Act:
    things = v.things(it.dice)
    verb = it.record.name

    def act(s: State, f: Frame) -> None:
        dice = things(s, f.locals)
        for number, die in enumerate(dice, start=1):
            roll_die(v, s, die, number, len(dice))
        if dice:
            faces = tuple(s.cells[v.layout.face_cell + die] for die in dice)
            v.tell(s, code, w.span, verb, v.layout.kind_of[dice[0]], faces, tuple(dice))

    return act


@runs(m.acts.Flip)
def _flip(v: Acts, w: m.Sentence, it: m.acts.Flip, code: Code) -> Act:
    things = v.things(it.dice)

    def act(s: State, f: Frame) -> None:
        for die in things(s, f.locals):
            kind = v.layout.kind_of[die]
            cell = v.layout.face_cell + die
            before = s.cells[cell]
            s.cells[cell] = kind.opposite.get(before, before)
            knowledge.turned(s, die, f.locals[0])
            v.tell(s, code, w.span, "flip", kind, before, s.cells[cell], die)

    return act


@runs(m.acts.Turn)
def _turn(v: Acts, w: m.Sentence, it: m.acts.Turn, code: Code) -> Act:
    things, face = v.things(it.dice), v.expr(it.face)

    def act(s: State, f: Frame) -> None:
        for die in things(s, f.locals):
            cell = v.layout.face_cell + die
            before, after = s.cells[cell], face(s, f.locals)
            low, count = die_faces(v.layout.kind_of[die])
            if not low <= after < low + count:
                if w.if_possible:
                    continue
                raise RuleError(
                    f"`{it.dice.span.text}` shows {low} to {low + count - 1}, and cannot be turned to {after}",
                    w.span,
                )
            s.cells[cell] = after
            knowledge.turned(s, die, f.locals[0])
            if s.cells[cell] != before or knowledge.readers(s, die) is not None:
                v.tell(s, code, w.span, "flip", v.layout.kind_of[die], before, s.cells[cell], die)

    return act


def die_faces(kind: m.Kind) -> tuple[int, int]:
    """Gives the first face of a die and how many it has."""
    if isinstance(kind.faces, tuple):
        return kind.faces[0], kind.faces[1] - kind.faces[0] + 1
    return 0, len(kind.faces.members) if kind.faces is not None else 1
