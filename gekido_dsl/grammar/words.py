"""The closed vocabulary of the language: verbs, adjectives, built-in attributes and phrases.

Invariants:
    Every list is closed; an author cannot add to it. Author's names are capitalised and so never clash with a word.
    A word may have a second role where the grammar tells the two apart by what may stand there.
"""

from typing import Final

VERBS: Final[dict[str, str]] = {
    form: base
    for base in (
        "announce",
        "apply",
        "arrange",
        "call",
        "choose",
        "deal",
        "destroy",
        "discard",
        "do",
        "draw",
        "eliminate",
        "end",
        "fill",
        "flip",
        "gain",
        "heal",
        "lead",
        "lock",
        "lose",
        "move",
        "open",
        "put",
        "rank",
        "remove",
        "reroll",
        "restore",
        "return",
        "roll",
        "set",
        "show",
        "skip",
        "sow",
        "shuffle",
        "stop",
        "suffer",
        "take",
        "turn",
        "win",
    )
    for form in (base, base + "s", base + "es")
}
VERBS["applies"] = "apply"
VERBS["lay out"] = VERBS["lays out"] = "lay out"
"""Any form of a verb, by its base form."""

ADJECTIVES: Final[frozenset[str]] = frozenset(
    [
        "active",
        "central",
        "complete",
        "corner",
        "empty",
        "enemy",
        "friendly",
        "full",
        "inner",
        "other",
        "outer",
        "remaining",
        "unclaimed",
    ]
)
"""Adjectives of the language; all others are definitions of a ruleset."""

ATTRIBUTES: Final[frozenset[str]] = frozenset(["owner", "face", "partner", "side", "row", "column"])
"""Attributes that every suitable thing has without a declaration."""

ORDINALS: Final[tuple[str, ...]] = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
"""Players by their seats."""

PREPOSITIONS: Final[frozenset[str]] = frozenset(["into", "onto", "off", "keeping", "under"])
"""Prepositions that lead a part of a sentence and nothing else; `to`, `from`, `with`, `as`, `at`, `by` are others."""

