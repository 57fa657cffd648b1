"""Questions in words: the choices of an open question.

Invariants:
    No two choices look the same, as long as anything that whoever is asked may see tells them apart.
"""

from collections import Counter
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.position import Position
from gekido_dsl.languages import article, authored, text
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.telling.labels import Labels, led
from gekido_dsl.telling.question import TAKE_BACK, Question
from gekido_dsl.telling.words import Words

_STOPS: Final = {"pass": text("Pass"), "done": text("Done"), "no": text("No")}


class Choices(Words):
    """Puts the open question of one position into words."""

    def decision(self, question: Question, secret: bool) -> e.Decision:
        """Puts a question into words.

        Args:
            secret: whether it is part of what players decide in secret.
        """
        return e.Decision(
            question.seat,
            question.prompt,
            self.choices(question),
            question.rule,
            question.span,
            tuple(str(cite) for cite in question.cites),
            question.kind,
            secret,
            question.about,
        )

    def choices(self, question: Question) -> tuple[e.Choice, ...]:
        """Names the choices of a question; like names get a number."""
        made: list[e.Choice] = []
        seen: dict[str, int] = {}
        labels = self._labels(question)
        for number, option in enumerate(question.options):
            value: tuple[int, ...] = ()
            note = ""
            if question.labels:
                label = authored(question.labels[number], "choice")
                identity = question.stop if option is None else str(label)
            elif option == TAKE_BACK:
                label, identity = text("Take back"), "Take back"
            elif option is None:
                label = _STOPS[question.stop]
                identity = question.stop
            else:
                label = labels[number]
                identity = str(label)
                value = self._values(question, option)
                note = self._note(question, option)
            seen[identity] = seen.get(identity, 0) + 1
            if seen[identity] > 1:
                identity = f"{identity} ({seen[identity]})"
            made.append(e.Choice(identity, label, value, option == TAKE_BACK, note))
        return tuple(made)

    def _labels(self, question: Question) -> dict[int, str]:
        """Names options that are things or values; those that would be called the same are named more exactly."""
        named = {
            number: self._option(question, option)
            for number, option in enumerate(question.options)
            if option is not None and option != TAKE_BACK and not question.labels
        }
        for detail in (1, 2, 3):
            often = Counter(named.values())
            same = [number for number, label in named.items() if often[label] > 1]
            if not same:
                break
            for number in same:
                named[number] = self._option(question, question.options[number] or (), detail)
        return named

    def _option(self, question: Question, option: tuple[Any, ...], detail: int = 0) -> str:
        if question.line is not None:
            action, value = question.used(option)
            told = self._exact(question, action.item, value, detail) if detail else ""
            if not told and not self._offers(question, action.item, value):
                told = self.called(action.item, value, question.seat)
            thing = told or self.thing_of(action.item, value)
            return text("{action}: {thing}", action=action.name, thing=thing)
        parts = [
            (self._exact(question, kind, value, detail) if detail else "")
            or self.called(kind, value, question.seat)
            for kind, value in zip(question.types, option, strict=False)
            if not isinstance(kind, str)
        ]
        return led(parts, [kind for kind in question.types if not isinstance(kind, str)])

    def _exact(self, question: Question, kind: Any, value: Any, detail: int) -> str:
        """Names a thing more exactly, as far as whoever is asked knows it; nothing for what is no thing."""
        if not isinstance(kind, ThingType) or not isinstance(value, int) or value == NONE:
            return ""
        if self._offers(question, kind, value):
            return self.labels.exact(self.position, value, detail)
        where = self.position.where[value]
        name = article(kind.kind.name)
        if where < self.layout.count:
            return name
        return text("{thing} of {place}", thing=name, place=self.labels.place(self.position, where))

    def _offers(self, question: Question, kind: Any, value: Any) -> bool:
        """Tells whether whoever is asked knows what is offered."""
        thing = isinstance(item(kind), ThingType) and isinstance(value, int) and value != NONE
        return not thing or knowledge.knows(self.position, question.seat, value)

    def _values(self, question: Question, option: tuple[Any, ...]) -> tuple[int, ...]:
        """Gives the values of an option; NONE for a thing that whoever is asked does not know."""
        if question.line is not None:
            action, value = question.used(option)
            known = self._offers(question, action.item, value)
            return tuple(x for x in option if isinstance(x, int)) if known else ()
        pairs = [pair for pair in zip(question.types, option, strict=False) if isinstance(pair[1], int)]
        return tuple(x if self._offers(question, kind, x) else NONE for kind, x in pairs)

    def _note(self, question: Question, option: tuple[Any, ...]) -> str:
        """Says how a solid die lies that is offered alone."""
        if len(option) != 1 or not question.types or isinstance(question.types[0], str):
            return ""
        solid = isinstance(item(question.types[0]), ThingType) and option[0] != NONE
        return self.labels.turned(self.position, option[0]) if solid else ""


def names(s: Position, labels: Labels, seat: int, things: list[Any]) -> tuple[str, ...]:
    """Names the things that a question is about, each once, as far as the player who is asked may see them."""
    shown = dict.fromkeys(thing for thing in things if isinstance(thing, int) and thing != NONE)
    return tuple(labels.owner_name(s, thing) for thing in shown if knowledge.knows(s, seat, thing))
