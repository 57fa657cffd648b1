"""Nodes of operators: operands are read by name, nothing changes, what is alike is the same, and they are kept."""

import pickle
from typing import Any

import pytest

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.expr import OPERATORS
from gekido_dsl.model.kernel.operators import RECORDS
from gekido_dsl.model.types import INT
from gekido_dsl.source import Source, Span

HERE, THERE = (Span(Source("a.gdl", "one two"), at, at + 3) for at in (0, 4))


def const(value: int, span: Span = HERE) -> m.Expr:
    return m.ops.Const(INT, span, value=value)


def operands(name: str, *, whole: bool) -> dict[str, Any]:
    """Gives operands that differ from one another: all that there may be, or none that may be left out."""
    given: dict[str, Any] = {}
    for number, (operand, said) in enumerate(RECORDS[name].operands.items(), 1):
        if said.repeated:
            given[operand] = (const(number * 10), const(number * 10 + 1)) if whole else ()
        elif whole or not said.optional:
            given[operand] = const(number)
    return given


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("name", OPERATORS)
def test_operands_are_read_by_their_names(name: str, whole: bool) -> None:
    given = operands(name, whole=whole)
    node = OPERATORS[name](INT, HERE, **given)
    for operand in RECORDS[name].operands:
        assert getattr(node, operand) == given.get(operand)
    assert node == m.made(name, INT, THERE, node.args)
    assert pickle.loads(pickle.dumps(node)) == node


def test_a_node_never_changes() -> None:
    node = const(1)
    for name in ("value", "args", "op"):
        with pytest.raises(AttributeError):
            setattr(node, name, 2)


def test_nodes_are_alike_but_for_where_they_are_written() -> None:
    assert const(1) == const(1, THERE) == const(1).written_at(THERE) and hash(const(1)) == hash(
        const(1, THERE)
    )
    assert const(1) != const(2)
    both = {"left": const(1), "right": const(2)}
    assert m.ops.Plus(INT, HERE, **both) != m.ops.Minus(INT, HERE, **both)


def test_what_has_no_such_operand_says_so() -> None:
    with pytest.raises(TypeError, match="`const` has no left"):
        OPERATORS["const"](INT, HERE, left=const(1))  # type: ignore[call-arg]
    with pytest.raises(KeyError):
        OPERATORS["not"](INT, HERE)
