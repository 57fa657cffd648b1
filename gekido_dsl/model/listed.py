"""A kind whose rows stand in the ruleset, `kind Card: 12 Red, 12 Blue and 14 Engines`: a small table without a file.

Invariants:
    A row that is called like a value of one of its printed fields has that value there; of the others it has none.
"""

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import article, singular
from gekido_dsl.model.scope import Index
from gekido_dsl.model.types import NONE, EnumType
from gekido_dsl.syntax import nodes as s


def rows(kind: m.Kind, written: tuple[s.RowHere, ...], index: Index) -> list[m.Row]:
    """Makes the rows that stand behind the name of a kind."""
    printed = [field for field in kind.fields.values() if not field.kept]
    made: dict[str, m.Row] = {}
    for one in written:
        name = _called(one, printed)
        if one.number < 1:
            index.report(
                codes.VALUE_OUT_OF_RANGE,
                f"there are {one.number} {one.name.text}",
                one.span,
                "at least 1 is needed",
                help="write how many there are, from 1, or take it out",
            )
        if name in made:
            index.report(
                codes.DUPLICATE_NAME,
                f"`{name}` appears twice in the list",
                one.name.span,
                "again",
                Label(made[name].span, "first here"),
                help="write it once, with how many there are in all",
            )
            continue
        values = {field.name: _value(kind, field, name, one, index) for field in printed}
        made[name] = m.Row(name, one.span, max(one.number, 1), values)
    return list(made.values())


def check(kind: m.Kind, written: tuple[s.RowHere, ...], index: Index) -> None:
    """Reports names alone behind a kind that are no spaces of a map: values are meant, or it is not said how many."""
    bare = next((one for one in written if one.bare), None)
    if bare is None or (kind.board is not None and kind.board.is_map):
        return
    first = written[0].name.text
    index.report(
        codes.WRONG_TYPE,
        f"the number of `{bare.name.text}` there are",
        bare.span,
        "how many?",
        Label(kind.name_span, f"the {kind.plural}"),
        help=f"what has a name and nothing else is a value: `values {kind.name}: {first}, ...`; "
        f"of things write `{article(bare.name.text)}` or `2 {bare.name.text}`; names alone are spaces of a map",
    )


def _called(one: s.RowHere, printed: list[m.Field]) -> str:
    """Gives what one of a row is called: `14 Engines` are each an Engine, and values stay as they are."""
    text = one.name.text
    if one.number == 1 or any(text in _values(field) for field in printed):
        return text
    return singular(text)


def _values(field: m.Field) -> tuple[str, ...]:
    """Lists the values that a field may have by their names; none where it holds something else."""
    return field.type.enum.members if isinstance(field.type, EnumType) and field.index is None else ()


def _value(kind: m.Kind, field: m.Field, name: str, one: s.RowHere, index: Index) -> int:
    """Gives the value of a printed field for a row, or reports that its name does not say it."""
    if name in _values(field):
        return _values(field).index(name)
    if not field.optional:
        index.report(
            codes.WRONG_TYPE,
            f"`{name}` is no value of `{field.name}`, and a {kind.name} needs one",
            one.name.span,
            f"what is its {field.name}?",
            Label(field.name_span, "printed on each"),
            help=f"write `or none` behind the type of `{field.name}`, "
            f'or use a table: `kind {kind.name} from "FILE.yaml"`',
        )
    return NONE
