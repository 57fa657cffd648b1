"""Verbs that move things, and the limits of the places they come to."""

from typing import Any

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge, shuffled_alike
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.choices import distinct
from gekido_dsl.interpreter import randomness
from gekido_dsl.interpreter.leaving import gone
from gekido_dsl.interpreter.operators.dice import holder
from gekido_dsl.interpreter.state import Asked, Code, Frame, Locals, State
from gekido_dsl.interpreter.steps import leave
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.interpreter.verbs.facts import face
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BOOL, NONE, PlaceType, SetType, ThingType, item
from gekido_dsl.telling.question import Option


@runs(m.acts.Move)
def _move(v: Acts, w: m.Sentence, it: m.acts.Move, code: Code) -> Act:
    things, goal = v.things(it.things), it.goal
    place, full = (
        v.expr(goal) if not isinstance(goal, m.ops.Track) else holder(v.program.evaluator, goal),
        None,
    )
    if isinstance(goal, m.ops.Track):
        full = v.expr(m.ops.Full(BOOL, w.span, track=goal))
    spots, laid = v.layout.spots, v.layout.position_cell
    on_top, under = isinstance(it.things, m.ops.Next | m.ops.Last), it.under

    def act(s: State, f: Frame) -> None:
        L = f.locals
        to = place(s, L)
        if isinstance(to, list):
            to = to[0] if to else NONE
        if to == NONE:
            if w.if_possible:
                return
            raise RuleError("there is no place to move to", w.span)
        if to in spots and s.cells[laid + to] == NONE:
            raise RuleError(f"{v.labels.space(s, to)} does not lie on the board", w.span)
        for thing in things(s, L):
            if full is not None and s.where[thing] != to and full(s, L):
                if w.if_possible:
                    return
                raise RuleError(f"{v.labels.place(s, to)} is full", w.span)
            move(v, s, code, w.span, thing, to, it.told, on_top=on_top, under=under)

    return act


@runs(m.acts.Lay)
def _lay(v: Acts, w: m.Sentence, it: m.acts.Lay, code: Code) -> Act:
    """Turns a thing, then puts it where it goes."""
    turn = face(v, w, m.acts.Face(it.things, it.direction, it.fact), code)
    put = _move(v, w, m.acts.Move(it.things, it.goal, it.told, it.under), code)

    def act(s: State, f: Frame) -> None:
        turn(s, f)
        put(s, f)

    return act


@runs(m.acts.Cover)
def _cover(v: Acts, w: m.Sentence, it: m.acts.Cover, code: Code) -> Act:
    """Puts a shape onto a space, then its squares onto what it covers, unless a rule stood in for it."""
    thing, space = v.expr(it.things), v.expr(it.goal)
    spaces = m.ops.Covered(
        SetType(it.goal.type), w.span, thing=it.things, space=it.goal, lie=it.lie, ref=(it.squares, it.board)
    )
    covered = v.expr(spaces)

    def act(s: State, f: Frame) -> None:
        one, to, under = thing(s, f.locals), space(s, f.locals), covered(s, f.locals)
        if not under:
            if w.if_possible:
                return
            raise RuleError(f"{v.labels.called(s, one)} does not lie there", w.span)
        move(v, s, code, w.span, one, to)
        if s.where[one] == to:
            for square, spot in zip(v.layout.shaped[one], under, strict=True):
                shift(v, s, square, spot)
                entered(v, s, square, spot)

    return act


def move(
    v: Acts,
    s: State,
    code: Code | None,
    span: Any,
    thing: int,
    to: int,
    kind: str = "move",
    *,
    check: bool = True,
    on_top: bool = False,
    under: bool = False,
    replaceable: bool = True,
) -> None:
    """Moves a thing, and remembers and tells it.

    Args:
        replaceable: whether another rule may stand in for it.
        check: whether the limit of the place is due.
        on_top: whether everybody knows that it lay at one end of its place.
        under: whether it comes first in its place, not last.
    """
    before = s.where[thing]
    if before == to:
        return
    if replaceable and v.program.instead:
        actor = s.frames[-1].locals[0] if s.frames else NONE
        if v.instead(s, "entering", v.layout.kind_of[thing].name, actor, thing, to):
            return
    shift(v, s, thing, to, on_top=on_top, under=under)
    v.tell(s, code, span, kind, thing, before, to)
    entered(v, s, thing, to)
    if check:
        check_limit(v, s, to)


def shift(v: Acts, s: State, thing: int, to: int, *, on_top: bool = False, under: bool = False) -> None:
    """Moves a thing and remembers that it moved."""
    if gone(s, thing):
        raise RuleError(f"{v.labels.thing(s, thing)} is out of the game", None)
    belong(v, s, thing, to)
    knowledge.move(s, thing, to, on_top=on_top, under=under)
    for first in v.layout.moved_cell.values():
        s.cells[first + thing] = 1


