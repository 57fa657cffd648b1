"""Sentences that are English and know what they were made of.

Invariants:
    A sentence is equal to its English text, and is kept, compared and sorted as that.
    What a plain text among its values says comes from a ruleset: a language tells it by `Language.name`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gekido_dsl.languages.language import Language


A_KIND: Final = "a {kind}"
_ISOLATING: Final = "\u2066\u2067\u2068"
"""What may stand before the first letter of a text, and cannot be seen."""


class Said(str):
    """A text that can be told in another language."""

    __slots__ = ()

    def told(self, language: "Language") -> str:
        """Tells it in a language."""
        raise NotImplementedError

    def told_as(self, language: "Language", roles: tuple[str, ...], form: str = "") -> str:
        """Tells it where something of these roles stands; names among its parts are of them.

        Args:
            form: which one is asked for; see `grammar`.
        """
        del roles
        return language.formed(self.told(language), form)

    def each(self, change: Callable[[str], str]) -> "Said":
        """Changes what it was made of, as to take harmful characters out."""
        raise NotImplementedError


class _Sentence(Said):
    __slots__ = ("message", "values")
    message: str
    values: Mapping[str, Any]

    def __new__(cls, english: str, message: str, values: Mapping[str, Any]) -> "_Sentence":
        made = str.__new__(cls, english)
        made.message, made.values = message, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _Sentence, (str(self), self.message, self.values)

    def told(self, language: "Language") -> str:
        return language.filled(language.message(self.message), self.values)

    def told_as(self, language: "Language", roles: tuple[str, ...], form: str = "") -> str:
        del roles
        return language.sentence(self.message, self.values, form)

    def each(self, change: Callable[[str], str]) -> Said:
        return _Sentence(change(str(self)), self.message, _changed(self.values, change))


class _Counted(Said):
    __slots__ = ("number", "one", "other", "values")
    one: str
    other: str
    number: int
    values: Mapping[str, Any]

    def __new__(cls, one: str, other: str, count: int, values: Mapping[str, Any]) -> "_Counted":
        made = str.__new__(cls, (one if count == 1 else other).format(count=count, **values))
        made.one, made.other, made.number, made.values = one, other, count, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _Counted, (self.one, self.other, self.number, self.values)

    def told(self, language: "Language") -> str:
        message = language.counted(self.one, self.other, self.number)
        return language.filled(message, {"count": self.number, **self.values})

    def each(self, change: Callable[[str], str]) -> Said:
        return _Counted(self.one, self.other, self.number, _changed(self.values, change))


class _Joined(Said):
    __slots__ = ("parts", "separator")
    separator: str
    parts: tuple[str, ...]

    def __new__(cls, separator: str, parts: tuple[str, ...]) -> "_Joined":
        made = str.__new__(cls, separator.join(parts))
        made.separator, made.parts = separator, parts
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _Joined, (self.separator, self.parts)

    def told(self, language: "Language") -> str:
        return self.told_as(language, ())

    def told_as(self, language: "Language", roles: tuple[str, ...], form: str = "") -> str:
        return self.separator.join(language.value(part, roles, form) for part in self.parts)

    def each(self, change: Callable[[str], str]) -> Said:
        return _Joined(self.separator, tuple(_change(part, change) for part in self.parts))


class _Capital(Said):
    __slots__ = ("inner",)
    inner: str

    def __new__(cls, inner: str) -> "_Capital":
        made = str.__new__(cls, inner[:1].upper() + inner[1:])
        made.inner = inner
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _Capital, (self.inner,)

    def told(self, language: "Language") -> str:
        inner = language.value(self.inner)
        at = len(inner) - len(inner.lstrip(_ISOLATING))
        return inner[:at] + inner[at : at + 1].upper() + inner[at + 1 :]

    def each(self, change: Callable[[str], str]) -> Said:
        return _Capital(_change(self.inner, change))


class _Authored(Said):
    __slots__ = ("roles",)
    roles: tuple[str, ...]

    def __new__(cls, english: str, roles: tuple[str, ...] = ()) -> "_Authored":
        made = str.__new__(cls, english)
        made.roles = roles
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _Authored, (str(self), self.roles)

    def told(self, language: "Language") -> str:
        return language.name(str(self), self.roles)

    def told_as(self, language: "Language", roles: tuple[str, ...], form: str = "") -> str:
        return language.name(str(self), self.roles or roles, form)

    def each(self, change: Callable[[str], str]) -> Said:
        return _Authored(change(str(self)), self.roles)


class _Figure(Said):
    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Figure, (str(self),)

    def told(self, language: "Language") -> str:
        return language.figure(str(self))

    def each(self, change: Callable[[str], str]) -> Said:
        return _Figure(change(str(self)))


class _Done(Said):
    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Done, (str(self),)

    def told(self, language: "Language") -> str:
        return str(self)

    def each(self, change: Callable[[str], str]) -> Said:
        return _Done(change(str(self)))


def done(told: str) -> Said:
    """Marks a text that was told already."""
    return _Done(told)


def text(message: str, /, **values: Any) -> Said:
    """Says a message with its values: texts of a ruleset, numbers, and other sentences."""
    return _Sentence(message.format(**values) if values else message, message, values)


def message(told: str, /) -> str:
    """Marks a message that stands apart from its values; `tell` says it with them."""
    return told


def tell(told: str, /, **values: Any) -> Said:
    """Says a message that was marked by `message`."""
    return _Sentence(told.format(**values) if values else told, told, values)


def article(kind: str) -> str:
    """Says one of a kind: `a Pawn`, `an Ace`."""
    return _Sentence(f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}", A_KIND, {"kind": kind})


def says(english: str, message: str, /, **values: Any) -> Said:
    """Says a message that English words in another way, such as `an` for `a` before a vowel."""
    return _Sentence(english, message, values)


def plural(one: str, other: str, /, count: int, **values: Any) -> Said:
    """Says how many there are: `one` of a single one, `other` of all other numbers, with `{count}`."""
    return _Counted(one, other, count, values)


def joined(separator: str, parts: Iterable[str]) -> str:
    """Puts texts one after the other."""
    found = tuple(parts)
    return _Joined(separator, found) if found else ""


def halves(told: str) -> tuple[str, str]:
    """Parts two texts that were joined by a space."""
    if isinstance(told, _Joined) and len(told.parts) == 2:
        return told.parts[0], told.parts[1]
    first, _, second = told.partition(" ")
    return first, second


def capital(told: str) -> str:
    """Begins a text with a capital letter."""
    return _Capital(told) if isinstance(told, Said) else told[:1].upper() + told[1:]


def authored(told: str, *roles: str) -> str:
    """Marks a text of a ruleset, so that a reader whose language has it reads that.

    Args:
        roles: what it is, as `kind` or `fact`, where one word is several things; the likeliest first.
    """
    return told if isinstance(told, Said) or not told else _Authored(told, roles)


def figure(told: str) -> str:
    """Marks a number as English writes it, `1,234.5`, so that each language sets its own signs."""
    return _Figure(told)


def instead(told: str, others: Mapping[str, str]) -> str:
    """Gives a text in which parts that read so are told otherwise."""
    if told in others:
        return others[told]
    if isinstance(told, _Joined):
        return _Joined(told.separator, tuple(instead(part, others) for part in told.parts))
    return told


def _changed(values: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    return {name: _change(value, change) for name, value in values.items()}


def _change(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Said):
        return value.each(change)
    return change(value) if isinstance(value, str) else value
