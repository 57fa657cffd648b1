"""How each verb of the language is used, from the records of the verbs of the kernel that it may mean."""

from dataclasses import dataclass
from functools import cache
from typing import Final, get_args

from gekido_dsl.model.kernel.verb import Behind, Extra, Frame, Subject
from gekido_dsl.model.kernel.verbs import AnyAct
from gekido_dsl.syntax import nodes as s

FRAMES: Final[dict[str, list[Frame]]] = {}
"""The frames of each verb of the language."""
for _act in get_args(AnyAct):
    for _frame in _act.record.frames:
        FRAMES.setdefault(_frame.word, []).append(_frame)


@dataclass(frozen=True, slots=True)
class Usage:
    """How a verb of the language is used, whatever it means."""

    forms: tuple[str, ...]
    """All its sentences; shown when a sentence does not fit."""
    preps: frozenset[str]
    extras: frozenset[Extra]
    done_to: bool
    """Whether its subject is what it is done to, or of whom it is said."""
    names: bool
    """Whether `as the ...` names what was chosen last."""


WORDS: Final = frozenset(FRAMES)
"""The verbs of the language."""
_WAYS: Final = {"alike": Extra.ALIKE, "together": Extra.TOGETHER}


@cache
def usage(word: str) -> Usage:
    """Tells how a verb of the language is used."""
    frames = FRAMES[word]
    return Usage(
        tuple(form for one in frames for form in one.forms),
        frozenset(prep for one in frames for prep in one.preps),
        frozenset(extra for one in frames for extra in one.extras),
        any(one.subject is not Subject.ACTS for one in frames),
        all(one.names for one in frames),
    )


def way_of(sentence: s.Sentence) -> Extra | None:
    """Gives which extra the last word of a sentence is: `left`, `alike`, `together`."""
    if sentence.way is not None and sentence.way.startswith(("turned", "mirrored")):
        return Extra.LIE
    return None if sentence.way is None else _WAYS.get(sentence.way, Extra.DIRECTION)


def frame_of(sentence: s.Sentence) -> Frame:
    """Gives the frame of its verb that a sentence fills; of several the first, as those read alike."""
    preps = {prep.word for prep in sentence.preps if prep.word != "as"}
    way = way_of(sentence)
    frames = FRAMES[sentence.verb]
    alike = [
        one for one in frames if (one.object is not Behind.NOTHING) is (sentence.object is not None)
    ] or frames
    fitting = (one for one in alike if preps <= one.preps and (way is None or way in one.extras))
    return next(fitting, alike[0])


@cache
def leading_to(what: Behind) -> frozenset[str]:
    """Gives the verbs behind which such a name stands."""
    return frozenset(word for word, frames in FRAMES.items() if any(one.object is what for one in frames))
