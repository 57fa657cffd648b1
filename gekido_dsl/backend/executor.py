"""Compiled rulesets behind the contract of `engine`, choice by choice.

A state is where a match stands and how it came there; it costs next to nothing to keep or to copy. What is said of a
position (views, labels, aims) is said by the same code as for the interpreter, from cells and places. What only the
rules themselves can say (why something is no choice, what else may be hidden) is asked of the interpreter, which plays
the turn over to that point.

A world that is drawn in the middle of a turn is a position under which the same turn goes on, wherever nothing that
runs holds what was dealt anew. Elsewhere the interpreter plays it until the turn is over, and compiled code from there.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.backend import runtime
from gekido_dsl.backend.events import Events, phases_of
from gekido_dsl.backend.machine import Ask, Draw, Failed, Running, Stand
from gekido_dsl.backend.making import rule_error
from gekido_dsl.backend.plans import CompiledState, Plan
from gekido_dsl.backend.playouts import Playouts
from gekido_dsl.backend.questions import question_of
from gekido_dsl.backend.searching import Searched
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.marks import remembered
from gekido_dsl.interpreter import Interpreter, secret_part, standing
from gekido_dsl.interpreter.games import outcome
from gekido_dsl.interpreter.operators.players import linked
from gekido_dsl.interpreter.state import Past, State
from gekido_dsl.lowering import Lowered
from gekido_dsl.model import nodes as m
from gekido_dsl.telling.amounts import amounts
from gekido_dsl.telling.choices import Choices
from gekido_dsl.telling.lookup import printed
from gekido_dsl.telling.question import Question
from gekido_dsl.telling.spots import spots
from gekido_dsl.telling.view import Sight


class CompiledExecutor:
    """Runs one game as machine code; see `engine.Executor`."""

    def __init__(
        self, game: m.Game, *, trace: bool = False, searches: bool = False, kept: Sequence[str] = ()
    ) -> None:
        """Keeps the game; nothing is made before the first match.

        Args:
            trace: whether events are told. Without, nothing is.
            searches: whether `search` is going to be asked.
            kept: all that identifies the ruleset and this program, so that the module that searches is kept in the
                store; without, nothing is kept.
        Raises:
            NoRuntime: modules cannot run here.
        """
        runtime.load()
        self.game = game
        self.trace = trace
        self.searches = searches
        self._kept = tuple(kept)
        self.reference = Interpreter(game, trace=trace)
        """The interpreter, for what only the rules can say."""
        self._plans: dict[tuple[int, tuple[int, ...]], Plan] = {}

    def plan(self, setting: e.Setting) -> Plan:
        """Gives the game compiled for a setting.

        Raises:
            NotLowered: something in it has no lowering.
            TooLarge: the program is larger than a program may be.
        """
        answers = self.reference.option_numbers(setting.options)
        numbers = {name: answers.get(name, 0) for name in self.game.options}
        key = (setting.players, tuple(numbers.values()))
        if key not in self._plans:
            if len(self._plans) >= 16:
                self._plans.clear()
            self._plans[key] = Plan(
                self.game, setting, numbers, self.trace, self.reference, self.searches, self._kept
            )
        return self._plans[key]

    # ------------------------------------------------------------ play

    def initial(
        self, setting: e.Setting, chance: e.Chance | None = None
    ) -> tuple[CompiledState, list[e.Event]]:
        """Sets up a match and goes on to the first decision."""
        plan = self.plan(setting)
        source = _Source(plan.lowered, chance)
        try:
            stand = plan.machine.start(setting.seed, source.ask)
        except Failed as failed:
            error = rule_error(failed, plan.lowered)
            if chance is None:
                error = _said(error, lambda: self.reference.initial(setting))
            raise error from None
        state = CompiledState(plan, setting, stand)
        if chance is None and remembered(plan.lowered.layout):
            state.past = Past(setting)
        if not self.trace:
            return state, []
        told = plan.machine.told()
        return state, self._events(state, told, lambda: plan.machine.start(setting.seed, source.again()))

    def asked(self, state: CompiledState) -> e.Asked | None:
        """Tells who decides and among how many choices."""
        if state.played is not None:
            return self.reference.asked(state.played)
        stand = state.stand
        if not stand.count:
            return None
        site = state.plan.lowered.sites[stand.site]
        return e.Asked(stand.seat, stand.count, site.rule, site.asked == "window")

    def count(self, state: CompiledState) -> int:
        """Tells how many choices the open question has; 0 when the match is over."""
        return state.stand.count if state.played is None else self.reference.count(state.played)

    def apply(self, state: CompiledState, choice: int, chance: e.Chance | None = None) -> list[e.Event]:
        """Takes a choice and goes on to the next decision."""
        if state.played is not None:
            return self._play_on(state, state.played, choice, chance)
        stand, machine = state.stand, state.plan.machine
        if not stand.count:
            raise e.IllegalChoice("the match is over")
        if not 0 <= choice < stand.count:
            raise e.IllegalChoice(f"there are {stand.count} choices, and not number {choice + 1}")
        source = _Source(state.plan.lowered, chance)
        try:
            state.stand = machine.apply(stand, choice, source.ask)
        except Failed as failed:
            error = rule_error(failed, state.plan.lowered)
            if chance is None:
                error = _said(error, lambda: self.reference.apply(state.over_again.copy(), choice))
            raise error from None
        if state.past is not None:
            state.past = state.past.then(choice) if chance is None else None
        if not self.trace:
            return []
        told = machine.told()
        return self._events(state, told, lambda: machine.apply(stand, choice, source.again()))

    def _play_on(
        self, state: CompiledState, played: State, choice: int, chance: e.Chance | None
    ) -> list[e.Event]:
        """Has the interpreter take a choice, and compiled code go on where nothing is under way."""
        plan = state.plan
        events, boundary = plan.interpreted.apply(played, choice, chance)
        if boundary is not None and chance is None:
            content = plan.positions.content(boundary.position, plan.machine.start_content, boundary.play)
            state.stand, state.played = plan.machine.at(content), None
        return events

    def question(self, state: CompiledState) -> Question | None:
        """Gives the open question, as `telling` puts it into words."""
        if state.played is not None:
            return state.played.question
        stand, plan = state.stand, state.plan
        if not stand.count:
            return None
        machine = plan.machine
        return question_of(
            plan.lowered, stand, state.position, machine.offers(stand), machine.question(stand)
        )

    def decision(self, state: CompiledState) -> e.Decision | None:
        """Gives the open question, in words."""
        question = self.question(state)
        if question is None:
            return None
        position = state.position
        return Choices(position).decision(question, bool(position.cells[lay.SECRET]))

    def _events(
        self, state: CompiledState, told: list[tuple[int, tuple[int, ...]]], again: Any
    ) -> list[e.Event]:
        """Puts what was told into words, each with the position in which it was told."""
        plan = state.plan
        if not told:
            return []
        now = state.stand
        moments = plan.machine.told_at(again, len(told))
        plan.machine.enter(now)
        return list(Events(plan.lowered, plan.positions, plan.blank).of(told, moments))

    # ------------------------------------------------------------ searching

    def search(
        self,
        worlds: Sequence[CompiledState],
        seed: int,
        goes_on: Callable[[int], int],
        horizon: int | None = None,
        flat: bool = False,
    ) -> list[Searched]:
        """Searches for the best choice of a decision, and gives what it found of each.

        Args:
            worlds: where the match may stand, all with the same choices: what `sample` gives for who decides.
            goes_on: is told how many playouts there were, and gives how many to make next; 0 ends the search.
            horizon: after how many turns more a playout is judged by the aim of the game, if it has one; None plays
                on to the end.
            flat: whether playouts are random from the first choice on.
        """
        searcher = worlds[0].plan.searcher
        return searcher.search([world.stand for world in worlds], seed, goes_on, horizon, flat=flat)

    def playouts(self, state: CompiledState) -> Playouts:
        """Gives what plays on from a state; it is good until playouts of the next one are asked for.

        Raises:
            ValueError: the interpreter plays this world until the turn is over (`state.played`), or chance came from
                elsewhere in this turn.
        """
        if state.played is not None:
            raise ValueError(
                "the interpreter plays this world until the turn is over: apply choices up to there"
            )
        state.plan.playouts.begin(state.stand)
        return state.plan.playouts

    # ------------------------------------------------------------ looking

    def outcome(self, state: CompiledState) -> e.Outcome | None:
        """Tells how the match ended."""
        if state.played is not None:
            return self.reference.outcome(state.played)
        if state.stand.count or not state.position.cells[lay.OVER]:
            return None
        return outcome(state.position)

    def observe(self, state: CompiledState, seat: e.Seat | None) -> e.View:
        """Gives everything that a seat may see."""
        return self.sight(state, seat).view()

    def sight(self, state: CompiledState, seat: e.Seat | None) -> Sight:
        """Gives what the view of a seat is made of."""
        if state.played is not None:
            return self.reference.sight(state.played, seat)
        seen, running = state.position, state.plan.machine.running(state.stand)
        if seen.cells[lay.SECRET]:
            moments = self._moments(state)
            if not moments:
                return self.reference.sight(state.over_again, seat)
            seen = seen.copy()
            seen.secret_part = secret_part.of_moments([moment[:2] for moment in moments])
            if seat != moments[-1][0]:
                running = moments[0][2]
            seen = secret_part.seen_by(seen, seat)
        evaluator = seen.program.evaluator
        phases = phases_of(state.plan.lowered, running)
        return Sight(seen, seat, phases, lambda link, here, there: linked(evaluator, link)(seen, here, there))

    def _moments(self, state: CompiledState) -> list[tuple[int, State, Running]]:
        """Gives who began to decide in the secret part that runs, and how it was then."""
        plan, found = state.plan, []
        for player, content, running in plan.machine.deciding(state.stand):
            position = plan.blank.copy()
            plan.positions.fill(content, position)
            found.append((player, position, running))
        return found

    @property
    def apart(self) -> int:
        """How many worlds were drawn thing by thing, as none was found that agrees with what the seat was told."""
        return self.reference.apart

    def sample(self, state: CompiledState, seat: e.Seat, seed: int) -> CompiledState:
        """Draws a world that looks the same to a seat: the same one as the interpreter."""
        plan = state.plan
        world = self.reference.world_of(state.over_again, seat, seed, state.past)
        made = CompiledState(plan, state.setting, state.stand)
        stand = None
        # A script is read at decisions: of a match that is over it leads to no world.
        hidden = secret_part.of(world.state)
        kept = hidden is not None and secret_part.others(hidden)  # modules have no way to take that over
        if state.played is None and world.alike and state.stand.count and not kept:
            stand = state.stand if world.known is state.over_again else state.undecided(world.known)
        if stand is not None and plan.machine.room_for_world(stand):
            content = plan.positions.content(world.state, plan.machine.position(stand))
            made.stand = plan.machine.world(stand, content)
        else:
            made.played = world.state
        return made

    def turn(self, state: CompiledState) -> tuple[int, e.Seat | None]:
        """Tells how many turns have begun and whose it is."""
        if state.played is not None:
            return self.reference.turn(state.played)
        plan, turn = state.plan, self.game.turn
        system, read = plan.lowered.memory.system, plan.machine.read
        turns = read(state.stand, system["turns"])[0]
        together = turn is not None and turn.together
        return turns, None if together or not turns else read(state.stand, system["on_turn"])[0]

    def aims(self, state: CompiledState) -> tuple[int | None, ...] | None:
        """Tells for each seat how well it stands by the aim of the game."""
        return self.reference.aims(state.position)

    def why_not(self, state: CompiledState, text: str) -> list[str]:
        """Explains why something by that name is not among the choices."""
        return self.reference.why_not(state.over_again, text)

    def amounts(self, state: CompiledState) -> tuple[str, ...]:
        """Tells the numbers that belong to each choice of the open decision."""
        question = self.question(state)
        chances = standing.chances(self.game, lambda: state.over_again)
        return () if question is None else amounts(state.position, question, chances)

    def spots(self, state: CompiledState) -> tuple[tuple[tuple[e.Address, ...], ...], ...]:
        """Tells what each choice of the open decision is about on the table."""
        question = self.question(state)
        return () if question is None else spots(state.position, question)

    def odds(self, state: CompiledState) -> e.Odds:
        """Tells whoever decides how likely it is what dice decide."""
        return self.reference.odds(state.over_again)

    def printed(self, state: CompiledState, text: str) -> list[e.Printed]:
        """Tells what is printed on things with that name, and what a kind or place of that name is."""
        return printed(state.position, text)

    # ------------------------------------------------------------ snapshots

    def snapshot(self, state: CompiledState) -> tuple[Any, ...]:
        """Gives the whole state as plain values."""
        stand, setting = state.stand, state.setting
        options = tuple(sorted(setting.options.items()))
        if state.played is not None:
            return (setting.players, options, self.reference.snapshot(state.played))
        where = (stand.boundary, stand.script, stand.chances, stand.worlds)
        return (setting.players, options, *where, stand.seat, stand.count, stand.site)

    def restore(self, snapshot: tuple[Any, ...]) -> CompiledState:
        """Makes a state from a snapshot."""
        players, options, *where = snapshot
        setting = e.Setting(players, 0, dict(options))
        plan = self.plan(setting)
        if len(where) == 1:
            return CompiledState(plan, setting, plan.machine.nowhere, self.reference.restore(where[0]))
        return CompiledState(plan, setting, Stand(*where))


def _said(error: e.RuleError, play: Callable[[], object]) -> e.RuleError:
    """Gives a rule error with the names and the trace that the interpreter gives it, where it comes to it, too."""
    try:
        play()
    except e.RuleError as told:
        return told
    return error


class _Source:
    """Where chance comes from while a choice is carried out; what came is kept, to have it once more."""

    def __init__(self, lowered: Lowered, chance: e.Chance | None) -> None:
        self._lowered = lowered
        self._chance = chance
        self._given: list[int | None] = []
        self.ask: Ask | None = None if chance is None else self._draw

    def _draw(self, draw: Draw) -> int | None:
        assert self._chance is not None
        site = self._lowered.sites[draw.site] if draw.site >= 0 else None
        kind: Any = site.args[0] if site is not None and site.args else "pick"
        what = site.word if site is not None else ""
        request = e.ChanceRequest(kind, what, draw.count, lambda k: str(k + 1))
        self._given.append(self._chance.draw(request))
        return self._given[-1]

    def again(self) -> Ask | None:
        """Gives what draws the same once more."""
        given = iter(self._given)
        return None if self._chance is None else lambda draw: next(given)
