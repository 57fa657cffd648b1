"""How fast people play, as options of a command line."""

import functools
from collections.abc import Callable
from typing import Any, Final

import click

from gekido_dsl.ground.pace import Pace

_PACE: Final = Pace()
_EACH: Final = (
    ("a-decision", "decision_s", "Seconds for a person to decide, used to estimate the minutes of a game."),
    ("a-quick-decision", "quick_s", "Seconds to pass a window or to choose another of the same."),
    ("a-later-decision", "again_s", "Seconds when the same rule asks again later in a turn."),
    ("an-operation", "operation_s", "Seconds to move or draw a piece, roll dice or change a number."),
    ("a-further-operation", "further_s", "Seconds for each further operation of the same sort."),
)


def pace_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options, and hands the pace to the command."""

    @functools.wraps(command)
    def paced(**given: Any) -> Any:
        seconds = {name: given.pop(name) for _, name, _ in _EACH}
        return command(**given, pace=Pace(**seconds))

    for what, name, said in reversed(_EACH):
        default = getattr(_PACE, name)
        kind = click.FloatRange(0, 3600)
        paced = click.option(
            f"--seconds-{what}", name, type=kind, default=default, show_default=True, help=said
        )(paced)
    return paced
