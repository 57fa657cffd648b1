"""What was found of positions while a loop looks ahead: a table of fixed size, from which nothing is believed unseen.

An entry holds the whole position with the numbers it was asked with; the hash only says where it may lie. An entry
that is still being worked out gives way to nothing, so what is found is noted in the place that was promised for it.
What was noted before the loop began that runs now is not found, so that no match depends on those before it.
"""

from collections.abc import Callable, Iterable
from typing import Final

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.build import ProgramBuilder
from gekido_dsl.program.nodes import Function, Stmt

ROOM: Final = 1 << 19
"""Bytes of all positions that are kept."""
ENTRIES: Final = 1024
"""So many at most, and a power of two."""
LEAST: Final = 8
"""With room for fewer than this, nothing is kept."""
_HASH: Final = 0x9E37_79B9_7F4A_7C15 - (1 << 64)
KNOWN: Final = -1
NOWHERE: Final = -2


class Memo:
    """The table, and the functions that look into it."""

    def __init__(self, b: ProgramBuilder, functions: Iterable[Function], size: int) -> None:
        """Declares the table.

        Args:
            size: bytes of a position.
        """
        asked = [one for f in functions for one in walk.statements(f.body) if isinstance(one, ir.Recall)]
        self.words = size // 8
        self.most = max((len(one.numbers) for one in asked), default=0)
        entries = ENTRIES
        while entries * size > ROOM:
            entries //= 2
        self.entries = entries if asked and size and entries >= LEAST else 0
        room = max(self.entries, 1)
        self.position = ir.Array("position", "region", 0, 64)
        b.arrays.append(self.position)
        self.numbers = b.scratch("asked with", max(self.most, 1))
        self.searches = b.scratch("searches")
        self.marks = b.scratch("marks", room)
        """Twice the number of the search, and one more if it is known what was found."""
        self.hashes = b.scratch("hashes", room, 64)
        self.values = b.scratch("found", room)
        self.keys = b.scratch("positions", room * max(self.words, 1), 64)
        self.given = b.scratch("given", room * max(self.most, 1))
        self.function = self._function(b, asked[0].result) if self.entries else None

    def forget(self) -> list[Stmt]:
        """Gives the statements after which nothing is known."""
        if not self.entries:
            return []
        return [ir.Store(self.searches, ir.Const(0), e.add(e.load(self.searches), 1))]

    def recall(self, asked: ir.Recall, charge: Callable[[e.Value], tuple[Stmt, ...]]) -> list[Stmt]:
        """Gives the statements that look for a position."""
        if self.function is None:
            return [ir.Set(asked.local, ir.Const(NOWHERE))]
        numbers = [
            ir.Store(self.numbers, ir.Const(k), one)
            for k, one in enumerate([*asked.numbers, *[ir.Const(0)] * (self.most - len(asked.numbers))])
        ]
        return [*charge(1 + self.words // 8), *numbers, ir.Call(self.function, (), asked.local)]

    def remember(self, entry: e.Value, value: e.Value) -> list[Stmt]:
        """Gives the statements that note what was found."""
        if not self.entries:
            return []
        at = e.constant(entry)
        noted = (
            ir.Store(self.values, at, e.constant(value)),
            ir.Store(self.marks, at, e.add(e.mul(e.load(self.searches), 2), 1)),
        )
        return [ir.If(e.ge(at, 0), noted)]

    def _function(self, b: ProgramBuilder, result: ir.Array) -> Function:
        f = b.function("recall", (), "i32")
        words, most = self.words, self.most
        mixed = f.variable(e.constant(_HASH, "i64"), "hash", "i64")

        def mix(word: ir.Expr) -> None:
            f.set(mixed, e.rotl(e.mul(e.xor(mixed, word), _HASH), 29))

        with f.each(0, words, "word") as k:
            mix(e.load(self.position, k))
        with f.each(0, most, "number") as k:
            mix(e.extend(e.load(self.numbers, k)))
        entry = f.let(e.and_(e.wrap(e.shr_u(mixed, 32)), self.entries - 1), "entry")
        search = f.let(e.mul(e.load(self.searches), 2), "search")
        mark = f.let(e.load(self.marks, entry), "mark")
        first, own = f.let(e.mul(entry, words), "first"), f.let(e.mul(entry, most), "own")
        with f.if_(e.eq(mark, search)):
            f.return_(NOWHERE)
        with (
            f.block("other") as other,
            f.if_(e.and_(e.eq(mark, e.add(search, 1)), e.eq(e.load(self.hashes, entry), mixed))),
        ):
            with f.each(0, words, "word") as k:
                f.br(other, e.ne(e.load(self.position, k), e.load(self.keys, e.add(first, k))))
            with f.each(0, most, "number") as k:
                f.br(other, e.ne(e.load(self.numbers, k), e.load(self.given, e.add(own, k))))
            f.store(result, 0, e.load(self.values, entry))
            f.return_(KNOWN)
        f.store(self.marks, entry, search)
        f.store(self.hashes, entry, mixed)
        f.copy(self.keys, e.mul(first, 8), self.position, 0, 8 * words)
        with f.each(0, most, "number") as k:
            f.store(self.given, e.add(own, k), e.load(self.numbers, k))
        f.return_(entry)
        return f.finish()
