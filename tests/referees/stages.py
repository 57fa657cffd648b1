"""A small referee for the stages of BotWars and Geek-o: pushes, walls, fences, belts, pushers, gears, crushers, lasers.

Written from the rulebook and the rulings, on its own: it reads the drawings of the floors, and knows nothing of the
rulesets. Everything that happens at the same time is worked out from one picture of the floor.
"""

from dataclasses import dataclass, field
from typing import Any

WAYS = ("North", "East", "South", "West")
STEPS = {"North": (1, 0), "East": (0, 1), "South": (-1, 0), "West": (0, -1)}
Spot = tuple[int, int]


def turned(way: str, quarters: int) -> str:
    return WAYS[(WAYS.index(way) + quarters) % 4]


@dataclass
class Robot:
    """One robot; a robot off the floor is destroyed."""

    name: str
    spot: Spot | None
    facing: str = "North"
    real: bool = True
    anchored: bool = False
    hp: int = 10


@dataclass
class Floor:
    """A drawn floor: what lies on each square, and the borders with a wall or an inner fence."""

    squares: dict[Spot, dict[str, Any]] = field(default_factory=dict)
    walls: set[tuple[Spot, str]] = field(default_factory=set)
    fences: set[tuple[Spot, str]] = field(default_factory=set)
    gates: int = 0

    def beside(self, spot: Spot, way: str) -> Spot:
        return spot[0] + STEPS[way][0], spot[1] + STEPS[way][1]

    def border(self, borders: set[tuple[Spot, str]], spot: Spot, way: str) -> None:
        """Adds a border, on both sides."""
        borders.add((spot, way))
        borders.add((self.beside(spot, way), turned(way, 2)))


def drawn(lines: list[str], signs: list[dict[str, Any]]) -> Floor:
    """Reads the drawing of a floor, the northernmost row first."""
    known = {sign["sign"]: sign for sign in signs}
    edges = {name for name, sign in known.items() if "edge" in sign}
    rows = [line.split() for line in lines]
    # A row of edges lies between two rows of squares: it has nothing but edges and points, one for each column.
    columns = max(sum(cell not in edges for cell in row) for row in rows)
    across = [set(row) <= {*edges, "."} and bool(set(row) & edges) and len(row) == columns for row in rows]
    left = len(rows) - sum(across)
    floor = Floor()
    for row, is_edge in zip(rows, across, strict=True):
        if is_edge:
            for column, sign in enumerate(row, 1):
                if sign != ".":
                    borders = floor.walls if known[sign]["edge"] == "Wall" else floor.fences
                    floor.border(borders, (left, column), "North")
            continue
        column = 0
        for cell in row:
            if cell in edges:
                borders = floor.walls if known[cell]["edge"] == "Wall" else floor.fences
                floor.border(borders, (left, column), "East")
                continue
            column += 1
            here: dict[str, Any] = {}
            for part in cell.split("+") if cell != "." else ():
                here |= {
                    name: value for name, value in known[part].items() if name not in ("sign", "name", "Wall")
                }
                for way in known[part].get("Wall", {}):
                    floor.border(floor.walls, (left, column), way)
            floor.squares[left, column] = here
        left -= 1
    return floor


