"""The studio of a page answers what the studio of a server does, from files that lie in memory alone."""

import base64
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl import templates
from gekido_dsl.cli import alone
from gekido_dsl.files import shipped_folder
from gekido_dsl.studio.archives import MOST_BYTES, packed, unpacked
from gekido_dsl.studio.helper import Helper
from gekido_dsl.studio.in_page import StudioPage, made_ready
from gekido_dsl.studio.refusal import Refused

CARDS = templates.of_template("cards", "My Cards")
MAIN = "my-cards.gdl"
DATA = {name: text.encode() for name, text in CARDS.items()}


class There:
    """A page, and what it was told."""

    def __init__(self, root: Path, first: bytes = b"") -> None:
        self.time = 0.0
        self.page = StudioPage(root, self._clock, first)
        self.page.complete(json.dumps(alone.library()).encode())
        self.files: dict[str, str] = {}
        self.typed: dict[str, str] = {}
        self.said: list[dict[str, Any]] = []

    def _clock(self) -> float:
        self.time += 0.001
        return self.time

    def _heard(self, text: str | None) -> None:
        for one in json.loads(text or "[]"):
            self.said.append(one)
            if "files" in one:
                changed = one["files"]["changed"]
                self.files = {k: v for k, v in {**self.files, **changed}.items() if v is not None}
                self.typed = one["files"]["typed"]

    def send(self, **message: Any) -> list[dict[str, Any]]:
        """Sends a message, and has the page do what it has to do until it waits."""
        self.said = []
        self._heard(self.page.take(json.dumps(message)))
        for _ in range(1_000):
            if self.page.waits:
                return self.said
            self.page.think(0)
            self._heard(self.page.tick())
        raise AssertionError("it never ends")

    def open(self, files: dict[str, str], **more: Any) -> list[dict[str, Any]]:
        """Opens a project."""
        self.files = {name: base64.b64encode(text.encode()).decode() for name, text in files.items()}
        return self.send(do="open", project="mine", files=self.files, typed={}, **more)

    def ask(self, what: str, **asked: Any) -> dict[str, Any]:
        """Asks something, and gives the answer."""
        return next(
            one["answer"] for one in self.send(do="ask", id=7, what=what, asked=asked) if "answer" in one
        )

    def told(self, name: str) -> Any:
        """Gives what was told last of something."""
        return [one[name] for one in self.said if name in one][-1]


@pytest.fixture
def there(tmp_path: Path) -> There:
    made = There(tmp_path)
    made.open(CARDS)
    return made


def test_a_project_opens_with_its_ruleset_found(there: There) -> None:
    assert there.said[0] == {"opened": {"main": MAIN, "project": "mine"}}
    assert {"hello", "shown"} <= {name for one in there.said for name in one}
    assert [one["name"] for one in there.ask("files")["files"]] == ["cards.yaml", MAIN]
    assert there.ask("read", name=MAIN)["text"] == CARDS[MAIN]


def test_an_edit_is_on_the_table_and_kept_as_typed(there: There) -> None:
    told = there.ask("typed", name=MAIN, text=CARDS[MAIN].replace("3 Cards", "4 Cards"))["state"]
    assert told["good"] and told["change"] is not None
    assert there.told("state")["change"]["short"]
    assert list(there.typed) == [MAIN]
    bad = there.ask("typed", name=MAIN, text=CARDS[MAIN] + "\nphase\n")["state"]
    assert not bad["good"] and bad["findings"]
    version = there.ask("read", name=MAIN)["version"]
    there.ask("write", name=MAIN, text=CARDS[MAIN] + "\n# written\n", version=version)
    assert b"# written" in base64.b64decode(there.files[MAIN]) and not there.typed


def test_what_stands_beside_is_answered_a_piece_at_a_time(there: There) -> None:
    assert there.ask("run_examples")["results"][0]["passed"]
    assert there.ask("graph")["svg"].startswith("<svg")
    assert there.ask("odds")["patterns"] == []
    job = there.ask("simulate", games=30, players=2, seats=["greedy", "greedy"], options={})["job"]
    report = there.told("job")
    assert report["id"] == job and report["report"]["games"] == 30 and report["report"]["charts"]
    refused = there.ask("simulate", games=5, players=2, seats=["search:1s", "search:1s"], options={})
    assert "gdl simulate" in refused["refused"]
    same = there.ask("compare", games=5, players=2, seats=["random", "random"], options={})
    assert "nothing to compare" in same["refused"]
    there.ask("typed", name=MAIN, text=CARDS[MAIN].replace("3 Cards", "4 Cards"))
    compared = there.ask("compare", games=150, players=2, seats=["random", "random"], options={})
    report = there.told("job")["report"]
    assert compared["job"] > job and report["games"] == 150
    assert report["verdict"][0].startswith("Not settled: Seat 1 (")
    assert [row[0].strip() for row in report["rows"]][-2:] == ["turns", "decisions"] and report["charts"]


