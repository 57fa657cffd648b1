"""Rulesets as games of OpenSpiel, with each draw of chance as a node of its own.

`load("gekido", players=4)`, or `pyspiel.load_game("gdl(ruleset=gekido,players=4)")` once this module is imported;
docs/api/exports.md shows one at work. OpenSpiel is an extra: `gekido-dsl[openspiel]`.

Invariants:
    A point of a match is never changed: what is applied gives another. So copies of states share them.
    What chance decides is decided one draw after the other, each outcome as likely as any other, and by nobody else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import pyspiel

from gekido_dsl.api import Ruleset, read
from gekido_dsl.engine import ChanceRequest, Decision, Executor, Seat, Setting, State
from gekido_dsl.exports.learning import ACTIONS, FEATURES, Encoding, hides, shares_ends, utilities
from gekido_dsl.lowering import NotLowered, lower
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk

NAME: Final = "gdl"
MOST_DECISIONS: Final = 10_000
"""After how many a match is a draw."""
MOST_OUTCOMES: Final = 4096
"""A draw of chance has no more outcomes."""
MOST_DRAWS: Final = 200
"""For each decision, and for setting up, so many draws of chance are reckoned with when a match's length is told."""


def load(
    ruleset: Ruleset | str,
    players: int | None = None,
    *,
    options: Mapping[str, str] | None = None,
    actions: int = ACTIONS,
    features: int = FEATURES,
) -> "RulesetGame":
    """Makes a game of OpenSpiel.

    Args:
        ruleset: one that was read, the path of its file, or the name of a shipped game.
        players: how many; None for the fewest.
        options: answers of options of the ruleset.
        actions: how many actions there are; what each does goes by the name of the choice.
        features: how many numbers an observation has.
    Raises:
        FileNotFoundError, InvalidRuleset, ValueError: as `gekido_dsl.read` and `Ruleset.match` do.
    """
    made = ruleset if isinstance(ruleset, Ruleset) else read(ruleset)
    answers = ";".join(f"{name}={answer}" for name, answer in (options or {}).items())
    given = made.name, players or 0, answers, actions, features
    parameters = dict(zip(_DEFAULTS, given, strict=True))
    _remember(parameters, made)
    return RulesetGame(parameters)


_DEFAULTS: Final = {"ruleset": "", "players": 0, "options": "", "actions": ACTIONS, "features": FEATURES}


def _type_of(ruleset: Ruleset | None = None, setting: Setting | None = None) -> pyspiel.GameType:
    """Says what sort of game it is; of all rulesets together, the most general one."""
    kind = pyspiel.GameType
    chance, hidden, shared, numbers = True, True, True, range(1, 101)
    if ruleset is not None and setting is not None:
        chance, hidden = _draws(ruleset, setting), hides(ruleset.game)
        shared = shares_ends(ruleset.game) or setting.players == 1 or ruleset.game.sides is not None
        numbers = ruleset.players
    return kind(
        short_name=NAME,
        long_name=ruleset.title if ruleset is not None else "A ruleset of Gekido DSL",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if hidden
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if shared else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=numbers.start,
        max_num_players=numbers.stop - 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
        default_loadable=False,
    )


def _draws(ruleset: Ruleset, setting: Setting) -> bool:
    """Tells whether anything is drawn by chance."""
    numbers = {
        name: ruleset.options[name].index(setting.options[name]) if name in setting.options else 0
        for name in ruleset.options
    }
    try:
        program = lower(ruleset.game, setting.players, numbers).program
    except NotLowered:
        return True
    return any(
        isinstance(one, ir.Draw) for function in program.functions for one in walk.statements(function.body)
    )


@dataclass(frozen=True, eq=False)
class Rules:
    """A ruleset with its number of players and the answers of its options: what all matches share."""

    parameters: Mapping[str, Any]
    ruleset: Ruleset
    setting: Setting
    encoding: Encoding
    executor: Executor
    kind: pyspiel.GameType


