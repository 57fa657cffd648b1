"""What is told of a line that people say otherwise, and the words that the shapes of such lines are made of."""

from typing import Final, NamedTuple

from gekido_dsl.diagnostics import Code, codes
from gekido_dsl.grammar.words import CARDINALS

FIGURES: Final = {word: str(number) for number, word in enumerate(CARDINALS, start=1)} | {"a": "1", "an": "1"}
FIGURE: Final = rf"\d+|{'|'.join(FIGURES)}"
NAME: Final = r"[A-Za-z][\w-]*(?: [A-Z][\w-]*)*"
PERSON: Final = (
    r"(?:(?:the|a|an|any|some|that|this|each|every|which|all) )?"
    r"(?:(?:first|second|third|fourth|fifth|sixth|next|previous|other|last|same|current|active|winning) )?"
    r"players?|(?:the |my |an )?opponents?|I|me|he|she|they|you|it|someone|somebody|whoever"
)
HAS: Final = r"has|have|had|owns?|holds?|contains?|got"
BOUND: Final = r"at least |at most |more than |less than |fewer than |exactly |over |under |no |"
BOUNDS: Final = {"fewer than ": "less than ", "exactly ": "", "over ": "more than ", "under ": "less than "}

LONGEST: Final = 240
"""A line of more characters is not read."""


class Found(NamedTuple):
    """What is told of a line: where it is wrong, as offsets in the line, what is wrong, and what to write."""

    start: int
    end: int
    message: str
    help: str
    code: Code = codes.SYNTAX_ERROR


def figure(text: str) -> str:
    return FIGURES.get(text, text)
