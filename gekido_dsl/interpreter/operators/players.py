"""Operators about players: who takes part, whose a thing is, and how it looks from the acting player."""

from collections.abc import Callable

from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, SetType, ThingType, item


@gives(m.ops.Players)
def _players(ev: Evaluation, e: m.ops.Players) -> Function:
    number, out = ev.layout.players, ev.layout.out_cell
    named = ev.make(e.first) if e.first is not None else None

    def order(s: State, L: Locals) -> list[int]:
        first = named(s, L) if named is not None else s.cells[lay.ON_TURN]
        if first == NONE:
            first = s.cells[lay.ON_TURN]
        every = [(first + k) % number for k in range(number)]
        return [player for player in every if not s.cells[out + player]]

    return order


@gives(m.ops.Seats)
def _seats(ev: Evaluation, e: m.ops.Seats) -> Function:
    every = list(range(ev.layout.players))
    return lambda s, L: every


@gives(m.ops.Neighbour)
def _neighbour(ev: Evaluation, e: m.ops.Neighbour) -> Function:
    base, number, out, way = ev.make(e.player), ev.layout.players, ev.layout.out_cell, e.value

    def beside(s: State, player: int) -> int:
        if player == NONE:
            return NONE
        seats = [(player + way * k) % number for k in range(1, number + 1)]
        return next((seat for seat in seats if not s.cells[out + seat]), player)

    if isinstance(e.type, SetType):
        return lambda s, L: [beside(s, player) for player in base(s, L)]
    return lambda s, L: beside(s, base(s, L))


