"""Checks of a whole game, one to a file: `check(game) -> Iterator[Diagnostic]`. Found by themselves."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.model import bounds
from gekido_dsl.model import nodes as m


def check_all(game: m.Game) -> Iterator[Diagnostic]:
    """Runs every check of this folder, in the order of their names."""
    bounds.measure(game)
    for found in sorted(iter_modules(__path__), key=lambda one: one.name):
        yield from import_module(f"{__name__}.{found.name}").check(game)
