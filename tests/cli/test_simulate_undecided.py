"""A simulation in which nobody is ever asked ends early, and says why."""

from pathlib import Path

import pytest
from hostile import MAIN
from hostile_files import classes

from gekido_dsl.cli.main import main


def test_games_that_come_to_no_decision_are_not_all_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gekido_dsl.interpreter.interpreter.STEP_LIMIT", 500)
    monkeypatch.chdir(tmp_path)
    (tmp_path / MAIN).write_text(str(classes()["cards"].files(9)[MAIN]), encoding="utf-8")
    code = main(
        ["simulate", MAIN, "-n", "31", "--jobs", "1", "--seat", "random", "--executor-kind", "interpreter"]
    )
    told = "".join(capsys.readouterr())
    assert code == 1 and "broke a rule before anybody decided; no more are played" in told, told
    assert "stopped after" not in told
