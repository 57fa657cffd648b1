"""Verbs about tracks of dice: filling, damage, healing, and destroying what has lost them."""

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.leaving import gone
from gekido_dsl.interpreter.operators.amounts import explain
from gekido_dsl.interpreter.operators.dice import holder, track_spaces
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.interpreter.verbs.dice import roll_die
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


@runs(m.acts.Fill)
def _fill(v: Acts, w: m.Sentence, it: m.acts.Fill, code: Code) -> Act:
    track = it.track
    owner = v.expr(it.thing)
    spaces = track_spaces(v.program.evaluator, track)
    face = v.layout.face_cell

    def act(s: State, f: Frame) -> None:
        thing = owner(s, f.locals)
        if thing == NONE:
            if w.if_possible:
                return
            raise RuleError(f"none has no `{track.name}`", w.span)
        dice = s.contents[v.layout.place_of[track.name, thing]]
        for die in dice:
            s.cells[face + die] = max(s.cells[face + die], track.showing)
        added = 0
        while len(dice) < spaces(s, thing) and add_die(v, s, track, thing, track.showing, w, first=True):
            added += 1
        v.tell(s, code, w.span, "fill", thing, track, added)

    return act


def add_die(
    v: Acts, s: State, track: m.Track, thing: int, showing: int, w: m.Sentence, *, first: bool = False
) -> bool:
    """Adds a die to a track."""
    place = v.layout.place_of[track.name, thing]
    supply = v.layout.place_of[track.supply.name, NONE]
    if not s.contents[supply]:
        if w.if_possible:
            return False
        raise RuleError(f"{v.labels.place(s, place)} gets no die: {track.supply.name} is empty", w.span)
    die = s.contents[supply][-1]
    s.cells[v.layout.face_cell + die] = showing
    knowledge.move(s, die, place)
    knowledge.rolled(s, die)
    if first:
        s.contents[place].insert(0, s.contents[place].pop())
    return True


@runs(m.acts.RollInto)
def _roll_into(v: Acts, w: m.Sentence, it: m.acts.RollInto, code: Code) -> Act:
    track = it.track
    place = holder(v.program.evaluator, m.ops.Track(it.thing.type, w.span, thing=it.thing, ref=track))
    owner = v.expr(it.thing)
    spaces = track_spaces(v.program.evaluator, track)
    supply = v.layout.place_of[track.supply.name, NONE]

    def act(s: State, f: Frame) -> None:
        to, thing = place(s, f.locals), owner(s, f.locals)
        for _ in range(it.number):
            if not s.contents[supply] or len(s.contents[to]) >= spaces(s, thing):
                if w.if_possible:
                    return
                what = "is full" if s.contents[supply] else f"gets no die: {track.supply.name} is empty"
                raise RuleError(f"{v.labels.place(s, to)} {what}", w.span)
            die = s.contents[supply][-1]
            roll_die(v, s, die)
            knowledge.move(s, die, to)
            knowledge.rolled(s, die)
            v.tell(s, code, w.span, "roll_into", thing, track, s.cells[v.layout.face_cell + die])

    return act


@runs(m.acts.Suffer)
def _suffer(v: Acts, w: m.Sentence, it: m.acts.Suffer, code: Code) -> Act:
    rule = it.rule
    victim, amount = v.expr(it.thing), v.expr(it.number)
    source = v.expr(it.source) if it.source is not None else None
    only = rule.tracks.index(it.only) + 1 if it.only is not None else 0
    damage = v.program.damage[rule.kind.name]
    evaluator = v.program.evaluator

    def act(s: State, f: Frame) -> None:
        L = f.locals
        thing, number = victim(s, L), max(amount(s, L), 0)
        who = source(s, L) if source is not None else NONE
        if thing == NONE:
            return
        why = explain(evaluator, it.number, s, L) if s.log is not None else ()
        v.tell(s, code, w.span, "damage", thing, number, who, why=why)
        frame = damage.start(L[0], thing, number, who)
        frame.locals[-2] = only
        s.frames.append(frame)

    return act


@runs(m.acts.Heal, m.acts.Restore)
def _heal(v: Acts, w: m.Sentence, it: m.acts.Heal | m.acts.Restore, code: Code) -> Act:
    victim, amount = v.expr(it.thing), v.expr(it.number)
    track = it.rule.tracks[-1]
    restoring = isinstance(it, m.acts.Restore)
    face = v.layout.face_cell
    hidden = track.seen != "everyone"  # that nothing was healed would tell what its dice show

    def act(s: State, f: Frame) -> None:
        thing, left = victim(s, f.locals), amount(s, f.locals)
        if thing == NONE:
            return
        dice = s.contents[v.layout.place_of[track.name, thing]]
        total = left
        while left > 0 and dice:
            room = track.showing - s.cells[face + dice[0]]
            healed = min(room, left)
            s.cells[face + dice[0]] += healed
            knowledge.rolled(s, dice[0])
            left -= healed
            if not restoring or left <= 0:
                break
            spaces = track_spaces(v.program.evaluator, track)
            if len(dice) >= spaces(s, thing) or not s.contents[v.layout.place_of[track.supply.name, NONE]]:
                break
            add_die(v, s, track, thing, 0, w, first=True)
        if total > left or (hidden and total > 0 and dice):
            v.tell(s, code, w.span, "heal", thing, track, total - left)

    return act


@runs(m.acts.Destroy)
def _destroy(v: Acts, w: m.Sentence, it: m.acts.Destroy, code: Code) -> Act:
    things = v.things(it.things)

    def act(s: State, f: Frame) -> None:
        for thing in things(s, f.locals):
            kind = v.layout.kind_of[thing].name
            if gone(s, thing) or v.instead(s, "destroyed", kind, f.locals[0], thing):
                continue
            v.tell(s, code, w.span, "destroy", thing)
            v.leave_game(s, code, w.span, thing)
            v.trigger(s, "destroyed", kind, f.locals[0], thing)

    def together(s: State, f: Frame) -> None:
        # What follows is asked for while all are still there; then they go.
        going = []
        for thing in things(s, f.locals):
            kind = v.layout.kind_of[thing].name
            if not gone(s, thing) and not v.instead(s, "destroyed", kind, f.locals[0], thing):
                going.append(thing)
                v.trigger(s, "destroyed", kind, f.locals[0], thing)
        for thing in going:
            if not gone(s, thing):
                v.tell(s, code, w.span, "destroy", thing)
                v.leave_game(s, code, w.span, thing)

    if it.together:
        return together
    return act
