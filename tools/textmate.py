"""Writes the TextMate grammar of the language, of the words of its own grammar; VS Code and others colour by it.

    python tools/textmate.py

A language server colours names by what they mean; this grammar colours a file before it is there, and without it.
"""

import json
import re
from pathlib import Path
from typing import Any

from gekido_dsl.grammar import expected_at, literals, parser, words
from gekido_dsl.grammar.lexer import logical_lines
from gekido_dsl.language.completion import spelled

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "editors" / "vscode" / "syntaxes" / "gdl.tmLanguage.json"

_NAME = r"[A-ZÀ-ÖØ-Þ][^\W_]*(?:-[^\W_]+)*"


def grammar() -> str:
    """Gives the grammar as JSON."""
    known = {word for several in spelled().values() for word in several} | set(words.SAME)
    begin = {word for word in known if _begins(word)}
    phrases = {word for word in known if " " in word}
    verbs = {form for form in spelled()["VERB"] if " " not in form and form not in literals()}
    others = {word for word in known if " " not in word} - verbs
    patterns: list[dict[str, Any]] = [
        {"name": "comment.line.number-sign.gdl", "match": "#.*$"},
        {"name": "string.quoted.double.gdl", "match": '"[^"]*"'},
        {"name": "string.other.citation.gdl", "match": r"\[[^\]]*\]"},
        {"name": "storage.type.declaration.gdl", "match": rf"^(?:{_any(begin)})(?![\w-])"},
        {"name": "keyword.other.phrase.gdl", "match": rf"(?<![\w-])(?:{_any(phrases)})(?![\w-])"},
        {"name": "support.function.verb.gdl", "match": rf"(?<![\w-])(?:{_any(verbs)})(?![\w-])"},
        {"name": "keyword.control.gdl", "match": rf"(?<![\w-])(?:{_any(others)})(?![\w-])"},
        {"name": "constant.other.space.gdl", "match": r"(?<![\w-])r\d{1,3}c\d{1,3}(?![\w-])"},
        {"name": "constant.numeric.gdl", "match": r"(?<![\w-])-?\d+(?![\w-])"},
        {"name": "entity.name.type.gdl", "match": rf"(?<![\w-]){_NAME}(?: {_NAME})*"},
    ]
    made = {
        "$comment": "Made by tools/textmate.py; changes here are lost.",
        "name": "Gekido DSL",
        "scopeName": "source.gdl",
        "fileTypes": ["gdl"],
        "patterns": patterns,
    }
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _begins(word: str) -> bool:
    """Tells whether a word may begin a declaration."""
    allowed = expected_at(logical_lines("zzz")[0], 0) or frozenset()
    return any(word in spelled().get(name, ()) for name in allowed) or parser().literals.get(word) in allowed


def _any(several: set[str]) -> str:
    """Matches any of some words, the longest first."""
    return "|".join(
        re.escape(one).replace(r"\ ", " +") for one in sorted(several, key=lambda one: (-len(one), one))
    )


if __name__ == "__main__":
    TARGET.write_text(grammar(), encoding="utf-8")
