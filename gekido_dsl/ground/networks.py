"""What both executors have to know of maps alike: how much is looked through for the longest way."""

from typing import Final

LONGEST_LIMIT: Final = 200_000
"""So many ways are gone along at most while the longest is looked for."""
TOO_TANGLED: Final = "these ways cross so often that the longest cannot be found: there are too many to try"
