"""Fields and parameters: what is written about them becomes types, and what they start with."""

from itertools import product
from math import prod
from typing import Any

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import sizes, tiles
from gekido_dsl.model.declare import enum_of
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.parameters import index_type, said_of
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    LEAST,
    MOST,
    PLAYER,
    UNKNOWN,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    ListType,
    PlayerType,
    TextType,
    ThingType,
    Type,
    UnknownType,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables.cells import Cell


def _type(draft: Draft, written: s.FieldType, field: str, basics: dict[str, Any]) -> tuple[Type, bool]:
    match written:
        case s.RangeType(low=least, high=most):
            low, high = LEAST if least is None else least, MOST if most is None else most
            if low > high:
                draft.index.report(
                    codes.VALUE_OUT_OF_RANGE,
                    f"the range {low} to {high} is empty",
                    written.span,
                    "the first number is the greater one",
                    help=f"turn it around: `{high} to {low}`",
                )
            return IntType(min(low, high), max(low, high)), False
        case s.BoolType():
            return BOOL, False
        case s.TextType():
            return TextType(), False
        case s.RefType(name=None, optional=optional):
            return PLAYER, optional
        case s.RefType(name=s.Name() as name, optional=optional):
            return draft.named_type(name), optional
        case s.ValuesType(members=(only,)) if draft.index.meanings(only.text):
            draft.index.report(
                codes.WRONG_TYPE,
                f"`{only.text}` alone is no list of values",
                only.span,
                "one name",
                help=f"write `a {only.text}` for a thing or value of that sort",
            )
            return UNKNOWN, False
        case s.ValuesType(members=members):
            return EnumType(enum_of(draft, field, members, basics, anonymous=True)), False
        case s.ListType(most_rows=rows, most=most, name=name):
            inner: Type = ListType(draft.named_type(_singular(name)), most)
            return (ListType(inner, rows), False) if rows is not None else (inner, False)
        case _:
            return UNKNOWN, False


