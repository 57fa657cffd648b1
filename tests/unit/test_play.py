"""Matches as data, sessions and bots, against a small executor."""

import json
import re

import pytest
from duel import Duel, DuelState
from hypothesis import given
from hypothesis import strategies as st

from gekido_dsl.engine import ChanceRequest, IllegalChoice, Outcome, RuleError
from gekido_dsl.play import record
from gekido_dsl.play.bots import WIN, GreedyBot, RandomBot, placing, standing
from gekido_dsl.play.record import Draw, Header, Note, Start, Taken, Undo
from gekido_dsl.play.session import SNAPSHOT_DECISIONS, Session, resume

HEADER = Header("abc", "duel", 1, 2, 7, {"Speed": "Fast"}, ("person", "greedy"), "0.1")


def written(session: Session) -> bytes:
    return "".join(line + "\n" for line in session.log).encode()


def unsigned(line: str) -> str:
    """Takes the checksum of a line away, as if it was written before there were any."""
    return re.sub(r', "sum": "[0-9a-f]{12}"(?=\}$)', "", line)


def played(decisions: int, executor: Duel | None = None, seed: int = 7) -> Session:
    session = Session(
        executor or Duel(life=60), Header("abc", "duel", 1, 2, seed, {}, ("person", "person"), "0.1")
    )
    for number in range(decisions):
        if session.decision is not None:
            session.choose(number % len(session.decision.choices))
    return session


def snapshot(session: Session) -> tuple[object, ...]:
    state = session.state
    assert isinstance(state, DuelState)
    return Duel().snapshot(state)


class Loaded:
    """A source of chance that says the same number whenever it fits."""

    def __init__(self, number: int | None) -> None:
        self.number = number
        self.asked: list[str] = []

    def draw(self, request: ChanceRequest) -> int | None:
        self.asked.append(request.what)
        return None if self.number is None else min(self.number, request.count - 1)


# ---------------------------------------------------------------- records

DRAWS = st.builds(
    Draw, st.sampled_from(["roll", "shuffle", "pick"]), st.text(), st.just(6), st.none() | st.integers(0, 5)
)
TAKEN = st.builds(Taken, st.integers(0, 1), st.text(), st.lists(DRAWS, max_size=3).map(tuple))
ENTRIES = st.lists(TAKEN | st.builds(Note, st.text(), st.text()), max_size=8).map(tuple)


@given(ENTRIES, st.dictionaries(st.text(), st.text(), max_size=3))
@pytest.mark.dear
def test_reading_gives_back_what_was_written(
    entries: tuple[record.Entry, ...], options: dict[str, str]
) -> None:
    header = Header("id", "ゲキド", 2, 2, -(2**80), options, ("person", "random"), "")
    lines = record.encode_all(header, entries)
    reading = record.read("".join(line + "\n" for line in lines).encode("ascii"))
    assert reading.record == record.Record(header, entries)
    assert not reading.problems and not reading.open_end and not reading.damaged


@given(st.integers(1, 2000))
def test_a_file_cut_anywhere_keeps_every_whole_decision(cut: int) -> None:
    data = written(played(12))
    reading = record.read(data[:cut])
    whole = data[:cut].count(b"\n")
    if whole == 0 and cut < data.index(b"\n"):
        assert reading.record is None and reading.problems
        return
    assert reading.record is not None
    assert len(reading.record.entries) in (whole - 1, whole)
    assert data[: reading.sound_bytes].decode().rstrip("\n").count("\n") == len(reading.record.entries)
    assert not reading.damaged


@given(st.binary(max_size=200))
def test_reading_never_raises(data: bytes) -> None:
    assert record.read(data).record is None
    record.read(record.encode_header(HEADER).encode() + b"\n" + data)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("hello", "not a line of JSON"),
        ("[1]", "not a JSON object"),
        ('{"format": "other"}', "not a saved match"),
        ('{"format": "gekido-match", "version": 99}', "version 99"),
        ("[" * 100_000, "not a line of JSON"),
        (unsigned(record.encode_header(HEADER)).replace('"players": 2', '"players": true'), "`players`"),
        (unsigned(record.encode_header(HEADER)).replace('"players": 2', '"players": 3'), "2 of 3"),
        (record.encode_header(HEADER).replace('"players": 2', '"players": 3'), "checksum does not fit"),
    ],
)
def test_what_is_no_match_is_said(text: str, problem: str) -> None:
    reading = record.read(text.encode())
    assert reading.record is None
    assert problem in reading.problems[0].message


