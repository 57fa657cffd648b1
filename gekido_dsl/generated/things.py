"""More sorts of things: parts, links, tables, dice that look somewhere, drawn boards, places of figures."""

from typing import Final

from gekido_dsl.generated.declaring import NOTHING, World
from gekido_dsl.generated.table import CLOSED, LOCATED, LOOSE, POSTFIX, SUM

_CHARMS: Final = """\
- Name: Amulet
  Gift: Mauve
  Effect: Boon
  Brands: [Mauve, Teal]
- Name: Bell
  Cost: 3
  Gift: Teal
  Effect: {Curse: 2}
  Brands: []
- Name: Crown
  Cost: 0
  Gift: Mauve
  Effect: none
  Brands: [Teal]
"""
_FIELDS: Final = """\
- Name: Low Land
  Rows:
    - "~  ."
    - ".  ~"
- Name: High Land
  Rows:
    - ".  ."
    - "~  ~"
"""
_SIGNS: Final = """\
- {sign: "~", name: bog, Wet: true}
"""
_HEDGED: Final = """\
- Name: Low Land
  Rows:
    - "~ | ."
    - "- ."
    - ".  ~"
- Name: High Land
  Rows:
    - ".  ."
    - "- -"
    - "~  ~"
"""
_HEDGES: Final = """\
- {sign: "|", name: hedge, edge: Hedge}
- {sign: "-", name: hedge, edge: Hedge}
"""


def parts(w: World) -> None:
    """Parts of figures."""
    if not w.is_a("Scout", "figure"):
        return
    w.member("Limb", "kind", "owned", "part")
    w.declare(
        "kind Limb, 2 for each Scout",
        ["Length: 0 to 3, starts 1", "Place: 1 to 2, numbered"][: 1 + w.chance(30)],
    )
    w.fact("Limb", "Length", "number")
    w.say("set Limb", "{thing Scout:0}'s Limbs", CLOSED, 20)
    w.say("measure", "number of {thing Scout:0}'s Limbs", SUM, 24)
    w.say("noun Limb", "Limb of {thing Scout:0}", LOCATED, 8)
    w.say("thing Scout", "{thing Limb:0}'s Scout", CLOSED, 3)
    if w.chance(40):
        w.declare(
            "pool Boot of each Limb, of Rocks"
            if "Rock" in w.members["kind"]
            else "pool Boot of each Limb, of Limbs"
        )
        kind = "Rock" if "Rock" in w.members["kind"] else "Limb"
        w.say(f"place {kind}", "{thing Limb:0}'s Boot", CLOSED, 3)
        w.say("sentence", f"move {{open {kind}}} to {{thing Limb:0}}'s Boot{{tail {kind}}}", weight=2)


def links(w: World) -> None:
    """A token between each two figures."""
    if not w.is_a("Scout", "figure"):
        return
    to = w.pick(("each other Scout", "each other Scout", "each enemy Scout"))
    seen = w.pick(("", "", ", seen by its owner", ", seen by nobody"))
    w.declare(f"link Trust from each Scout to {to}: Ally or Foil, starts Ally{seen}")
    for side in ("Ally", "Foil"):
        w.say("test", f"{{thing Scout:0}}'s Trust for {{thing Scout:0}} is {side}", LOCATED, 3)
        w.say("sentence", f"flip {{thing Scout:0}}'s Trust for {{thing Scout:0}} to {side}{{end}}", weight=2)
        w.say("sentence", f"flip all {{thing Scout:0}}'s Trusts to {side}{{end}}", weight=2)


