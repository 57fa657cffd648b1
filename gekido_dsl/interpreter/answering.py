"""Worlds that agree with what a seat was told where cards and dice lie hidden: the match is played over as dealt anew.

What the seat does not know changes places from the set-up on, dice fall otherwise where it did not see them, and others
decide in secret otherwise. A match in which the seat is told the same and sees the same in the end gives a world. After
some attempts that have nothing in common, what agreed longest is changed a little at a time.

Invariants:
    Draws that a seat was told the outcome of, or saw it, have that outcome in every world.
    No more than `MOST` choices are taken to look for a world, and no more than `WORK` steps, and that some times;
    where one match takes more than a part of that, no world is looked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge, shuffled_alike
from gekido_dsl.interpreter import agreeing, secret_part
from gekido_dsl.interpreter.state import Past, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.rng import Rng
from gekido_dsl.telling import worlds
from gekido_dsl.telling.question import TAKE_BACK, Option, Question

MOST: Final = 1500
"""How many choices are taken to find a match in which a seat was told the same."""
WORK: Final = 150_000
"""How many steps they may take, and things be looked at."""
_TIMES: Final = 3
"""How often a world is looked for in all: some matches agree with few."""
_SPARE: Final = 12
"""How often one is looked for that stands in for those that are not found."""
_APART: Final = 3
"""Attempts begin anew for one of so many parts of it, then what agreed longest is changed."""
_TESTED: Final = 60
"""How many draws of a match are tried otherwise, to see which of them a seat is told."""


class Player(Protocol):
    """An interpreter that tells events."""

    effort: int

    def opened(self, setting: e.Setting, chance: e.Chance | None = None) -> State:
        """Makes the state in which the set-up begins."""
        ...

    def begun(self, state: State, chance: e.Chance | None = None) -> list[e.Event]:
        """Sets up the match from there, and goes on to the first decision."""
        ...

    def apply(self, state: State, choice: int, chance: e.Chance | None = None) -> list[e.Event]:
        """Takes a choice."""
        ...

    def observe(self, state: State, seat: e.Seat | None) -> e.View:
        """Gives what a seat may see."""
        ...


@dataclass(slots=True)
class _Draw:
    """A draw of the match, but for those of shuffles."""

    count: int
    outcome: int
    told: bool = True
    """Whether the seat could tell another outcome at once."""


@dataclass(slots=True)
class _Step:
    """What followed a choice, or the set-up."""

    lines: list[str]
    sizes: tuple[int, ...]
    question: Question | None
    option: Option = None
    """What was chosen then."""
    secret: bool = False
    draws: list[_Draw | int] = field(default_factory=list)
    """The draws of it; of a shuffle the outcome alone."""


class _Chance:
    """Chance of a match that is played over: as it was, but for what the seat was not told."""

    def __init__(self, decks: frozenset[str], rng: Rng) -> None:
        self.decks, self.rng = decks, rng
        self.draws: list[_Draw | int] = []
        """What was drawn since the last choice."""
        self.before: Sequence[_Draw | int] | None = None
        """What was drawn there in the match; None while that is being played."""
        self.changed = NONE
        """Which draw is tried otherwise."""
        self.drawn: dict[int, int] = {}
        """Numbers for the draws of which nothing is told, in their order."""
        self.hidden = 0

    def draw(self, request: e.ChanceRequest) -> int | None:
        if request.kind == "pick" and request.what in self.decks:
            return None  # which card is on top of a deck has been drawn
        at = len(self.draws)
        outcome = self._outcome(at, request)
        self.draws.append(outcome if request.kind == "shuffle" else _Draw(request.count, outcome))
        return outcome

    def _outcome(self, at: int, request: e.ChanceRequest) -> int:
        if self.before is None:
            return self.rng.below(request.count)
        was = self.before[at] if at < len(self.before) else None
        if isinstance(was, int):
            return min(was, request.count - 1)
        if was is not None and was.count == request.count and was.told:
            return (was.outcome + (at == self.changed)) % was.count
        number = self.drawn.setdefault(self.hidden, self.rng.below(1 << 30))
        self.hidden += 1
        return number % request.count


@dataclass(slots=True)
class _Told:
    """A match as a seat was told it, and what it does not know in the end."""

    seat: int
    opened: State
    decks: frozenset[str]
    steps: list[_Step]
    final: State
    view: e.View
    groups: list[list[int]]
    """Things of which any may lie in the spot of any other, in the order of the spots."""


@dataclass(slots=True)
class _Otherwise:
    """What is otherwise in an attempt."""

    names: dict[int, int]
    """The thing that lies there, by the one that did."""
    drawn: dict[int, int] = field(default_factory=dict)
    chosen: dict[int, int] = field(default_factory=dict)
    """Numbers for what others choose in secret, by step."""
    reached: int = -1

    def copy(self) -> "_Otherwise":
        return _Otherwise(dict(self.names), dict(self.drawn), dict(self.chosen))


class Answering:
    """Finds worlds that agree with what seats were told; what one was told is worked out once for a decision."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._last: tuple[Past, int, _Told | None] | None = None
        self._spare: list[State | None] = []
        """A world of that decision that does not hang on the seed, once one was not found."""
        self.missed = 0
        """How many worlds were not found."""

    def found(self, s: State, past: Past, seat: int, seed: int) -> State | None:
        """Gives a state at the end of a match in which the seat was told the same; None where none was found."""
        if s.question is None or s.question.seat != seat or secret_part.of(s) is not None:
            return None
        if self._last is None or self._last[0] is not past or self._last[1] != seat:
            self._last, self._spare = (past, seat, _told(self._player, past, seat)), []
        told = self._last[2]
        if told is None:
            self.missed += 1
            return None
        rng = Rng(seed)
        first = self._looked_for(told, rng, 1)
        if first is not None:
            return first
        if not self._spare:
            self._spare = [self._looked_for(told, Rng(0), _SPARE)]
        spare = self._spare[0]
        self.missed += spare is None
        return spare and (self._looked_for(told, rng, _TIMES - 1) or spare)

    def _looked_for(self, told: "_Told", rng: Rng, times: int) -> State | None:
        found = (_Search(self._player, told, rng).found() for _ in range(times))
        return next((one for one in found if one is not None), None)


