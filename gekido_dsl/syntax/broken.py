"""What cannot be a word or a sign of the language is worded as a finding."""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, codes
from gekido_dsl.grammar.lexer import (
    CHAIN_LIMIT,
    DEPTH_LIMIT,
    DIGITS_LIMIT,
    NAME_LIMIT,
    PIECES_LIMIT,
    TEXT_LIMIT,
    LexError,
)
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax.rewrites import no_number

_INSTEAD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "=": "a condition says `is`; to change a fact, write `set my Score to 3`",
        "+": "write `plus`",
        "-": "write `minus`",
        "*": "write `times`",
        "/": "only an amount divides: `divide by 2 rounded up`",
        "<": "write `is less than` or `is at most`",
        ">": "write `is more than` or `is at least`",
        "&": "write `and`",
        "|": "write `or`",
        "{": "what belongs to a line stands below it, indented by two spaces",
        "}": "what belongs to a line stands below it, indented by two spaces",
        ";": "begin a new line instead",
        "–": "write a range with `to`, as in `2 to 4`, and `minus` to subtract",
        "…": "write a range with `to`, as in `2 to 4`",
        "×": "write `times`, or `3 by 3` for the size of a board",
        "%": "write a whole number; an amount divides: `divide by 2 rounded up`",
        ".": "numbers are whole, and a sentence ends with its line",
        "?": 'a question stands in quotes, as in `asking "Which card?"`',
        "!": "a condition says `is not`",
        "$": "a name begins with a capital letter and stands alone",
        "@": "a name begins with a capital letter and stands alone",
        "•": "a list needs no signs: what belongs to a line stands below it, indented by two spaces",
    }
)
"""What to write in place of signs that other languages have."""
_FILE: Final = re.compile(r"[\w/-]+\.(?:gdl|yaml|yml|csv|json|md)\b")
_PAIRS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "==": "a condition says `is`",
        "!=": "a condition says `is not`",
        ">=": "write `is at least`",
        "<=": "write `is at most`",
        "=>": "what is done stands below, indented",
        "->": "what is done stands below, indented",
        "+=": "write `gains`, as in `my Score gains 1`",
        "-=": "write `loses`, as in `my Score loses 1`",
        "//": "a comment begins with `#`",
        "/*": "a comment begins with `#`, on each of its lines",
        "..": "write a range with `to`, as in `2 to 4`",
        "&&": "write `and`",
        "||": "write `or`",
    }
)
"""What to write in place of two signs in a row."""


def one_a_line(source: Source, broken: list[LexError]) -> list[LexError]:
    """Leaves out signs that stand in a line after another that is no sign of the language."""
    lines: set[int] = set()
    kept = []
    for error in broken:
        line = source.position(error.start)[0]
        if error.kind != "character" or line not in lines:
            kept.append(error)
        if error.kind == "character":
            lines.add(line)
    return kept


def worded(source: Source, error: LexError) -> Diagnostic:
    """Words what cannot be a token as a finding."""
    span = Span(source, error.start, error.end)
    match error.kind:
        case "tab":
            text = span.text.expandtabs(4)
            return Diagnostic(
                codes.TAB_INDENT,
                "this line is indented with a tab",
                (Label(span, "a tab"),),
                help="indent with spaces, usually two for each block",
                edits=(Edit(span, text),),
            )
        case "bracket":
            return Diagnostic(
                codes.UNCLOSED_BRACKET,
                "a parenthesis is opened and not closed",
                (Label(span, "in this line"),),
                help="close it before the line ends",
            )
        case "depth":
            return Diagnostic(
                codes.TOO_DEEP,
                f"parentheses are nested more than {DEPTH_LIMIT} deep",
                (Label(span, "one too many"),),
                help="give the inner part a name with a definition",
            )
        case "chain":
            return Diagnostic(
                codes.TOO_DEEP,
                f"this line leads from one thing to the next more than {CHAIN_LIMIT} times",
                (Label(span, "one too many"),),
                help="give a part of it a name, with a definition or an amount",
            )
        case "long":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a line has at most {PIECES_LIMIT:,} words and signs, those of the lines it goes on in included",
                (Label(span, "the rest is too much"),),
                help="split it; a long list is better kept in a table",
            )
        case "number":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a number has at most {DIGITS_LIMIT} digits",
                (Label(span, "too many digits"),),
                help="write a smaller number",
            )
        case "name":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a name has at most {NAME_LIMIT} letters",
                (Label(Span(source, span.start, span.start + NAME_LIMIT), "too long"),),
                help="write a shorter one; what players read stands in quotes",
            )
        case "text":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a text has at most {TEXT_LIMIT:,} letters",
                (Label(Span(source, span.start, span.start + NAME_LIMIT), "too long"),),
                help="write a shorter one; what fills a page belongs in a book",
            )
        case _:
            return _no_sign(span)


def _no_sign(span: Span) -> Diagnostic:
    """Says what a character is that the language does not have; one that nobody can see is named."""
    sign, after = span.text, span.source.text[span.end : span.end + 2]
    if sign.isdigit():
        return no_number(span.source, span.start)
    if sign == '"':
        message, help = (
            "a quoted text does not end on its line",
            'close it with `"` on the same line',
        )
    elif sign in "“”„«»":
        message, help = f"`{sign}` is not the quotation mark of the language", 'write `"`'
    elif sign in "‘’":
        message, help = f"`{sign}` is no sign of the language", "write `'`"
    elif sign == "[":
        message, help = "a mark does not end in its line", "close it with `]` in the same line: `[GB p5]`"
    elif sign + after[:1] in _PAIRS:
        sign += after[:1]
        span = Span(span.source, span.start, span.start + 2)
        message, help = f"`{sign}` is no sign of the language", _PAIRS[sign]
    elif (
        sign == "+"
        and span.source.text[span.start - 1 : span.start].isdigit()
        and not after[:1].strip(" ,\r\n")
    ):
        low = re.search(r"[0-9]+$", span.source.text[: span.start])
        number = low[0] if low is not None else "0"
        message, help = f"`{number}+` is no range of the language", f"write `{number} or more`"
    elif sign == "." and (file := _file_around(span)) is not None:
        span = file
        message, help = f"the name of a file, `{file.text}`, stands in quotes", f'write `"{file.text}"`'
    elif sign == "." and not after.strip():
        message, help = "a sentence ends with its line", "take the `.` out"
    elif sign in _INSTEAD:
        message, help = f"`{sign}` is no sign of the language", _INSTEAD[sign]
    elif sign.isprintable():
        message, help = f"`{sign}` is no sign of the language", "take it out; a comment begins with `#`"
    else:
        name = unicodedata.name(sign, f"U+{ord(sign):04X}").lower()
        message = f"an invisible character is not allowed here: {name}"
        help = "delete it, and type a space if one is needed"
    return Diagnostic(codes.SYNTAX_ERROR, message, (Label(span, "not expected here"),), help=help)


def _file_around(span: Span) -> Span | None:
    """Gives the name of a file that a dot is part of."""
    text = span.source.text
    start = span.start
    while start and (text[start - 1].isalnum() or text[start - 1] in "_-/"):
        start -= 1
    found = _FILE.match(text, start)
    return Span(span.source, *found.span()) if found is not None else None
