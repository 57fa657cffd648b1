"""What a JSON schema refuses is said in words: where it is, what it should be; no pattern and no value of Python's."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.diagnostics.render.screen import safe

if TYPE_CHECKING:
    from jsonschema import ValidationError

_SHOWN: Final = 40
"""Letters of a name that are shown."""
_TYPES: Final = {
    "array": "a list", "boolean": "true or false", "integer": "a whole number", "number": "a number",
    "object": "a map", "string": "a text",
}  # fmt: skip


def quoted(name: str) -> str:
    """Gives a name as a message has it: short, and nothing in it that commands a terminal."""
    return f"`{safe(name[:_SHOWN])}{'…' if len(name) > _SHOWN else ''}`"


def misfit(error: "ValidationError") -> str:
    """Says where something does not fit, and why."""
    where = _where(error.absolute_path)
    names = "propertyNames" in error.absolute_schema_path
    what = f"the name {quoted(str(error.instance))} {_of_a_name(error)}" if names else _what(error)
    return f"{where}: {what}" if where else what


def _where(path: Iterable[str | int]) -> str:
    said = ""
    for part in path:
        said += f"[{part}]" if isinstance(part, int) else f"{'.' if said else ''}{quoted(part)[1:-1]}"
    return said


def _of_a_name(error: "ValidationError") -> str:
    if error.validator == "maxLength":
        return f"has more than {error.validator_value:,} letters"
    return "is not one that may stand here"


def _what(error: "ValidationError") -> str:
    limit: Any = error.validator_value
    match error.validator:
        case "type":
            return f"this has to be {_TYPES[limit]}"
        case "const":
            return f"this has to be {limit}"
        case "enum":
            return f"this has to be one of {', '.join(map(str, limit))}"
        case "minimum":
            return f"this has to be {limit:,} or more"
        case "maximum":
            return f"this has to be {limit:,} or less"
        case "exclusiveMinimum":
            return f"this has to be more than {limit:,}"
        case "maxLength":
            return f"this has more than {limit:,} letters"
        case "maxItems" | "maxProperties":
            return f"this has more than {limit:,} entries"
        case "minItems" | "minLength":
            return f"this needs {limit} or more {'entries' if error.validator == 'minItems' else 'letters'}"
        case "required":
            return f"`{next(name for name in limit if name not in _map(error))}` is missing"
        case "additionalProperties":
            known = error.schema.get("properties", {}) if isinstance(error.schema, Mapping) else {}
            return f"{quoted(next(name for name in _map(error) if name not in known))} means nothing here"
        case _:
            return "this does not fit"


def _map(error: "ValidationError") -> Mapping[str, Any]:
    return error.instance if isinstance(error.instance, Mapping) else {}
