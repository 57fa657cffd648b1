"""What a page brings along: a game that loads from what is packed alone, a program without comments, a policy."""

import ast
import json
from importlib.resources import files

import pytest

from gekido_dsl import cache, read, store
from gekido_dsl.backend.in_page import long_parameters
from gekido_dsl.backend.match import match_module
from gekido_dsl.cli import paths
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.insight import playtest_told, playtests
from gekido_dsl.lowering import lower
from gekido_dsl.play import record
from gekido_dsl.source import MemoryProvider, ReadFailure, Source
from gekido_dsl.standalone import archive, games, packing, parts
from gekido_dsl.standalone.carried import Carried, MemoryStore, loads
from gekido_dsl.standalone.page_table import PageTable, opened_from
from gekido_dsl.syntax.parse import parse
from gekido_dsl.table import opened


@pytest.fixture(autouse=True)
def _nothing_kept() -> object:
    with store.kept_in(None):
        yield


def desk(name: str) -> PageTable:
    ruleset = paths.find(name)
    return opened_from(games.carriage(ruleset.name, ruleset.provider, "v").content, lambda: 0.0)


def said(one: PageTable, **message: object) -> dict[str, object]:
    return {
        key: value for answer in json.loads(one.take(json.dumps(message))) for key, value in answer.items()
    }


def test_what_was_read_is_given_again() -> None:
    carried = Carried(MemoryProvider({"a.gdl": "game ü"}))
    carried.read("a.gdl", None), carried.read("b.gdl", "a.gdl"), carried.read_bytes("a.gdl", None)
    carried.kept["k"] = b"\x00\n"
    again = loads(carried.dumps())
    assert again.read("a.gdl", None) == Source("a.gdl", "game ü")
    assert isinstance(again.read("b.gdl", "a.gdl"), ReadFailure)
    assert isinstance(again.read("never asked", None), ReadFailure)
    assert again.read_bytes("a.gdl", None) == carried.given["bytes", "a.gdl", None]
    assert again.kept == {"k": b"\x00\n"}


