"""What sentences do to dice and facts, once everything is chosen."""

from collections.abc import Callable, Hashable

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.odds.expressions import key_of_cell
from gekido_dsl.odds.graph import Body, each, range_of_fact
from gekido_dsl.odds.reading import Reading
from gekido_dsl.odds.scope import (
    ROLLER,
    UNKNOWN,
    Die,
    Locals,
    Mine,
    NotExact,
    RowOf,
    State,
    across,
    dice_in,
    followed,
    moved,
    start_of,
    with_fact,
)


class Changing(Reading):
    """Writes changes."""

    def _target(self, e: m.Expr, body: Body) -> Hashable | None:
        """Names the fact that a sentence changes; None for what nothing here asks about."""
        if isinstance(e, m.ops.Cell) and e.index is None:
            return key_of_cell(e)
        if (
            isinstance(e, m.ops.Field)
            and e.index is None
            and isinstance(e.thing, m.ops.Mine)
            and body.actor is ROLLER
        ):
            return ("field", id(e.ref))
        if (
            isinstance(e, m.ops.Counter)
            and body.token is not None
            and isinstance(e.thing, m.ops.Local)
            and e.thing.value == 1
        ):
            return ("counter", id(e.ref), body.token)
        return None

    def _read_by(self, e: m.Expr, body: Body) -> set[Hashable]:
        before, self.scope.read = self.scope.read, set()
        self._make(e, body)
        found, self.scope.read = self.scope.read, before
        return found

    def _change(self, sentence: m.Sentence, body: Body) -> Callable[[State, Locals], State]:
        """Makes what a sentence does once everything is chosen."""
        act = sentence.act
        self.refuse_what_follows(sentence)
        match act:
            case m.acts.Set() | m.acts.Gain() | m.acts.Lose():
                return self._setting(sentence, act, body)
            case m.acts.Lay() | m.acts.Cover():
                raise NotExact("it lays a tile or a shape", sentence.span)
            case m.acts.Move():
                return self._moving(sentence, act, body)
            case m.acts.Draw(keeping=None):
                return self._drawing(sentence, act, body)
            case m.acts.Roll() | m.acts.Reroll():
                dice = self._make(act.dice, body)
                none = self.scope.none
                return lambda S, L: each(S, dice(S, L), lambda die: Die(die.place, none), sentence)
            case m.acts.Flip():
                self.flips = True
                dice = self._make(act.dice, body)
                return lambda S, L: each(S, dice(S, L), self._flipped, sentence)
            case m.acts.Turn():
                dice, face = self._make(act.dice, body), self._make(act.face, body)
                faces = self.scope.faces
                self._told_apart(act.face, body)

                def turn(S: State, L: Locals) -> State:
                    wanted = face(S, L)
                    if wanted is UNKNOWN or wanted not in faces:
                        raise NotExact(
                            "which face a die is turned to depends on more than dice", sentence.span
                        )
                    return each(S, dice(S, L), lambda die: Die(die.place, faces.index(wanted)), sentence)

                return turn
            case m.acts.Bind():
                key = body.frame.setdefault(act.local, self._key())
                value = self._make(act.found, body)
                number = self.scope.fact(key, UNKNOWN)
                return lambda S, L: with_fact(S, number, value(S, L)) if number >= 0 else S
            case m.acts.Announce() | m.acts.Show() | m.acts.ShowFact() | m.acts.Discard():
                return lambda S, L: S
            case _:
                raise NotExact(f"it does something else with the dice: {act.record.name}", sentence.span)

    def _flipped(self, die: Die) -> Die:
        kind, faces = self.scope.die, self.scope.faces
        if die.face >= len(faces):
            raise NotExact("a die is flipped that was not rolled")
        return Die(die.place, faces.index(across(kind, faces[die.face])))

    def _told_apart(self, e: m.Expr, body: Body) -> None:
        """Notes a face that an expression names."""
        if isinstance(e, m.ops.Local | m.ops.Face):
            return
        value = self._make(e, body)(((), tuple(self.scope.starts)), {})
        if isinstance(value, int) and value in self.scope.faces:
            self.shown.add(self.scope.faces.index(value))

    def _setting(
        self, sentence: m.Sentence, act: m.acts.Writing, body: Body
    ) -> Callable[[State, Locals], State]:
        target, sets = act.fact, isinstance(act, m.acts.Set)
        given = act.to if isinstance(act, m.acts.Set) else act.number
        bound = None if isinstance(act, m.acts.Set) else act.end
        key = self._target(target, body)
        value = self._make(given, body)
        if key is None:
            return lambda S, L: S
        self.assigned.setdefault(key, set()).update(self._read_by(given, body))
        self.setters.setdefault(key, set()).add(id(sentence))
        number = self.scope.fact(key, start_of(target.ref) if isinstance(target.ref, m.Field) else 0)
        steady = not sets and isinstance(given, m.ops.Const) and bound is None
        self.steady[key] = steady and self.steady.get(key, True)
        if sets and sentence.decision is None:
            first = value(((), tuple(self.scope.starts)), {})
            if isinstance(first, Mine | RowOf):
                self.holders[key] = first
        low, high = range_of_fact(target)
        end = self._make(bound, body) if bound is not None else None
        sign = -1 if isinstance(act, m.acts.Lose) else 1

        def change(S: State, L: Locals) -> State:
            if number < 0:
                return S
            new = value(S, L)
            if isinstance(new, Die):
                if new.fact not in (-1, number):
                    raise NotExact("one die is followed in two ways", sentence.span)
                new = Die(new.place, new.face, number)
            if not sets:
                before = S[1][number]
                if new is UNKNOWN or before is UNKNOWN:
                    return with_fact(S, number, UNKNOWN)
                new = before + sign * new
                if end is not None:
                    last = end(S, L)
                    if last is UNKNOWN:
                        return with_fact(S, number, UNKNOWN)
                    new = max(new, min(before, last)) if sign < 0 else min(new, max(before, last))
                if not low <= new <= high and number not in self.leveled:
                    if sentence.if_possible:
                        return S
                    raise NotExact("a number may leave its range", sentence.span)
            elif isinstance(new, int) and not low <= new <= high:
                if sentence.if_possible:
                    return S
                raise NotExact("a number may leave its range", sentence.span)
            return with_fact(S, number, new)

        return change

    def _moving(self, sentence: m.Sentence, act: m.acts.Move, body: Body) -> Callable[[State, Locals], State]:
        things, goal = self._make(act.things, body), self._make(act.goal, body)
        told = isinstance(act.things, m.ops.Cell)
        number = self.scope.fact(key_of_cell(act.things), NONE) if told else -1
        none, bags = self.scope.none, self.bags

        def move(S: State, L: Locals) -> State:
            place = goal(S, L)
            if place is UNKNOWN:
                raise NotExact("where dice go depends on more than dice", sentence.span)
            kept = S[1][number] if number >= 0 else None
            if isinstance(kept, Die) and not S[0][kept.face][kept.place]:
                # Dice that lie and show alike are one here: which of them it is, once it was rolled, nobody knows.
                raise NotExact(
                    f"the rules follow one single die ({act.things.ref.name}) after it was rolled; "
                    "only dice that may stand for each other can be counted",
                    sentence.span,
                )
            to = each(S, things(S, L), lambda die: Die(place, none if place in bags else die.face), sentence)
            for die in followed(to[1]) if place in bags else ():
                if die.place == place:  # It is one of many again.
                    to = with_fact(to, die.fact, Die(place, none))
            return to

        return move

    def _drawing(
        self, sentence: m.Sentence, act: m.acts.Draw, body: Body
    ) -> Callable[[State, Locals], State]:
        number, origin, goal = (self._make(one, body) for one in (act.number, act.origin, act.goal))
        none = self.scope.none
        fixed = self.dice
        if fixed is not None and not self.sized:
            self.sized = True
            number = lambda S, L: fixed  # noqa: E731

        def draw(S: State, L: Locals) -> State:
            many, here, there = number(S, L), origin(S, L), goal(S, L)
            if many is UNKNOWN or here is UNKNOWN or there is UNKNOWN:
                raise NotExact("how many dice are drawn depends on more than dice", sentence.span)
            for _ in range(many):
                if not S[0][none][here]:
                    if dice_in(S, here):
                        raise NotExact("dice are drawn whose faces count", sentence.span)
                    break
                S = moved(S, Die(here, none), Die(there, none))
            return S

        return draw
