"""A position: what lies where in a match, as numbers, and the stream of chance. What is under way is not part of it.

Invariants:
    What a cell or a place means depends on the layout alone.
    `where` and `contents` say the same: a thing is in exactly one place, or nowhere.
"""

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng


class Position:
    """Cells, places and the stream of chance of one match."""

    __slots__ = ("cells", "contents", "layout", "rng", "where")

    def __init__(self, layout: Layout) -> None:
        """Makes the position in which all cells are 0 and nothing is in a place."""
        self.layout = layout
        self.cells: list[int] = [0] * layout.cells
        """One number for each cell of the layout."""
        self.where: list[int] = [NONE] * layout.count
        """By thing: the place where it lies; NONE out of play."""
        self.contents: list[list[int]] = [[] for _ in layout.place_names]
        """By place: what lies there, the last that came last."""
        self.rng = Rng(0)

    def owner(self, thing: int) -> int:
        """Gives the player whose a thing is; of a part, the owner of the whole."""
        layout = self.layout
        return self.cells[layout.owner_cell + layout.root_of[thing]]

    def touch(self, place: int) -> None:
        """Is called before what lies in a place changes; an executor that goes back notes here how it was."""

    def stir(self, thing: int) -> None:
        """Is called before a thing leaves where it lies, and when it is mixed there; an executor may note it."""

    def move(self, thing: int, place: int) -> None:
        """Puts a thing last into a place; NONE takes it out of play."""
        before = self.where[thing]
        if before != NONE:
            self.touch(before)
            self.contents[before].remove(thing)
        self.where[thing] = place
        if place != NONE:
            self.touch(place)
            self.contents[place].append(thing)

    def find(self) -> None:
        """Works out anew where each thing lies, after `contents` was set."""
        self.where = [NONE] * self.layout.count
        for place, things in enumerate(self.contents):
            for thing in things:
                self.where[thing] = place
