"""The chances of what dice can give: counted from a ruleset's own statements."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from pattern_odds import Odds

from gekido_dsl import api
from gekido_dsl.cli.main import main
from gekido_dsl.ground.patterns import table_of
from gekido_dsl.interpreter.rolled import rolled_at_once
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.odds import finding
from gekido_dsl.odds.chances import Chances
from gekido_dsl.odds.report import Request, Unasked, data, report
from gekido_dsl.odds.sampled import Estimate
from gekido_dsl.odds.scope import OTHER, ROLLER, NotExact
from gekido_dsl.odds.text import percent, text
from gekido_dsl.odds.throwing import at_least, throws

GAME = """edition 1

game "Lanterns"
  players 2

values Lamp: Red, Green, Blue
  drawn as "RGB"
die Lantern of Lamp, 4 of them
  opposite Red and Green

values Wish: Low and High
kind Keeper, 1 for each player
  Oil: 0 or more, starts 0

box Chest: all Lanterns
pool Table of Lanterns
pool Shelf of Lanterns

patterns Row of Lanterns in Shelf
  Pair: 2 alike
  Trio: 3 alike
  Rainbow: 3 different

turn of each player
  Lighting

phase Lighting
  Goal: a Row or none
  Throws: 0 to 5
  draw 3 Lanterns from Chest into Table
  repeat until Throws is at least 3 or no Lantern is in Table
    roll all Lanterns of Table
    Throws gains 1
    do Begin if Goal is none
    lock any number of Lanterns of Table that fit Goal into Shelf, asking "Which?"
  my Keeper's Oil gains 1 if Goal is complete

rule Begin
  choose a Row that is Open as Goal, asking "What for?"
    otherwise end Lighting
  lock a Lantern of Table that fits Goal into Shelf, asking "Which first?"

a Row is Open if some Lantern of Table fits it

whenever Lighting ends
  return all Lanterns to Chest

the game ends when some Keeper is Rich
  all remaining players win

