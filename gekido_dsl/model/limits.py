"""How many a place holds at most, and what fills it again."""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import BOOL, PLAYER, UNKNOWN, ThingType, Type
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


def resolve(draft: Draft, place: m.Place, d: s.Place) -> None:
    """Resolves the limit of a place, when it is kept, and how the place is filled again."""
    scope = Scope(size=2)
    owner: Type = PLAYER if place.owner == "player" else UNKNOWN
    if isinstance(place.owner, m.Kind):
        owner = ThingType(place.owner)
    scope.it = (1, owner)
    scope.speak(1, owner, place.name_span)
    if d.limit is not None:
        place.limit = draft.phrases.number(_owner_is_it(d.limit), scope)
        _discards_elsewhere(draft, place, d.limit.span)
    if d.late is not None:
        always = m.ops.Const(BOOL, d.late.span, value=1)
        place.late = draft.sentences.guard(d.late.guard, scope)[0] or always
    if d.refill is not None:
        place.refill = draft.sentences.sentence(d.refill, scope)
    place.locals = scope.size


def _discards_elsewhere(draft: Draft, place: m.Place, span: Span) -> None:
    """Reports a limit that has no pile to discard to, or none but the place itself."""
    kind = place.holds
    if draft.game.piles_of(kind) != [place]:
        room = f"`if the number of {kind.plural} of {place.name} is less than ...`"
        draft.sentences.has_pile(
            kind,
            span,
            f"a limit is kept by discarding: declare `pile NAME of {kind.plural}`; to let no more in, ask {room}",
        )
        return
    draft.index.report(
        codes.WRONG_SENTENCE,
        f"a limit is kept by discarding, and {kind.plural} are discarded to `{place.name}` itself",
        span,
        "never kept",
        help=f"declare another pile, and name it where {kind.plural} lie: `..., with pile NAME`",
    )


def _owner_is_it(written: s.Expr) -> s.Expr:
    """Reads `its owner` of a place as the player or thing it belongs to."""
    if isinstance(written, s.Of):
        if (
            isinstance(written.base, s.It)
            and written.attribute.built_in
            and written.attribute.name == "owner"
        ):
            return written.base
        return s.Of(written.span, _owner_is_it(written.base), written.attribute)
    return written
