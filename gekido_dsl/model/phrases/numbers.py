"""Numbers that one may choose among: those from one sum to another."""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import ranges
from gekido_dsl.model.phrases.base import PhraseBase
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import IntType, SetType
from gekido_dsl.syntax import nodes as s


class Numbers(PhraseBase):
    """Resolves `a number from X to Y`."""

    def numbers(self, written: s.Numbers, scope: Scope) -> m.Expr:
        """Resolves the numbers from one to another; their type is as wide as both allow."""
        low, high = self.number(written.low, scope), self.number(written.high, scope)
        if low.op == high.op == "const" and low.value > high.value:
            self.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"there is no number from {low.value} to {high.value}",
                written.span,
                "nothing to choose",
                help=f"turn it around: `a number from {high.value} to {low.value}`",
            )
        one = IntType(ranges.written(low)[0], ranges.written(high)[1])
        return m.ops.Numbers(SetType(one), written.span, low=low, high=high)
