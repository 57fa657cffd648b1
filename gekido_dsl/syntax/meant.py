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
    "place": "write `put ... onto` for a space, or `move ... to` for a deck, pile, hand, pool or box",
    "drop": "write `put ... onto` for a space, or `move ... to` for a deck, pile, hand, pool or box",
    "lay": "write `put ... onto` for a space, or `move ... to` for a deck, pile, hand, pool or box",
    "insert": "write `put ... onto` for a space, or `move ... to` for a deck, pile, hand, pool or box",
    "attack": "say what an attack does, as in `destroy an enemy Pawn` or `an enemy Pawn suffers 2 damage`",
    "reset": "write `set` with the value it begins with, as in `set my Score to 0`",
    "subtract": "write `loses`, as in `my Score loses 1`",
    "deduct": "write `loses`, as in `my Score loses 1`",
    "increase": "write `gains`, as in `my Score gains 1`",
    "decrease": "write `loses`, as in `my Score loses 1`",
    "reduce": "write `loses`, as in `my Score loses 1`",
    "highest": "write `the highest player by` with a number and `wins`, as in `the highest player by my Score wins`",
    "lowest": "write `the lowest player by` with a number and `wins`, as in `the lowest player by my Score wins`",
    "most": "write `the highest player by` with a number and `wins`, as in `the highest player by my Score wins`",
    "score": "write `gains`, as in `my Score gains 3`",
    "pass": "write `may`, as in `may draw 1 Card`, so that a player can pass; in a choice, write `do nothing`",
    "nothing": "write `do nothing`",
    "reveal": "write `show`, as in `show a Card of my Hand to all players`",
    "look": "write `show`, as in `show the next Card of Deck to me`",
    "peek": "write `show`, as in `show the next Card of Deck to me`",
    "swap": "name the first one, as in `choose a Card of my Hand as the given`, then move each on its own line",
    "exchange": "name the first one, as in `choose a Card of my Hand as the given`, then move each on its own line",
    "steal": "write `move`, as in `move 1 random Card of the next player's Hand to my Hand`",
    "buy": "write `move 1 Card of Shop to my Hand`, then `my Coins loses 2` on the next line",
    "sell": "write `move 1 Card of my Hand to Shop`, then `my Coins gains 2` on the next line",
    "spend": "write `loses`, as in `my Coins loses 2`",
    "earn": "write `gains`, as in `my Coins gains 2`",
    "kill": "write `destroy` for a thing or `eliminate` for a player",
    "capture": "write `take`, as in `take an enemy Stone`, or `move` it to one of your places",
    "claim": "write `take`, as in `take a Road that is unclaimed`",
    "acquire": "write `take` for a thing to own, or `move` it to one of your places",
    "collect": "write `take` for a thing to own, `move` it to one of your places, or `gains` for a number",
    "gather": "write `take` for a thing to own, `move` it to one of your places, or `gains` for a number",
    "throw": "write `roll`, as in `roll all Cubes`",
    "toss": "write `roll`, as in `roll all Cubes`",
    "trash": "write `remove`, as in `remove a Card of my Hand`",
    "burn": "write `remove`, as in `remove a Card of my Hand`",
    "delete": "write `remove`, as in `remove a Card of my Hand`",
    "slide": "write `move`, as in `move my Pawn to an empty Square`",
    "advance": "write `move`, as in `move my Pawn to the Space beside it towards North`",
    "jump": "write `move`, as in `move my Pawn to an empty Square`",
    "build": "write `put ... onto` for a space, or `move ... to` for a deck, pile, hand, pool or box",
    "assign": "write `set`, as in `set my Vote to an other player`",
    "make": "write `set`, as in `set its Value to 3`",
    "change": "write `set`, as in `set its Value to 3`",
    "compute": "declare it as `amount Worth is ...`, and use its name",
    "calculate": "declare it as `amount Worth is ...`, and use its name",
    "when": "write `if` inside a block; what happens each time begins with `whenever` at the left margin",
    "print": "write `announce`, as in `announce \"No stones are left\"`",
    "say": "write `announce`, as in `announce \"No stones are left\"`",
    "whenever": "start `whenever` at the left margin; inside a block, write `if`",
    "for": "write `each`, as in `each player` or `each Card of my Hand`",
    "every": "write `each`, as in `each other player`, and put what happens on the next line, indented",
    "next": "the next turn begins by itself after the last phase; to leave the current phase or rule, write `stop`",
    "everyone": "write `all players`, as in `all players draw 1 Card`, or a block that begins with `each player`",
    "everybody": "write `all players`, as in `all players draw 1 Card`, or a block that begins with `each player`",
    "unless": "write `unless` at the end of a sentence; before a block, write `if`, as in `if Deck is not empty`",
    "loop": "write `repeat while`, `repeat until` or `repeat up to 3 times`, or `each Card of my Hand`",
    "elif": "write `otherwise if`, with the same indentation as its `if`",
    "break": "write `stop repeat`, or `stop each Card` in a block `each Card`",
    "continue": "write `skip`",
    "go": "phases follow by themselves; to carry out a rule, write `do` and its name, as in `do Score Up`",
    "start": "phases follow by themselves; to carry out a rule, write `do` and its name, as in `do Score Up`",
    "perform": "to carry out a rule, write `do` and its name, as in `do Score Up`",
    "run": "to carry out a rule, write `do` and its name, as in `do Score Up`",
    "execute": "to carry out a rule, write `do` and its name, as in `do Score Up`",
    "get": "write `gains` for a number; for things, write `draw`, `take` or `move`",
    "ask": "write `choose` or `may`: the acting player is asked",
    "let": "write `set` for a fact, as in `set its Value to 3`, or `may` or `choose` for what a player decides",
    "replace": "write both steps, each on its own line: `discard a Card of my Hand`, then `draw 1 Card`",
    "try": "write `if possible` at the end of the sentence",
}  # fmt: skip
"""How a sentence begins that the language says in other words."""
DECLARATIONS: Final[Mapping[str, str]] = {
    "definition": "begin with `a`, as in `a Card is Good if its Value is 3`",
    "define": "begin with `a`, as in `a Card is Good if its Value is 3`",
    "function": "write `rule`, as in `rule Scoring`",
    "procedure": "write `rule`, as in `rule Scoring`",
    "method": "write `rule`, as in `rule Scoring`",
    "ability": "write `action` for something a player may do, or `rule` for something that phases carry out",
    "scoring": "write `phase Scoring` for a part of the turn, or `rule Scoring` for something that a phase carries out",
    "end": "write `the game ends when` and a condition",
    "winning": "say who wins below `the game ends when`, as in `the highest player by my Score wins`",
    "victory": "say who wins below `the game ends when`, as in `the highest player by my Score wins`",
    "goal": "say who wins below `the game ends when`, as in `the highest player by my Score wins`",
    "event": "write `whenever`, as in `whenever a Stone enters a Square`",
    "trigger": "write `whenever`, as in `whenever a Stone enters a Square`",
    "enum": "write `values`, as in `values Suit: Red, Blue`",
    "type": "write `values`, as in `values Suit: Red, Blue`, or `kind` for things",
    "list": "write `values`, as in `values Suit: Red, Blue`",
    "var": "declare a number that changes below `each player has`, `the game has` or a kind: "
    "`Score: 0 to 99, starts 0`",
    "variable": "declare a number that changes below `each player has`, `the game has` or a kind: "
    "`Score: 0 to 99, starts 0`",
    "resource": "declare `kind Wood, 20 of them`, or a number below `each player has`: `Wood: 0 to 20, starts 0`",
    "start": "put what happens before the first turn below `setup`",
    "player": "put the facts of players below `each player has`, as in `Score: 0 to 99, starts 0`",
    "import": "write `use`, as in `use \"cards.gdl\"`",
    "include": "write `use`, as in `use \"cards.gdl\"`",
}  # fmt: skip
"""How a declaration begins that the language says in other words."""
LOCALS: Final[Mapping[str, str]] = {
    "top": "write `the next` for the one on top, as in `the next Card of Deck`",
    "bottom": "write `the last` for the one at the bottom, as in `the last Card of Deck`",
    "dice": "use the name of the dice, as in `roll all Cubes`",
    "die": "use the name of the dice, as in `roll all Cubes`",
    "game": "start `the game ends when` at the left margin; inside a block, end the game with `the player wins`",
    "number": "put a count that is compared in parentheses: `(number of players)`",
    "turn": "write `stop` to leave the current rule or phase, or end a phase by its name, as in `end Main`",
    "round": "write `the Round` for its number; for what happens as it ends, write `whenever Round ends`",
    "winner": "write `the player wins`, or `the highest player by` with a number and `wins`",
    "loser": "write `the player loses`, or `the lowest player by` with a number and `loses`",
    "opponent": "write `the other player` in a game for two, `the next player`, or a block `each other player`",
    "left": "write `my left neighbour`",
    "right": "write `my right neighbour`",
    "deck": "use its name, as in `shuffle Deck` or `draw 1 Card from Deck`",
    "hand": "use its name, as in `my Hand`",
    "board": "use its name, as in `a Square of Board`",
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
    "begin with a verb, as in `draw 1 Card`, with a player, as in `the next player draws 1 Card`, "
    "or with `if`, `each`, `repeat`, `choose one` or `may`"
)
_BESIDE: Final = frozenset({"adjacent", "adjoining", "neighbouring", "neighboring", "surrounding", "nearby"})
_MOVES: Final = frozenset({"moves", "goes", "steps", "comes", "lands", "arrives"})


