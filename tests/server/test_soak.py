"""Bad guests beside honest tables, and kills, in small; `tools/soak.py` does more of it."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")

SOAK = Path(__file__).parents[2] / "tools" / "soak.py"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="guests come from addresses of their own")
@pytest.mark.parametrize("words", ["--tables 4 --idle 5 --seconds 8 --guests 1 --pause 1", "--kills 3"])
def test_honest_people_play_on(words: str) -> None:
    found = subprocess.run(
        [sys.executable, str(SOAK), *words.split(), "--most", "20"],
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert found.returncode == 0, found.stdout + found.stderr
