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
        "=": "write `is` in a condition; to change a fact, write `set my Score to 3`",
        "+": "write `plus`",
        "-": "write `minus`",
        "*": "write `times`",
        "/": "write `or` between choices, or `divided by 2 rounded up` to divide",
        "<": "write `is less than` or `is at most`",
        ">": "write `is more than` or `is at least`",
        "&": "write `and`",
        "|": "write `or`",
        "{": "leave it out and indent the lines that belong together by two spaces",
        "}": "leave it out and indent the lines that belong together by two spaces",
        ";": "begin a new line instead",
        "–": "write a range with `to`, as in `2 to 4`, and `minus` to subtract",
        "…": "write a range with `to`, as in `2 to 4`",
        "×": "write `times`, or `3 by 3` for the size of a board",
        "%": "write a whole number, or divide, as in `divided by 2 rounded up`",
        ".": "write whole numbers, and no full stop at the end of a line",
        "?": 'put the question in quotes, as in `asking "Which card?"`',
        "!": "write `is not`",
        "$": "leave it out; a name is only letters, and begins with a capital",
        "@": "leave it out; a name is only letters, and begins with a capital",
        "•": "leave it out and indent the lines that belong together by two spaces",
    }
)
"""What to write in place of signs that other languages have."""
_FILE: Final = re.compile(r"[\w/-]+\.(?:gdl|yaml|yml|csv|json|md)\b")
_PAIRS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "==": "write `is`",
        "!=": "write `is not`",
        ">=": "write `is at least`",
        "<=": "write `is at most`",
        "=>": "put what happens on the next line, indented",
        "->": "put what happens on the next line, indented",
        "++": "write `gains 1`, as in `my Score gains 1`",
        "--": "write `loses 1`, as in `my Score loses 1`",
        "+=": "write `gains`, as in `my Score gains 1`",
        "-=": "write `loses`, as in `my Score loses 1`",
        "//": "begin a comment with `#`",
        "/*": "begin each line of a comment with `#`",
        "..": "write a range with `to`, as in `2 to 4`",
        "&&": "write `and`",
        "||": "write `or`",
    }
)
"""What to write in place of two signs in a row."""


