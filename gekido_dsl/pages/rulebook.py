"""A ruleset becomes the content of its pages: the book, the reference behind it, and their pictures."""

from collections.abc import Mapping, Sequence
from typing import Final

from gekido_dsl import book, pages, rulesdoc
from gekido_dsl.book import aid
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, Severity, codes
from gekido_dsl.drawing import document
from gekido_dsl.languages import now, plural, spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import site, subjects
from gekido_dsl.rulesdoc.names import PAGES
from gekido_dsl.rulesdoc.pictures import cover as title_picture
from gekido_dsl.rulesdoc.pictures import css
from gekido_dsl.rulesdoc.table import look_of
from gekido_dsl.rulesdoc.written import written_files

_DOCS = "docs/"
_COVER = "book/pictures/cover.svg"
_MOST_ARTS: Final = 6
"""How many pieces of artwork a cover shows."""


DECLARATIONS_LIMIT: Final = 1_000
"""Of how many declarations pages tell; those of the games here have at most 283."""


class BookErrors(Exception):
    """What is wrong with a book, so that it cannot be written."""

    def __init__(self, found: Sequence[Diagnostic]) -> None:
        super().__init__(found)
        self.found = found


def reference_files(compilation: Compilation, form: rulesdoc.Format = "mkdocs") -> dict[str, str]:
    """Writes the reference as files."""
    drawn = subjects.turn(compilation)
    chart = document(drawn, look_of(compilation).screen) if drawn is not None else None
    return rulesdoc.render(compilation, form, chart)


def content(
    compilation: Compilation, options: Mapping[str, str] | None = None, *, sources: bool = False
) -> pages.Content:
    """Writes the book and the reference of a ruleset without errors.

    Args:
        options: the answers that are not the default.
        sources: whether the files of the ruleset are shown, too.
    Raises:
        BookErrors: the book has some, or there is more than pages tell of.
    """
    game = compilation.game
    if game is None:
        raise ValueError("the ruleset has errors")
    _not_too_many(game)
    files = reference_files(compilation)
    reference = [
        pages.Page(pages.REFERENCE, name, spoken(PAGES[name]), files[f"{_DOCS}{name}.md"])
        for name in PAGES
        if f"{_DOCS}{name}.md" in files
    ]
    pictures = {
        f"reference/{name.removeprefix(_DOCS)}": text for name, text in files.items() if name.endswith(".svg")
    }
    written = book.write(compilation, options=options)
    errors = [found for found in written.diagnostics if found.severity is Severity.ERROR]
    if errors:
        raise BookErrors(errors)
    pictures |= {f"book/pictures/{name}.svg": picture.svg for name, picture in written.pictures.items()}
    cover = title_picture(compilation)
    if cover is not None:
        pictures[_COVER] = cover.svg
    sheet = aid_of(compilation, written, options)
    return pages.Content(
        title=now().name(game.title),
        language=now().code,
        chapters=[
            pages.Page(pages.BOOK, one.slug, one.title, one.markdown)
            for one in written.chapters
            if one.slug != sheet.slug
        ],
        aid=sheet,
        told=_told(written),
        reference=reference,
        facts=(*_facts(compilation), *agreed(compilation, options)),
        pictures=pictures,
        cover=_COVER if cover is not None else None,
        front=_front(compilation),
        sheet=look_of(compilation).screen.sheet,
        sources=_sources(compilation) if sources else (),
    )


def _not_too_many(game: m.Game) -> None:
    """Refuses to write pages that nobody reads to the end.

    Raises:
        BookErrors: there is more than pages tell of.
    """
    declared = list(walk.declarations(game))
    if len(declared) > DECLARATIONS_LIMIT:
        message = (
            f"the ruleset has {len(declared):,} declarations; pages tell of at most {DECLARATIONS_LIMIT:,}"
        )
        label = Label(declared[DECLARATIONS_LIMIT].span, "one too many")
        step = "keep what is alike as the rows of a table: each row is told, and costs no page of its own"
        raise BookErrors([Diagnostic(codes.TOO_LARGE, message, (label,), step)])


def _told(written: book.Written) -> dict[str, list[pages.Told]]:
    """Gives the passages of each rule, those that are about it first."""
    made: dict[str, list[pages.Told]] = {}
    for links in (written.told, written.mentioned):
        for anchor, those in links.items():
            known = made.setdefault(anchor, [])
            passages = {one.passage for one in known}
            known += [
                pages.Told(one.title, one.chapter, one.passage, one.paragraphs)
                for one in those
                if one.passage not in passages
            ]
    return made


