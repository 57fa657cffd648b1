"""What is printed on things and what words of a game mean, for players who ask by name.

Invariants:
    Only tables and texts of the ruleset are told, which everybody may read, and nothing of a match.
"""

from gekido_dsl.engine import Printed
from gekido_dsl.ground.position import Position
from gekido_dsl.telling.view import printed_thing


def printed(s: Position, text: str) -> list[Printed]:
    """Tells what the tables say of the things with a name, and what a kind or place with that name is."""
    wanted = " ".join(text.casefold().split())
    layout = s.layout
    told = []
    for kind in layout.game.kinds.values():
        for number, row in enumerate(kind.rows if kind.file is not None else ()):
            thing = layout.first_of_row.get((kind.name, number))
            if thing is not None and row.name.casefold() == wanted:
                told.append(printed_thing(s, thing))
    for decl in (*layout.game.kinds.values(), *layout.game.places.values()):
        if decl.name.casefold() == wanted and decl.text:
            told.append(Printed(decl.name, text=decl.text))
    return told
