"""Plays *Gekido: Bot Battles* with random players, in plain Python: the yardstick for the interpreter.

It is a second, independent reading of the rules with every ruling at its default. Speed ratios are taken
against it, and its statistics must agree with the interpreter's, so each decision has a fixed granularity:
`Game.pick` is called once per choice point and draws uniformly from the options it is given. All of it is in
one file, so that it can be read beside the rulebook from top to bottom.

Invariants: 28 Structure dice and 46 Tech cards exist at every moment; at most six Command dice are in an
attack; a Bot always has a Ready token while a game lasts and no attack is under way.

Where the rules and the rulings are silent, this program reads them so:

 1. The game ends the moment one Bot is left; the kill reward and the card reward of that attack are dropped.
 2. A Bot destroyed by a hit gets no bonus of any row which that hit emptied.
 3. The steps of a malfunction are those of a hit, so it has a before-damage window, in which only the cards
    that can still do something may be played (Emergency Weld, Spare Plate); its after-damage window is always
    empty.
 4. A "last roll" (Finishing Move) is a roll after which none is left at that time: the third, or the fourth
    once the extra roll is bought. Stopping early or completing the Command early makes no roll the last one.
 5. The slot of the last roll is that of the last roll made: the attacker may play a before-damage card only
    if its effect after that roll was left unused, and only one.
 6. Extra Reroll and Hot Grill may be used after any roll, also the third; not when four rolls are already
    allowed.
 7. Switch Attack needs a declared Command, hence not after the first roll. The new Command is any of the
    other five. The locked dice then move one at a time, {done + each distinct face that fits}; the others are
    out of the attack. Loose dice are locked afterwards, as after any roll. Statistics count the final
    Command.
 8. Dice held back by Short Circuit (two copies: two dice) count as dice to roll: with every other die locked
    one may still roll again. They count among the six Command dice.
 9. Setting dice to the own symbol picks among dice that do not show it yet; Signature Move sets one die if
    only one such die is left. Copycat may copy a loose or a locked die, of a symbol other than the die's own.
10. "Own symbol" on a card is that of the Bot that plays it, also for the defender's Symbol Jammer.
11. Second Try may reroll no die at all (`done` is offered from the start); its dice are rerolled together.
12. The attacker may turn Interference and Flip Switch, being gray, on its own dice.
13. Cards and powers that change the damage are always usable while the attack may succeed, even at damage 0.
    Bonuses add up, also those of one power used after several rolls.
14. Emergency Weld needs a top die below 6; Spare Plate a free space and a free die; Power Cell a power that
    can take the charge; Damage +3 / Heals 2 is always usable.
15. A card gained as a bonus in the damage step may be played in the after-damage window (Magnetic Anchor).
    Magnetic Anchor is playable whether or not the attacker is going to push.
16. The cards for the Command are drawn also when the target was destroyed, as long as the game goes on.
17. Keeping, playing and discarding cards are choices among names. The limit is checked after each card kept
    of Draw 5 Keep 2. If fewer cards are left than asked for, those are drawn. With none left neither draw is
    offered.
18. Energy Station and Hot Grill serve only the attacker. Their effect is one for the attack, not for each
    roll.
19. A played card is in the discard pile before its effect, a charge is spent before its effect.
20. The second movement and the first one are choice points even if the only option is to stay.
21. If no enemy could be reached at all the attack would be left out; on these arenas that cannot happen.
22. Nobody starts with cards. Choosing Bots and placing them are counted as decisions, not as turns.
23. After a first refusal Prevent 4 is not offered again for the same hit.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

# Numbers of the components.

SYMBOLS = ("circle", "triangle", "square", "diamond", "pentagon", "cross")  # opposite faces: s and 5 - s
COMMANDS = (
    "two_pairs",
    "three_of_a_kind",
    "full_house",
    "four_of_a_kind",
    "five_different",
    "five_of_a_kind",
)
TWO_PAIRS, THREE_OF_A_KIND, FULL_HOUSE, FOUR_OF_A_KIND, FIVE_DIFFERENT, FIVE_OF_A_KIND = range(6)
SIZE = (4, 3, 5, 4, 5, 5)  # spaces for dice
COMMAND_CARDS = (2, 1, 0, 0, 0, 0)
STRUCTURE_DICE, COMMAND_DICE, TECH_CARDS, UPGRADE_MAX = 28, 6, 46, 5
TURN_LIMIT = 5000
DONE = -1  # the option that ends picking dice
OUTER_TILES = (
    "energy_station",
    "high_ground",
    "laser_turret",
    "hot_grill",
)  # each at a corner and at an edge
TILE_ATTACK = {"high_ground": -2, "laser_turret": 2}
TILE_DEFENSE = {"high_ground": 2, "laser_turret": -2, "the_center": -2}

# Two lines for each panel: symbol, kind of upgrade, hand limit, Armor spaces, damage/malfunction of the six
# Commands, powers with their charges; then the bonuses of each Structure die from the top (last: none).
MAIN_SIDE = """
vrex      diamond  attack  3 1 3/3 5/4 6/4 8/4 10/5 12/6 flip_a_die 3 damage3_heal2 1 extra_reroll 2
    upgrade | power card | armor charge power upgrade |
