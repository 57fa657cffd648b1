"""Compiled rulesets behind the contract of `engine`, choice by choice.

A state is where a match stands and how it came there; it costs next to nothing to keep or to copy. What is said of a
position (views, labels, aims) is said by the same code as for the interpreter, from cells and places. What only the
rules themselves can say (why something is no choice, what is seen while players decide in secret) is asked of the
interpreter, which plays the match over to that point.
"""

from collections.abc import Callable, Mapping
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.backend import limits, runtime
from gekido_dsl.backend.events import Events, phases_of
from gekido_dsl.backend.machine import Ask, Draw, Failed, Machine, Stand
from gekido_dsl.backend.making import rule_error
from gekido_dsl.backend.match import match_module
from gekido_dsl.backend.positions import Positions
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.games import outcome
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.lowering.sites import Site
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program.verify import verify
from gekido_dsl.rng import Rng
from gekido_dsl.telling import worlds
from gekido_dsl.telling.choices import Choices, names
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.lookup import printed
from gekido_dsl.telling.question import TAKE_BACK, Option, Question
from gekido_dsl.telling.view import observe

History = tuple[Any, ...]
"""The choices of a match, the last one first: (choice, those before), or () for none."""


class NoWorld(ValueError):
    """A world that only the interpreter can draw."""


class Plan:
    """A game with its options and number of players settled, compiled."""

    def __init__(self, game: m.Game, players: int, options: Mapping[str, int], traced: bool) -> None:
        self.lowered: Lowered = lower(game, players, options)
        limits.check(self.lowered.program)
        verify(self.lowered.program)
        self.machine = Machine(match_module(self.lowered.program, traced))
        self.positions = Positions(self.lowered)


class CompiledState:
    """The state of a match; see `engine.State`."""

    __slots__ = ("_at", "_position", "blank", "history", "plan", "setting", "stand")

    def __init__(self, plan: Plan, setting: e.Setting, stand: Stand, blank: State, history: History) -> None:
        self.plan = plan
        self.setting = setting
        self.stand = stand
        self.blank = blank
        self.history: History | None = history
        self._position: State | None = None
        self._at: Stand | None = None

    def copy(self) -> "CompiledState":
        """Gives an independent copy."""
        made = CompiledState(self.plan, self.setting, self.stand, self.blank, ())
        made.history = self.history
        made._position, made._at = self._position, self._at
        return made

    @property
    def position(self) -> State:
        """Cells and places at the decision, for whoever only reads."""
        if self._position is None or self._at is not self.stand:
            self._position = self.blank.copy()
            self.plan.positions.fill(self.plan.machine.position(self.stand), self._position)
            self._at = self.stand
        return self._position


