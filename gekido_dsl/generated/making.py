"""A seed becomes a ruleset: what it declares, what it defines, and what is done in its turn."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.generated import forms, phrases, seldom, sentences
from gekido_dsl.generated.course import ends, events, order, told
from gekido_dsl.generated.declaring import FEATURES, NOTHING, World, game
from gekido_dsl.generated.deriving import Dead
from gekido_dsl.generated.dressing import dressed
from gekido_dsl.generated.fixtures import FIXTURES, Fixture, needed
from gekido_dsl.generated.naming import name_all
from gekido_dsl.generated.pairing import drills
from gekido_dsl.generated.things import FEATURES as MORE
from gekido_dsl.rng import Rng

_MAIN: Final = "generated.gdl"
_PART: Final = "part.gdl"
_MUCH: Final = ("20", "40", "40", "60", "100")
"""How much of what can be declared is, in percent: most rulesets are small."""


@dataclass(frozen=True, slots=True)
class Made:
    """A ruleset that was made."""

    text: str
    files: dict[str, str] = field(default_factory=dict)
    """The other files that it names."""
    note: str = ""
    """Where it comes from, for one that was not made by chance alone."""

    def all_files(self) -> dict[str, str]:
        """Gives all files by their names, the ruleset itself included."""
        return {**self.files, _MAIN: self.text}


NAME: Final = _MAIN


def make(seed: int) -> Made:
    """Makes the ruleset of a seed."""
    drilled = drills(seed)
    fixtures = needed(drilled.wants)
    w = World(Rng(seed), wants=frozenset(fixtures))
    w.add(*phrases.ALL, *sentences.ALL, *seldom.ALL, *forms.ALL)
    game(w)
    w.much = int(w.pick(_MUCH))
    for feature, often in (*FEATURES, *MORE, *seldom.FEATURES, *forms.FEATURES):
        if w.chance(often * w.much // 100):
            feature(w)
    name_all(w)
    for name in fixtures:
        _declare(w, FIXTURES[name])
    if {"table", "dice"} <= w.wants:
        forms.bark(w)
    order(w, drilled.statements)
    events(w)
    seldom.events(w)
    ends(w)
    told(w)
    seldom.told(w)
    setup = [line for one in w.setup for line in _indented(one)]
    if w.chance(25):
        with suppress(Dead):
            setup += _indented(w.block(NOTHING, 2, 1))
    text = [
        "edition 1",
        'game "Generated"',
        *(f"  {line}" for line in w.head),
        *([f'use "{_PART}"'] if _PART in w.files else []),
        *w.lines,
        *(["setup", *setup] if setup else []),
    ]
    return Made(*dressed("\n".join(text) + "\n", w.files, seed))


def _declare(w: World, fixture: Fixture) -> None:
    """Declares a fixture, here or in a file that is used."""
    if fixture.text and w.chance(15):
        w.files[_PART] = w.files.get(_PART, "") + f"{fixture.text}\n"
    elif fixture.text:
        w.lines += fixture.text.split("\n")
    w.setup += [fixture.setup] if fixture.setup else []
    w.files |= fixture.files


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.split("\n")]
