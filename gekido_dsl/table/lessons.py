"""The examples of a ruleset become lessons at a table: each shows a position and asks for what is done there.

Invariants:
    A lesson has a match of its own. Nothing of the match at the table is in it, and it changes nothing there.
    What it takes is bounded: an example is as long as it is written, and few of them are kept.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.drawing.changes import compared
from gekido_dsl.drawing.live import Live, Scene
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.drawing.playing_cards import faces_of
from gekido_dsl.drawing.solids import laden
from gekido_dsl.engine import View
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.languages import Language, authored, capital, speaking, text, told_in
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario.lesson import Page, lessons, pages
from gekido_dsl.table.answers import Message, refused
from gekido_dsl.table.as_drawn import as_drawn, pieces
from gekido_dsl.table.names import Named, Names
from gekido_dsl.table.picture import names_in, svg
from gekido_dsl.table.showing import Offer, question
from gekido_dsl.table.viewer import WIDTHS, Viewer
from gekido_dsl.table.words import heading, seat_name

_MOST_KEPT: Final = 3
"""So many lessons are kept as they were played."""
_MOST_DRAWN: Final = 6
"""So many pages are kept as they were drawn, of all lessons together."""


@dataclass(eq=False)
class _Played:
    """A lesson with its pages, each as it is seen and named."""

    pages: tuple[Page, ...]
    views: list[View]
    named: list[Named]


class Lessons:
    """The lessons of one game."""

    def __init__(self, made: Compilation, live: Live | None = None) -> None:
        """Takes a game without errors.

        Args:
            live: what draws its tables, where something does already.
        """
        assert made.game is not None
        self.made = made
        self.game: m.Game = made.game
        self.live = live or Live(made.game, made.look.value or PLAIN)
        self.all = lessons(made.game)
        self._executor: Interpreter | None = None
        self._kept: OrderedDict[int, _Played] = OrderedDict()
        self._drawn: OrderedDict[tuple[int, int, str, Language], Message] = OrderedDict()
        self._as_drawn = as_drawn(made.game, self.live.look)

    def do(self, message: Message, viewer: Viewer) -> Message:
        """Lists the lessons, or gives a page of one."""
        answer: Message
        if message.get("do") == "lessons":
            answer = told_in(
                viewer.language, {"lessons": self.listed(), "sheet": self.live.look.screen.sheet}
            )
            return self._told(answer, viewer)
        number, page = message.get("number"), message.get("page")
        width = message.get("width")
        width = width if width in WIDTHS else viewer.width
        answer = told_in(viewer.language, self._page(number, page, width, viewer.language))
        return self._told(answer, viewer)

    def _told(self, answer: Message, viewer: Viewer) -> Message:
        """Calls things as the table does."""
        told: Message = self._as_drawn.told(answer, viewer)
        return told

    def listed(self) -> list[Message]:
        """Lists the lessons by their titles."""
        return [
            {"title": authored(safe(one.name), "title"), "cites": [safe(str(cite)) for cite in one.cites]}
            for one in self.all
        ]

    def _page(self, number: Any, page: Any, width: str, language: Language) -> Message:
        if not _is_number(number, len(self.all)):
            return refused(text("There is no such lesson."))
        played = self._played(number)
        if not played.pages:
            return refused(text("This lesson cannot be shown: its example does not hold."))
        if not _is_number(page, len(played.pages)):
            return refused(text("There is no such page in the lesson."))
        key = (number, page, width, language)
        if key not in self._drawn:
            self._drawn[key] = self._shown(played, number, page, width, language)
            if len(self._drawn) > _MOST_DRAWN:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        return {"lesson": self._drawn[key]}

    def _played(self, number: int) -> _Played:
        """Plays a lesson, unless it is still known."""
        if number not in self._kept:
            if self._executor is None:
                self._executor = self.made.executor()
            found = pages(self._executor, self.all[number])
            views = [laden(self.game, one.view(self._executor)) for one in found]
            names = Names()
            self._kept[number] = _Played(found, views, [names.of(view) for view in views])
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(number)
        return self._kept[number]

    def _shown(self, played: _Played, number: int, page: int, width: str, language: Language) -> Message:
        lesson, one = self.all[number], played.pages[page]
        view, named = played.views[page], played.named[page]
        assert self._executor is not None
        offer = Offer.of(self._executor, one.state, one.decision) if one.decision is not None else None
        before = played.views[page - 1] if page else None
        same = before is not None and before.seat == view.seat and len(before.boards) == len(view.boards)
        scene = Scene(
            {player.seat: capital(seat_name(view, player.seat)) for player in view.players},
            {view.seat: text("decides")} if view.seat is not None else {},
            view.seat,
            offer.addresses if offer is not None else (),
            compared(before, view) if before is not None and same else None,
            self.live.look.colours(view),
        )
        with speaking(language):
            made = self.live.draw(view, named.of, scene, width)
            written = svg(made)
        asked: Message | None = None
        if offer is not None:
            spots = names_in(written)
            called = pieces(self.game, view)
            asked = question(offer, view, named, spots, failed={}, faces=faces_of(self.game), pieces=called)
        return {
            "number": number,
            "of": len(self.all),
            "page": page,
            "pages": len(played.pages),
            "title": authored(safe(lesson.name), "title"),
            "cites": [safe(str(cite)) for cite in lesson.cites],
            "heading": heading(view),
            "told": [{"kind": line.kind, "text": safe(line.text)} for line in one.told],
            "picture": {"svg": written, "title": safe(made.title), "text": safe(made.text)},
            "question": asked,
            "player": capital(seat_name(view, view.seat)) if view.seat is not None else "",
            "takes": one.choice if asked is not None else None,
        }


def _is_number(given: Any, end: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given < end
