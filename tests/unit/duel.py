"""A card duel that meets the contract of `engine`: hidden hands, a die, single choices, a faulty card.

Each turn a die is rolled, then the player plays a card at the next player still in, or passes. A Bolt of n
deals (n + die) // 3 damage. The Jinx cannot be carried out. A Flare adds a die to the damage. Whoever holds a
card may be forbidden to pass.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from gekido_dsl.engine import (
    BoardView,
    Chance,
    ChanceRequest,
    Choice,
    Decision,
    Event,
    IllegalChoice,
    Outcome,
    PlaceView,
    PlayerView,
    Printed,
    RuleError,
    Setting,
    SpaceView,
    ThingView,
    View,
)
from gekido_dsl.rng import Rng
from gekido_dsl.source import Source

SOURCE = Source("duel.gdl", 'game "Duel"\nrule Strike\n  deal damage\nrule Jinx\n  choose nothing\n')
STRIKE = SOURCE.span(12, 23)
JINX = SOURCE.span(38, 47)
TURNS = 40


@dataclass
class DuelState:
    rng: Rng
    life: list[int]
    hands: list[list[str]]
    deck: list[str]
    discards: list[str] = field(default_factory=list)
    turn: int = 0
    player: int = 0
    die: int = 0

    def copy(self) -> "DuelState":
        return deepcopy(self)


def _say(kind: str, text: str, **rest: Any) -> Event:
    return Event(kind, text, "Strike", STRIKE, ("DB p1",), **rest)


class Duel:
    """The executor."""

    apart = 0

    def __init__(
        self, jinxes: int = 0, bolts: int = 12, life: int = 20, must_play: bool = False, aim: bool = False
    ) -> None:
        self.aim = aim
        self.must_play = must_play
        self.life = life
        self.cards = [f"Bolt {n}" for n in range(1, bolts + 1)] + ["Flare"] * 2 + ["Jinx"] * jinxes

    def initial(self, setting: Setting, chance: Chance | None = None) -> tuple[DuelState, list[Event]]:
        state = DuelState(
            Rng(setting.seed), [self.life] * setting.players, [[] for _ in range(setting.players)], []
        )
        left = list(self.cards)
        while left:
            at = self._draw(state, chance, "shuffle", "Deck", [str(card) for card in left])
            state.deck.append(left.pop(at))
        events = []
        for seat, hand in enumerate(state.hands):
            hand += [state.deck.pop(), state.deck.pop()]
            events.append(
                _say(
                    "keep",
                    f"Player {seat + 1} draws 2 cards",
                    seat=seat,
                    private={seat: f"you draw {hand[0]} and {hand[1]}"},
                )
            )
        names = [f"Player {seat + 1}" for seat in range(setting.players)]
        state.player = self._draw(state, chance, "pick", "first player", names)
        self._begin_turn(state, chance, events)
        return state, events

    def _draw(self, state: DuelState, chance: Chance | None, kind: Any, what: str, labels: list[str]) -> int:
        request = ChanceRequest(kind, what, len(labels), labels.__getitem__)
        outcome = chance.draw(request) if chance is not None else None
        return state.rng.below(len(labels)) if outcome is None else outcome

    def _begin_turn(self, state: DuelState, chance: Chance | None, events: list[Event]) -> None:
        state.turn += 1
        state.die = 1 + self._draw(state, chance, "roll", "Duel Die", ["1", "2", "3", "4", "5", "6"])
        events.append(_say("roll", f"Player {state.player + 1} rolls a {state.die}", seat=state.player))

    def decision(self, state: DuelState) -> Decision | None:
        if self.outcome(state) is not None:
            return None
        offered = [
            Choice(f"play {card}", f"Play {card}", (n,)) for n, card in enumerate(state.hands[state.player])
        ]
        if not (offered and self.must_play):
            offered.append(Choice("pass", "Pass"))
        return Decision(
            state.player, "What do you play?", tuple(offered), "Strike", STRIKE, ("DB p1",), "window"
        )

    def apply(self, state: DuelState, choice: int, chance: Chance | None = None) -> list[Event]:
        decision = self.decision(state)
        if decision is None or not 0 <= choice < len(decision.choices):
            raise IllegalChoice(f"no choice {choice}")
        after = state.copy()
        events: list[Event] = []
        if choice < len(after.hands[after.player]):
            self._play(after, after.hands[after.player].pop(choice), chance, events)
        else:
            events.append(_say("announce", f"Player {after.player + 1} passes", seat=after.player))
        if after.deck:
            after.hands[after.player].append(after.deck.pop())
        if self.outcome(after) is None:
            after.player = self._next(after)
            self._begin_turn(after, chance, events)
        vars(state).update(vars(after))
        return events

    def _play(self, state: DuelState, card: str, chance: Chance | None, events: list[Event]) -> None:
        if card == "Jinx":
            raise RuleError("there is nothing to choose", JINX, (("Jinx", JINX), ("Strike", STRIKE)))
        extra = self._draw(state, chance, "roll", "Duel Die", list("123456")) + 1 if card == "Flare" else 0
        power = int(card.split()[1]) if card.startswith("Bolt") else extra
        damage = (power + state.die) // 3
        target = self._next(state)
        state.life[target] = max(0, state.life[target] - damage)
        state.discards.append(card)
        why = (f"{card} {power}", f"die {state.die}", f"a third of {power + state.die} is {damage}")
        text = f"Player {state.player + 1} plays {card}: {damage} damage to player {target + 1}"
        events.append(_say("suffer", text, seat=state.player, why=why))

    def _next(self, state: DuelState) -> int:
        seat = state.player
        while True:
            seat = (seat + 1) % len(state.life)
            if state.life[seat] > 0:
                return seat

    def outcome(self, state: DuelState) -> Outcome | None:
        alive = [seat for seat, life in enumerate(state.life) if life > 0]
        if len(alive) == 1:
            return Outcome(tuple(1 if seat in alive else 2 for seat in range(len(state.life))), True)
        if state.turn > TURNS:
            return Outcome((1,) * len(state.life), False)
        return None

    def observe(self, state: DuelState, seat: int | None) -> View:
        players = []
        for who, life in enumerate(state.life):
            shown = tuple(ThingView("Card", card, who) for card in state.hands[who]) if who == seat else None
            hand = PlaceView("Hand", "hand", who, len(state.hands[who]), shown)
            duelist = ThingView("Duelist", f"Duelist {who + 1}", who, tracks={"Life": (life,)})
            players.append(PlayerView(who, life > 0, (duelist,), (hand,)))
        space = SpaceView("r1c1", 1, 1, "Ring", (ThingView("Duelist", "Duelist 1", 0),))
        return View(
            seat,
            state.turn,
            state.player,
            ("Turn",),
            {"Die": str(state.die)},
            (BoardView("Ring", 1, 1, 4, (space,)),),
            tuple(players),
            (
                PlaceView("Deck", "deck", None, len(state.deck), None),
                PlaceView("Discards", "pile", None, len(state.discards), tuple(
                    ThingView("Card", card) for card in state.discards
                )),
            ),
        )  # fmt: skip

    def sample(self, state: DuelState, seat: int, seed: int) -> DuelState:
        world = state.copy()
        world.rng = Rng(seed)
        hidden = sorted(
            world.deck + [card for who, hand in enumerate(world.hands) if who != seat for card in hand]
        )
        dealt = []
        while hidden:
            dealt.append(hidden.pop(world.rng.below(len(hidden))))
        for who, hand in enumerate(world.hands):
            if who != seat:
                world.hands[who] = [dealt.pop() for _ in hand]
        world.deck = dealt
        return world

    def turn(self, state: DuelState) -> tuple[int, int | None]:
        return state.turn, state.player

    def aims(self, state: DuelState) -> tuple[int | None, ...] | None:
        return tuple(life if life > 0 else None for life in state.life) if self.aim else None

    def why_not(self, state: DuelState, text: str) -> list[str]:
        return [f"{text} is not in your hand"] if text in self.cards else []

    def spots(self, state: DuelState) -> tuple[tuple[tuple[str, ...], ...], ...]:
        decision = self.decision(state)
        return ((),) * len(decision.choices) if decision is not None else ()

    def amounts(self, state: DuelState) -> tuple[str, ...]:
        decision = self.decision(state)
        return ("",) * (len(decision.choices) if decision is not None else 0)

    def printed(self, state: DuelState, text: str) -> list[Printed]:
        return [Printed(text, "Card")] if text in self.cards else []

    def snapshot(self, state: DuelState) -> tuple[Any, ...]:
        return (
            state.rng.state, tuple(state.life), tuple(map(tuple, state.hands)), tuple(state.deck),
            tuple(state.discards), state.turn, state.player, state.die,
        )  # fmt: skip

    def restore(self, snapshot: tuple[Any, ...]) -> DuelState:
        rng = Rng(0)
        rng.state = snapshot[0]
        return DuelState(
            rng,
            list(snapshot[1]),
            [list(hand) for hand in snapshot[2]],
            list(snapshot[3]),
            list(snapshot[4]),
            *snapshot[5:],
        )
