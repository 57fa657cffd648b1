"""What happened several times in a row is told in few words.

Invariants:
    What a thing did one after the other is told in that order.
    A name is never cut: what several texts share begins with their verb, or after the one whose it is.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from gekido_dsl.model.english import plural
from gekido_dsl.play.chains import chained, steps_joined

_OF_SEVERAL = {"is": "are", "goes": "go", "moves": "move"}
"""The verbs of what is told of several things at once, as these ask for them."""
_UNNAMED = ("a ", "an ")
_FROM_NONE = re.compile(r": none → (?=.)")
"""What had no value before is told by the one that it has now."""


def gathered(told: Sequence[str], times: str) -> list[str]:
    """Says once what several things did, once what one thing did, and how often the same happened.

    Args:
        times: the sign that stands before how often.
    """
    parts = [_parted(_FROM_NONE.sub(": ", text)) for text in chained(told)]
    named = {(subject, rest) for subject, rest in parts if not subject.startswith(_UNNAMED)}
    in_order = len({subject for subject, _ in named}) < len(named)
    groups: list[tuple[str, list[str]]] = []
    for subject, rest in parts:
        open_to = groups[-1:] if in_order or not rest else groups
        group = next((subjects for shared, subjects in open_to if shared == rest), None)
        if group is None:
            groups.append((rest, [subject]))
        else:
            group.append(subject)
    return list(_steps(groups, times))


def repeated(told: Sequence[str], times: str) -> list[str]:
    """Says once what follows upon itself, with how often, in whatever language it is told."""
    made: list[str] = []
    for text, same in groupby(chained(told)):
        count = len(list(same))
        made.append(f"{text} {times}{count}" if count > 1 else text)
    return made


def _parted(text: str) -> tuple[str, str]:
    """Parts a text into what it is about and the rest: before its verb, or after whose it is."""
    words = text.split()
    at = next((n for n, word in enumerate(words) if n and word in _OF_SEVERAL), None)
    if at is None:
        at = next((n + 1 for n, word in enumerate(words) if word.endswith("'s")), len(words))
    return " ".join(words[:at]), " ".join(words[at:])


def _steps(groups: Sequence[tuple[str, list[str]]], times: str) -> Iterator[str]:
    """Words the groups; steps of one thing that follow one another share its name: `moves to r1c2, r1c3`."""
    line = subject = ""
    for rest, subjects in groups:
        both = steps_joined(line.removeprefix(f"{subject} "), rest) if subjects == [subject] else None
        if both is not None:
            line = f"{subject} {both}"
            continue
        if line:
            yield line
        line, subject = _told(rest, subjects, times), subjects[0]
    if line:
        yield line


def _told(rest: str, subjects: Sequence[str], times: str) -> str:
    counts = {subject: subjects.count(subject) for subject in subjects}
    often = {subject: f" {times}{count}" * (count > 1) for subject, count in counts.items()}
    [*alone] = counts
    if rest and len(alone) == 1 and counts[alone[0]] > 1 and alone[0].startswith(_UNNAMED):
        verb, _, more = rest.partition(" ")
        if verb in _OF_SEVERAL:
            return f"{_several(alone[0], counts[alone[0]])} {_OF_SEVERAL[verb]} {more}".rstrip()
    if not rest or len(counts) == 1:
        return "; ".join(f"{subject} {rest}".rstrip() + often[subject] for subject in counts)
    first, _, more = rest.partition(" ")
    ending = ending_of_all(list(counts))
    named = ", ".join(
        _several(subject, count)
        if count > 1 and not ending and subject.startswith(_UNNAMED)
        else subject.removesuffix(ending) + often[subject]
        for subject, count in counts.items()
    )
    if ending:
        ending = f" {plural(ending.strip())}"
    return f"{named}{ending} {_OF_SEVERAL.get(first, first)} {more}".rstrip()


def _several(subject: str, count: int) -> str:
    """Counts things without names: `5 Command Dice` for five times `a Command Die`, `2 players' Roles`."""
    owner, whose, what = subject.partition(" ")[2].rpartition("'s ")
    if not whose:
        return f"{count} {plural(what)}"
    owners = plural(owner)
    mark = "'" if owners.endswith("s") else "'s"
    return f"{count} {owners}{mark} {plural(what)}"


def ending_of_all(subjects: Sequence[str]) -> str:
    """Gives what follows after whose each of them is, if it is the same: ` Card` of `Ann's Card` and `Bob's Card`."""
    endings = {subject[subject.find("'s ") + 2 :] if "'s " in subject else "" for subject in subjects}
    return endings.pop() if len(endings) == 1 else ""