def test_games_that_are_stopped_before_the_first_leave_the_coverage_of_others(there: There) -> None:
    asked = {"games": 30, "players": 2, "seats": ["random", "random"], "options": {}}
    there.ask("simulate", **asked)
    told = there.ask("coverage", name=MAIN)
    assert "30 matches" in told["says"]
    there.page.take(json.dumps({"do": "ask", "id": 8, "what": "simulate", "asked": asked}))
    begun: list[dict[str, Any]] = []
    while not any("answer" in one for one in begun):
        begun += json.loads(there.page.tick() or "[]")
    there.ask("stop")
    assert there.told("job")["stopped"] and there.told("job")["report"] is None
    assert there.ask("coverage", name=MAIN) == told


def _simulated(there: There, helpers: int) -> dict[str, Any]:
    """Simulates with helpers, of which the last one is lost with the games that it has; gives the report."""
    page, at_work = there.page, {number: Helper() for number in range(1, helpers + 1)}
    asked = {"games": 300, "players": 2, "seats": ["random"] * 2, "options": {}, "seed": 7}
    waiting = [json.dumps({"do": "ask", "id": 7, "what": "simulate", "asked": asked})]
    played: dict[int, int] = dict.fromkeys(at_work, 0)
    while True:
        said = json.loads((page.take(waiting.pop(0)) if waiting else page.tick()) or "[]")
        for one in said:
            if "help" in one:
                for helper in at_work.values():
                    assert json.loads(helper.take(json.dumps({"do": "games", **one["help"]}))) == []
                waiting += [
                    json.dumps({"do": "helped", "helper": number, "job": one["help"]["job"]})
                    for number in at_work
                ]
            if "play" in one:
                number = one["play"]["helper"]
                played[number] += 1
                if number == helpers and helpers > 1 and played[number] == 2:
                    job = one["play"]["job"]
                    waiting.append(json.dumps({"do": "helped", "helper": number, "job": job, "lost": True}))
                    continue
                (back,) = json.loads(at_work[number].take(json.dumps({"do": "play", **one["play"]})))
                waiting.append(json.dumps({"do": "helped", "helper": number, **back["played"]}))
            if "job" in one and one["job"]["report"]:
                assert one["job"]["done"] == 300
                assert all(times > 1 for times in played.values())
                assert not [more for more in waiting if "chunk" in more]
                return dict(one["job"]["report"])


def _printed(there: There, what: str) -> dict[str, Any]:
    """Asks for what a browser prints."""
    said = there.send(do="ask", id=5, what="print", asked={"what": what})
    return dict(next(one["answer"] for one in said if "answer" in one))


def test_who_writes_a_game_sees_the_next_seat_without_handing_anything_over(there: There) -> None:
    there.open(CARDS)
    seats = set()
    for _ in range(4):
        shown = there.told("shown")
        assert shown["hand_over"] is None
        seats.add(shown["seat"])
        there.send(do="choose", step=shown["step"], choice=0)
    assert len(seats) == 2


def test_what_is_printed_is_laid_out_in_the_page(there: There) -> None:
    there.open(CARDS)
    sheets = _printed(there, "box")
    assert sheets["sheets"] == sheets["html"].count('class="sheet"') > 0
    assert "210mm 297mm" in sheets["style"]
    assert not re.search(r"<style|style=", sheets["html"]), "the policy of the page refuses it"
    assert "My Cards" in _printed(there, "book")["html"]


@pytest.mark.parametrize("helpers", [1, 3])
def test_helpers_play_a_part_of_the_games_and_change_no_number(there: There, helpers: int) -> None:
    there.open(CARDS)
    alone_ = _simulated(there, 0)
    step = iter(range(1_000_000))
    there.page.clock = lambda: next(step) * 0.2
    helped = _simulated(there, helpers)
    assert {**helped, "charts": ()} == {**alone_, "charts": ()}


