"""Operators about players: who takes part, whose a thing is, and how it looks from the acting player."""

from collections.abc import Callable

from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.operators.making import Function, Maker
from gekido_dsl.interpreter.state import Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, SetType, ThingType, item


class Players(Maker):
    """Operators about players and what is theirs."""

    def _players(self, e: m.Expr) -> Function:
        number, out = self.layout.players, self.layout.out_cell

        def order(s: State, L: Locals) -> list[int]:
            first = s.cells[lay.ON_TURN]
            every = [(first + k) % number for k in range(number)]
            return [player for player in every if not s.cells[out + player]]

        return order

    def _seats(self, e: m.Expr) -> Function:
        every = list(range(self.layout.players))
        return lambda s, L: every

    def _neighbour(self, e: m.Expr) -> Function:
        base, number, out, way = self.make(e.args[0]), self.layout.players, self.layout.out_cell, e.value

        def beside(s: State, player: int) -> int:
            if player == NONE:
                return NONE
            seats = [(player + way * k) % number for k in range(1, number + 1)]
            return next((seat for seat in seats if not s.cells[out + seat]), player)

        if isinstance(e.type, SetType):
            return lambda s, L: [beside(s, player) for player in base(s, L)]
        return lambda s, L: beside(s, base(s, L))

    def _partner(self, e: m.Expr) -> Function:
        base, players = self.make(e.args[0]), self.layout.players
        return lambda s, L: (player + players // 2) % players if (player := base(s, L)) != NONE else NONE

    def _owner(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])
        first = self.layout.owner_cell
        roots = self.layout.root_of
        if isinstance(item(e.args[0].type), PlaceType):
            names = self.layout.place_names

            def of_place(s: State, L: Locals) -> int:
                decl, owner = names[base(s, L)]
                return s.owner(owner) if isinstance(getattr(decl, "owner", None), m.Kind) else owner

            return of_place

        def one(s: State, thing: int) -> int:
            if thing == NONE:
                return NONE
            return s.cells[first + roots[thing]]

        if isinstance(e.type, SetType):
            return lambda s, L: [one(s, thing) for thing in base(s, L)]

        def of_thing(s: State, L: Locals) -> int:
            thing = base(s, L)
            return s.cells[first + roots[thing]] if thing != NONE else NONE

        return of_thing

    def owner_of(self, e: m.Expr) -> Function:
        """Makes the function that gives whose a thing is; a player is its own."""
        if isinstance(item(e.type), ThingType):
            return self._owner(m.Expr("owner", e.type, e.span, (e,)))
        return self.make(e)

    def _mine(self, e: m.Expr) -> Function:
        """The one in the game; else the one that has left it, which rules may still ask about."""
        every = self._owned(e)
        gone = self.layout.gone

        def first(s: State, L: Locals) -> int:
            found = every(s, L)
            return next((one for one in found if s.where[one] != gone), found[0]) if found else NONE

        return first

    def _all_mine(self, e: m.Expr) -> Function:
        every, gone = self._owned(e), self.layout.gone
        return lambda s, L: [one for one in every(s, L) if s.where[one] != gone]

    def _owned(self, e: m.Expr) -> Function:
        base, things, cell = self.make(e.args[0]), self.layout.things[e.ref.name], self.layout.owner_cell
        roots = self.layout.root_of

        def owned(s: State, L: Locals) -> list[int]:
            player = base(s, L)
            self.work += len(things)
            if isinstance(player, list):
                return [thing for thing in things if s.cells[cell + roots[thing]] in player]
            return [thing for thing in things if s.cells[cell + roots[thing]] == player]

        return owned

    def _enemy(self, e: m.Expr) -> Function:
        owner, friends = self.owner_of(e.args[0]), self._friends()

        def enemy(s: State, L: Locals) -> bool:
            player = owner(s, L)
            return player != NONE and not friends(player, L[0])

        return enemy

    def _friendly(self, e: m.Expr) -> Function:
        owner, friends = self.owner_of(e.args[0]), self._friends()

        def friendly(s: State, L: Locals) -> bool:
            player = owner(s, L)
            return player != NONE and friends(player, L[0])

        return friendly

    def _friends(self) -> Callable[[int, int], bool]:
        if self.game.partners:
            half = self.layout.players // 2
            return lambda a, b: a % half == b % half
        return lambda a, b: a == b

    def _unclaimed(self, e: m.Expr) -> Function:
        owner = self.owner_of(e.args[0])
        return lambda s, L: owner(s, L) == NONE

    def _other(self, e: m.Expr) -> Function:
        owner = self.owner_of(e.args[0])
        return lambda s, L: owner(s, L) != L[0]

    def _remaining(self, e: m.Expr) -> Function:
        owner, out = self.owner_of(e.args[0]), self.layout.out_cell
        return lambda s, L: owner(s, L) != NONE and not s.cells[out + owner(s, L)]
