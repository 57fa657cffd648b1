"""Tables become a page: every row with its numbers, text and source, and the patterns of dice."""

from collections.abc import Sequence

from gekido_dsl import drawing
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType, ListType
from gekido_dsl.odds.of_patterns import OfPatterns
from gekido_dsl.odds.scope import NotExact
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import pictures
from gekido_dsl.rulesdoc.english.entries import pattern_text
from gekido_dsl.rulesdoc.names import PAGES, Key
from gekido_dsl.rulesdoc.writer import Writer


def page(w: Writer) -> list[str]:
    """Writes the page."""
    parts = [w.heading(1, PAGES["tables"], "page-tables")]
    for kind in w.game.kinds.values():
        if kind.file is not None:
            parts += _table(w, kind)
        elif kind.legend is not None:
            parts += _signs(w, kind)
    for patterns in w.game.patterns.values():
        parts += _patterns(w, patterns)
    return parts


def _columns(kind: m.Kind) -> list[m.Field]:
    return [field for field in kind.fields.values() if not field.kept]


def _wide(field: m.Field) -> bool:
    """Tells whether a column holds more than one value."""
    return field.index is not None or isinstance(field.type, ListType)


def _table(w: Writer, kind: m.Kind) -> list[str]:
    parts = [w.heading(2, md.escape(kind.plural), f"table-{w.names[kind].slug}")]
    copies = sum(row.copies for row in kind.rows)
    rebuilt = sum(row.reconstructed for row in kind.rows)
    rows = md.counted(len(kind.rows), "row")
    said = f"{rows} of `{kind.file}`, which make {md.counted(copies, 'thing')}."
    said += f" What the columns mean: {w.link(kind)}."
    if w.game.sources:
        said += (
            f" {rebuilt} of the {rows} {'is' if rebuilt == 1 else 'are'} reconstructed in whole or in part."
        )
    parts.append(said)
    inner = [other for other in w.game.kinds.values() if other.parent is kind and other.column]
    if inner or any(_wide(field) for field in _columns(kind)):
        parts.append(_overview(w, kind))
        for number in range(len(kind.rows)):
            parts += _row(w, kind, number, inner)
    else:
        parts.append(_plain(w, kind))
        parts += pictures.of_table(w, kind)
    return parts


def _plain(w: Writer, kind: m.Kind) -> str:
    """Writes a kind whose columns hold one value each as one table."""
    columns = _columns(kind)
    several = any(row.copies != 1 for row in kind.rows)
    heads = ["Name", *(["Copies"] if several else []), *(md.escape(field.name) for field in columns)]
    heads += ["Text", *(["Source"] if w.game.sources else [])]
    rows = []
    for number, row in enumerate(kind.rows):
        key: Key = (kind, number)
        with w.about(key):
            cells = [f"{w.anchor(key)}**{md.escape(row.name)}**"]
            if several:
                cells.append(str(row.copies))
            cells += [w.value(field.type, row.values.get(field.name, NONE)) for field in columns]
            cells.append(md.escape(row.text or ""))
            if w.game.sources:
                cells.append(_source(w, row))
            rows.append(cells)
    return md.table(heads, rows)


def _source(w: Writer, row: m.Row | m.Sign) -> str:
    said = w.cite(row.cite) if row.cite else ""
    if row.reconstructed:
        said += ("; " if said else "") + "**reconstructed**"
    return said


def _overview(w: Writer, kind: m.Kind) -> str:
    columns = [field for field in _columns(kind) if not _wide(field)]
    heads = ["Name", *(md.escape(field.name) for field in columns)]
    rows = []
    for number, row in enumerate(kind.rows):
        cells = [w.link((kind, number))]
        rows.append([*cells, *(w.value(field.type, row.values.get(field.name, NONE)) for field in columns)])
    return md.table(heads, rows)


def _row(w: Writer, kind: m.Kind, number: int, inner: Sequence[m.Kind]) -> list[str]:
    """Writes a row whose columns hold several values as a section."""
    row, key = kind.rows[number], (kind, number)
    with w.about(key):
        parts = [w.titled(3, key)]
        if row.text:
            parts.append(f"“{md.escape(row.text)}”")
        if kind.board is None:
            parts.append(pictures.figure(w, pictures.of_row(w, kind, number)))
        facts = [
            f"{w.link(field)}: {w.value(field.type, row.values.get(field.name, NONE))}"
            for field in _columns(kind)
            if not _wide(field)
        ]
        if row.copies != 1:
            facts.insert(0, f"Copies: {row.copies}")
        if facts:
            parts.append(md.listed([(0, fact) for fact in facts], numbered=False))
        parts += _indexed(w, kind, row)
        for field in _columns(kind):
            if field.index is None and isinstance(field.type, ListType):
                parts += _list(w, field, row.values.get(field.name, ()))
        for other in inner:
            parts += _nested(w, other, number) if other.legend is None else _drawing(w, other, number)
        source = w.source_of([row.cite] if row.cite else [], False)
        if row.reconstructed:
            source += " **Reconstructed**, in whole or in part."
        return [*parts, w.small(source.strip())] if source else parts


