"""Reports: tables that the log shows when a phase or rule ends."""

import random
import re

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import codes
from gekido_dsl.engine import Event, Setting
from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.play.reports import Table, table_at, tables
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Relay"
  players 2 to 4
  limit 12 turns

kind Field
board Track: 3 by 4 Field, touching in 4 directions
kind Runner, 1 for each player
  Breath: 0 to 9, starts 5
  Plan: 0 to 3, starts 0, seen by its owner
  Doom: 0 to 3, starts 1, seen by nobody
  Steps: 0 to 99, starts 0, unlogged
  Stamps for each 1 to 3: yes or no, starts no, unlogged
kind Coin, 12 of them
  Worth: 0 to 3, starts 1
pool Bag: all Coins
hand Purse of each player, of Coins
pool Tray of each player, of Coins

setup
  each Runner
    put it onto 1 random Field

turn of each player
  Leg

phase Leg
  do Think
  do Run
  do Rest

rule Think
  choose one, asking "What do you plan?"
    "Rush"
      set my Runner's Plan to 3
    "Wait"
      set my Runner's Plan to 1
rule Run
  move my Runner to a Field that is next to my Runner, asking "Where to?"
    otherwise stop
  my Runner's Breath loses 1
  my Runner's Steps gains 1
  set my Runner's Stamps for 2 to yes
  flip my Runner's Stamps for 3
rule Rest
  draw a Coin from Bag to my Purse if possible
  draw a Coin from Bag to my Tray if possible
  announce "rests" for my Runner

a Field is Near for a Runner as the runner if it is next to the runner
a Runner is Tired if its Breath is at most 3
a Runner is Planned if its Plan is 3

report Leg Report of each Runner, when Leg ends
  "Breath": its Breath
LINES
report Run Report of each player, when Run ends
  "Steps": what Run did
  "Coins": number of Coins in its Purse

the game ends when every Runner is Tired
  all remaining players win
"""
LINES = """  "Plan": its Plan
  "Purse": all Coins of my Purse
  "Tray": the number of Coins in my Tray
  "Near": Fields that are Near for it
  "Thought": what Think did
  "Rest": what Run and Rest did
