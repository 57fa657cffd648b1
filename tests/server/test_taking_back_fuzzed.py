"""Whatever people at a table choose, take back, allow, refuse and do again: each page shows the match as it stands.

A page of a server that was there all the time shows what one shows that has just opened, and an exported page what
one shows that opens its save. What a log no longer tells was taken back, and a line of the log says so.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from at_table import Page, sit

from gekido_dsl.api import read
from gekido_dsl.engine import Setting
from gekido_dsl.play import record
from gekido_dsl.play.session import resume
from gekido_dsl.server.guard import Limits
from gekido_dsl.standalone.page_table import PageTable, _text

Opened = Callable[..., Any]
GAMES = ("classics/pig", "classics/goofspiel", "classics/whist", "classics/tic_tac_toe")
HURRIED = Limits(messages_per_s=1e6, messages_at_once=10**6, looks_per_s=1e6, looks_at_once=10**6)
"""However fast a machine is, nothing is refused for its haste."""
OWN = ("version", "from", "log")
"""What belongs to a page and not to the match."""


def message(chance: random.Random, shown: dict[str, Any]) -> dict[str, Any]:
    """Makes up what somebody does next who sees this: mostly what they may do, sometimes anything."""
    may, asked, request = shown["can"], shown["question"], shown["taking_back"]
    ways: list[dict[str, Any]] = [{"do": chance.choice(("undo", "redo", "allow", "deny", "at", "choose"))}]
    if asked is not None:
        number = chance.choice(asked["choices"])["number"]
        ways += 6 * [{"do": "choose", "step": shown["step"], "choice": number}]
        ways += [{"do": "choose", "step": shown["step"] - 1, "choice": number}]
    if may["undo"]:
        ways += 4 * [{"do": "undo"}] + ([{"do": "undo", "anyway": True}] if may["host"] else [])
    if may["redo"]:
        ways += 2 * [{"do": "redo"}]
    if request is not None:
        ways += (12 if request["asks"] else 0) * [{"do": "allow"}] + [{"do": "deny"}]
    if not shown["live"]:
        ways += 6 * [{"do": "at"}]
    elif shown["steps"]:
        ways += [{"do": "at", "step": chance.randrange(-1, shown["steps"] + 2)}]
    return chance.choice(ways)


def taken_back(log: list[Any]) -> int:
    return sum(line["kind"] == "taken-back" for line in log)


def undone(before: list[Any], after: list[Any]) -> list[Any]:
    """Gives the decisions that stood before and do not any more."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (one, other) in pairs if one is not other), min(len(before), len(after)))
    return before[same:]


def told_of(before: list[Any], after: list[Any]) -> bool:
    """Tells whether nothing vanished from a log without a line that says so."""
    texts = [[line["text"] for line in log if line["kind"] != "taken-back"] for log in (before, after)]
    return texts[1][: len(texts[0])] == texts[0] or taken_back(after) > taken_back(before)


def seen(shown: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shown.items() if name not in OWN}


class Sitting(Page):
    """A page that can tell when it has been sent all there is."""

    marks = 0

    def settle(self) -> None:
        Sitting.marks += 1
        self.send(do="show", text=f"q{self.marks}q")
        while f"q{self.marks}q" not in json.dumps(got := self.receive()):
            assert "error" not in got, got


def hosted(opened: Opened, name: str, seed: int, actions: int) -> int:
    """Fuzzes a table on a server; gives how often something was taken back."""
    chance = random.Random(f"{name} {seed}")
    tables, client = opened(name, limits=HURRIED)
    players = max(2, tables.rules.made.game.least_players)
    entry = tables.make_at_rest(Setting(players, seed), ["person"] * players)
    keys = [entry.keys["host"], *entry.keys["seats"], entry.keys["watch"]]
    sockets = [sit(client, entry, key) for key in keys]
    pages = [Sitting(socket.__enter__()) for socket in sockets]
    back = told = 0
    try:
        for number in range(actions):
            actor = chance.choice(pages)
            if chance.random() < 0.8:
                asked = [page for page in pages if (page.shown["taking_back"] or {}).get("asks")]
                asked += [page for page in pages if page.shown["question"] is not None]
                actor = next(iter(asked), actor)
            before = [(page, list(page.log)) for page in pages if page.shown["live"]]
            steps = list(entry.served.table.session.steps)
            actor.send(**message(chance, actor.shown))
            for page in (actor, *pages):
                page.settle()
            session = entry.served.table.session
            gone = undone(steps, session.steps)
            secret = all(step.decision.secret for step in gone)
            back += bool(gone)
            for page, old in before:
                if page.shown["live"]:
                    assert told_of(old, page.log)
                    # What was decided in secret is taken back in secret, unless others were asked.
                    if gone and (not secret or page is pages[1 + gone[0].decision.seat]):
                        assert taken_back(page.log) > taken_back(old)
                        told += 1
            if number % 8 == 7:
                _agree(client, entry, keys, pages)
                _can_be_taken_up(session)
    finally:
        for socket in sockets:
            socket.__exit__(None, None, None)
    assert told or not back
    return back


