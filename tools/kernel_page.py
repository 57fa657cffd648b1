"""Writes what is made from the records of the kernel; run it when one changes.

The tables of docs/design/kernel.md: the operators and verbs with what is declared of them, and what triggers wait for.
The verbs of the reference card, with how each is written. Tests hold both pages against the records.
"""

import inspect
import re
from pathlib import Path

from gekido_dsl.model.kernel import operator
from gekido_dsl.model.kernel.act import VERBS
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.kernel.expr import OPERATORS
from gekido_dsl.model.kernel.statement import STATEMENTS, Decides, StatementRecord
from gekido_dsl.model.kernel.verb import Chance, Frame, Knows, Operand, SetsGoing, Then, Verb
from gekido_dsl.model.nodes import acts, ops
from gekido_dsl.model.sentences.frames import FRAMES, WORDS

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "design" / "kernel.md"
CARD = DOCS / "language" / "reference-card.md"
WIDTH = 130
"""As many signs stand in a line of the card."""
assert acts.__all__ and ops.__all__, "verbs and operators are registered when their classes are loaded"


def operators() -> str:
    """Writes the table of operators."""
    rows = ["| Operator | Operands | Value | Written | Declared |", "| --- | --- | --- | --- | --- |"]
    for name, one in OPERATORS.items():
        record = one.record
        operands = ", ".join(_asked(operand) for operand in record.operands.values())
        cells = (f"`{name}`", operands, _said(one), record.phrase, _said_of(record))
        rows.append(f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |"))
    return "\n".join(rows)


def _said(of: type) -> str:
    """Gives what a class says of itself, as part of a sentence."""
    said = " ".join(inspect.cleandoc(of.__doc__ or "").split())
    return said[0].lower() + said[1:].removesuffix(".")


def _asked(one: operator.Operand) -> str:
    said = f"{one.said} (several)" if one.many is operator.Many.SEVERAL else one.said
    said = f"{said}, any number of them" if one.repeated else said
    return f"maybe {said}" if one.optional else said


def _said_of(record: operator.Operator) -> str:
    """Says what is declared of an operator besides; what most operators have is left out."""
    told = []
    if record.reads:
        told.append("reads " + "; ".join(sorted(one.value for one in record.reads)))
    if record.nothing is not operator.Nothing.NEVER:
        told.append("may be none")
    if record.of_me is not operator.OfMe.NEVER:
        told.append(f"depends on who acts {record.of_me.value}".strip())
    if record.fails is not operator.Fails.NEVER:
        told.append(f"a rule error {record.fails.value}")
    if record.seen is not operator.Seen.EVERYONE:
        told.append(f"known to {record.seen.value}")
    if record.given:
        told.append("a scenario may give it")
    if record.negated is not None:
        told.append(f"the opposite of `{record.negated}`")
    return "; ".join(told)


def verbs() -> str:
    """Writes the table of verbs."""
    rows = ["| Verb | Operands | Does | Declared |", "| --- | --- | --- | --- |"]
    for name, act in VERBS.items():
        operands = ", ".join(_operand(one) for one in act.record.operands.values())
        rows.append(
            f"| `{name}` | {operands} | {_said(act)} | {_declared(act.record)} |".replace("|  |", "| |")
        )
    return "\n".join(rows)


def _operand(one: Operand) -> str:
    return f"maybe {one.said}" if one.optional else one.said


def _declared(of: Verb) -> str:
    """Says what is declared of a verb besides; what most verbs have is left out."""
    told = []
    if of.writes:
        told.append("changes " + "; ".join(sorted(one.value for one in of.writes)))
    if of.knows is not Knows.NOTHING:
        told.append(f"makes known {of.knows.value}")
    if of.chance is not Chance.NONE:
        told.append(of.chance.value.replace("this ", ""))
    if of.asks:
        told.append("may ask")
    if of.sets_going is not SetsGoing.NOTHING:
        told.append(f"sets going {of.sets_going.value}")
    if of.happens:
        told.append("happens: " + ", ".join(f"`{one}`" for one in sorted(of.happens)))
    if of.then is not Then.NEXT:
        told.append(f"then comes {of.then.value}")
    if of.tells:
        told.append("told as " + ", ".join(f"`{one}`" for one in of.tells))
    return "; ".join(told)


def statements() -> str:
    """Writes the table of statements."""
    rows = ["| Statement | Blocks | Asks | Does | Declared |", "| --- | --- | --- | --- | --- |"]
    for name, one in STATEMENTS.items():
        record = one.record
        blocks = ", ".join(
            f"`{block.word}`, any number of them" if block.repeated else f"`{block.word}`"
            for block in record.blocks.values()
        )
        asks = ", ".join(
            f"{asked.said}, each time" if asked.again else asked.said for asked in record.asks.values()
        )
        rows.append(f"| `{name}` | {blocks} | {asks} | {_said(one)} | {_of_statement(record)} |")
    return "\n".join(row.replace("|  |", "| |") for row in rows)


def _of_statement(of: StatementRecord) -> str:
    told = []
    if of.gives:
        told.append("gives its block a value")
    if of.repeats:
        told.append("may do its block again")
    if of.decides is not Decides.NEVER:
        told.append(of.decides.value)
    return "; ".join(told)


def events() -> str:
    """Writes the table of what triggers wait for."""
    rows = ["| Event | In words | Hands on |", "| --- | --- | --- |"]
    for name, event in EVENTS.items():
        rows.append(f"| `{name}` | {event.english.format('...')} | {', '.join(event.hands_on)} |")
    return "\n".join(row.replace("|  |", "| |") for row in rows)


def page(text: str) -> str:
    """Puts the tables into the text of the page, in place of those that stand there."""
    for heading, table in (
        ("Operators", operators()),
        ("Statements", statements()),
        ("Verbs", verbs()),
        ("Events", events()),
    ):
        put = rf"(?s)(^## {heading}\n.*?)^\| .*?(?=\n\n|\Z)"
        text, number = re.subn(put, lambda found, table=table: found[1] + table, text, flags=re.MULTILINE)
        assert number == 1, heading
    return text


def written(frame: Frame) -> str:
    """Writes a verb as the card does: ways of saying it, and in brackets what may follow."""
    text = ""
    for form in frame.forms:
        if frame.word in form:
            text += f" | {form}" if text else form
        else:
            text += f" [{form}]" if form.split(" ")[0] in frame.preps else f" [, {form}]"
    return text


def card(text: str) -> str:
    """Puts the verbs into the text of the reference card, in place of those that stand there."""
    lines = [""]
    for word in sorted(WORDS):
        form = " | ".join(written(one) for one in FRAMES[word])
        joined = f"{lines[-1]}   {form}" if lines[-1] else form
        lines = [*lines[:-1], joined] if len(joined) <= WIDTH else [*lines, form]
    made = "\n".join(lines)
    put = r"(?s)(^Verbs.*?^```text\n).*?(?=^```)"
    text, number = re.subn(put, lambda found: f"{found[1]}{made}\n", text, flags=re.MULTILINE)
    assert number == 1
    return text


if __name__ == "__main__":
    CARD.write_text(card(CARD.read_text(encoding="utf-8")), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
