"""What a variant changes of a ruleset that was made: lines, facts, definitions, rows, values, whole declarations.

Each function gives what is written in the variant, or nothing where the ruleset has no such thing.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from gekido_dsl.rng import Rng

_FACT: Final = re.compile(r"  ([A-Z]\w+): 0 to (\d), starts \d")
_DEFINITION: Final = re.compile(r"(an? [A-Z]\w+ is (?:a )?[A-Z]\w+) if \S.*")
_AMOUNT: Final = re.compile(r"amount \w+( of a (?:\w+))?$")
_SCORES: Final = "my Stool's Score gains 1 if possible"
_PLAIN: Final = 'announce "varies"'
_WHERE: Final = ("", ", first", f', before "{_SCORES}"', ', under "repeat up to 1 times"')
_CONDITIONS: Final = ("the Turn is at least 2", "number of players is at least 2", "the Round is at most 3")

Lines = Sequence[str]


def _block_of(lines: Lines, head: str) -> list[str]:
    """Gives the lines below the first line that begins so; nothing where there is none."""
    at = next((number for number, line in enumerate(lines) if line.startswith(head)), len(lines))
    found = []
    for line in lines[at + 1 :]:
        if not line.startswith(" "):
            break
        found.append(line)
    return found


def _facts(lines: Lines, rng: Rng) -> list[str]:
    """Facts begin as another number."""
    heads = [
        one for one in ("each player has", "the game has", "kind Stool", "kind Scout") if one in _heads(lines)
    ]
    head = heads[rng.below(len(heads))]
    known = [found for line in _block_of(lines, head) if (found := _FACT.fullmatch(line))]
    if not known:
        return []
    one = known[rng.below(len(known))]
    return [f"change {head}", f"  {one[1]}: 0 to {one[2]}, starts {rng.below(int(one[2]) + 1)}"]


def _heads(lines: Lines) -> set[str]:
    return {line.partition(",")[0] for line in lines if line and not line.startswith(" ")}


def _more_facts(lines: Lines, rng: Rng) -> list[str]:
    """Players, or the game, have one more fact, which a line of the main phase changes."""
    head, fact = (("each player has", "my Zest"), ("the game has", "Gale"))[rng.below(2)]
    name = fact.rpartition(" ")[2]
    add = "add to " if head in lines else ""
    return [f"{add}{head}", f"  {name}: 0 to 9, starts 1", "add to phase Main", f"  {fact} gains 1, up to 9"]


def _definition(lines: Lines, rng: Rng) -> list[str]:
    """A definition of one line is said anew, with a word that says so or without."""
    known = [found for line in lines if (found := _DEFINITION.fullmatch(line))]
    if not known:
        return []
    head = known[rng.below(len(known))][1]
    # What an exception says would be dropped by a change.
    dropped = any(line.startswith(f"exception to {head.rpartition(' ')[2]} ") for line in lines)
    how = "replace " if dropped else ("change ", "replace ")[rng.below(2)]
    return [f"{how}{head} if {_CONDITIONS[rng.below(len(_CONDITIONS))]}"]


def _amount(lines: Lines, rng: Rng) -> list[str]:
    """An amount has one line more, or is another one."""
    known = [line for line in lines if _AMOUNT.fullmatch(line)]
    if not known:
        return []
    head = known[rng.below(len(known))]
    if rng.below(2):
        return [f"add to {head}", f"  add {1 + rng.below(3)} if {_CONDITIONS[rng.below(len(_CONDITIONS))]}"]
    return [f"replace {head}", f"  starts at {rng.below(5)}", "  add number of players"]


def _line(lines: Lines, rng: Rng) -> list[str]:
    """A line of the main phase is another one, or is gone, or another line stands beside it."""
    sort = rng.below(3)
    if sort == 0:
        return [f'change "{_SCORES}" of phase Main', "  my Stool's Score gains 2 if possible"]
    if sort == 1:
        known = [line.strip() for line in _block_of(lines, "phase Main") if line.startswith("  do ")]
        return [f'remove "{known[0]}" of phase Main'] if known else []
    return [f"add to phase Main{_WHERE[rng.below(len(_WHERE))]}", f"  {_PLAIN}"]


def _setup(lines: Lines, rng: Rng) -> list[str]:
    """The set-up has one line more."""
    if "setup" not in lines:
        return ["setup", f"  {_PLAIN}"]
    return [f"add to setup{('', ', first')[rng.below(2)]}", f"  {_PLAIN}"]


def _turn(lines: Lines, rng: Rng) -> list[str]:
    """A turn has one phase more."""
    if not any(line.startswith("turn of ") for line in lines):
        return []
    return [
        f"add to turn{('', ', first', ', before Main')[rng.below(3)]}",
        "  Epilogue",
        "phase Epilogue",
        f"  {_PLAIN}",
    ]


def _values(lines: Lines, rng: Rng) -> list[str]:
    """A list of values, or the answers of an option, have one more."""
    options = [line.split()[1] for line in lines if line.startswith("option ")]
    if options and rng.below(2):
        return [f"add to option {options[rng.below(len(options))]}: Late"]
    if any(line.startswith("values Suit: ") for line in lines):
        return ["add to values Suit: Amber"]
    return []


def _rows(lines: Lines, rng: Rng) -> list[str]:
    """A table has a row more, or one of its rows other cells, or a row less."""
    if not any(line.startswith('kind Charm from "') for line in lines):
        return []
    return (
        ["change Bell of Charms", "  Cost: 4", "  Brands: Mauve, Teal"],
        ["add Dove to Charms", "  Cost: 1", "  Gift: Teal", "  Effect: Curse with 2", "  Brands: Teal"],
        ["remove Crown"],
        ["change Amulet of Charms", "  Effect: none"],
    )[rng.below(4)]


def _space(lines: Lines, rng: Rng) -> list[str]:
    """A drawing has other signs in one space."""
    if not any(line.startswith("board Meadow: 2 by 2 Patch") for line in lines):
        return []
    if rng.below(2):
        return ["change r1c1 of Low Land", f'  "{(".", "~")[rng.below(2)]}"']
    return ['add "o" to signs of Patch', "  Wet: no", "change r2c1 of High Land", '  "o"']


def _gone(lines: Lines, rng: Rng) -> list[str]:
    """An end of the game, or a rule that follows something, is no more."""
    if any(line.startswith("the game ends after ") for line in lines) and rng.below(2):
        return ['remove "the game ends after"']
    labels = re.findall(r"^whenever (Murmur \w+): ", "\n".join(lines), re.MULTILINE)
    return [f"remove {labels[rng.below(len(labels))]}"] if labels else []


def _more(_: Lines, rng: Rng) -> list[str]:
    """There are declarations that the base has not, and lines below `game`."""
    return (
        [
            "a Stool is Merry if its Score is at least 2",
            "add to phase Main",
            '  announce "merry" if my Stool is Merry',
        ],
        ["rule Cheer", f"  {_PLAIN}", "add to phase Main, first", "  do Cheer"],
        ["whenever Turn ends", f"  {_PLAIN}"],
        [
            'scenario "It varies"',
            "  given the turn of the first player",
            "  then my Stool's Score is at least 0",
        ],
    )[rng.below(4)]


_ALL: Final[tuple[Callable[[Lines, Rng], list[str]], ...]] = (
    _facts, _more_facts, _definition, _amount, _line, _setup, _turn, _values, _rows, _space, _gone, _more,
)  # fmt: skip


def variant(text: str, rng: Rng) -> list[str]:
    """Draws what a variant of a ruleset changes: some lines of the variant, none of them twice."""
    lines = text.split("\n")
    order = list(range(len(_ALL)))
    rng.shuffle(order)
    found: list[str] = []
    for number in order[: 2 + rng.below(4)]:
        found += _ALL[number](lines, rng)
    return found