def _sources(compilation: Compilation) -> list[pages.SourceFile]:
    """Gives the files of the ruleset with the rules of their lines."""
    return [
        pages.SourceFile(
            file.name,
            file.slug,
            file.text,
            {
                line: [pages.Rule(target.name, target.page, target.slug) for target in targets]
                for line, targets in file.told.items()
            },
        )
        for file in written_files(compilation)
    ]


def project(compilation: Compilation, options: Mapping[str, str] | None = None) -> dict[str, str]:
    """Writes the book and the reference as a project for mkdocs."""
    made = content(compilation, options, sources=True)
    files = {f"{_DOCS}assets/rules.css": site.CSS + css(look_of(compilation))}
    files[f"{_DOCS}assets/iframe-worker.js"] = pages.frame_worker()
    aids = [made.aid] if made.aid is not None else []
    for page in (*made.chapters, *aids):
        files[f"{_DOCS}{page.path}"] = page.markdown
    files |= {f"{_DOCS}{path}": text for path, text in pages.linked_texts(made).items()}
    files |= {f"{_DOCS}{path}": svg for path, svg in made.pictures.items()}
    listed = "".join(f"1. [{page.title}]({page.path})\n" for page in (*made.chapters, *aids))
    facts = "".join(f"- {fact}\n" for fact in made.facts)
    files[f"{_DOCS}index.md"] = f"# {made.title}\n\n{facts}\n## The rulebook\n\n{listed}"
    nav = site.entry("Contents", "index.md")
    sources = [file.page for file in made.sources]
    parts = (("Rulebook", [*made.chapters, *aids]), ("Reference", made.reference), ("Source", sources))
    for name, those in parts:
        nav += f"  - {name}:\n" + "".join(site.entry(page.title, page.path, 3) for page in those)
    return {"mkdocs.yml": site.project(made.title, nav), **files}


def aid_of(
    compilation: Compilation, written: book.Written, options: Mapping[str, str] | None = None
) -> pages.Page:
    """Gives the player aid: the chapter or the passages that the author marked, else a generated one."""
    chapter = aid.marked_chapter(written)
    if chapter is not None:
        title, rest = chapter.markdown.lstrip().partition("\n")[::2]
        said = "\n\n".join((title, *(md.escape(one) for one in agreed(compilation, options)), rest))
        return pages.Page(pages.BOOK, chapter.slug, chapter.title, said)
    sheet = aid.marked_passages(written) or aid.generated(compilation, options)
    said = "\n\n".join((*(md.escape(one) for one in agreed(compilation, options)), sheet))
    return pages.Page(pages.BOOK, aid.SLUG, spoken(aid.TITLE), said)


def agreed(compilation: Compilation, options: Mapping[str, str] | None) -> tuple[str, ...]:
    """Names the answers that are not those of the ruleset, in one line; nothing where all are."""
    known = compilation.game.options if compilation.game is not None else {}
    names = now().name
    others = [
        f"{names(name)}: {names(answer)}"
        for name, answer in (options or {}).items()
        if name in known and answer != known[name].answers.members[0]
    ]
    return (spoken(text("As agreed: {answers}", answers="; ".join(others))),) if others else ()


def _front(compilation: Compilation) -> pages.Front:
    """Gives what the theme says of the cover; without a picture of its own, that of the kind with the most artwork."""
    look = look_of(compilation)
    told = look.cover
    edition = [told.version and spoken(text("Version {version}", version=told.version)), told.date]
    game = compilation.game
    of_kind = [
        list(
            dict.fromkeys(
                look.art[kind.name, row.name] for row in kind.rows if (kind.name, row.name) in look.art
            )
        )
        for kind in (game.kinds.values() if game is not None else ())
    ]
    shown = [told.art] if told.art is not None else max(of_kind, key=len, default=[])[:_MOST_ARTS]
    return pages.Front(
        arts=[one.alone() for one in shown],
        filled=told.art is not None,
        credits=told.credits,
        edition=" · ".join(filter(None, edition)),
        colours=look.printed.light,
    )


def _facts(compilation: Compilation) -> tuple[str, ...]:
    """Says for how many players a game is, and how long it takes, if the theme tells."""
    game = compilation.game
    if game is None:
        raise ValueError("the ruleset has errors")
    low, high = game.least_players, game.most_players
    if high != low:
        players = now().of(text("For {low} to {high} players", low=low, high=high))
    else:
        players = now().of(plural("For {count} player", "For {count} players", low))
    minutes = look_of(compilation).cover.minutes
    return (players, spoken(text("{minutes} minutes", minutes=minutes))) if minutes else (players,)
