"""Whole games inside a module in which some seats look, by weights that were trained."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.policies import PolicyModule
from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.policy_games import PolicyGames, set_policies
from gekido_dsl.backend.rows import Played
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.learning.features import Features
from gekido_dsl.learning.looking import NOTES, SETS, LookingMaker
from gekido_dsl.learning.player import Player
from gekido_dsl.model import nodes as m

Weights = tuple[tuple[int, int], ...]
"""What is counted, by number, and its weight, in 1,024ths."""


@dataclass(frozen=True, slots=True)
class Looking(Policy):
    """How a seat decides that looks; with `labels` it searches by its playouts, and looking is noted besides."""

    weights: Weights = ()
    player: Player | None = None
    """Whose weights these are, where they are not given by number."""
    looks: int = 1
    """In how many worlds, or draws of chance."""
    labels: bool = False
    acts: int = 0
    """In how many of 256 decisions that it searches for it does what looking says."""


_NOBODY: Final = Looking(0, looks=0)
"""Of a seat that does not look."""


def quick(weights: Weights, looks: int) -> Looking:
    """Gives how a seat decides that only looks."""
    return Looking(1, weights=weights, looks=looks)


def set_looking(
    machine: Machine, module: PolicyModule, features: Features, policies: Sequence[Policy | None]
) -> None:
    """Tells a module which seats look, and by which weights."""
    more, words, size = module.more, machine.words, features.size
    sets: list[Weights] = []
    for seat, policy in enumerate(policies):
        looking = policy if isinstance(policy, Looking) else _NOBODY
        words(more["looks"])[seat] = looking.looks
        words(more["labels"])[seat], words(more["acts"])[seat] = looking.labels, looking.acts
        if looking is _NOBODY:
            continue
        weights = looking.weights if looking.player is None else looking.player.slots(features)
        if weights not in sets:
            sets.append(weights)
        words(more["sets"])[seat] = sets.index(weights) * size
    assert len(sets) <= SETS, "more players that were trained than may meet"
    array = words(more["weights"])
    for number, weights in enumerate(sets):
        first = number * size
        for slot in range(size):
            array[first + slot] = 0
        for slot, weight in weights:
            array[first + slot] = weight


class LookingGames(PolicyGames):
    """Plays games of one setting."""

    def __init__(
        self,
        game: m.Game | Callable[[], m.Game],
        setting: e.Setting,
        policies: Sequence[Policy | None],
        winners: Callable[[Played], Sequence[int] | None] | None = None,
        kept: Sequence[str] = (),
    ) -> None:
        """Makes the modules, or takes them from the store; see `PolicyGames`."""
        read = game() if callable(game) else game
        self.features = features = Features(lay_out(read, setting.players))
        super().__init__(
            read,
            setting,
            policies,
            winners,
            (*kept, "looking") if kept else (),
            lambda lowered: LookingMaker(lowered, features),
        )
        more, words = self._module.more, self._machine.words
        self._notes, self._notes_length = words(more["notes"]), words(more["notes length"])
        set_looking(self._machine, self._module, features, policies)

    def arrange(self, policies: Sequence[Policy | None], openings: int = 0) -> None:
        """Lets others play from the next game on.

        Args:
            openings: how many decisions chance takes at the beginning of a game.
        """
        self._machine.words(self._module.more["openings"])[0] = openings
        self._policies = tuple(policies)
        set_policies(self._machine, self._module, self._policies)
        self._notes_length[0] = 0
        set_looking(self._machine, self._module, self.features, policies)

    def noted(self) -> list[int]:
        """Gives what was noted of decisions since it was asked last; see `LookingMaker.handed`."""
        found = self._notes[: min(self._notes_length[0], NOTES)].tolist()
        self._notes_length[0] = 0
        return found
