"""Spaces that are called by a letter and a number: `e4` where the rules say `r4c5`, in what players read and ask."""

import re
from typing import Any, Final

from gekido_dsl.drawing.look import column_name, column_number

_SPACE: Final = re.compile(r"\br(\d{1,3})c(\d{1,3})\b")
_CALLED: Final = re.compile(r"\b([a-z]{1,2})([1-9]\d{0,2})\b", re.IGNORECASE)
_AS_THEY_ARE: Final = frozenset({"spots", "picture", "place", "sheet", "person"})
"""What a page finds things by, what it draws, and what people call themselves."""


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


def unlettered(asked: str) -> str:
    """Gives what somebody asks with the spaces called as the rules do."""
    return _CALLED.sub(lambda found: f"r{int(found[2])}c{column_number(found[1])}", asked)
