"""Finds choices among things that look alike to whoever chooses.

They lie where nobody sees what they are, or in another player's hand; or nothing tells them apart wherever they lie.
What an action can be used with in a window is a choice as well; where that is plain, it is whether to use it at all.
Where some of them were shown before, as with the upper cards of a deck, the player knows them and may choose.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, known, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import PlayerType, SetType, ThingType, item

Others = Mapping[int, int | None]
"""Locals that hold another player than the one who acts: in a loop over acting players that one's local, else None."""

_OTHERWISE: Final = "let chance choose, `random {}`, take `the next`, or `show` them first"
_INSTEAD: Final = (
    "let the action be of something in the open and take `random {}` in its block, or `show` them first"
)


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports choices of single things that the player who chooses cannot tell apart."""
    shown = _shown(game)
    for decl in facts.of(game).decls:
        if (
            isinstance(decl, m.Procedure) and decl.candidates is not None
        ):  # an action; whoever uses it is `me`
            things, told = decl.candidates, _unseen(decl.candidates, frozenset(), shown)
            yield from [_alike(things, *told, _INSTEAD)] if told is not None else []
        for body in walk.bodies(decl):
            for sentence, others in _asking(body, None, {}):
                assert sentence.decision is not None
                asked = sentence.decision
                found = (_slot(game, slot, asked.may, others, shown) for slot in asked.slots)
                yield from [one for one in found if one is not None][:1]


def _slot(
    game: m.Game, slot: m.Slot, may: bool, others: frozenset[int], shown: set[object]
) -> Diagnostic | None:
    """Reports what a decision leaves open, if all choices look the same."""
    if slot.random or slot.most is None:
        return None
    told = _unseen(slot.candidates, others, shown)
    if told is not None:
        return _alike(slot.candidates, *told)
    found = _lying(slot.candidates)
    if found is None:
        return None
    at, kind, tests = found
    place = at.ref
    is_open = place.seen == "everyone" and not isinstance(at.type, SetType)
    if slot.most == 1 and not may and not tests and is_open and _is_plain(game, kind):
        return Diagnostic(
            codes.ALIKE_CHOICES,
            f"nothing tells one `{kind.name}` from another, so there is nothing to choose",
            (Label(slot.candidates.span, "chosen among these"), Label(kind.name_span, "all alike")),
            f"take `the next {kind.name}` of them, or give `{kind.name}` a table or a fact that tells them apart",
        )
    return None


def _lying(things: m.Expr) -> tuple[m.ops.Place, m.Kind, Collection[m.Expr]] | None:
    """Gives where things lie that are chosen from, their kind and what else is asked of them."""
    kind = item(things.type)
    inside, tests = known.parted(things)
    if not isinstance(kind, ThingType):
        return None
    if not isinstance(inside, m.ops.Inside) or not isinstance(inside.place, m.ops.Place):
        return None
    return inside.place, kind.kind, tests


def _unseen(
    things: m.Expr, others: frozenset[int], shown: set[object]
) -> tuple[m.Place, m.Kind, str, str] | None:
    """Tells why whoever chooses cannot see what is chosen from; None if they may."""
    found = _lying(things)
    if found is None or {found[0].ref, found[1]} & shown:
        return None
    at, kind, _ = found
    if at.ref.seen == "nobody":
        return at.ref, kind, "nobody can see what is in `{}`", "not seen by anybody"
    if at.ref.seen == "owner" and at.owner is not None and _is_anothers(at.owner, others):
        return at.ref, kind, "only its owner sees what is in another player's `{}`", "seen by its owner"
    return None


def _alike(
    things: m.Expr, place: m.Place, kind: m.Kind, why: str, seen: str, instead: str = _OTHERWISE
) -> Diagnostic:
    return Diagnostic(
        codes.ALIKE_CHOICES,
        f"{why.format(place.name)}, so all choices look the same to the player",
        (Label(things.span, "chosen among these"), Label(place.name_span, seen)),
        instead.format(kind.name),
    )


# ---------------------------------------------------------------- whose place it is


def _asking(
    body: tuple[m.Statement, ...], me: int | None, before: Others
) -> Iterator[tuple[m.Sentence, frozenset[int]]]:
    """Gives the sentences of a block that ask, each with the locals that hold another player than whoever chooses.

    Args:
        me: the local of who acts, inside a loop over players who act.
    """
    others = dict(before)
    for statement in body:
        inner = me
        if isinstance(statement, m.Sentence):
            if statement.decision is not None:
                asked = {one for one, whom in others.items() if whom == me}
                yield statement, frozenset(asked if statement.actor is None else ())
                if statement.actor is None:
                    others |= {
                        slot.local: me for slot in statement.decision.slots if _leaves_out_me(slot.candidates)
                    }
            act = statement.act
            if (
                isinstance(act, m.acts.Bind)
                and isinstance(act.found, m.ops.Local)
                and act.found.value in others
            ):
                others[act.local] = others[act.found.value]
        elif isinstance(statement, m.Each) and statement.acting:
            inner = statement.local
        elif isinstance(statement, m.Each) and _leaves_out_me(statement.items):
            others[statement.local] = me
        for block in statement.blocks:
            yield from _asking(block, inner, others)


def _leaves_out_me(players: m.Expr) -> bool:
    """Tells whether something is said of other players than the one who acts."""
    if not isinstance(item(players.type), PlayerType):
        return False
    return any(isinstance(test, m.ops.Other) for test in known.parted(players)[1])


def _is_anothers(owner: m.Expr, others: frozenset[int]) -> bool:
    """Tells whether a place is certainly another player's, or of a thing of theirs."""
    while owner.record.owned and owner.args:
        owner = owner.args[0]
    if isinstance(owner, m.ops.Neighbour | m.ops.Partner):
        return isinstance(owner.args[0], m.ops.Actor)
    if isinstance(owner, m.ops.Local):
        return owner.value in others
    return _leaves_out_me(owner)


# ---------------------------------------------------------------- what tells things apart


def _is_plain(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether all things of a kind are the same but for where they lie."""
    owned = (game.places, game.tracks, game.counters)
    named = [field.type for other in game.kinds.values() for field in other.fields.values()]
    return (
        len(kind.rows) <= 1
        and not kind.fields
        and kind.faces is None
        and kind.board is None
        and kind.parent is None
        and kind.each_player is None
        and not any(one.owner is kind for decls in owned for one in decls.values())
        and not any(kind in (link.origin, link.goal) for link in game.links.values())
        and not any(isinstance(type_, ThingType) and type_.kind is kind for type_ in named)
        and not any(other.parent is kind for other in game.kinds.values())
    )


def _shown(game: m.Game) -> set[object]:
    """Gives the places and kinds of which something is shown to somebody."""
    found: set[object] = set()
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Show):
                    what = statement.act.things
                    kind = item(what.type)
                    found |= {one.ref for one in walk.inside(what)}
                    found |= {kind.kind} if isinstance(kind, ThingType) else set()
    return found
