"""Damage to a thing: what stands in for it, the tracks it runs through, and what follows when it is done.

Locals: 0 the acting player, 1 the thing, 2 the damage that is left, 3 the source, 4 and on those of replacements;
the last three hold what is due after the damage, the one track that is hit (from 1; 0 for all), and the dice lost.
"""

from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.bodies import BodyBuilder
from gekido_dsl.interpreter.operators.facts import printed_value
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.steps import branch
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


def build_damage(builder: BodyBuilder, code: Code, rule: m.Damage) -> None:
    """Makes the steps of damage to one kind."""
    program, acts = builder.program, builder.acts
    layout = program.layout
    face = layout.face_cell
    replacements = [
        one
        for one in program.game.replacements
        if one.event is not None and one.event.kind == "damage" and one.event.subject is rule.kind
    ]
    code.locals = max([4, *(one.body.locals for one in replacements)])
    for one in replacements:
        if one.condition is not None:
            condition = builder.make(one.condition)
            skip = code.add(lambda s, f: None, one.span)
            builder.body(code, one.body.statements)
            code.steps[skip] = branch(condition, skip + 1, len(code.steps))
        else:
            builder.body(code, one.body.statements)
    due = code.locals
    only, taken = due + 1, due + 2
    code.locals += 3

    def begin(s: State, f: Frame) -> None:
        L = f.locals
        L[due] = ()
        L[only], L[taken] = max(L[only], 0), 0
        f.step += 1
        if L[2] <= 0:
            return
        for condition, body, trigger in program.triggers.get(("damage", rule.kind.name), ()):
            frame = body.start(L[0], L[1], L[2], L[3])
            acts.forget(s, trigger, L[0])
            if condition is None or condition(s, frame.locals):
                L[due] = (*L[due], (body.number, tuple(frame.locals)))

    def hit(s: State, f: Frame) -> None:
        L = f.locals
        thing, left = L[1], L[2]
        if left <= 0:
            f.step += 1
            return
        for track in rule.tracks[L[only] - 1 : L[only]] if L[only] else rule.tracks:
            dice = s.contents[layout.place_of[track.name, thing]]
            if dice:
                break
        else:
            L[2] = 0
            return
        die = dice[0]
        dealt = min(left, s.cells[face + die])
        s.cells[face + die] -= dealt
        knowledge.rolled(s, die)
        L[2] = left - dealt
        acts.tell(s, code, rule.span, "suffer", thing, dealt, track)
        if s.cells[face + die] > 0:
            return
        rows = track.rows
        printed = (
            printed_value(layout, rows, track.owner.rows[layout.row_of[thing]].values.get(rows.name, ()))
            if rows is not None
            else ()
        )
        row = printed[max(len(printed) - len(dice), 0)] if printed else ()
        knowledge.move(s, die, layout.place_of[track.supply.name, NONE])
        acts.tell(s, code, rule.span, "lose_die", thing, track)
        last = not dice
        L[taken] += 1
        if rule.most is not None and L[taken] >= rule.most:
            L[2] = 0
        for condition, body, trigger in program.triggers.get(("row", track.name), ()):
            frame = body.start(L[0], thing, dealt, L[3], row)
            acts.forget(s, trigger, L[0])
            if condition is not None and not condition(s, frame.locals):
                continue
            if trigger.after_damage:
                L[due] = (*L[due], (body.number, tuple(frame.locals)))
            else:
                s.pending.append(frame)
        if last:
            if track is rule.tracks[-1]:
                L[2] = 0
            acts.trigger(s, "out", track.name, L[0], thing, dealt, L[3])

    def after(s: State, f: Frame) -> None:
        if not f.locals[due]:
            s.frames.pop()
            return
        if program.order is not None and len(f.locals[due]) > 1:
            s.frames.append(program.order.start(f.locals[0], f.locals[due]))
            f.locals[due] = ()
            return
        (number, locals_), *rest = f.locals[due]
        f.locals[due] = tuple(rest)
        s.frames.append(Frame(program.codes[number], list(locals_)))

    code.add(begin, rule.span, rule.cites)
    code.add(hit, rule.span, rule.cites)
    code.add(after, rule.span, rule.cites)
