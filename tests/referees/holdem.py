"""No-limit hold'em in plain Python: one hand, from the stacks to who has what. Cards are told to it.

Seats are numbered from whoever is left of the button, players with chips alone.
"""

from dataclasses import dataclass, field

from pokerkit import OmahaHoldemHand, StandardHighHand


@dataclass
class Hand:
    """A hand under way."""

    stacks: list[int]
    pockets: list[str]
    board: str = ""
    street: int = 0
    bets: list[int] = field(default_factory=list)
    """What each has bet in this round of betting."""
    paid: list[int] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)
    full: int = 2
    """The last full bet or raise, or the big blind."""
    turn: int | None = None
    raising: bool = False
    two_of_each: bool = False
    """Whether just two cards of a pocket count, with three of the board."""

    def __post_init__(self) -> None:
        number = len(self.stacks)
        self.bets, self.paid = [0] * number, [0] * number
        small = 1 if number == 2 else 0
        for seat, blind in ((small, 1), ((small + 1) % number, 2)):
            self._pay(seat, min(blind, self.stacks[seat]))
        self.price = 2
        self._next((small + 1) % number)

    def _pay(self, seat: int, sum_: int) -> None:
        self.stacks[seat] -= sum_
        self.bets[seat] += sum_
        self.paid[seat] += sum_

    def live(self) -> list[int]:
        """Lists who has not folded."""
        return [seat for seat in range(len(self.stacks)) if seat not in self.folded]

    def _can_raise_against(self, seat: int) -> bool:
        """Tells whether somebody else has chips left once they have called."""
        others = [other for other in self.live() if other != seat]
        return any(self.stacks[other] + self.bets[other] > self.price for other in others)

    def _has_to_act(self, seat: int) -> bool:
        if seat in self.folded or self.stacks[seat] == 0:
            return False
        if self.bets[seat] < max(self.bets):
            return True
        return (seat not in self.acted or self.bets[seat] < self.price) and self._can_raise_against(seat)

    def _next(self, seat: int) -> None:
        """Finds who acts after a seat; when nobody has to, the next street waits for its cards."""
        number = len(self.stacks)
        order = [(seat + step) % number for step in range(1, number + 1)]
        self.turn = next((one for one in order if self._has_to_act(one)), None)

    def deal(self, cards: str) -> None:
        """Puts the cards of the next street on the board."""
        self.board += cards
        self.street += 1
        self.bets, self.acted, self.price, self.full = [0] * len(self.stacks), set(), 0, 2
        self._next(len(self.stacks) - 1)

    def is_over(self) -> bool:
        """Tells whether only the chips remain to be given out."""
        return self.turn is None and (len(self.live()) == 1 or self.street == 3)

    def raises(self) -> tuple[int, int] | None:
        """Gives by how much whoever is on turn may raise."""
        assert self.turn is not None
        owed = self.price - self.bets[self.turn]
        most = self.stacks[self.turn] - owed
        closed = self.turn in self.acted and owed < self.full
        if most <= 0 or closed or not self._can_raise_against(self.turn):
            return None
        return min(self.full, most), most

    def choices(self) -> list[str]:
        """Lists what whoever is on turn may say."""
        assert self.turn is not None
        found = self.raises()
        if self.raising:
            assert found is not None
            return [str(by) for by in range(found[0], found[1] + 1)]
        owed = self.price > self.bets[self.turn]
        return [*(["Fold", "Call"] if owed else ["Check"]), *(["Raise"] if found else [])]

    def choose(self, said: str) -> None:
        """Goes on with what was said."""
        seat = self.turn
        assert seat is not None and said in self.choices()
        if said == "Raise":
            self.raising = True
            return
        if said == "Fold":
            self.folded.add(seat)
        elif said == "Call":
            self._pay(seat, min(self.price - self.bets[seat], self.stacks[seat]))
        elif said != "Check":
            by, self.raising = int(said), False
            self._pay(seat, self.price + by - self.bets[seat])
            self.price += by
            self.full = max(self.full, by)
        self.acted.add(seat)
        self._next(seat)

    def pay_out(self) -> list[int]:
        """Gives the stacks after the hand: a pot for each sum that somebody who has not folded paid."""
        live, taken = self.live(), list(self.paid)
        for level in sorted({self.paid[seat] for seat in live}):
            here = [
                max(0, min(level, paid) - (paid - left)) for paid, left in zip(self.paid, taken, strict=True)
            ]
            taken = [left - one for left, one in zip(taken, here, strict=True)]
            last = level == max(self.paid[seat] for seat in live)
            pot = sum(here) + (sum(taken) if last else 0)
            may = [seat for seat in live if self.paid[seat] >= level]
            best = may
            if len(live) > 1:
                kind = OmahaHoldemHand if self.two_of_each else StandardHighHand
                made = {seat: kind.from_game(self.pockets[seat], self.board) for seat in may}
                best = [seat for seat in may if made[seat] == max(made.values())]
            for place, seat in enumerate(best):
                self.stacks[seat] += pot // len(best) + (place < pot % len(best))
        return self.stacks
