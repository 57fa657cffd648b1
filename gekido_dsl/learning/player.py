"""The file of trained players that lies beside a ruleset: data, checked and bounded, and never code.

A player is kept by the names of what it counts, so that it outlives a change of the rules: what is no longer there is
left out, and the file says of which rules it is.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import jsonschema

from gekido_dsl.diagnostics.misfit import misfit, quoted
from gekido_dsl.engine import Setting
from gekido_dsl.learning.features import Features
from gekido_dsl.learning.looking import DRAWS

SUFFIX: Final = ".players.json"
LARGEST: Final = 1 << 20
"""Characters of a file, at most."""
MOST_WEIGHTS: Final = 4_000
MOST_WEIGHT: Final = 1 << 20
_PLAYERS: Final = 64
_DIGITS: Final = 20
"""Digits of a number, at most."""
_TEXT: Final = {"type": "string", "maxLength": 200}
_CHECK: Final = {
    "type": "object",
    "properties": {
        "won": {"type": "number", "minimum": 0, "maximum": 100},
        "within": {"type": "number", "minimum": 0, "maximum": 100},
        "games": {"type": "integer", "minimum": 0, "maximum": 1 << 31},
    },
    "required": ["won", "within", "games"],
    "additionalProperties": False,
}
SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Trained players of a ruleset",
    "type": "object",
    "properties": {
        "schema_version": {"const": 1},
        "ruleset": {**_TEXT, "description": "The identity of the rules that they were trained on."},
        "players": {
            "type": "array",
            "maxItems": _PLAYERS,
            "items": {
                "type": "object",
                "properties": {
                    "players": {"type": "integer", "minimum": 1, "maximum": 64},
                    "options": {"type": "object", "maxProperties": 100, "additionalProperties": _TEXT},
                    "looks": {"type": "integer", "minimum": 1, "maximum": DRAWS},
                    "rounds": {"type": "integer", "minimum": 0, "maximum": 1 << 20},
                    "checked": {
                        "description": "What it won of 100 games, by opponent, and how far that may be off.",
                        "type": "object",
                        "maxProperties": 16,
                        "propertyNames": {"maxLength": 40, "pattern": "^[a-z][a-z0-9:]*(?![\\s\\S])"},
                        "additionalProperties": _CHECK,
                    },
                    "weights": {
                        "description": "What is counted, and its weight in 1,024ths.",
                        "type": "object",
                        "maxProperties": MOST_WEIGHTS,
                        "additionalProperties": {
                            "type": "integer",
                            "minimum": -MOST_WEIGHT,
                            "maximum": MOST_WEIGHT,
                        },
                    },
                },
                "required": ["players", "options", "looks", "rounds", "checked", "weights"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["schema_version", "ruleset", "players"],
    "additionalProperties": False,
}
"""The JSON schema of the file."""


class BadPlayers(ValueError):
    """The file cannot be used; the text says where and why."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a player won of 100 games, and how far that may be off, at 95 in 100."""

    won: float
    within: float
    games: int

    def __str__(self) -> str:
        return f"{self.won:.0f} of 100 (± {self.within:.0f}, {self.games} games)"


@dataclass(frozen=True, slots=True)
class Player:
    """A trained player, for one number of players and one set of options."""

    players: int
    options: tuple[tuple[str, str], ...]
    looks: int
    rounds: int
    """Of training."""
    weights: tuple[tuple[str, int], ...] = ()
    checked: tuple[tuple[str, Checked], ...] = ()
    """By opponent."""

    def plays(self, setting: Setting) -> bool:
        """Tells whether it was trained for a setting."""
        return self.players == setting.players and self.options == tuple(sorted(setting.options.items()))

    def slots(self, features: Features) -> tuple[tuple[int, int], ...]:
        """Gives the weights by number; what is not counted any more is left out."""
        numbers = features.numbers
        return tuple(
            sorted((numbers[name], weight) for name, weight in self.weights if weight and name in numbers)
        )


@dataclass(frozen=True, slots=True)
class Players:
    """The trained players of a ruleset."""

    ruleset: str = ""
    """The identity of the rules."""
    players: tuple[Player, ...] = field(default=())

    def of(self, setting: Setting) -> Player | None:
        """Gives the player that was trained for a setting."""
        return next((one for one in self.players if one.plays(setting)), None)

    def having(self, player: Player, ruleset: str) -> "Players":
        """Gives these with a player in place of the one for the same setting; players of other rules are dropped."""
        others = self.players if self.ruleset == ruleset else ()
        kept = [one for one in others if (one.players, one.options) != (player.players, player.options)]
        made = sorted([*kept, player], key=lambda one: (one.players, one.options))
        return Players(ruleset, tuple(made))


def name_beside(ruleset: str) -> str:
    """Gives the name of the file that lies beside a ruleset."""
    return ruleset.removesuffix(".gdl") + SUFFIX


def written(players: Players) -> str:
    """Writes the file."""
    made = {
        "schema_version": 1,
        "ruleset": players.ruleset,
        "players": [
            {
                "players": one.players,
                "options": dict(one.options),
                "looks": one.looks,
                "rounds": one.rounds,
                "checked": {
                    name: {"won": found.won, "within": found.within, "games": found.games}
                    for name, found in one.checked
                },
                "weights": dict(one.weights),
            }
            for one in players.players
        ],
    }
    return json.dumps(made, ensure_ascii=False, indent=0) + "\n"


def read(text: str, name: str) -> Players:
    """Reads the file.

    Args:
        name: of the file, for what is said of it.
    Raises:
        BadPlayers: it is not such a file.
    """
    again = "delete it and run `gdl train` to make it again"
    if len(text) > LARGEST:
        raise BadPlayers(f"{name} has {len(text):,} characters, more than {LARGEST:,}; {again}")
    try:
        found = json.loads(text, parse_constant=_no_number, parse_int=_whole, object_pairs_hook=_no_twice)
    except json.JSONDecodeError as error:
        raise BadPlayers(f"{name}:{error.lineno}:{error.colno}: this is no JSON; {again}") from None
    except RecursionError:
        raise BadPlayers(f"{name}: its lists and maps lie too deep in one another; {again}") from None
    except _Refused as error:
        raise BadPlayers(f"{name}: {error}; {again}") from None
    problem = next(iter(jsonschema.Draft202012Validator(SCHEMA).iter_errors(found)), None)
    if problem is not None:
        raise BadPlayers(f"{name}: {misfit(problem)}; {again}")
    return Players(found["ruleset"], tuple(map(_player, found["players"])))


def _player(one: Mapping[str, Any]) -> Player:
    checked = {
        name: Checked(each["won"], each["within"], int(each["games"]))
        for name, each in one["checked"].items()
    }
    return Player(
        int(one["players"]),
        tuple(sorted(one["options"].items())),
        int(one["looks"]),
        int(one["rounds"]),
        tuple((name, int(weight)) for name, weight in one["weights"].items()),
        tuple(checked.items()),
    )


class _Refused(ValueError):
    """Something in a file is JSON as Python reads it, and cannot be used."""


def _no_number(text: str) -> Any:
    raise _Refused(f"{text} is no number that JSON has")


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise _Refused(f"a number has more than {_DIGITS} digits")
    return int(text)


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise _Refused(f"{quoted(twice)} comes twice in a map")
    return found
