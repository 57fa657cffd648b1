"""A comparison becomes sentences and a table for people, and data for programs."""

from collections.abc import Sequence
from typing import Any, Final

from gekido_dsl.insight.comparing import Comparison, Difference, Verdict, grouped
from gekido_dsl.insight.pairs import DRAWS, END, JOINT, LENGTH, UNFINISHED, WINS

SCHEMA_VERSION: Final = 1
_OPEN_NAMED: Final = 4


def sentences(comparison: Comparison) -> list[str]:
    """Words the verdict: what is different, what is not, what is not settled."""
    if not comparison.games:
        return ["No pair of games was played to its end."]
    told = [_changed(one) for one in comparison.differences if one.verdict is Verdict.CHANGED]
    for group, each in grouped(comparison.differences).items():
        same = [one for one in each if one.verdict is Verdict.SAME]
        told += _same(group, same, len(same) == len(each))
    told += _open(comparison)
    return told


def _changed(one: Difference) -> str:
    size = abs(one.value)
    ends = sorted((abs(one.low), abs(one.high)))
    if one.measure[0] == LENGTH:
        word = "more" if one.value > 0 else "fewer"
        return f"A game takes {size:,.1f} {one.name} {word} ({ends[0]:,.1f} to {ends[1]:,.1f})."
    word = "more" if one.value > 0 else "fewer"
    amount, span = f"{_hundred(size)} of 100", f"({_hundred(ends[0])} to {_hundred(ends[1])})"
    if one.measure == DRAWS:
        return f"{amount} games {word} are drawn {span}."
    if one.measure == UNFINISHED:
        return f"{amount} games {word} are not finished {span}."
    if one.measure == JOINT:
        return f"All win {amount} {word} {span}."
    if one.measure[0] == END:
        return f"{amount} games {word} end by {one.name} {span}."
    return f"{_subject(one)} wins {amount} {word} {span}."


def _same(group: str, same: Sequence[Difference], whole: bool) -> list[str]:
    """Words what does not change: the things of a kind together."""
    if not same:
        return []
    if group == LENGTH:
        bounds = [f"{_bound(one):,.1f} {one.name}" for one in same]
        return [f"How long a game takes does not change, within {' and '.join(bounds)}."]
    bound = f"{_hundred(max(_bound(one) for one in same))} of 100"
    what = {WINS: "seat", END: "end of the game"}.get(group, group)
    if same[0].measure in (DRAWS, UNFINISHED, JOINT):
        said = {DRAWS: "is drawn", UNFINISHED: "is not finished", JOINT: "is won by all"}[same[0].measure]
        return [f"How often a game {said} does not change, within {bound}."]
    if len(same) == 1 and not whole:
        name = _subject(same[0]) if group != END else f"ending by {same[0].name}"
        return [f"{name} changes by no more than {bound}."]
    each = f"each {what}" if whole else f"the other {len(same)} {_plural(what)}"
    verb = "comes" if group == END else "wins"
    if not whole:
        verb = verb.removesuffix("s")
    return [f"How often {each} {verb} does not change, within {bound}."]


def _plural(what: str) -> str:
    return "ends of the game" if what == "end of the game" else what + "s"


def _open(comparison: Comparison) -> list[str]:
    found = [one for one in comparison.differences if one.verdict is Verdict.OPEN]
    if not found:
        return []
    named = [f"{_subject(one)} ({_span(one)})" for one in found[:_OPEN_NAMED]]
    if len(found) > _OPEN_NAMED:
        named.append(f"and {len(found) - _OPEN_NAMED} more")
    more = comparison.more
    needed = (
        f"about {rounded(more):,} games more would settle it"
        if more
        else "no number of games settles it soon"
    )
    return [f"Not settled: {', '.join(named)}; {needed}."]


def _subject(one: Difference) -> str:
    if one.measure[0] == LENGTH:
        return f"how many {one.name} a game takes"
    return one.name[0].upper() + one.name[1:] if one.measure[0] == WINS else one.name


def _span(one: Difference) -> str:
    if one.measure[0] == LENGTH:
        return f"{one.low:+,.1f} to {one.high:+,.1f}"
    return f"{_signed(one.low)} to {_signed(one.high)} of 100"


def _bound(one: Difference) -> float:
    return max(abs(one.low), abs(one.high))


def _hundred(share: float) -> str:
    size = share * 100
    return f"{size:.1f}" if size >= 0.1 or size == 0 else f"{size:.2f}"


def _signed(share: float) -> str:
    return f"{share * 100:+.1f}"


def rounded(number: int) -> int:
    """Gives two leading digits, since no more of them mean anything."""
    step: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // step) * step


# ---------------------------------------------------------------- the table


def table(comparison: Comparison) -> list[tuple[str, ...]]:
    """Gives the rows of a table: what, in A, in B, B less A, where that lies, and the verdict."""
    rows: list[tuple[str, ...]] = [("", "A", "B", "B less A", "lies from", "to", "")]
    for group, each in grouped(comparison.differences).items():
        if each[0].measure[1]:
            head = {WINS: "wins by seat", END: "ended by", LENGTH: "length"}.get(group, f"wins by {group}")
            rows.append((head, "", "", "", "", "", ""))
        indent = "  " if each[0].measure[1] else ""
        rows += [(indent + one.name, *cells(one), one.verdict.value) for one in each]
    return rows


def cells(one: Difference) -> tuple[str, str, str, str, str]:
    """Writes a difference: in A, in B, B less A, the ends of its interval."""
    if one.measure[0] == LENGTH:
        return (
            f"{one.a:,.1f}", f"{one.b:,.1f}", f"{one.value:+,.2f}", f"{one.low:+,.2f}", f"{one.high:+,.2f}",
        )  # fmt: skip
    a = f"{one.a:.1%}" if one.of[0] else "never"
    b = f"{one.b:.1%}" if one.of[1] else "never"
    return a, b, _signed(one.value), _signed(one.low), _signed(one.high)


def data(comparison: Comparison) -> dict[str, Any]:
    """Gives a comparison as plain data; shares from 0 to 1."""
    return {
        "schema_version": SCHEMA_VERSION,
        "games": comparison.games,
        "alike": comparison.alike,
        "rule_error_games": list(comparison.failed),
        "settled": comparison.settled,
        "more_games": comparison.more,
        "verdict": sentences(comparison),
        "differences": [
            {
                "what": one.measure[0],
                "name": one.measure[1],
                "unit": "share" if one.is_share else one.measure[1],
                "a": round(one.a, 6),
                "b": round(one.b, 6),
                "of_a": one.of[0],
                "of_b": one.of[1],
                "difference": round(one.value, 6),
                "low": round(one.low, 6),
                "high": round(one.high, 6),
                "within": round(one.within, 6),
                "verdict": one.verdict.value,
                "more_games": one.more,
            }
            for one in comparison.differences
        ],
    }
