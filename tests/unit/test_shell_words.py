"""A command that is told can be typed as it stands, whatever names are in it and whichever system it is."""

import shlex

import pytest

from gekido_dsl.diagnostics.render import shell

NAMES = ("my-game", "My Game/my game.gdl", "Anna's", 'the "best" one', "C:\\Users\\An Na\\", "a & b", "")


def read_by_windows(line: str) -> list[str]:
    """Takes a command apart as programs of Windows do: backslashes count only before a quotation mark."""
    words, word, at, inside = list[str](), "", 0, False
    while at < len(line):
        slashes = len(line[at:]) - len(line[at:].lstrip("\\"))
        at += slashes
        if at < len(line) and line[at] == '"':
            word += "\\" * (slashes // 2)
            if slashes % 2:
                word += '"'
            else:
                inside = not inside
            at += 1
            continue
        word += "\\" * slashes
        if at < len(line):
            if line[at] == " " and not inside:
                words, word = [*words, word], ""
            else:
                word += line[at]
            at += 1
    return [*words, word]


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_words_are_read_as_they_were_meant(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", system)
    line = shell.joined(["gdl", "play", *NAMES])
    read = read_by_windows if system == "win32" else shlex.split
    assert read(line) == ["gdl", "play", *NAMES]
