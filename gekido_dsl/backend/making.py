"""A lowered game becomes a batch module with what its rows mean; games that a module gives up are played step by step.

A game that a batch gives up, since a rule cannot be carried out or it never ends, is played again by the match module,
which keeps the position.
"""

from collections.abc import Sequence
from dataclasses import replace

from gekido_dsl import engine as e
from gekido_dsl import records
from gekido_dsl.backend import limits
from gekido_dsl.backend.batch import BatchModule, Early, Numbers, batch_module
from gekido_dsl.backend.counting import Counting
from gekido_dsl.backend.machine import Failed, Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.backend.rows import DECISIONS, Bundle, Owned, Played, Run, owned
from gekido_dsl.collecting import no_collecting
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.layout import Layout
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.games import label_of, outcome
from gekido_dsl.interpreter.operators.players import sides
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.verify import verify
from gekido_dsl.rng import Rng, game_seed, player_seed
from gekido_dsl.telling.view import listed_with_owner


@no_collecting()
def bundle_of(
    game: m.Game,
    setting: e.Setting,
    lowered: Lowered,
    hashing: bool,
    counted: bool = False,
    again: bool = False,
    drawn: bool = False,
) -> Bundle:
    """Makes a batch module.

    Args:
        hashing: whether each game is to have `Played.hashed`.
        counted: whether it is counted what happens in the games.
        again: whether games are played again whose choices are given.
        drawn: whether what is tried before it is chosen is drawn first.
    Raises:
        TooLarge: the program is larger than a program may be.
    """
    state = Interpreter(game, trace=False).blank(setting)
    sided = sides(state.program.evaluator) is not None
    layout, memory = state.layout, lowered.memory
    things = _listed(layout)
    runs = {run.array: run for run in lowered.cells}
    names = {memory.system[name]: name for name in ("turns", "over", "end", "joint", "match")}
    names |= {memory.out: "out", memory.won: "won"}
    # Whose side one is on may depend on anything.
    arrays = [array for array in (runs if sided else names) if array in runs]
    held = [Numbers(memory.owner, things), Numbers(memory.chains.where, things)] if things else []
    record = [*(Numbers(array, range(array.length)) for array in arrays), *held]
    early = Early(memory.system["turns"], tuple(held))

    def make() -> BatchModule:
        limits.check(lowered.program)
        verify(lowered.program)
        return batch_module(
            lowered.program, hashing, record=record, early=early, counting=counting, again=again, drawn=drawn
        )

    counting = Counting(lowered) if counted else None
    noted = [(one.array.name, *one.indices) for one in (*record, *early.kept)]
    kept = counting is None and not again
    module = records.kept("module", (lowered.program, hashing, drawn, noted), make) if kept else make()
    places = module.module.addresses.by_array
    return Bundle(
        module.module.code,
        places[module.rows],
        places[module.game],
        module.width,
        layout.players,
        tuple(
            Run(names.get(array, ""), runs[array].cell, runs[array].count, array.length) for array in arrays
        ),
        tuple(label_of(end) for end in game.ends),
        sided,
        tuple(_name(layout, thing) for thing in things),
        tuple(knowledge.knows(state, None, thing) for thing in things),
        layout.count,
        counting.meaning(module.module.addresses) if counting is not None else None,
        places[module.given] if module.given is not None else -1,
    )


def _listed(layout: Layout) -> list[int]:
    """Lists the things that have a name of their own and are listed with their owner."""
    kinds = {id(kind): listed_with_owner(layout, kind) for kind in layout.kind_of}
    return [
        thing
        for thing, kind in enumerate(layout.kind_of)
        # Of a shape its squares are listed, where they lie.
        if kinds[id(kind)] and thing not in layout.shaped and _name(layout, thing)[1] not in ("", kind.name)
    ]


def _name(layout: Layout, thing: int) -> tuple[str, str]:
    kind = layout.kind_of[thing]
    return kind.name, kind.rows[layout.row_of[thing]].name


