"""Declarations that are written out again read as the same declarations."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax import text
from gekido_dsl.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("rulesets", "tests/house", "tests/corpus", "tests/games", "tests/rulesets")
    for path in (ROOT / folder).rglob("*.gdl")
    if "/bad/" not in path.as_posix()
)


def bare(node: Any) -> Any:
    """Gives a node without places and citations."""
    if is_dataclass(node) and not isinstance(node, type):
        parts = [(one.name, bare(getattr(node, one.name))) for one in fields(node) if one.compare]
        return type(node).__name__, [part for part in parts if part[0] != "cites"]
    return [bare(one) for one in node] if isinstance(node, tuple) else node


def written(declaration: s.Declaration) -> str | None:
    lines = text.lines(declaration)
    return None if lines is None else "".join(f"{'  ' * depth}{said}\n" for depth, said, _ in lines)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.quick_in_turn(6)
def test_what_is_written_out_reads_as_the_same(name: str) -> None:
    read = parse(Source(name, (ROOT / name).read_text(encoding="utf-8")))
    assert read.value is not None
    for declaration in read.value.declarations:
        said = written(declaration)
        if said is None:
            continue
        again = parse(Source("again.gdl", said))
        assert again.value is not None and not again.diagnostics, (said, again.diagnostics[0].message)
        assert [bare(one) for one in again.value.declarations] == [bare(declaration)], said


@pytest.mark.parametrize(
    ("said", "partners"),
    [
        ("it is Taken for the Robot and Red", 2),
        ("it is Taken for the Robot and Red and it is Safe", 2),
        ("it is Taken for the Robot and the distance from it to Doors is less than 3", 1),
        ("it is Taken for the Robot and the larger of 2 and 3 is at least its Rank", 1),
        ("it is Taken for the Robot and the number of Doors is 3", 1),
        ("it is Taken for the Robot and (the lines from it over Squares to Doors) are Doors", 1),
    ],
)
def test_a_second_partner_is_no_condition(said: str, partners: int) -> None:
    read = parse(Source("a.gdl", f"a Square is a Lift for a Robot if {said}\n"))
    assert read.value is not None and not read.diagnostics, read.diagnostics[0].message
    assert str(bare(read.value.declarations[0])).count("('word', 'for')") == partners
