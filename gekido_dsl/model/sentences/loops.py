"""Loops: what `each` goes through, in which order, and which loop `stop` and `skip` mean."""

from collections.abc import Iterator
from contextlib import contextmanager

from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.acting import Said, means
from gekido_dsl.model.sentences.together import Together
from gekido_dsl.model.types import PlayerType, item, kind_name
from gekido_dsl.syntax import nodes as s


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
            body = self.block(written.body, scope)
        scope.it, scope.spoken = before, spoken
        if word and hidden is not None:
            scope.call(word, *hidden, noted)
        elif word:
            del scope.words[word]
            scope.given.pop(word, None)
        random = order is not None and order.random
        return m.Each(items, local, acting, body, written.span, saved, written.secret, random)

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
        return leaving(0)
