"""What compiled code says of a match is kept in the interpreter's terms, and compared with the interpreter's state.

Invariants:
    What compiled code says is worked out from its own changes alone; nothing is taken over from the interpreter.
    Everything is compared at every decision: only what changed is read, but nothing is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.journal import OVER, Entry
from gekido_dsl.backend.runtime import numbers_of
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.model.types import NONE
from gekido_dsl.program.addresses import offsets, region, step
from gekido_dsl.program.nodes import Array
from gekido_dsl.telling.question import TAKE_BACK, Question

_SHOWN: Final = 3
"""How many numbers that differ are told."""
_REMEMBERED: Final = 4096
"""How many lists of options are kept as they were read."""

Values = tuple[int, ...] | None
"""The values that fill the slots of an option; None for one that has none, such as to decline."""


class Differs(Exception):
    """Compiled code does not do what the interpreter does; the text says what is different."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Numbers of one array that lie in one word of the position."""

    source: "memoryview[int]"
    begin: int
    end: int
    target: list[int]
    """Where they belong."""
    at: int
    about: list[int] | None
    """Where it is noted which of them changed."""

    def read(self) -> None:
        """Takes over what they are now."""
        at, target, numbers = self.at, self.target, self.source[self.begin : self.end].tolist()
        if self.about is not None:
            for place, number in enumerate(numbers):
                if number != target[at + place]:
                    self.about.append(at + place)
        target[at : at + len(numbers)] = numbers


