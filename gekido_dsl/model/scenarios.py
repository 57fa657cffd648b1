"""Scenarios of a ruleset: what is given, done and expected, with names resolved.

In a scenario the name of a row stands for a thing and for its owner: `Slicer's Structure`, `Slicer's Hand`.
"""

from typing import Any

from gekido_dsl.diagnostics import Missing, codes, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model import offered, pictures
from gekido_dsl.model.phrases import Phrases, face_type
from gekido_dsl.model.scope import RowName, Scope
from gekido_dsl.model.sentences import Sentences
from gekido_dsl.model.types import INT, PlaceType, PlayerType, SetType, ThingType, Type, UnknownType, item
from gekido_dsl.syntax import nodes as s


def scenario(d: s.Scenario, basics: dict[str, Any], phrases: Phrases, sentences: Sentences) -> m.Scenario:
    """Resolves a scenario."""
    made = m.Scenario(d.title, **basics | {"name_span": d.span, "text": None})
    steps = _Steps(made, phrases, sentences)
    phrases.figures = True
    for step in d.steps:
        match step:
            case s.Given():
                steps.given(step)
            case s.When():
                steps.when(step)
            case s.Then():
                steps.then(step)
    phrases.figures = False
    made.steps = tuple(steps.made)
    made.locals = steps.scope.size
    return made


