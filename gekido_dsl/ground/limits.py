"""How much of something both executors allow; what is beyond is a rule error."""

from typing import Final

CHOICES_LIMIT: Final = 10_000
"""How many choices a decision may have."""
MOST_ADDED: Final = 1000
"""Up to where things are looked for that add up to a number."""
TOO_LARGE_TO_ADD: Final = "this sum is too large to look for: some things add up to 1,000 at most"
"""The words of that error."""
QUESTIONS_LIMIT: Final = 60
"""How many questions may follow one another, to be tried, in a loop that looks ahead."""
MOST_DUE: Final = 180
"""How much may follow from one step at once."""
TOO_MUCH_DUE: Final = "far too much follows at once"
"""The words of that error."""

MOST_TAKEN: Final = 12
"""Of so many cards at most some are taken exactly; which of them, is tried."""
TOO_MANY_TO_TRY: Final = "exactly so many cards are taken of 12 at most"
