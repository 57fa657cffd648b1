"""A question is written with its choices, and what is typed for each.

Invariants:
    Different choices are typed differently, and a number means no other choice than the one it stands before.
    What is printed on a choice is told with it once to each seat; `show` tells it again.
"""

import re
from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from gekido_dsl.cli.fitting import height
from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.spots import laid_out
from gekido_dsl.cli.table import MANY, choices_in_columns
from gekido_dsl.cli.things import LOUD, QUIET, seat_style
from gekido_dsl.engine import Choice, Decision, Seat, View
from gekido_dsl.languages import capital, joined, text
from gekido_dsl.play.session import Session
from gekido_dsl.table.keys import columns_of, keys_of, label
from gekido_dsl.table.words import seat_name

_FEW = 3
"""No more numbers in a row than this stand each on a line."""


class Menu:
    """Writes questions."""

    def __init__(self, screen: Screen, session: Session) -> None:
        self.screen = screen
        self.session = session
        self._arranged: tuple[str, ...] = ()
        self._told: dict[Seat, set[str]] = {}
        self._counted: tuple[Decision, tuple[str, ...]] | None = None

    def show(self, decision: Decision, view: View, *, brief: bool = False) -> None:
        """Writes a question and its choices.

        Args:
            brief: whether to leave out what is printed on what is offered, and to put choices side by side.
        """
        texts = {} if brief else self._texts(decision)
        for number in texts:
            self._told[decision.seat].add(_name(decision.choices[number]))
        self.screen.say()
        for line in self._arranged_row(decision, view):
            self.screen.say(line, indent=2)
        self.screen.say(self._question(decision, view, brief))
        for part in self._choices(decision, view, texts, brief):
            self.screen.show(part)

    def rows(self, decision: Decision, view: View, *, brief: bool = False) -> int:
        """Counts the rows that a question takes, with the line that is typed."""
        texts = {} if brief else self._texts(decision)
        head = [*self._arranged_row(decision, view), self._question(decision, view, brief)]
        whole = Group(*head, *self._choices(decision, view, texts, brief))
        return 2 + height(whole, self.screen.width_columns)

    def _question(self, decision: Decision, view: View, brief: bool) -> Text:
        name = seat_name(view, decision.seat)
        asker = Text(spoken(capital(name)), f"{LOUD} {seat_style(decision.seat)}")
        question = asker.append(": ").append(spoken(decision.asked), LOUD)
        if decision.cites and not brief:
            question.append(f"  [{', '.join(map(spoken, decision.cites))}]", QUIET)
        return question

    def _choices(
        self, decision: Decision, view: View, texts: Mapping[int, str], brief: bool
    ) -> Sequence[RenderableType]:
        keys = keys_of(decision.choices, view)
        amounts = self._amounts(decision)
        width = max(map(len, keys))
        lines = []
        run = _run(decision.choices, keys) if not self.session.failed else 0
        if run:
            span = text("{first} to {last}", first=keys[0], last=keys[run - 1])
            lines.append(Text.assemble("  ", (spoken(span), LOUD)))
        order = list(range(len(keys)))
        if columns_of(decision.choices, view):
            order.sort(key=lambda number: int(keys[number]) if keys[number].isdigit() else len(keys) ** 2)
        for number in order:
            key, choice = keys[number], decision.choices[number]
            if number < run:
                continue
            line = Text.assemble((f"  {key:>{width}}", LOUD))
            if key != label(choice):
                line.append(f"  {spoken(label(choice))}")
            note = joined("; ", filter(None, (choice.note, amounts[number])))
            if note:
                line.append(f"  ({spoken(note)})", QUIET)
            if number in self.session.failed:
                line.append("  (" + spoken(text("cannot be carried out")) + ")", "red")
            if number in texts:
                line.append(f" {self.screen.marks.dash} {texts[number]}", QUIET)
            lines.append(self.screen.shown(line))
        columns = self.screen.width_columns
        if max(line.cell_len for line in lines) <= columns:
            return [choices_in_columns(lines, columns, _FEW if brief else MANY)]
        return [broken for line in lines for broken in self.screen.wrapped(line, width + 4)]

    def _amounts(self, decision: Decision) -> tuple[str, ...]:
        """Gives the numbers of each choice; they are asked for once for each question."""
        if self._counted is None or self._counted[0] is not decision:
            self._counted = decision, self.session.executor.amounts(self.session.state)
        return self._counted[1]

    def _texts(self, decision: Decision) -> dict[int, str]:
        """Gives the texts that are printed on what is offered and were not told before, by the choice's number."""
        known = set(self._told.setdefault(decision.seat, set()))
        found = {}
        for number, choice in enumerate(decision.choices):
            name = _name(choice)
            if name in known or not choice.value:
                continue
            known.add(name)
            printed = self.session.executor.printed(self.session.state, name)
            texts = {told.text for told in printed if told.kind and told.text}
            if len(texts) == 1:
                found[number] = spoken(texts.pop())
        return found

    def _arranged_row(self, decision: Decision, view: View) -> list[Text]:
        """Gives what was laid out so far, where things are put into places one by one."""
        if decision.about:
            self._arranged = decision.about
        if not any(choice.takes_back for choice in decision.choices):
            return []
        row = laid_out(view, self._arranged, self.screen.marks)
        return [row] if row is not None else []


def _name(choice: Choice) -> str:
    return re.sub(r"^r\d+c\d+ ", "", label(choice).rpartition(": ")[2])


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
