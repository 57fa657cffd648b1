"""The reference executor: runs a game from decision to decision.

Clear before fast, and right by definition. A state is numbers and frames; a frame's code is found by its number.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.marks import answers, follows, remembered
from gekido_dsl.ground.start import put_in_boxes
from gekido_dsl.interpreter import games, secret_part, standing
from gekido_dsl.interpreter.agreeing import Agreeing
from gekido_dsl.interpreter.answering import Answering
from gekido_dsl.interpreter.asking import Ask
from gekido_dsl.interpreter.build import program_of
from gekido_dsl.interpreter.following import Following
from gekido_dsl.interpreter.games import lay_boards, shuffle_decks
from gekido_dsl.interpreter.looking_ahead import DEPTH_LIMIT, advance, follow, narrow
from gekido_dsl.interpreter.noticing import count_in_force
from gekido_dsl.interpreter.operators import Evaluator
from gekido_dsl.interpreter.operators.making import WORK_LIMIT
from gekido_dsl.interpreter.operators.players import linked
from gekido_dsl.interpreter.randomness import draw
from gekido_dsl.interpreter.ready import Ready
from gekido_dsl.interpreter.reasons import Reasons
from gekido_dsl.interpreter.same_time import in_order
from gekido_dsl.interpreter.sampling import Told, World, sample
from gekido_dsl.interpreter.state import Frame, Mark, Past, Program, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import open_questions
from gekido_dsl.rng import Rng
from gekido_dsl.telling.amounts import amounts
from gekido_dsl.telling.choices import Choices
from gekido_dsl.telling.lookup import printed
from gekido_dsl.telling.spots import spots
from gekido_dsl.telling.view import Sight

STEP_LIMIT: Final = 200_000
"""How many steps may lie between two decisions."""
Stream = tuple[int, int, int, int]
"""The state of a generator."""
MARK_EVERY: Final = 16
"""After how many choices bulk work notes the state anew, to go back to it; to do so each time costs a tenth more."""


class Interpreter:
    """Runs one game; see `engine.Executor` for the contract."""

    def __init__(
        self, game: m.Game, *, trace: bool = True, evaluator: Callable[[Program], Evaluator] = Evaluator
    ) -> None:
        """Keeps the game; nothing is made before the first match.

        Args:
            trace: whether `apply` tells events. Bulk work does without.
            evaluator: makes the functions of a program; a tool that watches what is asked gives its own.
        """
        self.game = game
        self.trace = trace
        self.notice: e.Notice | None = None
        """Is told what happens in matches that begin from now on, but not in copies of them."""
        self.reached: list[int] | None = None
        """Where it is counted, by their numbers in `ground.blocks`, how often blocks are begun, in matches as above."""
        self.effort = 0
        """How many steps all runs took, and how many things they looked at."""
        self._evaluator = evaluator
        self._ready = Ready()
        self._agrees: Agreeing | None = None
        self._answers: Answering | None = None
        self._follows: Following | None = None

    def silent(self) -> "Interpreter":
        """Gives one of the same game that tells no events; what has been made ready for one serves both."""
        made = Interpreter(self.game, trace=False, evaluator=self._evaluator)
        made.share(self)
        return made

    def share(self, other: "Interpreter") -> None:
        """Takes what has been made ready for another one of the same game, with the same evaluator, and adds to it."""
        self._ready = other._ready

    def share_layouts(self, other: "Interpreter") -> None:
        """Takes over only what one in another thread may use at the same time; see `Ready`."""
        self._ready = Ready(other._ready.layouts)

    # ------------------------------------------------------------ set-up

    def program(self, players: int, options: Mapping[str, int]) -> Program:
        """Gives the game made ready for a number of players and a set of options."""
        numbers = {name: options.get(name, 0) for name in self.game.options}
        key = (players, tuple(numbers.values()), self.reached is not None)
        return self._ready.program(
            self.game,
            key,
            lambda layout: program_of(self.game, layout, numbers, self._evaluator, key[-1]),
        )

    def option_numbers(self, options: Mapping[str, str]) -> dict[str, int]:
        """Turns answers by name into numbers.

        Raises:
            ValueError: there is no such option or answer.
        """
        numbers = {}
        for name, answer in options.items():
            option = self.game.options.get(name)
            if option is None:
                raise ValueError(f"there is no option {name!r}")
            if answer not in option.answers.members:
                raise ValueError(f"the option {name!r} has no answer {answer!r}")
            numbers[name] = option.answers.members.index(answer)
        return numbers

    def blank(self, setting: e.Setting) -> State:
        """Makes the state before the set-up: everything in its box, boards laid, nobody on turn.

        Raises:
            ValueError: the number of players or an option does not suit the game.
        """
        least, most = self.game.least_players, self.game.most_players
        if not least <= setting.players <= most:
            raise ValueError(f"{self.game.title} is for {least} to {most} players, not {setting.players}")
        program = self.program(setting.players, self.option_numbers(setting.options))
        state = State(program)
        state.rng = Rng(setting.seed)
        put_in_boxes(state)
        return state

    def opened(
        self, setting: e.Setting, chance: e.Chance | None = None, stream: Stream | None = None
    ) -> State:
        """Makes the state in which the set-up begins; after it, nothing follows by itself.

        Args:
            stream: of chance, instead of the one from the seed.
        """
        state = self.blank(setting)
        if stream is not None:
            state.rng.state = stream
        state.chance = chance
        state.log = [] if self.trace else None
        state.notice, state.reached = self.notice, self.reached
        program = state.program
        lay_boards(state)
        shuffle_decks(state)
        turn = self.game.turn
        first = 0
        if turn is not None and turn.first == "random":
            first = draw(state, "pick", "starting player", setting.players, lambda k: f"Player {k + 1}")
        state.cells[lay.ON_TURN] = state.cells[lay.FIRST] = state.cells[lay.BEGAN] = first
        state.cells[lay.GAME] = 1
        state.frames.append(program.setup.start(first))
        return state

    def initial(
        self, setting: e.Setting, chance: e.Chance | None = None, stream: Stream | None = None
    ) -> tuple[State, list[e.Event]]:
        """Sets up a match and goes on to the first decision; see `opened` for the stream."""
        state = self.opened(setting, chance, stream)
        if chance is None and stream is None and remembered(state.layout):
            state.past = Past(setting)
        return state, self._begin(state)

    def set_up(self, setting: e.Setting) -> State:
        """Does the same, and tells nothing of what happens: to look at the first position alone."""
        state = self.opened(setting)
        state.log = None
        self._begin(state)
        return state

    def begun(self, state: State, chance: e.Chance | None = None) -> list[e.Event]:
        """Goes on with a copy of the state in which the set-up begins, as `initial` does."""
        state.chance = chance
        state.log = [] if self.trace else None
        try:
            return self._begin(state)
        finally:
            state.chance = None

    def _begin(self, state: State) -> list[e.Event]:
        state.frames.insert(0, state.program.turn.start(state.cells[lay.FIRST]))
        return self._run(state)

    # ------------------------------------------------------------ play

    def decision(self, state: State) -> e.Decision | None:
        """Gives the open question."""
        question = state.question
        if question is None:
            return None
        return Choices(state).decision(question, secret_part.of(state) is not None)

    def asked(self, state: State) -> e.Asked | None:
        """Tells who decides and among how many choices."""
        question = state.question
        if question is None:
            return None
        return e.Asked(question.seat, len(question.options), question.rule, question.kind == "window")

    def tried(self, state: State) -> tuple[int, list[int]] | None:
        """Gives how many ways the open question had before they were tried, and which of them pass, by their numbers.

        None where it is no question whose ways are tried one by one.
        """
        question = state.question
        if question is None or not isinstance(question.asker, Ask):
            return None
        return question.asker.tried(state, question)

    def count(self, state: State) -> int:
        """Tells how many choices the open question has; 0 when the match is over."""
        return len(state.question.options) if state.question is not None else 0

    def apply(self, state: State, choice: int, chance: e.Chance | None = None) -> list[e.Event]:
        """Takes a choice and goes on to the next decision."""
        question = state.question
        if question is None:
            raise e.IllegalChoice("the match is over")
        if not 0 <= choice < len(question.options):
            raise e.IllegalChoice(f"there are {len(question.options)} choices, and not number {choice + 1}")
        mark = state.mark
        if mark is None or self.trace or chance is not None or len(mark.choices) >= MARK_EVERY:
            state.mark = mark = Mark(state)
        state.chance = chance
        state.log = [] if self.trace else None
        try:
            events = self._take(state, choice)
            # Chance from elsewhere is not to be had again, and whoever listens may also lay hands on the state.
            if self.trace or chance is not None:
                state.mark = None
            mark.choices.append(choice)
            if state.past is not None:
                state.past = state.past.then(choice) if chance is None else None
            return events
        except BaseException:
            # Whatever it was, a source of chance that gave up included, the choice was not made.
            state.chance = None
            state.go_back(mark)
            for earlier in mark.choices:
                self._take(state, earlier)
            raise
        finally:
            state.chance = state.log = None

    def _take(self, state: State, choice: int) -> list[e.Event]:
        """Answers the open question and goes on to the next."""
        question = state.question
        assert question is not None
        state.question = None
        question.asker.answer(state, state.frames[-1], question.options[choice])
        return self._run(state)

    def go_on(self, state: State, chance: e.Chance | None = None) -> list[e.Event]:
        """Goes on to the next decision, for tools that put something on the stack; an open question is asked anew."""
        state.mark = state.past = None
        state.chance = chance
        state.log = [] if self.trace else None
        state.question = None
        try:
            return self._run(state)
        finally:
            state.chance = None

    def _run(self, state: State) -> list[e.Event]:
        """Runs until a question is open or the match is over."""
        steps = 0
        evaluator = state.program.evaluator
        evaluator.work = 0
        frames = state.frames
        log = state.log
        automaton = state.program.layout.automaton
        try:
            if state.pending:
                frames += reversed(in_order(state, state.pending))
                state.pending = []
            while state.question is None and (frames or games.goes_on(state)):
                frame = frames[-1]
                # As `advance` does it; a call less for each of the many steps.
                frame.code.steps[frame.step](state, frame)
                if state.pending or len(frames) > DEPTH_LIMIT:
                    follow(state, frame)
                steps += 1
                if steps > STEP_LIMIT or evaluator.work > WORK_LIMIT:
                    raise e.RuleError(
                        "this never comes to a decision"
                        if steps > STEP_LIMIT
                        else "this moves and looks through far too much before the next decision",
                        frame.code.spans[min(frame.step, len(frame.code.spans) - 1)],
                    )
            if state.question is not None:
                if state.question.seat == automaton:
                    asked, state.question = state.question, None
                    raise e.RuleError(
                        f"the automaton decides nothing, and is asked: {asked.prompt}", asked.span
                    )
                narrow(state)
                if state.reached is not None:
                    count_in_force(state, state.reached, state.question.seat)
        except e.RuleError as error:
            # A rule that runs another already points at what comes after it.
            trace = [
                (f.code.name, f.code.spans[min(max(f.step - 1, 0), len(f.code.spans) - 1)])
                for f in reversed(frames)
            ]
            if trace and error.span is not None:
                trace[0] = (trace[0][0], error.span)
            at = error.span or next((span for _, span in trace if span is not None), None)
            raise e.RuleError(error.message, at, trace[:20]) from None
        finally:
            self.effort += steps + evaluator.work
        state.forget_passing()
        state.log = None
        return log if log is not None else []

    def outcome(self, state: State) -> e.Outcome | None:
        """Tells how the match ended."""
        if state.question is not None or not state.cells[lay.OVER]:
            return None
        return games.outcome(state)

    def observe(self, state: State, seat: e.Seat | None) -> e.View:
        """Gives everything that a seat may see."""
        return self.sight(state, seat).view()

    def sight(self, state: State, seat: e.Seat | None) -> Sight:
        """Gives what the view of a seat is made of."""
        seen = secret_part.seen_by(state, seat)
        evaluator = state.program.evaluator
        return Sight(
            seen, seat, seen.running(), lambda link, here, there: linked(evaluator, link)(seen, here, there)
        )

    def sample(self, state: State, seat: e.Seat, seed: int) -> State:
        """Draws a world that looks the same to a seat."""
        return self.world(state, seat, seed).state

    def world(self, state: State, seat: e.Seat, seed: int) -> World:
        """Draws a world, and tells how much it differs."""
        return self.world_of(state, seat, seed, state.past)

    def world_of(self, state: State, seat: e.Seat, seed: int, past: Past | None) -> World:
        """Draws a world of a state that came about as `past` says, and tells how much it differs."""
        told: Told | None = None
        barred: Mapping[int, Collection[int]] = {}
        if past is not None and follows(state.layout):
            if self._follows is None:
                self._follows = Following(self._teller(trace=False))
            barred = self._follows.barred(past)
        elif past is not None and answers(state.layout):
            if self._answers is None:
                self._answers = Answering(self._teller())
            told = self._answers.found(state, past, seat, seed)
        elif past is not None:
            if self._agrees is None:
                self._agrees = Agreeing(self._teller())
            told = self._agrees.values(state, past, seat, seed)
        return sample(state, seat, seed, self._run, told, barred, open_questions.of(self.game).is_own)

    @property
    def apart(self) -> int:
        """How many worlds were drawn thing by thing, as none was found that agrees with what the seat was told."""
        return sum(one.missed for one in (self._answers, self._agrees) if one is not None)

    def _teller(self, *, trace: bool = True) -> "Interpreter":
        """Gives one of the same game that tells events, to play matches over with."""
        made = Interpreter(self.game, trace=trace, evaluator=self._evaluator)
        made.share(self)
        return made

    def turn(self, state: State) -> tuple[int, e.Seat | None]:
        """Tells how many turns have begun and whose it is."""
        turns = state.cells[lay.TURNS]
        together = self.game.turn is not None and self.game.turn.together
        return turns, None if together or not turns else state.cells[lay.ON_TURN]

    def aims(self, state: State) -> tuple[int | None, ...] | None:
        """Tells for each seat how well it stands by the aim of the game."""
        program = state.program
        if program.aim is None or self.game.aim is None:
            return None
        program.evaluator.work = 0
        sign, out = -1 if self.game.aim.lowest else 1, program.layout.out_cell
        return tuple(
            sign * program.aim(state, [player]) if state.cells[out + player] <= 0 else None
            for player in range(program.layout.players)
        )

    def why_not(self, state: State, text: str) -> list[str]:
        """Explains why something by that name is not among the choices."""
        return Reasons(state).why_not(text)

    def amounts(self, state: State) -> tuple[str, ...]:
        """Tells the numbers that belong to each choice of the open decision."""
        question = state.question
        chances = standing.chances(self.game, lambda: state)
        return () if question is None else amounts(state, question, chances)

    def spots(self, state: State) -> tuple[tuple[tuple[e.Address, ...], ...], ...]:
        """Tells what each choice of the open decision is about on the table."""
        return () if state.question is None else spots(state, state.question)

    def odds(self, state: State) -> e.Odds:
        """Tells whoever decides how likely it is what dice decide."""
        return standing.odds(state)

    def printed(self, state: State, text: str) -> list[e.Printed]:
        """Tells what is printed on things with that name, and what a kind or place of that name is."""
        return printed(state, text)

    def snapshot(self, state: State) -> tuple[Any, ...]:
        """Gives the whole state as plain values."""
        program = state.program
        layout = program.layout
        frames = tuple(
            (f.code.number, f.step, tuple(_plain(value) for value in f.locals)) for f in state.frames
        )
        asked = state.question is not None
        return (
            layout.players,
            tuple(program.options.values()),
            tuple(state.cells),
            tuple(tuple(things) for things in state.contents),
            frames,
            state.rng.state,
            asked,
            hidden.plain() if (hidden := secret_part.of(state)) is not None else None,
        )

    def restore(self, snapshot: tuple[Any, ...]) -> State:
        """Makes a state from a snapshot: the question is asked again."""
        players, options, cells, contents, frames, rng, asked, hidden = snapshot
        program = self.program(players, dict(zip(self.game.options, options, strict=True)))
        state = State(program)
        state.cells = list(cells)
        state.contents = [list(things) for things in contents]
        for place, things in enumerate(state.contents):
            for thing in things:
                state.where[thing] = place
        state.frames = [Frame(program.codes[number], list(locals_), step) for number, step, locals_ in frames]
        state.rng.state = rng
        state.secret_part = secret_part.from_plain(hidden)
        if asked:
            advance(state)
            state.forget_passing()
        return state


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
