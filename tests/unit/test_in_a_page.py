"""The bytes of a batch module give the same games in another engine of WebAssembly, played by the page's own script."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from test_running import experiment

from gekido_dsl.backend import runtime
from gekido_dsl.backend.making import bundle_of
from gekido_dsl.backend.rows import FIXED, for_a_page
from gekido_dsl.compilation import load
from gekido_dsl.lowering import lower
from gekido_dsl.simulate import made

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "assets" / "simulation.js"
PLAYING = """
const [made, seed, first, count] = JSON.parse(require("fs").readFileSync(0, "utf8"));
CompiledGames.open(made).then((games) => {
  const rows = games.play(seed, first, count);
  console.log(JSON.stringify([rows.map((row) => row && [...row]), rows.map((row) => row && games.winners(row))]));
});
"""


@pytest.mark.parametrize(
    ("name", "players"), [("classics/tic_tac_toe", 2), pytest.param("gekido", 4, marks=pytest.mark.slow)]
)
def test_another_engine_plays_the_same_games(name: str, players: int) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    what = experiment(name, seed=11, players=players, kind="compiled")
    game = load(what.name, what.texts).game
    assert game is not None
    bundle = bundle_of(game, what.setting, lower(game, players, {}), True)
    given = json.dumps([for_a_page(bundle), 11, 3, 60])
    told = subprocess.run(
        [node, "-e", SCRIPT.read_text(encoding="utf-8") + PLAYING],
        input=given,
        capture_output=True,
        text=True,
        check=True,
    )
    rows, winners = json.loads(told.stdout)
    instance = runtime.Instance(runtime.compile_bytes(bundle.code, {}))
    instance.call("play", 11, 3, 0, 60)
    numbers = instance.numbers(bundle.rows, 60 * bundle.width).tolist()
    assert rows == [numbers[at : at + bundle.width] for at in range(0, len(numbers), bundle.width)]
    assert len({tuple(row[1:3]) for row in rows}) > 40, "the choices are hashed, and differ"
    games = made(what).play(3, 63, True, lambda: False).games
    assert [row[0] for row in rows] == [one.decisions for one in games]
    assert winners == [list(one.winners) for one in games]
    assert bundle.width > FIXED
