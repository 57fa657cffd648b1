"""Names that are only other names for the same things are found.

A name counts as another name when the old one is gone from the whole ruleset, the new one was not there before, both
are declared as the same sort of thing, and what says them says the same apart from such names.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from gekido_dsl.diff.side import Side, name_pieces, renamed
from gekido_dsl.model.english import plural
from gekido_dsl.model.row_words import canonical_row
from gekido_dsl.syntax import nodes as s


def other_names(old: Side, new: Side, known: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Finds names that took the place of others.

    Args:
        known: what was found before, singular and plural.
    Returns:
        What it is, the old name, the new one; no name twice on either side.
    """
    ours, theirs = _declared(old), _declared(new)
    gone = {name: what for name, what in ours.items() if name not in new.names and name not in known}
    come = {name: what for name, what in theirs.items() if name not in old.names}
    come = {name: what for name, what in come.items() if name not in known.values()}
    if not gone or not come:
        return []
    votes: Counter[tuple[str, str]] = Counter()
    before, after = _masked(old, gone, known), _masked(new, come, {})
    for text, said in before.items():
        others = after.get(text, ())
        if len(said) == len(others) == 1:
            votes.update(zip(said[0], others[0], strict=True))
    found: list[tuple[str, str, str]] = []
    for (name, other), _ in votes.most_common():
        done = any(name == one[1] or other == one[2] for one in found)
        if not done and gone[name][0] == come[other][0]:
            found.append((" of ".join(one for one in come[other] if one), name, other))
    return found


def _masked(
    side: Side, names: Mapping[str, tuple[str, str]], known: Mapping[str, str]
) -> dict[str, list[tuple[str, ...]]]:
    """Gives what declarations and rows say without some names, and which names these are, in their order."""
    forms = {name: name for name in names} | {plural(name): name for name in names}
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for text in _texts(side):
        said: list[str] = []
        masks: dict[str, str] = {}
        for piece in name_pieces(text):
            if piece.text in forms:
                name = forms[piece.text]
                if name not in said:
                    said.append(name)
                many = "s" if piece.text != name else ""
                masks[piece.text] = f"Name{_letters(said.index(name))}{many}"
        if said:
            found[renamed(renamed(text, known), masks)].append(tuple(said))
    return found


def _letters(number: int) -> str:
    """Numbers a name by letters, since digits are no part of one."""
    return chr(ord("A") + number % 26) * (1 + number // 26)


def _texts(side: Side) -> Iterator[str]:
    for one in side.declared:
        if not isinstance(one.node, s.Scenario):
            yield one.meaning
    assert side.game is not None
    for name, kind in side.kinds.items():
        for number in range(len(side.rows(name))):
            yield canonical_row(side.game, kind, number)


def _declared(side: Side) -> dict[str, tuple[str, str]]:
    """Gives every name that is given to something: its sort, and what it belongs to."""
    found: dict[str, tuple[str, str]] = {}
    for kind in side.kinds:
        for row, _ in side.rows(kind):
            found[row.name] = ("row", plural(kind))
    for one in side.declared:
        for what, name in _parts(one.node):
            found.setdefault(name, (what, one.name))
    for one in side.declared:
        if one.name and not isinstance(one.node, s.Scenario | s.Claim | s.Exception_ | s.Damage):
            found[one.name] = (one.sort, "")
    return found


def _parts(node: s.Declaration) -> Iterator[tuple[str, str]]:
    """Gives the names that a declaration gives to its parts, each with what it is."""
    match node:
        case s.Values(members=members):
            yield from (("value", one.text) for one in members)
        case s.Option(answers=answers):
            yield from (("answer", one.text) for one in answers)
        case s.Patterns(patterns=patterns):
            yield from (("pattern", one.name.text) for one in patterns)
        case s.Link(sides=sides):
            yield from (("side", one.text) for one in sides)
        case s.Kind(fields=fields) | s.Phase(fields=fields):
            for field in fields:
                yield "fact", field.name.text
                if isinstance(field.type, s.ValuesType):
                    yield from (("value", member.text) for member in field.type.members)
