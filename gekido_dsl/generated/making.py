"""A seed becomes a ruleset: what it declares, what it defines, and what is done in its turn."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.generated import phrases, sentences
from gekido_dsl.generated.course import ends, events, order
from gekido_dsl.generated.declaring import FEATURES, NOTHING, World, game
from gekido_dsl.generated.deriving import Dead
from gekido_dsl.generated.naming import name_all
from gekido_dsl.generated.things import FEATURES as MORE
from gekido_dsl.rng import Rng

_MAIN: Final = "generated.gdl"


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
    w = World(Rng(seed))
    w.add(*phrases.ALL, *sentences.ALL)
    game(w)
    for feature, often in (*FEATURES, *MORE):
        if w.chance(often):
            feature(w)
    name_all(w)
    order(w)
    events(w)
    ends(w)
    setup = [line for one in w.setup for line in _indented(one)]
    if w.chance(25):
        with suppress(Dead):
            setup += _indented(w.block(NOTHING, 2, 1))
    text = [
        "edition 1",
        'game "Generated"',
        *(f"  {line}" for line in w.head),
        *w.lines,
        *(["setup", *setup] if setup else []),
    ]
    return Made("\n".join(text) + "\n", w.files)


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.split("\n")]