slicer    pentagon attack  2 1 2/2 4/3 6/3 8/4 9/4 11/5 damage3_heal2 3 extra_reroll 3 switch_attack 2
    power | upgrade card armor | upgrade power card |
tetsubot  circle   defense 2 2 1/2 3/3 4/3 6/4 8/4 9/4 opponent_rerolls_die 2 prevent_4 1 flip_a_die 2
    armor | card power | armor card | upgrade power |
overclock cross    defense 4 2 2/2 4/2 6/3 6/3 8/4 10/5 prevent_4 2 extra_die 2 damage3_heal2 1
    armor | card power | armor card upgrade |
pytron    square   attack  5 1 2/2 4/2 7/2 8/2 10/4 12/4 one_die_any 4 force_reroll 2 opponent_rerolls_die 2
    power card | upgrade card power | power upgrade armor charge |
m3ow      triangle defense 4 2 2/2 3/2 5/3 7/3 8/3 10/3 force_reroll 3 draw5_keep2 3 switch_attack 2
    armor card card | upgrade card power | power charge armor card |
"""
DUEL_SIDE = """
vrex      diamond  attack  3 1 3/2 4/2 7/3 9/4 10/5 12/6 flip_a_die 3 damage3_heal2 1
    upgrade | power | charge |
slicer    pentagon attack  3 1 2/1 4/2 6/3 8/4 9/4 11/5 damage3_heal2 2 extra_reroll 2
    upgrade | power | upgrade power |
tetsubot  circle   defense 2 2 2/1 3/2 4/2 6/3 8/4 9/4 prevent_4 2 opponent_rerolls_die 3
    armor | upgrade | power | armor |
overclock cross    defense 3 1 2/1 3/1 5/2 7/3 8/4 10/5 prevent_4 2 extra_die 2
    armor | upgrade | power | power |
pytron    square   attack  5 1 2/1 3/1 7/2 8/2 10/4 12/4 one_die_any 3 force_reroll 2
    power | power | upgrade |
m3ow      triangle defense 6 2 2/1 3/1 5/1 7/2 8/2 10/3 force_reroll 4 switch_attack 3
    armor | upgrade | power | power |
"""


@dataclass(frozen=True, slots=True)
class Panel:
    """One side of a control panel. Row k holds the bonuses for losing the k-th of its Structure dice."""

    symbol: int
    upgrade: str
    hand_limit: int
    armor_spaces: int
    commands: tuple[tuple[int, int], ...]
    rows: tuple[tuple[str, ...], ...]
    powers: dict[str, int]


def read_panel(numbers: list[str], bonuses: str) -> Panel:
    symbol, upgrade, hand, armor, *rest = numbers
    commands = tuple((int(hit), int(back)) for hit, back in (pair.split("/") for pair in rest[:6]))
    rows = tuple(tuple(row.split()) for row in bonuses.split("|"))
    powers = dict(zip(rest[6::2], map(int, rest[7::2]), strict=True))
    return Panel(SYMBOLS.index(symbol), upgrade, int(hand), int(armor), commands, rows, powers)


def read_panels(table: str) -> dict[str, Panel]:
    lines = table.strip().splitlines()
    pairs = [(first.split(), second) for first, second in zip(lines[::2], lines[1::2], strict=True)]
    return {first[0]: read_panel(first[1:], second) for first, second in pairs}


MAIN_PANELS = read_panels(MAIN_SIDE)
DUEL_PANELS = read_panels(DUEL_SIDE)

WINDOWS = ("before_first_roll", "after_roll", "before_damage", "after_damage")
BEFORE_FIRST_ROLL, AFTER_ROLL, BEFORE_DAMAGE, AFTER_DAMAGE = WINDOWS


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be used in a window: a Tech card, a power or the effect of a tile.

    `roles` holds `a` if the attacker may use it, `d` if the defender may. `rolls` narrows the window after a
    roll to the `first` or the `last` one.
    """

    kind: str
    roles: str
    when: str
    effect: str
    amount: int = 0
    copies: int = 0
    rolls: str = ""


