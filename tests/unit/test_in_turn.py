"""`in turn each player that ..., until one is left`: who is asked, how often, and when it is over."""

from playing import examples, hold

GAME = """edition 1
game "Sale"
  players 3
each player has
  In: yes or no, starts yes
  Turns: 0 or more, starts 0
turn of each player
  Sale
phase Sale
  in turn each player that is In, until END
    my Turns gains 1
    choose one
      "Stay"
        do nothing
      "Stop"
        stop
      "Leave"
        set my In to no
  all players rank by my Turns, highest first
the game ends after 1 rounds
  nobody wins
"""


def game(end: str, *steps: str) -> str:
    """Writes the game with one example."""
    lines = "".join(f"  {step}\n" for step in steps)
    return f'{GAME.replace("END", end)}scenario "One"\n{lines}'


def says(seat: str, what: str) -> str:
    return f'when the {seat} player chooses "{what}"'


def test_who_has_left_is_passed_over() -> None:
    steps = [says("first", "Stay"), says("second", "Leave"), says("third", "Stay"), says("first", "Stay")]
    hold(game("one is left", *steps, 'then the third player can choose "Stay", "Leave"'))


def test_it_is_over_when_one_is_left() -> None:
    steps = [says("first", "Stay"), says("second", "Leave"), says("third", "Leave")]
    hold(game("one is left", *steps, "then the game has ended", "then the first player's Turns is 1"))


def test_each_is_asked_once() -> None:
    steps = [says("first", "Leave"), says("second", "Leave"), says("third", "Stay")]
    hold(game("one is left", *steps, "then the game has ended", "then the third player's Turns is 1"))


def test_all_may_leave() -> None:
    steps = [says(seat, "Leave") for seat in ("first", "second", "third")]
    hold(game("one is left", *steps, "then the game has ended", "then no player is In"))


def test_a_condition_is_asked_before_each() -> None:
    steps = [says("first", "Stay"), says("second", "Stay")]
    hold(game("the second player's Turns is 1", *steps, "then the game has ended"))


def test_stop_leaves_all_rounds() -> None:
    steps = [says("first", "Stay"), says("second", "Stop"), "then the game has ended"]
    hold(game("one is left", *steps))


def test_nobody_to_begin_with() -> None:
    text = game("one is left", "then the game has ended").replace(
        "In: yes or no, starts yes", "In: yes or no, starts no"
    )
    assert examples(text) == {"One": ""}
