"""Dice and cards at a real table: people type what they brought."""

import re
from collections.abc import Callable, Sequence

from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.spoken import meant, spoken
from gekido_dsl.engine import ChanceRequest
from gekido_dsl.languages import joined, text

_LISTED_OUTCOMES = 12


class TakenBack(Exception):
    """The person takes back the choice whose dice are being asked for."""


class Stopped(Exception):
    """The person stops while dice are being asked for."""


class TypedChance:
    """Asks people what their dice and cards brought."""

    def __init__(self, screen: Screen, before: Callable[[], None] = lambda: None) -> None:
        """Begins to ask.

        Args:
            before: is called before a question, to tell what led to it.
        """
        self._screen = screen
        self._before = before
        self._waiting: list[str] = []
        self._rest = False
        self._explained = False
        self._long = ""

    def fresh(self) -> None:
        """Forgets what was typed ahead, since another decision is carried out."""
        self._waiting = []
        self._rest = False

    def draw(self, request: ChanceRequest) -> int | None:
        """Gives the outcome that was typed, or None for the seeded stream; see `engine.Chance`.

        Raises:
            InputEnded: there is no more input.
            TakenBack: the person takes the choice back.
            Stopped: the person stops.
        """
        if self._rest or request.count == 1 or self._is_long(request):
            return None
        labels = [spoken(request.labels(n)) for n in range(min(request.count, 1000))]
        if self._waiting:
            ahead = self._waiting.pop(0)
            found = _outcome(ahead, labels, request.count)
            if found is not None:
                return found
            self._refuse(ahead, labels)
        self._explain()
        asked = text("{what} ({outcomes}) ", what=_asked(request), outcomes=_listed(labels, request.count))
        while True:
            typed = self._screen.ask(asked)
            if not typed:
                return None
            if typed.casefold() == "rest":
                self._rest = True
                return None
            if typed.casefold() == "undo":
                raise TakenBack
            found = _outcome(typed, labels, request.count)
            if found is not None:
                return found
            if typed.casefold() in ("quit", "exit"):
                raise Stopped
            several = self._several(typed, labels, request)
            if several is not None:
                return several

    def _is_long(self, request: ChanceRequest) -> bool:
        """Tells whether so much is shuffled that nobody would type it: cards of such a deck are asked when drawn."""
        if request.kind != "shuffle":
            self._long = ""
        elif request.count > _LISTED_OUTCOMES:
            self._long = request.what
        elif self._long == request.what:
            self._long = request.what if request.following else ""
            return True
        return bool(self._long)

    def _several(self, typed: str, labels: Sequence[str], request: ChanceRequest) -> int | None:
        """Takes several outcomes in a row: the first one now, the others when they are asked for."""
        parts = [part.strip() for part in re.split("," if "," in typed else r"\s+", typed) if part.strip()]
        if len(parts) < 2:
            self._refuse(typed, labels)
            return None
        # What is left to be shuffled is other things each time, and is looked at when its turn comes.
        known = parts if request.kind == "roll" else parts[:1]
        for part in known:
            if _outcome(part, labels, request.count) is None:
                self._refuse(part, labels)
                return None
        if request.following and len(parts) > request.following + 1:
            self._screen.say(
                text(
                    "You gave {count}, but {asked} are needed.",
                    count=len(parts),
                    asked=request.following + 1,
                )
            )
            return None
        self._waiting = parts[1:]
        return _outcome(parts[0], labels, request.count)

    def _refuse(self, typed: str, labels: Sequence[str]) -> None:
        """Says that something is no outcome, and forgets what was typed after it."""
        self._waiting = []
        begun = list(dict.fromkeys(one for one in labels if one.casefold().startswith(typed.casefold())))
        if len(begun) > 1:
            names = joined(spoken(text(" or ")), begun[:4])
            self._screen.say(
                text("`{typed}` can be {names}; type more of it, or its number.", typed=typed, names=names)
            )
            return
        near = meant(typed, labels)
        if near:
            self._screen.say(text("`{typed}` is not one of its outcomes; {near}.", typed=typed, near=near))
        else:
            self._screen.say(text("`{typed}` is not one of its outcomes.", typed=typed))
        if len(labels) > _LISTED_OUTCOMES:
            self._screen.say(", ".join(dict.fromkeys(labels)))

    def _explain(self) -> None:
        if not self._explained:
            self._explained = True
            self._screen.say(
                text("Type what your dice and cards show: a name, its first letters, or a number.")
            )
            self._screen.say(
                text(
                    "Several answer several dice, as `3 1 5 5 2`. Enter alone lets the program draw this one,"
                )
            )
            self._screen.say(
                text("rest lets it draw all up to the next choice, undo takes the choice back, quit stops.")
            )


def _asked(request: ChanceRequest) -> str:
    """Says which die, or what lies where, is asked for."""
    which = f" {spoken(request.goal)}" if request.goal else ""
    if request.kind != "roll" and which:
        which = f",{which}"
    return f"{request.kind.capitalize()} {spoken(request.what)}{which}"


def _listed(labels: Sequence[str], count: int) -> str:
    """Lists the outcomes, those of one name once."""
    if len(labels) > _LISTED_OUTCOMES:
        return text("1 to {count}, or a name", count=count)
    first = {label: n + 1 for n, label in reversed(list(enumerate(labels)))}
    return ", ".join(
        f"{n} {label}" if label != str(n) else label
        for label, n in sorted(first.items(), key=lambda one: one[1])
    )


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
