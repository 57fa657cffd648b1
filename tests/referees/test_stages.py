"""The rulesets of BotWars and Geek-o and `stages.py` come to the same, on random positions of every floor."""

import random
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from stages import WAYS, Floor, Robot, Stage, drawn

from gekido_dsl.compilation import load
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario.given import Given
from gekido_dsl.scenario.match import Match
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).parents[2] / "rulesets"
WORKSHOP = Path(__file__).parents[1] / "rulesets" / "workshop"
PHASES = ("Conveyors", "Pushers", "Gears", "Crushers", "Lasers")
ROOMS = ("Foyer", "Moat", "Phase Laboratory", "Blaser Gallery", "Finale")
FLOORS = [
    *(
        ("botwars.gdl", RULESETS / "botwars", "plans.yaml", name)
        for name in ("Alpha", "Beta", "Gamma", "Delta")
    ),
    *(("geeko.gdl", RULESETS / "geeko", "rooms.yaml", name) for name in ROOMS),
    ("geeko.gdl", WORKSHOP, "fences.yaml", "Fence Room"),
    *(("botwars.gdl", WORKSHOP, "yards.yaml", name) for name in ("Alpha", "Beta", "Gamma", "Delta")),
]
ROBOTS = {"botwars.gdl": ("Red", "Blue", "Green", "Yellow"), "geeko.gdl": ("Red One", "Red Two")}
SAMPLE, MANY = 300, 1500
"""How many positions of a floor are compared by default, and in the slow tests."""
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml")
}
FILES |= {name: (WORKSHOP / name).read_text(encoding="utf-8") for name in ("yards.yaml", "fences.yaml")}


@dataclass
class Table:
    """A match that is set up on one floor, and what can be done in it."""

    match: Match
    base: State
    floor: Floor
    names: tuple[str, ...]
    steps: dict[str, m.ScenarioStep]


@cache
def probe(game: str, folder: Path, plans: str) -> tuple[Interpreter, list[dict[str, Any]]]:
    """Makes a variant with an example for each floor, which sets it up and does all that can be compared."""
    rows = yaml.safe_load((folder / plans).read_text(encoding="utf-8"))
    rooms = game == "geeko.gdl"
    names = ROBOTS[game]
    done = [f"do {phase}" for phase in PHASES if not (rooms and phase == "Crushers")]
    done += [
        f"do Travel with {name} towards {way} for {k}" for name in names for way in WAYS for k in (1, 2, 3)
    ]
    each = ", 1 for each player" if rooms else ""
    text = f'edition 1\n\ngame "Probe" changes "{game}"\n\n'
    text += f'replace Plans from "{plans}"{each}\n\n' if folder == WORKSHOP else ""
    for row in rows:
        lines = [
            f"given seats {'Red One' if rooms else ', '.join(names)}",
            f"given {'Floor is' if rooms else 'option Floor Plan is'} {row['Name']}",
            "given Stage is 1",
            *(f"when {line}" for line in done),
            "then no Robot is on Floor",
        ]
        text += f'scenario "{row["Name"]}"\n' + "".join(f"  {line}\n" for line in lines)
    made = load("probe.gdl", MemoryProvider(FILES | {"probe.gdl": text}))
    assert made.game is not None, made.diagnostics
    return Interpreter(made.game, trace=False), rows


@cache
def table(game: str, folder: Path, plans: str, plan: str) -> Table:
    interpreter, rows = probe(game, folder, plans)
    match = Match(interpreter, next(one for one in interpreter.game.scenarios if one.name == plan))
    match.open()
    steps = match.scenario.steps
    for step in steps:
        if step.kind in ("seats", "is"):
            Given(match).steps[step.kind](step)
    match.begin()
    signs = yaml.safe_load((RULESETS / game.removesuffix(".gdl") / "signs.yaml").read_text(encoding="utf-8"))
    row = next(row for row in rows if row["Name"] == plan)
    floor = drawn(row["Rows"], signs)
    floor.gates = row.get("Gates", 0)
    does = {
        " ".join(step.span.text.split()).removeprefix("when "): step for step in steps if step.kind == "does"
    }
    return Table(match, match.state, floor, ROBOTS[game], does)


@dataclass
class Position:
    """Robots on a floor in a stage, and what is switched on."""

    robots: list[Robot]
    stage: int
    flipped: set[str]

    def said(self) -> list[object]:
        return [self.stage, sorted(self.flipped), *(astuple(robot) for robot in self.robots)]


def some_position(of: Table, rng: random.Random) -> Position:
    """Puts robots onto a floor, close to one another more often than not."""
    circuits = {square["Circuit"] for square in of.floor.squares.values() if "Circuit" in square}
    flipped = {circuit for circuit in sorted(circuits - {"Circuit H"}) if rng.random() < 0.3}
    flipped |= circuits & {"Circuit H"} if "Circuit G" in flipped else set()
    stage = Stage(of.floor, [], rng.randint(1, 5))
    stage.flipped = flipped
    spots = [
        spot for spot, square in of.floor.squares.items() if not stage.deadly(spot) and "Gate" not in square
    ]
    near = rng.choice([spot for spot in spots if of.floor.squares[spot]] or spots)
    reach = rng.choice((1, 2, 3, 20))
    close = [one for one in spots if abs(one[0] - near[0]) + abs(one[1] - near[1]) <= reach]
    for name in of.names:
        robot = Robot(name, rng.choice(close), rng.choice(WAYS), rng.random() < 0.8 or bool(of.floor.gates))
        robot.anchored = rng.random() < 0.15
        robot.hp = rng.choice((1, 2, 3, 10, 10))
        if robot.spot is not None and stage.solid(robot.spot) is not None:
            robot.real, robot.spot = False, None if of.floor.gates else robot.spot
        stage.robots.append(robot)
    return Position(stage.robots, stage.number, flipped)


