"""Several variants become one game: those of one base are put together, each after those that it changes.

Invariants:
    Every game is applied once, however many others change it.
    What two variants that do not know one another both change is reported at both places.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model.variant import Patched
from gekido_dsl.model.variant_parts import OtherTable, RowPatch, Touch
from gekido_dsl.model.written import Written
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Layer:
    """A game without those that it changes."""

    game: str
    """Its file."""
    own: list[Written]
    bases: tuple[s.Name, ...]
    """The files that it changes."""
    known: frozenset[str] = frozenset()
    """The files of all games that it changes, those that these change included."""
    files: frozenset[str] = frozenset()
    """Its own files."""


@dataclass(frozen=True, slots=True)
class Patches:
    """What variants took away, and what they did to the rows of tables."""

    removed: Mapping[str, Span] = field(default_factory=dict)
    removed_rows: frozenset[str] = frozenset()
    rows: tuple[RowPatch, ...] = ()
    own: frozenset[str] = frozenset()
    """The files of the variant itself; empty for a game that changes none."""
    tables: tuple[OtherTable, ...] = ()
    """Tables that others took the place of."""

    @classmethod
    def of(cls, patched: Sequence[Patched], own: frozenset[str]) -> "Patches":
        """Collects what several variants did."""
        removed = {name: span for one in patched for name, span in one.removed.items()}
        gone = frozenset(name for one in patched for name in one.removed_rows)
        tables = tuple(table for one in patched for table in one.tables)
        return cls(removed, gone, tuple(row for one in patched for row in one.rows), own, tables)


def combined(layers: Sequence[Layer], patched: list[Patched], found: list[Diagnostic]) -> list[Written]:
    """Puts games together: the first is the base, the others change it, in their order.

    Args:
        patched: takes up what the variants have done.
    """
    base, *others = layers
    made = Patched(base.own, found)
    patched.append(made)
    for layer in others:
        if not layer.bases:
            named = [name for one in others for name in one.bases]
            labels = tuple(Label(name.span, "changes it, or what changes it") for name in named[-2:])
            found.append(
                Diagnostic(
                    codes.VARIANT_CONFLICT,
                    f"`{_file(base.game)}` and `{_file(layer.game)}` are different games",
                    labels,
                    "only variants of one base can be combined",
                )
            )
            return made.finish()
    for layer in others:
        made.apply(layer.game, layer.own)
    known = len(found)
    _conflicts(layers, made.touches, found)
    told = {label.span for one in found[known:] for label in one.labels}
    found[:] = [one for one in found if one.code is not codes.VARIANT_MISMATCH or one.span not in told]
    return made.finish()


def _conflicts(layers: Sequence[Layer], touches: Sequence[Touch], found: list[Diagnostic]) -> None:
    """Reports what two variants change that do not know one another."""
    known = {layer.game: layer.known for layer in layers}
    by_what: dict[str, list[Touch]] = {}
    reported: set[tuple[str, str, str]] = set()
    for touch in touches:
        for earlier in by_what.setdefault(touch.what, []):
            if earlier.game == touch.game or earlier.game in known[touch.game]:
                continue
            if touch.game in known[earlier.game] or (earlier.adds and touch.adds):
                continue
            if touch.part and earlier.part and touch.part != earlier.part:
                continue
            key = (earlier.game, touch.game, touch.what)
            if key in reported:
                continue
            reported.add(key)
            part = touch.part if touch.part == earlier.part else ""
            named = f"`{part}` of `{touch.what}`" if part else f"`{touch.what}`"
            found.append(
                Diagnostic(
                    codes.VARIANT_CONFLICT,
                    f"`{_file(earlier.game)}` and `{_file(touch.game)}` both change {named}",
                    (Label(touch.span, "changed here"), Label(earlier.span, "and here")),
                    "leave one out, or let one of them change the other and say what should apply",
                )
            )
        by_what[touch.what].append(touch)


def _file(game: str) -> str:
    """Gives the name of a file without its folder."""
    return game.rsplit("/", 1)[-1]
