"""Games on a real cluster of processes, one of which is killed: every game once, and the same totals."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.cli import clusters
from gekido_dsl.cli.main import main
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import of_file
from gekido_dsl.simulate import Chunk, Experiment, Run, Totals, batch
from gekido_dsl.source import Recording


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import dask

    distributed = pytest.importorskip(
        "distributed"
    )  # here, since most runs need it for nothing and it takes long

    dask.config.set({"distributed.worker.daemon": True, "distributed.admin.log-format": "%(message)s"})
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def experiment() -> Experiment:
    name, provider = of_file("classics/tic_tac_toe")
    texts = Recording(provider)
    assert load(name, texts).game is not None
    return Experiment(name, texts.recorded(without=".md"), Setting(2, 9), (None, None), tallies=True)


@pytest.mark.slow
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(cluster: Any) -> None:
    what, games = experiment(), 600
    victims = [worker.process.pid for worker in cluster.workers.values()]
    totals, numbers = Totals(), []

    def keep(chunk: Chunk) -> None:
        totals.merge(chunk.totals)
        numbers.extend(game.number for game in chunk.games)
        if len(victims) == 2:
            os.kill(victims.pop(), signal.SIGKILL)

    run = Run(what, [range(games)], keep, time.perf_counter, wanted=True)
    run.over(clusters.pool_of(f"dask:{cluster.scheduler_address}"))
    assert len(victims) == 1
    assert sorted(numbers) == list(range(games)) and not run.left_out
    assert totals == batch(what).play(0, games, False, lambda: False).totals


@pytest.mark.slow
def test_the_command_says_the_same_as_here(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "classics/tic_tac_toe", "-n", "30", "--seed", "5", "--format", "json"]
    assert main([*words, "--jobs", "1"]) == 0
    here = capsys.readouterr().out
    out = tmp_path / "games.csv"
    assert main([*words, "--executor", f"dask:{cluster.scheduler_address}", "--out", str(out)]) == 0
    assert capsys.readouterr().out == here
    assert len(out.read_text(encoding="utf-8").splitlines()) == 31


@pytest.mark.dear
def test_what_is_no_cluster_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["simulate", "classics/tic_tac_toe", "-n", "3", "--executor"]
    assert main([*words, "slurm:here"]) == 2
    assert "write dask:tcp://HOST:PORT" in capsys.readouterr().err
    monkeypatch.setattr(clusters, "_CONNECT_S", 1)
    assert main([*words, "dask:tcp://127.0.0.1:1"]) == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err
    assert main([*words, "dask:tcp://127.0.0.1:1", "--jobs", "2"]) == 2
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert main([*words, "dask:tcp://127.0.0.1:1"]) == 2
    assert "pip install gekido-dsl[dask]" in capsys.readouterr().err
