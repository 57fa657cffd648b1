"""Numbers become charts: bars with their intervals, histograms, and lines over a range.

Invariants:
    Every number that a chart shows stands in its description, too, so that nobody has to see it.
    Lines are told apart by their dashes and the names at their ends, not by colour alone.
    A chart is as wide as a small telephone shows without shrinking it.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.drawing.svg import Picture, label, lines, number, shape, text_width

WIDTH: Final = 92.0
_NAMES: Final = 30.0
"""How much of the width names may take."""
_SIZE: Final = 3.3
_SMALL: Final = 2.8
_ROW: Final = 6.4
_DASHES: Final = ("", "2.4 1.2", "0.8 1", "4 1 0.8 1", "1.6 1.6", "5 1.5")

Format = Callable[[float], str]


def percent(value: float) -> str:
    """Writes a share."""
    told = f"{value:.0%}" if value in (0, 1) or abs(value) >= 0.1 else f"{value:.1%}"
    return told.replace(".0%", "%")


def plain(value: float) -> str:
    """Writes a number as short as it can be read."""
    size = abs(value)
    return (
        f"{value:,.0f}"
        if size >= 100 or value == int(value)
        else f"{value:.1f}"
        if size >= 1
        else f"{value:.2f}"
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a chart of bars."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    """Where the interval ends; None where there is none."""


def bars(
    title: str,
    rows: Sequence[Bar],
    *,
    form: Format = percent,
    most: float | None = None,
    fair: float | None = None,
    fair_name: str = "even",
    names: float = _NAMES,
) -> Picture:
    """Draws a bar for each row, with its interval as a line over its end.

    Args:
        form: writes a value.
        most: what the whole width stands for; the greatest that is shown if not given.
        fair: a value that is marked by a line through all rows.
        names: how much of the width names may take.
    """
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    least = min(0.0, *ends, fair or 0.0)
    top = _nice(max(0.0, *ends, fair or 0.0) if most is None else most) or 1.0
    bottom = -_nice(-least) if least < 0 else 0.0
    names = min(names, max((text_width(row.name, _SIZE) for row in rows), default=0.0)) + 2
    value_width = max((1.15 * text_width(form(row.value), _SIZE) for row in rows), default=0.0) + 2
    left, right = names, WIDTH - value_width
    head = 4.5 if fair is not None else 1.0

    def at(value: float) -> float:
        return left + (right - left) * (min(max(value, bottom), top) - bottom) / (top - bottom)

    shapes: list[str] = []
    y = head
    for row in rows:
        told = lines(row.name, names - 2, _SIZE)[:2]
        high = max(_ROW, len(told) * _SIZE * 1.15 + 1.6)
        middle = y + high / 2
        for step, line in enumerate(told):
            up = (step - (len(told) - 1) / 2) * _SIZE * 1.15
            shapes.append(label(line, names - 2, middle + up, _SIZE, anchor="end"))
        begin, end = sorted((at(0.0), at(row.value)))
        shapes.append(
            shape("rect", "shade line-edge", x=begin, y=middle - 1.9, width=max(end - begin, 0.2), height=3.8,
                  stroke_width=0.25)
        )  # fmt: skip
        if row.low is not None and row.high is not None:
            shapes += _whisker(at(row.low), at(row.high), middle)
            shapes.append(shape("circle", "ink", cx=at(row.value), cy=middle, r=0.75))
        shapes.append(label(form(row.value), WIDTH, middle, _SIZE, anchor="end", bold=True))
        y += high
    shapes.append(_line("line-line", at(0.0), head, at(0.0), y, 0.3))
    if fair is not None:
        shapes.append(_line("accent-line", at(fair), head - 0.4, at(fair), y, 0.45, "1.4 0.9"))
        text = f"{fair_name} {form(fair)}"
        half = text_width(text, _SMALL) / 2
        x = min(max(at(fair), half), WIDTH - half)
        shapes.append(label(text, x, head - 2.4, _SMALL, "accent"))
    told_all = "; ".join(_told(row, form) for row in rows)
    return Picture(WIDTH, y + 0.6, tuple(shapes), title, told_all)


def _told(row: Bar, form: Format) -> str:
    if row.low is None or row.high is None:
        return f"{row.name} {form(row.value)}"
    return f"{row.name} {form(row.value)}, from {form(row.low)} to {form(row.high)}"


def _whisker(begin: float, end: float, y: float) -> list[str]:
    return [
        _line("ink-line", begin, y, end, y, 0.45),
        _line("ink-line", begin, y - 1.1, begin, y + 1.1, 0.45),
        _line("ink-line", end, y - 1.1, end, y + 1.1, 0.45),
    ]


@dataclass(frozen=True, slots=True)
class Bin:
    """A column of a histogram: from one value up to another, and how often."""

    low: float
    high: float
    count: int


def binned(counts: dict[int, int], most: int = 24) -> list[Bin]:
    """Puts whole numbers into as few bins of one round width as a histogram has room for."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = 1
    for width in _round_widths():
        if (high // width - low // width) + 1 <= most:
            break
    first = low // width
    made = [0] * (high // width - first + 1)
    for value, count in counts.items():
        made[value // width - first] += count
    return [Bin((first + at) * width, (first + at + 1) * width, count) for at, count in enumerate(made)]


def _round_widths() -> Sequence[int]:
    return [digit * 10**power for power in range(12) for digit in (1, 2, 5)]


def histogram(
    title: str, bins: Sequence[Bin], *, unit: str = "", mean: float | None = None, form: Format = plain
) -> Picture:
    """Draws how often values were met.

    Args:
        unit: what the values count, under the axis.
        mean: is marked by a line.
    """
    total = sum(one.count for one in bins) or 1
    top = _nice(max((one.count / total for one in bins), default=0.0)) or 1.0
    high, left, head = 34.0, 10.0, 5.0
    floor = head + high
    low, end = (bins[0].low, bins[-1].high) if bins else (0.0, 1.0)

    def across(value: float) -> float:
        return left + (WIDTH - left - 2) * (value - low) / ((end - low) or 1)

    shapes = []
    for share in (0.0, top / 2, top):
        y = floor - high * share / top
        shapes.append(_line("shade-line", left, y, WIDTH - 2, y, 0.25))
        shapes.append(label(percent(share), left - 1, y, _SMALL, "quiet", "end"))
    for one in bins:
        tall = high * one.count / total / top
        x, wide = across(one.low), across(one.high) - across(one.low)
        shapes.append(
            shape("rect", "shade line-edge", x=x + 0.1, y=floor - tall, width=max(wide - 0.2, 0.2), height=tall,
                  stroke_width=0.25)
        )  # fmt: skip
    shapes.append(_line("line-line", left, floor, WIDTH - 2, floor, 0.3))
    shapes += _ticks(low, end, across, floor, form)
    if unit:
        shapes.append(label(unit, (left + WIDTH) / 2, floor + 8.2, _SMALL, "quiet"))
    if mean is not None and low <= mean <= end:
        shapes.append(_line("accent-line", across(mean), head - 0.4, across(mean), floor, 0.45, "1.4 0.9"))
        text = f"mean {form(mean)}"
        half = text_width(text, _SMALL) / 2
        x = min(max(across(mean), half), WIDTH - half)
        shapes.append(label(text, x, head - 2.4, _SMALL, "accent"))
    told = "; ".join(f"{_range(one, form)}: {percent(one.count / total)}" for one in bins if one.count)
    return Picture(
        WIDTH, floor + (10.4 if unit else 6.2), tuple(shapes), title, f"{unit}: {told}" if unit else told
    )


def _range(one: Bin, form: Format) -> str:
    return form(one.low) if one.high - one.low == 1 else f"{form(one.low)} to below {form(one.high)}"


@dataclass(frozen=True, slots=True)
class Point:
    """A place of a line, maybe with an interval."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart."""

    name: str
    points: Sequence[Point] = field(default_factory=tuple)


def curves(
    title: str,
    series: Sequence[Series],
    *,
    across: str = "",
    up: str = "",
    form: Format = percent,
    form_across: Format = plain,
    logarithmic: bool = False,
    fair: float | None = None,
) -> Picture:
    """Draws lines over a range, each point with its interval.

    Args:
        across: what the horizontal axis counts; `up` the vertical one.
        logarithmic: whether each step to the right multiplies.
        fair: a value that is marked by a line.
    """
    points = [point for one in series for point in one.points]
    values = [v for point in points for v in (point.y, point.low, point.high) if v is not None]
    least, most = min([0.0, *values, fair or 0.0]), max([0.0, *values, fair or 0.0])
    top, bottom = _nice(most) or (1.0 if least >= 0 else 0.0), -_nice(-least) if least < 0 else 0.0
    scale: Callable[[float], float] = (lambda x: math.log(x)) if logarithmic else (lambda x: x)
    begin, end = min((p.x for p in points), default=0.0), max((p.x for p in points), default=1.0)
    names = len(series) > 1
    left = 12.0
    right = WIDTH - (3 + min(24.0, max(text_width(one.name, _SMALL) for one in series)) if names else 3)
    head, high = 5.5 if up else 2.0, 42.0
    floor = head + high

    def x_of(value: float) -> float:
        wide = scale(end) - scale(begin)
        return left + (right - left) * ((scale(value) - scale(begin)) / wide if wide else 0.5)

    def y_of(value: float) -> float:
        return floor - high * (min(max(value, bottom), top) - bottom) / ((top - bottom) or 1)

    shapes = []
    for step in range(5):
        value = bottom + (top - bottom) * step / 4
        shapes.append(_line("shade-line", left, y_of(value), right, y_of(value), 0.25))
        shapes.append(label(form(value), left - 1, y_of(value), _SMALL, "quiet", "end"))
    if up:
        shapes.append(label(up, 0, head - 3, _SMALL, "quiet", "start"))
    marks = sorted({p.x for p in points})
    shapes += _marks(marks, x_of, floor, form_across)
    if across:
        shapes.append(label(across, (left + right) / 2, floor + 8.2, _SMALL, "quiet"))
    if fair is not None:
        shapes.append(_line("accent-line", left, y_of(fair), right, y_of(fair), 0.45, "1.4 0.9"))
    ends: list[tuple[float, str]] = []
    for at, one in enumerate(series):
        way = " ".join(
            f"{'L' if step else 'M'}{number(x_of(p.x))} {number(y_of(p.y))}"
            for step, p in enumerate(one.points)
        )
        dash = _DASHES[at % len(_DASHES)]
        look = f"player{at % 12 + 1}" if names else "ink"
        for p in one.points:
            if p.low is not None and p.high is not None:
                shapes.append(_line("line-line", x_of(p.x), y_of(p.low), x_of(p.x), y_of(p.high), 0.4))
        shapes.append(shape("path", "ink-line", d=way, stroke_width=0.55, stroke_dasharray=dash))
        shapes += [shape("circle", look, cx=x_of(p.x), cy=y_of(p.y), r=0.95) for p in one.points]
        if names and one.points:
            ends.append((y_of(one.points[-1].y), one.name))
    last = -math.inf
    for y, name in sorted(ends):
        last = max(y, last + _SMALL * 1.1)
        shapes.append(label(name, right + 2, last, _SMALL, anchor="start"))
    told = "; ".join(
        f"{one.name}: "
        + ", ".join(
            f"{form_across(p.x)} {_told(Bar('', p.y, p.low, p.high), form).strip()}" for p in one.points
        )
        for one in series
    )
    return Picture(WIDTH, floor + (10.4 if across else 6.2), tuple(shapes), title, told)


# ---------------------------------------------------------------- axes


def _nice(value: float) -> float:
    """Rounds up to where an axis may end."""
    if value <= 0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(value))
    for digit in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10):
        if value <= digit * power * (1 + 1e-9):
            return digit * power
    return 10 * power


def _ticks(low: float, end: float, across: Callable[[float], float], floor: float, form: Format) -> list[str]:
    """Marks round values of an axis."""
    step = max(_nice((end - low) / 5), 1e-9)
    step = next((one for one in _round_widths() if one >= step), step) if step >= 1 else step
    first = math.ceil(low / step)
    values = [at * step for at in range(first, int(end / step) + 1)]
    return _marks(values, across, floor, form)


def _marks(
    values: Sequence[float], across: Callable[[float], float], floor: float, form: Format
) -> list[str]:
    """Marks values of an axis, those that have room."""
    made, free = [], -math.inf
    for value in values:
        x, half = across(value), text_width(form(value), _SMALL) / 2
        made.append(_line("line-line", x, floor, x, floor + 1, 0.3))
        if x - half > free:
            made.append(label(form(value), min(x, WIDTH - half), floor + 3.4, _SMALL, "quiet"))
            free = x + half + 1.5
    return made


def _line(look: str, x1: float, y1: float, x2: float, y2: float, width: float, dash: str = "") -> str:
    more = {"stroke_dasharray": dash} if dash else {}
    return shape("line", look, x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=width, **more)
