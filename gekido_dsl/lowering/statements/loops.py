"""Loops: `each` and `repeat`.

In secret, what the body noted of one player is forgotten before the next one decides.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gekido_dsl.lowering.kept import in_places, knowledge_of_facts
from gekido_dsl.lowering.operators import ranking
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.statements import looking_ahead
from gekido_dsl.lowering.statements.repeating import plain_repeat
from gekido_dsl.lowering.verbs.shuffling import shuffle_list
from gekido_dsl.lowering.writing.around import Around
from gekido_dsl.lowering.writing.registry import writes
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import secret_writing
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk


@writes(m.Each)
def each(w: Writer, each: m.Each) -> None:
    """Writes `each`: the set is taken once, when it begins; what leaves the game is passed over."""
    code, part = w.code, _Secret(w, each) if each.secret else None
    if each.random:
        assert isinstance(each.items, m.ops.Sorted), "chance orders equals alone"
        items: Set = _shuffled(w, each.items)
    else:
        items = in_places.listed(w, each.items).freeze(w)
    leaves = isinstance(item(each.items.type), ThingType) and w.lowering.may_leave(each.items.type)
    if part is not None:
        part.begin(items)
    with code.block("each") as after:
        with code.each(0, items.count(w), "i", items.most) as k:
            one = code.let(items.nth(w, k))
            if part is not None:
                one = part.in_order(one, k)
            with code.block("round") as head:
                if leaves:
                    code.br(head, x.eq(x.load(w.memory.chains.where, one), w.layout.gone))
                w.around.append(Around(after, head, int(each.secret)))
                before = w.locals[0]
                with _forgetting(w, part, one if each.acting else w.actor):
                    w.assign(each.local, one)
                    if each.acting:
                        w.locals[0] = one
                    outside, w.standing = w.standing, {**w.standing, each.local: each.items.type}
                    w.block(each.body)
                    w.standing = outside
                w.locals[0] = before
                w.around.pop()
        if part is not None:
            code.increase(w.memory.system["secret"], 0, -1)


def _shuffled(w: Writer, items: m.ops.Sorted) -> Set:
    """Gives several in an order, equals in an order of chance."""
    listed = Set.freeze(in_places.listed(w, items.set), w)
    assert isinstance(listed, Frozen)
    shuffle_list(w, listed.array, listed.number, "order")
    return ranking.put_in_order(w, items, listed)


class _Secret:
    """A secret part, unless it runs inside another."""

    def __init__(self, w: Writer, each: m.Each) -> None:
        self.w = w
        self.each = each
        self.kept = {local: w.code.variable(held, "kept") for local, held in w.variables.items()}
        self.lists = {local: held.freeze(w) for local, held in w.lists.items()}
        self.outermost: ir.Expr = x.constant(1)
        self.player = w.code.variable(NONE, "decides")

    def begin(self, items: Set) -> None:
        """Begins it: what these may write in secret, others do not know any more."""
        w, number = self.w, self.w.memory.system["secret"]
        self.outermost = w.code.let(x.not_(x.load(number, 0)))
        hidden = secret_writing.written(w.game, self.each)
        if hidden:
            with w.code.if_(self.outermost):
                deciders = w.code.variable(0, "deciders")
                if self.each.acting:
                    items.each(w, lambda one, _: w.code.set(deciders, x.or_(deciders, x.shl(1, one))))
                else:
                    w.code.set(deciders, x.select(x.lt(w.actor, 0), 0, x.shl(1, w.actor)))
                for one in hidden:
                    knowledge_of_facts.may_be_written(w, one, deciders, remember=True)
        w.code.increase(number)
        with w.code.if_(self.outermost):
            w.code.in_secret(NONE)
            if not self.each.acting:
                self._tell(w.actor)

    def in_order(self, one: ir.Expr, place: ir.Expr) -> ir.Local:
        """Gives who or what comes at a place of the outermost part: as the set has it, or the script."""
        code = self.w.code
        held = code.variable(one, "one")
        with code.if_(self.outermost):
            code.reordered(held, place)
        return held

    def turn_to(self, player: ir.Expr, changed: tuple[ir.Local, ...]) -> None:
        """Has the next player decide: the body knows no more than when the part began."""
        w, code = self.w, self.w.code
        with code.if_(self.outermost):
            for local, variable in w.variables.items():
                if variable in changed:
                    code.set(variable, self.kept.get(local, NONE))
            for local, held in w.lists.items():
                if held.number in changed:
                    self._take_back(held, self.lists.get(local))
            if self.each.acting:
                with code.if_(x.ne(player, self.player)):
                    self._tell(player)
            code.set(self.player, player)
            code.in_secret(player)
            code.store(w.memory.system["decides"], 0, x.add(player, 1))

    def _take_back(self, held: Frozen, before: Set | None) -> None:
        w, code = self.w, self.w.code
        assert isinstance(held.number, ir.Local)
        if before is None:
            code.set(held.number, 0)
            return
        with code.each(0, before.count(w), "k", before.most) as k:
            code.store(held.array, k, before.nth(w, k))
        code.set(held.number, before.count(w))

    def _tell(self, player: ir.Expr) -> None:
        with self.w.acting(player):
            self.w.tell("secret", player, span=self.each.span)


@contextmanager
def _forgetting(w: Writer, part: _Secret | None, player: ir.Expr) -> Iterator[None]:
    """Writes a round; of a secret part, what the one before noted is forgotten before it."""
    if part is None:
        yield
        return
    with w.code.nested() as level:
        yield
    body = tuple(level.body)
    changed = tuple(
        local for statement in walk.statements(body) if (local := walk.written(statement)) is not None
    )
    part.turn_to(player, changed)
    w.put(body)


@writes(m.Repeat)
def repeat(w: Writer, repeat: m.Repeat) -> None:
    """Writes `repeat`, which may look ahead."""
    if repeat.ends is not None:
        looking_ahead.repeat(w, repeat)
    else:
        plain_repeat(w, repeat)
