"""Phrases and blocks are written from the table: a production is drawn by chance, and each of its holes filled.

Invariants:
    The same stream of chance gives the same text.
    It ends: each hole is filled at a smaller depth, and at the end only what has no holes is drawn.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from gekido_dsl.generated.table import CLASSES, CLOSED, LOOSE, Hole, Production, production
from gekido_dsl.rng import Rng

_DEEPEST: Final = -5
"""At which depth nothing more is tried."""
_STEPS: Final = 60_000
"""How many productions are tried for one ruleset."""
_STEERED: Final = 300
"""How many of them for something that is steered."""
_MOODS: Final = (0, 1, 2, 2, 2, 6)
"""By how much the weight of a production is multiplied in one ruleset, so that each has its own way of talking."""


_SHALLOW: Final = frozenset(
    (
        "sentence",
        "tail",
        "rest",
        "must",
        "suffix",
        "end",
        "end-choice",
        "condition",
        "predicate",
        "open",
        "one",
        "asker",
        "narrow",
        "other",
        "quantity",
    )
)
"""Types of holes that go no deeper: they belong to the line that they stand in, and never hold themselves."""
_LETTER: Final = re.compile(r"<([A-Z])s?>")
"""Where a text names what a letter stands for."""


_IT: Final = re.compile(r"(?:\bit|\(it\))'s ")
_ME: Final = re.compile(r"\bme's ")
_ARTICLE: Final = re.compile(r"\ba (?=[AEIOUaeiou])")


class Dead(Exception):
    """Nothing of a type can be written here."""


@dataclass(frozen=True, slots=True)
class Context:
    """What holds where something is written."""

    it: str = ""
    """The kind of `it`, or `player`."""
    spoken: tuple[str, ...] = ()
    """The kinds of which one is spoken of; of two, neither is meant by `the KIND`."""
    words: tuple[tuple[str, str], ...] = ()
    """Words for one, with their types."""
    inside: frozenset[str] = frozenset()
    """Where it stands: `loop`, `phase`, `decides`, ..."""

    def allows(self, need: str) -> bool:
        """Tells whether something that needs a surrounding, or with `!` must not have it, can stand here."""
        return need[1:] not in self.inside if need.startswith("!") else need in self.inside

    def with_pairs(self, pairs: Sequence[tuple[str, str]], names: Mapping[str, str]) -> "Context":
        """Gives what holds where more is known."""
        made = self
        for what, value in pairs:
            value = names.get(value, value)
            if what == "it":
                made = replace(made, it=value)
                if value != "player":
                    made = replace(made, spoken=(*made.spoken, value))
            elif what == "only":
                made = replace(made, it=value)
            elif what == "say":
                made = replace(made, spoken=(*made.spoken, value))
            elif what == "word":
                word, _, of = value.partition("=")
                head, _, kind = of.partition(" ")
                of = f"{head} {names.get(kind, kind)}".strip()
                words = tuple(one for one in made.words if one[0] != word)
                made = replace(made, words=(*words, (word, of)))
            elif what == "in":
                made = replace(made, inside=made.inside | {value})
            elif what == "out":
                made = replace(made, inside=made.inside - {value})
        return made


@dataclass(slots=True)
class Written:
    """What was written, and what it brings up for the lines after it."""

    text: str
    level: int
    brings: tuple[tuple[str, str], ...] = ()


class _Costs(dict[Production, int]):
    """How deep productions go at least; those of words are not listed, and those that nothing can fill are far."""

    def __missing__(self, one: Production) -> int:
        return 99 if one.holes else 0


@dataclass
class Deriver:
    """Writes phrases about what a ruleset has declared."""

    rng: Rng
    members: dict[str, list[str]] = field(default_factory=dict)
    """The names of each class."""
    _table: dict[str, list[Production]] = field(default_factory=dict)
    _moods: dict[Production, int] = field(default_factory=dict)
    _steps: int = 0
    _known: _Costs | None = None
    _goals: tuple[Production, ...] = ()
    """What is to be written, one in the other, wherever it can stand."""
    _ways: dict[Production, dict[str, int]] = field(default_factory=dict)
    _holders: dict[str, list[str]] = field(default_factory=dict)
    """The types of which some production has a hole of a type."""

    def chance(self, percent: int) -> bool:
        """Tells whether something that is so often is so now."""
        return self.rng.below(100) < percent

    def pick(self, of: Sequence[str]) -> str:
        """Draws one of several."""
        return of[self.rng.below(len(of))]

    def add(self, *productions: Production) -> None:
        """Adds productions to the table."""
        self._known = None
        self._ways.clear()
        self._holders.clear()
        for one in productions:
            self._table.setdefault(one.type, []).append(one)
            self._moods[one] = one.weight * _MOODS[self.rng.below(len(_MOODS))]

    def say(
        self,
        type: str,
        template: str,
        level: int = CLOSED,
        weight: int = 4,
        needs: str = "",
        brings: str = "",
    ) -> None:
        """Adds a production as it is written in the table."""
        self.add(production(type, template, level, weight, needs, brings))

    def write(self, type: str, context: Context, depth: int, of: str = "") -> str:
        """Writes something of a type.

        Raises:
            Dead: there is nothing of the type.
        """
        return self.derive(type, of, context, depth).text

    def derive(self, type: str, of: str, context: Context, depth: int) -> Written:
        """Writes something of a type, and says how tightly it holds together and what it brings up."""
        if depth < _DEEPEST or self._steps > _STEPS:
            raise Dead
        if type == "block":
            return Written(self.block(context, depth), LOOSE)
        left = self._candidates(type, of, context)
        if self._goals:
            found = self._towards(left, type, of, context, depth)
            if found is not None:
                return found
        costs = self._costs()
        most = max(depth, min((costs[one] for one, _ in left), default=0))
        near = [one for one in left if costs[one[0]] <= most]
        if depth > 1 and len(near) > 1 and self.chance(70):
            near = [one for one in near if one[0].holes] or near
        far = [one for one in left if one not in near and costs[one[0]] <= most + 2]
        for some in (near, far):
            while some:
                at = self._draw([one[1] for one in some])
                drawn, _ = some.pop(at)
                try:
                    return self._fill(drawn, of, context, depth)
                except Dead:
                    if self._steps > _STEPS:
                        raise
        raise Dead

    def steered(self, type: str, context: Context, depth: int, goals: Sequence[Production]) -> Written:
        """Writes something of a type in which some productions come, each in the one before it.

        Raises:
            Dead: they cannot.
        """
        self._goals, steps = tuple(goals), self._steps
        self._steps = _STEPS - _STEERED
        try:
            found = self.derive(type, "", context, depth)
            if self._goals:
                raise Dead
            return found
        finally:
            self._goals, self._steps = (), steps

    def productions(self, *types: str) -> list[Production]:
        """Lists the productions of some types; without types, of all."""
        return [one for type, listed in self._table.items() if not types or type in types for one in listed]

    def _towards(
        self, left: Sequence[tuple[Production, int]], type: str, of: str, context: Context, depth: int
    ) -> Written | None:
        """Writes something in which the next goal comes; None where it cannot come here."""
        goals, ways = self._goals, self._ways_to(self._goals[0])
        if type not in ways:
            return None
        far = {one: min((ways.get(hole.type, 99) for hole in one.gaps), default=99) for one, _ in left}
        far |= {one: -1 for one, _ in left if one is goals[0]}
        for one in sorted(far, key=lambda one: far[one])[:3]:
            if far[one] >= ways[type]:
                return None
            self._goals = goals[1:] if one is goals[0] else goals
            try:
                found = self._fill(one, of, context, depth)
            except Dead:
                self._goals = goals
                if self._steps > _STEPS:
                    raise
            else:
                return found
        return None

    def _ways_to(self, goal: Production) -> dict[str, int]:
        """Gives how many productions lie between each type and a goal."""
        if goal not in self._ways:
            if not self._holders:
                for type, listed in self._table.items():
                    for hole in {hole.type for one in listed for hole in one.gaps}:
                        self._holders.setdefault(hole, []).append(type)
                self._holders.setdefault("statement", []).append("block")
            ways, last = {goal.type: 0}, [goal.type]
            while last:
                far = ways[last[0]] + 1
                last = list(
                    dict.fromkeys(
                        type for hole in last for type in self._holders.get(hole, ()) if type not in ways
                    )
                )
                ways |= dict.fromkeys(last, far)
            self._ways[goal] = ways
        return self._ways[goal]

    def _costs(self) -> "_Costs":
        """Gives how deep each production goes at least."""
        if self._known is None:
            costs: dict[Production, int] = {}
            least = {"block": 2}
            changed = True
            while changed:
                changed = False
                for type, listed in self._table.items():
                    for one in listed:
                        if one in costs:
                            continue
                        holes = [hole.type for hole in one.parts if isinstance(hole, Hole)]
                        if all(hole in least for hole in holes):
                            costs[one] = max((_deeper(hole) + least[hole] for hole in holes), default=0)
                            least[type] = min(least.get(type, costs[one]), costs[one])
                            changed = True
            self._known = _Costs(costs)
        return self._known

    def _candidates(self, type: str, of: str, context: Context) -> list[tuple[Production, int]]:
        found = [
            (one, self._moods[one] or 1)
            for one in self._table.get(type, ())
            if one.weight and self._fits(one.of, of) and all(context.allows(need) for need in one.needs)
        ]
        wanted = f"{type} {of}".strip()
        if type in ("thing", "player"):
            if context.it and context.it == (of or "player"):
                found.append((production(wanted, "it"), 12))
            if context.spoken.count(of) == 1:
                found.append((production(wanted, f"the {of}"), 10))
        found += [(production(wanted, f"the {word}"), 12) for word, kind in context.words if kind == wanted]
        return found

    def _fits(self, pattern: str, of: str) -> bool:
        if pattern in CLASSES:
            return not of or of in self.members.get(CLASSES[pattern], ())
        return pattern == of or not of

    def _draw(self, weights: Sequence[int]) -> int:
        at = self.rng.below(sum(weights))
        for number, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return number
        raise AssertionError

    def _fill(self, one: Production, of: str, context: Context, depth: int) -> Written:
        self._steps += 1
        names: dict[str, str] = {}
        if one.of in CLASSES and of:
            names[one.of] = of
        for part in one.parts:
            for name in _LETTER.findall(part) if isinstance(part, str) else ():
                if name not in names:
                    names[name] = self._member(name)
            for name in (part.of, *(value for _, value in part.inside)) if isinstance(part, Hole) else ():
                name = name.rpartition(" ")[2].rpartition("=")[2]
                if name in CLASSES and name not in names:
                    names[name] = self._member(name)
        if one.of in CLASSES and one.of not in names:
            names[one.of] = self._member(one.of)
        text = margin = ""
        brought: tuple[tuple[str, str], ...] = ()
        for part in one.parts:
            if isinstance(part, str):
                text += _named(part, names)
                if "\n" in part:
                    line = part.rpartition("\n")[2]
                    margin = " " * (len(line) - len(line.lstrip(" ")))
                continue
            inner = context.with_pairs(part.inside, names)
            got = self.derive(part.type, names.get(part.of, part.of), inner, depth - _deeper(part.type))
            found = f"({got.text})" if got.level > part.level else got.text
            text += found.replace("\n", "\n" + margin)
            if part.type == "sentence":
                brought = got.brings
        brings = tuple((what, names.get(value, _last(value, names))) for what, value in one.brings)
        return Written(smooth(text), one.level, (*brought, *brings))

    def _member(self, name: str) -> str:
        members = self.members.get(CLASSES[name])
        if not members:
            raise Dead
        return self.pick(members)

    def block(self, context: Context, depth: int, most: int = 3) -> str:
        """Writes the lines of a block."""
        lines: list[str] = []
        for _ in range(1 + self.rng.below(most)):
            try:
                found = self.derive("statement", "", context, depth)
            except Dead:
                break
            lines.append(found.text)
            context = context.with_pairs(found.brings, {})
        if not lines:
            raise Dead
        return "\n".join(lines)


def _deeper(type: str) -> int:
    return 0 if type in _SHALLOW else 1


def _named(text: str, names: Mapping[str, str]) -> str:
    """Puts names in the place of letters that stand in angle brackets: `<K>`, and `<Ks>` for several."""
    from gekido_dsl.model.english import plural

    if "<" in text:
        for letter, name in names.items():
            text = text.replace(f"<{letter}>", name).replace(f"<{letter}s>", plural(name))
    return text


def _last(value: str, names: Mapping[str, str]) -> str:
    head, space, last = value.rpartition(" ")
    return f"{head}{space}{names.get(last, last)}"


def smooth(text: str) -> str:
    """Puts words as they are said: `its`, `my`, `an`."""
    text = _ME.sub("my ", _IT.sub("its ", text))
    return _ARTICLE.sub("an ", text)
