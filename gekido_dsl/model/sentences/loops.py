"""Loops: what `each` goes through, in which order, and which loop `stop` and `skip` mean."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.acting import Said, means
from gekido_dsl.model.sentences.together import Together
from gekido_dsl.model.types import BOOL, PlayerType, SetType, item, kind_name
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

IN_TURN: Final = "in turn"
"""What the loop of rounds is called in which players act in turn."""
_FIRST: Final = "first round"
"""The word of the local that says whether this is the first of them; no author can write it."""


@contextmanager
def in_loop(scope: Scope, *names: str) -> Iterator[None]:
    """Adds a loop, by what it may be called, while its body is resolved."""
    outer = scope.loops
    scope.loops = (*outer, frozenset(name for name in names if name))
    yield
    scope.loops = outer


class Loops(Together):
    """Resolves loops."""

    def each(self, written: s.Each, scope: Scope) -> m.Each:
        """Resolves `each` with its order and its block."""
        if isinstance(written.phrase.head, s.Numbers):
            items = self.phrases.expr(written.phrase.head, scope)
        else:
            items = self.phrases.every_one(written.phrase, scope)
        order = written.order
        if order is not None:
            items = self.phrases.ordered(items, order, scope)
        one = item(items.type)
        local = scope.fresh()
        saved = scope.fresh()
        scope.fresh()
        scope.fresh()
        before, spoken, word = scope.it, scope.spoken, written.word
        hidden, noted = (scope.words.get(word), scope.given.get(word)) if word else (None, None)
        scope.it = (local, one)
        if word:
            given = m.Word(word, written.word_span or written.span)
            self.game.words.append(given)
            scope.call(word, local, one, given)
        else:
            scope.speak(local, one, written.phrase.span)
        acting = isinstance(one, PlayerType)
        with in_loop(scope, word or "", kind_name(one), "player" if acting else ""):
            sure = self._sure(written.sure, scope) if written.sure is not None else None
            body = self.block(written.body, scope)
        scope.it, scope.spoken = before, spoken
        if word and hidden is not None:
            scope.call(word, *hidden, noted)
        elif word:
            del scope.words[word]
            scope.given.pop(word, None)
        random = order is not None and order.random
        return m.Each(items, local, acting, body, written.span, saved, written.secret, random, sure)

    def _sure(self, written: s.Cond, scope: Scope) -> m.Sure | None:
        condition = self.phrases.cond(written, scope)
        return m.Sure(condition.args[0], condition, condition.args[1]) if len(condition.args) == 2 else None

    def in_turn(self, written: s.InTurn, scope: Scope) -> list[m.Statement]:
        """Resolves `in turn`: players act round and round, each as long as what is said of them holds.

        It is a loop of rounds over the players, so whoever goes through statements knows it already. Until one is left,
        everyone is asked once: whoever remains alone may not have been yet.
        """
        span, among = written.span, written.phrase
        if not isinstance(self.phrases.every_one(among, scope).type, SetType) or not _is_of_players(among):
            self.index.report(
                codes.WRONG_SENTENCE,
                "only players act in turn",
                among.span,
                "expected players",
                help="write `in turn each player ...`; for things, `each ...`",
            )
            return []
        first = scope.fresh()
        scope.call(_FIRST, first, BOOL, None)
        several = s.Test(span, s.Count(among.span, among), _number(among.span, "more", 1))
        begins = s.Test(span, s.Local(span, _FIRST), s.Is(span, False, "value", s.YesNo(span, True)))
        there = s.Test(span, s.Count(among.span, among), _number(among.span, "more", 0))
        still: s.Cond = s.Quantified(among.span, "some", among, s.Is(span, False, "value", s.Me(span)))
        body = written.body
        if written.until is None:
            goes: s.Cond = s.Logic(span, "or", (begins, several))
            still = s.Logic(span, "and", (still, goes))
        else:
            goes = there
            end = written.until
            stop = s.Sentence(
                end.span, None, False, "stop", None, None, (), None, None, (), None, (), loop="repeat"
            )
            body = (s.If(end.span, end, (stop,), ()), *body)
        order = s.Order(span, (), start=written.start) if written.start is not None else None
        each = s.Each(span, among, (s.If(among.span, still, body, ()),), order=order)
        if written.until is None or among.relative is not None:
            until = self.phrases.cond(goes, scope)
        else:
            until = m.ops.Const(BOOL, span, value=1)
        inner, counter = scope.size, scope.fresh()
        with in_loop(scope, "repeat", IN_TURN):
            rounds: list[m.Statement] = [self.each(each, scope)]
        del scope.words[_FIRST]
        if written.until is None:
            rounds.append(_noted(first, 0, span))
        again = m.Repeat(until, None, counter, tuple(rounds), span, None, False, (inner, scope.size))
        return [_noted(first, 1, span), again] if written.until is None else [again]

    @means("stop", "skip")
    def _leaving(self, said: Said) -> m.AnyAct | None:
        """Resolves `stop` and `skip`: which loop is left, counted from the innermost."""
        w, scope = said.w, said.scope
        leaving = m.acts.Skip if w.verb == "skip" else m.acts.Stop
        if w.object is not None:
            self._wrong(w, f"`{w.object.span.text}` is no loop", w.object.span)
            return None
        if w.loop is not None:
            for depth, names in enumerate(reversed(scope.loops)):
                if w.loop in names:
                    return leaving(depth)
            shown = "`repeat`" if w.loop == "repeat" else f"`each {w.loop}`"
            self._wrong(w, f"no {shown} is around this")
            return None
        if w.verb == "skip" and not scope.loops:
            self._wrong(
                w,
                "no `each` or `repeat` is around this, so there is no next round",
                help="write `do nothing` to go on with what follows, `stop` to leave the rule",
            )
            return None
        # Players in turn are a loop in a loop: who stops there stops both.
        return leaving(1 if w.verb == "stop" and len(scope.loops) > 1 and IN_TURN in scope.loops[-2] else 0)


def _is_of_players(phrase: s.Phrase) -> bool:
    return isinstance(phrase.head, s.Noun) and phrase.head.name is None


def _number(span: Span, how: Literal["more"], number: int) -> s.Is:
    return s.Is(span, False, how, s.Num(span, number))


def _noted(local: int, value: int, span: Span) -> m.Sentence:
    return m.Sentence(m.acts.Bind(m.ops.Const(BOOL, span, value=value), local), span)
