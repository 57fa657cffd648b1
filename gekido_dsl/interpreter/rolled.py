"""How many dice are rolled at once: a few matches are played by chance, and what is rolled in them is noted."""

from collections import Counter
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter.interpreter import Interpreter, Stream
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.odds.throwing import Rolled
from gekido_dsl.rng import Rng

_MATCHES: Final = 3
"""For each number of players that is tried."""
_DECISIONS: Final = 250
"""So far each is played, at most."""
_ROLLS: Final = 25
"""So many rolls of each are noted, at most."""


class _Noting:
    """Leaves all chance to the match, and notes how many dice are rolled at once, and by which rule."""

    def __init__(self, found: Rolled) -> None:
        self.found = found
        self.state: State | None = None
        self.rolls = 0

    def draw(self, request: e.ChanceRequest) -> None:
        """Notes the first of the dice that are rolled at once."""
        if request.kind != "roll" or request.goal not in ("", f"1 of {request.following + 1}"):
            return
        frames = self.state.frames if self.state is not None else []
        decl = frames[-1].code.decl if frames else None
        self.found.setdefault((request.what, decl.name if decl is not None else ""), Counter())[
            request.following + 1
        ] += 1
        self.rolls += 1


class _Followed(Interpreter):
    """Has the match at hand before anything of it is run."""

    noting: _Noting

    def opened(
        self, setting: e.Setting, chance: e.Chance | None = None, stream: Stream | None = None
    ) -> State:
        state = super().opened(setting, chance, stream)
        self.noting.state = state
        return state


def rolled_at_once(game: m.Game) -> Rolled:
    """Counts how often how many dice were rolled at once in a few matches, always the same ones."""
    found: Rolled = {}
    executor = _Followed(game, trace=False)
    for players in sorted({game.least_players, game.most_players}):
        for seed in range(1, _MATCHES + 1):
            rng, noting = Rng(seed), _Noting(found)
            executor.noting = noting
            try:
                state, _ = executor.initial(e.Setting(players, seed), noting)
                for _ in range(_DECISIONS):
                    count = executor.count(state)
                    if not count or noting.rolls > _ROLLS:
                        break
                    executor.apply(state, rng.below(count), noting)
            except e.RuleError:
                continue  # What was rolled before was rolled.
    return found
