"""The plain Gekido program against the rulebook's worked examples (E1 to E10), and its conservation laws."""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
plain: Any = importlib.import_module("plain_gekido")

CIRCLE, TRIANGLE, SQUARE, DIAMOND, PENTAGON, CROSS = range(6)


def game_of(*bots: str, tile: str = "energy_station") -> Any:
    """A game whose Bots stand side by side on tiles without modifiers, the first Bot in the corner."""
    game = plain.Game(len(bots), 1, list(bots))
    game.tiles = [tile] * 9
    game.at = [None] * 9
    for bot, place in zip(game.bots, (0, 1, 3, 4), strict=False):
        bot.tile = -1
        game.put(bot, place)
    return game


def script(game: Any, rolls: str, **answers: list[Any]) -> list[tuple[str, list[Any]]]:
    """Replaces chance and choice; without an answer the first option is taken. Returns what was asked."""
    faces: Iterator[int] = (plain.SYMBOLS.index(symbol) for symbol in rolls.split())
    asked: list[tuple[str, list[Any]]] = []

    def pick(kind: str, options: Sequence[Any]) -> Any:
        asked.append((kind, list(options)))
        if not answers.get(kind):
            return options[0]
        answer = answers[kind].pop(0)
        assert answer in options, (kind, answer, options)
        return answer

    game.pick = pick
    game.roll = lambda: next(faces)
    return asked


def options_of(asked: list[tuple[str, list[Any]]], kind: str) -> list[list[Any]]:
    return [options for name, options in asked if name == kind]


def test_four_of_a_kind_in_three_rolls_deals_8() -> None:  # E1
    game = game_of("slicer", "pytron")
    asked = script(
        game,
        "triangle triangle square cross circle  triangle circle circle  triangle triangle",
        command=[plain.FOUR_OF_A_KIND],
        lock=[TRIANGLE, TRIANGLE, TRIANGLE, TRIANGLE],
        push=["pass"],
    )
    game.attack(game.bots[0])
    assert game.successes[plain.FOUR_OF_A_KIND] == 1
    assert game.damage[plain.FOUR_OF_A_KIND] == 8
    assert game.bots[1].column == [6, 6, 4]
    assert len(options_of(asked, "command")) == 1
    assert len(options_of(asked, "lock")) == 4, "nothing to lock once the Command is complete"


def test_an_incomplete_command_malfunctions_without_a_push() -> None:  # E2
    game = game_of("slicer", "pytron")
    asked = script(
        game,
        "triangle triangle triangle cross circle  square circle  square circle",
        command=[plain.FOUR_OF_A_KIND],
        lock=[TRIANGLE, TRIANGLE, TRIANGLE],
    )
    game.attack(game.bots[0])
    assert sum(game.attacks) == game.attacks[plain.FOUR_OF_A_KIND] == 1
    assert sum(game.successes) == 0
    assert game.bots[0].column == [6, 6, 6, 2]
    assert game.bots[1].column == [6] * 4
    assert not options_of(asked, "push")
    assert game.bots[0].hand == [] and game.bots[1].hand == []


def test_leftover_damage_goes_to_the_next_die() -> None:  # E3
    game = game_of("overclock", "slicer")
    bot = game.bots[0]
    game.hit(bot, 4)
    assert bot.column == [6, 6, 6, 2]
    game.hit(bot, 3)
    assert bot.column == [6, 6, 5]


def test_upgrades_of_vrex_add_to_its_attack() -> None:  # E4, E5
    game = game_of("vrex", "slicer")
    bot = game.bots[0]
    assert game.attack_value(bot) == 0
    game.hit(bot, 6)
    assert (bot.upgrade, game.attack_value(bot)) == (1, 1)
    game.grant(bot, "upgrade")
    assert (bot.upgrade, game.attack_value(bot)) == (2, 2)
    for _ in range(4):
        game.grant(bot, "upgrade")
    assert bot.upgrade == 5
    assert game.is_conserved()


def test_armor_is_hit_before_structure() -> None:  # E6
    game = game_of("m3ow", "slicer")
    bot = game.bots[0]
    bot.armor = [4]
    game.free_dice -= 1
    game.hit(bot, 5)
    assert bot.armor == []
    assert bot.column == [6, 6, 6, 5]
    assert game.is_conserved()


@pytest.mark.parametrize(
    ("tile", "taken"), [("high_ground", 4), ("laser_turret", 8), ("the_center", 8), ("hot_grill", 6)]
)
def test_the_tile_of_the_target_changes_the_damage(tile: str, taken: int) -> None:  # E7
    game = game_of("slicer", "pytron")
    game.tiles[1] = tile
    script(
        game,
        "circle circle circle cross cross",
        command=[plain.FULL_HOUSE],
        lock=[CIRCLE, CIRCLE, CIRCLE, CROSS, CROSS],
        push=["pass"],
    )
    game.attack(game.bots[0])
    assert game.damage[plain.FULL_HOUSE] == taken


