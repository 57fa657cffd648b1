"""What must be so in a scenario when its steps are done."""

from gekido_dsl import engine as e
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground import start
from gekido_dsl.model import nodes as m
from gekido_dsl.model import pictures, walk
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.scenario import choices
from gekido_dsl.scenario.match import STEPS_LIMIT, Match, Steps
from gekido_dsl.scenario.trouble import Failure


class Then:
    """The `then` lines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: Steps = {
            "then": self._then,
            "holds": self._holds,
            "spot": self._spot,
            "then drawn": self._drawn,
            "suffered": self._suffered,
            "can": self._can,
            "cannot": self._cannot,
            "only": self._only,
            "unasked": self._unasked,
            "wins": self._wins,
            "alone": self._alone,
            "loses": self._loses,
            "ended": self._ended,
            "error": self._error,
        }

    # ------------------------------------------------------------ how things stand

    def _then(self, step: m.ScenarioStep) -> None:
        self.match.go_on()
        assert step.expr is not None
        if not self.match.value(step.expr):
            found = self._found(step.expr)
            said = [
                f"expected: {_clean(step.expr)}",
                *([f"found: {found}"] if found else []),
                *self._round(step.expr),
            ]
            raise Failure("\n".join(said))

    def _round(self, expr: m.Expr) -> list[str]:
        """Says why a round is not over yet where only whose turn it is was given."""
        turn, given = self.match.interpreter.game.turn, self.match.turn
        if turn is None or turn.together or given is None or self.match.round_given:
            return []
        if not any(isinstance(one, m.ops.Round | m.ops.RoundsOver) for one in walk.inside(expr)):
            return []
        return [
            "the round begins with the turn that is given: add `given the Round is 1`, "
            "and the players before have had theirs"
        ]

    def _found(self, expr: m.Expr) -> str:
        """Says what the subject of a condition is."""
        match = self.match
        if isinstance(expr, m.ops.Not | m.ops.And | m.ops.Or):
            return "; ".join(filter(None, (self._found(part) for part in expr.args)))
        if not expr.args or isinstance(expr, m.ops.Some | m.ops.Every | m.ops.No):
            return ""
        subject = expr.args[0]
        value = match.program.evaluator.make(subject)(
            match.state, [match.state.cells[lay.ON_TURN], *[NONE] * match.size]
        )
        if (
            isinstance(item(subject.type), ThingType)
            and not isinstance(subject.type, SetType)
            and isinstance(subject, m.ops.Called)
        ):
            where = match.state.where[value]
            on = 0 <= where < match.program.layout.count
            return f"{_clean(subject)} is on {match.labels.thing(match.state, where)}" if on else ""
        if isinstance(subject, m.ops.Place):
            return f"{_clean(subject)} is {', '.join(match.arranger.lying(value)) or 'empty'}"
        return f"{_clean(subject)} is {match.labels.value(match.state, subject.type, value)}"

    def _holds(self, step: m.ScenarioStep) -> None:
        match = self.match
        match.go_on()
        assert step.expr is not None
        expected, found = match.arranger.expected(step), match.arranger.holding(step.expr)
        if not isinstance(step.expr, m.ops.Track):
            expected, found = sorted(expected), sorted(found)
        if expected != found:
            said = [", ".join(names) or "none" for names in (expected, found)]
            raise Failure(f"expected: {_clean(step.expr)} is {said[0]}\nfound: {said[1]}")

    def _spot(self, step: m.ScenarioStep) -> None:
        match = self.match
        match.go_on()
        assert step.expr is not None
        negated, there = step.subject, match.value(step.values[0])
        named = match.value(step.expr)
        things = named if isinstance(named, list) else [named]
        standing = [match.state.where[thing] for thing in things if thing != NONE]
        spaces = there if isinstance(there, list) else [there]
        if any(where in spaces and where != NONE for where in standing) == negated:
            told = [
                match.labels.space(match.state, where)
                for where in standing
                if 0 <= where < match.program.layout.count
            ]
            raise Failure(
                f"expected: {_clean(step.expr)} is {'not ' if negated else ''}on {_clean(step.values[0])}\n"
                f"found: on {', '.join(told) or 'no space'}"
            )

    def _drawn(self, step: m.ScenarioStep) -> None:
        match = self.match
        match.go_on()
        assert isinstance(step.expr, m.ops.Board)
        board = step.expr.ref
        expected, found = dict(step.subject), start.drawn(match.state, board)
        if expected != found:
            said = ["\n".join(pictures.written(board, signs)) for signs in (expected, found)]
            raise Failure(f"expected: {_clean(step.expr)} is\n{said[0]}\nfound:\n{said[1]}")

    def _suffered(self, step: m.ScenarioStep) -> None:
        match = self.match
        match.go_on()
        assert step.expr is not None
        thing, expected = match.value(step.expr), match.value(step.values[0])
        hits = [
            event
            for event in match.events[match.since :]
            if event.kind == "suffer" and event.data[0] == thing
        ]
        found = sum(event.data[1] for event in hits)
        if found != expected:
            why = [
                line for event in match.events[match.since :] if event.kind == "damage" for line in event.why
            ]
            text = f"expected: {_clean(step.expr)} has suffered {expected} damage\nfound: {found}"
            raise Failure("\n".join([text, *why]))

    # ------------------------------------------------------------ what can be chosen

    def _peek(self, step: m.ScenarioStep, *, this_turn: bool = False) -> e.Decision | str:
        """Looks ahead to a player's next decision that is not just passing, or says why there is none.

        Args:
            this_turn: whether what is asked in a later turn does not count.
        """
        match = self.match
        match.go_on()
        assert step.expr is not None
        seat = match.seat(step.expr)
        state, script = match.state.copy(), match.script.copy()
        for _ in range(STEPS_LIMIT):
            decision = match.interpreter.decision(state)
            if decision is None:
                return f"{_clean(step.expr)} is asked nothing more: the match is over"
            if decision.seat == seat and not all(choice.declines for choice in decision.choices):
                return decision
            onward = choices.onward(decision)
            if onward is None:
                asked = f"{match.labels.player(decision.seat)} is, {choices.said(decision)}"
                return f"{_clean(step.expr)} is not asked: {asked}"
            match.interpreter.apply(state, onward, script)
            if this_turn and state.cells[lay.TURNS] != match.state.cells[lay.TURNS]:
                return f"{_clean(step.expr)} is not asked in this turn"
        return f"{_clean(step.expr)} is never asked"

    def _can(self, step: m.ScenarioStep) -> None:
        self._offered(step)

    def _offered(self, step: m.ScenarioStep) -> e.Decision:
        decision, picks = self._peek(step), self.match.picks(step)
        if isinstance(decision, str):
            raise Failure(f"expected: can choose {', '.join(picks)}\nfound: {decision}")
        for text in picks:
            if choices.named(decision, text) is None:
                raise Failure(f"expected: can choose {text}\nfound: asked {choices.said(decision)}")
        return decision

    def _cannot(self, step: m.ScenarioStep) -> None:
        decision, picks = self._peek(step), self.match.picks(step)
        if isinstance(decision, str):
            raise Failure(f"expected: cannot choose {', '.join(picks)}\nfound: {decision}")
        for text in picks:
            if choices.named(decision, text) is not None:
                raise Failure(f"expected: cannot choose {text}\nfound: asked {choices.said(decision)}")

    def _only(self, step: m.ScenarioStep) -> None:
        decision, picks = self._offered(step), self.match.picks(step)
        expected = {choices.named(decision, text) for text in picks}
        labels = {decision.choices[k].label for k in expected if k is not None}
        more = [c.label for c in decision.choices if not c.declines and c.label not in labels]
        if more:
            also = ", ".join(dict.fromkeys(more))
            raise Failure(f"expected: can only choose {', '.join(picks)}\nfound: also {also}")

    def _unasked(self, step: m.ScenarioStep) -> None:
        decision = self._peek(step, this_turn=True)
        if isinstance(decision, e.Decision):
            assert step.expr is not None
            raise Failure(
                f"expected: {_clean(step.expr)} is not asked\nfound: asked {choices.said(decision)}"
            )

    # ------------------------------------------------------------ the end, and errors

    def _over(self, expected: str) -> e.Outcome:
        """Gives how the match ended, which has to be over."""
        match = self.match
        match.go_on()
        outcome = match.interpreter.outcome(match.state)
        if outcome is None:
            decision = match.decision()
            asked = (
                f": {match.labels.player(decision.seat)} is asked {choices.said(decision)}"
                if decision
                else ""
            )
            raise Failure(f"expected: {expected}\nfound: the match goes on{asked}")
        return outcome

    def _ended(self, step: m.ScenarioStep) -> None:
        expected = "the game has ended" + "".join(f" by {label}" for label in step.values)
        outcome = self._over(expected)
        if step.values and outcome.label not in step.values:
            raise Failure(
                f"expected: {expected}\nfound: it has ended by {outcome.label or 'no end with a label'}"
            )

    def _loses(self, step: m.ScenarioStep) -> None:
        match = self.match
        assert step.expr is not None
        outcome = self._over(f"{_clean(step.expr)} loses")
        if match.seat(step.expr) not in outcome.lost:
            lost = ", ".join(match.labels.player(seat) for seat in outcome.lost) or "nobody"
            raise Failure(f"expected: {_clean(step.expr)} loses\nfound: {lost} loses")

    def _wins(self, step: m.ScenarioStep) -> None:
        match = self.match
        assert step.expr is not None
        outcome = self._over(f"{_clean(step.expr)} wins")
        if match.seat(step.expr) not in outcome.winners:
            won = ", ".join(match.labels.player(seat) for seat in outcome.winners) or "nobody"
            raise Failure(f"expected: {_clean(step.expr)} wins\nfound: {won} wins")

    def _alone(self, step: m.ScenarioStep) -> None:
        match = self.match
        self._wins(step)
        outcome = match.interpreter.outcome(match.state)
        assert step.expr is not None
        if outcome is not None and len(outcome.winners) > 1:
            won = ", ".join(match.labels.player(seat) for seat in outcome.winners)
            raise Failure(f"expected: only {_clean(step.expr)} wins\nfound: {won} win")

    def _error(self, step: m.ScenarioStep) -> None:
        match = self.match
        if match.error is None:
            match.guarded(match.go_on)
        if match.error is None:
            raise Failure(f"expected: an error, {step.subject!r}\nfound: none")
        error, _ = match.error
        match.error = None
        if step.subject.lower() not in error.message.lower():
            raise Failure(f"expected: an error, {step.subject!r}\nfound: {error.message}")


def _clean(expr: m.Expr) -> str:
    return " ".join(expr.span.text.split())
