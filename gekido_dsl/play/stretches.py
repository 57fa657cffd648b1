"""A match is played again, and it is noted where its turns and phases began and what chance gave in them.

Invariants:
    The match itself, and whatever runs it, stay as they are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gekido_dsl.engine import ChanceRequest, Decision
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import Frame, State, Step
from gekido_dsl.model import nodes as m
from gekido_dsl.play.record import Draw
from gekido_dsl.play.session import Session
from gekido_dsl.rng import Rng
from gekido_dsl.scenario import choices
from gekido_dsl.scenario.opening import FromExample
from gekido_dsl.scenario.trouble import Failure
from gekido_dsl.scenario.worded import player


class NoExample(Exception):
    """A position that cannot be made an example; its text says why."""


@dataclass
class Done:
    """A decision, and what chance gave before the next."""

    line: str
    chance: list[str] = field(default_factory=list)


class _Listening:
    """Gives the chance that a match had, and keeps it in words."""

    def __init__(self, rng: Rng, game: m.Game, draws: Sequence[Draw] = ()) -> None:
        self.rng = rng
        self.game = game
        self.given: Iterator[Draw] = iter(draws)
        self.lines: list[str] = []
        self.parted = 0
        """Up to where what is there is not added to."""

    def part(self) -> int:
        """Parts what comes now from what came before; gives how many lines that was."""
        self.parted = len(self.lines)
        return self.parted

    def draw(self, request: ChanceRequest) -> int | None:
        recorded = next(self.given, None)
        outcome = recorded.outcome if recorded is not None else None
        game = self.game
        place = game.places.get(request.what)
        if request.kind == "pick" and place is not None and place.word == "deck":
            return outcome  # which card comes is a matter of how they lie
        if outcome is None:
            outcome = self.rng.below(request.count)
        if request.kind == "roll":
            kind = game.kinds[request.what]
            plural = kind.plural if kind.rows[0].copies > 1 or len(kind.rows) > 1 else kind.name
            self._add(
                f"{plural} fall" if plural != kind.name else f"{kind.name} falls", request.labels(outcome)
            )
        elif request.kind == "pick":
            self._add("chance chooses", f'"{request.labels(outcome)}"')
        return outcome

    def _add(self, head: str, what: str) -> None:
        if len(self.lines) > self.parted and self.lines[-1].startswith(f"{head} "):
            self.lines[-1] += f", {what}"
        else:
            self.lines.append(f"{head} {what}")


@dataclass
class Stretch:
    """A stretch of a match that an example can tell: from the set-up, or from where a turn begins."""

    start: State
    """How it stood then."""
    whose: int | None
    """Whose turn began; None for the set-up."""
    chance: list[str]
    """What chance gave before the first decision."""
    done: list[Done] = field(default_factory=list)
    phase: str = ""
    """The phase with which it begins; empty for the turn as a whole."""
    late: list[str] = field(default_factory=list)
    """What chance gave between the set-up and the first decision."""


@dataclass
class Played:
    """The match as it was played again, up to where it stands."""

    turn: Stretch | None
    """The turn in which the last decision was taken; None in the set-up."""
    phase: Stretch | None
    """The phase in which the last decision was taken."""
    whole: Stretch | None
    """The match from its set-up; None where it did not begin with one."""
    before: State
    """How it stood before the last decision."""
    state: State
    setup: int
    """How many decisions the set-up had."""


def again(session: Session, game: m.Game) -> Played:
    """Plays a match again, and notes where its turns began.

    Its steps are watched in a program of its own, so that no other match is.
    """
    same = session.executor
    watched = FromExample(game, same.scenario) if isinstance(same, FromExample) else Interpreter(game)
    program = watched.program(session.header.players, watched.option_numbers(dict(session.header.options)))
    begin = program.turn.steps[0]
    began: list[tuple[State, int, int]] = []
    entered: list[tuple[State, int, int, str]] = []
    first = listening = _Listening(Rng(session.header.seed), game)

    def noted(s: State, f: Frame) -> None:
        kept = s.copy()
        begin(s, f)
        began.append((kept, s.cells[lay.ON_TURN], listening.part()))

    def noting(phase: str, enter: Step) -> Step:
        def run(s: State, f: Frame) -> None:
            entered.append((s.copy(), s.cells[lay.ON_TURN], listening.part(), phase))
            enter(s, f)

        return run

    program.turn.steps[0] = noted
    for line, (_, own) in zip(
        game.turn.lines if game.turn is not None else (), program.turn_entries, strict=False
    ):
        program.turn.steps[own] = noting(line.phase.name, program.turn.steps[own])
    state, _ = watched.initial(session.header.setting, first)
    whole: Stretch | None = None
    if not isinstance(watched, FromExample):
        state.rng.state = first.rng.state
        start, _, number = began[0] if began else (state.copy(), 0, len(first.lines))
        whole = Stretch(start, None, first.lines[:number], late=first.lines[number:])
    earlier: Stretch | None = None
    turn = _begun(began, first.lines)
    phase = phase_before = _entered(entered, first.lines)
    before, setup = state, 0
    for step in session.steps:
        before = state.copy()
        listening = _Listening(state.rng, game, step.draws)
        began.clear()
        entered.clear()
        decision = watched.decision(state)
        assert decision is not None
        watched.apply(state, step.number, listening)
        done = Done(said(decision, step.number), listening.lines)
        for stretch in (whole, turn, phase):
            if stretch is not None:
                stretch.done.append(done)
        if turn is None:
            setup += 1
        if began:
            earlier, turn = turn, _begun(began, listening.lines)
        if entered:
            phase_before, phase = phase, _entered(entered, listening.lines)
    return Played(_last(turn, earlier), _last(phase, phase_before), whole, before, state, setup)


def _begun(began: Sequence[tuple[State, int, int]], lines: list[str]) -> Stretch | None:
    return Stretch(began[-1][0], began[-1][1], lines[began[-1][2] :]) if began else None


def _entered(entered: Sequence[tuple[State, int, int, str]], lines: list[str]) -> Stretch | None:
    if not entered:
        return None
    start, whose, number, phase = entered[-1]
    return Stretch(start, whose, lines[number:], phase=phase)


def _last(one: Stretch | None, before: Stretch | None) -> Stretch | None:
    """Gives the stretch in which the last decision was taken: it may have ended with it."""
    return one if one is not None and one.done else before


def said(decision: Decision, number: int) -> str:
    """Words a choice as `when` and `then` lines name it."""
    who, choice = player(decision.seat), decision.choices[number]
    for text in (choice.label, choice.id):
        try:
            if '"' not in text and choices.named(decision, text) == number:
                return f'{who} chooses "{text}"'
        except Failure:
            continue
    if choices.onward(decision) == number:
        return f"{who} passes"
    raise NoExample(f"nothing tells “{choice.label}” from the other answers to “{decision.prompt}”")