def test_flip_a_die_spends_a_charge_before_locking() -> None:  # E8
    game = game_of("vrex", "slicer", tile="high_ground")
    bot = game.bots[0]
    game.free_dice += len(bot.column) - 3
    bot.column = [6] * 3
    script(game, "", unlock_power=["flip_a_die"])
    game.grant(bot, "power")
    assert bot.charges == {"flip_a_die": 3}
    asked = script(
        game,
        "circle circle circle square cross",
        after_roll=["flip_a_die"],
        die=[CROSS],
        command=[plain.FOUR_OF_A_KIND],
        lock=[CIRCLE] * 4,
        roll_again=["stop"],
        push=["pass"],
    )
    game.attack(bot)
    assert bot.charges == {"flip_a_die": 2}
    assert [kind for kind, _ in asked][:4] == ["target", "after_roll", "die", "command"]
    assert game.successes[plain.FOUR_OF_A_KIND] == 1


def test_everyone_starts_with_a_ready_lock_on_each_other_bot() -> None:  # E9
    game = plain.Game(4, 1, ["vrex", "pytron", "overclock", "tetsubot"])
    assert game.bots[0].ready == {1: True, 2: True, 3: True}
    assert all(len(bot.ready) == 3 and all(bot.ready.values()) for bot in game.bots)


def test_a_lock_stays_loading_until_all_others_were_attacked() -> None:  # E10
    game = game_of("vrex", "m3ow", "slicer", "pytron")
    bot, m3ow, slicer, pytron = game.bots
    asked = script(
        game,
        "circle " * 15,
        target=[m3ow, pytron, slicer],
        command=[plain.TWO_PAIRS] * 3,
        lock=[CIRCLE, plain.DONE] * 3,
        roll_again=["stop"] * 3,
    )
    game.attack(bot)
    assert bot.ready == {1: False, 2: True, 3: True}
    game.attack(bot)
    assert bot.ready == {1: False, 2: True, 3: False}
    game.attack(bot)
    assert bot.ready == {1: True, 2: True, 3: True}
    assert [set(options) for options in options_of(asked, "target")] == [
        {m3ow, slicer, pytron},
        {slicer, pytron},
        {slicer},
    ]


def test_attacking_a_loading_bot_flips_another_token() -> None:
    game = game_of("vrex", "m3ow", "slicer", "pytron")
    bot = game.bots[0]
    game.put(game.bots[2], 6)
    game.put(game.bots[3], 8)
    bot.ready[1] = False
    asked = script(
        game,
        "circle " * 5,
        token=[3],
        command=[plain.TWO_PAIRS],
        lock=[CIRCLE, plain.DONE],
        roll_again=["stop"],
    )
    game.attack(bot)
    assert options_of(asked, "target") == [[game.bots[1]]]
    assert options_of(asked, "token") == [[2, 3]]
    assert bot.ready == {1: False, 2: True, 3: False}


def test_a_removed_bot_takes_its_locks_and_its_dice_along() -> None:
    game = game_of("vrex", "m3ow", "slicer")
    bot, m3ow, _ = game.bots
    bot.ready = {1: True, 2: False}
    free = game.free_dice
    game.hit(m3ow, 24)
    assert bot.ready == {2: True}, "only Loading tokens were left, so they are reset at once"
    assert game.free_dice == free + 4
    assert game.winner is None and m3ow not in game.alive


def test_defender_first_with_one_power_and_any_cards_and_the_attacker_with_one_effect() -> None:
    game = game_of("overclock", "pytron")
    bot, pytron = game.bots
    bot.hand = ["overcharge", "emergency_weld"]
    bot.column[-1] = 1
    pytron.hand = ["flip_switch", "static_pulse"]
    pytron.charges = {"force_reroll": 4, "opponent_rerolls_die": 5, "one_die_any": 5}
    asked = script(
        game,
        "circle circle circle circle circle  circle  circle",
        after_roll=["static_pulse", "opponent_rerolls_die", "pass", "overcharge"],
        command=[plain.FOUR_OF_A_KIND],
        lock=[CIRCLE] * 4,
        roll_again=["stop"],
        push=["pass"],
    )
    game.attack(bot)
    assert options_of(asked, "after_roll") == [
        ["pass", "flip_switch", "static_pulse", "force_reroll", "opponent_rerolls_die"],
        ["pass", "flip_switch", "force_reroll", "opponent_rerolls_die"],
        ["pass", "flip_switch"],
        ["pass", "overcharge", "energy_station"],
    ]
    assert not options_of(asked, "before_damage"), "the slot of the last roll is used"
    assert game.damage[plain.FOUR_OF_A_KIND] == 6 + 2


