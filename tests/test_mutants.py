"""A shipped game with one line changed gives the finding that belongs to the change.

Each mutant is the game as it is shipped, with one text of one file replaced; the shipped game itself gives none.
"""

from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import codes
from gekido_dsl.files import FolderProvider
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml", ".csv", ".svg")
}
GAMES = sorted(name for name in FILES if name.endswith(".gdl") and name.count("/") == 0) + sorted(
    name for name in FILES if name.startswith("classics/") and name.endswith(".gdl")
)

GEKIDO = "gekido.gdl"
EFFECTS = "gekido/effects.gdl"

DUEL = "gekido_duel.gdl"
TICKETS = "classics/iron_valleys/tickets.csv"

MUTANTS = [
    # sums
    (
        "classics/shut_the_box.gdl",
        "that add up to Throw by",
        "that add up to Tray by",
        "wrong-type",
    ),
    # variants
    (DUEL, "replace board Arena", "change board Arena", "variant-drops"),
    (
        DUEL,
        "Last Ready Lock Lost, Lock Reset [GB p14]",
        "Last Ready Lock Lost [GB p14]",
        "unused-declaration",
    ),
    (DUEL, "remove Card Reward, Cards Earned", "remove Card Rewards, Cards Earned", "variant-mismatch"),
    (DUEL, "replace Bots from", "replace Robots from", "variant-mismatch"),
    (DUEL, "replace Bots from", "change kind Bot from", "variant-drops"),
    ("geeko.gdl", "replace setup", "setup", "variant-drops"),
    # the same twice
    (
        GEKIDO,
        'theme from "gekido/theme.yaml"\n',
        'theme from "gekido/theme.yaml"\n' * 2,
        "declaration-repeated",
    ),
    # tables
    (
        "gekido/tiles.yaml",
        "- Name: Hot Grill\n  Spot: Edge",
        "- Name: Hot Grill\n  Spot: Corner",
        "row-repeated",
    ),
    (
        "gekido/tiles.yaml",
        "- Name: Hot Grill\n  Spot: Edge",
        "- Name: Laser Turret\n  Spot: Edge",
        "row-confused",
    ),
    # spreadsheets
    (TICKETS, "Northgate-Dunholm,Northgate", 'Northgate-Dunholm,"Northgate', "csv-syntax"),
    (TICKETS, "Northgate,Dunholm,7", "Northgate,Dunholm,7,5", "csv-syntax"),
    (TICKETS, "Name,From", "Ticket,From", "sheet-header"),
    (TICKETS, "From,To", "From,From", "sheet-header"),
    (TICKETS, "Worth\nNorthgate-Copperfield", "Worth,Artist\nNorthgate-Copperfield", "sheet-column"),
    (TICKETS, "Northgate,Dunholm,7", "Northgate,Dunholm,7-Aug", "sheet-date"),
    (TICKETS, "Northgate,Dunholm,7", "Northgate,Dunholm,#N/A", "sheet-formula"),
    ("classics/iron_valleys.gdl", 'tickets.csv"', 'tickets.csv" sheet "Tickets"', "workbook"),
    # looks
    ("gekido/theme.yaml", "    Gray: ", "    Grey: ", "unknown-name"),
    ("gekido/theme.yaml", "colours:", "colors:", "wrong-theme"),
    ("gekido/theme.yaml", '"#2f7d3b"', '"green"', "wrong-theme"),
    ("gekido/bots.yaml", "- Name: Slicer\n", "- Name: Slicer\n  Art: bots.yaml\n", "wrong-art"),
    ("gekido/bots.yaml", "- Name: Slicer\n", "- Name: Slicer\n  Art: art/nowhere.svg\n", "file-missing"),
    # two that may be meant, and words of the language
    (
        GEKIDO,
        ", shuffled, with pile Discards [GB p4]",
        ", shuffled [GB p4]\npile Leftovers of Tech Cards",
        "wrong-sentence",
    ),
    (
        "classics/whist.gdl",
        "pile Trick of Cards",
        "pile Trick of Cards\nhand Kept of each player, of Cards",
        "wrong-sentence",
    ),
    ("classics/whist.gdl", "Clubs, Diamonds", "Cards, Diamonds", "duplicate-name"),
    ("classics/whist.gdl", "1 for each Suit and Rank", "1 for each Suit and Hand", "wrong-type"),
    (
        "classics/whist.gdl",
        "highest Card of Trick by Rank",
        "highest Card of Trick by Suit",
        "wrong-type",
    ),
    ("classics/whist.gdl", "follow Suit, else", "follow Rank, else", "wrong-type"),
    ("classics/estate_sale.gdl", "as my Sealed Bid", "as my Bid", "wrong-sentence"),
    (
        "classics/tollkeeper.gdl",
        "Bid: 0 to 8, starts 0",
        "Bid: 0 to 8, starts 0, seen by its owner",
        "wrong-sentence",
    ),
    (
        "classics/hearts.gdl",
        "must follow Suit, else anywhere\n    must be Permitted, else anywhere\n    otherwise stop\n",
        "must follow Suit\n",
        "empty-choice",
    ),
    (
        "classics/goofspiel.gdl",
        "move the next Prize of Prize Deck to Offer",
        "move the next Prize of Prize Deck",
        "wrong-sentence",
    ),
    (
        "classics/dots_and_boxes.gdl",
        "4 by 4 Box, touching in 4 directions",
        "Box, in rows of 4, 4",
        "wrong-shape",
    ),
    # what starts at nothing: a fact of a kind without a table, of each player, and of the game
    (
        "classics/hearts.gdl",
        "Broken: yes or no, starts no",
        "Broken: yes or no, starts no\n  Torn: yes or no",
        "wrong-type",
    ),
    ("classics/pig.gdl", "Score: 0 to 204, starts 0", "Score: 0 to 204", "wrong-type"),
    ("classics/gin_rummy.gdl", "Refusals: 0 to 2, starts 0", "Refusals: 0 to 2", "wrong-type"),
    ("classics/dots_and_boxes.gdl", "kind Line\n", "kind Line, 40 of them\n", "wrong-type"),
    ("classics/saltmarsh/landings.yaml", "At: Dyke 18", "At: Dyke 73", "cell-value"),
    ("classics/saltmarsh.gdl", "in a hexagon of side 3", "in rows of 3, 5, 5, 4, 2", "wrong-shape"),
    ("classics/hex.gdl", "in 6 directions", "in 6 directions, wrapping both ways", "wrong-shape"),
    (
        "classics/brookwood/tiles.yaml",
        "{Land: Wood, Worth: 2, Sides: [North]}, {Land: Brook, Worth: 1, Sides: [East, West]}",
        "{Land: Wood, Worth: 2, Sides: [North, East]}, {Land: Brook, Worth: 1, Sides: [East, West]}",
        "sides-do-not-match",
    ),
    ("classics/domineering.gdl", '"#", "#"', '"#########"', "shape-fits-nowhere"),
    ("classics/omaha.gdl", "exactly 2 Cards", "exactly 3 Cards", "wrong-type"),
    ("classics/common_field.gdl", "onto empty Acres", "onto an empty Acre", "wrong-sentence"),
    ("classics/brookwood.gdl", "turned with its Tile", "turned with its Plot", "wrong-type"),
    ("classics/thirteen_rolls.gdl", "Extra: 0 or more", "Extra: 0 to 200", "range-may-be-left"),
    ("classics/pig.gdl", "wins 50 to 60 of 100", "wins 50 to 160 of 100", "empty-claim"),
    ("classics/pig.gdl", "box Table: all", "pile Turn of Pig Dice\nbox Table: all", "duplicate-name"),
    # whole game
    (GEKIDO, "  do Use The Center if", "  stop if", "unused-declaration"),
    (GEKIDO, "  open Turn Start\n", "  do Ready Locks\n", "unused-declaration"),
    (
        GEKIDO,
        "  Second Movement if my Bot is on Arena and",
        "  Second Movement if Lock Reset is At Once and Lock Reset is End Of Turn and",
        "unreachable-phase",
    ),
    (
        "classics/pig.gdl",
        "          end Rolling\n        Pot",
        "          end Rolling\n        otherwise\n          stop\n        Pot",
        "unreached-line",
    ),
    (GEKIDO, "  eliminate its owner\n", "", "no-way-to-end"),
    (
        "classics/backgammon.gdl",
        "  repeat until Throw is empty, so that Pips ends highest\n",
        "  repeat until Throw is empty, so that Pips ends highest\n    roll all Number Dice of Cup\n",
        "cannot-be-tried",
    ),
    (
        "classics/nine_mens_morris.gdl",
        "    must be Loose, else anywhere\n",
        "    must leave no enemy Man that is In A Mill, else anywhere\n"
        "whenever a Man enters a Point\n"
        "  do Take Again with an enemy Man on Board if possible\n"
        "    must leave no Man that is Loose\n"
        "rule Take Again with a Man\n"
        "  choose a Point as the goal\n"
        "  move the Man to the goal\n",
        "cannot-be-tried",
    ),
    ("classics/draughts.gdl", "    otherwise me loses\n", "", "empty-choice"),
    (
        "classics/breakthrough.gdl",
        "whenever a Pawn enters a Square\n",
        "whenever a Pawn is destroyed\n",
        "event-missed",
    ),
    (
        "classics/estate_sale.gdl",
        "  move the next Lot of Catalogue to Block\n",
        "  move a Lot of Catalogue to Block\n",
        "alike-choices",
    ),
    (
        "classics/scopa.gdl",
        "  move a Card of my Hand to Played as the card,",
        "  move a Card of my left neighbour's Hand to Played as the card,",
        "alike-choices",
    ),
    (
        "classics/harbour_ledger.gdl",
        "action Play: a Card of my Hand that is Playable\n",
        "action Play: a Card of my left neighbour's Hand that is Playable\n",
        "alike-choices",
    ),
    (
        "classics/hex.gdl",
        "  put the next Stone of Supply onto an empty Cell",
        "  put a Stone of Supply onto an empty Cell",
        "alike-choices",
    ),
    (
        EFFECTS,
        "roll 1 Structure Die into my Bot's Armor if possible",
        "roll 1 Structure Die into my Bot's Armor",
        "no-room",
    ),
    ("geeko/robots.yaml", "Name: Blue One, Colour: Blue", "Name: Blue One, Colour: Red", "no-room"),
    (
        GEKIDO,
        "  repeat until Rolls is at least Most Rolls or no Command Die is in Pool\n"
        '    choose one, asking "Do you roll again?"\n'
        '      "Roll again"\n'
        "        do Roll\n",
        "  repeat until Rolls is at least Most Rolls\n    set Boost to 0\n  choose one\n"
        '      "Roll again"\n'
        "        do Roll\n",
        "cycle-without-decision",
    ),
    (
        GEKIDO,
        '  choose a Command that is Startable as Command, asking "Which Attack Command do you attempt?"\n'
        "    otherwise end Attack\n",
        '  choose a Command that is Startable as Command, asking "Which Attack Command do you attempt?"\n',
        "empty-choice",
    ),
    (EFFECTS, "  only if some Command Die of Pool does not show my Bot's Symbol\n", "", "empty-choice"),
    (
        GEKIDO,
        "  draw 5 Command Dice from Dice Bag into Pool",
        "  draw 6 Command Dice from Dice Bag into Pool\n  draw 1 Command Die from Dice Bag into Pool",
        "supply-may-run-out",
    ),
    (
        GEKIDO,
        "whenever Dice Returned: Attack ends",
        "whenever Dice Returned: Brace begins",
        "supply-may-run-out",
    ),
    (
        GEKIDO,
        "die Structure Die of 1 to 6, 28 of them",
        "die Structure Die of 1 to 6, 16 of them",
        "component-count",
    ),
    (GEKIDO, "starts Ready, 3 of each", "starts Ready, 2 of each", "component-count"),
    (GEKIDO, "board Arena: 3 by 3 Tile", "board Arena: 3 by 4 Tile", "component-count"),
    (
        "classics/whist.gdl",
        "  deal 12 Cards to all players",
        "  deal 13 Cards to all players",
        "component-count",
    ),
    (EFFECTS, "  only if Most Rolls is less than Roll Limit\n", "", "range-may-be-left"),
    (EFFECTS, "    Mending gains 2 if possible", "    Mending gains 2", "range-may-be-left"),
    (
        GEKIDO,
        "rule Spend Lock",
        "exception to Legal Start when Tile Layout is All Mixed\n"
        "  a Tile is a Legal Start if it is empty\nrule Spend Lock",
        "overlapping-exceptions",
    ),
    (
        GEKIDO,
        "rule Spend Lock",
        "exception to Legal Target when Rolls is at least 1\n  a Bot is a Legal Target if it is enemy\nrule Spend Lock",
        "possible-overlap",
    ),
    (
        GEKIDO,
        "  first Target's owner: at most 1 of Play or Use Power if Defender Powers is One Effect In All\n",
        "",
        "uncovered-case",
    ),
    (GEKIDO, "shuffled if Tile Layout is All Mixed", "shuffled if Tile Layout is By Shape", "uncovered-case"),
    (GEKIDO, "  add Boost\n", "  add Boost\n  becomes 3 if Damage Floor is One\n", "order-matters"),
    (
        "gekido/options.gdl",
        "is Anywhere or Own Corner",
        "is Anywhere, Own Corner or Own Edge",
        "dead-option-answer",
    ),
    (GEKIDO, "    Target's owner moves Target to", "    Target moves Target to", "choice-by-thing"),
    (
        GEKIDO,
        "  Target: a Bot or none\n",
        "  Target: a Bot or none\n  Helper: a Bot or none\n",
        "unused-declaration",
    ),
    (
        GEKIDO,
        "window Before First Roll [GB p13]\n  first Target's owner",
        "window Before First Roll [GB p13]\n  first Guard's owner",
        "unknown-name",
    ),
    (
        GEKIDO,
        "  open Before Damage\n",
        "  open Before Damage if some Tech Card of my Hand is Timely\n",
        "hidden-leak",
    ),
    # who is asked after somebody tells what they hold
    (
        "classics/hearts.gdl",
        "  secretly each player\n    move 3",
        "  secretly each player\n    stop if no Card of my Hand is a Heart\n    move 3",
        "hidden-leak",
    ),
    # a hidden fact, and cards of a hand, told to all; a printed number that only its owner may see
    (
        "classics/rock_paper_scissors.gdl",
        "  each player\n    set my Sign",
        '  announce "shows" for me at my Secret Sign\n  each player\n    set my Sign',
        "hidden-leak",
    ),
    (
        "classics/the_heir.gdl",
        "  show the foe's Hand to me\n\n",
        '  show the foe\'s Hand to me\n  announce "counts" for the foe at Holding of the foe\n\n',
        "hidden-leak",
    ),
    (
        "classics/the_heir.gdl",
        "  show the foe's Hand to me\n\n",
        "  show the foe's Hand to me\n  if some Card of the foe's Hand is Bailiff\n    announce \"is weak\"\n\n",
        "hidden-leak",
    ),
    ("classics/the_heir.gdl", "  Rank: 1 to 8\n", "  Rank: 1 to 8, seen by its owner\n", "wrong-type"),
    (
        GEKIDO,
        "  open Turn Start\n",
        "  open Turn Start\n  discard all Tech Cards of (the third player)'s Hand\n",
        "missing-player",
    ),
    ("classics/pig.gdl", "  players 2 to 4\n", "  players 1 to 3, and an automaton\n", "automaton-asked"),
    (
        "classics/chess.gdl",
        "Quiet Moves is 150 and no friendly Piece is In Check",
        "Quiet Moves is 150 and no enemy Piece is In Check",
        "whose-enemy",
    ),
    (
        GEKIDO,
        "repeat while the damage is at least 1",
        "repeat while my Bot's Upgrade is at least 0",
        "never-true",
    ),
    (
        "classics/nine_mens_morris.gdl",
        "it is next to the Man or",
        "it is next to the Point or",
        "never-true",
    ),
    (
        "classics/goofspiel.gdl",
        "  when the second player chooses Bid Card 8\n"
        "  then (the first player)'s Points is 9\n"
        "  then Offer is Prize 4\n"
        "  then the first player cannot choose Bid Card 10\n",
        "  when the second player chooses Bid Card 8\n",
        "empty-scenario",
    ),
    (
        GEKIDO,
        "  open Turn Start\n",
        '  choose one\n    "Rest"\n      stop\n    "Go on"\n      do nothing\n  open Turn Start\n',
        "lines-left-out",
    ),
    ("classics/saltmarsh.gdl", "kind Good, 19 for", "kind Good, 2 for", "cost-never-paid"),
    (
        "classics/saltmarsh.gdl",
        "action Build: a Craft that is Affordable",
        "action Build: a Craft",
        "supply-may-run-out",
    ),
    ("classics/short_weight.gdl", " if I can pay a Seal from my Purse", "", "supply-may-run-out"),
    ("classics/short_weight.gdl", "\n      otherwise skip", "", "supply-may-run-out"),
    ("classics/short_weight.gdl", "set my Coins to 6", "my Coins gains 6", "range-may-be-left"),
    ("classics/holdem.gdl", "Live if my Folded is no", "Live if my Stake is 0", "empty-pot"),
    ("classics/holdem.gdl", "each player that is Live bets", "each player bets", "wrong-sentence"),
    ("classics/five_card_draw.gdl", "14 also as 1, Deuces wild", "14 also as 1, Aces wild", "wrong-type"),
    ("classics/holdem.gdl", "Four Of A Kind: 4 alike", "Four Of A Kind: 5 alike", "impossible-pattern"),
    ("classics/holdem.gdl", "patterns Hand of 5 Cards", "patterns Hand of 4 Cards", "impossible-pattern"),
    (
        "classics/holdem.gdl",
        "  Two Pairs: 2 alike and 2 alike\n  Pair: 2 alike\n",
        "  Pair: 2 alike\n  Two Pairs: 2 alike and 2 alike\n",
        "impossible-pattern",
    ),
    ("classics/liars_dice.gdl", "    the loser leads\n", "    shuffle Bid's Bidder's Cup\n", "asked-of-none"),
    (
        "classics/four_lamps.gdl",
        "      choose a Lamp that is Low\n      the Lamp's Oil gains 1 if possible\n",
        "      choose a Lamp that is Low\n        otherwise do nothing\n      set the Lamp's Oil to 4\n",
        "asked-of-none",
    ),
    ("botwars.gdl", "  Stage: 0 to Program Size\n", "  Stage: 0 to 6\n", "asked-out-of-range"),
    ("classics/the_heir.gdl", "  show my Hand to the foe\n", "  show my Hand to me\n", "shown-already"),
    (GEKIDO, "phase Brace [GB p6]", "phase Brace [GB page 6]", "citation-format"),
    (
        "classics/connect_four.gdl",
        "that is a Landing, asking",
        "that is a Landing as the spot, asking",
        "unused-word",
    ),
    (GEKIDO, "  centre: Tiles that are Central Tiles\n", "", "component-count"),
    (
        GEKIDO,
        "  centre: Tiles that are Central Tiles\n",
        "  all: Tiles that are Central Tiles\n",
        "component-count",
    ),
    # the text itself
    (
        "classics/pig.gdl",
        "some player is a Winner",
        f"{'(' * 60}some player is a Winner{')' * 60}",
        "too-deep",
    ),
    # names and types
    (GEKIDO, "    do Malfunction\n", "    do Malfuntion\n", "unknown-name"),
    (GEKIDO, "phase Brace [GB p6]", "phase Roll [GB p6]", "duplicate-name"),
    (GEKIDO, "at least 0\n", "at least my Hand\n", "wrong-type"),
    (GEKIDO, "  return Guest to Dice Bag if", "  return Guest if", "wrong-sentence"),
    (GEKIDO, "Attacker's Malfunction for Command damage", "Attacker's Malfunction damage", "missing-index"),
    (GEKIDO, "  Most Rolls: 3 to 5, starts 3", "  Most Rolls: 3 to 5, starts 6", "value-out-of-range"),
    (GEKIDO, "phase Brace [GB p6]", "phase Brace [BG p6]", "unknown-source"),
    (GEKIDO, "kept at 0", "kept at 9", "value-out-of-range"),
]