a Keeper is Rich if its Oil is 1
"""


def game_of(text_: str) -> m.Game:
    ruleset = api.read_text(text_)
    assert [one.message for one in ruleset.findings if one.severity.value == "error"] == []
    return ruleset.game


def chances_of(path: str) -> tuple[Chances, list[finding.Aim]]:
    game = api.read(path).game
    part = finding.parts(game)[0]
    return Chances(game, part, {}), finding.aims(game, part)


def done(pattern: str, dice: tuple[int, ...]) -> bool:
    counts = sorted(map(dice.count, set(dice)))
    return counts == {"Pair": [2], "Trio": [3], "Rainbow": [1, 1, 1]}[pattern]


def may_stay(pattern: str, dice: tuple[int, ...]) -> bool:
    if pattern == "Rainbow":
        return len(set(dice)) == len(dice)
    return len(set(dice)) <= 1 and len(dice) <= {"Pair": 2, "Trio": 3}[pattern]


@cache
def brute(pattern: str, kept: tuple[int, ...], free: int, rolls: int) -> float:
    """Plays every plan with dice that are told apart: at least one stays after the first roll, what stays stays."""
    if done(pattern, kept) and (not rolls or not free):
        return 1.0
    if not rolls or not free:
        return 0.0
    total = 0.0
    for rolled in product(range(3), repeat=free):
        best = 0.0
        for stays in subsets(free):
            whole = tuple(sorted((*kept, *(rolled[at] for at in stays))))
            if (kept or stays) and may_stay(pattern, whole):
                best = max(best, brute(pattern, whole, free - len(stays), rolls - 1))
        total += best
    return float(total / 3**free)


def subsets(number: int) -> Iterator[tuple[int, ...]]:
    for size in range(number + 1):
        yield from combinations(range(number), size)


@pytest.mark.parametrize("rolls", [1, 2, 3, 4])
@pytest.mark.parametrize("pattern", ["Pair", "Trio", "Rainbow"])
def test_chances_are_those_of_every_plan_played_out(pattern: str, rolls: int) -> None:
    game = game_of(GAME)
    (part,) = finding.parts(game)
    aim = next(one for one in finding.aims(game, part) if one.name == pattern)
    with_rolls = game_of(GAME.replace("at least 3 or", f"at least {rolls} or"))
    (own,) = finding.parts(with_rolls)
    exact = Chances(with_rolls, own, {}).of(
        next(x for x in finding.aims(with_rolls, own) if x.name == pattern)
    )
    assert exact == pytest.approx(brute(pattern, (), 3, rolls))
    assert aim.kind == "pattern"


def test_a_number_that_is_set_outside_its_range_stays() -> None:
    setting = "set Throws to Throws plus 3 if possible\n    Throws gains 1"
    text_ = GAME.replace("Throws gains 1", setting).replace("at least 3 or", "at least 5 or")
    chances, aim = pair_of(text_)
    # From 0 to 4, and then, as 7 is too much, to 5: two rolls.
    assert chances.of(aim) == pytest.approx(brute("Pair", (), 3, 2))


@pytest.mark.parametrize(
    "rule, because",
    [
        ("instead when a Lantern enters Shelf\n  return it to Chest", "another rule stands in for it"),
        ("instead when a player draws a Lantern\n  do nothing", "another rule stands in for it"),
        ("whenever a player draws a Lantern\n  lock it into Shelf", "another rule follows it"),
        ("whenever Lighting begins\n  draw 1 Lantern from Chest into Table", "another rule follows it"),
    ],
)
def test_a_rule_that_changes_what_the_dice_do_is_not_passed_over(rule: str, because: str) -> None:
    chances, aim = pair_of(f"{GAME}\n{rule}\n")
    with pytest.raises(NotExact, match=because):
        chances.of(aim)


@pytest.mark.parametrize(
    "written, verb",
    [
        ("draw 4 Lanterns from Chest into Table keeping 3", "draw"),
        ("deal 3 Lanterns to me from Chest into Tray", "deal"),
    ],
)
def test_what_is_dealt_or_kept_of_what_is_drawn_is_not_counted(written: str, verb: str) -> None:
    text_ = GAME.replace("draw 3 Lanterns from Chest into Table", written)
    text_ = text_.replace(
        "pool Shelf of", "pile Waste of Lanterns\nhand Tray of each player, of Lanterns\npool Shelf of"
    )
    chances, aim = pair_of(text_)
    with pytest.raises(NotExact, match=f"it does something else with the dice: {verb}"):
        chances.of(aim)


def test_a_rule_that_changes_nothing_that_is_counted_is_passed_over() -> None:
    rules = (
        "instead when a Keeper gains Oil\n  do nothing\n",
        "whenever a player draws a Lantern\n  my Keeper's Oil gains 1\n",
    )
    chances, aim = pair_of("\n".join((GAME, *rules)))
    assert chances.of(aim) == pytest.approx(brute("Pair", (), 3, 3))


def pair_of(text_: str) -> tuple[Chances, finding.Aim]:
    game = game_of(text_)
    (part,) = finding.parts(game)
    return Chances(game, part, {}), finding.aims(game, part)[0]


def test_the_six_of_gekido_with_a_die_that_must_be_locked() -> None:
    chances, aims = chances_of("gekido")
    found = [round(chances.of(aim, None, None, (), {"Bot": 0}), 4) for aim in aims]
    assert found == [0.6985, 0.708, 0.3616, 0.283, 0.1968, 0.0453]
    four = [round(chances.of(aim, 4, None, (), {"Bot": 0}), 4) for aim in aims]
    assert four == [0.8082, 0.8248, 0.5062, 0.4332, 0.3108, 0.098]


def test_what_a_bot_has_is_found_by_what_it_does() -> None:
    chances, aims = chances_of("gekido")
    (bot,) = finding.owners(chances.game, chances.part)

    def of(row: str, seat: object) -> set[str]:
        number = next(at for at, one in enumerate(bot.rows) if one.name == row)
        offers = finding.offers(chances.game, chances.part, bot, number)
        return {
            one.name for one in offers if one.seat is seat and chances.uses(aims[1], one, {"Bot": number})
        }

    assert of("V-REX", ROLLER) == {"Flip A Die", "Extra Reroll"}
    assert of("V-REX", OTHER) == set()
    assert of("Pytron", ROLLER) == {"One Die Any Die"}
    assert of("Pytron", OTHER) == {"Force Reroll", "Opponent Rerolls A Die"}
    more = next(
        one for one in finding.offers(chances.game, chances.part, bot, 0) if one.name == "Extra Reroll"
    )
    # With one more roll it is the same as with four.
    assert chances.of(aims[1], 3, None, (more,), {"Bot": 0}) == pytest.approx(
        chances.of(aims[1], 4, None, (), {"Bot": 0})
    )


@pytest.mark.parametrize("name", ["Flip A Die", "Opponent Rerolls A Die", "Roll An Extra Die"])
@pytest.mark.quick_in_turn(3)
def test_what_is_shared_between_questions_changes_no_answer(name: str) -> None:
    shared, aims = chances_of("gekido")
    (bot,) = finding.owners(shared.game, shared.part)
    asked = [
        (offer, {"Bot": number if offer.seat is ROLLER else 0})
        for number in range(len(bot.rows))
        for offer in finding.offers(shared.game, shared.part, bot, number)
        if offer.name == name and offer.seat is (OTHER if name.startswith("Opp") else ROLLER)
    ]
    for aim in (aims[0], aims[5]):
        for rolls in (3, 2):
            for offer, rows in asked:
                apart = Chances(shared.game, shared.part, {})
                alone = apart.of(aim, rolls, None, (offer,), rows)
                assert shared.of(aim, rolls, None, (offer,), rows) == pytest.approx(alone, abs=1e-12)


def test_a_face_that_a_row_names_may_be_any() -> None:
    shared, aims = chances_of("gekido")
    for number in (0, 1, 2):
        alone = Chances(shared.game, shared.part, {}).of(aims[4], 2, None, (), {"Bot": number})
        assert shared.of(aims[4], 2, None, (), {"Bot": number}) == pytest.approx(alone, abs=1e-12)
    assert len(shared._trees) == 1


GUEST = GAME.replace(
    """  draw 3 Lanterns from Chest into Table
  repeat""",
    """  Guest: a Lantern or none
  draw 2 Lanterns from Chest into Table
  set Guest to the next Lantern of Chest
  move Guest to Table
  repeat""",
).replace(
    """into Shelf, asking "Which?"
