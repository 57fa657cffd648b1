"""Presses Ctrl-C at `gdl` soon after it was started, and tells how each run ended.

python tools/interrupts.py                  # eight runs of each command and moment
python tools/interrupts.py --runs 3 --after 2000 5000   # in the middle of long work
python tools/interrupts.py --runs 300 --within 100 --only validate   # at moments drawn by chance, up to 100 ms

A traceback of Python itself, from before anything of this program runs, is counted apart. With `--within`, Python that
does nothing is interrupted as often, to compare.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOSTED = ["--port", "0", "--no-open"]
COMMANDS = {
    "validate": ["validate", "gekido"],
    "play": ["play", "classics/pig"],
    "simulate": ["simulate", "classics/pig", "--games", "1000000", "--jobs", "2"],
    "studio": ["studio", str(ROOT / "rulesets" / "classics" / "pig.gdl"), *HOSTED],
    "play --web": ["play", "classics/pig", "--web", *HOSTED],
    "play --host": ["play", "classics/pig", "--host", "--bind", "127.0.0.1", "--save", "tables", *HOSTED],
    "export": ["export", "gekido", "-o", "page.html"],
    "docs": ["docs", "gekido", "-o", "book.html"],
}
ENDS = {130, -signal.SIGINT}
DONE = 0
GOOD = ("ends", "was done", "a traceback of Python itself")
WAIT_S = 60


def stays(group: int) -> bool:
    """Tells whether a process of a group is left, and not only until somebody looks how it ended."""
    for _ in range(30):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


GDL = [sys.executable, "-m", "gekido_dsl"]
NOTHING = [sys.executable, "-c", "pass"]


def ended(command: list[str], after_s: float, folder: str) -> str:
    """Starts a command, presses Ctrl-C and tells how it ended."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": folder}
    with subprocess.Popen(
        command, cwd=folder, env=env, text=True, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        time.sleep(after_s)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=WAIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "does not end"
    if stays(process.pid):
        os.killpg(process.pid, signal.SIGKILL)
        return "leaves a process"
    said = out + err
    if "internal error" in said:
        return "an internal error"
    if "Traceback" in said or "Exception ignored" in said:
        ours = f'File "{ROOT / "gekido_dsl"}' in said
        if ours:
            print(said, file=sys.stderr)
        return "a traceback" if ours else "a traceback of Python itself"
    if process.returncode in ENDS:
        return "ends"
    return "was done" if process.returncode == DONE else f"exit code {process.returncode}"


def main() -> int:
    """Runs what the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--runs", type=int, default=8)
    asked.add_argument(
        "--after", type=int, nargs="*", default=[5, 10, 20, 30, 50, 100, 200, 400, 800], metavar="MS"
    )
    asked.add_argument("--only", nargs="*", default=list(COMMANDS), choices=list(COMMANDS))
    asked.add_argument("--within", type=int, metavar="MS")
    given = asked.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background has it ignored
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in given.only if given.within is not None else ():
            at = [random.Random(number).random() * given.within / 1000 for number in range(given.runs)]
            for what, command in ((name, [*GDL, *COMMANDS[name]]), ("Python that does nothing", NOTHING)):
                found = Counter(ended(command, after_s, folder) for after_s in at)
                print(f"{what} within {given.within} ms: {dict(found)}", flush=True)
                bad += sum(count for how, count in found.items() if how not in GOOD)
        for name in given.only if given.within is None else ():
            for after in given.after:
                found = Counter(
                    ended([*GDL, *COMMANDS[name]], after / 1000, folder) for _ in range(given.runs)
                )
                print(f"{name} after {after} ms: {dict(found)}", flush=True)
                bad += sum(count for how, count in found.items() if how not in GOOD)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