def card(roles: str, copies: int, when: str, effect: str, amount: int = 0, rolls: str = "") -> Thing:
    return Thing("card", roles, when, effect, amount, copies, rolls)


THINGS = {
    "servo_flip": card("a", 3, AFTER_ROLL, "flip"),
    "targeting_solution": card("a", 2, AFTER_ROLL, "set_to_own", 1),
    "signature_move": card("a", 2, AFTER_ROLL, "set_to_own", 2),
    "second_try": card("a", 3, AFTER_ROLL, "reroll_any_number"),
    "sixth_actuator": card("a", 2, AFTER_ROLL, "add_die", rolls="first"),
    "overcharge": card("a", 3, AFTER_ROLL, "damage", 2),
    "finishing_move": card("a", 1, AFTER_ROLL, "damage", 3, rolls="last"),
    "copycat": card("a", 2, AFTER_ROLL, "copy"),
    "reactive_plating": card("d", 4, BEFORE_DAMAGE, "damage", -2),
    "bulwark": card("d", 2, BEFORE_DAMAGE, "damage", -4),
    "short_circuit": card("d", 2, BEFORE_FIRST_ROLL, "hold_back_die"),
    "static_pulse": card("d", 2, AFTER_ROLL, "reroll_one"),
    "system_crash": card("d", 1, AFTER_ROLL, "reroll_all"),
    "symbol_jammer": card("d", 2, AFTER_ROLL, "flip_own_symbol"),
    "magnetic_anchor": card("d", 1, AFTER_DAMAGE, "anchor"),
    "flip_switch": card("ad", 3, AFTER_ROLL, "flip"),
    "interference": card("ad", 2, AFTER_ROLL, "reroll_one"),
    "emergency_weld": card("ad", 2, BEFORE_DAMAGE, "heal", 2),
    "power_cell": card("ad", 2, AFTER_ROLL, "charge"),
    "spare_plate": card("ad", 1, BEFORE_DAMAGE, "armor"),
    "symbol_sync": card("ad", 2, AFTER_ROLL, "set_own_symbol"),
    "calibration": card("ad", 2, BEFORE_DAMAGE, "calibrate", 1),
    "flip_a_die": Thing("power", "a", AFTER_ROLL, "flip"),
    "switch_attack": Thing("power", "a", AFTER_ROLL, "switch"),
    "extra_die": Thing("power", "a", AFTER_ROLL, "add_die"),
    "extra_reroll": Thing("power", "a", AFTER_ROLL, "extra_roll"),
    "one_die_any": Thing("power", "a", AFTER_ROLL, "set_any"),
    "damage3_heal2": Thing("power", "a", AFTER_ROLL, "damage_and_heal"),
    "opponent_rerolls_die": Thing("power", "d", AFTER_ROLL, "reroll_one"),
    "force_reroll": Thing("power", "d", AFTER_ROLL, "reroll_all"),
    "energy_station": Thing("tile", "a", AFTER_ROLL, "flip"),
    "hot_grill": Thing("tile", "a", AFTER_ROLL, "extra_roll"),
}  # Draw 5 Keep 2 and Prevent 4 have their own times, outside the windows.
DECK = tuple(name for name, thing in THINGS.items() for _ in range(thing.copies))
PLAYABLE = {
    (role, when): frozenset(
        name for name, thing in THINGS.items() if role in thing.roles and when == thing.when
    )
    for role in "ad"
    for when in WINDOWS
}


