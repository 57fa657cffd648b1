"""How a match goes: set-up, turns and rounds, phases, what follows events, the ends of the game."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from gekido_dsl.generated.declaring import NOTHING, World
from gekido_dsl.generated.deriving import Context, Dead
from gekido_dsl.generated.table import CLOSED, LOCATED, Production

_DRILLS: Final = ("Drill", "Feint")
_IN_A_DRILL: Final = 3
_ONCE: Final = "repeat up to 1 times"
"""A loop around what is drilled, which may leave it or begin its next round."""
_SIMPLE: Final = "my Stool's Score gains 1 if possible"


def order(w: World, drilled: Sequence[str]) -> None:
    """The turn or round, its phases with their facts and statements.

    Args:
        drilled: statements that the main phase has besides.
    """
    steps = w.chance(25)
    second = w.chance(35)
    w.say("phase", "Main", CLOSED)
    if second:
        w.say("phase", "Second", CLOSED, 1)
    if w.chance(45):
        _facts(w)
    phases = ["Main: Part One, Part Two" if steps else "Main"]
    if w.chance(20):
        phases[0] += f" if {w.write('condition', NOTHING, 2)}"
    if second:
        phases.append("Second" + (f" if {w.write('condition', NOTHING, 2)}" if w.chance(50) else ""))
    first = w.pick(("", "", ", a random player first"))
    sort = w.below(10)
    if sort < 6:
        w.declare(f"turn of each player{first}", phases)
    elif sort < 8:
        w.declare(f"turn of all players{first}", phases)
    else:
        that = f" that {w.write('predicate', NOTHING, 1, 'player')}" if w.chance(40) else ""
        until = f", until {w.write('condition', NOTHING, 2)}" if w.chance(30) else ""
        turns = [f"turn of each player{that}{until}", *(f"  {one}" for one in phases)]
        w.declare(f"round{first}", [*(["Before"] if w.chance(50) else []), *turns])
        w.declare("phase Before", [w.block(NOTHING, 2, 2)])
    if "cell" in w.wants:
        w.phase_facts.append("Hoard: 0 to 20")
    own = Context(inside=frozenset({"phase"}))
    body = [*w.phase_facts, w.block(own, 3, 3)]
    if w.chance(40):
        drills(w)
    if w.chance(20):
        # A phase that a rule does, for whoever acts, and that may end before it is through.
        w.declare(
            "phase Aside",
            [
                w.block(NOTHING, 2, 1),
                f"{w.write('every-player', NOTHING, 1)}\n  end Aside if me is not the first player",
                _SIMPLE,
            ],
        )
        w.drills.append("Aside")
        w.say("sentence", "do Aside{end}", weight=6)
        w.declare("whenever Aside ends", [w.write("plain-sentence", NOTHING, 1)])
    body += [f"do {name}" for name in w.drills]
    if drilled:
        body.append("\n".join((_ONCE, *drilled)).replace("\n", "\n  "))
    w.declare("phase Main", [*body, _SIMPLE])
    if steps:
        w.declare("phase Part One", [w.block(own, 2, 2)])
        w.declare("phase Part Two", [w.block(own, 2, 1)])
    if second:
        w.declare("phase Second" + w.pick(("", ' "The second part"')), [w.block(NOTHING, 2, 2)])
    if w.chance(15):
        w.declare(f"exception to Main when {w.write('condition', NOTHING, 2)}", [w.block(own, 2, 2), _SIMPLE])


def drills(w: World) -> None:
    """Rules in which sentences, phrases and blocks meet that seldom do: any with any other."""
    sentences, phrases = w.productions("sentence", "statement"), w.productions()
    said: dict[str, list[Production]] = {}
    for one in sentences:
        said.setdefault(one.word, []).append(one)
    words = sorted(said)
    for name in _DRILLS[: 1 + w.below(len(_DRILLS))]:
        lines = []
        for _ in range(_IN_A_DRILL):
            inner = sentences if w.chance(30) else phrases
            outer = said[w.pick(words)]
            goals = (outer[w.below(len(outer))], inner[w.below(len(inner))])
            with suppress(Dead):
                lines.append(w.steered("statement", NOTHING, 3, goals).text)
        if lines:
            w.declare(f"rule {name}", lines)
            w.drills.append(name)


def _facts(w: World) -> None:
    """Facts of the phase Main; only it and its steps speak of them."""
    w.phase_facts = ["Pot: 0 to 20"]
    w.say("measure", "Pot", CLOSED, 10, needs="phase !key")
    w.say("fact-number", "Pot", CLOSED, 8, needs="phase")
    kind = w.pick(w.members["kind"])
    if w.chance(60):
        w.phase_facts.append(f"Quarry: a {kind} or none")
        w.say(f"thing {kind}", "Quarry", CLOSED, 8, needs="phase")
        w.say(f"fact-thing {kind}", "Quarry", CLOSED, 6, needs="phase")
        w.say("sentence", f"choose a {{noun {kind}}} as Quarry{{rest {kind}}}", weight=6, needs="phase")
    if w.chance(30):
        w.phase_facts.append("Hot: yes or no")
        w.say("fact-truth", "Hot", CLOSED, 4, needs="phase")
        w.say("test", "Hot is yes", LOCATED, 3, needs="phase")
    if w.chance(30):
        w.phase_facts.append("Tone: a Suit, starts Teal")
        w.say("value Suit", "Tone", CLOSED, 6, needs="phase")
        w.say("fact-value Suit", "Tone", CLOSED, 4, needs="phase")


def events(w: World) -> None:
    """Rules that follow events, and replacements of damage."""
    damaged = any(one.startswith("damage to a Scout") for one in w.lines)
    for _ in range(w.below(3)):
        _event(w, damaged)
    if damaged and w.chance(40):
        condition = f" if {w.write('condition', _about('Scout', 'damage=number'), 2)}" if w.chance(60) else ""
        w.declare(f"instead when a Scout suffers damage{condition}", ["the damage loses 1"])


def _event(w: World, damaged: bool) -> None:
    kinds = ["begins", "begins"]
    if w.has("figure"):
        kinds += ["enters", "enters", "destroyed"]
    if damaged:
        kinds += ["damage", "out", "damage"]
    if "each player has" in w.lines:
        kinds += ["gold", "gold"]
    sort = w.pick(kinds)
    context = NOTHING
    if sort == "begins":
        event = w.pick(("Main begins", "Main ends", "Turn begins", "Turn ends", "Round begins", "Round ends"))
    elif sort == "gold":
        event = f"a player {w.pick(('gains', 'loses'))} Gold as the gold"
        context = Context(it="player").with_pairs((("word", "gold=number"),), {})
    elif sort in ("enters", "destroyed"):
        kind = w.pick(w.members["figure"])
        context = _about(kind)
        space = w.write("noun", NOTHING, 1, w.pick(w.members["space"]))
        event = f"a {kind} enters a {space}" if sort == "enters" else f"a {kind} is destroyed"
    elif sort == "damage":
        event, context = "a Scout suffers damage", _about("Scout", "damage=number", "source=thing Scout")
    else:
        event, context = "a Scout runs out of Life", _about("Scout", "damage=number", "source=thing Scout")
    later = ", after the damage" if sort == "out" and w.chance(30) else ""
    label = f"Murmur {len([one for one in w.used if one.startswith('Murmur')]) + 1}"
    label = label.replace("1", "One").replace("2", "Two").replace("3", "Three")
    w.used.append(label)
    condition = f" {w.pick(('if', 'unless'))} {w.write('condition', context, 2)}" if w.chance(50) else ""
    labelled = f"{label}: " if w.chance(50) else ""
    quiet = w.has("figure") and sort == "enters"
    body = w.write("plain-sentence", context, 2) if quiet and w.chance(50) else w.block(context, 2, 2)
    w.declare(f"whenever {labelled}{event}{later}{condition}", [body])
    if labelled and w.chance(40):
        w.declare(f"exception to {label} when {w.write('condition', context, 2)}", [w.block(context, 1, 1)])


def _about(kind: str, *words: str) -> Context:
    context = Context(it=kind, spoken=(kind,))
    return context.with_pairs(tuple(("word", one) for one in words), {})


def _last_turns(w: World) -> list[str]:
    """Who plays on when the end of the game is certain."""
    if not w.chance(40):
        return []
    together = any(one.startswith("turn of all players") for one in w.lines)
    others = [] if together else ["each other player has one more turn"]
    return [w.pick((*others, "each player has one more turn", "each player has the same number of turns"))]


def ends(w: World) -> None:
    """How the game ends, what players strive for, what is reported."""
    row = any(one.startswith(("best", "2 games")) for one in w.head)
    if row:
        w.declare(
            "the game ends when some Stool's Score is at least 4",
            ["my Stool's Medals gains 1 if possible\nme wins"],
        )
        w.declare("the match ends when some Stool's Medals is at least 2", ["me wins"])
    elif w.chance(50):
        w.declare(
            "the game ends when some Stool's Score is at least 8", [f"{w.write('winners', NOTHING, 2)} win"]
        )
    else:
        w.declare(
            "the game ends when Done: some Stool's Score is at least 5",
            [*_last_turns(w), f"{w.write('winners', NOTHING, 2)} win"],
        )
    if w.chance(12):
        w.declare(
            f"the game ends when {w.write('condition', NOTHING, 2)}",
            [f"{w.write('winners', NOTHING, 2)} win"],
        )
    if w.chance(25):
        w.declare(
            f"the game ends after {w.pick(('', 'Late: '))}3 rounds", [f"{w.write('winners', NOTHING, 2)} win"]
        )
    if "Might" in w.used and w.chance(50):
        w.declare("aim of each player: the highest Might")
    if w.chance(20):
        kind = w.pick(w.members["kind"])
        try:
            line = w.write("measure", Context(it=kind, spoken=(kind,)), 2)
            w.declare(
                f"report Summary of each {kind}, when Main ends",
                [f'"Counts": {line}', '"What happened": what Main did'],
            )
        except Dead:
            return


def told(w: World) -> None:
    """What is tried and claimed of the game."""
    if w.chance(15):
        w.declare(
            'scenario "It begins"', ["given the turn of the first player", "then my Stool's Score is 0"]
        )
    if w.chance(15):
        w.declare('scenario "It counts"', ["when my Stool's Score gains 1", "then my Stool's Score is 1"])
    if w.chance(15):
        w.declare('claim "It comes to an end"', ["then at most 9 of 10 games are not finished"])
