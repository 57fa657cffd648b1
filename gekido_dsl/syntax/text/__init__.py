"""Declarations become text again, in one standard wording.

Invariants:
    What is written reads as the same declaration, citations apart.
    It says nothing of how the declaration was laid out or worded where two wordings are the same to the parser.

For declarations that no file holds as they are: those that a variant has changed, and those that are compared.
"""

from collections.abc import Mapping
from typing import Final

from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.text.claims import claim
from gekido_dsl.syntax.text.statements import Lines
from gekido_dsl.syntax.text.things import Things

__all__ = ["Lines", "lines"]

_NOTHING: Final[Mapping[str, str]] = {}


def lines(declaration: s.Node, words: Mapping[str, str] = _NOTHING, *, texts: bool = True) -> Lines | None:
    """Writes a declaration, a column or a fact as lines, each with how deep it stands and what it begins.

    Args:
        words: what is said instead of the words that the declaration gives to things inside.
        texts: whether titles, questions and texts for players are written, and the names of files.
    Returns:
        None for a scenario, a patch, and what only says which files there are.
    """
    w = Things(words, texts)
    match declaration:
        case s.Game():
            return w.game(declaration)
        case s.Option():
            return w.option(declaration)
        case s.NamedNumber(name=name, number=number):
            return [(0, f"{name.text} is {number}", declaration)]
        case s.Values():
            return w.values(declaration)
        case s.Die():
            return w.die(declaration)
        case s.Kind():
            return w.kind(declaration)
        case s.Field():
            return [(0, w.field(declaration), declaration)]
        case s.Board():
            return w.board(declaration)
        case s.Place():
            return w.place(declaration)
        case s.Track():
            return w.track(declaration)
        case s.Counter():
            return w.counter(declaration)
        case s.Link():
            return w.link(declaration)
        case s.Damage():
            return w.damage(declaration)
        case _:
            return _rule(w, declaration)


def _rule(w: Things, declaration: s.Node) -> Lines | None:
    match declaration:
        case s.Patterns():
            return w.patterns(declaration)
        case s.Definition():
            return w.definition(declaration)
        case s.Position():
            return w.position(declaration)
        case s.Cluster():
            return w.cluster(declaration)
        case s.Property():
            return w.property(declaration)
        case s.Amount():
            return w.amount(declaration)
        case s.Report():
            return w.report(declaration)
        case s.Turn():
            return w.turn(declaration)
        case s.Setup():
            return w.setup(declaration)
        case s.Phase():
            return w.phase(declaration)
        case s.Procedure():
            return w.procedure(declaration)
        case s.Action():
            return w.action(declaration)
        case s.Window():
            return w.window(declaration)
        case s.Trigger():
            return w.trigger(declaration)
        case s.Replacement():
            return w.replacement(declaration)
        case s.Exception_():
            return w.exception(declaration)
        case s.GameEnd():
            return w.end(declaration)
        case s.Aim():
            return w.aim(declaration)
        case s.Claim():
            return claim(declaration)
        case _:
            return None
