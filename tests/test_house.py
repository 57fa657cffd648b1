"""The house rules of the page on house rules: short, nothing of the base copied, and they do what they say."""

import re
from pathlib import Path
from statistics import median

import pytest

from gekido_dsl import book, scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.rng import Rng
from gekido_dsl.source import Source

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "house"
NAMES = sorted(path.stem for path in FOLDER.glob("*.gdl"))
DECISIONS = 60
"""How many decisions of a match are played."""


def compiled(name: str) -> Compilation:
    return load(f"{name}.gdl", FolderProvider(FOLDER, library=ROOT / "rulesets"))


def lines(text: str) -> list[str]:
    """Gives the lines that say something, the examples left out."""
    rules = re.split("^scenario ", text, maxsplit=1, flags=re.MULTILINE)[0]
    return [line.rstrip() for line in rules.splitlines() if line.strip() and not line.strip().startswith("#")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.quick_in_turn(5)
@pytest.mark.dear
def test_a_house_rule_holds(name: str) -> None:
    made = compiled(name)
    assert [found.message for found in made.diagnostics] == []
    results = scenario.run(made)
    assert results
    assert [(one.title, one.message) for one in results if not one.passed] == []
    game = made.game
    assert game is not None
    executor = made.executor()
    state, _ = executor.initial(Setting(max(2, game.least_players), 5))
    rng = Rng(5)
    for _ in range(DECISIONS):
        count = executor.count(state)
        if count == 0:
            break
        executor.apply(state, rng.below(count))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_the_base_is_copied(name: str) -> None:
    made = compiled(name)
    own = lines((FOLDER / f"{name}.gdl").read_text(encoding="utf-8"))
    for source, _ in made.files:
        if not source.name.endswith(f"{name}.gdl"):
            theirs = source_lines(source)
            copied = [own[at : at + 3] for at in range(len(own) - 2) if own[at : at + 3] in theirs]
            assert copied == [], source.name


def source_lines(source: Source) -> list[list[str]]:
    """Gives every three lines of a text that follow one another."""
    every = [line.rstrip() for line in source.text.splitlines() if line.strip()]
    return [every[at : at + 3] for at in range(len(every) - 2)]


def test_house_rules_are_short() -> None:
    sizes = [len(lines((FOLDER / f"{name}.gdl").read_text(encoding="utf-8"))) for name in NAMES]
    assert len(NAMES) >= 20
    assert median(sizes) <= 10


def test_the_page_shows_the_files_as_they_are() -> None:
    page = (ROOT / "docs" / "tutorial" / "house-rules.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^<!-- house: (\w+) -->\n\n?```gdl\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    assert len(shown) >= 12
    for name, text in shown.items():
        assert text == (FOLDER / f"{name}.gdl").read_text(encoding="utf-8"), name


def changed(folder: Path, name: str, old: str = "", new: str = "", file: str = "") -> Compilation:
    """Gives a house rule, or one that is written here, with something written otherwise."""
    for path in FOLDER.glob("*.gdl"):
        text = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(
            text.replace(old, new) if path.stem == file else text, encoding="utf-8"
        )
    if name not in NAMES:
        (folder / f"{name}.gdl").write_text(new, encoding="utf-8")
    made = load(f"{name}.gdl", FolderProvider(folder, library=ROOT / "rulesets"))
    assert made.game is not None, [found.message for found in made.diagnostics]
    return made


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_fight_is_over_after_its_rounds(rounds: int, tmp_path: Path) -> None:
    made = changed(
        tmp_path, "ten_rounds", "10 rounds", f"{rounds} rounds".replace("1 rounds", "1 round"), "ten_rounds"
    )
    executor = made.executor()
    over = 0
    for seed in range(2):
        state, _ = executor.initial(Setting(2, seed))
        rng = Rng(seed)
        while (count := executor.count(state)) > 0:
            executor.apply(state, rng.below(count))
            assert executor.observe(state, 0).turn <= 2 * rounds
        outcome = executor.outcome(state)
        assert outcome is not None
        if outcome.label == "Time":
            over += 1
            assert executor.observe(state, 0).turn == 2 * rounds
    assert over > 0


CARD_EACH = 'edition 1\n\ngame "Both" changes "{}" and "head_start.gdl"\n'


@pytest.mark.parametrize(("base", "seen"), [("open_hands.gdl", True), ("gentle.gdl", False)])
def test_hands_lie_open_where_the_rule_says_so(base: str, seen: bool, tmp_path: Path) -> None:
    executor = changed(tmp_path, "both", new=CARD_EACH.format(base)).executor()
    state, _ = executor.initial(Setting(2, 1))
    for _ in range(2):
        executor.apply(state, 0)
    hands = [place for place in executor.observe(state, 1).players[0].places if place.name == "Hand"]
    assert [hand.count for hand in hands] == [1]
    assert (hands[0].things is not None) is seen


@pytest.mark.parametrize(("base", "seen"), [("hidden_upgrades.gdl", False), ("gentle.gdl", True)])
def test_upgrades_are_hidden_where_the_rule_says_so(base: str, seen: bool, tmp_path: Path) -> None:
    text = f'edition 1\n\ngame "Both" changes "{base}"\n\n'
    text += "add to setup, after \"fill my Bot's Structure\"\n  my Bot's Upgrade gains 2\n"
    executor = changed(tmp_path, "both", new=text).executor()
    state, _ = executor.initial(Setting(2, 1))
    for _ in range(2):
        executor.apply(state, 0)
    for seat, sees in [(0, True), (1, seen)]:
        things = executor.observe(state, seat).players[0].things
        bot = next(thing for thing in things if thing.kind == "Bot")
        assert (bot.counters.get("Upgrade") == 2) is sees


@pytest.mark.parametrize("name", ["ties"])
@pytest.mark.quick_in_turn(2)
def test_a_house_rule_without_a_book_is_not_asked_for_one(name: str) -> None:
    """It says in `gdl docs --check` what its base's book would have to say."""
    made = compiled(name)
    assert not book.is_own(made)
    assert "stale-passage" in {found.code.slug for found in book.check(made)}
