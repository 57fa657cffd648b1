"""Verbs about players and the end of the match."""

from gekido_dsl.ground import layout as lay
from gekido_dsl.lowering.kept.going import for_each
from gekido_dsl.lowering.operators import ranking
from gekido_dsl.lowering.operators.players import beside
from gekido_dsl.lowering.writing import ending
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import passed_on
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lowers(m.acts.Win, m.acts.Defeat)
def win(w: Writer, s: m.Sentence, act: m.acts.Win | m.acts.Defeat) -> None:
    """Ends the match: players win, or lose."""
    told, mark = ("win", lay.WON) if isinstance(act, m.acts.Win) else ("defeat", lay.LOST)
    players = w.things(act.players).freeze(w)
    if w.lowering.secrets:
        w.code.store(w.memory.system["secret"], 0, 0)

    def one(player: ir.Expr) -> None:
        w.code.store(w.memory.out, player, mark)
        w.tell(told, player)

    for_each(w, players, one)
    if isinstance(act.players, m.ops.Seats | m.ops.SideOf):
        with w.code.if_(x.eq(players.count(w), w.layout.players)):
            w.code.store(w.memory.system["joint"], 0, 1)
    ending.over(w)


@lowers(m.acts.Eliminate)
def eliminate(w: Writer, s: m.Sentence, act: m.acts.Eliminate) -> None:
    """Takes players out, then asks whether the game ends."""
    code, out = w.code, w.memory.out
    players = w.things(act.players).freeze(w)
    number = w.memory.system["eliminated"]
    some = code.variable(0, "some")
    players.each(w, lambda player, leave: code.set(some, x.or_(some, x.not_(x.load(out, player)))))
    code.increase(number, 0, some)

    def one(player: ir.Expr) -> None:
        with code.if_(x.not_(x.load(out, player))):
            code.store(out, player, x.load(number, 0))
            w.tell("eliminate", player)

    for_each(w, players, one)
    ending.check(w)


@lowers(m.acts.Lead)
def lead(w: Writer, s: m.Sentence, act: m.acts.Lead) -> None:
    """Makes a player the next on turn."""
    onward = act.players
    if id(act) in passed_on.passing(w.game) and isinstance(onward, m.ops.Neighbour):
        player = w.code.let(beside(w, x.load(w.memory.system["first"], 0), onward.value))
    else:
        player = w.code.let(w.things(onward).first(w))
    with w.code.if_(x.ge(player, 0)):
        w.code.store(w.memory.system["leads"], 0, x.add(player, 1))
        w.tell("lead", player)


@lowers(m.acts.Rank)
def rank(w: Writer, s: m.Sentence, act: m.acts.Rank) -> None:
    """Ends the match with a rank for each of the players; the first has won."""
    players = w.things(act.players).freeze(w)
    ranks = ranking.ranks(w, s, act, players)
    if w.lowering.secrets:
        w.code.store(w.memory.system["secret"], 0, 0)
    with w.code.each(0, players.count(w), "k", players.most) as k:
        player, reached = w.code.let(players.nth(w, k)), w.code.let(ranks.nth(w, k))
        w.code.store(w.memory.out, player, x.sub(lay.RANKED, reached))
        with w.code.if_(x.eq(reached, 1)):
            w.tell("win", player, reached)
        with w.code.else_():
            w.tell("rank", player, reached)
    ending.over(w)
