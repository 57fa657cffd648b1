"""A game compiled for one number of players and one set of options, and the states of its matches.

Invariants:
    A stand never changes, and a state says which it is at; so copies share it, and whatever was worked out of it.
"""

from collections.abc import Mapping, Sequence

from gekido_dsl import engine as e
from gekido_dsl import records, store
from gekido_dsl.backend import limits
from gekido_dsl.backend.horizon import horizon, turns_of_a_round
from gekido_dsl.backend.interpreted import Interpreted
from gekido_dsl.backend.machine import Machine, Stand
from gekido_dsl.backend.match import MatchModule, bare, match_module
from gekido_dsl.backend.playouts import Playouts
from gekido_dsl.backend.positions import Positions
from gekido_dsl.backend.searching import Searcher
from gekido_dsl.backend.undecided import undecided
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import Past, State
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program.verify import verify


class Plan:
    """A game with its options and number of players settled, compiled."""

    def __init__(
        self,
        game: m.Game,
        setting: e.Setting,
        options: Mapping[str, int],
        traced: bool,
        reference: Interpreter,
        judged: bool,
        kept: Sequence[str] = (),
    ) -> None:
        self.blank = reference.blank(setting)
        self.lowered: Lowered = lower(game, setting.players, options, judged)
        answers = [f"{name}={answer}" for name, answer in sorted(options.items())]
        self._key = store.key("searching", *kept, str(setting.players), *answers) if kept else ""
        self.machine = Machine(self._match_module(traced))
        self.positions = Positions(self.lowered)
        self.interpreted = Interpreted(reference, self.blank.program, self.positions)
        self._searcher: Searcher | None = None
        self._playouts: Playouts | None = None
        self._options = options
        self._horizons: dict[int, int] = {}

    def _match_module(self, traced: bool) -> MatchModule:
        """Makes the module that plays matches, or takes it from the store."""
        program = self.lowered.program

        def make() -> MatchModule:
            limits.check(program)
            verify(program)
            return match_module(program, traced)

        # Whoever runs it asks by the arrays of the program that was lowered.
        key = self._key and f"{self._key}-{'traced' if traced else 'silent'}"
        return records.kept_as(key, (*program.arrays, *program.functions), make, bare)

    @property
    def playouts(self) -> Playouts:
        """What plays on from its matches, made when it is first asked for."""
        if self._playouts is None:
            lowered = self.lowered
            if lowered.judge is None:
                layout = lowered.layout
                lowered = lower(layout.game, layout.players, self._options, judged=True, dealt=False)
            self._playouts = Playouts(lowered, self.blank)
        return self._playouts

    def horizon(self, rounds: int) -> int:
        """Gives for how many turns a playout goes on; see `horizon`."""
        if rounds not in self._horizons:
            layout, turns = self.lowered.layout, self.lowered.memory.system["turns"]
            own = turns_of_a_round(layout.game, layout.players)
            self._horizons[rounds] = horizon(rounds, own, layout.players, self.machine, turns)
        return self._horizons[rounds]

    @property
    def searcher(self) -> Searcher:
        """What searches in its matches, made when it is first asked for."""
        if self._searcher is None:
            self._searcher = Searcher(self.lowered, self._key)
        return self._searcher


class CompiledState:
    """The state of a match; see `engine.State`."""

    __slots__ = (
        "_at",
        "_over_again",
        "_position",
        "_undecided",
        "past",
        "plan",
        "played",
        "setting",
        "stand",
    )

    def __init__(self, plan: Plan, setting: e.Setting, stand: Stand, played: State | None = None) -> None:
        self.plan = plan
        self.setting = setting
        self.stand = stand
        """Where the match stands; of no meaning while the interpreter plays."""
        self.played = played
        """The state of the interpreter, while it plays."""
        self.past: Past | None = None
        """How it came about, as in the state of the interpreter."""
        self._position: State | None = None
        self._at: Stand | None = None
        self._over_again: tuple[Stand, State] | None = None
        self._undecided: tuple[Stand, Stand | None] | None = None

    def copy(self) -> "CompiledState":
        """Gives an independent copy."""
        made = CompiledState(self.plan, self.setting, self.stand)
        made.played = self.played.copy() if self.played is not None else None
        made.past = self.past
        made._position, made._at = self._position, self._at
        made._over_again, made._undecided = self._over_again, self._undecided
        return made

    @property
    def position(self) -> State:
        """Cells and places at the decision, for whoever only reads."""
        if self.played is not None:
            return self.played
        if self._position is None or self._at is not self.stand:
            self._position = self.plan.blank.copy()
            self.plan.positions.fill(self.plan.machine.position(self.stand), self._position)
            self._at = self.stand
        return self._position

    @property
    def over_again(self) -> State:
        """The state to which the interpreter came, for whoever only reads."""
        if self.played is not None:
            return self.played
        if self._over_again is None or self._over_again[0] is not self.stand:
            made = self.plan.interpreted.state(self.stand, self.setting, self.plan.blank)
            self._over_again = self.stand, made
        return self._over_again[1]

    def undecided(self, known: State) -> Stand | None:
        """Gives where it stands in the eyes of who decides in secret; see `undecided`.

        Args:
            known: the state of the interpreter there.
        """
        if self._undecided is None or self._undecided[0] is not self.stand:
            plan = self.plan
            found = undecided(
                plan.machine,
                self.stand,
                known,
                lambda stand: plan.interpreted.state(stand, self.setting, plan.blank),
            )
            self._undecided = self.stand, found
        return self._undecided[1]