def laid(of: Table, position: Position) -> State:
    """Brings a position into the match."""
    state = of.base.copy()
    layout = state.program.layout
    game = layout.game
    robot_kind = game.kinds["Robot"]
    spaces = {layout.position_cell + space: space for space in layout.things["Square"]}
    standing = {spot_of(state, space): space for cell, space in spaces.items() if state.cells[cell] >= 0}
    state.cells[layout.field_cell[id(game.phases["Execution"]), "Stage"]] = position.stage
    for space in standing.values():
        circuit = layout.kind_of[space].rows[layout.row_of[space]].values["Circuit"]
        names = game.enums["Circuit"].members
        on = circuit >= 0 and names[circuit] in position.flipped
        state.cells[layout.fact_cell(space, game.kinds["Square"].fields["Flipped"])] = int(on)
    if "Team" in game.kinds:
        for team in layout.things["Team"]:
            state.cells[layout.fact_cell(team, game.kinds["Team"].fields["Stages"])] = 9
    option = next(k for k, row in enumerate(game.kinds["Robot Option"].rows) if row.name == "Anchor")
    for thing in layout.things["Robot"]:
        name = robot_kind.rows[layout.row_of[thing]].name
        robot = next((one for one in position.robots if one.name == name), None)
        if robot is None or robot.spot is None:
            if layout.position_cell and state.where[thing] in layout.things["Square"]:
                state.move(thing, layout.gone)
            continue
        facts = {
            "Facing": WAYS.index(robot.facing),
            "Mode": int(robot.real),
            "HP": robot.hp,
        }
        for fact, value in facts.items():
            state.cells[layout.fact_cell(thing, robot_kind.fields[fact])] = value
        anchor = {"Equipped": int(robot.anchored), "Timing": position.stage if robot.anchored else 0}
        for fact, value in (anchor | {"Given Up At": 0}).items():
            state.cells[layout.fact_cell(thing, robot_kind.fields[fact]) + option] = value
        state.move(thing, standing[robot.spot])
    return state


def spot_of(state: State, space: int) -> tuple[int, int]:
    """Gives the row, from the south, and the column of a square."""
    position = state.cells[state.program.layout.position_cell + space]
    board = next(iter(state.program.layout.game.boards.values()))
    return board.row_number(position), board.column_number(position)


def read(of: Table, state: State) -> list[object]:
    """Tells where each robot is, where it faces and how many HP it has; and which circuits are on."""
    layout = state.program.layout
    game = layout.game
    kind = game.kinds["Robot"]
    told: list[object] = []
    for name in of.names:
        thing = next(one for one in layout.things["Robot"] if kind.rows[layout.row_of[one]].name == name)
        where = state.where[thing]
        if where not in layout.things["Square"]:
            told.append((name, None))
            continue
        facing = state.cells[layout.fact_cell(thing, kind.fields["Facing"])]
        told.append(
            (
                name,
                spot_of(state, where),
                WAYS[facing],
                state.cells[layout.fact_cell(thing, kind.fields["HP"])],
            )
        )
    names = game.enums["Circuit"].members
    flipped = {
        names[row.values["Circuit"]]
        for space in layout.things["Square"]
        if state.cells[layout.position_cell + space] >= 0
        and state.cells[layout.fact_cell(space, game.kinds["Square"].fields["Flipped"])]
        for row in [layout.kind_of[space].rows[layout.row_of[space]]]
        if row.values["Circuit"] >= 0
    }
    return [*told, sorted(flipped)]


def judged(of: Table, position: Position, what: str) -> list[object]:
    """Gives what the referee makes of a position."""
    stage = Stage(of.floor, position.robots, position.stage)
    stage.flipped = set(position.flipped)
    words = what.split()
    if words[1] == "Travel":
        mover = next(robot for robot in stage.robots if robot.name == " ".join(words[3:-4]))
        stage.travel(mover, words[-3], int(words[-1]))
    else:
        getattr(stage, words[1].lower())()
    told: list[object] = [
        (one.name, None) if one.spot is None else (one.name, one.spot, one.facing, one.hp)
        for one in stage.robots
    ]
    return [*told, sorted(stage.flipped)]


def compare(of: Table, seed: int) -> None:
    rng = random.Random(seed)
    position = some_position(of, rng)
    phases = [step for step in of.steps if "Travel" not in step]
    what = rng.choice([*phases, *rng.sample(list(of.steps), 5)])
    state = laid(of, position)
    said = position.said()
    state.frames = [of.match.codes[id(of.steps[what])].start(state.cells[lay.ON_TURN])]
    state.question = None
    of.match.interpreter.go_on(state, of.match.script)
    found = read(of, state)
    expected = judged(of, position, what)
    assert found == expected, f"{what}: {said} comes to {found}, and should to {expected}"


@pytest.mark.parametrize("floor", FLOORS, ids=lambda one: f"{one[2]}-{one[3]}")
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_the_referee_agrees(floor: tuple[str, Path, str, str]) -> None:
    of = table(*floor)
    for seed in range(SAMPLE):
        compare(of, seed)


@pytest.mark.slow
@pytest.mark.parametrize("floor", FLOORS, ids=lambda one: f"{one[2]}-{one[3]}")
@pytest.mark.in_turn(3)
def test_the_referee_agrees_on_many_positions(floor: tuple[str, Path, str, str]) -> None:
    of = table(*floor)
    for seed in range(SAMPLE, MANY):
        compare(of, seed)
