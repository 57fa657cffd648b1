"""Lines break where the script allows it, and are read the way that they begin."""

import pytest

from gekido_dsl.drawing.breaking import directed, pieces
from gekido_dsl.drawing.svg import lines, text_width


@pytest.mark.parametrize(
    ("told", "parted"),
    [
        ("two words", [" two", " words"]),
        ("灯籠を引く。", [" 灯", "籠", "を", "引", "く。"]),
        ("「夜」(6)まで", [" 「夜」", "(6)", "ま", "で"]),
        ("12枚 札", [" 12", "枚", " 札"]),
        ("한국어 카드", [" 한국어", " 카드"]),
    ],
)
def test_a_line_may_break_between_signs_and_never_before_a_mark_that_closes(
    told: str, parted: list[str]
) -> None:
    assert [between + piece for between, piece in pieces(told)] == parted


def test_a_long_text_without_spaces_has_lines_that_fit() -> None:
    told = "夜になるまで、灯籠をひとつずつともしていきます。" * 3
    broken = lines(told, 60, 5)
    assert len(broken) > 3 and "".join(broken) == told
    assert all(text_width(line, 5) <= 60 + 5 for line in broken)
    assert not any(line.startswith(("。", "、")) for line in broken)


@pytest.mark.parametrize(
    ("told", "marked"),
    [("نقطتان (2).", True), ("(2) نقطتان", True), ("V-REX يهاجم.", False), ("12.", False), ("Ende.", False)],
)
def test_a_line_from_right_to_left_keeps_its_marks(told: str, marked: bool) -> None:
    assert directed(told) == (f"\u200f{told}\u200f" if marked else told)
