"""How likely it is what dice can give, for whoever keeps and rolls again what serves best.

A part of a ruleset in which dice are rolled and kept becomes a graph (`machine`), all that can come of it is counted
(`tree`), and the best is worked out from the end. What is too much to
count is sampled, with an interval (`sampled`); `position` begins where a match stands, at the point of the graph that
`resuming` finds.
"""
