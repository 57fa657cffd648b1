"""Other forms of what is said anyway: steps of a ladder, prompts, longer conditions, sums that are narrowed down.

What the grammar can read and nothing that was made had said; `tools/generated_pairs.py` counts such ways.
"""

from typing import Final

from gekido_dsl.generated.declaring import World
from gekido_dsl.generated.table import CLOSED, LOCATED, LOOSE, POSTFIX, SUM, Production
from gekido_dsl.generated.table import production as p

SENTENCES: Final[tuple[Production, ...]] = (
    p("must K", "\n  must not be {what K}", weight=4),
    p("must K", "\n  must not be {what K}\n  must be {what K}, else anywhere", weight=2),
    p("must S", "\n  must have {bearer F}", weight=4),
    p("must S", "\n  must have {bearer F}, else anywhere", weight=3),
    p("must S", "\n  must be {what S}, else have {bearer F}, else not {what S}, else anywhere", weight=3),
    p("must S", "\n  must leave some {noun S}, else have {bearer F}", weight=1),
    p("bearer F", "a <F>", weight=2),
    p("bearer F", "a {adjective F} <F>", weight=4),
    p("narrow K", "\n  must not be {what K}, else anywhere", weight=2),
    p("sentence", 'move a {noun F} to a {noun S}, asking "Where?"{asked}', weight=3),
    p("sentence", 'move {quantity C}{plural C} to {place C:1}, asking "Which?"{asked}', weight=3),
    p("sentence", 'choose a {noun K}, asking "Which one?"{asked}', weight=3, brings="say K"),
    p("sentence", 'may destroy a {noun F}, asking "Which falls?"{asked}', weight=1),
    p("sentence", "may move {open F} to {one S}{tail S}", weight=2),
    p("sentence", "may take a {noun O}{tail O}", weight=2),
    p("sentence", "{player:1} may take a {noun O}{tail O}", weight=2),
    p("sentence", "{player:1} takes {open O}{tail O}", weight=2),
    p("sentence", "{player:1} destroys a {noun F}{tail F}", weight=1),
    p("sentence", "{player:1} may roll {open N}{tail N}", weight=1),
    p("asked", "", weight=1),
    p("asked", "{suffix}", weight=4),
    p("asked", "\n  otherwise stop", weight=6),
    p("asked", "{suffix}\n  otherwise\n    {block}", weight=3),
    p("statement", '{player:1} may "Nod"{end-choice}\n  {block}', weight=2),
    p("statement", 'choose one\n  "Rest"\n    do nothing\n  "Right"{end-choice}\n    {block}', weight=2),
    p(
        "statement",
        "secretly each player as the hider\n  {block|it player,word hider=player,in loop}",
        weight=2,
    ),
    p("statement", "secretly each other player\n  {block|it player,in loop}", weight=1),
    p(
        "statement",
        "together move each {noun F} to {thing S:2|only F}\n  stays if {condition|only F}\n"
        "  stays unless {condition|only F}\n  then\n    {block|only F,word origin=thing S}",
        weight=1,
    ),
    p("statement", "together move each {noun F} to {thing S:2|only F}, 1 <F> to a <S>", weight=1),
    p(
        "statement",
        "together move each {noun F} to {thing S:2|only F}, 1 <F> to a <S>\n  goes first if {condition|only F}\n"
        "  stays if {condition|only F}\n  goes first unless {condition|only F}",
        weight=1,
    ),
    p(
        "statement",
        "together move each {noun C} to {place C:1|only C}\n  stays if {condition|only C}\n"
        '  then\n    announce "goes" for it',
        weight=1,
    ),
)

