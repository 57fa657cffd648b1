"""What a file declares, read from its lines alone: for advice on a text that cannot be parsed."""

import re
from typing import Final

_NAME: Final = r"[A-Z][\w-]*(?: [A-Z][\w-]*)*"
_NUMERIC: Final = re.compile(r"-?\d+ (?:to|or more)|any number")


class Names:
    """The names that a file declares, as far as its lines tell."""

    def __init__(self, text: str) -> None:
        self.numbers: dict[str, str] = {}
        """Facts that are numbers, as they are asked for: `my Coins`, `my Purse's Coins`, `its Oil`, `Pot`."""
        self.facts: set[str] = set()
        self.kinds = re.findall(rf"^kind ({_NAME})", text, re.MULTILINE)
        self.dice = re.findall(
            r"^die ([A-Z][\w -]*?)(?: of \S.*?)?(?:, (\d+) of them)?[ \t]*(?:\[.*)?$", text, re.MULTILINE
        )
        self.places = {
            name: f"my {name}" if "of each player" in rest else name
            for name, rest in re.findall(
                r"^(?:deck|pile|hand|pool|box) ([A-Z][\w -]*?)(?= of |:|,|$)(.*)$", text, re.MULTILINE
            )
        }
        self.decks = re.findall(r"^deck ([A-Z][\w -]*?)(?= of |:|,|$)", text, re.MULTILINE)
        self.hand = next(
            iter(re.findall(r"^(?:hand|pool) ([A-Z][\w -]*?) of each player", text, re.MULTILINE)), "Hand"
        )
        spaces = re.findall(rf"^board [^:\n]+: (?:\d+ by \d+ )?({_NAME})", text, re.MULTILINE)
        self.space = spaces[0] if spaces else None
        head = ""
        for line in text.splitlines():
            if line[:1].strip():
                head = line
                continue
            fact = re.match(r"  ([A-Z][\w -]*?)(?: (?:for|towards) each [\w ]+)*: +(\S.*)", line)
            if fact is None:
                continue
            self.facts.add(fact[1])
            if _NUMERIC.match(fact[2]):
                self.numbers[fact[1]] = _owner(head) + fact[1]

    def number(self, word: str) -> str | None:
        """Gives the number that a word names, `Coins`, `coins` or `Coin`; None where there is none."""
        small = word.lower()
        for name, asked in self.numbers.items():
            if name.lower() in (small, small + "s") or small == name.lower() + "s":
                return asked
        if small in ("point", "points"):
            return self.number("Score")
        return None

    def place(self, word: str) -> str:
        """Gives a place as it is asked for, `my Hand` or `Deck`, by a word for it."""
        small = word.lower()
        found = next((asked for name, asked in self.places.items() if name.lower() == small), None)
        return found or (next(iter(self.decks), "Deck") if small in ("deck", "pile", "stack") else word)

    def kind(self, word: str) -> str | None:
        """Gives the kind that a word names, `Card`, `cards` or `Cards`; None where there is none."""
        small = word.lower()
        names = [*self.kinds, *(name for name, _ in self.dice)]
        return next(
            (one for one in names if small in (one.lower(), one.lower() + "s", several(one).lower())), None
        )


def _owner(head: str) -> str:
    """Says whose a fact is that is declared below such a line."""
    if head.startswith("each player"):
        return "my "
    kind = re.match(rf"kind ({_NAME})(, 1 for each player)?", head)
    return "" if kind is None else f"my {kind[1]}'s " if kind[2] else "its "


def several(name: str) -> str:
    """Writes the plural of the name of a kind."""
    if name.lower().endswith("die"):
        return name[:-2] + "ice"
    if re.search(r"[^AEIOUaeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(s|x|z|ch|sh)$", name) else "s")


def roll(text: str, sides: str) -> str | None:
    """Says how the dice of a ruleset are rolled that have so many sides; None where it has none, or several sorts."""
    found = re.findall(rf"^die ([A-Z][\w -]*?) of 1 to {sides}\b(?:, (\d+) of them)?", text, re.MULTILINE)
    if len(found) != 1:
        return None
    name, count = found[0]
    return f"roll {name}" if count == "1" else f"roll all {several(name)}"