class Ruled:
    """Asks the rules how matches ended."""

    def __init__(self, game: m.Game, setting: e.Setting, bundle: Bundle) -> None:
        self._state: State = Interpreter(game, trace=False).blank(setting)
        self._bundle = bundle

    def outcome(self, numbers: Sequence[int]) -> e.Outcome:
        """Tells how a match ended that is over, by the numbers of `Bundle.ends`."""
        cells, at = self._state.cells, 0
        for run in self._bundle.ends:
            cells[run.cell : run.cell + run.cells] = numbers[at : at + run.cells]
            at += run.length
        return outcome(self._state)


class StepByStep:
    """Plays games that a batch gave up."""

    def __init__(
        self, setting: e.Setting, bundle: Bundle, lowered: Lowered, drawn: m.Game | None = None
    ) -> None:
        """Makes what plays choice by choice.

        Args:
            drawn: the game, if what is tried before it is chosen was drawn first: then the interpreter plays.
        """
        self._setting, self._bundle, self._lowered = setting, bundle, lowered
        tries = drawn is not None and any(
            isinstance(one, ir.Sampled) for f in lowered.program.functions for one in walk.statements(f.body)
        )
        self._interpreter = Interpreter(drawn, trace=False) if drawn is not None and tries else None
        self._machine = Machine(match_module(lowered.program))
        self._things = _listed(lowered.memory.layout) if bundle.names else []

    def play(self, number: int) -> Played:
        """Plays a game as far as it goes."""
        if self._interpreter is not None:
            return self._by_drawing(self._interpreter, number)
        machine, turns = self._machine, self._lowered.memory.system["turns"]
        seed = game_seed(self._setting.seed, number)
        error: e.RuleError | None = None
        try:
            machine.game(seed, DECISIONS)
            taken = DECISIONS
        except Failed as failed:
            taken = DECISIONS - machine.left - 1
            error = rule_error(failed, self._lowered)
            if taken < 0:
                return Played(number, seed, 0, 0, 0, error=error)
        machine.game(seed, taken)
        most = machine.most if error is None else max(machine.most, machine.waiting)
        return Played(number, seed, machine.now(turns)[0], taken, most, error=error, owned=self._late(error))

    def _by_drawing(self, x: Interpreter, number: int) -> Played:
        """Plays a game as a module does that draws before it tries."""
        seed = game_seed(self._setting.seed, number)
        random, taken, most = Rng(player_seed(seed)), 0, 0
        state, error = x.blank(self._setting), None
        try:
            state, _ = x.initial(replace(self._setting, seed=seed))
            while (count := x.count(state)) and taken < DECISIONS:
                ways = x.tried(state)
                declines = 0 if ways is None else count - len(ways[1])
                choice = random.below(count) if ways is None else random.passing(*ways, declines)
                most = max(most, count if ways is None else ways[0] + declines)
                x.apply(state, choice)
                taken += 1
        except e.RuleError as failed:
            error = failed
        had: Owned = ((),) * self._bundle.players if error is None else ()
        if error is None and self._things:
            numbers = [
                *(state.owner(one) for one in self._things),
                *(state.where[one] for one in self._things),
            ]
            had = owned(self._bundle, numbers)
        return Played(number, seed, x.turn(state)[0], taken, most, error=error, owned=had)

    def _late(self, error: e.RuleError | None) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Gives what each has in a game without an end, which says nothing of how it began."""
        if error is not None:
            return ()
        if not self._things:
            return ((),) * self._bundle.players
        memory = self._lowered.memory
        owner, where = (self._machine.now(array) for array in (memory.owner, memory.chains.where))
        return owned(
            self._bundle, [*(owner[one] for one in self._things), *(where[one] for one in self._things)]
        )


def rule_error(failed: Failed, lowered: Lowered) -> e.RuleError:
    """Words a rule that could not be carried out."""
    if failed.site < 0 or failed.message:
        return e.RuleError(failed.message or "this never comes to a decision", None)
    site = lowered.sites[failed.site]
    return e.RuleError(site.said(), site.span, ((site.rule, site.span),) if site.rule else ())
