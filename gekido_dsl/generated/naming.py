"""What a ruleset gives a name: definitions, properties, amounts, rules, effects, actions, windows, and exceptions.

Each is written with what was declared before it, so that nothing asks itself.
"""

from collections.abc import Callable
from typing import Final

from gekido_dsl.generated.declaring import NOTHING, World
from gekido_dsl.generated.deriving import Context, Dead
from gekido_dsl.generated.table import CLOSED, LOCATED, POSTFIX

_ADJECTIVES: Final = ("Keen", "Bold", "Calm", "Odd")


def _kind(w: World, of: str = "kind") -> str:
    return w.pick(w.members[of])


def _hole(kind: str) -> str:
    return "{player:0}" if kind == "player" else f"{{thing {kind}:0}}"


def _of(kind: str) -> Context:
    return Context(it=kind, spoken=() if kind == "player" else (kind,))


def definition(w: World) -> None:
    """A condition with a name; maybe asked with something, maybe with an exception."""
    left = [one for one in _ADJECTIVES if one not in w.used]
    if not left:
        return
    name = left[0]
    w.used.append(name)
    kind = "player" if w.chance(15) else _kind(w)
    context = _of(kind)
    given = asked = ""
    if kind != "player" and w.chance(35):
        other = _kind(w)
        word = "foe"
        given, asked = f" for a {other} as the {word}", f" for {{thing {other}:0}}"
        context = context.with_pairs((("word", f"{word}=thing {other}"),), {})
    elif w.ways and kind in w.members.get("figure", ()) and w.chance(25):
        given, asked = " towards a Way", " towards {value Way:0}"
        context = context.with_pairs((("say", "Way"),), {})
    sort = w.below(3)
    if sort:
        condition = w.write("condition", context, 3)
        w.declare(f"a {kind} is {name}{given} if {condition}")
    else:
        which = w.pick(("any", "all"))
        w.declare(
            f"a {kind} is {name}{given} if {which} of", [w.write("condition", context, 2) for _ in range(2)]
        )
    if w.chance(30):
        when = w.write("condition", NOTHING, 2)
        began = ", as Main began" if w.chance(40) else ""
        w.declare(
            f"exception to {name} when {when}{began}",
            [f"a {kind} is {name}{given} if {w.write('condition', context, 2)}"],
        )
    w.say(f"what {kind}", f"{name}{asked}", POSTFIX if asked else CLOSED, 12)


def noun(w: World) -> None:
    """A condition that is a noun."""
    kind = _kind(w)
    if "Target" in w.used:
        return
    w.used.append("Target")
    w.declare(f"a {kind} is a Target if {w.write('condition', _of(kind), 3)}")
    w.say(f"noun {kind}", "Target", CLOSED, 10)
    w.say(f"plural {kind}", "Targets", CLOSED, 8)


def property(w: World) -> None:
    """What follows from a thing or a player: one thing, or several."""
    kind = "player" if w.chance(15) else _kind(w)
    if "Mate" not in w.used:
        w.used.append("Mate")
        other = _kind(w)
        given, asked = ("", "")
        context = _of(kind)
        if w.chance(30):
            given, asked = " for 1 to 3 as the step", " for {small}"
            context = context.with_pairs((("word", "step=number"),), {})
        w.declare(f"the Mate of a {kind}{given} is {w.write('thing', context, 3, other)}")
        if w.chance(25):
            w.declare(
                f"exception to Mate when {w.write('condition', NOTHING, 2)}",
                [f"the Mate of a {kind}{given} is {w.write('thing', context, 2, other)}"],
            )
        w.say(f"thing {other}", f"{_hole(kind)}'s Mate{asked}", POSTFIX if asked else CLOSED, 8)
    elif "Reach" not in w.used:
        w.used.append("Reach")
        other = _kind(w)
        w.declare(f"the Reach of a {kind} are {w.write('plural', _of(kind), 3, other)}")
        w.say(f"set {other}", f"{_hole(kind)}'s Reach", CLOSED, 8)


def amount(w: World) -> None:
    """A number that is worked out, in layers."""
    left = [one for one in ("Worth", "Toll", "Might") if one not in w.used]
    if not left:
        return
    name = w.pick(left)
    w.used.append(name)
    kind = {"Worth": _kind(w), "Toll": "", "Might": "player"}[name]
    context = _of(kind) if kind else NOTHING
    given = asked = ""
    if kind and kind != "player" and w.chance(25):
        given, asked = " for 1 to 3 as the step", " for {small}"
        context = context.with_pairs((("word", "step=number"),), {})
    head = f"amount {name}{f' of a {kind}' if kind else ''}{given}"
    first, *more = _lines(w, context, 2 + w.below(4))
    if w.chance(30):
        w.declare(f"{head} is {first.removeprefix('starts at ')}", more if w.chance(50) else [])
    else:
        w.declare(head, [first, *more])
    if w.chance(30):
        w.declare(f"exception to {name} when {w.write('condition', NOTHING, 2)}", _lines(w, context, 1))
    if not kind:
        w.say("measure", name, CLOSED, 10, needs="!key")
    elif kind == "player":
        w.say("measure", f"{{player:0}}'s {name}", CLOSED, 8)
    else:
        w.say("measure", f"{{thing {kind}:0}}'s {name}{asked}", POSTFIX if asked else CLOSED, 10)