class _Steps:
    """Resolves the steps of one scenario."""

    def __init__(self, scenario: m.Scenario, phrases: Phrases, sentences: Sentences) -> None:
        self.scenario = scenario
        self.phrases = phrases
        self.index = phrases.index
        self.sentences = sentences
        self.scope = Scope()
        self.made: list[m.ScenarioStep] = []

    def _add(self, kind: str, step: s.Node, **parts: Any) -> None:
        self.made.append(m.ScenarioStep(kind, step.span, **parts))

    def _wrong(self, found: m.Expr, why: str, help: str | None = None) -> None:
        if not isinstance(item(found.type), UnknownType):
            self.index.report(codes.WRONG_TYPE, why, found.span, f"this is {found.type}", help=help)

    def _to_give(self, goal: m.Expr, step: Any) -> str | None:
        """Says how to give what was meant where a match can change no such thing."""
        written, values = goal.span.text, ", ".join(value.span.text for value in step.values)
        if isinstance(goal, m.ops.Option):
            return f"write `given option {written} is {values}`"
        if isinstance(goal.type, ThingType):
            facts = [field.name for field in goal.type.kind.fields.values() if field.kept]
            return f"name the fact, as in `{written}'s {facts[0]} is {values}`" if facts else None
        return None

    def _expr(self, written: Any, wanted: Type | None = None) -> m.Expr:
        if isinstance(written, s.Name):
            written = s.Noun(written.span, (), written)
        found = self.phrases.expr(written, self.scope, wanted)
        return (
            found
            if wanted is None
            else self.phrases.expect(found, SetType(wanted) if isinstance(found.type, SetType) else wanted)
        )

    def _thing(self, written: Any) -> m.Expr:
        """Resolves what stands somewhere: a row, where a value is called the same."""
        if isinstance(written, s.Noun) and written.name is not None:
            rows = [one for one in self.index.meanings(written.name.text) if isinstance(one, RowName)]
            if rows:
                return self._expr(written, ThingType(rows[0].kind))
        return self._expr(written)

    def _who(self, written: Any) -> m.Expr:
        """Resolves who: a player, or something that a player owns."""
        found = self._expr(written)
        if not isinstance(item(found.type), PlayerType | ThingType):
            self._wrong(found, f"`{found.span.text}` is no player, and nothing that a player owns")
        return found

    def _values(self, goal: m.Expr, written: tuple[s.Expr, ...]) -> tuple[m.Expr, ...]:
        """Resolves what a track, a place, a fact or a link is said to be."""
        one = item(goal.type)
        if isinstance(one, PlaceType):
            one = ThingType(one.holds)
        if isinstance(one, ThingType) and one.kind.faces is not None:
            one = face_type(one.kind)
        return tuple(self._expr(value, one) for value in written)

    # ------------------------------------------------------------ given

    def given(self, step: s.Given) -> None:
        match step.kind:
            case "option":
                self._option(step)
            case "players":
                self.scenario.players = step.number
            case "seats":
                found = tuple(self._expr(name) for name in step.names)
                for one in found:
                    if not isinstance(one.type, ThingType | UnknownType):
                        self._wrong(one, f"`{one.span.text}` is not one thing that a player can own")
                self._add("seats", step, values=found)
                self.scenario.players = len(found)
            case "turn":
                phase = self.index.find(step.names[0], m.Procedure, "phase") if step.names else None
                self._add("turn", step, subject=phase, expr=self._who(step.subject))
            case "is":
                goal = self._expr(step.subject)
                if (
                    isinstance(goal, m.ops.Board)
                    and goal.ref.space.legend is not None
                    and goal.ref.space.parent is not None
                ):
                    drawn = self._expr(step.values[0], ThingType(goal.ref.space.parent))
                    self._add("is", step, values=(drawn,), expr=goal)
                    return
                if isinstance(goal, m.ops.Owner) and not isinstance(item(goal.of.type), ThingType):
                    self._wrong(
                        goal,
                        f"`{goal.span.text}` is nothing that a match can change",
                        help=self._to_give(goal, step),
                    )
                elif not goal.record.given or (isinstance(goal, m.ops.Field) and not goal.ref.kept):
                    self._wrong(
                        goal,
                        f"`{goal.span.text}` is nothing that a match can change",
                        help=self._to_give(goal, step),
                    )
                    if isinstance(goal.type, ThingType):
                        return
                empty = isinstance(goal, m.ops.Track | m.ops.Place) and isinstance(step.values[0], s.NoneWord)
                values = () if empty else self._values(goal, step.values)
                self._add("is", step, values=values, expr=goal)
            case "state":
                goal = self._expr(step.subject)
                if step.names[0].text != "empty":
                    why = f"`{step.names[0].text}` follows from what is there and cannot be given"
                    self.index.report(codes.WRONG_TYPE, why, step.names[0].span, "only `empty` can")
                elif not isinstance(goal, m.ops.Track | m.ops.Place):
                    self._wrong(goal, f"`{goal.span.text}` is nothing that things lie in")
                self._add("is", step, expr=goal)
            case "on":
                where = self._expr(step.values[0])
                kind = item(where.type)
                if not isinstance(kind, ThingType) or kind.kind.board is None:
                    self._wrong(where, f"`{where.span.text}` is no space")
                self._add("on", step, values=(where,), expr=self._thing(step.subject))
            case "drawn":
                self._drawn("drawn", step, step.subject, step.drawing)
            case "next":
                self._next("next", step, step.subject, step.values)
            case "falls":
                self._falls("first falls", step, step.subject, step.values)
            case "chance":
                self._add("first chance", step, values=self._picks(step.picks))

    def _drawn(self, kind: str, step: s.Node, written: Any, drawing: tuple[s.Name, ...]) -> None:
        """Resolves a picture of what stands on a board."""
        goal = self._expr(written)
        if not isinstance(goal, m.ops.Board) or not isinstance(goal.ref.shape, m.Grid):
            self._wrong(goal, f"`{goal.span.text}` is no board with rows that a picture could show")
        elif goal.ref.each_player or not any(goal.ref.legend.values()):
            self.index.report(
                codes.WRONG_DRAWING,
                f"no sign stands for anything on `{goal.ref.name}`",
                goal.span,
                "drawn here",
                help='add a line such as `"X" is a Stone of the first player` below the board'
                if not goal.ref.each_player
                else "say where each thing is: `given Pawn is on r1c1`",
            )
        else:
            signs = pictures.position(goal.ref, drawing, self.index.report)
            self._add(kind, step, subject=signs, expr=goal)

    def _option(self, step: s.Given) -> None:
        assert isinstance(step.subject, s.Name)
        option = self.index.find(step.subject, m.Option, "option")
        if option is None:
            return
        answer = step.names[0]
        if answer.text in option.answers.members:
            self.scenario.options[option.name] = option.answers.members.index(answer.text)
            return
        self.index.report(
            codes.UNKNOWN_NAME,
            f"the option `{option.name}` has no answer `{answer.text}`",
            answer.span,
            " or ".join(option.answers.members),
            missing=Missing("answer", answer.text, option.name),
        )

    def _next(self, kind: str, step: s.Node, name: Any, values: tuple[s.Expr, ...]) -> None:
        place = self._expr(name)
        if not isinstance(place.type, PlaceType | UnknownType):
            self._wrong(place, f"`{place.span.text}` is no place that things lie in")
        self._add(kind, step, values=self._values(place, values), expr=place)

    def _falls(self, kind: str, step: s.Node, name: Any, values: tuple[s.Expr, ...]) -> None:
        die = self._expr(name)
        one = item(die.type)
        if not isinstance(one, ThingType) or one.kind.faces is None:
            self._wrong(die, f"`{die.span.text}` is no die, and only dice fall")
        self._add(kind, step, values=self._values(die, values), expr=die)

    # ------------------------------------------------------------ when

    def when(self, step: s.When) -> None:
        match step.kind:
            case "falls":
                self._falls("falls", step, step.subject, step.values)
            case "brings":
                self._next("next", step, step.subject, step.values)
            case "chance":
                self._add("chance", step, values=self._picks(step.picks))
            case "chooses" | "passes":
                self._add(
                    step.kind,
                    step,
                    values=self._picks(step.picks),
                    expr=self._who(step.subject),
                )
            case "does":
                assert step.sentence is not None
                if step.sentence.verb == "end" and step.sentence.subject is not None:
                    self.index.report(
                        codes.WRONG_SENTENCE,
                        f"`{step.sentence.span.text}` is nothing that is done",
                        step.sentence.span,
                        "expected what a player does",
                        help="put what follows into a rule and write `when do RULE`, or play until it ends",
                    )
                    return
                self._add("does", step, body=self.sentences.body((step.sentence,), self.scope))

    # ------------------------------------------------------------ then

    def then(self, step: s.Then) -> None:
        match step.kind:
            case "cond" | "list":
                self._condition(step)
            case "suffered":
                victim = self._expr(step.subject)
                number = self._expr(step.values[0], INT)
                self._add("suffered", step, values=(number,), expr=victim)
            case "error":
                self._add("error", step, subject=step.text)
            case "ended":
                self._ended(step)
            case "drawn":
                self._drawn("then drawn", step, step.subject, step.drawing)
            case _:
                if step.kind == "cannot":
                    self._offered(step.picks)
                self._add(step.kind, step, values=self._picks(step.picks), expr=self._who(step.subject))

    def _ended(self, step: s.Then) -> None:
        """Resolves by which of its ends the game has ended."""
        labels = [end.name for end in self.phrases.game.ends if end.name != m.GAME_END]
        names = [pick for pick in step.picks if isinstance(pick, s.Name)]
        for name in names:
            if name.text not in labels and not self.index.lost:
                self.index.report(
                    codes.UNKNOWN_NAME,
                    f"no end of the game is called `{name.text}`",
                    name.span,
                    "not a label of an end",
                    help=suggest.did_you_mean(name.text, labels)
                    or "give the end its label: `the game ends when Last Standing: ...`",
                    missing=Missing("label", name.text),
                )
        self._add("ended", step, values=tuple(name.text for name in names))

    def _picks(self, picks: tuple[s.Name | s.Of, ...]) -> tuple[str | m.Expr, ...]:
        """Gives what is chosen: a text as it is offered, or one of several things of a player."""
        return tuple(pick.text if isinstance(pick, s.Name) else self._expr(pick) for pick in picks)

    def _offered(self, picks: tuple[s.Name | s.Of, ...]) -> None:
        """Reports what is never offered to anybody: that nobody can choose it says nothing."""
        if self.index.found or self.index.lost:
            return
        for pick in picks:
            if isinstance(pick, s.Name) and not offered.is_offered(pick.text, self.phrases.game, self.index):
                self.index.report(
                    codes.UNKNOWN_NAME,
                    f"no choice is ever called `{pick.text}`",
                    pick.span,
                    "so this always holds",
                    help=suggest.did_you_mean(pick.text, self.index.names()),
                    missing=Missing("choice", pick.text),
                )

    def _condition(self, step: s.Then) -> None:
        """Resolves a condition; what a track or a place holds is compared as a whole."""
        condition = step.condition
        assert condition is not None
        match condition:
            case s.Test(
                subject=subject,
                predicate=s.Is(
                    how="on", operand=s.Spot() | s.Located(things=s.Spot()) as where, negated=negated
                ),
            ):
                there = self._expr(where)
                self._add("spot", step, subject=negated, values=(there,), expr=self._expr(subject))
                return
            case s.Test(subject=subject, predicate=s.Is(how="value", operand=first, negated=False)) if (
                first is not None
            ):
                goal = self._expr(subject)
                if isinstance(goal, m.ops.Track | m.ops.Place) or step.values:
                    if not isinstance(goal, m.ops.Track | m.ops.Place):
                        self._wrong(goal, f"`{goal.span.text}` is one thing, and several are listed")
                    values = () if isinstance(first, s.NoneWord) else (first, *step.values)
                    self._add("holds", step, values=self._values(goal, values), expr=goal)
                    return
        if step.values:
            self.index.report(
                codes.WRONG_SENTENCE,
                "only a track or a place can be compared with a list: `... is 5, 6, 6`",
                step.span,
                "this is no list",
            )
            return
        self._add("then", step, expr=self.phrases.cond(condition, self.scope))
