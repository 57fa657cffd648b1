"""Exceptions: what holds instead of a definition, property or amount, or is done instead of a rule."""

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import canonical
from gekido_dsl.model.kernel.events import EVENTS, Kind
from gekido_dsl.model.reports import ReportReader
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences import cite_list
from gekido_dsl.model.types import (
    BOOL,
    INT,
    UNKNOWN,
    PlayerType,
    SetType,
    ThingType,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Excepting(ReportReader):
    """Resolves exceptions, and the words of what they are to."""

    def _line(self, line: s.AmountLine, scope: Scope) -> m.AmountLine:
        operand = self.phrases.number(line.operand, scope)
        condition, _ = self.sentences.guard(line.guard, scope)
        return m.AmountLine(
            line.operator, operand, line.rounding, condition, cite_list(line.cites), line.span
        )

    def _param_scope(self, procedure: m.Procedure) -> Scope:
        scope = Scope()
        for local, param in zip(self._name_params(procedure.params, scope), procedure.params, strict=True):
            if local == 1 and param.said == "with" and isinstance(param.type, ThingType | PlayerType):
                scope.it = (local, param.type)
        return scope

    def _labelled(self, label: str) -> m.Procedure | None:
        """Finds the rule that follows an event by its label."""
        return next((one for one in self.game.triggers if one.name == label), None)

    def _check_label(self, label: s.Name) -> None:
        """Reports the label of a rule that follows an event, or of an end, that means something else already."""
        ends = (one for one in self.game.ends if one.name == label.text)
        known = (one for one in self.index.meanings(label.text) if isinstance(one, EXCEPTED))
        twin = self._labelled(label.text) or next(ends, None) or next(known, None)
        if twin is not None:
            self.index.taken(label.text, label.span, twin)

    def _exception(self, d: s.Exception_) -> None:
        """Resolves an exception: to a rule, to several, or to other exceptions, by their label."""
        if d.label is not None:
            self._check_label(d.label)
        made: list[tuple[Excepted, m.Exception_]] = []
        for name in d.names:
            outer = self.relief.get(name.text)
            if outer is not None:
                made += [(found, one) for found, over in outer if (one := self._except(d, found, over))]
                continue
            found = self._labelled(name.text) or self.index.find(
                name, EXCEPTED, "definition, property, rule or amount"
            )
            if found is not None and (one := self._except(d, found, None)) is not None:
                made.append((found, one))
        if d.label is not None:
            self.relief[d.label.text] = made

    def _except(self, d: s.Exception_, found: "Excepted", over: m.Exception_ | None) -> m.Exception_ | None:
        """Resolves an exception to one rule.

        One to another exception is asked before that one, and holds only where that one does.
        """
        phase = self.index.find(d.as_began, m.Procedure, "phase") if d.as_began is not None else None
        if isinstance(found, m.Procedure) and found.event is not None:
            event = found.event
            scope = event_scope(event.kind, event.subject, event.other, event.local, event.span)
        elif isinstance(found, m.Procedure):
            scope = self._param_scope(found)
        else:
            scope = self._given_scope(found.subject, found.params, found.name_span)
        for line in d.only_if:
            self.index.report(
                codes.WRONG_SENTENCE,
                "an exception takes no `only if`",
                line.span,
                "its condition stands after `when`",
            )
        note = -1
        if over is not None:
            phase = self._noted_alike(d, phase, over)
        own = Scope() if phase is not None else scope
        condition = self.phrases.cond(d.condition, own)
        if over is not None:
            condition = m.ops.And(BOOL, condition.span, left=over.condition, right=condition)
        if phase is not None:
            self.game.notes.append(m.Note(phase, condition, own.size))
            note = len(self.game.notes) - 1
        test, body = None, None
        lines: tuple[m.AmountLine, ...] = ()
        if isinstance(found, m.Definition):
            written = self._same_again(d, found.name, s.Definition, "definition", "a ... is")
            if not isinstance(written, s.Definition):
                return None
            inner = self._again(found, written, scope)
            test = self.phrases.cond(written.condition, inner)
            found.locals = max(found.locals, inner.size, scope.size)
        elif isinstance(found, m.Property):
            told = self._same_again(d, found.name, s.Property, "property", "the ... of ... is")
            if not isinstance(told, s.Property):
                return None
            inner = self._again(found, told, scope)
            test = self._fitting(self.phrases.unchosen(told.phrase, inner), found)
            found.locals = max(found.locals, inner.size, scope.size)
        elif isinstance(found, m.Procedure):
            body = self.sentences.body(d.body, scope)
        else:
            lines = tuple(self._line(line, scope) for line in d.lines)
            found.locals = max(found.locals, scope.size)
        said = canonical(d).partition("\n")[2]
        cites = cite_list(d.cites)
        made = m.Exception_(condition, phase, note, test, body, lines, d.span, cites, said, over)
        at = found.exceptions.index(over) if over is not None else len(found.exceptions)
        found.exceptions.insert(at, made)
        return made

    def _noted_alike(
        self, d: s.Exception_, phase: m.Procedure | None, over: m.Exception_
    ) -> m.Procedure | None:
        """Gives when the condition of an exception to an exception is answered: with the outer one's."""
        if phase is not None and phase is not over.as_began and d.as_began is not None:
            self.index.report(
                codes.WRONG_SENTENCE,
                "this is answered at another time than what it is an exception to",
                d.as_began.span,
                "not the same time",
                Label(over.span, "the exception around it"),
                help="leave `, as ... began` out here: it is answered when the exception around it is",
            )
        return over.as_began

    def _same_again(
        self, d: s.Exception_, name: str, sort: type[s.Definition] | type[s.Property], what: str, line: str
    ) -> s.Definition | s.Property | None:
        """Gives what an exception says instead of a definition or property; reports what it leaves out."""
        written = d.definition
        if not isinstance(written, sort):
            self.index.report(
                codes.WRONG_SENTENCE,
                f"an exception to the {what} `{name}` says what holds instead",
                d.span,
                f"no {what} here",
                help=f"write a line such as `{line} {name} if ...`"
                if sort is s.Definition
                else f"write a line such as `the {name} of a ... is ...`",
            )
            return None
        if written.name.text != name:
            self.index.report(
                codes.UNKNOWN_NAME,
                f"this exception to `{name}` says what `{written.name.text}` is",
                written.name.span,
                "another name",
                Label(d.name.span, "the exception is to this"),
                help=f"write `{name}`",
            )
        return written

    def _again(
        self, found: m.Definition | m.Property, written: s.Definition | s.Property, scope: Scope
    ) -> Scope:
        """Gives the locals of what an exception says, with the words that it gives them."""
        params = self._own_words(found, written)
        inner = self._given_scope(found.subject, params, subject_span(written))
        inner.size = max(inner.size, scope.size)
        return inner

    def _fitting(self, value: m.Expr, prop: m.Property) -> m.Expr:
        """Checks that a property is the same sort of thing, and as many, by exception too."""
        if isinstance(prop.value.type, SetType) and not isinstance(value.type, SetType):
            value = m.ops.Items(SetType(value.type), value.span, one=value)
        return self.phrases.expect(value, prop.value.type)

    def _own_words(
        self, found: m.Definition | m.Property, written: s.Definition | s.Property
    ) -> tuple[m.Param, ...]:
        """Gives the parameters of a definition as an exception to it calls them; it need not name them again."""
        own = self._params(written.params, noted=False)
        if not own:
            return found.params
        if [param.type for param in own] != [param.type for param in found.params]:
            self.index.report(
                codes.WRONG_PARAMETER,
                f"`{found.name}` is asked with something else",
                written.name.span,
                "not like this",
                Label(found.name_span, "declared here"),
                help="write the same parameters in the same order, or leave them out",
            )
            return found.params
        return own


Excepted = m.Definition | m.Property | m.Procedure | m.Amount
EXCEPTED = (m.Definition, m.Property, m.Procedure, m.Amount)
"""What exceptions are to, besides rules with a label that follow an event."""


def subject_span(d: s.Definition | s.Property) -> Span:
    """Gives where the subject of a definition or property is written."""
    return d.kind.span if d.kind is not None else d.span


def event_scope(kind: Kind, subject: m.Decl, other: m.Decl | None, local: str | None, span: Span) -> Scope:
    """Gives the words of a rule that follows an event, in the order in which the event hands their values over."""
    scope = Scope(size=2)
    if not isinstance(subject, m.Kind):
        return scope
    for word in EVENTS[kind].hands_on:
        match word:
            case "it":
                scope.it = (1, ThingType(subject))
                scope.speak(1, ThingType(subject), span)
            case "damage":
                scope.name("damage", INT)
            case "number":
                scope.name(local or "number", INT)
            case "where":
                scope.fresh()
            case "source":
                scope.name("source", ThingType(subject))
            case "row":
                rows = other.rows if isinstance(other, m.Track) else None
                scope.name(local or "row", item(rows.type) if rows is not None else UNKNOWN)
    return scope