""",
    """into Shelf, asking "Which?"
    return Guest to Chest if Guest is in Table
""",
)


@cache
def with_guest(pattern: str, kept: tuple[int, ...], free: int, guest: bool, rolls: int) -> float:
    """Plays every plan where one die, the last, takes part in one roll and leaves unless it was kept."""
    if done(pattern, kept) and (not rolls or not free):
        return 1.0
    if not rolls or not free:
        return 0.0
    total = 0.0
    for rolled in product(range(3), repeat=free):
        best = 0.0
        for stays in subsets(free):
            whole = tuple(sorted((*kept, *(rolled[at] for at in stays))))
            if not (kept or stays) or not may_stay(pattern, whole):
                continue
            left = [at for at in range(free) if at not in stays]
            again = len(left) - (guest and free - 1 in left)
            best = max(best, with_guest(pattern, whole, again, False, rolls - 1))
        total += best
    return float(total / 3**free)


@pytest.mark.parametrize("rolls", [1, 2, 3])
@pytest.mark.parametrize("pattern", ["Pair", "Trio", "Rainbow"])
def test_a_single_die_that_the_rules_follow(pattern: str, rolls: int) -> None:
    game = game_of(GUEST.replace("at least 3 or", f"at least {rolls} or"))
    (part,) = finding.parts(game)
    aim = next(one for one in finding.aims(game, part) if one.name == pattern)
    assert Chances(game, part, {}).of(aim) == pytest.approx(with_guest(pattern, (), 3, True, rolls))


def test_a_die_for_one_roll_is_worth_less_than_one_that_stays() -> None:
    kept, aims = chances_of("gekido")
    answer = kept.game.options["Extra Die"].answers.members.index("One Roll Only")
    followed = Chances(kept.game, kept.part, {"Extra Die": answer})
    (bot,) = finding.owners(kept.game, kept.part)
    offer = next(
        one
        for number in range(len(bot.rows))
        for one in finding.offers(kept.game, kept.part, bot, number)
        if one.name == "Roll An Extra Die" and one.seat is ROLLER
    )
    for aim in (aims[1], aims[5]):
        without, once = kept.of(aim, 3, None, (), {"Bot": 3}), followed.of(aim, 3, None, (offer,), {"Bot": 3})
        assert without < once < kept.of(aim, 3, None, (offer,), {"Bot": 3})


@pytest.mark.dear
def test_dice_that_may_all_be_rolled_again() -> None:
    """The textbook's chances of five dice in three rolls."""
    chances, aims = chances_of("classics/thirteen_rolls")
    found = {aim.name: chances.of(aim) for aim in aims if aim.kind == "test"}
    assert found["Five Alike"] == pytest.approx(0.0460, abs=5e-5)
    assert found["Large Straight"] == pytest.approx(0.2611, abs=5e-5)
    assert found["Small Straight"] == pytest.approx(0.6154, abs=5e-5)
    assert found["Chance"] == pytest.approx(1)
    number = next(aim for aim in aims if aim.kind == "amount" and aim.name == "Chance")
    assert chances.of(number) == pytest.approx(70 / 3)


