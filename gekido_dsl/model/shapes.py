"""Shapes: types, fields, owners and parameters are resolved; tables and phrases depend on them."""

from typing import Any, Final, Literal

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import (
    clusters,
    combined,
    listed,
    maps,
    meshes,
    pictures,
    pieces,
    rankings,
    sizes,
    solid,
    wrapping,
)
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.fields import field_of, params_of
from gekido_dsl.model.handlers import PATCHES, Handlers
from gekido_dsl.model.scope import Member
from gekido_dsl.model.types import (
    PLAYER,
    IntType,
    Type,
)
from gekido_dsl.syntax import nodes as s

_SEEN: Final[dict[str | None, Literal["everyone", "owner", "nobody"]]] = {
    None: "everyone", "everyone": "everyone", "its owner": "owner", "nobody": "nobody",
}  # fmt: skip
"""Who sees something, by the words for it."""

SHAPES: Final = Handlers()
"""What is resolved of a declaration before tables and phrases, by its class."""


def shape(draft: Draft, d: s.Declaration) -> None:
    """Resolves what tables and phrases depend on: types, fields, owners, parameters."""
    SHAPES.give(draft, d)


@SHAPES.takes(s.Die)
def _shape_die(draft: Draft, d: s.Die) -> None:
    game, index = draft.game, draft.index
    kind = draft.own(d, game.kinds)
    if kind is None:
        return
    if isinstance(d.faces, s.Name):
        kind.faces = index.find(d.faces, m.Enum, "list of values")
    else:
        kind.faces = d.faces
    if isinstance(kind.faces, m.Enum):
        for left, right in d.opposites:
            values = [kind.faces.members.index(x.text) for x in (left, right) if x.text in kind.faces.members]
            if len(values) == 2:
                kind.opposite |= {values[0]: values[1], values[1]: values[0]}
            else:
                index.unknown(left if left.text not in kind.faces.members else right, Member, "face")
    elif isinstance(kind.faces, tuple):
        low, high = _faces(draft, kind.faces, d)
        kind.faces = (low, high)
        kind.opposite = {face: low + high - face for face in range(low, high + 1)}
    kind.rings = solid.rings(kind, d.rings, index)
    if d.rings:
        kind.fields |= solid.facing(kind, game)
    if kind.each_player is None and kind.total is None:
        kind.total = 1
    kind.rows = [m.Row(kind.name, d.span, kind.total or kind.each_player or 1)]


@SHAPES.takes(s.Kind)
def _shape_kind(draft: Draft, d: s.Kind) -> None:
    game, index = draft.game, draft.index
    kind = draft.own(d, game.kinds)
    if kind is None:
        return
    if d.rows is not None:
        kind.legend, kind.table_at = d.rows.signs, d.rows.span
    whose = "each player" if kind.sheet else "the game" if kind.table else f"`{kind.name}`"
    for field in d.fields:
        if field.name.text in kind.fields:
            index.report(
                codes.DUPLICATE_NAME,
                f"`{field.name.text}` is declared twice for {whose}",
                field.name.span,
                "again",
                Label(kind.fields[field.name.text].name_span, "first here"),
            )
            continue
        kind.fields[field.name.text] = field_of(draft, field, kind, phase=False)
    if d.total is not None and d.total.each:
        _for_each(draft, kind, d, d.total)
    pieces.no_shapes(draft, d)
    if d.rows is not None and d.rows.shaped:
        pieces.declare(draft, kind, d)
    elif d.rows is not None and d.rows.parent is not None and d.rows.column is not None:
        kind.parent = index.find(d.rows.parent, m.Kind, "kind")
        kind.column = d.rows.column.text
    elif d.rows is not None:
        kind.file = d.rows.file
    elif d.listed:
        kind.listed = True
        kind.rows = listed.rows(kind, d.listed, index)
        draft.later.append(lambda: listed.check(kind, d.listed, index))
    elif not kind.combined:
        kind.rows = [m.Row(kind.name, d.span, kind.total or kind.each_player or kind.each_parent or 1)]


@SHAPES.takes(s.Board)
def _shape_board(draft: Draft, d: s.Board) -> None:
    game, index = draft.game, draft.index
    board = draft.own(d, game.boards)
    if board is None:
        return
    space = index.find(d.space, m.Kind, "kind")
    if space is None:
        return
    board.space = space
    space.board = board
    board.seen = _SEEN[d.seen]
    if d.ways is not None:
        maps.declare(draft, board, d)
        return
    pictures.read(board, d, index.report)
    wrapping.declare(draft, board, d)
    meshes.declare(draft, board, d)


@SHAPES.takes(s.Place)
def _shape_place(draft: Draft, d: s.Place) -> None:
    game, index = draft.game, draft.index
    place = draft.own(d, game.places)
    if place is None:
        return
    place.holds = index.find(d.holds, m.Kind, "kind")
    if place.holds is None:
        return
    if d.owner is not None:
        place.owner = "player" if d.owner.kind is None else index.find(d.owner.kind, m.Kind, "kind")
    default = {"deck": "nobody", "hand": "owner"}.get(d.word, "everyone")
    place.seen = {"its owner": "owner", None: default}.get(d.seen, d.seen)
    if d.pile is not None:
        place.pile = _pile(draft, d.pile, d.own_pile)


