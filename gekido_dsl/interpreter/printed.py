"""What is printed on things and what words of a game mean, for players who ask by name.

Invariants:
    Only tables and texts of the ruleset are told, which everybody may read, and nothing of a match.
"""

from gekido_dsl.interpreter.state import State
from gekido_dsl.interpreter.view import printed_facts
from gekido_dsl.model import nodes as m

_TELLS_NOTHING = ("none", "nothing", "")


def printed(s: State, text: str) -> list[str]:
    """Tells what the tables say of the things with a name, and what a kind or place with that name is."""
    wanted = " ".join(text.casefold().split())
    layout = s.program.layout
    told = []
    for kind in layout.game.kinds.values():
        for number, row in enumerate(kind.rows if kind.file is not None else ()):
            thing = layout.first_of_row.get((kind.name, number))
            if thing is not None and row.name.casefold() == wanted:
                told += _row(s, kind, row, thing)
    for decl in (*layout.game.kinds.values(), *layout.game.places.values()):
        if decl.name.casefold() == wanted and decl.text:
            told.append(f"{decl.name}: {decl.text}")
    return told


def _row(s: State, kind: m.Kind, row: m.Row, thing: int) -> list[str]:
    facts = [
        f"{name} {value}" for name, value in printed_facts(s, thing).items() if value not in _TELLS_NOTHING
    ]
    head = f"{row.name}, {kind.name}" + (f": {', '.join(facts)}" if facts else "")
    marks = [*([row.cite] if row.cite else []), *(["reconstructed"] if row.reconstructed else [])]
    return [head + f"  [{', '.join(marks)}]" * bool(marks), *([f"  {row.text}"] if row.text else [])]
