"""Cards that lie open for everybody become a picture, with the dice of those things that belong to each of them.

A draft is seen on it: which cards there are, and who has which.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.dice import face_shapes
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.playing_cards import decks
from gekido_dsl.drawing.solids import carried
from gekido_dsl.drawing.svg import Picture, block, label, placed, shape
from gekido_dsl.drawing.tags import Tag, tagged, untagged
from gekido_dsl.engine import PlaceView, ThingView, View
from gekido_dsl.languages import joined, text
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import IntType, ThingType

_WIDE: Final = 20.8
_HIGH: Final = 25.0
_GAP: Final = 2.0
_DIE: Final = 6.2
_LEAST: Final = 3
_MOST: Final = 20
"""So few and so many cards are drawn one by one."""
_ART: Final = 7.6
_BESIDE: Final = 3
"""The most dice on a card that are drawn one by one."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A thing with a die that belongs to a card by a fact of its own."""

    card: str
    seat: int
    die: str
    face: str


def is_market(game: m.Game, place: PlaceView) -> bool:
    """Tells whether a place holds cards that differ, all of them seen."""
    things = place.things or ()
    names = {thing.name for thing in things}
    return (
        place.owner is None
        and place.word != "box"
        and _LEAST <= len(things) <= _MOST
        and len(names) == len(things)
        and all(_row(game, thing) is not None for thing in things)
    )


def claims(game: m.Game, view: View) -> tuple[Claim, ...]:
    """Lists what belongs to the cards that lie open."""
    cards = {
        (kind.name, row.name)
        for place in view.places
        if is_market(game, place)
        for thing in place.things or ()
        if (found := _row(game, thing)) is not None
        for kind, row in [found]
    }
    made = []
    for player in view.players:
        held = [thing for place in player.places for thing in place.things or ()]
        for thing in [*player.things, *held]:
            die, kind = carried(thing), game.kinds.get(thing.kind)
            if die is None or kind is None:
                continue
            for field in kind.fields.values():
                said = thing.facts.get(field.name, "")
                if isinstance(field.type, ThingType) and (field.type.kind.name, said) in cards:
                    made.append(Claim(said, player.seat, die.kind, die.face or ""))
    return tuple(made)


def market(
    game: m.Game,
    place: PlaceView,
    width: float,
    claimed: tuple[Claim, ...] = (),
    tag: Tag = untagged,
    look: Look = PLAIN,
) -> Picture:
    """Draws the cards of a place in rows, each with its first number, and the dice that belong to it.

    Where rules ask for the next card they are drawn as they lie, the next one last; else in the order of their numbers.
    """
    things = place.things or ()
    most = max(1, int((width + _GAP) / (_WIDE + _GAP)))
    across = -(-len(things) // -(-len(things) // most))  # rows of one length
    left = (width - across * (_WIDE + _GAP) + _GAP) / 2
    shapes = [label(place.name, width / 2, 2.6, 3.6, bold=True)]
    told = []
    found = [(thing, _row(game, thing)) for thing in things]
    if place.name not in ordered_places(game):
        found.sort(key=lambda one: (_number(one[1]), one[0].name))
    for at, (thing, known) in enumerate(found):
        x, y = left + at % across * (_WIDE + _GAP), 5.5 + at // across * (_HIGH + _GAP)
        own = [claim for claim in claimed if known is not None and claim.card == known[1].name]
        name = known[1].name if known else thing.name
        whose = joined(
            ", ",
            (text("{thing} of player {number}", thing=claim.face, number=claim.seat + 1) for claim in own),
        )
        said = text("{thing} with {others}", thing=name, others=whose) if own else name
        art = look.art.get((known[0].name, known[1].name)) if known else None
        card = _card(game, name, _number(known), own, art)
        shapes.append(placed([tagged(tag(thing), card, said, tag(place))], x, y))
        told.append(said)
    down = -(-len(things) // across)
    return Picture(
        width,
        5.5 + down * (_HIGH + _GAP),
        tuple(shapes),
        place.name,
        text("{name}: {told}", name=place.name, told=joined(", ", told)),
    )


@lru_cache(maxsize=8)
def ordered_places(game: m.Game) -> frozenset[str]:
    """Gives the names of the places of which rules ask what lies on top, or at the bottom."""
    asked = (
        one.set
        for decl in facts.of(game).decls
        for one in walk.exprs(decl)
        if isinstance(one, m.ops.Next | m.ops.Last)
    )
    return frozenset(
        part.place.ref.name
        for those in asked
        for part in walk.inside(those)
        if isinstance(part, m.ops.Inside) and isinstance(part.place, m.ops.Place)
    )


def _card(game: m.Game, name: str, number: int, own: list[Claim], art: Art | None) -> list[str]:
    made = [
        shape("rect", "paper strong-edge", x=0.2, y=0.2, width=_WIDE - 0.4, height=_HIGH - 0.4, rx=1.5,
              stroke_width=0.4),
        *block(name, _WIDE / 2, 1.2, _WIDE - 2, 5.2, 3.4, bold=True),
        label(str(number) if number else "", _WIDE * (0.25 if art else 0.5), 10.6, 6.4, "quiet", bold=True),
    ]  # fmt: skip
    if art is not None:
        made.append(
            art.shape(_WIDE * 0.42, 6.5, _WIDE * 0.5, _ART) if number else art.shape(2, 6.5, _WIDE - 4, _ART)
        )
    shown = own[:_BESIDE]
    x = _WIDE / 2 - len(shown) * (_DIE + 0.6) / 2
    for claim in shown:
        look = f"player{claim.seat % 12 + 1} strong-edge"
        made.append(
            shape("rect", look, x=x - 0.3, y=_HIGH - _DIE - 4.6, width=_DIE + 0.6, height=_DIE + 4.2, rx=0.9,
                  stroke_width=0.25)
        )  # fmt: skip
        made.append(
            label(
                str(claim.seat + 1),
                x + _DIE / 2,
                _HIGH - 2.4,
                3.2,
                f"player{claim.seat % 12 + 1}-ink",
                bold=True,
            )
        )
        die = game.kinds[claim.die]
        if not isinstance(die.faces, m.Enum) and claim.face.isdigit():
            made.append(placed(face_shapes(die, int(claim.face), _DIE, thin=True), x, _HIGH - _DIE - 4.3))
        else:
            made.append(
                label(
                    claim.face[:2],
                    x + _DIE / 2,
                    _HIGH - _DIE / 2 - 4.3,
                    3.4,
                    f"player{claim.seat % 12 + 1}-ink",
                    bold=True,
                )
            )
        x += _DIE + 0.9
    return made


def _row(game: m.Game, thing: ThingView) -> tuple[m.Kind, m.Row] | None:
    """Finds what stands on a card: its own row, or that of the thing that it is a card of."""
    kind = game.kinds.get(thing.kind)
    if kind is None or kind.faces is not None or kind.name in decks(game):
        return None
    if kind.parent is not None:  # a card of a row has that row's name, and its own
        rows = [row for row in kind.parent.rows if thing.name.startswith(f"{row.name}'")]
        return (kind.parent, max(rows, key=lambda row: len(row.name))) if rows else None
    return next(((kind, row) for row in kind.rows if row.name == thing.name and kind.file is not None), None)


def _number(known: tuple[m.Kind, m.Row] | None) -> int:
    """Gives the first number of a row, by which cards are laid out."""
    if known is None:
        return 0
    kind, row = known
    for field in kind.fields.values():
        value = row.values.get(field.name)
        if isinstance(field.type, IntType) and field.index is None and isinstance(value, int):
            return value
    return 0