def test_dice_left_over_may_be_rolled_on_with_the_command_complete() -> None:
    game = game_of("slicer", "pytron")
    bot = game.bots[0]
    bot.hand = ["overcharge", "overcharge"]
    asked = script(
        game,
        "square square square cross circle  cross circle",
        after_roll=["overcharge", "overcharge"],
        command=[plain.THREE_OF_A_KIND],
        lock=[SQUARE] * 3,
        roll_again=["roll", "stop"],
        push=["pass"],
    )
    game.attack(bot)
    assert options_of(asked, "roll_again") == [["roll", "stop"]] * 2
    assert game.damage[plain.THREE_OF_A_KIND] == 4 + 2 + 2


def test_short_circuit_takes_a_die_from_the_first_roll_only() -> None:
    game = game_of("vrex", "pytron", tile="high_ground")
    game.bots[1].hand = ["short_circuit"]
    asked = script(
        game,
        "circle cross square triangle  pentagon",
        before_first_roll=["short_circuit"],
        command=[plain.FIVE_DIFFERENT],
        lock=[CIRCLE, CROSS, SQUARE, TRIANGLE, PENTAGON],
    )
    game.attack(game.bots[0])
    assert options_of(asked, "roll_again") == [["roll", "stop"]]
    assert game.damage[plain.FIVE_DIFFERENT] == 10 - 2 - 2


def test_a_push_swaps_the_attacker_in_and_the_target_anywhere_free_beside() -> None:
    game = game_of("vrex", "pytron")
    bot, pytron = game.bots
    asked = script(
        game,
        "circle circle circle square cross",
        command=[plain.THREE_OF_A_KIND],
        lock=[CIRCLE] * 3,
        roll_again=["stop"],
        push=["push"],
        push_to=[0],
    )
    game.attack(bot)
    assert options_of(asked, "push_to") == [[0, 2, 3, 4, 5]]
    assert (bot.tile, pytron.tile) == (1, 0)
    assert len(bot.hand) == 1


def test_prevention_comes_after_modifiers_and_before_armor() -> None:
    game = game_of("tetsubot", "vrex")
    bot = game.bots[0]
    bot.charges = {"prevent_4": 2}
    bot.armor = [3]
    asked = script(game, "", prevent=["use", "use"])
    game.hit(bot, 7)
    assert len(options_of(asked, "prevent")) == 2
    assert (bot.charges, bot.armor, bot.column) == ({"prevent_4": 0}, [3], [6] * 5)


def completions(command: int, own: int) -> list[list[int]]:
    """All finished Commands, as counts by face, straight from their definitions."""
    wanted = {
        plain.TWO_PAIRS: [2, 2],
        plain.THREE_OF_A_KIND: [3],
        plain.FULL_HOUSE: [2, 3],
        plain.FOUR_OF_A_KIND: [4],
        plain.FIVE_DIFFERENT: [1, 1, 1, 1, 1],
        plain.FIVE_OF_A_KIND: [5],
    }[command]
    found = []
    for counts in itertools.product(range(6), repeat=6):
        if sorted(n for n in counts if n) == wanted and not (command == plain.FIVE_DIFFERENT and counts[own]):
            found.append(list(counts))
    return found


@pytest.mark.parametrize("command", range(6))
def test_a_die_fits_if_some_completion_holds_it(command: int) -> None:
    done = completions(command, PENTAGON)
    partial = {tuple(part) for full in done for part in itertools.product(*(range(n + 1) for n in full))}
    for locked in partial:
        for face in range(6):
            more = tuple(n + (f == face) for f, n in enumerate(locked))
            assert plain.fits(command, locked, face, PENTAGON) == (more in partial), (locked, face)


def test_the_components_are_counted_right() -> None:
    assert len(plain.DECK) == plain.TECH_CARDS
    assert [len(panel.rows) for panel in plain.MAIN_PANELS.values()] == [4, 4, 5, 4, 4, 4]
    assert [len(panel.rows) for panel in plain.DUEL_PANELS.values()] == [4, 4, 5, 5, 4, 5]
    assert plain.MAIN_PANELS["slicer"].commands[plain.FOUR_OF_A_KIND] == (8, 4)


@pytest.mark.parametrize(("players", "duel"), [(2, False), (3, False), (4, False), (2, True)])
def test_games_end_and_conserve_dice_and_cards(players: int, duel: bool) -> None:
    for seed in range(50):
        game = plain.Game(players, seed, duel=duel)
        winner = game.play()  # checks conservation after every turn
        assert winner is not None
        assert game.is_conserved()
        assert [bot.seat for bot in game.alive] == [winner]
        assert all(bot.hand == [] and bot.dice() == 0 for bot in game.bots if bot.seat != winner)


def test_the_same_seed_gives_the_same_game() -> None:
    def fingerprint(seed: int) -> tuple[Any, ...]:
        game = plain.Game(4, seed)
        return game.play(), game.turns, game.decisions

    assert fingerprint(5) == fingerprint(5)
    assert fingerprint(5) != fingerprint(6)
