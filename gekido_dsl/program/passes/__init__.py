"""Programs become faster: each pass gives functions a new body that does the same.

The passes change functions in place, so they work on a copy; see `backend.parts.clone`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Array, Function, Local
from gekido_dsl.program.passes.constants import follow_constants
from gekido_dsl.program.passes.drop import drop_arrays, drop_locals, unused_arrays
from gekido_dsl.program.passes.inline import inline
from gekido_dsl.program.passes.jump import jump
from gekido_dsl.program.passes.known import use_what_is_known
from gekido_dsl.program.passes.live import drop_dead
from gekido_dsl.program.passes.once import once
from gekido_dsl.program.passes.promote import promote
from gekido_dsl.program.passes.settled import use_what_is_settled
from gekido_dsl.program.passes.sizes import size
from gekido_dsl.program.passes.thread import thread
from gekido_dsl.program.passes.together import ask_together
from gekido_dsl.program.passes.unroll import simplify, unroll


@dataclass(frozen=True, slots=True)
class Passes:
    """Which passes are made; each alone changes nothing but the time."""

    inline: bool = True
    once: bool = True
    unroll: bool = True
    known: bool = True
    thread: bool = True
    promote: bool = True
    drop: bool = True


ALL: Final = Passes()
NONE: Final = Passes(
    inline=False, once=False, unroll=False, known=False, thread=False, promote=False, drop=False
)

TINY: Final = 3000
"""Programs up to so many nodes become one function, with longer loops written out."""
GROWTH: Final = 12000
"""How many nodes a tiny program may have then; others get a quarter more than they have."""


def improve(
    root: Function, arrays: Iterable[Array], kept: Iterable[Array], passes: Passes = ALL
) -> set[Array]:
    """Makes the functions that `root` needs faster; gives the arrays that are needed no longer.

    Args:
        arrays: all that there are.
        kept: arrays that are read from outside after `root` was called.
    """
    whole = _size([root])
    tiny = whole <= TINY
    gone: set[Array] = set()
    functions = _shorten([root], whole, passes)
    if passes.drop:
        gone |= drop_dead([root], functions, kept) | drop_arrays(functions, kept)
        for function in functions:
            drop_locals(function)
    if passes.promote:
        gone |= promote(root, functions)
        if tiny and passes.known:
            for function in functions:
                follow_constants(function)
    if passes.drop:
        # In a large program little of the state becomes locals, and nothing of it dead by that.
        if tiny:
            gone |= drop_dead([root], functions, kept)
        gone |= drop_arrays(functions, kept)
        for function in functions:
            drop_locals(function)
        gone |= unused_arrays(walk.reachable([root]), arrays, kept)
    return gone


def improve_all(roots: Iterable[Function], kept: Iterable[Array]) -> None:
    """Makes functions and all that they need faster; every array stays where it is.

    Args:
        kept: arrays that are read from outside.
    """
    roots = list(roots)
    functions = _shorten(roots, _size(roots), ALL)
    drop_dead(roots, functions, kept)
    drop_arrays(functions, kept)
    for function in functions:
        drop_locals(function)


def _size(roots: Iterable[Function]) -> int:
    return sum(size(function.body) for function in walk.reachable(roots))


def _shorten(roots: list[Function], whole: int, passes: Passes) -> list[Function]:
    """Does all that leaves the arrays as they are, and gives the functions that are left.

    Args:
        whole: how many nodes there are.
    """
    tiny = whole <= TINY
    if passes.inline:
        inline(roots, GROWTH if tiny else 0)
    functions = walk.reachable(roots)
    if passes.known:
        use_what_is_settled(functions)
    lasting: dict[Local, set[Local]] = {}
    if passes.once:
        for function in functions:
            lasting |= once(function)
    if passes.unroll:
        left = GROWTH if tiny else whole // 4
        for function in functions:
            simplify(function)
            left = unroll(function, 16 if tiny else 8, left, lasting)
            simplify(function)
    if passes.known:
        use_what_is_known(functions, roots)
        for function in functions:
            simplify(function)
    if passes.thread:
        for function in functions:
            jump(function)
            thread(function)
            if tiny:
                ask_together(function)
    return functions
