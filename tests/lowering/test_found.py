"""Small rulesets on which the two executors once differed, or which were not compiled: each says what it shows.

Every file in `found` is played in lockstep, with all that is told and seen after each decision, and worlds are drawn.
"""

from pathlib import Path

import pytest
from both import both
from lockstep import lockstep

from gekido_dsl.api import read
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Setting
from gekido_dsl.generated import gauntlet
from gekido_dsl.generated.gauntlet import Agreed, Effort
from gekido_dsl.generated.making import NAME
from gekido_dsl.lockstep import Worlds

FOUND = sorted((Path(__file__).parent / "found").glob("*.gdl"))
THROUGHOUT = ("place_beyond_a_table", "error_in_what_is_told_alone")
"""Those that show something only in the module that plays many matches, or elsewhere on the way of generated ones."""


@pytest.mark.parametrize("path", FOUND, ids=[path.stem for path in FOUND])
@pytest.mark.quick_in_turn(5)
def test_both_executors_agree(path: Path) -> None:
    game = read(path).game
    compiled = CompiledExecutor(game, trace=True)
    for seed in (1, 2):
        lockstep(game, seed, most=60)
        both(game, seed, most=20, every=1, compiled=compiled)
    Worlds(game, compiled).play(Setting(game.least_players, 1), 20, 5)


@pytest.mark.parametrize("name", THROUGHOUT)
def test_goes_through_everything(name: str) -> None:
    path = Path(__file__).parent / "found" / f"{name}.gdl"
    result = gauntlet.run({NAME: path.read_text(encoding="utf-8")}, 1, Effort(matches=2, worlds=6))
    assert isinstance(result, Agreed), result
