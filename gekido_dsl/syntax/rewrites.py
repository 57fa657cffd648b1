"""Slips for which it is known what to write instead, word for word: the finding brings the edit."""

import re
from typing import Final

from gekido_dsl.diagnostics import Code, Diagnostic, Edit, Label, codes
from gekido_dsl.grammar import GrammarError, words
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax.declared import roll

_FIGURES: Final = {word: str(number) for number, word in enumerate(words.CARDINALS[1:], start=2)}
_MOMENTS: Final = ("when", "after", "before", "on", "once", "at", "during", "every")
"""How a sentence begins that tells a moment."""
_BLOCKS: Final = ("if", "each", "choose one", "repeat", "otherwise", "secretly", "together", "may", "must")
"""What begins a line of a block and never a declaration, besides verbs."""
_HAPPENS: Final = re.compile(r"\b(?:ends|begins|suffers|enters|is destroyed|runs out)\b")
_COMPARED: Final = re.compile(r"\b(?:is|gains|loses|at|than|least|most) +[0-9]+$")
"""What stands before a number from which another one is subtracted."""
_SIZE: Final = re.compile(r"([0-9]+)[x×]([0-9]+)")
_RUN: Final = re.compile(r"[0-9][\w-]*")


def rewritten(source: Source, error: GrammarError, line: Line) -> Diagnostic | None:
    """Finds what was meant where a word or sign is not expected; None where that is not known."""
    token = error.token
    start, end, text = token.start_pos or 0, token.end_pos or 0, str(token)
    span, before = Span(source, start, end), source.text[line.start : start]
    if token.type == "WORD" and text in _FIGURES:
        message = f"write the number `{text}` in digits"
        return _said(span, message, _FIGURES[text], codes.UNKNOWN_WORD)
    if token.type == "NUMBER" and re.match(r" +to +", source.text[end:]):
        high = next((one for one in line.pieces if one.start > end and one.text != "to"), None)
        if high is not None and high.text in _FIGURES:
            message = f"write the number `{high.text}` in digits"
            return _said(Span(source, high.start, high.end), message, _FIGURES[high.text], codes.UNKNOWN_WORD)
    if token.type == "NUMBER" and text.startswith("-") and not _COMPARED.search(before):
        if (low := re.search(r"[0-9]+$", before)) is not None:
            whole = Span(source, start - len(low[0]), end)
            return _said(whole, f"`{whole.text}` is not how a range is written", f"{low[0]} to {text[1:]}")
    if not before and span.text == "player" and "`players`" in error.expected:
        return _said(span, "the number of players is given after `players`", "players")
    if text == "ends" and before.strip() in ("game", "the game"):
        when = re.match(r"ends(?: +(?:when|if)\b)?", source.text[start:])
        whole = Span(source, line.start, start + (when.end() if when else 0))
        return _said(whole, "an end of the game begins with `the game ends when`", "the game ends when")
    if text == "starts" and (name := re.fullmatch(r" *([A-Z][\w -]*): *", before)) is not None:
        begins = re.match(r"starts +([0-9]+)", source.text[start:])
        first = begins[1] if begins is not None else "0"
        message = f"`{name[1]}` has no range or type"
        return _said(Span(source, start, start), message, "0 or more, ", shown=f"0 or more, starts {first}")
    if line.indent == 0 and not before:
        return _at_the_margin(source, error, text, line)
    if text.startswith('"') and "`from`" in error.expected:
        message = f"`from` is missing before the file {text}"
        return _said(Span(source, start, start), message, "from ", shown=f"from {text}")
    return None


WITHIN: Final = {
    "players": "it belongs below `game`",
    "limit": "it belongs below `game`",
    "first": "it belongs below `window`",
    "given": "it belongs below `scenario` or `claim`",
    "then": "it belongs below `window` or `scenario`",
    "starts": "it belongs below `amount`",
    "subtract": "it belongs below `amount`",
    "multiply": "it belongs below `amount`",
    "divide": "it belongs below `amount`",
    "otherwise": "it belongs below the sentence that can fail",
    "must": "it belongs below the sentence that asks for the choice",
    "only": "it belongs below `rule` or `action`",
}
"""Where lines belong that begin so and were written at the margin."""


def _at_the_margin(source: Source, error: GrammarError, text: str, line: Line) -> Diagnostic | None:
    """Words a line at the margin that begins no declaration."""
    span, whole = Span(source, line.start, line.pieces[0].end), Span(source, line.start, line.end)
    if text == "when" and _HAPPENS.search(whole.text):
        message = "a rule for each time something happens begins with `whenever`"
        return _said(span, message, "whenever")
    if text in _MOMENTS:
        return Diagnostic(
            codes.SYNTAX_ERROR,
            f"no declaration begins with `{text}`",
            (Label(span, "not expected here"),),
            help="begin with `whenever`, as in `whenever Main ends`, and indent what happens below it",
        )
    if text in WITHIN:
        return Diagnostic(
            codes.SYNTAX_ERROR,
            f"`{text}` is not indented, but begins no declaration",
            (Label(whole, "not indented"),),
            help=f"indent it: {WITHIN[text]}",
            edits=(Edit(Span(source, line.start, line.start), "  "),),
        )
    if text == "each" and "turn" in whole.text:
        return _said(whole, "a turn begins with `turn of each player`", "turn of each player")
    first = text.split()[0].lower()
    if f"`{first}`" in error.expected or any(one.startswith(f"`{first} ") for one in error.expected):
        return None  # a word of the language that was written with a capital letter
    if text[:1].isupper() and [piece.text for piece in line.pieces[1:2]] == ["is"]:
        return None  # a definition without its article
    fact = line.pieces[0].kind == "name" and [piece.text for piece in line.pieces[1:2]] == [":"]
    if not fact and text not in _BLOCKS and not any(piece.text in words.VERBS for piece in line.pieces):
        return None
    what, whose = ("a fact", "kind or phase") if fact else ("a sentence", "phase, rule or other declaration")
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"{what} is not indented, so it belongs to no declaration",
        (Label(whole, "not indented"),),
        help=f"indent it by two spaces, below a {whose}",
        edits=(Edit(Span(source, line.start, line.start), "  "),),
    )


def no_number(source: Source, start: int) -> Diagnostic:
    """Words digits that run on into letters, as `3x3`."""
    found = _RUN.match(source.text, start)
    span = Span(source, start, found.end() if found else start + 1)
    size = _SIZE.match(source.text, start)
    if size is not None:
        whole = Span(source, *size.span())
        return _said(whole, f"`{whole.text}` is not how a size is written", f"{size[1]} by {size[2]}")
    if re.fullmatch(r"[0-9]+(st|nd|rd|th)", span.text):
        help = "write a word, as in `the first player` or `the second player`"
    elif re.fullmatch(r"[0-9]*d[0-9]+", span.text):
        number, _, sides = span.text.rpartition("d")
        count = number or "1"
        known = roll(source.text, sides)
        help = (
            f"write `{known}`"
            if known
            else f"declare `die Cube of 1 to {sides}, {count} of them`, then write `roll all Cubes`"
        )
    else:
        help = "put a space after the number, or begin the name with a letter"
    message = f"`{span.text}` is neither a number nor a name"
    return Diagnostic(codes.SYNTAX_ERROR, message, (Label(span, "not expected here"),), help=help)


def _said(
    span: Span, message: str, instead: str, code: Code = codes.SYNTAX_ERROR, shown: str = ""
) -> Diagnostic:
    label = "" if span.start < span.end else "here"
    return Diagnostic(
        code, message, (Label(span, label),), help=f"write `{shown or instead}`", edits=(Edit(span, instead),)
    )
