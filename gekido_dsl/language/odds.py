"""How likely a pattern of dice is, for the note on its name."""

from gekido_dsl.model import nodes as m
from gekido_dsl.odds import finding
from gekido_dsl.odds.chances import Chances
from gekido_dsl.odds.report import MOST_ROLLS, rules_rolls
from gekido_dsl.odds.scope import NotExact
from gekido_dsl.rulesdoc.names import Key


def odds_of(game: m.Game, key: Key) -> tuple[str, ...]:
    """Says how likely a pattern is in each part of the turn that is rolled for it; nothing for anything else.

    Options are answered as they are by default, and nothing is used besides. What cannot be counted is not told.
    """
    if not isinstance(key, tuple) or not isinstance(key[0], m.Enum):
        return ()
    owner = next((one for one in game.patterns.values() if one.enum is key[0]), None)
    return () if owner is None else tuple(_told(game, owner, key[1]))


def _told(game: m.Game, patterns: m.PatternSet, number: int) -> list[str]:
    told = []
    for part in finding.parts(game):
        aims = [one for one in finding.aims(game, part) if one.decl is patterns and one.value == number]
        rows = {kind.name: 0 for kind in finding.owners(game, part)}
        chances = Chances(game, part, {})
        for aim in aims[:1]:
            try:
                most = rules_rolls(chances, [aim], rows, None)
                shares = [
                    f"{chances.of(aim, rolls, None, (), rows):.0%} in {rolls} {'roll' if rolls == 1 else 'rolls'}"
                    for rolls in range(1, min(most, MOST_ROLLS) + 1)
                ]
            except NotExact:
                continue
            if shares:
                told.append(f"{part.name}: {', '.join(shares)}")
    return told
