"""Common slips of a beginner, each with the step that mends it."""

import re
from typing import Final

from gekido_dsl.grammar import GrammarError, words
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.grammar.tree import Token
from gekido_dsl.syntax import meant

COMPARISONS: Final = (("at", "least"), ("at", "most"), ("more", "than"), ("less", "than"))
_COUNTED: Final = ("number of", "sum of", "distance from")
"""How numbers begin that need parentheses beside others."""
_ENDS: Final = frozenset(
    {"plus", "minus", "times", "if", "unless", "is", "are", "at", "more", "less", "and", "or", ",", "rounded"}
)
"""What ends a number in a line."""
_BESIDE: Final = frozenset(
    {"than", "least", "most", "is", "are", "not", "for", "to", "plus", "minus", "times"}
)
"""Words after which a number that is counted needs parentheses."""
NEEDS_BLOCK: Final = "write what belongs to it below, indented by two spaces"
NEEDS_WAY: Final = f"{NEEDS_BLOCK}; a way that does nothing is `do nothing`"
_PLACE: Final = "a place is a `deck`, `pile`, `hand`, `pool` or `box`: `pool Bag of Coins`"
_THING: Final = "things are declared as a kind: `kind Coin, 9 of them`"
_INSTEAD: Final = {
    "which": "write `that`, as in `a Card that is Good`", "who": "write `that`, as in `a player that is Ready`",
    "greater": "write `is more than`", "larger": "write `is more than`", "bigger": "write `is more than`",
    "higher": "write `is more than`", "smaller": "write `is less than`", "lower": "write `is less than`",
    "fewer": "write `is less than`", "between": "write both ends: `is at least 2 and is at most 4`",
    "equals": "write `is`", "equal": "write `is`", "contains": "write `has`", "pick": "write `choose`",
    "select": "write `choose`",
    "increases": "write `gains`", "increase": "write `gains`, as in `my Score gains 1`", "adds": "write `gains`",
    "decreases": "write `loses`", "decrease": "write `loses`", "reduces": "write `loses`",
    "there": "say it of the things: `no Card is in Deck`, `some Card is in Deck`",
    "half": "an amount divides: `divide by 2 rounded up`", "let": "write `set`, as in `set its Value to 3`",
    "play": "say what happens with it: `discard`, `move` or `put`", "one": "write `1`, or `a` where a player chooses",
    "your": "write `my`: it is said of the player who acts",
    "you": "write `me` or `the player`", "he": "write `me` or `the player`", "they": "write `me` or `the player`",
    "she": "write `me` or `the player`", "opponent": "write `each other player`, or `the next player`",
    "opponents": "write `each other player`", "winner": "write `the player wins`",
    "reaches": "write `is at least`", "exceeds": "write `is more than`",
    "gets": "write `gains` of a number, and `draw`, `take` or `move` of things",
    "gives": "write `move 1 Coin of my Purse to ...`", "give": "write `move 1 Coin of my Purse to ...`",
    "pays": "write `loses` of a number, `move` of things", "pay": "write `loses` of a number, `move` of things",
    "dice": "dice have a name: `roll all Cubes`", "bag": _PLACE, "stack": _PLACE, "zone": _PLACE, "place": _PLACE,
    "bank": _PLACE, "area": _PLACE, "token": _THING, "card": _THING, "piece": _THING,
    "while": "write `repeat while`", "then": "a line has one sentence: write what follows on a line of its own",
}  # fmt: skip
_EACH_OR_ANY: Final = {"all": "every", "each": "every", "any": "some"}
LISTS: Final = (("any", "of"), ("all", "of"))
_AFTER_COMMA: Final = frozenset(
    {"starts", "shuffled", "seen", "numbered", "touching", "unlogged", "clockwise", "kept", "once", "asking"}
)
"""Words that begin a part of a line after a comma."""
_BLOCKS: Final = frozenset(
    {"if", "each", "repeat", "phase", "rule", "setup", "turn", "otherwise", "secretly"}
)


