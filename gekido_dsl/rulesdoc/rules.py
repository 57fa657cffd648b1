"""What players do becomes pages: rules, effects, actions, windows, definitions; exceptions beside them."""

from collections.abc import Iterable, Iterator

from gekido_dsl.model import nodes as m
from gekido_dsl.model.parameters import said_of
from gekido_dsl.model.types import NONE, EffectType, ListType, ThingType, Type
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.writer import Writer

# ---------------------------------------------------------------- rules


def page(w: Writer) -> list[str]:
    """Writes the page of rules, triggers and replacements."""
    game = w.game
    parts = [w.heading(1, "Rules", "page-rules")]
    if game.rules:
        parts.append(w.heading(2, "Rules that are done by name", "part-rules"))
        for rule in game.rules.values():
            parts += _procedure(w, rule)
    if game.triggers:
        parts += [
            w.heading(2, "Triggers", "part-triggers"),
            "What follows an event, at once and in this order, unless it says when.",
        ]
        for trigger in game.triggers:
            parts += _event(w, trigger)
    if game.replacements:
        parts += [w.heading(2, "Replacements", "part-replacements"), "What happens instead of an event."]
        for instead in game.replacements:
            parts += _event(w, instead)
    return parts


def _params(w: Writer, procedure: m.Procedure) -> list[str]:
    if not procedure.params:
        return []
    said: dict[str, list[str]] = {}
    for param in procedure.params:
        word = f" as *{md.escape(param.called)}*" if param.word else ""
        said.setdefault(param.said, []).append(f"{w.type(param.type)}{word}")
    return [f"Done {' '.join(f'{word} {md.joined(each)}' for word, each in said.items())}."]


def _procedure(
    w: Writer,
    procedure: m.Procedure,
    before: Iterable[str] = (),
    after: Iterable[str] = (),
    *,
    rows: bool = True,
) -> list[str]:
    with w.about(procedure):
        parts = [w.titled(3, procedure), *w.text(procedure, procedure.title), *_params(w, procedure), *before]
        parts.append(w.body(procedure.body, procedure.only_if))
        parts += [*w.exceptions(procedure, procedure.exceptions), *after]
        return [part for part in (*parts, w.source(procedure), *w.mentions(procedure, rows=rows)) if part]


def _event(w: Writer, procedure: m.Procedure) -> list[str]:
    with w.about(procedure):
        head = _head(w, procedure)
        title = procedure.name[:1].upper() + procedure.name[1:]
        parts = [w.titled(3, procedure, title=title), f"{head}:", w.body(procedure.body, procedure.only_if)]
        parts += w.exceptions(procedure, procedure.exceptions)
        return [part for part in (*parts, w.source(procedure)) if part]


def _head(w: Writer, procedure: m.Procedure) -> str:
    """Writes the event of a trigger or a replacement, without the name it is known by."""
    head = w.lines(procedure.span, marks=False)[0][1].rstrip(".:")
    own = f"{w.link(procedure)}: "
    return head.replace(own, "", 1)


# ---------------------------------------------------------------- effects


def effects(w: Writer) -> list[str]:
    """Writes the page of effects, each with the rows that have it."""
    parts = [w.heading(1, "Effects", "page-effects")]
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
    parts = [w.heading(1, "Actions and windows", "page-windows")]
    if game.windows:
        parts += [
            w.heading(2, "Windows", "part-windows"),
            "A window is a moment in which players may act, in the order of its lines.",
        ]
        for window in game.windows.values():
            parts += _window(w, window)
    if game.actions:
        parts += [w.heading(2, "Actions", "part-actions"), "What a player may do in a window."]
        for action in game.actions.values():
            with w.about(action):
                more = _action(w, action)
            parts += _procedure(w, action, more)
    return parts


def _action(w: Writer, action: m.Procedure) -> list[str]:
    parts = []
    if action.candidates is not None:
        span = action.candidates.span
        pieces = w.pieces_of(action.span)
        colon = next((at for at, piece in enumerate(pieces) if piece.text == ":"), -1)
        line_end = span.source.offset(*_line_end(action))
        head = [piece for piece in pieces[colon + 1 :] if piece.start < line_end]
        once = next(
            (at for at, piece in enumerate(head) if piece.text == "," and head[at + 1 : at + 2]
             and head[at + 1].text == "once"), len(head)
        )  # fmt: skip
        parts.append(f"With {w.words(head[:once], span.source, cites=False)}.")
    if action.once_each is not None:
        parts.append(f"At most once each {_scope(w, action.once_each)} with the same one.")
    return parts


def _line_end(action: m.Procedure) -> tuple[int, int]:
    source = action.span.source
    last = max(action.candidates.span.end if action.candidates is not None else 0, action.name_span.end)
    line0, _ = source.position(last)
    return line0, len(source.line(line0))


def _scope(w: Writer, scope: "m.Procedure | str") -> str:
    return w.link(scope) if isinstance(scope, m.Procedure) else _turn_link(w)


def _turn_link(w: Writer) -> str:
    return w.link(w.game.turn, "Turn") if w.game.turn is not None else "Turn"


