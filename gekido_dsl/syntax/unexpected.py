"""What the parser did not expect is worded as a finding, with a step to take where the mistake is a common one."""

import re
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, Missing, codes, suggest
from gekido_dsl.grammar import GrammarError, parse_declaration, words
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.grammar.tree import Token
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import everyday, meant, slips
from gekido_dsl.syntax.rewrites import WITHIN, rewritten

EXPECTED_LIMIT: Final = 6
"""How much of what could stand somewhere is listed; more than that is summed up."""
NAME_WORDS_LIMIT: Final = 4
"""How many words are tried together as a name that was written small."""
_NAME: Final = "a name with a capital letter"
_SUMMARIES: Final = (
    (frozenset({"`every`", "`my`"}), "a condition, as in `my Hand is empty`"),
    (frozenset({"`a`", "`my`"}), "a thing or a value, such as `a Card`, `my Hand` or `3`"),
    (
        frozenset({"a range such as `0 to 6`", "`yes`"}),
        "what a fact holds, as in `0 to 6`, `yes or no` or `a Card`",
    ),
    (frozenset({"`first`", "`second`"}), _NAME),
    (frozenset({"`is`", "`has`"}), "`is` or `has`, as in `my Hand is empty`"),
)
"""What is expected in a word or two, by some of what the grammar allows there."""


def not_expected(source: Source, error: GrammarError, line: Line, *, first_of_block: bool) -> Diagnostic:
    """Words what the parser did not expect where it stands.

    Args:
        line: the line in which it stands.
        first_of_block: whether the line begins a block of its own.
    """
    token = error.token
    start, end = token.start_pos or 0, token.end_pos or 0
    # A sentence takes a block of a few words alone, such as `otherwise`; anything else below it was not meant for it.
    first_of_block = first_of_block and str(token) != "else" and "`otherwise`" in error.expected
    if token.type == "_INDENT" or (first_of_block and start == line.start and token.type != "WORD"):
        span = Span(source, line.start, line.end)
        label = line.pieces[0].kind == "string"
        return Diagnostic(
            codes.UNEXPECTED_INDENT,
            "nothing above this line takes an indented block",
            (Label(span, "indented deeper than the line above"),),
            help="put labelled choices below a line `choose one`"
            if label
            else "indent it like the line above",
        )
    alone = slips.unbracketed(token, line, source.text)
    said = everyday.read(source, line, start) if alone is None else None
    if said is not None:
        return said
    if start == end and alone is None:
        span = (
            Span(source, max(line.end - 1, line.start), line.end)
            if end >= line.end
            else Span(source, start, end)
        )
        return Diagnostic(
            codes.SYNTAX_ERROR,
            "this line needs an indented block below it"
            if error.expected == ("an indented block",)
            else "the line ends too early",
            (Label(span, "something is missing after this"),),
            help=slips.too_early(line, error) or _expected(error, line),
        )
    # A number that has a name is written as that name.
    end = next((one.end for one in line.pieces if one.start == start and one.kind == "name"), end)
    span = Span(source, start, end)
    instead = rewritten(source, error, line)
    if instead is not None:
        return instead
    if alone is not None:
        number = Span(source, *alone)
        inner = " ".join(number.text.split())
        return Diagnostic(
            codes.SYNTAX_ERROR,
            f"`{inner}` needs parentheses here",
            (Label(number, "the number ends here"),),
            help=f"write `({inner})`",
            edits=(Edit(number, f"({number.text})"),),
        )
    known = slips.step(token, line, error, source.text)
    written = _written_small(source, error, line)
    if written is not None and (not known or (line.indent == 0 and known == slips.THING)):
        small, name = written
        after = next((piece for piece in line.pieces if piece.start >= small.end), None)
        if after is not None and after.kind == "name" and _defines(source.text, name):
            whole = Span(source, small.start, after.end)
            return Diagnostic(
                codes.UNKNOWN_WORD,
                f"`{name}` is a definition and cannot stand before `{after.text}`",
                (Label(whole, "written differently"),),
                help=f"write `{after.text} that is {name}`",
                edits=(Edit(whole, f"{after.text} that is {name}"),),
            )
        return Diagnostic(
            codes.UNKNOWN_WORD,
            f"`{small.text}` needs a capital letter, as every name does",
            (Label(small, "not capitalized"),),
            help=f"did you mean `{name}`?",
            edits=(Edit(small, name),),
        )
    if token.type == "WORD" and token.endswith("n") and source.text.startswith("'t", end):
        whole = Span(source, start, end + 2)
        return Diagnostic(
            codes.UNKNOWN_WORD,
            f"unknown word `{whole.text}`",
            (Label(whole, "not known here"),),
            help=f"write `{token[:-1]} not`",
            edits=(Edit(whole, f"{token[:-1]} not"),),
        )
    if token.type == "WORD" and (str(token), slips.following(token, line)) not in (
        *slips.COMPARISONS,
        *slips.LISTS,
    ):
        near = None if known else _near_word(token, error)
        edits = (Edit(span, near),) if near else ()
        return Diagnostic(
            codes.UNKNOWN_WORD,
            f"unknown word `{token}`",
            (Label(span, "not known here"),),
            help=known
            or (f"did you mean `{near}`?" if near else _capital(token, error) or _expected(error, line)),
            edits=edits,
            notes=("names that a ruleset declares begin with a capital letter",)
            if not near and not known
            else (),
            missing=Missing("word", str(token)) if _NAME in error.expected and not known else None,
        )
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"unexpected `{' '.join(span.text.split())}`",
        (Label(span, "not expected here"),),
        help=known or _near_phrase(token, line, error) or _expected(error, line),
    )


