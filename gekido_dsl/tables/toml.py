"""A text becomes the values that it says in TOML, or the reason why it says none."""

import re
import tomllib
from typing import Any, Final

_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")


class NotToml(ValueError):
    """A text is no TOML; the message says where and why, in words that fit after `it cannot be read`."""


def read(text: str) -> dict[str, Any]:
    """Reads a text.

    Raises:
        NotToml: it is none.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        where = f"line {place[1]}, column {place[2]} is" if place is not None else "its last line is"
        raise NotToml(f"{where} no TOML; toml.io says how it is written") from None
    except RecursionError:
        raise NotToml("its lists and tables lie too deep in one another") from None
    except ValueError:
        raise NotToml("a number or a date in it cannot be") from None
