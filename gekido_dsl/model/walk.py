"""What stands inside a declaration: every expression, statement and mention of another declaration.

Invariants:
    A walk stays within its declaration: what is merely mentioned is given, never entered.
    Nodes come in the order of writing, an outer node before what it holds.

Works by the fields of the node classes, so that a node that is added to the model is walked without a change here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model import types as t
from gekido_dsl.source import Span

_LEAVES = (
    str,
    int,
    bool,
    float,
    type(None),
    Span,
    m.Row,
    m.Sign,
    m.Drawing,
    m.Citation,
    m.Sure,
    set,
    frozenset,
)
_PLAIN = frozenset(
    (str, int, bool, type(None), Span, m.Row, m.Citation, t.IntType, t.BoolType, t.PlayerType, t.TextType)
)
"""Leaves that most fields hold, and types that mention nothing; they are left out before anything else is asked."""
_TYPES = (
    t.IntType, t.BoolType, t.EnumType, t.ThingType, t.PlayerType, t.PlaceType, t.EffectType, t.ListType, t.SetType,
    t.TextType, t.BoardType, t.UnknownType,
)  # fmt: skip
_NEVER = (str, int, bool, Span, "str", "int", "bool", "Span")
"""Types of fields that hold leaves alone."""
_OWNED = {"fields"}
"""Fields of declarations that hold declarations of their own, listed by `declarations`."""


@cache
def _sort(cls: type) -> Literal["leaf", "several", "mapping", "declaration", "type", "node"]:
    """Tells how values of a class are walked; asked once for each class, since a game has many values."""
    if issubclass(cls, _LEAVES):
        return "leaf"
    if issubclass(cls, tuple | list):
        return "several"
    if issubclass(cls, dict):
        return "mapping"
    if issubclass(cls, m.Decl):
        return "declaration"
    return "type" if issubclass(cls, _TYPES) else "node"


@cache
def _fields(cls: type) -> Callable[[Any], Sequence[Any]]:
    """Gives what reads the fields of a class that are walked, the last one first."""
    if issubclass(cls, m.Expr):
        return attrgetter("ref", "args", "type")
    walked = [one for one in fields(cls) if one.type not in _NEVER] if is_dataclass(cls) else []
    names = [one.name for one in reversed(walked) if one.name not in _OWNED]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: [getattr(node, name) for name in names]


def declarations(game: m.Game) -> list[m.Decl]:
    """Lists every declaration, those without a name, the fields of kinds and phases and what groups are included."""
    listed: list[m.Decl] = []
    for decl in game.declarations():
        listed.append(decl)
        listed += getattr(decl, "fields", {}).values()
        if isinstance(decl, m.Definition) and decl.members is not None:
            listed.append(decl.members)
    listed += [*game.damages, *game.ends]
    return listed + [one for one in (game.setup, game.turn, game.aim, game.position) if one is not None]


def nodes(root: Any) -> Iterator[Any]:
    """Gives every node below a node or declaration, itself included, and the declarations that are mentioned."""
    stack: list[Any] = [root]
    first = True
    while stack:
        node = stack.pop()
        cls: type = type(node)
        sort = _sort(cls)
        if sort == "leaf":
            continue
        if sort == "several":
            stack += reversed(node)
            continue
        if sort == "mapping":
            stack += reversed(list(node.values()))
            continue
        if sort == "declaration" and not first:
            yield node
            continue
        first = False
        if sort == "type":
            yield from _mentioned(node)
            continue
        yield node
        stack += [value for value in _fields(cls)(node) if type(value) not in _PLAIN]


def _mentioned(kind: Any) -> Iterator[m.Decl]:
    match kind:
        case t.ThingType(kind=found) | t.PlaceType(holds=found):
            yield found
        case t.EnumType(enum=enum):
            yield enum
        case t.ListType(item=item) | t.SetType(item=item):
            yield from _mentioned(item)
        case _:
            pass


def reads(e: m.Expr, local: int) -> bool:
    """Tells whether an expression reads a local."""
    return any(isinstance(one, m.ops.Local) and one.value == local for one in inside(e))


def mentions(decl: m.Decl) -> Iterator[m.Decl]:
    """Gives every declaration that a declaration mentions, itself left out."""
    for node in nodes(decl):
        if isinstance(node, m.Decl) and node is not decl:
            yield node


def exprs(root: Any) -> Iterator[m.Expr]:
    """Gives every expression below a node, outer ones first."""
    return (node for node in nodes(root) if isinstance(node, m.Expr))


def locals_of(root: Any) -> set[int]:
    """Gives the locals that are read below a node."""
    return {e.value for e in exprs(root) if isinstance(e, m.ops.Local)}


def room(expr: m.Expr) -> int:
    """Gives how many locals an expression needs: those that it reads, those that it binds, and the actor."""
    numbers = (e.value for e in inside(expr) if e.record.binds or e.record.reads_local)
    return 1 + max(numbers, default=0)


def inside(expr: m.Expr) -> Iterator[m.Expr]:
    """Gives an expression and its operands, down to the last."""
    yield expr
    for arg in expr.args:
        yield from inside(arg)


def statements(body: tuple[m.Statement, ...]) -> Iterator[m.Statement]:
    """Gives every statement of a block, those of inner blocks included."""
    for statement in body:
        yield statement
        for block in statement.blocks:
            yield from statements(block)


def bodies(decl: m.Decl) -> Iterator[tuple[m.Statement, ...]]:
    """Gives the blocks of a declaration: its own, those of its exceptions, what refills it."""
    if isinstance(decl, m.Procedure):
        yield decl.body.statements
        for exception in decl.exceptions:
            if exception.body is not None:
                yield exception.body.statements
    elif isinstance(decl, m.Place) and decl.refill is not None:
        yield (decl.refill,)


def asked(decl: m.Decl) -> list[m.Expr]:
    """Lists what a definition, property or amount asks, its exceptions included."""
    match decl:
        case m.Definition(test=test):
            found = [test]
        case m.Property(value=value):
            found = [value]
        case m.Amount(lines=lines):
            found = [e for line in lines for e in (line.operand, line.condition) if e is not None]
        case _:
            found = []
    for one in getattr(decl, "exceptions", ()):
        found += [e for e in (one.condition, one.test) if e is not None]
        found += [e for line in one.lines for e in (line.operand, line.condition) if e is not None]
    return found


def given(declared: m.Property) -> list[m.Expr]:
    """Lists what a property may give, its exceptions included."""
    return [declared.value, *(one.test for one in declared.exceptions if one.test is not None)]


def numbers(value: object) -> Iterator[int]:
    """Gives the numbers in a cell of a table, which may be a list or a table itself."""
    if isinstance(value, tuple):
        for part in value:
            yield from numbers(part)
    elif isinstance(value, int):
        yield value


def renumbered(expr: m.Expr, locals_: Mapping[int, int]) -> m.Expr:
    """Gives locals that are read or bound other numbers."""
    args = tuple(renumbered(arg, locals_) for arg in expr.args)
    number = expr.value
    if expr.record.binds or expr.record.reads_local:
        number = locals_.get(number, number)
    return m.made(expr.op, expr.type, expr.span, args, expr.ref, number)


def replaced(expr: m.Expr, local: int, *by: m.Expr) -> m.Expr:
    """Puts expressions in the place of a local and of those that follow it."""
    if isinstance(expr, m.ops.Local) and local <= expr.value < local + len(by):
        return by[expr.value - local]
    if not expr.args:
        return expr
    args = tuple(replaced(arg, local, *by) for arg in expr.args)
    return expr if args == expr.args else expr.with_args(args)
