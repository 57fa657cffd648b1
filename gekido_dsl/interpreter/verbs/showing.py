"""The verb that shows things and facts to players."""

from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


@runs(m.acts.Show)
def _show(v: Acts, w: m.Sentence, it: m.acts.Show, code: Code) -> Act:
    things = v.things(it.things)
    to = v.things(it.players) if it.players is not None else None

    def act(s: State, f: Frame) -> None:
        listed = things(s, f.locals)
        players = sorted(to(s, f.locals) if to is not None else range(v.layout.players))
        seats = _seats(v, players)
        for thing in listed:
            knowledge.show(s, thing, seats)
        if listed and players:
            v.tell(s, code, w.span, "show", tuple(listed), tuple(players), f.locals[0])

    return act


def _seats(v: Acts, players: list[int]) -> set[int] | None:
    """Gives who learns something: everybody, spectators too, where all players do."""
    return set(players) if len(players) < v.layout.players else None


@runs(m.acts.ShowFact)
def _show_fact(v: Acts, w: m.Sentence, it: m.acts.ShowFact, code: Code) -> Act:
    goal = it.fact
    assert isinstance(goal, m.ops.Field | m.ops.Counter)
    thing, value = v.expr(goal.thing), v.expr(goal)
    which = v.expr(goal.index) if isinstance(goal, m.ops.Field) and goal.index is not None else None
    to = v.things(it.players) if it.players is not None else None

    def act(s: State, f: Frame) -> None:
        whose = thing(s, f.locals)
        players = sorted(to(s, f.locals) if to is not None else range(v.layout.players))
        if whose == NONE or not players:
            return
        seats = _seats(v, players)
        if isinstance(goal.ref, m.Field):
            size = v.layout.index_size(goal.ref.index)
            first = (whose - v.layout.things[v.layout.kind_of[whose].name].start) * size
            at = which(s, f.locals) if which is not None else 0
            knowledge.tell_fact(s, goal.ref, first + at, seats)
        else:
            for die in s.contents[v.layout.place_of[goal.ref.name, whose]]:
                knowledge.show(s, die, seats)
        v.tell(s, code, w.span, "show_fact", goal, value(s, f.locals), whose, tuple(players))

    return act
