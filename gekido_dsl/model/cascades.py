"""Findings become fewer: what only follows from another finding is left out, and one mistake is said once.

Invariants:
    Nothing is left out unless a finding about a name, or a line that could not be read, stays in its place.
    What is left is in the order given.

A name that nothing declares is the root of its uses: they become one finding with every place. Columns and
cells that differ by the same name belong to it. A finding about types and sentences follows from a root when its
declaration names what is unknown, or something whose declaration does.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, Missing, codes, suggest
from gekido_dsl.model.english import plural
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import heads
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables.columns import NAME
from gekido_dsl.tables.encodings import LOST

PLACES_LIMIT = 3
"""How many more places of one mistake are shown."""
SPELT_LIMIT = 25
"""For how many names another spelling is looked for in the whole ruleset."""

_ROOTS = frozenset({codes.UNKNOWN_NAME, codes.REMOVED_NAME})
_TABLES = frozenset({codes.UNKNOWN_COLUMN, codes.CELL_VALUE})
_OF_NAMES = (codes.UNKNOWN_NAME, codes.UNKNOWN_COLUMN, codes.VALUE_OUT_OF_RANGE)
_DERIVED = frozenset(
    {
        codes.WRONG_TYPE, codes.WRONG_SENTENCE, codes.UNBOUND_WORD, codes.MISSING_INDEX, codes.MISSING_COLUMN,
        codes.CELL_TYPE, codes.CHOICE_BY_THING, codes.WRONG_DRAWING, codes.UNKNOWN_COLUMN, codes.CELL_VALUE,
        codes.UNKNOWN_NAME, codes.NO_GAME, codes.VALUE_OUT_OF_RANGE, codes.UNKNOWN_SOURCE, codes.WRONG_PARAMETER,
    }
)  # fmt: skip
_SYNTAX = frozenset(
    {
        codes.SYNTAX_ERROR,
        codes.UNKNOWN_WORD,
        codes.UNEXPECTED_INDENT,
        codes.TAB_INDENT,
        codes.UNCLOSED_BRACKET,
        codes.TOO_DEEP,
    }
)
_UNREADABLE = frozenset(
    {
        codes.FILE_MISSING,
        codes.BINARY_FILE,
        codes.WORKBOOK,
        codes.NOT_UTF8,
        codes.EMPTY_FILE,
        codes.FILE_TOO_LARGE,
    }
)
"""After which nothing is known of what a file holds."""
_KINDS = frozenset({"kind", "die", "list"})
_SORTS = _KINDS | {"place", "track"}
"""Sorts of names without which nothing is known of what belongs to them."""
_TO_SAY = ("where", "text")
"""Sorts of what a sentence has to say, where it cannot be told from what is declared."""
_OF_SOMETHING = frozenset({"member", "value"})
"""Sorts of names that mean something only of what they belong to."""
Unread = tuple[str, str | None]
"""A sort of what cannot be known, and of what; None where it belongs to nothing."""
_SORTLESS: Unread = ("thing", None)


def settled(
    found: Iterable[Diagnostic], sources: Iterable[Source], lost: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """Leaves out what follows from other findings.

    Args:
        sources: every ruleset file that was read.
        lost: names in lines that could not be read.
    """
    every = tuple(dict.fromkeys(found))
    broken = any(one.code in _SYNTAX for one in every)
    if len(every) < 2 and not lost:
        return every
    if any(one.code in _SYNTAX and one.span is not None and _changes_a_base(one.span) for one in every):
        return tuple(one for one in every if one.code in _SYNTAX)
    texts = tuple(sources)
    roots = {_name(one): one for one in reversed(every) if one.code in _ROOTS}
    torn = tuple(_torn_tables(every))
    if torn:
        every = tuple(one for one in every if not _lost_in_a_table(one, torn))
        roots = {name: one for name, one in roots.items() if one in every}
    if not roots and not broken:
        return _tables_once(every, texts)
    unread = (*_unread(every), *_torn(every))
    nameless = dict(_nameless(every))
    gone = broken and any(name.islower() and name not in heads.NO_TYPES for name in lost)
    tainted = _tainted({*roots, *(lost if broken else ())}, texts)
    kept: list[Diagnostic] = []
    groups: dict[str, list[Diagnostic]] = {}
    for one in every:
        name = _name(one)
        if one in nameless:
            kept.append(one)
            continue
        if one.code in _OF_NAMES and _is_among(one.missing, unread):
            continue
        if broken and one.code in _DERIVED and (_same(name, lost) or _tells_of(one, lost)):
            continue
        if broken and one.code is codes.UNKNOWN_NAME and _sort(one) == "thing" and _follows(one, tainted):
            continue
        if roots and one.code is codes.WRONG_SENTENCE and _sort(one) in _TO_SAY:
            continue
        if gone and one.code is codes.UNKNOWN_NAME and _sort(one) in (*_OF_SOMETHING, "thing"):
            continue
        if one.code in _ROOTS or (one.code in _TABLES and _same(name, roots)):
            key = next((known for known in groups if _same(name, (known,))), name)
            groups.setdefault(key, []).append(one)
        elif one.code in _DERIVED and (gone or _follows(one, tainted)):
            continue
        else:
            kept.append(one)
    known = set(nameless.values())
    asked = [(name, group) for name, group in groups.items() if name not in known]
    whole = [_merged(name, group, texts if k < SPELT_LIMIT else ()) for k, (name, group) in enumerate(asked)]
    settled_ = [one for one in whole if not _only_follows(one, whole, tainted, roots)]
    order = {id(one): place for place, one in enumerate(every)}
    settled_.sort(key=lambda one: min((order[id(x)] for x in every if x.span == one.span), default=0))
    return _tables_once((*settled_, *kept), texts)


def explained(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Leaves out what a file that cannot be read may explain."""
    return tuple(one for one in found if one.code not in _DERIVED)


