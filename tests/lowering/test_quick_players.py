"""Trained players: the same of everything counted in a module and out of it, the same choices, the same for a seed."""

import dataclasses
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lockstep import game_of

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.cli.main import main
from gekido_dsl.compilation import load
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.files import of_file, shipped_folder
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.learning.features import Features
from gekido_dsl.learning.games import Looking, LookingGames, quick
from gekido_dsl.learning.player import SCHEMA, BadPlayers, Player, Players, name_beside, read, written
from gekido_dsl.model.types import NONE
from gekido_dsl.play.quick import QuickBot, balance_of
from gekido_dsl.rng import Rng, bot_seed
from gekido_dsl.source import Recording

pytest.importorskip("wasmtime")

OPEN = (
    ("classics/connect_four", 2),
    pytest.param("classics/kalah", 2, marks=pytest.mark.slow),
    pytest.param("classics/breakthrough", 2, marks=pytest.mark.slow),
)
"""Games in which neither chance nor anything hidden has a part."""


def some_weights(features: Features) -> tuple[tuple[int, int], ...]:
    """Gives weights that nobody trained, for everything that is counted."""
    rng = Rng(11)
    return tuple((slot, rng.below(2001) - 1000) for slot in range(features.size))


def noted_by(games: LookingGames) -> list[tuple[int, int, int, list[tuple[int, int, dict[int, int]]]]]:
    """Reads notes: of each draw the choice of the search, the draw, the seat, and by choice what was seen."""
    numbers, at, found = games.noted(), 0, []
    while at < len(numbers):
        options, best, draw, seat = numbers[at : at + 4]
        at += 4
        choices = []
        for _ in range(options):
            visits, ended, pairs = numbers[at : at + 3]
            at += 3
            counted: dict[int, int] = {}
            for slot, value in zip(*[iter(numbers[at : at + 2 * pairs])] * 2, strict=True):
                counted[slot] = counted.get(slot, 0) + value
            at += 2 * pairs
            choices.append((visits, ended, counted))
        found.append((best, draw, seat, choices))
    return found


@pytest.mark.parametrize(("name", "players"), OPEN)
def test_a_module_counts_what_is_counted_outside_of_it(name: str, players: int) -> None:
    game = game_of(name)
    policy = Looking(4, looks=2, labels=True)
    games = LookingGames(game, Setting(players, 5, {}), [policy] * players)
    played = games.play(0)
    noted = noted_by(games)
    assert noted, "nothing was noted"
    assert all(draw == 0 for _, draw, _, _ in noted), "one look is enough where nothing is left to chance"
    interpreter = Interpreter(game, trace=False)
    state, _ = interpreter.initial(Setting(players, played.seed, {}))
    features = Features(lay_out(game, players))
    left, compared = iter(noted), 0
    for choice in games.choices:
        decision = interpreter.decision(state)
        assert decision is not None
        if len(decision.choices) > 1:
            best, _, seat, choices = next(left)
            assert (seat, len(choices)) == (decision.seat, len(decision.choices))
            assert best == choice
            for number, (_, ended, counted) in enumerate(choices):
                world = state.copy()
                interpreter.apply(world, number)
                after = interpreter.decision(world)
                while after is not None and len(after.choices) == 1:
                    interpreter.apply(world, 0)
                    after = interpreter.decision(world)
                if interpreter.outcome(world) is not None:
                    assert not counted
                    assert ended or len(set(interpreter.outcome(world).ranks)) == 1  # type: ignore[union-attr]
                    continue
                asked = (NONE, "") if after is None else (after.seat, after.rule)
                aims = interpreter.aims(world)
                balance = 0 if aims is None else balance_of(aims, decision.seat)
                told = features.noted(world, decision.seat, asked, (decision.rule, number), balance)
                names = features.names
                assert {names[slot]: n for slot, n in counted.items()} == {
                    names[slot]: n for slot, n in told.items() if n
                }
                compared += 1
        interpreter.apply(state, choice)
    assert compared > 20


@pytest.mark.parametrize(("name", "players"), OPEN)
def test_the_bot_chooses_as_the_module_does_on_either_executor(name: str, players: int) -> None:
    game = game_of(name)
    features = Features(lay_out(game, players))
    weights = some_weights(features)
    games = LookingGames(game, Setting(players, 5, {}), [quick(weights, 1)] * players)
    played = games.play(0)
    player = Player(players, (), 1, 1, tuple((features.names[slot], weight) for slot, weight in weights))
    assert player.slots(features) == tuple((slot, weight) for slot, weight in weights if weight)
    setting = Setting(players, played.seed, {})
    executors: tuple[Executor, ...] = (Interpreter(game, trace=False), CompiledExecutor(game))
    for executor in executors:
        state, _ = executor.initial(setting)
        bots = [QuickBot(bot_seed(played.seed, seat), player) for seat in range(players)]
        for number, choice in enumerate(games.choices[:16]):
            decision = executor.decision(state)
            assert decision is not None
            assert bots[decision.seat].choose(executor, state, decision, number) == choice
            executor.apply(state, choice)


# ---------------------------------------------------------------- training


