"""Damage to a thing: what stands in for it, the tracks it runs through, and what follows when it is done.

One function for each kind that is damaged: of the acting player, the thing, the damage, its source, and the one track
that is hit (from 1; 0 for all).
"""

from gekido_dsl.lowering.kept import knowledge
from gekido_dsl.lowering.operators.dice import first_place
from gekido_dsl.lowering.operators.lists import lists_of, with_things
from gekido_dsl.lowering.writing.due import Due
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.steps import run, step
from gekido_dsl.lowering.writing.triggers import make_due, trigger
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def damage_of(w: Writer, rule: m.Damage) -> ir.Function:
    """Gives the function of damage to a kind."""
    given = ("actor", "thing", "damage", "source", "only")
    return function_of(
        w.lowering,
        ("damage", id(rule)),
        rule.name,
        given,
        "status",
        rule,
        lambda own: _Hits(own, rule).write(),
    )


class _Hits:
    """Writes the damage to one kind."""

    def __init__(self, w: Writer, rule: m.Damage) -> None:
        self.w = w
        self.rule = rule
        only = w.locals.pop(4)
        assert isinstance(only, ir.Local)
        self.only = only
        self.later = Due()
        """What is due after the damage."""

    def write(self) -> None:
        """Writes what stands in for the damage, the hits, and what follows."""
        w, code, rule = self.w, self.w.code, self.rule
        w.span, w.cites = rule.span, rule.cites
        for local in (1, 2, 3):
            held = w.locals[local]
            assert isinstance(held, ir.Local)
            w.assign(local, held)
        self._instead()
        self.actor = w.actor
        self.thing, self.left, self.source = (w.variables[k] for k in (1, 2, 3))
        w.due = self.later
        with code.if_(x.gt(self.left, 0)):
            trigger(w, "damage", rule.kind.name, self.actor, self.thing, self.left, self.source)
        dice = sum(len(w.layout.things[track.die.name]) for track in rule.tracks)
        w.rounds, w.region = dice, w.lowering.new_region()
        self.taken = code.variable(0, "taken")
        with code.block("hits") as done, code.loop("hits", bound=dice + 1) as again:
            code.br(done, x.le(self.left, 0))
            for number, track in enumerate(rule.tracks, 1):
                with code.block("track") as other:
                    if self._single_tracks():
                        code.br(other, x.and_(x.gt(self.only, 0), x.ne(self.only, number)))
                    self._hit(track, other, again)
        w.due = None
        run(w, self.later)

    def _instead(self) -> None:
        w = self.w
        for one in w.game.replacements:
            if one.event is None or one.event.kind != "damage" or one.event.subject is not self.rule.kind:
                continue
            if one.condition is None:
                w.body(one.body.statements)
                continue
            with w.code.if_(w.test(one.condition)):
                w.body(one.body.statements)

    def _single_tracks(self) -> bool:
        """Tells whether any rule damages one track alone."""
        found = self.w.lowering.remembered(
            "single tracks",
            lambda: {
                id(one.rule)
                for decl in walk.declarations(self.w.game)
                for one in walk.nodes(decl)
                if isinstance(one, m.acts.Suffer) and one.only is not None
            },
        )
        return id(self.rule) in found

    def _hit(self, track: m.Track, other: ir.Label, again: ir.Label) -> None:
        """Writes a hit on the first die of a track; goes to `other` if there is none."""
        w, code, rule, chains = self.w, self.w.code, self.rule, self.w.memory.chains
        start = w.layout.things[rule.kind.name].start
        place = code.let(x.add(self.thing, first_place(w, track) - start))
        die = code.let(x.load(chains.head, place))
        code.br(other, x.lt(die, 0))
        shown = code.let(x.load(w.memory.face, die))
        dealt = code.let(x.select(x.lt(self.left, shown), self.left, shown))
        code.store(w.memory.face, die, x.sub(shown, dealt))
        knowledge.rolled(w, track.die, die)
        w.assign(2, x.sub(self.left, dealt))
        w.tell("suffer", self.thing, dealt, track)
        code.br(again, x.gt(shown, dealt))
        row = self._row(track, place) if w.lowering.triggers.get(("row", track.name)) else x.constant(NONE)
        supply = x.constant(w.layout.place_of[track.supply.name, NONE])
        knowledge.move(w, die, place, supply, track.die)
        w.tell("lose_die", self.thing, track)
        last = code.let(x.lt(x.load(chains.head, place), 0))
        if rule.most is not None:
            code.set(self.taken, x.add(self.taken, 1))
            with code.if_(x.ge(self.taken, rule.most)):
                w.assign(2, 0)
        due, rounds, region = w.due, w.rounds, w.region
        with step(w, rule.span, rule.cites):
            now = w.due, w.rounds, w.region
            for one in w.lowering.triggers.get(("row", track.name), ()):
                if one.after_damage:
                    w.due, w.rounds, w.region = due, rounds, region
                make_due(w, w.lowering.body_of(one), one, self.actor, self.thing, dealt, self.source, row)
                w.due, w.rounds, w.region = now
            with code.if_(last):
                if track is rule.tracks[-1]:
                    w.assign(2, 0)
                trigger(w, "out", track.name, self.actor, self.thing, dealt, self.source)
        code.br(again)

    def _row(self, track: m.Track, place: ir.Expr) -> ir.Expr:
        """Gives the number of the printed row that goes with the first die of a track; none if none is printed."""
        w, rows = self.w, track.rows
        if rows is None:
            return x.constant(NONE)
        things = w.layout.things[track.owner.name]
        printed = [track.owner.rows[w.layout.row_of[one]].values.get(rows.name, ()) for one in things]
        most = max(map(len, printed), default=0)
        if not most:
            return x.constant(NONE)
        numbers = [
            lists_of(w).number(with_things(w.layout, rows.type, one[number])) if number < len(one) else NONE
            for one in printed
            for number in range(most)
        ]
        sizes = w.lowering.table(f"rows of {track.name}", [len(one) for one in printed])
        at = x.sub(self.thing, things.start)
        size = w.code.let(x.load(sizes, at))
        number = w.code.let(x.sub(size, x.load(w.memory.chains.count, place)))
        number = x.select(x.lt(number, 0), 0, number)
        found = x.load(w.lowering.table(f"row of {track.name}", numbers), x.add(x.mul(at, most), number))
        return w.code.let(found)
