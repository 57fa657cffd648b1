"""Compares random play on two of `plain_gekido.py`, `plain_gekido.c` and the interpreter, row by row.

The plain programs and the ruleset are readings of the rules apart from one another, so where their statistics
differ, one of them is wrong. Each row is a mean over games, or over attacks, with its standard error; the verdict is
`differs` where the distance is four standard errors of the difference or more. `plain_gekido.py` says at its top how
it reads the rules where they are silent.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import c_program
import plain_gekido as plain

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

T = TypeVar("T")
RULESETS = Path(__file__).parents[1] / "rulesets"
TABLES = {"2 players": (2, False), "3 players": (3, False), "4 players": (4, False), "Duel": (2, True)}
LIMIT = 4.0

COMMANDS = dict(
    zip(
        plain.COMMANDS,
        ("Two Pairs", "Three Of A Kind", "Full House", "Four Of A Kind", "Five Different", "Five Of A Kind"),
        strict=True,
    )
)
BOTS = {"V-REX": "vrex", "Slicer": "slicer", "Tetsubot": "tetsubot"} | {
    "Overclock": "overclock", "Pytron": "pytron", "M3-OW": "m3ow",
}  # fmt: skip
KINDS = {
    "Which Bot do you play?": "choose_bot",
    "Where does your Bot start?": "place_bot",
    "Turn Start": "start_of_turn",
    "First Movement": "first_move",
    "Which Bot do you attack?": "target",
    "Which Ready token do you flip instead?": "token",
    "Before First Roll": "before_first_roll",
    "After Roll": "after_roll",
    "Before Damage": "before_damage",
    "After Damage": "after_damage",
    "Which Attack Command do you attempt?": "command",
    "Which die do you lock first?": "lock",
    "Which dice do you lock?": "lock",
    "Which Attack Command do you change to?": "switch_to",
    "Which dice move along?": "switch_keep",
    "Which die do you flip?": "die",
    "Which die do you set?": "die",
    "Which dice do you set?": "die",
    "Which die is rerolled?": "die",
    "Which dice do you reroll?": "die",
    "Which die do you set, and to what?": "symbol",
    "Reroll": "roll_again",
    "Do you prevent up to 4 damage?": "prevent",
    "Push": "push",
    "Where is your Bot pushed?": "push_to",
    "Which Power does your Bot unlock?": "unlock_power",
    "Which Power gets a charge?": "charge",
    "Keep which Tech Card?": "keep",
    "Discard which Tech Card?": "discard",
    "Second Movement": "second_move",
    "Use The Center": "center",
}
"""Kind of a choice in `plain_gekido.py`, by what is asked or by what asks."""


@dataclass
class Tally:
    """What was seen: numbers by row."""

    numbers: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, row: str, number: float) -> None:
        """Takes up one number of a row."""
        self.numbers[row].append(number)

    def game(self, turns: int, kinds: dict[str, int], bots: Sequence[str], winner: int | None) -> None:
        """Takes up what a whole game gives."""
        self.add("turns", turns)
        for kind in {*KINDS.values()}:
            self.add(f"decisions {kind}", kinds.get(kind, 0))
        self.add("decisions, all", sum(kinds.values()))
        for seat, bot in enumerate(bots):
            self.add(f"wins {bot}", seat == winner)

    def attack(self, command: str, damage: float | None, malfunction: float | None) -> None:
        """Takes up an attack."""
        self.add(f"success {command}", damage is not None)
        self.add("success, all", damage is not None)
        if damage is not None:
            self.add(f"damage {command}", damage)
            self.add("damage, all", damage)
        if malfunction is not None:
            self.add("malfunction damage", malfunction)


# ---------------------------------------------------------------- the plain program


class CountedGame(plain.Game):
    """Notes what is chosen, and every attack."""

    def __init__(self, tally: Tally, *given: Any, **named: Any) -> None:
        self.tally = tally
        self.kinds: dict[str, int] = defaultdict(int)
        self.last_die = 0
        super().__init__(*given, **named)

    def pick(self, kind: str, options: Sequence[T]) -> T:
        """Counts choices of several. A die and its new symbol, chosen in turn, are one choice on the interpreter."""
        if kind == "symbol":
            self.kinds["die"] -= self.last_die > 1
            self.kinds["symbol"] += self.last_die * len(options) > 1
        else:
            self.kinds[kind] += len(options) > 1
        self.last_die = len(options)
        return super().pick(kind, options)

    def resolve(self, a: plain.Attack) -> None:
        """Notes an attack."""
        dealt, done, hurt = self.damage[a.command], self.successes[a.command], self.malfunction_damage
        super().resolve(a)
        worked = self.successes[a.command] > done
        self.tally.attack(
            plain.COMMANDS[a.command],
            self.damage[a.command] - dealt if worked else None,
            None if worked else self.malfunction_damage - hurt,
        )


def play_plain(games: int, players: int, duel: bool, seed: int) -> Tally:
    """Plays games on the plain program."""
    tally, seeds = Tally(), random.Random(seed)
    for _ in range(games):
        game = CountedGame(tally, players, seeds.getrandbits(64), duel=duel)
        winner = game.play()
        tally.game(game.turns, game.kinds, [bot.name for bot in game.bots], winner)
    return tally


# ---------------------------------------------------------------- the interpreter


def kind_of(state: State) -> str:
    """Names the open question as the plain program does."""
    question = state.question
    assert question is not None
    return KINDS.get(question.prompt) or KINDS[question.rule]


@cache
def executor(name: str) -> Interpreter:
    """Compiles a ruleset."""
    return load(name, FolderProvider(RULESETS)).executor()


def play_interpreter(games: int, players: int, duel: bool, seed: int) -> Tally:
    """Plays games on the interpreter."""
    tally, seeds = Tally(), random.Random(seed)
    x = executor("gekido_duel.gdl" if duel else "gekido.gdl")
    attack = x.game.phases["Attack"]
    names = {name: key for key, name in COMMANDS.items()}
    commands = x.game.patterns["Command"].enum.members

    def watch(state: State, event: Event) -> None:
        if event.kind == "damage" and event.rule in ("Hit", "Malfunction"):
            number = state.cells[state.program.layout.field_cell[id(attack), "Command"]]
            amount, hit = event.data[1], event.rule == "Hit"
            tally.attack(names[commands[number]], amount if hit else None, None if hit else amount)

    for _ in range(games):
        rng = random.Random(seeds.getrandbits(64))
        state, _ = x.initial(Setting(players, seeds.getrandbits(64)))
        kinds: dict[str, int] = defaultdict(int)
        while count := x.count(state):
            kinds[kind_of(state)] += count > 1
            for event in x.apply(state, rng.randrange(count)):
                watch(state, event)
        layout, outcome = state.program.layout, x.outcome(state)
        bots = [""] * players
        for thing in layout.things["Bot"]:
            owner = state.cells[layout.owner_cell + thing]
            if owner >= 0:
                bots[owner] = BOTS[x.game.kinds["Bot"].rows[layout.row_of[thing]].name]
        winner = outcome.winners[0] if outcome is not None and outcome.winners else None
        tally.game(x.observe(state, None).turn, kinds, bots, winner)
    return tally


# ---------------------------------------------------------------- the program in C


def play_c(games: int, players: int, duel: bool, seed: int) -> dict[str, Numbers]:
    """Plays games on the program in C, which adds up by itself."""
    words = ["--games", str(games), "--players", str(players), "--seed", str(seed), *["--duel"] * duel]
    rows = json.loads(c_program.run(*words))["rows"]
    return {name: Numbers(*row) for name, row in rows.items()}


# ---------------------------------------------------------------- the comparison


@dataclass(frozen=True)
class Numbers:
    """What was seen of one row."""

    count: int
    sum: float
    squares: float

    @property
    def deviations(self) -> float:
        """The sum of the squared distances from the mean."""
        return max(self.squares - self.sum * self.sum / self.count, 0)

    def mean(self, spread: float) -> tuple[float, float]:
        """The mean and its standard error; a share that is 0 or 1 so far counts as not quite so.

        Args:
            spread: the variance of one of the numbers.
        """
        return self.sum / self.count, math.sqrt(max(spread, 1 / self.count) / self.count)


def added_up(tally: Tally) -> dict[str, Numbers]:
    """Adds up each row."""
    return {
        name: Numbers(len(numbers), sum(numbers), sum(number * number for number in numbers))
        for name, numbers in tally.numbers.items()
        if numbers
    }


PROGRAMS: dict[str, Callable[[int, int, bool, int], dict[str, Numbers]]] = {
    "python": lambda *given: added_up(play_plain(*given)),
    "c": play_c,
    "interpreter": lambda *given: added_up(play_interpreter(*given)),
}


@dataclass(frozen=True)
class Row:
    """One number of two programs, with its standard error."""

    name: str
    one: float
    one_error: float
    two: float
    two_error: float

    @property
    def z(self) -> float:
        """The distance in standard errors of the difference."""
        error = math.hypot(self.one_error, self.two_error)
        return (self.two - self.one) / error if error else 0.0 if self.two == self.one else math.inf

    @property
    def agrees(self) -> bool:
        """Whether chance alone may explain the distance."""
        return abs(self.z) < LIMIT


def compare(
    games: int,
    players: int,
    duel: bool,
    seed: int = 1,
    programs: tuple[str, str] = ("python", "interpreter"),
    more: int = 1,
) -> list[Row]:
    """Plays on two programs and compares.

    Whether they agree is the question, so both have one spread: of two numbers alone nobody can tell how far they lie
    apart otherwise.

    Args:
        more: how many times as many games the first one plays.
    """
    one = PROGRAMS[programs[0]](games * more, players, duel, seed)
    two = PROGRAMS[programs[1]](games, players, duel, seed + 1)
    rows = []
    for name in sorted({*one} & {*two}):
        both = one[name], two[name]
        if any(numbers.sum for numbers in both):
            seen = sum(numbers.count for numbers in both)
            spread = sum(numbers.deviations for numbers in both) / max(seen - 2, 1)
            rows.append(Row(name, *both[0].mean(spread), *both[1].mean(spread)))
    return rows


def main() -> int:
    """Prints the tables; the exit status tells whether everything agrees."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", choices=TABLES, help="one of the tables alone")
    parser.add_argument("--programs", nargs=2, choices=PROGRAMS, default=("python", "interpreter"))
    given = parser.parse_args()
    one, two = given.programs
    agree = True
    for title, (players, duel) in TABLES.items():
        if given.table in (None, title):
            rows = compare(given.games, players, duel, given.seed, (one, two))
            print(f"{title}, {given.games} games each")
            for row in rows:
                verdict = "agrees" if row.agrees else "differs"
                print(
                    f"  {row.name:<28} {one} {row.one:9.4f} ±{row.one_error:.4f}"
                    f"   {two} {row.two:9.4f} ±{row.two_error:.4f}   z {row.z:6.2f}   {verdict}"
                )
            agree = agree and all(row.agrees for row in rows)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
