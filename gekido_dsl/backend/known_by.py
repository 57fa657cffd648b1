"""What a choice is known by in a tree that serves many worlds: by what can be seen of it, as 64 bits."""

from collections.abc import Sequence

from gekido_dsl.backend.control import Control
from gekido_dsl.lowering import Lowered
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Function


class KnownBy:
    """The functions that tell what things and options are known by."""

    def __init__(self, b: ProgramBuilder, lowered: Lowered, control: Control, option_keys: Array) -> None:
        """Makes what is needed.

        Args:
            option_keys: takes what each option is known by, as far as there is room.
        """
        self.b, self.lowered, self.control, self.option_keys = b, lowered, control, option_keys
        self.thing = self._thing()
        self.seen = self._seen() if lowered.memory.known is not None else None
        """What a seat knows that others do not; None where nothing may lie hidden."""

    def _thing(self) -> Function:
        """Makes the function of what a thing is known by: itself, or where it lies and what it looks like.

        Things that may lie hidden, and dice, are known by their row, place and face: which of like ones it is differs
        from world to world.
        """
        layout, memory = self.lowered.layout, self.lowered.memory
        hidden = memory.known is not None
        kinds: dict[object, int] = {}
        names: list[int] = []
        loose: list[int] = []
        for thing, kind in enumerate(layout.kind_of):
            moves = kind.faces is not None or (hidden and kind.board is None and kind.parent is None)
            row = (id(kind), layout.row_of[thing], layout.parent_of[thing])
            names.append(kinds.setdefault(row, len(kinds)) if moves else len(layout.kind_of) + thing)
            loose.append(int(moves))
        f = self.b.function("thing_key", ["thing"], result="i64")
        (one,) = f.parameters
        key = f.variable(e.extend(one), "key", "i64")
        if names:
            name, moves_ = self.b.table("known_as", names, width=32), self.b.table("loose", loose, width=32)
            with f.if_(e.lt_u(one, len(names))):
                f.set(key, e.extend(e.load(name, one)))
                with f.if_(e.load(moves_, one)):
                    where, face = e.load(memory.chains.where, one), e.load(memory.face, one)
                    f.set(key, e.add(e.add(key, e.shl(e.extend(face), 24)), e.shl(e.extend(where), 40)))
        f.return_(key)
        return f.finish()

    def _seen(self) -> Function:
        """Makes the function of what a seat knows of things that may lie hidden and some other seat does not."""
        layout, known = self.lowered.layout, self.lowered.memory.known
        assert known is not None
        hidden = [thing for thing, kind in enumerate(layout.kind_of) if kind.name in self.lowered.hiding]
        everybody = (1 << layout.players) - 1
        table = self.b.table("may be hidden", hidden or [0], width=32)
        f = self.b.function("seen_key", ["seat"], result="i64")
        (seat,) = f.parameters
        key = f.variable(e.constant(0, "i64"), "key", "i64")
        with f.each(0, len(hidden), "k") as k:
            thing = f.let(e.load(table, k), "thing")
            who = f.let(e.load(known, thing), "who")
            mine, all_ = e.and_(e.shr(who, seat), 1), e.eq(e.and_(who, everybody), everybody)
            with f.if_(e.and_(mine, e.not_(all_))):
                f.set(key, e.add(key, chance.mix(f, f.call_value(self.thing, thing))))
        f.return_(key)
        return f.finish()

    def options(self, f: FunctionBuilder, things: Sequence[bool]) -> ir.Local:
        """Emits what each option that was listed is known by; gives how many there are.

        Options that are known by the same are numbered, so that each can be taken.
        """
        number = f.variable(0, "number")
        at = f.variable(0, "at")
        length = f.let(e.load(self.control.offers_length), "length")
        with f.block("keyed") as keyed, f.loop("offers") as again:
            f.br(keyed, e.or_(e.ge(at, length), e.ge(number, self.option_keys.length)))
            values = f.let(e.load(self.control.offers, at), "values")
            key = f.variable(e.extend(values), "key", "i64")
            f.set(at, e.add(at, 1))
            with f.each(0, values, "slot") as slot:
                value = f.let(e.load(self.control.offers, e.add(at, slot)), "value")
                part = f.variable(e.extend(value), "part", "i64")
                for index, is_thing in enumerate(things):
                    if is_thing:
                        with f.if_(e.eq(slot, index)):
                            f.set(part, f.call_value(self.thing, value))
                f.set(key, chance.mix(f, e.add(e.mul(key, chance.GOLDEN), part)))
            f.store(self.option_keys, number, key)
            f.set(at, e.add(at, values))
            f.set(number, e.add(number, 1))
            f.br(again)
        with f.if_(e.le(number, 64)), f.each(1, number, "later") as later:
            same = f.variable(0, "same")
            with f.each(0, later, "earlier") as earlier:
                alike = e.eq(e.load(self.option_keys, earlier), e.load(self.option_keys, later))
                f.set(same, e.add(same, alike))
            with f.if_(same):
                f.store(
                    self.option_keys,
                    later,
                    chance.mix(f, e.add(e.load(self.option_keys, later), e.extend(same))),
                )
        return number