def no_block(source: Source, above: Line, line: Line) -> Diagnostic:
    """Words a block that is missing, where the line that was to be in it is not indented far enough."""
    way = above.pieces[0].text.startswith('"')
    return Diagnostic(
        codes.SYNTAX_ERROR,
        "this line needs an indented block below it",
        (
            Label(Span(source, above.start, above.end), "nothing is indented below this"),
            Label(Span(source, line.start, line.pieces[0].end), f"indent this by {above.indent + 2} spaces"),
        ),
        help=slips.NEEDS_WAY if way else slips.NEEDS_BLOCK,
    )


def not_indented(source: Source, above: Diagnostic, line: Line) -> Diagnostic | None:
    """Words a line at the margin that begins no declaration, and stands where a block is missing.

    Args:
        above: the finding that the block is missing.
        line: what stands below.
    """
    try:
        parse_declaration([line])
    except GrammarError as error:
        if error.token.start_pos != line.start or error.token.end_pos == line.start:
            return None
        told = rewritten(source, error, line)
    else:
        return None
    if told is not None and line.pieces[0].text in WITHIN:
        return told
    number, _ = source.position(above.labels[0].span.end)
    text = source.line(number)
    begins = len(text) - len(text.lstrip(" "))
    head = Span(source, source.offset(number, begins), above.labels[0].span.end)
    whole = Span(source, line.start, line.end)
    return Diagnostic(
        codes.SYNTAX_ERROR,
        "this line is not indented, but the line above it needs an indented block",
        (Label(whole, "not indented"), Label(head, "needs an indented block")),
        help=f"indent it by {begins + 2} spaces",
        edits=(Edit(Span(source, line.start, line.start), " " * (begins + 2)),),
    )


def _written_small(source: Source, error: GrammarError, line: Line) -> tuple[Span, str] | None:
    """Finds a name of the same file that was written without its capital letters, and where it ends."""
    start = error.token.start_pos or 0
    if _NAME not in error.expected:
        return None
    pieces = [piece for piece in line.pieces if piece.start >= start][:NAME_WORDS_LIMIT]
    for count in range(len(pieces), 0, -1):
        words_ = [piece.text for piece in pieces[:count]]
        name = " ".join(word.capitalize() for word in words_)
        if all(word.isalpha() and word.islower() for word in words_) and _stands_in(source.text, name):
            return Span(source, start, pieces[count - 1].end), name
    return None


def _defines(text: str, name: str) -> bool:
    """Tells whether a text defines what a name means, as in `a Lamp is Low if ...`."""
    return re.search(rf"^an? [^\n]* (?:is|are) (?:an? )?{re.escape(name)}\b", text, re.MULTILINE) is not None


def _stands_in(text: str, name: str) -> bool:
    """Tells whether a name stands somewhere in a text, as one or as several."""
    return re.search(rf"(?<!\w){re.escape(name.removesuffix('s'))}s?(?![\w])", text) is not None


_BEFORE_NAME: Final = frozenset({"`a`", "`an`", "`player`", "an adjective"})
"""What else may stand where a definition is named, or a group of things."""


def _capital(token: Token, error: GrammarError) -> str | None:
    """Says how a name is written, where nothing but a name could stand."""
    if [one for one in error.expected if one not in _BEFORE_NAME] != [_NAME]:
        return None
    return f"a name begins with a capital letter: write `{str(token).title()}`"


def _near_word(token: Token, error: GrammarError) -> str | None:
    known = [text.strip("`") for text in error.expected if text.startswith("`")]
    if "a verb" in error.expected:
        known += list(words.VERBS)
    if "an adjective" in error.expected:
        known += sorted(words.ADJECTIVES)
    near = suggest.nearest(str(token), known, limit=1)
    return near[0] if near else None


def _near_phrase(token: Token, line: Line, error: GrammarError) -> str | None:
    """Offers the phrase that begins with a word, where the word after it is nearly that of the phrase."""
    after = slips.following(token, line)
    meant = [
        phrase
        for phrase, name in words.PHRASES
        if len(phrase) > 1 and phrase[0] == str(token) and words.PHRASE_TEXT[name] in error.expected
    ]
    near = suggest.nearest(after, [phrase[1] for phrase in meant], limit=1)
    found = [words.spaced(phrase) for phrase in meant if near and phrase[1] == near[0]]
    return f"did you mean `{found[0]}`?" if found else None


def _expected(error: GrammarError, line: Line) -> str | None:
    form = meant.form(line, error)
    if form is not None and (form == meant.SENTENCE or not error.expected):
        return form
    if not error.expected:
        return None
    expected = [one for one in error.expected if one != f"`{error.token}`"]  # the same sign, meant otherwise
    if not expected:
        return None
    if len(expected) > EXPECTED_LIMIT:
        stands = _summed_up(frozenset(expected), error, line)
    else:
        *first, last = expected
        stands = f"expected {', '.join(first)} or {last}" if first else f"expected {last}"
    return f"{stands}; {form}" if form is not None else stands


def _summed_up(expected: frozenset[str], error: GrammarError, line: Line) -> str:
    """Says in a few words what could stand where the grammar allows more than a reader would read."""
    if error.token.start_pos == line.start:
        firsts = [one for one in sorted(expected) if one.startswith("`")]
        return (
            f"begin this line with {', '.join(firsts[:-1])} or {firsts[-1]}"
            if len(firsts) > 1
            else "leave it out"
        )
    for marks, what in _SUMMARIES:
        if marks <= expected:
            return f"expected {what}"
    before = error.token.start_pos == error.token.end_pos
    end = "something is missing" if before else f"the sentence is complete before `{error.token}`"
    return f"{end}: check the words around it" if before else f"{end}; check its spelling, or leave it out"
