"""What a seat sees of a state, and worlds that look the same to it.

Invariants:
    A view is made from public facts and from what the seat itself may see; nothing else is read.
    A sampled world differs from the state only in what the seat cannot see, and in the chance to come.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter import alike, borders, veil
from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.labels import Labels
from gekido_dsl.interpreter.state import State
from gekido_dsl.interpreter.words import seers
from gekido_dsl.model import nodes as m
from gekido_dsl.model.drawings import starting
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import (
    NONE,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    ListType,
    PlayerType,
    ThingType,
    item,
)
from gekido_dsl.rng import Rng


def observe(s: State, seat: int | None) -> e.View:
    """Makes the view of a seat; None is a spectator."""
    return _Viewer(veil.seen_by(s, seat), seat).view()


def printed_facts(s: State, thing: int) -> dict[str, str]:
    """Puts into words what is printed on a thing."""
    return _Viewer(s, None).printed(thing)


class _Viewer:
    def __init__(self, s: State, seat: int | None) -> None:
        self.s = s
        self.seat = seat
        self.layout = s.program.layout
        self.game = self.layout.game
        self.labels = Labels(self.layout)

    def view(self) -> e.View:
        s, layout = self.s, self.layout
        running = [frame.code.phase for frame in s.frames if frame.code.phase is not None]
        facts = {}
        for phase in running:
            for fact in phase.fields.values():
                if fact.seen == "everyone":
                    cell = layout.field_cell[id(phase), fact.name]
                    values = s.cells[cell : cell + layout.index_size(fact.index)]
                    facts[fact.name] = self._told(fact, values)
        rounds = self.game.turn is not None and self.game.turn.together
        on_turn = s.cells[lay.ON_TURN] if s.cells[lay.TURNS] and not rounds else None
        return e.View(
            self.seat,
            s.cells[lay.TURNS],
            on_turn,
            tuple(phase.name for phase in running),
            facts,
            tuple(self._board(board, owner) for board, owner in layout.boards()),
            tuple(self._player(player) for player in range(layout.players)),
            tuple(self._place(place, NONE) for place in self.game.places.values() if place.owner is None),
        )

    def _board(self, board: m.Board, owner: int) -> e.BoardView:
        s, layout = self.s, self.layout
        at = layout.cells_of(board, owner).start
        spaces = []
        for position in range(board.rows * board.columns):
            space = s.cells[at + position]
            if space == NONE:
                continue
            row = board.space.rows[layout.row_of[space]]
            spaces.append(
                e.SpaceView(
                    self.labels.space(s, space),
                    position // board.columns + 1,
                    position % board.columns + 1,
                    "" if row.name == board.space.name else row.name,
                    tuple(self.thing(thing, brief=True) for thing in s.contents[space]),
                    self._facts(space),
                    row.drawn,
                    self._changed(space),
                )
            )
        name = board.name if owner == NONE else f"{self.labels.player(owner)}'s {board.name}"
        laid = [space for space in s.cells[at : at + board.rows * board.columns] if space != NONE]
        return e.BoardView(
            name,
            board.rows,
            board.columns,
            board.directions,
            tuple(spaces),
            board.from_bottom,
            owner if owner != NONE else None,
            borders.edges(s, board, laid),
            tuple(fact.name for fact in borders.edge_facts(board.space)),
            borders.signs(layout, board, laid),
        )

    def _changed(self, space: int) -> dict[str, str]:
        """Puts those facts of a space into words that are no longer as they were at the start."""
        kind = self.layout.kind_of[space]
        kept = [fact for fact in kind.fields.values() if fact.kept and not fact.numbered]
        changed = [fact for fact in kept if not borders.as_at_first(self.s, space, fact)]
        return {**(self._facts_of(space, changed) if changed else {}), **self._lying(space)}

    def _lying(self, space: int) -> dict[str, str]:
        """Says what lies in the places of a space: what it is where it may be seen, else how many."""
        kind = self.layout.kind_of[space]
        held = [
            self._place(place, space)
            for place in self.game.places.values()
            if place.owner is kind and self.s.contents[self.layout.place_of[place.name, space]]
        ]
        return {
            one.name: str(one.count) if one.things is None else ", ".join(thing.name for thing in one.things)
            for one in held
        }

    def _player(self, player: int) -> e.PlayerView:
        s, layout = self.s, self.layout
        owned = [
            thing
            for thing in range(layout.count)
            if s.cells[layout.owner_cell + thing] == player and self._shown_with_player(thing)
        ]
        places = [
            self._place(place, player) for place in self.game.places.values() if place.owner == "player"
        ]
        remaining = s.cells[layout.out_cell + player] <= 0
        return e.PlayerView(player, remaining, tuple(self.thing(thing) for thing in owned), tuple(places))

    def _shown_with_player(self, thing: int) -> bool:
        """Tells whether a thing is listed with its owner: figures are, what lies in a place is listed there."""
        if self.s.where[thing] >= self.layout.count:
            return False
        kind = self.layout.kind_of[thing]
        if kind.parent is not None or kind.faces is not None or kind.board is not None:
            return False
        if any(inner.parent is kind and inner.legend is not None for inner in self.game.kinds.values()):
            return False
        if any(place.owner is kind for place in self.game.places.values()):
            return True
        return (
            kind.file is not None
            or bool(kind.fields)
            or any(x.parent is kind for x in self.game.kinds.values())
        )

    def _place(self, place: m.Place, owner: int) -> e.PlaceView:
        s = self.s
        number = self.layout.place_of[place.name, owner]
        things = s.contents[number]
        seeing = seers(self.s, number)
        shown: tuple[e.ThingView, ...] | None = None
        if seeing is None or (self.seat is not None and self.seat in seeing):
            shown = tuple(self.thing(thing, brief=True) for thing in things)
        seat = owner if owner != NONE else None
        if isinstance(place.owner, m.Kind):
            whose = s.owner(owner)
            seat = whose if whose != NONE else None
        return e.PlaceView(place.name, place.word, seat, len(things), shown, place.text)

    def thing(self, thing: int, *, brief: bool = False) -> e.ThingView:
        """Makes the view of a thing; a brief one leaves out its tracks, links and parts."""
        s, layout = self.s, self.layout
        kind = layout.kind_of[thing]
        row = kind.rows[layout.row_of[thing]]
        owner = s.cells[layout.owner_cell + thing]
        where = s.where[thing]
        face = self.labels.face(kind, s.cells[layout.face_cell + thing]) if kind.faces is not None else None
        given: dict[str, Any] = {}
        if not brief:
            given = {
                "tracks": {
                    t.name: self._dice(t, thing) for t in self.game.tracks.values() if t.owner is kind
                },
                "counters": {
                    c.name: self._number(c, thing) for c in self.game.counters.values() if c.owner is kind
                },
                "links": {
                    x.name: self._sides(x, thing) for x in self.game.links.values() if x.origin is kind
                },
                "places": tuple(
                    self._place(place, thing) for place in self.game.places.values() if place.owner is kind
                ),
                "parts": tuple(
                    self.thing(part)
                    for inner in self.game.kinds.values()
                    if inner.parent is kind
                    for part in layout.parts.get((inner.name, thing), ())
                ),
            }
        return e.ThingView(
            kind.name,
            face if face is not None else self.labels.card(s, thing) if brief else row.name,
            owner if owner != NONE else None,
            face,
            self._glyph(kind, thing),
            self.labels.space(s, where) if 0 <= where < layout.count else None,
            self._facts(thing),
            text=row.text,
            heading=self._heading(thing),
            sides=self._sides_of(thing),
            **given,
        )

    def _heading(self, thing: int) -> e.Heading | None:
        """Tells where a thing faces that has one direction which a match keeps, as far as it may be seen."""
        s, layout = self.s, self.layout
        kind = layout.kind_of[thing]
        facings = kind.facings()
        if len(facings) != 1 or kind.faces is not None or not self._may_see(facings[0], thing):
            return None
        facing = facings[0]
        way = s.cells[layout.field_cell[id(kind), facing.name] + thing - layout.things[kind.name].start]
        compass = facing.type.enum if isinstance(facing.type, EnumType) else None
        if way == NONE or compass is None:
            return None
        glyph = compass.glyphs[way] if compass.glyphs else None
        return e.Heading(way, len(compass.members), compass.members[way], glyph)

    def _may_see(self, fact: m.Field, thing: int) -> bool:
        return fact.seen == "everyone" or (fact.seen == "owner" and self.s.owner(thing) == self.seat)

    def _glyph(self, kind: m.Kind, thing: int) -> str | None:
        if not isinstance(kind.faces, m.Enum) or not kind.faces.glyphs:
            return None
        return kind.faces.glyphs[self.s.cells[self.layout.face_cell + thing]]

    def _facts(self, thing: int) -> dict[str, str]:
        layout = self.layout
        kind = layout.kind_of[thing]
        if kind.legend is None:
            return self._facts_of(thing, list(kind.fields.values()))
        # What is printed on drawn spaces stays as it is, and there is much of it.
        printed = layout.drawn_facts.get(thing)
        if printed is None:
            drawn = [fact for fact in kind.fields.values() if not fact.kept and fact.seen == "everyone"]
            printed = layout.drawn_facts[thing] = self._facts_of(thing, drawn)
        others = [fact for fact in kind.fields.values() if fact.kept or fact.seen != "everyone"]
        return printed | self._facts_of(thing, others)

    def printed(self, thing: int) -> dict[str, str]:
        """Puts those facts into words that no match changes."""
        fields = self.layout.kind_of[thing].fields.values()
        return self._facts_of(thing, [fact for fact in fields if not fact.kept and fact.seen == "everyone"])

    def _facts_of(self, thing: int, listed: list[m.Field]) -> dict[str, str]:
        """Puts facts of a thing into words.

        Of a drawn space, and of a fact that is kept for several or is unlogged, only what is not as it was at the
        start.
        """
        s, layout = self.s, self.layout
        kind = layout.kind_of[thing]
        facts = {}
        for fact in listed:
            if fact.numbered or not self._may_see(fact, thing):  # its number is in its name
                continue
            if fact.name == FACING:
                facts["sides"] = ", ".join(f"{way} {face}" for way, face in self._sides_of(thing).items())
                continue
            if fact.kept:
                first = layout.field_cell[id(kind), fact.name]
                size = layout.index_size(fact.index)
                at = first + (thing - layout.things[kind.name].start) * size
                values = s.cells[at : at + size]
            else:
                value = kind.rows[layout.row_of[thing]].values.get(fact.name, NONE)
                values = list(value) if fact.index is not None and isinstance(value, tuple) else [value]
            brief = fact.kept and (fact.index is not None or fact.unlogged)
            rest = starting(fact) if brief or kind.legend is not None else None
            if rest is not None and all(value == rest for value in values):
                continue
            facts[fact.name] = self._told(fact, values, rest)
        return facts

    def _sides_of(self, thing: int) -> dict[str, str]:
        """Says which side of a solid die looks in which direction; nothing of another thing."""
        kind, cells, layout = self.layout.kind_of[thing], self.s.cells, self.layout
        facing = kind.fields.get(FACING)
        if facing is None or kind.faces is None or not isinstance(facing.type, EnumType):
            return {}
        at = cells[layout.fact_cell(thing, facing)]
        ring = kind.rings[cells[layout.face_cell + thing]]
        return {
            way: self.labels.face(kind, ring[(k - at) % 4]) for k, way in enumerate(facing.type.enum.members)
        }

    def _told(self, fact: m.Field, values: list[Any], rest: int | None = None) -> str:
        """Says the value of a fact, or each with what it is kept for; of several, those at rest are left out."""
        if fact.index is None:
            return self._printed(fact, values[0])
        index = fact.index
        names = index.members if isinstance(index, m.Enum) else [row.name for row in index.rows]
        return ", ".join(
            name if isinstance(fact.type, BoolType) and rest == 0 else f"{name} {self._printed(fact, value)}"
            for name, value in zip(names, values, strict=False)
            if value != rest
        )

    def _printed(self, fact: m.Field, value: Any) -> str:
        if isinstance(value, tuple):
            inner = fact.type.item if isinstance(fact.type, ListType) else fact.type
            return "; ".join(
                ", ".join(self.labels.value(self.s, item(inner), one) for one in row) or "nothing"
                if isinstance(row, tuple)
                else self.labels.value(self.s, item(inner), row)
                for row in value
            )
        if isinstance(fact.type, ThingType) and not fact.kept and value != NONE:
            return str(fact.type.kind.rows[value].name)
        return self.labels.value(self.s, fact.type, value)

    def _dice(self, track: m.Track, thing: int) -> tuple[int, ...]:
        place = self.layout.place_of[track.name, thing]
        return tuple(self.s.cells[self.layout.face_cell + die] for die in self.s.contents[place])

    def _number(self, counter: m.Counter, thing: int) -> int | None:
        dice = self.s.contents[self.layout.place_of[counter.name, thing]]
        return self.s.cells[self.layout.face_cell + dice[0]] if dice else None

    def _sides(self, link: m.Link, thing: int) -> dict[str, str]:
        layout, s = self.layout, self.s
        goals = layout.things[link.goal.name]
        start = layout.link_cell[link.name] + (thing - layout.things[link.origin.name].start) * len(goals)
        sides = {}
        for k, goal in enumerate(goals):
            side = s.cells[start + k]
            if goal != thing and side != NONE and s.cells[layout.owner_cell + goal] != NONE:
                sides[self.labels.thing(s, goal)] = link.sides.members[side]
        return sides


WORLDS_LIMIT: Final = 100
"""How many worlds are drawn to find one in which the open question would be asked."""


def sample(s: State, seat: int, seed: int) -> State:
    """Deals anew what a seat cannot see, and sets the stream of chance anew.

    The seat sees who is asked; so worlds in which nobody would be asked, or somebody else, are not among those drawn.
    """
    rng = Rng(seed)
    s = veil.asked_first(s, seat)
    for _ in range(WORLDS_LIMIT):
        made = _drawn(s, seat, rng)
        if _asks_the_same(made, s, seat):
            return made
    # Chance finds no other: the state itself is the one world known to be possible.
    made = s.copy()
    made.rng = rng
    return made


def _asks_the_same(made: State, s: State, seat: int) -> bool:
    """Asks the open question of another seat anew, and tells whether it is still asked."""
    if s.question is None or s.question.seat == seat:
        return True
    made.question = None
    frame = made.frames[-1]
    try:
        frame.code.steps[frame.step](made, frame)
    except e.RuleError:
        return False
    return made.question is not None and made.question.seat == s.question.seat


def _drawn(s: State, seat: int, rng: Rng) -> State:
    made = s.copy()
    made.rng = rng
    layout = made.program.layout
    hidden = veil.of(s)
    known = _seen_before(s, seat, hidden) if hidden is not None else frozenset()
    spots = [
        (number, at)
        for number in range(layout.count, len(layout.place_names))
        if (seeing := seers(s, number)) is not None and seat not in seeing
        for at, thing in enumerate(s.contents[number])
        if thing not in known
    ]
    unseen = {s.contents[number][at] for number, at in spots}
    # Whose a thing is in its spot, and whether it came there of late, stays with the spot.
    facts = [layout.owner_cell, *layout.moved_cell.values()]
    names = alike.deal(made, unseen, made.rng)
    if names:
        _put(made, s, spots, names, [*facts, layout.alike_cell])
    _put(made, made.copy(), spots, _mixed(made, spots), facts)
    if hidden is not None:
        names = {s.contents[number][at]: made.contents[number][at] for number, at in spots}
        made.veil = veil.relabelled(hidden, names, facts)
    _draw_facts(made, seat)
    if hidden is not None and seat == hidden.player:
        veil.begin_anew(made)
    return made


def _mixed(made: State, spots: list[tuple[int, int]]) -> dict[int, int]:
    """Deals things anew among the spots of their sort; what lies as it was shuffled with others stays as dealt."""
    layout, first = made.program.layout, made.program.layout.alike_cell
    sorts: dict[alike.Sort, list[int]] = {}
    for number, at in spots:
        thing = made.contents[number][at]
        numbered = first != NONE and made.cells[first + thing] > 0
        if not numbered or layout.place_names[number][0].name not in layout.alike_places:
            sorts.setdefault(alike.sort_of(layout, thing), []).append(thing)
    names: dict[int, int] = {}
    for before in sorts.values():
        things = sorted(before)  # so that worlds that look the same give the same samples
        for last in range(len(things) - 1, 0, -1):
            other = made.rng.below(last + 1)
            things[last], things[other] = things[other], things[last]
        names |= dict(zip(before, things, strict=True))
    return names


def _put(
    made: State, s: State, spots: list[tuple[int, int]], names: Mapping[int, int], facts: list[int]
) -> None:
    """Puts things into the spots of others; the facts that stay with a spot are those of the things in it before."""
    for number, at in spots:
        before = s.contents[number][at]
        thing = names.get(before, before)
        made.contents[number][at] = thing
        made.where[thing] = number
        for first in facts:
            made.cells[first + thing] = s.cells[first + before]


def _seen_before(s: State, seat: int, hidden: veil.Veil) -> frozenset[int]:
    """Gives the things that a seat saw when a secret part began; that somebody took them, it does not know."""
    if seat == hidden.player:
        return frozenset()
    known: set[int] = set()
    for still in veil.stills(hidden):
        for number, things in enumerate(still.contents):
            seeing = seers(s, number) if things else set()
            if seeing is None or seat in seeing:
                known.update(things)
    return frozenset(known)


def _draw_facts(made: State, seat: int) -> None:
    """Draws anew the facts that a seat may not see: any value of the declared type, each equally likely."""
    layout = made.program.layout
    for kind in layout.game.kinds.values():
        for fact in kind.fields.values():
            if not fact.kept or fact.seen == "everyone":
                continue
            values = values_of(made, fact)
            if not values:
                continue
            first, size = layout.field_cell[id(kind), fact.name], layout.index_size(fact.index)
            for place, thing in enumerate(layout.things[kind.name]):
                if fact.seen == "owner" and made.owner(thing) == seat:
                    continue
                for cell in range(first + place * size, first + (place + 1) * size):
                    made.cells[cell] = values[made.rng.below(len(values))]


def values_of(s: State, fact: m.Field) -> Sequence[int]:
    """Gives the values that a fact may have, as everybody knows: none only if its type says so."""
    layout = s.program.layout
    least = NONE if fact.optional else 0
    match fact.type:
        case EnumType(enum=enum):
            return range(least, len(enum.members))
        case BoolType():
            return range(2)
        case IntType(low=int(low), high=int(high)):
            return range(low, high + 1)
        case PlayerType():
            return range(least, layout.players)
        case EffectType():
            return range(least, len(layout.game.effect_calls))
        case ThingType(kind=kind):
            things: Sequence[int] = layout.things[kind.name]
            if kind.board is not None:
                # A tile that was not laid is no space.
                things = [space for space in things if s.cells[layout.position_cell + space] != NONE]
            return [NONE, *things] if fact.optional else things
        case _:
            return ()
