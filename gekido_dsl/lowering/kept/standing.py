"""What stands where, as bits: by board which spaces are occupied, by kind and owner on which spaces its things stand.

It follows from the places and owners, and is kept up wherever things move and change hands. What nothing asks for is
dropped from the program with all that keeps it up.
"""

from collections.abc import Iterable

from gekido_dsl.ground.position import Position
from gekido_dsl.lowering.boards.bitsets import field_of, is_on, spot_of
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import fingerprint, ones
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.sets.things import born_things
from gekido_dsl.lowering.sets.words import Field, Words, mask
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, BoolType, EnumType, SetType, ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

KINDS = 4
"""Where more kinds than this can stand on spaces, nothing is kept."""
FACT_VALUES = 16
"""Of facts with more values than this, nothing is kept for each value."""


def fields(lowering: Lowering) -> list[Field]:
    """Lists the boards of which it is kept."""

    def make() -> list[Field]:
        # Whose a part is changes with what it is part of.
        if len(lowering.stands) > KINDS or any(lowering.game.kinds[name].parent for name in lowering.stands):
            return []
        found = (field_of(lowering, board) for board in lowering.game.boards.values())
        return [field for field in found if field is not None]

    listed: list[Field] = lowering.remembered("fields", make)
    return listed


def occupied(w: Writer, field: Field) -> Words:
    """Gives the spaces on which something stands that blocks them."""
    if _derived(w.lowering):
        kinds = [w.game.kinds[name] for name in sorted(w.lowering.stands) if w.game.kinds[name].blocking]
        found = mask(field, ())
        for kind in kinds:
            found = found | of_all(w, field, kind, range(w.layout.players))
        return found
    array = _occupied(w.lowering, field)
    return Words(field, (x.load(array, k) for k in range(field.words)))


def _derived(lowering: Lowering) -> bool:
    """Tells whether which spaces are occupied follows quickly from what stands there by owner."""
    kinds = [lowering.game.kinds[name] for name in lowering.stands if lowering.game.kinds[name].blocking]
    return len(kinds) == 1 and lowering.players == 2 and lowering.keeps_owner(kinds[0])


def of_owner(w: Writer, field: Field, kind: m.Kind, owner: ir.Expr) -> Words:
    """Gives the spaces on which things of a kind stand that belong to a player; with none, to nobody."""
    if owner == x.constant(NONE) and born_things(w.lowering, kind) is not None:
        return mask(field, ())
    array = _by_owner(w.lowering, field, kind)
    at = x.mul(x.add(owner, 1), field.words)
    if not isinstance(at, ir.Const):
        at = w.code.let(at)
    return Words(field, (x.load(array, x.add(at, k)) for k in range(field.words)))


def of_all(w: Writer, field: Field, kind: m.Kind, owners: Iterable[int] | None = None) -> Words:
    """Gives the spaces on which things of a kind stand that belong to any of several owners; None for anybody."""
    listed = range(NONE, w.layout.players) if owners is None else list(owners)
    found: Words | None = None
    for owner in listed:
        one = of_owner(w, field, kind, x.constant(owner))
        found = one if found is None else found | one
    assert found is not None
    return found


def number(w: Writer, field: Field, kind: m.Kind) -> ir.Expr:
    """Gives how many things of a kind stand on a board."""
    return x.load(_number(w.lowering, field, kind), 0)


def _number(lowering: Lowering, field: Field, kind: m.Kind) -> ir.Array:
    def derive(s: Position) -> list[int]:
        return [sum(s.where[thing] in field.spaces for thing in lowering.layout.things[kind.name])]

    name = f"number of {kind.name} on {field.board.name}"
    array: ir.Array = lowering.remembered(
        ("number", field.board.name, kind.name), lambda: lowering.derived(name, 32, derive)
    )
    return array


def _occupied(lowering: Lowering, field: Field) -> ir.Array:
    def derive(s: Position) -> list[int]:
        spots = [
            _spot(lowering, field, s, space)
            for space in field.spaces
            if any(lowering.layout.kind_of[thing].blocking for thing in s.contents[space])
        ]
        return _words(field, spots)

    array: ir.Array = lowering.remembered(
        ("occupied", field.board.name), lambda: lowering.derived(f"occupied {field.board.name}", 64, derive)
    )
    return array


