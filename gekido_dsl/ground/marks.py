"""Games in which all that is hidden was set by players in secret, on things that they chose: mines, ships, marks.

What a seat is told there binds the values of several hidden facts to one another, so that worlds are not drawn fact by
fact, but by playing over how they came about; see `interpreter.agreeing`.
"""

from functools import lru_cache

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import dealing, facts, secret_writing, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


def marks_alone(layout: Layout) -> bool:
    """Tells whether a game hides nothing but what players set in secret, and some of that on things they choose."""
    return layout.known_cell == NONE and _marks(layout.game)


@lru_cache(maxsize=8)
def _marks(game: m.Game) -> bool:
    written = dict[m.Field | m.Counter, bool]()
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if isinstance(statement, m.Each) and statement.secret:
                    for one in secret_writing.written(game, statement):
                        written[one.decl] = written.get(one.decl, True) and one.own
                if isinstance(statement, m.Sentence) and dealing.by_chance(statement):
                    return False
    links = any(link.seen != "everyone" for link in game.links.values())
    return (
        not links and not all(written.values()) and set(secret_writing.hidden_facts(game)) <= written.keys()
    )
