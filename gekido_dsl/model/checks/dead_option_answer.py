"""Finds answers of options that change nothing: no condition tells them from another answer."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts
from gekido_dsl.model import nodes as m


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports answers that play like another answer of the same option."""
    asked: dict[m.Decl, set[int]] = {}
    whole: set[m.Decl] = set()
    for decl in facts.of(game).decls:
        inner: set[int] = set()
        exprs = [e for e in facts.of(game).nodes[decl] if isinstance(e, m.Expr)]
        for e in exprs:
            if (
                isinstance(e, m.ops.Is)
                and isinstance(e.left, m.ops.Option)
                and isinstance(e.right, m.ops.Const)
            ):
                asked.setdefault(e.left.ref, set()).add(e.right.value)
                inner.add(id(e.left))
        whole |= {e.ref for e in exprs if isinstance(e, m.ops.Option) and id(e) not in inner}
    for option, values in asked.items():
        if option in whole or not isinstance(option, m.Option):
            continue
        names, spans = option.answers.members, option.answers.member_spans
        left = [value for value in range(len(names)) if value not in values]
        like = left[0] if left else 0
        for value in left[1:]:
            yield Diagnostic(
                codes.DEAD_OPTION_ANSWER,
                f"the answer `{names[value]}` of `{option.name}` plays like `{names[like]}`",
                (
                    Label(spans[value], "no condition asks about it"),
                    Label(spans[like], "nor about this one"),
                ),
                f"ask `if {option.name} is {names[value]}` where it should make a difference, or remove the answer",
            )
