"""Tests whose cases take turns: a part of them runs at each commit, and within some commits all of them do.

`in_turn` as a mark chooses among the slow cases of a test, as a fixture among what a single test tries;
`quick_in_turn` chooses among the cases that are not slow. Whose turn it is follows from the number of commits, so that
a run can be repeated; `GDL_ROUND=all` runs everything, and `GDL_ROUND=7` what has its turn then. Tests with the same
argument `together` choose the same of their cases, so that what is made for a case is made once. A test marked as
`dear` runs at each commit: in the default run where it has its turn, else in the slow one.
"""

import os
import re
import subprocess
import zlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol, TypeVar

import pytest

DEAR: Final = 4
"""At one in so many commits a dear test is part of the default run; at all others it is part of the slow one."""

T = TypeVar("T")
_TESTS = Path(__file__).parent


class Turns(Protocol):
    """Gives of some cases one in so many, and one at least; others with each commit."""

    def __call__(self, cases: Iterable[T], each: int) -> list[T]: ...


@lru_cache(maxsize=1)
def round_number() -> int | None:
    """Gives a number that goes up with every commit; none where everything is to run."""
    if told := os.environ.get("GDL_ROUND"):
        return None if told == "all" else int(told)
    words = ["git", "rev-list", "--count", "HEAD"]
    ran = subprocess.run(words, cwd=_TESTS, capture_output=True, text=True, check=False)
    return int(ran.stdout) if ran.returncode == 0 else 0


def turn(cases: int, each: int, number: int) -> set[int]:
    """Chooses one in so many of a list, and one at least, others with the next number."""
    return {at for at in range(cases) if (at + number) % each == 0} or {number % cases}


@pytest.fixture
def in_turn(request: pytest.FixtureRequest) -> Turns:
    """Chooses what a slow test tries this time."""
    number, own = round_number(), zlib.crc32(request.node.nodeid.encode())

    def chosen(cases: Iterable[T], each: int) -> list[T]:
        every = [*cases]
        if number is None or not every:
            return every
        here = turn(len(every), each, number + own)
        return [case for at, case in enumerate(every) if at in here]

    return chosen


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out cases whose turn it is not; dear ones wait for the slow run. Whoever asks by name gets all."""
    asked = config.getoption("keyword") or any("::" in one for one in config.args)
    number = None if asked else round_number()
    if number is None:
        return
    groups: dict[tuple[str, str, bool, int], list[pytest.Item]] = {}
    for item in items:
        slow = item.get_closest_marker("slow") is not None
        marker = item.get_closest_marker("in_turn" if slow else "quick_in_turn")
        if marker is not None and isinstance(item, pytest.Function):
            of = str(item.callspec.params[marker.kwargs["of"]]) if "of" in marker.kwargs else ""
            test = item.nodeid.partition("[")[0]
            seed = f"{marker.kwargs.get('together', test)} {of}"
            groups.setdefault((test, seed, slow, marker.args[0]), []).append(item)
    left: set[pytest.Item] = set()
    for (_, seed, _, each), cases in groups.items():
        here = turn(len(cases), each, number + zlib.crc32(seed.encode()))
        left |= {case for at, case in enumerate(cases) if at not in here}
    if left:
        items[:] = [item for item in items if item not in left]
        config.hook.pytest_deselected(items=[*left])

    for item in items:
        dear = item.get_closest_marker("dear") is not None
        if dear and (number + zlib.crc32(item.nodeid.encode())) % DEAR:
            item.add_marker(pytest.mark.slow)


@lru_cache(maxsize=1)
def with_slow_tests() -> frozenset[Path]:
    """Gives the files that mark a test as slow or dear, or that take something from a file that does."""
    texts = {path: path.read_text(encoding="utf-8") for path in _TESTS.rglob("*.py")}
    found = {path for path, text in texts.items() if "mark.slow" in text or "mark.dear" in text}
    known: set[str] = set()
    while names := {path.stem for path in found} - known:
        known |= names
        taken = re.compile(rf"^(?:from|import) (?:{'|'.join(sorted(known))})\b", re.MULTILINE)
        found |= {path for path, text in texts.items() if taken.search(text)}
    return frozenset(found)
