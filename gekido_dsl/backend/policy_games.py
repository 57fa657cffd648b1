"""Whole games of players that choose by chance, look a little ahead or search, played by a module; see `policies`.

A game is played twice: by the module of the policies, which gives its choices, and then by the module of a batch, which
takes these and tells what a report needs of a game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gekido_dsl import engine as e
from gekido_dsl.backend import runtime
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.machine import Machine, failure, signed
from gekido_dsl.backend.making import Ruled, bundle_of, rule_error
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.backend.policies import ASKS, OVER, PLAYING, WEIGHING, policy_module
from gekido_dsl.backend.rows import DECISIONS, FINISHED, Counted, Played, Reader, take
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng, bot_seed, game_seed, player_seed

@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat decides: by playouts from where the match stands."""

    playouts: int
    """For a decision, or more where there are many choices."""
    each: int = 0
    """At least so many for each choice."""
    rounds: int = 2
    """For how many rounds a playout goes on in a game with an aim; 0 for the turn."""
    flat: bool = False
    """Whether playouts are random from the first choice on, instead of growing a tree."""
    slices: int = 16
    """Playouts in one world."""

    def budget(self, choices: int) -> int:
        """Gives how many playouts a decision takes."""
        return max(self.playouts, self.each * choices)


class PolicyGames:
    """Plays games of one setting."""

    def __init__(
        self,
        game: m.Game,
        setting: e.Setting,
        policies: Sequence[Policy | None],
        winners: Callable[[Played], Sequence[int] | None] | None = None,
    ) -> None:
        """Makes the modules.

        Args:
            policies: by seat; None chooses by chance.
            winners: tells who won a game that ended by its rules. With it, it is counted what happens; see `taken`.
        Raises:
            NoRuntime: modules cannot run here.
            NotLowered: something has no lowering.
            TooLarge: the program is larger than a program may be.
        """
        self._setting, self._policies = setting, tuple(policies)
        self._executor = CompiledExecutor(game, searches=True)
        self._plan = self._executor.plan(setting)
        lowered = self._lowered = self._plan.lowered
        self._module = policy_module(lowered)
        self._machine = Machine(self._module.match)
        bundle = self._bundle = bundle_of(game, setting, lowered, False, winners is not None, again=True)
        self._again = runtime.Instance(runtime.compile_bytes(bundle.code, {}))
        self._rows = self._again.numbers(bundle.rows, bundle.width)
        self._given = self._again.numbers(bundle.given, DECISIONS)
        rules = Ruled(game, setting, bundle)
        self._reader = Reader(bundle, setting.seed, rules.outcome)
        self._winners = winners
        words, module = self._machine.words, self._module
        self._taken, self._choices, self._most = words(module.taken), words(module.choices), words(module.most)
        self._stage, self._failed = words(module.stage), words(module.failed)
        self._made, self._done = words(module.made), words(module.done)
        self._error = words(module.match.error)
        self._seeds = words(module.seeds)
        players = setting.players
        for seat, policy in enumerate(self._policies):
            if policy is None:
                continue
            words(module.budgets)[seat], words(module.each)[seat] = policy.playouts, policy.each
            words(module.slices)[seat], words(module.flats)[seat] = policy.slices, policy.flat
            words(module.horizons)[seat] = policy.rounds * players

    def play(self, number: int) -> Played:
        """Plays a game."""
        seed = game_seed(self._setting.seed, number)
        for seat in range(self._setting.players):
            self._seeds[seat] = signed(bot_seed(seed, seat))
        self._error[0] = self._taken[0] = 0
        try:
            self._machine.run("begin", signed(seed), signed(player_seed(seed)))
            ended = self._go()
        except runtime.Stopped as stopped:
            error = rule_error(failure(self._error[0], stopped), self._lowered)
            # The choice that could not be carried out was none.
            taken = max(self._taken[0] - 1, 0)
            turns = self._machine.now(self._lowered.memory.system["turns"])[0]
            return Played(number, seed, turns, taken, self._most[0], error=error)
        taken = self._taken[0]
        if not ended:
            turns = self._machine.now(self._lowered.memory.system["turns"])[0]
            return Played(number, seed, turns, taken, self._most[0])
        return self._told(number, taken)

    def _go(self) -> bool:
        """Goes on to the end; tells whether it came."""
        while True:
            try:
                status = self._machine.call("advance")
            except runtime.Stopped:
                if self._stage[0] == PLAYING:
                    raise
                self._error[0] = 0
                if self._stage[0] == WEIGHING:
                    continue
                self._machine.run("give_up")
                self._made[0] += self._done[0]
                self._failed[0] += 1
                continue
            if status != ASKS:
                return status == OVER
            self._machine.run("take_choice", self._choice())

    def _choice(self) -> int:
        """Decides where the module cannot deal worlds."""
        stand = self._machine.standing()
        policy = self._policies[stand.seat]
        assert policy is not None
        state = CompiledState(self._plan, self._setting, stand)
        chance = Rng(self._seeds[stand.seat] + (self._taken[0] + 1) * 0xD134_2543_DE82_EF95)
        budget = policy.budget(stand.count)
        wanted = max(1, min(48, budget // policy.slices))
        worlds: list[CompiledState] = []
        for _ in range(wanted):
            world = self._executor.sample(state, stand.seat, chance.next_word())
            if world.played is None:
                worlds.append(world)
        if not worlds:
            return chance.below(stand.count)
        some = max(1, budget // len(worlds))
        found = self._executor.search(
            worlds,
            chance.next_word(),
            lambda made: max(0, min(some, budget - made)),
            policy.rounds * self._setting.players,
            policy.flat,
        )
        return max(range(stand.count), key=lambda k: (found[k].visits, found[k].worth))

    def _told(self, number: int, taken: int) -> Played:
        """Plays a game again by its choices, and tells of it."""
        given = self._given
        given[:taken] = self._choices[:taken]
        given[taken : taken + 1] = memoryview(b"\xff\xff\xff\xff").cast("i")[: len(given) - taken]
        self._again.call("play", signed(self._setting.seed), number, 0, 1)
        played = self._reader.played(number, self._rows)
        counters = self._bundle.counters
        if counters is not None:
            assert self._winners is not None
            won = self._winners(played)
            noted = self._again.numbers(counters.winners, 1, 64)
            noted[0] = 0 if won is None else FINISHED | sum(1 << seat + 1 for seat in won)
            self._again.call("fold", 0, 1)
        return played

    def taken(self) -> Counted:
        """Gives what was counted since it was asked last."""
        counters = self._bundle.counters
        assert counters is not None
        return take(counters, self._again.numbers)
