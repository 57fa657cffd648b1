"""Runs one scenario: the set-up, what is given, what is done, and what must be so then.

Invariants:
    A scenario gives a result, whatever it says; nothing is raised.
    The match starts from the ruleset's own set-up; what is given changes the state it left, and nothing else.
    All code and conditions of a scenario are made before its match, so that every cell they need is there.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.build import Builder
from gekido_dsl.interpreter.labels import Labels
from gekido_dsl.interpreter.program import Code
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.scenario.place import Arranger
from gekido_dsl.scenario.script import Script, ScriptEmpty
from gekido_dsl.scenario.trouble import Failure
from gekido_dsl.source import Span

SEED: Final = 1
STEPS_LIMIT: Final = 500
"""How many decisions one step of a scenario may pass on its way."""
_PASSING: Final = frozenset({"pass", "done", "no"})


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How one scenario came out."""

    title: str
    passed: bool
    message: str
    """What was expected and what was found; empty when it passed."""
    span: Span | None
    """The step that failed; the scenario when it passed."""
    cites: tuple[str, ...]
    events: tuple[e.Event, ...]
    """What happened after the set-up."""


def run_one(interpreter: Interpreter, scenario: m.Scenario) -> ScenarioResult:
    """Runs a scenario."""
    match = _Match(interpreter, scenario)
    span: Span | None = scenario.span
    message = ""
    try:
        match.run()
    except Failure as failure:
        message, span = failure.message, failure.span or match.at
    except e.RuleError as error:
        message, span = f"a rule cannot be carried out: {error.message}", match.at
    except ScriptEmpty as error:
        message, span = str(error), match.at
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        message, span = f"this cannot be carried out: {type(error).__name__}: {error}", match.at
    cites = tuple(str(cite) for cite in scenario.cites)
    return ScenarioResult(scenario.name, not message, message, span, cites, tuple(match.events))


