"""How large a program may be: what is larger is refused before anything is made of it.

Invariants:
    What passes is compiled in seconds and in a few hundred megabytes, and its module never takes more memory than it
    says; a ruleset of somebody else can exhaust neither time nor memory, and reaches nothing outside its memory.
"""

from typing import Final

from gekido_dsl.backend.runtime import TooLarge
from gekido_dsl.diagnostics.codes import TOO_LARGE_TO_COMPILE
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Program
from gekido_dsl.program.passes.sizes import size

FUNCTIONS: Final = 20_000
FUNCTION: Final = 100_000
"""Nodes of a function."""
NODES: Final = 1_500_000
"""Nodes of all functions."""
STATE: Final = 1 << 20
"""Bytes of state and derived state."""
ARRAYS: Final = 1 << 26
"""Bytes of all arrays and lists."""


def check(program: Program) -> None:
    """Refuses a program that is too large.

    Raises:
        TooLarge: with what is too large, in words.
    """
    state = sum((array.length + 2) * array.width // 8 for array in program.state())
    functions = walk.reachable([program.entry])
    lists = [array for function in functions for array in function.frame]
    arrays = sum((array.length + 2) * array.width // 8 for array in (*program.arrays, *lists))
    sizes = {function.name: size(function.body) for function in functions}
    largest = max(sizes, key=lambda name: sizes[name])
    for what, found, most in (
        ("the state of a match, in bytes,", state, STATE),
        ("what is kept for a match, in bytes,", arrays, ARRAYS),
        ("the number of functions", len(functions), FUNCTIONS),
        (f"the function `{largest}`, in steps,", sizes[largest], FUNCTION),
        ("the whole program, in steps,", sum(sizes.values()), NODES),
    ):
        if found > most:
            raise TooLarge(
                f"{what} would be {found:,}, and {most:,} is the most [{TOO_LARGE_TO_COMPILE.slug}]"
            )