PHRASES: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("the", "game", "ends", "when"), "THE_GAME_ENDS_WHEN"),
    (("the", "game", "ends", "after"), "THE_GAME_ENDS_AFTER"),
    (("the", "match", "ends", "when"), "THE_MATCH_ENDS_WHEN"),
    (("each", "player", "has"), "EACH_PLAYER_HAS"),
    (("of", "the", "same"), "OF_THE_SAME"),
    (("and", "whose"), "AND_WHOSE"),
    (("of", "one"), "OF_ONE"),
    (("the", "position", "is"), "THE_POSITION_IS"),
    (("the", "position", "has", "come", "up"), "CAME_UP"),
    (("unlike", "the", "last"), "UNLIKE_THE_LAST"),
    (("a", "new", "position"), "A_NEW_POSITION"),
    (("a", "position", "unlike", "the", "last"), "A_POSITION_UNLIKE"),
    ((",", "and", "who", "is", "on", "turn"), "AND_ON_TURN"),
    ((",", "kept", "for"), "KEPT_FOR"),
    (("that", "touch"), "THAT_TOUCH"),
    (("games", "won"), "ATTR"),
    (("at", "the", "same", "time"), "AT_THE_SAME_TIME"),
    (("loses", "a", "row", "of"), "LOSES_A_ROW"),
    (("any", "number", "of"), "ANY_NUMBER_OF"),
    (("runs", "out", "of"), "RUNS_OUT_OF"),
    (("if", "any", "of"), "IF_ANY_OF"),
    (("if", "all", "of"), "IF_ALL_OF"),
    (("in", "a", "row"), "IN_A_ROW"),
    (("in", "a", "ring"), "IN_A_RING"),
    (("in", "a", "line"), "IN_A_LINE"),
    (("is", "not", "asked"), "IS_NOT_ASKED"),
    (("diagonally", "ahead", "of"), "RELATION"),
    (("ahead", "of"), "RELATION"),
    (("left", "neighbour"), "ATTR"),
    (("right", "neighbour"), "ATTR"),
    (("next", "player"), "ADJACENT"),
    (("side", "of"), "SIDE_OF"),
    (("previous", "player"), "ADJACENT"),
    (("lay", "out"), "VERB"),
    (("lays", "out"), "VERB"),
    (("left", "of"), "RELATION"),
    (("right", "of"), "RELATION"),
    (("above",), "RELATION"),
    (("below",), "RELATION"),
    (("behind",), "RELATION"),
    (("next", "to"), "NEXT_TO"),
    (("at", "least"), "AT_LEAST"),
    (("at", "most"), "AT_MOST"),
    (("more", "than"), "MORE_THAN"),
    (("less", "than"), "LESS_THAN"),
    (("number", "of"), "NUMBER_OF"),
    (("sum", "of"), "SUM_OF"),
    (("as", "many"), "AS_MANY"),
    (("up", "to"), "UP_TO"),
    (("choose", "one"), "CHOOSE_ONE"),
    (("do", "nothing"), "DO_NOTHING"),
    (("does", "nothing"), "DO_NOTHING"),
    (("only", "if"), "ONLY_IF"),
    (("if", "possible"), "IF_POSSIBLE"),
    (("does", "not"), "DOES_NOT"),
    (("do", "not"), "DOES_NOT"),
    (("has", "not"), "HAS_NOT"),
    (("have", "not"), "HAS_NOT"),
    (("starts", "at"), "STARTS_AT"),
    (("starts",), "STARTS_AT"),
    (("exception", "to"), "EXCEPTION_TO"),
    (("instead", "when"), "INSTEAD_WHEN"),
    (("or", "none"), "OR_NONE"),
    (("has", "ended"), "HAS_ENDED"),
    (("or", "more"), "OR_MORE"),
    (("down", "to"), "DOWN_TO"),
    (("rank", "of"), "RANK_OF"),
    ((",", "highest", "first"), "ORDER_WAY"),
    ((",", "lowest", "first"), "ORDER_WAY"),
    ((",", "then", "by"), "THEN_BY"),
    ((",", "then", "the"), "THEN_THE"),
    ((",", "then", "at", "random"), "AT_RANDOM"),
    ((",", "following"), "FOLLOWING"),
    ((",", "unless", "trumped", "by"), "TRUMPED_BY"),
    (("any", "number"), "ANY_NUMBER"),
    (("line", "from"), "LINE_FROM"),
    (("until", "blocked"), "UNTIL_BLOCKED"),
    (("a", "leap", "of"), "A_LEAP_OF"),
    (("touching", "along"), "TOUCHING_ALONG"),
    (("one", "way"), "ONE_WAY"),
    ((",", "each", "by"), "EACH_BY"),
    (("longest", "way", "over"), "LONGEST_WAY"),
    (("connected", "to"), "CONNECTED_TO"),
    (("for", "each"), "FOR_EACH"),
    (("towards", "each"), "TOWARDS_EACH"),
    (("so", "that"), "SO_THAT"),
    (("turned", "left"), "TURNED"),
    (("turned", "right"), "TURNED"),
    (("turned", "around"), "TURNED"),
    (("distance", "from"), "DISTANCE_FROM"),
    (("number", "from"), "NUMBER_FROM"),
    *(((ordinal, "player"), "SEAT") for ordinal in ORDINALS),
    (("worth", "of"), "WORTH_OF"),
    (("share", "of"), "SHARE_OF"),
)
"""Words that belong together and arrive as one token; the longest first."""

PREDICATE_STARTS: Final[frozenset[str]] = frozenset(
    [
        "is",
        "are",
        "has",
        "have",
        "fits",
        "fit",
        "shows",
        "show",
        "does",
        "do",
        "joins",
        "join",
        "makes",
        "make",
    ]
)
"""Words after which `and` and `or` go on with a relative clause: `that is empty and is next to my Bot`."""

SAME: Final[dict[str, str]] = {
    "are": "is",
    "have": "has",
    "fit": "fits",
    "fall": "falls",
    "bring": "brings",
    "show": "shows",
    "join": "joins",
    "last": "lasts",
    "make": "makes",
    "players": "player",
    "their": "its",
    "an": "a",
}
"""Another form of a word, read as the first where the grammar has no place for the form itself."""

PHRASE_TEXT: Final[dict[str, str]] = {token: f"`{' '.join(words)}`" for words, token in reversed(PHRASES)} | {
    "STARTS_AT": "`starts`",
    "SIDE_OF": "`side of`",
    "SEAT": "`first player`",
    "ADJACENT": "`next player`",
    "RELATION": "a direction such as `ahead of`",
    "TURNED": "a turn such as `turned left`",
    "AND_IS": "`and is`",
    "OR_IS": "`or is`",
    "LIST_COMMA": "`,`",
    "BEST_OF": "`best`",
    "NAME": "a name, with a capital letter",
    "WORD": "a word",
    "SPOT": "a space such as `r1c2`",
    "NUMBER": "a number",
    "RANGE": "a range such as `0 to 6`",
    "STRING": "a text in quotes",
    "CITE": "a citation such as `[GB p5]`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "_POSS": "`'s`",
    "VERB": "a verb",
    "ADJ": "an adjective",
    "PREP": "a preposition",
    "ATTR": "an attribute",
    "$END": "the end of the declaration",
}
"""How a token that has no spelling of its own is named to a reader."""
