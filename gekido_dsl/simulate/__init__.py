"""A ruleset and bots become many games, and the games a report: who wins, how long it takes, what goes wrong.

Invariants:
    A game is a function of the experiment's seed and the game's number: neither how many games there are, nor
    in which order or in how many processes they are played, changes any of them.
    The report is a function of the totals, and those of the games: whole numbers, added up in any order.
"""

from gekido_dsl.ground.pace import Pace
from gekido_dsl.simulate.answers import Answered, answered
from gekido_dsl.simulate.course import Course
from gekido_dsl.simulate.courses import Courses, Estimate
from gekido_dsl.simulate.effort import Effort, effort
from gekido_dsl.simulate.experiment import Batch, Chunk, Experiment, Kind, batch, is_kept, made
from gekido_dsl.simulate.figures import Effect, Figure, telling
from gekido_dsl.simulate.game import GameResult, Maker, Player, play, roll_out
from gekido_dsl.simulate.intervals import wilson
from gekido_dsl.simulate.mattering import Mattering
from gekido_dsl.simulate.policies import Known, known, policies_of
from gekido_dsl.simulate.report import Report, Share, data, report_of, summarise
from gekido_dsl.simulate.report_text import text
from gekido_dsl.simulate.running import Pool, Run, WorkersDie, gaps
from gekido_dsl.simulate.spread import Spread
from gekido_dsl.simulate.tallies import Asking, Happening, Reached, Tallies
from gekido_dsl.simulate.totals import Totals, total

__all__ = [
    "Answered",
    "Asking",
    "Batch",
    "Chunk",
    "Course",
    "Courses",
    "Effect",
    "Effort",
    "Estimate",
    "Experiment",
    "Figure",
    "GameResult",
    "Happening",
    "Kind",
    "Known",
    "Maker",
    "Mattering",
    "Pace",
    "Player",
    "Pool",
    "Reached",
    "Report",
    "Run",
    "Share",
    "Spread",
    "Tallies",
    "Totals",
    "WorkersDie",
    "answered",
    "batch",
    "data",
    "effort",
    "gaps",
    "is_kept",
    "known",
    "made",
    "play",
    "policies_of",
    "report_of",
    "roll_out",
    "summarise",
    "telling",
    "text",
    "total",
    "wilson",
]
