"""Which texts tell of rules that have changed since they were last looked at.

Invariants:
    What a text told of when it was looked at stands in the record; what it tells of now is worked out anew. Only a
    change that matters to what the text says makes it stale (`judging`).
    A part of a rule is told of by the passages that name it; by those that tell of the whole rule, where none does.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.book.bindings import Bindings
from gekido_dsl.book.judging import Change, Judge, changes, gone_lines, nearest, pieces
from gekido_dsl.book.record import BESIDE, GONE, PASSING, Records
from gekido_dsl.book.rule_lines import without_numbers
from gekido_dsl.book.subjects import Subjects, Teller
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.names import Key

RESERVED: Final = (PASSING, BESIDE)


@dataclass(slots=True)
class Stale:
    """A text that is to be looked at again."""

    teller: Teller
    changed: list[tuple[Key | None, str, str | None, str]] = field(default_factory=list)
    """What it tells of, what that is called, what it meant and means; None where it was not told of before."""
    gone: list[str] = field(default_factory=list)
    _open: dict[str, list[Change]] = field(default_factory=dict)


class Staleness:
    """Compares the texts of one game with its records."""

    def __init__(self, bindings: Bindings, subjects: Subjects, records: Records) -> None:
        self._bindings = bindings
        self._subjects = subjects
        self._records = records
        self._naming = bindings.naming
        self._effects = frozenset(bindings.naming.game.effects)
        self._told_by_name: dict[str, set[str]] = {}
        """By how a piece of a meaning begins: the passages that are bound to what it is of."""

    # ------------------------------------------------------------ passages

    def passages(self) -> Iterator[Stale]:
        """Gives the passages that are stale, in the order of the book."""
        tellers = list(self._subjects.passages())
        for teller in tellers:
            for key in teller.keys.values():
                for head in list(pieces(self._subjects.own(key)))[:1]:
                    self._told_by_name.setdefault(head, set()).add(teller.id)
        found: list[Stale] = []
        waiting: dict[tuple[str, str], list[tuple[Stale, tuple[Key | None, str, str | None, str], bool]]] = {}
        for teller in tellers:
            passage = teller.passage
            assert passage is not None
            if not (self._records.exists or passage.inherited):
                continue
            own = self._records.own.get(passage.id, {})
            base = self._records.base.get(passage.id, {}) if passage.inherited else {}
            stale = Stale(teller)
            found.append(stale)
            for name, now in teller.told.items():
                known = [one[name] for one in (own, base) if name in one]
                if now in known:
                    continue
                entry = (teller.keys.get(name), name, known[0] if known else None, now)
                if not known:
                    stale.changed.append(entry)
                    continue
                matters, heads = self._of_passage(teller, name, known[0], now)
                if matters:
                    stale.changed.append(entry)
                else:
                    for head, speaks in heads.items():
                        waiting.setdefault((head, ""), []).append((stale, entry, speaks))
            self._passing(stale, own or base)
            stale.gone = [name for name in self._bindings.missing.get(passage, ()) if own.get(name) != GONE]
        for several in waiting.values():
            speaking = [one for one in several if one[2]]
            for stale, entry, _ in speaking or several:
                if entry not in stale.changed:
                    stale.changed.append(entry)
        yield from (one for one in found if one.changed or one.gone)

    def _of_passage(self, teller: Teller, name: str, before: str, now: str) -> tuple[bool, dict[str, bool]]:
        """Tells whether a change matters to a passage, and which rules say something else in words, by their heads:
        whether the passage speaks of what came or went."""
        judge = Judge(teller.saying)
        old, new = pieces(before), pieces(now)
        heads: dict[str, bool] = {}
        key = teller.keys[name]
        own = next(iter(new), "")
        plural = key.plural if isinstance(key, m.Kind) else ""
        for head in dict.fromkeys((*old, *new)):
            if old.get(head) == new.get(head):
                continue
            tellers = self._told_by_name.get(head, set())
            if head != own and tellers and teller.id not in tellers:
                continue  # another passage is bound to it
            row = head.removesuffix(f" of {plural}") if plural and head.endswith(f" of {plural}") else ""
            effect = head.startswith("effect ")
            for change in changes(old.get(head, []), new.get(head, [])):
                if isinstance(key, tuple) and head == own:
                    if judge.of_cell(change, self._effects):
                        return True, {}
                elif row:
                    if judge.of_cell_of_kind(change, row, self._effects):
                        return True, {}
                elif change.numeric:
                    part = head.partition(" of ")[0]
                    if judge.of_rule(change, name if head == own else part, part=head != own):
                        return True, {}
                elif not (effect and head != own and teller.id not in tellers):
                    heads[head] = heads.get(head, False) or judge.speaks_of(change)
        return False, heads

    def _passing(self, stale: Stale, known: dict[str, str]) -> None:
        """Adds lines that a text touches on, or takes a number from beside others, and that are others now."""
        judge = Judge(stale.teller.saying)
        for name, said in gone_lines(known.get(PASSING, "")):
            now = self._subjects.lines.now(name)
            if said in {one.strip() for one in now}:
                continue
            change = Change(said, nearest(said, now))
            row = name.removeprefix("row ")
            if row != name:
                matters = judge.of_row_touched(change, row)
            else:
                matters = judge.of_touched(change, name, *self._subjects.done(stale.teller, said)) or any(
                    judge.of_row_touched(change, one)
                    for one in self._subjects.rows_behind(stale.teller, said)
                )
            if matters:
                stale.changed.append((self._key(name), name, said, change.after or ""))
        for name, said in gone_lines(known.get(BESIDE, "")):
            now = self._subjects.lines.now(name)
            if said not in {one.strip() for one in now}:
                change = Change(said, nearest(said, now))
                if change.gone:
                    stale.changed.append((self._key(name), name, said, change.after or ""))

    def _key(self, name: str) -> Key | None:
        return next(iter(self._naming.find(name)), None)

    # ------------------------------------------------------------ texts

    def texts(self) -> Iterator[Stale]:
        """Gives the texts of rows and rules that are stale."""
        for teller in self._subjects.texts():
            own, base = self._records.own.get(teller.id), self._records.base.get(teller.id)
            known = own or base
            if known is None:
                continue
            stale = Stale(teller)
            for name, before in known.items():
                now = teller.told.get(name)
                other = (base or {}).get(name)
                if name in RESERVED or (now is not None and now in (before, other)):
                    continue
                key = teller.keys.get(name)
                if now is None:
                    if teller.sort == "row" and self._lost(name, before):
                        stale.changed.append((self._key(name), name, before, ""))
                    continue
                if self._of_text(teller, name, key, before, now):
                    stale.changed.append((key, name, before, now))
            self._passing(stale, known)
            if stale.changed:
                yield stale

    def _lost(self, name: str, before: str) -> bool:
        """Tells whether a rule that named a row, or a value of it, has no such line any more."""
        now = {line.strip() for line in self._subjects.lines.now(name)}
        return bool(now) and any(line.strip() not in now for line in before.splitlines())

    def new_texts(self) -> list[Teller]:
        """Lists the texts that nobody has looked at beside what they tell of, once somebody has at others."""
        every = list(self._subjects.texts())
        if not any(one.id in self._records.own for one in every):
            return []  # the record is of passages alone
        return [
            one
            for one in every
            if one.told and one.id not in self._records.own and one.id not in self._records.base
        ]

    def _of_text(self, teller: Teller, name: str, key: Key | None, before: str, now: str) -> bool:
        judge = Judge(teller.saying)
        old, new = before.splitlines(), now.splitlines()
        known = {without_numbers(line) for line in old}
        if any(without_numbers(one) not in known for one in teller.line):
            return True
        for change in changes(old, new):
            if isinstance(key, tuple):
                matters = judge.of_cell(change, self._effects)
            elif change.numeric:
                matters = judge.of_rule(change)
            elif teller.sort in ("row", "title"):
                matters = True
            elif teller.sort == "ruling":
                matters = judge.speaks_of(change) or len(old) <= 4
            else:
                matters = False
            if matters:
                return True
        return False
