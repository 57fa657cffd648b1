"""What a traced module told, in words: events, each from the position in which it was told."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.backend.machine import Running
from gekido_dsl.backend.positions import Positions
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.operators.amounts import explain
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.lowering.game.sites import HOLE, LISTED, Site
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, ListType, TextType, item
from gekido_dsl.telling.record import Record
from gekido_dsl.telling.words import event, event_of_game

_VALUE = 4
"""Which part of an announcement is its value; the one before says of which type."""

Told = tuple[int, tuple[int, ...]]
"""A site, and the numbers that belong to it."""


def phases_of(lowered: Lowered, running: Running) -> tuple[m.Procedure, ...]:
    """Gives the phases among the bodies that run."""
    bodies = (lowered.bodies[number] for number, _ in running)
    return tuple(one for one in bodies if one.word == "phase")


class Events:
    """Puts what the module of one game told into words."""

    def __init__(self, lowered: Lowered, positions: Positions, blank: State) -> None:
        self._lowered = lowered
        self._positions = positions
        self._position = blank.copy()
        self._program = blank.program

    def of(self, told: Sequence[Told], moments: Sequence[tuple[bytes, Running]]) -> Iterator[e.Event]:
        """Gives the events, in order.

        Args:
            moments: for each of what was told, the position and the bodies that ran.
        """
        listed: list[int] = []
        since = b""
        ended = 0
        """How many bodies ran when the game was over; they run no more while its end is told."""
        for (number, values), (content, running) in zip(told, moments, strict=True):
            site = self._lowered.sites[number]
            if site.word == "item":
                listed.append(values[1])
                continue
            self._positions.fill(content, self._position, since)
            since = content
            yield from self._one(site, values, listed, running[ended:])
            listed = []
            if site.word == "report" and not site.args:
                ended = len(running)
            elif site.word == "game":
                ended = 0

    def _one(
        self, site: Site, values: tuple[int, ...], listed: list[int], running: Running
    ) -> Iterator[e.Event]:
        s, reports = self._position, self._program.reports
        bodies = [(self._lowered.bodies[number], began) for number, began in running]
        if site.word == "report":
            if reports is None:
                return
            ending = [one for one in bodies if one[0] is site.args[0]][-1:] if site.args else bodies[::-1]
            for decl, began in ending:
                yield from reports.told(s, decl, began)
            return
        if site.word == "game":
            yield event_of_game(s)
            return
        record = self._record(site, values, listed)
        made = event(s, phases_of(self._lowered, running), record)
        if reports is not None and site.word != "secret":
            made = replace(made, about=reports.about_bodies(s, bodies, record))
        yield made

    def _record(self, site: Site, values: tuple[int, ...], listed: list[int]) -> Record:
        """Fills the numbers of a match into what its rules say of an event; the first is who acts."""
        rest, items = iter(values[1:]), iter(listed)

        def filled(arg: Any) -> Any:
            if arg is LISTED:
                return tuple(next(items) for _ in range(next(rest)))
            return next(rest) if arg is HOLE else arg

        args = tuple(map(filled, site.args))
        if site.word == "announce" and len(args) > _VALUE:
            args = (*args[:_VALUE], self._written(args[_VALUE - 1], args[_VALUE]))
        cells = self._position.cells
        reader = cells[lay.DECIDES] - 1 if site.word != "secret" and cells[lay.SECRET] else None
        why = self._why(site, values[0], rest)
        return Record(site.word, args, site.rule, site.cites, site.span, values[0], why, reader)

    def _written(self, kind: Any, value: Any) -> Any:
        """Gives a value that is announced: for the number of a text or list of a table, that."""
        if isinstance(value, tuple):
            return tuple(self._written(kind, one) for one in value)
        known = isinstance(item(kind), TextType | ListType) and value != NONE
        return self._lowered.written[value] if known else value

    def _why(self, site: Site, actor: int, rest: Iterator[int]) -> tuple[str, ...]:
        """Explains a number, asked once more in the position in which it was told."""
        if site.why is None:
            return ()
        expr, numbers = site.why
        held = [actor, *[NONE] * (walk.room(expr) - 1)]
        for local in numbers:
            held[local] = next(rest)
        return explain(self._program.evaluator, expr, self._position, held)
