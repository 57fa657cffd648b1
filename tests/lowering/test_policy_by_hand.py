"""Whole games of a module beside the same search written plainly on the interpreter: same seed, same choices."""

from math import log, sqrt

import pytest
from lockstep import game_of

from gekido_dsl.backend.policies import EXPLORES
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering.judging import ONE
from gekido_dsl.play.bots import WIN, placing
from gekido_dsl.rng import FIRST, GOLDEN, SECOND, Rng, bot_seed, game_seed, player_seed

pytest.importorskip("wasmtime")

WORD = (1 << 64) - 1
Edge = tuple[int, tuple[tuple[int, str], ...], str]


def mixed(value: int) -> int:
    """The finaliser of SplitMix64."""
    x = value & WORD
    x = ((x ^ x >> 30) * FIRST) & WORD
    x = ((x ^ x >> 27) * SECOND) & WORD
    return x ^ x >> 31


class ByHand:
    """A search in a game without an aim, in which nothing is hidden."""

    def __init__(self, executor: Interpreter, policy: Policy, seed: int) -> None:
        self.executor, self.policy, self.seed = executor, policy, seed

    def choose(self, state: State, taken: int) -> int:
        executor, policy = self.executor, self.policy
        decision = executor.decision(state)
        assert decision is not None
        count = len(decision.choices)
        if count == 1:
            return 0
        self.visits: dict[Edge, int] = {}
        self.open: dict[Edge, int] = {}
        self.worth: dict[Edge, int] = {}
        seed, made = mixed(self.seed + (taken + 1) * GOLDEN), 0
        budget = policy.budget(count)
        while made < budget:
            own, some = mixed(seed + made), min(budget - made, policy.slices)
            for number in range(some):
                self._playout(state, mixed(own + (number + 1) * GOLDEN))
            made += some
        best, most, worth, ties = 0, -1, -1, 1
        for k, choice in enumerate(decision.choices):
            edge = (decision.seat, (), choice.id)
            if edge not in self.visits:
                continue
            times, mean = self.visits[edge], self.worth[edge] // self.visits[edge]
            if (times, mean) > (most, worth):
                best, most, worth, ties = k, times, mean, 1
            elif (times, mean) == (most, worth):
                ties += 1
                if self.random.below(ties) == 0:
                    best = k
        return best

    def _playout(self, start: State, seed: int) -> None:
        executor, state = self.executor, start.copy()
        self.random = Rng(seed)
        state.rng = Rng(mixed(seed))
        history: tuple[tuple[int, str], ...] = ()
        path: list[Edge] = []
        inside = True
        while (decision := executor.decision(state)) is not None:
            count = len(decision.choices)
            if count == 1:
                executor.apply(state, 0)
                continue
            if not inside:
                executor.apply(state, self.random.below(count))
                continue
            edges = [(decision.seat, history, choice.id) for choice in decision.choices]
            best, most, fresh, new = -1, -1, -1, 0
            for k, edge in enumerate(edges):
                if edge not in self.visits:
                    new += 1
                    fresh = k if self.random.below(new) == 0 else fresh
                    continue
                self.open[edge] += 1
                bound = self._bound(edge)
                if bound > most:
                    best, most = k, bound
            if new:
                best, inside = fresh, False
                self.visits[edges[best]], self.open[edges[best]], self.worth[edges[best]] = 0, 1, 0
            inside = inside and not self.policy.flat
            path.append(edges[best])
            history = (*history, (decision.seat, edges[best][2]))
            executor.apply(state, best)
        outcome = executor.outcome(state)
        assert outcome is not None
        for edge in path:
            self.visits[edge] += 1
            share = placing(outcome, edge[0]) / WIN if outcome.finished else 0.0
            self.worth[edge] += round(ONE * (share + 1) / 2)

    def _bound(self, edge: Edge) -> int:
        times, opened = self.visits[edge], self.open[edge]
        root, wide = round(65_536 / sqrt(times)), round(4_096 * sqrt(log(opened + 1)))
        return self.worth[edge] // times + (root * wide * EXPLORES >> 20)


@pytest.mark.parametrize(
    ("name", "policies"),
    [
        ("classics/tic_tac_toe", (GREEDY, Policy(60))),
        ("classics/tic_tac_toe", (Policy(40), None)),
        ("classics/connect_four", (GREEDY, Policy(25))),
        ("classics/pig", (GREEDY, Policy(8))),
    ],
)
def test_the_module_chooses_as_the_same_search_by_hand(
    name: str, policies: tuple[Policy | None, ...]
) -> None:
    game, setting = game_of(name), Setting(2, 6, {})
    player, executor = PolicyGames(game, setting, policies), Interpreter(game, trace=False)
    for number in range(2):
        player.play(number)
        seed = game_seed(setting.seed, number)
        bots = [
            policy and ByHand(executor, policy, bot_seed(seed, seat)) for seat, policy in enumerate(policies)
        ]
        chance = Rng(player_seed(seed))
        state, _ = executor.initial(Setting(2, seed, {}))
        for taken, choice in enumerate(player.choices[:60]):
            bot = bots[executor.asked(state).seat]  # type: ignore[union-attr]
            assert choice == (bot.choose(state, taken) if bot else chance.below(executor.count(state)))
            executor.apply(state, choice)
