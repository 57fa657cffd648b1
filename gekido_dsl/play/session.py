"""A ruleset, a setting and decisions become a match that goes on: taking choices, undoing, resuming.

Invariants:
    The log holds every decision, undo and note in the order in which they came; it only grows.
    Each line of the log is handed to `append` before the next decision is open.
    A choice that fails, for whatever reason, leaves state, events and decision as they were; so does a line that
    `append` cannot take.

Chance comes from the seeded stream in the state unless a source is given: dice at a real table, a script.
The executor asks the source at each draw, and only what the source said is recorded; what the stream decided
follows from the seed. A replay of a seeded match therefore holds no draws at all, and a replay of typed-in
dice checks that the rules still ask for the same ones.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.engine import (
    Chance,
    ChanceRequest,
    Choice,
    Decision,
    Event,
    Executor,
    IllegalChoice,
    Outcome,
    RuleError,
    Seat,
    State,
    View,
)
from gekido_dsl.languages import text
from gekido_dsl.play.record import (
    Draw,
    Entry,
    Header,
    Note,
    Record,
    Start,
    Taken,
    Undo,
    encode,
    encode_all,
    encode_header,
)
from gekido_dsl.source import Span

SNAPSHOT_DECISIONS = 50
_LOOKED_AT = 8
"""How many decisions lie between two states that are kept for undoing."""


class NotKept(Exception):
    """`append` cannot take a line; the text says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """A decision that was taken, and what came of it."""

    decision: Decision
    number: int
    """Which of the choices was taken."""
    events: tuple[Event, ...]
    draws: tuple[Draw, ...] = ()
    """What a source of chance said."""

    @property
    def choice(self) -> Choice:
        """The choice that was taken."""
        return self.decision.choices[self.number]


class Unfit(Exception):
    """Recorded chance that the rules no longer ask for."""


class _Recorder:
    """Asks a source of chance and keeps its answers."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.draws: list[Draw] = []

    def draw(self, request: ChanceRequest) -> int | None:
        outcome = self._source.draw(request)
        if outcome is not None and not 0 <= outcome < request.count:
            raise ValueError(f"{request.what} has {request.count} outcomes, and chance gave {outcome}")
        self.draws.append(Draw(request.kind, request.what, request.count, outcome))
        return outcome


class _Script:
    """Gives recorded chance again; all chance comes from the seed where nothing was recorded."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._draws = draws
        self._used = 0

    def draw(self, request: ChanceRequest) -> int | None:
        if not self._draws:
            return None
        if self._used == len(self._draws):
            raise Unfit(f"the rules now ask chance for {request.what}, and nothing was recorded for it")
        draw = self._draws[self._used]
        if (draw.kind, draw.what, draw.count) != (request.kind, request.what, request.count):
            raise Unfit(f"chance was recorded for {draw.what}, and the rules now ask for {request.what}")
        self._used += 1
        return draw.outcome

    def finish(self) -> None:
        """Checks that everything was used.

        Raises:
            Unfit: something was left.
        """
        if self._used < len(self._draws):
            raise Unfit(
                f"chance was recorded for {self._draws[self._used].what}, which the rules no longer ask for"
            )


def _to_nobody(line: str) -> None:
    """Takes a line of the log and keeps it nowhere."""


