"""Where things are: trees become nodes."""

from dataclasses import replace
from typing import Final, Literal, cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    CasesPart,
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
    drawing_of,
    every,
    first,
    marks_of,
    must_find,
    range_of,
    text_of,
    unquote,
)


@builds("board")
def _board(b: Builder, tree: Tree) -> s.Board:
    tokens, parts = b.parts(tree)
    name, rows, columns, space = tokens[:4]
    directions = must_find(parts, TouchingPart).directions
    return s.Board(
        b.span(tree),
        b.name(name),
        int(rows),
        int(columns),
        b.name(space),
        8 if directions is None else directions,
        every(parts, s.Layout),
        marks_of(parts),
        drawing_of(parts),
        every(parts, s.Legend),
        next((part.players for part in parts if isinstance(part, CasesPart)), None),
        any(isinstance(part, FlagPart) for part in parts),
        any(isinstance(part, DropPart) for part in parts),
        tuple(first(parts, NamesPart) or ()),
        first(parts, str),
        directions is None,
        rim=first(parts, s.Rim),
        wraps=first(parts, s.Wraps),
        sides=every(parts, s.SideSpaces),
    )


@builds("rows_board")
def _rows_board(b: Builder, tree: Tree) -> s.Board:
    tokens, _ = b.parts(tree)
    return _in_rows(b, tree, tuple(int(token) for token in tokens if token.type == "NUMBER"))


_MOST_ROWS: Final = 100
"""Of a hexagon or triangle with longer sides no more rows are listed."""


@builds("outline")
def _outline(b: Builder, tree: Tree) -> WordPart:
    return WordPart(str(tree.children[0]))


@builds("shaped_board")
def _shaped_board(b: Builder, tree: Tree) -> s.Board:
    tokens, parts = b.parts(tree)
    side = int(next(token for token in tokens if token.type == "NUMBER"))
    sort: Literal["hexagon", "triangle"] = (
        "hexagon" if must_find(parts, WordPart).word == "hexagon" else "triangle"
    )
    # More than is allowed is reported as too large.
    most = min(side, _MOST_ROWS)
    lengths: tuple[int, ...] = tuple(range(1, most + 1))
    if sort == "hexagon" and most:
        lengths = (*range(most, 2 * most), *range(2 * most - 2, most - 1, -1))
    return replace(_in_rows(b, tree, lengths or (0,)), outline=(sort, side))


def _in_rows(b: Builder, tree: Tree, lengths: tuple[int, ...]) -> s.Board:
    """Makes a board of hexagons in rows of these lengths."""
    tokens, parts = b.parts(tree)
    name, space = (token for token in tokens if token.type == "NAME")
    return s.Board(
        b.span(tree),
        b.name(name),
        len(lengths),
        max(lengths),
        b.name(space),
        6,
        every(parts, s.Layout),
        marks_of(parts),
        from_bottom=any(isinstance(part, FlagPart) for part in parts),
        parted=tuple(first(parts, NamesPart) or ()),
        seen=first(parts, str),
        lengths=lengths,
        wraps=first(parts, s.Wraps),
        sides=every(parts, s.SideSpaces),
    )


@builds("one_ring")
def _one_ring(b: Builder, tree: Tree) -> s.Rounds:
    return _rounds(b, tree, "ring")


@builds("many_rings")
def _many_rings(b: Builder, tree: Tree) -> s.Rounds:
    return _rounds(b, tree, "rings")


@builds("one_spiral")
def _one_spiral(b: Builder, tree: Tree) -> s.Rounds:
    return _rounds(b, tree, "spiral")


def _rounds(b: Builder, tree: Tree, sort: Literal["ring", "rings", "spiral"]) -> s.Rounds:
    tokens, parts = b.parts(tree)
    numbers = [int(token) for token in tokens if token.type == "NUMBER"]
    way = first(parts, WordPart)
    rows = numbers[0] if sort == "rings" else 1
    return s.Rounds(b.span(tree), sort, rows, numbers[-1], way is None or way.word == "clockwise")


