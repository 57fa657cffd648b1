"""The options of a decision: worked out as sets where that can be, else all ways to fill the slots are listed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from gekido_dsl.ground.limits import CHOICES_LIMIT
from gekido_dsl.lowering.boards.bitsets import Spaces
from gekido_dsl.lowering.choosing import distinct_choices, ladders, marked
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import in_places, knowledge
from gekido_dsl.lowering.lifting import pairs
from gekido_dsl.lowering.operators import adding
from gekido_dsl.lowering.sets.composed_sets import Filtered
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.sets.words import Words
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.sizes import CHOICE_LIMIT
from gekido_dsl.model.types import NONE, EnumType, PlaceType, PlayerType, ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

_PAIRS: Final = 40_000
"""How many are listed before the best of them are kept, where that is worked out for all spaces at once."""
_FEW: Final = 2
"""In so many words are the spaces kept that may fill the second of two slots, for each value of the first."""
_WAYS: Final = 1_000_000
"""How many are listed at all before the best of them are kept: as many as the interpreter looks at."""


@dataclass(frozen=True, slots=True)
class Before:
    """What was chosen before, in a sentence in which several are chosen."""

    place: int
    """Of which slot."""
    chosen: Set
    rest: ir.Expr | None = None
    """What is still missing of a number that they add up to."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a decision, worked out: how many, and the value that fills a slot."""

    count: ir.Expr
    value: tuple[Callable[[ir.Expr], ir.Expr], ...]
    """By slot, of the option with a number."""


def options_of(
    w: Writer,
    sentence: m.Sentence,
    decision: m.Decision,
    chosen: Before | None = None,
    hook: Callable[[Sequence[ir.Expr]], None] | None = None,
) -> Options:
    """Works out the options: all ways to fill the slots, like things once, those of the best rung.

    Args:
        chosen: what was chosen before, in a sentence in which several are chosen.
        hook: writes what is done with the values of an option where it is listed as such.
    """
    if not isinstance(sentence.act, m.acts.Turn) and not w.lowering.plain:
        unlisted = _unlisted(w, sentence, decision, chosen, hooked=hook is not None)
        if unlisted is not None and w.lowering.takes(Special.NOT_LISTED):
            return unlisted
    with marked.marking(w, sentence, decision):
        return _Listing(w, sentence, decision, chosen, hook).options()


def _unlisted(
    w: Writer, sentence: m.Sentence, decision: m.Decision, chosen: Before | None, *, hooked: bool
) -> Options | None:
    """Works the options out without listing all ways to fill the slots; None where that cannot be."""
    slots = decision.slots
    if len(slots) == 1 and not decision.ladders:
        values = values_of(w, slots[0], 0, chosen)
        listed = values if values.quick else values.freeze(w)
        _limit(w, sentence, decision, listed.most, listed.count(w))
        return Options(listed.count(w), (lambda k: listed.nth(w, k),))
    if len(slots) == 1:
        words = ladders.best_spaces(w, decision, lambda: values_of(w, slots[0], 0, chosen))
        if words is not None:
            spaces = Spaces(words)
            return Options(spaces.count(w), (lambda k: spaces.nth(w, k),))
    if len(slots) == 2 and not decision.ladders and chosen is None:
        return _quick_pairs(w, sentence, decision)
    if len(slots) == 2 and decision.ladders and chosen is None and not hooked:
        found = ladders.best_pairs(
            w, decision, values_of(w, slots[0], 0, None), lambda: values_of(w, slots[1], 1, None), _PAIRS
        )
        if found is not None:
            firsts, seconds, number, most = found
            _limit(w, sentence, decision, most, number)
            return Options(number, (lambda k: x.load(firsts, k), lambda k: x.load(seconds, k)))
    return None