_KEPT: Final = 16
_RULES: Final[dict[tuple[Any, ...], Rules]] = {}
"""The rules that were read last, by their parameters: OpenSpiel makes a game anew for each state that it reads."""


def _remember(parameters: Mapping[str, Any], ruleset: Ruleset) -> Rules:
    words = (one.partition("=") for one in parameters["options"].split(";") if one)
    options = {name.strip(): answer.strip() for name, _, answer in words}
    setting = ruleset.setting(parameters["players"] or None, options=options)
    encoding = Encoding(parameters["actions"], parameters["features"])
    executor = ruleset.compilation.executor(trace=False)
    rules = Rules(parameters, ruleset, setting, encoding, executor, _type_of(ruleset, setting))
    if len(_RULES) >= _KEPT:
        del _RULES[next(iter(_RULES))]
    _RULES[_key(parameters)] = rules
    return rules


def _rules(parameters: Mapping[str, Any]) -> Rules:
    return _RULES.get(_key(parameters)) or _remember(parameters, read(parameters["ruleset"]))


def _key(parameters: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(parameters[name] for name in _DEFAULTS)


class RulesetGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of a ruleset as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Makes it; see `load`."""
        given = {**_DEFAULTS, **(params or {})}
        self.rules = _rules(given)
        kind = self.rules.kind
        zero = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.encoding.actions,
            max_chance_outcomes=MOST_OUTCOMES if _is_chancy(kind) else 0,
            num_players=self.rules.setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero else None,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(kind, info, given)

    @cached_property
    def start(self) -> "Point":
        """Where every match begins: at the first draw of chance, or the first decision."""
        return Point.begun(self.rules)

    def new_initial_state(self) -> "RulesetState":
        """Gives a state at the start of a match."""
        return RulesetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Tells how many draws of chance a match may have, about."""
        return MOST_DECISIONS * MOST_DRAWS if _is_chancy(self.get_type()) else 0

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "RulesetObserver":
        """Gives what writes observations into arrays."""
        if params:
            raise ValueError(f"observations have no parameters, and not {', '.join(params)}")
        return RulesetObserver(self)


def _is_chancy(kind: pyspiel.GameType) -> bool:
    return bool(kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC)


class _Undrawn(BaseException):
    """The next outcome of chance is not known yet. It is no `Exception`, so that no rule takes it for its own."""

    def __init__(self, request: ChanceRequest) -> None:
        super().__init__()
        self.request = request


class _Drawn:
    """Outcomes of chance that are known, in order."""

    def __init__(self, outcomes: tuple[int, ...]) -> None:
        self._left = iter(outcomes)

    def draw(self, request: ChanceRequest) -> int:
        if request.count == 1:
            return 0
        outcome = next(self._left, None)
        if outcome is None:
            raise _Undrawn(request)
        return outcome


class _Memory:
    """What a seat remembers: what it saw and did whenever it was asked, as a digest that is made when it is wanted."""

    def __init__(self, digest: str = "", *, seen: "tuple[_Memory, Point, Seat, str] | None" = None) -> None:
        """Keeps a digest, or what it is made of.

        Args:
            seen: what was remembered before, where the seat was asked, which seat, what it chose.
        """
        self._digest = digest
        self._seen = seen

    @property
    def digest(self) -> str:
        """The same for all that a seat cannot tell apart."""
        missing: list[_Memory] = []
        memory = self
        while memory._seen is not None:
            missing.append(memory)
            memory = memory._seen[0]
        for one in reversed(missing):
            assert one._seen is not None
            before, point, seat, chosen = one._seen
            told = f"{before._digest}\n{point.observed(seat)}\n{chosen}"
            one._digest, one._seen = blake2b(told.encode(), digest_size=16).hexdigest(), None
        return self._digest


@dataclass(frozen=True, slots=True)
class _Step:
    """What is being carried out: a choice, or setting up."""

    before: State = None
    """Where it is carried out; None for setting up."""
    number: int = 0
    """Of the choice."""
    drawn: tuple[int, ...] = ()
    """What chance has decided in it so far."""

    def carried_out(self, executor: Executor, setting: Setting) -> State:
        """Gives the position that it leads to.

        Raises:
            _Undrawn: chance has to decide more.
        """
        chance = _Drawn(self.drawn)
        if self.before is None:
            return executor.initial(setting, chance)[0]
        state = self.before.copy()
        executor.apply(state, self.number, chance)
        return state


@dataclass(frozen=True)
class Point:
    """A point of a match: at a draw of chance, at a decision, or at the end."""

    rules: Rules
    taken: int
    """How many decisions were taken."""
    recalled: tuple[_Memory, ...]
    """By seat."""
    state: State = None
    """None at a draw of chance."""
    step: _Step | None = None
    request: ChanceRequest | None = None
    """The draw of chance that comes next."""

    def __deepcopy__(self, memo: object) -> "Point":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        rules, step = self.rules, self.step

        def plain(state: State) -> Any:
            return None if state is None else rules.executor.snapshot(state)

        digests = tuple(memory.digest for memory in self.recalled)
        parts = None if step is None else (plain(step.before), step.number, step.drawn)
        return _restored, (rules.parameters, self.taken, digests, plain(self.state), parts)

    @staticmethod
    def begun(rules: Rules) -> "Point":
        """Gives the first point of a match."""
        return Point._after(rules, 0, (_Memory(),) * rules.setting.players, _Step())

    @staticmethod
    def _after(rules: Rules, taken: int, recalled: tuple[_Memory, ...], step: _Step) -> "Point":
        """Carries out a step as far as chance is known."""
        try:
            state = step.carried_out(rules.executor, rules.setting)
        except _Undrawn as undrawn:
            request = undrawn.request
            if request.count > MOST_OUTCOMES:
                raise ValueError(
                    f"{request.what} has {request.count} outcomes, more than {MOST_OUTCOMES}"
                ) from None
            return Point(rules, taken, recalled, step=step, request=request)
        return Point(rules, taken, recalled, state)

    @cached_property
    def decision(self) -> Decision | None:
        """The open question; None at a draw of chance, and when the match is over."""
        if self.request is not None or self.taken >= MOST_DECISIONS:
            return None
        return self.rules.executor.decision(self.state)

    @cached_property
    def legal(self) -> dict[int, int]:
        """By action, the number of its choice."""
        return {} if self.decision is None else self.rules.encoding.legal(self.decision)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.request is None and self.decision is None

    def next(self, action: int) -> "Point":
        """Takes an action, or an outcome of chance."""
        if self.step is not None:
            step = replace(self.step, drawn=(*self.step.drawn, action))
            return self._after(self.rules, self.taken, self.recalled, step)
        decision = self.decision
        assert decision is not None
        number, seat = self.legal[action], decision.seat
        memory = _Memory(seen=(self.recalled[seat], self, seat, decision.choices[number].id))
        recalled = (*self.recalled[:seat], memory, *self.recalled[seat + 1 :])
        return self._after(self.rules, self.taken + 1, recalled, _Step(self.state, number))

    def sampled(self, seat: Seat, seed: int) -> "Point":
        """Draws a point that looks the same to a seat."""
        world = self.rules.executor.sample(self.state, seat, seed)
        return Point(self.rules, self.taken, self.recalled, world)

    def observed(self, seat: Seat) -> str:
        """Tells everything that a seat sees; nothing at a draw of chance, when rules are under way."""
        if self.request is not None:
            return f"{self.request.kind} of {self.request.what}"
        asked = "" if self.decision is None or self.decision.seat != seat else self.decision.asked
        return f"{self.rules.executor.observe(self.state, seat)}\n{asked}".strip()

    def remembered(self, seat: Seat) -> str:
        """Tells what a seat saw and did whenever it was asked, and what it sees now: the first as a digest."""
        return f"{self.recalled[seat].digest}\n{self.observed(seat)}"


def _restored(
    parameters: dict[str, Any], taken: int, digests: tuple[str, ...], state: Any, step: Any
) -> Point:
    """Makes a point again from plain values."""
    rules = _rules(parameters)
    restore, recalled = rules.executor.restore, tuple(map(_Memory, digests))
    if step is None:
        return Point(rules, taken, recalled, restore(state))
    before, number, drawn = step
    return Point._after(
        rules, taken, recalled, _Step(None if before is None else restore(before), number, drawn)
    )


class RulesetState(pyspiel.State):  # type: ignore[misc]
    """A state of a match."""

    def __init__(self, game: RulesetGame) -> None:
        """Begins a match; `RulesetGame.new_initial_state` calls it."""
        super().__init__(game)
        self.point = game.start

    def current_player(self) -> int:
        """Tells who is asked."""
        if self.point.request is not None:
            return int(pyspiel.PlayerId.CHANCE)
        decision = self.point.decision
        return int(pyspiel.PlayerId.TERMINAL) if decision is None else decision.seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.point.legal) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Gives the outcomes of the draw that comes next, each with its probability."""
        request = self.point.request
        assert request is not None, "chance decides nothing here"
        return [(outcome, 1 / request.count) for outcome in range(request.count)]

    def _apply_action(self, action: int) -> None:
        self.point = self.point.next(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        request, decision = self.point.request, self.point.decision
        if player == pyspiel.PlayerId.CHANCE:
            said = "" if request is None else f"{request.what}: {request.labels(action)}, "
            return f"{said}outcome {action + 1}"  # several may have the same words
        if decision is None or action not in self.point.legal:
            return str(action)
        chosen = decision.choices[self.point.legal[action]]
        alike = sum(one.label == chosen.label for one in decision.choices)
        return chosen.label if alike == 1 else f"{chosen.label} ({chosen.id})"

    def is_terminal(self) -> bool:
        """Tells whether the match is over."""
        return self.point.over

    def returns(self) -> list[float]:
        """Gives what the end is worth to each player, from -1 to 1."""
        rules = self.point.rules
        outcome = rules.executor.outcome(self.point.state) if self.point.over else None
        return list(utilities(outcome, rules.setting.players))

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> Any:
        """Draws a state that looks the same to a player. What came before it is not drawn anew."""
        state = self.clone()
        state.point = self.point.sampled(player_id, int(probability_sampler() * (1 << 53)))
        return state

    def information_state_string(self, player: int | None = None) -> str:
        """Tells what a player knows."""
        return self.point.remembered(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """Tells what a player sees."""
        return self.point.observed(self.current_player() if player is None else player)

    def __str__(self) -> str:
        if self.point.request is not None:
            return f"chance: {self.point.request.kind} of {self.point.request.what}"
        if self.point.decision is None:
            return f"over: {self.returns()}"
        return f"player {self.point.decision.seat + 1}: {self.point.decision.asked}"


class RulesetObserver:
    """Writes what a player sees into an array."""

    def __init__(self, game: RulesetGame) -> None:
        """Makes an array of zeros."""
        self.tensor = np.zeros(game.rules.encoding.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulesetState, player: int) -> None:
        """Fills the array; with zeros at a draw of chance."""
        point = state.point
        if point.request is not None:
            self.tensor.fill(0)
            return
        rules = point.rules
        view = rules.executor.observe(point.state, player)
        self.tensor[:] = rules.encoding.observation(view, rules.setting.players)

    def string_from(self, state: RulesetState, player: int) -> str:
        """Tells it in words."""
        return state.point.observed(player)


pyspiel.register_game(_type_of(), RulesetGame)
