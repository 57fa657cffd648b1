"""The step that lets a player put things into places, one by one, and take the last one back.

What was put is kept by its places, never by the things themselves: a world that another seat draws holds other things.

Invariants:
    The places are those of the beginning; what may be put is asked anew each time, and never what lies in them.
    Taking back leaves everything as it was before the thing was put.
"""

from typing import Any

from gekido_dsl.ground import knowledge
from gekido_dsl.ground.choices import distinct
from gekido_dsl.interpreter.asking import Ask
from gekido_dsl.interpreter.bodies import BodyBuilder
from gekido_dsl.interpreter.state import Asked, Code, Frame, State
from gekido_dsl.interpreter.verbs.moving import move
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.telling.question import TAKE_BACK, Option


class Arrange(Ask):
    """Asks what comes into the first empty place, until all are full or nothing is left, and the player is done."""

    def __init__(self, builder: BodyBuilder, code: Code, sentence: m.Sentence, act: m.acts.Arrange) -> None:
        super().__init__(builder, code, sentence)
        self.acts = builder.acts
        self.into = builder.make(act.places)
        self.places = code.locals + 1
        self.put = code.locals + 2
        code.locals += 3
        self.head = self.finish = 0

    def begin(self, s: State, f: Frame) -> None:
        """Notes the places; where nothing can be put, there is nothing to ask."""
        L = f.locals
        f.step = self.after
        if self.condition is not None and not self.condition(s, L):
            return
        L[self.saved] = L[0]
        who = self.actor(s, L) if self.actor is not None else L[0]
        if who == NONE:
            return
        if s.is_out(who):
            f.step = self.otherwise
            return
        L[0] = who
        L[self.places], L[self.put] = tuple(self.into(s, L)), ()
        f.step = self.head
        if not self.options(s, L):
            L[0] = L[self.saved]
            f.step = self.otherwise

    def __call__(self, s: State, f: Frame) -> None:
        """Asks what comes next."""
        L = f.locals
        options = self.options(s, L)
        ending: list[Option] = [] if options else [None]
        if L[self.put]:
            ending.insert(0, TAKE_BACK)
        s.question = Asked(
            L[0], self.prompt, (*options, *ending), self.types, "done", "choice", self.code.name,
            self.sentence.span, self.sentence.cites or (self.code.decl.cites if self.code.decl else ()), (),
            self.about(s, L, L[0]),
            asker=self,
        )  # fmt: skip

    def about(self, s: State, L: list[Any], seat: int) -> tuple[str, ...]:
        """Names the place that is next, if there is one."""
        place = next((one for one in L[self.places] if not s.contents[one]), None)
        return (self.labels.place(s, place),) if place is not None else ()

    def could(self, s: State, L: list[Any]) -> bool:
        """Tells whether there would be anything to put."""
        L[self.places], L[self.put] = tuple(self.into(s, L)), ()
        return len(self.options(s, L)) >= 1

    def _options(self, s: State, L: list[Any]) -> list[Option]:
        """Lists what can come into the first empty place, like things once."""
        places = L[self.places]
        if all(s.contents[place] for place in places):
            return []
        free = [thing for thing in self.candidates[0](s, L) if s.where[thing] not in places]
        values = distinct(s, self.types[0], free, L[0])
        return self.best(s, L, [(value,) for value in values])

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Puts a thing, takes the last one back, or is done."""
        L = f.locals
        if option is None:
            f.step = self.finish
        elif option == TAKE_BACK:
            self._take_back(s, L)
        else:
            thing = option[0]
            place = next(one for one in L[self.places] if not s.contents[one])
            before = s.where[thing]
            at = s.contents[before].index(thing) if before != NONE else NONE
            marks = tuple(s.cells[first + thing] for first in self._cells())
            L[self.put] = (*L[self.put], (place, before, at, marks))
            move(self.acts, s, self.code, self.sentence.span, thing, place, check=False, replaceable=False)

    def _take_back(self, s: State, L: list[Any]) -> None:
        """Puts the last thing back to where it lay; whose it was and whether it had moved is as before."""
        place, before, at, marks = L[self.put][-1]
        L[self.put] = L[self.put][:-1]
        thing = s.contents[place][-1]
        knowledge.move(s, thing, before)
        if before != NONE:
            s.contents[before].insert(at, s.contents[before].pop())
        for first, mark in zip(self._cells(), marks, strict=True):
            s.cells[first + thing] = mark
        told = ("move", thing, place, before) if before != NONE else ("remove", thing, place)
        self.acts.tell(s, self.code, self.sentence.span, *told)

    def _cells(self) -> list[int]:
        """Gives the cells of a thing that moving it may change."""
        known = [self.layout.known_cell] if self.layout.known_cell != NONE else []
        return [self.layout.owner_cell, *self.layout.moved_cell.values(), *known]

    def done(self, s: State, f: Frame) -> None:
        """Goes on."""
        f.locals[0] = f.locals[self.saved]
        f.step = self.after