def put(made: State, found: State, seat: int) -> None:
    """Takes over hidden facts, and what dice show, that a seat does not know; things have been laid already."""
    layout = made.layout
    agreeing.put(made, found.cells, seat)
    for thing in range(layout.count):
        if layout.kind_of[thing].faces is not None and not knowledge.knows(made, seat, thing):
            made.cells[layout.face_cell + thing] = found.cells[layout.face_cell + thing]


def names(s: State, found: State) -> dict[int, int]:
    """Gives the thing that lies in the state that was found where another one does, by that one."""
    pairs = [
        pair
        for mine, its in zip(s.contents, found.contents, strict=True)
        for pair in zip(mine, its, strict=True)
    ]
    return {one: other for one, other in pairs if one != other}


# ---------------------------------------------------------------- what was told


def _told(player: Player, past: Past, seat: int) -> _Told | None:
    """Plays the match as it was; None where that takes too much."""
    begun = player.effort
    decks = _decks(player.opened(past.setting))
    chance = _Chance(decks, Rng(past.setting.seed))
    opened = player.opened(past.setting, chance)
    s, chance.draws = opened.copy(), []
    steps = [_step(s, player.begun(s, chance), seat, chance)]
    before = [opened]
    for choice in past.choices():
        asked = steps[-1].question
        if asked is None or len(steps) * 4 > MOST or (player.effort - begun) * 4 > WORK:
            return None
        steps[-1].option = asked.options[choice]
        chance.draws = []
        before.append(s.copy())
        steps.append(_step(s, player.apply(s, choice, chance), seat, chance))
    if not _tested(player, seat, steps, before):
        return None
    return _Told(seat, opened, decks, steps, s, player.observe(s, seat), _groups(s, seat))


