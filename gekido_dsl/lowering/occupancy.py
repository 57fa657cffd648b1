"""Whether the rules ever put a thing on a space where another stands already.

Where they never do, a set of spaces says how many things stand there, and nobody has to go through them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from gekido_dsl.lowering.lowering import Lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlaceType, SetType, ThingType, item


def alone(lowering: Lowering, board: m.Board) -> bool:
    """Tells whether at most one thing ever stands on each space of a board."""
    found: bool = lowering.remembered(("alone", board.name), lambda: _alone(lowering, board))
    return found


def _alone(lowering: Lowering, board: m.Board) -> bool:
    if not all(lowering.game.kinds[name].blocking for name in lowering.stands) or lowering.game.row:
        return False
    contents = lowering.memory.start.contents
    if any(len(contents[space]) > 1 for space in lowering.layout.things[board.space.name]):
        return False
    listed = {id(one) for decl in walk.declarations(lowering.game) for one in _on_empty(decl)}
    return all(
        sentence is not None and id(sentence) in listed
        for sentence, act in lowering.acts
        if _puts_on(act, board)
    )


def _puts_on(act: m.Act, board: m.Board) -> bool:
    """Tells whether an act may put something on a space of a board."""
    if act.verb in ("arrange", "together"):
        return True
    if act.verb != "move":
        return False
    goal = item(act.args[1].type)
    return not isinstance(goal, PlaceType) and (
        not isinstance(goal, ThingType) or goal.kind.board in (None, board)
    )


def _on_empty(decl: m.Decl) -> list[m.Sentence]:
    """Lists the sentences of a declaration that move one thing to a space that was just chosen among empty ones."""
    found = []
    for body in walk.bodies(decl):
        written = Counter(
            local
            for one in walk.statements(body)
            if isinstance(one, m.Sentence)
            for local in [*_slots(one), *([one.act.value] if one.act.verb == "bind" else [])]
        )
        for block, repeated in _blocks(body, repeated=False):
            last: m.Statement | None = None
            for one in block:
                if isinstance(one, m.Sentence) and _goes_to_empty(one, last, written, repeated):
                    found.append(one)
                last = one
    return found


def _blocks(statements: Sequence[m.Statement], repeated: bool) -> list[tuple[Sequence[m.Statement], bool]]:
    """Lists blocks, and whether they are in a loop."""
    found: list[tuple[Sequence[m.Statement], bool]] = [(statements, repeated)]
    for one in statements:
        match one:
            case m.If(then=then, otherwise=otherwise):
                found += [*_blocks(then, repeated), *_blocks(otherwise, repeated)]
            case m.Each(body=body) | m.Repeat(body=body):
                found += _blocks(body, repeated=True)
            case m.Menu(bodies=bodies):
                for body in bodies:
                    found += _blocks(body, repeated)
            case m.Sentence(otherwise=otherwise) if otherwise:
                found += _blocks(otherwise, repeated)
    return found


def _slots(sentence: m.Sentence) -> list[int]:
    return [] if sentence.decision is None else [slot.local for slot in sentence.decision.slots]


def _goes_to_empty(
    sentence: m.Sentence, last: m.Statement | None, written: Mapping[int, int], repeated: bool
) -> bool:
    if sentence.act.verb != "move" or sentence.each >= 0 or isinstance(sentence.act.args[0].type, SetType):
        return False
    goal = sentence.act.args[1]
    if goal.op != "local":
        return False
    if _chosen_empty(sentence, goal.value):
        return True
    # What the sentence before chose among empty spaces is empty still. If it chose nothing there is no such space.
    if not isinstance(last, m.Sentence) or last.act.verb != "bind" or last.act.value != goal.value:
        return False
    chosen = last.act.args[0]
    if chosen.op != "local" or last.each >= 0 or repeated or written[goal.value] > 1:
        return False
    return written[chosen.value] == 1 and _chosen_empty(last, chosen.value)


def _chosen_empty(sentence: m.Sentence, local: int) -> bool:
    return sentence.decision is not None and any(
        slot.local == local and slot.most == 1 and slot.number is None and _all_empty(slot.candidates)
        for slot in sentence.decision.slots
    )


def _all_empty(several: m.Expr) -> bool:
    """Tells whether all of several spaces are empty."""
    match several.op:
        case "filter":
            return is_empty(several.args[1], several.value) or _all_empty(several.args[0])
        case "union":
            return all(_all_empty(one) for one in several.args)
        case "property":
            return not several.ref.exceptions and _all_empty(several.ref.value)
    return False


def is_empty(test: m.Expr, local: int) -> bool:
    """Tells whether a test of a space holds only where it is empty."""
    match test.op:
        case "empty":
            return _is(test.args[0], local)
        case "and":
            return any(is_empty(one, local) for one in test.args)
        case "or":
            return all(is_empty(one, local) for one in test.args)
        case "defined":
            return _is(test.args[0], local) and not test.ref.exceptions and is_empty(test.ref.test, 1)
    return False


def _is(e: m.Expr, local: int) -> bool:
    return e.op == "local" and e.value == local
