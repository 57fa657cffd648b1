"""How good a choice may be, for the search: its mean, and more the seldomer it was taken (UCT), in whole numbers."""

from math import log, sqrt
from typing import Final

from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Expr

_NEAR: Final = 4_096
"""Roots and logarithms of smaller numbers are in tables; of larger ones those of a 256th are."""


class Bounds:
    """The tables of roots and logarithms, and what is computed by them."""

    def __init__(self, b: ProgramBuilder) -> None:
        near = range(1, _NEAR)
        self.root_of = b.table("root_of", [0, *(round(65_536 / sqrt(n)) for n in near)], width=32)
        self.log_of = b.table("log_of", [0, *(round(4_096 * sqrt(log(n + 1))) for n in near)], width=32)
        self.far_log_of = b.table(
            "far_log_of", [0, *(round(4_096 * sqrt(log(256 * n))) for n in near)], width=32
        )

    def of(self, f: FunctionBuilder, worth: Expr, times: Expr, extra: Expr) -> Expr:
        """Gives what a choice may be worth, of 65,536.

        Args:
            worth: what it was worth when it was taken, added up.
            times: how often it was taken.
            extra: see there.
        """
        mean = e.div(worth, e.extend(e.select(times, times, 1)))
        near = e.lt(times, _NEAR)
        root = f.let(e.load(self.root_of, e.select(near, times, _far(times))), "root")
        root = e.select(near, root, e.shr(root, 4))
        return e.add(mean, e.shr(e.mul(e.extend(root), extra), 20))

    def extra(self, f: FunctionBuilder, opened: Expr, explores: Expr) -> Expr:
        """Gives how much more a choice may be worth than it was, by what only its decision tells.

        Args:
            opened: how often it could be taken.
            explores: how much a choice that was seldom taken is preferred, in 256ths.
        """
        log_ = f.variable(0, "log")
        with f.if_(e.lt(opened, _NEAR)):
            f.set(log_, e.load(self.log_of, opened))
        with f.else_():
            f.set(log_, e.load(self.far_log_of, _far(opened)))
        return f.let(e.mul(e.extend(log_), e.extend(explores)), "extra")


def _far(number: Expr) -> Expr:
    """A 256th of a number, as far as there are tables."""
    part = e.shr(number, 8)
    return e.select(e.lt(part, _NEAR), part, _NEAR - 1)
