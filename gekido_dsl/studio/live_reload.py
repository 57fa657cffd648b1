"""A ruleset that is written while it is played: each good edit is on the table at once, with the same decisions.

Invariants:
    An edit with errors changes nothing on the table.
    The decisions that were made are played again as far as they go; those that no longer go wait for an edit with
    which they go again, until somebody decides otherwise.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Edit, Severity, codes, has_errors
from gekido_dsl.engine import Decision, RuleError, Setting, View
from gekido_dsl.play.record import Header, Record, Taken
from gekido_dsl.play.session import Session, Step, resume
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.text_positions import place
from gekido_dsl.table import PERSON, BotMaker, Table
from gekido_dsl.table.rules import Rules

Found = tuple[bool, list[dict[str, Any]]]
"""Whether a text has no errors, and its findings as a page is told of them."""
_MOST_FINDINGS: Final = 500
_MOST_LINES: Final = 200


@dataclass(slots=True)
class Change:
    """What an edit made of the match."""

    kept: int
    of: int
    stopped: str | None
    differs: dict[str, Any] | None
    """The first decision at which something is told differently; None if nothing is, as far as it goes."""

    @property
    def message(self) -> dict[str, Any]:
        """As a page is told."""
        return {"kept": self.kept, "of": self.of, "stopped": self.stopped, "differs": self.differs}


@dataclass
class LiveRuleset:
    """What is being written, the last good game, and the match that is played by it."""

    drafts: Drafts
    rules: Rules
    bots: BotMaker
    made: Compilation
    """The last good game."""
    table: Table
    newest: Compilation
    """What is written now, good or not."""
    script: list[Taken] = field(default_factory=list)
    """The decisions that are to be played again."""
    clock: Callable[[], float] = time.perf_counter

    @classmethod
    def opened(
        cls, drafts: Drafts, rules: Rules, bots: BotMaker, setting: Setting, seats: Sequence[str]
    ) -> "LiveRuleset":
        """Begins a match by a ruleset without errors.

        Raises:
            RuleError: the match cannot be set up.
        """
        session = Session(rules.made.executor(), rules.header(setting, seats))
        table = _table(rules.made, session, bots)
        return cls(drafts, rules, bots, rules.made, table, rules.made)

    # ------------------------------------------------------------ the text

    def check(self) -> dict[str, Any]:
        """Compiles what is written now, and has the match go on by it if it is good."""
        began = self.clock()
        made = self.newest = self.drafts.compilation()
        found = made.diagnostics
        good = made.game is not None and not has_errors(found)
        change: Change | None = None
        trouble = ""
        if good and made.identity != self.made.identity:
            try:
                change = self._go_on(made)
            except RuleError as error:
                trouble = f"The match cannot be set up: {error.message}"
        elif good:
            self._take_over(made)
        took_ms = round(1000 * (self.clock() - began))
        return {
            "good": good and not trouble,
            "findings": told_of(found),
            "trouble": trouble,
            "took_ms": took_ms,
            "change": change.message if change is not None else None,
        }

    def as_it_stands(self) -> dict[str, Any]:
        """Gives the state of the newest text, as it was checked."""
        found = self.newest.diagnostics
        good = self.newest.game is not None and not has_errors(found)
        return {"good": good, "findings": told_of(found), "trouble": "", "took_ms": 0, "change": None}

    def only_told(self, findings: list[dict[str, Any]]) -> dict[str, Any]:
        """Gives the state of a text with errors that somebody else has checked; the match stays as it is."""
        self.newest = self.drafts.compilation()
        return {"good": False, "findings": findings, "trouble": "", "took_ms": 0, "change": None}

    def unchecked(self, why: str, help: str) -> dict[str, Any]:
        """Gives the state of a text that could not be checked; what was known last stays known."""
        place = {"name": self.drafts.main, "start": 0, "end": 0, "line": 1, "column": 1}
        told = {"severity": "error", "code": codes.TOO_LARGE.slug, "message": why, "help": help, "notes": []}
        findings = [{**told, **place, "more": [], "fixes": []}]
        return {"good": False, "findings": findings, "trouble": why, "took_ms": 0, "change": None}

    def _take_over(self, made: Compilation) -> None:
        """Has words and places of the newest text be shown, where the rules mean the same."""
        if made is self.made:
            return
        session = self.table.session
        again = _again(session.header, self._script())
        resumed = resume(made.executor(), session.header, again)
        if resumed.stopped is None:
            self.made = made
            self.rules = replace(self.rules, made=made)
            self._lay(made, resumed.session)

    def _script(self) -> list[Taken]:
        """Gives the decisions to be played again: those on the table, and those behind them that waited."""
        session = self.table.session
        now = [Taken(step.decision.seat, step.choice.id, step.draws) for step in session.steps]
        undone = any('"undo":' in line[:10] for line in session.log)
        if undone or self.script[: len(now)] != now:
            self.script = now
        return self.script

    def _go_on(self, made: Compilation) -> Change:
        """Plays the same decisions by another game.

        Raises:
            RuleError: the match cannot be set up.
        """
        before = self.table.session
        script = self._script()
        assert made.game is not None
        least, most = made.game.least_players, made.game.most_players
        header = before.header
        players = min(max(header.players, least), most)
        options = {
            name: answer
            for name, answer in header.options.items()
            if answer in made.option_names.get(name, ())
        }
        seats = [*header.seats, *[PERSON] * players][:players]
        header = replace(
            header, identity=made.identity, players=players, options=options, seats=tuple(seats), example=""
        )
        resumed = resume(made.executor(), header, _again(header, script))
        if header.example != before.header.example:
            resumed = replace(resumed, stopped=resumed.stopped or "it began where an example stood")
        change = Change(
            resumed.kept, len(script), resumed.stopped, _first_difference(before, resumed.session)
        )
        self.made = made
        self.rules = replace(self.rules, made=made)
        self._lay(made, resumed.session)
        return change

    def _lay(self, made: Compilation, session: Session) -> None:
        """Puts a match on the table, with the same people at it."""
        old = self.table
        table = _table(made, session, self.bots)
        table.seats = [*old.seats, *[PERSON] * len(table.seats)][: len(table.seats)]
        table.paused, table.here, table.change = old.paused, old.here, old.change + 1
        self.table = table

    def begin(self, setting: Setting, seats: Sequence[str]) -> None:
        """Begins another match.

        Raises:
            RuleError: it cannot be set up.
        """
        self.lay(Session(self.made.executor(), self.rules.header(setting, seats)))
        self.table.seats = list(seats)

    def lay(self, session: Session) -> None:
        """Puts a match on the table that begins."""
        change, here = self.table.change, self.table.here
        self.table = _table(self.made, session, self.bots)
        self.table.change, self.table.here, self.script = change + 1, here, []

    def different(self, before: Compilation) -> list[str]:
        """Says what is different from another good game, a line each; the first line counts it."""
        from gekido_dsl import diff
        from gekido_dsl.diff.render import text as told

        _, *lines = told(diff.compare(before, self.made, looks=False)).splitlines()
        return lines[:_MOST_LINES]

    def counts_by(self, before: Compilation) -> dict[str, int] | None:
        """Counts what lies in each place when the match on the table begins by another good game; None if it cannot."""
        header = self.table.session.header
        if before.game is None or header.example:
            return None
        known = {
            name: answer
            for name, answer in header.options.items()
            if answer in before.option_names.get(name, ())
        }
        players = min(max(header.players, before.game.least_players), before.game.most_players)
        executor = before.executor()
        try:
            state, _ = executor.initial(Setting(players, header.seed, known))
        except RuleError:
            return None
        return _numbers(executor.observe(state, None))

    def counted(self, was: Mapping[str, int] | None) -> list[str]:
        """Says where other numbers of things lie when the match on the table begins, a line each."""
        if was is None:
            return []
        session = self.table.session
        now = _numbers(session.executor.observe(session.state_after(0), None))
        return [
            f"{name}: {now.get(name, 0)} instead of {was.get(name, 0)} at the start"
            for name in dict.fromkeys([*now, *was])
            if was.get(name, 0) != now.get(name, 0)
        ]


def _numbers(view: View) -> dict[str, int]:
    """Tells how many things lie in each place, those of all players together."""
    found: Counter[str] = Counter()
    for held in (*view.places, *(each for player in view.players for each in player.places)):
        found[held.name] += held.count
    for board in view.boards:
        found[board.name] += sum(len(space.things) for space in board.spaces)
    return dict(found)


def _table(made: Compilation, session: Session, bots: BotMaker) -> Table:
    def again(setting: Setting) -> Session:
        return Session(session.executor, replace(session.header, seed=setting.seed))

    return Table(made, session, bots=bots, again=again)


def _again(header: Header, script: Sequence[Taken]) -> Record:
    return Record(header, tuple(script))


def _first_difference(before: Session, after: Session) -> dict[str, Any] | None:
    """Finds the first decision that is asked or answered differently."""
    if [one.text for one in before.start_events] != [one.text for one in after.start_events]:
        return {"step": 0, "text": "The set-up goes another way."}
    for number, (one, other) in enumerate(zip(before.steps, after.steps, strict=False)):
        text = _different(one, other)
        if text:
            return {"step": number + 1, "text": text}
    number = min(len(before.steps), len(after.steps))
    if len(before.steps) > number:
        was, now = before.steps[number].decision, after.decision
        text = "The match is over here." if now is None else _asked_differently(was, now)
        return {"step": number + 1, "text": text or f"“{was.asked}” is answered differently."}
    return None


def _asked_differently(was: Decision, now: Decision) -> str:
    """Says in a sentence how a question differs; nothing if it does not."""
    if was.asked != now.asked or was.seat != now.seat:
        return f"“{now.asked}” is asked of player {now.seat + 1}, and “{was.asked}” was of player {was.seat + 1}."
    before, after = ([choice.label for choice in one.choices] for one in (was, now))
    if before == after:
        return ""
    new = [label for label in after if label not in before]
    gone = [label for label in before if label not in after]
    parts = [f"{', '.join(new[:3])} can be chosen now"] if new else []
    parts += [f"{', '.join(gone[:3])} can no longer be chosen"] if gone else []
    return f"“{now.asked}”: {'; '.join(parts) or 'the choices have another order'}."


def _different(one: Step, other: Step) -> str:
    """Says in a sentence how a decision differs; nothing if it does not."""
    text = _asked_differently(one.decision, other.decision)
    if text:
        return text
    told_before, told_after = ([event.text for event in step.events] for step in (one, other))
    for text, now in zip(told_before, told_after, strict=False):
        if text != now:
            return f"“{now}”, and before: “{text}”."
    if len(told_before) != len(told_after):
        longer = told_after if len(told_after) > len(told_before) else told_before
        extra = longer[min(len(told_before), len(told_after))]
        return f"“{extra}” {'happens now' if longer is told_after else 'no longer happens'}."
    return ""


def told_of(found: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Writes findings as a page is told of them, as many as it shows."""
    return [finding(one) for one in found[:_MOST_FINDINGS]]


def finding(found: Diagnostic) -> dict[str, Any]:
    """Writes a finding as a page is told of it."""
    from gekido_dsl.language.fixes import fixes

    span = found.span
    return {
        "severity": {Severity.ERROR: "error", Severity.WARNING: "warning"}.get(found.severity, "note"),
        "code": found.code.slug,
        "message": found.message,
        "help": found.help or "",
        "notes": list(found.notes),
        **(place(span) if span is not None else {"name": "", "start": 0, "end": 0, "line": 1, "column": 1}),
        "cell": "sheet {}, {}".format(*span.cell) if span is not None and span.cell is not None else "",
        "more": [{**place(one.span), "text": one.text} for one in found.labels[1:]],
        "fixes": [{"title": fix.title, "edits": edits(fix.edits)} for fix in fixes(found)],
    }


def edits(found: Sequence[Edit]) -> list[dict[str, Any]]:
    """Writes changes to texts as a page is told of them."""
    return [{**place(one.span), "text": one.replacement} for one in found]
