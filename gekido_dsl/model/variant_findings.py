"""What is said of patches that drop more than they say, or may mean several declarations."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, codes, suggest
from gekido_dsl.model import written as w
from gekido_dsl.model.english import plural
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

PLACES: Final = 5
"""How many places are shown."""
_ALIKE: Final = 3
"""How many letters names that begin alike share at least."""


def named(name: str, known: Iterable[str], what: str) -> str | None:
    """Words what may have been meant: near names, else one that begins alike, else what there is."""
    every = list(dict.fromkeys(known))
    near = suggest.did_you_mean(name, every)
    if near is not None or not every:
        return near
    alike = max(every, key=lambda one: _common(one, name))
    if _common(alike, name) >= _ALIKE:
        return f"did you mean `{alike}`?"
    listed = ", ".join(f"`{one}`" for one in every[:PLACES])
    more = f" and {len(every) - PLACES} more" if len(every) > PLACES else ""
    return f"{what}: {listed}{more}"


def _common(one: str, other: str) -> int:
    """Counts the letters that two names begin with."""
    pairs = zip(one.casefold(), other.casefold(), strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def drops(head: Span, word: str, part: w.Part) -> Diagnostic:
    """Makes the finding about a declaration that would take the place of the base's without saying so."""
    called = w.called(part.node)
    begin = Span(head.source, head.start, head.start + len(word))
    edit = Edit(begin, "replace" if word else "replace ")
    steps = ["write `replace` if that is meant"]
    if isinstance(part.node, s.Values | s.Option):
        steps.append(f"`add to {called}: ...` to add to it")
    elif not isinstance(part.node, s.Aim | s.Position):
        steps.append(f'`add to {called}` to add lines, `change "..." of {called}` to change one')
    return Diagnostic(
        codes.VARIANT_DROPS,
        f"this would drop the base's `{called}`",
        (Label(head, "only this would be left"), Label(w.first_line(part.written), "dropped")),
        "; ".join(steps),
        (edit,),
    )


def drops_rows(head: Span, part: w.Part, inner: s.Kind) -> Diagnostic:
    """Makes the finding about a change that would put a table in the place of the base's."""
    many = plural(inner.name.text)
    assert inner.rows is not None
    rest = head.source.text[inner.rows.span.start : head.end]
    kept = f"\nchange kind {inner.name.text}" if inner.fields or inner.text else ""
    edit = Edit(head, f"replace {many} {rest}{kept}")
    base = part.node.rows.span if part.node.rows is not None else w.first_line(part.written)
    return Diagnostic(
        codes.VARIANT_DROPS,
        f"this would drop the rows of `{inner.name.text}`",
        (Label(head, "only the rows of this table would be left"), Label(base, "dropped")),
        f"write `replace {many} from ...` if that is meant; `add to {many} from ...` to add rows; "
        f"`change ... of {many}` to change one",
        (edit,),
    )


def unclear(span: Span, meant: Sequence[w.Part]) -> Diagnostic:
    """Makes the finding about a patch of what may be one of several declarations."""
    places = [Label(w.first_line(one.written), "this one?") for one in meant[:PLACES]]
    named = any(w.name_of(one.node) is not None for one in meant)
    return Diagnostic(
        codes.VARIANT_MISMATCH,
        f"the base has {len(meant)} declarations that this could mean",
        (Label(span, "which of them?"), *places),
        "say its sort, too, as in `phase Attack` or `rule Attack`, or quote its first line"
        if named
        else f'write `remove "{_likest(span, meant)}"`, and the new one below it, without `replace`',
    )


def _likest(span: Span, meant: Sequence[w.Part]) -> str:
    """Gives the first line of the declaration that is most like what a patch says, as far as quotes can hold it."""
    lines = [" ".join(w.first_line(one.written).text.split()) for one in meant]
    nearest = max(lines, key=lambda line: SequenceMatcher(None, line, span.text).ratio())
    return nearest.partition('"')[0].rstrip()
