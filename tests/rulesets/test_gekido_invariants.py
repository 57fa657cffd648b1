"""What holds in every match of Gekido, whichever rulings are chosen.

A referee reads what happens, keeps accounts of its own, and looks at the state at every decision.
"""

import itertools
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax import parse

RULESETS = Path(__file__).parents[2] / "rulesets"
SIZES = {  # how many dice a Command has
    "Two Pairs": 4,
    "Three Of A Kind": 3,
    "Full House": 5,
    "Four Of A Kind": 4,
    "Five Different": 5,
    "Five Of A Kind": 5,
}


@cache
def executor(name: str) -> Interpreter:
    compilation = load(name, FolderProvider(RULESETS))
    assert compilation.game is not None
    return compilation.executor()


# ---------------------------------------------------------------- sets of options


def written() -> list[tuple[str, tuple[str, ...]]]:
    """Gives the options of Gekido with their answers as they are written, which is quicker than to make the game."""
    path = RULESETS / "gekido" / "options.gdl"
    file = parse.parse(Source(path.name, path.read_text(encoding="utf-8"))).value
    assert file is not None
    found = [one for one in file.declarations if isinstance(one, s.Option)]
    return [(one.name.text, tuple(answer.text for answer in one.answers)) for one in found]


def alternatives() -> list[dict[str, str]]:
    """Gives the defaults, and each other answer by itself."""
    return [{}] + [{name: answer} for name, answers in written() for answer in answers[1:]]


@cache
def pairwise() -> list[dict[str, str]]:
    """Gives sets of options in which every two answers of two options come together at least once."""
    options = written()
    rng = random.Random(1)
    missing = {
        ((one, a), (two, b))
        for (one, first), (two, second) in itertools.combinations(options, 2)
        for a in first
        for b in second
    }
    made = []
    while missing:
        seed = dict(rng.choice(sorted(missing)))
        tries = [
            {name: seed.get(name) or rng.choice(answers) for name, answers in options} for _ in range(60)
        ]
        best = max(tries, key=lambda row: len(covered(row) & missing))
        missing -= covered(best)
        made.append(best)
    return made


def covered(row: dict[str, str]) -> set[tuple[tuple[str, str], tuple[str, str]]]:
    return set(itertools.combinations(row.items(), 2))


# ---------------------------------------------------------------- the referee


