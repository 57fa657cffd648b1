"""Verbs of the kernel become functions of a state and a frame.

Each verb has one method, which makes the function that a sentence runs; `verbs` has them by groups.

Invariants:
    An act that cannot be done raises `RuleError`, unless its sentence says `if possible`.
    An act that asks something, or lasts, puts a frame on the stack and ends.
"""

from gekido_dsl.interpreter.verbs.drawing import Drawing
from gekido_dsl.interpreter.verbs.facts import Facts
from gekido_dsl.interpreter.verbs.flow import Flow
from gekido_dsl.interpreter.verbs.laying import Laying
from gekido_dsl.interpreter.verbs.players import Players
from gekido_dsl.interpreter.verbs.showing import Showing
from gekido_dsl.interpreter.verbs.together import Together
from gekido_dsl.interpreter.verbs.tracks import Tracks


class Acts(Drawing, Together, Tracks, Facts, Players, Laying, Showing, Flow):
    """Makes the acts of one program."""
