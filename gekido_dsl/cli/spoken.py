"""What a terminal shows of a text, in the language that is spoken there."""

from collections.abc import Iterable

from gekido_dsl.diagnostics import suggest
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.languages import joined, now, text


def spoken(text: str) -> str:
    """Tells a sentence of the program, or a text of a ruleset, so that it can do no harm on a screen."""
    return now().value(safe(text))


def meant(name: str, known: Iterable[str]) -> str | None:
    """Asks whether a known name was meant that is near; None when none is."""
    quoted = [f"`{near}`" for near in suggest.nearest(name, known)]
    if not quoted:
        return None
    *first, last = quoted
    if first:
        return text("did you mean {names} or {last}?", names=joined(", ", first), last=last)
    return text("did you mean {last}?", last=last)
