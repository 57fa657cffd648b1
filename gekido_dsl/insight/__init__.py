"""Many games become answers for people: what they say, whether a change matters, what a number moves.

Invariants:
    Every share, mean and difference stands with an interval, of which is said with which confidence it holds; where
    nothing else is said, 95 %.
    A page is one file that asks nobody else for anything.
"""

from gekido_dsl.insight.report_page import page as report_page

__all__ = ["report_page"]
