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
a Bed is Tended if some friendly Bush is on it or
    (it is empty and some friendly Bush is next to it and no enemy Bush is next to it)

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
        "You may put a Bush from your Shed onto an empty Bed.",
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
    assert (
        "A Bed is Tended for a player if they have a Bush on it, or all of these hold: it is empty, at least"
        in end
    ), end
    assert "one of their Bushes is next to it and no enemy Bush is next to it." in end, end
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


def test_where_there_are_too_many_answers_to_tell_of_nothing_is_left_out() -> None:
    many = OPTIONAL.replace(
        "kind Bed\n",
        "".join(
            f'option {one} "Whether {one}" is No or Yes\n'
            for one in ("Ash", "Bay", "Cam", "Dew", "Elm", "Fir", "Gum", "Hay", "Ivy", "Jam", "Kit", "Lea")
        )
        + "kind Bed\n",
        1,
    )
    told = chapters(many)
    assert "The Drawer is a deck" in told["components"], "it would stand nowhere"
    assert ": With Wishes" not in told["options"]


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


RAFTS = """edition 1

game "Rafts"
  players 2, facing each other
  limit 90 turns

values Course: North, North East, East, South East, South, South West, West, North West, clockwise

kind Tile

board Lake: 6 by 6 Tile, touching in 8 directions, rows counted from the bottom

kind Raft, 4 for each player
  Ring: yes or no, starts no
  Barrels: 0 to 9, starts 3

values Ink: Red, Blue

kind Chart, 20 of them
  Ink: an Ink, starts Red

pool Dock of each player: all Rafts
deck Drawer: all Charts, shuffled, with pile Heap
pile Heap of Charts
hand Chest of each player, of Charts

turn of each player
  Rowing

phase Rowing
  do Row with a friendly Raft on Lake and a Tile that is a Berth for it
    otherwise me loses
  discard 1 Chart of my Chest if possible
    must be Apt for Blue, else anywhere
  do Beach with a friendly Raft on Lake if possible
  do Beach with an enemy Raft on Lake if possible

rule Row with a Raft, a Tile as the goal
  each Raft on the goal's Shoals for the Raft
    set its Barrels to 0
  set the Raft's Ring to yes
  move the Raft to the goal

rule Beach with a Raft
  set the Raft's Barrels to 0
  if the Raft is Ring
    set the Raft's Ring to no
    me loses

a Chart is Apt for an Ink if its Ink is the Ink

a Tile is a Berth for a Raft if any of
  it is on the line from the Raft towards any Level Course until blocked
  it is on the line from the Raft towards any Leaning Course until blocked and the Raft is Ring
  it is Near for the Raft and it is 2 diagonally from the Raft and some enemy Raft is on its Shoals for the Raft

a Tile is Near for a Raft if it is diagonally ahead of the Raft or
    (the Raft is Ring and the Raft is diagonally ahead of it)

a Course is a Level Course if it is North, East, South or West
a Course is a Leaning Course if it is not a Level Course

the Shoals of a Tile for a Raft are Tiles that are Near for the Raft and are diagonally next to it

the game ends when number of Rafts on Lake is 0 and
    (the Turn is 3 or number of Charts in Drawer is 0 or number of Charts in Heap is 9)
  nobody wins
"""


def test_lines_and_places_are_told_as_they_are_seen_from_a_piece() -> None:
    whole = "\n".join(chapters(RAFTS).values()).replace("**", "")
    assert "in line with the Raft along a row or column, with nothing on the spaces between" in whole, whole
    assert "in line with the Raft along a diagonal" in whole
    assert "Level Course" not in whole and "Leaning Course" not in whole
    assert (
        "if it is diagonally ahead of the Raft, or the Raft is a Ring and it is diagonally behind the Raft"
        in whole
    )
    assert "Tiles between the Raft and the goal that are Near for the Raft" in whole
    part = RAFTS.replace("if it is North, East, South or West", "if it is North, East or South West")
    assert "towards any Level Course" in "\n".join(chapters(part).values()), "these are no rows or columns"


def test_a_noun_takes_an_article_and_nothing_left_is_said_so() -> None:
    whole = "\n".join(chapters(RAFTS).values()).replace("**", "")
    assert "A Raft can become a Ring." in whole and "is now a Ring" in whole, whole
    assert "The Raft now has no Barrels." in whole
    sailing = "\n".join(chapters(RAFTS.replace("Ring", "Sailing")).values())
    assert "The Raft is now Sailing." in sailing