@pytest.mark.parametrize("kept_here", [True, False])
def test_a_page_brings_along_the_game_and_its_look_and_no_syntax(
    kept_here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, parsed = paths.find("classics/pig"), list[str]()
    with store.kept_in(MemoryStore({}) if kept_here else None, lambda: "here"):
        cache.load(ruleset.name, ruleset.provider)
        monkeypatch.setattr(
            "gekido_dsl.syntax.parse.parse",
            lambda source, *more: parsed.append(source.name) or parse(source, *more),
        )
        content = games.carriage(ruleset.name, ruleset.provider, "v").content
    assert {one.partition("-")[0] for one in loads(content.partition(b"\n")[2]).kept} == {"ruleset", "look"}
    assert kept_here == (not parsed)
    parsed.clear()
    assert opened_from(content, lambda: 0.0).made.game is not None
    assert not parsed


def test_a_packed_game_is_played_and_goes_on_from_its_record() -> None:
    one = desk("classics/pig")
    first = said(one, do="begin", players=2, seed=3, seats=["person", "greedy"])
    assert first["shown"]["question"]["choices"]
    second = said(one, do="choose", step=first["shown"]["step"], choice=0)
    record = second["keep"]["record"]
    while one.tick() is not None:
        pass
    again = said(desk("classics/pig"), do="resume", record=record)
    assert again["shown"]["log"] == second["shown"]["log"] or again["shown"]["from"] == 0
    assert again["shown"]["steps"] == second["shown"]["steps"]
    assert [seat["who"] for seat in again["shown"]["seats"]] == ["person", "greedy"]


def test_a_seat_that_searches_has_the_rules_compiled() -> None:
    one = desk("classics/tic_tac_toe")
    said(one, do="begin", players=2, seed=3, seats=["person", "person"])
    assert one.table is not None
    before = one.table.session.executor
    assert not one.unprepared
    said(one, do="seat", seat=1, who="search:1s")
    assert one.unprepared and one.table.session.executor is before
    one.prepare()
    assert one.table.session.executor is not before and not one.unprepared
    assert one.news() == [], "nothing of it is seen"


def test_what_does_not_fit_is_refused() -> None:
    one = desk("classics/pig")
    assert "refused" in said(one, do="choose", step=0, choice=0)
    assert "refused" in said(one, do="begin", players=2, seed=0, seats=["nobody of that name"])
    assert "refused" in said(one, do="resume", record="{}")


def test_python_without_comments_keeps_its_lines() -> None:
    for name in ("table.py", "showing.py"):
        text = files("gekido_dsl.table").joinpath(name).read_text(encoding="utf-8")
        made = archive.spare(text)
        assert len(made.splitlines()) == len(text.splitlines())
        assert len(made) < len(text)
        before, after = (
            [(type(node), getattr(node, "lineno", 0)) for node in ast.walk(ast.parse(one))]
            for one in (text, made)
        )
        assert before == after


def test_a_page_allows_its_own_script_and_what_a_book_has_in_it() -> None:
    named = packing.digest("go()").replace("'", "&#x27;")
    policy = f'<meta http-equiv="Content-Security-Policy" content="script-src {named}">'
    book = f"{policy}<style>b{{}}</style><script>go()</script><p><script>of_an_author()</script>"
    text = packing.page("A <game>", {"title": "</script>"}, {"game": b"x"}, parts.shell(), [book])
    assert packing.digest("go()")[1:-1] in text and packing.digest("b{}")[1:-1] in text
    assert packing.digest("of_an_author()")[1:-1] not in text
    assert "A &lt;game&gt;" in text and '"\\u003c/script>"' in text
    assert "'self'" not in text.partition("http-equiv")[2].partition(">")[0]
    assert "http:" not in text and "https:" not in text


def test_every_module_that_a_page_needs_is_in_it() -> None:
    front, _ = parts.front()
    names = [name for name, _ in json.loads(front)["modules"]]
    assert names[-1] == "alone_page.js" and "table.js" in names
    assert set(parts.runtime()) == {"loader", "core", "wasm", "stdlib", "lock"}


def test_the_parameters_of_a_module_are_read_from_its_bytes() -> None:
    ruleset = read("classics/pig")
    module = match_module(lower(ruleset.game, 2, {}, True).program, False).module
    found = long_parameters(module.code)
    assert found["start"] == (True,) and found["go"] == () and found["apply"] == (False,)
    assert found["game"] == (True, False)


def test_a_saved_match_of_elsewhere_is_taken_or_refused_with_its_reason() -> None:
    ruleset = paths.find("classics/pig")
    made = load(ruleset.name, ruleset.provider)
    session = opened(made, Setting(2, 3, {}), ["person", "hard"])
    session.choose(0)
    text = "".join(f"{line}\n" for line in session.log)
    one = desk("classics/pig")
    taken = said(one, do="resume", record=text)
    assert [seat["who"] for seat in taken["shown"]["seats"]] == ["person", "search:1s"]
    assert said(one, do="record")["record"].startswith(text)
    assert said(desk("classics/pig"), do="resume", record="{}")["refused"] == (
        "This is not a saved match: the file is not a saved match."
    )
    other = said(desk("classics/thirteen_rolls"), do="resume", record=text)
    assert "other rules, of `<library>/classics/pig.gdl`" in other["refused"] and "shown" not in other
    lone = said(desk("classics/whist"), do="resume", record=text)
    assert "2 players, too many or too few for Whist" in lone["refused"]


def test_a_page_that_is_a_playtest_keeps_what_a_report_reads_and_forgets_it() -> None:
    ruleset = paths.find("classics/pig")
    packed = games.carriage(ruleset.name, ruleset.provider, "v", playtest=["Was it fun?"])
    assert packed.about["playtest"] is True
    one = opened_from(packed.content, lambda: 0.0)
    shown = said(one, do="begin", players=2, seed=3, seats=["person", "person"])["shown"]
    assert shown["playtest"] == {"agreed": None, "questions": []}
    said(one, do="choose", step=shown["step"], choice=0, took=900)
    assert "playtest" not in said(one, do="record")["record"]  # nobody has agreed
    shown = said(one, do="playtest", what="agree", on=True)["shown"]
    said(one, do="choose", step=shown["step"], choice=0, took=1234)
    kept = said(one, do="playtest", what="note", text="What is a pig?")["keep"]["record"]
    made, found = load(ruleset.name, ruleset.provider), playtests.Playtest()
    reading = record.read(kept.encode(), made.identity)
    assert reading.record is not None
    playtests.read(found, "pig.jsonl", reading.record, made.executor())
    told = playtest_told.as_text(found, (), (), 5, lambda moment: "")
    assert "What is a pig?" in told and "1.2" in told
    assert "playtest" not in said(one, do="playtest", what="forget")["keep"]["record"]


def test_a_page_that_is_no_playtest_keeps_nothing_of_people() -> None:
    one = desk("classics/pig")
    assert said(one, do="begin", players=2, seed=3, seats=["person", "person"])["shown"]["playtest"] is None
    assert "refused" in said(one, do="playtest", what="agree", on=True)


@pytest.mark.parametrize("main", [parts.GAME, parts.STUDIO])
def test_the_style_of_a_page_closes_what_it_opens(main: str) -> None:
    style = parts.shell(main).style
    depth = 0
    for at, letter in enumerate(style):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert 0 <= depth <= 3, style[at - 100 : at]
    assert depth == 0
