"""The position: what of a match has to be the same for it to come up again, and how often it did."""

from typing import Final

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.reports import given_scope
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    BoolType,
    EnumType,
    IntType,
    PlayerType,
    SetType,
    ThingType,
    UnknownType,
    item,
)
from gekido_dsl.syntax import nodes as s

KEPT_LIMIT: Final = 1_000
"""For how many turns positions are kept at most."""
KEPT: Final = 500
"""For how many turns they are kept where nothing is said, and there is no limit of turns."""


def resolve(draft: Draft, d: s.Position) -> None:
    """Resolves what belongs to a position."""
    game, index, phrases = draft.game, draft.index, draft.phrases
    if game.position is not None:
        index.report(
            codes.DUPLICATE_NAME, "the position is described twice", d.span, "again",
            Label(game.position.span, "first here"), help="say it once, with all that belongs to it",
        )  # fmt: skip
        return
    scope = given_scope(draft, None, (), d.span)
    scope.acting = False
    things = phrases.every_one(d.things, scope)
    kind = item(things.type)
    if not isinstance(kind, ThingType):
        if not isinstance(kind, UnknownType):
            index.report(
                codes.WRONG_TYPE,
                f"a position is where things are, and `{d.things.span.text}` is {kind}",
                d.things.span,
                "no things",
                help="name the things on the board: `the position is Pieces on Board`",
            )
        return
    it = m.ops.Local(kind, d.things.span, value=1)
    scope.it = (1, kind)
    facts = tuple(fact for name in d.facts if (fact := _fact(draft, it, name, scope)) is not None)
    kept = d.kept if d.kept is not None else min(game.turn_limit or KEPT, KEPT_LIMIT)
    if not 1 <= kept <= KEPT_LIMIT:
        index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"positions are kept for 1 to {KEPT_LIMIT:,} turns",
            d.span,
            f"{kept} turns",
            help="say for how many turns positions are kept",
        )
        kept = min(max(kept, 1), KEPT_LIMIT)
    basics = draft.basics(d) | {"name_span": d.span}
    game.position = m.Position("Position", **basics, things=things, facts=facts, on_turn=d.on_turn, kept=kept)
    game.position.locals = max(2, scope.size)


def _fact(draft: Draft, it: m.Expr, name: s.Name, scope: Scope) -> m.Expr | None:
    """Resolves a fact or a definition of the things."""
    meanings = draft.index.meanings(name.text)
    found = next((one for one in meanings if isinstance(one, m.Definition) and one.subject == it.type), None)
    if found is not None and not found.params:
        found.used = True
        return m.ops.Defined(BOOL, name.span, thing=it, ref=found)
    fact = draft.phrases.attribute(it, s.Attribute(name.span, name.text, False), name.span, scope)
    if isinstance(fact.type, SetType | UnknownType) or not isinstance(
        fact.type, BoolType | EnumType | IntType | PlayerType | ThingType
    ):
        if not isinstance(fact.type, UnknownType):
            draft.index.report(
                codes.WRONG_TYPE,
                f"`{name.text}` is {fact.type}, which is no single value",
                name.span,
                "not compared",
                help="name facts and definitions that have one value for each thing",
            )
        return None
    return fact
