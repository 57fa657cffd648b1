"""Resolves what reports tell."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import Type
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


def resolve_report(draft: Draft, report: m.Report, d: s.Report) -> None:
    report.used = True
    report.when = _reported(draft, d.when)
    scope = given_scope(draft, report.subject, (), d.span)
    report.lines = tuple(_report_line(draft, line, scope) for line in d.lines)
    report.locals = max(report.locals, scope.size)


def _reported(draft: Draft, name: s.Name) -> m.Procedure | None:
    """Finds the phase or rule that a report waits for, or tells of."""
    found = draft.index.find(name, m.Procedure, "phase or rule")
    return found if isinstance(found, m.Procedure) else None


def _report_line(draft: Draft, line: s.ReportLine, scope: Scope) -> m.ReportLine:
    value = None
    if line.phrase is not None:
        value = draft.phrases.unchosen(line.phrase, scope)
    did = (_reported(draft, name) for name in line.did)
    said = line.phrase.span if line.phrase is not None else line.span
    return m.ReportLine(line.title, value, tuple(one for one in did if one is not None), said, line.span)


def given_scope(draft: Draft, subject: Type | None, params: tuple[m.Param, ...], span: Span) -> Scope:
    """Gives the locals of a definition, property or amount: its subject, if any, and what it is asked with.

    Args:
        span: where the subject is brought up.
    """
    scope = Scope(size=2, it=(1, subject) if subject is not None else None)
    if subject is not None:
        scope.speak(1, subject, span)
    name_params(draft, params, scope)
    return scope


def name_params(draft: Draft, params: tuple[m.Param, ...], scope: Scope) -> list[int]:
    """Gives parameters their locals, in order, and their words."""
    made = []
    for param in params:
        if param.word:
            made.append(scope.name(param.word, param.type, param.noted))
        else:
            made.append(scope.fresh())
            scope.speak(made[-1], param.type, param.span)
    return made
