"""What counts as a line, a declaration and a statement."""

from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider
from gekido_dsl.stats import Stats, data, measure, text

FILES = {
    "g.gdl": """\
edition 1

# a comment

game "Counted" # another
  players 2

use "values.gdl"

turn of each player
  Rolling

phase Rolling
  Going: yes or no
  text "rolls"
  repeat while Going is yes
    choose one
      "Again"
        stop
      "Enough" if Going is yes and
          Going is yes
        end Rolling
  if Going is yes
    stop
  otherwise
    do Nothing

rule Nothing
  only if Early is Allowed
  stop

scenario "Nothing happens"
  given 2 players

  then Early is Allowed
""",
    "values.gdl": 'option Early "Stop early" is Allowed or Forbidden\n',
}


def stats() -> Stats:
    made = load("g.gdl", MemoryProvider(FILES))
    return measure(made.files, made.model.value)


def test_lines_are_those_that_hold_something() -> None:
    main = next(each for each in stats().files if each.name == "g.gdl")
    assert (main.lines, main.scenario_lines, main.scenarios) == (23, 3, 1)


def test_statements_are_lines_where_one_begins() -> None:
    main = next(each for each in stats().files if each.name == "g.gdl")
    # repeat, choose one, stop, end Rolling, if, stop, do Nothing; stop
    assert main.statements == 8
    assert main.declarations == 6


def test_total_adds_up_and_is_written() -> None:
    counted = stats()
    assert counted.total.lines == 24 and counted.options == 1
    assert counted.total.share == 8 / 24
    assert dict(counted.declarations)["scenario"] == 1
    assert "total" in text(counted) and "33%" in text(counted)
    assert data(counted)["total"]["statement_share"] == 0.3333
