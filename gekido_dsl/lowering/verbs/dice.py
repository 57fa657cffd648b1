"""Verbs that roll and turn dice.

What is told of several dice is told of each first, as an `item`, then how many there were.
"""

from gekido_dsl.lowering.game.patterns import faces_of
from gekido_dsl.lowering.game.sites import Listed
from gekido_dsl.lowering.kept import in_places, knowledge, standing
from gekido_dsl.lowering.writing.choices import draw
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def kind_of(e: m.Expr) -> m.Kind:
    """Gives the kind of the things that an expression gives."""
    kind = item(e.type)
    assert isinstance(kind, ThingType)
    return kind.kind


def roll_die(w: Writer, kind: m.Kind, die: ir.Expr) -> None:
    """Rolls a die."""
    low, count = faces_of(kind)
    face = draw(w, count, "roll", kind.name)
    w.code.store(w.memory.face, die, x.add(face, low))
    if FACING in kind.fields:
        first = w.layout.things[kind.name].start
        facing, at = w.memory.fields[id(kind), FACING], w.code.let(x.sub(die, first))
        standing.fact_changes(w, kind.fields[FACING], facing, die, at, x.constant(0))
    knowledge.rolled(w, kind, die)


@lowers(m.acts.Roll, m.acts.Reroll)
def _roll(w: Writer, s: m.Sentence, act: m.acts.Rolling) -> None:
    kind = kind_of(act.dice)
    dice = in_places.things(w, act.dice).freeze(w)
    dice.each(w, lambda die, leave: roll_die(w, kind, die))
    with w.code.if_(dice.some(w)):
        dice.each(w, lambda die, leave: w.tell("item", x.load(w.memory.face, die)))
        dice.each(w, lambda die, leave: w.tell("item", die))
        count = dice.count(w)
        w.tell(act.record.name, kind, Listed(count), Listed(count), span=s.span)


@lowers(m.acts.Flip)
def _flip(w: Writer, s: m.Sentence, act: m.acts.Flip) -> None:
    kind = kind_of(act.dice)
    low, count = faces_of(kind)
    begin = min(low, 0)  # what was used up in a track shows 0, and flipped still does
    opposite = w.lowering.table(
        "opposite", [kind.opposite.get(face, face) for face in range(begin, low + count)]
    )

    def visit(die: ir.Expr, leave: ir.Label) -> None:
        before = w.code.let(x.load(w.memory.face, die))
        after = w.code.let(x.load(opposite, x.sub(before, begin)))
        w.code.store(w.memory.face, die, after)
        knowledge.rolled(w, kind, die, w.actor)
        w.tell("flip", kind, before, after, die, span=s.span)

    in_places.things(w, act.dice).freeze(w).each(w, visit)


@lowers(m.acts.Turn)
def _turn(w: Writer, s: m.Sentence, act: m.acts.Turn) -> None:
    kind = kind_of(act.dice)
    low, count = faces_of(kind)
    has = isinstance(act.face, m.ops.Const) and low <= act.face.value < low + count

    def visit(die: ir.Expr, leave: ir.Label) -> None:
        before = w.code.let(x.load(w.memory.face, die))
        after = w.fixed(act.face)
        fits = x.constant(1) if has else w.code.let(x.within(after, low, low + count - 1))
        if not s.if_possible:
            with w.code.if_(x.not_(fits)):
                faces = f"{low} to {low + count - 1}"
                w.error("`{}` shows {}, and cannot be turned to {}", s.span, act.dice.span.text, faces)
            fits = x.constant(1)
        with w.code.if_(fits):
            w.code.store(w.memory.face, die, after)
            knowledge.rolled(w, kind, die, w.actor)
            told = x.ne(before, after)
            if not knowledge.is_open(w, kind):
                told = x.or_(told, x.not_(knowledge.knows(w, x.constant(w.layout.players), die)))
            with w.code.if_(told):
                w.tell("flip", kind, before, after, die, span=s.span)

    in_places.things(w, act.dice).freeze(w).each(w, visit)
