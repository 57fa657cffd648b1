"""Sentences as data, so that one that was kept can be told in another language.

Invariants:
    What was not written here is read as no sentence.
"""

import re
from typing import Any, Final

from gekido_dsl.languages.said import Said, _Authored, _Capital, _Counted, _Figure, _Joined, _Sentence

_PLAIN: Final = re.compile(r"(?:[^{}]|\{\w+\})*")
"""A message with named places alone; nothing else of what `format` knows."""
_DEEPEST: Final = 20


def written(told: str) -> Any:
    """Writes a sentence as plain JSON; a text that is none stays one."""
    match told:
        case _Sentence():
            values = {name: _value(value) for name, value in told.values.items()}
            return {"say": told.message, "with": values, "as": str(told)}
        case _Counted():
            values = {name: _value(value) for name, value in told.values.items()}
            return {"one": told.one, "other": told.other, "count": told.number, "with": values}
        case _Joined():
            return {"join": [written(part) for part in told.parts], "by": told.separator}
        case _Capital():
            return {"capital": written(told.inner)}
        case _Authored():
            return {"name": str(told), **({"of": list(told.roles)} if told.roles else {})}
        case _Figure():
            return {"figure": str(told)}
        case _:
            return str(told)


def _value(value: Any) -> Any:
    return written(value) if isinstance(value, str) else value if isinstance(value, int) else str(value)


def read(found: Any, deep: int = 0) -> str | None:
    """Reads what was written; None for anything else."""
    if isinstance(found, str):
        return found
    if not isinstance(found, dict) or deep > _DEEPEST:
        return None
    try:
        return _read(found, deep + 1)
    except (KeyError, ValueError, IndexError, TypeError, AttributeError):
        return None


def _read(found: dict[str, Any], deep: int) -> Said:
    def text(value: Any) -> str:
        made = read(value, deep)
        if made is None:
            raise ValueError("no sentence")
        return made

    def message(name: str) -> str:
        if not isinstance(found[name], str) or not _PLAIN.fullmatch(found[name]):
            raise ValueError("no message")
        return str(found[name])

    if "join" in found:
        return _Joined(text(found["by"]), tuple(map(text, found["join"])))
    if "capital" in found:
        return _Capital(text(found["capital"]))
    if "name" in found:
        return _Authored(text(found["name"]), tuple(map(text, found.get("of") or ())))
    if "figure" in found:
        return _Figure(text(found["figure"]))
    values = {name: one if isinstance(one, int) else text(one) for name, one in found["with"].items()}
    if "say" in found:
        _ = message("say").format(**values)  # every place has its value
        return _Sentence(text(found["as"]), message("say"), values)
    return _Counted(message("one"), message("other"), int(found["count"]), values)