def _pile(draft: Draft, name: s.Name, own: bool) -> m.Place | None:
    """Finds the pile that discards go to: one for all, or with `my` that of each player."""
    found: m.Place | None = draft.index.find(name, m.Place, "pile")
    if found is not None:
        draft.piles.append((found, name, own))
    return found


@SHAPES.takes(s.Track)
def _shape_track(draft: Draft, d: s.Track) -> None:
    game, index = draft.game, draft.index
    track = draft.own(d, game.tracks)
    if track is not None:
        track.seen = _SEEN[d.seen]
        _owned(draft, track, d, game.tracks)
        faces = track.die.faces if track.die is not None else None
        if d.rows is not None and isinstance(faces, tuple) and not faces[0] <= d.showing <= faces[1]:
            draft.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"a {track.die.name} shows {faces[0]} to {faces[1]}, never {d.showing}",
                d.span,
                f"showing {d.showing}",
                Label(track.die.name_span, "declared here"),
            )
        if d.rows is not None and track.owner is not None:
            track.rows = track.owner.fields.get(d.rows.text)
            if track.rows is None:
                index.unknown(d.rows, m.Field, "list")
            else:
                track.rows.used = True


@SHAPES.takes(s.Counter)
def _shape_counter(draft: Draft, d: s.Counter) -> None:
    game = draft.game
    counter = draft.own(d, game.counters)
    if counter is not None:
        counter.seen = _SEEN[d.seen]
        _owned(draft, counter, d, game.counters)
    if d.kept is not None and not d.low <= d.kept <= d.high:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"`{d.name.text}` goes from {d.low} to {d.high} and is kept at {d.kept}",
            d.span,
            "outside the range",
        )


@SHAPES.takes(s.Link)
def _shape_link(draft: Draft, d: s.Link) -> None:
    game, index = draft.game, draft.index
    link = draft.own(d, game.links)
    if link is None:
        return
    link.seen = _SEEN[d.seen]
    link.origin = index.find(d.origin, m.Kind, "kind")
    link.goal = index.find(d.goal, m.Kind, "kind")
    if d.start.text in link.sides.members:
        link.start = link.sides.members.index(d.start.text)
        link.sides.used_members.add(link.start)
    else:
        index.unknown(d.start, Member, "side")


@SHAPES.takes(s.Damage)
def _shape_damage(draft: Draft, d: s.Damage) -> None:
    game, index = draft.game, draft.index
    found = index.find(d.kind, m.Kind, "kind")
    tracks = [index.find(name, m.Track, "track") for name in d.tracks]
    twin = next((one for one in game.damages if one.kind is found), None)
    if found is not None and twin is not None:
        index.report(
            codes.DUPLICATE_NAME, f"the damage to a {found.name} is declared twice", d.span, "again",
            Label(twin.span, "first here"),
        )  # fmt: skip
    elif found is not None:
        made = m.Damage(f"damage to {found.name}", **draft.basics(d) | {"name_span": d.span}, kind=found)
        made.tracks = tuple(track for track in tracks if track is not None)
        made.most = d.most
        if d.most is not None and d.most < 1:
            index.report(
                codes.VALUE_OUT_OF_RANGE,
                "a hit takes at least 1 die",
                d.span,
                f"{d.most} dice a hit",
            )
        game.damages.append(made)


@SHAPES.takes(s.Patterns)
def _shape_patterns(draft: Draft, d: s.Patterns) -> None:
    game, index = draft.game, draft.index
    if d.place is None:
        rankings.declare(draft, d)
        return
    patterns = draft.own(d, game.patterns)
    if patterns is not None:
        patterns.die = index.find(d.die, m.Kind, "die")
        patterns.place = _common(draft, d.place, "place")


@SHAPES.takes(s.Definition)
def _shape_definition(draft: Draft, d: s.Definition) -> None:
    game = draft.game
    definition = draft.own(d, game.definitions)
    if definition is not None:
        definition.subject = PLAYER if d.kind is None else _subject(draft, d.kind)
        definition.params = params_of(draft, d.params)


@SHAPES.takes(s.Cluster)
def _shape_cluster(draft: Draft, d: s.Cluster) -> None:
    definition = draft.own(d, draft.game.definitions)
    if definition is not None:
        clusters.shape(draft, definition, d)


@SHAPES.takes(s.Property)
def _shape_property(draft: Draft, d: s.Property) -> None:
    game = draft.game
    prop = draft.own(d, game.properties)
    if prop is not None:
        prop.subject = PLAYER if d.kind is None else _subject(draft, d.kind)
        prop.params = params_of(draft, d.params)


@SHAPES.takes(s.Amount)
def _shape_amount(draft: Draft, d: s.Amount) -> None:
    game = draft.game
    amount = draft.own(d, game.amounts)
    if amount is not None:
        amount.params = params_of(draft, d.params)
        if d.of is not None:
            amount.subject = PLAYER if d.of.kind is None else _subject(draft, d.of.kind)


