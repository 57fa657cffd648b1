"""`gdl new --variant-of`: what is written holds as it is, and so does what its comments offer."""

import re
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl import scenario, templates
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.files import FolderProvider, NotNew, write_new
from gekido_dsl.format import format
from gekido_dsl.language.known import KnownFiles
from gekido_dsl.source import Source
from gekido_dsl.templates.variant import beside, course, text_of

RULESETS = Path(__file__).resolve().parent.parent.parent / "rulesets"
PROVIDER = FolderProvider(Path(), library=RULESETS)
GAMES = [
    "gekido",
    "gekido_duel",
    "aimbots",
    "botwars",
    "geeko",
    "classics/pig",
    "classics/whist",
    "classics/hex",
]


LONG = ("aimbots", "botwars", "geeko")


@cache
def game(name: str) -> Compilation:
    made, known = load(f"<library>/{name}.gdl", PROVIDER), KnownFiles()
    made.parse, made.parse_table = known.parse, known.parse_table
    return made


@cache
def variant(name: str) -> str:
    return text_of(game(name), f"{name}.gdl", "Mine", PROVIDER)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in GAMES]
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_variant_to_begin_with_holds(name: str) -> None:
    base = game(name)
    text = variant(name)
    made = beside(base, f"{name}.gdl", text, PROVIDER)
    assert list(made.diagnostics) == []
    assert [one.passed for one in scenario.run(made)] == [True]
    assert format(Source("variant.gdl", text)).value == text


@pytest.mark.parametrize(
    "name",
    [
        "gekido",
        pytest.param("botwars", marks=pytest.mark.slow),
        "classics/pig",
        "classics/whist",
        "classics/hex",
    ],
)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_each_suggestion_alone_can_be_played_and_is_seen(name: str) -> None:
    base = game(name)
    text = variant(name)
    offered = [one for one in text.split("\n\n")[1:] if re.match("# (add|change|remove) ", one)]
    words = {one.split()[1] for one in offered}
    assert words == {"add", "change", "remove"}
    told = course(base)
    for one in offered:
        tried = text + "\n" + re.sub("^# ", "", one, flags=re.MULTILINE) + "\n"
        made = beside(base, f"{name}.gdl", tried, PROVIDER)
        assert not has_errors(made.model.diagnostics), one
        assert course(made) != told, one
        assert course(made), one


@pytest.mark.dear
def test_a_new_card_comes_first() -> None:
    text = variant("gekido")
    first = next(line for line in text.splitlines() if line.startswith("# add "))
    assert first.endswith(" to Tech Cards")


@pytest.mark.parametrize(
    ("name", "file", "title"),
    [
        ("my-game", "my-game", "My Game"),
        ("Gekido Hard", "gekido-hard", "Gekido Hard"),
        ("  Über  Spiel! ", "über-spiel", "Über Spiel"),
        ("MyGame", "MyGame", "MyGame"),
        ("a/b\\c:d", "a-b-c-d", "A B C D"),
    ],
)
def test_what_somebody_calls_a_game_is_a_good_name_of_a_file(name: str, file: str, title: str) -> None:
    assert templates.file_name(name) == file
    assert templates.title_of(name) == title


@pytest.mark.parametrize("name", ["", " ", "..", "-", "!" * 5, "a" * 100])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(templates.BadName):
        templates.file_name(name)


def test_files_are_written_all_or_none(tmp_path: Path) -> None:
    made = write_new(tmp_path / "new", {"a.gdl": "a", "b.yaml": "b"})
    assert [one.read_text() for one in made] == ["a", "b"]
    for beside_others in (False, True):
        with pytest.raises(NotNew):
            write_new(tmp_path / "new", {"c.gdl": "c", "b.yaml": "b"}, beside=beside_others)
    assert not (tmp_path / "new" / "c.gdl").exists()
    with pytest.raises(OSError):
        write_new(tmp_path / "other", {"a.gdl": "a", "no/such/folder.yaml": "b"})
    assert not (tmp_path / "other" / "a.gdl").exists()
