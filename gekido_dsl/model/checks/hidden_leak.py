"""Finds what all players see happen, or not happen, because of what only one of them may see.

How many things lie in a hidden place is known to all; what they are is not. What the owner may choose among may
depend on what they see; whether they are asked at all may not. To choose among some things if there are some is the
same as to choose with an `otherwise`: that is the choice itself.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, hidden, known, secret_writing, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.statement import Decides
from gekido_dsl.model.ranges import declared
from gekido_dsl.model.types import ThingType, item


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports conditions of prompts and windows that read the faces of hidden things."""
    secretly = _done_in_secret(game)
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                for condition, what in _public(statement):
                    secret = _secret(condition)
                    if secret is not None:
                        yield Diagnostic(
                            codes.HIDDEN_LEAK,
                            f"{what} reveals something about `{secret.ref.name}`",
                            (
                                Label(condition.span, "depends on things that only some may see"),
                                Label(secret.ref.name_span, "not seen by everyone"),
                            ),
                            "always ask, or let the condition count the things there",
                        )
                yield from _value_announced(game, statement)
                if isinstance(statement, m.Each) and statement.secret:
                    yield from _left_early(game, statement.body, 0, False)
            yield from _announced(game, body, secretly, frozenset())
    for report in game.reports.values():
        for told in report.lines:
            who, place = hidden.readers(game, told.value) if told.value is not None else ("everyone", None)
            if who == "nobody" and told.value is not None:
                yield Diagnostic(
                    codes.HIDDEN_LEAK,
                    "nobody may read this, so the report says `hidden`",
                    (
                        Label(told.value.span, "depends on things that not everybody may see"),
                        *((Label(place.name_span, "not seen by everyone"),) if place is not None else ()),
                    ),
                    "report what its owner may see of the thing itself, or what lies open",
                )
    for window in game.windows.values():
        for line in window.lines:
            secret = _secret(line.condition) if line.condition is not None else None
            if secret is not None and line.condition is not None:
                yield Diagnostic(
                    codes.HIDDEN_LEAK,
                    f"the turn of this seat reveals something about `{secret.ref.name}`",
                    (Label(line.condition.span, "depends on things that only some may see"),
                     Label(secret.ref.name_span, "not seen by everyone")),
                    "always ask the seat",
                )  # fmt: skip


def _done_in_secret(game: m.Game) -> set[int]:
    """Gives the ids of the statements that secret parts do, of whose log others see nothing."""
    known = facts.of(game)
    found: set[int] = set()
    for decl in known.decls:
        for body in walk.bodies(decl):
            for part in walk.statements(body):
                if isinstance(part, m.Each) and part.secret:
                    inside = [*walk.statements(part.body)]
                    called = {
                        rule
                        for one in inside
                        if isinstance(one, m.Sentence)
                        for first in known.called_by(one.act)
                        for rule in known.closure(first)
                    }
                    bodies = (inner for rule in called for inner in walk.bodies(rule))
                    found |= {id(one) for one in (*inside, *(x for b in bodies for x in walk.statements(b)))}
    return found


def _left_early(
    game: m.Game, body: tuple[m.Statement, ...], inside: int, hidden_why: bool
) -> Iterator[Diagnostic]:
    """Reports what ends a secret part for whoever would be asked next, as others see who is asked.

    Args:
        inside: how many loops of the part lie around these statements.
        hidden_why: whether others may not know that it comes to them.
    """
    for statement in body:
        condition = statement.condition if isinstance(statement, m.Sentence | m.If) else None
        hides = condition is not None and hidden.readers(game, condition)[0] != "everyone"
        act = statement.act if isinstance(statement, m.Sentence) else None
        if isinstance(act, m.acts.Stop) and act.depth == inside and (hidden_why or hides):
            yield Diagnostic(
                codes.HIDDEN_LEAK,
                "this ends the secret part for the other players, too, and tells them what led to it",
                (Label(statement.span, "nobody after this player is asked"),),
                "write `skip`, so that the next player is asked",
            )
        below = hidden_why or hides or isinstance(statement, m.Menu)
        for block in statement.blocks:
            yield from _left_early(game, block, inside + statement.record.repeats, below)


def _announced(
    game: m.Game, body: tuple[m.Statement, ...], secretly: set[int], shown: frozenset[object]
) -> Iterator[Diagnostic]:
    """Reports conditions that everybody hears answered, as something is announced on one side of them alone."""
    for statement in body:
        if not isinstance(statement, m.Sentence | m.If) or statement.condition is None:
            pass
        elif id(statement) not in secretly and _tells(game, statement):
            condition = statement.condition
            who, place = hidden.readers(game, condition)
            if who != "everyone" and place not in shown and not _said_openly(condition):
                yield Diagnostic(
                    codes.HIDDEN_LEAK,
                    "this announcement reveals something hidden",
                    (
                        Label(condition.span, "depends on things that not everybody may see"),
                        *((Label(place.name_span, "not seen by everyone"),) if place is not None else ()),
                    ),
                    "first show it to all players with `show ...`, or let the condition use only public things",
                )
        for block in statement.blocks:
            yield from _announced(game, block, secretly, shown)
        shown |= _shown_to_all(statement)


