"""Games of bots that look ahead inside a module are played by it, whole; see `backend.policies`."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, compiling
from gekido_dsl.engine import Decision, Executor, State
from gekido_dsl.simulate.compiled import Winners, result_of
from gekido_dsl.simulate.experiment import Chunk, Experiment
from gekido_dsl.simulate.tallies import Tallies
from gekido_dsl.simulate.totals import Totals

if TYPE_CHECKING:
    from gekido_dsl.backend.policy_games import PolicyGames
    from gekido_dsl.model import nodes as m

Policies = tuple[Policy | None, ...]


def policies_of(experiment: Experiment) -> Policies | None:
    """Gives how each seat decides, None for by chance; None if there is a bot that no module plays, or none at all."""
    found: list[Policy | None] = []
    for seat in experiment.seats:
        policy = getattr(seat, "policy", None)
        if seat is not None and not isinstance(policy, Policy):
            return None
        found.append(policy)
    return tuple(found) if any(one is not None for one in found) else None


class PolicyBatch:
    """Plays games in a module, whose bots look ahead in it."""

    def __init__(self, experiment: Experiment, game: "Callable[[], m.Game]", policies: Policies) -> None:
        """Compiles the game.

        Raises:
            NotCompiled: modules cannot run on this machine, or not this game.
        """
        self._counted = experiment.tallies
        self._games = policy_games(experiment, game, policies, Winners() if experiment.tallies else None)

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> Chunk:
        """Plays games; see `Batch`."""
        chunk = Chunk(first, first, Totals(), by=COMPILED)
        try:
            for number in range(first, end):
                if number > first and stop():
                    break
                result = result_of(self._games.play(number))
                chunk.totals.add(result)
                chunk.games += [result] if keep else []
                chunk.end = number + 1
        except KeyboardInterrupt:
            # The games that are over are kept; whoever called is told.
            chunk.stopped = True
        if self._counted:
            counted = self._games.taken()
            chunk.totals.tallies.merge(Tallies(counted.happened, counted.asked, counted.reached))
        return chunk


def policy_games(
    experiment: Experiment,
    game: "m.Game | Callable[[], m.Game]",
    policies: Policies,
    winners: Winners | None = None,
) -> "PolicyGames":
    """Makes what plays games in a module, or takes it from the store.

    Args:
        game: what is played, or what gives it where it is needed.
    Raises:
        NotCompiled: modules cannot run on this machine, or not this game.
    """
    from gekido_dsl.backend.policy_games import PolicyGames
    from gekido_dsl.learning.games import Looking, LookingGames

    looks = any(isinstance(policy, Looking) for policy in policies)
    with compiling():
        make = LookingGames if looks else PolicyGames
        return make(game, experiment.setting, policies, winners, experiment.kept)


class Known:
    """Takes the choices of a game that was played already, for all seats of it, one after the other.

    A player is told only how many decisions it may know of; so it is not that number that finds the choice.
    """

    def __init__(self, choices: list[int]) -> None:
        self._left = iter(choices)

    def __call__(self, seed: int) -> "Known":
        """Makes a player; its seed is of no meaning."""
        return self

    def choose(self, executor: Executor, state: State, decision: Decision, taken: int) -> int:
        """Gives the number of a choice; see `Player`."""
        return next(self._left)


def known(experiment: Experiment, game: "m.Game", number: int) -> Known | None:
    """Gives who plays a game as its bots do inside a module; None where they are asked choice by choice."""
    policies = policies_of(experiment)
    if policies is None or experiment.kind == "interpreter":
        return None
    try:
        games = policy_games(experiment, game, policies)
    except NotCompiled:
        return None
    games.play(number)
    return Known(games.choices)
