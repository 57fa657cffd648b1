"""The special cases of the lowering: quicker ways to what a plain one would write; a plain program has none of them.

Invariants:
    Whoever writes one asks `Lowering.takes` first, when all else has said yes; what it tells is kept with the program.
    A program with and one without it do the same.
"""

from enum import Enum


class Special(Enum):
    """A special case, and what it does."""

    SPACES_AS_BITS = "the spaces of a board are bits"
    TESTED_AT_ONCE = "a test is worked out for all spaces at once"
    REST_ASKED = "of what is worked out for all spaces at once a part is asked of the few that are left"
    SOME_STANDING = "whether some thing stands where a test holds is asked of all spaces at once"
    BY_FACT = "it is kept where things stand of which a fact is so"
    STANDING_AMONG = "things of which a fact is so are looked for where such things stand"
    ASKED_BEFORE = "what has to be so for any of several is asked once, before they are gone through"
    AS_NOTED = "it is kept whether the position is still the one that was noted as the turn began"
    STANDING_NEAR = "things that have to stand near something are looked for there"
    AS_FAR_AS_ASKED = "a group is followed until a space touches it, where that is all that is asked"
    GROUPS_AT_ONCE = "what is next to a group is worked out for all groups at once"
    IN_ORDER = "of a group what stands on each space is looked for, not each thing"
    POSITION_KEPT = "the number of the position is kept as things come and go"
    POSITION_SCANNED = "the number of the position is added up from a table"
    TRIED_ONCE = "what a choice must leave is tried once for all that it must leave"
    EACH_ALONE = "things are counted by the spaces on which they stand"
    ONE_AMONG = "of which spaces a thing stands on one is worked out from the things"
    ALL_TAKEN = "all that stands on some spaces changes hands at once"
    PAIRS_COUNTED = "pairs of a thing and a space are counted a direction at a time"
    BEST_SPACES = "the spaces that a ladder lets through are bits"
    BEST_PAIRS = "the pairs that a ladder lets through are bits for each first"
    ROWS_AS_BITS = "rows and chains of spaces are looked for in bits"
    LINE_AS_BITS = "the spaces of a line are cut from a ray"
    LINES_AS_BITS = "the spaces of all lines from one are cut from rays"
    THE_ONE = "it is kept which thing of a player stands on a space"
    THE_ONLY = "it is kept what stands on a space"
    NUMBER_ON_BOARD = "it is kept how many things stand on a board"
    IN_THE_GAME = "it is kept how many things of a player are in the game"
    STOCK = "of places that things only leave it is kept how many are left"
    FIRST_THINGS = "it is kept which is each player's first thing of a kind"
    DICE_OF_PATTERNS = "it is kept what the dice of patterns come to"
    END_WATCHED = "the end is asked for only where something changed that it reads"
    PRINTED_AMOUNT = "an amount of spaces that never changes is a table"
    BORN = "things that nobody can take are numbered by owner"
    OWN_THINGS = "a player's things are a range"
    IN_ANY_ORDER = (
        "whether a test holds for some player is asked in the order of the seats, whoever is on turn"
    )
    ROUND_THE_RIM = "what follows a space round the rim is listed beforehand"
    LYING = "things that lie in one place are counted there"
    FITTING = "the faces that fit a pattern are worked out once for all dice"
    NOT_LISTED = "options are counted and asked for without a list"
    SINGLE_WAYS = "the ways that are open are bits"
    APART = "things that stand on spaces of their own are not compared"
    BY_FACE = "dice in one place are told apart by a bit for each face"
    BY_PLACE = "things are told apart by a bit for each place"
    AS_FAR_AS_NEEDED = "things are counted only as far as that takes"
    BOTH_AT_ONCE = "two short conditions are asked without a branch"
    TURN_OF_EACH = "each of two players has a turn written for them alone"
    NOTED_BY_VALUES = "choices of a loop that looks ahead are noted by what was chosen"
    DRAWN_FIRST = "who chooses at random draws what is tried for what it leaves"
    GAINS = "it is known what a loop that looks ahead can still gain"
    RECALLED = "what was found of a position is noted while a loop looks ahead"
