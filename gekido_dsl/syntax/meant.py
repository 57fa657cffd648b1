"""What a word means where somebody who writes their first ruleset puts it: at the beginning of a line, or out of order.

Invariants:
    What is shown as the first line of a declaration is one that the grammar reads.
"""

from collections.abc import Mapping
from typing import Final

from gekido_dsl.grammar import GrammarError, words
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.grammar.tree import Token

SENTENCES: Final[Mapping[str, str]] = {
    "place": "write `put ... onto` for a space, and `move ... to` for a deck, pile, hand, pool or box",
    "score": "write `gains`, as in `my Score gains 3`",
    "pass": "ask with `may`, and whoever says no passes: `may draw 1 Card`; a way that does nothing is `do nothing`",
    "nothing": "write `do nothing`",
    "reveal": "write `show`, as in `show a Card of my Hand to all players`",
    "look": "write `show`, as in `show the next Card of Deck to me`",
    "peek": "write `show`, as in `show the next Card of Deck to me`",
    "swap": "move each in turn, and name the first: `choose a Card of my Hand as the given`",
    "exchange": "move each in turn, and name the first: `choose a Card of my Hand as the given`",
    "steal": "write `move`, as in `move 1 random Card of the next player's Hand to my Hand`",
    "buy": "write `move 1 Card of Shop to my Hand`, and `my Coins loses 2`",
    "sell": "write `move 1 Card of my Hand to Shop`, and `my Coins gains 2`",
    "spend": "write `loses`, as in `my Coins loses 2`",
    "earn": "write `gains`, as in `my Coins gains 2`",
    "kill": "write `destroy` for a thing, `eliminate` for a player",
    "capture": "write `take`, as in `take an enemy Stone`, or `move` to a place of yours",
    "print": "write `announce`, as in `announce \"No stones are left\"`",
    "say": "write `announce`, as in `announce \"No stones are left\"`",
    "whenever": "`whenever` begins a declaration at the margin; in a block, write `if`",
    "for": "write `each`, as in `each player` or `each Card of my Hand`",
    "every": "write `each`, and what is done below it: `each other player`",
    "next": "the turn passes by itself when its phases are done; `stop` ends the rule or phase at hand",
    "everyone": "write `all players`, as in `all players draw 1 Card`, or a block `each player`",
    "everybody": "write `all players`, as in `all players draw 1 Card`, or a block `each player`",
    "unless": "`unless` ends a sentence; for several lines, write `if` and the opposite, as in `if Deck is not empty`",
    "loop": "write `repeat while`, `repeat until` or `repeat up to 3 times`, or `each Card of my Hand`",
    "elif": "write `otherwise if`, as far out as the `if`",
    "break": "write `stop repeat`, or `stop each Card`",
    "continue": "write `skip`",
    "go": "the turn goes through its phases by itself; a rule is carried out with `do Score Up`",
    "start": "the turn goes through its phases by itself; a rule is carried out with `do Score Up`",
    "perform": "a rule is carried out with `do Score Up`",
    "run": "a rule is carried out with `do Score Up`",
    "execute": "a rule is carried out with `do Score Up`",
    "get": "write `gains` of a number, and `draw`, `take` or `move` of things",
    "ask": "write `choose`, or `may`: the player who acts is asked",
    "let": "write `set` for a fact, as in `set its Value to 3`, and `may` or `choose` for what a player decides",
    "replace": "write what goes and what comes: `discard a Card of my Hand`, `draw 1 Card`",
    "try": "write `if possible` at the end of the sentence",
}  # fmt: skip
"""How a sentence begins that the language says in other words."""
DECLARATIONS: Final[Mapping[str, str]] = {
    "definition": "begin with `a`, as in `a Card is Good if its Value is 3`",
    "define": "begin with `a`, as in `a Card is Good if its Value is 3`",
    "function": "write `rule`, as in `rule Scoring`",
    "procedure": "write `rule`, as in `rule Scoring`",
    "method": "write `rule`, as in `rule Scoring`",
    "ability": "write `action` for what a player may do, `rule` for what others carry out",
    "scoring": "write `phase Scoring` for a part of the turn, `rule Scoring` for what a phase carries out",
    "end": "how the game ends begins with `the game ends when`",
    "winning": "who wins stands below `the game ends when`, as in `the highest player by my Score wins`",
    "victory": "who wins stands below `the game ends when`, as in `the highest player by my Score wins`",
    "goal": "who wins stands below `the game ends when`, as in `the highest player by my Score wins`",
    "event": "write `whenever`, as in `whenever a Stone enters a Square`",
    "trigger": "write `whenever`, as in `whenever a Stone enters a Square`",
    "enum": "write `values`, as in `values Suit: Red, Blue`",
    "type": "write `values`, as in `values Suit: Red, Blue`, or `kind` for things",
    "list": "write `values`, as in `values Suit: Red, Blue`",
    "var": "a number that changes is a fact, below `each player has`, `the game has` or a kind: "
    "`Score: 0 to 99, starts 0`",
    "variable": "a number that changes is a fact, below `each player has`, `the game has` or a kind: "
    "`Score: 0 to 99, starts 0`",
    "resource": "things are declared as a kind: `kind Wood, 20 of them`; a number is a fact of a kind",
    "start": "what happens before the first turn stands below `setup`",
    "player": "facts of players stand below `each player has`, as `Score: 0 to 99, starts 0`; things are a kind",
    "import": "write `use`, as in `use \"cards.gdl\"`",
    "include": "write `use`, as in `use \"cards.gdl\"`",
}  # fmt: skip
"""How a declaration begins that the language says in other words."""
LOCALS: Final[Mapping[str, str]] = {
    "top": "the one on top is `the next`, as in `the next Card of Deck`",
    "bottom": "what lies at the bottom comes last: `move the next Card of Deck under Deck` puts one there",
    "dice": "dice have a name: `roll all Cubes`",
    "die": "dice have a name: `roll all Cubes`",
    "game": "a game ends at the margin with `the game ends when`; in a block, `the player wins` ends it",
    "number": "how many there are stands in parentheses where it is compared with: `(number of players)`",
    "turn": "`stop` ends the rule or phase at hand, `end Main` a phase by its name",
    "round": "say which one: `the Round` is its number; a rule is done when it ends with `whenever Round ends`",
    "winner": "write `the player wins`, or `the highest player by` and a number",
    "loser": "write `the player loses`, or `the lowest player by` and a number",
    "opponent": "write `each other player`, or `the next player`",
}
"""What is said with `the` and a small word though nobody named it, and what to write."""
FORMS: Final[Mapping[str, str]] = {
    "action": "action Attack: my Bot",
    "aim": "aim of each player: the highest Standing",
    "amount": "amount Worth of a Card is 2",
    "board": "board Arena: 3 by 3 Tile, touching in 8 directions",
    "box": "box Bank: all Coins",
    "claim": 'claim "Nobody begins better"',
    "counter": "counter Gold of each Purse: 0 to 6 on a Cube, from Bank",
    "deck": "deck Stock: all Cards, shuffled",
    "die": "die Cube of 1 to 6, 2 of them",
    "effect": "effect Fall",
    "hand": "hand Hand of each player, of Cards",
    "kind": "kind Coin, 9 of them",
    "option": "option Long Game is Off or On",
    "phase": "phase Main",
    "pile": "pile Discards of Cards",
    "pool": "pool Purse of each player, of Coins",
    "round": "round",
    "rule": "rule Flip with a Card",
    "scenario": 'scenario "It works"',
    "setup": "setup",
    "turn": "turn of each player",
    "values": "values Suit: Red, Blue",
    "whenever": "whenever a Stone enters a Square",
}
"""The first line of declarations, as one may be written."""
SENTENCE: Final = (
    "a sentence begins with a verb, as in `draw 1 Card`, or with who does it, as in `the next player draws 1 Card`; "
    "a block with `if`, `each`, `repeat`, `choose one` or `may`"
)
_BESIDE: Final = frozenset({"adjacent", "adjoining", "neighbouring", "neighboring", "surrounding", "nearby"})
_MOVES: Final = frozenset({"moves", "goes", "steps", "comes", "lands", "arrives"})


