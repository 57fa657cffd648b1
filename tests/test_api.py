"""The examples of the page on the Python interface run, and print what stands below them."""

import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

import gekido_dsl
from gekido_dsl.cli.main import main

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "api" / "index.md"
EXPORTS = ROOT / "docs" / "api" / "exports.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", flags=re.MULTILINE | re.DOTALL)


@pytest.mark.dear
def test_every_example_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 6
    for code, printed in blocks:
        exec(compile(code, str(PAGE), "exec"), names)
        told = capsys.readouterr().out
        assert told or "print" not in code
        if printed:
            assert told == printed


@pytest.mark.slow
def test_the_examples_for_other_libraries_run() -> None:
    names: dict[str, object] = {}
    blocks = [code for code, _ in BLOCK.findall(EXPORTS.read_text(encoding="utf-8"))]
    assert len(blocks) == 2
    for code, library in zip(blocks, ("pettingzoo", "pyspiel"), strict=True):
        if find_spec(library) is not None:
            exec(compile(code, str(EXPORTS), "exec"), names)
    assert names


def test_every_public_name_is_there_and_says_what_it_is() -> None:
    for name in gekido_dsl.__all__:
        assert getattr(gekido_dsl, name).__doc__, name
    assert set(gekido_dsl.__all__) <= set(dir(gekido_dsl))
    with pytest.raises(AttributeError):
        gekido_dsl.nothing_of_the_kind  # noqa: B018


def test_the_log_of_a_match_is_one_that_is_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = gekido_dsl.read("classics/pig").match(2, seed=7)
    match.choose("Roll")
    save = tmp_path / "match.jsonl"
    save.write_text("\n".join(match.log) + "\n", encoding="utf-8")
    assert main(["replay", str(save)]) == 0
    assert match.events[-1].text in capsys.readouterr().out


def test_importing_the_package_alone_loads_nothing() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import gekido_dsl, sys; print([n for n in sys.modules if 'gekido_dsl.' in n])"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert told.stdout.strip() == "[]"


def test_wrong_numbers_and_answers_are_told() -> None:
    pig = gekido_dsl.read("classics/pig")
    with pytest.raises(ValueError, match="is for"):
        pig.match(99)
    with pytest.raises(ValueError, match="no option"):
        pig.match(options={"Weather": "Rain"})
    with pytest.raises(ValueError, match="bots for"):
        pig.simulate(1, 2, seats=[gekido_dsl.RandomBot] * 3)
    with pytest.raises(FileNotFoundError):
        gekido_dsl.read("no such game")
    with pytest.raises(gekido_dsl.InvalidRuleset) as caught:
        gekido_dsl.read_text("edition 1\n").match()
    assert caught.value.findings


def _missing() -> None:
    from gekido_dsl.backend.runtime import NoRuntime

    raise NoRuntime("wasmtime cannot be loaded: it is not there")


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.quick_in_turn(2)
def test_it_warns_where_the_interpreter_stands_in_for_compiled_code(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    pig = gekido_dsl.read("classics/pig")
    expected = pig.simulate(20, seed=1)
    monkeypatch.setattr("gekido_dsl.backend.runtime._wasmtime", _missing)
    with pytest.warns(gekido_dsl.NotCompiledWarning, match="pig.*interpreted.*wasmtime") as warned:
        if workers:
            with ThreadPoolExecutor(workers) as executor:
                found = pig.simulate(20, seed=1, executor=executor)
        else:
            found = pig.simulate(20, seed=1)
    assert found == expected
    assert [one.filename for one in warned] == [__file__], "once, at the line that asked"
    with pytest.warns(gekido_dsl.NotCompiledWarning):
        pig.simulate(2, seats=[gekido_dsl.GreedyBot])


def test_it_warns_where_many_matches_are_stepped_by_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gekido_dsl.backend.runtime._wasmtime", _missing)
    with pytest.warns(gekido_dsl.NotCompiledWarning) as warned:
        gekido_dsl.read("classics/pig").matches(16)
    assert [one.filename for one in warned] == [__file__]


class _First:
    """Takes the first choice."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, executor: object, state: object, decision: object, taken: object) -> int:
        return 0


@pytest.mark.parametrize("bot", [_First, gekido_dsl.PlannerBot])
def test_it_does_not_warn_where_the_interpreter_plays_on_purpose(
    monkeypatch: pytest.MonkeyPatch, bot: type
) -> None:
    monkeypatch.setattr("gekido_dsl.backend.runtime._wasmtime", _missing)
    game = gekido_dsl.read("classics/tic_tac_toe")
    with warnings.catch_warnings():
        warnings.simplefilter("error", gekido_dsl.NotCompiledWarning)
        game.simulate(1, seats=[bot])
        game.matches(4)
