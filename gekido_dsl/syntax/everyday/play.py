"""What people say of turns, events, choices and the end of a game."""

import re

from gekido_dsl.grammar import words
from gekido_dsl.syntax.declared import Names, several
from gekido_dsl.syntax.everyday.said import Found, figure


def turn(match: re.Match[str], names: Names) -> Found:
    step = (
        "give players a fact, as in `Resting: yes or no, starts no` below `each player has`, set it here, and write "
        "`turn of each player that is not Resting`; to end this turn, write `stop`"
    )
    return Found(*match.span(), "the language has no sentence that skips a turn", step)


def again(match: re.Match[str], names: Names) -> Found:
    return Found(
        *match.span(),
        "an extra turn is written with `leads`",
        "write `me leads`: the player who leads has the next turn",
    )


def drawn(match: re.Match[str], names: Names) -> Found:
    return Found(*match.span(), "a drawn game is written `nobody wins`", "write `nobody wins`")


def won(match: re.Match[str], names: Names) -> Found:
    who = match["who"].split()
    verb = match["verb"] if match["verb"].endswith("s") else match["verb"] + "s"
    winner = (
        "the player"
        if who[-1] in ("player", "he", "they", "she", "I", "you") and "other" not in who
        else match["who"]
    )
    condition = re.sub(r"^(?:the|a|that) player has ", "", match["when"])
    step = f"write `the game ends when {condition}`, and below it, indented, `{winner} {verb}`"
    return Found(*match.span(), f"who {verb} belongs below `the game ends when`", step)


def first_to(match: re.Match[str], names: Names) -> Found:
    number = names.number(match["what"] or "points") or "my Score"
    step = (
        f"write `the game ends when some player is Done`, below it, indented, `the highest player by {number} wins`, "
        f"and define `a player is Done if {number} is at least {figure(match['count'])}`"
    )
    return Found(*match.span(), "the end of the game begins with `the game ends when`", step)


def after(match: re.Match[str], names: Names) -> Found:
    count = figure(match["count"] or match["number"])
    unit = (match["unit"] or match["one"]).removesuffix("s")
    if unit == "turn":
        return Found(
            *match.span(), "turns are limited below `game`", f"write `limit {count} turns` below `game`"
        )
    rounds = "1 round" if count == "1" else f"{count} rounds"
    return Found(
        *match.span(),
        "an end after some rounds is written with `after`",
        f"write `the game ends after {rounds}`",
    )


def seated(match: re.Match[str], names: Names) -> Found:
    word = match["word"]
    side = (
        "partners opposite"
        if word.startswith(("partner", "pair"))
        else "2 sides"
        if "team" in word
        else "all on one side"
    )
    return Found(*match.span("word"), f"`{word}` does not say who plays with whom", f"write `, {side}`")


def rolled(match: re.Match[str], names: Names) -> Found | None:
    if len(names.dice) != 1:
        return None
    name, count = names.dice[0]
    step = f"roll {name}" if count == "1" else f"roll all {several(name)}"
    return Found(*match.span("what"), "name the dice to roll", f"write `{step}`")


def fallen(match: re.Match[str], names: Names) -> Found | None:
    name = next(
        (name for name, _ in names.dice if match["what"].removeprefix("the ") in (name, several(name))), None
    )
    if name is None:
        return None
    verb = "falls" if match["what"].endswith(name) else "fall"
    return Found(
        *match.span(),
        "in a scenario, dice `fall`",
        f"write `{match['begin']} {match['what']} {verb} {match['face']}`",
    )


def most(match: re.Match[str], names: Names) -> Found:
    low = match["most"] in ("least", "lowest", "fewest")
    number = names.number(match["what"]) or f"my {match['what'].title()}"
    step = f"write `the {'lowest' if low else 'highest'} player by {number} {match['verb']}`"
    return Found(*match.span(), "to compare players, write `by`", step)


def moment(match: re.Match[str], names: Names) -> Found | None:
    """An event that is told with another word: `when a Stone is moved`, `after a Card is destroyed`."""
    kind = names.kind(match["what"])
    if kind is None:
        return None
    some = "an" if kind[0] in "AEIOU" else "a"
    if re.match(r"destroy|kill|captur|defeat|remov|eliminat", match["verb"]):
        return Found(
            *match.span(),
            "what happens each time begins with `whenever`",
            f"write `whenever {some} {kind} is destroyed`",
        )
    space = names.kind(match["where"] or "") or names.space
    if match["verb"].startswith("draw") or space is None:
        return None
    at = "an" if space[0] in "AEIOU" else "a"
    return Found(
        *match.span(),
        "arriving on a space is the event `enters`",
        f"write `whenever {some} {kind} enters {at} {space}`",
    )


def emptied(match: re.Match[str], names: Names) -> Found:
    return Found(
        *match.span("if"),
        "what happens when a deck runs out begins with `when empty`",
        f"write `when empty {match['then']}`",
    )


def follows(match: re.Match[str], names: Names) -> Found:
    return Found(
        *match.span("end"), "`must` takes no `if possible`", f"write `must {match['what']}, else anywhere`"
    )


