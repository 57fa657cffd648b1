"""Many games become answers for people: what they say, as pages with charts and as text.

Invariants:
    Every share and mean stands with the interval that holds the true one with a confidence of 95 %.
    A page is one file that asks nobody else for anything.
"""

from gekido_dsl.insight.report_page import page as report_page

__all__ = ["report_page"]
