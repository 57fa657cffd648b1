"""Finds lines that play never comes to: below something that always leaves, and below an `otherwise` for no choice."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.verb import Then
from gekido_dsl.source import Span


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports, once for each block, the first line that play never comes to."""
    for decl in facts.of(game).decls:
        ended = isinstance(decl, m.Procedure) and decl.word == "end"
        for body in walk.bodies(decl):
            yield from _block(body, ended)


def _block(block: tuple[m.Statement, ...], ended: bool) -> Iterator[Diagnostic]:
    """Reports an unreached line of a block, and those of the blocks inside it that are reached."""
    for number, statement in enumerate(block):
        if isinstance(statement, m.Sentence) and statement.otherwise is not None and not _chooses(statement):
            yield Diagnostic(
                codes.UNREACHED_LINE,
                "this `otherwise` is never reached: its sentence has no choice",
                (Label((*statement.otherwise, statement)[0].span, "never reached"),),
                "check first, with `if` and `otherwise` as blocks, or write `if possible`",
            )
            continue
        for inner in statement.blocks:
            yield from _block(inner, ended)
        left = _leaves(statement, ended)
        if left is None:
            continue
        if number + 1 < len(block):
            yield Diagnostic(
                codes.UNREACHED_LINE,
                "this line is never reached",
                (
                    Label(block[number + 1].span, "never reached"),
                    Label(left, "this leaves, and so does every other way to the line"),
                )
                if left is not statement.span
                else (Label(block[number + 1].span, "never reached"), Label(left, "this always leaves")),
                "write `do nothing` above to continue here, or remove the line",
            )
        return


def _chooses(sentence: m.Sentence) -> bool:
    """Tells whether a sentence may find nothing to choose, or be declined."""
    return sentence.decision is not None or isinstance(sentence.act, m.acts.Arrange)


def _leaves(statement: m.Statement, ended: bool) -> Span | None:
    """Gives what leaves, where a statement never goes on with the line below it.

    A loop may go round no time, and a choice may have nothing on offer or be declined: these go on. So does a sentence
    that says who wins, where the game has ended before.
    """
    match statement:
        case m.Sentence(act=act, condition=None, decision=None, span=span):
            over = ended and act.record.then is Then.END_OF_THE_MATCH
            return span if act.record.then is not Then.NEXT and not over else None
        case m.If(then=then, otherwise=otherwise):
            return _all((then, otherwise), ended)
        case m.Menu(optional=False, conditions=conditions, bodies=bodies) if None in conditions:
            return _all(bodies, ended)
        case _:
            return None


def _all(blocks: tuple[tuple[m.Statement, ...], ...], ended: bool) -> Span | None:
    """Gives what leaves in the last of some blocks, if something does in each."""
    last: Span | None = None
    for block in blocks:
        last = next((left for one in block if (left := _leaves(one, ended)) is not None), None)
        if last is None:
            return None
    return last