def _lines(w: World, context: Context, many: int) -> list[str]:
    found = [f"starts at {w.write('number', context, 2)}"]
    for _ in range(many):
        word = w.pick(("add", "subtract", "becomes", "multiply by", "divide by", "at least", "at most"))
        if word == "divide by":
            found.append(f"divide by {w.pick(('2', '3'))} rounded {w.pick(('up', 'down'))}")
            continue
        number = w.write("number", context, 2)
        condition = f" {w.pick(('if', 'unless'))} {w.write('condition', context, 2)}" if w.chance(50) else ""
        found.append(f"{word} {number}{condition}")
    return found


def rule(w: World) -> None:
    """A rule that is done by name."""
    left = [one for one in ("Push", "Pull", "Swap") if one not in w.used]
    if not left:
        return
    name = left[0]
    w.used.append(name)
    kind = _kind(w)
    context = _of(kind)
    sort = w.below(4)
    given, done = f" with a {kind}", f" with {{single {kind}}}"
    if sort == 0:
        given, done, context = "", "", NOTHING
    elif sort == 2:
        other = _kind(w)
        given += f", a {other} as the twin"
        done += f" and {{single {other}}}"
        context = context.with_pairs((("word", f"twin=thing {other}"),), {})
    elif sort == 3:
        given += " for 1 to 3 as the points"
        done += " for {small}"
        context = context.with_pairs((("word", "points=number"),), {})
    below = [f"only if {w.write('condition', context, 2)}"] if w.chance(30) else []
    w.declare(f"rule {name}{given}", [*below, w.block(context, 2, 2)])
    tail = f"{{tail {kind}}}" if sort else "{end}"
    w.say("sentence", f"do {name}{done}{tail}", weight=10)


def effects(w: World) -> None:
    """Effects that the rows of a table name."""
    only = [f"only if {w.write('condition', NOTHING, 2)}"] if w.chance(40) else []
    w.declare("effect Boon" + w.pick((' "a boon"', "")), [*only, w.block(NOTHING, 2, 2)])
    context = Context(words=(("size", "number"),))
    w.declare('effect Curse with 1 to 3 as the size "a curse"', [w.block(context, 2, 2)])
    w.say("sentence", "apply {thing Charm:0}'s Effect{end}", weight=6)
    w.say("sentence", "apply all Effects of {place Charm:1}{end}", weight=0)
    w.say("sentence", "do Boon{end}", weight=2)
    w.say("sentence", "do Curse with {small}{end}", weight=2)


def window(w: World) -> None:
    """Actions, and a window in which they may be used."""
    if "Brace" in w.used:
        return
    w.used.append("Brace")
    kind = _kind(w)
    once = w.pick(("", "", ", once each Turn", ", once each Round", ", once each Main"))
    only = [f"only if {w.write('condition', _of(kind), 2)}"] if w.chance(50) else []
    w.declare(f"action Brace: a {w.write('noun', NOTHING, 2, kind)}{once}", [*only, w.block(_of(kind), 2, 2)])
    other = _kind(w)
    w.declare(f"action Taunt: a {w.write('noun', NOTHING, 1, other)}", [w.block(_of(other), 1, 1)])
    quotas = (
        "at most 1 of Brace",
        "any number of Brace and Taunt",
        "at most 2 each Turn of Taunt",
        "at most 1 of Brace or Taunt",
    )
    lines = [f"first {w.write('player', NOTHING, 1)}: at most 1 of Brace, at most 1 of Taunt"]
    if w.chance(60):
        which = f"each player that {w.write('predicate', NOTHING, 1, 'player')}"
        who = w.pick(("each other player", "me", "each player", "the next player", which))
        condition = f" if {w.write('condition', NOTHING, 2)}" if w.chance(40) else ""
        more = ", at most 1 each Turn of Taunt" if w.chance(20) else ""
        lines.append(f"then {who}: {w.pick(quotas[:1] if more else quotas)}{more}{condition}")
    w.declare("window React", lines)
    w.say("sentence", "open React{end}", weight=8)
    w.say("test", "the window is React", LOCATED, 2)
    w.say("test", "{player:4} has used Brace this Turn", LOCATED, 2)
    w.say("test", "{player:4} has not used Brace or Taunt this Main", LOCATED, 0)


LATER: Final[dict[str, Callable[[World], None]]] = {"effects": effects}
FEATURES: Final = (
    (definition, 70),
    (noun, 25),
    (amount, 55),
    (property, 35),
    (definition, 45),
    (amount, 30),
    (property, 20),
    (rule, 50),
    (definition, 25),
    (rule, 25),
    (window, 35),
    (rule, 15),
)


def name_all(w: World) -> None:
    """Gives names to what chance wants."""
    for feature, often in FEATURES:
        if w.chance(often * w.much // 100):
            try:
                feature(w)
            except Dead:
                continue
    for one in w.later:
        LATER[one](w)
