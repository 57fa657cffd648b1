"""Sentences and blocks become statements: the verb table, decisions, and what each verb needs.

Invariants:
    Every phrase of a sentence that leaves a choice open is a slot of the sentence's one decision.
    Where several are chosen, the act is done on each as it is chosen; chance comes after all choices of its sentence.
"""

from typing import Any

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases import Chosen, Phrases, face_type
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    EFFECT,
    INT,
    PLAYER,
    UNKNOWN,
    BoolType,
    EnumType,
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

_DONE_TO = frozenset({"suffer", "heal", "restore", "gain", "lose", "win", "lead"})
"""Verbs whose subject is what they are done to, or what they say of players."""

FRAMES: dict[str, str] = {
    "move": "move THINGS to PLACE",
    "put": "put THINGS onto SPACE, put THINGS into PLACE",
    "lock": "lock THINGS into PLACE",
    "return": "return THINGS to PLACE",
    "draw": "draw 2 THINGS, from PLACE, into PLACE, keeping 1",
    "roll": "roll DICE, roll 1 DIE into TRACK",
    "reroll": "reroll DICE",
    "flip": "flip DICE, flip LINK to SIDE, flip FACT",
    "turn": "turn DIE to FACE",
    "set": "set FACT to VALUE",
    "gain": "FACT gains NUMBER",
    "lose": "FACT loses NUMBER",
    "take": "take THING",
    "fill": "fill TRACK",
    "choose": "choose THING as NAME, choose THING as the WORD",
    "open": "open WINDOW",
    "do": "do RULE, do RULE with VALUE and VALUE",
    "apply": "apply EFFECT",
    "suffer": "THING suffers NUMBER damage from THING",
    "heal": "THING heals NUMBER damage",
    "restore": "THING restores NUMBER damage",
    "destroy": "destroy THING",
    "eliminate": "eliminate PLAYER",
    "discard": "discard THINGS",
    "shuffle": "shuffle PLACE, shuffle PLACE into PLACE",
    "win": "PLAYER wins",
    "stop": "stop",
    "end": "end PHASE",
    "remove": "remove THINGS",
    "lead": "PLAYER leads",
    "deal": "deal 5 THINGS to PLAYERS",
}
"""How each verb is used; shown when a sentence does not fit."""