def entered(v: Acts, s: State, thing: int, to: int) -> None:
    """Makes what follows due when a thing has come to a space."""
    if to < v.layout.count:
        name = v.layout.kind_of[thing].name
        if ("enters", name) in v.program.triggers:
            v.trigger(s, "enters", name, s.frames[-1].locals[0] if s.frames else NONE, thing)


def belong(v: Acts, s: State, thing: int, place: int) -> None:
    """Gives a thing to the player whose place it comes to; in a deck it is nobody's again."""
    decl, owner = v.layout.place_names[place]
    if isinstance(decl, m.Place) and v.layout.born_to[thing] == NONE:
        if decl.owner == "player":
            s.cells[v.layout.owner_cell + thing] = owner
        elif decl.owner is not None:
            s.cells[v.layout.owner_cell + thing] = s.owner(owner)
        elif decl.word in ("deck", "box"):
            s.cells[v.layout.owner_cell + thing] = NONE


@runs(m.acts.Remove)
def _remove(v: Acts, w: m.Sentence, it: m.acts.Remove, code: Code) -> Act:
    things = v.things(it.things)

    def act(s: State, f: Frame) -> None:
        for thing in things(s, f.locals):
            if not gone(s, thing):
                v.tell(s, code, w.span, "remove", thing, s.where[thing])
                v.leave_game(s, code, w.span, thing)

    return act


@runs(m.acts.TakeOff)
def _take_off(v: Acts, w: m.Sentence, it: m.acts.TakeOff, code: Code) -> Act:
    """Takes what stands on a board off it: it is nowhere, and still in the game."""
    things, spaces = v.things(it.things), v.layout.spaces[it.board.ref.name]
    board = v.expr(it.board)

    def act(s: State, f: Frame) -> None:
        here = board(s, f.locals)
        for thing in things(s, f.locals):
            before = s.where[thing]
            if before in spaces and before in here:
                v.tell(s, code, w.span, "off", thing, before)
                knowledge.move(s, thing, NONE)

    return act


@runs(m.acts.Take)
def _take(v: Acts, w: m.Sentence, it: m.acts.Take, code: Code) -> Act:
    things = v.things(it.things)
    cell = v.layout.owner_cell

    def act(s: State, f: Frame) -> None:
        for thing in things(s, f.locals):
            if gone(s, thing):
                raise RuleError(f"{v.labels.thing(s, thing)} is out of the game", w.span)
            s.cells[cell + thing] = f.locals[0]
            knowledge.look(s, thing)
            v.tell(s, code, w.span, "take", thing, f.locals[0])

    return act


@runs(m.acts.Discard)
def _discard(v: Acts, w: m.Sentence, it: m.acts.Discard, code: Code) -> Act:
    things = v.things(it.things)

    def act(s: State, f: Frame) -> None:
        for thing in things(s, f.locals):
            move(v, s, code, w.span, thing, pile_of(v, s, thing, f.locals[0], w.span), "discard")

    return act


def pile_of(v: Acts, s: State, thing: int, actor: int, span: Any) -> int:
    """Gives the pile that a thing is discarded to: its owner's where each player has one, else the actor's."""
    kind = v.layout.kind_of[thing]
    pile = v.program.game.pile_of(kind)
    if pile is None:
        raise RuleError(f"there is no pile for {kind.plural}", span)
    if pile.owner is None:
        return v.layout.place_of[pile.name, NONE]
    owner = s.owner(thing)
    return v.layout.place_of[pile.name, actor if owner == NONE else owner]


@runs(m.acts.Shuffle, m.acts.ShuffleInto)
def _shuffle(v: Acts, w: m.Sentence, it: m.acts.Shuffle | m.acts.ShuffleInto, code: Code) -> Act:
    place = v.expr(it.place)
    goal = v.expr(it.goal) if isinstance(it, m.acts.ShuffleInto) else None

    def act(s: State, f: Frame) -> None:
        here = place(s, f.locals)
        to = goal(s, f.locals) if goal is not None else here
        for thing in list(s.contents[here]) if to != here else ():
            if not stands_in(v, s, f, thing, to):
                belong(v, s, thing, to)
                knowledge.move(s, thing, to)
        s.touch(to)
        randomness.shuffle(s, s.contents[to], v.labels.place(s, to), lambda thing: v.labels.thing(s, thing))
        shuffled_alike.forget(s, to)
        knowledge.shuffled(s, to)
        v.tell(s, code, w.span, "shuffle", to)

    return act


def stands_in(v: Acts, s: State, f: Frame, thing: int, to: int) -> bool:
    """Tells whether a rule stands in for what comes to a place with others."""
    return v.instead(s, "entering", v.layout.kind_of[thing].name, f.locals[0], thing, to)


