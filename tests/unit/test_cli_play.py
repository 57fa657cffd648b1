"""`gdl play` and `gdl replay` as a person meets them, against a small executor."""

import io
import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from duel import Duel

from gekido_dsl.backend.who_plays import COMPILED
from gekido_dsl.cli import opening, play, replay, settings, table
from gekido_dsl.cli.screen import PLAIN, PRETTY, Screen
from gekido_dsl.engine import BoardView, PlaceView, PlayerView, Setting, SpaceView, ThingView, View
from gekido_dsl.play.record import Header, encode_header

SECRET = "Bolt"


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimpleNamespace:
    """Stands for the ruleset `duel.gdl` of a fresh current folder; its executor can be changed."""
    made = SimpleNamespace(
        game=SimpleNamespace(title="Duel", edition=1, least_players=2, most_players=4),
        identity="abc",
        option_names={"Early Stop": ["Allowed", "Only If Complete"], "Pace": ["Slow", "Fast"]},
        executor=Duel,
        open_questions=SimpleNamespace(is_open=lambda span: True),
    )
    monkeypatch.setattr(opening, "compiled", lambda ruleset: made)
    monkeypatch.setattr(opening, "executor_of", lambda made, setting, kinds: (made.executor(), COMPILED))
    monkeypatch.setattr(replay, "compiled", lambda ruleset: made)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    Path("duel.gdl").touch()
    return made


def run(command: click.Command, *args: str, typed: str = "") -> Result:
    return CliRunner().invoke(command, args, input=typed, standalone_mode=False)


def gdl_play(*args: str, typed: str = "") -> Result:
    return run(play.command, "duel.gdl", "--seed", "3", *args, typed=typed)


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


# ---------------------------------------------------------------- a match


def test_a_match_is_introduced_played_and_saved(duel: SimpleNamespace) -> None:
    result = gdl_play("--save", "m.jsonl", typed="1\n" * 60)
    assert result.return_value == 0
    assert "Duel – 2 players, seed 3" in result.output
    assert "again: gdl play duel.gdl --players 2 --seed 3 --seat 1=person --seat 2=hard" in result.output
    assert "wins." in result.output
    assert "\x1b" not in result.output
    header, *rest = lines_of("m.jsonl")
    assert (header["identity"], header["seed"], header["seats"]) == ("abc", 3, ["person", "hard"])
    assert all("choice" in line for line in rest)


def test_the_end_of_the_input_saves_the_match(duel: SimpleNamespace) -> None:
    result = gdl_play("--save", "m.jsonl", typed="1\n")
    assert result.return_value == 0
    assert "The match is saved. Go on with: gdl play --resume m.jsonl" in result.output
    assert len(lines_of("m.jsonl")) == 3


def test_the_beginning_of_a_word_will_do(duel: SimpleNamespace) -> None:
    result = gdl_play("--save", "m.jsonl", typed="q\n")
    assert result.return_value == 0
    assert "The match is saved." in result.output
    assert "neither a choice" not in result.output


def test_the_beginning_of_several_words_will_not(duel: SimpleNamespace) -> None:
    assert "`r` is neither a choice nor a command" in gdl_play(typed="r\nquit\n").output


def test_no_input_at_all_is_wrong_usage(duel: SimpleNamespace) -> None:
    result = gdl_play()
    assert result.return_value == 2
    assert "The input ended before the match did." in result.output
    assert list((Path("data") / "gekido-dsl" / "matches").glob("duel-*-3.jsonl"))


