"""Whether how a seat stands by the aim depends on anything that somebody may not see."""

from gekido_dsl.lowering import Lowered
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk


def is_open(lowered: Lowered, hidden: frozenset[str]) -> bool:
    """Tells whether the aim mentions nothing that may be hidden, nor anything that does.

    Args:
        hidden: kinds of things of which somebody may not know which is which.
    """
    aim = lowered.layout.game.aim
    if aim is None:
        return True
    waiting: list[m.Decl] = [aim]
    known: set[int] = set()
    while waiting:
        for one in walk.mentions(waiting.pop()):
            if id(one) in known:
                continue
            known.add(id(one))
            match one:
                case m.Kind():
                    held = one
                case m.Place():
                    held = one.holds
                case m.Track() | m.Counter():
                    held = one.die
                case _:
                    waiting.append(one)
                    continue
            if held.name in hidden:
                return False
    return True
