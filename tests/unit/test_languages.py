"""What the program says to players, in other languages: catalogues, sentences, and what stays the same."""

import importlib.util
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl import api
from gekido_dsl.engine import Setting
from gekido_dsl.languages import (
    ENGLISH,
    PSEUDO,
    SHIPPED,
    Language,
    accepted,
    authored,
    capital,
    chosen,
    find,
    joined,
    kept,
    of_environment,
    plural,
    text,
    told_in,
)
from gekido_dsl.play import record
from gekido_dsl.play.session import resume
from gekido_dsl.table import Table, Viewer, opened

ROOT = Path(__file__).parents[2]
OTHERS = [one.code for one in SHIPPED if one.code != "en"]


def german() -> Language:
    found = find("de")
    assert found is not None
    return found


# ---------------------------------------------------------------- catalogues


@pytest.fixture(scope="module")
def tool() -> Any:
    pytest.importorskip("babel")
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "tools" / "catalogues.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.dear
def test_every_message_is_in_every_catalogue(tool: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(check=True) == 0, capsys.readouterr().out


def test_placeholders_agree(tool: Any) -> None:
    place = re.compile(r"\{(\w+)(?::[^}]*)?\}")
    for code in OTHERS:
        for one in tool.catalogue(code):
            if not one.id:
                continue
            ids = (one.id,) if isinstance(one.id, str) else tuple(one.id)
            for told in (one.string,) if isinstance(one.string, str) else one.string:
                missing = {*place.findall(ids[-1])} - {*place.findall(told)}
                assert missing <= ({"count"} if len(ids) > 1 else set()), (code, ids, told)
                assert {*place.findall(told)} <= {*place.findall(ids[-1])}, (code, ids, told)


def test_a_message_that_is_put_together_is_found(tool: Any) -> None:
    with pytest.raises(ValueError, match="put together"):
        list(tool.said_in('from gekido_dsl.languages import text\ntext(f"{1} wins")\n'))


# ---------------------------------------------------------------- sentences


def test_a_sentence_is_its_english_and_can_be_told_again() -> None:
    said = text("{player} wins.", player=text("player {number}", number=2))
    assert said == "player 2 wins." and isinstance(said, str)
    assert german().of(said) == "Spieler 2 gewinnt."
    assert german().of(capital(said)) == "Spieler 2 gewinnt."
    assert ENGLISH.of(said) == "player 2 wins."
    assert german().of("player 2 wins.") == "player 2 wins."  # a text of somebody else


@pytest.mark.parametrize(
    "count, told", [(0, "0 Entscheidungen"), (1, "1 Entscheidung"), (21, "21 Entscheidungen")]
)
def test_numbers_take_their_form(count: int, told: str) -> None:
    assert german().of(plural("1 decision", "{count} decisions", count)) == told


def test_forms_of_other_languages() -> None:
    forms = "".join(
        "0" if n % 10 == 1 and n % 100 != 11 else "1" if 2 <= n % 10 <= 4 else "2" for n in range(200)
    )
    slavic = Language("xx", {"1 day": ["{count} den", "{count} dny", "{count} dnu"]}, forms)
    told = [slavic.of(plural("1 day", "{count} days", n)) for n in (1, 3, 7, 101, 1003)]
    assert told == ["1 den", "3 dny", "7 dnu", "101 den", "1003 dny"]


def test_names_of_authors_go_through_the_language() -> None:
    named = german().naming(lambda name: {"Rook": "Turm"}.get(name, name))
    said = text("{thing} moves to {space}", thing="Rook", space="r1c2")
    assert named.of(said) == "Turm zieht nach r1c2"
    assert named.of(authored("Rook")) == "Turm" and named.of("Rook") == "Rook"


def test_names_are_kept_apart_where_a_language_is_written_from_right_to_left() -> None:
    hebrew = Language("he", {"{player} wins": "{player} ניצח"})
    assert hebrew.direction == "rtl"
    assert hebrew.of(text("{player} wins", player="Anna")) == "\u2068Anna\u2069 ניצח"
    assert german().of(text("{player} wins", player="Anna")) == "Anna gewinnt"
    assert german().of(text("{player} wins", player="אנה")) == "\u2068אנה\u2069 gewinnt"


def test_english_stays_in_one_piece_in_a_language_from_right_to_left() -> None:
    arabic = Language("ar")
    assert arabic.of(text("Draw a card.")) == "\u2066Draw a card.\u2069"
    assert arabic.of(plural("1 day", "{count} days", 3)) == "\u20663 days\u2069"
    assert arabic.of(capital(text("{player} wins", player="x"))) == "\u2066\u2068X\u2069 wins\u2069"
    assert Language("ja").of(text("Draw a card.")) == "Draw a card."


def test_sentences_are_kept_as_data() -> None:
    said = joined(" ", [text("{player} wins", player="A{x}"), plural("1 decision", "{count} decisions", 3)])
    for again in (kept.read(json.loads(json.dumps(kept.written(said)))), pickle.loads(pickle.dumps(said))):
        assert again == said and german().of(again) == "A{x} gewinnt 3 Entscheidungen"


@pytest.mark.parametrize(
    "found",
    [
        {"say": "{x.__class__}", "with": {"x": "a"}, "as": "a"},
        {"say": "{x:999999999}", "with": {"x": 1}, "as": "a"},
        {"say": "{y}", "with": {"x": 1}, "as": "a"},
        {"say": "{x}", "with": [], "as": "a"},
        {"one": "{count}", "other": "{0}", "count": 2, "with": {}},
        7,
    ],
)
def test_what_is_no_sentence_is_not_read(found: Any) -> None:
    assert kept.read(found) is None


# ---------------------------------------------------------------- choosing


def test_browsers_and_terminals_choose() -> None:
    assert accepted("fr;q=0.3, de-AT, *;q=0.1, en;q=0") == ["de-AT", "fr"]
    assert chosen(accepted("nl, pt;q=0.8, de;q=0.5")).code == "pt-BR"
    assert chosen(["xx", "yy"]) is ENGLISH
    assert of_environment({"LANG": "de_AT.UTF-8"}).code == "de"
    assert of_environment({"LC_ALL": "C", "LANG": "de_DE"}) is ENGLISH
    assert of_environment({}) is ENGLISH


# ---------------------------------------------------------------- matches


def table_of(game: str, kinds: tuple[str, ...] = ("person", "person")) -> Table:
    made = api.read(game).compilation
    return Table(made, opened(made, Setting(2, 3, {}), kinds))


def test_each_at_a_table_is_spoken_to_in_their_own_language() -> None:
    table = table_of("classics/pig")
    one, other = Viewer(frozenset({0})), Viewer(frozenset({1}))
    assert table.do({"do": "language", "code": "de"}, other) == []
    refused = table.do({"do": "language", "code": "tlh"}, other)
    assert refused == [{"refused": "Diese Sprache spricht der Tisch nicht."}]
    english, told = table.shown(one)["shown"], table.shown(other)["shown"]
    assert english["heading"].startswith("Turn 1") and told["heading"].startswith("Zug 1")
    assert {line["text"] for line in told["log"]} >= {"Spieler 1 ist am Zug"}
    assert table.hello(other)["hello"]["language"] == "de"
    assert "words" not in table.hello(one)["hello"]


def test_a_language_changes_nothing_but_words() -> None:
    """Whoever is told a match in another language learns nothing more, and nothing less."""

    def bare(one: Any) -> Any:
        if isinstance(one, dict):
            return {key: bare(value) for key, value in one.items() if key not in ("version", "picture")}
        if isinstance(one, list):
            return [bare(part) for part in one]
        return "" if isinstance(one, str) else one

    def spots(shown: Any) -> list[str]:
        return re.findall(r'data-(?:spot|on|face)="([^"]*)"', shown["picture"]["svg"])

    table = table_of("gekido")
    for _ in range(12):
        for seat in (None, 0, 1):
            plays = frozenset() if seat is None else frozenset({seat})
            english, told = Viewer(plays), Viewer(plays, language=PSEUDO)
            before, after = table.shown(english)["shown"], table.shown(told)["shown"]
            assert bare(before) == bare(after)
            assert spots(before) == spots(after)
        table.session.choose(0)
        table.changed()


def test_a_match_that_was_kept_in_one_language_goes_on_in_another() -> None:
    table = table_of("classics/pig", ("person", "random"))
    viewer = Viewer(frozenset({0}), is_host=True, language=german())
    table.do({"do": "choose", "step": 0, "choice": 0}, viewer)
    table.do({"do": "undo"}, viewer)
    lines = "".join(f"{line}\n" for line in table.session.log)
    assert "Entscheidung" not in lines and "nimmt" not in lines
    found = record.read(lines.encode()).record
    assert found is not None
    again = resume(table.session.executor, found.header, found)
    assert again.stopped is None
    went_on = Table(table.made, again.session)
    for language in (ENGLISH, german()):
        viewers = [Viewer(frozenset({0}), is_host=True, language=language) for _ in range(2)]
        shown = [
            one.shown(viewer)["shown"]["log"] for one, viewer in zip((table, went_on), viewers, strict=True)
        ]
        assert shown[0] == shown[1]
    if notes := [note for _, note in again.session.notes if note.kind == "taken-back"]:
        assert german().of(notes[0].text) != notes[0].text


# ---------------------------------------------------------------- what is still English

STILL_ENGLISH = re.compile(r"[A-Za-z]{3,}")


def escaped(told: str) -> str:
    """Gives what of a text stands in no bracket of the language for tests."""
    deep, left = 0, []
    for letter in told:
        if letter in "⟦‹":
            deep += 1
        elif letter in "⟧›":
            deep -= 1
        elif not deep:
            left.append(letter)
    return "".join(left)


READ = (
    "text",
    "label",
    "note",
    "amount",
    "prompt",
    "rule",
    "heading",
    "waiting",
    "name",
    "only",
    "why",
    "lines",
    "report",
)


def read_texts(one: Any, key: str = "") -> list[str]:
    if isinstance(one, dict):
        return [text for name, value in one.items() if name != "picture" for text in read_texts(value, name)]
    if isinstance(one, list):
        return [text for part in one for text in read_texts(part, key)]
    return [one] if isinstance(one, str) and key in READ else []


@pytest.mark.parametrize("game", ["gekido", "classics/whist", "classics/chess", "classics/pig"])
def test_nothing_that_a_page_says_stays_english(game: str) -> None:
    made = api.read(game).compilation
    assert made.game is not None
    table = Table(made, opened(made, Setting(made.game.least_players, 3, {})))
    left: set[str] = set()
    for _ in range(30):
        decision = table.session.decision
        if decision is None:
            break
        viewer = Viewer(frozenset({decision.seat}), is_host=True, language=PSEUDO)
        shown = table.shown(viewer)["shown"]
        left |= {text for text in read_texts(shown) if STILL_ENGLISH.search(escaped(text))}
        drawn = re.findall(r"<(?:text|tspan)[^>]*>([^<]+)<", shown["picture"]["svg"])
        told = " ".join(drawn)
        left |= {told[:200]} if STILL_ENGLISH.search(escaped(told)) else set()
        table.session.choose(0)
        table.changed()
    assert not left, sorted(left)[:10]


def test_the_language_for_tests_brackets_everything() -> None:
    assert PSEUDO.of(text("{player} wins", player="Anna")) == "⟦‹Anna› wíñš⟧"
    assert told_in(PSEUDO, {"text": text("Pass"), "id": "Pass"}) == {"text": "⟦Páš" + "š⟧", "id": "Pass"}
