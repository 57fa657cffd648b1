"""The smallest steps: to go on, to go elsewhere, to leave."""

from typing import Any

from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter import veil
from gekido_dsl.interpreter.program import Step
from gekido_dsl.interpreter.state import Frame, State


def nothing(s: State, f: Frame) -> None:
    """Goes on to the next step."""
    f.step += 1


def leave(s: State, f: Frame) -> None:
    """Leaves the body."""
    s.frames.pop()


def jump(target: int) -> Step:
    """Makes the step that goes on elsewhere."""

    def go(s: State, f: Frame) -> None:
        f.step = target

    return go


def branch(test: Any, then: int, otherwise: int) -> Step:
    """Makes the step that goes one of two ways."""

    def go(s: State, f: Frame) -> None:
        f.step = then if test(s, f.locals) else otherwise

    return go


def leave_each(saved: int, target: int, secret: int) -> Step:
    """Makes the step that leaves an `each`, of those it goes through in `saved`."""

    def leave(s: State, f: Frame) -> None:
        f.locals[0] = f.locals[saved + 2]
        if secret:
            veil.end(s, s.cells[lay.SECRET] - secret)
        f.step = target

    return leave
