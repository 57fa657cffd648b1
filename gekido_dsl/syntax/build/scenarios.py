"""Scenarios: trees become nodes."""

from typing import Any, cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    ListPart,
    MarksPart,
    PicksPart,
    WordPart,
    drawing_of,
    every,
    marks_of,
    unquote,
)
from gekido_dsl.syntax.build.statements import sentence_of


@builds("scenario")
def _scenario(b: Builder, tree: Tree) -> s.Scenario:
    tokens, parts = b.parts(tree)
    return s.Scenario(
        b.span(tree), unquote(tokens[0]), every(parts, (s.Given, s.When, s.Then)), marks_of(parts)
    )


@builds("step", "when", "then")
def _step(b: Builder, tree: Tree) -> "s.Given | s.When | s.Then":
    return cast(s.Given, next(p for p in b.all(tree) if not isinstance(p, MarksPart)))


@builds("given_option")
def _given_option(b: Builder, tree: Tree) -> s.Given:
    option, answer = map(b.name, tree.children)
    return s.Given(b.span(tree), "option", option, names=(answer,))


@builds("given_players")
def _given_players(b: Builder, tree: Tree) -> s.Given:
    return s.Given(b.span(tree), "players", None, number=int(str(tree.children[0])))


@builds("given_seats")
def _given_seats(b: Builder, tree: Tree) -> s.Given:
    return s.Given(b.span(tree), "seats", None, names=tuple(b.all(tree)[0]))


@builds("given_turn")
def _given_turn(b: Builder, tree: Tree) -> s.Given:
    built = b.all(tree)
    names = tuple(b.name(token) for token in built if isinstance(token, Token))
    return s.Given(b.span(tree), "turn", built[0], names=names)


@builds("given_is")
def _given_is(b: Builder, tree: Tree) -> s.Given:
    subject, values = b.all(tree)
    return s.Given(b.span(tree), "is", subject, values.values)


@builds("given_state")
def _given_state(b: Builder, tree: Tree) -> s.Given:
    subject, adjective = b.all(tree)
    return s.Given(b.span(tree), "state", subject, names=(b.name(adjective),))


@builds("given_on")
def _given_on(b: Builder, tree: Tree) -> s.Given:
    subject, where = b.all(tree)
    return s.Given(b.span(tree), "on", subject, (where,))


@builds("given_drawn")
def _given_drawn(b: Builder, tree: Tree) -> s.Given:
    subject, *rest = b.all(tree)
    return s.Given(subject.span, "drawn", subject, drawing=drawing_of(rest))


@builds("then_drawn")
def _then_drawn(b: Builder, tree: Tree) -> s.Then:
    subject, *rest = b.all(tree)
    return s.Then(subject.span, "drawn", None, subject, drawing=drawing_of(rest))


@builds("given_next")
def _given_next(b: Builder, tree: Tree) -> s.Given:
    place, values = b.all(tree)
    return s.Given(b.span(tree), "next", place, values.values)


@builds("given_falls")
def _given_falls(b: Builder, tree: Tree) -> s.Given:
    name, values = b.all(tree)
    return s.Given(b.span(tree), "falls", b.name(name), values.values)


@builds("given_chance")
def _given_chance(b: Builder, tree: Tree) -> s.Given:
    return s.Given(b.span(tree), "chance", None, picks=tuple(b.all(tree)[-1]))


@builds("list")
def _list(b: Builder, tree: Tree) -> ListPart:
    return ListPart(tuple(part for part in b.all(tree) if not isinstance(part, Token)))


@builds("when_falls")
def _when_falls(b: Builder, tree: Tree) -> s.When:
    name, values = b.all(tree)
    return s.When(b.span(tree), "falls", b.name(name), values.values)


@builds("when_brings")
def _when_brings(b: Builder, tree: Tree) -> s.When:
    place, values = b.all(tree)
    return s.When(b.span(tree), "brings", place, values.values)


@builds("picks")
def _picks(b: Builder, tree: Tree) -> PicksPart:
    return PicksPart(part for part in b.all(tree) if not isinstance(part, Token))


@builds("pick")
def _pick(b: Builder, tree: Tree) -> s.Name:
    words = [" to ".join(part.word for part in b.all(tree) if isinstance(part, WordPart))]
    lie = [" ".join(str(one).split()) for one in tree.children if isinstance(one, Token)]
    lie = [word for word in lie if word.startswith(("turned", "mirrored"))]
    return s.Name(b.span(tree), " ".join([*words, *lie]))


