"""Rulesets to begin with: small complete games, and variants of games that there are.

Invariants:
    What is given is data, file names and texts; nothing is written here.
"""

import re
from functools import cache
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.source import SourceProvider, not_on_windows

_TITLE: Final = re.compile(r'^game "([^"\n]*)"', re.MULTILINE)
_MAIN: Final = "game.gdl"
_FIRST: Final = "dice"
_MOST_NAME: Final = 60
_PLAIN: Final = re.compile(r"[\w-]+")


class BadName(ValueError):
    """What no ruleset can be called; its text says why."""


@cache
def templates() -> dict[str, dict[str, str]]:
    """Gives the texts of each template by the names of its files, its main file first; the simplest template first."""
    from importlib.resources import files  # no part of what a page begins with

    found = {}
    for folder in files(__name__).iterdir():
        if folder.is_dir() and folder.joinpath(_MAIN).is_file():
            names = sorted(
                one.name for one in folder.iterdir() if one.name.endswith((".gdl", ".yaml", ".csv"))
            )
            names.sort(key=lambda name: name != _MAIN)
            found[folder.name] = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in names}
    return dict(sorted(found.items(), key=lambda one: (one[0] != _FIRST, one[0])))


def file_name(name: str) -> str:
    """Makes the name of a file or folder of what somebody calls a game: `Gekido Hard` becomes `gekido-hard`.

    Raises:
        BadName: it has no letter to call a file by, or too many.
    """
    name = name.strip()
    if not re.search(r"\w", name):
        raise BadName(f"`{name}` has no letter to call the game by")
    made = name if _PLAIN.fullmatch(name) else "-".join(re.findall(r"\w+", name.casefold()))
    if len(made) > _MOST_NAME:
        raise BadName(f"a name may have at most {_MOST_NAME} characters")
    why = not_on_windows(made)
    if why is not None:
        raise BadName(why)
    return made


def title_of(name: str) -> str:
    """Gives the title of a game that is called so: `my-game` is My Game, and what has capitals stays."""
    words = re.sub(r"[\W_]+", " ", name).strip()
    return words if words != words.lower() else words.title()


def of_template(template: str, name: str) -> dict[str, str]:
    """Gives the files of a new ruleset by their names, its main file first.

    Raises:
        BadName: nothing can be called so.
        KeyError: there is no such template.
    """
    texts = templates()[template]
    main = _TITLE.sub(f'game "{title_of(name)}"', texts[_MAIN], count=1)
    return {f"{file_name(name)}.gdl": main, **{one: text for one, text in texts.items() if one != _MAIN}}


def of_base(base: Compilation, file: str, name: str, provider: SourceProvider) -> dict[str, str]:
    """Gives the file of a new variant.

    Args:
        file: how the variant names its base.
    Raises:
        BadName: nothing can be called so.
    """
    from gekido_dsl.templates import variant as variants  # it reads the base's text, which no template needs

    return {f"{file_name(name)}.gdl": variants.text_of(base, file, title_of(name), provider)}
