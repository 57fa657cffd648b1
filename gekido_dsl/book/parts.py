"""What belongs to a declaration and is told with it, and what only serves the machine.

Invariants:
    What a declaration consists of, its facts, rows and exceptions, is told with it.
    A definition, a value, an amount, a rule or an effect that one other declaration alone uses is a part of that one.
    Reports, aims and scenarios, facts that the log is silent about, and what only these use, are nothing that players
    need.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EffectType, ListType, Type
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Span


class Parts:
    """How the declarations of one game hang together."""

    def __init__(self, game: m.Game) -> None:
        self.game = game

    @cached_property
    def whole(self) -> tuple[m.Decl, ...]:
        """Every declaration that stands for itself, in the order of the reference."""
        game = self.game
        single = [one for one in (game.setup, game.turn, game.aim, game.position) if one is not None]
        return (*game.declarations(), *game.damages, *single, *game.ends)

    @cached_property
    def users(self) -> dict[m.Decl, tuple[m.Decl, ...]]:
        """By declaration: those that refer to it, itself left out."""
        found: dict[m.Decl, dict[m.Decl, None]] = {decl: {} for decl in self.whole}
        for user in self.whole:
            for used in _used(user, self.game):
                if used is not user and used in found:
                    found[used].setdefault(user)
        for kind in self.game.kinds.values():
            for effect in self._effects(kind):
                found.setdefault(effect, {}).setdefault(kind)
        return {decl: tuple(users) for decl, users in found.items()}

    def _effects(self, kind: m.Kind) -> Iterator[m.Procedure]:
        """Gives the effects that rows of a kind have."""
        for number in range(len(kind.rows)):
            yield from self.effects_of(kind, number)

    def effects_of(self, kind: m.Kind, number: int) -> Iterator[m.Procedure]:
        """Gives the effects that a row has."""
        row = kind.rows[number]
        for field in kind.fields.values():
            for call in _calls(field.type, row.values.get(field.name, NONE)):
                if call < len(self.game.effect_calls):
                    yield self.game.effect_calls[call][0]

    @cached_property
    def machine(self) -> frozenset[m.Decl]:
        """What only serves the machine."""
        game = self.game
        found: set[m.Decl] = {*game.reports.values()}
        if game.aim is not None:
            found.add(game.aim)
        helpers = [one for one in self.whole if isinstance(one, m.Definition | m.Property | m.Amount)]
        grows = True
        while grows:
            grows = False
            for one in helpers:
                users = self.users.get(one, ())
                if one not in found and users and all(user in found for user in users):
                    found.add(one)
                    grows = True
        return frozenset(found)

    @cached_property
    def _parts(self) -> dict[m.Decl, list[m.Decl]]:
        found: dict[m.Decl, list[m.Decl]] = {}
        for part, whole in self.part_of.items():
            found.setdefault(whole, []).append(part)
        return found

    def above(self, decl: m.Decl) -> m.Decl | None:
        """Gives the declaration beneath which another stands, as a part of it; None for one that stands by itself."""
        whole = self.part_of.get(decl)
        is_word = isinstance(decl, m.Definition | m.Property | m.Amount)
        return whole if whole is not None and whole not in self.machine and is_word else None

    def beneath(self, whole: Key) -> tuple[m.Decl, ...]:
        """Lists the declarations that stand beneath another, in order."""
        return self._beneath.get(whole, ())

    @cached_property
    def _beneath(self) -> dict[Key, tuple[m.Decl, ...]]:
        return {
            whole: tuple(part for part in found if self.above(part) is not None)
            for whole, found in self._parts.items()
        }

    @cached_property
    def part_of(self) -> dict[m.Decl, m.Decl]:
        """What is a part of one other declaration."""
        found: dict[m.Decl, m.Decl] = {}
        for decl in self.whole:
            users = [one for one in self.users.get(decl, ()) if one not in self.machine]
            helper = isinstance(decl, m.Definition | m.Property | m.Amount) or (
                isinstance(decl, m.Procedure) and decl.word in ("rule", "effect")
            )
            if helper and len(users) == 1 and decl not in self.machine:
                found[decl] = users[0]
            elif isinstance(decl, m.Kind) and decl.parent is not None and decl.column:
                found[decl] = decl.parent
        for decl in list(found):  # a circle has no whole that it belongs to
            seen = {decl}
            at = found.get(decl)
            while at is not None and at not in seen:
                seen.add(at)
                at = found.get(at)
            if at is not None:
                found.pop(decl, None)
        return found

    def direct(self, whole: Key) -> list[m.Decl]:
        """Lists what is a part of a declaration, without the parts of that."""
        return self._parts.get(whole, []) if isinstance(whole, m.Decl) else []

    def parts(self, whole: m.Decl) -> list[m.Decl]:
        """Lists what is a part of a declaration, and the parts of that."""
        found: list[m.Decl] = []
        if isinstance(whole, m.Kind):
            found += self._effects(whole)
        for part in self._parts.get(whole, ()):
            found += [part, *self.parts(part)]
        return list(dict.fromkeys(found))

    def needed(self) -> list[m.Decl]:
        """Lists the declarations that players need to be told of."""
        settled = {ruling.option for ruling in self.game.rulings}
        return [
            decl
            for decl in self.whole
            if decl not in self.machine
            and not (isinstance(decl, m.Option) and decl.name in settled)
            and not (isinstance(decl, m.Enum) and decl.anonymous)
        ]


def _calls(kind: Type, value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        inner = kind.item if isinstance(kind, ListType) else kind
        for one in value:
            yield from _calls(inner, one)
    elif isinstance(kind, EffectType) and isinstance(value, int) and value >= 0:
        yield value


def _used(decl: m.Decl, game: m.Game) -> Iterator[m.Decl]:
    """Gives the declarations that one refers to, its columns and facts included."""
    for field in fields(decl):
        if field.name in ("span", "name_span", "owner") and not isinstance(getattr(decl, field.name), m.Kind):
            continue
        yield from _within(getattr(decl, field.name))
    for fact in (
        getattr(decl, "fields", {}).values() if isinstance(getattr(decl, "fields", None), dict) else ()
    ):
        for field in fields(fact):
            if field.name not in ("span", "name_span", "owner"):
                yield from _within(getattr(fact, field.name))


def _within(value: Any) -> Iterator[m.Decl]:
    if isinstance(value, m.Decl):
        if isinstance(value, m.Field):
            if value.owner is not None:
                yield value.owner
        else:
            yield value
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from _within(one)
    elif isinstance(value, m.Expr):
        yield from _within((value.type, value.args, value.ref))
    elif is_dataclass(value) and not isinstance(value, type | Span | m.Row | m.Sign):
        for field in fields(value):
            if field.name != "span":
                yield from _within(getattr(value, field.name))