PHRASES: Final[tuple[Production, ...]] = (
    p("condition", "{test:4} and {test:4} and {test:4}", LOOSE, 2),
    p("condition", "{test:4} or {test:4} or {test:4}", LOOSE, 2),
    p("condition", "{test:4} and for some {noun K}, {test:4|say K}", LOOSE, 2),
    p("condition", "{test:4} or for some {noun K}, {test:4|say K}", LOOSE, 1),
    p("test", "(for no {noun K}, {test:4|say K})", LOCATED, 1),
    p("measure", "the number of <Ks> that {predicate K}", SUM, 3),
    p("measure", "the number of {adjective K} <Ks>", SUM, 2),
    p("measure", "the sum of <Ks> that {predicate K} by {key|only K}", SUM, 3),
    p("measure", "the sum of {adjective K} <Ks> by {key|only K}", SUM, 2),
    p("measure", "the sum of <Ns> by their face", SUM, 3),
    p("measure", "the sum of <Ns> of {place N:1} by their face", SUM, 2),
    p("thing K", "the highest <K> that {predicate K} by {key|only K}", SUM, 2),
    p("thing K", "the lowest <K> by {key|only K}, then by {key|only K}", SUM, 1),
    p("noun K", "<K> that {predicate K} and {predicate K} and {predicate K}", LOOSE, 1),
    p("noun K", "<K> that {predicate K} or {predicate K} or {predicate K}", LOOSE, 1),
    p("noun K", "{adjective K} {adjective K} <K>", CLOSED, 1),
    p("test", "{thing F:4} is next to a <F> that is {what F} and is not {what F}", LOCATED, 1),
    p("test", "{thing S:4} is within 2 of an enemy <F> that is {what F} or is {what F}", LOCATED, 1),
    p("test", "some {adjective O} <F> is next to a <F> whose owner is {player:0}", LOCATED, 1),
    p("test", "no <S> is next to a <F> whose owner is {player:0}", LOCATED, 1),
    p("test", "{thing S:4} is next to a <F> of the same owner as {thing O:0}", LOCATED, 1),
    p("what F", "2 straight from {thing S:4}", weight=1),
    p("what S", "3 straight from {thing F:4}", weight=1),
)  # fmt: skip

ALL: Final = (*SENTENCES, *PHRASES)


# ---------------------------------------------------------------- of what is declared


def positions(w: World) -> None:
    """What is asked of the position, in each form, where one is told apart from others."""
    if not any(line.startswith("the position is") for line in w.lines) and "board" not in w.wants:
        return
    for number in ("2 times", "more than 1 times", "less than 3 times", "at most 3 times"):
        w.say("test", f"the position has come up {number}", LOCATED, 1)
        w.say("test", f"the position has come up {number} within the last {{bound}}", LOCATED, 1)
    w.say("test", "the position is not unlike the last 2", LOCATED, 1)


def payments(w: World) -> None:
    """Who pays what, and what is asked before it."""
    if "each player has" not in w.lines:
        return
    w.say("statement", "{player:1} pays {small} in Gold, or all that is left, to {player:0}", weight=2)
    w.say("statement", "{player:1} pays {small} in Gold, or all that is left", weight=1)
    w.say("statement", "{player:1} pays {small} in Gold{suffix}\n  otherwise {plain-sentence}", weight=2)
    w.say(
        "statement",
        'may pay 1 in Gold to {player:0}, asking "Do you pay?"{end-choice}\n  otherwise {plain-sentence}',
        weight=2,
    )
    w.say(
        "statement",
        'offer 1 in Gold for {small} in Gold to {player:0}, asking "A deal?"{end-choice}\n'
        "  otherwise {plain-sentence}",
        weight=1,
    )
    if any(line.strip().startswith("Call:") for line in w.lines):
        w.say(
            "statement",
            'in turn, starting with {player:0}, each player bids from 1 to {small} as my Call, asking "More?"\n'
            "  {block}\notherwise\n  {block}",
            weight=2,
        )
    if w.is_a("Slip", "held"):
        w.say(
            "statement",
            "pay 1 Slip that is {what Slip} from my Hand to Heap if possible\n  otherwise {plain-sentence}",
            weight=2,
        )


def moors(w: World) -> None:
    """A hexagon, of which regions are laid out with spaces of several sorts."""
    if w.ways == 4:
        return
    w.member("Moss", "kind", "space")
    w.declare("kind Moss: 2 Wet Moss, a Dry Moss and 4 Odd Moss", ["Damp: 0 to 3, starts 1"])
    w.fact("Moss", "Damp", "number")
    w.member("Newt", "kind", "figure", "owned")
    w.declare("kind Newt, 2 for each player" + w.pick(("", ", not blocking")), ['text "A newt."'])
    w.declare(
        f"board Moor: Moss, in a hexagon of side 2{w.pick(('', ', rows counted from the bottom'))}",
        ["centre: a Dry Moss", f"outer: all Mosses that are not a Dry Moss{w.pick((', shuffled', ''))}"],
    )
    w.say("board", "Moor", CLOSED, 2)
    w.say("thing Moss", "Dry Moss", CLOSED, 2)
    w.setup.append("each player\n  move random friendly Newt to random empty Moss if possible")


