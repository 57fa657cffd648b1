"""Tables of handlers: a step of the way from syntax to model does with a node what is registered for its class.

Invariants:
    Every class that a step may meet is registered, also where nothing is to be done: one that is missing is a
    fault of ours, which a test names.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar, get_args

from gekido_dsl.syntax.nodes.patches import Patch

_Maker = TypeVar("_Maker")
_Node = TypeVar("_Node")
PATCHES: Final[tuple[type, ...]] = get_args(Patch)
"""What variants do; it is done before any of these steps is taken."""


class Handlers:
    """What a step does with nodes, by their class."""

    def __init__(self) -> None:
        self._by_class: dict[type, Callable[[Any, Any], None]] = {}

    def takes(
        self, sort: type[_Node]
    ) -> Callable[[Callable[[_Maker, _Node], None]], Callable[[_Maker, _Node], None]]:
        """Registers a function for nodes of a class."""

        def register(handler: Callable[[_Maker, _Node], None]) -> Callable[[_Maker, _Node], None]:
            self._register(sort, handler)
            return handler

        return register

    def passes_over(self, *sorts: type) -> None:
        """Notes classes of nodes with which nothing is to be done."""
        for sort in sorts:
            self._register(sort, _nothing)

    def give(self, maker: object, node: object) -> None:
        """Does with a node what is registered for its class."""
        self._by_class[type(node)](maker, node)

    def classes(self) -> frozenset[type]:
        """Gives the classes that are registered."""
        return frozenset(self._by_class)

    def _register(self, sort: type, handler: Callable[[Any, Any], None]) -> None:
        if sort in self._by_class:
            raise ValueError(f"{sort.__name__} is registered twice")
        self._by_class[sort] = handler


def _nothing(maker: object, node: object) -> None:
    """Does nothing."""