def _tells(game: m.Game, statement: m.Sentence | m.If) -> bool:
    """Tells whether something else is announced where a condition holds than where it does not, and no more happens.

    Whatever else is done openly is seen to be done, so that the rule means to tell it.
    """
    sides = ((statement,), ()) if isinstance(statement, m.Sentence) else (statement.then, statement.otherwise)
    acts = [_acts(game, side) for side in sides]
    texts = [
        {(act.text, act.at is None) for act in side if isinstance(act, m.acts.Announce)} for side in acts
    ]
    return texts[0] != texts[1] and not any(_is_seen(act) for side in acts for act in side)


def _acts(game: m.Game, body: tuple[m.Statement, ...]) -> list[m.Act]:
    """Gives what statements do, in the rules that they do, too."""
    known = facts.of(game)
    acts: list[m.Act] = [one.act for one in walk.statements(body) if isinstance(one, m.Sentence)]
    rules = {
        rule for act in acts for first in known.called_by(act) for rule in (first, *known.closure(first))
    }
    inner = [one for rule in rules for body in walk.bodies(rule) for one in walk.statements(body)]
    return [*acts, *(one.act for one in inner if isinstance(one, m.Sentence))]


def _is_seen(act: m.Act) -> bool:
    """Tells whether everybody sees that something is done."""
    if isinstance(act, m.acts.Bind):
        return False
    return any(
        not (isinstance(ref, m.Field | m.Counter) and secret_writing.is_hidden(ref))
        for _, ref in facts.changes_itself(act)
    )


def _shown_to_all(statement: m.Statement) -> frozenset[object]:
    """Gives the kinds, places and facts that a statement shows to everybody, whatever else happens."""
    act = statement.act if isinstance(statement, m.Sentence) and statement.condition is None else None
    match act:
        case m.acts.Show(things=what, players=None) | m.acts.Show(things=what, players=m.ops.Players()):
            kind = item(what.type)
            return frozenset(
                {one.ref for one in walk.inside(what)}
                | ({kind.kind} if isinstance(kind, ThingType) else set())
            )
        case m.acts.ShowFact(fact=what, players=None) | m.acts.ShowFact(fact=what, players=m.ops.Players()):
            return frozenset(one.ref for one in walk.inside(what))
        case _:
            return frozenset()


def _value_announced(game: m.Game, statement: m.Statement) -> Iterator[Diagnostic]:
    """Reports a value that is announced and that not everybody may read."""
    value = (
        statement.act.at
        if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Announce)
        else None
    )
    if value is not None:
        thing = isinstance(item(value.type), ThingType)
        who, place = hidden.readers(game, value) if not thing else ("everyone", None)
        if who != "everyone":
            yield Diagnostic(
                codes.HIDDEN_LEAK,
                "not everybody may read this, so the log says `hidden`",
                (
                    Label(value.span, "depends on things that not everybody may see"),
                    *((Label(place.name_span, "not seen by everyone"),) if place is not None else ()),
                ),
                "first show it to all players with `show ...`, or copy it into a public fact and announce that",
            )


def _said_openly(condition: m.Expr) -> bool:
    """Tells whether a condition names a hidden fact itself: whoever announces it means to tell it."""
    return any(
        isinstance(part, m.ops.Field) and hidden.seen(part.ref) != "everyone"
        for part in walk.inside(condition)
    )


def _public(statement: m.Statement) -> Iterator[tuple[m.Expr, str]]:
    """Gives the conditions on which it depends whether somebody is asked."""
    match statement:
        case (
            m.Sentence(condition=m.Expr() as condition, decision=m.Decision()) | m.If(condition=condition)
        ) if _asks_for_the_same(statement, condition):
            pass
        case m.Sentence(condition=m.Expr() as condition, decision=m.Decision()):
            yield condition, "whether this is asked"
        case m.Sentence(condition=m.Expr() as condition, act=m.acts.Open()):
            yield condition, "whether this window opens"
        case m.If(condition=condition, then=then, otherwise=otherwise):
            for inner in walk.statements((*then, *otherwise)):
                asks = inner.record.decides is Decides.ALWAYS or (
                    isinstance(inner, m.Sentence)
                    and (inner.decision is not None or isinstance(inner.act, m.acts.Open))
                )
                if asks:
                    yield condition, "whether this is asked"
                    break
        case _:
            pass


def _asks_for_the_same(statement: m.Statement, condition: m.Expr) -> bool:
    """Tells whether a condition only asks for what is then chosen."""
    first = statement.then[0] if isinstance(statement, m.If) and statement.then else statement
    if not isinstance(first, m.Sentence) or first.decision is None or first.actor is not None:
        return False
    slot = first.decision.slots[0]
    return known.least(slot.candidates, ((condition, True),), lambda number: declared(number.type)) >= 1


def _secret(condition: m.Expr) -> m.Expr | None:
    """Gives the hidden place whose things a condition looks at; None when it looks at none."""
    if condition.record.counts:
        return None
    if condition.record.binds:
        place = _hidden(condition.args[0])
        test = condition.args[1] if len(condition.args) > 1 else None
        if place is not None and test is not None and not isinstance(test, m.ops.Const):
            return place
    for arg in condition.args:
        found = _secret(arg)
        if found is not None:
            return found
    return None


def _hidden(things: m.Expr) -> m.Expr | None:
    for e in walk.inside(things):
        if (
            isinstance(e, m.ops.Inside)
            and isinstance(e.place, m.ops.Place)
            and e.place.ref.seen != "everyone"
        ):
            return e.place
    return None
