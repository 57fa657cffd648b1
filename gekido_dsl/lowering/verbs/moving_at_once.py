"""What moves all at once: who goes where, who has no room, and what became of it; see `interpreter.moving_at_once`."""

from gekido_dsl.lowering.kept import in_places
from gekido_dsl.lowering.kept.going import entered, shift
from gekido_dsl.lowering.sets.composed_sets import Filtered
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Frozen, Set, Visit
from gekido_dsl.lowering.verbs.moves import limit
from gekido_dsl.lowering.writing.registry import lowers, operator
from gekido_dsl.lowering.writing.standing_in import stands_in
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


class Moved(Set):
    """What moved together: the things, with the space that each left."""

    def __init__(self, things: ir.Array, origins: ir.Array, number: ir.Local, most: int) -> None:
        self.things = Frozen(things, number, most)
        self.origins = origins
        self.most = most

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        self.things.each(w, visit, backwards)

    def freeze(self, w: Pen) -> Set:
        """Stays as it is."""
        return self


def _moved(w: Writer, local: int) -> Moved:
    held = w.locals.get(local)
    assert isinstance(held, Moved), "what moved together is asked about where nothing moves"
    return held


@operator(m.ops.Arrived)
def arrived(w: Writer, e: m.ops.Arrived) -> Set:
    """What just moved together and still stands on a space."""
    where = w.memory.chains.where
    things = _moved(w, e.value).things
    return Filtered(things, lambda one: x.within(x.load(where, one), 0, w.layout.count - 1))


@operator(m.ops.Origin)
def origin(w: Writer, e: m.ops.Origin) -> ir.Expr:
    """Of what just moved together: the space that it left; none if it came from elsewhere."""
    thing, told = w.fixed(e.thing), _moved(w, e.value)
    found = w.code.variable(NONE, "origin")
    with w.code.each(0, told.things.number) as k:
        w.code.set(found, x.select(x.eq(x.load(told.things.array, k), thing), x.load(told.origins, k), found))
    return found


@lowers(m.acts.Together)
def together(w: Writer, s: m.Sentence, act: m.acts.Together) -> None:
    """Moves all at once that have room."""
    _Together(w, s, act).write()


