"""The declarations of two rulesets become pairs; what only has another name is found, and paired, too.

A name counts as another name for the same thing when the old one is gone from the whole ruleset, the new one was not
there before, and what they stand for means the same.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final

from gekido_dsl.diff.side import Declared, Side, both_forms, renamed
from gekido_dsl.model.english import plural
from gekido_dsl.syntax import nodes as s

_ROUNDS: Final = 6
"""How often names are looked for again with those that were found."""
_ALIKE: Final = 0.5
"""From which likeness on two declarations without a name are the same one, changed."""
_COMPARED: Final = 60
"""Up to how many declarations without a partner are compared each with each."""
_ITSELF: Final = "Itself"

Pair = tuple[Declared, Declared]


@dataclass
class Pairs:
    """What was found."""

    same: list[Pair] = field(default_factory=list)
    """Those that mean the same."""
    changed: list[Pair] = field(default_factory=list)
    removed: list[Declared] = field(default_factory=list)
    added: list[Declared] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """What names are now, singular and plural."""
    renamings: list[tuple[str, str, str]] = field(default_factory=list)
    """What was renamed: its sort, the old name, the new one."""


def pair(old: Side, new: Side) -> Pairs:
    """Pairs the declarations of two rulesets."""
    found = Pairs()
    for _ in range(_ROUNDS):
        more = [
            (what, before, after)
            for what, before, after in _renamings(old, new, found.names)
            if before not in found.names and before not in new.names and after not in old.names
        ]
        if not more:
            break
        for what, before, after in more:
            if before not in found.names:
                found.names |= both_forms(before, after)
                found.renamings.append((what, before, after))
    _pair(old, new, found)
    return found


def _pair(old: Side, new: Side, found: Pairs) -> None:
    meaning = {id(one): renamed(one.meaning, found.names) for one in old.declared}
    meaning |= {id(one): one.meaning for one in new.declared}
    before, after = list(old.declared), list(new.declared)

    def take(key: Callable[[Declared, bool], object]) -> Iterator[Pair]:
        """Pairs what has the same key, in order, and takes it out."""
        by_key: dict[object, list[Declared]] = defaultdict(list)
        for one in after:
            by_key[key(one, False)].append(one)
        for one in list(before):
            waiting = by_key.get(key(one, True))
            if waiting:
                other = waiting.pop(0)
                before.remove(one)
                after.remove(other)
                yield one, other

    def keyed(one: Declared, is_old: bool) -> object:
        sort, name = one.key
        return sort, renamed(name, found.names) if is_old else name

    def named(one: Declared, is_old: bool) -> object:
        if not one.name or isinstance(one.node, s.Exception_ | s.Scenario | s.Damage):
            return id(one)
        return renamed(one.name, found.names) if is_old else one.name

    found.same += take(lambda one, is_old: (keyed(one, is_old), meaning[id(one)]))
    found.changed += take(keyed)
    found.changed += take(named)
    found.changed += _alike(before, after, meaning)
    found.removed, found.added = before, after


def _alike(before: list[Declared], after: list[Declared], meaning: Mapping[int, str]) -> Iterator[Pair]:
    """Pairs declarations without a name that are mostly the same."""
    unnamed = (s.Trigger, s.Replacement, s.Exception_, s.GameEnd)
    ours = [one for one in before if isinstance(one.node, unnamed)][:_COMPARED]
    theirs = [one for one in after if isinstance(one.node, unnamed)][:_COMPARED]
    likeness = sorted(
        (
            (SequenceMatcher(None, meaning[id(one)], meaning[id(other)], autojunk=False).ratio(), -i, -k)
            for i, one in enumerate(ours)
            for k, other in enumerate(theirs)
            if type(one.node) is type(other.node) and one.name == other.name
        ),
        reverse=True,
    )
    done: set[int] = set()
    for ratio, i, k in likeness:
        one, other = ours[-i], theirs[-k]
        if ratio >= _ALIKE and not {id(one), id(other)} & done:
            done |= {id(one), id(other)}
            before.remove(one)
            after.remove(other)
            yield one, other


# ---------------------------------------------------------------- names


def _renamings(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Gives names that may only be other names: what they are, the old one, the new one."""
    yield from _of_declarations(old, new, names)
    ours = {(one.sort, renamed(one.name, names)): one for one in old.declared if one.name}
    for other in new.declared:
        one = ours.get((other.sort, other.name))
        if one is not None:
            yield from _of_parts(one, other, names)
    yield from _of_rows(old, new, names)


