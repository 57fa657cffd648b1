"""A ruleset is opened with a match on the table; one with errors with a stand-in, until they are mended."""

from collections.abc import Callable
from typing import Final

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.table import PERSON, BotMaker
from gekido_dsl.table.rules import Rules

_NOTHING: Final = """\
edition 1

game "Nothing to play yet"
  players 1 to 2, clockwise
  limit 100 turns

kind Look, 1 for each player
  Times: 0 to 100, starts 0

turn of each player
  Waiting

phase Waiting
  choose one, asking "The ruleset has errors. When they are mended, its game is here."
    "Look again"
      my Look's Times gains 1 if possible

the game ends when some Look's Times is at least 100
  the highest player by my Look's Times wins
"""


def opened(
    drafts: Drafts,
    rules: Callable[[Compilation], Rules],
    bots: BotMaker,
    setting: Callable[[Compilation], tuple[Setting, list[str]]],
) -> LiveRuleset:
    """Opens a ruleset, with what was typed of it and not written.

    Raises:
        RuleError: the match cannot be set up.
    """
    first = drafts.compilation()
    good = first.game is not None and not has_errors(first.diagnostics)
    made = first if good else load("nothing.gdl", MemoryProvider({"nothing.gdl": _NOTHING}))
    made.shared_executor  # noqa: B018 - made ready before anybody waits
    chosen, kinds = setting(made) if good else (Setting(1, 0), [PERSON])
    live = LiveRuleset.opened(drafts, rules(made), bots, chosen, kinds)
    live.newest = first
    drafts.take_up_kept()
    return live
