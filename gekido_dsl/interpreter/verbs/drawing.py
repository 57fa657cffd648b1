"""Drawing from a deck and dealing: one by one, with a refill, a choice what to keep, and a hand limit."""

from typing import Any

from gekido_dsl.engine import ChanceRequest, RuleError
from gekido_dsl.ground.choices import distinct
from gekido_dsl.interpreter.state import Asked, Code, Frame, State
from gekido_dsl.interpreter.steps import leave
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.interpreter.verbs.moving import asked_of, check_limit, keeper, move, pile_of
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.telling.question import Option


@runs(m.acts.Draw)
def _draw(v: Acts, w: m.Sentence, it: m.acts.Draw, code: Code) -> Act:
    number, origin, goal = v.expr(it.number), v.expr(it.origin), v.expr(it.goal)
    keep = v.expr(it.keeping) if it.keeping is not None else None
    drawing = v.program.new_code(code.name, code.decl, 7)
    drawing.add(_draw_step(v, w, it.kind, drawing), w.span, w.cites)
    drawing.add(_keep_step(v, w, it.kind, drawing), w.span, w.cites)
    drawing.add(leave, w.span)

    def act(s: State, f: Frame) -> None:
        L = f.locals
        kept = keep(s, L) if keep is not None else NONE
        s.frames.append(drawing.start(L[0], number(s, L), origin(s, L), goal(s, L), kept, number(s, L), 0))

    return act


@runs(m.acts.Deal)
def _deal(v: Acts, w: m.Sentence, it: m.acts.Deal, code: Code) -> Act:
    number, origin, players = v.expr(it.number), v.expr(it.origin), v.expr(it.players)
    hand = it.hand

    def act(s: State, f: Frame) -> None:
        L = f.locals
        everyone = list(players(s, L))
        for _ in range(number(s, L)):
            for player in everyone:
                place = origin(s, L)
                thing = next_of(v, s, code, place)
                if thing == NONE:
                    if _may_be_empty(v, place, w):
                        continue
                    raise RuleError(f"there is nothing left to deal in {v.labels.place(s, place)}", w.span)
                to = v.layout.place_of[hand.name, player]
                move(v, s, code, w.span, thing, to, "draw", on_top=_on_top(s, thing))

    return act


def _may_be_empty(v: Acts, place: int, w: m.Sentence) -> bool:
    """Tells whether a place that has nothing left gives nothing, where any other breaks the rule."""
    decl = v.layout.place_names[place][0]
    return w.if_possible or (isinstance(decl, m.Place) and decl.word == "deck")


def _draw_step(v: Acts, w: m.Sentence, kind: m.Kind, code: Code) -> Act:
    """Draws one after the other: a full hand, or an empty deck, may interrupt."""

    def step(s: State, f: Frame) -> None:
        L = f.locals
        actor, left, origin, goal, kept = L[:5]
        if left <= 0:
            f.step += 1
            return
        L[1] = left - 1
        if v.instead(s, "draws", kind.name, actor):
            if L[1] == 0:
                check_limit(v, s, goal)
            return
        thing = next_of(v, s, code, origin)
        if thing == NONE:
            L[1] = 0
            check_limit(v, s, goal)
            if _may_be_empty(v, origin, w):
                return
            raise RuleError(f"there is nothing left in {v.labels.place(s, origin)}", w.span)
        L[6] += 1
        to = goal if kept == NONE else v.layout.place_of["", actor]
        check = L[1] == 0 or not _late(v, s, to)
        move(v, s, code, w.span, thing, to, "draw", check=False, on_top=_on_top(s, thing))
        if s.where[thing] == to:
            v.trigger(s, "drawn", kind.name, actor, thing)
            if check:
                check_limit(v, s, to)

    return step


def next_of(v: Acts, s: State, code: Code, origin: int) -> int:
    """Gives the next thing of a place, filled up again if it may be; NONE when there is nothing."""
    things = s.contents[origin]
    decl = v.layout.place_names[origin][0]
    if not things and isinstance(decl, m.Place) and decl.refill is not None:
        # What happens is told as done by the body that draws.
        key = (id(decl), code.number)
        if key not in v.keeps:
            v.keeps[key] = (
                v.make(decl.refill, code),
                v.expr(decl.refill.condition) if decl.refill.condition is not None else None,
            )
        refill, condition = v.keeps[key]
        owner = v.layout.place_names[origin][1]
        actor = s.frames[-1].locals[0] if decl.owner is None else keeper(v, s, decl, owner)
        frame = Frame(code, asked_of(v, decl, actor, owner))
        if condition is None or condition(s, frame.locals):
            refill(s, frame)
    if not things:
        return NONE
    if isinstance(decl, m.Place) and decl.word == "deck" and s.chance is not None:
        # A source of chance, such as real cards on the table, may say which card comes.
        request = ChanceRequest("pick", decl.name, len(things), lambda k: v.labels.thing(s, things[-1 - k]))
        picked = s.chance.draw(request)
        if picked is not None:
            return things[-1 - picked]
    return things[-1]


def _keep_step(v: Acts, w: m.Sentence, kind: m.Kind, code: Code) -> Any:
    """Lets the player keep some of what was drawn; the rest is discarded."""
    acts = v
    # Where a rule stands in for a discard, things of other kinds may have stayed where they were looked at.
    own = frozenset(v.layout.things[kind.name])

    class Keep:
        def __call__(self, s: State, f: Frame) -> None:
            L = f.locals
            actor, goal, kept = L[0], L[3], L[4]
            there = s.contents[acts.layout.place_of["", actor]] if kept != NONE else []
            drawn = [thing for thing in there if thing in own]
            if kept == NONE or not drawn:
                f.step += 1
            elif kept == 0:
                for thing in drawn:
                    move(acts, s, code, w.span, thing, pile_of(acts, s, thing, actor, w.span), "discard")
                f.step += 1
            elif len(drawn) <= kept:
                L[4] = 0
                for thing in drawn:
                    move(acts, s, code, w.span, thing, goal, "keep", check=False)
                check_limit(acts, s, goal)
            elif s.is_out(actor):
                L[4] = 0
            else:
                options: list[Option] = [(t,) for t in distinct(s, ThingType(kind), drawn)]
                prompt = text("Keep which {kind}?", kind=kind.name)
                s.question = Asked(
                    actor, prompt, tuple(options), (ThingType(kind),), "done", "choice", code.name, w.span,
                    w.cites or (code.decl.cites if code.decl else ()),
                    asker=self,
                )  # fmt: skip

        def answer(self, s: State, f: Frame, option: Option) -> None:
            assert option is not None
            f.locals[4] -= 1
            move(acts, s, code, w.span, option[0], f.locals[3], "keep", check=f.locals[4] == 0)

    return Keep()


def _late(v: Acts, s: State, place: int) -> bool:
    """Tells whether the limit of a place is asked about once for all that is drawn."""
    decl, owner = v.layout.place_names[place]
    if not isinstance(decl, m.Place) or decl.late is None:
        return False
    if decl.name not in v.lates:
        v.lates[decl.name] = v.expr(decl.late)
    who = keeper(v, s, decl, owner)
    return bool(v.lates[decl.name](s, asked_of(v, decl, who, owner)))


def _on_top(s: State, thing: int) -> bool:
    """Tells whether a thing lies on top of its place; cards on a real table may come from anywhere in a deck."""
    return s.contents[s.where[thing]][-1] == thing
