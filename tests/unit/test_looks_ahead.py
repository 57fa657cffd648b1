"""`repeat ..., so that N ends highest`: only choices are offered that can still lead to the best end."""

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

HEAD = """edition 1
game "Steps"
  players 2
  limit 9 turns
die Coin of 1 to 2, 1 of them
kind Score, 1 for each player
  Points: 0 to 90, starts 0
turn of each player
  Climb
the game ends when my Score's Points is at least 50
  the player wins
"""
CLIMB = """phase Climb
  Total: 0 to 20
  repeat while Total is less than 5, so that Total ends highest
    choose one
      "Two"
        Total gains 2
      "Three"
        Total gains 3
  my Score's Points gains Total
"""


def compiled(phase: str) -> Compilation:
    return load("steps.gdl", MemoryProvider({"steps.gdl": HEAD + phase}))


def paths(phase: str, seat: int = 0) -> set[tuple[str, ...]]:
    """Gives every way through the first turn, by what is offered; on the way all must go on after a restore."""
    made = compiled(phase)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    found = set()

    def walk(state: State, line: tuple[str, ...]) -> None:
        decision = x.decision(state)
        if decision is None or x.turn(state)[0] > 1:
            found.add(line)
            return
        assert x.decision(x.restore(x.snapshot(state))) == decision
        assert not state.trying
        for number, choice in enumerate(decision.choices):
            after = state.copy()
            x.apply(after, number)
            walk(after, (*line, choice.label))

    walk(x.initial(Setting(2, 1))[0], ())
    return found


def test_without_it_every_way_is_open() -> None:
    free = CLIMB.replace(", so that Total ends highest", "")
    assert paths(free) == {
        ("Two", "Two", "Two"), ("Two", "Two", "Three"), ("Two", "Three"), ("Three", "Two"), ("Three", "Three"),
    }  # fmt: skip


def test_only_the_way_to_the_highest_end_is_open() -> None:
    # 2 + 2 + 3 is 7; whoever begins with 3 comes to 6 at most.
    assert paths(CLIMB) == {("Two", "Two", "Three")}


def test_the_lowest_end_can_be_wanted() -> None:
    assert paths(CLIMB.replace("highest", "lowest")) == {("Two", "Three"), ("Three", "Two")}


def test_declining_is_a_choice_like_others() -> None:
    may = """phase Climb
  Total: 0 to 20
  repeat up to 3 times, so that Total ends highest
    may "Three"
      Total gains 3 if possible
    otherwise
      stop
  my Score's Points gains Total
"""
    assert paths(may) == {("Three", "Three", "Three")}
    assert paths(may.replace("highest", "lowest")) == {("Do not",)}


def test_a_loop_may_be_left_by_the_end_of_its_phase() -> None:
    leaves = CLIMB.replace(
        "        Total gains 3\n", "        Total gains 3\n        end Climb if Total is 3\n"
    )
    assert paths(leaves) == {("Two", "Two", "Three")}
    assert paths(leaves.replace("highest", "lowest")) == {("Three",)}


def test_after_the_loop_everything_is_open() -> None:
    after = CLIMB + '  choose one\n    "Stay"\n      stop\n    "Go"\n      me wins\n'
    assert paths(after) == {("Two", "Two", "Three", "Stay"), ("Two", "Two", "Three", "Go")}


def test_rules_that_are_done_inside_count() -> None:
    rule = """phase Climb
  repeat up to 2 times, so that my Score's Points ends highest
    do Step with (a number from 1 to 3)

rule Step with 1 to 3 as the number
  choose one
    "Keep"
      my Score's Points gains the number
    "Double"
      my Score's Points gains 2 times the number
"""
    assert paths(rule.replace("(a number from 1 to 3)", "a number from 1 to 3")) == {
        ("3", "Double", "3", "Double")
    }


def test_what_cannot_be_tried_is_found() -> None:
    for line in ("roll Coin", 'each other player\n      may "Wait"\n        stop'):
        phase = CLIMB.replace("    choose one\n", f"    {line}\n    choose one\n", 1)
        assert [one.code.slug for one in compiled(phase).diagnostics if one.severity.value == "error"] == [
            "cannot-be-tried"
        ], line


def test_chance_that_is_tried_all_the_same_is_a_rule_error() -> None:
    made = compiled(CLIMB.replace("    choose one\n", "    roll Coin\n    choose one\n", 1))
    game = made.model.value
    assert game is not None
    x = Interpreter(game)
    try:
        x.initial(Setting(2, 1))
    except RuleError as error:
        assert "chance" in error.message
    else:
        raise AssertionError("a roll was tried")


def test_too_long_a_loop_is_a_rule_error() -> None:
    endless = CLIMB.replace("Total is less than 5", "Total is less than 30").replace(
        "Total gains 2", "stop if Total is 9"
    )
    x = compiled(endless).executor()
    try:
        x.initial(Setting(2, 1))
    except RuleError as error:
        assert error.span is not None
    else:
        raise AssertionError("the loop has an end")