def test_what_a_helper_asks_of_a_fact_is_asked_in_its_place() -> None:
    turn = chapters(RAFTS)["turn"]
    assert "must be one whose Ink is Blue; if that is not possible, any will do." in turn, turn


def test_a_rule_of_several_steps_that_is_done_twice_is_told_once_by_its_name() -> None:
    told = chapters(RAFTS)
    assert "\n".join(told.values()).count("now has no Barrels") == 2, "once in Row, once in Beach"
    assert "## Beach" in told["rules"] and "*Beach*" in told["turn"]


def test_three_conditions_are_not_joined_by_either() -> None:
    end = chapters(RAFTS)["end"]
    assert "at least one of these holds: the number of the turn is 3," in end, end
    assert "either" not in end


def test_a_phase_that_a_round_has_three_times_is_listed_once() -> None:
    rounds = RAFTS.replace(
        "turn of each player\n  Rowing\n",
        "turn of all players\n  Mooring\n  Rowing if number of Rafts on Lake is more than 1\n"
        "  Rowing if number of Rafts on Lake is more than 1\n\n"
        "phase Mooring\n  draw 1 Chart from Drawer into my Chest\n",
    )
    turn = chapters(rounds)["turn"]
    assert "Rowing, 2 times, each time only if" in turn, turn


def test_how_one_wins_explains_its_words() -> None:
    won = RAFTS[: RAFTS.index("the game ends when")] + (
        "a Raft is Landed if its Tile's row is 6 and it is Ring and its Barrels is at least 2 and it is on Lake\n"
        "a Raft is Stuck if it is Landed and number of Charts in Drawer is 0 and number of Charts in Heap is 0\n"
        "a Raft is Wet if it is Landed and it is Stuck and number of Charts in Heap is 0 and the Turn is 9\n"
        "the game ends when some friendly Raft is Landed\n  the player wins\n"
    )
    told = chapters(won)["overview"].replace("**", "")
    assert in_order(told, "You win when", "is Landed", "A Raft is Landed if its Tile's row is 6"), told


def test_a_list_of_words_says_where_they_are_explained_and_not_once_more_what_they_mean() -> None:
    words = "".join(
        f"a Raft is {word} if number of Charts in my Chest is more than {number} and it is on Lake and the Turn is 2\n"
        for number, word in enumerate(
            ("Aged", "Boarded", "Caulked", "Decked", "Eased", "Fitted", "Greased", "Halted")
        )
    )
    chapter = chapters(f"{RAFTS}\n{words}")["glossary"]
    assert "- **Aged**: Words and numbers" in chapter, chapter
    assert "more than" not in chapter


def test_what_a_rule_changes_is_named_before_it_changes() -> None:
    taken = RAFTS.replace(
        "  move the Raft to the goal\n",
        "  move the Raft to the goal\n"
        "  do Board with the goal and the Raft's owner if the goal's row is 6\n\n"
        "rule Board with a Tile, a player as the loser\n"
        "  take all Rafts on the Tile\n"
        "  the loser loses if number of Charts in the loser's Chest is 0\n",
        1,
    )
    told = chapters(taken)
    assert in_order(told["turn"], "The loser is the Raft's owner.", "yours", "the loser's Chest"), told[
        "turn"
    ]
    assert "loser" not in told["overview"], "what a rule calls somebody is known in that rule alone"


def test_a_direction_that_is_gone_through_is_said_as_a_direction() -> None:
    drifting = RAFTS.replace(
        "  move the Raft to the goal\n",
        "  move the Raft to the goal\n"
        "  each Course that is a Level Course\n"
        "    remove all enemy Rafts on the line from the goal towards the Course until blocked\n",
        1,
    )
    whole = "\n".join(chapters(drifting).values())
    assert "capture an enemy Raft that stands first in line from the goal in that direction" in whole, whole


def test_states_are_what_a_player_is_and_a_shed_is_a_noun() -> None:
    tired = GARDEN.replace("Resting", "Asleep")
    assert "If you do not, you are now Asleep." in chapters(tired)["turn"]
    marked = GARDEN.replace("Resting", "Frost")
    assert "you are now marked “Frost”" in chapters(marked)["turn"]
    assert "their Shed." in chapters(GARDEN)["components"]
