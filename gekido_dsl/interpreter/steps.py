"""The smallest steps: to go on, to go elsewhere, to leave."""

from collections.abc import Sequence
from typing import Any

from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.state import Frame, State, Step
from gekido_dsl.model.secret_writing import Written
from gekido_dsl.model.types import NONE


def nothing(s: State, f: Frame) -> None:
    """Goes on to the next step."""
    f.step += 1


def leave(s: State, f: Frame) -> None:
    """Leaves the body."""
    s.frames.pop()


def reach(block: int) -> Step:
    """Makes the step that counts a block which begins, and is one with the block's first step."""

    def go(s: State, f: Frame) -> None:
        if s.reached is not None and not s.trying:
            s.reached[block] += 1
        f.step += 1
        f.code.steps[f.step](s, f)

    return go


def forgetting(written: Sequence[Written]) -> Step:
    """Makes the step before a statement of which it is hidden whether it writes hidden facts, and of what."""

    def go(s: State, f: Frame) -> None:
        for one in written:
            knowledge.may_be_written(s, one.decl, one.own, {f.locals[0]}, remember=False)
        f.step += 1

    return go


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


def leave_for(target: int, actor: int, secret: int, aheads: list[int]) -> Step:
    """Makes the step that leaves loops and other blocks for another step.

    Args:
        actor: the local that keeps who acted outside of them; -1 if nobody else acts in them.
        secret: how many secret parts end.
        aheads: the locals of loops that look ahead no more.
    """

    def go(s: State, f: Frame) -> None:
        if actor >= 0:
            f.locals[0] = f.locals[actor]
        if secret:
            secret_part.end(s, s.cells[lay.SECRET] - secret)
        for local in aheads:
            f.locals[local] = NONE
        f.step = target

    return go
