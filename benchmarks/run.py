"""Measures what `README.md` here promises: `start.py`, `speed.py` and `size.py`, one after the other."""

from __future__ import annotations

import argparse
import sys

import size
import speed
import start

PARTS = {"start": start.main, "speed": speed.main, "size": size.main}


def main() -> int:
    """Runs the parts; the exit status tells whether every goal is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)}; all of them unless some are named")
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    given = parser.parse_args()
    unknown = [name for name in given.parts if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}")
    code = 0
    for name in given.parts or PARTS:
        print(f"# {name}", flush=True)
        code |= PARTS[name](["--quick"] if given.quick else [])
        print(flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
