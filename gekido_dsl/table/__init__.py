"""A match at a table as pictures, words and commands: plain messages in and out, wherever it runs."""

from gekido_dsl.table.table import PERSON, BotMaker, Due, Table, opened, plain_bots
from gekido_dsl.table.viewer import NARROW, WIDE, Viewer

__all__ = ["NARROW", "PERSON", "WIDE", "BotMaker", "Due", "Table", "Viewer", "opened", "plain_bots"]
