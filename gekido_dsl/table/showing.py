"""A moment of a match becomes what one viewer is shown: picture, question, log and all else, as plain JSON.

Invariants:
    Everything is made of the view of the viewer's seat, of events as that seat may read them, and of the question
    if it is put to them. Decisions that others take in secret are neither told nor counted.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.drawing.playing_cards import Face
from gekido_dsl.engine import Decision, Event, Executor, RuleError, Seat, State, View
from gekido_dsl.engine.spots import Address
from gekido_dsl.languages import ENGLISH, Language, authored, capital, instead, text, told_in
from gekido_dsl.model import nodes as m
from gekido_dsl.play.session import Session, Step
from gekido_dsl.table.answers import Message, reasons, written_at
from gekido_dsl.table.as_drawn import pieces
from gekido_dsl.table.keys import keys_of
from gekido_dsl.table.names import Named
from gekido_dsl.table.orders import may_pass
from gekido_dsl.table.people import Person
from gekido_dsl.table.remarks import Remark
from gekido_dsl.table.words import drawn_apart, ending, heading, seat_name
from gekido_dsl.telling import signs

_HANDLED: Final = ("move", "flip")
"""How dice are taken up, turned and laid down again, which the roll itself tells better."""
ONLY: Final = text("You have no other choice. You are asked all the same, so that the others cannot tell.")
"""What is said with a single choice."""


def known_steps(session: Session, seat: Seat | None) -> list[int]:
    """Lists the decisions of which a seat knows, by their numbers: all but those that others took in secret."""
    return [
        number
        for number, step in enumerate(session.steps)
        if not step.decision.secret or step.decision.seat == seat
    ]


def moment(session: Session, known: Sequence[int], at: int | None) -> int:
    """Gives how many decisions had been taken when a seat knew of so many of them."""
    return len(session.steps) if at is None or at >= len(known) else known[at]


def seats(
    view: View,
    kinds: Sequence[str],
    deciding: Seat | None,
    here: frozenset[Seat],
    people: Mapping[Seat, Person],
    colours: Mapping[Seat, int],
) -> list[Message]:
    """Lists the players.

    Args:
        people: what those are called who said so.
        colours: in which colours of the sheet players are drawn, where not in those of their seats.
    """
    return [
        {
            "name": capital(seat_name(view, seat)),
            "who": kind,
            "person": people[seat].name if seat in people and kind == "person" else "",
            "colour": colours.get(seat, seat + 1),
            "turn": seat == (view.on_turn if deciding is None else deciding),
            "here": seat in here or kind != "person",
            "out": any(player.seat == seat and not player.remaining for player in view.players),
        }
        for seat, kind in enumerate(kinds)
    ]


@dataclass(frozen=True, slots=True)
class Offer:
    """What belongs to the choices of a decision; it is worked out once for each."""

    decision: Decision
    amounts: tuple[str, ...]
    about: tuple[tuple[tuple[Address, ...], ...], ...]

    @staticmethod
    def of(executor: Executor, state: State, decision: Decision) -> "Offer":
        """Works it out, for the open decision of a state."""
        return Offer(decision, executor.amounts(state), executor.spots(state))

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Everything that a choice is about."""
        return tuple(address for choice in self.about for slot in choice for address in slot)