def one_a_line(source: Source, broken: list[LexError]) -> list[LexError]:
    """Leaves out signs that stand in a line after another that is not part of the language."""
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
                "a parenthesis is never closed",
                (Label(span, "in this line"),),
                help="close it before the line ends",
            )
        case "depth":
            return Diagnostic(
                codes.TOO_DEEP,
                f"parentheses are nested more than {DEPTH_LIMIT} deep",
                (Label(span, "one too many"),),
                help="move the inner part into a definition and use its name",
            )
        case "chain":
            return Diagnostic(
                codes.TOO_DEEP,
                f"this line chains more than {CHAIN_LIMIT} things",
                (Label(span, "one too many"),),
                help="move a part of it into a definition or an amount and use its name",
            )
        case "long":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a line may have at most {PIECES_LIMIT:,} words and signs, including the lines it continues on",
                (Label(span, "the rest is too much"),),
                help="split it, or keep a long list in a table",
            )
        case "number":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a number may have at most {DIGITS_LIMIT} digits",
                (Label(span, "too many digits"),),
                help="write a smaller number",
            )
        case "name":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a name may have at most {NAME_LIMIT} letters",
                (Label(Span(source, span.start, span.start + NAME_LIMIT), "too long"),),
                help="shorten it; put text for players in quotes",
            )
        case "text":
            return Diagnostic(
                codes.TOO_LARGE,
                f"a text may have at most {TEXT_LIMIT:,} letters",
                (Label(Span(source, span.start, span.start + NAME_LIMIT), "too long"),),
                help="shorten it; put long texts in a book",
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
        message, help = f"`{sign}` is the wrong quotation mark", 'write `"`'
    elif sign in "‘’":
        message, help = f"`{sign}` is not part of the language", "write `'`"
    elif sign == "[":
        message = "a mark in `[ ]` is not closed on its line"
        help = "close it with `]` on the same line, as in `[GB p5]`"
    elif sign == "/" and (file := _file_around(span)) is not None:
        span = file
        message, help = f"the file name `{file.text}` needs quotes", f'write `"{file.text}"`'
    elif sign + after[:1] == ".." and (ends := _range(span)) is not None:
        span = Span(span.source, span.start, span.start + 2)
        message, help = "`..` is not part of the language", f"write `{ends}`"
    elif sign + after[:1] in _PAIRS:
        sign += after[:1]
        span = Span(span.source, span.start, span.start + 2)
        message, help = f"`{sign}` is not part of the language", _PAIRS[sign]
    elif (
        sign == "+"
        and span.source.text[span.start - 1 : span.start].isdigit()
        and not after[:1].strip(" ,\r\n")
    ):
        low = re.search(r"[0-9]+$", span.source.text[: span.start])
        number = low[0] if low is not None else "0"
        message, help = f"`{number}+` is not how a range is written", f"write `{number} or more`"
    elif sign == "." and (file := _file_around(span)) is not None:
        span = file
        message, help = f"the file name `{file.text}` needs quotes", f'write `"{file.text}"`'
    elif sign == "." and not after.strip():
        message, help = "a sentence ends with its line", "leave the `.` out"
    elif sign == "=" and (instead := _equals(span)) is not None:
        message, help = "`=` is not part of the language", instead
    elif sign in "+-" and not span.source.text[: span.start].rpartition("\n")[2].strip():
        message, help = (
            f"`{sign}` is not part of the language",
            f"write `{'add' if sign == '+' else 'subtract'}`",
        )
    elif sign in "+-" and (change := _changed(span)) is not None:
        message, help = "to change a number, say what it gains or loses", f"write `{change}`"
    elif sign in _INSTEAD:
        message, help = f"`{sign}` is not part of the language", _INSTEAD[sign]
    elif sign.isprintable():
        message, help = f"`{sign}` is not part of the language", "leave it out; begin a comment with `#`"
    else:
        name = unicodedata.name(sign, f"U+{ord(sign):04X}").lower()
        message = f"an invisible character is not allowed here: {name}"
        help = "delete it, and type a space if one is needed"
    return Diagnostic(codes.SYNTAX_ERROR, message, (Label(span, "not expected here"),), help=help)


def _range(span: Span) -> str | None:
    """Gives a range of two numbers that `..` joins, as it is written."""
    low = re.search(r"[0-9]+$", span.source.text[: span.start])
    high = re.match(r"\.+([0-9]+)", span.source.text[span.start :])
    return f"{low[0]} to {high[1]}" if low is not None and high is not None else None


def _changed(span: Span) -> str | None:
    """Gives the sentence for `set my Score to my Score + 1`."""
    number, _ = span.source.position(span.start)
    line = span.source.line(number).strip()
    found = re.fullmatch(r"set (.+) to (.+?) ?([+-]) ?(.+)", line)
    if found is None or found[1] != found[2]:
        return None
    return f"{found[1]} {'gains' if found[3] == '+' else 'loses'} {found[4]}"


def _equals(span: Span) -> str | None:
    """Says what is written instead of `=`, by the line in which it stands."""
    text = span.source.text
    before = text[: span.start].rpartition("\n")[2]
    after = text[span.end :].partition("\n")[0].strip()
    if re.search(r"\b(if|unless|when|while|until|that|whose)\b", before) or not before.startswith(" "):
        return "write `is`"
    name = before.strip()
    if name.startswith("set "):
        return "write `to`"
    head = re.findall(r"^(\w.*)$", text[max(0, span.start - 20_000) : span.start], re.MULTILINE)
    if (
        head
        and re.match(r"kind |each player has|the game has", head[-1])
        and re.fullmatch(r"[A-Z][\w -]*", name)
    ):
        return (
            f"write `{name}: 0 or more, starts {after}`"
            if after.isdigit()
            else f"write `{name}: ` and a range"
        )
    if re.fullmatch(r"[\w' -]+", name) and after:
        after = {"true": "yes", "True": "yes", "false": "no", "False": "no"}.get(after, after)
        return f"to change it, write `set {name} to {after}`"
    return None


def _file_around(span: Span) -> Span | None:
    """Gives the name of a file that a dot is part of."""
    text = span.source.text
    start = span.start
    while start and (text[start - 1].isalnum() or text[start - 1] in "_-/"):
        start -= 1
    found = _FILE.match(text, start)
    return Span(span.source, *found.span()) if found is not None else None