@builds("pick_nth")
def _pick_nth(b: Builder, tree: Tree) -> s.Of:
    owner, *_ = b.all(tree)
    if isinstance(owner, Token):
        owner = s.Noun(b.span(owner), (), b.name(owner))
    return s.Of(b.span(tree), owner, _nth(b, tree))


@builds("pick_own")
def _pick_own(b: Builder, tree: Tree) -> s.Of:
    return s.Of(b.span(tree), s.It(b.span(tree)), _nth(b, tree))


def _nth(b: Builder, tree: Tree) -> s.Attribute:
    """Builds which of several things of a player is chosen: `third House`."""
    ordinal, name = b.all(tree)[-2:]
    return s.Attribute(b.span(tree), str(name), False, nth=ORDINALS.index(ordinal.word))


def _whose(picks: PicksPart, who: s.Expr) -> tuple[s.Name | s.Of, ...]:
    """Gives what is chosen; `their third House` is that of the player who chooses."""
    return tuple(
        s.Of(pick.span, who, pick.attribute)
        if isinstance(pick, s.Of) and isinstance(pick.base, s.It)
        else pick
        for pick in picks
    )


@builds("picked")
def _picked(b: Builder, tree: Tree) -> WordPart:
    one = b.all(tree)[0]
    if isinstance(one, s.Ordinal):
        return WordPart(f"Player {one.number + 1}")
    words = (unquote(token) if token.type == "STRING" else str(token) for token in cast(Any, tree.children))
    return WordPart(" ".join(words))


@builds("when_chance")
def _when_chance(b: Builder, tree: Tree) -> s.When:
    return s.When(b.span(tree), "chance", None, picks=tuple(b.all(tree)[-1]))


@builds("when_chooses")
def _when_chooses(b: Builder, tree: Tree) -> s.When:
    subject, picks = b.all(tree)
    return s.When(b.span(tree), "chooses", subject, picks=_whose(picks, subject))


@builds("when_passes")
def _when_passes(b: Builder, tree: Tree) -> s.When:
    return s.When(b.span(tree), "passes", b.all(tree)[0])


@builds("when_does")
def _when_does(b: Builder, tree: Tree) -> s.When:
    core = b.all(tree)[0]
    return s.When(b.span(tree), "does", None, sentence=sentence_of(b, tree, core, ()))


@builds("then_cond")
def _then_cond(b: Builder, tree: Tree) -> s.Then:
    return s.Then(b.span(tree), "cond", b.all(tree)[0])


@builds("then_list")
def _then_list(b: Builder, tree: Tree) -> s.Then:
    condition, *values = (part for part in b.all(tree) if not isinstance(part, Token))
    return s.Then(b.span(tree), "list", condition, values=tuple(values))


@builds("then_can", "then_only", "then_cannot")
def _then_choice(b: Builder, tree: Tree) -> s.Then:
    subject, picks = (part for part in b.all(tree) if not isinstance(part, Token))
    kind = cast(Any, str(tree.data).removeprefix("then_"))
    return s.Then(b.span(tree), kind, None, subject, picks=_whose(picks, subject))


@builds("then_unasked")
def _then_unasked(b: Builder, tree: Tree) -> s.Then:
    return s.Then(b.span(tree), "unasked", None, b.all(tree)[0])


@builds("then_suffered")
def _then_suffered(b: Builder, tree: Tree) -> s.Then:
    subject, number = b.all(tree)
    return s.Then(b.span(tree), "suffered", None, subject, (number,))


@builds("then_error")
def _then_error(b: Builder, tree: Tree) -> s.Then:
    return s.Then(b.span(tree), "error", None, text=unquote(tree.children[-1]))


@builds("then_wins")
def _then_wins(b: Builder, tree: Tree) -> s.Then:
    return s.Then(b.span(tree), "wins", None, b.all(tree)[0])


@builds("then_loses")
def _then_loses(b: Builder, tree: Tree) -> s.Then:
    return s.Then(b.span(tree), "loses", None, b.all(tree)[0])


@builds("then_ended")
def _then_ended(b: Builder, tree: Tree) -> s.Then:
    names = [token for token in tree.children if isinstance(token, Token) and token.type == "NAME"]
    return s.Then(b.span(tree), "ended", None, picks=tuple(b.name(name) for name in names))


@builds("then_alone")
def _then_alone(b: Builder, tree: Tree) -> s.Then:
    return s.Then(b.span(tree), "alone", None, b.all(tree)[0])
