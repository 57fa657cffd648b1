"""Games as pages that play by themselves, for `gdl export` and `gdl publish`."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import click

from gekido_dsl import __version__, drawing, pages, templates
from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.translated import told_of
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.files import LIBRARY_PREFIX, shipped_folder
from gekido_dsl.pages import rulebook
from gekido_dsl.source import Source, join_name, read_bytes
from gekido_dsl.standalone import archive, games, packing, parts, site
from gekido_dsl.standalone.in_play import in_play

_TEXTS: Final = (".gdl", ".yaml", ".csv", ".tsv", ".md", ".svg", ".po")
_NAMED: Final = re.compile(r"(?<![\w./-])[\w./-]+\.(?:gdl|ya?ml|csv|tsv|md|po|svg|png|jpe?g)\b")
"""How files name one another: a file that is named so, and is there, is one."""
_PICTURES: Final = (".svg", ".png", ".jpg", ".jpeg")


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
    tell_of_bots(game)
    say(2, of, "program and pictures are packed")
    packed: dict[str, bytes | packing.Beside | packing.Later] = {
        **parts.runtime(),
        "program": archive.packed(),
        "front": packing.compressed(parts.front()[0]),
        "game": packing.compressed(game.content),
    }
    if book:
        say(3, of, "the rulebook is written")
    books = [pages.one_file(rulebook.content(made, {}))] if book else []
    if books:
        packed["book"] = packing.compressed(books[0].encode())
    return packing.page(game.about["title"], game.about, packed, parts.shell(), books)


def tell_of_bots(game: games.Carriage) -> None:
    """Says that bots of a page do not search, where that is so."""
    if game.not_compiled:
        by = WhoPlays(game.not_compiled, True)
        output.note(f"warning: bots in the page do not search but look a little ahead: {by}")


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
    tell_of_bots(game)
    files: dict[str, str | bytes] = {
        f"rules/{name}": text for name, text in pages.site(rulebook.content(made, {}, sources=True)).items()
    }
    playing = site.game(shared, game, "../rules/index.html", "../statistics.html" if statistics else None)
    return files | {f"play/{name}": text for name, text in playing.items()}


def entry(folder: str, made: Compilation, *, statistics: bool, base: str | None) -> site.Entry:
    """Lists a game."""
    game = loading.game_of(made)
    least, most = game.least_players, game.most_players
    players = f"{least} players" if least == most else f"{least} to {most} players"
    seen = in_play(made)
    picture = drawing.document(seen) if seen is not None else None
    return site.Entry(folder, safe(game.title), players, statistics, picture, base)


def library() -> dict[str, str]:
    """Gives the texts of the shipped games by their names."""
    root = shipped_folder()
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.suffix in _TEXTS and path.is_file()
    }


def with_own(rulesets: Iterable[Ruleset], texts: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Adds games to the texts of the shipped ones; gives what each of them is called there, too."""
    whole, called = dict(texts), {}
    for one in rulesets:
        shipped = one.name.removeprefix(LIBRARY_PREFIX)
        if one.name.startswith(LIBRARY_PREFIX) and shipped in texts:
            called[one.argument] = shipped.removesuffix(".gdl")
            continue
        project = as_project(one)
        own = {name: data.decode() for name, data in project.files.items() if name.endswith(_TEXTS)}
        if any(whole.get(name, text) != text for name, text in own.items()):
            continue  # one of its files has the name of another one: it is played, and not changed
        whole |= own
        called[one.argument] = project.main.removesuffix(".gdl")
    return whole, called


def first_project() -> site.Project:
    """Gives what the studio begins with where nothing else is said."""
    texts = templates.of_template("dice", "my-game")
    return site.Project(next(iter(texts)), {name: text.encode() for name, text in texts.items()})


def made_ready(first: site.Project) -> bytes:
    """Works out what the studio of a page opens with, so that the page need not."""
    from gekido_dsl.studio import in_page

    return in_page.made_ready(first.main, first.files, shipped_folder(), __version__)


def as_project(ruleset: Ruleset) -> site.Project:
    """Gives a ruleset with the files that it names, as what a studio can begin from.

    Raises:
        click.ClickException: it cannot be read.
    """
    got = ruleset.read()
    if not isinstance(got, Source):
        raise click.ClickException(f"{ruleset.argument} cannot be read: {got.reason}")
    main = f"{folder_of(ruleset)}.gdl"
    return site.Project(main, {main: got.text.encode()} | _files_of(ruleset, got))


def _files_of(ruleset: Ruleset, first: Source) -> dict[str, bytes]:
    """Gives the files beside a ruleset that it names, with those that these name: tables, chapters, artwork."""
    found: dict[str, bytes] = {}
    asked = [("", first)]
    for inside, source in asked:
        for named in _NAMED.findall(source.text):
            name = join_name(named, inside or None)
            if not isinstance(name, str) or name in found:
                continue
            if name.endswith(_PICTURES):
                data = read_bytes(ruleset.provider, named, source.name)
                if isinstance(data, bytes):
                    found[name] = data
                continue
            got = ruleset.provider.read(named, source.name)
            if isinstance(got, Source):
                found[name] = got.text.encode()
                asked.append((name, got))
    return found
