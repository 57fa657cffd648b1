"""What a position is, for whoever asks what can follow from it: two are one if nothing can tell them apart.

What no rule reads is left out: the number of the turn, most often. A counter that is only compared with numbers is as
good as the greatest of these, and one, once it is beyond it. Things that differ in nothing count as one another.
"""

from array import array as packed
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Final

from gekido_dsl.lowering import Lowered
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk as model_walk
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.addresses import offsets, unpack

_SHORT: Final = 16
_COMPARED: Final = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})


def caps(lowered: Lowered) -> dict[ir.Array, int | None]:
    """Gives, of state of a single number, the value from which on it makes no difference; None where each does.

    What no rule reads has 0: there is no difference at all.
    """
    single = {one for one in lowered.program.arrays if one.kind == "state" and one.length == 1}
    found: dict[ir.Array, int | None] = dict.fromkeys(single, 0)

    def note(one: ir.Expr, cap: int | None) -> None:
        if isinstance(one, ir.Load) and one.array in found:
            before = found[one.array]
            found[one.array] = None if cap is None or before is None else max(cap, before)

    def visit(value: ir.Expr) -> None:
        if isinstance(value, ir.Load):
            note(value, None)
        elif isinstance(value, ir.Unary) and value.op == "eqz" and isinstance(value.value, ir.Load):
            note(value.value, 1)
            visit(value.value.index)
            return
        elif isinstance(value, ir.Binary) and value.op in _COMPARED:
            for one, other in ((value.left, value.right), (value.right, value.left)):
                if isinstance(one, ir.Load) and isinstance(other, ir.Const) and other.value >= 0:
                    note(one, other.value + 1)
                    visit(one.index)
                    return
        for part in walk.parts(value):
            visit(part)

    for function in walk.reachable([lowered.program.entry]):
        for statement in walk.statements(function.body):
            match statement:
                case ir.Tell() | ir.Note() | ir.Reach():
                    continue
                case ir.Copy():
                    for one in (statement.source, statement.target):
                        found.pop(one, None)
                case ir.Store() if _counts_up(statement):
                    continue
                case ir.Store() if statement.array in found and not _settles(statement.value):
                    found[statement.array] = None
            for value in walk.operands(statement):
                visit(value)
    return found


def _counts_up(statement: ir.Store) -> bool:
    """Tells whether a statement adds a number to what it stores, so that what was equal stays so."""
    match statement.value:
        case ir.Binary(op="add", left=ir.Load(array=own), right=ir.Const(value=amount)):
            return own is statement.array and amount >= 0
    return False


def _settles(value: ir.Expr) -> bool:
    return isinstance(value, ir.Const)


def constant(lowered: Lowered) -> set[ir.Array]:
    """Lists the state that nothing changes."""
    found = {one for one in lowered.program.arrays if one.kind == "state"}
    for function in walk.reachable([lowered.program.entry]):
        for statement in walk.statements(function.body):
            match statement:
                case ir.Store():
                    found.discard(statement.array)
                case ir.Copy():
                    found.discard(statement.target)
    return found


