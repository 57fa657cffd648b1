"""What somebody learns from a generated book is what the rules do: in order, of the right player, and no more."""

from gekido_dsl import book
from gekido_dsl.compilation import load
from gekido_dsl.rulesdoc.english.words import plain
from gekido_dsl.source import MemoryProvider

GARDEN = """edition 1

game "Hedges"
  players 2
  limit 90 turns

kind Bed

board Garden: 4 by 4 Bed, touching in 4 directions

kind Bush, 8 for each player

pool Shed of each player: all Bushes

each player has
  Resting: yes or no, starts no

a Bed is Sheltered if some Bush is next to it
a Bush is Choked if no empty Bed is next to it
a Bed is Tended if some friendly Bush is on it or (it is empty and some friendly Bush is next to it)

the position is Bushes on Garden

turn of each player
  Planting

phase Planting
  may do Plant with an empty Bed
    must be Sheltered, else anywhere
    must leave no Bush on it that is Choked
    must leave a new position
    otherwise set my Resting to yes

rule Plant with a Bed
  put the next Bush of my Shed onto the Bed
  each enemy Bush that is next to the Bed and is Choked
    return it to its owner's Shed

the game ends when every player's Resting is yes
  all players rank by their Yield, highest first

amount Yield of a player
  starts at number of Beds that are Tended
  add 1 if me is the second player
"""


def chapters(text: str, **options: str) -> dict[str, str]:
    """Gives the chapters of a book by their addresses, as a reader sees them."""
    compilation = load("small.gdl", MemoryProvider({"small.gdl": text}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    written = book.write(compilation, options=options, links=False, drawn=False)
    return {one.slug: plain(one.markdown) for one in written.chapters}


def in_order(text: str, *parts: str) -> bool:
    """Tells whether a text says all of this, one after the other."""
    places = [text.find(one) for one in parts]
    return -1 not in places and places == sorted(places)


def test_what_a_choice_must_leave_is_told_behind_all_that_it_brings_about() -> None:
    turn = chapters(GARDEN)["turn"]
    assert in_order(
        turn,
        "You may put a Bush from your Shed pool onto an empty Bed.",
        "The Bed must be",
        "If you do, for each enemy Bush that is next to the Bed and Choked",
        "This is allowed only if, afterwards, no Bush on the Bed is Choked and the position is not one that was there",
    ), turn
    last = "    return it to its owner's Shed\n"
    steps = GARDEN.replace(last, f"{last}  set my Resting to no\n")
    turn = chapters(steps)["turn"]
    assert in_order(turn, "If you do:", "You are no longer Resting", "This is allowed only if, afterwards"), (
        turn
    )


def test_a_word_that_the_score_of_each_player_asks_for_is_told_of_that_player() -> None:
    end = chapters(GARDEN)["end"].replace("**", "")
    assert "Start with the number of Beds that are Tended for them." in end
    assert "A Bed is Tended for a player if they have a Bush on it, or it is empty" in end, end
    assert "at least one of their Bushes is next to it." in end, end
    own = GARDEN.replace("that are Tended\n", "\n").replace("must be Sheltered", "must be Tended")
    turn = chapters(own)["turn"].replace("**", "")
    assert "A Bed is Tended if you have a Bush on it" in turn, turn


OPTIONAL = (
    GARDEN.replace(
        "kind Bed\n",
        """option Wishes "Whether each player has a wish" is Without or With Wishes
option Start "How many bushes lie ready" is Many or Few

kind Bed
kind Wish, 6 of them
""",
        1,
    )
    + """
deck Drawer: all Wishes, shuffled
hand Secret of each player, of Wishes

setup
  deal 1 Wish to all players from Drawer into Secrets if Wishes is With Wishes

a Wish is Come True if number of Bushes on Garden is more than 7

the game ends when Granted: some Wish of my Secret is Come True
  the player wins
"""
)


def test_what_the_agreed_answers_leave_out_is_told_as_another_answer_alone() -> None:
    told = chapters(OPTIONAL)
    others = "\n".join(text for slug, text in told.items() if slug != "options")
    for word in ("Drawer", "Secret", "Wish ", "Granted"):
        assert word not in others, (word, others)
    options = told["options"]
    assert "## Whether each player has a wish: With Wishes" in options
    for said in ("The Drawer is a deck", "Deal 1 Wish", "The game ends when", "You win."):
        assert said in options, (said, options)
    chosen = "\n".join(chapters(OPTIONAL, Wishes="With Wishes").values())
    assert "The Drawer is a deck" in chosen and ": With Wishes" not in chosen


def test_another_answer_is_told_by_the_sentences_that_it_changes() -> None:
    fewer = OPTIONAL.replace(
        "  add 1 if me is the second player\n",
        "  add 1 if me is the second player and Start is Many\n  add 7 if me is the second player and Start is Few\n",
    )
    options = chapters(fewer)["options"].replace("**", "")
    assert "- Few (How many bushes lie ready):" in options
    assert "Add 7 if they are the second player." in options and "Add 1 if" not in options


RACE = """edition 1

game "Sledges"
  players 2

kind Mark

board Slope: 1 by 12 Mark, touching in 4 directions
  "b....b......"
  "b" is 2 Sledges of the second player

kind Sledge, 4 for each player

pool Yard of each player: all Sledges
pool Finish of each player, of Sledges

die Ice Die of 1 to 3
box Bag: all Ice Dice

turn of each player
  Sliding

phase Sliding
  choose a number from 1 to 3 as the push
  if some Mark is a Stop for the push
    do Slide with a friendly Sledge on Slope and a Mark that is a Stop for the push if possible
  otherwise
    move the next Sledge of my Yard to my Finish if possible

rule Slide with a Sledge, a Mark as the goal
  move the Sledge to the goal

amount Height of a Mark
  starts at its column
  becomes 13 minus its column if me is the second player

amount Rest of a Sledge
  starts at 13
  becomes its Mark's Height if it is on Slope

a Mark is a Stop for 1 to 3 as the push if some friendly Sledge is Behind for it for the push
a Sledge is Behind for a Mark for 1 to 3 as the push if the Mark's Height is its Rest minus the push

a player is Home if number of Sledges in my Finish is 2

the game ends when Clean Sweep: me is Home and no enemy Sledge is Arrived and some enemy Sledge is on Slope
  the player wins

the game ends when Clear Win: me is Home and no enemy Sledge is Arrived
  the player wins

the game ends when Plain Win: me is Home
  the player wins

a Sledge is Arrived if it is in its owner's Finish
"""


def test_ends_that_differ_only_in_what_was_reached_are_told_apart() -> None:
    end = chapters(RACE)["end"].replace("**", "")
    assert end.count("You win.") == 1, end
    assert in_order(
        end,
        "The game ends when there are",
        "You win.",
        "Such an end is called:",
        "- Clean Sweep: if no enemy Sledge",
        "- Clear Win: otherwise, if no enemy Sledge",
        "- Plain Win: otherwise.",
    ), end
    ranked = RACE.replace(
        "Plain Win: me is Home\n  the player wins", "Plain Win: me is Home\n  the player loses"
    )
    assert "Such an end is called" not in chapters(ranked)["end"], "ends that differ are told one by one"


def test_which_way_pieces_go_is_told_by_what_is_lower() -> None:
    whole = "\n".join(chapters(RACE).values()).replace("**", "")
    assert (
        "13 minus its column if you are the second player: the two players count from opposite ends." in whole
    ), whole
    assert "Height is lower than its Rest by the push" in whole, whole
