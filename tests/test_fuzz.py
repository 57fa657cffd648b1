"""Mutated rulesets: whatever is written, it is played, or there is a finding, or a rule error; never anything else.

Each example follows from a number, so that a failure can be repeated: `mutated(name, number)` gives its files.
"""

import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from in_time import in_time
from turns import Turns

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics.render import human
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

ROOT = Path(__file__).parents[1] / "rulesets"
FILES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(ROOT.rglob("*"))
    if path.suffix in (".gdl", ".yaml", ".csv", ".svg")
}
CLASSICS = sorted(name for name in FILES if re.fullmatch(r"classics/\w+\.gdl", name))
LARGE = ("gekido.gdl", "gekido_duel.gdl")
QUICK, QUICK_LARGE = 15, 2
"""Examples of each classic and of each of `LARGE` in the default run; the slow one takes the rest and many more."""
DECISIONS = 30
HANG_S = 20
"""Far more than any example needs, even on a busy machine."""

TOKEN = re.compile(r'[ \t]+|\n|"[^"\n]*"|\[[^\]\n]*\]|\w[\w-]*|.')
YAML_TOKEN = re.compile(r"\n|[ ]+|[\w.]+|.")
WORDS = sorted({token for text in FILES.values() for token in TOKEN.findall(text) if not token.isspace()})
NAMES = [word for word in WORDS if word[:1].isupper()]
NUMBERS = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "12",
    "40",
    "-1",
    "1000000000",
    "0 to 0",
    "5 to 2",
    "-3 to 3",
    "0 to 1000000000",
]


# ---------------------------------------------------------------- mutations


def mutated(name: str, number: int) -> dict[str, str]:
    """Gives the files of a ruleset with a few mistakes in the files that it is made of."""
    chance = random.Random(f"{name} {number}")
    files = dict(FILES)
    parts = [name]
    if not name.startswith("classics/"):
        parts += [other for other in FILES if other.startswith("gekido/")]
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        part = chance.choice(parts) if chance.random() < 0.6 else name
        change = _in_yaml if part.endswith(".yaml") else _in_text
        files[part] = change(files[part], chance)
    return files


def _in_text(text: str, chance: random.Random) -> str:
    if chance.random() < 0.35:
        return _in_lines(text, chance)
    tokens = TOKEN.findall(text)
    solid = [place for place, token in enumerate(tokens) if not token.isspace()]
    if not solid:
        return text
    at, other = chance.choice(solid), chance.choice(solid)
    match chance.randrange(9):
        case 0:
            del tokens[at]
        case 1:
            tokens.insert(at, tokens[at] + " ")
        case 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case 3:
            tokens[at] = chance.choice(WORDS)
        case 4:
            tokens[at] = chance.choice(NAMES)
        case 5:
            names = [place for place in solid if tokens[place][:1].isupper()] or solid
            tokens[chance.choice(names)] = tokens[chance.choice(names)]
        case 6 | 7:
            numbers = [place for place in solid if tokens[place].isdigit()] or [at]
            tokens[chance.choice(numbers)] = chance.choice(NUMBERS)
        case _:
            verbs = [place for place in solid if tokens[place].islower()] or solid
            tokens[chance.choice(verbs)] = tokens[chance.choice(verbs)]
    return "".join(tokens)


def _in_lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines.insert(at, lines[other])
        case 4:
            lines[at] = "  " + lines[at]
        case 5:
            lines[at] = lines[at].removeprefix("  ")
        case 6:
            lines[at : at + 2] = [" ".join(lines[at : at + 2])]
        case _:
            return text[: chance.randrange(len(text) + 1)]
    return "\n".join(lines)


def _in_yaml(text: str, chance: random.Random) -> str:
    if chance.random() < 0.4:
        return _in_lines(text, chance)
    tokens = YAML_TOKEN.findall(text)
    solid = [place for place, token in enumerate(tokens) if not token.isspace()] or [0]
    at, other = chance.choice(solid), chance.choice(solid)
    match chance.randrange(5):
        case 0:
            del tokens[at]
        case 1:
            tokens.insert(at, tokens[at])
        case 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case 3:
            tokens[at] = chance.choice(
                [*NUMBERS, "null", "yes", "[]", "{}", "- -", "&a", "*a", "!!int", "~", "1.5", "'", "|"]
            )
        case _:
            tokens[at] = chance.choice(WORDS)
    return "".join(tokens)


# ---------------------------------------------------------------- what has to hold


def outcome(name: str, files: Mapping[str, str], number: int = 0) -> str:
    """Tells how far a ruleset comes: findings, rule error or played. Anything else is raised."""
    made = load(name, MemoryProvider(files))
    found = made.diagnostics
    for one in found[:20]:
        assert one.message and one.code.slug in human.draw(one, colour=False, width_columns=80)
    if made.game is None:
        assert found, "neither a game nor a finding"
        return "findings"
    return played(made, number)


def played(made: Compilation, number: int) -> str:
    """Sets a game up and takes random decisions."""
    game = made.game
    assert game is not None and made.identity
    chance = random.Random(number)
    executor = Interpreter(game, trace=number % 2 == 0)
    players = chance.randint(game.least_players, game.most_players)
    options = {name: chance.choice(known) for name, known in made.option_names.items()}
    try:
        state, _ = executor.initial(Setting(players, number, options))
        for _ in range(DECISIONS):
            decision = executor.decision(state)
            if decision is None:
                assert executor.outcome(state) is not None
                return "over"
            assert decision.choices and 0 <= decision.seat < players
            executor.observe(state, chance.choice((None, decision.seat)))
            executor.apply(state, chance.randrange(len(decision.choices)))
    except RuleError as error:
        assert error.message
        return "rule error"
    return "played"


def check(name: str, number: int) -> str:
    """Tries one example."""
    files = mutated(name, number)
    with in_time(HANG_S):
        return outcome(name, files, number)


@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.quick_in_turn(5)
def test_mutated_classics(name: str) -> None:
    seen = {check(name, number) for number in range(QUICK)}
    later = range(QUICK, 50)
    assert "findings" in seen
    assert seen & {"played", "over"} or any(check(name, one) in {"played", "over"} for one in later)


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.quick_in_turn(2)
def test_mutated_gekido(name: str) -> None:
    for number in range(QUICK_LARGE):
        check(name, number)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CLASSICS, *LARGE])
@pytest.mark.in_turn(3)
def test_many_mutations(name: str, in_turn: Turns) -> None:
    some = range(QUICK, 50) if name in CLASSICS else range(QUICK_LARGE, 8)
    for number in in_turn((*some, *range(1000, 1060 if name in CLASSICS else 1020)), 2):
        check(name, number)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    with in_time(HANG_S):
        outcome("a.gdl", {"a.gdl": text})


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.lists(st.sampled_from([*WORDS, "\n", "\n  ", "\n    ", " ", " "]), max_size=60))
def test_any_words(words: list[str]) -> None:
    with in_time(HANG_S):
        outcome("a.gdl", {"a.gdl": 'edition 1\ngame "G"\n  players 2\n' + " ".join(words)})
