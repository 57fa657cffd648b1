"""How each verb of the language is used, from the records of the verbs of the kernel that it may mean."""

from dataclasses import dataclass
from functools import cache
from typing import Final, get_args

from gekido_dsl.model.kernel.verb import Extra, Frame
from gekido_dsl.model.kernel.verbs import AnyAct

_FRAMES: Final[dict[str, list[Frame]]] = {}
for _act in get_args(AnyAct):
    for _frame in _act.record.frames:
        _FRAMES.setdefault(_frame.word, []).append(_frame)


@dataclass(frozen=True, slots=True)
class Usage:
    """How a verb of the language is used, whatever it means."""

    form: str
    """All its sentences; shown when a sentence does not fit."""
    preps: frozenset[str]
    extras: frozenset[Extra]
    done_to: bool
    """Whether its subject is what it is done to, or of whom it is said."""
    names: bool
    """Whether `as the ...` names what was chosen last."""


WORDS: Final = frozenset(_FRAMES)
"""The verbs of the language."""


@cache
def usage(word: str) -> Usage:
    """Tells how a verb of the language is used."""
    frames = _FRAMES[word]
    return Usage(
        ", ".join(form for one in frames for form in one.forms),
        frozenset(prep for one in frames for prep in one.preps),
        frozenset(extra for one in frames for extra in one.extras),
        any(one.done_to for one in frames),
        all(one.names for one in frames),
    )
