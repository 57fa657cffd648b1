"""Every verb finds its meaning here; what takes more than a few lines stands in `things` and `facts`."""

import re
from dataclasses import replace

from gekido_dsl.diagnostics import Missing
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.verb import Extra
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.acting import MEANS, Said, means
from gekido_dsl.model.sentences.facts import FactVerbs
from gekido_dsl.model.sentences.frames import Usage, usage, way_of
from gekido_dsl.model.sentences.things import ThingVerbs
from gekido_dsl.model.types import (
    EFFECT,
    PLAYER,
    IntType,
    PlayerType,
    SetType,
    ThingType,
    UnknownType,
    item,
)
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.arguments import without_arguments


class Verbs(ThingVerbs, FactVerbs):
    """Resolves what a sentence does."""

    def _act(
        self, w: s.Sentence, subject: m.Expr | None, scope: Scope, slots: list[m.Slot]
    ) -> m.AnyAct | None:
        preps = {prep.word: prep.phrase for prep in w.preps}
        if not self._fits(w, usage(w.verb)):
            return None
        return MEANS[w.verb](self, Said(w, subject, preps, scope, slots))

    @means("lose")
    def _lose(self, said: Said) -> m.AnyAct | None:
        """Resolves who loses, and what somebody loses."""
        if said.subject is None:
            return self._gain(said)
        return m.acts.Defeat(self._ending(said.subject))

    @means("fill")
    def _fill(self, said: Said) -> m.AnyAct | None:
        w, scope, slots = said.w, said.scope, said.slots
        track = self._object(w, scope, slots)
        if track is None or not isinstance(track, m.ops.Track):
            return self._unfit(w, track, "a track")
        return m.acts.Fill(track.thing, track.ref)

    @means("apply")
    def _apply(self, said: Said) -> m.AnyAct | None:
        w, scope, slots = said.w, said.scope, said.slots
        effects = self._object(w, scope, slots, EFFECT)
        if effects is None:
            return None
        if item(effects.type) != EFFECT and not isinstance(item(effects.type), UnknownType):
            return self._unfit(w, effects, "an Effect")
        return m.acts.Apply(effects)

    @means("destroy", "remove")
    def _destroy(self, said: Said) -> m.AnyAct | None:
        w, scope, slots = said.w, said.scope, said.slots
        thing = self._things(w, scope, slots)
        if thing is None:
            return None
        if w.verb == "remove":
            return m.acts.Remove(thing)
        if w.way is not None and slots:
            self._wrong(
                w,
                "what is chosen one after the other is not destroyed together",
                help="name all of them: `destroy all Imps that are ... together`",
            )
        return m.acts.Destroy(thing, w.way is not None)

    @means("eliminate")
    def _eliminate(self, said: Said) -> m.AnyAct | None:
        w, scope, slots = said.w, said.scope, said.slots
        player = self._object(w, scope, slots, PLAYER)
        return None if player is None else m.acts.Eliminate(self._players(player))

    @means("win")
    def _win(self, said: Said) -> m.AnyAct | None:
        w, subject = said.w, said.subject
        if subject is None:
            self._wrong(w, "this does not say who wins")
            return None
        return m.acts.Win(self._ending(subject))

    @means("lead")
    def _lead(self, said: Said) -> m.AnyAct | None:
        w, subject = said.w, said.subject
        if subject is None:
            self._wrong(w, "this does not say who leads")
            return None
        return m.acts.Lead(self._players(subject))

    def _fits(self, w: s.Sentence, used: Usage) -> bool:
        """Reports what a sentence says that its verb does not take."""
        for prep in w.preps:
            if prep.word not in used.preps and not (
                prep.word == "as" and isinstance(prep.phrase.head, s.Local)
            ):
                self._wrong(w, f"`{w.verb}` takes no `{prep.word}`", prep.span, _instead(prep, w, self.game))
                return False
        way = way_of(w)
        if way is not None and way not in used.extras:
            self._wrong(w, f"`{w.verb}` takes no `{w.way}`")
            return False
        if w.damage is not None and Extra.DAMAGE not in used.extras:
            amount = " ".join(w.damage.span.text.split())
            self._wrong(
                w,
                f"`{w.verb}` has nothing to do with damage",
                help=f"say who suffers it: `my Bot suffers {amount} damage`",
            )
            return False
        bound = Extra.UP_TO if w.bound_word == "up" else Extra.DOWN_TO
        if w.bound is not None and bound not in used.extras:
            least = "`gains 3, up to 20`, `loses 2, down to 0`"
            self._wrong(w, f"`{w.verb}` takes no `{w.bound_word} to`", w.bound.span, f"write {least}")
            return False
        if (w.loop is not None and Extra.LOOP not in used.extras) or (
            w.order is not None and Extra.ORDER not in used.extras
        ):
            self._wrong(w, f"`{w.verb}` is not used like this")
            return False
        if (w.text is not None) is not (Extra.TEXT in used.extras):
            if w.text is not None:
                self._wrong(w, f"`{w.verb}` takes no text")
            else:
                self._wrong(w, "say what: a text in quotes", missing=Missing("text"))
            return False
        return True

    def _ending(self, subject: m.Expr) -> m.Expr:
        """Gives who wins or loses: of all players, also those who are out."""
        if isinstance(subject, m.ops.Players):
            return m.ops.Seats(subject.type, subject.span)
        return self._players(subject)

    @means("announce")
    def _announce(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        about = self._operand(w.object, scope, slots) if w.object is not None else None
        if about is not None and not isinstance(item(about.type), ThingType | PlayerType | UnknownType):
            return self._unfit(w, about, "a thing or a player")
        value = self.phrases.unchosen(preps["at"], scope) if "at" in preps else None
        return m.acts.Announce(about, value, w.text or "")

    @means("rank")
    def _rank(self, said: Said) -> m.AnyAct | None:
        """Resolves `all players rank by my Score, highest first`."""
        w, subject, scope = said.w, said.subject, said.scope
        if subject is None or w.order is None or w.order.random:
            return self._missing(w)
        players = self._ending(subject)
        rates, local = self.phrases.rates(m.ops.Players(SetType(PLAYER), w.span), w.order.keys, scope)
        return m.acts.Rank(players, rates, tuple(key.lowest for key in w.order.keys), local)

    @means("open", "end")
    def _named(self, said: Said) -> m.AnyAct | None:
        """Resolves what names a window or a phase, and nothing else."""
        w = said.w
        name = _plain_name(w.object)
        if name is None:
            return self._missing(w)
        if w.verb == "open":
            window: m.Window | None = self.index.find(name, m.Window, "window")
            return None if window is None else m.acts.Open(window)
        phase: m.Procedure | None = self.index.find(name, m.Procedure, "phase")
        return None if phase is None else m.acts.End(phase)

    @means("do")
    def _do(self, said: Said) -> m.AnyAct | None:
        w, scope, slots = said.w, said.scope, said.slots
        name = _plain_name(w.object)
        if name is None:
            return self._missing(w)
        found: m.Procedure | None = self.index.find(name, m.Procedure, "rule")
        if found is None:
            return None
        with_ = [param.type for param in found.params if param.said == "with"]
        asked = tuple(param.type for param in found.params if param.said != "with")
        phrases = list(next(((prep.phrase, *prep.more) for prep in w.preps if prep.word == "with"), ()))
        given = w.object.head.arguments if w.object and isinstance(w.object.head, s.Noun) else ()
        if phrases and asked:
            head, given = without_arguments(phrases[-1].head, len(asked))
            phrases[-1] = replace(phrases[-1], head=head)
        args: tuple[m.Expr, ...] = ()
        for number, phrase in enumerate(phrases):
            wanted = with_[number] if number < len(with_) else None
            value = self._operand(phrase, scope, slots, wanted)
            args = (*args, value if wanted is None else self.phrases.expect(value, wanted))
        if len(args) != len(with_):
            takes = "1 value" if len(with_) == 1 else f"{len(with_)} values"
            are_given = "1 is given" if len(args) == 1 else f"{len(args)} are given"
            self._wrong(w, f"`{found.name}` takes {takes} with it, and {are_given}")
            return None
        more = self.phrases.arguments(found.name, asked, given, w.span, scope)
        return None if more is None else m.acts.Do((*args, *more), found)


def _plain_name(phrase: s.Phrase | None) -> s.Name | None:
    """Gives the name that a phrase consists of; None when it says more."""
    if phrase is None or phrase.quantity is not None or not isinstance(phrase.head, s.Noun):
        return None
    return phrase.head.name


def _instead(prep: s.Prep, w: s.Sentence, game: m.Game) -> str | None:
    """Says what to write for a word that a verb does not take; None where its form says enough."""
    verb = w.verb
    numbers = {
        f.name for kind in game.kinds.values() for f in kind.fields.values() if isinstance(f.type, IntType)
    }
    taken = re.search(r"\b(\d+) ([A-Z][\w -]*?) (?:from|to) ", w.span.text)
    if taken is not None and taken[2] in numbers:
        whose = " ".join(prep.phrase.span.text.split())
        owner = {"it": "its", "me": "my"}.get(whose, f"{whose}'s")
        change = f"{taken[2]} {'loses' if prep.word == 'from' else 'gains'} {taken[1]}"
        return f"to change a number, write `{owner} {change}`"
    if prep.word == "to" and verb == "discard":
        return "to put them there, write `move` instead of `discard`"
    if prep.word != "from":
        return None
    whence = " ".join(prep.phrase.span.text.split())
    if whence == "the game":
        return "leave it out: what is removed is out of the game"
    return f"write `{'on' if whence in game.boards else 'of'} {whence}` instead of `from`"
