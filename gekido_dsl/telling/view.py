"""What a seat sees of a state.

Invariants:
    A view is made from public facts and from what the seat itself may see; nothing else is read.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.position import Position
from gekido_dsl.languages import article, authored, joined, text
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.blank import starting
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, ListType, ThingType
from gekido_dsl.telling import boards as borders
from gekido_dsl.telling import signs
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.record import Running

Linked = Callable[[m.Link, int, int], bool]
"""Tells whether a link leads from one thing to another now."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """All that a view is made of."""

    position: Position
    """As the seat may know it: without what others have done in a secret part that is running."""
    seat: int | None
    """None is a spectator."""
    running: Running
    linked: Linked
    """Says the same of positions that are the same."""

    def view(self) -> e.View:
        """Makes the view."""
        return _Viewer(self.position, self.seat, self.running, self.linked).view()

    def same(self, other: "Sight") -> bool:
        """Tells whether both are made of the same, so that their views are the same; it is sooner told than by them."""
        one, two = self.position, other.position
        return (
            one.layout is two.layout
            and self.seat == other.seat
            and self.running == other.running
            and one.cells == two.cells
            and one.contents == two.contents
            and one.where == two.where
        )


def printed_thing(s: Position, thing: int) -> e.Printed:
    """Puts into words what is printed on a thing."""
    return _Viewer(s, None, (), lambda link, here, there: True).printed(thing)


class _Viewer:
    def __init__(self, s: Position, seat: int | None, running: Running, linked: Linked) -> None:
        self.s = s
        self.seat = seat
        self.running = running
        self.linked = linked
        self.layout = s.layout
        self.game = self.layout.game
        self.labels = Labels(self.layout)
        self._kept: dict[str, list[m.Field]] = {}

    def view(self) -> e.View:
        s, layout = self.s, self.layout
        facts: dict[str, str] = {}
        for kind in self.game.kinds.values():
            if kind.table:
                (the_game,) = layout.things[kind.name]
                facts |= self._facts_of(the_game, list(kind.fields.values()))
        for phase in self.running:
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
            tuple(phase.name for phase in self.running),
            facts,
            tuple(self._board(board, owner) for board, owner in layout.boards()),
            tuple(self._player(player) for player in range(layout.players)),
            tuple(self._place(place, NONE) for place in self.game.places.values() if place.owner is None),
            tuple(self._loose()),
        )

    def _loose(self) -> Iterator[e.ThingView]:
        """Gives things that belong to nobody and lie nowhere, of kinds that nobody owns."""
        s, layout = self.s, self.layout
        for kind in self.game.kinds.values():
            if not listed_with_owner(layout, kind) or kind.each_player is not None or kind.table:
                continue
            things = layout.things[kind.name]
            live = any(fact.kept for fact in kind.fields.values()) or kind.name in layout.holders
            if live and all(
                s.cells[layout.owner_cell + one] == NONE and s.where[one] == NONE for one in things
            ):
                yield from (self.thing(one) for one in things if self._shown_with_player(one))

    def _board(self, board: m.Board, owner: int) -> e.BoardView:
        s, layout = self.s, self.layout
        at = layout.cells_of(board, owner).start
        spaces = []
        for position in range(board.size):
            space = s.cells[at + position]
            if space == NONE:
                continue
            row = layout.kind_of[space].rows[layout.row_of[space]]
            seen, taken = knowledge.may_see(s, board.seen, space, self.seat), s.owner(space)
            standing = [
                thing
                for thing in s.contents[space]
                if knowledge.knows(s, self.seat, thing) and not self._told_by_squares(thing)
            ]
            spaces.append(
                e.SpaceView(
                    self.labels.space(s, space),
                    board.shape.row(position) + 1,
                    board.column_number(position),
                    ""
                    if row.name in (layout.kind_of[space].name, self.labels.space(s, space)) or not seen
                    else row.name,
                    tuple(self.thing(thing, brief=True) for thing in standing),
                    self._facts(space) if seen else {},
                    row.drawn if seen else "",
                    self._changed(space) if seen else self._lying(space),
                    taken if seen and not board.each_player and taken != NONE else None,
                    self._number_on(space) if seen else "",
                    layout.kind_of[space].name if seen else "",
                )
            )
        name = board.name if owner == NONE else self.labels.owned(self.labels.player(owner), board.name)
        laid = [space for space in s.cells[at : at + board.size] if space != NONE]
        seen_spaces = [space for space in laid if knowledge.may_see(s, board.seen, space, self.seat)]
        return e.BoardView(
            name,
            board.shape.rows,
            board.shape.columns,
            board.shape.directions,
            tuple(spaces),
            board.from_bottom,
            owner if owner != NONE else None,
            borders.edges(s, board, [one for one in seen_spaces if layout.kind_of[one] is board.space]),
            tuple(fact.name for fact in borders.edge_facts(board.space)),
            borders.signs(layout, board, seen_spaces),
            borders.lines(board),
            borders.map_of(board),
            borders.mesh_of(board),
            board.shape.wraps,
            borders.round_of(board),
        )

    def _told_by_squares(self, thing: int) -> bool:
        """Tells whether a shape lies on a board, where its squares are shown in its place."""
        squares = self.layout.shaped.get(thing, ())
        return any(self.s.where[one] in self.layout.base_of for one in squares)

    def _joined(self, kind: m.Kind, thing: int) -> frozenset[int] | None:
        """Gives the sides at which a square touches others of its shape; None for what is none, or on no board."""
        s, layout = self.s, self.layout
        where = s.where[thing]
        if kind.lies is None or where not in layout.base_of:
            return None
        chart, spot = layout.charts[layout.chart_of[where]], s.cells[layout.position_cell + where]
        own = {s.where[one] for one in layout.shaped[layout.parent_of[thing]]}
        sides = [chart.stepped(spot, *step) for step in ((-1, 0), (0, 1), (1, 0), (0, -1))]
        return frozenset(
            side
            for side, there in enumerate(sides)
            if there != NONE and s.cells[layout.base_of[where] + there] in own
        )

    def _squares(self, thing: int) -> tuple[tuple[int, int], ...]:
        """Gives how a shape is drawn; nothing for what is none."""
        layout = self.layout
        rows = (layout.kind_of[one].rows[layout.row_of[one]] for one in layout.shaped.get(thing, ()))
        return tuple(row.spot for row in rows if row.spot is not None)

    def _number_on(self, space: int) -> str:
        """Gives the number that is written on a space: of its kind the only one that changes, and all see it."""
        kind = self.layout.kind_of[space]
        numbers = [one for one in kind.fields.values() if one.kept and isinstance(one.type, IntType)]
        if len(numbers) != 1 or numbers[0].index is not None or numbers[0].unlogged or numbers[0].numbered:
            return ""
        return (
            next(iter(self._facts_of(space, numbers).values()), "") if numbers[0].seen == "everyone" else ""
        )

    def _changed(self, space: int) -> dict[str, str]:
        """Puts those facts of a space into words that are no longer as they were, and what lies in its places."""
        return {**self._changed_facts(space), **self._lying(space)}

    def _changed_facts(self, thing: int) -> dict[str, str]:
        """Puts those facts of a thing into words that are no longer as they were at the start."""
        kind = self.layout.kind_of[thing]
        kept = self._kept.get(kind.name)
        if kept is None:
            told = [fact for fact in kind.fields.values() if fact.kept and fact.name != FACING]
            kept = self._kept[kind.name] = [fact for fact in told if not fact.numbered]
        changed = [fact for fact in kept if not borders.as_at_first(self.s, thing, fact)]
        return self._facts_of(thing, changed) if changed else {}

    def _lying(self, space: int) -> dict[str, str]:
        """Says what lies in the places of a space: what it is where it may be seen, else how many."""
        kind = self.layout.kind_of[space]
        held = [
            self._place(place, space)
            for place in self.game.places.values()
            if place.owner is kind and self.s.contents[self.layout.place_of[place.name, space]]
        ]
        return {
            one.name: str(one.count)
            if one.things is None
            else joined(", ", (thing.name for thing in one.things))
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
        things = tuple(self.thing(thing) for thing in owned)
        drawn = s.contents[layout.place_of["", player]] if player == self.seat else ()
        if drawn:  # what a rule has drawn and is asking about
            shown = tuple(self.thing(thing, brief=True) for thing in drawn)
            number = layout.place_of["", player]
            name = self.labels.place(s, number)
            places.append(e.PlaceView(name, "pile", player, len(drawn), shown))
        return e.PlayerView(player, remaining, things, tuple(places), player == layout.automaton)

    def _shown_with_player(self, thing: int) -> bool:
        """Tells whether a thing is listed with its owner: figures are, what lies in a place is listed there."""
        where = self.s.where[thing]
        if where >= self.layout.count or (where == NONE and not knowledge.knows(self.s, self.seat, thing)):
            return False
        return listed_with_owner(self.layout, self.layout.kind_of[thing]) and not self._told_by_squares(thing)

    def _place(self, place: m.Place, owner: int) -> e.PlaceView:
        s = self.s
        number = self.layout.place_of[place.name, owner]
        things = s.contents[number]
        seeing = knowledge.seers(self.s, number)
        shown: tuple[e.ThingView, ...] | None = None
        if seeing is None or (self.seat is not None and self.seat in seeing):
            shown = tuple(self.thing(thing, brief=True) for thing in knowledge.in_sight(s, things))
        seat = owner if owner != NONE else None
        if isinstance(place.owner, m.Kind):
            whose = s.owner(owner)
            seat = whose if whose != NONE else None
        known: tuple[e.ThingView, ...] = ()
        if shown is None:
            seen = sorted(thing for thing in things if knowledge.knows(s, self.seat, thing))
            known = tuple(self.thing(thing, brief=True) for thing in seen)
        return e.PlaceView(
            authored(place.name, "place"), place.word, seat, len(things), shown, place.text, known
        )

    def thing(self, thing: int, *, brief: bool = False) -> e.ThingView:
        """Makes the view of a thing; a brief one has no tracks, links, parts, nor places without solid dice."""
        s, layout = self.s, self.layout
        kind = layout.kind_of[thing]
        row = kind.rows[layout.row_of[thing]]
        owner = s.cells[layout.owner_cell + thing] if kind.lies is None else s.owner(thing)
        where = s.where[thing]
        face = self.labels.face(kind, s.cells[layout.face_cell + thing]) if kind.faces is not None else None
        heading = self._heading(thing)
        given: dict[str, Any] = {}
        if not brief:
            given = {
                "tracks": {
                    t.name: self._dice(t, thing)
                    for t in self.game.tracks.values()
                    if t.owner is kind and self._shows(t, thing)
                },
                "counters": {
                    c.name: self._number(c, thing)
                    for c in self.game.counters.values()
                    if c.owner is kind and self._shows(c, thing)
                },
                "links": {
                    x.name: self._sides(x, thing)
                    for x in self.game.links.values()
                    if x.origin is kind and knowledge.may_see(s, x.seen, thing, self.seat)
                },
                "places": tuple(
                    self._place(place, thing) for place in self.game.places.values() if place.owner is kind
                ),
                "parts": tuple(
                    self.thing(part)
                    for inner in self.game.kinds.values()
                    if inner.parent is kind and inner.lies is None
                    for part in layout.parts.get((inner.name, thing), ())
                ),
            }
        else:  # a solid die that lies on it shows how it stands
            on_it = [
                place for place in self.game.places.values() if place.owner is kind and place.holds.rings
            ]
            given["places"] = tuple(self._place(place, thing) for place in on_it)
        return e.ThingView(
            authored(kind.name, "kind"),
            face
            if face is not None
            else layout.name_of(layout.parent_of[thing])
            if kind.lies is not None
            else self.labels.card(s, thing)
            if brief
            else row.name,
            owner if owner != NONE and knowledge.knows(s, self.seat, thing) else None,
            face,
            self._glyph(kind, thing),
            self.labels.space(s, where)
            if 0 <= where < layout.count and knowledge.knows(s, self.seat, thing)
            else None,
            self._facts(thing) | ({} if brief else self._covered(thing)),
            text=row.text,
            heading=heading,
            sides=self.labels.sides(self.s, thing),
            changed=self._changed_facts(thing) if brief else {},
            printed=self._unchanging(kind),
            sign=self._sign(kind, thing),
            patches=self._patches(kind, thing, heading),
            squares=self._squares(thing),
            joined=self._joined(kind, thing),
            **given,
        )

    def _sign(self, kind: m.Kind, thing: int) -> str:
        """Gives the letters of a thing by the fact that the pictures of boards tell it by, as far as it may be seen."""
        known = signs.of(self.game).get(kind)
        if known is None or not self._may_see(known.fact, thing):
            return ""
        cell = self.layout.field_cell[id(kind), known.fact.name] + thing - self.layout.things[kind.name].start
        return known.letters(self.s.cells[cell])

    def _patches(self, kind: m.Kind, thing: int, lies: e.Heading | None) -> tuple[e.Patch, ...]:
        """Gives the parts of a tile with the directions of their sides, as the tile lies."""
        if lies is None:
            return ()
        made = []
        for part in self.game.kinds.values():
            if part.parent is not kind or part.sides is None:
                continue
            shown = next(
                (
                    fact
                    for fact in part.fields.values()
                    if not fact.kept and fact.index is None and isinstance(fact.type, EnumType)
                ),
                None,
            )
            if shown is None:
                continue
            assert isinstance(shown.type, EnumType)
            enum = shown.type.enum
            holding = [place for place in self.game.places.values() if place.owner is part]
            for one in self.layout.parts.get((part.name, thing), ()):
                printed = part.rows[self.layout.row_of[one]].values
                held = [self._place(place, one).things or () for place in holding]
                value = printed.get(shown.name, NONE)
                made.append(
                    e.Patch(
                        enum.members[value] if value != NONE else "",
                        shown.name if enum.anonymous else enum.name,
                        tuple((side + lies.number) % lies.count for side in printed.get(part.sides.name, ())),
                        lies.count,
                        tuple(each for things in held for each in things),
                    )
                )
        return tuple(made)

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
        if fact.seen == "everyone" and hidden.seen(fact) == "everyone":
            return True
        size = self.layout.index_size(fact.index)
        first = (thing - self.layout.things[self.layout.kind_of[thing].name].start) * size
        cells = range(first, first + size)
        return all(knowledge.knows_fact(self.s, fact, thing, cell, self.seat) for cell in cells)

    def _glyph(self, kind: m.Kind, thing: int) -> str | None:
        if kind.faces is None:
            return kind.rows[self.layout.row_of[thing]].glyph or None
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

    def _unchanging(self, kind: m.Kind) -> frozenset[str]:
        """Names the facts of a kind that no match changes."""
        return frozenset(fact.name for fact in kind.fields.values() if not fact.kept)

    def printed(self, thing: int) -> e.Printed:
        """Puts those facts into words that no match changes."""
        layout = self.layout
        kind = layout.kind_of[thing]
        row = kind.rows[layout.row_of[thing]]
        listed = [fact for fact in kind.fields.values() if not fact.kept and fact.seen == "everyone"]
        tables, lists = {}, {}
        for fact in listed:
            value = row.values.get(fact.name, NONE)
            if fact.index is not None and isinstance(value, tuple):
                names = self._of_index(fact.index)
                tables[authored(fact.name, "fact")] = {
                    name: self._printed(fact, one)
                    for name, one in zip(names, value, strict=False)
                    if one != NONE
                }
            elif isinstance(value, tuple):
                lists[authored(fact.name, "fact")] = tuple(self._printed(fact, (one,)) for one in value)
        plain = [fact for fact in listed if fact.name not in tables and fact.name not in lists]
        facts = self._facts_of(thing, plain)
        return e.Printed(
            authored(row.name, "row"),
            authored(kind.name, "kind"),
            {name: value for name, value in facts.items() if value not in ("none", "nothing", "")},
            tables,
            lists,
            tuple(
                self.printed(part)
                for inner in self.game.kinds.values()
                if inner.parent is kind and inner.column
                for part in layout.parts.get((inner.name, thing), ())
            ),
            row.text,
            (*([row.cite] if row.cite else []), *([text("reconstructed")] if row.reconstructed else [])),
        )

    def _facts_of(self, thing: int, listed: list[m.Field]) -> dict[str, str]:
        """Puts facts of a thing into words.

        Of a drawn space, and of a fact that is kept for several or is unlogged, only what is not as it was at the
        start.
        """
        s, layout = self.s, self.layout
        kind = layout.kind_of[thing]
        facts: dict[str, str] = {}
        for fact in listed:
            if fact.numbered or not self._may_see(fact, thing):  # its number is in its name
                continue
            if kind.board is not None and fact in kind.board.drawn_by:
                continue
            if fact.name == FACING:
                facts[text("sides")] = joined(
                    ", ",
                    (
                        text("{name} {value}", name=way, value=face)
                        for way, face in self.labels.sides(self.s, thing).items()
                    ),
                )
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
            facts[authored(fact.name, "fact")] = self._told(fact, values, rest)
        return facts

    def _told(self, fact: m.Field, values: list[Any], rest: int | None = None) -> str:
        """Says the value of a fact, or each with what it is kept for; of several, those at rest are left out."""
        if fact.index is None:
            return self._printed(fact, values[0])
        names = self._of_index(fact.index)
        return joined(
            ", ",
            (
                name
                if isinstance(fact.type, BoolType) and rest == 0
                else text("{name} {value}", name=name, value=self._printed(fact, value))
                for name, value in zip(names, values, strict=False)
                if value != rest
            ),
        )

    def _of_index(self, index: m.Enum | m.Kind) -> list[str]:
        """Names what a fact is kept for."""
        return list(index.members) if isinstance(index, m.Enum) else [row.name for row in index.rows]

    def _printed(self, fact: m.Field, value: Any) -> str:
        kind = fact.type
        while isinstance(kind, ListType):
            kind = kind.item
        if isinstance(value, tuple):
            return joined(
                "; ",
                (
                    joined(", ", (self._printed(fact, one) for one in row)) or text("nothing")
                    if isinstance(row, tuple)
                    else self._printed(fact, row)
                    for row in value
                ),
            )
        if isinstance(kind, ThingType) and not fact.kept and value != NONE:
            return str(kind.kind.rows[value].name)
        if isinstance(kind, ThingType) and value != NONE and kind.kind.board is None:
            if not knowledge.knows(self.s, self.seat, value):
                return article(kind.kind.name)
        return self.labels.value(self.s, kind, value)

    def _dice(self, track: m.Track, thing: int) -> tuple[int, ...]:
        place = self.layout.place_of[track.name, thing]
        return tuple(self.s.cells[self.layout.face_cell + die] for die in self.s.contents[place])

    def _shows(self, holder: m.Track | m.Counter, thing: int) -> bool:
        """Tells whether the seat knows what all the dice of a track or counter show."""
        dice = self.s.contents[self.layout.place_of[holder.name, thing]]
        return all(knowledge.knows(self.s, self.seat, die) for die in dice)

    def _covered(self, thing: int) -> dict[str, str]:
        """Says how many dice lie on the tracks and counters of a thing that the seat does not see."""
        kind = self.layout.kind_of[thing]
        holders: list[m.Track | m.Counter] = [*self.game.tracks.values(), *self.game.counters.values()]
        return {
            one.name: text(
                "{number} not seen", number=len(self.s.contents[self.layout.place_of[one.name, thing]])
            )
            for one in holders
            if one.owner is kind and not self._shows(one, thing)
        }

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
            seen = goal != thing and side != NONE and s.cells[layout.owner_cell + goal] != NONE
            if seen and self.linked(link, thing, goal):
                sides[self.labels.thing(s, goal)] = link.sides.members[side]
        return sides


def listed_with_owner(layout: lay.Layout, kind: m.Kind) -> bool:
    """Tells whether things of a kind are listed with their owner, where they lie in no place."""
    if not layout.listed:
        layout.listed.update(_listed(layout))
    return layout.listed[kind.name]


def _listed(layout: lay.Layout) -> Iterator[tuple[str, bool]]:
    parts = [kind for kind in layout.game.kinds.values() if kind.parent is not None]
    wholes = {kind.parent.name for kind in parts if kind.parent is not None}
    drawn = {kind.parent.name for kind in parts if kind.parent is not None and kind.legend is not None}
    for name, kind in layout.game.kinds.items():
        apart = kind.parent is None and kind.faces is None and kind.board is None and name not in drawn
        known = name in layout.holders or kind.file is not None or bool(kind.fields) or name in wholes
        yield name, apart and known