@SHAPES.takes(s.Report)
def _shape_report(draft: Draft, d: s.Report) -> None:
    game = draft.game
    report = draft.own(d, game.reports)
    if report is not None:
        report.subject = PLAYER if d.kind is None else _subject(draft, d.kind)


@SHAPES.takes(s.Phase)
def _shape_phase(draft: Draft, d: s.Phase) -> None:
    game = draft.game
    phase = draft.own(d, game.phases)
    if phase is not None:
        for field in d.fields:
            phase.fields[field.name.text] = field_of(draft, field, phase, phase=True)


@SHAPES.takes(s.Procedure)
def _shape_procedure(draft: Draft, d: s.Procedure) -> None:
    game = draft.game
    procedure = draft.own(d, game.rules if d.word == "rule" else game.effects)
    if procedure is not None:
        procedure.params = params_of(draft, d.params)


def _for_each(draft: Draft, kind: m.Kind, d: s.Kind, total: s.Total) -> None:
    """Makes a kind a part of another, or gives it a thing for each combination of values."""
    first, *more = total.each
    is_kind = any(isinstance(one, m.Kind) for one in draft.index.meanings(first.text))
    if not more and (is_kind or first.text not in kind.fields):
        kind.parent = draft.index.find(first, m.Kind, "kind")
        return
    kind.each_parent, kind.combined = None, tuple(name.text for name in total.each)
    kind.rows = combined.rows(kind, total.each, total.number, draft.index)


def numbered(draft: Draft, kind: m.Kind) -> None:
    """Gives the things of a kind their numbers; each becomes a row of its own."""
    fields = [field for field in kind.fields.values() if field.numbered]
    number = sum(row.copies for row in kind.rows)
    for field in fields:
        if kind.file is not None or kind.column:
            draft.index.report(
                codes.WRONG_TYPE,
                f"`{kind.name}` has a table, which gives the values of `{field.name}`",
                field.name_span,
                "numbered",
                help="leave `numbered` out, and write the numbers into the table",
            )
        elif not isinstance(field.type, IntType) or field.index is not None:
            draft.index.report(
                codes.WRONG_TYPE,
                "only a range of numbers can be numbered",
                field.name_span,
                f"this is {field.type}",
                help=f"write `{field.name}: 1 to {number}, numbered`",
            )
        elif (field.type.high or 0) - (field.type.low or 0) + 1 != number:
            draft.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"there are {number} {kind.plural}, and `{field.name}` goes from {field.type.low} to "
                f"{field.type.high}",
                field.name_span,
                "another number of values",
                help=f"write `1 to {number}`",
            )
        else:
            _number_rows(draft, kind, field, number)


def _number_rows(draft: Draft, kind: m.Kind, field: m.Field, number: int) -> None:
    low = field.type.low or 0 if isinstance(field.type, IntType) else 0
    if len(kind.rows) != number:
        span = kind.rows[0].span
        kind.rows = [m.Row(f"{kind.name} {low + k}", span) for k in range(min(number, sizes.THINGS_LIMIT))]
    for k, row in enumerate(kind.rows):
        row.values[field.name] = low + k


def _faces(draft: Draft, faces: tuple[int, int], d: s.Die) -> tuple[int, int]:
    """Gives the faces of a die; a range that cannot be one is reported and becomes a die with one face."""
    low, high = faces
    if low > high:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"a die of {low} to {high} has no face",
            d.name.span,
            "this die",
            help=f"turn it around: `{high} to {low}`",
        )
    elif high - low >= sizes.FACES_LIMIT:
        draft.index.report(
            codes.TOO_LARGE,
            f"a die has at most {sizes.FACES_LIMIT:,} faces",
            d.name.span,
            f"{high - low + 1:,} faces",
            help="write a smaller range",
        )
    else:
        return faces
    return low, low


def _subject(draft: Draft, name: s.Name) -> Type:
    return draft.named_type(name)


def _owned(draft: Draft, decl: Any, d: Any, group: dict[str, Any]) -> None:
    decl.owner = draft.index.find(d.owner.kind, m.Kind, "kind") if d.owner.kind is not None else None
    decl.die = draft.index.find(d.die, m.Kind, "die")
    decl.supply = _common(draft, d.supply, "place")


def _common(draft: Draft, name: s.Name, what: str) -> Any:
    """Finds a place that belongs to nobody; one that there is for each player cannot be meant."""
    found = draft.index.find(name, m.Place, what)
    draft.common.append((found, name))
    return found


SHAPES.passes_over(
    s.Edition, s.Game, s.Use, s.Rulings, s.Book, s.Theme, s.Translation, s.Option, s.NamedNumber, s.Values, s.Turn,
    s.Setup, s.Action, s.Window, s.Trigger, s.Replacement, s.Exception_, s.GameEnd, s.Aim, s.Position, s.Scenario,
    s.Claim, *PATCHES,
)  # fmt: skip
