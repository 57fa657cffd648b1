"""Codes of languages: how pages and people write them."""

import re
from typing import Final

_TAG: Final = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?")


def canonical(written: str) -> str | None:
    """Gives a code as the web writes it, `pt-BR` for `pt_br`; None for what is no code of a language."""
    match = _TAG.fullmatch(written)
    if match is None:
        return None
    language, script, region = match.groups()
    parts = [language.lower(), script and script.capitalize(), region and region.upper()]
    return "-".join(part for part in parts if part)
