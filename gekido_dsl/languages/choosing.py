"""Which language a reader wants: what was asked for by name, else what a browser or a terminal says."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from gekido_dsl.languages.language import ENGLISH, PSEUDO, Language, Languages

_RANGE = re.compile(r"\s*([A-Za-z]{1,8}(?:[-_][A-Za-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


_PLAIN: Final = Languages()


def chosen(wanted: Iterable[str], among: Languages = _PLAIN) -> Language:
    """Gives the first language of some that there is, English where there is none."""
    for one in wanted:
        if (found := matching(one, among)) is not None:
            return found
    return ENGLISH


def matching(wanted: str, among: Languages = _PLAIN) -> Language | None:
    """Gives the language that comes nearest to a name such as `de_AT.UTF-8`; None if there is none."""
    parts = re.split(r"[-_]", re.split(r"[.@]", wanted.strip())[0])
    exact = "-".join(parts).casefold()
    if exact == PSEUDO.code.casefold():
        return PSEUDO
    codes = [one.code for one in among.listed()]
    for code in codes:
        if code.casefold() == exact:
            return among.find(code)
    return next((among.find(code) for code in codes if code.partition("-")[0] == parts[0].casefold()), None)


def accepted(header: str) -> list[str]:
    """Lists the languages of a header `Accept-Language`, the most wanted first."""
    found = []
    for number, one in enumerate(header[:1000].split(",")):
        if (read := _RANGE.fullmatch(one)) is not None and (weight := float(read[2] or 1)) > 0:
            found.append((-weight, number, read[1]))
    return [code for _, _, code in sorted(found)]


def of_environment(environment: Mapping[str, str], among: Languages = _PLAIN) -> Language:
    """Gives the language that a terminal is set to, as gettext finds it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return matching(value, among) or ENGLISH
    return ENGLISH
