"""Finds choices that the automaton may come to, though it decides nothing."""

from collections.abc import Iterator
from typing import assert_never

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Span


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports choices in its turn and in blocks for each player, of all that these set going included."""
    if not game.automaton or game.turn is None:
        return
    found = _Search(game)
    if game.setup is not None:
        found.block(game.setup.body.statements, False)
    for line in game.turn.lines:
        own = not game.turn.together and not (game.turn.round and line.turns < 0)
        turns = game.turn.turns[line.turns] if line.turns >= 0 else None
        apart = _tells_apart(line.condition) or (turns is not None and _tells_apart(turns.each))
        for phase in (line.phase, *line.steps):
            found.body(phase, own and not apart)
    taken = not game.turn.together and not (
        game.turn.turns and all(_tells_apart(one.each) for one in game.turn.turns)
    )
    for trigger in game.triggers:
        if trigger.event is not None and isinstance(trigger.event.subject, m.Stretch):
            found.body(trigger, taken and (trigger.event.subject.name == "Turn" or not game.turn.round))
    for span, text in found.asked.items():
        yield Diagnostic(
            codes.AUTOMATON_ASKED,
            f"the automaton may be asked here, but it cannot decide: {text}",
            (Label(span, "who chooses?"),),
            "leave it out with `if me is not the automaton`, or `each player that is not the automaton`; "
            "use a rule or `random` to say what it does",
        )


class _Search:
    """Goes through what is done while the automaton may be the one who acts."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self.asked: dict[Span, str] = {}
        self._seen: set[tuple[int, bool]] = set()

    def body(self, procedure: m.Procedure, acting: bool) -> None:
        """Goes through a phase or a rule, once for each answer to whether the automaton may act in it."""
        if (id(procedure), acting) in self._seen:
            return
        self._seen.add((id(procedure), acting))
        acting = acting and not any(map(_tells_apart, (procedure.condition, *procedure.only_if)))
        self.block(procedure.body.statements, acting)
        for exception in procedure.exceptions:
            if exception.body is not None:
                self.block(exception.body.statements, acting and not _tells_apart(exception.condition))
        for trigger in self.game.triggers:
            if trigger.event is not None and trigger.event.subject is procedure:
                self.body(trigger, acting)

    def block(self, statements: tuple[m.Statement, ...], acting: bool) -> None:
        """Goes through statements in order."""
        for statement in statements:
            match statement:
                case m.Sentence():
                    acting = self._sentence(statement, acting)
                case m.If(condition=condition, then=then, otherwise=otherwise):
                    apart = _tells_apart(condition)
                    self.block(then, acting and not apart)
                    self.block(otherwise, acting and not apart)
                    ends = (
                        bool(then)
                        and isinstance(then[-1], m.Sentence)
                        and isinstance(then[-1].act, m.acts.Stop | m.acts.End)
                    )
                    acting = acting and not (apart and ends)
                case m.Each(items=items, body=body):
                    self.block(body, not _tells_apart(items) if statement.acting else acting)
                case m.Repeat(body=body):
                    self.block(body, acting)
                case m.Menu(actor=actor, bodies=bodies, span=span, prompt=prompt):
                    if acting and actor is None:
                        self.asked.setdefault(span, prompt)
                    for body in bodies:
                        self.block(body, acting)
                case _:
                    assert_never(statement)

    def _sentence(self, sentence: m.Sentence, acting: bool) -> bool:
        """Goes through a sentence; tells whether the automaton may still act after it."""
        apart = _tells_apart(sentence.condition)
        mine = acting and not apart and sentence.actor is None
        decision = sentence.decision
        if mine and decision is not None and not all(slot.random for slot in decision.slots):
            self.asked.setdefault(sentence.span, decision.prompt)
        if sentence.otherwise:
            self.block(sentence.otherwise, mine)
        for called in self.facts.called_by(sentence.act):
            if isinstance(called, m.Procedure):
                self.body(called, mine)
        return acting and not (apart and isinstance(sentence.act, m.acts.Stop | m.acts.End))


def _tells_apart(condition: m.Expr | None) -> bool:
    """Tells whether something asks who the automaton is, at once or behind a definition."""
    seen: set[int] = set()
    stack = [condition] if condition is not None else []
    while stack:
        for expr in walk.exprs(stack.pop()):
            if isinstance(expr, m.ops.Automaton):
                return True
            if isinstance(expr, m.ops.Defined) and id(expr.ref) not in seen:
                seen.add(id(expr.ref))
                stack.append(expr.ref.test)
    return False
