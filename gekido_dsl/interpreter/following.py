"""What others cannot have held, since they could not have chosen then what they did: who did not follow suit has none.

A match is played over as it was. At each choice that a ladder narrowed, what lay hidden elsewhere is laid beside what
whoever chose held there. Where the choice would not have been offered then, none of these was there.

Invariants:
    What is found depends on what was chosen openly, and on nothing that lay hidden when it was.
    Each thing is tried by itself, so what two of them tell only together is not found.
    It is said of things that lie where they lay then. Which of several left unseen, it does not tell.
"""

from typing import Final, Protocol

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge, shuffled_alike
from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.asking import Ask
from gekido_dsl.interpreter.looking_ahead import advance
from gekido_dsl.interpreter.state import Past, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.telling.question import Option

MOST: Final = 2000
"""How many choices of a match are played over; in longer ones nothing is found."""
Barred = dict[int, frozenset[int]]
"""Of what lies hidden, which things cannot lie in its spot."""


class Player(Protocol):
    """An interpreter."""

    def opened(self, setting: e.Setting, chance: e.Chance | None = None) -> State:
        """Makes the state in which the set-up begins."""
        ...

    def begun(self, state: State, chance: e.Chance | None = None) -> list[e.Event]:
        """Sets up the match from there, and goes on to the first decision."""
        ...

    def apply(self, state: State, choice: int, chance: e.Chance | None = None) -> list[e.Event]:
        """Takes a choice."""
        ...


class Following:
    """Finds what cannot lie where; a match that goes on is played over from where it stood."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._past: Past | None = None
        self._state: State | None = None
        self._barred: Barred = {}

    def barred(self, past: Past) -> Barred:
        """Gives what cannot lie where in a match that came about so."""
        left, at = list[int](), past
        while at is not self._past and at.before is not None:
            left.append(at.choice)
            at = at.before
            if len(left) > MOST:
                return {}
        if at is not self._past or self._state is None:
            self._state = self._player.opened(past.setting)
            self._player.begun(self._state)
            self._barred = {}
            self._state.stirred = self._left
        self._past = None  # until it stands where it should
        for choice in reversed(left):
            self._note(self._state, choice)
            self._player.apply(self._state, choice)
        self._past = past
        return self._barred

    def _left(self, thing: int) -> None:
        """Lets go of what is known of a thing that leaves its place, or is mixed there.

        Which one of its place that is, others do not see. What some of them came there too late for is said of none.
        """
        s, barred = self._state, self._barred
        place = s.where[thing] if s is not None and barred else NONE
        if s is None or place == NONE:
            return
        sort = shuffled_alike.sort_of(s.layout, thing)
        there = [one for one in s.contents[place] if shuffled_alike.sort_of(s.layout, one) == sort]
        if any(one in barred for one in there):
            of_all = frozenset.intersection(*(barred.get(one, frozenset()) for one in there))
            for one in there:
                barred.pop(one, None)
                if of_all and one != thing:
                    barred[one] = of_all

    def _note(self, s: State, choice: int) -> None:
        """Notes what a choice tells."""
        asked = s.question
        if asked is None or not isinstance(asked.asker, Ask) or not asked.asker.ladders:
            return
        option = asked.options[choice]
        if not option or secret_part.of(s) is not None:
            return
        for value, kind in zip(option, asked.types, strict=False):
            place = s.where[value] if isinstance(kind, ThingType) else NONE
            if place == NONE or not isinstance(s.layout.place_names[place][0], m.Place):
                continue
            if knowledge.seers(s, place) is not None:
                self._beside(s, place, value, option)

    def _beside(self, s: State, place: int, chosen: int, option: Option) -> None:
        """Notes which things cannot have lain beside the one that was chosen."""
        layout = s.layout
        sort, everybody = shuffled_alike.sort_of(layout, chosen), knowledge.everybody(s)
        held = [thing for thing in s.contents[place] if shuffled_alike.sort_of(layout, thing) == sort]
        others = [
            thing
            for thing in layout.things[layout.kind_of[chosen].name]
            if s.where[thing] not in (place, NONE)
            and shuffled_alike.sort_of(layout, thing) == sort
            and knowledge.known(s, thing) != everybody
        ]
        if len(held) < 2 or not others or _is_offered(s, place, others, option):
            return
        alike: dict[int, bool] = {}
        for thing in others:
            row = layout.row_of[thing]
            if row not in alike:
                alike[row] = _is_offered(s, place, [thing], option)
        never = frozenset(thing for thing in others if not alike[layout.row_of[thing]])
        for thing in held:
            if never:
                self._barred[thing] = self._barred.get(thing, frozenset()) | never


def _is_offered(s: State, place: int, things: list[int], option: Option) -> bool:
    """Tells whether an option would still be offered, did things lie in a place, too."""
    made, asked = s.copy(), s.question
    assert asked is not None and asked.asker is not None
    for thing in things:
        made.move(thing, place)
    made.question = None
    try:
        advance(made)
    except e.RuleError:
        return True
    if made.question is None:
        return True  # it is not asked at all, which is another matter
    wanted = _called(s, option)
    return any(_called(s, one) == wanted for one in made.question.options)


def _called(s: State, option: Option) -> object:
    """Gives an option with things that are alike by one number."""
    asked = s.question
    assert asked is not None
    if not option:
        return option
    pairs = zip(option, asked.types, strict=False)
    return tuple(
        s.layout.row_of[value] if isinstance(kind, ThingType) and value != NONE else value
        for value, kind in pairs
    )
