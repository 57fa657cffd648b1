"""Tests of spaces that ask whether one of several things stands on one of some other spaces, lifted."""

from abc import ABC, abstractmethod

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards.bitsets import Spaces
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.lifting.standing_bits import actor_may_be_none, standing_of
from gekido_dsl.lowering.sets.words import Field, Words, mask
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlayerType
from gekido_dsl.program import nodes as ir


class Lifting(ABC):
    """Lifts tests of one local."""

    def __init__(
        self, w: Writer, field: Field, local: int, *, thing: bool = False, asked: bool = False
    ) -> None:
        self.w = w
        self.field = field
        self.local = local
        self.thing = thing
        """Whether the local holds something that stands on a space, and the tests are of that space."""
        self.asked = asked
        """Whether what is lifted first is asked in any case."""

    @abstractmethod
    def lift(self, e: m.Expr) -> Words | None:
        """Gives the spaces for which a test holds."""

    @abstractmethod
    def given(self, e: m.Expr, asked: bool = False) -> tuple[dict[int, Held], int] | None:
        """Gives what a declaration is asked with; see `given_to`. Of a thing, it has to be the subject."""


def some_among(lift: Lifting, several: m.Expr, test: m.ops.Member, local: int) -> Words | None:
    """Of `some of these things is on its ...` gives the spaces for which one is, where that is a property of spaces.

    The spaces on which such things stand, as far as they pass what is asked of them alone, are gone through; for each
    it is worked out of which spaces it is one.
    """
    w, field, new = lift.w, lift.field, type(lift)
    one, asked = test.one, test.set
    if (
        lift.thing
        or not isinstance(one, m.ops.Space)
        or not isinstance(one.thing, m.ops.Local)
        or one.thing.value != local
    ):
        return None
    declared = asked.ref
    if (
        not isinstance(asked, m.ops.Property)
        or walk.reads(asked, local)
        or geo.board_of(one.type) is not field.board
    ):
        return None
    if declared.exceptions or isinstance(declared.subject, PlayerType) or declared in w.lowering.within:
        return None
    value: m.Expr = declared.value
    if (
        not isinstance(value, m.ops.Filter)
        or not isinstance(value.set, m.ops.Things)
        or geo.board_of(value.type) is not field.board
    ):
        return None
    if actor_may_be_none(w):
        return None
    parts = list(value.test.args) if isinstance(value.test, m.ops.And) else [value.test]
    if not all(is_total(w.lowering, part) for part in parts):
        return None
    held = lift.given(asked)
    standing = None if held is None else standing_of(w, field, several)
    if held is None or standing is None:
        return None
    given, it = held

    def write() -> Words | None:
        own = w.within(declared, dict(given))
        words = standing
        for part in parts:
            if not walk.reads(part, it):
                alone = new(own, field, value.value).lift(part)
                if alone is None:
                    return None
                words = words & alone
        none = mask(field, ()).words
        found = Words(field, (w.code.variable(word, "found", "i64") for word in none))
        lifts = True

        def visit(space: ir.Expr, _: ir.Label) -> None:
            nonlocal lifts
            here: Words | None = None
            with own.bind(value.value, space):
                for part in parts:
                    if walk.reads(part, it):
                        more = new(own, field, it).lift(part)
                        if more is None:
                            lifts = False
                            return
                        here = more if here is None else here & more
            if here is None:
                lifts = False
                return
            for word, new_word in zip(found.words, (found | here).words, strict=True):
                assert isinstance(word, ir.Local)
                w.code.set(word, new_word)

        Spaces(words.kept(w)).each(own, visit)
        return found if lifts and w.lowering.takes(Special.ONE_AMONG) else None

    w.lowering.within.append(declared)
    try:
        return None if w.unwritten(write) is None else write()
    finally:
        w.lowering.within.pop()