def unbracketed(token: Token, line: Line, text: str) -> tuple[int, int] | None:
    """Finds a number that needs parentheses beside another, at or before what was not expected.

    Args:
        text: the whole text that the line is from.
    """
    start = token.start_pos or 0
    pieces = line.pieces
    at = next((k for k, piece in enumerate(pieces) if piece.start >= start), len(pieces))
    if str(token) in ("plus", "minus", "times"):
        begun = [k for k in range(at - 1) if _counts(line, k)]
        if begun and not any(piece.text in ("(", ")") for piece in pieces[begun[-1] : at]):
            first = begun[-1] - (begun[-1] > 0 and pieces[begun[-1] - 1].text == "the")
            return pieces[first].start, pieces[at - 1].end
    if at and pieces[at - 1].text in ("plus", "minus", "times", "the") and _counts(line, at):
        first = at - 1 if pieces[at - 1].text == "the" else at
        end = next((k for k in range(at + 2, len(pieces)) if pieces[k].text in _ENDS), len(pieces))
        if first and pieces[first - 1].text in ("plus", "minus", "times"):
            return pieces[first].start, pieces[end - 1].end
    return _after_comparison(line, at)


def _after_comparison(line: Line, at: int) -> tuple[int, int] | None:
    """Finds a number that is counted where a single one is compared or given: `more than number of Cards in Deck`.

    Args:
        at: the piece that was not expected.
    """
    pieces = [piece.text for piece in line.pieces]
    begun = [k for k in range(min(at + 1, len(pieces))) if _counts(line, k)]
    if not begun or (pieces[begun[-1]] == "number" and begun[-1] != at):
        return None
    first = begun[-1] - (pieces[begun[-1] - 1] == "the")
    if first < 1 or pieces[first - 1] not in _BESIDE or any(sign in pieces[first:at] for sign in ("(", ")")):
        return None
    needs = {"sum": "by", "distance": "from"}.get(pieces[begun[-1]])
    if needs is not None and needs not in pieces[begun[-1] : at + 1]:
        return None
    end = next((k for k in range(begun[-1] + 2, len(pieces)) if pieces[k] in _ENDS), len(pieces))
    return line.pieces[first].start, line.pieces[end - 1].end


def _counts(line: Line, at: int) -> bool:
    return " ".join(piece.text for piece in line.pieces[at : at + 2]) in _COUNTED


def too_early(line: Line, error: GrammarError) -> str | None:
    """Says what a line lacks that ends too early, where the mistake is a common one."""
    pieces = [piece.text for piece in line.pieces]
    if len(pieces) > 1 and pieces[-2] in ("and", "or") and "`is`" in error.expected:
        return f"say the comparison again: `is ... {pieces[-2]} is {pieces[-1]}`"
    if pieces == ["turn"]:
        return "write `turn of each player`, and the phases of a turn below it, indented"
    if pieces[0] == "board" and error.expected == ("`,`",):
        return "say which spaces touch, as in `, touching in 8 directions`"
    if error.expected == ("an indented block",):
        return NEEDS_WAY if line.pieces[0].text.startswith('"') else NEEDS_BLOCK
    if len(pieces) == 2 and pieces[0] == "call" and line.pieces[1].kind == "name":
        return f"a rule is carried out with `do {pieces[1]}`; `call the next Card of Deck the prize` gives a name"
    if pieces[0] == "deal" and "damage" in pieces:
        return f"say who suffers it: `my Bot suffers {' '.join(pieces[1 : pieces.index('damage')])} damage`"
    if len(pieces) == 1 and line.indent and line.pieces[0].kind == "name":
        return f"a rule is carried out with `do {pieces[0]}`, an effect with `apply {pieces[0]}`"
    if (
        pieces[0] in ("if", "unless", "while", "until")
        and line.pieces[-1].kind == "name"
        and "`is`" in error.expected
    ):
        return f"a condition says of what it holds: `it is {pieces[-1]}`, or `my Score is 3`"
    if len(pieces) > 2 and pieces[-2] == "the" and pieces[-1] in words.ADJECTIVES:
        return (
            f"`{pieces[-1]}` is a word of the language and names nothing; call it something else, and so here"
        )
    if "any" in pieces and "`that add up to`" in error.expected:
        return f"{meant.ANY}; `any` things are those `that add up to` a number"
    if error.expected == ("`or more`",):
        return "write a range, as in `0 to 9`, or `0 or more`"
    if set(error.expected) == {"`for`", "`of`"} and pieces[-1].isdigit():
        return f"write `{pieces[-1]} of them`, or `{pieces[-1]} for each player`"
    return None


