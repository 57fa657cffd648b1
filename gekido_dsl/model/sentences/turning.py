"""Turning: things and spaces to another direction, dice to another face.

Invariants:
    A space turns as a whole: with it all that it keeps of directions.
"""

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article
from gekido_dsl.model.parameters import turn_of
from gekido_dsl.model.phrases import face_type
from gekido_dsl.model.sentences.acting import Said, means
from gekido_dsl.model.sentences.shapes import Shapes
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import EnumType, ThingType, Type, item
from gekido_dsl.syntax import nodes as s


class Turning(Shapes):
    """Resolves `turn`."""

    @means("turn")
    def _turn(self, said: Said) -> m.AnyAct | None:
        w, preps, scope, slots = said.w, said.preps, said.scope, said.slots
        die = self._object(w, scope, slots)
        if die is None:
            return None
        if ("to" in preps) is (w.way is not None):
            return self._missing(w)
        if isinstance(die, m.ops.Field) and _points(item(die.type)):
            return self._turn_fact(said, die)
        one = item(die.type)
        looks = isinstance(one, ThingType) and (one.kind.faces is None or FACING in one.kind.fields)
        if not isinstance(one, ThingType) or (w.way is not None and not looks):
            return self._unfit(w, die, "a die" if w.way is None else "a thing with a direction")
        if w.way is not None:
            return self._face(w, die, one.kind, None)
        ways = [fact.type for fact in one.kind.facings()]
        wanted = face_type(one.kind) if one.kind.faces is not None else ways[0] if ways else None
        goal = self._operand(preps["to"], scope, slots, wanted)
        if one.kind.faces is None or item(goal.type) in ways:
            return self._face(w, die, one.kind, goal)
        face = self.phrases.expect(goal, face_type(one.kind))
        faces = one.kind.faces
        if (
            isinstance(faces, tuple)
            and isinstance(face, m.ops.Const)
            and not faces[0] <= face.value <= faces[1]
        ):
            self.index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"{article(one.kind.name)} shows {faces[0]} to {faces[1]}, never {face.value}",
                goal.span,
                "not one of its faces",
                Label(one.kind.name_span, "declared here"),
            )
        return m.acts.Turn(die, face)

    def _face(
        self,
        w: s.Sentence,
        thing: m.Expr,
        kind: m.Kind,
        towards: m.Expr | None,
    ) -> m.AnyAct | None:
        """Turns a thing: sets the one fact that says in which direction it looks.

        Args:
            towards: where it is turned to; None where the sentence says which way round.
        """
        facing = kind.facings()
        space = kind.board is not None and kind.board.space is kind
        if space and w.way is not None:
            facing = kind.directions()
        if not facing:
            printed = [
                fact
                for fact in kind.fields.values()
                if not fact.kept and fact.index is None and _points(fact.type)
            ]
            self._wrong(
                w,
                f"a {kind.name} keeps no direction, so it is not clear what turns",
                thing.span,
                _kept(printed[0])
                if printed
                else f"give `{kind.name}` a fact that keeps a direction, such as `Facing: a Heading, starts North`",
            )
            return None
        if len(facing) > 1 and (not space or w.way is None or any(f.type != facing[0].type for f in facing)):
            self._wrong(
                w,
                f"a {kind.name} keeps several directions, so it is not clear what turns",
                thing.span,
                f"name it, as in `turn its {facing[0].name} {w.way or 'to ...'}`",
            )
            return None
        return self._turned(w, thing, tuple(facing), towards)

    def _turned(
        self, w: s.Sentence, thing: m.Expr, facts: tuple[m.Field, ...], towards: m.Expr | None
    ) -> m.AnyAct | None:
        for fact in facts:
            fact.used = True
        kept = facts[0].type
        if w.way is not None and isinstance(kept, EnumType):
            return m.acts.TurnRound(thing, facts, turn_of(w.way, len(kept.enum.members)))
        if towards is None:
            return None
        return m.acts.Face(thing, self.phrases.expect(towards, kept), facts[0])

    def _turn_fact(self, said: Said, goal: m.ops.Field) -> m.AnyAct | None:
        """Resolves `turn its Belt right`: one fact that keeps a direction, named."""
        w, fact = said.w, goal.ref
        if fact.index is not None:
            self._wrong(
                w,
                f"`{fact.name}` is kept for each {fact.index.name}, and only what is one direction turns",
                goal.span,
                f"set it: `set {goal.span.text} to {goal.span.text} turned {w.way or 'left'}`",
            )
            return None
        if not fact.kept:
            self._wrong(w, f"`{fact.name}` is printed, and never changes", goal.span, _kept(fact))
            return None
        towards = None
        if w.way is None:
            towards = self._operand(said.preps["to"], said.scope, said.slots, fact.type)
        return self._turned(w, goal.thing, (fact,), towards)


def _points(kind: Type) -> bool:
    """Tells whether a fact of a type is a direction."""
    return isinstance(kind, EnumType) and kind.enum.compass


def _kept(fact: m.Field) -> str:
    """Says how a printed direction becomes one that a match changes."""
    assert isinstance(fact.type, EnumType)
    enum = fact.type.enum
    start = "or none, starts none" if fact.optional else f"starts {enum.members[0]}"
    comma = " " if fact.optional else ", "
    return (
        f"say what it starts at, as in `{fact.name}: a {enum.name}{comma}{start}`: a match may change it then, "
        "and a drawing still says where it points at first"
    )