def _decks(s: State) -> frozenset[str]:
    return frozenset(
        decl.name for decl, _ in s.layout.place_names if isinstance(decl, m.Place) and decl.word == "deck"
    )


def _step(s: State, events: Sequence[e.Event], seat: int, chance: _Chance) -> _Step:
    hidden = secret_part.of(s)
    return _Step(
        [line for event in events if (line := event.read_by(seat))],
        tuple(map(len, s.contents)) if hidden is None else (),
        s.question,
        secret=hidden is not None and (s.question is None or s.question.seat != seat),
        draws=chance.draws,
    )


def _tested(player: Player, seat: int, steps: list[_Step], before: list[State]) -> bool:
    """Notes of each draw whether the seat could tell another outcome; tells whether there were few enough."""
    open_ = [
        (number, at)
        for number, step in enumerate(steps)
        for at, one in enumerate(step.draws)
        if isinstance(one, _Draw) and one.count > 1
    ]
    if len(open_) > _TESTED:
        return False
    seen = [_again(player, seat, steps, before, number, NONE) for number in sorted({one for one, _ in open_})]
    views = dict(zip(sorted({one for one, _ in open_}), seen, strict=True))
    found = [
        (steps[number].draws[at], _again(player, seat, steps, before, number, at) != views[number])
        for number, at in open_
    ]
    for drawn, told in found:
        assert isinstance(drawn, _Draw)
        drawn.told = told
    return True


def _again(
    player: Player, seat: int, steps: list[_Step], before: list[State], number: int, changed: int
) -> object:
    """Gives what a seat is told and sees after a step, where one draw of it comes out otherwise."""
    chance = _Chance(_decks(before[0]), Rng(0))
    chance.before, chance.changed = steps[number].draws, changed
    s = before[number].copy()
    try:
        if number == 0:
            events = player.begun(s, chance)
        else:
            asked = steps[number - 1].question
            assert asked is not None
            events = player.apply(s, asked.options.index(steps[number - 1].option), chance)
    except e.RuleError:
        return None
    found = _step(s, events, seat, chance)
    own = s.question is not None and s.question.seat == seat
    options = s.question.options if s.question is not None and own else ()
    return found.lines, found.sizes, own, options, player.observe(s, seat)


def _groups(s: State, seat: int) -> list[list[int]]:
    """Lists what a seat does not know and does not see, by sort: of each, what lies in its spots in their order."""
    layout, found = s.layout, dict[shuffled_alike.Sort, list[int]]()
    for place, thing in worlds.spots(s, seat):
        if place != NONE and not worlds.sees(s, seat, place):
            found.setdefault(shuffled_alike.sort_of(layout, thing), []).append(thing)
    return [found[sort] for sort in sorted(found)]


# ---------------------------------------------------------------- looking for another


