"""A ruleset and bots become many games, and the games a report: who wins, how long it takes, what goes wrong.

Invariants:
    A game is a function of the experiment's seed and the game's number: neither how many games there are, nor
    in which order or in how many processes they are played, changes any of them.
    The report is a function of the games.
"""

from gekido_dsl.simulate.game import GameResult, Maker, Player, play
from gekido_dsl.simulate.report import Report, Share, Spread, data, summarise, text, wilson

__all__ = [
    "GameResult",
    "Maker",
    "Player",
    "Report",
    "Share",
    "Spread",
    "data",
    "play",
    "summarise",
    "text",
    "wilson",
]