def question(
    offer: Offer,
    view: View,
    named: Named,
    drawn: frozenset[str],
    *,
    failed: Mapping[int, RuleError],
    takes_single_choices: bool = False,
    faces: Mapping[str, Face] | None = None,
    pieces: Mapping[str, str] | None = None,
) -> Message:
    """Writes a question with its choices; for whoever is asked.

    Args:
        drawn: the names that occur in the picture.
        failed: what stood in the way of choices that cannot be carried out.
        takes_single_choices: whether a choice without an alternative is only asked where it tells others nothing.
        faces: what playing cards show, by name.
        pieces: what pieces are called that choices call by their kind.
    """
    decision, amounts, about = offer.decision, offer.amounts, offer.about
    keys = keys_of(decision.choices, view)
    choices = []
    for number, choice in enumerate(decision.choices):
        one: Message = {
            "number": number,
            "label": safe(instead(choice.label, pieces or {})),
            "note": safe(choice.note),
            "amount": safe(amounts[number]) if number < len(amounts) else "",
            "key": keys[number],
            "spots": _spots(about[number], named, drawn) if number < len(about) else [],
            "declines": choice.declines,
            "takes_back": choice.takes_back,
        }
        if (face := (faces or {}).get(choice.label)) is not None:
            one |= {"face": face.said, "red": face.look == "red", "amount": ""}
        if number in failed:
            one["failed"] = safe(failed[number].message)
        choices.append(one)
    return {
        "seat": decision.seat,
        "prompt": authored(safe(decision.asked), "question"),
        "rule": authored(safe(decision.rule)),
        "cites": [safe(cite) for cite in decision.cites],
        "place": written_at(decision.span),
        "choices": choices,
        "may_pass": may_pass(decision),
        "only": ONLY if takes_single_choices and len(choices) == 1 else "",
    }


def _spots(slots: Sequence[Sequence[Address]], named: Named, drawn: frozenset[str]) -> list[list[str]]:
    """Names what a choice is about: for each slot, everything in the picture that stands for it."""
    found = [[name for name in named.at(slot) if name in drawn] for slot in slots]
    return [names for names in found if names]


def waiting(decision: Decision | None, view: View, kinds: Sequence[str], paused: bool) -> str:
    """Says for whom a viewer waits who is not asked."""
    if decision is None:
        return ""
    if paused:
        return text("The match is paused")
    if decision.secret:
        return text("Others decide in secret")
    who = capital(seat_name(view, decision.seat))
    if kinds[decision.seat] == "person":
        return text("{player} decides", player=who)
    return text("{player} is thinking", player=who)


def entry(event: Event, reader: Seat | None, step: int) -> Message | None:
    """Writes a line of the log; None for an event that the reader may not read."""
    text = event.read_by(reader)
    if not text:
        return None
    made: dict[str, Any] = {"step": step, "text": safe(text), "kind": event.kind}
    if event.seat is not None:
        made["seat"] = event.seat
    if found := reasons(event, reader):
        made["why"] = [safe(line) for line in found]
    if event.cites:
        made["cites"] = [safe(cite) for cite in event.cites]
    if event.report is not None:
        made["report"] = authored(safe(event.report.name))
    if event.rule:
        made["rule"] = authored(safe(event.rule))
    if (at := written_at(event.span)) is not None:
        made["place"] = at
    return made


def answered(decision: Decision, label: str) -> str:
    """Puts a question and its answer into one line."""
    prompt = safe(decision.asked)
    if prompt == f"{label}?":
        return label
    if prompt.endswith("?"):
        return text("{question} {answer}", question=prompt, answer=label)
    return text("{question}: {answer}", question=prompt, answer=label)


def taken_line(taken: Step, step: int, pieces: Mapping[str, str]) -> Message:
    """Writes a choice as the player made it; only they read it.

    Args:
        pieces: what pieces were called that choices call by their kind.
    """
    decision = taken.decision
    made: Message = {
        "step": step,
        "text": answered(decision, safe(instead(taken.choice.label, pieces))),
        "kind": "choice",
        "seat": decision.seat,
        "rule": authored(safe(decision.rule)),
    }
    if decision.cites:
        made["cites"] = [safe(cite) for cite in decision.cites]
    return made