def test_the_rulebook_is_written_when_nothing_else_is_to_be_done(there: There) -> None:
    assert there.ask("book", rule=None) == {"ready": False, "at": "", "id": 7}
    book = there.told("book")
    assert "My Cards" in book["html"] and "<script" not in book["html"] and "<style" not in book["html"]
    at = there.ask("book", rule="Playing")
    assert at["ready"] and f'id="{at["at"]}"' in book["html"]
    there.ask("typed", name=MAIN, text=CARDS[MAIN].replace("My Cards", "Other Cards"))
    assert not there.ask("book", rule=None)["ready"]
    assert "Other Cards" in there.told("book")["html"]


def test_a_variant_of_a_shipped_game_is_a_project_of_its_own(there: There) -> None:
    assert "variant of classics/pig" in there.ask("templates")["templates"]
    there.files = {}
    there.ask("new", template="variant of classics/pig", name="Pigs at Dawn")
    assert there.told("opened") == {"main": "pigs-at-dawn.gdl", "project": "pigs-at-dawn"}
    assert list(there.files) == ["pigs-at-dawn.gdl"]
    assert "no such template" in there.ask("new", template="chess", name="other")["refused"]


def test_errors_are_answers_and_a_match_goes_on(there: There) -> None:
    assert "cannot do that" in there.ask("hatch")["refused"]
    assert "no such example" in there.ask("run_examples", title="none of these")["refused"]
    assert "is a text" in there.ask("typed", name=3)["refused"]
    assert there.ask("read", name="../library/gekido.gdl")["refused"]
    assert there.send(do="open", project="x", files={"a.yaml": ""}, typed={})[0]["refused"]
    assert there.ask("files")["main"] == MAIN
    there.open({"bad.gdl": 'edition 1\ngame "x"\n'})
    assert there.told("state")["findings"] and there.ask("setting")["players"]


def test_an_archive_goes_out_and_comes_in(there: There, tmp_path: Path) -> None:
    there.ask("typed", name=MAIN, text=CARDS[MAIN] + "\n# typed\n")
    data = there.ask("zip")["data"]
    other = There(tmp_path / "other")
    other.send(do="open", project="mine", files={}, typed={}, zip=data)
    assert other.told("opened")["main"] == MAIN
    assert base64.b64decode(other.files[MAIN]).endswith(b"# typed\n")