class _Listing:
    """Lists all ways to fill the slots, and keeps those of the best rung."""

    def __init__(
        self,
        w: Writer,
        sentence: m.Sentence,
        decision: m.Decision,
        chosen: Before | None,
        hook: Callable[[Sequence[ir.Expr]], None] | None,
    ) -> None:
        self.w = w
        self.code = w.code
        self.sentence = sentence
        self.decision = decision
        self.chosen = chosen
        self.hook = hook
        self.count = w.code.variable(0, "n")
        self.most = 1
        """How many ways there can be."""
        self.held: list[ir.Array] = []
        """By slot, its values."""
        self.rung = ladders.only_rung(decision)
        self.room = _WAYS if decision.ladders else _PAIRS

    def options(self) -> Options:
        """Writes the list."""
        if len(self.decision.slots) == 1:
            self._of_one()
        else:
            self._of_several()
            if not self.held:
                return Options(x.constant(0), (lambda k: x.constant(NONE),) * len(self.decision.slots))
        if self.decision.ladders:
            if self.rung is None:
                ladders.best(self.w, self.sentence, self.decision, self.held, self.count, self.most)
            _limit(self.w, self.sentence, self.decision, self.most, self.count)
        return Options(self.count, tuple(lambda k, array=array: x.load(array, k) for array in self.held))  # type: ignore[misc]

    def _of_one(self) -> None:
        """Lists what can fill the one slot."""
        w, slot = self.w, self.decision.slots[0]
        goal = _goal_face(w, self.sentence, slot)
        values = values_of(w, slot, 0, self.chosen)
        self.most = values.most
        self.held.append(self.code.frame("options", max(self.most, 1)))

        def one(value: ir.Expr, _: ir.Label) -> None:
            with self.code.if_(_turns(w, slot, value, goal)):
                self._add(value)

        values.each(w, one)

    def _of_several(self) -> None:
        """Lists for each value of a slot what can fill the next ones."""
        code, slots = self.code, self.decision.slots
        turns = isinstance(self.sentence.act, m.acts.Turn)

        def fill(found: tuple[ir.Expr, ...], shown: ir.Expr | None) -> None:
            at = len(found)
            values = values_of(self.w, slots[at], at, self.chosen)
            self.most = max(self.most * values.most, 1)
            if at + 1 == len(slots) and not self.held:
                # A set of several words is gone through in as many places.
                names = ("firsts", "seconds", "thirds")[: len(slots)]
                self.held.extend(code.frame(name, min(self.most, self.room)) for name in names)

            def last(value: ir.Expr, _: ir.Label) -> None:
                with code.if_(x.ne(value, shown) if shown is not None else 1):
                    self._add(*found, value)

            def inner(value: ir.Expr, _: ir.Label) -> None:
                with self.w.bind(slots[at].local, value):
                    face = code.let(x.load(self.w.memory.face, value)) if turns else None
                    fill((*found, value), face)

            values.each(self.w, last if at + 1 == len(slots) else inner)

        fill((), None)

    def _add(self, *values: ir.Expr) -> None:
        """Lists a way, if it passes the only rung."""
        if self.rung is None:
            self._put(values)
            return
        with ExitStack() as filled:
            for slot, value in zip(self.decision.slots, values, strict=True):
                filled.enter_context(self.w.bind(slot.local, value))
            passes = self.w.test(self.rung)
        with self.code.if_(passes):
            self._put(values)

    def _put(self, values: Sequence[ir.Expr]) -> None:
        w, code, room = self.w, self.code, self.room
        if self.hook is not None and (self.rung is not None or not self.decision.ladders):
            self.hook(values)
        if self.most > CHOICES_LIMIT and not self.decision.ladders:
            _limit(w, self.sentence, self.decision, self.most, x.add(self.count, 1))
        elif self.most > room:
            with code.if_(x.ge(self.count, room)):
                message = f"there are more than {room:,} ways to choose: {{}}"
                w.error(message, self.sentence.span, self.decision.prompt)
        for array, value in zip(self.held, values, strict=True):
            code.store(array, self.count, value)
        code.set(self.count, x.add(self.count, 1))


def _quick_pairs(w: Writer, sentence: m.Sentence, decision: m.Decision) -> Options | None:
    """Counts the values of the second slot for each of the first, and works out the pair that is asked for.

    None where the values of the second are not counted without going through them.
    """
    code = w.code
    first, second = decision.slots
    outer = values_of(w, first, 0, None)

    @contextmanager
    def inner(value: ir.Expr) -> Iterator[Set]:
        """Gives the values of the second slot, for one of the first."""
        with w.bind(first.local, value):
            yield values_of(w, second, 1, None)

    with code.nested(), inner(code.local("probe")) as known:
        pass
    if not known.quick:
        return None
    counted = pairs.number(w, first, second)
    if counted is not None:
        _limit(w, sentence, decision, outer.most * known.most, counted)
        return Options(counted, _looked_for(w, outer, inner))
    room = max(outer.most, 1)
    firsts, upto = code.frame("firsts", room), code.frame("upto", room)
    field = known.words.field if isinstance(known, Spaces) and known.words.field.words <= _FEW else None
    held = [code.frame("seconds", room, 64) for _ in range(field.words if field is not None else 0)]
    number, total = code.variable(0, "n"), code.variable(0, "total")

    def one(value: ir.Expr, _: ir.Label) -> None:
        # One without any is passed over when a pair is looked for: up to it there are as many as before.
        with inner(value) as several:
            if held:
                assert isinstance(several, Spaces)
                several = Spaces(several.words.kept(w))
                for array, word in zip(held, several.words.words, strict=True):
                    code.store(array, number, word)
            code.set(total, x.add(total, several.count(w)))
        code.store(firsts, number, value)
        code.store(upto, number, total)
        code.set(number, x.add(number, 1))

    outer.each(w, one)
    _limit(w, sentence, decision, outer.most * known.most, total)
    found: dict[int, tuple[ir.Expr, ir.Local]] = {}

    def at(k: ir.Expr) -> ir.Local:
        """Gives which value of the first slot an option has."""
        if id(k) not in found:
            place = code.variable(0, "at")
            with code.block("found") as done, code.loop("first", bound=outer.most + 1) as again:
                code.br(done, x.lt(k, x.load(upto, place)))
                code.set(place, x.add(place, 1))
                code.br(again)
            found[id(k)] = k, place
        return found[id(k)][1]

    def value_of_first(k: ir.Expr) -> ir.Expr:
        return code.let(x.load(firsts, at(k)))

    def value_of_second(k: ir.Expr) -> ir.Expr:
        place = at(k)
        before = x.select(x.gt(place, 0), x.load(upto, x.sub(place, 1)), 0)
        if field is not None:
            words = Words(field, (code.let(x.load(array, place)) for array in held))
            return Spaces(words).nth(w, code.let(x.sub(k, before)))
        with inner(value_of_first(k)) as several:
            return several.nth(w, code.let(x.sub(k, before)))

    return Options(total, (value_of_first, value_of_second))


