"""Dice and cards at a real table: people type what they brought."""

import re
from collections.abc import Callable, Sequence

from gekido_dsl.cli.screen import Screen
from gekido_dsl.diagnostics import suggest
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import ChanceRequest

_LISTED_OUTCOMES = 12


class TakenBack(Exception):
    """The person takes back the choice whose dice are being asked for."""


class TypedChance:
    """Asks people what their dice and cards brought."""

    def __init__(self, screen: Screen, before: Callable[[], None] = lambda: None) -> None:
        """Begins to ask.

        Args:
            before: is called before a question, to tell what led to it.
        """
        self._screen = screen
        self._before = before
        self._waiting: list[int] = []
        self._rest = False
        self._explained = False

    def fresh(self) -> None:
        """Forgets what was typed ahead, since another decision is carried out."""
        self._waiting = []
        self._rest = False

    def draw(self, request: ChanceRequest) -> int | None:
        """Gives the outcome that was typed, or None for the seeded stream; see `engine.Chance`.

        Raises:
            InputEnded: there is no more input.
            TakenBack: the person takes the choice back.
        """
        if (
            self._rest
            or request.count == 1
            or (request.kind == "shuffle" and request.count > _LISTED_OUTCOMES)
        ):
            return None
        if self._waiting:
            number = self._waiting.pop(0)
            if 1 <= number <= request.count:
                return number - 1
            self._screen.say(f"There is no outcome {number} of {safe(request.what)}.")
            self._waiting = []
        labels = [safe(request.labels(n)) for n in range(min(request.count, 1000))]
        self._explain()
        verb = request.kind.capitalize()
        listed = ", ".join(
            f"{n + 1} {label}" if label != str(n + 1) else label for n, label in enumerate(labels)
        )
        if len(labels) > _LISTED_OUTCOMES:
            listed = f"1 to {request.count}, or a name"
        while True:
            typed = self._screen.ask(f"{verb} {safe(request.what)} ({listed}) ")
            if not typed:
                return None
            if typed.casefold() == "rest":
                self._rest = True
                return None
            if typed.casefold() == "undo":
                raise TakenBack
            numbers = re.split(r"[\s,]+", typed)
            if len(numbers) > 1 and all(re.fullmatch(r"[0-9]{1,6}", number) for number in numbers):
                typed, self._waiting = numbers[0], [int(number) for number in numbers[1:]]
            found = _outcome(typed, labels, request.count)
            if found is not None:
                return found
            self._waiting = []
            near = suggest.did_you_mean(typed, labels)
            self._screen.say(f"`{typed}` is not one of its outcomes{'; ' + near if near else ''}.")
            if len(labels) > _LISTED_OUTCOMES:
                self._screen.say(", ".join(dict.fromkeys(labels)))

    def _explain(self) -> None:
        if not self._explained:
            self._explained = True
            self._screen.say("Type what your dice and cards bring: a name, its beginning, or a number.")
            self._screen.say(
                "Several numbers answer several dice. Enter alone lets the program draw this one,"
            )
            self._screen.say("rest lets it draw all up to the next choice, undo takes the choice back.")


def _outcome(typed: str, labels: Sequence[str], count: int) -> int | None:
    """Finds an outcome by its name, a number or a beginning; the same name twice means the first."""
    folded = typed.casefold()
    for number, label in enumerate(labels):
        if label.casefold() == folded:
            return number
    if re.fullmatch(r"[0-9]{1,9}", typed):
        return int(typed) - 1 if 1 <= int(typed) <= count else None
    begun = [number for number, label in enumerate(labels) if label.casefold().startswith(folded)]
    return begun[0] if begun and len({labels[number] for number in begun}) == 1 else None
