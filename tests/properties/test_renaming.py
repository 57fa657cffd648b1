"""The Python code knows no word of any one game: with other names a ruleset plays the same."""

import ast
import random
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from renaming import Renaming, renamed
from shipped import NAMES, ROOT, RULESETS, compiled, every_table, quick, traced

from gekido_dsl.compilation import load
from gekido_dsl.engine import Decision, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.syntax.nodes import SHEET, TABLE


@cache
def disguised(name: str) -> tuple[Interpreter, Renaming]:
    """Compiles a ruleset under other names."""
    compilation = compiled(name)
    base = compilation.game.base if compilation.game is not None else None
    others = [compiled(other) for other in NAMES if base is not None and other == base]
    folder = (RULESETS / name).parent.as_posix() + "/"
    files, renaming = renamed(folder, compilation, others)
    again = load(name.rpartition("/")[2], files)
    assert again.game is not None, [
        str(d.message) for d in again.diagnostics if d.code.severity.name == "ERROR"
    ][:20]
    return again.executor(), renaming


def shape(decision: Decision | None) -> Any:
    """Gives what a decision is without its words."""
    if decision is None:
        return None
    stops = [choice.id for choice in decision.choices if choice.id in ("pass", "done", "no")]
    return (
        decision.seat,
        decision.kind,
        [choice.value for choice in decision.choices],
        stops,
        len(decision.cites),
    )


def _renamed_tail(rule: str, renaming: Renaming) -> tuple[str, str]:
    """Gives the name at the end of what asks, and its new form: `damage to` a kind."""
    tail = next((name for name in renaming.names if rule.endswith(f" {name}")), "")
    return tail, renaming.names.get(tail, "")


@every_table
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(6)
def test_a_renamed_ruleset_plays_the_same(name: str, players: int) -> None:
    x = traced(name)
    y, renaming = disguised(name)
    plain, other = x.initial(Setting(players, 11))[0], y.initial(Setting(players, 11))[0]
    rng = random.Random(12)
    for _ in range(400 if isinstance(quick(name), Interpreter) else 40):  # of a large game its beginning
        one, two = x.decision(plain), y.decision(other)
        assert shape(one) == shape(two)
        assert x.snapshot(plain) == y.snapshot(other)
        if one is None or two is None:
            break
        assert two.rule in (
            renaming.names.get(one.rule),
            one.rule.replace(*_renamed_tail(one.rule, renaming)),
        )
        choice = rng.randrange(len(one.choices))
        told, again = x.apply(plain, choice), y.apply(other, choice)
        assert [(e.kind, e.seat, len(e.private)) for e in told] == [
            (e.kind, e.seat, len(e.private)) for e in again
        ]
    ended, again = x.outcome(plain), y.outcome(other)
    if ended is not None and ended.label:
        ended = replace(ended, label=renaming.names[ended.label])
    assert ended == again


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.quick_in_turn(6)
def test_no_name_is_left(name: str) -> None:
    game = disguised(name)[0].game
    old = set(compiled(name).game.kinds) | {
        row.name for kind in compiled(name).game.kinds.values() for row in kind.rows
    }  # type: ignore[union-attr]
    new = set(game.kinds) | {row.name for kind in game.kinds.values() for row in kind.rows}
    assert old & new <= {SHEET, TABLE}  # which no author named


def literals(text: str) -> list[str]:
    """Lists the texts in the code of a module, without docstrings, quoted types and lists of exports."""
    tree = ast.parse(text)
    passed_over: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as value):
                passed_over.add(id(value))
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                passed_over.update(map(id, ast.walk(value)))
            case (
                ast.arg(annotation=value) | ast.AnnAssign(annotation=value) | ast.FunctionDef(returns=value)
            ) if value:
                passed_over.update(map(id, ast.walk(value)))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed_over
    ]


@pytest.mark.parametrize("name", ["rover.gdl", "maze.gdl"])
def test_a_renamed_game_of_directions_plays_the_same(name: str) -> None:
    host = ROOT / "tests" / "docs_hosts" / name
    compilation = load(name, FolderProvider(host.parent))
    assert compilation.game is not None
    files, renaming = renamed(f"{host.parent.as_posix()}/", compilation)
    assert renaming.names["North"] != "North"
    x, y = compilation.executor(), load(name, files).executor()
    plain, other = x.initial(Setting(2, 11))[0], y.initial(Setting(2, 11))[0]
    rng = random.Random(12)
    while (decision := x.decision(plain)) is not None:
        assert shape(decision) == shape(y.decision(other))
        number = rng.randrange(len(decision.choices))
        x.apply(plain, number)
        y.apply(other, number)
    assert y.decision(other) is None


OF_THE_PROGRAM = {
    "Library",  # where macOS keeps what programs write
    "Lines",  # a heading of the reference
    "Dice",  # the same
    "Row",  # the same
    "The game",  # what holds the facts of `the game has`
    "Pieces",  # the same of what is printed
    "Table",  # what stands for a table where a page has no room for it
    "Tables",  # a heading of a host's pages
    "Matches",  # the same
    "Teams",  # the same
    "Player's Sheet",  # what holds the facts of `each player has`
}
"""Texts of the program itself that a game has for a name, too."""


def test_no_text_in_the_code_is_the_name_of_a_thing_of_a_game() -> None:
    """A text may use a name in an example; none may be compared with one."""
    names = set()
    for name in NAMES:
        game = compiled(name).game
        assert game is not None
        names |= set(game.kinds) | {kind.plural for kind in game.kinds.values()}
        names |= {row.name for kind in game.kinds.values() for row in kind.rows}
    names -= OF_THE_PROGRAM
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in sorted((ROOT / "gekido_dsl").rglob("*.py"))
        if path.name != "english.py"  # plurals that English forms in another way, whoever uses them
        if path.name != "tts.py"  # seats of Tabletop Simulator have colours for names
        if path.parent.name != "generated"  # names that rulesets made by chance have
        if not names.isdisjoint(re.findall(r"[\"'](.*?)[\"']", path.read_text()))  # quicker than to read it
        for text in literals(path.read_text())
        if text in names
    ]
    assert found == []