def trained(tmp_path: Path, jobs: int) -> tuple[Players, list[str]]:
    from gekido_dsl.learning.training import Course, Plan, Training

    name, provider = of_file("classics/tic_tac_toe")
    texts = Recording(provider)
    made = load(name, texts)
    assert made.game is not None
    course = Course(name, texts.recorded(without=".md"), Setting(2, 4, {}))
    plan = Plan(rounds=2, games=8, decisions=60, playouts=40, looks=1, measured=6)
    with ThreadPoolExecutor(1) as executor:
        training = Training(course, plan, executor, jobs)
        rounds = list(training.rounds(None))
        player = training.check(rounds[-1].player, 6)
        again = Training(course, dataclasses.replace(plan, rounds=1), executor, jobs)
        first = next(iter(again.rounds(None)))
        resumed = next(iter(Training(course, plan, executor, jobs).rounds(first.player)))
    assert first.player == rounds[0].player, "a round depends on nothing that comes later"
    assert resumed.number == 2
    return Players().having(player, made.identity), [str(one.won) for one in rounds]


def test_training_is_the_same_for_a_seed_however_many_play(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    players, won = trained(tmp_path, 1)
    assert (players, won) == trained(tmp_path, 3)
    (player,) = players.players
    assert player.weights
    assert [name for name, _ in player.checked] == ["greedy", "search:60"]
    assert read(written(players), "x.players.json") == players


# ---------------------------------------------------------------- files


def content(**changes: object) -> str:
    one = {"players": 2, "options": {}, "looks": 1, "rounds": 1, "checked": {}, "weights": {"aim, mine": 5}}
    whole = {"schema_version": 1, "ruleset": "x", "players": [one | changes]}
    return json.dumps(whole)


HOSTILE = (
    "", "[", "[]", "null", '{"schema_version": 1}', "[" * 100_000, '{"a": NaN}', content(weights={"a": 1.5}),
    content(weights={"a": 1 << 40}), content(weights={"a" * 201: 1} | {str(n): 1 for n in range(5000)}),
    content(weights={"a": True}), content(looks=0), content(looks=10**9), content(players=10**9), content(code="x"),
    content(options={"a": 1}), content(checked={"greedy": {"won": 101, "within": 0, "games": 1}}),
    '{"schema_version": 1, "schema_version": 1}', " " * (1 << 20) + content(), '{"a": ' * 100_000,
    content(looks=10**30), content(looks="9" * 5_000).replace('"' + "9" * 5_000 + '"', "9" * 5_000),
    content(rounds=1e999),
    *(content(checked={name: {"won": 50, "within": 9, "games": 9}}) for name in (
        "greedy\x1b[2J\x1b]0;x\x07", "\u202egreedy", "greedy\n", "a" * 41, "", "Greedy the bot", "\ud800",
    )),
    content(**{"\x1b[2J": 1}), '{"\\u001b[2J": 1, "\\u001b[2J": 2}', content(checked={"\x1b[2J": {"won": "\x07"}}),
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_file_that_is_none_is_told_of(text: str) -> None:
    with pytest.raises(BadPlayers, match=r"^odd\.players\.json.*gdl train") as refused:
        read(text, "odd.players.json")
    said = str(refused.value)
    assert said.isprintable() and len(said) < 200, said
    assert not re.search(r"recursion|Exceeds|set_int|\^\[|Expecting|is not of type|\{'", said), (
        "in plain words"
    )


def test_a_file_is_read_and_what_is_unknown_is_left_out() -> None:
    players = read(content(weights={"aim, mine": 5, "no such thing": 7}), "x")
    player = players.of(Setting(2, 1, {}))
    assert player is not None
    assert players.of(Setting(3, 1, {})) is None
    features = Features(lay_out(game_of("classics/connect_four"), 2))
    assert player.slots(features) == ((features.aim, 5),)
    assert name_beside("a/b.gdl") == "a/b.players.json"
    assert SCHEMA["additionalProperties"] is False


def test_the_players_that_come_with_games_were_checked() -> None:
    found = sorted(shipped_folder().rglob("*.players.json"))
    assert found
    for path in found:
        assert path.with_name(path.name.removesuffix(".players.json") + ".gdl").is_file()
        for player in read(path.read_text(encoding="utf-8"), path.name).players:
            assert player.weights
            assert [name for name, _ in player.checked] == ["greedy", "search:60"], path.name


def test_players_of_other_rules_are_dropped() -> None:
    one, other = Player(2, (), 1, 1), Player(3, (), 1, 1)
    both = Players("x", (one,)).having(other, "x")
    assert both.players == (one, other)
    assert both.having(one, "y") == Players("y", (one,))


def test_who_names_a_trained_player_where_there_is_none_is_told_what_to_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "classics/tic_tac_toe", "--seat", "quick", "--games", "2"]) == 2
    assert "`gdl train classics/tic_tac_toe --players 2` makes one" in capsys.readouterr().err
    assert main(["train", "classics/tic_tac_toe", "--rounds", "1"]) == 2
    assert "that has to be a file of its own" in capsys.readouterr().err
