"""Who knows which thing lies where: what `ground.knowledge` does, as statements.

Kinds whose things everybody always knows have no such statements: no place where they may lie is hidden, and none of
these is shuffled.
"""

from gekido_dsl.ground import knowledge as ground
from gekido_dsl.lowering.kept import barred, derived_state, standing
from gekido_dsl.lowering.kept.chains import put
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Chain, Set
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.verb import Knows
from gekido_dsl.model.lies import shape_of
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def everybody(w: Pen) -> int:
    """Gives the bits of all seats and of spectators."""
    return (2 << w.layout.players) - 1


def is_open(w: Writer, kind: m.Kind) -> bool:
    """Tells whether everybody always knows which thing of a kind is which."""
    if w.memory.known is None:
        return True
    return kind.name not in w.lowering.remembered("hidden kinds", lambda: _hidden_kinds(w))


def _hidden_kinds(w: Writer) -> frozenset[str]:
    """Names the kinds that may lie where somebody does not see them, or that are shuffled."""
    game, found = w.game, set[str]()
    for place in game.places.values():
        if place.seen != "everyone" or place.shuffled:
            found.add(place.holds.name)
    holders: list[m.Track | m.Counter] = [*game.tracks.values(), *game.counters.values()]
    for holder in holders:
        if holder.seen != "everyone":
            found.add(holder.die.name)
    hidden = [board for board in game.boards.values() if board.seen != "everyone"]
    if hidden:
        found |= set(game.kinds)
    for decl in walk.declarations(game):
        for body in walk.bodies(decl):
            for sentence in walk.statements(body):
                if isinstance(sentence, m.Sentence):
                    found |= _mixed_by(game, sentence.act)
    if "" in found:
        found |= set(game.kinds)
    for place in game.places.values():
        if place.refill is not None:
            found |= _mixed_by(game, place.refill.act)
    return frozenset(found)


def _mixed_by(game: m.Game, act: m.Act) -> set[str]:
    """Names the kinds whose order an act makes unknown, or that it lets only one player see."""
    match act.record.knows:
        case Knows.MIXED | Knows.MIXED_ALIKE:
            held = {
                one.ref.holds.name
                for arg in act.operands
                for one in walk.inside(arg)
                if isinstance(one, m.ops.Place)
            }
            return held or {""}
        case Knows.TO_THE_DRAWER:
            assert isinstance(act, m.acts.Draw)
            return {act.kind.name} if act.keeping is not None else set()
        case Knows.NOTHING | Knows.AS_IT_LIES | Knows.FACES | Knows.THINGS_SHOWN | Knows.FACT_SHOWN:
            return set()


# ---------------------------------------------------------------- who sees a place


def sees(w: Pen, place: ir.Expr) -> ir.Expr:
    """Gives the bits of those who see what lies in a place; of nowhere, of everybody."""
    every = everybody(w)
    table: list[int] = w.lowering.remembered(
        "seers of places",
        lambda: [ground.seers_of(w.layout, number) for number in range(len(w.layout.place_names))],
    )
    if isinstance(place, ir.Const):
        found = every if place.value == NONE else table[place.value]
        return _of_owner(w, place) if found == ground.BY_OWNER else x.constant(found)
    if w.lowering.remembered("all see all places", lambda: all(one == every for one in table)):
        return x.constant(every)
    here = w.code.let(place)
    mask = x.load(w.lowering.table("sees", table, guard=every), here)
    if ground.BY_OWNER not in table:
        return mask
    mask = w.code.let(mask)
    held = w.code.variable(mask, "sees")
    with w.code.if_(x.eq(mask, ground.BY_OWNER)):
        w.code.set(held, _of_owner(w, here))
    return held


def _of_owner(w: Pen, place: ir.Expr) -> ir.Expr:
    """Gives the bit of the player whose thing a place belongs to; none where it is nobody's."""
    layout = w.layout
    roots = [layout.root_of[owner] if owner < layout.count else NONE for _, owner in layout.place_names]
    owner = w.code.let(x.load(w.memory.owner, x.load(w.lowering.table("root of place", roots), place)))
    return x.select(x.lt(owner, 0), 0, x.shl(1, owner))


# ---------------------------------------------------------------- what changes


