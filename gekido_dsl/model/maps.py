"""Maps: boards whose spaces are joined by ways that a table lists.

Invariants:
    A map that has no finding has at least one way, each joins two of its spaces, and no two spaces have one name.
"""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.map_layout import laid_out
from gekido_dsl.model.map_places import drawn_by, scaled
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, ThingType, item
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

_GRIDS: Final = (
    m.ops.Row, m.ops.Column, m.ops.Central, m.ops.Corner, m.ops.Inner, m.ops.Outer, m.ops.Toward, m.ops.Beside,
    m.ops.Line, m.ops.Lines, m.ops.Leap, m.ops.InARow, m.ops.Joins,
)  # fmt: skip
"""What is asked of a board of rows and columns alone."""
SPACES_LIMIT: Final = 512
"""How many spaces and ways a map has at most."""


def declare(draft: Draft, board: m.Board, d: s.Board) -> None:
    """Notes what joins the spaces of a map; which of them is read from the tables later."""
    assert d.ways is not None
    ways = draft.index.find(d.ways, m.Kind, "kind")
    if ways is None:
        return
    board.ways, ways.board = ways, board
    if d.listed and (ways.file is not None or ways.listed or ways.parent is not None):
        _wrong(
            draft,
            d.listed[0].span,
            f"the {ways.plural} of a map belong in a table or below it, not in both",
            ways,
        )
    elif d.listed:
        ways.listed = True
        draft.listed_ways[ways.name] = (board, d)
    draft.later.append(lambda: _read(draft, board, ways, d))


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what asks a map for what only a board of rows and columns has."""
    maps = [board for board in game.boards.values() if board.is_map or board.sides]
    only = all(board.is_map for board in game.boards.values())
    for decl in walk.declarations(game) if maps else ():
        for node in walk.nodes(decl):
            if not isinstance(node, _GRIDS):
                continue
            kinds = [one.kind for part in node.args if isinstance(one := item(part.type), ThingType)]
            named = [kind for kind in kinds if kind.board is not None and kind.board.by_name(kind)]
            if named or (only and kinds):
                side = next(
                    (f"`{kind.plural}`" for kind in named if kind.board in maps and kind.board.sides), ""
                )
                yield Diagnostic(
                    codes.WRONG_TYPE,
                    f"{side} are corners or edges, and have no rows, columns, rim or directions"
                    if side
                    else f"`{maps[0].name}` is a map, and has no rows, columns, rim or directions",
                    (Label(node.span, "asked here"), Label(maps[0].name_span, "declared here")),
                    "ask what is next to it, how far it is over ways, or for a fact of its spaces",
                )


def _read(draft: Draft, board: m.Board, ways: m.Kind, d: s.Board) -> None:
    """Makes the shape of a map of its tables."""
    for kind, name in ((board.space, d.space), (ways, d.ways)):
        assert name is not None
        listed = kind.listed and kind.total is None
        if (kind.file is None and not listed) or kind.parent is not None or kind.each_player is not None:
            _wrong(draft, name.span, f"the {kind.plural} of a map come from one table for all", kind)
            return
    fields = _ends(draft, board, ways, d)
    if fields is None or _same_names(draft, board) or not board.space.rows:
        return
    ends = []
    for row in ways.rows:
        here = [row.values.get(field.name, NONE) for field in fields]
        if not all(isinstance(one, int) and one != NONE for one in here) or here[0] == here[1]:
            same = here[0] == here[1] != NONE
            said = (
                f"`{row.name}` leads from {board.space.rows[here[0]].name} to itself"
                if same
                else f"`{row.name}` leads nowhere"
            )
            draft.index.report(
                codes.WAY_TO_NOWHERE,
                said,
                row.span,
                "this way",
                Label(ways.name_span, f"{ways.plural} join two {board.space.plural}"),
                help=f"name two {board.space.plural} as its `{fields[0].name}` and its `{fields[1].name}`",
            )
            return
        ends.append((here[0], here[1]))
    most = len(board.space.rows) + len(ends)
    if most > SPACES_LIMIT:
        draft.index.report(
            codes.TOO_LARGE,
            f"a map has at most {SPACES_LIMIT} spaces and ways",
            d.name.span,
            f"`{board.name}` has {most:,}",
            help="make two maps of it, or leave spaces out that nothing happens on",
        )
        return
    for kind in board.kinds:
        for row in kind.rows:
            row.used = True
    single = _one_way(draft, ways, d)
    if single is None:
        return
    board.ends, board.drawn_by = fields, drawn_by(board.space)
    board.one_way_by = None if d.one_way_if is None else ways.fields[d.one_way_if.text]
    board.shape = m.Network(len(board.space.rows), tuple(ends), single, _places(board.space, tuple(ends)))
    _parts(draft, board, ways)


def rows_of(draft: Draft, ways: m.Kind) -> list[m.Row]:
    """Makes the ways that are written below a map: each is called by its ends, the second of one name with a 2."""
    board, d = draft.listed_ways[ways.name]
    fields = _ends(draft, board, ways, d)
    if fields is None:
        return []
    spaces = {row.name: number for number, row in enumerate(board.space.rows)}
    made: dict[str, m.Row] = {}
    for line in d.listed:
        facts = _facts(draft, ways, line, fields)
        for end in line.ends:
            lost = next((one for one in (line.start, end) if one.text not in spaces), None)
            if lost is not None:
                draft.index.report(
                    codes.WAY_TO_NOWHERE,
                    f"no {board.space.name} is called `{lost.text}`",
                    lost.span,
                    "leads nowhere",
                    Label(board.space.name_span, f"{ways.plural} join two {board.space.plural}"),
                    help=f"name two {board.space.plural}, as in `{' to '.join([*spaces][:2])}`"
                    if len(spaces) > 1
                    else f"write the {board.space.plural} into its table first",
                )
                continue
            name, number = f"{line.start.text}-{end.text}", 2
            while name in made:
                name, number = f"{line.start.text}-{end.text} {number}", number + 1
            joined = {fields[0].name: spaces[line.start.text], fields[1].name: spaces[end.text]}
            made[name] = m.Row(name, line.span, 1, {**facts, **joined})
    return list(made.values())


def _facts(draft: Draft, ways: m.Kind, line: s.Way, ends: tuple[m.Field, m.Field]) -> dict[str, int]:
    """Reads what is said of the ways of a line; a fact of yes or no of which nothing is said is no."""
    printed = [one for one in ways.fields.values() if not one.kept and one not in ends]
    found: dict[str, int] = {}
    for fact in line.facts:
        fits = [(one, value) for one in printed if (value := _said(one, fact)) is not None]
        if len(fits) == 1 and fits[0][0].name not in found:
            found[fits[0][0].name] = fits[0][1]
            continue
        field = ways.fields.get(fact.name.text) if fact.number is not None else None
        if field in printed and field.name not in found and isinstance(field.type, IntType):
            draft.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"`{field.name}` is {field.type}, and not {fact.number}",
                fact.span,
                "out of its range",
                Label(field.name_span, "declared here"),
                help="use a number in this range, or widen the range of the fact",
            )
            found[field.name] = field.type.low or 0
            continue
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{fact.span.text}` says nothing of a {ways.name}"
            if not fits
            else f"`{fact.span.text}` may say more than one thing of a {ways.name}",
            fact.span,
            "which fact is this?",
            Label(ways.name_span, "declared here"),
            help="write a number behind its name, `Length 3`, the value of a list alone, `Red`, "
            "or a fact of yes or no by its name",
        )
    for one in printed:
        missing = one.name not in found and not one.optional
        if missing and isinstance(one.type, BoolType):
            found[one.name] = 0
        elif missing:
            draft.index.report(
                codes.WRONG_TYPE,
                f"`{line.start.text} to {line.ends[0].text}` has no `{one.name}`, and each {ways.name} needs one",
                line.span,
                f"what is its {one.name}?",
                Label(one.name_span, "of each way"),
                help="write it behind a colon, as in `Ashby to Benton: Length 3`, "
                "or `or none` behind the type of the fact",
            )
            found[one.name] = 0
        else:
            found.setdefault(one.name, NONE)
    return found


def _said(field: m.Field, fact: s.WayFact) -> int | None:
    """Gives what a word of a line says of a fact; None if nothing."""
    if field.index is not None:
        return None
    if fact.number is not None:
        fits = isinstance(field.type, IntType) and field.name == fact.name.text
        low, high = (field.type.low, field.type.high) if isinstance(field.type, IntType) else (None, None)
        inside = (low is None or low <= fact.number) and (high is None or fact.number <= high)
        return fact.number if fits and inside else None
    if isinstance(field.type, BoolType):
        return 1 if field.name == fact.name.text else None
    values = field.type.enum.members if isinstance(field.type, EnumType) else ()
    return values.index(fact.name.text) if fact.name.text in values else None


def _ends(draft: Draft, board: m.Board, ways: m.Kind, d: s.Board) -> tuple[m.Field, m.Field] | None:
    """Finds the two facts that name the ends of a way."""
    listed = [
        field
        for field in ways.fields.values()
        if isinstance(field.type, ThingType) and field.type.kind is board.space and not field.kept
    ]
    if d.ends is not None:
        listed = []
        for name in d.ends:
            field = ways.fields.get(name.text)
            if field is None:
                draft.index.unknown(name, m.Field, f"fact of {ways.name}")
                return None
            listed.append(field)
    wrong = [one for one in listed if not isinstance(one.type, ThingType) or one.type.kind is not board.space]
    if len(listed) < 2 or wrong or listed[0].index is not None or listed[1].index is not None:
        assert d.ways is not None
        _wrong(
            draft,
            d.ways.span,
            f"each of the {ways.plural} must name the two {board.space.plural} that it joins",
            ways,
        )
        return None
    return listed[0], listed[1]


def _one_way(draft: Draft, ways: m.Kind, d: s.Board) -> frozenset[int] | None:
    """Lists the ways that lead from their first end to their second alone; None if that cannot be told."""
    if not d.one_way or d.one_way_if is None:
        return frozenset(range(len(ways.rows))) if d.one_way else frozenset()
    field = ways.fields.get(d.one_way_if.text)
    if field is None:
        draft.index.unknown(d.one_way_if, m.Field, f"fact of {ways.name}")
        return None
    if not isinstance(field.type, BoolType) or field.kept or field.index is not None:
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{field.name}` is no fact of yes or no that the table of {ways.plural} gives",
            d.one_way_if.span,
            "one way if this?",
            Label(field.name_span, "declared here"),
            help=f"as in `{field.name}: yes or no`, and in the table `{field.name}: yes` for each that leads one way",
        )
        return None
    return frozenset(number for number, row in enumerate(ways.rows) if row.values.get(field.name) == 1)


def _wrong(draft: Draft, span: Span, message: str, kind: m.Kind) -> None:
    draft.index.report(
        codes.WRONG_TYPE,
        message,
        span,
        "touching along these?",
        Label(kind.name_span, "declared here"),
        help='as in `kind Route from "routes.yaml"` with `From: a City` and `To: a City` below',
    )


def _same_names(draft: Draft, board: m.Board) -> bool:
    """Reports spaces that have the name of another: a way could lead to either."""
    first: dict[str, m.Row] = {}
    for row in board.space.rows:
        other = first.setdefault(row.name, row)
        if other is not row or row.copies > 1:
            draft.index.report(
                codes.SPACES_OF_ONE_NAME,
                f"two {board.space.plural} of `{board.name}` are called `{row.name}`",
                row.span,
                "again" if other is not row else f"{row.copies} of them",
                *([Label(other.span, "the first")] if other is not row else []),
                help="give each its own name, because ways refer to spaces by name",
            )
            return True
    return False


def _parts(draft: Draft, board: m.Board, ways: m.Kind) -> None:
    """Reports spaces to which no way leads from the largest part of the map."""
    shape = board.shape
    assert isinstance(shape, m.Network)
    parts = _joined(shape)
    if len(parts) < 2:
        return
    largest = max(parts, key=len)
    lost = [board.space.rows[spot].name for part in parts if part is not largest for spot in sorted(part)]
    shown = ", ".join(lost[:4]) + (f" and {len(lost) - 4} more" if len(lost) > 4 else "")
    draft.index.report(
        codes.UNREACHABLE_PART,
        f"no way leads from the rest of `{board.name}` to {shown}",
        board.space.rows[next(spot for part in parts if part is not largest for spot in sorted(part))].span,
        "not to be reached",
        Label(ways.name_span, f"these {ways.plural} join the rest"),
        help=f"join {'it' if len(lost) == 1 else 'them'} by a row of {ways.plural}, or leave "
        f"{'it' if len(lost) == 1 else 'them'} out",
    )


def _joined(shape: m.Network) -> list[set[int]]:
    """Lists the parts of a map that ways join, in whichever direction they lead."""
    parts: list[set[int]] = [{spot} for spot in range(shape.joined)]
    for start, end in shape.ends:
        one, other = (next(part for part in parts if spot in part) for spot in (start, end))
        if one is not other:
            one |= other
            parts = [part for part in parts if part is not other]
    return parts


def _places(space: m.Kind, ends: tuple[tuple[int, int], ...]) -> tuple[tuple[float, float], ...]:
    """Tells where spaces are drawn: by their Across and Down, else so that ways are short and cross seldom."""
    given = drawn_by(space)
    if given:
        spots = [tuple(float(row.values.get(field.name) or 0) for field in given) for row in space.rows]
    else:
        spots = list(laid_out(len(space.rows), ends))
    return scaled(spots)
