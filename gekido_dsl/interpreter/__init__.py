"""The reference executor; see `interpreter`."""

from gekido_dsl.interpreter.interpreter import Interpreter

__all__ = ["Interpreter"]
