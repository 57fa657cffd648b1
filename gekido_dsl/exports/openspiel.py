"""Rulesets as games of OpenSpiel, with each draw of chance as a node of its own.

`load("gekido", players=4)`, or `pyspiel.load_game("gdl(ruleset=gekido,players=4)")` once this module is imported;
docs/api/exports.md shows one at work. OpenSpiel is an extra: `gekido-dsl[openspiel]`.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
import pyspiel

from gekido_dsl.api import Ruleset, read
from gekido_dsl.engine import Setting
from gekido_dsl.exports.learning import ACTIONS, FEATURES, shares_ends, utilities
from gekido_dsl.exports.points import (
    DEFAULTS,
    MOST_DECISIONS,
    MOST_OUTCOMES,
    Point,
    Rules,
    remember,
    rules_of,
)
from gekido_dsl.lowering import NotLowered, lower
from gekido_dsl.model.hidden import hides
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk

NAME: Final = "gdl"
MOST_DRAWS: Final = 200
"""For each decision, and for setting up, so many draws of chance are reckoned with when a match's length is told."""


def load(
    ruleset: Ruleset | str,
    players: int | None = None,
    *,
    options: Mapping[str, str] | None = None,
    actions: int = ACTIONS,
    features: int = FEATURES,
) -> "RulesetGame":
    """Makes a game of OpenSpiel.

    Args:
        ruleset: one that was read, the path of its file, or the name of a shipped game.
        players: how many; None for the fewest.
        options: answers of options of the ruleset.
        actions: how many actions there are; what each does goes by the name of the choice.
        features: how many numbers an observation has.
    Raises:
        FileNotFoundError, InvalidRuleset, ValueError: as `gekido_dsl.read` and `Ruleset.match` do.
    """
    made = ruleset if isinstance(ruleset, Ruleset) else read(ruleset)
    answers = ";".join(f"{name}={answer}" for name, answer in (options or {}).items())
    given = made.name, players or 0, answers, actions, features
    parameters = dict(zip(DEFAULTS, given, strict=True))
    remember(parameters, made)
    return RulesetGame(parameters)


def _type_of(ruleset: Ruleset | None = None, setting: Setting | None = None) -> pyspiel.GameType:
    """Says what sort of game it is; of all rulesets together, the most general one."""
    kind = pyspiel.GameType
    chance, hidden, shared, numbers = True, True, True, range(1, 101)
    if ruleset is not None and setting is not None:
        chance, hidden = _draws(ruleset, setting), hides(ruleset.game)
        shared = shares_ends(ruleset.game) or setting.players == 1 or ruleset.game.sides is not None
        numbers = ruleset.players
    return kind(
        short_name=NAME,
        long_name=ruleset.title if ruleset is not None else "A ruleset of Gekido DSL",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if hidden
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if shared else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=numbers.start,
        max_num_players=numbers.stop - 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
        default_loadable=False,
    )


@cache
def _kind(rules: Rules) -> pyspiel.GameType:
    return _type_of(rules.ruleset, rules.setting)


def _draws(ruleset: Ruleset, setting: Setting) -> bool:
    """Tells whether anything is drawn by chance."""
    numbers = {
        name: ruleset.options[name].index(setting.options[name]) if name in setting.options else 0
        for name in ruleset.options
    }
    try:
        program = lower(ruleset.game, setting.players, numbers).program
    except NotLowered:
        return True
    return any(
        isinstance(one, ir.Draw) for function in program.functions for one in walk.statements(function.body)
    )


class RulesetGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of a ruleset as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Makes it; see `load`."""
        given = {**DEFAULTS, **(params or {})}
        self.rules = rules_of(given)
        kind = _kind(self.rules)
        zero = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.encoding.actions,
            max_chance_outcomes=MOST_OUTCOMES if _is_chancy(kind) else 0,
            num_players=self.rules.setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero else None,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(kind, info, given)

    @cached_property
    def start(self) -> "Point":
        """Where every match begins: at the first draw of chance, or the first decision."""
        return Point.begun(self.rules)

    def new_initial_state(self) -> "RulesetState":
        """Gives a state at the start of a match."""
        return RulesetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Tells how many draws of chance a match may have, about."""
        return MOST_DECISIONS * MOST_DRAWS if _is_chancy(self.get_type()) else 0

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "RulesetObserver":
        """Gives what writes observations into arrays."""
        if params:
            raise ValueError(f"observations have no parameters, and not {', '.join(params)}")
        return RulesetObserver(self)


def _is_chancy(kind: pyspiel.GameType) -> bool:
    return bool(kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC)


class RulesetState(pyspiel.State):  # type: ignore[misc]
    """A state of a match."""

    def __init__(self, game: RulesetGame) -> None:
        """Begins a match; `RulesetGame.new_initial_state` calls it."""
        super().__init__(game)
        self.point = game.start

    def current_player(self) -> int:
        """Tells who is asked."""
        if self.point.request is not None:
            return int(pyspiel.PlayerId.CHANCE)
        decision = self.point.decision
        return int(pyspiel.PlayerId.TERMINAL) if decision is None else decision.seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.point.legal) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Gives the outcomes of the draw that comes next, each with its probability."""
        request = self.point.request
        assert request is not None, "chance decides nothing here"
        return [(outcome, 1 / request.count) for outcome in range(request.count)]

    def _apply_action(self, action: int) -> None:
        self.point = self.point.next(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        request, decision = self.point.request, self.point.decision
        if player == pyspiel.PlayerId.CHANCE:
            said = "" if request is None else f"{request.what}: {request.labels(action)}, "
            return f"{said}outcome {action + 1}"  # several may have the same words
        if decision is None or action not in self.point.legal:
            return str(action)
        chosen = decision.choices[self.point.legal[action]]
        alike = sum(one.label == chosen.label for one in decision.choices)
        return chosen.label if alike == 1 else f"{chosen.label} ({chosen.id})"

    def is_terminal(self) -> bool:
        """Tells whether the match is over."""
        return self.point.over

    def returns(self) -> list[float]:
        """Gives what the end is worth to each player, from -1 to 1."""
        rules = self.point.rules
        outcome = rules.executor.outcome(self.point.state) if self.point.over else None
        return list(utilities(outcome, rules.setting.players))

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> Any:
        """Draws a state that looks the same to a player. What came before it is not drawn anew."""
        state = self.clone()
        state.point = self.point.sampled(player_id, int(probability_sampler() * (1 << 53)))
        return state

    def information_state_string(self, player: int | None = None) -> str:
        """Tells what a player knows."""
        return self.point.remembered(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """Tells what a player sees."""
        return self.point.observed(self.current_player() if player is None else player)

    def __str__(self) -> str:
        if self.point.request is not None:
            return f"chance: {self.point.request.kind} of {self.point.request.what}"
        if self.point.decision is None:
            return f"over: {self.returns()}"
        return f"player {self.point.decision.seat + 1}: {self.point.decision.asked}"


class RulesetObserver:
    """Writes what a player sees into an array."""

    def __init__(self, game: RulesetGame) -> None:
        """Makes an array of zeros."""
        self.tensor = np.zeros(game.rules.encoding.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulesetState, player: int) -> None:
        """Fills the array; with zeros at a draw of chance."""
        point = state.point
        if point.request is not None:
            self.tensor.fill(0)
            return
        rules = point.rules
        self.tensor[:] = rules.encoding.observation(point.view(player), rules.setting.players)

    def string_from(self, state: RulesetState, player: int) -> str:
        """Tells it in words."""
        return state.point.observed(player)


pyspiel.register_game(_type_of(), RulesetGame)