def _window(w: Writer, window: m.Window) -> list[str]:
    with w.about(window):
        parts = [w.titled(3, window), *w.text(window)]
        rows = []
        for number, line in enumerate(window.lines):
            first = next(iter(w.pieces_of(line.span)), None)
            word = first.text if first is not None and first.text in ("first", "then") else ""
            quotas = "; ".join(_quota(w, quota) for quota in line.quotas) or "nothing"
            rows.append((f"{number + 1}", word, w.said(line.seat.span), quotas, w.case(line.condition)))
        if rows:
            parts.append(md.table(("Line", "When", "Who", "May do", "Condition"), rows))
        else:
            parts.append("Nobody may do anything here.")
        return [part for part in (*parts, w.source(window), *w.mentions(window)) if part]


def _quota(w: Writer, quota: m.Quota) -> str:
    most = "any number" if quota.most is None else f"at most {quota.most}"
    scope = f" each {_scope(w, quota.scope)}" if quota.scope is not None else ""
    actions = md.joined([w.link(action) for action in quota.actions], "or")
    return f"{most}{scope} of {actions}"


# ---------------------------------------------------------------- definitions and amounts


def definitions(w: Writer) -> list[str]:
    """Writes the page of definitions, values that follow from others, and amounts."""
    game = w.game
    parts = [w.heading(1, "Definitions and amounts", "page-definitions")]
    if game.definitions:
        parts.append(w.heading(2, "Definitions", "part-definitions"))
        for definition in game.definitions.values():
            parts += _written(w, definition, definition.exceptions)
    if game.properties:
        parts.append(w.heading(2, "Values that follow from others", "part-properties"))
        for prop in game.properties.values():
            parts += _written(w, prop, prop.exceptions)
    if game.reports:
        parts.append(w.heading(2, "Reports", "part-reports"))
        for report in game.reports.values():
            parts += _report(w, report)
    if game.amounts:
        parts += [
            w.heading(2, "Amounts", "part-amounts"),
            "Each is worked out from its first line to its last.",
        ]
        for amount in game.amounts.values():
            parts += _amount(w, amount)
    return parts


def _report(w: Writer, report: m.Report) -> list[str]:
    """Writes what a report tells, and when."""
    with w.about(report):
        subject = report.subject
        each = w.link(subject.kind) if isinstance(subject, ThingType) else "player"
        when = f"{w.link(report.when)} ends" if report.when is not None else ""
        parts = [w.titled(3, report), *w.text(report), f"A column for each {each}, whenever {when}:"]
        lines = []
        for line in report.lines:
            rules = md.joined([w.link(one) for one in line.did], "and")
            said = f"what {rules} did" if line.value is None else w.said(line.said)
            lines.append((0, f"{md.escape(line.title)}: {said}"))
        parts.append(md.listed(lines, numbered=False))
        return [part for part in (*parts, w.source(report), *w.mentions(report)) if part]


def _written(w: Writer, decl: m.Decl, exceptions: Iterable[m.Exception_]) -> list[str]:
    """Writes a declaration that is one sentence."""
    with w.about(decl):
        lines = w.lines(decl.span, marks=False)
        parts = [w.titled(3, decl), *w.text(decl), lines[0][1]]
        if len(lines) > 1:
            parts.append(md.listed([(depth - 1, text) for depth, text in lines[1:]], numbered=False))
        parts += w.exceptions(decl, exceptions)
        return [part for part in (*parts, w.source(decl), *w.mentions(decl)) if part]


def _amount(w: Writer, amount: m.Amount) -> list[str]:
    with w.about(amount):
        parts = [w.titled(3, amount), *w.text(amount)]
        if amount.subject is not None:
            parts.append(f"Belongs to {w.type(amount.subject)}.")
        if amount.params:
            said = [
                f"{said_of(param.type)} {w.type(param.type)}"
                + (f" as *the {md.escape(param.word)}*" if param.word else "")
                for param in amount.params
            ]
            parts.append(f"Asked {md.joined(said)}.")
        if amount.low is not None and amount.high is not None:
            parts.append(f"A number from {amount.low} to {amount.high}.")
        rows = [_step(w, number, line) for number, line in enumerate(amount.lines, 1)]
        parts.append(md.table(("Step", "What is done", "Condition", "Source"), rows))
        parts += w.exceptions(amount, amount.exceptions)
        return [part for part in (*parts, w.source(amount), *w.mentions(amount)) if part]


def _step(w: Writer, number: int, line: m.AmountLine) -> tuple[str, str, str, str]:
    pieces = [piece for piece in w.pieces_of(line.span) if piece.kind != "cite"]
    if line.condition is not None:
        start = line.condition.span.start
        cut = max(
            (at for at, p in enumerate(pieces) if p.text in ("if", "unless") and p.start <= start), default=0
        )
        pieces = pieces[:cut] or pieces
    cites = w.marks(piece.text[1:-1].strip() for piece in w.pieces_of(line.span) if piece.kind == "cite")
    return str(number), w.words(pieces, line.span.source), w.case(line.condition), cites
