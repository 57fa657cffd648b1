"""What follows from what does not hang on the wording: with every message reworded, the same findings are left."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("lsprotocol")
pytest.importorskip("starlette")

import half_typed
from turns import Turns

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Diagnostic, codes
from gekido_dsl.files import FolderProvider
from gekido_dsl.model import cascades
from gekido_dsl.source import Source

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
CASES = sorted(
    path for stage in ("syntax", "resolve", "bad_input") for path in (CORPUS / stage).rglob("*.gdl")
)
CUTS = (
    "gekido.gdl",
    "gekido/tech_cards.yaml",
    "classics/hearts.gdl",
    "classics/hearts/cards.yaml",
    "classics/draughts.gdl",
)
ROOTS = (codes.UNKNOWN_NAME, codes.REMOVED_NAME)
_settled = cascades.settled


def reworded(one: Diagnostic) -> Diagnostic:
    """Gives a finding in another language, which nobody here speaks."""
    return replace(
        one, message=f"ŋ{one.message[::-1]}", help=None, notes=tuple(note[::-1] for note in one.notes)
    )


def same_in_other_words(monkeypatch: pytest.MonkeyPatch, read: Callable[[], object]) -> int:
    """Reads a ruleset, compares what is left of its findings with what is left of them reworded, and counts them."""
    seen: list[int] = []

    def compared(
        found: Iterable[Diagnostic], sources: Iterable[Source], lost: frozenset[str]
    ) -> tuple[Diagnostic, ...]:
        every, texts = tuple(found), tuple(sources)
        assert all(one.missing and one.missing.name for one in every if one.code in ROOTS)
        left = _settled(every, texts, lost)
        others = _settled([reworded(one) for one in every], texts, lost)
        places = [(one.code.slug, [label.span for label in one.labels]) for one in left]
        assert places == [(one.code.slug, [label.span for label in one.labels]) for one in others]
        seen.append(len(every) - len(left))
        return left

    with monkeypatch.context() as patched:
        patched.setattr(cascades, "settled", compared)
        read()
    return sum(seen)


def test_cases_of_the_corpus_in_other_words(monkeypatch: pytest.MonkeyPatch, in_turn: Turns) -> None:
    left_out = 0
    for path in in_turn(CASES, 3):
        made = load(path.name, FolderProvider(path.parent))
        left_out += same_in_other_words(monkeypatch, lambda made=made: made.model)
    assert left_out


WRONG = (
    ("kind Bot from", "kind Robot from"),
    ("deck Tech Deck", "deck Tack Deck"),
    ("die Command Die", "die Comand Die"),
    ("kind Bot from", "kind Bot frm"),
    ("board Arena", "bord Arena"),
    ("phase Attack", "phase Attak"),
)


@pytest.mark.parametrize(("right", "wrong"), WRONG)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_slip_in_a_whole_game_in_other_words(
    monkeypatch: pytest.MonkeyPatch, right: str, wrong: str
) -> None:
    text = half_typed.shipped("gekido.gdl")
    assert right in text.whole
    made = load(text.main, half_typed.Overlay(text, text.whole.replace(right, wrong)))
    assert same_in_other_words(monkeypatch, lambda: made.model)
    assert len(made.model.diagnostics) < 12


@pytest.mark.parametrize("name", CUTS)
@pytest.mark.quick_in_turn(6)
def test_half_typed_texts_in_other_words(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    chance = random.Random(name)
    text = half_typed.shipped(name)
    for _ in range(6):
        cut = half_typed.any_cut(text, chance)
        made = load(text.main, half_typed.Overlay(text, cut.text))
        same_in_other_words(monkeypatch, lambda made=made: made.model)


@pytest.mark.parametrize("aside", ("# Sqare", 'announce "Sqare"'))
def test_names_in_comments_and_texts_hide_nothing(tmp_path: Path, aside: str) -> None:
    text = half_typed.shipped("classics/tic_tac_toe.gdl").whole.replace("onto an empty Square", "onto Sqare")
    end = f"\nthe game ends when the number of Squares is yes\n  {aside}\n  nobody wins\n"
    (tmp_path / "game.gdl").write_text(text + end)
    made = load("game.gdl", FolderProvider(tmp_path)).model
    assert [one.code.slug for one in made.diagnostics] == ["unknown-name", "wrong-type"]
