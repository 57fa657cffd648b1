"""Two matches that differ in what a seat cannot see give the same choice, in whole games inside a module."""

from collections.abc import Callable

import pytest
from lockstep import game_of

from gekido_dsl.backend.control import DRAWN
from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.policies import LIMIT, OVER, PolicyModule, policy_module
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import set_policies
from gekido_dsl.backend.rows import DECISIONS
from gekido_dsl.backend.runtime import signed
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.learning.features import Features
from gekido_dsl.learning.games import quick, set_looking
from gekido_dsl.learning.looking import LookingMaker
from gekido_dsl.lowering import lower
from gekido_dsl.program.chance import GOLDEN
from gekido_dsl.rng import Rng, game_seed

pytest.importorskip("wasmtime")

HIDDEN = (
    ("classics/whist", 4),
    ("classics/hearts", 4),
    ("classics/goofspiel", 3),
    ("classics/rock_paper_scissors", 2),
    ("classics/liars_dice", 3),
    ("gekido", 3),
    pytest.param("aimbots", 2, marks=pytest.mark.slow),
    pytest.param("botwars", 3, marks=pytest.mark.slow),
    pytest.param("geeko", 2, marks=pytest.mark.slow),
)


class Match:
    """A match that is led from outside, and asked what a seat would choose."""

    def __init__(self, module: PolicyModule, players: int, policy: Policy) -> None:
        self.module = module
        self.machine = Machine(module.match)
        set_policies(self.machine, module, [policy] * players)
        for seat in range(players):
            self.machine.words(module.seeds)[seat] = seat + 1
        self.machine.run("begin", signed(game_seed(3, 1)), 7)

    def enter(self, stand) -> None:  # type: ignore[no-untyped-def]
        """Goes back to where the match stood."""
        self.machine.enter(stand)
        self.machine.run("lead_back")

    def other_world(self, stand, seed: int) -> bool:  # type: ignore[no-untyped-def]
        """Puts a world that looks the same to who decides in the place of the match; tells whether there is one."""
        machine, control = self.machine, self.module.match.control
        if not machine.call("lead", stand.seat):
            return False
        machine.run("seed_player", seed)
        machine.run("deal", stand.seat)
        size = self.module.match.size
        machine._worlds[size : 2 * size] = bytes(machine._position)
        length = machine.words(control.script_length)
        machine.words(control.script)[length[0]] = DRAWN - 1
        length[0] += 1
        machine.words(self.module.away)[0] = 0
        machine.run("lead_back")
        return True

    def choice(self, seat: int, unseen: int) -> int:
        """Tells what a seat chooses after many decisions, of which it knows of so many less."""
        machine, module = self.machine, self.module
        machine.words(module.taken)[0] = DECISIONS - 1
        seeds = machine.words(module.seeds)
        seeds[seat] = signed(seat + 1 - unseen * GOLDEN)
        assert machine.call("advance") in (LIMIT, OVER)
        seeds[seat] = seat + 1
        machine.words(module.taken)[0] = 0
        return machine.words(module.choices)[DECISIONS - 1]


@pytest.mark.parametrize(("name", "players"), HIDDEN)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
def test_what_a_seat_cannot_see_has_no_part_in_its_choice(name: str, players: int) -> None:
    module = policy_module(lower(game_of(name), players, {}, judged=True))
    for policy in (GREEDY, Policy(24)):
        _play(module, players, policy)


@pytest.mark.parametrize(("name", "players"), HIDDEN)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
def test_what_a_seat_cannot_see_has_no_part_in_what_it_looks_at(name: str, players: int) -> None:
    game, random = game_of(name), Rng(11)
    features = Features(lay_out(game, players))
    module = policy_module(
        lower(game, players, {}, judged=True), lambda lowered: LookingMaker(lowered, features)
    )
    policy = quick(tuple((slot, random.below(2001) - 1000) for slot in range(features.size)), 2)
    _play(
        module, players, policy,
        lambda match: set_looking(match.machine, module, features, [policy] * players),
    )  # fmt: skip


def test_a_world_that_has_to_agree_with_answers_is_not_dealt_inside() -> None:
    """In The Heir rules answer about hidden cards: its worlds are drawn outside; `test_hidden` looks at them."""
    match = Match(policy_module(lower(game_of("classics/the_heir"), 3, {}, judged=True)), 3, GREEDY)
    asked = 0
    while (stand := match.machine.standing()).count:
        assert not match.machine.call("lead", stand.seat)
        match.enter(stand)
        match.machine.run("take_choice", 0)
        asked += 1
    assert asked > 3


def _play(
    module: PolicyModule, players: int, policy: Policy, ready: Callable[[Match], None] = lambda match: None
) -> None:
    one, other = Match(module, players, policy), Match(module, players, policy)
    for match in (one, other):
        ready(match)
    random, compared, differing = Rng(5), 0, 0
    for number in range(240):
        stand = one.machine.standing()
        if not stand.count or compared == 25:
            break
        if stand.count > 1 and number % 3 != 1:
            before = one.machine.position(stand)
            other.enter(stand)
            if other.other_world(stand, number):
                unseen = other.machine.words(other.module.unseen)[0]
                differing += bytes(other.machine._position) != before
                one.enter(stand)
                mine, its = one.choice(stand.seat, 0), other.choice(stand.seat, unseen)
                assert mine == its, (number, stand.seat)
                compared += 1
            one.enter(stand)
        one.machine.run("take_choice", random.below(stand.count))
    assert compared >= 3
    assert differing >= compared // 2
