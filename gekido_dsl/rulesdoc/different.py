"""What a variant makes of its base, written by itself: sentences for players with what is now and what was before."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache, partial
from typing import Final, Literal

from gekido_dsl import diff, drawing
from gekido_dsl.compilation import Compilation
from gekido_dsl.diff import told
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english import Teller
from gekido_dsl.rulesdoc.passage import REFERENCE, PassageWriter, passage, writer_of
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

Side = Literal["old", "new"]
_RULES: Final = ("components", "turn", "rules", "definitions")
"""Where a rulebook has sentences for what a change is about."""
_MOST_FACES: Final = 60
_ESCAPED: Final = re.compile(r"\\(.)")


def what_is_different(
    variant: Compilation,
    *,
    options: Mapping[str, str] | None = None,
    reference: str = REFERENCE,
    links: bool = True,
) -> told.Told:
    """Writes what is different between a variant and its base, as Markdown; empty where there is no base.

    Args:
        options: what is chosen, by the name of the option.
        reference: where the pages of the reference lie.
        links: whether names lead there.
    """
    base = variant.base
    if base is None or base.game is None or variant.game is None:
        return told.Told("")
    tell = _teller(base, variant, options or {}, reference)

    def unlinked(side: Side, node: s.Node) -> str:
        return told.unlinked(tell(side, node))

    return told.sentences(_compared(base, variant), tell if links else unlinked)


def in_sentences(old: Compilation, new: Compilation, difference: diff.Difference) -> diff.Difference:
    """Tells the changes of rules in the sentences of a rulebook where these differ; else in lines of the rulesets."""
    tell = _teller(old, new, None, REFERENCE)
    changes = [_in_sentences(one, tell) if one.area in _RULES else one for one in difference.changes]
    return replace(difference, changes=tuple(changes))


def _in_sentences(change: diff.Change, tell: told.Tell) -> diff.Change:
    if change.told and "“" not in change.sentence:
        return change
    old = tell("old", change.old_node) if change.old_node is not None else ""
    new = tell("new", change.new_node) if change.new_node is not None else ""
    lines = list(_lines(_units(old), _units(new)))
    if not lines:
        return change
    lead = change.sentence.removesuffix(":").partition(": “")[0]
    if change.how == "changed" and change.told:
        lead += " has changed"
    return replace(change, sentence=f"{lead}:", lines=tuple(lines))


def _lines(old: list[told.Unit], new: list[told.Unit]) -> Iterator[diff.Line]:
    """Gives the sentences of one side alone, each item below the sentence that leads it."""
    for sign, i, i_end, k, k_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if sign != "equal":
            yield from (diff.Line("-", depth, text) for depth, text in old[i:i_end])
            yield from (diff.Line("+", depth, text) for depth, text in new[k:k_end])


def _units(markdown: str) -> list[told.Unit]:
    return [(depth, _plain(text)) for depth, text in told.units(markdown)]


def _plain(text: str) -> str:
    """Takes what makes Markdown of a sentence off it."""
    return _ESCAPED.sub(r"\1", told.bare(text).replace("*", ""))


def _teller(
    old: Compilation, new: Compilation, options: Mapping[str, str] | None, reference: str
) -> told.Tell:
    """Makes what writes a declaration of one side for players.

    Args:
        options: what is chosen, and then never mentioned; None to tell of every option.
    """
    games: dict[Side, m.Game] = {}
    writers: dict[Side, PassageWriter] = {}
    sides: tuple[tuple[Side, Compilation], ...] = (("old", old), ("new", new))
    for side, of in sides:
        if of.game is None:
            raise ValueError(f"{of.name} has errors and cannot be compared")
        games[side] = of.game
        known = {name: answer for name, answer in (options or {}).items() if name in of.game.options}
        writers[side] = writer_of(of, options=known, reference=reference)
        if options is None:
            writers[side].players = Teller(writers[side], of.syntax)
    decls = {side: _declarations(game) for side, game in games.items()}

    def tell(side: Side, node: s.Node) -> str:
        decl = decls[side].get(node.span)
        if isinstance(node, s.Exception_):  # it stands with what it is an exception to
            named = (one for one in decls[side].values() if one.name in [name.text for name in node.names])
            decl = next(named, None)
        return passage(writers[side], decl) if decl is not None else ""

    return tell


def faces(
    old: Compilation, new: Compilation, difference: diff.Difference
) -> dict[str, tuple[str | None, str | None]]:
    """Draws what is printed otherwise: by what a change is about, its old and its new face as SVG."""
    found: dict[str, tuple[str | None, str | None]] = {}
    drawn = (_faces(old), _faces(new))
    for change in difference.changes:
        name = change.what if any(change.what in one for one in drawn) else ""
        if name and name not in found and len(found) < _MOST_FACES:
            before, after = (one[name]() if name in one else None for one in drawn)
            if before != after:
                found[name] = before, after
    return found


def _faces(of: Compilation) -> dict[str, Callable[[], str]]:
    """Gives what draws the rows of all tables, by what a change calls them; the first of those called alike."""
    made: dict[str, Callable[[], str]] = {}
    game, look = of.game, of.look.value
    if game is None:
        return made
    for kind in game.kinds.values():
        if kind.file is None or (kind.board is not None and not any(row.text for row in kind.rows)):
            continue
        for number, row in enumerate(kind.rows):
            made.setdefault(f"{row.name} of {kind.plural}", partial(_face, game, kind, number, look))
    return made


def _face(game: m.Game, kind: m.Kind, number: int, look: Look | None) -> str:
    return drawing.document(drawing.thing(game, kind, number, look or PLAIN))


@lru_cache(maxsize=2)
def _compared(base: Compilation, variant: Compilation) -> diff.Difference:
    """Compares them once, for the book and for the reference."""
    return diff.compare(base, variant, looks=False)


def _declarations(game: m.Game) -> dict[Span, m.Decl]:
    """Gives everything that has a passage, by where it is declared."""
    more: list[m.Decl | None] = [*game.ends, *game.damages, game.setup, game.turn, game.position]
    return {one.span: one for one in (*game.declarations(), *more) if one is not None}
