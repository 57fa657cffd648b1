"""Games as pages that play by themselves, for `gdl export` and `gdl publish`."""

import re
from collections.abc import Iterable
from typing import Final

from gekido_dsl import pages
from gekido_dsl.cli import loading, rulebook
from gekido_dsl.cli.new import TEMPLATES
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import Compilation
from gekido_dsl.files import shipped_folder
from gekido_dsl.source import Source
from gekido_dsl.standalone import games, packing, site

_TITLE: Final = re.compile(r'^game "([^"]+)"', re.MULTILINE)
_OTHER_FILE: Final = re.compile(
    r'^ *(?:use|include|replace .* from|.*\bfrom|book from|theme|.*\bchanges) "', re.MULTILINE
)


def single(ruleset: Ruleset, made: Compilation, *, book: bool) -> str:
    """Writes the page with everything in it.

    Raises:
        BookErrors: the book has errors.
    """
    program = packing.program()
    game = games.carriage(ruleset.name, ruleset.provider, packing.version_of(program))
    parts: dict[str, bytes | str] = {
        **packing.runtime(),
        "program": packing.packed_program(),
        "front": packing.compressed(packing.front()[0]),
        "game": packing.compressed(game.content),
    }
    books = [pages.one_file(rulebook.content(made, {}))] if book else []
    if books:
        parts["book"] = packing.compressed(books[0].encode())
    return packing.page(game.about["title"], game.about, parts, books)


def folder_of(ruleset: Ruleset) -> str:
    """Names the folder of a game in a site."""
    return ruleset.name.rsplit("/", 1)[-1].removesuffix(".gdl").strip("<>") or "game"


def published(shared: site.Shared, ruleset: Ruleset, made: Compilation) -> dict[str, str | bytes]:
    """Writes rulebook and table of a game.

    Raises:
        BookErrors: the book has errors.
    """
    game = games.carriage(ruleset.name, ruleset.provider, packing.version_of(packing.program()))
    files: dict[str, str | bytes] = {
        f"rules/{name}": text for name, text in pages.site(rulebook.content(made, {}, sources=True)).items()
    }
    return files | {
        f"play/{name}": text for name, text in site.game(shared, game, "../rules/index.html").items()
    }


def entry(folder: str, made: Compilation, *, statistics: bool) -> site.Entry:
    """Lists a game."""
    game = loading.game_of(made)
    least, most = game.least_players, game.most_players
    players = f"{least} players" if least == most else f"{least} to {most} players"
    return site.Entry(folder, game.title, players, statistics)


def library() -> dict[str, str]:
    """Gives the texts of the shipped games by their names."""
    root = shipped_folder()
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.suffix in (".gdl", ".yaml") and path.is_file()
    }


def examples(rulesets: Iterable[Ruleset]) -> list[tuple[str, str]]:
    """Gives what the playground can begin from: a new game, the games of the site that are one file, shipped ones."""
    texts = library()
    found = {"A new game": (TEMPLATES / "grid" / "game.gdl").read_text(encoding="utf-8")}
    titles = {name: _TITLE.search(text) for name, text in texts.items() if name.endswith(".gdl")}
    for one in rulesets:
        got = one.read()
        if isinstance(got, Source) and f"{folder_of(one)}.gdl" not in texts:
            found[folder_of(one)] = got.text
    for name, title in titles.items():
        if title is None:
            continue
        if not _OTHER_FILE.search(texts[name]):
            found[title[1]] = texts[name]
        elif "/" not in name:
            changed = f'edition 1\n\ngame "My {title[1]}" changes "{name}"\n'
            found[f"A change of {title[1]}"] = changed
    return list(found.items())
