"""How a language tells what the author of a ruleset wrote: by what each text is in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from gekido_dsl.languages.language import Languages


@dataclass(frozen=True, slots=True)
class Names:
    """What texts of a ruleset are in one language."""

    told: Mapping[str, str]

    def __call__(self, text: str) -> str:
        """Tells a text; one that is not known stays as it is."""
        return self.told.get(text, text)


def named(told: Mapping[str, Mapping[str, str]]) -> Languages:
    """Gives the languages in which a game can be played: those of the program, and those that it was translated to.

    Args:
        told: by the code of a language, what each text of the ruleset is in it.
    """
    return Languages({code: Names(texts) for code, texts in told.items()})