@builds("round_touching")
def _round_touching(b: Builder, tree: Tree) -> TouchingPart:
    (number,) = (token for token in tree.children if isinstance(token, Token) and token.type == "NUMBER")
    return TouchingPart(int(number))


@builds("round_board")
def _round_board(b: Builder, tree: Tree) -> s.Board:
    tokens, parts = b.parts(tree)
    name, space = (token for token in tokens if token.type == "NAME")
    rounds, touching = must_find(parts, s.Rounds), first(parts, TouchingPart)
    return s.Board(
        b.span(tree),
        b.name(name),
        rounds.rows,
        rounds.length,
        b.name(space),
        touching.directions or 0 if touching is not None else 4,
        every(parts, s.Layout),
        marks_of(parts),
        drawing_of(parts),
        every(parts, s.Legend),
        next((part.players for part in parts if isinstance(part, CasesPart)), None),
        each_player=any(isinstance(part, DropPart) for part in parts),
        seen=first(parts, str),
        rounds=rounds,
    )


@builds("sides")
def _sides(b: Builder, tree: Tree) -> s.SideSpaces:
    tokens, parts = b.parts(tree)
    sort = must_find(parts, WordPart).word
    return s.SideSpaces(
        b.span(tree), cast(Literal["corners", "edges"], sort), b.name(tokens[-1]), marks_of(parts)
    )


@builds("side_sort")
def _side_sort(b: Builder, tree: Tree) -> WordPart:
    return WordPart(str(tree.children[0]))


@builds("map_board")
def _map_board(b: Builder, tree: Tree) -> s.Board:
    tokens, parts = b.parts(tree)
    name, space, ways = (token for token in tokens if token.type == "NAME")
    ends = first(parts, NamesPart)
    return s.Board(
        b.span(tree),
        b.name(name),
        0,
        0,
        b.name(space),
        0,
        (),
        marks_of(parts),
        seen=first(parts, str),
        ways=b.name(ways),
        ends=(ends[0], ends[1]) if ends is not None else None,
        one_way=any(isinstance(part, s.Name | FlagPart) for part in parts),
        one_way_if=first(parts, s.Name),
        listed=every(parts, s.Way),
    )


@builds("map_way")
def _way(b: Builder, tree: Tree) -> s.Way:
    tokens, parts = b.parts(tree)
    ends = first(parts, NamesPart) or ()
    return s.Way(b.span(tree), b.name(tokens[0]), tuple(ends), every(parts, s.WayFact), marks_of(parts))


@builds("way_fact")
def _way_fact(b: Builder, tree: Tree) -> s.WayFact:
    name, *number = (token for token in tree.children if isinstance(token, Token))
    return s.WayFact(b.span(tree), b.name(name), int(number[0]) if number else None)


@builds("map_ends")
def _map_ends(b: Builder, tree: Tree) -> NamesPart:
    return NamesPart(
        b.name(token) for token in tree.children if isinstance(token, Token) and token.type == "NAME"
    )


@builds("map_one_way")
def _map_one_way(b: Builder, tree: Tree) -> FlagPart | s.Name:
    fact = next((token for token in tree.children if isinstance(token, Token) and token.type == "NAME"), None)
    return FlagPart() if fact is None else b.name(fact)


@builds("board_seen")
def _board_seen(b: Builder, tree: Tree) -> str:
    return cast(str, b.all(tree)[0])


@builds("touching")
def _touching(b: Builder, tree: Tree) -> TouchingPart:
    numbers = [token for token in tree.children if isinstance(token, Token) and token.type == "NUMBER"]
    return TouchingPart(int(numbers[0]) if numbers else None)


@builds("parted_by")
def _parted_by(b: Builder, tree: Tree) -> NamesPart:
    return cast(NamesPart, b.all(tree)[0])


@builds("from_bottom")
def _from_bottom(b: Builder, tree: Tree) -> FlagPart:
    return FlagPart()


