"""Bots that search play against OpenSpiel's own tree search, at equal time a move, on games that both have.

Run it as `python benchmarks/against_openspiel.py --games 100 --seconds 0.2`. A match is played on both systems side by
side, each bot on its own; each two matches begin alike and are played from both sides. Where OpenSpiel's rules are a
little different, a variant of the ruleset has them; its dice fall on both. OpenSpiel's `MCTSBot` (in C++, with random
playouts, which solves where it can) is given as many simulations as it makes in that CPU time on this game, as measured
at its last move. Times are CPU time, so it may run beside other work.
"""

import argparse
import math
import random
import re
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pyspiel

import gekido_dsl
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import ChanceRequest, Choice
from gekido_dsl.play.search import SearchBot

CALIBRATING = 200
"""With how many simulations a match finds out how many a second there are."""
RULESETS = Path(__file__).parents[1] / "rulesets"

Squares = tuple[tuple[int, int], ...]
"""Rows and columns, from 0, of a move: where to, or where from and where to; or another pair that tells it."""


def squares_of(choice: Choice) -> Squares:
    """Reads `r1c2` and `Pawn r7c1 → r6c2` of a ruleset."""
    words = [word for word in choice.id.split() if word[:1] == "r" and "c" in word and word[1].isdigit()]
    return tuple((int(row) - 1, int(column) - 1) for row, column in (word[1:].split("c") for word in words))


def _column(choice: Choice) -> Squares:
    return tuple((0, column) for _, column in squares_of(choice))


def _checker(choice: Choice) -> Squares:
    """Reads `Checker r1c19 → 3`, or `Checker → 3` from the bar: the point and the pips."""
    return (((_column(choice) or ((0, -1),))[0][1], int(choice.id.split()[-1])),)


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
    choice: Callable[[Choice], Squares] = squares_of
    """What a choice of the ruleset means."""
    shares: tuple[float, ...] = (1.0,)
    """Of the time of a move, how much each choice has, where the ruleset asks for the pairs of a move one by one."""
    first: int = 0
    """Which player of OpenSpiel the first player is."""
    variant: str = ""
    """What has to be different in the ruleset."""

    @property
    def singly(self) -> bool:
        """Whether the ruleset asks for the pairs of a move one by one."""
        return len(self.shares) > 1


def _named(state: pyspiel.State, action: int) -> Squares:
    """Reads `a7b6` or `c4`."""
    text = state.action_to_string(action).rstrip("*")
    if not text[0].isalpha() or not text[1:2].isdigit():
        return ()
    parts = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple((int(row) - 1, ord(column) - ord("a")) for column, row in parts)


def _jump(state: pyspiel.State, action: int) -> Squares:
    """Reads `a3b4`; of a piece that jumps on, only where to."""
    before = state.full_history()
    goes_on = bool(before) and before[-1].player == state.current_player()
    return _named(state, action)[int(goes_on) :]


POINTS = [
    (row, column)
    for row, columns in enumerate(
        ((0, 3, 6), (1, 3, 5), (2, 3, 4), (0, 1, 2, 4, 5, 6), (2, 3, 4), (1, 3, 5), (0, 3, 6))
    )
    for column in columns
]


def _point(_: pyspiel.State, action: int) -> Squares:
    """Reads a point of nine men's morris, or one and another."""
    points = (action,) if action < len(POINTS) else divmod(action - len(POINTS), len(POINTS))
    return tuple(POINTS[point] for point in points)


def _checkers(state: pyspiel.State, action: int) -> Squares:
    """Reads which checkers of backgammon move, by which pips."""
    moves = state.spiel_move_to_checker_moves(state.current_player(), action)
    return tuple((23 - one.pos if 0 <= one.pos < 24 else -1, one.num) for one in moves if one.num > 0)


RANKS = ("King", "Queen", "Rook", "Bishop", "Knight", "Pawn")


