"""Keeps what this version ships and writes, so that tests can show that every later version still opens it.

    python tools/keep_release.py [VERSION]

Writes `tests/released/VERSION.tar.xz`: every shipped ruleset with tables, books, artwork and translations; a match of
each, as `gdl play` saves it, and how it ended; a table of a server; a match with a playtest; a game with a workbook; a
project as the studio packs it. Run it once for each release, after the version was raised. Never run it again for a
version that was released: the rulesets of an edition keep their meaning, and these files are the proof.
"""

import io
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import gekido_dsl
from gekido_dsl.cli.main import main as gdl
from gekido_dsl.studio.archives import packed

ROOT = Path(__file__).resolve().parent.parent
MOST_DECISIONS = 250
"""A longer match is kept as far as this."""


def main() -> None:
    """Makes the archive of one version."""
    version = sys.argv[1] if len(sys.argv) > 1 else gekido_dsl.__version__
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        _rulesets(folder)
        _matches(folder)
        _workbook(folder)
        (folder / "project.zip").write_bytes(packed({"my-game.gdl": _text(folder / "workbook" / "my-cards.gdl")} | {
            "cards.xlsx": (folder / "workbook" / "cards.xlsx").read_bytes()}))  # fmt: skip
        _playtest()
        _hosted()
        target = ROOT / "tests" / "released" / f"{version}.tar.xz"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(_archived(folder))
        os.chdir(ROOT)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")


def _text(path: Path) -> bytes:
    return path.read_bytes()


def _rulesets(folder: Path) -> None:
    names = subprocess.run(
        ["git", "ls-files", "-z", "rulesets"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, names.stdout.split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())


def _matches(folder: Path) -> None:
    """Plays a match of each game at random, with the fewest players, and notes how it ended."""
    ends = {}
    (folder / "matches").mkdir()
    for path in sorted((folder / "rulesets").rglob("*.gdl")):
        if "\ngame " not in "\n" + path.read_text(encoding="utf-8"):
            continue
        ruleset = gekido_dsl.read(path)
        name = path.relative_to(folder / "rulesets").with_suffix("").as_posix()
        match, chance = ruleset.match(seed=1), random.Random(name)
        taken = 0
        while match.decision is not None and taken < MOST_DECISIONS:
            match.choose(chance.randrange(len(match.decision.choices)))
            taken += 1
        outcome = match.outcome
        save = folder / "matches" / f"{name.replace('/', '__')}.jsonl"
        save.write_text("".join(line + "\n" for line in match.log), encoding="utf-8")
        ends[name] = {
            "decisions": taken,
            "ranks": None if outcome is None else list(outcome.ranks),
            "next": None if match.decision is None else [choice.label for choice in match.decision.choices],
        }
        print(name, taken, flush=True)
    told = json.dumps(ends, indent=1, ensure_ascii=False, sort_keys=True)
    (folder / "matches" / "ends.json").write_text(told + "\n", encoding="utf-8")


def _workbook(folder: Path) -> None:
    """Makes a game whose table is a workbook."""
    assert gdl(["new", "my-cards", "--template", "cards"]) == 0
    made = folder / "my-cards"
    assert gdl(["table", "convert", "my-cards/cards.yaml", "my-cards/cards.xlsx"]) == 0
    main_file = next(made.glob("*.gdl"))
    text = main_file.read_text(encoding="utf-8")
    main_file.write_text(text.replace("cards.yaml", "cards.xlsx"), encoding="utf-8")
    (made / "cards.yaml").unlink()
    assert gdl(["validate", str(made)]) == 0
    made.rename(folder / "workbook")


def _playtest() -> None:
    """Has somebody play a short match whose playtest is recorded; everything is answered with the first choice."""
    words = ["play", "pig", "--playtest", "--save", "playtest.jsonl", "--seat", "2=random", "--seed", "1"]
    command = [sys.executable, "-m", "gekido_dsl", *words]
    subprocess.run(
        command, input="1\n" * 400, text=True, capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert gdl(["playtest", "report", "playtest.jsonl", "--games", "0"]) == 0


def _hosted() -> None:
    """Has a server keep a table at which bots played."""
    words = [
        "play",
        "pig",
        "--host",
        "--no-open",
        "--bind",
        "127.0.0.1",
        "--save",
        "tables.sqlite",
        "--seed",
        "1",
    ]
    bots = ["--seat", "1=random", "--seat", "2=random"]
    command = [sys.executable, "-m", "gekido_dsl", *words, *bots]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as server:
        time.sleep(40)
        server.terminate()
    for left in Path().glob("tables.sqlite?*"):
        left.unlink()


def _archived(folder: Path) -> bytes:
    """Packs a folder; the same files give the same bytes."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:xz", preset=9, format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                entry.size, entry.mode = path.stat().st_size, 0o644
                with path.open("rb") as stream:
                    archive.addfile(entry, stream)
    return made.getvalue()


if __name__ == "__main__":
    main()
