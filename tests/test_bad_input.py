"""Bad input: whatever is handed in, there is a finding with its place, and never a traceback or a hang.

A file of `corpus/bad_input` begins with the kind of finding that it has to give, with `_` for `-`; `fine` means no
error. What is too large for a file is made here.
"""

import io
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from in_time import in_time

from gekido_dsl.cli.main import main
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity, codes
from gekido_dsl.diagnostics.render import human
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.source import MemoryProvider

ROOT = Path(__file__).parents[1]
CORPUS = Path(__file__).parent / "corpus" / "bad_input"
FILES = sorted(CORPUS.glob("*.gdl"))
SLUGS = sorted(["fine", *codes.ALL], key=len, reverse=True)
LIMIT_S = 30.0
"""Far more than anything here needs, as the machine may be busy."""
MEMORY_BYTES = 1 << 30

HEAD = 'edition 1\ngame "G"\n  players 2\nturn of each player\n  Main\n'
CARDS = (CORPUS / "fine_plain.gdl").read_text(encoding="utf-8")


@pytest.fixture(autouse=True, scope="session")
def grammar() -> None:
    """Makes the parser before a clock runs."""
    assert load("a.gdl", MemoryProvider({"a.gdl": CARDS})).diagnostics is not None


def errors(made: Compilation) -> list[str]:
    """Gives the kinds of the errors of a ruleset, after drawing all its findings."""
    for found in made.diagnostics:
        assert found.message
        assert found.code.slug in human.draw(found, colour=False, width_columns=80)
        if found.severity is Severity.ERROR and found.code not in (codes.FILE_MISSING, codes.FILE_TOO_LARGE):
            assert found.labels, f"{found.message}: where?"
    return [found.code.slug for found in made.diagnostics if found.severity is Severity.ERROR]


