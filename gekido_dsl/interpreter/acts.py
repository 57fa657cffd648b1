"""What verbs do. Each verb of the kernel has one method, which makes the function that a sentence runs.

Invariants:
    An act that cannot be done raises `RuleError`, unless its sentence says `if possible`.
    An act that asks something, or lasts, puts a frame on the stack and ends.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gekido_dsl.engine import ChanceRequest, RuleError
from gekido_dsl.interpreter import chance, words
from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.labels import Labels
from gekido_dsl.interpreter.questions import Option, Question, distinct
from gekido_dsl.interpreter.state import Frame, Locals, Record, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType, PlaceType, SetType, ThingType, item

if TYPE_CHECKING:
    from gekido_dsl.interpreter.program import Code, Program

Act = Callable[[State, Frame], None]


class Acts:
    """Makes acts for one program."""

    def __init__(self, program: "Program") -> None:
        self.program = program
        self.layout = program.layout
        self.labels = Labels(program.layout)
        self.expr = program.evaluator.make
        self._keeps: dict[int, Any] = {}
        self._lates: dict[str, Callable[[State, Locals], Any]] = {}

    def make(self, sentence: m.Sentence, code: "Code") -> Act:
        """Makes the act of a sentence."""
        method: Callable[[m.Sentence, Code], Act] = getattr(self, f"_{sentence.act.verb}")
        return method(sentence, code)

    # ------------------------------------------------------------ what happened

    def tell(
        self, s: State, code: "Code | None", span: Any, kind: str, *args: Any, why: tuple[str, ...] = ()
    ) -> None:
        """Notes something that happened, when anybody listens."""
        if s.log is not None:
            actor = s.frames[-1].locals[0] if s.frames else NONE
            # Put into words at once: a die, say, goes by the face that it shows now.
            s.log.append(words.event(s, Record(kind, args, code, span, actor, why, s.cells[lay.SECRET] > 0)))

    def trigger(self, s: State, kind: str, name: str, actor: int, *given: Any) -> None:
        """Makes the triggers of an event due."""
        for condition, code, _ in self.program.triggers.get((kind, name), ()):
            frame = code.start(actor, *given)
            if condition is None or condition(s, frame.locals):
                s.pending.append(frame)

    def _things(self, args: tuple[m.Expr, ...]) -> Callable[[State, Locals], list[int]]:
        """Makes the function that gives the things an act is done to, one or several."""
        things = self.expr(args[0])
        several = isinstance(args[0].type, SetType)

        def listed(s: State, L: Locals) -> list[int]:
            found = things(s, L)
            if isinstance(found, list | tuple):
                return list(found)
            return list(found) if several else [] if found == NONE else [found]

        return listed

    # ------------------------------------------------------------ moving

    def _move(self, w: m.Sentence, code: "Code") -> Act:
        things, goal = self._things(w.act.args), w.act.args[1]
        if goal.op == "track":
            place = self.program.evaluator._holder(goal)
        else:
            place = self.expr(goal)
        kind = w.act.ref or "move"

        def act(s: State, f: Frame) -> None:
            L = f.locals
            to = place(s, L)
            if isinstance(to, list):
                to = to[0] if to else NONE
            if to == NONE:
                if w.if_possible:
                    return
                raise RuleError("there is no place to move to", w.span)
            for thing in things(s, L):
                self.move(s, code, w.span, thing, to, kind)

        return act

    def move(
        self,
        s: State,
        code: "Code | None",
        span: Any,
        thing: int,
        to: int,
        kind: str = "move",
        *,
        check: bool = True,
    ) -> None:
        """Moves a thing, and remembers and tells it; `check` makes the limit of the place due."""
        before = s.where[thing]
        if before == to:
            return
        s.move(thing, to)
        self.belong(s, thing, to)
        for first in self.layout.moved_cell.values():
            s.cells[first + thing] = 1
        self.tell(s, code, span, kind, thing, before, to)
        if to < self.layout.count:
            name = self.layout.kind_of[thing].name
            if ("enters", name) in self.program.triggers:
                self.trigger(s, "enters", name, s.frames[-1].locals[0] if s.frames else NONE, thing)
        if check:
            self._limit(s, to)

    def belong(self, s: State, thing: int, place: int) -> None:
        """Gives a thing to the player whose place it comes to; in a deck it is nobody's again."""
        decl, owner = self.layout.place_names[place]
        if isinstance(decl, m.Place) and self.layout.born_to[thing] == NONE:
            if decl.owner == "player":
                s.cells[self.layout.owner_cell + thing] = owner
            elif decl.word in ("deck", "box"):
                s.cells[self.layout.owner_cell + thing] = NONE

    def _remove(self, w: m.Sentence, code: "Code") -> Act:
        things = self._things(w.act.args)

        def act(s: State, f: Frame) -> None:
            for thing in things(s, f.locals):
                before = s.where[thing]
                s.move(thing, NONE)
                self.tell(s, code, w.span, "remove", thing, before)

        return act

    def _take(self, w: m.Sentence, code: "Code") -> Act:
        things = self._things(w.act.args)
        cell = self.layout.owner_cell

        def act(s: State, f: Frame) -> None:
            for thing in things(s, f.locals):
                s.cells[cell + thing] = f.locals[0]
                self.tell(s, code, w.span, "take", thing, f.locals[0])

        return act

    def _discard(self, w: m.Sentence, code: "Code") -> Act:
        things = self._things(w.act.args)

        def act(s: State, f: Frame) -> None:
            for thing in things(s, f.locals):
                self.move(s, code, w.span, thing, self.pile_of(thing, w.span), "discard")

        return act

    def pile_of(self, thing: int, span: Any) -> int:
        """Gives the pile that a kind of thing is discarded to."""
        kind = self.layout.kind_of[thing]
        for place in self.program.game.places.values():
            if place.holds is kind and place.pile is not None:
                return self.layout.place_of[place.pile.name, NONE]
        piles = [
            p
            for p in self.program.game.places.values()
            if p.holds is kind and p.word == "pile" and p.owner is None
        ]
        if not piles:
            raise RuleError(f"there is no pile for {kind.plural}", span)
        return self.layout.place_of[piles[0].name, NONE]

    # ------------------------------------------------------------ decks and hands

    def _draw(self, w: m.Sentence, code: "Code") -> Act:
        number, origin, goal = (self.expr(arg) for arg in w.act.args[:3])
        keep = self.expr(w.act.args[3]) if len(w.act.args) > 3 else None
        if isinstance(item(w.act.args[2].type), PlaceType):
            drawing = self.program.new_code(code.name, code.decl, 7)
            drawing.add(self._draw_step(w, drawing), w.span, w.cites)
            drawing.add(self._keep_step(w, drawing), w.span, w.cites)
            drawing.add(_leave, w.span)

            def act(s: State, f: Frame) -> None:
                L = f.locals
                kept = keep(s, L) if keep is not None else NONE
                s.frames.append(
                    drawing.start(L[0], number(s, L), origin(s, L), goal(s, L), kept, number(s, L), 0)
                )

            return act
        return self._deal(w, code, number, origin, goal)

    def _deal(self, w: m.Sentence, code: "Code", number: Any, origin: Any, players: Any) -> Act:
        hand = w.act.ref

        def act(s: State, f: Frame) -> None:
            L = f.locals
            for _ in range(number(s, L)):
                for player in players(s, L):
                    thing = self.next_of(s, code, w.span, origin(s, L))
                    if thing == NONE:
                        raise RuleError(
                            f"there is nothing left to deal in {self.labels.place(origin(s, L))}", w.span
                        )
                    self.move(s, code, w.span, thing, self.layout.place_of[hand.name, player], "draw")

        return act

    def _draw_step(self, w: m.Sentence, code: "Code") -> Act:
        """Draws one after the other: a full hand, or an empty deck, may interrupt."""

        def step(s: State, f: Frame) -> None:
            L = f.locals
            actor, left, origin, goal, kept = L[:5]
            if left <= 0:
                f.step += 1
                return
            L[1] = left - 1
            thing = self.next_of(s, code, w.span, origin)
            if thing == NONE:
                L[1] = 0
                self._limit(s, goal)
                decl = self.layout.place_names[origin][0]
                if (isinstance(decl, m.Place) and decl.word == "deck") or w.if_possible:
                    return
                raise RuleError(f"there is nothing left in {self.labels.place(origin)}", w.span)
            L[6] += 1
            to = goal if kept == NONE else self.layout.place_of["", actor]
            self.move(s, code, w.span, thing, to, "draw", check=L[1] == 0 or not self._late(s, to))

        return step

    def next_of(self, s: State, code: "Code", span: Any, origin: int) -> int:
        """Gives the next thing of a place, filled up again if it may be; NONE when there is nothing."""
        things = s.contents[origin]
        decl = self.layout.place_names[origin][0]
        if not things and isinstance(decl, m.Place) and decl.refill is not None:
            if id(decl) not in self._keeps:
                self._keeps[id(decl)] = (
                    self.make(decl.refill, code),
                    self.expr(decl.refill.condition) if decl.refill.condition is not None else None,
                )
            refill, condition = self._keeps[id(decl)]
            frame = Frame(code, [NONE, NONE])
            if condition is None or condition(s, frame.locals):
                refill(s, frame)
        if not things:
            return NONE
        if isinstance(decl, m.Place) and decl.word == "deck" and s.chance is not None:
            # A source of chance, such as real cards on the table, may say which card comes.
            request = ChanceRequest(
                "pick", decl.name, len(things), lambda k: self.labels.thing(s, things[-1 - k])
            )
            picked = s.chance.draw(request)
            if picked is not None:
                return things[-1 - picked]
        return things[-1]

    def _keep_step(self, w: m.Sentence, code: "Code") -> Any:
        """Lets the player keep some of what was drawn; the rest is discarded."""
        acts = self
        kind: m.Kind = w.act.ref

        class Keep:
            def __call__(self, s: State, f: Frame) -> None:
                L = f.locals
                actor, goal, kept = L[0], L[3], L[4]
                drawn = s.contents[acts.layout.place_of["", actor]] if kept != NONE else []
                if kept == NONE or not drawn:
                    f.step += 1
                elif kept == 0:
                    for thing in list(drawn):
                        acts.move(s, code, w.span, thing, acts.pile_of(thing, w.span), "discard")
                    f.step += 1
                elif len(drawn) <= kept:
                    L[4] = 0
                    for thing in list(drawn):
                        acts.move(s, code, w.span, thing, goal, "keep", check=False)
                    acts._limit(s, goal)
                else:
                    options: list[Option] = [(t,) for t in distinct(acts.layout, ThingType(kind), drawn, s)]
                    prompt = f"Keep which {kind.name}?"
                    s.question = Question(
                        self, actor, prompt, tuple(options), (ThingType(kind),), "done", "choice", code.name, w.span,
                        w.cites or (code.decl.cites if code.decl else ()),
                    )  # fmt: skip

            def answer(self, s: State, f: Frame, option: Option) -> None:
                assert option is not None
                f.locals[4] -= 1
                acts.move(s, code, w.span, option[0], f.locals[3], "keep", check=f.locals[4] == 0)

        return Keep()

    def _late(self, s: State, place: int) -> bool:
        """Tells whether the limit of a place is asked about once for all that is drawn."""
        decl, owner = self.layout.place_names[place]
        if not isinstance(decl, m.Place) or decl.late is None:
            return False
        if decl.name not in self._lates:
            self._lates[decl.name] = self.expr(decl.late)
        return bool(self._lates[decl.name](s, [owner, owner]))

    def _limit(self, s: State, place: int) -> None:
        """Makes the check of a hand limit due."""
        decl, owner = self.layout.place_names[place]
        if not isinstance(decl, m.Place) or decl.limit is None:
            return
        key = -id(decl)
        if key not in self._keeps:
            limit = self.expr(decl.limit)
            code = self.program.new_code(decl.name, decl, 4)
            code.add(self._limit_step(decl, limit, code), decl.span, decl.cites)
            code.add(_leave, decl.span)
            self._keeps[key] = code
        if len(s.contents[place]) > 0:
            s.pending.append(self._keeps[key].start(owner if decl.owner == "player" else NONE, owner, place))

    def prepare(self) -> None:
        """Makes what is made at first use, so that every match sees the same code numbers."""
        for place in self.program.game.places.values():
            if place.limit is not None:
                limit = self.expr(place.limit)
                code = self.program.new_code(place.name, place, 4)
                code.add(self._limit_step(place, limit, code), place.span, place.cites)
                code.add(_leave, place.span)
                self._keeps[-id(place)] = code

    def _limit_step(self, decl: m.Place, limit: Any, code: "Code") -> Any:
        acts = self

        class Limit:
            def __call__(self, s: State, f: Frame) -> None:
                owner, place = f.locals[1], f.locals[2]
                if len(s.contents[place]) <= limit(s, [owner, owner]):
                    f.step += 1
                    return
                options: list[Option] = [
                    (t,) for t in distinct(acts.layout, ThingType(decl.holds), s.contents[place], s)
                ]
                s.question = Question(
                    self, owner, f"Discard which {decl.holds.name}?", tuple(options), (ThingType(decl.holds),), "done",
                    "choice", decl.name, decl.span, decl.cites,
                )  # fmt: skip

            def answer(self, s: State, f: Frame, option: Option) -> None:
                assert option is not None
                acts.move(s, code, decl.span, option[0], acts.pile_of(option[0], decl.span), "discard")
                s.pending = [frame for frame in s.pending if frame.code is not code]

        return Limit()

    def _shuffle(self, w: m.Sentence, code: "Code") -> Act:
        place = self.expr(w.act.args[0])
        goal = self.expr(w.act.args[1]) if len(w.act.args) > 1 else None

        def act(s: State, f: Frame) -> None:
            here = place(s, f.locals)
            to = goal(s, f.locals) if goal is not None else here
            for thing in list(s.contents[here]) if to != here else ():
                s.move(thing, to)
                self.belong(s, thing, to)
            chance.shuffle(
                s, s.contents[to], self.labels.place(to), lambda thing: self.labels.thing(s, thing)
            )
            self.tell(s, code, w.span, "shuffle", to)

        return act

    # ------------------------------------------------------------ dice

    def roll_die(self, s: State, die: int) -> None:
        """Rolls a die."""
        kind = self.layout.kind_of[die]
        low, count = die_faces(kind)
        face = chance.draw(s, "roll", kind.name, count, lambda k: self.labels.face(kind, low + k))
        s.cells[self.layout.face_cell + die] = low + face

    def _roll(self, w: m.Sentence, code: "Code") -> Act:
        things = self._things(w.act.args)
        verb = w.act.verb

        def act(s: State, f: Frame) -> None:
            dice = things(s, f.locals)
            for die in dice:
                self.roll_die(s, die)
            if dice:
                faces = tuple(s.cells[self.layout.face_cell + die] for die in dice)
                self.tell(s, code, w.span, verb, self.layout.kind_of[dice[0]], faces)

        return act

    _reroll = _roll

    def _roll_into(self, w: m.Sentence, code: "Code") -> Act:
        track: m.Track = w.act.ref
        place = self.program.evaluator._holder(m.Expr("track", w.act.args[0].type, w.span, w.act.args, track))
        owner = self.expr(w.act.args[0])
        spaces = self.program.evaluator.track_spaces(track)
        supply = self.layout.place_of[track.supply.name, NONE]

        def act(s: State, f: Frame) -> None:
            to, thing = place(s, f.locals), owner(s, f.locals)
            for _ in range(w.act.value):
                if not s.contents[supply] or len(s.contents[to]) >= spaces(s, thing):
                    if w.if_possible:
                        return
                    what = "is full" if s.contents[supply] else f"gets no die: {track.supply.name} is empty"
                    raise RuleError(f"{self.labels.place(to)} {what}", w.span)
                die = s.contents[supply][-1]
                self.roll_die(s, die)
                s.move(die, to)
                self.tell(s, code, w.span, "roll_into", thing, track, s.cells[self.layout.face_cell + die])

        return act

    def _flip(self, w: m.Sentence, code: "Code") -> Act:
        things = self._things(w.act.args)

        def act(s: State, f: Frame) -> None:
            for die in things(s, f.locals):
                kind = self.layout.kind_of[die]
                cell = self.layout.face_cell + die
                before = s.cells[cell]
                s.cells[cell] = kind.opposite.get(before, before)
                self.tell(s, code, w.span, "flip", kind, before, s.cells[cell])

        return act

    def _turn(self, w: m.Sentence, code: "Code") -> Act:
        things, face = self._things(w.act.args), self.expr(w.act.args[1])

        def act(s: State, f: Frame) -> None:
            for die in things(s, f.locals):
                cell = self.layout.face_cell + die
                before, s.cells[cell] = s.cells[cell], face(s, f.locals)
                self.tell(s, code, w.span, "flip", self.layout.kind_of[die], before, s.cells[cell])

        return act

    # ------------------------------------------------------------ facts

    def _lvalue(
        self, goal: m.Expr, w: m.Sentence
    ) -> tuple[Callable[[State, Locals], int], Callable[..., None]]:
        """Makes the two functions that read and write a fact."""
        read = self.expr(goal)
        layout = self.layout
        match goal.op:
            case "cell":
                cell = layout.field_cell[id(goal.ref.owner), goal.ref.name]

                def write(s: State, L: Locals, value: int) -> None:
                    s.cells[cell] = value

            case "field":
                fact = goal.ref
                kind: m.Kind = fact.owner
                first, size = layout.things[kind.name].start, layout.index_size(fact.index)
                start = layout.field_cell[id(kind), fact.name]
                base = self.expr(goal.args[0])
                index = self.expr(goal.args[1]) if len(goal.args) > 1 else None
                shift = layout.things[fact.index.name].start if isinstance(fact.index, m.Kind) else 0

                def write(s: State, L: Locals, value: int) -> None:
                    at = index(s, L) - shift if index is not None else 0
                    s.cells[start + (base(s, L) - first) * size + at] = value

            case "counter":
                place = self.program.evaluator._holder(goal)

                def write(s: State, L: Locals, value: int) -> None:
                    self.set_counter(s, goal.ref, place(s, L), value, w)

            case _:
                local = goal.value

                def write(s: State, L: Locals, value: int) -> None:
                    L[local] = value

        return read, write

    def set_counter(self, s: State, counter: m.Counter, place: int, value: int, w: m.Sentence) -> bool:
        """Sets a counter: takes a die when it comes into use, and gives it back when it runs out."""
        dice = s.contents[place]
        face = self.layout.face_cell
        supply = self.layout.place_of[counter.supply.name, NONE]
        if not dice:
            if value == 0 and counter.kept is None:
                return True
            if not s.contents[supply]:
                if w.if_possible:
                    return False
                raise RuleError(
                    f"{self.labels.place(place)} gets no die: {counter.supply.name} is empty", w.span
                )
            s.move(s.contents[supply][-1], place)
        s.cells[face + dice[0]] = value
        if value == 0 and counter.kept is None:
            s.move(dice[0], supply)
        return True

    def _set(self, w: m.Sentence, code: "Code") -> Act:
        goal, value = w.act.args
        read, write = self._lvalue(goal, w)
        given = self.expr(value)

        def act(s: State, f: Frame) -> None:
            new = given(s, f.locals)
            self._in_range(goal, new, w)
            before = read(s, f.locals)
            write(s, f.locals, new)
            if before != new and goal.op in ("cell", "field", "counter"):
                self.tell(s, code, w.span, "set", goal, before, new, self._whose(goal, s, f.locals))

        return act

    def _flip_fact(self, w: m.Sentence, code: "Code") -> Act:
        goal = w.act.args[0]
        read, write = self._lvalue(goal, w)

        def act(s: State, f: Frame) -> None:
            before = read(s, f.locals)
            write(s, f.locals, 1 - before)
            self.tell(s, code, w.span, "set", goal, before, 1 - before, self._whose(goal, s, f.locals))

        return act

    def _whose(self, goal: m.Expr, s: State, L: Locals) -> int:
        if goal.op in ("field", "counter"):
            return int(self.expr(goal.args[0])(s, L))
        return NONE

    def _in_range(self, goal: m.Expr, value: int, w: m.Sentence) -> None:
        kind = goal.type
        if isinstance(kind, IntType) and kind.low is not None and kind.high is not None:
            if not kind.low <= value <= kind.high:
                raise RuleError(
                    f"`{goal.span.text}` would become {value}; it goes from {kind.low} to {kind.high}", w.span
                )

    def _gain(self, w: m.Sentence, code: "Code") -> Act:
        goal, amount = w.act.args
        read, write = self._lvalue(goal, w)
        given = self.expr(amount)
        sign = 1 if w.act.verb == "gain" else -1
        kind = goal.type
        saturating = goal.op == "local"

        def act(s: State, f: Frame) -> None:
            before = read(s, f.locals)
            value = before + sign * given(s, f.locals)
            if saturating:
                value = max(value, 0)
            elif isinstance(kind, IntType) and kind.low is not None and kind.high is not None:
                if not kind.low <= value <= kind.high:
                    if w.if_possible:
                        return
                    self._in_range(goal, value, w)
            write(s, f.locals, value)
            if goal.op != "local":
                after = read(s, f.locals)
                if after != before:
                    self.tell(s, code, w.span, "set", goal, before, after, self._whose(goal, s, f.locals))

        return act

    _lose = _gain

    def _flip_link(self, w: m.Sentence, code: "Code") -> Act:
        link: m.Link = w.act.ref
        origin = self.expr(w.act.args[0])
        goal = self.expr(w.act.args[1]) if len(w.act.args) > 2 else None
        side = self.expr(w.act.args[-1])
        layout = self.layout
        start, first = layout.link_cell[link.name], layout.things[link.origin.name].start
        goals = layout.things[link.goal.name]

        def act(s: State, f: Frame) -> None:
            here, value = origin(s, f.locals), side(s, f.locals)
            if here == NONE:
                return
            others = [goal(s, f.locals)] if goal is not None else list(goals)
            for other in others:
                if other in (NONE, here):
                    continue
                cell = start + (here - first) * len(goals) + other - goals.start
                before = s.cells[cell]
                if before not in (NONE, value):
                    s.cells[cell] = value
                    self.tell(s, code, w.span, "flip_link", link, here, other, value)

        return act

    def _bind(self, w: m.Sentence, code: "Code") -> Act:
        chosen, local = self.expr(w.act.args[0]), w.act.value

        def act(s: State, f: Frame) -> None:
            f.locals[local] = chosen(s, f.locals)

        return act

    # ------------------------------------------------------------ tracks and damage

    def _fill(self, w: m.Sentence, code: "Code") -> Act:
        track: m.Track = w.act.ref
        owner = self.expr(w.act.args[0])
        spaces = self.program.evaluator.track_spaces(track)

        def act(s: State, f: Frame) -> None:
            thing = owner(s, f.locals)
            for _ in range(spaces(s, thing)):
                self.add_die(s, track, thing, track.showing, w)
            self.tell(s, code, w.span, "fill", thing, track, spaces(s, thing))

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
            raise RuleError(f"{self.labels.place(place)} gets no die: {track.supply.name} is empty", w.span)
        die = s.contents[supply][-1]
        s.cells[self.layout.face_cell + die] = showing
        s.move(die, place)
        if first:
            s.contents[place].insert(0, s.contents[place].pop())
        return True

    def _suffer(self, w: m.Sentence, code: "Code") -> Act:
        rule: m.Damage = w.act.ref
        victim, amount = self.expr(w.act.args[0]), self.expr(w.act.args[1])
        source = self.expr(w.act.args[2]) if len(w.act.args) > 2 else None
        damage = self.program.damage[rule.kind.name]
        evaluator = self.program.evaluator

        def act(s: State, f: Frame) -> None:
            L = f.locals
            thing, number = victim(s, L), max(amount(s, L), 0)
            who = source(s, L) if source is not None else NONE
            if thing == NONE:
                return
            why = evaluator.explain(w.act.args[1], s, L) if s.log is not None else ()
            self.tell(s, code, w.span, "damage", thing, number, who, why=why)
            s.frames.append(damage.start(L[0], thing, number, who))

        return act

    def _heal(self, w: m.Sentence, code: "Code") -> Act:
        rule: m.Damage = w.act.ref
        victim, amount = self.expr(w.act.args[0]), self.expr(w.act.args[1])
        track = rule.tracks[-1]
        restoring = w.act.verb == "restore"
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

    _restore = _heal

    def _destroy(self, w: m.Sentence, code: "Code") -> Act:
        things = self._things(w.act.args)

        def act(s: State, f: Frame) -> None:
            for thing in things(s, f.locals):
                self.destroy(s, thing)
                self.tell(s, code, w.span, "destroy", thing)
                self.trigger(s, "destroyed", self.layout.kind_of[thing].name, f.locals[0], thing, 0, NONE)

        return act

    def destroy(self, s: State, thing: int) -> None:
        """Takes a thing out of play: its dice go back to their supply, and links from and to it are gone."""
        layout, game = self.layout, self.program.game
        s.move(thing, NONE)
        kin = [
            thing,
            *(part for (_, parent), parts in layout.parts.items() if parent == thing for part in parts),
        ]
        holders: list[m.Track | m.Counter] = [*game.tracks.values(), *game.counters.values()]
        for holder in holders:
            for one in kin:
                place = layout.place_of.get((holder.name, one))
                if place is not None:
                    for die in list(s.contents[place]):
                        s.move(die, layout.place_of[holder.supply.name, NONE])
        for link in game.links.values():
            start, origins, goals = (
                layout.link_cell[link.name],
                layout.things[link.origin.name],
                layout.things[link.goal.name],
            )
            for a in origins:
                for b in goals:
                    if thing in (a, b):
                        s.cells[start + (a - origins.start) * len(goals) + b - goals.start] = NONE

    # ------------------------------------------------------------ players

    def _eliminate(self, w: m.Sentence, code: "Code") -> Act:
        players = self._things(w.act.args)

        def act(s: State, f: Frame) -> None:
            for player in players(s, f.locals):
                if not s.cells[self.layout.out_cell + player]:
                    s.cells[lay.ELIMINATED] += 1
                    s.cells[self.layout.out_cell + player] = s.cells[lay.ELIMINATED]
                    self.tell(s, code, w.span, "eliminate", player)
            self.check_end(s)

        return act

    def check_end(self, s: State) -> bool:
        """Ends the match when a condition for its end holds."""
        if s.cells[lay.OVER]:
            return True
        for condition, code in self.program.ends:
            frame = code.start(s.cells[lay.ON_TURN])
            if condition(s, frame.locals):
                s.cells[lay.OVER], s.cells[lay.SECRET] = 1, 0
                s.frames.clear()
                s.pending.clear()
                s.frames.append(frame)
                return True
        return False

    def _lead(self, w: m.Sentence, code: "Code") -> Act:
        players = self._things(w.act.args)

        def act(s: State, f: Frame) -> None:
            for player in players(s, f.locals)[:1]:
                s.cells[lay.LEADS] = player + 1
                self.tell(s, code, w.span, "lead", player)

        return act

    def _win(self, w: m.Sentence, code: "Code") -> Act:
        players = self._things(w.act.args)

        def act(s: State, f: Frame) -> None:
            winners = players(s, f.locals)
            s.cells[lay.SECRET] = 0
            for player in winners:
                s.cells[self.layout.out_cell + player] = -1
                self.tell(s, code, w.span, "win", player)
            if not s.cells[lay.OVER]:
                s.cells[lay.OVER] = 1
                s.frames.clear()
                s.pending.clear()

        return act

    # ------------------------------------------------------------ flow

    def _open(self, w: m.Sentence, code: "Code") -> Act:
        window = self.program.by_decl[id(w.act.ref)]

        def act(s: State, f: Frame) -> None:
            s.frames.append(window.start(f.locals[0]))

        return act

    def _do(self, w: m.Sentence, code: "Code") -> Act:
        target = self.program.by_decl[id(w.act.ref)]
        args = [self.expr(arg) for arg in w.act.args]

        def act(s: State, f: Frame) -> None:
            s.frames.append(target.start(f.locals[0], *(arg(s, f.locals) for arg in args)))

        return act

    def _apply(self, w: m.Sentence, code: "Code") -> Act:
        effects = self._things(w.act.args)
        game = self.program.game

        def act(s: State, f: Frame) -> None:
            due = []
            for number in effects(s, f.locals):
                effect, args = game.effect_calls[number]
                due.append(self.program.by_decl[id(effect)].start(f.locals[0], *args))
            s.frames += reversed(due)

        return act

    def _end(self, w: m.Sentence, code: "Code") -> Act:
        phase = w.act.ref

        def act(s: State, f: Frame) -> None:
            if all(frame.code.phase is not phase for frame in s.frames):
                raise RuleError(f"`{phase.name}` is not running, so it cannot end", w.span)
            while s.frames[-1].code.phase is not phase:
                s.frames.pop()
            s.frames[-1].step = s.frames[-1].code.exit

        return act

    def _stop(self, w: m.Sentence, code: "Code") -> Act:
        raise AssertionError("`stop` is a jump; see build")


def die_faces(kind: m.Kind) -> tuple[int, int]:
    """Gives the first face of a die and how many it has."""
    if isinstance(kind.faces, tuple):
        return kind.faces[0], kind.faces[1] - kind.faces[0] + 1
    return 0, len(kind.faces.members) if kind.faces is not None else 1


def _leave(s: State, f: Frame) -> None:
    s.frames.pop()
