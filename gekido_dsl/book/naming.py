"""What a writer calls something becomes what the game has by that name.

Invariants:
    A name means what it means in the ruleset; where several things share it, whole declarations come first.
    A word in front, such as `phase`, narrows it to what is declared so.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from gekido_dsl.diagnostics import suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.names import Key, Target, names_of

_WORDS: Final = {
    "values": "values", "kind": "kind", "die": "die", "board": "board", "deck": "deck", "pile": "pile",
    "hand": "hand", "pool": "pool", "box": "box", "track": "track", "counter": "counter", "link": "link",
    "damage": "order", "patterns": "patterns", "pattern": "pattern", "phase": "phase", "rule": "rule",
    "whenever": "trigger", "instead": "replacement", "effect": "effect", "action": "action", "window": "window",
    "definition": "definition", "property": "property", "amount": "amount", "report": "report",
    "option": "option", "value": "value", "row": "row", "field": "field", "fact": "fact",
}  # fmt: skip
"""The words that may stand in front of a name, and how the addresses of what they mean begin."""
_WHOLE: Final = (
    "game", "players", "setup", "set-up", "turn", "round", "end of the game", "end of game", "game end", "end", "aim",
    "position",
)  # fmt: skip
_DAMAGE: Final = "damage to "
_RANK: Final = {"row": 1, "pattern": 1, "field": 2, "fact": 2, "value": 3, "example": 4, "ruling": 4}


class Naming:
    """The names of one game, as a writer uses them."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.names = names_of(game)
        self._folded: dict[str, str] = {}
        for name in self.names.spoken():
            self._folded.setdefault(name.casefold(), name)

    @cached_property
    def by_slug(self) -> dict[str, Key]:
        """What lies at each address of the reference."""
        return {target.slug: key for key, target in self.names}

    @cached_property
    def _spoken(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self.names.spoken():
            for key in self.names.meanings(name):
                if key in self.names:
                    found.setdefault(self.names[key].slug, []).append(name)
        return found

    @cached_property
    def _long_names(self) -> re.Pattern[str] | None:
        names = sorted((name for name in self.names.spoken() if " " in name), key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b") if names else None

    def within(self, text: str) -> Iterator[Key]:
        """Gives what a text speaks of by a name of several words, written as in the ruleset."""
        if self._long_names is not None:
            for name in self._long_names.findall(text):
                yield from self.find(name)[:1]

    def spoken_as(self, key: Key) -> tuple[str, ...]:
        """Lists the names that something goes by, one of it and several."""
        return tuple(self._spoken.get(self.target(key).slug, ()))

    def find(self, written: str) -> tuple[Key, ...]:
        """Gives what goes by a name: the whole declarations that share it, else the parts of some; maybe nothing."""
        whole = self._whole(written.casefold().removeprefix("the "))
        if whole:
            return whole
        word, _, rest = written.partition(" ")
        if word in _WORDS and rest:
            return tuple(key for key in self._meanings(rest) if self._sort(key) == _WORDS[word])
        owner, mark, part = written.rpartition("'s ")
        if mark:
            owners = self._meanings(owner)
            kinds = [
                *owners,
                *(key[0] for key in owners if isinstance(key, tuple) and isinstance(key[0], m.Kind)),
            ]
            return tuple(
                key for key in self._meanings(part) if key in self.names and self.names[key].of in kinds
            )
        known = self._meanings(written)
        best = min((self._rank(key) for key in known), default=0)
        return tuple(key for key in known if self._rank(key) == best)

    def _whole(self, written: str) -> tuple[Key, ...]:
        """Gives what a game has once, and is spoken of by a word."""
        game = self.game
        if written.startswith(_DAMAGE):
            kind = written.removeprefix(_DAMAGE).removeprefix("a ").removeprefix("an ")
            return tuple(one for one in game.damages if one.kind.name.casefold() == kind)
        if written not in _WHOLE:
            return ()
        if written in ("game", "players"):
            return (game,)
        found: list[Key | None]
        if written in ("setup", "set-up"):
            found = [game.setup]
        elif written in ("turn", "round"):
            found = [game.turn]
        elif written in ("aim", "position"):
            found = [game.aim if written == "aim" else game.position]
        else:
            found = list(game.ends)
        return tuple(one for one in found if one is not None)

    def _meanings(self, written: str) -> tuple[Key, ...]:
        known = self.names.meanings(written)
        if not known and written.casefold() in self._folded:
            known = self.names.meanings(self._folded[written.casefold()])
        unique: dict[str, Key] = {}
        for key in known:
            if key in self.names:
                unique.setdefault(self.names[key].slug, key)
        return tuple(unique.values())

    def _sort(self, key: Key) -> str:
        return self.names[key].slug.split("-", 1)[0]

    def _rank(self, key: Key) -> int:
        if isinstance(key, tuple) and isinstance(key[0], m.Kind) and key[0].column:
            return 2  # a row that another lists; what it is of is meant
        if not isinstance(key, m.Decl) and isinstance(key, tuple) and isinstance(key[0], m.Enum):
            return 3 if self._sort(key) != "pattern" else 1
        return _RANK.get(self._sort(key), 0)

    def leads(self, written: str) -> bool:
        """Tells whether a word leads a name: `phase Attack`."""
        word, _, rest = written.partition(" ")
        return word in _WORDS and bool(rest) and bool(self._meanings(rest))

    def target(self, key: Key) -> Target:
        """Gives the place of something in the reference."""
        if isinstance(key, m.Game):
            return Target("index", "page-index", key.title, "the game")
        return self.names[key]

    def called(self, key: Key) -> str:
        """Says what something is called, so that nothing else is: `phase Attack`."""
        target = self.target(key)
        if isinstance(key, m.Game):
            return "the game"
        sort = self._sort(key)
        if sort == "the":
            return target.name.casefold()
        word = next((word for word, one in _WORDS.items() if one == sort), sort)
        if sort in ("field", "fact") and target.of is not None and target.of in self.names:
            return f"{self.names[target.of].name}'s {target.name}"
        return f"{word} {target.name}"

    def near(self, written: str) -> str | None:
        """Words which names may have been meant."""
        word, _, rest = written.partition(" ")
        if word in _WORDS and rest:
            found = suggest.nearest(rest, self._declared(_WORDS[word]))
            if found:
                return f"did you mean `{word} {found[0]}`?"
            other = self._meanings(rest)
            if other:
                return f"`{rest}` is {self.names[other[0]].what}; write `{self.called(other[0])}`"
        return suggest.did_you_mean(written, self.known())

    def known(self) -> Iterable[str]:
        """Lists the names, those of whole declarations first."""
        keys = sorted(self.names, key=lambda one: self._rank(one[0]))
        return [*(target.name for _, target in keys), *self.names.spoken()]

    def _declared(self, sort: str) -> list[str]:
        return [target.name for key, target in self.names if self._sort(key) == sort]
