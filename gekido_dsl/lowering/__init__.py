"""The lowering: a game, with its number of players and the answers to its options, becomes a program.

Its folders lie on one another, and each imports only what lies below it:

    assembling    all of a program: the entry, and whatever that asks for
    course        the order of play: beginning, rounds, turns, phases; what a position is worth
    statements    bodies, sentences with their decisions, loops, menus
    verbs         what acts do, a module for each group
    choosing      the options of a decision: which count as one, which a ladder lets through
    operators     what expressions give, a module for each group
    lifting       tests of many spaces at once, as bits and tables
    kept          what is kept up as things move and change hands; who knows of it
    boards        where spaces lie, and spaces as bits
    writing       one function: the writer, its registers, steps, chance and choices
    sets          what is asked of several; the pen that writes it
    game          what is known before anything is written: memory, sites, what the rules never do

Whatever has to call what lies above it goes through a register: a `Writer` finds what lowers an operator, an act or a
statement in a table, which modules fill where they are written.
"""

from collections.abc import Mapping

from gekido_dsl.collecting import no_collecting
from gekido_dsl.lowering import operators, statements, verbs
from gekido_dsl.lowering.assembling import Lowered, assemble
from gekido_dsl.lowering.game.errors import CompilerFailed, NotLowered, TooMuch
from gekido_dsl.lowering.game.lowering import STATEMENTS, Lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.program.build import TooLong


@no_collecting()
def lower(
    game: m.Game,
    players: int,
    options: Mapping[str, int],
    judged: bool = False,
    plain: bool = False,
    dealt: bool = True,
) -> Lowered:
    """Lowers a game without errors, for a number of players, with the number of the answer of each option.

    Args:
        judged: whether to write what judges positions, too; see `judging`.
        plain: whether none of the special cases is taken, for whoever compares with what they do.
        dealt: whether worlds are dealt for what judges positions; without, its states are those of matches alone.
    Raises:
        NotLowered: something has no lowering, there is too much of it, or the lowering itself failed.
    """
    lowering: Lowering | None = None
    try:
        lowering = Lowering(game, players, options, plain)
        return assemble(lowering, judged, dealt)
    except TooLong:
        most = f"more than {STATEMENTS:,} statements, or {STATEMENTS // 12:,} in one function"
        raise TooMuch(f"the program would have {most}", game.span) from None
    except NotLowered:
        raise
    except Exception as error:  # a fault of ours, which the interpreter makes good
        raise CompilerFailed(error, lowering.at if lowering is not None else None) from error


# Each module of these registers what it lowers.
__all__ = ["CompilerFailed", "Lowered", "NotLowered", "TooMuch", "lower", "operators", "statements", "verbs"]
