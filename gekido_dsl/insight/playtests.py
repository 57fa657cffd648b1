"""What people at real tables did becomes a report: how long they took, what they undid, asked and wrote down.

Invariants:
    A record that no longer fits its rules counts as far as it fits, and the report says so.
    What was taken back was still decided, and took its time.

Units:
    Times are seconds.
"""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.engine import Decision, Executor, Seat
from gekido_dsl.ground.pace import Thinking, Thought
from gekido_dsl.play import playtests
from gekido_dsl.play.record import Record, Taken, Undo
from gekido_dsl.play.session import Session, reopen


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of a match, where it can be looked at again."""

    match: str
    """The file."""
    number: int
    """Of the decision, from 1."""
    seat: Seat
    question: str
    chosen: str
    seconds: float
    thought: Thought | None = None
    """What it was; None of an only choice."""


@dataclass(slots=True)
class Question:
    """All decisions that one rule asks for with one question."""

    rule: str
    question: str
    where: tuple[str, int]
    """The file and line of the rule."""
    seconds: list[float] = field(default_factory=list)
    undone: int = 0
    taken: int = 0

    @property
    def median(self) -> float:
        """The median of the seconds; 0 where none was kept."""
        return statistics.median(self.seconds) if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody wrote down, and about which question."""

    match: str
    number: int
    """How many decisions had been taken."""
    seat: Seat
    text: str
    rule: str
    where: tuple[str, int]


@dataclass(slots=True)
class Played:
    """One match."""

    name: str
    players: int
    decisions: int = 0
    seconds: float = 0.0
    """The sum of all times that were kept."""
    pace: list[float] = field(default_factory=list)
    finished: bool = False
    winners: tuple[Seat, ...] = ()
    turns: int = 0
    left_at: str = ""
    """The question that was open when a match was left."""
    people: tuple[Seat, ...] = ()
    stopped: str | None = None
    """Why the rest of its record does not fit; None if all does."""


@dataclass(slots=True)
class Playtest:
    """All matches together."""

    matches: list[Played] = field(default_factory=list)
    questions: dict[tuple[str, str], Question] = field(default_factory=dict)
    phases: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Seconds by the outermost phase."""
    moments: list[Moment] = field(default_factory=list)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    """What was looked up, and the rule that asked meanwhile."""
    remarks: list[Remark] = field(default_factory=list)
    answers: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def slowest(self, most: int = 10) -> list[Moment]:
        """Lists the decisions that took longest."""
        return sorted(self.moments, key=lambda one: -one.seconds)[:most]

    def by_rulebook(self) -> list[Remark]:
        """Lists the remarks in the order of the rules that they were made about."""
        return sorted(self.remarks, key=lambda one: (one.where, one.match, one.number))

    def undone(self) -> list[Question]:
        """Lists the questions whose answers were taken back, the most often first."""
        return sorted((one for one in self.questions.values() if one.undone), key=lambda one: -one.undone)


def read(playtest: Playtest, name: str, record: Record, executor: Executor) -> None:
    """Adds a match to a playtest.

    Raises:
        RuleError: the set-up cannot be carried out.
    """
    header = record.header
    session, stopped = reopen(executor, header, record)
    people = tuple(seat for seat, kind in enumerate(header.seats) if kind == "person")
    played = Played(name, header.players, people=people, stopped=stopped)
    playtest.matches.append(played)
    last: Decision | None = None
    phase = ""
    thinking, thought = Thinking(), None
    for entry in record.entries:
        if played.stopped is not None:
            break
        if isinstance(entry, Taken):
            last = session.decision
            view = session.view(None)
            phase = (view.phases or ("",))[0]
            played.stopped = session.follow(entry)
            thought = _thought(thinking, session, last, view.turn) if played.stopped is None else None
            if played.stopped is None and last is not None and last.seat in people:
                _question(playtest, last).taken += 1
        elif isinstance(entry, Undo):
            _count_undone(playtest, session, entry.count, people)
            session.undo(entry.count)
            last = None
        elif (found := playtests.kept(entry)) is not None:
            _add(playtest, played, session, found, last, phase, thought)
    _close(played, session)


def _thought(thinking: Thinking, session: Session, decision: Decision | None, turn: int) -> Thought | None:
    """Tells what the decision was that was just taken."""
    if decision is None or len(decision.choices) < 2:
        return None
    passes = session.steps[-1].choice == decision.choices[-1]
    return thinking.of(decision.seat, decision.rule, turn, decision.kind == "window", passes)


def _question(playtest: Playtest, decision: Decision) -> Question:
    key = (decision.rule, decision.prompt)
    if key not in playtest.questions:
        playtest.questions[key] = Question(*key, _where(decision))
    return playtest.questions[key]


def _where(decision: Decision | None) -> tuple[str, int]:
    if decision is None or decision.span is None:
        return "", 0
    found = place(decision.span)
    return found.file, found.line


def _count_undone(playtest: Playtest, session: Session, count: int, people: Iterable[Seat]) -> None:
    """Counts what a person went back to: the first decision that was taken back, not those that fell with it."""
    at = len(session.steps) - count
    if at >= 0 and session.steps[at].decision.seat in people:
        _question(playtest, session.steps[at].decision).undone += 1


def _add(
    playtest: Playtest,
    played: Played,
    session: Session,
    found: playtests.Kept,
    last: Decision | None,
    phase: str,
    thought: Thought | None,
) -> None:
    open_now = session.decision
    if found.kind == playtests.TIME:
        took = playtests.milliseconds(found)
        if took is None or last is None or last.seat != found.seat:
            return
        seconds = took / 1000
        played.seconds += seconds
        played.pace.append(seconds)
        playtest.phases[phase] += seconds
        _question(playtest, last).seconds.append(seconds)
        chosen = session.steps[-1].choice.label
        playtest.moments.append(
            Moment(played.name, len(session.steps), found.seat, last.asked, chosen, seconds, thought)
        )
    elif found.kind == playtests.ASKED:
        playtest.asked[found.text, open_now.rule if open_now is not None else ""] += 1
    elif found.kind == playtests.REMARK:
        rule = open_now.rule if open_now is not None else ""
        playtest.remarks.append(
            Remark(played.name, len(session.steps), found.seat, found.text, rule, _where(open_now))
        )
    elif (answer := playtests.answer_of(found)) is not None:
        playtest.answers[answer[0]].append(answer[1])


def _close(played: Played, session: Session) -> None:
    played.decisions = len(session.steps)
    played.turns = session.view(None).turn
    outcome = session.outcome
    if outcome is not None:
        played.finished, played.winners = True, outcome.winners
    elif session.decision is not None:
        played.left_at = session.decision.asked


def learning(matches: Sequence[Played]) -> list[float]:
    """Gives the median seconds of a decision, match by match, of those whose times were kept."""
    return [statistics.median(one.pace) for one in matches if one.pace]
