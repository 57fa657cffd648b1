"""A scenario as a player would follow it: how things stand, what happens, and how they stand then.

Invariants:
    Every position holds what its players see themselves: an example keeps no secrets of those it tells of.
    There is one position more than there are stages.
"""

from dataclasses import dataclass, replace

from gekido_dsl import engine as e
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario.match import SCRIPTED, die_of
from gekido_dsl.scenario.run import WHENS, ScenarioResult, watched


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a scenario."""

    written: m.ScenarioStep
    die: m.Kind | None = None
    """The sort of dice that fall."""
    faces: tuple[int, ...] = ()
    """What they show, as the model counts faces."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What happens between two positions, and what must be so then."""

    steps: tuple[Step, ...]
    then: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario in positions and stages."""

    result: ScenarioResult
    given: tuple[Step, ...]
    """What is so before anything is done, as it is given or told."""
    positions: tuple[e.View, ...]
    stages: tuple[Stage, ...]


def shown(interpreter: Interpreter, scenario: m.Scenario) -> Shown:
    """Plays a scenario and notes every position before something is done, and the last."""
    states: list[State] = []
    result, match = watched(interpreter, scenario, lambda state: states.append(state.copy()))
    states.append(match.state)

    def step(one: m.ScenarioStep) -> Step:
        if one.kind not in SCRIPTED or one.expr is None:
            return Step(one)
        kind = die_of(one.expr)
        _, outcomes = match.outcomes(one)
        low = kind.faces[0] if isinstance(kind.faces, tuple) else 0
        return Step(one, kind, tuple(face + low for face in outcomes if isinstance(face, int)))

    given: list[Step] = []
    groups: list[tuple[list[Step], list[Step]]] = []
    before = ""
    for one in scenario.steps:
        if one.kind in WHENS and before not in WHENS:
            groups.append(([], []))
        before = one.kind
        if not groups:
            given.append(step(one))
        else:
            groups[-1][0 if one.kind in WHENS else 1].append(step(one))
    stages = tuple(Stage(tuple(done), tuple(then)) for done, then in groups)
    positions = tuple(open_view(interpreter, state) for state in states)
    return Shown(result, tuple(given), positions[: len(stages) + 1], stages)


def open_view(executor: e.Executor, state: e.State) -> e.View:
    """Gives what all see together: each player's things and boards as they see them themselves."""
    common = executor.observe(state, None)
    own = [executor.observe(state, player.seat) for player in common.players]
    boards = tuple(
        board if board.owner is None else own[board.owner].boards[number]
        for number, board in enumerate(common.boards)
    )
    players = tuple(view.players[seat] for seat, view in enumerate(own))
    return replace(common, boards=boards, players=players)
