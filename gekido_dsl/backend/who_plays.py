"""Which executor plays, in the one sentence that every command says: `compiled`, or `interpreted, because ...`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.runtime import NoRuntime, TooLarge
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.engine import RuleError


@dataclass(frozen=True, slots=True)
class WhoPlays:
    """The executor that plays; as a text, the sentence that says it."""

    why: str = ""
    """Why the interpreter plays; empty where compiled code does."""
    failed: bool = False
    """Whether compiled code was meant to play, and could not."""

    def __str__(self) -> str:
        return f"interpreted, because {self.why}" if self.why else "compiled"

    def beside(self, other: "WhoPlays") -> "WhoPlays":
        """Says who plays where two play side by side: the one that is slower, and why."""
        return other if other.why and (other.failed or not self.why) else self


COMPILED: Final = WhoPlays()


class NotCompiled(Exception):
    """The interpreter has to play; the text says why, to follow `because`."""


@contextmanager
def compiling() -> Iterator[None]:
    """Turns everything that stands in the way of compiling a game into `NotCompiled`, faults of the compiler included.

    Raises:
        NotCompiled: modules cannot run on this machine, or not this game.
    """
    try:
        yield
    except (NotCompiled, RuleError):
        raise
    except (NoRuntime, TooLarge) as error:
        raise NotCompiled(str(error)) from error
    except NotImplementedError as error:  # `NotLowered`, which takes long to load
        raise NotCompiled(_at_its_line(error)) from error
    except Exception as error:  # a fault of ours: the interpreter plays, and the reason is shown
        raise NotCompiled(f"the compiler failed: {worded(error)}") from error


def worded(error: Exception) -> str:
    """Words an error of the program itself in a line."""
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}, {text}" if text else type(error).__name__


def _at_its_line(error: NotImplementedError) -> str:
    span = getattr(error, "span", None)
    if span is None:
        return str(error)
    at = place(span)
    return f"line {at.line} of {at.file} cannot be compiled: {getattr(error, 'what', error)}"
