"""Tests of spaces that ask of several whether one or none of them is somewhere, lifted."""

from gekido_dsl.ground.geometry import headings_of
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards import rays
from gekido_dsl.lowering.boards.bitsets import Spaces
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total, takes_up
from gekido_dsl.lowering.lifting.lift import Lift, lifts
from gekido_dsl.lowering.lifting.lifted_groups import next_to_group
from gekido_dsl.lowering.lifting.lifted_places import spot_of
from gekido_dsl.lowering.lifting.lifted_steps import near_some
from gekido_dsl.lowering.lifting.standing_bits import actor_may_be_none, standing_of, words_of
from gekido_dsl.lowering.sets.words import Words, mask
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlayerType, SetType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lifts(m.ops.Some)
def _some(lift: Lift, e: m.ops.Some | m.ops.No) -> Words | None:
    several, test = e.set, e.test
    grouped = next_to_group(lift, several, test, e.value)
    if grouped is not None:
        return grouped
    if isinstance(several, m.ops.Property | m.ops.Lines) and walk.reads(several, lift.local):
        return _some_in_line(lift, several, test, e.value)
    if isinstance(test, m.ops.Member) and not walk.reads(several, lift.local):
        return _some_among(lift, several, test, e.value)
    own = geo.board_of(several.type)
    if own is not None and own is lift.field.board:
        return _some_space(lift, several, test, e.value)
    if isinstance(test, m.ops.At) and isinstance(test.thing, m.ops.Local) and test.thing.value == e.value:
        alone = lift.is_it(test.space) and not walk.reads(several, lift.local)
        return standing_of(lift.w, lift.field, several) if alone else None
    if isinstance(test, m.ops.Toward):
        return _some_behind(lift, several, test, e.value)
    if (
        isinstance(test, m.ops.NextTo)
        and not walk.reads(several, lift.local)
        and is_total(lift.w.lowering, several)
    ):
        one = next(
            (k for k in (0, 1) if isinstance(test.args[k], m.ops.Local) and test.args[k].value == e.value),
            None,
        )
        return near_some(lift, several) if one is not None and lift.is_it(test.args[1 - one]) else None
    return None


@lifts(m.ops.No)
def _no(lift: Lift, e: m.ops.No) -> Words | None:
    found = _some(lift, e)
    return found.complement() if found is not None else None


def _some_space(lift: Lift, several: m.Expr, test: m.Expr, local: int) -> Words | None:
    """Of `some space of these is below it` the spaces from which a step leads there."""
    if len(test.args) != 2 or walk.reads(several, lift.local):
        return None
    there = words_of(lift.w, several)
    left, right = test.args
    first = isinstance(left, m.ops.Local) and left.value == local
    other, mine = (left, right) if first else (right, left)
    if there is None or not lift.is_it(mine) or not isinstance(other, m.ops.Local) or other.value != local:
        return None
    if lift.field.chart.links is not None:
        return None
    if isinstance(test, m.ops.NextTo):
        return there.words.near(lift.w)
    return _stepped(lift, there.words, test, -1 if first else 1) if isinstance(test, m.ops.Toward) else None


def _stepped(lift: Lift, words: Words, test: m.ops.Toward, sign: int) -> Words:
    """Gives the spaces to which a step leads from some, or from which it leads there; ahead is as who acts looks."""

    def led(steps: list[tuple[int, int]]) -> Words:
        found = mask(lift.field, ())
        for down, right in steps:
            found = found | words.stepped(sign * down, sign * right)
        return found

    if test.ref in geo.STRAIGHT:
        return led([geo.STRAIGHT[test.ref]])
    down_, up = (led(geo.steps_ahead(test.ref, way)) for way in (1, -1))
    if not lift.w.game.facing:
        return up
    second = lift.w.code.let(x.eq(lift.w.actor, 1))
    return Words(lift.field, (x.select(second, a, b) for a, b in zip(down_.words, up.words, strict=True)))


def _some_behind(lift: Lift, several: m.Expr, test: m.ops.Toward, local: int) -> Words | None:
    """Of `some of these things is behind it` the spaces for which one is."""
    one = test.one
    if not isinstance(one, m.ops.Local) or one.value != local or not lift.is_it(test.of):
        return None
    if lift.field.chart.links is not None or walk.reads(several, lift.local):
        return None
    words = standing_of(lift.w, lift.field, several)
    return None if words is None else _stepped(lift, words.kept(lift.w), test, -1)


def _some_in_line(lift: Lift, several: m.Expr, test: m.Expr, local: int) -> Words | None:
    """Of `some space of its lines is ...` the spaces from which a line leads over such a space."""
    if walk.reads(test, lift.local):
        return None
    if isinstance(several, m.ops.Lines):
        return None if lift.thing else _line_over(lift, lift.w, several, lift.local, test, local)
    declared: m.Property = several.ref
    within = lift.w.lowering.within
    if declared.exceptions or isinstance(declared.subject, PlayerType) or declared in within:
        return None
    if (
        not isinstance(declared.value, m.ops.Lines)
        or len(several.args) != 1
        or not lift.is_it(several.args[0])
    ):
        return None
    within.append(declared)
    own = lift.w.within(declared, {0: lift.w.actor})
    found = _line_over(lift, own, declared.value, 1, test, local)
    within.pop()
    return found


