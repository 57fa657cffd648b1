"""`gdl play`: people at one keyboard, and bots, play a match.

Invariants:
    The match is in its file before the next question is asked.
    However it ends, the person reads where the match is kept and how to go on with it.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from rich.text import Text

from gekido_dsl.cli import output, settings
from gekido_dsl.cli.bots import BOTS
from gekido_dsl.cli.conversation import (
    Conversation,
    Quit,
    Save,
    Teller,
    Undo,
    tell_rule_error,
)
from gekido_dsl.cli.loading import compiled, game_of
from gekido_dsl.cli.main import FINDINGS, FINE, INTERRUPTED, USAGE
from gekido_dsl.cli.paths import RULESET, Ruleset, find
from gekido_dsl.cli.real_dice import TakenBack, TypedChance
from gekido_dsl.cli.saves import SaveFile, default_path, read_file, said
from gekido_dsl.cli.screen import InputEnded, Screen
from gekido_dsl.cli.table import LOUD, QUIET, draw, seat_name
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Decision, Executor, Outcome, RuleError, Seat, View
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.record import Header, Reading, Record
from gekido_dsl.play.session import Session, resume

_NOTHING: Final = ("pass", "done", "no")
"""The identities of choices that decline; see `engine.Decision`."""
_SEAT_SEEDS: Final = 1_000_003
"""Keeps the bots of one match apart."""


class Match:
    """A match at one keyboard, from its first question to its end."""

    def __init__(
        self,
        screen: Screen,
        session: Session,
        save: SaveFile,
        chance: TypedChance | None,
        options: dict[str, str],
        *,
        takes_single_choices: bool = True,
        hides_hands: bool = False,
    ) -> None:
        """Takes a seat at the keyboard.

        Args:
            takes_single_choices: whether a person is not asked if there is one choice only.
            hides_hands: whether the keyboard is handed over from person to person.
        """
        self.screen = screen
        self.session = session
        self.save = save
        self.chance = chance
        self.takes_single_choices = takes_single_choices
        kinds = session.header.seats
        self.people = [seat for seat, kind in enumerate(kinds) if kind == settings.HUMAN]
        self.hides_hands = hides_hands and len(self.people) > 1
        self.bots = {seat: _bot(kind, session.header.seed, seat) for seat, kind in enumerate(kinds)}
        self.teller = Teller(screen, session)
        self.conversation = Conversation(screen, session, self.teller, options)
        self._last_person: Seat | None = self.people[0] if len(self.people) == 1 else None

    def run(self) -> int:
        """Plays on to the end, and gives the exit code.

        Raises:
            InputEnded: a person was to answer, and there is no more input.
            KeyboardInterrupt: somebody pressed Ctrl-C.
        """
        while (decision := self.session.decision) is not None:
            if len(self.session.failed) == len(decision.choices):
                self.screen.say("None of the choices here can be carried out: the ruleset has a mistake.")
                if not (self._is_person(decision) and self.screen.terminal_in):
                    return FINDINGS
            self._tell()
            bot = self.bots[decision.seat]
            if bot is not None:
                taken, failed = len(self.session.steps), self.session.failed
                self._take(bot.choose(self.session.executor, self.session.state, decision, taken, failed))
            elif self._goes_by_itself(decision) and not self.session.failed:
                self._take_only(decision)
            elif not self._ask(decision):
                return FINE
        self._finish()
        return FINE

    def _is_person(self, decision: Decision) -> bool:
        return self.bots[decision.seat] is None

    def _goes_by_itself(self, decision: Decision) -> bool:
        return self.takes_single_choices and len(decision.choices) == 1

    # ------------------------------------------------------------ telling

    def _tell(self) -> None:
        """Tells what is new to whoever reads all the time: the only person, or a spectator."""
        if len(self.people) <= 1:
            self.teller.tell(self._last_person)

    def _hand_over(self, seat: Seat) -> None:
        """Tells a person what is new, after the keyboard was handed over if hands are hidden."""
        if len(self.people) <= 1:
            return
        if self.hides_hands and seat != self._last_person:
            if self._last_person is not None:
                self.screen.clear()
            self.screen.ask(f"Player {seat + 1} is next: take the keyboard, then press Enter. ")
            self.screen.clear()
            self.conversation.draw_again()
        self.teller.tell(seat, seat if self.hides_hands else None)
        self._last_person = seat

    # ------------------------------------------------------------ deciding

    def _ask(self, decision: Decision) -> bool:
        """Has a person decide; False if they stop."""
        self._hand_over(decision.seat)
        answer = self.conversation.ask(decision)
        match answer:
            case Quit():
                return False
            case Undo(count=count):
                self._undo(count)
            case Save(path=path):
                self._save(path)
            case _:
                self._take(answer)
        return True

    def _take(self, choice: int) -> None:
        if self.chance is not None:
            self.chance.fresh()
        try:
            self.session.choose(choice)
        except RuleError as error:
            tell_rule_error(self.screen, error)
            self.screen.say("The match is as it was before.")
        except TakenBack:
            if self.session.decision is not None and not self._is_person(self.session.decision):
                self._undo(1)

    def _take_only(self, decision: Decision) -> None:
        """Takes a person's only choice, and shows it unless it is to do nothing."""
        choice = decision.choices[0]
        # Who sits at the keyboard is not to read what another one decides in secret.
        reads = not decision.secret or len(self.people) == 1 or decision.seat == self._last_person
        if choice.id not in _NOTHING and reads:
            prompt = safe(decision.asked)
            told = f"{prompt}{'' if prompt.endswith('?') else ':'} {safe(choice.label)}, the only choice"
            self.screen.say(Text(f"        {told}", QUIET))
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
            self.screen.say("There is nothing to take back.")
            return
        goal = asked[max(0, len(asked) - count)]
        undone = sum(number >= goal for number in asked)
        self.session.undo(len(steps) - goal)
        self.teller.forget()
        self.conversation.draw_again()
        what = "1 decision" if undone == 1 else f"{undone} decisions"
        self.screen.say(f"Taken back: {what}.")

    def _was_asked(self, decision: Decision) -> bool:
        return self._is_person(decision) and not self._goes_by_itself(decision)

    def _save(self, path: Path) -> None:
        try:
            self.save.begin(path, self.session.log)
        except OSError as error:
            self.screen.say(f"The match cannot be saved in {path}: {said(error)}.")
        else:
            self.screen.say(f"Saved in {path}; the match goes on there.")

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
                self.screen.say(Text(line, LOUD))


