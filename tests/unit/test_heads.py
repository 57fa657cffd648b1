"""What a declaration declares by how it begins is what the parser reads in it."""

from pathlib import Path
from typing import get_args

import pytest

from gekido_dsl.grammar import expected_at, words
from gekido_dsl.grammar.lexer import logical_lines
from gekido_dsl.source import Source
from gekido_dsl.syntax import heads
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.parse import parse

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
FILES = sorted(RULESETS.glob("**/*.gdl"))[::5]
PATCHES = get_args(s.Patch)
SORTS = {s.Cluster, s.NamedNumber, *(head.sort for head in heads.HEADS.values() if head.sort is not None)}
LABELLED = {s.Trigger, s.Replacement, s.GameEnd, s.Exception_, s.Scenario, s.Claim, s.Use}
"""What has a label or a title, under which nothing else finds it."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_beginnings_tell_what_is_declared(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    read = parse(source).value
    assert read is not None
    blocks = {block.lines[0].start: block for block in heads.blocks(source)}
    for declaration, lines in zip(read.declarations, read.lines, strict=True):
        block = blocks[lines[0].start]
        if isinstance(declaration, s.Change):
            declaration = declaration.declaration
        name = getattr(declaration, "name", None)
        if type(declaration) in SORTS:
            assert block.sort is type(declaration)
            assert block.name == (name.text if isinstance(name, s.Name) else "")
        elif not isinstance(declaration, PATCHES):
            assert block.sort is None


def test_whatever_has_a_name_has_a_beginning() -> None:
    named = {
        sort
        for sort in get_args(s.Declaration)
        if sort not in PATCHES and "name" in sort.__dataclass_fields__
    }
    assert named - LABELLED <= SORTS


def test_every_beginning_that_the_grammar_has_is_there() -> None:
    first = expected_at(logical_lines("anything")[0], 0)
    assert first is not None
    phrases = {token: parts[0] for parts, token in words.PHRASES}
    begin = {phrases.get(token, token.lower()) for token in first}
    # `each` begins a declaration only as `each player has`, and a name only one that gives it to a number.
    assert begin == {*heads.HEADS, *heads.PATCHES, *heads.OTHER_PATCHES, "each", "named"}
