"""What happened several times in a row is told in few words.

Invariants:
    What a thing did one after the other is told in that order.
    A name is never cut: what several texts share begins with their verb, or after the one whose it is.
"""

from collections.abc import Iterator, Sequence

from gekido_dsl.play.chains import chained, steps_joined

_OF_SEVERAL = {"is": "are", "goes": "go", "moves": "move"}
"""The verbs of what is told of several things at once, as these ask for them."""
_UNNAMED = ("a ", "an ")


def gathered(told: Sequence[str], times: str) -> list[str]:
    """Says once what several things did, once what one thing did, and how often the same happened.

    Args:
        times: the sign that stands before how often.
    """
    parts = [_parted(text) for text in chained(told)]
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
    if not rest or len(counts) == 1:
        return "; ".join(f"{subject} {rest}".rstrip() + often[subject] for subject in counts)
    first, _, more = rest.partition(" ")
    ending = ending_of_all(list(counts))
    named = ", ".join(subject.removesuffix(ending) + often[subject] for subject in counts)
    verb = first if ending else _OF_SEVERAL.get(first, first)
    return f"{named}{ending} {verb} {more}".rstrip()


def ending_of_all(subjects: Sequence[str]) -> str:
    """Gives what follows after whose each of them is, if it is the same: ` Card` of `Ann's Card` and `Bob's Card`."""
    endings = {subject[subject.find("'s ") + 2 :] if "'s " in subject else "" for subject in subjects}
    return endings.pop() if len(endings) == 1 else ""