_FOLLOWED: Final[Mapping[str, str]] = {"one": "1", "two": "2", "three": "3"}
ANY: Final = "write `a` for one that a player chooses, `all` for all of them, or `some` in a condition"


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
    if text == "," and len(before) == 1 and before[0][:1].isupper() and after[:1].isupper():
        return f"leave the comma out and put `{after}` on a line of its own"
    if text == "next" and after == "player":
        return "write `the next player`"
    if text in ("if", "unless") and before[-2:] == ["if", "possible"]:
        return (
            "use only one of the two here: put `if ...` on the line above and indent this sentence below it"
        )
    return (
        (_first(text, after, line, error) if not before else None)
        or _quoted(token, before, line, error)
        or (
            _declared(text, after, before, error) if not in_block else _done(text, after, before, line, error)
        )
        or _of_each(text, after, before, line, error)
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
        return "put each choice on its own line, without `or`"
    if token.type == "NAME" and (not before or before == ["scenario"] or before == ["claim"]):
        below = ", and put what it does on the next line, indented" if not before else ""
        return f'put it in quotes: `"{text}"`{below}'
    return None


def _declared(text: str, after: str, before: list[str], error: GrammarError) -> str | None:
    """Slips in the first line of a declaration."""
    head, name = before[:1], before[1:2]
    match head:
        case ["rule"] | ["effect"] | ["action"] if (
            name and text in ("(", "a", "an", "of") and len(before) == 2
        ):
            return f"put what it works on after `with`, as in `{head[0]} {name[0]} with a Card`"
        case ["rule"] | ["effect"] if before[2:] == ["with"] and text[:1].isupper():
            return f"write `with a {text}`"
        case ["kind"] if before[2:] == [":"] and text[:1].isupper():
            return (
                f"for a list of values, write `values {name[0]}: {text}, ...`; "
                f"for things, say how many there are of each: `kind {name[0]}: 9 {text}`"
            )
        case ["kind"] if text == "(" and after.isdigit():
            return f"write `kind {name[0]}, {after} of them`"
        case ["kind"] if text in ("each", "every") and before[-1:] == ["of"] and before[-2].isdigit():
            kind = "player" if after.startswith("player") or not after[:1].isupper() else after
            return f"write `{before[-2]} for each {kind}`"
        case ["kind"] if before[2:3] == [":"] and text == "of":
            return f"write `kind {name[0]}, {' '.join(before[3:])} of them`"
        case ["deck"] | ["hand"] | ["pile"] | ["pool"] | ["box"] if text == "of" and not name:
            word = head[0]
            return f"give it a name: `{word} {word.title()} of each player, of Cards`"
        case ["deck"] | ["hand"] | ["pile"] | ["pool"] | ["box"] if text == "all" and before[-1] == "of":
            return f"write `:` instead of `of`: `{' '.join(before[:-1])}: all {after}`"
        case ["deck"] | ["hand"] | ["pile"] | ["pool"] | ["box"] if text == "," and after[:1].isupper():
            return f"write `{' '.join(before)}, of {after}`"
        case ["die"] if text == ":" and name:
            return f"write `die {name[0]} of 1 to {after if after.isdigit() else 6}, 1 of them`"
        case ["effect" | "rule"] if text == ":" and name:
            return "leave the `:` out and put what it does on the next line, indented"
        case ["deck"] | ["hand"] | ["pile"] | ["pool"] | ["box"] if text == "for":
            return "write `of each player`"
        case ["amount"] if text == ":":
            return (
                "write `amount "
                + (name[0] if name else "Worth")
                + " is` and a number, as in `amount Worth of a Card is 2`"
            )
        case ["whenever"] if text in ("starts", "start"):
            return "write `begins`"
        case ["whenever"] if text == "the" and after == "player":
            return "write `a player`"
        case ["whenever"] if text in ("turn", "round") or after in ("turn", "round"):
            word = (text if text in ("turn", "round") else after).title()
            return f"write `whenever {word} begins` or `whenever {word} ends`"
        case ["whenever"] if "player" in before and text == "'s":
            return "write `whenever Turn begins` or `whenever Turn ends`: it applies to the player whose turn it is"
        case ["whenever"] if text in ("drawn", "put", "moved", "placed", "played", "discarded", "taken"):
            return "write `enters`, as in `whenever a Stone enters a Square`, or `a player draws a Card`"
        case ["whenever"] if text in _MOVES:
            return "write `enters`, as in `whenever a Stone enters a Square`"
        case ["whenever"] if text in ("is", "has") and "`begins`" in error.expected:
            return (
                "name an event after `whenever`, as in `whenever Main ends`, and put the condition after `if`; "
                "for an empty deck, write `when empty` below the deck"
            )
        case ["round"] if text == "of":
            return "write `round`, and below it the phases and `turn of each player`"
        case _:
            return None


def _done(text: str, after: str, before: list[str], line: Line, error: GrammarError) -> str | None:
    """Slips in what is done."""
    pieces = [piece.text for piece in line.pieces]
    if text == ":" and len(before) == 1 and line.pieces[0].kind == "name":
        return (
            f"put facts before the first sentence of a phase, or below `each player has`: `{before[0]}: ...`"
        )
    if (
        text == ","
        and before[:1] in (["if"], ["unless"])
        and (after in ("each", "may") or _acts(pieces[len(before) + 1 :]))
    ):
        return "leave the comma out and put what happens on the next line, indented"
    if text == ":" and before and before[0].startswith('"'):
        return "leave the `:` out and put what it does on the next line, indented"
    if text == "only" and after == "if" and before and before[0].startswith('"'):
        return "write `if`"
    if text == "'s" and before[:1] == ["set"] and before[1:2] in (["each"], ["every"], ["all"]):
        return f"write `each {before[-1]}` and below it, indented, `set its ... to ...`, or `set my ...` for a player"
    if before[:1] == ["do"] and len(before) == 2 and text in ("the", "a", "it", "me", "my"):
        return f"write `do {before[1]} with {_joined(pieces[2:])}`"
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
            f"say where it goes: `move {_joined(before[1:])} to a {space} that is within {text} of it`, "
            f"or `to the {space} beside it towards North`"
        )
    if before == ["together"] and text in ("destroy", "destroys"):
        return f"put `together` at the end: `{' '.join(pieces[1:])} together`"
    if before[:1] == ["deal"] and text.isdigit() and before[-1] in ("player", "players"):
        return f"put what is dealt first: `deal {' '.join(pieces[pieces.index(text) :])} to all players`"
    if text == "is" and before[:1] == ["otherwise"] and len(before) > 1:
        return f"write `otherwise if {_joined(pieces[1:])}`"
    if text == "is" and before and before[0] not in ("if", "unless") and "a verb" in error.expected:
        rest = _joined(pieces[len(before) + 1 :])
        return f"to change it, write `set {_joined(before)} to {rest}`; to ask for it, `if {_joined(pieces)}`"
    if before[-1:] == ["or"] and text in words.VERBS:
        return "write `choose one`, and below it each choice as a text in quotes with what it does"
    if text == "pass" and before[-1:] == ["may"]:
        return SENTENCES["pass"]
    if text == "turn" and before[:1] == ["skip"]:
        return "say who has a turn in its first line: `turn of each player that is Ready`"
    return None