VARIANT = 'edition 1\n\ngame "Mine" changes "gekido.gdl"\n\n'
BELL = (
    "kind Bell, 1 of them\n  Rung: 0 to 9, starts 0\nadd to Brace, first\n  set Bell's Rung to 3\n"
    "the game ends when Bell's Rung is "
)
VARIANTS = [
    (f"{BELL}4\n  nobody wins\n", "no-way-to-end"),
    (
        "kind Bell, 1 of them\n  Rung: 0 to 9, starts 3\nadd to Brace, first\n  Bell's Rung gains 1, up to 9\n"
        "the game ends when Bell's Rung is less than 3\n  nobody wins\n",
        "no-way-to-end",
    ),
    (f"{BELL}3\n  nobody wins\n", None),
    ("change Overcharge of Tech Cards\n  Effect: Add Damage with 3\n", None),
    (
        "change Overcharge of Tech Cards\n  Effect: Add Damage with 3\n"
        '  Text: "If your attack succeeds, it deals 3 more damage."\n',
        None,
    ),
    ('change kind Power from "gekido/powers.yaml"\n', "variant-drops"),
    ('replace Powers from "gekido/powers.yaml"\n', None),
    ("change die Structure Die of 1 to 5\n", "value-out-of-range"),
    ("change die Structure Die of 1 to 8\n", None),
    ("setup\n  shuffle Tech Deck\n", "variant-drops"),
    ("add to setup\n  shuffle Tech Deck\n", None),
]
"""What a variant says, and the finding that it gives."""