@builds("board_ring")
def _board_ring(b: Builder, tree: Tree) -> s.Rim:
    token, way = b.all(tree)
    return s.Rim(b.span(tree), token.type == "IN_A_RING", way.word == "clockwise")


@builds("board_wraps")
def _board_wraps(b: Builder, tree: Tree) -> s.Wraps:
    words = str(tree.children[0]).split()
    return s.Wraps(
        b.span(tree), down="top" in words or "both" in words, across="left" in words or "both" in words
    )


@builds("of_each_player")
def _of_each_player(b: Builder, tree: Tree) -> DropPart:
    return DropPart()


@builds("drawn")
def _drawn(b: Builder, tree: Tree) -> DrawnPart:
    return DrawnPart(unquote(tree.children[0]), b.span(cast(Token, tree.children[0])))


@builds("cases")
def _cases(b: Builder, tree: Tree) -> CasesPart:
    capitals, small = every(b.all(tree), s.Ordinal)
    return CasesPart((capitals.number, small.number))


@builds("legend")
def _legend(b: Builder, tree: Tree) -> s.Legend:
    tokens, parts = b.parts(tree)
    return s.Legend(b.span(tree), unquote(tokens[0]), every(parts, s.Drawn), every(parts, s.Name))


@builds("legend_thing", "legend_things")
def _legend_thing(b: Builder, tree: Tree) -> s.Drawn:
    tokens, parts = b.parts(tree)
    player = first(parts, s.Ordinal)
    number = int(tokens[0]) if tokens[0].type == "NUMBER" else 1
    return s.Drawn(b.span(tree), b.name(tokens[-1]), number, player.number if player else None)


@builds("legend_name")
def _legend_name(b: Builder, tree: Tree) -> s.Name:
    return b.name(tree.children[0])


@builds("of_player")
def _of_player(b: Builder, tree: Tree) -> s.Ordinal:
    return cast(s.Ordinal, b.all(tree)[0])


@builds("ordinal_player")
def _ordinal_player(b: Builder, tree: Tree) -> s.Ordinal:
    word = str(b.all(tree)[0]).split()[0]
    return s.Ordinal(b.span(tree), ORDINALS.index(word))


@builds("layout")
def _layout(b: Builder, tree: Tree) -> s.Layout:
    _, parts = b.parts(tree)
    return s.Layout(
        b.span(tree),
        tuple(part.word for part in every(parts, WordPart)),
        must_find(parts, s.Phrase),
        any(isinstance(part, FlagPart) for part in parts),
        first(parts, s.Guard),
        marks_of(parts),
    )


