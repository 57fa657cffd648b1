"""What a variant makes of its base, written by itself: sentences for players with what is now and what was before."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from gekido_dsl import diff
from gekido_dsl.compilation import Compilation
from gekido_dsl.diff import told
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.passage import REFERENCE, passage, writer_of
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


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
    before = {name: answer for name, answer in (options or {}).items() if name in base.game.options}
    writers = {
        "old": writer_of(base, options=before, reference=reference),
        "new": writer_of(variant, options=options, reference=reference),
    }
    decls = {"old": _declarations(base.game), "new": _declarations(variant.game)}

    def tell(side: Literal["old", "new"], node: s.Node) -> str:
        decl = decls[side].get(node.span)
        if isinstance(node, s.Exception_):  # it stands with what it is an exception to
            named = (one for one in decls[side].values() if one.name in [name.text for name in node.names])
            decl = next(named, None)
        said = passage(writers[side], decl) if decl is not None else ""
        return said if links else told.unlinked(said)

    return told.sentences(_compared(base, variant), tell)


@lru_cache(maxsize=2)
def _compared(base: Compilation, variant: Compilation) -> diff.Difference:
    """Compares them once, for the book and for the reference."""
    return diff.compare(base, variant, looks=False)


def _declarations(game: m.Game) -> dict[Span, m.Decl]:
    """Gives everything that has a passage, by where it is declared."""
    more: list[m.Decl | None] = [*game.ends, *game.damages, game.setup, game.turn, game.position]
    return {one.span: one for one in (*game.declarations(), *more) if one is not None}
