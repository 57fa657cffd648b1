"""The kinds of a game become what is printed of them: cards, tiles, panels, tokens, dice, score sheets, or nothing.

Invariants:
    What a kind is follows from what the ruleset does with it, never from what it is called.

Things that are drawn from a deck or held in a hand are cards; spaces that a table lists are tiles; what has tracks,
counters or places of its own is a panel; what stands on a board or lies in a box is a token; facts that a match keeps
for each player are a score sheet.
"""

from typing import Final, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import BoolType, EnumType, IntType, SetType, ThingType

Sort = Literal["boards", "tiles", "panels", "cards", "tokens", "dice", "sheets"]
SORTS: Final[tuple[Sort, ...]] = ("boards", "tiles", "panels", "cards", "tokens", "dice", "sheets")
"""What can be printed, in the order of printing."""

_CARD_PLACES: Final = frozenset({"deck", "hand", "pile"})


def standing(game: m.Game) -> set[str]:
    """Names the kinds of which things stand on boards."""
    found = {
        standing.kind.name
        for board in game.boards.values()
        for several in board.legend.values()
        for standing in several
    }
    for decl in walk.declarations(game):
        for node in walk.nodes(decl):
            if isinstance(node, m.acts.Move | m.acts.Together):
                what, where = _kind(node.things), _kind(node.goal)
                if what is not None and where is not None and where.board is not None:
                    found.add(what.name)
    return found


def _kind(expr: m.Expr) -> m.Kind | None:
    kind = expr.type.item if isinstance(expr.type, SetType) else expr.type
    return kind.kind if isinstance(kind, ThingType) else None


def sorts(game: m.Game) -> dict[str, tuple[Sort, ...]]:
    """Tells for each kind by name as what it is printed; a figure with a panel is two things."""
    mobile = standing(game)
    return {kind.name: _sorts(game, kind, kind.name in mobile) for kind in game.kinds.values()}


def _sorts(game: m.Game, kind: m.Kind, mobile: bool) -> tuple[Sort, ...]:
    if kind.faces is not None:
        return ("dice",)
    if kind.board is not None:
        listed = kind.file is not None and kind.legend is None
        return ("tiles",) if listed and not kind.board.is_map else ()
    if (kind.parent is not None and kind.column) or drawn(game, kind):
        return ()
    if sided(game, kind) is not None:
        return ("tiles",)
    if _has_panel(game, kind):
        made: list[Sort] = ["panels"] if _says_something(game, kind) or not kept(kind) else []
        if kept(kind):
            made.append("sheets")
        return (*made, "tokens") if mobile else tuple(made)
    if lies_on_spaces(game, kind):
        return ("tokens",)
    words = {place.word for place in game.places.values() if place.holds is kind}
    told = kind.parent if kind.parent is not None and not printed(kind) else kind
    if words & _CARD_PLACES and (len(told.rows) > 1 or printed(told)):
        return ("cards",)
    if words or mobile:
        return ("tokens", "cards") if any(row.text for row in kind.rows) and not words else ("tokens",)
    if kind.parent is not None or _on_others(game, kind) or _on_panels(game, kind):
        return ()
    if kind.file is not None and any(row.text for row in kind.rows):
        return ("cards",)
    return ("sheets",) if kept(kind) else ()


def _on_others(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether cards of another kind show the rows of this one: `2 for each Program`."""
    return any(
        other.parent is kind
        and not printed(other)
        and any(place.holds is other for place in game.places.values())
        for other in game.kinds.values()
    )


def _on_panels(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether panels show the rows of a kind, with what they do, among their parts."""
    return any(
        other.parent is not None
        and other.column
        and _has_panel(game, other.parent)
        and any(isinstance(field.type, ThingType) and field.type.kind is kind for field in printed(other))
        for other in game.kinds.values()
    )


def drawn(game: m.Game, kind: m.Kind) -> m.Kind | None:
    """Gives the spaces that the rows of a kind draw, if these are plans of a board."""
    return next((other for other in game.kinds.values() if other.parent is kind and other.legend), None)


def sided(game: m.Game, kind: m.Kind) -> m.Kind | None:
    """Gives the parts of a kind that reach to the sides of it, as fields of a laid tile do."""
    parts = [other for other in game.kinds.values() if other.parent is kind and other.sides is not None]
    return parts[0] if parts and len(kind.facings()) == 1 else None


def printed(kind: m.Kind) -> list[m.Field]:
    """Lists the fields that stand on a thing."""
    return [field for field in kind.fields.values() if not field.kept]


def kept(kind: m.Kind) -> list[m.Field]:
    """Lists the facts that a match keeps and that players note: numbers, answers, values; no direction of a figure."""
    return [
        field
        for field in kind.fields.values()
        if field.kept
        and not field.unlogged
        and field.seen == "everyone"
        and not field.on_edges
        and (
            isinstance(field.type, IntType | BoolType)
            or (isinstance(field.type, EnumType) and not field.type.enum.compass)
        )
    ]


def _has_panel(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether things of a kind have room for others on them."""
    if kind.file is None:
        return False
    owners: list[object] = [place.owner for place in game.places.values()]
    owners += [track.owner for track in game.tracks.values()]
    owners += [counter.owner for counter in game.counters.values()]
    parts = [other for other in game.kinds.values() if other.parent is kind]
    return any(one is owner for one in (kind, *parts) for owner in owners)


def _says_something(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether more than a name stands on a panel."""
    listed = any(other.parent is kind and other.column for other in game.kinds.values())
    return bool(printed(kind)) or listed or holds_dice(game, kind) or any(row.text for row in kind.rows)


def bears_dice(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether dice lie on the tokens of a kind, wherever these go."""
    return any(place.owner is kind and place.holds.faces is not None for place in game.places.values())


def lies_under_dice(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether things of a kind lie with tokens that bear dice."""
    return any(
        place.holds is kind and isinstance(place.owner, m.Kind) and bears_dice(game, place.owner)
        for place in game.places.values()
    )


def lies_on_spaces(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether things of a kind lie in places that the spaces of a board have, and so are no larger than these."""
    return any(
        place.holds is kind and isinstance(place.owner, m.Kind) and place.owner.board is not None
        for place in game.places.values()
    )


def is_hidden(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether it matters that things of a kind look alike from behind."""
    return any(place.holds is kind and place.word in _CARD_PLACES for place in game.places.values())


def dealt(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether rules give things of a kind that are all alike to players, for good."""
    alike = not printed(kind) and not any(row.text for row in kind.rows)
    if not alike or kind.each_player is not None or len(kind.rows) < 2:
        return False
    mine = [place for place in game.places.values() if place.holds is kind]
    common = any(place.owner is None for place in mine)
    return common and any(place.owner == "player" for place in mine)


def holds_dice(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether dice lie on the panels of a kind."""
    parts = [kind, *(other for other in game.kinds.values() if other.parent is kind)]
    owners = [track.owner for track in game.tracks.values()]
    owners += [counter.owner for counter in game.counters.values()]
    return any(owner is one for one in parts for owner in owners)
