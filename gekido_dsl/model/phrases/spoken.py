"""What is spoken of: `the Robot` is the one Robot that was brought up and has no word of its own."""

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.phrases.base import PhraseBase, unknown
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import EnumType, ThingType, Type
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class SpokenOf(PhraseBase):
    """Resolves names that stand for the one that is spoken of."""

    def spoken(
        self, meaning: m.Kind | m.Enum | m.PatternSet, name: str, span: Span, scope: Scope
    ) -> m.Expr | None:
        """Resolves `the Robot`; None for a thing of a kind of which there is one."""
        kind = _type(meaning)
        found = [one for one in scope.spoken if one.type == kind]
        if len(found) == 1:
            return m.ops.Local(kind, span, value=found[0].local)
        if not found and isinstance(meaning, m.Kind) and meaning.total == 1 and meaning.file is None:
            return None
        if found:
            self.index.report(
                codes.TWO_MEANT,
                f"`the {name}` may be one of {len(found)}",
                span,
                "which one?",
                *(Label(one.span, "maybe this one") for one in found),
                help=f"give one of them a word, `a {name} as the ...`; the other one stays `the {name}`",
            )
        elif not scope.unsure:
            self.index.report(
                codes.UNBOUND_WORD,
                f"no `{name}` has been introduced here",
                span,
                "which one?",
                help=_step(kind, name, scope),
            )
        return unknown(span)

    def one_of(self, noun: s.Expr, where: str, span: Span) -> bool:
        """Reports `the Card of Deck`, which says one and may be several."""
        if not isinstance(noun, s.Noun) or not noun.definite or noun.adjectives or noun.name is None:
            return False
        name = noun.name.text
        for meaning in self.index.meanings(name):
            if (
                isinstance(meaning, m.Kind)
                and meaning.name == name
                and 1 not in (meaning.total, meaning.each_parent)
            ):
                self.index.report(
                    codes.UNBOUND_WORD,
                    f"`the {name}` is one, and there may be several",
                    span,
                    "which one?",
                    help=f"write `{plural(name)} of {where}`, or `the next {name} of {where}`",
                )
                return True
        return False


def _type(meaning: m.Kind | m.Enum | m.PatternSet) -> Type:
    if isinstance(meaning, m.Kind):
        return ThingType(meaning)
    return EnumType(meaning.enum if isinstance(meaning, m.PatternSet) else meaning)


def _step(kind: Type, name: str, scope: Scope) -> str:
    """Says what can be written instead of `the Robot` where none is spoken of."""
    words = [f"`the {word}`" for word, (_, type_) in scope.words.items() if type_ == kind]
    if scope.it is not None and scope.it[1] == kind:
        words.insert(0, "`it`")
    every = f"`{plural(name)}` are all of them"
    if words:
        return f"write {' or '.join(words)}; {every}"
    return f"name it where it is chosen, `as the {name.lower().split()[-1]}`, or say whose it is; {every}"
