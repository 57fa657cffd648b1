"""What the effects of a row do, in sentences: for cards and tiles whose author wrote no text.

Invariants:
    The numbers of the row stand where the effect has a word for them.
    An effect that its author gave a text says that text; one that takes a list of steps is called by its name.
"""

from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.row_texts import calls_of, said_by
from gekido_dsl.model.row_words import value_words
from gekido_dsl.model.types import IntType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.blocks import done_in
from gekido_dsl.rulesdoc.english.in_place import inside, meaning, put_in
from gekido_dsl.rulesdoc.english.steps import REST, Step, finished, uncapital
from gekido_dsl.rulesdoc.english.teller import Teller
from gekido_dsl.syntax import nodes as s

_LONGEST: Final = 320
"""As many signs of a card are still read; of a longer effect it has the name."""


def untold(game: m.Game) -> bool:
    """Tells whether a row has effects and no text."""
    return any(
        not row.text and any(calls_of(game, kind, row)) for kind in game.kinds.values() for row in kind.rows
    )


def tell_rows(t: Teller) -> None:
    """Gives every row that has effects and no text what these do; rules know nothing of it."""
    for kind in t.game.kinds.values():
        for row in kind.rows:
            if not row.text and (calls := list(calls_of(t.game, kind, row))):
                row.text, row.made = " ".join(_told(t, *call) for call in calls), True


def _told(t: Teller, effect: m.Procedure, args: tuple[object, ...]) -> str:
    """Writes one effect with what a row gives it."""
    said = said_by(t.game, t.declarations, effect, args)
    return said or _body(t, effect, args) or en.sentence(_called(t, effect, args))


def _called(t: Teller, effect: m.Procedure, args: tuple[object, ...]) -> str:
    given = [value_words(t.game, param.type, arg) for param, arg in zip(effect.params, args, strict=False)]
    return " ".join([effect.name, *given])


def _body(t: Teller, effect: m.Procedure, args: tuple[object, ...]) -> str:
    """Writes what an effect does; empty where that is too much for a card."""
    written = t.text_of(effect)
    if not isinstance(written, s.Procedure) or written.only_if:
        return ""
    numbers: dict[str, s.Expr] = {}
    words: dict[str, str] = {}
    for param, arg in zip(effect.params, args, strict=False):
        if isinstance(param.type, IntType) and isinstance(arg, int):
            numbers[param.word] = s.Num(written.span, arg)
        else:
            words[param.called.removeprefix("the ")] = md.escape(value_words(t.game, param.type, arg))
    body = put_in(written.body, numbers)
    before, t.telling, t.explained = t.telling, effect, set()
    with inside(t, effect), meaning(t, words):
        steps = finished(done_in(t, body))
    t.telling = before
    told = [_flat(step) for step in steps]
    text = en.plain(" ".join(told)).replace("*", "")
    return text if all(told) and REST not in text and len(text) <= _LONGEST else ""


def _flat(step: Step) -> str:
    """Writes a step as sentences; empty where what is under it has steps of its own."""
    if not step.under:
        return step.text
    if any(one.under for one in step.under) or not step.text.endswith(":"):
        return ""
    last = len(step.under) - 1
    parts = [uncapital(one.text).rstrip(".") for one in step.under]
    if any(". " in one for one in parts[:last]):
        return ""
    return f"{step.text if last else step.text.rstrip(':') + ':'} {'; '.join(parts)}."