class Session:
    """A match that is being played."""

    def __init__(
        self,
        executor: Executor,
        header: Header,
        append: Callable[[str], None] = _to_nobody,
        chance: Chance | None = None,
    ) -> None:
        """Sets up a match.

        Args:
            append: takes each line of the log as it is written, without its line end.
            chance: where chance comes from; None for the seeded stream alone.
        Raises:
            RuleError: the set-up cannot be carried out. The log holds a note of it.
        """
        self._begin(executor, header, append, chance)
        self._write_line(encode_header(header))
        recorder = _Recorder(chance) if chance is not None else None
        try:
            state, events = executor.initial(header.setting, recorder)
        except RuleError as error:
            self.note("rule-error", described(error))
            raise
        draws = tuple(recorder.draws) if recorder else ()
        if draws:
            self._write(Start(draws))
        self._set_up(state, events)

    def _begin(
        self, executor: Executor, header: Header, append: Callable[[str], None], chance: Chance | None
    ) -> None:
        self.executor = executor
        self.header = header
        self.append = append
        self.chance = chance
        self.log: list[str] = []
        self.steps: list[Step] = []
        self._open_decisions = 0
        """How many of them were not taken in secret."""
        self._own_secrets = Counter[Seat]()
        """How many of the others each seat took."""
        self.events: list[Event] = []
        self.failed: dict[int, RuleError] = {}
        """The choices of the open decision that could not be carried out, with the reason."""
        self.notes: list[tuple[int, Note]] = []
        """Each with the number of decisions that stand before it; what is taken back takes it along."""

    def _set_up(self, state: State, events: Sequence[Event]) -> None:
        self._start_events = tuple(events)
        self._kept: dict[int, State] = {0: state.copy()}
        self._looked_at: dict[int, State] = {}
        """What was looked at lately, the last last: who goes through a match goes on from there."""
        self.events = list(events)
        self._arrive(state)

    def _arrive(self, state: State) -> None:
        self.state = state
        self.decision = self.executor.decision(state)
        self.failed = {}

    # ------------------------------------------------------------ questions

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self.executor.outcome(self.state)

    def known_to(self, seat: Seat) -> int:
        """Counts the decisions that a seat knows of: all but those that others took in secret.

        How often others were asked in secret is as hidden as what they chose, so nothing that a player or a bot does
        may hang on it.
        """
        return self._open_decisions + self._own_secrets.get(seat, 0)

    def view(self, seat: Seat | None) -> View:
        """Gives everything that a seat may see now."""
        return self.executor.observe(self.state, seat)

    # ------------------------------------------------------------ play

    def choose(self, choice: int | str) -> tuple[Event, ...]:
        """Takes a choice of the open decision, by its position or its identity.

        Raises:
            IllegalChoice: there is no such choice, or the match is over.
            RuleError: a rule cannot be carried out. The log holds a note of it, and `failed` the choice.
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice(text("the match is over"))
        number = self._find(decision, choice)
        recorder = _Recorder(self.chance) if self.chance is not None else None
        try:
            step, state = self._carry_out(decision, number, recorder)
        except RuleError as error:
            self.failed[number] = error
            self.note("rule-error", f"{decision.choices[number].id}: {described(error)}")
            raise
        if recorder is not None:
            step = replace(step, draws=tuple(recorder.draws))
        self._write(Taken(decision.seat, step.choice.id, step.draws))
        self._keep(step, state)
        return step.events

    def _find(self, decision: Decision, choice: int | str) -> int:
        if isinstance(choice, int):
            if not 0 <= choice < len(decision.choices):
                raise IllegalChoice(
                    text(
                        "there is no choice {number} among {count}",
                        number=choice,
                        count=len(decision.choices),
                    )
                )
            return choice
        for number, offered in enumerate(decision.choices):
            if offered.id == choice:
                return number
        raise IllegalChoice(text("`{choice}` is not among the choices", choice=choice))

    def _carry_out(self, decision: Decision, number: int, chance: Chance | None) -> tuple[Step, State]:
        """Works on a copy, so that even an interruption in the middle changes nothing."""
        state = self.state.copy()
        events = tuple(self.executor.apply(state, number, chance))
        return Step(decision, number, events), state

    def _keep(self, step: Step, state: State) -> None:
        self.steps.append(step)
        self._count(step, 1)
        self.events += step.events
        self._arrive(state)
        if len(self.steps) % SNAPSHOT_DECISIONS == 0:
            self._kept[len(self.steps)] = state.copy()

    def _count(self, step: Step, by: int) -> None:
        if step.decision.secret:
            self._own_secrets[step.decision.seat] += by
        else:
            self._open_decisions += by

    def follow(self, taken: Taken) -> str | None:
        """Takes a recorded decision without writing it; gives the reason if it does not fit."""
        decision = self.decision
        if decision is None:
            return "the match is over here"
        if decision.seat != taken.seat:
            return f"player {taken.seat + 1} had decided here, and now it is player {decision.seat + 1}"
        try:
            number = self._find(decision, taken.choice)
            script = _Script(taken.draws)
            step, state = self._carry_out(decision, number, script)
            script.finish()
        except (IllegalChoice, Unfit) as error:
            return str(error)
        except RuleError as error:
            return error.message
        self._keep(replace(step, draws=taken.draws), state)
        return None

    def undo(self, count: int = 1) -> int:
        """Takes back the last decisions, at most all of them, and gives their number."""
        count = max(0, min(count, len(self.steps)))
        if count == 0:
            return 0
        goal = len(self.steps) - count
        state = self.state_after(goal)
        self._write(Undo(count))
        for step in self.steps[goal:]:
            self._count(step, -1)
        self.steps = self.steps[:goal]
        self._kept = {number: kept for number, kept in self._kept.items() if number <= goal}
        self._looked_at = {number: seen for number, seen in self._looked_at.items() if number <= goal}
        self.events = list(self._start_events)
        for step in self.steps:
            self.events += step.events
        self.notes = [(min(after, goal), note) for after, note in self.notes]
        self._arrive(state)
        return count

    def state_after(self, count: int) -> State:
        """Gives the state as it was after so many decisions; the match stays as it is."""
        known = {**self._looked_at, **self._kept}
        nearest = max(number for number in known if number <= count)
        state = known[nearest].copy()
        for step in self.steps[nearest:count]:
            self.executor.apply(state, step.number, _Script(step.draws))
        if nearest < count:
            self._looked_at[count] = state.copy()
            while len(self._looked_at) > _LOOKED_AT:
                del self._looked_at[next(iter(self._looked_at))]
        return state

    @property
    def start_events(self) -> tuple[Event, ...]:
        """What happened in the set-up."""
        return self._start_events

    def note(self, kind: str, text: str) -> None:
        """Adds something to the log that does not change the match."""
        note = Note(kind, text)
        self._write(note)
        self.notes.append((len(self.steps), note))

    def _write(self, entry: Entry) -> None:
        self._write_line(encode(entry, self.log[-1]))

    def _write_line(self, line: str) -> None:
        self.append(line)
        self.log.append(line)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match that was taken up again."""

    session: Session
    kept: int
    """How many decisions fit."""
    recorded: int
    stopped: str | None
    """Why the rest did not fit; None if everything did."""