ANY: Final = "write `a` where somebody chooses, `all` where it is all of them, `some` in a condition"


def step(token: Token, line: Line, error: GrammarError, after: str) -> str | None:
    """Says what to write instead where a word stands where another one belongs.

    Args:
        after: the word that follows.
    """
    text = str(token)
    before = [piece.text for piece in line.pieces if piece.start < (token.start_pos or 0)]
    in_block = line.indent > 0
    if text == "every" and before[-2:] == ["turn", "of"]:
        return "write `each`"
    if text in ("if", "unless") and before[-2:] == ["if", "possible"]:
        return "a sentence ends in one of the two: write `if ...` as a line above it, and the sentence below, indented"
    return (
        (_first(text, after, line, error) if not before else None)
        or _quoted(token, before, line, error)
        or (
            _declared(text, after, before, error) if not in_block else _done(text, after, before, line, error)
        )
        or _of_each(text, after, before, error)
    )


def _first(text: str, after: str, line: Line, error: GrammarError) -> str | None:
    """Reads a line by how it begins."""
    if not line.indent:
        return DECLARATIONS.get(text)
    if "`each`" not in error.expected or "a verb" not in error.expected:
        return None
    return None if text == "for" and after == "each" else SENTENCES.get(text)


def _quoted(token: Token, before: list[str], line: Line, error: GrammarError) -> str | None:
    """Tells of what is written without the quotes that belong around it."""
    pieces, text = [piece.text for piece in line.pieces], str(token)
    if "a text in quotes" not in error.expected or "a verb" in error.expected or len(error.expected) > 3:
        return None
    if text == "or" and not before and len(pieces) > 1 and pieces[1].startswith('"'):
        return "each way stands on a line of its own, without `or` before it"
    if token.type == "NAME" and (not before or before == ["scenario"] or before == ["claim"]):
        below = ", and what is done below it, indented" if not before else ""
        return f'put it in quotes: `"{text}"`{below}'
    return None


