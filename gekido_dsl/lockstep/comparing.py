"""The position of a match on the interpreter is compared with what a program made of the same choices."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.program.nodes import Array
from gekido_dsl.telling.question import TAKE_BACK, Question

_SHOWN: Final = 3
"""How many numbers that differ are told."""


class Differs(Exception):
    """Compiled code does not do what the interpreter does; the text says what is different."""


class Asked(Protocol):
    """What a program asks."""

    @property
    def seat(self) -> int:
        """Who decides."""
        ...

    @property
    def count(self) -> int:
        """Among how many options."""
        ...

    @property
    def site(self) -> int:
        """Where in the rules it is asked."""
        ...

    @property
    def options(self) -> Sequence[tuple[int, ...]]:
        """The options, in order, as the values that fill the slots; declining has none."""
        ...


class Side(Protocol):
    """A match as something that runs the program plays it."""

    @property
    def decision(self) -> Asked | None:
        """What is asked; None when the match is over."""
        ...

    def choose(self, number: int) -> None:
        """Takes a choice and goes on to the next decision.

        Raises:
            Failed: a rule cannot be carried out.
        """
        ...

    def numbers_of(self, lowered: Lowered) -> Mapping[Array, Sequence[int]]:
        """Gives the numbers of the state."""
        ...


def compare(state: State, side: Side, lowered: Lowered) -> None:
    """Compares two matches at a decision or at their ends: cells, places, the stream, whose decision, the options.

    Raises:
        Differs: they are not the same.
    """
    arrays = side.numbers_of(lowered)
    for run in lowered.cells:
        found = arrays[run.array][run.first : run.first + run.count]
        _same(f"cells `{run.array.name}`", found, state.cells[run.cell : run.cell + run.count])
    _compare_places(state, arrays, lowered)
    words = tuple(word & 0xFFFF_FFFF for word in arrays[lowered.program.stream])
    _same("the stream of chance", words, state.rng.state)
    _compare_question(state.question, side.decision, lowered)


def _compare_places(state: State, arrays: Mapping[Array, Sequence[int]], lowered: Lowered) -> None:
    chains = lowered.memory.chains
    heads, following = arrays[chains.head], arrays[chains.next]
    counts, tails = arrays[chains.count], arrays[chains.tail]
    for place, things in enumerate(state.contents):
        listed: list[int] = []
        thing = heads[place]
        while thing >= 0 and len(listed) <= len(following):
            listed.append(thing)
            thing = following[thing]
        last = things[-1] if things else -1
        if listed != things or counts[place] != len(things) or tails[place] != last:
            decl, number = lowered.layout.place_names[place]
            name = f"{decl.name} {number}"
            if listed != things:
                raise Differs(f"things in the place `{name}`: {listed}, should be {things}")
            raise Differs(
                f"the place `{name}`: {counts[place]} things, the last {tails[place]}, "
                f"should be {len(things)}, the last {last}"
            )
    _same("where things are", arrays[chains.where][: len(state.where)], state.where)


def _compare_question(question: Question | None, asked: Asked | None, lowered: Lowered) -> None:
    if question is None:
        if asked is not None:
            raise Differs(f"the match is not over: `{lowered.sites[asked.site].word}` is asked")
        return
    if asked is None:
        raise Differs(f"the match is over, should ask `{question.prompt}`")
    site = lowered.sites[asked.site]
    if (asked.seat, site.word) != (question.seat, question.prompt):
        raise Differs(
            f"the decision: seat {asked.seat + 1}, `{site.word}`, "
            f"should be seat {question.seat + 1}, `{question.prompt}`"
        )
    options = [one[:1] if site.asked == "order" else one for one in asked.options]
    wanted = values_of(question)
    if options != wanted:
        more = [one for one in options if one not in wanted]
        less = [one for one in wanted if one not in options]
        what = f"{more} too much, {less} missing" if more or less else "in another order"
        raise Differs(
            f"options of `{site.word}`: {len(options)}, should be {len(wanted)}; {what} (values of the slots)"
        )
    if asked.count != len(wanted):
        raise Differs(f"number of options of `{site.word}`: {asked.count}, should be {len(wanted)}")


def values_of(question: Question) -> list[tuple[int, ...]]:
    """Gives the options of a question as the values that fill its slots; declining and taking back have none."""
    return [
        () if option is None or option == TAKE_BACK else tuple(int(one) for one in option)
        for option in question.options
    ]


def _same(what: str, found: Sequence[int], wanted: Sequence[int]) -> None:
    if len(found) != len(wanted):
        raise Differs(f"{what}: {len(found)} numbers, should be {len(wanted)}")
    other = [(k, a, int(b)) for k, (a, b) in enumerate(zip(found, wanted, strict=True)) if a != b]
    if other:
        listed = "; ".join(f"number {k} is {a}, should be {b}" for k, a, b in other[:_SHOWN])
        more = f"; {len(other) - _SHOWN} more" if len(other) > _SHOWN else ""
        raise Differs(f"{what}: {listed}{more}")
