"""What is removed or destroyed is out of the game; what is taken off a board is nowhere, and in the game."""

import pytest
from playing import examples, hold

FILES = {"pawns.yaml": "".join(f"- {{Name: {name}}}\n" for name in ("Ann", "Ben", "Cat"))}
GAME = """edition 1

game "Pawns"
  players 2
  limit 9 turns

kind Square
board Field: 3 by 3 Square, touching in 4 directions
kind Pawn from "pawns.yaml"
  Friend: a Pawn or none, starts none
kind Chit, 2 for each Pawn
kind Tally, 1 of them
  Count: 0 to 99, starts 0
die Pip of 1 to 6, 9 of them
box Tray: all Pips
pile Captives of Pawns
track Life of each Pawn: Pips, up to 3, from Tray
link Trust from each Pawn to each other Pawn: Ally or Rival, starts Ally
damage to a Pawn: Life

turn of each player
  Playing

phase Playing
  choose a Pawn, asking "Which one?"
    otherwise
      me wins

rule Duel
  each Pawn
    Tally's Count gains 1
    VERB all Pawns that are Spare for it

a Pawn is Spare for a Pawn as the one if it is not the one

rule Come Back
  put Ann's Friend onto random Square that is empty

whenever a Pawn is destroyed
  announce "has lost a pawn" for its owner
  set Tally's Count to 50

"""


def game(scenarios: str, verb: str = "remove") -> str:
    """Makes a ruleset of three pawns with scenarios, and a verb that takes things away."""
    return (GAME + scenarios).replace("VERB", verb)


@pytest.mark.parametrize("verb", ["remove", "destroy"])
def test_it_is_in_no_count_and_no_choice(verb: str) -> None:
    hold(
        game(
            """
scenario "counts and choices"
  given the turn of the first player
  when VERB Ben
  then the number of Pawns is 2
  then the number of Chits is 4
  then the first player can only choose Ann, Cat

scenario "an each that has begun passes over it"
  given the turn of the first player
  when do Duel
  then the number of Pawns is 1
  then Tally's Count is less than 3 or Tally's Count is 50

scenario "what stands on the board leaves it"
  given Ben is on r1c1
  given the turn of the first player
  when VERB Ben
  then Ben is not on Field
  then the number of Pawns on Field is 0

scenario "its dice go back, and its links are gone"
  given the turn of the first player
  when fill Ben's Life
  then the number of Pips of Tray is 6
  when VERB Ben
  then the number of Pips of Tray is 9
  then Ann's Trust for Ben is none

scenario "whose it was may still be asked"
  given the turn of the first player
  when take Ben
  then my Pawn is Ben
  when VERB Ben
  then Ben's owner is the first player
  then the number of my Pawns is 0
""",
            verb,
        ),
        FILES,
    )


def test_what_has_left_cannot_be_moved_or_taken() -> None:
    found = examples(
        game("""
scenario "moved"
  given Ann's Friend is Ben
  given the turn of the first player
  when remove Ben
  when do Come Back
  then there is an error "Ben is out of the game"

scenario "taken"
  given the turn of the first player
  when remove Ben
  when take Ben
  then there is an error "Ben is out of the game"
"""),
        FILES,
    )
    assert found == {"moved": "", "taken": ""}


def test_what_is_taken_off_a_board_or_put_into_a_place_comes_back() -> None:
    hold(
        game("""
scenario "off the board"
  given Ben is on r1c1
  given Ann's Friend is Ben
  given the turn of the first player
  when take Ben off Field
  then Ben is not on Field
  then the number of Pawns is 3
  when do Come Back
  then Ben is on Field

scenario "captured"
  given Ben is on r1c1
  given Ann's Friend is Ben
  given the turn of the first player
  when put Ben into Captives
  then the number of Pawns is 3
  when do Come Back
  then Ben is on Field
"""),
        FILES,
    )


ISLAND = """edition 1

game "Island"
  players 2
  limit 9 turns

kind Tile from "tiles.yaml"
board Island: 2 by 3 Tile, touching in 4 directions
kind Pawn, 1 for each player

turn of each player
  Playing

phase Playing
  move my Pawn to a Tile that is next to my Pawn
    otherwise
      me wins

scenario "no step leads onto a tile that is gone, nor through it"
  given the first player's Pawn is on r1c1
  given the turn of the first player
  then the distance from Aa to Ac is 2
  then Ac is within 2 of Aa
  when remove Ab
  then the number of Tiles is 5
  then the first player can only choose r2c1
  then the distance from Aa to Ac is 4
  then Ac is not within 2 of Aa
  then Ac is within 4 of Aa
  then Ac is not next to Ab

scenario "what stood there is nowhere"
  given the first player's Pawn is on r1c2
  given the turn of the first player
  when remove Ab
  then the first player's Pawn is not on Island
  then the first player's Pawn's Tile is none
  then the number of Pawns is 2
"""


def test_a_space_that_is_gone_is_no_space() -> None:
    names = ("Aa", "Ab", "Ac", "Ba", "Bb", "Bc")
    hold(ISLAND, {"tiles.yaml": "".join(f"- {{Name: {name}}}\n" for name in names)})


def test_parts_go_along() -> None:
    hold(
        game("""
scenario "chits"
  given the turn of the first player
  when remove all Pawns
  then the number of Chits is 0
"""),
        FILES,
    )