class _Together:
    """Writes one such sentence. Who wants to go is a row of lists, in order."""

    def __init__(self, w: Writer, s: m.Sentence, act: m.acts.Together) -> None:
        self.w = w
        self.code = w.code
        self.sentence = s
        self.act = act
        self.local = act.local
        kind = item(act.things.type)
        assert isinstance(kind, ThingType)
        self.kind = kind
        self.goal_type = act.goal.type
        goal = item(self.goal_type)
        self.spaces = w.layout.things[goal.kind.name] if isinstance(goal, ThingType) else range(0)

    def write(self) -> None:
        """Writes who wants to go, who does, and what follows."""
        w, code, s = self.w, self.code, self.sentence
        things = in_places.things(w, self.act.things).freeze(w)
        most = max(things.most, 1)
        self.things, self.goals = code.frame("things", most), code.frame("goals", most)
        self.ahead, self.from_, self.alive = (code.frame(name, most) for name in ("ahead", "from", "alive"))
        self.number = code.variable(0, "going")
        things.each(w, self._want)
        if self.act.room is not None and self.act.counting is not None:
            self._make_room(self.act.room, self.act.counting)
        elif w.lowering.instead.get(("entering", self.kind.kind.name)):
            self._stand_in()
        moved, origins = code.frame("moved", most), code.frame("origins", most)
        told = w.lowering.cleared(code, "moved")
        code.set(told, 0)

        def go(k: ir.Expr) -> None:
            thing, to = code.let(x.load(self.things, k)), code.let(x.load(self.goals, k))
            before = code.let(x.load(w.memory.chains.where, thing))
            shift(w, thing, before, to, self.kind, self.goal_type)
            code.store(moved, told, thing)
            code.store(self.goals, told, to)
            code.store(self.from_, told, before)
            code.store(origins, told, x.select(self._is_space(before), before, NONE))
            code.set(told, x.add(told, 1))

        with code.each(0, self.number) as k, code.if_(x.load(self.alive, k)):
            go(k)
        w.keep(self.local + 1, Moved(moved, origins, told, most))
        listed = Frozen(moved, told, most)
        with code.each(0, told) as k:
            w.tell("move", x.load(moved, k), x.load(self.from_, k), x.load(self.goals, k), span=s.span)
        goals = Frozen(self.goals, told, most)
        goals.each(w, lambda to, _: limit(w, to, self.goal_type))
        at = code.variable(0, "at")

        def enter(thing: ir.Expr, _: ir.Label) -> None:
            entered(w, thing, code.let(x.load(self.goals, at)), self.kind, self.goal_type)
            code.set(at, x.add(at, 1))

        listed.each(w, enter)

    def _is_space(self, place: ir.Expr) -> ir.Expr:
        if not self.spaces:
            return x.constant(0)
        return x.within(place, self.spaces.start, self.spaces.stop - 1)

    def _want(self, thing: ir.Expr, _: ir.Label) -> None:
        """Notes one that wants to go, where, and whether it goes first."""
        w, code, act = self.w, self.code, self.act
        with code.block("stays") as out, w.bind(self.local, thing):
            to = code.let(w.one_of(act.goal))
            code.br(out, x.or_(x.lt(to, 0), x.eq(to, x.load(w.memory.chains.where, thing))))
            code.br(out, w.test(act.stays))
            code.store(self.things, self.number, thing)
            code.store(self.goals, self.number, to)
            code.store(self.ahead, self.number, w.test(act.first))
            code.store(self.from_, self.number, NONE)
            code.store(self.alive, self.number, 1)
            code.set(self.number, x.add(self.number, 1))

    def _make_room(self, room_of: m.Expr, counting: m.Expr) -> None:
        """Stops those that have no room, and those that would change places with another."""
        w, code = self.w, self.code
        solid = w.several(counting).freeze(w)
        room = w.fixed(room_of)
        where = w.memory.chains.where
        many = max(solid.most, self.things.length)
        # Only those that take room need some; `pushing` are these among those that want to go.
        pushing = code.frame("pushing", self.things.length)
        with code.each(0, self.number) as k:
            thing = code.let(x.load(self.things, k))
            takes = code.let(solid.has(w, thing))
            code.store(pushing, k, takes)
            here = code.let(x.load(where, thing))
            with code.if_(x.and_(takes, self._is_space(here))):
                code.store(self.from_, k, here)
        self._swaps(pushing)
        self._stop(pushing, solid, room, many)
        if w.lowering.instead.get(("entering", self.kind.kind.name)):
            self._stand_in()
            self._stop(pushing, solid, room, many)

    def _stand_in(self) -> None:
        """Has those stay for which something else happens."""
        w, code = self.w, self.code
        at = code.variable(0, "at")

        def stay(thing: ir.Expr, _: ir.Label) -> None:
            with code.if_(x.load(self.alive, at)):
                to = code.let(x.load(self.goals, at))
                with code.if_(stands_in(w, "entering", self.kind.kind.name, thing, to)):
                    code.store(self.alive, at, 0)
            code.set(at, x.add(at, 1))

        Frozen(self.things, self.number, self.things.length).each(w, stay)

    def _stop(self, pushing: ir.Array, solid: Set, room: ir.Expr, many: int) -> None:
        """Stops those that have no room, and then those that have none because of them."""
        code = self.code
        stopped = code.frame("stopped", self.things.length)
        with code.loop("room", bound=many + 2) as again:
            some = code.variable(0, "some")
            with code.each(0, self.number) as k:
                code.store(stopped, k, 0)
                with code.if_(x.and_(x.load(self.alive, k), x.load(pushing, k))):
                    stops = self._has_no_room(k, pushing, solid, room)
                    code.store(stopped, k, stops)
                    code.set(some, x.or_(some, stops))
            with code.each(0, self.number) as k, code.if_(x.load(stopped, k)):
                code.store(self.alive, k, 0)
            code.br(again, some)

    def _swaps(self, pushing: ir.Array) -> None:
        """Stops those that would change places, all at once."""
        code = self.code
        blocked = code.frame("blocked", self.things.length)
        with code.each(0, self.number) as i:
            code.store(blocked, i, 0)
            here, to = code.let(x.load(self.from_, i)), code.let(x.load(self.goals, i))
            with code.if_(x.and_(x.load(pushing, i), x.ge(here, 0))), code.each(0, self.number) as j:
                there = x.eq(x.load(self.from_, j), to)
                back = x.eq(x.load(self.goals, j), here)
                with code.if_(x.and_(x.load(pushing, j), x.and_(there, back))):
                    code.store(blocked, i, 1)
        with code.each(0, self.number) as i, code.if_(x.load(blocked, i)):
            code.store(self.alive, i, 0)

    def _has_no_room(self, k: ir.Expr, pushing: ir.Array, solid: Set, room: ir.Expr) -> ir.Expr:
        """Tells whether one does not get where it wants to, as things stand."""
        code, where = self.code, self.w.memory.chains.where
        to = code.let(x.load(self.goals, k))
        wanting, first = code.variable(0, "wanting"), code.variable(0, "first")
        left = code.variable(room, "left")
        if self.spaces:

            def stands(one: ir.Expr, _: ir.Label) -> None:
                here = code.let(x.load(where, one))
                code.set(left, x.sub(left, x.and_(x.eq(here, to), self._is_space(here))))

            solid.each(self.w, stands)
        with code.each(0, self.number) as j, code.if_(x.and_(x.load(self.alive, j), x.load(pushing, j))):
            code.set(left, x.add(left, x.eq(x.load(self.from_, j), to)))
            with code.if_(x.eq(x.load(self.goals, j), to)):
                code.set(wanting, x.add(wanting, 1))
                code.set(first, x.add(first, x.truth(x.load(self.ahead, j))))
        some_first = x.and_(x.ge(first, 1), x.le(first, left))
        passes = x.and_(some_first, x.truth(x.load(self.ahead, k)))
        return code.let(x.and_(x.gt(wanting, left), x.not_(passes)))
