"""Drawn boards: tables that draw the spaces of a board, and what a match makes of them."""

import pytest

from gekido_dsl import engine, rulesdoc, scenario, stats
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import codes
from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model.tables import signs_of, table_of
from gekido_dsl.source import MemoryProvider
from gekido_dsl.tables import json_schema

GAME = """edition 1
game "Pond"
  players 2
  limit 60 turns

kind Plan from "plans.yaml"
kind Square of each Plan, drawn as Rows with signs from "signs.yaml"
  Wet: yes or no
  Speed: 0 to 2
  Depth: 0 to 5, starts 1
  Goal: yes or no
board Floor: 4 by 5 Square, touching in 4 directions, rows counted from the bottom
kind Runner, 1 for each player

setup
  lay out Floor as Pond
  each Runner
    put it onto 1 random Dry Square  # gdl: ignore[empty-choice] some are drawn

turn of each player
  Go

phase Go
  move my Runner to a Dry Square, asking "Where?"
    otherwise stop

a Square is a Dry Square if its Wet is no
a Square is Deep if its Depth is more than 1
a Square is Home if any of
  its Goal is yes
  its Speed is 1
  it is Deep
the game ends when some Runner is on Homes
  all remaining players win
"""
PLANS = """- Name: Pond
  Rows:
    - ".  ~  .  ."
    - ".  ~+s .  G"
    - ".  .  d  ."
- Name: Lake
  Rows: |
    . . .
    ~ ~ G
"""
SIGNS = """- {sign: "~", name: water, Wet: true}
- {sign: s, name: slow, Speed: 1}
- {sign: d, name: deep, Depth: 3}
- {sign: G, name: goal, Goal: true}
"""


def compiled(game: str = GAME, plans: str = PLANS, signs: str = SIGNS) -> Compilation:
    return load("game.gdl", MemoryProvider({"game.gdl": game, "plans.yaml": plans, "signs.yaml": signs}))


def started(game: str = GAME, plans: str = PLANS, signs: str = SIGNS) -> tuple[Interpreter, State]:
    compilation = compiled(game, plans, signs)
    assert [one.message for one in compilation.diagnostics] == []
    assert compilation.game is not None
    interpreter = Interpreter(compilation.game)
    return interpreter, interpreter.initial(engine.Setting(2, 7))[0]


def board(interpreter: Interpreter, state: State) -> dict[str, engine.SpaceView]:
    [view] = interpreter.observe(state, None).boards
    return {space.label: space for space in view.spaces}


def test_a_drawing_is_laid_from_the_corner_where_rows_begin_to_count() -> None:
    spaces = board(*started())
    assert len(spaces) == 12
    assert (spaces["r1c1"].row, spaces["r3c4"].row) == (4, 2)
    assert spaces["r2c2"].facts == {"Wet": "yes", "Speed": "1"}
    assert spaces["r1c3"].facts == {"Depth": "3"}
    assert spaces["r1c1"].facts == {}


def test_rows_counted_from_the_top_begin_at_the_top_left() -> None:
    spaces = board(*started(GAME.replace(", rows counted from the bottom", "")))
    assert (spaces["r1c1"].row, spaces["r3c4"].row) == (1, 3)
    assert spaces["r3c3"].facts == {"Depth": "3"}


def test_a_text_of_several_lines_is_a_drawing() -> None:
    spaces = board(*started(GAME.replace("Floor as Pond", "Floor as Lake")))
    assert {label for label, space in spaces.items() if space.facts} == {"r1c1", "r1c2", "r1c3"}


def test_laying_out_again_keeps_what_stands_there_or_is_a_rule_error() -> None:
    again = GAME.replace("phase Go\n", "phase Go\n  lay out Floor as Pond\n")
    interpreter, state = started(again)
    assert interpreter.count(state) > 0
    other = GAME.replace("phase Go\n", "phase Go\n  lay out Floor as Lake\n")
    with pytest.raises(engine.RuleError, match="which would be taken away"):
        started(other)


def test_a_space_that_is_not_laid_is_no_place_to_move_to() -> None:
    astray = GAME.replace("1 random Dry Square ", "1 random Dry Square of Lake ")
    with pytest.raises(engine.RuleError, match="does not lie on the board"):
        started(astray)


