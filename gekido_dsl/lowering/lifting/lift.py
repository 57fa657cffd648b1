"""What lifts tests: the board and the local that they are of, and what is registered for each operator."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.lifting.standing_bits import Owners, given_to
from gekido_dsl.lowering.sets.words import Field, Words, chosen, every
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk

One = TypeVar("One", bound=m.Expr)
Lifting = Callable[["Lift", One], Words | None]
LIFTED: Final[dict[type[m.Expr], Lifting[Any]]] = {}
"""What lifts the tests of an operator; those of all others are asked of each space."""


def lifts(*operators: type[m.Expr]) -> Callable[[Lifting[One]], Lifting[One]]:
    """Registers what lifts the tests of these operators."""

    def register(lifted: Lifting[One]) -> Lifting[One]:
        for operator in operators:
            assert operator not in LIFTED, operator
            LIFTED[operator] = lifted
        return lifted

    return register


class Lift:
    """Lifts tests of one local; those of each operator are lifted by a registered function that is given this."""

    def __init__(
        self,
        w: Writer,
        field: Field,
        local: int,
        *,
        thing: bool = False,
        asked: bool = False,
        one_by_one: bool = False,
        owners: Owners | None = None,
        wanted: Words | None = None,
        one: bool = False,
    ) -> None:
        self.w = w
        self.field = field
        self.local = local
        self.thing = thing
        """Whether the local holds something that stands on a space, and the tests are of that space."""
        self.asked = asked
        """Whether what is lifted first is asked in any case."""
        self.one_by_one = one_by_one
        """Whether a part that cannot be lifted may be asked of each space for which the others hold."""
        self.owners = owners
        """Whose the things are that are asked about, each with a condition or without one; None for anybody's."""
        self.wanted = wanted
        """Of which spaces alone it matters whether the tests hold; None for all."""
        self.one = one
        """Whether one thing at most stands on those."""

    def lift(self, e: m.Expr) -> Words | None:
        """Gives the spaces for which a test holds."""
        if not walk.reads(e, self.local):
            return (
                chosen(self.w.code.let(self.w.test(e)), every(self.field))
                if is_total(self.w.lowering, e)
                else None
            )
        lifted = LIFTED.get(type(e))
        return lifted(self, e) if lifted is not None else None

    def is_it(self, e: m.Expr) -> bool:
        """Tells whether an expression is the space that is asked about."""
        if self.thing:
            return isinstance(e, m.ops.Space) and self.is_self(e.thing)
        return self.is_self(e)

    def lies_at(self, e: m.Expr) -> bool:
        """Tells whether what an expression gives lies where it is asked about: the space, or what stands there."""
        return self.is_it(e) or (self.thing and self.is_self(e))

    def is_self(self, e: m.Expr) -> bool:
        """Tells whether an expression is the local."""
        return isinstance(e, m.ops.Local) and e.value == self.local

    def given(self, e: m.Expr, asked: bool = False) -> tuple[dict[int, Held], int] | None:
        """Gives what a declaration is asked with; see `given_to`. Of a thing, it has to be the subject."""
        if self.thing and not self.is_self(e.args[0]):
            return None
        return given_to(self.w, e, self.local, asked=asked)