def test_bots_alone_need_no_input_and_repeat_themselves(duel: SimpleNamespace) -> None:
    first = gdl_play("--seat", "greedy", "--seat", "2=random", "--save", "a.jsonl")
    second = gdl_play("--seat", "1=greedy", "--seat", "2=random", "--save", "b.jsonl")
    assert first.return_value == second.return_value == 0
    assert lines_of("a.jsonl") == lines_of("b.jsonl")
    assert SECRET in first.output and "you draw" not in first.output


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "Type a number from 1 to 3"),
        ("0", "There is no choice 0"),
        ("99", "There is no choice 99"),
        ("-1", "There is no choice -1"),
        ("9" * 5000, "There is no choice"),
        ("fly", "neither a choice nor a command"),
        ("pas s", "did you mean `Pass`?"),
        ("undo x", "takes a number, or nothing, after it"),
        ("undo", "There is nothing to take back."),
        ("play", "may mean 1 Play Bolt 5, 2 Play Bolt 2"),
        ("why 77", "There is no event 77"),
        ("why not Flare", "Flare is not in your hand"),
        ("why not Xyz", "Nothing is known of `Xyz` here."),
        ("show Flare", "─ Flare · Card ─"),
        ("show Xyz", "Nothing is known of `Xyz`."),
        ("show", "name of something"),
        ("why 3", "by Strike, DB p1, duel.gdl:2"),
        ("rules", "rule Strike"),
        ("options", "Pace: Slow"),
        ("expected", "No bot has searched yet."),
        ("save", "name of a file"),
        ("log 2", "3 P1 Player 1 rolls"),
        ("\x1b[2J\x07", "neither a choice"),
        ("?", "why not NAME"),
    ],
)
def test_other_input_is_answered(duel: SimpleNamespace, typed: str, answer: str) -> None:
    result = gdl_play(typed=typed + "\n")
    assert answer in result.output
    assert "\x1b" not in result.output


def test_a_choice_can_be_typed_in_words(duel: SimpleNamespace) -> None:
    gdl_play("--save", "a.jsonl", typed="play bolt 2\n")
    gdl_play("--save", "b.jsonl", typed="2\n")
    gdl_play("--save", "c.jsonl", typed="bolt 2\n")
    assert lines_of("a.jsonl") == lines_of("b.jsonl") == lines_of("c.jsonl")


def test_why_shows_how_a_number_came_about(duel: SimpleNamespace) -> None:
    result = gdl_play(typed="1\nwhy 4\n")
    assert "die 2" in result.output and "a third of 7 is 2" in result.output


def test_undo_goes_back_to_the_persons_own_choice(duel: SimpleNamespace) -> None:
    result = gdl_play("--save", "m.jsonl", typed="1\n1\nundo 2\n3\n")
    assert "Taken back: 2 decisions." in result.output
    kinds = [next(iter(line)) for line in lines_of("m.jsonl")]
    assert kinds == ["format", "seat", "seat", "seat", "seat", "undo", "note", "seat", "seat"]
    assert result.output.count("Turn 1 ·") == 2


def test_only_choices_are_taken_and_shown_unless_they_are_to_be_asked(duel: SimpleNamespace) -> None:
    duel.executor = lambda: Duel(bolts=2, life=60, must_play=True)
    result = gdl_play(typed="1\n" * 9)
    assert "What do you play? Play Flare, the only choice" in result.output
    assert "Pass, the only choice" not in result.output and "1 passes" in result.output
    asked = gdl_play("--no-auto", typed="1\n" * 9)
    assert "only choice" not in asked.output and "  1  Pass" in asked.output


def test_saving_elsewhere_goes_on_there(duel: SimpleNamespace) -> None:
    result = gdl_play("--save", "a.jsonl", typed="1\nsave b.jsonl\n1\nsave b.jsonl\n")
    assert "Saved in b.jsonl" in result.output
    assert "cannot be saved in b.jsonl: it exists already" in result.output
    assert lines_of("a.jsonl") == lines_of("b.jsonl")[: len(lines_of("a.jsonl"))]
    assert len(lines_of("b.jsonl")) == 5


