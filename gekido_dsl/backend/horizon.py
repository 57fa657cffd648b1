"""For how many turns a playout goes on, in a game with an aim, before it is judged by the aim.

Where players take turns, it goes on for some rounds: what others answer is part of what a choice is worth. Where all
play a turn together in which each writes a whole program, it goes on to the end of that turn: what programs written at
random bring about after it is noise. Where each decides once or twice in such a turn, one turn says little, and it goes
on for more of them.
"""

from contextlib import suppress
from typing import Final

from gekido_dsl.backend.machine import Failed, Machine
from gekido_dsl.model import nodes as m
from gekido_dsl.program.nodes import Array

_PROGRAM: Final = 3
"""With so many decisions of each player in a turn that all play together, it is looked to its end."""
_ENOUGH: Final = 6
"""With fewer, so many decisions of each player are looked ahead for each round."""
_TRIED: Final = 400
"""Decisions of the match at random that tells how many there are in a turn."""


def turns_of_a_round(game: m.Game, players: int) -> int:
    """Gives how many turns a round has; 0 where all play a turn together."""
    return 0 if game.turn is not None and game.turn.together else players


def horizon(rounds: int, turns_of_a_round: int, players: int, machine: Machine, turns: Array) -> int:
    """Gives how many turns more a playout goes on, after the one in which it begins.

    Args:
        turns_of_a_round: see there.
        machine: plays a match at random to find how many decisions there are in a turn, where that is needed.
        turns: how many turns have begun.
    """
    if turns_of_a_round or not rounds:
        return rounds * turns_of_a_round
    with suppress(Failed):  # what was played until then says as much
        machine.game(1, _TRIED)
    taken = max(_TRIED - max(machine.left, 0), 1)
    of_each = players * max(machine.now(turns)[0], 1)
    if taken >= _PROGRAM * of_each:
        return 0
    return rounds * -(-_ENOUGH * of_each // taken)
