"""Overlapping exceptions become certain: a bounded search plays until two exceptions to one rule hold at once.

First every way the shortest matches can go, then random matches, then those that were found with decisions left out.

Invariants:
    A match is shown only when both conditions held in it, at a moment when it was asked which of them counts.
    The same game gives the same matches: seeds are counted up, and the bound is on work, not on time.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, codes
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.operators import Evaluator
from gekido_dsl.interpreter.state import Locals, Program, State
from gekido_dsl.model import conditions
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng

WORK_LIMIT: Final = 2_000_000
"""How much work a search may be: steps of the rules, and things that are looked at. A second or two."""
RUN_COST: Final = 60
"""What going on to the next decision costs, however little happens."""
SETTINGS_LIMIT: Final = 16
"""With how many numbers of players and answers a match begins; as many again have random answers."""
DECISIONS_LIMIT: Final = 400
"""After how many decisions a random match is left."""

Pair = tuple[m.Exception_, m.Exception_, m.Exception_]
"""The first exception to a rule, which is asked about whenever the rule is, and two that may hold at once."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match at the end of which both exceptions hold."""

    setting: Setting
    choices: tuple[int, ...]
    """What was decided, by number."""
    actor: int
    """For whom both hold; -1 for nobody."""

    @property
    def length(self) -> tuple[int, int]:
        """How much there is to tell: decisions, then answers."""
        return len(self.choices), len(self.setting.options)


def settle(game: m.Game, found: Sequence[Diagnostic], limit: int = WORK_LIMIT) -> tuple[Diagnostic, ...]:
    """Gives the findings anew: an overlap of exceptions that a match shows is certain, and says which match."""
    rules: list[tuple[str, Sequence[m.Exception_]]] = [
        (decl.name, getattr(decl, "exceptions", ())) for decl in game.declarations()
    ]
    declared = {
        (second.span, first.span): (name, (exceptions[0], first, second))
        for name, exceptions in rules
        for first, second in combinations(exceptions, 2)
    }
    places = {
        number: (one.labels[0].span, one.labels[1].span)
        for number, one in enumerate(found)
        if one.code in (codes.POSSIBLE_OVERLAP, codes.OVERLAPPING_EXCEPTIONS)
    }
    search = Search(game, [declared[at][1] for at in places.values()], limit)
    plain = Interpreter(game, trace=False)
    settled = list(found)
    for pair, (number, at) in enumerate(places.items()):
        if pair in search.best:
            before = found[number]
            if before.code is codes.POSSIBLE_OVERLAP:
                message = f"two exceptions to `{declared[at][0]}` hold at once"
                before = replace(before, code=codes.OVERLAPPING_EXCEPTIONS, message=message, notes=())
            settled[number] = replace(before, notes=(*before.notes, _words(plain, search.best[pair])))
    return tuple(settled)


class _Watching(Evaluator):
    """Looks at both conditions of each pair whenever the first exception of their rule is asked about."""

    def __init__(self, program: Program, pairs: Sequence[Pair], seen: dict[int, int]):
        super().__init__(program)
        self._pairs, self._seen = pairs, seen

    def exception(self, exception: m.Exception_) -> Callable[[State, Locals], bool]:
        make, seen = super().exception, self._seen
        holds = make(exception)
        watched = [
            (number, make(first), make(second))
            for number, (head, first, second) in enumerate(self._pairs)
            if head is exception
        ]

        def look(s: State, L: Locals) -> bool:
            self.work += len(watched)
            own = L[:]  # what conditions keep in it is theirs
            for number, first, second in watched:
                if number not in seen and first(s, own) and second(s, own):
                    seen[number] = L[0]
            return bool(holds(s, L))

        return look if watched else holds