@gives(m.ops.Partner)
def _partner(ev: Evaluation, e: m.ops.Partner) -> Function:
    base, players = ev.make(e.player), ev.layout.players
    return lambda s, L: (player + players // 2) % players if (player := base(s, L)) != NONE else NONE


@gives(m.ops.Owner)
def _owner(ev: Evaluation, e: m.ops.Owner) -> Function:
    base = ev.make(e.of)
    first = ev.layout.owner_cell
    roots = ev.layout.root_of
    if isinstance(item(e.of.type), PlaceType):
        names = ev.layout.place_names

        def of_place(s: State, L: Locals) -> int:
            decl, owner = names[base(s, L)]
            return s.owner(owner) if isinstance(getattr(decl, "owner", None), m.Kind) else owner

        return of_place

    def one(s: State, thing: int) -> int:
        if thing == NONE:
            return NONE
        return s.cells[first + roots[thing]]

    if isinstance(e.type, SetType):
        return lambda s, L: [one(s, thing) for thing in base(s, L)]

    def of_thing(s: State, L: Locals) -> int:
        thing = base(s, L)
        return s.cells[first + roots[thing]] if thing != NONE else NONE

    return of_thing


def owner_of(ev: Evaluation, e: m.Expr) -> Function:
    """Makes the function that gives whose a thing is; a player is its own."""
    if isinstance(item(e.type), ThingType):
        return _owner(ev, m.ops.Owner(e.type, e.span, of=e))
    return ev.make(e)


@gives(m.ops.Mine)
def _mine(ev: Evaluation, e: m.ops.Mine) -> Function:
    """The one in the game; else the one that has left it, which rules may still ask about."""
    gone = ev.layout.gone
    if isinstance(e.player.type, SetType):
        every = _owned(ev, e)

        def among(s: State, L: Locals) -> int:
            found: list[int] = every(s, L)
            return next((one for one in found if s.where[one] != gone), found[0] if found else NONE)

        return among
    base, owners = ev.make(e.player), _owners(ev, e.ref)
    many, start = len(owners), ev.layout.things[e.ref.name].start
    row = range(ev.layout.owner_cell + start, ev.layout.owner_cell + start + many)
    whole = many > 0 and [owner for _, owner in owners] == list(row)
    begin, end = row.start, row.stop

    def first(s: State, L: Locals) -> int:
        player = base(s, L)
        ev.work += many
        cells, where = s.cells, s.where
        if whole:
            # Most often the first one of theirs is in the game; a list finds it sooner than a loop.
            try:
                thing = cells.index(player, begin, end) - begin + start
            except ValueError:
                return NONE
            if where[thing] != gone:
                return thing
        left = NONE
        for thing, owner in owners:
            if cells[owner] == player:
                if where[thing] != gone:
                    return thing
                if left == NONE:
                    left = thing
        return left

    return first


def _owners(ev: Evaluation, kind: m.Kind) -> list[tuple[int, int]]:
    """Lists the things of a kind, each with the cell that tells whose it is."""
    layout = ev.layout
    return [(one, layout.owner_cell + layout.root_of[one]) for one in layout.things[kind.name]]


@gives(m.ops.AllMine)
def _all_mine(ev: Evaluation, e: m.ops.AllMine) -> Function:
    every, gone = _owned(ev, e), ev.layout.gone
    return lambda s, L: [one for one in every(s, L) if s.where[one] != gone]


def _owned(ev: Evaluation, e: m.ops.Mine | m.ops.AllMine) -> Function:
    base, owners = ev.make(e.player), _owners(ev, e.ref)

    def owned(s: State, L: Locals) -> list[int]:
        player = base(s, L)
        ev.work += len(owners)
        cells = s.cells
        if isinstance(player, list):
            return [thing for thing, owner in owners if cells[owner] in player]
        return [thing for thing, owner in owners if cells[owner] == player]

    return owned


@gives(m.ops.Enemy)
def _enemy(ev: Evaluation, e: m.ops.Enemy) -> Function:
    owner, friends = owner_of(ev, e.of), _friends(ev)

    def enemy(s: State, L: Locals) -> bool:
        player = owner(s, L)
        return player != NONE and not friends(s, player, L[0])

    return enemy


@gives(m.ops.Friendly)
def _friendly(ev: Evaluation, e: m.ops.Friendly) -> Function:
    owner, friends = owner_of(ev, e.of), _friends(ev)

    def friendly(s: State, L: Locals) -> bool:
        player = owner(s, L)
        return player != NONE and friends(s, player, L[0])

    return friendly


def _friends(ev: Evaluation) -> Callable[[State, int, int], bool]:
    side = sides(ev)
    if side is None:
        return lambda s, a, b: a == b
    return lambda s, a, b: a == b or (b != NONE and side(s, a) == side(s, b))


def sides(ev: Evaluation) -> Callable[[State, int], int] | None:
    """Makes the function that gives the side of a player; None where everybody plays alone."""
    sides, players = ev.game.sides, ev.layout.players
    match sides:
        case None:
            return None
        case m.Sides(kind="opposite"):
            return lambda s, player: player % (players // 2)
        case m.Sides(kind="alternate", number=number):
            return lambda s, player: player % number
        case m.Sides(kind="one", number=seat):
            return lambda s, player: int(player != seat)
        case m.Sides(kind="by", by=m.Expr() as by):
            tell, blank = ev.make(by), [NONE] * (sides.locals - 1)

            def told(s: State, player: int) -> int:
                value: int = tell(s, [player, *blank])
                return value if value != NONE else -2 - player

            return told
        case _:
            return lambda s, player: 0


@gives(m.ops.SideOf)
def _side_of(ev: Evaluation, e: m.ops.SideOf) -> Function:
    base, side, number = ev.make(e.player), sides(ev), ev.layout.players

    def of_side(s: State, L: Locals) -> list[int]:
        player = base(s, L)
        if player == NONE:
            return []
        first = s.cells[lay.ON_TURN]
        every = [(first + k) % number for k in range(number)]
        if side is None:
            return [one for one in every if one == player]
        wanted = side(s, player)
        return [one for one in every if side(s, one) == wanted]

    return of_side


@gives(m.ops.Automaton)
def _automaton(ev: Evaluation, e: m.ops.Automaton) -> Function:
    last = ev.layout.players - 1
    return lambda s, L: last


def linked(ev: Evaluation, link: m.Link) -> Callable[[State, int, int], bool]:
    """Makes the test whether a link leads from one thing to another: always, or only between enemies."""
    if not link.enemy:
        return lambda s, here, there: True
    friends = _friends(ev)

    def between(s: State, here: int, there: int) -> bool:
        one, other = s.owner(here), s.owner(there)
        return NONE not in (one, other) and not friends(s, one, other)

    return between


@gives(m.ops.Unclaimed)
def _unclaimed(ev: Evaluation, e: m.ops.Unclaimed) -> Function:
    owner = owner_of(ev, e.of)
    return lambda s, L: owner(s, L) == NONE


@gives(m.ops.Other)
def _other(ev: Evaluation, e: m.ops.Other) -> Function:
    owner = owner_of(ev, e.of)
    return lambda s, L: owner(s, L) != L[0]


@gives(m.ops.Remaining)
def _remaining(ev: Evaluation, e: m.ops.Remaining) -> Function:
    owner, out = owner_of(ev, e.of), ev.layout.out_cell
    return lambda s, L: owner(s, L) != NONE and not s.cells[out + owner(s, L)]
