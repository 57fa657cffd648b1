"""Where things are: trees become nodes."""

from typing import cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import (
    DrawnPart,
    DropPart,
    EnemyPart,
    FlagPart,
    KeptPart,
    LimitPart,
    MostPart,
    NamesPart,
    PlacePart,
    RowsPart,
    SpacesPart,
    TouchingPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    range_of,
    text_of,
    unquote,
)
from gekido_dsl.syntax.build.statements import StatementBuilder


class PlaceBuilder(StatementBuilder):
    """Builds boards, places, tracks, counters, links and damage."""

    def board(self, tree: Tree) -> s.Board:
        tokens, parts = self._parts(tree)
        name, rows, columns, space = tokens[:4]
        directions = must_find(parts, TouchingPart).directions
        return s.Board(
            self._span(tree),
            self._name(name),
            int(rows),
            int(columns),
            self._name(space),
            8 if directions is None else directions,
            every(parts, s.Layout),
            marks_of(parts),
            tuple(s.Name(line.span, line.text) for line in every(parts, DrawnPart)),
            every(parts, s.Legend),
            any(isinstance(part, FlagPart) for part in parts),
            any(isinstance(part, DropPart) for part in parts),
            tuple(first(parts, NamesPart) or ()),
            first(parts, str),
            directions is None,
        )

    def board_seen(self, tree: Tree) -> str:
        return cast(str, self._all(tree)[0])

    def touching(self, tree: Tree) -> TouchingPart:
        numbers = [token for token in tree.children if isinstance(token, Token) and token.type == "NUMBER"]
        return TouchingPart(int(numbers[0]) if numbers else None)

    def parted_by(self, tree: Tree) -> NamesPart:
        return cast(NamesPart, self._all(tree)[0])

    def from_bottom(self, tree: Tree) -> FlagPart:
        return FlagPart()

    def of_each_player(self, tree: Tree) -> DropPart:
        return DropPart()

    def drawn(self, tree: Tree) -> DrawnPart:
        return DrawnPart(unquote(tree.children[0]), self._span(cast(Token, tree.children[0])))

    def legend(self, tree: Tree) -> s.Legend:
        tokens, parts = self._parts(tree)
        return s.Legend(self._span(tree), unquote(tokens[0]), every(parts, s.Drawn), every(parts, s.Name))

    def legend_thing(self, tree: Tree) -> s.Drawn:
        tokens, parts = self._parts(tree)
        player = first(parts, s.Ordinal)
        number = int(tokens[0]) if tokens[0].type == "NUMBER" else 1
        return s.Drawn(self._span(tree), self._name(tokens[-1]), number, player.number if player else None)

    legend_things = legend_thing

    def legend_name(self, tree: Tree) -> s.Name:
        return self._name(tree.children[0])

    def of_player(self, tree: Tree) -> s.Ordinal:
        return cast(s.Ordinal, self._all(tree)[0])

    def ordinal_player(self, tree: Tree) -> s.Ordinal:
        word = self._all(tree)[0].word
        return s.Ordinal(self._span(tree), ORDINALS.index(word))

    def layout(self, tree: Tree) -> s.Layout:
        _, parts = self._parts(tree)
        return s.Layout(
            self._span(tree),
            tuple(part.word for part in every(parts, WordPart)),
            must_find(parts, s.Phrase),
            any(isinstance(part, FlagPart) for part in parts),
            first(parts, s.Guard),
            marks_of(parts),
        )

    def place(self, tree: Tree) -> s.Place:
        tokens, parts = self._parts(tree)
        limit, refill = first(parts, LimitPart), first(parts, s.Sentence)
        options = every(parts, PlacePart)
        return s.Place(
            self._span(tree),
            must_find(parts, WordPart).word,
            self._name(tokens[0]),
            first(parts, s.Owner),
            self._name(tokens[1]),
            any(isinstance(part, DropPart) for part in parts),
            any(option.shuffled for option in options),
            next((option.seen for option in options if option.seen), None),
            next((option.pile for option in options if option.pile), None),
            limit.value if limit else None,
            refill,
            text_of(parts),
            marks_of(parts),
            limit.late if limit else None,
            any(option.carried for option in options),
            any(option.own_pile for option in options),
        )

    def each_owner(self, tree: Tree) -> s.Owner:
        return s.Owner(self._span(tree), self._name(tree.children[0]) if tree.children else None)

    def option_shuffled(self, tree: Tree) -> PlacePart:
        return PlacePart(shuffled=True)

    def option_seen(self, tree: Tree) -> PlacePart:
        return PlacePart(seen=self._all(tree)[0])

    def option_carried(self, tree: Tree) -> PlacePart:
        return PlacePart(carried=True)

    def option_pile(self, tree: Tree) -> PlacePart:
        return PlacePart(pile=self._name(tree.children[-1]), own_pile=len(tree.children) > 1)

    def place_text(self, tree: Tree) -> s.Text:
        return cast(s.Text, self._all(tree)[0])

    def place_limit(self, tree: Tree) -> LimitPart:
        _, parts = self._parts(tree)
        return LimitPart(parts[0], first(parts, s.LateCheck))

    def late_check(self, tree: Tree) -> s.LateCheck:
        return s.LateCheck(self._span(tree), first(self._parts(tree)[1], s.Guard))

    def place_refill(self, tree: Tree) -> s.Sentence:
        return cast(s.Sentence, self._all(tree)[0])

    def _owner(self, token: Token | None, span: Span) -> s.Owner:
        return s.Owner(span, None if token is None else self._name(token))

    def track(self, tree: Tree) -> s.Track:
        tokens, parts = self._parts(tree)
        content = must_find(parts, (RowsPart, SpacesPart))
        owner = tokens[1] if len(tokens) == 3 else None
        return s.Track(
            self._span(tree),
            self._name(tokens[0]),
            self._owner(owner, self._span(owner or tokens[0])),
            content.die,
            content.showing if isinstance(content, RowsPart) else 0,
            content.rows if isinstance(content, RowsPart) else None,
            content.most if isinstance(content, SpacesPart) else None,
            self._name(tokens[-1]),
            marks_of(parts),
            first(parts, str),
        )

    def track_rows(self, tree: Tree) -> RowsPart:
        tokens, _ = self._parts(tree)
        return RowsPart(self._name(tokens[0]), int(tokens[1]), self._name(tokens[2]))

    def track_spaces(self, tree: Tree) -> SpacesPart:
        built = self._all(tree)
        return SpacesPart(self._name(built[0]), built[-1])

    def counter(self, tree: Tree) -> s.Counter:
        tokens, parts = self._parts(tree)
        names = [token for token in tokens if token.type == "NAME"]
        low, high = range_of(next(token for token in tokens if token.type == "RANGE"))
        kept = first(parts, KeptPart)
        owner = names[1] if len(names) == 4 else None
        return s.Counter(
            self._span(tree),
            self._name(names[0]),
            self._owner(owner, self._span(owner or names[0])),
            low,
            high,
            self._name(names[-2]),
            self._name(names[-1]),
            kept.value if kept else None,
            marks_of(parts),
            first(parts, str),
        )

    def kept(self, tree: Tree) -> KeptPart:
        return KeptPart(int(str(tree.children[0])))

    def link(self, tree: Tree) -> s.Link:
        tokens, parts = self._parts(tree)
        names = [token for token in tokens if token.type == "NAME"]
        numbers = [token for token in tokens if token.type == "NUMBER"]
        return s.Link(
            self._span(tree),
            self._name(names[0]),
            self._name(names[1]),
            self._name(names[2]),
            tuple(first(parts, NamesPart) or ()),
            self._name(names[3]),
            int(numbers[0]) if numbers else None,
            marks_of(parts),
            first(parts, EnemyPart) is not None,
            first(parts, str),
        )

    def enemy(self, tree: Tree) -> EnemyPart:
        return EnemyPart()

    def damage(self, tree: Tree) -> s.Damage:
        tokens, parts = self._parts(tree)
        return s.Damage(
            self._span(tree),
            self._name(tokens[0]),
            tuple(map(self._name, tokens[1:])),
            marks_of(parts),
            next((part.dice for part in every(parts, MostPart)), None),
        )

    def most_dice(self, tree: Tree) -> MostPart:
        return MostPart(next(int(t) for t in tree.children if isinstance(t, Token) and t.type == "NUMBER"))
