"""What a page sends is read, or refused in a sentence."""

from collections.abc import Mapping
from typing import Any

from gekido_dsl.studio.refusal import Refused


def number_in(asked: Mapping[str, Any], name: str, least: int, most: int, otherwise: int) -> int:
    """Reads a number that somebody sent.

    Raises:
        Refused: it is none, or too large or small.
    """
    found = asked.get(name, otherwise)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise Refused(f"{name} is a number from {least:,} to {most:,}.")
    return found


def text_in(asked: Mapping[str, Any], name: str) -> str:
    """Reads a text that somebody sent.

    Raises:
        Refused: it is none.
    """
    found = asked.get(name)
    if not isinstance(found, str):
        raise Refused(f"{name} is a text.")
    return found
