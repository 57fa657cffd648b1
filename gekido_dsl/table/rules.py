"""The game that is played at tables, and what of it only the command line knows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Setting
from gekido_dsl.languages import Languages
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.record import Header

HERE: Final = "here"
"""A person at the host's own screen."""


@dataclass(frozen=True)
class Rules:
    """The game that is played here, and what of it only the command line knows."""

    made: Compilation
    name: str
    """How the ruleset is named."""
    engine: str
    """The version of this program."""
    kinds: Mapping[str, str]
    """Who may play a seat, and what they are called; `person` among them."""
    seed: Callable[[], int]
    """Gives the seed of another match."""
    playtest: tuple[str, ...] | None = None
    """The questions of the form where tables are playtests; None where nothing of people is kept."""

    languages: Languages | None = None
    """In which viewers can be spoken to; those of the program if nothing is said."""

    @property
    def title(self) -> str:
        """The name of the game."""
        assert self.made.game is not None
        return self.made.game.title

    def header(self, setting: Setting, seats: Sequence[str]) -> Header:
        """Says what a match starts from."""
        assert self.made.game is not None
        kinds = tuple(PERSON if kind == HERE else kind for kind in seats)
        return Header(
            self.made.identity, self.name, self.made.game.edition, setting.players, setting.seed,
            dict(setting.options), kinds, self.engine,
        )  # fmt: skip
