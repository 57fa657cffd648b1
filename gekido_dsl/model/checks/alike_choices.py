"""Finds choices among things that look alike to whoever chooses: they lie where nobody sees what they are.

Where some of them were shown before, as with the upper cards of a deck, the player knows them and may choose.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, known, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, item


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports choices of single things out of a place into which nobody may look."""
    shown = _shown(game)
    for site in sites.of(game).every():
        statement = site.statement
        if not isinstance(statement, m.Sentence) or statement.decision is None:
            continue
        for slot in statement.decision.slots:
            place, things = _hidden(slot), item(slot.candidates.type)
            if place is None or not isinstance(things, ThingType) or {place, things.kind} & shown:
                continue
            yield Diagnostic(
                codes.ALIKE_CHOICES,
                f"nobody can see what is in `{place.name}`, so all choices look the same to the player",
                (
                    Label(slot.candidates.span, "chosen among these"),
                    Label(place.name_span, "not seen by anybody"),
                ),
                f"let chance choose, `random {things.kind.name}`, take `the next`, or `show` them first",
            )
            break


def _hidden(slot: m.Slot) -> m.Place | None:
    """Gives the place that a choice is made from, if nobody may look into it and not all of it is taken."""
    if slot.random or slot.most is None:
        return None
    inside, _ = known.parted(slot.candidates)
    if isinstance(inside, m.ops.Inside) and isinstance(inside.place, m.ops.Place):
        place = inside.place.ref
        return place if place.seen == "nobody" else None
    return None


def _shown(game: m.Game) -> set[object]:
    """Gives the places and kinds of which something is shown to somebody."""
    found: set[object] = set()
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Show):
                    what = statement.act.things
                    kind = item(what.type)
                    found |= {one.ref for one in walk.inside(what)}
                    found |= {kind.kind} if isinstance(kind, ThingType) else set()
    return found
