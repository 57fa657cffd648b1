"""A seed becomes a ruleset: what it declares, what it defines, and what is done in its turn."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.generated import phrases, sentences
from gekido_dsl.generated.declaring import FEATURES, NOTHING, World, game
from gekido_dsl.generated.deriving import Context, Dead
from gekido_dsl.rng import Rng

_MAIN: Final = "generated.gdl"


@dataclass(frozen=True, slots=True)
class Made:
    """A ruleset that was made."""

    text: str
    files: dict[str, str] = field(default_factory=dict)
    """The tables that it names."""

    def all_files(self) -> dict[str, str]:
        """Gives all files by their names, the ruleset itself included."""
        return {**self.files, _MAIN: self.text}


NAME: Final = _MAIN


def make(seed: int) -> Made:
    """Makes the ruleset of a seed."""
    w = World(Rng(seed))
    w.add(*phrases.ALL, *sentences.ALL)
    game(w)
    for feature, often in FEATURES:
        if w.chance(often):
            feature(w)
    main = ["phase Main", *_indented(w.block(Context(inside=frozenset({"phase"})), 3, 4))]
    main.append("  my Seat's Score gains 1 if possible")
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
        "turn of each player",
        "  Main",
        *main,
        "the game ends when some Seat's Score is at least 8",
        "  me wins",
    ]
    return Made("\n".join(text) + "\n", w.files)


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.split("\n")]
