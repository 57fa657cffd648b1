"""Verbs about players: who leads, who is out, who has won, and the end of the match."""

from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.operators.ranking import ranks
from gekido_dsl.interpreter.state import Code, Frame, Locals, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.model import nodes as m
from gekido_dsl.model import passed_on
from gekido_dsl.model.types import NONE


@runs(m.acts.Eliminate)
def _eliminate(v: Acts, w: m.Sentence, it: m.acts.Eliminate, code: Code) -> Act:
    players = v.things(it.players)

    def act(s: State, f: Frame) -> None:
        out = [p for p in players(s, f.locals) if not s.cells[v.layout.out_cell + p]]
        s.cells[lay.ELIMINATED] += bool(out)
        for player in out:
            s.cells[v.layout.out_cell + player] = s.cells[lay.ELIMINATED]
            v.tell(s, code, w.span, "eliminate", player)
        check_end(v, s)

    return act


def check_end(v: Acts, s: State) -> bool:
    """Ends the match when a condition for its end holds."""
    if s.cells[lay.OVER]:
        return True
    for number, (condition, code) in enumerate(v.program.ends, 1):
        end = code.decl
        if isinstance(end, m.Procedure) and (end.whole or end.last is not None):
            continue
        locals_ = [s.cells[lay.ON_TURN], *[NONE] * (code.locals - 1)]
        if condition(s, locals_):
            _ended(v, s, number, Frame(code, locals_))
            return True
    return False


def _ended(v: Acts, s: State, number: int, frame: Frame) -> None:
    """Ends the match by the end with a number, from 1; its body is still to be done."""
    s.cells[lay.OVER], s.cells[lay.END] = 1, number
    secret_part.end(s, 0)
    v.report(s, *reversed(s.frames))
    s.frames.clear()
    s.pending.clear()
    s.frames.append(frame)


def end_turn(v: Acts, s: State, together: bool) -> bool:
    """Notes as a turn ends that last turns begin, or who has had theirs; ends the match when all have.

    Args:
        together: whether the turn was of all players.
    """
    seats = range(s.program.layout.players)
    on_turn = s.cells[lay.ON_TURN]
    last = s.program.layout.last_cell
    if s.cells[lay.DUE]:
        for player in seats if together else (on_turn,):
            s.cells[last + player] = 1
    else:
        for number, (condition, code) in enumerate(s.program.ends, 1):
            end = code.decl
            if not isinstance(end, m.Procedure) or end.last is None:
                continue
            if condition(s, [on_turn, *[NONE] * (code.locals - 1)]):
                s.cells[lay.DUE] = number
                s.cells[last + on_turn] = int(end.last == "others")
                v.tell(s, code, end.span, "last", end)
                break
    due = s.cells[lay.DUE]
    if not due or s.program.game.ends[due - 1].last == "alike":
        return False
    out = s.program.layout.out_cell
    if not all(s.cells[last + player] or s.cells[out + player] for player in seats):
        return False
    return _after_last(v, s)


def end_round(v: Acts, s: State) -> bool:
    """Ends the match as a round is over that was the last."""
    due = s.cells[lay.DUE]
    return bool(due) and s.program.game.ends[due - 1].last == "alike" and _after_last(v, s)


def _after_last(v: Acts, s: State) -> bool:
    due = s.cells[lay.DUE]
    code = s.program.ends[due - 1][1]
    _ended(v, s, due, Frame(code, [s.cells[lay.ON_TURN], *[NONE] * (code.locals - 1)]))
    return True


@runs(m.acts.Lead)
def _lead(v: Acts, w: m.Sentence, it: m.acts.Lead, code: Code) -> Act:
    players = v.things(it.players)
    onward = it.players if id(it) in passed_on.passing(v.program.game) else None
    if isinstance(onward, m.ops.Neighbour):
        number, out, way = v.layout.players, v.layout.out_cell, onward.value

        def after_the_starter(s: State, L: Locals) -> list[int]:
            starter = s.cells[lay.FIRST]
            seats = [(starter + way * k) % number for k in range(1, number + 1)]
            return [*(seat for seat in seats if not s.cells[out + seat]), starter]

        players = after_the_starter

    def act(s: State, f: Frame) -> None:
        for player in players(s, f.locals)[:1]:
            s.cells[lay.LEADS] = player + 1
            v.tell(s, code, w.span, "lead", player)

    return act


@runs(m.acts.Win, m.acts.Defeat)
def _win(v: Acts, w: m.Sentence, it: m.acts.Win | m.acts.Defeat, code: Code) -> Act:
    players = v.things(it.players)
    told, mark = ("win", lay.WON) if isinstance(it, m.acts.Win) else ("defeat", lay.LOST)
    whole = isinstance(it.players, m.ops.Seats | m.ops.SideOf)

    def act(s: State, f: Frame) -> None:
        meant = players(s, f.locals)
        secret_part.end(s, 0)
        for player in meant:
            s.cells[v.layout.out_cell + player] = mark
            v.tell(s, code, w.span, told, player)
        if whole and len(meant) == v.layout.players:
            s.cells[lay.JOINT] = 1
        _over(v, s)

    return act


def _over(v: Acts, s: State) -> None:
    """Ends the match, unless it has ended already."""
    if not s.cells[lay.OVER]:
        s.cells[lay.OVER] = 1
        v.report(s, *reversed(s.frames))
        s.frames.clear()
        s.pending.clear()


@runs(m.acts.Rank)
def _rank(v: Acts, w: m.Sentence, it: m.acts.Rank, code: Code) -> Act:
    """Ends the match with a rank for each of the players; the first has won."""
    ranked = ranks(v.program.evaluator, it, v.things(it.players))

    def act(s: State, f: Frame) -> None:
        secret_part.end(s, 0)
        for player, rank in ranked(s, f.locals):
            s.cells[v.layout.out_cell + player] = lay.RANKED - rank
            v.tell(s, code, w.span, "win" if rank == 1 else "rank", player, rank)
        _over(v, s)

    return act
