"""The order of a stage: in a workshop of its own where no room that is shipped shows it, and no step but in its place.

That gears turn before crushers work is not to be seen: what a crusher destroys faces north when it comes back.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.scenario.run import run_one
from gekido_dsl.source import ReadFailure, Source

RULESETS = Path(__file__).parents[2] / "rulesets"
WORKSHOP = Path(__file__).parent / "workshop"
SEEN_ALIKE = ("Gears", "Crushers")


@dataclass(frozen=True)
class Swapped:
    """Reads a game in whose stages two steps have changed places."""

    folder: Path
    game: str
    steps: tuple[str, str]

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        source = FolderProvider(self.folder, library=RULESETS).read(name, relative_to)
        if isinstance(source, Source) and Path(source.name).name == self.game:
            one, other = (f"  do {step}\n" for step in self.steps)
            assert one + other in source.text
            return Source(source.name, source.text.replace(one + other, other + one))
        return source


def steps_of(game: str) -> list[tuple[str, str]]:
    """Gives the neighbouring steps of a stage."""
    text = (RULESETS / game).read_text(encoding="utf-8")
    found = re.search(r"phase One Stage.*\n((?:  do .*\n)+)", text)
    assert found is not None
    steps = re.findall("do (.*)\n", found[1])
    return [pair for pair in pairwise(steps) if pair != SEEN_ALIKE]


def failures(made: Compilation) -> list[str]:
    """Lists the examples about stages that fail."""
    assert made.game is not None, made.diagnostics
    x = made.executor()
    about = [one for one in made.game.scenarios if any("stages" in str(cite) for cite in one.cites)]
    assert about
    return [one.name for one in about if not run_one(x, one).passed]


def test_the_workshop_is_without_findings() -> None:
    assert not load("workshop.gdl", FolderProvider(WORKSHOP, library=RULESETS)).diagnostics


@pytest.mark.parametrize("name", ["workshop.gdl", "yard.gdl", "fences.gdl"])
@pytest.mark.quick_in_turn(3)
def test_the_examples_of_the_workshops_pass(name: str) -> None:
    made = load(name, FolderProvider(WORKSHOP, library=RULESETS))
    assert [one.title for one in scenario.run(made) if not one.passed] == []


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param(steps, id=" - ".join(steps), marks=pytest.mark.slow if number % 2 else ())
        for number, steps in enumerate(steps_of("botwars.gdl"))
    ],
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_steps_of_botwars_have_their_places(steps: tuple[str, str]) -> None:
    assert failures(load("botwars.gdl", Swapped(RULESETS, "botwars.gdl", steps)))


@pytest.mark.parametrize("steps", steps_of("geeko.gdl")[2:], ids=" - ".join)
def test_steps_of_geeko_have_their_places(steps: tuple[str, str]) -> None:
    """The first two pairs are shown by whole programs, in the examples that are shipped."""
    assert failures(load("workshop.gdl", Swapped(WORKSHOP, "geeko.gdl", steps)))
