"""What a playtest keeps of people, and what is made of it."""

import pytest

from gekido_dsl import read_text
from gekido_dsl.insight import playtest_form, playtest_told, playtests
from gekido_dsl.play import playtests as keeping
from gekido_dsl.play.record import Header, Record, read
from gekido_dsl.play.session import Session, resume
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Five Points"
  players 2

each player has
  Points: 0 to 9, starts 0

turn of each player
  Scoring

phase Scoring
  choose one
    "One point"
      my Points gains 1
    "Two points"
      my Points gains 2

the game ends when some player is a Winner
  the highest player by their Points wins

a player is a Winner if their Points is at least 5
"""


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def played(seats: tuple[str, ...] = ("person", "person")) -> tuple[Session, keeping.Keeping, Clock]:
    executor = read_text(GAME).compilation.executor()
    session = Session(executor, Header("id", "five.gdl", 1, 2, 1, seats=seats))
    clock = Clock()
    return session, keeping.Keeping(session, clock), clock


def taken(session: Session, kept: keeping.Keeping, clock: Clock, choice: int, ms: int) -> None:
    assert session.decision is not None
    seat = session.decision.seat
    kept.shown()
    clock.now += ms
    session.choose(choice)
    kept.took(seat)


def record_of(session: Session) -> Record:
    found = read("".join(f"{line}\n" for line in session.log).encode())
    assert found.record is not None and not found.problems, found.problems
    return found.record


def evening() -> Session:
    session, kept, clock = played()
    taken(session, kept, clock, 1, 4_000)
    kept.asked(1, "rules")
    kept.remark(1, "why\nnot three?")
    taken(session, kept, clock, 0, 9_000)
    session.undo(1)
    taken(session, kept, clock, 1, 1_000)
    for _ in range(3):
        taken(session, kept, clock, 1, 2_000)
    kept.answered(0, 1, "4")
    kept.answered(1, 1, "5")
    return session


def report(*sessions: Session) -> playtests.Playtest:
    found = playtests.Playtest()
    for number, one in enumerate(sessions):
        playtests.read(found, f"{number}.jsonl", record_of(one), read_text(GAME).compilation.executor())
    return found


def test_times_what_was_taken_back_looked_up_and_written_are_counted() -> None:
    data = playtest_told.as_data(report(evening()), ["How was it?"], [], 10)
    (match,) = data["matches"]
    assert (match["finished"], match["winners"], match["decisions"]) == (True, [1], 5)
    assert match["seconds"] == 20.0, "what was taken back took its time, too"
    (question,) = data["questions"]
    assert (question["timed"], question["undone"], question["median"]) == (6, 1, 2.0)
    assert data["slowest"][0]["seconds"] == 9.0 and data["slowest"][0]["chosen"] == "One point"
    assert data["slowest"][0]["decision"] == 2
    assert data["looked_up"] == [{"what": "rules", "while": "Scoring", "times": 1}]
    (remark,) = data["remarks"]
    assert (remark["text"], remark["decision"], remark["rule"]) == ("why not three?", 1, "Scoring")
    assert data["form"] == [{"question": "How was it?", "number": 1, "answers": ["4", "5"]}]
    assert [one["won"] for one in data["wins"]] == [1, 0]


def test_a_match_that_was_left_says_where_and_bots_take_no_time() -> None:
    session, kept, clock = played(("person", "greedy"))
    taken(session, kept, clock, 1, 1_000)
    session.choose(0)
    found = report(session)
    assert found.matches[0].left_at == "Choose one" and not found.matches[0].finished
    assert len(found.moments) == 1
    (question,) = found.questions.values()
    assert question.taken == 1, "what a bot chose is no decision of a person"
    assert "left: 0.jsonl, turn 3, at Choose one" in playtest_told.as_text(found, (), (), 10, lambda _: "")


def test_what_is_kept_changes_nothing_and_can_be_taken_out() -> None:
    session = evening()
    executor = read_text(GAME).compilation.executor()
    whole = record_of(session)
    assert resume(executor, whole.header, whole).stopped is None
    for seat, left in ((None, 0), (0, 6), (1, 4)):
        lines = keeping.without(whole, None if seat is None else {seat})
        found = read("".join(f"{line}\n" for line in lines).encode())
        assert found.record is not None and not found.problems
        kept = [one for entry in found.record.entries if (one := keeping.kept(entry)) is not None]
        assert all(one.seat != seat for one in kept)
        assert len(kept) == left, (seat, kept)
        again = resume(executor, found.record.header, found.record)
        assert again.stopped is None and again.session.log == list(lines)


@pytest.mark.parametrize(
    "text", ["", "x", "-1 5", "1", "99999 1", "1 -5", "1 99999999999", "1 86400001", "٣ 1"]
)
def test_garbled_notes_are_passed_over(text: str) -> None:
    session, _, _ = played()
    session.choose(1)
    session.note(keeping.TIME, text)
    session.note(keeping.ANSWER, text)
    assert not report(session).moments


def test_a_form_is_a_list_of_questions() -> None:
    def asked(text: str) -> tuple[str, ...]:
        return playtest_form.questions(MemoryProvider({"five.gdl": GAME, "playtest.yaml": text}), "five.gdl")

    assert asked("- How was it?\n- What confused you?\n") == ("How was it?", "What confused you?")
    assert playtest_form.questions(MemoryProvider({"five.gdl": GAME}), "five.gdl") == ()
    for wrong in ("", "- [", "How was it?", "- 1\n- 2", "- a: b", "- x\n" * 30, f"- {'x' * 400}"):
        with pytest.raises(playtest_form.BadForm, match=r"playtest\.yaml"):
            asked(wrong)
