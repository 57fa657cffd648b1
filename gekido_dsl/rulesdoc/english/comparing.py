"""Comparisons become English: sums, who has the most of something, and in which order things come."""

from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.nouns import arguments_text, attribute_text, takes_plural
from gekido_dsl.rulesdoc.english.phrases import belonging, phrase_text
from gekido_dsl.rulesdoc.english.teller import EXPRESSIONS, Teller
from gekido_dsl.syntax import nodes as s


def key_text(t: Teller, by: s.Expr) -> str:
    """Writes what things are compared by: `its Strength` is `the Strength`."""
    match by:
        case s.Of(base=s.It() | s.Me(), attribute=s.Attribute(built_in=False) as attribute):
            return f"the {attribute_text(t, attribute)}{arguments_text(t, attribute.arguments)}"
        case s.Of(base=s.It(), attribute=s.Attribute() as attribute):
            return f"the {attribute_text(t, attribute)}"
        case s.Noun(name=name) if name is not None:
            return f"the {t.linked(name)}"
        case _:
            return t.expr(by)


def several_among(t: Teller, things: s.Expr) -> str:
    """Writes things as those that something is found among."""
    text = t.expr(things)
    return text if en.plain(text).startswith(("the ", "your ", "their ", "its ")) else f"the {text}"


@EXPRESSIONS.of(s.Sum)
def _total(t: Teller, expr: s.Sum) -> str:
    """Writes a sum: `the total Worth of the Cards in the Trick`."""
    things, by = expr.things, expr.by
    if expr.outside is not None:
        melds = t.linked(expr.outside)
        return f"{_total(t, s.Sum(expr.span, things, by))} outside {melds}, laid out as well as possible"
    if isinstance(by, s.Of) and by.attribute.built_in and by.attribute.name == "face":
        return f"the total shown by {several_among(t, things)}"
    if isinstance(by, s.Of) and any(isinstance(one.value, s.It) for one in by.attribute.arguments):
        label = belonging(t, by.base, attribute_text(t, by.attribute))
        return f"the total of {label} for {several_among(t, things)}"
    if isinstance(by, s.Noun) or (isinstance(by, s.Of) and isinstance(by.base, s.It | s.Me)):
        return f"the total {key_text(t, by).removeprefix('the ')} of {several_among(t, things)}"
    return f"the total of {key_text(t, by)} over {several_among(t, things)}"


@EXPRESSIONS.of(s.Highest)
def highest_text(t: Teller, expr: s.Highest) -> str:
    """Writes the one with the most, and what decides among equals."""
    first, *rest = expr.keys
    inner = expr.things.phrase if isinstance(expr.things, s.Inner) else None
    told = phrase_text(t, inner) if inner is not None else t.expr(expr.things)
    players = isinstance(expr.things, s.Noun) and expr.things.name is None
    if players:
        with t.acting("they"):
            text = f"the {told} {best(t, first, players=True)}"
            more = [best(t, key, players=True) for key in rest]
    else:
        text = f"the {told} {best(t, first)}"
        more = [best(t, key) for key in rest]
    text += "".join(f", among equals the one {one}" for one in more)
    if expr.taking is not None:
        led = f" of the {attribute_text(t, expr.taking.attribute)} that was led"
        if expr.taking.trump is not None:
            led = f", of {t.expr(expr.taking.trump)} if there is one, or else{led}"
        text += led
    return text + (", or one of these at random" if expr.random else "")


def best(t: Teller, key: s.Key, *, players: bool = False) -> str:
    """Writes by what one is picked out: `with the highest Strength`, `whose Purse has the most Coins`."""
    by = key.by
    match by:
        case s.Of(base=s.Of(base=s.Me() | s.It() as whose, attribute=thing), attribute=number) if (
            not number.built_in and isinstance(whose, s.Me) is players
        ):
            return f"whose {attribute_text(t, thing)} has {most_of(t, key, _numbered(t, number))}"
        case s.Of(base=s.Me() | s.It(), attribute=s.Attribute(name="games won")):
            return f"who has won the {'fewest' if key.lowest else 'most'} games"
        case s.Of(base=s.Me() | s.It(), attribute=number):
            return f"with {most_of(t, key, _numbered(t, number))}"
        case s.Located(things=s.Noun(name=name), where=s.Me() | s.It()) if name is not None:
            return f"with {most_of(t, key, t.linked(name))}"
        case s.Located(things=s.Noun() as counted) if players and takes_plural(t, counted):
            return f"with the {'fewest' if key.lowest else 'most'} {t.expr(by).removeprefix('their ')}"
        case s.Noun(name=name) if name is not None:
            return f"with {most_of(t, key, t.linked(name))}"
        case s.Count(phrase=phrase):
            things = phrase_text(t, phrase, counted=True).removeprefix("your ").removeprefix("their ")
            return f"with the {'fewest' if key.lowest else 'most'} {things}"
        case s.Distance(origin=s.It(), goal=goal, over=None):
            return f"{'nearest to' if key.lowest else 'furthest from'} {t.expr(goal)}"
        case _:
            way = "lowest" if key.lowest else "highest"
            return f"for {'whom' if players else 'which'} {t.expr(by)} is {way}"