def _acts(pieces: list[str]) -> bool:
    """Tells whether a sentence begins here, with a verb or with who acts."""
    said = next((at for at, piece in enumerate(pieces[:6]) if piece in words.VERBS), None)
    return said is not None and not {"is", "are", "has"} & set(pieces[:said])


def _of_each(text: str, after: str, before: list[str], line: Line, error: GrammarError) -> str | None:
    """Slips in words that say which ones are meant."""
    if text in ("each", "every") and "`all`" in error.expected and "`every`" not in error.expected:
        return f"write `all`, as in `to all players`: {_each_block(text, after)}"
    if text == "any" and after != "of" and "`a`" in error.expected:
        if "`some`" in error.expected:
            return "write `some`"
        return ANY
    if text in _BESIDE:
        return "say it after the name: `a Tile that is next to it`"
    if text in words.ORDINALS and after == "player" and before[-1:] != ["the"] and "`the`" in error.expected:
        return f"write `the {text} player`"
    if text in ("next", "last") and before[-1:] != ["the"] and "`the`" in error.expected:
        return f"write `the {text}`"
    if before[-2:-1] == ["the"] and before[-1] in ("first", "second", "third") and text[:1].isupper():
        return f"write `the next {text}` or `the last {text}`; `the {before[-1]}` works only for players"
    if (after == "again" and "I" in before) or (text == "another" and after == "turn"):
        return "write `me leads`: the player who leads has the next turn"
    if text in ("sum", "sums", "total", "totals") and "that" in before[-1:]:
        return "write `add up`, as in `any Cards that add up to 10 by their Value`"
    if text in ("window", "phase", "rule", "effect") and before[-1:] in (
        ["open"],
        ["do"],
        ["apply"],
        ["end"],
    ):
        return f"leave `{text}` out: `{before[-1]} {after}`"
    if text.isdigit() and before[-1:] == ["player"] and 0 < int(text) <= len(words.ORDINALS):
        return f"write `the {words.ORDINALS[int(text) - 1]} player`"
    if text in ("starts", "begins", "goes") and before[-1:] == ["player"] and line.indent:
        return "write `leads`, as in `the first player leads`"
    if text in ("another", "somebody", "someone", "anybody", "anyone"):
        return "write `an other player` for one that a player chooses, or `some player` in a condition"
    if text == "several":
        return "write `any number of`, or say how many, as in `2 Cards` or `at least 2 Cards`"
    if text in ("everyone", "everybody"):
        return "write `all players`"
    if text in ("them", "him", "her"):
        return "name it where it is chosen, as in `choose a player as the rival`, then write `the rival`"
    if text == "not" and after in ("any", "a", "an", "all", "every"):
        return "write `no`, as in `no Card is in Deck`"
    if text == "not" and before[-1:] in (["if"], ["and"], ["or"], ["unless"]) and after[:1].isupper():
        return f"say what the condition is about, as in `it is not {after}`"
    if text == "not" and before[-1:] and before[-1] in ("if", "unless", "while", "until", "and", "or"):
        return "put `not` after `is`, as in `if my Bot is not outer`"
    if text == "can" and "`is`" in error.expected:
        return "name what makes it possible, as in `if some Tile is next to my Bot`"
    if text in ("exactly", "only") and (number := _FOLLOWED.get(after, after)).isdigit():
        return (
            f"count them, as in `the number of Cards in my Hand is {number}` or "
            f"`the number of players that are Ready is {number}`"
        )
    if text in ("nobody", "null", "nil", "nothing", "undefined") and "a verb" not in error.expected:
        return "write `none`"
    if text == "true":
        return "write `yes or no`" if after == "or" else "write `yes`"
    if text == "false":
        return "write `no`"
    if text in ("point", "points"):
        return "leave the word out after a number, or name the fact, as in `my Points`"
    if text == "mine":
        return "write `my` before the name, as in `my Pawn`, or `friendly`, as in `a friendly Pawn`"
    if text in ("coin", "die") and "a number or a range such as `0 to 6`" not in error.expected:
        return "declare `die Coin of Heads, Tails`, then write `roll Coin`"
    if text in ("runs", "run") and "`is`" in error.expected:
        return "write `is empty`"
    if "I" in before:
        return "write `me` for the acting player, as in `me is Ready`, or `my`, as in `my Hand is empty`"
    return None


def _each_block(text: str, after: str) -> str:
    return f"`{text} {after}` begins a block of its own"


def _joined(pieces: list[str]) -> str:
    """Writes words as they stand in a line."""
    return " ".join(pieces).replace(" 's", "'s").replace(" ,", ",").replace("( ", "(").replace(" )", ")")


def form(line: Line, error: GrammarError) -> str | None:
    """Shows how such a line is written, where there is more that could stand than anybody would read."""
    first = line.pieces[0].text
    if not line.indent:
        return f"for example `{FORMS[first]}`" if first in FORMS else None
    if error.token.start_pos == line.start and "a verb" in error.expected and "`each`" in error.expected:
        return SENTENCE
    return None