def move(
    w: Writer,
    thing: ir.Expr,
    before: ir.Expr,
    to: ir.Expr,
    kind: m.Kind,
    *,
    on_top: bool = False,
    under: bool = False,
    onto: m.Board | None = None,
    off: bool = True,
    owner: ir.Expr | None = None,
) -> None:
    """Puts a thing somewhere else, and notes who knows of it.

    Args:
        to: none for nowhere.
        onto: the board that `to` is known to be a space of.
        off: whether it may come from a space.
        owner: whose it is, where that is known.
        on_top: whether everybody knows that it is what lay at one end of its place.
        under: whether it comes first in its place, not last.
    """
    thing, before, to = (w.code.let(one) for one in (thing, before, to))
    squares = shape_of(w.game, kind)
    if squares is not None:
        _off(w, thing, kind, squares)
    put(w, thing, before, to, under=under, leaves=not off, comes=onto is not None)
    derived_state.moved(w, kind, thing, before, to)
    standing.moved(w, kind, thing, before, to, onto=onto, from_space=off, owner=owner)
    _moved(w, kind, thing, before, to, on_top=on_top)


def _off(w: Writer, thing: ir.Expr, whole: m.Kind, squares: m.Kind) -> None:
    """Takes the squares of a shape that goes somewhere off the spaces that it covers."""
    code, layout = w.code, w.layout
    wholes = layout.things[whole.name]
    lists = [layout.parts.get((squares.name, one), []) for one in wholes]
    firsts = w.lowering.table(f"first {squares.name}", [one[0] if one else 0 for one in lists], guard=0)
    ends = w.lowering.table(f"end of {squares.name}", [one[-1] + 1 if one else 0 for one in lists], guard=0)
    at, most = code.let(x.sub(thing, wholes.start)), max(map(len, lists), default=0)
    start = code.let(x.load(firsts, at))
    with code.each(start, code.let(x.load(ends, at)), "square", bound=max(most, 1)) as square:
        before = code.let(x.load(w.memory.chains.where, square))
        with code.if_(x.and_(x.ge(before, 0), x.ne(before, layout.gone))):
            move(w, square, before, x.constant(NONE), squares)


def _moved(w: Writer, kind: m.Kind, thing: ir.Expr, before: ir.Expr, to: ir.Expr, *, on_top: bool) -> None:
    """Notes who knows a thing that was just moved from one place to another."""
    known = w.memory.known
    if known is None or is_open(w, kind):
        return
    code, every, layout = w.code, everybody(w), w.layout
    barred.left(w, w.memory.barred, thing, before)
    here, there = w.code.let(sees(w, before)), _goal(w, to)
    alone = _alone(w, kind, before)
    top: ir.Expr = x.constant(0)
    if on_top:
        top = _of(w, "stack", [int(_is_stack(decl)) for decl, _ in layout.place_names], before, 0)
    follow = code.let(x.select(x.or_(alone, top), every, here))
    hiding: list[int] = w.lowering.remembered(
        "places that hide spaces",
        lambda: [int(ground.hides_spaces(layout, place)) for place in range(len(layout.place_names))],
    )
    if any(hiding):
        follow = code.let(x.select(_of(w, "hides", hiding, to, 0), 0, follow))
    mine = code.let(x.load(known, thing))
    there = code.let(x.select(x.eq(before, to), mine, there))
    code.store(known, thing, x.or_(there, x.and_(mine, follow)))
    lost = code.let(x.and_(every, x.xor(x.or_(x.or_(there, follow), here), -1)))
    if lost == ir.Const(0):
        return
    with code.if_(x.and_(lost, x.select(x.ge(before, 0), -1, 0))):
        _forget(w, kind, before, lost)


def _goal(w: Writer, to: ir.Expr) -> ir.Expr:
    if to == ir.Const(NONE):
        return x.constant(0)
    found = sees(w, to)
    return found if isinstance(to, ir.Const) else x.select(x.ge(to, 0), w.code.let(found), 0)


def _of(w: Writer, name: str, contents: list[int], place: ir.Expr, guard: int) -> ir.Expr:
    if isinstance(place, ir.Const):
        return x.constant(contents[place.value] if place.value >= 0 else guard)
    return x.load(w.lowering.table(name, contents, guard=guard), place)


def _is_stack(decl: m.Decl) -> bool:
    return isinstance(decl, m.Place) and decl.word in ("deck", "pile")


def _alone(w: Writer, kind: m.Kind, before: ir.Expr) -> ir.Expr:
    """Tells whether no other thing of the kind lies where it came from."""
    head = x.load(w.memory.chains.head, before)
    some = x.ge(before, 0)
    place = before.value if isinstance(before, ir.Const) else None
    if w.lowering.remembered(("holds alone", kind.name, place), lambda: _holds_alone(w, kind, before)):
        return x.and_(some, x.lt(head, 0))
    found = w.code.variable(some, "alone")
    things = w.layout.things[kind.name]
    with w.code.if_(found):
        one = w.code.variable(head, "other")
        with w.code.block("alone") as done, w.code.loop("alone", bound=w.layout.count) as again:
            w.code.br(done, x.lt(one, 0))
            with w.code.if_(x.within(one, things.start, things.stop - 1)):
                w.code.set(found, 0)
                w.code.br(done)
            w.code.set(one, x.load(w.memory.chains.next, one))
            w.code.br(again)
    return found


