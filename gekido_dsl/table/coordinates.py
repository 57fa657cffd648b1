"""Spaces that are called by a letter and a number: `e4` where the rules say `r4c5`, in what players read."""

import re
from typing import Any, Final

from gekido_dsl.drawing.look import column_name

_SPACE: Final = re.compile(r"\br(\d{1,3})c(\d{1,3})\b")
_AS_THEY_ARE: Final = frozenset({"spots", "picture", "place", "sheet"})
"""What a page finds things by, and what it draws."""


def lettered(message: Any) -> Any:
    """Gives a message with its spaces called so; what is no text for people stays as it is."""
    match message:
        case str():
            return _SPACE.sub(lambda found: f"{column_name(int(found[2]))}{int(found[1])}", message)
        case list():
            return [lettered(one) for one in message]
        case dict():
            return {key: one if key in _AS_THEY_ARE else lettered(one) for key, one in message.items()}
        case _:
            return message