def _by_owner(lowering: Lowering, field: Field, kind: m.Kind) -> ir.Array:
    def derive(s: Position) -> list[int]:
        contents: list[int] = []
        for owner in range(NONE, lowering.players):
            spots = {
                _spot(lowering, field, s, s.where[thing])
                for thing in lowering.layout.things[kind.name]
                if s.where[thing] in field.spaces and s.owner(thing) == owner
            }
            contents += _words(field, spots)
        return contents

    name = f"{kind.name} on {field.board.name}"
    array: ir.Array = lowering.remembered(
        ("stands", field.board.name, kind.name), lambda: lowering.derived(name, 64, derive)
    )
    return array


# ---------------------------------------------------------------- things of which a fact is so


def facts_of(lowering: Lowering, kind: m.Kind) -> tuple[m.Field, ...]:
    """Lists the facts of which it is kept where things stand that have each value: those that rules ask for."""

    def find() -> tuple[m.Field, ...]:
        if len(fields(lowering)) != 1 or kind.name not in lowering.stands or kind.board is not None:
            return ()
        found: dict[int, m.Field] = {}
        for decl in walk.declarations(lowering.game):
            for one in walk.exprs(decl):
                fact = asked_fact(one)
                if fact is not None and _can_be_kept(fact, kind):
                    found[id(fact)] = fact
        return tuple(found.values()) if found and lowering.takes(Special.BY_FACT) else ()

    listed: tuple[m.Field, ...] = lowering.remembered(("facts of", kind.name), find)
    return listed


def asked_fact(e: m.Expr) -> m.Field | None:
    """Gives the fact of which a test asks whether that of a thing has a known value; else None."""
    if (
        not isinstance(e, m.ops.Is)
        or not isinstance(e.left, m.ops.Field)
        or not isinstance(e.right, m.ops.Const)
    ):
        return None
    one = e.left.thing
    if not isinstance(one, m.ops.Local) or isinstance(one.type, SetType) or e.right.value < 0:
        return None
    fact: m.Field = e.left.ref
    return fact


def values_of(fact: m.Field) -> int:
    """Gives how many values a fact has, besides none."""
    return 2 if isinstance(fact.type, BoolType) else len(fact.type.enum.members)  # type: ignore[union-attr]


def _can_be_kept(fact: m.Field, kind: m.Kind) -> bool:
    if fact.owner is not kind or not fact.kept or fact.index is not None or fact.carried:
        return False
    return isinstance(fact.type, EnumType | BoolType) and values_of(fact) <= FACT_VALUES


def with_fact(
    w: Writer, field: Field, kind: m.Kind, fact: m.Field, owner: ir.Expr, values: Iterable[int]
) -> Words:
    """Gives the spaces on which things of a player stand of which a fact has one of some values."""
    array, found = _by_fact(w.lowering, field, kind, fact), mask(field, ())
    first = _row(fact, owner, x.constant(0))
    if not isinstance(first, ir.Const):
        first = w.code.let(first)
    for value in sorted(values):
        at = x.mul(x.add(first, value + 1), field.words)
        found = found | Words(field, (x.load(array, x.add(at, k)) for k in range(field.words)))
    return found


def _row(fact: m.Field, owner: ir.Expr, value: ir.Expr) -> ir.Expr:
    """Gives a number for an owner and a value of a fact; it stands for the owner in arrays with words for each."""
    return x.add(x.mul(x.add(owner, 1), values_of(fact) + 1), value)


def _by_fact(lowering: Lowering, field: Field, kind: m.Kind, fact: m.Field) -> ir.Array:
    first, things = lowering.layout.field_cell[id(kind), fact.name], lowering.layout.things[kind.name]

    def derive(s: Position) -> list[int]:
        contents: list[int] = []
        for owner in range(NONE, lowering.players):
            for value in range(NONE, values_of(fact)):
                spots = {
                    _spot(lowering, field, s, s.where[thing])
                    for thing in things
                    if s.where[thing] in field.spaces
                    and s.owner(thing) == owner
                    and s.cells[first + thing - things.start] == value
                }
                contents += _words(field, spots)
        return contents

    name = f"{kind.name} {fact.name} on {field.board.name}"
    array: ir.Array = lowering.remembered(
        ("with fact", field.board.name, kind.name, fact.name), lambda: lowering.derived(name, 64, derive)
    )
    return array


