"""A question is written with its choices, and what is typed for each.

Invariants:
    Different choices are typed differently, and a number means no other choice than the one it stands before.
    What is printed on a choice is told with it once to each seat; `show` tells it again.
"""

import re
from collections.abc import Sequence

from rich.text import Text

from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.spots import laid_out
from gekido_dsl.cli.table import choices_in_columns, seat_name
from gekido_dsl.cli.things import LOUD, QUIET, seat_style
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Choice, Decision, Seat, View
from gekido_dsl.play.session import Session

_FEW = 3
"""No more numbers in a row than this stand each on a line."""


class Menu:
    """Writes questions."""

    def __init__(self, screen: Screen, session: Session) -> None:
        self.screen = screen
        self.session = session
        self._arranged: tuple[str, ...] = ()
        self._told: dict[Seat, set[str]] = {}

    def show(self, decision: Decision, view: View) -> None:
        """Writes a question and its choices."""
        self.screen.say()
        name = seat_name(view, decision.seat)
        asker = Text(name[:1].upper() + name[1:], f"{LOUD} {seat_style(decision.seat)}")
        question = asker.append(": ").append(safe(decision.asked), LOUD)
        if decision.cites:
            question.append(f"  [{', '.join(map(safe, decision.cites))}]", QUIET)
        self._tell_arranged(decision, view)
        self.screen.say(question)
        keys = keys_of(decision.choices)
        width = max(map(len, keys))
        lines = []
        run = _run(decision.choices, keys) if not self.session.failed else 0
        if run:
            lines.append(Text.assemble("  ", (f"{keys[0]} to {keys[run - 1]}", LOUD)))
        for number, (key, choice) in enumerate(zip(keys, decision.choices, strict=True)):
            if number < run:
                continue
            line = Text.assemble((f"  {key:>{width}}", LOUD))
            if key != label(choice):
                line.append(f"  {label(choice)}")
            if choice.note:
                line.append(f"  ({safe(choice.note)})", QUIET)
            if number in self.session.failed:
                line.append("  (cannot be carried out)", "red")
            if text := self._text(decision.seat, choice):
                line.append(f" {self.screen.marks.dash} {text}", QUIET)
            lines.append(self.screen.shown(line))
        if max(line.cell_len for line in lines) <= self.screen.width_columns:
            self.screen.show(choices_in_columns(lines, self.screen.width_columns))
            return
        for line in lines:
            self.screen.say(line, indent=width + 4)

    def _text(self, seat: Seat, choice: Choice) -> str:
        """Gives the text that is printed on what is offered, if it was not told before."""
        name = re.sub(r"^r\d+c\d+ ", "", label(choice).rpartition(": ")[2])
        known = self._told.setdefault(seat, set())
        if name in known or not choice.value:
            return ""
        known.add(name)
        printed = self.session.executor.printed(self.session.state, name)
        texts = {line.strip() for line in printed if line.startswith(" ")}
        return safe(texts.pop()) if len(texts) == 1 else ""

    def _tell_arranged(self, decision: Decision, view: View) -> None:
        """Shows what was laid out so far, where things are put into places one by one."""
        if decision.about:
            self._arranged = decision.about
        if any(choice.takes_back for choice in decision.choices):
            row = laid_out(view, self._arranged, self.screen.marks)
            if row is not None:
                self.screen.say(row, indent=2)


def label(choice: Choice) -> str:
    return safe(choice.label)


def keys_of(choices: Sequence[Choice]) -> list[str]:
    """Gives what is typed for each choice: its place among them.

    Where different numbers are offered these are typed themselves, so that no number means another one, and the
    beginning of its words for what else is offered.
    """
    labels = [label(choice) for choice in choices]
    numbers = [label for label in labels if re.fullmatch(r"[0-9]+", label)]
    others = [label[:1].casefold() for label in labels if label not in numbers]
    if not numbers or len({*numbers, *others}) < len(labels) or any(key.isdigit() for key in others):
        return [str(place) for place in range(1, len(choices) + 1)]
    return [label if label in numbers else label[:1].casefold() for label in labels]


def _run(choices: Sequence[Choice], keys: Sequence[str]) -> int:
    """Counts the numbers at the beginning that rise by one and are all there is to say; 0 if they are few."""
    plain = [
        key.isdigit() and key == label(choice) and not choice.note
        for key, choice in zip(keys, choices, strict=True)
    ]
    count = next(
        (at for at in range(len(keys)) if not plain[at] or int(keys[at]) != int(keys[0]) + at), len(keys)
    )
    return count if count > _FEW else 0


def said_of(keys: Sequence[str]) -> str:
    """Says what can be typed."""
    numbers = [key for key in keys if key.isdigit()]
    if [int(key) for key in numbers] == list(range(int(numbers[0]), int(numbers[-1]) + 1)):
        told = f"a number from {numbers[0]} to {numbers[-1]}"
    else:
        told = f"one of {', '.join(numbers)}"
    others = [key for key in keys if not key.isdigit()]
    return f"{told}, or {', '.join(others)}" if others else told