def _numbered(t: Teller, number: s.Attribute) -> str:
    return attribute_text(t, number) + arguments_text(t, number.arguments)


def most_of(t: Teller, key: s.Key, number: str) -> str:
    """Writes `the highest Strength`, or of what is counted `the most Coins`."""
    if en.several(number):
        return f"the {'fewest' if key.lowest else 'most'} {number}"
    return f"the {'lowest' if key.lowest else 'highest'} {number}"


def ranked(t: Teller, keys: tuple[s.Key, ...]) -> str:
    """Writes by what there is an order: `the Speed, the highest first`."""
    parts = [f"{key_text(t, key.by)}, the {'lowest' if key.lowest else 'highest'} first" for key in keys]
    return ", then by ".join(parts)


@EXPRESSIONS.of(s.Rank)
def _rank(t: Teller, expr: s.Rank) -> str:
    owner = en.belonging(t.expr(expr.player)) if not isinstance(expr.player, s.Me) else t.my
    return f"{owner} rank when players are compared by {ranked(t, expr.keys)}"


@EXPRESSIONS.of(s.Distance)
def _distance(t: Teller, expr: s.Distance) -> str:
    way = f" over {phrase_text(t, expr.over)}" if expr.over is not None else ""
    to = f"the nearest of {several_among(t, expr.goal)}" if takes_plural(t, expr.goal) else t.expr(expr.goal)
    return f"the distance from {t.expr(expr.origin)} to {to}{way}{cost_text(t, expr.cost)}"


@EXPRESSIONS.of(s.LongestWay)
def _longest_way(t: Teller, expr: s.LongestWay) -> str:
    return f"the longest way over {phrase_text(t, expr.over)}, none of them twice{cost_text(t, expr.cost)}"


@EXPRESSIONS.of(s.Share)
def _share(t: Teller, expr: s.Share) -> str:
    owner = en.belonging(t.expr(expr.player)) if not isinstance(expr.player, s.Me) else t.my
    with t.acting("they"):
        paid = t.expr(expr.paid)
        first, *more = expr.keys
        among = several_among(t, expr.among)
        text = f"{owner} share of {paid}: each layer goes, of {among} who paid for it,"
        text += f" to the one {best(t, first, players=True)}"
        rest = f", by {ranked(t, tuple(more))}" if more else ""
    return f"{text}; equals divide it, and what is left over goes one by one{rest}"


@EXPRESSIONS.of(s.Best)
def _best_pattern(t: Teller, expr: s.Best) -> str:
    return f"the best {t.linked(expr.name)} that {_all_of(t, expr.things)} make"


@EXPRESSIONS.of(s.Worth)
def _worth(t: Teller, expr: s.Worth) -> str:
    return f"the worth of {_all_of(t, expr.things)} as {en.a(t.linked(expr.name))}"


def _all_of(t: Teller, things: s.Expr | s.Exactly) -> str:
    """Writes things that count together, of whichever of several places."""
    if isinstance(things, s.Exactly):
        counted = [(number, t.expr(one)) for number, one in zip(things.numbers, things.things, strict=True)]
        told = [
            f"{number} {'of ' if en.plain(text).startswith(('the ', 'your ', 'their ', 'its ')) else ''}{text}"
            for number, text in counted
        ]
        return f"exactly {' and '.join(told)}"
    if isinstance(things, s.Union):
        return md.joined([several_among(t, part.head) for part in things.parts], "and")
    return several_among(t, things)


def cost_text(t: Teller, cost: s.Expr | None) -> str:
    return f", counting {key_text(t, cost)} of each" if cost is not None else ""