def reopen(
    executor: Executor,
    header: Header,
    record: Record,
    append: Callable[[str], None] = _to_nobody,
    chance: Chance | None = None,
) -> tuple[Session, str | None]:
    """Sets up a recorded match again; `Session.follow` then takes its decisions, one by one.

    The log is new, and nothing of it is handed to `append`. The second value says why the recorded chance of
    the set-up does not fit, if it does not; then all chance is new.

    Raises:
        RuleError: the set-up cannot be carried out.
    """
    session = Session.__new__(Session)
    session._begin(executor, header, append, chance)
    session.log.append(encode_header(header))
    stopped: str | None = None
    draws = record.start_draws
    try:
        script = _Script(draws)
        state, events = executor.initial(header.setting, script)
        script.finish()
    except Unfit as error:
        stopped, draws = f"in the set-up, {error}", ()
        state, events = executor.initial(header.setting, None)
    if draws:
        session.log.append(encode(Start(draws), session.log[-1]))
    session._set_up(state, events)
    return session, stopped


def resume(
    executor: Executor,
    header: Header,
    record: Record,
    append: Callable[[str], None] = _to_nobody,
    chance: Chance | None = None,
) -> Resumed:
    """Plays a recorded match again, as far as it fits, and goes on from there.

    If everything fits, the log of the session is the whole record and nothing is handed to `append`: the file
    goes on. Otherwise the log is a new one, of what was kept, which the caller may write to another file.

    Args:
        header: what the session goes on with; the record's own, or that of a changed ruleset.
    Raises:
        RuleError: the set-up cannot be carried out.
    """
    session, stopped = reopen(executor, header, record, append, chance)
    recorded = record.standing
    if stopped is None:
        for taken in recorded:
            stopped = session.follow(taken)
            if stopped is not None:
                break
    if stopped is None and header == record.header:
        session.log = list(record.lines) or encode_all(header, record.entries)
        session.notes = record.notes
    else:
        for step in session.steps:
            taken = Taken(step.decision.seat, step.choice.id, step.draws)
            session.log.append(encode(taken, session.log[-1]))
    return Resumed(session, len(session.steps), len(recorded), stopped)


def described(error: RuleError) -> str:
    """Words a rule error with its place and its trace, a line each."""
    lines = [error.message + _at(error.span)]
    lines += [f"in {rule}{_at(span)}" for rule, span in error.trace]
    return "\n".join(lines)


def _at(span: Span | None) -> str:
    if span is None:
        return ""
    found = place(span)
    return f" ({found.file}:{found.line})"
