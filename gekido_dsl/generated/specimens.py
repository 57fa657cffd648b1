"""A sentence for each verb, a block of each sort and a condition for each operator: any can be written with any other.

What they speak of is declared with them, and only with them; see `fixtures`. In a sentence `{if}` stands for its
condition, `{else}` for what is done otherwise; where it has no `{else}`, its verb leaves nothing open. In a block
`{block}` stands for the lines in it. What would be a rule error is kept from happening by a condition of its own.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Specimen:
    """How something is written, and which fixtures it needs."""

    text: str
    wants: tuple[str, ...] = ()


def _of(wants: str, **texts: str) -> dict[str, Specimen]:
    return {name.rstrip("_"): Specimen(text, tuple(wants.split())) for name, text in texts.items()}


CONDITIONS: Final = {
    **_of(
        "",
        actor="me is the first player",
        adds_up="some Stools add up to 3 by their Score",
        all_mine="number of my Stools is at least 1",
        and_="the Turn is at least 1 and the Round is at least 1",
        at_least="the Turn is at least 1",
        at_most="my Stool's Score is at most 7",
        const="my Stool's Score is less than 8",
        count="number of Stools is at least 2",
        divided_down="(my Stool's Score divided by 2 rounded down) is at most 3",
        divided_up="(my Stool's Score divided by 2 rounded up) is at most 4",
        enemy="some Stool is enemy",
        every="every Stool is remaining",
        field="my Stool's Score is less than 7",
        filter="number of Stools that is other is at least 1",
        friendly="my Stool is friendly",
        highest="the highest Stool by its Score is not none",
        is_="me is not the next player",
        larger="(the larger of my Stool's Score and 1) is at least 1",
        less="my Stool's Score is less than 9",
        local="some Stool is my Stool",
        member="my Stool is in Stools",
        members="Mauve is in Suit",
        mine="my Stool is not none",
        minus="(9 minus my Stool's Score) is at least 1",
        more="(9 minus my Stool's Score) is more than 0",
        neighbour="the next player is not me",
        no="no Stool is none",
        not_="me is not the next player",
        or_="the Turn is at least 1 or me is the first player",
        other="some Stool is other",
        owner="my Stool's owner is me",
        players="number of players is at least 2",
        plus="(my Stool's Score plus 1) is at least 1",
        rank="(the rank of me by my Stool's Score) is at least 1",
        remainder="(the remainder of my Stool's Score divided by 3) is at most 2",
        remaining="me is remaining",
        round_="the Round is at least 0",
        side_of="me is in my side",
        smaller="(the smaller of my Stool's Score and 7) is at most 7",
        share="(the share of me in my Stool's Score among players by my Stool's Score) is at most 60",
        some="some Stool is remaining",
        sum="(the sum of Stools by its Score) is at most 40",
        things="number of Stools is more than 1",
        times="(my Stool's Score times 2) is at most 18",
        turn="the Turn is at least 0",
        unclaimed="my Stool is not unclaimed",
    ),
    **_of(
        "map",
        along="some Port is next to my Barge along (Lanes that are unclaimed)",
        connected="my Barge is connected to Far Port over (Lanes that are unclaimed)",
        journey="(the distance from my Barge to Far Port over Lanes, each by its Fare) is at most 4",
        longest_way="(the longest way over Lanes that are unclaimed, each by its Fare) is at least 1",
    ),
    **_of(
        "ring",
        following="number of Bowls after (r1c2 of Basin) is at least 1",
        nth="(the second Bowl before (r1c3 of Basin))'s Beans is at least 0",
        opposite="the Bowl opposite (r2c1 of Basin) is none",
    ),
    **_of(
        "board",
        at="my Golem is on r1c1 of Yard",
        came_up="the position has come up at most 3 times",
        beside="the Tile beside my Golem towards North is empty",
        board="some Tile on Yard is empty",
        central="some Tile is central",
        column="my Golem's Tile's column is at least 1",
        corner="some Tile is corner",
        distance="(the distance from my Golem to my Golem) is at most 3",
        empty="some Clearing is empty",
        in_a_row="(my Golems) make 3 in a row",
        inner="some Tile is inner",
        joins="(my Golems) join left and right",
        leap="some Tile is a knight's move from my Golem",
        line="some Tile on the line from my Golem's Tile towards North is empty",
        lines="number of (the lines from my Golem's Tile over empty Tiles to corner Tiles) is at least 0",
        moved="my Golem has moved this Turn",
        next_to="some Tile is next to my Golem's Troop",
        on="some Golem on Yard is friendly",
        on_board="my Golem is on Yard",
        outer="some Tile is outer",
        row="my Golem's Tile's row is at least 1",
        space="my Golem's Tile is not none",
        spot="r1c1 of Yard is empty",
        toward="some Tile is ahead of my Golem",
        turned="North turned left is West",
        trek="(the distance from my Golem to (r3c3 of Yard) over Tiles, each by its Cost) is at most 4",
        within="some Tile is within 2 of my Golem",
    ),
    **_of(
        "tiles",
        fits_neighbours="some Flag fits its neighbours by Dye",
        lying="number of (the highest Edge by number of its Seam)'s Ends is at most 4",
        open_side="some Edge has an open side",
    ),
    **_of("tracks", active="my Golem's Zeal is active", counter="my Golem's Zeal is at least 0"),
    **_of(
        "tracks",
        full="my Golem's Shell is full",
        track="number of Cubes in my Golem's Shell is at least 0",
    ),
    **_of(
        "dice",
        face="some Cube of Jar is none or the next Cube of Jar is none or some Cube is not none",
        shows="some Cube shows 1",
    ),
    **_of("patterns", complete="Couple is complete", fits="some Cube fits Couple", shown_in="1 shows Kiln"),
    **_of(
        "cards",
        in_place="some Petal is in my Palm",
        inside="number of Petals in Litter is at most 9",
        last="(the last Petal of Litter) is none",
        next="(the next Petal of Bough) is not none",
        place="Litter is empty",
    ),
    **_of(
        "hands",
        best_pattern="(the best Blaze of Sparks in Hearth) is Flare",
        worth="(the worth of Sparks in Hearth as a Blaze) is at least 1",
        best_taken="(the best Fire of exactly 1 Wisp in Hearth and 2 Sparks in Hearth) is Coal",
        worth_taken="(the worth of exactly 2 Sparks in Hearth and 1 Wisp in Hearth as a Fire) is at least 1",
        makes_meld="Hearth makes a Glow",
        left_over="(the sum of Sparks in Hearth outside Glows by Heat) is at least 1",
    ),
    **_of(
        "parts",
        nested="number of my Golem's Arms is at least 1",
        whole="(the highest Arm by its Span)'s Golem is not none",
    ),
    **_of("links", link="my Golem's Bond for my Golem is Warm"),
    **_of("table", called="Alder is not none", items="number of Alder's Marks is at least 1"),
    **_of("solid", side="(the highest Block by its face towards North) is not none"),
    **_of("facts", combination="my Bench's Rate for Mauve for 1 is at least 0"),
    **_of("amount", amount="Levy is at least 1"),
    **_of("property", property="my Stool's Aide is not none"),
    **_of("definition", defined="my Stool is Deft"),
    **_of("window", used="me has used Wink this Turn", window="the window is Pause"),
    **_of("option", option="Pace is Slow"),
    **_of("cell", cell="Hoard is at most 19"),
    **_of("automaton", automaton="me is not the automaton"),
    **_of("partners", partner="me's partner is not me"),
    **_of("games", game="the Game is at least 1", games_won="me's games won is at least 0"),
}
CONDITIONS["face"] = Specimen("(the highest Cube by its face) is not none", ("dice",))

SENTENCES: Final = {
    **_of(
        "",
        announce='announce "is told" for a Stool{if}{else}',
        bind="choose a Stool as the mate{if}{else}",
        defeat="all players lose{if}",
        eliminate="eliminate an enemy player{if}{else}",
        end="end Main{if}",
        gain="my Stool's Score gains a number from 1 to 2, up to 9{if}{else}",
        lead="me leads{if}",
        lose="my Stool's Score loses a number from 1 to 2, down to 0{if}{else}",
        rank="all players rank by my Stool's Score, highest first{if}",
        set="set my Stool's Score to a number from 0 to 3{if}{else}",
        show_fact="show my Stool's Score to a player{if}{else}",
        skip="skip{if}",
        stop="stop{if}",
        win="all players win{if}",
    ),
    **_of(
        "board",
        destroy="destroy a Golem on Yard{if}{else}",
        face="turn a Golem to North{if}{else}",
        move="move a Golem to an empty Tile{if}{else}",
        take="take a Golem{if}{else}",
        take_off="take a Golem off Yard{if}{else}",
        together="together move each Golem to its Tile, 1 Golem to a Tile\n  stays{if}",
        turn_round="turn a Golem left{if}{else}",
    ),
    **_of("shapes", cover="put a Clump onto empty Dells, turned or mirrored{if}{else}"),
    **_of("tiles", lay="put a Flag onto an empty Cobble, turned to a Way{if}{else}"),
    **_of(
        "tracks",
        fill="fill my Golem's Shell{if}",
        heal="my Golem heals 1 damage{if}",
        restore="my Golem restores 1 damage{if}",
        roll_into="roll 1 Cube into my Golem's Shell{if} and my Golem's Shell is not full and Jar is not empty",
        suffer="my Golem suffers 1 damage from a Golem{if}{else}",
    ),
    **_of(
        "dice",
        flip="flip a Cube{if}{else}",
        reroll="reroll a Cube{if}{else}",
        roll="roll a Cube{if}{else}",
        turn="turn a Cube to 3{if}{else}",
    ),
    **_of(
        "cards",
        deal="deal 1 Petal to all players{if} and number of Petals in Bough is at least 4",
        discard="discard a Petal of my Palm{if}{else}",
        draw="draw 2 Petals keeping 1{if}{else}",
        remove="remove a Petal of Litter{if}{else}",
        show="show a Petal of my Palm{if}{else}",
        shuffle="shuffle Litter{if}",
        shuffle_into="shuffle my Palm into Litter{if}",
        shuffle_onto="shuffle Litter onto Bough{if}",
    ),
    **_of("ring", sow="sow (r1c2 of Basin)'s Beans into Bowls after it{if}"),
    **_of("laid", swap="swap a Turf with random Turf{if}{else}"),
    **_of("stacks", shuffle_alike="shuffle all Purses alike{if}"),
    **_of("links", flip_link="flip my Golem's Bond for my Golem to Warm or Cold{if}{else}"),
    **_of("table", apply="apply Alder's Effect or Birch's Effect{if}{else}"),
    **_of("facts", flip_fact="flip my Bench's Open{if}"),
    **_of("rule", do="do Nudge with a Stool{if}{else}"),
    **_of("window", open="open Pause{if}"),
    **_of("plan", lay_out="lay out Farm as a Chart{if}{else}"),
    **_of("shelves", arrange="arrange Petals of my Palm into the Loads of my Trunks{if}{else}"),
}

BLOCKS: Final = {
    **_of(
        "",
        If="if the Turn is at least 1\n  {block}",
        Each="each Stool\n  {block}",
        Repeat="repeat up to 2 times\n  {block}",
        Menu='may "Do it"\n  {block}',
    )
}

RANGES: Final = {
    **_of(
        "",
        bind="choose a number from 0 to 3 as the count{if}{else}",
        gain="my Stool's Score gains a number from 1 to 2, up to 9{if}{else}",
        lose="my Stool's Score loses a number from 1 to 2, down to 0{if}{else}",
        set="set my Stool's Score to a number from 0 to 3{if}{else}",
    ),
    **_of("dice", turn="turn a Cube to a number from 1 to 6{if}{else}"),
}
"""Sentences in which a number of a range is left open: the operator `numbers` stands in no condition."""

UNIONS: Final = {
    **_of(
        "",
        bind="choose a Stool or an enemy Stool as the mate{if}{else}",
        eliminate="eliminate a player or an enemy player{if}{else}",
        show_fact="show my Stool's Score to a player or an enemy player{if}{else}",
    ),
    **_of(
        "board",
        destroy="destroy a Golem or an enemy Golem{if}{else}",
        face="turn a Golem or an enemy Golem to North{if}{else}",
        move="move a Golem or an enemy Golem to an empty Tile{if}{else}",
        take="take a Golem or an enemy Golem{if}{else}",
        take_off="take a Golem or an enemy Golem off Yard{if}{else}",
        turn_round="turn a Golem or an enemy Golem left{if}{else}",
    ),
    **_of("laid", swap="swap Mossy Turf or Sandy Turf with a Turf{if}{else}"),
    **_of("tracks", suffer="my Golem suffers 1 damage from a Golem or an enemy Golem{if}{else}"),
    **_of(
        "dice",
        flip="flip a Cube or a Cube{if}{else}",
        reroll="reroll a Cube or a Cube{if}{else}",
        roll="roll a Cube or a Cube{if}{else}",
        turn="turn a Cube or a Cube to 3{if}{else}",
    ),
    **_of(
        "cards",
        discard="discard a Petal of my Palm or a Petal of my Palm{if}{else}",
        remove="remove a Petal of Litter or a Petal of my Palm{if}{else}",
        show="show a Petal of my Palm or a Petal of my Palm{if}{else}",
    ),
    **_of("links", flip_link="flip my Golem's Bond for my Golem to Warm or Cold{if}{else}"),
    **_of("table", apply="apply Alder's Effect or Birch's Effect{if}{else}"),
    **_of("rule", do="do Nudge with a Stool or an enemy Stool{if}{else}"),
    **_of("plan", lay_out="lay out Farm as a Chart or a Chart{if}{else}"),
}
"""Sentences in which one of two phrases is left open: the operator `union` stands in no condition."""

LEAVES: Final = "\n  must leave some Stool, else anywhere"
"""What is chosen may be judged by what it leaves: the operator `leaves` stands there alone."""

SEATED: Final = frozenset({"win", "defeat", "rank"})
"""Verbs whose players are all, those who are out too: the operator `seats` stands there alone."""

ALONE: Final = frozenset({"numbers", "union", "leaves", "seats"})
"""Operators that stand in no condition."""

OPEN: Final = frozenset(name for name, one in SENTENCES.items() if "{else}" in one.text)
"""Verbs that can leave something open: what is done otherwise has a meaning with them alone."""

LADDERED: Final = OPEN - {"arrange", "bind", "draw", "reroll", "roll"}
"""Verbs whose choice can be judged by what it leaves: not where chance or a later choice decides that, not where
nothing changes, and not where the verb itself asks."""
