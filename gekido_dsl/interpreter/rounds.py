"""The order of play: rounds, the turns in them, who comes next, and when a round is over.

A game without a declared round has one all the same: it is over when everybody who remains has had a turn. Its steps
are: the round begins (if the one before is over), a turn begins, each phase, the turn ends, the round ends, and who
comes next. A declared round goes through its phases and its turns in the order of writing.
"""

from functools import lru_cache

from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.bodies import BodyBuilder
from gekido_dsl.interpreter.operators import positions
from gekido_dsl.interpreter.phases import clear_scope
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.players import check_end, end_round, end_turn
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE


def build_turn(builder: BodyBuilder, code: Code) -> None:
    """Makes the steps of the order of play."""
    turn = builder.program.game.turn
    if turn is None:
        builder.end(code)
        return
    order = _Order(builder, code, turn)
    if turn.turns:
        order.round()
    else:
        order.turn_by_turn()


@lru_cache(maxsize=8)
def speaks_of_rounds(game: m.Game) -> bool:
    """Tells whether rules speak of rounds, so that the log has to say when one begins."""
    if game.turn is None or game.turn.together:
        return False
    if game.turn.round or game.round_limit is not None:
        return True
    if any(one.event is not None and one.event.subject.name == "Round" for one in game.triggers):
        return True
    return _asks_of_rounds(game)


def _asks_of_rounds(game: m.Game) -> bool:
    spoken = m.ops.Round | m.ops.RoundsOver
    return any(isinstance(expr, spoken) for decl in walk.declarations(game) for expr in walk.exprs(decl))