def test_archives_are_bounded_and_stay_in_their_folder() -> None:
    assert unpacked(packed({"a/b.gdl": b"x", "a/c/d.yaml": b"y"})) == {"b.gdl": b"x", "c/d.yaml": b"y"}
    assert unpacked(packed({"a.gdl": b"x", ".git/config.yaml": b"y", "run.exe": b"z"})) == {"a.gdl": b"x"}
    with pytest.raises(Refused, match="20 MB"):
        unpacked(packed({f"{number}.gdl": b"0" * (MOST_BYTES // 3) for number in range(4)}))
    with pytest.raises(Refused, match="cannot be read"):
        unpacked(b"PK no archive")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("../out.gdl", "x")
    assert unpacked(made.getvalue()) == {}


def test_files_that_lead_out_are_refused(tmp_path: Path) -> None:
    there = There(tmp_path)
    said = there.open({"../out.gdl": CARDS[MAIN]})
    assert "no name of a file" in said[0]["refused"]
    assert not (tmp_path / "projects" / "out.gdl").exists()


def test_what_is_open_already_is_not_checked_again(there: There) -> None:
    live = there.page.live
    there.open(CARDS)
    assert there.page.live is not live
    assert there.page.live.made is live.made  # type: ignore[union-attr]
    there.open({MAIN: CARDS[MAIN].replace("My Cards", "Other Cards"), "cards.yaml": CARDS["cards.yaml"]})
    assert there.told("hello")["game"] == "Other Cards"


def test_text_that_did_not_change_is_not_checked_again(there: There) -> None:
    made = there.page.live.newest  # type: ignore[union-attr]
    assert there.ask("typed", name=MAIN, text=None)["state"]["good"]
    assert there.page.live.newest is made  # type: ignore[union-attr]
    wrong = CARDS[MAIN] + "\nphase\n"
    assert not there.ask("typed", name=MAIN, text=wrong)["state"]["good"]
    assert not there.ask("typed", name=MAIN, text=wrong)["state"]["good"]
    assert there.ask("typed", name=MAIN, text=None)["state"]["good"]


def _asks_to_open(files: dict[str, str], **more: Any) -> str:
    letters = {name: base64.b64encode(text.encode()).decode() for name, text in files.items()}
    return json.dumps({"do": "open", "project": "mine", "main": MAIN, "files": letters, "typed": {}, **more})


def test_a_project_that_was_made_ready_is_there_before_its_text_is_read(tmp_path: Path) -> None:
    ready = made_ready(MAIN, DATA, shipped_folder(), "1")
    there, plain = There(tmp_path / "ready", ready), There(tmp_path / "plain")
    said = json.loads(there.page.open_at_once(_asks_to_open(CARDS)) or "[]")
    assert [next(iter(one)) for one in said] == ["opened", "hello", "shown"]
    assert there.page.live is not None and there.page.live.made.is_resumed
    plain.open(CARDS)
    assert said[2]["shown"]["question"] == plain.told("shown")["question"]
    there.page.take(json.dumps({"do": "choose", "step": said[2]["shown"]["step"], "choice": 0}))
    steps = len(there.page.live.table.session.steps)
    assert steps == 1
    while not there.page.waits:
        there.page.think(0)
        there.page.tick()
    assert not there.page.live.made.is_resumed and len(there.page.live.table.session.steps) == steps
    assert there.ask("hover", name=MAIN, at=CARDS[MAIN].index("players"))
    assert there.ask("typed", name=MAIN, text=CARDS[MAIN] + "\nphase\n")["state"]["findings"]


@pytest.mark.parametrize("other", ["text", "typed", "files", "unready"])
def test_any_other_project_is_opened_in_full(tmp_path: Path, other: str) -> None:
    ready = b"" if other == "unready" else made_ready(MAIN, DATA, shipped_folder(), "1")
    there = There(tmp_path, ready)
    files = {**CARDS, MAIN: CARDS[MAIN] + "\n# more\n"} if other == "text" else dict(CARDS)
    if other == "files":
        files["cards.yaml"] += "\n# more\n"
    typed = {MAIN: CARDS[MAIN] + "\n# typed\n"} if other == "typed" else {}
    assert there.page.open_at_once(_asks_to_open(files, typed=typed)) is None
    assert there.open(files)[0] == {"opened": {"main": MAIN, "project": "mine"}}


def test_a_question_that_needs_the_text_has_it_read_first(tmp_path: Path) -> None:
    there = There(tmp_path, made_ready(MAIN, DATA, shipped_folder(), "1"))
    there.page.open_at_once(_asks_to_open(CARDS))
    assert there.ask("read", name=MAIN)["text"] == CARDS[MAIN]
    there = There(tmp_path / "other", made_ready(MAIN, DATA, shipped_folder(), "1"))
    there.page.open_at_once(_asks_to_open(CARDS))
    assert there.ask("run_examples")["results"][0]["passed"]
    assert there.page.live is not None and not there.page.live.made.is_resumed


def test_a_memory_that_is_taken_over_lays_its_files_out_again(there: There, tmp_path: Path) -> None:
    for path in sorted(tmp_path.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    there.page.write_out()
    there.open(CARDS)
    assert there.ask("read", name=MAIN)["text"] == CARDS[MAIN]
    assert there.ask("typed", name=MAIN, text=CARDS[MAIN] + "\n# more\n")["state"]["good"]
    there.ask("new", name="Another", template="variant of gekido")
    assert there.told("hello")["game"] == "Another"


def test_a_new_row_counts_among_those_that_the_rules_say(there: There) -> None:
    """Whoever adds a card to a game gets a game with one card more, and no error to begin with."""
    edits = there.ask("add_row", name="cards.yaml", title="Lantern")["edits"]
    texts = dict(CARDS)
    for one in edits:
        text = texts[one["name"]]
        texts[one["name"]] = text[: one["start"]] + one["text"] + text[one["end"] :]
    assert "25 of them" in texts[MAIN] and "Lantern" in texts["cards.yaml"]
    there.ask("typed", name="cards.yaml", text=texts["cards.yaml"])
    there.ask("typed", name=MAIN, text=texts[MAIN])
    assert there.page.live is not None and there.page.live.newest is there.page.live.made
