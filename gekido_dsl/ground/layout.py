"""Where everything of a match lies: things, places and cells get their numbers.

Invariants:
    Things are numbered kind by kind, in the order of declaration, rows and copies; the numbers never change.
    A space is a place, and its number as a place is its number as a thing.
    Every cell has a fixed number; what a cell means depends on the layout alone.
    The layout is complete when `lay_out` returns: nothing that is made of it reserves anything.
"""

from dataclasses import dataclass, field

from gekido_dsl.ground import ending
from gekido_dsl.ground.charts import Chart
from gekido_dsl.ground.positions import CELLS
from gekido_dsl.model import dealing, hidden, unseen, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.compass import COMPASS
from gekido_dsl.model.kernel.verb import Knows, Verb
from gekido_dsl.model.types import NONE, ThingType, Type, item

SYSTEM_CELLS = 17
(
    ON_TURN,
    TURNS,
    WINDOW,
    OVER,
    ELIMINATED,
    FIRST,
    LEADS,
    SECRET,
    END,
    JOINT,
    ROUND,
    ROUND_OVER,
    GAME,
    BEGAN,
    MATCH,
    DECIDES,
    DUE,
) = range(SYSTEM_CELLS)
"""Cells that every match has: who is on turn, how many turns began, the open window, whether the match is over
(1 ended, 2 turn limit), how many players are out, who went first, who leads next
(from 1; 0 is the next in order), whether what happens is secret, which end of the game held (from 1), whether all
have won or lost as one, how many rounds began, whether the round is over, the number of the game in
a row, who went first in it, whether the whole row is over (1 by games won, 2 by an end of its own), who
decided last in secret (from 1), and after which end the last turns are played (from 1)."""
WON, LOST, RANKED = ending.WON, ending.LOST, ending.RANKED

GONE = "out of the game"
"""What the place of things is called that have left the game."""


