"""A typed line becomes a choice or a request, and requests that change nothing are answered.

Invariants:
    A number always means the choice that the menu shows it for; a whole label or identity comes next, then the
    words below, then the beginning of a label, so that no name of a game hides a choice or a word.
    Nothing is shown that the seat may not see.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from gekido_dsl.cli.fitting import fitted, fitted_boards, height
from gekido_dsl.cli.floor import explains
from gekido_dsl.cli.menu import Menu
from gekido_dsl.cli.printed import panel
from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.spoken import meant, spoken
from gekido_dsl.cli.table import draw, draw_boards, situation
from gekido_dsl.cli.telling import Teller, written_at
from gekido_dsl.cli.things import LOUD, QUIET
from gekido_dsl.engine import BoardView, Decision, Printed, Seat, View
from gekido_dsl.languages import now, text
from gekido_dsl.play.playtests import Keeping
from gekido_dsl.play.session import Session
from gekido_dsl.table.answers import named
from gekido_dsl.table.keys import keys_of, label, said_of
from gekido_dsl.table.spaces import told_of
from gekido_dsl.table.words import own_boards

PROMPT = "> "
LOG_EVENTS = 20
"""How many events `log` shows if nothing else is said."""
_RULE_LINES = 12

WORDS = {
    "<number>": text("take that choice; the first letters of a choice, or of a command below, are enough"),
    "?, help": text("show this"),
    "view": text("draw the table"),
    "show NAME": text("show what is printed on a thing, as a card, or what is on a space, as r1c2"),
    "undo [n]": text("take back your last choice, or the last n"),
    "log [n]": text("show what happened, the last 20 events or the last n"),
    "why [n]": text("explain the last event, or event n: its rule, and how its numbers came about"),
    "why not NAME": text("explain why something is not among the choices"),
    "report [n]": text("show the last report, or the last n"),
    "expected": text("show what searching bots expected from their last choices"),
    "odds": text("show how likely each result of the dice is from here"),
    "rules": text("show the rule that asks this"),
    "options": text("show the rulings that this match is played with"),
    "save FILE": text("keep the match in that file, and go on there"),
    "note TEXT": text("in a playtest, write down what you think of it here"),
    "quit": text("stop; the match can be resumed"),
}


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back a number of the person's choices."""

    count: int


class Quit:
    """Stop playing."""


@dataclass(frozen=True, slots=True)
class Save:
    """Go on in another file."""

    path: Path


Answer = int | Undo | Quit | Save


# ---------------------------------------------------------------- asking


