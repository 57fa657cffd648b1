"""Runs the examples that are written in a ruleset, and tells which do not come out as they say."""

from gekido_dsl.compilation import Compilation
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.scenario.run import ScenarioResult, run_one
from gekido_dsl.scenario.shown import Shown, Stage, Step, open_view, shown

__all__ = ["ScenarioResult", "Shown", "Stage", "Step", "open_view", "run", "run_one", "shown"]


def run(
    compilation: Compilation, match: str | None = None, interpreter: Interpreter | None = None
) -> list[ScenarioResult]:
    """Runs the scenarios of a ruleset, in the order of writing.

    Args:
        match: runs only the scenarios with this text in their title, in any case; None runs all.
        interpreter: runs them, if somebody is to be told of what happens.
    Raises:
        ValueError: the ruleset has errors.
    """
    if compilation.game is None:
        raise ValueError(f"{compilation.name} has errors, so its scenarios cannot be run")
    interpreter = interpreter or Interpreter(compilation.game)
    wanted = (match or "").lower()
    return [run_one(interpreter, one) for one in compilation.game.scenarios if wanted in one.name.lower()]
