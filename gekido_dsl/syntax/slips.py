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
NEEDS_BLOCK: Final = "indent what belongs to it below this line, by two more spaces"
NEEDS_WAY: Final = f"{NEEDS_BLOCK}; for a choice that does nothing, write `do nothing`"
_PLACE: Final = "declare a place as a `deck`, `pile`, `hand`, `pool` or `box`, as in `pool Bag of Coins`"
THING: Final = "declare things as a kind, as in `kind Coin, 9 of them`"
_INSTEAD: Final = {
    "which": "write `that`, as in `a Card that is Good`", "who": "write `that`, as in `a player that is Ready`",
    "greater": "write `is more than`", "larger": "write `is more than`", "bigger": "write `is more than`",
    "higher": "write `is more than`", "smaller": "write `is less than`", "lower": "write `is less than`",
    "fewer": "write `is less than`", "between": "write both ends: `is at least 2 and is at most 4`",
    "equals": "write `is`", "equal": "write `is`",
    "contains": "write `is in`, the other way round: `Ace is in my Hand`; for spaces, `has`", "pick": "write `choose`",
    "select": "write `choose`",
    "increases": "write `gains`", "increase": "write `gains`, as in `my Score gains 1`", "adds": "write `gains`",
    "decreases": "write `loses`", "decrease": "write `loses`", "reduces": "write `loses`",
    "hidden": "write `seen by nobody` or `seen by its owner`",
    "secret": "write `seen by nobody` or `seen by its owner` after a fact, or `secretly` before what nobody else sees",
    "private": "write `seen by its owner`", "public": "write `seen by everyone`", "visible": "write `seen by everyone`",
    "facedown": "write `seen by nobody`", "faceup": "write `seen by everyone`",
    "bool": "write `yes or no`", "boolean": "write `yes or no`", "int": "write a range, as in `0 to 9` or `0 or more`",
    "integer": "write a range, as in `0 to 9` or `0 or more`", "string": "write `text`",
    "there": "begin with the thing, as in `no Card is in Deck` or `some Card is in Deck`",
    "half": "write `divided by 2 rounded up`, or in an amount a line `divide by 2 rounded up`",
    "let": "write `set`, as in `set its Value to 3`",
    "play": "say what happens to it: write `discard`, `move` or `put`",
    "one": "write `1`, or `a` for one that a player chooses",
    "your": "write `my`, for the acting player",
    "you": "write `me` or `the player`", "he": "write `me` or `the player`", "they": "write `me` or `the player`",
    "she": "write `me` or `the player`", "opponent": "write `each other player`, or `the next player`",
    "opponents": "write `each other player`", "winner": "write `the player wins`",
    "reaches": "write `is at least`", "exceeds": "write `is more than`",
    "gets": "write `gains` for a number; for things, write `draw`, `take` or `move`",
    "gives": "write `move 1 Coin of my Purse to ...`", "give": "write `move 1 Coin of my Purse to ...`",
    "pays": "write `loses` for a number or `move` for things", "pay": "write `loses` for a number or `move` for things",
    "dice": "use the name of the dice, as in `roll all Cubes`",
    "bag": _PLACE, "stack": _PLACE, "zone": _PLACE, "place": _PLACE,
    "bank": _PLACE, "area": _PLACE, "token": THING, "card": THING, "piece": THING,
    "per": "write `for each` after a number, as in `2 for each player`, or `each`, as in `once each Turn`",
    "ascending": "write `lowest first`",
    "descending": "write `highest first`", "while": "write `repeat while`",
    "then": "write one sentence per line: put the rest on the next line",
}  # fmt: skip
_EACH_OR_ANY: Final = {"all": "every", "each": "every", "any": "some"}
LISTS: Final = (("any", "of"), ("all", "of"))
_AFTER_COMMA: Final = frozenset(
    {
        "until",
        "starts",
        "shuffled",
        "seen",
        "numbered",
        "touching",
        "unlogged",
        "clockwise",
        "kept",
        "once",
        "asking",
    }
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
    if error.expected == ("`or more`",) and pieces[1:2] == [":"]:
        return f"write a range and what it starts at, as in `{pieces[0]}: 0 or more, starts {pieces[-1]}`"
    if len(pieces) > 1 and pieces[-2] in ("and", "or") and "`is`" in error.expected:
        return f"repeat the comparison: `is ... {pieces[-2]} is {pieces[-1]}`"
    if pieces == ["turn"]:
        return "write `turn of each player`, and indent the phases of a turn below it"
    if pieces[0] == "values" and len(pieces) == 2:
        return f"list the values on the same line, as in `values {pieces[1]}: Red, Blue`"
    if "sum" in pieces and "by" not in pieces and "`by`" in error.expected:
        return "say what is added up after `by`, as in `the sum of Cards of my Hand by its Value`"
    if "I" in pieces:
        return (
            "write `my` for what the acting player has, as in `my Wood is at least 2`, or `me` for the player"
        )
    if "board" in pieces[:2] and error.expected == ("`,`",):
        return "say which spaces touch, as in `, touching in 8 directions`"
    if error.expected == ("an indented block",) and pieces[0] == "change" and len(pieces) > 4:
        begin = " ".join(pieces[1 : pieces.index(":") if ":" in pieces else 6])
        return (
            f'to change this line alone write `change "{begin}"`, and the whole new line below it, indented'
        )
    if error.expected == ("an indented block",):
        return NEEDS_WAY if line.pieces[0].text.startswith('"') else NEEDS_BLOCK
    if len(pieces) == 2 and pieces[0] == "call" and line.pieces[1].kind == "name":
        return f"write `do {pieces[1]}` to carry out a rule, or name a thing: `call the next Card of Deck the prize`"
    if pieces[0] == "deal" and "damage" in pieces:
        return f"say who suffers it: `my Bot suffers {' '.join(pieces[1 : pieces.index('damage')])} damage`"
    if len(pieces) == 1 and line.indent and line.pieces[0].kind == "name" and "`:`" in error.expected:
        name = pieces[0]
        return f"say what it holds, as in `{name}: 0 to 9`, `{name}: yes or no` or `{name}: a {name}`"
    if len(pieces) == 1 and line.indent and line.pieces[0].kind == "name":
        return f"write `do {pieces[0]}` for a rule or `apply {pieces[0]}` for an effect"
    if (
        pieces[0] in ("if", "unless", "while", "until")
        and line.pieces[-1].kind == "name"
        and "`is`" in error.expected
    ):
        return f"say what the condition asks, as in `it is {pieces[-1]}`, `my Score is 3` or `{pieces[-1]} is yes`"
    if len(pieces) > 2 and pieces[-2] == "the" and pieces[-1] in words.ADJECTIVES:
        return f"`{pieces[-1]}` is a word of the language and cannot be a name; use another name"
    if "any" in pieces and "`that add up to`" in error.expected:
        return f"{meant.ANY}"
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
    told = (
        meant.step(token, line, error, after)
        or _capitals(line, before, error, source)
        or _at_the_start(text, after, line, before, error, source)
        or _of_lines(text, after, pieces, before, error)
        or _of_words(token, after, before, error, source)
        or _of_conditions(token, text, after, pieces, before, error)
    )
    colon = pieces[-1] == ":" and text != ":" and ":" not in pieces[:-1]
    return (
        f"{told}, and leave out the `:` at the end" if told and colon and told.startswith("write") else told
    )


def _capitals(line: Line, before: list[str], error: GrammarError, source: str) -> str | None:
    """Words of the language that were written with a capital letter."""
    first = line.pieces[0]
    if first.kind != "name" or len(before) > 2:
        return None
    word = first.text.split()[0]
    small = word.lower()
    if not before or before == [first.text]:
        named = re.search(rf"^(rule|effect) {re.escape(first.text)}\b", source, re.MULTILINE)
        if named is not None:
            return f"write `{'do' if named[1] == 'rule' else 'apply'} {first.text}`"
    if small in words.VERBS or (not before and f"`{small}`" in error.expected):
        return f"write `{small}`, in small letters"
    return None


def _at_the_start(
    text: str, after: str, line: Line, before: list[str], error: GrammarError, source: str
) -> str | None:
    """Slips in what a declaration or a block begins with."""
    if not before and line.indent == 0:
        if text in words.VERBS:
            return "indent it by two spaces, below a phase, rule or other declaration"
        if text[:1].isupper() and after == "is":
            return f"begin with `a`, as in `a {text} is Ready if ...`"
    if text == "the" and line.indent == 0 and before[:1] in (["a"], ["an"]) and before[-1:] == ["is"]:
        return f"leave `the` out: `{' '.join(before)} {after} if ...`"
    if before == ["the", "game"] and line.indent == 0:
        return "write `the game ends when`, and a condition"
    if len(before) == 2 and before[0] == "the" and text == "is" and line.indent == 0:
        return f"begin with `a`: `a {before[1]} is ...`"
    if not before and text == "limit" and "`corners`" in error.expected:
        return "a space has no limit: ask for room where something is put, as in `a Square that is empty`"
    if not before and text == "phase" and after[:1].isupper():
        return f"write only its name: `{after}`"
    if not before and {"`first`", "`then`"} <= set(error.expected) and "`a`" not in error.expected:
        return (
            "begin a line of a window with `first` or `then` and a player, as in `first me: at most 1 of Buy`"
        )
    if before[:1] in (["first"], ["then"]) and ":" not in before:
        if error.expected == ("`:`",):
            return f"put `:` after the player, then the actions: `{' '.join(before)}: at most 1 of Buy`"
        if ":" in [piece.text for piece in line.pieces]:
            return "name one player, as in `first me: ...`, or each, as in `then each other player: ...`"
    if not before and text == "for" and after == "each":
        return "write `each`, without `for`"
    if not before and text in ("plus", "minus", "times") and "`becomes`" in error.expected:
        return f"write `{ {'plus': 'add', 'minus': 'subtract', 'times': 'multiply by'}[text] }`"
    if not before and text == "if" and "`becomes`" in error.expected:
        return "put `if` at the end of the line, as in `add 1 if my Hand is empty`"
    if not before and text in ("max", "maximum") and "`limit`" in error.expected:
        return "write `limit`, as in `limit 200 turns`"
    if not before and text == "otherwise":
        return (
            "put `otherwise` below its sentence, indented by two more spaces; after a block `if` or `may`, "
            "give it the same indentation as the `if` or `may`"
        )
    if not before and text == "add" and line.indent:
        return "write `gains`, as in `my Score gains 1`"
    if not before and text.isdigit() and line.indent == 0:
        if after.endswith("Dice"):
            return f"write `die {after.removesuffix('ce')}e of 1 to 6, {text} of them`"
        return THING
    if before == ["game"] and text in ("over", "end", "finishes", "stops"):
        return "write `the game ends when`, and a condition"
    parts = line.pieces[1:4]
    if (
        before == ["change"]
        and [one.kind for one in parts] == ["name", "word", "number"]
        and parts[1].text == "to"
    ):
        return f"write `is` instead of `to`: `change {parts[0].text} is {parts[2].text}`"
    if before == ["must", "not"] and text in ("cover", "leave"):
        return f"write `must {text} no` and a name"
    if text == "secretly" and before[:1] == ["each"]:
        return f"put `secretly` first: `secretly {' '.join(before)}`"
    if text == "of" and len(before) == 3 and before[1] == "is" and before[0].startswith('"'):
        return f"write `a {before[2]}`, as in `{before[0]} is a {before[2]} of the first player`"
    if before == ["game"] and error.expected == ("a text in quotes",):
        return f'put the title in quotes: `game "{text}"`'
    written = [piece.text for piece in line.pieces]
    if (
        line.indent
        and written[0] in ("its", "the", "corners", "edges")
        and {"corner", "corners", "edge", "edges"} & set(written[:2])
        and {"are", "is", "its"} & set(written)
    ):
        return "write one line for each: `its corners are Posts`, `its edges are Fences`"
    if before[:1] == ["board"] and "`:`" in error.expected:
        return "write it like `board Arena: 3 by 3 Tile, touching in 8 directions`"
    if (
        before[:1] == ["board"]
        and before[-1:] == [","]
        and text in ("wrapping", "wrapped", "wraps", "toroidal")
    ):
        return "write `wrapping left to right`, `wrapping top to bottom` or `wrapping both ways`"
    if before[:1] == ["kind"] and len(before) == 2 and text == ":" and after.isdigit():
        return f"write a comma: `kind {before[1]}, {after} of them`"
    if before[:1] in (["turn"], ["round"]) and before[-1:] == [","] and error.expected == ("`a`",):
        return "write `a random player first`; without it, the first player begins"
    if before == ["end"] and text in ("turn", "the", "phase", "round"):
        around = re.findall(r"^phase ([A-Z][\w -]*)", source[: line.start], re.MULTILINE)
        name = around[-1].strip() if around else "Main"
        return (
            f"end a phase by its name, as in `end {name}`; to leave the current rule or phase, write `stop`"
        )
    if text == "of" and before[:2] == ["add", "to"] and len(before) == 3 and before[2].startswith('"'):
        return f"put the section first: `add to action Move, under {before[2]}`"
    if text == "random" and before == ["given", "a"]:
        return "say what chance chooses, as in `given chance chooses Ape`; only a claim has a random setup"
    if text == "random" and before[-1:] in (["a"], ["an"]):
        return "leave `a` out: `move 1 random Coin of Bank to my Purse`"
    if text == "players" and len(before) == 1 and before[0].isdigit():
        return f"write `players {before[0]}`"
    if before[-2:] == ["choose", "one"] and text == "of":
        return (
            "write `choose one`; below it, put each choice as a text in quotes, and what it does below that"
        )
    if text in ("while", "until") and before[:3] == ["repeat", "up", "to"]:
        no = "unless" if text == "while" else "if"
        return f"one of the two begins the loop; below it write the other first, as in `stop {no} some Card is in Deck`"
    if text in ("above", "below") and before:
        return f"write `that is {text} ...`, of a space or of what stands there"
    if before == ["repeat"] and text.isdigit():
        return f"write `repeat up to {text} times`"
    return None


def _of_lines(text: str, after: str, pieces: list[str], before: list[str], error: GrammarError) -> str | None:
    """Slips in where a line ends and the next one begins."""
    if text == ":":
        begins = pieces[0] in _BLOCKS
        shown = f"; for example `{meant.FORMS[pieces[0]]}`" if pieces[0] in meant.FORMS else ""
        return "leave the `:` out" + (" and indent the lines below" if begins else shown)
    if text == "then" and "`,`" in error.expected and pieces[0] == "damage":
        return "put a comma before `then`"
    if text == "," and after == "otherwise":
        return "put `otherwise` on the next line, indented below the sentence"
    if (text == "," and after in ("if", "unless")) or (
        text in ("if", "unless") and before[-1:] == [","] and pieces[0] != "together"
    ):
        return f"leave out the comma before `{after if text == ',' else text}`"
    if text in words.VERBS and before:
        if before[0] in ("if", "each", "otherwise", "repeat") or before[-1].startswith('"'):
            return "put what happens on the next line, indented"
    if text == "then" and before[:1] == ["if"]:
        return "leave `then` out and put what happens on the next line, indented"
    if text == "and" and (after in words.VERBS or after in words.SAME) and before and before[0] != "if":
        return "write one sentence per line: put the second one on the next line"
    return None


def _of_words(token: Token, after: str, before: list[str], error: GrammarError, source: str) -> str | None:
    """Words and signs that the language has others for."""
    text, start = str(token), token.start_pos or 0
    if before[:1] == ["whenever"] and (text == "every" or (before[-1:] == ["every"] and text.isdigit())):
        return "write `whenever every third Round ends`"
    if before[:1] in (["when"], ["then"]) and {"chooses", "choose"} & set(before) and '"' not in text:
        return "write the choice as the question shows it, as in `Pawn r2c1 to r3c1`, or its label in quotes"
    if text == "more" and before[-1:] == ["or"] and before[-2:-1]:
        return f"write `is at least {before[-2]}`"
    if text in ("less", "fewer") and before[-1:] == ["or"] and before[-2:-1]:
        return f"write `is at most {before[-2]}`"
    if text in _AFTER_COMMA and not before and text in ("shuffled", "numbered", "clockwise"):
        return f"put it at the end of the line above, after a comma: `, {text}`"
    if text in _AFTER_COMMA and "`,`" in error.expected:
        return f"put a comma before `{text}`"
    if token.type == "NUMBER" and text.startswith("-"):
        if source[start - 1 : start].isdigit():
            return f"write the range as `{before[-1]} to {text[1:]}`"
        return f"to subtract, write `minus {text[1:]}`"
    if text == "dice" and not before:
        return f"name a single die: `{meant.FORMS['die']}`"
    if text == "to" and before[-1:] and before[-1].isdigit() and after[:1].isupper():
        return f"write a number after `to`, as in `{before[-1]} to 14`"
    if text == "fits" and before == ["must"]:
        return "write `fit its neighbours`"
    if text in ("less", "more") and after == "or" and "or equal" in source[start:].partition("\n")[0]:
        bound = "at most" if text == "less" else "at least"
        return f"write `{bound}`, as in `is {bound} 2`"
    if text == "round" and before[:4] == ["the", "game", "ends", "after"] and after.isdigit():
        return f"write `{after} rounds`"
    if text == "then" and after == "by" and before[-1:] == [","] and "wins" in before:
        return "put `wins` at the end of the line"
    if (
        text == "and"
        and "`is`" in error.expected
        and before[-1:]
        and before[-1][:1].isupper()
        and after[:1].isupper()
    ):
        return f"say it of each, as in `{before[-1]} is ... and {after} is ...`"
    if text == "none" and before[-1:] == ["or"] and before[1:2] == [":"] and len(before) == 4:
        return f"write `a {before[2]} or none`"
    if text == "number" and after == "of" and before[-1:] == ["the"]:
        return "leave `the` out: write `number of`"
    if text == "when" and "`if`" in error.expected:
        return "write `if`"
    if re.fullmatch(r"d[0-9]+", text):
        return f"declare `die Cube of 1 to {text[1:]}`, then write `roll all Cubes`"
    if (
        text in ("and", ",")
        and before[1:3] in (["for", "each"], ["towards", "each"])
        and "`:`" in error.expected
    ):
        return "write `for each` again, as in `Price for each Suit for each Rank`"
    if (text, after) in LISTS:
        word = "or" if text == "any" else "and"
        return (
            f"put the conditions after `if {text} of` on the lines below; "
            f"on one line, join conditions with `{word}`"
        )
    if text in _EACH_OR_ANY and "`every`" in error.expected:
        example = "player is Ready" if after.startswith("player") else "Card is Ready"
        return f"write `{_EACH_OR_ANY[text]}`, as in `{_EACH_OR_ANY[text]} {example}`"
    if text in ("some", "every") and before[-1:] == ["of"]:
        return f"put the owner first, as in `{text} Card's Value is at least 3`"
    if text == "of" and "touch" in source[start:].partition("\n")[0].split():
        return "write `of one`, as in `a Group is Stones of one owner that touch`"
    if text == "with" and before[-1:] == ["player"] and after == "the":
        named = re.search(
            r"with the \w+ ([A-Z][\w -]*?)(?= wins?\b|$)", source[start:].partition("\n")[0].rstrip()
        )
        if named is not None:
            low = "lowest" if re.match(r"with the (lowest|least|fewest)", source[start:]) else "highest"
            return f"write `the {low} player by my {named[1]} wins`"
    if text == "with" and before[-1:] == ["player"]:
        return "write `the highest player by` with a number and `wins`, as in `the highest player by my Score wins`"
    if (text, after) in COMPARISONS and not before:
        return "begin with `then`, as in `then at most 1 of 100 games is drawn`"
    if (text, after) in COMPARISONS:
        if before[-1:] in (["has"], ["have"]):
            return f"count them, as in `number of Cards in my Hand is {text} {after} 3`"
        return f"write `is {text} {after}`"
    name = f"{before[-1]} {text.capitalize()}" if before and before[-1][:1].isupper() else ""
    if token.type == "WORD" and name and re.search(rf"\b{re.escape(name)}\b", source):
        return f"write `{name}`"
    if (
        text in ("card", "token", "piece", "die")
        and before[-1:]
        and before[-1] in ("draw", "deal", "draws", "deals")
    ):
        return f"write `{before[-1]} 1 {text.title()}`"
    if _noun(text) and before[-2:-1] == ["the"] and before[-1].endswith("s"):
        return f"write `the {before[-1][:-1]}'s {text}`"
    word = re.escape(text)
    above = re.split(r"^(?=\S)", source[: source.rfind("\n", 0, start) + 1], flags=re.MULTILINE)[-1]
    called = token.type == "WORD" and re.search(rf"\bas the {word}\b|\bcall\b.{{0,80}} the {word}\b", above)
    if called:
        return f"write `the {text}`"
    if token.type == "WORD" and text.endswith("s") and len(text) > 2 and _noun(after):
        owner = text.removesuffix("s")
        if owner in words.ATTRIBUTES or owner == "player":
            return f"write `{owner}'s`"
    if text in ("card", "token", "piece") and line_indented(source, start):
        return f"write `a {text.title()}`, with the name of its kind"
    return _INSTEAD.get(text)


def line_indented(source: str, at: int) -> bool:
    """Tells whether the line around an offset is indented."""
    return source[source.rfind("\n", 0, at) + 1 :].startswith(" ")


def _noun(after: str) -> bool:
    return after[:1].isupper()


def _of_conditions(
    token: Token, text: str, after: str, pieces: list[str], before: list[str], error: GrammarError
) -> str | None:
    """Slips in conditions, and in what is chosen."""
    if text == "else":
        if pieces[:2] == ["must", "be"]:
            return "put a comma before `else`: `must be A, else B`"
        return "write `otherwise`"
    if text == "," and "if" in before and "asking" not in before:
        return "put `and` between two conditions, or list them below `if all of`"
    if text == "not" and before and before[-1][:1].isupper():
        return "write `that is not`, or `is not` in a condition"
    if text == "the" and error.expected == ("`one`",):
        return "write `of one`, as in `5 of one Suit`"
    if text == "or" and after == "else" and pieces[:2] == ["must", "be"]:
        return "write `, else` instead of `or else`"
    if text == "becomes" and before and pieces[0] != "amount":
        return "to change a fact, write `set`, as in `set its Value to 3` or `set its Open to yes`"
    if text == "row" and before[-2:] == ["in", "a"]:
        return "write `make`, as in `friendly Stones make 3 in a row`"
    if before[-2:] == ["it", "'s"]:
        return "write `it is`"
    if text == "," and set(error.expected) <= {"the end of the line", "a citation such as `[GB p5]`"}:
        return "leave the comma out"
    if text == "," and after in ("ascending", "descending"):
        return f"write `, {'lowest' if after == 'ascending' else 'highest'} first`"
    if text.startswith("[") and error.expected == ("`or more`",) and pieces[1:2] == [":"]:
        return f"write a range and what it starts at, as in `{pieces[0]}: 0 or more, starts {before[-1]}`"
    if text == "to" and before[-1:] and before[-1].startswith("["):
        return f"write `for the {before[-1].strip('[]')}` instead of `{before[-1]}`: brackets hold a citation"
    if text == "with" and before[-1:] and before[-1][:1].isupper() and ("if" in before or "when" in before):
        return f"write `whose` and what it is, as in `some {before[-1]} whose Value is 3`"
    if text[:1].isupper() and before[-2:] in (["has", "no"], ["have", "no"]):
        return "write `is empty` for a deck, pile, hand, pool or box, or `has not a` and a name for a space"
    if text == "by" and {"total", "count"} & set(before):
        return "write `the sum of`" if "total" in before else "write `number of`"
    if text == "on" and {"put", "puts", "move", "moves"} & set(pieces):
        return "write `onto` after `put`: `put my Bot onto a Tile`"
    if text in ("and", "or") and {"and", "or"} <= set(pieces):
        return "put parentheses around the part that belongs together: `A and (B or C)`"
    if text in ("is", "are") and before[-1:] == ["("] and "that" in before:
        return "`that` takes no parentheses: define what they say, as in `a Tile is a Goal if ...`, and use the name"
    if text == "ends" and before[-2:] == ["the", "game"] and pieces[0] in ("add", "change", "remove"):
        return "replace the whole end: `replace the game ends when ...`, with its lines below"
    if text[:1].isupper() and before[-2:] in (["the", "last"], ["the", "next"], ["the", "first"]):
        return f"put it in parentheses: `(the {before[-1]} {text} of ...) is`"
    if text == "that":
        if "that" in before or {"if", "when", "while", "until"} & set(before):
            return "write only one `that`: define the inner part, as in `a Tile is a Goal if ...`, and use the name"
        if "by" in before:
            return "put `that` before `by`: `the highest Card that is Good by its Value`"
        return "put parentheses around the things and their `that`: `(all Cards of Deck that are Good)`"
    return None


def following(token: Token, line: Line) -> str:
    """Gives the word after a word of a line."""
    return next((piece.text for piece in line.pieces if piece.start >= (token.end_pos or 0)), "")
