"""Syntax becomes the model: first every name is declared, then tables are read, then every phrase is resolved.

Invariants:
    The game that comes out is as complete as the mistakes allow; `Outcome.ok` tells whether it means anything.
    Names are found whatever the order of declarations.
"""

from functools import partial

from gekido_dsl.diagnostics import Label, Missing, Outcome, codes, has_errors, suggest
from gekido_dsl.model import chains, circles, maps, names, rankings, row_texts, several, sizes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.claims import claim
from gekido_dsl.model.declare import declare, need
from gekido_dsl.model.draft import Draft, ReadTable
from gekido_dsl.model.lain import lies_of
from gekido_dsl.model.meanings import resolve, resolve_property
from gekido_dsl.model.rows import read_rows
from gekido_dsl.model.scenarios import scenario
from gekido_dsl.model.sentences import cite_list
from gekido_dsl.model.shaped import check_shapes
from gekido_dsl.model.shapes import shape
from gekido_dsl.model.variants import Patches
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


def build(
    declarations: list[s.Declaration],
    read_table: ReadTable,
    patches: Patches,
    whole: Span,
    lost: frozenset[str] = frozenset(),
) -> tuple[Outcome[m.Game], Draft]:
    """Builds the game that declarations describe; gives what resolves further phrases of it, too.

    Args:
        patches: what variants took away, and did to the rows of tables.
        lost: names in lines that could not be read; that they are not known is no news.
    """
    draft = Draft(read_table, patches, whole)
    draft.index.lost = lost
    draft.index.variant = any(isinstance(d, s.Game) and bool(d.changes) for d in declarations)
    return _build(draft, declarations), draft


def _build(draft: Draft, declarations: list[s.Declaration]) -> Outcome[m.Game]:
    if table := _table(declarations):
        declarations = [table, *declarations]
    order: list[s.Declaration] = [one for one in declarations if not isinstance(one, s.Exception_)]
    exceptions = [one for one in declarations if isinstance(one, s.Exception_)]
    draft.index.excepted = frozenset(name.text for one in exceptions for name in one.names)
    order += _outermost_first(exceptions)
    for declaration in order:
        declare(draft, declaration)
    need(draft, declarations)
    _resolve(draft, order)
    draft.index.found += names.check(draft.game, draft.index)
    _dangling(draft)
    _cites(draft, declarations)
    # Each relies on what the one before has found to be in order.
    for check in (several.check, circles.check, chains.check, sizes.check, maps.check, rankings.check):
        if not has_errors(draft.index.found):
            draft.index.found += check(draft.game)
    if not has_errors(draft.index.found):
        draft.index.found += circles.unsayable(draft.phrases.circles)
    if not has_errors(draft.index.found):
        draft.index.found += row_texts.fill(draft.game, declarations)
    return Outcome(draft.game, tuple(draft.index.found))


def _table(declarations: list[s.Declaration]) -> s.Kind | None:
    """Gives what keeps the facts of the game, where it has none and something is said of it all the same."""
    said = [one.kind for one in declarations if isinstance(one, s.Definition) and one.of_the_game]
    if not said or said[0] is None or any(isinstance(one, s.Kind) and one.table for one in declarations):
        return None
    name = said[0]
    return s.Kind(name.span, name, None, s.Total(name.span, 1, False), (), None, ())


def _resolve(draft: Draft, declarations: list[s.Declaration]) -> None:
    draft.subjects = {d.name.text: d.kind for d in declarations if isinstance(d, s.Definition)}
    for d in sorted(declarations, key=lambda one: not isinstance(one, s.Cluster)):
        shape(draft, d)
    check_shapes(draft)
    if any(kind.legend is not None for kind in draft.game.kinds.values()):
        lies = lies_of(declarations, draft.index.variant)
        for kind in draft.game.kinds.values():
            kind.lain = lies if kind.legend is not None else (0,)
    read_rows(draft, declarations)
    for step in draft.later:
        step()
    for d in declarations:
        if isinstance(d, s.Property) and (prop := draft.own(d, draft.game.properties)) is not None:
            draft.phrases.unresolved[id(prop)] = partial(resolve_property, draft, prop, d)
    for d in sorted(declarations, key=lambda one: _RANK.get(type(one), 1)):
        resolve(draft, d)
    for d in declarations:
        if isinstance(d, s.Scenario):
            draft.game.scenarios.append(scenario(d, draft.basics(d), draft.phrases, draft.sentences))
        elif isinstance(d, s.Claim):
            draft.game.claims.append(claim(d, draft.basics(d), draft.game, draft.index))


def _dangling(draft: Draft) -> None:
    """Reports what a variant removed and what still refers to it, every place listed."""
    for name, gone in draft.index.removed_rows.items():
        if not gone:
            draft.index.report(
                codes.VARIANT_MISMATCH,
                f"the base has nothing called `{name}`",
                draft.index.removed[name],
                "nothing to remove",
                help=suggest.did_you_mean(name, _removable(draft)),
            )
    if not all(draft.index.removed_rows.values()) or draft.index.lost:
        return  # what was meant instead may be what still uses the others
    for name, places in draft.index.dangling.items():
        uses = [Label(span, "still used here") for span in places]
        other = name in draft.index.replaced
        how = "gone with the table that is replaced" if other else "removed"
        draft.index.report(
            codes.REMOVED_NAME,
            f"`{name}` is {how} but still used in {len(places)} place{'s' if len(places) > 1 else ''}",
            draft.index.removed[name],
            "the new table has no such row" if other else "removed here",
            *uses,
            help="also remove or replace what uses it",
            missing=Missing("removed", name),
        )


def _removable(draft: Draft) -> list[str]:
    """Lists the names that a variant may take away."""
    fields = [field for kind in draft.game.kinds.values() for field in kind.fields]
    labelled = [*draft.game.triggers, *draft.game.replacements, *draft.game.ends]
    return [*draft.index.names(), *fields, *(one.name for one in labelled)]


def _cites(draft: Draft, declarations: list[s.Declaration]) -> None:
    """Reports citations to sources that are not declared."""

    def visit(cites: tuple[m.Citation, ...]) -> None:
        for cite in cites:
            if cite.source not in draft.game.sources:
                draft.index.report(
                    codes.UNKNOWN_SOURCE,
                    f"no source is called `{cite.source}`",
                    cite.span,
                    "cites it",
                    help=suggest.did_you_mean(cite.source, list(draft.game.sources)),
                    missing=Missing("source", cite.source),
                )

    for declaration in declarations:
        visit(cite_list(getattr(declaration, "cites", ())))


def _outermost_first(exceptions: list[s.Exception_]) -> list[s.Exception_]:
    """Puts exceptions to other exceptions behind these, wherever they are written."""
    labelled = {one.label.text: one for one in exceptions if one.label is not None}

    def depth(one: s.Exception_, around: tuple[str, ...] = ()) -> int:
        outer = [name.text for name in one.names if name.text in labelled and name.text not in around]
        return max((1 + depth(labelled[name], (*around, name)) for name in outer), default=0)

    return sorted(exceptions, key=depth)


_RANK: dict[type, int] = {s.Position: -1, s.Property: 0, s.Turn: 0, s.Exception_: 2}
