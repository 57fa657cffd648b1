"""Slips for which it is known what to write instead, word for word: the finding brings the edit."""

import re
from typing import Final

from gekido_dsl.diagnostics import Code, Diagnostic, Edit, Label, codes
from gekido_dsl.grammar import GrammarError, words
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.source import Source, Span

_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_FIGURES: Final = {word: str(number) for number, word in enumerate(_NUMBERS, start=2)}
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
        message = f"the number `{text}` is written in figures"
        return _said(span, message, _FIGURES[text], codes.UNKNOWN_WORD)
    if token.type == "NUMBER" and text.startswith("-") and not _COMPARED.search(before):
        if (low := re.search(r"[0-9]+$", before)) is not None:
            whole = Span(source, start - len(low[0]), end)
            return _said(whole, f"`{whole.text}` is no range of the language", f"{low[0]} to {text[1:]}")
    if not before and span.text == "player" and "`players`" in error.expected:
        return _said(span, "how many play is said with `players`", "players")
    if text == "ends" and before.strip() in ("game", "the game"):
        when = re.match(r"ends(?: +(?:when|if)\b)?", source.text[start:])
        whole = Span(source, line.start, start + (when.end() if when else 0))
        return _said(whole, "how a game ends begins with `the game ends when`", "the game ends when")
    if text == "starts" and (name := re.fullmatch(r" *([A-Z][\w -]*): *", before)) is not None:
        begins = re.match(r"starts +([0-9]+)", source.text[start:])
        first = begins[1] if begins is not None else "0"
        message = f"`{name[1]}` does not say what it holds"
        return _said(Span(source, start, start), message, "0 or more, ", shown=f"0 or more, starts {first}")
    if line.indent == 0 and not before:
        return _at_the_margin(source, error, text, line)
    if text.startswith('"') and "`from`" in error.expected:
        message = f"`from` is missing before the file {text}"
        return _said(Span(source, start, start), message, "from ", shown=f"from {text}")
    return None


WITHIN: Final = {
    "players": "the number of players stands below `game`",
    "limit": "a limit of turns stands below `game`",
    "first": "a line of a window stands below `window`",
    "given": "a line of a scenario stands below `scenario`, one of a claim below `claim`",
    "then": "a line of a window or a scenario stands below `window` or `scenario`",
    "starts": "a line of an amount stands below `amount`",
    "subtract": "a line of an amount stands below `amount`",
    "multiply": "a line of an amount stands below `amount`",
    "divide": "a line of an amount stands below `amount`",
    "otherwise": "what is done otherwise stands below the sentence that can fail",
    "must": "what a choice must be stands below the sentence that asks for it",
    "only": "what a rule or an action needs stands below `rule` or `action`",
}
"""Where lines belong that begin so and were written at the margin."""


def _at_the_margin(source: Source, error: GrammarError, text: str, line: Line) -> Diagnostic | None:
    """Words a line at the margin that begins no declaration."""
    span, whole = Span(source, line.start, line.pieces[0].end), Span(source, line.start, line.end)
    if text == "when" and _HAPPENS.search(whole.text):
        message = "what happens each time something begins or ends is said with `whenever`"
        return _said(span, message, "whenever")
    if text in _MOMENTS:
        return Diagnostic(
            codes.SYNTAX_ERROR,
            f"no declaration begins with `{text}`",
            (Label(span, "not expected here"),),
            help="what happens at a moment begins with `whenever`, as in `whenever Main ends`, and is done below",
        )
    if text in WITHIN:
        return Diagnostic(
            codes.SYNTAX_ERROR,
            f"`{text}` stands at the margin, where declarations begin",
            (Label(whole, "belongs to no declaration"),),
            help=f"indent it: {WITHIN[text]}",
            edits=(Edit(Span(source, line.start, line.start), "  "),),
        )
    if text == "each" and "turn" in whole.text:
        return _said(whole, "the order of a turn begins with `turn of each player`", "turn of each player")
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
        f"{what} stands at the margin, where declarations begin",
        (Label(whole, "belongs to no declaration"),),
        help=f"indent it by two spaces, so that it stands in the block of a {whose}",
        edits=(Edit(Span(source, line.start, line.start), "  "),),
    )


def no_number(source: Source, start: int) -> Diagnostic:
    """Words digits that run on into letters, as `3x3`."""
    found = _RUN.match(source.text, start)
    span = Span(source, start, found.end() if found else start + 1)
    size = _SIZE.match(source.text, start)
    if size is not None:
        whole = Span(source, *size.span())
        return _said(whole, f"`{whole.text}` is no size of the language", f"{size[1]} by {size[2]}")
    if re.fullmatch(r"[0-9]+(st|nd|rd|th)", span.text):
        help = "write it as a word: `the first player`, `the second player`"
    elif re.fullmatch(r"[0-9]*d[0-9]+", span.text):
        sides = span.text.rpartition("d")[2]
        help = f"a die has a name: declare `die Cube of 1 to {sides}`, and write `roll all Cubes`"
    else:
        help = "put a space after the number; a name begins with a letter"
    message = f"`{span.text}` is neither a number nor a name"
    return Diagnostic(codes.SYNTAX_ERROR, message, (Label(span, "not expected here"),), help=help)


def _said(
    span: Span, message: str, instead: str, code: Code = codes.SYNTAX_ERROR, shown: str = ""
) -> Diagnostic:
    label = "not so" if span.start < span.end else "here"
    return Diagnostic(
        code, message, (Label(span, label),), help=f"write `{shown or instead}`", edits=(Edit(span, instead),)
    )
