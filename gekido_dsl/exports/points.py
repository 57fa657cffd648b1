"""Points of a match, at which a choice or chance decides: what OpenSpiel calls states, without OpenSpiel.

Invariants:
    A point is never changed: what is applied gives another. So copies of states share them.
    What chance decides is decided one draw after the other, each outcome as likely as any other, and by nobody else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from gekido_dsl.api import Ruleset, read
from gekido_dsl.engine import ChanceRequest, Decision, Executor, Seat, Setting, State, View
from gekido_dsl.exports.learning import ACTIONS, FEATURES, Encoding

MOST_DECISIONS: Final = 10_000
"""After how many a match is a draw."""
MOST_OUTCOMES: Final = 4096
"""A draw of chance has no more outcomes."""
DEFAULTS: Final = {"ruleset": "", "players": 0, "options": "", "actions": ACTIONS, "features": FEATURES}
"""What names a ruleset, its number of players and the answers of its options, and what it has where nothing is said."""


@dataclass(frozen=True, eq=False)
class Rules:
    """A ruleset with its number of players and the answers of its options: what all matches share."""

    parameters: Mapping[str, Any]
    ruleset: Ruleset
    setting: Setting
    encoding: Encoding
    executor: Executor


_KEPT: Final = 16
_RULES: Final[dict[tuple[Any, ...], Rules]] = {}
"""The rules that were read last, by their parameters: OpenSpiel makes a game anew for each state that it reads."""


def remember(parameters: Mapping[str, Any], ruleset: Ruleset) -> Rules:
    """Keeps a ruleset that was read, with the parameters that name it."""
    words = (one.partition("=") for one in parameters["options"].split(";") if one)
    options = {name.strip(): answer.strip() for name, _, answer in words}
    setting = ruleset.setting(parameters["players"] or None, options=options)
    encoding = Encoding(parameters["actions"], parameters["features"])
    executor = ruleset.compilation.executor(trace=False)
    rules = Rules(parameters, ruleset, setting, encoding, executor)
    if len(_RULES) >= _KEPT:
        del _RULES[next(iter(_RULES))]
    _RULES[_key(parameters)] = rules
    return rules


def rules_of(parameters: Mapping[str, Any]) -> Rules:
    """Gives the rules that parameters name; reads them unless that was done."""
    return _RULES.get(_key(parameters)) or remember(parameters, read(parameters["ruleset"]))


def _key(parameters: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(parameters[name] for name in DEFAULTS)


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

    @cached_property
    def _views(self) -> dict[Seat, View]:
        return {}

    def view(self, seat: Seat) -> View:
        """Gives what a seat sees, where no draw of chance is due; worked out once."""
        if seat not in self._views:
            self._views[seat] = self.rules.executor.observe(self.state, seat)
        return self._views[seat]

    def observed(self, seat: Seat) -> str:
        """Tells everything that a seat sees; nothing at a draw of chance, when rules are under way."""
        if self.request is not None:
            return f"{self.request.kind} of {self.request.what}"
        asked = "" if self.decision is None or self.decision.seat != seat else self.decision.asked
        return f"{self.view(seat)}\n{asked}".strip()

    def remembered(self, seat: Seat) -> str:
        """Tells what a seat saw and did whenever it was asked, and what it sees now: the first as a digest."""
        return f"{self.recalled[seat].digest}\n{self.observed(seat)}"


def _restored(
    parameters: dict[str, Any], taken: int, digests: tuple[str, ...], state: Any, step: Any
) -> Point:
    """Makes a point again from plain values."""
    rules = rules_of(parameters)
    restore, recalled = rules.executor.restore, tuple(map(_Memory, digests))
    if step is None:
        return Point(rules, taken, recalled, restore(state))
    before, number, drawn = step
    return Point._after(
        rules, taken, recalled, _Step(None if before is None else restore(before), number, drawn)
    )