def charms(w: World) -> None:
    """Things of a table, with effects and lists in their cells."""
    w.files["charms.yaml"] = _CHARMS
    w.member("Charm", "kind", "held", "owned")
    w.declare(
        'kind Charm from "charms.yaml"',
        [
            "Cost: 0 to 5, usually 1",
            "Gift: a Suit",
            "Effect: an Effect or none",
            "Brands: up to 3 Suit",
            "Spent: yes or no, starts no",
        ],
    )
    w.fact("Charm", "Cost", "number", kept=False)
    w.fact("Charm", "Gift", "value Suit", kept=False)
    w.fact("Charm", "Spent", "truth")
    w.say("fact-truth", "{thing Charm:0}'s Spent", CLOSED, 3)
    w.say("measure", "number of {thing Charm:0}'s Brands", SUM, 3)
    w.say("thing Charm", "Amulet", CLOSED, 3)
    w.say("thing Charm", "Bell", CLOSED, 2)
    w.say("predicate Charm", "has an Effect", LOCATED, 3)
    w.declare("deck Stock: all Charms" + w.pick(("", ", shuffled")))
    w.say("place Charm", "Stock", CLOSED, 4)
    if w.chance(50):
        w.declare(
            "pool Stand of each player, of Charms" + w.pick(("", ", seen by its owner", ", seen by nobody"))
        )
        w.say("place Charm", "{player:0}'s Stand", CLOSED, 6)
        w.say("places Charm", "Stands", CLOSED)
    w.later.append("effects")


def omens(w: World) -> None:
    """Dice of values, and dice that are bodies."""
    w.member("Omen", "kind", "die")
    two = "values Suit: Mauve, Teal" in w.lines and w.chance(60)
    w.declare(
        "die Omen of Suit, " + w.pick(("1 of them", "2 of them", "1 for each player")),
        ["opposite Mauve and Teal"] if two else [],
    )
    if two:
        w.say("sentence", "flip {open Omen}{tail Omen}", weight=4)
    w.declare("box Bag: all Omens" + w.pick(("", ", seen by nobody")))
    w.say("place Omen", "Bag", CLOSED)
    w.say("value Suit", "{thing Omen:0}'s face", CLOSED, 4)
    w.say("thing Omen", "the next Omen of Bag", 6, 6)
    w.say("test", "{thing Omen:4} shows {value Suit:4}", LOCATED, 3)
    w.say("test", "Mauve shows Bag", LOCATED, 2)
    w.say("sentence", "roll {open Omen}{tail Omen}", weight=4)
    w.say("sentence", "turn {open Omen} to {value Suit:0}{tail Omen}", weight=2)
    w.say("sentence", "turn a {noun Omen} to a Suit{tail Omen}", weight=2)
    if w.ways == 4 and w.chance(60):
        w.member("Body", "kind", "die", "number die")
        w.declare("die Body of 1 to 6, 2 of them", ["around 1: 2, 4, 5, 3"])
        w.declare("box Den: all Bodies")
        w.say("place Body", "Den", CLOSED)
        w.say("measure", "{thing Body:0}'s face towards {value Way:0}", POSTFIX, 6)
        for way in ("left", "right", "around"):
            w.say("sentence", f"turn {{open Body}} {way}{{tail Body}}", weight=2)
        w.say("sentence", "turn {open Body} to {value Way}{tail Body}", weight=2)


def patterns(w: World) -> None:
    """Patterns of dice in a place."""
    if not w.is_a("Die", "number die"):
        return
    w.declare("pool Kept of Dice")
    w.say("place Die", "Kept", CLOSED, 4)
    also = f" if {w.write('condition', NOTHING, 1)}" if w.chance(30) else ""
    w.declare(
        "patterns Figure of Dice in Kept",
        ["Pair: 2 alike", f"Full: 3 alike and 2 alike, or 4 alike{also}", "Row: 3 different, none showing 1"],
    )
    for one in ("Pair", "Full", "Row"):
        w.say("test", f"{one} is complete", LOCATED, 2)
        w.say("predicate Die", f"fits {one}", LOCATED, 2)
        w.say("predicate Die", f"does not fit {one}", LOCATED, 1)
    w.say("sentence", "lock any number of Dice of Cup that fit Pair into Kept if possible", weight=3)
    w.say("sentence", "lock {open Die} into Kept{tail Die}", weight=3)
    w.say("test", "{small} shows Kept", LOCATED, 2)
    w.say("test", "{measure:4} shows Kept", LOCATED, 2)


