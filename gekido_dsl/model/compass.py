"""Where the directions of a compass lead, in rows and columns from the top left."""

from typing import Final

COMPASS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    4: ((-1, 0), (0, 1), (1, 0), (0, -1)),
    6: ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)),
    8: ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
}
"""The steps in the directions of a compass, by how many it has: up first, then clockwise."""
