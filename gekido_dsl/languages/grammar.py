"""The forms of names that the sentences of a language need: with an article, in a case, behind a preposition.

A message of a catalogue asks for a form where it has a place: `{place:to}`. What the form is made of stands in
`forms.json`, by language: a pattern for each gender, and one for names whose gender is not known. A translation of a
ruleset says the gender of a name and those of its forms that do not follow from it: `f; to: auf die Hand`.

A place may hand on the form that is asked of its whole sentence: `{thing:*} von {owner}` is `auf die Hand von Tom`
where `to` is asked, and `{kind:a *}` is `a accusative` where `accusative` is.
"""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any, Final

GIVEN_ON: Final = "*"
_FILE: Final = "forms.json"
_VOWELS: Final = frozenset("aeiouœæ")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The forms of one language."""

    genders: Mapping[str, str]
    """What each letter stands for, in English."""
    patterns: Mapping[str, Mapping[str, str]]
    """By form and gender, with `{name}`; the gender is empty where it is not known, and ends in `'` for names that
    begin with a vowel."""
    said: Mapping[str, str]
    """What the program itself names, by its English, as a translation tells of a name."""

    def formed(self, name: str, form: str, line: str = "") -> str:
        """Gives a form of a name; one that the language does not have is the name.

        Args:
            line: what a translation says of the name: its gender, and forms.
        """
        gender, own = read(line)
        if form in own:
            return own[form].replace("{name}", name)
        made = self.patterns.get(form)
        if made is None:
            inner, _, outer = form.partition(" ")
            return self.formed(self.formed(name, inner, line), outer) if outer else name
        vowel = _begins_with_vowel(name)
        for one in ((f"{gender}'",) if vowel else ()) + (gender, *(("'",) if vowel else ()), ""):
            if one in made:
                return made[one].format(name=name)
        return name


def read(line: str) -> tuple[str, dict[str, str]]:
    """Reads what a translation says of a name: its gender, and its forms."""
    gender, *rest = (part.strip() for part in line.split(";"))
    own = {}
    for part in rest:
        form, colon, told = part.partition(":")
        if colon and told.strip():
            own[" ".join(form.split())] = told.strip()
    return gender, own


@cache
def parts(message: str) -> tuple[tuple[str, str, str], ...]:
    """Parts a message: text, then the name of a place and the form that it asks for, both empty at the end."""
    return tuple((text, name or "", form or "") for text, name, form, _ in Formatter().parse(message))


@cache
def grammar_of(code: str) -> Grammar | None:
    """Gives the forms of a language; None for one whose sentences ask for none."""
    found = _file().get(code.partition("-")[0])
    return Grammar(found["genders"], found["forms"], found["said"]) if found is not None else None


@cache
def _file() -> dict[str, Any]:
    from pkgutil import get_data

    content = get_data("gekido_dsl.languages", _FILE)
    assert content is not None
    found: dict[str, Any] = json.loads(content.decode("utf-8"))
    return found


def _begins_with_vowel(name: str) -> bool:
    return unicodedata.normalize("NFD", name[:1].casefold())[:1] in _VOWELS
