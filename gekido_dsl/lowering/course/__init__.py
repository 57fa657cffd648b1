"""The order of play: how a match begins, its rounds, turns and phases, and what a position is worth."""