_TEARING: Final = (codes.YAML_SYNTAX, codes.TAB_INDENT, codes.CSV_SYNTAX, codes.SHEET_HEADER)
"""After which the rows of a table are not known."""


def _torn_tables(every: tuple[Diagnostic, ...]) -> Iterator[Span]:
    """Gives where tables could not be read on."""
    for one in every:
        if one.span is None or one.span.source.name.endswith(".gdl"):
            continue
        if one.code in _TEARING or _sort(one) == "rows":
            yield one.span


def _lost_in_a_table(one: Diagnostic, torn: tuple[Span, ...]) -> bool:
    """Tells whether a finding is about what stands in a table that could not be read: a name, or the torn row."""
    if one.span is None:
        return False
    for where in torn:
        text = where.source.text
        if one.code is codes.UNKNOWN_NAME:
            name = _name(one)
            if any(_stands_in(form, text) for form in (name, *_singular(name))):
                return True
        elif one.code is codes.MISSING_COLUMN and one.span.source.name == where.source.name:
            between = text[one.span.end : where.start]
            if one.span.start <= where.start and not re.search(r"^- ", between, re.MULTILINE):
                return True
    return False


def _stands_in(name: str, text: str) -> bool:
    """Tells whether a name stands in a text, some of its letters perhaps lost."""
    parts = [
        re.escape(part) if part.isascii() else rf"(?:{re.escape(part)}|{LOST}{{1,40}})"
        for part in re.findall(r"[\x00-\x7f]+|[^\x00-\x7f]+", name)
    ]
    return re.search(rf"(?<!\w){''.join(parts)}(?!\w)", text) is not None


def _singular(name: str) -> tuple[str, ...]:
    return (name.removesuffix("s"),) if name.endswith("s") else ()


def _sort(one: Diagnostic) -> str:
    """Gives the sort of what a finding misses; empty for one that misses nothing."""
    return "" if one.missing is None else one.missing.sort


def _is_among(missing: Missing | None, unread: tuple[Unread, ...]) -> bool:
    """Tells whether what is missed is among what cannot be known."""
    return missing is not None and any(
        missing.sort == sort and of in (None, missing.of) for sort, of in unread
    )