@pytest.mark.parametrize(
    ("line", "text", "place"),
    [
        ('".  ~  .  ,"', "the table of signs has no `,`", ","),
        ('".  ~  ."', "has 3 spaces, and the others have 4", ".  ~  ."),
        ('".  ~  .  . ."', "has 5 spaces, and the others have 4", "."),
        ('".  ~+  .  ."', "a sign is missing at this `+`", " "),
        ('".  ~+dry  .  ."', "`~` and `dry` say something else of `Wet`", "dry"),
    ],
)
def test_what_is_wrong_is_shown_where_it_is_drawn(line: str, text: str, place: str) -> None:
    plans = PLANS.replace('".  ~  .  ."', line)
    found = compiled(plans=plans, signs=SIGNS + "- {sign: dry, name: dry, Wet: false}\n").diagnostics
    assert [one.code for one in found] == [codes.WRONG_DRAWING]
    assert text in found[0].message
    assert found[0].span is not None
    assert found[0].span.text == place
    assert found[0].span.source.name == "plans.yaml"
    assert found[0].span.start_position[0] == 2


def test_a_drawing_larger_than_its_board_is_shown_at_the_first_space_too_many() -> None:
    found = compiled(GAME.replace("4 by 5 Square", "2 by 5 Square")).diagnostics
    assert [one.code for one in found] == [codes.WRONG_DRAWING]
    assert found[0].span is not None
    assert found[0].span.start_position == (4, 7)


def test_a_drawing_needs_its_table_of_signs() -> None:
    found = compiled(GAME.replace("signs.yaml", "sings.yaml")).diagnostics
    assert codes.FILE_MISSING in [one.code for one in found]
    assert codes.WRONG_DRAWING not in [one.code for one in found]


def test_an_unknown_column_of_a_sign_is_found() -> None:
    found = compiled(signs=SIGNS.replace("Wet:", "Whet:")).diagnostics
    assert [one.code for one in found] == [codes.UNKNOWN_COLUMN]


ROOMS = """edition 1
game "Rooms"
  players 2 to 3
  limit 60 turns

kind Plan from "plans.yaml", 2 for each player
kind Square of each Plan, drawn as Rows with signs from "signs.yaml"
  Wet: yes or no
  Speed: 0 to 2
  Depth: 0 to 5, starts 1
  Goal: yes or no
board Room of each player: 4 by 5 Square, touching in 4 directions
kind Runner, 1 for each player
kind Cell
board Tray of each player: 2 by 2 Cell, touching in 8 directions
kind Marble, 1 for each player

setup
  lay out Room as Pond
  each player
    put my Runner onto 1 random Start  # gdl: ignore[empty-choice] some are drawn
    put my Marble onto 1 random Cell of my Tray

turn of each player
  Go

phase Go
  move my Marble to a Cell that is next to my Marble
    otherwise stop
  move my Runner to a Path, asking "Where?"
    otherwise stop

a Square is a Start if all of
  it is on my Room
  its Wet is no
  its Speed is 0
  its Depth is 1
a Square is a Path if all of
  it is next to my Runner
  its Wet is no
a player is a Winner if my Runner's Square's Goal is yes
the game ends when some player is a Winner
  all Winners win
"""


def test_each_player_has_a_board_of_his_own() -> None:
    interpreter, state = started(ROOMS)
    boards = interpreter.observe(state, None).boards
    assert [one.name for one in boards] == [
        "Player 1's Room",
        "Player 2's Room",
        "Player 1's Tray",
        "Player 2's Tray",
    ]
    assert [len(one.spaces) for one in boards] == [12, 12, 4, 4]
    standing = [[thing.owner for space in one.spaces for thing in space.things] for one in boards]
    assert standing == [[0], [1], [0], [1]]


def test_a_step_stays_on_the_board_of_its_player() -> None:
    interpreter, state = started(ROOMS)
    for _ in range(40):
        if not interpreter.count(state):
            break
        interpreter.apply(state, interpreter.count(state) - 1)
        for number, one in enumerate(interpreter.observe(state, None).boards):
            owners = [thing.owner for space in one.spaces for thing in space.things]
            assert owners == [number % 2]


def test_a_board_of_each_player_needs_spaces_for_each_player() -> None:
    found = compiled(ROOMS.replace(", 2 for each player", "")).diagnostics
    assert [one.code for one in found] == [codes.WRONG_TYPE]
    assert "no Plan for each player" in found[0].message


