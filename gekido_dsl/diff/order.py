"""What follows the same event happens in the order of writing, and so are ends asked about: another order is told."""

from collections.abc import Iterator, Sequence

from gekido_dsl.diff.nodes import Change
from gekido_dsl.diff.pairing import Pair
from gekido_dsl.diff.side import Declared
from gekido_dsl.diff.wording import called_by, capital, listed
from gekido_dsl.syntax import nodes as s


def changes(pairs: Sequence[Pair], old: Sequence[Declared], new: Sequence[Declared]) -> Iterator[Change]:
    """Gives the groups of declarations that both rulesets have and that stand in another order now."""
    before = {id(one): number for number, one in enumerate(old)}
    after = {id(one): number for number, one in enumerate(new)}
    groups: list[tuple[object, list[Pair]]] = []
    for pair in sorted(pairs, key=lambda each: after[id(each[1])]):
        event = _event(pair[1].node)
        if event is None or event != _event(pair[0].node):
            continue
        group = next((group for known, group in groups if known == event), None)
        if group is None:
            groups.append((event, [pair]))
        else:
            group.append(pair)
    for _, group in groups:
        places = [before[id(one)] for one, _ in group]
        if places != sorted(places):
            names = [called_by(other) for _, other in group]
            first, last = group[0][1], group[0][0]
            sentence = f"{capital(names[0])} now comes before {listed(names[1:])}."
            if len(group) > 2:
                sentence = f"The order is now {', then '.join(names)}."
            yield Change(
                first.area, "changed", names[0], sentence, (), (), last.place, first.place, name=first.name
            )


def _event(node: s.Declaration) -> object:
    """Gives what declarations share whose order counts; None for all others."""
    match node:
        case s.Trigger(event=event, after_damage=after_damage):
            return "whenever", event, after_damage
        case s.Replacement(event=event):
            return "instead", event
        case s.GameEnd(whole=whole):
            return "end", whole
        case _:
            return None
