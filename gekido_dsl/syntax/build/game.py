"""The head of a game, its options, and the files it uses: trees become nodes."""

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    ChangesPart,
    FilePart,
    FlagPart,
    NamesPart,
    every,
    first,
    marks_of,
    must_find,
    range_of,
    unquote,
)


@builds("edition")
def _edition(b: Builder, tree: Tree) -> s.Edition:
    return s.Edition(b.span(tree), int(str(tree.children[0])))


@builds("game")
def _game(b: Builder, tree: Tree) -> s.Game:
    tokens, parts = b.parts(tree)
    changes = first(parts, ChangesPart)
    return s.Game(
        b.span(tree),
        unquote(tokens[0]),
        changes.files if changes else (),
        every(parts, (s.SourceLine, s.Players, s.TurnLimit, s.SameTime, s.GamesRow)),
        marks_of(parts),
    )


@builds("changes")
def _changes(b: Builder, tree: Tree) -> ChangesPart:
    return ChangesPart(
        tuple(
            s.Name(b.span(token), unquote(token))
            for token in tree.children
            if isinstance(token, Token) and token.type == "STRING"
        )
    )


@builds("players")
def _players(b: Builder, tree: Tree) -> s.Players:
    tokens, parts = b.parts(tree)
    low, high = range_of(tokens[0]) if tokens[0].type == "RANGE" else (int(tokens[0]),) * 2
    return s.Players(b.span(tree), low, high, tuple(every(parts, str)), first(parts, s.Sides))


@builds("sides_of")
def _sides_of(b: Builder, tree: Tree) -> s.Sides:
    return s.Sides(b.span(tree), "alternate", int(str(tree.children[0])))


@builds("one_side")
def _one_side(b: Builder, tree: Tree) -> s.Sides:
    return s.Sides(b.span(tree), "together")


@builds("one_against")
def _one_against(b: Builder, tree: Tree) -> s.Sides:
    _, parts = b.parts(tree)
    return s.Sides(b.span(tree), "one", must_find(parts, s.Ordinal).number)


@builds("sides_by")
def _sides_by(b: Builder, tree: Tree) -> s.Sides:
    _, parts = b.parts(tree)
    return s.Sides(b.span(tree), "by", by=parts[0])


@builds("player_option")
def _player_option(b: Builder, tree: Tree) -> str:
    return " ".join(str(token) for token in tree.children)


@builds("turn_limit")
def _turn_limit(b: Builder, tree: Tree) -> s.TurnLimit:
    _, parts = b.parts(tree)
    return s.TurnLimit(b.span(tree), int(str(tree.children[0])), bool(parts))


@builds("best_of")
def _best_of(b: Builder, tree: Tree) -> s.GamesRow:
    tokens, _ = b.parts(tree)
    return s.GamesRow(b.span(tree), int(tokens[0]), True)


@builds("in_a_row")
def _in_a_row(b: Builder, tree: Tree) -> s.GamesRow:
    tokens, _ = b.parts(tree)
    return s.GamesRow(b.span(tree), int(tokens[0]), False)


@builds("round_word")
def _round_word(b: Builder, tree: Tree) -> FlagPart:
    return FlagPart()


@builds("same_time")
def _same_time(b: Builder, tree: Tree) -> s.SameTime:
    return s.SameTime(b.span(tree))


@builds("source")
def _source(b: Builder, tree: Tree) -> s.SourceLine:
    return s.SourceLine(b.span(tree), b.name(tree.children[0]), unquote(tree.children[1]))


@builds("use_file")
def _use_file(b: Builder, tree: Tree) -> s.Use:
    _, parts = b.parts(tree)
    return s.Use(b.span(tree), unquote(tree.children[0]), every(parts, s.Renaming))


@builds("renaming")
def _renaming(b: Builder, tree: Tree) -> s.Renaming:
    new, old = tree.children
    return s.Renaming(b.span(tree), b.name(new), b.name(old))


@builds("rulings")
def _rulings(b: Builder, tree: Tree) -> s.Rulings:
    _, parts = b.parts(tree)
    return s.Rulings(b.span(tree), must_find(parts, FilePart).name)


@builds("book")
def _book(b: Builder, tree: Tree) -> s.Book:
    return s.Book(b.span(tree), unquote(tree.children[0]))


@builds("theme")
def _theme(b: Builder, tree: Tree) -> s.Theme:
    return s.Theme(b.span(tree), unquote(tree.children[0]))


@builds("translation")
def _translation(b: Builder, tree: Tree) -> s.Translation:
    language, file = tree.children
    return s.Translation(b.span(tree), str(language), unquote(file))


@builds("option")
def _option(b: Builder, tree: Tree) -> s.Option:
    tokens, parts = b.parts(tree)
    title = unquote(tokens[1]) if len(tokens) > 1 else None
    return s.Option(
        b.span(tree),
        b.name(tokens[0]),
        title,
        tuple(first(parts, NamesPart) or ()),
        marks_of(parts),
    )
