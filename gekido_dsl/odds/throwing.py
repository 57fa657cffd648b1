"""Dice that are rolled and stay as they fall, since nobody decides what to roll again."""

from collections import Counter
from dataclasses import dataclass
from math import comb
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.odds import finding

_MOST_COLUMNS: Final = 6
Rolled = dict[tuple[str, str], Counter[int]]
"""How often how many dice were rolled at once, by the kind of the dice and the rule that has them rolled."""


@dataclass(frozen=True)
class Throw:
    """Dice that are rolled once, and stay as they fell."""

    die: m.Kind
    where: str
    dice: tuple[int, ...]
    """For how many dice chances are told."""
    again: tuple[str, ...] = ()
    """The rules and effects that have some of them rolled again as a player decides."""


def throws(game: m.Game, rolled: Rolled) -> list[Throw]:
    """Lists the dice that are rolled and not rolled again as a player decides.

    Args:
        rolled: how many are rolled at once, as far as it is known.
    """
    decided = {part.die.name for part in finding.parts(game)}
    found: dict[str, Throw] = {}
    groups = (game.phases, game.rules, game.effects, game.actions)
    procedures = [one for group in groups for one in group.values()]
    for procedure in [*procedures, *([game.setup] if game.setup is not None else [])]:
        for statement in finding.statements_of([procedure]):
            if not isinstance(statement, m.Sentence) or statement.decision is not None:
                continue
            die = finding.dice_of(statement.act)
            if (
                isinstance(statement.act, m.acts.Rolling)
                and die is not None
                and die.name not in decided
                and die.name not in found
            ):
                numbers = _numbers(game, die, statement.act, rolled)
                again = tuple(
                    one.name
                    for one in procedures
                    for inner in finding.statements_of([one])
                    if isinstance(inner, m.Sentence)
                    and inner.decision is not None
                    and finding.dice_of(inner.act) is die
                )
                where = procedure.title or procedure.name
                found[die.name] = Throw(die, where, numbers, tuple(dict.fromkeys(again)))
    return list(found.values())


def _numbers(game: m.Game, die: m.Kind, act: m.acts.Rolling, rolled: Rolled) -> tuple[int, ...]:
    """Tells how many dice are rolled at once; of dice that each player has, those of one to three players."""
    those = act.dice
    place = (
        those.place.ref if isinstance(those, m.ops.Inside) and isinstance(those.place, m.ops.Place) else None
    )
    every = isinstance(those, m.ops.Things | m.ops.Called) or (place is not None and place.full)
    if every and die.each_player:
        return tuple(die.each_player * number for number in range(1, min(3, game.most_players) + 1))
    seen = sorted({number for (name, _), by in rolled.items() if name == die.name for number in by})
    return tuple(seen[:_MOST_COLUMNS]) or ((die.total or 1,) if every else (1,))


def at_least(dice: int, number: int, faces: int) -> float:
    """Gives the chance that so many of the dice, or more, show one face that is named beforehand."""
    fewer = number <= dice // 2  # of many dice the shorter of both sums is counted
    counted = range(number) if fewer else range(number, dice + 1)
    ways: int = sum(comb(dice, k) * (faces - 1) ** (dice - k) for k in counted)
    every: int = faces**dice
    return float((every - ways if fewer else ways) / every)
