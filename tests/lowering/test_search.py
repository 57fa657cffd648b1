"""The tree of choices that a module grows: what it finds, and what a position is worth."""

from collections.abc import Sequence

import pytest
from lockstep import game_of

from gekido_dsl import store
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.backend.searching import Searched
from gekido_dsl.engine import Setting
from gekido_dsl.ground.marks import follows
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.following import Following
from gekido_dsl.lowering.course.judging import ONE
from gekido_dsl.play.bots import WIN, placing, striving
from gekido_dsl.play.search import SearchBot
from gekido_dsl.rng import Rng


def _after(name: str, choices: Sequence[int], players: int = 2) -> tuple[CompiledExecutor, CompiledState]:
    executor = CompiledExecutor(game_of(name), searches=True)
    state, _ = executor.initial(Setting(players, 3, {}))
    for choice in choices:
        executor.apply(state, choice)
    return executor, state


def _best(
    executor: CompiledExecutor, worlds: Sequence[CompiledState], playouts: int, seed: int = 1
) -> list[Searched]:
    return executor.search(worlds, seed, lambda made: min(500, playouts - made))


def test_it_wins_where_it_can() -> None:
    executor, state = _after("classics/connect_four", [3, 0, 3, 0, 3, 1])
    labels = [choice.label for choice in executor.decision(state).choices]  # type: ignore[union-attr]
    found = _best(executor, [state], 2_000)
    wins = []
    for choice in range(len(labels)):
        tried = state.copy()
        executor.apply(tried, choice)
        wins.append(executor.outcome(tried) is not None)
    assert any(wins) and not all(wins)
    best = max(range(len(labels)), key=lambda k: found[k].rank)
    assert wins[best] and found[best].worth == 1.0 and found[best].certain
    assert sum(one.visits for one in found) < 60, "it goes on although it has won"


def test_it_sees_what_the_other_can_do() -> None:
    # Crosses hold the corner and the centre; whoever does not take the corner opposite has lost.
    executor, state = _after("classics/tic_tac_toe", [])
    for label in ("r1c1", "r1c2", "r2c2"):
        choices = [choice.label for choice in executor.decision(state).choices]  # type: ignore[union-attr]
        executor.apply(state, choices.index(label))
    choices = [choice.label for choice in executor.decision(state).choices]  # type: ignore[union-attr]
    found = _best(executor, [state], 4_000)
    assert max(range(len(found)), key=lambda k: found[k].rank) == choices.index("r3c3")


@pytest.mark.dear
def test_a_tree_is_a_function_of_the_seed() -> None:
    executor, state = _after("gekido", [0, 0, 0, 0, 0], players=2)
    while state.stand.count < 3:
        executor.apply(state, 0)
    worlds = [executor.sample(state, state.stand.seat, seed) for seed in (1, 2)]
    first, again, other = (_best(executor, worlds, 600, seed) for seed in (7, 7, 8))
    assert first == again != other
    assert sum(one.visits for one in first) == 600


