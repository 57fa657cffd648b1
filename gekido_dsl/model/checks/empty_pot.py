"""Finds what is shared among players of whom none has paid: everyone would get back their own."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions, facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BOOL, PLAYER, IntType


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports shares that nobody may win."""
    for inside in facts.of(game).nodes.values():
        for node in inside:
            if isinstance(node, m.ops.Share) and _nobody(node):
                yield Diagnostic(
                    codes.EMPTY_POT,
                    "nobody may win what is shared: no player that may win has paid",
                    (Label(node.among.span, "they never have paid"), Label(node.paid.span, "what is shared")),
                    "share it among those who have paid",
                )


def _nobody(share: m.ops.Share) -> bool:
    among = share.among
    if not isinstance(among, m.ops.Filter):
        return False
    one = m.ops.Local(PLAYER, among.span, value=among.value)
    paid = walk.replaced(share.paid, share.value, one)
    least = m.ops.Const(IntType(1, 1), paid.span, value=1)
    has_paid = m.ops.AtLeast(BOOL, paid.span, left=paid, right=least)
    return conditions.together([(among.test, True), (has_paid, True)]) is None
