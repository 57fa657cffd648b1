"""What a batch module leaves of each game becomes a game that was played, by what is kept beside the module.

Nothing of the game itself is needed for that, so a process that has the module from the store loads neither the game
nor what makes modules.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl import records
from gekido_dsl.ground.ending import Ending
from gekido_dsl.rng import game_seed

FINISHED: Final = 1 << 62
"""Among the winners of a game, by seat from bit 1, what says that it ended by its rules."""
ROWS: Final = 1024
"""How many games a call can play."""
FIXED: Final = 4
"""Numbers at the beginning of each row."""
DECISIONS: Final = 100_000
"""How many decisions a game may have before it counts as unfinished."""
NOWHERE: Final = -1
"""Where something lies that is in no place; `model.types.NONE`, which is not loaded for this."""
_REMEMBERED: Final = 1 << 16

Owned = tuple[tuple[tuple[str, str], ...], ...]
"""By seat, the kind and name of each named thing that its player had, in order."""


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went."""

    number: int
    seed: int
    turns: int
    decisions: int
    most: int
    """The greatest number of choices of a decision."""
    outcome: e.Outcome | None = None
    """None where it did not end by its rules."""
    owned: Owned = ()
    """At the first decision of the first turn, and at the end."""
    error: e.RuleError | None = None
    hashed: int = 0
    """Of number of options and choice, over all decisions; 0 unless it was asked for."""
    course: tuple[int, ...] = ()
    """See `ground.course`; empty unless it was counted."""
    apart: int = 0
    """See `Interpreter.apart`."""


@dataclass(frozen=True, slots=True)
class Run:
    """Numbers of a row that say how something stood at the end."""

    name: str
    """What the memory of the lowering calls it."""
    cell: int
    """The first cell of the interpreter that has them."""
    cells: int
    length: int
    """How many numbers; those past the cells mean nothing."""


@dataclass(frozen=True, slots=True)
class Group:
    """Counters that stand side by side: of each name those of nobody and of each seat."""

    first: int
    what: str
    """What happened."""
    names: tuple[tuple[str, str], ...]
    """Kinds and names."""


@dataclass(frozen=True, slots=True)
class Counters:
    """What the counters of a module mean, and where they lie."""

    groups: tuple[Group, ...]
    rules: tuple[str, ...]
    """The rules that ask; of each there are decisions, choices, and the most of one."""
    blocks: tuple[tuple[str, str, str, str], ...]
    """The blocks of the ruleset; see `ground.blocks`."""
    seats: int
    """How many counters each name has."""
    size: int
    """How many counters there are."""
    times: int
    """Where the totals begin; 64 bits."""
    amounts: int
    """64 bits."""
    games: int
    won: int
    asked: int
    """64 bits."""
    reached: int
    """By block, 64 bits."""
    winners: int
    """Where the host notes for each row who won, as bits; see `FINISHED`."""
    done: int
    """Where the module notes up to which row it has played."""
    courses: int
    """Where the courses of the games of a call begin; see `ground.course`."""
    width: int
    """Numbers of a course."""
    blind: int
    """Where the host says that the lead is not measured, and the module that it is measuring."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A batch module as bytes, with all that its rows mean."""

    code: bytes
    rows: int
    """Where in its memory the rows begin."""
    game: int
    """Where it says which game is being played."""
    width: int
    """Numbers in a row."""
    players: int
    ends: tuple[Run, ...]
    labels: tuple[str, ...]
    """Of each end of the game; empty where it has none."""
    sided: bool
    """Whether players are on sides, which is a question to the rules."""
    names: tuple[tuple[str, str], ...]
    """Kind and name of the things that are listed with their owner."""
    nowhere: tuple[bool, ...]
    """Of each whether it is listed while it lies nowhere."""
    spaces: int
    """Where something lies below this number, it lies on another thing, and else in a place."""
    counters: Counters | None = None
    """None where it is not counted what happens."""
    given: int = -1
    """Where the choices are written of a game that is played again; less than 0 where chance chooses."""


@dataclass(frozen=True, slots=True)
class AlikeModule:
    """A module that counts rows which are equal, as bytes, and where its arrays lie; see `alike_module`."""

    code: bytes
    width: int
    """Numbers in a row."""
    most: int
    """How many rows that differ there is room for."""
    given: int
    seen: int
    times: int
    """64 bits."""
    noted: int
    """64 bits."""
    winners: int
    """64 bits."""
    number: int
    table: int
    slots: int
    """How many numbers the table has."""


def packed(bundle: Bundle) -> bytes:
    """Writes a bundle down."""
    return records.dumps(bundle)


def unpacked(content: bytes | None) -> Bundle | None:
    """Reads what `packed` wrote; nothing of anything else."""
    if content is None:
        return None
    try:
        found = records.loads(content)
    except records.Unkeepable:
        return None
    return found if isinstance(found, Bundle) else None


def for_a_page(bundle: Bundle) -> dict[str, Any]:
    """Gives what a page needs to play games with a module, ready for JSON: `docs/assets/simulation.js` reads it.

    Returns:
        the module in Base64; where its rows begin and where it says which game is being played; `ends` has for what
        says how a game ended where it begins in a row, and how many numbers it has.
    """
    from base64 import b64encode

    ends, at = {}, FIXED
    for run in bundle.ends:
        if run.name:
            ends[run.name] = [at, run.cells]
        at += run.length
    return {
        "code": b64encode(bundle.code).decode(),
        "rows": bundle.rows,
        "game": bundle.game,
        "width": bundle.width,
        "most": ROWS,
        "players": bundle.players,
        "ends": ends,
    }


