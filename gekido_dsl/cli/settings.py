"""Words of a command line become the setting of a match: options, players, who plays each seat, the seed.

Invariants:
    A name that is not known is wrong usage, and the message says what may have been meant.
    `repeating` gives a command whose setting is the one it was given.
"""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import click

from gekido_dsl.diagnostics import suggest
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.engine import Setting
from gekido_dsl.play.kinds import GREEDY, PERSON, PLANNER, QUICK, RANDOM, SEARCH, named

LEVELS: Final = {"easy": "search:40", "medium": "search:600", "hard": "search:1s"}
"""What the levels of bots that search stand for."""
TRUSTED: Final = f"{SEARCH}:60"
"""Who plays where numbers are to be trusted: a search that is quick enough for hundreds of games."""
PLAYER_KINDS: Final = (PERSON, *LEVELS, SEARCH, QUICK, GREEDY, PLANNER, RANDOM)
OPPONENT: Final = "hard"
"""Whom a person plays against if nothing is said."""
_MOST_SECONDS: Final = 600
_MOST_PLAYOUTS: Final = 100_000_000

_SEED_BITS: Final = 31


players_option: Final = click.option(
    "--players", type=click.IntRange(1), help="Number of players; 2 if the game allows it."
)
answers_option: Final = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=ANSWER",
    help="Answer to an option of the ruleset.",
)
seed_option: Final = click.option(
    "--seed", type=click.IntRange(0), help="Random seed, to repeat a run; a new one by default."
)
random_setup_option: Final = click.option(
    "--random-setup",
    is_flag=True,
    help="Make all choices before the first turn at random, so that every possible set-up occurs.",
)
jobs_option: Final = click.option(
    "--jobs", type=click.IntRange(1), help="Number of processes; does not affect the results."
)


def caution(seats: Sequence[str]) -> str:
    """Says why what these bots show is to be read with care; nothing where every one of them searches or plans."""
    if RANDOM in seats:
        who = "every seat chooses" if set(seats) == {RANDOM} else "some seats choose"
        return f"{who} at random: what this says of balance may be the opposite of the truth"
    if GREEDY in seats:
        return (
            "greedy players see what is near: what this says of balance is a first word; "
            f"--seat {TRUSTED} looks further"
        )
    return ""


def bots_option(who: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes the option that names the bots of a command which has nobody else play; `who` says whom it is about."""
    return click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="[SEAT=]BOT",
        help=f"{who}: {', '.join(PLAYER_KINDS[1:])}; greedy by default.",
    )


def new_seed() -> int:
    """Makes a seed that nobody chose, short enough to be typed."""
    return secrets.randbits(_SEED_BITS)


# ---------------------------------------------------------------- options


def option_answers(written: Sequence[str], option_names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Reads `NAME=ANSWER`, in the spelling of the ruleset or in small letters with hyphens.

    Raises:
        click.BadParameter: there is no such option, or it has no such answer, or it is given twice.
    """
    chosen: dict[str, str] = {}
    for text in written:
        name, sign, answer = text.partition("=")
        option = _known("option", name, list(option_names))
        answers = option_names[option]
        if not sign:
            ways = " or ".join(f"{kebab(option)}={kebab(one)}" for one in answers)
            raise click.BadParameter(f"`{text}` lacks an answer; write {ways}")
        found = _known(f"answer of {option}", answer, answers)
        if chosen.setdefault(option, found) != found:
            raise click.BadParameter(f"{option} is answered twice, with {chosen[option]} and {found}")
    return chosen


def kebab(name: str) -> str:
    """Gives the spelling of a name that needs no quotes: `Early Stop` becomes `early-stop`."""
    return "-".join(name.casefold().split())


def _known(what: str, written: str, known: Sequence[str]) -> str:
    folded = _folded(written)
    for each in known:
        if _folded(each) == folded:
            return each
    near = suggest.did_you_mean(written.strip(), known)
    if near is None:
        near = f"there are {', '.join(known)}" if known else "this game has none"
    raise click.BadParameter(f"there is no {what} called `{written.strip()}`; {near}")


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip().casefold())


# ---------------------------------------------------------------- players and seats