def _looked_for(
    w: Writer, outer: Set, inner: Callable[[ir.Expr], AbstractContextManager[Set]]
) -> tuple[Callable[[ir.Expr], ir.Expr], Callable[[ir.Expr], ir.Expr]]:
    """Gives what finds the values of a pair by its number, by going through those of the first slot."""
    found: dict[int, tuple[ir.Expr, ir.Local, ir.Local]] = {}

    def at(k: ir.Expr) -> tuple[ir.Local, ir.Local]:
        if id(k) not in found:
            value, left = w.code.variable(NONE, "first"), w.code.variable(k, "left")

            def one(other: ir.Expr, leave: ir.Label) -> None:
                with inner(other) as several:
                    some = w.code.let(several.count(w))
                w.code.set(value, other)
                w.code.br(leave, x.lt(left, some))
                w.code.set(left, x.sub(left, some))

            outer.each(w, one)
            found[id(k)] = k, value, left
        return found[id(k)][1:]

    def value_of_second(k: ir.Expr) -> ir.Expr:
        value, left = at(k)
        with inner(value) as several:
            return several.nth(w, left)

    return lambda k: at(k)[0], value_of_second


def _goal_face(w: Writer, sentence: m.Sentence, slot: m.Slot) -> ir.Expr | None:
    """Gives the face that dice are turned to, where those that show it already are left out."""
    if not isinstance(sentence.act, m.acts.Turn):
        return None
    goal = sentence.act.face
    return None if isinstance(goal, m.ops.Local) and goal.value == slot.local else w.fixed(goal)


def _turns(w: Writer, slot: m.Slot, die: ir.Expr, goal: ir.Expr | None) -> ir.Expr:
    """Tells whether a die is offered: it shows another face, or somebody does not see it."""
    if goal is None:
        return x.constant(1)
    other = x.ne(x.load(w.memory.face, die), goal)
    kind = item(slot.candidates.type)
    if isinstance(kind, ThingType) and not knowledge.is_open(w, kind.kind):
        other = x.or_(other, x.not_(knowledge.knows(w, x.constant(w.layout.players), die)))
    return other


def values_of(w: Writer, slot: m.Slot, number: int = 0, chosen: Before | None = None) -> Set:
    """Gives what can fill a slot, like things once; chance takes each equally often, also of like ones."""
    found = w.several(slot.candidates)
    of_several = chosen is not None and number == chosen.place
    if chosen is not None and of_several:
        before = chosen.chosen
        found = Filtered(found, lambda one: x.not_(before.has(w, one)))
    found = in_places.placed(w, slot.candidates, found)
    if chosen is not None and of_several and slot.adding is not None and chosen.rest is not None:
        found = adding.leading(w, slot.adding, found, chosen.rest)
    kind = item(slot.candidates.type)
    return found if slot.random else distinct_choices.distinct(w, kind, found, w.actor, slot.candidates)


def _limit(w: Writer, sentence: m.Sentence, decision: m.Decision, most: int, count: ir.Expr) -> None:
    if most > CHOICES_LIMIT:
        with w.code.if_(x.gt(count, CHOICES_LIMIT)):
            w.error(f"there are more than {CHOICES_LIMIT:,} choices: {{}}", sentence.span, decision.prompt)


# ---------------------------------------------------------------- several


def most(w: Writer, sentence: m.Sentence, slot: m.Slot) -> int:
    """Gives how many may be chosen at most; what working that out needs is not written."""
    if slot.most is not None and slot.number is None:
        return slot.most
    now = w.unwritten(lambda: w.several(slot.candidates)).most
    if sentence.act.record.late:
        return now
    # What is done with one may change what the next can be: all that is sure is that none is chosen twice.
    return max(now, _values(w, item(slot.candidates.type)))


def _values(w: Writer, kind: Type) -> int:
    """Gives how many values a type has that can be chosen."""
    match kind:
        case ThingType(kind=one):
            return len(w.layout.things[one.name])
        case PlayerType():
            return w.layout.players
        case EnumType(enum=enum):
            return len(enum.members)
    return len(w.layout.place_names) if isinstance(kind, PlaceType) else CHOICE_LIMIT