def _unread(every: tuple[Diagnostic, ...]) -> Iterator[Unread]:
    """Gives what cannot be known of names that a table may have, or a kind, that was not read for a reason given."""
    for one in every:
        nothing_read = one.code is codes.SHEET_HEADER and _sort(one) == "column"
        if one.code in _UNREADABLE or nothing_read:
            yield _SORTLESS
        elif one.code is codes.DUPLICATE_NAME and one.span is not None:
            block = heads.block_at(one.span.source, one.span.start)
            if block is not None and block.sort is s.Kind:
                yield "member", _name(one)
                if block.strings:
                    yield _SORTLESS


def _torn(every: tuple[Diagnostic, ...]) -> Iterator[Unread]:
    """Gives what cannot be known of what a line declares that cannot be read."""
    for one in every:
        if one.code not in _SYNTAX or one.span is None:
            continue
        block = heads.block_at(one.span.source, one.span.start)
        sort = block.sort if block is not None else None
        if block is not None and sort is s.Kind:
            yield "member", block.name
            yield "column", block.name
            yield "space", None  # a board of such spaces is not read either
        elif sort is s.Board:
            yield "space", None
        elif sort is s.Game:
            yield "player", None


def _nameless(every: tuple[Diagnostic, ...]) -> Iterator[tuple[Diagnostic, str]]:
    """Gives findings for which a row of a table has lost its name, with what that was meant to be."""
    for one in every:
        meant = [edit.replacement for edit in one.edits]
        if one.code is codes.UNKNOWN_COLUMN and meant == [NAME] and one.span is not None:
            cell = re.match(r"[ ]*:[ ]*([^\n#,}]*[^\s#,}])", one.span.source.text[one.span.end :])
            if cell is not None:
                yield one, cell[1].strip("\"'")
        elif one.code is codes.CELL_TYPE and _sort(one) == "row":
            yield one, _name(one)


def _name(one: Diagnostic) -> str:
    """Gives the name that a finding is about: what it misses, or else what stands at its place."""
    if one.missing is not None and one.code in _ROOTS:
        return one.missing.name
    return "" if one.span is None else one.span.text.strip("\"'")


def _tells_of(one: Diagnostic, lost: frozenset[str]) -> bool:
    """Tells whether a finding about a missing place or source is about what was lost."""
    missing = one.missing
    if missing is None or missing.sort not in ("source", *_TO_SAY):
        return False
    return any(word in lost for word in (missing.sort, missing.name, missing.of, plural(missing.of)) if word)


def _same(name: str, known: Iterable[str]) -> bool:
    return any(name in (one, plural(one)) or plural(name) == one for one in known)


def _names_around(span: Span) -> frozenset[str]:
    """Lists the names that stand in the declaration, or in the row of a table, around a place."""
    block = heads.block_at(span.source, span.start)
    return frozenset() if block is None else block.names


def _changes_a_base(span: Span) -> bool:
    """Tells whether a line names a game and another one that it changes: what that declares is then unknown."""
    block = heads.block_at(span.source, span.start)
    kinds = [piece.kind for piece in block.lines[0].pieces[:4]] if block is not None else []
    return kinds == ["word", "string", "word", "string"]


def _tainted(names: set[str], sources: tuple[Source, ...]) -> set[str]:
    """Gives names whose declarations cannot be trusted, since they build on a name that is unknown."""
    blocks = [
        (block.name, block.names - {block.name})
        for source in sources
        for block in heads.blocks(source)
        if block.built_upon and block.name
    ]
    found = {form for name in names if name for form in (name, plural(name))}
    while True:
        more = {
            form
            for name, used in blocks
            if name not in found and used & found
            for form in (name, plural(name))
        }
        if not more - found:
            return found
        found |= more


def _follows(one: Diagnostic, tainted: set[str]) -> bool:
    if one.span is None:
        return True
    return not tainted.isdisjoint(_names_around(one.span))


