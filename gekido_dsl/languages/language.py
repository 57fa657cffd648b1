"""A language: what each message of the program is in it, and how it tells names that authors chose.

Invariants:
    A message that a language lacks is told in English.
    The English of `ENGLISH` is the text as it was said.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pkgutil import get_data
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from gekido_dsl.languages.grammar import GIVEN_ON, Grammar, grammar_of, parts
from gekido_dsl.languages.said import Said

_FOLDED: Final = 100
"""From here on the form of a number follows from its last two digits."""
_LEFT_TO_RIGHT: Final = "\u2066"
_ISOLATE: Final = "\u2068"
_END: Final = "\u2069"


class Shipped(NamedTuple):
    """A language that the program comes in."""

    code: str
    name: str
    """As those call it who speak it."""


SHIPPED: Final = (
    Shipped("en", "English"),
    Shipped("de", "Deutsch"),
    Shipped("fr", "Français"),
    Shipped("es", "Español"),
    Shipped("pt-BR", "Português (Brasil)"),
)
RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur", "yi"})


CONTEXT: Final = "\x04"
FORMS: Final = "forms"
"""What a text is that says the gender and the forms of a name; `forms of kind` of a kind."""
"""Stands between what a text is and the text, as in the files of gettext."""
ROLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "action": ("action",),
        "announced": ("announcement",),
        "board": ("board",),
        "counter": ("counter",),
        "dice": ("value", "kind"),
        "die": ("kind",),
        "end": ("end", "title"),
        "fact": ("fact", "counter", "track"),
        "game": ("game",),
        "kind": ("kind",),
        "kinds": ("kind",),
        "link": ("link",),
        "new": ("value", "row"),
        "old": ("value", "row"),
        "pattern": ("pattern",),
        "place": ("place", "board", "space"),
        "plan": ("row",),
        "question": ("question",),
        "rule": ("title", "phase", "action", "effect", "rule", "trigger"),
        "side": ("side",),
        "space": ("space",),
        "thing": ("row", "kind"),
        "things": ("row", "kind"),
        "track": ("track", "counter"),
        "value": ("value", "row"),
        "what": ("value", "row"),
        "window": ("window",),
    }
)
"""What stands at a place of a message, by the name of the place: a name that is several things is told as that."""
_SIGNS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        **dict.fromkeys(["de", "es", "pt", "it", "nl", "da", "id", "tr", "el", "ro", "vi"], (",", ".")),
        **dict.fromkeys(
            ["fr", "ru", "uk", "pl", "cs", "sk", "sv", "fi", "nb", "no", "hu", "bg"],
            (",", "\u202f"),
        ),
    }
)
"""By language: the sign before decimals, and that between thousands; elsewhere they are as in English."""


def _same(name: str) -> str:
    return name


@dataclass(frozen=True, eq=False)
class Language:
    """A language in which players are spoken to."""

    code: str
    """As web pages name it: `pt-BR`."""
    messages: Mapping[str, str | list[str]] = field(default_factory=dict, repr=False)
    """What each message is, by its English; of one that counts something, its forms."""
    forms: str = ""
    """Which of the forms each number takes, from 0 to 199, a digit each."""
    names: Callable[[str], str] = _same
    """Tells a text that the author of a ruleset wrote."""

    @property
    def right_to_left(self) -> bool:
        """Whether it is written from right to left."""
        return self.code.partition("-")[0] in RIGHT_TO_LEFT

    @property
    def direction(self) -> str:
        """How pages say which way it is written."""
        return "rtl" if self.right_to_left else "ltr"

    def naming(self, names: Callable[[str], str], code: str = "") -> "Language":
        """Gives the language with what it calls the things of a game.

        Args:
            names: tells any text of the ruleset; what it does not know it gives back.
            code: the language of the names, where the program itself does not come in it.
        """
        return replace(self, names=names, code=code or self.code)

    # ------------------------------------------------------------ telling

    def of(self, told: str) -> str:
        """Tells a text; one that is no sentence of the program stays as it is."""
        return told.told(self) if isinstance(told, Said) else told

    def text(self, message: str, /, **values: Any) -> str:
        """Tells a message with its values."""
        return self.filled(self.message(message), values)

    @property
    def grammar(self) -> Grammar | None:
        """The forms of names that its sentences ask for."""
        return grammar_of(self.code)

    def formed(self, told: str, form: str) -> str:
        """Gives a form of what has been told already, and whose gender nobody knows."""
        return self.grammar.formed(told, form) if form and self.grammar is not None else told

    def sentence(self, english: str, values: Mapping[str, Any], form: str = "") -> str:
        """Tells a message with its values, where a form is asked for."""
        message, grammar = self.message(english), self.grammar
        if not form or grammar is None:
            return self.filled(message, values)
        if english in grammar.said:
            return grammar.formed(self.filled(message, values), form, grammar.said[english])
        if any(one.startswith(GIVEN_ON) or one.endswith(f" {GIVEN_ON}") for _, _, one in parts(message)):
            return self.filled(message, values, form)
        return grammar.formed(self.filled(message, values), form)

    def name(self, told: str, roles: tuple[str, ...] = (), form: str = "") -> str:
        """Tells a text of a ruleset.

        Args:
            roles: what it is; the first in which the language tells it otherwise than elsewhere counts.
            form: which form of it is asked for.
        """
        if form and self.grammar is not None:
            return self.grammar.formed(self.name(told, roles), form, self._line(told, roles))
        for role in roles:
            within = f"{role}{CONTEXT}{told}"
            found = self.names(within)
            if found != within:
                return found
        return self.names(told)

    def _line(self, told: str, roles: tuple[str, ...]) -> str:
        """Gives what a translation says of the forms of a name."""
        for key in (*(f"{FORMS} of {role}{CONTEXT}{told}" for role in roles), f"{FORMS}{CONTEXT}{told}"):
            found = self.names(key)
            if found != key:
                return found
        return ""

    def untold(self, typed: str) -> str:
        """Gives what the ruleset calls something that a reader named in the language; what is no name stays."""
        untold = getattr(self.names, "untold", None)
        return typed if untold is None else str(untold(typed))

    def value(self, value: Any, roles: tuple[str, ...] = (), form: str = "") -> str:
        """Tells what stands in a sentence: another one, a name, or a number."""
        if isinstance(value, Said):
            return value.told_as(self, roles, form) if roles or form else value.told(self)
        return self.name(value, roles, form) if isinstance(value, str) else str(value)

    def figure(self, english: str) -> str:
        """Writes a number, which is written as in English, with the signs of the language."""
        point, group = _SIGNS.get(self.code.partition("-")[0], (".", ","))
        return english.replace(",", "\0").replace(".", point).replace("\0", group)

    def message(self, english: str) -> str:
        """Gives a message, with its placeholders."""
        found = self.messages.get(english)
        if found is None:
            return self._english(english)
        return found if isinstance(found, str) else found[0]

    def counted(self, one: str, other: str, count: int) -> str:
        """Gives the form of a message that a number takes."""
        found = self.messages.get(one)
        if not isinstance(found, list):
            return self._english(one if count == 1 else other)
        return found[min(self.form(count), len(found) - 1)]

    def form(self, count: int) -> int:
        """Tells which form a number takes."""
        number = abs(count)
        return int(self.forms[number if number < _FOLDED else number % _FOLDED + _FOLDED])

    def filled(self, message: str, values: Mapping[str, Any], form: str = "") -> str:
        """Puts values into a message; names of the other direction of writing are kept apart from it.

        Args:
            form: which form is asked of the whole.
        """
        if "{" not in message:
            return message
        made = []
        for text, name, asked in parts(message):
            made.append(text)
            if name:
                value, wanted = values[name], asked.replace(GIVEN_ON, form).strip()
                told = self.value(value, ROLES.get(name, ()), wanted)
                made.append(told if self.code == "en" or isinstance(value, int) else self._apart(told))
        return "".join(made)

    def _english(self, message: str) -> str:
        """Keeps an English message in one piece where all around is written from right to left."""
        return f"{_LEFT_TO_RIGHT}{message}{_END}" if self.right_to_left and message else message

    def _apart(self, told: str) -> str:
        if not told or not (self.right_to_left or any("\u0590" <= letter <= "\u08ff" for letter in told)):
            return told
        return f"{_ISOLATE}{told}{_END}"


ENGLISH: Final = Language("en")
_ACCENTS: Final = str.maketrans("aceinosuyACEINOSUY", "áçéíñóšúýÁÇÉÍÑÓŠÚÝ")


class _Pseudo(Mapping[str, str | list[str]]):
    """Every message, so written that it can be read and is not English."""

    def __getitem__(self, english: str) -> str:
        parts = english.replace("{", "\0{").replace("}", "}\0").split("\0")
        return "⟦" + "".join(one if one.startswith("{") else one.translate(_ACCENTS) for one in parts) + "⟧"

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0

    def get(self, english: str, default: Any = None) -> Any:
        """Gives a message."""
        return self[english]


def _pseudo_name(name: str) -> str:
    told = name.rpartition(CONTEXT)[2]
    return f"‹{told}›" if told else told


PSEUDO: Final = Language("en-XA", _Pseudo(), "0" * 200, _pseudo_name)
"""A language for tests: what is in no brackets is not told by a language."""


@cache
def find(code: str) -> Language | None:
    """Gives a language of the program; None for one that it does not come in."""
    if code == "en":
        return ENGLISH
    if code == PSEUDO.code:
        return PSEUDO
    if all(one.code != code for one in SHIPPED):
        return None

    return read(content_of(f"{code}.json"))


def content_of(name: str) -> str:
    """Gives the text of a file of this package; in a page there is no `importlib.resources`."""
    found = get_data("gekido_dsl.languages", name)
    assert found is not None
    return found.decode("utf-8")


def read(content: str) -> Language:
    """Reads a compiled catalogue."""
    import json

    found = json.loads(content)
    return Language(found["code"], found["messages"], found["forms"])


class Languages:
    """The languages in which a game can be played."""

    def __init__(self, naming: Mapping[str, Callable[[str], str]] = MappingProxyType({})) -> None:
        """Lists those of the program, and those that a game was translated to.

        Args:
            naming: what tells the texts of the game, by the code of each language that it was translated to.
        """
        self._naming = naming

    def listed(self) -> list[Shipped]:
        """Lists the languages, each as its speakers call it; what only the game comes in goes by its code."""
        known = [one.code for one in SHIPPED]
        return [*SHIPPED, *(Shipped(code, code) for code in self._naming if code not in known)]

    def find(self, code: str) -> Language | None:
        """Gives a language; None for one that neither the program nor the game comes in."""
        found = find(code)
        if code not in self._naming:
            return found
        return (found or ENGLISH).naming(self._naming[code], code)


def told_in(language: Language, message: Any) -> Any:
    """Tells all sentences of a message of plain JSON; what is no sentence stays as it is."""
    if language is ENGLISH:
        return message
    if isinstance(message, str):
        return language.of(message)
    if isinstance(message, dict):
        return {told_in(language, key): told_in(language, value) for key, value in message.items()}
    if isinstance(message, list | tuple):
        return [told_in(language, one) for one in message]
    return message
