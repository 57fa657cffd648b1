"""What verbs take by their records, against what sentences of rulesets say that were found right."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.files import FolderProvider
from gekido_dsl.model.kernel.verb import Behind, Extra, Frame
from gekido_dsl.model.sentences.frames import FRAMES, way_of
from gekido_dsl.source import MemoryProvider
from gekido_dsl.syntax import nodes as s

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/english", "tests/games/verbs")
SELDOM = """edition 1

game "Seldom"
  players 2

kind Card, 12 of them
kind Pawn, 1 for each player
  Mark: 0 to 9, starts 0

kind Spot
board Track: 1 by 4 Spot, touching in 4 directions

deck Pack: all Cards, shuffled, with pile Trash
pile Trash of Cards
hand Hand of each player, of Cards

setup
  my Pawn's Mark gains 1
  deal 1 Card to all players from Pack into Hand
  put my Pawn onto a Spot

turn of each player
  Doing

phase Doing
  draw 1 Card to my Hand
  move my Pawn onto a Spot
    otherwise stop
  move a Card of my Hand into Trash
    otherwise stop
  put a Card of my Hand into Trash
    otherwise stop
  put a Card of my Hand under Trash
    otherwise stop
  put a Card of my Hand to Trash
    otherwise stop
  return a Card of my Hand under Pack
    otherwise stop

the game ends when Pack is empty
  the player wins
"""
"""Ways to say what the other rulesets do not say."""
Said = tuple[str, Any]
"""A column of a frame, and what a sentence says of it."""


def said(it: s.Sentence) -> Iterator[Said]:
    """Gives what a sentence asks of its verb."""
    for prep in it.preps:
        if prep.word != "as" or not isinstance(prep.phrase.head, s.Local):
            yield "preps", prep.word
    way = way_of(it)
    given = (
        (way is not None, way),
        (it.damage is not None, Extra.DAMAGE),
        (it.bound is not None, Extra.UP_TO if it.bound_word == "up" else Extra.DOWN_TO),
        (it.loop is not None, Extra.LOOP),
        (it.order is not None, Extra.ORDER),
        (it.text is not None, Extra.TEXT),
    )
    yield from (("extras", extra) for is_said, extra in given if is_said)
    if it.text is None and it.damage is None:
        yield "object", it.object is not None


def sentences(node: Any) -> Iterator[s.Sentence]:
    """Gives the sentences below a node of the syntax."""
    if isinstance(node, s.Sentence):
        yield node
    if isinstance(node, tuple | list):
        for one in node:
            yield from sentences(one)
    elif is_dataclass(node):
        for one in fields(node):
            if one.name != "span":
                yield from sentences(getattr(node, one.name))


def taken(frames: list[Frame]) -> set[Said]:
    """Gives all that the frames of a verb take."""
    found: set[Said] = set()
    for one in frames:
        found |= {("preps", prep) for prep in one.preps} | {("extras", extra) for extra in one.extras}
        if not one.extras & {Extra.TEXT, Extra.DAMAGE}:
            found.add(("object", one.object is not Behind.NOTHING))
    return found


@pytest.fixture(scope="module")
def seen() -> dict[str, set[Said]]:
    """Gives what sentences ask of each verb."""
    found: dict[str, set[Said]] = defaultdict(set)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("*.gdl")):
            loaded = load(path.name, FolderProvider(path.parent))
            for it in sentences(loaded.syntax):
                found[it.verb].update(said(it))
    loaded = load("seldom.gdl", MemoryProvider({"seldom.gdl": SELDOM}))
    assert [one.message for one in loaded.diagnostics if one.severity is Severity.ERROR] == []
    for it in sentences(loaded.syntax):
        found[it.verb].update(said(it))
    return found


@pytest.mark.parametrize("verb", sorted(FRAMES))
def test_what_is_said_is_what_is_taken(seen: dict[str, set[Said]], verb: str) -> None:
    assert seen[verb] == taken(FRAMES[verb])


def test_a_frame_with_another_preposition_is_found(seen: dict[str, set[Said]]) -> None:
    """Each column that is taken out of the frames of a verb, or put in, differs from what is said."""
    for verb, frames in FRAMES.items():
        for number, one in enumerate(frames):
            rest = [*frames[:number], *frames[number + 1 :]]
            shared = {prep for frame in rest for prep in frame.preps}
            others = [replace(one, preps=one.preps - {prep}) for prep in one.preps - shared]
            others.append(replace(one, preps=one.preps | {"beside"}))
            others.append(replace(one, extras=one.extras ^ {Extra.TEXT}))
            for other in others:
                assert seen[verb] != taken([*rest, other]), (verb, other)
