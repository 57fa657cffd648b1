"""A module from the store is played without the game, and plays what it was made of."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gekido_dsl import cache, store
from gekido_dsl.backend import runtime
from gekido_dsl.cache import CacheFolder, version_of_program
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.simulate import Batch, Experiment, is_kept, made
from gekido_dsl.source import Recording

pytestmark = pytest.mark.skipif(not runtime.available(), reason="there is no wasmtime")

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
LOADED = (
    "import sys; from gekido_dsl.cli.main import main; main(sys.argv[1:]); "
    "print(*sys.modules, sep='\\n', file=sys.stderr)"
)


def gdl(kept: Path, *words: str) -> tuple[str, set[str]]:
    """Runs a command in a process of its own; gives what it says, without how long it took, and what it has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"GDL_CACHE": str(kept)},
    )
    return re.sub("counted in .*", "counted", done.stdout), set(done.stderr.split())


def simulated(kept: Path, ruleset: Path, *words: str) -> tuple[str, set[str]]:
    return gdl(
        kept,
        "simulate",
        str(ruleset),
        "--seed",
        "7",
        "--players",
        "2",
        "--seat",
        "random",
        "--jobs",
        "1",
        *words,
    )


@pytest.mark.dear
def test_a_game_is_played_without_what_makes_games(tmp_path: Path) -> None:
    kept, ruleset = tmp_path / "kept", CLASSICS / "pig.gdl"
    before, _ = simulated(kept, ruleset, "--games", "3", "--executor-kind", "compiled")
    after, loaded = simulated(kept, ruleset, "--games", "3")
    assert "gekido_dsl.backend.games" in loaded
    parts = {name.split(".")[1] for name in loaded if name.startswith("gekido_dsl.")}
    assert not parts & {"model", "interpreter", "lowering", "program", "syntax", "tables", "telling"}
    assert not loaded & {"lark", "yaml", "sqlite3", "multiprocessing", "numpy", "rich"}
    by_hand, loaded = simulated(kept, ruleset, "--games", "3", "--executor-kind", "interpreter")
    assert "gekido_dsl.interpreter" in loaded
    assert before == after == by_hand


@pytest.mark.slow
def test_few_games_are_played_by_a_module_only_if_there_is_one(tmp_path: Path) -> None:
    ruleset = tmp_path / "pig.gdl"
    text = (CLASSICS / "pig.gdl").read_text()
    ruleset.write_text(text)
    simulated(tmp_path / "kept", ruleset, "--games", "3", "--executor-kind", "compiled")
    first, _ = simulated(tmp_path / "kept", ruleset, "--games", "3")
    ruleset.write_text(text.replace("Pot: 0 to 105", "Pot: 0 to 106"))
    second, loaded = simulated(tmp_path / "kept", ruleset, "--games", "3")
    assert "gekido_dsl.backend.games" in loaded and "gekido_dsl.lowering" not in loaded
    assert "gekido_dsl.interpreter" in loaded
    assert first == second


def played(ruleset: Path, games: int = 40) -> tuple[Batch, list[object]]:
    texts = Recording(FolderProvider(ruleset.parent))
    game = cache.load(ruleset.name, texts).game
    assert game is not None
    setting = Setting(game.least_players, 5)
    seats = (None,) * setting.players
    experiment = Experiment(ruleset.name, texts.recorded(".md"), setting, seats, kind="compiled")
    batch = made(experiment, lambda: game)
    assert is_kept(experiment)
    chunk = batch.play(0, games, True, lambda: False)
    return batch, [*chunk.games, chunk.totals.plain()]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("pig", "", ""),
        pytest.param("pig", "Pot: 0 to 105", "Pot: 0 to 25", id="rules that cannot be carried out"),
        pytest.param("whist", "", "", id="sides"),
    ],
)
@pytest.mark.quick_in_turn(3)
def test_what_is_kept_says_the_same_of_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str
) -> None:
    ruleset = tmp_path / f"{name}.gdl"
    ruleset.write_text((CLASSICS / f"{name}.gdl").read_text().replace(old, new))
    monkeypatch.setattr(store, "_kept", [CacheFolder(tmp_path / "kept")])
    monkeypatch.setattr(store, "_version", [version_of_program])
    _, first = played(ruleset)
    monkeypatch.setattr("gekido_dsl.backend.making.bundle_of", None)
    _, second = played(ruleset)
    assert first == second
