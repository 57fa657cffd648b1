"""Boards: what is drawn on them, how their spaces are laid, what parts them, and whose they are."""

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.scope import Member, RowName, Scope
from gekido_dsl.model.types import BOOL, NONE, EnumType, SetType, ThingType, fits
from gekido_dsl.syntax import nodes as s


def resolve_board(draft: Draft, board: m.Board, d: s.Board) -> None:
    board.layout = tuple(_layout(draft, board, line) for line in d.layout)
    _drawing(draft, board, d)
    parted = (_parted(draft, board, name) for name in d.parted)
    board.parted = tuple(field for field in parted if field is not None)
    if board.each_player:
        _owned_spaces(draft, board, d)


def _named_like_a_row(draft: Draft, board: m.Board, name: s.Name) -> None:
    """Reports the name of a space that is a row of a table, too: the row is not put there by it."""
    other = next(
        (x for x in draft.index.meanings(name.text) if isinstance(x, RowName) and x.kind is not board.space),
        None,
    )
    if other is not None:
        draft.index.report(
            codes.DUPLICATE_NAME,
            f"`{name.text}` names a space here, and is a row of `{other.kind.name}` already",
            name.span,
            "this names the space",
            Label(other.kind.name_span, "its table has a row with this name"),
            help=f"give the space another name; to put the {other.kind.name} there, move it in the set-up: "
            f"`move {name.text} onto r1c1`",
        )


def resolve_sides(draft: Draft, d: s.Kind) -> None:
    """Reports what cannot be on both sides of a border."""
    kind = draft.own(d, draft.game.kinds)
    for written in d.fields if kind is not None else ():
        field = kind.fields[written.name.text]
        if field.both_sides and (kind.legend is None or not field.on_edges or field.kept):
            draft.index.report(
                codes.WRONG_TYPE,
                f"`{field.name}` has no sides that are drawn",
                field.name_span,
                "on both sides of what?",
                help="only what is printed `towards each` direction of spaces that are drawn is on both sides",
            )


def _drawing(draft: Draft, board: m.Board, d: s.Board) -> None:
    """Reads what the signs of a picture stand for."""
    for entry in d.signs():
        for name in entry.names:
            _named_like_a_row(draft, board, name)
        found = []
        for one in entry.drawn:
            standing = _standing(draft, one)
            if standing is not None and standing.kind.board is not None:
                draft.index.report(
                    codes.WRONG_DRAWING,
                    f"a {standing.kind.name} is a space itself",
                    one.span,
                    "on no board",
                )
            elif standing is not None:
                found.append(standing)
        board.legend[entry.sign] = tuple(found)
    if board.names and (board.space.file is not None or board.space.legend is not None):
        draft.index.report(
            codes.WRONG_DRAWING,
            f"the spaces of `{board.name}` come from a table, and are called as it says",
            d.name.span,
            "named twice",
            help="draw a `.` for each and lay the rows out below, as in "
            f"`all: {board.space.plural}`; they take their places in the order of the table",
        )
    if (board.shape.holes or board.shape.links is not None) and board.space.legend is not None:
        draft.index.report(
            codes.WRONG_DRAWING,
            f"the spaces of `{board.name}` are drawn in a table",
            d.drawing[0].span,
            "drawn again",
            help="leave the holes and lines to the table",
        )


def _standing(draft: Draft, one: s.Drawn) -> m.Standing | None:
    """Finds what a sign stands for: things of a kind, of one of its rows, or with a value of one of its facts."""
    player = NONE if one.player is None else one.player
    meanings = draft.index.meanings(one.kind.text)
    if not any(isinstance(meaning, m.Kind) for meaning in meanings):
        for meaning in meanings:
            if isinstance(meaning, RowName) and meaning.kind.board is None:
                rows = frozenset(n for n, row in enumerate(meaning.kind.rows) if row.name == meaning.name)
                for number in rows:
                    meaning.kind.rows[number].used = True
                return m.Standing(meaning.kind, one.number, player, rows=rows)
            if isinstance(meaning, Member):
                return _with_value(draft, one, meaning, player)
    kind = draft.index.find(one.kind, m.Kind, "kind")
    return None if kind is None else m.Standing(kind, one.number, player)


def _with_value(draft: Draft, one: s.Drawn, value: Member, player: int) -> m.Standing | None:
    """Finds the one fact that may have a value from the start, of things that are no spaces."""
    facts = [
        (kind, fact)
        for kind in draft.game.kinds.values()
        if kind.board is None
        for fact in kind.fields.values()
        if fact.kept and fact.index is None and fact.type == EnumType(value.enum)
    ]
    if len(facts) != 1:
        names = " and ".join(f"{fact.name} of a {kind.name}" for kind, fact in facts)
        draft.index.report(
            codes.WRONG_DRAWING,
            f"`{one.kind.text}` may be the {names}"
            if facts
            else f"no thing has a fact that starts as `{one.kind.text}`",
            one.span,
            "of which?" if facts else "what is here?",
            help="in a picture, say what is on a space by a kind, a row of a kind, "
            "or a value that one fact with `starts` may have",
        )
        return None
    kind, fact = facts[0]
    kind.used = fact.used = True
    value.enum.used_members.add(value.value)
    fact.pictured.add(value.value)
    return m.Standing(kind, one.number, player, fact=(fact, value.value))


def _parted(draft: Draft, board: m.Board, name: s.Name) -> m.Field | None:
    """Finds what parts the spaces of a board: a fact with yes or no for each side, drawn in a table."""
    field = board.space.fields.get(name.text)
    if field is None:
        draft.index.unknown(name, m.Field, f"fact of {board.space.name}")
        return None
    field.used = True
    if board.space.legend is None or not field.on_edges or field.type != BOOL or field.kept:
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{field.name}` parts no spaces",
            name.span,
            "parted by this",
            Label(field.name_span, "declared here"),
            help="spaces that are drawn in a table are parted by what is `towards each` direction, yes or no, "
            "and never changes",
        )
        return None
    return field


def _owned_spaces(draft: Draft, board: m.Board, d: s.Board) -> None:
    """Reports a board of each player whose spaces are not for each player, or which is drawn with things."""
    whole = board.space.whole()
    if whole.each_player is None:
        draft.index.report(
            codes.WRONG_TYPE,
            f"each player has a `{board.name}`, and there is no {whole.name} for each player",
            d.space.span,
            "not for each player",
            Label(whole.name_span, "declared here"),
            help="end the first line of its kind in a number such as `, 4 for each player`",
        )
    if any(entry.drawn for entry in d.legend):
        draft.index.report(
            codes.WRONG_DRAWING,
            "things cannot be drawn on a board that each player has",
            d.drawing[0].span,
            "on which of them?",
            help="put them there in the set-up",
        )


def _layout(draft: Draft, board: m.Board, line: s.Layout) -> m.Layout:
    scope = Scope(acting=False)
    condition, _ = draft.sentences.guard(line.guard, scope)
    things = draft.phrases.every_one(line.phrase, scope, article=True)
    wanted = SetType(ThingType(board.space))
    if not fits(things.type, wanted):
        kind, named = board.space.name, line.phrase.span.text
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{board.name}` is laid with its spaces, and `{named}` is {things.type}",
            line.phrase.span,
            f"a {kind} is needed",
            help=f"name one {kind} or several; if `{named}` is the name of something else, too, rename that",
        )
    return m.Layout(line.regions, things, line.shuffled, condition, line.span)