class Search:
    """Plays one game until each pair was seen to hold, or the work is done."""

    def __init__(self, game: m.Game, pairs: Sequence[Pair], limit: int) -> None:
        """Runs the search."""
        self.best: dict[int, Match] = {}
        """The shortest match that was found, by the number of the pair."""
        self.work = 0
        self._pairs = len(pairs)
        self._seen: dict[int, int] = {}
        self._interpreter = Interpreter(
            game, trace=False, evaluator=lambda program: _Watching(program, pairs, self._seen)
        )
        plain, mixed = _settings(game, pairs)
        self._everything(plain, limit // 4)
        if len(self.best) < self._pairs:
            self._random([*plain, *mixed], limit * 3 // 4)
            self._shorten(limit)

    def _run(self, setting: Setting, path: tuple[int, ...], before: State | None = None) -> State | None:
        """Begins a match, or takes the last choice of a path; None when a rule cannot be carried out."""
        self._seen.clear()
        self.work += RUN_COST - self._interpreter.effort
        state = before
        try:
            if state is None:
                state, _ = self._interpreter.initial(setting)
            else:
                self._interpreter.apply(state, path[-1])
        except RuleError:
            state = None
        self.work += self._interpreter.effort + (len(state.cells) // 8 if state is not None else 0)
        for number, actor in self._seen.items():
            match = Match(setting, path, actor)
            if number not in self.best or match.length < self.best[number].length:
                self.best[number] = match
        return state

    def _everything(self, settings: Sequence[Setting], until: int) -> None:
        """Breadth first: the first match that shows a pair is a shortest one with this seed."""
        open_ones: deque[tuple[Setting, tuple[int, ...], State]] = deque()
        for setting in settings:
            state = self._run(setting, ()) if self.work < until else None
            if state is not None:
                open_ones.append((setting, (), state))
        known = set()
        while open_ones:
            setting, path, state = open_ones.popleft()
            for choice in range(self._interpreter.count(state)):
                if self.work >= until or len(self.best) == self._pairs:
                    return
                after = self._run(setting, (*path, choice), state.copy())
                if after is not None and (key := self._interpreter.snapshot(after)) not in known:
                    known.add(key)
                    open_ones.append((setting, (*path, choice), after))

    def _random(self, settings: Sequence[Setting], until: int) -> None:
        """Random matches, each shorter than what was found; once all is found, as much work again and no more."""
        seed = 0
        while self.work < until and self._longest() >= 0:
            seed += 1
            pairs_before = len(self.best)
            setting = replace(settings[seed % len(settings)], seed=seed)
            chosen = Rng(~seed)
            path: tuple[int, ...] = ()
            state = self._run(setting, path)
            while state is not None and self.work < until and len(path) < self._longest():
                count = self._interpreter.count(state)
                if count == 0:
                    break
                path = (*path, chosen.below(count))
                state = self._run(setting, path, state)
            if pairs_before < len(self.best) == self._pairs:
                until = min(until, 2 * self.work)

    def _longest(self) -> int:
        """Tells how many decisions a match may have that shows something new."""
        if len(self.best) < self._pairs:
            return DECISIONS_LIMIT
        return max(len(match.choices) for match in self.best.values()) - 1

    def _shorten(self, until: int) -> None:
        """Leaves out answers, and decisions in runs that halve, as long as what is left still shows the pair."""
        for number in list(self.best):
            for name in self.best[number].setting.options:
                match = self.best[number]
                options = {x: answer for x, answer in match.setting.options.items() if x != name}
                self._replay(replace(match.setting, options=options), match.choices, until)
            size = len(self.best[number].choices) // 2
            while size > 0:
                before = self.best[number]
                at = len(before.choices)
                while (at := min(at, len(self.best[number].choices)) - size) >= 0:
                    match = self.best[number]
                    self._replay(match.setting, match.choices[:at] + match.choices[at + size :], until)
                size = size // 2 if before is self.best[number] else len(self.best[number].choices) // 2

    def _replay(self, setting: Setting, choices: tuple[int, ...], until: int) -> None:
        """Takes choices by their numbers, as far as there are such."""
        state = self._run(setting, ()) if self.work < until else None
        for taken, choice in enumerate(choices, start=1):
            if state is None or choice >= self._interpreter.count(state) or self.work >= until:
                break
            state = self._run(setting, choices[:taken], state)


def _words(interpreter: Interpreter, match: Match) -> str:
    """Says a match: how it begins, and each decision that was one."""
    setting = match.setting
    answers = [f"{name} is {answer}" for name, answer in setting.options.items()]
    begin = ", ".join([f"{setting.players} players", f"seed {setting.seed}", *answers])
    who = f" for player {match.actor + 1}" if match.actor >= 0 else ""
    lines = []
    state: State | None = None
    for number, choice in enumerate(match.choices):
        if state is None:
            state, _ = interpreter.initial(setting)
        else:
            interpreter.apply(state, match.choices[number - 1])
        asked = interpreter.decision(state)
        assert asked is not None
        if len(asked.choices) > 1:
            prompt = asked.prompt if asked.prompt.endswith("?") else f"{asked.prompt}:"
            lines.append(f"player {asked.seat + 1}: {prompt} {asked.choices[choice].label}")
    after = ", after:" if lines else ", before anybody has a choice"
    return "\n".join([f"both hold{who} in a match of {begin}{after}", *lines])


def _settings(game: m.Game, pairs: Sequence[Pair]) -> tuple[list[Setting], list[Setting]]:
    """Gives ways to begin: with the answers that the conditions ask for, and with random answers besides."""
    found = {
        tuple((name, left[0]) for name, left in case.options.items())
        for _, first, second in pairs
        for case in conditions.cases([(first.condition, True), (second.condition, True)])
    }
    wanted = sorted(found, key=lambda answers: (len(answers), answers)) or [()]
    seats = range(game.least_players, game.most_players + 1)
    members = {name: option.answers.members for name, option in game.options.items()}

    def setting(players: int, answers: dict[str, str]) -> Setting:
        return Setting(players, 1, {x: given for x, given in answers.items() if given != members[x][0]})

    plain = [setting(players, dict(one)) for players, one in islice(product(seats, wanted), SETTINGS_LIMIT)]
    mixed = []
    chance = Rng(0)
    for number in range(SETTINGS_LIMIT if members else 0):
        answers = {name: given[chance.below(len(given))] for name, given in members.items()}
        players = seats[chance.below(len(seats))]
        mixed.append(setting(players, answers | dict(wanted[number % len(wanted)])))
    return plain, mixed
