"""What is longer, larger or deeper than any game needs is refused; what is just within the limit is played."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile import MAIN, Files, cards
from hostile_forms import FORMS
from hostile_lately import LATELY
from in_time import in_time

from gekido_dsl.cli.main import main
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity, codes
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.grammar.lexer import NAME_LIMIT, TEXT_LIMIT
from gekido_dsl.model import bounds, sites
from gekido_dsl.model import nodes as m
from gekido_dsl.model.circles import LEVELS_LIMIT
from gekido_dsl.model.sizes import FACES_LIMIT
from gekido_dsl.source import MemoryProvider

FRAMES_BEFORE = 150
"""More frames than the command line or a test has when it begins to compile or to play."""
HEAD = """edition 1
game "G"
  players 2
kind Card, 9 of them
  Value: 0 to 6, starts 2
deck Deck: all Cards
hand Hand of each player of Cards
pile Heap of Cards
turn of each player
  Main
"""
TAIL = """phase Main
  draw 1 Card
  discard all Cards in Heap if {}
the game ends when Deck is empty
  nobody wins
"""


def letters(number: int) -> str:
    return "K" + "".join(chr(97 + number // 26**place % 26) for place in (2, 1, 0))


def definitions(count: int, brackets: int) -> str:
    body = "it is in Deck or (it is in Heap and (" * brackets + "it is {}" + "))" * brackets
    chain = "".join(f"a Card is {letters(n)} if {body.format(letters(n + 1))}\n" for n in range(count))
    last = f"a Card is {letters(count)} if its Value is 2\n"
    return HEAD + chain + last + TAIL.format("some Card is Kaaa")


def amounts(count: int, brackets: int) -> str:
    body = "1 plus (0 times (" * brackets + "{}" + "))" * brackets
    chain = "".join(f"amount {letters(n)}\n  starts at {body.format(letters(n + 1))}\n" for n in range(count))
    return HEAD + chain + f"amount {letters(count)}\n  starts at 2\n" + TAIL.format("Kaaa is 1")


def made_of(text: str, **others: str) -> Compilation:
    return load("a.gdl", MemoryProvider({"a.gdl": text, **{f"{name}.yaml": t for name, t in others.items()}}))


def errors(made: Compilation) -> list[str]:
    return [one.code.slug for one in made.diagnostics if one.severity is Severity.ERROR]


def deep(frames: int, run: Callable[[], None]) -> None:
    """Runs something with so many frames below it."""
    if frames:
        deep(frames - 1, run)
    else:
        run()


@pytest.mark.parametrize("brackets", [0, 2, 8])
@pytest.mark.parametrize("chain", [definitions, amounts])
@pytest.mark.quick_in_turn(3)
def test_what_asks_through_too_many_levels_is_refused_and_anything_less_is_played(
    chain: Callable[[int, int], str], brackets: int
) -> None:
    count = next(n for n in range(1, LEVELS_LIMIT) if errors(made_of(chain(n, brackets))))
    assert errors(made_of(chain(count, brackets))) == ["too-deep"]
    assert errors(made_of(chain(6 * count, brackets))) == ["too-deep"]
    played = []

    def play() -> None:
        made = made_of(chain(count - 1, brackets))
        assert errors(made) == []
        executor = made.executor()
        state, _ = executor.initial(Setting(2, 1))
        played.append(executor.outcome(state))

    deep(FRAMES_BEFORE, play)
    assert played[0] is not None and played[0].finished


def test_a_range_is_told_only_as_far_as_numbers_go() -> None:
    squares = "".join(
        f"amount {letters(n)}\n  starts at {letters(n + 1)}\n  multiply by {letters(n + 1)}\n"
        for n in range(31)
    )
    made = made_of(HEAD + squares + f"amount {letters(31)}\n  starts at 3\n" + TAIL.format("Kaaa is 1"))
    with in_time(20):
        assert errors(made) == []
    game = made.game
    assert game is not None
    found = [bounds.of(game).amount(game.amounts[letters(n)]) for n in (31, 30, 29, 0)]
    assert found == [(3, 3), (9, 9), (81, 81), (None, None)]


def test_names_have_a_longest() -> None:
    def named(length: int) -> list[str]:
        name = "K" * length
        return errors(
            made_of(HEAD.replace("Heap", name) + TAIL.replace("Heap", name).format("Deck is empty"))
        )

    assert named(NAME_LIMIT) == []
    assert named(NAME_LIMIT + 1) == ["too-large"] * 2


def test_texts_have_a_longest() -> None:
    def told(length: int) -> list[str]:
        tail = TAIL.replace("  draw", f'  announce "{"x" * length}"\n  draw').format("Deck is empty")
        return errors(made_of(HEAD + tail))

    assert told(TEXT_LIMIT) == []
    assert told(TEXT_LIMIT + 1)[0] == "too-large"


def test_names_in_tables_have_a_longest() -> None:
    head = HEAD.replace("kind Card, 9 of them\n", 'kind Card from "cards.yaml"\n').replace(", starts 2", "")
    text = head + TAIL.format("Deck is empty")
    assert errors(made_of(text, cards=f"- Name: {'K' * 200}\n  Value: 2\n")) == []
    assert errors(made_of(text, cards=f"- Name: {'K' * 201}\n  Value: 2\n")) == ["cell-range"]


@pytest.mark.parametrize("number", ["٣" * 5_000, "३"])
def test_digits_of_other_scripts_are_no_numbers(number: str) -> None:
    assert (
        errors(made_of(HEAD.replace("9 of", f"{number} of") + TAIL.format("Deck is empty")))[0]
        == "syntax-error"
    )


def test_pages_of_many_digits_are_no_pages() -> None:
    text = HEAD.replace("  players 2\n", '  players 2\n  source GB "Rules"\n')
    made = made_of(text + TAIL.format("Deck is empty").replace("Card\n", f"Card [GB p{'9' * 5_000}]\n", 1))
    assert "citation-format" in [one.code.slug for one in made.diagnostics]


# ---------------------------------------------------------------- work between two decisions


@pytest.mark.dear
@pytest.mark.parametrize(
    "lines",
    [
        "  each Card of Deck\n    move all Cards of Deck to Heap\n    move all Cards of Heap to Deck\n",
        "  each Card of Deck\n    shuffle Deck\n",
        "  repeat up to 300 times\n    discard all Cards of my Hand if some Card is Odd\n",
    ],
)
@pytest.mark.quick_in_turn(3)
def test_what_is_moved_shuffled_and_asked_counts_as_work(lines: str) -> None:
    odd = " and ".join(["it is not in Deck"] + ["it is not in Heap"] * 30)
    text = HEAD.replace("9 of", "4000 of") + f"a Card is Odd if {odd}\n" + TAIL.format("Deck is empty")
    made = made_of(text.replace("  draw 1 Card\n", "  draw 1 Card\n" + lines))
    assert errors(made) == []
    with in_time(30), pytest.raises(RuleError) as caught:
        made.executor().initial(Setting(2, 1))
    assert "far too much" in caught.value.message
    assert caught.value.span is not None and caught.value.span.text in text.replace("  draw 1 Card\n", lines)
    assert caught.value.trace[0][0] == "Main"


# ---------------------------------------------------------------- the command line

ENV = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "100"}


@pytest.mark.parametrize(
    "words",
    ["validate @", "play @", "new @", "explain @", "docs pig -o @", "stats @", "fmt @", "test @", "graph @",
     "play pig --save @", "play --resume @", "play pig --option @=x", "simulate pig -n 1 -o @", "@"],
)  # fmt: skip
def test_a_name_of_five_thousand_letters(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.replace("@", "a" * 5_000).split()) == 2
    told = "".join(capsys.readouterr())
    assert "error: " in told and "internal" not in told
    assert len(told) < 1_000


@pytest.mark.parametrize("command", ["validate", "fmt"])
@pytest.mark.quick_in_turn(2)
def test_an_endless_input_is_not_read_to_its_end(command: str) -> None:
    with open("/dev/zero", "rb") as endless:
        ran = subprocess.run(
            [sys.executable, "-m", "gekido_dsl", command, "-"],
            stdin=endless, capture_output=True, text=True, timeout=300, env=ENV, check=False,
        )  # fmt: skip
    assert ran.returncode == 1
    assert "file-too-large" in ran.stdout + ran.stderr


@pytest.mark.parametrize(
    "words", ["validate big.gdl", "fmt big.gdl", "play big.gdl", "play --resume big.gdl", "stats big.gdl"]
)
def test_a_file_of_eight_gigabytes_is_not_read(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with Path("big.gdl").open("wb") as file:
        file.truncate(8 << 30)
    with in_time(20):
        assert main(words.split()) in (1, 2)
    told = "".join(capsys.readouterr())
    assert "big.gdl" in told, told


def test_an_answer_without_an_end_is_taken_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    from gekido_dsl.cli.screen import Screen

    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 100_000))
    assert len(Screen("never", True).ask("?")) <= 10_000


def test_bots_alone_stop_at_a_limit_and_few_reports_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gekido_dsl.cli import match, telling

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(match, "_MOST_UNASKED", 3)
    monkeypatch.setattr(telling, "_MOST_DRAWN", 1)
    reports = 'report Values of each Card, when Main ends\n  "Value": its Value\n'
    Path(MAIN).write_text(str(cards(reports, "  draw 1 Card\n  discard a Card of my Hand\n")[MAIN]), "utf-8")
    assert (
        main(["play", MAIN, *["--seat", "1=random", "--seat", "2=random", "--seed", "1", "--save", "m.save"]])
        == 1
    )
    told = capsys.readouterr().out
    assert "Stopped after 3 decisions without asking a person." in told
    assert told.count("1 tables of reports are drawn here") == 1
    assert told.count("│ Values") == 1


@pytest.mark.parametrize(
    ("what", "made"), [("rounds of betting", FORMS["betting rounds"][0]), ("offers", LATELY["offers"][0])]
)
def test_what_is_written_out_in_many_statements_is_counted(what: str, made: Callable[[int], Files]) -> None:
    found = {count: load(MAIN, MemoryProvider(made(count))).diagnostics for count in (100, 101)}
    assert not [one for one in found[100] if one.severity is Severity.ERROR]
    (error,) = [one for one in found[101] if one.severity is Severity.ERROR]
    assert error.code is codes.TOO_LARGE and f"100 {what} at most" in error.message


def test_offers_within_offers_do_not_double_what_is_known() -> None:
    made = load(MAIN, MemoryProvider(LATELY["offers in offers"][0](16)))
    assert made.game is not None, made.diagnostics
    assert max(len(site.guards) for site in sites.of(made.game).every()) <= 200


def test_words_for_what_is_known_do_not_double_it_without_end() -> None:
    facts = [f"Fact {letter}" for letter in "ABCDEFGHIJKLMNOP"]
    lines = [f"  {fact}: 0 to 999, starts 0" for fact in facts]
    known = " plus ".join(f"my {fact}" for fact in facts)
    words = [f"    call my {fact} the {fact.lower().replace(' ', '')}" for fact in facts]
    head = HEAD.replace("turn of", "each player has\n" + "\n".join(lines) + "\nturn of")
    body = ["phase Main", f"  if {known} is at least 3", *words, "    my Fact A gains 1"]
    end = ["the game ends when my Fact A is 9", "  me wins", ""]
    made = load(MAIN, MemoryProvider({MAIN: head + "\n".join([*body, *end])}))
    assert made.game is not None, made.diagnostics
    assert max(len(site.guards) for site in sites.of(made.game).every()) <= 2 * 48 + 2


def test_what_a_lowered_number_leaves_out_is_bounded() -> None:
    stalls = "- Name: Red\n  Price: {1: 2, 2: 3}\n- Name: Blue\n  Price: {1: 1, 2: 1}\n"
    base = HEAD.replace("  players 2\n", "  players 2\nDays is 900000000\n").replace(
        "deck Deck", 'kind Stall from "stalls.yaml"\n  Price for each 1 to Days: 0 to 9\ndeck Deck'
    ) + TAIL.format("some Card is in Deck")
    variant = 'edition 1\ngame "V" changes "base.gdl"\nchange Days is 2\n'
    made = load(MAIN, MemoryProvider({MAIN: variant, "base.gdl": base, "stalls.yaml": stalls}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    index = made.game.kinds["Stall"].fields["Price"].index
    assert isinstance(index, m.Numbers) and len(index.gone) <= FACES_LIMIT
