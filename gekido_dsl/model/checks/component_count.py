"""Finds components that do not suffice for what a rule lays out at the start, whatever the players choose.

Counted are the spaces of a board against the tiles laid there, the pieces of a drawn board, the dice that the set-up
puts on tracks, the cards that it deals, and the sides of links.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, laying, sites, taken, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE
from gekido_dsl.source import Span


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports components that are too few."""
    for board in game.boards.values():
        yield from _tiles(board)
        yield from _drawn(game, board)
    yield from laying.check(game)
    yield from _links(game)
    yield from _patterns(game)
    yield from _draws(game)
    if game.setup is not None:
        yield from _fills(game, game.setup)
        yield from _deals(game, game.setup)


def _short(message: str, span: Span, label: str, why: Span, have: str, note: str) -> Diagnostic:
    return Diagnostic(
        codes.COMPONENT_COUNT, message, (Label(span, label), Label(why, have)),
        "correct one of the two numbers", (), (note,) if note else (),
    )  # fmt: skip


# ---------------------------------------------------------------- boards


def _tiles(board: m.Board) -> Iterator[Diagnostic]:
    laid: list[tuple[m.Layout, set[int], int]] = []
    for layout in board.layout:
        found = laying.rows_of(layout.things)
        if found is None:
            continue
        need = sum(len(region(board, name)) for name in layout.regions)
        laid.append((layout, found, need))
        have = _copies(board.space, found)
        if have < need:
            yield _short(
                f"`{board.name}` needs {need} tiles here, and {have} are there to be laid",
                layout.span, f"{need} spaces", layout.things.span, f"{have} of them", "",
            )  # fmt: skip
    for (first, left, one), (second, right, two) in combinations(laid, 2):
        both = [(line.condition, True) for line in (first, second) if line.condition is not None]
        have = _copies(board.space, left | right)
        enough = _copies(board.space, left) >= one and _copies(board.space, right) >= two
        if enough and left & right and have < one + two and conditions.together(both) is not None:
            yield _short(
                f"two lines of `{board.name}` lay the same tiles: {one + two} spaces, {have} tiles",
                second.span, f"{two} spaces", first.span, f"{one} spaces", "",
            )  # fmt: skip


def _copies(kind: m.Kind, rows: set[int]) -> int:
    return sum(kind.rows[number].copies for number in rows)


def _drawn(game: m.Game, board: m.Board) -> Iterator[Diagnostic]:
    """Counts what stands on a board when it is drawn: of a kind that players have from the start, for each of them.

    None of these is nobody's, and who is not at the table has none.
    """
    signs = Counter(board.drawing.values())
    needed: Counter[tuple[m.Kind, int]] = Counter()
    for sign, standing in board.legend.items():
        for one in standing:
            owned = one.kind.each_player is not None
            needed[one.kind, one.player if owned else NONE] += one.number * signs[sign]
    for (kind, player), need in needed.items():
        have, whose = bounds.of(game).count(kind), ""
        if kind.each_player is not None:
            have = kind.each_player if 0 <= player < game.least_players else 0
            whose = f" of player {player + 1}" if player != NONE else " of nobody"
        if need > have:
            yield _short(
                f"`{board.name}` shows {need} {kind.plural if need != 1 else kind.name}{whose}, and there are {have}",
                board.name_span, f"{need} {'are' if need != 1 else 'is'} drawn", kind.name_span, f"{have} of them", "",
            )  # fmt: skip


# ---------------------------------------------------------------- links, dice, cards


def figures(game: m.Game, kind: m.Kind) -> int:
    """Counts how many things of a kind are in play at most: so many as players are given in the set-up."""
    if kind.parent is not None and not kind.column:
        return figures(game, kind.parent) * sum(row.copies for row in kind.rows)
    if kind.each_player is not None:
        return kind.each_player * game.most_players
    every = bounds.of(game).count(kind)
    given = taken.by_each(game, kind)
    return every if given is None else min(every, given * game.most_players)


def _links(game: m.Game) -> Iterator[Diagnostic]:
    for link in game.links.values():
        if link.enemy:
            continue
        need = figures(game, link.goal) - (link.origin is link.goal)
        if link.number is not None and link.number < need:
            yield _short(
                f"each {link.origin.name} has {link.number} `{link.name}`, and there can be {need} others",
                link.name_span, f"{link.number} of each", link.goal.name_span, f"{need + 1} in play", "",
            )  # fmt: skip


