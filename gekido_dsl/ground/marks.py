"""Games in which what a seat is told binds the values of several hidden things to one another.

There worlds are not drawn thing by thing and fact by fact, but by playing over how they came about; see
`interpreter.agreeing`, where players set marks in secret and nothing else is hidden, and `interpreter.answering`, where
conditions that nobody may read are answered in the open.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import dealing, facts, hidden, secret_writing, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

_ENDS: Final = (m.acts.Win, m.acts.Defeat, m.acts.End)


def played_over(layout: Layout) -> bool:
    """Tells whether worlds are drawn by playing the match over."""
    return marks_alone(layout) or answers(layout)


def remembered(layout: Layout) -> bool:
    """Tells whether it is kept how a match came about, since it tells something of what lies hidden."""
    return played_over(layout) or follows(layout)


def follows(layout: Layout) -> bool:
    """Tells whether what was chosen of a hidden place tells what else cannot lie there: `must follow Suit`."""
    return layout.known_cell != NONE and not played_over(layout) and _follows(layout.game)


def marks_alone(layout: Layout) -> bool:
    """Tells whether a game hides nothing but what players set in secret, and some of that on things they choose."""
    return layout.known_cell == NONE and _marks(layout.game)


def answers(layout: Layout) -> bool:
    """Tells whether rules ask what lies hidden, or which things were marked, and do in the open what hangs on it."""
    return layout.alike_cell == NONE and _answers(layout.game, layout.known_cell != NONE)


@lru_cache(maxsize=8)
def _follows(game: m.Game) -> bool:
    return any(
        isinstance(part, m.ops.Place) and part.ref.seen != "everyone"
        for statement in _statements(game)
        if isinstance(statement, m.Sentence) and statement.decision is not None and statement.decision.ladders
        for slot in statement.decision.slots
        for part in walk.inside(slot.candidates)
    )


@lru_cache(maxsize=8)
def _marks(game: m.Game) -> bool:
    written = dict[m.Field | m.Counter, bool]()
    for statement in _statements(game):
        if isinstance(statement, m.Each) and statement.secret:
            for one in secret_writing.written(game, statement):
                written[one.decl] = written.get(one.decl, True) and one.own
        if isinstance(statement, m.Sentence) and dealing.by_chance(statement):
            return False
    links = any(link.seen != "everyone" for link in game.links.values())
    return (
        not links and not all(written.values()) and set(secret_writing.hidden_facts(game)) <= written.keys()
    )


@lru_cache(maxsize=8)
def _answers(game: m.Game, things: bool) -> bool:
    """Looks for what is asked; where things are hidden, too, marks count where an answer is announced."""
    if any(link.seen != "everyone" for link in game.links.values()):
        return False
    if any(board.seen != "everyone" for board in game.boards.values()):
        return False
    marked = _marked(game)
    for statement in _statements(game):
        if isinstance(statement, m.If | m.Sentence) and statement.condition is not None:
            if _ends(statement):
                continue  # whoever learns something from that has nothing left to decide
            who, asked = hidden.readers(game, statement.condition)
            if who == "nobody" and isinstance(asked, m.Place):
                return True
            if who == "nobody" and asked in marked and (not things or _answered(statement)):
                return True
            if who == "owner" and isinstance(asked, m.Place) and _announces(statement):
                return True
    return False


def _marked(game: m.Game) -> set[m.Decl]:
    """Gives the hidden facts of which chance, or a player in secret, picks the thing."""
    found: set[m.Decl] = set()
    for statement in _statements(game):
        if isinstance(statement, m.Each) and statement.secret:
            found |= {one.decl for one in secret_writing.written(game, statement) if not one.own}
        if isinstance(statement, m.Sentence) and dealing.by_chance(statement):
            changed = (ref for _, ref in facts.changes_itself(statement.act))
            found |= {
                ref
                for ref in changed
                if isinstance(ref, m.Field | m.Counter) and secret_writing.is_hidden(ref)
            }
    return found


def _ends(statement: m.If | m.Sentence) -> bool:
    """Tells whether nothing hangs on a condition but that the game ends."""
    inside = [one for block in statement.blocks for one in walk.statements(block)] or [statement]
    return all(isinstance(one, m.Sentence) and isinstance(one.act, _ENDS) for one in inside)


def _answered(statement: m.If | m.Sentence) -> bool:
    return isinstance(statement, m.If) and _announces(statement)


def _announces(statement: m.If | m.Sentence) -> bool:
    inside = [statement, *(one for block in statement.blocks for one in walk.statements(block))]
    return any(isinstance(one, m.Sentence) and isinstance(one.act, m.acts.Announce) for one in inside)


def _statements(game: m.Game) -> Iterator[m.Statement]:
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            yield from walk.statements(body)