def _declared(text: str, after: str, before: list[str], error: GrammarError) -> str | None:
    """Slips in the first line of a declaration."""
    head, name = before[:1], before[1:2]
    match head:
        case ["rule"] | ["effect"] | ["action"] if (
            name and text in ("(", "a", "an", "of") and len(before) == 2
        ):
            return f"what it is about comes after `with`, as in `{head[0]} {name[0]} with a Card`"
        case ["rule"] | ["effect"] if before[2:] == ["with"] and text[:1].isupper():
            return f"write `with a {text}`"
        case ["kind"] if before[2:] == [":"] and text[:1].isupper():
            return (
                f"a list of values is declared so: `values {name[0]}: {text}, ...`; "
                f"a kind says how many there are of each: `kind {name[0]}: 9 {text}`"
            )
        case ["kind"] if before[2:3] == [":"] and text == "of":
            return f"write `kind {name[0]}, {' '.join(before[3:])} of them`"
        case ["deck"] | ["hand"] | ["pile"] | ["pool"] | ["box"] if text == "of" and not name:
            word = head[0]
            return f"give it a name of its own: `{word} {word.title()} of each player, of Cards`"
        case ["deck"] | ["hand"] | ["pile"] | ["pool"] | ["box"] if text == "for":
            return "write `of each player`"
        case ["amount"] if text == ":":
            return (
                "write `amount "
                + (name[0] if name else "Worth")
                + " is` and a number; below it may stand `add ...`"
            )
        case ["whenever"] if text in ("starts", "start"):
            return "write `begins`"
        case ["whenever"] if text == "the" and after == "player":
            return "write `a player`"
        case ["whenever"] if text in ("turn", "round") or after in ("turn", "round"):
            word = (text if text in ("turn", "round") else after).title()
            return f"write `whenever {word} begins` or `whenever {word} ends`"
        case ["whenever"] if "player" in before and text == "'s":
            return "write `whenever Turn begins` or `whenever Turn ends`: the player whose turn it is acts"
        case ["whenever"] if text in ("drawn", "put", "moved", "placed", "played", "discarded", "taken"):
            return "write `enters`, as in `whenever a Stone enters a Square`, or `a player draws a Card`"
        case ["whenever"] if text in _MOVES:
            return "write `enters`, as in `whenever a Stone enters a Square`"
        case ["whenever"] if text in ("is", "has") and "`begins`" in error.expected:
            return (
                "`whenever` names what happens, as in `whenever Main ends`, and `if` after it what holds then; "
                "what is done when a place is empty stands below the place: `when empty`"
            )
        case ["round"] if text == "of":
            return "write `round`, its phases below it, and among them `turn of each player`"
        case _:
            return None


