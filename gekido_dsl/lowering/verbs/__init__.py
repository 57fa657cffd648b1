"""What lowers the verbs of the kernel: a module for each group of them, which registers its functions."""

from gekido_dsl.lowering.verbs import facts, flow, moving, players

__all__ = ["facts", "flow", "moving", "players"]