class _Search:
    """Looks for a match in which a seat was told the same."""

    def __init__(self, player: Player, told: _Told, rng: Rng) -> None:
        self.player, self.seat, self.told, self.rng = player, told.seat, told, rng
        self.taken, self.begun = 0, player.effort

    def found(self) -> State | None:
        """Gives a state at the end of such a match."""
        best: _Otherwise | None = None
        while not self._used_up(1):
            tried = self._anew() if not self._used_up(_APART) or best is None else self._changed(best)
            end = self._played(tried)
            if end is not None:
                return end
            if best is None or tried.reached >= best.reached:
                best = tried
        return None

    def _used_up(self, part: int) -> bool:
        return self.taken * part > MOST or (self.player.effort - self.begun) * part > WORK

    def _anew(self) -> _Otherwise:
        """Deals all anew: what lies in a spot does not hang on what did."""
        dealt: dict[int, int] = {}
        for things in self.told.groups:
            mixed = sorted(things)
            self.rng.shuffle(mixed)
            dealt |= dict(zip(things, mixed, strict=True))
        return _Otherwise(dealt)

    def _changed(self, one: _Otherwise) -> _Otherwise:
        """Has two things change places, or something drawn or chosen otherwise."""
        made, rng = one.copy(), self.rng
        groups = [things for things in self.told.groups if len(things) > 1]
        ways = [way for way, there in enumerate((groups, made.drawn, made.chosen)) if there]
        if not ways:
            return made
        way = ways[rng.below(len(ways))]
        if way == 0:
            things = groups[rng.below(len(groups))]
            mine, its = things[rng.below(len(things))], things[rng.below(len(things))]
            made.names[mine], made.names[its] = made.names[its], made.names[mine]
        else:
            numbers = made.drawn if way == 1 else made.chosen
            keys = sorted(numbers)
            numbers[keys[rng.below(len(keys))]] = rng.below(1 << 30)
        return made

    def _played(self, otherwise: _Otherwise) -> State | None:
        """Plays a match as long as the seat is told the same; gives its end, if it sees the same then."""
        told, player = self.told, self.player
        chance = _Chance(told.decks, self.rng)
        chance.drawn = otherwise.drawn
        s = told.opened.copy()
        for place, things in enumerate(s.contents):
            s.contents[place] = [otherwise.names.get(thing, thing) for thing in things]
        s.find()
        try:
            chance.before = told.steps[0].draws
            events = player.begun(s, chance)
            for number, step in enumerate(told.steps):
                otherwise.reached = number
                self.taken += 1
                now = _step(s, events, self.seat, chance)
                last = number == len(told.steps) - 1
                choice = self._choice(number, step, now, otherwise)
                if choice == NONE or last or self._used_up(1):
                    same = choice != NONE and last and player.observe(s, self.seat) == told.view
                    return s if same else None
                chance.draws, chance.before = [], told.steps[number + 1].draws
                events = player.apply(s, choice, chance)
        except e.RuleError:
            pass
        return None

    def _choice(self, number: int, step: _Step, now: _Step, otherwise: _Otherwise) -> int:
        """Gives the choice that goes on with a match that is the same to the seat so far; NONE if it is not."""
        asked, was = now.question, step.question
        if asked is None or was is None or (now.lines, now.sizes) != (step.lines, step.sizes):
            return NONE
        if now.secret or step.secret:
            if not now.secret or not step.secret:
                return NONE
            forward = [at for at, option in enumerate(asked.options) if option != TAKE_BACK]
            return forward[otherwise.chosen.setdefault(number, self.rng.below(1 << 30)) % len(forward)]
        if (asked.seat, asked.prompt) != (was.seat, was.prompt):
            return NONE
        offered = [named(option, was, otherwise.names) for option in was.options]
        if asked.seat == self.seat and sorted(map(repr, offered)) != sorted(map(repr, asked.options)):
            return NONE
        if number == len(self.told.steps) - 1:
            return 0
        option = named(step.option, was, otherwise.names)
        return asked.options.index(option) if option in asked.options else NONE


def named(option: Option, asked: Question, names: dict[int, int]) -> Option:
    """Gives an option about the things that lie there now."""
    if option is None or asked.kind == "menu":
        return option
    if asked.kind == "window":
        quota, place, value = option
        action, _ = asked.used(option)
        return quota, place, _renamed(value, names) if isinstance(action.item, ThingType) else value
    pairs = zip(option, asked.types, strict=False)
    return tuple(_renamed(value, names) if isinstance(kind, ThingType) else value for value, kind in pairs)


def _renamed(value: object, names: dict[int, int]) -> object:
    return names.get(value, value) if isinstance(value, int) else value
