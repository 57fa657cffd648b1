"""What people say of numbers and of how many things there are."""

import re

from gekido_dsl.diagnostics import codes
from gekido_dsl.syntax.declared import Names, several
from gekido_dsl.syntax.everyday.said import BOUND, BOUNDS, FIGURE, NAME, Found, figure


def compares(match: re.Match[str], names: Names) -> Found | None:
    """What somebody has is compared with a number, as in `has 2 Wood and 1 Stone`."""
    asks = match.string[: match.start()].split()
    told = []
    for bound, count, what in re.findall(rf"({BOUND})({FIGURE})? ?({NAME})(?: and |$)", match["all"]):
        one = _compared(match["who"], bound, count, what, asks, names)
        if one is None:
            return None
        told.append(one)
    step = f"write `{' and '.join(told)}`"
    return Found(*match.span(), "`has` does not compare numbers", step)


def _compared(who: str, bound: str, count: str, what: str, asks: list[str], names: Names) -> str | None:
    count = "0" if bound == "no " else figure(count or "1")
    least = "at least " if asks[:1] != ["then"] and bound != "exactly " and count != "0" else ""
    bound = "" if count == "0" else BOUNDS.get(bound, bound) or least
    place = who.removeprefix("the ").removeprefix("my ")
    kind, number = names.kind(what), names.number(what)
    if place in names.places and kind is not None:
        return f"(number of {several(kind)} in {names.places[place]}) is {bound}{count}"
    if number is None and kind is not None and "opponent" in who:
        return f"(number of enemy {several(kind)}) is {bound.replace('least', 'most')}{count}"
    if number is None:
        return None if kind is None else f"(number of {several(kind)} in my {names.hand}) is {bound}{count}"
    if number.startswith("my "):
        seat = re.fullmatch(r"(?:the )?(first|second|third|fourth|fifth|sixth|next|previous) player", who)
        some = asks[:3] == ["the", "game", "ends"] or who.startswith(("any ", "some "))
        owner = f"(the {seat[1]} player)'s " if seat is not None else "some player's " if some else "my "
        number = owner + number.removeprefix("my ")
    return f"{number} is {bound}{count}"


def given(match: re.Match[str], names: Names) -> Found | None:
    """Things that somebody is given: `give 2 cards to each player`."""
    kind = names.kind(match["what"])
    if kind is None:
        return None
    count, whom = figure(match["count"]), match["whom"]
    what = f"{count} {kind if count == '1' else several(kind)}"
    if re.search(r"\bplayers$|\b(?:each|every) (?:other )?player$|^everyone$", whom):
        everyone = "all other players" if "other" in whom else "all players"
        return Found(
            *match.span(), "to hand out things from a deck, use `deal`", f"write `deal {what} to {everyone}`"
        )
    step = f"write `move {what} of my {names.hand} to {whom}'s {names.hand}`"
    return Found(*match.span(), "to pass things on, use `move`", step)


def changes(match: re.Match[str], names: Names) -> Found | None:
    """A number that is given or taken as if it were a thing: `gain 4 points`, `remove 1 Oil from it`."""
    number = names.number(match["what"])
    if number is None:
        return None
    whom = (match["whom"] or "").strip()
    name = number.rpartition("'s ")[2].removeprefix("my ").removeprefix("its ")
    if whom and not re.fullmatch(r"me|myself|him|her|himself|them|(?:the|that) player", whom):
        number = f"{'its' if whom == 'it' else whom + chr(39) + 's'} {name}"
    verb = "loses" if re.match(r"remove|subtract|take|deduct|los|spend|pay|minus", match["verb"]) else "gains"
    step = f"write `{number} {verb} {figure(match['count'])}`"
    return Found(*match.span(), f"`{name}` is a number: it `gains` or `loses`", step)


def adds(match: re.Match[str], names: Names) -> Found | None:
    down = match["verb"] in ("subtract", "deduct")
    what = match["what"].strip()
    verb = "loses" if down else "gains"
    return Found(
        *match.span(),
        f"`{match['verb']}` does not change a number here",
        f"write `{what} {verb} {match['count'].strip()}`",
    )


def fact_of(match: re.Match[str], names: Names) -> Found | None:
    """A fact that is asked for with a verb or with `with`: `that costs 3`, `with a Cost of 3`."""
    word = match["fact"]
    stem = word.removesuffix("s").lower()
    fact = next((one for one in sorted(names.facts) if one.lower() in (word.lower(), stem)), None)
    if fact is None:
        return None
    value = match["value"].strip()
    value += "'s face" if value in (name for name, _ in names.dice) else ""
    step = f"write `whose {fact} is {value}`"
    return Found(*match.span(), "to ask for a fact of a thing, write `whose`", step)


def has_of_each(match: re.Match[str], names: Names) -> Found | None:
    count, what, place = figure(match["count"]), match["what"], match["place"]
    kind = names.kind(what)
    if kind is not None:
        where = f"box {place or 'Supply'} of each player: all {several(kind)}"
        step = f"write `kind {kind}, {count} for each player`, and for their place `{where}`"
        return Found(*match.span(), "the number of things belongs to the declaration of their kind", step)
    name = what.title()
    step = f"write only `each player has`, and below it, indented, `{name}: 0 or more, starts {count}`"
    return Found(*match.span(), "list what each player has below `each player has`", step)


def dealt(match: re.Match[str], names: Names) -> Found | None:
    kind = names.kind(match["what"] or "card") or next(iter(names.kinds), None)
    if kind is None:
        return None
    count = figure(match["count"] or "")
    count = count if count.isdigit() else "5"
    return Found(
        *match.span(),
        "`deal` says how many things each player gets",
        f"write `deal {count} {several(kind) if count != '1' else kind} to all players`",
    )


def one_of(match: re.Match[str], names: Names) -> Found | None:
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
    return Found(*match.span(), "to let a player choose one, write `a`", step)


def bracketed(match: re.Match[str], names: Names) -> Found:
    step = f"leave the brackets out: `{match['before']} {match['inside']}`"
    return Found(*match.span("list"), "brackets hold a citation, not a list", step)


def their(match: re.Match[str], names: Names) -> Found:
    word, name = match["word"], match["name"]
    if word == "your":
        step = f"write `my {name}`: `my` is what the acting player has"
    elif re.match(r"(?:a|an|amount) ?.*\bplayer\b", match.string):
        step = f"write `my {name}`: in a line about a player, `my` is what that player has"
    else:
        step = f"write `my {name}` for what the acting player has, or `its {name}` for what the thing has"
    return Found(*match.span("word"), f"unknown word `{word}`", step, codes.UNKNOWN_WORD)


def times(match: re.Match[str], names: Names) -> Found:
    return Found(
        *match.span(),
        "the number stands alone before the name",
        f"write `{match['count']} {match['what']}`",
    )


def dealt_to_each(match: re.Match[str], names: Names) -> Found | None:
    kind = names.kind(match["what"])
    if kind is None:
        return None
    count = figure(match["count"])
    what = kind if count == "1" else several(kind)
    everyone = "all other players" if match["other"] else "all players"
    return Found(
        *match.span(),
        "to hand out things from a deck, use `deal`",
        f"write `deal {count} {what} to {everyone}`",
    )


def ranged(match: re.Match[str], names: Names) -> Found:
    step = f"write `{match['what']}: 0 to {match['most']}, starts {match['count']}`"
    return Found(*match.span(), f"`{match['what']}` has no range", step)
