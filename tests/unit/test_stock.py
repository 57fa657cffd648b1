"""What several of are chosen from a common place is drawn: one card of each sort, with how many there are."""

from dataclasses import replace

from gekido_dsl import api
from gekido_dsl.drawing.live import Live, Scene
from gekido_dsl.drawing.small_cards import alike
from gekido_dsl.drawing.stock import is_stock
from gekido_dsl.drawing.tags import untagged
from gekido_dsl.engine import ThingView, View
from gekido_dsl.table.names import Names

GAME = """\
edition 1

game "Stall"
  players 2

kind Ware from "wares.yaml", 9 of them
  Cost: 0 to 9

box Stall: all Wares
pile Bag of each player, of Wares

turn of each player
  Buy

phase Buy
  {buy}

the game ends when the Round is 9
  nobody wins
"""
WARES = """\
- {Name: Apple, Cost: 2, Copies: 4}
- {Name: Pear, Cost: 0, Copies: 3}
- {Name: Plum, Cost: 5, Copies: 2}
"""
CHOSEN = 'move a Ware of Stall to my Bag, asking "Which do you buy?"'


def begun(buy: str) -> tuple[Live, View]:
    made = api.read_text(GAME.format(buy=buy), files={"wares.yaml": WARES})
    assert made.compilation.game is not None, made.compilation.diagnostics
    return Live(made.compilation.game), made.match(2, seed=1).view(0)


def test_each_sort_is_a_card_with_its_number() -> None:
    live, view = begun(CHOSEN)
    named = Names().of(view)
    drawn = "".join(live.draw(view, named.of, Scene({}, {})).shapes)
    place = next(one for one in view.places if one.name == "Stall")
    assert is_stock(live.game, place)
    for name, count in (("Apple", 4), ("Pear", 3), ("Plum", 2)):
        assert f'aria-label="{count} {name}' in drawn
        assert f">× {count}<" in drawn
    assert "Cost 5" in drawn
    assert "Supplies" not in drawn
    first = next(one for one in place.things or () if one.name == "Plum")
    assert f'data-spot="{named.of(first)}"' in drawn  # it is pressed there


def test_what_nobody_chooses_from_is_a_number() -> None:
    live, view = begun("move the next Ware of Stall to my Bag")
    drawn = "".join(live.draw(view, Names().of(view).of, Scene({}, {})).shapes)
    assert not any(is_stock(live.game, one) for one in view.places)
    assert ">× 4<" not in drawn


def cards(names: str) -> list[ThingView]:
    return [ThingView("Ware", name) for name in names.split()]


def test_many_alike_lie_on_one_another() -> None:
    live, _ = begun(CHOSEN)
    few, _ = live.cards.hand(cards("Apple Apple Pear"), 100, untagged, stacks=True)
    assert "".join(few).count(">Apple<") == 2
    many = cards("Apple Pear Apple Apple Plum Pear Apple")
    drawn = "".join(live.cards.hand(many, 100, untagged, stacks=True)[0])
    assert [drawn.count(f">{name}<") for name in ("Apple", "Pear", "Plum")] == [1, 1, 1]
    assert drawn.count(">× 4<") == drawn.count(">× 2<") == 1
    # Where order counts, each lies where it is.
    apart = "".join(live.cards.hand(many, 100, untagged)[0])
    assert apart.count(">Apple<") == 4
    # What differs in anything that is seen stays apart.
    marked = [*many, replace(many[0], facts={"Marked": "yes"})]
    assert ">× 4<" in "".join(live.cards.hand(marked, 100, untagged, stacks=True)[0])
    assert len(alike(marked)) == 4


PAD = """\
edition 1

game "Pad"
  players 2

values Box: Ones, Twos, Threes

each player has
  Points for each Box: 0 to 9, starts 0

turn of each player
  Fill

phase Fill
  set my Points for Ones to 3

the game ends when the Round is 9
  the highest player by (my Points for Ones) wins
"""


def test_what_is_written_into_stands_in_boxes_beside_its_title() -> None:
    made = api.read_text(PAD)
    assert made.compilation.game is not None, [one.message for one in made.compilation.diagnostics]
    live, view = Live(made.compilation.game), made.match(2, seed=1).view(0)
    drawn = "".join(live.draw(view, untagged, Scene({}, {})).shapes)
    assert drawn.count('rx="0.6"') == 2 * 3  # a box of each row of both players
