"""What people say at a table and the language says in another form: a whole line is read, and told as it is written.

Invariants:
    Only a line that the grammar has refused is looked at, so that nothing here can refuse a right one.
    What is offered is made of the names that the same file declares.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from gekido_dsl.diagnostics import Code, Diagnostic, Label, codes
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax.declared import Names, several

_WORDS: Final = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_FIGURES: Final = {word: str(number) for number, word in enumerate(_WORDS, start=1)} | {"a": "1", "an": "1"}
_FIGURE: Final = rf"\d+|{'|'.join(_FIGURES)}"
_NAME: Final = r"[A-Za-z][\w-]*(?: [A-Z][\w-]*)*"
_PERSON: Final = (
    r"(?:(?:the|a|an|any|some|that|this|each|every|which|all) )?"
    r"(?:(?:first|second|third|fourth|fifth|sixth|next|previous|other|last|same|current|active|winning) )?"
    r"players?|I|me|he|she|they|you|it|someone|somebody|whoever"
)
_HAS: Final = r"has|have|had|owns?|holds?|contains?|got"
_BOUND: Final = r"at least |at most |more than |less than |fewer than |exactly |over |under |no |"
_BOUNDS: Final = {"fewer than ": "less than ", "exactly ": "", "over ": "more than ", "under ": "less than "}


_LONGEST: Final = 240
"""A line of more characters is not read."""


class _Found(NamedTuple):
    """What is told of a line: where it is wrong, as offsets in the line, what is wrong, and what to write."""

    start: int
    end: int
    message: str
    help: str
    code: Code = codes.SYNTAX_ERROR


def _figure(text: str) -> str:
    return _FIGURES.get(text, text)


def _turn(match: re.Match[str], names: Names) -> _Found:
    step = (
        "give players a fact, as in `Resting: yes or no, starts no` below `each player has`, set it here, and write "
        "`turn of each player that is not Resting`; to end this turn, write `stop`"
    )
    return _Found(*match.span(), "no sentence skips a turn", step)


def _again(match: re.Match[str], names: Names) -> _Found:
    return _Found(
        *match.span(),
        "another turn is given with `leads`",
        "write `me leads`: the player who leads has the next turn",
    )


def _drawn(match: re.Match[str], names: Names) -> _Found:
    return _Found(*match.span(), "a draw is a game that nobody wins", "write `nobody wins`")


def _won(match: re.Match[str], names: Names) -> _Found:
    who = match["who"].split()
    verb = match["verb"] if match["verb"].endswith("s") else match["verb"] + "s"
    winner = (
        "the player"
        if who[-1] in ("player", "he", "they", "she", "I", "you") and "other" not in who
        else match["who"]
    )
    condition = re.sub(r"^(?:the|a|that) player has ", "", match["when"])
    step = f"write `the game ends when {condition}`, and below it, indented, `{winner} {verb}`"
    return _Found(*match.span(), f"who {verb} is said below `the game ends when`", step)


def _first_to(match: re.Match[str], names: Names) -> _Found:
    number = names.number(match["what"] or "points") or "my Score"
    step = (
        f"write `the game ends when some player is Done`, below it, indented, `the highest player by {number} wins`, "
        f"and define `a player is Done if {number} is at least {_figure(match['count'])}`"
    )
    return _Found(*match.span(), "the end of the game begins with `the game ends when`", step)


def _after(match: re.Match[str], names: Names) -> _Found:
    count = _figure(match["count"] or match["number"])
    unit = (match["unit"] or match["one"]).removesuffix("s")
    if unit == "turn":
        return _Found(
            *match.span(), "a number of turns is a limit", f"write `limit {count} turns` below `game`"
        )
    rounds = "1 round" if count == "1" else f"{count} rounds"
    return _Found(
        *match.span(), "an end by rounds is written with `after`", f"write `the game ends after {rounds}`"
    )


def _seated(match: re.Match[str], names: Names) -> _Found:
    word = match["word"]
    side = (
        "partners opposite"
        if word.startswith(("partner", "pair"))
        else "2 sides"
        if "team" in word
        else "all on one side"
    )
    return _Found(*match.span("word"), f"`{word}` is not how players are grouped", f"write `, {side}`")


def _has_of_each(match: re.Match[str], names: Names) -> _Found | None:
    count, what, place = _figure(match["count"]), match["what"], match["place"]
    kind = names.kind(what)
    if kind is not None:
        where = f"box {place or 'Supply'} of each player: all {several(kind)}"
        step = f"write `kind {kind}, {count} for each player`, and for their place `{where}`"
        return _Found(*match.span(), "how many things there are is said where their kind is declared", step)
    name = what.title()
    step = f"write only `each player has`, and below it, indented, `{name}: 0 or more, starts {count}`"
    return _Found(*match.span(), "what each player has is listed below `each player has`", step)


def _compares(match: re.Match[str], names: Names) -> _Found | None:
    """What somebody has is compared with a number, as in `has 2 Wood and 1 Stone`."""
    asks = match.string[: match.start()].split()
    told = []
    for bound, count, what in re.findall(rf"({_BOUND})({_FIGURE})? ?({_NAME})(?: and |$)", match["all"]):
        one = _compared(match["who"], bound, count, what, asks, names)
        if one is None:
            return None
        told.append(one)
    step = f"write `{' and '.join(told)}`"
    return _Found(*match.span(), "`has` does not compare numbers", step)


def _compared(who: str, bound: str, count: str, what: str, asks: list[str], names: Names) -> str | None:
    count = "0" if bound == "no " else _figure(count or "1")
    least = "at least " if asks[:1] != ["then"] and bound != "exactly " and count != "0" else ""
    bound = "" if count == "0" else _BOUNDS.get(bound, bound) or least
    place = who.removeprefix("the ").removeprefix("my ")
    kind, number = names.kind(what), names.number(what)
    if place in names.places and kind is not None:
        return f"(number of {several(kind)} in {names.places[place]}) is {bound}{count}"
    if number is None:
        return None if kind is None else f"(number of {several(kind)} in my {names.hand}) is {bound}{count}"
    if number.startswith("my "):
        seat = re.fullmatch(r"(?:the )?(first|second|third|fourth|fifth|sixth|next|previous) player", who)
        some = asks[:3] == ["the", "game", "ends"] or who.startswith(("any ", "some "))
        owner = f"(the {seat[1]} player)'s " if seat is not None else "some player's " if some else "my "
        number = owner + number.removeprefix("my ")
    return f"{number} is {bound}{count}"


def _given(match: re.Match[str], names: Names) -> _Found | None:
    """Things that somebody is given: `give 2 cards to each player`."""
    kind = names.kind(match["what"])
    if kind is None:
        return None
    count, whom = _figure(match["count"]), match["whom"]
    what = f"{count} {kind if count == '1' else several(kind)}"
    if re.search(r"\bplayers$|\b(?:each|every) (?:other )?player$|^everyone$", whom):
        everyone = "all other players" if "other" in whom else "all players"
        return _Found(*match.span(), "things from a deck are dealt", f"write `deal {what} to {everyone}`")
    step = f"write `move {what} of my {names.hand} to {whom}'s {names.hand}`"
    return _Found(*match.span(), "things change hands with `move`", step)


def _changes(match: re.Match[str], names: Names) -> _Found | None:
    """A number that is given or taken as if it were a thing: `gain 4 points`, `remove 1 Oil from it`."""
    number = names.number(match["what"])
    if number is None:
        return None
    whom = (match["whom"] or "").strip()
    name = number.removeprefix("my ").removeprefix("its ")
    if whom and not re.fullmatch(r"me|myself|him|her|himself|them|(?:the|that) player", whom):
        number = f"{'its' if whom == 'it' else whom + chr(39) + 's'} {name}"
    verb = "loses" if re.match(r"remove|subtract|take|deduct|los|spend|pay|minus", match["verb"]) else "gains"
    step = f"write `{number} {verb} {_figure(match['count'])}`"
    return _Found(*match.span(), f"`{name}` is a number: it gains or loses", step)


def _adds(match: re.Match[str], names: Names) -> _Found | None:
    down = match["verb"] in ("subtract", "deduct")
    what = match["what"].strip()
    verb = "loses" if down else "gains"
    return _Found(
        *match.span(),
        f"`{match['verb']}` does not change a number here",
        f"write `{what} {verb} {match['count'].strip()}`",
    )


def _rolled(match: re.Match[str], names: Names) -> _Found | None:
    if len(names.dice) != 1:
        return None
    name, count = names.dice[0]
    step = f"roll {name}" if count == "1" else f"roll all {several(name)}"
    return _Found(*match.span("what"), "dice are rolled by their name", f"write `{step}`")


def _fallen(match: re.Match[str], names: Names) -> _Found | None:
    name = next(
        (name for name, _ in names.dice if match["what"].removeprefix("the ") in (name, several(name))), None
    )
    if name is None:
        return None
    verb = "falls" if match["what"].endswith(name) else "fall"
    return _Found(
        *match.span(),
        "in a scenario, dice `fall`",
        f"write `{match['begin']} {match['what']} {verb} {match['face']}`",
    )


def _fact_of(match: re.Match[str], names: Names) -> _Found | None:
    """A fact that is asked for with a verb or with `with`: `that costs 3`, `with a Cost of 3`."""
    word = match["fact"]
    stem = word.removesuffix("s").lower()
    fact = next((one for one in sorted(names.facts) if one.lower() in (word.lower(), stem)), None)
    if fact is None:
        return None
    value = match["value"].strip()
    value += "'s face" if value in (name for name, _ in names.dice) else ""
    step = f"write `whose {fact} is {value}`"
    return _Found(*match.span(), "a fact of a thing is asked for with `whose`", step)


def _bracketed(match: re.Match[str], names: Names) -> _Found:
    step = f"leave the brackets out: `{match['before']} {match['inside']}`"
    return _Found(*match.span("list"), "brackets hold a citation and no list", step)


def _their(match: re.Match[str], names: Names) -> _Found:
    word, name = match["word"], match["name"]
    if word == "your":
        step = f"write `my {name}`: `my` is what the acting player has"
    elif re.match(r"(?:a|an|amount) ?.*\bplayer\b", match.string):
        step = f"write `my {name}`: in a line about a player, `my` is what that player has"
    else:
        step = f"write `my {name}` for what the acting player has, or `its {name}` for what the thing has"
    return _Found(*match.span("word"), f"unknown word `{word}`", step, codes.UNKNOWN_WORD)


def _one_of(match: re.Match[str], names: Names) -> _Found | None:
    kind = names.kind(match["what"])
    place = match["place"] or ""
    if kind is None:
        return None
    some = "a" if kind[0] not in "AEIOU" else "an"
    step = (
        f"write `{some} {kind}{place}`" if place or match["whose"] == "the" else f"write `a friendly {kind}`"
    )
    if not place and match["whose"] != "the":
        step += f", or say where it is, as in `{some} {kind} of my {names.hand}`"
    return _Found(*match.span(), "one of several is said with `a`", step)


def _most(match: re.Match[str], names: Names) -> _Found:
    low = match["most"] in ("least", "lowest", "fewest")
    number = names.number(match["what"]) or f"my {match['what'].title()}"
    step = f"write `the {'lowest' if low else 'highest'} player by {number} {match['verb']}`"
    return _Found(*match.span(), f"who has the {match['most']} is said with `by`", step)


def _moment(match: re.Match[str], names: Names) -> _Found | None:
    """An event that is told with another word: `when a Stone is moved`, `after a Card is destroyed`."""
    kind = names.kind(match["what"])
    if kind is None:
        return None
    some = "an" if kind[0] in "AEIOU" else "a"
    if re.match(r"destroy|kill|captur|defeat|remov|eliminat", match["verb"]):
        return _Found(
            *match.span(), "an event begins with `whenever`", f"write `whenever {some} {kind} is destroyed`"
        )
    space = names.kind(match["where"] or "") or names.space
    if match["verb"].startswith("draw") or space is None:
        return None
    at = "an" if space[0] in "AEIOU" else "a"
    return _Found(
        *match.span(),
        "an event is named as it is listed below `whenever`",
        f"write `whenever {some} {kind} enters {at} {space}`",
    )


def _emptied(match: re.Match[str], names: Names) -> _Found:
    return _Found(
        *match.span("if"), "an empty deck is told with `when empty`", f"write `when empty {match['then']}`"
    )


def _follows(match: re.Match[str], names: Names) -> _Found:
    return _Found(
        *match.span("end"), "`must` takes no `if possible`", f"write `must {match['what']}, else anywhere`"
    )


def _dealt(match: re.Match[str], names: Names) -> _Found:
    kind = names.kind(match["what"] or "Card") or "Card"
    count = _figure(match["count"] or "")
    count = count if count.isdigit() else "5"
    return _Found(
        *match.span(),
        "`deal` says how many things each player gets",
        f"write `deal {count} {several(kind) if count != '1' else kind} to all players`",
    )


_THEM: Final = r"(?:the|a|an|all|each|every|other) "
_VALUE: Final = r"(?: of)?(?P<value> (?:at least|at most|more than|less than)? ?(?:\w+ )?[\w']+)"
_LIST: Final = r"\[(?P<inside>[A-Z][\w ]*(?:, ?[A-Z][\w ]*)*)\]"
_TEAM: Final = r"co-?operative|cooperate|coop|together|as a team|in teams|teams?|partnerships?|partners|pairs"
_CHANGED: Final = r"remove|subtract|take|deduct|lose|spend|pay|add|give|gain|get|score|earn|receive|collect"
_HAPPENS: Final = r"\w+ed|put|laid|moves|goes|lands|arrives|steps|comes"
_SAID: Final[tuple[tuple[str, Callable[[re.Match[str], Names], _Found | None]], ...]] = (
    (
        rf"\b(?:{_PERSON} )?(?:lose|miss|skip|pass|forfeit)(?:s|es)? "
        r"(?:(?:a|an|one|1|the|his|her|their|my|your|its|this|that) )?(?:next )?turns?\b",
        _turn,
    ),
    (
        r"\b(?:an? )?(?:extra|another|second|additional|bonus) turn\b|\b(?:goes|plays|moves|rolls) again\b",
        _again,
    ),
    (
        r"^(?:(?:the |this )?game |it |result )?(?:is |ends in |ends as |ends with )?(?:a )?"
        r"(?:draw|tie|stalemate|drawn|tied)(?: game)?$",
        _drawn,
    ),
    (
        rf"^(?P<who>{_PERSON}|[a-z ]*player) (?P<verb>wins?|loses?)(?: the game)? "
        r"(?:if|when|once|as soon as) (?P<when>.+)$",
        _won,
    ),
    (
        r"^(?:if|when|once) (?P<when>.+?),? (?:then )?(?P<who>(?:the|that|this|a) player|he|they|you|I) "
        r"(?P<verb>wins?|loses?)(?: the game)?$",
        _won,
    ),
    (
        rf"^(?:the )?first (?:player )?(?:to|who)(?: \w+)? (?P<count>{_FIGURE})(?: (?P<what>{_NAME}?))?"
        r"(?: wins?(?: the game)?)?$",
        _first_to,
    ),
    (
        r"^(?:the )?game (?:ends|is over|finishes|stops|lasts)(?: (?:at|in|on|after|with|when|for))?"
        rf"(?: the)?(?: end of)?(?: the)? (?:(?P<one>round|turn) (?P<number>{_FIGURE})"
        rf"|(?P<count>{_FIGURE}) (?P<unit>rounds?|turns?))\b.*$",
        _after,
    ),
    (rf"^players\b.* (?P<word>{_TEAM})\b.*$", _seated),
    (
        r"^(?:each|every) player (?:has|gets|receives|owns|(?:starts|begins) with) "
        rf"(?:an? (?P<place>[A-Z]\w*) of )?(?P<count>{_FIGURE}) (?P<what>{_NAME})$",
        _has_of_each,
    ),
    (
        rf"(?<![\w'])(?P<who>(?:{_PERSON})|(?:the |my )?[A-Z][\w-]*(?: [A-Z][\w-]*)*) (?:{_HAS}) "
        rf"(?P<all>(?:{_BOUND})(?:{_FIGURE})? ?(?:{_NAME})(?: and (?:{_FIGURE}) (?:{_NAME}))*)"
        r"(?= and | or |,|\)|$)",
        _compares,
    ),
    (
        rf"^(?:give|hand|hand out|distribute|deal out|pass) (?P<count>{_FIGURE}) (?P<what>{_NAME}) "
        rf"to (?P<whom>(?:{_THEM})*[\w' ]+?)(?P<rest> if .*| unless .*)?$",
        _given,
    ),
    (
        rf"^(?:(?:{_PERSON}) )?(?P<verb>{_CHANGED})s? (?P<count>{_FIGURE}) (?P<what>{_NAME})"
        r"(?: (?:from|to|of)(?P<whom> [\w' ]+?))?(?= if | unless |$)",
        _changes,
    ),
    (
        r"^(?P<verb>add|subtract|deduct) (?P<count>[\w' ]+?) (?:to|from) "
        r"(?P<what>(?:(?:my|its|the) )?[\w' ]*[A-Z][\w' ]*)$",
        _adds,
    ),
    (
        r"^(?:roll|throw|toss)s? (?P<what>(?:(?:a|the|all|both|one|two|three|\d+) )?(?:die|dice))\b",
        _rolled,
    ),
    (
        r"^(?P<begin>given|when) (?P<what>[\w ]+?) "
        r"(?:rolls?|shows?|lands? on|comes? up|turns? up|is|are) (?P<face>[\w, ]+)$",
        _fallen,
    ),
    (rf"\bthat (?:has (?:an? )?)?(?P<fact>[a-z]+s|[A-Z]\w*){_VALUE}", _fact_of),
    (rf"\bwith (?:an? |the )?(?P<fact>[A-Z]\w*){_VALUE}", _fact_of),
    (rf"(?P<before>\b(?:is|are|has|to|:)) ?(?P<list>{_LIST})$", _bracketed),
    (
        rf"\bone of (?P<whose>my|the|his|her|their|your) (?P<what>{_NAME})"
        r"(?P<place> (?:in|of|on|from) [\w' ]+?)?(?= to | onto |,|$)",
        _one_of,
    ),
    (
        rf"^deal (?:(?P<count>all|the|{_FIGURE}) )?(?P<what>{_NAME})? ?(?:to )?"
        rf"(?:{_THEM})?(?:players?)? ?(?:evenly|equally|each|apiece)$",
        _dealt,
    ),
    (
        r"^(?:the )?(?:winner is (?:the )?)?(?:player|one|whoever|person)(?: who| that)? (?:with|has|having) "
        rf"(?:the )?(?P<most>most|highest|biggest|largest|least|lowest|fewest) (?P<what>{_NAME}) "
        r"(?P<verb>wins|loses)(?: the game)?$",
        _most,
    ),
    (
        rf"^(?:when|whenever|once|after|if|each time|every time) (?:(?:a|an|any|the) )?(?P<what>{_NAME}?) "
        rf"(?:(?:is|gets|was|has been) )?(?P<verb>{_HAPPENS})"
        rf"(?: (?:to|on|onto|into|in|at)(?: (?:a|an|the))? (?P<where>{_NAME}))?$",
        _moment,
    ),
    (
        r"^(?P<if>(?:if|once|whenever) (?:it is |it's |the deck is )?empty),? (?:then )?(?P<then>.+)$",
        _emptied,
    ),
    (
        r"^must (?P<what>follow [\w ]+?|be [\w ]+?),? (?P<end>if (?:possible|able|they can|he can))$",
        _follows,
    ),
    (r"\b(?P<word>his|her|their|your|our) (?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*)*)", _their),
)
"""What is said at a table, and who says it in the language; the first that answers is taken."""
_AT_THE_MARGIN: Final = (_won, _first_to, _after, _has_of_each, _moment)
"""What begins a declaration alone."""


@lru_cache(maxsize=1)
def _said() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Names], _Found | None]], ...]:
    return tuple((re.compile(pattern), told) for pattern, told in _SAID)


def read(source: Source, line: Line) -> Diagnostic | None:
    """Finds what was meant by a line that the grammar refuses; None where nothing here says it."""
    text = source.text[line.start : line.end].rstrip().rstrip(":.").rstrip()
    if "\n" in text or len(text) > _LONGEST:
        return None
    names = None
    for pattern, told in _said():
        if line.indent and told in _AT_THE_MARGIN:
            continue
        for match in pattern.finditer(text):
            names = names or Names(source.text)
            found = told(match, names)
            if found is not None:
                span = Span(source, line.start + found.start, line.start + found.end)
                label = Label(span, "written differently")
                return Diagnostic(found.code, found.message, (label,), help=found.help)
    return None
