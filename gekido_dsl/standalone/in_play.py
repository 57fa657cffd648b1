"""A picture of a game in play, for pages that list games."""

from typing import Final

from gekido_dsl import drawing
from gekido_dsl.compilation import Compilation
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.play.bots import GreedyBot

_SEED: Final = 1
_PLAYERS, _TURNS, _DECISIONS = 3, 12, 60
"""How many play where the game allows it, and how far."""
_MOST_SPACES: Final = 400
"""The most spaces of a board that is drawn."""


def in_play(compilation: Compilation) -> Picture | None:
    """Draws the board, or the table of a game without one, after some turns of players who see what is near."""
    game = compilation.game
    if game is None:
        return None
    executor = compilation.shared_executor
    players = max(game.least_players, min(game.most_players, _PLAYERS))
    bots = [GreedyBot(_SEED + seat) for seat in range(players)]
    try:
        state, _ = executor.initial(Setting(players, _SEED))
        seen, step = executor.observe(state, None), 0
        while executor.turn(state)[0] <= _TURNS and step < _DECISIONS:
            decision = executor.decision(state)
            if decision is None:
                break
            executor.apply(state, bots[decision.seat].choose(executor, state, decision, step))
            seen, step = executor.observe(state, None), step + 1
    except RuleError:
        return None
    title, look = f"{game.title} in play", compilation.look.value or drawing.PLAIN
    for view in seen.boards:
        if 0 < len(view.spaces) <= _MOST_SPACES:
            return drawing.board(view, title=title, legend=False, look=look)
    return drawing.tabletop(game, seen, title, look)