def _chess(state: pyspiel.State, action: int) -> Squares:
    """Reads from where to where, as numbers of squares, and what a pawn becomes."""
    move = pyspiel.chess.action_to_move(action, state.board()).to_lan()
    (row, column), (to_row, to_column) = ((int(move[at + 1]) - 1, ord(move[at]) - ord("a")) for at in (0, 2))
    found = ((row * 8 + column, to_row * 8 + to_column),)
    return (*found, (-1, "kqrbnp".index(move[4]))) if len(move) > 4 else found


def _piece(choice: Choice) -> Squares:
    """Reads `Piece r2c1 → r4c1`, or `Queen`."""
    squares = squares_of(choice)
    if not squares:
        return ((-1, RANKS.index(choice.id)),)
    (row, column), (to_row, to_column) = squares
    return ((row * 8 + column, to_row * 8 + to_column),)


def _house(_: pyspiel.State, action: int) -> Squares:
    """Reads the number of a pit, counted from the second player's store."""
    return ((1, action) if action < 7 else (0, 14 - action),)


GAMES = {
    "Chess": Shared(
        "classics/chess",
        "chess",
        _chess,
        opening=4,
        choice=_piece,
        shares=(0.95, 0.05),
        first=1,
        variant="""\
change "nobody wins if the position" of phase Moving
  nobody wins if the position has come up 3 times or Quiet Moves is 100
remove "me may" of phase Moving
""",
    ),
    "Go": Shared(
        "classics/go",
        "go(board_size=9,komi=7.5)",
        lambda _, action: (divmod(action, 9),) if action < 81 else (),
        variant="""\
change "set my Passed" of phase Placing
  nobody wins if the position has come up at least 2 times and no enemy player's Passed is yes
  set my Passed to no
replace the game ends when every player's Passed is yes or the Turn is 162
  all players rank by their Half Points, highest first
""",
    ),
    "Kalah": Shared("classics/kalah", "mancala", _house),
    "Tic-tac-toe": Shared("classics/tic_tac_toe", "tic_tac_toe", lambda _, action: (divmod(action, 3),)),
    "Connect Four": Shared(
        "classics/connect_four", "connect_four", lambda _, action: ((0, action),), choice=_column
    ),
    "Breakthrough": Shared("classics/breakthrough", "breakthrough", _named),
    "Othello": Shared(
        "classics/othello", "othello", lambda _, action: (divmod(action, 8),) if action < 64 else ()
    ),
    "Hex": Shared("classics/hex", "hex", lambda _, action: (divmod(action, 11),), {"Swapping": "Forbidden"}),
    "Nine men's morris": Shared(
        "classics/nine_mens_morris",
        "nine_mens_morris",
        _point,
        variant="""\
  limit 200 turns
remove Fifty Moves
""",
    ),
    "Draughts": Shared(
        "classics/draughts",
        "checkers",
        _jump,
        variant="""\
change kind Clock, 1 of them
  Quiet Moves: 0 to 40, starts 0
remove "set Clock's Quiet Moves to 0 if the Piece is not King" of rule Move
replace the game ends when Forty Moves: Clock's Quiet Moves is 40
  nobody wins
""",
    ),
    "Backgammon": Shared(
        "classics/backgammon",
        "backgammon(max_player_turns=100000)",
        _checkers,
        opening=0,
        choice=_checker,
        shares=(0.5, 0.5),
    ),
    "Pig": Shared(
        "classics/pig",
        "pig(horizon=100000)",
        lambda _, action: ((0, action),),
        opening=0,
        choice=lambda choice: ((0, ("Roll", "Hold").index(choice.id)),),
        variant="""\
change "Roll" of phase Rolling
  "Roll" if my Seat's Score plus Pot is less than 100
change "Hold" of phase Rolling
  "Hold"
""",
    ),
}