@runs(m.acts.ShuffleOnto)
def _shuffle_onto(v: Acts, w: m.Sentence, it: m.acts.ShuffleOnto, code: Code) -> Act:
    """Shuffles what lies in a place and puts it, face down, on top of another one or under it."""
    place, goal, under = v.expr(it.place), v.expr(it.goal), it.under

    def act(s: State, f: Frame) -> None:
        here, to = place(s, f.locals), goal(s, f.locals)
        things = [one for one in s.contents[here] if to == here or not stands_in(v, s, f, one, to)]
        left = [one for one in s.contents[here] if one not in things]
        randomness.shuffle(s, things, v.labels.place(s, here), lambda thing: v.labels.thing(s, thing))
        s.touch(here)
        s.contents[here][:] = [*left, *things]
        for thing in things:
            if to != here:
                belong(v, s, thing, to)
                knowledge.move(s, thing, to, under=under)
        knowledge.mixed(s, things, to)
        shuffled_alike.forget(s, to)
        v.tell(s, code, w.span, "shuffle", to, here, "under" if under else "onto")

    return act


@runs(m.acts.ShuffleAlike)
def _shuffle_alike(v: Acts, w: m.Sentence, it: m.acts.ShuffleAlike, code: Code) -> Act:
    """Shuffles several places in one: the first thing of a row lies in all of them before the same others."""
    places, rows = v.things(it.places), v.layout.row_of
    holds = item(it.places.type)
    kind = holds.holds if isinstance(holds, PlaceType) else None

    def act(s: State, f: Frame) -> None:
        listed = places(s, f.locals)
        names: dict[int, tuple[int, int]] = {}
        for place in listed:
            copies: dict[int, int] = {}
            for thing in sorted(s.contents[place]):
                copies[rows[thing]] = copies.get(rows[thing], 0) + 1
                names[thing] = rows[thing], copies[rows[thing]]
        every = sorted(set(names.values()))
        order = list(range(len(every)))
        what = v.layout.place_names[listed[0]][0].name if listed else ""
        randomness.shuffle(s, order, what, lambda k: kind.rows[every[k][0]].name if kind else str(k))
        at = {every[k]: number for number, k in enumerate(order)}
        for place in listed:
            s.touch(place)
            s.contents[place].sort(key=lambda thing: at[names[thing]])
            knowledge.shuffled(s, place)
            v.tell(s, code, w.span, "shuffle", place)
        shuffled_alike.number(s, {thing: at[name] for thing, name in names.items()})

    return act


def check_limit(v: Acts, s: State, place: int) -> None:
    """Makes the check of a hand limit due."""
    decl, owner = v.layout.place_names[place]
    if not isinstance(decl, m.Place) or decl.limit is None:
        return
    key = -id(decl)
    if key not in v.keeps:
        limit = v.expr(decl.limit)
        code = v.program.new_code(decl.name, decl, 4)
        code.add(_limit_step(v, decl, limit, code), decl.span, decl.cites)
        code.add(leave, decl.span)
        v.keeps[key] = code
    if len(s.contents[place]) > 0:
        s.pending.append(v.keeps[key].start(keeper(v, s, decl, owner), owner, place))


def keeper(v: Acts, s: State, decl: m.Place, owner: int) -> int:
    """Gives the player who keeps the limit of a place; the place of a thing belongs to the thing's owner."""
    if decl.owner == "player":
        return owner
    whose = s.owner(owner) if decl.owner is not None else NONE
    return whose if whose != NONE else s.cells[lay.ON_TURN]


def asked_of(v: Acts, decl: m.Place, actor: int, owner: int) -> Locals:
    """Gives the locals with which what a place says is asked."""
    return [actor, owner, *[NONE] * (decl.locals - 2)]


def prepare(v: Acts) -> None:
    """Makes what is made at first use, so that every match sees the same code numbers."""
    for place in v.program.game.places.values():
        if place.limit is not None:
            limit = v.expr(place.limit)
            code = v.program.new_code(place.name, place, 4)
            code.add(_limit_step(v, place, limit, code), place.span, place.cites)
            code.add(leave, place.span)
            v.keeps[-id(place)] = code


def _limit_step(v: Acts, decl: m.Place, limit: Any, code: Code) -> Any:
    acts = v

    class Limit:
        def __call__(self, s: State, f: Frame) -> None:
            owner, place = f.locals[1], f.locals[2]
            most = limit(s, asked_of(acts, decl, f.locals[0], owner))
            # A limit of none, asked of what the player does not have yet, limits nothing.
            if most < 0 or len(s.contents[place]) <= most or s.is_out(f.locals[0]):
                f.step += 1
                return
            options: list[Option] = [(t,) for t in distinct(s, ThingType(decl.holds), s.contents[place])]
            s.question = Asked(
                f.locals[0], text("Discard which {kind}?", kind=decl.holds.name), tuple(options),
                (ThingType(decl.holds),), "done", "choice", decl.name, decl.span, decl.cites,
                asker=self,
            )  # fmt: skip

        def answer(self, s: State, f: Frame, option: Option) -> None:
            assert option is not None
            move(
                acts,
                s,
                code,
                decl.span,
                option[0],
                pile_of(acts, s, option[0], f.locals[0], decl.span),
                "discard",
            )
            s.pending = [frame for frame in s.pending if frame.code is not code]

    return Limit()
