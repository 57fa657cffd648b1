"""What a scenario is given: who plays what, whose turn it is, what is where."""

from collections.abc import Callable
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.scenario.match import FIRST, STEPS_LIMIT, Match, Steps
from gekido_dsl.scenario.trouble import Failure

_BEFORE: Final = frozenset({"option", "players", "seats", "is", "on", "drawn", "next", *FIRST})
"""What may be said before the set-up is over."""


class Given:
    """The `given` lines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: Steps = {
            "seats": self._seats,
            "turn": self._set_up(self._turn),
            "is": self._set_up(self._is),
            "on": self._set_up(self._on),
            "drawn": self._set_up(self._drawn),
            "next": self._set_up(self._next),
            "first falls": self._first,
            "first chance": self._first,
        }

    def _seats(self, step: m.ScenarioStep) -> None:
        """Answers the questions of the set-up: each player takes their figure, else the first choice."""
        match = self.match
        figures = [match.labels.thing(match.state, match.value(value)) for value in step.values]
        self._answer(figures)
        owner = match.program.layout.owner_cell
        for number, value in enumerate(step.values):
            if match.state.cells[owner + match.value(value)] != number:
                raise Failure(f"player {number + 1} did not get {figures[number]} in the set-up")

    def _answer(self, figures: list[str]) -> None:
        """Answers what the set-up asks: by a player's figure if it is offered, else by the first choice."""
        match = self.match
        for _ in range(STEPS_LIMIT):
            decision = match.decision()
            if decision is None:
                break
            wanted = figures[decision.seat] if decision.seat < len(figures) else ""
            named = [k for k, choice in enumerate(decision.choices) if choice.label == wanted]
            match.interpreter.apply(match.state, named[0] if named else 0, match.script)

    def _set_up(self, give: Callable[[m.ScenarioStep], None]) -> Callable[[m.ScenarioStep], None]:
        """Has the set-up over before something is given, where the scenario begins with a turn that is given."""
        steps = self.match.scenario.steps
        first = next((k for k, step in enumerate(steps) if step.kind == "turn"), len(steps))
        early = {id(step) for step in steps[: first + 1]}
        asks = all(step.kind in _BEFORE for step in steps[:first]) and first < len(steps)

        def given(step: m.ScenarioStep) -> None:
            if asks and id(step) in early and not self.match.begun and self.match.state.question is not None:
                self._answer([])
            give(step)

        return given

    def _turn(self, step: m.ScenarioStep) -> None:
        if self.match.begun:
            raise Failure("a turn has begun: say whose it is before anything is done or expected")
        self.match.turn = step

    def _is(self, step: m.ScenarioStep) -> None:
        assert step.expr is not None
        if isinstance(step.expr, m.ops.Turn | m.ops.Round):
            self.match.count_from(step)
        elif not isinstance(step.expr, m.ops.Cell):
            self.match.arranger.set(step)
            self.match.remember(step)
        elif self.match.begun:
            self.match.set_of_phase(step)
        else:
            self.match.late.append(step)

    def _on(self, step: m.ScenarioStep) -> None:
        self.match.arranger.put_on(step)

    def _drawn(self, step: m.ScenarioStep) -> None:
        self.match.arranger.draw(step)

    def _next(self, step: m.ScenarioStep) -> None:
        self.match.arranger.bring_next(step)

    def _first(self, step: m.ScenarioStep) -> None:
        """What chance does in the set-up was scripted when the match was opened."""
        if self.match.begun:
            raise Failure("this is given for the set-up, which is over: say `when` instead")