@builds("place")
def _place(b: Builder, tree: Tree) -> s.Place:
    tokens, parts = b.parts(tree)
    limit, refill = first(parts, LimitPart), first(parts, s.Sentence)
    options = every(parts, PlacePart)
    return s.Place(
        b.span(tree),
        must_find(parts, WordPart).word,
        b.name(tokens[0]),
        first(parts, s.Owner),
        b.name(tokens[1]),
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


@builds("each_owner")
def _each_owner(b: Builder, tree: Tree) -> s.Owner:
    return s.Owner(b.span(tree), b.name(tree.children[0]) if tree.children else None)


@builds("option_shuffled")
def _option_shuffled(b: Builder, tree: Tree) -> PlacePart:
    return PlacePart(shuffled=True)


@builds("option_seen")
def _option_seen(b: Builder, tree: Tree) -> PlacePart:
    return PlacePart(seen=b.all(tree)[0])


@builds("option_carried")
def _option_carried(b: Builder, tree: Tree) -> PlacePart:
    return PlacePart(carried=True)


@builds("option_pile")
def _option_pile(b: Builder, tree: Tree) -> PlacePart:
    return PlacePart(pile=b.name(tree.children[-1]), own_pile=len(tree.children) > 1)


@builds("place_text")
def _place_text(b: Builder, tree: Tree) -> s.Text:
    return cast(s.Text, b.all(tree)[0])


@builds("place_limit")
def _place_limit(b: Builder, tree: Tree) -> LimitPart:
    _, parts = b.parts(tree)
    return LimitPart(parts[0], first(parts, s.LateCheck))


@builds("late_check")
def _late_check(b: Builder, tree: Tree) -> s.LateCheck:
    return s.LateCheck(b.span(tree), first(b.parts(tree)[1], s.Guard))


@builds("place_refill")
def _place_refill(b: Builder, tree: Tree) -> s.Sentence:
    return cast(s.Sentence, b.all(tree)[0])


def _owner(b: Builder, token: Token | None, span: Span) -> s.Owner:
    return s.Owner(span, None if token is None else b.name(token))


@builds("track")
def _track(b: Builder, tree: Tree) -> s.Track:
    tokens, parts = b.parts(tree)
    content = must_find(parts, (RowsPart, SpacesPart))
    owner = tokens[1] if len(tokens) == 3 else None
    return s.Track(
        b.span(tree),
        b.name(tokens[0]),
        _owner(b, owner, b.span(owner or tokens[0])),
        content.die,
        content.showing if isinstance(content, RowsPart) else 0,
        content.rows if isinstance(content, RowsPart) else None,
        content.most if isinstance(content, SpacesPart) else None,
        b.name(tokens[-1]),
        marks_of(parts),
        first(parts, str),
    )


@builds("track_rows")
def _track_rows(b: Builder, tree: Tree) -> RowsPart:
    tokens, _ = b.parts(tree)
    return RowsPart(b.name(tokens[0]), int(tokens[1]), b.name(tokens[2]))


@builds("track_spaces")
def _track_spaces(b: Builder, tree: Tree) -> SpacesPart:
    built = b.all(tree)
    return SpacesPart(b.name(built[0]), built[-1])


@builds("counter")
def _counter(b: Builder, tree: Tree) -> s.Counter:
    tokens, parts = b.parts(tree)
    names = [token for token in tokens if token.type == "NAME"]
    low, high = range_of(next(token for token in tokens if token.type == "RANGE"))
    kept = first(parts, KeptPart)
    owner = names[1] if len(names) == 4 else None
    return s.Counter(
        b.span(tree),
        b.name(names[0]),
        _owner(b, owner, b.span(owner or names[0])),
        low,
        high,
        b.name(names[-2]),
        b.name(names[-1]),
        kept.value if kept else None,
        marks_of(parts),
        first(parts, str),
    )


@builds("kept")
def _kept(b: Builder, tree: Tree) -> KeptPart:
    return KeptPart(int(str(tree.children[0])))


@builds("link")
def _link(b: Builder, tree: Tree) -> s.Link:
    tokens, parts = b.parts(tree)
    names = [token for token in tokens if token.type == "NAME"]
    numbers = [token for token in tokens if token.type == "NUMBER"]
    return s.Link(
        b.span(tree),
        b.name(names[0]),
        b.name(names[1]),
        b.name(names[2]),
        tuple(first(parts, NamesPart) or ()),
        b.name(names[3]),
        int(numbers[0]) if numbers else None,
        marks_of(parts),
        first(parts, EnemyPart) is not None,
        first(parts, str),
    )


@builds("enemy")
def _enemy(b: Builder, tree: Tree) -> EnemyPart:
    return EnemyPart()


@builds("damage")
def _damage(b: Builder, tree: Tree) -> s.Damage:
    tokens, parts = b.parts(tree)
    return s.Damage(
        b.span(tree),
        b.name(tokens[0]),
        tuple(map(b.name, tokens[1:])),
        marks_of(parts),
        next((part.dice for part in every(parts, MostPart)), None),
    )


@builds("most_dice")
def _most_dice(b: Builder, tree: Tree) -> MostPart:
    return MostPart(next(int(t) for t in tree.children if isinstance(t, Token) and t.type == "NUMBER"))
