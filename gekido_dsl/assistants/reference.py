"""The reference of the language, page by page, and what in it answers a question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from gekido_dsl.language import cookbook

CARD: Final = "reference-card"
_HEADING: Final = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)
_COMMENT: Final = re.compile(r"<!--.*?-->\n?|<span[^>]*></span>\n?", re.DOTALL)
_FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_MOST_CHARACTERS: Final = 3_000


@dataclass(frozen=True, slots=True)
class Passage:
    """What stands below one heading."""

    page: str
    heading: str
    text: str


@cache
def folder() -> Path | None:
    """Gives where the pages lie: in the installed package or, in a working copy, beside it; None without them."""
    package = Path(__file__).resolve().parent.parent
    places = (package / "_reference", package.parent / "docs" / "language")
    return next((one for one in places if one.is_dir()), None)


@cache
def pages() -> dict[str, str]:
    """Gives the text of each page by its name, the reference card first."""
    where = folder()
    if where is None:
        return {}
    found = {
        path.stem: _COMMENT.sub("", path.read_text(encoding="utf-8")) for path in sorted(where.glob("*.md"))
    }
    return dict(sorted(found.items(), key=lambda one: (one[0] != CARD, one[0])))


def for_assistants() -> str:
    """Gives how an assistant works on a ruleset, with the reference card: an AGENTS.md."""
    how = files(__package__).joinpath("agents.md").read_text(encoding="utf-8")
    return how + re.sub(r"^#", "##", pages().get(CARD, "").strip(), count=1) + "\n"


@cache
def passages() -> tuple[Passage, ...]:
    """Lists what stands below each heading of all pages but the card."""
    return tuple(one for page, text in pages().items() if page != CARD for one in _parts(page, text))


def find(question: str, most: int = 4) -> list[Passage]:
    """Lists the passages that fit a question best, the best one first; none if no word of it is known."""
    words = cookbook.stems(question)
    scored = [(_score(words, one), -number, one) for number, one in enumerate(passages())]
    best = max((score for score, _, _ in scored), default=0.0)
    close = [one for one in scored if one[0] > 0 and one[0] >= best / 2]
    return [one for _, _, one in sorted(close, key=lambda one: one[:2], reverse=True)[:most]]


def _parts(page: str, text: str) -> Iterator[Passage]:
    code = [(one.start(), one.end()) for one in _FENCE.finditer(text)]
    heads = [one for one in _HEADING.finditer(text) if not any(a <= one.start() < b for a, b in code)]
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        body = text[head.end() : after.start() if after else len(text)].strip()
        if body:
            yield Passage(page, head[2], body[:_MOST_CHARACTERS])


def _score(words: frozenset[str], passage: Passage) -> float:
    heading, text = cookbook.stems(f"{passage.page} {passage.heading}"), _words(passage)
    found = sum(_weight(word) * (2 if word in heading else 1) for word in words if word in heading | text)
    return found / (1 + len(passage.text) / _MOST_CHARACTERS)  # a long passage has many words by chance


@cache
def _words(passage: Passage) -> frozenset[str]:
    return cookbook.stems(passage.text)


@cache
def _weight(word: str) -> float:
    return 1 / (1 + sum(word in _words(one) for one in passages()))
