"""What is taken back at a table: free before anybody has learnt anything, with the others' leave after that."""

from typing import Any

import pytest

from gekido_dsl.api import read, read_text
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Setting
from gekido_dsl.play.record import read as read_record
from gekido_dsl.play.session import resume
from gekido_dsl.table import Table, Viewer, opened

DRAWS = """
edition 1

game "Draws"
  players 2 to 3

kind Card, 12 of them
  Worth: 1 to 12, numbered

kind Seat, 1 for each player
  Points: 0 to 99, starts 0

die Coin of 1 to 2, 1 of them

deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Shown of Cards
box Bank: all Coins

setup
  deal 1 Card to all players

turn of each player
  Act
  Show

phase Act
  choose one
    "Draw"
      deal 1 Card to me
    "Flip"
      roll Coin
    "Count"
      my Seat's Points gains 1 if possible
    "Wait"
      stop

phase Show
  open Showing

window Showing
  first me: at most 1 of Show It

action Show It: a Card of my Hand
  only if it is High
  move it to Shown

a Card is High if its Worth is at least 9

the game ends when Pack is empty
  the highest player by my Seat's Points wins
"""
HOST = 0


@pytest.fixture(scope="module")
def made() -> Compilation:
    found = read_text(DRAWS).compilation
    assert found.game is not None, [one.message for one in found.diagnostics]
    return found


class Room:
    """A table with a screen for each player, the first of them the host's, and one who looks on."""

    def __init__(
        self, made: Compilation, players: int = 2, seats: tuple[str, ...] = (), seed: int = 5
    ) -> None:
        self.table = Table(made, opened(made, Setting(players, seed), seats), is_watched=True)
        self.players = [Viewer(frozenset({seat}), is_host=seat == HOST) for seat in range(players)]
        self.watcher = Viewer()

    def shown(self, viewer: Viewer) -> dict[str, Any]:
        return dict(self.table.shown(viewer)["shown"])

    def do(self, seat: int, do: str, **more: Any) -> list[Any]:
        return self.table.do({"do": do, **more}, self.players[seat])

    def choose(self, seat: int, label: str) -> None:
        now = self.shown(self.players[seat])
        number = next(one["number"] for one in now["question"]["choices"] if one["label"].startswith(label))
        assert self.do(seat, "choose", step=now["step"], choice=number) == []

    def log(self, viewer: Viewer | None = None) -> list[str]:
        return [
            line["text"] for line in self.shown(viewer or self.watcher)["log"] if line["kind"] == "taken-back"
        ]

    def bots(self) -> None:
        while self.table.step():
            pass


