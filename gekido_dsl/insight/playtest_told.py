"""A playtest as text for people, and as data for programs."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.insight.playtests import Moment, Playtest, Question, learning
from gekido_dsl.simulate.intervals import wilson
from gekido_dsl.simulate.report import Report

SCHEMA_VERSION: Final = 1
_FEW: Final = 3
"""With fewer matches nothing is said of how people learn."""


@dataclass(frozen=True, slots=True)
class Bots:
    """What bots did in the same set-up."""

    players: int
    kind: str
    report: Report


def as_data(found: Playtest, form: Sequence[str], bots: Sequence[Bots], most: int) -> dict[str, Any]:
    """Gives all of it as data: times in seconds, shares from 0 to 1."""
    return {
        "schema_version": SCHEMA_VERSION,
        "matches": [
            {
                "file": one.name, "players": one.players, "decisions": one.decisions, "turns": one.turns,
                "seconds": round(one.seconds, 3), "finished": one.finished,
                "winners": [seat + 1 for seat in one.winners], "left_at": one.left_at, "stopped": one.stopped,
            }
            for one in found.matches
        ],
        "wins": [
            {"players": players, "seat": seat + 1, "won": won, "of": of, "interval": wilson(won, of), "bots": beside}
            for players, seat, won, of, beside in _wins(found, bots)
        ],
        "phases": {name: round(seconds, 3) for name, seconds in found.phases.items()},
        "questions": [
            {
                "rule": one.rule, "question": one.question, "file": one.where[0], "line": one.where[1],
                "taken": one.taken, "timed": len(one.seconds), "median": round(one.median, 3), "undone": one.undone,
            }
            for one in _by_time(found)
        ],
        "slowest": [
            {
                "file": one.match, "decision": one.number, "seat": one.seat + 1, "question": one.question,
                "chosen": one.chosen, "seconds": round(one.seconds, 3),
            }
            for one in found.slowest(most)
        ],
        "looked_up": [
            {"what": what, "while": rule, "times": times} for (what, rule), times in found.asked.most_common()
        ],
        "remarks": [
            {
                "file": one.match, "decision": one.number, "seat": one.seat + 1, "text": one.text,
                "rule": one.rule, "line": one.where[1],
            }
            for one in found.by_rulebook()
        ],
        "form": [
            {"question": form[number - 1] if 0 < number <= len(form) else "", "number": number, "answers": answers}
            for number, answers in sorted(found.answers.items())
        ],
        "pace": [round(one, 3) for one in learning(found.matches)],
    }  # fmt: skip


def as_text(
    found: Playtest, form: Sequence[str], bots: Sequence[Bots], most: int, opens: Callable[[Moment], str]
) -> str:
    """Writes all of it for people.

    Args:
        opens: gives the command that shows a position.
    """
    parts = [
        _matches(found),
        _won(found, bots),
        _phases(found),
        _questions(found, most),
        _slowest(found, most, opens),
        _undone(found, most),
        _looked_up(found, most),
        _remarks(found),
        _form(found, form),
        _pace(found),
    ]
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts if part)


def _matches(found: Playtest) -> list[str]:
    played = found.matches
    done = sum(one.finished for one in played)
    counted = f"{len(played)} match{'es' if len(played) != 1 else ''}, {done} finished"
    lines = [counted]
    for players in sorted({one.players for one in played}):
        timed = [one.seconds / 60 for one in played if one.players == players and one.finished and one.pace]
        if timed:
            span = f", {min(timed):.1f} to {max(timed):.1f}" if len(timed) > 1 else ""
            lines.append(f"  {players} players: {statistics.median(timed):.1f} minutes of deciding{span}")
    lines += [
        f"  left: {safe(one.name)}, turn {one.turns}, at {safe(one.left_at)}" for one in played if one.left_at
    ]
    lines += [f"  fits no further: {safe(one.name)}: {safe(one.stopped)}" for one in played if one.stopped]
    return lines


def _wins(found: Playtest, bots: Sequence[Bots]) -> list[tuple[int, int, int, int, float | None]]:
    """Lists players, seat, matches won, matches finished, and the share that bots won."""
    rows = []
    shares = {one.players: [seat.share for seat in one.report.seats] for one in bots}
    for players in sorted({one.players for one in found.matches}):
        done = [one for one in found.matches if one.players == players and one.finished]
        for seat in range(players):
            won = sum(seat in one.winners for one in done)
            beside = shares[players][seat] if players in shares else None
            rows.append((players, seat, won, len(done), beside))
    return rows


def _won(found: Playtest, bots: Sequence[Bots]) -> list[str]:
    lines = []
    kinds = {one.players: one for one in bots}
    for players, seat, won, of, beside in _wins(found, bots):
        if not of:
            continue
        if seat == 0:
            bot = kinds.get(players)
            beside_bots = f"; beside them {bot.report.games} games of {bot.kind}" if bot is not None else ""
            lines.append(f"wins, {players} players, with 95 % intervals{beside_bots}")
        low, high = wilson(won, of)
        told = f"   bots {100 * beside:.0f} %" if beside is not None else ""
        lines.append(f"  seat {seat + 1}  {won} of {of}  {100 * low:.0f} % to {100 * high:.0f} %{told}")
    return lines


def _phases(found: Playtest) -> list[str]:
    total = sum(found.phases.values())
    if not total:
        return []
    named = sorted(found.phases.items(), key=lambda one: -one[1])
    return ["time by phase"] + [
        f"  {seconds / 60:6.1f} min  {100 * seconds / total:3.0f} %  {safe(name) or '(before the first phase)'}"
        for name, seconds in named
    ]


def _by_time(found: Playtest) -> list[Question]:
    return sorted(found.questions.values(), key=lambda one: (-sum(one.seconds), one.where, one.question))


def _questions(found: Playtest, most: int) -> list[str]:
    timed = [one for one in _by_time(found) if one.seconds]
    if not timed:
        return []
    lines = ["what took the time: times asked, median seconds, all minutes"]
    return lines + [
        f"  {len(one.seconds):5}  {one.median:6.1f} s  {sum(one.seconds) / 60:6.1f} min  "
        f"{safe(one.question)}  ({_at(one.rule, one.where)})"
        for one in timed[:most]
    ]


def _slowest(found: Playtest, most: int, opens: Callable[[Moment], str]) -> list[str]:
    slow = found.slowest(most)
    lines = ["the slowest decisions"] if slow else []
    for one in slow:
        said = f"player {one.seat + 1}: {safe(one.question)} {safe(one.chosen)}"
        lines += [f"  {one.seconds:6.1f} s  {said}", f"            {opens(one)}"]
    return lines


def _undone(found: Playtest, most: int) -> list[str]:
    lines = [
        f"  {one.undone} of {one.taken}  {safe(one.question)}  ({_at(one.rule, one.where)})"
        for one in found.undone()[:most]
    ]
    return ["taken back most", *lines] if lines else []


def _looked_up(found: Playtest, most: int) -> list[str]:
    lines = [
        f"  {times:3}  {safe(what)}" + (f", while {safe(rule)} asked" if rule else "")
        for (what, rule), times in found.asked.most_common(most)
    ]
    return ["looked up most: passages to write better", *lines] if lines else []


def _remarks(found: Playtest) -> list[str]:
    lines = [
        f"  {_at(one.rule, one.where) or 'at the end'}: {safe(one.text)}  "
        f"({safe(one.match)}, decision {one.number}, player {one.seat + 1})"
        for one in found.by_rulebook()
    ]
    return ["notes, in the order of the rules", *lines] if lines else []


def _form(found: Playtest, form: Sequence[str]) -> list[str]:
    lines = []
    for number, answers in sorted(found.answers.items()):
        asked = form[number - 1] if 0 < number <= len(form) else f"question {number}"
        lines.append(safe(asked))
        numbers = [float(one) for one in answers if one.replace(".", "", 1).isdecimal() and one.isascii()]
        if len(numbers) == len(answers):
            count = f"{len(answers)} answer{'' if len(answers) == 1 else 's'}"
            lines.append(f"  {count}, {statistics.mean(numbers):.1f} on average")
        else:
            lines += [f"  {safe(one)}" for one in answers]
    return lines


def _pace(found: Playtest) -> list[str]:
    seconds = [one.seconds for one in found.moments]
    if not seconds:
        return []
    lines = [f"a decision took {statistics.mean(seconds):.1f} s on average"]
    if timed := _options(found):
        lines.append(f"for the minutes of `gdl simulate` and of claims, that is {' '.join(timed)}")
    pace = learning(found.matches)
    if len(pace) < _FEW:
        return lines
    return [
        *lines,
        "median seconds of a decision, match by match",
        "  " + ", ".join(f"{one:.1f}" for one in pace),
    ]


def _options(found: Playtest) -> list[str]:
    """Gives the options by which minutes are told from what was timed here."""
    made = []
    for thought, option in (
        ("decision", "a-decision"),
        ("quick", "a-quick-decision"),
        ("again", "a-later-decision"),
    ):
        timed = [one.seconds for one in found.moments if one.thought == thought]
        if timed:
            made.append(f"--seconds-{option} {statistics.mean(timed):.1f}")
    return made


def _at(rule: str, where: tuple[str, int]) -> str:
    at = f"{where[0]}:{where[1]}" if where[0] else ""
    return safe(", ".join(part for part in (rule, at) if part))
