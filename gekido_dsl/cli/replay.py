"""`gdl replay`: a saved match is shown again, decision by decision.

Invariants:
    The file is only read.
    Without a seat to read as, events are told as everybody may read them; choices are told in full, since
    whoever has the file has them.
"""

import json
import re
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from gekido_dsl.cli import output, settings
from gekido_dsl.cli.loading import compiled, game_of
from gekido_dsl.cli.main import FINDINGS, FINE
from gekido_dsl.cli.opening import NAMED, fitting, read_record, ruleset_of
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.reports import as_json, drawn
from gekido_dsl.cli.screen import InputEnded, Screen
from gekido_dsl.cli.table import draw
from gekido_dsl.cli.telling import tell_rule_error
from gekido_dsl.cli.things import LOUD, QUIET, seat_style
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Event, Outcome, RuleError, Seat
from gekido_dsl.play.record import Header, Record, Taken
from gekido_dsl.play.reports import Table, table_at, tables
from gekido_dsl.play.session import Session, Step, reopen
from gekido_dsl.table.words import ending

SCHEMA_VERSION = 1

_STEPPING = "Enter goes on, view draws the table, quit stops."


@click.command("replay")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--ruleset", type=RULESET, help="The ruleset, if it has moved since the match began.")
@click.option("--step", "steps", is_flag=True, help="Pause after each decision until Enter is pressed.")
@click.option(
    "--from",
    "first",
    type=click.IntRange(min=0),
    default=0,
    help="First decision to show; 0 is the set-up.",
)
@click.option("--to", "last", type=click.IntRange(min=0), help="Last decision to show.")
@click.option("--seat", type=click.IntRange(min=1), help="Show only what this seat may see.")
@click.option("--view", "views", is_flag=True, help="Draw the table after each decision.")
@click.option("--report", "reports", is_flag=True, help="Show only the reports of the match.")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@output.format_option("text", "json")
@output.color_option
def command(
    file: Path,
    ruleset: Ruleset | None,
    steps: bool,
    first: int,
    last: int | None,
    seat: int | None,
    views: bool,
    reports: bool,
    plain: bool,
    form: str,
    colour: str,
) -> int:
    """Replay a recorded match, decision by decision.

    FILE is a match saved by `gdl play`. With --step, type `view` to draw the table and `quit` to stop.
    """
    reading, record = read_record(file)
    if seat is not None and seat > record.header.players:
        raise click.BadParameter(f"there is no seat {seat} in a match of {record.header.players} players")
    if form == "json" and (steps or views):
        raise click.UsageError("--step and --view are for people; leave them out with --format json")
    if reports and (steps or views or first or last is not None):
        raise click.UsageError("--report shows the reports of the whole match; leave the others out")
    for problem in reading.problems:
        output.note(f"warning: {file}:{problem.line}: {problem.message}")
    made = compiled(ruleset if ruleset is not None else ruleset_of(record, NAMED))
    game = game_of(made)
    header = record.header
    settings.player_count(header.players, game.least_players, game.most_players, game.title)
    if made.identity != header.identity or fitting(header.options, made.option_names) != header.options:
        output.note("warning: the ruleset has changed since; the match is shown as far as it fits")
        known = made.option_names
        header = Header(
            made.identity, header.ruleset, game.edition, header.players, header.seed,
            fitting(header.options, known), header.seats, header.engine,
        )  # fmt: skip
    screen = Screen(colour, plain)
    try:
        session, stopped = reopen(made.executor(), header, record)
    except RuleError as error:
        tell_rule_error(screen, error)
        return FINDINGS
    reader = None if seat is None else seat - 1
    if form == "json":
        stopped = stopped or _follow_all(session, record)
        told = _as_json(session, record, stopped, reader, first, last)
        if reports:
            told = {"schema_version": SCHEMA_VERSION, "reports": _reports(session, reader)}
        output.result(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
        return FINDINGS if stopped else FINE
    if reports:
        stopped = stopped or _follow_all(session, record)
        _show_reports(session, reader, screen)
        return FINDINGS if stopped else FINE
    if steps:
        screen.say(_STEPPING)
    show = _Show(screen, session, reader, first, last, views, steps)
    screen.say(Text(f"{game.title} {screen.marks.dash} {header.players} players, seed {header.seed}", LOUD))
    try:
        stopped = show.whole(record.standing, stopped)
    except (InputEnded, _Enough):
        return FINE
    return FINDINGS if stopped else FINE


def _show_reports(session: Session, reader: int | None, screen: Screen) -> None:
    """Shows every report, under the turn or round that it is of."""
    turns = [(number, event) for number, event in enumerate(session.events) if event.kind == "turn"]
    headed = 0
    for number, table in tables(session.events, reader):
        begun = sum(at < number for at, _ in turns)
        if begun > headed:
            told = turns[begun - 1][1].read_by(reader)
            headed = begun
            screen.say(Text(told if told.startswith("Round ") else f"Turn {begun}: {told}", LOUD))
        for grid in drawn(table, screen.width_columns, screen.marks):
            screen.show(grid)


def _follow_all(session: Session, record: Record) -> str | None:
    for taken in record.standing:
        stopped = session.follow(taken)
        if stopped is not None:
            return stopped
    return None


class _Enough(Exception):
    """The person has seen enough."""


class _Show:
    """Shows a match to a person."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        reader: Seat | None,
        first: int,
        last: int | None,
        views: bool,
        steps: bool,
    ) -> None:
        self.screen = screen
        self.session = session
        self.reader = reader
        self.first = first
        self.last = last
        self.views = views
        self.steps = steps

    def whole(self, standing: tuple[Taken, ...], stopped: str | None) -> str | None:
        """Shows everything that was asked for, and gives the reason if a decision does not fit.

        Raises:
            InputEnded: there is no more input.
            _Enough: the person wants no more.
        """
        if self.first == 0:
            self._events(tuple(self.session.events))
            self._after(0)
        if stopped is None:
            for number, taken in enumerate(standing, start=1):
                if self.last is not None and number > self.last:
                    return None
                stopped = self.session.follow(taken)
                if stopped is not None:
                    break
                if number >= self.first:
                    self._step(number, self.session.steps[-1])
        if stopped is not None:
            kept = len(self.session.steps)
            self.screen.say(f"Stopped after {kept} of {len(standing)} decisions: {stopped}.")
            return stopped
        self._end()
        return None

    def _step(self, number: int, step: Step) -> None:
        if is_told(step, self.reader):
            self._choice(number, step)
        elif not step.decision.secret:
            self.screen.say(f"{number:4} player {step.decision.seat + 1} decides", QUIET)
        self._events(step.events)
        self._after(number)

    def _choice(self, number: int, step: Step) -> None:
        seat = step.decision.seat
        self.screen.say(
            Text.assemble(
                (f"{number:4} ", QUIET),
                (f"player {seat + 1}: ", f"{LOUD} {seat_style(seat)}"),
                (safe(step.decision.asked), QUIET),
                " ",
                (safe(step.choice.label), LOUD),
            ),
            indent=5,
        )

    def _events(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if not event.read_by(self.reader):
                continue
            self.screen.say(f"       {event.read_by(self.reader)}", seat_style(event.seat), indent=7)
            if event.report is not None:
                self._report(event)

    def _report(self, event: Event) -> None:
        every = self.session.events
        at = next(number for number in reversed(range(len(every))) if every[number] is event)
        made = table_at(every, at, self.reader)
        for grid in drawn(made, self.screen.width_columns, self.screen.marks) if made is not None else ():
            self.screen.show(grid)

    def _after(self, number: int) -> None:
        if self.views:
            self._view()
        while self.steps:
            typed = self.screen.ask(f"[{number}] ").casefold()
            if typed in ("q", "quit"):
                raise _Enough
            if not typed:
                return
            if re.fullmatch("v|view", typed):
                self._view()
            else:
                self.screen.say(_STEPPING)

    def _view(self) -> None:
        view = self.session.view(self.reader)
        self.screen.show(draw(view, self.screen.width_columns, self.screen.marks))

    def _end(self) -> None:
        outcome = self.session.outcome
        if outcome is None:
            self.screen.say("The match was left here.")
            return
        for line in ending(outcome, self.session.view(self.reader)):
            self.screen.say(Text(line, LOUD))


def is_told(step: Step, reader: Seat | None) -> bool:
    """Tells whether a reader learns what was asked and chosen: of others, a seat learns only what events tell."""
    return reader is None or step.decision.seat == reader


def _reports(session: Session, reader: Seat | None) -> list[dict[str, Any]]:
    return [as_json(table) for _, table in tables(session.events, reader)]


def _as_json(
    session: Session, record: Record, stopped: str | None, reader: Seat | None, first: int, last: int | None
) -> dict[str, Any]:
    header, outcome = session.header, session.outcome
    decided = sum(len(step.events) for step in session.steps)
    opening = session.events[: len(session.events) - decided]
    told = {id(session.events[number]): table for number, table in tables(session.events, reader)}
    shown = [
        {
            "number": number,
            "seat": step.decision.seat + 1,
            "prompt": step.decision.prompt if is_told(step, reader) else None,
            "choice": step.choice.id if is_told(step, reader) else None,
            "label": step.choice.label if is_told(step, reader) else None,
            "events": [_event(event, reader, told) for event in step.events if event.read_by(reader)],
        }
        for number, step in enumerate(session.steps, start=1)
        if first <= number and (last is None or number <= last)
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "ruleset": header.ruleset,
        "identity": header.identity,
        "edition": header.edition,
        "players": header.players,
        "seed": header.seed,
        "options": dict(header.options),
        "seats": list(header.seats),
        "recorded": len(record.standing),
        "setup": [_event(one, reader, told) for one in opening if one.read_by(reader)] if first == 0 else [],
        "decisions": shown,
        "stopped": stopped,
        "outcome": None if outcome is None else _outcome(outcome),
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "ranks": list(outcome.ranks),
        "finished": outcome.finished,
        "label": outcome.label or None,
        "lost": [seat + 1 for seat in outcome.lost],
    }


def _event(event: Event, reader: Seat | None, told: dict[int, Table]) -> dict[str, Any]:
    found = None if event.span is None else place(event.span)
    hidden = bool(event.private) and reader not in event.private
    return {
        "kind": event.kind,
        "text": event.read_by(reader),
        "seat": None if event.seat is None else event.seat + 1,
        "rule": event.rule,
        "file": None if found is None else found.file,
        "line": None if found is None else found.line,
        "cites": list(event.cites),
        "why": [] if hidden else list(event.why),
        **({"report": as_json(told[id(event)])} if id(event) in told else {}),
    }
