"""What the program says to players, in the language of whoever reads it.

A sentence is made in English where it is said, `text("{player} wins", player=who)`, and stays a `str` in English
everywhere. It remembers its message and values, so that each reader's `Language` can tell it again.
"""

from gekido_dsl.languages.choosing import accepted, chosen, matching, of_environment
from gekido_dsl.languages.language import ENGLISH, PSEUDO, SHIPPED, Language, Languages, find, told_in
from gekido_dsl.languages.said import (
    Said,
    article,
    authored,
    capital,
    done,
    figure,
    halves,
    instead,
    joined,
    message,
    plural,
    says,
    tell,
    text,
)
from gekido_dsl.languages.speaking import forms, now, speaking, spoken

__all__ = [
    "ENGLISH",
    "PSEUDO",
    "SHIPPED",
    "Language",
    "Languages",
    "Said",
    "accepted",
    "article",
    "authored",
    "capital",
    "chosen",
    "done",
    "figure",
    "find",
    "forms",
    "halves",
    "instead",
    "joined",
    "matching",
    "message",
    "now",
    "of_environment",
    "plural",
    "says",
    "speaking",
    "spoken",
    "tell",
    "text",
    "told_in",
]