def read(shared: Shared) -> gekido_dsl.Ruleset:
    """Reads the ruleset, or its variant."""
    if not shared.variant:
        return gekido_dsl.read(shared.ruleset)
    base = f"{shared.ruleset}.gdl"
    text = f'edition 1\n\ngame "As in OpenSpiel" changes "{base}"\n{shared.variant}'
    return gekido_dsl.read_text(text, {base: (RULESETS / base).read_text(encoding="utf-8")})


class Both:
    """A match on both systems."""

    def __init__(
        self, shared: Shared, ruleset: gekido_dsl.Ruleset, executor: CompiledExecutor, seed: int
    ) -> None:
        self.shared, self.executor = shared, executor
        self.game = pyspiel.load_game(shared.game)
        self.other = self.game.new_initial_state()
        self.taken = 0
        self.begun: Squares = ()
        """What was taken of a move that is taken one by one."""
        self._chance, self._faces = random.Random(seed), deque[int]()
        self._pass_there()
        self.state, _ = executor.initial(ruleset.setting(2, options=shared.options), self)
        self._pass_here()

    def draw(self, _: ChanceRequest) -> int:
        """Has a die fall as it fell on OpenSpiel."""
        return self._faces.popleft()

    def _pass_there(self) -> None:
        """Rolls dice, and passes where nothing else can be done, which the two may ask about at different times."""
        while not self.other.is_terminal():
            if self.other.is_chance_node():
                outcomes, weights = zip(*self.other.chance_outcomes(), strict=True)
                (action,) = self._chance.choices(outcomes, weights)
                text = self.other.action_to_string(action)
                found = re.search(r"[Rr]oll:? (\d+)", text)
                assert found is not None
                # Whoever begins has the higher die of the first throw.
                self._faces.extend(sorted((int(face) - 1 for face in found[1]), reverse="X starts" in text))
            else:
                action = self.other.legal_actions()[0]
                if len(self.other.legal_actions()) > 1 or self.shared.squares(self.other, action):
                    break
            self.other.apply_action(action)

    def _pass_here(self) -> None:
        while (decision := self.executor.decision(self.state)) is not None:
            if len(decision.choices) > 1 or self.shared.choice(decision.choices[0]):
                break
            self.executor.apply(self.state, 0, self)
        assert not self._faces

    def actions(self) -> dict[int, list[int]]:
        """Gives by choice the actions of OpenSpiel that go on so, and sees that both offer the same."""
        decision = self.executor.decision(self.state)
        assert decision is not None
        own = [self.shared.choice(one) for one in decision.choices]
        others: dict[Squares, list[int]] = {}
        for action in self.other.legal_actions():
            squares, at = self.shared.squares(self.other, action), len(self.begun)
            if squares[:at] == self.begun:
                others.setdefault(squares[at : at + 1] if self.shared.singly else squares, []).append(action)
        assert sorted(own) == sorted(others), f"{sorted(own)} is not {sorted(others)}"
        assert decision.seat == self.other.current_player() ^ self.shared.first
        return {at: others[squares] for at, squares in enumerate(own)}

    def take(self, choice: int) -> None:
        """Takes a choice on both."""
        action = self.actions()[choice][0]
        squares = self.shared.squares(self.other, action)
        self.begun = squares[: len(self.begun) + 1] if self.shared.singly else squares
        if self.begun == squares:
            self.begun = ()
            self.other.apply_action(action)
            self._pass_there()
        self.executor.apply(self.state, choice, self)
        self.taken += 1
        self._pass_here()


