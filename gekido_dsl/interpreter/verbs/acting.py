"""What the verbs have in common: the program they are made for, telling events and making triggers due."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar, overload

from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.tally_names import TallyNames
from gekido_dsl.interpreter.leaving import leave_game, standing_on
from gekido_dsl.interpreter.noticing import notice
from gekido_dsl.interpreter.operators.in_order import listing
from gekido_dsl.interpreter.state import Code, Frame, Locals, Program, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import unseen
from gekido_dsl.model.types import NONE, SetType
from gekido_dsl.telling import words
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.record import Record

Act = Callable[[State, Frame], None]
Done = TypeVar("Done", bound=m.Act)
Other = TypeVar("Other", bound=m.Act)
Maker = Callable[[Any, m.Sentence, Done, Code], Act]
RUNS: Final[dict[type[m.Act], Maker[Any]]] = {}
"""What makes acts of each class, given the sentence, what it does, and the code that it stands in."""


@overload
def runs(act: type[Done], /) -> Callable[[Maker[Done]], Maker[Done]]: ...
@overload
def runs(act: type[Done], other: type[Other], /) -> Callable[[Maker[Done | Other]], Maker[Done | Other]]: ...
def runs(*acts: type[m.Act]) -> Callable[[Maker[Any]], Maker[Any]]:
    """Registers the function that makes acts of these classes."""

    def register(method: Maker[Any]) -> Maker[Any]:
        for act in acts:
            assert act not in RUNS, act
            RUNS[act] = method
        return method

    return register


class Acts:
    """Makes acts for one program; each verb is a registered function that is given this."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.labels = Labels(program.layout)
        self.names = TallyNames(program.layout)
        self.expr = program.evaluator.make
        self.keeps: dict[Any, Any] = {}
        """By declaration, what keeps the limit of a place; by place and expression, how it is filled again."""
        self.lates: dict[str, Callable[[State, Locals], Any]] = {}
        """By place, whether its limit is kept once for all that is drawn."""

    def make(self, sentence: m.Sentence, code: Code) -> Act:
        """Makes the act of a sentence."""
        return RUNS[type(sentence.act)](self, sentence, sentence.act, code)

    def tell(
        self, s: State, code: Code | None, span: Any, kind: str, *args: Any, why: tuple[str, ...] = ()
    ) -> None:
        """Notes something that happened, when anybody listens; not what the ruleset keeps out of the log."""
        if s.notice is not None and not s.trying:
            actor = s.frames[-1].locals[0] if s.frames else NONE
            notice(self.names, s, kind, args, actor)
        if s.log is not None and not (kind == "set" and getattr(args[0].ref, "unlogged", False)):
            actor = s.frames[-1].locals[0] if s.frames else NONE
            # Put into words at once: a die, say, goes by the face that it shows now.
            reader = s.cells[lay.DECIDES] - 1 if s.cells[lay.SECRET] else None
            record = _record(code, kind, args, span, actor, why, reader)
            event, reports = words.event(s, s.running(), record), self.program.reports
            about = reports.about(s, record) if reports is not None else ()
            s.log.append(replace(event, about=about) if about else event)

    def leave_game(self, s: State, code: Code, span: Any, thing: int) -> None:
        """Takes a thing out of the game, and tells what stood on it."""
        for one in standing_on(s, thing):
            self.tell(s, code, span, "off", one, s.where[one])
        leave_game(s, thing)

    def decides_in_secret(self, s: State, code: Code, span: Any, player: int) -> None:
        """Tells everybody that a player is about to decide in secret; it is all that others are told."""
        if s.log is not None:
            s.log.append(words.event(s, s.running(), _record(code, "secret", (player,), span, player)))

    def report(self, s: State, *ending: Frame) -> None:
        """Tells the reports that wait for bodies which end."""
        if self.program.reports is not None:
            for frame in ending:
                self.program.reports.tell(s, frame)

    def trigger(self, s: State, kind: str, name: str, actor: int, *given: Any) -> None:
        """Makes the triggers of an event due."""
        for condition, code, one in self.program.triggers.get((kind, name), ()):
            frame = code.start(actor, *given)
            self.forget(s, one, actor)
            if condition is None or condition(s, frame.locals):
                s.pending.append(frame)

    def forget(self, s: State, trigger: m.Procedure, actor: int) -> None:
        """Notes what a trigger may write unseen, whether it is done or not."""
        for one in unseen.of(self.program.game).before.get(id(trigger), ()):
            knowledge.may_be_written(s, one.decl, one.own, {actor}, remember=False)

    def instead(self, s: State, kind: str, about: str, actor: int, *given: Any) -> bool:
        """Has a rule stand in for an event, the first whose condition holds: it is done when the step at hand is.

        One that is being done stands in for nothing.
        """
        for condition, code in self.program.instead.get((kind, about), ()):
            if any(frame.code is code and frame.step > 0 for frame in s.frames):
                continue
            frame = code.start(actor, *given)
            if condition is None or condition(s, frame.locals):
                s.pending.append(frame)
                return True
        return False

    def things(self, named: m.Expr) -> Callable[[State, Locals], list[int]]:
        """Makes the function that gives the things an act is done to, one or several."""
        things = listing(self.program.evaluator, named)
        several = isinstance(named.type, SetType)

        def listed(s: State, L: Locals) -> list[int]:
            found = things(s, L)
            if isinstance(found, list | tuple):
                return list(found)
            return list(found) if several else [] if found == NONE else [found]

        return listed


def _record(
    code: Code | None,
    kind: str,
    args: tuple[Any, ...],
    span: Any,
    actor: int,
    why: tuple[str, ...] = (),
    reader: int | None = None,
) -> Record:
    """Notes what a body did."""
    rule = code.name if code is not None else ""
    cites = code.decl.cites if code is not None and code.decl is not None else ()
    return Record(kind, args, rule, cites, span, actor, why, reader)
