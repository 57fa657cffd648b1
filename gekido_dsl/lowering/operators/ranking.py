"""What compares several by numbers: the highest of them, their order, a rank, a sum."""

from collections.abc import Callable

from gekido_dsl.lowering.game.ranges import bounds
from gekido_dsl.lowering.kept import in_places
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.writing.amounts import TOO_LARGE, as_number
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import LEAST, MOST, NONE, PLAYER, PlayerType, SetType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

Rate = Callable[[ir.Expr], list[ir.Expr]]


def rates(
    w: Writer, several: m.Expr, numbers: tuple[m.Expr, ...], lowest: tuple[bool, ...], local: int
) -> Rate:
    """Gives what works out the numbers of one, so turned round that the least come first.

    A player is asked as themselves.

    Args:
        local: holds the one asked.
    """
    acting = isinstance(item(several.type), PlayerType)

    def rated(one: ir.Expr) -> list[ir.Expr]:
        found = []
        with w.bind(local, one), w.acting(one if acting else w.actor):
            for rate, least in zip(numbers, lowest, strict=True):
                number = w.code.let(as_number(w, w.lower(rate)))
                found.append(number if least else x.sub(0, number))
        return found

    return rated


def highest(w: Writer, e: m.ops.Highest) -> Held:
    """The one with the most (or least), equals told apart by the next number; of players, all of these."""
    base = in_places.listed(w, e.set)
    rated = rates(w, e.set, e.numbers, e.ref, e.value)
    several = isinstance(e.type, SetType)
    code = w.code
    best = [code.variable(0, "best") for _ in e.numbers]
    array = code.frame("best", max(base.most, 1) if several else 1, w.lowering.width)
    count = code.variable(0, "n")

    def visit(one: ir.Expr, leave: ir.Label) -> None:
        numbers = [code.let(number) for number in rated(one)]
        better, same = _compare(w, numbers, list(best))
        with code.if_(x.or_(x.not_(count), better)):
            for place, number in zip(best, numbers, strict=True):
                code.set(place, number)
            code.store(array, 0, one)
            code.set(count, 1)
        if several:
            with code.else_(), code.if_(same):
                code.store(array, count, one)
                code.set(count, x.add(count, 1))

    base.each(w, visit)
    listed = Frozen(array, count, base.most, base.sure, base.ascending)
    return listed if several else listed.first(w)


def _compare(w: Writer, one: list[ir.Expr], other: list[ir.Expr]) -> tuple[ir.Expr, ir.Expr]:
    """Gives whether numbers come before others, and whether they are the same."""
    before: ir.Expr = x.constant(0)
    same: ir.Expr = x.constant(1)
    for left, right in zip(one, other, strict=True):
        before = x.or_(before, x.and_(same, x.lt(left, right)))
        same = x.and_(same, x.eq(left, right))
    return w.code.let(before), w.code.let(same)


def total(w: Writer, e: m.ops.Sum) -> ir.Expr:
    """All their numbers together."""
    base = w.several(e.set)
    rated = rates(w, e.set, (e.number,), (True,), e.value)
    low, high = bounds(w.layout, e.number)
    sure = low * base.most >= LEAST and high * base.most <= MOST
    code = w.code
    if sure:
        found = code.variable(0, "sum")
        base.each(w, lambda one, leave: code.set(found, x.add(found, rated(one)[0])))
        return found
    wide = code.variable(x.constant(0, "i64"), "sum")
    base.each(w, lambda one, leave: code.set(wide, x.add(wide, x.extend(rated(one)[0]))))
    narrow = code.let(x.wrap(wide))
    with code.if_(x.ne(wide, x.extend(narrow))):
        w.error(TOO_LARGE, e.span)
    return narrow


def in_order(w: Writer, e: m.ops.Sorted) -> Set:
    """The same, the one with the most (or least) first; equals stay as they stand."""
    return put_in_order(w, e, in_places.listed(w, e.set))


def put_in_order(w: Writer, e: m.ops.Sorted, several: Set) -> Set:
    """Puts several in the order of an expression, equals as they stand."""
    code, rated = w.code, rates(w, e.set, e.numbers, e.ref, e.value)
    most = max(several.most, 1)
    array = code.frame("sorted", most, w.lowering.width)
    keys = [code.frame("key", most) for _ in e.numbers]
    count = code.variable(0, "n")

    def insert(one: ir.Expr, leave: ir.Label) -> None:
        numbers = [code.let(number) for number in rated(one)]
        at = code.variable(count, "at")
        with code.block("there") as there, code.loop("insert", bound=most) as again:
            code.br(there, x.eq(at, 0))
            before, _ = _compare(w, numbers, [x.load(key, x.sub(at, 1)) for key in keys])
            code.br(there, x.not_(before))
            for each in (array, *keys):
                code.store(each, at, x.load(each, x.sub(at, 1)))
            code.set(at, x.sub(at, 1))
            code.br(again)
        code.store(array, at, one)
        for key, number in zip(keys, numbers, strict=True):
            code.store(key, at, number)
        code.set(count, x.add(count, 1))

    several.each(w, insert)
    return Frozen(array, count, several.most, several.sure)


def rank(w: Writer, e: m.ops.Rank) -> ir.Expr:
    """1 and how many who remain come before a player; none of none."""
    code, who = w.code, w.fixed(e.player)
    listed = m.ops.Players(SetType(PLAYER), e.span)
    rated = rates(w, listed, e.numbers, e.ref, e.value)
    found = code.variable(NONE, "rank")
    with code.if_(x.ge(who, 0)):
        own = [code.let(number) for number in rated(who)]
        code.set(found, 1)

        def other(one: ir.Expr, leave: ir.Label) -> None:
            before, _ = _compare(w, [code.let(number) for number in rated(one)], own)
            code.set(found, x.add(found, before))

        w.several(listed).each(w, other)
    return found


