"""Text becomes syntax: every declaration that can be read, and a finding for each that cannot.

Invariants:
    One finding per broken line; the declarations around it, and the other lines of its own, are still read.
    Work is bounded: a text over the limit is refused, brackets and blocks have a depth, findings have a number.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, Outcome, codes
from gekido_dsl.grammar import GrammarError, parse_declaration
from gekido_dsl.grammar.lexer import (
    DEPTH_LIMIT,
    SPOT,
    LexError,
    Line,
    logical_lines,
)
from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import everyday, heads, numbered
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.broken import one_a_line, worded
from gekido_dsl.syntax.build import Builder
from gekido_dsl.syntax.kept import Kept
from gekido_dsl.syntax.slips import NEEDS_BLOCK, NEEDS_WAY
from gekido_dsl.syntax.taken import taken_words
from gekido_dsl.syntax.unexpected import no_block, not_expected, not_indented

SIZE_LIMIT: Final = 1_000_000
"""The longest text that is parsed, in code points."""
FINDINGS_LIMIT: Final = 50
"""How many findings a file gives before reading stops."""
_BEGIN: Final = 'begin with the lines `edition 1` and `game "..."`, or run `gdl new` to create a ruleset'
DECLARATIONS_LIMIT: Final = 5_000
"""How many declarations a file may have."""
WORDS_LIMIT: Final = 40_000
"""How many words and signs a ruleset may have, those of all its files together."""
NOTHING_RENAMED: Final[Mapping[str, str]] = MappingProxyType({})
LINES_LIMIT: Final = 2_000
"""How many lines a declaration may have."""


def parse(
    source: Source, renamed: Mapping[str, str] = NOTHING_RENAMED, kept: Kept | None = None
) -> Outcome[s.File]:
    """Reads a file as far as it can be read.

    Args:
        renamed: what names of the file are called where it is used; spans keep what is written.
        kept: what the file held before under the same names, for those who read it again and again.
    """
    if kept is not None:
        kept.begin(source)
    if len(source.text) > SIZE_LIMIT:
        return Outcome(None, (_too_large(source),))
    lines, broken = logical_lines(source.text)
    found = [worded(source, error) for error in one_a_line(source, broken)[:FINDINGS_LIMIT]]
    if not lines and not found:
        whole = Span(source, 0, 0)
        found.append(
            Diagnostic(codes.EMPTY_FILE, f"`{source.name}` contains no rules", (Label(whole),), _BEGIN)
        )
    builder = Builder(source)
    numbers = {**numbered.declared(lines), **numbered.numbers_among(renamed)}
    declarations: list[s.Declaration] = []
    written: list[tuple[Line, ...]] = []
    lost: set[str] = set()
    blocks = _blocks(lines)
    if len(blocks) > DECLARATIONS_LIMIT:
        found.append(
            _too_many(
                source,
                blocks[DECLARATIONS_LIMIT][0],
                f"a file may have at most {DECLARATIONS_LIMIT:,} declarations",
            )
        )
    hurt = {line for error in broken for line in _taken_up(source, error.start, error.end)}
    last_end = -1
    words = 0
    for block in blocks[:DECLARATIONS_LIMIT]:
        if len(found) >= FINDINGS_LIMIT:
            break
        words += sum(len(line.pieces) for line in block)
        if words > WORDS_LIMIT:
            found.append(
                _too_many(source, block[0], f"a ruleset may have at most {WORDS_LIMIT:,} words and signs")
            )
            break
        if len(block) > LINES_LIMIT:
            found.append(
                _too_many(source, block[LINES_LIMIT], f"a declaration may have at most {LINES_LIMIT:,} lines")
            )
            _lose(block, lost)
            lost.add(block[0].pieces[0].text)
            continue
        if found and found[-1].help in (NEEDS_BLOCK, NEEDS_WAY) and found[-1].labels[0].span.end == last_end:
            slip = not_indented(source, found[-1], block[0])
            if slip is not None:
                found[-1] = slip
                _lose(block, lost)
                continue
        last_end = block[-1].end
        plain = kept is not None and block[0].indent == 0 and not _begins_patch(block[0])
        if plain and hurt:
            plain = all(hurt.isdisjoint(_taken_up(source, line.start, line.end)) for line in block)
        known = kept.find(source, block[0].start, last_end) if kept is not None and plain else None
        if known is not None:
            declarations.append(known)
            written.append(tuple(block))
            continue
        before = len(found)
        got = _declaration(source, builder, block, broken, hurt, found, lost, renamed, numbers)
        if got is not None:
            declarations.append(got[0])
            written.append(got[1])
            if kept is not None and plain and len(found) == before:
                kept.keep(source, block[0].start, last_end, got[0])
    file = s.File(source.whole, tuple(declarations), frozenset(lost), tuple(written))
    return Outcome(file, tuple(found[:FINDINGS_LIMIT]))


def words_of(file: s.File) -> int:
    """Counts the words and signs of a file."""
    return sum(len(line.pieces) for lines in file.lines for line in lines)


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
    numbers: Mapping[str, str],
) -> tuple[s.Declaration, tuple[Line, ...]] | None:
    """Reads one declaration, leaving out each line that cannot be read, and each that is empty without it.

    The block of a patch is kept as it is written, since only what it is put into tells what it means.

    Args:
        hurt: the lines of the text in which something is broken.
        lost: takes up the names in lines that are left out, and the first word of a declaration that is lost
            altogether, so that nobody misses them later.
        numbers: those that have names.
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
            lines = leave_out(lines, lines.index(line), lost)
    kept: list[Line] = []
    emptied = False
    if lines and _begins_patch(lines[0]):
        lines, kept = lines[:1], lines[1:]
    while lines and len(found) < FINDINGS_LIMIT:
        try:
            tree = parse_declaration(numbered.put(lines, numbers))
        except GrammarError as error:
            at = line_at(lines, error.token.start_pos or 0)
            deeper = at > 0 and lines[at].indent > lines[at - 1].indent
            taken = taken_words(source, [lines[at]])
            blockless = at > 0 and error.expected == ("an indented block",) and not deeper
            if blockless and error.token.start_pos == lines[at].start:
                told = [
                    everyday.read(source, lines[at - 1], lines[at - 1].start)
                    or no_block(source, lines[at - 1], lines[at])
                ]
            else:
                told = taken or [not_expected(source, error, lines[at], first_of_block=deeper)]
            # Where a block is missing, the lines that were to be in it are no other mistakes.
            if not emptied:
                found += told
            emptied = emptied or error.expected == ("an indented block",)
            lines = leave_out(lines, at, lost)
        else:
            found += taken_words(source, lines, tree)
            declaration: s.Declaration = builder.build(rename(tree, renamed) if renamed else tree)
            if kept or isinstance(declaration, s.WithLines):
                declaration = _filled(source, declaration, kept, found)
            return declaration, tuple(lines)
    return None


