"""Groups of things are laid out on sheets of paper: rows and columns with cut marks, backs mirrored, boards in parts.

Invariants:
    Every piece lies within the margins of its sheet, at its true size unless the sheet says otherwise.
    No two pieces overlap, and a back lies exactly behind its front when the paper is turned over its long edge.
    Sheets with backs lie before those without; if all are to be printed on both sides, each has a back, maybe an
    empty one, so that sheets stay together in a duplex printer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, Literal

from gekido_dsl.languages import joined, text
from gekido_dsl.printing.box import Group, Item, Size
from gekido_dsl.printing.stock import CUT_ALIKE

MARGIN: Final = 10.0
_LEAST_MARGIN: Final = 6.0
"""What most printers leave white at the rim."""
_GAP: Final = 4.0
"""Between things that are not cut along one line."""
_EXACT: Final = 1e-3
_MARK: Final = 2.0
"""How much of a cut mark has to be seen beyond what bleeds."""
_OVERLAP: Final = 10.0
"""By how much parts of a board overlap."""
_GLUED: Final = {
    (True, False): text("its left edge lies {number} mm over the part before", number=round(_OVERLAP)),
    (False, True): text("its top edge lies {number} mm over the part before", number=round(_OVERLAP)),
    (True, True): text("its left and top edge lies {number} mm over the part before", number=round(_OVERLAP)),
}

PAPERS: Final[dict[str, Size]] = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on a sheet: where it lies, and, of a part of a larger picture, which part it is."""

    item: Item
    side: Side
    x: float
    y: float
    width: float
    height: float
    whole: Size
    """How large the whole picture is."""
    shift: tuple[float, float] = (0.0, 0.0)
    """How far to the left and up the whole picture begins."""
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """How much more of the picture is printed, to the left, above, to the right and below."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper."""

    group: Group
    paper: Size
    side: Side
    pieces: tuple[Placed, ...]
    cuts_x: tuple[float, ...] = ()
    """Where marks to cut along stand at the top and the bottom."""
    cuts_y: tuple[float, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Grid:
    """How a group lies on a page."""

    paper: Size
    across: int
    down: int
    size: Size
    gap: float = 0.0
    scale: float = 1.0

    @property
    def room(self) -> int:
        return self.across * self.down


def sheets(groups: Sequence[Group], paper: Size, *, backs: bool, duplex: bool = False) -> tuple[Sheet, ...]:
    """Lays out groups; those of one sort and size share sheets, any other begins a new one.

    Sheets with backs come first, so that they can be printed on both sides and the others on one.

    Args:
        backs: whether backs are printed.
        duplex: whether every sheet has two sides then, in the order of the groups, so that all can be printed at once.
    """
    double: list[Sheet] = []
    single: list[Sheet] = []
    any_back = backs and any(item.back is not None for group in groups for item in group.items)
    for group in _merged(groups):
        has_back = any(item.back is not None for item in group.items)
        for sheet in _parts(group, paper) or _laid(group, paper):
            if any_back and (duplex or has_back):
                double += [sheet, _behind(sheet)]
            else:
                single.append(sheet)
    return (*double, *single)


def _merged(groups: Sequence[Group]) -> list[Group]:
    """Puts groups of one sort and size together, where none has to say anything about itself."""
    made: list[Group] = []
    for group in groups:
        last = made[-1] if made else None
        alike = last is not None and (last.sort, last.size, last.note) == (group.sort, group.size, group.note)
        if last is not None and alike and group.sort != "boards":
            made[-1] = replace(
                last, name=joined(", ", (last.name, group.name)), items=(*last.items, *group.items)
            )
        else:
            made.append(group)
    return made


def _laid(group: Group, paper: Size) -> Iterator[Sheet]:
    """Lays out things of one size in rows and columns."""
    grid = _grid(group, paper)
    waiting = [item for item in group.items for _ in range(item.copies)]
    pitch = Size(grid.size.width + grid.gap, grid.size.height + grid.gap)
    note = group.note
    if grid.scale < 1:
        shrunk = text(
            "smaller than it should be, {number} %, to fit the page", number=round(grid.scale * 100)
        )
        note = joined("; ", filter(None, (note, shrunk)))
    for start in range(0, len(waiting), grid.room):
        part = waiting[start : start + grid.room]
        left = (grid.paper.width - grid.across * pitch.width + grid.gap) / 2
        top = (grid.paper.height - grid.down * pitch.height + grid.gap) / 2
        placed = []
        for at, item in enumerate(part):
            row, column = divmod(at, grid.across)
            x, y = left + column * pitch.width, top + row * pitch.height
            placed.append(_fitted(item, "front", x, y, grid))
        placed = _bled(placed, grid.paper)
        rows, columns = ceil(len(part) / grid.across), min(len(part), grid.across)
        cuts_x = _marks(left, columns, grid.size.width, grid.gap)
        cuts_y = _marks(top, rows, grid.size.height, grid.gap)
        yield Sheet(group, grid.paper, "front", tuple(placed), cuts_x, cuts_y, note)


def _marks(start: float, number: int, size: float, gap: float) -> tuple[float, ...]:
    """Lists where to cut: once between neighbours that touch, else on both sides of each."""
    found = {round(start + at * (size + gap), 3) for at in range(number)}
    found |= {round(start + at * (size + gap) + size, 3) for at in range(number)}
    return tuple(sorted(found))


def _fitted(item: Item, side: Side, x: float, y: float, grid: _Grid) -> Placed:
    """Puts a piece into its cell: pictures of one size fill it, smaller ones lie at its top left."""
    if item.part is None:
        return Placed(item, side, x, y, grid.size.width, grid.size.height, grid.size)
    left, top, width, height = item.part
    scale = min(grid.size.width / width, grid.size.height / height)
    whole = Size(item.front.width * scale, item.front.height * scale)
    return Placed(item, side, x, y, width * scale, height * scale, whole, (left * scale, top * scale))


def _bled(placed: Sequence[Placed], paper: Size) -> list[Placed]:
    """Lets pieces go on beyond where they are cut: halfway to the next one, and no farther than printers print."""
    made = []
    for one in placed:
        wanted = one.item.back_bleed if one.side == "back" else one.item.bleed
        if not wanted:
            made.append(one)
            continue
        right, below = paper.width - one.x - one.width, paper.height - one.y - one.height
        room = [max(edge - _LEAST_MARGIN, 0.0) for edge in (one.x, one.y, right, below)]
        for other in placed:
            beside = other.y < one.y + one.height - _EXACT and one.y < other.y + other.height - _EXACT
            over = other.x < one.x + one.width - _EXACT and one.x < other.x + other.width - _EXACT
            if beside == over:  # itself, or aslant
                continue
            before = (other.x < one.x) if beside else (other.y < one.y)
            at = (0 if before else 2) + (0 if beside else 1)
            gap = (
                one.x - other.x - other.width,
                one.y - other.y - other.height,
                other.x - one.x - one.width,
                other.y - one.y - one.height,
            )[at]
            room[at] = min(room[at], max(gap, 0.0) / 2)
        whole = Size(one.whole.width + 2 * wanted, one.whole.height + 2 * wanted)
        left, above, right, below = (round(min(wanted, most), 3) for most in room)
        made.append(replace(one, whole=whole, shift=(wanted, wanted), bleed=(left, above, right, below)))
    return made


def _grid(group: Group, paper: Size) -> _Grid:
    """Chooses upright or lying paper and a gap, so that the fewest sheets are needed."""
    bleed = max(item.bleed for item in group.items)
    gap = 2 * bleed if group.sort in CUT_ALIKE else _GAP
    lying = Size(paper.height, paper.width)
    found = [
        grid
        for page in (paper, lying)
        if (grid := _filled(group.size, page, gap, bleed + _MARK if bleed else 0.0)) is not None
    ]
    if found:
        return max(found, key=lambda grid: grid.room)
    scale, page = max(((_scale(group.size, page), page) for page in (paper, lying)), key=lambda one: one[0])
    return _Grid(page, 1, 1, Size(group.size.width * scale, group.size.height * scale), 0.0, scale)


def _scale(size: Size, page: Size) -> float:
    return min((page.width - 2 * MARGIN) / size.width, (page.height - 2 * MARGIN) / size.height)


def _filled(size: Size, page: Size, gap: float, bleed: float) -> _Grid | None:
    margin = 2 * (_LEAST_MARGIN + bleed)
    across = int((page.width - margin + gap + 1e-6) // (size.width + gap))
    down = int((page.height - margin + gap + 1e-6) // (size.height + gap))
    return _Grid(page, across, down, size, gap) if across and down else None


def _behind(sheet: Sheet) -> Sheet:
    """Gives the other side of a sheet: what lies left lies right, since paper is turned over its long edge."""
    upright = sheet.paper.height >= sheet.paper.width
    placed = []
    for one in sheet.pieces:
        if one.item.back is None:
            continue
        x = sheet.paper.width - one.x - one.width if upright else one.x
        y = one.y if upright else sheet.paper.height - one.y - one.height
        size = Size(one.width, one.height)
        lies = replace(one, side="back", x=x, y=y, whole=size, shift=(0.0, 0.0), bleed=(0.0, 0.0, 0.0, 0.0))
        placed.append(lies)
    placed = _bled(placed, sheet.paper)
    return Sheet(sheet.group, sheet.paper, "back", tuple(placed), note="" if placed else text("left empty"))


# ---------------------------------------------------------------- boards in parts


def _parts(group: Group, paper: Size) -> list[Sheet]:
    """Lays out a board that is larger than a page in parts that overlap; nothing if it fits."""
    if group.sort != "boards" or any(item.part is not None for item in group.items):
        return []
    best = min(
        ((_pages(group.size, page), page) for page in (paper, Size(paper.height, paper.width))),
        key=lambda one: one[0][0] * one[0][1],
    )
    (across, down), page = best
    if across * down == 1:
        return []
    made: list[Sheet] = []
    for item in group.items:
        for _ in range(item.copies):
            made += _cut_up(group, item, page, across, down)
    return made


def _pages(size: Size, page: Size) -> tuple[int, int]:
    """Tells how many pages a board needs each way."""
    room = Size(page.width - 2 * MARGIN, page.height - 2 * MARGIN)
    return _needed(size.width, room.width), _needed(size.height, room.height)


def _needed(length: float, room: float) -> int:
    return 1 if length <= room + 1e-6 else ceil((length - _OVERLAP) / (room - _OVERLAP) - 1e-6)


def _cut_up(group: Group, item: Item, page: Size, across: int, down: int) -> Iterator[Sheet]:
    width = _part(group.size.width, across)
    height = _part(group.size.height, down)
    for row in range(down):
        for column in range(across):
            shift = (column * (width - _OVERLAP), row * (height - _OVERLAP))
            left, top = (page.width - width) / 2, (page.height - height) / 2
            piece = Placed(item, "front", left, top, width, height, group.size, shift)
            cuts_x = [left, left + width, *([left + _OVERLAP] if column else [])]
            cuts_y = [top, top + height, *([top + _OVERLAP] if row else [])]
            number, of = row * across + column + 1, across * down
            told = [
                group.note,
                text(
                    "part {number} of {of}, row {row}, column {column}",
                    number=number,
                    of=of,
                    row=row + 1,
                    column=column + 1,
                ),
            ]
            if column or row:
                told.append(_GLUED[bool(column), bool(row)])
            note = joined("; ", filter(None, told))
            yield Sheet(group, page, "front", (piece,), tuple(sorted(cuts_x)), tuple(sorted(cuts_y)), note)


def _part(length: float, number: int) -> float:
    """Gives how long each of some parts is."""
    return (length + (number - 1) * _OVERLAP) / number