def _indexed(w: Writer, kind: m.Kind, row: m.Row) -> list[str]:
    """Writes the columns with a value for each of something, those of the same index side by side."""
    groups: dict[str, list[m.Field]] = {}
    for field in _columns(kind):
        if field.index is not None:
            groups.setdefault(field.index.name, []).append(field)
    parts = []
    for fields in groups.values():
        index = fields[0].index
        if index is None:
            continue
        names = index.members if isinstance(index, m.Enum) else [each.name for each in index.rows]
        rows = []
        for place, name in enumerate(names):
            cells = [w.link((index, place), name)]
            for field in fields:
                values = row.values.get(field.name, ())
                cells.append(w.value(field.type, values[place]) if place < len(values) else "")
            rows.append(cells)
        parts.append(md.table((w.link(index), *(w.link(field) for field in fields)), rows))
    return parts


def _list(w: Writer, field: m.Field, values: Sequence[object]) -> list[str]:
    if not isinstance(field.type, ListType):
        return []
    one = field.type.item
    if not values:
        return [f"{w.link(field)}: nothing."]
    if isinstance(one, IntType):
        return [f"{w.link(field)}: {', '.join(w.value(one, value) for value in values)}."]
    lines = [(0, w.value(one, value)) for value in values]
    return [f"{w.link(field)}, from the first:", md.listed(lines, numbered=True)]


def _nested(w: Writer, kind: m.Kind, parent: int) -> list[str]:
    """Writes the rows that a row of another kind lists."""
    columns = _columns(kind)
    rows = []
    for number, row in enumerate(kind.rows):
        if row.parent != parent or row.lie:
            continue
        cells = [w.value(field.type, row.values.get(field.name, NONE)) for field in columns]
        rows.append([f"{w.anchor((kind, number))}{cells[0] if cells else ''}", *cells[1:]])
    head = f"{md.escape(kind.column)} ({w.link(kind, kind.plural)}):"
    if not rows:
        return [f"{head} none."]
    return [head, md.table([md.escape(field.name) for field in columns] or [" "], rows)]


def _drawing(w: Writer, kind: m.Kind, parent: int) -> list[str]:
    """Writes the spaces that a row draws as they are drawn."""
    head = f"{md.escape(kind.column)} ({w.link(kind, kind.plural)}):"
    drawing = kind.drawings.get(parent)
    return [f"{head} none."] if drawing is None else [head, md.preformatted(drawing.lines)]


def _signs(w: Writer, kind: m.Kind) -> list[str]:
    """Writes what the signs of drawings mean."""
    heading = w.heading(2, f"Signs of {md.escape(kind.plural)}", f"table-{w.names[kind].slug}")
    said = f"{md.counted(len(kind.signs), 'sign')} of `{kind.legend}`. What is set: {w.link(kind)}."
    rows = []
    for sign in kind.signs:
        means = [f"{w.link(sign.edge)}, on both sides of a border"] if sign.edge is not None else []
        for name, value in sign.values.items():
            means.append(f"{w.link(kind.fields[name])}: {_set(w, kind.fields[name], value)}")
        cells = [f"<code>{md.escape(sign.sign)}</code>", md.escape(sign.name), "; ".join(means)]
        cells.append(md.escape(sign.text or ""))
        if w.game.sources:
            cells.append(_source(w, sign))
        rows.append(cells)
    heads = ("Sign", "Name", "Sets", "Text", *(("Source",) if w.game.sources else ()))
    return [heading, said, md.table(heads, rows)]


def _set(w: Writer, field: m.Field, value: object) -> str:
    """Writes what a sign sets a field to; of one with a value for each of something, those it sets."""
    if field.index is None or not isinstance(value, dict):
        return w.value(field.type, value)
    index = field.index
    names = index.members if isinstance(index, m.Enum) else [row.name for row in index.rows]
    said = [
        f"{w.link((index, place), names[place])} {w.value(field.type, one)}" for place, one in value.items()
    ]
    return ", ".join(said)


def _patterns(w: Writer, patterns: m.PatternSet) -> list[str]:
    with w.about(patterns):
        parts = [w.titled(2, patterns), *w.text(patterns)]
        parts.append(
            f"Combinations of {w.link(patterns.die, patterns.die.plural)} in {w.link(patterns.place)}."
        )
        rows = []
        chances = _chances(w.game, patterns)
        for number, pattern in enumerate(patterns.patterns):
            needed = pattern_text(w.english, patterns, number) if w.english is not None else ""
            name = f"{w.anchor((patterns.enum, number))}**{md.escape(pattern.name)}**"
            rows.append(
                (
                    name,
                    str(sum(count for count, _ in pattern.groups)),
                    needed,
                    *(chances[number] if chances else ()),
                )
            )
        heads = ("Pattern", "Dice", "What is needed")
        rolls = [md.counted(number, "roll") for number in range(1, len(chances[0]) + 1)] if chances else []
        parts.append(md.table((*heads, *rolls), rows))
        if len(rolls) > 1:
            parts.append(
                w.small(
                    "How likely each is for a player who keeps what serves it and rolls the others again."
                )
            )
        shown = [drawing.pattern(patterns, pattern) for pattern in patterns.patterns]
        parts.append(pictures.gallery(w, shown, captions=True))
        source = w.source(patterns)
        return [*parts, source] if source else parts


def _chances(game: m.Game, patterns: m.PatternSet) -> list[tuple[str, ...]]:
    """Says how likely each pattern is in as many rolls as the rules give; nothing where there is too much to count."""
    of = OfPatterns(game, patterns, {})
    try:
        return [
            tuple(_percent(of.of(number, rolls)) for rolls in range(1, of.rolls + 1))
            for number in range(len(patterns.patterns))
        ]
    except NotExact:
        return []


def _percent(chance: float) -> str:
    return "under 1%" if 0 < chance < 0.005 else f"{round(100 * chance)}%"
