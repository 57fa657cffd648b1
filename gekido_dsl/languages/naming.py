"""How a language tells what the author of a ruleset wrote: by what each text is in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gekido_dsl.languages.language import CONTEXT, FORMS, Languages

_NAME: Final = 40
"""A text with more letters than this is a sentence and no name."""


@dataclass(frozen=True, slots=True)
class Names:
    """What texts of a ruleset are in one language."""

    told: Mapping[str, str]

    def __call__(self, text: str) -> str:
        """Tells a text; one that is not known stays as it is."""
        return self.told.get(text, text)

    def untold(self, typed: str) -> str:
        """Gives what the ruleset calls something that was typed: its whole name, or the beginning of one name alone."""
        folded = typed.casefold().strip()
        texts = [
            (text.rpartition(CONTEXT)[2], told.casefold())
            for text, told in self.told.items()
            if not text.startswith(FORMS)
        ]
        whole = [text for text, told in texts if told == folded]
        if whole or not folded or any(text.casefold() == folded for text, _ in texts):
            return whole[0] if whole else typed
        begun = list({text for text, told in texts if len(told) < _NAME and f" {folded}" in f" {told}"})
        return begun[0] if len(begun) == 1 else typed


def named(told: Mapping[str, Mapping[str, str]]) -> Languages:
    """Gives the languages in which a game can be played: those of the program, and those that it was translated to.

    Args:
        told: by the code of a language, what each text of the ruleset is in it.
    """
    return Languages({code: Names(texts) for code, texts in told.items()})
