"""The layout of a match becomes the names under which tallies count things: whoever plays it counts under the same."""

from collections import Counter
from functools import cached_property

from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.start import spaces_of


class TallyNames:
    """What tallies call the things of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    @cached_property
    def of(self) -> list[tuple[str, str]]:
        """By thing, its kind and its name; no name for one of many that are called by their kind.

        A space that shares its name with others goes by where it lies, on a board that is always the same.
        """
        layout = self.layout
        names = [kind.rows[row].name for kind, row in zip(layout.kind_of, layout.row_of, strict=True)]
        found = [
            (kind.name, "" if name == kind.name else name)
            for kind, name in zip(layout.kind_of, names, strict=True)
        ]
        for board, owner in layout.boards():
            if board.layout or board.is_map or board.space.legend is not None:
                continue
            spaces = spaces_of(layout, board, owner)
            often = Counter(names[space] for space in spaces)
            for space, position in zip(spaces, board.shape.spots, strict=False):
                if often[names[space]] > 1:
                    found[space] = board.space.name, board.spot_name(position)
        return found
