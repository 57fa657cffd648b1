"""How a match ended: who comes first, who has lost, by which end."""

from gekido_dsl import engine as e
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m

_WON, _LOST = (0, 0), (3, 0)


def outcome(state: State) -> e.Outcome:
    """Tells how a match ended that is over."""
    layout = state.program.layout
    keys = [_key(state.cells[layout.out_cell + player]) for player in range(layout.players)]
    if state.cells[lay.MATCH] == 1:
        keys = [(1, -state.cells[layout.won_cell + player]) for player in range(layout.players)]
    ends, end = state.program.game.ends, state.cells[lay.END]
    label = ends[end - 1].name if end and ends[end - 1].name != m.GAME_END else ""
    sides, finished = _sides(state), state.cells[lay.OVER] == 1
    if sides:
        keys = [
            _of_side([key for key, side in zip(keys, sides, strict=True) if side == own]) for own in sides
        ]
    lost = tuple(player for player, key in enumerate(keys) if key == _LOST)
    alone = len(set(sides)) == 1 and keys[0] in (_WON, _LOST)
    ranks = tuple(1 + (len(lost) == len(keys)) + sum(other < key for other in keys) for key in keys)
    return e.Outcome(ranks, finished, label, lost, alone or bool(state.cells[lay.JOINT]), sides)


def _sides(state: State) -> tuple[int, ...]:
    """Numbers the sides from 0, by seat; nothing where everybody plays for himself."""
    side, seats = state.program.evaluator.sides(), range(state.program.layout.players)
    if side is None:
        return ()
    found = [side(state, seat) for seat in seats]
    order = list(dict.fromkeys(found))
    return tuple(order.index(one) for one in found)


def _of_side(keys: list[tuple[int, int]]) -> tuple[int, int]:
    """Gives what a whole side has come to: it wins or loses with those who are out, and else is as its best."""
    return next((key for key in (_WON, _LOST) if key in keys), min(keys))


def _key(out: int) -> tuple[int, int]:
    """Orders players: winners and who is ranked, who remains, who is out, the last before the first, losers."""
    if out in (lay.WON, lay.LOST):
        return _WON if out == lay.WON else _LOST
    if out < lay.RANKED:
        return 0, lay.RANKED - out - 1
    return (1, 0) if out == 0 else (2, -out)
