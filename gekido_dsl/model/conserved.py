"""Numbers of players that only pass from one to another: none of them is ever more than all had at first.

Invariants:
    What is said is never too few: where one is gained that nobody pays, or a payment may fail, nothing is said.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from gekido_dsl.model import bounds, facts, flow, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.ranges import declared, meet
from gekido_dsl.model.sites import Site
from gekido_dsl.model.types import IntType
from gekido_dsl.syntax.nodes import SHEET

_Written = dict[m.Field, list[tuple[Site, m.Act]]]


def most(game: m.Game, fact: m.Expr) -> int | None:
    """Gives how much of it all have together at most; None where it does not only pass on."""
    return _of(game).get(fact.ref) if isinstance(fact, m.ops.Field) else None


@lru_cache(maxsize=2)
def _of(game: m.Game) -> dict[m.Field, int]:
    """Gives by number the most of it, for all that only pass on."""
    sheet = game.kinds.get(SHEET)
    if sheet is None or game.row:
        return {}
    plain = (one for one in sheet.fields.values() if isinstance(one.type, IntType) and one.index is None)
    among = {one: {one} for one in plain if isinstance(one.start, m.ops.Const)}
    written: _Written = {one: [] for one in among}
    at: dict[int, Site] = {}
    for site in sites.of(game).every():
        at[id(site.statement)] = site
        if isinstance(site.statement, m.Sentence):
            for sort, ref in facts.changes_itself(site.statement.act):
                if sort == "field" and ref in written:
                    written[ref].append((site, site.statement.act))
    paid: set[int] = set()
    for gained, source, gain in _passed(game, at):
        paid.add(id(gain))
        if gained in among and source in among:
            group = among[gained] | among[source]
            among.update(dict.fromkeys(group, group))
    found: dict[m.Field, int] = {}
    for one, group in among.items():
        if len(group) > 1 or written[one]:
            if all(_passes(game, each, act, paid, group) for each in group for _, act in written[each]):
                starts = (each.start.value for each in group if isinstance(each.start, m.ops.Const))
                found[one] = game.most_players * sum(max(0, start) for start in starts)
    return found


def _passes(game: m.Game, fact: m.Field, act: m.Act, paid: set[int], group: set[m.Field]) -> bool:
    """Tells whether an act brings nothing to a number that another does not pay."""
    low = declared(fact.type)[0]
    match act:
        case m.acts.Set(to=m.ops.Const(value=value)):
            return low is not None and value <= max(low, 0)
        case m.acts.Lose(number=number):
            least = bounds.of(game).range(number)[0]
            return least is not None and least >= 0
        case m.acts.Gain(number=m.ops.Share(paid=m.ops.Field(ref=source))):
            return source in group
        case m.acts.Gain():
            return id(act) in paid
        case _:
            return False


def _passed(game: m.Game, at: dict[int, Site]) -> Iterator[tuple[m.Field, m.Field, m.acts.Gain]]:
    """Gives each payment from one number to another: what gains, what loses, and the act that gains."""
    blocks = [body for decl in facts.of(game).decls for body in walk.bodies(decl)]
    while blocks:
        block = blocks.pop()
        for one, other in pairwise(block):
            found = _payment(game, at, one, other)
            if found is not None:
                yield found
        blocks += [inner for one in block for inner in one.blocks]
        for one in block:
            match one:
                case m.Sentence(
                    act=m.acts.Gain(fact=m.ops.Field(ref=gained), number=m.ops.Share() as share) as gain
                ):
                    if isinstance(share.paid, m.ops.Field):
                        yield gained, share.paid.ref, gain
                case _:
                    pass


def _payment(
    game: m.Game, at: dict[int, Site], one: m.Statement, other: m.Statement
) -> tuple[m.Field, m.Field, m.acts.Gain] | None:
    """Gives what two sentences pass on, one after the other."""
    match one, other:
        case (
            m.Sentence(
                act=m.acts.Lose(fact=m.ops.Field() as source, number=number, end=None), condition=None
            ),
            m.Sentence(act=m.acts.Gain(fact=m.ops.Field() as goal, number=gained) as gain),
        ) if number == gained and _same(game, number) and _is_there(game, at, one, source, number):
            return goal.ref, source.ref, gain
        case (
            m.Sentence(
                act=m.acts.Gain(
                    fact=m.ops.Field() as goal, number=m.ops.Smaller(left=number, right=held)
                ) as gain
            ),
            m.Sentence(
                act=m.acts.Lose(fact=m.ops.Field() as source, number=lost, end=m.ops.Const(value=0)),
                condition=None,
            ),
        ) if held == source and number == lost and _same(game, number) and not other.if_possible:
            return goal.ref, source.ref, gain
        case _:
            return None


def _same(game: m.Game, number: m.Expr) -> bool:
    """Tells whether a number stays as it is while it is paid."""
    return all(sort == "local" for sort, _ in facts.of(game).reads(number))


def _is_there(
    game: m.Game, at: dict[int, Site], sentence: m.Sentence, source: m.Expr, number: m.Expr
) -> bool:
    """Tells whether a payment is sure to be made, or is a rule error."""
    if not sentence.if_possible:
        return sentence.decision is None
    site, known = at[id(sentence)], bounds.of(game)
    between = m.ops.AtLeast(source.type, sentence.span, left=source, right=number)
    if any(holds and guard == between for guard, holds in site.guards):
        return True
    least = meet(known.at(site, source), flow.at(game, site, source))[0]
    most_ = known.at(site, number)[1]
    return least is not None and most_ is not None and least >= most_
