"""The player aid of a book: the turn and what is looked up in play, on one page.

An author marks a chapter with `<!-- aid -->` beneath its title, or single passages beneath theirs; the marked
chapter is the aid, or the marked passages are repeated on it. Where nothing is marked, one is generated.
"""

import re
from collections.abc import Mapping
from typing import Final

from gekido_dsl import rulesdoc
from gekido_dsl.book.english import english
from gekido_dsl.book.helpers import tell_in_place
from gekido_dsl.book.nodes import Chapter, Written
from gekido_dsl.book.parts import Parts
from gekido_dsl.book.phrases import Phrases
from gekido_dsl.compilation import Compilation
from gekido_dsl.languages import now, spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english.goals import decided_at_once

SLUG: Final = "aid"
TITLE: Final = text("Player aid")
_MARK: Final = re.compile(r"^[ \t]*<!--\s*aid\s*-->[ \t]*\n?", re.MULTILINE)
_HEADING: Final = re.compile(r"^(#{1,6}) .*$", re.MULTILINE)
_ID: Final = re.compile(r"\s*\{:?\s*#[^{}]*\}[ \t]*$")
_LONG: Final = 900
"""A generated passage with more signs than this does not go onto the aid; its name does."""
_EXAMPLE: Final = re.compile(
    r"(?:^\*\*[^*\n]+\*\*[^\n]*\n\n)?^!\[(?:[^\]\\]|\\.)*\]\([^)\s]*pictures/example-[^)]*\)[^\n]*\n*",
    re.MULTILINE,
)
"""A worked example with its title."""
_LINKS: Final = re.compile(r"\]\([^)]*\)")


def marked_chapter(written: Written) -> Chapter | None:
    """Finds the chapter that is the aid as a whole."""
    for chapter in written.chapters:
        head = _HEADING.search(chapter.markdown)
        rest = chapter.markdown[head.end() if head is not None else 0 :]
        following = _HEADING.search(rest)
        if head is not None and _MARK.search(
            rest[: following.start() if following is not None else len(rest)]
        ):
            if len(head[1]) == 1:
                told = without_examples(_MARK.sub("", chapter.markdown))
                return Chapter(chapter.slug, chapter.title, told)
    return None


def marked_passages(written: Written) -> str:
    """Gathers the passages that are marked, their headings without addresses of their own."""
    parts: list[str] = []
    for chapter in written.chapters:
        heads = list(_HEADING.finditer(chapter.markdown))
        for number, head in enumerate(heads):
            end = heads[number + 1].start() if number + 1 < len(heads) else len(chapter.markdown)
            body = chapter.markdown[head.end() : end]
            if _MARK.search(body):
                title = _ID.sub("", head[0].lstrip("#").strip())
                parts.append(f"## {title}\n\n{without_examples(_MARK.sub('', body)).strip()}")
    return "\n\n".join(parts)


def without_examples(markdown: str) -> str:
    """Takes worked examples out: who looks something up in play wants the rule, on one page."""
    return _EXAMPLE.sub("", markdown)


def generated(compilation: Compilation, options: Mapping[str, str] | None = None) -> str:
    """Writes an aid from the rules alone: the turn, its phases as far as they are short, the end, the patterns."""
    game = compilation.game
    if game is None:
        raise ValueError(f"{compilation.name} has errors and cannot be documented")
    writer = rulesdoc.writer_of(compilation, options=options)
    phases = list(
        dict.fromkeys(
            one
            for line in (game.turn.lines if game.turn is not None else ())
            for one in (line.phase, *line.steps)
        )
    )
    if not compilation.chapters:
        wanted = [*([game.turn] if game.turn is not None else []), *phases, *game.ends]
        tell_in_place(
            writer,
            Parts(game),
            Phrases(compilation, options or {}),
            lambda: [rulesdoc.passage(writer, one) for one in wanted],
        )

    def said(decl: m.Decl) -> str:
        return english(rulesdoc.passage(writer, decl))

    def brief(action: m.Procedure) -> str:
        """Gives what an action is and costs, in a line; of a long one its first sentences, which say what it needs."""
        told = said(action).split("\n\n")[0]
        return told if "\n" not in told else ""

    parts: list[str] = []
    if game.turn is not None:
        parts += [f"## {spoken(text('The turn'))}", said(game.turn)]
        for phase in phases:
            short = said(phase)
            if short and len(phases) == 1 and not compilation.chapters:
                parts.append(short)
            elif short and len(_LINKS.sub("]", short)) <= _LONG:
                parts += [f"### {_named(phase.title or phase.name)}", short]
    for patterns in game.patterns.values():
        parts += [f"## {_named(patterns.name)}", said(patterns)]
    actions = [
        f"- **{_named(one.title or one.name)}**: {told}"
        for one in game.actions.values()
        if (told := brief(one))
    ]
    if actions and not compilation.chapters:
        parts += [f"## {spoken(text('Actions'))}", "\n".join(actions)]
    ends = [one for one in map(said, game.ends) if one]
    ends += [] if compilation.chapters else map(english, decided_at_once(writer.players))
    if ends:
        parts += [f"## {spoken(text('The end of the game'))}", *ends]
    return "\n\n".join(part for part in parts if part) + "\n"


def _named(name: str) -> str:
    return md.escape(now().name(name))