class Stage:
    """A floor with robots on it, in one stage."""

    def __init__(self, floor: Floor, robots: list[Robot], number: int) -> None:
        self.floor = floor
        self.robots = robots
        self.number = number
        self.flipped: set[str] = set()
        """The circuits whose switches are on."""

    # ------------------------------------------------------------ what is so

    def at(self, spot: Spot | None) -> dict[str, Any]:
        return self.floor.squares[spot] if spot is not None else {}

    def on(self, spot: Spot) -> list[Robot]:
        return [robot for robot in self.robots if robot.spot == spot]

    def solid(self, spot: Spot) -> Robot | None:
        return next((robot for robot in self.on(spot) if robot.real), None)

    def works(self, square: dict[str, Any]) -> bool:
        """Tells whether what a circuit works is on; a dormant thing is once its circuit is flipped."""
        return bool(square.get("Dormant")) == (square.get("Circuit") in self.flipped)

    def raised(self, spot: Spot) -> bool:
        square = self.at(spot)
        return "Bridge" in square and square.get("Circuit") not in self.flipped

    def deadly(self, spot: Spot) -> bool:
        square = self.at(spot)
        return "Pit" in square or self.raised(spot) or ("Trap Door" in square and self.works(square))

    def wall(self, spot: Spot, way: str) -> bool:
        return (spot, way) in self.floor.walls

    def stopped(self, spot: Spot, way: str) -> bool:
        """Tells whether nothing leaves a square in a direction: a wall, a fence, the rim, a bridge, a closed gate."""
        to = self.floor.beside(spot, way)
        if self.wall(spot, way) or to not in self.floor.squares or (spot, way) in self.floor.fences:
            return True
        if self.raised(to) and self.at(to)["Bridge"] == turned(way, 2):
            return True
        return "Gate" in self.at(to) and self.at(to).get("Circuit") not in self.flipped

    def fenced(self, spot: Spot, way: str) -> bool:
        to = self.floor.beside(spot, way)
        rim = to not in self.floor.squares
        return not self.wall(spot, way) and (rim or (spot, way) in self.floor.fences)

    # ------------------------------------------------------------ what happens to one robot

    def hurt(self, robot: Robot, points: int) -> None:
        robot.hp = max(robot.hp - points, 0)
        if robot.hp == 0:
            robot.spot = None

    def shock(self, robot: Robot, way: str) -> None:
        """The fence hurts a robot that touches it."""
        if robot.spot is not None and self.fenced(robot.spot, way):
            self.hurt(robot, 2)

    def enter(self, robot: Robot, spot: Spot) -> None:
        """Does what a square does at all times to a robot that has come onto it."""
        square = self.at(spot)
        if self.deadly(spot):
            robot.spot = None
        if "Switch" in square:
            self.press(square)
        if square.get("Teleporter") and self.works(square) and robot.spot is not None:
            self.teleport(robot, square["Teleporter"])
        if "Gate" in square:
            self.lock(robot)

    def lock(self, robot: Robot) -> None:
        """Locks a robot in its gate until each gate has one; a single gate lets it out at once."""
        waiting = [one for one in self.robots if one.spot is not None and "Gate" in self.at(one.spot)]
        if self.floor.gates == 1 or len(waiting) > 1:
            for one in waiting:
                one.spot = None

    def press(self, square: dict[str, Any]) -> None:
        """Presses a switch: circuit G opens all gates, and circuit H none, unless each gate has its own switch."""
        circuit = square.get("Circuit")
        if circuit == "Circuit H" or (square["Switch"] == "Pressure" and circuit in self.flipped):
            return
        gates = {square["Circuit"] for square in self.floor.squares.values() if "Gate" in square}
        self.flipped ^= gates if circuit == "Circuit G" else {str(circuit)}
        if any("Trap Door" in one for one in self.floor.squares.values()):
            for robot in self.robots:
                if robot.spot is not None and self.deadly(robot.spot):
                    robot.spot = None

    def teleport(self, robot: Robot, number: int) -> None:
        exits = {
            square["Teleporter"]: spot
            for spot, square in self.floor.squares.items()
            if square.get("Teleporter") and self.works(square) and not self.on(spot)
        }
        later = [one for one in exits if one > number]
        if exits:
            to = exits[min(later or exits)]
            robot.spot = to
            if "Switch" in self.at(to):
                self.press(self.at(to))

    # ------------------------------------------------------------ moves and pushes

    def row(self, spot: Spot, way: str) -> list[Robot]:
        """Lists the real robots that stand one behind the other, up to a wall."""
        found: list[Robot] = []
        while not self.wall(spot, way):
            spot = self.floor.beside(spot, way)
            ahead = self.solid(spot)
            if ahead is None:
                break
            found.append(ahead)
        return found

    def travel(self, robot: Robot, way: str, squares: int) -> None:
        """Moves a robot by its card, or one square by what pushes it."""
        for _ in range(squares):
            if robot.spot is None or "Gate" in self.at(robot.spot):
                return
            if self.stopped(robot.spot, way):
                self.shock(robot, way)
                return
            pushed = self.row(robot.spot, way) if robot.real else []
            for one in pushed:
                assert one.spot is not None
                if one.anchored or "Gate" in self.at(one.spot):
                    return
                if self.stopped(one.spot, way):
                    self.shock(one, way)
                    return
            for one in [*reversed(pushed), robot]:
                if one.spot is not None:
                    one.spot = self.floor.beside(one.spot, way)
                    self.enter(one, one.spot)

    # ------------------------------------------------------------ the floor moves robots

    def _all_at_once(self, goals: list[tuple[Robot, Spot]], first: list[Robot]) -> list[Robot]:
        """Moves robots at the same time, one real robot to a square, and tells which did move."""
        going = {id(robot): (robot, goal) for robot, goal in goals}
        real = {key: pair for key, pair in going.items() if pair[0].real}
        swapped = {
            key
            for key, (robot, goal) in real.items()
            for other, there in real.values()
            if other.spot == goal and there == robot.spot
        }
        for key in swapped:
            del real[key], going[key]
        while True:
            blocked = set()
            for key, (_, goal) in real.items():
                stays = any(one.real and id(one) not in real for one in self.on(goal))
                rivals = [other for other, there in real.values() if there == goal]
                ahead = [one for one in rivals if one in first]
                wins = len(rivals) == 1 or (len(ahead) == 1 and real[key][0] in ahead)
                if stays or not wins:
                    blocked.add(key)
            if not blocked:
                break
            for key in blocked:
                del real[key], going[key]
        for robot, goal in going.values():
            robot.spot = goal
        moved = [robot for robot, _ in going.values()]
        for robot, goal in going.values():
            self.enter(robot, goal)
        return moved

    def conveyors(self) -> None:
        """Belts: blue ones a square, then those that it moved once more together with the yellow ones."""
        speed = {id(robot): self.at(robot.spot).get("Speed", 0) for robot in self.robots}
        moved: set[int] = set()
        for wave in (1, 2):
            riding = [
                robot
                for robot in self.robots
                if robot.spot is not None
                and (
                    (speed[id(robot)] == 2 and (wave == 1 or id(robot) in moved))
                    or (speed[id(robot)] == 1 and wave == 2)
                )
                and "Belt" in self.at(robot.spot)
            ]
            riding = [one for one in riding if not one.anchored and "Gate" not in self.at(one.spot)]
            for robot in riding:
                self.shock(robot, self.at(robot.spot)["Belt"])
            goals, first, belts = [], [], {}
            for robot in riding:
                if robot.spot is None:
                    continue
                belt = self.at(robot.spot)["Belt"]
                belts[id(robot)] = (belt, self.floor.beside(robot.spot, belt))
                if not self.stopped(robot.spot, belt):
                    goals.append((robot, belts[id(robot)][1]))
                    if self.at(belts[id(robot)][1]).get("Belt") == belt:
                        first.append(robot)
            for robot in self._all_at_once(goals, first):
                moved.add(id(robot))
                belt, to = belts[id(robot)]
                onto = self.at(to).get("Belt")
                if robot.spot is not None and onto in (turned(belt, 1), turned(belt, -1)):
                    robot.facing = turned(robot.facing, 1 if onto == turned(belt, 1) else -1)

    def pushers(self) -> None:
        """Pushers: those at the fence are hurt; then who can go goes, and who stands in the way is pushed."""
        ways = {
            id(robot): self.at(robot.spot)["Pusher"]
            for robot in self.robots
            if robot.spot is not None
            and "Pusher" in self.at(robot.spot)
            and str(self.number) in self.at(robot.spot)["Active"]
            and not robot.anchored
        }
        shoved = []
        for robot in self.robots:
            if id(robot) in ways and robot.spot is not None:
                if self.stopped(robot.spot, ways[id(robot)]):
                    self.shock(robot, ways[id(robot)])
                else:
                    shoved.append(robot)
        start = {id(robot): robot.spot for robot in shoved}
        free = [robot for robot in shoved if not self._contested(robot, shoved, ways)]
        goals = [(one, self.floor.beside(one.spot, ways[id(one)])) for one in free if one.spot is not None]
        self._all_at_once(goals, [])
        left = [robot for robot in shoved if robot.spot == start[id(robot)]]
        ahead = {
            id(robot): sum(one in left for one in self.row(robot.spot, ways[id(robot)]))
            for robot in left
            if robot.spot is not None
        }
        for robot in sorted(left, key=lambda one: ahead[id(one)]):
            waiting = [one for one in left if one.spot == start[id(one)]]
            if robot in waiting and not self._contested(robot, waiting, ways):
                self.travel(robot, ways[id(robot)], 1)

    def _swept(self, robot: Robot, shoved: list[Robot], ways: dict[int, str]) -> set[Spot]:
        """Gives the squares that something comes to when a pusher pushes a robot, and whoever stands before it."""
        found: set[Spot] = set()
        spot, way = robot.spot, ways[id(robot)]
        while spot is not None and not self.wall(spot, way):
            spot = self.floor.beside(spot, way)
            if spot not in self.floor.squares:
                break
            found.add(spot)
            if self.solid(spot) is None or any(one.spot == spot for one in shoved):
                break
        return found

    def _contested(self, robot: Robot, shoved: list[Robot], ways: dict[int, str]) -> bool:
        mine = self._swept(robot, shoved, ways)
        return robot.real and any(
            other is not robot and other.real and self._swept(other, shoved, ways) & mine for other in shoved
        )

    # ------------------------------------------------------------ gears, crushers, lasers

    def gears(self) -> None:
        quarters = {"Right": 1, "Left": -1, "Around": 2}
        for robot in self.robots:
            gear = self.at(robot.spot).get("Gear")
            if gear is not None:
                robot.facing = turned(robot.facing, quarters[gear])

    def crushers(self) -> None:
        for robot in self.robots:
            square = self.at(robot.spot)
            if "Crusher" in square and str(self.number) in square["Active"]:
                robot.spot = None

    def lasers(self) -> None:
        """Lasers of the floor: each costs whomever it strikes 1 HP, all at the same time."""
        struck: list[Robot] = []
        for spot, square in self.floor.squares.items():
            if "Laser" not in square or ("Blaser" in square and not self.works(square)):
                continue
            here: Spot | None = spot
            while here is not None:
                struck += self.on(here)
                way = square["Laser"]
                onward = self.floor.beside(here, way)
                blocked = self.solid(here) is not None or self.raised(here) or self.wall(here, way)
                here = None if blocked or onward not in self.floor.squares else onward
        for robot in struck:
            self.hurt(robot, 1)
