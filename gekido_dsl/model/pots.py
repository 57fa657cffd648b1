"""What is paid by several is shared out: each layer among those who paid for it."""

from collections.abc import Iterator, Mapping, Sequence

Keys = Mapping[int, tuple[int, ...]]
"""Of each who may win, in the order of turns, numbers of which the least is the best."""


def shares(paid: Sequence[int], keys: Keys) -> list[int]:
    """Gives what each seat wins; what nobody may win goes with the layer below it, or back.

    What cannot be divided goes one by one to the equals, in the order of their further numbers, then of turns.
    """
    won, turns = [0] * len(paid), {seat: turn for turn, seat in enumerate(keys)}
    for amount, may in _pots(paid, keys):
        if not may:
            return [max(number, 0) for number in paid]
        best = min(keys[seat][:1] for seat in may)
        winners = sorted((keys[seat][1:], turns[seat], seat) for seat in may if keys[seat][:1] == best)
        each, more = divmod(amount, len(winners))
        for place, (_, _, seat) in enumerate(winners):
            won[seat] += each + (place < more)
    return won


def _pots(paid: Sequence[int], keys: Keys) -> Iterator[tuple[int, list[int]]]:
    """Gives each pot with who may win it, from the one for which all of these paid."""
    amount, who, below = 0, list[int](), 0
    for level in sorted({number for number in paid if number > 0}):
        may = [seat for seat, number in enumerate(paid) if seat in keys and number >= level]
        if may and who and may != who:
            yield amount, who
            amount = 0
        who = may or who
        amount += sum(min(number, level) - min(max(number, 0), below) for number in paid if number > 0)
        below = level
    if amount:
        yield amount, who