def arena(side: int) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each tile of a square arena, diagonals included."""
    cells = [(x, y) for y in range(side) for x in range(side)]
    return tuple(
        tuple(j for j, (u, v) in enumerate(cells) if i != j and abs(x - u) <= 1 and abs(y - v) <= 1)
        for i, (x, y) in enumerate(cells)
    )


# The state.


@dataclass(slots=True, eq=False)
class Bot:
    """A Bot. `column` has the topmost die last; `charges` holds the unlocked powers, 0 for a depleted one."""

    seat: int
    name: str
    panel: Panel
    column: list[int]
    tile: int = -1
    armor: list[int] = field(default_factory=list)  # oldest first
    upgrade: int = 0
    charges: dict[str, int] = field(default_factory=dict)
    hand: list[str] = field(default_factory=list)
    ready: dict[int, bool] = field(default_factory=dict)  # Target Locks by the seat they show

    def dice(self) -> int:
        return len(self.column) + len(self.armor) + len(self.charges) + (self.upgrade > 0)

    def reset_locks_if_all_loading(self) -> None:
        if True not in self.ready.values():
            self.ready = dict.fromkeys(self.ready, True)


@dataclass(slots=True, eq=False)
class Attack:
    """One attack under way. Loose and locked dice are counts by face."""

    bot: Bot
    target: Bot
    loose: list[int] = field(default_factory=lambda: [0] * 6)
    locked: list[int] = field(default_factory=lambda: [0] * 6)
    held_back: int = 0  # by Short Circuit, until the second roll
    discarded: int = 0  # by Switch Attack
    command: int = -1
    rolls: int = 0
    max_rolls: int = 3
    slot_free: bool = False  # the attacker's one effect per roll
    tile_used: bool = False
    bonus: int = 0
    success: bool | None = None
    anchored: bool = False

    def dice(self) -> int:
        return sum(self.loose) + sum(self.locked) + self.held_back + self.discarded

    def complete(self) -> bool:
        return sum(self.locked) == SIZE[self.command]


def fits(command: int, locked: Sequence[int], face: int, own: int) -> bool:
    """Tells whether one more die of this face can be part of the Command together with the locked ones."""
    here = locked[face]
    if command == FIVE_DIFFERENT:
        return face != own and not here
    if command == TWO_PAIRS:
        return here == 1 or (not here and locked.count(0) > 4)
    if command == FULL_HOUSE:
        return here == 1 or (not here and locked.count(0) > 4) or (here == 2 and 3 not in locked)
    total = sum(locked)
    return total < SIZE[command] and here == total


class Game:
    """One game. The set-up is played on construction, the rest by `play`."""

    def __init__(self, players: int, seed: int, bots: list[str] | None = None, duel: bool = False) -> None:
        if not 2 <= players <= (2 if duel else 4):
            raise ValueError("two players in Duel" if duel else "two to four players")
        if bots is not None and (len(bots) != players or len(set(bots)) != players):
            raise ValueError("one Bot for each player, all different")
        self.duel = duel
        self.rng = random.Random(seed)
        self.random = self.rng.random
        self.decisions: dict[str, int] = {}  # choice points by kind
        self.single_options = 0
        self.turns = 0
        self.winner: int | None = None
        self.attacks = [0] * 6
        self.successes = [0] * 6
        self.damage = [0] * 6
        self.malfunction_damage = 0
        self.set_up(players, bots)

    def pick(self, kind: str, options: Sequence[T]) -> T:
        """The one place where a player decides."""
        self.decisions[kind] = self.decisions.get(kind, 0) + 1
        if len(options) == 1:
            self.single_options += 1
        return options[int(self.random() * len(options))]

    def roll(self) -> int:
        """A face of a die, from 0."""
        return int(self.random() * 6)

    def set_up(self, players: int, names: list[str] | None) -> None:
        corners, edges = list(OUTER_TILES), list(OUTER_TILES)
        self.rng.shuffle(corners)
        self.rng.shuffle(edges)
        a, b, c, d = corners
        self.neighbours = arena(2 if self.duel else 3)
        self.tiles = corners
        if not self.duel:
            self.tiles = [a, edges[0], b, edges[1], "the_center", edges[2], c, edges[3], d]
        self.center = -1 if self.duel else 4
        self.at: list[Bot | None] = [None] * len(self.tiles)
        self.deck: list[str] = [] if self.duel else list(DECK)
        self.rng.shuffle(self.deck)
        self.discards: list[str] = []
        self.start = int(self.random() * players)
        order = [(self.start + i) % players for i in range(players)]
        panels = DUEL_PANELS if self.duel else MAIN_PANELS
        chosen: dict[int, str] = {}
        for seat in order:
            free = [name for name in panels if name not in chosen.values()]
            chosen[seat] = names[seat] if names else self.pick("choose_bot", free)
        self.bots = [
            Bot(seat, chosen[seat], panels[chosen[seat]], [6] * len(panels[chosen[seat]].rows))
            for seat in range(players)
        ]
        self.alive = list(self.bots)
        self.free_dice = STRUCTURE_DICE - sum(bot.dice() for bot in self.bots)
        for bot in self.bots:
            bot.ready = {other.seat: True for other in self.bots if other is not bot}
        for seat in order:
            free_tiles = [t for t, bot in enumerate(self.at) if bot is None and t != self.center]
            self.put(self.bots[seat], self.pick("place_bot", free_tiles))

    def play(self) -> int | None:
        """Plays to the end. Returns the winner's seat, or None if the game passes the turn limit."""
        seat = self.start
        while self.winner is None and self.turns < TURN_LIMIT:
            bot = self.bots[seat]
            if bot.tile >= 0:
                self.turn(bot)
                assert self.is_conserved()
            seat = (seat + 1) % len(self.bots)
        return self.winner

    def is_conserved(self) -> bool:
        """Checks that no Structure die and no Tech card was lost or made."""
        dice = self.free_dice + sum(bot.dice() for bot in self.bots)
        cards = len(self.deck) + len(self.discards) + sum(len(bot.hand) for bot in self.bots)
        return self.free_dice >= 0 and dice == STRUCTURE_DICE and cards == (0 if self.duel else TECH_CARDS)

    # The turn

    def turn(self, bot: Bot) -> None:
        self.turns += 1
        while bot.charges.get("draw5_keep2") and (self.deck or self.discards):
            if self.pick("start_of_turn", ("pass", "use")) == "pass":
                break
            bot.charges["draw5_keep2"] -= 1
            self.draw_and_keep(bot, 5, 2)
        before = bot.tile
        self.first_move(bot)
        self.attack(bot)
        if self.winner is not None or bot.tile < 0:
            return
        if bot.tile == before:
            self.put(bot, self.pick("second_move", self.reachable(bot)))
        can_draw = bot.tile == self.center and (self.deck or self.discards)
        if can_draw and self.pick("center", ("draw", "pass")) == "draw":
            self.draw_and_keep(bot, 3, 1)

    def put(self, bot: Bot, tile: int) -> None:
        if bot.tile >= 0 and self.at[bot.tile] is bot:
            self.at[bot.tile] = None
        bot.tile = tile
        self.at[tile] = bot

    def reachable(self, bot: Bot) -> list[int]:
        """The Bot's own tile and the free ones beside it."""
        return [bot.tile] + [t for t in self.neighbours[bot.tile] if self.at[t] is None]

    def first_move(self, bot: Bot) -> None:
        reachable = self.reachable(bot)
        ready = {t for e in self.alive if bot.ready.get(e.seat) for t in self.neighbours[e.tile]}
        tiles = [t for t in reachable if t in ready]
        if not tiles:
            enemies = {t for e in self.alive if e is not bot for t in self.neighbours[e.tile]}
            tiles = [t for t in reachable if t in enemies] or reachable
        self.put(bot, self.pick("first_move", tiles))

    def attack(self, bot: Bot) -> None:
        beside = [e for t in self.neighbours[bot.tile] if (e := self.at[t]) is not None]
        targets = [e for e in beside if bot.ready[e.seat]] or beside
        if not targets:
            return
        target = self.pick("target", targets)
        token = target.seat
        if not bot.ready[token]:
            token = self.pick("token", [seat for seat, ready in bot.ready.items() if ready])
        bot.ready[token] = False
        attack = Attack(bot, target)
        self.window(attack, BEFORE_FIRST_ROLL)
        self.create_command(attack)
        self.resolve(attack)
        bot.reset_locks_if_all_loading()

    # Step 2: the attack command

    def create_command(self, a: Attack) -> None:
        while True:
            self.roll_dice(a)
            self.window(a, AFTER_ROLL)
            if a.rolls == 1:
                own = a.bot.panel.symbol
                faces = [f for f in range(6) if a.loose[f]]
                commands = [c for c in range(6) if any(fits(c, a.locked, f, own) for f in faces)]
                a.command = self.pick("command", commands)
            self.lock(a, a.loose, a.rolls == 1, "lock")
            if a.rolls == a.max_rolls or not (any(a.loose) or a.held_back):
                return
            if self.pick("roll_again", ("roll", "stop")) == "stop":
                return

    def roll_dice(self, a: Attack) -> None:
        """Rolls all loose dice. Those held back from the first roll join at the second."""
        if a.rolls == 0:
            count = 5 - a.held_back
        else:
            count = sum(a.loose) + a.held_back
            a.held_back = 0
        a.loose = [0] * 6
        for _ in range(count):
            a.loose[self.roll()] += 1
        a.rolls += 1
        a.slot_free = True
        assert count > 0 and a.dice() <= COMMAND_DICE

    def lock(self, a: Attack, source: list[int], compulsory: bool, kind: str) -> None:
        """Locks dice from `source`, one at a time."""
        own = a.bot.panel.symbol
        while True:
            options = [f for f in range(6) if source[f] and fits(a.command, a.locked, f, own)]
            if not options:
                return
            face = self.pick(kind, options if compulsory else [DONE, *options])
            if face == DONE:
                return
            source[face] -= 1
            a.locked[face] += 1
            compulsory = False

    # Windows and effects

    def window(self, a: Attack, when: str) -> None:
        """Lets the defender, then the attacker use what can be used now."""
        power_free = True
        while options := self.usable(a, a.target, "d", when, power_free):
            name = self.pick(when, ["pass", *options])
            if name == "pass":
                break
            power_free = power_free and THINGS[name].kind != "power"
            self.use(a, a.target, name)
        if a.slot_free and (options := self.usable(a, a.bot, "a", when, True)):
            name = self.pick(when, ["pass", *options])
            if name != "pass":
                a.slot_free = False
                self.use(a, a.bot, name)

    def usable(self, a: Attack, bot: Bot, role: str, when: str, power_free: bool) -> list[str]:
        playable = PLAYABLE[role, when]
        names = [name for name in dict.fromkeys(bot.hand) if name in playable]
        if when == AFTER_ROLL:
            if power_free:
                names += [name for name, left in bot.charges.items() if left and name in playable]
            if role == "a" and not a.tile_used and self.tiles[bot.tile] in playable:
                names.append(self.tiles[bot.tile])
        return [name for name in names if self.could_do_something(a, bot, THINGS[name])]

    def could_do_something(self, a: Attack, bot: Bot, thing: Thing) -> bool:
        if (thing.rolls == "first" and a.rolls > 1) or (thing.rolls == "last" and a.rolls < a.max_rolls):
            return False
        own = bot.panel.symbol
        match thing.effect:
            case "damage" | "calibrate":
                return a.success is not False
            case "set_to_own":
                return sum(a.loose) > a.loose[own]
            case "flip_own_symbol" | "set_own_symbol":
                return a.loose[own] > 0
            case "copy":
                return sum(1 for f in range(6) if a.loose[f] or a.locked[f]) > 1
            case "add_die":
                return a.dice() < COMMAND_DICE
            case "extra_roll":
                return a.max_rolls < 4
            case "switch":
                return a.rolls > 1
            case "heal":
                return bot.column[-1] < 6
            case "charge":
                return bool(self.chargeable(bot))
            case "armor":
                return self.can_take_armor(bot)
        return True  # the rest needs a loose die at most, and after a roll there is one

    def use(self, a: Attack, bot: Bot, name: str) -> None:
        thing = THINGS[name]
        if thing.kind == "card":
            bot.hand.remove(name)
            self.discards.append(name)
        elif thing.kind == "power":
            bot.charges[name] -= 1
        else:
            a.tile_used = True
        own = bot.panel.symbol
        loose = a.loose
        faces = range(6)
        match thing.effect:
            case "flip":
                loose[5 - self.take_die(a, [f for f in faces if loose[f]])] += 1
            case "flip_own_symbol":
                loose[5 - self.take_die(a, [own])] += 1
            case "set_any" | "set_own_symbol":
                options = [own] if thing.effect == "set_own_symbol" else [f for f in faces if loose[f]]
                face = self.take_die(a, options)
                loose[self.pick("symbol", [f for f in faces if f != face])] += 1
            case "set_to_own":
                for _ in range(thing.amount):
                    if options := [f for f in faces if loose[f] and f != own]:
                        self.take_die(a, options)
                        loose[own] += 1
            case "copy":
                face = self.take_die(a, [f for f in faces if loose[f]])
                loose[self.pick("symbol", [f for f in faces if f != face and (loose[f] or a.locked[f])])] += 1
            case "reroll_one":
                self.take_die(a, [f for f in faces if loose[f]])
                loose[self.roll()] += 1
            case "reroll_all":
                a.loose = [0] * 6
                for _ in range(sum(loose)):
                    a.loose[self.roll()] += 1
            case "reroll_any_number":
                taken = 0
                while options := [f for f in faces if loose[f]]:
                    if self.take_die(a, [DONE, *options]) == DONE:
                        break
                    taken += 1
                for _ in range(taken):
                    loose[self.roll()] += 1
            case "add_die":
                loose[self.roll()] += 1
            case "extra_roll":
                a.max_rolls += 1
            case "switch":
                self.switch_command(a)
            case "hold_back_die":
                a.held_back += 1
            case "damage":
                a.bonus += thing.amount
            case "calibrate":
                a.bonus += thing.amount if bot is a.bot else -thing.amount
            case "damage_and_heal":
                a.bonus += 3
                self.heal(bot, 2)
            case "heal":
                self.heal(bot, thing.amount)
            case "charge" | "armor":
                self.grant(bot, thing.effect)
            case "anchor":
                a.anchored = True

    def take_die(self, a: Attack, options: list[int]) -> int:
        """Picks a loose die by its face and lifts it, unless `DONE` is picked."""
        face = self.pick("die", options)
        if face != DONE:
            a.loose[face] -= 1
        return face

    def switch_command(self, a: Attack) -> None:
        a.command = self.pick("switch_to", [c for c in range(6) if c != a.command])
        before, a.locked = a.locked, [0] * 6
        self.lock(a, before, False, "switch_keep")
        a.discarded += sum(before)

    # Step 3: damage

    def resolve(self, a: Attack) -> None:
        bot, target = a.bot, a.target
        a.success = a.complete()
        self.attacks[a.command] += 1
        self.window(a, BEFORE_DAMAGE)
        to_target, to_self = bot.panel.commands[a.command]
        if not a.success:
            self.malfunction_damage += to_self
            self.hit(bot, to_self)
            return
        damage = max(0, to_target + self.attack_value(bot) - self.defense_value(target) + a.bonus)
        self.successes[a.command] += 1
        self.damage[a.command] += damage
        self.hit(target, damage)
        if self.winner is not None:
            return
        if target.tile < 0:
            self.draw(bot)
        else:
            self.window(a, AFTER_DAMAGE)
            if not a.anchored and self.pick("push", ("push", "pass")) == "push":
                self.push(bot, target)
        for _ in range(COMMAND_CARDS[a.command]):
            self.draw(bot)

    def attack_value(self, bot: Bot) -> int:
        upgrade = bot.upgrade if bot.panel.upgrade == "attack" else 0
        return upgrade + TILE_ATTACK.get(self.tiles[bot.tile], 0)

    def defense_value(self, bot: Bot) -> int:
        upgrade = bot.upgrade if bot.panel.upgrade == "defense" else 0
        return upgrade + TILE_DEFENSE.get(self.tiles[bot.tile], 0)

    def push(self, bot: Bot, target: Bot) -> None:
        tile = target.tile
        self.put(bot, tile)
        self.put(target, self.pick("push_to", [t for t in self.neighbours[tile] if self.at[t] is None]))

    def hit(self, bot: Bot, damage: int) -> None:
        """Deals damage: prevention, Armor, Structure, and after the whole hit death or the bonuses."""
        while damage > 0 and bot.charges.get("prevent_4") and self.pick("prevent", ("use", "pass")) == "use":
            bot.charges["prevent_4"] -= 1
            damage -= 4
        while damage > 0 and bot.armor:
            value = bot.armor[0]
            if damage < value:
                bot.armor[0] -= damage
            else:
                del bot.armor[0]
                self.free_dice += 1
            damage -= value
        first_row = len(bot.panel.rows) - len(bot.column)
        while damage > 0 and bot.column:
            value = bot.column[-1]
            if damage < value:
                bot.column[-1] -= damage
            else:
                bot.column.pop()
                self.free_dice += 1
            damage -= value
        if not bot.column:
            self.destroy(bot)
            return
        for row in bot.panel.rows[first_row : len(bot.panel.rows) - len(bot.column)]:
            for bonus in row:
                self.grant(bot, bonus)

    def destroy(self, bot: Bot) -> None:
        self.at[bot.tile] = None
        bot.tile = -1
        self.free_dice += bot.dice()
        bot.armor, bot.upgrade, bot.charges = [], 0, {}
        self.discards += bot.hand
        bot.hand = []
        self.alive.remove(bot)
        for other in self.alive:
            del other.ready[bot.seat]
            other.reset_locks_if_all_loading()
        if len(self.alive) == 1:
            self.winner = self.alive[0].seat

    def grant(self, bot: Bot, bonus: str) -> None:
        """Gives one structure bonus, or nothing if there is no place or no die for it."""
        match bonus:
            case "card":
                self.draw(bot)
            case "upgrade":
                if bot.upgrade == 0 and self.free_dice:
                    bot.upgrade = 1
                    self.free_dice -= 1
                elif 0 < bot.upgrade < UPGRADE_MAX:
                    bot.upgrade += 1
            case "armor":
                if self.can_take_armor(bot):
                    bot.armor.append(self.roll() + 1)
                    self.free_dice -= 1
            case "power":
                locked = [power for power in bot.panel.powers if power not in bot.charges]
                if locked and self.free_dice:
                    power = self.pick("unlock_power", locked)
                    bot.charges[power] = bot.panel.powers[power]
                    self.free_dice -= 1
            case "charge":
                if powers := self.chargeable(bot):
                    bot.charges[self.pick("charge", powers)] += 1

    def can_take_armor(self, bot: Bot) -> bool:
        return self.free_dice > 0 and len(bot.armor) < bot.panel.armor_spaces

    def chargeable(self, bot: Bot) -> list[str]:
        return [power for power, left in bot.charges.items() if 0 < left < bot.panel.powers[power]]

    def heal(self, bot: Bot, amount: int) -> None:
        bot.column[-1] = min(6, bot.column[-1] + amount)

    # Tech cards

    def take_from_deck(self) -> str | None:
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
        return self.deck.pop() if self.deck else None

    def draw(self, bot: Bot) -> None:
        name = self.take_from_deck()
        if name is not None:
            bot.hand.append(name)
            self.discard_to_limit(bot)

    def draw_and_keep(self, bot: Bot, count: int, keep: int) -> None:
        drawn = [name for _ in range(count) if (name := self.take_from_deck()) is not None]
        for _ in range(min(keep, len(drawn))):
            name = self.pick("keep", list(dict.fromkeys(drawn)))
            drawn.remove(name)
            bot.hand.append(name)
            self.discard_to_limit(bot)
        self.discards += drawn

    def discard_to_limit(self, bot: Bot) -> None:
        while len(bot.hand) > bot.panel.hand_limit:
            name = self.pick("discard", list(dict.fromkeys(bot.hand)))
            bot.hand.remove(name)
            self.discards.append(name)


