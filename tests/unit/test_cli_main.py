"""How `gdl` starts, fails and ends."""

import errno
import importlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from gekido_dsl.cli import completion, main, output, paths
from gekido_dsl.cli.main import COMMANDS, module_of

HEAVY = {"lark", "yaml", "jsonschema", "networkx", "rich"}
OTHERS = {"play", "replay", "docs"}
WRITTEN = [name for name in COMMANDS if importlib.util.find_spec(module_of(name))]


def gdl(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gekido_dsl", *words], capture_output=True, text=True, timeout=300, **more
    )


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["fm"]], ids=" ".join)
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    code = (
        f"import sys; from gekido_dsl.cli.main import main; main({words!r}); print(*sys.modules, sep='\\n')"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    loaded = {line.partition(".")[0] for line in answer.stdout.splitlines()}
    assert not loaded & HEAVY
    assert "gekido_dsl.cli.validate" not in answer.stdout


def test_completing_a_command_imports_no_command() -> None:
    env = {**os.environ, "_GDL_COMPLETE": "bash_complete", "COMP_WORDS": "gdl va", "COMP_CWORD": "1"}
    code = "import sys; sys.argv = ['gdl']; from gekido_dsl.cli.main import main\n"
    code += "try: main()\nexcept SystemExit: pass\n"
    code += "print(*(each for each in sys.modules if each.startswith('gekido_dsl.cli.')))"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=300
    )
    assert answer.stdout.split() == ["plain,validate", "gekido_dsl.cli.main"]


@pytest.mark.parametrize("name", WRITTEN)
def test_help_line_of_a_command_is_the_one_in_the_table(name: str) -> None:
    command = importlib.import_module(module_of(name)).command
    assert isinstance(command, click.Command)
    assert (command.help or "").strip().partition("\n")[0].rstrip(".") in COMMANDS[name] or (
        command.get_short_help_str(limit=200).rstrip(".") == COMMANDS[name].rstrip(".")
    )
    assert name in OTHERS or (command.epilog and "gdl " in command.epilog)


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_completion_script_names_the_variable(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["completion", shell]) in (0, 2)
    said = capsys.readouterr()
    assert "_GDL_COMPLETE" in said.out or "click 8.5" in said.err


class Fails:
    """Stands for the module of a command that fails."""

    def __init__(self, error: BaseException) -> None:
        def command() -> None:
            raise error

        self.command = click.Command("stats", callback=command)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    def make(error: BaseException) -> int:
        monkeypatch.setitem(sys.modules, "gekido_dsl.cli.stats", Fails(error))  # type: ignore[arg-type]
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        return main.main(["stats"])

    return make