class _Match:
    """One match of a scenario, step by step."""

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
        self.turn: m.ScenarioStep | None = None
        self.late: list[m.ScenarioStep] = []
        """Facts of phases that are given; they hold once the turn has begun."""
        self.early: list[tuple[m.ScenarioStep, m.Procedure, int]] = []
        """Facts that were given of phases that did not run then, and how many events there were."""
        falls: Counter[str] = Counter()
        for step in scenario.steps:
            if step.kind == "falls" and step.expr is not None:
                falls[_die(step.expr).name] += 1
        self.script = Script(dict(falls))
        self.state: State

    # ------------------------------------------------------------ all of it

    def run(self) -> None:
        """Runs all steps."""
        game = self.interpreter.game
        answers = {
            name: game.options[name].answers.members[number] for name, number in self.scenario.options.items()
        }
        setting = e.Setting(self.scenario.players or game.least_players, SEED, answers)
        self.program = self.interpreter.program(setting.players, self.interpreter.option_numbers(answers))
        self.labels = Labels(self.program.layout)
        self._prepare()
        self.state = self.interpreter.opened(setting, self.script)
        self.interpreter.go_on(self.state, self.script)
        self.arranger = Arranger(self.state, self.labels, self.value, self._act)
        before = ""
        for step in self.scenario.steps:
            self.at = step.span
            if self.error is not None and step.kind != "error":
                break
            if step.kind in _WHENS and before not in _WHENS:
                self.since = len(self.events)
            before = step.kind
            method: Callable[[m.ScenarioStep], None] = getattr(self, f"_{step.kind}")
            try:
                method(step)
            except Failure as failure:
                self._check_early()
                raise (
                    Failure(failure.message + self._standing()) if step.kind in _STATES else failure
                ) from None
            if step.kind not in _GIVENS:
                self._check_early()
        if self.error is not None:
            error, self.at = self.error
            raise error
        self._all_fell()

    def _prepare(self) -> None:
        """Makes code and conditions."""
        builder = Builder(self.program)
        make = self.program.evaluator.make
        self.codes: dict[int, Code] = {}
        self.functions: dict[int, Any] = {}
        self.size = self.scenario.locals + 4
        for step in self.scenario.steps:
            if step.body is not None:
                code = self.program.new_code("Scenario", None, step.body.locals + 4)
                builder.body(code, step.body.statements)
                builder.end(code)
                self.codes[id(step)] = code
            exprs = [step.expr, *(value for value in step.values if isinstance(value, m.Expr))]
            for expr in exprs:
                if expr is not None:
                    self.functions[id(expr)] = make(expr)
            act = _setting_act(step)
            if act is not None:
                code = self.program.new_code("Scenario", None, self.size)
                builder.block(code, (m.Sentence(act, step.span),))
                self.codes[id(step)] = code

    def _all_fell(self) -> None:
        for step in self.scenario.steps:
            if step.kind == "falls" and step.expr is not None and self.script.left(_die(step.expr).name):
                self.at = step.span
                die = _die(step.expr)
                raise Failure(f"{self.script.left(die.name)} of the scripted {die.plural} never fell")

    def value(self, expr: m.Expr, state: State | None = None) -> Any:
        """Gives the value of an expression; the player on turn acts."""
        state = state or self.state
        return self.functions[id(expr)](state, [state.cells[lay.ON_TURN], *[NONE] * self.size])

    def _act(self, step: m.ScenarioStep) -> None:
        """Runs the one sentence that a `given` was made into."""
        code = self.codes[id(step)]
        code.steps[0](self.state, code.start(self.state.cells[lay.ON_TURN]))
        self.state.pending.clear()

    def seat(self, expr: m.Expr) -> int:
        """Gives the player that is meant: by himself, or as the owner of a thing."""
        value = self.value(expr)
        if isinstance(value, list | tuple):
            value = value[0] if value else NONE
        if isinstance(item(expr.type), ThingType) and value != NONE:
            value = self.state.owner(value)
        if value == NONE:
            raise Failure(f"nobody plays {expr.span.text} in this match")
        return int(value)

    # ------------------------------------------------------------ given

    def _seats(self, step: m.ScenarioStep) -> None:
        """Answers the questions of the set-up: each player takes his figure, else the first choice."""
        figures = [self.labels.thing(self.state, self.value(value)) for value in step.values]
        for _ in range(STEPS_LIMIT):
            decision = self.interpreter.decision(self.state)
            if decision is None:
                break
            wanted = figures[decision.seat]
            named = [k for k, choice in enumerate(decision.choices) if choice.label == wanted]
            self.interpreter.apply(self.state, named[0] if named else 0, self.script)
        owner = self.program.layout.owner_cell
        for number, value in enumerate(step.values):
            if self.state.cells[owner + self.value(value)] != number:
                raise Failure(f"player {number + 1} did not get {figures[number]} in the set-up")

    def _turn(self, step: m.ScenarioStep) -> None:
        self.turn = step

    def _is(self, step: m.ScenarioStep) -> None:
        assert step.expr is not None
        if step.expr.op != "cell":
            self.arranger.set(step)
        elif self.begun:
            self._set_of_phase(step)
        else:
            self.late.append(step)

    def _on(self, step: m.ScenarioStep) -> None:
        self.arranger.put_on(step)

    def _next(self, step: m.ScenarioStep) -> None:
        self.arranger.bring_next(step)

    # ------------------------------------------------------------ the turn

    def _begin(self) -> None:
        """Begins the turn, at the phase that is given, up to the first decision."""
        if self.begun:
            return
        self.begun = True
        self.script.in_setup = False
        state, program = self.state, self.program
        if state.question is not None:
            early = next(iter([self.turn] if self.turn is not None else self.late), None)
            if early is not None:
                raise Failure("the set-up still asks: say who plays what, `given seats ...`", early.span)
            state.frames.insert(0, program.turn.start(state.cells[lay.FIRST]))
            return
        if self.turn is not None and self.turn.expr is not None:
            state.cells[lay.ON_TURN] = state.cells[lay.FIRST] = self.seat(self.turn.expr)
            state.cells[lay.LEADS] = 0
        if not state.cells[lay.OVER]:
            state.frames = [program.turn.start(state.cells[lay.ON_TURN])]
            if self.turn is not None and self.turn.subject is not None:
                self._enter(self.turn.subject)
        for step in self.late:
            self._set_of_phase(step)

    def _set_of_phase(self, step: m.ScenarioStep) -> None:
        """Sets the fact of a phase; the phase sets it anew when it begins."""
        assert step.expr is not None
        phase = step.expr.ref.owner
        if isinstance(phase, m.Procedure) and all(f.code.phase is not phase for f in self.state.frames):
            self.early.append((step, phase, len(self.events)))
        self._act(step)

    def _check_early(self) -> None:
        """Refuses facts of phases that were given in vain: what is done next begins their phase."""
        for step, phase, since in self.early:
            begun = [event for event in self.events[since:] if event.kind == "begin" and event.data]
            if any(event.data[0] is phase for event in begun):
                fact = step.expr.ref.name if step.expr is not None else ""
                raise Failure(
                    f"{phase.name} sets {fact} anew when it begins: "
                    f"write `given the turn of ..., at {phase.name}` before",
                    step.span,
                )
        self.early = []

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
        frame.code.steps[0](state, frame)
        for k, note in enumerate(self.interpreter.game.notes):
            condition = program.evaluator.make(note.condition)
            held = condition(state, [frame.locals[0], *[NONE] * note.locals])
            state.cells[program.layout.note_cell + k] = int(bool(held))
        frame.step = 1 + number
        frame.code.steps[frame.step](state, frame)
        inner = state.frames[-1]
        if inner is frame:
            raise Failure(f"the turn leaves out {line.phase.name} here", self.turn.span)
        inner.code.steps[0](state, inner)
        if phase is not line.phase:
            inner.step = inner.code.exit - len(line.steps) + line.steps.index(phase)
        state.log = None

    def _go_on(self) -> None:
        """Goes on to the next decision, if the match stands between two."""
        self._begin()
        if self.state.question is None and self.state.frames:
            self.events += self.interpreter.go_on(self.state, self.script)

    # ------------------------------------------------------------ when

    def _falls(self, step: m.ScenarioStep) -> None:
        assert step.expr is not None
        kind = _die(step.expr)
        low = kind.faces[0] if isinstance(kind.faces, tuple) else 0
        self.script.add(kind.name, [self.value(value) - low for value in step.values])

    def _guarded(self, run: Callable[[], None]) -> None:
        """Runs a step; a rule error may be what the next step expects."""
        try:
            run()
        except e.RuleError as error:
            self.error = (error, self.at)

    def _chooses(self, step: m.ScenarioStep) -> None:
        def choose() -> None:
            self._go_on()
            assert step.expr is not None
            seat = self.seat(step.expr)
            for text in step.values:
                self._choose(seat, text, step.expr.span.text)

        self._guarded(choose)

    def _choose(self, seat: int, text: str, who: str) -> None:
        passed: list[str] = []
        for _ in range(STEPS_LIMIT):
            decision = self.interpreter.decision(self.state)
            if decision is None:
                raise Failure(f"{who} cannot choose {text}: the match is over")
            if decision.seat == seat:
                found = _named(decision, text)
                if found is not None:
                    self._take(found)
                    return
            onward = _onward(decision)
            if onward is None:
                whose = who if decision.seat == seat else f"{self.labels.player(decision.seat)}"
                reasons = self.interpreter.why_not(self.state, text) if decision.seat == seat else []
                raise Failure(
                    "\n".join(
                        [
                            f"{who} cannot choose {text}: {whose} is asked {_said(decision)}",
                            *reasons[:3],
                            *passed,
                        ]
                    )
                )
            passed.append(f"on the way: {self.labels.player(decision.seat)} was asked {_said(decision)}")
            self._take(onward)
        raise Failure(f"{who} is never asked about {text}")

    def _take(self, choice: int) -> None:
        self.events += self.interpreter.apply(self.state, choice, self.script)

    def _passes(self, step: m.ScenarioStep) -> None:
        def pass_() -> None:
            self._go_on()
            assert step.expr is not None
            seat = self.seat(step.expr)
            for _ in range(STEPS_LIMIT):
                decision = self.interpreter.decision(self.state)
                if decision is None:
                    raise Failure("the match is over")
                onward = _onward(decision)
                if onward is None:
                    raise Failure(f"{self.labels.player(decision.seat)} cannot pass: asked {_said(decision)}")
                self._take(onward)
                if decision.seat == seat:
                    return

        self._guarded(pass_)

    def _does(self, step: m.ScenarioStep) -> None:
        def do() -> None:
            self._begin()
            self.early = []  # what is done now takes them as given
            self.state.frames.append(self.codes[id(step)].start(self.state.cells[lay.ON_TURN]))
            self.events += self.interpreter.go_on(self.state, self.script)

        self._guarded(do)

    # ------------------------------------------------------------ then

    def _standing(self) -> str:
        """Says what is being asked."""
        decision = self.interpreter.decision(self.state)
        return f"\n{self.labels.player(decision.seat)} is being asked {_said(decision)}" if decision else ""

    def _then(self, step: m.ScenarioStep) -> None:
        self._go_on()
        assert step.expr is not None
        if not self.value(step.expr):
            found = self._found(step.expr)
            raise Failure(f"expected: {_clean(step.expr)}" + (f"\nfound: {found}" if found else ""))

    def _found(self, expr: m.Expr) -> str:
        """Says what the subject of a condition is."""
        if expr.op in ("not", "and", "or"):
            return "; ".join(filter(None, (self._found(part) for part in expr.args)))
        if not expr.args or expr.op in ("some", "every", "no"):
            return ""
        subject = expr.args[0]
        value = self.program.evaluator.make(subject)(
            self.state, [self.state.cells[lay.ON_TURN], *[NONE] * self.size]
        )
        if (
            isinstance(item(subject.type), ThingType)
            and not isinstance(subject.type, SetType)
            and subject.op == "called"
        ):
            where = self.state.where[value]
            on = 0 <= where < self.program.layout.count
            return f"{_clean(subject)} is on {self.labels.thing(self.state, where)}" if on else ""
        return f"{_clean(subject)} is {self.labels.value(self.state, subject.type, value)}"

    def _holds(self, step: m.ScenarioStep) -> None:
        self._go_on()
        assert step.expr is not None
        expected, found = self.arranger.expected(step), self.arranger.holding(step.expr)
        if step.expr.op != "track":
            expected, found = sorted(expected), sorted(found)
        if expected != found:
            said = [", ".join(names) or "none" for names in (expected, found)]
            raise Failure(f"expected: {_clean(step.expr)} is {said[0]}\nfound: {said[1]}")

    def _spot(self, step: m.ScenarioStep) -> None:
        self._go_on()
        assert step.expr is not None
        word, negated = step.subject
        where = self.state.where[self.value(step.expr)]
        found = self.labels.space(self.state, where) if 0 <= where < self.program.layout.count else "no space"
        if (found == word) == negated:
            raise Failure(
                f"expected: {_clean(step.expr)} is {'not ' if negated else ''}on {word}\nfound: on {found}"
            )

    def _suffered(self, step: m.ScenarioStep) -> None:
        self._go_on()
        assert step.expr is not None
        thing, expected = self.value(step.expr), self.value(step.values[0])
        hits = [
            event for event in self.events[self.since :] if event.kind == "suffer" and event.data[0] == thing
        ]
        found = sum(event.data[1] for event in hits)
        if found != expected:
            why = [
                line for event in self.events[self.since :] if event.kind == "damage" for line in event.why
            ]
            text = f"expected: {_clean(step.expr)} has suffered {expected} damage\nfound: {found}"
            raise Failure("\n".join([text, *why]))

    def _peek(self, step: m.ScenarioStep) -> e.Decision | str:
        """Looks ahead to a player's next decision that is not just passing, or says why there is none."""
        self._go_on()
        assert step.expr is not None
        seat = self.seat(step.expr)
        state, script = self.state.copy(), self.script.copy()
        for _ in range(STEPS_LIMIT):
            decision = self.interpreter.decision(state)
            if decision is None:
                return f"{_clean(step.expr)} is asked nothing more: the match is over"
            if decision.seat == seat and any(choice.id not in _PASSING for choice in decision.choices):
                return decision
            onward = _onward(decision)
            if onward is None:
                asked = f"{self.labels.player(decision.seat)} is, {_said(decision)}"
                return f"{_clean(step.expr)} is not asked: {asked}"
            self.interpreter.apply(state, onward, script)
        return f"{_clean(step.expr)} is never asked"

    def _can(self, step: m.ScenarioStep) -> None:
        self._offered(step)

    def _offered(self, step: m.ScenarioStep) -> e.Decision:
        decision = self._peek(step)
        if isinstance(decision, str):
            raise Failure(f"expected: can choose {', '.join(step.values)}\nfound: {decision}")
        for text in step.values:
            if _named(decision, text) is None:
                raise Failure(f"expected: can choose {text}\nfound: asked {_said(decision)}")
        return decision

    def _cannot(self, step: m.ScenarioStep) -> None:
        decision = self._peek(step)
        for text in step.values:
            if isinstance(decision, e.Decision) and _named(decision, text) is not None:
                raise Failure(f"expected: cannot choose {text}\nfound: asked {_said(decision)}")

    def _only(self, step: m.ScenarioStep) -> None:
        decision = self._offered(step)
        expected = {_named(decision, text) for text in step.values}
        labels = {decision.choices[k].label for k in expected if k is not None}
        more = [c.label for c in decision.choices if c.id not in _PASSING and c.label not in labels]
        if more:
            also = ", ".join(dict.fromkeys(more))
            raise Failure(f"expected: can only choose {', '.join(step.values)}\nfound: also {also}")

    def _wins(self, step: m.ScenarioStep) -> None:
        self._go_on()
        assert step.expr is not None
        outcome = self.interpreter.outcome(self.state)
        if outcome is None:
            decision = self.interpreter.decision(self.state)
            asked = f": {self.labels.player(decision.seat)} is asked {_said(decision)}" if decision else ""
            raise Failure(f"expected: {_clean(step.expr)} wins\nfound: the match goes on{asked}")
        if self.seat(step.expr) not in outcome.winners:
            won = ", ".join(self.labels.player(seat) for seat in outcome.winners) or "nobody"
            raise Failure(f"expected: {_clean(step.expr)} wins\nfound: {won} wins")

    def _alone(self, step: m.ScenarioStep) -> None:
        self._wins(step)
        outcome = self.interpreter.outcome(self.state)
        assert step.expr is not None
        if outcome is not None and len(outcome.winners) > 1:
            won = ", ".join(self.labels.player(seat) for seat in outcome.winners)
            raise Failure(f"expected: only {_clean(step.expr)} wins\nfound: {won} win")

    def _error(self, step: m.ScenarioStep) -> None:
        if self.error is None:
            self._guarded(self._go_on)
        if self.error is None:
            raise Failure(f"expected: an error, {step.subject!r}\nfound: none")
        error, _ = self.error
        self.error = None
        if step.subject.lower() not in error.message.lower():
            raise Failure(f"expected: an error, {step.subject!r}\nfound: {error.message}")


