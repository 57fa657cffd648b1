"""What every executor of a game shares: what follows from the model and the number of players alone, and positions.

`layout` says where everything lies, `position` holds what lies there, `start` is how it lies at first, `geometry` is
what touches what on boards, `patterns` answers for dice, `knowledge` keeps who knows what, `choices` tells
which things count as one choice.
"""