"""


def interpreter(lines: str = LINES, trace: bool = True, game: str = GAME) -> Interpreter:
    compilation = load("game.gdl", MemoryProvider({"game.gdl": game.replace("LINES\n", lines)}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return Interpreter(compilation.game, trace=trace)


def played(made: Interpreter, plans: str, seed: int = 4) -> tuple[State, list[Event]]:
    """Plays with these plans, everything else the same."""
    rng = random.Random(seed)
    state, events = made.initial(Setting(2, seed))
    thoughts = iter(plans)
    while (decision := made.decision(state)) is not None:
        if len(decision.choices) == 2 and decision.choices[0].label == "Rush":
            number = "RW".index(next(thoughts, "W"))
        else:
            number = rng.randrange(len(decision.choices))
        events += made.apply(state, number)
    return state, events


def told(events: list[Event], reader: int | None, name: str = "Leg Report") -> list[Table]:
    return [table for _, table in tables(events, reader) if table.name == name]


def cells(table: Table) -> dict[str, tuple[str, ...]]:
    return dict(table.lines)


def test_a_line_tells_a_value_of_each_thing_when_the_phase_ends() -> None:
    _, events = played(interpreter(), "RWRW")
    first, second, *_ = told(events, None)
    assert first.columns == ("Player 1", "Player 2")
    assert cells(first)["Breath"] == ("4", "5")
    assert cells(second)["Breath"] == ("4", "4")
    assert cells(first)["Tray"] == ("1", "0")


def test_the_report_of_one_event_is_the_one_that_stands_among_all_of_them() -> None:
    _, events = played(interpreter(), "RWRW")
    for reader in (None, 0, 1):
        every = dict(tables(events, reader))
        assert len({table.name for table in every.values()}) == 2 and len(every) > 4
        assert {number: table_at(events, number, reader) for number in every} == every
        assert table_at(events, 0, reader) is None


def test_facts_that_are_unlogged_are_in_no_log_and_in_no_report() -> None:
    x = interpreter()
    assert "Steps" not in x.observe(x.initial(Setting(2, 4))[0], None).players[0].things[0].facts
    state, events = played(x, "RWRW")
    assert any("Breath" in event.text for event in events)
    assert not [event.text for event in events if "Steps" in event.text or "Stamps" in event.text]
    assert all(
        "Steps" not in told_cell
        for table in told(events, None)
        for _, row in table.lines
        for told_cell in row
    )
    runner = x.observe(state, None).players[0].things[0]
    assert int(runner.facts["Steps"]) > 0 and runner.facts["Stamps"].startswith("2")


def test_what_a_rule_did_stands_with_whom_it_was_done_to() -> None:
    _, events = played(interpreter(), "RWRW")
    mine, others = cells(told(events, None)[0])["Rest"]
    assert re.match(r"moves from r\dc\d to r", mine)
    assert mine.endswith("Breath: 5 → 4; rests") or "rests" in mine
    assert others == ""
    assert cells(told(events, None)[1])["Rest"][0] == ""


def test_a_rule_has_a_report_too_and_players_are_columns() -> None:
    _, events = played(interpreter(), "RWRW")
    first = told(events, None, "Run Report")[0]
    assert first.columns == ("Player 1", "Player 2")
    assert cells(first)["Coins"] == ("0", "0")
    assert re.search(r"moves from r\dc\d to r", cells(first)["Steps"][0])


def test_everybody_reads_what_he_may_see() -> None:
    _, events = played(interpreter(), "RWRW")
    public, mine, others = (cells(told(events, reader)[1]) for reader in (None, 0, 1))
    assert public["Plan"] == ("hidden", "hidden")
    assert mine["Plan"] == ("3", "hidden")
    assert others["Plan"] == ("hidden", "1")
    assert mine["Purse"] == ("Coin", "hidden")
    assert public["Purse"] == ("hidden", "hidden")
    assert "Plan: 0 → 1" in others["Thought"][1]
    assert mine["Thought"][1] == ""


@pytest.mark.parametrize("seed", range(6))
def test_hidden_facts_have_no_influence_on_what_others_read(seed: int) -> None:
    made = interpreter()
    runs = [played(made, plans, seed)[1] for plans in ("RRRR", "RWRW")]
    for reader in (0, None):
        assert told(runs[0], reader) == told(runs[1], reader)
    assert told(runs[0], 1) != told(runs[1], 1)
    for reader in (0, None):
        assert [one.read_by(reader) for one in runs[0]] == [one.read_by(reader) for one in runs[1]]


def test_a_report_changes_nothing() -> None:
    told_one, silent = interpreter(), interpreter(trace=False)
    assert told_one.snapshot(played(told_one, "RWRW")[0]) == silent.snapshot(played(silent, "RWRW")[0])


def test_a_report_is_told_when_the_match_ends_before_its_phase_does() -> None:
    early = GAME.replace("  announce", "  all remaining players win if my Runner's Breath is 4\n  announce")
    _, events = played(interpreter(game=early), "RWRW")
    assert [event.kind for event in events[-3:]] == ["win", "win", "report"]
    assert cells(told(events, None)[0])["Breath"] == ("4", "5")


def test_whoever_goes_out_meanwhile_has_a_column_and_later_none() -> None:
    out = "  eliminate me if my Runner's Breath is 3 and the number of remaining players is 3\n  announce"
    made = interpreter(game=GAME.replace("  announce", out))
    rng = random.Random(4)
    state, events = made.initial(Setting(3, 4))
    while (decision := made.decision(state)) is not None:
        events += made.apply(state, rng.randrange(len(decision.choices)))
    reports = told(events, None)
    gone = next(at for at, report in enumerate(reports) if "3" in cells(report)["Breath"])
    assert reports[gone].columns == ("Player 1", "Player 2", "Player 3")
    assert "is out of the game" in cells(reports[gone])["Rest"][0]
    assert reports[gone + 1].columns == ("Player 2", "Player 3")


@pytest.mark.parametrize(("number", "said"), [("Breath", "rests at 4"), ("Plan", "rests at hidden")])
def test_a_number_is_announced_if_everybody_may_read_it(number: str, said: str) -> None:
    told_so = GAME.replace("for my Runner", f"for my Runner at my Runner's {number}", 1)
    _, events = played(interpreter(game=told_so), "RWRW")
    assert cells(told(events, None)[0])["Rest"][0].endswith(said)


def test_spaces_side_by_side_are_told_together() -> None:
    _, events = played(interpreter('  "All": all Fields\n'), "RWRW")
    assert cells(told(events, None)[0])["All"] == ("r1-3c1-4", "r1-3c1-4")


@pytest.mark.parametrize(
    "phrase",
    [
        "its Doom",
        "the number of Runners that are Planned",
        "all Coins of the first player's Purse",
        "all Coins",
    ],
)
def test_a_line_that_nobody_may_read_is_found_and_hidden(phrase: str) -> None:
    lines = f'  "Line": {phrase}\n'
    found = load("game.gdl", MemoryProvider({"game.gdl": GAME.replace("LINES\n", lines)})).diagnostics
    assert codes.HIDDEN_LEAK in [one.code for one in found]
    _, events = played(interpreter(lines), "RWRW")
    for reader in (None, 0, 1):
        assert cells(told(events, reader)[0])["Line"] == ("hidden", "hidden")


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ('"Line": what Sleep did', "unknown-name"),
        ('"Line": its Sleep', "unknown-name"),
        ('"Line" its Breath', "syntax-error"),
    ],
)
def test_what_is_wrong_with_a_line_is_found(line: str, slug: str) -> None:
    made = load("game.gdl", MemoryProvider({"game.gdl": GAME.replace("LINES\n", f"  {line}\n")}))
    assert slug in [one.code.slug for one in made.diagnostics]


def test_what_is_rolled_stands_in_the_column_of_whoever_rolls() -> None:
    rolling = GAME.replace("pool Bag:", "die Chance of 1 to 6, 1 of them\npool Bag:")
    rolling = rolling.replace("rule Rest\n", "rule Rest\n  roll all Chances\n")
    _, events = played(interpreter('  "Rest": what Rest did\n', game=rolling), "R")
    rests = [cells for table in told(events, None) for title, cells in table.lines if title == "Rest"]
    assert rests
    assert all(sum("rolls" in cell for cell in cells) == 1 for cells in rests)