def test_quit_and_control_c(duel: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    assert gdl_play(typed="quit\n").return_value == 0

    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(play.Screen, "ask", lambda self, prompt: Interrupted().readline())
    result = gdl_play("--save", "m.jsonl")
    assert result.return_value == 130
    assert "gdl play --resume m.jsonl" in result.output


def test_a_rule_error_keeps_the_match(duel: SimpleNamespace) -> None:
    duel.executor = lambda: Duel(jinxes=60, bolts=0)
    result = gdl_play("--save", "m.jsonl", typed="jinx\n")
    assert "error: there is nothing to choose (duel.gdl:4)" in result.output
    assert "in Strike (duel.gdl:2)" in result.output
    assert "The match is as it was before." in result.output
    assert "(cannot be carried out)" in result.output
    assert lines_of("m.jsonl")[1]["note"] == "rule-error"


def test_a_bot_that_meets_a_rule_error_takes_another_choice(duel: SimpleNamespace) -> None:
    duel.executor = lambda: Duel(jinxes=60, bolts=0)
    result = gdl_play("--seat", "random")
    assert result.return_value == 0 and "error: there is nothing to choose" in result.output


# ---------------------------------------------------------------- hands


def test_the_hand_of_another_seat_is_not_shown(duel: SimpleNamespace) -> None:
    result = gdl_play("--seat", "2=person", "--no-hot-seat", typed="3\n")
    first, second = result.output.split("Player 2 (Duelist 2): What do you play?")
    assert "Hand [Bolt 5] [Bolt 2]" in first
    later = second + first[first.index("passes") :]
    assert "Bolt 5" not in later and "Hand 2" in first and "Hand 3" in later


def test_in_a_hot_seat_each_reads_what_happened_after_taking_the_keyboard(duel: SimpleNamespace) -> None:
    result = gdl_play("--seat", "person", "--hot-seat", typed="\n3\n\n3\n")
    before, after = result.output.split("Player 2 is next: take the keyboard, then press Enter.")
    assert "you draw Bolt 5" in before and "Player 1 passes" not in before
    assert "Player 1 draws 2 cards" in after and "you draw Bolt 5" not in after
    assert "Player 1 passes" in after


# ---------------------------------------------------------------- resuming


def test_a_match_with_a_torn_last_record_goes_on(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", typed="1\n")
    path = Path("m.jsonl")
    whole = path.read_text()
    path.write_text(whole + '{"seat": 0, "cho')
    result = run(play.command, "--resume", "m.jsonl", typed="1\n")
    assert "the last record is incomplete and was left out" in result.output
    assert path.read_text().startswith(whole) and len(lines_of("m.jsonl")) == 5
    straight = gdl_play("--save", "n.jsonl", typed="1\n1\n")
    assert straight.return_value == 0
    assert path.read_text() == Path("n.jsonl").read_text()


def test_a_last_line_without_its_end_is_kept(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", typed="1\n")
    path = Path("m.jsonl")
    path.write_text(path.read_text().rstrip("\n"))
    run(play.command, "--resume", "m.jsonl", typed="1\n")
    assert len(lines_of("m.jsonl")) == 5


def test_a_changed_ruleset_goes_on_in_another_file(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", typed="1\n1\n1\n")
    before = Path("m.jsonl").read_text()
    duel.identity, duel.executor = "xyz", lambda: Duel(bolts=11)
    result = run(play.command, "--resume", "m.jsonl", "--save", "n.jsonl", typed="3\n")
    assert "the ruleset has changed since" in result.output
    assert "Stopped after 0 of 6 decisions: `play Bolt 5` is not among the choices." in result.output
    assert Path("m.jsonl").read_text() == before
    assert lines_of("n.jsonl")[0]["identity"] == "xyz"


def test_other_seats_can_be_taken_when_resuming(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", typed="1\n")
    result = run(play.command, "--resume", "m.jsonl", "--seat", "random", "--save", "n.jsonl")
    assert result.return_value == 0 and lines_of("n.jsonl")[0]["seats"] == ["random", "random"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--resume", "none.jsonl"), "cannot be read: no such file"),
        (("--resume", "duel.gdl"), "the file is empty"),
        (("--resume", "duel.gdl", "--seed", "4"), "has its players, options and seed already"),
        ((), "name the ruleset"),
        (("duel.gdl", "--players", "9"), "a game for 2 to 4 players, not 9"),
        (("duel.gdl", "--seat", "3=person", "--players", "2"), "there is no seat 3"),
        (("duel.gdl", "--seat", "1=persno"), "did you mean `person`?"),
        (("duel.gdl", "--seat", "x=person"), "not of the form `1=person`"),
        (("duel.gdl", "--option", "early-stp=allowed"), "did you mean `Early Stop`?"),
        (("duel.gdl", "--option", "early-stop=alowed"), "did you mean `Allowed`?"),
        (("duel.gdl", "--option", "pace"), "write pace=slow or pace=fast"),
        (("duel.gdl", "--option", "pace=slow", "--option", "Pace=Fast"), "answered twice"),
        (("duel.gdl", "--save", "duel.gdl"), "it exists already; `--resume` goes on with it"),
        (("dule.gdl",), "did you mean `duel.gdl`?"),
        (("--resume", "lost.jsonl"), "name the ruleset of the match as well"),
    ],
)
def test_wrong_usage_is_said(duel: SimpleNamespace, args: tuple[str, ...], message: str) -> None:
    lost = Header("abc", "lost.gdl", 1, 2, 1, {}, ("person", "person"), "")
    Path("lost.jsonl").write_text(encode_header(lost) + "\n")
    result = run(play.command, *args)
    assert isinstance(result.exception, click.UsageError)
    assert message in result.exception.message


def test_a_full_disk_ends_the_saving_and_not_the_match(
    duel: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play.SaveFile, "begin", _begin_full)
    result = gdl_play("--seat", "random")
    assert result.return_value == 0
    assert result.output.count("can no longer be written (no space left)") == 1


def _begin_full(self: Any, path: Path, lines: list[str]) -> None:
    class Full(io.BytesIO):
        def write(self, data: Any, /) -> int:
            raise OSError(28, "No space left")

    self.path, self._stream = path, Full()


# ---------------------------------------------------------------- dice at a real table


def test_typed_dice_are_asked_recorded_and_resumed(duel: SimpleNamespace) -> None:
    duel.executor = lambda: Duel(bolts=8)
    typed = "rest\n3\nflub\n4\npas\n"
    result = gdl_play("--dice", "ask", "--seat", "person", "--save", "m.jsonl", typed=typed)
    assert result.output.index("Duel – 2 players") < result.output.index("Shuffle Deck (1 Bolt 1, 2 Bolt 2, ")
    assert "Roll Duel Die (1, 2, 3, 4, 5, 6) 4" in result.output
    assert "`flub` is not one of its outcomes" in result.output
    assert "--seat 2=person --dice ask\n" in result.output
    assert "gdl play --resume m.jsonl --dice ask\n" in result.output
    decision = lines_of("m.jsonl")[2]
    assert decision["chance"] == [["roll", "Duel Die", 6, 3]]
    again = run(play.command, "--resume", "m.jsonl", "--dice", "ask", typed="3\n5\n")
    assert again.return_value == 0 and "Player 2 rolls a 4" in run(replay.command, "m.jsonl").output


def test_a_choice_can_be_taken_back_while_dice_are_asked(duel: SimpleNamespace) -> None:
    typed = "rest\n3\nundo\n3\n\n"
    result = gdl_play("--dice", "ask", "--seat", "person", "--save", "m.jsonl", typed=typed)
    assert result.return_value == 0
    assert [line.get("choice") for line in lines_of("m.jsonl")][1:] == [None, "pass"]


# ---------------------------------------------------------------- replaying


def test_a_replay_shows_decisions_and_events(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", typed="1\n1\nundo\n")
    whole = run(replay.command, "m.jsonl")
    assert whole.return_value == 0
    assert "1 player 1: What do you play? Play Bolt 5" in whole.output
    assert "The match was left here." in whole.output and "you draw" not in whole.output
    part = run(replay.command, "m.jsonl", "--from", "2", "--to", "2", "--seat", "1")
    assert "2 player 2 decides" in part.output and "1 player 1:" not in part.output
    assert "What do you play?" not in part.output  # what others were asked is not for this seat


def test_a_replay_as_data(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", "--seat", "random")
    told = json.loads(run(replay.command, "m.jsonl", "--format", "json", "--seat", "2").output)
    assert told["recorded"] == len(told["decisions"]) and told["outcome"]["finished"]
    assert (
        told["setup"][1]["text"].startswith("you draw")
        and told["setup"][0]["text"] == "Player 1 draws 2 cards"
    )
    assert told["decisions"][0]["events"][0]["line"] == 2


def test_stepping_through_a_replay(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", typed="1\n1\n")
    result = run(replay.command, "m.jsonl", "--step", typed="\nview\nhelp\n\nquit\n")
    assert result.return_value == 0
    assert result.output.count("Enter goes on") == 2
    assert "Hand 2" in result.output and "3 player 1" not in result.output


def test_a_replay_that_no_longer_fits_is_a_finding(duel: SimpleNamespace) -> None:
    gdl_play("--save", "m.jsonl", typed="1\n")
    duel.executor = lambda: Duel(bolts=11)
    result = run(replay.command, "m.jsonl")
    assert result.return_value == 1 and "Stopped after 0 of 2 decisions" in result.output


# ---------------------------------------------------------------- settings and the table


def test_a_match_is_repeated_by_its_command() -> None:
    setting = Setting(3, 9, {"Lock Reset": "At Once"})
    words = "--players 3 --seed 9 --seat 1=person --seat 2=random --option lock-reset=at-once"
    told = settings.repeating("play", "a game.gdl", setting, ("person", "random"))
    assert told == f"gdl play 'a game.gdl' {words}"


def test_players_follow_from_the_game_and_the_seats() -> None:
    assert settings.player_count(None, 2, 4, "g") == 2
    assert settings.player_count(None, 1, 4, "g") == 2
    assert settings.player_count(None, 1, 1, "g") == 1
    assert settings.player_count(None, 3, 4, "g") == 3
    assert settings.player_count(None, 2, 4, "g", ("4=person",)) == 4
    assert settings.seat_kinds(("greedy", "2=Human"), 3) == ("greedy", "person", "greedy")
    assert settings.seat_kinds(("easy",), 3, seated=True) == ("person", "easy", "easy")
    assert settings.seat_kinds(("1=easy",), 2, seated=True)[0] == "easy"
    assert settings.seat_kinds(("2=search:500ms", "3=easy"), 3) == ("person", "search:500ms", "easy")


def crowded_view() -> View:
    power = ThingView("Slot", "Flip", facts={"Maximum": "3"}, counters={"Charges": 2})
    robot = ThingView(
        "Robot", "REX\x1b[2J", 0, space="r1c2", facts={"Symbol": "Cross"},
        tracks={"Hull": (6, 4), "Plate": ()}, counters={"Boost": None}, links={"Lock": {"Two": "Ready"}},
        parts=(power,),
    )  # fmt: skip
    card = ThingView("Card", "Spark", text="Deal 1 damage.")
    spaces = tuple(
        SpaceView(
            f"r{row}c{column}",
            row,
            column,
            f"Tile {row}{column}",
            (robot,) if (row, column) == (1, 2) else (),
        )
        for row in (1, 2, 3)
        for column in (1, 2, 3)
    )
    pawns = (ThingView("Pawn", "", 1),) * 5
    return View(
        0, 4, 1, ("Attack", "Roll"), {"Rolls": "2"}, (BoardView("Arena", 3, 3, 8, spaces),),
        (
            PlayerView(0, True, (robot,), (PlaceView("Hand", "hand", 0, 1, (card,)),)),
            PlayerView(1, False, pawns, (PlaceView("Hand", "hand", 1, 3, None),)),
        ),
        (
            PlaceView("Pool", "pool", None, 2, (ThingView("Die", "", face="Cross"),) * 2),
            PlaceView("Deck", "deck", None, 40, None),
        ),
    )  # fmt: skip


def drawn(view: View, width: int, marks: Any = PRETTY) -> str:
    from rich.console import Console

    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(table.draw(view, width, marks))
    written = console.file
    assert isinstance(written, io.StringIO)
    return written.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_shows_everything_in_its_width(width: int) -> None:
    text = drawn(crowded_view(), width)
    assert max(map(len, text.splitlines())) <= width
    for shown in (
        "P1 REX", "Hull [6][4]", "Plate –", "Boost –", "Lock: Two Ready", "Flip", "Charges 2", "Maximum 3",
        "Spark – Deal 1 damage.", "Hand 3", "Pool [Cross] [Cross]", "Deck 40", "Player 1 (you)",
        "Player 2 · on turn · out",
        "Pawn ×5", "Attack › Roll", "Rolls 2", "r3c3 Tile 33",
    ):  # fmt: skip
        assert shown in text
    assert "\x1b" not in text


def test_the_table_in_plain_letters() -> None:
    text = drawn(crowded_view(), 80, PLAIN).replace("\N{REPLACEMENT CHARACTER}", "?")
    assert text.isascii() and "Pawn x5" in text


def test_a_wide_board_is_drawn_with_signs() -> None:
    spaces = tuple(
        SpaceView(f"r{row}c{column}", row, column, "", (ThingView("Pawn", "", row % 2),) if row < 3 else ())
        for row in range(1, 9)
        for column in range(1, 9)
    )
    view = View(None, 1, 0, (), {}, (BoardView("Field", 8, 8, 4, spaces),), (), ())
    text = drawn(view, 80)
    assert "P2" in text and "P1" in text and "·" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_large_hand_is_listed_to_its_owner() -> None:
    cards = tuple(ThingView("Card", f"Card {number}", facts={"Rank": "7"}) for number in range(1, 25))
    hand = PlaceView("Hand", "hand", 0, 24, cards)
    text = drawn(View(0, 1, 0, (), {}, (), (PlayerView(0, True, (), (hand,)),), ()), 80)
    assert "[Card 1] [Card 2]" in text and "24]" in text


def test_hexagons_are_drawn_in_slanted_rows() -> None:
    stones = {(1, 1): 0, (2, 2): 1}
    spaces = tuple(
        SpaceView(f"r{row}c{column}", row, column, "", (ThingView("Stone", "", stones[row, column]),))
        if (row, column) in stones
        else SpaceView(f"r{row}c{column}", row, column, "", ())
        for row in (1, 2)
        for column in (1, 2)
    )
    text = drawn(View(None, 1, 0, (), {}, (BoardView("Field", 2, 2, 6, spaces),), (), ()), 80)
    assert [line.rstrip() for line in text.splitlines()[2:]] == ["  1   2", "1 P1  ·", "  2 ·   P2"]


def test_events_in_a_row_share_a_line(duel: SimpleNamespace) -> None:
    from gekido_dsl.cli.screen import Screen
    from gekido_dsl.cli.telling import Teller
    from gekido_dsl.engine import Event

    told = ["Ace goes to player 1's Hand", "a Card goes to player 2's Hand"] * 2
    told += ["King goes to player 1's Hand"]
    events = [Event("draw", text, "Deal", None) for text in told]
    events += [Event("begin", "Attack", "Attack", None), Event("begin", "Roll", "Roll", None)]
    session: Any = SimpleNamespace(events=events, steps=[])
    result = run(click.Command("tell", callback=lambda: Teller(Screen(), session).tell(None)))
    line, phases = " ".join(result.output.split()).split("7 ")
    assert line == "5 Ace ×2, King go to player 1's Hand; 2 Cards go to player 2's Hand "
    assert phases == "Attack › Roll"


def test_an_output_that_nobody_reads_is_left_to_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from gekido_dsl.cli.screen import Screen

    class Unread(io.StringIO):
        def write(self, text: str, /) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Unread())
    with pytest.raises(BrokenPipeError):
        Screen().say("hello")


def test_a_terminal_shows_that_a_bot_thinks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    with screen.thinking("Player 2 is thinking…"):
        time.sleep(0.6)
    assert capsys.readouterr().out == ""  # what is read by a program has no such line
    screen.terminal_out = True
    with screen.thinking("Player 2 is thinking…"):
        pass
    assert capsys.readouterr().out == ""
    out, end = "", time.monotonic() + 60
    with screen.thinking("Player 2 is thinking…"):
        while not out and time.monotonic() < end:
            time.sleep(0.05)
            out = capsys.readouterr().out
    out += capsys.readouterr().out
    assert out.startswith("Player 2 is thinking") and out.endswith("\r")
