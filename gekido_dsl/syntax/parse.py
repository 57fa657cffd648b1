"""Text becomes syntax: every declaration that can be read, and a finding for each that cannot.

Invariants:
    One finding per broken line; the declarations around it, and the other lines of its own, are still read.
    Work is bounded: a text over the limit is refused, brackets and blocks have a depth, findings have a number.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from lark import Token, Tree

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, Outcome, codes, suggest
from gekido_dsl.grammar import GrammarError, parse_declaration, words
from gekido_dsl.grammar.lexer import (
    DEPTH_LIMIT,
    LexError,
    Line,
    logical_lines,
)
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.broken import one_a_line, worded
from gekido_dsl.syntax.build import Builder

SIZE_LIMIT: Final = 1_000_000
"""The longest text that is parsed, in code points."""
FINDINGS_LIMIT: Final = 50
"""How many findings a file gives before reading stops."""
_BEGIN: Final = (
    'begin with the lines `edition 1` and `game "..."`; `gdl new` writes a whole ruleset to start from'
)
DECLARATIONS_LIMIT: Final = 10_000
"""How many declarations a file may have."""
NOTHING_RENAMED: Final[Mapping[str, str]] = MappingProxyType({})
EXPECTED_LIMIT: Final = 11
"""How much of what could stand somewhere is listed."""
_COMPARISONS: Final = (("at", "least"), ("at", "most"), ("more", "than"), ("less", "than"))
LINES_LIMIT: Final = 2_000
"""How many lines a declaration may have."""


def parse(source: Source, renamed: Mapping[str, str] = NOTHING_RENAMED) -> Outcome[s.File]:
    """Reads a file as far as it can be read.

    Args:
        renamed: what names of the file are called where it is used; spans keep what is written.
    """
    if len(source.text) > SIZE_LIMIT:
        return Outcome(None, (_too_large(source),))
    lines, broken = logical_lines(source.text)
    found = [worded(source, error) for error in one_a_line(source, broken)[:FINDINGS_LIMIT]]
    if not lines and not found:
        whole = Span(source, 0, 0)
        found.append(
            Diagnostic(codes.EMPTY_FILE, f"`{source.name}` holds no declaration", (Label(whole),), _BEGIN)
        )
    builder = Builder(source)
    declarations: list[s.Declaration] = []
    lost: set[str] = set()
    blocks = _blocks(lines)
    if len(blocks) > DECLARATIONS_LIMIT:
        found.append(
            _too_many(
                source,
                blocks[DECLARATIONS_LIMIT][0],
                f"a file has at most {DECLARATIONS_LIMIT:,} declarations",
            )
        )
    hurt = {line for error in broken for line in _taken_up(source, error.start, error.end)}
    for block in blocks[:DECLARATIONS_LIMIT]:
        if len(found) >= FINDINGS_LIMIT:
            break
        if len(block) > LINES_LIMIT:
            found.append(
                _too_many(source, block[LINES_LIMIT], f"a declaration has at most {LINES_LIMIT:,} lines")
            )
            _lose(block, lost)
            lost.add(block[0].pieces[0].text)
            continue
        declaration = _declaration(source, builder, block, broken, hurt, found, lost, renamed)
        if declaration is not None:
            declarations.append(declaration)
    return Outcome(s.File(source.whole, tuple(declarations), frozenset(lost)), tuple(found[:FINDINGS_LIMIT]))


def names_in(source: Source) -> set[str]:
    """Gives the names that a file uses or declares."""
    lines, _ = logical_lines(source.text)
    return {piece.text for line in lines for piece in line.pieces if piece.kind == "name"}


def _blocks(lines: list[Line]) -> list[list[Line]]:
    """Groups lines into declarations: each begins at the margin."""
    blocks: list[list[Line]] = []
    for line in lines:
        if line.indent == 0 or not blocks:
            blocks.append([line])
        else:
            blocks[-1].append(line)
    return blocks


def _declaration(
    source: Source,
    builder: Builder,
    block: list[Line],
    broken: list[LexError],
    hurt: set[int],
    found: list[Diagnostic],
    lost: set[str],
    renamed: Mapping[str, str],
) -> s.Declaration | None:
    """Reads one declaration, leaving out each line that cannot be read, and each that is empty without it.

    Args:
        hurt: the lines of the text in which something is broken.
        lost: takes up the names in lines that are left out, and the first word of a declaration that is lost
            altogether, so that nobody misses them later.
    """
    lines = list(block)
    torn = [line for line in block if hurt and not hurt.isdisjoint(_taken_up(source, line.start, line.end))]
    tabs = any(error.kind == "tab" and _touches(source, line, error) for line in torn for error in broken)
    misplaced = None if tabs else _misplaced(source, block)
    if tabs or misplaced is not None:
        found += [misplaced] if misplaced is not None else []
        _lose(block, lost)
        lost.add(block[0].pieces[0].text)
        return None
    for line in torn:
        if line in lines:
            lines = _leave_out(lines, lines.index(line), lost)
    while lines and len(found) < FINDINGS_LIMIT:
        try:
            tree = parse_declaration(lines)
        except GrammarError as error:
            at = _line_at(lines, error.token.start_pos or 0)
            deeper = at > 0 and lines[at].indent > lines[at - 1].indent
            found.append(_syntax(source, error, lines[at], first_of_block=deeper))
            lines = _leave_out(lines, at, lost)
        else:
            declaration: s.Declaration = builder.build(_rename(tree, renamed) if renamed else tree)
            return declaration
    return None


def _rename(tree: Tree[Token], renamed: Mapping[str, str]) -> Tree[Token]:
    """Calls names of a declaration what they are called where its file is used."""
    for node in tree.iter_subtrees():
        node.children = [
            child.update(value=renamed[child])
            if isinstance(child, Token) and child.type == "NAME" and child in renamed
            else child
            for child in node.children
        ]
    return tree


def _taken_up(source: Source, start: int, end: int) -> range:
    """Gives the lines of the text that lie between two offsets, both included."""
    return range(source.position(start)[0], source.position(end)[0] + 1)


def _touches(source: Source, line: Line, error: LexError) -> bool:
    """Tells whether an error lies on the lines of the text that a logical line takes up."""
    return source.position(error.start)[0] in _taken_up(source, line.start, line.end)


def _leave_out(lines: list[Line], at: int, lost: set[str]) -> list[Line]:
    """Takes out a line with its block and what is done `otherwise`; a line that is left without a block goes, too."""
    while True:
        end = _after_block(lines, at)
        while not _otherwise(lines[at]) and end < len(lines) and _follows(lines[at], lines[end]):
            end = _after_block(lines, end)
        _lose(lines[at:end], lost)
        if at == 0:
            lost.add(lines[0].pieces[0].text)
            return []
        above, below = lines[at - 1], lines[end] if end < len(lines) else None
        emptied = above.indent < lines[at].indent and (below is None or below.indent <= above.indent)
        lines = lines[:at] + lines[end:]
        if not emptied:
            return lines
        at -= 1


def _after_block(lines: list[Line], at: int) -> int:
    """Finds the line after one and its block."""
    end = at + 1
    while end < len(lines) and lines[end].indent > lines[at].indent:
        end += 1
    return end


def _otherwise(line: Line) -> bool:
    return line.pieces[0].text == "otherwise"


def _follows(line: Line, other: Line) -> bool:
    return other.indent == line.indent and _otherwise(other)


def _lose(lines: list[Line], lost: set[str]) -> None:
    lost.update(piece.text for line in lines for piece in line.pieces if piece.kind == "name")


def _misplaced(source: Source, lines: list[Line]) -> Diagnostic | None:
    """Finds a line that closes to an indentation that no block has, or blocks too deep."""
    depths = [lines[0].indent]
    if depths[0] != 0:
        where = Span(source, lines[0].start, lines[0].end)
        return Diagnostic(
            codes.UNEXPECTED_INDENT,
            "a declaration begins at the margin",
            (Label(where, "this line is indented and belongs to no declaration"),),
            help="take the spaces away, or indent it under its declaration",
        )
    forks = [0]
    for line in lines[1:]:
        where = Span(source, line.start, line.end)
        if line.indent > depths[-1]:
            depths.append(line.indent)
            forks.append(0)
        deeper = None
        while line.indent < depths[-1]:
            deeper = depths.pop()
            forks.pop()
        # Each `otherwise if` is a block of the one before it, though nobody indents it.
        follows = [piece.text for piece in line.pieces[:2]] == ["otherwise", "if"]
        forks[-1] = forks[-1] + 1 if follows else forks[-1] if line.pieces[0].text == "otherwise" else 0
        if len(depths) + sum(forks) > DEPTH_LIMIT:
            return Diagnostic(
                codes.TOO_DEEP,
                f"blocks are nested more than {DEPTH_LIMIT} deep",
                (Label(where, "one too many"),),
                help="make the inner part a rule of its own, and write `do` and its name here",
            )
        if line.indent != depths[-1]:
            return Diagnostic(
                codes.UNEXPECTED_INDENT,
                "this line is indented by a number of spaces that no block above it has",
                (Label(where, f"{line.indent} spaces"),),
                help=f"indent it by {depths[-1]} spaces or by {deeper}, as the block has that it belongs to",
            )
    return None


def _line_at(lines: list[Line], offset: int) -> int:
    found = 0
    for index, line in enumerate(lines):
        if line.start <= offset:
            found = index
    return found


def _syntax(source: Source, error: GrammarError, line: Line, *, first_of_block: bool) -> Diagnostic:
    token = error.token
    start, end = token.start_pos or 0, token.end_pos or 0
    first_of_block = first_of_block and str(token) != "else"
    if token.type == "_INDENT" or (first_of_block and start == line.start and token.type != "WORD"):
        span = Span(source, line.start, line.end)
        return Diagnostic(
            codes.UNEXPECTED_INDENT,
            "nothing above this line takes an indented block",
            (Label(span, "indented deeper than the line above"),),
            help="indent it like the line above",
        )
    if start == end:
        span = (
            Span(source, max(line.end - 1, line.start), line.end)
            if end >= line.end
            else Span(source, start, end)
        )
        return Diagnostic(
            codes.SYNTAX_ERROR,
            "the line ends too early",
            (Label(span, "something is missing after this"),),
            help=_expected(error),
        )
    span = Span(source, start, end)
    if token.type == "WORD" and token.endswith("n") and source.text.startswith("'t", end):
        whole = Span(source, start, end + 2)
        return Diagnostic(
            codes.UNKNOWN_WORD,
            f"the language has no word `{whole.text}`",
            (Label(whole, "not known here"),),
            help=f"write `{token[:-1]} not`",
            edits=(Edit(whole, f"{token[:-1]} not"),),
        )
    if token.type == "WORD" and (str(token), _after(token, line)) not in _COMPARISONS:
        near = _near_word(token, error)
        edits = (Edit(span, near),) if near else ()
        return Diagnostic(
            codes.UNKNOWN_WORD,
            f"the language has no word `{token}`",
            (Label(span, "not known here"),),
            help=f"did you mean `{near}`?" if near else _capital(token, error) or _expected(error),
            edits=edits,
            notes=("a name that the ruleset declares begins with a capital letter",) if not near else (),
        )
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"`{token}` cannot stand here",
        (Label(span, "not expected here"),),
        help=_hint(token, line) or _near_phrase(token, line, error) or _expected(error),
    )


def _capital(token: Token, error: GrammarError) -> str | None:
    """Says how a name is written, where nothing but a name could stand."""
    if error.expected != ("a name, with a capital letter",):
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


def _hint(token: Token, line: Line) -> str | None:
    """Says what to write instead where a mistake is common."""
    text = str(token)
    pieces = [piece.text for piece in line.pieces]
    if text == "else":
        if pieces[:2] == ["must", "be"]:
            return "a comma stands before `else`: `must be A, else B`"
        return "write `otherwise`; `else` leads from one part of `must be` to the next"
    before = [piece.text for piece in line.pieces if piece.start < (token.start_pos or 0)]
    if text == "," and "if" in before and "asking" not in before:
        return "put `and` between two conditions, or list them under `if all of`"
    if text == "not" and before and before[-1][:1].isupper():
        return "write `that is not`, or `is not` in a condition"
    if (text, _after(token, line)) in _COMPARISONS:
        return f"write `is {text} {_after(token, line)}`"
    if token.type == "NUMBER" and text.startswith("-"):
        return f"to subtract, write `minus {text[1:]}`"
    if text == "on" and {"put", "puts", "move", "moves"} & set(pieces):
        return "write `onto` after `put`: `put my Bot onto a Tile`"
    if text in ("and", "or") and {"and", "or"} <= set(pieces):
        return "put parentheses around the part that belongs together: `A and (B or C)`"
    if text == "that":
        return "a condition takes no second `that`: define the inner part, as in `a Tile is a Goal if ...`"
    return None


def _after(token: Token, line: Line) -> str:
    """Gives the word after a word of a line."""
    return next((piece.text for piece in line.pieces if piece.start >= (token.end_pos or 0)), "")


def _near_phrase(token: Token, line: Line, error: GrammarError) -> str | None:
    """Offers the phrase that begins with a word, where the word after it is nearly that of the phrase."""
    after = _after(token, line)
    meant = [
        phrase
        for phrase, name in words.PHRASES
        if len(phrase) > 1 and phrase[0] == str(token) and words.PHRASE_TEXT[name] in error.expected
    ]
    near = suggest.nearest(after, [phrase[1] for phrase in meant], limit=1)
    found = [" ".join(phrase) for phrase in meant if near and phrase[1] == near[0]]
    return f"did you mean `{found[0]}`?" if found else None


def _expected(error: GrammarError) -> str | None:
    if not error.expected:
        return None
    shown, more = error.expected[:EXPECTED_LIMIT], len(error.expected) > EXPECTED_LIMIT
    *first, last = [*shown, "something else"] if more else shown
    return f"here could stand {', '.join(first)} or {last}" if first else f"here could stand {last}"


def _too_many(source: Source, line: Line, message: str) -> Diagnostic:
    span = Span(source, line.start, line.end)
    return Diagnostic(
        codes.TOO_LARGE,
        message,
        (Label(span, "one too many"),),
        help="keep what is alike in a table, or split it",
    )


def _too_large(source: Source) -> Diagnostic:
    return Diagnostic(
        codes.FILE_TOO_LARGE,
        f"`{source.name}` has {len(source.text):,} characters; at most {SIZE_LIMIT:,} are read",
        (Label(Span(source, 0, 0)),),
        help="split it into several files and `use` them",
    )
