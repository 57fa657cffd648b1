"""An error of PyYAML becomes a finding in words of our own.

PyYAML ships two readers, in C and in Python, that word the same error differently; both are known here.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, codes
from gekido_dsl.source import Source, Span

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

_KEY: Final = re.compile(r"(?P<blanks> *)(?P<row>(?:- +)?)(?P<key>[^\s:#\[{\"'-][^:#]*?):(?=\s|$)")
"""The beginning of a line with a column, which may begin a row."""
_FURTHER_OUT: Final = re.compile(r" *- ")
_REST_OF_WORD: Final = re.compile(r"[^\s,\[\]{}]*")


@dataclass(frozen=True, slots=True)
class _Words:
    """What to say of an error. `{at}` stands for the character that was met."""

    pattern: str
    """Found in PyYAML's wording of context and problem, separated by ` | `."""
    message: str
    help: str | None = None
    opening: str | None = None
    """What to say where the thing that was being read began; None when that helps nobody."""
    opening_first: bool = False
    """Whether that is where to look."""


_BRACKET_HELP: Final = "close the bracket, or put a comma between the values"

_KNOWN: Final = (
    _Words(
        r"mapping values are not allowed",
        "unexpected `:`",
        "put quotes around text with `: ` in it, and braces around `key: value`; or check the indentation",
    ),
    _Words(
        r"could not find expected ':'",
        "this line has no `:` after its key",
        "write `Column: value`, and indent the further lines of a long text more deeply than its column",
        opening="the key",
        opening_first=True,
    ),
    _Words(
        r"quoted scalar.* unexpected end of stream",
        "a quotation mark is not closed",
        "write the closing quotation mark",
        opening="opened here",
        opening_first=True,
    ),
    _Words(
        r"quoted scalar.* escape",
        "a backslash has a meaning in double quotes, and this one makes no sense",
        "use single quotes, or write the backslash twice",
    ),
    _Words(
        r"quoted scalar.* document",
        "a quotation mark is not closed",
        "write the closing quotation mark",
        opening="opened here",
        opening_first=True,
    ),
    _Words(
        r"flow sequence",
        "a bracket `[` is not closed, or a comma is missing in it",
        _BRACKET_HELP,
        opening="opened here",
    ),
    _Words(
        r"flow mapping",
        "a brace `{{` is not closed, or a comma is missing in it",
        _BRACKET_HELP,
        opening="opened here",
    ),
    _Words(
        r"cannot start any token",
        "a text without quotes cannot begin with `{at}`",
        "put quotes around the text",
    ),
    _Words(
        r"sequence entries are not allowed",
        "unexpected `- `",
        "begin a list on the line below its column, or write it in brackets: `[a, b]`",
    ),
    _Words(
        r"block mapping.*(did not find expected key|expected <block end>)",
        "this does not fit the lines above it",
        "indent it like the other columns of the row; check that a quotation mark above is not left open",
    ),
    _Words(
        r"block collection|did not find expected '-'",
        "this does not fit the rows above it",
        "begin a row with `- `, and indent its columns by two spaces",
    ),
    _Words(
        r"node content", "expected a value, but found `{at}`", "put quotes around a text that begins with it"
    ),
    _Words(
        r"(scanning|while parsing) an? (anchor|alias)",
        "a text without quotes cannot begin with `&` or `*`",
        "put quotes around the text",
    ),
    _Words(
        r"undefined tag handle|scanning a tag",
        "a text without quotes cannot begin with `!`",
        "put quotes around it",
    ),
    _Words(
        r"block scalar",
        "a text without quotes cannot begin with `|` or `>`",
        "put quotes around it; for a text of several lines, begin it on the next line",
        opening="begun here",
        opening_first=True,
    ),
    _Words(
        r"directive|incompatible YAML|document start",
        "this does not belong to the table above it",
        "a file holds one table, and no line of it begins with `%` or `...`",
    ),
)


def is_depth(error: "MarkedYAMLError") -> bool:
    """Tells whether the reader in C gave up at its own limit of depth (libyaml 0.2.6 and later)."""
    return "maximum nesting depth" in (error.problem or "")


