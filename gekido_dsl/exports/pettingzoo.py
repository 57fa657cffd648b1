"""Rulesets as environments of PettingZoo (AEC): one agent is asked after the other, as the match asks its seats.

`env("gekido", players=4)`; docs/api/exports.md shows one at work. PettingZoo is an extra: `gekido-dsl[pettingzoo]`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from gekido_dsl.api import Ruleset, read
from gekido_dsl.engine import Decision, RuleError, Seat, State
from gekido_dsl.exports.learning import ACTIONS, FEATURES, HIGHEST, Encoding, utilities

MOST_DECISIONS: Final = 10_000
"""After how many a match is cut short."""


def env(
    ruleset: Ruleset | str,
    players: int | None = None,
    *,
    options: Mapping[str, str] | None = None,
    actions: int = ACTIONS,
    features: int = FEATURES,
    most_decisions: int = MOST_DECISIONS,
) -> "RulesetEnv":
    """Makes an environment of a ruleset.

    Args:
        ruleset: one that was read, the path of its file, or the name of a shipped game.
        players: how many; None for the fewest.
        options: answers of options of the ruleset.
        actions: how many actions there are; what each does goes by the name of the choice.
        features: how many numbers an observation has.
        most_decisions: after how many a match is cut short, with nothing won or lost.
    Raises:
        FileNotFoundError, InvalidRuleset, ValueError: as `gekido_dsl.read` and `Ruleset.match` do.
    """
    made = ruleset if isinstance(ruleset, Ruleset) else read(ruleset)
    return RulesetEnv(made, players, options or {}, Encoding(actions, features), most_decisions)


class RulesetEnv(AECEnv):  # type: ignore[misc]
    """One match at a time of a ruleset.

    An observation has the numbers that the agent sees (`observation`) and which actions it may take now
    (`action_mask`, all 0 for who is not asked); its info has the mask, too. Rewards come at the end, from -1 to 1.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int | None,
        options: Mapping[str, str],
        encoding: Encoding,
        most_decisions: int,
    ) -> None:
        """Makes it; see `env`."""
        super().__init__()
        self.ruleset = ruleset
        self.encoding = encoding
        self.metadata = {"name": ruleset.title, "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self._setting = ruleset.setting(players, options=options)
        self._executor = ruleset.compilation.executor(trace=False)
        self._most = most_decisions
        seats = range(self._setting.players)
        self.possible_agents = [f"player_{seat}" for seat in seats]
        self._seat: dict[str, Seat] = dict(zip(self.possible_agents, seats, strict=True))
        seen = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-HIGHEST, HIGHEST, (encoding.features,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(encoding.actions) for agent in self.possible_agents
        }
        self._seeds, _ = seeding.np_random()
        self._state: State = None
        self._decision: Decision | None = None
        self._legal: dict[int, int] = {}
        self._taken = 0

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Gives the space of an agent's observations, the same at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Gives the space of an agent's actions, the same at each call."""
        return self.action_spaces[agent]

    @property
    def decision(self) -> Decision | None:
        """The open question, in words; None when the match is over."""
        return self._decision

    def label(self, action: int) -> str:
        """Puts an action of the open decision into words."""
        assert self._decision is not None
        return self._decision.choices[self._legal[action]].label

    # ------------------------------------------------------------ a match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match: the same for the same seed; the next one where none is given."""
        if seed is not None:
            self._seeds, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._taken = 0
        setting = replace(self._setting, seed=int(self._seeds.integers(1 << 62)))
        self._state, _ = self._executor.initial(setting)
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Takes an action for the agent that is asked.

        Raises:
            ValueError: it is none of those in the mask.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise ValueError(f"action {action} is not open to {agent}; its mask says which are")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        try:
            self._executor.apply(self._state, self._legal[int(action)])
        except RuleError as error:
            self._over(str(error))
        else:
            self._taken += 1
            self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Gives what an agent sees."""
        seat = self._seat[agent]
        mask = np.zeros(self.encoding.actions, np.int8)
        if self._decision is not None and self._decision.seat == seat:
            mask[list(self._legal)] = 1
        view = self._executor.observe(self._state, seat)
        return {
            "observation": self.encoding.observation(view, len(self.possible_agents)),
            "action_mask": mask,
        }

    def render(self) -> None:
        """Draws nothing; `gdl play` does."""

    def close(self) -> None:
        """Has nothing to close."""

    def _go_on(self) -> None:
        """Looks who is asked next, or how the match ended."""
        self._decision = self._executor.decision(self._state)
        if self._decision is None:
            outcome = self._executor.outcome(self._state)
            self.rewards = dict(zip(self.possible_agents, utilities(outcome, len(self._seat)), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._legal = {}
        elif self._taken >= self._most:
            self._over(f"{self._taken} decisions were taken")
        else:
            self._legal = self.encoding.legal(self._decision)
            self.agent_selection = self.possible_agents[self._decision.seat]
            mask = np.zeros(self.encoding.actions, np.int8)
            mask[list(self._legal)] = 1
            self.infos = {agent: {} for agent in self.agents}
            self.infos[self.agent_selection] = {"action_mask": mask}

    def _over(self, why: str) -> None:
        """Cuts the match short."""
        self._decision, self._legal = None, {}
        self.truncations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"cut_short": why} for agent in self.agents}
