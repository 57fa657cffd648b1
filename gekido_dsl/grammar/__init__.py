"""One declaration's lines become a tree.

Invariants:
    A tree or a `GrammarError` comes out.
    Lark parses; its exceptions end here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from lark.parsers.lalr_parser_state import ParseConf

from gekido_dsl import store
from gekido_dsl.grammar import tables, words
from gekido_dsl.grammar.lexer import Line, Tokens
from gekido_dsl.grammar.parsing import Parse, configured
from gekido_dsl.grammar.tables import Tables
from gekido_dsl.grammar.tree import Token, Tree

__all__ = [
    "GrammarError",
    "expected_at",
    "literals",
    "parse_declaration",
    "parser",
    "words",
    "words_after_the",
]


@dataclass(frozen=True)
class GrammarError(Exception):
    """A token that cannot stand where it stands."""

    token: Token
    """What stands there, with its offsets."""
    expected: tuple[str, ...]
    """What could stand there, in the reader's words, sorted."""


@lru_cache(maxsize=1)
def parser() -> Tables:
    """Gives the tables of the grammar: from the file beside it, from the store, or made by Lark."""
    text = tables.grammar()
    found = tables.read(files(__name__).joinpath("tables.json").read_text(encoding="utf-8"), text)
    if found is not None:
        return found
    kept, key = store.current(), store.key("tables", text)
    data = kept.read(key) if kept is not None else None
    found = tables.read(data.decode(errors="replace"), text) if data is not None else None
    if found is not None:
        return found
    made = tables.made(text)
    if kept is not None:
        kept.write(key, made.written(text).encode())
    return made


@lru_cache(maxsize=1)
def _parser() -> "ParseConf[int]":
    return configured(parser())


@lru_cache(maxsize=1)
def literals() -> frozenset[str]:
    """Lists the words that the grammar itself spells out, read without building the parser."""
    rules = "\n".join(line for line in tables.grammar().splitlines() if not line.startswith("//"))
    return frozenset(word for word in re.findall(r'"([^"\n]+)"', rules) if word.isalpha())


@lru_cache(maxsize=1)
def _tokens() -> Tokens:
    return Tokens(parser().literals)


@lru_cache(maxsize=1)
def spelling() -> dict[str, str]:
    """Gives the reader's word for every terminal of the grammar."""
    return {name: f"`{text}`" for text, name in parser().literals.items()} | words.PHRASE_TEXT


def parse_declaration(lines: Sequence[Line]) -> Tree:
    """Parses the lines of one declaration.

    Raises:
        GrammarError: at the first token that cannot stand where it stands.
    """
    state = Parse(_parser())
    for token in _tokens().feed(lines, state):
        if not state.feed(token):
            raise GrammarError(token, _expected(state))
    tree = state.finish()
    if tree is None:
        end = lines[-1].end
        raise GrammarError(Token(tables.END, "", end, end), _expected(state))
    return tree


@lru_cache(maxsize=1)
def words_after_the() -> frozenset[str]:
    """Lists the words that mean something after `the` in a phrase, so that nothing else can be called so."""
    found = set(words.ADJECTIVES) | {"window"}
    for before in ("A NAME IS NAME IF THE", "RULE NAME _NL _INDENT VERB THE"):
        state = Parse(_parser())
        for name in before.split():
            state.feed(Token(name, name.lower()))
        found |= {
            word for word, name in parser().literals.items() if name in state.accepted and word.isalpha()
        }
    return frozenset(found)


def _expected(state: Parse) -> tuple[str, ...]:
    spelt = spelling()
    return tuple(sorted({spelt.get(name, name.lower()) for name in state.expected()}))


def expected_at(lines: Sequence[Line], at: int) -> frozenset[str] | None:
    """Lists the terminals that can stand at an offset, after what stands before it in a declaration.

    Args:
        lines: of the declaration; something has to stand at the offset, whatever it is.
    Returns:
        None when what stands before cannot be read.
    """
    state = Parse(_parser())
    for token in _tokens().feed(lines, state):
        if token.start_pos >= at and not token.type.startswith("_"):
            return frozenset(state.expected())
        if not state.feed(token):
            return None
    return None
