"""Facts that are only counted up, one by one: what ends the game at a number ends it before any greater one."""

from gekido_dsl.model import conditions, facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BOOL


def reached(game: m.Game, condition: m.Expr) -> m.Expr:
    """Gives an end of the game where `is 5`, of a fact that is counted up by one, says `is at least 5`."""
    if isinstance(condition, m.ops.Defined):
        opened = conditions.opened(condition)
        return condition if opened is None else reached(game, opened)
    if isinstance(condition, m.ops.Is) and _counted_up(game, condition.left, condition.right):
        return m.ops.AtLeast(BOOL, condition.span, left=condition.left, right=condition.right)
    if not isinstance(condition, m.ops.And | m.ops.Or | m.ops.Some):
        return condition
    args = tuple(reached(game, arg) if arg.type == condition.type else arg for arg in condition.args)
    return condition.with_args(args)


def _counted_up(game: m.Game, fact: m.Expr, number: m.Expr) -> bool:
    """Tells whether a fact begins below a number, and one sentence alone counts it up, once in a phase."""
    if not isinstance(fact, m.ops.Field) or not isinstance(number, m.ops.Const) or not fact.ref.kept:
        return False
    start = fact.ref.start
    if start is None or not isinstance(start, m.ops.Const) or start.value >= number.value:
        return False
    key: facts.Fact = ("field", fact.ref)
    known = facts.of(game)
    changing = [
        (decl, one)
        for decl in known.decls
        for body in walk.bodies(decl)
        for one in walk.statements(body)
        if isinstance(one, m.Sentence) and key in facts.changes_itself(one.act)
    ]
    if len(changing) != 1:
        return False
    (decl, sentence) = changing[0]
    once = isinstance(decl, m.Procedure) and decl.in_turn and _once(decl.body.statements, sentence)
    match sentence.act:
        case m.acts.Gain(number=m.ops.Const(value=1), end=None):
            return once
        case _:
            return False


def _once(block: tuple[m.Statement, ...], sentence: m.Sentence) -> bool:
    """Tells whether a sentence stands outside of every loop."""
    for statement in block:
        if statement is sentence:
            return True
        if not statement.record.repeats and any(_once(one, sentence) for one in statement.blocks):
            return True
    return False
