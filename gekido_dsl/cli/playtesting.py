"""A playtest at one keyboard: what is kept, and the form at its end."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import click

from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.saves import SaveFile
from gekido_dsl.cli.screen import InputEnded, Screen
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Seat
from gekido_dsl.languages import authored, now, text
from gekido_dsl.play.playtests import Keeping
from gekido_dsl.play.session import Session

_KEPT: Final = text(
    "This is a playtest: the file of the match keeps how long each decision takes, what is taken back and looked up, "
    "and what you write down with `note TEXT`. Nothing else about you is kept, and nothing is sent anywhere. "
    "`gdl playtest show` shows it, `gdl playtest forget` takes it out again."
)


@dataclass(frozen=True, slots=True)
class Playtest:
    """What a playtest asks at its end."""

    questions: tuple[str, ...]

    def keeping(self, session: Session, save: SaveFile) -> Keeping:
        """Begins to keep what happens in a match, in the file of the match."""
        return Keeping(session, lambda: time.monotonic_ns() // 1_000_000, lambda: save.path is not None)

    def ask(self, screen: Screen, keeping: Keeping, people: Sequence[Seat]) -> None:
        """Has each person fill in the form; whoever has had enough is asked no more."""
        if not self.questions:
            return
        screen.say()
        screen.say(text("A few questions. Enter alone leaves one out; Ctrl-C ends."))
        try:
            for seat in people:
                for number, question in enumerate(self.questions, start=1):
                    asked = authored(safe(question))
                    if len(people) > 1:
                        asked = text("Player {number}: {question}", number=seat + 1, question=asked)
                    answer = screen.ask(f"{now().of(asked)} ").strip()
                    if answer:
                        keeping.answered(seat, number, answer)
            if keeping.is_kept():
                screen.say(text("Thank you."))
            else:
                screen.say(text("Your note was not saved: the match is no longer being saved."))
        except (InputEnded, KeyboardInterrupt):
            screen.say()


def questions(ruleset: Ruleset) -> tuple[str, ...]:
    """Reads the questions that a ruleset's form asks at the end.

    Raises:
        click.ClickException: the form cannot be used.
    """
    from gekido_dsl.insight import playtest_form  # it knows tables, and most matches are no playtest

    try:
        # Of a ruleset in a file the folder is the provider's own; a shipped one lies in the library.
        beside = ruleset.name if ruleset.path is None else None
        return playtest_form.questions(ruleset.provider, beside)
    except playtest_form.BadForm as error:
        raise click.ClickException(str(error)) from error


def begun(ruleset: Ruleset, screen: Screen) -> Playtest:
    """Begins a playtest, and says what is kept.

    Raises:
        click.ClickException: the form of the ruleset cannot be used.
    """
    asked = questions(ruleset)
    screen.say(_KEPT)
    return Playtest(asked)
