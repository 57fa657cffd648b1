"""Places that things only ever leave, the last first: what lies there is known by how many there are.

The chains of these places are kept up as well, for whoever looks from outside; here nobody goes through them.
"""

from dataclasses import dataclass

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.occupancy import is_about, stays
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.sets import Range, Set
from gekido_dsl.lowering.sets.things import born_things
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@dataclass(frozen=True, slots=True)
class Stock:
    """A place, or those of all players, that things only leave."""

    left: ir.Array
    """How many there are, by owner."""
    place: int
    """The first of the places."""
    start: int
    """The first thing of the first place."""
    each: int
    """How many lie in each at first."""
    unowned: bool
    """Whether nobody has any of them at first."""

    def things(self, w: Writer, place: ir.Expr) -> Set:
        """Gives what lies in one of the places."""
        number = x.sub(place, self.place)
        number = number if isinstance(number, ir.Const) else w.code.let(number)
        start = x.add(self.start, x.mul(number, self.each))
        start = start if isinstance(start, ir.Const) else w.code.let(start)
        return Range(start, w.code.let(x.add(start, x.load(self.left, number))), self.each)

    def owner(self, w: Writer, place: ir.Expr, kind: object) -> ir.Expr | None:
        """Gives whose the things of one of the places are: each player's own for good, or nobody's yet."""
        if isinstance(kind, ThingType) and self.unowned and not _taken_unseen(w.lowering, kind.kind):
            return x.constant(NONE)
        if not isinstance(kind, ThingType) or self.each * w.layout.players != len(
            w.layout.things[kind.kind.name]
        ):
            return None
        born = born_things(w.lowering, kind.kind)
        return None if born is None or born.start != self.start else x.sub(place, self.place)

    def leave(self, w: Writer, place: ir.Expr) -> None:
        """Notes that the last thing has left."""
        number = x.sub(place, self.place)
        w.code.increase(self.left, number if isinstance(number, ir.Const) else w.code.let(number), -1)


def stock_of(lowering: Lowering, place: m.Expr) -> Stock | None:
    """Gives the stock that an expression names."""
    if not isinstance(place, m.ops.Place) or isinstance(place.type, SetType):
        return None
    stock: Stock | None = lowering.remembered(("stock", place.ref.name), lambda: _find(lowering, place.ref))
    return stock


def _find(lowering: Lowering, decl: m.Place) -> Stock | None:
    kind, layout = decl.holds, lowering.layout
    if not decl.full or decl.shuffled or decl.refill is not None or decl.limit is not None:
        return None
    if decl.seen != "everyone":
        return None  # in a world that is drawn for a seat its things may lie in another order
    if lowering.parts_of(kind.name) or lowering.game.row or not _only_leaves(lowering, kind):
        return None
    numbers = sorted(number for (name, _), number in layout.place_of.items() if name == decl.name)
    contents = [lowering.memory.start.contents[number] for number in numbers]
    each = len(contents[0]) if contents else 0
    every = [thing for things in contents for thing in things]
    if not each or any(len(things) != each for things in contents):
        return None
    if every != list(range(every[0], every[0] + len(every))) or numbers != list(
        range(numbers[0], numbers[-1] + 1)
    ):
        return None
    if not lowering.takes(Special.STOCK):
        return None
    left = lowering.derived(
        f"left {decl.name}", 32, lambda s: [len(s.contents[number]) for number in numbers]
    )
    unowned = all(lowering.memory.start.owner(thing) == NONE for thing in every)
    return Stock(left, numbers[0], every[0], each, unowned)


def _taken_unseen(lowering: Lowering, kind: m.Kind) -> bool:
    """Tells whether any things of a kind can be taken that stand on no space."""
    return any(
        isinstance(act, m.acts.Take) and is_about(act.things, kind) and not isinstance(act.things, m.ops.On)
        for _, act in lowering.acts
    )


def _only_leaves(lowering: Lowering, kind: m.Kind) -> bool:
    """Tells whether things of a kind leave places nowhere but from the top of one, and come to none."""
    game = lowering.game
    holders: list[m.Track | m.Counter] = [*game.tracks.values(), *game.counters.values()]
    if any(holder.die is kind for holder in holders) or kind.name in lowering.layout.holders:
        return False
    for sentence, act in lowering.acts:
        if stays(act) or not any(is_about(arg, kind) for arg in act.operands):
            continue
        match act:
            case m.acts.Remove(things=things) if sentence is not None and _chosen_on_a_board(
                sentence, things
            ):
                continue
            case m.acts.Move(things=things, goal=goal) if not isinstance(item(goal.type), PlaceType):
                if _from_the_top(things):
                    continue
                if sentence is not None and _chosen_on_a_board(sentence, things):
                    continue
            case _:
                pass
        return False
    return True


def _chosen_on_a_board(sentence: m.Sentence, one: m.Expr) -> bool:
    """Tells whether a sentence is about one thing, just chosen among those on a board."""
    if sentence.decision is None or sentence.each >= 0 or not isinstance(one, m.ops.Local):
        return False
    return any(
        slot.local == one.value and slot.most == 1 and slot.number is None and _on_a_board(slot.candidates)
        for slot in sentence.decision.slots
    )


def _on_a_board(several: m.Expr) -> bool:
    while isinstance(several, m.ops.Filter):
        several = several.set
    return isinstance(several, m.ops.On) and isinstance(several.spaces, m.ops.Board)


def _from_the_top(things: m.Expr) -> bool:
    if (
        not isinstance(things, m.ops.Next)
        or isinstance(things.type, SetType)
        or not isinstance(things.set, m.ops.Inside)
    ):
        return False
    place = things.set.place
    return isinstance(place, m.ops.Place) and not isinstance(place.type, SetType)