def fact_changes(
    w: Writer, fact: m.Field, array: ir.Array, thing: ir.Expr, at: ir.Expr, value: ir.Expr
) -> None:
    """Writes a fact of a thing that is not none, and notes it.

    Args:
        array: holds the fact of all things, that of this thing at `at`.
    """
    kind = fact.owner
    if not isinstance(kind, m.Kind) or fact not in facts_of(w.lowering, kind):
        w.code.store(array, at, value)
        return
    (field,) = fields(w.lowering)
    old, where = w.code.let(x.load(array, at)), w.code.let(x.load(w.memory.chains.where, thing))
    w.code.store(array, at, value)
    with w.code.if_(x.and_(is_on(field, where), x.ne(old, value))):
        spot = w.code.let(spot_of(w, field, where))
        owner = owner_of_one(w, kind, thing)
        _flip_fact(w, field, kind, fact, owner, old, spot, on=False)
        _flip_fact(w, field, kind, fact, owner, value, spot, on=True)
        if not occupancy.alone(w.lowering, field.board):
            with w.code.if_(x.ne(x.load(w.memory.chains.head, where), x.load(w.memory.chains.tail, where))):
                w.code.call(_anew(w.lowering, field), where)


def _flip_fact(
    w: Writer,
    field: Field,
    kind: m.Kind,
    fact: m.Field,
    owner: ir.Expr,
    value: ir.Expr,
    spot: ir.Expr,
    *,
    on: bool,
) -> None:
    row = w.code.let(_row(fact, owner, value))
    _flip(w, field, _by_fact(w.lowering, field, kind, fact), row, spot, on=on)


def _flip_facts(
    w: Writer, field: Field, kind: m.Kind, thing: ir.Expr, owner: ir.Expr, spot: ir.Expr, *, on: bool
) -> None:
    """Sets or clears the bits of a spot for what all facts of a thing are."""
    for fact in facts_of(w.lowering, kind):
        array = w.memory.fields[id(kind), fact.name]
        value = x.load(array, x.sub(thing, w.layout.things[kind.name].start))
        _flip_fact(w, field, kind, fact, owner, w.code.let(value), spot, on=on)


def _clear_facts(w: Writer, field: Field, kind: m.Kind, spot: ir.Expr) -> None:
    """Clears the bits of a spot for all values of facts of anybody's things."""
    for fact in facts_of(w.lowering, kind):
        array = _by_fact(w.lowering, field, kind, fact)
        for row in range((w.layout.players + 1) * (values_of(fact) + 1)):
            _flip(w, field, array, x.constant(row - 1), spot, on=False)


def _spot(lowering: Lowering, field: Field, s: Position, space: int) -> int:
    return s.cells[lowering.layout.position_cell + space] if field.laid else space - field.spaces.start


def _words(field: Field, spots: Iterable[int]) -> list[int]:
    bits = sum(1 << spot for spot in spots)
    words = [(bits >> 64 * k) & (1 << 64) - 1 for k in range(field.words)]
    return [word - (1 << 64) if word >> 63 else word for word in words]


# ---------------------------------------------------------------- what changes


def moved(
    w: Writer,
    kind: m.Kind,
    thing: ir.Expr,
    before: ir.Expr,
    to: ir.Expr,
    *,
    onto: m.Board | None = None,
    from_space: bool = True,
    owner: ir.Expr | None = None,
) -> None:
    """Notes that a thing has moved; the chains say so already.

    Args:
        onto: the board that `to` is known to be a space of.
        from_space: whether `before` may be a space.
        owner: whose the thing is, where that is known.
    """
    if kind.name not in w.lowering.stands:
        return
    for field in fields(w.lowering):
        if from_space:
            with w.code.if_(is_on(field, before)):
                _clear(w, field, kind, thing, before)
                w.code.increase(_number(w.lowering, field, kind), 0, -1)
        if onto is None or onto is field.board:
            with w.code.if_(x.constant(1) if onto is not None else is_on(field, to)):
                w.code.increase(_number(w.lowering, field, kind))
                _set(w, field, kind, thing, w.code.let(spot_of(w, field, to)), owner)


