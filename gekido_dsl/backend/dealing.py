"""Worlds that look the same to a seat, dealt inside a module: what a seat does not know changes places.

It is what `telling.worlds` does, where no board or link is hidden and nothing that runs holds a thing that is; the
worlds are as likely, but not the same ones.

Invariants:
    What is drawn depends on what the seat sees alone: places are gone through in order, and what is dealt is sorted.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.backend.dealing_agreed import Agreed
from gekido_dsl.backend.dealing_alike import MOST_SORTS, Alike
from gekido_dsl.backend.dealing_values import Values, asks_the_board, hidden_facts
from gekido_dsl.backend.open_aim import is_open
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.marks import answers, follows, marks_alone
from gekido_dsl.lowering import Lowered
from gekido_dsl.lowering.kept.barred import found_out, kinds_of, narrowed
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk as walk_model
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Expr, Function

HOLDING: Final = 64
"""How many things bodies that run may hold one in the other."""
UNSURE: Final = -2
"""Stands for things of which nobody keeps count that a body holds."""
_SLOTS: Final = 8


def why_not(lowered: Lowered) -> str:
    """Tells what is hidden that the module does not deal; empty if there is nothing."""
    layout, memory = lowered.layout, lowered.memory
    game = layout.game
    if any(board.seen != "everyone" for board in game.boards.values()):
        return "a board is hidden"
    if any(link.seen != "everyone" for link in game.links.values()):
        return "a link is hidden"
    if any(asks_the_board(one) for one in hidden_facts(layout)):
        return "a fact is hidden that names a space"
    if marks_alone(layout):
        return "what is hidden was set in secret, on things that were chosen"
    if answers(layout):
        return "rules ask what lies hidden, and answer in the open"
    if memory.known is None:
        return ""
    if memory.alike is not None and len(_sorts(lowered)) > MOST_SORTS:
        return "too many sorts of things were shuffled alike"
    if follows(layout) and not (memory.barred is not None and all(map(found_out, _narrowed(lowered)))):
        return "what is chosen of what lies hidden tells more of it than is kept"
    names = hidden_names(lowered)
    for array in lowered.program.arrays:
        if array.kind == "derived" and any(name in array.name for name in names):
            return "more follows from what is hidden"
    return ""


def _narrowed(lowered: Lowered) -> list[m.Sentence]:
    """Lists the sentences in which a ladder narrows what is chosen of things that may be hidden."""
    found = [one for decl in walk_model.declarations(lowered.layout.game) for one in walk_model.nodes(decl)]
    return [
        one
        for one in found
        if isinstance(one, m.Sentence) and narrowed(one) and not kinds_of(one).isdisjoint(lowered.hiding)
    ]


def hidden_names(lowered: Lowered) -> frozenset[str]:
    """Names the kinds of things that may be hidden, their parts, and patterns of such dice."""
    game, names = lowered.layout.game, set(lowered.hiding)
    names |= {kind.name for kind in game.kinds.values() if any(one.name in names for one in kind.wholes())}
    names |= {of.name for of in game.patterns.values() if of.die.name in names}
    return frozenset(names)


def _sorts(lowered: Lowered) -> dict[object, int]:
    """Numbers the sorts of things of which any may lie in the spot of any other."""
    layout = lowered.layout
    found: dict[object, int] = {}
    for thing, kind in enumerate(layout.kind_of):
        if kind.name in lowered.hiding:
            found.setdefault((id(kind), layout.born_to[thing], layout.parent_of[thing]), len(found))
    return found


class Dealing:
    """The functions that deal."""

    def __init__(self, b: ProgramBuilder, lowered: Lowered) -> None:
        self.b, self.lowered = b, lowered
        layout, memory = lowered.layout, lowered.memory
        self.why_not = why_not(lowered)
        self.values = Values(b, lowered, lambda seat, die: e.not_(self._unknown(seat, die)), self._sees)
        self.needed = memory.known is not None or self.values.needed
        """Whether anything may be hidden."""
        self.aim_is_open = not self.values.needed and is_open(lowered, hidden_names(lowered))
        """Whether how seats stand is the same in every world."""
        self.holding = b.control("holding", HOLDING + 1)
        """How many things the bodies hold that run, and which."""
        self.count = layout.count
        sorts = _sorts(lowered)
        self.sort_of = [
            sorts.get((id(kind), layout.born_to[thing], layout.parent_of[thing]), NONE)
            for thing, kind in enumerate(layout.kind_of)
        ]
        self.sorts = b.table("sort of", self.sort_of or [NONE], width=32)
        self.hidden = [thing for thing, sort in enumerate(self.sort_of) if sort != NONE]
        self.places = [
            number
            for number in range(layout.count, len(layout.place_names))
            if not isinstance(layout.place_names[number][0], m.Track | m.Counter)
        ]
        rows = []
        for site in lowered.sites.every:
            kinds = [isinstance(kind, ThingType) or kind == "value" for kind in site.types[:_SLOTS]]
            rows += [*map(int, kinds), *[0] * (_SLOTS - len(kinds))]
        self.slots = b.table("thing slots", rows or [0], width=32)
        masks = [knowledge.seers_of(layout, number) for number in range(len(layout.place_names))]
        self.seers = b.table("seen places", masks or [0], width=32)
        roots = [
            layout.root_of[owner] if 0 <= owner < layout.count else NONE for _, owner in layout.place_names
        ]
        self.roots = (
            b.table("wholes of places", roots or [NONE], width=32) if knowledge.BY_OWNER in masks else None
        )
        """By place: the whole that the thing is part of to which it belongs."""
        self.agreed = Agreed(b, lowered.memory, self.count) if lowered.memory.barred is not None else None
        self.alike = (
            Alike(b, memory.alike, layout.count, self.sorts, len(sorts)) if memory.alike is not None else None
        )

    # ------------------------------------------------------------ who knows what

    def _unknown(self, seat: Expr, thing: Expr) -> Expr:
        """Whether a thing is one that may be hidden and that a seat does not know."""
        known = self.lowered.memory.known
        assert known is not None
        mine = e.and_(e.shr(e.load(known, thing), seat), 1)
        return e.and_(e.ge(e.load(self.sorts, thing), 0), e.not_(mine))

    def sure(self, control: tuple[Array, Array, Array]) -> Function:
        """Makes the function that tells whether a world can be dealt here for the seat that decides.

        Args:
            control: the arrays of what waits, of options and of how long these are.
        """
        waiting, offers, length = control
        f = self.b.function("sure", ["seat"], result="i32")
        (seat,) = f.parameters
        if self.why_not:
            f.return_(0)
            return f.finish()
        if self.lowered.memory.known is not None:
            with f.each(0, e.load(self.holding), "held") as held:
                thing = f.let(e.load(self.holding, e.add(held, 1)), "thing")
                with f.if_(e.eq(thing, UNSURE)):
                    f.return_(0)
                with f.if_(e.ge(thing, 0)), f.if_(self._unknown(seat, thing)):
                    f.return_(0)
            row = f.let(e.mul(e.load(waiting, 2), _SLOTS), "row")
            at = f.variable(0, "at")
            with f.block("offers") as done, f.loop("offers") as again:
                f.br(done, e.ge(at, e.load(length)))
                values = f.let(e.load(offers, at), "values")
                f.set(at, e.add(at, 1))
                with f.each(0, values, "slot") as slot:
                    value = f.let(e.load(offers, e.add(at, slot)), "value")
                    is_thing = e.and_(e.lt(slot, _SLOTS), e.within(value, 0, self.count - 1))
                    with (
                        f.if_(is_thing),
                        f.if_(e.load(self.slots, e.add(row, slot))),
                        f.if_(self._unknown(seat, value)),
                    ):
                        f.return_(0)
                f.set(at, e.add(at, values))
                f.br(again)
        f.return_(1)
        return f.finish()

    def follow(self, functions: list[Function]) -> None:
        """Has bodies note which hidden things they hold while they run."""
        for function in functions:
            held = self.lowered.holders.get(function.name)
            if held is not None:
                self._follow(function, held)

    def _follow(self, function: Function, held: Sequence[ir.Local]) -> None:
        begun, zero = ir.Local("holding"), ir.Const(0)
        function.locals.append(begun)
        places = {local: e.add(begun, 1 + k) for k, local in enumerate(held)}
        given: list[ir.Expr] = [
            local if local in function.parameters else ir.Const(NONE) for local in held
        ] or [ir.Const(UNSURE)]
        entry = [ir.Store(self.holding, e.add(begun, 1 + k), value) for k, value in enumerate(given)]
        room = e.lt(begun, HOLDING - len(given))

        def noted(local: ir.Local) -> ir.Stmt:
            return ir.If(room, (ir.Store(self.holding, places[local], local),))

        def change(statement: ir.Stmt) -> list[ir.Stmt] | None:
            match statement:
                case ir.Return(value=ir.Const(value=ir.WAITS)):
                    return None
                case ir.Return():
                    return [ir.Store(self.holding, zero, begun), statement]
                case ir.For(local=local) if local in places:
                    return [replace(statement, body=(noted(local), *statement.body))]
                case ir.Set(local=local) if local in places:
                    return [statement, noted(local)]
                case ir.Call(result=local) if local is not None and local in places:
                    return [statement, noted(local)]
            return None

        function.body = (
            ir.Set(begun, e.load(self.holding)),
            ir.If(
                room,
                (*entry, ir.Store(self.holding, zero, e.add(begun, len(given)))),
                # There are too many to be noted: nobody is sure then.
                (ir.Store(self.holding, ir.Const(1), ir.Const(UNSURE)),),
            ),
            *walk.replaced(function.body, change),
        )

    # ------------------------------------------------------------ dealing

    def deal(self, pick: Function) -> Function:
        """Makes the function that deals anew, where the match stands, what a seat does not know.

        Args:
            pick: draws a number below its argument.
        """
        f = self.b.function("deal", ["seat"])
        if self.why_not or not self.needed:
            return f.finish()
        (seat,) = f.parameters
        if self.lowered.memory.known is not None:
            self._deal_things(f, seat, pick)
        self.values.draw(f, seat, pick)
        return f.finish()

    def _deal_things(self, f: FunctionBuilder, seat: Expr, pick: Function) -> None:
        """Emits that things change places: those that were shuffled alike in the same way for all, then the others."""
        b, count = self.b, max(self.count, 1)
        self.names = b.scratch("dealt", count)
        if self.alike is not None:
            unseen = b.scratch("unseen things", count)
            with f.each(0, self.count, "thing") as thing:
                where = f.let(e.load(self.lowered.memory.chains.where, thing), "where")
                out = f.variable(1, "out")
                with f.if_(e.ge(where, 0)):
                    f.set(out, e.not_(e.and_(e.shr(self._sees(f, where), seat), 1)))
                on_board = e.load(self._is_dealt(), where)
                dealt = e.and_(e.or_(e.lt(where, 0), on_board), e.and_(out, self._unknown(seat, thing)))
                f.store(unseen, thing, dealt)
                f.store(self.names, thing, thing)
            with f.if_(self.alike.deal(f, self.names, unseen, pick)):
                self._rename(f, self.names, alike=True)
        self._mix(f, seat, pick)

    def _is_dealt(self) -> Array:
        """Gives the table of places from which things are dealt: none that stand on boards, or are in use as dice."""
        dealt = set(self.places)
        rows = [int(number in dealt) for number in range(len(self.lowered.layout.place_names))]
        return self.b.table("is dealt", rows or [0], width=32)

    def _stays(self) -> list[int]:
        """Tells of each place whether what bears a number stays there as it was dealt alike."""
        layout = self.lowered.layout
        return [int(layout.place_names[number][0].name in layout.alike_places) for number in self.places]

    def _mix(self, f: FunctionBuilder, seat: Expr, pick: Function) -> None:
        """Emits that things change places with others of their sort, what is seen with what lies in the same place."""
        b, memory = self.b, self.lowered.memory
        count, names = max(self.count, 1), self.names
        classes = b.scratch("class of", count)
        spots, keys, members, pool = (b.scratch(name, count) for name in ("spots", "keys", "members", "pool"))
        places = b.table("dealt places", self.places or [0], width=32)
        hidden_ = b.table("hidden things", self.hidden or [0], width=32)
        chains, wide = memory.chains, len(self.places) + 1
        number = f.variable(0, "number")
        with f.each(0, self.count, "thing") as thing:
            f.store(names, thing, thing)
            f.store(classes, thing, 0)

        def spot(thing: Expr, group: Expr, stays: Expr) -> None:
            moves = self._unknown(seat, thing)
            if memory.alike is not None:
                moves = e.and_(moves, e.not_(e.and_(stays, e.gt(e.load(memory.alike, thing), 0))))
            with f.if_(moves):
                key = f.let(e.add(e.mul(e.load(self.sorts, thing), wide), group), "key")
                f.store(spots, number, thing)
                f.store(keys, number, key)
                f.store(classes, thing, e.add(key, 1))
                f.set(number, e.add(number, 1))

        stays_ = b.table("dealt alike", self._stays() or [0], width=32)
        with f.each(0, len(self.places), "place") as place:
            here = f.let(e.load(places, place), "here")
            one = f.variable(e.load(chains.head, here), "one")
            with f.if_(e.ge(one, 0)):
                seen = f.let(e.and_(e.shr(self._sees(f, here), seat), 1), "seen")
                group = f.let(e.select(seen, e.add(place, 1), 0), "group")
                with f.block("chain") as done, f.loop("chain", bound=count) as again:
                    f.br(done, e.lt(one, 0))
                    spot(one, group, e.load(stays_, place))
                    f.set(one, e.load(chains.next, one))
                    f.br(again)
        with f.each(0, len(self.hidden), "k") as k:
            lost = f.let(e.load(hidden_, k), "lost")
            with f.if_(e.lt(e.load(chains.where, lost), 0)):
                spot(lost, e.constant(0), e.constant(0))
        with f.each(0, number, "first") as first:
            key = f.let(e.load(keys, first), "key")
            with f.if_(e.ge(key, 0)):
                many, found = f.variable(0, "many"), f.variable(0, "found")
                with f.each(first, number, "spot") as at, f.if_(e.eq(e.load(keys, at), key)):
                    f.store(members, many, e.load(spots, at))
                    f.store(keys, at, -1)
                    f.set(many, e.add(many, 1))
                with f.each(0, len(self.hidden), "k") as k:
                    one_of = f.let(e.load(hidden_, k), "one of")
                    with f.if_(e.eq(e.load(classes, one_of), e.add(key, 1))):
                        f.store(pool, found, one_of)
                        f.set(found, e.add(found, 1))
                chance.shuffle(f, pool, many, pick)
                if self.agreed is not None:
                    self.agreed.order(f, members, pool, many, pick)
                with f.each(0, many, "k") as k:
                    f.store(names, e.load(members, k), e.load(pool, k))
        with f.if_(number):
            self._rename(f, names)

    def _sees(self, f: FunctionBuilder, place: Expr) -> Expr:
        """Gives the bits of those who see what lies in a place."""
        mask = e.load(self.seers, place)
        if self.roots is None:
            return mask
        found = f.variable(mask, "seers")
        with f.if_(e.eq(found, knowledge.BY_OWNER)):
            owner = f.let(e.load(self.lowered.memory.owner, e.load(self.roots, place)), "owner")
            f.set(found, e.select(e.lt(owner, 0), 0, e.shl(1, owner)))
        return found

    def _rename(self, f: FunctionBuilder, names: Array, alike: bool = False) -> None:
        """Emits that things change places: each lies where the one did whose number it stands at.

        Args:
            alike: whether the numbers of what was shuffled alike stay with the spots.
        """
        layout, memory = self.lowered.layout, self.lowered.memory
        chains, b = memory.chains, self.b
        assert memory.known is not None
        kept, moved = (b.scratch(name, max(self.count, 1)) for name in ("before dealing", "moved"))
        number = f.variable(0, "number moved")
        with f.each(0, self.count, "thing") as thing, f.if_(e.ne(e.load(names, thing), thing)):
            f.store(moved, number, thing)
            f.set(number, e.add(number, 1))
        self._relink(f, names, moved, number)

        def permute(array: Array, start: int, stop: int) -> None:
            with f.each(0, number, "k") as k:
                thing = f.let(e.load(moved, k), "thing")
                with f.if_(e.within(thing, start, stop - 1)):
                    f.store(kept, thing, e.load(array, e.sub(thing, start)))
            with f.each(0, number, "k") as k:
                thing = f.let(e.load(moved, k), "thing")
                with f.if_(e.within(thing, start, stop - 1)):
                    f.store(array, e.sub(e.load(names, thing), start), e.load(kept, thing))

        beside = [memory.barred.beside] if memory.barred is not None else []
        for array in (chains.where, memory.owner, memory.known, *beside):
            permute(array, 0, self.count)
        if alike and memory.alike is not None:
            permute(memory.alike, 0, self.count)
        for array, start, stop in memory.moved_parts():
            if any(start <= thing < stop for thing in self.hidden):
                permute(array, start, stop)
        pointers = set(layout.pointers)
        for run in self.lowered.cells:
            inside = [cell - run.cell for cell in range(run.cell, run.cell + run.count) if cell in pointers]
            if inside:
                with f.each(inside[0], inside[-1] + 1, "cell") as cell:
                    f.store(run.array, cell, e.load(names, e.load(run.array, cell)))
        for kept_up in self.lowered.program.arrays:
            if kept_up.kind == "derived" and kept_up not in self.lowered.deriving:
                # It says what has to be looked at again; as at the start that is everything.
                with f.each(0, kept_up.length, "k") as k:
                    begun = b.table(f"start of {kept_up.name}", _at_start(kept_up), width=kept_up.width)
                    f.store(kept_up, k, e.load(begun, k))

    def _relink(self, f: FunctionBuilder, names: Array, moved: Array, number: Expr) -> None:
        """Emits that the chains of places hold things by their new numbers, while `where` has still the old ones.

        Args:
            moved: which things have a new number, and `number` how many.
        """
        b, chains, count = self.b, self.lowered.memory.chains, max(self.count, 1)
        next_, before, ends = (b.scratch(f"{one} relinked", count) for one in ("next", "before", "ends"))
        with f.each(0, number, "k") as k:
            thing = f.let(e.load(moved, k), "thing")
            f.store(next_, k, e.load(names, e.load(chains.next, thing)))
            f.store(before, k, e.load(names, e.load(chains.before, thing)))
            where = f.let(e.load(chains.where, thing), "where")
            first, last = e.eq(e.load(chains.head, where), thing), e.eq(e.load(chains.tail, where), thing)
            f.store(ends, k, e.select(e.ge(where, 0), e.or_(first, e.shl(last, 1)), 0))
        with f.each(0, number, "k") as k:
            thing = f.let(e.load(moved, k), "thing")
            name = f.let(e.load(names, thing), "name")
            # A neighbour that keeps its number is not among those that are gone through.
            for one, other in ((chains.next, chains.before), (chains.before, chains.next)):
                near = f.let(e.load(one, thing), "near")
                with f.if_(e.ge(near, 0)), f.if_(e.eq(e.load(names, near), near)):
                    f.store(other, near, name)
            end = f.let(e.load(ends, k), "end")
            with f.if_(end):
                where = f.let(e.load(chains.where, thing), "where")
                with f.if_(e.and_(end, 1)):
                    f.store(chains.head, where, name)
                with f.if_(e.and_(end, 2)):
                    f.store(chains.tail, where, name)
        with f.each(0, number, "k") as k:
            name = f.let(e.load(names, e.load(moved, k)), "name")
            f.store(chains.next, name, e.load(next_, k))
            f.store(chains.before, name, e.load(before, k))


def _at_start(array: Array) -> list[int]:
    return [*array.contents, *[array.fill] * (array.length - len(array.contents))]
