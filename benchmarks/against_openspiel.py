"""Bots that search play against OpenSpiel's own tree search, at equal time a move, on games that both have.

Run it as `python benchmarks/against_openspiel.py --games 100 --seconds 0.2`. A match is played on both systems side by
side, each bot on its own; each two matches begin alike and are played from both sides. OpenSpiel's `MCTSBot` (in C++,
with random playouts, which solves where it can) is given as many simulations as it makes in that CPU time on this game,
as measured at its last move. Times are CPU time, so it may run beside other work.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pyspiel

import gekido_dsl
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Choice
from gekido_dsl.play.search import SearchBot

Squares = tuple[tuple[int, int], ...]
"""Rows and columns, from 0, of a move: where to, or where from and where to."""


@dataclass(frozen=True)
class Shared:
    """A game that both have."""

    ruleset: str
    game: str
    squares: Callable[[pyspiel.State, int], Squares]
    """What a move of OpenSpiel means; nothing for a pass."""
    options: dict[str, str] = field(default_factory=dict)
    opening: int = 2
    """How many moves are drawn by chance, so that matches differ."""
    columns_only: bool = False
    """Whether only the column counts."""


def _named(state: pyspiel.State, action: int) -> Squares:
    """Reads `a7b6` or `c4`."""
    text = state.action_to_string(action).rstrip("*")
    if not text[0].isalpha() or not text[1:2].isdigit():
        return ()
    parts = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple((int(row) - 1, ord(column) - ord("a")) for column, row in parts)


GAMES = {
    "Connect Four": Shared(
        "classics/connect_four", "connect_four", lambda _, action: ((0, action),), columns_only=True
    ),
    "Breakthrough": Shared("classics/breakthrough", "breakthrough", _named),
    "Othello": Shared(
        "classics/othello", "othello", lambda _, action: (divmod(action, 8),) if action < 64 else ()
    ),
    "Hex": Shared("classics/hex", "hex", lambda _, action: (divmod(action, 11),), {"Swapping": "Forbidden"}),
}


def squares_of(choice: Choice, columns_only: bool) -> Squares:
    """Reads `r1c2` and `Pawn r7c1 → r6c2` of a ruleset."""
    words = [word for word in choice.id.split() if word[:1] == "r" and "c" in word and word[1].isdigit()]
    found = tuple((int(row) - 1, int(column) - 1) for row, column in (word[1:].split("c") for word in words))
    return tuple((0, column) for _, column in found) if columns_only else found


class Both:
    """A match on both systems."""

    def __init__(self, shared: Shared, ruleset: gekido_dsl.Ruleset, executor: CompiledExecutor) -> None:
        self.shared, self.executor = shared, executor
        self.state, _ = executor.initial(ruleset.setting(2, options=shared.options))
        self.game = pyspiel.load_game(shared.game)
        self.other = self.game.new_initial_state()
        self.taken = 0
        self._skip()

    def _skip(self) -> None:
        """Passes where nothing else can be done, which the two may ask about at different times."""
        while not self.other.is_terminal():
            actions = self.other.legal_actions()
            if len(actions) > 1 or self.shared.squares(self.other, actions[0]):
                break
            self.other.apply_action(actions[0])
        while (decision := self.executor.decision(self.state)) is not None:
            if len(decision.choices) > 1 or squares_of(decision.choices[0], self.shared.columns_only):
                break
            self.executor.apply(self.state, 0)

    def moves(self) -> dict[int, int]:
        """Gives by choice the action of OpenSpiel, and sees that both offer the same."""
        decision = self.executor.decision(self.state)
        assert decision is not None
        own = {squares_of(one, self.shared.columns_only): at for at, one in enumerate(decision.choices)}
        others = {self.shared.squares(self.other, one): one for one in self.other.legal_actions()}
        assert own.keys() == others.keys(), f"{sorted(own)} is not {sorted(others)}"
        assert decision.seat == self.other.current_player()
        return {own[squares]: others[squares] for squares in own}

    def take(self, choice: int) -> None:
        """Takes a choice on both."""
        action = self.moves()[choice]
        self.executor.apply(self.state, choice)
        self.other.apply_action(action)
        self.taken += 1
        self._skip()


class Theirs:
    """OpenSpiel's search, with as many simulations as fit into some seconds."""

    def __init__(self, game: pyspiel.Game, seconds: float) -> None:
        self._game, self._seconds, self._rate = game, seconds, 2_000.0

    def choose(self, match: Both, seed: int) -> int:
        """Gives the number of a choice."""
        most = max(2, int(self._rate * self._seconds))
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self._game, evaluator, math.sqrt(2), most, 1_000, True, seed, False)
        began = time.process_time()
        action = bot.step(match.other)
        took = time.process_time() - began
        if took > self._seconds / 4:  # what was solved early tells nothing
            self._rate = most / took
        return next(choice for choice, one in match.moves().items() if one == action)


def play(shared: Shared, games: int, seconds: float) -> list[float]:
    """Gives the points of the project's bot in each match: 1, one half or 0."""
    ruleset = gekido_dsl.read(shared.ruleset)
    executor = CompiledExecutor(ruleset.game, searches=True)
    points = []
    for number in range(games):
        match, mine = Both(shared, ruleset, executor), number % 2
        theirs = Theirs(match.game, seconds)
        chance = random.Random(number // 2)
        while (decision := executor.decision(match.state)) is not None:
            seed = chance.getrandbits(30)
            if match.taken < shared.opening:
                choice = random.Random(1_000 * (number // 2) + match.taken).randrange(len(decision.choices))
            elif decision.seat == mine:
                bot = SearchBot(seed, seconds=seconds, clock=time.process_time)
                choice = bot.choose(executor, match.state, decision, match.taken)
            else:
                choice = theirs.choose(match, seed)
            match.take(choice)
        assert match.other.is_terminal()
        outcome = executor.outcome(match.state)
        assert outcome is not None
        worth = {(1, 2): 1.0, (2, 1): 0.0}.get(outcome.ranks, 0.5)
        returns = match.other.returns()
        assert (returns[0] > returns[1], returns[0] < returns[1]) == (worth == 1.0, worth == 0.0)
        points.append(worth if mine == 0 else 1 - worth)
        print(f"\r  {sum(points):g} of {len(points)} ", end="", file=sys.stderr, flush=True)
    return points


def main() -> None:
    """Prints a table."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=0.2, help="CPU time that each has for a move")
    asked.add_argument("--only", default="", help="games whose name has this in it")
    given = asked.parse_args()
    print("| Game | Matches | Won, draws counting half | Interval of 95 % |\n| --- | --: | --: | --- |")
    for name, shared in GAMES.items():
        if given.only.lower() not in name.lower():
            continue
        points = play(shared, given.games, given.seconds)
        share = sum(points) / len(points)
        pairs = [(points[at] + points[at + 1]) / 2 for at in range(0, len(points) - 1, 2)]
        spread = math.sqrt(sum((one - share) ** 2 for one in pairs) / len(pairs) / max(1, len(pairs) - 1))
        low, high = max(0.0, share - 1.96 * spread), min(1.0, share + 1.96 * spread)
        print(f"| {name} | {len(points)} | {share:.0%} | {low:.0%} to {high:.0%} |", flush=True)


if __name__ == "__main__":
    main()
