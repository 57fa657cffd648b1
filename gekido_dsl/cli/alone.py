"""Games as pages that play by themselves, for `gdl export` and `gdl publish`."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import click

from gekido_dsl import pages
from gekido_dsl.cli import loading
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.translated import told_of
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.files import shipped_folder
from gekido_dsl.pages import rulebook
from gekido_dsl.source import Source, join_name
from gekido_dsl.standalone import archive, games, packing, site
from gekido_dsl.templates import templates

_TITLE: Final = re.compile(r'^game "([^"]+)"', re.MULTILINE)
_TEXTS: Final = (".gdl", ".yaml", ".csv", ".tsv", ".md", ".svg", ".po")
_QUOTED: Final = re.compile(r'"([\w./-]+\.(?:gdl|yaml|csv|tsv))"')
"""How files name one another: a file that is named so, and is there, is one."""


def single(
    ruleset: Ruleset,
    made: Compilation,
    *,
    book: bool,
    playtest: Sequence[str] | None = None,
    language: str = "",
    say: Callable[[int, int, str], None] = lambda step, of, text: None,
) -> str:
    """Writes the page with everything in it.

    Args:
        playtest: the questions of a playtest; None where the page keeps nothing of people.
        language: the one that the page begins in.
        say: is told which step begins, of how many, and what is done in it.
    Raises:
        BookErrors: the book has errors.
    """
    of = 3 if book else 2
    say(1, of, "the rules are compiled for the page")
    program = archive.program()
    game = games.carriage(
        ruleset.name,
        ruleset.provider,
        archive.version_of(program),
        modules=True,
        told=told_of(ruleset),
        playtest=playtest,
        language=language,
    )
    say(2, of, "program and pictures are packed")
    parts: dict[str, bytes | packing.Beside] = {
        **packing.runtime(),
        "program": archive.packed(),
        "front": packing.compressed(packing.front()[0]),
        "game": packing.compressed(game.content),
    }
    if book:
        say(3, of, "the rulebook is written")
    books = [pages.one_file(rulebook.content(made, {}))] if book else []
    if books:
        parts["book"] = packing.compressed(books[0].encode())
    return packing.page(game.about["title"], game.about, parts, books)


def folder_of(ruleset: Ruleset) -> str:
    """Names the folder of a game in a site."""
    return ruleset.name.rsplit("/", 1)[-1].removesuffix(".gdl").strip("<>") or "game"


def published(
    shared: site.Shared,
    ruleset: Ruleset,
    made: Compilation,
    *,
    statistics: bool,
    playtest: Sequence[str] | None = None,
    language: str = "",
) -> dict[str, str | bytes]:
    """Writes rulebook and table of a game.

    Args:
        statistics: whether `statistics.html` will lie in its folder, too.
        playtest: the questions of a playtest; None where the page keeps nothing of people.
        language: the one that the page begins in.
    Raises:
        BookErrors: the book has errors.
    """
    game = games.carriage(
        ruleset.name,
        ruleset.provider,
        archive.version_of(archive.program()),
        modules=True,
        told=told_of(ruleset),
        playtest=playtest,
        language=language,
    )
    files: dict[str, str | bytes] = {
        f"rules/{name}": text for name, text in pages.site(rulebook.content(made, {}, sources=True)).items()
    }
    table = site.game(shared, game, "../rules/index.html", "../statistics.html" if statistics else None)
    return files | {f"play/{name}": text for name, text in table.items()}


def entry(folder: str, made: Compilation, *, statistics: bool) -> site.Entry:
    """Lists a game."""
    game = loading.game_of(made)
    least, most = game.least_players, game.most_players
    players = f"{least} players" if least == most else f"{least} to {most} players"
    return site.Entry(folder, safe(game.title), players, statistics)


def library() -> dict[str, str]:
    """Gives the texts of the shipped games by their names."""
    root = shipped_folder()
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.suffix in _TEXTS and path.is_file()
    }


def examples(rulesets: Iterable[Ruleset]) -> list[site.Example]:
    """Gives what the playground can begin from: a new game, the games of the site, and shipped ones."""
    texts = library()
    new = templates()["grid"]["game.gdl"]
    found = [site.Example("A new game", "game.gdl", {"game.gdl": new})]
    for one in rulesets:
        got = one.read()
        main = f"{folder_of(one)}.gdl"
        if isinstance(got, Source) and main not in texts:
            own = _texts_of(one, got.text)
            found.append(site.Example(folder_of(one), main, {main: got.text} | own))
    for name, text in texts.items():
        title = _TITLE.search(text) if name.endswith(".gdl") else None
        if title is not None:
            found.append(site.Example(title[1], name, dict.fromkeys(_with_files(name, texts))))
    main = "game.gdl"
    for name in sorted(texts):
        title = _TITLE.search(texts[name]) if name.endswith(".gdl") and "/" not in name else None
        if title is not None:
            changed = f'edition 1\n\ngame "My {title[1]}" changes "{name}"\n'
            found.append(site.Example(f"A change of {title[1]}", main, {main: changed}))
    return found


def as_project(ruleset: Ruleset) -> site.Example:
    """Gives a ruleset with the files that it names, as what a studio can begin from.

    Raises:
        click.ClickException: it cannot be read.
    """
    got = ruleset.read()
    if not isinstance(got, Source):
        raise click.ClickException(f"{ruleset.argument} cannot be read: {got.reason}")
    main = f"{folder_of(ruleset)}.gdl"
    return site.Example(folder_of(ruleset), main, {main: got.text} | _texts_of(ruleset, got.text))


def _with_files(name: str, texts: Mapping[str, str]) -> list[str]:
    """Lists a file of the library with those that it names, and that these name."""
    found = [name]
    for one in found:
        for quoted in _QUOTED.findall(texts[one]):
            full = join_name(quoted, one)
            if isinstance(full, str) and full in texts and full not in found:
                found.append(full)
    return found


def _texts_of(ruleset: Ruleset, text: str) -> dict[str, str]:
    """Gives the files beside a ruleset that it names, with those that these name."""
    found: dict[str, str] = {}
    asked = [("", text)]
    for inside, content in asked:
        for quoted in _QUOTED.findall(content):
            name = join_name(quoted, inside or None)
            if not isinstance(name, str) or name in found:
                continue
            got = ruleset.provider.read(quoted, inside or ruleset.name)
            if isinstance(got, Source):
                found[name] = got.text
                asked.append((name, got.text))
    return found
