"""The order of play: the set-up, rounds, the turns in them, who comes next, and when a round is over.

The entry of the program. Between two turns nothing is under way: there it can be gone on from, and `play` says where.
"""

from collections.abc import Callable
from functools import partial
from itertools import groupby

from gekido_dsl.lowering.course import beginning, games_in_a_row, resting
from gekido_dsl.lowering.game.lowering import OVER, PHASE
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.operators import positions
from gekido_dsl.lowering.writing import ending, trying
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.triggers import trigger
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.source import Span


def write_entry(w: Writer) -> None:
    """Writes the entry: from the boundary at which the match stands to its end."""
    order = _Order(w)
    trying.begin(w)
    code = w.code
    if not w.game.row:
        with code.block("over") as order.over:
            order.write()
    else:
        order.first = code.variable(0, "first")
        with code.block("row") as over, code.loop("game") as again:
            with code.block("over") as order.over:
                order.write()
            games_in_a_row.write(w, order.first, over)
            code.br(again)
    w.code.return_(1)


def write_setup(w: Writer) -> None:
    """Writes the function of the set-up's own body."""
    setup = w.game.setup
    assert setup is not None
    w.span, w.cites = setup.span, setup.cites
    w.body(setup.body.statements)


class _Order:
    """The order of play, as the entry goes through it."""

    def __init__(self, w: Writer) -> None:
        self.w = w
        self.code = w.code
        self.system = w.memory.system
        self.players = w.layout.players
        self.over: ir.Label | None = None
        self.on_turn: int | None = None
        """Who is on turn, where that is known."""
        self.alternate = False
        """Whether two players take turns in strict alternation, so that each round begins with the first of them."""
        self.first: ir.Local | None = None
        """Who is first in the next game of a row."""

    def write(self) -> None:
        """Writes the set-up and all turns."""
        turn = self.w.game.turn
        with self.code.block("turns") as turns:
            self.code.br(turns, x.load(self.w.memory.play, 0))
            beginning.write(self.w)
            if self.first is None:
                beginning.first(self.w)
            else:
                with self.code.if_(x.eq(self._get("game"), 1)):
                    beginning.first(self.w)
                with self.code.else_():
                    for name in ("on_turn", "first", "began"):
                        self.code.store(self.system[name], 0, self.first)
            if self.w.game.setup is not None:
                self._run_setup()
            self.code.store(self.w.memory.play, 0, 1)
        if turn is None:
            return
        if turn.turns:
            self._round_by_round(turn)
        else:
            self._turn_by_turn(turn)

    def _run_setup(self) -> None:
        lowering = self.w.lowering
        made = lowering.program.function("setup", ("actor",), "status")
        own = Writer(lowering, made, self.w.game.setup, {0: made.parameters[0]})
        write_setup(own)
        self._call(own.finish(), self._get("first"))

    # ------------------------------------------------------------ turn by turn

    def _turn_by_turn(self, turn: m.Turn) -> None:
        """Writes the loop of a game in which turn follows turn, of each player or of all."""
        w, code = self.w, self.code
        lowering = w.lowering
        of_two = self.players == 2 and not (lowering.may_go_out or turn.together or turn.round)
        apart = of_two and lowering.takes(Special.TURN_OF_EACH)
        self.alternate = apart and not lowering.leads
        with code.loop("turn") as again:
            if lowering.leads and not (turn.together or turn.round):
                # Not at the end of the set-up: the interpreter may have played that, up to the boundary.
                with code.if_(x.not_(self._get("round"))):
                    self._have_begin_who_leads()
            if not apart:
                self._one_turn(turn)
                code.br(again)
                return
            # Each player's turn is written by itself, so that who acts is known in it.
            for player in range(2):
                with code.block("turn of another") as other:
                    code.br(other, x.ne(self._get("on_turn"), player))
                    self.on_turn = player
                    self._one_turn(turn)
                    self.on_turn = None
            code.br(again)

    def _one_turn(self, turn: m.Turn) -> None:
        """Writes one turn, and who has the next."""
        w, code = self.w, self.code
        with resting.passing_over(w, resting.going_on(w)):
            code.boundary()
            self._begin_round(turn)
            self._begin_turn(turn, turn.cites)
        for line in turn.lines:
            self._line(line, turn.together)
        self._check_end()
        self._end_turn(turn)
        code.store(w.memory.had, self._get("on_turn"), 1)
        self._trigger("ends", "Turn")
        self._end_round(turn)
        self._go_on(turn)

    # ------------------------------------------------------------ round by round

    def _round_by_round(self, turn: m.Turn) -> None:
        """Writes the loop of a game whose declared round holds turns.

        It is in parts, one for each of the turns and one for what comes before, between and after them. Where a
        match stands is the number of the part to go on with, from 1.
        """
        parts: list[Callable[[], None]] = []
        lines = [(number, list(own)) for number, own in groupby(turn.lines, key=lambda line: line.turns)]
        if not lines or lines[0][0] >= 0:
            lines.insert(0, (NONE, []))
        for at, (number, own) in enumerate(lines):
            if number >= 0 and at and lines[at - 1][0] >= 0:
                parts.append(partial(self._between, turn, [], turn.turns[number], len(parts) + 2))
            if number >= 0:
                parts.append(partial(self._turn_of, turn, turn.turns[number], own, len(parts) + 2))
                continue
            following = turn.turns[lines[at + 1][0]] if at + 1 < len(lines) else None
            parts.append(partial(self._between, turn, own, following, len(parts) + 2, begins=not parts))
        if lines[-1][0] >= 0:
            parts.append(partial(self._between, turn, [], None, len(parts) + 2))
        with self.code.loop("round") as again:
            with self.code.if_(x.not_(resting.going_on(self.w))):
                self.code.boundary()
            self.code.cases(x.sub(x.load(self.w.memory.play, 0), 1), parts)
            self.code.br(again)

    def _between(
        self,
        turn: m.Turn,
        lines: list[m.TurnLine],
        turns: m.Turns | None,
        following: int,
        begins: bool = False,
    ) -> None:
        """Writes the phases before, between or after turns, and who has the first of the turns."""
        code, play = self.code, self.w.memory.play
        if begins:
            with resting.passing_over(self.w, resting.going_on(self.w)):
                self._begin_round(turn)
        for line in lines:
            self._line(line, True)
        if turns is None:
            self._end_round(turn)
            self._go_on(turn)
            code.store(play, 0, 1)
            return
        self._clear_had()
        self._pass_on(turns, self._foremost(), following, leads=True)

    def _turn_of(self, turn: m.Turn, turns: m.Turns, lines: list[m.TurnLine], following: int) -> None:
        """Writes a turn in a round, and who has the next."""
        with resting.passing_over(self.w, resting.going_on(self.w)):
            self._begin_turn(turn, ())
        for line in lines:
            self._line(line, False)
        self._check_end()
        self._end_turn(turn)
        self.code.store(self.w.memory.had, self._get("on_turn"), 1)
        self._trigger("ends", "Turn")
        # Where each has one turn, who leads in one of them begins what comes after these turns.
        on = x.add(self._get("on_turn"), 1)
        self._pass_on(turns, on, following - 1, leads=turns.until is not None)

    def _pass_on(self, turns: m.Turns, start: ir.Expr, following: int, *, leads: bool) -> None:
        """Has the next player be on turn in one part, or goes on with the part after it."""
        code, play = self.code, self.w.memory.play
        leads = leads and bool(self.w.lowering.leads)
        if leads:
            start = x.select(x.gt(self._get("leads"), 0), x.sub(self._get("leads"), 1), start)
        who = self._following(turns, start)
        with code.if_(x.ge(who, 0)):
            code.store(self.system["on_turn"], 0, who)
            if leads:
                code.store(self.system["leads"], 0, 0)
            code.store(play, 0, following)
        with code.else_():
            code.store(play, 0, following + 1)

    def _following(self, turns: m.Turns, start: ir.Expr) -> ir.Local:
        """Gives who has the next turn, from a seat on, which may be one too many; none when the turns are over."""
        w, code = self.w, self.code
        first = code.let(_wrapped(code.let(start), self.players))
        may = None
        if turns.each is not None:
            may = self._asked(first).several(turns.each).freeze(w)
        who = code.variable(NONE, "who")
        with (
            code.block("found") as found,
            code.each(0, self.players, "k") as k,
            code.block("next one") as other,
        ):
            player = code.let(_wrapped(code.let(x.add(first, k)), self.players))
            if w.lowering.may_go_out:
                code.br(other, x.load(w.memory.out, player))
            if turns.until is None:
                code.br(other, x.load(w.memory.had, player))
            if may is not None:
                code.br(other, x.not_(may.has(w, player)))
            if turns.until is not None:
                code.br(found, self._asked(player).test(turns.until))
            code.set(who, player)
            code.br(found)
        return who

    def _asked(self, player: ir.Expr) -> Writer:
        """Gives the writer of what the order of play asks about a player."""
        assert self.w.game.turn is not None
        return self.w.within(self.w.game.turn, {0: player})

    # ------------------------------------------------------------ steps

    def _begin_round(self, turn: m.Turn) -> None:
        """Begins a round, unless the one before is not over."""
        w, code = self.w, self.code
        with code.block("round goes on") as goes_on:
            if self.alternate:
                code.br(goes_on, x.ne(self._get("first"), self._get("on_turn")))
            else:
                code.br(goes_on, x.and_(x.ne(self._get("round"), 0), x.not_(self._get("round_over"))))
            self._limit("round", w.game.round_limit)
            if not turn.turns:
                self._limit("turns", w.game.turn_limit)
            if turn.together or turn.round:
                self._have_begin_who_leads()
            elif turn.turns:
                with code.if_(x.not_(self._get("round"))):
                    self._have_begin_who_leads()
            code.increase(self.system["round"])
            code.store(self.system["round_over"], 0, 0)
            self._clear_had()
            if turn.together or turn.round:
                foremost = self._foremost()
                code.store(self.system["on_turn"], 0, foremost)
                if w.lowering.may_go_out:
                    code.store(self.system["first"], 0, foremost)
            w.clear_scope("Round")
            if w.lowering.tells_rounds and not turn.together:
                w.locals[0] = self._get("on_turn")
                w.tell("round", self._get("round"), span=turn.span)
            self._trigger("begins", "Round")

    def _have_begin_who_leads(self) -> None:
        """Has who leads, if anybody does, begin the round; each player's own turn is not under way yet."""
        if not self.w.lowering.leads:
            return
        with self.code.if_(x.gt(self._get("leads"), 0)):
            for name in ("on_turn", "first"):
                self.code.store(self.system[name], 0, x.sub(self._get("leads"), 1))
            self.code.store(self.system["leads"], 0, 0)

    def _begin_turn(self, turn: m.Turn, cites: tuple[m.Citation, ...]) -> None:
        w, code = self.w, self.code
        self._limit("turns", w.game.turn_limit)
        code.increase(self.system["turns"])
        if turn.together:
            code.store(self.system["on_turn"], 0, self._foremost())
        w.clear_scope("Turn")
        w.locals[0] = self._get("on_turn")
        if w.game.position is not None:
            positions.note(w.within(w.game.position, {0: code.let(self._get("on_turn"))}), w.game.position)
        w.cites = cites
        w.tell("turn", x.constant(NONE) if turn.together else self._get("on_turn"), span=turn.span)
        self._trigger("begins", "Turn")

    def _line(self, line: m.TurnLine, for_all: bool) -> None:
        """Writes a phase: of a round, for which the first player acts, or of a turn."""
        w, code, own = self.w, self.code, self.w.lowering.rests.of(line)
        begins = x.not_(resting.inside(w, own))
        with resting.passing_over(w, resting.passed(w, own)):
            with code.if_(begins):
                if own:
                    code.rest(own.start)
                if for_all:
                    code.store(self.system["on_turn"], 0, self._foremost())
            actor = code.let(self._get("on_turn"), "actor")
            w.locals[0] = actor
            with code.block("line") as after:
                with code.if_(begins):
                    if w.lowering.may_go_out:
                        code.br(after, x.load(w.memory.out, actor))
                    if line.condition is not None:
                        asked = w.within(line.phase, {0: actor})
                        code.br(after, x.not_(asked.test(line.condition)))
                self._call(w.lowering.body_of(line.phase), actor)

    def _end_round(self, turn: m.Turn) -> None:
        if self.w.lowering.triggers.get(("ends", "Round")):
            with self.code.if_(self._round_is_over(turn)):
                self._trigger("ends", "Round")

    def _go_on(self, turn: m.Turn) -> None:
        """Ends the game after a round, or goes on with the next player or round."""
        w, code = self.w, self.code
        with code.if_(self._round_is_over(turn)):
            code.store(self.system["round_over"], 0, 1)
            self._check_end()
            last = ending.end_round(w.lowering)
            if last is not None:
                self._call(last, self._get("on_turn"))
        if turn.together or turn.round:
            return
        start = code.variable(x.add(self._get("on_turn"), 1), "start")
        if w.lowering.leads:
            with code.if_(self._get("leads")):
                code.set(start, x.sub(self._get("leads"), 1))
                code.store(self.system["leads"], 0, 0)
        code.store(self.system["on_turn"], 0, self.next_from(start))

    # ------------------------------------------------------------ parts

    def _get(self, name: str) -> ir.Expr:
        if name == "on_turn" and self.on_turn is not None:
            return x.constant(self.on_turn)
        return x.load(self.system[name], 0)

    def _call(self, function: ir.Function, *arguments: ir.Expr) -> None:
        """Runs a body: a match that is over leaves the entry; nothing else may come up to here."""
        assert self.over is not None
        status = self.code.call_status(function, *arguments)
        with self.code.if_(status):
            self.code.br(self.over, x.eq(status, OVER))
            ended = self.w.lowering.ended
            for phase, where in ended[:-1]:
                with self.code.if_(x.eq(status, PHASE + self.w.lowering.phases[id(phase)])):
                    self._not_running(phase, where)
            if ended:
                self._not_running(*ended[-1])
            else:
                self.code.trap()

    def _not_running(self, phase: m.Procedure, where: Span | None) -> None:
        self.w.error(f"`{phase.name}` is not running, so it cannot end", where)

    def _check_end(self) -> None:
        """Ends the match when a condition for its end holds."""
        check = ending.function(self.w.lowering)
        if check is not None:
            self._call(check, self._get("on_turn"))

    def _end_turn(self, turn: m.Turn) -> None:
        """Notes that last turns begin, or who has had theirs; ends the match when all have."""
        noted = ending.end_turn(self.w.lowering, turn.together)
        if noted is not None:
            self._call(noted, self._get("on_turn"))

    def _trigger(self, kind: str, name: str) -> None:
        """Makes triggers due and runs them."""
        w = self.w
        if not w.lowering.triggers.get((kind, name)):
            return
        made = w.lowering.program.function(f"{name} {kind}", (), "status")
        own = Writer(w.lowering, made, w.game.turn, {0: w.lowering.system("on_turn")}, "Turn")
        own.locals[0] = made.let(own.actor)
        with step(own, w.game.turn.span if w.game.turn is not None else None):
            trigger(own, kind, name, own.actor)
        self._call(own.finish())

    def _limit(self, name: str, limit: int | None) -> None:
        """Ends the match as unfinished at a limit."""
        if limit is None:
            return
        assert self.over is not None
        with self.code.if_(x.ge(self._get(name), limit)):
            self.code.store(self.system["over"], 0, 2)
            self.code.br(self.over)

    def _clear_had(self) -> None:
        for player in range(self.players):
            self.code.store(self.w.memory.had, player, 0)

    def _round_is_over(self, turn: m.Turn) -> ir.Expr:
        if turn.together or turn.round:
            return x.constant(1)
        if self.alternate:
            return x.ne(self._get("first"), self._get("on_turn"))
        done: ir.Expr = x.constant(1)
        for player in range(self.players):
            one = x.load(self.w.memory.had, player)
            if self.w.lowering.may_go_out:
                one = x.or_(one, x.load(self.w.memory.out, player))
            done = x.and_(done, x.truth(one))
        return done

    def _foremost(self) -> ir.Expr:
        """The first player who remains, from the one who is first in the round."""
        first = self._get("first")
        return self.next_from(first) if self.w.lowering.may_go_out else first

    def next_from(self, start: ir.Expr) -> ir.Expr:
        """The first player who remains, from a seat on, which may be one too many; that seat if nobody does."""
        code = self.code
        seat = code.variable(_wrapped(code.let(start), self.players), "seat")
        if not self.w.lowering.may_go_out:
            return seat
        left = code.variable(self.players, "left")
        with code.block("found") as found, code.loop("seats", bound=self.players + 1) as again:
            code.br(found, x.not_(x.load(self.w.memory.out, seat)))
            code.set(left, x.sub(left, 1))
            code.set(seat, _wrapped(x.add(seat, 1), self.players))
            code.br(again, left)
        return seat


def _wrapped(seat: ir.Expr, players: int) -> ir.Expr:
    return x.select(x.ge(seat, players), x.sub(seat, players), seat)
