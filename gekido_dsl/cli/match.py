"""A match at one keyboard, from its first question to its end.

Invariants:
    The match is in its file before the next question is asked.
"""

import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from gekido_dsl.cli.bots import bot_maker
from gekido_dsl.cli.conversation import Conversation, Quit, Save, Undo
from gekido_dsl.cli.main import FINDINGS, FINE
from gekido_dsl.cli.playtesting import Playtest
from gekido_dsl.cli.real_dice import TakenBack, TypedChance
from gekido_dsl.cli.saves import SaveFile, said
from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.table import draw
from gekido_dsl.cli.telling import Teller, tell_rule_error
from gekido_dsl.cli.things import LOUD, QUIET
from gekido_dsl.engine import Decision, RuleError, Seat
from gekido_dsl.languages import figure, joined, plural, text
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.peeking import seen_since
from gekido_dsl.play.search import SearchBot
from gekido_dsl.play.session import Session
from gekido_dsl.table import Due, remarks
from gekido_dsl.table.keys import label
from gekido_dsl.table.pace import Pace
from gekido_dsl.table.showing import ONLY, answered
from gekido_dsl.table.taking_back import SEEN, WAS_SEEN
from gekido_dsl.table.words import drawn_apart, ending

if TYPE_CHECKING:
    from gekido_dsl.learning.player import Player

_SEAT_SEEDS: Final = 1_000_003
"""Keeps the bots of one match apart."""
_LEAST_S: Final = 0.25
"""So long a bot takes at a terminal where its time could tell what it holds."""
_MOST_UNASKED: Final = 5_000
"""How many decisions are taken until a person is asked; bots alone may play a match without an end."""


