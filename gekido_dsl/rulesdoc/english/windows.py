"""Windows become passages: what may be done in them, by whom and how often."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.reading import Own
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.conditions import guard_text
from gekido_dsl.rulesdoc.english.nouns import stretch_text
from gekido_dsl.rulesdoc.english.phrases import phrase_text
from gekido_dsl.rulesdoc.english.settling import guarded, settled
from gekido_dsl.rulesdoc.english.steps import Step, listed
from gekido_dsl.rulesdoc.english.teller import PASSAGES, Clause, Teller, clause
from gekido_dsl.syntax import nodes as s


@clause(Own.OPEN)
def _opened(t: Teller, it: s.Sentence) -> Clause:
    assert it.object is not None
    if isinstance(it.object.head, s.Noun) and it.object.head.name is not None:
        said = moment_text(t, it.object.head.name)
        if said is not None:
            return Clause("", said)
    head = it.object.head
    name = (
        t.linked(head.name, "open")
        if isinstance(head, s.Noun) and head.name is not None
        else phrase_text(t, it.object)
    )
    return Clause("", f"players may now act as *{name}* says")


def moment_text(t: Teller, window: s.Name) -> str | None:
    """Writes what may be done in a window of one line."""
    key = t.w.names.meaning(window.text, window.span, "open")
    it = t.text_of(key) if isinstance(key, m.Window) else None
    if not isinstance(it, s.Window) or len(it.lines) != 1 or guarded(t, it.lines[0].guard) is not None:
        return None
    text = _window_line(t, it.lines[0], "")
    return text.replace(" may ", " may now ", 1) if text else None


def per(t: Teller, scope: s.Name) -> str:
    """Writes `each turn`, `in each Attack`."""
    if scope.text in ("Turn", "Round"):
        return f"each {stretch_text(t, scope.text)}"
    return f"in each {t.linked(scope, 'each')}"


def _possible(t: Teller, action: s.Name) -> bool:
    """Tells whether an action can be taken at all under the options that are chosen."""
    key = t.meaning(action)
    text = t.text_of(key) if isinstance(key, m.Decl) else None
    return not isinstance(text, s.Action) or all(
        settled(t, only.condition) is not False for only in text.only_if
    )


@PASSAGES.of(s.Window)
def _window_passage(t: Teller, it: s.Window, _: m.Decl) -> list[str]:
    steps = []
    for line in it.lines:
        guard = guarded(t, line.guard)
        if guard is False:
            continue
        when = guard_text(t, guard) if isinstance(guard, s.Guard) else ""
        text = _window_line(t, line, when)
        if text:
            steps.append(Step(en.sentence(text)))
    if not steps:
        return ["Nobody may do anything here."]
    return [listed(steps) if len(steps) > 1 else steps[0].text]


def _window_line(t: Teller, line: s.WindowLine, when: str) -> str:
    seat = line.seat
    if isinstance(seat, s.Phrase):
        who = f"each {phrase_text(t, seat)}"
    else:
        who = t.expr(seat)
    quotas = [text for text in (_quota_text(t, quota) for quota in line.quotas) if text]
    if not quotas:
        return ""
    text = f"{who} may take {en.joined(quotas, 'and')}"
    if not when:
        return text
    return f"{when}, {text}" if not when.startswith("unless") else f"{text}, {when}"


def _quota_text(t: Teller, it: s.Quota) -> str:
    actions = [t.linked(action) for action in it.actions if _possible(t, action)]
    if not actions:
        return ""
    if it.most is None:
        return f"the {'action' if len(actions) == 1 else 'actions'} {md.joined(actions, 'and')} any number of times"
    times = {1: "once", 2: "up to twice"}.get(it.most, f"up to {it.most} times")
    scope = f" {per(t, it.scope)}" if it.scope is not None else ""
    if len(actions) == 1:
        return f"the action {actions[0]} {times}{scope}"
    several = md.joined(actions, "or")
    return (
        f"one of the actions {several}{scope}"
        if it.most == 1
        else f"the actions {several} {times} in all{scope}"
    )
