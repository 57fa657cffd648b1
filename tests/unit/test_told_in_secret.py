"""What a hidden fact is set on is told to nobody who does not see it: by no column, view, start value or world."""

from collections import Counter
from functools import cache

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

HEAD = """edition 1
game "Cell"
  players 3
  limit 9 rounds
values Side: Loyal, Spying
kind Seat, 1 for each player
  Allegiance: a Side, starts Loyal, seen by its owner
  Vote: Approve or Reject, starts Approve, seen by its owner
  Marked: yes or no, starts no, seen by nobody
  Points: 0 to 9, starts 0
kind Field
  Mined: yes or no, starts no, seen by nobody
board Ground: 2 by 2 Field, touching in 4 directions
kind Card, 3 of them
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
a Seat is Spy if its Allegiance is Spying
a Seat is Far if its Points is 9
a Field is Danger if its Mined is yes
a Seat is Noted if its Marked is yes
a player is Later if my Seat is not Lead
a Seat is Lead if its owner is the first player
turn of each player
  Doing
the game ends when some Seat is Far or some Field is Lost or some Seat is Noted
  nobody wins
a Field is Lost if it is Danger and some Seat is Spy
phase Doing
  my Seat's Points gains 1 if possible
"""


@cache
def game(body: str, setup: str = "") -> Interpreter:
    text = HEAD.replace("turn of each", f"setup\n{setup}turn of each") if setup else HEAD
    text += "".join(f"  {line}\n" for line in [*body.splitlines(), 'may "Stop"', "  stop"])
    compilation = load("cell.gdl", MemoryProvider({"cell.gdl": text}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return compilation.executor()


def begun(x: Interpreter, seed: int = 1) -> tuple[State, list[Event]]:
    return x.initial(Setting(3, seed))


def seen(x: Interpreter, state: State, seat: int | None, fact: str) -> list[str]:
    """Gives a fact of all Seats as somebody sees it; `-` where they do not."""
    players = x.observe(state, seat).players
    return [player.things[0].facts.get(fact, "-") for player in players]


def test_whose_thing_chance_took_stands_in_no_column() -> None:
    x = game("my Seat's Points gains 1", "  set random Seat's Allegiance to Spying\n")
    for seed in range(6):
        state, events = begun(x, seed)
        [event] = [one for one in events if one.kind == "set" and "Allegiance" in one.text]
        assert event.seat is None and event.text == "a Seat's Allegiance is set"
        assert event.about == ()
        assert seen(x, state, None, "Allegiance") == ["-"] * 3


VOTE = """secretly each player
  set my Seat's Vote to Approve or Reject
each Seat
  show its Vote"""


def test_a_start_value_is_no_vote() -> None:
    x = game(VOTE)
    state, _ = begun(x)
    assert seen(x, state, 0, "Vote") == ["Approve", "-", "-"]
    assert seen(x, state, None, "Vote") == ["-", "-", "-"]
    for _ in range(3):
        x.apply(state, 1)
    assert seen(x, state, None, "Vote") == ["Reject"] * 3


MINES = """secretly each player that is Later
  choose a Field as the field
  set the field's Mined to yes
  may "Vote"
    set my Seat's Vote to Reject"""


def mined(choices: tuple[int, ...]) -> tuple[Interpreter, State, list[Event]]:
    x = game(MINES)
    state, events = begun(x)
    for choice in choices:
        events += x.apply(state, choice)
    return x, state, events


WAYS = [(0, 0, 3, 0), (2, 1, 1, 1), (3, 1, 0, 0), (1, 0, 1, 1)]


def test_which_thing_was_set_in_secret_and_whether_is_not_seen() -> None:
    told = []
    for choices in WAYS:
        x, state, events = mined(choices)
        assert not x.decision(state).secret  # type: ignore[union-attr]
        lines = [line for one in events if (line := one.read_by(0))]
        told.append((x.observe(state, 0), x.observe(state, None), lines))
        assert seen(x, state, 0, "Vote") == ["Approve", "-", "-"]
    assert all(one == told[0] for one in told)


def test_worlds_move_the_mark_among_all_fields() -> None:
    found = []
    for choices in WAYS:
        x, state, _ = mined(choices)
        fields = x.game.kinds["Field"]
        first = state.program.layout.field_cell[id(fields), "Mined"]
        worlds = [x.sample(state, 0, seed).cells[first : first + 4] for seed in range(60)]
        found.append(worlds)
        often = Counter(at for world in worlds for at in range(4) if world[at])
        assert min(often[at] for at in range(4)) > 15
    assert all(one == found[0] for one in found)


PEEK = """secretly each player as the knower
  each other player as the foe
    show the foe's Hand to the knower"""


@pytest.mark.parametrize(
    "line", ["show the foe's Hand to the knower", "show the foe's Seat's Vote to the knower"]
)
def test_in_a_secret_part_only_whose_part_it_is_is_told(line: str) -> None:
    x = game(PEEK.replace("show the foe's Hand to the knower", line), "  deal 1 Card to all players\n")
    _, events = begun(x)
    shown = [one for one in events if one.kind in ("show", "show_fact")]
    assert len(shown) == 6
    for number, event in enumerate(shown):
        knower = number // 2
        assert event.seat == knower and not event.text
        assert [seat for seat in range(3) if event.read_by(seat)] == [knower]


FLEET = """edition 1
game "Fleet"
  players 2
  limit 9 turns
kind Cell
  Hit: yes or no, starts no
  Far: yes or no, starts no
board Sea of each player: 2 by 2 Cell, touching in 4 directions, seen by its owner
kind Boat, 1 for each player
setup
  set r1c1 of the first player's Sea's Far to yes
  set r1c1 of the second player's Sea's Far to yes
  secretly each player
    put my Boat onto a Cell that is on my Sea
turn of each player
  Fire
phase Fire
  choose a Cell that is not Far and is empty as the spot
  set the spot's Hit to yes
the game ends when every Cell is Hit or every Cell is Far
  nobody wins
"""


def test_why_something_is_no_choice_tells_nothing_of_what_else_is_hidden() -> None:
    """Whether a boat lies at a space that cannot be chosen anyhow is not told by the reasons."""
    text = FLEET.replace("set r1c1 of the first player's Sea's Far to yes", "each Cell that is corner")
    text = text.replace(
        "  set r1c1 of the second player's Sea's Far to yes", "    set its Far to yes if its row is 1"
    )
    made = load("fleet.gdl", MemoryProvider({"fleet.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    x, told = made.executor(), set()
    for where in range(4):
        state, _ = x.initial(Setting(2, 1))
        x.apply(state, 0)
        x.apply(state, where)
        assert state.question is not None and state.question.seat == 0
        told.add(tuple(x.why_not(state, "r1c2")))
    assert len(told) == 1