def ending(outcome: Outcome, view: View) -> list[str]:
    """Words how a match ended."""
    if not outcome.finished:
        return ["The match reached its limit of turns; nobody wins."]
    names = [seat_name(view, seat) for seat in range(len(outcome.ranks))]
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        lines = [f"{winners[0]} wins."]
    elif winners:
        lines = [f"{', '.join(winners[:-1])} and {winners[-1]} share the first rank."]
    else:
        lines = ["Nobody wins."]
    if len(names) > 2:
        ranked = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
        lines += [f"  {outcome.ranks[seat]}. {names[seat]}" for seat in ranked]
    return [lines[0][:1].upper() + lines[0][1:], *lines[1:]]


def _bot(kind: str, seed: int, seat: Seat) -> Bot | None:
    """Makes the bot of a seat; None for a person."""
    return BOTS[kind](seed * _SEAT_SEEDS + seat + 1) if kind in BOTS else None


# ---------------------------------------------------------------- the command


@click.command("play")
@click.argument("ruleset", type=RULESET, required=False)
@click.option("--players", type=int, metavar="N", help="How many play; 2 if the game allows it.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=KIND",
    help="Who plays a seat: human, greedy, planner or random; seat 1 is human, the others are greedy unless said.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=ANSWER", help="Choose a ruling of the game."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Where all chance comes from; a new one if left out.",
)
@click.option(
    "--save",
    "save_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep it in this file.",
)
@click.option(
    "--resume",
    "resume_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Go on with a match that was kept.",
)
@click.option(
    "--dice",
    type=click.Choice(("seed", "ask")),
    default="seed",
    show_default=True,
    help="`ask` has you type what dice and cards at a real table bring.",
)
@click.option(
    "--auto/--no-auto",
    default=True,
    show_default=True,
    help="Take an only choice unasked.",
)
@click.option(
    "--hot-seat/--no-hot-seat",
    default=None,
    help="Hide the hands when the keyboard goes to another player; the default in a terminal.",
)
@click.option("--ascii", "plain", is_flag=True, help="Draw with plain letters and signs only.")
@output.color_option
def command(
    ruleset: Ruleset | None,
    players: int | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    seed: int | None,
    save_path: Path | None,
    resume_path: Path | None,
    dice: str,
    auto: bool,
    hot_seat: bool | None,
    plain: bool,
    colour: str,
) -> int:
    """Play a game in the terminal.

    RULESET is a file, a folder, or the name of a shipped game.

    \b
    Examples:
      gdl play gekido
      gdl play gekido --players 3 --seat 2=human --option lock-reset=at-once
      gdl play my-game.gdl --seat greedy --seed 7
    """
    screen = Screen(colour, plain)
    chance = TypedChance(screen) if dice == "ask" else None
    save = SaveFile(lambda text: screen.say(f"warning: {text}"))
    if resume_path is not None:
        if players is not None or options or seed is not None:
            raise click.UsageError("a match that is resumed has its players, options and seed already")
        opening: _New | _Old = _Old(ruleset, resume_path, seats, save_path)
    elif ruleset is None:
        raise click.UsageError("name the ruleset to be played, such as `gdl play gekido`")
    else:
        opening = _New(ruleset, players, seats, options, seed, save_path)
    session: Session | None = None
    try:
        made = opening.compiled()
        try:
            session = opening.begin(made, save, chance, screen)
        except RuleError as error:
            tell_rule_error(screen, error)
            screen.say("The match cannot be set up: the ruleset has a mistake.")
            return FINDINGS
        answers = {
            name: session.header.options.get(name, known[0]) for name, known in made.option_names.items()
        }
        hides = hot_seat if hot_seat is not None else screen.terminal_in and screen.terminal_out
        match = Match(
            screen, session, save, chance, answers, takes_single_choices=auto, hides_hands=hides
        )  # fmt: skip
        code = match.run()
        if session.decision is not None:
            _farewell(screen, save)
        return code
    except InputEnded:
        screen.say("The input ended before the match did.")
        _farewell(screen, save)
        return FINE if session is not None and session.steps else USAGE
    except KeyboardInterrupt:
        screen.say()
        _farewell(screen, save)
        return INTERRUPTED
    finally:
        save.close()


