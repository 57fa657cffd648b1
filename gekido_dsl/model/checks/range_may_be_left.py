"""Finds numbers that may leave the range declared for them, by reasoning on ranges.

A change is safe when the range of the number, narrowed by the conditions that hold where the change stands, and
the range of the change stay within the declared range together; `if possible` makes every change safe. So does a
limit of turns or rounds, where what counts a number up is done too seldom to bring it out of its range.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conserved, flow, sites, times
from gekido_dsl.model import nodes as m
from gekido_dsl.model.ranges import Range, meet
from gekido_dsl.model.sites import Site
from gekido_dsl.model.types import INT, LEAST, MOST, IntType


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports `gains`, `loses` and `set` that are not proven to stay in range."""
    known = bounds.of(game)
    for site in sites.of(game).every():
        statement = site.statement
        if not isinstance(statement, m.Sentence) or statement.if_possible:
            continue
        if isinstance(statement.act, m.acts.Writing):
            found = _change(known, site, statement, statement.act)
            if found is not None:
                yield found


def _change(known: bounds.Bounds, site: Site, sentence: m.Sentence, act: m.acts.Writing) -> Diagnostic | None:
    goal, by = act.fact, act.to if isinstance(act, m.acts.Set) else act.number
    kind = goal.type
    if (
        isinstance(goal, m.ops.Local)
        or not isinstance(kind, IntType)
        or kind.low is None
        or kind.high is None
    ):
        return None
    change = known.at(site, by)
    if isinstance(by, m.ops.Share):
        # Whoever wins a share has, with the others, no more than all had before they paid.
        return None
    if isinstance(act, m.acts.Set):
        if isinstance(by, m.ops.Const):
            return None
        low, high = change
        said = "be set to"
    else:
        before = meet(known.at(site, goal), flow.at(known.game, site, goal))
        gains = isinstance(act, m.acts.Gain)
        low, high = _after(before, change, gains)
        changed = m.ops.Plus if gains else m.ops.Minus
        after = changed(INT, sentence.span, left=goal, right=by)
        low, high = meet((low, high), known.at(site, after))
        if act.end is not None:
            low, high = _bounded(known.at(site, act.end), before, (low, high), gains)
        if gains and (high is None or high > kind.high):
            low, high = meet((low, high), (None, times.most(known.game, goal)))
            low, high = meet((low, high), (None, conserved.most(known.game, goal)))
        said = "reach"
    # What has no bound of its own has that of all numbers, which no game comes near.
    over = kind.high != MOST and (high is None or high > kind.high)
    under = kind.low != LEAST and (low is None or low < kind.low)
    if not over and not under:
        return None
    end = high if over else low
    reached = "a number that has no bound" if end in (None, LEAST, MOST) else str(end)
    notes = (f"`{by.span.text}` {_said(change)}",) if not isinstance(by, m.ops.Const) else ()
    return Diagnostic(
        codes.RANGE_MAY_BE_LEFT,
        f"`{_name(goal)}` {kind.extent} and may {said} {reached}",
        (Label(sentence.span, "no condition keeps it in its range"),),
        "add `if possible`, a condition that keeps it in range, or declare a wider range",
        (),
        notes,
    )


def _name(goal: m.Expr) -> str:
    """Names a number as it is written, or as it is declared where only who has it is written."""
    said = goal.span.text
    return said if not isinstance(goal, m.ops.Field) or goal.ref.name in said else goal.ref.name


def _after(before: Range, change: Range, gain: bool) -> Range:
    low, high = (
        change
        if gain
        else (
            None if change[1] is None else -change[1],
            None if change[0] is None else -change[0],
        )
    )
    return (
        None if before[0] is None or low is None else before[0] + low,
        None if before[1] is None or high is None else before[1] + high,
    )


def _bounded(bound: Range, before: Range, after: Range, gain: bool) -> Range:
    """Gives what `up to` or `down to` leaves of a range: it never goes past the end, nor back."""
    (low, high), (least, most) = after, bound
    if gain:
        ends = (most, before[1])
        last = None if None in ends else max(end for end in ends if end is not None)
        return low, last if high is None else high if last is None else min(high, last)
    ends = (least, before[0])
    last = None if None in ends else min(end for end in ends if end is not None)
    return last if low is None else low if last is None else max(low, last), high


def _said(found: Range) -> str:
    low, high = (None if end in (LEAST, MOST) else end for end in found)
    if low is None and high is None:
        return "can be any number"
    if low == high:
        return f"is {low}"
    if low is None:
        return f"is at most {high}"
    return f"is at least {low}" if high is None else f"goes from {low} to {high}"
