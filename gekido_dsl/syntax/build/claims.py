"""Claims: trees become nodes."""

from dataclasses import replace

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import WordPart, every, first, marks_of, must_find, range_of, unquote
from gekido_dsl.syntax.build.statements import StatementBuilder


class ClaimBuilder(StatementBuilder):
    """Builds claims."""

    def claim(self, tree: Tree) -> s.Claim:
        tokens, parts = self._parts(tree)
        return s.Claim(
            self._span(tree),
            unquote(tokens[0]),
            every(parts, s.ClaimGiven),
            every(parts, s.Claimed),
            marks_of(parts),
        )

    def claim_given(self, tree: Tree) -> s.ClaimGiven:
        _, parts = self._parts(tree)
        given: s.ClaimGiven = must_find(parts, s.ClaimGiven)
        return replace(given, span=self._span(tree), cites=marks_of(parts))

    def claim_option(self, tree: Tree) -> s.ClaimGiven:
        tokens, _ = self._parts(tree)
        option, answer = map(self._name, tokens)
        return s.ClaimGiven(self._span(tree), option, answer)

    def claim_players(self, tree: Tree) -> s.ClaimGiven:
        tokens, _ = self._parts(tree)
        return s.ClaimGiven(self._span(tree), None, None, int(tokens[0]))

    def claim_random_setup(self, tree: Tree) -> s.ClaimGiven:
        return s.ClaimGiven(self._span(tree), None, None, random_setup=True)

    def claim_then(self, tree: Tree) -> s.Claimed:
        _, parts = self._parts(tree)
        claimed: s.Claimed = must_find(parts, s.Claimed)
        return replace(claimed, span=self._span(tree), cites=marks_of(parts))

    def claim_wins(self, tree: Tree) -> s.Claimed:
        _, parts = self._parts(tree)
        winner: s.Claimed
        often: s.Claimed
        winner, often = every(parts, s.Claimed)
        return replace(winner, span=self._span(tree), bound=often.bound, of=often.of)

    def winner_rows(self, tree: Tree) -> s.Claimed:
        return self._winner(tree, "rows")

    def winner_row(self, tree: Tree) -> s.Claimed:
        return self._winner(tree, "row")

    def winner_seats(self, tree: Tree) -> s.Claimed:
        return self._winner(tree, "seats")

    def winner_all(self, tree: Tree) -> s.Claimed:
        return self._winner(tree, "all")

    def winner_seat(self, tree: Tree) -> s.Claimed:
        return self._winner(tree, "seat")

    def _winner(self, tree: Tree, kind: s.ClaimKind) -> s.Claimed:
        tokens, parts = self._parts(tree)
        span = self._span(tree)
        seat = first(parts, s.Ordinal)
        name = self._name(tokens[0]) if tokens else None
        number = seat.number if seat is not None else 0
        return s.Claimed(span, kind, s.Bound(span, None, None), name=name, seat=number)

    def claim_longer(self, tree: Tree) -> s.Claimed:
        return self._often(tree, "longer")

    def claim_shorter(self, tree: Tree) -> s.Claimed:
        return self._often(tree, "shorter")

    def claim_drawn(self, tree: Tree) -> s.Claimed:
        return self._often(tree, "drawn")

    def claim_unfinished(self, tree: Tree) -> s.Claimed:
        return self._often(tree, "unfinished")

    def claim_ends(self, tree: Tree) -> s.Claimed:
        return self._often(tree, "ends")

    def _often(self, tree: Tree, kind: s.ClaimKind) -> s.Claimed:
        tokens, parts = self._parts(tree)
        often: s.Claimed = must_find(parts, s.Claimed)
        named = [token for token in tokens if token.type == "NAME"]
        length = [token for token in tokens if token.type == "NUMBER"]
        unit = first(parts, WordPart)
        return replace(
            often,
            span=self._span(tree),
            kind=kind,
            name=self._name(named[0]) if named else None,
            length=int(length[0]) if length else 0,
            unit=unit.word if unit is not None else "",
        )

    def claim_mean(self, tree: Tree) -> s.Claimed:
        _, parts = self._parts(tree)
        unit = must_find(parts, WordPart).word
        return s.Claimed(self._span(tree), "mean", must_find(parts, s.Bound), unit=unit)

    def how_often(self, tree: Tree) -> s.Claimed:
        tokens, parts = self._parts(tree)
        return s.Claimed(self._span(tree), "drawn", must_find(parts, s.Bound), int(tokens[0]))

    def bound_between(self, tree: Tree) -> s.Bound:
        return s.Bound(self._span(tree), *range_of(self._number(tree)))

    def bound_least(self, tree: Tree) -> s.Bound:
        return s.Bound(self._span(tree), int(self._number(tree)), None)

    def bound_most(self, tree: Tree) -> s.Bound:
        return s.Bound(self._span(tree), None, int(self._number(tree)))

    def _number(self, tree: Tree) -> Token:
        return next(t for t in tree.children if isinstance(t, Token) and t.type in ("NUMBER", "RANGE"))

    def length_word(self, tree: Tree) -> WordPart:
        return WordPart(str(tree.children[0]))