def secretly(match: re.Match[str], names: Names) -> Found:
    return Found(
        *match.span(), "choices made at the same time begin with `secretly`", "write `secretly each player`"
    )


def at_the_end(match: re.Match[str], names: Names) -> Found | None:
    """The top or bottom of a deck: `the top card of the deck`."""
    kind = names.kind(match["what"])
    if kind is None:
        return None
    count = figure(match["count"] or "1")
    what = kind if count == "1" else f"{count} {several(kind)}"
    first = "next" if match["end"] == "top" else "last"
    place = names.place(match["where"] or "deck")
    if first == "next" and re.match(r"draws?\b", match.string):
        return Found(
            0,
            match.end(),
            "`draw` already takes from the top",
            f"write `draw {count} {kind if count == '1' else several(kind)}`",
        )
    step = f"write `the {first} {what} of {place}`"
    return Found(*match.span(), f"the {match['end']} of a deck is written `the {first}`", step)


def beside(match: re.Match[str], names: Names) -> Found:
    side = match["side"] or match["hand"]
    start = len(re.sub(r"\b(?:the|a) $", "", match.string[: match.start()]))
    return Found(
        start, match.end(), "the player to the left or right is a neighbour", f"write `my {side} neighbour`"
    )


def last_one(match: re.Match[str], names: Names) -> Found:
    step = (
        "write `the game ends when the number of remaining players is 1`, "
        "and below it, indented, `all remaining players win`"
    )
    return Found(*match.span(), "players who are still in the game are `remaining`", step)


def none_left(match: re.Match[str], names: Names) -> Found | None:
    kind, place = names.kind(match["what"]), names.place(match["where"].removeprefix("the "))
    if place.removeprefix("my ") in names.places:
        return Found(
            *match.span(),
            "to ask whether nothing is left in a place, write `is empty`",
            f"write `{place} is empty`",
        )
    if kind is None:
        return None
    return Found(
        *match.span(),
        "to say that there is none, begin with `no`",
        f"write `no {kind} is {'on' if kind else 'in'} {place}`",
    )


def _seat(match: re.Match[str]) -> str:
    return match["ordinal"] or words.ORDINALS[int(match["number"]) - 1]


def chosen(match: re.Match[str], names: Names) -> Found:
    step = f"write `when the {_seat(match)} player chooses {match['what']}`"
    return Found(*match.span(), "in a scenario, every decision is written with `chooses`", step)


def held(match: re.Match[str], names: Names) -> Found:
    place = (match["where"] or names.hand).title()
    step = f"write `{match['begin']} the {_seat(match)} player's {place} is {match['what']}`"
    return Found(*match.span(), "name the place that holds it, not only the player", step)


def either(match: re.Match[str], names: Names) -> Found | None:
    """A choice between two things to do, said in one line."""
    one, two = (part.strip().strip('"') for part in (match["one"], match["two"]))
    if re.match(r"(?:a|an|\d+|up to|the) [A-Z]", one) or " asking" in two:
        return None
    step = (
        f'write `choose one`; below it, indented, `"{one.capitalize()}"` and `"{two.capitalize()}"` on lines '
        "of their own, and below each what it does"
    )
    return Found(*match.span(), "list alternatives below `choose one`", step)


def placed(match: re.Match[str], names: Names) -> Found:
    where = match["where"]
    step = f"write `put` and what, as in `put my Pawn onto {where}`; for a fact, `set my Start to {where}`"
    return Found(*match.span(), "say what is placed there", step)


def owned(match: re.Match[str], names: Names) -> Found:
    return Found(
        *match.span(),
        "what a player owns is `friendly`",
        "write `it is friendly`, or `its owner is me`",
    )


def connected(match: re.Match[str], names: Names) -> Found:
    over = f" over ({match['over'].strip('()')})" if match["over"] else ""
    step = f"write `{match['one']} is connected to {match['two']}{over}`"
    return Found(*match.span(), "to ask for a path, write `is connected to`", step)


def near(match: re.Match[str], names: Names) -> Found:
    begin = match.start() + len(match["before"])
    verb = match["is"] or (
        "it is " if match["before"].strip() in ("if", "and", "or", "when", "until", "while") else ""
    )
    verb = "is " if match["before"].strip() == "that" and not verb else verb
    return Found(begin, match.end() - 1, "say what is `next to` it", f"write `{verb}next to`")


def may(match: re.Match[str], names: Names) -> Found | None:
    what = match["what"]
    if what.split()[0] in words.VERBS:
        return None
    step = f'write `may "{what.capitalize()}"{match["rest"] or ""}`, and below it, indented, what it does'
    return Found(*match.span(), f"`{what.split()[0]}` is not a verb of the language", step)


def called(match: re.Match[str], names: Names) -> Found:
    low = "lowest" if match["most"] in ("least", "lowest", "fewest") else "highest"
    number = names.number(match["what"]) or f"their {match['what']}"
    step = f"write `choose the {low} player by {number}, then at random as the {match['word']}`"
    return Found(*match.span(), "to give a player a name, write `as the`", step)
