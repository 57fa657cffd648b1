"""A match that begins where an example stands before anything is done in it.

Invariants:
    What comes after the lines that are given is as in any other match: nothing that the example scripts is left.
"""

from gekido_dsl import engine as e
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng
from gekido_dsl.scenario.given import Given
from gekido_dsl.scenario.match import SCRIPTED, Match
from gekido_dsl.scenario.script import ScriptEmpty
from gekido_dsl.scenario.trouble import Failure


class NoPosition(Exception):
    """An example cannot be brought about, or the game is over where it begins; its text says why."""

    line: int = -1
    """The line that could not be carried out, from 0; -1 where none is at fault."""


def position(interpreter: Interpreter, scenario: m.Scenario, seed: int) -> tuple[State, list[e.Event]]:
    """Brings about what an example says is given, and goes on to the decision that follows.

    Args:
        seed: where all chance comes from that follows.
    Raises:
        NoPosition: the lines cannot be carried out, or nobody decides anything after them.
        RuleError: a rule cannot be carried out.
    """
    match = Match(interpreter, scenario)
    try:
        _bring_about(match, seed)
    except (Failure, ScriptEmpty) as failure:
        raise NoPosition(str(failure)) from failure
    if match.error is not None:
        raise match.error[0]
    match.state.chance = None
    if interpreter.decision(match.state) is None:
        raise NoPosition("the game is over there")
    return match.state, match.events


def given_state(interpreter: Interpreter, scenario: m.Scenario) -> State:
    """Gives how a match stands when everything is given, before its turn begins.

    Raises:
        NoPosition: a line cannot be carried out.
        RuleError: a rule cannot be carried out.
    """
    match = Match(interpreter, scenario)
    try:
        _give(match)
    except (Failure, ScriptEmpty) as failure:
        error = NoPosition(str(failure))
        error.line = match.at.source.position(match.at.start)[0]
        raise error from failure
    return match.state


def turn_begun(interpreter: Interpreter, scenario: m.Scenario, seed: int) -> State | None:
    """Gives the state in which the turn that an example gives is about to begin; None where it begins within a turn.

    Raises:
        NoPosition: the lines cannot be carried out.
        RuleError: a rule cannot be carried out.
    """
    match = Match(interpreter, scenario)
    try:
        _give(match)
        match.state.rng = Rng(seed)
        match.begin()
    except (Failure, ScriptEmpty) as failure:
        raise NoPosition(str(failure)) from failure
    state = match.state
    begins = len(state.frames) == 1 and state.frames[0].step == 0 and state.question is None
    return state if begins else None


def _bring_about(match: Match, seed: int) -> None:
    _give(match)
    match.state.rng = Rng(seed)
    match.begin()
    if match.state.frames and (match.state.question is None or match.changed):
        match.events += match.interpreter.go_on(match.state)


def _give(match: Match) -> None:
    match.open()
    steps = Given(match).steps
    for step in match.scenario.steps:
        if step.kind not in steps and step.kind not in SCRIPTED:
            break
        match.at = step.span
        if step.kind in steps:
            steps[step.kind](step)


class FromExample(Interpreter):
    """Runs matches of a game that begin where an example stands."""

    def __init__(self, game: m.Game, scenario: m.Scenario) -> None:
        """Keeps the game and the example."""
        super().__init__(game)
        self.scenario = scenario

    def initial(
        self,
        setting: e.Setting,
        chance: e.Chance | None = None,
        stream: tuple[int, int, int, int] | None = None,
    ) -> tuple[State, list[e.Event]]:
        """Brings the example about; what it is given stands instead of the set-up.

        Raises:
            NoPosition: it cannot be.
        """
        return position(self, self.scenario, setting.seed)
