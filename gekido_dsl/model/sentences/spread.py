"""A fact of several, written in one sentence: `set all players' Bid to 0`, `show all players' Vote`."""

from abc import abstractmethod
from dataclasses import replace

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.loops import Loops
from gekido_dsl.model.types import INT, SetType, Type, item
from gekido_dsl.syntax import nodes as s

_WORD = "one of several"
"""What the one at hand is called inside; no author can write it, as it is no word."""


class Spread(Loops):
    """Resolves what is done to the fact of each of several as a loop."""

    @abstractmethod
    def sentence(self, written: s.Sentence, scope: Scope) -> m.Sentence | None:
        """Resolves one sentence."""

    def of_several(self, written: s.Sentence, scope: Scope) -> m.Statement | None:
        """Gives the loop that a sentence about a fact of several is short for; None for any other sentence."""
        phrase = written.subject if written.verb in ("gain", "lose") else written.object
        if written.verb not in ("set", "show", "gain", "lose") or phrase is None:
            return None
        phrase = self._whose(phrase)
        if not isinstance(phrase.head, s.Of) or phrase.relative is not None or phrase.head.attribute.built_in:
            return None
        quantity, fact = phrase.quantity, phrase.head
        if quantity is not None and quantity.kind == "random" and quantity.most != 1:
            return self._some_by_chance(written, phrase, quantity, scope)
        if quantity is not None and quantity.kind != "all":
            return None
        many = self._several(fact.base, scope)
        if many is None or not self._is_kept(many, fact, scope):
            return None
        local, saved = scope.fresh(), scope.fresh()
        scope.fresh()
        scope.fresh()
        condition, _ = self.guard(written.guard, scope) if _asks(written) else (None, False)
        inner = written if not _asks(written) else replace(written, guard=None)
        before = scope.it
        scope.it, scope.words[_WORD] = (local, item(many.type)), (local, item(many.type))
        one = replace(phrase, quantity=None, head=replace(fact, base=s.Local(fact.base.span, _WORD)))
        made = self.sentence(_with(inner, one), scope)
        scope.it = before
        del scope.words[_WORD]
        if made is None:
            return None
        each = m.Each(many, local, False, (made,), written.span, saved)
        return each if condition is None else m.If(condition, (each,), (), written.span)

    def _whose(self, phrase: s.Phrase) -> s.Phrase:
        """Says whose they are, where only a fact is named in the plural: `all Votes` are those of all players."""
        head = phrase.head
        if not isinstance(head, s.Noun) or head.name is None or head.adjectives or head.arguments:
            return phrase
        name = head.name
        if any(not isinstance(one, m.Enum) for one in self.index.meanings(name.text)):
            return phrase
        facts = [
            fact
            for kind in self.phrases.game.kinds.values()
            for fact in kind.fields.values()
            if fact.kept and not kind.table and plural(fact.name) == name.text
        ]
        if len(facts) != 1 or not isinstance(kind := facts[0].owner, m.Kind):
            return phrase
        everyone = s.Noun(head.span, (), None if kind.sheet else s.Name(name.span, kind.name))
        of = s.Of(head.span, everyone, s.Attribute(name.span, facts[0].name, False))
        return replace(phrase, head=of)

    def _some_by_chance(
        self, written: s.Sentence, phrase: s.Phrase, quantity: s.Quantity, scope: Scope
    ) -> m.Statement | None:
        """Resolves `set 2 random players' Role to Spy`: again and again one who does not have it yet."""
        fact = phrase.head
        goal = next((one.phrase for one in written.preps if one.word == "to"), None)
        if not isinstance(fact, s.Of) or written.verb != "set" or goal is None or goal.quantity is not None:
            return None
        other = s.Whose(fact.span, replace(fact.attribute), s.Is(goal.span, True, "value", goal.head))
        one = s.Phrase(
            phrase.span,
            s.Quantity(quantity.span, "random", 1, 1),
            fact.base,
            s.Relative(fact.span, (), "and", (other,)),
        )
        head = replace(fact, base=s.Inner(fact.base.span, one))
        condition, _ = self.guard(written.guard, scope) if _asks(written) else (None, False)
        counter, first = scope.fresh(), scope.size
        possible = s.Guard(written.span, "possible", None)
        made = self.sentence(
            replace(_with(written, replace(phrase, quantity=None, head=head)), guard=possible), scope
        )
        if made is None:
            return None
        times = m.ops.Const(INT, quantity.span, value=quantity.most or 1)
        again = m.Repeat(None, times, counter, (made,), written.span, None, False, (first, scope.size))
        return again if condition is None else m.If(condition, (again,), (), written.span)

    def _several(self, base: s.Expr, scope: Scope) -> m.Expr | None:
        """Resolves whose fact it is, if that is several; reports nothing."""
        if not isinstance(base, s.Noun | s.Of | s.Local | s.Inner | s.Located):
            return None
        before, it, known = len(self.index.found), scope.it, scope.known
        found = self.phrases.expr(base, scope)
        scope.it, scope.known = it, known
        fits = len(self.index.found) == before and isinstance(found.type, SetType)
        del self.index.found[before:]
        return found if fits else None

    def _is_kept(self, many: m.Expr, fact: s.Of, scope: Scope) -> bool:
        """Tells whether it is a fact that a match keeps of each."""
        before, kind = len(self.index.found), item(many.type)
        found = self.phrases.attribute(_any(kind, many), fact.attribute, fact.span, scope)
        fits = len(self.index.found) == before and isinstance(found, m.ops.Field) and found.ref.kept
        del self.index.found[before:]
        return fits


def _any(kind: Type, many: m.Expr) -> m.Expr:
    return m.ops.Local(kind, many.span, value=0)


def _asks(written: s.Sentence) -> bool:
    """Tells whether a condition stands behind a sentence, which is asked once."""
    return written.guard is not None and written.guard.condition is not None


def _with(written: s.Sentence, phrase: s.Phrase) -> s.Sentence:
    if written.verb in ("gain", "lose"):
        return replace(written, subject=phrase)
    return replace(written, object=phrase)
