"""What is different between two rulesets, as data: changes with both sides, where they stand, and what they cite."""

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, Literal

from gekido_dsl.source import is_workbook, shown_file
from gekido_dsl.syntax import nodes as s

Area = Literal[
    "game",
    "options",
    "components",
    "tables",
    "turn",
    "rules",
    "definitions",
    "rulings",
    "around",
    "examples",
    "look",
    "words",
]
AREAS: Final[dict[Area, str]] = {
    "game": "The game",
    "options": "Options",
    "components": "Components",
    "tables": "Rows of tables",
    "turn": "Set-up and turn",
    "rules": "Rules",
    "definitions": "Words and numbers",
    "rulings": "Rulings",
    "around": "Reports, and what programs strive for",
    "examples": "Examples",
    "look": "How it looks",
    "words": "Only in words",
}
"""Where a change belongs, and the heading over it; those from `rulings` on change nothing in play."""
RULES: Final[tuple[Area, ...]] = ("game", "options", "components", "tables", "turn", "rules", "definitions")
APART: Final[tuple[Area, ...]] = ("rulings", "around", "examples", "look", "words")

How = Literal["added", "removed", "changed", "renamed"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands."""

    file: str
    line: int
    """From 1."""

    def __str__(self) -> str:
        if is_workbook(self.file):
            return f"{shown_file(self.file)}, row {self.line}"
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Value:
    """One value that was exchanged."""

    part: str
    """What has the value: a column, a line with `…` in place of the value."""
    old: str
    """Empty where there was none."""
    new: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a declaration, as it is shown."""

    sign: Literal["-", "+", " "]
    """Only of the old one, only of the new one, or of both."""
    depth: int
    text: str

    def __str__(self) -> str:
        return f"{self.sign} {'  ' * self.depth}{self.text}"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different."""

    area: Area
    how: How
    what: str
    """What it is about: `rule Push`, `V-REX`."""
    sentence: str
    """The change as a whole sentence, or as the beginning of one that `lines` end."""
    values: tuple[Value, ...] = ()
    lines: tuple[Line, ...] = ()
    old: Place | None = None
    new: Place | None = None
    old_pages: tuple[str, ...] = ()
    """What the old one cites, such as `GB p5`."""
    new_pages: tuple[str, ...] = ()
    name: str = ""
    """What the ruleset calls it; empty for what has no name."""
    text: str = ""
    """What players read of a row that is new."""
    old_node: s.Node | None = field(default=None, compare=False, repr=False)
    """The declaration as it was; None for one that is new, and for what is no declaration."""
    new_node: s.Node | None = field(default=None, compare=False, repr=False)

    def facts(self) -> dict[str, Any]:
        """Gives what a program may want of it."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        found = {name: value for name, value in found.items() if not name.endswith("_node")}
        for name, value in found.items():
            if isinstance(value, Place):
                found[name] = asdict(value)
            elif isinstance(value, tuple):
                found[name] = [asdict(one) if isinstance(one, Value | Line) else one for one in value]
        return found

    @property
    def told(self) -> bool:
        """Whether the sentence says everything, so that the lines only repeat it."""
        return not self.sentence.endswith(":")


@dataclass(frozen=True, slots=True)
class Difference:
    """What is different between two rulesets."""

    old_title: str
    new_title: str
    changes: tuple[Change, ...] = field(default=())

    def of(self, *areas: Area) -> tuple[Change, ...]:
        """Gives the changes of some areas, in the order of these."""
        return tuple(one for area in areas for one in self.changes if one.area == area)

    @property
    def rules(self) -> tuple[Change, ...]:
        """What changes play."""
        return self.of(*RULES)

    @property
    def apart(self) -> tuple[Change, ...]:
        """What changes nothing in play."""
        return self.of(*APART)
