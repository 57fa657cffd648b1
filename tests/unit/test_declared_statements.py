"""What the records declare of statements, against what the interpreter does with them."""

from collections import Counter
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.statement import STATEMENTS, Decides, StatementRecord
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Statements"
  players 2

kind Box, 1 for each player
  Marks: 0 to 99, starts 0
  Weight: 0 to 99, starts 0

turn of each player
  Play

phase Play
  each Box
    its Marks gains 1
  repeat while my Box's Weight is less than 3
    my Box's Weight gains 1
  if my Box's Weight is 3
    my Box's Weight loses 1
  choose one
    "More"
      my Box's Marks gains 2
    "Less"
      my Box's Marks gains 3
  my Box's Weight loses 2

the game ends when the first player's Box's Marks is at least 9
  the player wins
"""
Seen = tuple[bool, bool, bool]
"""Whether its blocks were done again, whether it asked by itself, and whether its blocks read a local it gives."""
SORTS = sorted(STATEMENTS.values(), key=lambda sort: sort.record.name)


def test_every_statement_has_a_record() -> None:
    assert set(STATEMENTS.values()) == set(get_args(m.Statement))


@pytest.fixture(scope="module")
def seen() -> dict[str, Seen]:
    """Plays, and tells what was seen of each statement."""
    loaded = load("game.gdl", MemoryProvider({"game.gdl": GAME}))
    assert loaded.game is not None
    phase = loaded.game.phases["Play"]
    executor = Interpreter(loaded.game)
    program = executor.program(2, executor.option_numbers({}))
    done: Counter[Any] = Counter()
    asked: set[Any] = set()
    code = program.by_decl[id(phase)]
    for number, (step, span) in enumerate(zip(code.steps, code.spans, strict=True)):

        def run(s: Any, f: Any, step: Any = step, span: Any = span) -> None:
            done[span] += 1
            before = s.question
            step(s, f)
            if s.question is not None and s.question is not before:
                asked.add(span)

        code.steps[number] = run
    executor.initial(Setting(2, 1))
    found = {}
    for one in walk.statements(phase.body.statements):
        inner = [part for block in one.blocks for part in block]
        reads = bool(walk.locals_of(one.blocks) - {0})
        found[one.record.name] = (any(done[part.span] > 1 for part in inner), one.span in asked, reads)
    return found


def faults(seen: Seen, record: StatementRecord) -> list[str]:
    """Says which columns say more or less than was seen."""
    again, asks, reads = seen
    wrong = {
        "repeats": again is not record.repeats,
        "decides": asks is not (record.decides is Decides.ALWAYS),
        "gives": reads is not bool(record.gives),
    }
    return [column for column, fault in wrong.items() if fault]


@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.record.name)
def test_what_a_statement_does_is_what_is_declared(seen: dict[str, Seen], sort: Any) -> None:
    record, found = sort.record, seen[sort.record.name]
    assert faults(found, record) == []
    assert faults(found, replace(record, repeats=not record.repeats)) == ["repeats"]
    assert faults(found, replace(record, gives="" if record.gives else "local")) == ["gives"]
    other = Decides.NEVER if record.decides is Decides.ALWAYS else Decides.ALWAYS
    assert faults(found, replace(record, decides=other)) == ["decides"]


@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.record.name)
def test_a_record_names_the_fields_of_its_class(sort: Any) -> None:
    named = {one.name for one in fields(sort)}
    record = sort.record
    labels = {block.labels for block in record.blocks.values() if block.labels}
    assert {*record.blocks, *record.asks, *labels, *({record.gives} - {""})} <= named


@pytest.mark.parametrize("column", ["blocks", "asks"])
@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.record.name)
def test_a_field_that_its_record_leaves_out_is_found(sort: Any, column: str) -> None:
    for left_out in getattr(sort.record, column):
        kept = {name: one for name, one in getattr(sort.record, column).items() if name != left_out}
        record = replace(sort.record, name=f"another {sort.record.name}", **{column: kept})
        with pytest.raises(AssertionError):
            type(
                "Another", (m.Sentence.__mro__[1],), {"__annotations__": sort.__annotations__}, record=record
            )
