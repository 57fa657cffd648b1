"""The tables beside the grammar are those that Lark makes of it, and the parser reads by them what Lark reads."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest
from lark.exceptions import GrammarError as Conflict
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from gekido_dsl import grammar, store
from gekido_dsl.grammar import tables
from gekido_dsl.grammar.lexer import Line, Tokens, logical_lines
from gekido_dsl.grammar.parsing import Parse, configured
from gekido_dsl.grammar.tree import Token, Tree

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(tables.__file__).with_name("tables.json")
ANEW = "run `python tools/parser_tables.py`"


class NoLexer(Lexer):
    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Any]:
        raise NotImplementedError


@cache
def made() -> tables.Tables:
    return tables.made(tables.grammar())


@cache
def ours_of() -> Any:
    return configured(grammar.parser())


@cache
def reference() -> lark.Lark:
    return lark.Lark(
        tables.grammar(),
        parser="lalr",
        lexer=NoLexer,
        strict=True,
        propagate_positions=True,
        maybe_placeholders=False,
    )


def blocks(path: Path) -> Iterator[list[Line]]:
    found: list[list[Line]] = []
    for line in logical_lines(path.read_text(encoding="utf-8", errors="replace"))[0]:
        if line.indent == 0 or not found:
            found.append([])
        found[-1].append(line)
    return iter(found)


def shape(tree: Any) -> Any:
    """Writes a tree of either parser."""
    if isinstance(tree, lark.Tree):
        where = None if tree.meta.empty else (tree.meta.start_pos, tree.meta.end_pos)
        return str(tree.data), where, [shape(child) for child in tree.children]
    if isinstance(tree, Tree):
        where = None if tree.is_empty else (tree.start_pos, tree.end_pos)
        return tree.data, where, [shape(child) for child in tree.children]
    return tree.type, str(tree), tree.start_pos, tree.end_pos


def both(lines: Sequence[Line]) -> tuple[Any, Any]:
    """Reads a declaration with both parsers; gives what came of it, or where they stop and what they expect."""
    ours, theirs = Parse(ours_of()), reference().parse_interactive()
    for token in Tokens(grammar.parser().literals).feed(lines, ours):
        taken, error = ours.feed(token), None
        try:
            theirs.feed_token(
                lark.Token(token.type, str(token), start_pos=token.start_pos, end_pos=token.end_pos)
            )
        except UnexpectedInput:
            error = theirs.accepts()
        assert taken == (error is None)
        if not taken:
            return ours.expected(), error
    tree = ours.finish()
    try:
        end = theirs.feed_eof()
    except UnexpectedInput:
        end = None
    return (ours.expected(), theirs.accepts()) if tree is None else (shape(tree), shape(end))


@pytest.mark.dear
def test_the_file_is_of_this_grammar() -> None:
    assert FILE.read_text(encoding="utf-8") == made().written(tables.grammar()), ANEW


@pytest.mark.dear
def test_what_is_read_from_the_file_is_what_was_made() -> None:
    text = tables.grammar()
    found = tables.read(made().written(text), text)
    assert found == made()


@pytest.mark.parametrize(
    ("folder", "each"), [("rulesets", 7), ("tests/english", 1), ("tests/corpus/syntax", 1)]
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_trees_and_expectations_are_those_of_lark(folder: str, each: int) -> None:
    paths = sorted(path for path in (ROOT / folder).rglob("*.gdl") if path.is_file())
    declarations = [lines for path in paths for lines in blocks(path)][::each]
    assert len(declarations) > 100
    for lines in declarations:
        ours, theirs = both(lines)
        assert ours == theirs


@pytest.mark.dear
def test_another_grammar_has_tables_made_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A change of the grammar counts at once, also where nobody has written the file anew."""
    from gekido_dsl.cache import CacheFolder

    calls: list[str] = []
    made()  # before it is stood in for

    def making(text: str) -> tables.Tables:
        calls.append(text)
        return made()

    text = tables.grammar() + "// another line\n"
    monkeypatch.setattr(tables, "grammar", lambda: text)
    monkeypatch.setattr(tables, "made", making)
    store.keep_in(CacheFolder(tmp_path / "kept"))
    assert grammar.parser.__wrapped__() == made()
    assert calls == [text]
    assert grammar.parser.__wrapped__() == made()
    assert calls == [text]  # the second time they come from the store


def test_a_conflict_is_refused() -> None:
    with pytest.raises(Conflict):
        tables.made('start: a | b\na: "x"\nb: "x"\n')


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"form": 1}', '{"form": 1, "grammar": 2}', "\x00", '{"form": 1, "grammar"'],
)
def test_a_file_that_is_none_is_no_error(text: str) -> None:
    assert tables.read(text, tables.grammar()) is None


def test_a_token_is_its_text() -> None:
    token = Token("NAME", "Bot", 3, 6)
    other = token.reworded("Robot")
    assert token == "Bot" and {token: 1}["Bot"] == 1
    assert (other.type, other, other.start_pos, other.end_pos) == ("NAME", "Robot", 3, 6)
