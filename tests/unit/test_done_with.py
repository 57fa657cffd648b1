"""What a rule is done with may be reckoned, at the end of the sentence as in the middle."""

from gekido_dsl import scenario
from gekido_dsl.compilation import load
from gekido_dsl.rulesdoc import render
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Sums"
  players 1
  limit 9 turns

kind Cup, 1 for each player
  Rain: any number, starts 0

turn of each player
  Play

phase Play
  Start: 0 to 9
  set Start to 4
  do Fill for Start plus 1
  do Fill for Start plus 1 minus 2
  do Pour with my Cup for Start minus 1
  do Pour with my Cup's owner's Cup for 1
  do Mix with Start plus 1 for Start minus 1
  me wins

rule Fill for 0 to 99 as the drops
  my Cup's Rain gains the drops

rule Pour with a Cup for 0 to 99 as the drops
  its Rain gains the drops times 10

rule Mix with 0 to 99 as the drops for 0 to 9 as the more
  my Cup's Rain gains the drops plus the more

scenario "All that was poured"
  given 1 player
  then the first player's Cup's Rain is 5 plus 3 plus 30 plus 10 plus 8
"""


def test_a_sum_at_the_end_belongs_to_what_it_is_done_with() -> None:
    made = load("sums.gdl", MemoryProvider({"sums.gdl": GAME}))
    (result,) = scenario.run(made)
    assert result.passed, result
    text = "\n".join(render(made).values())
    assert "(the [Start](#fact-play-start) plus 1) minus 2 as" in text
