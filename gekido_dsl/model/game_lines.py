"""What the lines below `game` say: how many play, on which sides, and how long."""

from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.handlers import Handlers
from gekido_dsl.syntax import nodes as s

LINES: Final = Handlers()
"""What is noted of a line, by its class."""


@LINES.takes(s.Players)
def _players(draft: Draft, line: s.Players) -> None:
    game = draft.game
    least = line.least
    most = line.most
    options = line.options
    sides = line.sides
    game.automaton = "an automaton" in options
    least, most = least + game.automaton, most + game.automaton
    game.least_players, game.most_players = least, most
    game.partners = "partners opposite" in options
    _sides_of(draft, sides)
    game.facing = "facing each other" in options
    if game.partners and (least != most or least % 2):
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            "partners sit opposite when the number of players is fixed and even",
            line.span,
            "not with these numbers",
        )
    if game.facing and (least, most) != (2, 2):
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            "two players face each other",
            line.span,
            "not with these numbers",
        )
    if not 1 <= least <= most <= 12:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            "a game has 1 to 12 players",
            line.span,
            "out of range",
            help="write the smaller number first, as in `players 2 to 4`",
        )


@LINES.takes(s.TurnLimit)
def _turn_limit(draft: Draft, line: s.TurnLimit) -> None:
    game = draft.game
    turns = line.turns
    rounds = line.rounds
    if rounds:
        game.round_limit = turns
    else:
        game.turn_limit = turns
    if turns < 1:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"a game has at least 1 {'round' if rounds else 'turn'}",
            line.span,
            "out of range",
            help="write a greater number, or leave the line out",
        )


@LINES.takes(s.GamesRow)
def _games_row(draft: Draft, line: s.GamesRow) -> None:
    game = draft.game
    number = line.number
    best = line.best
    game.row, game.best_of = number, best
    if not 2 <= number <= 99:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            "2 to 99 games are played in a row",
            line.span,
            "out of range",
        )


@LINES.takes(s.SameTime)
def _same_time(draft: Draft, line: s.SameTime) -> None:
    game = draft.game
    game.order_span = line.span


@LINES.takes(s.SourceLine)
def _source_line(draft: Draft, line: s.SourceLine) -> None:
    game = draft.game
    name = line.name
    source = line.title
    game.sources[name.text] = source
    game.source_spans[name.text] = line.span


def _sides_of(draft: Draft, sides: s.Sides | None) -> None:
    """Notes which players are on one side; the phrase that tells it is resolved later."""
    game = draft.game
    if game.partners:
        game.sides = m.Sides("opposite")
    if sides is None:
        return
    game.sides = m.Sides(sides.kind, sides.number)
    if sides.kind == "alternate" and not 2 <= sides.number <= game.least_players:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"{game.least_players} players have 2 to {game.least_players} sides",
            sides.span,
            "too many",
            help="write `all on one side` if all play together",
        )
