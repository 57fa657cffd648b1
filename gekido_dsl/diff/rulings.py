"""The ledgers of two rulesets are compared: what was asked, and what was decided."""

from collections.abc import Iterator, Mapping

from gekido_dsl.diff.nodes import Change, Value
from gekido_dsl.diff.side import Side, place_of, renamed
from gekido_dsl.diff.tables import ended, exchanged
from gekido_dsl.model import nodes as m


def changes(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[Change]:
    """Gives the rulings that are new, gone or changed."""
    if old.game is None or new.game is None:
        return
    before = {one.name: one for one in old.game.rulings}
    for one in new.game.rulings:
        other = before.pop(one.name, None)
        if other is None:
            said = f"Ruling {one.name} is new: {_asked(one)}"
            yield Change(
                "rulings", "added", f"ruling {one.name}", said, new=place_of(one.span), name=one.name
            )
            continue
        values = [
            Value(what, renamed(ours, names), theirs)
            for what, ours, theirs in zip(_PARTS, _said(other), _said(one), strict=True)
            if renamed(ours, names) != theirs
        ]
        if values:
            said = ended(f"Ruling {one.name}: {'; '.join(exchanged(value) for value in values)}")
            at, was = place_of(one.span), place_of(other.span)
            yield Change(
                "rulings", "changed", f"ruling {one.name}", said, tuple(values), (), was, at, name=one.name
            )
    for one in before.values():
        said = f"Ruling {one.name} is gone: {_asked(one)}"
        yield Change("rulings", "removed", f"ruling {one.name}", said, old=place_of(one.span), name=one.name)


_PARTS = ("the question", "the decision", "the other ways", "the reason", "the source", "the option")


def _said(one: m.Ruling) -> tuple[str, ...]:
    return (
        one.question,
        one.default,
        ", ".join(one.alternatives),
        one.reason,
        one.cite,
        one.option or "",
    )


def _asked(one: m.Ruling) -> str:
    """Says what was asked and decided."""
    end = "" if one.question.endswith(("?", ".")) else ":"
    default = one.default.rstrip(".")
    return f"{one.question}{end} {default[:1].upper() + default[1:] if not end else default}."