class _New:
    """A match that begins."""

    def __init__(
        self,
        ruleset: Ruleset,
        players: int | None,
        seats: Sequence[str],
        options: Sequence[str],
        seed: int | None,
        save_path: Path | None,
    ) -> None:
        self.ruleset = ruleset
        self.players = players
        self.seats = seats
        self.options = options
        self.seed = settings.new_seed() if seed is None else seed
        self.save_path = save_path

    def compiled(self) -> Compilation:
        return compiled(self.ruleset)

    def begin(self, made: Compilation, save: SaveFile, chance: TypedChance | None, screen: Screen) -> Session:
        game = game_of(made)
        count = settings.player_count(
            self.players, game.least_players, game.most_players, game.title, self.seats
        )
        header = Header(
            identity=made.identity,
            ruleset=self.ruleset.argument,
            edition=game.edition,
            players=count,
            seed=self.seed,
            options=settings.option_answers(self.options, made.option_names),
            seats=settings.seat_kinds(self.seats, count),
            engine=settings.engine_version(),
        )
        _open(save, self.save_path, game.title, self.seed, (), screen)
        _introduce(screen, game.title, header, save, self.ruleset.argument)
        return Session(made.executor(), header, save.append, chance)


class _Old:
    """A match that goes on."""

    def __init__(
        self, ruleset: Ruleset | None, path: Path, seats: Sequence[str], save_path: Path | None
    ) -> None:
        self.path = path
        self.seats = seats
        self.save_path = save_path
        self.reading, self.record = read_record(path)
        self.ruleset = ruleset if ruleset is not None else ruleset_of(self.record)

    def compiled(self) -> Compilation:
        return compiled(self.ruleset)

    def begin(self, made: Compilation, save: SaveFile, chance: TypedChance | None, screen: Screen) -> Session:
        game = game_of(made)
        before = self.record.header
        settings.player_count(before.players, game.least_players, game.most_players, game.title)
        for problem in self.reading.problems:
            screen.say(f"warning: {self.path}:{problem.line}: {problem.message}")
        kinds = settings.seat_kinds(self.seats, before.players, before.seats)
        header = replace(before, seats=kinds)
        if made.identity != before.identity or fitting(before.options, made.option_names) != before.options:
            screen.say("warning: the ruleset has changed since; the match is kept as far as it fits.")
            header = replace(
                header,
                identity=made.identity,
                ruleset=self.ruleset.argument,
                edition=game.edition,
                options=fitting(before.options, made.option_names),
                engine=settings.engine_version(),
            )
        executor: Executor = made.executor()
        resumed = resume(executor, header, self.record, save.append, chance)
        session = resumed.session
        if resumed.kept:
            screen.say(f"Resumed after {resumed.kept} decisions.")
        if resumed.stopped is not None:
            screen.say(f"Stopped after {resumed.kept} of {resumed.recorded} decisions: {resumed.stopped}.")
        goes_on = resumed.stopped is None and header == before and not self.reading.damaged
        if goes_on and self.save_path is None:
            try:
                save.go_on(self.path, self.reading)
            except OSError as error:
                screen.say(f"warning: {self.path} cannot be written: {said(error)}; the match is not saved")
        else:
            _open(save, self.save_path, game.title, header.seed, session.log, screen)
        _introduce(screen, game.title, header, save, self.ruleset.argument)
        return session


