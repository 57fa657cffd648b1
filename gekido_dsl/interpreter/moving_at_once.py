"""Who moves of several that want to move at once.

Invariants:
    After the move no space holds more than there is room for, unless it did before and nothing came to it.
    The answer does not depend on the order of anything given.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Set


def movers(
    goals: Mapping[int, int], spots: Mapping[int, int], room: int, first: Set[int] = frozenset()
) -> frozenset[int]:
    """Tells which of those that want to move do so.

    Args:
        goals: where each that wants to move goes.
        spots: where each stands that takes room, those that want to move included as far as they stand on a space.
        room: how many a space has room for.
        first: those that go first where not all of them have room.
    """
    going = {one for one, goal in goals.items() if spots.get(one) != goal}
    wanted: dict[int, set[int]] = {}
    for one in going:
        wanted.setdefault(goals[one], set()).add(one)
    blocked = _swaps({one: goals[one] for one in going}, spots)
    for one in blocked:
        going.discard(one)
        wanted[goals[one]].discard(one)
    standing = Counter(spot for one, spot in spots.items() if one not in going)
    asked: Iterable[int] = list(wanted)
    while asked:
        stopped = [one for space in asked for one in _stopped(wanted[space], room - standing[space], first)]
        for one in stopped:
            going.discard(one)
            wanted[goals[one]].discard(one)
            if one in spots:
                standing[spots[one]] += 1
        asked = {spots[one] for one in stopped if one in spots} & wanted.keys()
    return frozenset(going)


def _swaps(goals: Mapping[int, int], spots: Mapping[int, int]) -> set[int]:
    """Gives those that would change places with another."""
    ways: dict[tuple[int, int], list[int]] = {}
    for one, goal in goals.items():
        if one in spots:
            ways.setdefault((spots[one], goal), []).append(one)
    return {one for (here, there), several in ways.items() if (there, here) in ways for one in several}


def _stopped(wanting: Set[int], left: int, first: Set[int]) -> Set[int]:
    """Gives those that want a space and do not get it, of so much room that is left there."""
    if len(wanting) <= left:
        return frozenset()
    ahead = wanting & first
    return wanting - ahead if 1 <= len(ahead) <= left else frozenset(wanting)
