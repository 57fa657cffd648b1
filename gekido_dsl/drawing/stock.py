"""Cards that players choose from, several of each sort, become a picture: one of each sort and how many there are.

What is bought or taken is seen on it, with what it costs and does, and is pressed there.
"""

from functools import lru_cache
from typing import Final

from gekido_dsl.drawing.small_cards import COUNT, GAP, SmallCards, card_frame, count_mark, fitted, said_of
from gekido_dsl.drawing.svg import Picture, label, placed
from gekido_dsl.drawing.tags import Tag, tagged
from gekido_dsl.engine import PlaceView, ThingView
from gekido_dsl.languages import joined, text
from gekido_dsl.model import known, sites
from gekido_dsl.model import nodes as m

_LEAST: Final = 3
_MOST: Final = 30
"""So few and so many sorts of cards are drawn one by one."""
_HEAD: Final = 5.5


def is_stock(game: m.Game, place: PlaceView) -> bool:
    """Tells whether a place belongs to nobody, is seen, and holds several of some sorts from which rules let choose."""
    things = place.things or ()
    sorts = {(thing.kind, thing.name) for thing in things}
    return (
        place.owner is None
        and place.name in chosen_from(game)
        and _LEAST <= len(sorts) <= _MOST
        and len(sorts) < len(things)
        and all(_is_of_a_table(game, thing) for thing in things)
    )


@lru_cache(maxsize=8)
def chosen_from(game: m.Game) -> frozenset[str]:
    """Gives the names of the places out of which somebody chooses."""
    slots = (
        slot
        for site in sites.of(game).every()
        if isinstance(site.statement, m.Sentence) and site.statement.decision is not None
        for slot in site.statement.decision.slots
        if not slot.random
    )
    inside = (known.parted(slot.candidates)[0] for slot in slots)
    return frozenset(
        one.place.ref.name
        for one in inside
        if isinstance(one, m.ops.Inside) and isinstance(one.place, m.ops.Place)
    )


def _is_of_a_table(game: m.Game, thing: ThingView) -> bool:
    kind = game.kinds.get(thing.kind)
    return kind is not None and kind.faces is None and kind.file is not None and thing.name != ""


def stock(cards: SmallCards, place: PlaceView, width: float, tag: Tag) -> Picture:
    """Draws a card of each sort, in the order of their table, with how many there are."""
    things = place.things or ()
    counts: dict[tuple[str, str], int] = {}
    for thing in things:
        counts[thing.kind, thing.name] = counts.get((thing.kind, thing.name), 0) + 1
    firsts = {(thing.kind, thing.name): thing for thing in reversed(things)}
    ordered = cards.in_order(list(firsts.values()))
    across, wide = fitted(cards.width(ordered), width, GAP)
    shapes = [label(place.name, 1, 2.6, 3.6, "quiet", "start")]
    told: list[str] = []
    y = _HEAD
    for begin in range(0, len(ordered), across):
        row = [(thing, *cards.inside(thing, wide)) for thing in ordered[begin : begin + across]]
        high = max(height for *_, height in row) + COUNT
        for at, (thing, inside, _) in enumerate(row):
            count = counts[thing.kind, thing.name]
            whole = [card_frame(wide, high), *inside, *count_mark(count, wide, high)]
            said = text("{number} {kinds}", number=count, kinds=said_of(thing))
            shapes.append(placed([tagged(tag(thing), whole, said, tag(place))], at * (wide + GAP), y))
            told.append(text("{number} {kinds}", number=count, kinds=thing.name))
        y += high + GAP
    return Picture(
        width,
        y - GAP,
        tuple(shapes),
        place.name,
        text("{name}: {told}", name=place.name, told=joined(", ", told)),
    )
