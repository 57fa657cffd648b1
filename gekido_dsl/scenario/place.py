"""Puts things where a scenario says they are, and tells what lies where."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from gekido_dsl.ground import floor, knowledge, start
from gekido_dsl.ground.pieces import cover
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import facts
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.scenario.trouble import Failure
from gekido_dsl.telling.labels import Labels

_TAKE_OUT: Final = (m.acts.Remove, m.acts.Destroy)


class Arranger:
    """Arranges the state of one match."""

    def __init__(
        self,
        state: State,
        labels: Labels,
        value: Callable[[m.Expr], Any],
        act: Callable[[m.ScenarioStep], None],
        belong: Callable[[State, int, int], None],
    ) -> None:
        """Keeps the match.

        Args:
            value: evaluates an expression.
            act: carries out the act that a step was made into.
            belong: gives a thing to the player whose place it came to.
        """
        self.state = state
        self.layout = state.program.layout
        self.labels = labels
        self.value = value
        self.act = act
        self.belong = belong
        self.fixed: set[int] = set()
        """Things that the scenario has put somewhere."""
        self.sharing: set[str] = set()
        """The kinds of which several have stood on one space."""

    # ------------------------------------------------------------ facts, tracks, places

    def set(self, step: m.ScenarioStep) -> None:
        """Makes a track, counter, link, fact or place be what a step says."""
        goal = step.expr
        assert goal is not None
        match goal:
            case m.ops.Track():
                self._set_track(step, goal)
            case m.ops.Board():
                self._lay_out(step, goal)
            case m.ops.Place():
                place = self._one_place(goal)
                found = self._wanted_of(step, place)
                for thing in [one for one in self.state.contents[place] if one not in found]:
                    self._put_back(thing, place)
                self._bring(found, place)
            case m.ops.Owner():
                self._belong(goal, self.value(step.values[0]))
            case m.ops.Counter() if self.value(step.values[0]) == NONE:
                for die in list(self.state.contents[self._holder(goal)]):
                    knowledge.move(self.state, die, self.layout.place_of[goal.ref.supply.name, NONE])
            case _:
                self.act(step)

    def _belong(self, goal: m.ops.Owner, player: int) -> None:
        """Gives things to a player, or to nobody."""
        found = self.value(goal.of)
        things = [thing for thing in (found if isinstance(found, list) else [found]) if thing != NONE]
        if not things:
            raise Failure(f"there is no {goal.of.span.text} in this match")
        for thing in things:
            self.state.cells[self.layout.owner_cell + thing] = player
            knowledge.look(self.state, thing)

    def _lay_out(self, step: m.ScenarioStep, goal: m.ops.Board) -> None:
        """Lays a board anew; what stands there stays at its spot, or goes where that is no longer laid."""
        state, layout = self.state, self.layout
        board, found = goal.ref, self.value(step.values[0])
        whose = NONE if goal.owner is None else state.program.evaluator.make(goal.owner)(state, [NONE] * 8)
        for _, owner in (one for one in layout.boards() if one[0] is board):
            if whose not in (owner, NONE):
                continue
            drawn = floor.own(layout, found, owner)
            if drawn == NONE:
                raise Failure(f"there is no {step.values[0].span.text} in this match")
            standing = floor.in_the_way(state, board, owner, drawn)
            spots = {thing: state.cells[layout.position_cell + state.where[thing]] for thing in standing}
            floor.lay(state, board, owner, drawn)
            cells = layout.cells_of(board, owner)
            for thing, spot in spots.items():
                knowledge.move(state, thing, state.cells[cells.start + spot])

    def _holder(self, goal: m.Expr) -> int:
        owner: int = self.state.program.evaluator.make(goal.args[0])(self.state, [NONE] * 8)
        place = self.layout.place_of.get((goal.ref.name, owner))
        if place is None:
            raise Failure(f"there is no {goal.span.text} in this match")
        return place

    def _set_track(self, step: m.ScenarioStep, goal: m.Expr) -> None:
        place = self._holder(goal)
        supply = self.layout.place_of[goal.ref.supply.name, NONE]
        faces = [value for value in (self.value(value) for value in step.values) if value != NONE]
        for die in list(self.state.contents[place]):
            knowledge.move(self.state, die, supply)
        if len(faces) > len(self.state.contents[supply]):
            raise Failure(f"{goal.ref.supply.name} holds only {len(self.state.contents[supply])} dice")
        for face in faces:
            die = self.state.contents[supply][-1]
            self.state.cells[self.layout.face_cell + die] = face
            knowledge.move(self.state, die, place)

    def bring_next(self, step: m.ScenarioStep) -> None:
        """Puts things into a place so that they come out next, the first one first."""
        assert step.expr is not None
        place = self._one_place(step.expr)
        self._bring(self._wanted_of(step, place), place)

    def _one_place(self, goal: m.Expr) -> int:
        place = self.value(goal)
        if isinstance(place, int):
            return place
        if len(place) == 1:
            return int(place[0])
        raise Failure(f"there are {len(place)} of {goal.span.text}: say whose")

    def _wanted_of(self, step: m.ScenarioStep, place: int) -> list[int]:
        found: list[int] = []
        for value in step.values:
            thing = self._wanted(value, place, found)
            if thing != NONE:
                found.append(thing)
        return found

    def _put_back(self, thing: int, place: int) -> None:
        """Puts a thing that has to leave a place under the deck, or into the box, that held it at the start."""
        layout, owner = self.layout, self.layout.born_to[thing]
        self.state.cells[layout.owner_cell + thing] = owner
        homes = (
            layout.place_of.get((one.name, owner if one.owner == "player" else NONE))
            for one in layout.game.places.values()
            if one.full and one.holds is layout.kind_of[thing]
        )
        home = next((one for one in homes if one is not None), NONE)
        away = self._away(layout.kind_of[thing])
        knowledge.move(self.state, thing, home if home not in (place, NONE) else away, under=True)

    def _away(self, kind: m.Kind) -> int:
        """Gives where a thing is that a scenario has nowhere: out of the game, if a rule takes such things out."""
        every = facts.of(self.layout.game)
        taken = (act.things for decl in every.decls for act in every.acts(decl) if isinstance(act, _TAKE_OUT))
        return self.layout.gone if any(item(one.type) == ThingType(kind) for one in taken) else NONE

    def _bring(self, found: list[int], place: int) -> None:
        for thing in reversed(found):
            self.belong(self.state, thing, place)
            knowledge.move(self.state, thing, place)
            self.fixed.add(thing)

    def _wanted(self, value: m.Expr, place: int, taken: list[int]) -> int:
        """Finds a thing by its name or face, first in the place itself, then in decks, then anywhere."""
        named = self.value(value)
        decl = self.layout.place_names[place][0]
        holds = decl.holds if isinstance(decl, m.Place) else None
        if holds is not None and holds.faces is not None and named != NONE:
            candidates = [die for die in self.layout.things[holds.name] if die not in taken]
            if not candidates:
                raise Failure(f"there are not enough {holds.plural}")
            die = min(candidates, key=lambda die: (die in self.fixed, not self._in_box(die)))
            self.state.cells[self.layout.face_cell + die] = named
            return die
        things = named if isinstance(named, list) else [named] if named != NONE else []
        if not things:
            return NONE
        free = [thing for thing in things if thing not in taken]
        if not free:
            raise Failure(f"there are only {len(things)} of {value.span.text}")
        best: int = min(
            free, key=lambda t: (t in self.fixed, self.state.where[t] != place, not self._in_deck(t))
        )
        return best

    def _in_deck(self, thing: int) -> bool:
        where = self.state.where[thing]
        decl = self.layout.place_names[where][0] if where != NONE else None
        return isinstance(decl, m.Place) and decl.word == "deck"

    def _in_box(self, thing: int) -> bool:
        where = self.state.where[thing]
        decl = self.layout.place_names[where][0] if where != NONE else None
        return isinstance(decl, m.Place) and decl.full

    # ------------------------------------------------------------ boards

    def put_on(self, step: m.ScenarioStep) -> None:
        """Puts a thing on a space; a space changes places.

        What the first choices of the set-up put there moves to a free one, or changes places if none is free; what
        is given there, or may share a space, stays.
        """
        assert step.expr is not None
        named = self.value(step.expr)
        things = named if isinstance(named, list) else [named]
        kind = item(step.expr.type)
        if not things or things[0] == NONE or not isinstance(kind, ThingType):
            raise Failure(f"there is no {step.expr.span.text} in this match")
        if kind.kind.board is not None:
            self._lay(things, kind.kind.board, self._there(step))
            return
        owner = self.state.cells[self.layout.owner_cell + things[0]]
        there = self._there(step, owner)
        free = [thing for thing in things if thing not in self.fixed] or things
        thing = next((one for one in things if self.state.where[one] == there), free[0])
        if not self._may_share(kind.kind):
            for other in [one for one in self.state.contents[there] if one != thing]:
                if self.layout.kind_of[other] is kind.kind and other not in self.fixed:
                    self._make_room(other, there, thing)
        knowledge.move(self.state, thing, there)
        self.fixed.add(thing)
        if thing in self.layout.shaped and not cover(self.state, thing, there):
            raise Failure(f"{self.labels.called(self.state, thing)} does not lie there as it is drawn")

    def draw(self, step: m.ScenarioStep) -> None:
        """Has stand on a board what a picture shows."""
        assert isinstance(step.expr, m.ops.Board)
        before = self._standing(step.expr.ref)
        start.draw(self.state, step.expr.ref, dict(step.subject))
        now = self._standing(step.expr.ref)
        for thing in before - now:
            knowledge.move(self.state, thing, self._away(self.layout.kind_of[thing]))
        self.fixed |= now

    def _standing(self, board: m.Board) -> frozenset[int]:
        """Gives what stands on a board of what its signs say."""
        spaces = (self.state.cells[cell] for cell in self.layout.cells_of(board, NONE))
        there = (start.standing(self.state, board, space) for space in spaces if space != NONE)
        return frozenset(one for things in there for one in things)

    def _there(self, step: m.ScenarioStep, owner: int = NONE) -> int:
        """Gives the space that a step names; of each player's boards, that of the owner of what is put there."""
        found = self.value(step.values[0])
        spaces = [one for one in (found if isinstance(found, list) else [found]) if one != NONE]
        if not spaces:
            raise Failure(f"no space is on {step.values[0].span.text}")
        own: int = next((one for one in spaces if owner in (NONE, self.layout.home_of(one))), spaces[0])
        return own

    def _may_share(self, kind: m.Kind) -> bool:
        """Tells whether several of a kind may stand on a space: they block nothing, are drawn, or have done so."""
        if not kind.blocking or kind.name in self.sharing:
            return True
        boards = self.layout.game.boards.values()
        if any(one.kind is kind for board in boards for drawn in board.legend.values() for one in drawn):
            return True
        where = Counter(self.state.where[thing] for thing in self.layout.things[kind.name])
        if any(number > 1 for place, number in where.items() if place in self.layout.base_of):
            self.sharing.add(kind.name)
        return kind.name in self.sharing

    def _make_room(self, other: int, there: int, thing: int) -> None:
        """Moves what stands on a space to a free one; on a full board it takes the place of what comes there."""
        free, was = self._free_space(there), self.state.where[thing]
        if free != NONE:
            knowledge.move(self.state, other, free)
        elif was == NONE:
            self._put_back(other, there)
        else:
            at = self.state.contents[was].index(thing)
            if was not in self.layout.base_of:
                self.belong(self.state, other, was)
            knowledge.move(self.state, other, was)
            lying = self.state.contents[was]
            lying.insert(at, lying.pop())

    def _free_space(self, there: int) -> int:
        """Finds a space on which nothing stands; NONE on a full board."""
        board = self.layout.kind_of[there].board
        assert board is not None
        for cell in self.layout.cells_of(board, self.layout.home_of(there)):
            space = self.state.cells[cell]
            if space not in (there, NONE) and not self.state.contents[space]:
                return space
        return NONE

    def _lay(self, spaces: list[int], board: m.Board, there: int) -> None:
        """Lays a space; of several with one name the one that belongs into that part of the board."""
        cells, position = self.state.cells, self.layout.position_cell
        corners = set(region(board, "corners"))
        in_corner = cells[position + there] in corners
        if there in spaces:
            self.fixed.add(there)
            return
        here = min(spaces, key=lambda x: (x in self.fixed, (cells[position + x] in corners) != in_corner))
        first, second = cells[position + here], cells[position + there]
        at = self.layout.base_of[there]
        cells[at + first], cells[at + second] = there, here
        cells[position + here], cells[position + there] = second, first
        on_here, on_there = list(self.state.contents[here]), list(self.state.contents[there])
        for thing in on_here:
            knowledge.move(self.state, thing, there)
        for thing in on_there:
            knowledge.move(self.state, thing, here)
        self.fixed.add(here)

    # ------------------------------------------------------------ what lies where

    def expected(self, step: m.ScenarioStep) -> list[str]:
        """Names what a step says lies in a track or a place."""
        names = []
        for value in step.values:
            found = self.value(value)
            one = item(value.type)
            if isinstance(found, list):
                found = found[0] if found else NONE
            names.append(self.labels.value(self.state, one, found))
        return names

    def holding(self, goal: m.Expr) -> list[str]:
        """Names what lies in a track, a place or several places."""
        return self.lying(self._holder(goal) if isinstance(goal, m.ops.Track) else self.value(goal))

    def lying(self, found: int | list[int]) -> list[str]:
        """Names what lies in a place, or in several."""
        places = found if isinstance(found, list) else [found]
        return [
            self.labels.thing(self.state, thing) for place in places for thing in self.state.contents[place]
        ]