class Conversation:
    """Asks people for their choices."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        teller: Teller,
        options: dict[str, str],
        keeping: Keeping | None = None,
    ) -> None:
        """Begins to talk.

        Args:
            options: the answer to every option of the ruleset.
            keeping: keeps what is looked up and written down, in a playtest.
        """
        self.keeping = keeping
        self.screen = screen
        self.session = session
        self.teller = teller
        self.options = options
        self._drawn: tuple[object, ...] | None = None
        self._top = 0
        """How many rows had been written when the boards were drawn last."""
        self._was_brief = False
        self._explained: dict[Seat | None, set[str]] = {}
        self._situation: list[str] = []
        self._boards: list[BoardView] = []
        self.menu = Menu(screen, session)
        self.expected: dict[Seat, str] = {}
        """What bots expected of their last choice, in words."""

    def draw_again(self) -> None:
        """Has the table drawn with the next question."""
        self._drawn = None

    def ask(self, decision: Decision) -> Answer:
        """Shows what a person needs to decide, and goes on asking until there is an answer.

        Raises:
            InputEnded: there is no more input.
        """
        view = self.session.view(decision.seat)
        self._show(view, decision)
        if self.keeping is not None:
            self.keeping.shown()
        while True:
            typed = self.screen.ask(PROMPT)
            answer = self._understand(typed, decision)
            if answer is not None:
                return answer

    def _show(self, view: View, decision: Decision) -> None:
        """Shows the question, and what has changed since the last one: the whole table when a turn begins.

        In a terminal both are drawn by the room there is, so that they are seen at once; boards that would be pushed
        off the screen by the question are drawn again.
        """
        scene = (view.seat, view.turn, view.on_turn)
        now, boards = situation(view, self.screen.marks), own_boards(view)
        known = self._explained.setdefault(view.seat, set())
        columns, marks = self.screen.width_columns, self.screen.marks
        rows, drawing = self.screen.rows, None
        # What was put side by side once stays so, lest a drawing that is still seen be pushed off the screen.
        brief = rows is not None and (self._was_brief or self.menu.rows(decision, view) >= rows)
        if scene != self._drawn:
            drawing = draw(view, columns, marks, brief=True, explained=known)
        elif boards != self._boards or (boards and self._pushed_off(decision, view, brief)):
            drawing = draw_boards(view, columns, marks, explained=known)
        if drawing is not None:
            if rows is not None:
                draws = fitted if scene != self._drawn else fitted_boards
                more = 0 if scene != self._drawn else len(now) + 1
                for sparing in (False, True) if scene != self._drawn else (brief, True):
                    room = rows - self.menu.rows(decision, view, brief=sparing) - more - 1
                    brief, drawing = sparing, draws(view, columns, room, marks, explained=known)
                    if height(drawing, columns) <= room:
                        break
                else:
                    if scene == self._drawn and boards == self._boards:
                        drawing = None  # drawn before, and there is no room to see it with the question
        if drawing is not None:
            self._top = self.screen.passed
            self.screen.say()
            self.screen.show(drawing)
        if scene == self._drawn:
            if now and [line.plain for line in now] != self._situation:
                self.screen.say()
                for line in now:
                    self.screen.say(line, indent=2)
        known.update(*(explains(board) for board in boards))
        self.menu.show(decision, view, brief=brief)
        self._was_brief = brief and rows is not None
        self._drawn, self._boards, self._situation = scene, boards, [line.plain for line in now]

    def _pushed_off(self, decision: Decision, view: View, brief: bool) -> bool:
        """Tells whether boards that were drawn are no longer to be seen with the question."""
        rows = self.screen.rows
        asked = self.menu.rows(decision, view, brief=brief)
        return rows is not None and self.screen.passed - self._top + asked > rows

    def _understand(self, typed: str, decision: Decision) -> Answer | None:
        """Finds what a line means; None after answering it or saying what is wrong."""
        choices = decision.choices
        keys = keys_of(choices, self.session.view(decision.seat))
        if not typed:
            self.screen.say(text("Type {keys}, or ? for help.", keys=said_of(keys)))
            return None
        if re.fullmatch(r"[+-]?[0-9]+", typed):
            number = typed.removeprefix("+").lstrip("0") or "0"
            if number in keys:
                return keys.index(number)
            self.screen.say(text("There is no choice {typed}; type {keys}.", typed=typed, keys=said_of(keys)))
            return None
        folded = typed.casefold()
        word, _, rest = folded.partition(" ")
        if rest or word not in _BARE_WORDS:
            whole = [
                n
                for n, choice in enumerate(choices)
                if folded
                in (spoken(label(choice)).casefold(), label(choice).casefold(), choice.id.casefold())
            ]
            if whole:
                return whole[0]
        answered, answer = self._request(word, typed[len(word) :].strip(), decision)
        if answered:
            return answer
        return self._beginning(typed, decision)

    def _beginning(self, typed: str, decision: Decision) -> Answer | None:
        folded, choices = typed.casefold(), decision.choices
        labels = [spoken(label(choice)) for choice in choices]
        found = [n for n, one in enumerate(labels) if one.casefold().startswith(folded)]
        found = found or [n for n, one in enumerate(labels) if f" {folded}" in f" {one.casefold()}"]
        if len({labels[n] for n in found}) == 1:
            return found[0]
        if found:
            keys = keys_of(choices, self.session.view(decision.seat))
            several = ", ".join(f"{keys[n]} {labels[n]}" for n in found[:6])
            more = f" {self.screen.marks.more}" if len(found) > 6 else ""
            self.screen.say(text("`{typed}` may mean {choices}", typed=typed, choices=f"{several}{more}"))
            return None
        begun = [word for word in _BARE_WORDS if word.startswith(folded)]
        if len(begun) == 1:
            return self._request(begun[0], "", decision)[1]
        near = meant(typed, [*labels, *_BARE_WORDS])
        if near:
            self.screen.say(
                text(
                    "`{typed}` is neither a choice nor a command; {near}",
                    typed=typed,
                    near=near,
                )
            )
        else:
            self.screen.say(text("`{typed}` is neither a choice nor a command; type ? for help", typed=typed))
        return None

    # ------------------------------------------------------------ requests

    def _request(self, word: str, rest: str, decision: Decision) -> tuple[bool, Answer | None]:
        """Answers a request; the first value tells whether it was one."""
        reader = decision.seat
        if self.keeping is not None and word in _LOOKS_UP and (not rest or word in ("show", "why")):
            self.keeping.asked(reader, f"{word} {rest}".strip())
        count = int(rest) if re.fullmatch(r"[0-9]{1,6}", rest) else None
        match word:
            case "?" | "help" if not rest:
                with self.screen.paged():
                    self.help()
            case "quit" | "exit" if not rest:
                return True, Quit()
            case "view" if not rest:
                with self.screen.paged():
                    self.screen.show(
                        draw(self.session.view(reader), self.screen.width_columns, self.screen.marks)
                    )
                self.menu.show(decision, self.session.view(reader))
            case "undo" if not rest:
                return True, Undo(1)
            case "undo" if count is not None and count > 0:
                return True, Undo(count)
            case "log" if not rest or count is not None:
                with self.screen.paged():
                    self.teller.log(reader, LOG_EVENTS if count is None else count)
            case "why" if rest.casefold().startswith("not ") or rest.casefold() == "not":
                self._why_not(now().untold(rest[3:].strip()))
            case "why" if not rest or count is not None:
                self._why(reader, count)
            case "report" if not rest or count is not None:
                with self.screen.paged():
                    self.teller.reports(reader, 1 if count is None else count)
            case "expected" if not rest:
                for told in self.expected.values():
                    self.screen.say(text("  {told}", told=told))
                if not self.expected:
                    self.screen.say(text("No bot has searched yet."))
            case "odds" if not rest:
                self._odds()
            case "rules" if not rest:
                self._rule(decision)
            case "options" if not rest:
                for name, answer in self.options.items():
                    self.screen.say(Text.assemble(("  " + spoken(name) + ": ", QUIET), spoken(answer)))
                if not self.options:
                    self.screen.say(text("This game has no options."))
            case "show":
                with self.screen.paged():
                    self._print(reader, now().untold(rest))
            case "save" if rest:
                return True, Save(Path(rest))
            case "note":
                self._remark(reader, rest)
            case "save":
                self.screen.say(text("Type save and the name of a file."))
            case "undo" | "log" | "why" | "report":
                self.screen.say(text("`{word}` takes a number, or nothing, after it.", word=word))
            case _:
                return False, None
        return True, None

    def _remark(self, reader: Seat, said: str) -> None:
        """Writes down what a person thinks."""
        if self.keeping is None:
            self.screen.say(text("Notes are kept in a playtest: begin one with `gdl play --playtest`."))
        elif not said:
            self.screen.say(text("Type note and what you think."))
        else:
            self.keeping.remark(reader, said)
            if self.keeping.is_kept():
                self.screen.say(text("Written down."))
            else:
                self.screen.say(text("Your note was not saved: the match is no longer being saved."))

    def _odds(self) -> None:
        """Shows how likely it is what dice decide."""
        found = self.session.executor.odds(self.session.state)
        rows = [(spoken(name), spoken(words)) for name, words in found.rows]
        width = max((len(name) for name, _ in rows), default=0)
        for name, words in rows:
            self.screen.say(f"  {name:{width}}  {words:>5}")
        for note in found.notes:
            self.screen.say(spoken(note))
        if not found.rows and not found.notes:
            self.screen.say(text("No roll of the dice decides anything here."))

    def help(self) -> None:
        """Shows what can be typed."""
        words = {spoken(word): spoken(meaning) for word, meaning in WORDS.items()}
        width = max(map(len, words))
        for word, meaning in words.items():
            self.screen.say(Text.assemble((f"  {word:{width}}", LOUD), f"  {meaning}"), indent=width + 4)

    def _why(self, reader: Seat, number: int | None) -> None:
        events = self.teller.readable(reader)
        if not events:
            self.screen.say(text("Nothing has happened yet."))
        elif number is not None and not 1 <= number <= len(events):
            self.screen.say(
                text("There is no event {number}; there are {count}.", number=number, count=len(events))
            )
        else:
            self.teller.why(reader, (number or len(events)) - 1)

    def _why_not(self, name: str) -> None:
        reasons = self.session.executor.why_not(self.session.state, name) if name else []
        for reason in reasons:
            self.screen.say(text("  {told}", told=reason))
        if not reasons:
            self.screen.say(
                text("Nothing is known of `{name}` here.", name=name)
                if name
                else text("Type why not and the name of something.")
            )

    def _print(self, reader: Seat, name: str) -> None:
        printed = self.session.executor.printed(self.session.state, name)
        if name and not printed:
            # As everywhere else, the beginning of a name will do where only one thing is called so.
            printed = self._begun(name)
        for told in printed:
            if told.kind:
                self.screen.show(panel(told, self.screen.width_columns, self.screen.marks))
            else:
                self.screen.say(text("  {name}: {told}", name=told.name, told=told.text), indent=6)
        lines = told_of(self.session.view(reader), name)
        for line in lines:
            self.screen.say(text("  {told}", told=line), indent=6)
        if not printed and not lines:
            self.screen.say(
                text("Nothing is known of `{name}`.", name=name)
                if name
                else text("Type show and the name of something.")
            )

    def _begun(self, name: str) -> list[Printed]:
        """Finds the one thing at hand whose name begins so, or has a word that does."""
        found = named(self.session.view(None), name)
        return self.session.executor.printed(self.session.state, found) if found else []

    def _rule(self, decision: Decision) -> None:
        head = [spoken(decision.rule), *map(spoken, decision.cites), *written_at(decision.span)]
        self.screen.say(Text(f"  {', '.join(head)}", QUIET))
        if decision.span is not None:
            lines = decision.span.text.splitlines()
            for line in lines[:_RULE_LINES]:
                self.screen.say(f"    {line}", indent=8)
            if len(lines) > _RULE_LINES:
                self.screen.say(f"    {self.screen.marks.more}")


_LOOKS_UP = ("?", "help", "show", "why", "rules", "odds", "options")
"""What a person types who does not know a rule or a thing by heart."""
_BARE_WORDS = (
    "?",
    "help",
    "view",
    "show",
    "undo",
    "log",
    "why",
    "report",
    "expected",
    "odds",
    "rules",
    "options",
    "save",
    "note",
    "quit",
    "exit",
)