def changed_hands(w: Writer, kind: m.Kind, thing: ir.Expr, owner: ir.Expr) -> None:
    """Notes that a thing is about to change its owner."""
    if kind.name not in w.lowering.stands:
        return
    for field in fields(w.lowering):
        where = w.code.let(x.load(w.memory.chains.where, thing))
        with w.code.if_(is_on(field, where)):
            spot = w.code.let(spot_of(w, field, where))
            array = _by_owner(w.lowering, field, kind)
            old = w.code.let(x.load(w.memory.owner, thing))
            w.code.store(w.memory.owner, thing, owner)
            _flip(w, field, array, old, spot, on=False)
            _flip(w, field, array, owner, spot, on=True)
            _flip_facts(w, field, kind, thing, old, spot, on=False)
            _flip_facts(w, field, kind, thing, owner, spot, on=True)
            with w.code.if_(x.ne(x.load(w.memory.chains.head, where), x.load(w.memory.chains.tail, where))):
                w.code.call(_anew(w.lowering, field), where)


def all_change_hands(w: Writer, field: Field, kind: m.Kind, spaces: Words, owner: ir.Expr) -> None:
    """Notes that all things of a kind on some spaces are about to be a player's."""
    array = _by_owner(w.lowering, field, kind)
    taken = (of_all(w, field, kind) & spaces).kept(w)
    for fact in facts_of(w.lowering, kind):
        _facts_change_hands(w, field, kind, fact, spaces, owner)
    for old in range(NONE, w.layout.players):
        if owner != x.constant(old):
            _store(
                w, field, array, x.constant(old), of_owner(w, field, kind, x.constant(old)).without(spaces)
            )
    _store(w, field, array, owner, of_owner(w, field, kind, owner) | taken)


def _facts_change_hands(
    w: Writer, field: Field, kind: m.Kind, fact: m.Field, spaces: Words, owner: ir.Expr
) -> None:
    array, values = _by_fact(w.lowering, field, kind, fact), range(NONE, values_of(fact))
    owners = range(NONE, w.layout.players)
    for value in values:
        rows = [(old, with_fact(w, field, kind, fact, x.constant(old), [value]).kept(w)) for old in owners]
        taken = mask(field, ())
        for old, words in rows:
            taken = taken | (words & spaces)
            _store(w, field, array, _row(fact, x.constant(old), x.constant(value)), words.without(spaces))
        taken = taken.kept(w)
        to = w.code.let(_row(fact, owner, x.constant(value)))
        _store(w, field, array, to, with_fact(w, field, kind, fact, owner, [value]) | taken)


def _store(w: Writer, field: Field, array: ir.Array, owner: ir.Expr, words: Words) -> None:
    at = x.mul(x.add(owner, 1), field.words)
    for k, word in enumerate(words.words):
        w.code.store(array, x.add(at, k), word)


def _flip(w: Writer, field: Field, array: ir.Array, owner: ir.Expr, spot: ir.Expr, *, on: bool) -> None:
    """Sets or clears the bit of a spot, in the words of an owner."""
    at = x.mul(x.add(owner, 1), field.words)
    bit = x.bit(spot)
    if field.words > 1:
        at = w.code.let(x.add(at, x.shr_u(spot, 6)))
        bit = w.code.let(x.bit(x.and_(spot, 63)))
    elif not isinstance(at, ir.Const):
        at = w.code.let(at)
    now = x.load(array, at)
    w.code.store(array, at, x.or_(now, bit) if on else x.and_(now, x.invert(bit)))