def test_when_to_hold() -> None:
    """Whoever stops at twenty expects 8.14 points of a turn of the dice game of the textbook."""
    chances, aims = chances_of("classics/pig")
    assert chances.of(aims[0]) == pytest.approx(8.1418, abs=5e-5)
    with pytest.raises(NotExact, match="how many rolls"):
        chances.of(aims[0], 3)


def test_where_nobody_rolls_again_that_is_said() -> None:
    game = api.read("classics/liars_dice").game
    said = text(report(game, {}, Request()), game, throws(game, rolled_at_once(game)))
    assert "nobody decides what to roll again" in " ".join(said.split())
    game = api.read("classics/connect_four").game
    assert "no dice are rolled" in text(report(game, {}, Request()), game)
    assert at_least(5, 1, 6) == pytest.approx(1 - (5 / 6) ** 5)
    assert at_least(5, 4, 6) == pytest.approx(26 / 7776)


def test_what_is_asked_has_to_be_there() -> None:
    game = api.read("gekido").game
    for request in (Request(aims=("Six Alike",)), Request(row="Nobody"), Request(used=("Nothing",))):
        with pytest.raises(Unasked):
            report(game, {}, request)


@pytest.mark.parametrize(
    ("chance", "said"), [(0, "0%"), (1, "100%"), (0.0001, "under 0.1%"), (0.9999, "99.9%"), (0.283, "28.3%")]
)
def test_a_chance_is_never_rounded_to_what_cannot_be(chance: float, said: str) -> None:
    assert percent(chance) == said


def test_a_count_from_the_patterns_alone_is_the_same() -> None:
    """One die at least is kept after the first roll; the statements of the ruleset agree with a count by that rule."""
    chances, aims = chances_of("gekido")
    (patterns,) = chances.game.patterns.values()
    for aim in aims:
        never = 0 if patterns.patterns[aim.value].never is not None else NONE
        quick = Odds(table_of(patterns), aim.value, range(6), 5, never, False, 1)
        for rolls in (1, 2, 3, 4):
            exact = chances.of(aim, rolls, None, (), {"Bot": 0})
            assert quick.chance([], [], rolls) == pytest.approx(exact), (aim.name, rolls)


def test_the_page_shows_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "howto" / "odds.md").read_text(encoding="utf-8")
    shown = re.findall(r"```console\n\$ gdl (odds [^\n]*)\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 2
    for line, expected in shown:
        assert main(["--no-cache", *shlex.split(line)]) == 0
        assert capsys.readouterr().out == expected


@pytest.mark.parametrize("which", [3])
@pytest.mark.slow
def test_what_is_too_much_to_count_is_sampled_with_an_interval(
    which: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances, aims = chances_of("gekido")
    exact = chances.of(aims[which], 3, None, (), {"Bot": 0})
    monkeypatch.setattr("gekido_dsl.odds.points.MOST_WORK", 100)
    sampled = Chances(chances.game, chances.part, {}).of(aims[which], 3, None, (), {"Bot": 0})
    assert isinstance(sampled, Estimate)
    assert sampled.low < sampled < sampled.high < sampled.low + 0.06
    # The search does not play better than the best, and not much worse.
    assert sampled.low < exact < sampled.high + 0.03
    again = Chances(chances.game, chances.part, {}).of(aims[which], 3, None, (), {"Bot": 0})
    assert (float(again), again.low) == (float(sampled), sampled.low)  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_number_is_sampled_too_and_the_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = api.read("classics/pig").game
    monkeypatch.setattr("gekido_dsl.odds.points.MOST_WORK", 100)
    (part,) = found = report(game, {}, Request(aims=("Score gained", "Score gains 20 or more")))
    number = part.expected["Score gained"][0]
    assert isinstance(number, Estimate) and number.low < 8.1418 and number.high > 7.4
    said = " ".join(text(found, game).split())
    assert "it was sampled" in said and "none is sampled" not in said
    assert not data(found, game, ())["parts"][0]["exact"]
    assert set(data(found, game, ())["parts"][0]["sampled"]) == {"Score gained", "Score gains 20 or more"}