def step(token: Token, line: Line, error: GrammarError, source: str) -> str | None:
    """Says what to write instead where a mistake is common.

    Args:
        source: the whole text that the line is from.
    """
    text, after = str(token), following(token, line)
    pieces = [piece.text for piece in line.pieces]
    before = [piece.text for piece in line.pieces if piece.start < (token.start_pos or 0)]
    return (
        meant.step(token, line, error, after)
        or _capitals(line, before, error)
        or _at_the_start(text, after, line, before, error)
        or _of_lines(text, after, pieces, before)
        or _of_words(token, after, before, error, source)
        or _of_conditions(token, text, after, pieces, before)
    )


def _capitals(line: Line, before: list[str], error: GrammarError) -> str | None:
    """Words of the language that were written with a capital letter."""
    first = line.pieces[0]
    if first.kind != "name" or len(before) > 2:
        return None
    word = first.text.split()[0]
    small = word.lower()
    if small in words.VERBS or (not before and f"`{small}`" in error.expected):
        return f"words of the language have small letters: write `{small}`"
    return None


def _at_the_start(text: str, after: str, line: Line, before: list[str], error: GrammarError) -> str | None:
    """Slips in what a declaration or a block begins with."""
    if not before and line.indent == 0:
        if text in words.VERBS:
            return "a sentence stands in the block of a phase, rule or other declaration: indent it by two spaces"
        if text[:1].isupper() and after == "is":
            return f"begin with `a`, as in `a {text} is Ready if ...`"
    if text == "the" and line.indent == 0 and before[:1] in (["a"], ["an"]) and before[-1:] == ["is"]:
        return f"leave `the` out: `{' '.join(before)} {after} if ...`"
    if before == ["the", "game"] and line.indent == 0:
        return "write `the game ends when`, and a condition"
    if len(before) == 2 and before[0] == "the" and text == "is" and line.indent == 0:
        return f"begin with `a`: `a {before[1]} is ...`"
    if not before and text == "limit" and "`corners`" in error.expected:
        return "a place has a limit; of a space ask that it has room, as in `a Square that is empty`"
    if not before and text == "phase" and after[:1].isupper():
        return f"here stands its name alone: `{after}`"
    if not before and {"`first`", "`then`"} <= set(error.expected) and "`a`" not in error.expected:
        return "a line of a window begins with `first` or `then` and a player, as in `first me: at most 1 of Buy`"
    if before[:1] in (["first"], ["then"]) and ":" not in before:
        if error.expected == ("`:`",):
            return f"after the player comes `:`, and what he may use: `{' '.join(before)}: at most 1 of Buy`"
        if ":" in [piece.text for piece in line.pieces]:
            return "one player stands here, as in `first me: ...`, or each: `then each other player: ...`"
    if not before and text == "for" and after == "each":
        return "write `each`, without `for`"
    if not before and text == "otherwise":
        return (
            "the `otherwise` of a sentence stands below it, indented by two spaces more; that of an `if` or a "
            "`may` block as far out as the `if` or `may`"
        )
    if not before and text == "add" and line.indent:
        return "write `gains`, as in `my Score gains 1`"
    if not before and text.isdigit() and line.indent == 0:
        return _THING
    if before == ["game"] and error.expected == ("a text in quotes",):
        return f'put what it is called in quotes: `game "{text}"`'
    written = [piece.text for piece in line.pieces]
    if (
        line.indent
        and written[0] in ("its", "the", "corners", "edges")
        and {"corner", "corners", "edge", "edges"} & set(written[:2])
        and {"are", "is", "its"} & set(written)
    ):
        return "corners and edges that are spaces have a line each: `its corners are Posts`, `its edges are Fences`"
    if before[:1] == ["board"] and "`:`" in error.expected:
        return "a board is declared so: `board Arena: 3 by 3 Tile, touching in 8 directions`"
    if (
        before[:1] == ["board"]
        and before[-1:] == [","]
        and text in ("wrapping", "wrapped", "wraps", "toroidal")
    ):
        return "write `wrapping left to right`, `wrapping top to bottom` or `wrapping both ways`"
    if before[:1] == ["kind"] and len(before) == 2 and text == ":" and after.isdigit():
        return f"write a comma: `kind {before[1]}, {after} of them`"
    if before[:1] in (["turn"], ["round"]) and before[-1:] == [","] and error.expected == ("`a`",):
        return "without more the first player begins; say `, a random player first` if chance is to say who"
    if before == ["end"] and text in ("turn", "the", "phase", "round"):
        return "a phase ends by its name, as in `end Main`; `stop` ends the rule or phase at hand"
    if text == "of" and before[:2] == ["add", "to"] and len(before) == 3 and before[2].startswith('"'):
        return f"name the section first: `add to action Move, under {before[2]}`"
    if text == "random" and before == ["given", "a"]:
        return (
            "a claim is given a random setup; a scenario says what chance chooses: `given chance chooses Ape`"
        )
    if text == "random" and before[-1:] in (["a"], ["an"]):
        return "write it without `a`: `move 1 random Coin of Bank to my Purse`"
    if text == "players" and len(before) == 1 and before[0].isdigit():
        return f"write `players {before[0]}`"
    if before[-2:] == ["choose", "one"] and text == "of":
        return (
            "write `choose one`; below it stands each choice as a text in quotes, and below that what it does"
        )
    if before == ["repeat"] and text.isdigit():
        return f"write `repeat up to {text} times`"
    return None