# Statistics.


def ratio(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0


def simulate(games: int, players: int, seed: int, duel: bool = False) -> dict[str, object]:
    """Plays `games` games and sums them up."""
    seeds = random.Random(seed)
    wins_by_seat = [0] * players
    wins_by_bot = dict.fromkeys(MAIN_PANELS, 0)
    games_by_bot = dict.fromkeys(MAIN_PANELS, 0)
    kinds: dict[str, int] = {}
    turns: list[int] = []
    decisions: list[int] = []
    single = unfinished = malfunction_damage = 0
    attacks, successes, damage = [0] * 6, [0] * 6, [0] * 6
    began = time.perf_counter()
    for _ in range(games):
        game = Game(players, seeds.getrandbits(64), duel=duel)
        winner = game.play()
        if winner is None:
            unfinished += 1
        else:
            wins_by_seat[winner] += 1
            wins_by_bot[game.bots[winner].name] += 1
        for bot in game.bots:
            games_by_bot[bot.name] += 1
        turns.append(game.turns)
        decisions.append(sum(game.decisions.values()))
        single += game.single_options
        malfunction_damage += game.malfunction_damage
        for kind, count in game.decisions.items():
            kinds[kind] = kinds.get(kind, 0) + count
        for c in range(6):
            attacks[c] += game.attacks[c]
            successes[c] += game.successes[c]
            damage[c] += game.damage[c]
    seconds = time.perf_counter() - began
    return {
        "games": games,
        "players": players,
        "duel": duel,
        "seed": seed,
        "unfinished": unfinished,
        "wins_by_seat": wins_by_seat,
        "wins_by_bot": wins_by_bot,
        "games_by_bot": games_by_bot,
        "mean_turns": ratio(sum(turns), games),
        "sd_turns": round(statistics.pstdev(turns), 4) if turns else 0.0,
        "mean_decisions": ratio(sum(decisions), games),
        "sd_decisions": round(statistics.pstdev(decisions), 4) if decisions else 0.0,
        "mean_single_option_decisions": ratio(single, games),
        "mean_decisions_by_kind": {kind: ratio(count, games) for kind, count in sorted(kinds.items())},
        "success_rate": ratio(sum(successes), sum(attacks)),
        "mean_damage": ratio(sum(damage), sum(successes)),
        "mean_malfunction_damage": ratio(malfunction_damage, sum(attacks) - sum(successes)),
        "commands": {
            name: {
                "attacks": attacks[c],
                "success_rate": ratio(successes[c], attacks[c]),
                "mean_damage": ratio(damage[c], successes[c]),
            }
            for c, name in enumerate(COMMANDS)
        },
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Plays random games of Gekido: Bot Battles and sums them up."
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--duel", action="store_true", help="the two-player variant; --players is then 2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    players = 2 if options.duel else options.players
    report = simulate(options.games, players, options.seed, options.duel)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    for key, value in report.items():
        if isinstance(value, dict):
            print(f"{key}:")
            for name, entry in value.items():
                text = "  ".join(f"{k} {v}" for k, v in entry.items()) if isinstance(entry, dict) else entry
                print(f"  {name:<20} {text}")
        else:
            print(f"{key:<30} {value}")


if __name__ == "__main__":
    main()
