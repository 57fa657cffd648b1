"""Chance and choices: a number is drawn, or a seat is asked for one."""

from collections.abc import Callable, Sequence

from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.lowering.writing import coverage, trying
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def draw(w: Writer, count: ir.Expr | int, kind: str, what: str) -> ir.Local:
    """Draws one of equally likely numbers."""
    trying.refuse_chance(w)
    site = Site("draw", what, w.rule, w.span, args=(kind,))
    return w.code.draw(count, w.lowering.sites.add(site))


def choose(
    w: Writer,
    seat: ir.Expr,
    count: ir.Expr | int,
    site: Site,
    options: Sequence[Callable[[ir.Expr], ir.Expr]],
    declines: ir.Expr | bool = False,
    about: Sequence[ir.Expr] = (),
) -> ir.Local:
    """Asks for one of several options; declining comes last.

    Args:
        options: for each slot, what gives its value of an option by its number.
        declines: whether declining is offered besides, or how many options without a value are.
        about: the things that the question is about.
    """
    number = w.lowering.sites.add(site)
    seat = w.code.let(seat)
    if w.lowering.tries:
        return trying.choose(w, seat, count, number, options, declines, about)
    w.refuse_automaton(seat, site)
    with w.code.listing() as level, w.code.each(0, count, "option") as k:
        w.code.emit(ir.Offer(tuple(value(k) for value in options)))
    listing, every = tuple(level.body), x.constant(count)
    if declines is not False:
        more = x.constant(int(declines)) if isinstance(declines, bool) else declines
        with w.code.nested() as level, w.code.each(0, more):
            w.code.emit(ir.Offer(()))
        listing, every = (*listing, *level.body), x.add(every, more)
    local = w.code.local("k")
    coverage.count_in_force(w, seat)
    w.code.emit(ir.Choose(local, x.constant(seat), every, number, listing, tuple(about)))
    return local