def _agree(client: Any, entry: Any, keys: list[str], pages: list[Sitting]) -> None:
    """Compares pages with such as have just opened."""
    for key, page in zip(keys, pages, strict=True):
        if not page.shown["live"]:
            page.send(do="at")
            page.settle()
        with sit(client, entry, key) as socket:
            new = Page(socket)
            for _ in range(20):
                if seen(new.shown) == seen(page.shown) and new.log == page.log:
                    break
                page.settle()
            assert seen(new.shown) == seen(page.shown)
            assert new.log == page.log


def _can_be_taken_up(session: Any) -> None:
    reading = record.read(_text(session).encode(), session.header.identity)
    assert reading.record is not None and not reading.problems
    again = resume(session.executor, session.header, reading.record).session
    assert again.decision == session.decision and again.steps == session.steps


def on_a_page(name: str, seed: int, actions: int) -> int:
    """Fuzzes an exported page with a person on each seat; gives how often something was taken back."""
    chance = random.Random(f"{name} {seed}")
    made = read(name).compilation
    assert made.game is not None
    players = max(2, made.game.least_players)
    page = PageTable(made, lambda: 0.0)
    shown: dict[str, Any] = {}
    log: list[Any] = []
    back = 0

    def take(**asked: Any) -> None:
        nonlocal shown, log
        for got in json.loads(page.take(json.dumps(asked))):
            assert "error" not in got, got
            if "shown" in got:
                shown, log = got["shown"], log[: got["shown"]["from"]] + got["shown"]["log"]

    take(do="begin", players=players, seed=seed, seats=["person"] * players)
    for number in range(actions):
        if shown["hand_over"]:
            take(do="see", seat=shown["hand_over"]["seat"])
        assert page.table is not None
        steps, before, seat = len(page.table.session.steps), list(log), shown["seat"]
        take(**message(chance, shown))
        now = len(page.table.session.steps)
        back += now < steps
        if now < steps and seat == shown["seat"] and shown["live"]:
            assert told_of(before, log)
        if number % 8 == 7:
            take(do="at")
            _can_be_taken_up(page.table.session)
            other = PageTable(made, lambda: 0.0)
            [kept] = [one["record"] for one in json.loads(page.take('{"do":"record"}')) if "record" in one]
            answers = json.loads(other.take(json.dumps({"do": "resume", "record": kept})))
            assert not [one for one in answers if "refused" in one], answers
            assert other.table is not None
            assert other.table.session.decision == page.table.session.decision
            logs = [[one.read_by(None) for one in at.session.events] for at in (page.table, other.table)]
            assert logs[0] == logs[1]
    return back


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(1)
@pytest.mark.dear
def test_pages_of_a_server_agree_whatever_is_taken_back(opened: Opened, name: str) -> None:
    assert hosted(opened, name, 1, 60)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(1)
def test_an_exported_page_agrees_with_its_save_whatever_is_taken_back(name: str) -> None:
    assert on_a_page(name, 1, 60)


@pytest.mark.slow
@pytest.mark.in_turn(10)
@pytest.mark.parametrize("name", [*GAMES, "gekido"])
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_matches_in_which_things_are_taken_back(opened: Opened, name: str, seed: int) -> None:
    assert hosted(opened, name, seed, 200)
    assert on_a_page(name, seed, 400)


def test_the_comparison_notices_a_log_that_is_cut_in_silence() -> None:
    before = [{"kind": "move", "text": "a"}, {"kind": "move", "text": "b"}]
    line = {"kind": "taken-back", "text": "Player 1 takes back 1 decision."}
    assert told_of(before, [*before, before[0]]) and told_of(before, [before[0], line])
    assert not told_of(before, before[:1])