def read_record(path: Path) -> tuple[Reading, Record]:
    """Reads a saved match that the user names.

    Raises:
        click.BadParameter: there is none.
    """
    try:
        reading = read_file(path)
    except OSError as error:
        raise click.BadParameter(f"`{path}` cannot be read: {said(error)}") from error
    if reading.record is None:
        raise click.BadParameter(f"`{path}` is no saved match: {reading.problems[0].message}")
    for kind in reading.record.header.seats:
        if kind not in settings.PLAYER_KINDS:
            raise click.BadParameter(
                f"`{path}` cannot be played on: there is no kind of player called `{safe(kind)}`"
            )
    return reading, reading.record


def ruleset_of(record: Record) -> Ruleset:
    """Finds the ruleset that a match was played with, by the name it had then.

    Raises:
        click.BadParameter: it is not there.
    """
    try:
        return find(record.header.ruleset)
    except click.BadParameter as error:
        raise click.BadParameter(f"{error.message}; name the ruleset of the match as well") from error


def fitting(options: Mapping[str, str], option_names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Keeps the answers that the ruleset still knows."""
    return {name: answer for name, answer in options.items() if answer in option_names.get(name, ())}


def _open(
    save: SaveFile, path: Path | None, title: str, seed: int, lines: Sequence[str], screen: Screen
) -> None:
    """Begins the file of a match: the one that was named, or one in the user's data folder."""
    try:
        save.begin(path if path is not None else default_path(title, seed), lines)
    except OSError as error:
        if path is None:
            screen.say(f"warning: the match is not saved: {said(error)}")
            return
        hint = "; `--resume` goes on with it" if isinstance(error, FileExistsError) else ""
        raise click.BadParameter(f"`{path}` cannot be written: {said(error)}{hint}") from error


def _introduce(screen: Screen, title: str, header: Header, save: SaveFile, argument: str) -> None:
    """Says what is played, by whom, how to repeat it, and what can be typed."""
    screen.say(Text(f"{title} {screen.marks.dash} {header.players} players, seed {header.seed}", LOUD))
    who = [f"player {seat + 1} {_KINDS[kind]}" for seat, kind in enumerate(header.seats)]
    screen.say(f"{', '.join(who)[:1].upper()}{', '.join(who)[1:]}.")
    screen.say(Text(f"again: {settings.repeating('play', argument, header.setting, header.seats)}", QUIET))
    if save.path is not None:
        screen.say(Text(f"saved in {save.path}", QUIET))
    if settings.HUMAN in header.seats:
        screen.say()
        screen.say("Type the number of a choice, or the beginning of its words.")
        screen.say("view draws the table, undo takes a choice back, why explains what happened last.")
        screen.say(
            "? shows everything that can be typed; quit or Ctrl-C stops, and the match can be resumed."
        )
    screen.say()


_KINDS: Final = {
    settings.HUMAN: "is a person",
    settings.GREEDY: "is a bot that looks ahead",
    settings.PLANNER: "is a bot that plans its whole turn",
    settings.RANDOM: "is a bot that plays at random",
}


def _farewell(screen: Screen, save: SaveFile) -> None:
    if save.path is not None:
        screen.say(f"The match is saved. Go on with: gdl play --resume {shlex.quote(str(save.path))}")
    else:
        screen.say("The match was not saved.")