def _line_over(
    lift: Lift, own: Writer, lines: m.ops.Lines, it: int, test: m.Expr, local: int
) -> Words | None:
    start, over, ends = lines.space, lines.over, lines.end
    if (
        not isinstance(start, m.ops.Local)
        or start.value != it
        or walk.reads(over, it)
        or walk.reads(ends, it)
    ):
        return None
    if geo.board_of(start.type) is not lift.field.board:
        return None
    first, second = words_of(own, over), words_of(own, ends)
    if first is None or second is None:
        return None
    if takes_up(over, test, local):
        return rays.starts(own, first.words, second.words, None)
    passing = Lift(lift.w, lift.field, local).lift(test)
    return None if passing is None else rays.starts(own, first.words, second.words, passing)


@lifts(m.ops.Member)
def _member(lift: Lift, e: m.ops.Member) -> Words | None:
    one, several = e.one, e.set
    if lift.thing and isinstance(several, m.ops.Line) and lift.lies_at(several.origin):
        return _seen_from(lift, one, several)
    if not lift.is_it(one) or walk.reads(several, lift.local):
        return None
    found = words_of(lift.w, several)
    if found is not None:
        return found.words
    if geo.board_of(several.type) is not lift.field.board or not is_total(lift.w.lowering, several):
        return None
    return lift.w.several(several).bits(lift.w)


def _seen_from(lift: Lift, one: m.Expr, line: m.ops.Line) -> Words | None:
    """Gives the spaces of a board from which a line leads to one: lines lead back as they lead there."""
    w, (board, bound) = lift.w, line.ref
    if board is not lift.field.board or lift.field.laid or not rays.have_runs(lift.field) or bound == "while":
        return None
    parts = [one, line.direction, *([] if line.test is None else [line.test])]
    if any(walk.reads(part, lift.local) or not is_total(w.lowering, part) for part in parts):
        return None
    over = None if line.test is None else Lift(w, lift.field, line.value).lift(line.test)
    if line.test is not None and over is None:
        return None
    number = headings_of(line.direction)
    if isinstance(line.direction.type, SetType):
        several = w.several(line.direction)
        ways = [w.code.let(several.has(w, x.constant(k))) for k in range(number)]
    else:
        way = w.fixed(line.direction)
        ways = [w.code.let(x.eq(way, k)) for k in range(number)]
    return rays.fan(w, lift.field, spot_of(lift, one), ways, over, until=bound is not None, back=True)


def _some_among(lift: Lift, several: m.Expr, test: m.ops.Member, local: int) -> Words | None:
    """Of `some of these things is on its ...` gives the spaces for which one is, where that is a property of spaces.

    The spaces on which such things stand, as far as they pass what is asked of them alone, are gone through; for each
    it is worked out of which spaces it is one.
    """
    w, field = lift.w, lift.field
    one, asked = test.one, test.set
    if (
        lift.thing
        or not isinstance(one, m.ops.Space)
        or not isinstance(one.thing, m.ops.Local)
        or one.thing.value != local
    ):
        return None
    declared = asked.ref
    if (
        not isinstance(asked, m.ops.Property)
        or walk.reads(asked, local)
        or geo.board_of(one.type) is not field.board
    ):
        return None
    if declared.exceptions or isinstance(declared.subject, PlayerType) or declared in w.lowering.within:
        return None
    value: m.Expr = declared.value
    if (
        not isinstance(value, m.ops.Filter)
        or not isinstance(value.set, m.ops.Things)
        or geo.board_of(value.type) is not field.board
    ):
        return None
    if actor_may_be_none(w):
        return None
    parts = list(value.test.args) if isinstance(value.test, m.ops.And) else [value.test]
    if not all(is_total(w.lowering, part) for part in parts):
        return None
    held = lift.given(asked)
    standing = None if held is None else standing_of(w, field, several)
    if held is None or standing is None:
        return None
    given, it = held

    def write() -> Words | None:
        own = w.within(declared, dict(given))
        words = standing
        for part in parts:
            if not walk.reads(part, it):
                alone = Lift(own, field, value.value).lift(part)
                if alone is None:
                    return None
                words = words & alone
        none = mask(field, ()).words
        found = Words(field, (w.code.variable(word, "found", "i64") for word in none))
        lifts = True

        def visit(space: ir.Expr, _: ir.Label) -> None:
            nonlocal lifts
            here: Words | None = None
            with own.bind(value.value, space):
                for part in parts:
                    if walk.reads(part, it):
                        more = Lift(own, field, it).lift(part)
                        if more is None:
                            lifts = False
                            return
                        here = more if here is None else here & more
            if here is None:
                lifts = False
                return
            for word, new_word in zip(found.words, (found | here).words, strict=True):
                assert isinstance(word, ir.Local)
                w.code.set(word, new_word)

        Spaces(words.kept(w)).each(own, visit)
        return found if lifts and w.lowering.takes(Special.ONE_AMONG) else None

    w.lowering.within.append(declared)
    try:
        return None if w.unwritten(write) is None else write()
    finally:
        w.lowering.within.pop()
