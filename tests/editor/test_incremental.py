"""An editor is told of a changed text what is found in it afresh, whatever was typed before."""

import random
from pathlib import Path

import pytest
from test_language import CARDS, SMALL

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.files import FolderProvider, shipped_folder
from gekido_dsl.lsp.rulesets import Rulesets
from gekido_dsl.source import Source
from gekido_dsl.syntax.kept import Kept
from gekido_dsl.syntax.parse import parse

pytest.importorskip("lsprotocol")

FILES = sorted(shipped_folder().rglob("*.gdl"))
QUICK = ("gekido", "effects", "gekido_duel", "hearts")
TYPED = (
    "a",
    " ",
    "\n",
    "  ",
    "# ",
    '"',
    "[",
    "(",
    "Bot",
    "otherwise",
    "scenario",
    "\n\n",
    "1",
    ",",
    "'s",
    "\t",
    "é",
    "𝄞",
)


def edited(text: str, chance: random.Random) -> str:
    """Types, deletes, copies or moves something somewhere."""
    lines = text.split("\n")
    match chance.randrange(6):
        case 0 | 1:
            at = chance.randrange(len(text) + 1)
            return text[:at] + chance.choice(TYPED) + text[at:]
        case 2:
            at = chance.randrange(len(text) + 1)
            return text[:at] + text[at + chance.choice((1, 1, 3, 40)) :]
        case 3:
            line = chance.randrange(len(lines))
            return "\n".join([*lines[:line], *lines[line : line + 2], *lines[line:]])
        case 4:
            line = chance.randrange(len(lines))
            return "\n".join(lines[:line] + lines[line + 1 :])
        case _:
            one, other = sorted((chance.randrange(len(lines)), chance.randrange(len(lines))))
            return "\n".join([*lines[:one], *lines[other:], *lines[one:other]])


def places(node: object) -> str:
    """Writes a tree with every place in it."""
    from dataclasses import fields, is_dataclass

    from gekido_dsl.source import Span

    if isinstance(node, Span):
        return f"{node.start}-{node.end} {node.text!r} {node.start_position}"
    if isinstance(node, tuple):
        return f"({', '.join(places(one) for one in node)})"
    if is_dataclass(node):
        return f"{type(node).__name__}({', '.join(places(getattr(node, one.name)) for one in fields(node))})"
    return repr(node)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=() if path.stem in QUICK else pytest.mark.slow, id=path.stem)
        for path in FILES
    ],
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_tree_is_that_of_the_text_read_afresh(path: Path) -> None:
    chance = random.Random(path.stem)
    quick = path.stem in QUICK
    original = path.read_text(encoding="utf-8")[: 20_000 if quick else 6_000]
    text, kept = original, Kept()
    for number in range(12 if quick else 5):
        text = original if number % 5 == 4 else edited(text, chance)
        source = Source(path.name, text)
        got, fresh = parse(source, kept=kept), parse(source)
        assert got.diagnostics == fresh.diagnostics
        assert got.value is not None and fresh.value is not None
        assert got.value.lost == fresh.value.lost and got.value.lines == fresh.value.lines
        for one, other in zip(got.value.declarations, fresh.value.declarations, strict=True):
            assert one == other and places(one) == places(other)


def test_what_did_not_change_is_not_read_again() -> None:
    kept = Kept()
    first = parse(Source("small.gdl", SMALL), kept=kept).value
    at = SMALL.index("  my Seat's Points gains 1 if possible\n\nkind")
    second = parse(Source("small.gdl", f"{SMALL[:at]}  stop\n{SMALL[at:]}"), kept=kept).value
    assert first is not None and second is not None
    same = [one is other for one, other in zip(first.declarations, second.declarations, strict=True)]
    changed = next(number for number, one in enumerate(first.declarations) if one.span.end > at)
    assert same == [True] * changed + [False] * (len(same) - changed)


def told(found: tuple[Diagnostic, ...]) -> list[tuple[object, ...]]:
    """Gives what an editor is told, with the text at each place."""
    return [
        (
            one.code.slug,
            one.severity,
            one.message,
            one.help,
            one.notes,
            [(label.span.source.name, places(label.span), label.text) for label in one.labels],
            [(edit.span.source.name, places(edit.span), edit.replacement) for edit in one.edits],
        )
        for one in found
    ]


def check(folder: Path, main: str, edits: int, seed: int) -> None:
    """Edits the files of a ruleset at random; what is found is compared with what a fresh check finds."""
    chance = random.Random(seed)
    ruleset = folder / main
    rulesets = Rulesets(lambda _: [ruleset])
    made = rulesets.compilation(ruleset)
    _ = made.diagnostics
    names = [source.name for source, _ in made.files] + [table.name for table in made.tables]
    originals = {folder / Path(name).relative_to(folder): "" for name in names}
    for file in originals:
        originals[file] = file.read_text(encoding="utf-8")
    for number in range(edits):
        file = chance.choice(list(originals))
        text = rulesets.open.texts.get(file.resolve(), originals[file])
        rulesets.open.set(file, originals[file] if number % 4 == 3 else edited(text, chance))
        rulesets.changed()
        fresh = Rulesets(lambda _: [ruleset])
        fresh.open.texts.update(rulesets.open.texts)
        got, wanted = (told(one.compilation(ruleset).diagnostics) for one in (rulesets, fresh))
        assert got == wanted


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.quick_in_turn(2)
def test_findings_of_a_small_game_are_those_of_a_fresh_check(tmp_path: Path, seed: int) -> None:
    (tmp_path / "small.gdl").write_text(SMALL, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    check(tmp_path.resolve(), "small.gdl", 30, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "edits"), [("gekido.gdl", 3), ("gekido_duel.gdl", 2), ("aimbots.gdl", 2)])
@pytest.mark.in_turn(3)
def test_findings_of_a_large_game_are_those_of_a_fresh_check(name: str, edits: int) -> None:
    check(shipped_folder().resolve(), name, edits, len(name))


def test_what_a_comment_ignores_follows_the_comment(tmp_path: Path) -> None:
    points = "  Points: 0 to 9, starts 0"
    ignored = "\n  # gdl: ignore[unused-declaration]\n  Extra: 0 to 1, starts 0"
    text = SMALL.replace(points, points + ignored)
    (tmp_path / "small.gdl").write_text(text, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    ruleset = (tmp_path / "small.gdl").resolve()
    rulesets = Rulesets(lambda _: [ruleset])
    found = []
    for word in ("ignore", "ignorr", "ignore"):
        rulesets.open.set(ruleset, text.replace("gdl: ignore", f"gdl: {word}"))
        rulesets.changed()
        found.append(
            {one.span.text for one in rulesets.compilation(ruleset).diagnostics if one.span is not None}
        )
    assert found[0] == found[2] and "Extra" in found[1] - found[0]
    fresh = load("small.gdl", FolderProvider(tmp_path)).diagnostics
    assert {one.span.text for one in fresh if one.span is not None} == found[0]
