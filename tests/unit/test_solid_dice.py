"""Solid dice: which side looks where, whatever is up and however the die is turned."""

import itertools

import pytest

from gekido_dsl.engine import Setting
from tests.example_games import compiled

WAYS = ("North", "East", "South", "West")
RINGS = {1: "2453", 2: "1364", 3: "1562", 4: "1265", 5: "1463", 6: "2354"}
"""The sides of a right-handed die, clockwise from the lowest, by the face up."""

GAME = """\
edition 1

game "Bodies"
  players 2

values Heading: North, East, South, West, clockwise

die Body of 1 to 6, 1 of them
  {ring}

box Bag: all Bodies

kind Seat, 1 for each player
  Side towards each Heading: 0 to 6, starts 0

turn of each player
  Play

phase Play
  {first}
  {then}
  each Heading
    set my Seat's Side towards it to Body's face towards it
  choose one
    "Go on"
      stop
    "End"
      me wins if my Seat's Side towards North is at least 1
"""


def sides(first: str, then: str, ring: str = "around 1: 2, 4, 5, 3") -> tuple[int, ...]:
    """Plays two sentences, and gives the sides to the north, east, south and west."""
    game = compiled({"example.gdl": GAME.format(first=first, then=then, ring=ring)})
    assert game.diagnostics == ()
    executor = game.executor()
    state, _ = executor.initial(Setting(2, 1))
    view = executor.observe(state, 0)
    seat = next(thing for thing in view.players[0].things if thing.kind == "Seat")
    return tuple(int(part.split()[-1]) for part in seat.facts["Side"].split(", "))


@pytest.mark.parametrize(("top", "way"), list(itertools.product(RINGS, WAYS)))
def test_the_first_side_looks_where_the_die_is_turned_to(top: int, way: str) -> None:
    ring = [int(face) for face in RINGS[top]]
    found = sides(f"turn Body to {top}", f"turn Body to {way}")
    start = WAYS.index(way)
    assert [found[(start + k) % 4] for k in range(4)] == ring
    assert all(found[k] + found[k + 2] == 7 for k in (0, 1))


@pytest.mark.parametrize(("turn", "by"), [("right", 1), ("left", 3), ("around", 2)])
def test_a_turn_keeps_the_face_up_and_moves_the_sides(turn: str, by: int) -> None:
    before = sides("turn Body to 3", "turn Body to South")
    after = sides("turn Body to 3", f"turn Body to South\n  turn Body {turn}")
    assert [after[(k + by) % 4] for k in range(4)] == list(before)


@pytest.mark.parametrize("top", RINGS)
def test_any_line_settles_the_same_body(top: int) -> None:
    line = f"around {top}: " + ", ".join(RINGS[top][2:] + RINGS[top][:2])
    assert sides("turn Body to 5", "turn Body to West", line) == sides("turn Body to 5", "turn Body to West")


def test_a_left_handed_die_is_another_body() -> None:
    other = sides("turn Body to 1", "turn Body to North", "around 1: 2, 3, 5, 4")
    assert other == (2, 3, 5, 4)


@pytest.mark.parametrize(
    ("ring", "slug"),
    [
        ("around 1: 2, 5, 4, 3", "wrong-ring"),
        ("around 1: 2, 4, 5", "wrong-ring"),
        ("around 1: 2, 4, 2, 3", "wrong-ring"),
        ("around 1: 6, 4, 5, 3", "wrong-ring"),
        ("around 1: 2, 4, 5, 3\n  around 2: 1, 4, 6, 3", "wrong-ring"),
        ("around 1: 2, 4, 5, 7", "unknown-name"),
    ],
)
def test_what_is_no_solid_is_reported(ring: str, slug: str) -> None:
    text = GAME.format(first="turn Body to 1", then="turn Body left", ring=ring)
    found = compiled({"example.gdl": text}).diagnostics
    assert found[0].code.slug == slug


def test_a_die_without_a_ring_has_no_sides() -> None:
    text = GAME.format(first="turn Body to 1", then="roll Body", ring="opposite").replace("  opposite\n", "")
    assert {one.code.slug for one in compiled({"example.gdl": text}).diagnostics} == {"wrong-parameter"}


def test_a_view_tells_the_sides() -> None:
    text = GAME.format(first="turn Body to 4", then="turn Body to East", ring="around 1: 2, 4, 5, 3")
    executor = compiled({"example.gdl": text}).executor()
    view = executor.observe(executor.initial(Setting(2, 1))[0], 0)
    body = next(thing for place in view.places if place.name == "Bag" for thing in place.things or ())
    assert body.face == "4"
    assert body.facts["sides"] == "North 5, East 1, South 2, West 6"


def test_a_roll_puts_the_die_straight() -> None:
    found = sides("turn Body to South", "roll Body\n  turn Body to 1")
    assert found == (2, 4, 5, 3)
