"""Lark trees become syntax nodes. One method per rule of the grammar, of the same name.

Invariants:
    Every rule that reaches a tree has a method; a test compares the two lists.
    Nothing is checked here but what the grammar cannot say; see `parse`.
"""

from typing import Any, cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.claims import ClaimBuilder
from gekido_dsl.syntax.build.definitions import DefinitionBuilder
from gekido_dsl.syntax.build.game import GameBuilder
from gekido_dsl.syntax.build.parts import ListPart, MarksPart, PicksPart, WordPart, every, marks_of, unquote
from gekido_dsl.syntax.build.patches import PatchBuilder
from gekido_dsl.syntax.build.places import PlaceBuilder
from gekido_dsl.syntax.build.reports import ReportBuilder
from gekido_dsl.syntax.build.rules import RuleBuilder
from gekido_dsl.syntax.build.things import ThingBuilder


class Builder(
    GameBuilder,
    ThingBuilder,
    PlaceBuilder,
    DefinitionBuilder,
    RuleBuilder,
    ReportBuilder,
    ClaimBuilder,
    PatchBuilder,
):
    """Builds everything that a file may hold."""

    # ------------------------------------------------------------ scenarios

    def scenario(self, tree: Tree) -> s.Scenario:
        tokens, parts = self._parts(tree)
        return s.Scenario(
            self._span(tree), unquote(tokens[0]), every(parts, (s.Given, s.When, s.Then)), marks_of(parts)
        )

    def step(self, tree: Tree) -> "s.Given | s.When | s.Then":
        return cast(s.Given, next(p for p in self._all(tree) if not isinstance(p, MarksPart)))

    when = then = step

    def given_option(self, tree: Tree) -> s.Given:
        option, answer = map(self._name, tree.children)
        return s.Given(self._span(tree), "option", option, names=(answer,))

    def given_players(self, tree: Tree) -> s.Given:
        return s.Given(self._span(tree), "players", None, number=int(str(tree.children[0])))

    def given_seats(self, tree: Tree) -> s.Given:
        return s.Given(self._span(tree), "seats", None, names=tuple(self._all(tree)[0]))

    def given_turn(self, tree: Tree) -> s.Given:
        built = self._all(tree)
        names = tuple(self._name(token) for token in built if isinstance(token, Token))
        return s.Given(self._span(tree), "turn", built[0], names=names)

    def given_is(self, tree: Tree) -> s.Given:
        subject, values = self._all(tree)
        return s.Given(self._span(tree), "is", subject, values.values)

    def given_state(self, tree: Tree) -> s.Given:
        subject, adjective = self._all(tree)
        return s.Given(self._span(tree), "state", subject, names=(self._name(adjective),))

    def given_on(self, tree: Tree) -> s.Given:
        subject, where = self._all(tree)
        return s.Given(self._span(tree), "on", subject, (where,))

    def given_next(self, tree: Tree) -> s.Given:
        place, values = self._all(tree)
        return s.Given(self._span(tree), "next", place, values.values)

    def given_falls(self, tree: Tree) -> s.Given:
        name, values = self._all(tree)
        return s.Given(self._span(tree), "falls", self._name(name), values.values)

    def given_chance(self, tree: Tree) -> s.Given:
        return s.Given(self._span(tree), "chance", None, picks=tuple(self._all(tree)[-1]))

    def list(self, tree: Tree) -> ListPart:
        return ListPart(tuple(part for part in self._all(tree) if not isinstance(part, Token)))

    def when_falls(self, tree: Tree) -> s.When:
        name, values = self._all(tree)
        return s.When(self._span(tree), "falls", self._name(name), values.values)

    def when_brings(self, tree: Tree) -> s.When:
        place, values = self._all(tree)
        return s.When(self._span(tree), "brings", place, values.values)

    def picks(self, tree: Tree) -> PicksPart:
        return PicksPart(part for part in self._all(tree) if not isinstance(part, Token))

    def pick(self, tree: Tree) -> s.Name:
        words = [part.word for part in self._all(tree) if isinstance(part, WordPart)]
        return s.Name(self._span(tree), " to ".join(words))

    def picked(self, tree: Tree) -> WordPart:
        words = (
            unquote(token) if token.type == "STRING" else str(token) for token in cast(Any, tree.children)
        )
        return WordPart(" ".join(words))

    def when_chance(self, tree: Tree) -> s.When:
        return s.When(self._span(tree), "chance", None, picks=tuple(self._all(tree)[-1]))

    def when_chooses(self, tree: Tree) -> s.When:
        subject, picks = self._all(tree)
        return s.When(self._span(tree), "chooses", subject, picks=tuple(picks))

    def when_passes(self, tree: Tree) -> s.When:
        return s.When(self._span(tree), "passes", self._all(tree)[0])

    def when_does(self, tree: Tree) -> s.When:
        core = self._all(tree)[0]
        return s.When(self._span(tree), "does", None, sentence=self._sentence(tree, core, ()))

    def then_cond(self, tree: Tree) -> s.Then:
        return s.Then(self._span(tree), "cond", self._all(tree)[0])

    def then_list(self, tree: Tree) -> s.Then:
        condition, *values = (part for part in self._all(tree) if not isinstance(part, Token))
        return s.Then(self._span(tree), "list", condition, values=tuple(values))

    def _then_choice(self, tree: Tree) -> s.Then:
        subject, picks = (part for part in self._all(tree) if not isinstance(part, Token))
        kind = cast(Any, str(tree.data).removeprefix("then_"))
        return s.Then(self._span(tree), kind, None, subject, picks=tuple(picks))

    then_can = then_only = then_cannot = _then_choice

    def then_unasked(self, tree: Tree) -> s.Then:
        return s.Then(self._span(tree), "unasked", None, self._all(tree)[0])

    def then_suffered(self, tree: Tree) -> s.Then:
        subject, number = self._all(tree)
        return s.Then(self._span(tree), "suffered", None, subject, (number,))

    def then_error(self, tree: Tree) -> s.Then:
        return s.Then(self._span(tree), "error", None, text=unquote(tree.children[-1]))

    def then_wins(self, tree: Tree) -> s.Then:
        return s.Then(self._span(tree), "wins", None, self._all(tree)[0])

    def then_loses(self, tree: Tree) -> s.Then:
        return s.Then(self._span(tree), "loses", None, self._all(tree)[0])

    def then_ended(self, tree: Tree) -> s.Then:
        names = [token for token in tree.children if isinstance(token, Token) and token.type == "NAME"]
        return s.Then(self._span(tree), "ended", None, picks=tuple(self._name(name) for name in names))

    def then_alone(self, tree: Tree) -> s.Then:
        return s.Then(self._span(tree), "alone", None, self._all(tree)[0])
