"""The English of single words: articles, plurals, verbs, capitals; texts may hold Markdown links."""

import re
from html import unescape
from typing import Final

from gekido_dsl.model.english import IRREGULAR

_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_EMPHASIS: Final = re.compile(r"[*`]")
_SINGULAR: Final = ("ss", "us", "is", "as")
_PARTICIPLES: Final = frozenset(
    ("shown", "kept", "hidden", "spent", "lost", "won", "taken", "drawn", "gone", "put", "set")
)
_ADVERBS: Final = frozenset(("aside", "away", "out", "in", "up", "down", "off", "over", "back"))
_STATES: Final = frozenset(
    ("adrift", "afloat", "aground", "alive", "alone", "ashore", "asleep", "aware", "awake")
)  # fmt: skip
_SHORT_ED: Final = re.compile(r"(?!red$)[^aeiouy\s]+ed", re.IGNORECASE)
"""Nouns such as `Bed`: what stands before `ed` is no verb."""
_DETERMINED: Final = frozenset(
    ("the", "a", "an", "no", "any", "all", "most", "least", "another", "each", "every", "my", "your", "some")
)  # fmt: skip
_SHORT_ING: Final = re.compile(r"[^aeiouy\s]+ing", re.IGNORECASE)
_VERBS: Final = {"be": "is", "have": "has", "do": "does", "go": "goes"}


def plain(text: str) -> str:
    """Gives what a reader sees of a text with links."""
    return _LINK.sub(r"\1", text)


def unmarked(text: str) -> str:
    """Gives a text without links, emphasis and codes: what stands in a picture."""
    return unescape(_EMPHASIS.sub("", plain(text)))


def capital(text: str) -> str:
    """Begins a sentence with a capital letter; a link keeps its address."""
    at = 1 if text.startswith("[") else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def small(text: str) -> str:
    """Begins a label as it stands inside a sentence, unless it begins with a name or a word in capitals."""
    first, _, rest = text.partition(" ")
    if rest[:1].isupper() or not first[:1].isupper() or first[1:] != first[1:].casefold() or first == "I":
        return text
    return text[:1].casefold() + text[1:]


def sentence(text: str) -> str:
    """Makes a sentence of a clause; one that leads a list keeps its colon."""
    text = capital(text.strip())
    return text if text.endswith((".", ":", "!", "?", ".”", "!”", "?”")) else f"{text}."


def several(name: str) -> bool:
    """Tells whether a name looks like a plural."""
    last = plain(name).rsplit(" ", 1)[-1].casefold()
    return last in IRREGULAR or (last.endswith("s") and not last.endswith(_SINGULAR) and len(last) > 2)


def determined(name: str) -> bool:
    """Tells whether a name begins with a word that stands in place of an article."""
    return plain(name).split(" ", 1)[0].casefold() in _DETERMINED


def describes(name: str) -> bool:
    """Tells whether a name reads as a participle, a state or an adverb, which needs a noun behind it."""
    last = name.rsplit(" ", 1)[-1].casefold()
    if last in _PARTICIPLES or last in _ADVERBS or last in _STATES:
        return True
    return last.endswith("ing") or (last.endswith("ed") and not _SHORT_ED.fullmatch(last))


def state(name: str, label: str) -> str:
    """Writes what something can be: with an article where the name is a noun, whose `ing` is no ending: `a King`."""
    return a(label) if _SHORT_ING.fullmatch(name) else label


def a(text: str) -> str:
    """Puts `a` or `an` before a text, unless it has a word in that place."""
    if determined(text):
        return text
    return f"{'an' if plain(text)[:1].casefold() in tuple('aeiou') else 'a'} {text}"


def the(text: str) -> str:
    """Puts `the` before a text, unless it has a word in that place."""
    return text if determined(text) else f"the {text}"


def plain_the(text: str) -> str:
    """Takes the article off."""
    return text.removeprefix("the ")


def conjugated(verb: str) -> str:
    """Gives the form of a verb for one: `moves`, `does`; only its first word changes."""
    first, gap, rest = verb.partition(" ")
    if first in _VERBS:
        first = _VERBS[first]
    elif first.endswith(("s", "x", "ch", "sh", "z")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        first = first[:-1] + "ies"
    else:
        first += "s"
    return first + gap + rest


def belonging(owner: str, *, many: bool = False) -> str:
    """Says that something belongs to an owner: `the Bot's`, `the Bots'`."""
    return f"{owner}'" if many and plain(owner).endswith("s") else f"{owner}'s"


def ordinal(number: int) -> str:
    """Says which in a row: 0 is the first."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
             "eleventh", "twelfth")  # fmt: skip
    return words[number]


def joined(parts: list[str], word: str) -> str:
    """Joins parts; those that hold `and` or `or` themselves are set off by commas."""
    if len(parts) > 1 and any(re.search(r"\b(and|or)\b", plain(part)) for part in parts):
        return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""
