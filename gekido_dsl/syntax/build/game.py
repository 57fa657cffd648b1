"""The head of a game, its options, and the files it uses: trees become nodes."""

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import (
    ChangesPart,
    FlagPart,
    NamesPart,
    every,
    first,
    marks_of,
    must_find,
    range_of,
    unquote,
)
from gekido_dsl.syntax.build.statements import StatementBuilder


class GameBuilder(StatementBuilder):
    """Builds the game as a whole."""

    def edition(self, tree: Tree) -> s.Edition:
        return s.Edition(self._span(tree), int(str(tree.children[0])))

    def game(self, tree: Tree) -> s.Game:
        tokens, parts = self._parts(tree)
        changes = first(parts, ChangesPart)
        return s.Game(
            self._span(tree),
            unquote(tokens[0]),
            changes.files if changes else (),
            every(parts, (s.SourceLine, s.Players, s.TurnLimit, s.SameTime, s.GamesRow)),
            marks_of(parts),
        )

    def changes(self, tree: Tree) -> ChangesPart:
        return ChangesPart(
            tuple(
                s.Name(self._span(token), unquote(token))
                for token in tree.children
                if isinstance(token, Token) and token.type == "STRING"
            )
        )

    def players(self, tree: Tree) -> s.Players:
        tokens, parts = self._parts(tree)
        low, high = range_of(tokens[0]) if tokens[0].type == "RANGE" else (int(tokens[0]),) * 2
        return s.Players(self._span(tree), low, high, tuple(every(parts, str)), first(parts, s.Sides))

    def sides_of(self, tree: Tree) -> s.Sides:
        return s.Sides(self._span(tree), "alternate", int(str(tree.children[0])))

    def one_side(self, tree: Tree) -> s.Sides:
        return s.Sides(self._span(tree), "together")

    def one_against(self, tree: Tree) -> s.Sides:
        _, parts = self._parts(tree)
        return s.Sides(self._span(tree), "one", must_find(parts, s.Ordinal).number)

    def sides_by(self, tree: Tree) -> s.Sides:
        _, parts = self._parts(tree)
        return s.Sides(self._span(tree), "by", by=parts[0])

    def player_option(self, tree: Tree) -> str:
        return " ".join(str(token) for token in tree.children)

    def turn_limit(self, tree: Tree) -> s.TurnLimit:
        _, parts = self._parts(tree)
        return s.TurnLimit(self._span(tree), int(str(tree.children[0])), bool(parts))

    def best_of(self, tree: Tree) -> s.GamesRow:
        tokens, _ = self._parts(tree)
        return s.GamesRow(self._span(tree), int(tokens[0]), True)

    def in_a_row(self, tree: Tree) -> s.GamesRow:
        tokens, _ = self._parts(tree)
        return s.GamesRow(self._span(tree), int(tokens[0]), False)

    def round_word(self, tree: Tree) -> FlagPart:
        return FlagPart()

    def same_time(self, tree: Tree) -> s.SameTime:
        return s.SameTime(self._span(tree))

    def source(self, tree: Tree) -> s.SourceLine:
        return s.SourceLine(self._span(tree), self._name(tree.children[0]), unquote(tree.children[1]))

    def use_file(self, tree: Tree) -> s.Use:
        _, parts = self._parts(tree)
        return s.Use(self._span(tree), unquote(tree.children[0]), every(parts, s.Renaming))

    def renaming(self, tree: Tree) -> s.Renaming:
        new, old = tree.children
        return s.Renaming(self._span(tree), self._name(new), self._name(old))

    def rulings(self, tree: Tree) -> s.Rulings:
        return s.Rulings(self._span(tree), unquote(tree.children[0]))

    def book(self, tree: Tree) -> s.Book:
        return s.Book(self._span(tree), unquote(tree.children[0]))

    def theme(self, tree: Tree) -> s.Theme:
        return s.Theme(self._span(tree), unquote(tree.children[0]))

    def option(self, tree: Tree) -> s.Option:
        tokens, parts = self._parts(tree)
        title = unquote(tokens[1]) if len(tokens) > 1 else None
        return s.Option(
            self._span(tree),
            self._name(tokens[0]),
            title,
            tuple(first(parts, NamesPart) or ()),
            marks_of(parts),
        )