def explain(error: "MarkedYAMLError", source: Source, at: int) -> tuple[Diagnostic, int]:
    """Says what is wrong, and from where on a reader may look for the next row.

    Args:
        at: offset at which PyYAML began to read.
    """
    text = source.text
    length = len(text)
    mark = error.problem_mark or error.context_mark
    problem = min((mark.index if mark else 0) + at, length)
    context = min((error.context_mark.index if error.context_mark else 0) + at, problem)
    resume = context if problem >= len(text.rstrip()) else problem
    line0, _ = source.position(problem)
    line_start = source.offset(line0, 0)
    line = source.line(line0)
    blanks = line[: len(line) - len(line.lstrip(" \t"))]
    if "\t" in blanks:
        tab = line_start + blanks.index("\t")
        return (
            Diagnostic(
                codes.TAB_INDENT,
                "a line is indented with a tab",
                (Label(source.span(tab, line_start + len(blanks)), "a tab"),),
                help="indent it with spaces",
            ),
            resume,
        )
    wording = f"{error.context or ''} | {error.problem or ''}"
    if _FURTHER_OUT.match(line) and "document start" in wording:
        return _further_out(source, line0), resume
    shifted = _shifted(source, line0, wording)
    if shifted is not None:
        return shifted, resume
    for words in _KNOWN:
        if re.search(words.pattern, wording):
            break
    else:
        words = _Words(
            "", "this does not read as YAML", "check the indentation, brackets and quotation marks here"
        )
    if "escape" in wording and text[problem - 1 : problem] == "\\":
        problem -= 1
    met = text[problem] if problem < length else ""
    shown = "a tab" if met == "\t" else met
    labels = [Label(_word(source, problem), "noticed here" if words.opening else "")]
    if words.opening is not None and context < problem:
        labels.append(
            Label(_word(source, context, most=1 if not words.opening_first else None), words.opening)
        )
        if words.opening_first:
            labels.reverse()
    if words.opening_first and len(labels) == 2:
        labels.pop()
    return Diagnostic(codes.YAML_SYNTAX, words.message.format(at=shown), tuple(labels), words.help), resume


def _shifted(source: Source, number: int, wording: str) -> Diagnostic | None:
    """Words a line that is indented by too much or too little, where the lines above it tell by how much."""
    line = source.line(number)
    begins = _KEY.match(line)
    above = [source.line(one) for one in range(number - 1, -1, -1) if source.line(one).strip()]
    above = [one for one in above if not one.lstrip().startswith("#")]
    if begins is None or not above:
        return None
    indent, row = len(begins["blanks"]), bool(begins["row"])
    if row:
        rows = [len(one) - len(one.lstrip(" ")) for one in above if one.lstrip(" ").startswith("- ")]
        wanted = rows[-1] if rows else 0
        if (
            "mapping values" in wording
            or indent <= wanted
            or len(above[0]) - len(above[0].lstrip(" ")) < indent - 2
        ):
            return None
        like = "the rows above"
    else:
        known = _KEY.match(above[0])
        if known is None or "mapping values" not in wording:
            return None
        wanted = len(known["blanks"]) + len(known["row"])
        if indent <= wanted:
            return None
        like = f"`{known['key']}` above it"
    start = source.offset(number, 0)
    margin = (
        "begin it at the margin"
        if not wanted
        else f"indent it by {wanted} {'space' if wanted == 1 else 'spaces'}"
    )
    return Diagnostic(
        codes.YAML_SYNTAX,
        "this line is indented too deep",
        (Label(_word(source, start + indent), f"{indent} {'space' if indent == 1 else 'spaces'}"),),
        help=f"{margin}, like {like}",
        edits=(Edit(source.span(start, start + indent), " " * wanted),),
    )


def _further_out(source: Source, number: int) -> Diagnostic:
    """Words a row that is indented less than the rows above it."""
    start = source.offset(number, 0)
    above = (source.line(one) for one in range(number))
    rows = [len(one) - len(one.lstrip(" ")) for one in above if _FURTHER_OUT.match(one)]
    wanted = rows[0] if rows else 0
    indent = len(source.line(number)) - len(source.line(number).lstrip(" "))
    spaces = f"{wanted} {'space' if wanted == 1 else 'spaces'}"
    return Diagnostic(
        codes.YAML_SYNTAX,
        "this row is indented less than the first one",
        (Label(source.span(start + indent, start + indent + 1)),),
        help=f"begin every row in the same column: take {spaces} away before the lines of the first, "
        f"or put {spaces} before these",
    )


def _word(source: Source, start: int, most: int | None = None) -> Span:
    """Gives the span from a place to the end of its word; empty only where a line ends."""
    text = source.text
    if start >= len(text) or text[start] in "\r\n":
        return source.span(start, start)
    found = _REST_OF_WORD.match(text, start)
    end = max(found.end() if found else start, start + 1)
    return source.span(start, min(end, start + most) if most else end)