def slugs(name: str, files: dict[str, str]) -> list[str]:
    made = load(name, MemoryProvider(files))
    return [found.code.slug for found in (*made.diagnostics, *made.look.diagnostics)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(3)
def test_a_shipped_game_gives_no_finding(name: str) -> None:
    made = load(name, FolderProvider(RULESETS))
    assert [found.message for found in (*made.diagnostics, *made.look.diagnostics)] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "slug"), MUTANTS, ids=[f"{k}-{x[3]}" for k, x in enumerate(MUTANTS)]
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_mutant_gives_its_finding(file: str, old: str, new: str, slug: str) -> None:
    assert FILES[file].count(old) >= 1, "the shipped game has changed: choose another text"
    game = file if file in GAMES else f"{file.rpartition('/')[0]}.gdl"
    game = game if game in GAMES else GEKIDO
    given = slugs(game, FILES | {file: FILES[file].replace(old, new, 1)})
    assert slug in given, given
    assert len(given) <= 6, given


@pytest.mark.parametrize(("said", "slug"), VARIANTS)
def test_a_variant_of_a_shipped_game_gives_its_finding(said: str, slug: str | None) -> None:
    assert slugs("mine.gdl", FILES | {"mine.gdl": VARIANT + said}) == [slug] * (slug is not None)