_STATES: Final = frozenset({"then", "holds", "spot", "suffered"})
_GIVENS: Final = frozenset({"seats", "turn", "is", "on", "next", "falls"})
_WHENS: Final = frozenset({"falls", "chooses", "passes", "does"})


def _setting_act(step: m.ScenarioStep) -> m.Act | None:
    """Makes the act that sets what is given, where the language has one."""
    goal = step.expr
    if step.kind != "is" or goal is None or not step.values:
        return None
    value = step.values[0]
    if goal.op in ("cell", "field", "counter"):
        if value.op == "const" and value.value == NONE and goal.op == "counter":
            return None
        return m.Act("set", (goal, value))
    if goal.op == "link" and len(goal.args) == 2:
        return m.Act("flip_link", (*goal.args, value), ref=goal.ref)
    return None


def _die(expr: m.Expr) -> m.Kind:
    """Gives the sort of dice that fall; of a sort with one die, its name means that die."""
    one = item(expr.type)
    assert isinstance(one, ThingType)
    return one.kind


def _clean(expr: m.Expr) -> str:
    return " ".join(expr.span.text.split())


def _plain(text: str) -> str:
    return " ".join(text.replace("→", "to").lower().split())


def _named(decision: e.Decision, text: str) -> int | None:
    """Finds the choice that is meant by a text: by its label or id, or by a part that no other one has."""
    wanted = _plain(text)
    labels = [_plain(choice.label) for choice in decision.choices]
    ids = [_plain(choice.id) for choice in decision.choices]
    every = range(len(labels))
    for found in (
        [k for k in every if wanted in (labels[k], ids[k])],
        [k for k in every if labels[k].endswith(f": {wanted}")],
        [k for k in every if f" {wanted} " in f" {labels[k]} "],
    ):
        if len({labels[k] for k in found}) > 1:
            raise Failure(f"{text} may mean {' or '.join(decision.choices[k].label for k in found)}")
        if found:
            return found[0]
    return None


def _onward(decision: e.Decision) -> int | None:
    """Gives the choice that is taken by itself: passing, or the only one."""
    last = len(decision.choices) - 1
    return last if decision.choices[last].id in _PASSING or last == 0 else None


def _said(decision: e.Decision) -> str:
    offered = dict.fromkeys(choice.label for choice in decision.choices)
    return f"“{decision.prompt}” ({', '.join(offered)})"


__all__ = ["ScenarioResult", "run_one"]
