"""The verb that shows things and facts to players."""

from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Verbs, runs
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


class Showing(Verbs):
    """The verb that shows something; nothing is moved and nothing changes but who knows of it."""

    @runs(m.acts.Show)
    def _show(self, w: m.Sentence, it: m.acts.Show, code: Code) -> Act:
        things = self._things(it.things)
        to = self._things(it.players) if it.players is not None else None

        def act(s: State, f: Frame) -> None:
            listed = things(s, f.locals)
            players = sorted(to(s, f.locals) if to is not None else range(self.layout.players))
            seats = self._seats(players)
            for thing in listed:
                knowledge.show(s, thing, seats)
            if listed and players:
                self.tell(s, code, w.span, "show", tuple(listed), tuple(players), f.locals[0])

        return act

    def _seats(self, players: list[int]) -> set[int] | None:
        """Gives who learns something: everybody, spectators too, where all players do."""
        return set(players) if len(players) < self.layout.players else None

    @runs(m.acts.ShowFact)
    def _show_fact(self, w: m.Sentence, it: m.acts.ShowFact, code: Code) -> Act:
        goal = it.fact
        thing, value = self.expr(goal.args[0]), self.expr(goal)
        which = self.expr(goal.args[1]) if len(goal.args) > 1 else None
        to = self._things(it.players) if it.players is not None else None

        def act(s: State, f: Frame) -> None:
            whose = thing(s, f.locals)
            players = sorted(to(s, f.locals) if to is not None else range(self.layout.players))
            if whose == NONE or not players:
                return
            seats = self._seats(players)
            if isinstance(goal.ref, m.Field):
                size = self.layout.index_size(goal.ref.index)
                first = (whose - self.layout.things[self.layout.kind_of[whose].name].start) * size
                at = which(s, f.locals) if which is not None else 0
                knowledge.tell_fact(s, goal.ref, first + at, seats)
            else:
                for die in s.contents[self.layout.place_of[goal.ref.name, whose]]:
                    knowledge.show(s, die, seats)
            self.tell(s, code, w.span, "show_fact", goal, value(s, f.locals), whose, tuple(players))

        return act