def lands(w: World) -> None:
    """A board that is drawn in a table and laid out in the match."""
    if w.ways == 6:
        return
    hedged = w.ways == 4 and w.chance(50)
    w.files["lands.yaml"] = _HEDGED if hedged else _FIELDS
    w.files["land_signs.yaml"] = _SIGNS + (_HEDGES if hedged else "")
    w.member("Land", "kind")
    w.member("Patch", "kind", "space")
    w.declare('kind Land from "lands.yaml"')
    fields = ["Wet: yes or no"]
    if hedged:
        fields.append("Hedge towards each Way: yes or no" + w.pick(("", ", on both sides")))
        w.say("test", "{thing Patch:0}'s Hedge towards {value Way:0} is yes", LOCATED, 4)
    w.declare('kind Patch of each Land, drawn as Rows with signs from "land_signs.yaml"', fields)
    parted = w.pick(("", ", parted by Hedge")) if hedged else ""
    w.declare(
        f"board Meadow: 2 by 2 Patch, touching in 4 directions{parted}" + w.pick(("", ", seen by everyone"))
    )
    w.fact("Patch", "Wet", "truth", kept=False)
    w.say("thing Land", "Low Land", CLOSED)
    w.say("thing Land", "High Land", CLOSED)
    w.say("board", "Meadow", CLOSED, 1)
    lie = w.pick(("", ", mirrored", ", turned right", ", turned around"))
    w.say("sentence", f"lay out Meadow as {{thing Land:1}}{lie}{{end}}", weight=3)
    w.say("sentence", "lay out Meadow as random Land{end}", weight=1)
    w.setup.append("lay out Meadow as Low Land")


def web(w: World) -> None:
    """A board along lines."""
    if w.ways == 6:
        return
    w.member("Knot", "kind", "space")
    w.member("Spider", "kind", "figure", "owned", "of the player")
    w.declare("kind Knot")
    w.declare("kind Spider, 1 for each player", ["Thread: 0 to 4, starts 2"])
    w.fact("Spider", "Thread", "number")
    rows = ('"1---."', '"|\\ /|"', '"| H |"', '"|/ \\|"', '".---2"')
    w.declare(
        "board Web: 3 by 3 Knot, touching along lines",
        [*rows, '"1" is a Spider of the first player', '"2" is a Spider of the second player', '"H" is Hub'],
    )
    w.say("board", "Web", CLOSED, 2)
    w.say("thing Knot", "Hub", CLOSED, 4)


def wheel(w: World) -> None:
    """A board in rings or in a spiral."""
    w.member("Cog", "kind", "space", "owned")
    w.member("Rider", "kind", "figure", "owned", "of the player")
    w.declare("kind Cog")
    w.declare("kind Rider, 1 for each player")
    shape = w.pick(
        ("a ring of 7", "a ring of 6 anticlockwise", "a spiral of 9", "2 rings of 5", "3 rings of 4")
    )
    slanted = w.pick(("", "", ", touching in 8 directions"))
    w.declare(f"board Wheel: Cog, in {shape}{slanted}")
    w.setup.append("each player\n  put my Rider onto (r1c2 of Wheel)")
    w.say("board", "Wheel", CLOSED)
    w.say("thing Cog", "r1c4 of Wheel", LOCATED, 2)
    w.say("thing Cog", "my Rider's Cog", POSTFIX, 2)
    w.say("predicate Cog", "is next to {thing Cog:4}", LOCATED, 2)
    if not shape[0].isdigit():
        w.say("thing Cog", "the next Cog after {thing Cog:1}", LOOSE, 2)
        w.say("sentence", "move my Rider to (the second Cog before my Rider){end}", weight=2)