class Sentences:
    """Resolves statements against one game."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.game = phrases.game
        self.index = phrases.index

    def body(self, written: tuple[s.Statement, ...], scope: Scope) -> m.Body:
        """Resolves the statements of a body."""
        statements = self.block(written, scope)
        return m.Body(statements, scope.size)

    def block(self, written: tuple[s.Statement, ...], scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves statements; what cannot be resolved is left out after it was reported."""
        made = (self.statement(one, scope) for one in written)
        return tuple(one for one in made if one is not None)

    def guard(self, guard: s.Guard | None, scope: Scope) -> tuple[m.Expr | None, bool]:
        """Resolves `if`, `unless`, `if possible`: the condition, and whether only what is possible is done."""
        if guard is None:
            return None, False
        if guard.condition is None:
            return None, True
        found = self.phrases.cond(guard.condition, scope)
        if guard.kind == "unless":
            found = m.Expr("not", found.type, guard.span, (found,))
        return found, False

    def statement(self, written: s.Statement, scope: Scope) -> m.Statement | None:
        """Resolves one statement."""
        span = written.span
        match written:
            case s.Sentence():
                return self.sentence(written, scope)
            case s.If(condition=condition, then=then, otherwise=otherwise):
                test = self.phrases.cond(condition, scope)
                return m.If(test, self.block(then, scope), self.block(otherwise, scope), span)
            case s.Each(phrase=phrase, body=body, secret=secret):
                items = self.phrases.several(phrase, scope)
                one = item(items.type)
                local = scope.fresh()
                saved = scope.fresh()
                scope.fresh()
                scope.fresh()
                before, scope.it = scope.it, (local, one)
                statements = self.block(body, scope)
                scope.it = before
                return m.Each(items, local, isinstance(one, PlayerType), statements, span, saved, secret)
            case s.Repeat(condition=condition, times=times, body=body, kind=kind):
                counter = scope.fresh()
                until = self.phrases.cond(condition, scope) if condition is not None else None
                if until is not None and kind == "until":
                    until = m.Expr("not", until.type, until.span, (until,))
                number = self.phrases.number(times, scope) if times is not None else None
                return m.Repeat(until, number, counter, self.block(body, scope), span)
            case s.ChooseOne(asking=asking, alternatives=alternatives):
                return m.Menu(
                    None,
                    asking or "Choose one",
                    tuple(one.label for one in alternatives),
                    tuple(self.guard(one.guard, scope)[0] for one in alternatives),
                    tuple(self.block(one.body, scope) for one in alternatives),
                    span,
                )
            case s.May(subject=subject, label=label, guard=guard, body=body, otherwise=otherwise):
                actor = self._one(subject, scope, PLAYER) if subject is not None else None
                condition_, _ = self.guard(guard, scope)
                menu = m.Menu(
                    actor,
                    f"{label}?",
                    (label, "Do not"),
                    (None, None),
                    (self.block(body, scope), self.block(otherwise, scope)),
                    span,
                    optional=True,
                )
                return menu if condition_ is None else m.If(condition_, (menu,), menu.bodies[1], span)

    # ------------------------------------------------------------ sentences

    def sentence(self, written: s.Sentence, scope: Scope) -> m.Sentence | None:
        """Resolves one sentence."""
        condition, possible = self.guard(written.guard, scope)
        subject = self._subject(written, scope)
        actor = subject if subject is not None and isinstance(subject.type, PlayerType) else None
        slots: list[m.Slot] = []
        outer = scope.it
        act = self._act(written, subject, scope, slots)
        if act is None:
            scope.it = outer
            self._name_unknown(written, scope)
            return None
        if written.asking and not slots:
            self._wrong(
                written,
                "a question is asked only where there is something to choose: write `a ...` or `any number of ...`",
            )
        self._name_chosen(written, slots, scope)
        rungs: list[m.Expr | None] = []
        for must in written.musts:
            rungs += self._rungs(must, slots, scope, written)
        scope.it = outer
        cites = cite_list(written.cites)
        otherwise = self.block(written.otherwise, scope) if written.otherwise is not None else None
        decision = None
        repeated = -1
        if slots:
            prompt = written.asking or _prompt(written)
            decision = m.Decision(tuple(slots), prompt, written.may, tuple(rungs))
            last = slots[-1]
            if any(slot.most != 1 or slot.least != 1 for slot in slots) and act.verb != "bind":
                many = [slot for slot in slots if slot.most != 1 or slot.least != 1]
                repeated = many[0].local
            elif last.most != 1 or last.least != 1:
                repeated = last.local
        elif written.may:
            label = _prompt(written)
            plain = m.Sentence(act, written.span, None, None, None, possible, None, cites)
            menu = m.Menu(
                actor,
                label + "?",
                (label, "Do not"),
                (None, None),
                ((plain,), otherwise or ()),
                written.span,
                True,
            )
            return menu if condition is None else m.If(condition, (menu,), (), written.span)  # type: ignore[return-value]
        return m.Sentence(act, written.span, actor, decision, condition, possible, otherwise, cites, repeated)

    def _name_unknown(self, written: s.Sentence, scope: Scope) -> None:
        """Names what a sentence that was reported would have chosen, so that its uses are no further mistakes."""
        for prep in written.preps:
            if (
                prep.word == "as"
                and isinstance(prep.phrase.head, s.Local)
                and prep.phrase.head.word not in scope.words
            ):
                scope.name(prep.phrase.head.word, UNKNOWN)

    def _name_chosen(self, written: s.Sentence, slots: list[m.Slot], scope: Scope) -> None:
        """Gives what was chosen last its word: `put ... onto an empty Cell as the cell`."""
        name = next((prep.phrase.head for prep in written.preps if prep.word == "as"), None)
        if written.verb == "choose" or not isinstance(name, s.Local):
            return
        if slots:
            scope.words[name.word] = (slots[-1].local, item(slots[-1].candidates.type))
        else:
            self._wrong(written, "there is nothing chosen that could be named", name.span)

    def _rungs(
        self, must: s.Must, slots: list[m.Slot], scope: Scope, written: s.Sentence
    ) -> list[m.Expr | None]:
        if not slots:
            self.index.report(
                codes.WRONG_SENTENCE,
                "`must` narrows a choice, and this sentence has none",
                must.span,
                "nothing to choose",
            )
            return []
        slot = slots[-1]
        one = item(slot.candidates.type)
        before = scope.it
        scope.it = before or (slot.local, one)
        subject = m.Expr("local", one, must.span, value=slot.local)
        made = [None if rung is None else self.phrases.predicate(subject, rung, scope) for rung in must.rungs]
        scope.it = before
        return made

    def _subject(self, written: s.Sentence, scope: Scope) -> m.Expr | None:
        if written.subject is None:
            return None
        if written.verb in ("gain", "lose"):
            return None
        found = self.phrases.phrase(written.subject, scope)
        found = found.candidates if isinstance(found, Chosen) else found
        if self.phrases.figures and written.verb not in _DONE_TO and isinstance(found.type, ThingType):
            return m.Expr("owner", PLAYER, found.span, (found,))
        if written.verb not in _DONE_TO and not isinstance(item(found.type), PlayerType | UnknownType):
            self.index.report(
                codes.CHOICE_BY_THING,
                f"`{found.span.text}` is {found.type} and does nothing by itself",
                found.span,
                "a player has to stand here, or nobody",
                help=f"write `{found.span.text}'s owner`"
                if isinstance(item(found.type), ThingType)
                else None,
            )
        return found

    def _one(self, phrase: s.Phrase, scope: Scope, wanted: Type) -> m.Expr:
        found = self.phrases.phrase(phrase, scope, wanted)
        if isinstance(found, Chosen):
            found = found.candidates
        return self.phrases.expect(found, wanted)

    def _wrong(self, written: s.Sentence, why: str, span: Span | None = None) -> None:
        self.index.report(
            codes.WRONG_SENTENCE,
            why,
            span or written.span,
            "here",
            help=f"this verb is used so: {FRAMES[written.verb]}" if written.verb in FRAMES else None,
        )

    def _operand(
        self,
        phrase: s.Phrase,
        scope: Scope,
        slots: list[m.Slot],
        wanted: Type | None = None,
    ) -> m.Expr:
        """Resolves a phrase of a sentence; a choice becomes a slot and the operand its local."""
        found = self.phrases.phrase(phrase, scope, wanted)
        if isinstance(found, m.Expr):
            return found
        if found.every:
            return found.candidates
        one = found.type
        local = scope.fresh()
        slots.append(m.Slot(local, found.candidates, found.least, found.most, found.random))
        scope.it = scope.it or (local, one)
        return m.Expr("local", one, phrase.span, value=local)

    # ------------------------------------------------------------ verbs

    def _act(self, w: s.Sentence, subject: m.Expr | None, scope: Scope, slots: list[m.Slot]) -> m.Act | None:
        preps = {prep.word: prep.phrase for prep in w.preps}
        allowed = _PREPS.get(w.verb, frozenset())
        for prep in w.preps:
            if prep.word not in allowed and not (prep.word == "as" and isinstance(prep.phrase.head, s.Local)):
                self._wrong(w, f"`{w.verb}` takes no `{prep.word}`", prep.span)
                return None
        if w.damage is not None and w.verb not in ("suffer", "heal", "restore"):
            self._wrong(w, f"`{w.verb}` has nothing to do with damage")
            return None
        match w.verb:
            case "move" | "put" | "return" | "lock":
                return self._move(w, preps, scope, slots)
            case "draw":
                return self._draw(w, preps, scope, slots)
            case "roll" | "reroll":
                return self._roll(w, preps, scope, slots)
            case "flip":
                return self._flip(w, preps, scope, slots)
            case "turn":
                die = self._object(w, scope, slots)
                if die is None or "to" not in preps:
                    return self._missing(w)
                one = item(die.type)
                if not isinstance(one, ThingType) or one.kind.faces is None:
                    return self._unfit(w, die, "a die")
                face = self._operand(preps["to"], scope, slots, face_type(one.kind))
                return m.Act("turn", (die, self.phrases.expect(face, face_type(one.kind))))
            case "set":
                return self._set(w, preps, scope, slots)
            case "gain" | "lose":
                return self._gain(w, scope, slots)
            case "take":
                thing = self._object(w, scope, slots)
                return None if thing is None else m.Act("take", (thing,))
            case "fill":
                track = self._object(w, scope, slots)
                if track is None or track.op != "track":
                    return self._unfit(w, track, "a track")
                return m.Act("fill", track.args, ref=track.ref)
            case "choose":
                return self._choose(w, preps, scope, slots)
            case "open":
                return self._named(w, m.Window, "window")
            case "do":
                return self._do(w, preps, scope, slots)
            case "apply":
                effects = self._object(w, scope, slots, EFFECT)
                if effects is None:
                    return None
                if item(effects.type) != EFFECT and not isinstance(item(effects.type), UnknownType):
                    return self._unfit(w, effects, "an Effect")
                return m.Act("apply", (effects,))
            case "suffer" | "heal" | "restore":
                return self._suffer(w, subject, preps, scope, slots)
            case "destroy" | "remove":
                thing = self._object(w, scope, slots)
                if thing is None:
                    return None
                return m.Act("destroy" if w.verb == "destroy" else "remove", (thing,))
            case "eliminate":
                player = self._object(w, scope, slots, PLAYER)
                return None if player is None else m.Act("eliminate", (self._players(player),))
            case "discard":
                things = self._object(w, scope, slots)
                return None if things is None else m.Act("discard", (things,))
            case "shuffle":
                return self._shuffle(w, preps, scope, slots)
            case "win":
                if subject is None:
                    self._wrong(w, "somebody wins: say who")
                    return None
                return m.Act("win", (self._players(subject),))
            case "lead":
                if subject is None:
                    self._wrong(w, "somebody leads: say who")
                    return None
                return m.Act("lead", (self._players(subject),))
            case "stop":
                return m.Act("stop")
            case "end":
                return self._named(w, m.Procedure, "phase")
            case "deal":
                return self._deal(w, preps, scope)
            case _:
                self._wrong(w, f"`{w.verb}` is not used like this")
                return None

    def _missing(self, w: s.Sentence) -> m.Act | None:
        self._wrong(w, f"`{w.verb}` needs more than this")
        return None

    def _unfit(self, w: s.Sentence, found: m.Expr | None, wanted: str) -> m.Act | None:
        if found is None:
            return None
        if not isinstance(item(found.type), UnknownType):
            self._wrong(w, f"`{w.verb}` needs {wanted}, and `{found.span.text}` is {found.type}", found.span)
        return None

    def _players(self, found: m.Expr) -> m.Expr:
        if not isinstance(item(found.type), PlayerType | UnknownType):
            return self.phrases.expect(found, PLAYER)
        return found

    def _object(
        self, w: s.Sentence, scope: Scope, slots: list[m.Slot], wanted: Type | None = None
    ) -> m.Expr | None:
        if w.object is None:
            self._wrong(w, f"`{w.verb}` needs to say what")
            return None
        return self._operand(w.object, scope, slots, wanted)

    def _move(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        things = self._object(w, scope, slots)
        goal = preps.get("to") or preps.get("into") or preps.get("onto")
        if things is None or goal is None:
            if things is not None:
                self._missing(w)
            return None
        if not isinstance(item(things.type), ThingType | UnknownType):
            return self._unfit(w, things, "things")
        where = self._operand(goal, scope, slots)
        one = item(where.type)
        if where.op == "track":
            return m.Act("move", (things, where), ref="lock" if w.verb == "lock" else "move")
        if not (
            isinstance(one, PlaceType | UnknownType)
            or (isinstance(one, ThingType) and one.kind.board is not None)
        ):
            return self._unfit(w, where, "a place or a space")
        moved = item(things.type)
        if isinstance(one, PlaceType) and isinstance(moved, ThingType) and one.holds is not moved.kind:
            self._wrong(
                w, f"`{where.span.text}` holds {one.holds.plural}, not {moved.kind.plural}", where.span
            )
            return None
        return m.Act("move", (things, where), ref="lock" if w.verb == "lock" else "move")

    def _draw(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        if w.object is None:
            self._wrong(w, "`draw` needs to say what")
            return None
        found = self.phrases.phrase(w.object, scope)
        if not isinstance(found, Chosen) or not isinstance(found.type, ThingType):
            if not isinstance(found, Chosen) or not isinstance(found.type, UnknownType):
                self._wrong(w, "`draw` needs a number of things: `draw 2 Cards`", w.object.span)
            return None
        kind = found.type.kind
        number = found.as_many or m.Expr(
            "const", IntType(found.least, found.least), w.object.span, value=found.least
        )
        span = w.span
        origin = self._place(w, preps.get("from"), kind, scope, "deck")
        goal = (
            self._place(w, preps.get("into") or preps.get("to"), kind, scope, "hand")
            if origin is not None
            else None
        )
        if origin is None or goal is None:
            return None
        keep = self._operand(preps["keeping"], scope, slots) if "keeping" in preps else None
        if keep is not None and keep.op == "const" and number.op == "const" and keep.value > number.value:
            self._wrong(w, f"{keep.value} are kept of {number.value} that are drawn", keep.span)
        args = (
            (number, origin, goal) if keep is None else (number, origin, goal, self.phrases.expect(keep, INT))
        )
        _ = span
        return m.Act("draw", args, ref=kind, value=scope.fresh())

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
                f"say {side} where: there {'is no' if not places else 'is more than one'} {word} for {kind.plural}",
            )
            return None
        place = places[0]
        place.used = True
        args = (m.Expr("actor", PLAYER, w.span),) if place.owner is not None else ()
        return m.Expr("place", PlaceType(kind), w.span, args, ref=place)

    def _roll(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        if w.object is None:
            return self._missing(w)
        if "into" in preps:
            found = self.phrases.phrase(w.object, scope)
            goal = self._operand(preps["into"], scope, slots)
            if goal.op != "track" or not isinstance(found, Chosen):
                return self._unfit(w, goal, "a track")
            return m.Act("roll_into", goal.args, ref=goal.ref, value=found.least)
        dice = self._object(w, scope, slots)
        if dice is None:
            return None
        one = item(dice.type)
        if not isinstance(one, ThingType) or one.kind.faces is None:
            return self._unfit(w, dice, "dice")
        return m.Act("reroll" if w.verb == "reroll" else "roll", (dice,))

    def _flip(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        found = self._object(w, scope, slots)
        if found is None:
            return None
        if found.op == "link":
            if "to" not in preps:
                return self._missing(w)
            sides = item(found.type)
            side = self.phrases.expect(self._operand(preps["to"], scope, slots, sides), sides)
            return m.Act("flip_link", (*found.args, side), ref=found.ref)
        one = item(found.type)
        two = isinstance(one, BoolType) or (isinstance(one, EnumType) and len(one.enum.members) == 2)
        if found.op in ("cell", "field") and two and (found.op == "cell" or found.ref.kept):
            return m.Act("flip_fact", (found,))
        if not isinstance(one, ThingType) or not one.kind.opposite:
            return self._unfit(w, found, "dice with opposite faces, a link, or a fact with two values")
        return m.Act("flip", (found,))

    def _set(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        goal = self._object(w, scope, slots)
        if goal is None or "to" not in preps:
            return self._missing(w) if goal is not None else None
        if goal.op not in ("cell", "field", "counter", "local") or (goal.op == "field" and not goal.ref.kept):
            return self._unfit(w, goal, "a fact that may change")
        value = self._operand(preps["to"], scope, slots, item(goal.type))
        value = self.phrases.expect(value, item(goal.type)) if item(goal.type) is not UNKNOWN else value
        self._check_range(w, goal, value)
        return m.Act("set", (goal, value))

    def _check_range(self, w: s.Sentence, goal: m.Expr, value: m.Expr) -> None:
        kind = goal.type
        if (
            isinstance(kind, IntType)
            and value.op == "const"
            and kind.low is not None
            and kind.high is not None
        ):
            if not kind.low <= value.value <= kind.high:
                self.index.report(
                    codes.VALUE_OUT_OF_RANGE,
                    f"`{goal.span.text}` goes from {kind.low} to {kind.high}, and is set to {value.value}",
                    value.span,
                    "outside the range",
                )

    def _gain(self, w: s.Sentence, scope: Scope, slots: list[m.Slot]) -> m.Act | None:
        if w.subject is None or w.object is None:
            return self._missing(w)
        goal = self.phrases.phrase(w.subject, scope)
        if isinstance(goal, Chosen):
            goal = goal.candidates
        if isinstance(goal.type, UnknownType):
            return None
        if goal.op not in ("cell", "field", "counter", "local") or not isinstance(goal.type, IntType):
            return self._unfit(w, goal, "a number that may change")
        if goal.op == "field" and not goal.ref.kept:
            return self._unfit(w, goal, "a number that may change")
        amount = self._operand(w.object, scope, slots, INT)
        return m.Act("gain" if w.verb == "gain" else "lose", (goal, self.phrases.expect(amount, INT)))

    def _choose(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        found = self._object(w, scope, slots)
        if found is None:
            return None
        if not slots:
            self._wrong(
                w, "there is nothing to choose: write `a ...` before the name of what is chosen", found.span
            )
            return None
        name = preps.get("as")
        if name is None:
            return self._missing(w)
        one = item(found.type)
        if isinstance(name.head, s.Local):
            several = slots[-1].most != 1
            local = scope.name(name.head.word, SetType(one) if several else one)
            return m.Act("bind", (found,), value=local)
        goal = self.phrases.expr(name.head, scope, one)
        if goal.op != "cell":
            return self._unfit(w, goal, "a fact of a phase, or `the word`")
        return m.Act("set", (goal, self.phrases.expect(found, item(goal.type))))

    def _named(self, w: s.Sentence, wanted: type[Any], what: str) -> m.Act | None:
        name = _plain_name(w.object)
        if name is None:
            return self._missing(w)
        found = self.index.find(name, wanted, what)
        return None if found is None else m.Act("open" if w.verb == "open" else "end", ref=found)

    def _do(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        name = _plain_name(w.object)
        if name is None:
            return self._missing(w)
        found: m.Procedure | None = self.index.find(name, m.Procedure, "rule")
        if found is None:
            return None
        args: tuple[m.Expr, ...] = ()
        given = next(((prep.phrase, *prep.more) for prep in w.preps if prep.word == "with"), ())
        for number, phrase in enumerate(given):
            wanted = found.params[number].type if number < len(found.params) else None
            args = (*args, self._operand(phrase, scope, slots, wanted))
        if len(args) != len(found.params):
            self._wrong(
                w, f"`{found.name}` takes {len(found.params)} values with it, and {len(args)} are given"
            )
            return None
        return m.Act("do", args, ref=found)

    def _suffer(
        self,
        w: s.Sentence,
        subject: m.Expr | None,
        preps: dict[str, s.Phrase],
        scope: Scope,
        slots: list[m.Slot],
    ) -> m.Act | None:
        if subject is None or w.damage is None:
            return self._missing(w)
        one = item(subject.type)
        rule = next((d for d in self.game.damages if isinstance(one, ThingType) and d.kind is one.kind), None)
        if rule is None:
            return self._unfit(w, subject, "a thing that has tracks for damage")
        amount = self.phrases.number(w.damage, scope)
        if w.verb != "suffer":
            return m.Act("heal" if w.verb == "heal" else "restore", (subject, amount), ref=rule)
        args = (
            (subject, amount, self._operand(preps["from"], scope, slots))
            if "from" in preps
            else (subject, amount)
        )
        return m.Act("suffer", args, ref=rule)

    def _shuffle(
        self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope, slots: list[m.Slot]
    ) -> m.Act | None:
        place = self._object(w, scope, slots)
        if place is None:
            return None
        if not isinstance(place.type, PlaceType):
            return self._unfit(w, place, "a place")
        if "into" not in preps:
            return m.Act("shuffle", (place,))
        goal = self._operand(preps["into"], scope, slots)
        return m.Act("shuffle", (place, self.phrases.expect(goal, place.type)))

    def _deal(self, w: s.Sentence, preps: dict[str, s.Phrase], scope: Scope) -> m.Act | None:
        found = self.phrases.phrase(w.object, scope) if w.object else None
        if not isinstance(found, Chosen) or not isinstance(found.type, ThingType) or "to" not in preps:
            return self._missing(w)
        players = self.phrases.several(preps["to"], scope)
        kind = found.type.kind
        origin = self._place(w, preps.get("from"), kind, scope, "deck")
        goal = next((p for p in self.game.places.values() if p.holds is kind and p.word == "hand"), None)
        if origin is None or goal is None:
            return None
        goal.used = True
        number = m.Expr("const", IntType(found.least, found.least), w.span, value=found.least)
        return m.Act("draw", (number, origin, self._players(players)), ref=goal, value=-1)


_PREPS: dict[str, frozenset[str]] = {
    "move": frozenset({"to", "into", "onto"}),
    "put": frozenset({"into", "onto", "to"}),
    "lock": frozenset({"into"}),
    "return": frozenset({"to"}),
    "draw": frozenset({"from", "into", "to", "keeping"}),
    "roll": frozenset({"into"}),
    "flip": frozenset({"to"}),
    "turn": frozenset({"to"}),
    "set": frozenset({"to"}),
    "choose": frozenset({"as"}),
    "do": frozenset({"with"}),
    "suffer": frozenset({"from"}),
    "shuffle": frozenset({"into"}),
    "deal": frozenset({"to", "from"}),
}


def _plain_name(phrase: s.Phrase | None) -> s.Name | None:
    if phrase is None or phrase.quantity is not None or not isinstance(phrase.head, s.Noun):
        return None
    return phrase.head.name


def _prompt(written: s.Sentence) -> str:
    """Says what is asked where the ruleset gives no question: the sentence itself, without its conditions."""
    end = max(
        [part.span.end for part in (written.object, *written.preps) if part is not None],
        default=written.span.end,
    )
    start = written.object.span.start if written.object is not None else written.span.start
    text = written.span.source.text[start:end]
    return f"{written.verb} {' '.join(text.split())}".capitalize()


def cite_list(marks: s.Marks) -> tuple[m.Citation, ...]:
    """Gives the citations among marks; the words `reconstructed` and `ruling` are none."""
    made = []
    for mark in marks:
        if mark.text == "reconstructed" or mark.text.startswith("ruling "):
            continue
        source, _, pages = mark.text.partition(" ")
        made.append(m.Citation(source, pages.strip(), mark.span))
    return tuple(made)
