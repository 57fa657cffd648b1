"""Verbs that change what a match keeps: set, gain, lose, choose, and damage."""

from dataclasses import replace

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import ranges
from gekido_dsl.model.kernel.operator import Range as Told
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.acting import Said, means
from gekido_dsl.model.sentences.operands import Operands
from gekido_dsl.model.types import (
    INT,
    UNKNOWN,
    IntType,
    SetType,
    ThingType,
    UnknownType,
    item,
    kind_name,
)
from gekido_dsl.syntax import nodes as s


class FactVerbs(Operands):
    """Resolves what is done to facts, counters and tracks."""

    @means("set")
    def _set(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        goal = self._by_chance(w, scope, slots) or self._object(w, scope, slots)
        if goal is None or "to" not in preps:
            return self._missing(w) if goal is not None else None
        self._about_its_owner(goal, scope)
        if not goal.record.written or (isinstance(goal, m.ops.Field) and not goal.ref.kept):
            return self._unfit(w, goal, "a fact that may change")
        if any(isinstance(goal, m.ops.Local) and slot.local == goal.value for slot in slots):
            return self._unfit(w, goal, "a fact of one thing, chosen before")
        value = self._operand(preps["to"], scope, slots, item(goal.type))
        value = self.phrases.expect(value, item(goal.type)) if item(goal.type) is not UNKNOWN else value
        self._check_range(w, goal, value)
        return m.acts.Set(goal, value)

    def _about_its_owner(self, goal: m.Expr, scope: Scope) -> None:
        """Makes a sentence that changes a fact one about the thing that has it, not about the thing that it names."""
        scope.known = None
        if isinstance(goal, m.ops.Field | m.ops.Counter):
            self._about(goal.thing, scope)

    def _by_chance(self, w: s.Sentence, scope: Scope, slots: list[m.Slot]) -> m.Expr | None:
        """Resolves the fact of a thing that chance picks: `random Seat's Role`, `(random Seat whose ...)'s Role`."""
        match w.object:
            case s.Phrase(
                head=s.Of(base=s.Inner(phrase=s.Phrase(quantity=s.Quantity(kind="random", most=1)) as picked))
            ):
                pass
            case s.Phrase(quantity=s.Quantity(kind="random", most=1), head=s.Of(base=base), relative=None):
                picked = replace(w.object, head=base)
            case _:
                return None
        assert isinstance(w.object.head, s.Of)
        thing = self._operand(picked, scope, slots)
        return self.phrases.attribute(thing, w.object.head.attribute, w.object.span, scope)

    def _check_range(self, w: s.Sentence, goal: m.Expr, value: m.Expr) -> None:
        kind = goal.type
        if isinstance(kind, IntType) and isinstance(value, m.ops.Const) and kind.excludes(value.value):
            self.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"`{goal.span.text}` {kind.extent}, and is set to {value.value}",
                value.span,
                "outside the range",
            )

    @means("gain")
    def _gain(self, said: Said) -> m.AnyAct | None:
        w, scope, slots = said.w, said.scope, said.slots
        if w.subject is None or w.object is None:
            return self._missing(w)
        goal = self.phrases.unchosen(w.subject, scope)
        if isinstance(goal.type, UnknownType):
            return None
        if not goal.record.written or not isinstance(goal.type, IntType):
            return self._unfit(w, goal, "a number that may change")
        if isinstance(goal, m.ops.Field) and not goal.ref.kept:
            return self._unfit(w, goal, "a number that may change")
        self._about_its_owner(goal, scope)
        amount = self._operand(w.object, scope, slots, INT)
        bound = None if w.bound is None else self.phrases.number(w.bound, scope)
        changed = m.acts.Gain if w.verb == "gain" else m.acts.Lose
        return changed(goal, self.phrases.expect(amount, INT), bound)

    @means("sow")
    def _sow(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        goal = self._object(w, scope, slots)
        if goal is None or "into" not in preps:
            return self._missing(w) if goal is not None else None
        if isinstance(goal.type, UnknownType):
            return None
        open_ = isinstance(goal, m.ops.Field) and goal.index is None and goal.ref.kept
        if not open_ or not isinstance(goal.type, IntType) or not isinstance(goal.ref.owner, m.Kind):
            return self._unfit(w, goal, "a number that may change, of one space")
        if goal.ref.seen != "everyone":
            return self._unfit(w, goal, "a number that everyone sees")
        self._about_its_owner(goal, scope)
        into = self.phrases.unchosen(preps["into"], scope)
        if item(into.type) != ThingType(goal.ref.owner):
            if not isinstance(item(into.type), UnknownType):
                self._unfit(w, into, f"{goal.ref.owner.plural}, which have this number, too")
            return None
        word = preps["as"].head if "as" in preps else None
        if isinstance(word, s.Local):
            local = scope.name(word.word, ThingType(goal.ref.owner))
        elif word is None:
            local = scope.fresh()
        else:
            return self._missing(w)
        return m.acts.Sow(goal, into, local)

    @means("choose")
    def _choose(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        found = self._object(w, scope, slots, value=True)
        if found is None:
            return None
        if not slots:
            self._wrong(
                w,
                "there is nothing to choose: write `a ...` before the name of what is chosen",
                found.span,
                help="what is known gets a name where it is given to a rule: `do RULE with ...`",
            )
            return None
        name = preps.get("as")
        one = item(found.type)
        if name is None:
            if slots[-1].most == 1 and kind_name(one):
                return m.acts.Bind(found, scope.fresh())
            what = "several are" if slots[-1].most != 1 else f"{one} is"
            self._wrong(w, f"{what} chosen here without a name", help="write `as the` and a word after it")
            return None
        if isinstance(name.head, s.Local):
            several = slots[-1].most != 1
            local = scope.name(name.head.word, SetType(one) if several else one)
            return m.acts.Bind(found, local)
        goal = self.phrases.expr(name.head, scope, one)
        if not isinstance(goal, m.ops.Cell):
            return self._unfit(w, goal, "a fact of a phase, or `the word`")
        return m.acts.Set(goal, self.phrases.expect(found, item(goal.type)))

    @means("call")
    def _call(self, said: Said) -> m.AnyAct | None:
        w, scope = said.w, said.scope
        found = self._object(w, scope, said.slots, value=True)
        if found is None or isinstance(found.type, UnknownType):
            return None
        if said.slots:
            self._wrong(
                w,
                "`call` names what is known, and here something is left open",
                found.span,
                help="let a player choose it: `choose a ... as the WORD`",
            )
            return None
        name = said.preps["as"].head
        assert isinstance(name, s.Local)
        kind = found.type
        if isinstance(kind, IntType) and found.record.range is Told.ARITHMETIC:
            kind = IntType(*ranges.written(found))
        return m.acts.Bind(found, scope.name(name.word, kind))

    @means("suffer", "heal", "restore")
    def _suffer(self, said: Said) -> m.AnyAct | None:
        w, subject, preps, scope, slots = said.w, said.subject, said.preps, said.scope, said.slots
        if subject is None or w.damage is None:
            return self._missing(w)
        only = subject.ref if isinstance(subject, m.ops.Track) and w.verb == "suffer" else None
        subject = subject.args[0] if only is not None else subject
        self._about(subject, scope)
        one = item(subject.type)
        rule = next((d for d in self.game.damages if isinstance(one, ThingType) and d.kind is one.kind), None)
        if only is not None and rule is not None and only not in rule.tracks:
            return self._unfit(w, subject, "a track that damage goes through")
        if rule is None:
            return self._unfit(w, subject, "a thing that has tracks for damage")
        amount = self.phrases.number(w.damage, scope)
        if w.verb != "suffer":
            mended = m.acts.Heal if w.verb == "heal" else m.acts.Restore
            return mended(subject, amount, rule)
        source = self._operand(preps["from"], scope, slots) if "from" in preps else None
        return m.acts.Suffer(subject, amount, source, rule, only)
