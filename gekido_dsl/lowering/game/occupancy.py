"""Whether the rules ever put a thing on a space where another stands already, or another of the same player.

Where they never do, a set of spaces says how many things stand there, and nobody has to go through them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.verb import Writes
from gekido_dsl.model.types import PlaceType, PlayerType, SetType, ThingType, item


def stays(act: m.Act) -> bool:
    """Tells whether an act moves nothing by itself, but for the dice of counters."""
    return Writes.WHERE not in act.record.writes


def is_about(e: m.Expr, kind: m.Kind) -> bool:
    """Tells whether an expression may give things of a kind, or places of them."""
    one = item(e.type)
    if isinstance(one, PlaceType):
        return one.holds is kind
    return not isinstance(one, ThingType) or one.kind is kind


def alone(lowering: Lowering, board: m.Board) -> bool:
    """Tells whether at most one thing ever stands on each space of a board."""
    found: bool = lowering.remembered(("alone", board.name), lambda: _alone(lowering, board))
    return found


def _alone(lowering: Lowering, board: m.Board) -> bool:
    if not all(lowering.game.kinds[name].blocking for name in lowering.stands) or lowering.game.row:
        return False
    contents = lowering.memory.start.contents
    if any(len(contents[space]) > 1 for space in lowering.layout.spaces[board.name]):
        return False
    listed = {id(one) for decl in walk.declarations(lowering.game) for one in _on_empty(decl)}
    for decl in lowering.game.rules.values():
        first = _first_on_empty(lowering, decl)
        if first is not None:
            listed.add(id(first))
    return all(
        sentence is not None and id(sentence) in listed
        for sentence, act in lowering.acts
        if _puts_on(act, board)
    )


def one_of_each(lowering: Lowering, board: m.Board, kind: m.Kind) -> bool:
    """Tells whether at most one thing of a kind of each player ever stands on each space of a board."""
    found: bool = lowering.remembered(
        ("one of each", board.name, kind.name), lambda: _one_of_each(lowering, board, kind)
    )
    return found


def _one_of_each(lowering: Lowering, board: m.Board, kind: m.Kind) -> bool:
    game, start = lowering.game, lowering.memory.start
    if game.row or game.sides is not None or not lowering.keeps_owner(kind):
        return False
    standing = [
        (start.where[thing], start.owner(thing))
        for thing in lowering.layout.things[kind.name]
        if start.where[thing] in lowering.layout.spaces[board.name]
    ]
    if len(set(standing)) < len(standing):
        return False
    return all(
        sentence is not None and _goes_where_no_ownis_local(sentence, kind)
        for sentence, act in lowering.acts
        if _puts_on(act, board) and is_about(act.operands[0], kind)
    )


def _goes_where_no_ownis_local(sentence: m.Sentence, kind: m.Kind) -> bool:
    """Tells whether a player moves one of their things to a space, both just chosen, where none of them stands."""
    decision = sentence.decision
    act = sentence.act
    if not isinstance(act, m.acts.Move) or sentence.each >= 0 or decision is None:
        return False
    thing, goal = act.things, act.goal
    slots = {slot.local: slot for slot in decision.slots if slot.most == 1 and slot.number is None}
    if (
        not isinstance(thing, m.ops.Local)
        or not isinstance(goal, m.ops.Local)
        or not {thing.value, goal.value} <= set(slots)
    ):
        return False
    return _all_own(slots[thing.value].candidates, kind) and _all_free(slots[goal.value].candidates, kind)


def _all_own(several: m.Expr, kind: m.Kind) -> bool:
    if not isinstance(several, m.ops.Filter):
        return False
    test = several.test
    tests = test.args if isinstance(test, m.ops.And) else (test,)
    own = any(isinstance(one, m.ops.Friendly) and is_local(one.of, several.value) for one in tests)
    return own or _all_own(several.set, kind)


def _all_free(several: m.Expr, kind: m.Kind) -> bool:
    """Tells whether no things of a kind that are the actor's stand on any of several spaces."""
    match several:
        case m.ops.Filter():
            return _is_free(several.test, several.value, kind) or _all_free(several.set, kind)
        case m.ops.Union():
            return all(_all_free(one, kind) for one in several.args)
        case m.ops.Property():
            decl = several.ref
            return not (decl.exceptions or isinstance(decl.subject, PlayerType)) and _all_free(
                decl.value, kind
            )
    return False


def _is_free(test: m.Expr, local: int, kind: m.Kind) -> bool:
    match test:
        case m.ops.Empty():
            return kind.blocking and is_local(test.place, local)
        case m.ops.And():
            return any(_is_free(one, local, kind) for one in test.args)
        case m.ops.Or():
            return all(_is_free(one, local, kind) for one in test.args)
        case m.ops.Not():
            return _is_held(test.condition, local, kind)
        case m.ops.No():
            return _some_own(test, local, kind)
    return False


def _is_held(test: m.Expr, local: int, kind: m.Kind) -> bool:
    """Tells whether a test of a space holds wherever the actor's things of a kind stand."""
    match test:
        case m.ops.Some():
            return _some_own(test, local, kind)
        case m.ops.Or():
            return any(_is_held(one, local, kind) for one in test.args)
        case m.ops.Defined():
            return (
                is_local(test.thing, local) and not test.ref.exceptions and _is_held(test.ref.test, 1, kind)
            )
    return False


def _some_own(test: m.ops.Some | m.ops.No, local: int, kind: m.Kind) -> bool:
    things, at = test.set, test.test
    if not isinstance(at, m.ops.At) or not is_local(at.thing, test.value) or not is_local(at.space, local):
        return False
    if (
        not isinstance(things, m.ops.Filter)
        or not isinstance(things.set, m.ops.Things)
        or things.set.ref is not kind
    ):
        return False
    own = things.test
    return isinstance(own, m.ops.Friendly) and is_local(own.of, things.value)


