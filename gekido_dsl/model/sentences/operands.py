"""What a verb is used with: its object and its places, and what is said when they do not fit."""

import re

from gekido_dsl.diagnostics import Label, Missing, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases import Chosen, Phrases
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.frames import WORDS, usage
from gekido_dsl.model.types import (
    PLAYER,
    BoolType,
    IntType,
    PlaceType,
    PlayerType,
    SetType,
    ThingType,
    Type,
    UnknownType,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Operands:
    """Resolves the operands of verbs against one game."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.game = phrases.game
        self.index = phrases.index

    def _one(self, phrase: s.Phrase, scope: Scope, wanted: Type) -> m.Expr:
        return self.phrases.expect(self.phrases.unchosen(phrase, scope), wanted)

    def _operand(
        self,
        phrase: s.Phrase,
        scope: Scope,
        slots: list[m.Slot],
        wanted: Type | None = None,
    ) -> m.Expr:
        """Resolves a phrase of a sentence; a choice becomes a slot and the operand its local."""
        return self._chosen(self.phrases.phrase(phrase, scope, wanted), phrase, scope, slots)

    def _chosen(self, found: m.Expr | Chosen, phrase: s.Phrase, scope: Scope, slots: list[m.Slot]) -> m.Expr:
        """Makes a slot of a phrase that leaves a choice open."""
        if isinstance(found, m.Expr):
            self._about(found, scope)
            return found
        if found.every:
            return found.candidates
        one = found.type
        local = scope.fresh()
        most = None if found.as_many is not None else found.most
        slots.append(
            m.Slot(local, found.candidates, found.least, most, found.random, found.as_many, found.adding)
        )
        scope.it = scope.it_or(local, one)
        return m.ops.Local(one, phrase.span, value=local)

    def _about(self, found: m.Expr, scope: Scope) -> None:
        """Makes a thing that is known what a sentence is about: `it` in what follows, if nothing is `it` already."""
        if scope.it is None and scope.known is None and isinstance(found.type, ThingType):
            scope.known = found

    def _object(
        self,
        w: s.Sentence,
        scope: Scope,
        slots: list[m.Slot],
        wanted: Type | None = None,
        *,
        value: bool = False,
    ) -> m.Expr | None:
        """Resolves what something is done to.

        Args:
            value: whether it may be a value; else a name means the row that is called so.
        """
        if w.object is None:
            self._wrong(w, f"`{w.verb}` needs to say what")
            return None
        row = None if wanted is not None or value else self.phrases.row_meant(w.object.head)
        return self._operand(w.object, scope, slots, wanted or row)

    def _players(self, found: m.Expr) -> m.Expr:
        if not isinstance(item(found.type), PlayerType | UnknownType):
            return self.phrases.expect(found, PLAYER)
        return found

    def _place(
        self, w: s.Sentence, phrase: s.Phrase | None, kind: m.Kind, scope: Scope, word: str
    ) -> m.Expr | None:
        if phrase is not None:
            found = self.phrases.phrase(phrase, scope)
            found = found.candidates if isinstance(found, Chosen) else found
            return self.phrases.expect(found, PlaceType(kind))
        places = [place for place in self.game.places.values() if place.holds is kind and place.word == word]
        if len(places) != 1:
            side = "from" if word == "deck" else "into"
            self._wrong(
                w,
                f"say where {kind.plural} {'come from' if side == 'from' else 'go'}: "
                f"there is {'no' if not places else 'more than one'} {word} for them",
                help=f"write `{side}` and a place, as in `{side} {self._some_place(kind, w.span.text)}`",
                missing=Missing("where", word, kind.name),
            )
            return None
        place = places[0]
        place.used = True
        owner = m.ops.Actor(PLAYER, w.span) if place.owner is not None else None
        return m.ops.Place(PlaceType(kind), w.span, owner=owner, ref=place)

    def _wrong(
        self,
        written: s.Sentence,
        why: str,
        span: Span | None = None,
        help: str | None = None,
        missing: Missing | None = None,
    ) -> None:
        self.index.report(
            codes.WRONG_SENTENCE,
            why,
            span or written.span,
            "here",
            help=help
            or (f"write it as {_one_of(usage(written.verb).forms)}" if written.verb in WORDS else None),
            missing=missing,
        )

    def _printed(self, w: s.Sentence, found: m.ops.Field, wanted: str) -> None:
        """Reports that a fact is to change which says nothing of what it starts at, so that it is printed."""
        fact = found.ref
        at = {IntType: fact.type.low or 0 if isinstance(fact.type, IntType) else 0, BoolType: "no"}
        self.index.report(
            codes.WRONG_SENTENCE,
            f"`{w.verb}` needs {wanted}, and `{fact.name}` is printed: it never changes",
            found.span,
            "here",
            Label(fact.name_span, "it has no `starts`"),
            help=f"if it changes during play, write `{fact.name}: ..., starts {at.get(type(fact.type), 'VALUE')}`",
        )

    def has_pile(self, kind: m.Kind, span: Span, help: str | None = None) -> bool:
        """Reports a kind that has no pile, or more than one, where things of it are discarded.

        Args:
            help: the step to take where there is none; None for declaring one.
        """
        piles = self.game.piles_of(kind)
        if len(piles) > 1:
            first, second, *_ = piles
            self.index.report(
                codes.WRONG_SENTENCE,
                f"{kind.plural} may be discarded to `{first.name}` or to `{second.name}`",
                span,
                "to which pile?",
                Label(first.name_span, "one pile"),
                Label(second.name_span, "another"),
                help=f"say it once where {kind.plural} lie: `deck NAME: all {kind.plural}, with pile {first.name}`; "
                f"or write `move ... to {first.name}` here",
            )
            return False
        if piles or self.index.found or self.index.lost:
            return True
        own = next(
            (one for one in self.game.places.values() if one.holds is kind and one.word == "pile"), None
        )
        if own is not None and own.owner == "player":
            help = f"say it where {kind.plural} lie: `..., with pile my {own.name}`"
        self.index.report(
            codes.WRONG_SENTENCE,
            f"there is no pile for {kind.plural}",
            span,
            "here",
            help=help or f"declare one: `pile NAME of {kind.plural}`",
        )
        return False

    def _some_place(self, kind: m.Kind, said: str) -> str:
        """Names a place that holds things of a kind and that a sentence does not name yet, as it is written."""
        for place in self.game.places.values():
            if place.holds is kind and place.name not in said:
                return f"my {place.name}" if place.owner == "player" else place.name
        return "PLACE"

    def _missing(self, w: s.Sentence) -> m.AnyAct | None:
        if w.verb == "end" and isinstance(w.subject, s.Noun) and w.subject.name.text == s.TABLE:
            help = (
                "ends are checked by themselves: set up what the condition asks for, then end a turn or phase"
            )
            self._wrong(w, "a sentence cannot end the game", help=help)
            return None
        on = next((one for one in (" on ", " in ") if one in w.span.text.split("\n")[0]), None)
        if w.verb in ("put", "move") and on is not None:
            # What was read as lying `on` something is not what was meant, nor what was found in it.
            found = self.index.found
            found[:] = [one for one in found if one.span is None or not w.span.covers(one.span)]
            to = "to" if w.verb == "move" else "onto" if on == " on " else "into"
            self._wrong(
                w, f"`{w.verb}` does not say where to", help=f"write `{to}` instead of `{on.strip()}`"
            )
            return None
        self._wrong(w, f"`{w.verb}` needs more than this")
        return None

    def _unfit(self, w: s.Sentence, found: m.Expr | None, wanted: str) -> m.AnyAct | None:
        if found is None:
            return None
        if "may change" in wanted and isinstance(found, m.ops.Field) and not found.ref.kept:
            self._printed(w, found, wanted)
        elif not isinstance(item(found.type), UnknownType):
            if w.verb == "remove" and isinstance(found.type, PlayerType):
                help = f"to take a player out of the game, write `eliminate {found.span.text}`"
                self._wrong(
                    w, f"`remove` needs things, and `{found.span.text}` is a player", found.span, help
                )
                return None
            if (
                "may change" in wanted
                and isinstance(found.type, SetType)
                and isinstance(item(found.type), IntType)
            ):
                self._wrong(
                    w, f"`{found.span.text}` may belong to several", found.span, _one_first(found.span.text)
                )
                return None
            place = found.type if isinstance(found.type, PlaceType) and wanted == "things" else None
            self._wrong(
                w,
                f"`{w.verb}` needs {wanted}, and `{found.span.text}` is {found.type}",
                found.span,
                f"say which things, as in `all {place.holds.plural} of {found.span.text}`" if place else None,
            )
        return None


def _one_first(written: str) -> str:
    """Says how to change the number of one of several that may be meant."""
    best = re.fullmatch(r"\((the (?:highest|lowest) .+)\)'s (.+)", " ".join(written.split()))
    if best is None:
        return "choose one first (`choose ... as the one`), or begin a block `each ...` for all of them"
    return (
        f"choose one first: `choose {best[1]}, then at random as the one`; then change `the one's {best[2]}`"
    )


def _one_of(forms: tuple[str, ...]) -> str:
    """Lists the sentences of a verb, a few of them."""
    shown = [f"`{form}`" for form in forms[:4]]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
