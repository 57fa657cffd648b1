"""Why something is not among the choices: which part of which condition leaves it out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.looking_ahead import RUNNING
from gekido_dsl.interpreter.state import Asked, State
from gekido_dsl.interpreter.windows import WindowStep
from gekido_dsl.languages import joined, text
from gekido_dsl.model import hidden, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, ThingType, item
from gekido_dsl.telling.choices import Choices


class Reasons(Choices):
    """Asks of the open question of one state why it leaves something out."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.state = state

    def why_not(self, asked: str) -> list[str]:
        """Looks for a thing or value by name, and tells which part of which condition leaves it out."""
        s = self.state
        question = s.question
        if question is None:
            return [text("the match is over")]
        wanted = " ".join(asked.lower().split())
        if any(choice.label.lower() == wanted for choice in self.choices(question)):
            return [text("it is among the choices")]
        if isinstance(question.asker, WindowStep):
            return self._window_reasons(question, wanted)
        reasons: list[str] = []
        asker = question.asker
        L = list(s.frames[-1].locals)
        for slot in getattr(asker, "slots", ()):
            for value in self._named(item(slot.candidates.type), wanted):
                L[slot.local] = value
                name = self.labels.value(s, item(slot.candidates.type), value)
                left_out = self._left_out(slot.candidates, value, L) or self._narrowed(asker)
                reasons += [text("{name}: {told}", name=name, told=reason) for reason in left_out]
        return list(dict.fromkeys(reasons))

    def _narrowed(self, asker: Any) -> list[str]:
        """Names what keeps the better choices of those that may be made: a ladder, a loop that looks ahead."""
        decision = asker.sentence.decision
        rungs = [next((rung for rung in ladder if rung is not None), None) for ladder in decision.ladders]
        told = [_clean(rung).removeprefix("must ") for rung in rungs if rung is not None]
        loops = [loop for f in self.state.frames for loop in f.code.aheads if f.locals[loop.local] == RUNNING]
        reasons: list[str] = [text("must {rule}", rule=one) for one in told]
        for loop in loops:
            rule = " ".join(loop.span.text.split())
            if loop.sign > 0:
                reasons.append(text("`{rule}` would not end highest", rule=rule))
            else:
                reasons.append(text("`{rule}` would not end lowest", rule=rule))
        return reasons

    def _named(self, kind: Any, wanted: str) -> list[Any]:
        if isinstance(kind, EnumType):
            return [k for k, name in enumerate(kind.enum.members) if wanted in name.lower()]
        if isinstance(kind, ThingType):
            things = self.layout.things[kind.kind.name]
            return [
                t for t in things if wanted in self.labels.called(self.state, t).lower() and self._may_name(t)
            ]
        return []

    def _may_name(self, thing: int) -> bool:
        """Tells whether the asking seat may see a thing."""
        assert self.state.question is not None
        return knowledge.knows(self.state, self.state.question.seat, thing)

    def _window_reasons(self, question: Asked, wanted: str) -> list[str]:
        s = self.state
        asker = question.asker
        assert isinstance(asker, WindowStep)
        reasons: list[str] = []
        for _, tests in asker.lines[s.frames[-1].locals[1]][3]:
            for test in tests:
                candidates = test.action.candidates
                assert candidates is not None
                for value in self._named(test.action.item, wanted):
                    L = [question.seat, value, *[NONE] * max(test.size, 20)]
                    thing = self.thing_of(test.action.item, value)
                    name = text("{action}: {thing}", action=test.action.name, thing=thing)
                    if test.spent(s, question.seat):
                        reasons.append(
                            text("{name}: used before, once each {time}", name=name, time=str(test.once))
                        )
                    parts = self._asked(candidates, value, L)
                    for written in test.action.only_if:
                        fails = _fails(s.program.evaluator.make(written), s, L)
                        told = text("only if {rule}", rule=_clean(written)) if fails else ""
                        parts.append(_Part(told, self._may_read(written, L)))
                    reasons += [
                        text("{name}: {told}", name=name, told=why) for why in self._told(parts, candidates)
                    ]
        return reasons

    def _left_out(self, candidates: m.Expr, value: Any, L: list[Any]) -> list[str]:
        """Lists the conditions of a filter that a value fails, the parts of a definition each by itself."""
        return self._told(self._asked(candidates, value, L), candidates)

    def _told(self, parts: list["_Part"], whole: m.Expr) -> list[str]:
        """Gives the reasons that tell the seat nothing that it cannot know.

        That it is no choice tells that a part does not hold. So if no part that the seat can read fails, a hidden one
        does; which of several, would tell too much.
        """
        open_ = [part.reason for part in parts if part.is_open and part.reason]
        hidden = [part for part in parts if not part.is_open]
        if open_ or not any(part.reason for part in hidden):
            return open_
        return [hidden[0].reason] if len(hidden) == 1 else [text("not so: {rule}", rule=_clean(whole))]

    def _asked(self, candidates: m.Expr, value: Any, L: list[Any]) -> list["_Part"]:
        s = self.state
        make = s.program.evaluator.make
        found: list[_Part] = []
        while isinstance(candidates, m.ops.Filter):
            L = [*L, *[NONE] * (candidates.value + 1 - len(L))]
            L[candidates.value] = value
            found += self._parts(candidates.test, L)
            candidates = candidates.set
        is_there = value in make(candidates)(s, L)
        reason = "" if is_there else text("it is not among {rule}", rule=_clean(candidates))
        return [*found, _Part(reason, self._may_read(candidates, L))]

    def _parts(self, test: m.Expr, L: list[Any]) -> list["_Part"]:
        s = self.state
        make = s.program.evaluator.make
        fails = _fails(make(test), s, L)
        if isinstance(test, m.ops.And):
            return [one for part in test.args for one in self._parts(part, L)]
        if isinstance(test, m.ops.Defined) and not test.ref.exceptions:
            definition: m.Definition = test.ref
            inner = [L[0], *(make(arg)(s, L) for arg in test.args), *[NONE] * definition.locals]
            apart = isinstance(definition.test, m.ops.And | m.ops.Defined)
            parts = self._parts(definition.test, inner) if apart else []
            is_open = self._may_read(test, L) or any(part.is_open and part.reason for part in parts)
            cites = "".join(f" [{cite}]" for cite in definition.cites)
            reason = joined("; ", self._told(parts, definition.test))
            reason = reason or text("not so: {rule}", rule=_clean(definition.test))
            told = text(
                "it is no {definition}: {reason}", definition=f"{definition.name}{cites}", reason=reason
            )
            return [_Part(told if fails else "", is_open)]
        return [_Part(text("not so: {rule}", rule=_clean(test)) if fails else "", self._may_read(test, L))]

    def _may_read(self, test: m.Expr, L: list[Any]) -> bool:
        """Tells whether the asking seat can work out a condition."""
        s, question = self.state, self.state.question
        who, _ = hidden.readers(self.layout.game, test)
        if who != "owner" or question is None:
            return who == "everyone"
        one = next(
            (part for part in walk.inside(test) if isinstance(part, m.ops.Local) and part.value == 1), None
        )
        theirs = (
            isinstance(one.type, ThingType) and L[1] != NONE and s.owner(L[1]) == question.seat
            if one
            else True
        )
        return bool(L[0] == question.seat and theirs)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a condition."""

    reason: str
    """Empty where it holds."""
    is_open: bool
    """Whether the seat can work it out."""


def _fails(test: Callable[[State, Any], bool], s: State, L: Any) -> bool:
    """Tells whether a condition does not hold; one that cannot be asked, since another does not hold, is no reason."""
    try:
        return not test(s, L)
    except e.RuleError:
        return False


def _clean(expr: m.Expr) -> str:
    return " ".join(expr.span.text.split())
