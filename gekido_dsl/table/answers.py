"""Questions about a match are answered: why something is so, what is printed on a thing, how likely something is.

Invariants:
    Nothing is told that the reader may not know, not even how much they were not told.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Event, Executor, Odds, Printed, RuleError, Seat, State, View
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.languages import ENGLISH, Language, authored, joined, text
from gekido_dsl.play.reports import tables
from gekido_dsl.play.session import Session
from gekido_dsl.source import Span
from gekido_dsl.table.spaces import told_of

Message = dict[str, Any]
"""Plain JSON."""


def written_at(span: Span | None) -> Message | None:
    """Says where something is written."""
    if span is None:
        return None
    found = place(span)
    return {"file": found.file, "line": found.line}


def told(head: str, lines: Sequence[str]) -> Message:
    """Makes an answer."""
    return {"told": head, "lines": [safe(line) for line in lines]}


def refused(reason: str) -> Message:
    """Makes a refusal."""
    return {"refused": reason}


def failed(error: RuleError) -> Message:
    """Says that a rule could not be carried out, and which rules were running."""
    lines = [text("in {rule}", rule=f"{rule}{_at(span)}") for rule, span in error.trace]
    return {
        "error": {
            "message": safe(error.message),
            "place": written_at(error.span),
            "lines": [safe(one) for one in lines],
        }
    }


def _at(span: Span | None) -> str:
    at = written_at(span)
    return f" ({at['file']}:{at['line']})" if at is not None else ""


def why(events: Sequence[Event], reader: Seat | None, asked: str) -> Message:
    """Explains the last event, or that of a number: its rule, and how its numbers came about.

    Args:
        asked: the number of an event among those that the reader may read, from 1; nothing for the last.
    """
    readable = [event for event in events if event.read_by(reader)]
    wanted = asked.strip()
    if not readable:
        return refused(text("Nothing has happened yet."))
    if wanted and not (re.fullmatch(r"[0-9]{1,9}", wanted) and 1 <= int(wanted) <= len(readable)):
        return refused(
            text("There is no event `{number}`; there are {count}.", number=safe(wanted), count=len(readable))
        )
    event = readable[int(wanted) - 1 if wanted else -1]
    by = joined(", ", filter(None, [event.rule, *event.cites, _at(event.span).strip(" ()")]))
    lines = [text("by {rules}", rules=by)] if by else []
    return told(safe(event.read_by(reader)), [*lines, *reasons(event, reader)])


def reasons(event: Event, reader: Seat | None) -> tuple[str, ...]:
    """Says how the numbers of an event came about, to whoever may know it."""
    hidden = bool(event.private) and reader not in event.private
    return () if hidden else event.why


def report(events: Sequence[Event], reader: Seat | None, asked: str, language: Language = ENGLISH) -> Message:
    """Shows a report as a table: the last one, or that of an event."""
    readable = [number for number, event in enumerate(events) if event.read_by(reader)]
    made = dict(tables(events, reader, language))
    wanted = asked.strip()
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 and 1 <= int(wanted) <= len(readable):
        found = made.get(readable[int(wanted) - 1])
    else:
        found = next(reversed(made.values()), None)
    if found is None:
        return refused(text("There is no report yet."))
    rows = [[safe(title), *map(safe, cells)] for title, cells in found.lines]
    lines = [": ".join(filter(None, [row[0], ", ".join(filter(None, row[1:]))])) for row in rows]
    return {
        **told(safe(found.name), lines),
        "table": {"columns": [safe(one) for one in found.columns], "rows": rows},
    }


def why_not(executor: Executor, state: State, name: str) -> Message:
    """Explains why something is not among the choices of the open decision; for whoever decides."""
    if not name.strip():
        return refused(text("Type `why not` and the name of what is not among the choices."))
    found = executor.why_not(state, name.strip())
    return (
        told(text("Why not {name}", name=safe(name.strip())), found)
        if found
        else refused(text("Nothing is known of `{name}` here.", name=safe(name.strip())))
    )


def show(executor: Executor, state: State, view: View, name: str) -> Message:
    """Shows what is printed on things of a name, and what is on the space of that label."""
    wanted = name.strip()
    if not wanted:
        return refused(text("Name the thing to show, or a space such as r1c2."))
    printed = executor.printed(state, wanted) or _begun(executor, state, view, wanted)
    lines = [line for one in printed for line in _lines(one)]
    lines += told_of(view, wanted)
    return (
        told(authored(safe(printed[0].name if printed else wanted)), lines)
        if lines
        else refused(text("Nothing is known of `{name}`.", name=safe(wanted)))
    )


def _begun(executor: Executor, state: State, view: View, name: str) -> list[Printed]:
    """Finds the one thing in sight whose name begins so, or has a word that does."""
    found = named(view, name)
    return executor.printed(state, found) if found else []


def named(view: View, name: str) -> str:
    """Gives the one name in sight that begins so, or has a word that does; nothing if there is none, or several."""
    folded = f" {name.casefold()}"
    names = {thing.name for player in view.players for thing in player.things}
    names |= {one.name for board in view.boards for one in board.spaces if one.name}
    for held in (*view.places, *(held for player in view.players for held in player.places)):
        names |= {held.name, *(thing.name for thing in held.things or ())}
    found = [one for one in names if folded in f" {one.casefold()}"]
    return found[0] if len(found) == 1 else ""


def _lines(printed: Printed) -> list[str]:
    """Writes what is printed on a thing."""
    head = text("{name} ({kind})", name=printed.name, kind=printed.kind) if printed.kind else printed.name
    made: list[str] = [
        text("{name}: {told}", name=head, told=printed.text) if printed.text else authored(head)
    ]
    made += [text("{name}: {told}", name=name, told=value) for name, value in printed.facts.items()]
    for name, values in printed.tables.items():
        each = joined(", ", (text("{name} {value}", name=key, value=value) for key, value in values.items()))
        made.append(text("{name}: {told}", name=name, told=each))
    made += [
        text("{name}: {told}", name=name, told=joined(", ", values)) for name, values in printed.lists.items()
    ]
    for part in printed.parts:
        made += _lines(part)
    return [*made, *printed.marks]


def odds(made: Compilation, session: Session) -> Callable[[], Odds]:
    """Gives what works out how likely it is what dice decide; it may run anywhere, as the match goes on."""
    executor, state = session.executor, session.state
    if not isinstance(executor, Interpreter):
        found = executor.odds(state)
        return lambda: found
    position = executor.snapshot(state)

    def work() -> Odds:
        apart = made.executor(trace=False)
        return apart.odds(apart.restore(position))

    return work


def odds_told(found: Odds) -> Message:
    """Tells whoever decides how likely it is what dice decide."""
    if not found.rows and not found.notes:
        return refused(text("No roll of the dice decides anything here."))
    rows = (text("{name}: {told}", name=name, told=words) for name, words in found.rows)
    return told(text("How likely it is"), [*rows, *found.notes])
