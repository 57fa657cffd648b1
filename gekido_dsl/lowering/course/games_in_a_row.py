"""Games in a row: who has won one, when the row is over, and what the next game keeps; see `interpreter.games`."""

from collections.abc import Callable

from gekido_dsl.lowering.course.placing import every, placing
from gekido_dsl.lowering.game.lowering import parameters
from gekido_dsl.lowering.kept import derived_state
from gekido_dsl.lowering.kept.chains import put
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def write(w: Writer, first: ir.Local, over: ir.Label) -> None:
    """Writes what happens when a game is over: it is counted; the row is over, or the next game begins.

    Args:
        first: who will be the first of the next game.
        over: where to go when nothing is left to do.
    """
    code, system = w.code, w.memory.system
    code.br(over, x.ne(x.load(system["over"], 0), 1))
    code.br(over, x.load(system["match"], 0))
    _count(w)
    for player in range(w.layout.players):
        code.store(w.memory.out, player, 0)
    code.store(system["joint"], 0, 0)
    for number, end in enumerate(w.game.ends, 1):
        if end.whole:
            _end_of_row(w, number, end, over)
    most: ir.Expr = x.constant(0)
    for player in range(w.layout.players):
        won = x.load(w.memory.won, player)
        most = code.let(x.select(x.gt(won, most), won, most))
    row_over = x.ge(x.load(system["game"], 0), w.game.row)
    if w.game.best_of:
        row_over = x.or_(row_over, x.gt(x.mul(most, 2), w.game.row))
    with code.if_(row_over):
        code.store(system["match"], 0, 1)
        code.store(system["end"], 0, 0)
        code.br(over)
    leads, began = x.load(system["leads"], 0), x.load(system["began"], 0)
    code.set(first, x.select(x.gt(leads, 0), x.sub(leads, 1), x.rem(x.add(began, 1), w.layout.players)))
    _set_up(w)
    w.locals[0] = x.constant(NONE)
    w.tell("game", x.load(system["game"], 0), span=w.game.span)


def _end_of_row(w: Writer, number: int, end: m.Procedure, over: ir.Label) -> None:
    """Writes the end of a whole row, if its condition holds."""
    assert end.condition is not None
    code, on_turn = w.code, w.code.let(w.lowering.system("on_turn"))
    with code.if_(w.within(end, {0: on_turn}).test(end.condition)):
        code.store(w.memory.system["match"], 0, 2)
        code.store(w.memory.system["end"], 0, number)
        code.call_status(w.lowering.body_of(end), on_turn, *[NONE] * len(parameters(end)))
        code.br(over)


def _count(w: Writer) -> None:
    """Writes that whoever has won the game has won one more, alone or with their side."""
    code, players = w.code, range(w.layout.players)
    how = placing(w)
    keys, sides = how.keys, how.sides
    winners = [code.let(x.and_(x.not_(how.lost), every(x.ge(other, key) for other in keys))) for key in keys]
    apart: ir.Expr = x.constant(0)
    for one in players:
        for other in range(one):
            different = x.ne(sides[one], sides[other])
            apart = x.or_(apart, x.and_(different, x.and_(winners[one], winners[other])))
    counted = code.let(x.or_(how.joint, x.not_(apart)))
    for player in players:
        code.increase(w.memory.won, player, x.and_(winners[player], counted))


def _set_up(w: Writer) -> None:
    """Writes that everything is where it starts, but for what is carried over."""
    code, memory = w.code, w.memory
    stays = [memory.system["game"], memory.system["began"], memory.won, w.lowering.program.stream]
    for kind in w.game.kinds.values():
        for fact in kind.fields.values():
            key = (id(kind), fact.name)
            if fact.carried:
                arrays = (memory.fields.get(key), memory.fact_known.get(key), memory.fact_counted.get(key))
                stays += [array for array in arrays if array is not None]
    copies = []
    for array in stays:
        copy = code.frame("kept", array.length)
        copies.append(copy)
        with code.each(0, array.length) as k:
            code.store(copy, k, x.load(array, k))
    put_back = _carry(w)
    code.reset()
    for array, copy in zip(stays, copies, strict=True):
        with code.each(0, array.length) as k:
            code.store(array, k, x.load(copy, k))
    put_back()
    code.increase(memory.system["game"])


def _carry(w: Writer) -> Callable[[], None]:
    """Writes that what lies in places that are carried over is noted; gives what writes that it is put back."""
    code, memory = w.code, w.memory
    carried = [
        (place, decl)
        for place, (decl, _) in enumerate(w.layout.place_names)
        if isinstance(decl, m.Place) and decl.carried
    ]
    kinds = {decl.holds.name: decl.holds for _, decl in carried}
    facts = [memory.owner, memory.face, *([memory.known] if memory.known is not None else [])]
    things, places, *values = (code.frame("carried", max(w.layout.count, 1)) for _ in range(2 + len(facts)))
    count = code.variable(0, "carried")

    def note(thing: ir.Expr, place: int) -> None:
        code.store(things, count, thing)
        code.store(places, count, place)
        for array, fact in zip(values, facts, strict=True):
            code.store(array, count, x.load(fact, thing))
        code.set(count, x.add(count, 1))

    for place, _ in carried:
        inside = Chain(x.constant(place), w.layout.count)
        inside.each(w, lambda thing, _, place=place: note(thing, place))  # type: ignore[misc]

    def put_back() -> None:
        with code.each(0, count, "k") as k:
            thing = code.let(x.load(things, k))
            before, to = code.let(x.load(memory.chains.where, thing)), code.let(x.load(places, k))
            for fact, array in zip(facts[1:], values[1:], strict=True):
                code.store(fact, thing, x.load(array, k))
            with code.if_(x.not_(_is_drawn(w, thing))):
                put(w, thing, before, to)
                code.store(memory.owner, thing, x.load(values[0], k))
                for kind in kinds.values():
                    own = w.layout.things[kind.name]
                    with code.if_(x.within(thing, own.start, own.stop - 1) if own else 0):
                        derived_state.moved(w, kind, thing, before, to)
        for kind in kinds.values():
            derived_state.owner_changed(w, kind)

    return put_back


def _is_drawn(w: Writer, thing: ir.Expr) -> ir.Expr:
    """Whether a board draws a thing: then it stands there in each game, wherever it was carried."""
    drawn = [int(place in w.layout.base_of) for place in w.memory.start.where]
    return x.load(w.lowering.table("drawn", drawn), thing) if any(drawn) else x.constant(0)
