"""Names that cannot be told apart where they are written, or that the language has for itself."""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.scope import Index, Member, describe
from gekido_dsl.model.types import PlayerType
from gekido_dsl.syntax.nodes import SHEET, TABLE

LANGUAGE_NAMES: Final = frozenset({"Effect", "Effects", "Turn"})
"""Names that stand for something in every game."""


def check(game: m.Game, index: Index) -> Iterator[Diagnostic]:
    """Reports names of the language that a ruleset declares again, and values called like a kind of thing."""
    for decl in game.declarations():
        if decl.name in LANGUAGE_NAMES:
            yield Diagnostic(
                codes.DUPLICATE_NAME,
                f"`{decl.name}` means something in every game",
                (Label(decl.name_span, "a name of the language"),),
                f"give it another name, such as `My {decl.name}`",
            )
    yield from _stretches(game)
    yield from _said_twice(game, index)
    for kind in game.kinds.values():
        for name in (kind.name, kind.plural):
            for other in index.meanings(name):
                if isinstance(other, Member):
                    yield _value(kind, name, other)


def _said_twice(game: m.Game, index: Index) -> Iterator[Diagnostic]:
    """Reports a fact that each player has beside something else of a player with its name."""
    sheet = game.kinds.get(SHEET)
    for fact in sheet.fields.values() if sheet is not None else ():
        for other in index.meanings(fact.name):
            if _is_of_a_player(other):
                said = f"`my {fact.name}` may be a fact that each player has"
                yield _either(fact, other, said)
    table = game.kinds.get(TABLE)
    for fact in table.fields.values() if table is not None else ():
        for other in index.meanings(fact.name):
            if _stands_alone(other):
                yield _either(fact, other, f"`{fact.name}` may be a fact of the game")


def _either(fact: m.Field, other: m.Decl, said: str) -> Diagnostic:
    return Diagnostic(
        codes.DUPLICATE_NAME,
        f"{said}, or {describe(other)}",
        (
            Label(fact.name_span, "the fact"),
            Label(other.name_span, f"the {describe(other).partition(' ')[2]}"),
        ),
        "give one of them another name",
    )


def _stands_alone(meaning: object) -> bool:
    match meaning:
        case m.Kind() | m.Board() | m.Place(owner=None) | m.Amount(subject=None) | m.Option():
            return True
        case m.Enum(anonymous=False) | m.PatternSet() | m.Field(owner=m.Procedure()):
            return True
        case _:
            return False


def _is_of_a_player(meaning: object) -> bool:
    match meaning:
        case m.Kind(parent=None, board=None) | m.Board(each_player=True) | m.Place(owner="player"):
            return True
        case m.Amount(subject=PlayerType()) | m.Property(subject=PlayerType()):
            return True
        case _:
            return False


def _stretches(game: m.Game) -> Iterator[Diagnostic]:
    """Reports a phase that is called like a stretch of every game, where rules ask when it begins or ends."""
    for phase in game.phases.values():
        if phase.name not in m.STRETCHES or phase.name in LANGUAGE_NAMES:
            continue
        events = [one.event for one in (*game.triggers, *game.replacements) if one.event is not None]
        asked = [
            *(event.span for event in events if event.subject is phase),
            *(action.name_span for action in game.actions.values() if action.once_each is phase),
            *(report.name_span for report in game.reports.values() if report.when is phase),
        ]
        for span in asked[:1]:
            yield Diagnostic(
                codes.DUPLICATE_NAME,
                f"`{phase.name}` is a phase here, and in every game what goes on until all have had a turn",
                (Label(span, "which one?"), Label(phase.name_span, "the phase")),
                "give the phase another name",
            )


def _value(kind: m.Kind, name: str, other: Member) -> Diagnostic:
    what = "the kind" if name == kind.name else f"all things of the kind `{kind.name}`"
    at = other.enum.members.index(name)
    spans = other.enum.member_spans
    return Diagnostic(
        codes.DUPLICATE_NAME,
        f"`{name}` is a value, and also {what}",
        (
            Label(spans[at] if at < len(spans) else other.enum.name_span, "a value"),
            Label(kind.name_span, f"the plural is `{plural(kind.name)}`"),
        ),
        "give one of them another name",
    )