class Log:
    """The log of a match as one seat may read it; what was written once is kept."""

    def __init__(
        self, session: Session, reader: Seat | None, game: m.Game, remarks: Sequence[Remark] = ()
    ) -> None:
        self.session, self.reader, self.game = session, reader, game
        dice = [re.escape(kind.name) for kind in game.kinds.values() if kind.faces is not None]
        self._is_of_dice = re.compile(rf"(?:an? )?(?:{'|'.join(dice)})\b") if dice else None
        self._remarks = [one for one in remarks if one.is_for(reader)]
        self._lines: list[Message] = []
        self._told: dict[Language, list[Message]] = {}
        """The same in the languages of those who read it."""
        self._events = 0
        """How many events the reader has read; each bears its number, by which `why` asks for it."""
        self._known = 0
        """Of how many decisions the reader knows."""
        self._write(session.start_events)
        self._remark(0)
        self._ends = [len(self._lines)]
        """How many lines there were in the set-up, and after each decision."""

    def _write(self, events: Sequence[Event]) -> None:
        for event in events:
            if (one := entry(event, self.reader, self._known)) is not None:
                if (
                    self._is_of_dice is not None
                    and event.kind in _HANDLED
                    and self._is_of_dice.match(event.text)
                ):
                    one["kind"] = "dice"
                self._events += 1
                self._lines.append({**one, "number": self._events})

    def _remark(self, after: int) -> None:
        for one in self._remarks:
            if one.after == after:
                self._lines.append({"step": self._known, "text": one.text, "kind": "taken-back"})

    def upto(self, count: int) -> list[Message]:
        """Gives the log up to a number of decisions."""
        for number, taken in enumerate(self.session.steps[len(self._ends) - 1 :], len(self._ends) - 1):
            if taken.decision.seat == self.reader and len(taken.decision.choices) > 1:
                self._lines.append(taken_line(taken, self._known, self._called(number, taken)))
            self._known += not taken.decision.secret or taken.decision.seat == self.reader
            self._write(taken.events)
            self._remark(len(self._ends))
            self._ends.append(len(self._lines))
        return self._lines[: self._ends[count]]

    def _called(self, number: int, taken: Step) -> Mapping[str, str]:
        """Calls the pieces of a choice as its question called them, where it names any."""
        if not any(f"{kind.name} " in taken.choice.label for kind in signs.of(self.game)):
            return {}
        executor = self.session.executor
        return pieces(self.game, executor.observe(self.session.state_after(number), self.reader))

    def told(self, language: Language, begin: int, end: int) -> list[Message]:
        """Gives lines in a language; what was told once is kept."""
        if language is ENGLISH:
            return self._lines[begin:end]
        known = self._told.setdefault(language, [])
        known += (told_in(language, one) for one in self._lines[len(known) : end])
        return known[begin:end]


def lines_in_common(before: Sequence[Message], log: Sequence[Message]) -> int:
    """Tells how many lines at the beginning of a log somebody has already who was sent another."""
    pairs = enumerate(zip(before, log, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(before), len(log)))


def outcome(session: Session, view: View, game: m.Game, apart: bool) -> Message | None:
    """Says how the match ended, and by which end of the game.

    Args:
        apart: whether a bot thought of hidden things without what its seat had been told. It is told at the end, as
            when it happens hangs on what the bot knows.
    """
    found = session.outcome
    if found is None:
        return None
    lines = ending(found, view)
    return {
        "text": safe(lines[0]),
        "ranks": list(found.ranks),
        "winners": list(found.winners),
        "lines": lines[1:],
        "why": safe(_why_it_ended(session, game)),
        "bots": drawn_apart() if apart else "",
    }


def _why_it_ended(session: Session, game: m.Game) -> str:
    """Gives the condition that held, as the ruleset says it; nothing where no end of the game tells of it."""
    events = session.steps[-1].events if session.steps else session.start_events
    for event in reversed(events):
        for end in game.ends:
            at, inner = end.span, event.span
            if (
                inner is not None and at.source.name == inner.source.name
                and at.start <= inner.start and inner.end <= at.end
            ):  # fmt: skip
                condition = end.condition.span if end.condition is not None else None
                if condition is None:
                    return ""
                return " ".join(condition.source.text[condition.start : condition.end].split())
    return ""


def moment_words(view: View) -> Message:
    """Names the moment: its heading, and the phases that run."""
    return {
        "heading": heading(view),
        "phases": [authored(safe(phase), "title", "phase") for phase in view.phases],
    }
