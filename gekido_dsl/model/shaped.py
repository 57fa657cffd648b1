"""What has to be so once every declaration has its shape, and what is left out where it is not."""

from typing import Any

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft


def check_shapes(draft: Draft) -> None:
    """Reports what does not fit together, and forgets what would only lead to more findings."""
    _check_wholes(draft)
    _check_common(draft)
    _check_piles(draft)
    _forget_broken(draft)
    _check_counters(draft)


def _check_wholes(draft: Draft) -> None:
    """Reports kinds that are parts of themselves, and makes them whole."""
    for kind in draft.game.kinds.values():
        seen: list[m.Kind] = []
        whole: m.Kind | None = kind
        while whole is not None and whole not in seen:
            seen.append(whole)
            whole = whole.parent
        if whole is kind:
            draft.index.report(
                codes.CIRCULAR_DEFINITION,
                f"`{kind.name}` is a part of itself",
                kind.name_span,
                " → ".join(one.name for one in [*seen, kind]),
                help="let one of them be `for each player`, or say how many there are",
            )
            kind.parent = None


def _check_common(draft: Draft) -> None:
    for place, name in draft.common:
        if place is not None and place.owner is not None:
            draft.index.report(
                codes.WRONG_TYPE,
                f"there are several `{name.text}`, one for each owner, and one for all is needed",
                name.span,
                "which of them?",
                Label(place.name_span, "declared here"),
                help="declare a place without `of each`",
            )


def _check_counters(draft: Draft) -> None:
    """Reports counters that go to a number which their die does not show; at 0 the die may be away."""
    for counter in draft.game.counters.values():
        die = counter.die
        if not isinstance(die.faces, tuple):
            continue
        faces = die.faces
        least = max(counter.low, 1)
        if counter.high > faces[1] or least < faces[0]:
            draft.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"a `{die.name}` shows {faces[0]} to {faces[1]}, and `{counter.name}` goes to "
                f"{counter.high if counter.high > faces[1] else least}",
                counter.name_span,
                "no face for this",
                Label(die.name_span, "the die"),
                help=f"let it go from 0 to {faces[1]}, or use a die with more faces",
            )


def _check_piles(draft: Draft) -> None:
    for pile, name, own in draft.piles:
        if own == (pile.owner == "player") and (own or pile.owner is None):
            continue
        if own and pile.owner is None:
            what, ask = f"`{name.text}` is one pile for all, not a pile of each player", "not `my`"
            help = f"write `with pile {name.text}`, or declare `pile {name.text} of each player, of ...`"
        elif pile.owner == "player":
            what, ask = f"there are several `{name.text}`, one for each player", "which of them?"
            help = f"write `with pile my {name.text}` for the pile of the owner of each discarded thing"
        else:
            what, ask = f"`{name.text}` belongs to a thing, not to a player", "whose is it?"
            help = "declare the pile without `of each`, or write `of each player`"
        draft.index.report(
            codes.WRONG_TYPE, what, name.span, ask, Label(pile.name_span, "declared here"), help=help
        )


def _forget_broken(draft: Draft) -> None:
    """Leaves out every declaration that lacks a part because of a mistake, so that nothing later meets the gap."""
    game = draft.game
    needed: list[tuple[dict[str, Any], tuple[str, ...]]] = [
        (game.boards, ("space",)),
        (game.places, ("holds",)),
        (game.tracks, ("owner", "die", "supply")),
        (game.counters, ("owner", "die", "supply")),
        (game.links, ("origin", "goal")),
        (game.patterns, ("die", "place")),
    ]
    gone: set[int] = {id(None)}
    before = 0
    while len(gone) > before:
        before = len(gone)
        for group, parts in needed:
            for decl in list(group.values()):
                if any(id(getattr(decl, part)) in gone for part in parts):
                    gone.add(id(decl))
                    del group[decl.name]
                    draft.index.forget(decl)
    for place in game.places.values():
        place.pile = None if id(place.pile) in gone else place.pile
    for damage in game.damages:
        damage.tracks = tuple(track for track in damage.tracks if id(track) not in gone)