def _usual(draft: Draft, field: m.Field, said: s.Usual) -> None:
    """Takes up what an empty cell means, if a cell of the field may hold it."""
    word = said.word
    value: int | bool | str | None = {"yes": True, "no": False, "none": None}.get(word, word)
    if word.lstrip("-").isdecimal():
        value = int(word)
    match field.type:
        case _ if field.kept or isinstance(field.owner, m.Procedure):
            why, help = "it changes in play, and no cell says what it is", f"write `starts {word}`"
        case IntType(low=low, high=high):
            fits = type(value) is int and (low is None or low <= value) and (high is None or value <= high)
            why, help = (
                ("", "")
                if fits
                else ("its values are numbers of its range", "name a number that a cell may hold")
            )
        case BoolType():
            why, help = (
                ("", "")
                if isinstance(value, bool)
                else ("it is yes or no", "write `usually yes` or `usually no`")
            )
        case EnumType(enum=enum):
            fits = value in enum.members or (value is None and field.optional)
            why, help = (
                ("", "") if fits else ("it is none of its values", f"name one of {', '.join(enum.members)}")
            )
        case ThingType() | EffectType():
            fits = (isinstance(value, str) or (value is None and field.optional)) and not isinstance(
                value, bool
            )
            why, help = (
                ("", "")
                if fits
                else ("a cell names a thing or an effect", "name one, or `or none` and `usually none`")
            )
        case _:
            why, help = "an empty cell is an empty list or text", f"leave out `usually {word}`"
    field.usual = Cell(value, said.span)  # also a wrong one: what leaves the cell out is not to be blamed
    if why and field.type is not UNKNOWN:
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{field.name}` cannot usually be `{word}`: {why}",
            said.span,
            "not this",
            help=help,
        )


def _fact_of_nobody(draft: Draft, d: s.Field, *, of_the_game: bool) -> None:
    """Reports a fact of players or of the game that starts at nothing: no table and no card says what it is."""
    draft.index.report(
        codes.WRONG_TYPE,
        f"`{d.name.text}` is a fact that {'the game' if of_the_game else 'each player'} has, and starts at nothing",
        d.name.span,
        "what is it at first?",
        help="say what it starts at, such as `starts 0`, `starts no` or, behind `or none`, `starts none`",
    )


def field_of(draft: Draft, d: s.Field, owner: m.Kind | m.Procedure, *, phase: bool) -> m.Field:
    basics = draft.basics(d)
    kind, optional = _type(draft, d.type, d.name.text, basics)
    field = m.Field(d.name.text, **basics, type=kind, optional=optional, owner=owner)
    field.kept = phase or d.start is not None
    field.seen = {"its owner": "owner", "nobody": "nobody"}.get(d.seen or "", "everyone")  # type: ignore[assignment]
    field.numbered = d.numbered
    if isinstance(owner, m.Kind) and (owner.sheet or owner.table) and (d.start is None or d.numbered):
        _fact_of_nobody(draft, d, of_the_game=owner.table)
        field.kept, field.numbered = True, False
    if d.numbered and phase:
        draft.index.report(
            codes.WRONG_TYPE,
            "a fact of a phase is one, and cannot be numbered",
            d.name.span,
            "numbered",
            help="leave `numbered` out",
        )
    if field.seen != "everyone" and not field.kept:
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{field.name}` is printed: whoever knows which {owner.name} it is knows it too",
            d.name.span,
            f"seen by {d.seen}",
            help="say what it `starts` at; or leave this out and hide which thing it is: let it lie in a place "
            "`seen by its owner`, or be dealt from a shuffled deck",
        )
    indexes = [_index(draft, one, field) for one in d.indexes]
    if None not in indexes:
        field.index = indexes[0] if len(indexes) == 1 else _combinations(draft, indexes, d, field)
    field.both_sides, field.unlogged, field.carried = d.both_sides, d.unlogged, d.carried
    if d.turned_with is not None and isinstance(owner, m.Kind):
        tiles.declare(draft, field, d.turned_with)
    elif d.turned_with is not None:
        draft.index.report(
            codes.WRONG_TYPE,
            "a fact of a phase is no part of anything",
            d.turned_with.span,
            "turned with what?",
        )
    if d.carried:
        draft.carried_over(d.name, field.kept and isinstance(owner, m.Kind))
    if field.unlogged and not field.kept:
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{field.name}` is printed and never changes, so the log says nothing of it",
            d.name.span,
            "unlogged",
            help="leave `unlogged` out, or say what it `starts` at",
        )
    if d.usual is not None:
        _usual(draft, field, d.usual)
    if d.start is not None:
        start = d.start
        draft.later.append(lambda: _start(draft, field, start))
    elif phase and isinstance(kind, ThingType):
        field.optional = True  # until a rule says which thing it is, it is none
    draft.index.add(field.name, field)
    return field


def _index(draft: Draft, written: s.Index, field: m.Field) -> m.Enum | m.Kind | None:
    """Resolves what a field has a value for each of."""
    if isinstance(written.of, s.RangeType):
        kind, _ = _type(draft, written.of, field.name, {})
        low, high = (kind.low or 0, kind.high or 0) if isinstance(kind, IntType) else (0, 0)
        if high - low >= sizes.FACES_LIMIT:
            draft.index.report(
                codes.TOO_LARGE,
                f"`{field.name}` has a value for at most {sizes.FACES_LIMIT:,} numbers",
                written.span,
                f"{high - low + 1:,} numbers",
                help="write a smaller range",
            )
            return None
        numbers = tuple(str(number) for number in range(low, high + 1))
        span = written.of.span
        named = draft.game.numbers.get(" ".join(span.text.rpartition(" to ")[2].split()))
        once = min(named.once, low + sizes.FACES_LIMIT) if named is not None else high
        gone = tuple(str(number) for number in range(high + 1, once + 1))
        return m.Numbers(f"{low} to {high}", span, span, members=numbers, anonymous=True, low=low, gone=gone)
    found = draft.index.find(written.of, (m.Enum, m.Kind, m.PatternSet), "kind or list of values")
    index: m.Enum | m.Kind | None = found.enum if isinstance(found, m.PatternSet) else found
    if index is not None:
        _said(draft, index_type(index), "towards" if written.towards else "for", written.span)
    return index


def _combinations(
    draft: Draft, indexes: list[m.Enum | m.Kind | None], d: s.Field, field: m.Field
) -> m.Combinations | None:
    """Makes one list of several: a value for each combination; None for a field that has a single value."""
    if not indexes:
        return None
    parts = tuple(one for one in indexes if isinstance(one, m.Enum))
    if len(parts) < len(indexes):
        thing = next(at for at, one in zip(d.indexes, indexes, strict=True) if isinstance(one, m.Kind))
        draft.index.report(
            codes.WRONG_TYPE,
            f"a fact for every combination goes through lists of values and numbers, and "
            f"`{thing.of.span.text}` is a kind of thing",
            thing.span,
            "no list of values",
            help="declare a kind whose things have the fact, or give these lists of values or numbers",
        )
        return None
    if prod(len(one.members) for one in parts) > sizes.FACES_LIMIT:
        draft.index.report(
            codes.TOO_LARGE,
            f"`{field.name}` has a value for at most {sizes.FACES_LIMIT:,} combinations",
            d.name.span,
            f"{prod(len(one.members) for one in parts):,} combinations",
            help="write shorter lists",
        )
        return None
    names = tuple(" ".join(each) for each in product(*(one.members for one in parts)))
    name, span = " and ".join(one.name for one in parts), d.name.span
    return m.Combinations(name, span, span, members=names, anonymous=True, parts=parts)


def _said(draft: Draft, kind: Type, word: str, span: Span) -> None:
    """Reports `towards` before what is no direction, and `for` before a direction."""
    if word != said_of(kind) and word != "with" and not isinstance(kind, UnknownType):
        draft.index.report(
            codes.WRONG_PARAMETER,
            f"`towards` works only with directions, and {kind} is not one"
            if word == "towards"
            else f"{kind} is a direction, so it needs `towards`",
            span,
            f"write `{said_of(kind)}`",
            help="directions are the values of a compass: `values NAME: ..., clockwise`",
        )


def params_of(draft: Draft, written: tuple[s.Param, ...], *, noted: bool = True) -> tuple[m.Param, ...]:
    """Resolves parameters; whether their words are used is noted, but for those of exceptions."""
    made: list[m.Param] = []
    for number, param in enumerate(written):
        kind, _ = _type(draft, param.type, param.word, {})
        _said(draft, kind, param.said, param.span)
        twin = next((one for one in made if param.word and one.word == param.word), None)
        nameless = not param.word and (number or param.said != "with")
        if isinstance(kind, PlayerType) and (nameless or param.word == "player"):
            draft.index.report(
                codes.WRONG_PARAMETER,
                "this player needs a word of its own: `the player` is the one who acts",
                param.span,
                "which player?",
                help="write `a player as the ...`, such as `the rival`",
            )
        if twin is not None:
            draft.index.report(
                codes.DUPLICATE_NAME,
                f"two values are called `the {param.word}`",
                param.span,
                "again",
                Label(twin.span, "first here"),
                help="give one of them another word",
            )
        word = m.Word(param.word, param.span) if param.word and noted else None
        if word is not None:
            draft.game.words.append(word)
        made.append(m.Param(param.word, kind, param.span, param.said, word))
    return tuple(made)


def _start(draft: Draft, field: m.Field, start: s.Expr) -> None:
    found = draft.phrases.expr(start, Scope(acting=False), field.type)
    found = draft.phrases.expect(found, field.type)
    field.start = found
    kind = field.type
    settled = isinstance(found, m.ops.Const | m.ops.Called) or isinstance(found.type, UnknownType)
    if not settled and not isinstance(field.owner, m.Procedure):
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{field.name}` starts at something that only a match can determine",
            start.span,
            "expected a value or a thing",
            help="write its name or a number, and set what depends on the match in the set-up",
        )
    if isinstance(kind, IntType) and isinstance(found, m.ops.Const) and kind.excludes(found.value):
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"`{field.name}` starts at {found.value}, outside {kind.low} to {kind.high}",
            start.span,
            "outside the range",
            Label(field.name_span, "declared here"),
        )


def _singular(name: s.Name) -> s.Name:
    return s.Name(name.span, "Effect") if name.text == "Effects" else name
