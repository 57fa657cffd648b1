"""What a chart of the turn says beside names, in English for players."""

from gekido_dsl.graph.flow import AS_WRITTEN
from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import walk
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import for_each_text
from gekido_dsl.rulesdoc.english.entries import turns_text
from gekido_dsl.rulesdoc.english.nouns import outermost
from gekido_dsl.rulesdoc.english.phrases import leaves_open
from gekido_dsl.rulesdoc.english.settling import settled
from gekido_dsl.rulesdoc.english.teller import Teller
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

Place = tuple[str, int, int]


class Charted:
    """Says conditions, numbers and who acts as the English of passages does; see `graph.flow.Words`."""

    def __init__(self, english: Teller) -> None:
        """Finds the text of everything that a chart may have to say."""
        self._english = english
        self._written: dict[Place, s.Node] = {}
        self._leads: dict[Place, str] = {}
        for declaration in english.declarations:
            for node in walk(declaration):
                self._written.setdefault(_place(node.span), node)
                if isinstance(node, s.Guard | s.Repeat) and node.condition is not None:
                    self._leads[_place(node.condition.span)] = node.kind

    def condition(self, condition: m.Expr, lead: str) -> str | None:
        """Writes a condition; empty where it always holds, None where it never does."""
        written = self._written.get(_place(condition.span))
        lead = self._leads.get(_place(condition.span), lead)
        if isinstance(written, s.Guard):
            lead, written = written.kind, written.condition
        if not isinstance(written, s.Test | s.Quantified | s.ForSome | s.Logic | s.RoundsOver):
            return AS_WRITTEN.condition(condition, lead)
        left = settled(self._english, written)
        if isinstance(left, bool):
            return "" if left is (lead != "unless") else None
        if isinstance(left, s.RoundsOver) and lead == "when":
            return f"after {left.number} {'round' if left.number == 1 else 'rounds'}"
        return en.unmarked(f"{lead} {self._english.cond(left)}")

    def each(self, statement: m.Each) -> str:
        """Writes for what something is done."""
        written = self._written.get(_place(statement.span))
        return (
            en.unmarked(for_each_text(self._english, written))
            if isinstance(written, s.Each)
            else AS_WRITTEN.each(statement)
        )

    def number(self, number: m.Expr) -> str:
        """Writes a number."""
        written = self._written.get(_place(number.span))
        return (
            en.unmarked(self._english.expr(written))
            if isinstance(written, s.Expr)
            else AS_WRITTEN.number(number)
        )

    def players(self, turns: m.Turns) -> str:
        """Writes who has a turn within a round."""
        written = self._written.get(_place(turns.span))
        if not isinstance(written, s.Turns):
            return AS_WRITTEN.players(turns)
        return en.unmarked(turns_text(self._english, written))

    def otherwise(self, condition: m.Expr) -> str:
        """Writes the condition that does not hold, where it is one: `unless the Command is complete`."""
        written = self._written.get(_place(condition.span))
        if isinstance(written, s.Test | s.Quantified):
            return en.unmarked(f"unless {self._english.cond(written)}")
        return AS_WRITTEN.otherwise(condition)

    def offer(self, action: m.Procedure) -> str | None:
        """Names an action as a player says it: `play`, `use the Tile`; None where the options rule it out."""
        written = self._english.text_of(action)
        if not isinstance(written, s.Action):
            return AS_WRITTEN.offer(action)
        if any(settled(self._english, only.condition) is False for only in written.only_if):
            return None
        verb, gap, rest = action.name.partition(" ")
        head = written.phrase.head
        if not rest and isinstance(head, s.Located):
            held = outermost(self._english, head)
            place = outermost(self._english, head.where)
            if isinstance(held, m.Kind) and isinstance(place, m.Place):
                return f"{verb.casefold()} {en.a(held.name)}"
        if rest not in self._english.game.kinds:
            return f"{verb.casefold()}{gap}{rest}"
        return (
            f"{verb.casefold()} {en.a(rest) if leaves_open(self._english, written.phrase) else en.the(rest)}"
        )


def _place(span: Span) -> Place:
    return span.source.name, span.start, span.end
