"""What is told of a game beside its rules is carried out: scenarios, one that is made of a match, and claims.

A scenario that was made by chance may fail, as what it says need not be so; one that is made of a match holds.
"""

from typing import Final

from gekido_dsl import scenario
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.generated.saves import compare
from gekido_dsl.insight.claims import ClaimBatch, Counts, follows
from gekido_dsl.lockstep import Differs
from gekido_dsl.play import record
from gekido_dsl.play.as_example import Compile, example
from gekido_dsl.play.session import Session
from gekido_dsl.play.stretches import NoExample
from gekido_dsl.rng import Rng
from gekido_dsl.simulate.experiment import Experiment, Kind, made
from gekido_dsl.source import Recorded

_MOST: Final = 7
"""Decisions of which an example is made."""
_GAMES: Final = 3
"""Games that are counted for a claim."""
_TITLE: Final = "What came of it"


def made_an_example(
    read: Compilation, with_it: Compile, setting: Setting, compiled: CompiledExecutor
) -> None:
    """Plays some decisions, and makes a scenario of them, which has to hold.

    Compiled code comes to the same by the same choices.

    Args:
        with_it: compiles the ruleset with a text at its end.
    Raises:
        Differs: it does not hold, or compiled code comes to something else.
    """
    header = record.Header(
        read.identity,
        "generated",
        compiled.game.edition,
        setting.players,
        setting.seed,
        setting.options,
        ("random",) * setting.players,
    )
    try:
        session, other = (Session(one, header) for one in (compiled.reference, compiled))
    except RuleError:
        return
    choices = Rng(setting.seed + 2)
    while session.decision is not None and len(session.steps) < _MOST:
        choice = choices.below(len(session.decision.choices))
        try:
            session.choose(choice)
        except RuleError:
            return
        other.choose(choice)
    compare(session, other, setting)
    _example(session, with_it)


def _example(session: Session, with_it: Compile) -> None:
    try:
        text = example(session, _TITLE, with_it).text
    except NoExample:
        return
    read = with_it(text)
    if has_errors(read.diagnostics):
        raise Differs("the example of a match has errors")
    (result,) = scenario.run(read, _TITLE)
    if not result.passed:
        raise Differs(f"the example of a match does not hold: {result.message}")


def carried_out(read: Compilation) -> None:
    """Carries out the scenarios that are written; each gives a result, whatever it says."""
    scenario.run(read)


def claims_counted(read: Compilation, setting: Setting) -> None:
    """Plays a few games for each claim on both executors; what is counted of them is the same.

    Raises:
        Differs: it is not.
    """
    game = read.game
    assert game is not None
    for claim in game.claims:
        both: list[Counts] = []
        kinds: tuple[Kind, ...] = ("interpreter", "any")
        for kind in kinds:
            # A module may be kept by this name: it is that of one ruleset alone.
            experiment = Experiment(
                read.identity,
                Recorded(()),
                setting,
                (None,) * setting.players,
                kind=kind,
                why="it was asked for",
                tallies=follows(claim),
            )
            player = made(experiment, lambda: game)
            played = ClaimBatch(player, claim.lines).play(0, _GAMES, True, lambda: False)
            if kind == "any" and played.by.why:
                raise Differs(f"games of a claim are {played.by}")
            both.append(played.counts)
        if both[0] != both[1]:
            raise Differs(f"games of the claim “{claim.name}”: {both[1]}, should be {both[0]}")
