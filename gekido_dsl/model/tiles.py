"""Tiles: parts whose sides turn with the thing that they are on.

Invariants:
    Sides that have no finding are directions of the compass that the whole keeps how it lies by, and no two parts of a
    row are at the same side.
"""

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.sides import compass_of, suits
from gekido_dsl.model.types import EnumType
from gekido_dsl.syntax import nodes as s


def declare(draft: Draft, field: m.Field, whole: s.Name) -> None:
    """Notes that a field turns with a whole; what it says is looked at once the tables are read."""
    field.turned = True
    draft.later.append(lambda: _check(draft, field, whole))


def _check(draft: Draft, field: m.Field, whole: s.Name) -> None:
    """Reports what does not turn, and rows whose sides do not match."""
    kind = field.owner
    assert isinstance(kind, m.Kind)
    compass = compass_of(kind) if kind.sides is field else None
    why, help_ = "", None
    if kind.parent is None or kind.parent.name != whole.text:
        why = f"a {kind.name} is no part of a {whole.text}"
        help_ = f"declare it as one: `kind {kind.name} of each {whole.text}, listed as ...`"
    elif kind.sides is not field:
        why = f"a {kind.name} has its sides in `{kind.sides.name if kind.sides else ''}` already"
    elif field.kept or field.index is not None or compass is None or not compass.compass:
        why = f"`{field.name}` is no printed list of directions"
        help_ = f"write `{field.name}: up to 4 Heading`, where `values Heading: ..., clockwise` is a compass"
    elif len(kind.parent.facings()) != 1 or kind.parent.facings()[0].type != EnumType(compass):
        why = f"a {whole.text} does not keep its direction in a single fact for `{compass.name}`"
        help_ = f"give `{whole.text}` one such fact, as in `Facing: a {compass.name}, starts {compass.members[0]}`"
    elif not any(suits(compass, board) for board in draft.game.boards.values()):
        draft.index.report(
            codes.WRONG_COMPASS,
            f"`{compass.name}` has {len(compass.members)} directions, and spaces of no board touch in as many",
            field.name_span,
            "sides that touch nothing",
            help="declare a board for it: 4 directions for squares, 6 for hexagons",
        )
        return
    if why:
        draft.index.report(codes.WRONG_TYPE, why, whole.span, "turned with what?", help=help_)
        return
    assert kind.parent is not None and compass is not None
    kind.parent.facings()[0].used = field.used = True
    for number, row in enumerate(kind.parent.rows):
        taken: dict[int, m.Row] = {}
        for part in (one for one in kind.rows if one.parent == number):
            for way in part.values.get(field.name, ()):
                if way in taken:
                    same = taken[way] is part
                    draft.index.report(
                        codes.SIDES_DO_NOT_MATCH,
                        f"`{row.name}` has "
                        + (
                            f"`{compass.members[way]}` twice among the {field.name} of its {part.name}"
                            if same
                            else f"two {kind.plural} at its {compass.members[way]}"
                        ),
                        part.span,
                        "listed again",
                        Label(taken[way].span, "listed here"),
                        help="give each side to one of them, or make one of the two that has both sides",
                    )
                    return
                taken[way] = part
