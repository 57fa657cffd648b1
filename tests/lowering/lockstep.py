"""Plays one match with the interpreter and with the program that the ruleset was lowered to, and compares them.

At every decision: whose it is, the options in their order (by the values that fill the slots), every cell, every place
in its order, the stream of chance; at the end how it ended. Where both tell a rule error, the match ends.
"""

from collections.abc import Mapping
from pathlib import Path

from by_python import Decision, Match, RuleFailed

from gekido_dsl.api import read
from gekido_dsl.backend.machine import Failed, Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir
from gekido_dsl.rng import Rng
from gekido_dsl.telling.question import Question

_LIMITS = ("this never comes to a decision", "this calls itself without end")
"""What the interpreter says where the program only says which of its limits was reached."""
RULESETS = Path(__file__).parent.parent.parent / "rulesets"


def game_of(name: str) -> m.Game:
    """Reads a shipped ruleset, as `gekido` or `classics/hex`."""
    return read(RULESETS / f"{name}.gdl").game


def lockstep(
    game: m.Game,
    seed: int,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    most: int = 1_000,
    lowered: Lowered | None = None,
    by: type["Compiled"] | type[Match] | None = None,
) -> int:
    """Plays one match with choices drawn from a seed; gives the number of decisions that were compared.

    Args:
        by: what runs the program; `Match`, slow, looks at every index and number besides.
    """
    by = by or Compiled
    players = players or game.least_players
    interpreter = Interpreter(game, trace=False)
    numbers = interpreter.option_numbers(options or {})
    lowered = lowered or lower(game, players, numbers)
    choices = Rng(seed + 1)
    try:
        state, _ = interpreter.initial(Setting(players, seed, dict(options or {})))
    except RuleError as error:
        _fails_too(lambda: by(lowered.program, seed), error, lowered, "the beginning")
        return 0
    match = by(lowered.program, seed)
    for number in range(most):
        where = f"seed {seed}, decision {number}"
        compare(state, match, lowered, where)
        if state.question is None:
            return number
        chosen = choices.below(len(state.question.options))
        try:
            interpreter.apply(state, chosen)
        except RuleError as error:
            _fails_too(lambda chosen=chosen: match.choose(chosen), error, lowered, where)
            return number
        try:
            match.choose(chosen)
        except RuleFailed as failed:
            what = lowered.sites[failed.site] if failed.site >= 0 else failed.site
            raise AssertionError(f"{where}: {what}") from None
    return most


def _fails_too(run: object, error: RuleError, lowered: Lowered, where: str) -> None:
    assert callable(run)
    try:
        run()
    except RuleFailed as failed:
        if failed.site < 0:
            # Both ran out of what a match may use between two decisions, if not at the same step.
            assert error.message.startswith(_LIMITS), (where, failed.site, error.message)
            return
        site = lowered.sites[failed.site]
        begin = site.word.split("{")[0].strip("`")
        assert begin in error.message, (where, site, error.message)
        return
    raise AssertionError(f"{where}: only the interpreter says: {error.message}")


def values_of(question: Question) -> list[tuple[int, ...]]:
    """Gives the options of a question as the values that fill its slots; declining and taking back have none."""
    return [
        () if option is None or option == ("take back",) else tuple(int(one) for one in option)
        for option in question.options
    ]


def compare(state: State, match: "Match | Compiled", lowered: Lowered, where: str) -> None:
    """Compares two matches at a decision or at their ends."""
    question, asked = state.question, match.decision
    program = lowered.program
    arrays = match.numbers_of(lowered)
    for run in lowered.cells:
        found = arrays[run.array][run.first : run.first + run.count]
        wanted = [int(one) for one in state.cells[run.cell : run.cell + run.count]]
        assert found == wanted, (where, run.array.name, difference(found, wanted))
    chains = lowered.memory.chains
    for place, things in enumerate(state.contents):
        listed = []
        thing = arrays[chains.head][place]
        while thing >= 0:
            listed.append(thing)
            thing = arrays[chains.next][thing]
        name = lowered.layout.place_names[place][0].name
        assert listed == things, (where, f"{name} {lowered.layout.place_names[place][1]}", listed, things)
        assert arrays[chains.count][place] == len(things), (where, name)
        assert arrays[chains.tail][place] == (things[-1] if things else -1), (where, name)
    assert arrays[chains.where] == state.where, where
    words = tuple(word & 0xFFFF_FFFF for word in arrays[program.stream])
    assert words == state.rng.state, (where, "the stream of chance")
    if question is None:
        assert asked is None, (where, "only the program asks", lowered.sites[asked.site].word)
        return
    assert asked is not None, (where, "only the interpreter asks", question.prompt)
    site = lowered.sites[asked.site]
    assert (asked.seat, site.word) == (question.seat, question.prompt), where
    options = [one[:1] for one in asked.options] if site.asked == "order" else asked.options
    assert options == values_of(question), (where, site.word, options, values_of(question))
    assert asked.count == len(question.options), (where, site.word)


class Compiled:
    """A match as the backend plays it."""

    _known: tuple[object, Machine] | None = None

    def __init__(self, program: ir.Program, seed: int) -> None:
        known = Compiled._known
        if known is None or known[0] is not program:
            known = Compiled._known = program, Machine(match_module(program))
        self.machine = known[1]
        try:
            self.stand = self.machine.start(seed)
        except Failed as failed:
            raise RuleFailed(failed.site) from None

    def choose(self, number: int) -> None:
        """Takes a choice and goes on to the next decision."""
        try:
            self.stand = self.machine.apply(self.stand, number)
        except Failed as failed:
            raise RuleFailed(failed.site) from None

    @property
    def decision(self) -> Decision | None:
        """What is asked."""
        stand = self.stand
        if not stand.count:
            return None
        return Decision(stand.seat, stand.count, stand.site, self.machine.offers(stand))

    def numbers_of(self, lowered: Lowered) -> dict[ir.Array, list[int]]:
        """Gives the numbers of the state."""
        return {array: self.machine.read(self.stand, array) for array in lowered.program.state()}


def difference(found: list[int], wanted: list[int]) -> list[tuple[int, int, int]]:
    """Lists where two rows of numbers differ: at which place, what is found, what is wanted."""
    return [(k, a, b) for k, (a, b) in enumerate(zip(found, wanted, strict=True)) if a != b]
