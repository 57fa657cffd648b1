"""What a passage tells of becomes a text of what it means, so that one can see whether it still does.

Invariants:
    Equal texts mean the same: `model.canonical` and `model.row_words` say what counts.
    What belongs to a declaration is in its text: exceptions, rows, the effects of rows, and what it alone uses.
"""

from gekido_dsl.book.parts import Parts
from gekido_dsl.compilation import Compilation
from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import canonical
from gekido_dsl.model.row_texts import numbers_of
from gekido_dsl.model.row_words import canonical_row
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.syntax import nodes as s


class Meanings:
    """The meanings of the declarations of one ruleset, each worked out once."""

    def __init__(self, compilation: Compilation, parts: Parts) -> None:
        self._compilation = compilation
        self._parts = parts
        self._own: dict[Key, str] = {}

    def of(self, key: Key) -> str:
        """Gives what something means, with all that belongs to it."""
        pieces = [self.own(key)]
        if isinstance(key, m.Decl):
            if isinstance(key, m.Kind) and key.file is not None:
                game = self._parts.game
                pieces += [canonical_row(game, key, number) for number in range(len(key.rows))]
            pieces += [self.own(part) for part in self._parts.parts(key)]
        elif isinstance(key, tuple) and isinstance(key[0], m.Kind):
            pieces += [self.own(effect) for effect in self._parts.effects_of(key[0], key[1])]
        return "\n".join(dict.fromkeys(piece for piece in pieces if piece))

    def own(self, key: Key) -> str:
        """Gives what something means by itself: its declaration, or its row."""
        if key not in self._own:
            self._own[key] = self._written(key)
        return self._own[key]

    def _written(self, key: Key) -> str:
        if isinstance(key, m.Game):
            return "".join(canonical(one) for one in self._compilation.syntax if isinstance(one, s.Game))
        if isinstance(key, m.Decl):
            return "".join(canonical(one) for one in self._compilation.declared(key))
        if isinstance(key, tuple) and isinstance(key[0], m.Kind):
            return canonical_row(self._parts.game, key[0], key[1])
        if isinstance(key, tuple) and isinstance(key[0], m.Enum):
            enum = key[0]
            sets = self._parts.game.patterns.values()
            owner: m.Decl = next((one for one in sets if one.enum is enum), enum)
            text = self.own(owner)
            member = enum.members[key[1]]
            line = next((line for line in text.splitlines() if line.strip().startswith(f"{member}:")), "")
            return f"{line.strip()}\n" if line else text
        return ""

    def numbers(self, key: Key) -> list[int]:
        """Lists the numbers in what something says itself, in their order."""
        return numbers_of(self.own(key))