class CompiledExecutor:
    """Runs one game as machine code; see `engine.Executor`."""

    def __init__(self, game: m.Game, *, trace: bool = False) -> None:
        """Keeps the game; nothing is made before the first match.

        Args:
            trace: whether events are told. Without, nothing is.
        Raises:
            NoRuntime: modules cannot run here.
        """
        runtime.load()
        self.game = game
        self.trace = trace
        self.reference = Interpreter(game, trace=False)
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
            self._plans[key] = Plan(self.game, setting.players, numbers, self.trace)
        return self._plans[key]

    # ------------------------------------------------------------ play

    def initial(
        self, setting: e.Setting, chance: e.Chance | None = None
    ) -> tuple[CompiledState, list[e.Event]]:
        """Sets up a match and goes on to the first decision."""
        blank = self.reference.blank(setting)
        plan = self.plan(setting)
        source = _Source(plan.lowered, chance)
        try:
            stand = plan.machine.start(setting.seed, source.ask)
        except Failed as failed:
            error = rule_error(failed, plan.lowered)
            if chance is None:
                error = _said(error, lambda: self.reference.initial(setting))
            raise error from None
        state = CompiledState(plan, setting, stand, blank, ())
        if not self.trace:
            return state, []
        told = plan.machine.told()
        return state, self._events(state, told, lambda: plan.machine.start(setting.seed, source.again()))

    def asked(self, state: CompiledState) -> e.Asked | None:
        """Tells who decides and among how many choices."""
        stand = state.stand
        if not stand.count:
            return None
        return e.Asked(stand.seat, stand.count, state.plan.lowered.sites[stand.site].rule)

    def count(self, state: CompiledState) -> int:
        """Tells how many choices the open question has; 0 when the match is over."""
        return state.stand.count

    def apply(self, state: CompiledState, choice: int, chance: e.Chance | None = None) -> list[e.Event]:
        """Takes a choice and goes on to the next decision."""
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
            if chance is None and state.history is not None:
                error = _said(error, lambda: self.reference.apply(self._replayed(state), choice))
            raise error from None
        if state.history is not None:
            state.history = None if chance is not None else (choice, state.history)
        if not self.trace:
            return []
        told = machine.told()
        return self._events(state, told, lambda: machine.apply(stand, choice, source.again()))

    def question(self, state: CompiledState) -> Question | None:
        """Gives the open question, as `telling` puts it into words."""
        stand, plan = state.stand, state.plan
        if not stand.count:
            return None
        site = plan.lowered.sites[stand.site]
        position = state.position
        words = Labels(position.layout)
        offers = plan.machine.offers(stand)
        options: list[Option] = [one or TAKE_BACK for one in offers]
        arranges = isinstance(site.source, m.Sentence) and site.source.act.verb == "arrange"
        # While something can be put, the last option of those who arrange takes back; they are done after it.
        if offers and not offers[-1] and site.stop and not (arranges and any(offers)):
            options[-1] = None
        labels: tuple[str, ...] = ()
        if site.asked == "menu":
            labels = tuple(site.labels[one[0]] if one else site.labels[-1] for one in offers)
        elif site.asked == "order":
            labels = tuple(_rule_due(site, one, words, position) for one in offers)
            options = [one[:1] for one in offers]
        window = site.asked == "window"
        things = plan.machine.question(stand)
        if arranges:
            about = tuple(words.place(position, place) for place in things if place != NONE)
        else:
            about = names(position, words, stand.seat, list(things))
        return Question(
            stand.seat,
            site.word,
            tuple(options),
            () if window else site.types,
            site.stop or "no",
            "menu" if site.asked == "order" else site.asked,
            site.rule,
            site.span,
            site.cites,
            labels,
            about,
            site.source[1] if window else None,
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
        return list(Events(plan.lowered, plan.positions, state.blank).of(told, moments))

    # ------------------------------------------------------------ looking

    def outcome(self, state: CompiledState) -> e.Outcome | None:
        """Tells how the match ended."""
        if state.stand.count or not state.position.cells[lay.OVER]:
            return None
        return outcome(state.position)

    def observe(self, state: CompiledState, seat: e.Seat | None) -> e.View:
        """Gives everything that a seat may see."""
        position = state.position
        if position.cells[lay.SECRET]:
            return self.reference.observe(self._replayed(state), seat)
        linked = position.program.evaluator.linked
        running = phases_of(state.plan.lowered, state.plan.machine.running(state.stand))
        return observe(position, seat, running, lambda link, here, there: linked(link)(position, here, there))

    def sample(self, state: CompiledState, seat: e.Seat, seed: int) -> CompiledState:
        """Draws a world that looks the same to a seat.

        Raises:
            NoWorld: other choices might be open in it.
        """
        if state.position.cells[lay.SECRET]:
            raise NoWorld("worlds of what players decide in secret are drawn by the interpreter alone")
        plan, stand = state.plan, state.stand
        made = state.copy()
        world = state.position.copy()
        world.rng = Rng(seed)
        dealt = worlds.deal_things(world, seat, frozenset())
        for cell in world.layout.pointers:
            world.cells[cell] = dealt.get(world.cells[cell], world.cells[cell])
        offered = {value for option in plan.machine.offers(stand) for value in option}
        if dealt and (stand.seat != seat or offered & dealt.keys()):
            raise NoWorld("what is offered may be another thing in this world: the interpreter asks anew")
        worlds.draw_values(world, seat)
        content = plan.positions.content(world, plan.machine.position(stand))
        made.stand = plan.machine.world(stand, content)
        made.history = None
        return made

    def turn(self, state: CompiledState) -> tuple[int, e.Seat | None]:
        """Tells how many turns have begun and whose it is."""
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
        return self.reference.why_not(self._replayed(state), text)

    def amounts(self, state: CompiledState) -> tuple[str, ...]:
        """Tells the numbers that belong to each choice of the open decision."""
        return self.reference.amounts_of(state.position, self.question(state))

    def printed(self, state: CompiledState, text: str) -> list[e.Printed]:
        """Tells what is printed on things with that name, and what a kind or place of that name is."""
        return printed(state.position, text)

    def _replayed(self, state: CompiledState) -> State:
        """Plays a match over on the interpreter."""
        if state.history is None:
            raise ValueError(
                "chance came from elsewhere, or the world was drawn: there is nothing to play over"
            )
        choices = []
        history = state.history
        while history:
            choice, history = history
            choices.append(choice)
        played, _ = self.reference.initial(state.setting)
        for choice in reversed(choices):
            self.reference.apply(played, choice)
        return played

    # ------------------------------------------------------------ snapshots

    def snapshot(self, state: CompiledState) -> tuple[Any, ...]:
        """Gives the whole state as plain values."""
        stand, setting = state.stand, state.setting
        options = tuple(sorted(setting.options.items()))
        where = (stand.boundary, stand.script, stand.chances, stand.worlds)
        return (setting.players, options, *where, stand.seat, stand.count, stand.site)

    def restore(self, snapshot: tuple[Any, ...]) -> CompiledState:
        """Makes a state from a snapshot."""
        players, options, *where = snapshot
        setting = e.Setting(players, 0, dict(options))
        plan = self.plan(setting)
        made = CompiledState(plan, setting, Stand(*where), self.reference.blank(setting), ())
        made.history = None
        return made


def _said(error: e.RuleError, play: Callable[[], object]) -> e.RuleError:
    """Gives a rule error with the names and the trace that the interpreter gives it, where it comes to it, too."""
    try:
        play()
    except e.RuleError as told:
        return told
    return error


def _rule_due(site: Site, option: tuple[int, ...], words: Labels, position: State) -> str:
    """Names a rule that is due, and the thing that it follows upon."""
    _, number, thing = option
    rule = site.source[number]
    event = rule.event
    if event is None or not isinstance(event.subject, m.Kind):
        return str(site.labels[number])
    return f"{site.labels[number]}: {words.subject(position, thing)}"


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
