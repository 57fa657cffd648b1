"""Where in the graph of a part the rules stand, and what is being carried out there besides.

Invariants:
    It is found by what runs and where each of that leads, the outermost first, never by what anything is called.
    What the graph lacks, such as a power in a window, is written in front of where it leads, or cannot change the dice.
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gekido_dsl.languages import joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.odds.deciding import Deciding
from gekido_dsl.odds.graph import Body, Key, Node, Written
from gekido_dsl.odds.scope import OTHER, ROLLER, UNKNOWN, NotExact, NotOpen, Seat
from gekido_dsl.source import Span


@dataclass(frozen=True)
class Running:
    """A phase, rule or window that runs."""

    decl: m.Decl | None
    span: Span | None
    """The statement that comes next; none where it is over."""
    locals: Sequence[Any]
    """Its locals; the first is the acting player."""
    begun: bool = False
    """Whether it is in the middle of that statement."""
    chosen: tuple[int, ...] = ()
    """What was chosen so far, of several that are chosen one after the other."""


class Resuming(Deciding):
    """Finds where a match goes on."""

    outer: Body
    """Of the phase that is the part, or has the others of it as its steps."""
    end: Node

    def __init__(self, *given: Any) -> None:
        """Begins; see `Reading` for what is asked."""
        super().__init__(*given)
        self.steps: dict[Span, Node] = {}
        """Where each phase of the part begins, by where its name stands in the ruleset."""
        self.running: dict[Key, Running] = {}
        """What runs, by the key of its body."""
        self.carried: dict[str, bool] = {}
        """The names of what is being carried out besides, and whether another player chooses in it."""
        self.rolling: frozenset[int] = frozenset()
        """The dice that were chosen to be rolled, and are not rolled yet: what they show counts no more."""
        self._rests: dict[Hashable, Node] = {}

    def where(self, stack: Sequence[Running]) -> Node:
        """Finds the node where what runs goes on.

        Args:
            stack: what runs, the innermost last.
        Raises:
            NotOpen: nothing of the part is left that dice decide.
            NotExact: something is being carried out that cannot be followed.
        """
        self.running, self.rolling = {}, frozenset()
        begins = next((at for at, one in enumerate(stack) if id(one.decl) == self.outer.key[0]), len(stack))
        body, node = self.outer, self.outer.leave
        for running in stack[begins:]:
            decl = running.decl
            if not isinstance(decl, m.Procedure):
                continue  # What else may be used in a window is left out: it goes on behind that.
            key = (id(decl), node)
            if key not in self.bodies and self._may_count(running, decl):
                actor = ROLLER if running.locals[0] == stack[begins].locals[0] else OTHER
                self._carry(running, decl, body, actor, node)
            if key in self.bodies:
                body = self.bodies[key]
                self.running[key] = running
                node = self._goes_on(running, decl, body)
        if begins == len(stack) or node is self.end:
            raise NotOpen("nothing is open that the dice decide")
        return node

    def _goes_on(self, running: Running, decl: m.Procedure, body: Body) -> Node:
        """Finds the node where a body goes on."""
        if _is_over(running, decl):
            return self.end if body is self.outer else body.leave
        assert running.span is not None
        if body is self.outer and running.span in self.steps:
            return self.steps[running.span]
        written = self.written.get((body.key, running.span))
        if written is None:
            raise NotExact(during([decl.name], "nobody knows what comes after that"))
        if running.chosen:
            return self._rest(written, running.chosen)
        return written.within if running.begun else written.begins

    def _may_count(self, running: Running, decl: m.Procedure) -> bool:
        """Tells whether what is left of something can change how the dice lie, or what decides about them."""
        return not _is_over(running, decl) and any(
            isinstance(act, m.acts.Apply) or self._matters(act)
            for act in self._acts(decl.body.statements)
            if not isinstance(act, m.acts.Stop | m.acts.Skip)
        )

    def _carry(self, running: Running, decl: m.Procedure, caller: Body, actor: Seat, node: Node) -> None:
        """Writes what is being carried out in front of where it leads."""
        first, self.others_choose = len(self.nodes), False
        frame = {place + 1: self._key() for place, _ in enumerate(decl.params)}
        for key in frame.values():
            self.scope.fact(key, UNKNOWN)
        try:
            self._procedure(decl, Body(frame, actor, node, (), caller.phases, caller.calls), node)
        except NotExact as error:
            raise NotExact(during([decl.name], error.why), error.span) from None
        if self.others_choose:
            raise NotExact(during([decl.name], "who chooses there depends on more than dice"), decl.name_span)
        others = any(one.kind == "decide" and one.seat is OTHER for one in self.nodes[first:])
        self.carried[decl.name] = self.carried.get(decl.name, False) or others

    def _rest(self, written: Written, chosen: tuple[int, ...]) -> Node:
        """Writes the rest of a choice of several, of which some were chosen."""
        sentence, body, many = written.statement, written.body, len(chosen)
        assert isinstance(sentence, m.Sentence) and sentence.decision is not None
        slot, *others = sentence.decision.slots
        if not isinstance(sentence.act, m.acts.Move | m.acts.Roll | m.acts.Reroll) or others:
            raise NotExact("several are being chosen, one after the other; ask again after that")
        if isinstance(sentence.act, m.acts.Rolling):
            self.rolling |= frozenset(chosen)
        key = (body.key, sentence.span, many)
        if key in self._rests:
            return self._rests[key]
        left = replace(
            slot, least=max(0, slot.least - many), most=None if slot.most is None else slot.most - many
        )
        self.choices = dict(self.choices)  # What can be chosen is another matter in each position.
        rest = replace(sentence, condition=None, decision=replace(sentence.decision, slots=(left,)))
        self._rests[key] = self._sentence(rest, body, written.after)
        return self._rests[key]

    def _procedure(self, procedure: m.Procedure, caller: Body, next_: Node) -> Node:
        """Writes the body of a rule or phase where it is called."""
        raise NotImplementedError

    def _sentence(self, sentence: m.Sentence, body: Body, next_: Node) -> Node:
        """Writes a sentence in front of a point."""
        raise NotImplementedError


def is_besides(stack: Sequence[Running]) -> bool:
    """Tells whether anything runs that the graph of a part may lack."""
    runs = [one.decl for one in stack if isinstance(one.decl, m.Procedure)]
    return any(one.word not in ("phase", "rule") for one in runs) or any(one.chosen for one in stack)


def carried_out(names: Collection[str]) -> str:
    """Says what is being carried out."""
    listed = joined(text(" and "), names)
    if len(names) == 1:
        return text("{rules} is being carried out", rules=listed)
    return text("{rules} are being carried out", rules=listed)


def during(names: Collection[str], why: str) -> str:
    """Says why something cannot be counted, with what is being carried out, if anything."""
    if not names:
        return why
    return text(
        "{carried_out}, and {reason}; ask again after that", carried_out=carried_out(names), reason=why
    )


def _is_over(running: Running, decl: m.Procedure) -> bool:
    return running.span is None or (running.begun and running.span == decl.name_span)