def bark(w: World) -> None:
    """A track with a die for each entry of a list, rows of which are lost."""
    w.declare("track Bark of each Rune: a Cube showing 2 for each of its Marks, from Jar")
    if w.chance(60):
        w.declare("damage to a Rune: Bark" + w.pick(("", ", at most 1 die a hit")))
        w.setup.append("each Rune\n  fill its Bark")
        w.say("sentence", "Alder suffers {number:3} damage{end}", weight=12)
        condition = w.pick(("", " if the row is Mauve", " if it is Alder"))
        w.declare(
            f"whenever a Rune loses a row of Bark as the row{w.pick(('', ', after the damage'))}{condition}",
            [w.pick(('announce "sheds" for it', "my Stool's Score gains the damage, up to 9"))],
        )
        if w.chance(40):
            w.declare(
                "whenever a Rune runs out of Bark, after the damage", ["my Stool's Score loses 1 if possible"]
            )


def sods(w: World) -> None:
    """A square board of which corners and edges are laid out, of as many rows as columns."""
    if w.ways == 6:
        return
    w.member("Sod", "kind", "space")
    w.declare("kind Sod: 4 Green Sod, 4 Bare Sod and a Deep Sod", ["Depth: 0 to 3, starts 1"])
    w.fact("Sod", "Depth", "number")
    parts = ["corners: Green Sods", "edges: Bare Sods, shuffled", "centre: a Deep Sod"]
    w.declare("board Sward: 3 by 3 Sod, touching in 4 directions", parts)
    w.say("board", "Sward", CLOSED, 2)
    w.say("thing Sod", "Deep Sod", CLOSED, 2)
    w.say("thing Sod", "r1c1 of Sward", LOCATED, 2)
    w.say("what Sod", "next to a Green Sod", CLOSED, 3)


def properties(w: World) -> None:
    """Properties and amounts that are asked with a direction, or with another one."""
    if w.has("compass") and w.is_a("Plat", "space"):
        w.declare("the Beyond of a Plat towards a Way is the Plat beside it towards the Way")
        w.say("thing Plat", "{thing Plat:0}'s Beyond towards {value Way:0}", POSTFIX, 6)
    if w.is_a("Scout", "figure"):
        w.declare(
            "amount Span of a Scout for a Scout as the far",
            [
                "starts at the distance from it to the far over Plats that are empty",
                "at most 5",
                "add 1 if it is the far",
            ],
        )
        w.say("measure", "{thing Scout:0}'s Span for {thing Scout:0}", POSTFIX, 6)
        w.say(
            "measure", "the distance from {thing F:1} to {thing F:1} over <Ss> that are {adjective S}", SUM, 3
        )


def hosts(w: World) -> None:
    """A noun for players, and a rule that is given players."""
    condition = w.pick(("it is not the first player", "my Stool's Score is at most 3"))
    w.declare(f"a player is a Host if {condition}")
    w.say("what player", "a Host", CLOSED, 4)
    w.say("players", "Hosts", CLOSED, 3)
    w.say("every-player", "each Host", weight=3)
    w.say("one player", "a Host", weight=3)
    w.declare(
        "rule Praise with a player as the star, a player as the fan for 1 to 3 as the praise",
        [
            "(the star)'s Stool's Score gains the praise if possible",
            "the fan leads if the star is not the fan",
        ],
    )
    w.say("sentence", "do Praise with {player:2} and {player:2} for {small}{end}", weight=4)


def spreads(w: World) -> None:
    """Cards that are laid down, called by their order, and paid with."""
    if not w.is_a("Slip", "held"):
        return
    w.say("sentence", "lay down a Meld from my Hand into Heap\n  otherwise {plain-sentence}", weight=2)
    w.say("sentence", "{player:1} may lay down a Meld from {player:0}'s Hand into Heap{suffix}", weight=2)
    w.say("thing Slip", "the fourth Slip of {place Slip:1}", LOOSE, 2)
    w.say(
        "sentence", "call the next Slip of {place Slip:1} the omen", weight=2, brings="word omen=thing Slip"
    )
    w.say(
        "statement",
        "each player by the sum of Slips of {player:0}'s Hand by Rank, lowest first\n  {block|it player,in loop}",
    )
    w.say("thing Slip", "the highest Slip of {place Slip:1} by Rank, following Suit", SUM, 3)


FEATURES: Final = (
    (positions, 60),
    (payments, 50),
    (moors, 20),
    (sods, 25),
    (properties, 30),
    (hosts, 40),
    (spreads, 50),
)
