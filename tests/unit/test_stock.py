"""What several of are chosen from a common place is drawn: one card of each sort, with how many there are."""

from gekido_dsl import api
from gekido_dsl.drawing.live import Live, Scene
from gekido_dsl.drawing.stock import is_stock
from gekido_dsl.engine import View
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