class Said:
    """A match as compiled code says it is."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        start = lowered.memory.start
        self.cells = start.cells[:]
        self.where = start.where[:]
        self._lying = [things[:] for things in start.contents]
        self.contents = self._lying[:]
        """Of each place a list of its own, which never changes."""
        state = [array for array in lowered.program.arrays if array.kind in ("state", "derived")]
        self._start = region(state)
        self._bytes = memoryview(bytearray(self._start))
        self._halves = self._bytes.cast("i")
        self._places: list[int] = []
        """Places of which numbers changed."""
        self._things: list[int] = []
        """Things of which it changed what comes before or after them."""
        chains = lowered.memory.chains
        things, places = lowered.layout.count, len(start.contents)
        self._head, self._tail, self._count = ([0] * places for _ in range(3))
        self._next, self._before = [0] * things, [0] * things
        self._stream = [0] * 4
        self._words: list[list[_Piece]] = [[] for _ in range(len(self._start) // 8)]
        where = offsets(state)
        for run in lowered.cells:
            self._map(where, run.array, run.first, run.count, self.cells, run.cell)
        for array, target in (
            (chains.head, self._head),
            (chains.tail, self._tail),
            (chains.count, self._count),
        ):
            self._map(where, array, 0, places, target, 0, self._places)
        for array, target in ((chains.next, self._next), (chains.before, self._before)):
            self._map(where, array, 0, things, target, 0, self._things)
        self._map(where, chains.where, 0, things, self.where, 0)
        self._map(where, lowered.program.stream, 0, 4, self._stream, 0)
        numbers = (self.cells, self.where, self._head, self._tail, self._count, self._next, self._before)
        self._begun = [(target, target[:]) for target in (*numbers, self._stream)]
        self._options: dict[tuple[int, ...], tuple[Values, ...]] = {}

    def _map(
        self,
        where: dict[Array, int],
        array: Array,
        first: int,
        count: int,
        target: list[int],
        at: int,
        about: list[int] | None = None,
    ) -> None:
        """Has numbers of an array belong to a list, word by word, and what they are about to another."""
        size = step(array)
        begin = where[array]
        source = numbers_of(self._bytes[begin : begin + size * array.length], array.width)
        index = first
        while index < first + count:
            word = (begin + index * size) // 8
            end = min(((word + 1) * 8 - begin) // size, first + count)
            piece = _Piece(source, index, end, target, at + index - first, about)
            piece.read()
            self._words[word].append(piece)
            index = end

    def begin(self) -> None:
        """Takes the position with which every match begins."""
        self._bytes[:] = self._start
        for target, numbers in self._begun:
            target[:] = numbers
        self.contents[:] = self._lying
        self._places.clear()
        self._things.clear()

    def take(self, entry: Entry) -> None:
        """Takes what changed.

        Raises:
            Differs: what lies in a place is not in one row.
        """
        changes, halves = entry.changes, self._halves
        for k in range(0, len(changes), 3):
            word, low, high = changes[k : k + 3]
            halves[2 * word] = low
            halves[2 * word + 1] = high
            for piece in self._words[word]:
                piece.read()
        if self._places or self._things:
            self._read_places()

    def _read_places(self) -> None:
        """Reads anew what lies in the places that may have changed."""
        changed = {*self._places, *(self.where[thing] for thing in self._things)}
        self._places.clear()
        self._things.clear()
        for place in changed:
            if 0 <= place < len(self.contents):
                self.contents[place] = self._read_place(place)

    def _read_place(self, place: int) -> list[int]:
        found: list[int] = []
        thing, last = self._head[place], NONE
        while thing >= 0 and len(found) <= len(self._next):
            if self._before[thing] != last:
                raise Differs(
                    f"things in {self._name(place)}: before {thing} comes {self._before[thing]}, should be {last}"
                )
            found.append(thing)
            last = thing
            thing = self._next[thing]
        if self._count[place] != len(found) or self._tail[place] != last:
            raise Differs(
                f"{self._name(place)}: {self._count[place]} things, the last {self._tail[place]}, "
                f"should be {len(found)}, the last {last}, as they lie one after the other"
            )
        return found

    def _name(self, place: int) -> str:
        decl, number = self.lowered.layout.place_names[place]
        return f"the place `{decl.name} {number}`"

    # ------------------------------------------------------------ comparing

    def compare(self, state: State, entry: Entry) -> None:
        """Compares a match at a decision or at its end: cells, places, the stream, whose decision, the options.

        Raises:
            Differs: they are not the same.
        """
        if self.cells != state.cells:
            for run in self.lowered.cells:
                cells = slice(run.cell, run.cell + run.count)
                _same(f"cells `{run.array.name}`", self.cells[cells], state.cells[cells])
            _same("cells that no array stands for", self.cells, state.cells)
        if self.contents != state.contents:
            for place, (found, wanted) in enumerate(zip(self.contents, state.contents, strict=True)):
                if found != wanted:
                    raise Differs(f"things in {self._name(place)}: {found}, should be {wanted}")
        if self.where != state.where:
            _same("where things are", self.where, state.where)
        stream = tuple(word & 0xFFFF_FFFF for word in self._stream)
        if stream != state.rng.state:
            _same("the stream of chance", stream, state.rng.state)
        self._compare_question(state.question, entry)

    def _compare_question(self, question: Question | None, entry: Entry) -> None:
        site = self.lowered.sites[entry.site] if entry.seat != OVER else None
        if question is None:
            if site is not None:
                raise Differs(f"the match is not over: `{site.word}` is asked")
            return
        if site is None:
            raise Differs(f"the match is over, should ask `{question.prompt}`")
        if entry.seat != question.seat or site.word != question.prompt:
            raise Differs(
                f"the decision: seat {entry.seat + 1}, `{site.word}`, "
                f"should be seat {question.seat + 1}, `{question.prompt}`"
            )
        key = entry.offers
        options = self._options.get(key)
        if options is None:
            if len(self._options) >= _REMEMBERED:
                self._options.clear()
            self._options[key] = options = tuple(_read(key))
        if site.asked == "order":
            options = tuple(one[:1] if one else one for one in options)
        if options != question.options:
            _same_options(site.word, options, values_of(question))
        if entry.count != len(question.options):
            raise Differs(
                f"number of options of `{site.word}`: {entry.count}, should be {len(question.options)}"
            )


def _read(offers: Sequence[int]) -> Iterator[Values]:
    at = 0
    while at < len(offers):
        end = at + 1 + offers[at]
        yield tuple(offers[at + 1 : end]) or None
        at = end


def values_of(question: Question) -> list[Values]:
    """Gives the options of a question as the values that fill its slots; declining and taking back have none."""
    return [
        None if option is None or option == TAKE_BACK else tuple(int(one) for one in option) or None
        for option in question.options
    ]


def _same_options(prompt: str, found: Sequence[Values], wanted: Sequence[Values]) -> None:
    options = list(found)
    if options == wanted:
        return
    more = [one for one in options if one not in wanted]
    less = [one for one in wanted if one not in options]
    what = f"{more} too much, {less} missing" if more or less else "in another order"
    raise Differs(
        f"options of `{prompt}`: {len(options)}, should be {len(wanted)}; {what} (values of the slots)"
    )


def _same(what: str, found: Sequence[int], wanted: Sequence[int]) -> None:
    if len(found) != len(wanted):
        raise Differs(f"{what}: {len(found)} numbers, should be {len(wanted)}")
    other = [(k, a, int(b)) for k, (a, b) in enumerate(zip(found, wanted, strict=True)) if a != b]
    if other:
        listed = "; ".join(f"number {k} is {a}, should be {b}" for k, a, b in other[:_SHOWN])
        more = f"; {len(other) - _SHOWN} more" if len(other) > _SHOWN else ""
        raise Differs(f"{what}: {listed}{more}")
