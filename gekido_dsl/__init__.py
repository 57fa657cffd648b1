"""Gekido DSL: describe a tabletop game, check it, play it."""
