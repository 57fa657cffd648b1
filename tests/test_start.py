"""The ten minutes of the first page, step by step: what a reader types works as the page says."""

import re
from pathlib import Path

import pytest

from gekido_dsl.cli.main import main

PAGE = Path(__file__).parents[1] / "docs" / "start.md"
STEP = re.compile(
    r"^<!-- write: (?P<file>\S+) -->\n```gdl\n(?P<text>.*?)^```|^```sh\n(?P<typed>.*?)^```",
    flags=re.MULTILINE | re.DOTALL,
)


@pytest.mark.slow
def test_the_ten_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(line: str, code: int = 0) -> str:
        words = line.split()
        assert words[0] == "gdl"
        answered = main(words[1:])
        said = capsys.readouterr()
        assert answered == code, f"{line}: {said.err}"
        return said.out + said.err

    monkeypatch.chdir(tmp_path)
    told: dict[str, str] = {}
    for step in STEP.finditer(PAGE.read_text(encoding="utf-8")):
        if step["file"]:
            file = tmp_path / step["file"]
            assert file.is_file()
            file.write_text(step["text"], encoding="utf-8")
            continue
        for line in step["typed"].splitlines():
            told[line] = run(line.replace("--games 100", "--games 2"))
    assert "Lucky Charm" in told["gdl diff gekido my-gekido"]
    assert "3" in told["gdl diff gekido my-gekido"]
    book = "".join(
        path.read_text(encoding="utf-8") for path in (tmp_path / "my-gekido-rules").rglob("*.html")
    )
    assert "Lucky Charm" in book
    for name in ("my-gekido.pdf", "my-cards.pdf"):
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")
    variant = tmp_path / "my-gekido" / "my-gekido.gdl"
    variant.write_text(
        variant.read_text(encoding="utf-8").replace("Command is Two Pairs", "Command is Two Paris")
    )
    assert "did you mean `Two Pairs`" in run("gdl validate my-gekido", 1)