class _Order:
    """The steps of one order of play."""

    def __init__(self, builder: BodyBuilder, code: Code, turn: m.Turn) -> None:
        self.builder = builder
        self.code = code
        self.turn = turn
        self.acts = builder.acts
        self.game = builder.program.game
        self.layout = builder.program.layout
        self.out = self.layout.out_cell
        self.had = self.layout.had_cell
        self.told = speaks_of_rounds(self.game)
        self.by_rounds = _asks_of_rounds(self.game)
        """Whether a game may end because a round is over, and for nothing else."""
        self.entries = builder.program.turn_entries
        position = self.game.position
        self.lasts = any(end.last is not None for end in self.game.ends)
        """Whether last turns are played before the game ends."""
        self.note = positions.noting(builder.program.evaluator, position) if position is not None else None
        """Notes the position as a turn begins."""

    # ------------------------------------------------------------ the two sorts of order

    def turn_by_turn(self) -> None:
        """Makes the steps of a game in which turn follows turn, of each player or of all."""
        turn = self.turn
        self.code.add(self._begin_round, turn.span)
        self.code.add(self._begin_turn, turn.span, turn.cites)
        for line in turn.lines:
            self.entries.append(((0, 1), len(self.code.steps)))
            self._line(line, turn.together)
        self.code.add(self._end_turn, turn.span)
        self.code.add(self._end_round, turn.span)
        self.code.add(self._go_on, turn.span)

    def round(self) -> None:
        """Makes the steps of a declared round that holds turns."""
        turn = self.turn
        self.code.add(self._begin_round, turn.span, turn.cites)
        at = 0
        while at < len(turn.lines):
            number = turn.lines[at].turns
            if number < 0:
                self.entries.append(((0,), len(self.code.steps)))
                self._line(turn.lines[at], True)
                at += 1
                continue
            own = [line for line in turn.lines[at:] if line.turns == number]
            self._turns(turn.turns[number], own)
            at += len(own)
        self.code.add(self._end_round, turn.span)
        self.code.add(self._go_on, turn.span)

    def _turns(self, turns: m.Turns, lines: list[m.TurnLine]) -> None:
        """Makes the steps of the turns in a round."""
        each = self.builder.make(turns.each) if turns.each is not None else None
        until = self.builder.make(turns.until) if turns.until is not None else None
        blank = [NONE] * (turns.locals - 1)
        first = len(self.code.steps)
        begin, after = first + 1, first + len(lines) + 4

        def following(s: State, start: int) -> int:
            """Gives who has the next turn, from a seat on; NONE when the turns are over."""
            may = each(s, [start % self.layout.players, *blank]) if each is not None else None
            for player in self._from(start):
                done = until is None and s.cells[self.had + player]
                if s.cells[self.out + player] or done or (may is not None and player not in may):
                    continue
                return NONE if until is not None and until(s, [player, *blank]) else player
            return NONE

        def go(s: State, f: Frame, start: int, leads: bool) -> None:
            led = leads and s.cells[lay.LEADS] > 0
            who = following(s, s.cells[lay.LEADS] - 1 if led else start)
            f.step = after
            if who != NONE:
                s.cells[lay.ON_TURN] = who
                s.cells[lay.LEADS] = 0 if led else s.cells[lay.LEADS]
                f.step = begin

        def start(s: State, f: Frame) -> None:
            s.cells[self.had : self.had + self.layout.players] = [0] * self.layout.players
            go(s, f, self._foremost(s), True)

        def next_turn(s: State, f: Frame) -> None:
            # Where each has one turn, who leads in one of them begins what comes after these turns.
            go(s, f, s.cells[lay.ON_TURN] + 1, until is not None)

        self.code.add(start, turns.span)
        self.code.add(self._begin_turn, turns.span)
        for line in lines:
            self.entries.append(((0, first, begin), len(self.code.steps)))
            self._line(line, False)
        self.code.add(self._end_turn, turns.span)
        self.code.add(next_turn, turns.span)

    # ------------------------------------------------------------ steps

    def _begin_round(self, s: State, f: Frame) -> None:
        """Begins a round, unless the one before is not over."""
        f.step += 1
        if s.cells[lay.ROUND] and not s.cells[lay.ROUND_OVER]:
            return
        if self._at_limit(s, lay.ROUND, self.game.round_limit) or (
            not self.turn.turns and self._at_limit(s, lay.TURNS, self.game.turn_limit)
        ):
            return
        if s.cells[lay.LEADS] and (self.turn.together or not s.cells[lay.ROUND] or self.turn.round):
            s.cells[lay.ON_TURN] = s.cells[lay.FIRST] = s.cells[lay.LEADS] - 1
            s.cells[lay.LEADS] = 0
        s.cells[lay.ROUND] += 1
        s.cells[lay.ROUND_OVER] = 0
        s.cells[self.had : self.had + self.layout.players] = [0] * self.layout.players
        if self.turn.together or self.turn.round:
            s.cells[lay.ON_TURN] = s.cells[lay.FIRST] = self._foremost(s)
        f.locals[0] = s.cells[lay.ON_TURN]
        clear_scope(s, self.layout, "Round")
        if self.told and not self.turn.together:
            self.acts.tell(s, self.code, self.turn.span, "round", s.cells[lay.ROUND])
        self.acts.trigger(s, "begins", "Round", s.cells[lay.ON_TURN])

    def _begin_turn(self, s: State, f: Frame) -> None:
        if self._at_limit(s, lay.TURNS, self.game.turn_limit):
            return
        s.cells[lay.TURNS] += 1
        s.settled = False
        if self.turn.together:
            s.cells[lay.ON_TURN] = self._foremost(s)
        f.locals[0] = s.cells[lay.ON_TURN]
        clear_scope(s, self.layout, "Turn")
        if self.note is not None:
            self.note(s, s.cells[lay.ON_TURN])
        whose = NONE if self.turn.together else s.cells[lay.ON_TURN]
        self.acts.tell(s, self.code, self.turn.span, "turn", whose)
        self.acts.trigger(s, "begins", "Turn", s.cells[lay.ON_TURN])
        f.step += 1

    def _line(self, line: m.TurnLine, for_all: bool) -> None:
        """Makes the step of a phase: of a round, for which the first player acts, or of a turn."""
        condition = self.builder.make(line.condition) if line.condition is not None else None
        target = self.builder.program.by_decl[id(line.phase)]
        blank = [NONE] * (line.locals - 1)

        def run(s: State, f: Frame) -> None:
            f.step += 1
            if for_all:
                s.cells[lay.ON_TURN] = self._foremost(s)
                s.settled = False
            actor = f.locals[0] = s.cells[lay.ON_TURN]
            if s.cells[self.out + actor] == 0 and (condition is None or condition(s, [actor, *blank])):
                s.frames.append(target.start(actor))

        self.code.add(run, line.span)

    def _end_turn(self, s: State, f: Frame) -> None:
        # What the last phase has asked need not be asked again, as nothing has happened since.
        if not s.settled and check_end(self.acts, s):
            return
        if self.lasts and end_turn(self.acts, s, self.turn.together):
            return
        f.step += 1
        s.cells[self.had + s.cells[lay.ON_TURN]] = 1
        self.acts.trigger(s, "ends", "Turn", s.cells[lay.ON_TURN])
        s.settled = not s.pending

    def _end_round(self, s: State, f: Frame) -> None:
        f.step += 1
        if self._round_is_over(s):
            self.acts.trigger(s, "ends", "Round", s.cells[lay.ON_TURN])
            s.settled = s.settled and not s.pending

    def _go_on(self, s: State, f: Frame) -> None:
        """Ends the game after a round, or goes on with the next player or round."""
        if self._round_is_over(s):
            s.cells[lay.ROUND_OVER] = 1
            if (self.by_rounds or not s.settled) and check_end(self.acts, s):
                return
            if self.lasts and end_round(self.acts, s):
                return
        s.settled = False
        f.step = 0
        if self.turn.together or self.turn.round:
            return
        start = s.cells[lay.ON_TURN] + 1
        if s.cells[lay.LEADS]:
            start, s.cells[lay.LEADS] = s.cells[lay.LEADS] - 1, 0
        left = [player for player in self._from(start) if not s.cells[self.out + player]]
        s.cells[lay.ON_TURN] = left[0] if left else start % self.layout.players

    # ------------------------------------------------------------ parts

    def _at_limit(self, s: State, cell: int, limit: int | None) -> bool:
        """Ends the match as unfinished at a limit."""
        if limit is None or s.cells[cell] < limit:
            return False
        s.cells[lay.OVER] = 2
        s.frames.clear()
        return True

    def _round_is_over(self, s: State) -> bool:
        if self.turn.together or self.turn.round:
            return True
        return all(s.cells[self.had + p] or s.cells[self.out + p] for p in range(self.layout.players))

    def _foremost(self, s: State) -> int:
        """Gives the first player who remains, from the one who is first in the round."""
        first = s.cells[lay.FIRST]
        return next((player for player in self._from(first) if not s.cells[self.out + player]), first)

    def _from(self, start: int) -> list[int]:
        """Lists the seats in order, from one on."""
        return [(start + k) % self.layout.players for k in range(self.layout.players)]
