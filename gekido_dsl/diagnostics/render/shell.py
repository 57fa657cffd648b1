"""Words become a command as one types it: quoted for the shells of Windows there, for those of Unix elsewhere."""

import re
import shlex
import sys
from collections.abc import Iterable
from typing import Final

_PLAIN: Final = re.compile(r"[\w@%+=:,./\\-]+", re.ASCII)
_BEFORE_MARK: Final = re.compile(r'(\\*)("|$)')


def joined(words: Iterable[str]) -> str:
    """Writes a command."""
    return " ".join(quoted(word) for word in words)


def quoted(word: str) -> str:
    """Writes a word so that a shell takes it as one; on Windows in double quotes, which all of its shells know."""
    if sys.platform != "win32":
        return shlex.quote(word)
    if _PLAIN.fullmatch(word):
        return word
    # Backslashes count where a quotation mark follows, the one at the end too.
    inside = _BEFORE_MARK.sub(lambda found: 2 * found[1] + ("\\" + found[2] if found[2] else ""), word)
    return f'"{inside}"'