def test_what_taught_nobody_anything_is_taken_back_at_once_and_the_log_says_so(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Count")
    assert room.do(0, "undo") == []
    assert room.shown(room.players[0])["question"]["choices"][0]["label"] == "Draw"
    (line,) = room.log()
    assert line.startswith("Player 1 takes back 1 decision. What is undone: ") and "seen" not in line


@pytest.mark.parametrize("choice", ["Draw", "Flip"])
def test_whoever_has_seen_a_card_or_a_die_asks_the_others_first(made: Compilation, choice: str) -> None:
    room = Room(made)
    room.choose(0, choice)
    steps = len(room.table.session.steps)
    assert room.do(0, "undo") == []
    assert len(room.table.session.steps) == steps, "it was taken back without anybody's leave"
    own, other, third = (room.shown(one) for one in (*room.players, room.watcher))
    asked = other["taking_back"]
    assert asked["text"] == "Player 1 asks to take back 1 decision." and asked["asks"] and not asked["mine"]
    assert asked["why"] and asked["lines"] and asked["waits_for"] == ["player 2"]
    assert own["taking_back"]["mine"] and own["taking_back"]["anyway"] and not own["taking_back"]["asks"]
    assert not third["taking_back"]["asks"] and "refused" in room.table.do({"do": "allow"}, room.watcher)[0]
    assert room.do(1, "allow") == []
    assert not room.table.session.steps and room.shown(room.players[1])["taking_back"] is None
    (line,) = room.log()
    assert "had been seen. The other player agreed. What is undone: " in line
    assert room.log(room.players[0]) == room.log(room.players[1]) == [line]


def test_who_says_no_is_named_and_the_match_stays(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Draw")
    room.do(0, "undo")
    assert room.do(1, "deny") == []
    assert len(room.table.session.steps) == 1
    assert room.log() == ["Player 1 asked to take back 1 decision; player 2 said no."]
    assert "refused" in room.do(1, "allow")[0]


def test_who_was_told_no_does_not_ask_again_before_something_was_decided(made: Compilation) -> None:
    room = Room(made)
    for turn in range(2):
        room.choose(0, "Wait")
        room.choose(0, "Pass")
        room.choose(1, "Draw")
        assert room.do(1, "undo") == [] and room.shown(room.players[0])["taking_back"]["asks"], turn
        room.do(0, "deny")
        assert "have said no" in room.do(1, "undo")[0]["refused"]
        assert room.shown(room.players[0])["taking_back"] is None
        room.choose(1, "Pass")


PEEK = """
edition 1

game "Peek"
  players 2

kind Card, 12 of them
  Worth: 1 to 12, numbered

deck Pack: all Cards, shuffled
hand Hand of each player, of Cards

setup
  deal 3 Cards to all players

turn of each player
  Act

phase Act
  choose one
    "Look"
      if some Card of my left neighbour's Hand is High
        choose one
          "Yes"
            stop
          "Yes, yes"
            stop
      otherwise
        choose one
          "No"
            stop
          "No, no"
            stop
    "Draw"
      deal 1 Card to me

a Card is High if its Worth is at least 9

the game ends when Pack is empty
  nobody wins
"""


def test_what_is_asked_may_have_told_something(made: Compilation) -> None:
    found = read_text(PEEK).compilation
    assert found.game is not None, [one.message for one in found.diagnostics]
    room = Room(found)
    room.choose(0, "Look")
    assert room.do(0, "undo") == [] and len(room.table.session.steps) == 1
    asked = room.shown(room.players[1])["taking_back"]
    assert asked["asks"] and asked["why"] == [
        "Something hidden, or the result of chance, has been seen since."
    ]


def test_the_host_sets_it_aside_and_everybody_reads_that(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Draw")
    room.do(0, "undo", anyway=True)
    assert not room.table.session.steps and "The host did not ask the others." in room.log()[0]
    room.choose(0, "Wait")
    room.choose(0, "Pass")
    room.choose(1, "Draw")
    room.do(1, "undo", anyway=True)
    assert room.shown(room.players[0])["taking_back"]["asks"], "somebody else than the host set it aside"
    room.do(0, "undo", anyway=True)
    assert "The host did not wait for the others to agree." in room.log()[-1]


def test_everybody_is_asked_and_the_match_may_go_on_instead(made: Compilation) -> None:
    room = Room(made, players=3)
    room.choose(0, "Draw")
    room.do(0, "undo")
    room.do(1, "allow")
    assert len(room.table.session.steps) == 1
    assert room.shown(room.players[0])["taking_back"]["waits_for"] == ["player 3"]
    room.choose(0, "Pass")
    assert room.shown(room.players[2])["taking_back"] is None and not room.log()


def test_a_player_takes_back_their_own_and_the_host_asks_before_others_lose_theirs(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Wait")
    room.choose(0, "Pass")
    room.choose(1, "Count")
    room.do(0, "undo")
    asked = room.shown(room.players[1])["taking_back"]
    assert asked["text"] == "The host asks to take back 1 decision of player 2." and asked["asks"]
    assert room.do(0, "deny") == [] and not room.log()
    assert room.shown(room.players[1])["can"]["undo"] and room.do(1, "undo") == []
    assert len(room.table.session.steps) == 2 and room.log()[0].startswith("Player 2 takes back 1 decision.")
    assert "refused" in room.table.do({"do": "undo"}, room.watcher)[0]


def test_alone_against_bots_it_is_free_and_said(made: Compilation) -> None:
    room = Room(made, seats=("person", "random"))
    room.bots()
    room.choose(0, "Count")
    room.do(0, "undo")
    assert not room.log(), "nothing had been seen, and nobody else plays"
    room.choose(0, "Draw")
    assert room.do(0, "undo") == [] and not room.table.session.steps
    assert "had been seen" in room.log()[0]


def test_people_at_one_screen_agree_there(made: Compilation) -> None:
    room = Room(made)
    both = Viewer(frozenset({0, 1}), is_host=True)
    room.players = [both, both]
    room.table.do({"do": "see", "seat": 0}, both)
    room.choose(0, "Draw")
    room.do(0, "undo")
    asked = room.shown(both)["taking_back"]
    assert asked["asks"] and asked["mine"]
    room.do(0, "allow")
    assert not room.table.session.steps and "The other player agreed." in room.log()[0]


def test_bots_wait_while_somebody_asks(made: Compilation) -> None:
    room = Room(made, players=3, seats=("person", "person", "random"))
    room.choose(0, "Wait")
    room.choose(0, "Pass")
    room.choose(1, "Draw")
    room.choose(1, "Pass")
    assert room.table.due() is not None
    room.do(0, "undo")
    assert room.table.due() is None and room.shown(room.players[1])["taking_back"]["asks"]
    room.do(1, "deny")
    assert room.table.due() is not None


def test_the_line_is_there_when_the_match_is_taken_up_again(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Draw")
    room.do(0, "undo", anyway=True)
    room.choose(0, "Count")
    session = room.table.session
    record = read_record("".join(f"{line}\n" for line in session.log).encode()).record
    assert record is not None
    again = resume(made.executor(), record.header, record).session
    before = room.shown(room.watcher)["log"]
    assert Table(made, again).shown(Viewer())["shown"]["log"] == before


def test_it_is_done_again_by_whoever_it_was(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Wait")
    room.choose(0, "Pass")
    room.choose(1, "Count")
    room.do(1, "undo")
    assert not room.shown(room.players[0])["can"]["redo"] and "refused" in room.do(0, "redo")[0]
    assert room.do(1, "redo") == [] and len(room.table.session.steps) == 3


def test_what_is_decided_in_secret_is_taken_back_in_secret() -> None:
    made = read("classics/goofspiel").compilation
    room = Room(made)
    before = [room.shown(one) for one in (room.players[1], room.watcher)]
    room.table.do({"do": "choose", "step": 0, "choice": 3}, room.players[0])
    middle = [room.shown(one) for one in (room.players[1], room.watcher)]
    room.do(0, "undo")
    asked = room.shown(room.players[0])["taking_back"]
    assert asked is not None, "whether the other has decided in secret is not to be told"
    assert before[1]["step"] == middle[1]["step"]


def test_a_standing_order_passes_whatever_there_is_and_only_its_player_is_shown_it(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Draw")
    question = room.shown(room.players[0])["question"]
    assert question["may_pass"]
    assert room.do(0, "pass", on=True) == []
    assert len(room.table.session.steps) == 2 and room.table.session.decision.seat == 1
    assert room.shown(room.players[0])["orders"] == [question["prompt"]]
    assert room.shown(room.players[1])["orders"] == room.shown(room.watcher)["orders"] == []
    room.choose(1, "Draw")
    room.choose(1, "Pass")
    room.choose(0, "Draw")
    assert room.table.session.decision.seat == 1, "it was not passed a second time"
    room.do(0, "pass", on=False, question=question["prompt"])
    assert room.shown(room.players[0])["orders"] == []
    assert "refused" in room.do(0, "pass", on=True)[0]


def test_a_single_choice_is_put_to_a_person_where_taking_it_would_tell(made: Compilation) -> None:
    room = Room(made)
    room.choose(0, "Wait")
    for _ in range(20):
        decision = room.table.session.decision
        assert decision is not None
        if len(decision.choices) == 1:
            break
        room.choose(decision.seat, "Count" if decision.kind == "menu" else "Pass")
    question = room.shown(room.players[decision.seat])["question"]
    assert [one["label"] for one in question["choices"]] == ["Pass"] and question["only"]
    alone = Table(made, opened(made, Setting(2, 5), ("person", "random")))
    assert alone.is_settled(decision), "nobody looks on, and bots learn nothing from it"
