"""Choices are taken back: at once if nobody has learnt anything since, else when the others agree.

Invariants:
    Nothing that somebody has seen is taken back without a line in everybody's log that says so.
    People who would be asked are asked; only the host can set that aside, and the log says so.
    Of what others decide in secret a request tells nothing, and does not depend on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import IllegalChoice, RuleError, Seat
from gekido_dsl.languages import capital, joined, plural, text
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.peeking import seen_since
from gekido_dsl.play.session import Step
from gekido_dsl.table import remarks
from gekido_dsl.table.answers import Message, refused
from gekido_dsl.table.viewer import Viewer
from gekido_dsl.table.words import listing, seat_name

if TYPE_CHECKING:
    from gekido_dsl.table.table import Table

_MOST_LINES: Final = 6
"""So many lines of the log are repeated of what is taken back."""
_COURSE: Final = ("turn", "begin")
"""Events that only say whose turn it is, and which phase."""
SEEN: Final = text("Something hidden, or the result of chance, has been seen since.")
WAS_SEEN: Final = text("Something hidden, or the result of chance, had been seen.")
_AGREED: Final = text("The others agreed.")
_ONE_AGREED: Final = text("The other player agreed.")
_OTHERS_DECIDED: Final = text("Others have decided since.")


@dataclass(eq=False)
class Request:
    """Somebody wants to take back what was done since a decision."""

    goal: int
    """How many decisions are to stand."""
    taker: Seat
    """Whose decision is the first of those taken back."""
    by: Seat | None
    """Who asks; None for a host who does not take back a choice of their own."""
    decisions: int
    """How many are taken back, of those that all know of."""
    lines: list[str]
    """What all have read of them."""
    seen: bool
    others_decided: bool
    asked: frozenset[Seat]
    """The people who are to agree."""
    agreed: set[Seat] = field(default_factory=set)

    @property
    def missing(self) -> list[Seat]:
        """Who has not agreed yet."""
        return sorted(self.asked - self.agreed)

    @property
    def needs_agreement(self) -> bool:
        """Whether the others are asked before it is done."""
        return bool(self.asked) and (self.seen or self.others_decided)


class TakingBack:
    """What was taken back at a table, and what somebody asks to take back."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.request: Request | None = None
        self.undone: list[str] = []
        """The choices that were taken back, the last taken back last."""
        self._denied: tuple[int, Seat | None] | None = None
        """How many decisions there were when the others last said no, and to whom."""

    def forget(self) -> None:
        """Forgets what was taken back: the match has gone another way."""
        self.request, self.undone = None, []

    def of(self, table: "Table") -> "TakingBack":
        """Gives the same for a copy of the table, that stays as it is."""
        made = TakingBack(table)
        if self.request is not None:
            made.request = replace(self.request, agreed=set(self.request.agreed))
        made.undone = list(self.undone)
        return made

    # ------------------------------------------------------------ messages

    def undo(self, message: Message, viewer: Viewer) -> Message | None:
        """Takes back, or asks the others first."""
        if not viewer.is_host and not viewer.plays:
            return refused(text("Only players and the host can take something back."))
        anyway = viewer.is_host and message.get("anyway") is True
        if self.request is not None:
            if not anyway:
                return refused(text("Somebody is asking to take something back already."))
            self._do(self.request, viewer, text("The host did not wait for the others to agree."))
            return None
        request = self._request(viewer)
        if request is None:
            return refused(text("There is nothing to take back."))
        if not request.needs_agreement:
            self._do(request, viewer)
        elif not anyway and self._denied == (len(self.table.session.steps), request.by):
            return refused(text("The others have said no; it can be asked again once something was decided."))
        elif anyway:
            self._do(request, viewer, text("The host did not ask the others."))
        else:
            self.request = request
            self.table.change += 1
        return None

    def answer(self, message: Message, viewer: Viewer) -> Message | None:
        """Agrees to what somebody asks to take back, or not; whoever asked can withdraw it."""
        request = self.request
        if request is None:
            return refused(text("Nobody is asking to take anything back."))
        asked = viewer.plays & request.asked
        if message.get("do") == "allow":
            if not asked:
                return refused(text("You have not been asked."))
            request.agreed |= asked
            self.table.change += 1
            if not request.missing:
                self._do(
                    request,
                    viewer,
                    _AGREED if len(request.asked) > 1 else _ONE_AGREED,
                )
            return None
        if not asked and not self._is_by(request, viewer):
            return refused(text("You have not been asked."))
        self.request = None
        if not self._is_by(request, viewer):
            self._denied = (len(self.table.session.steps), request.by)
            no = listing([self._name(seat) for seat in sorted(asked)])
            self._remark(
                text(
                    "{player} asked to take back {decisions}; {others} said no.",
                    player=self._who(request), decisions=_number(request.decisions), others=no,
                )
            )  # fmt: skip
        self.table.change += 1
        return None

    def redo(self, message: Message, viewer: Viewer) -> Message | None:
        """Does again what was taken back, up to the next question to a person."""
        if not self.can_redo(viewer):
            return refused(text("Nothing was taken back that you could do again."))
        table, left, first = self.table, self.undone, True
        while left and (decision := table.session.decision) is not None:
            asked = table.is_put_to_a_person(decision)
            if asked and not first and PERSON in table.seats:
                break
            try:
                table.session.choose(left[-1])
            except (IllegalChoice, RuleError):
                left = []
                break
            left, first = left[:-1], False
            if PERSON not in table.seats:
                break
        self.undone = left
        viewer.at = None
        table.changed()
        return None

    def can_redo(self, viewer: Viewer) -> bool:
        """Tells whether what comes again is for the viewer to decide, or for bots at the host's word."""
        decision = self.table.session.decision
        if not self.undone or decision is None or self.request is not None:
            return False
        if self.table.seats[decision.seat] == PERSON and not viewer.sees_all_seats:
            return decision.seat in viewer.plays
        return viewer.is_host

    def can_undo(self, viewer: Viewer) -> bool:
        """Tells whether there is something that a viewer could take back, or ask to."""
        return self.request is None and self._goal(viewer) is not None

    # ------------------------------------------------------------ what is taken back

    def _goal(self, viewer: Viewer) -> int | None:
        """Gives the number of the last decision that a person was asked, of those the viewer knows of: the host of
        anybody, others of themselves. Where nobody plays it is the last one."""
        if not viewer.is_host and not viewer.plays:
            return None
        table = self.table
        steps = table.session.steps
        if PERSON not in table.seats:
            return len(steps) - 1 if steps and viewer.is_host else None
        for number in range(len(steps) - 1, -1, -1):
            decision = steps[number].decision
            own = decision.seat in viewer.plays
            knows = own or viewer.sees_all_seats or (viewer.is_host and not decision.secret)
            if knows and table.is_put_to_a_person(decision):
                return number
        return None

    def _request(self, viewer: Viewer) -> Request | None:
        goal = self._goal(viewer)
        if goal is None:
            return None
        table = self.table
        session = table.session
        steps = session.steps[goal:]
        taker = steps[0].decision.seat
        own = taker in viewer.plays
        people = frozenset(seat for seat, kind in enumerate(table.seats) if kind == PERSON)
        asked = frozenset[Seat]() if viewer.sees_all_seats else people - ({taker} if own else viewer.plays)
        now = session.decision
        # How often others were asked in secret is told to nobody, so that they are asked at all counts as a decision.
        others = not own or (now is not None and now.secret and now.seat != taker)
        others = others or any(
            step.decision.seat != taker and not table.is_settled(step.decision) for step in steps
        )
        events = [event for step in steps for event in step.events if event.kind not in _COURSE]
        lines = [line for event in events if (line := event.read_by(None))]
        return Request(
            goal, taker, taker if own else None, sum(not step.decision.secret for step in steps),
            [safe(line) for line in lines], seen_since(session, goal, people), bool(asked) and others, asked,
        )  # fmt: skip

    def _do(self, request: Request, viewer: Viewer, how: str = "") -> None:
        table = self.table
        session = table.session
        steps = session.steps[request.goal :]
        undone = [*self.undone, *(step.choice.id for step in reversed(steps))]
        if (request.asked or request.seen) and PERSON in table.seats:
            # It is kept first, and goes back along with the match: nothing is ever taken back without it.
            silent = not request.decisions and not how
            remarks.add(session, self._told(request, steps, how), request.taker if silent else None)
        session.undo(len(steps))
        self.undone, self.request = undone, None
        viewer.at = None
        table.rewritten()

    def _told(self, request: Request, steps: Sequence[Step], how: str) -> str:
        number = _number(request.decisions or len(steps))
        who = self._who(request)
        if request.by is None:
            taken = text(
                "{player} takes back {decisions} of {other}.",
                player=who, decisions=number, other=self._name(request.taker),
            )  # fmt: skip
        else:
            taken = text("{player} takes back {decisions}.", player=who, decisions=number)
        said: list[str] = [taken]
        if request.seen:
            said.append(WAS_SEEN)
        if how:
            said.append(how)
        if request.lines:
            said.append(text("What is undone: {lines}", lines=_listed(request.lines)))
        return joined(" ", said)

    def _remark(self, told: str) -> None:
        remarks.add(self.table.session, told)
        self.table.rewritten()

    # ------------------------------------------------------------ what is shown

    def shown(self, viewer: Viewer) -> Message | None:
        """Says what somebody asks to take back, and what the viewer can do about it."""
        request = self.request
        if request is None:
            return None
        why = [SEEN] if request.seen else []
        why += [_OTHERS_DECIDED] if request.others_decided and not request.seen else []
        who, number = self._who(request), _number(request.decisions)
        if request.by is None:
            asks = text(
                "{player} asks to take back {decisions} of {other}.",
                player=who, decisions=number, other=self._name(request.taker),
            )  # fmt: skip
        else:
            asks = text("{player} asks to take back {decisions}.", player=who, decisions=number)
        return {
            "text": asks,
            "why": why,
            "lines": request.lines[:_MOST_LINES],
            "more": max(0, len(request.lines) - _MOST_LINES),
            "asks": bool(viewer.plays & frozenset(request.missing)),
            "mine": self._is_by(request, viewer),
            "waits_for": [self._name(seat) for seat in request.missing],
            "anyway": viewer.is_host,
        }

    def _is_by(self, request: Request, viewer: Viewer) -> bool:
        return viewer.is_host if request.by is None else request.by in viewer.plays

    def _who(self, request: Request) -> str:
        return text("The host") if request.by is None else capital(self._name(request.by))

    def _name(self, seat: Seat) -> str:
        session = self.table.session
        return seat_name(session.executor.observe(session.state, None), seat)


def _number(count: int) -> str:
    if not count:
        return text("what was decided in secret")
    return plural("1 decision", "{count} decisions", count)


def _listed(lines: Sequence[str]) -> str:
    """Puts some lines of the log into one."""
    told = joined(
        "; ", [line if not line.endswith(".") else line.rstrip(".") for line in lines[:_MOST_LINES]]
    )
    more = max(0, len(lines) - _MOST_LINES)
    if more:
        return plural("{lines}; and {count} more.", "{lines}; and {count} more.", more, lines=told)
    return text("{lines}.", lines=told)
