"""A table that is a playtest: it keeps how people get on, of those who agree.

Invariants:
    Of a seat whose player has not agreed nothing is kept; whoever agreed can see what is kept and have it deleted.
    Nobody is shown what is kept of another seat.
    What the table notes by itself may be lost when it cannot be kept; what it is noted of is done all the same.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.engine import Seat
from gekido_dsl.languages import authored, figure, text
from gekido_dsl.play import playtests
from gekido_dsl.play.record import read
from gekido_dsl.play.session import NotKept, Session
from gekido_dsl.table.answers import Message, refused, told

if TYPE_CHECKING:
    from gekido_dsl.table.viewer import Viewer

Rewrite = Callable[[Session, Sequence[str]], None]
"""Puts other lines in place of those that are kept of a match, and has the session go on after them."""

_MOST_SHOWN: Final = 200


class TablePlaytest:
    """What a table keeps of those who agree."""

    def __init__(self, questions: Sequence[str], rewrite: Rewrite) -> None:
        """Begins with nobody having agreed.

        Args:
            questions: those of the form at the end.
        """
        self.questions = tuple(questions)
        self._rewrite = rewrite
        self._said: dict[Seat, bool] = {}
        """Who agreed, and who did not want to."""
        self._answered: set[Seat] = set()
        self._losing = False
        """Whether what the table notes by itself could not be kept when it was tried last."""

    def move_on(self, by: int, seats: int) -> None:
        """Has everybody sit so many seats further on, with what they agreed to."""
        self._said = {(seat - by) % seats: said for seat, said in self._said.items()}
        self._answered = {(seat - by) % seats for seat in self._answered}

    # ------------------------------------------------------------ messages

    def do(self, session: Session, message: Message, viewer: "Viewer") -> Message | None:
        """Does what somebody asks: agree or not, a note, answers, what is kept, and deleting it."""
        if not viewer.plays:
            return refused(text("Nothing is recorded about spectators."))
        match message.get("what"):
            case "agree":
                return self._agree(message.get("on") is True, session, viewer)
            case "note":
                return self._note(session, message.get("text"), viewer)
            case "answers":
                return self._answers(session, message.get("answers"), viewer)
            case "kept":
                return told(text("What is kept of you"), self._lines(session, viewer) or [text("Nothing.")])
            case "forget":
                self._forget(session, viewer.plays)
                return told(text("What is kept of you"), [text("Nothing any more.")])
        return refused(text("A playtest cannot do that."))

    def _agree(self, on: bool, session: Session, viewer: "Viewer") -> Message | None:
        if not on and any(self._said.get(seat) for seat in viewer.plays):
            self._forget(session, viewer.plays)
        self._said.update(dict.fromkeys(viewer.plays, on))
        return None

    def _note(self, session: Session, written: Any, viewer: "Viewer") -> Message | None:
        seat = self._own(viewer)
        if seat is None:
            return refused(text("Agree to the playtest first."))
        if not isinstance(written, str) or not written.strip():
            return refused(text("Write what you think."))
        playtests.keep(session, playtests.REMARK, seat, written)
        return {"noted": True}  # the page keeps what was typed until then

    def _answers(self, session: Session, answers: Any, viewer: "Viewer") -> Message | None:
        seat = self._own(viewer)
        if seat is None or session.outcome is None:
            return refused(text("The questions come when the match is over."))
        if not isinstance(answers, list) or len(answers) != len(self.questions):
            return refused(text("There is an answer to each question, which may be empty."))
        found = [one for _, note in session.notes if (one := playtests.kept(note)) is not None]
        before = {one.text.split()[0] for one in found if (one.seat, one.kind) == (seat, playtests.ANSWER)}
        for number, answer in enumerate(answers, start=1):
            # Those that were kept before the disk was full are not kept again.
            if isinstance(answer, str) and answer.strip() and str(number) not in before:
                playtests.keep(session, playtests.ANSWER, seat, f"{number} {answer}")
        self._answered |= viewer.plays
        return None

    # ------------------------------------------------------------ what the table notes by itself

    def took(self, session: Session, seat: Seat, milliseconds: Any) -> Message | None:
        """Keeps how long a decision took, as the page of its player has timed it; says so once where it cannot."""
        fits = isinstance(milliseconds, int) and not isinstance(milliseconds, bool) and milliseconds >= 0
        if fits and self._said.get(seat):
            return self._noted(session, playtests.TIME, seat, str(milliseconds))
        return None

    def asked(self, session: Session, viewer: "Viewer", what: str) -> None:
        """Keeps what somebody looked up."""
        seat = self._own(viewer)
        if seat is not None:
            self._noted(session, playtests.ASKED, seat, what)

    def _noted(self, session: Session, kind: str, seat: Seat, text: str) -> Message | None:
        losing = self._losing
        try:
            playtests.keep(session, kind, seat, text)
        except NotKept as error:
            self._losing = True
            said = f"What the playtest notes of you cannot be kept for now: {error}. The match goes on."
            return None if losing else told("Playtest", [said])
        self._losing = False
        return None

    def shown(self, session: Session, viewer: "Viewer") -> Message | None:
        """Gives what a page shows of the playtest; None for those who look on."""
        if not viewer.plays:
            return None
        said = [self._said.get(seat) for seat in viewer.plays]
        agreed = None if None in said else all(said)
        over = session.outcome is not None and bool(agreed) and not viewer.plays <= self._answered
        return {"agreed": agreed, "questions": [authored(one) for one in self.questions] if over else []}

    # ------------------------------------------------------------ what is kept

    def _own(self, viewer: "Viewer") -> Seat | None:
        """Gives the seat that somebody speaks for; None where they have not agreed."""
        seat = viewer.seat if viewer.seat in viewer.plays else min(viewer.plays, default=None)
        return seat if seat is not None and self._said.get(seat) else None

    def _lines(self, session: Session, viewer: "Viewer") -> list[str]:
        found = [one for _, note in session.notes if (one := playtests.kept(note)) is not None]
        lines = []
        for one in found:
            if one.seat in viewer.plays:
                lines.append(_worded(one))
        return lines[-_MOST_SHOWN:]

    def _forget(self, session: Session, seats: frozenset[Seat]) -> None:
        """Deletes what is kept of some seats, from the match and from where it is kept."""
        reading = read("".join(f"{line}\n" for line in session.log).encode())
        record = reading.record
        if record is None:
            return
        lines = playtests.without(record, seats)
        if len(lines) < len(session.log):
            self._rewrite(session, lines)
            session.log[:] = lines
            session.notes = [
                (after, note)
                for after, note in session.notes
                if (one := playtests.kept(note)) is None or one.seat not in seats
            ]


def _worded(one: playtests.Kept) -> str:
    """Says what one thing that is kept is."""
    number = one.seat + 1
    match one.kind:
        case playtests.TIME:
            seconds = figure(f"{(playtests.milliseconds(one) or 0) / 1000:.1f}")
            return text("player {number} decided in {seconds} s", number=number, seconds=seconds)
        case playtests.ASKED:
            return text("player {number} looked up {what}", number=number, what=one.text)
        case playtests.REMARK:
            return text("player {number} wrote: {note}", number=number, note=one.text)
        case _:
            return text("player {number} answered question {answer}", number=number, answer=one.text)
