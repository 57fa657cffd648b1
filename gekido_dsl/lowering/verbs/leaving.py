"""Leaving the game and the board: what goes along with a thing, and what becomes of what it held."""

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.kept import derived_state, in_the_game, knowledge
from gekido_dsl.lowering.operators.dice import capacity, first_place
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def leave_game(w: Writer, thing: ir.Expr, kind: Type) -> None:
    """Takes a thing out of the game with its parts: its dice go back to their supply, links from and to it are gone."""
    assert isinstance(kind, ThingType)
    thing = w.code.let(thing)
    _tell_off(w, thing, kind.kind)
    _leave(w, thing, kind.kind)


def _tell_off(w: Writer, thing: ir.Expr, decl: m.Kind) -> None:
    """Tells what stands on a space, or on spaces that are parts of a thing, before they leave."""
    if decl.board is not None:
        Chain(thing, w.layout.count).each(w, lambda one, _: w.tell("off", one, thing))
    for part in w.game.kinds.values():
        if part.parent is decl:
            _Parts(w, part, decl).each(w, thing, lambda one, part=part: _tell_off(w, w.code.let(one), part))


def _leave(w: Writer, thing: ir.Expr, decl: m.Kind) -> None:
    holders: list[m.Track | m.Counter] = [*w.game.tracks.values(), *w.game.counters.values()]
    for holder in holders:
        if holder.owner is decl:
            _give_back(w, thing, holder)
    if decl.board is not None:
        _leave_board(w, thing, decl.board)
    before = w.code.let(x.load(w.memory.chains.where, thing))
    knowledge.move(w, thing, before, x.constant(w.layout.gone), decl)
    derived_state.owner_changed(w, decl)
    in_the_game.leaves(w, decl, thing)
    for link in w.game.links.values():
        _drop(w, thing, link, decl)
    for part in w.game.kinds.values():
        if part.parent is decl:
            _Parts(w, part, decl).each(w, thing, lambda one, part=part: _leave(w, one, part))


def _leave_board(w: Writer, space: ir.Expr, board: m.Board) -> None:
    """Takes a space off its board; what stood on it is nowhere."""
    code, nowhere = w.code, x.constant(NONE)
    at = code.let(geo.position(w, space, board))
    with code.if_(x.ge(at, 0)):
        code.store(w.memory.at[board.name], x.add(geo.base_of(w, board, space), at), NONE)
        code.store(w.memory.position, space, NONE)
    standing = Chain(space, w.layout.count).freeze(w)
    for name in sorted(w.lowering.stands):
        things = w.layout.things[name]

        def leave(thing: ir.Expr, _: ir.Label, name: str = name, things: range = things) -> None:
            with code.if_(x.within(thing, things.start, things.stop - 1)):
                knowledge.move(w, thing, space, nowhere, w.game.kinds[name])

        if things:
            standing.each(w, leave)


def _give_back(w: Writer, thing: ir.Expr, holder: m.Track | m.Counter) -> None:
    """Puts the dice of a thing back where they came from."""
    place = w.code.let(x.add(thing, first_place(w, holder) - w.layout.things[holder.owner.name].start))
    supply = x.constant(w.layout.place_of[holder.supply.name, NONE])
    dice = Chain(place, capacity(w, holder)).freeze(w)
    dice.each(w, lambda die, _: knowledge.move(w, die, place, supply, holder.die))


def _drop(w: Writer, thing: ir.Expr, link: m.Link, decl: m.Kind) -> None:
    """Takes the tokens from and to a thing."""
    origins, goals = w.layout.things[link.origin.name], w.layout.things[link.goal.name]
    array = w.memory.links[link.name]
    if link.origin is decl:
        first = w.code.let(x.mul(x.sub(thing, origins.start), len(goals)))
        with w.code.each(0, len(goals), "goal") as k:
            w.code.store(array, x.add(first, k), NONE)
    if link.goal is decl:
        at = w.code.let(x.sub(thing, goals.start))
        with w.code.each(0, len(origins), "origin") as k:
            w.code.store(array, x.add(x.mul(k, len(goals)), at), NONE)


class _Parts:
    """The parts of a thing, as they are numbered: those that left the game before go again, which changes nothing."""

    def __init__(self, w: Writer, part: m.Kind, whole: m.Kind) -> None:
        self.things = w.layout.things[whole.name]
        self.lists = [w.layout.parts.get((part.name, one), []) for one in self.things]

    def each(self, w: Writer, thing: ir.Expr, visit: "object") -> None:
        """Goes through the parts of a thing."""
        assert callable(visit)
        at = w.code.let(x.sub(thing, self.things.start))
        firsts = w.lowering.table("first part", [one[0] if one else 0 for one in self.lists], guard=0)
        ends = w.lowering.table("end of parts", [one[-1] + 1 if one else 0 for one in self.lists], guard=0)
        with w.code.each(x.load(firsts, at), x.load(ends, at), "part") as part:
            visit(part)
