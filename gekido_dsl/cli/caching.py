"""Where `gdl` keeps what it has worked out: in the user's cache folder, unless the user says otherwise."""

import os
from pathlib import Path
from typing import Final

from gekido_dsl import store
from gekido_dsl.cache.folder import CacheFolder
from gekido_dsl.cache.version import version_of_program
from gekido_dsl.cli.folders import cache_folder

VARIABLE: Final = "GDL_CACHE"
"""A folder, or `off`; processes that this one starts have it, too."""
OFF: Final = "off"


def place() -> CacheFolder | None:
    """Gives the folder that is in use; None when nothing is kept."""
    said = os.environ.get(VARIABLE, "")
    if said.lower() == OFF:
        return None
    try:
        return CacheFolder(Path(said) if said else cache_folder())
    except RuntimeError:  # there is no home folder
        return None


def begin(use: bool = True) -> None:
    """Has this process, and those that it starts, keep what they work out."""
    if not use:
        os.environ[VARIABLE] = OFF
    store.keep_in(place(), version_of_program)