def _set(
    w: Writer,
    field: Field,
    kind: m.Kind,
    thing: ir.Expr,
    spot: ir.Expr,
    owner: ir.Expr | None = None,
) -> None:
    if kind.blocking and not _derived(w.lowering):
        _flip(w, field, _occupied(w.lowering, field), x.constant(NONE), spot, on=True)
    owner = owner_of_one(w, kind, thing) if owner is None else owner
    _flip(w, field, _by_owner(w.lowering, field, kind), owner, spot, on=True)
    _flip_facts(w, field, kind, thing, owner, spot, on=True)
    fingerprint.changed(w, fields(w.lowering), field, kind, owner, spot, on=True)
    if ones.keeps_the_one(w.lowering, field, kind):
        at = w.code.let(x.add(x.mul(owner, field.size), spot))
        w.code.store(ones.ones_of(w.lowering, field, kind), at, thing)
    if ones.keeps_the_only(w.lowering, field):
        w.code.store(ones.onlys_of(w.lowering, field), spot, thing)


def _clear(w: Writer, field: Field, kind: m.Kind, thing: ir.Expr, space: ir.Expr) -> None:
    """Clears the bits of a space that a thing has left; if others stand there still, all its bits are made anew."""
    space = w.code.let(space)
    spot = w.code.let(spot_of(w, field, space))
    if fingerprint.kept(w.lowering, fields(w.lowering)) is not None:
        whose = owner_of_one(w, kind, thing)
        fingerprint.changed(w, fields(w.lowering), field, kind, whose, spot, on=False)
    if len(w.lowering.stands) == 1 and _derived(w.lowering):
        of_each = occupancy.one_of_each(w.lowering, field.board, kind)
        if of_each or occupancy.alone(w.lowering, field.board):
            array, owner = _by_owner(w.lowering, field, kind), owner_of_one(w, kind, thing)
            _flip(w, field, array, owner, spot, on=False)
            _flip_facts(w, field, kind, thing, owner, spot, on=False)
            return
    if kind.blocking and not _derived(w.lowering):
        _flip(w, field, _occupied(w.lowering, field), x.constant(NONE), spot, on=False)
    array = _by_owner(w.lowering, field, kind)
    if born_things(w.lowering, kind) is not None:
        mine = owner_of_one(w, kind, thing)
        _flip(w, field, array, mine, spot, on=False)
        _flip_facts(w, field, kind, thing, mine, spot, on=False)
    else:
        for anybody in range(NONE, w.layout.players):
            _flip(w, field, array, x.constant(anybody), spot, on=False)
        _clear_facts(w, field, kind, spot)
    with w.code.if_(x.ge(x.load(w.memory.chains.head, space), 0)):
        w.code.call(_anew(w.lowering, field), space)


def owner_of_one(w: Writer, kind: m.Kind, thing: ir.Expr) -> ir.Expr:
    """Gives whose a thing is, which is not none: by its number where that says it."""
    born = born_things(w.lowering, kind)
    if born is not None and w.layout.players == 2:
        return w.code.let(x.ge(thing, born.start + born.each))
    return w.code.let(owner_of(w, thing, ThingType(kind)))


def _anew(lowering: Lowering, field: Field) -> ir.Function:
    """Gives the function that makes the bits of a space anew, from what stands there."""

    def write(own: Writer) -> None:
        (space,) = own.code.parameters
        spot = own.code.let(spot_of(own, field, space))
        kinds = [lowering.game.kinds[name] for name in sorted(lowering.stands)]
        if any(kind.blocking for kind in kinds) and not _derived(lowering):
            _flip(own, field, _occupied(lowering, field), x.constant(NONE), spot, on=False)
        for kind in kinds:
            for owner in range(NONE, lowering.players):
                _flip(own, field, _by_owner(lowering, field, kind), x.constant(owner), spot, on=False)
            _clear_facts(own, field, kind, spot)

        def one(thing: ir.Expr, leave: ir.Label) -> None:
            for kind in kinds:
                things = lowering.layout.things[kind.name]
                inside = x.within(thing, things.start, things.stop - 1)
                with own.code.if_(x.constant(1) if len(kinds) == 1 else inside):
                    _set(own, field, kind, thing, spot)

        Chain(space, lowering.layout.count).each(own, one)

    key = ("stands anew", field.board.name)
    return function_of(lowering, key, f"stands on {field.board.name}", ["space"], None, None, write)