@dataclass
class Layout:
    """The numbers of one game for one number of players."""

    game: m.Game
    players: int
    kind_of: list[m.Kind] = field(default_factory=list)
    row_of: list[int] = field(default_factory=list)
    parent_of: list[int] = field(default_factory=list)
    root_of: list[int] = field(default_factory=list)
    """The whole that a thing is part of, which has an owner; the thing itself."""
    born_to: list[int] = field(default_factory=list)
    """The player who owns a thing from the start; NONE."""
    things: dict[str, range] = field(default_factory=dict)
    """By name of the kind."""
    called: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Things by kind and row name."""
    first_of_row: dict[tuple[str, int], int] = field(default_factory=dict)
    parts: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    """Nested things by kind and parent."""
    parts_of: dict[int, list[int]] = field(default_factory=dict)
    """Nested things by parent."""
    place_of: dict[tuple[str, int], int] = field(default_factory=dict)
    """Place numbers of places, tracks and counters by name and owner (NONE when nobody's)."""
    shaped: dict[int, list[int]] = field(default_factory=dict)
    """The squares of each thing that has a shape."""
    holders: set[str] = field(default_factory=set)
    """Kinds whose things have places, tracks or counters of their own."""
    place_names: list[tuple[m.Decl, int]] = field(default_factory=list)
    """Declaration and owner of each place; for a space, its kind and itself."""
    gone: int = 0
    """The place of what has left the game."""
    cells: int = SYSTEM_CELLS
    owner_cell: int = 0
    face_cell: int = 0
    position_cell: int = 0
    """Of a space, where on its board it lies; spaces come first on it."""
    at_cell: dict[str, int] = field(default_factory=dict)
    """For a board, the first cell of the spaces by position; those of the players come one after the other."""
    base_of: dict[int, int] = field(default_factory=dict)
    """Of a space, the first cell of the board that it belongs to, or of its player's board."""
    spaces: dict[str, range] = field(default_factory=dict)
    """By board: its spaces, one after the other; ways come last, or corners and edges."""
    charts: list[Chart] = field(default_factory=list)
    """The boards with their spaces and borders; of a drawn board one for each drawing."""
    chart_of: dict[int, int] = field(default_factory=dict)
    """Of a space, which of the charts it lies on. Players' boards that look alike have the same."""
    spots: dict[int, int] = field(default_factory=dict)
    """For a space that is drawn, the position where it lies whenever it is laid."""
    drawn_facts: dict[int, dict[str, str]] = field(default_factory=dict)
    """What is printed on drawn spaces, in words, as far as anybody has asked."""
    out_cell: int = 0
    """By player: when the player was eliminated, from 1; 0 while remaining; `WON` or `LOST` at the end."""
    had_cell: int = 0
    """By player: whether they have had a turn in the round, or in the turns that it holds."""
    last_cell: int = 0
    """By player: whether they have had their last turn."""
    won_cell: int = 0
    """By player: how many games of the row they have won."""
    field_cell: dict[tuple[int, str], int] = field(default_factory=dict)
    """First cell of a kept field by the id of its owner and its name."""
    link_cell: dict[str, int] = field(default_factory=dict)
    note_cell: int = 0
    position_log: int = NONE
    """How many positions were noted, then the last of them, two cells for each; NONE where none is."""
    alike_cell: int = NONE
    """Where things keep what they have in common with those that were shuffled alike; NONE where nothing is."""
    known_cell: int = NONE
    """First of a cell for each thing: who knows which it is; NONE where all lies open."""
    fact_known: dict[tuple[int, str], int] = field(default_factory=dict)
    """As `field_cell`, of facts that not everybody sees: who knows the value."""
    fact_counted: dict[tuple[int, str], int] = field(default_factory=dict)
    """For a fact that is dealt, the cell that tells whether all know how often it has each value."""
    seen_by: dict[int, int] = field(default_factory=dict)
    """By place: see `knowledge.seers_of`, as far as anybody has asked."""
    holders_of: dict[str, frozenset[int]] = field(default_factory=dict)
    """By kind: see `in_places.holders`, as far as anybody has asked."""
    compared: dict[str, "list[m.Field] | None"] = field(default_factory=dict)
    """By kind: see `choices`, as far as anybody has asked."""
    listed: dict[str, bool] = field(default_factory=dict)
    """By kind: whether its things are listed with their owner, as soon as anybody has asked."""
    alike_places: set[str] = field(default_factory=set)
    """The places that are shuffled alike."""
    moved_cell: dict[str, int] = field(default_factory=dict)
    """By scope: first of a cell per thing."""
    moved_kinds: dict[str, frozenset[str]] = field(default_factory=dict)
    """By scope: the kinds of which it is asked whether things have moved."""
    used_cell: dict[tuple[str, str], int] = field(default_factory=dict)
    """By action and scope: first of a cell per player."""
    scope_cells: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Cells to clear when a scope begins."""
    pointers: list[int] = field(default_factory=list)
    """The cells that keep things which may lie hidden."""

    @property
    def automaton(self) -> int:
        """The seat that plays by rules alone; NONE without one."""
        return self.players - 1 if self.game.automaton else NONE

    @property
    def count(self) -> int:
        """How many things there are."""
        return len(self.kind_of)

    def take(self, number: int) -> int:
        """Reserves cells."""
        first = self.cells
        self.cells += number
        return first

    def cells_of(self, board: m.Board, owner: int = NONE) -> range:
        """Gives the cells of the spaces of a board, or of one player's board."""
        size = board.size
        first = self.at_cell[board.name]
        if owner != NONE and board.each_player:
            return range(first + owner * size, first + (owner + 1) * size)
        return range(first, first + size * (self.players if board.each_player else 1))

    def joined(self, board: m.Board) -> tuple[range, int]:
        """Gives what takes part in the network of a board, and from which thing on its positions are counted."""
        shape, spaces = board.shape, self.spaces[board.name]
        if not isinstance(shape, m.Mesh):
            return spaces, spaces.start
        first = spaces.stop - len(shape.corners) - len(shape.edges)
        return range(first, spaces.stop), first - shape.grid.size

    def boards(self) -> list[tuple[m.Board, int]]:
        """Lists the boards; one that each player has comes once for each, with its owner."""
        return [
            (board, owner)
            for board in self.game.boards.values()
            for owner in (range(self.players) if board.each_player else [NONE])
        ]

    def name_of(self, thing: int) -> str:
        """Gives the name of a thing's row."""
        return self.kind_of[thing].rows[self.row_of[thing]].name

    def home_of(self, thing: int) -> int:
        """Gives the player to whom a thing, or the whole that it is part of, belongs from the start."""
        return self.born_to[self.root_of[thing]]

    def fact_cell(self, thing: int, fact: m.Field) -> int:
        """Gives the first cell of a fact that a match keeps of a thing."""
        kind = self.kind_of[thing]
        at = thing - self.things[kind.name].start
        return self.field_cell[id(kind), fact.name] + at * self.index_size(fact.index)

    def index_size(self, index: m.Enum | m.Kind | None) -> int:
        """How many cells a field with this index needs."""
        if index is None:
            return 1
        return len(index.members) if isinstance(index, m.Enum) else len(self.things[index.name])


def lay_out(game: m.Game, players: int) -> Layout:
    """Numbers the things, places and cells of a game."""
    lay = Layout(game, players)
    for kind in _parents_first(game):
        start = lay.count
        for number, owner, parent, _ in _instances(lay, kind, players):
            thing = lay.count
            lay.kind_of.append(kind)
            lay.row_of.append(number)
            lay.born_to.append(owner)
            lay.parent_of.append(parent)
            lay.root_of.append(thing if parent == NONE else lay.root_of[parent])
            lay.first_of_row.setdefault((kind.name, number), thing)
            lay.called.setdefault((kind.name, kind.rows[number].name), []).append(thing)
            if parent != NONE:
                lay.parts.setdefault((kind.name, parent), []).append(thing)
                lay.parts_of.setdefault(parent, []).append(thing)
                if kind.lies is not None:
                    lay.shaped.setdefault(parent, []).append(thing)
        lay.things[kind.name] = range(start, lay.count)
    for board in game.boards.values():
        first, last = (lay.things[kind.name] for kind in (board.kinds[0], board.kinds[-1]))
        lay.spaces[board.name] = range(first.start, last.stop)
        _spots(lay, board)
    _places(lay)
    _cells(lay)
    return lay


def _spots(lay: Layout, board: m.Board) -> None:
    """Finds where the spaces of a board lie, as far as that never changes, and what parts them."""
    kind = board.space
    if kind.legend is None:
        lay.chart_of |= dict.fromkeys(lay.spaces[board.name], len(lay.charts))
        lay.charts.append(Chart(board, frozenset(board.shape.spots) if board.shape.holes else None))
        return
    chart_of_row: dict[tuple[int, int], int] = {}
    for number, drawn in kind.drawings.items():
        for lie in kind.lain:
            of_lie = (row for row in kind.rows if row.parent == number and row.lie == lie)
            rows = {spot_of(board, drawn, row): row for row in of_lie}
            chart_of_row[number, lie] = len(lay.charts)
            lay.charts.append(Chart(board, frozenset(rows), _parted(board, rows)))
    for space in lay.things[kind.name]:
        row = kind.rows[lay.row_of[space]]
        lay.chart_of[space] = chart_of_row[row.parent, row.lie]
        lay.spots[space] = spot_of(board, kind.drawings[row.parent], row)


def spot_of(board: m.Board, drawn: m.Drawing, row: m.Row) -> int:
    """Gives the position of a drawn space."""
    assert row.spot is not None
    return board.corner_of(drawn, row.lie) + row.spot[0] * board.shape.columns + row.spot[1]


def _parted(board: m.Board, rows: dict[int, m.Row]) -> frozenset[tuple[int, int]]:
    """Lists the borders that part the spaces of a drawing; it does not matter on which side that is said."""
    open_, found = Chart(board), set()
    for here, row in rows.items():
        for fact in board.parted:
            for way, yes in zip(COMPASS[len(row.values[fact.name])], row.values[fact.name], strict=True):
                there = open_.step(here, *way)
                if yes and there != NONE:
                    found |= {(here, there), (there, here)}
    return frozenset(found)


def _parents_first(game: m.Game) -> list[m.Kind]:
    """Lists the kinds, parts behind their wholes, and ways, corners and edges right behind the spaces."""
    behind = {board.space.name: board.kinds[1:] for board in game.boards.values()}
    last = {kind.name for kinds in behind.values() for kind in kinds}
    listed = sorted(
        (kind for kind in game.kinds.values() if kind.name not in last),
        key=lambda kind: len(list(kind.wholes())),
    )
    return [one for kind in listed for one in (kind, *behind.get(kind.name, ()))]


def _instances(lay: Layout, kind: m.Kind, players: int) -> list[tuple[int, int, int, int]]:
    """Lists row, owner, parent and copy of every thing of a kind."""
    made = []
    if kind.parent is not None:
        by_parent: dict[int, list[int]] = {}
        for number, row in enumerate(kind.rows):
            by_parent.setdefault(row.parent, []).append(number)
        for parent in lay.things[kind.parent.name]:
            for number in sorted(by_parent.get(NONE, []) + by_parent.get(lay.row_of[parent], [])):
                made += [(number, NONE, parent, copy) for copy in range(kind.rows[number].copies)]
        return made
    for owner in range(players) if kind.each_player is not None else [NONE]:
        for number, row in enumerate(kind.rows):
            made += [(number, owner, NONE, copy) for copy in range(row.copies)]
    return made


def _places(lay: Layout) -> None:
    game = lay.game
    for thing in range(lay.count):
        lay.place_names.append((lay.kind_of[thing], thing))

    def add(decl: m.Decl, owner: int) -> None:
        lay.place_of[decl.name, owner] = len(lay.place_names)
        lay.place_names.append((decl, owner))

    for place in game.places.values():
        if place.owner is None:
            add(place, NONE)
        elif place.owner == "player":
            for player in range(lay.players):
                add(place, player)
        elif isinstance(place.owner, m.Kind):
            lay.holders.add(place.owner.name)
            for thing in lay.things[place.owner.name]:
                add(place, thing)
    holders: list[m.Track | m.Counter] = [*game.tracks.values(), *game.counters.values()]
    for holder in holders:
        lay.holders.add(holder.owner.name)
        for thing in lay.things[holder.owner.name]:
            add(holder, thing)
    for player in range(lay.players):
        lay.place_of["", player] = len(lay.place_names)
        lay.place_names.append((m.Decl("", game.span, game.span), player))
    lay.gone = len(lay.place_names)
    lay.place_names.append((m.Decl(GONE, game.span, game.span), NONE))


def _cells(lay: Layout) -> None:
    game = lay.game
    lay.owner_cell = lay.take(lay.count)
    lay.face_cell = lay.take(lay.count)
    lay.position_cell = lay.take(lay.count)
    for board in game.boards.values():
        size = board.size
        lay.at_cell[board.name] = lay.take(size * (lay.players if board.each_player else 1))
        for space in lay.spaces[board.name]:
            lay.base_of[space] = lay.cells_of(board, lay.home_of(space)).start
    lay.out_cell = lay.take(lay.players)
    lay.had_cell = lay.take(lay.players)
    lay.last_cell = lay.take(lay.players)
    lay.won_cell = lay.take(lay.players)
    for kind in game.kinds.values():
        for fact in kind.fields.values():
            if fact.kept:
                size = lay.index_size(fact.index)
                lay.field_cell[id(kind), fact.name] = lay.take(size * len(lay.things[kind.name]))
                if hidden.seen(fact) != "everyone":
                    lay.fact_known[id(kind), fact.name] = lay.take(size * len(lay.things[kind.name]))
                    if dealing.is_dealt(game, fact) and fact not in unseen.of(game).written:
                        lay.fact_counted[id(kind), fact.name] = lay.take(1)
    for phase in game.phases.values():
        for fact in phase.fields.values():
            lay.field_cell[id(phase), fact.name] = lay.take(lay.index_size(fact.index))
    for link in game.links.values():
        lay.link_cell[link.name] = lay.take(
            len(lay.things[link.origin.name]) * len(lay.things[link.goal.name])
        )
    lay.note_cell = lay.take(len(game.notes))
    if game.position is not None:
        lay.position_log = lay.take(1 + CELLS * game.position.kept)
    holders: list[m.Place | m.Track | m.Counter | m.Board] = [*game.places.values(), *game.tracks.values()]
    holders += [*game.counters.values(), *game.boards.values()]
    if any(one.seen != "everyone" or (isinstance(one, m.Place) and one.shuffled) for one in holders):
        lay.known_cell = lay.take(lay.count)
    _remembered(lay)
    keepers: list[m.Kind | m.Procedure] = [*game.kinds.values(), *game.phases.values()]
    for keeper in keepers:
        many = len(lay.things[keeper.name]) if isinstance(keeper, m.Kind) else 1
        for fact in keeper.fields.values():
            if fact.kept and may_hide(fact.type):
                first = lay.field_cell[id(keeper), fact.name]
                lay.pointers += range(first, first + many * lay.index_size(fact.index))


def may_hide(kind: Type) -> bool:
    """Tells whether values of a type are things that may lie where not everybody sees them."""
    one = item(kind)
    return isinstance(one, ThingType) and one.kind.board is None


def _remembered(lay: Layout) -> None:
    """Reserves what a match remembers only if a rule needs it.

    What has moved since a scope began, how often an action was used since, what was shuffled alike, who knows what.
    """
    game = lay.game
    roots = [*walk.declarations(game), *game.notes, *game.scenarios, *([game.sides] if game.sides else [])]
    moved: dict[str, set[str]] = {}
    used: dict[tuple[str, str], None] = {}
    for node in (node for root in roots for node in walk.nodes(root)):
        match node:
            case m.ops.Moved(ref=scope, thing=asked):
                kind = item(asked.type)
                moved.setdefault(scope_name(scope), set()).update(
                    [kind.kind.name] if isinstance(kind, ThingType) else game.kinds
                )
            case m.ops.Used(ref=(actions, scope)):
                used |= dict.fromkeys((action.name, scope_name(scope)) for action in actions)
            case m.Act(record=Verb(knows=Knows.MIXED | Knows.THINGS_SHOWN)) if lay.known_cell == NONE:
                lay.known_cell = lay.take(lay.count)
            case m.acts.ShuffleAlike(places=places):
                lay.alike_places |= {
                    one.ref.name for one in walk.inside(places) if isinstance(one, m.ops.Place)
                }
                if lay.alike_cell == NONE:
                    lay.alike_cell = lay.take(lay.count + 1)
    for quota in (q for window in game.windows.values() for line in window.lines for q in line.quotas):
        for action in quota.actions:
            scopes = [scope for scope in (action.once_each, quota.scope) if scope is not None]
            used |= dict.fromkeys((action.name, scope_name(scope)) for scope in scopes)
    for name, kinds in moved.items():
        lay.moved_cell[name] = lay.take(lay.count)
        lay.moved_kinds[name] = frozenset(kinds)
        lay.scope_cells.setdefault(name, []).append((lay.moved_cell[name], lay.count))
    for key in used:
        lay.used_cell[key] = lay.take(lay.players)
        lay.scope_cells.setdefault(key[1], []).append((lay.used_cell[key], lay.players))


def scope_name(scope: m.Scope) -> str:
    """Gives the name of a stretch of play."""
    return scope if isinstance(scope, str) else scope.name
