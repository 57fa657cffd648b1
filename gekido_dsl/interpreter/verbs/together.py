"""The verb for things that move all at once, and the operators that tell what became of it."""

from gekido_dsl.interpreter.moving_at_once import movers
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.interpreter.verbs.moving import check_limit, entered, shift, stands_in
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, item


@runs(m.acts.Together)
def _together(v: Acts, w: m.Sentence, it: m.acts.Together, code: Code) -> Act:
    things = v.things(it.things)
    goal, stays, first = v.expr(it.goal), v.expr(it.stays), v.expr(it.first)
    room = v.expr(it.room) if it.room is not None else None
    counting = v.expr(it.counting) if it.counting is not None else None
    local = it.local
    kind = item(it.goal.type)
    spaces = v.layout.things[kind.kind.name] if isinstance(kind, ThingType) else range(0)

    def act(s: State, f: Frame) -> None:
        L = f.locals
        goals: dict[int, int] = {}
        ahead: set[int] = set()
        for thing in things(s, L):
            L[local] = thing
            to = goal(s, L)
            if to in (NONE, s.where[thing]) or stays(s, L):
                continue
            goals[thing] = to
            if first(s, L):
                ahead.add(thing)
        going = list(goals)
        if room is not None and counting is not None:
            solid = {thing: s.where[thing] for thing in counting(s, L)}
            spots = {thing: spot for thing, spot in solid.items() if spot in spaces}
            space = room(s, L)

            def with_room(going: list[int]) -> list[int]:
                moving = movers({one: goals[one] for one in going if one in solid}, spots, space, ahead)
                return [thing for thing in going if thing not in solid or thing in moving]

            going = with_room(going)
            going = with_room([thing for thing in going if not stands_in(v, s, f, thing, goals[thing])])
        else:
            going = [thing for thing in going if not stands_in(v, s, f, thing, goals[thing])]
        before = {thing: s.where[thing] for thing in going}
        for thing in going:
            shift(v, s, thing, goals[thing])
        L[local + 1] = tuple(
            number
            for thing in going
            for number in (thing, before[thing] if before[thing] in spaces else NONE, goals[thing])
        )
        for thing in going:
            v.tell(s, code, w.span, "move", thing, before[thing], goals[thing])
        for to in dict.fromkeys(goals[thing] for thing in going):
            check_limit(v, s, to)
        for thing in going:
            entered(v, s, thing, goals[thing])

    return act


@runs(m.acts.Announce)
def _announce(v: Acts, w: m.Sentence, it: m.acts.Announce, code: Code) -> Act:
    about = v.expr(it.about) if it.about is not None else None
    kind = item(it.about.type) if it.about is not None else None
    given = it.at
    value = v.expr(given) if given is not None else None
    is_open = given is None or _is_open(v.program.game, given)

    def act(s: State, f: Frame) -> None:
        whom = about(s, f.locals) if about is not None else NONE
        if value is None or given is None:
            v.tell(s, code, w.span, "announce", it.text, whom, kind)
        elif not is_open:
            v.tell(s, code, w.span, "announce", f"{it.text} at {hidden.UNREAD}", whom, kind)
        else:
            found = value(s, f.locals)
            found = tuple(found) if isinstance(found, list) else found
            v.tell(s, code, w.span, "announce", it.text, whom, kind, given.type, found)

    return act


def _is_open(game: m.Game, value: m.Expr) -> bool:
    """Tells whether everybody may read a value; of a thing, its reader may know less, and is told its kind."""
    return isinstance(item(value.type), ThingType) or hidden.readers(game, value)[0] == "everyone"
