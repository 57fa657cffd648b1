"""Leaving the game and the board: what goes along with a thing, and what becomes of what it held."""

from gekido_dsl.lowering import knowledge
from gekido_dsl.lowering.registry import NotLowered
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def leave_game(w: Writer, thing: ir.Expr, kind: Type) -> None:
    """Takes a thing out of the game: its dice go back to their supply, links from and to it are gone."""
    assert isinstance(kind, ThingType)
    decl, game = kind.kind, w.game
    holders: list[m.Track | m.Counter] = [*game.tracks.values(), *game.counters.values()]
    if any(one.owner is decl for one in holders) or any(
        decl in (one.origin, one.goal) for one in game.links.values()
    ):
        raise NotLowered("the leaving of what holds dice or has links", decl.name_span)
    if any(one.parent is decl for one in game.kinds.values()) or decl.board is not None:
        raise NotLowered("the leaving of a space or of what has parts", decl.name_span)
    before = w.code.let(x.load(w.memory.chains.where, thing))
    knowledge.move(w, thing, before, x.constant(w.layout.gone))