class Referee:
    """Watches one match."""

    def __init__(self, x: Interpreter, options: dict[str, str]) -> None:
        self.x = x
        self.game = x.game
        self.options = options
        self.structure: Counter[int] = Counter()
        """By Bot, what its Structure must add up to."""
        self.armor: Counter[int] = Counter()
        self.attacks: int | None = None
        """How many attacks were made in the turn at hand."""
        self.damage: dict[str, int] | None = None
        """The damage that is being dealt."""
        self.victim = NONE
        self.uses = 0
        """How much the attacker used since the last roll."""
        self.rolling = False
        self.locked: dict[int, int] = {}
        self.could_reach_ready = False
        self.seen: Counter[str] = Counter()

    def default(self, option: str) -> bool:
        """Tells whether an option has its default, or is not there."""
        found = self.game.options.get(option)
        return found is None or self.options.get(option, found.answers.members[0]) == found.answers.members[0]

    # ------------------------------------------------------------ what happened

    def hears(self, state: State, events: list[Event]) -> None:
        """Takes up what happened since the last decision."""
        for event in events:
            self.seen[event.kind] += 1
            method = getattr(self, f"on_{event.kind}", None)
            if method is not None:
                method(state, event)

    def on_turn(self, state: State, event: Event) -> None:
        self._settle()
        assert self.attacks in (None, 1) or (not self.default("Forced Move") and self.attacks == 0)
        self.attacks = 0
        self.rolling = False

    def on_begin(self, state: State, event: Event) -> None:
        self._settle()
        name = event.data[0].name
        if name == "Strike":
            assert self.attacks == 0, "a second attack in one turn"
            self.attacks = 1
        if name == "Roll":
            self.uses, self.rolling = 0, True
        if name in ("Second Movement", "End Of Turn"):
            self.rolling = False

    def on_use(self, state: State, event: Event) -> None:
        if self.rolling and event.data[2] == self._owner(state, self._fact(state, "Attacker")):
            self.uses += 1
            assert self.uses <= 1, "the attacker used two things after one roll"

    def on_damage(self, state: State, event: Event) -> None:
        self._settle()
        thing, number, _ = event.data
        self.victim = thing
        self.damage = {
            "due": number,
            "dealt": 0,
            "shields": 0,
            "there": self.structure[thing] + self.armor[thing],
        }

    def on_set(self, state: State, event: Event) -> None:
        goal, before, after, _ = event.data
        if self.damage is not None and goal.op == "counter" and goal.ref.name == "Charges":
            if event.rule.startswith("damage"):
                assert after == before - 1
                self.damage["shields"] += 1

    def on_suffer(self, state: State, event: Event) -> None:
        thing, dealt, track = event.data
        assert self.damage is not None and thing == self.victim and dealt > 0
        self.damage["dealt"] += dealt
        (self.structure if track.name == "Structure" else self.armor)[thing] -= dealt
        if track.name == "Structure":
            assert self.armor[thing] == 0, "Structure was hit before Armor"

    def _settle(self) -> None:
        """Closes the account of one damage."""
        if self.damage is not None and self.default("No Armor Space"):
            due = max(self.damage["due"] - 4 * self.damage["shields"], 0)
            assert self.damage["dealt"] == min(due, self.damage["there"])
            self.seen["settled"] += 1
        self.damage = None

    def on_fill(self, state: State, event: Event) -> None:
        self.structure[event.data[0]] += 6 * event.data[2]

    def on_heal(self, state: State, event: Event) -> None:
        assert event.data[1].name == "Structure" and event.data[2] > 0
        self.structure[event.data[0]] += event.data[2]
        self._joins_the_hit(event)

    def on_roll_into(self, state: State, event: Event) -> None:
        assert event.data[1].name == "Armor" and 1 <= event.data[2] <= 6
        self.armor[event.data[0]] += event.data[2]
        self._joins_the_hit(event)

    def _joins_the_hit(self, event: Event) -> None:
        """Counts what a bonus brings in the middle of a hit, where bonuses come at once: it may be lost to the rest."""
        if self.damage is not None and event.data[0] == self.victim and not self.default("Bonus Time"):
            self.damage["there"] += event.data[2]

    def on_destroy(self, state: State, event: Event) -> None:
        thing = event.data[0]
        assert (self.structure[thing] == 0 and self.armor[thing] == 0) or not self.default("No Armor Space")
        self.armor[thing] = 0

    # ------------------------------------------------------------ what is

    def looks(self, state: State) -> None:
        """Looks at the state at a decision, or at the end."""
        question = state.question
        prompt = question.prompt if question is not None else ""
        self._tiles(state, prompt)
        self._dice(state, question is not None and question.prompt != "")
        self._bots(state, question.seat if question is not None else NONE)
        if question is None:
            return
        if question.rule == "First Movement":
            self._locks(state)
            self.could_reach_ready = self._can_reach_ready(state, question.seat)
        if prompt == "Which Bot do you attack?":
            self._targets(state, question.seat, [option[0] for option in question.options if option])

    def _tiles(self, state: State, prompt: str) -> None:
        layout = state.program.layout
        for space in layout.things["Tile"]:
            most = 2 if prompt == "Where is your Bot pushed?" else 1
            assert len(state.contents[space]) <= most, "two Bots stand on one tile"

    def _bots(self, state: State, asked: int) -> None:
        layout = state.program.layout
        for bot in layout.things["Bot"]:
            row = self.game.kinds["Bot"].rows[layout.row_of[bot]].values
            faces = [
                state.cells[layout.face_cell + die]
                for die in state.contents[layout.place_of["Structure", bot]]
            ]
            assert sum(faces) == self.structure[bot], "Structure changed without damage or healing"
            assert all(face == 6 for face in faces[1:]), "a die below the first was hit"
            plates = [
                state.cells[layout.face_cell + die] for die in state.contents[layout.place_of["Armor", bot]]
            ]
            assert len(plates) <= row["Armor Spaces"]
            if self.default("No Armor Space"):
                assert sum(plates) == self.armor[bot]
            self.armor[bot] = sum(plates)
            for slot in layout.parts.get(("Slot", bot), ()):
                dice = state.contents[layout.place_of["Charges", slot]]
                most = self.game.kinds["Slot"].rows[layout.row_of[slot]].values["Maximum"]
                assert all(0 <= state.cells[layout.face_cell + die] <= most for die in dice)
            owner = self._owner(state, bot)
            if owner not in (NONE, asked) and ("Hand", owner) in layout.place_of:
                hand = state.contents[layout.place_of["Hand", owner]]
                assert len(hand) <= row["Hand Limit"], "a hand is too large while somebody else is asked"

    def _dice(self, state: State, asked: bool) -> None:
        layout = state.program.layout
        dice = state.contents[layout.place_of["Locked", NONE]]
        locked = {die: state.cells[layout.face_cell + die] for die in dice}
        for die, face in locked.items():
            assert self.locked.get(die, face) == face, "a locked die changed"
        self.locked = locked
        running = [frame.code.phase.name for frame in state.frames if frame.code.phase is not None]
        if asked and "Attack" not in running:
            for place in ("Pool", "Locked", "Waiting"):
                assert not state.contents[layout.place_of[place, NONE]], "dice are left after an attack"
        command = self._fact(state, "Command")
        if locked and command != NONE:
            name = self.game.patterns["Command"].enum.members[command]
            bot = self.game.kinds["Bot"].rows[layout.row_of[self._fact(state, "Attacker")]].values
            if asked and state.question is not None and state.question.prompt != "Which dice move along?":
                assert self._fits(name, list(locked.values()), bot["Symbol"])

    def _fits(self, name: str, faces: list[int], own: int) -> bool:
        """Tells whether the faces can be part of the Command."""
        counts = sorted(Counter(faces).values(), reverse=True)
        if len(faces) > SIZES[name]:
            return False
        match name:
            case "Five Different":
                return own not in faces and counts[0] == 1
            case "Two Pairs":
                return len(counts) <= 2 and counts[0] <= 2
            case "Full House":
                alike = not self.default("Five Alike") and len(counts) == 1
                return alike or (len(counts) <= 2 and counts[0] <= 3 and (len(counts) < 2 or counts[1] <= 2))
        return len(counts) == 1

    def _locks(self, state: State) -> None:
        """Before a movement, nobody has only Loading tokens."""
        if "Target Lock" not in self.game.links:
            return
        for bot in self._on_arena(state):
            sides = [self._lock(state, bot, other) for other in self._on_arena(state) if other != bot]
            assert 0 in sides, "every token is Loading"

    def _targets(self, state: State, seat: int, offered: list[int]) -> None:
        mine = next(bot for bot in self._on_arena(state) if self._owner(state, bot) == seat)
        assert mine not in offered
        for target in offered:
            assert self._near(state, state.where[mine], state.where[target])
            if self._lock(state, mine, target) != 0:
                assert not self.could_reach_ready, "a Loading target although a Ready one could be reached"
                assert (
                    all(self._lock(state, mine, other) != 0 for other in offered)
                    or not self.could_reach_ready
                )

    def _can_reach_ready(self, state: State, seat: int) -> bool:
        mine = next(bot for bot in self._on_arena(state) if self._owner(state, bot) == seat)
        ready = [bot for bot in self._on_arena(state) if bot != mine and self._lock(state, mine, bot) == 0]
        tiles = [
            tile
            for tile in self._laid(state)
            if tile == state.where[mine]
            or (not state.contents[tile] and self._near(state, state.where[mine], tile))
        ]
        return any(self._near(state, tile, state.where[bot]) for tile in tiles for bot in ready)

    # ------------------------------------------------------------ reading a state

    def _laid(self, state: State) -> list[int]:
        layout, board = state.program.layout, self.game.boards["Arena"]
        return state.cells[layout.at_cell["Arena"] :][: board.size]

    def _near(self, state: State, one: int, two: int) -> bool:
        columns, first = self.game.boards["Arena"].shape.columns, state.program.layout.position_cell
        (a, b), (c, d) = (divmod(state.cells[first + space], columns) for space in (one, two))
        return (a, b) != (c, d) and abs(a - c) <= 1 and abs(b - d) <= 1

    def _on_arena(self, state: State) -> list[int]:
        layout = state.program.layout
        return [bot for bot in layout.things["Bot"] if state.where[bot] not in (NONE, layout.gone)]

    def _owner(self, state: State, thing: int) -> int:
        return state.cells[state.program.layout.owner_cell + thing] if thing != NONE else NONE

    def _lock(self, state: State, bot: int, other: int) -> int:
        layout = state.program.layout
        if "Target Lock" not in self.game.links:
            return 0
        bots = layout.things["Bot"]
        return state.cells[
            layout.link_cell["Target Lock"] + (bot - bots.start) * len(bots) + other - bots.start
        ]

    def _fact(self, state: State, name: str) -> int:
        phase: m.Procedure = self.game.phases["Attack"]
        return state.cells[state.program.layout.field_cell[id(phase), name]]


