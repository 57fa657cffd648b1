"""How a match begins, or goes on from its file.

Invariants:
    A match that goes on is kept in its own file as long as the file is whole and the ruleset is as it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from rich.text import Text

from gekido_dsl import __version__
from gekido_dsl.cli import settings
from gekido_dsl.cli.bots import executor_of
from gekido_dsl.cli.loading import compiled, game_of
from gekido_dsl.cli.paths import Ruleset, find
from gekido_dsl.cli.real_dice import TypedChance
from gekido_dsl.cli.saves import Held, SaveFile, default_path, read_file, said
from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.things import LOUD, QUIET
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import suggest
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Executor
from gekido_dsl.files import LIBRARY_PREFIX
from gekido_dsl.languages import capital, done, joined, message, plural, tell, text
from gekido_dsl.model import nodes as m
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.record import Header, Reading, Record
from gekido_dsl.play.session import Session, resume
from gekido_dsl.scenario.opening import FromExample, NoPosition


class New:
    """A match that begins."""

    def __init__(
        self,
        ruleset: Ruleset,
        players: int | None,
        seats: Sequence[str],
        options: Sequence[str],
        seed: int | None,
        save_path: Path | None,
        manner: Sequence[str] = (),
        example: str | None = None,
        *,
        web: bool = False,
    ) -> None:
        """Takes what the command line says.

        Args:
            manner: options that say how the match is played, repeated with it.
            example: words of the title of the example whose position it begins from; None for the set-up.
        """
        self.example = example
        self.web = web
        self.manner = manner
        self.ruleset = ruleset
        self.players = players
        self.seats = seats
        self.options = options
        self.seed = settings.new_seed() if seed is None else seed
        self.save_path = save_path

    def compiled(self) -> Compilation:
        """Compiles the ruleset."""
        return compiled(self.ruleset)

    def begin(self, made: Compilation, save: SaveFile, chance: TypedChance | None, screen: Screen) -> Session:
        """Sets the match up, says what is played, and begins its file."""
        game = game_of(made)
        options = settings.option_answers(self.options, made.option_names)
        example = example_of(game, self.example) if self.example is not None else None
        if example is not None:
            count = example.players or game.least_players
            if self.players not in (None, count):
                raise click.BadParameter(f"the example is for {count} players", param_hint="'--players'")
            options = {name: game.options[name].answers.members[k] for name, k in example.options.items()}
        else:
            count = settings.player_count(
                self.players, game.least_players, game.most_players, game.title, self.seats
            )
        header = Header(
            identity=made.identity,
            ruleset=self.ruleset.argument,
            edition=game.edition,
            players=count,
            seed=self.seed,
            options=options,
            seats=_kinds(settings.seat_kinds(self.seats, count, seated=self.web), self.web),
            engine=__version__,
            example=example.name if example is not None else "",
        )
        executor = _executor(made, header, screen, web=self.web)
        if isinstance(executor, FromExample):
            _try(executor, header)
        _open(save, self.save_path, game.title, self.seed, (), screen)
        _introduce(screen, game.title, header, save, self.ruleset.argument, self.manner, typed=not self.web)
        return Session(executor, header, save.append, chance)


class Old:
    """A match that goes on."""

    def __init__(
        self,
        ruleset: Ruleset | None,
        path: Path,
        seats: Sequence[str],
        save_path: Path | None,
        save: SaveFile,
        manner: Sequence[str] = (),
        *,
        web: bool = False,
    ) -> None:
        """Reads the match, which nobody else goes on with from here on.

        Args:
            web: whether it is played in a browser.
        """
        self.manner = manner
        self.web = web
        self.path = path
        self.seats = seats
        self.save_path = save_path
        if save_path is None and path.is_file():
            _reserve(save, path)
        self.reading, self.record = read_record(path)
        self.ruleset = ruleset if ruleset is not None else ruleset_of(self.record)

    def compiled(self) -> Compilation:
        """Compiles the ruleset."""
        return compiled(self.ruleset)

    def begin(self, made: Compilation, save: SaveFile, chance: TypedChance | None, screen: Screen) -> Session:
        """Plays the match up to where it was left, says what is played, and goes on with its file."""
        game = game_of(made)
        before = self.record.header
        settings.player_count(before.players, game.least_players, game.most_players, game.title)
        for problem in self.reading.problems:
            where = f"{self.path}:{problem.line}: {problem.message}"
            screen.say(text("warning: {problem}", problem=where))
        kinds = _kinds(settings.seat_kinds(self.seats, before.players, before.seats), self.web)
        header = replace(before, seats=kinds)
        if made.identity != before.identity or fitting(before.options, made.option_names) != before.options:
            screen.say(
                text(
                    "warning: the ruleset has changed since then; the match is kept as far as the new rules allow."
                )
            )
            header = replace(
                header,
                identity=made.identity,
                ruleset=self.ruleset.argument,
                edition=game.edition,
                options=fitting(before.options, made.option_names),
                engine=__version__,
            )
        executor = _executor(made, header, screen, web=self.web)
        if isinstance(executor, FromExample):
            _try(executor, header)
        resumed = resume(executor, header, self.record, save.append, chance)
        session = resumed.session
        if resumed.kept:
            screen.say(
                plural("Resumed after {count} decision.", "Resumed after {count} decisions.", resumed.kept)
            )
        if resumed.stopped is not None:
            screen.say(
                plural(
                    "Stopped after {kept} of {count} decision: {reason}.",
                    "Stopped after {kept} of {count} decisions: {reason}.",
                    resumed.recorded,
                    kept=resumed.kept,
                    reason=resumed.stopped,
                )
            )
        goes_on = resumed.stopped is None and header == before and not self.reading.damaged
        if goes_on and self.save_path is None:
            try:
                save.go_on(self.path, self.reading)
            except OSError as error:
                screen.say(
                    text(
                        "warning: {path} cannot be written: {reason}; the match is not saved",
                        path=str(self.path),
                        reason=said(error),
                    )
                )
        else:
            _open(save, self.save_path, game.title, header.seed, session.log, screen)
        _introduce(screen, game.title, header, save, self.ruleset.argument, self.manner, typed=not self.web)
        return session


def example_of(game: m.Game, words: str) -> m.Scenario:
    """Finds the example that has a title, or else the one whose title has some words.

    Raises:
        click.BadParameter: there is none, or more than one.
    """
    named = [one for one in game.scenarios if one.name == words]
    found = named or [one for one in game.scenarios if words.lower() in one.name.lower()]
    if len(found) == 1 or named:
        return found[0]
    if not found:
        near = suggest.did_you_mean(words, [one.name for one in game.scenarios]) or "`gdl test` lists them"
        raise click.BadParameter(f"no example has `{words}` in its title; {near}", param_hint="'--example'")
    titles = ", ".join(f"`{one.name}`" for one in found[:5])
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    raise click.BadParameter(f"which one? {titles}{more}", param_hint="'--example'")


def _try(executor: FromExample, header: Header) -> None:
    """Brings the example about once, before a file is begun for the match.

    Raises:
        click.BadParameter: it cannot be.
    """
    try:
        executor.initial(header.setting)
    except NoPosition as error:
        raise click.BadParameter(
            f"nothing can be played from `{header.example}`: {error}", param_hint="'--example'"
        ) from error


def _executor(made: Compilation, header: Header, screen: Screen, *, web: bool) -> Executor:
    """Gives what carries out the rules, and says where bots cannot play as well as they could.

    Args:
        web: whether bots think on executors of their own.
    """
    if header.example:
        if any(settings.effort(kind) is not None for kind in header.seats):
            screen.say(text("Bots look only a little ahead here: the match begins from an example."))
        game = game_of(made)
        return FromExample(game, example_of(game, header.example))
    if web:
        return made.executor()
    executor, by = executor_of(made, header.setting, header.seats)
    if by.failed:
        screen.say(text("Bots look only a little ahead here: {reason}.", reason=str(by)))
    return executor


_PLAYS: Final = {
    "person": message("player {number} is a person"),
    "greedy": message("player {number} is a bot that looks one step ahead"),
    "quick": message("player {number} is a bot that was trained"),
    "planner": message("player {number} is a bot that plans its turn"),
    "random": message("player {number} is a bot that plays at random"),
}


def _kinds(kinds: tuple[str, ...], web: bool) -> tuple[str, ...]:
    """Gives who plays; trained players do not in a browser."""
    return settings.without_trained(kinds) if web else kinds


def _who(seat: int, kind: str) -> str:
    """Says what kind of player somebody is."""
    number = seat + 1
    effort = settings.effort(kind)
    if effort is None:
        return tell(_PLAYS[kind], number=number)
    playouts, seconds = effort
    thinks: str = text("{seconds} s", seconds=f"{seconds:g}")
    if playouts is not None:
        thinks = plural("{number} playout", "{number} playouts", playouts, number=f"{playouts:,}")
    if kind in settings.LEVELS:
        thinks = joined(", ", [kind, thinks])
    return text("player {number} is a bot that searches ({thinks} a decision)", number=number, thinks=thinks)


def _reserve(save: SaveFile, path: Path) -> None:
    """Locks a saved match that is to go on.

    Raises:
        click.BadParameter: another process has it.
    """
    try:
        save.reserve(path)
    except Held as error:
        raise click.BadParameter(
            f"`{path}` cannot go on here: {error}; stop it there, or go on in another file with --save FILE"
        ) from error
    except OSError:
        # A folder that cannot be written has no other writer either, and is told of later.
        return


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
        if not settings.is_kind(kind):
            raise click.BadParameter(
                f"`{path}` cannot be played on: there is no kind of player called `{safe(kind)}`"
            )
    return reading, reading.record


NAMED: Final = "--ruleset names the one of the match"
"""What to do where a command has an option for the ruleset."""


def ruleset_of(record: Record, step: str = "name the ruleset of the match as well") -> Ruleset:
    """Finds the ruleset that a match was played with, by the name it had then.

    Args:
        step: what to do where it is not there.

    Raises:
        click.BadParameter: it is not there.
    """
    try:
        # Pages name a shipped ruleset as sources do.
        name = record.header.ruleset
        return find(
            name.removeprefix(LIBRARY_PREFIX).removesuffix(".gdl")
            if name.startswith(LIBRARY_PREFIX)
            else name
        )
    except click.BadParameter as error:
        raise click.BadParameter(f"{error.message}; {step}") from error


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
            screen.say(text("warning: the match is not saved: {reason}", reason=said(error)))
            return
        hint = "; `--resume` goes on with it" if isinstance(error, FileExistsError) else ""
        raise click.BadParameter(f"`{path}` cannot be written: {said(error)}{hint}") from error


def _introduce(
    screen: Screen,
    title: str,
    header: Header,
    save: SaveFile,
    argument: str,
    manner: Sequence[str],
    *,
    typed: bool,
) -> None:
    """Says what is played, by whom, how to repeat it, and what can be typed if something can."""
    game = plural(
        "{game} {dash} {count} player, seed {seed}", "{game} {dash} {count} players, seed {seed}", header.players,
        game=title, dash=done(screen.marks.dash), seed=header.seed,
    )  # fmt: skip
    screen.say(Text(spoken(game), LOUD))
    who = [_who(seat, kind) for seat, kind in enumerate(header.seats)]
    screen.say(text("{players}.", players=capital(joined(", ", who))))
    if header.example:
        setting = replace(header.setting, options={})
        manner = ["--example", header.example, *manner]
        screen.say(
            text("It begins at the position of the example `{example}`.", example=safe(header.example))
        )
    else:
        setting = header.setting
    again = settings.repeating("play", argument, setting, header.seats, manner)
    screen.say_whole(Text(spoken(text("again: {command}", command=again)), QUIET))
    if save.path is not None:
        screen.say_whole(Text(spoken(text("saved in {path}", path=str(save.path))), QUIET))
    if typed and PERSON in header.seats:
        screen.say()
        screen.say(text("Type the number of a choice, or the beginning of its words."))
        screen.say(text("view draws the table, show and a name tells what a thing or a space is,"))
        screen.say(text("undo takes a choice back, why explains what happened last."))
        screen.say(
            text("? shows everything that can be typed; quit or Ctrl-C stops, and the match can be resumed.")
        )
    screen.say()