class Keys:
    """Makes the keys of positions at boundaries, as a module keeps them."""

    def __init__(self, lowered: Lowered, alike: bool = True) -> None:
        """Finds out what matters.

        Args:
            alike: whether things that differ in nothing count as one another.
        """
        self._offsets = offsets(lowered.program.arrays)
        chains, least, same = lowered.memory.chains, caps(lowered), constant(lowered)
        self._head, self._next = chains.head, chains.next
        self._classes = classes(lowered) if alike else {}
        things: list[tuple[ir.Array, int, int]] = []
        if self._classes:
            things = [one for one in _of_things(lowered, self._classes) if one[0] not in same]
        self._kept: dict[int, list[tuple[int, int, int]]] = {}
        """By thing that counts as another: the numbers that are kept of it, each as array, first and last."""
        self._arrays = [array for array, _, _ in things]
        self._others: list[tuple[int, int, int]] = []
        """The same of all others."""
        for number, (array, first, each) in enumerate(things):
            for k in range(array.length // each):
                part = (number, k * each, (k + 1) * each)
                if first + k in self._classes:
                    self._kept.setdefault(first + k, []).append(part)
                else:
                    self._others.append(part)
        left_out = {*same, *self._arrays, chains.tail, chains.count, chains.before, chains.where}
        left_out.add(lowered.program.stream)
        if self._classes:
            left_out |= {chains.head, chains.next}
        self._slices: list[slice] = []
        self._capped: list[tuple[ir.Array, int]] = []
        for array in lowered.program.state():
            if array.kind != "state" or array in left_out:
                continue
            cap = least.get(array)
            if cap is None:
                self._slices.append(self._slice(array))
            elif cap:
                self._capped.append((array, cap))

    def _slice(self, array: ir.Array) -> slice:
        start = self._offsets[array]
        return slice(start, start + array.length * array.width // 8)

    def _numbers(self, content: bytes, array: ir.Array) -> Sequence[int]:
        return unpack(content[self._slice(array)], array.width)

    def of(self, content: bytes, script: tuple[int, ...]) -> bytes:
        """Gives the key of a position.

        Args:
            content: what a module keeps at the boundary before it.
            script: the choices since. Where there are any, things count as themselves.
        """
        if script:
            return _short(content + repr(script).encode())
        made = [content[part] for part in self._slices]
        for array, cap in self._capped:
            made.append(min(self._numbers(content, array)[0], cap).to_bytes(5, "little", signed=True))
        if self._classes:
            made.append(self._lying(content))
        return _short(b"".join(made))

    def _lying(self, content: bytes) -> bytes:
        """Tells what lies where, and all that is kept of it."""
        following, heads = self._numbers(content, self._next), self._numbers(content, self._head)
        kept = [self._numbers(content, array) for array in self._arrays]
        known, facts = self._classes, self._kept
        out: list[int] = []
        away = set(known)
        for place, thing in enumerate(heads):
            if thing == NONE:
                continue
            out.append(-2 - place)
            while thing != NONE:
                if thing in known:
                    away.discard(thing)
                    out.append(known[thing])
                    for array, first, stop in facts.get(thing, ()):
                        out += kept[array][first:stop]
                else:
                    out.append(thing)
                thing = following[thing]
        out.append(NONE)
        for one in sorted(
            (
                known[thing],
                *(n for array, first, stop in facts.get(thing, ()) for n in kept[array][first:stop]),
            )
            for thing in away
        ):
            out += one
        for array, first, stop in self._others:
            out += kept[array][first:stop]
        return packed("i", out).tobytes()


def _short(content: bytes) -> bytes:
    """Gives 16 bytes that stand for more; that two differ and have the same is as good as impossible."""
    return content if len(content) <= _SHORT else blake2b(content, digest_size=_SHORT).digest()


def classes(lowered: Lowered) -> dict[int, int]:
    """Gives, of the things that may count as one another, the first of those with which they do.

    These are copies of one row of the same player. A kind is left out where something refers to its things, where they
    hold others, and where rules take them one after the other.
    """
    layout, game = lowered.layout, lowered.layout.game
    if layout.pointers or layout.known_cell != NONE or layout.alike_cell != NONE:
        return {}
    barred = set(layout.holders)
    barred |= {one.name for link in game.links.values() for one in (link.origin, link.goal)}
    for declared in model_walk.declarations(game):
        for node in model_walk.nodes(declared):
            if isinstance(node, m.Each):
                each = item(node.items.type)
                if isinstance(each, ThingType):
                    barred.add(each.kind.name)
    found: dict[int, int] = {}
    for kind in game.kinds.values():
        if kind.board is not None or kind.name in barred or kind.parent is not None:
            continue
        first: dict[tuple[int, int], int] = {}
        for thing in layout.things[kind.name]:
            if thing in layout.shaped or thing in layout.parts_of:
                continue
            own = first.setdefault((layout.row_of[thing], layout.born_to[thing]), thing)
            found[thing] = own
    several = {own for thing, own in found.items() if thing != own}
    return {thing: own for thing, own in found.items() if own in several}


def _of_things(lowered: Lowered, known: Iterable[int]) -> Iterator[tuple[ir.Array, int, int]]:
    """Lists the arrays that keep something of things: each with its first thing, and how many numbers each has."""
    layout, memory = lowered.layout, lowered.memory
    for array in (memory.owner, memory.face, memory.position):
        yield array, 0, 1
    kinds = {layout.kind_of[thing].name: layout.kind_of[thing] for thing in known}
    for kind in kinds.values():
        for fact in kind.fields.values():
            kept = memory.fields.get((id(kind), fact.name))
            if kept is not None:
                yield kept, layout.things[kind.name].start, layout.index_size(fact.index)
    for array, first, _ in memory.moved_parts():
        yield array, first, 1
