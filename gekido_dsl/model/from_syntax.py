"""Syntax becomes the model: first every name is declared, then tables are read, then every phrase is resolved.

Invariants:
    The game that comes out is as complete as the mistakes allow; `Outcome.ok` tells whether it means anything.
    Names are found whatever the order of declarations.
"""

from functools import partial

from gekido_dsl.diagnostics import Label, Missing, Outcome, codes, has_errors, suggest
from gekido_dsl.model import circles, names, several, sizes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.claims import claim
from gekido_dsl.model.draft import ReadTable
from gekido_dsl.model.meanings import Resolver
from gekido_dsl.model.scenarios import scenario
from gekido_dsl.model.sentences import cite_list
from gekido_dsl.model.variants import Patches
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


def build(
    declarations: list[s.Declaration],
    read_table: ReadTable,
    patches: Patches,
    whole: Span,
    lost: frozenset[str] = frozenset(),
) -> tuple[Outcome[m.Game], Resolver]:
    """Builds the game that declarations describe; gives what resolves further phrases of it, too.

    Args:
        patches: what variants took away, and did to the rows of tables.
        lost: names in lines that could not be read; that they are not known is no news.
    """
    builder = _Builder(read_table, patches, whole)
    builder.index.lost = lost
    builder.index.variant = any(isinstance(d, s.Game) and bool(d.changes) for d in declarations)
    return builder.build(declarations), builder


class _Builder(Resolver):
    """Takes the steps in their order."""

    def build(self, declarations: list[s.Declaration]) -> Outcome[m.Game]:
        order: list[s.Declaration] = [one for one in declarations if not isinstance(one, s.Exception_)]
        exceptions = [one for one in declarations if isinstance(one, s.Exception_)]
        self.index.excepted = frozenset(name.text for one in exceptions for name in one.names)
        order += _outermost_first(exceptions)
        for declaration in order:
            self._declare(declaration)
        self._need(declarations)
        self._resolve(order)
        self.index.found += names.check(self.game, self.index)
        self._dangling()
        self._cites(declarations)
        # Each relies on what the one before has found to be in order.
        for check in (several.check, circles.check, sizes.check):
            if not has_errors(self.index.found):
                self.index.found += check(self.game)
        if not has_errors(self.index.found):
            self.index.found += circles.unsayable(self.phrases.circles)
        return Outcome(self.game, tuple(self.index.found))

    def _resolve(self, declarations: list[s.Declaration]) -> None:
        for d in declarations:
            self._shape(d)
        self._check_wholes()
        self._check_common()
        self._check_piles()
        self._forget_broken()
        self._read_rows(declarations)
        for step in self.later:
            step()
        for d in declarations:
            if isinstance(d, s.Property) and (prop := self._own(d, self.game.properties)) is not None:
                self.phrases.unresolved[id(prop)] = partial(self._property, prop, d)
        for d in sorted(declarations, key=lambda one: _RANK.get(type(one), 1)):
            self._meaning(d)
        for d in declarations:
            if isinstance(d, s.Scenario):
                self.game.scenarios.append(scenario(d, self._basics(d), self.phrases, self.sentences))
            elif isinstance(d, s.Claim):
                self.game.claims.append(claim(d, self._basics(d), self.game, self.index))

    def _dangling(self) -> None:
        """Reports what a variant removed and what still refers to it, every place listed."""
        for name, gone in self.index.removed_rows.items():
            if not gone:
                self.index.report(
                    codes.VARIANT_MISMATCH,
                    f"the base has nothing called `{name}`",
                    self.index.removed[name],
                    "nothing to remove",
                    help=suggest.did_you_mean(name, self._removable()),
                )
        for name, places in self.index.dangling.items():
            uses = [Label(span, "still used here") for span in places]
            other = name in self.index.replaced
            how = "gone with the table that is replaced" if other else "removed"
            self.index.report(
                codes.REMOVED_NAME,
                f"`{name}` is {how} and still used in {len(places)} place{'s' if len(places) > 1 else ''}",
                self.index.removed[name],
                "the new table has no such row" if other else "removed here",
                *uses,
                help="remove or replace what uses it, too",
            )

    def _removable(self) -> list[str]:
        """Lists the names that a variant may take away."""
        fields = [field for kind in self.game.kinds.values() for field in kind.fields]
        labelled = [*self.game.triggers, *self.game.replacements, *self.game.ends]
        return [*self.index.names(), *fields, *(one.name for one in labelled)]

    def _cites(self, declarations: list[s.Declaration]) -> None:
        """Reports citations to sources that are not declared."""

        def visit(cites: tuple[m.Citation, ...]) -> None:
            for cite in cites:
                if cite.source not in self.game.sources:
                    self.index.report(
                        codes.UNKNOWN_SOURCE,
                        f"no source is called `{cite.source}`",
                        cite.span,
                        "cites it",
                        help=suggest.did_you_mean(cite.source, list(self.game.sources)),
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


_RANK: dict[type, int] = {s.Property: 0, s.Exception_: 2}
