"""One declaration's lines become a Lark tree; the only place that runs Lark.

Invariants:
    The grammar is LALR(1) without a single conflict: Lark is built with `strict`, which refuses one.
    A tree or a `GrammarError` comes out; Lark's own exceptions end here.
"""

import io
import pickle
import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from gekido_dsl import store
from gekido_dsl.grammar import words
from gekido_dsl.grammar.lexer import Line, Tokens

__all__ = [
    "GrammarError",
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


class _NoLexer(Lexer):
    """Stands where Lark wants a lexer; tokens are fed by `parse_declaration`."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        raise NotImplementedError("tokens are fed, not lexed")


@lru_cache(maxsize=1)
def parser() -> Lark:
    """Gives the one parser of the language, built on first use."""
    text = files(__name__).joinpath("gdl.lark").read_text(encoding="utf-8")
    kept, key = store.current(), store.key("tables", text, lark_version, platform.python_version())
    tables = kept.read(key) if kept is not None else None
    if tables is not None:
        try:
            return _Tables(io.BytesIO(tables)).parser()
        except Exception:  # a torn or foreign file: the tables are built anew
            pass
    built = Lark(
        text,
        parser="lalr",
        lexer=_NoLexer,
        strict=True,
        propagate_positions=True,
        maybe_placeholders=False,
    )
    if kept is not None:
        saved = io.BytesIO()
        built.save(saved)
        kept.write(key, saved.getvalue())
    return built


class _Tables(pickle.Unpickler):
    """Reads what `Lark.save` wrote, which is data but for the one class that stands for a lexer."""

    def find_class(self, module_name: str, global_name: str) -> type[_NoLexer]:
        if (module_name, global_name) != (_NoLexer.__module__, _NoLexer.__qualname__):
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is no part of a parser's tables")
        return _NoLexer

    def parser(self) -> Lark:
        return Lark.load(self.load())


@lru_cache(maxsize=1)
def literals() -> frozenset[str]:
    """Lists the words that the grammar itself spells out, read without building the parser."""
    text = files(__name__).joinpath("gdl.lark").read_text(encoding="utf-8")
    rules = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    return frozenset(word for word in re.findall(r'"([^"\n]+)"', rules) if word.isalpha())


@lru_cache(maxsize=1)
def _tokens() -> Tokens:
    return Tokens(
        {term.pattern.value: term.name for term in parser().terminals if term.pattern.type == "str"}
    )


@lru_cache(maxsize=1)
def spelling() -> dict[str, str]:
    """Gives the reader's word for every terminal of the grammar."""
    return {
        term.name: f"`{term.pattern.value}`" for term in parser().terminals if term.pattern.type == "str"
    } | words.PHRASE_TEXT


def parse_declaration(lines: Sequence[Line]) -> Tree[Token]:
    """Parses the lines of one declaration.

    Raises:
        GrammarError: at the first token that cannot stand where it stands.
    """
    state: Any = parser().parse_interactive()
    table = state.parser_state.parse_conf.parse_table.states

    def accepted() -> Any:
        return table[state.parser_state.position]

    def takes(name: str) -> bool:
        return _takes(table, list(state.parser_state.state_stack), name)

    for token in _tokens().feed(lines, accepted, takes):
        try:
            state.feed_token(token)
        except UnexpectedInput:
            raise GrammarError(token, _expected(state.accepts())) from None
    try:
        tree: Tree[Token] = state.feed_eof()
    except UnexpectedInput:
        end = lines[-1].end
        raise GrammarError(
            Token("$END", "", start_pos=end, end_pos=end), _expected(state.accepts())
        ) from None
    return tree


@lru_cache(maxsize=1)
def words_after_the() -> frozenset[str]:
    """Lists the words that mean something after `the` in a phrase, so that nothing else can be called so."""
    found = set(words.ADJECTIVES) | {"window"}
    literals = {term.pattern.value: term.name for term in parser().terminals if term.pattern.type == "str"}
    for before in ("A NAME IS NAME IF THE", "RULE NAME _NL _INDENT VERB THE"):
        state: Any = parser().parse_interactive()
        for name in before.split():
            state.feed_token(Token(name, name.lower()))
        accepted = state.parser_state.parse_conf.parse_table.states[state.parser_state.position]
        found |= {word for word, name in literals.items() if name in accepted and word.isalpha()}
    return frozenset(found)


def _takes(table: Any, stack: list[Any], name: str) -> bool:
    """Tells whether a terminal can be shifted, after the reductions it brings about."""
    while name in table[stack[-1]]:
        action, arg = table[stack[-1]][name]
        if action.name == "Shift":
            return True
        if arg.expansion:
            del stack[-len(arg.expansion) :]
        stack.append(table[stack[-1]][arg.origin.name][1])
    return False


def _expected(names: set[str]) -> tuple[str, ...]:
    spelt = spelling()
    return tuple(sorted({spelt.get(name, name.lower()) for name in names}))