def _of_lines(text: str, after: str, pieces: list[str], before: list[str]) -> str | None:
    """Slips in where a line ends and the next one begins."""
    if text == ":":
        begins = pieces[0] in _BLOCKS
        shown = (
            f"; `{pieces[0]}` is written so: `{meant.FORMS[pieces[0]]}`" if pieces[0] in meant.FORMS else ""
        )
        return "no `:` stands here" + ("; what belongs to it stands below, indented" if begins else shown)
    if text == "," and after == "otherwise":
        return "`otherwise` stands on a line of its own, below the sentence and indented"
    if (text == "," and after in ("if", "unless")) or (
        text in ("if", "unless") and before[-1:] == [","] and pieces[0] != "together"
    ):
        return f"no comma stands before `{after if text == ',' else text}`"
    if text in words.VERBS and before:
        if before[0] in ("if", "each", "otherwise", "repeat") or before[-1].startswith('"'):
            return "what is done stands below, indented, on a line of its own"
    if text == "then" and before[:1] == ["if"]:
        return "leave `then` out: what is done stands below, indented, on a line of its own"
    if text == "and" and (after in words.VERBS or after in words.SAME) and before and before[0] != "if":
        return "a line has one sentence: write the next one on a line of its own"
    return None


def _of_words(token: Token, after: str, before: list[str], error: GrammarError, source: str) -> str | None:
    """Words and signs that the language has others for."""
    text, start = str(token), token.start_pos or 0
    if before[:1] == ["whenever"] and (text == "every" or (before[-1:] == ["every"] and text.isdigit())):
        return "write `whenever every third Round ends`"
    if before[:1] in (["when"], ["then"]) and {"chooses", "choose"} & set(before) and '"' not in text:
        return "a choice is named as the question shows it: `Pawn r2c1 to r3c1`, or a label in quotes"
    if text == "more" and before[-1:] == ["or"] and before[-2:-1]:
        return f"write `is at least {before[-2]}`"
    if text in ("less", "fewer") and before[-1:] == ["or"] and before[-2:-1]:
        return f"write `is at most {before[-2]}`"
    if text in _AFTER_COMMA and "`,`" in error.expected:
        return f"put a comma before `{text}`"
    if token.type == "NUMBER" and text.startswith("-"):
        if source[start - 1 : start].isdigit():
            return f"write a range as `{before[-1]} to {text[1:]}`"
        return f"to subtract, write `minus {text[1:]}`"
    if text == "dice" and not before:
        return f"dice are declared by the name of one: `{meant.FORMS['die']}`"
    if text == "when" and "`if`" in error.expected:
        return "write `if`"
    if re.fullmatch(r"d[0-9]+", text):
        return f"a die has a name: declare `die Cube of 1 to {text[1:]}`, and write `roll all Cubes`"
    if (
        text in ("and", ",")
        and before[1:3] in (["for", "each"], ["towards", "each"])
        and "`:`" in error.expected
    ):
        return "write `for each` again, as in `Price for each Suit for each Rank`"
    if (text, after) in LISTS:
        word = "or" if text == "any" else "and"
        return (
            f"`if {text} of` takes only the conditions on the lines below it; "
            f"in one line, join conditions with `{word}`, in parentheses: `A and (B or C)`"
        )
    if text in _EACH_OR_ANY and "`every`" in error.expected:
        return f"write `{_EACH_OR_ANY[text]}`, as in `{_EACH_OR_ANY[text]} Card's Value is at least 3`"
    if text in ("some", "every") and before[-1:] == ["of"]:
        return f"whose it is comes first, as in `{text} Card's Value is at least 3`"
    if text == "with" and before[-1:] == ["player"]:
        return "write `the highest player by` and a number"
    if (text, after) in COMPARISONS:
        if before[-1:] in (["has"], ["have"]):
            return f"count them: `number of Cards in my Hand is {text} {after} 3`"
        return f"write `is {text} {after}`"
    return _INSTEAD.get(text)