RACE = """edition 1
game "Race"
  players 2
  limit 60 turns

values Heading: North, East, South, West, clockwise
kind Plan from "plans.yaml"
kind Square of each Plan, drawn as Rows with signs from "signs.yaml"
  Belt: a Heading or none
  Goal: yes or no
  Wall towards each Heading: yes or no, on both sides
  Fence towards each Heading: yes or no
  Active for each 1 to 5: yes or no
board Floor: 4 by 5 Square, touching in 4 directions, parted by Wall and Fence, rows counted from the bottom
kind Runner, 1 for each player

setup
  lay out Floor as Pond
  each Runner
    put it onto 1 random Start  # gdl: ignore[empty-choice] some are drawn

turn of each player
  Go

phase Go
  choose one
    "Step"
      move my Runner to a Square that is next to my Runner, asking "Where?"
        otherwise stop
    "Run"
      move my Runner to a Square that is within 2 of my Runner, asking "Where?"
        otherwise stop
    "North"
      move my Runner to a Square on the line from my Runner towards North, asking "Where?"
        otherwise stop

a Square is a Start if all of
  its row is 2
  its column is 2
a Square is Home if any of
  its Goal is yes
  its Belt is North
  its Active for 3 is yes
  its Wall towards East is no and its Active for 1 is yes
the game ends when some Runner is on Homes
  all remaining players win
"""
WALLS = """- Name: Pond
  Rows:
    - "-  .  .  ."
    - ".  ^ | .  ."
    - ".  .  F  ."
    - "| .  l  . | G |"
    - ".  .  .  -"
    - ".  .  x  ."
"""
WALL_SIGNS = """- {sign: "|", name: wall, edge: Wall}
- {sign: "-", name: wall, edge: Wall}
- {sign: F, name: fence, edge: Fence}
- {sign: "^", name: belt, Belt: North}
- {sign: l, name: laser, Wall: {South: true}}
- {sign: G, name: goal, Goal: true}
- {sign: x, name: crusher, Active: {"1": true, "5": true}}
"""


def raced(game: str = RACE, start: str = "r2c2") -> tuple[Interpreter, State]:
    placed = game.replace("its row is 2", f"its row is {start[1]}")
    return started(placed.replace("its column is 2", f"its column is {start[3]}"), WALLS, WALL_SIGNS)


def labels(interpreter: Interpreter, state: State, choice: int) -> set[str]:
    interpreter.apply(state, choice)
    decision = interpreter.decision(state)
    assert decision is not None
    return {one.label for one in decision.choices}


def test_edge_signs_set_both_sides_of_a_border() -> None:
    facts = {label: space.facts for label, space in board(*raced()).items()}
    assert facts["r3c1"] == {"Wall": "North"}
    assert facts["r3c2"] == {"Belt": "North", "Wall": "East"}
    assert facts["r3c3"] == {"Wall": "West", "Fence": "South"}
    assert facts["r2c3"] == {"Wall": "East", "Fence": "North"}
    assert facts["r2c4"] == {"Goal": "yes", "Wall": "East, South, West"}
    assert facts["r1c4"] == {"Wall": "North"}
    assert facts["r1c3"] == {"Active": "1, 5"}


def test_what_a_sign_sets_on_one_side_holds_on_the_other() -> None:
    facts = {label: space.facts for label, space in board(*raced()).items()}
    assert facts["r2c2"] == {"Wall": "South"}
    assert facts["r1c2"] == {"Wall": "North"}


def test_no_step_crosses_a_border_that_parts() -> None:
    assert labels(*raced(), 0) == {"r3c2", "r2c1", "r2c3"}
    assert labels(*raced(start="r2c3"), 0) == {"r2c2", "r1c3"}


def test_distances_go_round_borders_that_part() -> None:
    assert labels(*raced(start="r2c3"), 1) == {"r2c2", "r1c3", "r3c2", "r2c1", "r1c2", "r1c4"}


def test_lines_end_at_borders_that_part() -> None:
    assert labels(*raced(start="r1c1"), 2) == {"r2c1", "r3c1"}
    assert labels(*raced(start="r1c3"), 2) == {"r2c3"}


def test_borders_part_nothing_where_the_board_does_not_say_so() -> None:
    free = RACE.replace(", parted by Wall and Fence", ", parted by Fence")
    assert labels(*raced(free, "r2c3"), 0) == {"r2c2", "r1c3", "r2c4"}


