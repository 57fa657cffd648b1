"""A match at a table as pictures, words and commands: plain messages in and out, wherever it runs."""

from gekido_dsl.play.kinds import PERSON
from gekido_dsl.table.opening import PLAIN_KINDS, BotMaker, Due, opened, plain_bots
from gekido_dsl.table.table import Table
from gekido_dsl.table.viewer import NARROW, WIDE, Viewer

__all__ = [
    "NARROW",
    "PERSON",
    "PLAIN_KINDS",
    "WIDE",
    "BotMaker",
    "Due",
    "Table",
    "Viewer",
    "opened",
    "plain_bots",
]
