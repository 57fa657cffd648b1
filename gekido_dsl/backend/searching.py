"""Searches for the best choice of a decision, in worlds that a seat may be in; see `tree`."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from gekido_dsl import records, store
from gekido_dsl.backend import runtime
from gekido_dsl.backend.guiding import GuidedMaker
from gekido_dsl.backend.machine import Machine, Stand
from gekido_dsl.backend.match import bare
from gekido_dsl.backend.modes import OPTIONS
from gekido_dsl.backend.runtime import signed
from gekido_dsl.backend.tree import TreeModule, tree_module
from gekido_dsl.lowering import Lowered
from gekido_dsl.lowering.course.judging import ONE
from gekido_dsl.program.nodes import Array

EXPLORES: Final = 0.7
"""How much a choice that was seldom taken is preferred: the usual constant of UCT, for what is worth 0 to 1."""
TRIALS: Final = 32
"""Playouts that tell, before a search, how far positions come apart by the aim."""
DECISIONS: Final = 2_000
"""A playout takes no more."""
FAILURES: Final = 100
"""With so many playouts in which a rule could not be carried out, a search goes no further."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found of one option."""

    visits: int
    """In how many playouts it was taken."""
    worth: float
    """What it was worth to who decides, from 0 to 1, or is certain to be; one half if it was never taken."""
    certain: bool = False
    """Whether that follows from the rules, whatever others do."""
    rank: int = 0
    """The greater, the better it is to be taken; with the same it is the worth that tells."""


class Searcher:
    """Searches in matches of one game."""

    def __init__(self, lowered: Lowered, key: str = "") -> None:
        """Makes the module, or takes it from the store.

        Args:
            lowered: with what judges positions.
            key: of the module in the store; empty where it is not kept.
        """
        self.module = _module(lowered, key)
        self.machine = Machine(self.module.match)
        self.players = lowered.layout.players
        self.playouts = 0
        """Of the last search."""

    def search(
        self,
        worlds: Sequence[Stand],
        seed: int,
        goes_on: Callable[[int], int],
        horizon: int | None = None,
        explores: float = EXPLORES,
        flat: bool = False,
    ) -> list[Searched]:
        """Searches, by the worlds in turn.

        Args:
            worlds: where the match may stand, all with the same options.
            goes_on: is told how many playouts there were, and gives how many to make next; 0 ends the search.
            horizon: after how many turns more a playout is judged by the aim; None plays on to the end.
            flat: whether playouts are random from the first choice on.
        """
        machine, module = self.machine, self.module
        count = worlds[0].count
        self._run("forget")
        turn = machine.read(worlds[0], module.turns)[0]
        self._words(module.explores)[0] = round(256 * explores)
        self._words(module.flat)[0] = flat
        until = self._words(module.until)
        until[0], until[1] = (1 << 30 if horizon is None or not module.aimed else turn + horizon), DECISIONS
        if module.aimed:
            self._calibrate(worlds, seed)
        self.playouts = failures = number = 0
        settled = self._words(module.settled)
        while failures < FAILURES and not settled[0] and (some := goes_on(self.playouts)):
            machine.enter(worlds[number % len(worlds)])
            number += 1
            done, failed = self._search(some, seed + number)
            self.playouts += done
            failures += failed
        count = min(count, OPTIONS)
        self._run("tell", count)
        arrays = (module.found.visits, module.found.worth, module.found.certain, module.found.rank)
        found = []
        for visits, worth, certain, rank in zip(*(self._words(one)[:count] for one in arrays), strict=True):
            share = (certain - 1) / ONE if certain else worth / visits / ONE if visits else 0.5
            found.append(Searched(visits, share, certain > 0, rank))
        return found

    def _calibrate(self, worlds: Sequence[Stand], seed: int) -> None:
        """Finds how a position stands by the aim, and how far it comes from there in a playout."""
        module = self.module
        base, scale, balances = (self._words(one) for one in (module.base, module.scale, module.balances))
        self.machine.enter(worlds[0])
        for player in range(self.players):
            base[player] = 0
        scale[0] = 1
        try:
            self._run("weigh")
        except runtime.Stopped:
            pass  # During the set-up there may be nothing yet that the aim asks for.
        else:
            for player in range(self.players):
                base[player] = balances[player]
        far, number = 0, 0
        for trial in range(TRIALS):
            self.machine.enter(worlds[trial % len(worlds)])
            done, _ = self._search(1, seed - 1 - trial)
            far += sum(abs(balances[player] - base[player]) for player in range(self.players)) * done
            number += self.players * done
        scale[0] = max(1, far // max(number, 1))
        self._run("forget")

    def _search(self, playouts: int, seed: int) -> tuple[int, int]:
        """Makes playouts from where the match stands; gives how many, and in how many a rule failed."""
        made = failed = 0
        done = self._words(self.module.done)
        while made < playouts and failed < FAILURES:
            try:
                self._run("search", playouts - made, signed(seed + (failed << 32)))
                made += done[0]
                break
            except runtime.Stopped:
                self._run("give_up")
                made += done[0]
                failed += 1
        return made, failed

    def _run(self, name: str, *arguments: int) -> None:
        self.machine.run(name, *arguments)

    def _words(self, array: Array) -> "memoryview[int]":
        return self.machine.words(array)


def _module(lowered: Lowered, key: str) -> TreeModule:
    """Gives the module from the store, or makes it and writes it there."""
    place = store.current() if key else None
    content = place.read(key) if place is not None else None
    if content is not None:
        with suppress(records.Unkeepable):
            found = records.loads(content)
            if isinstance(found, TreeModule):
                return found
    made = tree_module(lowered, GuidedMaker)
    if place is not None:
        with suppress(records.Unkeepable):
            place.write(key, records.dumps(replace(made, match=bare(made.match))))
    return made