def test_a_fault_is_told_without_a_traceback_and_kept(
    failing: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GDL_DEBUG", raising=False)
    assert failing(KeyError("lost")) == 3
    said = capsys.readouterr().err
    assert said.startswith("internal error: KeyError: 'lost'\nPlease report it")
    assert "Traceback" not in said
    (log,) = tmp_path.iterdir()
    assert str(log) in said
    kept = log.read_text(encoding="utf-8")
    assert "Traceback" in kept and "['stats']" in kept and kept.startswith("gdl ")


def test_a_traceback_is_shown_when_asked_for(
    failing: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GDL_DEBUG", "1")
    assert failing(RuntimeError("lost")) == 3
    assert "Traceback" in capsys.readouterr().err


def interrupted_while_a_class_was_made() -> RuntimeError:
    """Gives what Python up to 3.11 makes of Ctrl-C in `__set_name__`."""
    error = RuntimeError("Error calling __set_name__ on 'Field' instance 'span' in 'Step'")
    error.__cause__ = KeyboardInterrupt()
    return error


def made_of_an_interrupt() -> RuntimeError:
    """Gives a fault of ours that names Ctrl-C as its cause."""
    error = RuntimeError("lost")
    error.__cause__ = KeyboardInterrupt()
    return error


def failed_while_it_was_interrupted() -> Exception:
    """Gives a fault of ours that comes up while Ctrl-C is dealt with."""
    error = AttributeError("lost")
    error.__context__ = KeyboardInterrupt()
    return error


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_ctrl_c_in_a_finalizer_is_not_lost() -> None:
    code = (
        "import signal, sys, time\nfrom gekido_dsl.cli import main\n"
        "sys.unraisablehook = main.interrupted_again\n"
        "class Dies:\n    def __del__(self): raise KeyboardInterrupt\n"
        "def lost(): del self[0]; time.sleep(60); return 0\n"
        "self = [Dies()]\nmain._run = lambda args: lost()\nsys.exit(main.main([]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), 130),
        (interrupted_while_a_class_was_made(), 130),
        (made_of_an_interrupt(), 3),
        (failed_while_it_was_interrupted(), 3),
        (BrokenPipeError(), 141),
        (EOFError(), 2),
        (OSError(errno.ENOSPC, "No space left on device"), 2),
        (click.UsageError("wrong"), 2),
        (click.exceptions.Exit(1), 1),
        (SystemExit(1), 1),
        (SystemExit(None), 0),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_however_a_command_ends_there_is_a_code(
    error: BaseException, code: int, failing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "_close_unread", lambda: None)
    assert failing(error) == code


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE to imitate")
def test_nobody_reading_the_output_is_quiet() -> None:
    code = (
        "import sys; sys.stdin.readline(); from gekido_dsl.cli.main import main; sys.exit(main(['explain']))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stderr is not None and child.stdin is not None
    child.stdout.close()
    child.stdin.write("go\n")
    child.stdin.close()
    assert child.wait(300) == 141
    assert child.stderr.read() == ""
    child.stderr.close()


# ---------------------------------------------------------------- paths


GAME = 'edition 1\ngame "G"\n  players 2\nturn of each player\n  Rolling\nphase Rolling\n'


def test_a_shipped_game_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = paths.find("gekido")
    assert found.path is None and found.name == "<library>/gekido.gdl"
    assert not hasattr(found.read(), "reason")


def test_a_folder_with_one_ruleset_stands_for_it(tmp_path: Path) -> None:
    (tmp_path / "a.gdl").write_text(GAME)
    (tmp_path / "part.gdl").write_text("values A: One, Two\n")
    assert paths.find(str(tmp_path)).path == tmp_path / "a.gdl"
    (tmp_path / "b.gdl").write_text(GAME)
    with pytest.raises(click.BadParameter, match="several"):
        paths.find(str(tmp_path))


def test_a_part_belongs_to_what_uses_it(tmp_path: Path) -> None:
    (tmp_path / "parts" / "deep").mkdir(parents=True)
    part = tmp_path / "parts" / "deep" / "c.gdl"
    part.write_text("values C: One\n")
    (tmp_path / "parts" / "b.gdl").write_text('use "deep/c.gdl"\n')
    (tmp_path / "main.gdl").write_text(GAME + 'use "parts/b.gdl"\n')
    (tmp_path / "other.gdl").write_text(GAME)
    assert paths.owners(part) == [tmp_path / "main.gdl"]
    assert paths.owners(part, [tmp_path / "other.gdl", tmp_path / "main.gdl"]) == [tmp_path / "main.gdl"]


def test_files_that_use_one_another_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a.gdl").write_text(GAME + 'use "b.gdl"\n')
    (tmp_path / "b.gdl").write_text('use "a.gdl"\n')
    assert {path.name for path in paths.belonging(tmp_path / "a.gdl")} == {"a.gdl", "b.gdl"}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.gdl").write_text(GAME, encoding="utf-8")
    (tmp_path / "part.gdl").write_text("kind Card\n", encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.gdl")
    assert [path.name for path in paths.walk(tmp_path)] == ["a.gdl", "part.gdl"]
    assert paths.owners(tmp_path / "part.gdl") == []
    assert paths.find(str(tmp_path)).name == "a.gdl"


def test_hidden_folders_are_left_out(tmp_path: Path) -> None:
    for name in (".venv/x.gdl", "b/x.gdl", "a.gdl", ".hidden.gdl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(GAME)
    assert [path.relative_to(tmp_path).as_posix() for path in paths.walk(tmp_path)] == ["a.gdl", "b/x.gdl"]


# ---------------------------------------------------------------- validate


def test_annotations_are_added_on_github(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    path = tmp_path / "bad.gdl"
    path.write_text(GAME + "nonsense here\n")
    assert main.main(["validate", "--color", "never", str(path)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("error[") and "\n::error file=" in said
    assert main.main(["validate", "--format", "json", str(path)]) == 1
    json.loads(capsys.readouterr().out)


def test_colours_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    assert not output.coloured("auto") and output.coloured("always")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert output.coloured("auto")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.coloured("auto") and output.coloured("always")


def test_progress_is_a_line_now_and_then_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    progress = output.Progress("games", 50, clock=lambda: now[0])
    for done in range(1, 51):
        now[0] += 1.0
        progress.at(done)
    progress.done()
    lines = [f"{done} of 50 games, {50 - done} s left" for done in (10, 20, 30, 40)]
    assert capsys.readouterr().err.splitlines() == [*lines, "50 of 50 games"]


def test_the_time_left_is_told_of_what_was_done_now(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    progress = output.Progress("games", 100_000, clock=lambda: now[0])
    for now[0], done in (60.0, 90_000), (70.0, 90_001), (80.0, 90_002), (3_670.0, 95_001):
        progress.at(done)
    assert capsys.readouterr().err.splitlines() == [
        "90,000 of 100,000 games",
        "90,001 of 100,000 games",
        "90,002 of 100,000 games, 27 h 46 min left",
        "95,001 of 100,000 games, 1 h 0 min left",
    ]


def test_the_time_left_leaves_out_what_came_before_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    # Workers compile for a minute; then a hundred matches a second come back.
    now = [0.0]
    progress = output.Progress("matches", 10_000, clock=lambda: now[0])
    for now[0], done in (0.0, 0), (60.0, 1), (62.0, 201), (70.0, 1_001), (80.0, 2_001):
        progress.at(done)
    assert capsys.readouterr().err.splitlines() == [
        "1 of 10,000 matches",
        "1,001 of 10,000 matches, 2 min left",
        "2,001 of 10,000 matches, 1 min left",
    ]


# ---------------------------------------------------------------- simulate, as a process


def test_a_report_tells_people_how_long_it_took(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "classics/tic_tac_toe", "-n", "2", "--seat", "random", "--seed", "5"]
    told = {}
    for form in ("text", "html", "json"):
        assert main.main([*words, "--format", form]) == 0
        told[form] = re.findall(
            "played and counted in (less than a second|[0-9]+ s)", capsys.readouterr().out
        )
    assert [len(found) for found in told.values()] == [1, 1, 0]


@pytest.mark.slow
def test_processes_change_no_number(tmp_path: Path) -> None:
    assert main.main(["new", str(tmp_path / "luck"), "--template", "cards"]) == 0
    words = ["simulate", str(tmp_path / "luck"), "-n", "60", "--seed", "5", "--format", "json"]
    one, two = gdl(*words, "--jobs", "1"), gdl(*words, "--jobs", "3")
    assert one.returncode == two.returncode == 0, one.stderr
    assert one.stdout == two.stdout


def test_little_is_imported_before_it_is_said_what_ctrl_c_does() -> None:
    code = (
        "import sys; before = {*sys.modules}; import gekido_dsl.__main__; "
        "print(*{*sys.modules} - before, sep='\\n')"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    assert not {"signal", "enum", "re", "typing", "inspect", "gekido_dsl.api"} & set(answer.stdout.split())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.in_turn(2)
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, jobs: str) -> None:
    assert main.main(["new", str(tmp_path / "luck"), "--template", "cards"]) == 0
    words = [
        "simulate",
        str(tmp_path / "luck"),
        "-n",
        "1000000",
        "--seed",
        "5",
        "--jobs",
        jobs,
        "--format",
        "json",
    ]
    child = subprocess.Popen(
        [sys.executable, "-m", "gekido_dsl", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stderr is not None
    assert child.stderr.readline() == "executor: compiled\n"
    begun = child.stderr.readline()  # progress is told once games are done
    assert "of 1000000 games" in begun.replace(",", ""), begun
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    assert child.returncode == 130, err
    report = json.loads(out)
    assert report["interrupted"] and 0 < report["games"] < 1_000_000
    assert "stopped after" in err and "Traceback" not in err


# ---------------------------------------------------------------- templates


@pytest.mark.parametrize("template", ["dice", "grid", "cards"])
def test_template_is_sound_and_plays(
    template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "made")
    assert main.main(["new", folder, "--template", template]) == 0
    assert main.main(["validate", "--strict", folder]) == 0
    assert main.main(["fmt", "--check", folder]) == 0
    assert main.main(["test", folder]) == 0
    capsys.readouterr()
    assert (
        main.main(["simulate", folder, "-n", "30", "--seat", "random", "--seed", "1", "--format", "json"])
        == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert report["rule_errors"] == [] and report["unfinished"]["count"] == 0
    assert all(share["count"] > 0 for share in report["wins_by_seat"])


def test_what_is_said_after_a_template_can_be_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.main(["new", "Salt & Pepper"]) == 0
    said = capsys.readouterr().err
    assert "gdl play salt-pepper\n" in said and "gdl validate salt-pepper\n" in said
    assert main.main(["validate", "salt-pepper"]) == 0
    assert main.main(["new", ""]) == 2
    assert "a name is needed" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["validate", "test", "fmt"])
def test_a_folder_without_a_ruleset_is_not_fine(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.gdl").mkdir()
    assert main.main([command, str(tmp_path / "a.gdl")]) == 2
    assert "has no ruleset" in capsys.readouterr().err
