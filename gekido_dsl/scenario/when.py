"""What is done in a scenario: dice fall, players choose or pass, sentences are carried out."""

from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.ground import layout as lay
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario import choices
from gekido_dsl.scenario.match import STEPS_LIMIT, Match, Steps
from gekido_dsl.scenario.trouble import Failure

_SHOWN: Final = 3
"""How many questions that were passed are shown."""


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
            for text in self.match.picks(step):
                self._choose(seat, text, step.expr.span.text)

        self.match.guarded(choose)

    def _choose(self, seat: int, text: str, who: str) -> None:
        match = self.match
        passed: list[e.Decision] = []
        for _ in range(STEPS_LIMIT):
            decision = match.decision()
            if decision is None:
                raise Failure(self._not_offered(seat, text, who, passed, "before the match ended"))
            if decision.seat == seat:
                found = choices.named(decision, text)
                if found is not None:
                    match.take(found, named=True)
                    return
            onward = choices.onward(decision)
            if onward is None:
                whose = who if decision.seat == seat else f"{match.labels.player(decision.seat)}"
                reasons = match.interpreter.why_not(match.state, text) if decision.seat == seat else []
                raise Failure(
                    "\n".join(
                        [
                            f"{who} cannot choose {text}: {whose} is asked {choices.said(decision)}",
                            *choices.near(text, [*passed, decision], seat),
                            *reasons[:3],
                            *self._on_the_way(passed, seat),
                        ]
                    )
                )
            passed.append(decision)
            match.take(onward)
        raise Failure(self._not_offered(seat, text, who, passed, f"in {STEPS_LIMIT} questions"))

    def _not_offered(self, seat: int, text: str, who: str, passed: list[e.Decision], until: str) -> str:
        """Says what a player could have chosen, where nothing of that name was offered to them."""
        own = next((one for one in passed if one.seat == seat), None)
        if own is None:
            return f"{who} cannot choose {text}: {who} was asked nothing {until}"
        return "\n".join(
            [
                f"{who} cannot choose {text}: {who} was asked {choices.said(own)}",
                *choices.near(text, passed, seat),
                *self._on_the_way(
                    [one for one in passed if one.seat == seat and one.prompt != own.prompt], seat
                ),
                f"nothing of that name was offered {until}",
            ]
        )

    def _on_the_way(self, passed: list[e.Decision], seat: int) -> list[str]:
        """Lists questions that were passed, those to the player who was to choose first."""
        told = [
            f"on the way: {self.match.labels.player(one.seat)} was asked {choices.said(one)}"
            for one in sorted(passed, key=lambda one: one.seat != seat)
        ]
        return list(dict.fromkeys(told))[:_SHOWN]

    def _passes(self, step: m.ScenarioStep) -> None:
        match = self.match

        def pass_() -> None:
            match.go_on()
            assert step.expr is not None
            seat = match.seat(step.expr)
            for _ in range(STEPS_LIMIT):
                decision = match.decision()
                if decision is None:
                    raise Failure(f"{step.expr.span.text} cannot pass: the match is over")
                onward = choices.onward(decision)
                if onward is None:
                    raise Failure(
                        f"{match.labels.player(decision.seat)} cannot pass: asked {choices.said(decision)}"
                    )
                match.take(onward, named=decision.seat == seat)
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
