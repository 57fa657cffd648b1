"""Matches are played by the interpreter and by compiled code side by side, and compared at every decision.

Invariants:
    The interpreter is the reference: what differs is told as what compiled code has, and what it should have.
    Match i is game i of the experiment with the same seed, as `simulate` plays it with random players.
"""

from gekido_dsl.lockstep.batch import AloneBatch, Compared, Difference, LockstepBatch, LockstepMaker
from gekido_dsl.lockstep.comparing import Differs
from gekido_dsl.lockstep.pair import Pair
from gekido_dsl.lockstep.worlds import Worlds

__all__ = [
    "AloneBatch", "Compared", "Difference", "Differs", "LockstepBatch", "LockstepMaker", "Pair", "Worlds",
]  # fmt: skip