def referee_match(x: Interpreter, players: int, seed: int, options: dict[str, str]) -> Referee:
    """Plays a random match under the eyes of a referee."""
    referee = Referee(x, options)
    rng = random.Random(seed)
    state, events = x.initial(Setting(players, seed, options))
    while True:
        referee.hears(state, events)
        referee.looks(state)
        count = x.count(state)
        if not count:
            break
        events = x.apply(state, rng.randrange(count))
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished and len(outcome.winners) == 1
    return referee


# ---------------------------------------------------------------- the tests

long = pytest.mark.parametrize(
    "long", [pytest.param(False, id="quick"), pytest.param(True, id="long", marks=pytest.mark.slow)]
)


@long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_matches_under_the_defaults(players: int, long: bool) -> None:
    seen: Counter[str] = Counter()
    for seed in range(12 if long else 5):
        seen += referee_match(executor("gekido.gdl"), players, seed, {}).seen
    assert all(seen[kind] for kind in ("suffer", "settled", "destroy", "use", "lock", "fill"))


@long
@pytest.mark.parametrize(
    "options", alternatives()[1:], ids=lambda options: "-".join([*options, *options.values()])
)
@pytest.mark.in_turn(4)
@pytest.mark.quick_in_turn(5)
def test_matches_with_one_other_ruling(options: dict[str, str], long: bool) -> None:
    for number in range(3 if long else 1):
        referee_match(executor("gekido.gdl"), 2 + (number + len(str(options))) % 3, number, options)


@long
@pytest.mark.parametrize("number", range(len(pairwise())))
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(6)
def test_matches_with_every_two_rulings_together(number: int, long: bool) -> None:
    for seed in range(3 if long else 1):
        referee_match(executor("gekido.gdl"), 2 + (seed + number) % 3, seed, pairwise()[number])


@long
def test_matches_of_the_duel(long: bool) -> None:
    x = executor("gekido_duel.gdl")
    answers = [(o.name, answer) for o in x.game.options.values() for answer in o.answers.members]
    for number, (option, answer) in enumerate(answers if long else answers[::4]):
        for seed in range(3 if long else 1):
            referee_match(x, 2, seed * 100 + number, {option: answer})


def test_every_two_answers_come_together() -> None:
    rows = pairwise()
    options = executor("gekido.gdl").game.options
    assert dict(written()) == {one.name: tuple(one.answers.members) for one in options.values()}
    assert len(rows) < 40
    assert all(row.keys() == options.keys() for row in rows)
