"""Positions and questions in words: labels, choices, events, views and reports, the same for every executor.

Nothing here runs rules. What is told needs a position, and sometimes which phases run; what only rules can answer is
handed in by the executor.
"""