def test_a_line_that_was_changed_ends_the_reading() -> None:
    session = played(6)
    lines = written(session).splitlines(keepends=True)
    for number in range(1, len(lines)):
        changed = lines[number].replace(b'"seat": ', b'"seat": 1', 1)
        reading = record.read(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
        assert reading.record is not None and len(reading.record.entries) == number - 1
        assert "checksum does not fit" in reading.problems[0].message
        bare = unsigned(lines[number].decode().rstrip()).encode() + b"\n"
        reading = record.read(b"".join([*lines[:number], bare, *lines[number + 1 :]]))
        assert "checksum is missing" in reading.problems[0].message


def test_a_file_from_before_there_were_checksums_is_read_and_goes_on() -> None:
    lines = [unsigned(line.decode()) for line in written(played(6)).splitlines()]
    old = record.read("\n".join(lines).encode())
    assert old.record is not None and len(old.record.entries) == 6 and not old.problems
    longer = [*lines, record.encode(Undo(2), lines[-1])]
    read = record.read("\n".join(longer).encode())
    assert read.record is not None and len(read.record.entries) == 7
    torn = record.read("\n".join([*longer, *lines[1:]]).replace('"undo": 2', '"undo": 3').encode())
    assert "checksum does not fit" in torn.problems[0].message


@pytest.mark.parametrize(
    "line",
    [
        '{"undo": 2, "crc32": "00000000"}',
        '{"undo": 2, "crc32": "0"}, "crc32": "00000000"}',
        '{"undo": 2, "crc32": 7}',
        '{"crc32": "00000000"}',
        '{"undo": 2, "sum": "000000000000"}',
        '{"undo": 2, "sum": "00000000"}',
        '{"undo": 2, "sum": null}',
    ],
)
def test_a_checksum_that_is_none_is_no_checksum(line: str) -> None:
    reading = record.read(
        f"{record.encode_header(HEADER)}\n{line}\n{record.encode(Taken(0, 'pass'), line)}\n".encode()
    )
    assert reading.record is not None and not reading.record.entries and reading.damaged


@pytest.mark.parametrize(
    "line",
    [
        '{"seat": 9, "choice": "pass"}',
        '{"seat": 0, "choice": 3}',
        '{"undo": 1}',
        '{"undo": 0}',
        '{"seat": 0, "choice": "pass", "chance": [["roll", "die", 6, 6]]}',
        '{"seat": 0, "choice": "pass", "chance": [["roll", "die", true, 0]]}',
        '{"what": "is this"}',
    ],
)
def test_a_meaningless_line_in_the_middle_ends_the_reading(line: str) -> None:
    head = record.encode_header(HEADER)
    more = record.encode(Taken(0, "pass"), line)
    reading = record.read(f"{unsigned(head)}\n{line}\n{more}\n".encode())
    assert reading.record is not None and reading.record.entries == ()
    assert reading.damaged and reading.problems[0].line == 2


def test_another_ruleset_is_reported_and_the_match_is_given_all_the_same() -> None:
    reading = record.read(written(played(2)), identity="xyz")
    assert reading.record is not None
    assert "another version of the ruleset" in reading.problems[0].message


def test_undo_is_an_entry() -> None:
    entries = (Taken(0, "a"), Taken(1, "b"), Undo(1), Taken(1, "c"), Note("x", "y"), Undo(2), Taken(0, "d"))
    kept = record.Record(HEADER, (Start((Draw("roll", "die", 6, 2),)), *entries))
    assert [taken.choice for taken in kept.standing] == ["d"]
    assert kept.start_draws[0].outcome == 2


# ---------------------------------------------------------------- sessions


def test_each_line_is_handed_over_before_the_next_decision() -> None:
    lines: list[str] = []
    session = Session(Duel(), HEADER, lines.append)
    assert len(lines) == 1
    assert session.decision is not None
    session.choose(session.decision.choices[0].id)
    assert len(lines) == 2 and lines == session.log
    assert json.loads(lines[1])["choice"].startswith("play ")


def test_an_illegal_choice_changes_nothing() -> None:
    session = played(1)
    before = snapshot(session), list(session.log)
    for wrong in (99, -1, "fly"):
        with pytest.raises(IllegalChoice):
            session.choose(wrong)
    assert (snapshot(session), session.log) == before


def test_a_rule_error_keeps_the_match_and_is_noted_with_its_trace() -> None:
    session = played(0, Duel(jinxes=60, bolts=1))
    assert session.decision is not None
    at = next(n for n, choice in enumerate(session.decision.choices) if choice.id == "play Jinx")
    before = snapshot(session)
    with pytest.raises(RuleError):
        session.choose(at)
    assert snapshot(session) == before and list(session.failed) == [at]
    assert "nothing to choose (duel.gdl:4)\\nin Jinx (duel.gdl:4)" in session.log[-1]
    session.choose("pass")
    assert session.failed == {}
    again = record.read(written(session)).record
    assert again is not None
    assert snapshot(resume(Duel(jinxes=60, bolts=1), session.header, again).session) == snapshot(session)


def test_an_interruption_in_the_middle_of_a_choice_changes_nothing() -> None:
    class Interrupting(Loaded):
        def draw(self, request: ChanceRequest) -> int | None:
            if self.asked.count("Duel Die") == 1:
                raise KeyboardInterrupt
            return super().draw(request)

    session = Session(Duel(), HEADER, chance=Interrupting(0))
    before = snapshot(session), len(session.log)
    with pytest.raises(KeyboardInterrupt):
        session.choose("pass")
    assert (snapshot(session), len(session.log)) == before


@pytest.mark.parametrize("count", [1, 3, 11, 30])
def test_undoing_gives_the_earlier_match(count: int) -> None:
    long = played(30)
    assert len(long.steps) == 30
    assert long.undo(count) == count
    short = played(30 - count)
    assert snapshot(long) == snapshot(short)
    assert long.events == short.events and long.decision == short.decision
    again = record.read(written(long)).record
    assert again is not None
    assert snapshot(resume(Duel(life=60), long.header, again).session) == snapshot(short)


def test_undoing_across_kept_states_and_undoing_more_than_there_is() -> None:
    executor = Duel()
    session = Session(executor, Header("abc", "duel", 1, 4, 3, {}, ("person",) * 4, ""))
    import duel

    turns, duel.TURNS = duel.TURNS, 200
    try:
        while len(session.steps) < 2 * SNAPSHOT_DECISIONS + 5:
            session.choose("pass")
        earlier = [executor.snapshot(session.state)]
        session.undo(10)
        for _ in range(10):
            session.choose("pass")
        assert executor.snapshot(session.state) == earlier[0]
        assert session.undo(1000) == 2 * SNAPSHOT_DECISIONS + 5
        assert session.undo(1) == 0
    finally:
        duel.TURNS = turns


def test_typed_chance_is_recorded_checked_and_replayed() -> None:
    session = Session(Duel(), HEADER, chance=Loaded(2))
    session.choose(0)
    session.choose("pass")
    session.undo(1)
    kept = record.read(written(session)).record
    assert kept is not None
    assert kept.start_draws[-1] == Draw("roll", "Duel Die", 6, 2)
    again = resume(Duel(), HEADER, kept)
    assert again.stopped is None and snapshot(again.session) == snapshot(session)
    assert again.session.log == session.log


def test_draws_left_to_the_seed_are_recorded_as_such() -> None:
    session = Session(Duel(), HEADER, chance=Loaded(None))
    session.choose("pass")
    plain = Session(Duel(), HEADER)
    plain.choose("pass")
    assert snapshot(session) == snapshot(plain)
    kept = record.read(written(session)).record
    assert kept is not None and snapshot(resume(Duel(), HEADER, kept).session) == snapshot(plain)


def test_a_changed_ruleset_keeps_what_fits_and_says_where_it_stopped() -> None:
    session = played(6)
    kept = record.read(written(session)).record
    assert kept is not None
    changed = resume(Duel(bolts=11, life=60), session.header, kept)
    assert changed.stopped is not None and changed.kept < changed.recorded == 6
    assert len(changed.session.log) == 1 + changed.kept
    typed = Session(Duel(), HEADER, chance=Loaded(1))
    typed_record = record.read(written(typed)).record
    assert typed_record is not None
    stopped = resume(Duel(bolts=11), HEADER, typed_record).stopped
    assert stopped is not None and "in the set-up" in stopped


def test_the_match_goes_on_after_resuming() -> None:
    lines: list[str] = []
    first = played(5)
    kept = record.read(written(first)).record
    assert kept is not None
    second = resume(Duel(life=60), first.header, kept, lines.append).session
    assert lines == []
    for session in (first, second):
        session.choose(0)
    assert snapshot(first) == snapshot(second) and len(lines) == 1


# ---------------------------------------------------------------- bots


def bot_match(bots: list[RandomBot | GreedyBot], seed: int) -> Session:
    session = Session(Duel(), Header("abc", "duel", 1, 2, seed, {}, ("greedy", "random"), ""))
    while session.decision is not None:
        bot = bots[session.decision.seat]
        session.choose(bot.choose(session.executor, session.state, session.decision, len(session.steps)))
    return session


def test_bots_repeat_themselves() -> None:
    one = bot_match([GreedyBot(1), RandomBot(2)], 5)
    other = bot_match([GreedyBot(1), RandomBot(2)], 5)
    assert one.log == other.log


def test_the_greedy_bot_beats_the_random_one() -> None:
    wins = 0
    for seed in range(12):
        session = bot_match([GreedyBot(seed, 4, 16, 6), RandomBot(seed)], seed)
        assert session.outcome is not None
        wins += 0 in session.outcome.winners
    assert wins >= 9


@pytest.mark.parametrize("bot", [RandomBot(4), GreedyBot(4, 4, 16, 6)])
def test_hidden_cards_and_the_stream_do_not_change_a_choice(bot: RandomBot | GreedyBot) -> None:
    executor = Duel()
    session = played(4, executor)
    decision = session.decision
    assert decision is not None
    expected = bot.choose(executor, session.state, decision, 5)
    for seed in range(20):
        other = executor.sample(session.state, decision.seat, seed)  # type: ignore[arg-type]
        assert executor.observe(other, decision.seat) == session.view(decision.seat)
        assert bot.choose(executor, other, decision, 5) == expected


@pytest.mark.parametrize("bot", [RandomBot(4), GreedyBot(4, 2, 4, 2)])
def test_a_barred_choice_is_not_taken(bot: RandomBot | GreedyBot) -> None:
    session = played(3)
    assert session.decision is not None
    every = range(len(session.decision.choices))
    for left in every:
        barred = [number for number in every if number != left]
        assert bot.choose(session.executor, session.state, session.decision, 3, barred) == left


def test_a_greedy_bot_avoids_what_cannot_be_carried_out() -> None:
    executor = Duel(jinxes=60, bolts=0)
    session = played(0, executor)
    decision = session.decision
    assert decision is not None and decision.choices[0].id == "play Jinx"
    chosen = GreedyBot(1).choose(executor, session.state, decision, 0)
    assert decision.choices[chosen].id != "play Jinx"


def test_places_are_valued_by_who_is_behind() -> None:
    assert placing(Outcome((1, 2), True), 0) == WIN
    assert placing(Outcome((1, 2), True), 1) == -WIN
    assert placing(Outcome((1, 1), True), 1) == 0
    assert placing(Outcome((2, 1, 2, 2), True), 0) == pytest.approx(-WIN / 3)
    assert placing(Outcome((1,), True), 0) == WIN


def test_a_position_is_valued_by_what_can_be_seen() -> None:
    session = played(0)
    session.state.life[0] = 1  # type: ignore[attr-defined]
    view = session.view(0)
    assert standing(view, 0) < 0 < standing(session.view(1), 1)


def test_who_goes_through_a_match_sees_it_as_it_was() -> None:
    session = played(2 * SNAPSHOT_DECISIONS, Duel(life=400))
    last = len(session.steps)
    assert last > 20
    for count in (3, 4, 5, last, 2, last - 9, last - 8, 7, last - 1, 8, 9, 10, 11, 12, 0):
        seen = session.state_after(count)
        assert isinstance(seen, DuelState)
        assert Duel().snapshot(seen) == snapshot(played(count, Duel(life=400))), count
        seen.life = [0, 0]  # what was given is somebody's own, and is kept nowhere
        assert Duel().snapshot(session.state_after(count)) == snapshot(played(count, Duel(life=400)))  # type: ignore[arg-type]
    session.undo(last - 5)
    assert session.decision is not None
    session.choose(session.decision.forward[-1])
    assert Duel().snapshot(session.state_after(6)) == snapshot(session)  # type: ignore[arg-type]