@pytest.mark.parametrize("name", ["classics/tic_tac_toe", "classics/pig", "gekido_duel"])
@pytest.mark.quick_in_turn(3)
def test_a_world_may_stand_for_the_match(name: str) -> None:
    """Where a world was put in the place of the position, the search goes on from there, and not back to it."""
    executor, state = _after(name, [0, 0])
    plan = state.plan
    content = plan.machine.position(state.stand)
    same = state.copy()
    same.stand = plan.machine.world(state.stand, content)
    horizon = 4
    found = [executor.search([one], 3, lambda made: min(200, 400 - made), horizon) for one in (state, same)]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("classics/tic_tac_toe", 2),
        ("classics/hearts", 4),
        ("classics/whist", 4),
        ("gekido", 3),
        ("aimbots", 2),
        pytest.param("botwars", 3, marks=pytest.mark.slow),
        pytest.param("geeko", 2, marks=pytest.mark.slow),
    ],
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_position_is_worth_what_its_end_or_aim_says(name: str, players: int) -> None:
    executor, state = _after(name, [], players)
    searcher = state.plan.searcher
    machine, module = searcher.machine, searcher.module
    scale, random = 40, Rng(11)
    compared = ended = 0
    for taken in range(600):
        outcome = executor.outcome(state)
        if taken % 40 == 20 or outcome is not None:
            aims = None if outcome is not None else executor.aims(state)
            machine.enter(state.stand)
            machine.words(module.scale)[0] = scale
            for seat in range(players):
                machine.words(module.base)[seat] = 0
            machine.run("weigh")
            rewards = list(machine.words(module.rewards))
            for seat, reward in enumerate(rewards):
                if outcome is not None and outcome.finished:
                    assert abs(reward - ONE * (placing(outcome, seat) / WIN + 1) / 2) < 1, "but for rounding"
                elif aims is None:
                    assert reward == ONE // 2
                else:
                    balance = _balance(aims, seat)
                    gained = 26_000 * balance / (abs(balance) + scale)
                    assert abs(reward - ONE / 2 - gained) < 26_000 * 2 / scale
                    assert abs(balance) < 400 or (striving(aims, seat) > 0) == (reward > ONE // 2)
            compared += 1
            ended += outcome is not None
        if outcome is not None:
            break
        executor.apply(state, random.below(state.stand.count))
    assert compared > 3 or ended


def _balance(aims: Sequence[int | None], seat: int) -> float:
    least = min((aim for aim in aims if aim is not None), default=0) - 200
    values = [least if aim is None else aim for aim in aims]
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - sum(others) / len(others)


def test_a_bot_beats_chance() -> None:
    executor = CompiledExecutor(game_of("classics/connect_four"), searches=True)
    won = 0
    for game in range(6):
        random = Rng(game)
        state, _ = executor.initial(Setting(2, game, {}))
        bot = SearchBot(game, playouts=200)
        taken = 0
        while (decision := executor.decision(state)) is not None:
            own = decision.seat == game % 2
            executor.apply(
                state,
                bot.choose(executor, state, decision, taken) if own else random.below(len(decision.choices)),
            )
            taken += 1
        won += executor.outcome(state).ranks[game % 2] == 1  # type: ignore[union-attr]
    assert won >= 5


def test_it_goes_by_the_clock() -> None:
    executor, state = _after("classics/connect_four", [3])
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.01
        return now

    bot = SearchBot(1, seconds=0.5, clock=clock)
    decision = executor.decision(state)
    assert decision is not None
    bot.choose(executor, state, decision, 1)
    assert 0.5 <= now < 0.7 and bot.made > 100
    assert len(bot.expected) == len(decision.choices)


def test_without_machine_code_it_plays_as_the_greedy_bot() -> None:
    executor = Interpreter(game_of("classics/tic_tac_toe"), trace=False)
    state, _ = executor.initial(Setting(2, 3, {}))
    decision = executor.decision(state)
    assert decision is not None
    assert 0 <= SearchBot(5, playouts=50).choose(executor, state, decision, 0) < len(decision.choices)


HIDING = (
    ("classics/whist", 4),
    ("classics/hearts", 4),
    ("classics/liars_dice", 3),
    ("classics/the_heir", 3),
    ("gekido", 3),
)


@pytest.mark.parametrize(("name", "players"), HIDING)
@pytest.mark.quick_in_turn(3)
def test_what_a_seat_cannot_see_changes_no_choice(name: str, players: int) -> None:
    executor, state = _after(name, [], players)
    random, compared, different = Rng(5), 0, 0
    following = Following(Interpreter(game_of(name), trace=False))
    for taken in range(240):
        decision = executor.decision(state)
        if decision is None or compared == 4:
            break
        if len(decision.choices) > 1 and taken % 4 < 2 and not decision.secret:
            worlds = [executor.sample(state, decision.seat, seed + taken) for seed in (40, 400)]
            if all(world.played is None for world in worlds):
                # How a match came about is public, and a world does not know it; once it tells what somebody cannot
                # hold, only worlds are alike.
                tells = follows(state.position.layout) and state.past and following.barred(state.past)
                alike = worlds if tells else [state, *worlds]
                found = set()
                for one in alike:
                    bot = SearchBot(taken, playouts=96)
                    chosen = bot.choose(executor, one, decision, taken)
                    found.add((chosen, str(bot.expected)))
                assert len(found) == 1
                compared += 1
                different += (
                    alike[0].position.contents != alike[1].position.contents
                    or alike[0].position.cells != alike[1].position.cells
                )
        executor.apply(state, random.below(len(decision.choices)))
    assert compared >= 2 and different


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("classics/rock_paper_scissors", 2),
        ("classics/goofspiel", 2),
        ("classics/hearts", 4),
        pytest.param("botwars", 2, marks=pytest.mark.slow),
    ],
)
@pytest.mark.quick_in_turn(3)
def test_what_others_chose_in_secret_changes_no_choice(name: str, players: int) -> None:
    """The same part twice: who decides first takes his first choices, or his last ones."""
    found = []
    for last in (False, True):
        executor, state = _after(name, [], players)
        decision = executor.decision(state)
        while decision is not None and not decision.secret:
            executor.apply(state, 0)
            decision = executor.decision(state)
        assert decision is not None
        first = decision.seat
        while decision.seat == first:
            forward = decision.forward
            executor.apply(state, forward[-1 if last else 0])
            decision = executor.decision(state)
            assert decision is not None
        assert decision.secret
        bot = SearchBot(8, playouts=160)
        found.append((bot.choose(executor, state, decision, 9), bot.expected))
        assert bot.made > 100
    assert found[0] == found[1]


class _Memory:
    """Keeps what is written, and counts how often something was there."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}
        self.found = 0

    def read(self, key: str) -> bytes | None:
        self.found += key in self.held
        return self.held.get(key)

    def write(self, key: str, data: bytes) -> None:
        self.held[key] = data


@pytest.mark.parametrize("name", ["classics/hearts", pytest.param("gekido", marks=pytest.mark.slow)])
@pytest.mark.slow
def test_the_module_that_searches_is_kept_and_searches_the_same(name: str) -> None:
    game, place = game_of(name), _Memory()
    setting = Setting(game.least_players, 3, {})
    found = []
    with store.kept_in(place, lambda: "1"):
        for kept in (("1", "gekido"), ("1", "gekido"), ("1", "another"), ()):
            executor = CompiledExecutor(game, searches=True, kept=kept)
            state, _ = executor.initial(setting)
            found.append(_best(executor, [state], 300))
    assert found[0] == found[1] == found[2] == found[3]
    assert len(place.held) == 4 and place.found == 2, "one that plays, and one that searches"
    torn = {key: data[: len(data) // 2] for key, data in place.held.items()}
    place.held = torn
    with store.kept_in(place, lambda: "1"):
        executor = CompiledExecutor(game, searches=True, kept=("1", "gekido"))
        assert _best(executor, [executor.initial(setting)[0]], 300) == found[0]
