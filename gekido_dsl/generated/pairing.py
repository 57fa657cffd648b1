"""Which pairs are well typed, and drills that write them all, one after the other.

Invariants:
    The drills of a ruleset follow from its seed, and those of `CYCLE` seeds write every pair, in two cycles of three.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gekido_dsl.generated.specimens import (
    ALONE,
    BLOCKS,
    CONDITIONS,
    LADDERED,
    LEAVES,
    OPEN,
    RANGES,
    SEATED,
    SENTENCES,
    UNIONS,
    Specimen,
)

_TOGETHER: Final = 6
"""How many operators the condition of a sentence has for their own sake."""
_RUN: Final = 6
"""How many statements a block has."""
_MANY: Final = 3
_FEW: Final = 2
"""How many such sentences, and blocks, a ruleset has."""
_STATEMENTS: Final = (*BLOCKS, *SENTENCES)
_ORDERS: Final = 59
"""A prime number that is not less than the number of statements: they come in as many orders, so that each follows
each."""
_APART: Final = ("automaton", "partner")
"""Operators that a ruleset cannot have both."""
_FLOW: Final = frozenset({"stop", "skip", "end", "win", "defeat", "rank", "eliminate"})
"""What would keep the statements after it from being done, were it always done."""
_NEVER_MAY: Final = frozenset({"arrange", "draw"})
"""Verbs that ask by themselves; with `may` they are not what can be declined."""
_SELDOM: Final = " if the Turn is at least 5"
_OFTEN: Final = " if the Turn is at least 1"
_PLAIN: Final = 'announce "is done"'
_JOINED: Final = re.compile(r" (?:and|or) ")


@dataclass(frozen=True, slots=True)
class Drills:
    """Statements in which pairs are written, and the fixtures that they speak of."""

    statements: tuple[str, ...]
    wants: frozenset[str]


@dataclass(frozen=True, slots=True)
class Planned:
    """The pairs that the drills of a seed write."""

    phrases: frozenset[tuple[str, str]]
    nested: frozenset[tuple[str, str]]
    following: frozenset[tuple[str, str]]


def goes_with(verb: str, operator: str) -> bool:
    """Tells whether an operator can stand in a sentence of a verb.

    Any that a condition can hold does. Others do not: an order, what arrived and where it was are said of blocks, and
    how many rounds there are where the game ends.
    """
    match operator:
        case "numbers":
            return verb in RANGES
        case "union":
            return verb in UNIONS
        case "leaves":
            return verb in LADDERED
        case "seats":
            return verb in SEATED
    return operator in CONDITIONS


def can_hold(outer: str) -> bool:
    """Tells whether a statement can have a block: what is done otherwise has a meaning where something is left open."""
    return outer in BLOCKS or outer in OPEN


def drills(seed: int) -> Drills:
    """Gives the drills of a seed; every third cycle has none, so that what they need leaves nothing else out."""
    if seed // CYCLE % 3 == 2:
        return Drills((), frozenset())
    wants: set[str] = set()
    lines = [_sentence(verb, operators, wants) for verb, operators in _sentences_of(seed)]
    lines += [_block(outer, inner, wants) for outer, inner in _blocks_of(seed)]
    return Drills(tuple(lines), frozenset(wants))


def planned(seed: int) -> Planned:
    """Gives the pairs that the drills of a seed are for."""
    blocks = list(_blocks_of(seed))
    return Planned(
        frozenset((verb, one) for verb, operators in _sentences_of(seed) for one in operators),
        frozenset((outer, one) for outer, inner in blocks for one in inner),
        frozenset(one for _, inner in blocks for one in pairwise(inner)),
    )


def _sentences_of(seed: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    return (_SENTENCES[(seed * _MANY + one) % len(_SENTENCES)] for one in range(_MANY))


def _blocks_of(seed: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    return (_BLOCKS[(seed * _FEW + one) % len(_BLOCKS)] for one in range(_FEW))


def _sentence(verb: str, operators: tuple[str, ...], wants: set[str]) -> str:
    """Writes a sentence of a verb with operators in it."""
    specimen, ladder = SENTENCES[verb], ""
    match operators[0]:
        case "numbers":
            specimen = RANGES[verb]
        case "union":
            specimen = UNIONS[verb]
        case "leaves":
            ladder = LEAVES
    conditions = [CONDITIONS[one] for one in operators if one in CONDITIONS]
    for used in (specimen, *conditions):
        wants.update(used.wants)
    if not conditions:
        return _written(specimen, "", f"{ladder}\n  otherwise {_PLAIN}")
    tests = [f"({one.text})" if _JOINED.search(one.text) else one.text for one in conditions]
    return _written(specimen, f" if {' and '.join(tests)}", f"\n  otherwise {_PLAIN}")


def _block(outer: str, inner: tuple[str, ...], wants: set[str]) -> str:
    """Writes a statement with statements in its block."""
    held = SENTENCES.get(outer) or BLOCKS[outer]
    wants.update(held.wants)
    lines = []
    for one in inner:
        specimen = SENTENCES.get(one) or BLOCKS[one]
        wants.update(specimen.wants)
        often = _SELDOM if one in _FLOW else " if possible" if one in OPEN else _OFTEN
        lines.append(_written(specimen, often, "").replace("{block}", _PLAIN))
    block = "\n".join(lines)
    if outer in BLOCKS:
        return held.text.replace("{block}", block.replace("\n", "\n  "))
    may = "" if held.text.startswith("my ") or outer in _NEVER_MAY else "me may "
    return may + _written(held, "", "\n  otherwise\n    " + block.replace("\n", "\n    "))


def _written(specimen: Specimen, condition: str, otherwise: str) -> str:
    return specimen.text.replace("{if}", condition).replace("{else}", otherwise)


def _all_sentences() -> Iterator[tuple[str, tuple[str, ...]]]:
    plain = [name for name in CONDITIONS if name not in _APART]
    batches = [tuple(plain[first : first + _TOGETHER]) for first in range(0, len(plain), _TOGETHER)]
    # Far from each other, as one ruleset has drills that come one after the other.
    for at, name in enumerate(_APART):
        batches.insert(at * len(batches) // 2, (name,))
    for operators in batches:
        for verb in SENTENCES:
            yield verb, operators
    for operator in sorted(ALONE - {"seats"}):
        for verb in SENTENCES:
            if goes_with(verb, operator):
                yield verb, (operator,)


def _all_blocks() -> Iterator[tuple[str, tuple[str, ...]]]:
    outers = [one for one in _STATEMENTS if can_hold(one)]
    for step in range(1, _ORDERS + 1):
        order = _order(step % _ORDERS)
        for number, first in enumerate(range(0, len(order) - 1, _RUN - 1)):
            outer = outers[step - 1] if step <= len(outers) else outers[(step * 7 + number) % len(outers)]
            yield outer, order[first : first + _RUN]


def _order(step: int) -> tuple[str, ...]:
    """Gives all statements, each as many places after the one before it, up to the first again; for 0, each twice."""
    places = [number * step % _ORDERS for number in range(_ORDERS + 1)]
    if not step:
        places = [number // 2 for number in range(2 * _ORDERS)]
    return tuple(_STATEMENTS[place] for place in places if place < len(_STATEMENTS))


_SENTENCES: Final = tuple(_all_sentences())
_BLOCKS: Final = tuple(_all_blocks())
CYCLE: Final = max(-(-len(_SENTENCES) // _MANY), -(-len(_BLOCKS) // _FEW))
"""After how many seeds the drills come again."""
