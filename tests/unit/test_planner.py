"""The bot that plans: it follows a plan as long as it fits, is fair and repeatable, and its effort has a bound."""

from typing import Any

import pytest
from duel import Duel
from maze import maze

from gekido_dsl.engine import Executor, Setting, State
from gekido_dsl.play.bots import RandomBot
from gekido_dsl.play.planner import PlannerBot, _Search
from gekido_dsl.simulate import GameResult, play


class Counting:
    """An executor that counts what is asked of it."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.samples = self.choices = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.executor, name)

    def sample(self, state: State, seat: int, seed: int) -> State:
        self.samples += 1
        return self.executor.sample(state, seat, seed)

    def apply(self, state: State, choice: int, chance: Any = None) -> Any:
        self.choices += 1
        return self.executor.apply(state, choice, chance)


@pytest.fixture(scope="module")
def executor() -> Executor:
    return maze().executor(trace=False)


def planner(seed: int) -> PlannerBot:
    return PlannerBot(seed, worlds=2, courses=60)


def game(executor: Executor, number: int) -> GameResult:
    return play(executor, Setting(2, 5), number, [RandomBot, planner])


@pytest.mark.slow
def test_it_finds_its_way_through_the_maze(executor: Executor) -> None:
    assert [game(executor, number).winners for number in range(4)] == [(1,)] * 4


@pytest.mark.dear
def test_it_repeats_itself(executor: Executor) -> None:
    assert game(executor, 9) == game(executor, 9)


def test_a_plan_is_made_once_and_followed(executor: Executor) -> None:
    counting, bot = Counting(executor), planner(1)
    state, _ = executor.initial(Setting(2, 1))
    programs = []
    while (decision := executor.decision(state)) is not None and executor.turn(state)[0] == 1:
        if decision.seat == 0:
            number = bot.choose(counting, state, decision, len(programs))
            programs.append(decision.choices[number].id)
            executor.apply(state, number)
        else:
            executor.apply(state, decision.forward[0])
    assert len(programs) == 6 and programs[-1] == "done"
    assert counting.samples == 2


def test_what_comes_otherwise_is_planned_anew(executor: Executor) -> None:
    counting, bot = Counting(executor), planner(1)
    state, _ = executor.initial(Setting(2, 1))
    decision = executor.decision(state)
    assert decision is not None
    number = bot.choose(counting, state, decision, 0)
    assert number == bot.choose(counting, state, decision, 0)
    assert counting.samples == 4
    executor.apply(state, next(other for other in decision.forward if other != number))
    decision = executor.decision(state)
    assert decision is not None
    bot.choose(counting, state, decision, 1)
    assert counting.samples == 6


@pytest.mark.dear
def test_secret_programs_of_others_do_not_change_a_choice(executor: Executor) -> None:
    state, _ = executor.initial(Setting(2, 3))
    taken = 0
    while (decision := executor.decision(state)) is not None and decision.seat == 0:
        executor.apply(state, decision.forward[0])
        taken += 1
    assert decision is not None
    expected = planner(7).choose(executor, state, decision, taken)
    hidden = set()
    for seed in range(6):
        other = executor.sample(state, decision.seat, seed)
        hidden.add(str(executor.observe(other, 0)))
        assert executor.observe(other, decision.seat) == executor.observe(state, decision.seat)
        assert planner(7).choose(executor, other, decision, taken) == expected
    assert len(hidden) > 1


@pytest.mark.parametrize("aim", [True, False])
def test_hidden_cards_and_the_stream_do_not_change_a_choice(aim: bool) -> None:
    duel = Duel(aim=aim)
    state, _ = duel.initial(Setting(2, 4))
    decision = duel.decision(state)
    assert decision is not None
    expected = PlannerBot(4, 2, 20, 12).choose(duel, state, decision, 5)
    for seed in range(10):
        other = duel.sample(state, decision.seat, seed)
        assert PlannerBot(4, 2, 20, 12).choose(duel, other, decision, 5) == expected


def test_the_effort_has_a_bound(executor: Executor) -> None:
    counting = Counting(executor)
    state, _ = executor.initial(Setting(4, 1))
    decision = executor.decision(state)
    assert decision is not None
    PlannerBot(1, worlds=3, courses=20, depth=10).choose(counting, state, decision, 0)
    assert counting.samples == 3
    assert counting.choices <= (20 + 3) * 10


def test_a_barred_choice_is_not_taken(executor: Executor) -> None:
    state, _ = executor.initial(Setting(2, 1))
    decision = executor.decision(state)
    assert decision is not None
    every = range(len(decision.choices))
    for left in decision.forward:
        barred = [number for number in every if number != left]
        assert PlannerBot(1, 1, 4).choose(executor, state, decision, 0, barred) == left
    barred = list(decision.forward[2:])
    assert PlannerBot(1, 1, 4).choose(executor, state, decision, 0, barred) in decision.forward[:2]


def test_what_cannot_be_carried_out_is_avoided() -> None:
    duel = Duel(jinxes=60, bolts=0)
    state, _ = duel.initial(Setting(2, 0))
    decision = duel.decision(state)
    assert decision is not None and decision.choices[0].id == "play Jinx"
    assert decision.choices[PlannerBot(1).choose(duel, state, decision, 0)].id != "play Jinx"


def test_what_is_not_offered_is_replaced_by_what_is_called_most_like_it(executor: Executor) -> None:
    state, _ = executor.initial(Setting(2, 1))
    decision = executor.decision(state)
    assert decision is not None
    ids = tuple(choice.id for choice in decision.choices)
    wanted = next(one for one in ids if sum(other.startswith(one[:-2]) for other in ids) > 1)
    search = _Search(planner(1), executor, state, decision.seat, ids, 0)
    course = search._course(search.worlds[0], (wanted, wanted), 1)
    assert course.taken[0] == wanted
    assert course.taken[1] != wanted and course.taken[1].startswith(wanted[:-2])
