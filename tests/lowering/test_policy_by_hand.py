"""Whole games of a module beside the same search written plainly on the interpreter: same seed, same choices."""

from dataclasses import dataclass, field
from math import log, sqrt

import pytest
from lockstep import game_of

from gekido_dsl.backend.policies import EXPLORES
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering.course.judging import ONE
from gekido_dsl.play.bots import WIN, placing
from gekido_dsl.rng import FIRST, GOLDEN, SECOND, Rng, bot_seed, game_seed, player_seed

pytest.importorskip("wasmtime")

WORD = (1 << 64) - 1
Edge = tuple[object, ...]
SURE = 1 << 30


def mixed(value: int) -> int:
    """The finaliser of SplitMix64."""
    x = value & WORD
    x = ((x ^ x >> 30) * FIRST) & WORD
    x = ((x ^ x >> 27) * SECOND) & WORD
    return x ^ x >> 31


class ByHand:
    """A search in a game without an aim, in which nothing is hidden but there may be chance."""

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
        self.settled = False
        seed, made = mixed(self.seed + (taken + 1) * GOLDEN), 0
        budget = policy.budget(count)
        while made < budget and not self.settled:
            own, some = mixed(seed + made), min(budget - made, policy.slices)
            for number in range(some):
                if self.settled:
                    break
                self._playout(state, mixed(own + (number + 1) * GOLDEN))
            made += some
        best, most, worth, ties = 0, -SURE * 2, -1, 1
        for k, choice in enumerate(decision.choices):
            edge = (decision.seat, (), self._name(k, choice.id))
            if edge not in self.visits:
                continue
            rank, mean = self._rank(edge), self.worth[edge] // self.visits[edge]
            if (rank, mean) > (most, worth):
                best, most, worth, ties = k, rank, mean, 1
            elif (rank, mean) == (most, worth):
                ties += 1
                if self.random.below(ties) == 0:
                    best = k
        return best

    def _name(self, number: int, name: str) -> object:
        return name

    def _rank(self, edge: Edge) -> int:
        return self.visits[edge]

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
        return self._explored(edge, self.open[edge])

    def _explored(self, edge: Edge, opened: int) -> int:
        times = self.visits[edge]
        root, wide = round(65_536 / sqrt(times)), round(4_096 * sqrt(log(opened + 1)))
        return self.worth[edge] // times + (root * wide * EXPLORES >> 20)


@dataclass
class Node:
    """A position in the tree."""

    seat: int
    number: int
    passed: int = 0
    """How many playouts came by the choice that leads here."""
    certain: dict[int, int] = field(default_factory=dict)
    """By choice, what it is certain to be worth."""


class OpenByHand(ByHand):
    """A search in an open game: it notes what is certain."""

    def choose(self, state: State, taken: int) -> int:
        self.nodes: dict[tuple[int, ...], Node] = {}
        return super().choose(state, taken)

    def _name(self, number: int, name: str) -> object:
        return number

    def _edge(self, history: tuple[int, ...], choice: int) -> Edge:
        return (self.nodes[history].seat, history, choice)

    def _rank(self, edge: Edge) -> int:
        certain = self.nodes[()].certain.get(edge[2])
        return self.visits[edge] + (SURE if certain == ONE else -SURE if certain == 0 else 0)

    def _playout(self, start: State, seed: int) -> None:
        executor, state = self.executor, start.copy()
        self.random = Rng(seed)
        history: tuple[int, ...] = ()
        inside, by_choices, known = True, True, None
        while known is None and (decision := executor.decision(state)) is not None:
            count = len(decision.choices)
            if count == 1:
                executor.apply(state, 0)
                continue
            if not inside:
                by_choices = False
                executor.apply(state, self.random.below(count))
                continue
            node = self.nodes.setdefault(history, Node(decision.seat, count, 1 if history else 0))
            untried = [k for k in range(count) if self._edge(history, k) not in self.visits]
            if untried:
                best, inside = untried[self.random.below(len(untried))], False
                self.visits[self._edge(history, best)] = self.worth[self._edge(history, best)] = 0
            else:
                bounds = [
                    node.certain.get(k, self._explored(self._edge(history, k), node.passed))
                    for k in range(count)
                ]
                best = bounds.index(max(bounds))
            inside = inside and not self.policy.flat
            known = node.certain.get(best)
            history = (*history, best)
            executor.apply(state, best)
        if known is None:
            outcome = executor.outcome(state)
            assert outcome is not None and outcome.finished
            last = self.nodes[history[:-1]].seat
            worth = round(ONE * (placing(outcome, last) / WIN + 1) / 2)
        else:
            last, worth = decision.seat, known  # type: ignore[union-attr]
        for length in range(len(history)):
            edge = self._edge(history[:length], history[length])
            self.visits[edge] += 1
            self.worth[edge] += worth if edge[0] == last else ONE - worth
            self.nodes[history[:length]].passed += 1
        if known is None and by_choices and not self.policy.flat:
            self._prove(history, worth)

    def _prove(self, history: tuple[int, ...], worth: int) -> None:
        node = self.nodes[history[:-1]]
        node.certain[history[-1]] = worth
        best = max(node.certain.values())
        if best < ONE and len(node.certain) < node.number:
            return
        if len(history) == 1:
            self.settled = True
            return
        before = self.nodes[history[:-2]]
        self._prove(history[:-1], best if before.seat == node.seat else ONE - best)


@pytest.mark.parametrize(
    ("name", "policies"),
    [
        ("classics/tic_tac_toe", (GREEDY, Policy(60))),
        ("classics/tic_tac_toe", (Policy(40), None)),
        ("classics/tic_tac_toe", (Policy(600), Policy(200))),
        ("classics/connect_four", (GREEDY, Policy(25))),
        ("classics/pig", (GREEDY, Policy(8))),
    ],
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_the_module_chooses_as_the_same_search_by_hand(
    name: str, policies: tuple[Policy | None, ...]
) -> None:
    game, setting = game_of(name), Setting(2, 6, {})
    player, executor = PolicyGames(game, setting, policies), Interpreter(game, trace=False)
    by_hand = ByHand if name == "classics/pig" else OpenByHand
    for number in range(2):
        player.play(number)
        seed = game_seed(setting.seed, number)
        bots = [
            policy and by_hand(executor, policy, bot_seed(seed, seat)) for seat, policy in enumerate(policies)
        ]
        chance = Rng(player_seed(seed))
        state, _ = executor.initial(Setting(2, seed, {}))
        for taken, choice in enumerate(player.choices[:60]):
            bot = bots[executor.asked(state).seat]  # type: ignore[union-attr]
            assert choice == (bot.choose(state, taken) if bot else chance.below(executor.count(state)))
            executor.apply(state, choice)
