"""One seed and a player for each seat become one game, from the set-up to its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.engine import Asked, Decision, Event, Executor, RuleError, Setting, State
from gekido_dsl.rng import Rng, bot_seed, game_seed, player_seed
from gekido_dsl.simulate.course import Course, Going

DECISIONS_LIMIT = 100_000
"""How many decisions a game may have before it counts as unfinished."""


class Player(Protocol):
    """Takes the decisions of a seat."""

    def choose(self, executor: Executor, state: State, decision: Decision, taken: int) -> int:
        """Gives the number of a choice of the open decision.

        Args:
            state: of the match; not to be changed.
            taken: how many decisions of the match the seat knows of.
        """
        ...


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went."""

    number: int
    """Of the game in the experiment, from 0."""
    seed: int
    ranks: tuple[int, ...]
    """By seat, from 1; empty when the game did not end by its rules."""
    turns: int
    decisions: int
    owned: tuple[tuple[tuple[str, str], ...], ...] = ()
    """By seat, the kind and name of each named thing that its player had."""
    error: str | None = None
    """The rule that could not be carried out, in words."""
    most_choices: int = 0
    """Of all its decisions, the greatest number of choices; of ways, where these are drawn before they are tried."""
    label: str = ""
    """The label of the end of the game that held."""
    sides: tuple[int, ...] = ()
    """By seat, the side that it is on; empty where everybody plays alone."""
    joint: bool = False
    """Whether all won or lost as one."""
    course: Course | None = None
    """Who led, waited and had how much to decide; None unless it was counted."""
    apart: int = 0
    """How many worlds of bots were drawn thing by thing, as none was found that agrees with what a seat was told."""

    @property
    def finished(self) -> bool:
        """Whether the game ended by its rules."""
        return bool(self.ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def shared(self) -> bool:
        """Whether several who did not win as one share the first rank, or nobody has it."""
        if self.joint or not self.finished:
            return False
        return len({self.sides[seat] if self.sides else seat for seat in self.winners}) != 1

    @property
    def won(self) -> tuple[int, ...]:
        """The seats that won, alone or with their side."""
        return () if self.shared else self.winners


Maker = Callable[[int], Player] | None
"""Makes the player of a seat from a seed; None for one that chooses at random, from the stream of the game."""


def play(
    executor: Executor,
    setting: Setting,
    number: int,
    players: Sequence[Maker],
    tell: Callable[[Event], None] | None = None,
    takes: Callable[[Asked, int], None] | None = None,
    going: Going | None = None,
    tried: Callable[[State], tuple[int, Sequence[int]] | None] | None = None,
) -> GameResult:
    """Plays one game of an experiment.

    Args:
        setting: of the experiment; its seed is not the game's, which is derived from it and the number (`rng`).
        tell: is told every event.
        takes: is told every decision, and the number of the choice, before it is taken.
        going: follows the game, for its course.
        tried: gives how many ways the open decision had and which of them pass, if they are tried; with it, random
            seats draw one of all ways first (`rng`).
    Raises:
        RuleError: never; it is a result.
    """
    seed = game_seed(setting.seed, number)
    random = Rng(player_seed(seed))
    seats: list[Player | None] = [
        make(bot_seed(seed, seat)) if make is not None else None for seat, make in enumerate(players)
    ]
    owned: list[set[tuple[str, str]]] = [set() for _ in seats]
    taken = most = 0
    hidden = [0] * len(players)
    """By seat: how many decisions it took in secret."""
    begun = False
    state: State | None = None
    try:
        state, events = executor.initial(replace(setting, seed=seed))
        while True:
            if tell is not None:
                for event in events:
                    tell(event)
            asked = executor.asked(state)
            if asked is None or taken >= DECISIONS_LIMIT:
                break
            if not begun and executor.turn(state)[0]:
                begun = True
                _add_owned(executor, state, owned)
            player, decision = seats[asked.seat], None
            if player is None:
                ways = tried(state) if tried is not None else None
                if ways is None:
                    choice = random.below(asked.count)
                else:
                    declines = asked.count - len(ways[1])
                    choice = random.passing(*ways, declines)
                    most = max(most, ways[0] + declines)
            else:
                decision = executor.decision(state)
                assert decision is not None
                choice = player.choose(executor, state, decision, taken - sum(hidden) + hidden[asked.seat])
            if takes is not None:
                takes(asked, choice)
            if going is not None:
                follow(going, executor, state, asked, choice)
            most = max(most, asked.count)
            events = executor.apply(state, choice)
            taken += 1
            if decision is not None and decision.secret:
                hidden[asked.seat] += 1
        _add_owned(executor, state, owned)
    except RuleError as error:
        turns = executor.turn(state)[0] if state is not None else 0
        return GameResult(number, seed, (), turns, taken, (), described(error), most)
    except Exception as error:
        error.add_note(f"in game {number} of seed {setting.seed}, after {taken} decisions")
        raise
    outcome = executor.outcome(state)
    had = tuple(tuple(sorted(each)) for each in owned)
    turns = executor.turn(state)[0]
    course = going.course() if going is not None else None
    if outcome is None or not outcome.finished:
        return GameResult(number, seed, (), turns, taken, had, None, most, course=course)
    return GameResult(
        number,
        seed,
        outcome.ranks,
        turns,
        taken,
        had,
        None,
        most,
        outcome.label,
        outcome.sides,
        outcome.joint,
        course,
    )


def follow(going: Going, executor: Executor, state: State, asked: Asked, choice: int) -> None:
    """Has a decision counted, and the lead measured where a turn begins."""
    turn = executor.turn(state)[0]
    going.asks(asked, choice, turn)
    if not going.begins(turn):
        return
    try:
        aims = executor.aims(state)
    except RuleError:
        going.fails()
    else:
        if aims is not None:
            going.measures(aims)


def roll_out(executor: Executor, state: State, seed: int, decisions: int | None = None) -> State:
    """Plays on at random from a position, which stays as it is, and gives where that leads.

    Args:
        seed: of the choices; chance comes from the stream of the position.
        decisions: after how many it ends, if the match goes on for so long; None for its end.
    Raises:
        RuleError: a rule cannot be carried out.
    """
    state, random, taken = state.copy(), Rng(seed), 0
    limit = DECISIONS_LIMIT if decisions is None else decisions
    while taken < limit and (asked := executor.asked(state)) is not None:
        executor.apply(state, random.below(asked.count))
        taken += 1
    return state


def described(error: RuleError) -> str:
    """Words a rule error, with its line."""
    if error.span is None:
        return error.message
    at = place(error.span)
    return f"{error.message} ({at.file}:{at.line})"


def _add_owned(executor: Executor, state: State, owned: list[set[tuple[str, str]]]) -> None:
    """Adds the named things that each player has: at the first decision of the first turn, and at the end.

    What is called by its kind has no name.
    """
    for player in executor.observe(state, None).players:
        owned[player.seat] |= {
            (thing.kind, thing.name) for thing in player.things if thing.name not in ("", thing.kind)
        }