def isles(w: World) -> None:
    """A board whose corners and edges are spaces."""
    w.member("Field", "kind", "space", "owned")
    w.member("Peg", "kind", "owned")
    w.member("Rail", "kind", "owned")
    for kind in ("Field", "Peg", "Rail"):
        w.declare(f"kind {kind}")
    square = w.ways == 4 or (w.ways == 0 and w.chance(50))
    shape = "2 by 2 Field, touching in 4 directions" if square else "Field, in a triangle of side 2"
    below = w.pick(("", "", ", rows counted from the bottom"))
    w.declare(f"board Isle: {shape}{below}", ["its corners are Pegs", "its edges are Rails"])
    w.say("board", "Isle", CLOSED)
    w.say("thing Field", "r1c1 of Isle", LOCATED, 2)
    w.say("thing Peg", "Peg 2", CLOSED, 2)
    for kind, other in (("Rail", "Peg"), ("Peg", "Field"), ("Rail", "Field"), ("Field", "Rail")):
        w.say(f"predicate {kind}", f"is next to {{thing {other}:4}}", LOCATED, 2)
    w.say("test", "{thing Peg:4} is connected to {thing Peg:4} over (Rails that are unclaimed)", LOCATED, 2)
    w.say("measure", "the distance from {thing Peg:4} to {thing Peg:4} over Rails", SUM, 2)
    w.say("measure", "the longest way over Rails that are friendly", SUM, 2)
    for kind in ("Peg", "Rail"):
        w.say("sentence", f"take {{open {kind}}}{{tail {kind}}}", weight=2)


def camps(w: World) -> None:
    """Places of figures, tracks of rows and what else figures have."""
    if not w.is_a("Scout", "figure"):
        return
    if w.chance(50):
        w.declare("hand Camp of each player, of Scouts")
        w.say("place Scout", "{player:0}'s Camp", CLOSED, 4)
        w.say("places Scout", "Camps", CLOSED)
    else:
        w.declare("pool Camp of Scouts")
        w.say("place Scout", "Camp", CLOSED, 4)
    for verb, word in (("move", "to"), ("put", "into"), ("return", "to"), ("lock", "into")):
        w.say("sentence", f"{verb} {{open Scout}} {word} {{place Scout:1}}{{tail Scout}}", weight=1)
    w.say("sentence", "together move each {noun Scout} to {place Scout:1|only Scout}", weight=1)
    w.say("what Scout", "in {place Scout:4}", CLOSED, 2)
    w.say("noun Scout", "Scout of {place Scout:1}", LOCATED, 3)
    w.say("thing Scout", "the next Scout of {place Scout:1}", 6, 2)


def racks(w: World) -> None:
    """Places of things that players have, into which something is arranged."""
    if not w.is_a("Slip", "held"):
        return
    w.member("Rack", "kind", "owned")
    w.declare("kind Rack, 2 for each player", ["Hour: 1 to 2, numbered"])
    w.say("measure", "{thing Rack:0}'s Hour", CLOSED, 4)
    w.declare("pool Goods of each Rack, of Slips" + w.pick(("", ", seen by its owner", ", seen by nobody")))
    w.say("place Slip", "{thing Rack:0}'s Goods", CLOSED, 4)
    w.say("sentence", "arrange Slips of {place Slip:1} into the Goods of my Racks{end}", weight=3)
    w.say(
        "sentence", "arrange {plural Slip} into the Goods of my Racks\n  otherwise {plain-sentence}", weight=2
    )
    w.say(
        "statement",
        "secretly each player\n  arrange Slips of my Hand into the Goods of my Racks if possible",
        weight=3,
    )
    w.say("set Rack", "my Racks", CLOSED, 4)


FEATURES: Final = (
    (parts, 30),
    (links, 22),
    (charms, 30),
    (omens, 22),
    (patterns, 40),
    (lands, 10),
    (web, 15),
    (isles, 15),
    (wheel, 15),
    (camps, 25),
    (racks, 25),
)