def _done(text: str, after: str, before: list[str], line: Line, error: GrammarError) -> str | None:
    """Slips in what is done."""
    pieces = [piece.text for piece in line.pieces]
    if text == ":" and len(before) == 1 and line.pieces[0].kind == "name":
        return (
            f"a fact stands in a phase before its first sentence, or below a kind: "
            f"`{before[0]}: ...` below `each player has`"
        )
    if (
        text == ","
        and before[:1] in (["if"], ["unless"])
        and (after in words.VERBS or after in ("each", "may"))
    ):
        return "leave the comma out: what is done stands below, indented, on a line of its own"
    if text == ":" and before and before[0].startswith('"'):
        return "no `:` stands here; what is done stands below, indented"
    if text == "only" and after == "if" and before and before[0].startswith('"'):
        return "write `if`"
    if text == "'s" and before[:1] == ["set"] and before[1:2] in (["each"], ["every"], ["all"]):
        return f"begin a block with `each {before[-1]}`, and below it `set its ... to ...`, of a player `set my ...`"
    if before == ["repeat"] and text == "for":
        return "write `each`, without `repeat for`, as in `each Card of my Hand`"
    if (
        text.isdigit()
        and before[:1] in (["move"], ["moves"])
        and "to" not in before
        and line.pieces[-1].text not in before
    ):
        space = after.rstrip("s")
        return (
            f"say where it comes to lie: `move {_joined(before[1:])} to a {space} that is within {text} of it`, "
            f"or `to the {space} beside it towards North`"
        )
    if before == ["together"] and text in ("destroy", "destroys"):
        return f"`together` stands at the end: `{' '.join(pieces[1:])} together`"
    if before[:1] == ["deal"] and text.isdigit() and before[-1] in ("player", "players"):
        return f"what is dealt comes first: `deal {' '.join(pieces[pieces.index(text) :])} to all players`"
    if text == "is" and before and before[0] not in ("if", "unless") and "a verb" in error.expected:
        rest = " ".join(pieces[len(before) + 1 :])
        return f"to change it, write `set {_joined(before)} to {rest}`; to ask for it, `if {_joined(pieces)}`"
    if before[-1:] == ["or"] and text in words.VERBS:
        return "ways to choose from stand below `choose one`, each with a text in quotes and what is done below it"
    if text == "pass" and before[-1:] == ["may"]:
        return SENTENCES["pass"]
    if text == "turn" and before[:1] == ["skip"]:
        return "a player who has no turn is asked for in the turn: `turn of each player that is Ready`"
    return None


def _of_each(text: str, after: str, before: list[str], error: GrammarError) -> str | None:
    """Slips in words that say which ones are meant."""
    if text in ("each", "every") and "`all`" in error.expected and "`every`" not in error.expected:
        return f"write `all`, as in `to all players`: {_each_block(text, after)}"
    if text == "any" and after != "of" and "`a`" in error.expected:
        if "`some`" in error.expected:
            return "write `some`"
        return ANY
    if text in _BESIDE:
        return "say it behind the name: `a Tile that is next to it`"
    if text in ("next", "last") and before[-1:] != ["the"] and "`the`" in error.expected:
        return f"write `the {text}`"
    if before[-2:-1] == ["the"] and before[-1] in ("first", "second", "third") and text[:1].isupper():
        return (
            f"of things there is `the next {text}` and `the last {text}`; `the {before[-1]} player` is a seat"
        )
    if text in ("another", "somebody", "someone", "anybody", "anyone"):
        return "write `an other player` where somebody chooses, `some player` in a condition"
    if text == "several":
        return "write `any number of`, or how many: `2 Cards`, `at least 2 Cards`"
    if text in ("everyone", "everybody"):
        return "write `all players`"
    if text in ("them", "him", "her"):
        return "name it where it is chosen, `as the word`, and write `the word`; `it` is one thing"
    if text == "not" and before[-1:] and before[-1] in ("if", "unless", "while", "until", "and", "or"):
        return (
            "`not` stands behind `is`: `if my Bot is not outer`; define what several conditions say together"
        )
    if text == "can" and "`is`" in error.expected:
        return "ask for what makes it possible, as in `if some Tile is next to my Bot`; `if possible` ends a sentence"
    if text in ("point", "points"):
        return "a number stands alone: leave the word out, or name the fact, as in `my Points`"
    if text == "mine":
        return "write `my` before the name, as in `my Pawn`, or `friendly`, as in `a friendly Pawn`"
    if text in ("coin", "die") and "a number or a range such as `0 to 6`" not in error.expected:
        return "dice and coins have a name: declare `die Coin of Heads, Tails`, and write `roll Coin`"
    if text in ("runs", "run") and "`is`" in error.expected:
        return "write `is empty`"
    if "I" in before:
        return "who acts is `me`, and what they have `my Hand`, as in `my Hand is empty`"
    return None


def _each_block(text: str, after: str) -> str:
    return f"`{text} {after}` begins a block, with what is done for each below it"


def _joined(pieces: list[str]) -> str:
    """Writes words as they stand in a line."""
    return " ".join(pieces).replace(" 's", "'s").replace(" ,", ",")


def form(line: Line, error: GrammarError) -> str | None:
    """Shows how such a line is written, where there is more that could stand than anybody would read."""
    first = line.pieces[0].text
    if not line.indent:
        return f"`{first}` is written so: `{FORMS[first]}`" if first in FORMS else None
    if error.token.start_pos == line.start and "a verb" in error.expected and "`each`" in error.expected:
        return SENTENCE
    return None
