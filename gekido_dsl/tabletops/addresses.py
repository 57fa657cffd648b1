"""Where the pictures of a table are found: beside it on the disk, or at a host of the designer's own."""

from collections.abc import Callable
from dataclasses import dataclass, field

from gekido_dsl.drawing import Picture
from gekido_dsl.tabletops.names import file_name

Address = Callable[[str], str]
"""Gives the address of a file by its name."""


@dataclass(slots=True)
class Files:
    """Gives every picture a file, once."""

    address: Address
    ending: str = ".png"
    made: dict[str, Picture] = field(default_factory=dict)
    """By name of the file."""
    _known: dict[int, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def of(self, picture: Picture, name: str) -> str:
        """Gives the address of a picture."""
        if id(picture) not in self._known:
            made = file_name(name, self.ending, self._taken)
            self._taken.add(made.casefold())
            self._known[id(picture)] = made
            self.made[made] = picture
        return self.address(self._known[id(picture)])