@pytest.mark.parametrize(
    ("text", "slug"), [("it deals 2 more damage", "stale-text"), ("it hurts more", None)]
)
def test_a_variant_of_a_variant_that_types_a_number_gives_its_finding(text: str, slug: str | None) -> None:
    typed = f'{VARIANT}change Overcharge of Tech Cards\n  Text: "If your attack succeeds, {text}."\n'
    head = 'edition 1\n\ngame "More" changes "typed.gdl"\n\n'
    mine = f"{head}change Overcharge of Tech Cards\n  Effect: Add Damage with 3\n"
    assert slugs("mine.gdl", FILES | {"typed.gdl": typed, "mine.gdl": mine}) == [slug] * (slug is not None)


@pytest.mark.parametrize(
    ("said", "conflict"),
    [
        ("replace board Arena: 3 by 3 Tile, touching in 8 directions\n  all: Tiles\n", True),
        ("add to setup\n  shuffle Dice Bag\n", False),
    ],
)
def test_two_variants_of_a_shipped_game_conflict_where_both_change_the_same(
    said: str, conflict: bool
) -> None:
    both = 'edition 1\n\ngame "Both" changes "gekido_duel.gdl" and "mine.gdl"\n'
    given = slugs("both.gdl", FILES | {"mine.gdl": VARIANT + said, "both.gdl": both})
    assert ("variant-conflict" in given) is conflict, given


@pytest.mark.parametrize(("end", "found"), [(6, []), (7, ["end-left-out"])])
def test_a_loop_of_a_shipped_base_leaves_out_what_a_variant_adds(end: int, found: list[str]) -> None:
    loop = "\nrule Strip\n  each 1 to 6 as the face\n    set my Bot's Plate for the face to no\n"
    base = FILES["aimbots.gdl"].rstrip("\n") + "\n" + loop
    mine = (
        'edition 1\n\ngame "Mine" changes "aimbots.gdl"\n\n'
        f"change kind Bot\n  Plate for each 1 to {end}: yes or no, starts no\n\n"
        "add to setup\n  each player\n    do Strip\n"
    )
    assert slugs("mine.gdl", FILES | {"aimbots.gdl": base, "mine.gdl": mine}) == found


def test_every_code_of_a_whole_game_has_a_mutant() -> None:
    every = list(codes.ALL)
    whole = set(every[every.index("unused-declaration") :]) & {
        slug
        for slug in every
        if (Path(__file__).parent / "corpus/checks/bad" / f"{slug.replace('-', '_')}.gdl").exists()
    }
    assert whole - {slug for *_, slug in MUTANTS} <= {"nobody-decides", "end-left-out"}