def player_count(asked: int | None, least: int, most: int, title: str, seats: Sequence[str] = ()) -> int:
    """Decides how many play: what was asked, else as many as the seats that were named, else 2 if possible.

    Raises:
        click.BadParameter: the game is not for so many.
    """
    if asked is None:
        named = max((number for number, _ in map(_seat, seats)), default=0)
        asked = max(named, min(max(2, least), most))
    if not least <= asked <= most:
        allowed = f"{least} players" if least == most else f"{least} to {most} players"
        raise click.BadParameter(f"`{title}` is a game for {allowed}, not {asked}")
    return asked


def seat_kinds(
    written: Sequence[str], players: int, base: Sequence[str] = (), *, seated: bool = False
) -> tuple[str, ...]:
    """Reads `N=KIND`, or `KIND` for every seat.

    Args:
        base: who plays if nothing is said; empty for a person against bots.
        seated: whether a kind for every seat leaves the first one to the person, as at a page.
    Raises:
        click.BadParameter: there is no such seat or kind of player.
    """
    kinds = list(base) or [PERSON, *[OPPONENT] * (players - 1)]
    for text in written:
        number, kind = _seat(text)
        if number > players:
            raise click.BadParameter(f"there is no seat {number} in a match of {players} players")
        first = 2 if seated and not number and players > 1 else 1
        kinds = [
            kind if number == seat or (not number and seat >= first) else before
            for seat, before in enumerate(kinds, start=1)
        ]
    return tuple(kinds)


def _seat(text: str) -> tuple[int, str]:
    """Splits `N=KIND`; the seat is 0 if it is left out, which means every seat."""
    number, sign, kind = text.rpartition("=")
    kind = named(kind.strip().casefold())
    if not is_kind(kind):
        if kind.startswith(f"{SEARCH}:"):
            raise click.BadParameter(
                f"`{kind}` says neither how long nor how far: write search:1s, search:500ms or search:2000"
            )
        near = suggest.did_you_mean(kind, PLAYER_KINDS) or f"there are {', '.join(PLAYER_KINDS)}"
        raise click.BadParameter(f"there is no kind of player called `{kind}`; {near}")
    if not sign:
        return 0, kind
    if not re.fullmatch(r"[0-9]{1,3}", number.strip()) or int(number) == 0:
        raise click.BadParameter(f"`{text}` is not of the form `1={kind}`; seats count from 1")
    return int(number), kind


def without_trained(kinds: Sequence[str]) -> tuple[str, ...]:
    """Refuses trained players, where none can play.

    Raises:
        click.BadParameter: one is named.
    """
    if QUICK in kinds:
        raise click.BadParameter(
            f"a trained player plays in the terminal and in simulations; {TRUSTED} plays here, too",
            param_hint="'--seat'",
        )
    return tuple(kinds)


def is_kind(kind: str) -> bool:
    """Tells whether there is such a kind of player."""
    return kind in PLAYER_KINDS or effort(kind) is not None


def effort(kind: str) -> tuple[int | None, float] | None:
    """Gives how many playouts, or else how many seconds, a bot that searches takes; None for other players."""
    kind = LEVELS.get(kind, kind)
    match = re.fullmatch(rf"{SEARCH}(?::([0-9]{{1,9}}(?:\.[0-9]{{1,3}})?)(s|ms)?)?", kind)
    if match is None:
        return None
    number, unit = match.groups()
    if number is None:
        return None, 1.0
    if unit is None:
        whole = int(number) if number.isdigit() else 0
        return (whole, 0.0) if 0 < whole <= _MOST_PLAYOUTS else None
    seconds = float(number) / (1_000 if unit == "ms" else 1)
    return (None, seconds) if 0.001 <= seconds <= _MOST_SECONDS else None


# ---------------------------------------------------------------- repeating, and where matches are kept


def repeating(
    command: str, ruleset: str, setting: Setting, seats: Sequence[str] = (), manner: Sequence[str] = ()
) -> str:
    """Words the command that begins the same match again.

    Args:
        manner: options of the command line that say how it is played, such as `--dice ask`.
    """
    words = ["gdl", command, ruleset, "--players", str(setting.players), "--seed", str(setting.seed)]
    for number, kind in enumerate(seats, start=1):
        words += ["--seat", f"{number}={kind}"]
    for option, answer in setting.options.items():
        words += ["--option", f"{kebab(option)}={kebab(answer)}"]
    words += manner
    return joined(words)
