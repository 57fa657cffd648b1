"""Positions of matches for pictures: boards as they are laid, the table after the set-up, examples."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl import drawing
from gekido_dsl.compilation import Compilation
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.engine import RuleError, Setting, State
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng
from gekido_dsl.rulesdoc.english.examples import Examples
from gekido_dsl.rulesdoc.passage import writer_of
from gekido_dsl.scenario import Step, open_view, shown

_SEED: Final = 1
"""Of the matches that are drawn."""
_MOST_ANSWERS: Final = 600
"""How many questions of a set-up are answered at most."""
_NEXT: Final = (-1, 0, 1)
_MOST_SPACES: Final = 400
"""The most spaces of a board that is drawn."""
_COVER_PLAYERS: Final = 4
"""So many players have a part in the picture of a cover, where the game has room for them."""


def look_of(compilation: Compilation) -> drawing.Look:
    """Gives how the pictures of a game look."""
    return compilation.look.value or drawing.PLAIN


def set_up(compilation: Compilation, players: int, options: Mapping[str, str]) -> Picture | None:
    """Draws the table after the set-up; None where a set-up cannot be carried out.

    Args:
        options: the answers that are not the default.
    """
    game = compilation.game
    if game is None:
        return None
    executor = compilation.shared_executor
    state = _set_up(executor, players, options)
    if state is None:
        return None
    view = executor.observe(state, None)  # what is dealt face down stays so
    places = [*view.places, *(place for player in view.players for place in player.places)]
    if not view.boards and not any(place.count for place in places):
        return None
    title = f"Set-up with {players} player{'s' if players > 1 else ''}"
    return drawing.tabletop(game, view, title, look_of(compilation))


def start(compilation: Compilation, players: int, options: Mapping[str, str]) -> Picture | None:
    """Draws the part of the board where something stands after the set-up, with what is next to it."""
    game = compilation.game
    if game is None:
        return None
    executor = compilation.shared_executor
    state = _set_up(executor, players, options)
    for view in executor.observe(state, None).boards if state is not None else ():
        taken = [(space.row, space.column) for space in view.spaces if space.things]
        near = {(row + down, column + right) for row, column in taken for down in _NEXT for right in _NEXT}
        shown = tuple(space for space in view.spaces if (space.row, space.column) in near)
        edges = tuple(edge for edge in view.edges if (edge.row, edge.column) in near)
        if 0 < len(shown) <= _MOST_SPACES:
            title = f"The start with {players} player{'s' if players > 1 else ''}"
            part = replace(view, spaces=shown, edges=edges)
            return drawing.board(part, title=title, legend=False, look=look_of(compilation))
    return None


def cover(compilation: Compilation) -> Picture | None:
    """Draws what a game is known by: its board with everything on it, without an explanation of signs."""
    game = compilation.game
    if game is None or not game.boards:
        return None
    executor = compilation.shared_executor
    state = _set_up(executor, max(game.least_players, min(game.most_players, _COVER_PLAYERS)), {})
    if state is None:
        return None
    for view in executor.observe(state, None).boards:
        if 0 < len(view.spaces) <= _MOST_SPACES:
            return drawing.board(view, title=game.title, legend=False, look=look_of(compilation))
    return None


def _set_up(executor: Interpreter, players: int, options: Mapping[str, str]) -> State | None:
    """Plays up to the first turn; what the set-up asks is answered by chance with a fixed seed."""
    rng = Rng(_SEED)
    try:
        state = executor.set_up(Setting(players, _SEED, dict(options)))
        for _ in range(_MOST_ANSWERS):
            decision = executor.decision(state)
            if decision is None or executor.turn(state)[0] > 0:
                break
            offered = decision.forward
            executor.apply(state, offered[rng.below(len(offered))])
    except RuleError:
        return None
    return state


def board(compilation: Compilation, which: m.Board) -> Picture | None:
    """Draws a board as it lies at the first question of a match with the fewest players."""
    game = compilation.game
    if game is None:
        return None
    executor = compilation.shared_executor
    try:
        state = executor.set_up(Setting(game.least_players, _SEED))
    except RuleError:
        return None
    for view, (declared, _) in zip(
        open_view(executor, state).boards, _boards(game, game.least_players), strict=False
    ):
        if declared is which and 0 < len(view.spaces) <= _MOST_SPACES:
            return drawing.board(view, title=which.name, look=look_of(compilation))
    return None


def _boards(game: m.Game, players: int) -> list[tuple[m.Board, int]]:
    """Lists the boards as a view has them, each with the seat whose it is."""
    return [(one, seat) for one in game.boards.values() for seat in range(players if one.each_player else 1)]


def strip(compilation: Compilation, scenario: m.Scenario) -> Picture | None:
    """Draws a scenario as a worked example; None where it fails, or nothing in it can be seen."""
    game = compilation.game
    if game is None:
        return None
    played = shown(compilation.shared_executor, scenario)
    if not played.result.passed:
        return None
    answers = {name: game.options[name].answers.members[at] for name, at in scenario.options.items()}
    examples = Examples(writer_of(compilation, options=answers).players)

    def lines(steps: Sequence[Step]) -> list[drawing.Line]:
        return [
            drawing.Line(
                examples.told(step.written),
                step.die,
                step.faces,
                examples.caption(step.written),
                examples.spots(step.written),
                examples.all_that_is_offered(step.written),
            )
            for step in steps
        ]

    stages = [(lines(stage.steps), lines(stage.then)) for stage in played.stages]
    return drawing.strip(
        game,
        scenario.name,
        lines(played.given),
        played.positions,
        stages,
        look_of(compilation),
    )
