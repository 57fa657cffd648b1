"""The declarations of two rulesets become pairs; what only has another name is found, and paired, too."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final

from gekido_dsl.diff import names
from gekido_dsl.diff.side import Declared, Side, both_forms, renamed
from gekido_dsl.syntax import nodes as s

_ROUNDS: Final = 6
"""How often names are looked for again with those that were found."""
_ALIKE: Final = 0.5
"""From which likeness on two declarations without a name are the same one, changed."""
_COMPARED: Final = 60
"""Up to how many declarations without a partner are compared each with each."""

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
        more = names.other_names(old, new, found.names)
        if not more:
            break
        for what, before, after in more:
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
        if not one.name or isinstance(one.node, s.Exception_ | s.Scenario | s.Claim | s.Damage):
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
