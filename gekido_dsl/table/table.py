"""A match at a table: messages come in, and what each viewer may know goes out.

Invariants:
    `shown` depends on nothing that the viewer's seat may not see.
    A message that does not fit is refused with a reason, and the match stays as it was.
    Nothing here waits, reads a clock or draws chance: who plays a bot's seat computes with what `due` hands out.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeGuard

from gekido_dsl.compilation import Compilation
from gekido_dsl.drawing.live import Live
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.drawing.playing_cards import faces_of
from gekido_dsl.drawing.theme import PLAYERS
from gekido_dsl.engine import Decision, Event, IllegalChoice, RuleError, Seat, Setting, State, View
from gekido_dsl.languages import Languages, authored, capital, text, told_in
from gekido_dsl.languages.pages import page_messages
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.session import NotKept, Session
from gekido_dsl.rng import Rng
from gekido_dsl.table import answers, showing
from gekido_dsl.table.answers import Message, refused
from gekido_dsl.table.as_drawn import as_drawn, pieces
from gekido_dsl.table.lessons import Lessons
from gekido_dsl.table.opening import PLAIN_KINDS, BotMaker, Due, opened, plain_bots
from gekido_dsl.table.orders import StandingOrders, may_pass
from gekido_dsl.table.people import Person, moved_on, person, worn
from gekido_dsl.table.picture import Watch, picture
from gekido_dsl.table.playtest import TablePlaytest
from gekido_dsl.table.remarks import CLOCK, add, remarks
from gekido_dsl.table.taking_back import TakingBack
from gekido_dsl.table.viewer import MIDDLE, NARROW, WIDE, WIDTHS, Viewer
from gekido_dsl.table.words import seat_name

_SEAT_SEEDS: Final = 1_000_003
"""Keeps the bots of one match apart."""
_MOST_FORCED: Final = 10_000
"""So many choices without an alternative are taken in a row."""
_SEED_BITS: Final = 0x7FFF_FFFF


class Table:
    """A match, and everybody who looks at it."""

    def __init__(
        self,
        made: Compilation,
        session: Session,
        *,
        bots: BotMaker = plain_bots,
        again: Callable[[Setting], Session] | None = None,
        takes_single_choices: bool = True,
        is_watched: bool = False,
        playtest: TablePlaytest | None = None,
        languages: Languages | None = None,
    ) -> None:
        """Lays a match on a table, one that begins or one that goes on.

        Args:
            bots: makes the bots; what they cost is up to whoever runs them.
            again: begins a new match; None for one that is recorded nowhere.
            takes_single_choices: whether a person is not asked if there is one choice only, and that tells nothing.
            is_watched: whether others may look on from elsewhere, whom it would tell something even of a single person.
            playtest: what keeps how those get on who agree; None where nothing of people is kept.
            languages: in which viewers can be spoken to; those of the program if nothing is said.
        """
        if made.game is None:
            raise ValueError(f"{made.name} has errors and cannot be played")
        self.made = made
        self.languages = languages or Languages()
        self.game = made.game
        self.look = made.look.value or PLAIN
        self.live = Live(made.game, self.look)
        self.lessons = Lessons(made, self.live)
        self._as_drawn = as_drawn(made.game, self.look)
        self.session = session
        self.paused = False
        self.here: frozenset[Seat] = frozenset()
        """The seats whose players are connected; whoever serves the table keeps it."""
        self.change = 0
        """Grows whenever anything changes that somebody may be shown."""
        players = session.header.players
        self.seats: list[str] = [*session.header.seats, *[PERSON] * players][:players]
        self._bots = bots
        self._made_bots: dict[Seat, tuple[str, Bot]] = {}
        self._again = again
        self._single = takes_single_choices
        self._watched = is_watched
        self.playtest = playtest
        self.taking_back = TakingBack(self)
        self.orders = StandingOrders()
        self.people: dict[Seat, Person] = {}
        """Who sits there, as they call themselves."""
        self.watches: dict[Seat | None, Watch] = {}
        """What is seen through the eyes of each seat."""
        self.waits_for_disk = False
        """Whether a choice that the table takes by itself could not be kept; see `go_on`."""
        self._drawn_apart = False
        """Whether a bot thought of hidden things without what its seat had been told."""
        self._offer: showing.Offer | None = None
        self._logs: dict[Seat | None, showing.Log] = {}
        self._states: dict[int, State] = {}
        self._go_on()

    # ------------------------------------------------------------ messages

    def do(self, message: Any, viewer: Viewer) -> list[Message]:
        """Does what a message asks, and gives the answers that go to its sender alone.

        Whoever serves the table then shows everybody the table anew, whose `shown` is another one.
        """
        if not isinstance(message, dict) or not isinstance(message.get("do"), str):
            return [told_in(viewer.language, refused(text("That is no message to a table.")))]
        handler = {
            "choose": self._choose, "undo": self.taking_back.undo, "redo": self.taking_back.redo,
            "allow": self.taking_back.answer, "deny": self.taking_back.answer, "pass": self._pass,
            "at": self._at, "see": self._see,
            "seat": self._seat, "pause": self._pause, "resume": self._pause, "again": self._new,
            "why": self._why, "show": self._show, "odds": self._odds, "report": self._report, "width": self._width,
            "playtest": self._playtest, "language": self._language, "name": self._name,
            "lessons": self._lesson, "lesson": self._lesson,
        }.get(message["do"])  # fmt: skip
        if handler is None:
            return [told_in(viewer.language, refused(text("A table cannot {do}.", do=message["do"][:40])))]
        answer = handler(message, viewer)
        if answer is None:
            return []
        told = told_in(viewer.language, answer)
        return [self._as_drawn.told(told, viewer)]

    def _choose(self, message: Message, viewer: Viewer) -> Message | None:
        decision, step, number = self.session.decision, message.get("step"), message.get("choice")
        if decision is None:
            return refused(text("The match is over."))
        if decision.seat not in viewer.plays or self.seats[decision.seat] != PERSON:
            return refused(text("It is not for you to decide now."))
        if self.paused:
            return refused(text("The match is paused."))
        known = len(showing.known_steps(self.session, decision.seat))
        if step != known:
            return refused(text("The match has moved on since; this is the current position."))
        if not isinstance(number, int) or isinstance(number, bool):
            return refused(text("A choice is named by its number."))
        viewer.at = None
        return self._take(number, message.get("took"))

    def _take(self, choice: int | str, took: Any = None) -> Message | None:
        seat = self.session.decision.seat if self.session.decision is not None else 0
        try:
            self.session.choose(choice)
        except IllegalChoice as error:
            return refused(text("{reason}.", reason=capital(error.args[0])))
        except RuleError as error:
            self.change += 1
            return answers.failed(error)
        self.taking_back.forget()
        self.changed()
        answer = None
        if self.playtest is not None and took is not None:
            answer = self.playtest.took(self.session, seat, took)
        self._go_on()
        return answer

    def _playtest(self, message: Message, viewer: Viewer) -> Message | None:
        if self.playtest is None:
            return refused(text("This is not a playtest; nothing about you is recorded."))
        answer = self.playtest.do(self.session, message, viewer)
        self.change += 1
        return answer

    def _looked_up(self, viewer: Viewer, what: str) -> None:
        if self.playtest is not None:
            self.playtest.asked(self.session, viewer, what)

    def time_over(self, seat: Seat, reader: Seat | None = None, *, left: bool = False) -> None:
        """Says in the log that a clock has run out.

        Args:
            reader: who alone may read it; None for everybody.
            left: whether a bot plays on there, and has not only chosen once.
        """
        said = (
            text("The time of player {number} was over, so a bot plays on there.", number=seat + 1)
            if left
            else text("The time of player {number} was over, so a bot chose.", number=seat + 1)
        )
        add(self.session, said, reader, CLOCK)
        self.rewritten()

    def changed(self) -> None:
        """Has everybody be shown the match anew."""
        self.change += 1
        self._states = {}

    def rewritten(self) -> None:
        """Has everybody be shown a log that has not only grown."""
        self._logs = {}
        self.changed()

    def forget_drawn(self) -> None:
        """Lets go of what was made of the match for viewers; it is made anew when somebody looks."""
        self._logs, self._states, self._offer = {}, {}, None

    def _go_on(self) -> None:
        """Goes on by itself where it can; what cannot be kept waits, and whatever led to it is done."""
        with contextlib.suppress(NotKept):
            self.go_on()

    def go_on(self) -> None:
        """Takes choices of people that have no alternative, and passes for those who said so.

        Raises:
            NotKept: one could not be kept; those before it were taken.
        """
        self.waits_for_disk = False
        for _ in range(_MOST_FORCED):
            decision = self.session.decision
            if decision is None or self.session.failed or self.seats[decision.seat] != PERSON:
                return
            choice = 0 if self.is_settled(decision) else self.orders.choice(decision)
            if choice is None:
                return
            try:
                self.session.choose(choice)
            except RuleError:
                return
            except NotKept:
                self.waits_for_disk = True
                raise
            self.changed()

    def is_settled(self, decision: Decision) -> bool:
        """Tells whether a choice is taken at once, as there is no other and taking it so tells nobody anything."""
        if not self._single or len(decision.choices) > 1:
            return False
        return self.is_open(decision) or (not self._watched and self.seats.count(PERSON) < 2)

    def is_open(self, decision: Decision) -> bool:
        """Tells whether everybody can work out what a question offers."""
        return not decision.secret and self.made.open_questions.is_open(decision.span)

    def is_put_to_a_person(self, decision: Decision) -> bool:
        """Tells whether a person is asked a question."""
        return self.seats[decision.seat] == PERSON and not self.is_settled(decision)

    def _pass(self, message: Message, viewer: Viewer) -> Message | None:
        """Has the table pass for a player whenever a question comes, until they take that back."""
        if message.get("on") is not True:
            self.orders.end(viewer.plays, message.get("question"), viewer.language)
            self.change += 1
            return None
        decision = self.session.decision
        if decision is None or self.paused or not self._asks(viewer) or not may_pass(decision):
            return refused(text("The table can pass for you only where you are asked and may pass."))
        self.orders.begin(decision)
        self.taking_back.forget()
        self.changed()
        self._go_on()
        return None

    def _at(self, message: Message, viewer: Viewer) -> Message | None:
        step = message.get("step")
        known = len(showing.known_steps(self.session, viewer.seat))
        if step is not None and (
            not isinstance(step, int) or isinstance(step, bool) or not 0 <= step <= known
        ):
            return refused(text("There is no such moment; there are {known} decisions.", known=known))
        viewer.at = None if step == known else step
        return None

    def _see(self, message: Message, viewer: Viewer) -> Message | None:
        seat = message.get("seat")
        if seat is not None and not self._is_seat(seat):
            return refused(text("There is no such seat."))
        if not viewer.may_see(seat):
            return refused(text("You see what your own seat sees."))
        decision = self.session.decision
        viewer.seat, viewer.handing, viewer.at = seat, None, None
        viewer.pinned = decision is None or decision.seat != seat
        return None

    def _is_seat(self, seat: Any) -> TypeGuard[Seat]:
        return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(self.seats)

    def _seat(self, message: Message, viewer: Viewer) -> Message | None:
        seat, who = message.get("seat"), message.get("who")
        if not viewer.is_host:
            return refused(text("Only the host can give a seat to somebody else."))
        if not self._is_seat(seat):
            return refused(text("There is no such seat."))
        if not isinstance(who, str) or (who != PERSON and self._bots(who, 0) is None):
            return refused(text("Nobody of that name can play here."))
        self.seats[seat] = who
        self.taking_back.request = None
        self.session.note("seat", f"{seat} {who}")
        self.changed()
        self._go_on()
        return None

    def move_on(self, by: int) -> None:
        """Has everybody sit so many seats further on, as another match is about to begin.

        Whoever serves the table says so to those who look at it; see `Viewer.move_on`.
        """
        seats = len(self.seats)
        self.seats[:] = moved_on(self.seats, by)
        self.people = {(seat - by) % seats: one for seat, one in self.people.items()}
        self.here = frozenset((seat - by) % seats for seat in self.here)
        if self.playtest is not None:
            self.playtest.move_on(by, seats)

    def _pause(self, message: Message, viewer: Viewer) -> Message | None:
        if not viewer.is_host and not viewer.plays:
            return refused(text("Spectators cannot pause the match."))
        self.paused = message["do"] == "pause"
        self.change += 1
        return None

    def _new(self, message: Message, viewer: Viewer) -> Message | None:
        if not viewer.is_host:
            return refused(text("Only the host can begin another match."))
        before = self.session.header
        seed = Rng(before.seed).next_word() & _SEED_BITS
        setting = Setting(before.players, seed, before.options)
        try:
            if self._again is not None:
                self.session = self._again(setting)
            else:
                self.session = opened(self.made, setting, self.seats, executor=self.session.executor)
        except RuleError as error:
            return answers.failed(error)
        self._logs, self._made_bots, self.watches, viewer.at = {}, {}, {}, None
        self._drawn_apart = False
        self.taking_back.forget()
        self.orders = StandingOrders()
        self.changed()
        self._go_on()
        return None

    def _language(self, message: Message, viewer: Viewer) -> Message | None:
        """Speaks to a viewer in another language; whoever serves the table says hello again."""
        found = self.languages.find(str(message.get("code")))
        if found is None:
            return refused(text("The table does not speak that language."))
        viewer.language = found
        return None

    def _width(self, message: Message, viewer: Viewer) -> Message | None:
        width = message.get("width")
        if width not in WIDTHS:
            return refused(f"A picture is {WIDE}, {MIDDLE} or {NARROW}.")
        viewer.width = width
        return None

    # ------------------------------------------------------------ questions

    def _why(self, message: Message, viewer: Viewer) -> Message | None:
        asked = str(message.get("text") or "").strip()[:200]
        self._looked_up(viewer, f"why {asked}".strip())
        if asked.casefold() == "not" or asked.casefold().startswith("not "):
            if not self._asks(viewer):
                return refused(text("Only the player who decides now can ask that."))
            executor, state = self.session.executor, self.session.state
            return self._of_a_name(
                viewer.language.untold(asked[3:].strip()), partial(answers.why_not, executor, state)
            )
        return answers.why(self._events_of(viewer), viewer.seat, asked)

    def _lesson(self, message: Message, viewer: Viewer) -> Message | None:
        """Lists the lessons, or gives a page of one; the match at the table is another one."""
        return self.lessons.do(message, viewer)

    def _report(self, message: Message, viewer: Viewer) -> Message | None:
        return answers.report(
            self._events_of(viewer), viewer.seat, str(message.get("text") or ""), viewer.language
        )

    def _events_of(self, viewer: Viewer) -> list[Event]:
        """Lists what had happened at the moment that a viewer looks at."""
        self._follow(viewer)
        known = showing.known_steps(self.session, viewer.seat)
        upto = showing.moment(self.session, known, viewer.at)
        events = list(self.session.start_events)
        for step in self.session.steps[:upto]:
            events += step.events
        return events

    def _show(self, message: Message, viewer: Viewer) -> Message | None:
        asked = str(message.get("text") or "")[:200]
        self._looked_up(viewer, f"show {asked}".strip())
        self._follow(viewer)
        state = self._state_of(viewer)
        view = self.session.executor.observe(state, viewer.seat)
        return self._of_a_name(
            viewer.language.untold(asked.strip()), partial(answers.show, self.session.executor, state, view)
        )

    def _of_a_name(self, name: str, answer: Callable[[str], Message]) -> Message:
        """Answers what is asked of a name, or of the space that is called so where spaces or cards have other names."""
        found = answer(name)
        if "refused" in found and (space := self._as_drawn.asked(name)) != name:
            return answer(space)
        return found

    def odds(self, viewer: Viewer) -> Callable[[], Message]:
        """Gives what answers a viewer who asks for odds; it may run anywhere, while the match goes on."""
        if not self._asks(viewer):
            return lambda: told_in(
                viewer.language, refused(text("Only the player who decides now can ask that."))
            )
        self._looked_up(viewer, "odds")
        work = answers.odds(self.made, self.session)
        return lambda: told_in(viewer.language, answers.odds_told(work()))

    def _odds(self, message: Message, viewer: Viewer) -> Message | None:
        return self.odds(viewer)()  # told already

    def _asks(self, viewer: Viewer) -> bool:
        """Tells whether a viewer is asked now, and looks through the eyes of whoever is asked."""
        self._follow(viewer)
        decision = self.session.decision
        return decision is not None and self._is_asked(decision, viewer)

    def _is_asked(self, decision: Decision, viewer: Viewer) -> bool:
        mine = decision.seat in viewer.plays and decision.seat == viewer.seat
        return mine and viewer.at is None and self.seats[decision.seat] == PERSON

    def colours(self, view: View) -> dict[Seat, int]:
        """Gives the colours that players have by what they own or because they chose them, by seat."""
        return self.look.colours(view) or worn(self.people, len(self.seats))

    @property
    def colours_are_free(self) -> bool:
        """Whether people choose their colours: nothing of the game has a colour of a player."""
        return self.look.screen.players == PLAYERS and not self.look.owners

    def _name(self, message: Message, viewer: Viewer) -> Message | None:
        """Takes what somebody wants to be called, and the colour that they want."""
        seat = message.get("seat", viewer.seat)
        if not self._is_seat(seat) or seat not in viewer.plays:
            return refused(text("Only the player in that seat can say who they are."))
        made = person(message.get("name"), message.get("colour"), free=self.colours_are_free)
        if made.colour and any(one.colour == made.colour for at, one in self.people.items() if at != seat):
            before = self.people.get(seat, Person())
            self._called(seat, Person(made.name, before.colour))
            return refused(text("Somebody already plays in that colour."))
        self._called(seat, made)
        return None

    def _called(self, seat: Seat, somebody: Person) -> None:
        if self.people.get(seat) == somebody:
            return
        self.people[seat] = somebody
        self.change += 1
        for watch in self.watches.values():
            watch.drawn.clear()  # pictures with the name before

    # ------------------------------------------------------------ bots

    def due(self, instead: str = "") -> Due | None:
        """Hands out the choice that a bot is to make now; None if a person decides, or nobody.

        Args:
            instead: the kind of bot that decides in the place of a person.
        """
        decision = self.session.decision
        waits = self.paused or self.taking_back.request is not None
        if decision is None or waits or (self.seats[decision.seat] == PERSON and not instead):
            return None
        if len(self.session.failed) == len(decision.choices):
            return None
        seat, kind = decision.seat, self.seats[decision.seat]
        kind = instead if kind == PERSON else kind
        known = self._made_bots.get(seat)
        if known is None or known[0] != kind:
            bot = self._bots(kind, self.session.header.seed * _SEAT_SEEDS + seat + 1)
            if bot is None:
                return None
            known = self._made_bots[seat] = (kind, bot)
        barred = frozenset(self.session.failed)
        taken = self.session.known_to(seat)
        state = self.session.state.copy()
        return Due(
            seat,
            kind,
            known[1],
            self.session.executor,
            state,
            decision,
            taken,
            barred,
            self.change,
            self._note_apart,
        )

    def _note_apart(self) -> None:
        self._drawn_apart = True

    def settle(self, due: Due, choice: int) -> Message | None:
        """Takes what a bot chose, unless the match has changed since; gives what went wrong."""
        if due.change != self.change:
            return None
        return self._take(choice)

    def step(self) -> bool:
        """Has a bot choose here and now, where nothing else can be done meanwhile; tells whether one did."""
        due = self.due()
        if due is None:
            return False
        self.settle(due, due.choose())
        return True

    # ------------------------------------------------------------ what is shown

    def hello(self, viewer: Viewer, kinds: Sequence[tuple[str, str]] = PLAIN_KINDS) -> Message:
        """Gives what a page needs once: the game, the style of its pictures, and who may play a seat.

        Args:
            kinds: what may be given as `who` of a seat, each with what a person reads.
        """
        language = viewer.language
        said: Message = {
            "game": authored(self.game.title, "game"),
            "sheet": self.look.screen.sheet,
            "language": language.code,
            "direction": language.direction,
            "lessons": len(self.lessons.all),
            "languages": [{"code": code, "name": name} for code, name in self.languages.listed()],
        }
        if language.messages:
            said["words"] = {"messages": page_messages(language), "forms": language.forms}
        if viewer.is_host:
            said["players"] = [{"kind": kind, "label": label} for kind, label in kinds]
        return {"hello": told_in(language, said)}

    def shown(self, viewer: Viewer, log_from: int = 0) -> Message:
        """Gives everything that a viewer may know now.

        Args:
            log_from: how many lines of the log they have already.
        """
        self._follow(viewer)
        session, seat = self.session, viewer.seat
        known = showing.known_steps(session, seat)
        upto = showing.moment(session, known, viewer.at)
        live = viewer.at is None
        state = self._state_of(viewer)
        decision = session.decision if live else None
        view = session.executor.observe(state, seat)
        asked = decision is not None and self._is_asked(decision, viewer) and not self.paused
        open_to_all = decision is not None and (asked or not decision.secret)
        deciding = decision.seat if decision is not None and open_to_all else None
        if asked and decision is not None and (self._offer is None or self._offer.decision is not decision):
            self._offer = showing.Offer.of(session.executor, state, decision)
        offer = self._offer if asked else None
        drawn, named, spots = picture(self, viewer, view, deciding, offer.addresses if offer else ())
        if seat not in self._logs:
            self._logs[seat] = showing.Log(session, seat, self.game, remarks(session))
        lines = self._logs[seat].upto(upto)
        made: Message = {
            "game": authored(self.game.title, "game"),
            "step": len(known) if viewer.at is None else viewer.at,
            "steps": len(known),
            "live": live,
            "seat": seat,
            "seats": showing.seats(view, self.seats, deciding, self.here, self.people, self.colours(view)),
            **showing.moment_words(view),
            "picture": drawn,
            "question": showing.question(
                offer,
                view,
                named,
                spots,
                failed=session.failed,
                takes_single_choices=self._single,
                faces=faces_of(self.game),
                pieces=pieces(self.game, view),
            )
            if offer
            else None,
            "waiting": "" if asked else showing.waiting(decision, view, self.seats, self.paused),
            "paused": self.paused,
            "hand_over": None
            if viewer.handing is None
            else {
                "seat": viewer.handing,
                "text": text("{player} is next", player=capital(seat_name(view, viewer.handing))),
            },
            "outcome": showing.outcome(session, view, self.game, self._drawn_apart) if live else None,
            "taking_back": self.taking_back.shown(viewer),
            "orders": self.orders.of(seat) if seat in viewer.plays else [],
            "playtest": self.playtest.shown(session, viewer) if self.playtest is not None else None,
            "can": {
                "undo": self.taking_back.can_undo(viewer),
                "redo": self.taking_back.can_redo(viewer),
                "see": viewer.sees_all_seats or len(viewer.plays) > 1,
                "host": viewer.is_host,
                "name": sorted(viewer.plays),
                "colour": self.colours_are_free,
            },
        }
        # The log only grows, but for what is taken back; then the number of decisions is another one, too.
        now = (made, len(lines), lines[-1:], viewer.language)
        if now != viewer.last:
            viewer.last = now
            viewer.version += 1
        begin = min(max(log_from, 0), len(lines))
        told = told_in(viewer.language, made)
        log = self._logs[seat].told(viewer.language, begin, len(lines))
        told, log = self._as_drawn.told(told, viewer), self._as_drawn.told(log, viewer)
        return {"shown": {**told, "version": viewer.version, "from": begin, "log": log}}

    def _follow(self, viewer: Viewer) -> None:
        """Has somebody with several seats look through the eyes of the one that is asked."""
        decision = self.session.decision
        asked = decision.seat if decision is not None and self.seats[decision.seat] == PERSON else None
        if viewer.handing != asked:
            viewer.handing = None
        if asked is not None and asked in viewer.plays and not viewer.pinned and viewer.at is None:
            if asked != viewer.seat and viewer.handing is None:
                if viewer.sees_all_seats or not self._is_hidden_from_others(asked):
                    viewer.seat = asked
                else:
                    viewer.seat, viewer.handing = None, asked
        known = len(showing.known_steps(self.session, viewer.seat))
        if viewer.at is not None and viewer.at > known:
            viewer.at = None

    def _is_hidden_from_others(self, seat: Seat) -> bool:
        """Tells whether a seat sees something now that not everybody sees, or decides in secret."""
        decision, state = self.session.decision, self.session.state
        if decision is not None and decision.secret:
            return True
        own = self.session.executor.observe(state, seat)
        return replace(own, seat=None) != self.session.executor.observe(state, None)

    def _state_of(self, viewer: Viewer) -> State:
        """Gives the state at the moment that a viewer looks at."""
        if viewer.at is None:
            return self.session.state
        upto = showing.moment(self.session, showing.known_steps(self.session, viewer.seat), viewer.at)
        if upto not in self._states:
            self._states = {upto: self.session.state_after(upto)}
        return self._states[upto]