@dataclass(slots=True)
class Reader:
    """Reads rows. Games that are alike share what is said of them."""

    bundle: Bundle
    seed: int
    """Of the experiment."""
    ruled: Callable[[Sequence[int]], e.Outcome]
    """Asks the rules how a match ended, by the numbers of `Bundle.ends`."""
    _outcomes: dict[bytes, tuple[int, e.Outcome | None]] = field(default_factory=dict)
    _had: dict[bytes, Owned] = field(default_factory=dict)

    def played(self, number: int, numbers: "memoryview[int]", course: tuple[int, ...] = ()) -> Played:
        """Tells how a game went, by its row and its course."""
        split = FIXED + sum(run.length for run in self.bundle.ends)
        turns, outcome = self._ended(numbers[FIXED:split])
        hashed = (numbers[1] & 0xFFFF_FFFF) | (numbers[2] & 0xFFFF_FFFF) << 32
        had = self._owned(numbers[split:])
        seed = game_seed(self.seed, number)
        return Played(number, seed, turns, numbers[0], numbers[3], outcome, had, None, hashed, course)

    def _ended(self, numbers: "memoryview[int]") -> tuple[int, e.Outcome | None]:
        key = bytes(numbers)
        if key not in self._outcomes:
            if len(self._outcomes) > _REMEMBERED:
                self._outcomes.clear()
            self._outcomes[key] = self._outcome(numbers.tolist())
        return self._outcomes[key]

    def _outcome(self, numbers: Sequence[int]) -> tuple[int, e.Outcome | None]:
        """Tells how many turns there were and how the match ended, if it did by its rules."""
        bundle, at = self.bundle, 0
        by_name: dict[str, Sequence[int]] = {}
        for run in bundle.ends:
            by_name[run.name] = numbers[at : at + run.cells]
            at += run.length

        def first(name: str) -> int:
            return by_name[name][0] if name in by_name else 0

        turns, over = first("turns"), first("over")
        if over != 1:
            return turns, None
        if bundle.sided:
            return turns, self.ruled(numbers)
        nobody = [0] * bundle.players
        end = first("end")
        won = by_name.get("won", nobody) if first("match") == 1 else None
        label = bundle.labels[end - 1] if end else ""
        return turns, Ending(by_name.get("out", nobody), over, label, bool(first("joint")), won).outcome()

    def _owned(self, numbers: "memoryview[int]") -> Owned:
        if not self.bundle.names:
            return ((),) * self.bundle.players
        key = bytes(numbers)
        if key not in self._had:
            if len(self._had) > _REMEMBERED:
                self._had.clear()
            self._had[key] = owned(self.bundle, numbers.tolist())
        return self._had[key]


def owned(bundle: Bundle, numbers: Sequence[int]) -> Owned:
    """Gives what each player has; by thing the owner and the place, at the end and early."""
    found: list[set[tuple[str, str]]] = [set() for _ in range(bundle.players)]
    count = len(bundle.names)
    for part in range(0, len(numbers), 2 * count):
        for index, name in enumerate(bundle.names):
            owner, where = numbers[part + index], numbers[part + count + index]
            shown = bundle.nowhere[index] if where == NOWHERE else where < bundle.spaces
            if 0 <= owner < len(found) and shown:
                found[owner].add(name)
    return tuple(tuple(sorted(each)) for each in found)


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted in games."""

    happened: dict[tuple[str, str, str, int], list[int]]
    """By what happened, kind, name and seat: times, amount, games, games that the seat won."""
    asked: dict[str, list[int]]
    """By rule: decisions, choices, the most choices of one."""
    reached: dict[tuple[str, str, str, str], int]
    """By block: how often it was begun; all blocks are there."""


def take(counters: Counters, numbers: "Callable[[int, int, int], memoryview[int]]") -> Counted:
    """Gives what a module has counted, and has it begin anew.

    Args:
        numbers: gives so many numbers of the memory from an address on, of so many bits.
    """
    size = counters.size
    places = (counters.times, 64), (counters.amounts, 64), (counters.games, 32), (counters.won, 32)
    arrays = [numbers(start, size, width) for start, width in places]
    times, happened = arrays[0], {}
    for group in counters.groups:
        end = group.first + len(group.names) * counters.seats
        for at in (at for at in range(group.first, end) if times[at]):
            name, seat = divmod(at - group.first, counters.seats)
            happened[group.what, *group.names[name], seat - 1] = [array[at] for array in arrays]
    asked = numbers(counters.asked, 3 * len(counters.rules), 64)
    rules = {rule: asked[3 * at : 3 * at + 3].tolist() for at, rule in enumerate(counters.rules)}
    reached = numbers(counters.reached, len(counters.blocks), 64)
    made = Counted(
        happened,
        {rule: counts for rule, counts in rules.items() if counts[0]},
        dict(zip(counters.blocks, reached, strict=True)),
    )
    for array in (*arrays, asked, reached):
        array.cast("B")[:] = bytes(array.nbytes)
    return made