def share(w: Writer, e: m.ops.Share) -> ir.Expr:
    """What a player wins of what all paid, layer by layer; none of none."""
    code, who, number = w.code, w.fixed(e.player), w.layout.players
    seats = m.ops.Seats(SetType(PLAYER), e.span)
    paid, keys = code.frame("paid", number), [code.frame("key", number) for _ in e.numbers]
    turns, turn = code.frame("turns", number), code.variable(0, "turn")
    paying = rates(w, seats, (e.paid,), (True,), e.value)
    rated = rates(w, seats, e.numbers, e.ref, e.value)
    with code.each(0, number, "seat") as seat:
        code.store(paid, seat, paying(seat)[0])
    all_may = code.variable(0, "may win")

    def note(one: ir.Expr, leave: ir.Label) -> None:
        for key, rate in zip(keys, rated(one), strict=True):
            code.store(key, one, rate)
        code.store(turns, one, turn)
        code.set(turn, x.add(turn, 1))
        code.set(all_may, x.or_(all_may, x.shl(1, one)))

    w.several(e.among).each(w, note)
    found = code.variable(NONE, "share")
    with code.if_(x.ge(who, 0)):
        code.set(found, 0)
        amount, pot, below = (code.variable(0, name) for name in ("amount", "who may", "below"))
        with code.block("shared") as end, code.loop("layers", bound=number + 2) as again:
            level = code.variable(MOST, "level")
            with code.each(0, number, "seat") as seat:
                one = code.let(x.load(paid, seat))
                code.set(level, x.select(x.and_(x.gt(one, below), x.lt(one, level)), one, level))
            over = code.let(x.eq(level, MOST))
            may, more = code.variable(0, "may"), code.variable(0, "more")
            with code.if_(x.not_(over)), code.each(0, number, "seat") as seat:
                one = code.let(x.load(paid, seat))
                own = x.and_(x.shr(all_may, seat), x.ge(one, level))
                code.set(may, x.or_(may, x.shl(x.and_(own, 1), seat)))
                up_to = code.let(x.select(x.lt(one, level), one, level))
                code.set(more, x.add(more, x.select(x.gt(up_to, below), x.sub(up_to, below), 0)))
            other = x.and_(x.ne(may, 0), x.ne(may, pot))
            with code.if_(x.and_(x.ne(pot, 0), x.or_(over, other))):
                _won(w, found, amount, pot, who, keys, turns)
                code.set(amount, 0)
            with code.if_(over):
                code.br(end)
            code.set(pot, x.select(may, may, pot))
            code.set(amount, x.add(amount, more))
            code.set(below, level)
            code.br(again)
        with code.if_(x.not_(pot)):
            own_paid = code.let(x.load(paid, who))
            code.set(found, x.select(x.lt(own_paid, 0), 0, own_paid))
    return found


def _won(
    w: Writer,
    found: ir.Local,
    amount: ir.Expr,
    pot: ir.Expr,
    who: ir.Expr,
    keys: list[ir.Array],
    turns: ir.Array,
) -> None:
    """Adds what a player wins of a pot: of the best their equal part, and one more for the first of them."""
    code = w.code
    with code.if_(x.and_(x.shr(pot, who), 1)):
        winners, before = code.variable(0, "winners"), code.variable(0, "before")
        lost = code.variable(0, "lost")
        with code.each(0, w.layout.players, "seat") as seat, code.if_(x.and_(x.shr(pot, seat), 1)):
            better, same = _compare(
                w, [x.load(key, seat) for key in keys[:1]], [x.load(key, who) for key in keys[:1]]
            )
            code.set(lost, x.or_(lost, better))
            code.set(winners, x.add(winners, same))
            first, equal = _compare(
                w, [x.load(key, seat) for key in keys[1:]], [x.load(key, who) for key in keys[1:]]
            )
            ahead = x.or_(first, x.and_(equal, x.lt(x.load(turns, seat), x.load(turns, who))))
            code.set(before, x.add(before, x.and_(same, ahead)))
        with code.if_(x.not_(lost)):
            each = code.let(x.div(amount, winners))
            more = x.lt(before, x.sub(amount, x.mul(each, winners)))
            code.set(found, x.add(found, x.add(each, more)))


def ranks(w: Writer, s: m.Sentence, act: m.acts.Rank, players: Set) -> Set:
    """Gives the ranks of players of an act, in their order; equals have the same."""
    code = w.code
    seats = m.ops.Seats(SetType(PLAYER), s.span)
    rated = rates(w, seats, act.numbers, act.lowest, act.local)
    most = max(players.most, 1)
    keys = [code.frame("key", most) for _ in act.numbers]
    count = code.variable(0, "n")

    def note(one: ir.Expr, leave: ir.Label) -> None:
        for key, number in zip(keys, [code.let(number) for number in rated(one)], strict=True):
            code.store(key, count, number)
        code.set(count, x.add(count, 1))

    players.each(w, note)
    array = code.frame("ranks", most)
    with code.each(0, count, "i") as one:
        rank = code.variable(1, "rank")
        with code.each(0, count, "j") as other:
            before, _ = _compare(w, [x.load(key, other) for key in keys], [x.load(key, one) for key in keys])
            code.set(rank, x.add(rank, before))
        code.store(array, one, rank)
    return Frozen(array, count, players.most, True)