def _of_conditions(token: Token, text: str, after: str, pieces: list[str], before: list[str]) -> str | None:
    """Slips in conditions, and in what is chosen."""
    if text == "else":
        if pieces[:2] == ["must", "be"]:
            return "a comma stands before `else`: `must be A, else B`"
        return "write `otherwise`; `else` leads from one part of `must be` to the next"
    if text == "," and "if" in before and "asking" not in before:
        return "put `and` between two conditions, or list them under `if all of`"
    if text == "not" and before and before[-1][:1].isupper():
        return "write `that is not`, or `is not` in a condition"
    if text == "on" and {"put", "puts", "move", "moves"} & set(pieces):
        return "write `onto` after `put`: `put my Bot onto a Tile`"
    if text in ("and", "or") and {"and", "or"} <= set(pieces):
        return "put parentheses around the part that belongs together: `A and (B or C)`"
    if text in ("is", "are") and before[-1:] == ["("] and "that" in before:
        return "`that ...` takes no parentheses: define what they say, as in `a Tile is a Goal if ...`"
    if text == "ends" and before[-2:] == ["the", "game"] and pieces[0] in ("add", "change", "remove"):
        return "write the whole end anew: `replace the game ends when ...`, and its lines below"
    if text[:1].isupper() and before[-2:] in (["the", "last"], ["the", "next"], ["the", "first"]):
        return f"put what lies there in parentheses: `(the {before[-1]} {text} of ...) is`"
    if text == "that":
        if "that" in before or {"if", "when", "while", "until"} & set(before):
            return (
                "a condition takes no second `that`: define the inner part, as in `a Tile is a Goal if ...`"
            )
        if "by" in before:
            return "`that` stands before `by`: `the highest Card that is Good by its Value`"
        return "put parentheses around what `that` says something of: `(all Cards of Deck that are Good)`"
    return None


def following(token: Token, line: Line) -> str:
    """Gives the word after a word of a line."""
    return next((piece.text for piece in line.pieces if piece.start >= (token.end_pos or 0)), "")
