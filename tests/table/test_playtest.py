"""A table that is a playtest keeps something of those who agree, and of nobody else."""

from collections.abc import Sequence
from typing import Any

import pytest

from gekido_dsl.api import read
from gekido_dsl.engine import Setting
from gekido_dsl.play import playtests
from gekido_dsl.play import record as records
from gekido_dsl.play.session import NotKept, Session, resume
from gekido_dsl.table import Table, Viewer, opened
from gekido_dsl.table.playtest import TablePlaytest


class Kept:
    """A table for two, and where its lines are kept."""

    def __init__(self, questions: tuple[str, ...] = ("How was it?",)) -> None:
        made = read("classics/tic_tac_toe").compilation
        session = opened(made, Setting(2, 1))
        self.lines = list(session.log)
        session.append = self.lines.append
        self.table = Table(made, session, playtest=TablePlaytest(questions, self.rewrite))
        self.viewers = [Viewer(frozenset({seat})) for seat in range(2)]

    def rewrite(self, session: Session, lines: Sequence[str]) -> None:
        self.lines[:] = lines

    def do(self, seat: int, **message: Any) -> Any:
        return self.table.do(message, self.viewers[seat])

    def choose(self, took: object) -> None:
        decision = self.table.session.decision
        assert decision is not None
        shown = self.shown(decision.seat)
        assert not self.do(decision.seat, do="choose", step=shown["step"], choice=0, took=took)

    def shown(self, seat: int) -> dict[str, Any]:
        return dict(self.table.shown(self.viewers[seat])["shown"])

    def kept(self) -> list[tuple[str, int, str]]:
        found = records.read("".join(f"{line}\n" for line in self.lines).encode())
        assert found.record is not None and not found.problems
        entries = [playtests.kept(entry) for entry in found.record.entries]
        return [(one.kind, one.seat, one.text) for one in entries if one is not None]


def test_nothing_is_kept_before_somebody_agrees() -> None:
    at = Kept()
    assert at.shown(0)["playtest"] == {"agreed": None, "questions": []}
    at.choose(1200)
    at.do(0, do="why", text="")
    assert "refused" in at.do(0, do="playtest", what="note", text="dull")[0]
    assert not at.kept()


def test_of_those_who_agree_times_look_ups_and_notes_are_kept() -> None:
    at = Kept()
    assert not at.do(0, do="playtest", what="agree", on=True)
    assert at.shown(0)["playtest"]["agreed"] is True and at.shown(1)["playtest"]["agreed"] is None
    at.choose(1200)
    at.choose(900)  # the other player has not agreed
    at.do(0, do="why", text="")
    at.do(1, do="show", text="r1c1")
    at.do(0, do="playtest", what="note", text="dull\nso far")
    assert at.kept() == [
        (playtests.TIME, 0, "1200"), (playtests.ASKED, 0, "why"), (playtests.REMARK, 0, "dull so far"),
    ]  # fmt: skip
    for wrong in (True, -1, "5", 1.5, [], None):
        at.table.session.undo()
        at.choose(wrong)
    assert len(at.kept()) == 3
    (told,) = at.do(0, do="playtest", what="kept")
    assert told["lines"] == [
        "player 1 decided in 1.2 s",
        "player 1 looked up why",
        "player 1 wrote: dull so far",
    ]
    assert at.do(1, do="playtest", what="kept")[0]["lines"] == ["Nothing."]


def test_what_is_kept_is_deleted_and_the_match_goes_on_and_resumes() -> None:
    at = Kept()
    for seat in range(2):
        at.do(seat, do="playtest", what="agree", on=True)
    for _ in range(4):
        at.choose(500)
    at.do(0, do="playtest", what="forget")
    assert {seat for _, seat, _ in at.kept()} == {1}
    at.do(1, do="playtest", what="agree", on=False)
    assert not at.kept()
    at.choose(500)
    at.choose(500)
    assert at.kept() == [(playtests.TIME, 0, "500")], "whoever takes it back is kept nothing of any more"
    session = at.table.session
    assert session.log == at.lines
    found = records.read("".join(f"{line}\n" for line in at.lines).encode())
    assert found.record is not None
    again = resume(session.executor, found.record.header, found.record)
    assert again.stopped is None and len(again.session.steps) == 6
    assert "Nothing" in at.do(1, do="playtest", what="kept")[0]["lines"][0]


def test_the_form_comes_when_all_is_over() -> None:
    at = Kept()
    at.do(0, do="playtest", what="agree", on=True)
    assert "refused" in at.do(0, do="playtest", what="answers", answers=["5"])[0]
    while at.table.session.decision is not None:
        at.choose(100)
    assert at.shown(0)["playtest"]["questions"] == ["How was it?"]
    assert at.shown(1)["playtest"]["questions"] == []
    assert "refused" in at.do(0, do="playtest", what="answers", answers=[])[0]
    assert not at.do(0, do="playtest", what="answers", answers=["5"])
    assert (playtests.ANSWER, 0, "1 5") in at.kept()
    assert at.shown(0)["playtest"]["questions"] == []


def test_those_who_look_on_and_plain_tables_keep_nothing() -> None:
    at = Kept()
    looks = Viewer()
    assert "refused" in at.table.do({"do": "playtest", "what": "agree", "on": True}, looks)[0]
    assert at.table.shown(looks)["shown"]["playtest"] is None
    made = read("classics/tic_tac_toe").compilation
    plain = Table(made, opened(made, Setting(2, 1)))
    assert "refused" in plain.do({"do": "playtest", "what": "agree", "on": True}, at.viewers[0])[0]
    assert plain.shown(at.viewers[0])["shown"]["playtest"] is None


def test_what_cannot_be_noted_holds_up_no_choice() -> None:
    at = Kept(("How was it?", "What was dull?"))
    at.do(0, do="playtest", what="agree", on=True)
    full = {"playtest"}

    def append(line: str) -> None:
        if any(word in line for word in full):
            raise NotKept("the disk is full")
        at.lines.append(line)

    at.table.session.append = append
    told = at.do(0, do="choose", step=0, choice=0, took=700)
    assert "cannot be kept" in told[0]["lines"][0] and len(at.table.session.steps) == 1
    assert at.do(1, do="choose", step=1, choice=0, took=700) == []
    assert at.do(0, do="why", text="") and at.do(0, do="choose", step=2, choice=0, took=700) == []
    with pytest.raises(NotKept):  # who writes something down is told by whoever serves the table
        at.do(0, do="playtest", what="note", text="dull")
    assert not at.kept()
    full.clear()
    at.choose(900)
    at.choose(901)
    assert [one for one in at.kept() if one[0] == playtests.TIME] == [(playtests.TIME, 0, "901")]
    while at.table.session.outcome is None:
        at.choose(None)
    full.add("2 that")
    answers = ["well", "that"]
    with pytest.raises(NotKept):
        at.do(0, do="playtest", what="answers", answers=answers)
    full.clear()
    assert not at.do(0, do="playtest", what="answers", answers=answers)
    assert [text for kind, _, text in at.kept() if kind == playtests.ANSWER] == ["1 well", "2 that"]
