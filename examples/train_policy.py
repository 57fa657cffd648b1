"""Trains a small policy on a ruleset, against a player that chooses at random, and measures it before and after.

    python examples/train_policy.py                                # Tic-tac-toe, for a minute of CPU time
    python examples/train_policy.py classics/connect_four --seconds 300

The policy is linear: a weight for each pair of an action and a number that the agent sees. It learns from whole matches
(REINFORCE, Williams 1992). Needs `pip install gekido-dsl[pettingzoo]`.
"""

import argparse
import time
from math import sqrt

import numpy as np

from gekido_dsl.exports.pettingzoo import RulesetEnv, env


class Policy:
    """Chooses actions by a sum of weights."""

    def __init__(self, actions: int, features: int) -> None:
        self.weights = np.zeros((actions, features), np.float32)
        self.usual = 0.0
        """What a match has brought of late."""

    def chances(self, seen: np.ndarray, open_actions: np.ndarray) -> np.ndarray:
        """Gives how likely each open action is taken."""
        logits = self.weights[open_actions] @ seen
        powers = np.exp(logits - logits.max())
        return powers / powers.sum()

    def learn(self, steps: list[tuple[np.ndarray, np.ndarray, int]], reward: float, rate: float) -> None:
        """Makes the actions of a match more likely where it went better than usual, and less likely where worse."""
        gain = rate * (reward - self.usual)
        self.usual += 0.01 * (reward - self.usual)
        for seen, open_actions, taken in steps:
            wanted = -self.chances(seen, open_actions)
            wanted[taken] += 1
            self.weights[open_actions] += gain * np.outer(wanted, seen)


def play(match: RulesetEnv, policy: Policy, agent: str, rng: np.random.Generator, learns: bool) -> float:
    """Plays a match in which the policy is one agent and chance the others; gives the reward."""
    match.reset(seed=int(rng.integers(1 << 31)))
    steps = []
    reward = 0.0
    for asked in match.agent_iter():
        seen, gained, ended, cut, info = match.last(observe=asked == agent)
        if asked == agent:
            reward += gained
        if ended or cut:
            match.step(None)
            continue
        open_actions = np.flatnonzero(info["action_mask"])
        if asked != agent:
            match.step(int(rng.choice(open_actions)))
            continue
        chances = policy.chances(seen["observation"], open_actions)
        taken = int(rng.choice(len(chances), p=chances)) if learns else int(chances.argmax())
        steps.append((seen["observation"], open_actions, taken))
        match.step(int(open_actions[taken]))
    if learns:
        policy.learn(steps, reward, rate=0.05)
    return reward


def measure(match: RulesetEnv, policy: Policy, games: int, rng: np.random.Generator) -> str:
    """Tells the mean reward of some matches, each seat in turn."""
    agents = match.possible_agents
    rewards = [play(match, policy, agents[number % len(agents)], rng, False) for number in range(games)]
    return f"{np.mean(rewards):+.2f} ± {1.96 * np.std(rewards) / sqrt(games):.2f} a match"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "ruleset", nargs="?", default="classics/tic_tac_toe", help="a shipped game, or a file"
    )
    parser.add_argument("--seconds", type=float, default=60, help="how long to learn, CPU time")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    match = env(given.ruleset)
    policy = Policy(match.encoding.actions, match.encoding.features)
    rng = np.random.default_rng(given.seed)
    print("before:", measure(match, policy, 200, rng), flush=True)
    played, ends = 0, time.process_time() + given.seconds
    while time.process_time() < ends:
        agent = match.possible_agents[played % len(match.possible_agents)]
        play(match, policy, agent, rng, True)
        played += 1
    print(f"{played} matches to learn from")
    print("after: ", measure(match, policy, 400, rng))


if __name__ == "__main__":
    main()