@dataclass
class Spent:
    """What a bot searched."""

    playouts: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Gives playouts a second."""
        return self.playouts / self.seconds if self.seconds else 0.0


class Theirs:
    """OpenSpiel's search, with as many simulations as fit into some seconds."""

    def __init__(self, game: pyspiel.Game, seconds: float, spent: Spent) -> None:
        self._game, self._seconds, self._spent = game, seconds, spent
        self.took = seconds
        """CPU time of the last search that did not end early."""
        self._rate = 0.0
        self._action = 0

    def choose(self, match: Both, seed: int) -> int:
        """Gives the number of a choice."""
        if not match.begun:
            actions = match.other.legal_actions()
            self._action = actions[0] if len(actions) == 1 else self._searched(match.other, seed)
        return next(choice for choice, actions in match.actions().items() if self._action in actions)

    def _searched(self, state: pyspiel.State, seed: int) -> int:
        if not self._rate:
            root, took = self._search(state, seed, CALIBRATING)
            self._rate = root.explore_count / took
        most = max(2, int(self._rate * self._seconds))
        root, took = self._search(state, seed, most)
        if root.explore_count == most:  # it ends early where all is solved
            self._rate, self.took = most / took, took
            self._spent.playouts += most
            self._spent.seconds += took
        return int(root.best_child().action)

    def _search(self, state: pyspiel.State, seed: int, most: int) -> tuple[pyspiel.SearchNode, float]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self._game, evaluator, math.sqrt(2), most, 1_000, True, seed, False)
        began = time.process_time()
        root = bot.mcts_search(state)
        return root, time.process_time() - began


class Ours:
    """The project's search, which has as long for all choices of a move as OpenSpiel's took for its last one."""

    def __init__(self, shared: Shared, theirs: Theirs, spent: Spent) -> None:
        self._shares, self._theirs, self._spent = shared.shares, theirs, spent

    def choose(self, match: Both, seed: int) -> int:
        """Gives the number of a choice."""
        decision = match.executor.decision(match.state)
        assert decision is not None
        bot = SearchBot(
            seed, seconds=self._theirs.took * self._shares[len(match.begun)], clock=time.process_time
        )
        began = time.process_time()
        choice = bot.choose(match.executor, match.state, decision, match.taken)
        if bot.made:
            self._spent.playouts += bot.made
            self._spent.seconds += time.process_time() - began
        return choice


def play(shared: Shared, games: int, seconds: float, spent: tuple[Spent, Spent]) -> list[float]:
    """Gives the points of the project's bot in each match: 1, one half or 0."""
    ruleset = read(shared)
    executor = CompiledExecutor(ruleset.game, searches=True)
    assert executor.plan(ruleset.setting(2, options=shared.options)).searcher  # made before any move
    points = []
    for number in range(games):
        match, mine = Both(shared, ruleset, executor, number // 2), number % 2
        theirs = Theirs(match.game, seconds, spent[1])
        ours = Ours(shared, theirs, spent[0])
        chance = random.Random(number // 2)
        while (decision := executor.decision(match.state)) is not None:
            seed = chance.getrandbits(30)
            if match.taken < shared.opening:
                choice = random.Random(1_000 * (number // 2) + match.taken).randrange(len(decision.choices))
            else:
                choice = (ours if decision.seat == mine else theirs).choose(match, seed)
            match.take(choice)
        assert match.other.is_terminal()
        outcome = executor.outcome(match.state)
        assert outcome is not None
        worth = {(1, 2): 1.0, (2, 1): 0.0}.get(outcome.ranks, 0.5)
        returns = match.other.returns()[:: -1 if shared.first else 1]
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
    print(
        "| Game | Matches | Won, draws counting half | Interval of 95 % | Playouts a second | OpenSpiel's |"
    )
    print("| --- | --: | --: | --- | --: | --: |")
    for name, shared in GAMES.items():
        if given.only.lower() not in name.lower():
            continue
        spent = Spent(), Spent()
        points = play(shared, given.games, given.seconds, spent)
        share = sum(points) / len(points)
        pairs = [(points[at] + points[at + 1]) / 2 for at in range(0, len(points) - 1, 2)]
        spread = math.sqrt(sum((one - share) ** 2 for one in pairs) / len(pairs) / max(1, len(pairs) - 1))
        low, high = max(0.0, share - 1.96 * spread), min(1.0, share + 1.96 * spread)
        cells = f"{len(points)} | {share:.0%} | {low:.0%} to {high:.0%}"
        print(f"| {name} | {cells} | {spent[0].rate:,.0f} | {spent[1].rate:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
