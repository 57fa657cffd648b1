"""The chapters that a ruleset names become a book: passages with what they tell of.

Invariants:
    As much is read as can be; what cannot is reported at its place.
    A variant has the passages of its base; one of its own with the same id stands in the place of the base's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from gekido_dsl.book.left_out import left_out
from gekido_dsl.book.limits import Work, excess
from gekido_dsl.book.nodes import Book, ChapterText, Directive, Passage, Told
from gekido_dsl.book.scan import Heading, Part, Scanned, scan
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model.scope import FINDINGS_LIMIT
from gekido_dsl.rulesdoc.markdown import slug
from gekido_dsl.source import Source

_TELLS: Final = re.compile(r"tells\s+of\b\s*", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*(?:,\s*and\s+|,|\s+and\s+)\s*")
_MARKUP: Final = re.compile(r"[*_`]|\[(?P<text>[^\]]*)\]\([^)]*\)|<[^>]*>")
NAMES_LIMIT: Final = 200
"""How many names a passage may tell of."""


def read(compilation: Compilation) -> Book | None:
    """Reads the book of a ruleset; None when it names none."""
    if not compilation.chapters:
        return None
    found: list[Diagnostic] = []
    own = compilation.own_files
    chapters: list[ChapterText] = []
    names: set[str] = set()
    seen: dict[str, Source] = {}
    distances: dict[str, int] = {}
    work = Work()
    for named, source in compilation.chapters:
        if isinstance(source, Diagnostic):
            found.append(source)
            continue
        if source.name in seen:
            found.append(
                Diagnostic(
                    codes.DUPLICATE_PASSAGE,
                    f"the chapter `{named.file}` is named twice",
                    (Label(named.span, "again"),),
                    "take one of the lines out",
                )
            )
            continue
        seen[source.name] = source
        inherited = bool(own) and named.span.source.name not in own
        chapters.append(_chapter(source, names, inherited, found, work))
        distances[source.name] = _distance(compilation, named.span.source.name)
    joined = tuple(_joined(chapters, distances, found))
    return Book(joined, tuple(found[:FINDINGS_LIMIT]), tuple(chapters))


def chapter_of(source: Source) -> tuple[ChapterText, tuple[Diagnostic, ...]]:
    """Reads one chapter alone."""
    found: list[Diagnostic] = []
    return _chapter(source, set(), False, found, Work()), tuple(found)


def _chapter(
    source: Source, names: set[str], inherited: bool, found: list[Diagnostic], work: Work
) -> ChapterText:
    scanned = scan(source.text)
    over = excess(source, scanned, work)
    end = over.at if over is not None else len(source.text)
    stem = source.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    name = stem_name = slug(stem)
    number = 1
    while name in names:
        number += 1
        name = f"{stem_name}-{number}"
    names.add(name)
    for at in (one for one in scanned.open[:FINDINGS_LIMIT] if one < end):
        found.append(
            Diagnostic(
                codes.WRONG_DIRECTIVE,
                "two braces open and do not close on the same line",
                (Label(source.span(at, at + 2), "opened here"),),
                "write `}}` after it, or put it between backticks where braces are meant",
            )
        )
    found += left_out(source, scanned, end)
    if over is not None:
        found.append(over.finding)
        scanned = replace(
            scanned,
            headings=tuple(one for one in scanned.headings if one.start < end),
            directives=tuple(one for one in scanned.directives if one.start < end),
            comments=tuple(one for one in scanned.comments if one.start < end),
        )
    title = next(
        (one.text for one in scanned.headings), stem.replace("_", " ").replace("-", " ").capitalize()
    )
    passages = tuple(_passages(source, scanned, name, inherited, end))
    directives = tuple(one for passage in passages for one in passage.directives)
    return ChapterText(source, name, plain(title), passages, inherited, directives)


def plain(text: str) -> str:
    """Gives the words of a heading without their Markdown."""
    return _MARKUP.sub(lambda match: match["text"] or "", text).strip()


def _passages(
    source: Source, scanned: Scanned, chapter: str, inherited: bool, whole: int
) -> Iterator[Passage]:
    heads: list[Heading | None] = list(scanned.headings)
    if not scanned.headings or source.text[: scanned.headings[0].start].strip():
        heads.insert(0, None)
    for number, head in enumerate(heads):
        start = head.after if head is not None else 0
        following = heads[number + 1] if number + 1 < len(heads) else None
        end = following.start if following is not None else max(start, whole)
        comments = [one for one in scanned.comments if start <= one.start < end]
        told: list[Told] = []
        binding = []
        for comment in comments:
            names = _told(source, comment)
            if names is not None:
                told += names
                binding.append(source.span(comment.start, comment.end))
        yield Passage(
            (head.id or slug(plain(head.text))) if head is not None else f"{chapter}-start",
            plain(head.text) if head is not None else chapter,
            head.level if head is not None else 0,
            source.span(head.start, head.end) if head is not None else source.span(0, 0),
            source.span(start, end),
            tuple(told),
            tuple(binding),
            tuple(
                Directive(
                    one.text,
                    source.span(one.start, one.end),
                    source.span(one.inside, one.inside + len(one.text)),
                )
                for one in scanned.directives
                if (head.start if head is not None else 0) <= one.start < end
            ),
            inherited,
        )


def _told(source: Source, comment: Part) -> list[Told] | None:
    """Reads what a passage tells of; None for a comment that says something else."""
    match = _TELLS.match(comment.text)
    if match is None:
        return None
    between = [one.span() for one in islice(_BETWEEN.finditer(comment.text, match.end()), NAMES_LIMIT)]
    starts = [match.end(), *(end for _, end in between)]
    ends = [*(start for start, _ in between), len(comment.text)]
    names = []
    for start, end in zip(starts, ends, strict=True):
        name = comment.text[start:end].strip().rstrip(".")
        if name:
            begin = comment.inside + start + comment.text[start:end].index(name)
            names.append(Told(" ".join(name.split()), source.span(begin, begin + len(name))))
    return names


def _distance(compilation: Compilation, file: str) -> int:
    """Tells how many variants lie between a game and the one that a file of the ruleset belongs to."""
    own = compilation.own_files
    if not own or file in own:
        return 0
    return 1 + min((_distance(base, file) for base in compilation.bases), default=0)


def _joined(
    chapters: list[ChapterText], distances: Mapping[str, int], found: list[Diagnostic]
) -> Iterator[ChapterText]:
    """Puts passages of a variant in the place of those of its base, and reports ids that come twice.

    Args:
        distances: by file, how many variants lie between the game and the one whose chapter it is.
    """
    nearest: dict[str, tuple[int, Passage]] = {}
    for chapter in chapters:
        distance = distances[chapter.source.name]
        for one in chapter.passages:
            if one.id not in nearest or distance < nearest[one.id][0]:
                nearest[one.id] = (distance, one)
    placed: set[str] = set()
    seen: dict[str, Passage] = {}
    for chapter in chapters:
        kept: list[Passage] = []
        for passage in chapter.passages:
            distance, best = nearest[passage.id]
            replaced = distance < distances[chapter.source.name]
            if passage.id in placed and (replaced or passage is best):
                continue
            passage = best if replaced else passage
            placed.add(passage.id)
            known = seen.get(passage.id)
            if known is not None and known is not passage:
                found.append(
                    Diagnostic(
                        codes.DUPLICATE_PASSAGE,
                        f"two passages of the book are called `{passage.id}`",
                        (Label(passage.heading, "again"), Label(known.heading, "first here")),
                        f"give one of them another heading, or an id of its own: `{{ #{passage.id}-2 }}` after it",
                    )
                )
                passage = _renumbered(passage, seen)
            seen[passage.id] = passage
            kept.append(passage)
        if kept:
            head = kept[0]
            title = head.title if head.level == 1 and head.source is not chapter.source else chapter.title
            yield replace(chapter, title=title, passages=tuple(kept))


def _renumbered(passage: Passage, seen: dict[str, Passage]) -> Passage:
    number = 2
    while f"{passage.id}-{number}" in seen:
        number += 1
    return replace(passage, id=f"{passage.id}-{number}")