def nowhere_else(lowering: Lowering, board: m.Board, kind: m.Kind) -> bool:
    """Tells whether things of a kind are always on a board as long as they are in the game."""

    def find() -> bool:
        where, spaces = lowering.memory.start.where, lowering.layout.spaces[board.name]
        if any(where[thing] not in spaces for thing in lowering.layout.things[kind.name]):
            return False
        return not lowering.parts_of(kind.name) and all(
            stays(act)
            or isinstance(act, m.acts.Leaving)
            or (isinstance(act, m.acts.Move) and _board_of(act.goal) is board)
            for _, act in lowering.acts
            if any(is_about(arg, kind) for arg in act.operands)
        )

    found: bool = lowering.remembered(("nowhere else", board.name, kind.name), find)
    return found


def _board_of(e: m.Expr) -> m.Board | None:
    """Gives the board that an expression gives spaces of."""
    one = item(e.type)
    return one.kind.board if isinstance(one, ThingType) else None


def _puts_on(act: m.Act, board: m.Board) -> bool:
    """Tells whether an act may put something on a space of a board."""
    moves = act.record.moves
    if moves is None or not isinstance(moves.goal, str):
        return False
    goal = item(getattr(act, moves.goal).type)
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
            for local in [*_slots(one), *([one.act.local] if isinstance(one.act, m.acts.Bind) else [])]
        )
        for block, repeated in _blocks(body, repeated=False):
            last: m.Statement | None = None
            for one in block:
                if isinstance(one, m.Sentence) and _goes_to_empty(one, last, written, repeated):
                    found.append(one)
                last = one
    return found


def _first_on_empty(lowering: Lowering, decl: m.Procedure) -> m.Sentence | None:
    """Gives what a rule does first, if that moves one thing to a space that was chosen among empty ones to do the rule.

    Nothing happens between the choice and the beginning of the rule.
    """
    one = decl.body.statements[0] if decl.word == "rule" and decl.body.statements else None
    if not isinstance(one, m.Sentence) or decl.exceptions:
        return None
    act = one.act
    if not isinstance(act, m.acts.Move) or one.each >= 0 or isinstance(act.things.type, SetType):
        return None
    goal = act.goal
    if not isinstance(goal, m.ops.Local) or not 1 <= goal.value <= len(decl.params):
        return None
    if one.decision is not None:
        return None
    calls = [
        (sentence, call)
        for sentence, call in lowering.acts
        if isinstance(call, m.acts.Do) and call.rule is decl
    ]
    for sentence, call in calls:
        given = call.values[goal.value - 1]
        if sentence is None or sentence.each >= 0 or not isinstance(given, m.ops.Local):
            return None
        if not _chosen_empty(sentence, given.value):
            return None
    return one


def _blocks(statements: Sequence[m.Statement], repeated: bool) -> list[tuple[Sequence[m.Statement], bool]]:
    """Lists blocks, and whether they are in a loop."""
    found: list[tuple[Sequence[m.Statement], bool]] = [(statements, repeated)]
    for one in statements:
        for block in one.blocks:
            found += _blocks(block, repeated or one.record.repeats)
    return found


def _slots(sentence: m.Sentence) -> list[int]:
    return [] if sentence.decision is None else [slot.local for slot in sentence.decision.slots]


def _goes_to_empty(
    sentence: m.Sentence, last: m.Statement | None, written: Mapping[int, int], repeated: bool
) -> bool:
    act = sentence.act
    if not isinstance(act, m.acts.Move) or sentence.each >= 0 or isinstance(act.things.type, SetType):
        return False
    goal = act.goal
    if not isinstance(goal, m.ops.Local):
        return False
    if _chosen_empty(sentence, goal.value):
        return True
    # What the sentence before chose among empty spaces is empty still. If it chose nothing there is no such space.
    if not isinstance(last, m.Sentence) or not isinstance(last.act, m.acts.Bind):
        return False
    chosen = last.act.found
    if last.act.local != goal.value:
        return False
    if not isinstance(chosen, m.ops.Local) or last.each >= 0 or repeated or written[goal.value] > 1:
        return False
    return written[chosen.value] == 1 and _chosen_empty(last, chosen.value)


def _chosen_empty(sentence: m.Sentence, local: int) -> bool:
    return sentence.decision is not None and any(
        slot.local == local and slot.most == 1 and slot.number is None and _all_empty(slot.candidates)
        for slot in sentence.decision.slots
    )


def _all_empty(several: m.Expr) -> bool:
    """Tells whether all of several spaces are empty."""
    match several:
        case m.ops.Filter():
            return is_empty(several.test, several.value) or _all_empty(several.set)
        case m.ops.Union():
            return all(_all_empty(one) for one in several.args)
        case m.ops.Property():
            return not several.ref.exceptions and _all_empty(several.ref.value)
    return False


def is_empty(test: m.Expr, local: int) -> bool:
    """Tells whether a test of a space holds only where it is empty."""
    match test:
        case m.ops.Empty():
            return is_local(test.place, local)
        case m.ops.And():
            return any(is_empty(one, local) for one in test.args)
        case m.ops.Or():
            return all(is_empty(one, local) for one in test.args)
        case m.ops.Defined():
            return is_local(test.thing, local) and not test.ref.exceptions and is_empty(test.ref.test, 1)
    return False


def is_local(e: m.Expr, local: int) -> bool:
    """Tells whether an expression is a local, and no more."""
    return isinstance(e, m.ops.Local) and e.value == local