def _holds_alone(w: Writer, kind: m.Kind, place: ir.Expr) -> bool:
    """Tells whether nothing but things of one kind can lie in any place where such a thing lies."""
    places = w.layout.place_names if not isinstance(place, ir.Const) else [w.layout.place_names[place.value]]
    return all(
        getattr(decl, "holds", getattr(decl, "die", kind)) is kind
        for decl, _ in places
        if isinstance(decl, m.Place | m.Track | m.Counter) and getattr(decl, "holds", kind) is kind
    ) and not any(isinstance(decl, m.Kind) and decl.board is not None for decl, _ in places)


def _forget(w: Writer, kind: m.Kind, place: ir.Expr, lost: ir.Expr) -> None:
    """Takes what some knew of the things of a kind that are left in a place."""
    known = w.memory.known
    assert known is not None
    things = w.layout.things[kind.name]
    one = w.code.variable(x.load(w.memory.chains.head, place), "other")
    with w.code.block("forget") as done, w.code.loop("forget", bound=w.layout.count) as again:
        w.code.br(done, x.lt(one, 0))
        with w.code.if_(x.within(one, things.start, things.stop - 1)):
            w.code.store(known, one, x.and_(x.load(known, one), x.xor(lost, -1)))
        w.code.set(one, x.load(w.memory.chains.next, one))
        w.code.br(again)


def mixed(w: Writer, kind: m.Kind, place: ir.Expr) -> None:
    """Notes that nobody knows the order of a place any more, but who alone sees it."""
    if w.memory.known is not None and not is_open(w, kind):
        mixed_list(w, kind, Chain(place, len(w.layout.things[kind.name])), place)


def mixed_list(w: Writer, kind: m.Kind, things: Set, place: ir.Expr) -> None:
    """Notes the same of some of what lies in a place."""
    known = w.memory.known
    if known is None or is_open(w, kind):
        return
    barred.mixed(w, w.memory.barred, place)
    seen = w.code.let(sees(w, place))
    left = w.code.let(x.select(x.eq(seen, everybody(w)), 0, seen))
    things.each(w, lambda one, _: w.code.store(known, one, left))


def rolled(w: Writer, kind: m.Kind, die: ir.Expr, by: ir.Expr | None = None) -> None:
    """Notes that a die shows another face, which only those know who see it, and who turned it."""
    derived_state.turned(w, kind, die)
    known = w.memory.known
    if known is None or is_open(w, kind):
        return
    seen = w.code.let(sees(w, x.load(w.memory.chains.where, die)))
    if by is not None:
        actor = w.code.let(by)
        seen = x.or_(seen, x.select(x.lt(actor, 0), 0, x.shl(1, actor)))
    w.code.store(known, die, seen)


def knows(w: Pen, seat: ir.Expr, thing: ir.Expr) -> ir.Expr:
    """Tells whether a seat knows which thing it is."""
    known = w.memory.known
    if known is None:
        return x.constant(1)
    return x.and_(x.shr(x.load(known, thing), seat), 1)


def looked(w: Writer, kind: m.Kind, thing: ir.Expr) -> None:
    """Notes that a new owner sees what lies in the places of a thing."""
    known, layout = w.memory.known, w.layout
    if known is None:
        return
    names = [
        (name, places)
        for name in dict.fromkeys(name for name, _ in layout.place_of)
        if (places := _places_of(w, name, kind)) is not None
    ]
    for _, (first, decl) in names:
        held = getattr(decl, "holds", getattr(decl, "die", None))
        if held is None or is_open(w, held):
            continue
        place = w.code.let(x.add(thing, first - layout.things[kind.name].start))
        seen = w.code.let(sees(w, place))
        one = w.code.variable(x.load(w.memory.chains.head, place), "inner")
        with w.code.block("look") as done, w.code.loop("look", bound=layout.count) as again:
            w.code.br(done, x.lt(one, 0))
            w.code.store(known, one, x.or_(x.load(known, one), seen))
            w.code.set(one, x.load(w.memory.chains.next, one))
            w.code.br(again)


def _places_of(w: Writer, name: str, kind: m.Kind) -> tuple[int, m.Decl] | None:
    """Gives the place of the first thing of a kind by name, if each has one of its own."""
    start = w.layout.things[kind.name].start
    place = w.layout.place_of.get((name, start))
    if place is None:
        return None
    decl = w.layout.place_names[place][0]
    of_thing = isinstance(decl, m.Track | m.Counter | m.Place) and decl.owner is kind
    return (place, decl) if of_thing else None