@pytest.mark.parametrize(
    ("line", "text", "place"),
    [
        ('".  ^+| .  ."', "`|` is not at a border", "|"),
        ('".  ^ | | .  ."', "`|` is not at a border", "|"),
        ('".  ^ | .  . ."', "has 5 spaces, and the others have 4", "."),
        ('".  F  .  ."\n    - ".  ^ | .  ."', "two lines of edge signs", ".  F  .  ."),
    ],
)
def test_what_is_wrong_with_an_edge_is_shown_where_it_is_drawn(line: str, text: str, place: str) -> None:
    found = compiled(RACE, WALLS.replace('".  ^ | .  ."', line), WALL_SIGNS).diagnostics
    assert [one.code for one in found] == [codes.WRONG_DRAWING]
    assert text in found[0].message
    assert found[0].span is not None
    assert found[0].span.text.strip('"') == place


def test_an_edge_sign_names_a_fact_with_sides() -> None:
    found = compiled(RACE, WALLS, WALL_SIGNS.replace("edge: Fence", "edge: Belt")).diagnostics
    assert [one.code for one in found] == [codes.CELL_VALUE]


@pytest.mark.parametrize("fact", ["Belt", "Goal", "Active"])
def test_only_sides_part(fact: str) -> None:
    found = compiled(RACE.replace("Wall and Fence", fact), WALLS, WALL_SIGNS).diagnostics
    assert codes.WRONG_TYPE in [one.code for one in found]


def test_only_what_is_printed_on_sides_is_on_both_sides() -> None:
    found = compiled(RACE.replace("Goal: yes or no", "Goal: yes or no, on both sides"), WALLS, WALL_SIGNS)
    assert [one.code for one in found.diagnostics] == [codes.WRONG_TYPE]
    kept = compiled(RACE.replace("yes or no, on", "yes or no, starts no, on"), WALLS, WALL_SIGNS)
    assert {one.code for one in kept.diagnostics} == {codes.WRONG_TYPE}


def test_a_scenario_lays_a_board() -> None:
    game = (
        GAME
        + """
scenario "another plan"
  given Floor is Lake
  then the number of Squares is 6
scenario "the same plan"
  then the number of Squares is 12
"""
    )
    results = scenario.run(compiled(game))
    assert [(one.title, one.message) for one in results if not one.passed] == []


@pytest.mark.parametrize(
    ("steps", "spaces"), [(3, {"r3c1", "r1c1"}), (4, {"stop"}), (20, {"r2c4", "r3c3", "r3c4"})]
)
def test_a_way_goes_round_borders_that_part(steps: int, spaces: set[str]) -> None:
    far = RACE.replace("to a Square that is within 2 of my Runner", "to a Square that is Away")
    far += f"a Square is Away if the distance from my Runner to it is {steps}\n"
    interpreter, state = raced(far, "r2c3")
    interpreter.apply(state, 1)
    decision = interpreter.decision(state)
    assert decision is not None
    if spaces == {"stop"}:
        assert decision.seat == 1
    else:
        assert {one.label for one in decision.choices} == spaces


def test_a_board_that_nobody_lays_out_is_found() -> None:
    found = compiled(GAME.replace("  lay out Floor as Pond\n", "")).diagnostics
    assert codes.UNUSED_DECLARATION in [one.code for one in found]
    assert any("never laid out" in one.message for one in found)


def test_the_documentation_shows_drawings_as_they_are_and_what_signs_mean() -> None:
    compilation = compiled(RACE, WALLS, WALL_SIGNS)
    assert compilation.game is not None
    text = "\n".join(rulesdoc.render(compilation, "single").values())
    assert "```text\n-  .  .  .\n.  ^ | .  .\n" in text
    assert "<code>&#124;</code>" in text
    assert "| crusher |" in text


def test_the_schema_of_signs_accepts_signs() -> None:
    game = compiled(RACE, WALLS, WALL_SIGNS).game
    assert game is not None
    made = json_schema(signs_of(game.kinds["Square"], game))
    rows = made["$defs"]["row"]
    assert rows["required"] == ["sign", "name"]
    assert rows["properties"]["Wall"]["required"] == []
    assert rows["properties"]["edge"]["enum"] == ["Wall", "Fence"]


def test_the_schema_of_a_plan_has_its_drawing() -> None:
    game = compiled(RACE, WALLS, WALL_SIGNS).game
    assert game is not None
    made = json_schema(table_of(game.kinds["Plan"], game))
    assert "anyOf" in made["$defs"]["row"]["properties"]["Rows"]


def test_counts_tell_drawn_spaces_and_their_signs() -> None:
    tables = {
        one.kind: (one.file, one.rows)
        for one in stats.measure([], compiled(RACE, WALLS, WALL_SIGNS).game).tables
    }
    assert tables == {
        "Plan": ("plans.yaml", 1),
        "Square": ("", 12),
        "signs of Squares": ("signs.yaml", 7),
    }
