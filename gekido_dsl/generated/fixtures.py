"""What is declared for specimens to speak of, apart from what chance declares."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

_RUNES: Final = """\
- Name: Alder
  Effect: Gleam
  Marks: [Mauve, Teal]
- Name: Birch
  Effect: {Glare: 2}
  Marks: []
"""
_CHARTS: Final = """\
- Name: Wet Chart
  Rows:
    - "~  ."
    - ".  ~"
- Name: Dry Chart
  Rows:
    - ".  ."
    - ".  ~"
"""
_MARKS: Final = """\
- {sign: "~", name: mire, Soft: true}
"""
_PORTS: Final = """\
- {Name: Grey Port}
- {Name: Blue Port}
- {Name: Far Port}
"""
_FLAGS: Final = """\
- {Name: Red Flag, Copies: 2, Edges: [{Dye: Mauve, Ends: [North, East]}, {Dye: Teal, Ends: [South]}]}
- {Name: Pale Flag, Copies: 2, Edges: [{Dye: Mauve, Ends: [North, South]}]}
"""


@dataclass(frozen=True, slots=True)
class Fixture:
    """Declarations, and what they need."""

    text: str = ""
    wants: tuple[str, ...] = ()
    setup: str = ""
    files: Mapping[str, str] = field(default_factory=dict)


FIXTURES: Final[dict[str, Fixture]] = {
    "compass": Fixture(),
    "automaton": Fixture(),
    "partners": Fixture(),
    "games": Fixture(),
    "cell": Fixture(),
    "board": Fixture(
        "kind Golem, 1 for each player\n  Power: 0 to 5, starts 1\n  Bearing: a Way, starts North\n"
        "kind Tile\n  Cost: 0 to 3, starts 1\n"
        'board Yard: 3 by 3 Tile, touching in 4 directions\n  "1.2"\n  "..."\n  "..."\n'
        '  "1" is a Golem of the first player\n  "2" is a Golem of the second player\n'
        "a Troop is Golems of one owner that touch\na Clearing is empty Tiles that touch\n"
        "the position is Golems on Yard with Power and Bearing, and who is on turn, kept for 9 turns",
        ("compass",),
    ),
    "tiles": Fixture(
        'kind Flag from "flags.yaml", 4 of them\n  Bearing: a Way, starts North\n'
        "kind Edge of each Flag, listed as Edges\n  Dye: a Suit\n  Ends: up to 4 Way, turned with its Flag\n"
        "kind Cobble\nboard Court: 3 by 3 Cobble, touching in 4 directions\na Seam is Edges of one Dye that touch",
        ("compass",),
        "put the highest Flag by number of its Edges onto r2c2 of Court",
        {"flags.yaml": _FLAGS},
    ),
    "shapes": Fixture(
        'kind Clump, 3 for each player\nkind Sprig of each Clump, drawn below\n  "#.", "##"\n'
        "kind Dell\nboard Glade: 4 by 4 Dell, touching in 4 directions",
        (),
        "each player\n  put 1 random friendly Clump onto empty Dells, turned if possible",
    ),
    "map": Fixture(
        'kind Port from "ports.yaml"\nkind Lane\n  From: a Port\n  To: a Port\n  Fare: 1 to 3\n'
        "board Coast: Port, touching along Lanes\n  Grey Port to Blue Port: Fare 3\n"
        "  Grey Port to Blue Port: Fare 1\n  Blue Port to Far Port: Fare 2\nkind Barge, 1 for each player",
        (),
        "each player\n  put my Barge onto Grey Port",
        {"ports.yaml": _PORTS},
    ),
    "ring": Fixture(
        "kind Bowl\n  Beans: 0 or more, starts 3\n"
        'board Basin: 2 by 3 Bowl, touching in 4 directions, in a ring clockwise\n  " .."\n  "..."',
    ),
    "laid": Fixture(
        "kind Turf: 2 Mossy Turf and 2 Sandy Turf\n"
        "board Lawn: 2 by 2 Turf, touching in 4 directions\n  all: Turfs, shuffled"
    ),
    "dice": Fixture("die Cube of 1 to 6, 6 of them\nbox Jar: all Cubes\npool Dish of each player, of Cubes"),
    "tracks": Fixture(
        "track Shell of each Golem: Cubes, up to 2, from Jar\ndamage to a Golem: Shell\n"
        "counter Zeal of each Golem: 0 to 4 on a Cube, from Jar",
        ("board", "dice"),
        "each Golem\n  roll 1 Cube into its Shell if possible",
    ),
    "patterns": Fixture(
        "pool Kiln of Cubes\npatterns Shape of Cubes in Kiln\n  Couple: 2 alike\n  Threes: 3 different",
        ("dice",),
    ),
    "cards": Fixture(
        "kind Petal, 8 of them\npile Litter of Petals\ndeck Bough: all Petals, shuffled, with pile Litter\n"
        "hand Palm of each player, of Petals",
        (),
        "deal 1 Petal to all players",
    ),
    "hands": Fixture(
        "kind Spark, 1 for each Suit and Heat\n  Suit: a Suit\n  Heat: 1 to 4\npile Hearth of Sparks\n"
        "a Spark is a Wisp if its Heat is 4\n"
        "patterns Blaze of 3 Sparks by Heat, Wisps wild\n"
        "  Flare: 3 in a row\n  Flash: 2 of one Suit\n  Ember: 1 alike\n"
        "patterns Fire of 3 Sparks by Heat\n  Torch: 3 in a row\n  Coal: 2 alike\n  Spill: 1 alike\n"
        "patterns Glow of Sparks by Heat\n  Sparking: 2 or more alike\n  Burning: 2 to 3 in a row",
        (),
        "move 3 random Sparks to Hearth",
    ),
    "stacks": Fixture("kind Coin, 2 for each player\ndeck Purse of each player: all Coins"),
    "parts": Fixture("kind Arm, 1 for each Golem\n  Span: 0 to 3, starts 1", ("board",)),
    "links": Fixture("link Bond from each Golem to each other Golem: Warm or Cold, starts Warm", ("board",)),
    "table": Fixture(
        'kind Rune from "runes.yaml"\n  Effect: an Effect or none\n  Marks: up to 3 Suit\n'
        'deck Grove: all Runes\neffect Gleam "a gleam"\n  announce "gleams"\n'
        'effect Glare with 1 to 3 as the size "a glare"\n  my Stool\'s Score gains the size, up to 9',
        (),
        "",
        {"runes.yaml": _RUNES},
    ),
    "solid": Fixture(
        "die Block of 1 to 6, 2 of them\n  around 1: 2, 4, 5, 3\nbox Crate: all Blocks", ("compass",)
    ),
    "facts": Fixture(
        "kind Bench, 1 for each player\n  Open: yes or no, starts no\n"
        "  Rate for each Suit for each 1 to 2: 0 to 5, starts 1"
    ),
    "amount": Fixture("amount Levy\n  starts at 1\n  add number of players"),
    "property": Fixture("the Aide of a Stool is my Stool"),
    "definition": Fixture("a Stool is Deft if it is friendly"),
    "rule": Fixture('rule Nudge with a Stool\n  announce "is nudged" for it'),
    "window": Fixture(
        'action Wink: a Stool\n  announce "winks"\nwindow Pause\n  first me: at most 1 of Wink'
    ),
    "option": Fixture('option Pace "How fast it goes" is Slow, Fast'),
    "plan": Fixture(
        'kind Chart from "charts.yaml"\n'
        'kind Acre of each Chart, drawn as Rows with signs from "marks.yaml"\n  Soft: yes or no\n'
        "board Farm: 2 by 2 Acre, touching in 4 directions",
        ("compass",),
        "lay out Farm as Wet Chart",
        {"charts.yaml": _CHARTS, "marks.yaml": _MARKS},
    ),
    "shelves": Fixture(
        "kind Trunk, 2 for each player\n  Level: 1 to 2, numbered\npool Load of each Trunk, of Petals",
        ("cards",),
    ),
}


def needed(wants: Iterable[str]) -> list[str]:
    """Lists fixtures, and those that they need, in the order in which they are declared."""
    found = set(wants)
    while more := {need for name in found for need in FIXTURES[name].wants} - found:
        found |= more
    return [name for name in FIXTURES if name in found]
