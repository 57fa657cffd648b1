"""Who may read the value of a phrase: everybody, unless it asks for what not everybody sees.

Invariants:
    A phrase that is for everybody has the same value in all worlds that look the same to anybody.
    One that is for the owner has the same value in all worlds that look the same to the owner of local 1.

How many things lie in a hidden place is known to all. What a definition, property or amount asks counts as asked.
"""

from typing import Final, Literal

from gekido_dsl.languages import text
from gekido_dsl.model import known, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.operator import Seen
from gekido_dsl.model.types import SetType, ThingType, Type, item

Readers = Literal["everyone", "owner", "nobody"]
UNREAD: Final = text("hidden")
"""What a reader is told instead of what they may not read."""

_WORST: Final[tuple[Readers, ...]] = ("everyone", "owner", "nobody")


def hides(game: m.Game) -> bool:
    """Tells whether anything in a game is not seen by everyone, or decided in secret."""
    declared = walk.declarations(game)
    if any(getattr(one, "seen", "everyone") != "everyone" for one in declared):
        return True
    return any(getattr(node, "secret", False) for one in declared for node in walk.nodes(one))


def seen(fact: m.Field) -> Readers:
    """Tells who sees a fact: of a space, whoever sees its board."""
    board = fact.owner.board if isinstance(fact.owner, m.Kind) else None
    return fact.seen if fact.seen != "everyone" or board is None else board.seen


def readers(game: m.Game, value: m.Expr) -> tuple[Readers, m.Decl | None]:
    """Tells who may read a value, and the first hidden thing that it asks for."""
    kinds = {place.holds for place in game.places.values() if place.seen != "everyone"}
    return _Reading(kinds, any(board.seen != "everyone" for board in game.boards.values())).of(value, True)


class _Reading:
    """Follows what one phrase asks."""

    def __init__(self, kinds: set[m.Kind], boards: bool) -> None:
        self.kinds = kinds
        """Those that may lie where not everybody sees them."""
        self.boards = boards
        """Whether there is a board that not everybody sees."""
        self.done: set[tuple[int, bool]] = set()

    def of(self, e: m.Expr, own: bool) -> tuple[Readers, m.Decl | None]:
        """Reads an expression.

        Args:
            own: whether its local 1 is what belongs to the owner.
        """
        lying = _lying_open(e)
        if lying is not None:
            return max([("everyone", None), *self._whose(lying, own)], key=lambda one: _WORST.index(one[0]))
        found = [self._alone(e, own)]
        counted = _counted(e)
        if counted is not None:
            return max([*found, *self._whose(counted, own)], key=lambda one: _WORST.index(one[0]))
        for place, arg in enumerate(e.args):
            if place == 0 and e.record.counts and _contents(arg):
                found += self._whose(arg, own)
            else:
                found.append(self.of(arg, own))
        if e.record.declared:
            inner = own and bool(e.args) and self._owned(e.args[0], own)
            if (id(e.ref), inner) not in self.done:
                self.done.add((id(e.ref), inner))
                found += [self.of(one, inner) for one in walk.asked(e.ref)]
        return max(found, key=lambda one: _WORST.index(one[0]))

    def _whose(self, place: m.Expr, own: bool) -> list[tuple[Readers, m.Decl | None]]:
        """Reads whose place it is of which only the size is asked."""
        owners = place.args if isinstance(place, m.ops.Place) else place.args[0].args
        return [self.of(inner, own) for inner in owners]

    def _alone(self, e: m.Expr, own: bool) -> tuple[Readers, m.Decl | None]:
        """Reads an operator without its operands."""
        who = self._seen(e)
        if who == "owner" and not (e.args and self._owned(e.args[0], own)):
            who = "nobody"
        return who, e.ref if who != "everyone" and isinstance(e.ref, m.Decl) else None

    def _seen(self, e: m.Expr) -> Readers:
        match e.record.seen:
            case Seen.EVERYONE:
                return "nobody" if isinstance(e, m.ops.Empty) and _is_unseen(e.place.type) else "everyone"
            case Seen.FACT:
                return seen(e.ref)
            case Seen.DECLARED:
                declared: Readers = e.ref.seen
                return declared
            case Seen.BOARD:
                return "nobody" if self.boards else "everyone"
            case Seen.KIND:
                return "nobody" if self._hides(e.type) else "everyone"
            case Seen.DIE:
                die = e.args[0]
                return "nobody" if isinstance(die, m.ops.Field) and self._hides(die.type) else "everyone"

    def _hides(self, type: Type) -> bool:
        kind = item(type)
        return isinstance(kind, ThingType) and kind.kind in self.kinds

    def _owned(self, e: m.Expr, own: bool) -> bool:
        """Tells whether something belongs to the owner of local 1."""
        if isinstance(e, m.ops.Local):
            return own and e.value == 1
        if isinstance(e, m.ops.Actor):
            return own
        return e.record.owned and bool(e.args) and self._owned(e.args[0], own)


def _is_unseen(type: Type) -> bool:
    """Tells whether something is a space of a board that not everybody sees: how much stands there is hidden, too."""
    space = item(type)
    board = space.kind.board if isinstance(space, ThingType) else None
    return board is not None and board.seen != "everyone"


def _lying_open(e: m.Expr) -> m.Expr | None:
    """Gives the place where everybody sees what an expression asks for: `Stars in Table`, `some Star is in Table`."""
    match e:
        case m.ops.Called(set=m.ops.Inside(place=m.ops.Place() as place)):
            pass
        case (
            m.ops.Some(set=m.ops.Called(set=None) | m.ops.Things(), test=test)
            | m.ops.No(set=m.ops.Called(set=None) | m.ops.Things(), test=test)
        ) if isinstance(test, m.ops.InPlace) and isinstance(test.place, m.ops.Place):
            place = test.place
        case _:
            return None
    return place if place.ref.seen == "everyone" and not isinstance(place.type, SetType) else None


def _contents(e: m.Expr) -> bool:
    """Tells whether an expression is just what lies in a place, or the place."""
    return isinstance(e, m.ops.Place) or (isinstance(e, m.ops.Inside) and isinstance(e.place, m.ops.Place))


def _counted(e: m.Expr) -> m.Expr | None:
    """Gives the place of which an operator asks how much lies in it, however that is said: `no Card is in Deck`."""
    match e:
        case m.ops.Count(set=things):
            pass
        case m.ops.Some(set=of, test=test) | m.ops.No(set=of, test=test):
            things = m.ops.Filter(of.type, of.span, set=of, test=test, value=e.value)
        case _:
            return None
    inside, tests = known.parted(things)
    return inside if isinstance(inside, m.ops.Inside) and _contents(inside) and not tests else None
