"""Cards laid down as a meld: a player chooses them one by one, and whatever is chosen can still become a meld.

It is written out in statements that are there already, so whoever goes through statements knows it.
"""

from typing import Final

from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.operands import Operands
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

_PLACE: Final = "meld at hand"
"""What the place is called inside that the meld is laid into; no author can write it, as it is no word."""


class LayingDown(Operands):
    """Writes out what is laid down."""

    def laid_down(self, written: s.LayDown, scope: Scope) -> tuple[s.Statement, ...]:
        """Gives the statements that laying down a meld is short for; none if there is no such meld."""
        enum = self.index.find(written.name, m.Enum, "list of melds")
        if enum is None or not self.phrases.melds(enum, written.name):
            return ()
        assert enum.melding is not None
        span = written.span
        goal = s.Local(span, _PLACE)
        named = s.Sentence(
            span, None, False, "call", s.Phrase(written.goal.span, None, written.goal), None,
            (s.Prep(span, "as", s.Phrase(span, None, goal)),),
        )  # fmt: skip
        kind = s.Noun(written.origin.span, (), s.Name(written.origin.span, plural(enum.melding.kind.name)))
        cards = s.Located(written.origin.span, kind, written.origin)
        fits = s.MakesMeld(span, False, written.name, goal, written.origin, written.most)
        whole = s.Test(span, goal, s.MakesMeld(span, False, written.name))
        stop = s.Sentence(span, None, False, "stop", None, None, loop="repeat")

        def chosen(may: bool) -> s.Sentence:
            one = s.Phrase(span, _one(span), cards, s.Relative(span, (fits,), "and"))
            into = s.Prep(span, "into", s.Phrase(span, None, goal))
            asking = written.asking or text("Which {kind} do you lay down?", kind=enum.melding.kind.name)
            return s.Sentence(
                span,
                written.subject,
                may,
                "move",
                one,
                None,
                (into,),
                asking,
                None,
                (),
                (stop,),
                written.cites,
            )

        free: s.Cond = whole
        if written.may:
            empty = s.Test(span, goal, s.Is(span, False, "adjective", None, "empty"))
            free = s.Logic(span, "or", (whole, empty))
        again = s.Repeat(
            span, "times", None, s.Num(span, _CARDS), (s.If(span, free, (chosen(True),), (chosen(False),)),)
        )
        body: tuple[s.Statement, ...] = (named, again)
        if written.otherwise:
            body = (*body, s.If(span, whole, (), written.otherwise))
        guard = written.guard
        if guard is None or guard.condition is None:
            return body
        if guard.kind == "unless":
            return (s.If(span, guard.condition, (), body),)
        return (s.If(span, guard.condition, body, ()),)


_CARDS: Final = 64


def _one(span: Span) -> s.Quantity:
    return s.Quantity(span, "between", 1, 1)
