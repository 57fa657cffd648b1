"""Productions of what is seldom said: words for what is known, loops that are left by name, narrowed conditions, events
of facts and cards, replacements, exceptions to exceptions, positions that come again, sowing, boards drawn otherwise.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from gekido_dsl.generated.declaring import NOTHING, World
from gekido_dsl.generated.deriving import Context, Dead
from gekido_dsl.generated.table import CLOSED, LOCATED, LOOSE, POSTFIX, SUM, Production
from gekido_dsl.generated.table import production as p

SENTENCES: Final[tuple[Production, ...]] = (
    p("sentence", "call {thing K:2} the favourite", weight=3, brings="word favourite=thing K"),
    p("sentence", "call {number:4} the tally", weight=2, brings="word tally=number"),
    p("sentence", "call {player:2} the rival{suffix-call}", weight=2, brings="word rival=player"),
    p("sentence", "destroy all {plural F} together{suffix}", weight=2),
    p("suffix-call", "", weight=6),
    p("suffix-call", " if {condition}"),
    p(
        "statement",
        "each {noun K}\n  repeat up to 2 times\n    stop each <K> if {condition|it K}\n    {block|it K,in loop}",
        weight=2,
    ),
    p(
        "statement",
        "each {noun K}\n  repeat up to 2 times\n    {block|it K,in loop}\n    skip each <K> if {condition|it K}",
        weight=1,
    ),
    p(
        "statement",
        "repeat up to 2 times\n  each {noun K}\n    stop repeat if {condition|it K}\n    {block|it K,in loop}",
        weight=1,
    ),
    p(
        "statement",
        "repeat up to {small} times\n  {every-player}\n    skip repeat if {condition|it player}\n"
        "    {block|it player,in loop}",
        weight=1,
    ),
    p("statement", "each player, starting with {player:0}\n  {block|it player,in loop}", weight=2),
)

CONDITIONS: Final[tuple[Production, ...]] = (
    p("test", "{thing F:4} is next to an enemy <F> that {predicate F}", LOCATED, 2),
    p("test", "{thing F:4} is not next to a <F> that {predicate F}", LOCATED, 1),
    p("test", "some {noun F} is next to a <F> that {predicate F}", LOCATED, 2),
    p("test", "some {noun F} is on a <S> that {predicate S}", LOCATED, 2),
    p("test", "no {noun F} is within 2 of a <F> that {predicate F}", LOCATED, 1),
    p("test", "{thing S:4} has a <F> that {predicate F}", LOCATED, 2),
    p("test", "some {noun S} has not a <F> that {predicate F}", LOCATED, 2),
    p("thing C", "the second <C> of {place C:1}", LOOSE, 2),
    p("thing C", "the third <C> of {place C:1}", LOOSE, 2),
    p("open C", "the next 2 <Cs> of {place C:1} that {predicate C}", LOOSE, 1),
    p("winners", "the second player", weight=1),
)

ALL: Final = (*SENTENCES, *CONDITIONS)


# ---------------------------------------------------------------- declarations


def positions(w: World) -> None:
    """What a position is: whether it has come up before, and what has to be left."""
    if not w.is_a("Scout", "figure") or "board" in w.wants:
        return
    facts = " with Vigor" if w.chance(40) else ""
    turn = w.pick(("", ", and who is on turn"))
    kept = w.pick(("", ", kept for 9 turns", ", kept for 30 turns"))
    w.declare(f"the position is {w.pick(('Scouts', 'Scouts on Board'))}{facts}{turn}{kept}")
    for left in ("a new position", "a position unlike the last 2"):
        w.say("must Scout", f"\n  must leave {left}", weight=4)
        w.say("must Plat", f"\n  must leave {left}, else anywhere", weight=4)
    w.say("must Plat", "\n  must be {what Plat}, else leave a new position, else anywhere", weight=3)
    for test in (
        "the position has come up at least 2 times",
        "the position has come up at most 2 times within the last 6",
        "the position is not new",
        "the position is unlike the last 4",
        "the position is new",
    ):
        w.say("test", test, LOCATED, 2)


def stances(w: World) -> None:
    """Facts of named answers, and figures of which a player has several, in their order."""
    if not w.is_a("Scout", "figure"):
        return
    w.member("Sentry", "kind", "figure", "owned")
    w.declare(
        "kind Sentry, 3 for each player",
        ["Stance: Upright, Bent or Lying, starts Upright" + w.pick(("", "", ", seen by its owner"))],
    )
    for stance in ("Upright", "Bent", "Lying"):
        w.say("test", f"{{thing Sentry:0}}'s Stance is {stance}", LOCATED, 2)
        w.say("sentence", f"set {{thing Sentry:0}}'s Stance to {stance}{{end}}", weight=2)
        w.say("noun Sentry", f"Sentry whose Stance is {stance}", LOOSE, 2)
    w.say("sentence", "set {thing Sentry:0}'s Stance to Upright or Bent{rest number}", weight=2)
    w.say("test", "{thing Sentry:0}'s Stance is {thing Sentry:0}'s Stance", LOCATED, 1)
    for number in ("first", "second", "third"):
        w.say("thing Sentry", f"my {number} Sentry", CLOSED, 3)
        w.say("thing Sentry", f"{{player:0}}'s {number} Sentry", CLOSED, 1)
    w.setup.append("each player\n  move my second Sentry to an empty Plat if possible")


def troughs(w: World) -> None:
    """A board in a ring, round which seeds are sown."""
    if w.ways == 6:
        return
    w.member("Pit", "kind", "space", *(["owned"] if w.chance(30) else []))
    w.declare("kind Pit", ["Seeds: 0 or more, starts 2"])
    w.fact("Pit", "Seeds", "number")
    way = w.pick(("in a ring clockwise", "in a ring anticlockwise", "in a line clockwise"))
    w.declare(f"board Trough: 2 by 4 Pit, touching in 4 directions, {way}", ['" .. "', '"...."'])
    w.say("board", "Trough", CLOSED, 1)
    w.say("thing Pit", "r2c1 of Trough", LOCATED, 2)
    w.say("thing Pit", "the Pit opposite {thing Pit:0}", POSTFIX, 3)
    w.say("thing Pit", "the next Pit after {thing Pit:1}", LOOSE, 2)
    w.say("thing Pit", "the third Pit before {thing Pit:1}", LOOSE, 1)
    w.say("noun Pit", "Pit after {thing Pit:1}", LOCATED, 2)
    # A pit at the end of a line has none after it.
    w.say(
        "sentence",
        "sow {thing Pit:0}'s Seeds into Pits after it as the goal",
        weight=3,
        brings="word goal=thing Pit",
    )
    w.say(
        "sentence",
        "sow {thing Pit:0}'s Seeds into Pits after it that {predicate Pit}{suffix}",
        weight=3,
    )


def combs(w: World) -> None:
    """A board of hexagons, of which regions are laid out, and spaces that several figures share."""
    if w.ways == 4:
        return
    w.member("Cell", "kind", "space")
    w.member("Wasp", "kind", "figure", "owned")
    w.declare("kind Cell")
    w.declare("kind Wasp, 3 for each player, not blocking")
    shape = w.pick(("in a hexagon of side 2", "in rows of 2, 3, 2", "in a triangle of side 3"))
    below = w.pick(("", "", ", rows counted from the bottom", ", seen by nobody"))
    w.declare(f"board Comb: Cell, {shape}{below}")
    w.say("board", "Comb", CLOSED, 2)
    w.say("thing Cell", "r1c1 of Comb", LOCATED, 2)
    w.say("thing Cell", "r2c2 of Comb", LOCATED, 2)
    w.setup.append("each player\n  move 2 random friendly Wasps to random Cell if possible")


def capitals(w: World) -> None:
    """A board whose drawing says by capitals whose figures are."""
    if w.ways == 6:
        return
    w.member("Nook", "kind", "space")
    w.member("Mole", "kind", "figure", "owned")
    w.member("Clod", "kind", "figure", "owned")
    w.declare("kind Nook", ["Damp: yes or no, starts no"])
    w.fact("Nook", "Damp", "truth")
    w.declare("kind Mole, 2 for each player")
    w.declare("kind Clod, 6 of them, not blocking")
    w.declare(
        "board Burrow: 3 by 4 Nook, touching in 8 directions",
        ['"M.3m"', '".M.."', '"..m."', '"M" is a Mole, "3" is 3 Clod',
         "capitals are of the first player, small letters of the second player"],
    )  # fmt: skip
    w.say("board", "Burrow", CLOSED, 2)
    w.say("thing Nook", "r1c2 of Burrow", LOCATED, 2)


def bonds(w: World) -> None:
    """Several links between each two figures, for those who see them."""
    if not w.is_a("Scout", "figure"):
        return
    seen = w.pick(("", ", seen by its owner"))
    w.declare(
        f"link Grudge from each Scout to each enemy Scout: Cool or Hot Blooded, starts Cool, 2 of each{seen}"
    )
    w.say("measure", "number of {thing Scout:0}'s Grudges", SUM, 2)
    w.say("sentence", "flip all {thing Scout:0}'s Grudges to Hot Blooded{end}", weight=2)


def trades(w: World) -> None:
    """Offers and payments in every form."""
    if "each player has" not in w.lines:
        return
    to = ("the others", "each other player", "{player:0}")
    for one in to:
        w.say(
            "statement",
            f"offer 1 in Gold for {{small}} in Gold to {one} if I can pay 1 in Gold\n  otherwise\n    {{block}}",
            weight=1,
        )
    w.say("statement", "pay {small} in Gold, or all that is left, to {player:0}", weight=2)
    w.say(
        "statement",
        "pay {small} in Gold to {player:0} if I can pay 3 in Gold\n  otherwise {plain-sentence}",
        weight=2,
    )
    w.say("statement", "{player:1} may pay 1 in Gold to {player:0}\n  otherwise\n    {block}", weight=2)
    if w.is_a("Slip", "held"):
        w.say("statement", "pay 1 Slip from my Hand to Heap if possible", weight=2)
        w.say(
            "statement",
            "may pay 1 Slip from my Hand to Heap\n  otherwise\n    {block}",
            weight=2,
        )
        w.say(
            "statement",
            "offer 1 Slip for 1 Slip that {predicate Slip} to the others\n  otherwise\n    {block}",
            weight=2,
        )
        w.say("test", "{player:4} can pay 2 Slips from {player:0}'s Hand", LOCATED, 1)


FEATURES: Final = (
    (positions, 25),
    (stances, 25),
    (troughs, 15),
    (combs, 15),
    (capitals, 15),
    (bonds, 12),
    (trades, 30),
)


# ---------------------------------------------------------------- what follows events, and replaces them


def events(w: World) -> None:
    """Rules that follow events of facts and cards, and those that take the place of an event."""
    for _ in range(w.below(3)):
        with suppress(Dead):
            _event(w, w.pick(("whenever", "whenever", "instead when")))


def _event(w: World, how: str) -> None:
    kinds = ["score", "score", *(["nth"] if how == "whenever" else [])]
    if w.has("figure"):
        kinds += ["destroyed", "enters"]
    if w.is_a("Slip", "held"):
        kinds += ["draws", *(["heap"] if how != "whenever" else [])]
    if w.is_a("Scout", "figure"):
        kinds += ["vigor"]
    sort = w.pick(kinds)
    context = NOTHING
    match sort:
        case "nth":
            number = w.pick(("second", "third"))
            event = f"every {number} {w.pick(('Turn', 'Round'))} {w.pick(('begins', 'ends'))}"
        case "score":
            event, context = f"a Stool {w.pick(('gains', 'loses'))} Score", _about("Stool", "number=number")
        case "vigor":
            event, context = (
                f"a Scout {w.pick(('gains', 'loses'))} Vigor as the surge",
                _about("Scout", "surge=number"),
            )
        case "draws":
            event = "a player draws a Slip"
            context = _about("Slip") if how == "whenever" else NOTHING
        case "heap":
            event, context = "a Slip enters Heap", _about("Slip")
        case "destroyed":
            kind = w.pick(w.members["figure"])
            event, context = f"a {kind} is destroyed", _about(kind)
        case _:
            kind = w.pick(w.members["figure"])
            event, context = (
                f"a {kind} enters a {w.write('noun', NOTHING, 1, w.pick(w.members['space']))}",
                _about(kind),
            )
    name = w.pick(("Whim", "Quirk", "Knack", ""))
    if name in w.used:
        name = ""
    condition = f" {w.pick(('if', 'unless'))} {w.write('condition', context, 2)}" if w.chance(60) else ""
    label = f"{name}: " if name else ""
    if sort in ("score", "vigor"):
        # What changes a fact again would go round in a circle.
        body = f'announce "is told" for it at the {"number" if sort == "score" else "surge"}'
    elif sort == "enters" or w.chance(40):
        body = w.write("plain-sentence", context, 2)
    else:
        body = w.block(context, 2, 2)
    w.declare(f"{how} {label}{event}{condition}", [body])
    if name:
        w.used.append(name)
        if how == "whenever" and w.chance(60):
            further = f"{name} Anew"
            w.declare(
                f"exception to {name} when {further}: {w.write('condition', context, 1)}",
                [w.block(context, 1, 1)],
            )
            if w.chance(60):
                w.declare(
                    f"exception to {further} when {w.write('condition', context, 1)}",
                    [w.block(context, 1, 1)],
                )


def _about(kind: str, *words: str) -> Context:
    context = Context(it=kind, spoken=(kind,))
    return context.with_pairs(tuple(("word", one) for one in words), {})


# ---------------------------------------------------------------- scenarios and claims


_GIVEN: Final = (
    "given the turn of the first player", "given the turn of the second player, at Main",
    "given the turn of the second player", "given my Stool's Score is 3", "given chance chooses Mauve",
    "given the second player's Stool's Score is 4",
)  # fmt: skip
_WHEN: Final = (
    "when my Stool's Score gains 1", 'when the first player chooses "Do it"', 'when the first player chooses "Left"',
    "when the first player passes", "when the second player passes", "when the first player chooses 1",
    "when chance chooses Teal", "when the second player leads",
)  # fmt: skip
_THEN: Final = (
    "then my Stool's Score is 0", "then my Stool's Score is at least 1", "then the first player is not asked",
    'then the first player can choose "Left"', 'then the first player can only choose "Left", "Right"',
    "then the first player cannot choose 2", "then the first player wins", "then the second player alone wins",
    "then the second player loses", "then the game has ended", "then the game has ended by Done",
    'then there is an error "this"', "then the second player's Stool's Score is not 0",
)  # fmt: skip
_DRAWINGS: Final = (("M.3m", ".M..", "..m."), ("Mm..", "....", "3..M"))
"""Of the board Burrow."""
_CLAIMS: Final = (
    "then each player wins 1 to 99 of 100 games", "then the first player wins at least 1 of 100 games",
    "then all players win at most 90 of 100 games", "then at most 99 of 100 games last more than 60 turns",
    "then a game lasts 1 to 60 turns on average", "then a game lasts at most 500 decisions on average",
    "then at most 9 of 10 games are drawn", "then at most 9 of 10 games end by Done",
)  # fmt: skip


def told(w: World) -> None:
    """Scenarios with what is given, done and expected, pictures of boards among it, and claims."""
    if w.chance(20):
        lines = [w.pick(_GIVEN) for _ in range(w.below(3))]
        if any(line.startswith("board Burrow:") for line in w.lines):
            rows = _DRAWINGS[w.below(len(_DRAWINGS))]
            lines.append("\n  ".join(("given Burrow is", *(f'"{row}"' for row in rows))))
        lines += [w.pick(_WHEN) for _ in range(w.below(3))]
        lines += [w.pick(_of_ends(w, _THEN)) for _ in range(1 + w.below(2))]
        w.declare('scenario "It is tried"', list(dict.fromkeys(lines)))
    if w.chance(15):
        given = ["given a random setup"] if w.chance(50) else []
        w.declare(
            'claim "It is counted"', [*given, *dict.fromkeys(w.pick(_of_ends(w, _CLAIMS)) for _ in range(2))]
        )


def _of_ends(w: World, lines: Sequence[str]) -> list[str]:
    """Leaves out what speaks of an end that there is not."""
    done = any(line.startswith("the game ends when Done:") for line in w.lines)
    return [one for one in lines if done or not one.endswith(" by Done")]
