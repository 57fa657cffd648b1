"""The files of a ruleset, and which of their lines is told where in the reference."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gekido_dsl.compilation import Compilation
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.around import variant_files
from gekido_dsl.rulesdoc.markdown import slug
from gekido_dsl.rulesdoc.names import Key, Target, names_of
from gekido_dsl.source import Source, Span


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of rules, or a table."""

    name: str
    """As seen from the ruleset's own folder."""
    slug: str
    text: str
    told: Mapping[int, list[Target]] = field(default_factory=dict)
    """By line, from 1: what begins there. A line that a variant puts into something else leads to that, too."""


def shown_names(compilation: Compilation) -> dict[str, str]:
    """Names the sources as seen from the ruleset's own folder: no path of a machine is shown."""
    sources = [source.name for source, _ in compilation.files] + [table.name for table in compilation.tables]
    main = sources[0] if sources else ""
    folder = main[: main.rfind("/") + 1]
    return {name: name.removeprefix(folder).removeprefix("<library>/") for name in sources}


def written_files(compilation: Compilation) -> list[WrittenFile]:
    """Lists the files of a ruleset with what their lines are told by.

    Raises:
        ValueError: the ruleset has errors.
    """
    game = compilation.game
    if game is None:
        raise ValueError(f"{compilation.name} has errors and cannot be documented")
    sources = [*(source for source, _ in compilation.files), *compilation.tables]
    lines = {source.name: _Lines(source) for source in sources}
    told: dict[str, dict[int, list[Target]]] = {source.name: {} for source in sources}

    def note(source: str, start: int, target: Target) -> None:
        if source in told:
            found = told[source].setdefault(lines[source].number(start), [])
            if target not in found:
                found.append(target)

    for number, (changing, _, source_name) in enumerate(variant_files(compilation), 1):
        note(
            source_name,
            changing.span.start,
            Target("changes", f"variant-{number}", changing.title, "a variant"),
        )
    at: dict[tuple[str, int], Target] = {}
    for key, target in names_of(game):
        span = _span(game, key)
        if span is not None:
            note(span.source.name, span.start, target)
            at.setdefault((span.source.name, span.start), target)
    for woven in compilation.woven:
        first, line = woven[0]
        target_of = at.get((first.name, line.start))
        for number, (source, line) in enumerate(woven):
            if target_of is not None and number and woven[number - 1][0] is not source is not first:
                note(source.name, line.start, target_of)
    names = shown_names(compilation)
    slugs: set[str] = set()
    files = []
    for source in sources:
        stem = address = slug(names[source.name])
        while address in slugs:
            address = f"{stem}-{len(slugs)}"
        slugs.add(address)
        files.append(WrittenFile(names[source.name], address, source.text, told[source.name]))
    return files


def _span(game: m.Game, key: Key) -> Span | None:
    """Tells where something is written; None for a part that stands in the line of what it belongs to."""
    if isinstance(key, m.Decl):
        return key.span
    match key:
        case ("ruling", int(number)):
            return game.rulings[number].span
        case (m.Kind(rows=rows), int(number)):
            return rows[number].span
        case _:
            return None


class _Lines:
    """Where the lines of a text begin."""

    def __init__(self, source: Source) -> None:
        self._starts = list(_starts(source.text))

    def number(self, at: int) -> int:
        """Gives the line of a place, from 1."""
        return bisect_right(self._starts, at)


def _starts(text: str) -> Iterator[int]:
    yield 0
    at = text.find("\n")
    while at >= 0:
        yield at + 1
        at = text.find("\n", at + 1)
