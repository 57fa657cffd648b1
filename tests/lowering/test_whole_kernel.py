"""Every operator and verb of the kernel is lowered, and every verb is run by the interpreter."""

import re
import typing
from pathlib import Path

import gekido_dsl
from gekido_dsl.ground.told import TOLD
from gekido_dsl.interpreter.verbs.acting import RUNS
from gekido_dsl.lowering.writing import writer as lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.act import VERBS
from gekido_dsl.model.kernel.expr import OPERATORS

STATEMENTS = {m.acts.Stop, m.acts.Skip, m.acts.Arrange}
"""Verbs that each executor makes statements of, not something that is done in one."""
MISSING = {m.ops.Leaves}
"""What has no function of its own: it is asked by the rungs of a ladder, on a position that is tried."""


def test_every_operator_is_lowered() -> None:
    assert set(OPERATORS.values()) - set(lowering.OPERATORS) == MISSING


def test_every_verb_is_lowered() -> None:
    assert set(typing.get_args(m.AnyAct)) - set(lowering.VERBS) == STATEMENTS


def test_every_verb_is_run() -> None:
    assert set(typing.get_args(m.AnyAct)) - set(RUNS) == STATEMENTS


def test_every_class_with_a_record_is_an_act() -> None:
    assert set(typing.get_args(m.AnyAct)) == set(VERBS.values())


def test_everything_that_is_told_has_a_record() -> None:
    folder = Path(gekido_dsl.__file__).parent
    files = [path for part in ("lowering", "interpreter") for path in (folder / part).rglob("*.py")]
    told = {
        kind
        for path in files
        for kind in re.findall(r'\.tell\(\s*(?:s, [\w.]+, [\w.]+, )?"(\w+)"', path.read_text("utf-8"))
    }
    assert len(told) > 25
    assert told - set(TOLD) == set()