def _patterns(game: m.Game) -> Iterator[Diagnostic]:
    """Counts the dice that a pattern needs."""
    for patterns in game.patterns.values():
        have = bounds.of(game).count(patterns.die)
        for one in patterns.patterns:
            need = max(sum(number for number, _ in groups) for groups in (one.groups, one.other))
            if need > have:
                yield _short(
                    f"`{one.name}` needs {need} {patterns.die.plural}, and there are {have}",
                    one.span, f"{need} dice", patterns.die.name_span, f"{have} of them", "",
                )  # fmt: skip


def _draws(game: m.Game) -> Iterator[Diagnostic]:
    """Counts what a single sentence draws; a deck gives what it has, so there it is a warning at most."""
    for site in sites.of(game).every():
        sentence = site.statement
        if not isinstance(sentence, m.Sentence) or not isinstance(sentence.act, m.acts.Draw):
            continue
        drawn = sentence.act
        least = bounds.of(game).range(drawn.number)[0]
        have = bounds.of(game).count(drawn.kind)
        if least is None or least <= have or sentence.if_possible:
            continue
        message = f"{least} {drawn.kind.plural} are drawn at once, and there are {have}"
        labels = Label(sentence.span, "draws too many"), Label(drawn.kind.name_span, f"{have} of them")
        origin = drawn.origin.ref
        if isinstance(origin, m.Place) and origin.word == "deck":
            help_ = "correct one of the two numbers, or add `if possible`: a deck gives what it has"
            yield Diagnostic(codes.SUPPLY_MAY_RUN_OUT, message, labels, help_)
        else:
            yield Diagnostic(codes.COMPONENT_COUNT, message, labels, "correct one of the two numbers")


def capacity(game: m.Game, track: m.Track, row: m.Row) -> int:
    """Counts the dice that a track of one thing can hold."""
    if track.rows is not None:
        printed = row.values.get(track.rows.name, ())
        return len(printed) if isinstance(printed, tuple) else 0
    if track.spaces is None:
        return 0
    if isinstance(track.spaces, m.ops.Field) and not track.spaces.ref.kept:
        value = row.values.get(track.spaces.ref.name)
        return value if isinstance(value, int) else 0
    return bounds.of(game).range(track.spaces)[1] or 0


def _fills(game: m.Game, setup: m.Procedure) -> Iterator[Diagnostic]:
    """Counts the dice that the set-up puts on tracks, for the figures that need most."""
    filled: dict[m.Place, list[tuple[m.Track, m.Sentence]]] = {}
    for statement in walk.statements(setup.body.statements):
        match statement:
            case m.Sentence(act=m.acts.Fill(track=track), if_possible=False):
                filled.setdefault(track.supply, []).append((track, statement))
            case _:
                pass
    for supply, fills in filled.items():
        have = bounds.of(game).count(supply.holds)
        need, who = 0, ""
        for owner in dict.fromkeys(track.owner for track, _ in fills):
            tracks = [track for track, _ in fills if track.owner is owner]
            sums = sorted(
                ((sum(capacity(game, track, row) for track in tracks), row.name) for row in owner.rows),
                reverse=True,
            )
            most = sums[: figures(game, owner)]
            need += sum(number for number, _ in most)
            who = ", ".join(f"{name} {number}" for number, name in most)
        if need > have:
            yield _short(
                f"the set-up needs up to {need} {supply.holds.plural}, and there are {have}",
                fills[-1][1].span, "for the figures that need most", supply.holds.name_span, f"{have} of them", who,
            )  # fmt: skip


def _deals(game: m.Game, setup: m.Procedure) -> Iterator[Diagnostic]:
    """Counts the cards that the set-up deals; of deals that exclude one another, those that come to most."""
    dealt: dict[m.Place, list[tuple[int, m.Sentence]]] = {}
    for statement in walk.statements(setup.body.statements):
        match statement:
            case m.Sentence(act=m.acts.Deal(number=m.ops.Const(value=number), origin=origin)):
                if isinstance(origin.ref, m.Place):
                    dealt.setdefault(origin.ref, []).append((number, statement))
            case _:
                pass
    for deck, deals in dealt.items():
        have = bounds.of(game).count(deck.holds)
        need = taken.most_together((number, one.condition) for number, one in deals) * game.most_players
        if need > have:
            yield _short(
                f"the set-up deals {need} {deck.holds.plural} to {game.most_players} players, and there are {have}",
                deals[-1][1].span, "deals too many", deck.holds.name_span, f"{have} of them", "",
            )  # fmt: skip
