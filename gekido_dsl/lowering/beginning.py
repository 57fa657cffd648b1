"""How a match begins: boards laid, decks shuffled, somebody first."""

from gekido_dsl.lowering.registry import NotLowered
from gekido_dsl.lowering.writer import Writer


def write(w: Writer) -> None:
    """Writes what happens before the set-up's own body."""
    if any(board.layout for board in w.game.boards.values()):
        raise NotLowered("a board that is laid anew for each match", w.game.span)
    for place in w.game.places.values():
        if place.shuffled:
            raise NotLowered("a deck that is shuffled in the beginning", place.name_span)
    turn = w.game.turn
    if turn is not None and turn.first == "random":
        first = w.draw(w.layout.players, "pick", "starting player")
        for name in ("on_turn", "first", "began"):
            w.code.store(w.memory.system[name], 0, first)
