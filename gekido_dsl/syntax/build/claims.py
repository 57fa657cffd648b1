"""Claims: trees become nodes."""

from dataclasses import replace

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import WordPart, every, first, marks_of, must_find, range_of, unquote


@builds("claim")
def _claim(b: Builder, tree: Tree) -> s.Claim:
    tokens, parts = b.parts(tree)
    return s.Claim(
        b.span(tree),
        unquote(tokens[0]),
        every(parts, s.ClaimGiven),
        every(parts, s.Claimed),
        marks_of(parts),
    )


@builds("claim_given")
def _claim_given(b: Builder, tree: Tree) -> s.ClaimGiven:
    _, parts = b.parts(tree)
    given: s.ClaimGiven = must_find(parts, s.ClaimGiven)
    return replace(given, span=b.span(tree), cites=marks_of(parts))


@builds("claim_option")
def _claim_option(b: Builder, tree: Tree) -> s.ClaimGiven:
    tokens, _ = b.parts(tree)
    option, answer = map(b.name, tokens)
    return s.ClaimGiven(b.span(tree), option, answer)


@builds("claim_players")
def _claim_players(b: Builder, tree: Tree) -> s.ClaimGiven:
    tokens, _ = b.parts(tree)
    return s.ClaimGiven(b.span(tree), None, None, int(tokens[0]))


@builds("claim_random_setup")
def _claim_random_setup(b: Builder, tree: Tree) -> s.ClaimGiven:
    return s.ClaimGiven(b.span(tree), None, None, random_setup=True)


@builds("claim_then")
def _claim_then(b: Builder, tree: Tree) -> s.Claimed:
    _, parts = b.parts(tree)
    claimed: s.Claimed = must_find(parts, s.Claimed)
    return replace(claimed, span=b.span(tree), cites=marks_of(parts))


@builds("claim_wins")
def _claim_wins(b: Builder, tree: Tree) -> s.Claimed:
    _, parts = b.parts(tree)
    winner: s.Claimed
    often: s.Claimed
    winner, often = every(parts, s.Claimed)
    return replace(winner, span=b.span(tree), bound=often.bound, of=often.of)


@builds("winner_rows")
def _winner_rows(b: Builder, tree: Tree) -> s.Claimed:
    return _winner(b, tree, "rows")


@builds("winner_row")
def _winner_row(b: Builder, tree: Tree) -> s.Claimed:
    return _winner(b, tree, "row")


@builds("winner_seats")
def _winner_seats(b: Builder, tree: Tree) -> s.Claimed:
    return _winner(b, tree, "seats")


@builds("winner_all")
def _winner_all(b: Builder, tree: Tree) -> s.Claimed:
    return _winner(b, tree, "all")


@builds("winner_seat")
def _winner_seat(b: Builder, tree: Tree) -> s.Claimed:
    return _winner(b, tree, "seat")


def _winner(b: Builder, tree: Tree, kind: s.ClaimKind) -> s.Claimed:
    tokens, parts = b.parts(tree)
    span = b.span(tree)
    seat = first(parts, s.Ordinal)
    name = b.name(tokens[0]) if tokens else None
    number = seat.number if seat is not None else 0
    return s.Claimed(span, kind, s.Bound(span, None, None), name=name, seat=number)


@builds("claim_longer")
def _claim_longer(b: Builder, tree: Tree) -> s.Claimed:
    return _often(b, tree, "longer")


@builds("claim_shorter")
def _claim_shorter(b: Builder, tree: Tree) -> s.Claimed:
    return _often(b, tree, "shorter")


@builds("claim_drawn")
def _claim_drawn(b: Builder, tree: Tree) -> s.Claimed:
    return _often(b, tree, "drawn")


@builds("claim_unfinished")
def _claim_unfinished(b: Builder, tree: Tree) -> s.Claimed:
    return _often(b, tree, "unfinished")


@builds("claim_ends")
def _claim_ends(b: Builder, tree: Tree) -> s.Claimed:
    return _often(b, tree, "ends")


def _often(b: Builder, tree: Tree, kind: s.ClaimKind) -> s.Claimed:
    tokens, parts = b.parts(tree)
    often: s.Claimed = must_find(parts, s.Claimed)
    named = [token for token in tokens if token.type == "NAME"]
    length = [token for token in tokens if token.type == "NUMBER"]
    unit = first(parts, WordPart)
    return replace(
        often,
        span=b.span(tree),
        kind=kind,
        name=b.name(named[0]) if named else None,
        length=int(length[0]) if length else 0,
        unit=unit.word if unit is not None else "",
    )


@builds("claim_mean")
def _claim_mean(b: Builder, tree: Tree) -> s.Claimed:
    _, parts = b.parts(tree)
    unit = must_find(parts, WordPart).word
    return s.Claimed(b.span(tree), "mean", must_find(parts, s.Bound), unit=unit)


@builds("how_often")
def _how_often(b: Builder, tree: Tree) -> s.Claimed:
    tokens, parts = b.parts(tree)
    return s.Claimed(b.span(tree), "drawn", must_find(parts, s.Bound), int(tokens[0]))


@builds("bound_between")
def _bound_between(b: Builder, tree: Tree) -> s.Bound:
    return s.Bound(b.span(tree), *range_of(_number(b, tree)))


@builds("bound_least")
def _bound_least(b: Builder, tree: Tree) -> s.Bound:
    return s.Bound(b.span(tree), int(_number(b, tree)), None)


@builds("bound_most")
def _bound_most(b: Builder, tree: Tree) -> s.Bound:
    return s.Bound(b.span(tree), None, int(_number(b, tree)))


def _number(b: Builder, tree: Tree) -> Token:
    return next(t for t in tree.children if isinstance(t, Token) and t.type in ("NUMBER", "RANGE"))


@builds("length_word")
def _length_word(b: Builder, tree: Tree) -> WordPart:
    return WordPart(str(tree.children[0]))
