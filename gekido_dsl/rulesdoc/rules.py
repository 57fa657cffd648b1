"""What players do becomes pages: rules, effects, actions, windows, definitions; exceptions beside them."""

from collections.abc import Iterable, Iterator

from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EffectType, ListType, Type
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import PAGES
from gekido_dsl.rulesdoc.writer import Writer

# ---------------------------------------------------------------- rules


def page(w: Writer) -> list[str]:
    """Writes the page of rules, triggers and replacements."""
    game = w.game
    parts = [w.heading(1, PAGES["rules"], "page-rules")]
    if game.rules:
        parts.append(w.heading(2, text("Rules that are done by name"), "part-rules"))
        for rule in game.rules.values():
            parts += _procedure(w, rule)
    if game.triggers:
        parts += [
            w.heading(2, text("Triggers"), "part-triggers"),
            "What follows an event, at once and in this order, unless it says when.",
        ]
        for trigger in game.triggers:
            parts += _event(w, trigger)
    if game.replacements:
        parts += [
            w.heading(2, text("Replacements"), "part-replacements"),
            "What happens instead of an event.",
        ]
        for instead in game.replacements:
            parts += _event(w, instead)
    return parts


def _procedure(
    w: Writer,
    procedure: m.Procedure,
    after: Iterable[str] = (),
    *,
    rows: bool = True,
) -> list[str]:
    with w.about(procedure):
        parts = [w.titled(3, procedure), *w.text(procedure, procedure.title)]
        parts += [*(w.entry(procedure) or ["Nothing is done."]), *after, *w.as_written(procedure)]
        return [part for part in (*parts, w.source(procedure), *w.mentions(procedure, rows=rows)) if part]


def _event(w: Writer, procedure: m.Procedure) -> list[str]:
    with w.about(procedure):
        title = procedure.name[:1].upper() + procedure.name[1:]
        parts = [w.titled(3, procedure, title=title), *w.entry(procedure), *w.as_written(procedure)]
        return [part for part in (*parts, w.source(procedure)) if part]


# ---------------------------------------------------------------- effects


def effects(w: Writer) -> list[str]:
    """Writes the page of effects, each with the rows that have it."""
    parts = [w.heading(1, PAGES["effects"], "page-effects")]
    parts.append("What the rows of the tables may do.")
    for effect in w.game.effects.values():
        rows = []
        for kind, number, field, args in _uses(w.game, effect):
            said = ", ".join(
                f"{w.value(param.type, arg)}{f' as {md.escape(param.called)}' if param.word else ''}"
                for param, arg in zip(effect.params, args, strict=False)
            )
            rows.append((w.link((kind, number), _row_name(kind, number)), w.link(kind), w.link(field), said))
        if not rows:
            parts += _procedure(w, effect, after=["No row has it."], rows=False)
        else:
            heads = ("Row", "Kind", "Column", "With")
            table = md.table(
                heads if effect.params else heads[:3], rows if effect.params else [r[:3] for r in rows]
            )
            parts += _procedure(w, effect, after=["These rows have it:", table], rows=False)
    return parts


def _row_name(kind: m.Kind, number: int) -> str:
    """Names a row; one that another lists after that."""
    row = kind.rows[number]
    if kind.parent is not None and 0 <= row.parent < len(kind.parent.rows):
        return f"{kind.parent.rows[row.parent].name}: {row.name}"
    return row.name


def _uses(game: m.Game, effect: m.Procedure) -> Iterator[tuple[m.Kind, int, m.Field, tuple[int, ...]]]:
    """Lists the rows that have an effect, and with which numbers; once for each time."""
    for kind in game.kinds.values():
        for number, row in enumerate(kind.rows):
            for field in kind.fields.values():
                for call in _calls(field.type, row.values.get(field.name, NONE)):
                    if 0 <= call < len(game.effect_calls) and game.effect_calls[call][0] is effect:
                        yield kind, number, field, game.effect_calls[call][1]


def _calls(kind: Type, value: object) -> Iterator[int]:
    if isinstance(kind, ListType):
        for one in value if isinstance(value, tuple) else ():
            yield from _calls(kind.item, one)
    elif isinstance(kind, EffectType):
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, int):
                yield one


# ---------------------------------------------------------------- actions and windows


def windows(w: Writer) -> list[str]:
    """Writes the page of actions and windows."""
    game = w.game
    parts = [w.heading(1, PAGES["windows"], "page-windows")]
    if game.windows:
        parts += [
            w.heading(2, text("Windows"), "part-windows"),
            "A window is a moment in which players may act, in the order of its lines.",
        ]
        for window in game.windows.values():
            parts += _window(w, window)
    if game.actions:
        parts += [w.heading(2, text("Actions"), "part-actions"), "What a player may do in a window."]
        for action in game.actions.values():
            parts += _procedure(w, action)
    return parts


def _window(w: Writer, window: m.Window) -> list[str]:
    with w.about(window):
        parts = [w.titled(3, window), *w.text(window), *w.entry(window), *w.as_written(window)]
        return [part for part in (*parts, w.source(window), *w.mentions(window)) if part]


# ---------------------------------------------------------------- definitions and amounts


def definitions(w: Writer) -> list[str]:
    """Writes the page of definitions, values that follow from others, and amounts."""
    game = w.game
    parts = [w.heading(1, PAGES["definitions"], "page-definitions")]
    if game.definitions:
        parts.append(w.heading(2, text("Definitions"), "part-definitions"))
        for definition in game.definitions.values():
            parts += _written(w, definition)
    if game.properties:
        parts.append(w.heading(2, text("Values that follow from others"), "part-properties"))
        for prop in game.properties.values():
            parts += _written(w, prop)
    if game.reports:
        parts.append(w.heading(2, text("Reports"), "part-reports"))
        for report in game.reports.values():
            parts += _written(w, report)
    if game.amounts:
        parts += [
            w.heading(2, text("Amounts"), "part-amounts"),
            "Numbers that are worked out afresh whenever they are asked for.",
        ]
        for amount in game.amounts.values():
            parts += _written(w, amount, _extent(amount))
    return parts


def _written(w: Writer, decl: m.Decl, more: Iterable[str] = ()) -> list[str]:
    """Writes a declaration in English, with what else is known of it."""
    with w.about(decl):
        parts = [w.titled(3, decl), *w.text(decl), *w.entry(decl), *more, *w.as_written(decl)]
        return [part for part in (*parts, w.source(decl), *w.mentions(decl)) if part]


def _extent(amount: m.Amount) -> list[str]:
    """Says between which numbers an amount can lie."""
    if amount.low is None or amount.high is None or amount.low == amount.high:
        return []
    return [f"It lies between {amount.low} and {amount.high}."]