def _begins_patch(line: Line) -> bool:
    """Tells whether a line begins a patch that takes its block as it is written."""
    word, *rest = line.pieces
    part = bool(rest) and (rest[0].kind in ("string", "name") or SPOT.fullmatch(rest[0].text) is not None)
    return word.text == "add" or (word.text == "change" and part)


def _filled(
    source: Source, patch: s.Declaration, lines: list[Line], found: list[Diagnostic]
) -> s.Declaration:
    """Puts the block of a patch into it; one that takes none, or lacks one, is reported."""
    if isinstance(patch, s.WithLines) and lines:
        return replace(patch, lines=tuple(lines), span=Span(source, patch.span.start, lines[-1].end))
    if isinstance(patch, s.WithLines):
        found.append(
            Diagnostic(
                codes.SYNTAX_ERROR,
                "the line ends too early",
                (Label(patch.span, "nothing is indented below it"),),
                help="write the next part below it, indented",
            )
        )
    elif lines:
        found.append(
            Diagnostic(
                codes.UNEXPECTED_INDENT,
                "nothing above this line takes an indented block",
                (Label(Span(source, lines[0].start, lines[0].end), "indented deeper than the line above"),),
                help="indent it like the line above",
            )
        )
    return patch


def rename(tree: Tree, renamed: Mapping[str, str]) -> Tree:
    """Calls names of a declaration what they are called where its file is used."""
    names = {name: other for name, other in renamed.items() if name not in numbered.numbers_among(renamed)}
    for node in tree.subtrees() if names else ():
        node.children = [
            child.reworded(names[child])
            if isinstance(child, Token) and child.type == "NAME" and child in names
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


def leave_out(lines: list[Line], at: int, lost: set[str]) -> list[Line]:
    """Takes out a line with its block and what is done `otherwise`; a line that is left without a block goes, too."""
    while True:
        end = after_block(lines, at)
        while not is_otherwise(lines[at]) and end < len(lines) and _follows(lines[at], lines[end]):
            end = after_block(lines, end)
        _lose(lines[at:end], lost)
        if at == 0:
            lost.add(lines[0].pieces[0].text)
            lost.add(lines[0].pieces[0].text.lower())
            return []
        above, below = lines[at - 1], lines[end] if end < len(lines) else None
        emptied = above.indent < lines[at].indent and (below is None or below.indent <= above.indent)
        lines = lines[:at] + lines[end:]
        if not emptied:
            return lines
        at -= 1


def after_block(lines: list[Line], at: int) -> int:
    """Finds the line after one and its block."""
    end = at + 1
    while end < len(lines) and lines[end].indent > lines[at].indent:
        end += 1
    return end


def is_otherwise(line: Line) -> bool:
    return line.pieces[0].text == "otherwise"


def _follows(line: Line, other: Line) -> bool:
    return other.indent == line.indent and is_otherwise(other)


def _lose(lines: list[Line], lost: set[str]) -> None:
    lost.update(piece.text for line in lines for piece in line.pieces if piece.kind == "name")
    for line in lines:
        first, _, rest = line.pieces[0].text.partition(" ")
        if rest and line.indent == 0 and first.lower() in heads.HEADS:
            lost.update(
                (first.lower(), rest)
            )  # a declaration that begins with a capital letter: `Box Supply`


def _misplaced(source: Source, lines: list[Line]) -> Diagnostic | None:
    """Finds a line that closes to an indentation that no block has, or blocks too deep."""
    depths = [lines[0].indent]
    if depths[0] != 0:
        where = Span(source, lines[0].start, lines[0].end)
        return Diagnostic(
            codes.UNEXPECTED_INDENT,
            "a declaration begins at the margin",
            (Label(where, "this line is indented and not indented"),),
            help="remove the spaces, or indent the line under its declaration",
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
        if line.indent != depths[-1] and (choice := _beside_choose_one(source, lines)) is not None:
            return choice
        if line.indent != depths[-1]:
            return Diagnostic(
                codes.UNEXPECTED_INDENT,
                "this line's indentation matches no block above it",
                (Label(where, f"{line.indent} {'space' if line.indent == 1 else 'spaces'}"),),
                help=f"indent it by {depths[-1]} spaces or by {deeper}, as the block has that it belongs to",
            )
    return None


def _beside_choose_one(source: Source, lines: list[Line]) -> Diagnostic | None:
    """Finds a choice that has the indentation of its `choose one`, though it belongs below it."""
    for above, line in pairwise(lines):
        if line.pieces[0].kind == "string" and line.indent == above.indent:
            if [piece.text for piece in above.pieces[:2]] == ["choose", "one"]:
                return no_block(source, above, line)
    return None


def line_at(lines: list[Line], offset: int) -> int:
    found = 0
    for index, line in enumerate(lines):
        if line.start <= offset:
            found = index
    return found


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
