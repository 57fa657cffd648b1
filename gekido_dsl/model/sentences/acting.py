"""Which method resolves what each verb of the language does: a table that the methods register in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import Scope
from gekido_dsl.syntax import nodes as s

_Resolver = TypeVar("_Resolver")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence whose subject is resolved, and what its verb is resolved with."""

    w: s.Sentence
    subject: m.Expr | None
    preps: dict[str, s.Phrase]
    """What stands behind each preposition."""
    scope: Scope
    slots: list[m.Slot]
    """Takes up what is chosen."""


MEANS: Final[dict[str, Callable[[Any, Said], m.AnyAct | None]]] = {}
"""What resolves each verb of the language."""


def means(
    *verbs: str,
) -> Callable[[Callable[[_Resolver, Said], m.AnyAct | None]], Callable[[_Resolver, Said], m.AnyAct | None]]:
    """Registers a method for verbs."""

    def register(
        method: Callable[[_Resolver, Said], m.AnyAct | None],
    ) -> Callable[[_Resolver, Said], m.AnyAct | None]:
        for verb in verbs:
            if verb in MEANS:
                raise ValueError(f"`{verb}` is registered twice")
            MEANS[verb] = method
        return method

    return register