class Match:
    """A match at one keyboard, from its first question to its end."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        save: SaveFile,
        chance: TypedChance | None,
        options: dict[str, str],
        is_open: Callable[[Decision], bool],
        *,
        takes_single_choices: bool = True,
        hides_hands: bool = False,
        playtest: Playtest | None = None,
        trained: "Callable[[], Player] | None" = None,
    ) -> None:
        """Takes a seat at the keyboard.

        Args:
            is_open: tells whether everybody can work out what a question offers.
            takes_single_choices: whether a person is not asked if there is one choice only, and that tells nothing.
            hides_hands: whether the keyboard is handed over from person to person.
            playtest: what keeps how people get on; None if nobody wants to know.
            trained: gives the trained player.
        """
        self.screen = screen
        self.session = session
        self.save = save
        self.chance = chance
        self.is_open = is_open
        self.pace = Pace(_LEAST_S, is_open)
        self.takes_single_choices = takes_single_choices
        kinds = session.header.seats
        self.people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
        self.hides_hands = hides_hands and len(self.people) > 1
        seed = session.header.seed
        self.bots = {seat: _bot(kind, seed, seat, trained) for seat, kind in enumerate(kinds)}
        self.teller = Teller(screen, session)
        self.playtest = playtest
        keeping = playtest.keeping(session, save) if playtest is not None else None
        self.keeping = keeping
        self.conversation = Conversation(screen, session, self.teller, options, keeping)
        self._read: dict[Seat, int] = {seat: len(session.notes) for seat in self.people}
        """How many notes each person has read."""
        self._drawn_apart = False
        """Whether a bot thought of hidden things without what its seat had been told."""
        self._last_person: Seat | None = self.people[0] if len(self.people) == 1 else None

    def run(self) -> int:
        """Plays on to the end, and gives the exit code.

        Raises:
            InputEnded: a person was to answer, and there is no more input.
            KeyboardInterrupt: somebody pressed Ctrl-C.
        """
        unasked = 0
        while (decision := self.session.decision) is not None:
            if unasked == _MOST_UNASKED:
                self._tell()
                self.screen.say(
                    text(
                        "Stopped after {count} decisions without asking a person. Continue with `--resume`.",
                        count=unasked,
                    )
                )
                return FINDINGS
            unasked += 1
            if len(self.session.failed) == len(decision.choices):
                self.screen.say(
                    text("None of the choices here can be carried out: the ruleset has a mistake.")
                )
                if not (self._is_person(decision) and self.screen.terminal_in):
                    return FINDINGS
            self._tell()
            bot = self.bots[decision.seat]
            if bot is not None:
                with self.screen.thinking(text("Player {number} is thinking…", number=decision.seat + 1)):
                    choice = self._bots_choice(bot, decision)
                if isinstance(bot, SearchBot) and bot.expected:
                    self.conversation.expected[decision.seat] = _expected(bot, choice, decision.seat)
                self._take(choice)
            elif self._goes_by_itself(decision) and not self.session.failed:
                self._take_only(decision)
            elif not self._ask(decision):
                return FINE
            else:
                unasked = 0
        self._finish()
        return FINE

    def _is_person(self, decision: Decision) -> bool:
        return self.bots[decision.seat] is None

    def _goes_by_itself(self, decision: Decision) -> bool:
        """Tells whether there is one choice only, and others at the keyboard learn nothing from it."""
        if not self.takes_single_choices or len(decision.choices) > 1:
            return False
        return not self.hides_hands or self.is_open(decision)

    def _note_apart(self) -> None:
        self._drawn_apart = True

    def _bots_choice(self, bot: Bot, decision: Decision) -> int:
        """Has a bot choose; at a terminal it takes equally long whatever it has to choose from."""
        session = self.session
        taken, barred = session.known_to(decision.seat), frozenset(session.failed)
        kind = session.header.seats[decision.seat]
        state = session.state.copy()
        due = Due(
            decision.seat,
            kind,
            bot,
            session.executor,
            state,
            decision,
            taken,
            barred,
            len(session.steps),
            self._note_apart,
        )
        began = time.monotonic()
        choice = due.choose()
        if (
            self.people
            and self.screen.terminal_in
            and self.screen.terminal_out
            and not self.is_open(decision)
        ):
            self.pace.asked(due, began)
            time.sleep(max(0.0, self.pace.answers_at(due, choice, time.monotonic()) - time.monotonic()))
        return choice

    # ------------------------------------------------------------ telling

    def _tell(self) -> None:
        """Tells what is new to whoever reads all the time: the only person, or a spectator."""
        if len(self.people) <= 1:
            with self.screen.paged() if self.people else nullcontext():
                self.teller.tell(self._last_person)

    def _hand_over(self, seat: Seat) -> None:
        """Tells a person what is new, after the keyboard was handed over if hands are hidden."""
        if len(self.people) <= 1:
            return
        if self.hides_hands and seat != self._last_person:
            if self._last_person is not None:
                self.screen.clear()
            self.screen.ask(
                text("Player {number} is next: take the keyboard, then press Enter. ", number=seat + 1)
            )
            self.screen.clear()
            self.conversation.draw_again()
        with self.screen.paged():
            self.teller.tell(seat, seat if self.hides_hands else None)
        self._last_person = seat

    # ------------------------------------------------------------ deciding

    def _ask(self, decision: Decision) -> bool:
        """Has a person decide; False if they stop."""
        self._hand_over(decision.seat)
        self._tell_remarks(decision.seat)
        if self.takes_single_choices and len(decision.choices) == 1 and not self.session.failed:
            self.screen.say(Text(spoken(ONLY), QUIET))
        self.teller.asked()
        answer = self.conversation.ask(decision)
        match answer:
            case Quit():
                return False
            case Undo(count=count):
                self._undo(count)
            case Save(path=path):
                self._save(path)
            case _:
                taken = len(self.session.steps)
                self._take(answer)
                if self.keeping is not None and len(self.session.steps) > taken:
                    self.keeping.took(decision.seat)
        return True

    def _take(self, choice: int) -> None:
        if self.chance is not None:
            self.chance.fresh()
        try:
            self.session.choose(choice)
        except RuleError as error:
            tell_rule_error(self.screen, error)
            self.screen.say(text("The match is as it was before."))
        except TakenBack:
            if self.session.decision is not None and not self._is_person(self.session.decision):
                self._undo(1)

    def _take_only(self, decision: Decision) -> None:
        """Takes a person's only choice, and shows it unless it is to do nothing."""
        choice = decision.choices[0]
        # Who sits at the keyboard is not to read what another one decides in secret.
        reads = not decision.secret or len(self.people) == 1 or decision.seat == self._last_person
        if not choice.declines and reads:
            told = text(
                "{question_and_answer}, the only choice",
                question_and_answer=answered(decision, label(choice)),
            )
            self.screen.say(Text(f"        {spoken(told)}", QUIET))
        self._take(0)

    def _undo(self, count: int) -> None:
        """Takes back to the question that a person answered `count` answers ago."""
        steps = self.session.steps
        now = self.session.decision
        asker = now.seat if now is not None and self._is_person(now) else self._last_person
        asked = [
            number
            for number, step in enumerate(steps)
            if self._was_asked(step.decision) and (not step.decision.secret or step.decision.seat == asker)
        ]
        if not asked:
            self.screen.say(text("There is nothing to take back."))
            return
        goal = asked[max(0, len(asked) - count)]
        undone = sum(number >= goal for number in asked)
        what = plural("1 decision", "{count} decisions", undone)
        seen = seen_since(self.session, goal, self.people)
        others = any(steps[number].decision.seat != asker for number in asked if number >= goal)
        how = [WAS_SEEN] if seen else []
        if len(self.people) > 1 and (seen or others):
            asked_of_all = [text("Take back {decisions}?", decisions=what), *([SEEN] if seen else [])]
            asked_of_all.append(text("Do the others agree? (yes/no) "))
            if not self._agrees(self.screen.ask(joined(" ", asked_of_all))):
                self.screen.say(text("Nothing was taken back."))
                return
            how.append(text("The others agreed."))
        self.session.undo(len(steps) - goal)
        self.teller.forget()
        self.conversation.draw_again()
        self.screen.say(joined(" ", [text("Taken back: {decisions}.", decisions=what), *how]))
        if seen or len(self.people) > 1:
            taker = steps[goal].decision.seat + 1
            said = text("Player {number} takes back {decisions}.", number=taker, decisions=what)
            remarks.add(self.session, joined(" ", [said, *how]))
            if asker is not None:
                self._read[asker] = len(self.session.notes)

    def _tell_remarks(self, seat: Seat) -> None:
        """Tells a person what was taken back since they read last; where hands are hidden they have not seen it."""
        if self.hides_hands:
            for _, note in self.session.notes[self._read.get(seat, 0) :]:
                if note.kind in (remarks.PUBLIC, remarks.CLOCK):
                    self.screen.say(Text(spoken(note.text), QUIET))
        self._read[seat] = len(self.session.notes)

    @staticmethod
    def _agrees(answer: str) -> bool:
        """Tells whether an answer is yes, in the language spoken here or in English."""
        return answer[:1].casefold() in ("y", spoken(text("yes"))[:1].casefold()) if answer else False

    def _was_asked(self, decision: Decision) -> bool:
        return self._is_person(decision) and not self._goes_by_itself(decision)

    def _save(self, path: Path) -> None:
        try:
            self.save.begin(path, self.session.log)
        except OSError as error:
            self.screen.say(
                text("The match cannot be saved in {path}: {reason}.", path=str(path), reason=said(error))
            )
        else:
            self.screen.say(text("Saved in {path}; the match continues in that file.", path=str(path)))

    # ------------------------------------------------------------ the end

    def _finish(self) -> None:
        reader = self._last_person if len(self.people) == 1 else None
        self.teller.tell(reader, self._last_person if self.hides_hands else None)
        view = self.session.view(reader)
        self.screen.say()
        self.screen.show(draw(view, self.screen.width_columns, self.screen.marks))
        self.screen.say()
        outcome = self.session.outcome
        if outcome is not None:
            for line in ending(outcome, view):
                self.screen.say(Text(spoken(line), LOUD))
            if self._drawn_apart:
                self.screen.say(drawn_apart())
        if self.playtest is not None and self.keeping is not None:
            self.playtest.ask(self.screen, self.keeping, self.people)


def _expected(bot: SearchBot, choice: int, seat: Seat) -> str:
    """Says what a bot expected of a choice; nothing of what else it could have chosen, which may be hidden."""
    others = [one.worth for number, one in enumerate(bot.expected) if number != choice and one.visits]
    worth, made = f"{100 * bot.expected[choice].worth:.0f}", figure(f"{bot.made:,}")
    if others:
        return text(
            "player {number} expected {worth} of 100, the best other one {best}; {made} playouts",
            number=seat + 1, worth=worth, best=f"{100 * max(others):.0f}", made=made,
        )  # fmt: skip
    return text(
        "player {number} expected {worth} of 100; {made} playouts", number=seat + 1, worth=worth, made=made
    )


def _bot(kind: str, seed: int, seat: Seat, trained: "Callable[[], Player] | None" = None) -> Bot | None:
    """Makes the bot of a seat; None for a person."""
    maker = bot_maker(kind, trained)
    return maker(seed * _SEAT_SEEDS + seat + 1) if maker is not None else None
