"""The pages of twice as many rules take twice the work, not four times: what is counted is steps of the program."""

import sys
from types import FrameType
from typing import Any

from hostile import DIMENSIONS, MAIN

from gekido_dsl import book, rulesdoc
from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider

PARTS = ("book/parts.py", "book/without.py", "book/writing.py", "rulesdoc/woven.py")


def steps(name: str, size: int) -> int:
    """Counts the lines of the writers of pages that are run for a ruleset."""
    made = load(MAIN, MemoryProvider(DIMENSIONS[name][0](size)))
    assert made.game is not None
    count = 0

    def entered(frame: FrameType, event: str, _: Any) -> Any:
        return line if frame.f_code.co_filename.replace("\\", "/").endswith(PARTS) else None

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        rulesdoc.render(made, "single")
        book.write(made, drawn=False)
    finally:
        sys.settrace(before)
    return count


def test_twice_as_many_rules_take_twice_the_work() -> None:
    few, twice, four_times = (steps("effects", size) for size in (20, 40, 80))
    assert four_times - twice < 2.3 * (twice - few)
