"""Whole games of players that choose by chance, look a little ahead or search, played by a module; see `policies`.

A game is played twice: by the module of the policies, which gives its choices, and then by the module of a batch, which
takes these and tells what a report needs of a game.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl import records, store
from gekido_dsl.backend import runtime
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.games import Games
from gekido_dsl.backend.horizon import horizon
from gekido_dsl.backend.machine import Machine, failure
from gekido_dsl.backend.making import rule_error
from gekido_dsl.backend.match import bare
from gekido_dsl.backend.plans import CompiledState, Plan
from gekido_dsl.backend.policies import (
    ASKS,
    LEADING,
    OVER,
    PLAYING,
    TRIED,
    WEIGHING,
    PolicyMaker,
    PolicyModule,
    policy_module,
)
from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.rows import Counted, Played
from gekido_dsl.backend.runtime import signed
from gekido_dsl.ground.marks import remembered
from gekido_dsl.interpreter.state import Past
from gekido_dsl.lowering import Lowered
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng, bot_seed, game_seed, player_seed

_SLICES: Final = 16
"""Playouts in a world that the host draws, at least: to draw one there takes longer."""


def set_policies(machine: Machine, module: PolicyModule, policies: Sequence[Policy | None]) -> None:
    """Tells a module how each seat decides."""
    words = machine.words
    for seat, policy in enumerate(policies):
        words(module.budgets)[seat] = policy.playouts if policy is not None else 0
        if policy is None:
            continue
        words(module.each)[seat], words(module.slices)[seat] = policy.each, policy.slices
        words(module.flats)[seat], words(module.waits)[seat] = policy.flat, not policy.set_up
        words(module.horizons)[seat] = horizon(
            policy.rounds, module.turns_of_a_round, len(policies), machine, module.turns
        )


class PolicyGames:
    """Plays games of one setting."""

    def __init__(
        self,
        game: m.Game | Callable[[], m.Game],
        setting: e.Setting,
        policies: Sequence[Policy | None],
        winners: Callable[[Played], Sequence[int] | None] | None = None,
        kept: Sequence[str] = (),
        make: Callable[[Lowered], PolicyMaker] = PolicyMaker,
    ) -> None:
        """Makes the modules, or takes them from the store.

        Args:
            game: what is played, or what gives it where it is needed.
            policies: by seat; None chooses by chance.
            winners: tells who won a game that ended by its rules. With it, it is counted what happens; see `taken`.
            kept: everything that the modules depend on besides the setting; see `Games`.
            make: writes the module, where nothing is kept.
        Raises:
            NoRuntime: modules cannot run here.
            NotLowered: something has no lowering.
            TooLarge: the program is larger than a program may be.
        """
        runtime.load()
        self._setting, self._policies = setting, tuple(policies)
        self._game: Callable[[], m.Game] = game if callable(game) else lambda: game
        self._made_executor: CompiledExecutor | None = None
        self._seed = 0
        """Of the game that is played."""
        self._came: tuple[Past | None, list[int]] = None, []
        """How it came about when worlds were drawn last: what follows from that goes on from there."""
        self._module = module = self._kept_module(kept) or policy_module(self._lowered, make)
        self._keep(kept)
        self._machine = Machine(module.match)
        self._games = Games(
            self._game, setting, lambda: self._lowered, kept=kept, winners=winners, again=True
        )
        words = self._machine.words
        self._taken, self._choices, self._most = (
            words(module.taken),
            words(module.choices),
            words(module.most),
        )
        self._stage, self._failed = words(module.stage), words(module.failed)
        self._made, self._done = words(module.made), words(module.done)
        self._error = words(module.match.error)
        self._seeds = words(module.seeds)
        set_policies(self._machine, module, self._policies)

    def _kept_module(self, kept: Sequence[str]) -> PolicyModule | None:
        """Gives the module from the store."""
        place = store.current() if kept else None
        content = place.read(self._key(kept)) if place is not None else None
        if content is None:
            return None
        with suppress(records.Unkeepable):
            found = records.loads(content)
            return found if isinstance(found, PolicyModule) else None
        return None

    def _keep(self, kept: Sequence[str]) -> None:
        """Writes the module to the store, unless it came from there."""
        place = store.current() if kept else None
        if place is not None and self._made_executor is not None:
            with suppress(records.Unkeepable):
                place.write(
                    self._key(kept), records.dumps(replace(self._module, match=bare(self._module.match)))
                )

    def _key(self, kept: Sequence[str]) -> str:
        options = [f"{one}={answer}" for one, answer in sorted(self._setting.options.items())]
        return store.key("policies", *kept, str(self._setting.players), *options)

    @property
    def executor(self) -> CompiledExecutor:
        """Plays the same game choice by choice."""
        if self._made_executor is None:
            self._made_executor = CompiledExecutor(self._game(), searches=True)
        return self._made_executor

    @property
    def _plan(self) -> Plan:
        return self.executor.plan(self._setting)

    @property
    def _lowered(self) -> Lowered:
        return self._plan.lowered

    @property
    def choices(self) -> list[int]:
        """The choices of the last game, in order."""
        return self._choices[: self._taken[0]].tolist()

    def standing(self) -> list[int]:
        """Tells how well each seat stands by the aim where the last game stopped, less how well others do.

        Nothing in a game without an aim, or where the aim cannot be asked.
        """
        if self._module.balances is None:
            return []
        try:
            self._machine.run("weigh")
        except runtime.Stopped:
            return []
        return self._machine.words(self._module.balances).tolist()

    def play(self, number: int) -> Played:
        """Plays a game."""
        before = self._apart
        played = self._play(number)
        return replace(played, apart=self._apart - before) if self._apart > before else played

    @property
    def _apart(self) -> int:
        """How many worlds were drawn thing by thing."""
        return self._made_executor.reference.apart if self._made_executor is not None else 0

    def _play(self, number: int) -> Played:
        seed = self._seed = game_seed(self._setting.seed, number)
        for seat in range(self._setting.players):
            self._seeds[seat] = signed(bot_seed(seed, seat))
        self._error[0] = self._taken[0] = 0
        try:
            self._begin(seed)
            ended = self._go()
        except runtime.Stopped as stopped:
            error = rule_error(failure(self._error[0], stopped), self._lowered)
            # The choice that could not be carried out was none.
            taken = max(self._taken[0] - 1, 0)
            turns = self._machine.now(self._module.turns)[0]
            return Played(number, seed, turns, taken, self._most[0], error=error)
        taken = self._taken[0]
        if not ended:
            turns = self._machine.now(self._module.turns)[0]
            return Played(number, seed, turns, taken, self._most[0])
        return self._games.replay(number, self._choices[:taken])

    def _begin(self, seed: int) -> None:
        """Goes on to the first decision."""
        try:
            self._machine.run("begin", signed(seed), signed(player_seed(seed)))
        except runtime.Stopped:
            if not self._was_tried():
                raise
            self._machine.run("go_on_blind")

    def _was_tried(self) -> bool:
        """Tells whether a rule could not be carried out in what was only tried, to see what a choice tells."""
        following = self._module.following
        tried = following is not None and self._machine.words(following)[0] == TRIED
        if tried:
            self._error[0] = 0
        return tried

    def _take(self, choice: int) -> None:
        """Has the module take a choice."""
        try:
            self._machine.run("take_choice", choice)
        except runtime.Stopped:
            if not self._was_tried():
                raise
            self._machine.run("go_on_blind")

    def _go(self) -> bool:
        """Goes on to the end; tells whether it came."""
        while True:
            try:
                status = self._machine.call("advance")
            except runtime.Stopped:
                if self._stage[0] == PLAYING:
                    if not self._was_tried():
                        raise
                    self._machine.run("go_on_blind")
                    continue
                self._error[0] = 0
                if self._stage[0] == WEIGHING:
                    continue
                if self._stage[0] == LEADING:
                    if self._was_tried():
                        self._machine.words(self._module.blind)[0] = 1
                    self._machine.run("lead_back")
                    self._take(self._choice())
                    continue
                self._machine.run("give_up")
                self._made[0] += self._done[0]
                self._failed[0] += 1
                continue
            if status != ASKS:
                return status == OVER
            self._take(self._choice())

    def _choice(self) -> int:
        """Decides where the module cannot deal worlds."""
        stand = self._machine.standing()
        policy = self._policies[stand.seat]
        assert policy is not None
        state = CompiledState(self._plan, self._setting, stand)
        state.past = self._past()
        chance = Rng(self._seeds[stand.seat] + (self._taken[0] + 1) * 0xD134_2543_DE82_EF95)
        budget = policy.budget(stand.count)
        wanted = max(1, min(48, budget // max(policy.slices, _SLICES)))
        worlds: list[CompiledState] = []
        for _ in range(wanted):
            world = self.executor.sample(state, stand.seat, chance.next_word())
            if world.played is None:
                worlds.append(world)
        if not worlds:
            return chance.below(stand.count)
        some = max(1, budget // len(worlds))
        found = self.executor.search(
            worlds,
            chance.next_word(),
            lambda made: max(0, min(some, budget - made)),
            self._machine.words(self._module.horizons)[stand.seat],
            policy.flat,
        )
        return max(range(stand.count), key=lambda k: (found[k].rank, found[k].worth))

    def _past(self) -> Past | None:
        """Tells how the game came about, where worlds have to agree with what a seat was told since."""
        if not remembered(self._lowered.layout):
            return None
        choices = self.choices
        past, known = self._came
        if past is None or past.setting.seed != self._seed or choices[: len(known)] != known:
            past, known = Past(replace(self._setting, seed=self._seed)), []
        for choice in choices[len(known) :]:
            past = past.then(choice)
        self._came = past, choices
        return past

    def taken(self) -> Counted:
        """Gives what was counted since it was asked last, in all games that came to an end."""
        return self._games.taken()
