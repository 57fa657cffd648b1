"""What is done in a scenario: dice fall, players choose or pass, sentences are carried out."""

from gekido_dsl.ground import layout as lay
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario import choices
from gekido_dsl.scenario.match import STEPS_LIMIT, Match, Steps
from gekido_dsl.scenario.trouble import Failure


class When:
    """The `when` lines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: Steps = {
            "falls": self._script,
            "chance": self._script,
            "chooses": self._chooses,
            "passes": self._passes,
            "does": self._does,
        }

    def _script(self, step: m.ScenarioStep) -> None:
        self.match.script.add(*self.match.outcomes(step))

    def _chooses(self, step: m.ScenarioStep) -> None:
        def choose() -> None:
            self.match.go_on()
            assert step.expr is not None
            seat = self.match.seat(step.expr)
            for text in step.values:
                self._choose(seat, text, step.expr.span.text)

        self.match.guarded(choose)

    def _choose(self, seat: int, text: str, who: str) -> None:
        match = self.match
        passed: list[str] = []
        for _ in range(STEPS_LIMIT):
            decision = match.decision()
            if decision is None:
                raise Failure(f"{who} cannot choose {text}: the match is over")
            if decision.seat == seat:
                found = choices.named(decision, text)
                if found is not None:
                    match.take(found)
                    return
            onward = choices.onward(decision)
            if onward is None:
                whose = who if decision.seat == seat else f"{match.labels.player(decision.seat)}"
                reasons = match.interpreter.why_not(match.state, text) if decision.seat == seat else []
                raise Failure(
                    "\n".join(
                        [
                            f"{who} cannot choose {text}: {whose} is asked {choices.said(decision)}",
                            *reasons[:3],
                            *passed,
                        ]
                    )
                )
            passed.append(
                f"on the way: {match.labels.player(decision.seat)} was asked {choices.said(decision)}"
            )
            match.take(onward)
        raise Failure(f"{who} is never asked about {text}")

    def _passes(self, step: m.ScenarioStep) -> None:
        match = self.match

        def pass_() -> None:
            match.go_on()
            assert step.expr is not None
            seat = match.seat(step.expr)
            for _ in range(STEPS_LIMIT):
                decision = match.decision()
                if decision is None:
                    raise Failure("the match is over")
                onward = choices.onward(decision)
                if onward is None:
                    raise Failure(
                        f"{match.labels.player(decision.seat)} cannot pass: asked {choices.said(decision)}"
                    )
                match.take(onward)
                if decision.seat == seat:
                    return

        match.guarded(pass_)

    def _does(self, step: m.ScenarioStep) -> None:
        match = self.match

        def do() -> None:
            match.begin()
            match.early = []  # what is done now takes them as given
            match.state.frames.append(match.codes[id(step)].start(match.state.cells[lay.ON_TURN]))
            match.events += match.interpreter.go_on(match.state, match.script)

        match.guarded(do)
