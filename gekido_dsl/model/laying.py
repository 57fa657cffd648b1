"""Finds boards that are not laid out in full: spaces left open, laid twice, and tiles that are too many."""

from collections.abc import Iterator
from itertools import combinations

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions, known
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.source import Span


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports boards whose layout does not fit them, whatever the options are."""
    for board in game.boards.values():
        if board.layout:
            yield from _open(board)
            yield from _twice(board)
        elif (
            (board.space.file is not None or board.space.listed or board.space.each_player is not None)
            and board.space.legend is None
            and not board.is_map
            and not board.each_player
        ):
            yield from _unfit(game, board)


def _named(board: m.Board, positions: set[int]) -> str:
    names = [board.spot_name(position) for position in sorted(positions)]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _covered(board: m.Board, line: m.Layout) -> set[int]:
    return {position for name in line.regions for position in region(board, name)}


def _open(board: m.Board) -> Iterator[Diagnostic]:
    """Reports spaces that no line lays."""
    left = set(region(board, "all"))
    for line in board.layout:
        left -= _covered(board, line)
    if left:
        many = len(left) > 1
        yield _wrong(
            f"the layout of `{board.name}` leaves {len(left)} space{'s' * many} open",
            board.name_span,
            f"{_named(board, left)} {'are' if many else 'is'} not laid",
            "add a line that lays the others, such as `inner: ...`, or `all: ...` for the whole board",
        )


def _twice(board: m.Board) -> Iterator[Diagnostic]:
    """Reports spaces that two lines lay in one match by other names, and tiles that come to no space."""
    for first, second in combinations(board.layout, 2):
        both = _covered(board, first) & _covered(board, second)
        held = [(line.condition, True) for line in (first, second) if line.condition is not None]
        same = set(first.regions) & set(second.regions)  # told where cases are compared
        if both and not same and conditions.together(held) is not None:
            yield _wrong(
                f"the layout of `{board.name}` lays {len(both)} space{'s' * (len(both) > 1)} twice",
                second.span,
                f"{_named(board, both)}, again",
                "let the two lines lay different spaces, or hold under different conditions",
                Label(first.span, "first here"),
            )
    if any(line.shuffled or line.condition is not None for line in board.layout):
        return
    rows = [rows_of(line.things) for line in board.layout]
    have = sum(
        board.space.rows[number].copies for number in set().union(*(row for row in rows if row is not None))
    )
    spaces = len(region(board, "all"))
    if None not in rows and have > spaces and not board.each_player:
        yield _wrong(
            f"`{board.name}` has {spaces} spaces, and {have} {board.space.plural} are laid in their order",
            board.name_span,
            f"{have - spaces} of them never lie there",
            "write `, shuffled` if chance picks those that are laid, or say which are, as in `all: ... that are ...`",
        )


def _unfit(game: m.Game, board: m.Board) -> Iterator[Diagnostic]:
    """Reports a board without a layout whose table has not as many spaces."""
    spaces, have = len(region(board, "all")), sum(row.copies for row in board.space.rows)
    if board.space.each_player is not None:
        have *= game.most_players
    for other in game.boards.values():
        if other.space is board.space and other.each_player:
            yield Diagnostic(
                codes.COMPONENT_COUNT,
                f"each player has a `{other.name}`, and `{board.name}` is made of the same {board.space.plural}",
                (Label(board.name_span, "one board"), Label(other.name_span, "one for each player")),
                "declare a kind of space for each of the two",
            )
            return
    if have != spaces and board.space.rows:
        yield _wrong(
            f"`{board.name}` has {spaces} spaces, and its table {have}",
            board.name_span,
            "each row of the table is a space here",
            "make the two agree, or say below which are laid: `all: ..., shuffled`",
            Label(board.space.name_span, f"{have} of them"),
        )


def _wrong(message: str, span: Span, label: str, help: str, *more: Label) -> Diagnostic:
    return Diagnostic(codes.COMPONENT_COUNT, message, (Label(span, label), *more), help)


def rows_of(things: m.Expr) -> set[int] | None:
    """Gives the numbers of the rows that a set of things has by what is printed; None when that cannot be told."""
    if isinstance(things, m.ops.Things):
        return set(range(len(things.ref.rows)))
    if isinstance(things, m.ops.Items):
        return rows_of(things.one)
    if isinstance(things, m.ops.Called):
        kind, name = things.ref
        return {number for number, row in enumerate(kind.rows) if row.name == name}
    if isinstance(things, m.ops.Filter):
        found = rows_of(things.set)
        kind_of = item(things.type)
        if found is None or not isinstance(kind_of, ThingType):
            return None
        kept: set[int] = set()
        for number in found:
            answer = known.decided(things.test, kind_of.kind.rows[number], things.value)
            if answer is None:
                return None
            if answer:
                kept.add(number)
        return kept
    return None
