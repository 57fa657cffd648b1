"""Rounds: when one is over, how they are counted, and what a declared round holds."""

from pathlib import Path

from gekido_dsl.api import read
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.graph.build import build as graph_of
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

HEAD = """edition 1

game "Rounds"
  players 3

kind Seat, 1 for each player
  Score: 0 to 99, starts 0
  Workers: 0 to 2, starts 2

"""


def compiled(text: str) -> Compilation:
    made = load("game.gdl", MemoryProvider({"game.gdl": HEAD + text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def story(text: str, *choices: str, decisions: int = 40) -> tuple[list[str], Interpreter, object]:
    """Plays choices, and the first one when they run out; gives turns, rounds and announcements."""
    x = compiled(text).executor()
    state, events = x.initial(Setting(3, 1))
    told, left = list(events), list(choices)
    for _ in range(decisions):
        decision = x.decision(state)
        if decision is None:
            break
        labels = [choice.label for choice in decision.choices]
        told += x.apply(state, labels.index(left.pop(0)) if left else 0)
        assert x.snapshot(x.restore(x.snapshot(state))) == x.snapshot(state)
    kinds = ("turn", "round", "announce")
    return [event.text for event in told if event.kind in kinds], x, state


PLAIN = """
turn of each player
  Go

phase Go
  choose one
    "Stay"
      announce "stays" at the Turn
    "Lead"
      me leads
    "Leave"
      eliminate me

whenever Round begins
  announce "begins" at the Round
whenever Round ends
  announce "ends" at the Round
"""


def test_a_round_is_over_when_all_who_remain_have_had_a_turn() -> None:
    text = PLAIN + "the game ends after 2 rounds\n  all remaining players win\n"
    told, x, state = story(text, "Stay", "Lead", "Stay", "Leave", "Leave")
    assert told == [
        "Round 1", "begins at 1", "Player 1's turn", "stays at 1", "Player 2's turn", "Player 2's turn",
        "stays at 3", "Player 3's turn", "ends at 1", "Round 2", "begins at 2", "Player 1's turn", "Player 2's turn",
        "stays at 6", "ends at 2",
    ]  # fmt: skip
    outcome = x.outcome(state)
    assert outcome is not None and outcome.ranks == (2, 1, 3)


def test_a_limit_of_rounds_leaves_a_match_unfinished() -> None:
    text = PLAIN + "the game ends when the number of remaining players is 1\n  all remaining players win\n"
    limited = load(
        "game.gdl",
        MemoryProvider({"game.gdl": HEAD.replace("players 3", "players 3\n  limit 2 rounds") + text}),
    )
    x = limited.executor()
    state, _ = x.initial(Setting(3, 1))
    number = 0
    while x.decision(state) is not None:
        x.apply(state, 0)
        number += 1
    outcome = x.outcome(state)
    assert number == 6 and outcome is not None and not outcome.finished


DECLARED = """
a player is Done if my Seat's Workers is 0

round
  Income
  turn of each player, until every player is Done
    Place if me is not Done
  turn of each player that is Rich
    Spend
  Homecoming

a player is Rich if my Seat's Score is at least 2

phase Income
  announce "income"

phase Place
  my Seat's Workers loses 1
  choose one
    "Score"
      my Seat's Score gains 1
    "Lead"
      me leads

phase Spend
  announce "spends"
  my Seat's Score loses 1

phase Homecoming
  each player
    set my Seat's Workers to 2
  the player leads if the Round is 1

the game ends after 2 rounds
  the highest player by my Seat's Score wins
"""


def test_turns_in_a_round_go_round_until_all_are_done() -> None:
    told, _, _ = story(DECLARED, *["Score"] * 6, decisions=6)
    first = told[: told.index("Round 2")]
    assert first == [
        "Round 1", "income", *[f"Player {seat}'s turn" for seat in (1, 2, 3, 1, 2, 3)],
        *[line for seat in (1, 2, 3) for line in (f"Player {seat}'s turn", "spends")],
    ]  # fmt: skip


def test_others_are_passed_over_and_who_leads_goes_on() -> None:
    told, _, _ = story(DECLARED, "Lead", "Score", "Score", "Score", "Score", "Lead", decisions=6)
    first = told[: told.index("Round 2")]
    turns = [line[7] for line in first if line.endswith("turn")]
    assert turns == ["1", "1", "2", "3", "1", "2", "3", "2"]


def test_who_leads_at_the_end_is_the_first_of_the_next_round() -> None:
    text = DECLARED.replace("the player leads if the Round is 1", "the third player leads if the Round is 1")
    told, _, _ = story(text, decisions=6)
    second = told[told.index("Round 2") :]
    assert next(line for line in second if line.endswith("turn")) == "Player 3's turn"


def test_a_scope_of_a_round() -> None:
    text = (
        PLAIN.replace("phase Go\n", "phase Go\n  open Help\n")
        + """
window Help
  first me: at most 1 each Round of Cheer

action Cheer: my Seat
  its Score gains 1

the game ends after 2 rounds
  the highest player by my Seat's Score wins
"""
    )
    x = compiled(text).executor()
    state, _ = x.initial(Setting(3, 1))
    windows = []
    while (decision := x.decision(state)) is not None:
        if decision.kind == "window":
            windows.append((decision.seat, x.turn(state)[0]))
            x.apply(state, 0)
        else:
            x.apply(
                state,
                [choice.label for choice in decision.choices].index(
                    "Lead" if decision.seat == 0 and x.turn(state)[0] == 1 else "Stay"
                ),
            )
    assert windows == [(0, 1), (1, 3), (2, 4), (0, 5), (1, 6), (2, 7)]


def test_the_graph_shows_the_turns_of_a_round() -> None:
    game = compiled(DECLARED).game
    assert game is not None
    graph = graph_of(game)
    names = {node.id: node.name for node in graph.nodes}
    arrows = {
        (names[edge.start], names[edge.goal], edge.label) for edge in graph.edges if edge.kind == "next"
    }
    assert ("turns 1", "turns 1", "until every player is Done") in arrows
    assert {
        ("round", "Income", ""),
        ("Income", "turns 1", ""),
        ("turns 1", "turns 2", ""),
        ("Homecoming", "round", ""),
    } <= arrows
    assert ("turns 1", "Place", "if me is not Done") in arrows
    assert any(edge.label == "after 2 rounds" for edge in graph.edges if edge.kind == "ends")


def test_a_phase_of_the_ruleset_called_round_is_meant_before_the_round() -> None:
    text = PLAIN.replace("phase Go", "phase Round").replace("  Go\n", "  Round\n") + (
        "the game ends when the number of remaining players is 1\n  all remaining players win\n"
    )
    found = load("game.gdl", MemoryProvider({"game.gdl": HEAD + text}))
    assert {one.code.slug for one in found.diagnostics} >= {"wrong-type"}


def test_the_staff_goes_on_from_a_starter_who_fell() -> None:
    found = read(Path(__file__).parent.parent / "lowering" / "found" / "starter_falls.gdl")
    assert [(one.title, one.passed) for one in found.test() if not one.passed] == []
    assert len(found.test()) == 3
