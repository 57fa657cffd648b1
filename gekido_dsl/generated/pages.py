"""A match is played by bots at the table that a page brings along, on the interpreter and as compiled code."""

import json
from typing import Any, Final

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Setting
from gekido_dsl.lockstep import Differs
from gekido_dsl.play.kinds import RANDOM
from gekido_dsl.standalone.page_table import PageTable

_MOST: Final = 20
"""Choices that bots make."""


def played_in_a_page(made: Compilation, setting: Setting, compiled: CompiledExecutor) -> None:
    """Plays a match both ways and compares everything that the page is told.

    Args:
        compiled: the game as compiled code, which tells events.
    Raises:
        Differs: it is not the same.
    """
    one, other = (_told(_Table(made, compiled), setting, way) for way in (False, True))
    for number, (wanted, found) in enumerate(zip(one, other, strict=False)):
        if wanted != found:
            raise Differs(f"what the page is told: message {number}: {found!r}, should be {wanted!r}")
    if len(one) != len(other):
        raise Differs(f"messages to the page: {len(other)}, should be {len(one)}")


class _Table(PageTable):
    """The table of a page whose compiled code is there already; its bots do not search."""

    def __init__(self, made: Compilation, compiled: CompiledExecutor) -> None:
        super().__init__(made, lambda: 0.0)
        self._given, self._executor = compiled, compiled.reference

    def compiled(self, setting: Setting) -> CompiledExecutor:
        """Gives the compiled code that is there."""
        return self._given


def _told(table: PageTable, setting: Setting, compiled: bool) -> list[Any]:
    begin = {
        "do": "begin",
        "players": setting.players,
        "seed": setting.seed,
        "options": dict(setting.options),
        "seats": [RANDOM] * setting.players,
        "compiled": compiled,
    }
    found = list(json.loads(table.take(json.dumps(begin))))
    for _ in range(_MOST):
        text = table.tick()
        if text is None:
            break
        found += json.loads(text)
    return found
