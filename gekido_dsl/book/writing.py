"""A book is written: chapters of plain Markdown with their pictures, and what the reference needs to link back.

Invariants:
    The same ruleset and options give the same text on every machine.
    Every declaration that players need stands in the book: where no passage tells of it, by its generated passage.
    Every id of a heading is written out, so that each builder makes the same addresses.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gekido_dsl.book import only_with
from gekido_dsl.book.alternatives import alternatives
from gekido_dsl.book.bindings import Bindings
from gekido_dsl.book.english import english
from gekido_dsl.book.expand import Expander
from gekido_dsl.book.marking import Marking, without_signs
from gekido_dsl.book.nodes import Book, Chapter, ChapterText, Link, Listed, Passage, Untitled, Written
from gekido_dsl.book.paragraphs import without_marks
from gekido_dsl.book.reading import chapter_of, read
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.languages import ENGLISH, Said, now, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import FINDINGS_LIMIT
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english.ends import ends_alike
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Source

_WITHIN: Final = re.compile(r"(?<!!)\[(?P<label>[^\]]*)\]\((?:(?P<file>[\w-]+)\.md)?#(?P<id>[\w-]+)\)")
"""A link from passage to passage."""
_LINK: Final = re.compile(r"\[(?P<label>[^\]]*)\]\(\.\./reference/[^)\s]*\)")
_EMPTY_LINES: Final = re.compile(r"\n{3,}")
RULES_CLASS: Final = "book-rules"
"""The class of the line beneath a passage that leads to its rules."""
GENERATED_CLASS: Final = "book-generated"
"""The class of the line that marks what is generated."""


def write(
    compilation: Compilation,
    *,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    links: bool = True,
    drawn: bool = True,
) -> Written:
    """Writes the book of a ruleset; one that names no chapter gets one that is generated.

    Args:
        options: the answers that are not the default, by the name of the option.
        players: the number of players that the book is for; None for all.
        links: whether names and passages lead to the reference.
        drawn: whether pictures are drawn; a check does without.
    Raises:
        ValueError: the ruleset has errors.
    """
    expander = Expander(compilation, options or {}, players, drawn=drawn)
    book = read(compilation)
    writing = _Writing(compilation, expander, links=links)
    if book is not None:
        return writing.written(book)

    def other(answers: Mapping[str, str]) -> Sequence[Chapter]:
        made = _Writing(compilation, Expander(compilation, answers, players, drawn=False), links=False)
        return made.generated().chapters

    return writing.generated(alternatives(expander.game, options or {}, other))


def expand(
    compilation: Compilation,
    source: Source,
    *,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    links: bool = True,
) -> Written:
    """Writes out the directives of any Markdown text, as if it were the one chapter of a book.

    Args:
        source: the text; findings name it.
    Raises:
        ValueError: the ruleset has errors.
    """
    chapter, found = chapter_of(source)
    expander = Expander(compilation, options or {}, players)
    writing = _Writing(compilation, expander, links=links)
    return writing.written(Book((chapter,), found, (chapter,)), whole=False)


class _Writing:
    """Writes one book."""

    def __init__(self, compilation: Compilation, expander: Expander, *, links: bool) -> None:
        self._compilation = compilation
        self._expander = expander
        self._links = links
        self._told: dict[str, list[Link]] = {}
        self._also: dict[str, list[Link]] = {}
        """The same, of passages with paragraphs that only take a number or a name from it."""
        self._whole = True
        self._around: dict[int, tuple[Key, ...]] = {}
        """Of the passages around the one at hand what they tell of, by the level of their headings."""
        self._blocks: dict[str, list[only_with.Block]] = {}
        """By file: the stretches that stand only under a condition."""

    def written(self, book: Book, *, whole: bool = True) -> Written:
        """Writes the chapters of a book, and what no passage tells of.

        Args:
            whole: whether it is the whole book, which has to tell of everything.
        """
        self._whole = whole
        bindings = Bindings(self._compilation, book, self._expander.naming)
        untold = bindings.by_chapter() if whole else {}
        chapters: list[Chapter] = []
        found: list[Diagnostic] = [*book.diagnostics, *bindings.found]
        expander = self._expander
        standing = [
            one for chapter in book.chapters for one in chapter.passages if one not in bindings.vanished
        ]
        for file in book.files:
            blocks, wrong = only_with.blocks(
                file.directives, expander.naming, expander.options, expander.players, inherited=file.inherited
            )
            self._blocks[file.source.name] = blocks
            found += [one for one in wrong[:FINDINGS_LIMIT] if _stands(one, standing)]
        for chapter in book.chapters:
            written = self._chapter(chapter, bindings)
            more = untold.pop(chapter.slug, [])
            if more:
                written += "\n" + self._untold(chapter.slug, more, text("Also in the rules"))
            chapters.append(Chapter(chapter.slug, chapter.title, self._finished(written)))
        if whole:
            chapters = self._with_odds(chapters, bindings)
        chapters = _joined(chapters, {one.id for chapter in book.chapters for one in chapter.passages})
        found += self._expander.found
        return self._made(chapters, found)

    def generated(self, alternatives: str = "") -> Written:
        """Writes the book of a ruleset that has none; what helps other rules alone is told where they use it.

        Args:
            alternatives: what other answers to the options change.
        """
        from gekido_dsl.book import generated, helpers

        expander = self._expander
        teller = expander.writer.players
        drawn, expander.drawn = expander.drawn, False
        helpers.tell_in_place(
            expander.writer,
            expander.parts,
            expander.phrases,
            lambda: [text for _, _, parts in self._generated() for text in parts],
        )
        expander.drawn = drawn
        self._told = {}
        chapters = []
        for slug, title, parts in self._generated():
            told = now().of(title)
            made = f"# {md.escape(told)} {{ #{slug} }}\n\n{english(chr(10).join(parts))}"
            if slug == "options" and alternatives:
                made += f"\n{english(alternatives)}\n"
            chapters.append(Chapter(slug, told, self._finished(made)))
        for one in expander.parts.needed():
            if isinstance(one, m.Kind) and one.board is not None:
                self._note_where(one, one.board)
            elif one in teller.helpers or one in teller.numbers_of or isinstance(one, m.Window):
                self._told_within(one)
        for one, _ in ends_alike(teller):
            self._note_where(one, ends_alike(teller)[0][0])
        index = generated.words_index(expander, chapters, self._told)
        if index:
            title = now().of(text("Glossary"))
            made = f"# {md.escape(title)} {{ #glossary }}\n\n{english(index)}"
            chapters.append(Chapter("glossary", title, self._finished(made)))
        return self._made(self._with_odds(chapters, None), expander.found)

    def _generated(self) -> list[tuple[str, str, list[str]]]:
        """Writes the chapters of a generated book: slug, title, and texts with blank lines between them."""
        from gekido_dsl.book.without import chapters_of

        chapters = []
        for slug, title, parts in chapters_of(self._expander):
            marking = self._marking(slug, (self._expander.game,))
            written = [text for text in (self._part(slug, part, marking) for part in parts) if text]
            if written:
                chapters.append((slug, title, [one + "\n" for one in written]))
        return chapters

    def _note_where(self, one: Key, other: Key) -> None:
        """Notes that something is told where something else is, unless it is told itself."""
        naming = self._expander.naming
        places = self._told.get(naming.target(other).slug, []) if other in naming.names else []
        if places and naming.target(one).slug not in self._told:
            self._note(self._told, one, places[0])

    def _told_within(self, helper: Key) -> None:
        """Notes that a helper is told by the passages of what uses it."""
        parts, naming = self._expander.parts, self._expander.naming
        if not isinstance(helper, m.Decl):
            return  # a row or a value is used by no declaration as such
        seen = {helper}
        waiting = [helper]
        while waiting:
            for user in parts.users.get(waiting.pop(), ()):
                self._note_where(helper, user)
                if naming.target(helper).slug not in self._told and user not in seen:
                    seen.add(user)
                    waiting.append(user)

    def _with_odds(self, chapters: list[Chapter], bindings: Bindings | None) -> list[Chapter]:
        """Tells at the end of the chapter of a rule how likely is what its dice give, where no passage does.

        Args:
            bindings: what passages tell of; None for a book that is generated.
        """
        expander = self._expander
        if not expander.drawn or not chapters:
            return chapters
        from gekido_dsl.book.likely import Likely, likely, section

        homes: dict[str, list[Likely]] = {}
        for one in likely(expander.game, expander.answers, expander.odds_told):
            homes.setdefault(self._home(one.about, chapters, bindings), []).append(one)
        return [
            Chapter(
                one.slug,
                one.title,
                f"{one.markdown.rstrip()}\n\n{section(one.slug, homes[one.slug], GENERATED_CLASS)}\n",
            )
            if one.slug in homes
            else one
            for one in chapters
        ]

    def _home(self, about: Sequence[Key], chapters: list[Chapter], bindings: Bindings | None) -> str:
        """Gives the chapter that tells of something, or else of the turn."""
        slugs = {one.slug for one in chapters}
        if bindings is None:
            return "turn" if "turn" in slugs else chapters[0].slug
        turn = self._expander.game.turn
        for key in (*about, *((turn,) if turn is not None else ())):
            for chapter in bindings.book.chapters:
                told = [one for passage in chapter.passages for one in bindings.keys.get(passage, ())]
                if key in told and chapter.slug in slugs:
                    return chapter.slug
        return chapters[-1].slug

    def _made(self, chapters: list[Chapter], found: list[Diagnostic]) -> Written:
        expander = self._expander
        return Written(
            expander.game.title, tuple(chapters), expander.pictures, self._told, self._also, tuple(found)
        )

    def _part(self, chapter: str, part: "str | Key | Listed | Untitled", marking: Marking) -> str:
        """Writes a part of a generated chapter: text as it is, or the passage of a declaration and of its parts.

        Args:
            marking: of the texts of this chapter.
        """
        if isinstance(part, str):
            return marking.marked(part)
        if isinstance(part, Listed):
            items = [self._plain_passage(chapter, one, flowing=True) for one in part.keys]
            return "\n".join(f"- {item}" for item in items if item)
        level = 2
        if isinstance(part, Untitled):
            part, level = part.key, 0
        return self._nested(chapter, part, level)

    def _nested(self, chapter: str, decl: Key, level: int) -> str:
        """Writes the passage of a part, and of its own parts."""
        below = [self._nested(chapter, one, min(max(level, 2) + 1, 6)) for one in self._beneath(decl)]
        if level == 0 or isinstance(decl, m.Definition | m.Property | m.Amount | m.Position):
            whole = self._plain_passage(chapter, decl)
        else:
            whole = self._generated_passage(chapter, decl, level)
        return "\n\n".join(text for text in (whole, *below) if text)

    def _beneath(self, decl: Key) -> list[m.Decl]:
        """Lists the words that are told beneath a declaration: its own, and those of the helpers it tells."""
        teller = self._expander.writer.players
        found: list[m.Decl] = []
        for one in self._expander.parts.beneath(decl):
            if one in teller.helpers:
                found += self._beneath(one)
            elif one not in teller.numbers_of:
                found.append(one)
        for part in self._expander.parts.direct(decl):
            if isinstance(part, m.Procedure) and part in teller.helpers:
                found += self._beneath(part)
        return found

    def _plain_passage(self, chapter: str, key: Key, *, flowing: bool = False) -> str:
        """Writes a generated passage without a heading.

        Args:
            flowing: whether its paragraphs become one.
        """
        from gekido_dsl.book import generated

        if not isinstance(key, m.Decl):
            return ""
        text = generated.rule(self._expander, key)
        if not text:
            return ""
        if flowing:
            text = text.replace("\n\n", " ")
        target = self._expander.naming.target(key)
        anchor = f"{chapter}-{target.slug}"
        self._told.setdefault(target.slug, []).append(Link(target.name, chapter, f"{anchor}--1"))
        return self._marking(anchor, (key,)).marked(text)

    # ------------------------------------------------------------ passages

    def _chapter(self, chapter: ChapterText, bindings: Bindings) -> str:
        self._around = {}
        made = [
            self._passage(chapter, passage, bindings)
            for passage in chapter.passages
            if passage not in bindings.vanished
        ]
        return "\n\n".join(part.strip("\n") for part in made if part.strip())

    def _passage(self, chapter: ChapterText, passage: Passage, bindings: Bindings) -> str:
        source = passage.source
        begin = passage.heading.start
        pieces: list[tuple[int, int, str]] = [(span.start, span.end, "") for span in passage.binding]
        expander = self._expander
        blocks = self._blocks.get(source.name, [])
        gone = [block.whole for block in blocks if not block.stands]
        end = passage.body.end
        pieces += [
            (max(span.start, begin), min(span.end, end), "")
            for span in gone
            if span.start < end and span.end > begin
        ]
        for block in blocks:
            ends = (block.begin.span, block.end.span)
            pieces += [(span.start, span.end, "") for span in ends if begin <= span.start < end]
        wrong: list[Diagnostic] = []
        for one in passage.directives:
            if one.text == only_with.END or one.text.startswith(only_with.BEGIN):
                continue
            if any(span.start <= one.span.start < span.end for span in gone):
                continue
            around = [
                block.players
                for block in blocks
                if block.players is not None and block.whole.start < one.span.start < block.whole.end
            ]
            players = frozenset.intersection(*around) if around else None
            expander.inherited = passage.inherited
            before = len(expander.found)
            made = expander.expand(one, players)
            if passage.inherited and len(expander.found) > before:
                wrong += expander.found[before:]
                del expander.found[before:]
            if one.span.start < passage.heading.end and passage.level:
                made = _LINK.sub(lambda match: match["label"], made)
            pieces.append((one.span.start, one.span.end, _in_place(source.text, one.span.start, made)))
        heading, body = _replaced(source.text, begin, passage.heading.end, passage.body.end, pieces)
        if wrong:
            expander.found.append(_not_of_variant(passage, wrong))
        keys = bindings.keys.get(passage, ())
        body = self._marked(chapter.slug, passage, keys, body.strip("\n"))
        parts = [self._heading(passage, heading), body]
        if keys:
            parts.append(self._rules(keys))
        return "\n\n".join(part for part in parts if part.strip())

    def _marked(self, chapter: str, passage: Passage, keys: tuple[Key, ...], body: str) -> str:
        """Puts marks behind the paragraphs of a passage, and notes which tell of what.

        Where a passage says nothing of that, its paragraphs lead to what the passages around it tell of.
        """
        self._around = {level: told for level, told in self._around.items() if level < passage.level}
        around = [told for _, told in sorted(self._around.items(), reverse=True)]
        self._around[passage.level] = keys or (around[0] if around else ())
        if not self._whole:
            for key in keys:
                self._note(self._told, key, Link(passage.title, chapter, passage.id))
            return without_signs(body)
        marking = self._marking(passage.id, self._around[passage.level] or (self._expander.game,))
        body = marking.marked(body)
        for key in keys:
            places = marking.places.pop(self._expander.naming.target(key).slug, [])
            self._note(self._told, key, Link(passage.title, chapter, passage.id, tuple(places)))
        for slug, places in marking.places.items():
            link = Link(passage.title, chapter, passage.id, tuple(places))
            self._also.setdefault(slug, []).append(link)
        return body

    def _marking(self, passage: str, keys: tuple[Key, ...]) -> Marking:
        expander = self._expander
        return Marking(
            expander.naming,
            expander.signs,
            passage,
            keys,
            lambda key: expander.link(key, self._name(key)),
        )

    def _note(self, told: dict[str, list[Link]], key: Key, link: Link) -> None:
        known = told.setdefault(self._expander.naming.target(key).slug, [])
        if link not in known:
            known.append(link)

    def _heading(self, passage: Passage, written: str) -> str:
        if not passage.level:
            return ""
        written = without_signs(written)
        first = written.splitlines()[0] if written.strip() else passage.title
        text = re.sub(r"\s*\{:?[^{}]*#[^{}]*\}\s*$", "", first.lstrip("#").strip()).rstrip("#").strip()
        return f"{'#' * passage.level} {text} {{ #{passage.id} }}"

    def _rules(self, keys: tuple[Key, ...]) -> str:
        """Writes the line that leads to the rules of a passage."""
        links = ", ".join(dict.fromkeys(self._expander.link(key, self._name(key)) for key in keys))
        return f"Rules: {links}\n{{ .{RULES_CLASS} }}"

    def _name(self, key: Key) -> str:
        return self._expander.naming.target(key).name

    def _untold(self, chapter: str, keys: list[Key], title: Said) -> str:
        """Writes what no passage tells of, at the end of the chapter of its sort."""
        parts = [f"## {now().of(title)} {{ #{chapter}-also }}"]
        said = text("What no passage tells of, as the program words it.")
        if now() is not ENGLISH:
            said = text("What no passage tells of, as the program words it, in English.")
        parts.append(f"{now().of(said)}\n{{ .{GENERATED_CLASS} }}")
        passages = [self._generated_passage(chapter, key, 3) for key in keys]
        parts.append(english("\n\n".join(part for part in passages if part)))
        return "\n\n".join(part for part in parts if part)

    def _generated_passage(self, chapter: str, key: Key, level: int) -> str:
        from gekido_dsl.book import generated

        if not isinstance(key, m.Decl):
            return ""
        target = self._expander.naming.target(key)
        text = generated.rule(self._expander, key)
        if not text:
            return ""
        anchor = f"{chapter}-{target.slug}"
        text = self._marking(anchor, (key,)).marked(text) if self._whole else without_signs(text)
        self._told.setdefault(target.slug, []).append(Link(target.name, chapter, anchor))
        link = f"Rules: {self._expander.link(key, target.name)}\n{{ .{RULES_CLASS} }}"
        return f"{'#' * level} {md.escape(target.name)} {{ #{anchor} }}\n\n{text}\n\n{link}"

    def _finished(self, text: str) -> str:
        if not self._links:
            text = re.sub(rf"\n*Rules: [^\n]*\n\{{ \.{RULES_CLASS} \}}", "", text)
            text = without_marks(text)
            text = _LINK.sub(lambda match: match["label"], text)
        return _EMPTY_LINES.sub("\n\n", text).strip("\n") + "\n"


def _not_of_variant(passage: Passage, wrong: list[Diagnostic]) -> Diagnostic:
    """Says that a passage of the base takes something from it that a variant does not have."""
    return Diagnostic(
        codes.STALE_PASSAGE,
        f"“{passage.title}” is stale: {wrong[0].message}",
        (Label(passage.heading, "look at it again"), *(one.labels[0] for one in wrong[:4])),
        "rewrite it in a chapter of the variant, under a heading with the same words",
    )


def _stands(finding: Diagnostic, standing: list[Passage]) -> bool:
    """Tells whether a finding is about a passage that stands in the book, not about one that a variant replaces."""
    span = finding.labels[0].span
    return any(
        one.source == span.source and one.heading.start <= span.start <= one.body.end for one in standing
    )


def _in_place(text: str, at: int, made: str) -> str:
    """Indents what stands on several lines as deep as its directive, and parts blocks from what stands before."""
    if "\n" not in made:
        return made
    line = text[text.rfind("\n", 0, at) + 1 : at]
    if line.strip():
        return f"\n\n{made}\n\n"
    return made.replace("\n", f"\n{line}")


def _replaced(
    text: str, begin: int, middle: int, end: int, pieces: list[tuple[int, int, str]]
) -> tuple[str, str]:
    """Puts pieces in their places; gives what comes out of the heading, and of what follows it."""
    halves: tuple[list[str], list[str]] = ([], [])
    at = begin
    for start, stop, made in [*sorted(pieces, key=lambda one: (one[0], -one[1])), (end, end, "")]:
        if start < at:
            continue  # it lies in something that does not stand
        if at < middle:
            halves[0].append(text[at : min(start, middle)])
            at = min(start, middle)
        halves[start >= middle].append(text[at:start])
        halves[start >= middle].append(made)
        at = stop
    return "".join(halves[0]), "".join(halves[1])


def _joined(chapters: list[Chapter], passages: set[str]) -> list[Chapter]:
    """Has links between passages lead where they stand now; one to a passage that is not there is left as its words.

    A variant may put a passage in place of one of another chapter, and have passages of its base vanish.

    Args:
        passages: the ids of all that the book has, whether they stand or not.
    """
    homes = {
        found[1]: chapter.slug
        for chapter in chapters
        for found in re.finditer(r"^#{1,6} .*\{ #([\w-]+) \}$", chapter.markdown, re.MULTILINE)
    }

    def joined(chapter: Chapter) -> Chapter:
        def link(match: re.Match[str]) -> str:
            home, file = homes.get(match["id"]), match["file"] or chapter.slug
            if home is None:
                return match["label"] if match["id"] in passages else match[0]
            return match[0] if home == file else f"[{match['label']}]({home}.md#{match['id']})"

        return Chapter(chapter.slug, chapter.title, _WITHIN.sub(link, chapter.markdown))

    return [joined(chapter) for chapter in chapters]