def checked(text: str, **others: str) -> list[str]:
    """Gives the kinds of the errors of a text."""
    files = {name.replace("_yaml", ".yaml").replace("_gdl", ".gdl"): other for name, other in others.items()}
    with in_time(LIMIT_S):
        return errors(load("a.gdl", MemoryProvider({"a.gdl": text, **files})))


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_corpus(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = next(slug for slug in SLUGS if path.stem.startswith(slug.replace("-", "_") + "_"))
    monkeypatch.chdir(CORPUS)
    with in_time(LIMIT_S):
        made = load(path.name, FolderProvider(Path(), library=ROOT / "rulesets"))
        found = errors(made)
    if wanted == "fine":
        assert found == []
        made.executor().initial(Setting(2, 1))
    elif codes.ALL[wanted].severity is Severity.ERROR:
        assert set(found) == {wanted}, "one mistake gives one kind of finding"
    else:
        assert found == [] and wanted in [one.code.slug for one in made.diagnostics]


def nested(count: int, line: str) -> str:
    return "".join("  " * (depth + 1) + line + "\n" for depth in range(count))


HUGE: dict[str, tuple[Callable[[], str], str]] = {
    "ten megabytes": (lambda: HEAD + "# more\n" * 1_500_000, "file-too-large"),
    "one megabyte in one line": (lambda: HEAD + "kind " + "A" * 900_000 + "\nphase Main\n", "too-large"),
    "a line of words": (lambda: HEAD + "option A is " + "B, " * 300_000 + "C\n", "too-large"),
    "brackets": (
        lambda: HEAD + "phase Main\n  if " + "(" * 10_000 + "1 is 1" + ")" * 10_000 + "\n    stop\n",
        "too-deep",
    ),
    "open brackets": (lambda: HEAD + "phase Main\n  if " + "(" * 1_500 + "1 is 1\n    stop\n", "too-deep"),
    "blocks": (lambda: HEAD + "phase Main\n" + nested(700, "if 1 is 1"), "too-deep"),
    "ten thousand blocks": (lambda: HEAD + "phase Main\n" + nested(10_000, "if 1 is 1"), "file-too-large"),
    "otherwise": (
        lambda: HEAD + "phase Main\n  if 1 is 1\n    stop\n" + "  otherwise if 1 is 1\n    stop\n" * 900,
        "too-deep",
    ),
    "plus": (lambda: HEAD + "phase Main\n  if " + "1 plus " * 900 + "1 is 1\n    stop\n", "too-deep"),
    "of": (lambda: HEAD + "phase Main\n  if " + "Main of " * 900 + "1 is 1\n    stop\n", "too-deep"),
    "possessives": (
        lambda: HEAD + "phase Main\n  if Main" + "'s Main" * 900 + " is 1\n    stop\n",
        "too-deep",
    ),
    "adjectives": (lambda: HEAD + "phase Main\n  if " + "empty " * 900 + "Card is 1\n    stop\n", "too-deep"),
    "declarations": (lambda: HEAD + "".join(f"kind K{n}\n" for n in range(100_000))[:900_000], "too-large"),
    "lines of one declaration": (lambda: HEAD + "phase Main\n" + "  stop\n" * 100_000, "too-large"),
    "bad lines": (lambda: HEAD + "phase Main\n" + "  stop stop\n" * 1_900, "syntax-error"),
    "bad characters": (lambda: HEAD + "%" * 500_000, "syntax-error"),
    "open texts": (lambda: HEAD + '"\n' * 400_000, "syntax-error"),
    "tabs": (lambda: HEAD + "\tMain\n" * 150_000, "tab-indent"),
    "digits": (lambda: HEAD + "kind Card, " + "9" * 100_000 + " of them\n", "too-large"),
    "unknown names": (
        lambda: HEAD + "phase Main\n" + "".join(f"  move Q{n} to R\n" for n in range(1_500)),
        "unknown-name",
    ),
    "unknown among many": (
        lambda: (
            HEAD
            + "".join(f"kind K{_letters(n)}\n" for n in range(4_000))
            + "phase Main\n"
            + "".join(f"  move X{_letters(n)} to Y{_letters(n)}\n" for n in range(300))
        ),
        "unknown-name",
    ),
    "a long chain": (
        lambda: (
            HEAD
            + "kind Card\n  Value: 0 to 3, starts 0\n"
            + "".join(f"a Card is K{_letters(n)} if it is K{_letters(n + 1)}\n" for n in range(3_000))
            + f"a Card is K{_letters(3_000)} if its Value is 1\nphase Main\n  if some Card is Kaaa\n    stop\n"
        ),
        "too-deep",
    ),
    "a long circle": (
        lambda: (
            HEAD
            + "kind Card\n"
            + "".join(
                f"a Card is K{_letters(n)} if it is K{_letters((n + 1) % 3_000)}\n" for n in range(3_000)
            )
            + "phase Main\n  if some Card is Kaaa\n    stop\n"
        ),
        "circular-definition",
    ),
}


def _letters(number: int) -> str:
    return "".join(chr(97 + number // 26**place % 26) for place in (2, 1, 0))


LONG = ("bad characters", "declarations", "many rows", "open texts", "tabs", "unknown among many")
"""What takes seconds to be read, all in the slow tests; two of it are also read by a process of its own."""


def _each(names: Iterable[str]) -> list[Any]:
    return [pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in names]


@pytest.mark.parametrize("name", _each(HUGE))
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
def test_huge(name: str) -> None:
    make, wanted = HUGE[name]
    found = checked(make())
    assert wanted in found
    assert len(found) <= 300


BYTES: dict[str, tuple[bytes, str | None]] = {
    "binary": (b"\x7fELF\x00\x01\x02" * 100, "binary-file"),
    "not utf-8": (b"edition 1\n# caf\xe9\n", "not-utf8"),
    "utf-16": ("edition 1\n".encode("utf-16"), "not-utf8"),
    "cut in a character": ("edition 1\n# é".encode()[:-1], "not-utf8"),
    "surrogate": (b"edition 1\n# \xed\xa0\x80\n", "not-utf8"),
    "byte order mark": (b"\xef\xbb\xbf" + CARDS.encode(), None),
    "windows lines": (CARDS.replace("\n", "\r\n").encode(), None),
    "old lines": (CARDS.replace("\n", "\r").encode(), None),
    "no last line end": (CARDS.rstrip("\n").encode(), None),
    "empty": (b"", "empty-file"),
    "only a mark": (b"\xef\xbb\xbf", "empty-file"),
    "ten megabytes": (b"#" * 10_000_000, "file-too-large"),
}


@pytest.mark.parametrize("name", BYTES)
def test_bytes(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, wanted = BYTES[name]
    (tmp_path / "a.gdl").write_bytes(data)
    with in_time(LIMIT_S):
        code = main(["validate", str(tmp_path / "a.gdl")])
    told = "".join(capsys.readouterr())
    assert code == (1 if wanted else 0), told
    assert wanted is None or f"[{wanted}]" in told


# ---------------------------------------------------------------- several files


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        ({"a": 'use "b.gdl"\n', "b": 'use "a.gdl"\n'}, "import-cycle"),
        (
            {"a": 'edition 1\ngame "A" changes "b.gdl"\n', "b": 'edition 1\ngame "B" changes "a.gdl"\n'},
            "import-cycle",
        ),
        (
            {"a": 'edition 1\ngame "A" changes "b.gdl"\n', "b": 'use "c.gdl"\n', "c": 'use "a.gdl"\n'},
            "import-cycle",
        ),
        ({"a": 'edition 1\ngame "A" changes "b.gdl"\nremove Card\n', "b": CARDS}, "removed-name"),
        ({"a": 'edition 1\ngame "A" changes "b.gdl"\nremove Kard\n', "b": CARDS}, "variant-mismatch"),
        (
            {
                "a": 'edition 1\ngame "A" changes "b.gdl"\nchange kind Kard\n  Cost: 0 to 3, starts 1\n',
                "b": CARDS,
            },
            "variant-mismatch",
        ),
        (
            {"a": 'edition 1\ngame "A" changes "b.gdl"\nreplace phase Mian\n  draw 1 Card\n', "b": CARDS},
            "variant-mismatch",
        ),
        (
            {
                "a": 'edition 1\ngame "A" changes "b.gdl"\nremove Main\n',
                "b": 'edition 1\ngame "B" changes "c.gdl"\nremove Heap\n',
                "c": CARDS,
            },
            "no-way-to-end",
        ),
    ],
)
def test_files(files: dict[str, str], wanted: str) -> None:
    sources = {name + ".gdl": text for name, text in files.items()}
    with in_time(LIMIT_S):
        assert wanted in errors(load("a.gdl", MemoryProvider(sources)))


def test_variant_of_a_variant() -> None:
    sources = {
        "a.gdl": 'edition 1\ngame "A" changes "b.gdl"\nreplace phase Main\n  draw 2 Cards\n',
        "b.gdl": 'edition 1\ngame "B" changes "c.gdl"\nreplace phase Main\n  draw 3 Cards\n',
        "c.gdl": CARDS,
    }
    assert errors(load("a.gdl", MemoryProvider(sources))) == []


def test_too_many_files() -> None:
    sources = {f"{n}.gdl": f'use "{n + 1}.gdl"\n' for n in range(1, 300)} | {"a.gdl": CARDS + 'use "1.gdl"\n'}
    assert "file-too-large" in errors(load("a.gdl", MemoryProvider(sources)))


@pytest.mark.parametrize(
    ("limit", "most", "line"),
    [
        ("gekido_dsl.loading.LETTERS_LIMIT", 2_000, f"# {'x' * 700}\n"),
        (
            "gekido_dsl.syntax.parse.WORDS_LIMIT",
            200,
            "".join(f"kind Piece @{n}, 1 of them\n" for n in "abcdefgh"),
        ),
    ],
    ids=["letters", "words"],
)
def test_files_that_are_too_much_together(
    limit: str, most: int, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by itself is small enough; after the one that is too much no other is read."""
    monkeypatch.setattr(limit, most)
    files = {f"{name}.gdl": line.replace("@", name) + f"kind Part {name}\n" for name in "ABCDEFGH"}
    made = load("a.gdl", MemoryProvider({"a.gdl": CARDS + "".join(f'use "{n}"\n' for n in files)} | files))
    found = [one for one in made.diagnostics if one.severity is Severity.ERROR]
    assert [one.code for one in found] == [codes.FILE_TOO_LARGE], [one.message for one in found]
    assert 2 < len(made.files) < 6


def test_one_file_of_too_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gekido_dsl.syntax.parse.WORDS_LIMIT", 100)
    made = load("a.gdl", MemoryProvider({"a.gdl": CARDS + "kind Part, 1 of them\n" * 100}))
    assert codes.TOO_LARGE in {one.code for one in made.diagnostics}


@pytest.mark.parametrize(
    "line", ['announce "a@b"', "stop # a@b", "stop [a@b]"], ids=["text", "comment", "source"]
)
@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\ud800"], ids=ascii)
def test_no_text_commands_a_terminal_or_turns_round_how_it_is_read(line: str, sign: str) -> None:
    made = load("a.gdl", MemoryProvider({"a.gdl": CARDS + f"rule Told\n  {line.replace('@', sign)}\n"}))
    found = [one for one in made.diagnostics if "invisible character" in one.message]
    assert [one.span.text for one in found if one.span is not None] == [sign]
    assert made.game is None


def test_letters_that_join_others_may_stand_in_texts() -> None:
    """What an emoji is made of, and marks of right-to-left scripts, command nothing."""
    text = CARDS + "# \U0001f468\u200d\U0001f469 \u05d0\u200f \U0001f3f4\U000e0067\U000e007f\n"
    assert errors(load("a.gdl", MemoryProvider({"a.gdl": text}))) == []


def test_tables_that_are_too_much_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gekido_dsl.loading.LETTERS_LIMIT", 2_000)
    files = {f"{n}.yaml": f"- {{Name: A, Value: 1}}\n# {'x' * 700}\n" for n in range(4)}
    kinds = "".join(f'kind Piece {chr(65 + n)} from "{n}.yaml"\n  Value: 0 to 6\n' for n in range(4))
    made = load("a.gdl", MemoryProvider({"a.gdl": CARDS + kinds} | files))
    found = [one for one in made.diagnostics if one.code is codes.FILE_TOO_LARGE]
    assert [one.span.text for one in found if one.span is not None] == ['from "2.yaml"', 'from "3.yaml"']


def test_accents_may_be_taken_apart_in_names_of_files_and_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "tests/corpus/resolve/bad/unknown_name_small_word.gdl").read_text(encoding="utf-8")
    text = text.replace("Ring of Power", "Zott\u00e9l").replace("Ring-of-Fire", "Ann")
    text = text.replace("unknown_name_small_word_rings", "b\u00e4r/ring\u00e9")
    (tmp_path / "a.gdl").write_text(text, encoding="utf-8")
    (tmp_path / "ba\u0308r").mkdir()
    rows = "- {Name: Zotte\u0301l, Worth: 1}\n- {Name: Ann, Worth: 2}\n"
    (tmp_path / "ba\u0308r" / "ringe\u0301.yaml").write_text(rows, encoding="utf-8")
    assert main(["validate", str(tmp_path / "a.gdl")]) == 0
    assert "error" not in capsys.readouterr().out


def test_links_lead_nowhere_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inside = tmp_path / "game"
    inside.mkdir()
    (tmp_path / "secret.gdl").write_text("kind Secret\n")
    (inside / "link.gdl").symlink_to(tmp_path / "secret.gdl")
    (inside / "round.gdl").symlink_to(inside / "round.gdl")
    os.mkfifo(inside / "pipe.gdl")
    for name, wanted in (
        ("link", "file-outside-folder"),
        ("round", "file-missing"),
        ("pipe", "file-is-directory"),
    ):
        (inside / "a.gdl").write_text(CARDS + f'\nuse "{name}.gdl"\n')
        with in_time(LIMIT_S):
            assert main(["validate", str(inside / "a.gdl")]) == 1
        told = "".join(capsys.readouterr())
        assert f"[{wanted}]" in told and "Secret" not in told


# ---------------------------------------------------------------- tables

SPELLS = (
    CARDS + '\nkind Spell from "spells.yaml"\n  Cost: 0 to 9\n  Colour: Red or Green\ndeck Book: all Spells\n'
)
TABLES: dict[str, tuple[str, str | None]] = {
    "fine": ("- Name: Fire\n  Cost: 3\n  Colour: Red\n", None),
    "keys twice": ("- Name: Fire\n  Cost: 3\n  Cost: 4\n  Colour: Red\n", "yaml-duplicate-key"),
    "aliases": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "yaml-alias"),
    "a bomb": (
        "a: &a0 [x]\n" + "".join(f"b{n}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(30)),
        "yaml-alias",
    ),
    "deep": ("[" * 5_000, "too-deep"),
    "deep dashes": ("- " * 5_000 + "x\n", "too-deep"),
    "a map": ("Fire: 3\n", "unknown-column"),
    "a word": ("hello\n", "cell-type"),
    "a number": ("3\n", "cell-type"),
    "nothing": ("", "empty-file"),
    "null": ("null\n", None),
    "unknown column": ("- Name: Fire\n  Cost: 3\n  Colour: Red\n  Size: 2\n", "unknown-column"),
    "column misspelt": ("- Name: Fire\n  Csot: 3\n  Colour: Red\n", "unknown-column"),
    "column left out": ("- Name: Fire\n  Cost: 3\n", "missing-column"),
    "a ruleset": (CARDS, "yaml-syntax"),
    "a tag": ("- !!python/object/apply:os.system [ls]\n", "yaml-tag"),
    "many copies": ("- Name: Fire\n  Cost: 3\n  Colour: Red\n  Copies: 99999999999999999999\n", None),
    "two documents": ("- Name: Fire\n---\n- Name: Ice\n", "yaml-syntax"),
    "a long word": ("- Name: " + "x" * 900_000 + "\n  Cost: 3\n  Colour: Red\n", None),
    "many rows": ("".join(f"- {{Name: N{n}, Cost: 3, Colour: Red}}\n" for n in range(20_000)), None),
}


@pytest.mark.parametrize("name", _each(TABLES))
def test_tables(name: str) -> None:
    text, wanted = TABLES[name]
    found = checked(SPELLS, spells_yaml=text)
    assert wanted is None or wanted in found
    assert name != "fine" or not found


def test_table_as_ruleset_and_ruleset_as_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.gdl").write_text("- Name: Fire\n  Cost: 3\n")
    assert main(["validate", str(tmp_path / "a.gdl")]) == 1
    (tmp_path / "a.gdl").write_text(CARDS + '\nkind Spell from "a.gdl"\n')
    assert main(["validate", str(tmp_path / "a.gdl")]) == 1
    assert "Traceback" not in "".join(capsys.readouterr())


# ---------------------------------------------------------------- play


def played(text: str, choices: int = 5) -> str | None:
    """Plays a few first choices; gives what a rule error says."""
    with in_time(LIMIT_S):
        made = load("a.gdl", MemoryProvider({"a.gdl": text}))
        assert errors(made) == []
        executor = made.executor()
        try:
            state, _ = executor.initial(Setting(made.model.value.least_players if made.model.value else 2, 1))
            for _ in range(choices):
                if executor.decision(state) is None:
                    return None
                before = executor.snapshot(state)
                try:
                    executor.apply(state, 0)
                except RuleError:
                    assert executor.snapshot(state) == before, "a rule error changes nothing"
                    raise
        except RuleError as error:
            assert error.span is not None and error.trace, "a rule error has a place and a trace"
            return error.message
    return None


def game(main: str, more: str = "", head: str = "") -> str:
    """Makes a game of what happens in a turn."""
    return CARDS.replace("  draw 1 Card\n", main).replace("kind Card", head + "kind Card", 1) + more


BOTS = (
    "die Pip of 0 to 6, 12 of them\nbox Spare: all Pips\nkind Bot, 1 for each player\n"
    "track Hull of each Bot: a Pip, up to 2, from Spare\n"
)
PLAY: dict[str, tuple[str, str | None]] = {
    "rules that do one another": (
        game(
            "  do Ping\n",
            "rule Ping\n  if Deck is not empty\n    do Pong\nrule Pong\n  do Ping\n  draw 1 Card\n",
        ),
        "calls itself without end",
    ),
    "a trigger that triggers itself": (
        game("  do Ping\n  draw 1 Card\n", "whenever Main ends\n  do Ping\nrule Ping\n  end Main\n"),
        "is not running",
    ),
    "no option": (
        game("  choose a Card in Heap as the card\n  move the card to Heap\n"),
        "nothing to choose",
    ),
    "several of none": (game("  discard 2 Cards in Heap\n"), "nothing to choose"),
    "more than there are": (game("  draw 8 Cards\n"), None),
    "from an empty pile": (game("  draw 1 Card from Heap\n  draw 1 Card\n"), "nothing left"),
    "leaving a range": (
        game("  Count gains 1\n  draw 1 Card\n").replace(
            "phase Main\n", "phase Main\n  Count: 0 to 3, starts 3\n"
        ),
        "would become 4",
    ),
    "below a range": (
        game("  Count loses 9\n  draw 1 Card\n").replace(
            "phase Main\n", "phase Main\n  Count: 0 to 3, starts 3\n"
        ),
        "would become -6",
    ),
    "dividing by nothing": (
        game(
            "  if Half is 3\n    draw 1 Card\n",
            "amount Half\n  starts at 6\n  divide by the number of Cards in Heap rounded up\n",
        ),
        "by 0",
    ),
    "a turn in which nothing happens": (
        CARDS.replace("  draw 1 Card\n", "  if Heap is not empty\n    draw 1 Card\n"),
        "never comes to a decision",
    ),
    "far too much to look through": (
        CARDS.replace("9 of them", "3000 of them").replace(
            "  draw 1 Card\n",
            "  each Card\n    if some Card that is a Trump is a Trump\n      stop\n  draw 1 Card\n",
        )
        + "a Card is a Trump if no Card is Odd\na Card is Odd if its Value is 7\n".replace("7", "6"),
        "far too much",
    ),
}


@pytest.mark.parametrize("name", PLAY)
@pytest.mark.quick_in_turn(3)
def test_play(name: str) -> None:
    text, wanted = PLAY[name]
    said = played(text)
    if wanted is not None:
        assert said is not None and wanted in said


# ---------------------------------------------------------------- saved matches


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Runs `gdl` in this process; gives the exit code and everything it says."""
    with in_time(LIMIT_S):
        code = main(list(words))
    told = "".join(capsys.readouterr())
    assert "Traceback" not in told and "internal error" not in told, told
    assert code != 3, told
    return code, told


_saved: list[bytes] = []


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> bytes:
    """A match between bots, in `match.gdlmatch` of an own folder that is the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "pig.gdl").write_text((ROOT / "rulesets" / "classics" / "pig.gdl").read_text())
    if _saved:  # it would be played again, the same
        (tmp_path / "match.gdlmatch").write_bytes(_saved[0])
        return _saved[0]
    code, _ = run("play", "pig.gdl", *BOT_SEATS, "--seed", "3", "--save", "match.gdlmatch", capsys=capsys)
    assert code == 0
    _saved.append((tmp_path / "match.gdlmatch").read_bytes())
    return _saved[0]


BOT_SEATS = ("--seat", "1=random", "--seat", "2=random")


@pytest.mark.parametrize("number", [8, pytest.param(40, id="long", marks=pytest.mark.slow)])
@pytest.mark.dear
def test_a_save_cut_anywhere(
    number: int, saved: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = saved.index(b"\n")
    cuts = [*range(0, head + 2, 1_480 // number), *range(head, len(saved), max(1, len(saved) // number))]
    for cut in cuts:
        (tmp_path / "cut").write_bytes(saved[:cut])
        code, told = run("play", "--resume", "cut", capsys=capsys)
        assert code == (2 if cut < head else 0), (cut, told)
        code, told = run("replay", "cut", capsys=capsys)
        assert code in (0, 1, 2), (cut, told)


def edited(saved: bytes, **header: object) -> bytes:
    first, _, rest = saved.partition(b"\n")
    return json.dumps(json.loads(first) | header).encode() + b"\n" + rest


SAVES: dict[str, Callable[[bytes], bytes]] = {
    "not json": lambda saved: b"hello\n" + saved,
    "binary": lambda saved: b"\x00\xff" * 1_000,
    "a list": lambda saved: b"[1, 2]\n",
    "deep": lambda saved: b"[" * 100_000,
    "deep in the middle": lambda saved: saved.replace(b"\n", b"\n" + b"[" * 100_000 + b"\n", 1),
    "huge number": lambda saved: edited(saved, seed=10**400),
    "digits without end": lambda saved: saved.replace(b'"seed": 3', b'"seed": ' + b"9" * 100_000),
    "negative seed": lambda saved: edited(saved, seed=-1),
    "another version": lambda saved: edited(saved, version=99),
    "another edition": lambda saved: edited(saved, edition=99),
    "another ruleset": lambda saved: edited(saved, identity="0" * 16),
    "ruleset that is not there": lambda saved: edited(saved, ruleset="nowhere.gdl"),
    "ruleset with a zero byte": lambda saved: edited(saved, ruleset="a\0b"),
    "ruleset that is an option": lambda saved: edited(saved, ruleset="--help"),
    "too many players": lambda saved: edited(saved, players=99, seats=["random"] * 99),
    "more players than seats": lambda saved: edited(saved, players=4),
    "unknown seat": lambda saved: edited(saved, seats=["alien", "random"]),
    "unknown option": lambda saved: edited(saved, options={"No Such": "Yes"}),
    "options as a list": lambda saved: edited(saved, options=["a"]),
    "unknown choice": lambda saved: saved.replace(b'"choice": "', b'"choice": "x', 1),
    "seat of another": lambda saved: saved.replace(b'"seat": 0', b'"seat": 1', 1),
    "seat far out": lambda saved: saved.replace(b'"seat": 0', b'"seat": 99', 1),
    "undo too much": lambda saved: saved + b'{"undo": 99999999}\n',
    "draws that are none": lambda saved: saved.replace(
        b'"chance": []', b'"chance": [["roll", "x", 6, 3]]', 1
    ),
    "huge": lambda saved: saved + b" " * 65_000_000,
    "one endless line": lambda saved: saved + b'{"note": "' + b"x" * 5_000_000,
    "lines of nothing": lambda saved: saved + b"\n" * 1_000_000,
}


@pytest.mark.parametrize("name", SAVES)
@pytest.mark.quick_in_turn(3)
def test_bad_saves(name: str, saved: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The checksums are left out, which would tell of each change before anything else does."""
    made = SAVES[name](re.sub(rb', "sum": "[0-9a-f]{12}"(?=\})', b"", saved))
    (tmp_path / "bad").write_bytes(made)
    for words in (("play", "--resume", "bad"), ("replay", "bad")):
        code, told = run(*words, capsys=capsys)
        assert code in (0, 1, 2) and told
        kept = (tmp_path / "bad").read_bytes()
        assert len(kept) >= len(made) or made.startswith(kept), "nothing that was played is lost"


# ---------------------------------------------------------------- the command line

WORDS = [
    (["play"], 2),
    (["play", "nowhere.gdl"], 2),
    (["play", "."], None),
    (["play", "pig.gdl", "--players", "0"], 2),
    (["play", "pig.gdl", "--players", "99999999999"], 2),
    (["play", "pig.gdl", "--players", "two"], 2),
    (["play", "pig.gdl", "--seat", "9=random"], 2),
    (["play", "pig.gdl", "--seat", "0=random"], 2),
    (["play", "pig.gdl", "--seat", "-1=random"], 2),
    (["play", "pig.gdl", "--seat", "1=alien"], 2),
    (["play", "pig.gdl", "--seat", "²=random"], 2),
    (["play", "pig.gdl", "--seat", "=" * 5_000], 2),
    (["play", "pig.gdl", "--option", "x=y"], 2),
    (["play", "pig.gdl", "--option", "x"], 2),
    (["play", "pig.gdl", "--option", ""], 2),
    (["play", "pig.gdl", "--seed", "x"], 2),
    (["play", "pig.gdl", "--seed", "1.5"], 2),
    (["play", "pig.gdl", "--seed", "9" * 5_000], 2),
    (["play", "pig.gdl", *BOT_SEATS, "--seed", "9" * 400], None),
    (["play", "pig.gdl", *BOT_SEATS, "--seed", "-5"], None),
    (["play", "pig.gdl", *BOT_SEATS, "--save", "no/such/folder/x"], None),
    (["play", "pig.gdl", *BOT_SEATS, "--save", "."], 2),
    (["play", "pig.gdl", *BOT_SEATS, "--save", "pig.gdl"], 2),
    (["play", "pig.gdl", *BOT_SEATS, "--save", "x" * 5_000], None),
    (["play", "--resume", "nowhere"], 2),
    (["play", "--resume", "."], 2),
    (["play", "--resume", "match.gdlmatch", "--seed", "4"], 2),
    (["replay", "nowhere"], 2),
    (["simulate", "pig.gdl", "--games", "0"], 2),
    (["simulate", "pig.gdl", "--games", "-3"], 2),
    (["simulate", "pig.gdl", "--games", "2", "--jobs", "0"], 2),
    (["simulate", "pig.gdl", "--games", "2", "-o", "no/such/folder/x"], 2),
    (["simulate", "pig.gdl", "--games", "2", "-o", "/proc/version"], 2),
    (["simulate", "pig.gdl", "--games", "1", "--game", "99999999999999999999"], None),
    (["validate", "nowhere.gdl"], 2),
    (["validate", "pig.gdl", "--format", "word"], 2),
    (["validate", "pig\0.gdl"], None),
    (["fmt", "nowhere.gdl"], 2),
    (["explain", "no-such-thing"], 2),
    (["explain", "../codes"], 2),
    (["perft", "pig.gdl", "--depth", "-1"], 2),
    (["perft", "pig.gdl", "--depth", "x"], 2),
    (["solve", "pig.gdl", "--positions", "0"], 2),
    (["solve", "pig.gdl", "--example", "no such title"], 2),
    (["graph", "nowhere.gdl"], 2),
    (["stats", "nowhere.gdl"], 2),
    (["docs", "nowhere.gdl"], 2),
    (["schema", "pig.gdl", "Nothing"], 2),
    (["test", "nowhere.gdl"], 2),
    (["test", "pig.gdl", "-k", "no such title"], 2),
    (["nothing"], 2),
    (["--nothing"], 2),
    ([""], 2),
]


@pytest.mark.parametrize(
    ("words", "wanted"), WORDS, ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else ""
)
def test_words(
    words: list[str], wanted: int | None, saved: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = run(*words, capsys=capsys)
    assert code in (0, 1, 2) and told
    assert wanted is None or code == wanted, told
    assert Path("pig.gdl").read_text() == (ROOT / "rulesets" / "classics" / "pig.gdl").read_text()
    assert Path("match.gdlmatch").read_bytes() == saved


# ---------------------------------------------------------------- processes


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def start(*words: str, **more: object) -> "subprocess.Popen[bytes]":
    """Starts `gdl` as a process with bounded memory."""
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} | more
    command = [sys.executable, "-m", "gekido_dsl", *words]
    return subprocess.Popen(command, preexec_fn=limited, **options)  # type: ignore[call-overload,no-any-return]


def finished(process: "subprocess.Popen[bytes]", typed: bytes | None = None) -> tuple[int, str]:
    try:
        told = process.communicate(typed, timeout=300)[0] or b""
    finally:
        process.kill()
    text = told.decode()
    assert "Traceback" not in text and "internal error" not in text, text
    return process.returncode, text


@pytest.mark.parametrize("name", ["declarations", "brackets", "bad characters", "ten megabytes"])
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_huge_within_bounded_memory(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.gdl").write_text(HUGE[name][0]())
    code, told = finished(start("validate", str(tmp_path / "a.gdl")))
    assert code == 1 and f"[{HUGE[name][1]}]" in told


@pytest.mark.parametrize("name", ["copies", "copies_for_each_player", "die", "numbers_kept"])
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_too_large_within_bounded_memory(name: str) -> None:
    code, told = finished(start("play", str(CORPUS / f"too_large_{name}.gdl"), *BOT_SEATS))
    assert code == 1 and "[too-large]" in told


@pytest.mark.slow
def test_closed_streams(saved: bytes) -> None:
    code, told = finished(start("play", "pig.gdl", "--seed", "1", stdin=subprocess.DEVNULL))
    assert code in (0, 2) and "input ended" in told
    shell = f"{sys.executable} -m gekido_dsl"
    for line in (
        f"{shell} play pig.gdl --seed 1 <&-",
        f"{shell} validate pig.gdl >&-",
        f"{shell} validate pig.gdl >&- 2>&-",
    ):
        done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=300)
        assert b"Traceback" not in done.stderr + done.stdout, done.stderr
        assert done.returncode != 3, done.stderr


def test_an_unread_pipe(saved: bytes) -> None:
    line = f"{sys.executable} -m gekido_dsl simulate pig.gdl --games 30 --format json | head -c 1"
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=300)
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr, done.stderr


@pytest.mark.slow
def test_ctrl_c_while_playing(saved: bytes) -> None:
    process = start("play", "pig.gdl", "--seed", "1", "--save", "mine", "--seat", "2=random")
    assert process.stdout is not None and process.stdin is not None
    process.stdin.write(b"1\n")
    process.stdin.flush()
    wait_for(lambda: Path("mine").exists() and b'"choice"' in Path("mine").read_bytes())
    process.send_signal(signal.SIGINT)
    code, told = finished(process)
    assert code == 130 and "--resume" in told
    code, told = finished(start("play", "--resume", "mine"), b"quit\n")
    assert code == 0


@pytest.mark.slow
def test_ctrl_c_while_simulating(saved: bytes) -> None:
    told = ""
    for seconds in (2, 5, 10, 20, 60):  # a busy machine may not have begun the first game yet
        process = start("simulate", "pig.gdl", "--games", "1000000", "--jobs", "1")
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        code, told = finished(process)
        if code == -signal.SIGINT:
            continue  # Python itself had not begun
        assert code == 130
        if "stopped after" in told:
            break
    assert "stopped after" in told


@pytest.mark.slow
def test_a_killed_match_goes_on(saved: bytes) -> None:
    process = start("play", "pig.gdl", "--seed", "1", "--save", "mine", "--seat", "2=random")
    assert process.stdin is not None
    for number in (1, 2, 1, 2):
        process.stdin.write(f"{number}\n".encode())
    process.stdin.flush()
    wait_for(lambda: Path("mine").exists() and Path("mine").read_bytes().count(b'"seat": 0') >= 4)
    process.kill()
    process.wait()
    kept = Path("mine").read_bytes()
    code, told = finished(start("play", "--resume", "mine"), b"quit\n")
    assert code == 0 and "4" in told
    assert Path("mine").read_bytes().startswith(kept)


def wait_for(ready: Callable[[], bool], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)
