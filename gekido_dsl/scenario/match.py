"""The match that a scenario is about: its state, what the steps share, and how its turn begins.

Invariants:
    The match starts from the ruleset's own set-up; what is given changes the state it left, and nothing else.
    All code and conditions of a scenario are made before its match, so that every cell they need is there.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeGuard

from gekido_dsl import engine as e
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.build import Builder
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.moving import belong
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.scenario import choices
from gekido_dsl.scenario.place import Arranger
from gekido_dsl.scenario.script import CHANCE, Outcome, Script
from gekido_dsl.scenario.trouble import Failure
from gekido_dsl.source import Span
from gekido_dsl.telling.labels import Labels

SEED: Final = 1
STEPS_LIMIT: Final = 500
"""How many decisions one step of a scenario may pass on its way."""
FIRST: Final = ("first falls", "first chance")
"""The steps that say what chance does in the set-up."""
SCRIPTED: Final = ("falls", "chance")
"""The steps that say what it does later."""

Steps = dict[str, Callable[[m.ScenarioStep], None]]
"""What carries out a step, by its kind."""


class Match:
    """One match of a scenario."""

    def __init__(self, interpreter: Interpreter, scenario: m.Scenario) -> None:
        self.interpreter = interpreter
        self.scenario = scenario
        self.at = scenario.span
        self.events: list[e.Event] = []
        self.since = 0
        """How many events there were before the last `when` lines."""
        self.error: tuple[e.RuleError, Span] | None = None
        """A rule error that no step has asked for yet."""
        self.begun = False
        self.changed = False
        """Whether something was given since the open question was asked."""
        self.turn: m.ScenarioStep | None = None
        self.late: list[m.ScenarioStep] = []
        """Facts of phases that are given; they hold once the turn has begun."""
        self.early: list[tuple[m.ScenarioStep, m.Procedure, int]] = []
        """Facts that were given of phases that did not run then, and how many events there were."""
        self.round_given = False
        self.given: list[tuple[m.ScenarioStep, Any]] = []
        """What was given before the first turn, and what it was then."""
        self.undone = ""
        """What has happened to it before the first question; empty for nothing."""
        later = Counter(_scripted(step) for step in scenario.steps if step.kind in SCRIPTED)
        decks = frozenset(one.name for one in interpreter.game.places.values() if one.word == "deck")
        self.script = Script(dict(later), decks)
        self.chose: Callable[[Match, int], None] | None = None
        """Is shown the match before a choice that a line names."""
        self.state: State

    def open(self) -> None:
        """Plays the set-up, up to its first question."""
        game = self.interpreter.game
        answers = {
            name: game.options[name].answers.members[number] for name, number in self.scenario.options.items()
        }
        setting = e.Setting(self.scenario.players or game.least_players, SEED, answers)
        self.program = self.interpreter.program(setting.players, self.interpreter.option_numbers(answers))
        self.labels = Labels(self.program.layout)
        self._prepare()
        self.state = self.interpreter.opened(setting, self.script)
        for step in self.scenario.steps:
            if step.kind in FIRST:
                self.script.first(*self.outcomes(step))
        self.interpreter.go_on(self.state, self.script)
        self.arranger = Arranger(self.state, self.labels, self.value, self.act, self.belong)

    def _prepare(self) -> None:
        """Makes code and conditions."""
        builder = Builder(self.program)
        make = self.program.evaluator.make
        self.belong = partial(belong, builder.acts)
        self.codes: dict[int, Code] = {}
        self.functions: dict[int, Any] = {}
        self.size = self.scenario.locals + 4
        for step in self.scenario.steps:
            if step.body is not None:
                code = self.program.new_code("Scenario", None, step.body.locals + 4)
                builder.body(code, step.body.statements)
                builder.end(code)
                self.codes[id(step)] = code
            if step.expr is not None and of_several(step.expr):
                self.functions[id(step.expr.thing)] = make(step.expr.thing)
            if isinstance(step.expr, m.ops.Owner):
                self.functions[id(step.expr.of)] = make(step.expr.of)
            exprs = [step.expr, *(value for value in step.values if isinstance(value, m.Expr))]
            for expr in exprs:
                if expr is not None:
                    self.functions[id(expr)] = make(expr)
            act = _setting_act(step, self.size - 1)
            if act is not None:
                code = self.program.new_code("Scenario", None, self.size)
                builder.block(code, (m.Sentence(act, step.span),))
                self.codes[id(step)] = code

    def value(self, expr: m.Expr, state: State | None = None) -> Any:
        """Gives the value of an expression; the player on turn acts.

        Raises:
            Failure: it asks something of a thing, a place or a player that is not there.
        """
        state = state or self.state
        try:
            return self.functions[id(expr)](state, [state.cells[lay.ON_TURN], *[NONE] * self.size])
        except (LookupError, TypeError) as error:
            raise Failure(f"{expr.span.text} cannot be told in this match") from error

    def outcomes(self, step: m.ScenarioStep) -> tuple[str, list[Outcome]]:
        """Gives the sort of dice that fall, or chance, and what comes."""
        if step.expr is None:
            return CHANCE, list(self.picks(step))
        kind = die_of(step.expr)
        low = kind.faces[0] if isinstance(kind.faces, tuple) else 0
        return kind.name, [self.value(value) - low for value in step.values]

    def picks(self, step: m.ScenarioStep) -> list[str]:
        """Names what a line says that is chosen as it is offered."""
        return [
            self.labels.called(self.state, self.value(one)) if isinstance(one, m.Expr) else one
            for one in step.values
        ]

    def seat(self, expr: m.Expr) -> int:
        """Gives the player that is meant: by name, or as the owner of a thing."""
        value = self.value(expr)
        if isinstance(value, list | tuple):
            value = value[0] if value else NONE
        if isinstance(item(expr.type), ThingType) and value != NONE:
            value = self.state.owner(value)
        if value == NONE:
            raise Failure(f"nobody plays {expr.span.text} in this match")
        return int(value)

    def act(self, step: m.ScenarioStep) -> None:
        """Runs the one sentence that a `given` was made into."""
        code = self.codes.get(id(step))
        if code is None:
            raise Failure("this follows from the rules and cannot be given")
        goal = step.expr
        if goal is not None and of_several(goal):
            for thing in self.value(goal.thing):
                frame = code.start(self.state.cells[lay.ON_TURN])
                frame.locals[self.size - 1] = thing
                code.steps[0](self.state, frame)
        else:
            code.steps[0](self.state, code.start(self.state.cells[lay.ON_TURN]))
        self.state.pending.clear()

    # ------------------------------------------------------------ the turn

    def begin(self) -> None:
        """Begins the turn, at the phase that is given, up to the first decision."""
        if self.begun:
            return
        self.begun = True
        self.script.in_setup = False
        state, program = self.state, self.program
        if state.question is not None:
            early = next(iter([self.turn] if self.turn is not None else self.late), None)
            if early is not None:
                asked = state.question
                raise Failure(
                    f"the set-up still asks player {asked.seat + 1}: {asked.prompt.rstrip('?.')}? "
                    "Answer with `when Ape chooses ...` instead of this line, and the first turn follows; "
                    "or say who plays what, `given seats ...`",
                    early.span,
                )
            state.frames.insert(0, program.turn.start(state.cells[lay.FIRST]))
            return
        self.all_fell(first=True)
        if self.turn is not None and self.turn.expr is not None:
            state.cells[lay.ON_TURN] = self.seat(self.turn.expr)
            if not self._amid_round:
                state.cells[lay.FIRST] = state.cells[lay.ON_TURN]
            state.cells[lay.LEADS] = 0
        if not state.cells[lay.OVER]:
            state.frames = [program.turn.start(state.cells[lay.ON_TURN])]
            if self.turn is not None and self.turn.subject is not None:
                self._enter(self.turn.subject)
            elif self._amid_round:
                self._before_turn(state.frames[-1], (0,))
        for step in self.late:
            self.set_of_phase(step)

    @property
    def _amid_round(self) -> bool:
        """Whether the turn that is given is one of a round that is given, so that those before it are over."""
        turn = self.interpreter.game.turn
        if not self.round_given or self.turn is None or turn is None or turn.together:
            return False
        return not turn.round or self.turn.subject is not None

    def _before_turn(self, frame: Frame, steps: tuple[int, ...]) -> None:
        """Runs the steps of a round that lead to the turn that is given."""
        state, layout = self.state, self.program.layout
        who = state.cells[lay.ON_TURN]
        for step in steps:
            frame.code.steps[step](state, frame)
            if self._amid_round:
                state.cells[lay.ON_TURN] = frame.locals[0] = who
                for k in range((who - state.cells[lay.FIRST]) % layout.players):
                    state.cells[layout.had_cell + (state.cells[lay.FIRST] + k) % layout.players] = 1

    def _enter(self, phase: m.Procedure) -> None:
        """Begins the turn at a phase; the phases before it do not take place, but what they note is noted."""
        state, program = self.state, self.program
        turn = self.interpreter.game.turn
        lines = turn.lines if turn is not None else ()
        found = [(k, line) for k, line in enumerate(lines) if phase is line.phase or phase in line.steps]
        assert self.turn is not None
        if not found:
            raise Failure(f"{phase.name} is no phase of a turn", self.turn.span)
        number, line = found[0]
        frame = state.frames[-1]
        state.log = []
        before, own = program.turn_entries[number]
        self._before_turn(frame, before)
        for k, note in enumerate(self.interpreter.game.notes):
            condition = program.evaluator.make(note.condition)
            held = condition(state, [frame.locals[0], *[NONE] * note.locals])
            state.cells[program.layout.note_cell + k] = int(bool(held))
        frame.step = own
        frame.code.steps[frame.step](state, frame)
        inner = state.frames[-1]
        if inner is frame:
            raise Failure(f"the turn leaves out {line.phase.name} here", self.turn.span)
        inner.code.steps[0](state, inner)
        if phase is not line.phase:
            inner.step = inner.code.exit - len(line.steps) + line.steps.index(phase)
        state.log = None

    def count_from(self, step: m.ScenarioStep) -> None:
        """Has the turns or rounds counted from a number on: the next one has it, or the one that has begun."""
        assert step.expr is not None
        number, cells = self.value(step.values[0]), self.state.cells
        if number < 1:
            raise Failure(f"{step.expr.span.text} counts from 1", step.span)
        of_round = isinstance(step.expr, m.ops.Round)
        cells[lay.ROUND if of_round else lay.TURNS] = number - (not self.begun)
        if of_round and not self.begun:
            cells[lay.ROUND_OVER] = 1
            self.round_given = True

    def remember(self, step: m.ScenarioStep) -> None:
        """Notes what was given before the first turn, so that a rule that changes it at once can be told."""
        if not self.begun:
            self.given.append((step, self._standing_of(step)))

    def _standing_of(self, step: m.ScenarioStep) -> Any:
        assert step.expr is not None
        if isinstance(step.expr, m.ops.Place | m.ops.Track):
            return sorted(self.arranger.holding(step.expr))
        return self.value(step.expr) if isinstance(step.expr, m.ops.Field | m.ops.Counter) else None

    def _note_undone(self) -> None:
        changed = [step.expr for step, was in self.given if step.expr and self._standing_of(step) != was]
        if changed:
            phases = [event.data[0].name for event in self.events if event.kind == "begin" and event.data]
            if self.turn is not None and self.turn.subject is not None:
                phases.insert(0, self.turn.subject.name)
            what = " and ".join(dict.fromkeys(" ".join(expr.span.text.split()) for expr in changed))
            by = f" in {' or '.join(dict.fromkeys(phases))}" if phases else ""
            self.undone = (
                f"\n{what} was given, and rules changed it{by} before this was asked; "
                "to give it at this moment, write the `given` line after a `then` line"
            )

    def set_of_phase(self, step: m.ScenarioStep) -> None:
        """Sets the fact of a phase; the phase sets it anew when it begins."""
        assert step.expr is not None
        phase = step.expr.ref.owner
        if isinstance(phase, m.Procedure) and all(f.code.phase is not phase for f in self.state.frames):
            self.early.append((step, phase, len(self.events)))
        self.act(step)

    def check_early(self) -> None:
        """Refuses facts of phases that were given in vain: what is done next begins their phase."""
        for step, phase, since in self.early:
            begun = [event for event in self.events[since:] if event.kind == "begin" and event.data]
            if any(event.data[0] is phase for event in begun):
                fact = step.expr.ref.name if step.expr is not None else ""
                raise Failure(
                    f"{phase.name} sets {fact} again when it begins: "
                    f"write `given the turn of ..., at {phase.name}` before",
                    step.span,
                )
        self.early = []

    # ------------------------------------------------------------ going on

    def decision(self) -> e.Decision | None:
        """Gives the open question."""
        return self.interpreter.decision(self.state)

    def go_on(self) -> None:
        """Goes on to the next decision, if the match stands between two; asks anew after something was given."""
        first = not self.begun
        self.begin()
        if (self.state.question is None or self.changed) and self.state.frames:
            self.changed = False
            self.events += self.interpreter.go_on(self.state, self.script)
        if first:
            self._note_undone()

    def take(self, choice: int, *, named: bool = False) -> None:
        """Has a choice of the open question taken.

        Args:
            named: whether a line says so, and it is not only passed on the way.
        """
        if named and self.chose is not None:
            self.chose(self, choice)
        self.events += self.interpreter.apply(self.state, choice, self.script)

    def guarded(self, run: Callable[[], None]) -> None:
        """Runs a step; a rule error may be what the next step expects."""
        try:
            run()
        except e.RuleError as error:
            self.error = (error, self.at)

    def standing(self) -> str:
        """Says what is being asked."""
        decision = self.decision()
        asked = (
            f"\n{self.labels.player(decision.seat)} is being asked {choices.said(decision)}"
            if decision
            else ""
        )
        return asked + self.undone

    def all_fell(self, *, first: bool = False) -> None:
        """Refuses scripted chance that never came.

        Args:
            first: whether that of the set-up is meant.
        """
        for step in self.scenario.steps:
            if step.kind not in (FIRST if first else SCRIPTED):
                continue
            die, _ = self.outcomes(step)
            left = self.script.left(die, first=first)
            if left and step.expr is not None:
                plural = die_of(step.expr).plural
                said = (
                    f"given {plural} never fell in the set-up" if first else f"scripted {plural} never fell"
                )
                raise Failure(f"{left} of the {said}", step.span)
            if left:
                raise Failure(
                    f"chance never chose {self.picks(step)[-1]}{' in the set-up' if first else ''}", step.span
                )


def of_several(goal: m.Expr) -> TypeGuard[m.ops.Field | m.ops.Counter]:
    """Tells whether what is given is a fact of several things: then each of them gets the value."""
    return isinstance(goal, m.ops.Field | m.ops.Counter) and isinstance(goal.thing.type, SetType)


def _setting_act(step: m.ScenarioStep, local: int) -> m.AnyAct | None:
    """Makes the act that sets what is given, where the language has one.

    Args:
        local: holds the thing whose fact is set, where several have it.
    """
    goal = step.expr
    if step.kind != "is" or goal is None or not step.values:
        return None
    value = step.values[0]
    if of_several(goal):
        its = m.ops.Local(item(goal.thing.type), goal.thing.span, value=local)
        if isinstance(goal, m.ops.Field):
            goal = m.ops.Field(item(goal.type), goal.span, thing=its, index=goal.index, ref=goal.ref)
        else:
            goal = m.ops.Counter(item(goal.type), goal.span, thing=its, ref=goal.ref)
    if isinstance(goal, m.ops.Cell | m.ops.Field | m.ops.Counter):
        if isinstance(value, m.ops.Const) and value.value == NONE and isinstance(goal, m.ops.Counter):
            return None
        return m.acts.Set(goal, value)
    if isinstance(goal, m.ops.Link) and goal.other is not None:
        return m.acts.FlipLink(goal.thing, goal.other, value, goal.ref)
    return None


def _scripted(step: m.ScenarioStep) -> str:
    return die_of(step.expr).name if step.expr is not None else CHANCE


def die_of(expr: m.Expr) -> m.Kind:
    """Gives the sort of dice that fall; of a sort with one die, its name means that die."""
    one = item(expr.type)
    assert isinstance(one, ThingType)
    return one.kind