def _of_declarations(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Gives the declarations that mean the same under another name, where only one can be meant."""

    def masked(side: Side, other: Side, own: Mapping[str, str]) -> dict[tuple[str, str], list[str]]:
        known = {renamed(one.name, names) if other is old else one.name for one in other.declared}
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for one in side.declared:
            name = renamed(one.name, own)
            if name and name not in known and not isinstance(one.node, s.Scenario | s.Exception_ | s.Damage):
                mask = {name: _ITSELF, plural(name): f"{_ITSELF}s"}
                found[one.sort, renamed(renamed(one.meaning, own), mask)].append(one.name)
        return found

    before, after = masked(old, new, names), masked(new, old, {})
    for key, ours in before.items():
        theirs = after.get(key, ())
        if len(ours) == len(theirs) == 1:
            yield key[0], ours[0], theirs[0]


def _of_parts(one: Declared, other: Declared, names: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Gives the values, answers, columns, facts and patterns that stand in the place of others."""
    ours, theirs = _parts(one.node), _parts(other.node)
    if len(ours) != len(theirs):
        return
    for (what, before, rest), (_, after, other_rest) in zip(ours, theirs, strict=True):
        if renamed(before, names) != after and renamed(rest, names) == other_rest:
            yield f"{what} of {other.name}", before, after


def _parts(node: s.Declaration) -> list[tuple[str, str, str]]:
    """Gives the names that a declaration gives to its parts, each with what else is said of it."""
    from gekido_dsl.model.canonical import canonical

    match node:
        case s.Values(members=members):
            return [("value", one.text, "") for one in members]
        case s.Option(answers=answers):
            return [("answer", one.text, "") for one in answers]
        case s.Kind(fields=fields) | s.Phase(fields=fields):
            found = []
            for one in fields:
                rest = canonical(one).removeprefix(one.name.text)
                found.append(("fact", one.name.text, rest))
                if isinstance(one.type, s.ValuesType):
                    found += [("value", member.text, "") for member in one.type.members]
            return found
        case s.Patterns(patterns=patterns):
            mask = [(one.name.text, canonical_pattern(node, one)) for one in patterns]
            return [("pattern", name, rest) for name, rest in mask]
        case _:
            return []


def canonical_pattern(node: s.Patterns, one: s.Pattern) -> str:
    """Says what a pattern is, without its name."""
    from dataclasses import replace

    from gekido_dsl.model.canonical import canonical

    return canonical(replace(node, patterns=(one,))).partition(": ")[2]


def _of_rows(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Gives the rows that say the same under another name, where only one can be meant."""
    for kind in old.kinds:
        after_kind = names.get(kind, kind)
        before = {row.name: cell for row, cell in old.rows(kind)}
        after = {row.name: cell for row, cell in new.rows(after_kind)}
        gone = {
            name: _cells(cell, names) for name, cell in before.items() if names.get(name, name) not in after
        }
        known = {names.get(name, name) for name in before}
        come = {name: cell for name, cell in after.items() if name not in known}
        for name, cell in gone.items():
            matches = [other for other, cells in come.items() if cells == cell]
            if len(matches) == 1 and sum(other == cell for other in gone.values()) == 1:
                yield f"row of {plural(after_kind)}", name, matches[0]


def _cells(cell: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {renamed(name, names): renamed(value, names) for name, value in cell.items()}
