"""What is removed or destroyed is out of the game; what is taken off a board is nowhere, and in the game."""

import pytest

from playing import examples, failures

PAWNS = """edition 1

game "Pawns"
  players 2
  limit 9 turns

kind Square
kind Pawn, 3 of them
  Friend: a Pawn or none, starts none
kind Chit, 2 for each Pawn
kind Tally, 1 of them
  Count: 0 to 99, starts 0
die Pip of 1 to 6, 9 of them
box Pips: all Pips
track Life of each Pawn: Pips, up to 3, from Pips
counter Fuel of each Pawn: 0 to 6 on a Pip, from Pips
link Trust from each Pawn to each other Pawn: Ally or Rival, starts Ally
board Field: 3 by 3 Square, touching in 4 directions
  "..."
  "..."
  "..."

a Pawn is Placed if it is on Field

setup
  move each Pawn onto the first one
turn of each player
  Playing

phase Playing
  choose a Pawn, asking "Which one?"
    otherwise stop

rule Count Loop
  each Pawn
    Tally's Count gains 1
    remove all Pawns that are other

whenever a Pawn is destroyed
  announce "is gone" for its owner

the game ends when the number of Pawns is 0
  nobody wins
""".replace("setup\n  move each Pawn onto the first one\n", "")

SCENARIOS = {
    "What is removed is counted no more": """
  given the turn of the first player
  when remove a Pawn
  when chance chooses nothing
""",
}


@pytest.mark.parametrize("verb", ["remove", "destroy"])
def test_it_is_in_no_count_and_no_choice(verb: str) -> None:
    examples(
        PAWNS
        + f"""
scenario "one less"
  given the turn of the first player
  when {verb} random Pawn
  then the number of Pawns is 2
  then the number of Chits is 4
  then no Pawn is unclaimed or some Pawn is unclaimed
  then the number of Pawns that are unclaimed is 2

scenario "its dice go back, and its links are gone"
  given the turn of the first player
  when choose random Pawn
  when fill (the Pawn's Life)
"""
    )
