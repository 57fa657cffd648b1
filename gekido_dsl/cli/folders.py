"""The folders where this user's programs keep their files, with a folder for this one."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Gives the folder of what is to be kept."""
    return _folder("Application Support", "XDG_DATA_HOME", Path(".local", "share"))


def cache_folder() -> Path:
    """Gives the folder of what can be made again."""
    return _folder("Caches", "XDG_CACHE_HOME", Path(".cache"))


def _folder(mac: str, variable: str, other: Path) -> Path:
    """Gives a folder: by its name on a Mac, and elsewhere by a variable of the environment or by its usual place."""
    try:
        home = Path.home()
    except RuntimeError:  # a user whom the system does not know has no home, and keeps nothing
        home = Path(os.sep, "nonexistent")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / mac
    else:
        base = os.environ.get(variable) or home / other
    return Path(base) / "gekido-dsl"
