"""Verbs about tracks of dice: filling, damage, healing, and destroying what has lost them."""

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.leaving import gone
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, runs
from gekido_dsl.interpreter.verbs.dice import Dice
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


class Tracks(Dice):
    """Verbs about tracks of dice."""

    @runs(m.acts.Fill)
    def _fill(self, w: m.Sentence, it: m.acts.Fill, code: Code) -> Act:
        track = it.track
        owner = self.expr(it.thing)
        spaces = self.program.evaluator.track_spaces(track)
        face = self.layout.face_cell

        def act(s: State, f: Frame) -> None:
            thing = owner(s, f.locals)
            if thing == NONE:
                if w.if_possible:
                    return
                raise RuleError(f"none has no `{track.name}`", w.span)
            dice = s.contents[self.layout.place_of[track.name, thing]]
            for die in dice:
                s.cells[face + die] = max(s.cells[face + die], track.showing)
            added = 0
            while len(dice) < spaces(s, thing) and self.add_die(
                s, track, thing, track.showing, w, first=True
            ):
                added += 1
            self.tell(s, code, w.span, "fill", thing, track, added)

        return act

    def add_die(
        self, s: State, track: m.Track, thing: int, showing: int, w: m.Sentence, *, first: bool = False
    ) -> bool:
        """Adds a die to a track."""
        place = self.layout.place_of[track.name, thing]
        supply = self.layout.place_of[track.supply.name, NONE]
        if not s.contents[supply]:
            if w.if_possible:
                return False
            raise RuleError(
                f"{self.labels.place(s, place)} gets no die: {track.supply.name} is empty", w.span
            )
        die = s.contents[supply][-1]
        s.cells[self.layout.face_cell + die] = showing
        knowledge.move(s, die, place)
        knowledge.rolled(s, die)
        if first:
            s.contents[place].insert(0, s.contents[place].pop())
        return True

    @runs(m.acts.RollInto)
    def _roll_into(self, w: m.Sentence, it: m.acts.RollInto, code: Code) -> Act:
        track = it.track
        place = self.program.evaluator.holder(m.Expr("track", it.thing.type, w.span, (it.thing,), track))
        owner = self.expr(it.thing)
        spaces = self.program.evaluator.track_spaces(track)
        supply = self.layout.place_of[track.supply.name, NONE]

        def act(s: State, f: Frame) -> None:
            to, thing = place(s, f.locals), owner(s, f.locals)
            for _ in range(it.number):
                if not s.contents[supply] or len(s.contents[to]) >= spaces(s, thing):
                    if w.if_possible:
                        return
                    what = "is full" if s.contents[supply] else f"gets no die: {track.supply.name} is empty"
                    raise RuleError(f"{self.labels.place(s, to)} {what}", w.span)
                die = s.contents[supply][-1]
                self.roll_die(s, die)
                knowledge.move(s, die, to)
                knowledge.rolled(s, die)
                self.tell(s, code, w.span, "roll_into", thing, track, s.cells[self.layout.face_cell + die])

        return act

    @runs(m.acts.Suffer)
    def _suffer(self, w: m.Sentence, it: m.acts.Suffer, code: Code) -> Act:
        rule = it.rule
        victim, amount = self.expr(it.thing), self.expr(it.number)
        source = self.expr(it.source) if it.source is not None else None
        only = rule.tracks.index(it.only) + 1 if it.only is not None else 0
        damage = self.program.damage[rule.kind.name]
        evaluator = self.program.evaluator

        def act(s: State, f: Frame) -> None:
            L = f.locals
            thing, number = victim(s, L), max(amount(s, L), 0)
            who = source(s, L) if source is not None else NONE
            if thing == NONE:
                return
            why = evaluator.explain(it.number, s, L) if s.log is not None else ()
            self.tell(s, code, w.span, "damage", thing, number, who, why=why)
            frame = damage.start(L[0], thing, number, who)
            frame.locals[-2] = only
            s.frames.append(frame)

        return act

    @runs(m.acts.Heal, m.acts.Restore)
    def _heal(self, w: m.Sentence, it: m.acts.Heal | m.acts.Restore, code: Code) -> Act:
        victim, amount = self.expr(it.thing), self.expr(it.number)
        track = it.rule.tracks[-1]
        restoring = isinstance(it, m.acts.Restore)
        face = self.layout.face_cell

        def act(s: State, f: Frame) -> None:
            thing, left = victim(s, f.locals), amount(s, f.locals)
            if thing == NONE:
                return
            dice = s.contents[self.layout.place_of[track.name, thing]]
            total = left
            while left > 0 and dice:
                room = track.showing - s.cells[face + dice[0]]
                healed = min(room, left)
                s.cells[face + dice[0]] += healed
                knowledge.rolled(s, dice[0])
                left -= healed
                if not restoring or left <= 0:
                    break
                spaces = self.program.evaluator.track_spaces(track)
                if (
                    len(dice) >= spaces(s, thing)
                    or not s.contents[self.layout.place_of[track.supply.name, NONE]]
                ):
                    break
                self.add_die(s, track, thing, 0, w, first=True)
            if total > left:
                self.tell(s, code, w.span, "heal", thing, track, total - left)

        return act

    @runs(m.acts.Destroy)
    def _destroy(self, w: m.Sentence, it: m.acts.Destroy, code: Code) -> Act:
        things = self._things(it.things)

        def act(s: State, f: Frame) -> None:
            for thing in things(s, f.locals):
                kind = self.layout.kind_of[thing].name
                if gone(s, thing) or self.instead(s, "destroyed", kind, f.locals[0], thing):
                    continue
                self.tell(s, code, w.span, "destroy", thing)
                self.leave_game(s, code, w.span, thing)
                self.trigger(s, "destroyed", kind, f.locals[0], thing)

        def together(s: State, f: Frame) -> None:
            # What follows is asked for while all are still there; then they go.
            going = []
            for thing in things(s, f.locals):
                kind = self.layout.kind_of[thing].name
                if not gone(s, thing) and not self.instead(s, "destroyed", kind, f.locals[0], thing):
                    going.append(thing)
                    self.trigger(s, "destroyed", kind, f.locals[0], thing)
            for thing in going:
                if not gone(s, thing):
                    self.tell(s, code, w.span, "destroy", thing)
                    self.leave_game(s, code, w.span, thing)

        if it.together:
            return together
        return act