def _only_follows(
    one: Diagnostic, every: list[Diagnostic], tainted: set[str], roots: dict[str, Diagnostic]
) -> bool:
    """Tells whether an unknown name is unknown only because what it belongs to is."""
    if one.code is not codes.UNKNOWN_NAME or one is every[0] or one.span is None:
        return False
    others_missed = {_sort(root) for root in roots.values() if root is not one}
    if _sort(one) in _OF_SOMETHING:
        if others_missed & _SORTS:
            return True
    elif _sort(one) != "thing":
        return False
    elif others_missed & _KINDS:
        return True
    others = [name for name in roots if name and not _same(name, (_name(one),))]
    block = _names_around(one.span)
    return any(name in block or plural(name) in block for name in others)


def _merged(name: str, group: list[Diagnostic], sources: tuple[Source, ...]) -> Diagnostic:
    """Makes one finding of several about the same name."""
    roots = [one for one in group if one.code in _ROOTS]
    first = (roots or group)[0]
    rest = [one for one in group if one is not first and one.span is not None and one.span != first.span]
    shown = tuple(Label(one.span, "and here") for one in rest[:PLACES_LIMIT] if one.span is not None)
    labels = (*first.labels, *shown)
    notes = first.notes
    if len(rest) > PLACES_LIMIT:
        more = len(rest) - PLACES_LIMIT
        notes = (*notes, f"and in {more} more place{'s' if more > 1 else ''}")
    near = _misspelt(name, sources) if first.code is not codes.REMOVED_NAME else None
    if near is not None and len(first.labels) == 1:
        labels = (first.labels[0], Label(near, "declared here, under another spelling"), *shown)
    return (
        replace(first, labels=labels, notes=notes)
        if labels != first.labels or notes != first.notes
        else first
    )


def _misspelt(name: str, sources: tuple[Source, ...]) -> Span | None:
    """Finds a near name that stands once in the whole ruleset: a declaration whose spelling differs from its uses."""
    once = _standing_once(sources)
    near = suggest.nearest(name, [one for one in once if one != name], limit=1)
    if not near:
        return None
    source, start = once[near[0]]
    return Span(source, start, start + len(near[0]))


@lru_cache(maxsize=2)
def _standing_once(sources: tuple[Source, ...]) -> dict[str, tuple[Source, int]]:
    """Gives the names that stand once in the whole ruleset, and where."""
    times: dict[str, list[tuple[Source, int]]] = {}
    for source in sources:
        for block in heads.blocks(source):
            for piece in (piece for line in block.lines for piece in line.pieces if piece.kind == "name"):
                times.setdefault(piece.text, []).append((source, piece.start))
    return {name: places[0] for name, places in times.items() if len(places) == 1}


def _tables_once(every: tuple[Diagnostic, ...], sources: tuple[Source, ...]) -> tuple[Diagnostic, ...]:
    """Makes one finding of those that say the same of several rows."""
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for one in every:
        about = codes.UNKNOWN_COLUMN if one.code is codes.MISSING_COLUMN else one.code
        if one.code is codes.UNKNOWN_SOURCE or _sort(one) in _TO_SAY:
            groups.setdefault((one.code, one.missing), []).append(one)
        elif one.span is None or one.code not in (*_TABLES, codes.MISSING_COLUMN):
            groups[(id(one),)] = [one]
        elif one.code is codes.MISSING_COLUMN:
            column = one.missing.name if one.missing is not None else ""
            unknown = [
                key for key in groups if key[0] is codes.UNKNOWN_COLUMN and key[1] == one.span.source.name
            ]
            key = unknown[0] if unknown else (about, one.span.source.name, column)
            groups.setdefault(key, []).append(one)
        else:
            groups.setdefault((one.code, one.span.source.name, _name(one)), []).append(one)
    made = []
    for key, group in groups.items():
        first = next((one for one in group if one.code in _TABLES), group[0])
        made.append(
            first
            if len(group) == 1 or len(key) == 1
            else _merged(
                _name(first), [first, *(x for x in group if x is not first and x.code is first.code)], sources
            )
        )
    return tuple(made)
